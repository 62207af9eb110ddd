#include "digraph/impl.h"

#include "base/alloc.h"
#include "base/error.h"
#include "base/threads.h"
#include "digraph/scatter.h"

#include <inttypes.h>
#include <string.h>
#include <sys/mman.h>

uint32_t grundy_digraph_order(const grundy_digraph *g) {
  return g->order;
}

uint64_t grundy_digraph_size(const grundy_digraph *g) {
  return g->offsets[g->order];
}

grundy_vertices grundy_digraph_followers(const grundy_digraph *g, uint32_t u) {
  return (grundy_vertices){g->targets + g->offsets[u], g->offsets[u + 1] - g->offsets[u]};
}

const uint64_t *grundy_digraph_offsets(const grundy_digraph *g) {
  return g->offsets;
}

const uint32_t *grundy_digraph_targets(const grundy_digraph *g) {
  return g->targets;
}

bool grundy_digraph_has_move(const grundy_digraph *g, uint32_t u, uint32_t v) {
  uint64_t low = g->offsets[u], high = g->offsets[u + 1];
  while (low < high) {
    uint64_t middle = low + (high - low) / 2;
    if (g->targets[middle] < v)
      low = middle + 1;
    else
      high = middle;
  }
  return low < g->offsets[u + 1] && g->targets[low] == v;
}

const char *grundy_digraph_name(const grundy_digraph *g, uint32_t v,
                                char scratch[GRUNDY_NAME_SCRATCH]) {
  if (g->names.count > 0) return grundy_names_get(&g->names, v);
  *grundy_number_print(scratch, v) = '\0';
  return scratch;
}

bool grundy_digraph_find(const grundy_digraph *g, const char *name, size_t length, uint32_t *v) {
  if (g->names.count > 0) return grundy_names_find(&g->names, name, length, v);
  return grundy_number_name(name, length, g->order, v);
}

const char *grundy_digraph_label(const grundy_digraph *g, uint32_t v) {
  return grundy_labels_get(&g->labels, v);
}

void grundy_mapping_free(grundy_mapping *mapping) {
  if (mapping->length > 0) (void)munmap(mapping->base, mapping->length);
  *mapping = (grundy_mapping){0};
}

void grundy_digraph_free(grundy_digraph *g) {
  if (g == NULL) return;
  if (!grundy_mapping_holds(&g->mapping, g->offsets)) free(g->offsets);
  if (!grundy_mapping_holds(&g->mapping, g->targets)) free(g->targets);
  grundy_mapping_free(&g->mapping);
  grundy_names_free(&g->names);
  grundy_labels_free(&g->labels);
  free(g);
}

/* A digraph with room for `size` moves and all offsets 0; NULL: out of memory. */
static grundy_digraph *digraph_alloc(uint32_t order, uint64_t size) {
  grundy_digraph *g = grundy_alloc_zero(1, sizeof *g);
  if (g == NULL) return NULL;
  g->order = order;
  g->offsets = grundy_alloc_zero((uint64_t)order + 1, sizeof *g->offsets);
  g->targets = grundy_alloc(size, sizeof *g->targets);
  if (g->offsets == NULL || g->targets == NULL) {
    grundy_digraph_free(g);
    return NULL;
  }
  return g;
}

/* Rows of g turned round: the row of v lists every u with v in the row of u, as often as it
 * is listed there, in increasing order. NULL: out of memory. */
static grundy_digraph *turn_round(const grundy_digraph *g) {
  uint64_t size = grundy_digraph_size(g);
  grundy_digraph *reverse = digraph_alloc(g->order, size);
  if (reverse == NULL) return NULL;
  grundy_scatter s;
  bool done = grundy_scatter_start(&s, g->order, size, reverse->offsets, reverse->targets);
  if (done) {
    for (uint64_t e = 0; e < size; e++) grundy_scatter_count(&s, g->targets[e]);
    grundy_scatter_begin(&s);
    for (uint32_t u = 0; u < g->order; u++)
      for (uint64_t e = g->offsets[u]; e < g->offsets[u + 1]; e++)
        grundy_scatter_put(&s, g->targets[e], u);
    done = grundy_scatter_finish(&s);
  }
  grundy_scatter_free(&s);
  if (done) return reverse;
  grundy_digraph_free(reverse);
  return NULL;
}

/* Makes every row strictly increasing, given that it is increasing. */
static void merge_repeated_moves(grundy_digraph *g) {
  uint64_t kept = 0, begin = 0;
  for (uint32_t u = 0; u < g->order; u++) {
    uint64_t end = g->offsets[u + 1], first = kept;
    for (uint64_t e = begin; e < end; e++)
      if (kept == first || g->targets[kept - 1] != g->targets[e])
        g->targets[kept++] = g->targets[e];
    begin = end;
    g->offsets[u + 1] = kept;
  }
  g->targets = grundy_shrink(g->targets, kept, sizeof *g->targets);
}

