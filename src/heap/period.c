/* Finds periods and proves them. docs/heaps-proofs.md has the theorems with their proofs.
 *
 * A repetition of values, with or without saltus, is a repetition of their differences without
 * saltus. The shortest one in the second half of the sequence is found from its borders [KMP77],
 * then followed back as far as possible. It is a period only if a theorem proves it. */

#include "base/alloc.h"
#include "base/error.h"
#include "base/saturate.h"
#include "heap/impl.h"

#include <assert.h>

/* The number of repetitions to try before giving up. */
enum { MOST_TRIED = 64 };

static uint32_t difference(const grundy_heaps *heaps, uint64_t n) {
  assert(n + 1 < heaps->known);
  return heaps->values[n + 1] - heaps->values[n];
}

/* Sets border[i] to the length of the longest proper border of the first i differences from `from`
 * on. False if the work was cancelled. */
static bool find_borders(const grundy_heaps *heaps, uint64_t from, uint64_t count,
                         grundy_work *work, uint32_t *border) {
  assert(count > 0);
  border[0] = border[1] = 0;
  for (uint64_t i = 1, b = 0; i < count; i++) {
    uint32_t d = difference(heaps, from + i);
    while (b > 0 && difference(heaps, from + b) != d) b = border[b];
    if (difference(heaps, from + b) == d) b++;
    assert(b <= i); /* a border is proper */
    border[i + 1] = (uint32_t)b;
    if (!grundy_work_step(work, 1)) return false;
  }
  return true;
}

/* Follows the repetition with this length back. False if values decrease over a period. */
static bool follow_back(const grundy_heaps *heaps, uint64_t from, uint64_t length,
                        grundy_repetition *r) {
  uint64_t first = from;
  while (first > 0 && difference(heaps, first - 1) == difference(heaps, first - 1 + length))
    first--;
  uint32_t before = heaps->values[first], after = heaps->values[first + length];
  if (after < before) return false;
  *r = (grundy_repetition){first, length, after - before};
  return true;
}

/* Tries to prove the repetition. If values are missing, *needed is the heap up to which they are
 * needed. For games with finite codes whose moves leave at most t heaps and take at most k [GS56]:
 * if G(n + p) = G(n) for n0 ≤ n < t·n0 + (t - 1)·p + k, with n0 at least 1, then for all n ≥ n0. */
static grundy_status prove(grundy_heaps *heaps, const grundy_repetition *r, grundy_work *work,
                           uint64_t *needed, grundy_error *error) {
  const grundy_heap_code *code = heaps->code;
  grundy_proof proof = {0};
  grundy_status status = GRUNDY_OK;
  *needed = UINT64_MAX;
  if (code->kind == GRUNDY_HEAP_UNEQUAL || code->kind == GRUNDY_HEAP_TOP_ENTAILS) return GRUNDY_OK;
  if (r->saltus > 0) {
    status = grundy_heap_prove_growth(heaps, r, work, &proof, error);
  } else if (!grundy_heap_is_infinite(code)) {
    uint64_t parts = code->parts < 1 ? 1 : code->parts;
    uint64_t first = r->preperiod < 1 ? 1 : r->preperiod;
    proof.at = *needed =
        grundy_plus(grundy_times(parts, first + r->length), grundy_heap_reach(code)) - 1;
    proof.theorem = code->parts == 2 ? "[GS56]" : "[GS56], for any number of heaps";
    proof.found = proof.at < heaps->known;
  }
  assert(!proof.found || proof.at < heaps->known); /* proofs use known values only */
  if (status == GRUNDY_OK && proof.found)
    heaps->period =
        (grundy_heap_period){r->preperiod, r->length, r->saltus, proof.at, proof.theorem};
  return status;
}

/* Tries repetitions of the differences from `from` on, the shortest first. */
static grundy_status try_from(grundy_heaps *heaps, uint64_t from, grundy_work *work,
                              uint64_t *needed, grundy_error *error) {
  uint64_t count = heaps->known - 1 - from;
  uint32_t *border = grundy_alloc(count + 1, sizeof *border);
  if (border == NULL) return grundy_fail_memory(error);
  grundy_status status = GRUNDY_OK;
  if (!find_borders(heaps, from, count, work, border)) status = grundy_fail_cancelled(error);
  uint64_t b = border[count];
  for (int tried = 0; tried < MOST_TRIED && b > 0 && status == GRUNDY_OK; tried++) {
    grundy_repetition r = {.preperiod = from};
    uint64_t wanted = UINT64_MAX;
    if (follow_back(heaps, from, count - b, &r)) status = prove(heaps, &r, work, &wanted, error);
    if (status == GRUNDY_OK && !grundy_work_step(work, 1 + from - r.preperiod))
      status = grundy_fail_cancelled(error);
    if (heaps->period.length > 0) break;
    assert(wanted >= heaps->known); /* otherwise it is proved */
    if (wanted < *needed) *needed = wanted;
    b = border[b];
  }
  free(border);
  return status;
}

grundy_status grundy_heap_find_period(grundy_heaps *heaps, grundy_work *work, uint32_t *next,
                                      grundy_error *error) {
  uint64_t needed = UINT64_MAX;
  grundy_status status = GRUNDY_OK;
  /* If moves leave several heaps, a proof needs the second half of the values. Otherwise it needs
   * one period and the largest number that can be taken, wherever they begin. */
  uint64_t windows = heaps->code->parts < 2 ? 8 : 2, first = heaps->code->parts < 2 ? 0 : 1;
  for (uint64_t i = first; i < windows && heaps->known > 2; i++) {
    status = try_from(heaps, (heaps->known - 1) * i / windows, work, &needed, error);
    if (status != GRUNDY_OK || heaps->period.length > 0) break;
  }
  /* Looking takes linear time, so the number of heaps first grows by between an eighth and a
   * quarter. It is at most GRUNDY_HEAP_MAX_SIZE + 1, less than 2^31. */
  uint64_t known = heaps->known, soon = known + known / 8 + 1, late = known + known / 4 + 64;
  *next = (uint32_t)(needed < soon ? soon : needed < late ? needed : late);
  return status;
}
