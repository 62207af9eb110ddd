#include "game/batch.h"

#include "base/error.h"
#include "base/monitor.h"
#include "base/threads.h"

#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

/* A batch while it runs. */
typedef struct running {
  const grundy_game_batch *batch;
  uint64_t memory;        /* for each share; 0: no limit */
  _Atomic size_t next;    /* the next game that no share has taken yet */
  _Atomic size_t done;    /* games that are finished, or that failed */
  _Atomic size_t busy;    /* shares that are working on one */
  _Atomic size_t failed;  /* the first that failed; `count`: none */
  atomic_bool is_stopped; /* by the monitor */
  pthread_mutex_t lock;   /* protects `error` and `status` */
  grundy_error *error;    /* of the first that failed */
  grundy_status status;
} running;

/* The work of one share. */
typedef struct worker {
  running *r;
  bool is_caller; /* whether this is the thread of the caller, which calls its monitor */
  size_t index;   /* the game */
  double end;     /* when its time is up; 0: never */
  bool is_late;
  grundy_monitor monitor;
} worker;

/* ---- monitoring ------------------------------------------------------------------------------ */

static const char phase_name[] = "evaluating";

/* Calls the caller's monitor: with the number of games or, if there is only one, with what the work
 * on it reports. */
static bool report_progress(running *r, const char *phase, uint64_t done, uint64_t total) {
  const grundy_monitor *monitor = r->batch->monitor;
  if (monitor == NULL || monitor->tick == NULL) return true;
  if (r->batch->count == 1) return monitor->tick(monitor->context, phase, done, total);
  return monitor->tick(monitor->context, phase_name, atomic_load(&r->done), r->batch->count);
}

static bool tick(void *context, const char *phase, uint64_t done, uint64_t total) {
  worker *w = context;
  running *r = w->r;
  if (w->is_caller && !report_progress(r, phase, done, total)) atomic_store(&r->is_stopped, true);
  w->is_late = w->end > 0 && grundy_clock() > w->end;
  return !w->is_late && !atomic_load(&r->is_stopped) && w->index <= atomic_load(&r->failed);
}

static void finished(void *context, const grundy_phase *phase) {
  const worker *w = context;
  const grundy_monitor *monitor = w->r->batch->monitor;
  if (w->r->batch->count == 1 && monitor != NULL && monitor->finished != NULL)
    monitor->finished(monitor->context, phase);
}

bool grundy_game_batch_forgive(const grundy_game_batch_item *item, grundy_status *status,
                               grundy_error *error) {
  if (*status == GRUNDY_CANCELLED && *item->is_late)
    *status = grundy_fail_because(error, GRUNDY_UNABLE, GRUNDY_REASON_TIME,
                                  "it takes more than %g s", item->seconds);
  return *status == GRUNDY_UNABLE || *status == GRUNDY_OUT_OF_MEMORY;
}

/* ---- all games ------------------------------------------------------------------------------- */

/* Takes the next game, and works on it. Returns false if there is none left. */
static bool take_one(worker *w) {
  running *r = w->r;
  grundy_error why = {0};
  w->index = atomic_fetch_add(&r->next, 1);
  if (w->index >= r->batch->count || w->index > atomic_load(&r->failed)) return false;
  w->end = r->batch->seconds > 0 ? grundy_clock() + r->batch->seconds : 0;
  w->is_late = false;
  const grundy_game_batch_item item = {.index = w->index,
                                       .memory = r->memory,
                                       .monitor = &w->monitor,
                                       .is_late = &w->is_late,
                                       .seconds = r->batch->seconds};
  grundy_status status = r->batch->work(r->batch->context, &item, &why);
  if (status != GRUNDY_OK && !atomic_load(&r->is_stopped)) {
    pthread_mutex_lock(&r->lock);
    if (w->index < atomic_load(&r->failed)) { /* keep the error of the first that failed */
      atomic_store(&r->failed, w->index);
      r->status = status;
      if (r->error != NULL) *r->error = why;
    }
    pthread_mutex_unlock(&r->lock);
  }
  atomic_fetch_add(&r->done, 1);
  return true;
}

static void run_share(void *context, int share) {
  running *r = context;
  worker w = {.r = r, .is_caller = share == 0};
  w.monitor = (grundy_monitor){.tick = tick, .context = &w, .finished = finished};
  atomic_fetch_add(&r->busy, 1);
  while (!atomic_load(&r->is_stopped) && take_one(&w)) continue;
  atomic_fetch_sub(&r->busy, 1);
  /* The first share continues to call the monitor while other threads still work. */
  enum { LONGEST_PAUSE = 20000000 };
  struct timespec pause = {.tv_nsec = 100000};
  while (share == 0 && atomic_load(&r->busy) > 0 && !atomic_load(&r->is_stopped)) {
    if (!report_progress(r, phase_name, 0, 0)) atomic_store(&r->is_stopped, true);
    (void)nanosleep(&pause, NULL);
    if (pause.tv_nsec < LONGEST_PAUSE) pause.tv_nsec *= 2;
  }
}

grundy_status grundy_game_batch_run(const grundy_game_batch *batch, grundy_error *error) {
  running r = {.batch = batch, .error = error, .failed = batch->count};
  int shares = (int)grundy_threads();
  if ((size_t)shares > batch->count) shares = (int)batch->count;
  if (shares == 0) return GRUNDY_OK;
  r.memory = batch->memory / (uint64_t)shares;
  if (pthread_mutex_init(&r.lock, NULL) != 0) return grundy_fail_memory(error);
  grundy_work work = grundy_work_start(batch->monitor, phase_name, batch->count);
  if (shares == 1)
    run_share(&r, 0); /* not in a share: exploring and solving may use all threads */
  else
    grundy_parallel(shares, run_share, &r);
  pthread_mutex_destroy(&r.lock);
  if (atomic_load(&r.failed) < batch->count) return r.status;
  if (atomic_load(&r.is_stopped)) return grundy_fail_cancelled(error);
  if (batch->count > 1) grundy_work_finish(&work, "", 0);
  return GRUNDY_OK;
}
