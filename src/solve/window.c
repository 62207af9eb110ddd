/* Solves a window of a larger game: what no continuation outside it can change.
 * docs/infinite-proofs.md has the proofs.
 *
 * - Labels of the game in which every position of the frontier has a loop are certain, and no other
 *   wins, losses and finite values are.
 * - In the optimistic game the player called A wins whenever play leaves the window. It has two
 *   copies of every position, one for each player to move. What A does not win there is lost in no
 *   continuation by the opponent, and the remoteness there is a lower bound.
 * - A position that cannot reach the frontier is the same in every continuation. */

#include "solve/window.h"

#include "base/alloc.h"
#include "base/error.h"
#include "digraph/impl.h"
#include "digraph/rows.h"
#include "solve/kernels.h"
#include "solve/plan.h"

#include <assert.h>

typedef struct run {
  const grundy_digraph *g;
  const grundy_solve_options *options;
  const uint8_t *frontier;
  uint32_t order;
  grundy_digraph *looped, *reverse; /* with loops at the frontier, and its reverse */
  uint8_t *is_draw;                 /* 1 at certain draws, when remoteness is known */
  uint32_t *values;                 /* G, where it is certain: a column, or an array of the arena */
  grundy_arena arena;               /* of arrays that are not wanted */
  grundy_solution *solution;
  grundy_error *error;
} run;

/* ---- games made of the window ------------------------------------------------------------- */

static uint64_t count_frontier(const run *r) {
  uint64_t count = 0;
  for (uint32_t v = 0; v < r->order; v++) count += r->frontier[v];
  return count;
}

/* Makes a digraph of the rows, which become empty, and its reverse. */
static grundy_status rows_finish(grundy_rows *made, const grundy_monitor *monitor,
                                 grundy_digraph **g, grundy_digraph **reverse,
                                 grundy_error *error) {
  grundy_status status = grundy_rows_sort(made, g, error);
  if (status == GRUNDY_OK)
    status = grundy_digraph_transpose(*g, GRUNDY_MONITORED(monitor), reverse, error);
  grundy_rows_free(made);
  return status;
}

/* Adds a loop to every position of the frontier. */
static grundy_status make_looped(run *r) {
  const grundy_digraph *g = r->g;
  grundy_rows made;
  if (!grundy_rows_start(&made, r->order, g->offsets[r->order] + count_frontier(r)))
    return grundy_fail_memory(r->error);
  for (uint32_t v = 0; v < r->order; v++) {
    for (uint64_t e = g->offsets[v]; e < g->offsets[v + 1]; e++)
      made.targets[made.size++] = g->targets[e];
    if (r->frontier[v] != 0) made.targets[made.size++] = v;
    grundy_rows_add(&made, 0);
  }
  return rows_finish(&made, r->options->monitor, &r->looped, &r->reverse, r->error);
}

/* In the optimistic game, A moves from 2v and the opponent from 2v + 1. Outside the window are a
 * terminal position, and one with a single move there: `lost` is the one where the player who moved
 * there wins, and `won` the one where the next player wins. */
typedef struct outside {
  uint32_t terminal, other;
  uint32_t lost, won;
} outside;

static outside outside_of(const run *r, grundy_play play) {
  uint32_t terminal = 2 * r->order, other = terminal + 1;
  bool normal = play == GRUNDY_NORMAL_PLAY;
  return (outside){terminal, other, normal ? terminal : other, normal ? other : terminal};
}

/* Adds the row of v, for A or the opponent to move. */
static void add_copy(const run *r, grundy_rows *made, uint32_t v, bool a_moves,
                     const outside *out) {
  for (uint64_t e = r->g->offsets[v]; e < r->g->offsets[v + 1]; e++)
    made->targets[made->size++] = 2 * r->g->targets[e] + (a_moves ? 1 : 0);
  if (r->frontier[v] != 0) made->targets[made->size++] = a_moves ? out->lost : out->won;
  grundy_rows_add(made, 0);
}

