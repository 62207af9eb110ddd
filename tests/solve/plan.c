/* Plans of all engines for all subsets of their columns, compared with the definitions: which
 * column is computed from which, and by which kernel. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include <grundy/grundy.h>

#include "external/external.h"
#include "solve/impl.h"
#include "solve/plan.h"

enum { MOST_STEPS = 8, NONE = -1 };

/* Every engine with its columns and the order of its kernels. */
static const struct {
  grundy_plan_engine engine;
  grundy_columns columns;
  grundy_kernel order[MOST_STEPS];
  int count;
} engines[] = {
    {GRUNDY_PLAN_MEMORY,
     GRUNDY_COLUMNS_ALL | GRUNDY_FROM_DRAWS,
     {GRUNDY_KERNEL_VALUES, GRUNDY_KERNEL_HMIN, GRUNDY_KERNEL_REMOTENESS, GRUNDY_KERNEL_MISERE,
      GRUNDY_KERNEL_DRAWS, GRUNDY_KERNEL_SETS},
     6},
    {GRUNDY_PLAN_COLOURED,
     GRUNDY_COLUMNS_COLOURED | GRUNDY_COLUMNS_PAYOFF | GRUNDY_COLUMN_QV,
     {GRUNDY_KERNEL_AIMS, GRUNDY_KERNEL_LETTERS, GRUNDY_KERNEL_GUARANTEE, GRUNDY_KERNEL_CAP},
     4},
    {GRUNDY_PLAN_WINDOW,
     GRUNDY_COLUMNS_WINDOW,
     {GRUNDY_KERNEL_REMOTENESS, GRUNDY_KERNEL_MISERE, GRUNDY_KERNEL_VALUES, GRUNDY_KERNEL_SETS,
      GRUNDY_KERNEL_FRONTIER},
     5},
    {GRUNDY_PLAN_EXTERNAL,
     GRUNDY_COLUMNS_EXTERNAL,
     {GRUNDY_KERNEL_REMOTENESS, GRUNDY_KERNEL_MISERE, GRUNDY_KERNEL_VALUES, GRUNDY_KERNEL_SETS},
     4},
    {GRUNDY_PLAN_GPU,
     GRUNDY_COLUMNS_EXTERNAL,
     {GRUNDY_KERNEL_REMOTENESS, GRUNDY_KERNEL_MISERE, GRUNDY_KERNEL_VALUES, GRUNDY_KERNEL_SETS},
     4},
    {GRUNDY_PLAN_CLUSTER,
     GRUNDY_COLUMNS_EXTERNAL,
     {GRUNDY_KERNEL_REMOTENESS, GRUNDY_KERNEL_MISERE, GRUNDY_KERNEL_PEEL, GRUNDY_KERNEL_LEVELS,
      GRUNDY_KERNEL_SETS},
     5},
};

/* ---- definitions ------------------------------------------------------------------------- */

/* Returns the kernel that computes a column. */
static grundy_kernel naive_kernel(grundy_plan_engine engine, grundy_columns column) {
  switch (column) {
  case GRUNDY_COLUMN_OUTCOME:
    return engine == GRUNDY_PLAN_COLOURED ? GRUNDY_KERNEL_LETTERS : GRUNDY_KERNEL_REMOTENESS;
  case GRUNDY_COLUMN_REMOTENESS:
    return GRUNDY_KERNEL_REMOTENESS;
  case GRUNDY_COLUMN_MISERE:
  case GRUNDY_COLUMN_MISERE_REMOTENESS:
    return GRUNDY_KERNEL_MISERE;
  case GRUNDY_COLUMN_DISTANCE:
    return engine == GRUNDY_PLAN_CLUSTER ? GRUNDY_KERNEL_PEEL : GRUNDY_KERNEL_VALUES;
  case GRUNDY_COLUMN_GRUNDY:
  case GRUNDY_COLUMN_COUNTER:
    return engine == GRUNDY_PLAN_CLUSTER ? GRUNDY_KERNEL_LEVELS : GRUNDY_KERNEL_VALUES;
  case GRUNDY_COLUMN_HMIN:
    return GRUNDY_KERNEL_HMIN;
  case GRUNDY_COLUMN_DRAW_LEVEL:
  case GRUNDY_COLUMN_DRAW_REMOTENESS:
    return GRUNDY_KERNEL_DRAWS;
  case GRUNDY_COLUMN_K:
  case GRUNDY_COLUMN_J:
    return GRUNDY_KERNEL_SETS;
  case GRUNDY_COLUMN_WINDOW:
    return GRUNDY_KERNEL_FRONTIER;
  case GRUNDY_COLUMN_PLAYER:
  case GRUNDY_COLUMN_ABE:
  case GRUNDY_COLUMN_BARBARA:
    return GRUNDY_KERNEL_LETTERS;
  case GRUNDY_COLUMN_GUARANTEE:
  case GRUNDY_COLUMN_GUARANTEE_MOVES:
    return GRUNDY_KERNEL_GUARANTEE;
  case GRUNDY_COLUMN_CAP:
  case GRUNDY_COLUMN_CAP_MOVES:
    return GRUNDY_KERNEL_CAP;
  default:
    return GRUNDY_KERNEL_AIMS;
  }
}

