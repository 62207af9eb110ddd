#include "match_report.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <grundy/base.h>
#include <grundy/board.h>
#include <grundy/compound.h>
#include <grundy/digraph.h>
#include <grundy/game.h>
#include <grundy/play.h>
#include <grundy/solution.h>

#include "board_view.h"
#include "expression.h"
#include "failure.h"
#include "json.h"

const char *report_player(int player) {
  return player == 0 ? "first" : "second";
}

static grundy_compound *compound_of(const struct match_report *r) {
  return grundy_expression_compound(r->expression);
}

static grundy_match_position current(const struct match_report *r) {
  return grundy_match_position_after(r->match, grundy_match_length(r->match));
}

/* ---- what is known --------------------------------------------------------------------- */

/* Returns the position that represents this one. */
static uint64_t reduced_of(const struct match_report *r, uint32_t component, uint64_t position) {
  grundy_component game = grundy_compound_component(compound_of(r), component);
  uint64_t reduced = position;
  if (GRUNDY_COMPONENT_HAS(game.kind, reduce))
    (void)!game.kind->reduce(game.data, position, &reduced, NULL);
  return reduced;
}

/* Returns the digraph of a game with players, outcomes or payoffs of its own; NULL of others. */
static const grundy_solved *standalone_of(const struct match_report *r) {
  bool standalone = grundy_compound_component(compound_of(r), 0).kind->standalone;
  return standalone ? grundy_expression_describe(r->expression, 0).solved : NULL;
}

/* Returns the letter of the outcome: A, B or D in a two-coloured game; 0 if it is not known. */
static char outcome_at(const struct match_report *r, uint64_t position, grundy_outcome otherwise) {
  const grundy_solved *solved = standalone_of(r);
  const grundy_outcome *letters =
      solved == NULL ? NULL : grundy_solution_letters(solved->solution, GRUNDY_COLUMN_OUTCOME);
  return (char)(letters == NULL ? otherwise : letters[reduced_of(r, 0, position)]);
}

static char player_at(const struct match_report *r, uint64_t position) {
  const grundy_solved *solved = standalone_of(r);
  const uint8_t *players = solved == NULL ? NULL : grundy_digraph_players(solved->g);
  return (char)(players == NULL ? 0 : players[reduced_of(r, 0, position)]);
}

static void put_letter(FILE *out, const char *name, char letter) {
  if (letter == 0)
    (void)fprintf(out, "\"%s\": null", name);
  else
    (void)fprintf(out, "\"%s\": \"%c\"", name, letter);
}

static void put_remoteness(FILE *out, grundy_number remoteness) {
  (void)fputs("\"remoteness\": ", out);
  if (remoteness == GRUNDY_INFINITY64)
    (void)fputs("\"inf\"", out);
  else if (remoteness >= GRUNDY_OMEGA)
    (void)fputs("null", out);
  else
    (void)fprintf(out, "%llu", (unsigned long long)remoteness);
}

/* ---- positions ------------------------------------------------------------------------- */

static void put_verdict(FILE *out, double worth) {
  (void)fprintf(out, "\"verdict\": \"%s\"", worth > 0 ? "win" : worth < 0 ? "loss" : "draw");
}

/* Writes what the player to move is sure of, as a payoff to A. */
static void put_payoff(const struct match_report *r, const grundy_match_position *now) {
  double worth = now->worth[now->turn];
  bool is_a = grundy_match_colour(r->match, now->turn) == 'A';
  (void)fputs("\"verdict\": null, \"payoff\": ", r->out);
  if (isinf(worth))
    (void)fputs("null", r->out);
  else
    (void)fprintf(r->out, "%.15g", is_a ? worth : 0 - worth);
}

static grundy_status put_component(const struct match_report *r, uint32_t component, int turn,
                                   grundy_error *error) {
  uint64_t position = grundy_compound_position(compound_of(r), component);
  grundy_status status =
      board_view_draw(r->expression, component, position, NULL, turn, r->board, error);
  if (status != GRUNDY_OK) return status;
  (void)fputs("{\"source\": ", r->out);
  json_put_string(r->out, grundy_expression_describe(r->expression, component).source);
  (void)fputs(", \"position\": ", r->out);
  expression_put_position(r->out, r->expression, component, position, json_put_string);
  (void)fputs(", \"reduced\": ", r->out);
  expression_put_position(r->out, r->expression, component, reduced_of(r, component, position),
                          json_put_string);
  (void)fputs(", \"board\": ", r->out);
  board_view_put_json(r->out, r->board);
  (void)putc('}', r->out);
  return GRUNDY_OK;
}