static grundy_status make_optimistic(const run *r, grundy_play play, grundy_digraph **g,
                                     grundy_digraph **reverse) {
  uint64_t order = 2 * (uint64_t)r->order + 2;
  uint64_t size = 2 * (r->g->offsets[r->order] + count_frontier(r)) + 1;
  outside out = outside_of(r, play);
  grundy_rows made;
  if (!grundy_rows_start(&made, (uint32_t)order, size)) return grundy_fail_memory(r->error);
  for (uint32_t v = 0; v < r->order; v++) {
    add_copy(r, &made, v, true, &out);
    add_copy(r, &made, v, false, &out);
  }
  grundy_rows_add(&made, 0);
  made.targets[made.size++] = out.terminal;
  grundy_rows_add(&made, 0);
  return rows_finish(&made, r->options->monitor, g, reverse, r->error);
}

/* ---- outcomes and remoteness -------------------------------------------------------------- */

/* Copies the outcomes of terminal positions to the optimistic game; NULL if the game has none, or
 * if memory runs out. */
static grundy_outcome *copy_ends(run *r, grundy_play play) {
  const grundy_outcome *ends = play == GRUNDY_MISERE_PLAY ? NULL : grundy_digraph_outcomes(r->g);
  if (ends == NULL) return NULL;
  grundy_outcome *copy = grundy_arena_zeros(&r->arena, 2 * (uint64_t)r->order + 2, sizeof *copy);
  for (size_t v = 0; v < r->order && copy != NULL; v++) copy[2 * v] = copy[2 * v + 1] = ends[v];
  return copy;
}

static grundy_status find_remoteness(const run *r, const grundy_digraph *g,
                                     const grundy_digraph *reverse, grundy_play play,
                                     const grundy_outcome *ends, uint32_t *remoteness) {
  const grundy_monitor *monitor = r->options->monitor;
  if (ends != NULL) return grundy_q_solve(g, reverse, ends, monitor, remoteness, r->error);
  return grundy_remoteness_solve(g, reverse, play, monitor, remoteness, r->error);
}

/* Sets low[2v] and low[2v + 1] to the remoteness in the optimistic game. */
static grundy_status find_low(run *r, grundy_play play, uint32_t *low) {
  grundy_digraph *g = NULL, *reverse = NULL;
  grundy_status status = make_optimistic(r, play, &g, &reverse);
  const grundy_outcome *ends = copy_ends(r, play);
  if (status == GRUNDY_OK && !r->arena.failed)
    status = find_remoteness(r, g, reverse, play, ends, low);
  grundy_digraph_free(g);
  grundy_digraph_free(reverse);
  return status;
}

/* Returns what is certain about a position with that remoteness in the game with loops. */
static uint32_t certain_remoteness(uint32_t remoteness, const uint32_t low[2]) {
  bool may_win = low[0] != GRUNDY_INFINITY && low[0] % 2 == 1;
  bool may_lose = low[1] != GRUNDY_INFINITY && low[1] % 2 == 0;
  if (remoteness == GRUNDY_INFINITY)
    return may_win || may_lose ? GRUNDY_NUMBER_UNKNOWN : GRUNDY_INFINITY;
  uint32_t least = remoteness % 2 == 1 ? low[0] : low[1];
  assert(remoteness % 2 == 1 ? may_win : may_lose);
  assert(least <= remoteness && remoteness < GRUNDY_NUMBER_AT_MOST);
  return least == remoteness ? remoteness : remoteness | GRUNDY_NUMBER_AT_MOST;
}

