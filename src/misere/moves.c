/* Outcomes and winning moves of sums of heaps, by multiplying their values, or, if the quotient is
 * infinite, by counting the heaps that drift. */

#include "base/alloc.h"
#include "base/order.h"
#include "heap/sums.h"
#include "misere/drift.h"
#include "misere/impl.h"

#include <assert.h>
#include <inttypes.h>

/* Finds the element of a heap. */
static grundy_status value_of(const grundy_misere *q, uint32_t heap, uint32_t *value,
                              grundy_error *error) {
  const grundy_misere_level *level = grundy_misere_level_of(q);
  uint32_t known = heap;
  if (heap > level->known && q->period_length > 0)
    known = q->period_start + (heap - q->period_start) % q->period_length;
  if (known > level->known)
    return grundy_fail_because(error, GRUNDY_UNABLE, GRUNDY_REASON_TOO_MANY,
                               "the misere quotient is known up to heap %" PRIu32
                               ", and the sum has a heap %" PRIu32,
                               level->known, heap);
  *value = level->values[known];
  return GRUNDY_OK;
}

/* Multiplies *element by the values of the heaps. The rows of the values of heaps exist. */
static grundy_status multiply(const grundy_misere *q, const uint32_t *sizes, uint64_t count,
                              uint32_t *element, grundy_error *error) {
  uint32_t *const *rows = grundy_misere_level_of(q)->monoid->rows, product = *element;
  grundy_status status = GRUNDY_OK;
  for (uint64_t i = 0; i < count && status == GRUNDY_OK; i++) {
    uint32_t value = 0;
    status = value_of(q, sizes[i], &value, error);
    if (status == GRUNDY_OK) product = rows[value][product];
  }
  if (status == GRUNDY_OK) *element = product;
  return status;
}

grundy_status grundy_misere_value(const grundy_misere *q, const uint32_t *sizes, uint64_t count,
                                  uint32_t *element, grundy_error *error) {
  uint32_t product = 0;
  grundy_status status = multiply(q, sizes, count, &product, error);
  if (status == GRUNDY_OK) *element = product;
  return status;
}

uint32_t grundy_misere_multiply(const grundy_misere *q, uint32_t left, uint32_t right) {
  const grundy_monoid *m = grundy_misere_level_of(q)->monoid;
  for (uint32_t x = right; x != 0; x = m->parent[x]) left = grundy_monoid_map(m, m->last[x])[left];
  return left;
}

/* ---- outcomes ----------------------------------------------------------------------------- */

/* What is known about a sum: its element or, in an infinite quotient, the class of the heaps that
 * do not drift, and how many others there are. */
typedef struct tally {
  uint32_t element;
  uint64_t first, second;
} tally;

/* Adds heaps to a sum, in an infinite quotient. */
static grundy_status count_heaps(const grundy_drift *f, const uint32_t *sizes, uint64_t count,
                                 tally *sum, grundy_error *error) {
  for (uint64_t i = 0; i < count; i++) {
    if (sizes[i] > f->heaps)
      return grundy_fail_because(error, GRUNDY_UNABLE, GRUNDY_REASON_TOO_MANY,
                                 "outcomes are known up to heap %" PRIu32
                                 ", and the sum has a heap %" PRIu32,
                                 f->heaps, sizes[i]);
    if (sizes[i] == f->first)
      sum->first++;
    else if (sizes[i] == f->second)
      sum->second++;
    else
      sum->element = f->maps[(uint64_t)sizes[i] * f->size + sum->element];
  }
  return GRUNDY_OK;
}

static grundy_status add_heaps(const grundy_misere *q, const uint32_t *sizes, uint64_t count,
                               tally *sum, grundy_error *error) {
  const grundy_drift *drift = q->extension.drift;
  return drift != NULL ? count_heaps(drift, sizes, count, sum, error)
                       : multiply(q, sizes, count, &sum->element, error);
}

