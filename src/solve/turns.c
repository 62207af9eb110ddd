/* Values of games with kinds of moves, level by level (docs/carry-on.md, "The algorithm").
 *
 * Level n labels two states of every position, as if a heap of n lay next to the game: `free`,
 * where the player to move may also move the heap, and `locked`, where the move must be made here.
 * The player can move the heap to the value of the position if that is smaller than n, so such free
 * states are N-positions from the start. The rest is retrograde: a state is an N-position as soon
 * as one of its moves is good, and a P-position when all of them are bad, but a free state only if
 * it was an N-position in all levels before. A free P-position of level n has the value n.
 *
 * The first level without a P-position is the last: the next one would begin with the same labels
 * and a stricter rule for P, so it would not change anything. Every level is linear, so the time is
 * O((largest value + 2) · E). */

#include "solve/turns.h"

#include "base/error.h"
#include "base/saturate.h"
#include "solve/impl.h"
#include "solve/kernels.h"

#include <assert.h>
#include <string.h>

/* The labels of a position. */
enum { FREE_N = 1, FREE_P = 2, LOCKED_N = 4, LOCKED_P = 8 };

/* A state in the queue: the vertex, and 1 if it is locked. */
enum { LOCKED = 1 };

typedef struct levels {
  grundy_turns t;
  grundy_work work;
  grundy_arena arena;
  uint64_t *left;  /* by position: moves that are not known to be bad */
  uint8_t *labels; /* by position */
  uint8_t
      *may_be_next; /* by position: it has no value, and was an N-position in all levels before */
  uint64_t *queue;  /* of labelled states */
  uint64_t first, end;  /* of the queue */
  uint32_t *remoteness; /* of all positions in level 0; NULL if not wanted */
  uint32_t level, clock;
} levels;

uint64_t grundy_turns_count_moves(const grundy_turns *t, uint32_t v) {
  uint64_t count = 0;
  for (uint64_t e = t->g.offsets[v]; e < t->g.offsets[v + 1]; e++)
    count += (uint64_t)__builtin_popcount(t->kinds[e]);
  return count;
}

/* Makes the moves to every position. */
static void reverse(grundy_turns *t) {
  const grundy_view *g = &t->g;
  t->in_offsets = grundy_arena_zeros(t->arena, (uint64_t)g->order + 1, sizeof *t->in_offsets);
  t->in_tails = grundy_arena_array(t->arena, g->size, sizeof *t->in_tails);
  t->in_kinds = grundy_arena_array(t->arena, g->size, sizeof *t->in_kinds);
  if (t->arena->failed) return;
  for (uint64_t e = 0; e < g->size; e++) t->in_offsets[g->targets[e] + 1]++;
  grundy_offsets_from_sizes(g->order, t->in_offsets);
  for (uint32_t u = 0; u < g->order; u++)
    for (uint64_t e = g->offsets[u]; e < g->offsets[u + 1]; e++) {
      uint64_t at = t->in_offsets[g->targets[e]]++;
      t->in_tails[at] = u;
      t->in_kinds[at] = t->kinds[e];
    }
  /* Every offset has moved to the next one. */
  memmove(t->in_offsets + 1, t->in_offsets, g->order * sizeof *t->in_offsets);
  t->in_offsets[0] = 0;
}

/* ---- one level -------------------------------------------------------------------------- */

static void push(levels *l, uint32_t v, uint8_t label) {
  l->labels[v] |= label;
  l->queue[l->end++] = (uint64_t)v << 1 | ((label & (LOCKED_N | LOCKED_P)) != 0 ? LOCKED : 0);
}

/* Labels both states of v, unless they have labels already. */
static void label_n(levels *l, uint32_t v) {
  if ((l->labels[v] & (FREE_N | FREE_P)) == 0) push(l, v, FREE_N);
  if ((l->labels[v] & (LOCKED_N | LOCKED_P)) == 0) push(l, v, LOCKED_N);
}

