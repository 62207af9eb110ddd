/* How much memory grundy_solve_in_memory will hold at its peak: the steps of its plan, each with
 * its columns and with what its kernel counts by the code that allocates it. What is not known
 * before the game is solved is taken at its largest: sets have one number per move, all positions
 * are peeled or only terminal ones are, and levels may become lazy. If only the size of the game is
 * known, nothing is swept, and rows are as long as possible. tests/faults/memory.c compares this
 * with the actual allocations. */

#include "solve/memory.h"

#include "base/options.h"
#include "base/saturate.h"
#include "digraph/sort_by_head.h"
#include "solve/impl.h"
#include "solve/sweep.h"
#include "value/largest.h"

/* A digraph and a solution without their arrays, and empty blocks. */
enum { FIXED_BYTES = 2304 };

typedef struct tally {
  grundy_arena arena;
  grundy_sizes sizes;
  uint64_t making;  /* bytes to make the reverse digraph */
  uint64_t reverse; /* bytes that this holds until sets are computed */
  grundy_algorithm algorithm;
} tally;

/* Arrays of a step, by column. */
typedef void *arrays[GRUNDY_COLUMN_COUNT];

static uint64_t rows_memory(uint64_t order, uint64_t size) {
  return grundy_plus(grundy_times(8, order + 1), grundy_times(4, size));
}

static void count_kernel(tally *t, const grundy_plan_step *step, const arrays of) {
  switch (step->kernel) {
  case GRUNDY_KERNEL_VALUES: {
    const grundy_values_wanted wanted = {.distance = of[__builtin_ctz(GRUNDY_COLUMN_DISTANCE)],
                                         .values = of[__builtin_ctz(GRUNDY_COLUMN_GRUNDY)],
                                         .counter = of[__builtin_ctz(GRUNDY_COLUMN_COUNTER)],
                                         .algorithm = t->algorithm};
    grundy_values_count(&t->arena, &t->sizes, &wanted);
    break;
  }
  case GRUNDY_KERNEL_HMIN:
    grundy_hmin_count(&t->arena, &t->sizes);
    break;
  case GRUNDY_KERNEL_DRAWS:
    grundy_draws_count(&t->arena, &t->sizes);
    break;
  case GRUNDY_KERNEL_SETS:
    grundy_arena_unhold(&t->arena, t->reverse);
    if ((step->yields & GRUNDY_COLUMN_K) != 0)
      grundy_sets_count(&t->arena, &t->sizes, GRUNDY_COLUMN_K);
    if ((step->yields & GRUNDY_COLUMN_J) != 0)
      grundy_sets_count(&t->arena, &t->sizes, GRUNDY_COLUMN_J);
    break;
  case GRUNDY_KERNEL_GUARANTEE:
  case GRUNDY_KERNEL_CAP:
    grundy_payoff_count(&t->arena, &t->sizes);
    break;
  case GRUNDY_KERNEL_LETTERS:
  case GRUNDY_KERNEL_FRONTIER:
    break;
  default: /* normal or misère play, or Q for an aim */
    grundy_remoteness_count(&t->arena, &t->sizes);
  }
}

/* Counts a step: its numbers, its kernel, and then the letters that follow from the numbers. Later
 * steps need values and Q, and no other scratch array. */
static void count_step(tally *t, const grundy_plan_step *step) {
  static const size_t items[] = {[GRUNDY_COLUMN_OF_LETTERS] = 1,
                                 [GRUNDY_COLUMN_OF_LEVELS] = 1,
                                 [GRUNDY_COLUMN_OF_NUMBERS] = sizeof(uint32_t),
                                 [GRUNDY_COLUMN_OF_REALS] = sizeof(double),
                                 [GRUNDY_COLUMN_OF_SETS] = 0}; /* counted with their kernel */
  bool keeps = step->kernel == GRUNDY_KERNEL_VALUES || step->kernel == GRUNDY_KERNEL_AIMS;
  arrays of = {NULL};
  for (int letters = 0; letters <= 1; letters++) {
    for (int i = 0; i < GRUNDY_COLUMN_COUNT; i++) {
      size_t item = items[grundy_column_describe((grundy_columns)1 << i)->kind];
      if (((step->yields | step->scratch) >> i & 1) != 0 && item > 0 && (item == 1) == letters)
        of[i] = grundy_arena_array(&t->arena, t->sizes.g.order, item);
    }
    if (!letters) count_kernel(t, step, of);
  }
  for (int i = 0; i < GRUNDY_COLUMN_COUNT && !keeps; i++)
    if ((step->scratch >> i & 1) != 0) grundy_arena_release(&t->arena, of[i]);
}

