/* Naive twins for games with kinds of moves: sums as explicit products, and turns by a search from
 * every position. For games of a few positions. */

#ifndef SUPPORT_NAIVE_TURNS_H
#define SUPPORT_NAIVE_TURNS_H

#include <grundy/digraph.h>

/* The outcomes of all states of a sum, by the definition: the least labelling with N where a move
 * that changes the player leads to P or one that keeps the player leads to N, and P where moves
 * that change the player lead only to N and those that keep the player only to P. */
typedef struct naive_sum {
  uint32_t count;
  const grundy_digraph *games[4];
  uint8_t *outcomes;   /* by state */
  uint32_t *distances; /* by state: the length of the longest play */
} naive_sum;

/* Fills the arrays for the given games. Aborts when memory runs out. */
void naive_sum_solve(naive_sum *sum);
void naive_sum_free(naive_sum *sum);

/* Returns the outcome of these positions, where everybody may move anywhere. */
uint8_t naive_sum_outcome(const naive_sum *sum, const uint32_t *positions);

/* The same where the next move must be made in the game lock - 1, if `lock` is not 0. */
uint8_t naive_sum_outcome_locked(const naive_sum *sum, const uint32_t *positions, uint32_t lock);

/* Returns the length of the longest play there, GRUNDY_INFINITY if play may go on forever. */
uint32_t naive_sum_distance_locked(const naive_sum *sum, const uint32_t *positions, uint32_t lock);

/* Returns the kinds of the move from u to v; 0 if there is none. */
uint8_t naive_kinds(const grundy_digraph *g, uint32_t u, uint32_t v);

enum { NAIVE_TURN_MOST = 8 };

/* Finds, for every position, the least n such that one of the players can win while at most n
 * moves, or turns, are completed; GRUNDY_INFINITY if there is none. A turn is completed when the
 * opponent is to move. g has kinds of moves, and at most NAIVE_TURN_MOST positions. */
void naive_remoteness_of_kinds(const grundy_digraph *g, bool in_turns, uint32_t *remoteness);

/* Finds the largest number of moves, or of completed turns, of a play; GRUNDY_INFINITY if play may
 * go on forever. g is as above. */
void naive_distance_of_kinds(const grundy_digraph *g, bool in_turns, uint32_t *distance);

/* Finds the remoteness in the ordinary game whose moves are the completed turns, and in which an
 * endless turn is a draw. g is as above. */
void naive_remoteness_of_turns(const grundy_digraph *g, uint32_t *remoteness);

/* What the player to move can reach in one turn from a position, as bits by position. */
typedef struct naive_turn {
  uint32_t rests, exits;
  bool wins, is_endless, has_choice;
} naive_turn;

/* g has at most NAIVE_TURN_MOST positions. */
naive_turn naive_turn_from(const grundy_digraph *g, uint32_t u);

#endif
