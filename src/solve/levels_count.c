#include "solve/levels.h"

#include "base/alloc.h"
#include "base/threads.h"
#include "solve/labels.h"
#include "solve/waves.h"

#include <grundy/value.h>

#include <assert.h>
#include <string.h>

/* A part of U, which one thread processes at the end of a level. Parts begin where they began at
 * level 0, so no thread has to move the vertices of another part. */
typedef struct part {
  uint32_t begin, count;
  uint32_t ready; /* of these, the last ones, which have no open follower */
  bool infinite;  /* whether a vertex has become ∞ */
} part;

typedef struct width width;

typedef struct counting {
  grundy_levels *levels;
  const width *width;
  void *nodes; /* the state of every vertex */
  grundy_waves waves;
  uint32_t queued; /* vertices in the queue: hit or labelled in this level */
  part parts[GRUNDY_MAX_THREADS];
  int part_count;
} counting;

/* What depends on the width of counts; levels_nodes.h describes the functions. */
struct width {
  size_t item;   /* bytes of a node */
  uint32_t most; /* the largest count */
  grundy_wave_update on_hit, on_label, on_unblocked;
  void (*start)(const counting *c, const uint32_t *blockers, uint32_t begin, uint32_t end);
  void (*end)(const counting *c, part *p);
  void (*reset)(const counting *c, const uint32_t *list, uint32_t count);
  uint32_t (*pick)(const counting *c, const uint32_t *list, uint32_t count, uint32_t *wave);
};

/* The macros of waves.h with names that are macros. */
#define UPDATE(name, states, update_one) GRUNDY_WAVE_UPDATE(name, states, update_one)
#define UPDATE_OF(name) GRUNDY_WAVE_UPDATE_OF(name)

#define COUNT uint8_t
#define NODES(name) byte_##name
#include "solve/levels_nodes.h"
#undef COUNT
#undef NODES

#define COUNT uint32_t
#define NODES(name) word_##name
#include "solve/levels_nodes.h"
#undef COUNT
#undef NODES

/* ---- start ------------------------------------------------------------------------------- */

typedef struct starting {
  const counting *c;
  const uint32_t *blockers;
  int threads;
} starting;

static void start_share(void *context, int thread) {
  const starting *s = context;
  uint32_t order = s->c->levels->g.order;
  s->c->width->start(s->c, s->blockers, (uint32_t)grundy_share(order, thread, s->threads),
                     (uint32_t)grundy_share(order, thread + 1, s->threads));
}

static void divide_unlabelled(counting *c) {
  uint32_t count = c->levels->unlabelled_count;
  c->part_count = grundy_threads_for(count);
  for (int i = 0; i < c->part_count; i++) {
    uint32_t begin = (uint32_t)grundy_share(count, i, c->part_count);
    uint32_t end = (uint32_t)grundy_share(count, i + 1, c->part_count);
    c->parts[i] = (part){.begin = begin, .count = end - begin};
  }
}

static bool counting_start(counting *c, const uint32_t *blockers) {
  const grundy_levels *l = c->levels;
  assert(byte_width.most == GRUNDY_LEVELS_NARROW && byte_width.item == 2);
  c->width = l->most_open <= byte_width.most ? &byte_width : &word_width;
  c->nodes = grundy_alloc(l->g.order, c->width->item);
  if (!grundy_waves_start(&c->waves, l->reverse, c->width->item) || c->nodes == NULL) return false;
  starting s = {c, blockers, grundy_threads_for(l->g.order / 4)};
  grundy_parallel(s.threads, start_share, &s);
  divide_unlabelled(c);
  return true;
}

/* ---- a level ----------------------------------------------------------------------------- */

/* Updates the predecessors of a wave. */
static bool propagate(counting *c, grundy_wave_update update, const uint32_t *wave, uint32_t length,
                      uint32_t *next, uint32_t *count) {
  update.state = c->nodes;
  return grundy_waves_propagate(&c->waves, &update, wave, length, next, count, c->levels->work);
}

/* Updates the vertices that peeled vertices of this value hit, and those that are unblocked by
 * this: these are *count vertices of the first wave, after the hit vertices in the queue. */
