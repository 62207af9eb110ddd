/* Reads the rows, names and attributes of a digraph. */

#include "digraph/impl.h"

#include "base/alloc.h"
#include "base/error.h"
#include "base/lower_bound.h"
#include "base/options.h"
#include "base/order.h"
#include "base/threads.h"
#include "digraph/rows.h"
#include "digraph/sort_by_head.h"
#include "digraph/view.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

uint32_t grundy_digraph_order(const grundy_digraph *g) {
  return g->order;
}

uint64_t grundy_digraph_size(const grundy_digraph *g) {
  return g->offsets[g->order];
}

grundy_vertices grundy_digraph_followers(const grundy_digraph *g, uint32_t u) {
  assert(u < g->order);
  return (grundy_vertices){g->targets + g->offsets[u], g->offsets[u + 1] - g->offsets[u]};
}

const uint64_t *grundy_digraph_offsets(const grundy_digraph *g) {
  return g->offsets;
}

const uint32_t *grundy_digraph_targets(const grundy_digraph *g) {
  return g->targets;
}

static uint64_t names_memory(const grundy_names *names) {
  return names->text_capacity + sizeof *names->start * names->start_capacity +
         2 * sizeof *names->hashed.slots * names->hashed.slot_count +
         sizeof *names->by_number * names->number_count;
}

uint64_t grundy_digraph_memory(const grundy_digraph *g) {
  const grundy_attributes *a = &g->attributes;
  uint64_t of_position = (a->players != NULL ? sizeof *a->players : 0) +
                         (a->outcomes != NULL ? sizeof *a->outcomes : 0) +
                         (a->payoffs != NULL ? sizeof *a->payoffs : 0) +
                         (a->frontier != NULL ? sizeof *a->frontier : 0);
  uint64_t bytes = sizeof *g + names_memory(&g->names) + names_memory(&g->label_texts.texts) +
                   sizeof *g->label_texts.of * g->label_texts.capacity + of_position * g->order;
  if (!g->borrows_rows && !grundy_mapping_holds(&g->mapping, g->offsets))
    bytes += sizeof *g->offsets * (g->order + UINT64_C(1));
  if (!g->borrows_rows && !grundy_mapping_holds(&g->mapping, g->targets))
    bytes += sizeof *g->targets * grundy_digraph_size(g);
  if (g->kinds != NULL) bytes += grundy_digraph_size(g);
  if (g->sums.rows == NULL) return bytes;
  uint64_t sums = g->sums.rows[g->order];
  return bytes + sizeof *g->sums.rows * (g->order + UINT64_C(1)) +
         sizeof *g->sums.starts * (sums + 1) + sizeof *g->sums.parts * g->sums.starts[sums];
}

bool grundy_digraph_has_move(const grundy_digraph *g, uint32_t u, uint32_t v) {
  assert(u < g->order);
  uint64_t at = g->offsets[u], end = g->offsets[u + 1];
  GRUNDY_LOWER_BOUND(at, end, e, g->targets[e] < v)
  return at < end && g->targets[at] == v;
}

const char *grundy_digraph_name(const grundy_digraph *g, uint32_t v,
                                char scratch[GRUNDY_NAME_MAX_BYTES]) {
  assert(v < g->order);
  assert(g->names.count == 0 || g->names.count == g->order);
  if (g->names.count > 0) return grundy_names_get(&g->names, v);
  if (g->naming.context != NULL)
    g->naming.show(g->naming.context, v, scratch);
  else
    *grundy_number_print(scratch, v) = '\0';
  return scratch;
}

void grundy_digraph_name_by(grundy_digraph *g, grundy_naming naming) {
  assert(!grundy_digraph_has_names(g));
  g->naming = naming;
}

const void *grundy_digraph_named_by(const grundy_digraph *g,
                                    void (*show)(const void *context, uint32_t v,
                                                 char text[GRUNDY_NAME_MAX_BYTES])) {
  return g->naming.show == show ? g->naming.context : NULL;
}

void grundy_digraph_set_seen_by_mover(grundy_digraph *g, bool is_seen_by_mover) {
  g->is_seen_by_mover = is_seen_by_mover;
}

bool grundy_digraph_is_seen_by_mover(const grundy_digraph *g) {
  return g->is_seen_by_mover;
}

/* Returns whether the names of g are made on demand. */
static bool has_naming(const grundy_digraph *g) {
  return g->naming.context != NULL;
}

grundy_status grundy_digraph_naming_status(const grundy_digraph *g, grundy_error *error) {
  return has_naming(g) ? g->naming.failed(g->naming.context, error) : GRUNDY_OK;
}

