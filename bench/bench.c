/* Every kernel on every kind of game, as multiples of the read-once limit of that game.
 * usage: bench small|full
 *
 * Each game is made and measured in a process of its own, so that its peak memory is its own. */

#include <grundy/grundy.h>

#include "compounds.h"
#include "measure.h"
#include "paper.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { REPETITIONS = 3 };

/* ---- what is measured ------------------------------------------------------------------ */

typedef struct subject {
  grundy_digraph *g, *reverse;
  uint32_t *numbers, *counter;
  grundy_solution *solution;
} subject;

static void run_transpose(void *context) {
  subject *s = context;
  grundy_digraph *reverse;
  must(grundy_digraph_transpose(s->g, &reverse, NULL), "transpose");
  grundy_digraph_free(reverse);
}

static void run_remoteness(void *context) {
  subject *s = context;
  must(grundy_remoteness_solve(s->g, s->reverse, GRUNDY_NORMAL_PLAY, NULL, s->numbers, NULL),
       "remoteness");
}

static void run_distance(void *context) {
  subject *s = context;
  must(grundy_distance_solve(s->g, s->reverse, NULL, s->numbers, NULL), "distance");
}

static void run_values(void *context) {
  subject *s = context;
  must(grundy_values_solve(s->g, s->reverse, NULL, s->numbers, s->counter, NULL), "values");
}

static void run_verify(void *context) {
  subject *s = context;
  grundy_report *report;
  must(grundy_verify(s->g, s->solution, NULL, &report, NULL), "verify");
  if (!grundy_report_right(report)) {
    fprintf(stderr, "bench: a solution is wrong\n");
    exit(1);
  }
  grundy_report_free(report);
}

static void run_paper(void *context) {
  subject *s = context;
  paper_values(s->g, s->reverse, s->counter);
}

/* ---- games ------------------------------------------------------------------------------ */

typedef struct game {
  const char *name;
  grundy_model_kind kind;
  double share; /* of the size: vertices, or positions of a board */
  double degree, sinks;
  bool ordered, swaps, put_backs;
  grundy_piece piece;
} game;

static const game games[] = {
    {"uniform 2, 1 % sinks", GRUNDY_MODEL_DEGREE, 1, 2, 0.01, 0, 0, 0, GRUNDY_ROOK},
    {"uniform 2, 20 % sinks", GRUNDY_MODEL_DEGREE, 1, 2, 0.20, 0, 0, 0, GRUNDY_ROOK},
    {"uniform 4, 5 % sinks", GRUNDY_MODEL_DEGREE, 1, 4, 0.05, 0, 0, 0, GRUNDY_ROOK},
    {"uniform 8, 1 % sinks", GRUNDY_MODEL_DEGREE, 1, 8, 0.01, 0, 0, 0, GRUNDY_ROOK},
    {"uniform 8, 10 % sinks", GRUNDY_MODEL_DEGREE, 1, 8, 0.10, 0, 0, 0, GRUNDY_ROOK},
    {"power law 8", GRUNDY_MODEL_POWER, 1, 8, 0.10, 0, 0, 0, GRUNDY_ROOK},
    {"dag 8, shuffled", GRUNDY_MODEL_DAG, 1, 8, 0, 0, 0, 0, GRUNDY_ROOK},
    {"dag 8, ordered", GRUNDY_MODEL_DAG, 1, 8, 0, 1, 0, 0, GRUNDY_ROOK},
    {"layered 4, deep", GRUNDY_MODEL_LAYERED, 1, 4, 0, 0, 0, 0, GRUNDY_ROOK},
    {"chain, shuffled", GRUNDY_MODEL_CHAIN, 1, 0, 0, 0, 0, 0, GRUNDY_ROOK},
    {"rook", GRUNDY_MODEL_BOARD, 0.01, 0, 0, 0, 0, 0, GRUNDY_ROOK},
    {"queen", GRUNDY_MODEL_BOARD, 0.01, 0, 0, 0, 0, 0, GRUNDY_QUEEN},
    {"rook with swaps", GRUNDY_MODEL_BOARD, 0.01, 0, 0, 0, 1, 0, GRUNDY_ROOK},
    {"rook with put-backs", GRUNDY_MODEL_BOARD, 0.01, 0, 0, 0, 0, 1, GRUNDY_ROOK},
};

