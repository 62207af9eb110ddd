#include "web/cache.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <platform.h>

#include "web/answer.h"

enum { BUCKETS = 4096 };

/* In the chain of its bucket, and in a ring ordered by last use. */
struct entry {
  struct web_key key;
  struct web_answer *answer;
  struct entry *chained;
  struct entry *before, *after;
};

struct web_cache {
  struct entry *buckets[BUCKETS];
  struct entry ring; /* ring.after was used last, ring.before longest ago */
  size_t most, held;
  uint64_t seed;
};

struct web_cache *web_cache_new(size_t most) {
  struct web_cache *cache = calloc(1, sizeof *cache);
  if (cache == NULL) return NULL;
  cache->most = most;
  cache->ring.before = cache->ring.after = &cache->ring;
  if (!grundy_platform_random(&cache->seed, sizeof cache->seed))
    cache->seed = (uint64_t)(uintptr_t)cache;
  return cache;
}

void web_cache_hash(const struct web_cache *cache, struct web_key *key) {
  key->hash = XXH3_64bits_withSeed(key->bytes, key->length, cache->seed);
}

bool web_key_is_same(const struct web_key *a, const struct web_key *b) {
  return a->hash == b->hash && a->length == b->length && memcmp(a->bytes, b->bytes, a->length) == 0;
}

static struct entry **bucket_of(struct web_cache *cache, uint64_t hash) {
  return &cache->buckets[hash % BUCKETS];
}

static size_t cost_of(const struct entry *entry) {
  return sizeof *entry + sizeof *entry->answer + entry->key.length + entry->answer->length;
}

/* ---- the ring ---------------------------------------------------------------------- */

static void take_out(struct entry *entry) {
  entry->before->after = entry->after;
  entry->after->before = entry->before;
}

static void put_first(struct web_cache *cache, struct entry *entry) {
  entry->before = &cache->ring;
  entry->after = cache->ring.after;
  entry->before->after = entry->after->before = entry;
}

/* ---- entries ----------------------------------------------------------------------- */

static void entry_free(struct entry *entry) {
  web_answer_release(entry->answer);
  free(entry->key.bytes);
  free(entry);
}

/* The cache must not be empty. */
static void drop_oldest(struct web_cache *cache) {
  struct entry *oldest = cache->ring.before;
  struct entry **at = bucket_of(cache, oldest->key.hash);
  while (*at != oldest) at = &(*at)->chained;
  *at = oldest->chained;
  take_out(oldest);
  cache->held -= cost_of(oldest);
  entry_free(oldest);
}

void web_cache_free(struct web_cache *cache) {
  if (cache == NULL) return;
  while (cache->ring.before != &cache->ring) drop_oldest(cache);
  free(cache);
}

static struct entry *find(struct web_cache *cache, const struct web_key *key) {
  struct entry *at = *bucket_of(cache, key->hash);
  while (at != NULL && !web_key_is_same(&at->key, key)) at = at->chained;
  return at;
}

struct web_answer *web_cache_find(struct web_cache *cache, const struct web_key *key) {
  struct entry *entry = find(cache, key);
  if (entry == NULL) return NULL;
  take_out(entry);
  put_first(cache, entry);
  return entry->answer;
}

static struct entry *entry_new(const struct web_key *key, struct web_answer *answer) {
  struct entry *entry = malloc(sizeof *entry);
  char *bytes = malloc(key->length + 1);
  if (entry == NULL || bytes == NULL) {
    free(entry);
    free(bytes);
    return NULL;
  }
  memcpy(bytes, key->bytes, key->length);
  *entry =
      (struct entry){.key = {bytes, key->length, key->hash}, .answer = web_answer_hold(answer)};
  return entry;
}

/* One answer may use an eighth of the cache: a large answer must not evict all others. */
void web_cache_add(struct web_cache *cache, const struct web_key *key, struct web_answer *answer) {
  if (!answer->may_be_kept || key->length + answer->length > cache->most / 8) return;
  if (find(cache, key) != NULL) return;
  struct entry *entry = entry_new(key, answer);
  if (entry == NULL) return;
  while (cache->held + cost_of(entry) > cache->most && cache->ring.before != &cache->ring)
    drop_oldest(cache);
  cache->held += cost_of(entry);
  entry->chained = *bucket_of(cache, entry->key.hash);
  *bucket_of(cache, entry->key.hash) = entry;
  put_first(cache, entry);
}