grundy_status grundy_digraph_check_names(const grundy_digraph *g, const grundy_monitor *monitor,
                                         grundy_error *error) {
  return has_naming(g) ? g->naming.check(g->naming.context, monitor, error) : GRUNDY_OK;
}

bool grundy_digraph_has_names(const grundy_digraph *g) {
  return g->names.count > 0 || has_naming(g);
}

size_t grundy_digraph_name_room(const grundy_digraph *g, uint32_t v) {
  if (g->names.count > 0) return strlen(grundy_names_get(&g->names, v));
  return g->naming.context != NULL ? GRUNDY_NAME_MAX_BYTES - 1 : GRUNDY_NUMBER_ROOM;
}

bool grundy_digraph_find(const grundy_digraph *g, const char *name, size_t length, uint32_t *v) {
  if (g->names.count > 0) return grundy_names_find(&g->names, name, length, v);
  if (g->naming.context != NULL) return g->naming.find(g->naming.context, name, length, v);
  return grundy_number_name(name, length, g->order, v);
}

const char *grundy_digraph_label(const grundy_digraph *g, uint32_t v) {
  return grundy_label_texts_get(&g->label_texts, v);
}

const uint8_t *grundy_digraph_players(const grundy_digraph *g) {
  return g->attributes.players;
}

const grundy_outcome *grundy_digraph_outcomes(const grundy_digraph *g) {
  return g->attributes.outcomes;
}

const double *grundy_digraph_payoffs(const grundy_digraph *g) {
  return g->attributes.payoffs;
}

const uint8_t *grundy_digraph_frontier(const grundy_digraph *g) {
  return g->attributes.frontier;
}

const uint8_t *grundy_digraph_kinds(const grundy_digraph *g) {
  return g->kinds;
}

grundy_game_type grundy_digraph_type(const grundy_digraph *g) {
  return g->type;
}

void grundy_digraph_complete(grundy_digraph *g) {
  const grundy_attributes *a = &g->attributes;
  if (g->kinds != NULL)
    g->type = GRUNDY_GAME_TURNS;
  else if (g->sums.rows != NULL)
    g->type = GRUNDY_GAME_PARTS;
  else if (a->frontier != NULL)
    g->type = a->outcomes == NULL ? GRUNDY_GAME_WINDOW : GRUNDY_GAME_WINDOW_ENDS;
  else if (a->players != NULL)
    g->type = a->payoffs == NULL ? GRUNDY_GAME_COLOURED : GRUNDY_GAME_PAYOFFS;
  else
    for (uint32_t v = 0; a->outcomes != NULL && v < g->order; v++)
      if (a->outcomes[v] == GRUNDY_OUTCOME_N || a->outcomes[v] == GRUNDY_OUTCOME_D)
        g->type = GRUNDY_GAME_ENDS;
}

/* Returns whether the array does not belong to g alone: it is in a mapped file, or the caller's. */
static bool is_borrowed(const grundy_digraph *g, const void *array) {
  return g->borrows_rows || grundy_mapping_holds(&g->mapping, array);
}

void grundy_digraph_free(grundy_digraph *g) {
  if (g == NULL) return;
  if (!is_borrowed(g, g->offsets)) free(g->offsets);
  if (!is_borrowed(g, g->targets)) free(g->targets);
  free(g->kinds);
  grundy_mapping_free(&g->mapping);
  grundy_names_free(&g->names);
  if (g->naming.context != NULL) g->naming.free(g->naming.context);
  grundy_label_texts_free(&g->label_texts);
  grundy_attributes_free(&g->attributes);
  grundy_part_sums_free(&g->sums);
  free(g);
}

/* Returns a digraph with room for `size` moves and all offsets 0; NULL if memory runs out. */
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

/* Makes the rows of tails by head. */
static grundy_status rows_by_head(const grundy_move_arrays *moves, grundy_work *work,
                                  grundy_digraph **rows, grundy_error *error) {
  grundy_digraph *made = digraph_alloc(moves->order, moves->count);
  if (made == NULL) return grundy_fail_memory(error);
  grundy_status status = grundy_sort_by_head(moves, made->offsets, made->targets, work, error);
  if (status == GRUNDY_OK)
    *rows = made;
  else
    grundy_digraph_free(made);
  return status;
}

/* Reverses the rows of g: the row of v lists every u with v in the row of u, as often as it is
 * listed there, in increasing order. */
static grundy_status reverse_rows(const grundy_digraph *g, grundy_work *work,
                                  grundy_digraph **reverse, grundy_error *error) {
  grundy_move_arrays moves = {
      .order = g->order, .count = grundy_digraph_size(g), .heads = g->targets, .rows = g->offsets};
  return rows_by_head(&moves, work, reverse, error);
}

