#include "automata.h"

#include <grundy/automaton.h>
#include <grundy/game.h>

#include "measure.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct run {
  const char *name, *game, *numeration;
  grundy_vector_game parsed;
  grundy_automaton_options options;
  grundy_automaton *automaton;
  grundy_automaton_report learnt, proved;
  char path[64];
  long bytes; /* of the certificate */
} run;

/* Returns the least CPU time of a few repetitions. */
static double cpu_time(timed_work *work, run *r) {
  double least = 1e9;
  for (int i = 0; i < 5; i++) {
    double start = cpu_seconds_now();
    if (!work(r)) exit(1);
    double taken = cpu_seconds_now() - start;
    if (taken < least) least = taken;
  }
  return least;
}

static bool learn(void *context) {
  run *r = context;
  grundy_automaton_free(r->automaton);
  r->automaton = NULL;
  must(grundy_automaton_learn(r->parsed.moves, &r->options, &r->automaton, &r->learnt, NULL),
       "learn");
  return r->automaton != NULL;
}

static bool prove(void *context) {
  run *r = context;
  must(grundy_automaton_prove(r->automaton, r->parsed.moves, &r->options, &r->proved, NULL),
       "prove");
  return r->proved.finding == GRUNDY_AUTOMATON_HOLDS;
}

static bool certify(void *context) {
  run *r = context;
  FILE *out = fopen(r->path, "w");
  if (out == NULL) return false;
  grundy_automaton_options options = r->options;
  options.certificate = out;
  must(grundy_automaton_prove(r->automaton, r->parsed.moves, &options, &r->proved, NULL), "prove");
  r->bytes = ftell(out);
  return fclose(out) == 0;
}

static bool check(void *context) {
  const run *r = context;
  grundy_certificate_report report;
  must(grundy_certificate_verify(NULL, r->path, NULL, &report, NULL), "check");
  return report.is_right;
}

/* ---- both conditions at the positions of a box, move by move -------------------------------- */

enum { SIDE = 400 };

/* Fills the outputs of all positions of two coordinates below SIDE. */
static void fill(const grundy_automaton_parts *parts, uint8_t *outputs) {
  uint64_t weights[64] = {1};
  bool is_zeckendorf = parts->numeration == GRUNDY_ZECKENDORF;
  uint32_t base = is_zeckendorf ? 2 : parts->numeration, count = 1;
  for (; weights[count - 1] < SIDE; count++)
    weights[count] = is_zeckendorf ? weights[count - 1] + (count == 1 ? 1 : weights[count - 2])
                                   : weights[count - 1] * base;
  for (uint64_t x = 0; x < SIDE; x++)
    for (uint64_t y = 0; y < SIDE; y++) {
      uint64_t left_x = x, left_y = y;
      uint32_t state = 0;
      for (uint32_t i = count; i-- > 0; left_x %= weights[i], left_y %= weights[i])
        state =
            parts->next[state * parts->symbols + left_x / weights[i] * base + left_y / weights[i]];
      outputs[x * SIDE + y] = parts->outputs[state];
    }
}

static bool test_box(void *context) {
  const run *r = context;
  const grundy_automaton_parts parts = grundy_automaton_view(r->automaton);
  const grundy_vector_rules rules = grundy_vector_moves_view(r->parsed.moves);
  uint8_t *outputs = must_alloc(SIDE * SIDE, 1);
  bool is_right = true;
  fill(&parts, outputs);
  for (int64_t x = 0; x < SIDE; x++)
    for (int64_t y = 0; y < SIDE; y++) {
      uint32_t followers = 0;
      for (uint32_t i = 0; i < rules.count; i++) {
        int64_t dx = rules.list[i].entries[0], dy = rules.list[i].entries[1];
        for (int64_t a = x - dx, b = y - dy; a >= 0 && b >= 0; a -= dx, b -= dy) {
          followers += outputs[a * SIDE + b] == 0;
          if (!rules.list[i].is_ray) break;
        }
      }
      is_right &= (outputs[x * SIDE + y] == 0) == (followers <= r->options.block);
    }
  free(outputs);
  return is_right;
}

/* ---- all games ------------------------------------------------------------------------------ */

static void measure(run *r) {
  must(grundy_vector_game_parse(r->game, &r->parsed, NULL), "game");
  r->options = (grundy_automaton_options){
      .size = sizeof r->options, .corner = r->parsed.corner, .block = r->parsed.block};
  must(grundy_numeration_parse(r->numeration, &r->options.numeration, NULL), "numeration");
  (void)snprintf(r->path, sizeof r->path, "/tmp/grundy-bench-automaton-%d.json", (int)getpid());
  double learning = cpu_time(learn, r), proving = cpu_time(prove, r), box = cpu_time(test_box, r);
  double writing = cpu_time(certify, r), checking = cpu_time(check, r);
  (void)unlink(r->path);
  printf("  %-22s %3u states, peak %5u, closure %5u: learnt %6.1f ms, proved %6.1f ms, with a "
         "certificate of %4ld kB %6.1f ms; checked %6.1f ms, %.2f times the proof; the box to %d "
         "by its moves %5.1f ms, %.2f times the proof\n",
         r->name, grundy_automaton_view(r->automaton).states, r->proved.largest_raw,
         r->proved.largest_product, 1e3 * learning, 1e3 * proving, r->bytes / 1000, 1e3 * writing,
         1e3 * checking, checking / proving, SIDE, 1e3 * box, box / proving);
  grundy_automaton_free(r->automaton);
  grundy_vector_game_free(&r->parsed);
}

void measure_automata(const game_size *size, const char *part_of_name) {
  static run runs[] = {
      {.name = "Nim, 2 heaps", .game = "vector{(1,0)*,(0,1)*}:400,400", .numeration = "base2"},
      {.name = "Wythoff",
       .game = "vector{(1,0)*,(0,1)*,(1,1)*}:400,400",
       .numeration = "zeckendorf"},
      {.name = "Wythoff, block 1",
       .game = "block(vector{(1,0)*,(0,1)*,(1,1)*}:1000,1000, 1)",
       .numeration = "zeckendorf"},
      {.name = "Wythoff, block 2",
       .game = "block(vector{(1,0)*,(0,1)*,(1,1)*}:400,400, 2)",
       .numeration = "zeckendorf"},
  };
  (void)size;
  (void)part_of_name;
  printf("\nautomata of games on vectors, CPU time:\n");
  for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) measure(&runs[i]);
}
