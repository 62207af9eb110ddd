/* Checks the ranks of positions: that `rank` and `unrank` undo each other, that `tiers` announces
 * every tier that a move leads to and never leads back, that symmetric positions are in the same
 * tier, and that `unmoves` is the inverse of `moves`. If there are few indices, all are tried. */

#include "promise/impl.h"

#include "base/alloc.h"
#include "base/arena.h"

#include <inttypes.h>
#include <string.h>

enum {
  MOST_TIERS = 1 << 14,   /* that are looked at */
  MOST_LEADS = 1 << 20,   /* announcements of one tier by another that are kept */
  MOST_INDICES = 1 << 13, /* all are tried if there are no more */
  SAMPLES = 1 << 10,      /* indices and examined positions that are tried otherwise */
  RETURNS = 1 << 7,       /* positions whose unmoves are tried */
  MOST_MOVES = 1 << 15,   /* moves whose ranks are tried */
  MOVES = 4,              /* moves per position that are reduced, and that are undone */
};

/* The tiers that can be reached from that of the start. The number of a tier is a position of the
 * set, in eight bytes. */
typedef struct tier_table {
  grundy_position_set numbers;
  uint32_t explored; /* tiers whose announcements are known, the first ones */
  bool is_complete;  /* all tiers are known, and what they announce */
  uint64_t *counts;  /* of indices, per explored tier */
  uint64_t *starts;  /* of announcements; one more than there are tiers */
  uint32_t *leads;   /* announced tiers, by their places in `numbers` */
  uint64_t counts_room, starts_room, leads_room;
  uint64_t lead_count;
  bool out_of_memory;
} tier_table;

typedef struct rank_check {
  grundy_check *c;
  tier_table tiers;
  uint64_t moves, returns; /* moves, and positions with unmoves, that may still be tried */
} rank_check;

/* ---- tiers --------------------------------------------------------------------------------- */

static uint64_t tier_number(const tier_table *t, uint32_t id) {
  uint64_t number;
  memcpy(&number, grundy_position_set_get(&t->numbers, id).bytes, sizeof number);
  return number;
}

static bool find_tier(const tier_table *t, uint64_t number, uint32_t *id) {
  return grundy_position_set_find(&t->numbers, (grundy_position){&number, sizeof number}, id);
}

/* Adds a tier that the tier being explored announces; a grundy_take_tier. */
static void add_lead(void *to, uint64_t number) {
  tier_table *t = to;
  uint32_t id = 0;
  if (t->lead_count >= MOST_LEADS) {
    t->is_complete = false;
    return;
  }
  grundy_position position = {&number, sizeof number};
  t->out_of_memory |=
      !grundy_positions_add(&t->numbers.positions, position, grundy_position_hash(position), &id) ||
      !grundy_grow(&t->leads, &t->leads_room, t->lead_count + 1, sizeof *t->leads);
  if (!t->out_of_memory) t->leads[t->lead_count++] = id;
}

/* Asks for the indices and the announcements of a tier. */
static grundy_status explore_tier(rank_check *r, uint32_t id) {
  tier_table *t = &r->tiers;
  grundy_check *c = r->c;
  grundy_error said;
  uint64_t number = tier_number(t, id);
  if (!grundy_work_step(&c->work, GRUNDY_WORK_STRIDE / 64)) return grundy_fail_cancelled(c->error);
  if (!grundy_grow(&t->counts, &t->counts_room, id + 1, sizeof *t->counts) ||
      !grundy_grow(&t->starts, &t->starts_room, id + 2, sizeof *t->starts))
    return grundy_fail_memory(c->error);
  t->starts[id] = t->lead_count;
  grundy_status status = c->ruleset->kind->count(c->ruleset, number, &t->counts[id], &said);
  if (status != GRUNDY_OK) return grundy_check_blame(c, GRUNDY_PROMISE_RANKS, status, &said);
  status = c->ruleset->kind->tiers(c->ruleset, number, add_lead, t, &said);
  t->starts[id + 1] = t->lead_count;
  if (t->out_of_memory) return grundy_fail_memory(c->error);
  return grundy_check_blame(c, GRUNDY_PROMISE_TIERS, status, &said);
}

