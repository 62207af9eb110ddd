#include "digraph/part_sums.h"

#include "base/alloc.h"
#include "base/error.h"
#include "digraph/impl.h"
#include "digraph/rows.h"
#include "digraph/strong_components.h"

#include <stdlib.h>
#include <string.h>

void grundy_part_sums_free(grundy_part_sums *sums) {
  free(sums->rows);
  free(sums->starts);
  free(sums->parts);
  *sums = (grundy_part_sums){0};
}

void grundy_digraph_give_part_sums(grundy_digraph *g, grundy_part_sums *sums) {
  assert(g->sums.rows == NULL && sums->rows != NULL);
  assert(grundy_part_sums_fit(g, sums));
  g->sums = *sums;
  *sums = (grundy_part_sums){0};
  grundy_digraph_complete(g);
}

const grundy_part_sums *grundy_digraph_part_sums(const grundy_digraph *g) {
  return &g->sums;
}

uint64_t grundy_digraph_sum_count(const grundy_digraph *g) {
  return g->sums.rows == NULL ? 0 : g->sums.rows[g->order];
}

/* Returns whether sum s has no part or several, in order, each of which has moves. */
static bool is_sum(const grundy_digraph *g, const grundy_part_sums *sums, uint64_t s) {
  grundy_vertices parts = grundy_part_sums_get(sums, s);
  for (uint64_t i = 0; i < parts.count; i++) {
    uint32_t v = parts.at[i];
    if (v >= g->order || (i > 0 && parts.at[i - 1] > v)) return false;
    if (grundy_is_terminal(g, v) && sums->rows[v] == sums->rows[v + 1]) return false;
  }
  return parts.count != 1;
}

bool grundy_part_sums_fit(const grundy_digraph *g, const grundy_part_sums *sums) {
  if (sums->rows[0] != 0 || sums->starts[0] != 0) return false;
  for (uint32_t v = 0; v < g->order; v++)
    if (sums->rows[v] > sums->rows[v + 1]) return false;
  for (uint64_t s = 0; s < sums->rows[g->order]; s++)
    if (!is_sum(g, sums, s)) return false;
  return true;
}

/* ---- strong components --------------------------------------------------------------------- */

void grundy_strong_parts_free(grundy_strong_parts *strong) {
  free(strong->of);
  free(strong->parts);
  free(strong->starts);
  *strong = (grundy_strong_parts){0};
}

/* Makes the digraph with a move to every part of every sum. */
static grundy_status join_rows(const grundy_digraph *g, grundy_digraph **joined,
                               grundy_error *error) {
  const grundy_part_sums *sums = &g->sums;
  grundy_rows rows;
  if (!grundy_rows_start(&rows, g->order,
                         grundy_digraph_size(g) + sums->starts[sums->rows[g->order]]))
    return grundy_fail_memory(error);
  for (uint32_t v = 0; v < g->order; v++) {
    grundy_vertices row = grundy_digraph_followers(g, v);
    uint64_t first = sums->starts[sums->rows[v]], parts = sums->starts[sums->rows[v + 1]] - first;
    uint32_t *to = grundy_rows_next(&rows, row.count + parts);
    if (row.count > 0) memcpy(to, row.at, row.count * sizeof *to);
    if (parts > 0) memcpy(to + row.count, sums->parts + first, parts * sizeof *to);
    grundy_rows_add(&rows, row.count + parts);
  }
  grundy_status status = grundy_rows_sort(&rows, joined, error);
  grundy_rows_free(&rows);
  return status;
}

/* Sorts the parts by their strong components. */
static grundy_status sort_parts(uint32_t order, grundy_strong_parts *c, grundy_error *error) {
  c->parts = grundy_alloc(order, sizeof *c->parts);
  c->starts = grundy_alloc_zero((uint64_t)c->count + 2, sizeof *c->starts);
  if (c->parts == NULL || c->starts == NULL) return grundy_fail_memory(error);
  for (uint32_t v = 0; v < order; v++) c->starts[c->of[v] + 2]++;
  for (uint32_t i = 0; i < c->count; i++) c->starts[i + 2] += c->starts[i + 1];
  for (uint32_t v = 0; v < order; v++) c->parts[c->starts[c->of[v] + 1]++] = v;
  assert(c->starts[c->count] == order);
  return GRUNDY_OK;
}

/* ---- sums that grow ------------------------------------------------------------------------ */

/* Parts that a message names one after the other. */
enum { MOST_NAMES = 4 };

/* Finds a shortest path from one part to another of its strong component. before[v] becomes the
 * part before v on it. */