static grundy_status add_outcome(run *r, grundy_columns column, const uint32_t *remoteness) {
  grundy_outcome *letters;
  grundy_status status = grundy_solution_add_letters(r->solution, column, &letters, r->error);
  if (status != GRUNDY_OK) return status;
  for (uint32_t v = 0; v < r->order; v++)
    letters[v] = remoteness[v] == GRUNDY_NUMBER_UNKNOWN
                     ? GRUNDY_OUTCOME_UNKNOWN
                     : grundy_outcome_of_remoteness(grundy_number_unmarked(remoteness[v]));
  return GRUNDY_OK;
}

static grundy_status mark_remoteness(run *r, grundy_play play, uint32_t *remoteness) {
  uint32_t *low = grundy_arena_array(&r->arena, 2 * (uint64_t)r->order + 2, sizeof *low);
  grundy_status status = find_low(r, play, low);
  for (uint32_t v = 0; status == GRUNDY_OK && !r->arena.failed && v < r->order; v++)
    remoteness[v] = certain_remoteness(remoteness[v], low + 2 * (uint64_t)v);
  return status;
}

static grundy_status add_remoteness(run *r, const grundy_plan_step *step) {
  bool normal = step->kernel == GRUNDY_KERNEL_REMOTENESS;
  grundy_play play = normal ? GRUNDY_NORMAL_PLAY : GRUNDY_MISERE_PLAY;
  grundy_columns outcome = normal ? GRUNDY_COLUMN_OUTCOME : GRUNDY_COLUMN_MISERE;
  grundy_columns remoteness = normal ? GRUNDY_COLUMN_REMOTENESS : GRUNDY_COLUMN_MISERE_REMOTENESS;
  uint32_t *found;
  uint64_t mark = r->arena.count;
  grundy_status status =
      grundy_plan_numbers(step, remoteness, r->solution, &r->arena, &found, r->error);
  if (status != GRUNDY_OK) return status;
  const grundy_outcome *ends = normal ? grundy_digraph_outcomes(r->g) : NULL;
  status = find_remoteness(r, r->looped, r->reverse, play, ends, found);
  if (status == GRUNDY_OK) status = mark_remoteness(r, play, found);
  if (status == GRUNDY_OK && (step->yields & outcome) != 0) status = add_outcome(r, outcome, found);
  for (uint32_t v = 0; status == GRUNDY_OK && normal && v < r->order; v++)
    r->is_draw[v] = found[v] == GRUNDY_INFINITY;
  grundy_arena_rewind(&r->arena, mark);
  return status;
}

/* ---- values and distance ------------------------------------------------------------------ */

/* Marks the positions that can reach the frontier. */
static void find_reaching(const run *r, uint8_t *reaches, uint32_t *queue) {
  uint32_t count = 0;
  for (uint32_t v = 0; v < r->order; v++) {
    reaches[v] = r->frontier[v];
    if (reaches[v] != 0) queue[count++] = v;
  }
  const grundy_digraph *back = r->reverse;
  for (uint32_t i = 0; i < count; i++)
    for (uint64_t e = back->offsets[queue[i]]; e < back->offsets[queue[i] + 1]; e++) {
      uint32_t u = back->targets[e];
      if (reaches[u] == 0) queue[count++] = u;
      reaches[u] = 1;
    }
}

/* Finite values are certain. An infinite one is certain at a certain draw, and at a position that
 * cannot reach the frontier. */
static void mark_values(run *r) {
  uint64_t mark = r->arena.count;
  uint8_t *reaches = grundy_arena_array(&r->arena, r->order, sizeof *reaches);
  uint32_t *queue = grundy_arena_array(&r->arena, r->order, sizeof *queue);
  if (!r->arena.failed) find_reaching(r, reaches, queue);
  for (uint32_t v = 0; !r->arena.failed && v < r->order; v++)
    if (r->values[v] == GRUNDY_INFINITY && r->is_draw[v] == 0 && reaches[v] != 0)
      r->values[v] = GRUNDY_NUMBER_UNKNOWN;
  grundy_arena_rewind(&r->arena, mark);
}

/* A finite distance in the game with loops is certain, and so is an endless play inside the
 * window. */
