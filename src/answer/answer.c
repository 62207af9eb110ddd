/* Writes what all answers share: evaluations, values and other facts about positions. */

#include <grundy/answer.h>

#include "answer/impl.h"
#include "base/alloc.h"
#include "base/error.h"
#include "component/component.h"
#include "compound/impl.h"
#include "digraph/kinds.h"

/* ---- what is known about a position ------------------------------------------------------- */

void grundy_answer_outcome(grundy_json *json, const char *name, grundy_outcome outcome) {
  const char letter[] = {(char)outcome, '\0'};
  grundy_json_string(json, name, outcome == GRUNDY_OUTCOME_NONE ? NULL : letter);
}

/* Begins {"ordinal": "…", and returns the stream for the text. */
static FILE *open_ordinal(grundy_json *json, const char *name) {
  grundy_json_object(json, name);
  return grundy_json_text(json, "ordinal");
}

void grundy_answer_ordinal(grundy_json *json, const char *name, const grundy_ordinal *ordinal) {
  grundy_ordinal_write(ordinal, true, open_ordinal(json, name));
  grundy_json_text_end(json);
  grundy_json_end(json);
}

void grundy_answer_number(grundy_json *json, const char *name, grundy_number number) {
  if (number == GRUNDY_INFINITY64) {
    grundy_json_string(json, name, "inf");
  } else if (number >= GRUNDY_TOO_LARGE) {
    grundy_json_null(json, name);
  } else if (number < GRUNDY_OMEGA) {
    grundy_json_integer(json, name, number);
  } else {
    grundy_number_write(number, open_ordinal(json, name));
    grundy_json_text_end(json);
    grundy_json_end(json);
  }
}

void grundy_answer_number32(grundy_json *json, const char *name, uint32_t number) {
  grundy_answer_number(json, name,
                       number == GRUNDY_INFINITY         ? GRUNDY_INFINITY64
                       : number == GRUNDY_NUMBER_UNKNOWN ? GRUNDY_UNKNOWN
                                                         : number);
}

static void put_set(grundy_json *json, const char *name, grundy_set set) {
  if (set.absent) {
    grundy_json_null(json, name);
    return;
  }
  grundy_json_array(json, name);
  for (uint64_t i = 0; i < set.size; i++) grundy_answer_number32(json, NULL, set.numbers[i]);
  grundy_json_end(json);
}

/* Writes K, and C if it is not empty. */
static void put_infinite(grundy_json *json, const char *name, grundy_value value) {
  grundy_json_object(json, name);
  put_set(json, "infinite", value.k);
  if (value.c.size > 0) put_set(json, "c", value.c);
  grundy_json_end(json);
}

void grundy_answer_value(grundy_json *json, const char *name, grundy_value value) {
  if (value.nimber == GRUNDY_INFINITY)
    put_infinite(json, name, value);
  else
    grundy_answer_number32(json, name, value.nimber);
}

void grundy_answer_evaluation(grundy_json *json, const grundy_evaluation *evaluation) {
  grundy_outcome outcome = grundy_evaluation_mover_outcome(evaluation);
  bool is_won = outcome == GRUNDY_OUTCOME_P || outcome == GRUNDY_OUTCOME_N;
  const char *ends = evaluation->ends ? "proved" : "not known";
  grundy_answer_outcome(json, "outcome", evaluation->outcome);
  if (evaluation->ordinal_value != NULL)
    grundy_answer_ordinal(json, "value", evaluation->ordinal_value);
  else if (evaluation->value == GRUNDY_INFINITY64)
    put_infinite(json, "value", (grundy_value){.k = evaluation->k, .c = evaluation->c});
  else
    grundy_answer_number(json, "value", evaluation->value);
  grundy_answer_number(json, "remoteness", evaluation->remoteness);
  if (evaluation->ordinal_distance != NULL)
    grundy_answer_ordinal(json, "distance", evaluation->ordinal_distance);
  else
    grundy_answer_number(json, "distance", evaluation->distance);
  grundy_json_string(json, "ends", is_won ? ends : NULL);
}

void grundy_answer_verdict(grundy_json *json, grundy_outcome outcome) {
  const char *verdict = outcome == GRUNDY_OUTCOME_N   ? "win"
                        : outcome == GRUNDY_OUTCOME_P ? "loss"
                        : outcome == GRUNDY_OUTCOME_D ? "draw"
                                                      : NULL;
  grundy_json_string(json, "verdict", verdict);
}

/* ---- moves ---------------------------------------------------------------------------------- */

grundy_status grundy_answer_position(grundy_json *json, const char *name,
                                     const grundy_compound *compound, uint32_t component,
                                     uint64_t position, grundy_error *error) {
  char small[128], *large = NULL;
  size_t length = grundy_compound_name(compound, component, position, small, sizeof small);
  if (length >= sizeof small) {
    large = grundy_alloc(length + 1, 1);
    if (large == NULL) return grundy_fail_memory(error);
    (void)grundy_compound_name(compound, component, position, large, length + 1);
  }
  grundy_json_string(json, name, large == NULL ? small : large);
  free(large);
  return GRUNDY_OK;
}

static grundy_status put_boards(grundy_json *json, grundy_component game, const grundy_step *step,
                                const grundy_answer_boards *boards, grundy_error *error) {
  if (boards == NULL || boards->board == NULL || !GRUNDY_COMPONENT_HAS(game.kind, board))
    return GRUNDY_OK;
  grundy_board *board = boards->board;
  board->kind = GRUNDY_BOARD_NONE;
  grundy_status status =
      game.kind->board(game.data, step->from, &step->to, boards->turn, board, error);
  if (status != GRUNDY_OK || board->kind == GRUNDY_BOARD_NONE) return status;
  grundy_answer_board_path(json, board);
  status = game.kind->board(game.data, step->to, NULL, 3 - boards->turn, board, error);
  if (status == GRUNDY_OK) grundy_answer_board_places(json, board);
  return status;
}