static bool are_tiers_open(const grundy_check *c) {
  return grundy_check_is_open(c, GRUNDY_PROMISE_RANKS) &&
         grundy_check_is_open(c, GRUNDY_PROMISE_TIERS);
}

static grundy_status explore_tiers(rank_check *r, uint64_t first) {
  tier_table *t = &r->tiers;
  grundy_status status = GRUNDY_OK;
  grundy_position_set_put(&t->numbers, (grundy_position){&first, sizeof first});
  if (t->numbers.out_of_memory) return grundy_fail_memory(r->c->error);
  t->is_complete = true;
  for (; t->explored < grundy_position_set_count(&t->numbers) && status == GRUNDY_OK;
       t->explored++) {
    if (t->explored == MOST_TIERS) {
      t->is_complete = false;
      break;
    }
    status = explore_tier(r, t->explored);
    if (!are_tiers_open(r->c)) break;
  }
  return status;
}

/* Returns whether tier `from` announces `number`. Tiers that were not explored announce any. */
static bool is_announced(const tier_table *t, uint64_t from, uint64_t number) {
  uint32_t id, to;
  if (!find_tier(t, from, &id) || id >= t->explored) return !t->is_complete;
  if (!find_tier(t, number, &to)) return !t->is_complete;
  for (uint64_t i = t->starts[id]; i < t->starts[id + 1]; i++)
    if (t->leads[i] == to) return true;
  return !t->is_complete;
}

/* Searches depth first from the first tier, from which all others can be reached. A tier on the
 * stack that is announced again is part of a cycle. */
static grundy_status check_acyclic(rank_check *r) {
  enum { NEW, ON_STACK, DONE };
  const tier_table *t = &r->tiers;
  grundy_arena arena = {0};
  uint8_t *state = grundy_arena_zeros(&arena, t->explored, sizeof *state);
  uint64_t *next = grundy_arena_array(&arena, t->explored, sizeof *next);
  uint32_t *stack = grundy_arena_array(&arena, t->explored, sizeof *stack);
  uint32_t depth = 0;
  if (!arena.failed) {
    r->c->findings[GRUNDY_PROMISE_ACYCLIC].tried += t->explored;
    stack[depth++] = 0;
    state[0] = ON_STACK;
    next[0] = t->starts[0];
  }
  while (depth > 0 && grundy_check_is_open(r->c, GRUNDY_PROMISE_ACYCLIC)) {
    uint32_t at = stack[depth - 1];
    if (next[at] == t->starts[at + 1]) {
      state[at] = DONE;
      depth--;
      continue;
    }
    uint32_t to = t->leads[next[at]++];
    if (to >= t->explored || state[to] == DONE) continue;
    uint64_t number = tier_number(t, at), back = tier_number(t, to);
    if (at == to) {
      grundy_check_break(r->c, GRUNDY_PROMISE_ACYCLIC, NULL, "tier %" PRIu64 " announces itself",
                         number);
    } else if (state[to] == ON_STACK) {
      grundy_check_break(r->c, GRUNDY_PROMISE_ACYCLIC, NULL,
                         "tier %" PRIu64 " announces tier %" PRIu64
                         ", which leads to tier %" PRIu64,
                         number, back, number);
    } else {
      stack[depth++] = to;
      state[to] = ON_STACK;
      next[to] = t->starts[to];
    }
  }
  return grundy_arena_end(&arena, GRUNDY_OK, r->c->error);
}

/* ---- ranks --------------------------------------------------------------------------------- */

/* Asks for the rank. It does not exist if that breaks the promise. */
static grundy_status rank_of(rank_check *r, grundy_position at, grundy_position_rank *rank) {
  grundy_check *c = r->c;
  grundy_error said;
  *rank = (grundy_position_rank){0};
  grundy_status status = c->ruleset->kind->rank(c->ruleset, at, rank, &said);
  if (status == GRUNDY_OK) return GRUNDY_OK;
  rank->exists = false;
  return grundy_check_blame(c, GRUNDY_PROMISE_RANKS, status, &said);
}

