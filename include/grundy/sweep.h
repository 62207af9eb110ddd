/* Many games at once: an expression with ranges, such as kotzig:5..60,1,3, with lists, such as
 * [0.07|0.77]:9, or with choices, such as take{choose(1..10,3)}:x, stands for one game per
 * combination of their values. If the position is a row, with an x in it, periods are proved.
 * docs/sweeps.md describes them. */

#ifndef GRUNDY_SWEEP_H
#define GRUNDY_SWEEP_H

#include <stdio.h>

#include <grundy/base.h>
#include <grundy/json.h>
#include <grundy/solution.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The most ranges and games of a sweep, and how many values are computed by default to prove the
 * period of a row. */
enum {
  GRUNDY_SWEEP_MAX_AXES = 8,
  GRUNDY_SWEEP_MAX_GAMES = 1000000,
  GRUNDY_SWEEP_ROW_LIMIT = 100000,
};

/* The games of an expression with ranges, and a table with a row for each. The last range varies
 * fastest. */
typedef struct grundy_sweep grundy_sweep;

/* How to evaluate the games. */
typedef struct grundy_sweep_options {
  size_t size;
  grundy_play play;
  /* Separated by commas: of outcome, grundy, k, remoteness, distance and rounds (half the moves of
   * the winner and the loser, after those with which the rules set the game up; docs/sweeps.md); of
   * preperiod, period, saltus and largest if the games are rows; NULL: outcome and grundy, or all
   * four of rows. */
  const char *columns;
  uint64_t limit;  /* on the positions of each game; 0: no limit, or GRUNDY_SWEEP_ROW_LIMIT; on
                      the elements of a misère quotient */
  uint64_t memory; /* bytes for all positions that are in memory at a time; 0: no limit */
  double seconds;  /* for each game; 0: no limit */
  bool csv;        /* the table has commas between its cells, instead of tabs */
  bool json;       /* keep what grundy_sweep_write_json needs */
  const grundy_monitor *monitor; /* may be NULL; its tick may write rows */
} grundy_sweep_options;

/* Finds the ranges in the text, and makes the games; nothing is evaluated yet. `options` may be
 * NULL. The sweep belongs to the caller. GRUNDY_BAD_ARGUMENT if the text has no range or a wrong
 * one, if there are too many games, or if a column is not one of those above; otherwise fails as
 * grundy_rules_describe does. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_sweep_new(const char *text,
                                                          const grundy_sweep_options *options,
                                                          grundy_sweep **sweep,
                                                          grundy_error *error);

/* Frees the sweep; NULL is allowed. */
GRUNDY_API void grundy_sweep_free(grundy_sweep *sweep);

/* Reads the rows of an older file with the same columns, except for rows with a ?. A file that does
 * not exist has no rows. GRUNDY_BAD_INPUT with the line if it is not a table of these games. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_sweep_read(grundy_sweep *sweep, const char *path,
                                                           grundy_error *error);

/* Evaluates all games that have no row yet, in parallel. A game whose limit is reached gets a row
 * without an answer; that is not a failure. Rows that are done are kept if this fails.
 * GRUNDY_BAD_INPUT if a game is wrong, or if the file that was read is not a table of these games:
 * one of its rows is evaluated again. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_sweep_run(grundy_sweep *sweep, grundy_error *error);

/* How far a sweep is. */
typedef struct grundy_sweep_state {
  size_t axes, columns, games;
  size_t rows;             /* games that have one */
  size_t unanswered;       /* games whose limit was reached, or whose outcome is not known */
  size_t first_unanswered; /* the first of them, */
  grundy_error limit;      /* and why it has no answer */
  bool is_foreign;         /* the file that was read has other rows; do not replace it */
} grundy_sweep_state;

/* Returns how far the sweep is. Like the functions below it may be called while the sweep runs, by
 * the monitor. */
GRUNDY_API grundy_sweep_state grundy_sweep_describe(grundy_sweep *sweep);

/* Returns the text of a game; it belongs to the sweep. NULL if `game` is not a number of one. */
GRUNDY_API const char *grundy_sweep_game(const grundy_sweep *sweep, size_t game);

/* Writes the heading and all rows. Writers do not check their stream; the caller does. */
GRUNDY_API void grundy_sweep_write(grundy_sweep *sweep, FILE *out);

/* Writes the rows that follow those that earlier calls have written, with the heading before the
 * first; up to the first row that is missing or, if `all`, all that are done. Returns false if
 * there are none, without writing anything; with `out` NULL, only returns that. */
GRUNDY_API bool grundy_sweep_write_next(grundy_sweep *sweep, bool all, FILE *out);

/* Writes the only column of a sweep with two ranges as a grid, with a line per value of the first
 * range and a column per value of the second. */
GRUNDY_API void grundy_sweep_write_grid(grundy_sweep *sweep, FILE *out);

/* Writes the table for LaTeX, as a longtable with a caption (NULL: the text of the sweep) and a
 * label (NULL: none), which is not escaped. The table must not have commas between its cells. */
GRUNDY_API void grundy_sweep_write_latex(grundy_sweep *sweep, const char *caption,
                                         const char *label, FILE *out);

/* Writes an object with game, games (how many), unanswered and rows: one object per game with game,
 * arguments, the evaluation, of rows the members period and largest, and limit. The options must
 * have had `json`; rows that were read from a file are left out. */
GRUNDY_API void grundy_sweep_write_json(grundy_json *json, grundy_sweep *sweep);

#ifdef __cplusplus
}
#endif

#endif
