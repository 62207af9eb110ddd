/* A pool of threads that is shared by the whole process.
 *
 * Why not OpenMP: its runtime libraries end the process, with an exit code that means "no" here,
 * when a thread cannot be created or memory runs out. Here the caller runs every share that no
 * worker takes, so a thread that cannot be created costs only time.
 *
 * A region is one call of grundy_parallel. Workers take shares by changing the state of a share
 * from "open in region r" to "taken in region r". A worker that wakes up late finds nothing open in
 * the region it knows about, and cannot take a share of another region by mistake. Thread t tries
 * share t first, so a share usually stays with the caches that it used in the previous region. */

#include "base/threads.h"

#include "base/monitor.h"

#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>

#include <platform.h>

enum {
  /* Waking a thread costs about as much as this many steps. */
  WORTH_A_THREAD = 1 << 15,
  /* How often a thread looks for work before it goes to sleep: some hundred microseconds. */
  SPINS_BEFORE_SLEEP = 10000,
  ALTERNATE_STACK = 1 << 16,
};

typedef struct worker {
  grundy_platform_semaphore wake; /* posted once for every region that needs this worker */
  int number;                     /* from 1; the caller is 0 */
} worker;

static struct {
  atomic_flag taken; /* set while a region is running */
  _Atomic int count; /* of workers; changed only by the owner of the flag */
  grundy_platform_semaphore
      finished; /* posted by the worker that finishes the last share of a region */
  bool ready;   /* `finished` is initialized; only for the owner of the flag */
  worker workers[GRUNDY_MAX_THREADS];

  /* The region. */
  _Atomic uint64_t region; /* its number */
  _Atomic uint64_t states[GRUNDY_MAX_THREADS];
  _Atomic int threads, unfinished;
  void (*_Atomic share)(void *context, int thread);
  void *_Atomic context;
} pool = {.taken = ATOMIC_FLAG_INIT};

static atomic_uint wanted; /* 0: one per CPU */

static _Thread_local struct {
  int share;
  bool inside;
  double parallel;              /* seconds in regions that this thread called */
  void (*watch)(void *context); /* called while this thread waits for others; may be NULL */
  void *watch_context;
} here;

static uint64_t open_in(uint64_t region) {
  return 2 * region;
}

static uint64_t taken_in(uint64_t region) {
  return 2 * region + 1;
}

/* ---- number of threads ----------------------------------------------------------------------- */

/* Returns the number of CPUs that this process may run on, counted once. */
static unsigned count_cpus(void) {
  static atomic_uint counted;
  unsigned count = atomic_load(&counted);
  if (count > 0) return count;
  count = grundy_platform_cpus();
  atomic_store(&counted, count);
  return count;
}

void grundy_threads_set(unsigned threads) {
  atomic_store(&wanted, threads);
}

unsigned grundy_threads(void) {
  unsigned threads = atomic_load(&wanted);
  if (threads == 0) threads = count_cpus();
  return threads < GRUNDY_MAX_THREADS ? threads : GRUNDY_MAX_THREADS;
}

uint64_t grundy_threads_unstarted_bytes(void) {
  unsigned missing = grundy_threads() - 1, count = (unsigned)atomic_load(&pool.count);
  return missing < count ? 0 : (uint64_t)(missing - count) * GRUNDY_THREAD_STACK;
}

int grundy_threads_for(uint64_t steps) {
  if (here.inside) return 1;
  uint64_t worth = 1 + steps / WORTH_A_THREAD;
  unsigned threads = grundy_threads();
  assert(threads >= 1 && threads <= GRUNDY_MAX_THREADS);
  return (int)(worth < threads ? worth : threads);
}

int grundy_thread(void) {
  return here.share;
}

void grundy_parallel_watch(void (*watch)(void *context), void *context) {
  here.watch = watch;
  here.watch_context = context;
}

double grundy_parallel_seconds(void) {
  return here.parallel;
}

/* ---- shares ----------------------------------------------------------------------------- */

/* Runs share t of the region. Returns whether it was the last one to finish. */
static bool run_share(int t) {
  void (*share)(void *context, int thread) = atomic_load(&pool.share);
  assert(!here.inside); /* regions do not nest */
  assert(t >= 0 && t < atomic_load(&pool.threads));
  assert(atomic_load(&pool.unfinished) > 0);
  here.share = t;
  here.inside = true;
  share(atomic_load(&pool.context), t);
  here.share = 0;
  here.inside = false;
  return atomic_fetch_sub(&pool.unfinished, 1) == 1;
}

static bool take_share(uint64_t region, int t) {
  assert(t >= 0 && t < GRUNDY_MAX_THREADS);
  uint64_t open = open_in(region);
  return atomic_compare_exchange_strong(&pool.states[t], &open, taken_in(region));
}

/* Runs every share that is still open, beginning with share `thread`; share 0 is left to the
 * caller, who is thread 0. Returns whether one of them was the last share of the region to
 * finish. */
static bool run_open_shares(uint64_t region, int thread) {
  bool last = false;
  int threads = atomic_load(&pool.threads);
  for (int i = 0; i < threads; i++) {
    int t = (thread + i) % threads;
    if ((t > 0 || thread == 0) && take_share(region, t)) last = run_share(t);
  }
  return last;
}

/* ---- waiting ---------------------------------------------------------------------------- */

