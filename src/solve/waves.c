#include "solve/waves.h"

#include "base/alloc.h"
#include "base/threads.h"

#include <assert.h>
#include <string.h>

enum {
  CACHE = 1 << 18, /* bytes of state of a block that fit into a private cache */
  CHUNK = 256,     /* entries that a bin takes from the pool at a time */
  MOST_BITS = 16,  /* a bin has entries of 16 bits */
  LEAST_BITS = 6,
  LEAST_BLOCKS = 32,    /* enough to be shared by threads */
  LEAST_POOL = 1 << 16, /* entries */
  WORTH_SORTING = 64    /* this many vertices found in a block */
};

/* The bins of one thread. Entries live in chunks from a pool; the chunks of a bin are linked, the
 * newest first. Chunk 0 is none. */
struct grundy_bins {
  uint16_t *pool;
  uint32_t *previous; /* by chunk: the chunk of the same bin that was filled before it */
  uint32_t *at;       /* by block: the place of its next entry; 0 or a multiple of CHUNK: none */
  uint32_t chunks, used;
  /* Where this thread is in its share of the wave. */
  uint32_t vertex, end;
  uint64_t move;      /* in the row of wave[vertex]: moves already processed */
  uint64_t processed; /* moves processed since the bins were emptied */
  uint64_t found;
};

/* How a game is divided into blocks. There are none if the state of all vertices fits into the
 * private cache: then binning costs more than it saves, even with several threads. */
typedef struct blocking {
  int threads;
  uint32_t bits, blocks, chunks; /* chunks of each thread */
} blocking;

static blocking blocking_for(uint32_t order, uint64_t size, size_t item) {
  blocking c = {.threads = grundy_threads_for(size), .bits = MOST_BITS};
  if (order * (uint64_t)item <= 4 * (uint64_t)CACHE) return c;
  while (c.bits > LEAST_BITS && ((item << c.bits) > CACHE || order >> c.bits < LEAST_BLOCKS))
    c.bits--;
  c.blocks = (uint32_t)(((uint64_t)order + (UINT64_C(1) << c.bits) - 1) >> c.bits);
  assert((uint64_t)(c.blocks - 1) << c.bits < order && (uint64_t)c.blocks << c.bits >= order);
  uint64_t entries = order / 2 < LEAST_POOL ? LEAST_POOL : order / 2;
  c.chunks = 1 + c.blocks + (uint32_t)(entries / CHUNK / (unsigned)c.threads);
  /* One chunk for every block, so that each round of a wide wave makes progress; entries have
   * 32-bit places. */
  assert(c.chunks > c.blocks && (uint64_t)c.chunks * CHUNK <= UINT32_MAX);
  return c;
}

uint64_t grundy_waves_memory(uint32_t order, uint64_t size, size_t item) {
  blocking c = blocking_for(order, size, item);
  if (c.blocks == 0) return 0;
  uint64_t of_thread = sizeof(grundy_bins) + (uint64_t)c.chunks * (CHUNK * sizeof(uint16_t) + 4) +
                       4 * (uint64_t)c.blocks;
  uint64_t changed = c.threads == 1 ? 0 : 4 * ((uint64_t)order + (unsigned)c.threads);
  return (unsigned)c.threads * of_thread + changed;
}

static bool bins_alloc(struct grundy_bins *bins, uint32_t chunks, uint32_t blocks) {
  bins->chunks = chunks;
  bins->used = 1;
  bins->pool = grundy_alloc((uint64_t)chunks * CHUNK, sizeof *bins->pool);
  bins->previous = grundy_alloc(chunks, sizeof *bins->previous);
  bins->at = grundy_alloc_zero(blocks, sizeof *bins->at);
  return bins->pool != NULL && bins->previous != NULL && bins->at != NULL;
}

bool grundy_waves_start(grundy_waves *waves, grundy_view reverse, size_t item) {
  blocking c = blocking_for(reverse.order, reverse.size, item);
  *waves = (grundy_waves){.reverse = reverse, .item = item, .threads = c.threads};
  if (c.blocks == 0) return true;
  waves->bits = c.bits;
  waves->blocks = c.blocks;
  waves->bins = grundy_alloc_zero((uint64_t)c.threads, sizeof *waves->bins);
  if (waves->bins == NULL) return false;
  for (int t = 0; t < c.threads; t++)
    if (!bins_alloc(&waves->bins[t], c.chunks, c.blocks)) return false;
  if (c.threads == 1) return true;
  waves->changed =
      grundy_alloc((uint64_t)reverse.order + (unsigned)c.threads, sizeof *waves->changed);
  return waves->changed != NULL;
}

