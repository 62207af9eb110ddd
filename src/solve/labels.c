/* Labels for retrograde kernels: the states of all vertices at the start and at the end. */

#include "solve/labels.h"

#include "base/threads.h"

GRUNDY_WAVE_UPDATE(win, uint32_t *, grundy_update_win)
GRUNDY_WAVE_UPDATE(count_down, uint32_t *, grundy_update_count_down)
const grundy_wave_update grundy_win_at_once = GRUNDY_WAVE_UPDATE_OF(win);
const grundy_wave_update grundy_count_down = GRUNDY_WAVE_UPDATE_OF(count_down);

typedef struct starting {
  const grundy_view *g;
  const grundy_endings *endings;
  int threads;
  uint32_t *state, *queue;
  uint32_t found[GRUNDY_MAX_THREADS], lost[GRUNDY_MAX_THREADS]; /* by thread */
} starting;

static void start_share(void *context, int thread) {
  starting *s = context;
  uint32_t begin = (uint32_t)grundy_share(s->g->order, thread, s->threads);
  uint32_t end = (uint32_t)grundy_share(s->g->order, thread + 1, s->threads), found = 0, lost = 0;
  for (uint32_t u = begin; u < end; u++) {
    uint64_t followers = s->g->offsets[u + 1] - s->g->offsets[u];
    uint32_t state = grundy_label_at_start(s->endings, followers, u);
    s->state[u] = state;
    if (followers > 0) continue;
    if (state == GRUNDY_LABELLED) s->queue[begin + found++] = u;
    lost += state == (GRUNDY_LABELLED | 1);
  }
  assert(found + lost <= end - begin);
  s->found[thread] = found;
  s->lost[thread] = lost;
}

uint32_t grundy_labels_start(grundy_view g, const grundy_endings *endings, uint32_t *state,
                             uint32_t *queue, uint32_t *lost) {
  starting s = {&g, endings, grundy_threads_for(g.order / 4), state, queue, {0}, {0}};
  grundy_parallel(s.threads, start_share, &s);
  *lost = 0;
  for (int t = 0; t < s.threads; t++) *lost += s.lost[t];
  return grundy_join_shares(queue, g.order, s.found, s.threads);
}

uint32_t grundy_labels_lost(grundy_view g, const grundy_endings *endings, uint32_t *queue) {
  uint32_t count = 0;
  for (uint32_t u = 0; u < g.order; u++)
    if (g.offsets[u] == g.offsets[u + 1] && grundy_ending(endings, u) == GRUNDY_OUTCOME_N)
      queue[count++] = u;
  return count;
}

#ifndef NDEBUG
bool grundy_wave_has_label(const uint32_t *state, uint32_t label, const uint32_t *wave,
                           uint32_t length) {
  for (uint32_t i = 0; i < length; i++)
    if (state[wave[i]] != label) return false;
  return true;
}
#endif
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
    assert((f->state[u] & ~GRUNDY_LABELLED) <= f->order);
    f->numbers[u] = grundy_label_number(f->state[u]);
  }
}

void grundy_labels_finish(uint32_t order, const uint32_t *state, uint32_t *numbers) {
  finishing f = {order, grundy_threads_for(order / 8), state, numbers};
  grundy_parallel(f.threads, finish_share, &f);
}
