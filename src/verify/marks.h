/* The set of the values of a vertex's followers. If all values are below 64, it is a word.
 * Otherwise every number has a stamp: the vertex, plus 1, in whose row it was seen last. So nothing
 * has to be cleared after a row, and marking a number does not wait for the one before. The values
 * are the same in all sweeps, so a stamp of an earlier sweep is right as well. */

#ifndef GRUNDY_SRC_VERIFY_MARKS_H
#define GRUNDY_SRC_VERIFY_MARKS_H

#include "verify/impl.h"

#include <assert.h>

/* Stamps that are compared at once, while a mex is searched. */
enum { STAMPS_AT_ONCE = 16 };

typedef struct marks {
  uint64_t low;     /* the numbers, if there are no stamps */
  uint32_t *stamps; /* by number up to `most`, and one for all larger numbers */
  uint32_t stamp;   /* of the current row */
  uint32_t most;    /* larger numbers are not marked */
  uint32_t count;   /* how many numbers are stamped */
  bool infinite;
} marks;

/* Returns the number of stamps for numbers up to `most`: one more for larger numbers, and enough
 * others, never set, to end the search for a mex. */
static inline uint64_t stamps_for(uint32_t most) {
  return most + UINT64_C(1) + 1 + STAMPS_AT_ONCE;
}

/* Returns the marks of one thread. */
static inline marks marks_of(const checker *c, int thread) {
  assert(thread < c->threads);
  uint32_t *stamps =
      c->stamps == NULL ? NULL : c->stamps + stamps_for(c->most_marked) * (uint64_t)thread;
  return (marks){.stamps = stamps, .most = stamps == NULL ? 63 : c->most_marked};
}

/* Starts the row of u, with nothing marked. */
static inline void marks_start(marks *seen, uint32_t u) {
  seen->low = 0;
  seen->stamp = u + 1;
  seen->count = 0;
  seen->infinite = false;
}

/* Marks a number in a word; it may be infinite. */
static inline void marks_see_low(marks *seen, uint32_t value) {
  assert(value <= 63 || value == GRUNDY_INFINITY);
  if (value <= 63)
    seen->low |= UINT64_C(1) << value;
  else
    seen->infinite = true;
}

/* Marks any number with a stamp. */
static inline void marks_see_stamped(marks *seen, uint32_t value) {
  uint32_t *stamp = &seen->stamps[value <= seen->most ? value : seen->most + 1];
  seen->count += (value <= seen->most) & (*stamp != seen->stamp);
  seen->infinite |= value == GRUNDY_INFINITY;
  *stamp = seen->stamp;
}

static inline void marks_see(marks *seen, uint32_t value) {
  if (seen->stamps != NULL)
    marks_see_stamped(seen, value);
  else
    marks_see_low(seen, value);
}

/* Marks y if `there`, and never again in this row. */
static inline void marks_set(marks *seen, uint32_t y, bool there) {
  if (seen->stamps == NULL) {
    seen->low |= (uint64_t)there << y;
  } else {
    seen->stamps[there && y <= seen->most ? y : seen->most + 1] = seen->stamp;
    seen->count += there && y <= seen->most;
  }
}

static inline bool marks_have(const marks *seen, uint32_t value) {
  if (value > seen->most) return false;
  return seen->stamps == NULL ? (seen->low >> value & 1) != 0 : seen->stamps[value] == seen->stamp;
}

/* Returns how many different finite numbers are marked. */
static inline uint64_t marks_count(const marks *seen) {
  return seen->stamps == NULL ? (uint64_t)__builtin_popcountll(seen->low) : seen->count;
}

/* Returns whether STAMPS_AT_ONCE numbers, beginning with x, are all marked. */
static inline bool all_stamped(const marks *seen, uint32_t x) {
  uint32_t differences = 0;
  for (int i = 0; i < STAMPS_AT_ONCE; i++)
    differences |= seen->stamps[x + (uint32_t)i] ^ seen->stamp;
  return differences == 0;
}

/* Returns the least number that is not marked; `most` + 1 if all are marked. */
static inline uint32_t marks_mex(const marks *seen) {
  if (seen->stamps == NULL) return ~seen->low == 0 ? 64 : (uint32_t)__builtin_ctzll(~seen->low);
  uint32_t x = 0;
  while (x <= seen->most && all_stamped(seen, x)) x += STAMPS_AT_ONCE;
  while (x <= seen->most && seen->stamps[x] == seen->stamp) x++;
  return x <= seen->most ? x : seen->most + 1;
}

#endif
