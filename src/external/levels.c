/* Counting levels of Algorithm G [FY86, §3] from reverse rows; levels.h of the room solve has the
 * proof. Two words per vertex are all the state: `open`, in the array of values, and `bad`, in the
 * array of peeling, which becomes the counter if that is wanted.
 *
 *   a finite value is known:  open is the value with VALUE; bad is CLOSED or, if there is a
 * counter, the number of the vertex with HIT, and before a peeled vertex is numbered its distance
 * with HIT in U:                     open counts the open followers, bad those that block, 0 if
 * labelled in this level; HIT is set in bad if the vertex is hit ∞:                        open has
 * INFINITE set, bad is NEVER, or has HIT set
 *
 * A vertex that is labelled is never hit in the same level, and all its open followers are hit
 * already, so no update changes it any more: a counter closes it at once. */

#include "external/impl.h"

#include "base/alloc.h"
#include "base/error.h"

#include <string.h>

#define HIT GRUNDY_LABEL_BIT
#define INFINITE (UINT32_C(1) << 31)
#define VALUE (UINT32_C(3) << 30) /* more than other states, because rows have < 2^30 moves */
#define CLOSED UINT32_MAX
#define NEVER (~HIT - 1) /* more than the updates of one level; with HIT it is not CLOSED */

enum {
  AHEAD = 16,
  COUNTING_PASSES = 3 /* as in values.c of the room solve, where lazy levels follow */
};

typedef struct levels {
  grundy_external *x;
  uint32_t *open, *bad;
  bool counted; /* whether `bad` becomes the counter */
  uint32_t level;
  uint32_t rank;            /* the next number for counters */
  uint32_t unlabelled;      /* vertices in U */
  uint32_t largest;         /* of the values of peeled vertices */
  uint64_t examined;        /* moves and vertices, as the room solve counts them */
  uint64_t between;         /* moves between open vertices */
  uint64_t into_peeled;     /* a bound on how many moves lead from open to peeled vertices */
  grundy_vertex_set peeled; /* those whose value is the level */
  grundy_vertex_set wave, hits;
  uint64_t *distances; /* one bit per distance, 0 between levels; NULL unless counted */
  uint32_t *ranks;     /* by word of `distances`: how many bits there are before it */
  grundy_work work;
} levels;

static bool is_closed(uint32_t open) {
  return open >= VALUE;
}

/* ---- updates ----------------------------------------------------------------------------- */

/* A peeled follower has this level's value. */
static uint64_t update_hit(const grundy_update *update, uint32_t *vertices, const uint32_t *words,
                           uint64_t count, uint64_t *settled) {
  uint32_t *bad = ((levels *)update->kernel)->bad;
  uint64_t found = 0, sum = 0;
  (void)words;
  for (uint64_t i = 0; i < count; i++) {
    if (i + AHEAD < count) __builtin_prefetch(&bad[vertices[i + AHEAD]], 1);
    uint32_t u = vertices[i], now = bad[u];
    sum += now != CLOSED;
    bad[u] = now | HIT;
    vertices[found] = u;
    found += (now & HIT) == 0;
  }
  *settled += sum;
  return found;
}

/* As above, if `bad` does not say which vertices are closed. */
static uint64_t update_hit_counted(const grundy_update *update, uint32_t *vertices,
                                   const uint32_t *words, uint64_t count, uint64_t *settled) {
  const levels *l = update->kernel;
  uint64_t found = 0, sum = 0;
  (void)words;
  for (uint64_t i = 0; i < count; i++) {
    if (i + AHEAD < count) {
      __builtin_prefetch(&l->bad[vertices[i + AHEAD]], 1);
      __builtin_prefetch(&l->open[vertices[i + AHEAD]]);
    }
    uint32_t u = vertices[i], now = l->bad[u];
    sum += !is_closed(l->open[u]);
    l->bad[u] = now | HIT;
    vertices[found] = u;
    found += (now & HIT) == 0;
  }
  *settled += sum;
  return found;
}

