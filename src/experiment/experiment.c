/* Solves many games in parallel.
 *
 * The shares of grundy_parallel make and solve whole games here, and so they allocate, which a
 * share of a kernel never does: only the share knows how much memory its next game needs. Errors
 * are kept in a slot of the share and reported by the caller. Shares take the next game from a
 * counter, but each game has its own seed and its own place for results, so it does not matter
 * which share took which game. Inside a share kernels use one thread. */

#include "experiment/impl.h"

#include "base/arena.h"
#include "base/error.h"
#include "base/monitor.h"
#include "base/options.h"
#include "base/random.h"
#include "base/saturate.h"
#include "base/threads.h"

#include <assert.h>
#include <inttypes.h>
#include <stdatomic.h>
#include <time.h>

#include <grundy/digraph.h>
#include <grundy/solve.h>

/* The most positions and moves of all games in progress together, which take about half a gigabyte.
 * A single game may be larger: then all threads share its work. */
enum { MOST_AT_ONCE = 1 << 25 };

/* How a share ended. */
typedef struct ending {
  grundy_status status;
  grundy_error error;
  uint64_t moves; /* of all its games */
} ending;

typedef struct experiment {
  const grundy_model *model;
  const grundy_monitor *monitor; /* the caller's; only the caller's thread uses it */
  uint64_t games;
  double *results;       /* results[m · games + i]: the measure m of game i */
  _Atomic uint64_t next; /* the next game that no share has taken yet */
  _Atomic uint64_t done; /* games that have been measured */
  atomic_bool stop;
  int threads;     /* the most threads to use */
  ending *endings; /* by share, at most that many */
} experiment;

static const char phase_name[] = "solving games";

uint64_t grundy_experiment_seed(const grundy_model *model, uint64_t i) {
  const uint64_t parts[] = {model->seed, model->order, i};
  uint64_t seed = 0;
  for (size_t k = 0; k < sizeof parts / sizeof *parts; k++) {
    grundy_random random = grundy_random_new(seed + parts[k]);
    seed = grundy_random_next(&random);
  }
  return seed;
}

/* ---- monitoring ------------------------------------------------------------------------ */

/* Calls the caller's monitor with the number of games, whatever the kernel reports; for the
 * caller's thread. */
static bool report_progress(void *context, const char *phase, uint64_t done, uint64_t total) {
  experiment *e = context;
  (void)phase, (void)done, (void)total;
  const grundy_monitor *monitor = e->monitor;
  if (monitor != NULL && monitor->tick != NULL &&
      !monitor->tick(monitor->context, phase_name, atomic_load(&e->done), e->games))
    atomic_store(&e->stop, true);
  return !atomic_load(&e->stop);
}

/* Checks whether to stop; for the other threads. */
static bool check_stop(void *context, const char *phase, uint64_t done, uint64_t total) {
  experiment *e = context;
  (void)phase, (void)done, (void)total;
  return !atomic_load(&e->stop);
}

/* ---- games ------------------------------------------------------------------------------ */

static grundy_status measure_game(experiment *e, uint64_t i, const grundy_monitor *monitor,
                                  uint64_t *steps, ending *end) {
  grundy_model model = *e->model;
  grundy_digraph *g = NULL;
  grundy_solution *solution = NULL;
  const grundy_solve_options options = {.size = sizeof options,
                                        .columns = GRUNDY_COLUMN_OUTCOME | GRUNDY_COLUMN_GRUNDY |
                                                   GRUNDY_COLUMN_REMOTENESS,
                                        .monitor = monitor};
  double result[GRUNDY_MEASURE_COUNT];
  model.seed = grundy_experiment_seed(e->model, i);
  end->status = grundy_model_make(&model, GRUNDY_MONITORED(monitor), &g, &end->error);
  if (end->status == GRUNDY_OK)
    end->status = grundy_solve_in_memory(g, &options, &solution, &end->error);
  if (end->status == GRUNDY_OK) {
    grundy_measure_solution(solution, result);
    for (uint64_t m = 0; m < GRUNDY_MEASURE_COUNT; m++) e->results[m * e->games + i] = result[m];
    end->moves += grundy_digraph_size(g);
    *steps = grundy_digraph_order(g) + grundy_digraph_size(g);
    atomic_fetch_add(&e->done, 1);
  }
  grundy_solution_free(solution);
  grundy_digraph_free(g);
  return end->status;
}