static grundy_status unrank(rank_check *r, uint64_t tier, uint64_t index,
                            grundy_aligned_position *position) {
  grundy_check *c = r->c;
  grundy_error said;
  position->length = 0;
  grundy_status status =
      c->ruleset->kind->unrank(c->ruleset, tier, index, grundy_aligned_take, position, &said);
  return grundy_check_blame(c, GRUNDY_PROMISE_INDICES, status, &said);
}

/* Checks that `unrank` gives this position for its rank, which is set and may be used if it
 * exists. */
static grundy_status check_rank(rank_check *r, grundy_position at, grundy_position_rank *rank) {
  grundy_check *c = r->c;
  grundy_aligned_position back;
  c->findings[GRUNDY_PROMISE_RANKS].tried++;
  grundy_status status = rank_of(r, at, rank);
  if (status != GRUNDY_OK) return status;
  if (!rank->exists) {
    grundy_check_break(c, GRUNDY_PROMISE_RANKS, &at, "it has no rank");
    return GRUNDY_OK;
  }
  const tier_table *t = &r->tiers;
  uint32_t id;
  if (find_tier(t, rank->tier, &id) && id < t->explored && rank->index >= t->counts[id])
    grundy_check_break(c, GRUNDY_PROMISE_RANKS, &at,
                       "its index in tier %" PRIu64 " is %" PRIu64 ", but this tier has %" PRIu64
                       " indices",
                       rank->tier, rank->index, t->counts[id]);
  if (!are_tiers_open(c)) return GRUNDY_OK;
  status = unrank(r, rank->tier, rank->index, &back);
  if (status != GRUNDY_OK || !grundy_check_is_open(c, GRUNDY_PROMISE_INDICES)) return status;
  if (back.length == 0)
    grundy_check_break(c, GRUNDY_PROMISE_RANKS, &at,
                       "its rank is (%" PRIu64 ", %" PRIu64 "), where unrank gives no position",
                       rank->tier, rank->index);
  else if (!grundy_position_is_same(grundy_aligned_get(&back), at))
    grundy_check_break(c, GRUNDY_PROMISE_RANKS, &at,
                       "its rank is (%" PRIu64 ", %" PRIu64 "), where unrank gives '%s'",
                       rank->tier, rank->index,
                       grundy_check_show(c, grundy_aligned_get(&back)).name);
  return GRUNDY_OK;
}

/* Checks that the canonical form is in the same tier. */
static grundy_status check_symmetry(rank_check *r, grundy_position at, uint64_t tier) {
  grundy_check *c = r->c;
  grundy_aligned_position canon;
  grundy_position_rank rank;
  if (!grundy_check_is_open(c, GRUNDY_PROMISE_SYMMETRY)) return GRUNDY_OK;
  grundy_status status = grundy_check_canon(c, at, &canon);
  if (status != GRUNDY_OK || canon.length == 0) return status;
  c->findings[GRUNDY_PROMISE_SYMMETRY].tried++;
  status = check_rank(r, grundy_aligned_get(&canon), &rank);
  if (status == GRUNDY_OK && rank.exists && rank.tier != tier)
    grundy_check_break(c, GRUNDY_PROMISE_SYMMETRY, &at,
                       "it is in tier %" PRIu64 ", and its canonical form '%s' in tier %" PRIu64,
                       tier, grundy_check_show(c, grundy_aligned_get(&canon)).name, rank.tier);
  return status;
}

/* Checks the ranks of the followers of a position of that tier. */
static grundy_status check_followers(rank_check *r, grundy_position at, uint64_t tier,
                                     const grundy_position_set *moves) {
  grundy_check *c = r->c;
  grundy_status status = GRUNDY_OK;
  for (uint32_t i = 0; i < grundy_position_set_count(moves) && r->moves > 0 && status == GRUNDY_OK;
       i++) {
    grundy_position to = grundy_position_set_get(moves, i);
    grundy_position_rank rank;
    r->moves--;
    c->findings[GRUNDY_PROMISE_TIERS].tried++;
    status = check_rank(r, to, &rank);
    if (status != GRUNDY_OK || !rank.exists) return status;
    if (rank.tier != tier && !is_announced(&r->tiers, tier, rank.tier))
      grundy_check_break(c, GRUNDY_PROMISE_TIERS, &at,
                         "it is in tier %" PRIu64 ", and a move leads to '%s' in tier %" PRIu64
                         ", which tiers(%" PRIu64 ") does not announce",
                         tier, grundy_check_show(c, to).name, rank.tier, tier);
    if (!are_tiers_open(c)) return GRUNDY_OK;
    if (i < MOVES) status = check_symmetry(r, to, rank.tier);
  }
  return status;
}

