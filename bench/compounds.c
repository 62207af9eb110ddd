#include "compounds.h"

#include <grundy/grundy.h>

#include "measure.h"

#include <stdio.h>

enum { COMPONENTS = 10000, REPETITIONS = 5 };

typedef struct sum {
  grundy_digraph *g;
  grundy_solution *solution;
  grundy_solved solved;
  uint64_t seen; /* so that nothing is optimized away */
} sum;

static bool solve_game(void *context) {
  sum *s = context;
  grundy_solution_free(s->solution);
  must(grundy_solve_in_memory(s->g, NULL, &s->solution, NULL), "solve");
  return true;
}

/* Evaluates the sum with every component at a position of its own by theorems, and finds the best
 * move. */
static bool find_best(void *context) {
  sum *s = context;
  grundy_compound *c;
  grundy_evaluation evaluation;
  grundy_moves *moves;
  grundy_search_options options = {.size = sizeof options, .never = true};
  grundy_random random = grundy_random_new(1);
  must(grundy_compound_new(GRUNDY_NORMAL_PLAY, &c, NULL), "compound");
  for (int i = 0; i < COMPONENTS; i++) {
    uint64_t at = grundy_random_below(&random, grundy_digraph_order(s->g));
    must(grundy_compound_add(c, grundy_component_digraph(&s->solved), at, NULL), "add");
  }
  must(grundy_compound_join(c, GRUNDY_DISJUNCTIVE, COMPONENTS, NULL), "join");
  must(grundy_compound_best(c, 1, &options, &evaluation, &moves, NULL), "best");
  s->seen += grundy_moves_count(moves);
  grundy_moves_free(moves);
  grundy_compound_free(c);
  return true;
}

void measure_compounds(const game_size *size, const char *part_of_name) {
  static const struct {
    const char *name;
    grundy_model_kind kind;
  } kinds[] = {{"cycles", GRUNDY_MODEL_DEGREE}, {"no cycles", GRUNDY_MODEL_LAYERED}};
  (void)size; /* a million moves are enough */
  (void)part_of_name;
  printf("\nbest in a sum of %d components of a game with a million moves\n", COMPONENTS);
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
    sum s = {0};
    grundy_model model = grundy_model_default(kinds[i].kind);
    model.order = 250000;
    model.layers = 100;
    model.width = 2500;
    model.degree = 4;
    must(grundy_model_make(&model, NULL, &s.g, NULL), "model");
    timing solving = least_time(REPETITIONS, solve_game, &s);
    s.solved = grundy_solved_view(s.g, s.solution);
    timing finding = least_time(REPETITIONS, find_best, &s);
    printf("  %-10s %9.1f ms to solve the game, %.1f ms beyond that\n", kinds[i].name,
           1e3 * solving.seconds, 1e3 * finding.seconds);
    grundy_solution_free(s.solution);
    grundy_digraph_free(s.g);
  }
}
