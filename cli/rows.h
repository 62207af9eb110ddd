/* The rows of a table of positions: those that satisfy a condition, in some order. */

#ifndef GRUNDY_CLI_ROWS_H
#define GRUNDY_CLI_ROWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <grundy/base.h>
#include <grundy/digraph.h>
#include <grundy/formula.h>
#include <grundy/solution.h>

#include "options.h"
#include "run_limits.h"

/* For a struct of arguments with the members `where` and `sort`. */
#define OPTION_WHERE(type)                                                                         \
  {                                                                                                \
    .name = "where", .kind = OPTION_STRING, .value = "CONDITION",                                  \
    .destination = offsetof(type, where), .file = FILE_FORMULA,                                    \
    .help = "only positions where this is true, such as 'outcome == P and a <= b'",                \
    .front_ends = IN_ALL,                                                                          \
  }

#define OPTION_SORT(type)                                                                          \
  {                                                                                                \
    .name = "sort", .kind = OPTION_STRING, .value = "KEYS", .destination = offsetof(type, sort),   \
    .help = "sort by columns, fields or name; - before a key sorts downwards",                     \
    .front_ends = IN_HTTP,                                                                         \
  }

/* Owns its members except `sort`. */
struct rows {
  grundy_formula *condition; /* NULL: all positions */
  const char *sort;          /* keys; NULL: in the order of their numbers */
  uint32_t *vertices;        /* after rows_choose; NULL: all, in the order of their numbers */
  uint64_t count;
};

/* Parses the condition; both texts may be NULL. Returns an exit code. */
int rows_prepare(const char *where, const char *sort, struct rows *rows);

/* Returns whether a condition or an order was given. */
bool rows_are_chosen(const struct rows *rows);

/* Returns the columns of the game that the condition and the keys mention. */
grundy_columns rows_columns(const struct rows *rows, const grundy_digraph *game);

/* Chooses and sorts the rows. */
grundy_status rows_choose(struct rows *rows, const grundy_digraph *game,
                          const grundy_solution *solution, const struct limits *limits,
                          grundy_error *error);

void rows_free(struct rows *rows);

#endif
