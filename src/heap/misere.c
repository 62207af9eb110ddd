/* Misère play: sums are searched depth first. A sum is an N-position if it has no move or a move to
 * a P-position, and a P-position if all its moves lead to N-positions. */

#include "base/error.h"
#include "base/options.h"
#include "heap/code.h"
#include "heap/walk.h"

static void learn_outcome(void *fact, const void *of_follower) {
  if (*(const grundy_outcome *)of_follower == GRUNDY_OUTCOME_P)
    *(grundy_outcome *)fact = GRUNDY_OUTCOME_N;
}

static bool settle_outcome(void *fact, const unsigned char *facts, const uint32_t *moves,
                           uint64_t count) {
  (void)facts;
  (void)moves;
  *(grundy_outcome *)fact = count == 0 ? GRUNDY_OUTCOME_N : GRUNDY_OUTCOME_P;
  return true;
}

static const grundy_sum_facts outcomes_of_sums = {
    .fact = sizeof(grundy_outcome), .learn = learn_outcome, .settle = settle_outcome};

static grundy_status find_outcome(grundy_walk *walk, const uint32_t *sizes, uint64_t count,
                                  grundy_outcome *outcome, grundy_error *error) {
  const void *fact;
  grundy_status status = grundy_walk_find(walk, sizes, count, &fact, error);
  if (status == GRUNDY_OK) *outcome = *(const grundy_outcome *)fact;
  return status;
}

/* As in normal play while some heap has more than one bean; with heaps of one alone, parity
 * decides. */
static grundy_outcome outcome_of_nim(const uint32_t *sizes, uint64_t count) {
  uint32_t nimber = 0;
  uint64_t ones = 0, big = 0;
  for (uint64_t i = 0; i < count; i++) {
    nimber ^= sizes[i];
    ones += sizes[i] == 1;
    big += sizes[i] > 1;
  }
  bool previous = big > 0 ? nimber == 0 : ones % 2 == 1;
  return previous ? GRUNDY_OUTCOME_P : GRUNDY_OUTCOME_N;
}

grundy_status grundy_heaps_misere(const grundy_heap_code *code, const uint32_t *sizes,
                                  uint64_t count, uint64_t limit, const grundy_run_options *options,
                                  grundy_outcome *outcome, uint64_t *positions,
                                  grundy_error *error) {
  const grundy_monitor *monitor;
  if (grundy_monitor_of(options, &monitor, error) != GRUNDY_OK) return GRUNDY_BAD_ARGUMENT;
  if (grundy_heap_require_ordinary(code, "misere outcomes", error) != GRUNDY_OK)
    return GRUNDY_UNABLE;
  if (grundy_heap_is_nim(code)) {
    *outcome = outcome_of_nim(sizes, count);
    *positions = 0;
    return GRUNDY_OK;
  }
  grundy_walk *walk = grundy_walk_new(code, &outcomes_of_sums, limit, monitor);
  if (walk == NULL) return grundy_fail_memory(error);
  grundy_status status = find_outcome(walk, sizes, count, outcome, error);
  if (status == GRUNDY_OK) {
    *positions = grundy_walk_count(walk);
    grundy_walk_finish(walk);
  }
  grundy_walk_free(walk);
  return status;
}

grundy_status grundy_heaps_misere_all(const grundy_heap_code *code, uint32_t max, uint64_t limit,
                                      const grundy_run_options *options, grundy_outcome *outcomes,
                                      grundy_error *error) {
  const grundy_monitor *monitor;
  if (grundy_monitor_of(options, &monitor, error) != GRUNDY_OK) return GRUNDY_BAD_ARGUMENT;
  if (grundy_heap_require_ordinary(code, "misere outcomes", error) != GRUNDY_OK)
    return GRUNDY_UNABLE;
  bool nim = grundy_heap_is_nim(code);
  grundy_walk *walk = grundy_walk_new(code, &outcomes_of_sums, limit, monitor);
  grundy_status status = walk == NULL ? grundy_fail_memory(error) : GRUNDY_OK;
  for (uint32_t n = 0; n <= max && status == GRUNDY_OK; n++) {
    uint64_t count = n > 0;
    if (nim)
      outcomes[n] = outcome_of_nim(&n, count);
    else
      status = find_outcome(walk, &n, count, &outcomes[n], error);
  }
  if (status == GRUNDY_OK) grundy_walk_finish(walk);
  grundy_walk_free(walk);
  return status;
}
