#include "coloured.h"

#include <grundy/grundy.h>

#include "kernels.h"
#include "measure.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { REPETITIONS = 3, PAYOFFS = 16 };

typedef struct coloured {
  grundy_digraph *g;
  grundy_columns columns;
  grundy_solution *solution;
  uint32_t *labels; /* for the read-once limit */
  volatile uint64_t sum;
} coloured;

/* Makes a random game of degree 8 with 10 % terminal positions, doubled: (v, A) is 2v, (v, B) 2v +
 * 1. */
static grundy_digraph *make_doubled(uint64_t order, bool payoffs) {
  grundy_model model = grundy_model_default(GRUNDY_MODEL_DEGREE);
  grundy_random random = grundy_random_new(1);
  grundy_digraph *half, *g;
  grundy_builder *builder;
  model.order = order;
  model.degree = 8;
  model.sinks = 0.1;
  must(grundy_model_make(&model, NULL, &half, NULL), "model");
  must(grundy_builder_new(&builder, NULL), "builder");
  for (uint32_t v = 0; v < 2 * order; v++) {
    char name[12];
    uint32_t made;
    int length = snprintf(name, sizeof name, "%" PRIu32, v);
    must(grundy_builder_vertex(builder, name, (size_t)length, &made, NULL), "vertex");
    must(grundy_builder_player(builder, made, v % 2 == 0 ? 'A' : 'B', NULL), "player");
    if (grundy_digraph_followers(half, v / 2).count > 0) continue;
    uint64_t end = grundy_random_below(&random, payoffs ? PAYOFFS : 3);
    must(payoffs ? grundy_builder_payoff(builder, made, (double)end, NULL)
                 : grundy_builder_outcome(builder, made, (uint8_t) "ABD"[end], NULL),
         "end");
  }
  for (uint32_t v = 0; v < 2 * order; v++) {
    grundy_vertices row = grundy_digraph_followers(half, v / 2);
    for (uint64_t i = 0; i < row.count; i++)
      must(grundy_builder_move(builder, v, 2 * row.at[i] + (v % 2 == 0), NULL), "move");
  }
  must(grundy_builder_finish(builder, NULL, &g, NULL), "finish");
  grundy_builder_free(builder);
  grundy_digraph_free(half);
  return g;
}

static bool run_limit(void *context) {
  coloured *c = context;
  c->sum = read_once(c->g, c->labels);
  return true;
}

static bool run_solve(void *context) {
  coloured *c = context;
  grundy_solve_options options = {.size = sizeof options, .columns = c->columns};
  grundy_solution_free(c->solution);
  must(grundy_solve_in_memory(c->g, &options, &c->solution, NULL), "solve");
  return true;
}

/* Computes a Q for each payoff, which the single pass over payoffs replaces. */
static bool run_every_payoff(void *context) {
  const coloured *c = context;
  for (int v = 0; v < PAYOFFS; v++) {
    grundy_solution *solution;
    grundy_solve_options options = {
        .size = sizeof options, .columns = GRUNDY_COLUMN_QV, .payoff = v};
    must(grundy_solve_in_memory(c->g, &options, &solution, NULL), "solve");
    grundy_solution_free(solution);
  }
  return true;
}

static bool run_verify(void *context) {
  coloured *c = context;
  grundy_report *report;
  must(grundy_verify(c->g, c->solution, NULL, &report, NULL), "verify");
  if (!grundy_report_right(report)) {
    fprintf(stderr, "bench: the solution of a two-coloured game is wrong\n");
    exit(1);
  }
  grundy_report_free(report);
  return true;
}

static void print_line(const char *what, timing taken, timing limit) {
  printf("  %-34s %8.3f s %8.1f limits\n", what, taken.seconds, taken.seconds / limit.seconds);
}

void measure_coloured(const game_size *size, const char *part_of_name) {
  (void)part_of_name; /* there are only two games */
  for (int payoffs = 0; payoffs < 2; payoffs++) {
    coloured c = {.g = make_doubled(size->order / 8, payoffs != 0)};
    c.labels = must_alloc(grundy_digraph_order(c.g), sizeof *c.labels);
    printf("\ntwo colours, %s: %" PRIu32 " positions, %" PRIu64 " moves\n",
           payoffs != 0 ? "16 payoffs" : "outcomes", grundy_digraph_order(c.g),
           grundy_digraph_size(c.g));
    timing limit = least_time(REPETITIONS, run_limit, &c);
    print_line("limit", limit, limit);
    c.columns = payoffs != 0 ? GRUNDY_COLUMN_QV : GRUNDY_COLUMN_Q1;
    print_line("one Q, with the reverse", least_time(REPETITIONS, run_solve, &c), limit);
    c.columns = grundy_solve_columns(c.g, false);
    timing all = least_time(REPETITIONS, run_solve, &c);
    print_line("all columns", all, limit);
    if (payoffs != 0)
      print_line("a Q for every payoff, naively", least_time(1, run_every_payoff, &c), limit);
    print_line("verify", least_time(REPETITIONS, run_verify, &c), limit);
    grundy_solution_free(c.solution);
    grundy_digraph_free(c.g);
    free(c.labels);
  }
}
