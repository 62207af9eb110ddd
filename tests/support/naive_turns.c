#include "support/naive_turns.h"

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

static uint8_t outcome_now(const naive_sum *sum, uint64_t state) {
  uint32_t positions[4], lock;
  bool good = false, all_bad = true;
  find_state(sum, state, positions, &lock);
  for (uint32_t i = 0; i < sum->count; i++) {
    uint32_t u = positions[i];
    if (lock != 0 && lock != i + 1) continue;
    for (uint32_t v = 0; v < grundy_digraph_order(sum->games[i]); v++)
      for (unsigned kind = 1; kind <= GRUNDY_MOVE_ENTAILING; kind *= 2) {
        if ((naive_kinds(sum->games[i], u, v) & kind) == 0) continue;
        positions[i] = v;
        uint8_t after = sum->outcomes[state_of(sum, positions, (kind & here) != 0 ? i + 1 : 0)];
        good |= after == ((kind & again) != 0 ? 'N' : 'P');
        all_bad &= after == ((kind & again) != 0 ? 'P' : 'N');
        positions[i] = u;
      }
  }
  return good ? 'N' : all_bad ? 'P' : 'D';
}

void naive_sum_solve(naive_sum *sum) {
  uint64_t states = sum->count + 1;
  for (uint32_t i = 0; i < sum->count; i++) states *= grundy_digraph_order(sum->games[i]);
  sum->outcomes = malloc(states);
  if (sum->outcomes == NULL) abort();
  memset(sum->outcomes, 'D', states);
  for (bool changed = true; changed;) {
    changed = false;
    for (uint64_t state = 0; state < states; state++) {
      if (sum->outcomes[state] != 'D') continue;
      sum->outcomes[state] = outcome_now(sum, state);
      changed |= sum->outcomes[state] != 'D';
    }
  }
}

uint8_t naive_sum_outcome(const naive_sum *sum, const uint32_t *positions) {
  return naive_sum_outcome_locked(sum, positions, 0);
}

uint8_t naive_sum_outcome_locked(const naive_sum *sum, const uint32_t *positions, uint32_t lock) {
  return sum->outcomes[state_of(sum, positions, lock)];
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
