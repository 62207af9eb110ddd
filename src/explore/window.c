/* Explores a window of a game, which may be infinite: options->window positions and the moves
 * between them.
 *
 * A position is taken into the window when its turn comes: the smallest number of `order` first, or
 * the position that was reached first. Only then is it asked for its moves. So the positions of a
 * smaller window are the first ones of every larger window, and they are numbered as they were
 * taken.
 *
 * Without `order`, positions are taken as they are reached. Then no more than options->window are
 * stored. */

#include "explore/impl.h"

#include "base/alloc.h"
#include "base/error.h"
#include "digraph/rows.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* A move to a position that was not stored, or was not taken. */
#define OUTSIDE UINT32_MAX

/* A position that was reached and not yet taken. */
typedef struct candidate {
  int64_t order;
  uint32_t number; /* as it was reached */
} candidate;

typedef struct windower {
  grundy_ruleset *ruleset;
  const grundy_open_options *options;
  grundy_explored *explored;
  uint64_t size, limit;   /* of the window, and of the positions that are reached */
  grundy_positions found; /* all positions that were reached */
  candidate *heap;        /* the first is the next one; unused without `order` */
  uint64_t heap_count, heap_room;
  uint32_t *taken; /* their numbers */
  uint32_t taken_count;
  uint64_t taken_room;
  grundy_rows rows; /* of numbers as they were reached, later as they were taken */
  uint8_t *frontier;
  grundy_rule_attributes attributes;
  grundy_status status; /* of taking moves */
  grundy_error *error;
  grundy_work work;
} windower;

/* ---- candidates --------------------------------------------------------------------------- */

static bool comes_before(candidate a, candidate b) {
  return a.order != b.order ? a.order < b.order : a.number < b.number;
}

static void swap(candidate *a, candidate *b) {
  candidate kept = *a;
  *a = *b;
  *b = kept;
}

static candidate pop(windower *w) {
  assert(w->heap_count > 0);
  candidate first = w->heap[0];
  w->heap[0] = w->heap[--w->heap_count];
  for (uint64_t i = 0, child = 1; child < w->heap_count; i = child, child = 2 * i + 1) {
    if (child + 1 < w->heap_count && comes_before(w->heap[child + 1], w->heap[child])) child++;
    if (!comes_before(w->heap[child], w->heap[i])) break;
    swap(&w->heap[i], &w->heap[child]);
  }
  return first;
}

/* ---- moves -------------------------------------------------------------------------------- */

/* Stores a position that a move leads to, if it is new and the window has room for it, and appends
 * its number to the targets; a grundy_take. */
static void take_move(void *to, grundy_position position) {
  windower *w = to;
  uint64_t hash = grundy_position_hash(position);
  uint32_t number = OUTSIDE;
  if (w->status != GRUNDY_OK) return;
  bool is_kept = w->ruleset->has_order || w->found.count < w->size;
  if (!grundy_positions_find(&w->found, position, hash, &number)) {
    number = OUTSIDE;
    if (is_kept && w->found.count == w->limit)
      w->status = grundy_positions_fail_limit(w->limit, "positions", w->error);
    else if (is_kept && !grundy_positions_add(&w->found, position, hash, &number))
      w->status = grundy_fail_memory(w->error);
  }
  if (w->status == GRUNDY_OK && !grundy_rows_push(&w->rows, number))
    w->status = grundy_fail_memory(w->error);
}

/* Makes candidates of the positions from number `first` on. Rules must not be called while they
 * give moves. */
static grundy_status add_candidates(windower *w, uint32_t first) {
  for (uint32_t number = first; w->ruleset->has_order && number < w->found.count; number++) {
    candidate c = {.number = number};
    grundy_status status = w->ruleset->kind->order(
        w->ruleset, grundy_positions_get(&w->found, number), &c.order, w->error);
    if (status != GRUNDY_OK) return status;
    if (!grundy_grow(&w->heap, &w->heap_room, w->heap_count + 1, sizeof *w->heap))
      return grundy_fail_memory(w->error);
    uint64_t i = w->heap_count++;
    w->heap[i] = c;
    for (; i > 0 && comes_before(w->heap[i], w->heap[(i - 1) / 2]); i = (i - 1) / 2)
      swap(&w->heap[i], &w->heap[(i - 1) / 2]);
  }
  return GRUNDY_OK;
}

