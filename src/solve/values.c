/* The generalized Sprague–Grundy function, its counterfunction, and terminal distance, by the
 * cheapest method that applies:
 *   - sweep: if the vertices are in topological order, one pass without the reverse digraph;
 *   - peel: every position of finite terminal distance gets the mex of the values of its followers,
 *     which are all known. On an acyclic game these are all positions;
 *   - levels for the rest (levels.h): counting, until it has examined several times as many moves
 *     as there are; then lazy levels.
 * Choices depend on counted moves and never on time: the same game gives the same bytes. */

#include "solve/impl.h"

#include "base/alloc.h"
#include "base/error.h"
#include "base/threads.h"
#include "solve/kernels.h"
#include "solve/levels.h"
#include "solve/peel.h"
#include "solve/resume.h"
#include "solve/sweep.h"

#include <assert.h>
#include <string.h>

/* How many times the number of moves counting may examine before lazy levels take over. */
enum { COUNTING_PASSES = 3 };

typedef struct finding {
  const grundy_digraph *game;
  grundy_view g, reverse;
  const grundy_values_wanted *wanted;
  const grundy_monitor *monitor;
  grundy_error *error;
  uint32_t
      *state; /* of peeling; shares the array of the counter or the distance, if there is one */
  uint32_t *order; /* the peeled vertices, followed by the others */
  uint32_t peeled;
  const grundy_peel_start *start; /* where peeling begins; NULL: with the terminal positions */
} finding;

/* ---- sweep ----------------------------------------------------------------------------- */

/* Sorts the vertices by value and distance, and numbers the different pairs. */
static bool number_pairs(uint32_t order, const uint32_t *values, const uint32_t *distance,
                         uint32_t *counter) {
  uint32_t count, rank = 0;
  uint32_t *by_distance = grundy_alloc(order, sizeof *by_distance);
  uint32_t *sorted = grundy_alloc(order, sizeof *sorted);
  bool done = by_distance != NULL && sorted != NULL &&
              grundy_sort_vertices(NULL, order, distance, by_distance, &count, NULL) &&
              grundy_sort_vertices(by_distance, count, values, sorted, &count, NULL);
  assert(!done || count == order); /* swept games have neither cycles nor infinite values */
  for (uint32_t i = 0; done && i < order; i++) {
    uint32_t v = sorted[i], before = sorted[i == 0 ? 0 : i - 1];
    rank += values[v] != values[before] || distance[v] != distance[before];
    counter[v] = rank;
  }
  free(by_distance);
  free(sorted);
  return done;
}

static grundy_status sweep_distance(finding *f, grundy_sweep_direction direction,
                                    uint32_t *distance) {
  grundy_work work = grundy_work_start(f->monitor, "distance", f->g.order + f->g.size);
  if (!grundy_sweep_distance(f->g, direction, distance, &work))
    return grundy_fail_cancelled(f->error);
  grundy_work_finish(&work, "sweep", f->g.size);
  return GRUNDY_OK;
}

static grundy_status sweep_values(finding *f, grundy_sweep_direction direction,
                                  const uint32_t *distance) {
  const grundy_values_wanted *wanted = f->wanted;
  grundy_mex mex;
  grundy_work work = grundy_work_start(f->monitor, "grundy", f->g.order + f->g.size);
  bool memory = grundy_mex_start(&mex, f->g);
  bool swept = memory && grundy_sweep_values(f->g, direction, &mex, wanted->values, &work);
  grundy_mex_free(&mex);
  if (swept && wanted->counter != NULL)
    memory = number_pairs(f->g.order, wanted->values, distance, wanted->counter);
  if (!memory) return grundy_fail_memory(f->error);
  if (!swept) return grundy_fail_cancelled(f->error);
  grundy_work_finish(&work, "sweep", f->g.size);
  return GRUNDY_OK;
}

static grundy_status sweep(finding *f, grundy_sweep_direction direction) {
  const grundy_values_wanted *wanted = f->wanted;
  grundy_status status = GRUNDY_OK;
  uint32_t *distance = wanted->distance, *own = NULL;
  if (distance == NULL && wanted->counter != NULL) {
    distance = own = grundy_alloc(f->g.order, sizeof *own);
    if (own == NULL) return grundy_fail_memory(f->error);
  }
  if (distance != NULL) status = sweep_distance(f, direction, distance);
  if (status == GRUNDY_OK && wanted->values != NULL) status = sweep_values(f, direction, distance);
  free(own);
  return status;
}

/* ---- peel ------------------------------------------------------------------------------ */

static bool peel_waves(finding *f, grundy_waves *waves, grundy_mex *mex, grundy_work *work) {
  uint32_t *values = f->wanted->values;
  if (f->start == NULL)
    return grundy_peel(f->g, waves, f->state, f->order, &f->peeled, mex, values, work);
  return grundy_peel_rest(f->g, waves, f->state, f->order, f->start->wave, &f->peeled, mex, values,
                          work);
}

