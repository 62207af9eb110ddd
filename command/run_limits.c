#include "run_limits.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <unistd.h>

#include <grundy/base.h>

#include "failure.h"
#include "memory.h"
#include "options.h"
#include "progress.h"
#include "signals.h"
#include "terminal.h"
#include "timings.h"

static bool tick(void *context, const char *phase, uint64_t done, uint64_t total) {
  struct limits *limits = context;
  if (signals_caught()) return false;
  limits->late = limits->end > 0 && terminal_clock() > limits->end;
  if (limits->late) return false;
  progress_note(&limits->progress, phase, done, total);
  return true;
}

static void finished(void *context, const grundy_phase *phase) {
  struct limits *limits = context;
  timings_add(&limits->timings, phase);
}

/* Sets the limits of the options and begins to listen to signals. Returns CODE_YES, or prints what
 * failed and returns another exit code; then there is nothing to end. */
static int start(struct limits *limits, const struct limit_options *options) {
  grundy_error error = {0};
  *limits = (struct limits){
      .monitor = {.tick = tick, .context = limits},
      .quiet = {.context = limits},
      .progress = progress_start(!options->quiet && !options->no_progress),
      .start = terminal_clock(),
      .timed = options->timings,
      .seconds = options->time.value,
      .max_positions = options->max_positions.value,
      .window = options->window.value,
      .accepts_windows = options->accepts_windows,
      .replaced = -1,
  };
  terminal_set_quiet(options->quiet);
  if (options->time.given) {
    limits->end = limits->start + limits->seconds;
    signals_end_after(limits->seconds + 1);
  }
  if (options->timings) limits->monitor.finished = limits->quiet.finished = finished;
  grundy_threads_set(options->threads.given ? (unsigned)options->threads.value : 0);
  if (memory_start(options->memory, &limits->budget, &error) != GRUNDY_OK) return fail(&error);
  signals_set_flag();
  return CODE_YES;
}

void limits_resume(struct limits *limits) {
  progress_clear(&limits->progress);
  limits->progress = progress_start(limits->progress.visible);
}

/* Says how far exploring got, unless the error names the call of rules that has not ended. */
static void explain_time(const struct limits *limits, grundy_error *error, char hint[64]) {
  char explored[64] = "";
  (void)snprintf(hint, 64, "--time allows %g s", limits->seconds);
  if (error->line > 0) return;
  if (limits->progress.positions > 0)
    (void)snprintf(explored, sizeof explored, " after %s%llu %s",
                   limits->progress.by_tiers ? "" : "exploring ",
                   (unsigned long long)limits->progress.positions,
                   limits->progress.by_tiers ? "indices of tiers"
                   : limits->progress.parts  ? "parts"
                                             : "positions");
  (void)snprintf(error->message, sizeof error->message, "the time is up%s", explored);
}

/* As limits_explain; `hint` gets what to do about it, or "". */
static grundy_error explain(const struct limits *limits, const grundy_error *error, char hint[64]) {
  grundy_error explained = *error;
  hint[0] = '\0';
  memory_explain(&limits->budget, &explained);
  if (explained.status == GRUNDY_CANCELLED && limits->late) {
    explained.status = GRUNDY_UNABLE;
    explained.reason = GRUNDY_REASON_TIME;
    explain_time(limits, &explained, hint);
  }
  return explained;
}

grundy_error limits_explain(const struct limits *limits, const grundy_error *error) {
  char hint[64];
  return explain(limits, error, hint);
}

int limits_fail(struct limits *limits, const grundy_error *error) {
  char hint[64];
  grundy_error explained = explain(limits, error, hint);
  progress_clear(&limits->progress);
  if (explained.status == GRUNDY_UNABLE) progress_end(&limits->progress);
  uint64_t found = explained.status == GRUNDY_UNABLE ? limits->progress.positions : 0;
  return fail_after(&explained, found, hint[0] == '\0' ? limits->hint : hint);
}

/* Closes the file that the output has replaced. If nobody else has it open, the system frees its
 * blocks now, which can take longer than solving. */
static void close_replaced(struct limits *limits) {
  double start = terminal_clock();
  if (limits->replaced < 0) return;
  (void)fflush(stdout);
  (void)close(limits->replaced);
  limits->replaced = -1;
  grundy_phase phase = {.name = "replacing", .algorithm = ""};
  phase.seconds = limits->replacing + terminal_clock() - start;
  if (limits->timed) timings_add(&limits->timings, &phase);
}

/* Returns `code`, or the code of the failure if rules failed to name a position of the answer. */
static int end(struct limits *limits, int code) {
  progress_clear(&limits->progress);
  bool answered = code == CODE_YES || code == CODE_NO;
  bool misnamed = answered && limits->misnamed.status != GRUNDY_OK;
  if (!misnamed) signals_decide(code);
  close_replaced(limits);
  if (limits->timed && (answered || code == CODE_UNABLE))
    timings_print(stderr, &limits->timings, terminal_clock() - limits->start);
  timings_free(&limits->timings);
  return misnamed ? fail(&limits->misnamed) : code;
}

int nothing_to_prepare(void *job) {
  (void)job;
  return CODE_YES;
}

int run_within_limits(const struct run *run, int argc, char **argv) {
  int code = CODE_YES;
  if (!options_parse(run->command, argc, argv, run->arguments, &code)) return code;
  code = run->prepare(run->job);
  if (code == CODE_YES) code = start(run->limits, run->options);
  bool started = code == CODE_YES;
  if (started) code = end(run->limits, run->work(run->job));
  signals_decide(code);
  run->release(run->job);
  return code;
}
