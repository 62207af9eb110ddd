/* Solved digraphs as components. */

#include <grundy/game.h>
#include <grundy/solve.h>

#include "base/error.h"
#include "component/component.h"
#include "digraph/attributes.h"
#include "digraph/kinds.h"
#include "explore/impl.h"

#include <inttypes.h>

grundy_solved grundy_solved_view(const grundy_digraph *g, const grundy_solution *solution) {
  return (grundy_solved){
      .g = g,
      .solution = solution,
      .values = grundy_solution_numbers(solution, GRUNDY_COLUMN_GRUNDY),
      .counter = grundy_solution_numbers(solution, GRUNDY_COLUMN_COUNTER),
      .remoteness = grundy_solution_numbers(solution, GRUNDY_COLUMN_REMOTENESS),
      .misere_remoteness = grundy_solution_numbers(solution, GRUNDY_COLUMN_MISERE_REMOTENESS),
      .distance = grundy_solution_numbers(solution, GRUNDY_COLUMN_DISTANCE),
      .has_choice = grundy_digraph_has_choice(g),
  };
}

/* Converts an entry of a column for an evaluation; unknown if the column does not exist. */
static grundy_number number_at(const uint32_t *numbers, uint64_t v) {
  if (numbers == NULL) return GRUNDY_UNKNOWN;
  return numbers[v] == GRUNDY_INFINITY ? GRUNDY_INFINITY64 : numbers[v];
}

static grundy_status check_position(void *data, uint64_t v, grundy_play play, grundy_error *error) {
  const grundy_solved *solved = data;
  /* The default columns of grundy_solve for such a game, and one more for misère play. */
  grundy_columns needed = grundy_solve_columns(solved->g, false);
  bool has_turns = grundy_digraph_type(solved->g) == GRUNDY_GAME_TURNS;
  if ((needed & GRUNDY_COLUMN_GRUNDY) != 0)
    needed = (needed & ~(grundy_columns)(has_turns ? 0 : GRUNDY_COLUMN_OUTCOME)) |
             (play == GRUNDY_MISERE_PLAY ? GRUNDY_COLUMN_MISERE_REMOTENESS : 0);
  grundy_columns missing = needed & ~grundy_solution_columns(solved->solution);
  if (v >= grundy_digraph_order(solved->g))
    return grundy_fail(error, GRUNDY_BAD_ARGUMENT,
                       "there is no position %" PRIu64 "; expected one below %" PRIu32, v,
                       grundy_digraph_order(solved->g));
  if (grundy_game_is_window(grundy_digraph_type(solved->g)))
    return grundy_fail(error, GRUNDY_UNDEFINED,
                       "a window of a larger game cannot be part of an expression");
  if (missing == 0) return GRUNDY_OK;
  return grundy_fail(error, GRUNDY_BAD_ARGUMENT, "the solution has no column %s",
                     grundy_column_describe(missing & -missing)->name);
}

static grundy_status evaluate(void *data, uint64_t v, grundy_play play,
                              grundy_evaluation *evaluation, grundy_error *error) {
  const grundy_solved *solved = data;
  grundy_value value = grundy_solution_value(solved->solution, (uint32_t)v);
  bool normal = play == GRUNDY_NORMAL_PLAY;
  (void)error;
  evaluation->value = value.nimber == GRUNDY_INFINITY ? GRUNDY_INFINITY64 : value.nimber;
  evaluation->k = value.k;
  evaluation->c = value.c;
  evaluation->counter = number_at(solved->counter, v);
  evaluation->remoteness = number_at(normal ? solved->remoteness : solved->misere_remoteness, v);
  evaluation->distance = number_at(solved->distance, v);
  return GRUNDY_OK;
}

/* Evaluates a position of a game with kinds of moves, where the outcome does not follow from the
 * remoteness. */
static grundy_status evaluate_turns(void *data, uint64_t v, grundy_play play,
                                    grundy_evaluation *evaluation, grundy_error *error) {
  const grundy_solved *solved = data;
  grundy_status status = evaluate(data, v, play, evaluation, error);
  evaluation->outcome = grundy_solution_letters(solved->solution, GRUNDY_COLUMN_OUTCOME)[v];
  evaluation->has_turns = true;
  return status;
}

static grundy_status get_kinds(void *data, uint64_t v, uint64_t index, uint8_t *kinds,
                               grundy_error *error) {
  const grundy_digraph *g = ((const grundy_solved *)data)->g;
  (void)error;
  *kinds = grundy_digraph_kinds(g)[grundy_digraph_offsets(g)[v] + index];
  return GRUNDY_OK;
}

static bool has_choice(void *data) {
  return ((const grundy_solved *)data)->has_choice;
}

