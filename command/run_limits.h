/* The common part of commands that may take long: threads, memory, signals, progress and timings.
 */

#ifndef GRUNDY_COMMAND_RUN_LIMITS_H
#define GRUNDY_COMMAND_RUN_LIMITS_H

#include <stdbool.h>

#include <grundy/base.h>

#include "memory.h"
#include "options.h"
#include "progress.h"
#include "timings.h"

struct limits {
  grundy_monitor monitor; /* shows progress, takes timings, and cancels after a signal */
  grundy_monitor
      quiet; /* only takes timings, for writing to standard output, which may be the terminal */
  struct budget budget;
  struct progress progress;
  struct timings timings;
  double start;           /* by terminal_clock */
  double end;             /* when the time is up; 0: never */
  double seconds;         /* the time limit */
  bool late;              /* whether the time is up */
  uint64_t max_positions; /* of rules, to explore; 0: all */
  uint64_t window;        /* explore only a window of this many positions; 0: all */
  bool accepts_windows;   /* open tablebases of windows, too */
  const char *hint;       /* what to do if a limit is reached; NULL: nothing is known */
  bool timed;             /* whether timings are wanted */

  int replaced;     /* an open descriptor of the old output file, or -1; see file_commit */
  double replacing; /* seconds that it took to replace that file, without closing it */

  grundy_error misnamed; /* why rules failed to name a position; GRUNDY_OK if they did not fail */
};

/* Begins other work after waiting for input: progress is shown when that work has taken a second.
 */
void limits_resume(struct limits *limits);

/* Returns the error with the limits that the user has set: if the time is up, for instance, work
 * was cancelled because of that. */
grundy_error limits_explain(const struct limits *limits, const grundy_error *error);

/* Prints why something failed, and returns the exit code. */
int limits_fail(struct limits *limits, const grundy_error *error);

/* A whole run of a command. The functions get the job. */
struct run {
  const struct command *command;
  void *job;
  void *arguments;                     /* in the job: what the table of the command sets */
  const struct limit_options *options; /* in the arguments */
  struct limits *limits;               /* in the job, which must not move */
  int (*prepare)(void *job);           /* evaluates the options; returns an exit code */
  int (*work)(void *job);              /* returns the exit code */
  void (*release)(void *job);          /* frees what the job owns, even after failures */
};

/* Parses the words, prepares, and lets the job work within the limits of the options, listening to
 * signals as signals_set_flag says. Prints the timings if they are wanted and the work gave an
 * answer or reached a limit. Returns the exit code of the work, or of a failure, which it has
 * printed. */
int run_within_limits(const struct run *run, int argc, char **argv);

/* As above, for a job with the members `arguments`, whose options are in its `limits`, and
 * `limits`. */
#define RUN_WITHIN_LIMITS(the_command, argc, argv, the_job, prepares, works, releases)             \
  run_within_limits(&(const struct run){.command = (the_command),                                  \
                                        .job = (the_job),                                          \
                                        .arguments = &(the_job)->arguments,                        \
                                        .options = &(the_job)->arguments.limits,                   \
                                        .limits = &(the_job)->limits,                              \
                                        .prepare = (prepares),                                     \
                                        .work = (works),                                           \
                                        .release = (releases)},                                    \
                    argc, argv)

/* The `prepare` of a command with nothing to prepare. */
int nothing_to_prepare(void *job);

#endif
