/* The positions found so far, by number and by their bytes. */

#ifndef GRUNDY_SRC_RULES_POSITIONS_H
#define GRUNDY_SRC_RULES_POSITIONS_H

#include "digraph/impl.h"
#include "rules/ruleset.h"

#include <assert.h>
#include <string.h>

/* A cache line of twelve positions whose hashes choose the same bucket: one byte of the hash of
 * each, and its number. Full buckets overflow into the next. */
enum { GRUNDY_BUCKET = 12 };
typedef struct grundy_bucket {
  uint8_t tags[GRUNDY_BUCKET];
  uint32_t count;
  uint32_t numbers[GRUNDY_BUCKET];
} grundy_bucket;

/* The bytes of all positions follow one another, in the order in which they were found. Buckets are
 * at most 85 % full; beyond that, their number grows by half. Buckets take 6 to 10 bytes per
 * position in addition to its own. */
typedef struct grundy_positions {
  uint32_t bytes; /* of every position; 0: lengths differ, and `starts` has their offsets */
  uint32_t count;
  unsigned char *at;
  uint64_t room; /* bytes at `at` */
  uint64_t *starts;
  uint64_t starts_room;   /* entries */
  grundy_bucket *buckets; /* aligned to cache lines */
  void *bucket_block;     /* the allocation that contains them */
  uint64_t bucket_count;
  grundy_mapping mapping; /* may contain `at`, `starts` and the buckets, which then cannot grow */
} grundy_positions;

void grundy_positions_free(grundy_positions *positions);

static inline grundy_position grundy_positions_get(const grundy_positions *p, uint32_t v) {
  assert(v < p->count);
  if (p->bytes > 0) return (grundy_position){p->at + (uint64_t)v * p->bytes, p->bytes};
  return (grundy_position){p->at + p->starts[v], (size_t)(p->starts[v + 1] - p->starts[v])};
}

/* Prefetches position v, or where it starts if lengths differ. */
static inline void grundy_positions_prefetch(const grundy_positions *p, uint32_t v) {
  __builtin_prefetch(p->bytes > 0 ? (const void *)(p->at + (uint64_t)v * p->bytes) : &p->starts[v]);
}

/* Returns whether position v has these bytes; compares common sizes without a call. */
static inline bool grundy_positions_is_at(const grundy_positions *p, uint32_t v,
                                          grundy_position position) {
  grundy_position own = grundy_positions_get(p, v);
  uint64_t a[2] = {0}, b[2] = {0};
  switch (p->bytes) {
  case 4:
    memcpy(a, own.bytes, 4);
    memcpy(b, position.bytes, 4);
    return a[0] == b[0];
  case 8:
    memcpy(a, own.bytes, 8);
    memcpy(b, position.bytes, 8);
    return a[0] == b[0];
  case 16:
    memcpy(a, own.bytes, 16);
    memcpy(b, position.bytes, 16);
    return a[0] == b[0] && a[1] == b[1];
  default:
    return own.length == position.length && memcmp(own.bytes, position.bytes, own.length) == 0;
  }
}

uint64_t grundy_position_hash(grundy_position position);

/* Returns whether different positions have different keys: a key has as many bytes as they. */
static inline bool grundy_positions_has_exact_keys(const grundy_positions *p) {
  return p->bytes > 0 && p->bytes <= sizeof(uint32_t);
}

/* Returns the key of a position. If keys are exact, it is the result of an invertible function: a
 * xor with its own higher bits and a product with an odd number can be undone. */
static inline uint32_t grundy_position_key(const grundy_positions *p, grundy_position position) {
  uint32_t x = 0;
  if (!grundy_positions_has_exact_keys(p)) return (uint32_t)(grundy_position_hash(position) >> 32);
  if (p->bytes == sizeof x)
    memcpy(&x, position.bytes, sizeof x);
  else
    memcpy(&x, position.bytes, p->bytes);
  x = (x ^ x >> 16) * UINT32_C(0x7feb352d);
  x = (x ^ x >> 15) * UINT32_C(0x846ca68b);
  return x ^ x >> 16;
}

/* Returns the bucket of a hash. */
static inline uint64_t grundy_positions_bucket(const grundy_positions *p, uint64_t hash) {
  assert(p->bucket_count > 0);
  __extension__ typedef unsigned __int128 wide;
  return (uint64_t)((wide)hash * p->bucket_count >> 64);
}

/* Finds the number of a position; returns false if it is not there. */
bool grundy_positions_find(const grundy_positions *p, grundy_position position, uint64_t hash,
                           uint32_t *v);

/* As grundy_positions_find, but adds the position if it is not there. False if memory runs out:
 * then the positions can only be freed. */
bool grundy_positions_add(grundy_positions *p, grundy_position position, uint64_t hash,
                          uint32_t *v);

/* Adds a position that is not there yet, without its entry in the buckets, and sets its number.
 * False if memory runs out. */
bool grundy_positions_append(grundy_positions *p, grundy_position position, uint32_t *v);

/* Returns how many bytes all positions have. */
uint64_t grundy_positions_end(const grundy_positions *p);

/* Makes room for `count` more positions with `bytes` bytes in all, and counts them; the caller then
 * writes their bytes at p->at and, if lengths differ, where they end. False if memory runs out. */
bool grundy_positions_extend(grundy_positions *p, uint32_t count, uint64_t bytes);

/* Removes the positions v with !keep[v] and numbers the others again, in the same order. There must
 * be no buckets. */
void grundy_positions_compact(grundy_positions *p, const bool *keep);

/* Makes the buckets of all positions: the same as if each had been added by grundy_positions_add.
 * Asks the monitor of `work` from time to time whether to continue. */
grundy_status grundy_positions_make_index(grundy_positions *p, const grundy_work *work,
                                          grundy_error *error);

/* Returns the number of bytes of these buckets. */
uint64_t grundy_positions_index_memory(const grundy_positions *p);

/* Replaces the buckets by `count` empty ones, aligned to cache lines. False if memory runs out:
 * then there are none. */
bool grundy_positions_make_buckets(grundy_positions *p, uint64_t count);

/* Looks up or adds one position that the rules give; passed to a grundy_take. */
typedef struct grundy_position_lookup {
  grundy_positions *positions;
  bool given; /* whether the rules gave one */
  bool known; /* whether it was found or added */
  uint32_t v;
} grundy_position_lookup;

void grundy_take_known(void *found, grundy_position position);
void grundy_take_any(void *found, grundy_position position);

/* Returns the number of bytes allocated. */
uint64_t grundy_positions_memory(const grundy_positions *p);

/* Frees the room for further positions. */
void grundy_positions_shrink(grundy_positions *p);

/* Fails because there are more than `limit` of these. */
grundy_status grundy_positions_fail_limit(uint64_t limit, const char *what, grundy_error *error);

/* Fails because no position has that name. */
grundy_status grundy_positions_fail_name(const char *name, size_t length, grundy_error *error);

#endif
