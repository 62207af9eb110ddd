#include "report.h"

#include "engine/cluster.h"

#include <stdarg.h>
#include <stdio.h>

static bool reports;
static double interval, began, last;

void report_every(double seconds) {
  reports = true;
  interval = seconds;
  began = last = grundy_clock();
}

void report(const char *format, ...) {
  if (!reports) return;
  double now = grundy_clock();
  if (now - last < interval) return;
  last = now;
  va_list values;
  va_start(values, format);
  (void)fprintf(stderr, "grundy-mpi: after %.0f s: ", now - began);
  (void)vfprintf(stderr, format, values);
  (void)fputc('\n', stderr);
  va_end(values);
}
