/* How work is shared between threads. A share allocates nothing, and only the caller's asks a
 * monitor. Each share writes to a range of its own, so no atomics are needed and the result does
 * not depend on the number of threads. (Shares of an experiment are whole games; experiment.c says
 * how these allocate and ask.) */

#ifndef GRUNDY_SRC_BASE_THREADS_H
#define GRUNDY_SRC_BASE_THREADS_H

#include <grundy/base.h>

#include <assert.h>

/* More threads than this are never used. */
enum { GRUNDY_MAX_THREADS = 256 };

/* Bytes of the stack of a thread, as many as a main thread usually has: rules in C may recurse. It
 * is address space: only what is touched takes memory. */
enum { GRUNDY_THREAD_STACK = 1 << 23 };

/* Returns how many threads that many steps of some nanoseconds each are worth; in a share, 1: the
 * other threads have shares of their own. */
int grundy_threads_for(uint64_t steps);

/* Calls share(context, 0), …, share(context, threads - 1) and returns when all have returned. Share
 * 0 is run by the caller, the others by threads of their own as far as these can be created and are
 * not busy with somebody else's work. Shares must not wait for one another: one thread may run
 * several of them, or all. `threads` is from 1 to GRUNDY_MAX_THREADS. */
void grundy_parallel(int threads, void (*share)(void *context, int thread), void *context);

/* Returns the number of the share that the calling thread is in; 0 outside of shares. No two
 * threads are in the same share at once. */
int grundy_thread(void);

/* Where the share of `part`, one of `parts`, begins when `count` things are divided evenly; it
 * ends where the next one begins. */
static inline uint64_t grundy_share(uint64_t count, int part, int parts) {
  __extension__ typedef unsigned __int128 wide;
  assert(part >= 0 && part <= parts && parts > 0);
  return (uint64_t)((wide)count * (unsigned)part / (unsigned)parts);
}

/* Every share of a list of `count` items has left kept[part] of them at the front of its place:
 * moves them together. Returns how many there are. */
uint32_t grundy_join_shares(uint32_t *list, uint64_t count, const uint32_t *kept, int parts);

#endif
