#include "effort.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include <grundy/base.h>

#include "failure.h"
#include "memory.h"
#include "options.h"
#include "progress.h"
#include "signals.h"
#include "terminal.h"
#include "timings.h"

static bool tick(void *context, const char *phase, uint64_t done, uint64_t total) {
  struct effort *effort = context;
  if (signals_caught()) return false;
  effort->late = effort->end > 0 && terminal_clock() > effort->end;
  if (effort->late) return false;
  progress_note(&effort->progress, phase, done, total);
  return true;
}

static void finished(void *context, const grundy_phase *phase) {
  struct effort *effort = context;
  timings_add(&effort->timings, phase);
}

/* Does what the options say and begins to listen to signals. Returns an exit code: if that is not
 * CODE_YES, it was said why, and there is nothing to end. */
static int start(struct effort *effort, const struct effort_options *options) {
  grundy_error error = {0};
  *effort = (struct effort){
      .monitor = {.tick = tick, .context = effort},
      .quiet = {.context = effort},
      .progress = progress_start(),
      .start = terminal_clock(),
      .timed = options->timings,
      .seconds = options->time.value,
      .limit = options->limit.value,
  };
  if (options->time.given) {
    effort->end = effort->start + effort->seconds;
    signals_end_after(effort->seconds + 1);
  }
  if (options->timings) effort->monitor.finished = effort->quiet.finished = finished;
  grundy_threads_set(options->threads.given ? (unsigned)options->threads.value : 0);
  if (memory_start(options->memory, &effort->budget, &error) != GRUNDY_OK) return fail(&error);
  signals_set_flag();
  return CODE_YES;
}

void effort_resume(struct effort *effort) {
  progress_clear(&effort->progress);
  effort->progress = progress_start();
}

int effort_fail(struct effort *effort, const grundy_error *error) {
  grundy_error explained = *error;
  memory_explain(&effort->budget, &explained);
  if (explained.status == GRUNDY_CANCELLED && effort->late) {
    explained.status = GRUNDY_UNABLE;
    explained.reason = GRUNDY_REASON_TIME;
    (void)snprintf(explained.message, sizeof explained.message,
                   "the time is up; --time allows %g s", effort->seconds);
  }
  progress_clear(&effort->progress);
  return fail(&explained);
}

/* Returns `code`, or that of a failure if rules failed to name a position of the answer. */
static int end(struct effort *effort, int code) {
  progress_clear(&effort->progress);
  bool answered = code == CODE_YES || code == CODE_NO;
  if (effort->timed && answered)
    timings_print(stderr, &effort->timings, terminal_clock() - effort->start);
  timings_free(&effort->timings);
  return answered && effort->misnamed.status != GRUNDY_OK ? fail(&effort->misnamed) : code;
}

int effort_prepared(void *job) {
  (void)job;
  return CODE_YES;
}

int effort_run(const struct run *run, int argc, char **argv) {
  int code = CODE_YES;
  if (!options_parse(run->command, argc, argv, run->arguments, &code)) return code;
  code = run->prepare(run->job);
  if (code == CODE_YES) code = start(run->effort, run->options);
  bool started = code == CODE_YES;
  if (started) code = end(run->effort, run->work(run->job));
  signals_decide(code);
  run->release(run->job);
  return code;
}
