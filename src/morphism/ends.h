/* What relations must respect besides moves: who moves at a position and how play ends there. */

#ifndef GRUNDY_SRC_MORPHISM_ENDS_H
#define GRUNDY_SRC_MORPHISM_ENDS_H

#include <grundy/digraph.h>

/* Two positions may be related only if these are equal. An impartial terminal position without an
 * explicit outcome is won by the previous player, like 'P'. */
typedef struct grundy_end {
  uint8_t player; /* 'A', 'B', or 0 in an impartial game */
  uint8_t result; /* 'P', 'N', 'D', 'A', 'B'; '$' for a payoff; 0 if there are moves */
  double payoff;  /* 0 if there is none */
} grundy_end;

grundy_end grundy_end_of(const grundy_digraph *g, uint32_t v);

static inline bool grundy_ends_equal(grundy_end a, grundy_end b) {
  return a.player == b.player && a.result == b.result && a.payoff == b.payoff;
}

/* Returns whether the game has players, or an end that the previous player does not win. Values,
 * and the relations that preserve them, belong to other games. */
bool grundy_ends_matter(const grundy_digraph *g);

/* Numbers ends: keys[u] = keys[v] exactly if the ends of u and v are equal. Keys are far below
 * UINT32_MAX. False if memory runs out. O(V + T log T) for T terminal positions with payoffs. */
bool grundy_ends_number(const grundy_digraph *g, uint32_t *keys);

#endif
