#include "support/naive_turns.h"

#include <grundy/value.h>

#include <stdlib.h>
#include <string.h>

static const unsigned again = GRUNDY_MOVE_CARRY_ON | GRUNDY_MOVE_LOCAL;
static const unsigned here = GRUNDY_MOVE_LOCAL | GRUNDY_MOVE_ENTAILING;

uint8_t naive_kinds(const grundy_digraph *g, uint32_t u, uint32_t v) {
  grundy_vertices row = grundy_digraph_followers(g, u);
  const uint8_t *kinds = grundy_digraph_kinds(g);
  for (uint64_t i = 0; i < row.count; i++)
    if (row.at[i] == v)
      return kinds == NULL ? GRUNDY_MOVE_ORDINARY : kinds[grundy_digraph_offsets(g)[u] + i];
  return 0;
}

/* ---- sums ------------------------------------------------------------------------------- */

/* A state is the positions, the last game changing fastest, and the lock: 0, or 1 + the game where
 * the next move must be made. */
static uint64_t state_of(const naive_sum *sum, const uint32_t *positions, uint32_t lock) {
  uint64_t state = 0;
  for (uint32_t i = 0; i < sum->count; i++)
    state = state * grundy_digraph_order(sum->games[i]) + positions[i];
  return state * (sum->count + 1) + lock;
}

static void find_state(const naive_sum *sum, uint64_t state, uint32_t *positions, uint32_t *lock) {
  *lock = (uint32_t)(state % (sum->count + 1));
  state /= sum->count + 1;
  for (uint32_t i = sum->count; i-- > 0; state /= grundy_digraph_order(sum->games[i]))
    positions[i] = (uint32_t)(state % grundy_digraph_order(sum->games[i]));
}

/* Calls `see` for every move of a state: where it leads to, and whether the same player moves
 * again. */
static void each_move(const naive_sum *sum, uint64_t state,
                      void (*see)(const naive_sum *sum, uint64_t to, bool keeps, void *data),
                      void *data) {
  uint32_t positions[4], lock;
  find_state(sum, state, positions, &lock);
  for (uint32_t i = 0; i < sum->count; i++) {
    uint32_t u = positions[i];
    if (lock != 0 && lock != i + 1) continue;
    for (uint32_t v = 0; v < grundy_digraph_order(sum->games[i]); v++)
      for (unsigned kind = 1; kind <= GRUNDY_MOVE_ENTAILING; kind *= 2) {
        if ((naive_kinds(sum->games[i], u, v) & kind) == 0) continue;
        positions[i] = v;
        see(sum, state_of(sum, positions, (kind & here) != 0 ? i + 1 : 0), (kind & again) != 0,
            data);
        positions[i] = u;
      }
  }
}

typedef struct labels {
  bool good, all_bad;
} labels;

static void see_label(const naive_sum *sum, uint64_t to, bool keeps, void *data) {
  labels *l = data;
  l->good |= sum->outcomes[to] == (keeps ? 'N' : 'P');
  l->all_bad &= sum->outcomes[to] == (keeps ? 'P' : 'N');
}

static void see_distance(const naive_sum *sum, uint64_t to, bool keeps, void *data) {
  uint32_t *most = data, next = sum->distances[to];
  (void)keeps;
  if (next == GRUNDY_INFINITY)
    *most = GRUNDY_INFINITY;
  else if (next + 1 > *most)
    *most = next + 1;
}

/* Labels a state by its followers; returns whether anything was learnt. */
static bool label(naive_sum *sum, uint64_t state) {
  bool changed = false;
  if (sum->outcomes[state] == 'D') {
    labels l = {.good = false, .all_bad = true};
    each_move(sum, state, see_label, &l);
    sum->outcomes[state] = l.good ? 'N' : l.all_bad ? 'P' : 'D';
    changed = sum->outcomes[state] != 'D';
  }
  if (sum->distances[state] == GRUNDY_INFINITY) {
    uint32_t most = 0;
    each_move(sum, state, see_distance, &most);
    sum->distances[state] = most;
    changed |= most != GRUNDY_INFINITY;
  }
  return changed;
}

void naive_sum_solve(naive_sum *sum) {
  uint64_t states = sum->count + 1;
  for (uint32_t i = 0; i < sum->count; i++) states *= grundy_digraph_order(sum->games[i]);
  sum->outcomes = malloc(states);
  sum->distances = malloc(states * sizeof *sum->distances);
  if (sum->outcomes == NULL || sum->distances == NULL) abort();
  memset(sum->outcomes, 'D', states);
  for (uint64_t state = 0; state < states; state++) sum->distances[state] = GRUNDY_INFINITY;
  for (bool changed = true; changed;) {
    changed = false;
    for (uint64_t state = 0; state < states; state++) changed |= label(sum, state);
  }
}