static grundy_status mark_distance(run *r, uint32_t *distance) {
  uint64_t mark = r->arena.count;
  uint32_t *inside = grundy_arena_array(&r->arena, r->order, sizeof *inside);
  if (r->arena.failed) return GRUNDY_OK; /* the caller finds out */
  grundy_digraph *reverse = NULL;
  grundy_status status =
      grundy_digraph_transpose(r->g, GRUNDY_MONITORED(r->options->monitor), &reverse, r->error);
  if (status == GRUNDY_OK)
    status = grundy_distance_solve(r->g, reverse, r->options->monitor, inside, r->error);
  for (uint32_t v = 0; status == GRUNDY_OK && v < r->order; v++)
    if (distance[v] == GRUNDY_INFINITY && inside[v] != GRUNDY_INFINITY)
      distance[v] = GRUNDY_NUMBER_UNKNOWN;
  grundy_digraph_free(reverse);
  grundy_arena_rewind(&r->arena, mark);
  return status;
}

static grundy_status add_values(run *r, const grundy_plan_step *step) {
  grundy_values_wanted found = {.algorithm = r->options->algorithm};
  grundy_status status = grundy_plan_numbers(step, GRUNDY_COLUMN_DISTANCE, r->solution, &r->arena,
                                             &found.distance, r->error);
  if (status == GRUNDY_OK)
    status = grundy_plan_numbers(step, GRUNDY_COLUMN_GRUNDY, r->solution, &r->arena, &found.values,
                                 r->error);
  if (status != GRUNDY_OK) return status;
  r->values = found.values;
  status = grundy_values_and_distance(r->looped, r->reverse, &found, r->options->monitor, r->error);
  if (status == GRUNDY_OK && found.distance != NULL) status = mark_distance(r, found.distance);
  if (status == GRUNDY_OK && r->values != NULL) mark_values(r);
  return status;
}

/* ---- sets --------------------------------------------------------------------------------- */

/* Numbers the unknown value one above the largest, because sets of large numbers take much
 * memory. */
static uint32_t replace_unknown(uint32_t *values, uint32_t order) {
  uint32_t largest = 0;
  for (uint32_t v = 0; v < order; v++)
    if (values[v] < GRUNDY_NUMBER_UNKNOWN && values[v] > largest) largest = values[v];
  for (uint32_t v = 0; v < order; v++)
    if (values[v] == GRUNDY_NUMBER_UNKNOWN) values[v] = largest + 1;
  return largest + 1;
}

/* Copies the set J of v to K or J, with `unknown` as its own number, which is also added where
 * followers are outside the window or the value itself is not known. Returns its size. */
static uint64_t copy_set(const run *r, const grundy_sets *from, uint32_t v, bool k,
                         uint32_t unknown, uint32_t *to) {
  uint64_t count = 0;
  bool open = r->frontier[v] != 0 || (k && r->values[v] == unknown), infinite = false;
  if (k && r->values[v] < unknown) return 0;
  for (uint64_t i = from->offsets[v]; i < from->offsets[v + 1]; i++) {
    if (from->numbers[i] < unknown) to[count++] = from->numbers[i];
    open |= from->numbers[i] == unknown;
    infinite |= from->numbers[i] == GRUNDY_INFINITY;
  }
  if (open) to[count++] = GRUNDY_NUMBER_UNKNOWN;
  if (infinite && !k) to[count++] = GRUNDY_INFINITY;
  return count;
}

