/* Checks the moves of a record against its game, and writes the record as JSON. */

#include "play/record.h"

#include "answer/impl.h"
#include "base/alloc.h"
#include "compound/impl.h"

#include <grundy/digraph.h>
#include <grundy/text.h>

#include <inttypes.h>
#include <string.h>

/* A walk through all moves, in the order of the text. */
typedef struct walk {
  grundy_record *record;
  grundy_expression *expression;
  grundy_compound *compound;
  uint32_t at;     /* the move that was made last */
  uint32_t *order; /* by number: how many moves of the text there are up to that one of the line */
  uint8_t *turn;   /* by number: who is to move after that move of the line */
  grundy_json *json; /* NULL: no JSON is written */
  grundy_board *board;
  grundy_error *error;
} walk;

/* ---- moves ----------------------------------------------------------------------------------- */

static const char *name_of(const walk *w) {
  return w->record->name == NULL ? "" : w->record->name;
}

/* Fails because the move is not one, for this reason. */
static grundy_status refuse(const walk *w, const record_node *node, const grundy_error *why) {
  if (why->status != GRUNDY_BAD_INPUT && why->status != GRUNDY_BAD_ARGUMENT) {
    if (w->error != NULL) *w->error = *why;
    return why->status;
  }
  return grundy_fail_at(w->error, GRUNDY_BAD_INPUT, name_of(w), node->line, node->column,
                        "move %" PRIu32 ", '%.*s', is not allowed: %s", node->number,
                        grundy_excerpt(node->text, strlen(node->text)), node->text, why->message);
}

static grundy_status put_move(walk *w, const record_node *node, const grundy_step *steps,
                              uint64_t count) {
  const grundy_answer_boards boards = {w->board, w->turn[node->number - 1] + 1};
  if (w->json == NULL) return GRUNDY_OK;
  grundy_json_object(w->json, NULL);
  grundy_json_integer(w->json, "number", node->number);
  grundy_json_integer(w->json, "parent", w->order[node->number - 1]);
  grundy_json_string(w->json, "by", grundy_answer_player(w->turn[node->number - 1]));
  grundy_json_string(w->json, "text", node->text);
  grundy_json_string(w->json, "comment", node->comment == NULL ? "" : node->comment);
  grundy_status status = grundy_answer_steps(w->json, w->compound, steps, count, &boards, w->error);
  grundy_json_end(w->json);
  return status;
}

/* Makes a move whose parent was made last, and replaces its text by the usual one. */
static grundy_status make_move(walk *w, uint32_t move, uint32_t order) {
  record_node *node = &w->record->nodes[move];
  grundy_step *steps = NULL;
  uint64_t count = 0;
  char *text = NULL;
  grundy_error why = {0};
  grundy_status status = grundy_move_read(w->expression, node->text, &steps, &count, &why);
  if (status == GRUNDY_OK) status = grundy_compound_move(w->compound, steps, count, &why);
  if (status != GRUNDY_OK) {
    free(steps);
    return refuse(w, node, &why);
  }
  /* The compound finds the kind of a step that was given without it. */
  const grundy_step *made = grundy_last_step(w->compound);
  if (made != NULL) steps[0] = *made;
  bool keeps = grundy_move_keeps_turn(&(grundy_move){.steps = steps, .count = count});
  w->order[node->number] = order;
  w->turn[node->number] = w->turn[node->number - 1] ^ !keeps;
  w->at = move;
  status = grundy_move_write(w->compound, steps, count, &text, w->error);
  if (status == GRUNDY_OK) {
    free(node->text);
    node->text = text;
  }
  (void)grundy_compound_take_back(w->compound); /* the boards of a step are those before it */
  if (status == GRUNDY_OK) status = put_move(w, node, steps, count);
  if (status == GRUNDY_OK) status = grundy_compound_move(w->compound, steps, count, w->error);
  free(steps);
  return status;
}

/* Takes back moves until `move` is the one made last. */
static void return_to(walk *w, uint32_t move) {
  for (; w->at != move; w->at = w->record->nodes[w->at].parent)
    (void)grundy_compound_take_back(w->compound);
}

/* ---- the result ------------------------------------------------------------------------------ */

