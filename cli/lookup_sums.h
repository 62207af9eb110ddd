/* Answers about positions of a tablebase of parts. */

#ifndef GRUNDY_CLI_LOOKUP_SUMS_H
#define GRUNDY_CLI_LOOKUP_SUMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <grundy/base.h>
#include <grundy/digraph.h>
#include <grundy/json.h>
#include <grundy/solution.h>

enum { LOOKUP_SUMS_COLUMNS = 4 /* of JSON */ };

/* Answers that are not written yet: one text per column in JSON, and otherwise one text of rows. */
struct lookup_sums {
  const grundy_digraph *game;
  const grundy_solution *solution;
  bool json;
  bool headless; /* the line of column names was written */
  size_t count;
  FILE *streams[LOOKUP_SUMS_COLUMNS];
  grundy_json columns[LOOKUP_SUMS_COLUMNS]; /* arrays in the streams */
  char *texts[LOOKUP_SUMS_COLUMNS];
  size_t sizes[LOOKUP_SUMS_COLUMNS];
};

/* Begins; the game and its solution are borrowed. GRUNDY_UNABLE if the solution lacks columns. */
grundy_status lookup_sums_begin(struct lookup_sums *sums, const grundy_digraph *game,
                                const grundy_solution *solution, bool json, grundy_error *error);

/* Adds the answer about a position. */
grundy_status lookup_sums_ask(struct lookup_sums *sums, const char *name, size_t length,
                              grundy_error *error);

/* Writes the pending answers, and forgets them. */
grundy_status lookup_sums_write(struct lookup_sums *sums, FILE *out, grundy_error *error);

void lookup_sums_free(struct lookup_sums *sums);

#endif
