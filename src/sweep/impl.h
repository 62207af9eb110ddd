/* What the files of a sweep share. */

#ifndef GRUNDY_SRC_SWEEP_IMPL_H
#define GRUNDY_SRC_SWEEP_IMPL_H

#include <grundy/game.h>
#include <grundy/json.h>
#include <grundy/sweep.h>

#include "game/batch.h"

#include <pthread.h>

/* ---- the games: an expression with ranges such as kotzig:5..60,1,3 has one per combination ----
 */

enum { GRUNDY_SWEEP_MAX_NAME = 40 };

/* What varies in the text: a range, a list such as [0.07|0.77], or a choice such as
 * choose(1..10,3). */
typedef enum grundy_sweep_axis_kind {
  GRUNDY_SWEEP_RANGE,
  GRUNDY_SWEEP_LIST,
  GRUNDY_SWEEP_CHOICE,
} grundy_sweep_axis_kind;

typedef struct grundy_sweep_axis {
  grundy_sweep_axis_kind kind;
  const char *text; /* in the text of the plan */
  size_t length;
  char **values; /* owned */
  size_t count;
  uint64_t room;
  size_t place;  /* where its value is in the text of the first game */
  size_t column; /* its column */
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

/* Finds what varies in the text of the plan. Fails as grundy_sweep_plan_make does. */
grundy_status grundy_sweep_find_axes(grundy_sweep_plan *plan, grundy_error *error);

void grundy_sweep_axis_free(grundy_sweep_axis *axis);

/* Finds the ranges in the text, which is borrowed, and makes the games; without a range there are
 * none. GRUNDY_BAD_ARGUMENT with a message without a place if the ranges are wrong; other errors as
 * from grundy_rules_describe. */
grundy_status grundy_sweep_plan_make(const char *text, grundy_sweep_plan *plan,
                                     grundy_error *error);

void grundy_sweep_plan_free(grundy_sweep_plan *plan);

/* Returns the argument of a game in a column; it belongs to the plan. */
const char *grundy_sweep_plan_argument(const grundy_sweep_plan *plan, size_t game, size_t column);

/* ---- subjects: what a sweep finds out about its games ---------------------------------------- */

/* What was found out about a game. */
typedef struct grundy_sweep_finding {
  size_t index;              /* in the list of games that are evaluated now */
  const grundy_error *limit; /* why the game has no answer; NULL: it has one */
  bool is_limited;           /* a limit ended the work on the game */
  const void *answer;        /* as the subject has it */
} grundy_sweep_finding;

/* Columns that are found out together, and how. A new one is a file, a struct, and a line in
 * sweep.c. */
typedef struct grundy_sweep_subject {
  const char *const *names; /* of the columns in their order, up to NULL */
  const char *standard;     /* the columns by default, separated by commas */

  /* Finds out about the first `count` games of sweep->texts, in parallel, and calls
   * grundy_sweep_keep for each. */
  grundy_status (*run)(grundy_sweep *sweep, size_t count, grundy_error *error);

  /* Writes a cell: - if it is undefined, ? if it is not known. */
  void (*put_cell)(FILE *out, const grundy_sweep *sweep, const void *answer, size_t column);

  /* Writes the members of the row as JSON that differ from subject to subject. */
  void (*put_members)(grundy_json *json, const grundy_sweep *sweep, const void *answer);
} grundy_sweep_subject;

extern const grundy_sweep_subject grundy_sweep_positions, grundy_sweep_periods,
    grundy_sweep_quotients;

/* Returns whether the text is a row, such as take{1,2}:x or vector{(1,0)*,(0,1)*}:3,x. */
bool grundy_sweep_is_row(const char *text);

/* Finds out about one game: fills an answer of zeros. */
typedef grundy_status (*grundy_sweep_find)(const grundy_sweep *sweep,
                                           const grundy_game_batch_item *item, void *answer,
                                           grundy_error *error);

/* The `run` of a subject whose answers have `size` bytes and are found by `find`. A limit of a
 * single game leaves what `find` has filled in. */
grundy_status grundy_sweep_run_each(grundy_sweep *sweep, size_t count, size_t size,
                                    grundy_sweep_find find, grundy_error *error);

/* Writes the members of an evaluation, for subjects that say nothing about single positions. */
void grundy_sweep_put_nothing(grundy_json *json);

/* Keeps the row of a game; any thread may call it. */
grundy_status grundy_sweep_keep(grundy_sweep *sweep, const grundy_sweep_finding *finding,
                                grundy_error *error);

/* ---- the table ---------------------------------------------------------------------------- */

struct grundy_sweep {
  char *text;
  grundy_sweep_options options;
  grundy_sweep_plan plan;
  const grundy_sweep_subject *subject;
  uint32_t columns; /* bit i: column i of the subject */
  char between;     /* the character between cells */
  char *path;       /* of a file that was read; NULL: none */

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
char *grundy_sweep_cells(const grundy_sweep *sweep, const void *answer);

/* Makes the row as JSON; NULL if memory runs out. */
char *grundy_sweep_object(const grundy_sweep *sweep, size_t game, const void *answer,
                          const grundy_error *limit);

/* Returns whether the table has this column of its subject. */
static inline bool grundy_sweep_has_column(const grundy_sweep *sweep, size_t column) {
  return (sweep->columns >> column & 1) != 0;
}

/* Write parts of the table, without locking. */
void grundy_sweep_put_heading(const grundy_sweep *sweep, FILE *out);
void grundy_sweep_put_rows(const grundy_sweep *sweep, size_t begin, size_t end, FILE *out);
void grundy_sweep_put_grid(const grundy_sweep *sweep, FILE *out);
void grundy_sweep_put_latex(const grundy_sweep *sweep, const char *caption, const char *label,
                            FILE *out);

#endif