/* Takes the position that comes next into the window, with its row: the end of play there, or its
 * moves. */
static grundy_status take_position(windower *w) {
  uint32_t v = w->taken_count, number = w->ruleset->has_order ? pop(w).number : v;
  uint32_t before = w->found.count;
  uint64_t count = v + UINT64_C(1), ends_room = w->taken_room;
  if (!grundy_grow(&w->taken, &w->taken_room, count, sizeof *w->taken) ||
      (w->ruleset->has_terminal &&
       !grundy_grow(&w->attributes.ends, &ends_room, count, sizeof *w->attributes.ends)))
    return grundy_fail_memory(w->error);
  w->taken[w->taken_count++] = number;
  grundy_position_info info = {0};
  grundy_aligned_position copy; /* new positions may move the others */
  grundy_position position = grundy_aligned_copy(&copy, grundy_positions_get(&w->found, number));
  grundy_status status = GRUNDY_OK;
  if (w->ruleset->has_terminal) {
    status = w->ruleset->kind->info(w->ruleset, position, &info, w->error);
    w->attributes.ends[v] = info.end;
  }
  if (status == GRUNDY_OK && info.end == 0)
    status = grundy_ruleset_moves(w->ruleset, position, take_move, w, w->error);
  if (status == GRUNDY_OK) status = w->status;
  if (status == GRUNDY_OK && !grundy_rows_end(&w->rows)) status = grundy_fail_memory(w->error);
  return status == GRUNDY_OK ? add_candidates(w, before) : status;
}

/* ---- the window --------------------------------------------------------------------------- */

static grundy_status report(windower *w) {
  uint64_t memory = grundy_positions_memory(&w->found) + w->heap_room * sizeof *w->heap +
                    w->taken_room * (sizeof *w->taken + (w->attributes.ends != NULL)) +
                    grundy_rows_memory(&w->rows);
  grundy_exploration now = {w->found.count, w->found.count - w->taken_count, w->rows.size, memory,
                            false};
  w->work.done = w->taken_count;
  w->work.total = w->size;
  return grundy_exploration_report(w->options, &now, &w->work, w->error);
}

static grundy_status take_all(windower *w) {
  enum { BATCH = 256 }; /* positions between two reports */
  grundy_position_lookup start = {.positions = &w->found};
  w->found.bytes = w->ruleset->bytes;
  grundy_status status = grundy_ruleset_start(w->ruleset, grundy_take_any, &start, w->error);
  if (status == GRUNDY_OK && w->found.count == 0) status = grundy_fail_memory(w->error);
  if (status == GRUNDY_OK) status = add_candidates(w, 0);
  while (status == GRUNDY_OK && w->taken_count < w->size && w->taken_count < w->found.count) {
    status = take_position(w);
    if (status == GRUNDY_OK && w->taken_count % grundy_work_period(BATCH) == 0) status = report(w);
  }
  return status == GRUNDY_OK ? report(w) : status;
}

/* ---- the digraph -------------------------------------------------------------------------- */

/* Renumbers the targets as they were taken, drops those outside, and marks where they were. */
static grundy_status make_rows(windower *w) {
  uint32_t *places = grundy_alloc(w->found.count, sizeof *places);
  w->frontier = grundy_alloc_zero(w->taken_count, 1);
  if (places == NULL || w->frontier == NULL) {
    free(places);
    return grundy_fail_memory(w->error);
  }
  memset(places, 0xff, w->found.count * sizeof *places); /* OUTSIDE */
  for (uint32_t v = 0; v < w->taken_count; v++) places[w->taken[v]] = v;
  uint64_t kept = 0, from = 0;
  for (uint32_t v = 0; v < w->taken_count; v++) {
    for (; from < w->rows.offsets[v + 1]; from++) {
      uint32_t target = w->rows.targets[from], place = target == OUTSIDE ? OUTSIDE : places[target];
      if (place == OUTSIDE)
        w->frontier[v] = 1;
      else
        w->rows.targets[kept++] = place;
    }
    w->rows.offsets[v + 1] = kept;
  }
  w->rows.size = kept;
  free(places);
  return GRUNDY_OK;
}

