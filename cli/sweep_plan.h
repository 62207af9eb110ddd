/* The games of a sweep: an expression with ranges such as kotzig:5..60,1,3 stands for one game per
 * combination of their values. */

#ifndef GRUNDY_CLI_SWEEP_PLAN_H
#define GRUNDY_CLI_SWEEP_PLAN_H

#include <stddef.h>

#include <grundy/base.h>

#include "parameter_range.h"

enum { SWEEP_MAX_NAME = 40, SWEEP_MAX_AXES = 8, SWEEP_MAX_GAMES = 1000000 };

/* A range in the text. */
struct sweep_axis {
  struct parameter_range range; /* its values are whole numbers */
  size_t begin, end;            /* where it is in the text */
  size_t column;                /* its column */
};

/* A column of arguments: those that vary and, if the text is rules alone, all others, too. */
struct sweep_column {
  char name[SWEEP_MAX_NAME];
  int axis;   /* -1: constant */
  char *text; /* of a constant; owned */
};

struct sweep_plan {
  const char *text; /* borrowed */
  struct sweep_axis axes[SWEEP_MAX_AXES];
  size_t axis_count;
  struct sweep_column *columns;
  size_t column_count;
  char **games; /* texts; the last axis varies fastest */
  size_t game_count;
};

/* Finds the ranges in the text, and makes the games. GRUNDY_BAD_ARGUMENT with a message without a
 * place if the ranges are wrong, or if there are none; other errors as from grundy_rules_describe.
 * The plan has to be freed on failure, too. */
grundy_status sweep_plan_make(const char *text, struct sweep_plan *plan, grundy_error *error);

void sweep_plan_free(struct sweep_plan *plan);

/* Writes the argument of a game in a column, cut to `size` bytes. */
void sweep_plan_argument(const struct sweep_plan *plan, size_t game, size_t column, char *text,
                         size_t size);

#endif
