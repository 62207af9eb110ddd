/* Misère play: sums are searched depth first, without recursion. A sum is an N-position if it has
 * no move or a move to a P-position, and a P-position if all its moves lead to N-positions. */

#include "base/alloc.h"
#include "base/error.h"
#include "base/monitor.h"
#include "base/options.h"
#include "heap/code.h"
#include "heap/sums.h"

#include <assert.h>
#include <string.h>

/* A sum on the path, and its moves that are still to be examined. */
typedef struct visit {
  uint32_t sum;
  uint64_t next, end; /* in `ahead` */
} visit;

typedef struct search {
  grundy_sums *sums;
  grundy_outcome *outcomes; /* by sum; 0 if unknown */
  uint64_t outcome_capacity;
  visit *path;
  uint64_t depth, path_capacity;
  uint32_t *ahead; /* the moves of the sums on the path, consecutively */
  uint64_t ahead_capacity;
  uint64_t limit;
  grundy_work work;
} search;

static void search_end(search *s) {
  grundy_sums_free(s->sums);
  free(s->outcomes);
  free(s->path);
  free(s->ahead);
}

static bool make_outcomes(search *s) {
  uint64_t before = s->outcome_capacity;
  if (!grundy_grow(&s->outcomes, &s->outcome_capacity, grundy_sums_count(s->sums) + UINT64_C(1), 1))
    return false;
  memset(s->outcomes + before, 0, s->outcome_capacity - before);
  return true;
}

static grundy_status enter(search *s, uint32_t sum, grundy_error *error) {
  const uint32_t *moves;
  uint64_t count, start = s->depth == 0 ? 0 : s->path[s->depth - 1].end;
  grundy_status status = grundy_sums_moves(s->sums, sum, s->limit, &s->work, &moves, &count, error);
  if (status != GRUNDY_OK) return status;
  if (!make_outcomes(s) ||
      !grundy_grow(&s->ahead, &s->ahead_capacity, start + count + 1, sizeof *s->ahead) ||
      !grundy_grow(&s->path, &s->path_capacity, s->depth + 1, sizeof *s->path))
    return grundy_fail_memory(error);
  if (count > 0) memcpy(s->ahead + start, moves, count * sizeof *moves);
  s->path[s->depth++] = (visit){sum, start, start + count};
  if (count == 0) s->outcomes[sum] = GRUNDY_OUTCOME_N;
  return GRUNDY_OK;
}

/* Makes one step with the sum at the end of the path. */
static grundy_status step(search *s, grundy_error *error) {
  visit *v = &s->path[s->depth - 1];
  assert(v->next <= v->end);
  if (s->outcomes[v->sum] != 0) {
    s->depth--;
    return GRUNDY_OK;
  }
  if (v->next == v->end) {
    s->outcomes[v->sum] = GRUNDY_OUTCOME_P;
    s->depth--;
    return GRUNDY_OK;
  }
  uint32_t to = s->ahead[v->next];
  /* Every move decreases the weight, so the path has no cycle. */
  assert(grundy_sums_weight(s->sums, to) < grundy_sums_weight(s->sums, v->sum));
  if (s->outcomes[to] == 0) return enter(s, to, error);
  if (s->outcomes[to] == GRUNDY_OUTCOME_P) s->outcomes[v->sum] = GRUNDY_OUTCOME_N;
  v->next++;
  return GRUNDY_OK;
}

static grundy_status search_sum(search *s, const uint32_t *sizes, uint64_t count,
                                grundy_outcome *outcome, grundy_error *error) {
  uint32_t sum;
  if (!grundy_sums_place(s->sums, sizes, count, &sum) || !make_outcomes(s))
    return grundy_fail_memory(error);
  grundy_status status = s->outcomes[sum] == 0 ? enter(s, sum, error) : GRUNDY_OK;
  while (status == GRUNDY_OK && s->depth > 0) status = step(s, error);
  assert(status != GRUNDY_OK || s->outcomes[sum] == 'P' || s->outcomes[sum] == 'N');
  if (status == GRUNDY_OK) *outcome = s->outcomes[sum];
  return status;
}

static grundy_status search_start(search *s, const grundy_heap_code *code, uint64_t limit,
                                  const grundy_monitor *monitor, grundy_error *error) {
  *s = (search){.limit = limit < GRUNDY_SUMS_MOST ? limit : GRUNDY_SUMS_MOST};
  s->work = grundy_work_start(monitor, "searching", 0);
  s->sums = grundy_sums_new(code, true);
  return s->sums == NULL ? grundy_fail_memory(error) : GRUNDY_OK;
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
  if (grundy_heap_is_nim(code)) {
    *outcome = outcome_of_nim(sizes, count);
    *positions = 0;
    return GRUNDY_OK;
  }
  search s;
  grundy_status status = search_start(&s, code, limit, monitor, error);
  if (status != GRUNDY_OK) return status;
  status = search_sum(&s, sizes, count, outcome, error);
  if (status == GRUNDY_OK) {
    *positions = grundy_sums_count(s.sums);
    grundy_work_finish(&s.work, "", 0);
  }
  search_end(&s);
  return status;
}

grundy_status grundy_heaps_misere_all(const grundy_heap_code *code, uint32_t max, uint64_t limit,
                                      const grundy_run_options *options, grundy_outcome *outcomes,
                                      grundy_error *error) {
  const grundy_monitor *monitor;
  if (grundy_monitor_of(options, &monitor, error) != GRUNDY_OK) return GRUNDY_BAD_ARGUMENT;
  bool nim = grundy_heap_is_nim(code);
  search s;
  grundy_status status = search_start(&s, code, limit, monitor, error);
  for (uint32_t n = 0; n <= max && status == GRUNDY_OK; n++) {
    uint64_t count = n > 0;
    if (nim)
      outcomes[n] = outcome_of_nim(&n, count);
    else
      status = search_sum(&s, &n, count, &outcomes[n], error);
  }
  if (status == GRUNDY_OK) grundy_work_finish(&s.work, "", 0);
  search_end(&s);
  return status;
}
