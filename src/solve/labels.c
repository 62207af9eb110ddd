#include "solve/labels.h"

#include "base/threads.h"

#include <grundy/value.h>

uint32_t grundy_labels_start(grundy_view g, uint32_t label, uint32_t *state, uint32_t *queue) {
  uint32_t count = 0;
  for (uint32_t u = 0; u < g.order; u++) {
    uint32_t degree = (uint32_t)(g.offsets[u + 1] - g.offsets[u]);
    state[u] = degree == 0 ? GRUNDY_LABELLED | label : degree;
    queue[count] = u;
    count += degree == 0;
  }
  return count;
}

typedef struct finishing {
  uint32_t order;
  int threads;
  const uint32_t *state;
  uint32_t *numbers;
} finishing;

static void finish_share(void *context, int thread) {
  const finishing *f = context;
  uint32_t end = (uint32_t)grundy_share(f->order, thread + 1, f->threads);
  for (uint32_t u = (uint32_t)grundy_share(f->order, thread, f->threads); u < end; u++) {
    uint32_t now = f->state[u];
    f->numbers[u] = (now & GRUNDY_LABELLED) != 0 ? now & ~GRUNDY_LABELLED : GRUNDY_INFINITY;
  }
}

void grundy_labels_finish(uint32_t order, const uint32_t *state, uint32_t *numbers) {
  finishing f = {order, grundy_threads_for(order / 8), state, numbers};
  grundy_parallel(f.threads, finish_share, &f);
}
