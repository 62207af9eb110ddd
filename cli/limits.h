/* What commands have in common that may work long: threads, memory, signals, progress and
 * timings. */

#ifndef GRUNDY_CLI_LIMITS_H
#define GRUNDY_CLI_LIMITS_H

#include <stdbool.h>

#include <grundy/base.h>

#include "memory.h"
#include "options.h"
#include "progress.h"
#include "timings.h"

struct limits {
  grundy_monitor monitor; /* shows progress, takes timings, and cancels after a signal */
  grundy_monitor quiet;   /* only takes timings: standard output may be the terminal */
  struct budget budget;
  struct progress progress;
  struct timings timings;
  double start;           /* by terminal_clock */
  double end;             /* when the time is up; 0: never */
  double seconds;         /* that are allowed */
  bool late;              /* was it up? */
  uint64_t max_positions; /* of rules, to explore; 0: all */
  bool timed;             /* are timings wanted? */

  grundy_error misnamed; /* why rules failed to name a position; GRUNDY_OK: they did not */
};

/* Other work begins after a pause, in which somebody was asked something: progress is shown when
 * that work has taken a second. */
void limits_resume(struct limits *limits);

/* Says why something failed, and returns the exit code. */
int limits_fail(struct limits *limits, const grundy_error *error);

/* A whole run of a command. What the functions get is the job. */
struct run {
  const struct command *command;
  void *job;
  void *arguments;                     /* in the job: what the table of the command sets */
  const struct limit_options *options; /* in the arguments */
  struct limits *limits;               /* in the job, which must stay where it is */
  int (*prepare)(void *job);           /* reads what the options say, and returns an exit code */
  int (*work)(void *job);              /* returns the exit code */
  void (*release)(void *job);          /* frees what the job owns, however far it came */
};

/* Reads the words, prepares, lets the job work within what the options allow, listening to signals
 * as signals_set_flag says, and prints the timings if they are wanted and the work came to an
 * answer. Returns the exit code: if that is not the one of the work, it was said why. */
int run_within_limits(const struct run *run, int argc, char **argv);

/* The same for a job that has `arguments`, with its options in `limits`, and an `limits`. */
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

/* For a command whose options need no more reading. */
int nothing_to_prepare(void *job);

#endif
