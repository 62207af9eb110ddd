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

/* Buckets are at most 7/8 full when entries are added, and 15/16 afterwards; beyond that, their
 * number grows by 1/8. They take 9 to 10.5 bytes per position. A zeroed table is empty. */
typedef struct grundy_key_table {
  grundy_region region;
  grundy_key_bucket *buckets; /* in the region */
  uint64_t bucket_count;      /* a multiple of GRUNDY_KEY_BINS */
  uint64_t count;             /* of entries */
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

/* The highest bits of a key choose its bin; bins divide the buckets evenly. */
enum { GRUNDY_KEY_BIN_BITS = 10, GRUNDY_KEY_BINS = 1 << GRUNDY_KEY_BIN_BITS };

static inline uint32_t grundy_key_bin(uint32_t key) {
  return key >> (32 - GRUNDY_KEY_BIN_BITS);
}

/* Returns the first bucket for keys of that bin, or of later ones. */
static inline uint64_t grundy_key_table_bin_begin(const grundy_key_table *table, uint32_t bin) {
  assert(bin <= GRUNDY_KEY_BINS);
  return table->bucket_count / GRUNDY_KEY_BINS * bin;
}

static inline void grundy_key_table_prefetch(const grundy_key_table *table, uint32_t key) {
  __builtin_prefetch(&table->buckets[grundy_key_table_bucket(table, key)]);
}

/* Returns the entries of a bucket with that key, as a bit set. Free entries have the key 0. */
static inline unsigned grundy_key_bucket_matches(const grundy_key_bucket *bucket, uint32_t key) {
  typedef uint32_t four __attribute__((vector_size(16)));
  four keys[2];
  uint64_t halves[2];
  memcpy(keys, bucket->keys, sizeof keys);
  four bits = ((four)(keys[0] == key) & (four){1, 2, 4, 8}) |
              ((four)(keys[1] == key) & (four){16, 32, 64, 128});
  memcpy(halves, &bits, sizeof halves);
  halves[0] |= halves[1];
  return (unsigned)(halves[0] | halves[0] >> 32);
}

static inline bool grundy_key_bucket_has_room(const grundy_key_bucket *bucket) {
  return bucket->numbers[GRUNDY_KEY_BUCKET - 1] == 0;
}

/* Returns the number in the first entry of a bucket with that key, plus 1; 0 if there is none. Has
 * no branches. */
static inline uint32_t grundy_key_bucket_first(const grundy_key_bucket *bucket, uint32_t key) {
  unsigned some = grundy_key_bucket_matches(bucket, key);
  unsigned entry = (unsigned)__builtin_ctz(some | 1u << (GRUNDY_KEY_BUCKET - 1));
  return bucket->numbers[entry] & (0 - (uint32_t)(some != 0));
}

/* Adds an entry where `bucket` is the first one with room from that of the key on. If these differ,
 * the oldest entry of the latter moves to `bucket`, and the new one replaces it: positions that
 * were found late are looked up more often. The search for the older entry passes the same full
 * buckets, since it begins there or earlier. */
static inline void grundy_key_table_put(grundy_key_table *table, grundy_key_bucket *bucket,
                                        uint32_t key, uint32_t v) {
  grundy_key_bucket *first = &table->buckets[grundy_key_table_bucket(table, key)];
  unsigned i = 0, oldest = 0;
  assert(grundy_key_bucket_has_room(bucket));
  while (bucket->numbers[i] != 0) i++;
  if (bucket != first) {
    for (unsigned j = 1; j < GRUNDY_KEY_BUCKET; j++)
      if (first->numbers[j] < first->numbers[oldest]) oldest = j;
    if (first->numbers[oldest] <= v) {
      bucket->keys[i] = first->keys[oldest];
      bucket->numbers[i] = first->numbers[oldest];
      bucket = first;
      i = oldest;
    }
  }
  bucket->keys[i] = key;
  bucket->numbers[i] = v + 1;
}

/* Finds the number of a position among those in the table; returns false if it is not there. */
static inline bool grundy_key_table_find(const grundy_key_table *table, const grundy_positions *p,
                                         grundy_position position, uint32_t key, uint32_t *v) {
  for (uint64_t b = grundy_key_table_bucket(table, key);;) {
    const grundy_key_bucket *bucket = &table->buckets[b];
    for (unsigned some = grundy_key_bucket_matches(bucket, key); some != 0; some &= some - 1) {
      uint32_t number = bucket->numbers[__builtin_ctz(some)];
      if (number == 0) return false;
      *v = number - 1;
      if (grundy_positions_has_exact_keys(p) || grundy_positions_is_at(p, *v, position))
        return true;
    }
    if (grundy_key_bucket_has_room(bucket)) return false;
    b = b + 1 == table->bucket_count ? 0 : b + 1;
  }
}

/* Adds an entry, for which there must be room. */
void grundy_key_table_add(grundy_key_table *table, uint32_t key, uint32_t v);

#endif
