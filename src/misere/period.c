/* Theorem 3, after [GS56]: let no move take more than k beans or leave more than t ≥ 1 heaps, and
 * let the legality of a move depend only on these two numbers. If N ≥ t(n0 + p) + k - 1 with n0 and
 * p at least 1, and phi(n + p) = phi(n) for n0 ≤ n ≤ N - p, then phi(n + p) = phi(n) for all n ≥
 * n0, and the quotient of the heaps 1 … N is that of all heaps. Grundy's game is excluded: whether
 * a heap can be split into equal parts depends on more. So are codes with infinitely many digits,
 * and lists of options. */

#include "base/alloc.h"
#include "base/saturate.h"
#include "misere/impl.h"
#include "sequence/prefixes.h"

#include <assert.h>

void grundy_misere_moves(const grundy_misere *q, uint32_t *parts, uint32_t *taken) {
  const grundy_heap_code *code = q->extension.run.rules.code;
  *parts = *taken = 0;
  if (code == NULL || code->kind == GRUNDY_HEAP_UNEQUAL || grundy_heap_is_infinite(code)) return;
  *parts = code->parts < 1 ? 1 : code->parts;
  *taken = grundy_heap_reach(code);
}

/* The values of the heaps, the last one first. */
static bool is_equal(const void *sequence, uint64_t i, uint64_t j) {
  const grundy_misere_level *level = sequence;
  return level->values[level->known - i] == level->values[level->known - j];
}

grundy_status grundy_misere_find_period(grundy_misere *q, uint32_t *next, grundy_error *error) {
  const grundy_misere_level *level = grundy_misere_level_of(q);
  uint64_t known = level->known, soonest = UINT32_MAX;
  uint32_t parts, taken;
  grundy_misere_moves(q, &parts, &taken);
  *next = UINT32_MAX;
  assert(known > 0);
  if (parts == 0) return GRUNDY_OK;
  uint64_t *same = grundy_alloc(known, sizeof *same);
  if (same == NULL) return grundy_fail_memory(error);
  grundy_find_prefixes(level, known, is_equal, same);
  for (uint64_t p = 1; p <= known && q->period_length == 0; p++) {
    /* Values repeat with period p from `start` on. */
    uint64_t start = known + 1 - p - (p < known ? same[p] : 0);
    assert(start > 0);
    uint64_t needed = parts * (start + p) + taken - 1;
    if (needed <= known && p < known) {
      q->period_start = (uint32_t)start;
      q->period_length = (uint32_t)p;
      q->proved_at = (uint32_t)needed;
    }
    if (needed < soonest) soonest = needed;
  }
  free(same);
  /* A search takes linear time, so the number of heaps grows by at least 1/64 before the next. */
  uint64_t least = known + known / 64 + 1;
  *next = (uint32_t)(soonest > least ? soonest : least);
  return GRUNDY_OK;
}
