#include "rules/key_table.h"

#include "base/alloc.h"
#include "base/error.h"
#include "base/threads.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

void grundy_key_table_free(grundy_key_table *table) {
  grundy_region_free(&table->region);
  *table = (grundy_key_table){0};
}

/* Puts an entry into the first bucket from b on that has room. Returns false if there is none
 * before `end`. */
static bool put(grundy_key_table *table, uint64_t b, uint64_t end, uint32_t key, uint32_t v) {
  while (b < end && !grundy_key_bucket_has_room(&table->buckets[b])) b++;
  if (b < end) grundy_key_table_put(table, &table->buckets[b], key, v);
  return b < end;
}

static void put_anywhere(grundy_key_table *table, uint32_t key, uint32_t v) {
  uint64_t home = grundy_key_table_bucket(table, key);
  bool placed = put(table, home, table->bucket_count, key, v);
  if (!placed) placed = put(table, 0, home, key, v);
  assert(placed);
  (void)placed;
}

void grundy_key_table_add(grundy_key_table *table, uint32_t key, uint32_t v) {
  assert(table->count < GRUNDY_KEY_BUCKET * table->bucket_count);
  put_anywhere(table, key, v);
  table->count++;
}

/* ---- growing ----------------------------------------------------------------------------- */

typedef struct entry {
  uint32_t key, v;
} entry;

/* Consecutive buckets of the old table, copied by a thread that then spreads their entries over
 * the same part of the new table. */
typedef struct slice {
  grundy_key_bucket *copy; /* later the entries that belong to other parts, as far as `left` */
  uint64_t begin, end;     /* old buckets */
  uint64_t left;
} slice;

/* Old buckets are spread in rounds, from the last to the first. Buckets are in the order of keys,
 * so entries only move to later buckets: all places of a round are free once its slices have been
 * copied. Entries that overflow into another slice, now or in the old table, are few. They are
 * kept, and added at the end. */
typedef struct growth {
  grundy_key_table *table;
  uint64_t old_count;
  slice slices[GRUNDY_MAX_THREADS];
  int threads;
  entry *kept;
  uint64_t kept_count, kept_room;
} growth;

static void copy_slice(void *context, int thread) {
  const growth *g = context;
  const slice *s = &g->slices[thread];
  size_t bytes = (size_t)(s->end - s->begin) * sizeof *s->copy;
  memcpy(s->copy, g->table->buckets + s->begin, bytes);
  memset(g->table->buckets + s->begin, 0, bytes);
}

static uint64_t new_begin(const growth *g, uint64_t old) {
  __extension__ typedef unsigned __int128 wide;
  return (uint64_t)((wide)old * g->table->bucket_count / g->old_count);
}

static void spread_slice(void *context, int thread) {
  const growth *g = context;
  slice *s = &((growth *)context)->slices[thread];
  uint64_t begin = new_begin(g, s->begin), end = new_begin(g, s->end);
  s->left = 0;
  for (uint64_t i = 0; i < (s->end - s->begin) * GRUNDY_KEY_BUCKET; i++) {
    const grundy_key_bucket *bucket = &s->copy[i / GRUNDY_KEY_BUCKET];
    uint32_t key = bucket->keys[i % GRUNDY_KEY_BUCKET], v = bucket->numbers[i % GRUNDY_KEY_BUCKET];
    if (v-- == 0) continue;
    uint64_t to = grundy_key_table_bucket(g->table, key);
    if (to >= begin && put(g->table, to, end, key, v)) continue;
    grundy_key_bucket *kept = &s->copy[s->left / GRUNDY_KEY_BUCKET];
    kept->keys[s->left % GRUNDY_KEY_BUCKET] = key;
    kept->numbers[s->left++ % GRUNDY_KEY_BUCKET] = v;
  }
}

