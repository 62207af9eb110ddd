#include "solve/mex.h"

#include "base/threads.h"
#include "value/largest.h"

#include <assert.h>

/* For rows of at most this many followers, the values are the bits of one word. */
enum { SHORT_ROW = 63 };

void grundy_mex_start(grundy_mex *mex, grundy_arena *arena, uint64_t size, uint64_t longest) {
  uint64_t largest = grundy_largest_value(size);
  *mex = (grundy_mex){.threads = grundy_threads_for(size)};
  if (longest > SHORT_ROW) mex->bound = (uint32_t)(longest < largest ? longest : largest) + 1;
  uint64_t marks = (uint64_t)mex->bound * (unsigned)mex->threads;
  mex->seen = grundy_arena_zeros(arena, marks, sizeof *mex->seen);
  mex->stamp = grundy_arena_zeros(arena, (uint64_t)mex->threads, sizeof *mex->stamp);
}

static uint32_t mex_of_short_row(grundy_vertices row, const uint32_t *values) {
  uint64_t seen = 0;
  for (uint64_t i = 0; i < row.count; i++) {
    uint32_t value = values[row.at[i]];
    seen |= (uint64_t)(value < 64) << (value % 64);
  }
  assert(seen != UINT64_MAX); /* fewer followers than bits */
  return (uint32_t)__builtin_ctzll(~seen);
}

static uint32_t mex_of_long_row(grundy_mex *mex, int thread, grundy_vertices row,
                                const uint32_t *values) {
  uint32_t *seen = mex->seen + (uint64_t)mex->bound * (unsigned)thread;
  assert(thread < mex->threads);
  uint32_t stamp = ++mex->stamp[thread], least = 0;
  assert(stamp != 0);
  for (uint64_t i = 0; i < row.count; i++) {
    assert(values[row.at[i]] < mex->bound); /* it is known, and no value is larger */
    seen[values[row.at[i]]] = stamp;
  }
  while (seen[least] == stamp) least++; /* the mex is below the bound, too */
  assert(least < mex->bound && least <= row.count);
  return least;
}

uint32_t grundy_mex_of(grundy_mex *mex, int thread, const grundy_view *g, uint32_t u,
                       const uint32_t *values) {
  grundy_vertices row = grundy_view_row(g, u);
  if (row.count <= SHORT_ROW) return mex_of_short_row(row, values);
  return mex_of_long_row(mex, thread, row, values);
}

typedef struct valuing {
  grundy_mex *mex;
  const grundy_view *g;
  const uint32_t *list;
  uint32_t length;
  int threads;
  uint32_t *values;
} valuing;

static void value_share(void *context, int thread) {
  const valuing *f = context;
  uint32_t end = (uint32_t)grundy_share(f->length, thread + 1, f->threads);
  bool is_short = f->length <= GRUNDY_SHORT_LIST;
  if (is_short && f->length > 1)
    grundy_view_fetch_short(f->g, f->list, f->length, f->values, sizeof *f->values);
  for (uint32_t i = (uint32_t)grundy_share(f->length, thread, f->threads); i < end; i++) {
    if (!is_short) {
      grundy_view_fetch_rows(f->g, f->list, i, end);
      grundy_view_fetch_targets(f->g, f->list, i, end, f->values, sizeof *f->values);
    }
    f->values[f->list[i]] = grundy_mex_of(f->mex, thread, f->g, f->list[i], f->values);
  }
}

void grundy_mex_of_all(grundy_mex *mex, const grundy_view *g, const uint32_t *list, uint32_t length,
                       uint32_t *values) {
  int threads = length < 1024 ? 1 : grundy_threads_for(length * (1 + g->size / g->order));
  if (threads > mex->threads) threads = mex->threads;
  valuing f = {mex, g, list, length, threads, values};
  grundy_parallel(threads, value_share, &f);
}