/* Returns the name of the kind of a move; NULL if the game has no kinds. */
static const char *kind_name(const grundy_step *step) {
  for (int i = 0; i < GRUNDY_MOVE_KINDS; i++)
    if (step->kind == 1 << i) return grundy_kind_texts[i].name;
  return NULL;
}

static grundy_status put_step(grundy_json *json, const grundy_compound *compound,
                              const grundy_step *step, const grundy_answer_boards *boards,
                              grundy_error *error) {
  grundy_component game = grundy_compound_component(compound, step->component);
  uint32_t component = step->component;
  uint64_t reduced = step->to;
  char words[256];
  /* This cannot fail: the component has met the position before. */
  (void)!grundy_component_reduce(game, step->to, &reduced, NULL);
  grundy_json_object(json, NULL);
  grundy_json_integer(json, "component", (uint64_t)component + 1);
  grundy_status status =
      grundy_answer_position(json, "from", compound, component, step->from, error);
  if (status == GRUNDY_OK)
    status = grundy_answer_position(json, "to", compound, component, step->to, error);
  if (step->kind != 0) grundy_json_string(json, "kind", kind_name(step));
  bool has_words = grundy_compound_describe_step(compound, step, words, sizeof words) > 0;
  grundy_json_string(json, "words", has_words ? words : NULL);
  if (status == GRUNDY_OK)
    status = grundy_answer_position(json, "reduced", compound, component, reduced, error);
  if (status == GRUNDY_OK) status = put_boards(json, game, step, boards, error);
  grundy_json_end(json);
  return status;
}

grundy_status grundy_answer_steps(grundy_json *json, const grundy_compound *compound,
                                  const grundy_step *steps, uint64_t count,
                                  const grundy_answer_boards *boards, grundy_error *error) {
  grundy_status status = GRUNDY_OK;
  grundy_json_array(json, "steps");
  for (uint64_t i = 0; i < count && status == GRUNDY_OK; i++)
    status = put_step(json, compound, &steps[i], boards, error);
  grundy_json_end(json);
  return status;
}

grundy_outcome grundy_answer_move_outcome(const grundy_move *move) {
  grundy_outcome after = grundy_evaluation_mover_outcome(&move->after);
  if (grundy_move_keeps_turn(move)) return after;
  return after == GRUNDY_OUTCOME_P   ? GRUNDY_OUTCOME_N
         : after == GRUNDY_OUTCOME_N ? GRUNDY_OUTCOME_P
                                     : after;
}

grundy_status grundy_answer_put_members(grundy_json *json, const grundy_compound *compound,
                                        const grundy_move *move, bool is_best,
                                        const grundy_answer_boards *boards, grundy_error *error) {
  grundy_status status =
      grundy_answer_steps(json, compound, move->steps, move->count, boards, error);
  grundy_answer_verdict(json, grundy_answer_move_outcome(move));
  grundy_json_bool(json, "best", is_best);
  grundy_answer_evaluation(json, &move->after);
  return status;
}

grundy_status grundy_answer_move(grundy_json *json, const char *name,
                                 const grundy_compound *compound, const grundy_move *move,
                                 bool is_best, const grundy_answer_boards *boards,
                                 grundy_error *error) {
  grundy_json_object(json, name);
  grundy_status status = grundy_answer_put_members(json, compound, move, is_best, boards, error);
  grundy_json_end(json);
  return status;
}

/* ---- limits and errors ---------------------------------------------------------------------- */

void grundy_answer_limit(grundy_json *json, const grundy_error *limit) {
  if (limit == NULL) {
    grundy_json_null(json, "limit");
    return;
  }
  grundy_json_object(json, "limit");
  grundy_json_string(json, "reason", grundy_error_reason(limit));
  grundy_json_string(json, "message", limit->message);
  grundy_json_end(json);
}

void grundy_answer_compound_limit(grundy_json *json, const grundy_compound *compound) {
  const char *message = grundy_compound_limit_reached(compound);
  grundy_error limit = {.status = GRUNDY_UNABLE, .reason = grundy_compound_limit_reason(compound)};
  (void)snprintf(limit.message, sizeof limit.message, "%s", message);
  grundy_answer_limit(json, message[0] == '\0' ? NULL : &limit);
}

/* Writes null for 0. */
static void put_count(grundy_json *json, const char *name, uint64_t number) {
  if (number == 0)
    grundy_json_null(json, name);
  else
    grundy_json_integer(json, name, number);
}

void grundy_answer_error(grundy_json *json, const grundy_error *error,
                         const grundy_answer_failure *failure) {
  static const grundy_answer_failure none = {0};
  if (failure == NULL) failure = &none;
  grundy_json_object(json, NULL);
  grundy_json_object(json, "error");
  grundy_json_string(json, "reason",
                     failure->reason == NULL ? grundy_error_reason(error) : failure->reason);
  grundy_json_string(json, "message", error->message);
  grundy_json_string(json, "hint", failure->hint);
  grundy_json_string(json, "file", error->file[0] == '\0' ? NULL : error->file);
  put_count(json, "line", error->line);
  put_count(json, "column", error->column);
  grundy_json_integer(json, "code", (uint64_t)grundy_exit_code(error->status));
  put_count(json, "positions", failure->positions);
  grundy_json_end(json);
  grundy_json_end(json);
}
