/* Remoteness and distance counted in turns (docs/carry-on.md, "Counting turns"), and distance
 * counted in moves. */

#include "solve/turns.h"

#include "base/error.h"

#include <assert.h>

static const unsigned again = GRUNDY_MOVE_CARRY_ON | GRUNDY_MOVE_LOCAL;

/* ---- remoteness ------------------------------------------------------------------------- */

/* Waves of positions with the same remoteness. A move to a position of a wave after which the same
 * player moves puts its tail into this wave, any other move into the next one. */
typedef struct turn_waves {
  const grundy_turns *t;
  uint32_t *turns; /* by position; infinity: not found */
  uint64_t *left;  /* by position: moves that are not known to lose */
  uint32_t *wave, *next;
  uint32_t length, next_length, label;
} turn_waves;

static void put_in_wave(turn_waves *w, uint32_t v, bool in_next) {
  if (w->turns[v] != GRUNDY_INFINITY) return;
  w->turns[v] = w->label + in_next;
  if (in_next)
    w->next[w->next_length++] = v;
  else
    w->wave[w->length++] = v;
}

/* Updates u, which has moves of these kinds to a position of the wave. Even labels are P-positions
 * and odd ones N-positions: in an even wave a move wins if it changes the player, and in an odd one
 * if it keeps the player. The other moves lose. The first winning move leads to the least number of
 * turns, and the last losing move to the largest. */
static void update(turn_waves *w, uint32_t u, unsigned kinds) {
  bool is_p = w->label % 2 == 0;
  unsigned wins = is_p ? kinds & ~again : kinds & again;
  uint64_t losing = (uint64_t)__builtin_popcount(kinds & ~wins);
  if (wins != 0) put_in_wave(w, u, is_p);
  if (losing == 0) return;
  assert(w->left[u] >= losing);
  w->left[u] -= losing;
  if (w->left[u] == 0) put_in_wave(w, u, !is_p);
}

static bool propagate(turn_waves *w) {
  const grundy_turns *t = w->t;
  for (uint32_t i = 0; i < w->length; i++) {
    uint32_t v = w->wave[i];
    for (uint64_t e = t->in_offsets[v]; e < t->in_offsets[v + 1]; e++)
      update(w, t->in_tails[e], t->in_kinds[e]);
    if (!grundy_work_step(t->work, 1 + t->in_offsets[v + 1] - t->in_offsets[v])) return false;
  }
  return true;
}

/* Labels all positions, beginning with the terminal ones. */
static bool label_waves(turn_waves *w) {
  for (uint32_t v = 0; v < w->t->g.order; v++) {
    w->left[v] = grundy_turns_count_moves(w->t, v);
    w->turns[v] = GRUNDY_INFINITY;
    if (w->left[v] == 0) put_in_wave(w, v, false);
  }
  while (w->length > 0) {
    if (!propagate(w)) return false;
    uint32_t *done = w->wave;
    w->wave = w->next;
    w->length = w->next_length;
    w->next = done;
    w->next_length = 0;
    w->label++;
  }
  return true;
}

grundy_status grundy_turns_remoteness(const grundy_turns *t, uint32_t *turns) {
  uint64_t order = t->g.order, mark = t->arena->count;
  turn_waves w = {.t = t, .turns = turns};
  w.left = grundy_arena_array(t->arena, order, sizeof *w.left);
  w.wave = grundy_arena_array(t->arena, order, sizeof *w.wave);
  w.next = grundy_arena_array(t->arena, order, sizeof *w.next);
  if (t->arena->failed) return grundy_fail_memory(t->error);
  bool is_done = label_waves(&w);
  grundy_arena_rewind(t->arena, mark);
  return is_done ? GRUNDY_OK : grundy_fail_cancelled(t->error);
}

/* ---- distance --------------------------------------------------------------------------- */

/* Updates the tails of the moves to v, whose distance is known. */
static void update_tails(const grundy_turns *t, uint32_t v, bool in_turns, uint32_t *left,
                         uint32_t *distance, uint32_t *queue, uint32_t *end) {
  for (uint64_t e = t->in_offsets[v]; e < t->in_offsets[v + 1]; e++) {
    uint32_t u = t->in_tails[e];
    uint32_t most = distance[v] + (!in_turns || (t->in_kinds[e] & ~again) != 0);
    if (distance[u] < most) distance[u] = most;
    if (--left[u] == 0) queue[(*end)++] = u;
  }
}

/* Peels positions whose followers are all known [Kah62]. What is left leads to a cycle. */
static bool peel(const grundy_turns *t, bool in_turns, uint32_t *left, uint32_t *queue,
                 uint32_t *distance) {
  uint32_t end = 0;
  for (uint32_t v = 0; v < t->g.order; v++) {
    left[v] = (uint32_t)(t->g.offsets[v + 1] - t->g.offsets[v]);
    distance[v] = 0;
    if (left[v] == 0) queue[end++] = v;
  }
  for (uint32_t i = 0; i < end; i++) {
    uint32_t v = queue[i];
    update_tails(t, v, in_turns, left, distance, queue, &end);
    if (!grundy_work_step(t->work, 1 + t->in_offsets[v + 1] - t->in_offsets[v])) return false;
  }
  for (uint32_t v = 0; v < t->g.order; v++)
    if (left[v] > 0) distance[v] = GRUNDY_INFINITY;
  return true;
}

grundy_status grundy_turns_distance(const grundy_turns *t, bool in_turns, uint32_t *distance) {
  uint64_t order = t->g.order, mark = t->arena->count;
  uint32_t *left = grundy_arena_array(t->arena, order, sizeof *left);
  uint32_t *queue = grundy_arena_array(t->arena, order, sizeof *queue);
  if (t->arena->failed) return grundy_fail_memory(t->error);
  bool is_done = peel(t, in_turns, left, queue, distance);
  grundy_arena_rewind(t->arena, mark);
  return is_done ? GRUNDY_OK : grundy_fail_cancelled(t->error);
}
