/* Compares sets in tests. */

#ifndef SUPPORT_SETS_H
#define SUPPORT_SETS_H

#include <grundy/value.h>

#include <string.h>

/* Returns whether the sets have the same numbers, and both or neither are absent. */
static inline bool sets_equal(grundy_set a, grundy_set b) {
  if (a.absent != b.absent || a.size != b.size) return false;
  return a.size == 0 || memcmp(a.numbers, b.numbers, a.size * sizeof *a.numbers) == 0;
}

#endif
