/* What the files of a sweep share. */

#ifndef GRUNDY_SRC_SWEEP_IMPL_H
#define GRUNDY_SRC_SWEEP_IMPL_H

#include <grundy/game.h>
#include <grundy/model.h>
#include <grundy/sweep.h>

#include <pthread.h>

/* ---- the games: an expression with ranges such as kotzig:5..60,1,3 has one per combination ----
 */

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

/* ---- the table ---------------------------------------------------------------------------- */

struct grundy_sweep {
  char *text;
  grundy_sweep_options options;
  grundy_sweep_plan plan;
  grundy_columns columns;
  char between; /* the character between cells */
  char *path;   /* of a file that was read; NULL: none */

  const char **texts; /* of the games that are evaluated now */
  size_t *numbers;    /* and their numbers in the plan */

  pthread_mutex_t lock; /* protects the members below while the sweep runs */
  char **rows;          /* by game: the cells of the columns; NULL: not known yet */
  char **objects;       /* likewise: the row as JSON; NULL: not wanted */
  size_t written;       /* rows before this one were written by grundy_sweep_write_next */
  size_t checked;       /* the row of an older file that is checked; the number of games: none */
  grundy_sweep_state state;
};

/* Makes the cells of a row, each ? if it is not known; NULL if memory runs out. */
char *grundy_sweep_cells(const grundy_sweep *sweep, const grundy_answer *answer);

/* Makes the row as JSON; NULL if memory runs out. */
char *grundy_sweep_object(const grundy_sweep *sweep, size_t game, const grundy_answer *answer);

/* Write parts of the table, without locking. */
void grundy_sweep_put_heading(const grundy_sweep *sweep, FILE *out);
void grundy_sweep_put_rows(const grundy_sweep *sweep, size_t begin, size_t end, FILE *out);
void grundy_sweep_put_grid(const grundy_sweep *sweep, FILE *out);

#endif
