/* What commands have in common that may work long: threads, memory, signals, progress and
 * timings. */

#ifndef GRUNDY_CLI_EFFORT_H
#define GRUNDY_CLI_EFFORT_H

#include <stdbool.h>

#include <grundy/base.h>

#include "memory.h"
#include "options.h"
#include "progress.h"
#include "timings.h"

struct effort {
  grundy_monitor monitor; /* shows progress, takes timings, and cancels after a signal */
  grundy_monitor quiet;   /* only takes timings: standard output may be the terminal */
  struct budget budget;
  struct progress progress;
  struct timings timings;
  double start;   /* by terminal_clock */
  double end;     /* when the time is up; 0: never */
  double seconds; /* that are allowed */
  bool late;      /* was it up? */
  uint64_t limit; /* positions of rules to explore; 0: all */
  bool timed;     /* are timings wanted? */

  grundy_error misnamed; /* why rules failed to name a position; GRUNDY_OK: they did not */
};

/* Does what the options say and begins to listen to signals, as signals_set_flag. The effort
 * must stay where it is: its monitors point to it. Returns an exit code: if that is not
 * CODE_YES, it was said why, and there is nothing to end. */
int effort_start(struct effort *effort, const struct effort_options *options);

/* Other work begins after a pause, in which somebody was asked something: progress is shown when
 * that work has taken a second. */
void effort_resume(struct effort *effort);

/* Says why something failed, and returns the exit code. */
int effort_fail(struct effort *effort, const grundy_error *error);

/* Prints the timings if they are wanted and the work came to an answer. Returns `code`, or that of
 * a failure if rules failed to name a position of that answer. */
int effort_end(struct effort *effort, int code);

/* A whole run: starts the effort, lets `work` work, `release` free what the job owns, whether it
 * was started or not, and ends it. Returns the exit code of the work. */
int effort_run(struct effort *effort, const struct effort_options *options, int (*work)(void *job),
               void (*release)(void *job), void *job);

#endif
