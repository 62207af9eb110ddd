#include "solve/levels.h"

#include "base/alloc.h"
#include "base/threads.h"
#include "solve/labels.h"
#include "solve/waves.h"

#include <grundy/value.h>

#include <assert.h>

/* What a vertex is told while a level lasts. Counts are below 2^31. */
typedef struct node {
  uint32_t open; /* followers that are open, peeled ones not counted; INFINITE marks ∞ */
  uint32_t bad;  /* those that block it; 0 in U: labelled now; HIT marks a hit vertex */
} node;

#define HIT (UINT32_C(1) << 31)
#define INFINITE (UINT32_C(1) << 31)
#define CLOSED UINT32_MAX /* as `bad`: has its finite value; told in vain */
#define NEVER (~HIT)      /* as `bad` of ∞: more than it can be told in a level */

/* A peeled follower has this level's value. */
static inline bool tell_hit(node *nodes, uint32_t label, uint32_t u) {
  (void)label;
  bool fresh = (nodes[u].bad & HIT) == 0;
  nodes[u].bad |= HIT;
  return fresh;
}

/* A follower was labelled in this level, and so is open no longer. */
static inline bool tell_labelled(node *nodes, uint32_t label, uint32_t u) {
  (void)label;
  node now = nodes[u];
  assert(now.bad == CLOSED || (now.open & ~INFINITE) > 0);
  nodes[u].open = now.open - (now.bad != CLOSED);
  nodes[u].bad = now.bad | HIT;
  return (now.bad & HIT) == 0;
}

/* A follower was hit, and blocks no longer. */
static inline bool tell_unblocked(node *nodes, uint32_t label, uint32_t u) {
  (void)label;
  uint32_t bad = nodes[u].bad;
  assert(bad > 0); /* a follower blocks until it is hit, once in a level */
  bad -= (bad & HIT) == 0;
  nodes[u].bad = bad;
  return bad == 0;
}

GRUNDY_RULE(hit, node *, tell_hit)
GRUNDY_RULE(labelled, node *, tell_labelled)
GRUNDY_RULE(unblocked, node *, tell_unblocked)
static const grundy_rule of_hits = GRUNDY_RULE_OF(hit);
static const grundy_rule of_labels = GRUNDY_RULE_OF(labelled);
static const grundy_rule of_unblocking = GRUNDY_RULE_OF(unblocked);

typedef struct counting {
  grundy_levels *levels;
  node *nodes;
  grundy_waves waves;
  uint32_t told; /* vertices in the queue: hit or labelled in this level */
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

/* Tells the predecessors of a wave by one of the rules. */
static bool tell(counting *c, grundy_rule rule, const uint32_t *wave, uint32_t length,
                 uint32_t *next, uint32_t *count) {
  rule.state = c->nodes;
  return grundy_waves_tell(&c->waves, &rule, wave, length, next, count, c->levels->work);
}

/* What peeled vertices of this value hit, and what that unblocks. Nothing is labelled yet, since a
 * vertex unblocked here may not have been told of its own hit. */
static bool hit_from_peeled(counting *c) {
  assert(grundy_levels_are_possible(c->levels));
  uint32_t count, ignored;
  const uint32_t *peeled = grundy_levels_peeled(c->levels, &count);
  uint32_t *queue = c->levels->queue;
  return tell(c, of_hits, peeled, count, queue, &c->told) &&
         tell(c, of_unblocking, queue, c->told, queue + c->told, &ignored);
}

/* The vertices of U that nothing blocks when the level begins. */
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

/* The waves of a level. In the queue the vertices that are hit and those that are labelled take
 * turns; each vertex is in it at most once. */
static bool run_waves(counting *c) {
  grundy_levels *l = c->levels;
  uint32_t hits, count = first_wave(c, l->queue + c->told);
  while (count > 0) {
    uint32_t *wave = l->queue + c->told, *hit = wave + count;
    grundy_levels_number(l, wave, count);
    if (!tell(c, of_labels, wave, count, hit, &hits)) return false;
    c->told += count + hits;
    assert(c->told <= l->g.order);
    if (!tell(c, of_unblocking, hit, hits, hit + hits, &count)) return false;
  }
  return true;
}

/* The end of a level for U, shared by the threads. */
typedef struct ending {
  const counting *c;
  int threads;
  uint32_t kept[GRUNDY_MAX_THREADS];
} ending;

/* Step 3: the labelled leave U, what was hit stays and counts anew, the rest becomes ∞. */
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
  for (uint32_t i = 0; i < c->told; i++) {
    if (i + 64 < c->told) __builtin_prefetch(&c->nodes[l->queue[i + 64]]);
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
