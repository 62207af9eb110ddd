#include "report.h"

#include "lists.h"

#include "engine/cluster.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static bool reports;
static double interval, began, last;

/* The phase at hand, for estimates. */
static struct {
  char name[64];
  double began;
  uint64_t first, done; /* at its first and at its last report */
} now_at;

static const double seconds_before_estimate = 1;

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

/* Writes the estimated time until `done` is `total`, as ", WORDS 12 s left"; "" if it is not
 * known. */
static void estimate(const char *phase, uint64_t done, uint64_t total, const char *words,
                     char text[64]) {
  char time[32];
  double now = grundy_clock();
  text[0] = '\0';
  if (strncmp(now_at.name, phase, sizeof now_at.name - 1) != 0 || done < now_at.done) {
    (void)snprintf(now_at.name, sizeof now_at.name, "%s", phase);
    now_at.began = now;
    now_at.first = done;
  }
  now_at.done = done;
  if (now - now_at.began < seconds_before_estimate || done == now_at.first || done > total) return;
  double left = (now - now_at.began) * (double)(total - done) / (double)(done - now_at.first);
  lists_duration(left < 1 ? 1 : left, time, sizeof time);
  (void)snprintf(text, 64, ", %s %s left", words, time);
}

void report_share(const char *phase, uint64_t done, uint64_t total) {
  char left[64];
  if (!reports) return;
  estimate(phase, done, total, "about", left);
  report("%s: %.0f %%%s", phase, total == 0 ? 100 : 100 * (double)done / (double)total, left);
}

void report_wave(const char *phase, uint32_t label, uint64_t wave, uint64_t done, uint64_t total) {
  char left[64];
  if (!reports) return;
  estimate(phase, done, total, "at most about", left);
  report("%s %" PRIu32 ": %" PRIu64 " position%s%s", phase, label, wave, wave == 1 ? "" : "s",
         left);
}
