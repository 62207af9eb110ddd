/* The set of the values of a vertex's followers: numbers below 64 in a word, larger ones in a bit
 * array that is cleared after each row. */

#ifndef GRUNDY_SRC_VERIFY_MARKS_H
#define GRUNDY_SRC_VERIFY_MARKS_H

#include "verify/impl.h"

#include <assert.h>

typedef struct marks {
  uint64_t low;
  uint64_t *high; /* bit x % 64 of high[x / 64]; the first word is not used */
  uint32_t most;  /* larger numbers are not marked */
  uint32_t large; /* how many numbers are marked in `high` */
  bool infinite;
} marks;

/* Returns the number of words for numbers up to `most`, and an empty word that ends the search for
 * a mex. */
static inline uint64_t marks_words(uint32_t most) {
  return most / 64 + UINT64_C(2);
}

/* Returns the marks of one thread, none of them set. */
static inline marks marks_of(const checker *c, int thread) {
  assert(thread < c->threads);
  uint64_t *high =
      c->marks == NULL ? NULL : c->marks + marks_words(c->most_marked) * (uint64_t)thread;
  return (marks){.high = high, .most = high == NULL ? 0 : c->most_marked};
}

static inline void marks_see_large(marks *seen, uint32_t value) {
  if (value == GRUNDY_INFINITY) seen->infinite = true;
  if (value > seen->most) return;
  uint64_t bit = UINT64_C(1) << value % 64, *word = &seen->high[value / 64];
  seen->large += (*word & bit) == 0;
  *word |= bit;
}

static inline void marks_see(marks *seen, uint32_t value) {
  if (value < 64)
    seen->low |= UINT64_C(1) << value;
  else
    marks_see_large(seen, value);
}

static inline bool marks_have(const marks *seen, uint32_t value) {
  if (value < 64) return (seen->low >> value & 1) != 0;
  return value <= seen->most && (seen->high[value / 64] >> value % 64 & 1) != 0;
}

/* Marks up to 64 numbers at once; none of them may be marked yet. */
static inline void marks_set_word(marks *seen, uint32_t word, uint64_t bits) {
  if (word == 0) {
    seen->low = bits;
  } else if (bits != 0) {
    assert(word <= seen->most / 64 && seen->high[word] == 0);
    seen->high[word] = bits;
    seen->large += (uint32_t)__builtin_popcountll(bits);
  }
}

/* Returns how many different numbers are marked. */
static inline uint64_t marks_count(const marks *seen) {
  return (uint64_t)__builtin_popcountll(seen->low) + seen->large;
}

/* Returns the least number that is not marked. */
static inline uint32_t marks_mex(const marks *seen) {
  if (~seen->low != 0) return (uint32_t)__builtin_ctzll(~seen->low);
  if (seen->large == 0) return 64;
  uint32_t word = 1;
  while (~seen->high[word] == 0) word++;
  assert(word < marks_words(seen->most));
  return 64 * word + (uint32_t)__builtin_ctzll(~seen->high[word]);
}

/* Clears the marks of a row, follower by follower or all at once, whichever is shorter. */
static inline void marks_clear(marks *seen, grundy_vertices row, const label *labels) {
  if (seen->large > 0 && seen->most / 64 <= row.count) {
    for (uint32_t word = 1; word <= seen->most / 64; word++) seen->high[word] = 0;
  } else if (seen->large > 0) {
    for (uint64_t i = 0; i < row.count; i++) {
      uint32_t value = labels[row.at[i]].value;
      if (value >= 64 && value <= seen->most) seen->high[value / 64] = 0;
    }
  }
  seen->low = 0;
  seen->large = 0;
  seen->infinite = false;
}

#endif