/* Returns the winner's Q in a two-coloured game: A forces a win within Q1 moves, B within Q0. */
static grundy_number coloured_remoteness(const grundy_solution *solution, uint64_t v) {
  switch (grundy_solution_letters(solution, GRUNDY_COLUMN_OUTCOME)[v]) {
  case GRUNDY_OUTCOME_A:
    return number_at(grundy_solution_numbers(solution, GRUNDY_COLUMN_Q1), v);
  case GRUNDY_OUTCOME_B:
    return number_at(grundy_solution_numbers(solution, GRUNDY_COLUMN_Q0), v);
  default:
    return GRUNDY_INFINITY64;
  }
}

static grundy_status evaluate_standalone(void *data, uint64_t v, grundy_play play,
                                         grundy_evaluation *evaluation, grundy_error *error) {
  const grundy_solved *solved = data;
  (void)play, (void)error;
  const uint8_t *players = grundy_digraph_players(solved->g);
  evaluation->counter = GRUNDY_INFINITY64;
  if (players != NULL) evaluation->player = players[v];
  if (solved->distance != NULL) evaluation->distance = number_at(solved->distance, v);
  if (grundy_solution_letters(solved->solution, GRUNDY_COLUMN_OUTCOME) != NULL)
    evaluation->remoteness = solved->remoteness == NULL ? coloured_remoteness(solved->solution, v)
                                                        : number_at(solved->remoteness, v);
  return GRUNDY_OK;
}

static grundy_status count_moves(void *data, uint64_t v, uint64_t *count, grundy_error *error) {
  (void)error;
  *count = grundy_digraph_followers(((const grundy_solved *)data)->g, (uint32_t)v).count;
  return GRUNDY_OK;
}

static grundy_status get_move(void *data, uint64_t v, uint64_t index, uint64_t *to,
                              grundy_error *error) {
  (void)error;
  *to = grundy_digraph_followers(((const grundy_solved *)data)->g, (uint32_t)v).at[index];
  return GRUNDY_OK;
}

static grundy_status name_position(void *data, uint64_t v, char *text, size_t size, size_t *length,
                                   grundy_error *error) {
  char scratch[GRUNDY_NAME_MAX_BYTES];
  const char *name = grundy_digraph_name(((const grundy_solved *)data)->g, (uint32_t)v, scratch);
  (void)error;
  *length = (size_t)snprintf(text, size, "%s", name);
  return GRUNDY_OK;
}

static grundy_status find_position(void *data, const char *name, size_t length, uint64_t *position,
                                   grundy_error *error) {
  const grundy_solved *solved = data;
  uint32_t v;
  grundy_status status = grundy_position_find(solved->g, name, length, &v, NULL);
  if (status == GRUNDY_OUT_OF_MEMORY) return grundy_fail_memory(error);
  if (status != GRUNDY_OK) return grundy_fail_no_position(error);
  *position = v;
  return GRUNDY_OK;
}

/* ---- as the other player sees it --------------------------------------------------------------
 */

static grundy_seen_by seen_by(void *data) {
  const grundy_solved *solved = data;
  const grundy_explored *explored = grundy_explored_of(solved->g);
  if (explored != NULL && explored->ruleset->has_swap) return GRUNDY_SEEN_BY_MOVER_WITH_SWAP;
  return grundy_digraph_is_seen_by_mover(solved->g) ? GRUNDY_SEEN_BY_MOVER : GRUNDY_SEEN_BY_BOTH;
}

static grundy_status swap(void *data, uint64_t position, uint64_t *swapped, grundy_error *error) {
  uint32_t v = 0;
  grundy_status status =
      grundy_explored_swap(((const grundy_solved *)data)->g, (uint32_t)position, &v, error);
  if (status == GRUNDY_OK) *swapped = v;
  return status;
}

static grundy_status check_swaps(void *data, grundy_error *error) {
  const grundy_solved *solved = data;
  return grundy_explored_check_swaps(solved->g, solved->solution, error);
}

grundy_component grundy_component_digraph(grundy_solved *solved) {
  static const grundy_component_kind valued = {
      .size = sizeof valued,
      .name = "digraph",
      .evaluate = evaluate,
      .count_moves = count_moves,
      .get_move = get_move,
      .name_position = name_position,
      .find_position = find_position,
      .check_position = check_position,
      .seen_by = seen_by,
      .swap = swap,
      .check_swaps = check_swaps,
  };
  static const grundy_component_kind standalone = {
      .size = sizeof standalone,
      .name = "digraph",
      .standalone = true,
      .evaluate = evaluate_standalone,
      .count_moves = count_moves,
      .get_move = get_move,
      .name_position = name_position,
      .find_position = find_position,
      .check_position = check_position,
  };
  static const grundy_component_kind turns = {
      .size = sizeof turns,
      .name = "digraph",
      .evaluate = evaluate_turns,
      .count_moves = count_moves,
      .get_move = get_move,
      .name_position = name_position,
      .find_position = find_position,
      .check_position = check_position,
      .get_kinds = get_kinds,
      .has_choice = has_choice,
  };
  bool has_turns = grundy_digraph_type(solved->g) == GRUNDY_GAME_TURNS;
  const grundy_component_kind *impartial = has_turns ? &turns : &valued;
  return (grundy_component){solved->values == NULL ? &standalone : impartial, solved};
}
