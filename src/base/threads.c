#include "base/threads.h"

#include <omp.h>
#include <stdatomic.h>
#include <string.h>

/* A thread that is to be woken costs about as much as this many steps. */
enum { WORTH_A_THREAD = 1 << 15 };

static atomic_uint wanted; /* 0: as many as there are processors */

void grundy_set_threads(unsigned threads) {
  atomic_store(&wanted, threads);
}

unsigned grundy_threads(void) {
  unsigned threads = atomic_load(&wanted);
  if (threads == 0) threads = (unsigned)omp_get_max_threads();
  return threads < GRUNDY_MAX_THREADS ? threads : GRUNDY_MAX_THREADS;
}

int grundy_threads_for(uint64_t steps) {
  if (omp_in_parallel()) return 1;
  uint64_t worth = 1 + steps / WORTH_A_THREAD;
  unsigned threads = grundy_threads();
  return (int)(worth < threads ? worth : threads);
}

int grundy_thread(void) {
  return omp_get_thread_num();
}

/* One thread, which is what all small games have, does without a team. */
void grundy_parallel(int threads, void (*share)(void *context, int thread), void *context) {
  if (threads == 1) {
    share(context, 0);
    return;
  }
#pragma omp parallel for num_threads(threads) schedule(static, 1)
  for (int t = 0; t < threads; t++) share(context, t);
}

uint32_t grundy_join_shares(uint32_t *list, uint64_t count, const uint32_t *kept, int parts) {
  uint32_t end = kept[0];
  for (int part = 1; part < parts; part++) {
    if (kept[part] > 0)
      memmove(list + end, list + grundy_share(count, part, parts), kept[part] * sizeof *list);
    end += kept[part];
  }
  return end;
}
