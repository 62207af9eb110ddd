/* Plans a turn of a sum in which at least two components are not nimbers.
 *
 * All of them but one rest at nimbers, and then the last one wins next to a heap of their nim-sum:
 * by (iii) of the lemma in docs/carry-on.md, its K and C say whether it does. A table over nim-sums
 * finds the choice of rests with the fewest moves. */

#include "base/alloc.h"
#include "base/arena.h"
#include "compound/turns.h"

#include <assert.h>

static const uint64_t never = UINT64_MAX;

/* What a player can do in a turn, before the opponent may move anywhere: move anywhere, move here,
 * or wait for the only answer of the opponent. */
enum { FREE, LOCKED, WAITING, LAYERS };

/* A nimber at which a component can rest. */
typedef struct rest {
  uint32_t value;
  uint64_t length; /* moves to get there */
  uint64_t first;  /* the first of them, a move of grundy_turn_reach.states */
} rest;

typedef struct component_rests {
  rest *at; /* in the order of their lengths */
  uint32_t count;
} component_rests;

typedef struct planner {
  grundy_turn_sum *t;
  grundy_arena arena;
  component_rests *rests; /* by index in t->others */
  uint64_t size;          /* of the table: all nim-sums of rests are below it */
} planner;

/* ---- rests of one component -------------------------------------------------------------- */

/* Returns the state of a turn after a move from the given one; LAYERS times the position plus the
 * layer, or UINT64_MAX if the opponent may move anywhere. */
static uint64_t state_after(const grundy_turn_reach *reach, uint64_t state, uint64_t move) {
  bool keeps = reach->states.keeps[move] != 0, is_mine = state % LAYERS != WAITING;
  uint32_t target = reach->states.targets[move];
  if (target % 2 == 0) return keeps == is_mine ? target / 2 * (uint64_t)LAYERS + FREE : UINT64_MAX;
  return target / 2 * (uint64_t)LAYERS + (keeps == is_mine ? LOCKED : WAITING);
}

/* Breadth-first search in the digraph of turns. */
static void find_rests(planner *p, const grundy_turn_reach *reach, uint32_t v,
                       component_rests *found) {
  typedef struct visit {
    uint64_t state, length, first;
  } visit;
  uint64_t count = (uint64_t)reach->order * LAYERS, end = 0;
  visit *queue = grundy_arena_array(&p->arena, count, sizeof *queue);
  uint8_t *seen = grundy_arena_zeros(&p->arena, count, sizeof *seen);
  uint8_t *has_value = grundy_arena_zeros(&p->arena, p->size, sizeof *has_value);
  found->at = grundy_arena_array(&p->arena, p->size, sizeof *found->at);
  if (p->arena.failed) return;
  queue[end++] = (visit){(uint64_t)v * LAYERS + FREE, 0, 0};
  seen[queue[0].state] = 1;
  for (uint64_t next = 0; next < end; next++) {
    visit now = queue[next];
    uint32_t at = (uint32_t)(now.state / LAYERS);
    uint64_t move = reach->states.offsets[2 * (uint64_t)at],
             last = reach->states.offsets[2 * (uint64_t)at + 1];
    uint32_t value = reach->values[at];
    if (now.state % LAYERS == FREE && value < p->size && has_value[value] == 0) {
      has_value[value] = 1;
      found->at[found->count++] = (rest){value, now.length, now.first};
    }
    assert(now.state % LAYERS != WAITING || last - move <= 1); /* there is no choice */
    for (; move < last; move++) {
      uint64_t after = state_after(reach, now.state, move);
      if (after == UINT64_MAX || seen[after] != 0) continue;
      seen[after] = 1;
      queue[end++] = (visit){after, now.length + 1, now.length == 0 ? move : now.first};
    }
  }
  grundy_arena_release(&p->arena, queue);
  grundy_arena_release(&p->arena, seen);
  grundy_arena_release(&p->arena, has_value);
}

/* ---- choosing rests -------------------------------------------------------------------------- */

/* Returns whether the component wins next to a heap, by its K and C. */
static bool wins_next_to(const grundy_evaluation *e, uint32_t heap) {
  if (e->c.size > 0 && heap > e->c.numbers[0]) return true;
  return grundy_set_has(e->k, heap ^ e->shift);
}

/* Finds the fewest moves after which all components but the last, which is `left`, rest with
 * nim-sums that let it win, and the rest of the first of them. */