static void label_p(levels *l, uint32_t v) {
  if ((l->labels[v] & (LOCKED_N | LOCKED_P)) == 0) push(l, v, LOCKED_P);
  if ((l->labels[v] & (FREE_N | FREE_P)) != 0 || l->may_be_next[v] == 0) return;
  push(l, v, FREE_P);
  assert(l->t.values[v] == GRUNDY_INFINITY);
  l->t.values[v] = l->level;
  l->t.counter[v] = l->clock++;
}

/* Stores the remoteness of a position whose follower v was labelled before it. */
static void set_remoteness(levels *l, uint32_t u, uint32_t v) {
  if (l->level == 0 && l->remoteness != NULL && l->remoteness[u] == GRUNDY_INFINITY)
    l->remoteness[u] = l->remoteness[v] + 1;
}

/* Updates u, which has moves of these kinds to a state that was labelled. For the player at u, a
 * move after which the opponent moves is good if it leads to a P-position, and a move after which
 * the same player moves is good if it leads to an N-position. */
static void update(levels *l, uint32_t u, unsigned kinds, uint32_t v, bool is_locked, bool is_n) {
  unsigned here = kinds & (is_locked ? GRUNDY_MOVE_LOCAL | GRUNDY_MOVE_ENTAILING
                                     : GRUNDY_MOVE_ORDINARY | GRUNDY_MOVE_CARRY_ON);
  unsigned again = here & (GRUNDY_MOVE_CARRY_ON | GRUNDY_MOVE_LOCAL);
  unsigned good = is_n ? again : here & ~again;
  if (good != 0) {
    set_remoteness(l, u, v);
    label_n(l, u);
  }
  unsigned bad = (unsigned)__builtin_popcount(here & ~good);
  if (bad == 0) return;
  assert(l->left[u] >= bad);
  l->left[u] -= bad;
  if (l->left[u] > 0) return;
  set_remoteness(l, u, v);
  label_p(l, u);
}

/* Takes labelled states from the queue until it is empty. */
static bool propagate(levels *l) {
  while (l->first < l->end) {
    uint64_t state = l->queue[l->first++];
    uint32_t v = (uint32_t)(state >> 1);
    bool is_locked = (state & LOCKED) != 0;
    bool is_n = (l->labels[v] & (is_locked ? LOCKED_N : FREE_N)) != 0;
    for (uint64_t e = l->t.in_offsets[v]; e < l->t.in_offsets[v + 1]; e++)
      update(l, l->t.in_tails[e], l->t.in_kinds[e], v, is_locked, is_n);
    if (!grundy_work_step(l->t.work, 1 + l->t.in_offsets[v + 1] - l->t.in_offsets[v])) return false;
  }
  return true;
}

/* Labels one level. Without a heap, no free state is an N-position from the start. */
static bool label(levels *l, bool has_heap) {
  const grundy_view *g = &l->t.g;
  memset(l->labels, 0, g->order);
  l->first = l->end = 0;
  for (uint32_t v = 0; v < g->order; v++) {
    l->left[v] = grundy_turns_count_moves(&l->t, v);
    if (has_heap && l->t.values[v] < l->level) push(l, v, FREE_N);
  }
  for (uint32_t v = 0; v < g->order; v++) {
    if (l->left[v] > 0) continue;
    if (l->level == 0 && l->remoteness != NULL) l->remoteness[v] = 0;
    label_p(l, v);
  }
  return propagate(l);
}

/* ---- all levels ------------------------------------------------------------------------- */

/* Keeps the outcomes of level 0, where there is no heap. */
static void keep_outcomes(const levels *l, uint8_t *outcomes) {
  for (uint32_t v = 0; outcomes != NULL && v < l->t.g.order; v++)
    outcomes[v] = (l->labels[v] & FREE_N) != 0   ? GRUNDY_OUTCOME_N
                  : (l->labels[v] & FREE_P) != 0 ? GRUNDY_OUTCOME_P
                                                 : GRUNDY_OUTCOME_D;
}

