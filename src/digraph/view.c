#include "digraph/view.h"

#include "base/threads.h"

typedef struct measuring {
  const grundy_view *view;
  int threads;
  uint64_t longest[GRUNDY_MAX_THREADS]; /* by thread */
} measuring;

static void measure_share(void *context, int thread) {
  measuring *m = context;
  const uint64_t *offsets = m->view->offsets;
  uint32_t end = (uint32_t)grundy_share(m->view->order, thread + 1, m->threads);
  uint64_t longest = 0;
  for (uint32_t v = (uint32_t)grundy_share(m->view->order, thread, m->threads); v < end; v++) {
    uint64_t length = offsets[v + 1] - offsets[v];
    longest = length > longest ? length : longest;
  }
  m->longest[thread] = longest;
}

uint64_t grundy_longest_row(const grundy_view *view) {
  measuring m = {.view = view, .threads = grundy_threads_for(view->order / 4)};
  uint64_t longest = 0;
  grundy_parallel(m.threads, measure_share, &m);
  for (int t = 0; t < m.threads; t++) longest = m.longest[t] > longest ? m.longest[t] : longest;
  return longest;
}

typedef struct adding {
  uint32_t order;
  uint64_t *offsets;
  int threads;
  uint64_t sums[GRUNDY_MAX_THREADS]; /* by thread: of its sizes; then of those before */
} adding;

static void sum_share(void *context, int thread) {
  adding *a = context;
  uint32_t end = (uint32_t)grundy_share(a->order, thread + 1, a->threads);
  uint64_t sum = 0;
  for (uint32_t v = (uint32_t)grundy_share(a->order, thread, a->threads); v < end; v++)
    sum += a->offsets[v + 1];
  a->sums[thread] = sum;
}

static void offset_share(void *context, int thread) {
  const adding *a = context;
  uint32_t end = (uint32_t)grundy_share(a->order, thread + 1, a->threads);
  uint64_t sum = a->sums[thread];
  for (uint32_t v = (uint32_t)grundy_share(a->order, thread, a->threads); v < end; v++)
    a->offsets[v + 1] = sum += a->offsets[v + 1];
}

void grundy_offsets_from_sizes(uint32_t order, uint64_t *offsets) {
  adding a = {.order = order, .offsets = offsets, .threads = grundy_threads_for(order / 4)};
  uint64_t before = 0;
  assert(offsets[0] == 0);
  if (a.threads > 1) grundy_parallel(a.threads, sum_share, &a);
  for (int t = 0; t < a.threads; t++) {
    uint64_t sum = a.sums[t];
    a.sums[t] = before;
    before += sum;
  }
  grundy_parallel(a.threads, offset_share, &a);
}
