/* The answer about one position of an expression: what is known about it, and its moves. */

#include <grundy/answer.h>

#include "answer/impl.h"
#include "base/alloc.h"
#include "base/error.h"
#include "base/options.h"

/* "outcome": {"theorem": "[Smi66, (9)]", "positions": null} */
static void put_origin(grundy_json *json, const char *name, bool is_known,
                       const grundy_origin *origin) {
  if (!is_known) {
    grundy_json_null(json, name);
    return;
  }
  grundy_json_object(json, name);
  grundy_json_string(json, "theorem", origin->positions > 0 ? NULL : origin->theorem);
  if (origin->positions > 0)
    grundy_json_integer(json, "positions", origin->positions);
  else
    grundy_json_null(json, "positions");
  grundy_json_end(json);
}

void grundy_answer_origins(grundy_json *json, const grundy_evaluation *e) {
  grundy_json_object(json, "by");
  put_origin(json, "outcome", e->outcome != GRUNDY_OUTCOME_NONE, &e->outcome_origin);
  put_origin(json, "value", e->value != GRUNDY_UNKNOWN, &e->value_origin);
  put_origin(json, "remoteness", e->remoteness != GRUNDY_UNKNOWN, &e->remoteness_origin);
  put_origin(json, "distance", e->distance != GRUNDY_UNKNOWN, &e->distance_origin);
  grundy_json_end(json);
}

/* Returns whether play always ends but its length has no bound. Then no search would end. */
static bool is_transfinite(const grundy_evaluation *e) {
  return e->ordinal_value != NULL ||
         (e->distance >= GRUNDY_OMEGA && e->distance < GRUNDY_TOO_LARGE);
}

static grundy_status put_answer(grundy_json *json, const grundy_answer_place *place, bool all_moves,
                                const grundy_answer_moves *moves, grundy_error *error) {
  grundy_compound *compound = place->compound;
  grundy_evaluation evaluation;
  grundy_answer_coloured at;
  grundy_status status = grundy_compound_evaluate(compound, place->search, &evaluation, error);
  if (status == GRUNDY_OK) status = grundy_answer_put_state(json, place, &evaluation, error);
  if (status != GRUNDY_OK) return status;
  const char *rests_on = grundy_compound_rests_on(compound);
  grundy_answer_origins(json, &evaluation);
  (void)grundy_answer_coloured_at(place, grundy_compound_position(compound, 0), &at);
  /* Names the limit because of which the outcome or the remoteness is not known. */
  static const grundy_error nothing = {
      .status = GRUNDY_UNABLE, .message = "no theorem gives the outcome, and nothing was searched"};
  bool is_unknown = evaluation.outcome == GRUNDY_OUTCOME_NONE && at.g == NULL;
  bool is_limited = is_unknown || (evaluation.remoteness == GRUNDY_UNKNOWN &&
                                   !is_transfinite(&evaluation) && !evaluation.has_turns);
  if (is_unknown && grundy_compound_limit_reached(place->compound)[0] == '\0')
    grundy_answer_limit(json, &nothing);
  else if (is_limited)
    grundy_answer_compound_limit(json, place->compound);
  else
    grundy_answer_limit(json, NULL);
  grundy_json_string(json, "rests_on", rests_on[0] == '\0' ? NULL : rests_on);
  grundy_answer_put_guarantees(json, &at);
  status = grundy_answer_put_components(json, place, error);
  if (status == GRUNDY_OK)
    status = grundy_answer_put_moves(json, place, &evaluation, moves, all_moves, error);
  return status;
}

/* Writes the member boards. */
static grundy_status put_drawn(grundy_json *json, const grundy_answer_place *place,
                               const grundy_best_options *options, grundy_error *error) {
  grundy_component game = grundy_compound_component(place->compound, 0);
  grundy_board *board = place->board;
  grundy_status status = GRUNDY_OK;
  grundy_json_array(json, "boards");
  for (uint64_t i = 0; i < options->drawn_count && status == GRUNDY_OK; i++) {
    board->kind = GRUNDY_BOARD_NONE;
    if (GRUNDY_COMPONENT_HAS(game.kind, board))
      status =
          game.kind->board(game.data, options->drawn[i], NULL, place->player + 1, board, error);
    if (status == GRUNDY_OK) grundy_answer_board(json, NULL, board);
  }
  grundy_json_end(json);
  return status;
}

grundy_status grundy_answer_best(grundy_json *json, grundy_compound *compound,
                                 const grundy_best_options *options, grundy_error *error) {
  grundy_best_options own;
  grundy_status status = grundy_options_copy(options, &own, sizeof own, error);
  if (status != GRUNDY_OK) return status;
  bool has_boards = own.boards || own.drawn_count > 0;
  grundy_board *board = has_boards ? grundy_alloc_zero(1, sizeof *board) : NULL;
  if (has_boards && board == NULL) return grundy_fail_memory(error);
  const grundy_answer_place place = {compound, own.about, own.search, board, own.player, 1};
  grundy_answer_moves moves = {0};
  status = grundy_answer_find_moves(
      &place, own.all_moves, own.most == 0 ? GRUNDY_ANSWER_MAX_MOVES : own.most, &moves, error);
  if (status == GRUNDY_OK) {
    grundy_json_object(json, NULL);
    status = put_answer(json, &place, own.all_moves, &moves, error);
    if (status == GRUNDY_OK && own.drawn_count > 0) status = put_drawn(json, &place, &own, error);
    grundy_json_end(json);
  }
  grundy_answer_free_moves(&moves);
  free(board);
  return status;
}
