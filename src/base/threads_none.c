/* Replaces threads.c in builds without threads: the caller runs all shares. */

#include "base/threads.h"

void grundy_threads_set(unsigned threads) {
  (void)threads;
}

unsigned grundy_threads(void) {
  return 1;
}

uint64_t grundy_threads_unstarted_bytes(void) {
  return 0;
}

void grundy_threads_start(void) {}

int grundy_threads_for(uint64_t steps) {
  (void)steps;
  return 1;
}

int grundy_thread(void) {
  return 0;
}

double grundy_parallel_seconds(void) {
  return 0;
}

void grundy_parallel_watch(void (*watch)(void *context), void *context) {
  (void)watch, (void)context;
}

void grundy_parallel(int threads, void (*share)(void *context, int thread), void *context) {
  for (int t = 0; t < threads; t++) share(context, t);
}