void grundy_waves_free(grundy_waves *waves) {
  for (int t = 0; waves->bins != NULL && t < waves->threads; t++) {
    free(waves->bins[t].pool);
    free(waves->bins[t].previous);
    free(waves->bins[t].at);
  }
  free(waves->bins);
  free(waves->changed);
  *waves = (grundy_waves){0};
}

/* ---- filters ----------------------------------------------------------------------------- */

/* The keys of the moves of a row, and which of them are propagated. */
typedef struct row_filter {
  const uint8_t *keys;
  uint32_t kept;
} row_filter;

static const uint32_t *kept_at(const grundy_wave_filter *filter, uint32_t v) {
  return &filter->kept[(uint64_t)filter->stride * v];
}

static row_filter filter_row(const grundy_waves *waves, const grundy_wave_filter *filter,
                             uint32_t v) {
  return (row_filter){filter->keys + waves->reverse.offsets[v], *kept_at(filter, v)};
}

static bool is_kept(const row_filter *filter, uint64_t j) {
  assert(filter->keys[j] < 32);
  return (filter->kept >> filter->keys[j] & 1) != 0;
}

/* Prefetches what filters the rows that follow soon after wave[i]. */
GRUNDY_FETCH void fetch_filter(const grundy_waves *waves, const grundy_wave_filter *filter,
                               const uint32_t *wave, uint32_t i, uint32_t length) {
  if (i + GRUNDY_AHEAD_ROWS >= length) return;
  uint32_t v = wave[i + GRUNDY_AHEAD_ROWS];
  __builtin_prefetch(&filter->keys[waves->reverse.offsets[v]]);
  __builtin_prefetch(kept_at(filter, v));
}

/* ---- narrow waves ------------------------------------------------------------------------ */

/* Updates the tails of those moves into v that the filter keeps. */
static uint64_t update_filtered(const grundy_waves *waves, const grundy_wave_update *update,
                                uint32_t v, uint32_t *changed) {
  enum { PIECE = 64 };
  uint32_t tails[PIECE];
  grundy_vertices row = grundy_view_row(&waves->reverse, v);
  row_filter filter = filter_row(waves, update->filter, v);
  uint64_t found = 0;
  for (uint64_t begin = 0; begin < row.count; begin += PIECE) {
    uint64_t count = 0;
    for (uint64_t j = begin; j < row.count && j < begin + PIECE; j++) {
      tails[count] = row.at[j];
      count += is_kept(&filter, j);
    }
    found += update->update_row(update, tails, count, changed + found);
  }
  return found;
}

static bool propagate_narrow(grundy_waves *waves, const grundy_wave_update *update,
                             const uint32_t *wave, uint32_t length, uint32_t *next, uint32_t *count,
                             grundy_work *work) {
  const grundy_view *reverse = &waves->reverse;
  uint32_t found = 0;
  size_t item = update->item == 0 ? waves->item : update->item;
  bool is_short = length <= GRUNDY_SHORT_LIST;
  if (is_short && length > 1) grundy_view_fetch_short(reverse, wave, length, update->state, item);
  for (uint32_t i = 0; i < length; i++) {
    if (!is_short) {
      grundy_view_fetch_rows(reverse, wave, i, length);
      grundy_view_fetch_targets(reverse, wave, i, length, update->state, item);
      if (update->filter != NULL) fetch_filter(waves, update->filter, wave, i, length);
    }
    grundy_vertices row = grundy_view_row(reverse, wave[i]);
    /* In a long game the next wave is all that can be prefetched. */
    if (is_short)
      for (uint64_t j = 0; j < row.count && j < 4; j++)
        __builtin_prefetch(&reverse->offsets[row.at[j]]);
    found += (uint32_t)(update->filter == NULL
                            ? update->update_row(update, row.at, row.count, next + found)
                            : update_filtered(waves, update, wave[i], next + found));
    if (!grundy_work_step(work, 1 + row.count)) return false;
  }
  assert(found <= waves->reverse.order);
  *count = found;
  return true;
}

/* ---- wide waves -------------------------------------------------------------------------- */