/* ---- unmoves ------------------------------------------------------------------------------- */

/* Puts the positions with a move to this one into the set, as the rules give them; those that the
 * rules may give although they do not count are left out. */
static grundy_status unmoves_of(rank_check *r, grundy_position at, grundy_position_set *to) {
  grundy_check *c = r->c;
  grundy_position_set given = {0};
  grundy_error said;
  grundy_status status =
      c->ruleset->kind->unmoves(c->ruleset, at, false, grundy_position_set_put, &given, &said);
  if (given.out_of_memory)
    status = grundy_fail_memory(c->error);
  else
    status = grundy_check_blame(c, GRUNDY_PROMISE_UNMOVES, status, &said);
  for (uint32_t i = 0; i < grundy_position_set_count(&given) && status == GRUNDY_OK; i++) {
    grundy_position from = grundy_position_set_get(&given, i);
    grundy_position_rank rank;
    grundy_position_info info = {0};
    status = rank_of(r, from, &rank);
    if (status == GRUNDY_OK && rank.exists) status = grundy_check_info(c, from, &info);
    if (status == GRUNDY_OK && rank.exists && info.end == 0) grundy_position_set_put(to, from);
  }
  grundy_position_set_free(&given);
  return status == GRUNDY_OK && to->out_of_memory ? grundy_fail_memory(c->error) : status;
}

/* Checks that a move leads to `at` from every position that `unmoves` gives. */
static grundy_status check_origins(rank_check *r, grundy_position at,
                                   const grundy_position_set *origins) {
  grundy_check *c = r->c;
  grundy_status status = GRUNDY_OK;
  for (uint32_t i = 0; i < grundy_position_set_count(origins) && status == GRUNDY_OK &&
                       grundy_check_is_open(c, GRUNDY_PROMISE_UNMOVES);
       i++) {
    grundy_position from = grundy_position_set_get(origins, i);
    grundy_position_set moves = {0};
    uint32_t id;
    status = grundy_check_moves(c, from, false, &moves);
    if (status == GRUNDY_OK && !grundy_position_set_find(&moves, at, &id))
      grundy_check_break(c, GRUNDY_PROMISE_UNMOVES, &at,
                         "it gives '%s', from which no move leads "
                         "here",
                         grundy_check_show(c, from).name);
    grundy_position_set_free(&moves);
  }
  return status;
}

/* Replaces the positions by their canonical forms. */
static grundy_status reduce(grundy_check *c, grundy_position_set *set) {
  grundy_position_set reduced = {0};
  grundy_status status = GRUNDY_OK;
  for (uint32_t i = 0; i < grundy_position_set_count(set) && status == GRUNDY_OK; i++) {
    grundy_aligned_position canon;
    status = grundy_check_canon(c, grundy_position_set_get(set, i), &canon);
    if (status == GRUNDY_OK && canon.length > 0)
      grundy_position_set_put(&reduced, grundy_aligned_get(&canon));
  }
  if (status == GRUNDY_OK && reduced.out_of_memory) status = grundy_fail_memory(c->error);
  grundy_position_set_free(set);
  *set = reduced;
  return status;
}

/* Compares the unmoves of a position and of its canonical form, up to symmetry. `origins` are those
 * of the position; they are reduced. */
static grundy_status check_same_origins(rank_check *r, grundy_position at,
                                        grundy_position_set *origins) {
  grundy_check *c = r->c;
  grundy_position_set of_canon = {0};
  grundy_aligned_position canon;
  if (!c->ruleset->has_canon) return GRUNDY_OK;
  grundy_status status = grundy_check_canon(c, at, &canon);
  if (status != GRUNDY_OK || canon.length == 0) return status;
  status = unmoves_of(r, grundy_aligned_get(&canon), &of_canon);
  if (status == GRUNDY_OK) status = reduce(c, &of_canon);
  if (status == GRUNDY_OK) status = reduce(c, origins);
  if (status == GRUNDY_OK && (grundy_position_set_missing(origins, &of_canon).bytes != NULL ||
                              grundy_position_set_missing(&of_canon, origins).bytes != NULL))
    grundy_check_break(c, GRUNDY_PROMISE_UNMOVES, &at,
                       "it gives other positions than for its canonical form '%s', up to symmetry",
                       grundy_check_show(c, grundy_aligned_get(&canon)).name);
  grundy_position_set_free(&of_canon);
  return status;
}

