/* Counting levels of Algorithm G [FY86, §3] from reverse rows; levels.h of the room solve has the
 * proof. Two words per vertex are all the state: `open`, in the array of values, and `bad`, in the
 * array of peeling, which becomes the counter if that is wanted.
 *
 *   vertex          open                         bad
 *   -------------   --------------------------   --------------------------------------------------
 *   in U            its open followers           the followers that block it, 0 if it was labelled
 *                                                in this level; with HIT if it is hit
 *   ∞               the same, with INFINITE      NEVER, or with HIT if it is hit
 *   has its value   the value, with VALUE        CLOSED; or, if there is a counter, its number with
 *                                                HIT, and before a peeled vertex is numbered its
 *                                                distance with HIT
 *
 * The updates are those of levels_nodes.h of the room solve; NEVER is so large here that an update
 * need not read `open` to know that a vertex is ∞. A vertex that is labelled is never hit in the
 * same level, and all its open followers are hit already, so no update changes it any more: a
 * counter closes it at once. */

#include "external/impl.h"

#include "base/error.h"
#include "solve/impl.h"

#include <string.h>

#define HIT (UINT32_C(1) << 31)
#define INFINITE HIT
#define VALUE (UINT32_C(3) << 30) /* more than other states, because rows have < 2^30 moves */
#define CLOSED UINT32_MAX
#define NEVER (~HIT - 1) /* more than the updates of one level; with HIT it is not CLOSED */

typedef struct counting {
  grundy_external *run;
  uint32_t *open, *bad;
  bool counted; /* whether `bad` becomes the counter */
  uint32_t level;
  uint32_t number;          /* the next one for counters */
  uint32_t unlabelled;      /* vertices in U */
  uint32_t largest;         /* of the values of peeled vertices */
  uint64_t examined;        /* moves and vertices, as the room solve counts them */
  uint64_t between;         /* moves between open vertices */
  uint64_t into_peeled;     /* a bound on how many moves lead from open to peeled vertices */
  grundy_vertex_set peeled; /* those whose value is the level */
  grundy_vertex_set wave, hits;
  uint64_t *distances; /* one bit per distance, 0 between levels; NULL unless counted */
  uint32_t *before;    /* by word of `distances`: how many bits there are before it */
  grundy_work work;
} counting;

static inline bool is_closed(uint32_t open) {
  return open >= VALUE;
}

/* ---- updates ----------------------------------------------------------------------------- */

static inline void fetch_bad(const counting *levels, uint32_t u) {
  __builtin_prefetch(&levels->bad[u], 1);
}

static inline void fetch_both(const counting *levels, uint32_t u) {
  __builtin_prefetch(&levels->bad[u], 1);
  __builtin_prefetch(&levels->open[u], 1);
}

/* A follower has this level's value. */
static inline bool hit(const counting *levels, uint32_t u) {
  uint32_t now = levels->bad[u];
  levels->bad[u] = now | HIT;
  return (now & HIT) == 0;
}

/* A peeled follower has this level's value. Settles the moves of open vertices. */
static inline bool hit_by_peeled(const counting *levels, uint32_t label, uint32_t u,
                                 uint64_t *settled) {
  (void)label;
  *settled += levels->bad[u] != CLOSED;
  return hit(levels, u);
}

/* As above, if `bad` does not say which vertices are closed. */
static inline bool hit_counted(const counting *levels, uint32_t label, uint32_t u,
                               uint64_t *settled) {
  (void)label;
  *settled += !is_closed(levels->open[u]);
  return hit(levels, u);
}

/* A follower was labelled in this level, so it is no longer open. */
static inline bool lose_open(const counting *levels, uint32_t label, uint32_t u,
                             uint64_t *settled) {
  uint32_t open = levels->open[u];
  (void)label, (void)settled;
  assert((open & ~INFINITE) > 0);
  levels->open[u] = open - !is_closed(open);
  return hit(levels, u);
}

/* A follower was hit, so it no longer blocks. */
static inline bool unblock(const counting *levels, uint32_t label, uint32_t u, uint64_t *settled) {
  uint32_t now = levels->bad[u];
  (void)label, (void)settled;
  assert(now > 0); /* a follower is hit at most once per level */
  now -= (now & HIT) == 0;
  levels->bad[u] = now;
  return now == 0;
}

GRUNDY_DELIVERY_UPDATE(apply_hit, const counting *, fetch_bad, hit_by_peeled)
GRUNDY_DELIVERY_UPDATE(apply_hit_counted, const counting *, fetch_both, hit_counted)
GRUNDY_DELIVERY_UPDATE(apply_labelled, const counting *, fetch_both, lose_open)
GRUNDY_DELIVERY_UPDATE(apply_unblocked, const counting *, fetch_bad, unblock)

