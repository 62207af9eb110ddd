/* Games whose moves have kinds: turns of several moves (docs/carry-on.md). */

#ifndef GRUNDY_SRC_SOLVE_TURNS_H
#define GRUNDY_SRC_SOLVE_TURNS_H

#include <grundy/solve.h>

#include "base/arena.h"
#include "base/monitor.h"
#include "digraph/view.h"
#include "solution/impl.h"

/* A game and what its levels have found. The arrays belong to an arena. */
typedef struct grundy_turns {
  const grundy_digraph *game;
  grundy_view g;
  const uint8_t *kinds;
  uint64_t *in_offsets; /* the moves to every position: where they come from, and their kinds */
  uint32_t *in_tails;
  uint8_t *in_kinds;
  uint32_t *values;  /* G, or infinity */
  uint32_t *counter; /* the order in which nimbers were found, level by level; or infinity */
  uint8_t *sure;     /* 1 where the player to move wins at once, whatever the other games are */
  uint32_t largest;  /* value; 0 if there is none */
  grundy_arena *arena;
  grundy_work *work;
  grundy_error *error;
} grundy_turns;

/* Returns the number of moves from v, where two positions may have moves of several kinds. */
uint64_t grundy_turns_count_moves(const grundy_turns *t, uint32_t v);

/* Computes remoteness counted in turns: the number of turns if the winner hurries and the loser
 * delays; GRUNDY_INFINITY at draws. Needs the moves to every position. O(V + E). */
grundy_status grundy_turns_remoteness(const grundy_turns *t, uint32_t *turns);

/* Computes the largest number of moves of a play, or of turns; GRUNDY_INFINITY if play may go on
 * forever. Needs the moves to every position. O(V + E). */
grundy_status grundy_turns_distance(const grundy_turns *t, bool in_turns, uint32_t *distance);

/* Makes the sets K and C of all positions that are not nimbers. Both are absent at nimbers, and
 * where an entailing move leaves a choice of answers, unless the player wins at once: there K is
 * empty and C contains only infinity. The caller frees the sets. O(E · (largest value + 1)). */
grundy_status grundy_turns_sets(grundy_turns *t, grundy_sets *k, grundy_sets *c);

#endif