static bool hit_from_peeled(counting *c, uint32_t *count) {
  assert(grundy_levels_are_possible(c->levels));
  uint32_t peeled_count;
  const uint32_t *peeled = grundy_levels_peeled(c->levels, &peeled_count);
  uint32_t *queue = c->levels->queue;
  return propagate(c, c->width->on_hit, peeled, peeled_count, queue, &c->queued) &&
         propagate(c, c->width->on_unblocked, queue, c->queued, queue + c->queued, count);
}

/* Appends the vertices of the first wave that had no open follower when the level began to the
 * `count` others. Returns how many there are together. */
static uint32_t first_wave(const counting *c, uint32_t count) {
  const grundy_levels *l = c->levels;
  for (const part *p = c->parts; p < c->parts + c->part_count; p++)
    count += c->width->pick(c, l->unlabelled + p->begin + p->count - p->ready, p->ready,
                            l->queue + c->queued + count);
  return count;
}

/* Runs the waves of a level. In the queue, hit vertices and labelled vertices alternate; each
 * vertex is in it at most once. */
static bool run_level(counting *c) {
  grundy_levels *l = c->levels;
  uint32_t hits, count;
  if (!hit_from_peeled(c, &count)) return false;
  count = first_wave(c, count);
  while (count > 0) {
    uint32_t *wave = l->queue + c->queued, *hit = wave + count;
    grundy_levels_number(l, wave, count);
    if (!propagate(c, c->width->on_label, wave, count, hit, &hits)) return false;
    c->queued += count + hits;
    assert(c->queued <= l->g.order);
    if (!propagate(c, c->width->on_unblocked, hit, hits, hit + hits, &count)) return false;
  }
  return true;
}

/* ---- the end of a level ------------------------------------------------------------------ */

typedef struct ending {
  counting *c;
  int threads;
} ending;

static void reset_share(void *context, int thread) {
  const ending *e = context;
  const counting *c = e->c;
  uint32_t begin = (uint32_t)grundy_share(c->queued, thread, e->threads);
  uint32_t end = (uint32_t)grundy_share(c->queued, thread + 1, e->threads);
  c->width->reset(c, c->levels->queue + begin, end - begin);
}

static void end_share(void *context, int thread) {
  const ending *e = context;
  counting *c = e->c;
  int last = (int)grundy_share((unsigned)c->part_count, thread + 1, e->threads);
  for (int i = (int)grundy_share((unsigned)c->part_count, thread, e->threads); i < last; i++)
    c->width->end(c, &c->parts[i]);
}

/* Returns whether some vertex is ∞ since an earlier level. */
static bool has_infinite(const counting *c) {
  for (int i = 0; i < c->part_count; i++)
    if (c->parts[i].infinite) return true;
  return false;
}

static void end_level(counting *c) {
  grundy_levels *l = c->levels;
  ending e = {c, grundy_threads_for(c->queued)};
  if (has_infinite(c)) grundy_parallel(e.threads, reset_share, &e);
  e.threads = grundy_threads_for(l->unlabelled_count);
  if (e.threads > c->part_count) e.threads = c->part_count;
  grundy_parallel(e.threads, end_share, &e);
  l->unlabelled_count = 0;
  for (int i = 0; i < c->part_count; i++) l->unlabelled_count += c->parts[i].count;
  l->level++;
}

/* Makes U one list again. */
static void join_unlabelled(const counting *c) {
  uint32_t *list = c->levels->unlabelled, count = 0;
  for (int i = 0; i < c->part_count; i++) {
    memmove(list + count, list + c->parts[i].begin, c->parts[i].count * sizeof *list);
    count += c->parts[i].count;
  }
  assert(count == c->levels->unlabelled_count);
}

grundy_levels_end grundy_levels_count(grundy_levels *levels, const uint32_t *blockers,
                                      uint64_t budget) {
  counting c = {.levels = levels};
  uint64_t before = levels->work->done;
  grundy_levels_end end =
      counting_start(&c, blockers) ? GRUNDY_LEVELS_DONE : GRUNDY_LEVELS_NO_MEMORY;
  while (end == GRUNDY_LEVELS_DONE && levels->unlabelled_count > 0) {
    if (levels->work->done - before > budget)
      end = GRUNDY_LEVELS_STOPPED;
    else if (!run_level(&c))
      end = GRUNDY_LEVELS_CANCELLED;
    else
      end_level(&c);
  }
  if (end == GRUNDY_LEVELS_STOPPED) join_unlabelled(&c);
  grundy_waves_free(&c.waves);
  free(c.nodes);
  return end;
}