/* A follower was labelled in this level, so it is no longer open. */
static uint64_t update_labelled(const grundy_update *update, uint32_t *vertices,
                                const uint32_t *words, uint64_t count, uint64_t *settled) {
  const levels *l = update->kernel;
  uint64_t found = 0;
  (void)words;
  (void)settled;
  for (uint64_t i = 0; i < count; i++) {
    if (i + AHEAD < count) {
      __builtin_prefetch(&l->bad[vertices[i + AHEAD]], 1);
      __builtin_prefetch(&l->open[vertices[i + AHEAD]], 1);
    }
    uint32_t u = vertices[i], now = l->bad[u], open = l->open[u];
    assert((open & ~INFINITE) > 0);
    l->open[u] = open - !is_closed(open);
    l->bad[u] = now | HIT;
    vertices[found] = u;
    found += (now & HIT) == 0;
  }
  return found;
}

/* A follower was hit, so it no longer blocks. */
static uint64_t update_unblocked(const grundy_update *update, uint32_t *vertices,
                                 const uint32_t *words, uint64_t count, uint64_t *settled) {
  uint32_t *bad = ((levels *)update->kernel)->bad;
  uint64_t found = 0;
  (void)words;
  (void)settled;
  for (uint64_t i = 0; i < count; i++) {
    if (i + AHEAD < count) __builtin_prefetch(&bad[vertices[i + AHEAD]], 1);
    uint32_t u = vertices[i], now = bad[u];
    assert(now > 0); /* a follower is hit at most once per level */
    now -= (now & HIT) == 0;
    bad[u] = now;
    vertices[found] = u;
    found += now == 0;
  }
  return found;
}

/* ---- waves ------------------------------------------------------------------------------- */

/* Counts the wave and its moves as the room solve does, for the same choice of algorithm. */
static void examine(levels *l, grundy_vertex_set *wave) {
  grundy_set_cursor at = 0;
  uint32_t v;
  if (!l->counted) return;
  l->examined += wave->count;
  grundy_vertex_set_sort(wave);
  while (grundy_vertex_set_next(wave, &at, &v))
    l->examined += grundy_row_length(&l->x->all.index, v);
}

static grundy_status propagate(levels *l, grundy_vertex_set *wave,
                               uint64_t (*apply)(const grundy_update *, uint32_t *,
                                                 const uint32_t *, uint64_t, uint64_t *),
                               grundy_vertex_set *next, uint64_t *settled) {
  grundy_update update = {.kernel = l, .apply = apply};
  examine(l, wave);
  return grundy_reverse_propagate(grundy_external_rows(l->x), &l->x->reading, wave, NULL, &update,
                                  next, settled, &l->work, l->x->error);
}

/* ---- counters ---------------------------------------------------------------------------- */

/* Numbers the peeled vertices of this level: one number for each of their distances, in order. */
static void number_peeled(levels *l) {
  grundy_set_cursor at = 0;
  uint32_t v, last = 0, before = 0;
  if (!l->counted || l->peeled.count == 0) return;
  grundy_vertex_set_sort(&l->peeled);
  while (grundy_vertex_set_next(&l->peeled, &at, &v)) {
    uint32_t distance = l->bad[v] & ~HIT;
    assert((l->bad[v] & HIT) != 0 && distance < l->x->g.order);
    l->distances[distance / 64] |= UINT64_C(1) << distance % 64;
    if (distance / 64 > last) last = distance / 64;
  }
  for (uint32_t word = 0; word <= last; word++) {
    l->ranks[word] = before;
    before += (uint32_t)__builtin_popcountll(l->distances[word]);
  }
  at = 0;
  while (grundy_vertex_set_next(&l->peeled, &at, &v)) {
    uint32_t distance = l->bad[v] & ~HIT;
    uint64_t below = l->distances[distance / 64] & ((UINT64_C(1) << distance % 64) - 1);
    l->bad[v] = HIT | (l->rank + l->ranks[distance / 64] + (uint32_t)__builtin_popcountll(below));
  }
  memset(l->distances, 0, (last + UINT64_C(1)) * sizeof *l->distances);
  l->rank += before;
}