/* Propagates a wave, and empties it. Counts its vertices and moves as the room solve does, for the
 * same choice between counting and lazy levels. */
static grundy_status propagate(counting *levels, grundy_vertex_set *wave,
                               uint64_t (*apply)(const grundy_update *, uint32_t *,
                                                 const uint32_t *, uint64_t, uint64_t *),
                               grundy_vertex_set *next, uint64_t *settled) {
  grundy_external *run = levels->run;
  grundy_update update = {.kernel = levels, .apply = apply};
  grundy_set_cursor at = 0;
  grundy_vertex_set_sort(wave);
  if (levels->counted) levels->examined += wave->count;
  for (uint32_t v; levels->counted && grundy_vertex_set_next(wave, &at, &v);)
    levels->examined += grundy_row_length(&run->all.index, v);
  grundy_status status =
      grundy_reverse_propagate(grundy_external_rows(run), &run->reading, wave, NULL, &update, next,
                               settled, &levels->work, run->error);
  grundy_vertex_set_clear(wave);
  return status;
}

/* ---- counters ---------------------------------------------------------------------------- */

/* Numbers the peeled vertices of this level: one number for each of their distances, in order. */
static void number_peeled(counting *levels) {
  grundy_set_cursor at = 0;
  uint32_t v, last = 0, before = 0;
  if (!levels->counted || levels->peeled.count == 0) return;
  grundy_vertex_set_sort(&levels->peeled);
  while (grundy_vertex_set_next(&levels->peeled, &at, &v)) {
    uint32_t distance = levels->bad[v] & ~HIT;
    assert((levels->bad[v] & HIT) != 0 && distance < levels->run->g.order);
    levels->distances[distance / 64] |= UINT64_C(1) << distance % 64;
    if (distance / 64 > last) last = distance / 64;
  }
  for (uint32_t word = 0; word <= last; word++) {
    levels->before[word] = before;
    before += (uint32_t)__builtin_popcountll(levels->distances[word]);
  }
  at = 0;
  while (grundy_vertex_set_next(&levels->peeled, &at, &v)) {
    uint32_t word = (levels->bad[v] & ~HIT) / 64, bit = levels->bad[v] % 64;
    uint64_t below = levels->distances[word] & ((UINT64_C(1) << bit) - 1);
    levels->bad[v] =
        HIT | (levels->number + levels->before[word] + (uint32_t)__builtin_popcountll(below));
  }
  memset(levels->distances, 0, (last + UINT64_C(1)) * sizeof *levels->distances);
  levels->number += before;
}

/* Numbers the labelled vertices of a wave, and closes them. */
static void number_wave(counting *levels) {
  grundy_set_cursor at = 0;
  if (!levels->counted) return;
  grundy_vertex_set_sort(&levels->wave);
  for (uint32_t v; grundy_vertex_set_next(&levels->wave, &at, &v);) {
    assert(levels->bad[v] == 0);
    levels->open[v] = VALUE | levels->level;
    levels->bad[v] = HIT | levels->number;
  }
  levels->number++;
}

/* ---- a level ----------------------------------------------------------------------------- */

static bool needs_row(const void *kernel, uint32_t v) {
  const counting *levels = kernel;
  return !is_closed(levels->open[v]) || levels->open[v] - VALUE >= levels->level;
}

/* Hits the predecessors of peeled vertices, and unblocks theirs; then labels the vertices of U that
 * nothing blocks, wave by wave. */
static grundy_status run_waves(counting *levels) {
  uint64_t settled = 0, ignored;
  number_peeled(levels);
  grundy_status status =
      propagate(levels, &levels->peeled, levels->counted ? apply_hit_counted : apply_hit,
                &levels->hits, &settled);
  if (status == GRUNDY_OK)
    status = propagate(levels, &levels->hits, apply_unblocked, NULL, &ignored);
  assert(settled <= levels->into_peeled);
  levels->into_peeled -= settled;
  for (uint32_t u = 0; status == GRUNDY_OK && u < levels->run->g.order; u++)
    if (levels->bad[u] == 0) grundy_vertex_set_add(&levels->wave, &u, 1);
  while (status == GRUNDY_OK && levels->wave.count > 0) {
    number_wave(levels);
    status = propagate(levels, &levels->wave, apply_labelled, &levels->hits, &ignored);
    if (status == GRUNDY_OK)
      status = propagate(levels, &levels->hits, apply_unblocked, &levels->wave, &ignored);
  }
  return status;
}

/* Ends the level: labelled vertices leave U, hit vertices stay and count again, the rest become ∞.
 * Finds the peeled vertices of the next level. */
