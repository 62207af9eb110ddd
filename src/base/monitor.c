#include "base/monitor.h"

#include "base/error.h"

#include <time.h>

uint64_t grundy_work_stride = GRUNDY_WORK_STRIDE;

double grundy_clock(void) {
  struct timespec now = {0};
  (void)clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

void grundy_work_finish(const grundy_work *work, const char *algorithm, uint64_t moves) {
  const grundy_monitor *monitor = work->monitor;
  if (monitor == NULL || monitor->finished == NULL) return;
  double seconds = grundy_clock() - work->start;
  double parallel = grundy_parallel_seconds() - work->parallel;
  grundy_phase phase = {.name = work->phase,
                        .algorithm = algorithm,
                        .seconds = seconds,
                        .moves = moves,
                        .serial_seconds = parallel < seconds ? seconds - parallel : 0};
  monitor->finished(monitor->context, &phase);
}

grundy_status grundy_work_end(const grundy_work *work, bool done, const char *algorithm,
                              uint64_t moves, grundy_error *error) {
  if (!done) return grundy_fail_cancelled(error);
  grundy_work_finish(work, algorithm, moves);
  return GRUNDY_OK;
}