/* Returns what a kernel reads or writes in addition when it computes a column. */
static grundy_columns naive_sources(grundy_plan_engine engine, grundy_columns column) {
  switch (column) {
  case GRUNDY_COLUMN_OUTCOME:
    return engine == GRUNDY_PLAN_COLOURED ? GRUNDY_COLUMN_Q1 | GRUNDY_COLUMN_Q0
                                          : GRUNDY_COLUMN_REMOTENESS;
  case GRUNDY_COLUMN_MISERE:
    return GRUNDY_COLUMN_MISERE_REMOTENESS;
  case GRUNDY_COLUMN_K:
  case GRUNDY_COLUMN_J:
  case GRUNDY_COLUMN_HMIN:
  case GRUNDY_COLUMN_COUNTER:
    return GRUNDY_COLUMN_GRUNDY;
  case GRUNDY_COLUMN_GRUNDY:
    return engine == GRUNDY_PLAN_WINDOW    ? GRUNDY_COLUMN_REMOTENESS
           : engine == GRUNDY_PLAN_CLUSTER ? GRUNDY_COLUMN_DISTANCE
                                           : 0;
  case GRUNDY_COLUMN_DRAW_LEVEL:
  case GRUNDY_COLUMN_DRAW_REMOTENESS:
    return GRUNDY_FROM_DRAWS;
  case GRUNDY_COLUMN_ABE:
    return GRUNDY_COLUMN_Q1 | GRUNDY_COLUMN_Q0 | GRUNDY_COLUMN_QM1;
  case GRUNDY_COLUMN_BARBARA:
    return GRUNDY_COLUMN_Q1 | GRUNDY_COLUMN_Q0 | GRUNDY_COLUMN_Q2;
  case GRUNDY_COLUMN_GUARANTEE:
  case GRUNDY_COLUMN_GUARANTEE_MOVES:
    return GRUNDY_COLUMN_GUARANTEE | GRUNDY_COLUMN_GUARANTEE_MOVES;
  case GRUNDY_COLUMN_CAP:
  case GRUNDY_COLUMN_CAP_MOVES:
    return GRUNDY_COLUMN_CAP | GRUNDY_COLUMN_CAP_MOVES;
  default:
    return 0;
  }
}

/* Returns the columns, and all that they are computed from: a known column of another kernel is not
 * computed again. */
static grundy_columns naive_computed(grundy_plan_engine engine, grundy_columns wanted,
                                     grundy_columns known) {
  grundy_columns computed = wanted, before;
  do {
    before = computed;
    for (int i = 0; i < GRUNDY_COLUMN_COUNT; i++)
      for (int j = 0; j < GRUNDY_COLUMN_COUNT; j++) {
        grundy_columns of = (grundy_columns)1 << i, from = (grundy_columns)1 << j;
        bool same = naive_kernel(engine, of) == naive_kernel(engine, from);
        if ((computed & of) != 0 && (naive_sources(engine, of) & from) != 0 &&
            (same || (known & from) == 0))
          computed |= from;
      }
  } while (computed != before);
  return computed;
}

/* Returns how often a column is in a step that computes it with this kernel. */
static int count_in_steps(const grundy_column_plan *plan, grundy_kernel kernel,
                          grundy_columns column, bool yields) {
  int count = 0;
  for (int i = 0; i < plan->count; i++) {
    const grundy_plan_step *step = &plan->steps[i];
    count += step->kernel == kernel && ((yields ? step->yields : step->scratch) & column) != 0;
  }
  return count;
}

/* Returns where a kernel comes in an order; NONE if it is not there. */
static int place_of(const grundy_kernel *order, int count, grundy_kernel kernel) {
  for (int i = 0; i < count; i++)
    if (order[i] == kernel) return i;
  return NONE;
}

