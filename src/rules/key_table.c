#include "rules/key_table.h"

#include "base/alloc.h"
#include "base/error.h"

#include <assert.h>
#include <stdlib.h>

enum { MOST_PER_BUCKET = 7 };

void grundy_key_table_free(grundy_key_table *table) {
  grundy_region_free(&table->region);
  *table = (grundy_key_table){0};
}

/* Puts an entry into the first bucket from b on that has room. Returns false if there is none
 * before the end. */
static bool put(grundy_key_table *table, uint64_t b, uint32_t key, uint32_t number) {
  for (; b < table->bucket_count; b++) {
    grundy_key_bucket *bucket = &table->buckets[b];
    for (unsigned i = 0; i < GRUNDY_KEY_BUCKET; i++) {
      if (bucket->numbers[i] != 0) continue;
      bucket->keys[i] = key;
      bucket->numbers[i] = number;
      return true;
    }
  }
  return false;
}

static void put_anywhere(grundy_key_table *table, uint32_t key, uint32_t number) {
  bool placed =
      put(table, grundy_key_table_bucket(table, key), key, number) || put(table, 0, key, number);
  assert(placed);
  (void)placed;
}

void grundy_key_table_add(grundy_key_table *table, uint32_t key, uint32_t v) {
  assert(table->count < MOST_PER_BUCKET * table->bucket_count);
  put_anywhere(table, key, v + 1);
  table->count++;
}

/* ---- growing ----------------------------------------------------------------------------- */

typedef struct entry {
  uint32_t key, number;
} entry;

/* Entries that cannot be placed until all buckets have been spread. */
typedef struct late_entries {
  entry *at;
  uint64_t count, room;
} late_entries;

/* Places the entries of old bucket b. The buckets after b are already spread, so an entry is final
 * if it goes to b or further on. Others are few: those that had overflowed near the beginning, and
 * those that overflow at the end. */
static bool spread_bucket(grundy_key_table *table, uint64_t b, late_entries *late) {
  grundy_key_bucket old = table->buckets[b];
  table->buckets[b] = (grundy_key_bucket){0};
  for (unsigned i = 0; i < GRUNDY_KEY_BUCKET && old.numbers[i] != 0; i++) {
    uint64_t to = grundy_key_table_bucket(table, old.keys[i]);
    if (to >= b && put(table, to, old.keys[i], old.numbers[i])) continue;
    if (!grundy_grow(&late->at, &late->room, late->count + 1, sizeof *late->at)) return false;
    late->at[late->count++] = (entry){old.keys[i], old.numbers[i]};
  }
  return true;
}

/* Moves all entries to where they belong now, from the last of `old_count` buckets to the first.
 * Buckets are in the order of keys, so this reads and writes memory sequentially. */
static grundy_status spread(grundy_key_table *table, uint64_t old_count, const grundy_work *work,
                            grundy_error *error) {
  const uint64_t buckets_per_tick = grundy_work_period(1 << 20);
  late_entries late = {0};
  grundy_status status = GRUNDY_OK;
  for (uint64_t b = old_count; b-- > 0 && status == GRUNDY_OK;) {
    if (!spread_bucket(table, b, &late)) status = grundy_fail_memory(error);
    if (b % buckets_per_tick == buckets_per_tick - 1 && !grundy_work_ask(work))
      status = grundy_fail_cancelled(error);
  }
  for (uint64_t i = 0; i < late.count && status == GRUNDY_OK; i++)
    put_anywhere(table, late.at[i].key, late.at[i].number);
  free(late.at);
  return status;
}

grundy_status grundy_key_table_reserve(grundy_key_table *table, uint64_t more,
                                       const grundy_work *work, grundy_error *error) {
  enum { LEAST = 64 };
  uint64_t old = table->bucket_count, need = (table->count + more) / MOST_PER_BUCKET + 1;
  if (need <= old) return GRUNDY_OK;
  uint64_t wanted = old + old / 8 < LEAST ? LEAST : old + old / 8;
  if (!grundy_region_grow(&table->region, (wanted < need ? need : wanted) * sizeof *table->buckets))
    return grundy_fail_memory(error);
  table->buckets = (grundy_key_bucket *)(void *)table->region.at;
  table->bucket_count = table->region.bytes / sizeof *table->buckets;
  return spread(table, old, work, error);
}