static void choose(planner *p, uint32_t left, uint64_t *length, uint32_t *moved, uint64_t *move) {
  const grundy_turn_sum *t = p->t;
  uint64_t *sums = grundy_arena_array(&p->arena, p->size, sizeof *sums);
  uint64_t *next = grundy_arena_array(&p->arena, p->size, sizeof *next);
  uint64_t *firsts = grundy_arena_array(&p->arena, p->size, sizeof *firsts);
  uint64_t *next_firsts = grundy_arena_array(&p->arena, p->size, sizeof *next_firsts);
  uint32_t first = left == 0 ? 1 : 0;
  if (p->arena.failed) return;
  for (uint64_t n = 0; n < p->size; n++) sums[n] = never;
  sums[0] = 0;
  for (uint32_t i = 0; i < t->other_count; i++) {
    if (i == left) continue;
    for (uint64_t n = 0; n < p->size; n++) next[n] = never;
    for (uint64_t n = 0; n < p->size; n++)
      for (uint32_t r = 0; sums[n] != never && r < p->rests[i].count; r++) {
        const rest *at = &p->rests[i].at[r];
        uint64_t sum = n ^ at->value, moves = sums[n] + at->length;
        if (moves >= next[sum]) continue;
        next[sum] = moves;
        next_firsts[sum] = i == first ? at->first : firsts[n];
      }
    uint64_t *swap = sums;
    sums = next;
    next = swap;
    swap = firsts;
    firsts = next_firsts;
    next_firsts = swap;
  }
  const grundy_evaluation *last = grundy_turns_of(t, t->others[left]);
  for (uint64_t n = 0; n < p->size; n++) {
    if (sums[n] >= *length || !wins_next_to(last, t->nimber ^ (uint32_t)n)) continue;
    *length = sums[n];
    *moved = t->others[first];
    *move = firsts[n];
  }
  grundy_arena_release(&p->arena, sums);
  grundy_arena_release(&p->arena, next);
  grundy_arena_release(&p->arena, firsts);
  grundy_arena_release(&p->arena, next_firsts);
}

/* ---- the plan -------------------------------------------------------------------------------- */

static grundy_status find_all_rests(planner *p) {
  grundy_turn_sum *t = p->t;
  uint32_t largest = 0;
  for (uint32_t i = 0; i < t->other_count; i++) {
    grundy_set c = grundy_turns_of(t, t->others[i])->c;
    if (c.size > 0 && c.numbers[c.size - 1] > largest) largest = c.numbers[c.size - 1];
  }
  while (p->size <= largest) p->size *= 2;
  for (uint32_t i = 0; i < t->other_count && !p->arena.failed; i++) {
    grundy_turn_reach *reach = NULL;
    uint32_t v = 0;
    bool is_large;
    if (grundy_turns_of(t, t->others[i])->c.size == 0) continue;
    grundy_status status =
        grundy_turn_reach_get(t->c, t->others[i], t->options, &reach, &v, &is_large, t->error);
    if (status != GRUNDY_OK) return status;
    if (!is_large) find_rests(p, reach, v, &p->rests[i]);
  }
  return GRUNDY_OK;
}

grundy_status grundy_turns_plan(grundy_turn_sum *t, uint64_t *length, grundy_step *step) {
  planner p = {.t = t, .size = 1};
  uint64_t least = never, move = 0;
  uint32_t moved = 0, endless = 0;
  *length = 0;
  for (uint32_t i = 0; i < t->other_count; i++)
    if (grundy_wins_at_once(grundy_turns_of(t, t->others[i]))) return GRUNDY_OK;
  p.rests = grundy_arena_zeros(&p.arena, t->other_count, sizeof *p.rests);
  grundy_status status = p.arena.failed ? GRUNDY_OK : find_all_rests(&p);
  for (uint32_t i = 0; i < t->other_count; i++)
    endless += grundy_turns_of(t, t->others[i])->c.size == 0;
  for (uint32_t i = 0; i < t->other_count && status == GRUNDY_OK && !p.arena.failed; i++)
    if (endless == 0 || grundy_turns_of(t, t->others[i])->c.size == 0)
      choose(&p, i, &least, &moved, &move);
  *length = least == never ? 0 : least;
  if (status == GRUNDY_OK && !p.arena.failed && step != NULL && least != never) {
    const grundy_turn_reach *reach = &t->c->turn_reaches[moved];
    *step = (grundy_step){.component = moved,
                          .from = t->c->positions[moved],
                          .to = reach->reach.positions[reach->states.targets[move] / 2],
                          .kind = reach->kinds[move]};
  }
  return grundy_arena_end(&p.arena, status, t->error);
}