/* Takes a new chunk for the bin; false if the pool is used up. */
static bool next_chunk(grundy_bins *bins, uint32_t block) {
  if (bins->used == bins->chunks) return false;
  assert(bins->used < bins->chunks);
  assert(bins->at[block] % CHUNK == 0);
  uint32_t at = bins->at[block];
  bins->previous[bins->used] = at == 0 ? 0 : (at - 1) / CHUNK;
  assert(bins->previous[bins->used] < bins->used);
  bins->at[block] = bins->used++ * CHUNK;
  return true;
}

/* Fills the bins from this thread's share of the wave until the share is finished or the pool is
 * used up. Inlined twice, so that waves without a filter do not test for it. */
static inline __attribute__((always_inline)) void fill_with(const grundy_waves *waves,
                                                            grundy_bins *bins, const uint32_t *wave,
                                                            const grundy_wave_filter *filter) {
  const grundy_view *reverse = &waves->reverse;
  uint32_t *at = bins->at;
  uint16_t *pool = bins->pool;
  uint32_t bits = waves->bits, mask = (UINT32_C(1) << bits) - 1;
  bins->processed = 0;
  assert(bins->used == 1);
  assert(bins->vertex <= bins->end);
  for (; bins->vertex < bins->end; bins->vertex++) {
    grundy_view_fetch_rows(reverse, wave, bins->vertex, bins->end);
    grundy_vertices row = grundy_view_row(reverse, wave[bins->vertex]);
    assert(bins->move <= row.count);
    row_filter of_row = {0};
    if (filter != NULL) {
      fetch_filter(waves, filter, wave, bins->vertex, bins->end);
      of_row = filter_row(waves, filter, wave[bins->vertex]);
    }
    for (uint64_t j = bins->move; j < row.count; j++) {
      if (filter != NULL && !is_kept(&of_row, j)) continue;
      uint32_t u = row.at[j], block = u >> bits;
      assert(block < waves->blocks);
      if (at[block] % CHUNK == 0 && !next_chunk(bins, block)) {
        bins->processed += j - bins->move;
        bins->move = j;
        return;
      }
      pool[at[block]++] = (uint16_t)(u & mask);
    }
    bins->processed += 1 + row.count - bins->move;
    bins->move = 0;
  }
}

static void fill(const grundy_waves *waves, grundy_bins *bins, const uint32_t *wave,
                 const grundy_wave_filter *filter) {
  if (filter == NULL)
    fill_with(waves, bins, wave, NULL);
  else
    fill_with(waves, bins, wave, filter);
}

/* Sorts the vertices found in a block, through a bit set that is empty before and afterwards, so
 * that the rows of the next wave are read in the order in which they are stored. */
static void sort_found(uint64_t *bits, uint32_t first, uint32_t size, uint32_t *found,
                       uint64_t count) {
  uint64_t at = 0;
  for (uint64_t i = 0; i < count; i++) {
    assert(found[i] >= first && found[i] - first < size);
    bits[(found[i] - first) / 64] |= UINT64_C(1) << (found[i] - first) % 64;
  }
  for (uint32_t word = 0; word < (size + 63) / 64; word++) {
    for (uint64_t rest = bits[word]; rest != 0; rest &= rest - 1)
      found[at++] = first + 64 * word + (uint32_t)__builtin_ctzll(rest);
    bits[word] = 0;
  }
  assert(at == count); /* no vertex was found twice */
}

/* Empties the bins of one block, of all threads. */
static uint64_t empty_block(grundy_waves *waves, const grundy_wave_update *update, uint32_t block,
                            uint64_t *bits, uint32_t *changed) {
  uint64_t found = 0;
  uint32_t first = block << waves->bits;
  for (int t = 0; t < waves->threads; t++) {
    grundy_bins *bins = &waves->bins[t];
    uint32_t at = bins->at[block], chunk = at == 0 ? 0 : (at - 1) / CHUNK;
    for (uint32_t end = at - chunk * CHUNK; chunk > 0; end = CHUNK) {
      assert(chunk < bins->used);
      assert(end > 0 && end <= CHUNK);
      const uint16_t *bin = bins->pool + (uint64_t)chunk * CHUNK;
      found += update->update_bin(update, first, bin, end, changed + found);
      chunk = bins->previous[chunk];
    }
    bins->at[block] = 0;
  }
  assert(found <= UINT64_C(1) << waves->bits);
  if (found > WORTH_SORTING) sort_found(bits, first, UINT32_C(1) << waves->bits, changed, found);
  return found;
}

