/* The generalized Sprague–Grundy function, its counterfunction, and terminal distance, by the
 * cheapest method that applies:
 *   - sweep: if the vertices are in topological order, one pass without the reverse digraph;
 *   - peel: every position of finite terminal distance gets the mex of the values of its followers,
 *     which are all known. On an acyclic game these are all positions;
 *   - levels for the rest (levels.h): counting, until it has examined several times as many moves
 *     as there are; then lazy levels.
 * Choices depend on counted moves and never on time: the same game gives the same bytes. */

#include "solve/impl.h"

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

/* If no row is longer than this, there are so few levels that lazy ones would save little. */
enum { SHORT_ROWS = 9 };

typedef struct finding {
  const grundy_digraph *game;
  grundy_view g, reverse;
  uint64_t longest_row;
  const grundy_values_wanted *wanted;
  const grundy_monitor *monitor;
  grundy_arena *arena;
  grundy_error *error;
  uint32_t
      *state; /* of peeling; shares the array of the counter or the distance, if there is one */
  uint32_t *order; /* the peeled vertices, followed by the others */
  uint32_t peeled;
  uint32_t with_moves;            /* vertices that are not terminal, and … */
  uint32_t largest_value;         /* … a bound, if memory is only counted */
  const grundy_peel_start *start; /* where peeling begins; NULL: with the terminal positions */
} finding;

/* ---- sweep ----------------------------------------------------------------------------- */

/* Sorts the vertices by value and distance, and numbers the different pairs. Distances may be as
 * large as the number of vertices. */
static void number_pairs(finding *f, const uint32_t *distance) {
  uint32_t order = f->g.order, count, rank = 0;
  const uint32_t *values = f->wanted->values;
  uint32_t *by_distance = grundy_arena_array(f->arena, order, sizeof *by_distance);
  uint32_t *sorted = grundy_arena_array(f->arena, order, sizeof *sorted);
  if (!grundy_arena_usable(f->arena)) {
    (void)grundy_arena_array(f->arena, (uint64_t)order + 1, sizeof(uint32_t));
    return;
  }
  if (!grundy_sort_vertices(NULL, order, distance, by_distance, &count, NULL) ||
      !grundy_sort_vertices(by_distance, count, values, sorted, &count, NULL)) {
    grundy_arena_fail(f->arena);
    return;
  }
  assert(count == order); /* swept games have neither cycles nor infinite values */
  for (uint32_t i = 0; i < order; i++) {
    uint32_t v = sorted[i], before = sorted[i == 0 ? 0 : i - 1];
    rank += values[v] != values[before] || distance[v] != distance[before];
    f->wanted->counter[v] = rank;
  }
}

static grundy_status sweep_values(finding *f, grundy_sweep_direction direction,
                                  const uint32_t *distance) {
  const grundy_values_wanted *wanted = f->wanted;
  grundy_mex mex;
  bool done = true;
  uint64_t mark = f->arena->count;
  grundy_work work = grundy_work_start(f->monitor, "grundy", f->g.order + f->g.size);
  grundy_mex_start(&mex, f->arena, f->g.size, f->longest_row);
  if (grundy_arena_usable(f->arena))
    done = grundy_sweep_values(f->g, direction, &mex, wanted->values, &work);
  grundy_arena_rewind(f->arena, mark);
  if (done && wanted->counter != NULL) number_pairs(f, distance);
  if (!grundy_arena_usable(f->arena)) return GRUNDY_OK;
  return grundy_work_end(&work, done, "sweep", f->g.size, f->error);
}

