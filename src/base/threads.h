/* How work is shared between threads. A share allocates nothing, and none but the caller's asks a
 * monitor; each writes to a range of its own, so that no atomics are needed and the result does not
 * depend on how many threads there are. (Shares of an experiment are whole games; it says there how
 * these allocate and ask.) */

#ifndef GRUNDY_SRC_BASE_THREADS_H
#define GRUNDY_SRC_BASE_THREADS_H

#include <grundy/base.h>

/* More threads than this are never used. */
enum { GRUNDY_MAX_THREADS = 256 };

/* How many threads are worth starting for that many steps of some nanoseconds each. In a share it
 * is one: the others have shares of their own. */
int grundy_threads_for(uint64_t steps);

/* Calls share(context, 0), …, share(context, threads - 1), each by a thread of its own, and returns
 * when all have returned. Share 0 is the caller's. */
void grundy_parallel(int threads, void (*share)(void *context, int thread), void *context);

/* In a share: the number of the thread that works on it, below the number of threads. */
int grundy_thread(void);

/* Where the share of `part`, one of `parts`, begins when `count` things are divided evenly; it
 * ends where the next one begins. */
static inline uint64_t grundy_share(uint64_t count, int part, int parts) {
  __extension__ typedef unsigned __int128 wide;
  return (uint64_t)((wide)count * (unsigned)part / (unsigned)parts);
}

/* Every share of a list of `count` items has left kept[part] of them at the front of its place:
 * moves them together. Returns how many there are. */
uint32_t grundy_join_shares(uint32_t *list, uint64_t count, const uint32_t *kept, int parts);

#endif
