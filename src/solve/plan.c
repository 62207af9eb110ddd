#include "solve/plan.h"

#include "base/error.h"
#include "solution/impl.h"

#include <assert.h>

#define AIMS                                                                                       \
  (GRUNDY_COLUMN_Q1 | GRUNDY_COLUMN_Q0 | GRUNDY_COLUMN_QM1 | GRUNDY_COLUMN_Q2 | GRUNDY_COLUMN_QV)

#define NEVER GRUNDY_REVERSE_NEVER
#define UNLESS_SWEPT GRUNDY_REVERSE_UNLESS_SWEPT
#define ALWAYS GRUNDY_REVERSE_ALWAYS

/* What each kernel can compute, and whether it needs the reverse digraph. */
static const struct {
  grundy_columns columns;
  grundy_reverse_need reverse;
} kernels[GRUNDY_KERNEL_COUNT] = {
    [GRUNDY_KERNEL_REMOTENESS] = {GRUNDY_COLUMN_OUTCOME | GRUNDY_COLUMN_REMOTENESS, UNLESS_SWEPT},
    [GRUNDY_KERNEL_MISERE] = {GRUNDY_COLUMN_MISERE | GRUNDY_COLUMN_MISERE_REMOTENESS, UNLESS_SWEPT},
    [GRUNDY_KERNEL_PEEL] = {GRUNDY_COLUMN_DISTANCE, ALWAYS},
    [GRUNDY_KERNEL_LEVELS] = {GRUNDY_COLUMN_GRUNDY | GRUNDY_COLUMN_COUNTER, ALWAYS},
    [GRUNDY_KERNEL_VALUES] = {GRUNDY_COLUMN_DISTANCE | GRUNDY_COLUMN_GRUNDY | GRUNDY_COLUMN_COUNTER,
                              UNLESS_SWEPT},
    [GRUNDY_KERNEL_HMIN] = {GRUNDY_COLUMN_HMIN, ALWAYS},
    [GRUNDY_KERNEL_DRAWS] = {GRUNDY_COLUMN_DRAW_LEVEL | GRUNDY_COLUMN_DRAW_REMOTENESS, ALWAYS},
    [GRUNDY_KERNEL_SETS] = {GRUNDY_COLUMN_K | GRUNDY_COLUMN_J, NEVER},
    [GRUNDY_KERNEL_FRONTIER] = {GRUNDY_COLUMN_WINDOW, NEVER},
    [GRUNDY_KERNEL_AIMS] = {AIMS, UNLESS_SWEPT},
    [GRUNDY_KERNEL_LETTERS] = {GRUNDY_COLUMN_PLAYER | GRUNDY_COLUMN_OUTCOME | GRUNDY_COLUMN_ABE |
                                   GRUNDY_COLUMN_BARBARA,
                               NEVER},
    [GRUNDY_KERNEL_GUARANTEE] = {GRUNDY_COLUMN_GUARANTEE | GRUNDY_COLUMN_GUARANTEE_MOVES, ALWAYS},
    [GRUNDY_KERNEL_CAP] = {GRUNDY_COLUMN_CAP | GRUNDY_COLUMN_CAP_MOVES, ALWAYS},
};

/* The kernels of each engine in their order, which ends with COUNT. In memory, values and the least
 * H come first, while there are few columns, because they need the most scratch memory. Elsewhere
 * remoteness comes first: it is soon done, and can be saved. Sets come last everywhere, when the
 * reverse digraph is no longer needed. */
static const grundy_kernel orders[GRUNDY_PLAN_ENGINE_COUNT][8] = {
    [GRUNDY_PLAN_MEMORY] = {GRUNDY_KERNEL_VALUES, GRUNDY_KERNEL_HMIN, GRUNDY_KERNEL_REMOTENESS,
                            GRUNDY_KERNEL_MISERE, GRUNDY_KERNEL_DRAWS, GRUNDY_KERNEL_SETS,
                            GRUNDY_KERNEL_COUNT},
    [GRUNDY_PLAN_COLOURED] = {GRUNDY_KERNEL_AIMS, GRUNDY_KERNEL_LETTERS, GRUNDY_KERNEL_GUARANTEE,
                              GRUNDY_KERNEL_CAP, GRUNDY_KERNEL_COUNT},
    [GRUNDY_PLAN_WINDOW] = {GRUNDY_KERNEL_REMOTENESS, GRUNDY_KERNEL_MISERE, GRUNDY_KERNEL_VALUES,
                            GRUNDY_KERNEL_SETS, GRUNDY_KERNEL_FRONTIER, GRUNDY_KERNEL_COUNT},
    [GRUNDY_PLAN_EXTERNAL] = {GRUNDY_KERNEL_REMOTENESS, GRUNDY_KERNEL_MISERE, GRUNDY_KERNEL_VALUES,
                              GRUNDY_KERNEL_SETS, GRUNDY_KERNEL_COUNT},
    [GRUNDY_PLAN_GPU] = {GRUNDY_KERNEL_REMOTENESS, GRUNDY_KERNEL_MISERE, GRUNDY_KERNEL_VALUES,
                         GRUNDY_KERNEL_SETS, GRUNDY_KERNEL_COUNT},
    [GRUNDY_PLAN_CLUSTER] = {GRUNDY_KERNEL_REMOTENESS, GRUNDY_KERNEL_MISERE, GRUNDY_KERNEL_PEEL,
                             GRUNDY_KERNEL_LEVELS, GRUNDY_KERNEL_SETS, GRUNDY_KERNEL_COUNT},
};

