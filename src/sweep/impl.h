/* What the files of a sweep share. */

#ifndef GRUNDY_SRC_SWEEP_IMPL_H
#define GRUNDY_SRC_SWEEP_IMPL_H

#include <grundy/game.h>
#include <grundy/sweep.h>

#include "sweep/plan.h"

#include <pthread.h>

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