/* Stores the positions that were taken, in this order, and makes the digraph, which they name. */
static grundy_status make_digraph(windower *w, grundy_digraph **g) {
  grundy_positions *p = &w->explored->positions;
  uint32_t v;
  for (uint32_t i = 0; i < w->taken_count; i++)
    if (!grundy_positions_append(p, grundy_positions_get(&w->found, w->taken[i]), &v))
      return grundy_fail_memory(w->error);
  grundy_positions_shrink(p);
  grundy_status status = grundy_positions_make_index(p, &w->work, w->error);
  if (status != GRUNDY_OK) return status;
  status = grundy_rows_sort(&w->rows, g, w->error);
  if (status != GRUNDY_OK) return status;
  grundy_explored_name(*g, w->explored);
  w->explored = NULL; /* owned by the digraph now */
  return GRUNDY_OK;
}

/* Gives the digraph its ends and its frontier, where play does not end, even if all moves leave the
 * window. Without a frontier this is the whole game. */
static grundy_status set_attributes(windower *w, grundy_digraph *g) {
  grundy_status status = grundy_explored_set_attributes(g, &w->attributes, w->error);
  if (status != GRUNDY_OK || memchr(w->frontier, 1, g->order) == NULL) return status;
  if (w->ruleset->has_terminal && g->attributes.outcomes == NULL) {
    /* The last player wins at every end in the window, but other ends may be outside. */
    g->attributes.outcomes = grundy_alloc_zero(g->order, 1);
    if (g->attributes.outcomes == NULL) return grundy_fail_memory(w->error);
    for (uint32_t v = 0; v < g->order; v++)
      if (grundy_is_terminal(g, v)) g->attributes.outcomes[v] = GRUNDY_OUTCOME_P;
  }
  for (uint32_t v = 0; g->attributes.outcomes != NULL && v < g->order; v++)
    if (w->frontier[v] != 0) g->attributes.outcomes[v] = 0;
  g->attributes.frontier = w->frontier;
  w->frontier = NULL;
  grundy_digraph_complete(g);
  return GRUNDY_OK;
}

static grundy_status explore(windower *w, grundy_digraph **g) {
  if (w->ruleset->has_player)
    return grundy_fail(w->error, GRUNDY_UNDEFINED,
                       "windows are for games in which both players have the same moves; these "
                       "rules have a function `player`");
  grundy_status status = grundy_ruleset_require_ordinary(w->ruleset, "windows", w->error);
  if (status == GRUNDY_OK) status = take_all(w);
  if (status == GRUNDY_OK) status = make_rows(w);
  if (status == GRUNDY_OK) status = make_digraph(w, g);
  return status == GRUNDY_OK ? set_attributes(w, *g) : status;
}

grundy_status grundy_explore_window(grundy_ruleset *ruleset, const grundy_open_options *options,
                                    grundy_digraph **g, grundy_error *error) {
  const uint64_t most = GRUNDY_DIGRAPH_MAX_ORDER;
  grundy_digraph *made = NULL;
  windower w = {.ruleset = ruleset, .options = options, .error = error};
  w.size = options->window < most ? options->window : most;
  w.limit = options->limit > 0 && options->limit < most ? options->limit : most;
  w.explored = grundy_explored_new(ruleset, options);
  if (w.explored == NULL) return grundy_fail_memory(error);
  w.work = grundy_work_start(options->monitor, "exploring", 0);
  grundy_ruleset_set_monitor(ruleset, &w.work);
  grundy_status status = explore(&w, &made);
  grundy_ruleset_set_monitor(ruleset, NULL);
  if (status == GRUNDY_OK) {
    grundy_work_finish(&w.work, "", grundy_digraph_size(made));
    *g = made;
  } else {
    grundy_digraph_free(made);
  }
  grundy_positions_free(&w.found);
  free(w.heap);
  free(w.taken);
  grundy_rows_free(&w.rows);
  free(w.frontier);
  free(w.attributes.ends);
  grundy_explored_free(w.explored);
  return status;
}