enum {
  COLOURED = 1 << GRUNDY_PLAN_COLOURED,
  IMPARTIAL = ((1 << GRUNDY_PLAN_ENGINE_COUNT) - 1) & ~COLOURED,
};

/* What columns are computed from, by which engines. What an entry adds is looked for in later
 * entries only. Draws in a window show which infinite values are certain, and peeling on a cluster
 * always has the array of distances. */
static const struct {
  grundy_columns of, from;
  unsigned engines;
} sources[] = {
    {GRUNDY_COLUMN_K | GRUNDY_COLUMN_J | GRUNDY_COLUMN_HMIN | GRUNDY_COLUMN_COUNTER,
     GRUNDY_COLUMN_GRUNDY, IMPARTIAL},
    {GRUNDY_COLUMN_GRUNDY, GRUNDY_COLUMN_REMOTENESS, 1 << GRUNDY_PLAN_WINDOW},
    {GRUNDY_COLUMN_GRUNDY, GRUNDY_COLUMN_DISTANCE, 1 << GRUNDY_PLAN_CLUSTER},
    {GRUNDY_COLUMN_OUTCOME, GRUNDY_COLUMN_REMOTENESS, IMPARTIAL},
    {GRUNDY_COLUMN_MISERE, GRUNDY_COLUMN_MISERE_REMOTENESS, IMPARTIAL},
    {GRUNDY_COLUMN_DRAW_LEVEL, GRUNDY_COLUMN_DRAW_REMOTENESS, IMPARTIAL},
    {GRUNDY_COLUMN_DRAW_REMOTENESS, GRUNDY_COLUMN_DRAW_LEVEL, IMPARTIAL},
    {GRUNDY_COLUMN_OUTCOME, GRUNDY_COLUMN_Q1 | GRUNDY_COLUMN_Q0, COLOURED},
    {GRUNDY_COLUMN_ABE, GRUNDY_COLUMN_Q1 | GRUNDY_COLUMN_Q0 | GRUNDY_COLUMN_QM1, COLOURED},
    {GRUNDY_COLUMN_BARBARA, GRUNDY_COLUMN_Q0 | GRUNDY_COLUMN_Q1 | GRUNDY_COLUMN_Q2, COLOURED},
    {GRUNDY_COLUMN_GUARANTEE, GRUNDY_COLUMN_GUARANTEE_MOVES, COLOURED},
    {GRUNDY_COLUMN_GUARANTEE_MOVES, GRUNDY_COLUMN_GUARANTEE, COLOURED},
    {GRUNDY_COLUMN_CAP, GRUNDY_COLUMN_CAP_MOVES, COLOURED},
    {GRUNDY_COLUMN_CAP_MOVES, GRUNDY_COLUMN_CAP, COLOURED},
};

grundy_column_plan grundy_plan_columns(grundy_plan_engine engine, grundy_columns wanted,
                                       bool has_values) {
  assert(!has_values || (wanted & GRUNDY_COLUMN_GRUNDY) == 0);
  grundy_column_plan plan = {.computed = wanted};
  grundy_columns known =
      has_values && (wanted & GRUNDY_COLUMN_COUNTER) == 0 ? GRUNDY_COLUMN_GRUNDY : 0;
  for (size_t i = 0; i < sizeof sources / sizeof *sources; i++)
    if ((plan.computed & sources[i].of) != 0 && (sources[i].engines >> engine & 1) != 0)
      plan.computed |= sources[i].from & ~known;
  grundy_columns rest = plan.computed;
  for (const grundy_kernel *kernel = orders[engine]; *kernel != GRUNDY_KERNEL_COUNT; kernel++) {
    grundy_columns columns = plan.computed & kernels[*kernel].columns;
    if (columns == 0) continue;
    plan.steps[plan.count++] = (grundy_plan_step){*kernel, columns & wanted, columns & ~wanted};
    rest &= ~columns;
  }
  assert(rest == 0); /* the engine can compute all of them */
  return plan;
}

grundy_reverse_need grundy_plan_reverse(const grundy_column_plan *plan) {
  grundy_reverse_need need = NEVER;
  for (int i = 0; i < plan->count; i++)
    if (kernels[plan->steps[i].kernel].reverse > need)
      need = kernels[plan->steps[i].kernel].reverse;
  return need;
}

grundy_status grundy_plan_numbers(const grundy_plan_step *step, grundy_columns column,
                                  grundy_solution *solution, grundy_arena *scratch,
                                  uint32_t **numbers, grundy_error *error) {
  *numbers = NULL;
  if ((step->yields & column) != 0)
    return grundy_solution_add_numbers(solution, column, numbers, error);
  if ((step->scratch & column) == 0) return GRUNDY_OK;
  *numbers = grundy_arena_array(scratch, grundy_solution_order(solution), sizeof **numbers);
  return scratch->failed ? grundy_fail_memory(error) : GRUNDY_OK;
}