static grundy_status run_levels(levels *l, uint8_t *outcomes, bool only_outcomes) {
  uint32_t order = l->t.g.order;
  for (uint32_t v = 0; v < order; v++) {
    l->t.values[v] = l->t.counter[v] = GRUNDY_INFINITY;
    l->may_be_next[v] = 1;
    if (l->remoteness != NULL) l->remoteness[v] = GRUNDY_INFINITY;
  }
  for (uint32_t before = 0;; before = l->clock, l->level++) {
    if (!label(l, true)) return grundy_fail_cancelled(l->t.error);
    if (l->level == 0) keep_outcomes(l, outcomes);
    if (l->clock > before) l->t.largest = l->level;
    if (l->clock == before || only_outcomes) break;
    for (uint32_t v = 0; v < order; v++) l->may_be_next[v] &= (l->labels[v] & FREE_N) != 0;
  }
  if (only_outcomes) return GRUNDY_OK;
  /* Who wins at once, if the other games go on forever? */
  l->level++; /* not 0, where remoteness is found */
  memset(l->may_be_next, 0, order);
  if (!label(l, false)) return grundy_fail_cancelled(l->t.error);
  for (uint32_t v = 0; v < order; v++) l->t.sure[v] = (l->labels[v] & FREE_N) != 0;
  return GRUNDY_OK;
}

static void make_arrays(levels *l) {
  uint64_t order = l->t.g.order;
  l->left = grundy_arena_array(&l->arena, order, sizeof *l->left);
  l->labels = grundy_arena_array(&l->arena, order, sizeof *l->labels);
  l->may_be_next = grundy_arena_array(&l->arena, order, sizeof *l->may_be_next);
  l->queue = grundy_arena_array(&l->arena, 2 * order, sizeof *l->queue);
}

/* Frees what only levels need. */
static void release_arrays(levels *l) {
  void *const arrays[] = {l->t.in_offsets, l->t.in_tails,  l->t.in_kinds, l->left,
                          l->labels,       l->may_be_next, l->queue};
  for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
    grundy_arena_release(&l->arena, arrays[i]);
}

/* ---- columns ---------------------------------------------------------------------------- */

/* Makes a column of numbers, or an array of the arena if it is needed but not wanted. */
static grundy_status make_numbers(levels *l, grundy_columns column, grundy_columns wanted,
                                  grundy_solution *solution, uint32_t **numbers) {
  if ((wanted & column) != 0)
    return grundy_solution_add_numbers(solution, column, numbers, l->t.error);
  *numbers = grundy_arena_array(&l->arena, l->t.g.order, sizeof **numbers);
  return GRUNDY_OK;
}

/* Adds the columns that do not depend on levels. */
static grundy_status add_counts(levels *l, grundy_columns wanted, grundy_solution *solution) {
  static const grundy_columns columns[] = {GRUNDY_COLUMN_TURN_REMOTENESS, GRUNDY_COLUMN_DISTANCE,
                                           GRUNDY_COLUMN_TURN_DISTANCE};
  grundy_status status = GRUNDY_OK;
  for (size_t i = 0; i < sizeof columns / sizeof *columns && status == GRUNDY_OK; i++) {
    uint32_t *counts = NULL;
    if ((wanted & columns[i]) == 0) continue;
    status = grundy_solution_add_numbers(solution, columns[i], &counts, l->t.error);
    if (status != GRUNDY_OK) return status;
    status = columns[i] == GRUNDY_COLUMN_TURN_REMOTENESS
                 ? grundy_turns_remoteness(&l->t, counts)
                 : grundy_turns_distance(&l->t, columns[i] == GRUNDY_COLUMN_TURN_DISTANCE, counts);
  }
  return status;
}

