#include "result.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include <grundy/compound.h>
#include <grundy/solve.h>

#include "board.h"
#include "expression.h"
#include "match.h"

enum { MISTAKES = 10 /* that are told */ };

static const char *name_of(player who, bool capital) {
  if (who == PERSON) return capital ? "You" : "you";
  return capital ? "The computer" : "the computer";
}

/* ---- mistakes ------------------------------------------------------------------------ */

static bool is_mistake(const struct match *match, size_t number) {
  player mover = match->made[number].mover;
  return match_worth(match, number + 1, mover) < match_worth(match, number, mover);
}

/* What the mover had before: "were winning", "had a draw", "could be sure of a payoff of …". */
static void put_had(const struct board *board, player mover, size_t number) {
  if (board->match->payoffs) {
    (void)fputs("could be sure of ", board->out);
    board_put_sure(board, mover, match_worth(board->match, number, mover));
  } else if (match_verdict(board->match, number, mover) == WON) {
    (void)fputs(mover == PERSON ? "were winning" : "was winning", board->out);
  } else {
    (void)fputs("had a draw", board->out);
  }
}

/* "You were winning until move 3 (2 nim: 5 -> 1)." */
static void put_mistake(const struct board *board, size_t number) {
  const struct made *made = &board->match->made[number];
  (void)fprintf(board->out, "%s ", name_of(made->mover, true));
  put_had(board, made->mover, number);
  (void)fprintf(board->out, " until move %zu (", number + 1);
  expression_put_steps(board->out, board->match->expression, made->steps, made->count);
  (void)fputs(").\n", board->out);
}

/* Whoever was winning when the draw was agreed has given that away. */
static size_t put_given_away(const struct board *board, ending how) {
  const struct match *match = board->match;
  if (how != ENDING_DRAW || match->payoffs) return 0;
  for (int who = PERSON; who <= COMPUTER; who++) {
    if (match_verdict(match, match->count, (player)who) != WON) continue;
    (void)fprintf(board->out, "%s winning until the draw.\n",
                  who == PERSON ? "You were" : "The computer was");
    return 1;
  }
  return 0;
}

static void put_mistakes(const struct board *board, ending how) {
  size_t count = 0;
  for (size_t i = 0; i < board->match->count; i++) {
    if (!is_mistake(board->match, i)) continue;
    if (count++ < MISTAKES) put_mistake(board, i);
  }
  size_t away = put_given_away(board, how);
  if (count + away == 0 && board->match->count > 0)
    (void)fputs("Nobody made a mistake.\n", board->out);
  if (count > MISTAKES)
    (void)fprintf(board->out, "%s and %zu more mistakes.\n", board_dots(board), count - MISTAKES);
}

/* ---- what was to be had from the start --------------------------------------------------- */

static void put_promise(const struct board *board) {
  static const char *const promises[] = {
      [LOST] = "the computer wins", [DRAWN] = "it is a draw", [WON] = "you win"};
  if (!board->match->payoffs) {
    (void)fprintf(board->out, "With best play from the start %s.\n",
                  promises[match_verdict(board->match, 0, PERSON)]);
    return;
  }
  (void)fputs("From the start you could be sure of ", board->out);
  board_put_sure(board, PERSON, match_worth(board->match, 0, PERSON));
  (void)fputs(", the computer of ", board->out);
  board_put_sure(board, COMPUTER, match_worth(board->match, 0, COMPUTER));
  (void)fputs(".\n", board->out);
}

/* ---- the result -------------------------------------------------------------------------- */

/* "You cannot move", or "Play is over" where that alone does not tell who wins. */
static void put_winner(const struct board *board) {
  const struct match *match = board->match;
  verdict mine = match_verdict(match, match->count, PERSON);
  char text[128];
  int length = match->lone
                   ? snprintf(text, sizeof text, "Play is over: ")
                   : snprintf(text, sizeof text, "%s cannot move: ", name_of(match->turn, true));
  (void)snprintf(text + length, sizeof text - (size_t)length, "%s after %zu move%s.",
                 mine == WON     ? "you win"
                 : mine == DRAWN ? "a draw"
                                 : "the computer wins",
                 match->count, board_plural(match->count));
  board_put_in(board, mine == WON ? GREEN : mine == DRAWN ? YELLOW : RED, text);
}

/* Where play is over both players can be sure of what is paid. */
static void put_payment(const struct board *board) {
  const struct match *match = board->match;
  player abe = match->colour[PERSON] == 'A' ? PERSON : COMPUTER;
  char text[128];
  (void)snprintf(text, sizeof text, "Play is over after %zu move%s: A (%s) gets %.15g.",
                 match->count, board_plural(match->count), name_of(abe, false),
                 match_worth(match, match->count, abe));
  board_put_in(board, YELLOW, text);
}

static void put_farewell(const struct board *board, ending how) {
  static const char *const states[] = {
      [LOST] = "lost for you", [DRAWN] = "a draw", [WON] = "won for you"};
  const struct match *match = board->match;
  const char *plural = board_plural(match->count);
  char text[128];
  if (how == ENDING_DRAW && match->payoffs && match->infinite.given)
    (void)snprintf(text, sizeof text, "Both players stop after %zu move%s: A gets %.15g.",
                   match->count, plural, match->infinite.value);
  else if (how == ENDING_DRAW)
    (void)snprintf(text, sizeof text, "%s after %zu move%s.",
                   match->payoffs ? "Both players stop" : "A draw", match->count, plural);
  else if (match->payoffs)
    (void)snprintf(text, sizeof text, "You leave after %zu move%s.", match->count, plural);
  else
    (void)snprintf(text, sizeof text, "You leave after %zu move%s; the position is %s.",
                   match->count, plural, states[match_verdict(match, match->count, PERSON)]);
  board_put_in(board, YELLOW, text);
}

void result_tell(const struct board *board, ending how) {
  (void)putc('\n', board->out);
  if (how != ENDING_OVER)
    put_farewell(board, how);
  else if (board->match->payoffs)
    put_payment(board);
  else
    put_winner(board);
  (void)putc('\n', board->out);
  if (how == ENDING_LEFT) return;
  put_promise(board);
  put_mistakes(board, how);
}
