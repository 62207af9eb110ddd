/* What a game says about a position beside its moves, where relations are concerned: who moves
 * there and how it ends there. */

#ifndef GRUNDY_SRC_MORPHISM_ENDS_H
#define GRUNDY_SRC_MORPHISM_ENDS_H

#include <grundy/digraph.h>

/* Two positions may be related only if these are equal. An impartial terminal position about which
 * nothing is said is won by the previous player, as 'P' is. */
typedef struct grundy_end {
  uint8_t player; /* 'A', 'B', or 0 in an impartial game */
  uint8_t result; /* 'P', 'N', 'D', 'A', 'B'; '$' for a payoff; 0 where there are moves */
  double payoff;  /* 0 where there is none */
} grundy_end;

grundy_end grundy_end_of(const grundy_digraph *g, uint32_t v);

static inline bool grundy_ends_equal(grundy_end a, grundy_end b) {
  return a.player == b.player && a.result == b.result && a.payoff == b.payoff;
}

/* Does the game say who moves, or that somebody but the last player wins? Values and what keeps
 * them are those of other games. */
bool grundy_ends_matter(const grundy_digraph *g);

/* Numbers equal ends alike and others differently: keys[v] for every vertex, far fewer than
 * UINT32_MAX. False if memory runs out. O(V + T log T), T terminal positions with payoffs. */
bool grundy_ends_number(const grundy_digraph *g, uint32_t *keys);

#endif
