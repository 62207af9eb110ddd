/* Parts of answers that several answers have. */

#ifndef GRUNDY_SRC_ANSWER_IMPL_H
#define GRUNDY_SRC_ANSWER_IMPL_H

#include <grundy/answer.h>

/* Writes the member verdict: "win", "draw" or "loss", for the player to move at a position with
 * this outcome, P, N or D; null if it is not known. */
void grundy_answer_verdict(grundy_json *json, grundy_outcome outcome);

/* Writes a board: kind, its cells, points or heaps, labels and titles; null if there is none. */
void grundy_answer_board(grundy_json *json, const char *name, const grundy_board *board);

/* Writes the member cells or heaps of a board, and the member path: the steps of the move that the
 * board was drawn for. */
void grundy_answer_board_places(grundy_json *json, const grundy_board *board);
void grundy_answer_board_path(grundy_json *json, const grundy_board *board);

/* Writes the name of a position of a component. */
GRUNDY_MUST_USE grundy_status grundy_answer_position(grundy_json *json, const char *name,
                                                     const grundy_compound *compound,
                                                     uint32_t component, uint64_t position,
                                                     grundy_error *error);

/* Writes the member steps of a move: components are numbered from 1; `reduced` is the position that
 * represents `to` and its mirror images. With boards, a step in a component that has them has
 * `path`, what the move changes on the board, and `cells` or `heaps`, the board after it. `boards`
 * may be NULL. Fails only if memory runs out or the rules fail to draw a board; then the brackets
 * are closed, but something is missing. */
GRUNDY_MUST_USE grundy_status grundy_answer_steps(grundy_json *json,
                                                  const grundy_compound *compound,
                                                  const grundy_step *steps, uint64_t count,
                                                  const grundy_answer_boards *boards,
                                                  grundy_error *error);

/* The position of a compound, as an answer describes it. */
typedef struct grundy_answer_place {
  grundy_compound *compound;
  grundy_answer_about about;
  const grundy_search_options *search; /* may be NULL */
  grundy_board *board;                 /* overwritten; NULL: without boards */
  int player;                          /* to move: 0 is the player who began */
  uint64_t occurrences;
} grundy_answer_place;

/* Returns "first" or "second". */
const char *grundy_answer_player(int player);

/* Writes the members turn, player, over, occurrences, verdict, those of the evaluation, and payoff
 * in a game with payoffs. K of the evaluation must still be valid. */
grundy_status grundy_answer_put_state(grundy_json *json, const grundy_answer_place *place,
                                      const grundy_evaluation *evaluation, grundy_error *error);

/* Writes the member components. */
grundy_status grundy_answer_put_components(grundy_json *json, const grundy_answer_place *place,
                                           grundy_error *error);

/* The moves of a position. */
typedef struct grundy_answer_moves {
  grundy_moves *best; /* as grundy_compound_best lists them */
  grundy_moves *all;  /* NULL if neither all moves nor payoffs are wanted */
  uint64_t count;     /* of all moves; UINT64_MAX: too many */
} grundy_answer_moves;

/* Finds the best moves and, if all_moves, the others, at most `most`. Searches first. */
grundy_status grundy_answer_find_moves(const grundy_answer_place *place, bool all_moves,
                                       uint64_t most, grundy_answer_moves *moves,
                                       grundy_error *error);
void grundy_answer_free_moves(grundy_answer_moves *moves);

/* Writes the members move_count, complete and moves: all moves with the best ones first, or only
 * those that keep what the player to move can get. */
grundy_status grundy_answer_put_moves(grundy_json *json, const grundy_answer_place *place,
                                      const grundy_evaluation *evaluation,
                                      const grundy_answer_moves *moves, bool all_moves,
                                      grundy_error *error);

/* Writes the members of a move, as grundy_answer_move does, into the open object; the second
 * function adds the payoff in a game with payoffs. */
grundy_status grundy_answer_put_members(grundy_json *json, const grundy_compound *compound,
                                        const grundy_move *move, bool is_best,
                                        const grundy_answer_boards *boards, grundy_error *error);
grundy_status grundy_answer_put_move(grundy_json *json, const grundy_answer_place *place,
                                     const grundy_move *move, bool is_best, grundy_error *error);

/* A position of a game with players, and its solution. */
typedef struct grundy_answer_coloured {
  const grundy_digraph *g;
  const grundy_solution *solution;
  uint32_t vertex;
} grundy_answer_coloured;

/* Sets *at to the vertex that represents a position of the only component. False if the game has
 * no players. */
bool grundy_answer_coloured_at(const grundy_answer_place *place, uint64_t position,
                               grundy_answer_coloured *at);

/* The same for the current position; false also if the game has no payoffs. */
bool grundy_answer_payoffs_here(const grundy_answer_place *place, grundy_answer_coloured *at);

/* Returns the payoff of A that the player to move can be sure of; NAN if there is none. */
double grundy_answer_payoff(const grundy_answer_coloured *at);

/* Finds the follower by which the player to move keeps that payoff. */
bool grundy_answer_payoff_follower(const grundy_answer_coloured *at, uint32_t *to);

/* Writes the member guarantees: what each player can be sure of, and by which moves. */
void grundy_answer_put_guarantees(grundy_json *json, const grundy_answer_coloured *at);

/* Returns what the player who makes the move gets: N for a win, P for a loss, or D. */
grundy_outcome grundy_answer_move_outcome(const grundy_move *move);

/* Writes a number of moves: 5, "inf", {"ordinal": "w+1"}, or null if it is not known. */
void grundy_answer_number(grundy_json *json, const char *name, grundy_number number);

#endif
