#include "support/naive_strategies.h"

#include <grundy/solution.h>
#include <grundy/value.h>

/* A strategy: one choice per vertex. */
typedef struct strategy {
  uint32_t choice[STRATEGIES_MOST];
} strategy;

static uint64_t moves_of(const grundy_digraph *g, uint32_t v) {
  return grundy_digraph_followers(g, v).count;
}

/* Advances to the next choices at the vertices of that player, like an odometer; false after the
 * last. */
static bool next_strategy(const grundy_digraph *g, uint8_t player, strategy *s) {
  const uint8_t *players = grundy_digraph_players(g);
  for (uint32_t v = 0; v < grundy_digraph_order(g); v++) {
    if (players[v] != player || moves_of(g, v) == 0) continue;
    if (++s->choice[v] < moves_of(g, v)) return true;
    s->choice[v] = 0;
  }
  return false;
}

/* Returns where play ends and after how many moves; GRUNDY_INFINITY moves if it does not end. */
typedef struct ending {
  uint32_t vertex, moves;
} ending;

static ending play(const grundy_digraph *g, const strategy *s, uint32_t v) {
  for (uint32_t moves = 0; moves <= grundy_digraph_order(g); moves++) {
    if (moves_of(g, v) == 0) return (ending){v, moves};
    v = grundy_digraph_followers(g, v).at[s->choice[v]];
  }
  return (ending){v, GRUNDY_INFINITY};
}

/* The aim of a player in every play; `context` is its argument. */
typedef bool want(const grundy_digraph *g, ending end, const void *context);

/* Returns whether the player has a strategy that reaches the aim against all others. *most: the
 * longest play with the strategy that makes it shortest. */
static bool ensures(const grundy_digraph *g, uint8_t player, uint32_t v, want *wanted,
                    const void *context, uint32_t *most) {
  uint8_t other = player == 'A' ? 'B' : 'A';
  strategy s = {{0}};
  bool found = false;
  *most = GRUNDY_INFINITY;
  do {
    bool good = true;
    uint32_t longest = 0;
    do {
      ending end = play(g, &s, v);
      good = good && wanted(g, end, context);
      if (end.moves > longest) longest = end.moves;
    } while (next_strategy(g, other, &s));
    found = found || good;
    if (good && longest < *most) *most = longest;
  } while (next_strategy(g, player, &s));
  return found;
}

typedef struct aim_of {
  int aim;
  uint8_t player;
} aim_of;

static bool succeeds(const grundy_digraph *g, ending end, const void *context) {
  const aim_of *aim = context;
  if (end.moves == GRUNDY_INFINITY) return false;
  uint8_t outcome = grundy_digraph_outcomes(g)[end.vertex];
  bool of_a = aim->aim == 0 ? outcome == 'A' : aim->aim == 1 ? outcome != 'B' : aim->aim == 2;
  return of_a == (aim->player == 'A');
}

bool strategies_force(const grundy_digraph *g, int aim, uint8_t player, uint32_t v,
                      uint32_t *most) {
  aim_of context = {aim, player};
  return ensures(g, player, v, succeeds, &context, most);
}

static bool does_not_lose(const grundy_digraph *g, ending end, const void *context) {
  const uint8_t *other = context;
  return end.moves == GRUNDY_INFINITY || grundy_digraph_outcomes(g)[end.vertex] != *other;
}

uint8_t strategies_level(const grundy_digraph *g, uint8_t player, uint32_t v) {
  uint8_t other = player == 'A' ? 'B' : 'A';
  bool a = player == 'A';
  uint32_t most;
  if (strategies_force(g, a ? 0 : 1, player, v, &most)) return GRUNDY_LEVEL_BOUNDED_WIN;
  if (strategies_force(g, a ? 1 : 0, player, v, &most)) return GRUNDY_LEVEL_BOUNDED_DRAW;
  bool ends = strategies_force(g, a ? 2 : 3, player, v, &most);
  if (ensures(g, player, v, does_not_lose, &other, &most))
    return ends ? GRUNDY_LEVEL_DRAW_OR_BOUNDED_LOSS : GRUNDY_LEVEL_DRAW;
  return ends ? GRUNDY_LEVEL_BOUNDED_LOSS : GRUNDY_LEVEL_NOTHING;
}

/* ---- payoffs ---------------------------------------------------------------------------- */

double strategies_payoff(const grundy_digraph *g, double infinite, uint32_t v) {
  strategy s = {{0}};
  double best = 0;
  bool first = true;
  do {
    double worst = 0;
    bool none = true;
    do {
      ending end = play(g, &s, v);
      double worth =
          end.moves == GRUNDY_INFINITY ? infinite : grundy_digraph_payoffs(g)[end.vertex];
      if (none || worth < worst) worst = worth;
      none = false;
    } while (next_strategy(g, 'B', &s));
    if (first || worst > best) best = worst;
    first = false;
  } while (next_strategy(g, 'A', &s));
  return best;
}

typedef struct bound {
  uint8_t player;
  double payoff;
  uint32_t moves;
} bound;

static bool is_within(const grundy_digraph *g, ending end, const void *context) {
  const bound *b = context;
  if (end.moves > b->moves) return false;
  double payoff = grundy_digraph_payoffs(g)[end.vertex];
  return b->player == 'A' ? payoff >= b->payoff : payoff <= b->payoff;
}

bool strategies_within(const grundy_digraph *g, double infinite, uint32_t v, double payoff,
                       uint32_t moves) {
  if (moves_of(g, v) == 0) return moves == 0;
  if (moves == GRUNDY_INFINITY || payoff == infinite)
    return moves == GRUNDY_INFINITY && payoff == infinite;
  bound b = {payoff > infinite ? 'A' : 'B', payoff, moves};
  uint32_t most;
  return ensures(g, b.player, v, is_within, &b, &most);
}
