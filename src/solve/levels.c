/* The counterfunction, for counting and lazy levels: numbers for the peeled vertices of a level,
 * and for its waves. levels.h has the algorithm. */

#include "solve/levels.h"

#include "base/threads.h"
#include "solve/labels.h"
#include "value/largest.h"

#include <grundy/value.h>

#include <assert.h>

#ifndef NDEBUG
bool grundy_levels_are_possible(const grundy_levels *levels) {
  return levels->unlabelled_count <= levels->g.order &&
         levels->level <= grundy_largest_value(levels->g.size);
}
#endif
/* Vertices that get numbers, divided among the threads. */
typedef struct numbering {
  const uint32_t *list;
  uint32_t count, *counter;
  int threads;
  uint32_t before[GRUNDY_MAX_THREADS]; /* by share: the label of the vertex before it */
  uint32_t number[GRUNDY_MAX_THREADS]; /* by share: labels that begin in it; then its first */
} numbering;

static uint32_t share_of(const numbering *n, int thread) {
  return (uint32_t)grundy_share(n->count, thread, n->threads);
}

static inline void fetch_counter(const numbering *n, uint32_t i) {
  if (i + GRUNDY_AHEAD_ROWS < n->count)
    __builtin_prefetch(&n->counter[n->list[i + GRUNDY_AHEAD_ROWS]], 1);
}

/* Counts the vertices whose label differs from the one before. */
static void count_labels(void *context, int thread) {
  numbering *n = context;
  uint32_t begin = share_of(n, thread), end = share_of(n, thread + 1), changes = 0;
  uint32_t before = n->counter[n->list[begin == 0 ? 0 : begin - 1]];
  n->before[thread] = before;
  for (uint32_t i = begin; i < end; i++) {
    fetch_counter(n, i);
    uint32_t label = n->counter[n->list[i]];
    assert((label & GRUNDY_LABELLED) != 0 && label >= before); /* by increasing distance */
    changes += label != before;
    before = label;
  }
  n->number[thread] = changes;
}

/* Replaces labels by numbers. */
static void number_labels(void *context, int thread) {
  const numbering *n = context;
  uint32_t end = share_of(n, thread + 1), before = n->before[thread], number = n->number[thread];
  for (uint32_t i = share_of(n, thread); i < end; i++) {
    fetch_counter(n, i);
    uint32_t label = n->counter[n->list[i]];
    number += label != before;
    before = label;
    n->counter[n->list[i]] = number;
  }
}

/* A wave whose vertices get the same number. */
typedef struct alike {
  const uint32_t *list;
  uint32_t count, *counter, number;
  int threads;
} alike;

static void number_alike(void *context, int thread) {
  const alike *a = context;
  uint32_t end = (uint32_t)grundy_share(a->count, thread + 1, a->threads);
  for (uint32_t i = (uint32_t)grundy_share(a->count, thread, a->threads); i < end; i++)
    a->counter[a->list[i]] = a->number;
}

/* counter[v] is the label from peeling until v gets its number. */
const uint32_t *grundy_levels_peeled(grundy_levels *levels, uint32_t *count) {
  *count = 0;
  if (levels->level > levels->starts.largest) return levels->peeled;
  const uint32_t *start = levels->starts.start + levels->level;
  assert(start[0] <= start[1]);
  const uint32_t *peeled = levels->peeled + start[0];
  *count = start[1] - start[0];
  if (levels->counter == NULL || *count == 0) return peeled;
  assert(levels->values[peeled[0]] == levels->level);
  numbering n = {peeled, *count, levels->counter, grundy_threads_for(*count), {0}, {0}};
  if (n.threads > 1)
    grundy_parallel(n.threads, count_labels, &n);
  else
    n.before[0] = levels->counter[peeled[0]];
  for (int t = 0; t < n.threads; t++) {
    uint32_t changes = n.number[t];
    n.number[t] = levels->number;
    levels->number += changes;
  }
  grundy_parallel(n.threads, number_labels, &n);
  levels->number = levels->counter[peeled[*count - 1]] + 1;
  return peeled;
}

void grundy_levels_number(grundy_levels *levels, const uint32_t *wave, uint32_t length) {
  assert(length > 0);
  if (levels->counter == NULL) return;
  assert(levels->number < levels->g.order); /* each number belongs to some vertex */
  alike a = {wave, length, levels->counter, levels->number++, grundy_threads_for(length)};
  grundy_parallel(a.threads, number_alike, &a);
}
