/* Checks that rules draw boards, and that moves change them as the rules say. */

#include "promise/impl.h"

#include "base/alloc.h"

#include <string.h>

/* The boards before and after a move. */
typedef struct boards {
  grundy_board before, after;
} boards;

/* Draws a board; it is empty if that breaks the promise. */
static grundy_status draw(grundy_check *c, grundy_position at, const grundy_position *follower,
                          int turn, grundy_board *board) {
  grundy_error said;
  grundy_status status = grundy_ruleset_board(c->ruleset, at, follower, turn, board, &said);
  if (status == GRUNDY_OK) return GRUNDY_OK;
  board->kind = GRUNDY_BOARD_NONE;
  return grundy_check_blame(c, GRUNDY_PROMISE_BOARDS, status, &said);
}

/* Checks that the boards before and after a move are both drawn or both not, and that every piece
 * that moves is where it was moved to. */
static grundy_status check_move(grundy_check *c, grundy_position at, grundy_position to, int turn,
                                boards *b) {
  grundy_status status = draw(c, at, &to, turn, &b->before);
  if (status == GRUNDY_OK && grundy_check_is_open(c, GRUNDY_PROMISE_BOARDS))
    status = draw(c, to, NULL, 3 - turn, &b->after);
  if (status != GRUNDY_OK || !grundy_check_is_open(c, GRUNDY_PROMISE_BOARDS)) return status;
  c->findings[GRUNDY_PROMISE_BOARDS].tried++;
  if ((b->before.kind == GRUNDY_BOARD_NONE) != (b->after.kind == GRUNDY_BOARD_NONE))
    grundy_check_break(c, GRUNDY_PROMISE_BOARDS, &at,
                       "only one of the boards before and after a move is drawn");
  for (uint32_t i = 0; i < b->before.step_count; i++) {
    const grundy_board_step *step = &b->before.steps[i];
    if (step->to == GRUNDY_BOARD_OUTSIDE || step->piece == '\0') continue;
    if (step->to >= b->after.place_count ||
        strchr(b->after.places[step->to].pieces, step->piece) == NULL)
      grundy_check_break(c, GRUNDY_PROMISE_BOARDS, &at,
                         "a move takes a piece %c to place %lu, but it is not there afterwards",
                         step->piece, (unsigned long)step->to + 1);
  }
  return GRUNDY_OK;
}

grundy_status grundy_check_boards(grundy_check *c, grundy_position at,
                                  const grundy_position_set *moves) {
  enum { MOVES = 4 };
  uint32_t count = grundy_position_set_count(moves);
  if (!grundy_check_is_open(c, GRUNDY_PROMISE_BOARDS)) return GRUNDY_OK;
  boards *b = grundy_alloc_zero(1, sizeof *b);
  if (b == NULL) return grundy_fail_memory(c->error);
  grundy_status status = draw(c, at, NULL, 1, &b->before);
  for (uint32_t i = 0; i < MOVES && i < count && status == GRUNDY_OK &&
                       grundy_check_is_open(c, GRUNDY_PROMISE_BOARDS);
       i++) {
    uint32_t id = count <= MOVES ? i : (uint32_t)grundy_random_below(&c->boards_random, count);
    status = check_move(c, at, grundy_position_set_get(moves, id), 1 + (int)(i % 2), b);
  }
  free(b);
  return status;
}
