/* Decides whether play in a linear game can go round, and shows a cycle as a witness. */

#include "linear/impl.h"

#include "base/alloc.h"
#include "base/error.h"
#include "base/monitor.h"
#include "linear/matrix.h"

#include <assert.h>
#include <string.h>

/* ---- walking ------------------------------------------------------------------------------- */

/* Repeats the moves from `start` until it is reached again, after at most 2 · count moves, and
 * returns their number. Stores them and the positions on the way if the solution has a witness. */
static uint64_t walk(const grundy_linear *game, const uint64_t *start, const uint64_t *moves,
                     uint64_t count, uint64_t *position, grundy_linear_solution *solution) {
  size_t bytes = game->stride * sizeof *position;
  uint64_t made = 0, next = 0;
  memcpy(position, start, bytes);
  do {
    uint64_t move = moves[next++];
    if (next == count) next = 0;
    assert(grundy_row_times(grundy_linear_functional(game, move), position, game->stride));
    if (solution->witness != NULL) {
      memcpy(grundy_matrix_at(solution->witness, made), position, bytes);
      solution->moves[made] = move;
    }
    grundy_row_add(position, grundy_linear_vector(game, move), game->stride);
    made++;
  } while (memcmp(position, start, bytes) != 0);
  return made;
}

grundy_status grundy_cycle_walk(const grundy_linear *game, const uint64_t *start,
                                const uint64_t *moves, uint64_t count,
                                grundy_linear_solution *solution, grundy_error *error) {
  uint64_t *position = grundy_alloc(game->stride, sizeof *position);
  if (position == NULL) return grundy_fail_memory(error);
  uint64_t length = walk(game, start, moves, count, position, solution);
  solution->moves = grundy_alloc(length, sizeof *solution->moves);
  grundy_status status = solution->moves == NULL ? grundy_fail_memory(error) : GRUNDY_OK;
  if (status == GRUNDY_OK)
    status = grundy_matrix_new(length, game->dimension, &solution->witness, error);
  if (status == GRUNDY_OK) {
    (void)walk(game, start, moves, count, position, solution);
    solution->verdict = GRUNDY_LINEAR_CYCLIC;
  }
  free(position);
  return status;
}

grundy_status grundy_cycle_repeat(const grundy_linear *game, uint64_t move,
                                  grundy_linear_solution *solution, grundy_error *error) {
  const uint64_t *functional = grundy_linear_functional(game, move);
  uint64_t *start = grundy_alloc_zero(game->stride, sizeof *start);
  if (start == NULL) return grundy_fail_memory(error);
  grundy_bit_set(start, grundy_row_next(functional, game->stride, 0));
  grundy_status status = grundy_cycle_walk(game, start, &move, 1, solution, error);
  free(start);
  return status;
}

/* ---- dependent functionals ------------------------------------------------------------------ */

/* Moves whose functionals sum to 0 and are independent without the last: the functionals that are 1
 * at a position can be any even number of them. A functional is called up at a position where it is
 * 1. A move flips an even number of functionals, including its own, and so at least one other: the
 * relation "i flips j" has a cycle, and a chordless one. */
typedef struct circuit {
  const grundy_linear *game;
  const uint64_t *moves;
  uint64_t count;
  uint64_t *order, *cycle, *steps, *start; /* large enough for all results */
  uint64_t length;                         /* of the cycle */
  grundy_matrix *dual;                     /* of all functionals but the last */
} circuit;

/* Fills the graph of the relation "i flips j". */
static grundy_status fill_graph(const circuit *c, const grundy_monitor *monitor,
                                grundy_matrix *graph, grundy_error *error) {
  uint64_t steps = c->count * c->game->stride;
  grundy_work work = grundy_work_start(monitor, "moves", c->count * steps);
  for (uint64_t i = 0; i < c->count; i++) {
    const uint64_t *vector = grundy_linear_vector(c->game, c->moves[i]);
    for (uint64_t j = 0; j < c->count; j++)
      if (grundy_row_times(grundy_linear_functional(c->game, c->moves[j]), vector, c->game->stride))
        grundy_bit_set(grundy_matrix_at(graph, i), j);
    if (!grundy_work_step(&work, steps)) return grundy_fail_cancelled(error);
  }
  grundy_work_finish(&work, "", 0);
  return GRUNDY_OK;
}

/* Makes the functional 1 in c->start. The last one follows from the others. */
static void turn_up(circuit *c, uint64_t functional) {
  if (functional + 1 < c->count)
    grundy_row_add(c->start, grundy_matrix_at(c->dual, functional), c->game->stride);
}

/* One functional of the cycle is up, and one outside the cycle, so that their number is even: the
 * moves of the cycle pass the first one on. */
static uint64_t pass_on_one(circuit *c) {
  uint64_t outside = 0;
  for (uint64_t i = 0; i < c->length; i++) {
    c->steps[i] = c->moves[c->cycle[i]];
    c->order[c->cycle[i]] = UINT64_MAX;
  }
  while (c->order[outside] == UINT64_MAX) outside++;
  assert(outside < c->count);
  turn_up(c, c->cycle[0]);
  turn_up(c, outside);
  return c->length;
}

/* All functionals are in the cycle, at least 3 of them: two neighbours are up, and the leading one
 * is passed on before the other. */
static uint64_t pass_on_two(circuit *c) {
  assert(c->length == c->count && c->length >= 3);
  for (uint64_t i = 0; i < c->length; i++) {
    c->steps[2 * i] = c->moves[c->cycle[(i + 1) % c->length]];
    c->steps[2 * i + 1] = c->moves[c->cycle[i]];
  }
  turn_up(c, c->cycle[0]);
  turn_up(c, c->cycle[1]);
  return 2 * c->length;
}

grundy_status grundy_cycle_dependent(const grundy_linear *game, const uint64_t *moves,
                                     uint64_t count, const grundy_monitor *monitor,
                                     grundy_linear_solution *solution, grundy_error *error) {
  grundy_arena arena = {0};
  grundy_matrix *functionals, *graph;
  circuit c = {
      .game = game,
      .moves = moves,
      .count = count,
      .order = grundy_arena_array(&arena, count, sizeof *c.order),
      .cycle = grundy_arena_array(&arena, count, sizeof *c.cycle),
      .steps = grundy_arena_array(&arena, 2 * count, sizeof *c.steps),
      .start = grundy_arena_zeros(&arena, game->stride, sizeof *c.start),
  };
  grundy_status status = grundy_matrix_in(&arena, count - 1, game->dimension, &functionals, error);
  for (uint64_t i = 0; i + 1 < count && status == GRUNDY_OK; i++)
    memcpy(grundy_matrix_at(functionals, i), grundy_linear_functional(game, moves[i]),
           game->stride * sizeof *c.start);
  if (status == GRUNDY_OK) status = grundy_matrix_dual(functionals, monitor, &c.dual, error);
  if (status == GRUNDY_OK) status = grundy_matrix_in(&arena, count, count, &graph, error);
  if (status == GRUNDY_OK) status = fill_graph(&c, monitor, graph, error);
  if (status == GRUNDY_OK) status = grundy_graph_sort(graph, c.order, c.cycle, &c.length, error);
  if (status == GRUNDY_OK) {
    memset(c.order, 0, count * sizeof *c.order);
    uint64_t steps = c.length < count ? pass_on_one(&c) : pass_on_two(&c);
    status = grundy_cycle_walk(game, c.start, c.steps, steps, solution, error);
  }
  grundy_matrix_free(c.dual);
  return grundy_arena_end(&arena, status, error);
}
