/* Positions as rules give them: bytes. */

#ifndef GRUNDY_SRC_RULES_POSITION_H
#define GRUNDY_SRC_RULES_POSITION_H

#include <grundy/rules.h>

#include <assert.h>
#include <stdalign.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* A position as bytes, which are equal exactly if the positions are. There is at least one. */
typedef struct grundy_position {
  const void *bytes;
  size_t length;
} grundy_position;

/* Copies the bytes of a position; common sizes without a call. */
static inline void grundy_position_copy(void *to, grundy_position position) {
  switch (position.length) {
  case 4:
    memcpy(to, position.bytes, 4);
    return;
  case 8:
    memcpy(to, position.bytes, 8);
    return;
  case 16:
    memcpy(to, position.bytes, 16);
    return;
  default:
    memcpy(to, position.bytes, position.length);
  }
}

static inline bool grundy_position_is_same(grundy_position a, grundy_position b) {
  return a.length == b.length && memcmp(a.bytes, b.bytes, a.length) == 0;
}

/* A copy of one position, aligned as rules expect it. */
typedef struct grundy_aligned_position {
  alignas(max_align_t) unsigned char bytes[GRUNDY_RULES_MAX_POSITION];
  size_t length; /* 0: none */
} grundy_aligned_position;

/* Returns the position, which is valid as long as its copy. */
static inline grundy_position grundy_aligned_get(const grundy_aligned_position *copy) {
  assert(copy->length > 0);
  return (grundy_position){copy->bytes, copy->length};
}

/* Copies a position, and returns the copy. */
static inline grundy_position grundy_aligned_copy(grundy_aligned_position *copy,
                                                  grundy_position position) {
  assert(position.length > 0 && position.length <= sizeof copy->bytes);
  grundy_position_copy(copy->bytes, position);
  copy->length = position.length;
  return grundy_aligned_get(copy);
}

/* A grundy_take: copies the position to the grundy_aligned_position `to`. */
static inline void grundy_aligned_take(void *to, grundy_position position) {
  (void)grundy_aligned_copy(to, position);
}

#endif