static grundy_status peel(finding *f) {
  grundy_status status = GRUNDY_OK;
  grundy_waves waves;
  grundy_mex mex = {0};
  bool valued = f->wanted->values != NULL;
  grundy_work work = grundy_work_start(
      f->monitor, valued ? "distance and peeled values" : "distance", f->g.order + f->g.size);
  if (!grundy_waves_start(&waves, f->reverse, sizeof *f->state) ||
      (valued && !grundy_mex_start(&mex, f->g)))
    status = grundy_fail_memory(f->error);
  else if (!peel_waves(f, &waves, &mex, &work))
    status = grundy_fail_cancelled(f->error);
  else
    grundy_work_finish(&work, "peel", f->g.size);
  grundy_waves_free(&waves);
  grundy_mex_free(&mex);
  return status;
}

/* ---- levels ---------------------------------------------------------------------------- */

/* The vertices that are not peeled, by shares of all vertices. */
typedef struct appending {
  const finding *f;
  int threads;
  uint32_t counts[GRUNDY_MAX_THREADS]; /* how many there are; then where they go */
  uint32_t most_open[GRUNDY_MAX_THREADS];
} appending;

static void count_rest(void *context, int thread) {
  appending *a = context;
  const uint32_t *state = a->f->state;
  uint32_t end = (uint32_t)grundy_share(a->f->g.order, thread + 1, a->threads), count = 0, most = 0;
  for (uint32_t u = (uint32_t)grundy_share(a->f->g.order, thread, a->threads); u < end; u++) {
    uint32_t open = (state[u] & GRUNDY_LABELLED) != 0 ? 0 : state[u];
    count += open > 0;
    most = open > most ? open : most;
  }
  a->counts[thread] = count;
  a->most_open[thread] = most;
}

static void append_share(void *context, int thread) {
  const appending *a = context;
  const finding *f = a->f;
  uint32_t end = (uint32_t)grundy_share(f->g.order, thread + 1, a->threads);
  uint32_t *next = f->order + a->counts[thread];
  for (uint32_t u = (uint32_t)grundy_share(f->g.order, thread, a->threads); u < end; u++) {
    if ((f->state[u] & GRUNDY_LABELLED) != 0) continue;
    f->wanted->values[u] = GRUNDY_INFINITY;
    *next++ = u;
  }
}

/* Appends the vertices that are not peeled, in order. Returns the most followers that one of them
 * has among them. */
static uint32_t append_rest(const finding *f) {
  appending a = {.f = f, .threads = grundy_threads_for(f->g.order / 4)};
  uint32_t count = f->peeled, most = 0;
  grundy_parallel(a.threads, count_rest, &a);
  for (int t = 0; t < a.threads; t++) {
    uint32_t of_share = a.counts[t];
    a.counts[t] = count;
    count += of_share;
    most = a.most_open[t] > most ? a.most_open[t] : most;
  }
  assert(count == f->g.order);
  grundy_parallel(a.threads, append_share, &a);
  return most;
}

uint64_t grundy_levels_budget(uint32_t order, uint64_t size) {
  return COUNTING_PASSES * (order + size);
}

static grundy_status run_levels(finding *f, grundy_levels *levels, grundy_work *work) {
  uint64_t budget = grundy_levels_budget(f->g.order, f->g.size);
  const char *name = "lazy";
  grundy_levels_end end = GRUNDY_LEVELS_STOPPED;
  levels->most_open = append_rest(f);
  if (f->wanted->algorithm != GRUNDY_ALGORITHM_LAZY) {
    name = "counting";
    if (f->wanted->algorithm == GRUNDY_ALGORITHM_COUNTING) budget = UINT64_MAX;
    end = grundy_levels_count(levels, f->state, budget);
    if (end == GRUNDY_LEVELS_STOPPED) name = "counting, then lazy";
  }
  if (end == GRUNDY_LEVELS_STOPPED) end = grundy_levels_lazy(levels, f->game, f->state);
  if (end == GRUNDY_LEVELS_NO_MEMORY) return grundy_fail_memory(f->error);
  if (end == GRUNDY_LEVELS_CANCELLED) return grundy_fail_cancelled(f->error);
  grundy_work_finish(work, name, f->g.size);
  return GRUNDY_OK;
}

#ifndef NDEBUG
/* Returns whether every vertex of finite value has a counter below `rank`, and no other vertex has
 * one. */
static bool is_counted(const grundy_levels *levels) {
  for (uint32_t v = 0; v < levels->g.order; v++) {
    bool finite = levels->values[v] != GRUNDY_INFINITY;
    if (finite ? levels->counter[v] >= levels->rank : levels->counter[v] != GRUNDY_INFINITY)
      return false;
  }
  return true;
}
#endif
/* Numbers the peeled vertices whose levels were not reached. */
static void number_rest(grundy_levels *levels) {
  uint32_t ignored;
  for (; levels->counter != NULL && levels->level <= levels->starts.largest; levels->level++)
    (void)grundy_levels_peeled(levels, &ignored);
}

