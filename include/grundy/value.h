/* Values of positions: a nimber k, or infinity with a finite set K, written ∞{0,2}. */

#ifndef GRUNDY_VALUE_H
#define GRUNDY_VALUE_H

#include <grundy/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Infinity in every array of numbers; also "none" in an array of counters. */
#define GRUNDY_INFINITY UINT32_MAX

/* A finite set of numbers, strictly increasing. The numbers belong to somebody else. Where
 * infinity is a member (in a set J) it is the last. `absent` marks a set that does not
 * exist, such as K of a finite value, as opposed to an empty one. */
typedef struct grundy_set {
  const uint32_t *numbers;
  uint64_t size;
  bool absent;
} grundy_set;

/* Membership by binary search, O(log size). */
GRUNDY_API bool grundy_set_has(grundy_set set, uint32_t number);

/* The same numbers, and both or neither absent. */
GRUNDY_API bool grundy_set_equal(grundy_set a, grundy_set b);

/* G(u): `nimber`, or GRUNDY_INFINITY with the set K of the finite values of the followers. */
typedef struct grundy_value {
  uint32_t nimber;
  grundy_set k;
} grundy_value;

/* Writes 3, ∞{0,2}, or ∞ where K is absent, NUL-terminated and cut to `size` bytes; with
 * `ascii`, inf stands for ∞. Returns the length of the whole text, as snprintf does. */
GRUNDY_API size_t grundy_value_format(grundy_value value, bool ascii, char *text, size_t size);

#ifdef __cplusplus
}
#endif

#endif
