/* Decides whether play ends in a linear game, and finds its Grundy function. Let moves be h(s) = s
 * + α(s) v.
 *
 * (1) If α(v) = 0, the move can be made again and leads back. (2) If the different functionals are
 * dependent, there is a cycle (cycles.c). (3) If they are independent, let b_1 … b_r be dual to
 * them: a basis modulo the terminal positions, which are where all functionals are 0. A move with
 * the functional α_i removes b_i and changes some b_j, those with α_j(v) = 1. If these pairs (i, j)
 * contain a cycle, they contain a chordless one, and its moves, made twice, lead from its first b_i
 * back to itself. (4) Otherwise play ends: number the b_i so that moves change b_j of smaller
 * numbers only; then every move makes the position, read as a binary number, smaller. The b_i are
 * the simple elements [Sat72, Lemma 4.4], since H(b_i) are the moves with the functional α_i, and g
 * is linear [Sat72, Thm. 4.5]: g(b_i) is the mex of g(b_i + v), each of which is a sum of values
 * found before. */

#include "linear/impl.h"

#include "base/alloc.h"
#include "base/error.h"
#include "base/monitor.h"
#include "base/options.h"
#include "linear/matrix.h"

#include <assert.h>
#include <string.h>

typedef struct solving {
  const grundy_linear *game;
  const grundy_monitor *monitor;
  grundy_linear_solution *solution;
  grundy_arena arena; /* of what is not part of the solution */
  grundy_bundles bundles;
  grundy_matrix *effects; /* by entry of bundles.moves: the simple elements that the move changes */
  uint64_t *order;        /* simple elements in the order in which their values are found */
  uint64_t *cycle;        /* or those of a cycle */
  uint64_t cycle_length;
  grundy_error *error;
} solving;

/* ---- independence ---------------------------------------------------------------------------- */

/* Reports dependent functionals. The columns are functionals, eliminated: the first one without a
 * pivot is the sum of those before it in whose pivot row it has a 1, and these are independent. */
static grundy_status report_dependent(solving *s, const grundy_matrix *eliminated,
                                      const uint64_t *pivots, uint64_t rank) {
  uint64_t last = 0, count = 0;
  while (last < rank && pivots[last] == last) last++;
  assert(last < s->bundles.count);
  uint64_t *moves = grundy_arena_array(&s->arena, last + 1, sizeof *moves);
  if (moves == NULL) return grundy_fail_memory(s->error);
  for (uint64_t c = 0; c < last; c++)
    if (grundy_bit(grundy_matrix_at(eliminated, c), last)) moves[count++] = s->bundles.first[c];
  moves[count++] = s->bundles.first[last];
  return grundy_cycle_dependent(s->game, moves, count, s->monitor, s->solution, s->error);
}

/* Checks that the functionals are independent. If there are more functionals than dimensions, they
 * are dependent, and checking one more than the dimension is enough. */
static grundy_status check_independence(solving *s) {
  uint64_t n = s->game->dimension, rank = 0;
  uint64_t count = s->bundles.count < n + 1 ? s->bundles.count : n + 1;
  grundy_matrix *functionals = NULL, *columns = NULL;
  uint64_t *pivots = grundy_arena_array(&s->arena, n, sizeof *pivots);
  grundy_status status = pivots == NULL ? grundy_fail_memory(s->error) : GRUNDY_OK;
  if (status == GRUNDY_OK) status = grundy_matrix_new(count, n, &functionals, s->error);
  for (uint64_t c = 0; c < count && status == GRUNDY_OK; c++)
    memcpy(grundy_matrix_at(functionals, c), grundy_linear_functional(s->game, s->bundles.first[c]),
           s->game->stride * sizeof *functionals->words);
  if (status == GRUNDY_OK) status = grundy_matrix_transpose(functionals, &columns, s->error);
  if (status == GRUNDY_OK)
    status = grundy_matrix_eliminate(columns, s->monitor, pivots, &rank, s->error);
  if (status == GRUNDY_OK && rank < count) status = report_dependent(s, columns, pivots, rank);
  if (status == GRUNDY_OK && rank == count) {
    s->solution->functionals = functionals;
    functionals = NULL;
  }
  grundy_matrix_free(functionals);
  grundy_matrix_free(columns);
  return status;
}

/* ---- effects of moves on simple elements ------------------------------------------------ */

