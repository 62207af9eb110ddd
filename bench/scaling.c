#include "scaling.h"

#include <grundy/grundy.h>

#include "base/threads.h"
#include "kernels.h"
#include "rows.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { REPETITIONS = 3, MAX_PHASES = 32, MAX_QUOTIENT_MOVES = 20000000 };

/* A phase, or the whole of solving or verifying, or the limit: the least time for each number of
 * threads, and the serial part of that time. */
typedef struct line {
  char name[64];
  double seconds[MAX_SCALES], serial[MAX_SCALES];
} line;

typedef struct table {
  line lines[MAX_PHASES];
  int count;
  unsigned scale; /* the index of the number of threads */
} table;

/* ---- collecting ------------------------------------------------------------------------- */

static line *find_line(table *t, const char *name) {
  int i = 0;
  while (i < t->count && strcmp(t->lines[i].name, name) != 0) i++;
  if (i == MAX_PHASES) must(GRUNDY_OUT_OF_MEMORY, "a table of all phases");
  if (i == t->count) {
    t->lines[t->count] = (line){0};
    snprintf(t->lines[t->count++].name, sizeof t->lines[i].name, "%s", name);
  }
  return &t->lines[i];
}

static void add_time(table *t, const char *name, double seconds, double serial) {
  line *l = find_line(t, name);
  double least = l->seconds[t->scale];
  if (least > 0 && least <= seconds) return;
  l->seconds[t->scale] = seconds;
  l->serial[t->scale] = serial;
}

static void phase_finished(void *context, const grundy_phase *phase) {
  table *t = context;
  char name[64];
  snprintf(name, sizeof name, "  %s", phase->name);
  add_time(t, name, phase->seconds, phase->serial_seconds);
}

/* The clock and the time in parallel sections when some work began. */
typedef struct stopwatch {
  double start, parallel;
} stopwatch;

static stopwatch stopwatch_start(void) {
  return (stopwatch){seconds_now(), grundy_parallel_seconds()};
}

static void stopwatch_stop(stopwatch watch, table *t, const char *name) {
  double seconds = seconds_now() - watch.start;
  add_time(t, name, seconds, seconds - (grundy_parallel_seconds() - watch.parallel));
}

/* ---- what is timed ---------------------------------------------------------------------- */

typedef struct reading {
  const grundy_digraph *g;
  const uint32_t *labels;
  int threads;
  uint64_t sums[GRUNDY_MAX_THREADS];
} reading;

static void read_share(void *context, int thread) {
  reading *r = context;
  const uint32_t *targets = grundy_digraph_targets(r->g);
  uint64_t size = grundy_digraph_size(r->g), sum = 0;
  uint64_t end = grundy_share(size, thread + 1, r->threads);
  for (uint64_t e = grundy_share(size, thread, r->threads); e < end; e++)
    sum += r->labels[targets[e]];
  r->sums[thread] = sum;
}

/* The read-once limit with the moves divided among the threads. */
static void time_limit(table *t, const grundy_digraph *g, const uint32_t *labels) {
  reading r = {.g = g, .labels = labels, .threads = (int)grundy_threads()};
  stopwatch watch = stopwatch_start();
  grundy_parallel(r.threads, read_share, &r);
  stopwatch_stop(watch, t, "limit");
}

static void time_solving(table *t, const grundy_digraph *g) {
  const grundy_monitor monitor = {.context = t, .finished = phase_finished};
  grundy_solve_options solving = {.size = sizeof solving, .monitor = &monitor};
  grundy_verify_options verifying = {.size = sizeof verifying, .monitor = &monitor};
  grundy_solution *solution;
  grundy_report *report;
  stopwatch watch = stopwatch_start();
  must(grundy_solve_in_memory(g, &solving, &solution, NULL), "solve");
  stopwatch_stop(watch, t, "solve");
  watch = stopwatch_start();
  must(grundy_verify(g, solution, &verifying, &report, NULL), "verify");
  stopwatch_stop(watch, t, "verify");
  grundy_report_free(report);
  grundy_solution_free(solution);
}