/* Numbers the labelled vertices of a wave, and closes them. */
static void number_wave(levels *l) {
  grundy_set_cursor at = 0;
  uint32_t v;
  if (!l->counted || l->wave.count == 0) return;
  grundy_vertex_set_sort(&l->wave);
  while (grundy_vertex_set_next(&l->wave, &at, &v)) {
    assert(l->bad[v] == 0);
    l->open[v] = VALUE | l->level;
    l->bad[v] = HIT | l->rank;
  }
  l->rank++;
}

/* ---- a level ----------------------------------------------------------------------------- */

static bool needs_row(const void *kernel, uint32_t v) {
  const levels *l = kernel;
  return !is_closed(l->open[v]) || l->open[v] - VALUE >= l->level;
}

/* Hits the predecessors of peeled vertices, and unblocks theirs; then finds the vertices of U that
 * nothing blocks. */
static grundy_status start_level(levels *l) {
  uint64_t settled = 0, ignored;
  number_peeled(l);
  grundy_status status =
      propagate(l, &l->peeled, l->counted ? update_hit_counted : update_hit, &l->hits, &settled);
  if (status == GRUNDY_OK) status = propagate(l, &l->hits, update_unblocked, NULL, &ignored);
  if (status != GRUNDY_OK) return status;
  assert(settled <= l->into_peeled);
  l->into_peeled -= settled;
  grundy_vertex_set_clear(&l->peeled);
  grundy_vertex_set_clear(&l->hits);
  for (uint32_t u = 0; u < l->x->g.order; u++)
    if (l->bad[u] == 0) grundy_vertex_set_add(&l->wave, &u, 1);
  return GRUNDY_OK;
}

static grundy_status run_waves(levels *l) {
  grundy_status status = GRUNDY_OK;
  uint64_t ignored;
  while (status == GRUNDY_OK && l->wave.count > 0) {
    number_wave(l);
    status = propagate(l, &l->wave, update_labelled, &l->hits, &ignored);
    grundy_vertex_set_clear(&l->wave);
    if (status == GRUNDY_OK) status = propagate(l, &l->hits, update_unblocked, &l->wave, &ignored);
    grundy_vertex_set_clear(&l->hits);
  }
  return status;
}

/* Ends the level for an open vertex: a labelled vertex leaves U, a hit vertex stays and counts
 * again, another one becomes ∞ if it is not yet. */
static void end_vertex(levels *l, uint32_t u) {
  uint32_t bad = l->bad[u];
  if ((l->open[u] & INFINITE) != 0) {
    l->bad[u] = NEVER;
  } else if (bad == 0) {
    l->open[u] = VALUE | l->level;
    l->bad[u] = CLOSED;
    return;
  } else if ((bad & HIT) != 0) {
    l->bad[u] = l->open[u];
    l->unlabelled++;
  } else {
    assert(bad <= l->open[u]);
    l->open[u] |= INFINITE;
    l->bad[u] = NEVER;
  }
  l->between += l->open[u] & ~INFINITE;
}

/* Ends the level, and finds the peeled vertices of the next one. */
static void end_level(levels *l) {
  uint32_t next = l->level + 1;
  l->unlabelled = 0;
  l->between = 0;
  for (uint32_t u = 0; u < l->x->g.order; u++) {
    if (!is_closed(l->open[u]))
      end_vertex(l, u);
    else if (l->open[u] == (VALUE | next))
      grundy_vertex_set_add(&l->peeled, &u, 1);
  }
  l->level = next;
}