static grundy_status copy_sets(run *r, const grundy_sets *from, grundy_columns column,
                               uint32_t unknown) {
  bool k = column == GRUNDY_COLUMN_K;
  grundy_sets made = {.offsets = grundy_alloc((uint64_t)r->order + 1, sizeof *made.offsets),
                      .numbers =
                          grundy_alloc(from->offsets[r->order] + r->order, sizeof *made.numbers),
                      .absent = k ? grundy_alloc(r->order, 1) : NULL};
  if (made.offsets == NULL || made.numbers == NULL || (k && made.absent == NULL)) {
    grundy_sets_free(&made);
    return grundy_fail_memory(r->error);
  }
  made.offsets[0] = 0;
  for (uint32_t v = 0; v < r->order; v++) {
    made.offsets[v + 1] =
        made.offsets[v] + copy_set(r, from, v, k, unknown, made.numbers + made.offsets[v]);
    if (k) made.absent[v] = r->values[v] < unknown;
  }
  made.numbers = grundy_shrink(made.numbers, made.offsets[r->order], sizeof *made.numbers);
  grundy_solution_give_sets(r->solution, column, &made);
  return GRUNDY_OK;
}

static grundy_status add_sets(run *r, grundy_columns columns) {
  grundy_sets all;
  uint32_t unknown = replace_unknown(r->values, r->order);
  grundy_status status = grundy_sets_of_followers(r->g, r->values, GRUNDY_COLUMN_J,
                                                  r->options->monitor, &all, r->error);
  if (status != GRUNDY_OK) return status;
  if ((columns & GRUNDY_COLUMN_K) != 0) status = copy_sets(r, &all, GRUNDY_COLUMN_K, unknown);
  if (status == GRUNDY_OK && (columns & GRUNDY_COLUMN_J) != 0)
    status = copy_sets(r, &all, GRUNDY_COLUMN_J, unknown);
  grundy_sets_free(&all);
  for (uint32_t v = 0; v < r->order; v++)
    if (r->values[v] == unknown) r->values[v] = GRUNDY_NUMBER_UNKNOWN;
  return status;
}

/* ---- the window --------------------------------------------------------------------------- */

static grundy_status add_window(run *r) {
  uint8_t *letters;
  grundy_status status =
      grundy_solution_add_letters(r->solution, GRUNDY_COLUMN_WINDOW, &letters, r->error);
  for (uint32_t v = 0; status == GRUNDY_OK && v < r->order; v++)
    letters[v] = r->frontier[v] != 0 ? 'F' : 'I';
  return status;
}

static grundy_status add_columns(run *r, const grundy_column_plan *plan) {
  grundy_status status = make_looped(r);
  for (int i = 0; i < plan->count && status == GRUNDY_OK && !r->arena.failed; i++) {
    const grundy_plan_step *step = &plan->steps[i];
    switch (step->kernel) {
    case GRUNDY_KERNEL_VALUES:
      status = add_values(r, step);
      break;
    case GRUNDY_KERNEL_SETS:
      status = add_sets(r, step->yields);
      break;
    case GRUNDY_KERNEL_FRONTIER:
      status = add_window(r);
      break;
    default: /* normal or misère play */
      status = add_remoteness(r, step);
    }
  }
  return status;
}

grundy_status grundy_solve_window(const grundy_digraph *g, const grundy_solve_options *options,
                                  grundy_columns wanted, grundy_solution *solution,
                                  grundy_error *error) {
  run r = {.g = g,
           .options = options,
           .frontier = grundy_digraph_frontier(g),
           .order = grundy_digraph_order(g),
           .solution = solution,
           .error = error};
  if (2 * (uint64_t)r.order + 2 > GRUNDY_DIGRAPH_MAX_ORDER)
    return grundy_fail_because(error, GRUNDY_UNABLE, GRUNDY_REASON_TOO_MANY,
                               "a window can have at most 1,073,741,822 positions");
  const grundy_column_plan plan = grundy_plan_columns(GRUNDY_PLAN_WINDOW, wanted, false);
  r.is_draw = grundy_arena_array(&r.arena, r.order, sizeof *r.is_draw);
  grundy_status status = add_columns(&r, &plan);
  grundy_digraph_free(r.looped);
  grundy_digraph_free(r.reverse);
  return grundy_arena_end(&r.arena, status, error);
}
