#include "external.h"
#include "external/external.h"

#include <grundy/grundy.h>

#include "measure.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { REPETITIONS = 3 };

/* A counter may need other algorithms, and the size of K is not known before. */
#define COLUMNS                                                                                    \
  (GRUNDY_COLUMNS_DEFAULT & ~(grundy_columns)(GRUNDY_COLUMN_COUNTER | GRUNDY_COLUMN_K))

typedef struct way {
  const grundy_digraph *g;
  grundy_external_options options;
} way;

static bool solve(void *context) {
  const way *w = context;
  grundy_solve_options options = GRUNDY_OPTIONS(grundy_solve_options, .columns = COLUMNS);
  grundy_solution *solution;
  must(grundy_solve_in_memory(w->g, &options, &solution, NULL), "solve");
  grundy_solution_free(solution);
  return true;
}

static bool solve_external(void *context) {
  const way *w = context;
  grundy_solution *solution;
  must(grundy_external_solve(w->g, &w->options, &solution, NULL), "solve from reverse rows");
  grundy_solution_free(solution);
  return true;
}

/* Returns the peak memory beyond the digraph, in bytes per move. */
static double peak_of(timed_work *work, way *w) {
  if (!reset_peak_memory()) return 0;
  uint64_t before = resident_memory();
  (void)work(w);
  return (double)(peak_memory() - before) / (double)grundy_digraph_size(w->g);
}

/* Returns the seconds of CPU that the work takes. */
static double cpu_of(timed_work *work, way *w) {
  double start = cpu_seconds_now();
  (void)work(w);
  return cpu_seconds_now() - start;
}

static void lower(double *least, double seconds) {
  if (*least == 0 || seconds < *least) *least = seconds;
}

/* With a scratch file, a fifth of the moves fits into memory, besides the least that is needed. The
 * three ways take turns, because other programs may slow down all of them. */
static void measure_game(const char *name, const grundy_digraph *g) {
  way lean = {.g = g, .options = GRUNDY_OPTIONS(grundy_external_options, .columns = COLUMNS)};
  way scratch = lean;
  uint64_t moves = grundy_digraph_size(g);
  double direct = 0, of_lean = 0, of_scratch = 0;
  scratch.options.scratch = ".";
  scratch.options.memory = grundy_external_memory(g, &scratch.options) + 4 * moves / 5;
  printf("%-24s %10" PRIu64 " %9.1f %9.1f %9.1f", name, moves, peak_of(solve, &lean),
         peak_of(solve_external, &lean), peak_of(solve_external, &scratch));
  for (int i = 0; i < REPETITIONS; i++) {
    lower(&direct, cpu_of(solve, &lean));
    lower(&of_lean, cpu_of(solve_external, &lean));
    lower(&of_scratch, cpu_of(solve_external, &scratch));
  }
  printf(" %9.1f %9.2f %9.2f\n", 1e9 * direct / (double)moves, of_lean / direct,
         of_scratch / direct);
  fflush(stdout);
}

void measure_external(const game_size *size, const char *part) {
  printf("\nsolving from reverse rows: bytes per move, nanoseconds of CPU per move in memory, and "
         "multiples of that\n%-24s %10s %9s %9s %9s %9s %9s %9s\n",
         "game", "moves", "memory", "lean", "scratch", "ns", "lean", "scratch");
  for (const game *played = games; played < games + GAME_COUNT; played++) {
    if (!played->selected || strstr(played->name, part) == NULL) continue;
    grundy_digraph *g = make_game(played, size);
    measure_game(played->name, g);
    grundy_digraph_free(g);
  }
}
