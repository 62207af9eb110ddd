/* Calls of every public function that can fail, for tests that make them fail. */

#ifndef FAULTS_FUNCTIONS_ATTEMPTS_H
#define FAULTS_FUNCTIONS_ATTEMPTS_H

#include <grundy/grundy.h>

#include "support/outputs.h"

typedef struct fixture fixture;

/* A call with fresh outputs; it must not change them when it fails. The other members are what the
 * call is about, as far as it uses them. */
typedef struct attempt {
  const char *name;
  grundy_status (*call)(fixture *f);
  grundy_digraph *(*game)(void); /* default: Smith's game */
  void (*prepare)(fixture *f);   /* after the game has been made */
  const char *text;
  const char *script;     /* the text follows SCRIPT.lua:SIZE of tests/faults … */
  const char *before;     /* … and this precedes it */
  const char *position;   /* its name */
  int size;               /* of a game */
  int window;             /* its positions; 0: it is not a window */
  int choice;             /* a constant of an enumeration, or a number */
  bool is_set;            /* selects a variant of the call */
  grundy_columns columns; /* to solve; 0: the default */
  grundy_columns changed; /* wrong in the solution */
} attempt;

/* The fixture of the calls: Smith's game with an infinite part, and its solution. */
struct fixture {
  grundy_digraph *g, *reverse;
  grundy_solution *solution, *partial; /* all columns; outcome and grundy */
  uint32_t values[8];
  uint32_t *numbers; /* of a large game: scratch, and outcomes of terminal positions */
  grundy_outcome *ends;
  char folder[64];
  char path[80];  /* of a file in it */
  char tiers[80]; /* of a folder in it */
  bool has_gpu;   /* or another device of OpenCL */
  int bad_call;   /* the call of a function of a script that fails, from 1; 0: none */

  /* Of the attempt that runs. */
  const attempt *row;
  grundy_digraph *game;
  char text[300]; /* a game of its script */
  outputs made;
};

/* Creates and removes the fixture; for cmocka_run_group_tests. */
int fixture_set_up(void **state);
int fixture_tear_down(void **state);

/* The monitor of all calls. */
extern int ticks_left; /* until it stops the work; NEVER: it does not */
extern bool has_stopped;

/* Prepares the call, makes it, and frees its outputs. Nothing fails while it is prepared. */
grundy_status attempt_run(fixture *f, const attempt *row);

/* From now on, only attempts whose names begin with this are made; the others succeed at once. */
void attempts_limit(const char *name);

/* Prints the name of the last attempt, which is the one that failed if a test fails; a tear-down
 * function for cmocka. */
int attempt_report(void **state);

typedef struct attempt_list {
  const attempt *at;
  size_t count;
} attempt_list;

attempt_list all_attempts(void);
attempt_list all_script_attempts(void); /* what asks a script */

#endif
