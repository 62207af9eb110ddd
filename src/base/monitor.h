/* How long work reports to a grundy_monitor: it counts its steps, and calls the monitor once per
 * million steps. Only the thread in which the user called the library counts and reports. */

#ifndef GRUNDY_SRC_BASE_MONITOR_H
#define GRUNDY_SRC_BASE_MONITOR_H

#include <grundy/base.h>

#include "base/threads.h"

#include <assert.h>

typedef struct grundy_work {
  const grundy_monitor *monitor;
  const char *phase;
  uint64_t done, total, next;
  double start, parallel; /* the clock and grundy_parallel_seconds when the phase began */
  bool has_failed;        /* set by the work itself, so that what it calls stops early */
} grundy_work;

/* If the work counts at least this many steps at once, the monitor is always called. */
enum { GRUNDY_WORK_STRIDE = 1 << 20 };

/* The number of steps between two calls: GRUNDY_WORK_STRIDE, except in tests, which let it be 1 to
 * cancel the work on small games everywhere. */
extern uint64_t grundy_work_stride;

/* Returns `usual`, but at most the stride: how many items to process between two calls of
 * grundy_work_ask. */
static inline uint64_t grundy_work_period(uint64_t usual) {
  return usual < grundy_work_stride ? usual : grundy_work_stride;
}

/* Returns the seconds since an arbitrary moment. */
double grundy_clock(void);

/* Starts counting the steps of a phase; `total` is 0 if it is not known. */
static inline grundy_work grundy_work_start(const grundy_monitor *monitor, const char *phase,
                                            uint64_t total) {
  bool watched = monitor != NULL && monitor->tick != NULL;
  bool timed = monitor != NULL && monitor->finished != NULL;
  return (grundy_work){.monitor = monitor,
                       .phase = phase,
                       .total = total,
                       .next = watched ? 0 : UINT64_MAX,
                       .start = timed ? grundy_clock() : 0,
                       .parallel = timed ? grundy_parallel_seconds() : 0};
}

/* Counts `steps` more steps. False if the work must stop. */
static inline bool grundy_work_step(grundy_work *work, uint64_t steps) {
  assert(steps < UINT64_MAX - work->done);
  work->done += steps;
  if (work->done < work->next) return true;
  assert(work->monitor != NULL && work->monitor->tick != NULL); /* otherwise next is UINT64_MAX */
  work->next = work->done + grundy_work_stride;
  return work->monitor->tick(work->monitor->context, work->phase, work->done, work->total);
}

/* Asks the monitor whether to continue, without counting a step. False if the work has failed. */
static inline bool grundy_work_ask(const grundy_work *work) {
  const grundy_monitor *monitor = work->monitor;
  if (work->has_failed) return false;
  return monitor == NULL || monitor->tick == NULL ||
         monitor->tick(monitor->context, work->phase, work->done, work->total);
}

/* Reports the end of the phase. `algorithm` is a static string, "" if there is only one algorithm;
 * `moves` as in grundy_phase. */
void grundy_work_finish(const grundy_work *work, const char *algorithm, uint64_t moves);

/* Reports the end of the phase if it is `done`; otherwise it was cancelled, and this fails with
 * GRUNDY_CANCELLED. */
GRUNDY_MUST_USE grundy_status grundy_work_end(const grundy_work *work, bool done,
                                              const char *algorithm, uint64_t moves,
                                              grundy_error *error);

#endif
