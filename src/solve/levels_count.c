#include "solve/levels.h"

#include "base/alloc.h"
#include "base/threads.h"
#include "solve/labels.h"
#include "solve/waves.h"

#include <grundy/value.h>

#include <assert.h>

/* The state of a vertex during a level. Counts are below 2^31. */
typedef struct node {
  uint32_t open; /* the number of open followers, not counting peeled ones; INFINITE marks ∞ */
  uint32_t bad;  /* how many block it; 0 in U: labelled now; HIT marks a hit vertex */
} node;

#define HIT (UINT32_C(1) << 31)
#define INFINITE (UINT32_C(1) << 31)
#define CLOSED UINT32_MAX /* as `bad`: has its finite value; updates have no effect */
#define NEVER (~HIT)      /* as `bad` of ∞: more than the updates of one level */

/* A peeled follower has this level's value. */
static inline bool update_hit(node *nodes, uint32_t label, uint32_t u) {
  (void)label;
  bool fresh = (nodes[u].bad & HIT) == 0;
  nodes[u].bad |= HIT;
  return fresh;
}

/* A follower was labelled in this level, so it is no longer open. */
static inline bool update_labelled(node *nodes, uint32_t label, uint32_t u) {
  (void)label;
  node now = nodes[u];
  assert(now.bad == CLOSED || (now.open & ~INFINITE) > 0);
  nodes[u].open = now.open - (now.bad != CLOSED);
  nodes[u].bad = now.bad | HIT;
  return (now.bad & HIT) == 0;
}

/* A follower was hit, so it no longer blocks. */
static inline bool update_unblocked(node *nodes, uint32_t label, uint32_t u) {
  (void)label;
  uint32_t bad = nodes[u].bad;
  assert(bad > 0); /* a follower is hit at most once per level */
  bad -= (bad & HIT) == 0;
  nodes[u].bad = bad;
  return bad == 0;
}

GRUNDY_WAVE_UPDATE(hit, node *, update_hit)
GRUNDY_WAVE_UPDATE(labelled, node *, update_labelled)
GRUNDY_WAVE_UPDATE(unblocked, node *, update_unblocked)
static const grundy_wave_update on_hit = GRUNDY_WAVE_UPDATE_OF(hit);
static const grundy_wave_update on_label = GRUNDY_WAVE_UPDATE_OF(labelled);
static const grundy_wave_update on_unblocked = GRUNDY_WAVE_UPDATE_OF(unblocked);

typedef struct counting {
  grundy_levels *levels;
  node *nodes;
  grundy_waves waves;
  uint32_t queued; /* vertices in the queue: hit or labelled in this level */
} counting;

typedef struct starting {
  const counting *c;
  const uint32_t *blockers;
  int threads;
} starting;

static void start_share(void *context, int thread) {
  const starting *s = context;
  uint32_t order = s->c->levels->g.order;
  uint32_t end = (uint32_t)grundy_share(order, thread + 1, s->threads);
  for (uint32_t u = (uint32_t)grundy_share(order, thread, s->threads); u < end; u++) {
    uint32_t count = s->blockers[u];
    bool peeled = (count & GRUNDY_LABELLED) != 0;
    assert(count > 0); /* else it would be peeled */
    s->c->nodes[u] = peeled ? (node){0, CLOSED} : (node){count, count};
  }
}

static void start_nodes(const counting *c, const uint32_t *blockers) {
  starting s = {c, blockers, grundy_threads_for(c->levels->g.order / 4)};
  grundy_parallel(s.threads, start_share, &s);
}

/* Updates the predecessors of a wave. */
static bool propagate(counting *c, grundy_wave_update update, const uint32_t *wave, uint32_t length,
                      uint32_t *next, uint32_t *count) {
  update.state = c->nodes;
  return grundy_waves_propagate(&c->waves, &update, wave, length, next, count, c->levels->work);
}

/* Updates the vertices that peeled vertices of this value hit, and those that are unblocked by
 * this. Nothing is labelled yet, since the hit of a vertex unblocked here may still be pending. */
static bool hit_from_peeled(counting *c) {
  assert(grundy_levels_are_possible(c->levels));
  uint32_t count, ignored;
  const uint32_t *peeled = grundy_levels_peeled(c->levels, &count);
  uint32_t *queue = c->levels->queue;
  return propagate(c, on_hit, peeled, count, queue, &c->queued) &&
         propagate(c, on_unblocked, queue, c->queued, queue + c->queued, &ignored);
}

