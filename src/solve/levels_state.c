/* The states of counting levels: their start, and the end of a level. */

#include "solve/levels_state.h"

#include "solve/labels.h"
#include "solve/levels.h"

#include <assert.h>
#include <string.h>

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
  const grundy_levels_state *state;
  const uint32_t *blockers;
  int threads;
} starting;

static void start_share(void *context, int thread) {
  const starting *s = context;
  uint32_t order = s->state->order;
  s->state->width->start(s->state, s->blockers, (uint32_t)grundy_share(order, thread, s->threads),
                         (uint32_t)grundy_share(order, thread + 1, s->threads));
}

static void divide_unlabelled(grundy_levels_state *s) {
  uint32_t count = s->unlabelled_count;
  s->part_count = grundy_threads_for(count);
  for (int i = 0; i < s->part_count; i++) {
    uint32_t begin = (uint32_t)grundy_share(count, i, s->part_count);
    uint32_t end = (uint32_t)grundy_share(count, i + 1, s->part_count);
    s->parts[i] = (grundy_levels_part){.begin = begin, .count = end - begin};
  }
}

void grundy_levels_state_start(grundy_levels_state *s, grundy_arena *arena,
                               const uint32_t *blockers, uint32_t most_open) {
  assert(byte_width.most == GRUNDY_LEVELS_NARROW && byte_width.item == 2);
  s->width = most_open <= byte_width.most ? &byte_width : &word_width;
  s->nodes = grundy_arena_array(arena, s->order, s->width->item);
  if (!grundy_arena_usable(arena)) return;
  starting starts = {s, blockers, grundy_threads_for(s->order / 4)};
  grundy_parallel(starts.threads, start_share, &starts);
  divide_unlabelled(s);
}

/* ---- a level ----------------------------------------------------------------------------- */

uint32_t grundy_levels_state_pick(const grundy_levels_state *s, uint32_t *wave) {
  uint32_t count = 0;
  for (const grundy_levels_part *p = s->parts; p < s->parts + s->part_count; p++)
    count +=
        s->width->pick(s, s->unlabelled + p->begin + p->count - p->ready, p->ready, wave + count);
  return count;
}

/* ---- the end of a level ------------------------------------------------------------------ */

typedef struct ending {
  grundy_levels_state *state;
  uint32_t queued;
  int threads;
} ending;

static void reset_share(void *context, int thread) {
  const ending *e = context;
  uint32_t begin = (uint32_t)grundy_share(e->queued, thread, e->threads);
  uint32_t end = (uint32_t)grundy_share(e->queued, thread + 1, e->threads);
  e->state->width->reset(e->state, e->state->queue + begin, end - begin);
}

static void end_share(void *context, int thread) {
  const ending *e = context;
  grundy_levels_state *s = e->state;
  int last = (int)grundy_share((unsigned)s->part_count, thread + 1, e->threads);
  for (int i = (int)grundy_share((unsigned)s->part_count, thread, e->threads); i < last; i++)
    s->width->end(s, &s->parts[i]);
}

/* Returns whether some vertex is ∞ since an earlier level. */
static bool has_infinite(const grundy_levels_state *s) {
  for (int i = 0; i < s->part_count; i++)
    if (s->parts[i].infinite) return true;
  return false;
}

void grundy_levels_state_end(grundy_levels_state *s, uint32_t queued) {
  ending e = {s, queued, grundy_threads_for(queued)};
  if (has_infinite(s)) grundy_parallel(e.threads, reset_share, &e);
  e.threads = grundy_threads_for(s->unlabelled_count);
  if (e.threads > s->part_count) e.threads = s->part_count;
  grundy_parallel(e.threads, end_share, &e);
  s->unlabelled_count = 0;
  for (int i = 0; i < s->part_count; i++) s->unlabelled_count += s->parts[i].count;
  s->level++;
}

void grundy_levels_state_join(const grundy_levels_state *s) {
  uint32_t *list = s->unlabelled, count = 0;
  for (int i = 0; i < s->part_count; i++) {
    memmove(list + count, list + s->parts[i].begin, s->parts[i].count * sizeof *list);
    count += s->parts[i].count;
  }
  assert(count == s->unlabelled_count);
}
