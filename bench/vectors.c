#include "vectors.h"

#include <grundy/game.h>
#include <grundy/heap.h>
#include <grundy/solve.h>
#include <grundy/sweep.h>
#include <grundy/vector.h>

#include "measure.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct run {
  const char *vectors;
  grundy_vector_position corner;
  bool outcomes_only;
  uint64_t count; /* of positions */
} run;

static bool solve(void *context) {
  run *r = context;
  grundy_vector_moves *moves;
  grundy_vector_box *box;
  grundy_vector_options options = {
      .size = sizeof options, .corner = r->corner, .outcomes_only = r->outcomes_only};
  must(grundy_vector_moves_parse(r->vectors, strlen(r->vectors), &moves, NULL), "vectors");
  must(grundy_vector_solve(moves, &options, &box, NULL), "box");
  r->count = grundy_vector_box_view(box).count;
  grundy_vector_box_free(box);
  grundy_vector_moves_free(moves);
  return true;
}

/* Computes Wythoff's game from the definition: every move of every position. */
static bool define(void *context) {
  const run *r = context;
  uint32_t side = r->corner.at[0] + 1;
  uint32_t *values = must_alloc((uint64_t)side * side, sizeof *values);
  uint64_t *seen = must_alloc(3 * (uint64_t)side, sizeof *seen), now = 0;
  memset(seen, 0, 3 * (uint64_t)side * sizeof *seen);
  for (uint32_t a = 0; a < side; a++)
    for (uint32_t b = 0; b < side; b++) {
      uint64_t at = (uint64_t)a * side + b;
      now++;
      for (uint64_t k = 1; k <= a; k++) seen[values[at - k * side]] = now;
      for (uint64_t k = 1; k <= b; k++) seen[values[at - k]] = now;
      for (uint64_t k = 1; k <= a && k <= b; k++) seen[values[at - k * side - k]] = now;
      uint32_t value = 0;
      while (seen[value] == now) value++;
      values[at] = value;
    }
  free(values);
  free(seen);
  return true;
}

/* Explores Wythoff's game with all its moves, and solves the digraph. */
static bool store(void *context) {
  const run *r = context;
  char text[128];
  grundy_digraph *g;
  grundy_solution *solution;
  (void)snprintf(text, sizeof text, "%s:%u,%u", r->vectors, r->corner.at[0], r->corner.at[1]);
  must(grundy_game_open(text, NULL, &g, NULL), "explore");
  must(grundy_solve_in_memory(
           g, &GRUNDY_OPTIONS(grundy_solve_options, .columns = GRUNDY_COLUMN_GRUNDY), &solution,
           NULL),
       "solve");
  grundy_solution_free(solution);
  grundy_digraph_free(g);
  return true;
}

/* ---- sweeps ------------------------------------------------------------------------------- */

static const char family[] = "take{choose(1..10,3)}:x";

static bool sweep(void *context) {
  grundy_sweep *made;
  FILE *out = fopen("/dev/null", "w");
  (void)context;
  if (out == NULL) return false;
  must(grundy_sweep_new(family, NULL, &made, NULL), "sweep");
  must(grundy_sweep_run(made, NULL), "sweep");
  grundy_sweep_write(made, out);
  grundy_sweep_free(made);
  return fclose(out) == 0;
}

/* Computes the values of all games of the family, until their periods are proved. */
static bool compute_all(void *context) {
  grundy_heap_options options = {
      .size = sizeof options, .max = GRUNDY_SWEEP_ROW_LIMIT, .stop_at_period = true};
  (void)context;
  for (int a = 1; a <= 10; a++)
    for (int b = a + 1; b <= 10; b++)
      for (int c = b + 1; c <= 10; c++) {
        char text[32];
        grundy_heap_code *code;
        grundy_heaps *heaps;
        int length = snprintf(text, sizeof text, "take{%d,%d,%d}", a, b, c);
        must(grundy_heap_code_parse(text, (size_t)length, &code, NULL), "code");
        must(grundy_heaps_solve(code, &options, &heaps, NULL), "heaps");
        grundy_heaps_free(heaps);
        grundy_heap_code_free(code);
      }
  return true;
}

static void measure_sweep(void) {
  timing swept = least_time(9, sweep, NULL), computed = least_time(9, compute_all, NULL);
  printf("  %s: 120 games in %.2f ms, %.2f times the sum of their computing times\n", family,
         1e3 * swept.seconds, swept.seconds / computed.seconds);
}

static const char wythoff[] = "vector{(1,0)*,(0,1)*,(1,1)*}";

void measure_vectors(const game_size *size, const char *part_of_name) {
  (void)size; /* boxes have their own sizes */
  (void)part_of_name;
  run small = {.vectors = wythoff, .corner = {{300, 300}}};
  timing fast = least_time(5, solve, &small), naive = least_time(3, define, &small),
         stored = least_time(1, store, &small);
  printf("\ngames on vectors: Wythoff's game to 300,300 in %.1f ms, by the definition in %.0f ms, "
         "%.0f "
         "times as long, by storing its moves in %.0f ms, %.0f times as long\n",
         1e3 * fast.seconds, 1e3 * naive.seconds, naive.seconds / fast.seconds,
         1e3 * stored.seconds, stored.seconds / fast.seconds);
  run runs[] = {
      {.vectors = wythoff, .corner = {{3000, 3000}}},
      {.vectors = wythoff, .corner = {{10000, 10000}}, .outcomes_only = true},
      {.vectors = "vector{(1,0,0)*,(0,1,0)*,(0,0,1)*}", .corner = {{200, 200, 200}}},
      {.vectors = "vector{(1,2),(2,1),(3,3)}", .corner = {{3000, 3000}}},
      {.vectors = "vector{(1),(5),(7)}", .corner = {{10000000}}},
  };
  for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
    timing time = least_time(3, solve, &runs[i]);
    printf("  %-36s %10llu %-8s in %6.2f s, %5.0f million per second\n", runs[i].vectors,
           (unsigned long long)runs[i].count, runs[i].outcomes_only ? "outcomes" : "values",
           time.seconds, 1e-6 * (double)runs[i].count / time.seconds);
  }
  measure_sweep();
}