static void relax(void) {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  __asm__ __volatile__("isb");
#endif
}

/* The next region often begins within microseconds: it pays to look for it before going to sleep,
 * but not if others need the CPU. */
static bool spin_for(grundy_platform_semaphore *semaphore, bool crowded) {
  for (int i = 0; i < (crowded ? 1 : SPINS_BEFORE_SLEEP); i++) {
    if (grundy_platform_semaphore_try(semaphore)) return true;
    relax();
  }
  return false;
}

static void wait_for(grundy_platform_semaphore *semaphore, bool crowded) {
  if (spin_for(semaphore, crowded)) return;
  grundy_platform_semaphore_wait(semaphore);
}

/* Returns whether the semaphore was posted within a twentieth of a second. */
static bool wait_shortly(grundy_platform_semaphore *semaphore) {
  enum { INTERVAL = 50000000 }; /* ns */
  return grundy_platform_semaphore_wait_for(semaphore, INTERVAL);
}

/* Waits for the other shares of the region, and watches them if that is wanted. */
static void wait_for_others(bool crowded) {
  if (here.watch == NULL)
    wait_for(&pool.finished, crowded);
  else if (!spin_for(&pool.finished, crowded))
    while (!wait_shortly(&pool.finished)) here.watch(here.watch_context);
}

/* ---- workers ---------------------------------------------------------------------------- */

/* The main function of a worker. It has an alternate signal stack, because rules that recurse
 * without end leave no room on their stack for the handler of a crash. */
static void *work(void *argument) {
  worker *w = argument;
  char alternate[ALTERNATE_STACK];
  (void)sigaltstack(&(stack_t){.ss_sp = alternate, .ss_size = sizeof alternate}, NULL);
  for (;;) {
    wait_for(&w->wake, atomic_load(&pool.threads) > (int)count_cpus());
    if (run_open_shares(atomic_load(&pool.region), w->number))
      grundy_platform_semaphore_post(&pool.finished);
  }
  return NULL;
}

/* Blocks signals, which the program's own threads handle, except those that a fault raises. */
static void block_signals(sigset_t *before) {
  static const int faults[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGSYS};
  sigset_t blocked;
  sigfillset(&blocked);
  for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++) sigdelset(&blocked, faults[i]);
  pthread_sigmask(SIG_BLOCK, &blocked, before);
}

static bool start_thread(worker *w) {
  pthread_attr_t attributes;
  pthread_t thread;
  sigset_t before;
  if (pthread_attr_init(&attributes) != 0) return false;
  block_signals(&before);
  bool started = pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED) == 0 &&
                 pthread_attr_setstacksize(&attributes, GRUNDY_THREAD_STACK) == 0 &&
                 pthread_create(&thread, &attributes, work, w) == 0;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  pthread_attr_destroy(&attributes);
  return started;
}

/* Adds workers until there are `count` of them, or until one cannot be created. */
static void add_workers(int count) {
  assert(count < GRUNDY_MAX_THREADS); /* the caller is a thread, too */
  if (!pool.ready) pool.ready = grundy_platform_semaphore_init(&pool.finished);
  int there = atomic_load(&pool.count);
  for (; pool.ready && there < count; there++) {
    worker *w = &pool.workers[there];
    w->number = there + 1;
    if (!grundy_platform_semaphore_init(&w->wake) || !start_thread(w)) break;
    atomic_store(&pool.count, there + 1);
  }
}

void grundy_threads_start(void) {
  if (here.inside || atomic_flag_test_and_set(&pool.taken)) return;
  add_workers((int)grundy_threads() - 1);
  atomic_flag_clear(&pool.taken);
}

/* ---- regions ---------------------------------------------------------------------------- */

/* Opens the shares of a new region. Returns its number. */
static uint64_t open_region(int threads, void (*share)(void *context, int thread), void *context) {
  assert(atomic_load(&pool.unfinished) == 0);
  uint64_t region = atomic_load(&pool.region) + 1;
  atomic_store(&pool.region, region);
  atomic_store(&pool.threads, threads);
  atomic_store(&pool.unfinished, threads);
  atomic_store(&pool.share, share);
  atomic_store(&pool.context, context);
  for (int t = 0; t < threads; t++) atomic_store(&pool.states[t], open_in(region));
  return region;
}

static void run_region(int threads, void (*share)(void *context, int thread), void *context) {
  add_workers(threads - 1);
  uint64_t region = open_region(threads, share, context);
  int workers = atomic_load(&pool.count);
  for (int i = 0; i < workers && i < threads - 1; i++)
    grundy_platform_semaphore_post(&pool.workers[i].wake);
  if (!run_open_shares(region, 0)) wait_for_others(threads > (int)count_cpus());
  assert(atomic_load(&pool.unfinished) == 0);
}

static void run_alone(int threads, void (*share)(void *context, int thread), void *context) {
  for (int t = 0; t < threads; t++) share(context, t);
}

void grundy_parallel(int threads, void (*share)(void *context, int thread), void *context) {
  assert(threads >= 1 && threads <= GRUNDY_MAX_THREADS);
  if (threads == 1 || here.inside || atomic_flag_test_and_set(&pool.taken)) {
    run_alone(threads, share, context);
    return;
  }
  double start = grundy_clock();
  run_region(threads, share, context);
  here.parallel += grundy_clock() - start;
  atomic_flag_clear(&pool.taken);
}
