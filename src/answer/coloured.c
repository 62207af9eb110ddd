/* Games with players: what each of them can guarantee. */

#include "answer/impl.h"

#include "component/component.h"

#include <math.h>

/* Returns the digraph of the only component; NULL if it has none. */
static const grundy_solved *solved_of(const grundy_answer_about *about) {
  if (about->solved != NULL || about->expression == NULL) return about->solved;
  return grundy_expression_describe(about->expression, 0).solved;
}

bool grundy_answer_coloured_at(const grundy_answer_place *place, uint64_t position,
                               grundy_answer_coloured *at) {
  const grundy_solved *solved = solved_of(&place->about);
  uint64_t vertex = position;
  *at = (grundy_answer_coloured){0};
  if (solved == NULL || !grundy_game_is_coloured(grundy_digraph_type(solved->g))) return false;
  /* This cannot fail: the component has represented the position before. */
  (void)!grundy_component_reduce(grundy_compound_component(place->compound, 0), position, &vertex,
                                 NULL);
  *at = (grundy_answer_coloured){solved->g, solved->solution, (uint32_t)vertex};
  return true;
}

static bool is_a_to_move(const grundy_answer_coloured *at) {
  return grundy_digraph_players(at->g)[at->vertex] == 'A';
}

/* ---- payoffs ------------------------------------------------------------------------------ */

static bool has_payoffs(const grundy_answer_coloured *at) {
  return grundy_digraph_type(at->g) == GRUNDY_GAME_PAYOFFS;
}

bool grundy_answer_payoffs_here(const grundy_answer_place *place, grundy_answer_coloured *at) {
  uint64_t position = grundy_compound_position(place->compound, 0);
  return grundy_answer_coloured_at(place, position, at) && has_payoffs(at);
}

/* Finds the best follower by a column of payoffs; false if the solution lacks it or there is
 * none. */
static bool payoff_follower(const grundy_answer_coloured *at, bool of_a, uint32_t *to) {
  grundy_columns payoff = of_a ? GRUNDY_COLUMN_GUARANTEE : GRUNDY_COLUMN_CAP;
  grundy_columns moves = of_a ? GRUNDY_COLUMN_GUARANTEE_MOVES : GRUNDY_COLUMN_CAP_MOVES;
  if (((payoff | moves) & ~grundy_solution_columns(at->solution)) != 0) return false;
  return grundy_best_payoff_follower(at->g, grundy_solution_reals(at->solution, payoff),
                                     grundy_solution_numbers(at->solution, moves), at->vertex, to);
}

bool grundy_answer_payoff_follower(const grundy_answer_coloured *at, uint32_t *to) {
  return payoff_follower(at, is_a_to_move(at), to);
}

double grundy_answer_payoff(const grundy_answer_coloured *at) {
  const double *payoffs = grundy_solution_reals(
      at->solution, is_a_to_move(at) ? GRUNDY_COLUMN_GUARANTEE : GRUNDY_COLUMN_CAP);
  return payoffs == NULL ? NAN : payoffs[at->vertex];
}

/* ---- guarantees --------------------------------------------------------------------------- */

static void put_follower(grundy_json *json, const grundy_answer_coloured *at, bool found,
                         uint32_t to) {
  char scratch[GRUNDY_NAME_MAX_BYTES];
  grundy_json_string(json, "to", found ? grundy_digraph_name(at->g, to, scratch) : NULL);
}

/* "guarantee": {"payoff": 3, "moves": 2, "to": "b"} */
static void put_payoff(grundy_json *json, const grundy_answer_coloured *at, bool of_a) {
  grundy_columns payoff = of_a ? GRUNDY_COLUMN_GUARANTEE : GRUNDY_COLUMN_CAP;
  grundy_columns moves = of_a ? GRUNDY_COLUMN_GUARANTEE_MOVES : GRUNDY_COLUMN_CAP_MOVES;
  uint32_t to = 0;
  bool found = payoff_follower(at, of_a, &to);
  grundy_json_object(json, grundy_column_describe(payoff)->name);
  grundy_json_real(json, "payoff", grundy_solution_reals(at->solution, payoff)[at->vertex]);
  grundy_answer_number32(json, "moves", grundy_solution_numbers(at->solution, moves)[at->vertex]);
  put_follower(json, at, found, to);
  grundy_json_end(json);
}

/* "abe": "win" */
static void put_level(grundy_json *json, const grundy_answer_coloured *at, grundy_columns column) {
  uint8_t level = grundy_solution_letters(at->solution, column)[at->vertex];
  grundy_json_string(json, grundy_column_describe(column)->name,
                     grundy_level_describe(level)->name);
}

/* "q1": {"moves": 3, "to": "b"} */
static void put_strategy(grundy_json *json, const grundy_answer_coloured *at,
                         grundy_columns column) {
  const uint32_t *numbers = grundy_solution_numbers(at->solution, column);
  uint32_t to = 0;
  if (numbers == NULL) return;
  grundy_json_object(json, grundy_column_describe(column)->name);
  grundy_answer_number32(json, "moves", numbers[at->vertex]);
  bool found = grundy_best_follower(at->g, numbers, at->vertex, &to);
  put_follower(json, at, found, to);
  grundy_json_end(json);
}

void grundy_answer_put_guarantees(grundy_json *json, const grundy_answer_coloured *at) {
  static const grundy_columns aims[] = {GRUNDY_COLUMN_Q1, GRUNDY_COLUMN_Q0, GRUNDY_COLUMN_QM1,
                                        GRUNDY_COLUMN_Q2, GRUNDY_COLUMN_QV};
  if (at->g == NULL) {
    grundy_json_null(json, "guarantees");
    return;
  }
  grundy_json_object(json, "guarantees");
  if (has_payoffs(at)) {
    put_payoff(json, at, true);
    put_payoff(json, at, false);
  } else {
    put_level(json, at, GRUNDY_COLUMN_ABE);
    put_level(json, at, GRUNDY_COLUMN_BARBARA);
  }
  for (size_t i = 0; i < sizeof aims / sizeof *aims; i++) put_strategy(json, at, aims[i]);
  grundy_json_end(json);
}