static grundy_status add_sets(levels *l, grundy_columns wanted, grundy_solution *solution) {
  grundy_sets k = {0}, c = {0};
  grundy_status status = grundy_turns_sets(&l->t, &k, &c);
  if (status == GRUNDY_OK && (wanted & GRUNDY_COLUMN_K) != 0)
    grundy_solution_give_sets(solution, GRUNDY_COLUMN_K, &k);
  if (status == GRUNDY_OK && (wanted & GRUNDY_COLUMN_C) != 0)
    grundy_solution_give_sets(solution, GRUNDY_COLUMN_C, &c);
  grundy_sets_free(&k);
  grundy_sets_free(&c);
  return status;
}

/* Adds the columns that come from levels. */
static grundy_status add_levels(levels *l, grundy_columns wanted, grundy_solution *solution) {
  const grundy_columns sets = GRUNDY_COLUMN_K | GRUNDY_COLUMN_C;
  const grundy_columns from_values = sets | GRUNDY_COLUMN_GRUNDY | GRUNDY_COLUMN_COUNTER;
  uint8_t *outcomes = NULL;
  grundy_status status = GRUNDY_OK;
  make_arrays(l);
  l->t.sure = grundy_arena_array(&l->arena, l->t.g.order, sizeof *l->t.sure);
  if ((wanted & GRUNDY_COLUMN_OUTCOME) != 0)
    status = grundy_solution_add_letters(solution, GRUNDY_COLUMN_OUTCOME, &outcomes, l->t.error);
  if (status == GRUNDY_OK && (wanted & GRUNDY_COLUMN_REMOTENESS) != 0)
    status =
        grundy_solution_add_numbers(solution, GRUNDY_COLUMN_REMOTENESS, &l->remoteness, l->t.error);
  if (status == GRUNDY_OK)
    status = make_numbers(l, GRUNDY_COLUMN_GRUNDY, wanted, solution, &l->t.values);
  if (status == GRUNDY_OK)
    status = make_numbers(l, GRUNDY_COLUMN_COUNTER, wanted, solution, &l->t.counter);
  if (status != GRUNDY_OK || l->arena.failed) return status;
  status = run_levels(l, outcomes, (wanted & from_values) == 0);
  release_arrays(l);
  if (status == GRUNDY_OK && (wanted & sets) != 0) status = add_sets(l, wanted, solution);
  return status;
}

grundy_status grundy_solve_turns(const grundy_digraph *g, const grundy_solve_options *options,
                                 grundy_columns wanted, grundy_solution *solution,
                                 grundy_error *error) {
  levels l = {.t = {.game = g, .g = grundy_view_of(g), .kinds = grundy_digraph_kinds(g)}};
  l.t.arena = &l.arena;
  l.t.work = &l.work;
  l.t.error = error;
  l.work = grundy_work_start(options->monitor, "turns", 0);
  assert(l.t.kinds != NULL && (wanted & ~(grundy_columns)GRUNDY_COLUMNS_TURNS) == 0);
  const grundy_columns counts =
      GRUNDY_COLUMN_TURN_REMOTENESS | GRUNDY_COLUMN_DISTANCE | GRUNDY_COLUMN_TURN_DISTANCE;
  reverse(&l.t);
  grundy_status status = l.arena.failed ? grundy_fail_memory(error) : GRUNDY_OK;
  if (status == GRUNDY_OK) status = add_counts(&l, wanted, solution);
  if (status == GRUNDY_OK && (wanted & ~counts) != 0) status = add_levels(&l, wanted, solution);
  if (status == GRUNDY_OK && !l.arena.failed)
    grundy_work_finish(&l.work, "levels", grundy_digraph_size(g));
  return grundy_arena_end(&l.arena, status, error);
}

/* Counts the arrays above and those of turn_sets.c, with one number per move in the sets. */
uint64_t grundy_solve_turns_memory(const grundy_digraph *g) {
  enum { PER_POSITION = 160, PER_MOVE = 48 };
  uint64_t order = (uint64_t)grundy_digraph_order(g) + 1, size = grundy_digraph_size(g);
  return grundy_plus(grundy_times(PER_POSITION, order), grundy_times(PER_MOVE, size));
}