static void run_share(void *context, int share) {
  experiment *e = context;
  ending *end = &e->endings[share];
  assert(share < e->threads);
  const grundy_monitor monitor = {.tick = share == 0 ? report_progress : check_stop, .context = e};
  uint64_t steps;
  while (!atomic_load(&e->stop)) {
    uint64_t i = atomic_fetch_add(&e->next, 1);
    if (i >= e->games) break;
    if (measure_game(e, i, &monitor, &steps, end) != GRUNDY_OK) atomic_store(&e->stop, true);
  }
  if (share != 0) return;
  /* Continues to call the monitor while other threads still work on their games. */
  const struct timespec pause = {.tv_nsec = 20000000};
  while (report_progress(e, phase_name, 0, 0) && atomic_load(&e->done) < e->games)
    (void)nanosleep(&pause, NULL);
}

/* Returns the number of shares for the remaining games. The first game is solved alone: it shows
 * whether the model is valid, and how large the games are. */
static int shares_after(const experiment *e, uint64_t steps) {
  assert(e->games > 0 && atomic_load(&e->done) == 1);
  uint64_t left = e->games - 1;
  uint64_t at_once = steps == 0 ? left : MOST_AT_ONCE / steps;
  if (at_once > left) at_once = left;
  int threads = grundy_threads_for(grundy_times(left, steps));
  if (threads > e->threads) threads = e->threads;
  if (at_once >= (uint64_t)threads) return threads;
  return at_once > 1 ? (int)at_once : 1;
}

/* Returns the first cause of failure: a share that was stopped because of another one does not know
 * it. */
static grundy_status conclude(const experiment *e, int shares, grundy_error *error) {
  const ending *cause = NULL;
  for (int s = 0; s < shares; s++) {
    const ending *end = &e->endings[s];
    if (end->status == GRUNDY_OK) continue;
    if (cause == NULL || cause->status == GRUNDY_CANCELLED) cause = end;
  }
  if (cause == NULL) return atomic_load(&e->stop) ? grundy_fail_cancelled(error) : GRUNDY_OK;
  if (error != NULL) *error = cause->error;
  return cause->status;
}

static grundy_status measure_all(experiment *e, grundy_error *error) {
  const grundy_monitor monitor = {.tick = report_progress, .context = e};
  grundy_work work = grundy_work_start(e->monitor, phase_name, e->games);
  uint64_t steps = 0, moves = 0;
  int shares = 1;
  if (measure_game(e, 0, &monitor, &steps, &e->endings[0]) == GRUNDY_OK) {
    atomic_store(&e->next, 1);
    shares = shares_after(e, steps);
    grundy_parallel(shares, run_share, e);
  }
  grundy_status status = conclude(e, shares, error);
  assert(status != GRUNDY_OK || atomic_load(&e->done) == e->games);
  for (int s = 0; s < shares; s++) moves += e->endings[s].moves;
  if (status == GRUNDY_OK) grundy_work_finish(&work, "", moves);
  return status;
}

grundy_status grundy_experiment_run(const grundy_model *model, uint64_t games,
                                    const grundy_run_options *options,
                                    grundy_statistics statistics[GRUNDY_MEASURE_COUNT],
                                    grundy_error *error) {
  const grundy_monitor *monitor;
  if (grundy_monitor_of(options, &monitor, error) != GRUNDY_OK) return GRUNDY_BAD_ARGUMENT;
  if (games == 0 || games > UINT64_MAX / (GRUNDY_MEASURE_COUNT * sizeof(double)))
    return grundy_fail(error, GRUNDY_BAD_ARGUMENT, "games is %" PRIu64 "; expected 1 to %" PRIu64,
                       games, UINT64_MAX / (GRUNDY_MEASURE_COUNT * sizeof(double)));
  experiment e = {.model = model, .monitor = monitor, .games = games};
  e.threads = (int)grundy_threads();
  grundy_arena arena = {0};
  e.results = grundy_arena_array(&arena, GRUNDY_MEASURE_COUNT * games, sizeof *e.results);
  e.endings = grundy_arena_zeros(&arena, (uint64_t)e.threads, sizeof *e.endings);
  grundy_status status = arena.failed ? GRUNDY_OK : measure_all(&e, error);
  for (uint64_t m = 0; !arena.failed && status == GRUNDY_OK && m < GRUNDY_MEASURE_COUNT; m++)
    statistics[m] = grundy_statistics_of(e.results + m * games, games);
  return grundy_arena_end(&arena, status, error);
}
