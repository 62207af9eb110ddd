/* Answers of grundy query about positions of a tablebase of parts. */

#ifndef GRUNDY_CLI_QUERY_SUMS_H
#define GRUNDY_CLI_QUERY_SUMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <grundy/base.h>
#include <grundy/digraph.h>
#include <grundy/solution.h>

enum { QUERY_SUMS_COLUMNS = 5 };

/* Answers that are not written yet: one text per column in JSON, and otherwise one text of rows. */
struct query_sums {
  const grundy_digraph *game;
  const grundy_solution *solution;
  bool json;
  bool headless; /* the line of column names was written */
  size_t count;
  FILE *columns[QUERY_SUMS_COLUMNS];
  char *texts[QUERY_SUMS_COLUMNS];
  size_t sizes[QUERY_SUMS_COLUMNS];
};

/* Begins; the game and its solution are borrowed. GRUNDY_UNABLE if the solution lacks columns. */
grundy_status query_sums_begin(struct query_sums *sums, const grundy_digraph *game,
                               const grundy_solution *solution, bool json, grundy_error *error);

/* Adds the answer about a position. */
grundy_status query_sums_ask(struct query_sums *sums, const char *name, size_t length,
                             grundy_error *error);

/* Writes the pending answers, and forgets them. */
grundy_status query_sums_write(struct query_sums *sums, FILE *out, grundy_error *error);

void query_sums_free(struct query_sums *sums);

#endif