grundy_status report_put_position(const struct match_report *r, grundy_error *error) {
  grundy_match_position now = current(r);
  grundy_evaluation evaluation;
  uint64_t occurrences = 0;
  grundy_status status = grundy_match_occurrences(r->match, &occurrences, error);
  if (status == GRUNDY_OK)
    status = grundy_compound_evaluate(compound_of(r), r->search, &evaluation, error);
  if (status != GRUNDY_OK) return status;
  uint64_t first = grundy_compound_position(compound_of(r), 0);
  (void)fprintf(r->out, "\"turn\": \"%s\", ", report_player(now.turn));
  put_letter(r->out, "player", player_at(r, first));
  (void)fprintf(r->out, ", \"over\": %s, \"occurrences\": %llu, ", now.is_over ? "true" : "false",
                (unsigned long long)occurrences);
  if (grundy_match_has_payoffs(r->match))
    put_payoff(r, &now);
  else
    put_verdict(r->out, now.worth[now.turn]);
  (void)fputs(", ", r->out);
  put_letter(r->out, "outcome", outcome_at(r, first, evaluation.outcome));
  (void)fputs(", ", r->out);
  put_remoteness(r->out, evaluation.remoteness);
  (void)fputs(", \"components\": [", r->out);
  for (uint32_t i = 0; i < grundy_compound_count(compound_of(r)) && status == GRUNDY_OK; i++) {
    if (i > 0) (void)fputs(", ", r->out);
    status = put_component(r, i, now.turn + 1, error);
  }
  (void)putc(']', r->out);
  return status;
}

/* ---- moves ------------------------------------------------------------------------------- */

static grundy_status put_step(const struct match_report *r, const grundy_step *step, int turn,
                              grundy_error *error) {
  grundy_board *board = r->board;
  (void)fprintf(r->out, "{\"component\": %lu, \"from\": ", (unsigned long)step->component + 1);
  expression_put_position(r->out, r->expression, step->component, step->from, json_put_string);
  (void)fputs(", \"to\": ", r->out);
  expression_put_position(r->out, r->expression, step->component, step->to, json_put_string);
  (void)fputs(", \"reduced\": ", r->out);
  expression_put_position(r->out, r->expression, step->component,
                          reduced_of(r, step->component, step->to), json_put_string);
  (void)expression_put_words(r->out, r->expression, step, ", \"words\": \"", "\"");
  grundy_status status =
      board_view_draw(r->expression, step->component, step->from, &step->to, turn, board, error);
  if (status == GRUNDY_OK && board->kind != GRUNDY_BOARD_NONE) {
    (void)fputs(", \"path\": ", r->out);
    board_view_put_path(r->out, board);
    status =
        board_view_draw(r->expression, step->component, step->to, NULL, 3 - turn, board, error);
    (void)fputs(", ", r->out);
    if (status == GRUNDY_OK) board_view_put_cells(r->out, board);
  }
  (void)putc('}', r->out);
  return status;
}

grundy_status report_put_steps(const struct match_report *r, const grundy_step *steps,
                               uint64_t count, int turn, grundy_error *error) {
  grundy_status status = GRUNDY_OK;
  (void)fputs("\"steps\": [", r->out);
  for (uint64_t i = 0; i < count && status == GRUNDY_OK; i++) {
    if (i > 0) (void)fputs(", ", r->out);
    status = put_step(r, &steps[i], turn, error);
  }
  (void)putc(']', r->out);
  return status;
}

/* Orders moves by what they lead to: wins first, the quickest first; then draws; then losses, the
 * slowest first. A smaller number is better. */
static double rank_of(const grundy_evaluation *after) {
  enum { WIN = 0, DRAW = 1, LOSS = 2 };
  double finite = after->remoteness < GRUNDY_OMEGA ? (double)after->remoteness : 0;
  double share = finite / (finite + 1);
  switch (after->outcome) {
  case GRUNDY_OUTCOME_P:
    return WIN + share / 2;
  case GRUNDY_OUTCOME_N:
    return LOSS + (1 - share) / 2;
  default:
    return DRAW;
  }
}

/* Returns the rank of the best moves, or in a game with payoffs the rank that no move has. */
static double best_rank(const struct match_report *r, const grundy_moves *moves) {
  double best = INFINITY;
  if (grundy_match_has_payoffs(r->match)) return -1;
  for (uint64_t i = 0; i < grundy_moves_count(moves); i++) {
    grundy_move move = grundy_moves_get(moves, i);
    best = fmin(best, rank_of(&move.after));
  }
  return best;
}

/* Returns whether the move is one that a match with payoffs would make. */
static bool is_payoff_move(const struct match_report *r, const grundy_move *move) {
  grundy_evaluation evaluation;
  grundy_move best;
  if (!grundy_match_has_payoffs(r->match) ||
      grundy_match_best(r->match, &evaluation, &best, NULL) != GRUNDY_OK)
    return false;
  return best.steps[0].to == move->steps[0].to;
}

