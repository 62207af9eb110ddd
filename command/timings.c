#include "timings.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <grundy/base.h>
#include <platform.h>

void timings_add(struct timings *timings, const grundy_phase *phase) {
  if (timings->count == timings->room) {
    size_t room = timings->room == 0 ? 16 : 2 * timings->room;
    grundy_phase *phases = realloc(timings->phases, room * sizeof *phases);
    if (phases == NULL) return;
    timings->phases = phases;
    timings->room = room;
  }
  timings->phases[timings->count++] = *phase;
}

static void print_phase(FILE *out, const grundy_phase *phase) {
  const char *algorithm = phase->algorithm[0] == '\0' ? "-" : phase->algorithm;
  (void)fprintf(out, "%s\t%s\t%.3f\t", phase->name, algorithm, phase->seconds);
  if (phase->moves > 0 && phase->seconds > 0)
    (void)fprintf(out, "%.0f\t-\t%.2f\n", (double)phase->moves / phase->seconds,
                  1e9 * phase->serial_seconds / (double)phase->moves);
  else
    (void)fputs("-\t-\t-\n", out);
}

void timings_print(FILE *out, const struct timings *timings, double seconds) {
  (void)fputs("phase\talgorithm\tseconds\tmoves/s\tpeak_MiB\tserial_ns/move\n", out);
  for (size_t i = 0; i < timings->count; i++) print_phase(out, &timings->phases[i]);
  (void)fprintf(out, "total\t-\t%.3f\t-\t", seconds);
  uint64_t peak = grundy_platform_peak();
  if (peak > 0)
    (void)fprintf(out, "%.1f\t-\n", (double)peak / (1 << 20));
  else
    (void)fputs("-\t-\n", out);
}

void timings_free(struct timings *timings) {
  free(timings->phases);
  *timings = (struct timings){0};
}