/* Fills the graph, which has one row per simple element: the elements that its moves change. */
static grundy_status find_effects(solving *s, grundy_matrix *graph) {
  const grundy_matrix *functionals = s->solution->functionals;
  const grundy_bundles *bundles = &s->bundles;
  uint64_t moves = bundles->starts[bundles->count], steps = functionals->rows * s->game->stride;
  grundy_work work = grundy_work_start(s->monitor, "moves", moves * steps);
  grundy_status status =
      grundy_matrix_in(&s->arena, moves, functionals->rows, &s->effects, s->error);
  if (status != GRUNDY_OK) return status;
  for (uint64_t c = 0; c < bundles->count; c++)
    for (uint64_t i = bundles->starts[c]; i < bundles->starts[c + 1]; i++) {
      const uint64_t *vector = grundy_linear_vector(s->game, bundles->moves[i]);
      uint64_t *effect = grundy_matrix_at(s->effects, i);
      for (uint64_t j = 0; j < functionals->rows; j++)
        if (grundy_row_times(grundy_matrix_at(functionals, j), vector, s->game->stride))
          grundy_bit_set(effect, j);
      uint64_t *row = grundy_matrix_at(graph, c);
      for (uint64_t k = 0; k < graph->stride; k++) row[k] |= effect[k];
      if (!grundy_work_step(&work, steps)) return grundy_fail_cancelled(s->error);
    }
  grundy_work_finish(&work, "", 0);
  return GRUNDY_OK;
}

/* Reports the cycle: for every simple element in it, the first of its moves that changes the next
 * one. */
static grundy_status report_cycle(solving *s) {
  uint64_t length = s->cycle_length;
  uint64_t *moves = grundy_arena_array(&s->arena, length, sizeof *moves);
  if (moves == NULL) return grundy_fail_memory(s->error);
  for (uint64_t k = 0; k < length; k++) {
    uint64_t i = s->bundles.starts[s->cycle[k]], next = s->cycle[(k + 1) % length];
    while (!grundy_bit(grundy_matrix_at(s->effects, i), next)) i++;
    assert(i < s->bundles.starts[s->cycle[k] + 1]);
    moves[k] = s->bundles.moves[i];
  }
  const uint64_t *start = grundy_matrix_at(s->solution->simple, s->cycle[0]);
  return grundy_cycle_walk(s->game, start, moves, length, s->solution, s->error);
}

/* ---- values ----------------------------------------------------------------------------- */

/* Returns the mex over the moves of a simple element. seen[x] is `mark` if x is a value; it has
 * room for one more entry than there are moves. */
static uint32_t find_value(const solving *s, uint64_t bundle, uint64_t *seen, uint64_t mark) {
  const uint32_t *values = s->solution->values;
  uint64_t from = s->bundles.starts[bundle], to = s->bundles.starts[bundle + 1];
  for (uint64_t i = from; i < to; i++) {
    const uint64_t *effect = grundy_matrix_at(s->effects, i);
    uint32_t value = 0;
    for (uint64_t j = grundy_row_next(effect, s->effects->stride, 0); j != UINT64_MAX;
         j = grundy_row_next(effect, s->effects->stride, j + 1))
      if (j != bundle) value ^= values[j];
    if (value < to - from) seen[value] = mark;
  }
  uint32_t mex = 0;
  while (seen[mex] == mark) mex++;
  assert(mex <= to - from);
  return mex;
}

static grundy_status find_values(solving *s) {
  uint64_t rank = s->solution->functionals->rows;
  uint64_t *seen = grundy_arena_zeros(&s->arena, s->effects->rows + 1, sizeof *seen);
  s->solution->values = grundy_alloc_zero(rank, sizeof *s->solution->values);
  if (seen == NULL || s->solution->values == NULL) return grundy_fail_memory(s->error);
  for (uint64_t i = 0; i < rank; i++)
    s->solution->values[s->order[i]] = find_value(s, s->order[i], seen, i + 1);
  return GRUNDY_OK;
}

/* Makes the matrix of the Grundy function: row i is the sum of the functionals of the simple
 * elements whose values have bit i. */
static grundy_status find_grundy(solving *s) {
  grundy_linear_solution *solution = s->solution;
  const grundy_matrix *functionals = solution->functionals;
  uint32_t all = 0;
  for (uint64_t i = 0; i < functionals->rows; i++) all |= solution->values[i];
  uint64_t bits = all == 0 ? 0 : 32 - (uint64_t)__builtin_clz(all);
  grundy_status status = grundy_matrix_new(bits, s->game->dimension, &solution->grundy, s->error);
  if (status != GRUNDY_OK) return status;
  for (uint64_t i = 0; i < functionals->rows; i++)
    for (uint64_t b = 0; b < bits; b++)
      if ((solution->values[i] >> b & 1) != 0)
        grundy_row_add(grundy_matrix_at(solution->grundy, b), grundy_matrix_at(functionals, i),
                       s->game->stride);
  return GRUNDY_OK;
}