void naive_sum_free(naive_sum *sum) {
  free(sum->outcomes);
  free(sum->distances);
}

uint8_t naive_sum_outcome(const naive_sum *sum, const uint32_t *positions) {
  return naive_sum_outcome_locked(sum, positions, 0);
}

uint8_t naive_sum_outcome_locked(const naive_sum *sum, const uint32_t *positions, uint32_t lock) {
  return sum->outcomes[state_of(sum, positions, lock)];
}

uint32_t naive_sum_distance_locked(const naive_sum *sum, const uint32_t *positions, uint32_t lock) {
  return sum->distances[state_of(sum, positions, lock)];
}

/* ---- turns ------------------------------------------------------------------------------ */

/* Who moves within a turn: the player anywhere, the player here, the opponent here. */
enum { FREE, LOCKED, WAITING, STATES };

static uint32_t count_kinds(const grundy_digraph *g, uint32_t u) {
  uint32_t count = 0;
  for (uint32_t v = 0; v < grundy_digraph_order(g); v++)
    count += (uint32_t)__builtin_popcount(naive_kinds(g, u, v));
  return count;
}

/* Returns the states one move away, as bits, and adds the exits. */
static uint32_t states_after(const grundy_digraph *g, uint32_t state, uint32_t *exits) {
  uint32_t u = state / STATES, after = 0;
  bool is_opponent = state % STATES == WAITING;
  if (is_opponent && count_kinds(g, u) != 1) return 0;
  for (uint32_t v = 0; v < grundy_digraph_order(g); v++)
    for (unsigned kind = 1; kind <= GRUNDY_MOVE_ENTAILING; kind *= 2) {
      if ((naive_kinds(g, u, v) & kind) == 0) continue;
      bool opponent_next = is_opponent == ((kind & again) != 0);
      if (opponent_next && (kind & here) == 0)
        *exits |= 1U << v;
      else
        after |= 1U << (v * STATES + ((kind & here) == 0 ? FREE
                                      : opponent_next    ? WAITING
                                                         : LOCKED));
    }
  return after;
}

/* Returns all states that can be reached from the given ones, with themselves. */
static uint32_t closure(const grundy_digraph *g, uint32_t states, uint32_t *exits) {
  for (uint32_t before = 0; before != states;) {
    before = states;
    for (uint32_t s = 0; s < STATES * grundy_digraph_order(g); s++)
      if ((before >> s & 1) != 0) states |= states_after(g, s, exits);
  }
  return states;
}

naive_turn naive_turn_from(const grundy_digraph *g, uint32_t u) {
  naive_turn turn = {0};
  uint32_t unused = 0, reached = closure(g, 1U << (u * STATES), &turn.exits);
  for (uint32_t s = 0; s < STATES * grundy_digraph_order(g); s++) {
    if ((reached >> s & 1) == 0) continue;
    uint32_t v = s / STATES, moves = count_kinds(g, v);
    if (s % STATES == FREE) turn.rests |= 1U << v;
    turn.wins |= s % STATES == WAITING && moves == 0;
    turn.has_choice |= s % STATES == WAITING && moves > 1;
    turn.is_endless |= (closure(g, states_after(g, s, &unused), &unused) >> s & 1) != 0;
  }
  return turn;
}

/* ---- counts ----------------------------------------------------------------------------- */

enum { LIMIT = 2 * NAIVE_TURN_MOST };

/* By the number of moves or turns that are left, and by position: the player to move wins, or
 * loses. */
typedef struct budget {
  bool in_turns;
  bool wins[LIMIT + 1][NAIVE_TURN_MOST], loses[LIMIT + 1][NAIVE_TURN_MOST];
} budget;

/* Sees one move: after it `left` is left, and the player moves again or not. */
static void see_move(const budget *b, uint32_t v, int left, bool moves_again, bool *wins,
                     bool *loses) {
  *wins |= left >= 0 && (moves_again ? b->wins : b->loses)[left][v];
  *loses &= left >= 0 && (moves_again ? b->loses : b->wins)[left][v];
}

/* Applies the definition to u once; returns whether something changed. */
static bool improve(budget *b, const grundy_digraph *g, uint32_t u, int left) {
  grundy_vertices row = grundy_digraph_followers(g, u);
  const uint8_t *kinds = grundy_digraph_kinds(g) + grundy_digraph_offsets(g)[u];
  bool wins = false, loses = true;
  for (uint64_t i = 0; i < row.count; i++) {
    if ((kinds[i] & ~again) != 0) see_move(b, row.at[i], left - 1, false, &wins, &loses);
    if ((kinds[i] & again) != 0) see_move(b, row.at[i], left - !b->in_turns, true, &wins, &loses);
  }
  bool changed = wins != b->wins[left][u] || loses != b->loses[left][u];
  b->wins[left][u] = wins;
  b->loses[left][u] = loses;
  return changed;
}