grundy_status grundy_external_fail_lazy(const grundy_external *x) {
  return grundy_fail(x->error, GRUNDY_UNABLE,
                     "the counter of this game needs the whole game in memory; leave out the "
                     "column counter");
}

static grundy_status run_level(levels *l) {
  if (l->counted && l->examined > COUNTING_PASSES * (l->x->g.order + l->x->g.size))
    l->x->lazy = true;
  if (l->x->lazy && l->x->all.scratch == NULL) return grundy_external_fail_lazy(l->x);
  grundy_need need = {l, needs_row, l->open, VALUE, l->between + l->into_peeled};
  grundy_status status = grundy_external_trim(l->x, &need, &l->work);
  if (status == GRUNDY_OK) status = start_level(l);
  if (status == GRUNDY_OK) status = run_waves(l);
  if (status == GRUNDY_OK) end_level(l);
  return status;
}

/* ---- all levels -------------------------------------------------------------------------- */

static bool levels_alloc(levels *l) {
  uint32_t order = l->x->g.order;
  bool memory = grundy_vertex_set_start(&l->peeled, order) &&
                grundy_vertex_set_start(&l->wave, order) &&
                grundy_vertex_set_start(&l->hits, order);
  if (!memory || !l->counted) return memory;
  l->distances = grundy_alloc_zero((uint64_t)order / 64 + 1, sizeof *l->distances);
  l->ranks = grundy_alloc((uint64_t)order / 64 + 1, sizeof *l->ranks);
  return l->distances != NULL && l->ranks != NULL;
}

static void levels_free(levels *l) {
  grundy_vertex_set_free(&l->peeled);
  grundy_vertex_set_free(&l->wave);
  grundy_vertex_set_free(&l->hits);
  free(l->distances);
  free(l->ranks);
  grundy_external_untrim(l->x);
}

/* Turns the states of peeling into those of level 0. */
static void levels_start(levels *l) {
  const grundy_view *g = &l->x->g;
  for (uint32_t u = 0; u < g->order; u++) {
    uint32_t count = l->bad[u];
    if ((count & GRUNDY_LABEL_BIT) != 0) {
      if (!l->counted) l->bad[u] = CLOSED;
      if (l->open[u] > l->largest) l->largest = l->open[u];
      if (l->open[u] == 0) grundy_vertex_set_add(&l->peeled, &u, 1);
      l->open[u] |= VALUE;
      continue;
    }
    assert(count > 0);
    l->open[u] = count;
    l->unlabelled++;
    l->between += count;
    l->into_peeled += g->offsets[u + 1] - g->offsets[u] - count;
  }
}

/* Numbers the peeled vertices whose levels were not reached. */
static void number_rest(levels *l) {
  while (l->counted && l->level <= l->largest) {
    number_peeled(l);
    grundy_vertex_set_clear(&l->peeled);
    end_level(l);
  }
}

static void finish_values(levels *l) {
  for (uint32_t u = 0; u < l->x->g.order; u++) {
    bool finite = is_closed(l->open[u]);
    l->open[u] = finite ? l->open[u] - VALUE : GRUNDY_INFINITY;
    if (l->counted) l->bad[u] = finite ? l->bad[u] & ~HIT : GRUNDY_INFINITY;
  }
}

grundy_status grundy_external_levels(grundy_external *x, uint32_t *state, uint32_t *values,
                                     bool counted) {
  levels l = {.x = x, .open = values, .bad = state, .counted = counted};
  l.work = grundy_work_start(x->monitor, "grundy", 0);
  grundy_status status = levels_alloc(&l) ? GRUNDY_OK : grundy_fail_memory(x->error);
  if (status == GRUNDY_OK) levels_start(&l);
  while (status == GRUNDY_OK && l.unlabelled > 0) status = run_level(&l);
  if (status == GRUNDY_OK) {
    number_rest(&l);
    finish_values(&l);
    grundy_work_finish(&l.work, "counting", x->g.size);
  }
  levels_free(&l);
  return status;
}
