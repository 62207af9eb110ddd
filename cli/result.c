#include "result.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <grundy/play.h>

#include "board.h"
#include "expression.h"

enum { MISTAKES = 10 /* that are reported */ };

static const char *name_of(player who, bool capital) {
  if (who == PERSON) return capital ? "You" : "you";
  return capital ? "The computer" : "the computer";
}

/* ---- mistakes ------------------------------------------------------------------------ */

static bool is_mistake(const struct board *board, uint64_t number) {
  player mover = (player)grundy_match_position_after(board->match, number).turn;
  return board_worth(board, number + 1, mover) < board_worth(board, number, mover);
}

/* Writes what the mover had before: "were winning", "had a draw" or "could be sure of a payoff of
 * …". */
static void put_had(const struct board *board, player mover, uint64_t number) {
  if (grundy_match_has_payoffs(board->match)) {
    (void)fputs("could be sure of ", board->out);
    board_put_sure(board, mover, board_worth(board, number, mover));
  } else if (board_verdict(board, number, mover) == WON) {
    (void)fputs(mover == PERSON ? "were winning" : "was winning", board->out);
  } else {
    (void)fputs("had a draw", board->out);
  }
}

/* Writes "You were winning until move 3 (2 nim: 5 -> 1)." */
static void put_mistake(const struct board *board, uint64_t number) {
  grundy_match_position made = grundy_match_position_after(board->match, number);
  (void)fprintf(board->out, "%s ", name_of((player)made.turn, true));
  put_had(board, (player)made.turn, number);
  (void)fprintf(board->out, " until move %llu (", (unsigned long long)number + 1);
  expression_put_steps(board->out, board->expression, made.steps, made.step_count);
  (void)fputs(").\n", board->out);
}

/* Reports the player who was winning when the draw was agreed. */
static size_t put_given_away(const struct board *board, ending how) {
  if (how != ENDING_DRAW || grundy_match_has_payoffs(board->match)) return 0;
  for (int who = PERSON; who <= COMPUTER; who++) {
    if (board_verdict(board, grundy_match_length(board->match), (player)who) != WON) continue;
    (void)fprintf(board->out, "%s winning until the draw.\n",
                  who == PERSON ? "You were" : "The computer was");
    return 1;
  }
  return 0;
}

static void put_mistakes(const struct board *board, ending how) {
  size_t count = 0;
  for (uint64_t i = 0; i < grundy_match_length(board->match); i++) {
    if (!is_mistake(board, i)) continue;
    if (count++ < MISTAKES) put_mistake(board, i);
  }
  size_t away = put_given_away(board, how);
  if (count + away == 0 && grundy_match_length(board->match) > 0)
    (void)fputs("Nobody made a mistake.\n", board->out);
  if (count > MISTAKES)
    (void)fprintf(board->out, "%s and %zu more mistakes.\n", board_dots(board), count - MISTAKES);
}

/* ---- what was to be had from the start --------------------------------------------------- */

static void put_promise(const struct board *board) {
  static const char *const promises[] = {
      [LOST] = "the computer wins", [DRAWN] = "it is a draw", [WON] = "you win"};
  if (!grundy_match_has_payoffs(board->match)) {
    (void)fprintf(board->out, "With best play from the start %s.\n",
                  promises[board_verdict(board, 0, PERSON)]);
    return;
  }
  (void)fputs("From the start you could be sure of ", board->out);
  board_put_sure(board, PERSON, board_worth(board, 0, PERSON));
  (void)fputs(", the computer of ", board->out);
  board_put_sure(board, COMPUTER, board_worth(board, 0, COMPUTER));
  (void)fputs(".\n", board->out);
}

/* ---- the result -------------------------------------------------------------------------- */

/* Formats "12 moves". */
static const char *count_moves(const struct board *board, char text[32]) {
  uint64_t count = grundy_match_length(board->match);
  (void)snprintf(text, 32, "%llu move%s", (unsigned long long)count, board_plural(count));
  return text;
}

/* Writes "You cannot move", or "Play is over" if the winner does not follow from that. */
static void put_winner(const struct board *board) {
  uint64_t count = grundy_match_length(board->match);
  verdict mine = board_verdict(board, count, PERSON);
  player loser = (player)grundy_match_position_after(board->match, count).turn;
  char text[128], moves[32];
  int length = board_is_standalone(board)
                   ? snprintf(text, sizeof text, "Play is over: ")
                   : snprintf(text, sizeof text, "%s cannot move: ", name_of(loser, true));
  (void)snprintf(text + length, sizeof text - (size_t)length, "%s after %s.",
                 mine == WON     ? "you win"
                 : mine == DRAWN ? "a draw"
                                 : "the computer wins",
                 count_moves(board, moves));
  board_put_in(board, mine == WON ? GREEN : mine == DRAWN ? YELLOW : RED, text);
}

/* Writes the payoff, which both players can be sure of when play is over. */
static void put_payment(const struct board *board) {
  player abe = grundy_match_colour(board->match, PERSON) == 'A' ? PERSON : COMPUTER;
  char text[128], moves[32];
  (void)snprintf(text, sizeof text, "Play is over after %s: A (%s) gets %.15g.",
                 count_moves(board, moves), name_of(abe, false),
                 board_worth(board, grundy_match_length(board->match), abe));
  board_put_in(board, YELLOW, text);
}

static void put_farewell(const struct board *board, ending how) {
  static const char *const states[] = {
      [LOST] = "lost for you", [DRAWN] = "a draw", [WON] = "won for you"};
  bool payoffs = grundy_match_has_payoffs(board->match);
  char text[128], moves[32];
  (void)count_moves(board, moves);
  if (how == ENDING_DRAW && payoffs && board->infinite.given)
    (void)snprintf(text, sizeof text, "Both players stop after %s: A gets %.15g.", moves,
                   board->infinite.value);
  else if (how == ENDING_DRAW)
    (void)snprintf(text, sizeof text, "%s after %s.", payoffs ? "Both players stop" : "A draw",
                   moves);
  else if (payoffs)
    (void)snprintf(text, sizeof text, "You leave after %s.", moves);
  else
    (void)snprintf(text, sizeof text, "You leave after %s; the position is %s.", moves,
                   states[board_verdict(board, grundy_match_length(board->match), PERSON)]);
  board_put_in(board, YELLOW, text);
}

void result_print(const struct board *board, ending how) {
  (void)putc('\n', board->out);
  if (how != ENDING_OVER)
    put_farewell(board, how);
  else if (grundy_match_has_payoffs(board->match))
    put_payment(board);
  else
    put_winner(board);
  (void)putc('\n', board->out);
  if (how == ENDING_LEFT) return;
  put_promise(board);
  put_mistakes(board, how);
}