/* Finds the values of the vertices that are not peeled. The peeled vertices are sorted by value,
 * stably, so by distance among equal values, and return to their place in the order. */
static grundy_status value_rest(finding *f) {
  const grundy_values_wanted *wanted = f->wanted;
  uint32_t rest = f->g.order - f->peeled, count;
  if (rest == 0 && wanted->counter == NULL) return GRUNDY_OK;
  grundy_status status = GRUNDY_OK;
  grundy_starts starts = {0};
  grundy_work work = grundy_work_start(f->monitor, "grundy", 0);
  uint32_t *sorted = grundy_alloc(f->peeled, sizeof *sorted);
  uint32_t *queue = NULL;
  if (sorted == NULL ||
      !grundy_sort_vertices(f->order, f->peeled, wanted->values, sorted, &count, &starts)) {
    status = grundy_fail_memory(f->error);
  } else {
    assert(count == f->peeled); /* peeled vertices have finite values */
    if (count > 0) memcpy(f->order, sorted, count * sizeof *sorted);
    free(sorted);
    sorted = NULL;
    queue = rest == 0 ? NULL : grundy_queue_alloc(rest);
    grundy_levels levels = {.g = f->g,
                            .reverse = f->reverse,
                            .values = wanted->values,
                            .counter = wanted->counter,
                            .peeled = f->order,
                            .starts = starts,
                            .unlabelled = f->order + f->peeled,
                            .unlabelled_count = rest,
                            .queue = queue,
                            .work = &work};
    if (rest > 0)
      status = queue == NULL ? grundy_fail_memory(f->error) : run_levels(f, &levels, &work);
    if (status == GRUNDY_OK) number_rest(&levels);
    assert(status != GRUNDY_OK || levels.counter == NULL || is_counted(&levels));
  }
  free(sorted);
  free(starts.start);
  free(queue);
  return status;
}

/* ---- all steps ------------------------------------------------------------------------- */

/* Peels, then labels the rest. The state of peeling shares the array of a result if there is
 * one. */
static grundy_status peel_and_label(finding *f) {
  const grundy_values_wanted *wanted = f->wanted;
  uint32_t *own = NULL;
  grundy_status status = GRUNDY_OK;
  f->state = wanted->counter != NULL ? wanted->counter : wanted->distance;
  bool shared = wanted->values != NULL && f->state == wanted->distance;
  if (f->state == NULL || shared) f->state = own = grundy_alloc(f->g.order, sizeof *own);
  f->order = grundy_queue_alloc(f->g.order);
  if (f->state == NULL || f->order == NULL)
    status = grundy_fail_memory(f->error);
  else if (f->start != NULL)
    status = f->start->load(f->start->context, f->state, f->order, f->error);
  if (status == GRUNDY_OK) status = peel(f);
  if (status == GRUNDY_OK && wanted->distance != NULL)
    grundy_labels_finish(f->g.order, f->state, wanted->distance);
  if (status == GRUNDY_OK && wanted->values != NULL) status = value_rest(f);
  free(own);
  free(f->order);
  return status;
}

grundy_status grundy_values_and_distance(const grundy_digraph *g, const grundy_digraph *reverse,
                                         const grundy_values_wanted *wanted,
                                         const grundy_monitor *monitor, grundy_error *error) {
  finding f = {.game = g, .wanted = wanted, .monitor = monitor, .error = error};
  assert(wanted->counter == NULL || wanted->values != NULL);
  f.g = grundy_view_of(g);
  grundy_sweep_direction direction =
      wanted->algorithm == GRUNDY_ALGORITHM_AUTO ? grundy_sweep_of(f.g) : GRUNDY_NO_SWEEP;
  if (direction != GRUNDY_NO_SWEEP) return sweep(&f, direction);
  f.reverse = grundy_view_of(reverse);
  assert(f.reverse.order == f.g.order && f.reverse.size == f.g.size);
  return peel_and_label(&f);
}

grundy_status grundy_values_resume(const grundy_digraph *g, grundy_view reverse,
                                   const grundy_values_wanted *wanted,
                                   const grundy_peel_start *start, const grundy_monitor *monitor,
                                   grundy_error *error) {
  finding f = {.game = g,
               .g = grundy_view_of(g),
               .reverse = reverse,
               .wanted = wanted,
               .monitor = monitor,
               .error = error,
               .start = start};
  return peel_and_label(&f);
}

grundy_status grundy_distance_solve(const grundy_digraph *g, const grundy_digraph *reverse,
                                    const grundy_monitor *monitor, uint32_t *distance,
                                    grundy_error *error) {
  grundy_values_wanted wanted = {.distance = distance};
  return grundy_values_and_distance(g, reverse, &wanted, monitor, error);
}

grundy_status grundy_values_solve(const grundy_digraph *g, const grundy_digraph *reverse,
                                  const grundy_monitor *monitor, uint32_t *values,
                                  uint32_t *counter, grundy_error *error) {
  grundy_values_wanted wanted = {.values = values, .counter = counter};
  return grundy_values_and_distance(g, reverse, &wanted, monitor, error);
}