void naive_remoteness_of_kinds(const grundy_digraph *g, bool in_turns, uint32_t *remoteness) {
  uint32_t order = grundy_digraph_order(g);
  budget b = {.in_turns = in_turns};
  for (uint32_t u = 0; u < order; u++) remoteness[u] = GRUNDY_INFINITY;
  for (uint32_t left = 0; left <= 2 * order; left++) {
    for (bool changed = true; changed;) {
      changed = false;
      for (uint32_t u = 0; u < order; u++) changed |= improve(&b, g, u, (int)left);
    }
    for (uint32_t u = 0; u < order; u++)
      if (remoteness[u] == GRUNDY_INFINITY && (b.wins[left][u] || b.loses[left][u]))
        remoteness[u] = left;
  }
}

/* Walks of 1, 2, … moves: a play with as many moves as positions goes on forever. */
void naive_distance_of_kinds(const grundy_digraph *g, bool in_turns, uint32_t *distance) {
  uint32_t order = grundy_digraph_order(g);
  const uint64_t *offsets = grundy_digraph_offsets(g);
  bool goes_on[NAIVE_TURN_MOST];
  for (uint32_t u = 0; u < order; u++) {
    distance[u] = 0;
    goes_on[u] = true;
  }
  for (uint32_t moves = 0; moves < order; moves++) {
    uint32_t before[NAIVE_TURN_MOST];
    bool went_on[NAIVE_TURN_MOST];
    memcpy(before, distance, order * sizeof *distance);
    memcpy(went_on, goes_on, sizeof goes_on);
    for (uint32_t u = 0; u < order; u++) {
      goes_on[u] = false;
      for (uint64_t e = offsets[u]; e < offsets[u + 1]; e++) {
        uint32_t v = grundy_digraph_targets(g)[e];
        uint32_t count = before[v] + (!in_turns || (grundy_digraph_kinds(g)[e] & ~again) != 0);
        goes_on[u] |= went_on[v];
        if (count > distance[u]) distance[u] = count;
      }
    }
  }
  for (uint32_t u = 0; u < order; u++)
    if (goes_on[u]) distance[u] = GRUNDY_INFINITY;
}

/* Returns the positions that a turn from u can end at, as bits, and whether a turn may be endless.
 */
static uint32_t ends_of_turns(const grundy_digraph *g, uint32_t u, bool *is_endless) {
  uint32_t order = grundy_digraph_order(g), inside = 1U << u, ends = 0;
  const uint64_t *offsets = grundy_digraph_offsets(g);
  for (uint32_t moves = 0; moves < order && inside != 0; moves++) {
    uint32_t after = 0;
    for (uint32_t v = 0; v < order; v++)
      for (uint64_t e = offsets[v]; e < offsets[v + 1] && (inside >> v & 1) != 0; e++) {
        unsigned kinds = grundy_digraph_kinds(g)[e];
        if ((kinds & ~again) != 0) ends |= 1U << grundy_digraph_targets(g)[e];
        if ((kinds & again) != 0) after |= 1U << grundy_digraph_targets(g)[e];
      }
    inside = after; /* positions after `moves` + 1 moves of the turn */
  }
  *is_endless = inside != 0;
  return ends;
}

void naive_remoteness_of_turns(const grundy_digraph *g, uint32_t *remoteness) {
  uint32_t order = grundy_digraph_order(g), ends[NAIVE_TURN_MOST];
  uint32_t odd = 0, even = 0; /* positions whose remoteness is known */
  bool is_endless[NAIVE_TURN_MOST];
  for (uint32_t u = 0; u < order; u++) {
    ends[u] = ends_of_turns(g, u, &is_endless[u]);
    remoteness[u] = GRUNDY_INFINITY;
  }
  for (uint32_t label = 0; label <= 2 * order; label++) {
    uint32_t found = 0;
    for (uint32_t u = 0; u < order; u++) {
      bool fits = label % 2 == 1 ? (ends[u] & even) != 0 : !is_endless[u] && (ends[u] & ~odd) == 0;
      if (remoteness[u] != GRUNDY_INFINITY || !fits) continue;
      remoteness[u] = label;
      found |= 1U << u;
    }
    *(label % 2 == 1 ? &odd : &even) |= found;
  }
}
