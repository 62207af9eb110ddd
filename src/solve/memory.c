/* How much memory grundy_solve_in_memory will hold at its peak: the columns and the reverse
 * digraph, counted in the order in which it allocates and frees them, and what each kernel counts
 * for itself with the code that allocates it. What is not known before the game is solved is taken
 * at its largest: sets have one number per move, no position is peeled or all are, and levels may
 * become lazy. If only the size of the game is known, nothing is swept, and rows are as long as
 * possible. tests/faults/memory.c compares this with the actual allocations. */

#include "base/options.h"
#include "base/saturate.h"
#include "digraph/sort_by_head.h"
#include "solve/impl.h"
#include "solve/parts.h"
#include "solve/sweep.h"
#include "value/largest.h"

/* A digraph and a solution without their arrays, and empty blocks. */
enum { FIXED_BYTES = 2048 };

typedef struct tally {
  grundy_arena arena;
  grundy_sizes sizes;
  bool coloured;
  uint64_t making; /* bytes to make the reverse digraph */
  grundy_algorithm algorithm;
} tally;

/* Counts an array of the solution, or one that is released again. */
static void *array(tally *t, size_t item) {
  return grundy_arena_array(&t->arena, t->sizes.g.order, item);
}

static uint64_t rows_memory(uint64_t order, uint64_t size) {
  return grundy_plus(grundy_times(8, order + 1), grundy_times(4, size));
}

/* Remoteness, as a column or only for the outcome. */
static void count_remoteness(tally *t, grundy_columns wanted, grundy_columns outcome,
                             grundy_columns remoteness) {
  if ((wanted & (outcome | remoteness)) == 0) return;
  void *numbers = array(t, 4);
  grundy_remoteness_count(&t->arena, &t->sizes);
  if ((wanted & outcome) != 0) (void)array(t, 1);
  if ((wanted & remoteness) == 0) grundy_arena_release(&t->arena, numbers);
}

static void count_values(tally *t, grundy_columns wanted) {
  grundy_values_wanted found = {.algorithm = t->algorithm};
  if ((wanted & GRUNDY_COLUMN_DISTANCE) != 0) found.distance = array(t, 4);
  if ((wanted & GRUNDY_FROM_VALUES) != 0) found.values = array(t, 4);
  if ((wanted & GRUNDY_COLUMN_COUNTER) != 0) found.counter = array(t, 4);
  if (found.distance != NULL || found.values != NULL)
    grundy_values_count(&t->arena, &t->sizes, &found);
}

/* The columns, of which one may be there only for the other. */
static void count_draws(tally *t, grundy_columns wanted) {
  void *level = array(t, 4), *remoteness = array(t, 4);
  grundy_draws_count(&t->arena, &t->sizes);
  if ((wanted & GRUNDY_COLUMN_DRAW_REMOTENESS) == 0) grundy_arena_release(&t->arena, remoteness);
  if ((wanted & GRUNDY_COLUMN_DRAW_LEVEL) == 0) grundy_arena_release(&t->arena, level);
}

static void count_columns(tally *t, grundy_columns wanted, uint64_t reverse) {
  count_values(t, wanted);
  if ((wanted & GRUNDY_COLUMN_HMIN) != 0) {
    (void)array(t, 4);
    grundy_hmin_count(&t->arena, &t->sizes);
  }
  count_remoteness(t, wanted, GRUNDY_COLUMN_OUTCOME, GRUNDY_COLUMN_REMOTENESS);
  count_remoteness(t, wanted, GRUNDY_COLUMN_MISERE, GRUNDY_COLUMN_MISERE_REMOTENESS);
  if ((wanted & GRUNDY_FROM_DRAWS) != 0) count_draws(t, wanted);
  grundy_arena_unhold(&t->arena, reverse);
  if ((wanted & GRUNDY_COLUMN_K) != 0) grundy_sets_count(&t->arena, &t->sizes, GRUNDY_COLUMN_K);
  if ((wanted & GRUNDY_COLUMN_J) != 0) grundy_sets_count(&t->arena, &t->sizes, GRUNDY_COLUMN_J);
}

/* Q for each aim, as a column or not; letters and outcomes; payoffs. */
static void count_coloured(tally *t, grundy_columns wanted) {
  const grundy_columns of_numbers =
      GRUNDY_COLUMN_Q1 | GRUNDY_COLUMN_Q0 | GRUNDY_COLUMN_QM1 | GRUNDY_COLUMN_Q2 | GRUNDY_COLUMN_QV;
  const grundy_columns of_aims = GRUNDY_COLUMN_OUTCOME | GRUNDY_COLUMN_ABE | GRUNDY_COLUMN_BARBARA;
  const grundy_columns of_payoffs = GRUNDY_COLUMN_GUARANTEE | GRUNDY_COLUMN_CAP |
                                    GRUNDY_COLUMN_GUARANTEE_MOVES | GRUNDY_COLUMN_CAP_MOVES;
  int aims = (wanted & of_aims) == 0 ? __builtin_popcount(wanted & of_numbers) : 5;
  (void)array(t, 1 + 4 + (size_t)aims * 4);
  grundy_remoteness_count(&t->arena, &t->sizes);
  if ((wanted & of_payoffs) == 0) return;
  (void)array(t, (size_t)2 * (8 + 4));
  grundy_payoff_count(&t->arena, &t->sizes);
}

