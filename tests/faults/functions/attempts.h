/* Calls of every public function that can fail, for tests that make them fail. */

#ifndef FAULTS_FUNCTIONS_ATTEMPTS_H
#define FAULTS_FUNCTIONS_ATTEMPTS_H

#include <grundy/grundy.h>

/* The fixture of the calls: Smith's game with an infinite part, and its solution. */
typedef struct fixture {
  grundy_digraph *g, *reverse;
  grundy_solution *solution, *partial; /* all columns; outcome and grundy */
  uint32_t values[8];
  uint32_t *numbers; /* of a large game: scratch, and outcomes of terminal positions */
  grundy_outcome *ends;
  char folder[64];
  char path[80];  /* of a file in it */
  bool has_gpu;   /* or another device of OpenCL */
  int bad_call;   /* the call of a function of a script that fails, from 1; 0: none */
  char text[256]; /* a script with arguments */
} fixture;

/* Creates and removes the fixture; for cmocka_run_group_tests. */
int fixture_set_up(void **state);
int fixture_tear_down(void **state);

/* The monitor of all calls. */
extern int ticks_left; /* until it stops the work; NEVER: it does not */
extern bool has_stopped;

/* A call with fresh outputs; it must not change them when it fails, and cleans up after itself. */
typedef grundy_status attempt(fixture *f);

typedef struct attempt_list {
  attempt *const *at;
  size_t count;
} attempt_list;

attempt_list all_attempts(void);
attempt_list all_script_attempts(void); /* what asks a script */

#endif