/* The rows of tails by head; NULL: out of memory. */
static grundy_digraph *rows_by_head(uint32_t order, uint64_t count, const uint32_t *tails,
                                    const uint32_t *heads) {
  grundy_digraph *rows = digraph_alloc(order, count);
  if (rows == NULL) return NULL;
  grundy_scatter s;
  bool done = grundy_scatter_start(&s, order, count, rows->offsets, rows->targets);
  if (done) {
    for (uint64_t i = 0; i < count; i++) grundy_scatter_count(&s, heads[i]);
    grundy_scatter_begin(&s);
    for (uint64_t i = 0; i < count; i++) grundy_scatter_put(&s, heads[i], tails[i]);
    done = grundy_scatter_finish(&s);
  }
  grundy_scatter_free(&s);
  if (done) return rows;
  grundy_digraph_free(rows);
  return NULL;
}

/* Two sorts, by head and then by tail, leave every row in order: O(V + E). */
grundy_status grundy_digraph_new(uint32_t order, uint64_t count, const uint32_t *tails,
                                 const uint32_t *heads, grundy_digraph **g, grundy_error *error) {
  if (order > GRUNDY_MAX_ORDER)
    return grundy_fail(error, GRUNDY_UNABLE, "a game has at most %" PRIu32 " positions",
                       GRUNDY_MAX_ORDER);
  for (uint64_t i = 0; i < count; i++)
    if (tails[i] >= order || heads[i] >= order)
      return grundy_fail(error, GRUNDY_BAD_ARGUMENT,
                         "move %" PRIu64 " is from %" PRIu32 " to %" PRIu32
                         "; expected numbers below %" PRIu32,
                         i, tails[i], heads[i], order);

  grundy_digraph *rows = rows_by_head(order, count, tails, heads);
  grundy_digraph *made = rows == NULL ? NULL : turn_round(rows);
  grundy_digraph_free(rows);
  if (made == NULL) return grundy_fail_memory(error);
  merge_repeated_moves(made);
  *g = made;
  return GRUNDY_OK;
}

static int compare_targets(const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  return (x > y) - (x < y);
}

/* The first vertex whose row begins at move `e` or behind it. */
static uint32_t first_row_from(const uint64_t *offsets, uint32_t order, uint64_t e) {
  uint32_t low = 0, high = order;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (offsets[middle] < e)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/* Is this row strictly increasing and below the order? Of its targets the last is the largest. */
static bool is_row(uint32_t order, const uint32_t *row, uint64_t count) {
  bool good = count == 0 || row[count - 1] < order;
  for (uint64_t i = 1; i < count; i++) good &= row[i - 1] < row[i];
  return good;
}

bool grundy_rows_increase(uint32_t order, const uint64_t *offsets, const uint32_t *targets) {
  uint64_t size = offsets[order];
  int threads = grundy_threads_for(size);
  bool increase = true;
#pragma omp parallel for num_threads(threads) schedule(static, 1) reduction(&& : increase)
  for (int part = 0; part < threads; part++) {
    uint32_t begin = first_row_from(offsets, order, grundy_share(size, part, threads));
    uint32_t end = first_row_from(offsets, order, grundy_share(size, part + 1, threads));
    bool good = true;
    for (uint32_t u = begin; u < end && good; u++)
      good = is_row(order, targets + offsets[u], offsets[u + 1] - offsets[u]);
    increase = increase && good;
  }
  return increase;
}

/* Makes every row increasing, in place. Says whether a move is listed twice. */
static bool sort_rows(grundy_digraph *g) {
  bool repeated = false;
  for (uint32_t u = 0; u < g->order; u++) {
    uint64_t begin = g->offsets[u], end = g->offsets[u + 1];
    bool sorted = true;
    for (uint64_t e = begin + 1; e < end && sorted; e++)
      sorted = g->targets[e - 1] <= g->targets[e];
    if (!sorted) qsort(g->targets + begin, end - begin, sizeof *g->targets, compare_targets);
    for (uint64_t e = begin + 1; e < end && !repeated; e++)
      repeated = g->targets[e - 1] == g->targets[e];
  }
  return repeated;
}

grundy_status grundy_digraph_from_rows(uint32_t order, uint64_t *offsets, uint32_t *targets,
                                       grundy_mapping *mapping, grundy_names *names,
                                       grundy_digraph **g, grundy_error *error) {
  grundy_digraph *made = grundy_alloc(1, sizeof *made);
  if (made == NULL) return grundy_fail_memory(error);
  *made = (grundy_digraph){.order = order, .offsets = offsets, .targets = targets};
  if (!grundy_rows_increase(order, offsets, targets) && sort_rows(made)) merge_repeated_moves(made);
  if (mapping != NULL &&
      (grundy_mapping_holds(mapping, offsets) || grundy_mapping_holds(mapping, targets))) {
    made->mapping = *mapping;
    *mapping = (grundy_mapping){0};
  }
  if (grundy_names_are_numbers(names)) {
    grundy_names_free(names);
  } else {
    made->names = *names;
    *names = (grundy_names){0};
  }
  *g = made;
  return GRUNDY_OK;
}

grundy_status grundy_digraph_transpose(const grundy_digraph *g, grundy_digraph **reverse,
                                       grundy_error *error) {
  grundy_digraph *made = turn_round(g);
  if (made == NULL) return grundy_fail_memory(error);
  *reverse = made;
  return GRUNDY_OK;
}
