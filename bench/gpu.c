#include "gpu.h"

#include <grundy/grundy.h>

#include "gpu/rows.h"
#include "gpu/solve.h"
#include "measure.h"
#include "solve/memory.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { REPETITIONS = 3 };

/* The columns that come back; the outcome costs next to nothing in addition. */
#define COLUMNS (GRUNDY_COLUMN_REMOTENESS | GRUNDY_COLUMN_GRUNDY | GRUNDY_COLUMN_COUNTER)

/* The least time of each phase on the device, and of all of them together. */
typedef struct times {
  double start, send, reverse, remoteness, values, back, release, whole;
  double back_now; /* of this repetition */
  bool gave_up;    /* the CPU began again */
  bool paused;     /* the CPU continued */
} times;

static void lower(double *least, double seconds) {
  if (*least == 0 || seconds < *least) *least = seconds;
}

static void phase_finished(void *context, const grundy_phase *phase) {
  times *t = context;
  if (strcmp(phase->name, "start of the device") == 0) lower(&t->start, phase->seconds);
  if (strcmp(phase->name, "transfer to the device") == 0) lower(&t->send, phase->seconds);
  if (strcmp(phase->name, "release of memory on the device") == 0)
    lower(&t->release, phase->seconds);
  if (strcmp(phase->name, "reverse rows on the device") == 0) lower(&t->reverse, phase->seconds);
  if (strcmp(phase->name, "remoteness") == 0) lower(&t->remoteness, phase->seconds);
  if (strcmp(phase->name, "grundy") == 0) lower(&t->values, phase->seconds);
  if (strcmp(phase->name, "transfer back") == 0) t->back_now += phase->seconds;
  if (strcmp(phase->algorithm, "device, given up") == 0) t->gave_up = true;
  if (strcmp(phase->algorithm, "device, then CPU") == 0) t->paused = true;
}

static grundy_solution *solve_on(const grundy_gpu_device *device, const grundy_digraph *g,
                                 times *t) {
  grundy_error error;
  grundy_solution *solution = NULL;
  grundy_monitor monitor = {.context = t, .finished = phase_finished};
  grundy_solve_options options = {.size = sizeof options, .columns = COLUMNS, .monitor = &monitor};
  for (int i = 0; i < REPETITIONS; i++) {
    grundy_solution_free(solution);
    t->back_now = 0;
    double start = seconds_now();
    grundy_status status = grundy_gpu_solve_on(device, g, &options, &solution, &error);
    if (status != GRUNDY_OK) fprintf(stderr, "bench: %s\n", error.message);
    must(status, "solve on the device");
    lower(&t->whole, seconds_now() - start);
    lower(&t->back, t->back_now);
  }
  return solution;
}

/* Returns whether memory suffices to solve the game by the CPUs, too. */
static bool fits_in_memory(const grundy_digraph *g) {
  grundy_solve_options options = {.size = sizeof options, .columns = COLUMNS};
  double free_memory = (double)sysconf(_SC_AVPHYS_PAGES) * (double)sysconf(_SC_PAGESIZE);
  return (double)grundy_solve_memory(g, &options) < 0.9 * free_memory;
}

/* Returns the seconds of solving by all CPUs; compares the results. */
static double solve_by_cpus(const grundy_digraph *g, const grundy_solution *expected) {
  double least = 0;
  grundy_solution *solution = NULL;
  grundy_solve_options options = {.size = sizeof options, .columns = COLUMNS};
  for (int i = 0; i < 2; i++) {
    grundy_solution_free(solution);
    double start = seconds_now();
    must(grundy_solve_in_memory(g, &options, &solution, NULL), "solve");
    lower(&least, seconds_now() - start);
  }
  for (grundy_columns column = 1; column <= COLUMNS; column *= 2)
    if ((COLUMNS & column) != 0 &&
        memcmp(grundy_solution_numbers(solution, column), grundy_solution_numbers(expected, column),
               4 * (size_t)grundy_digraph_order(g)) != 0) {
      fprintf(stderr, "bench: results of device and CPU differ\n");
      exit(1);
    }
  grundy_solution_free(solution);
  return least;
}

