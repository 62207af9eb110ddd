/* Which kernels compute a set of columns, in which order, and what each of them yields. Every
 * engine asks here. */

#ifndef GRUNDY_SRC_SOLVE_PLAN_H
#define GRUNDY_SRC_SOLVE_PLAN_H

#include <grundy/solution.h>

#include "base/arena.h"

/* Checkpoints of grundy-mpi contain the first four as numbers. */
typedef enum grundy_kernel {
  GRUNDY_KERNEL_REMOTENESS, /* and outcomes */
  GRUNDY_KERNEL_MISERE,     /* the same in misère play */
  GRUNDY_KERNEL_PEEL,   /* terminal distance, and values of positions from which play must end */
  GRUNDY_KERNEL_LEVELS, /* all other values, and the counter */
  GRUNDY_KERNEL_VALUES, /* both in one step: levels run if the step computes values */
  GRUNDY_KERNEL_HMIN,
  GRUNDY_KERNEL_DRAWS,
  GRUNDY_KERNEL_SETS, /* K and J */
  GRUNDY_KERNEL_FRONTIER,
  GRUNDY_KERNEL_AIMS,    /* of two-coloured games: Q for every aim … */
  GRUNDY_KERNEL_LETTERS, /* … and what each player can be sure of */
  GRUNDY_KERNEL_GUARANTEE,
  GRUNDY_KERNEL_CAP,
  GRUNDY_KERNEL_COUNT,
} grundy_kernel;

/* Who runs the kernels. */
typedef enum grundy_plan_engine {
  GRUNDY_PLAN_MEMORY,
  GRUNDY_PLAN_COLOURED, /* in memory, for two-coloured games */
  GRUNDY_PLAN_WINDOW,
  GRUNDY_PLAN_EXTERNAL,
  GRUNDY_PLAN_GPU,
  GRUNDY_PLAN_CLUSTER,
  GRUNDY_PLAN_ENGINE_COUNT,
} grundy_plan_engine;

typedef struct grundy_plan_step {
  grundy_kernel kernel;
  grundy_columns yields;  /* the wanted columns that it completes */
  grundy_columns scratch; /* columns that it computes for itself or for later steps only */
} grundy_plan_step;

typedef struct grundy_column_plan {
  grundy_plan_step steps[GRUNDY_KERNEL_COUNT];
  int count;
  grundy_columns computed; /* what all steps yield, and their scratch */
} grundy_column_plan;

/* Plans how an engine computes columns, all of which it can compute. `has_values`: values are known
 * and not wanted. They are computed again only together with the counter. */
grundy_column_plan grundy_plan_columns(grundy_plan_engine engine, grundy_columns wanted,
                                       bool has_values);

/* When the reverse digraph is needed. A game that can be swept does not need it for every kernel.
 */
typedef enum grundy_reverse_need {
  GRUNDY_REVERSE_NEVER,
  GRUNDY_REVERSE_UNLESS_SWEPT,
  GRUNDY_REVERSE_ALWAYS,
} grundy_reverse_need;

grundy_reverse_need grundy_plan_reverse(const grundy_column_plan *plan);

/* Makes *numbers the array of a column: a new column of the solution if the step yields it, one of
 * the arena if it is scratch, and otherwise NULL. */
GRUNDY_MUST_USE grundy_status grundy_plan_numbers(const grundy_plan_step *step,
                                                  grundy_columns column, grundy_solution *solution,
                                                  grundy_arena *scratch, uint32_t **numbers,
                                                  grundy_error *error);

#endif
