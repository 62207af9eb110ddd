#include "base/random.h"

#include "base/hash.h"

#include <assert.h>

static uint64_t rotate_left(uint64_t x, int by) {
  return (x << by) | (x >> (64 - by));
}

/* Makes one step of splitmix64, which spreads a seed over the state. */
static uint64_t split_mix(uint64_t *state) {
  *state += UINT64_C(0x9e3779b97f4a7c15);
  return grundy_hash_number(*state);
}

grundy_random grundy_random_new(uint64_t seed) {
  grundy_random random;
  for (int i = 0; i < 4; i++) random.state[i] = split_mix(&seed);
  return random;
}

uint64_t grundy_random_next(grundy_random *random) {
  uint64_t *s = random->state;
  uint64_t result = rotate_left(s[1] * 5, 7) * 9;
  uint64_t shifted = s[1] << 17;
  s[2] ^= s[0];
  s[3] ^= s[1];
  s[1] ^= s[2];
  s[0] ^= s[3];
  s[2] ^= shifted;
  s[3] = rotate_left(s[3], 45);
  return result;
}

uint64_t grundy_random_below(grundy_random *random, uint64_t bound) {
  if (bound == 0) return 0;
  /* Reject the first 2^64 mod bound numbers, which would make small results likelier. */
  uint64_t unfair = (0 - bound) % bound;
  uint64_t x;
  do x = grundy_random_next(random);
  while (x < unfair);
  assert((UINT64_MAX - unfair + 1) % bound == 0); /* every result is equally likely */
  return x % bound;
}