/* Refinement takes long, so it is measured once, and not on large games. */
static void time_quotient(table *t, const grundy_digraph *g) {
  const grundy_monitor monitor = {.context = t, .finished = phase_finished};
  uint32_t *class_of, classes;
  if (grundy_digraph_size(g) > MAX_QUOTIENT_MOVES) return;
  class_of = must_alloc(grundy_digraph_order(g), sizeof *class_of);
  stopwatch watch = stopwatch_start();
  must(grundy_compatible_coarsest(g, GRUNDY_MONITORED(&monitor), class_of, &classes, NULL),
       "refinement");
  stopwatch_stop(watch, t, "quotient");
  free(class_of);
}

/* ---- tables ------------------------------------------------------------------------------ */

static void print_table(const char *name, const table *t, double moves, unsigned most) {
  unsigned last = 0;
  printf("\n%s, %.0f moves: nanoseconds per move, by threads\n%-30s", name, moves, "phase");
  for (unsigned i = 0; scale(i, most) > 0; i++) {
    printf(" %7u", scale(i, most));
    last = i;
  }
  printf(" %8s %8s\n", "speed-up", "serial");
  for (const line *l = t->lines; l < t->lines + t->count; l++) {
    printf("%-30s", l->name);
    for (unsigned i = 0; i <= last; i++) printf(" %7.3f", 1e9 * l->seconds[i] / moves);
    double speed = l->seconds[last] > 0 ? l->seconds[0] / l->seconds[last] : 0;
    printf(" %8.2f %8.3f\n", speed, 1e9 * l->serial[last] / moves);
  }
  fflush(stdout);
}

static void measure_game(const game *played, const game_size *size) {
  table t = {0};
  unsigned most = grundy_threads();
  grundy_digraph *g = make_game(played, size);
  uint32_t order = grundy_digraph_order(g);
  uint32_t *labels = must_alloc(order, sizeof *labels);
  for (uint32_t v = 0; v < order; v++) labels[v] = v;
  for (t.scale = 0; scale(t.scale, most) > 0; t.scale++) {
    grundy_threads_set(scale(t.scale, most));
    for (int i = 0; i < REPETITIONS; i++) {
      time_limit(&t, g, labels);
      time_solving(&t, g);
    }
    time_quotient(&t, g);
  }
  grundy_threads_set(most);
  print_table(played->name, &t, (double)grundy_digraph_size(g), most);
  free(labels);
  grundy_digraph_free(g);
}

#ifndef GRUNDY_CORE_ONLY
/* Games of the gallery that are explored; both are rules in C. */
static const char *const explored[] = {"fair-shares:60", "quixo:4"};

static void measure_exploring(const char *name) {
  table t = {0};
  unsigned most = grundy_threads();
  double moves = 0;
  for (t.scale = 0; scale(t.scale, most) > 0; t.scale++) {
    grundy_threads_set(scale(t.scale, most));
    for (int i = 0; i < REPETITIONS; i++) {
      grundy_digraph *g;
      stopwatch watch = stopwatch_start();
      must(grundy_game_open(name, NULL, &g, NULL), name);
      stopwatch_stop(watch, &t, "explore");
      moves = (double)grundy_digraph_size(g);
      grundy_digraph_free(g);
    }
  }
  grundy_threads_set(most);
  print_table(name, &t, moves, most);
}
#endif

void measure_scaling(const game_size *size, const char *part) {
  const game *one = find_game(part);
  for (const game *played = games; played < games + GAME_COUNT; played++)
    if (one != NULL ? played == one : played->selected && strstr(played->name, part) != NULL)
      measure_game(played, size);
#ifndef GRUNDY_CORE_ONLY
  for (size_t i = 0; i < sizeof explored / sizeof *explored && one == NULL; i++)
    if (strstr(explored[i], part) != NULL) measure_exploring(explored[i]);
#endif
}
