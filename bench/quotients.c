#include "quotients.h"

#include <grundy/grundy.h>

#include "measure.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { REPETITIONS = 3 };

typedef struct reduction {
  const grundy_digraph *g;
  uint32_t *class_of, classes;
} reduction;

static bool refine(void *context) {
  reduction *r = context;
  must(grundy_compatible_coarsest(r->g, NULL, r->class_of, &r->classes, NULL), "refinement");
  return true;
}

static bool solve(void *context) {
  const reduction *r = context;
  grundy_solution *solution;
  must(grundy_solve_in_memory(r->g, NULL, &solution, NULL), "solve");
  grundy_solution_free(solution);
  return true;
}

static bool solve_reduced(void *context) {
  const reduction *r = context;
  grundy_solution *solution;
  must(grundy_solve_reduced(r->g, NULL, &solution, NULL, NULL), "solve through the quotient");
  grundy_solution_free(solution);
  return true;
}

/* Returns the peak memory of refinement beyond the digraph and the classes, in bytes per move. */
static double peak_of_refining(reduction *r) {
  if (!reset_peak_memory()) return 0;
  uint64_t before = resident_memory();
  (void)refine(r);
  return (double)(peak_memory() - before) / (double)grundy_digraph_size(r->g);
}

static void measure_game(const char *name, const grundy_digraph *g) {
  uint32_t order = grundy_digraph_order(g);
  reduction r = {.g = g, .class_of = must_alloc(order, sizeof(uint32_t))};
  memset(r.class_of, 1, order * sizeof *r.class_of); /* touch it before memory is measured */
  double peak = peak_of_refining(&r);
  double refining = least_time(REPETITIONS, refine, &r).seconds;
  double direct = least_time(REPETITIONS, solve, &r).seconds;
  double reduced = least_time(REPETITIONS, solve_reduced, &r).seconds;
  printf("%-24s %10" PRIu64 " %9.2f%% %9.1f %9.2f %9.2f\n", name, grundy_digraph_size(g),
         100.0 * r.classes / order, peak, refining / direct, reduced / direct);
  fflush(stdout);
  free(r.class_of);
}

/* Measures a sum of several equal games, in which permutations of a position are equivalent. */
static void measure_sum(const char *name, const char *component, uint64_t moves, size_t count) {
  const game_size size = {.hard_moves = moves, .order = moves};
  grundy_digraph *one = make_game(find_game(component), &size), *sum;
  const grundy_digraph *games_at_once[] = {one, one, one, one};
  grundy_product_options options = {.size = sizeof options, .unnamed = true};
  must(grundy_digraph_product(GRUNDY_DISJUNCTIVE, count, games_at_once, &options, &sum, NULL),
       "product");
  measure_game(name, sum);
  grundy_digraph_free(sum);
  grundy_digraph_free(one);
}

void measure_quotients(const game_size *size, const char *part) {
  printf("\nsolving through the quotient, as multiples of solving the default columns\n"
         "%-24s %10s %10s %9s %9s %9s\n",
         "game", "moves", "classes", "bytes/mv", "refining", "in all");
  for (const game *played = games; played < games + GAME_COUNT; played++) {
    if (strstr(played->name, part) == NULL) continue;
    grundy_digraph *g = make_game(played, size);
    measure_game(played->name, g);
    grundy_digraph_free(g);
  }
  if (*part != '\0') return;
  measure_sum("sum of 3 x nim-pauses", "nim-pauses", 300, 3);
  measure_sum("sum of 4 x nim-pauses", "nim-pauses", 50, 4);
}
