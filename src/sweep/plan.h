/* The games of a sweep: an expression with ranges such as kotzig:5..60,1,3 stands for one game per
 * combination of their values. */

#ifndef GRUNDY_SRC_SWEEP_PLAN_H
#define GRUNDY_SRC_SWEEP_PLAN_H

#include <grundy/model.h>
#include <grundy/sweep.h>

enum { GRUNDY_SWEEP_MAX_NAME = 40 };

/* A range in the text. */
typedef struct grundy_sweep_axis {
  grundy_parameter_range range; /* its values are whole numbers */
  size_t begin, end;            /* where it is in the text */
  size_t column;                /* its column */
} grundy_sweep_axis;

/* A column of arguments: those that vary and, if the text is rules alone, all others, too. */
typedef struct grundy_sweep_column {
  char name[GRUNDY_SWEEP_MAX_NAME];
  int axis;   /* -1: constant */
  char *text; /* of a constant; owned */
} grundy_sweep_column;

typedef struct grundy_sweep_plan {
  const char *text; /* borrowed */
  grundy_sweep_axis axes[GRUNDY_SWEEP_MAX_AXES];
  size_t axis_count;
  grundy_sweep_column *columns;
  size_t column_count;
  uint64_t column_room;
  char **games; /* texts; the last axis varies fastest */
  size_t game_count;
} grundy_sweep_plan;

/* Finds the ranges in the text, which is borrowed, and makes the games; without a range there are
 * none. GRUNDY_BAD_ARGUMENT with a message without a place if the ranges are wrong; other errors as
 * from grundy_rules_describe. */
grundy_status grundy_sweep_plan_make(const char *text, grundy_sweep_plan *plan,
                                     grundy_error *error);

void grundy_sweep_plan_free(grundy_sweep_plan *plan);

/* Writes the argument of a game in a column, cut to `size` bytes. */
void grundy_sweep_plan_argument(const grundy_sweep_plan *plan, size_t game, size_t column,
                                char *text, size_t size);

#endif