static grundy_status find_path(const grundy_digraph *joined, const uint32_t *strong, uint32_t from,
                               uint32_t to, uint32_t *before, grundy_error *error) {
  uint32_t order = grundy_digraph_order(joined), count = 0;
  uint32_t *queue = grundy_alloc(order, sizeof *queue);
  if (queue == NULL) return grundy_fail_memory(error);
  for (uint32_t v = 0; v < order; v++) before[v] = UINT32_MAX;
  before[from] = from;
  queue[count++] = from;
  for (uint32_t i = 0; before[to] == UINT32_MAX; i++) {
    assert(i < count); /* every part of a strong component leads to every other one */
    grundy_vertices row = grundy_digraph_followers(joined, queue[i]);
    for (uint64_t j = 0; j < row.count; j++) {
      uint32_t v = row.at[j];
      if (strong[v] != strong[from] || before[v] != UINT32_MAX) continue;
      before[v] = queue[i];
      queue[count++] = v;
    }
  }
  free(queue);
  return GRUNDY_OK;
}

static void append_name(const grundy_digraph *g, uint32_t v, const char *between,
                        grundy_error *error) {
  char scratch[GRUNDY_NAME_MAX_BYTES];
  const char *name = grundy_digraph_name(g, v, scratch);
  grundy_error_append(error, "%s'%.*s'", between, grundy_excerpt(name, strlen(name)), name);
}

/* Appends the path back, which `before` has in reverse; long ones are cut short. */
static grundy_status append_path(const grundy_digraph *g, uint32_t from, uint32_t to,
                                 const uint32_t *before, grundy_error *error) {
  uint32_t length = 0;
  for (uint32_t v = to; v != from; v = before[v]) length++;
  if (length == 0) return GRUNDY_OK;
  uint32_t *path = grundy_alloc(length, sizeof *path);
  if (path == NULL) return grundy_fail_memory(error);
  for (uint32_t v = to, i = length; v != from; v = before[v]) path[--i] = v;
  grundy_error_append(error, ", and");
  append_name(g, from, " ", error);
  for (uint32_t i = 0; i + 1 < length && i < MOST_NAMES; i++) append_name(g, path[i], " → ", error);
  if (length > MOST_NAMES + 1) grundy_error_append(error, " → …");
  append_name(g, to, " → ", error);
  free(path);
  return GRUNDY_OK;
}

/* Fails because part v has a move to sum s, one part of which leads back to v. */
static grundy_status fail_growth(const grundy_digraph *g, const grundy_digraph *joined,
                                 const uint32_t *strong, uint32_t v, uint64_t s,
                                 grundy_error *error) {
  grundy_vertices parts = grundy_part_sums_get(&g->sums, s);
  uint32_t back = parts.at[0];
  for (uint64_t i = 0; i < parts.count; i++)
    if (strong[parts.at[i]] == strong[v]) back = parts.at[i];
  uint32_t *before = grundy_alloc(grundy_digraph_order(g), sizeof *before);
  if (before == NULL) return grundy_fail_memory(error);
  grundy_status status = find_path(joined, strong, back, v, before, error);
  if (status == GRUNDY_OK) {
    status = grundy_fail(error, GRUNDY_UNABLE, "sums grow without bound on a cycle:");
    append_name(g, v, " ", error);
    for (uint64_t i = 0; i < parts.count && i < MOST_NAMES; i++)
      append_name(g, parts.at[i], i == 0 ? " → " : " + ", error);
    if (parts.count > MOST_NAMES) grundy_error_append(error, " + …");
    if (append_path(g, back, v, before, error) != GRUNDY_OK) status = GRUNDY_OUT_OF_MEMORY;
  }
  free(before);
  return status;
}

static grundy_status check_growth(const grundy_digraph *g, const grundy_digraph *joined,
                                  const uint32_t *strong, grundy_error *error) {
  const grundy_part_sums *sums = &g->sums;
  for (uint32_t v = 0; v < g->order; v++)
    for (uint64_t s = sums->rows[v]; s < sums->rows[v + 1]; s++)
      for (uint64_t i = sums->starts[s]; i < sums->starts[s + 1]; i++)
        if (strong[sums->parts[i]] == strong[v]) return fail_growth(g, joined, strong, v, s, error);
  return GRUNDY_OK;
}

grundy_status grundy_strong_parts_find(const grundy_digraph *g, grundy_work *work,
                                       grundy_strong_parts *strong, grundy_error *error) {
  grundy_strong_parts c = {.of = grundy_alloc(g->order, sizeof *c.of)};
  grundy_digraph *joined = NULL;
  grundy_status status = c.of == NULL ? grundy_fail_memory(error) : join_rows(g, &joined, error);
  if (status == GRUNDY_OK)
    status = grundy_strong_components_find(joined, work, c.of, &c.count, error);
  if (status == GRUNDY_OK) status = check_growth(g, joined, c.of, error);
  if (status == GRUNDY_OK) status = sort_parts(g->order, &c, error);
  grundy_digraph_free(joined);
  if (status == GRUNDY_OK)
    *strong = c;
  else
    grundy_strong_parts_free(&c);
  return status;
}
