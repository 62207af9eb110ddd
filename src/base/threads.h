/* How work is divided among threads. A share allocates nothing, and only the caller's share calls
 * the monitor. Each share writes to a range of its own, so no atomics are needed and the result
 * does not depend on the number of threads. (Shares of an experiment are whole games; experiment.c
 * explains how these allocate and report.) */

#ifndef GRUNDY_SRC_BASE_THREADS_H
#define GRUNDY_SRC_BASE_THREADS_H

#include <grundy/base.h>

#include <assert.h>

/* The most threads that are ever used. */
enum { GRUNDY_MAX_THREADS = 256 };

/* The stack size of a thread in bytes, the usual size of a main thread, because rules in C may
 * recurse. It is address space: only the part that is touched takes memory. */
enum { GRUNDY_THREAD_STACK = 1 << 23 };

/* Returns how many threads are worthwhile for `steps` steps of some nanoseconds each; 1 inside a
 * share, because the other threads have shares of their own. */
int grundy_threads_for(uint64_t steps);

/* Calls share(context, 0), …, share(context, threads - 1) and returns when all have returned. The
 * caller runs share 0; threads of the pool run the others, as far as threads can be created and are
 * not busy with other work. Shares must not wait for one another: one thread may run several of
 * them, or all. `threads` is from 1 to GRUNDY_MAX_THREADS. */
void grundy_parallel(int threads, void (*share)(void *context, int thread), void *context);

/* Lets grundy_parallel call watch(context) several times per second while this thread, having no
 * more shares to run, waits for others. NULL: no longer. */
void grundy_parallel_watch(void (*watch)(void *context), void *context);

/* Returns the number of the share that the calling thread is running; 0 outside of shares. No two
 * threads run the same share at once. */
int grundy_thread(void);

/* Returns how many seconds the calling thread has spent so far in calls of grundy_parallel that
 * were divided among several threads. The rest of its time is serial: more threads do not shorten
 * it. */
double grundy_parallel_seconds(void);

/* Returns where share `part` of `parts` begins when `count` items are divided evenly; it ends where
 * the next share begins. */
static inline uint64_t grundy_share(uint64_t count, int part, int parts) {
  __extension__ typedef unsigned __int128 wide;
  assert(part >= 0 && part <= parts && parts > 0);
  if (count <= UINT32_MAX) return count * (unsigned)part / (unsigned)parts; /* no wide division */
  return (uint64_t)((wide)count * (unsigned)part / (unsigned)parts);
}

/* Lets all threads touch the pages of a block that was just allocated and has no content yet, each
 * thread its own pages. The system zeroes a page when it is touched first; this keeps threads that
 * then write to the same pages from waiting for that, or doing it several times. Does nothing for
 * one thread. */
void grundy_touch(void *block, uint64_t bytes);

/* Compacts a list of `count` items after each share has moved the kept[part] items that it keeps to
 * the front of its range. Returns how many items are left. */
uint32_t grundy_join_shares(uint32_t *list, uint64_t count, const uint32_t *kept, int parts);

#endif
