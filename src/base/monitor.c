#include "base/monitor.h"

#include <time.h>

double grundy_clock(void) {
  struct timespec now = {0};
  (void)clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

void grundy_work_finish(const grundy_work *work, const char *algorithm, uint64_t moves) {
  const grundy_monitor *monitor = work->monitor;
  if (monitor == NULL || monitor->finished == NULL) return;
  grundy_phase phase = {work->phase, algorithm, grundy_clock() - work->start, moves};
  monitor->finished(monitor->context, &phase);
}