/* ---- solving ---------------------------------------------------------------------------- */

static grundy_status report_broken(const solving *s) {
  const grundy_linear *game = s->game;
  s->solution->verdict = game->broken;
  s->solution->moves = grundy_alloc(1, sizeof *s->solution->moves);
  if (s->solution->moves == NULL) return grundy_fail_memory(s->error);
  s->solution->moves[0] = game->broken_move;
  grundy_status status = grundy_matrix_new(2, game->dimension, &s->solution->witness, s->error);
  if (status == GRUNDY_OK)
    memcpy(s->solution->witness->words, game->broken_pair,
           2 * game->stride * sizeof *game->broken_pair);
  return status;
}

/* Returns the first move that can be made again at once; the number of moves if there is none. */
static uint64_t find_repeat(const grundy_linear *game) {
  for (uint64_t move = 0; move < game->count; move++)
    if (grundy_linear_moves_something(game, move) &&
        !grundy_row_times(grundy_linear_functional(game, move), grundy_linear_vector(game, move),
                          game->stride))
      return move;
  return game->count;
}

static grundy_status solve_independent(solving *s) {
  grundy_linear_solution *solution = s->solution;
  uint64_t rank = solution->functionals->rows;
  grundy_matrix *graph;
  s->order = grundy_arena_array(&s->arena, rank, sizeof *s->order);
  s->cycle = grundy_arena_array(&s->arena, rank, sizeof *s->cycle);
  grundy_status status = grundy_matrix_in(&s->arena, rank, rank, &graph, s->error);
  if (status == GRUNDY_OK)
    status = grundy_matrix_dual(solution->functionals, s->monitor, &solution->simple, s->error);
  if (status == GRUNDY_OK) status = find_effects(s, graph);
  if (status == GRUNDY_OK)
    status = grundy_graph_sort(graph, s->order, s->cycle, &s->cycle_length, s->error);
  if (status == GRUNDY_OK && s->cycle_length > 0) return report_cycle(s);
  if (status == GRUNDY_OK) status = find_values(s);
  if (status == GRUNDY_OK) status = find_grundy(s);
  return status;
}

static grundy_status solve(solving *s) {
  if (s->game->broken != GRUNDY_LINEAR_ENDS) return report_broken(s);
  uint64_t repeated = find_repeat(s->game);
  if (repeated < s->game->count)
    return grundy_cycle_repeat(s->game, repeated, s->solution, s->error);
  grundy_status status = grundy_bundles_of(s->game, &s->arena, &s->bundles, s->error);
  if (status == GRUNDY_OK) status = check_independence(s);
  if (status == GRUNDY_OK && s->solution->verdict == GRUNDY_LINEAR_ENDS)
    status = solve_independent(s);
  return status;
}

void grundy_linear_solution_free(grundy_linear_solution *solution) {
  if (solution == NULL) return;
  grundy_matrix_free(solution->witness);
  free(solution->moves);
  grundy_matrix_free(solution->functionals);
  grundy_matrix_free(solution->simple);
  free(solution->values);
  grundy_matrix_free(solution->grundy);
  free(solution);
}

grundy_status grundy_linear_solve(const grundy_linear *game, const grundy_run_options *options,
                                  grundy_linear_solution **solution, grundy_error *error) {
  const grundy_monitor *monitor;
  if (grundy_monitor_of(options, &monitor, error) != GRUNDY_OK) return GRUNDY_BAD_ARGUMENT;
  grundy_linear_solution *made = grundy_alloc_zero(1, sizeof *made);
  if (made == NULL) return grundy_fail_memory(error);
  solving s = {.game = game, .monitor = monitor, .solution = made, .error = error};
  grundy_status status = grundy_arena_end(&s.arena, solve(&s), error);
  if (status != GRUNDY_OK) {
    grundy_linear_solution_free(made);
    return status;
  }
  if (made->verdict != GRUNDY_LINEAR_ENDS) { /* the solution contains only the cycle */
    grundy_matrix_free(made->functionals);
    grundy_matrix_free(made->simple);
    made->functionals = made->simple = NULL;
  }
  *solution = made;
  return GRUNDY_OK;
}
