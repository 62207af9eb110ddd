/* The positions found so far, by number and by their bytes. */

#ifndef GRUNDY_SRC_EXPLORE_POSITIONS_H
#define GRUNDY_SRC_EXPLORE_POSITIONS_H

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

uint64_t grundy_position_hash(grundy_position position);

/* Returns the bucket of a hash. */
static inline uint64_t grundy_positions_bucket(const grundy_positions *p, uint64_t hash) {
  assert(p->bucket_count > 0);
  __extension__ typedef unsigned __int128 wide;
  return (uint64_t)((wide)hash * p->bucket_count >> 64);
}

static inline void grundy_positions_prefetch(const grundy_positions *p, uint64_t hash) {
  if (p->bucket_count > 0) __builtin_prefetch(&p->buckets[grundy_positions_bucket(p, hash)]);
}

/* Prefetches a position that may have that hash. */
void grundy_positions_prefetch_match(const grundy_positions *p, uint64_t hash);

/* Finds the number of a position; returns false if it is not there. */
bool grundy_positions_find(const grundy_positions *p, grundy_position position, uint64_t hash,
                           uint32_t *v);

/* As grundy_positions_find, but adds the position if it is not there. False if memory runs out:
 * then the positions can only be freed. */
bool grundy_positions_add(grundy_positions *p, grundy_position position, uint64_t hash,
                          uint32_t *v);

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

#endif
