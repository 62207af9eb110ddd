#include "rules/positions.h"

#include "base/alloc.h"
#include "base/error.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

void grundy_positions_free(grundy_positions *p) {
  if (!grundy_mapping_holds(&p->mapping, p->at)) free(p->at);
  if (!grundy_mapping_holds(&p->mapping, p->starts)) free(p->starts);
  free(p->bucket_block);
  grundy_mapping_free(&p->mapping);
  *p = (grundy_positions){.bytes = p->bytes};
}

uint64_t grundy_position_hash(grundy_position position) {
  return XXH3_64bits(position.bytes, position.length);
}

/* Returns bits of the hash that do not choose the bucket. */
static uint8_t tag_of(uint64_t hash) {
  return (uint8_t)hash;
}

/* Returns bit i for each byte i of the eight that equals `byte`; bits above the first match may be
 * wrong. */
static unsigned matching_bytes(const uint8_t *eight, uint8_t byte) {
  const uint64_t ones = UINT64_C(0x0101010101010101);
  uint64_t x;
  memcpy(&x, eight, sizeof x);
  x ^= ones * byte;
  x = (x - ones) & ~x & (ones << 7);
  return (unsigned)(x * UINT64_C(0x0002040810204081) >> 56);
}

/* Returns the positions of a bucket that may have that hash, as a bit set. */
static unsigned candidates(const grundy_bucket *bucket, uint64_t hash) {
  assert(bucket->count <= GRUNDY_BUCKET);
  unsigned all = matching_bytes(bucket->tags, tag_of(hash)) |
                 matching_bytes(bucket->tags + 4, tag_of(hash)) >> 4 << 8;
  return all & ((1u << bucket->count) - 1);
}

/* Searches one bucket. */
static bool find_in(const grundy_positions *p, const grundy_bucket *bucket,
                    grundy_position position, uint64_t hash, uint32_t *v) {
  for (unsigned some = candidates(bucket, hash); some != 0; some &= some - 1)
    if (grundy_positions_is_at(p, *v = bucket->numbers[__builtin_ctz(some)], position)) return true;
  return false;
}

bool grundy_positions_find(const grundy_positions *p, grundy_position position, uint64_t hash,
                           uint32_t *v) {
  if (p->bucket_count == 0) return false;
  for (uint64_t b = grundy_positions_bucket(p, hash);; b = b + 1 == p->bucket_count ? 0 : b + 1) {
    const grundy_bucket *bucket = &p->buckets[b];
    if (find_in(p, bucket, position, hash, v)) return true;
    if (bucket->count < GRUNDY_BUCKET) return false;
  }
}

/* Puts v into the first bucket with room. */
static void place(grundy_positions *p, uint64_t hash, uint32_t v) {
  assert((uint64_t)p->count <= GRUNDY_BUCKET * p->bucket_count); /* some bucket has room */
  uint64_t b = grundy_positions_bucket(p, hash);
  while (p->buckets[b].count == GRUNDY_BUCKET) b = b + 1 == p->bucket_count ? 0 : b + 1;
  grundy_bucket *bucket = &p->buckets[b];
  bucket->tags[bucket->count] = tag_of(hash);
  bucket->numbers[bucket->count++] = v;
}

/* Puts the positions from `begin` to `end` into buckets, prefetching a few hashes ahead. */
static void place_range(grundy_positions *p, uint64_t begin, uint64_t end) {
  enum { AHEAD = 16 };
  uint64_t hashes[AHEAD];
  for (uint64_t v = begin; v < end + AHEAD; v++) {
    if (v >= begin + AHEAD) place(p, hashes[v % AHEAD], (uint32_t)(v - AHEAD));
    if (v >= end) continue;
    uint64_t hash = hashes[v % AHEAD] = grundy_position_hash(grundy_positions_get(p, (uint32_t)v));
    __builtin_prefetch(&p->buckets[grundy_positions_bucket(p, hash)]);
  }
}

/* Frees the old buckets before allocating the new ones, so that both never exist at once. */
bool grundy_positions_make_buckets(grundy_positions *p, uint64_t count) {
  free(p->bucket_block);
  p->buckets = NULL;
  p->bucket_count = 0;
  p->bucket_block = grundy_alloc_zero(count + 1, sizeof *p->buckets);
  if (p->bucket_block == NULL) return false;
  uintptr_t begin = (uintptr_t)p->bucket_block, over = begin % sizeof *p->buckets;
  p->buckets =
      (grundy_bucket *)((char *)p->bucket_block + (over == 0 ? 0 : sizeof *p->buckets - over));
  p->bucket_count = count;
  assert((uintptr_t)p->buckets % sizeof *p->buckets == 0);
  return true;
}

/* Returns whether `buckets` are enough for one more than `count` positions. */
static bool is_enough(uint64_t buckets, uint64_t count) {
  return count < GRUNDY_BUCKET * buckets / 100 * 85;
}

static uint64_t next_bucket_count(uint64_t buckets) {
  enum { FIRST = 64 };
  return buckets == 0 ? FIRST : buckets + buckets / 2;
}

