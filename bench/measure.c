#include "measure.h"

#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

enum { PATIENCE = 6 };

void must(grundy_status status, const char *what) {
  if (status == GRUNDY_OK) return;
  fprintf(stderr, "bench: %s failed with status %d\n", what, (int)status);
  exit(1);
}

void *must_alloc(uint64_t count, size_t item) {
  enum { PAGE = 1 << 21 };
  size_t bytes = (count == 0 ? 1 : count) * item;
  char *block = calloc(bytes, 1);
  if (block == NULL) must(GRUNDY_OUT_OF_MEMORY, "allocation");
  uintptr_t begin = ((uintptr_t)block + PAGE - 1) & ~(uintptr_t)(PAGE - 1);
  uintptr_t end = ((uintptr_t)block + bytes) & ~(uintptr_t)(PAGE - 1);
  if (begin < end) (void)madvise(block + (begin - (uintptr_t)block), end - begin, MADV_HUGEPAGE);
  return block;
}

double seconds_now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

double cpu_seconds_now(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

timing least_time(int repetitions, timed_work *work, void *context) {
  timing least = {0, false};
  double begin = seconds_now();
  for (int i = 0; i < repetitions && seconds_now() - begin < PATIENCE; i++) {
    double start = seconds_now();
    bool done = work(context);
    double taken = seconds_now() - start;
    if (i == 0 || taken < least.seconds) least = (timing){taken, !done};
  }
  return least;
}

/* ---- memory ----------------------------------------------------------------------------- */

bool reset_peak_memory(void) {
  malloc_trim(0);
  FILE *file = fopen("/proc/self/clear_refs", "w");
  if (file == NULL) return false;
  bool written = fputs("5", file) >= 0;
  return fclose(file) == 0 && written;
}

/* Returns a line of /proc/self/status in bytes; 0 if there is none. */
static uint64_t status_line(const char *name) {
  char line[256];
  unsigned long long kilobytes = 0;
  FILE *file = fopen("/proc/self/status", "r");
  if (file == NULL) return 0;
  while (fgets(line, sizeof line, file) != NULL)
    if (strncmp(line, name, strlen(name)) == 0) kilobytes = strtoull(line + strlen(name), NULL, 10);
  fclose(file);
  return 1024 * (uint64_t)kilobytes;
}

uint64_t resident_memory(void) {
  return status_line("VmRSS:");
}

uint64_t peak_memory(void) {
  return status_line("VmHWM:");
}