/* Returns the seconds in which the device reads a label for every move once. */
static double measure_limit(const grundy_gpu_device *device, const grundy_digraph *g) {
  grundy_view view = grundy_view_of(g);
  grundy_gpu_session s;
  grundy_gpu_rows rows = {0};
  double least = 0;
  grundy_gpu_session_start(&s, device, NULL, NULL);
  grundy_gpu_rows_send(&s, &view, &rows);
  cl_mem labels = grundy_gpu_buffer(&s, 4 * (uint64_t)view.order), sum = grundy_gpu_buffer(&s, 8);
  grundy_gpu_fill(&s, labels, view.order, 1);
  for (int i = 0; i <= REPETITIONS; i++) {
    uint64_t quads = view.size / 4;
    grundy_gpu_wait(&s);
    double start = seconds_now();
    GRUNDY_GPU_RUN(&s, "read_once", 8 * s.groups, rows.targets, quads, labels, sum);
    grundy_gpu_wait(&s);
    lower(&least, seconds_now() - start);
  }
  must(s.status, "the limit of the device");
  grundy_gpu_release(&labels);
  grundy_gpu_release(&sum);
  grundy_gpu_rows_release(&rows);
  grundy_gpu_session_end(&s);
  return least;
}

static void print_cpus(double seconds, const times *t) {
  printf(" %7.3f %6.1f%s\n", seconds, seconds / t->whole,
         t->gave_up  ? " (CPU began again)"
         : t->paused ? " (CPU continued)"
                     : "");
}

static void measure_one(const grundy_gpu_device *device, const char *name,
                        const grundy_digraph *g) {
  uint64_t moves = grundy_digraph_size(g);
  double ns = 1e9 / (double)moves;
  times t = {0};
  double limit = measure_limit(device, g);
  grundy_solution *solution = solve_on(device, g, &t);
  printf("%-20s %9" PRIu32 " %10" PRIu64 " %7.4f %7.4f %6.2f %7.4f %6.2f %7.4f %6.2f %7.3f %7.3f "
         "%7.3f %7.3f %7.3f",
         name, grundy_digraph_order(g), moves, limit * ns, t.reverse * ns, t.reverse / limit,
         t.remoteness * ns, t.remoteness / limit, t.values * ns, t.values / limit, t.start, t.send,
         t.back, t.release, t.whole);
  if (fits_in_memory(g))
    print_cpus(solve_by_cpus(g, solution), &t);
  else
    printf(" (not compared: the CPUs need more memory)\n");
  fflush(stdout);
  grundy_solution_free(solution);
}

void measure_gpu(const game_size *size, const char *part) {
  grundy_error error;
  grundy_gpu_device device = {0};
  grundy_threads_set(0);
  if (grundy_gpu_device_open(GRUNDY_GPU_AUTO, &device, &error) != GRUNDY_OK) {
    fprintf(stderr, "bench: %s\n", error.message);
    exit(1);
  }
  printf("\nsolving on %s, %s, driver %s, and by %u threads: remoteness, G and counter, all equal\n"
         "nanoseconds per move, and multiples of the limit: one pass that reads a label per move\n"
         "%-20s %9s %10s %7s %7s %6s %7s %6s %7s %6s %7s %7s %7s %7s %7s %7s %6s\n",
         device.info.name, device.info.platform, device.info.driver, grundy_threads(), "game",
         "order", "moves", "limit", "reverse", "x", "remote", "x", "G", "x", "start s", "send s",
         "back s", "free s", "whole s", "CPUs s", "ratio");
  for (const game *played = games; played < games + GAME_COUNT; played++) {
    if (played->family == ADVERSARIAL || strstr(played->name, part) == NULL) continue;
    grundy_digraph *g = make_game(played, size);
    measure_one(&device, played->name, g);
    grundy_digraph_free(g);
  }
  grundy_gpu_device_close(&device);
}