/* Finds the vertices of U that nothing blocks when the level begins. */
static uint32_t first_wave(const counting *c, uint32_t *wave) {
  const grundy_levels *l = c->levels;
  uint32_t count = 0;
  for (uint32_t i = 0; i < l->unlabelled_count; i++) {
    uint32_t u = l->unlabelled[i];
    wave[count] = u;
    count += c->nodes[u].bad == 0;
  }
  return count;
}

/* Runs the waves of a level. In the queue, hit vertices and labelled vertices alternate; each
 * vertex is in it at most once. */
static bool run_waves(counting *c) {
  grundy_levels *l = c->levels;
  uint32_t hits, count = first_wave(c, l->queue + c->queued);
  while (count > 0) {
    uint32_t *wave = l->queue + c->queued, *hit = wave + count;
    grundy_levels_number(l, wave, count);
    if (!propagate(c, on_label, wave, count, hit, &hits)) return false;
    c->queued += count + hits;
    assert(c->queued <= l->g.order);
    if (!propagate(c, on_unblocked, hit, hits, hit + hits, &count)) return false;
  }
  return true;
}

/* The end of a level for U, divided among the threads. */
typedef struct ending {
  const counting *c;
  int threads;
  uint32_t kept[GRUNDY_MAX_THREADS];
} ending;

/* Step 3: labelled vertices leave U, hit vertices stay and count again, the rest become ∞. */
static void end_share(void *context, int thread) {
  ending *e = context;
  const counting *c = e->c;
  grundy_levels *l = c->levels;
  uint32_t begin = (uint32_t)grundy_share(l->unlabelled_count, thread, e->threads), kept = begin;
  uint32_t end = (uint32_t)grundy_share(l->unlabelled_count, thread + 1, e->threads);
  for (uint32_t i = begin; i < end; i++) {
    uint32_t u = l->unlabelled[i];
    node *n = &c->nodes[u];
    assert(l->values[u] == GRUNDY_INFINITY && (n->open & INFINITE) == 0);
    if (n->bad == 0) {
      l->values[u] = l->level;
      n->bad = CLOSED;
    } else if ((n->bad & HIT) != 0) {
      n->bad = n->open;
      l->unlabelled[kept++] = u;
    } else {
      assert(n->bad <= n->open);
      *n = (node){n->open | INFINITE, NEVER};
      if (l->counter != NULL) l->counter[u] = GRUNDY_INFINITY;
    }
  }
  e->kept[thread] = kept - begin;
}

static void end_level(counting *c) {
  grundy_levels *l = c->levels;
  ending e = {c, grundy_threads_for(l->unlabelled_count / 2), {0}};
  grundy_parallel(e.threads, end_share, &e);
  l->unlabelled_count = grundy_join_shares(l->unlabelled, l->unlabelled_count, e.kept, e.threads);
  /* Vertices that were ∞ before may be hit again. */
  for (uint32_t i = 0; i < c->queued; i++) {
    if (i + 64 < c->queued) __builtin_prefetch(&c->nodes[l->queue[i + 64]]);
    node *n = &c->nodes[l->queue[i]];
    if ((n->open & INFINITE) != 0) n->bad = NEVER;
  }
  l->level++;
}

grundy_levels_end grundy_levels_count(grundy_levels *levels, const uint32_t *blockers,
                                      uint64_t budget) {
  grundy_levels_end end = GRUNDY_LEVELS_DONE;
  counting c = {.levels = levels};
  uint64_t before = levels->work->done;
  c.nodes = grundy_alloc(levels->g.order, sizeof *c.nodes);
  if (!grundy_waves_start(&c.waves, levels->reverse, sizeof *c.nodes) || c.nodes == NULL)
    end = GRUNDY_LEVELS_NO_MEMORY;
  else
    start_nodes(&c, blockers);
  while (end == GRUNDY_LEVELS_DONE && levels->unlabelled_count > 0) {
    if (levels->work->done - before > budget)
      end = GRUNDY_LEVELS_STOPPED;
    else if (!hit_from_peeled(&c) || !run_waves(&c))
      end = GRUNDY_LEVELS_CANCELLED;
    else
      end_level(&c);
  }
  grundy_waves_free(&c.waves);
  free(c.nodes);
  return end;
}