static grundy_status put_move(const struct match_report *r, const grundy_move *move, double best,
                              grundy_error *error) {
  grundy_match_position now = current(r);
  bool payoffs = grundy_match_has_payoffs(r->match);
  bool is_best = payoffs ? is_payoff_move(r, move) : rank_of(&move->after) == best;
  (void)putc('{', r->out);
  if (payoffs || move->after.outcome == GRUNDY_OUTCOME_NONE)
    (void)fputs("\"verdict\": null", r->out);
  else
    put_verdict(r->out, move->after.outcome == GRUNDY_OUTCOME_P   ? 1
                        : move->after.outcome == GRUNDY_OUTCOME_N ? -1
                                                                  : 0);
  (void)fputs(", ", r->out);
  put_letter(r->out, "outcome", outcome_at(r, move->steps[0].to, move->after.outcome));
  (void)fputs(", ", r->out);
  put_remoteness(r->out, move->after.remoteness);
  (void)fprintf(r->out, ", \"best\": %s, ", is_best ? "true" : "false");
  grundy_status status = report_put_steps(r, move->steps, move->count, now.turn + 1, error);
  (void)putc('}', r->out);
  return status;
}

/* Finding a best move first searches where no theorem applies, and listing moves then uses what was
 * found. */
grundy_status report_put_moves(const struct match_report *r, grundy_error *error) {
  grundy_moves *best = NULL, *moves = NULL;
  grundy_evaluation evaluation;
  uint64_t count = 0;
  grundy_status status =
      grundy_compound_best(compound_of(r), 1, r->search, &evaluation, &best, error);
  grundy_moves_free(best);
  if (status == GRUNDY_OK) status = grundy_compound_move_count(compound_of(r), &count, error);
  if (status == GRUNDY_OK)
    status = grundy_compound_moves(compound_of(r), REPORT_MOST_MOVES, &moves, error);
  if (status != GRUNDY_OK) return status;
  (void)fputs("\"move_count\": ", r->out);
  if (count == UINT64_MAX)
    (void)fputs("\"inf\"", r->out);
  else
    (void)fprintf(r->out, "%llu", (unsigned long long)count);
  (void)fprintf(r->out, ", \"complete\": %s, \"moves\": [",
                grundy_moves_complete(moves) ? "true" : "false");
  double rank = best_rank(r, moves);
  for (uint64_t i = 0; i < grundy_moves_count(moves) && status == GRUNDY_OK; i++) {
    grundy_move move = grundy_moves_get(moves, i);
    if (i > 0) (void)fputs(", ", r->out);
    status = put_move(r, &move, rank, error);
  }
  (void)putc(']', r->out);
  grundy_moves_free(moves);
  return status;
}

/* ---- what a move did ----------------------------------------------------------------------- */

int report_effect(const grundy_match *match, uint64_t number) {
  grundy_match_position before = grundy_match_position_after(match, number);
  if (grundy_match_has_payoffs(match)) return MOVE_UNKNOWN;
  double was = before.worth[before.turn];
  double is = grundy_match_position_after(match, number + 1).worth[before.turn];
  if (was < 0) return MOVE_LOSES;
  if (is >= was) return was > 0 ? MOVE_KEEPS_WIN : MOVE_KEEPS_DRAW;
  return was > 0 ? MOVE_GIVES_WIN : MOVE_GIVES_DRAW;
}

static void put_names(const struct match_report *r, const grundy_step *steps, uint64_t count,
                      FILE *out) {
  for (uint64_t i = 0; i < count; i++) {
    if (i > 0) (void)fputs(", ", out);
    expression_put_position(out, r->expression, steps[i].component, steps[i].from, put_printable);
    (void)fputs(" -> ", out);
    expression_put_position(out, r->expression, steps[i].component, steps[i].to, put_printable);
  }
}

void report_put_sentence(const struct match_report *r, const grundy_move *better, FILE *out) {
  uint64_t last = grundy_match_length(r->match) - 1;
  grundy_match_position made = grundy_match_position_after(r->match, last);
  double is = grundy_match_position_after(r->match, last + 1).worth[made.turn];
  put_names(r, made.steps, made.step_count, out);
  switch (report_effect(r->match, last)) {
  case MOVE_KEEPS_WIN:
    (void)fputs(" keeps the win.", out);
    break;
  case MOVE_KEEPS_DRAW:
    (void)fputs(" keeps the draw.", out);
    break;
  case MOVE_LOSES:
    (void)fputs(" loses, as every move does.", out);
    break;
  case MOVE_GIVES_WIN:
    (void)fprintf(out, " gives the win away: now %s.",
                  is < 0 ? "the opponent can win" : "it is a draw");
    break;
  case MOVE_GIVES_DRAW:
    (void)fputs(" gives the draw away: now the opponent can win.", out);
    break;
  default:
    (void)fputs(" is made.", out);
  }
  if (better == NULL) return;
  (void)putc(' ', out);
  put_names(r, better->steps, better->count, out);
  (void)fputs(report_effect(r->match, last) == MOVE_GIVES_WIN ? " wins." : " keeps the draw.", out);
}
