#include "measure.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>

void must(grundy_status status, const char *what) {
  if (status == GRUNDY_OK) return;
  fprintf(stderr, "bench: %s failed with status %d\n", what, (int)status);
  exit(1);
}

void *must_alloc(uint64_t count, size_t item) {
  void *block = calloc(count == 0 ? 1 : count, item);
  if (block == NULL) must(GRUNDY_OUT_OF_MEMORY, "allocation");
  return block;
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

double least_time(int repetitions, timed_work *work, void *context) {
  double least = 1e300;
  for (int i = 0; i < repetitions; i++) {
    double start = now();
    work(context);
    double taken = now() - start;
    if (taken < least) least = taken;
  }
  return least;
}

typedef struct reading {
  const grundy_digraph *g;
  const uint32_t *labels;
  volatile uint64_t sum; /* so that nothing is left out */
} reading;

static void read_all(void *context) {
  reading *r = context;
  const uint32_t *targets = grundy_digraph_targets(r->g);
  uint64_t size = grundy_digraph_size(r->g), sum = 0;
  for (uint64_t e = 0; e < size; e++) sum += r->labels[targets[e]];
  r->sum = sum;
}

double read_once_limit(const grundy_digraph *g, int repetitions) {
  uint32_t *labels = must_alloc(grundy_digraph_order(g), sizeof *labels);
  for (uint32_t v = 0; v < grundy_digraph_order(g); v++) labels[v] = v;
  reading r = {g, labels, 0};
  double limit = least_time(repetitions, read_all, &r);
  free(labels);
  return limit;
}

uint64_t peak_memory(void) {
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return 1024 * (uint64_t)usage.ru_maxrss;
}
