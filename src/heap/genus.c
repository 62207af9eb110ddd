/* The genus of a position [BCG82, ch. 13]: its value in normal play, and the misère values of the
 * position plus 0, 1, 2 … heaps *2.
 *
 * The misère value is 1 for a position without moves, and otherwise the mex of those of the
 * followers. Adding *1 changes it by nim-adding 1, by induction. So with m(k) for k heaps *2,
 *
 *   m(0) = mex { m'(0) }, or 1 without moves;   m(k) = mex { m'(k), m(k - 1), m(k - 1) + 1 },
 *
 * where m' are the numbers of the followers and + is the nim-sum. If the numbers of all followers
 * repeat with period 2 from k on, then so do these as soon as two of them repeat, because m(k) and
 * the parity of k determine m(k + 1). */

#include "base/error.h"
#include "base/options.h"
#include "heap/walk.h"

#include <assert.h>
#include <string.h>

/* The fact of a sum: the genus, with all numbers that fit. */
typedef struct numbers {
  uint8_t known;
  uint8_t stable; /* from this index on the numbers repeat with period 2 */
  uint8_t value;
  uint8_t misere[GRUNDY_GENUS_MOST];
} numbers;

/* A set of numbers below 256. */
typedef struct set {
  uint64_t words[4];
} set;

static void insert(set *s, unsigned number) {
  s->words[number / 64] |= UINT64_C(1) << number % 64;
}

/* Returns the least number that is not in the set; 256 if all are. */
static unsigned mex(const set *s) {
  for (unsigned i = 0; i < 4; i++)
    if (~s->words[i] != 0) return 64 * i + (unsigned)__builtin_ctzll(~s->words[i]);
  return 256;
}

static const numbers *numbers_of(const unsigned char *facts, uint32_t sum) {
  return (const numbers *)(const void *)(facts + sum * sizeof(numbers));
}

static unsigned find_misere(const unsigned char *facts, const uint32_t *moves, uint64_t count,
                            const numbers *own, unsigned k) {
  set seen = {{0}};
  if (count == 0 && k == 0) return 1;
  for (uint64_t i = 0; i < count; i++) insert(&seen, numbers_of(facts, moves[i])->misere[k]);
  if (k > 0) {
    insert(&seen, own->misere[k - 1]);
    insert(&seen, own->misere[k - 1] ^ 1U);
  }
  return mex(&seen);
}

/* Finds where the numbers begin to repeat; they must do so at least once. */
static bool find_repetition(numbers *own, unsigned stable) {
  for (unsigned k = stable; k + 2 < GRUNDY_GENUS_MOST; k++)
    if (own->misere[k + 2] == own->misere[k]) {
      while (k > 0 && own->misere[k - 1] == own->misere[k + 1]) k--;
      own->stable = (uint8_t)k;
      return true;
    }
  return false;
}

static bool settle_genus(void *fact, const unsigned char *facts, const uint32_t *moves,
                         uint64_t count) {
  numbers found = {.known = 1};
  set values = {{0}};
  unsigned stable = 0;
  for (uint64_t i = 0; i < count; i++) {
    const numbers *follower = numbers_of(facts, moves[i]);
    insert(&values, follower->value);
    if (follower->stable > stable) stable = follower->stable;
  }
  unsigned value = mex(&values);
  bool fits = value < 256;
  found.value = (uint8_t)value;
  for (unsigned k = 0; k < GRUNDY_GENUS_MOST && fits; k++) {
    unsigned number = find_misere(facts, moves, count, &found, k);
    fits = number < 256;
    found.misere[k] = (uint8_t)number;
  }
  if (!fits || !find_repetition(&found, stable)) return false;
  memcpy(fact, &found, sizeof found);
  return true;
}

bool grundy_genus_is_tame(const grundy_genus *genus) {
  const uint32_t *m = genus->misere;
  uint32_t g = genus->value;
  if (genus->count == 2) return m[0] == g && m[1] == (g ^ 2);
  /* Heaps of one bean alone: 0^120 and 1^031. */
  return g <= 1 && genus->count == 3 && m[0] == (g ^ 1) && m[1] == (g ^ 2) && m[2] == g;
}

grundy_status grundy_heaps_genus(const grundy_heap_code *code, uint32_t max, uint64_t limit,
                                 const grundy_run_options *options, grundy_genus *genera,
                                 uint32_t *found, grundy_error *error) {
  static const grundy_sum_facts about = {.fact = sizeof(numbers),
                                         .settle = settle_genus,
                                         .failure = "a genus has too many or too large numbers"};
  const grundy_monitor *monitor;
  *found = 0;
  if (grundy_monitor_of(options, &monitor, error) != GRUNDY_OK) return GRUNDY_BAD_ARGUMENT;
  if (grundy_heap_require_ordinary(code, "genera", error) != GRUNDY_OK) return GRUNDY_UNABLE;
  grundy_walk *walk = grundy_walk_new(code, &about, limit, monitor);
  grundy_status status = walk == NULL ? grundy_fail_memory(error) : GRUNDY_OK;
  for (uint32_t n = 0; n <= max && status == GRUNDY_OK; n++) {
    const void *fact;
    status = grundy_walk_find(walk, &n, n > 0, &fact, error);
    if (status != GRUNDY_OK) break;
    /* The numbers up to the first two that repeat: 0^120 stands for 0^12020… */
    const numbers *from = fact;
    grundy_genus *genus = &genera[(*found)++];
    *genus = (grundy_genus){.value = from->value, .count = from->stable + 2U};
    assert(genus->count <= GRUNDY_GENUS_MOST);
    for (unsigned k = 0; k < genus->count; k++) genus->misere[k] = from->misere[k];
  }
  if (status == GRUNDY_OK) grundy_walk_finish(walk);
  grundy_walk_free(walk);
  return status;
}
