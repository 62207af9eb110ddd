/* Matches: two players move in turn in a compound, and each position says what it is worth to
 * them. */

#ifndef GRUNDY_PLAY_H
#define GRUNDY_PLAY_H

#include <grundy/base.h>
#include <grundy/compound.h>
#include <grundy/game.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The moves made so far. The players are 0 and 1. */
typedef struct grundy_match grundy_match;

typedef struct grundy_match_options {
  size_t size;
  int first; /* the player who begins, 0 or 1 */

  /* The digraph of the only component, if it has players or payoffs; NULL otherwise. Kept by the
   * match. */
  const grundy_solved *solved;

  /* How to search for what no theorem tells; NULL: by default. Kept by the match, which reads it
   * before every search, so the caller may change it between calls. */
  const grundy_search_options *search;
} grundy_match_options;

/* Starts a match at the position of the compound, which is borrowed: as long as the match lives,
 * only the match may move it. GRUNDY_UNABLE if it is not known who wins, GRUNDY_BAD_ARGUMENT if
 * options->first is not a player. `options` may be NULL. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_match_new(grundy_compound *compound,
                                                          const grundy_match_options *options,
                                                          grundy_match **match,
                                                          grundy_error *error);

/* The compound stays where the match left it. NULL is allowed. */
GRUNDY_API void grundy_match_free(grundy_match *match);

/* ---- looking at a match ----------------------------------------------------------------- */

typedef struct grundy_match_position {
  int turn; /* the player who is to move */

  /* What the position is worth to each player who makes no mistake from here on: 1 a win, 0 a draw,
   * -1 a loss. In a game with payoffs, the payoff that the player can be sure of, negated for
   * player B, who wants A's payoff to be small; -INFINITY if B or A can be sure of nothing. Where
   * play is over, this is the result. */
  double worth[2];

  bool is_over; /* the player to move has no move */
  const grundy_step
      *steps; /* the move made there, owned by the match; NULL if it was not made yet */
  uint64_t step_count;
} grundy_match_position;

/* How many moves have been made and not taken back. */
GRUNDY_API uint64_t grundy_match_length(const grundy_match *match);

/* The position after so many moves, at most grundy_match_length; 0 is the start. The steps live
 * until that move is taken back. */
GRUNDY_API grundy_match_position grundy_match_position_after(const grundy_match *match,
                                                             uint64_t moves);

/* Which player of a two-coloured game, 'A' or 'B', this player is; 0 in other games. Whoever begins
 * is the one whose turn it is in the first position. */
GRUNDY_API char grundy_match_colour(const grundy_match *match, int player);

/* Is the worth of positions counted in payoffs? */
GRUNDY_API bool grundy_match_has_payoffs(const grundy_match *match);

/* How often the current position has occurred with the same player to move, now included.
 * O(components + steps of all moves). */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_match_occurrences(const grundy_match *match,
                                                                  uint64_t *count,
                                                                  grundy_error *error);

/* ---- moving ------------------------------------------------------------------------------ */

/* Makes a move for the player to move, who thereby passes the turn. GRUNDY_BAD_ARGUMENT says why
 * the rules do not allow it, GRUNDY_UNABLE that it is not known who wins afterwards. On failure the
 * match is as it was. The moves are those of grundy_compound_moves. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_match_move(grundy_match *match,
                                                           const grundy_step *steps, uint64_t count,
                                                           grundy_error *error);

/* Takes back the last move. False if there is none. */
GRUNDY_API bool grundy_match_undo(grundy_match *match);

/* Finds a best move of the player to move, who wins a won position if all moves are found like
 * this, does not lose a drawn one, and gets what can be had for sure where there are payoffs.
 *
 *   evaluation  what is known about the current position; in a game with payoffs, nothing
 *   best        the move; its steps and K belong to the match and live until the next call
 *
 * GRUNDY_UNABLE if no best move is known, or play is over. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_match_best(grundy_match *match,
                                                           grundy_evaluation *evaluation,
                                                           grundy_move *best, grundy_error *error);

#ifdef __cplusplus
}
#endif

#endif