/* Keeps the entries that a round could not place. */
static bool keep_entries(growth *g) {
  for (const slice *s = g->slices; s < g->slices + g->threads; s++) {
    if (!grundy_grow(&g->kept, &g->kept_room, g->kept_count + s->left, sizeof *g->kept))
      return false;
    for (uint64_t i = 0; i < s->left; i++) {
      const grundy_key_bucket *bucket = &s->copy[i / GRUNDY_KEY_BUCKET];
      g->kept[g->kept_count++] =
          (entry){bucket->keys[i % GRUNDY_KEY_BUCKET], bucket->numbers[i % GRUNDY_KEY_BUCKET]};
    }
  }
  return true;
}

/* Spreads all old buckets, at most `round` of them at once. */
static grundy_status spread_rounds(growth *g, uint64_t round, const grundy_work *work,
                                   grundy_error *error) {
  const uint64_t per_tick = grundy_work_period(1 << 20);
  for (uint64_t end = g->old_count, begin; end > 0; end = begin) {
    begin = end < round ? 0 : end - round;
    for (int i = 0; i < g->threads; i++) {
      g->slices[i].begin = begin + grundy_share(end - begin, i, g->threads);
      g->slices[i].end = begin + grundy_share(end - begin, i + 1, g->threads);
    }
    grundy_parallel(g->threads, copy_slice, g);
    grundy_parallel(g->threads, spread_slice, g);
    if (!keep_entries(g)) return grundy_fail_memory(error);
    if (begin / per_tick != end / per_tick && !grundy_work_ask(work))
      return grundy_fail_cancelled(error);
  }
  for (uint64_t i = 0; i < g->kept_count; i++) put_anywhere(g->table, g->kept[i].key, g->kept[i].v);
  return GRUNDY_OK;
}

/* Moves the entries of the first `old_count` buckets to where they belong now. */
static grundy_status spread(grundy_key_table *table, uint64_t old_count, const grundy_work *work,
                            grundy_error *error) {
  enum { ROUNDS = 32, MOST = 1 << 11 }; /* buckets per slice: much less than the cache */
  growth *g = grundy_alloc_zero(1, sizeof *g);
  if (g == NULL) return grundy_fail_memory(error);
  g->table = table;
  g->old_count = old_count;
  g->threads = grundy_threads_for(old_count * GRUNDY_KEY_BUCKET);
  uint64_t slice_size = old_count / ROUNDS / (uint64_t)g->threads + 1;
  if (slice_size > MOST) slice_size = MOST;
  uint64_t round = slice_size * (uint64_t)g->threads;
  grundy_key_bucket *copies = grundy_alloc(round, sizeof *copies);
  for (int i = 0; i < g->threads && copies != NULL; i++)
    g->slices[i].copy = copies + slice_size * (uint64_t)i;
  grundy_status status =
      copies == NULL ? grundy_fail_memory(error) : spread_rounds(g, round, work, error);
  free(copies);
  free(g->kept);
  free(g);
  return status;
}

grundy_status grundy_key_table_reserve(grundy_key_table *table, uint64_t more,
                                       const grundy_work *work, grundy_error *error) {
  uint64_t old = table->bucket_count;
  uint64_t need = table->count / 7 + 1, most = (table->count + more) * 2 / 15 + 1;
  if (need < most) need = most;
  if (need <= old) return GRUNDY_OK;
  uint64_t wanted = old + old / 8 < need ? need : old + old / 8;
  wanted = (wanted + GRUNDY_KEY_BINS - 1) / GRUNDY_KEY_BINS * GRUNDY_KEY_BINS;
  if (!grundy_region_grow(&table->region, wanted * sizeof *table->buckets))
    return grundy_fail_memory(error);
  table->buckets = (grundy_key_bucket *)(void *)table->region.at;
  table->bucket_count =
      table->region.bytes / sizeof *table->buckets / GRUNDY_KEY_BINS * GRUNDY_KEY_BINS;
  return old == 0 ? GRUNDY_OK : spread(table, old, work, error);
}
