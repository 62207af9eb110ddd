/* Solved digraphs as components. */

#include <grundy/game.h>
#include <grundy/solve.h>

#include "base/error.h"

#include <inttypes.h>
#include <string.h>

grundy_solved grundy_solved_view(const grundy_digraph *g, const grundy_solution *solution) {
  return (grundy_solved){
      .g = g,
      .solution = solution,
      .values = grundy_solution_numbers(solution, GRUNDY_COLUMN_GRUNDY),
      .counter = grundy_solution_numbers(solution, GRUNDY_COLUMN_COUNTER),
      .remoteness = grundy_solution_numbers(solution, GRUNDY_COLUMN_REMOTENESS),
      .misere_remoteness = grundy_solution_numbers(solution, GRUNDY_COLUMN_MISERE_REMOTENESS),
      .distance = grundy_solution_numbers(solution, GRUNDY_COLUMN_DISTANCE),
  };
}

static uint64_t widened(const uint32_t *numbers, uint64_t v) {
  return numbers == NULL || numbers[v] == GRUNDY_INFINITY ? GRUNDY_INFINITY64 : numbers[v];
}

/* What grundy_solve gives of such a game, and for misere play one column more. */
static grundy_columns needed_columns(const grundy_digraph *g, grundy_play play) {
  grundy_columns usual = grundy_solve_columns(g, false);
  bool valued = (usual & GRUNDY_COLUMN_GRUNDY) != 0;
  if (!valued) return usual;
  return (usual & ~(grundy_columns)GRUNDY_COLUMN_OUTCOME) |
         (play == GRUNDY_MISERE_PLAY ? GRUNDY_COLUMN_MISERE_REMOTENESS : 0);
}

static grundy_status solved_admits(const void *game, uint64_t v, grundy_play play,
                                   grundy_error *error) {
  const grundy_solved *solved = game;
  grundy_columns needed = needed_columns(solved->g, play);
  grundy_columns missing = needed & ~grundy_solution_columns(solved->solution);
  if (v >= grundy_digraph_order(solved->g))
    return grundy_fail(error, GRUNDY_BAD_ARGUMENT,
                       "%" PRIu64 " is no position; expected one below %" PRIu32, v,
                       grundy_digraph_order(solved->g));
  if (missing == 0) return GRUNDY_OK;
  return grundy_fail(error, GRUNDY_BAD_ARGUMENT, "the solution has no column %s; expected one",
                     grundy_column_describe(missing & -missing)->name);
}

static void solved_facts(const void *game, uint64_t v, grundy_facts *facts) {
  const grundy_solved *solved = game;
  *facts = (grundy_facts){
      .value = grundy_solution_value(solved->solution, (uint32_t)v),
      .counter = widened(solved->counter, v),
      .remoteness = {widened(solved->remoteness, v), widened(solved->misere_remoteness, v)},
      .distance = widened(solved->distance, v),
  };
}

/* The winner's Q of a two-coloured game: A forces a win within Q1 moves, B within Q0. */
static uint64_t coloured_remoteness(const grundy_solution *solution, uint64_t v) {
  switch (grundy_solution_letters(solution, GRUNDY_COLUMN_OUTCOME)[v]) {
  case 'A':
    return widened(grundy_solution_numbers(solution, GRUNDY_COLUMN_Q1), v);
  case 'B':
    return widened(grundy_solution_numbers(solution, GRUNDY_COLUMN_Q0), v);
  default:
    return GRUNDY_INFINITY64;
  }
}

static void lone_facts(const void *game, uint64_t v, grundy_facts *facts) {
  const grundy_solved *solved = game;
  bool told = grundy_solution_letters(solved->solution, GRUNDY_COLUMN_OUTCOME) != NULL;
  *facts = (grundy_facts){
      .remoteness = {GRUNDY_UNKNOWN, GRUNDY_UNKNOWN},
      .value = {.k = {.absent = true}},
      .counter = GRUNDY_INFINITY64,
      .distance = solved->distance == NULL ? GRUNDY_TOO_LARGE : widened(solved->distance, v),
  };
  if (told)
    facts->remoteness[GRUNDY_NORMAL_PLAY] = solved->remoteness == NULL
                                                ? coloured_remoteness(solved->solution, v)
                                                : widened(solved->remoteness, v);
}

static uint64_t solved_move_count(const void *game, uint64_t v) {
  return grundy_digraph_followers(((const grundy_solved *)game)->g, (uint32_t)v).count;
}

static uint64_t solved_move(const void *game, uint64_t v, uint64_t index) {
  return grundy_digraph_followers(((const grundy_solved *)game)->g, (uint32_t)v).at[index];
}

static size_t solved_name(const void *game, uint64_t v, char *text, size_t size) {
  char scratch[GRUNDY_NAME_MAX_BYTES];
  const char *name = grundy_digraph_name(((const grundy_solved *)game)->g, (uint32_t)v, scratch);
  return (size_t)snprintf(text, size, "%s", name);
}

static bool solved_find(const void *game, const char *name, size_t length, uint64_t *position) {
  uint32_t v;
  if (!grundy_digraph_find(((const grundy_solved *)game)->g, name, length, &v)) return false;
  *position = v;
  return true;
}

grundy_component grundy_component_digraph(const grundy_solved *solved) {
  static const grundy_component_kind kind = {
      .name = "digraph",
      .check_position = solved_admits,
      .facts = solved_facts,
      .move_count = solved_move_count,
      .move = solved_move,
      .name_of = solved_name,
      .find = solved_find,
  };
  static const grundy_component_kind lone = {
      .name = "digraph",
      .standalone = true,
      .check_position = solved_admits,
      .facts = lone_facts,
      .move_count = solved_move_count,
      .move = solved_move,
      .name_of = solved_name,
      .find = solved_find,
  };
  return (grundy_component){solved->values == NULL ? &lone : &kind, solved};
}