/* Removes repeated moves from rows that are increasing, so that they become strictly increasing. */
static void merge_repeated_moves(grundy_digraph *g) {
  uint64_t kept = 0, begin = 0;
  assert(!is_borrowed(g, g->targets)); /* files and arrays of the caller are not written to */
  for (uint32_t u = 0; u < g->order; u++) {
    uint64_t end = g->offsets[u + 1], first = kept;
    for (uint64_t e = begin; e < end; e++)
      if (kept == first || g->targets[kept - 1] != g->targets[e])
        g->targets[kept++] = g->targets[e];
    begin = end;
    g->offsets[u + 1] = kept;
  }
  g->targets = grundy_shrink(g->targets, kept, sizeof *g->targets);
  assert(grundy_rows_increase(g->order, g->offsets, g->targets));
}

/* Returns GRUNDY_BAD_ARGUMENT if a tail or head is not below `order`. */
static grundy_status check_moves(const grundy_move_arrays *moves, grundy_error *error) {
  for (uint64_t i = 0; i < moves->count; i++)
    if (moves->tails[i] >= moves->order || moves->heads[i] >= moves->order)
      return grundy_fail(error, GRUNDY_BAD_ARGUMENT,
                         "move %" PRIu64 " is from %" PRIu32 " to %" PRIu32
                         "; expected numbers below %" PRIu32,
                         i, moves->tails[i], moves->heads[i], moves->order);
  return GRUNDY_OK;
}

static grundy_status check_order(uint32_t order, grundy_error *error) {
  if (order <= GRUNDY_DIGRAPH_MAX_ORDER) return GRUNDY_OK;
  return grundy_fail_because(error, GRUNDY_UNABLE, GRUNDY_REASON_TOO_MANY,
                             "the game has too many positions; expected at most %" PRIu32,
                             GRUNDY_DIGRAPH_MAX_ORDER);
}

/* Two sorts, by head and then by tail, leave every row in order: O(V + E). */
grundy_status grundy_digraph_sort(uint32_t order, uint64_t count, const uint32_t *tails,
                                  const uint32_t *heads, const grundy_monitor *monitor,
                                  grundy_digraph **g, grundy_error *error) {
  grundy_move_arrays moves = {.order = order, .count = count, .heads = heads, .tails = tails};
  grundy_status status = check_order(order, error);
  if (status == GRUNDY_OK) status = check_moves(&moves, error);
  grundy_digraph *rows = NULL, *made = NULL;
  grundy_work work = grundy_work_start(monitor, "sorting", 6 * count);
  if (status == GRUNDY_OK) status = rows_by_head(&moves, &work, &rows, error);
  if (status == GRUNDY_OK) status = reverse_rows(rows, &work, &made, error);
  grundy_digraph_free(rows);
  if (status != GRUNDY_OK) return status;
  merge_repeated_moves(made);
  *g = made;
  return GRUNDY_OK;
}

grundy_status grundy_digraph_check_unnamed(uint64_t order, uint64_t moves, uint64_t limit,
                                           grundy_error *error) {
  bool is_sparse = order / GRUNDY_DIGRAPH_UNNAMED_PER_MOVE > moves;
  if (limit != 0 && order > limit)
    return grundy_fail_because(error, GRUNDY_UNABLE, GRUNDY_REASON_TOO_MANY,
                               "%" PRIu64 " positions; max-positions allows %" PRIu64, order,
                               limit);
  if (limit != 0 || order <= GRUNDY_DIGRAPH_UNNAMED || !is_sparse) return GRUNDY_OK;
  return grundy_fail_because(error, GRUNDY_UNABLE, GRUNDY_REASON_TOO_MANY,
                             "%" PRIu64 " positions for %" PRIu64 " move%s; the limit is %" PRIu32
                             ", or %" PRIu32 " per move, unless max-positions is given",
                             order, moves, moves == 1 ? "" : "s", GRUNDY_DIGRAPH_UNNAMED,
                             GRUNDY_DIGRAPH_UNNAMED_PER_MOVE);
}

grundy_status grundy_digraph_new(uint32_t order, uint64_t count, const uint32_t *tails,
                                 const uint32_t *heads, grundy_digraph **g, grundy_error *error) {
  return grundy_digraph_sort(order, count, tails, heads, NULL, g, error);
}

/* Returns whether this row is strictly increasing and below the order. Its last target is the
 * largest. */
static bool is_row(uint32_t order, const uint32_t *row, uint64_t count) {
  bool good = count == 0 || row[count - 1] < order;
  for (uint64_t i = 1; i < count; i++) good &= row[i - 1] < row[i];
  return good;
}

typedef struct row_check {
  uint32_t order;
  const uint64_t *offsets;
  const uint32_t *targets;
  int threads;
  bool bad[GRUNDY_MAX_THREADS];
} row_check;