static uint64_t count(tally *t, grundy_columns wanted) {
  const grundy_view *g = &t->sizes.g;
  uint64_t largest = grundy_largest_value(g->size), reverse = 0;
  /* A mex is at most a row's length. */
  t->sizes.largest_value = t->sizes.longest_row < largest ? t->sizes.longest_row : largest;
  t->arena = (grundy_arena){.counting = true};
  grundy_arena_hold(&t->arena, FIXED_BYTES);
  if (!t->sizes.swept || t->coloured || (wanted & (GRUNDY_COLUMN_HMIN | GRUNDY_FROM_DRAWS)) != 0) {
    reverse = rows_memory(g->order, g->size);
    grundy_arena_hold(&t->arena, reverse);
    grundy_arena_hold(&t->arena, t->making);
    grundy_arena_unhold(&t->arena, t->making);
  }
  if (t->coloured)
    count_coloured(t, wanted);
  else
    count_columns(t, wanted, reverse);
  grundy_arena_free(&t->arena);
  return t->arena.peak;
}

/* Returns a bound on the numbers in all sets K. A position that has one has a follower of infinite
 * value, which adds no number; swept games have no infinite values. */
static uint64_t most_of_k(const grundy_view *g, bool swept) {
  uint64_t numbers = g->size;
  for (uint32_t v = 0; v < g->order; v++) numbers -= g->offsets[v] < g->offsets[v + 1];
  return swept ? 0 : numbers;
}

/* Columns that both impartial and two-coloured games have are counted for the kind that needs
 * more. */
uint64_t grundy_solve_memory_bound(uint32_t order, uint64_t size, grundy_columns columns) {
  const grundy_columns of_coloured =
      GRUNDY_COLUMNS_COLOURED | GRUNDY_COLUMNS_PAYOFF | GRUNDY_COLUMN_QV;
  grundy_columns wanted = columns == 0 ? GRUNDY_COLUMNS_DEFAULT : columns;
  uint64_t plain = 0, coloured = 0;
  tally t = {.sizes = {.g = {.order = order, .size = size},
                       .longest_row = order < size ? order : size,
                       .numbers_of_k = size},
             .making = grundy_sort_by_head_memory(order, size)};
  if ((wanted & ~(grundy_columns)(GRUNDY_COLUMNS_ALL | GRUNDY_FROM_DRAWS)) == 0)
    plain = count(&t, wanted);
  t.coloured = true;
  if ((wanted & ~of_coloured) == 0) coloured = count(&t, wanted);
  return plain > coloured ? plain : coloured;
}

/* A window: as for a game with two copies of every position, and four digraphs with at most that
 * many moves: with loops, its reverse, and two that are optimistic. Sets are made from one more
 * set. */
static uint64_t count_window(tally *t, grundy_columns wanted) {
  uint64_t order = 2 * (uint64_t)t->sizes.g.order + 2, size = 2 * t->sizes.g.size + order + 1;
  if (order > UINT32_MAX) return UINT64_MAX;
  wanted |= GRUNDY_COLUMN_REMOTENESS | GRUNDY_COLUMN_GRUNDY;
  if ((wanted & GRUNDY_COLUMN_K) != 0) wanted |= GRUNDY_COLUMN_J;
  t->sizes = (grundy_sizes){.g = {.order = (uint32_t)order, .size = size},
                            .longest_row = t->sizes.longest_row + 1,
                            .numbers_of_k = size};
  t->making = grundy_sort_by_head_memory((uint32_t)order, size);
  return grundy_plus(count(t, wanted), grundy_times(3, rows_memory(order, size)));
}

uint64_t grundy_solve_memory(const grundy_digraph *g, const grundy_solve_options *options) {
  grundy_solve_options chosen;
  if (grundy_options_copy(options, &chosen, sizeof chosen, NULL) != GRUNDY_OK) return UINT64_MAX;
  if (grundy_digraph_type(g) == GRUNDY_GAME_PARTS) return grundy_solve_parts_memory(g);
  const grundy_view view = grundy_view_of(g);
  const grundy_move_arrays moves = {view.order, view.size, view.targets, NULL, view.offsets};
  bool swept =
      chosen.algorithm == GRUNDY_ALGORITHM_AUTO && grundy_sweep_of(view) != GRUNDY_NO_SWEEP;
  tally t = {.sizes = {.g = view,
                       .longest_row = grundy_longest_row(&view),
                       .numbers_of_k = most_of_k(&view, swept),
                       .swept = swept},
             .coloured = grundy_game_is_coloured(grundy_digraph_type(g)),
             .making = grundy_sort_by_head_memory_for(&moves),
             .algorithm = chosen.algorithm};
  grundy_columns wanted = chosen.columns == 0 ? grundy_solve_columns(g, false) : chosen.columns;
  return grundy_game_is_window(grundy_digraph_type(g)) ? count_window(&t, wanted)
                                                       : count(&t, wanted);
}