static grundy_status sweep(finding *f, grundy_sweep_direction direction) {
  const grundy_values_wanted *wanted = f->wanted;
  grundy_status status = GRUNDY_OK;
  uint32_t *distance = wanted->distance;
  if (distance == NULL && wanted->counter != NULL)
    distance = grundy_arena_array(f->arena, f->g.order, sizeof *distance);
  if (distance != NULL && grundy_arena_usable(f->arena)) {
    grundy_work work = grundy_work_start(f->monitor, "distance", f->g.order + f->g.size);
    status = grundy_work_end(&work, grundy_sweep_distance(f->g, direction, distance, &work),
                             "sweep", f->g.size, f->error);
  }
  if (status == GRUNDY_OK && wanted->values != NULL) status = sweep_values(f, direction, distance);
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
  uint64_t mark = f->arena->count;
  grundy_work work = grundy_work_start(
      f->monitor, valued ? "distance and peeled values" : "distance", f->g.order + f->g.size);
  grundy_waves_start(&waves, f->arena, f->reverse, sizeof *f->state);
  if (valued) grundy_mex_start(&mex, f->arena, f->g.size, f->longest_row);
  if (grundy_arena_usable(f->arena))
    status =
        grundy_work_end(&work, peel_waves(f, &waves, &mex, &work), "peel", f->g.size, f->error);
  grundy_arena_rewind(f->arena, mark);
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

/* Counting is not stopped if rows are short, unless the counter is wanted, which would differ. If
 * memory is only counted, levels count and become lazy, unless they cannot. There are at most as
 * many levels as the longest row has moves, and one more; each examines at most V + E steps, and
 * the last one is never stopped. */
static grundy_status run_levels(finding *f, grundy_levels *levels, grundy_work *work) {
  bool counts = f->wanted->algorithm != GRUNDY_ALGORITHM_LAZY;
  bool may_stop = f->wanted->algorithm != GRUNDY_ALGORITHM_COUNTING &&
                  (f->wanted->counter != NULL || f->longest_row > SHORT_ROWS);
  const char *name = counts ? "counting" : "lazy";
  grundy_levels_end end = GRUNDY_LEVELS_STOPPED;
  levels->most_open = (uint32_t)f->longest_row;
  if (grundy_arena_usable(f->arena)) levels->most_open = append_rest(f);
  if (counts) {
    uint64_t budget = may_stop ? grundy_levels_budget(f->g.order, f->g.size) : UINT64_MAX;
    end = grundy_levels_count(levels, budget);
    if (f->arena->counting && may_stop && f->longest_row > COUNTING_PASSES)
      end = GRUNDY_LEVELS_STOPPED;
    if (end == GRUNDY_LEVELS_STOPPED) name = "counting, then lazy";
  }
  if (end == GRUNDY_LEVELS_STOPPED) end = grundy_levels_lazy(levels, f->game);
  if (!grundy_arena_usable(f->arena)) return GRUNDY_OK;
  return grundy_work_end(work, end == GRUNDY_LEVELS_DONE, name, f->g.size, f->error);
}

#ifndef NDEBUG
/* Returns whether every vertex of finite value has a counter below `rank`, and no other vertex has
 * one. */
static bool is_counted(const grundy_levels *levels) {
  for (uint32_t v = 0; v < levels->g.order; v++) {
    bool finite = levels->values[v] != GRUNDY_INFINITY;
    if (finite ? levels->counter[v] >= levels->number : levels->counter[v] != GRUNDY_INFINITY)
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

/* Sorts the peeled vertices by value, stably, so by distance among equal values; they return to
 * their place in the order. */
static grundy_starts sort_peeled(finding *f) {
  grundy_starts starts = {.largest = f->largest_value};
  uint32_t *sorted = grundy_arena_array(f->arena, f->peeled, sizeof *sorted);
  if (grundy_arena_usable(f->arena)) {
    uint32_t count;
    if (!grundy_sort_vertices(f->order, f->peeled, f->wanted->values, sorted, &count, &starts)) {
      grundy_arena_fail(f->arena);
    } else if (f->peeled > 0) {
      assert(count == f->peeled); /* peeled vertices have finite values */
      memcpy(f->order, sorted, count * sizeof *sorted);
    }
  }
  starts.start =
      grundy_arena_adopt(f->arena, starts.start, (uint64_t)starts.largest + 2, sizeof(uint32_t));
  grundy_arena_release(f->arena, sorted);
  return starts;
}

/* Finds the values of the vertices that are not peeled. If memory is only counted, all vertices are
 * peeled, and then only the terminal ones. */
static grundy_status value_rest(finding *f) {
  const grundy_values_wanted *wanted = f->wanted;
  bool counting = f->arena->counting;
  if (f->peeled == f->g.order && wanted->counter == NULL && !counting) return GRUNDY_OK;
  grundy_status status = GRUNDY_OK;
  grundy_work work = grundy_work_start(f->monitor, "grundy", 0);
  grundy_starts starts = sort_peeled(f);
  uint32_t rest = counting ? f->with_moves : f->g.order - f->peeled;
  grundy_levels levels = {.g = f->g,
                          .reverse = f->reverse,
                          .values = wanted->values,
                          .counter = wanted->counter,
                          .peeled = f->order,
                          .starts = starts,
                          .unlabelled = f->order + f->peeled,
                          .unlabelled_count = rest,
                          .longest_row = f->longest_row,
                          .blockers = f->state,
                          .arena = f->arena,
                          .work = &work};
  if (rest > 0 && !f->arena->failed) status = run_levels(f, &levels, &work);
  if (status == GRUNDY_OK && grundy_arena_usable(f->arena)) {
    number_rest(&levels);
    assert(levels.counter == NULL || is_counted(&levels));
  }
  return status;
}

/* ---- all steps ------------------------------------------------------------------------- */

/* Peels, then labels the rest. The state of peeling shares the array of a result if there is
 * one. */
static grundy_status peel_and_label(finding *f) {
  const grundy_values_wanted *wanted = f->wanted;
  grundy_status status = GRUNDY_OK;
  f->state = wanted->counter != NULL ? wanted->counter : wanted->distance;
  bool shared = wanted->values != NULL && f->state == wanted->distance;
  if (f->state == NULL || shared)
    f->state = grundy_arena_array(f->arena, f->g.order, sizeof *f->state);
  f->order = grundy_queue_alloc(f->arena, f->g.order);
  if (f->start != NULL && grundy_arena_usable(f->arena))
    status = f->start->load(f->start->context, f->state, f->order, f->error);
  if (status == GRUNDY_OK) status = peel(f);
  if (status == GRUNDY_OK && wanted->distance != NULL && grundy_arena_usable(f->arena))
    grundy_labels_finish(f->g.order, f->state, wanted->distance);
  if (status == GRUNDY_OK && wanted->values != NULL && !f->arena->failed) status = value_rest(f);
  return status;
}

void grundy_values_count(grundy_arena *arena, const grundy_sizes *sizes,
                         const grundy_values_wanted *wanted) {
  uint64_t mark = arena->count;
  finding f = {.g = sizes->g,
               .reverse = sizes->g,
               .longest_row = sizes->longest_row,
               .wanted = wanted,
               .arena = arena,
               .peeled = sizes->g.order,
               .with_moves = sizes->with_moves,
               .largest_value = (uint32_t)sizes->largest_value};
  grundy_status status = sizes->swept ? sweep(&f, GRUNDY_NO_SWEEP) : peel_and_label(&f);
  assert(status == GRUNDY_OK); /* nothing is done that could fail */
  (void)status;
  grundy_arena_rewind(arena, mark);
}

static grundy_status solve(finding f, grundy_sweep_direction direction) {
  grundy_arena arena = {0};
  f.arena = &arena;
  if (f.wanted->values != NULL) f.longest_row = grundy_longest_row(&f.g);
  grundy_status status = direction != GRUNDY_NO_SWEEP ? sweep(&f, direction) : peel_and_label(&f);
  return grundy_arena_end(&arena, status, f.error);
}

grundy_status grundy_values_and_distance(const grundy_digraph *g, const grundy_digraph *reverse,
                                         const grundy_values_wanted *wanted,
                                         const grundy_monitor *monitor, grundy_error *error) {
  finding f = {
      .game = g, .g = grundy_view_of(g), .wanted = wanted, .monitor = monitor, .error = error};
  assert(wanted->counter == NULL || wanted->values != NULL);
  grundy_sweep_direction direction =
      wanted->algorithm == GRUNDY_ALGORITHM_AUTO ? grundy_sweep_of(f.g) : GRUNDY_NO_SWEEP;
  if (direction == GRUNDY_NO_SWEEP) f.reverse = grundy_view_of(reverse);
  assert(direction != GRUNDY_NO_SWEEP || f.reverse.size == f.g.size);
  return solve(f, direction);
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
  return solve(f, GRUNDY_NO_SWEEP);
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
