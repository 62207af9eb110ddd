/* The numbers of positions by key, while rules are explored: a hash table that answers most lookups
 * with one cache miss, and grows by small steps. */

#ifndef GRUNDY_SRC_RULES_KEY_TABLE_H
#define GRUNDY_SRC_RULES_KEY_TABLE_H

#include "base/region.h"
#include "rules/positions.h"

/* A cache line. Entries are filled from the first; full buckets overflow into the next. */
enum { GRUNDY_KEY_BUCKET = 8 };
typedef struct grundy_key_bucket {
  uint32_t keys[GRUNDY_KEY_BUCKET];
  uint32_t numbers[GRUNDY_KEY_BUCKET]; /* plus 1; 0: the entry is free */
} grundy_key_bucket;

/* Buckets are at most 7/8 full; beyond that, their number grows by 1/8. They take 9 to 10.5 bytes
 * per position. A zeroed table is empty. */
typedef struct grundy_key_table {
  grundy_region region;
  grundy_key_bucket *buckets; /* in the region */
  uint64_t bucket_count;
  uint64_t count; /* of entries */
} grundy_key_table;

void grundy_key_table_free(grundy_key_table *table);

/* Makes room for `more` entries; asks the monitor of `work` whether to continue if that takes long.
 * After a failure the table can only be freed. */
grundy_status grundy_key_table_reserve(grundy_key_table *table, uint64_t more,
                                       const grundy_work *work, grundy_error *error);

/* Returns the bucket where the search for a key begins. It does not decrease if the key
 * increases. */
static inline uint64_t grundy_key_table_bucket(const grundy_key_table *table, uint32_t key) {
  return key * table->bucket_count >> 32;
}

static inline void grundy_key_table_prefetch(const grundy_key_table *table, uint32_t key) {
  __builtin_prefetch(&table->buckets[grundy_key_table_bucket(table, key)]);
}

/* Returns the entries of a bucket with that key, as a bit set. */
static inline unsigned grundy_key_bucket_matches(const grundy_key_bucket *bucket, uint32_t key) {
  unsigned set = 0;
  for (unsigned i = 0; i < GRUNDY_KEY_BUCKET; i++)
    set |= (unsigned)((bucket->keys[i] == key) & (bucket->numbers[i] != 0)) << i;
  return set;
}

/* Prefetches a position that may have that key, so that it can be compared. */
static inline void grundy_key_table_prefetch_match(const grundy_key_table *table,
                                                   const grundy_positions *p, uint32_t key) {
  const grundy_key_bucket *bucket = &table->buckets[grundy_key_table_bucket(table, key)];
  unsigned some = grundy_key_bucket_matches(bucket, key);
  if (some != 0) grundy_positions_prefetch(p, bucket->numbers[__builtin_ctz(some)] - 1);
}

/* Finds the number of a position among those in the table; returns false if it is not there. */
static inline bool grundy_key_table_find(const grundy_key_table *table, const grundy_positions *p,
                                         grundy_position position, uint32_t key, uint32_t *v) {
  for (uint64_t b = grundy_key_table_bucket(table, key);;) {
    const grundy_key_bucket *bucket = &table->buckets[b];
    for (unsigned some = grundy_key_bucket_matches(bucket, key); some != 0; some &= some - 1) {
      *v = bucket->numbers[__builtin_ctz(some)] - 1;
      if (grundy_positions_has_exact_keys(p) || grundy_positions_is_at(p, *v, position))
        return true;
    }
    if (bucket->numbers[GRUNDY_KEY_BUCKET - 1] == 0) return false;
    b = b + 1 == table->bucket_count ? 0 : b + 1;
  }
}

/* Adds an entry, for which there must be room. */
void grundy_key_table_add(grundy_key_table *table, uint32_t key, uint32_t v);

#endif