static uint64_t square_root(double x) {
  uint64_t root = 0;
  while ((double)((root + 1) * (root + 1)) <= x) root++;
  return root;
}

static grundy_digraph *make_game(const game *wanted, double size) {
  grundy_model model = grundy_model_default(wanted->kind);
  grundy_digraph *g;
  model.order = (uint64_t)(wanted->share * size);
  model.degree = wanted->degree;
  model.sinks = wanted->sinks;
  model.ordered = wanted->ordered;
  model.swaps = wanted->swaps;
  model.put_backs = wanted->put_backs;
  model.piece = wanted->piece;
  model.width = model.height = square_root(wanted->share * size);
  if (wanted->kind == GRUNDY_MODEL_LAYERED) {
    model.width = 10;
    model.layers = model.order / model.width;
  }
  must(grundy_model_make(&model, NULL, &g, NULL), wanted->name);
  return g;
}

/* ---- one row ---------------------------------------------------------------------------- */

static void print_headings(void) {
  printf("%-24s %9s %9s %7s %7s %7s %7s %7s %7s %7s %8s %7s\n", "game", "positions", "moves",
         "limit", "reverse", "remote", "dist", "G", "verify", "paper", "paper/G", "B/move");
  printf("%-24s %9s %9s %7s %39s %15s\n", "", "", "", "ns/move", "multiples of the limit", "");
}

static void measure_game(const game *wanted, double size) {
  subject s = {.g = make_game(wanted, size)};
  uint64_t moves = grundy_digraph_size(s.g);
  uint32_t order = grundy_digraph_order(s.g);
  s.numbers = must_alloc(order, sizeof *s.numbers);
  s.counter = must_alloc(order, sizeof *s.counter);
  must(grundy_digraph_transpose(s.g, &s.reverse, NULL), "transpose");
  double limit = read_once_limit(s.g, REPETITIONS);
  double reverse = least_time(REPETITIONS, run_transpose, &s);
  double remoteness = least_time(REPETITIONS, run_remoteness, &s);
  double distance = least_time(REPETITIONS, run_distance, &s);
  double values = least_time(REPETITIONS, run_values, &s);
  double bytes = (double)peak_memory() / (double)moves;
  double paper = least_time(1, run_paper, &s);
  if (memcmp(s.numbers, s.counter, order * sizeof *s.numbers) != 0) {
    fprintf(stderr, "bench: the paper's algorithm gives other values\n");
    exit(1);
  }
  must(grundy_solve(s.g, NULL, &s.solution, NULL), "solve");
  double verify = least_time(REPETITIONS, run_verify, &s);
  printf("%-24s %9" PRIu32 " %9" PRIu64 " %7.2f %7.2f %7.2f %7.2f %7.2f %7.2f %7.2f %8.2f %7.1f\n",
         wanted->name, order, moves, 1e9 * limit / (double)moves, reverse / limit,
         remoteness / limit, distance / limit, values / limit, verify / limit, paper / limit,
         paper / values, bytes);
}

int main(int argc, char **argv) {
  double size = argc == 2 && strcmp(argv[1], "full") == 0 ? 1e7 : 3e5;
  if (argc != 2 || (size < 1e7 && strcmp(argv[1], "small") != 0)) {
    fprintf(stderr, "usage: bench small|full\n");
    return 2;
  }
  print_headings();
  for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
      measure_game(&games[i], size);
      fflush(stdout);
      _exit(0);
    }
    int status;
    if (child < 0 || waitpid(child, &status, 0) < 0 || !WIFEXITED(status) ||
        WEXITSTATUS(status) != 0) {
      fprintf(stderr, "bench: '%s' failed\n", games[i].name);
      return 1;
    }
  }
  measure_compounds();
  return 0;
}