static bool is_right(size_t e, grundy_columns wanted, grundy_columns known) {
  grundy_plan_engine engine = engines[e].engine;
  grundy_column_plan plan = grundy_plan_columns(engine, wanted, known != 0);
  grundy_columns computed = naive_computed(engine, wanted, known);
  bool right = plan.computed == computed;
  for (int i = 0; i < GRUNDY_COLUMN_COUNT; i++) {
    grundy_columns column = (grundy_columns)1 << i;
    grundy_kernel kernel = naive_kernel(engine, column);
    right &= count_in_steps(&plan, kernel, column, true) == ((wanted & column) != 0);
    right &= count_in_steps(&plan, kernel, column, false) == ((computed & ~wanted & column) != 0);
  }
  int before = NONE;
  for (int i = 0; i < plan.count; i++) {
    int place = place_of(engines[e].order, engines[e].count, plan.steps[i].kernel);
    right &= place > before && (plan.steps[i].yields | plan.steps[i].scratch) != 0;
    before = place;
  }
  return right;
}

/* ---- tests ------------------------------------------------------------------------------- */

static void each_engine_computes_each_set_of_columns_by_the_definitions(void **state) {
  (void)state;
  int wrong = 0;
  for (size_t e = 0; e < sizeof engines / sizeof *engines; e++) {
    grundy_columns all = engines[e].columns, wanted = 0;
    do {
      wrong += !is_right(e, wanted, 0);
      if ((wanted & GRUNDY_COLUMN_GRUNDY) == 0 && engines[e].engine == GRUNDY_PLAN_MEMORY)
        wrong += !is_right(e, wanted, GRUNDY_COLUMN_GRUNDY);
      wanted = (wanted - all) & all; /* the next subset */
    } while (wanted != 0);
  }
  assert_int_equal(wrong, 0);
}

static void what_a_step_needs_is_computed_before_it(void **state) {
  (void)state;
  int wrong = 0;
  for (size_t e = 0; e < sizeof engines / sizeof *engines; e++)
    for (int i = 0; i < GRUNDY_COLUMN_COUNT; i++) {
      grundy_columns column = (grundy_columns)1 << i;
      if ((engines[e].columns & column) == 0) continue;
      grundy_column_plan plan = grundy_plan_columns(engines[e].engine, column, false);
      const grundy_plan_step *last = &plan.steps[plan.count - 1];
      wrong += last->kernel != naive_kernel(engines[e].engine, column) || last->yields != column;
    }
  assert_int_equal(wrong, 0);
}

static grundy_reverse_need reverse_for(grundy_plan_engine engine, grundy_columns wanted,
                                       bool has_values) {
  grundy_column_plan plan = grundy_plan_columns(engine, wanted, has_values);
  return grundy_plan_reverse(&plan);
}

static void sets_of_known_values_need_no_reverse_digraph(void **state) {
  (void)state;
  const grundy_columns sets = GRUNDY_COLUMN_K | GRUNDY_COLUMN_J;
  const grundy_plan_engine memory = GRUNDY_PLAN_MEMORY, coloured = GRUNDY_PLAN_COLOURED;
  assert_int_equal(reverse_for(memory, 0, false), GRUNDY_REVERSE_NEVER);
  assert_int_equal(reverse_for(memory, sets, true), GRUNDY_REVERSE_NEVER);
  assert_int_equal(reverse_for(memory, sets, false), GRUNDY_REVERSE_UNLESS_SWEPT);
  assert_int_equal(reverse_for(memory, sets | GRUNDY_COLUMN_OUTCOME, true),
                   GRUNDY_REVERSE_UNLESS_SWEPT);
  assert_int_equal(reverse_for(memory, GRUNDY_COLUMN_HMIN, true), GRUNDY_REVERSE_ALWAYS);
  assert_int_equal(reverse_for(memory, GRUNDY_COLUMN_DRAW_LEVEL, false), GRUNDY_REVERSE_ALWAYS);
  assert_int_equal(reverse_for(coloured, GRUNDY_COLUMN_PLAYER, false), GRUNDY_REVERSE_NEVER);
  assert_int_equal(reverse_for(coloured, GRUNDY_COLUMN_ABE, false), GRUNDY_REVERSE_UNLESS_SWEPT);
  assert_int_equal(reverse_for(coloured, GRUNDY_COLUMN_CAP, false), GRUNDY_REVERSE_ALWAYS);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(each_engine_computes_each_set_of_columns_by_the_definitions),
      cmocka_unit_test(what_a_step_needs_is_computed_before_it),
      cmocka_unit_test(sets_of_known_values_need_no_reverse_digraph),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