static void check_share(void *context, int part) {
  row_check *c = context;
  const uint64_t *offsets = c->offsets;
  uint64_t size = offsets[c->order];
  uint32_t u = grundy_first_row(offsets, c->order, grundy_share(size, part, c->threads));
  uint32_t end = grundy_first_row(offsets, c->order, grundy_share(size, part + 1, c->threads));
  while (u < end && is_row(c->order, c->targets + offsets[u], offsets[u + 1] - offsets[u])) u++;
  c->bad[part] = u < end;
}

bool grundy_rows_increase(uint32_t order, const uint64_t *offsets, const uint32_t *targets) {
  assert(grundy_offsets_increase(order, offsets));
  row_check c = {order, offsets, targets, grundy_threads_for(offsets[order]), {false}};
  grundy_parallel(c.threads, check_share, &c);
  for (int part = 0; part < c.threads; part++)
    if (c.bad[part]) return false;
  return true;
}

/* Sorts every row in place. Returns whether a move is listed twice. */
static bool sort_rows(grundy_digraph *g) {
  bool repeated = false;
  for (uint32_t u = 0; u < g->order; u++) {
    uint64_t begin = g->offsets[u], end = g->offsets[u + 1];
    grundy_sort_numbers(g->targets + begin, end - begin);
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
  assert(order <= GRUNDY_DIGRAPH_MAX_ORDER);
  assert(names->count == 0 || names->count == order);
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

grundy_status grundy_digraph_borrow(uint32_t order, const uint64_t *offsets,
                                    const uint32_t *targets, grundy_digraph **g,
                                    grundy_error *error) {
  grundy_status status = check_order(order, error);
  if (status != GRUNDY_OK) return status;
  if (!grundy_offsets_increase(order, offsets))
    return grundy_fail(error, GRUNDY_BAD_ARGUMENT, "offsets must begin with 0 and not decrease");
  if (!grundy_rows_increase(order, offsets, targets))
    return grundy_fail(error, GRUNDY_BAD_ARGUMENT,
                       "every row must be strictly increasing, with targets below %" PRIu32, order);
  grundy_digraph *made = grundy_alloc_zero(1, sizeof *made);
  if (made == NULL) return grundy_fail_memory(error);
  made->order = order;
  made->offsets = (uint64_t *)offsets; /* never written to: borrows_rows */
  made->targets = (uint32_t *)targets;
  made->borrows_rows = true;
  *g = made;
  return GRUNDY_OK;
}

grundy_status grundy_digraph_transpose(const grundy_digraph *g, const grundy_run_options *options,
                                       grundy_digraph **reverse, grundy_error *error) {
  const grundy_monitor *monitor;
  if (grundy_monitor_of(options, &monitor, error) != GRUNDY_OK) return GRUNDY_BAD_ARGUMENT;
  uint64_t size = grundy_digraph_size(g);
  grundy_work work = grundy_work_start(monitor, "transpose", 3 * size);
  grundy_status status = reverse_rows(g, &work, reverse, error);
  assert(status != GRUNDY_OK || grundy_digraph_size(*reverse) == size);
  assert(status != GRUNDY_OK ||
         grundy_rows_increase(g->order, (*reverse)->offsets, (*reverse)->targets));
  if (status == GRUNDY_OK) grundy_work_finish(&work, "", size);
  return status;
}

grundy_status grundy_digraph_with_reverses(grundy_digraph *g, grundy_digraph **both,
                                           grundy_error *error) {
  grundy_digraph *reverse = NULL;
  grundy_status status = grundy_digraph_transpose(g, NULL, &reverse, error);
  if (status != GRUNDY_OK) return status;
  grundy_rows rows;
  if (!grundy_rows_start(&rows, g->order, 2 * grundy_digraph_size(g))) {
    grundy_digraph_free(reverse);
    return grundy_fail_memory(error);
  }
  for (uint32_t u = 0; u < g->order; u++) {
    grundy_vertices out = grundy_digraph_followers(g, u), in = grundy_digraph_followers(reverse, u);
    uint32_t *to = grundy_rows_next(&rows, out.count + in.count);
    if (out.count > 0) memcpy(to, out.at, out.count * sizeof *to);
    if (in.count > 0) memcpy(to + out.count, in.at, in.count * sizeof *to);
    grundy_rows_add(&rows, out.count + in.count);
  }
  status = grundy_rows_sort(&rows, both, error);
  if (status == GRUNDY_OK) {
    (*both)->names = g->names;
    g->names = (grundy_names){0};
  }
  grundy_rows_free(&rows);
  grundy_digraph_free(reverse);
  return status;
}