static bool make_room_for_one(grundy_positions *p) {
  if (is_enough(p->bucket_count, p->count)) return true;
  if (!grundy_positions_make_buckets(p, next_bucket_count(p->bucket_count))) return false;
  place_range(p, 0, p->count);
  return true;
}

uint64_t grundy_positions_end(const grundy_positions *p) {
  if (p->bytes > 0) return (uint64_t)p->count * p->bytes;
  return p->count == 0 ? 0 : p->starts[p->count];
}

bool grundy_positions_extend(grundy_positions *p, uint32_t count, uint64_t bytes) {
  assert(p->bytes == 0 || bytes == (uint64_t)count * p->bytes);
  assert(p->mapping.length == 0); /* a mapped file does not grow */
  if (!grundy_grow_slowly(&p->at, &p->room, grundy_positions_end(p) + bytes, 1) ||
      (p->bytes == 0 && !grundy_grow_slowly(&p->starts, &p->starts_room,
                                            (uint64_t)p->count + count + 1, sizeof *p->starts)))
    return false;
  if (p->bytes == 0) p->starts[0] = 0;
  p->count += count;
  return true;
}

bool grundy_positions_append(grundy_positions *p, grundy_position position, uint32_t *v) {
  uint64_t begin = grundy_positions_end(p);
  if (!grundy_positions_extend(p, 1, position.length)) return false;
  if (position.length > 0) memcpy(p->at + begin, position.bytes, position.length);
  if (p->bytes == 0) p->starts[p->count] = begin + position.length;
  *v = p->count - 1;
  return true;
}

bool grundy_positions_add(grundy_positions *p, grundy_position position, uint64_t hash,
                          uint32_t *v) {
  if (grundy_positions_find(p, position, hash, v)) return true;
  if (!make_room_for_one(p) || !grundy_positions_append(p, position, v)) return false;
  place(p, hash, *v);
  return true;
}

void grundy_positions_compact(grundy_positions *p, const bool *keep) {
  uint64_t end = 0;
  uint32_t count = 0;
  assert(p->bucket_count == 0 && p->mapping.length == 0);
  for (uint32_t v = 0; v < p->count; v++) {
    if (!keep[v]) continue;
    grundy_position own = grundy_positions_get(p, v);
    memmove(p->at + end, own.bytes, own.length);
    if (p->bytes == 0) p->starts[count] = end;
    end += own.length;
    count++;
  }
  if (p->bytes == 0 && p->starts != NULL) p->starts[count] = end;
  p->count = count;
}

static uint64_t index_bucket_count(const grundy_positions *p) {
  uint64_t buckets = 0;
  while (p->count > 0 && !is_enough(buckets, p->count - 1)) buckets = next_bucket_count(buckets);
  return buckets;
}

grundy_status grundy_positions_make_index(grundy_positions *p, const grundy_work *work,
                                          grundy_error *error) {
  const uint64_t per_tick = grundy_work_period(1 << 20);
  if (!grundy_positions_make_buckets(p, index_bucket_count(p))) return grundy_fail_memory(error);
  for (uint64_t v = 0; v < p->count; v += per_tick) {
    if (!grundy_work_ask(work)) return grundy_fail_cancelled(error);
    place_range(p, v, p->count - v < per_tick ? p->count : v + per_tick);
  }
  return GRUNDY_OK;
}

uint64_t grundy_positions_index_memory(const grundy_positions *p) {
  return index_bucket_count(p) * sizeof *p->buckets;
}

void grundy_take_known(void *found, grundy_position position) {
  grundy_position_lookup *f = found;
  f->given = true;
  f->known = grundy_positions_find(f->positions, position, grundy_position_hash(position), &f->v);
}

void grundy_take_any(void *found, grundy_position position) {
  grundy_position_lookup *f = found;
  f->given = true;
  f->known = grundy_positions_add(f->positions, position, grundy_position_hash(position), &f->v);
}

uint64_t grundy_positions_memory(const grundy_positions *p) {
  return p->room + p->starts_room * sizeof *p->starts + p->bucket_count * sizeof *p->buckets;
}

void grundy_positions_shrink(grundy_positions *p) {
  p->room = p->bytes > 0 ? (uint64_t)p->count * p->bytes : p->starts[p->count];
  p->at = grundy_shrink(p->at, p->room, 1);
  if (p->bytes > 0) return;
  p->starts_room = (uint64_t)p->count + 1;
  p->starts = grundy_shrink(p->starts, p->starts_room, sizeof *p->starts);
}

grundy_status grundy_positions_fail_limit(uint64_t limit, const char *what, grundy_error *error) {
  return grundy_fail_because(error, GRUNDY_UNABLE, GRUNDY_REASON_TOO_MANY,
                             "there are more than %" PRIu64 " %s, which is the limit", limit, what);
}

grundy_status grundy_positions_fail_name(const char *name, size_t length, grundy_error *error) {
  return grundy_fail_because(error, GRUNDY_BAD_INPUT, GRUNDY_REASON_NO_POSITION,
                             "the game has no position '%.*s'", grundy_excerpt(name, length), name);
}