/* Compares the result with who has won, if the main line, which was just played, is over. */
static grundy_status check_result(walk *w) {
  grundy_record_result said = w->record->head.result;
  const grundy_solved *solved = grundy_expression_describe(w->expression, 0).solved;
  uint64_t moves = 0;
  grundy_evaluation evaluation;
  if (said == GRUNDY_RECORD_OPEN ||
      (solved != NULL && grundy_digraph_type(solved->g) == GRUNDY_GAME_PAYOFFS))
    return GRUNDY_OK;
  grundy_status status = grundy_compound_move_count(w->compound, &moves, w->error);
  if (status != GRUNDY_OK || moves > 0) return status;
  status = grundy_compound_evaluate(w->compound, NULL, &evaluation, w->error);
  if (status != GRUNDY_OK) return status;
  grundy_outcome outcome = grundy_evaluation_mover_outcome(&evaluation);
  if (outcome == GRUNDY_OUTCOME_NONE) return GRUNDY_OK;
  int mover = w->turn[w->record->nodes[w->at].number];
  int winner = outcome == GRUNDY_OUTCOME_N ? mover : 1 - mover;
  grundy_record_result is = outcome == GRUNDY_OUTCOME_D ? GRUNDY_RECORD_DRAW
                            : winner == 0               ? GRUNDY_RECORD_FIRST_WINS
                                                        : GRUNDY_RECORD_SECOND_WINS;
  if (is == said) return GRUNDY_OK;
  return grundy_fail_at(w->error, GRUNDY_BAD_INPUT, name_of(w), 0, 0,
                        "the result is '%s', but the match ends with '%s'",
                        grundy_record_results[said], grundy_record_results[is]);
}

/* ---- the record ------------------------------------------------------------------------------ */

static grundy_status walk_moves(walk *w) {
  grundy_status status = GRUNDY_OK;
  uint32_t order = 0, move = 0;
  bool is_main = true; /* the main line is not complete */
  do {
    bool is_last = w->record->nodes[move].first == 0;
    if (is_main && is_last) status = check_result(w);
    is_main = is_main && !is_last;
    move = grundy_record_following(w->record, move);
    if (move == 0 || status != GRUNDY_OK) break;
    return_to(w, w->record->nodes[move].parent);
    status = make_move(w, move, ++order);
  } while (status == GRUNDY_OK);
  return_to(w, 0);
  return status;
}

static void put_player(grundy_json *json, const char *name, const grundy_record_player *player) {
  grundy_json_object(json, name);
  grundy_json_string(json, "kind", player->is_computer ? "computer" : "person");
  grundy_json_string(json, "name", player->name);
  grundy_json_end(json);
}

static grundy_status put_text(const grundy_record *record, grundy_json *json, grundy_error *error) {
  char *text = NULL;
  size_t size = 0;
  FILE *out = grundy_text_open(&text, &size);
  if (out == NULL) return grundy_fail_memory(error);
  grundy_status status = grundy_record_write(record, out, error);
  bool kept = grundy_text_close(out, &text);
  if (status == GRUNDY_OK && kept) grundy_json_string(json, "text", text);
  free(text);
  return kept ? status : grundy_fail_memory(error);
}

static void put_head(const grundy_record *record, grundy_json *json) {
  const grundy_record_head *head = &record->head;
  grundy_json_string(json, "game", record->game);
  grundy_json_bool(json, "misere", head->play == GRUNDY_MISERE_PLAY);
  for (int i = 0; i < 2; i++) put_player(json, grundy_record_turns[i], &head->players[i]);
  grundy_json_string(json, "result",
                     head->result == GRUNDY_RECORD_OPEN ? NULL
                                                        : grundy_record_results[head->result]);
  grundy_json_string(json, "comment", grundy_record_get(record, 0).comment);
}

grundy_status grundy_record_check(grundy_record *record, grundy_expression *expression,
                                  grundy_json *json, grundy_error *error) {
  uint64_t room = (uint64_t)record->count + 2;
  walk w = {.record = record,
            .expression = expression,
            .compound = grundy_expression_compound(expression),
            .order = grundy_alloc_zero(room, sizeof *w.order),
            .turn = grundy_alloc_zero(room, sizeof *w.turn),
            .json = json,
            .board = json == NULL ? NULL : grundy_alloc_zero(1, sizeof *w.board),
            .error = error};
  grundy_status status = w.order == NULL || w.turn == NULL || (json != NULL && w.board == NULL)
                             ? grundy_fail_memory(error)
                             : GRUNDY_OK;
  if (json != NULL) {
    grundy_json_object(json, NULL);
    put_head(record, json);
    grundy_json_array(json, "moves");
  }
  if (status == GRUNDY_OK) status = walk_moves(&w);
  if (json != NULL) {
    grundy_json_end(json);
    if (status == GRUNDY_OK) status = put_text(record, json, error);
    grundy_json_end(json);
  }
  free(w.order);
  free(w.turn);
  free(w.board);
  return status;
}
