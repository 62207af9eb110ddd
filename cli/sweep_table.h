/* The table of a sweep: one row per game, with its arguments and what is known about its start. */

#ifndef GRUNDY_CLI_SWEEP_TABLE_H
#define GRUNDY_CLI_SWEEP_TABLE_H

#include <stddef.h>
#include <stdio.h>

#include <grundy/base.h>
#include <grundy/game.h>
#include <grundy/solution.h>

#include "sweep_plan.h"

struct sweep_table {
  const struct sweep_plan *plan;
  grundy_columns columns;
  char between;   /* the character between cells */
  char **rows;    /* by game: the cells of the columns; NULL: not known yet. Owned */
  size_t written; /* rows that went to standard output */
};

/* Makes room for the rows. */
grundy_status sweep_table_start(struct sweep_table *table, grundy_error *error);

void sweep_table_free(struct sweep_table *table);

/* Makes the cells of a row, each ? if it is not known. NULL if there is not enough memory. */
char *sweep_table_row(const struct sweep_table *table, const grundy_answer *answer);

/* Reads the rows of an older file, except for rows with a ?. A file that does not exist has no
 * rows. GRUNDY_BAD_INPUT with the line if it is not a table of these games. */
grundy_status sweep_table_read(struct sweep_table *table, const char *path, grundy_error *error);

/* Writes the line with the names of the columns. */
void sweep_table_put_heading(FILE *out, const struct sweep_table *table);

/* Writes the rows of games from `begin` to `end` that are known. */
void sweep_table_put_rows(FILE *out, const struct sweep_table *table, size_t begin, size_t end);

/* Writes a grid with its heading: the cells of the only column by the two ranges. */
void sweep_table_put_pivot(FILE *out, const struct sweep_table *table);

#endif
