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
