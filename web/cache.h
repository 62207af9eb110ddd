/* Answers that were given before, by their requests. Those that were not asked for longest go when
 * there are too many bytes of them. */

#ifndef GRUNDY_WEB_CACHE_H
#define GRUNDY_WEB_CACHE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "web/answer.h"

struct web_cache;

/* A request: its path, a NUL, and its body. Requests are the same if these bytes are; the hash only
 * finds them. */
struct web_key {
  char *bytes;
  size_t length;
  uint64_t hash;
};

/* Are these the same request? Their hashes are known. */
bool web_key_is_same(const struct web_key *a, const struct web_key *b);

/* Holds at most `most` bytes of keys and answers. NULL if there is no memory. */
struct web_cache *web_cache_new(size_t most);
void web_cache_free(struct web_cache *cache);

/* Fills the hash of the key. It is seeded by chance, so that nobody can send requests that all have
 * the same one. */
void web_cache_hash(const struct web_cache *cache, struct web_key *key);

/* The answer, which the cache holds; NULL if there is none. O(length of the key). */
struct web_answer *web_cache_find(struct web_cache *cache, const struct web_key *key);

/* Keeps the answer, if it may be kept and is not too large. The key is copied. */
void web_cache_add(struct web_cache *cache, const struct web_key *key, struct web_answer *answer);

#endif