/* Checks that `unmoves` of a follower gives the position. */
static grundy_status check_return(rank_check *r, grundy_position at, grundy_position to) {
  grundy_check *c = r->c;
  grundy_position_set origins = {0};
  uint32_t id;
  c->findings[GRUNDY_PROMISE_UNMOVES].tried++;
  grundy_status status = unmoves_of(r, to, &origins);
  if (status == GRUNDY_OK && !grundy_position_set_find(&origins, at, &id))
    grundy_check_break(c, GRUNDY_PROMISE_UNMOVES, &to,
                       "a move leads here from '%s', which it does not give",
                       grundy_check_show(c, at).name);
  if (status == GRUNDY_OK && grundy_check_is_open(c, GRUNDY_PROMISE_UNMOVES))
    status = check_same_origins(r, to, &origins);
  grundy_position_set_free(&origins);
  return status;
}

/* Checks what leads to a position, and that some of its moves are undone. */
static grundy_status check_unmoves(rank_check *r, grundy_position at,
                                   const grundy_position_set *moves) {
  grundy_check *c = r->c;
  grundy_position_set origins = {0};
  uint32_t count = grundy_position_set_count(moves);
  if (!grundy_check_is_open(c, GRUNDY_PROMISE_UNMOVES) || r->returns == 0) return GRUNDY_OK;
  r->returns--;
  c->findings[GRUNDY_PROMISE_UNMOVES].tried++;
  grundy_status status = unmoves_of(r, at, &origins);
  if (status == GRUNDY_OK) status = check_origins(r, at, &origins);
  if (status == GRUNDY_OK && grundy_check_is_open(c, GRUNDY_PROMISE_UNMOVES))
    status = check_same_origins(r, at, &origins);
  grundy_position_set_free(&origins);
  for (uint32_t i = 0; i < MOVES && i < count && status == GRUNDY_OK &&
                       grundy_check_is_open(c, GRUNDY_PROMISE_UNMOVES);
       i++) {
    uint32_t id = count <= MOVES ? i : (uint32_t)grundy_random_below(&c->ranks_random, count);
    status = check_return(r, at, grundy_position_set_get(moves, id));
  }
  return status;
}

/* ---- positions and indices ----------------------------------------------------------------- */

static bool are_ranks_open(const grundy_check *c) {
  return are_tiers_open(c) && grundy_check_is_open(c, GRUNDY_PROMISE_INDICES) &&
         grundy_check_is_open(c, GRUNDY_PROMISE_MOVES);
}

/* Checks everything about the rank of a position, which the set of tiers knows. */
static grundy_status check_position(rank_check *r, grundy_position at) {
  grundy_check *c = r->c;
  grundy_position_set moves = {0};
  grundy_position_rank rank;
  grundy_position_info info;
  if (!grundy_work_step(&c->work, GRUNDY_WORK_STRIDE / 64)) return grundy_fail_cancelled(c->error);
  grundy_status status = check_rank(r, at, &rank);
  if (status == GRUNDY_OK && rank.exists) status = check_symmetry(r, at, rank.tier);
  if (status != GRUNDY_OK || !rank.exists || !are_ranks_open(c)) return status;
  status = grundy_check_info(c, at, &info);
  if (status == GRUNDY_OK && info.end == 0) status = grundy_check_moves(c, at, false, &moves);
  if (status == GRUNDY_OK) status = check_followers(r, at, rank.tier, &moves);
  if (status == GRUNDY_OK && are_ranks_open(c)) status = check_unmoves(r, at, &moves);
  grundy_position_set_free(&moves);
  return status;
}