static void end_level(counting *levels) {
  levels->unlabelled = 0;
  levels->between = 0;
  for (uint32_t u = 0; u < levels->run->g.order; u++) {
    uint32_t *open = &levels->open[u], *bad = &levels->bad[u];
    if (is_closed(*open)) {
      if (*open == (VALUE | (levels->level + 1))) grundy_vertex_set_add(&levels->peeled, &u, 1);
      continue;
    }
    if ((*open & INFINITE) != 0) {
      *bad = NEVER;
    } else if (*bad == 0) {
      *open = VALUE | levels->level;
      *bad = CLOSED;
      continue;
    } else if ((*bad & HIT) != 0) {
      *bad = *open;
      levels->unlabelled++;
    } else {
      assert(*bad <= *open);
      *open |= INFINITE;
      *bad = NEVER;
    }
    levels->between += *open & ~INFINITE;
  }
  levels->level++;
}

grundy_status grundy_external_fail_lazy(const grundy_external *run) {
  return grundy_fail(run->error, GRUNDY_UNABLE,
                     "the counter of this game needs the whole game in memory; leave out the "
                     "column counter");
}

static grundy_status run_level(counting *levels) {
  grundy_external *run = levels->run;
  if (levels->counted && levels->examined > grundy_levels_budget(run->g.order, run->g.size))
    run->lazy = true;
  if (run->lazy && run->all.scratch == NULL) return grundy_external_fail_lazy(run);
  grundy_need need = {levels, needs_row, levels->open, VALUE,
                      levels->between + levels->into_peeled};
  grundy_status status = grundy_external_trim(run, &need, &levels->work);
  if (status == GRUNDY_OK) status = run_waves(levels);
  if (status == GRUNDY_OK) end_level(levels);
  return status;
}

/* ---- all levels -------------------------------------------------------------------------- */

static void allocate(counting *levels, grundy_arena *arena) {
  uint32_t order = levels->run->g.order;
  grundy_vertex_set_start(&levels->peeled, arena, order);
  grundy_vertex_set_start(&levels->wave, arena, order);
  grundy_vertex_set_start(&levels->hits, arena, order);
  if (!levels->counted) return;
  uint64_t words = (uint64_t)order / 64 + 1;
  levels->distances = grundy_arena_zeros(arena, words, sizeof *levels->distances);
  levels->before = grundy_arena_array(arena, words, sizeof *levels->before);
}

/* Turns the states of peeling into those of level 0. */
static void start_states(counting *levels) {
  const grundy_view *g = &levels->run->g;
  for (uint32_t u = 0; u < g->order; u++) {
    uint32_t count = levels->bad[u];
    if ((count & GRUNDY_LABELLED) != 0) { /* HIT is the same bit */
      if (!levels->counted) levels->bad[u] = CLOSED;
      if (levels->open[u] > levels->largest) levels->largest = levels->open[u];
      if (levels->open[u] == 0) grundy_vertex_set_add(&levels->peeled, &u, 1);
      levels->open[u] |= VALUE;
      continue;
    }
    assert(count > 0);
    levels->open[u] = count;
    levels->unlabelled++;
    levels->between += count;
    levels->into_peeled += g->offsets[u + 1] - g->offsets[u] - count;
  }
}

/* Numbers the peeled vertices whose levels were not reached, and makes columns of the states. */
static void finish_values(counting *levels) {
  while (levels->counted && levels->level <= levels->largest) {
    number_peeled(levels);
    grundy_vertex_set_clear(&levels->peeled);
    end_level(levels);
  }
  for (uint32_t u = 0; u < levels->run->g.order; u++) {
    bool finite = is_closed(levels->open[u]);
    levels->open[u] = finite ? levels->open[u] - VALUE : GRUNDY_INFINITY;
    if (levels->counted) levels->bad[u] = finite ? levels->bad[u] & ~HIT : GRUNDY_INFINITY;
  }
}

grundy_status grundy_external_levels(grundy_external *run, uint32_t *state, uint32_t *values,
                                     bool counted) {
  counting levels = {.run = run, .open = values, .bad = state, .counted = counted};
  grundy_status status = GRUNDY_OK;
  uint64_t mark = run->arena.count;
  levels.work = grundy_work_start(run->monitor, "grundy", 0);
  allocate(&levels, &run->arena);
  bool usable = grundy_arena_usable(&run->arena);
  if (usable) start_states(&levels);
  while (status == GRUNDY_OK && levels.unlabelled > 0) status = run_level(&levels);
  if (usable && status == GRUNDY_OK) {
    finish_values(&levels);
    grundy_work_finish(&levels.work, "counting", run->g.size);
  }
  if (run->arena.failed && status == GRUNDY_OK) status = grundy_fail_memory(run->error);
  grundy_arena_rewind(&run->arena, mark);
  grundy_external_untrim(run);
  return status;
}