/* The same for heaps that are known. */
static void add_known_heaps(const grundy_misere *q, const uint32_t *sizes, uint64_t count,
                            tally *sum) {
  grundy_status status = add_heaps(q, sizes, count, sum, NULL);
  assert(status == GRUNDY_OK);
  (void)status;
}

static bool is_p(const grundy_misere *q, const tally *sum) {
  const grundy_drift *drift = q->extension.drift;
  return drift != NULL ? grundy_drift_is_p(drift, sum->element, sum->first, sum->second)
                       : grundy_misere_is_p(q, sum->element);
}

grundy_status grundy_misere_outcome(const grundy_misere *q, const uint32_t *sizes, uint64_t count,
                                    grundy_outcome *outcome, grundy_error *error) {
  tally sum = {0};
  grundy_status status = add_heaps(q, sizes, count, &sum, error);
  if (status == GRUNDY_OK) *outcome = is_p(q, &sum) ? GRUNDY_OUTCOME_P : GRUNDY_OUTCOME_N;
  return status;
}

/* ---- winning moves ------------------------------------------------------------------------ */

/* A search for winning moves: the heap, and the other heaps. All heaps of the sum are known, so
 * those that moves leave are, too. */
typedef struct move_search {
  const grundy_misere *quotient;
  uint32_t heap;
  tally rest;
  bool (*visit)(void *context, uint32_t heap, const uint32_t *parts, uint32_t count);
  void *context;
  bool stopped;
} move_search;

static void try_move(move_search *s, const uint32_t *parts, uint32_t count) {
  tally sum = s->rest;
  add_known_heaps(s->quotient, parts, count, &sum);
  if (is_p(s->quotient, &sum)) s->stopped = !s->visit(s->context, s->heap, parts, count);
}

static void try_moves_of_code(move_search *s) {
  const grundy_heap_code *code = s->quotient->extension.run.rules.code;
  grundy_heap_move move;
  for (bool more = grundy_heap_first_move(code, s->heap, &move); more && !s->stopped;
       more = grundy_heap_next_move(code, s->heap, &move))
    try_move(s, move.sizes, move.parts);
}

static void try_moves_of_lists(move_search *s) {
  const grundy_option_lists *lists = s->quotient->extension.run.rules.lists;
  for (uint64_t o = lists->first[s->heap - 1]; o < lists->first[s->heap] && !s->stopped; o++)
    try_move(s, lists->parts + lists->starts[o],
             (uint32_t)(lists->starts[o + 1] - lists->starts[o]));
}

static void try_moves_of_heap(move_search *s, const uint32_t *sizes, uint64_t count, uint64_t at) {
  s->heap = sizes[at];
  s->rest = (tally){0};
  if (s->heap == 0) return;
  add_known_heaps(s->quotient, sizes, at, &s->rest);
  add_known_heaps(s->quotient, sizes + at + 1, count - at - 1, &s->rest);
  if (s->quotient->lists.first != NULL)
    try_moves_of_lists(s);
  else
    try_moves_of_code(s);
}

grundy_status grundy_misere_winning_moves(const grundy_misere *q, const uint32_t *sizes,
                                          uint64_t count,
                                          bool (*visit)(void *context, uint32_t heap,
                                                        const uint32_t *parts, uint32_t count),
                                          void *context, grundy_error *error) {
  move_search search = {.quotient = q, .visit = visit, .context = context};
  uint32_t *sorted = grundy_alloc(count, sizeof *sorted);
  if (sorted == NULL) return grundy_fail_memory(error);
  if (count > 0) memcpy(sorted, sizes, count * sizeof *sorted);
  grundy_sort_numbers(sorted, count);
  grundy_status status = add_heaps(q, sorted, count, &(tally){0}, error);
  for (uint64_t i = 0; i < count && status == GRUNDY_OK && !search.stopped; i++)
    if (i == 0 || sorted[i] != sorted[i - 1]) try_moves_of_heap(&search, sorted, count, i);
  free(sorted);
  return status;
}