/* Checks the position with an index, if there is one. */
static grundy_status check_index(rank_check *r, uint64_t tier, uint64_t index) {
  grundy_check *c = r->c;
  grundy_aligned_position at;
  grundy_position_rank rank;
  grundy_position position;
  c->findings[GRUNDY_PROMISE_INDICES].tried++;
  grundy_status status = unrank(r, tier, index, &at);
  if (status != GRUNDY_OK || at.length == 0) return status;
  position = grundy_aligned_get(&at);
  status = rank_of(r, position, &rank);
  if (status != GRUNDY_OK || !grundy_check_is_open(c, GRUNDY_PROMISE_RANKS)) return status;
  if (!rank.exists)
    grundy_check_break(c, GRUNDY_PROMISE_INDICES, &position,
                       "this is unrank(%" PRIu64 ", %" PRIu64 "), but it has no rank", tier, index);
  else if (rank.tier != tier || rank.index != index)
    grundy_check_break(c, GRUNDY_PROMISE_INDICES, &position,
                       "this is unrank(%" PRIu64 ", %" PRIu64 "), but its rank is (%" PRIu64
                       ", %" PRIu64 ")",
                       tier, index, rank.tier, rank.index);
  return are_ranks_open(c) ? check_position(r, position) : GRUNDY_OK;
}

/* Checks the positions with all indices if these are few, otherwise with some. */
static grundy_status check_indices(rank_check *r) {
  const tier_table *t = &r->tiers;
  grundy_random *random = &r->c->ranks_random;
  grundy_status status = GRUNDY_OK;
  uint64_t sum = 0;
  for (uint32_t id = 0; id < t->explored && sum <= MOST_INDICES; id++)
    sum = t->counts[id] > MOST_INDICES ? MOST_INDICES + 1 : sum + t->counts[id];
  if (t->is_complete && sum <= MOST_INDICES) {
    for (uint32_t id = 0; id < t->explored; id++)
      for (uint64_t i = 0; i < t->counts[id] && status == GRUNDY_OK && are_ranks_open(r->c); i++)
        status = check_index(r, tier_number(t, id), i);
    return status;
  }
  for (uint32_t i = 0; i < SAMPLES && status == GRUNDY_OK && are_ranks_open(r->c); i++) {
    uint32_t id = (uint32_t)grundy_random_below(random, t->explored);
    if (t->counts[id] == 0) continue;
    status = check_index(r, tier_number(t, id), grundy_random_below(random, t->counts[id]));
  }
  return status;
}

grundy_status grundy_check_ranks(grundy_check *c, grundy_position start) {
  rank_check r = {.c = c, .moves = MOST_MOVES, .returns = RETURNS};
  uint32_t count = grundy_position_set_count(&c->seen);
  grundy_position_rank rank;
  if (!c->ruleset->has_ranks) return GRUNDY_OK;
  grundy_status status = rank_of(&r, start, &rank);
  if (status == GRUNDY_OK && !rank.exists && grundy_check_is_open(c, GRUNDY_PROMISE_RANKS))
    for (int i = GRUNDY_PROMISE_RANKS; i <= GRUNDY_PROMISE_UNMOVES; i++)
      c->findings[i].applies = false; /* not with these arguments */
  if (status != GRUNDY_OK || !rank.exists) return status;
  status = explore_tiers(&r, rank.tier);
  if (status == GRUNDY_OK && are_tiers_open(c)) status = check_acyclic(&r);
  /* The positions that were examined, or some of them. */
  for (uint32_t i = 0; i < SAMPLES && i < count && status == GRUNDY_OK && are_ranks_open(c); i++) {
    uint32_t id = count <= SAMPLES ? i : (uint32_t)grundy_random_below(&c->ranks_random, count);
    grundy_aligned_position at;
    (void)grundy_aligned_copy(&at, grundy_position_set_get(&c->seen, id));
    status = check_position(&r, grundy_aligned_get(&at));
  }
  /* As much again is tried on positions that may be unreachable. */
  r.moves = MOST_MOVES;
  r.returns = RETURNS;
  if (status == GRUNDY_OK && are_ranks_open(c)) status = check_indices(&r);
  grundy_position_set_free(&r.tiers.numbers);
  free(r.tiers.counts);
  free(r.tiers.starts);
  free(r.tiers.leads);
  return status;
}