/* Counts those of the columns that the engine has. */
static uint64_t count(tally *t, grundy_plan_engine engine, grundy_columns wanted) {
  static const grundy_columns all[] = {
      [GRUNDY_PLAN_MEMORY] = GRUNDY_COLUMNS_ALL | GRUNDY_FROM_DRAWS,
      [GRUNDY_PLAN_COLOURED] = GRUNDY_COLUMNS_COLOURED | GRUNDY_COLUMNS_PAYOFF | GRUNDY_COLUMN_QV,
      [GRUNDY_PLAN_WINDOW] = GRUNDY_COLUMNS_WINDOW};
  const grundy_view *g = &t->sizes.g;
  const grundy_column_plan plan = grundy_plan_columns(engine, wanted & all[engine], false);
  grundy_reverse_need need = grundy_plan_reverse(&plan);
  uint64_t largest = grundy_largest_value(g->size);
  /* A mex is at most a row's length. */
  t->sizes.largest_value = t->sizes.longest_row < largest ? t->sizes.longest_row : largest;
  t->arena = (grundy_arena){.counting = true};
  t->reverse = 0;
  grundy_arena_hold(&t->arena, FIXED_BYTES);
  if (need == GRUNDY_REVERSE_ALWAYS || (need == GRUNDY_REVERSE_UNLESS_SWEPT && !t->sizes.swept)) {
    t->reverse = rows_memory(g->order, g->size);
    grundy_arena_hold(&t->arena, grundy_plus(t->reverse, t->making));
    grundy_arena_unhold(&t->arena, t->making);
  }
  if (engine == GRUNDY_PLAN_COLOURED) /* who succeeds at terminal positions */
    (void)grundy_arena_array(&t->arena, g->order, sizeof(grundy_outcome));
  for (int i = 0; i < plan.count; i++) count_step(t, &plan.steps[i]);
  grundy_arena_free(&t->arena);
  return t->arena.peak;
}

/* Columns that both impartial and two-coloured games have are counted for the kind that needs
 * more. */
uint64_t grundy_solve_memory_bound(uint32_t order, uint64_t size, grundy_columns columns) {
  grundy_columns wanted = columns == 0 ? GRUNDY_COLUMNS_DEFAULT : columns;
  tally t = {.sizes = {.g = {.order = order, .size = size},
                       .longest_row = order < size ? order : size,
                       .with_moves = order < size ? order : (uint32_t)size,
                       .numbers_of_k = size},
             .making = grundy_sort_by_head_memory(order, size)};
  uint64_t plain = count(&t, GRUNDY_PLAN_MEMORY, wanted);
  uint64_t coloured = count(&t, GRUNDY_PLAN_COLOURED, wanted);
  return plain > coloured ? plain : coloured;
}

/* A bound for a window: as for a game with two copies of every position, and four digraphs with at
 * most that many moves: with loops, its reverse, and two that are optimistic. Sets are made from
 * one more set. */
static uint64_t count_window(tally *t, grundy_columns wanted) {
  uint64_t order = 2 * (uint64_t)t->sizes.g.order + 2, size = 2 * t->sizes.g.size + order + 1;
  if (order > UINT32_MAX) return UINT64_MAX;
  if ((wanted & GRUNDY_COLUMN_K) != 0) wanted |= GRUNDY_COLUMN_J;
  t->sizes = (grundy_sizes){.g = {.order = (uint32_t)order, .size = size},
                            .longest_row = t->sizes.longest_row + 1,
                            .with_moves = (uint32_t)order,
                            .numbers_of_k = size};
  t->making = grundy_sort_by_head_memory((uint32_t)order, size);
  return grundy_plus(count(t, GRUNDY_PLAN_WINDOW, wanted),
                     grundy_times(3, rows_memory(order, size)));
}

uint64_t grundy_solve_memory(const grundy_digraph *g, const grundy_solve_options *options) {
  grundy_solve_options chosen;
  if (grundy_options_copy(options, &chosen, sizeof chosen, NULL) != GRUNDY_OK) return UINT64_MAX;
  grundy_game_type type = grundy_digraph_type(g);
  if (type == GRUNDY_GAME_PARTS) return grundy_solve_parts_memory(g);
  if (type == GRUNDY_GAME_TURNS) return grundy_solve_turns_memory(g);
  const grundy_view view = grundy_view_of(g);
  const grundy_move_arrays moves = {view.order, view.size, view.targets, NULL, view.offsets};
  tally t = {.sizes = {.g = view, .longest_row = grundy_longest_row(&view)},
             .making = grundy_sort_by_head_memory_for(&moves),
             .algorithm = chosen.algorithm};
  t.sizes.swept =
      chosen.algorithm == GRUNDY_ALGORITHM_AUTO && grundy_sweep_of(view) != GRUNDY_NO_SWEEP;
  for (uint32_t v = 0; v < view.order; v++)
    t.sizes.with_moves += view.offsets[v] < view.offsets[v + 1];
  /* A position with a set K has a follower of infinite value, which adds no number. */
  t.sizes.numbers_of_k = t.sizes.swept ? 0 : view.size - t.sizes.with_moves;
  grundy_columns wanted = chosen.columns == 0 ? grundy_solve_columns(g, false) : chosen.columns;
  if (grundy_game_is_window(type)) return count_window(&t, wanted);
  return count(&t, grundy_game_is_coloured(type) ? GRUNDY_PLAN_COLOURED : GRUNDY_PLAN_MEMORY,
               wanted);
}
