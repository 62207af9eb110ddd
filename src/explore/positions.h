/* The positions that were found, by number and by their bytes. */

#ifndef GRUNDY_SRC_EXPLORE_POSITIONS_H
#define GRUNDY_SRC_EXPLORE_POSITIONS_H

#include "digraph/impl.h"
#include "rules/ruleset.h"

#include <assert.h>
#include <string.h>

/* Twelve positions whose hashes begin alike, in one line of the cache: a byte of the hash of each,
 * and its number. Those that are full lean on the next one. */
enum { GRUNDY_BUCKET = 12 };
typedef struct grundy_bucket {
  uint8_t tags[GRUNDY_BUCKET];
  uint32_t count;
  uint32_t numbers[GRUNDY_BUCKET];
} grundy_bucket;

/* The bytes of all positions stand one behind the other, in the order in which they were found.
 * Buckets are at most 85 of 100 full, and half as many more are made then: 6 to 10 bytes a
 * position beside its own. */
typedef struct grundy_positions {
  uint32_t bytes; /* of every position; 0: they differ, and `starts` tells where they begin */
  uint32_t count;
  unsigned char *at;
  uint64_t room; /* bytes at `at` */
  uint64_t *starts;
  uint64_t starts_room;   /* entries */
  grundy_bucket *buckets; /* each in a line of the cache */
  void *bucket_block;     /* in which they are */
  uint64_t bucket_count;
  grundy_mapping mapping; /* may hold `at`, `starts` and the buckets, which cannot grow then */
} grundy_positions;

void grundy_positions_free(grundy_positions *positions);

static inline grundy_position grundy_positions_get(const grundy_positions *p, uint32_t v) {
  assert(v < p->count);
  if (p->bytes > 0) return (grundy_position){p->at + (uint64_t)v * p->bytes, p->bytes};
  return (grundy_position){p->at + p->starts[v], (size_t)(p->starts[v + 1] - p->starts[v])};
}

uint64_t grundy_position_hash(grundy_position position);

/* Begins to load the bucket of a hash. */
static inline uint64_t grundy_positions_bucket(const grundy_positions *p, uint64_t hash) {
  assert(p->bucket_count > 0);
  __extension__ typedef unsigned __int128 wide;
  return (uint64_t)((wide)hash * p->bucket_count >> 64);
}

static inline void grundy_positions_prefetch(const grundy_positions *p, uint64_t hash) {
  if (p->bucket_count > 0) __builtin_prefetch(&p->buckets[grundy_positions_bucket(p, hash)]);
}

/* Begins to load a position with that hash, if there seems to be one. */
void grundy_positions_ask(const grundy_positions *p, uint64_t hash);

/* The number of a position; false if it was not found yet. */
bool grundy_positions_find(const grundy_positions *p, grundy_position position, uint64_t hash,
                           uint32_t *v);

/* The same, and adds it if it was not there. False if memory runs out: then what was found can only
 * be freed. */
bool grundy_positions_add(grundy_positions *p, grundy_position position, uint64_t hash,
                          uint32_t *v);

/* Makes room for so many buckets, each in a line of the cache, all zeros, in place of those that
 * were there. False if memory runs out: then there are none. */
bool grundy_positions_make_buckets(grundy_positions *p, uint64_t count);

/* Looks one position up that rules give, or adds it: for a grundy_take. */
typedef struct grundy_found {
  grundy_positions *positions;
  bool given; /* was there one? */
  bool known; /* was it found, or added? */
  uint32_t v;
} grundy_found;

void grundy_take_known(void *found, grundy_position position);
void grundy_take_any(void *found, grundy_position position);

/* Bytes that are held. */
uint64_t grundy_positions_memory(const grundy_positions *p);

/* Gives back what was kept for further positions. */
void grundy_positions_shrink(grundy_positions *p);

#endif
