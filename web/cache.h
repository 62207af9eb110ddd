/* A cache of answers by request, with a limit in bytes; the least recently used ones are dropped
 * first. */

#ifndef GRUNDY_WEB_CACHE_H
#define GRUNDY_WEB_CACHE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "web/answer.h"

struct web_cache;

/* A request: its path, a NUL, and its body. Requests are equal if these bytes are equal; the hash
 * only speeds up the search. */
struct web_key {
  char *bytes;
  size_t length;
  uint64_t hash;
};

/* Returns whether these are the same request. Both hashes must have been computed. */
bool web_key_is_same(const struct web_key *a, const struct web_key *b);

/* Holds at most `most` bytes of keys and answers. NULL if out of memory. */
struct web_cache *web_cache_new(size_t most);
void web_cache_free(struct web_cache *cache);

/* Computes the hash of the key. The seed is random, so that nobody can send requests that all
 * collide. */
void web_cache_hash(const struct web_cache *cache, struct web_key *key);

/* Returns the answer, which the cache keeps; NULL if there is none. O(length of the key). */
struct web_answer *web_cache_find(struct web_cache *cache, const struct web_key *key);

/* Stores the answer if it may be kept and is not too large. The key is copied. */
void web_cache_add(struct web_cache *cache, const struct web_key *key, struct web_answer *answer);

#endif