/* Empties the blocks that this thread owns. */
static uint64_t empty(grundy_waves *waves, const grundy_wave_update *update, uint32_t first,
                      uint32_t last, uint32_t *changed) {
  uint64_t found = 0, bits[(1 << MOST_BITS) / 64] = {0};
  for (uint32_t block = first; block < last; block++)
    found += empty_block(waves, update, block, bits, changed + found);
  return found;
}

static bool share_wave(grundy_waves *waves, uint32_t length) {
  for (int t = 0; t < waves->threads; t++) {
    waves->bins[t].vertex = (uint32_t)grundy_share(length, t, waves->threads);
    waves->bins[t].end = (uint32_t)grundy_share(length, t + 1, waves->threads);
    waves->bins[t].move = 0;
  }
  assert(waves->bins[waves->threads - 1].end == length);
  return length > 0;
}

static bool is_finished(const grundy_waves *waves) {
  for (int t = 0; t < waves->threads; t++)
    if (waves->bins[t].vertex < waves->bins[t].end) return false;
  return true;
}

/* A round of a wide wave. */
typedef struct round {
  grundy_waves *waves;
  const grundy_wave_update *update;
  const uint32_t *wave;
  uint32_t *next; /* where the only thread writes the vertices it finds */
} round;

static void fill_share(void *context, int thread) {
  const round *r = context;
  fill(r->waves, &r->waves->bins[thread], r->wave, r->update->filter);
}

static uint32_t first_block(const grundy_waves *waves, int thread) {
  return (uint32_t)grundy_share(waves->blocks, thread, waves->threads);
}

/* Returns where a thread writes the vertices it finds: it has room for all vertices of its blocks,
 * and one more. */
static uint32_t *found_by(const grundy_waves *waves, int thread) {
  assert(waves->threads > 1 && thread < waves->threads);
  return waves->changed + ((uint64_t)first_block(waves, thread) << waves->bits) + (unsigned)thread;
}

static void empty_share(void *context, int thread) {
  const round *r = context;
  grundy_waves *waves = r->waves;
  uint32_t *changed = waves->threads == 1 ? r->next : found_by(waves, thread);
  waves->bins[thread].found =
      empty(waves, r->update, first_block(waves, thread), first_block(waves, thread + 1), changed);
}

#ifndef NDEBUG
static bool bins_are_empty(const grundy_waves *waves) {
  for (int t = 0; t < waves->threads; t++)
    for (uint32_t block = 0; block < waves->blocks; block++)
      if (waves->bins[t].at[block] != 0) return false;
  return true;
}
#endif
static bool propagate_wide(grundy_waves *waves, const grundy_wave_update *update,
                           const uint32_t *wave, uint32_t length, uint32_t *next, uint32_t *count,
                           grundy_work *work) {
  round r = {waves, update, wave, next};
  assert(bins_are_empty(waves));
  for (bool left = share_wave(waves, length); left; left = !is_finished(waves)) {
    uint64_t processed = 0;
    grundy_parallel(waves->threads, fill_share, &r);
    grundy_parallel(waves->threads, empty_share, &r);
    for (int t = 0; t < waves->threads; t++) {
      grundy_bins *bins = &waves->bins[t];
      if (waves->threads > 1 && bins->found > 0)
        memcpy(r.next, found_by(waves, t), bins->found * sizeof *r.next);
      r.next += bins->found;
      processed += bins->processed;
      bins->used = 1;
    }
    if (!grundy_work_step(work, processed)) return false;
  }
  assert(bins_are_empty(waves));
  assert(r.next - next <= waves->reverse.order);
  *count = (uint32_t)(r.next - next);
  return true;
}

bool grundy_waves_propagate(grundy_waves *waves, const grundy_wave_update *update,
                            const uint32_t *wave, uint32_t length, uint32_t *next, uint32_t *count,
                            grundy_work *work) {
  assert(length <= waves->reverse.order);
  /* A wide wave must have enough moves per bin to pay for emptying it. */
  bool wide = waves->bins != NULL && length / 16 >= waves->blocks;
  return (wide ? propagate_wide : propagate_narrow)(waves, update, wave, length, next, count, work);
}
