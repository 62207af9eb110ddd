#include "external.h"

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
  must(grundy_solve(w->g, &options, &solution, NULL), "solve");
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

/* With a scratch file, a fifth of the moves fits into memory, besides the least that is needed. */
static void measure_game(const char *name, const grundy_digraph *g) {
  way lean = {.g = g, .options = GRUNDY_OPTIONS(grundy_external_options, .columns = COLUMNS)};
  way scratch = lean;
  uint64_t moves = grundy_digraph_size(g);
  scratch.options.scratch = ".";
  scratch.options.memory = grundy_external_memory(g, &scratch.options) + 4 * moves / 5;
  double direct = least_time(REPETITIONS, solve, &lean).seconds;
  printf("%-24s %10" PRIu64 " %9.1f %9.1f %9.1f", name, moves, peak_of(solve, &lean),
         peak_of(solve_external, &lean), peak_of(solve_external, &scratch));
  printf(" %9.2f", least_time(REPETITIONS, solve_external, &lean).seconds / direct);
  printf(" %9.2f\n", least_time(REPETITIONS, solve_external, &scratch).seconds / direct);
  fflush(stdout);
}

void measure_external(const game_size *size, const char *part) {
  printf("\nsolving from reverse rows: bytes per move, and multiples of the time of solving in "
         "memory\n%-24s %10s %9s %9s %9s %9s %9s\n",
         "game", "moves", "memory", "lean", "scratch", "lean", "scratch");
  for (const game *played = games; played < games + GAME_COUNT; played++) {
    if (!played->selected || strstr(played->name, part) == NULL) continue;
    grundy_digraph *g = make_game(played, size);
    measure_game(played->name, g);
    grundy_digraph_free(g);
  }
}
