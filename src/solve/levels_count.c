/* Counting levels: waves of hit and of labelled vertices, in turn. levels.h has the algorithm, and
 * levels_state.h what every vertex counts. */

#include "solve/levels.h"

#include "solve/levels_state.h"
#include "solve/waves.h"

#include <assert.h>

typedef struct counting {
  grundy_levels *levels;
  grundy_levels_state state;
  grundy_waves waves;
  uint32_t queued; /* vertices in the queue: hit or labelled in this level */
} counting;

/* The state contains the blockers, which are not needed any more. */
static void counting_start(counting *c) {
  grundy_levels *l = c->levels;
  c->state = (grundy_levels_state){.order = l->g.order,
                                   .values = l->values,
                                   .counter = l->counter,
                                   .unlabelled = l->unlabelled,
                                   .unlabelled_count = l->unlabelled_count,
                                   .level = l->level};
  grundy_levels_state_start(&c->state, l->arena, l->blockers, l->most_open);
  if (l->counter == NULL) {
    grundy_arena_release(l->arena, l->blockers);
    l->blockers = NULL;
  }
  c->state.queue = grundy_queue_alloc(l->arena, l->unlabelled_count);
  grundy_waves_start(&c->waves, l->arena, l->reverse, c->state.width->item);
}

/* ---- a level ----------------------------------------------------------------------------- */

/* Updates the predecessors of a wave. */
static bool propagate(counting *c, grundy_wave_update update, const uint32_t *wave, uint32_t length,
                      uint32_t *next, uint32_t *count) {
  update.state = c->state.nodes;
  return grundy_waves_propagate(&c->waves, &update, wave, length, next, count, c->levels->work);
}

/* Updates the vertices that peeled vertices of this value hit, and those that are unblocked by
 * this: these are *count vertices of the first wave, after the hit vertices in the queue. */
static bool hit_from_peeled(counting *c, uint32_t *count) {
  assert(grundy_levels_are_possible(c->levels));
  uint32_t peeled_count;
  const uint32_t *peeled = grundy_levels_peeled(c->levels, &peeled_count);
  uint32_t *queue = c->state.queue;
  return propagate(c, c->state.width->on_hit, peeled, peeled_count, queue, &c->queued) &&
         propagate(c, c->state.width->on_unblocked, queue, c->queued, queue + c->queued, count);
}

/* Runs the waves of a level. In the queue, hit vertices and labelled vertices alternate; each
 * vertex is in it at most once. */
static bool run_level(counting *c) {
  grundy_levels *l = c->levels;
  uint32_t hits, count;
  if (!hit_from_peeled(c, &count)) return false;
  count += grundy_levels_state_pick(&c->state, c->state.queue + c->queued + count);
  while (count > 0) {
    uint32_t *wave = c->state.queue + c->queued, *hit = wave + count;
    grundy_levels_number(l, wave, count);
    if (!propagate(c, c->state.width->on_label, wave, count, hit, &hits)) return false;
    c->queued += count + hits;
    assert(c->queued <= l->g.order);
    if (!propagate(c, c->state.width->on_unblocked, hit, hits, hit + hits, &count)) return false;
  }
  return true;
}

static void end_level(counting *c) {
  grundy_levels_state_end(&c->state, c->queued);
  c->levels->unlabelled_count = c->state.unlabelled_count;
  c->levels->level = c->state.level;
}

grundy_levels_end grundy_levels_count(grundy_levels *levels, uint64_t budget) {
  counting c = {.levels = levels};
  uint64_t before = levels->work->done, mark = levels->arena->count;
  grundy_levels_end end = GRUNDY_LEVELS_DONE;
  counting_start(&c);
  while (grundy_arena_usable(levels->arena) && end == GRUNDY_LEVELS_DONE &&
         levels->unlabelled_count > 0) {
    if (levels->work->done - before > budget)
      end = GRUNDY_LEVELS_STOPPED;
    else if (!run_level(&c))
      end = GRUNDY_LEVELS_CANCELLED;
    else
      end_level(&c);
  }
  if (end == GRUNDY_LEVELS_STOPPED) grundy_levels_state_join(&c.state);
  grundy_arena_rewind(levels->arena, mark);
  return end;
}
