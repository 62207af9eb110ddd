/* Deliveries: a counting sort of vertices by block, and the updates of the blocks. */

#include "external/delivery.h"

#include "base/lower_bound.h"
#include "base/threads.h"

#include <assert.h>
#include <string.h>

enum {
  BLOCK_BITS = 15,        /* of the vertices of a block */
  LEAST_SORTED = 1 << 15, /* fewer vertices are updated in the order in which they come */
};

void grundy_delivery_start(grundy_delivery *delivery, grundy_arena *arena, uint32_t order,
                           uint32_t capacity, unsigned most_threads) {
  uint64_t blocks = ((uint64_t)order + (UINT64_C(1) << BLOCK_BITS) - 1) >> BLOCK_BITS;
  int threads = grundy_threads_for(capacity);
  if (threads > (int)most_threads) threads = (int)most_threads;
  assert(capacity > 0);
  *delivery = (grundy_delivery){.order = order,
                                .capacity = capacity,
                                .most = capacity / 16 + 1,
                                .threads = threads,
                                .bits = BLOCK_BITS,
                                .blocks = blocks < 4 ? 0 : (uint32_t)blocks,
                                .part_room = capacity / 4 + 16};
  uint64_t places = (uint64_t)delivery->blocks * (unsigned)threads;
  delivery->parts = grundy_arena_array(arena, delivery->part_room, sizeof *delivery->parts);
  delivery->vertices = grundy_arena_array(arena, capacity, sizeof *delivery->vertices);
  delivery->words = grundy_arena_array(arena, capacity, sizeof *delivery->words);
  delivery->places = grundy_arena_array(arena, places, sizeof *delivery->places);
}

uint64_t grundy_delivery_add(grundy_delivery *delivery, const uint32_t *at, uint64_t count,
                             uint32_t word) {
  uint64_t added = 0;
  while (added < count && delivery->part_count < delivery->part_room &&
         delivery->pending < delivery->capacity) {
    uint64_t part = count - added, room = delivery->capacity - delivery->pending;
    if (part > room) part = room;
    if (part > delivery->most) part = delivery->most;
    delivery->parts[delivery->part_count++] =
        (grundy_part){at + added, (uint32_t)part, word, delivery->pending};
    delivery->pending += (uint32_t)part;
    added += part;
  }
  return added;
}

/* ---- parts in parallel ------------------------------------------------------------------- */

/* Returns the first part of a thread's share; shares have about the same number of vertices. */
static uint32_t first_part(const grundy_delivery *d, int thread) {
  uint64_t wanted = grundy_share(d->pending, thread, d->threads);
  uint64_t part = 0;
  GRUNDY_LOWER_BOUND(part, d->part_count, i, d->parts[i].before < wanted)
  return thread == d->threads ? d->part_count : (uint32_t)part;
}

typedef struct visiting {
  grundy_delivery *d;
  grundy_parts_function *function;
  void *context;
} visiting;

static void visit_share(void *context, int thread) {
  const visiting *v = context;
  uint32_t begin = first_part(v->d, thread);
  v->function(v->context, v->d->parts + begin, first_part(v->d, thread + 1) - begin);
}

void grundy_delivery_each_part(grundy_delivery *delivery, grundy_parts_function *function,
                               void *context) {
  visiting v = {delivery, function, context};
  grundy_parallel(delivery->threads, visit_share, &v);
}

/* ---- sorting by block -------------------------------------------------------------------- */

typedef struct applying {
  grundy_delivery *d;
  const grundy_update *update;
  int shares; /* by share: where its vertices begin, how many changed, what was settled */
  uint64_t begin[GRUNDY_MAX_THREADS], found[GRUNDY_MAX_THREADS], settled[GRUNDY_MAX_THREADS];
} applying;

static uint32_t *places_of(const grundy_delivery *d, int thread) {
  return d->places + (uint64_t)d->blocks * (unsigned)thread;
}

static void count_share(void *context, int thread) {
  const grundy_delivery *d = ((const applying *)context)->d;
  uint32_t *count = places_of(d, thread), end = first_part(d, thread + 1);
  memset(count, 0, d->blocks * sizeof *count);
  for (uint32_t i = first_part(d, thread); i < end; i++)
    for (uint32_t j = 0; j < d->parts[i].count; j++) {
      assert(d->parts[i].at[j] < d->order);
      count[d->parts[i].at[j] >> BLOCK_BITS]++;
    }
}

/* Turns counts into places, block by block, so that the sort is stable. */
static void place_blocks(applying *a) {
  grundy_delivery *d = a->d;
  uint32_t at = 0, block = 0;
  for (int t = 0; t < d->threads; t++) {
    uint32_t end = (uint32_t)grundy_share(d->blocks, t + 1, d->threads);
    a->begin[t] = at;
    for (; block < end; block++)
      for (int of = 0; of < d->threads; of++) {
        uint32_t *place = places_of(d, of) + block, count = *place;
        *place = at;
        at += count;
      }
  }
  assert(at == d->pending);
}

static void sort_share(void *context, int thread) {
  const applying *a = context;
  const grundy_delivery *d = a->d;
  uint32_t *place = places_of(d, thread), end = first_part(d, thread + 1);
  for (uint32_t i = first_part(d, thread); i < end; i++) {
    const grundy_part *part = &d->parts[i];
    for (uint32_t j = 0; j < part->count; j++) {
      uint32_t to = place[part->at[j] >> BLOCK_BITS]++;
      d->vertices[to] = part->at[j];
      if (a->update->worded) d->words[to] = part->word;
    }
  }
}

static void apply_share(void *context, int thread) {
  applying *a = context;
  const grundy_delivery *d = a->d;
  uint64_t begin = a->begin[thread];
  uint64_t end = thread + 1 == a->shares ? d->pending : a->begin[thread + 1], settled = 0;
  a->found[thread] =
      a->update->apply(a->update, d->vertices + begin, a->update->worded ? d->words + begin : NULL,
                       end - begin, &settled);
  assert(a->found[thread] <= end - begin);
  a->settled[thread] = settled;
}

/* Few vertices are one share, in the order in which they come. */
static void copy_parts(const grundy_delivery *d, bool worded) {
  for (uint32_t i = 0; i < d->part_count; i++) {
    const grundy_part *part = &d->parts[i];
    memcpy(d->vertices + part->before, part->at, part->count * sizeof *part->at);
    for (uint32_t j = 0; worded && j < part->count; j++) d->words[part->before + j] = part->word;
  }
}

uint64_t grundy_delivery_apply(grundy_delivery *delivery, const grundy_update *update,
                               grundy_vertex_set *changed) {
  bool few = delivery->blocks == 0 || delivery->pending < LEAST_SORTED;
  applying a; /* not cleared: long games have many waves of few vertices */
  a.d = delivery;
  a.update = update;
  a.shares = few ? 1 : delivery->threads;
  a.begin[0] = 0;
  if (few) {
    copy_parts(delivery, update->worded);
  } else {
    grundy_parallel(a.shares, count_share, &a);
    place_blocks(&a);
    grundy_parallel(a.shares, sort_share, &a);
  }
  grundy_parallel(a.shares, apply_share, &a);
  uint64_t found = 0;
  for (int t = 0; t < a.shares; t++) {
    const uint32_t *at = delivery->vertices + a.begin[t];
    if (changed != NULL)
      grundy_vertex_set_add(changed, at, a.found[t]);
    else if (a.found[t] > 0)
      memmove(delivery->vertices + found, at, a.found[t] * sizeof *at);
    found += a.found[t];
    delivery->settled += a.settled[t];
  }
  delivery->part_count = delivery->pending = 0;
  return found;
}
