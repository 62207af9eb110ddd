/* Propagates waves; waves.h has the idea. A narrow wave updates its predecessors row by row. A wide
 * one takes rounds: threads take slices of the wave and fill their bins, then take groups of blocks
 * and empty the bins of all threads for them, until the wave is processed. */

#include "solve/waves.h"

#include "base/threads.h"

#include <assert.h>
#include <stdatomic.h>
#include <string.h>

enum {
  CACHE_LINES = 128, /* bytes of two lines, because some CPUs fetch them in pairs */
  CACHE = 1 << 18,   /* bytes of state of a block that fit into a private cache */
  CHUNK = 256,       /* entries that a bin takes from the pool at a time */
  MOST_BITS = 16,    /* a bin has entries of 16 bits */
  LEAST_BITS = 6,
  LEAST_BLOCKS = 32,      /* enough to be shared by threads */
  LEAST_POOL = 1 << 16,   /* entries */
  WORTH_SORTING = 64,     /* this many vertices found in a block */
  WIDE_WAVE = 16,         /* vertices per block that make a wave wide for one thread … */
  LEAST_WIDE_WAVE = 2,    /* … and for many threads */
  MOST_SLICE = 4096,      /* vertices of a wave that a thread takes at a time */
  SLICES = 8,             /* at least this many per thread, unless they become shorter … */
  LEAST_SLICE = 16,       /* … than this */
  GROUPS = 16,            /* of blocks, per thread, so that all of them finish together */
  WORTH_COPYING = 1 << 15 /* by several threads: this many vertices found */
};

/* The bins of one thread. Entries live in chunks from a pool; the chunks of a bin are linked, the
 * newest first. Chunk 0 is none. No two threads write to the same cache lines: they would slow each
 * other down. */
struct grundy_bins {
  uint16_t *pool;
  uint32_t *previous; /* by chunk: the chunk of the same bin that was filled before it */
  uint32_t *at;       /* by block: the place of its next entry; 0 or a multiple of CHUNK: none */
  uint32_t chunks, used;
  /* Where this thread is in its slice of the wave. */
  uint32_t vertex, end;
  uint64_t move;      /* in the row of wave[vertex]: moves already processed */
  uint64_t processed; /* moves processed since the bins were emptied */
  char apart[CACHE_LINES];
};

/* How a game is divided into blocks. There are none if the state of all vertices fits into the
 * private cache: then binning costs about twice what it saves, so only many threads make up for
 * it. */
typedef struct blocking {
  int threads;
  uint32_t bits, blocks, groups;
  uint32_t chunks; /* of each thread */
} blocking;

static blocking blocking_for(uint32_t order, uint64_t size, size_t item) {
  blocking c = {.threads = grundy_threads_for(size), .bits = MOST_BITS};
  if (order * (uint64_t)item <= 4 * (uint64_t)CACHE / (unsigned)c.threads) return c;
  while (c.bits > LEAST_BITS && ((item << c.bits) > CACHE || order >> c.bits < LEAST_BLOCKS))
    c.bits--;
  c.blocks = (uint32_t)(((uint64_t)order + (UINT64_C(1) << c.bits) - 1) >> c.bits);
  assert((uint64_t)(c.blocks - 1) << c.bits < order && (uint64_t)c.blocks << c.bits >= order);
  c.groups = c.threads == 1 ? 1 : GROUPS * (unsigned)c.threads;
  if (c.groups > c.blocks) c.groups = c.blocks;
  uint64_t entries = order / 2 < LEAST_POOL ? LEAST_POOL : order / 2;
  c.chunks = 1 + c.blocks + (uint32_t)(entries / CHUNK / (unsigned)c.threads);
  /* One chunk for every block, so that each round of a wide wave makes progress; entries have
   * 32-bit places. */
  assert(c.chunks > c.blocks && (uint64_t)c.chunks * CHUNK <= UINT32_MAX);
  return c;
}

/* Returns the number of places in bins->at, so that what follows it is in another cache line. */
static uint64_t padded(uint32_t blocks) {
  return (uint64_t)blocks + CACHE_LINES / sizeof(uint32_t);
}

void grundy_waves_start(grundy_waves *waves, grundy_arena *arena, grundy_view reverse,
                        size_t item) {
  blocking c = blocking_for(reverse.order, reverse.size, item);
  *waves = (grundy_waves){.reverse = reverse, .item = item, .threads = c.threads};
  if (c.blocks == 0) return;
  waves->bits = c.bits;
  waves->blocks = c.blocks;
  waves->groups = c.groups;
  waves->bins = grundy_arena_zeros(arena, (uint64_t)c.threads, sizeof *waves->bins);
  waves->found = grundy_arena_array(arena, (uint64_t)c.groups + 1, sizeof *waves->found);
  for (int t = 0; t < c.threads; t++) {
    grundy_bins bins = {.chunks = c.chunks, .used = 1};
    bins.pool = grundy_arena_array(arena, (uint64_t)c.chunks * CHUNK, sizeof *bins.pool);
    bins.previous = grundy_arena_array(arena, c.chunks, sizeof *bins.previous);
    bins.at = grundy_arena_zeros(arena, padded(c.blocks), sizeof *bins.at);
    if (grundy_arena_usable(arena)) waves->bins[t] = bins;
  }
  if (c.threads == 1) return;
  uint64_t room = (uint64_t)reverse.order + c.groups;
  waves->changed = grundy_arena_array(arena, room, sizeof *waves->changed);
  if (grundy_arena_usable(arena)) grundy_touch(waves->changed, room * sizeof *waves->changed);
}

/* Threads write to neighbouring places of a queue at the same time, hence to the same new pages. */
uint32_t *grundy_queue_alloc(grundy_arena *arena, uint32_t order) {
  uint64_t room = (uint64_t)order + 1;
  uint32_t *queue = grundy_arena_array(arena, room, sizeof *queue);
  if (grundy_arena_usable(arena)) grundy_touch(queue, room * sizeof *queue);
  return queue;
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

/* Fills the bins from this thread's slice of the wave until the slice is finished or the pool is
 * used up. Inlined twice, so that waves without a filter do not test for it. */
static inline __attribute__((always_inline)) void fill_with(const grundy_waves *waves,
                                                            grundy_bins *bins, const uint32_t *wave,
                                                            const grundy_wave_filter *filter) {
  const grundy_view reverse = waves->reverse;
  uint32_t *at = bins->at;
  uint16_t *pool = bins->pool;
  uint32_t bits = waves->bits, mask = (UINT32_C(1) << bits) - 1, i = bins->vertex, end = bins->end;
  uint64_t move = bins->move, processed = 0;
  assert(i <= end);
  for (; i < end; i++) {
    grundy_view_fetch_rows(&reverse, wave, i, end);
    grundy_vertices row = grundy_view_row(&reverse, wave[i]);
    assert(move <= row.count);
    row_filter of_row = {0};
    if (filter != NULL) {
      fetch_filter(waves, filter, wave, i, end);
      of_row = filter_row(waves, filter, wave[i]);
    }
    uint64_t j = move;
    for (; j < row.count; j++) {
      if (filter != NULL && !is_kept(&of_row, j)) continue;
      uint32_t u = row.at[j], block = u >> bits, place = at[block];
      assert(block < waves->blocks);
      if (place % CHUNK == 0) {
        if (!next_chunk(bins, block)) break;
        place = at[block];
      }
      pool[place] = (uint16_t)(u & mask);
      at[block] = place + 1;
    }
    processed += j - move;
    move = j;
    if (j < row.count) break;
    processed++;
    move = 0;
  }
  bins->vertex = i;
  bins->move = move;
  bins->processed += processed;
}

static void fill(const grundy_waves *waves, grundy_bins *bins, const uint32_t *wave,
                 const grundy_wave_filter *filter) {
  if (filter == NULL)
    fill_with(waves, bins, wave, NULL);
  else
    fill_with(waves, bins, wave, filter);
}

void grundy_waves_sort(uint64_t *bits, uint32_t first, uint32_t size, uint32_t *found,
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
  if (found > WORTH_SORTING)
    grundy_waves_sort(bits, first, UINT32_C(1) << waves->bits, changed, found);
  return found;
}

/* A wide wave. Threads take slices of the wave when bins are filled, and groups of blocks when they
 * are emptied, whichever comes next, so that a thread with long rows takes fewer of them. */
typedef struct wide_wave {
  grundy_waves *waves;
  const grundy_wave_update *update;
  const uint32_t *wave;
  uint32_t length, slice;
  _Atomic uint32_t taken;  /* vertices of the wave in slices that were taken */
  _Atomic uint32_t groups; /* that were taken in this round */
  uint32_t *next;          /* where the vertices found in this round go */
} wide_wave;

static bool take_slice(wide_wave *w, grundy_bins *bins) {
  uint32_t first = atomic_load(&w->taken), slice;
  do {
    if (first == w->length) return false;
    slice = w->length - first < w->slice ? w->length - first : w->slice;
  } while (!atomic_compare_exchange_weak(&w->taken, &first, first + slice));
  bins->vertex = first;
  bins->end = first + slice;
  bins->move = 0;
  return true;
}

static void fill_share(void *context, int thread) {
  wide_wave *w = context;
  grundy_bins *bins = &w->waves->bins[thread];
  assert(bins->used == 1);
  bins->processed = 0;
  do fill(w->waves, bins, w->wave, w->update->filter);
  while (bins->vertex == bins->end && take_slice(w, bins));
}

static uint32_t first_block(const grundy_waves *waves, uint32_t group) {
  return (uint32_t)grundy_share(waves->blocks, (int)group, (int)waves->groups);
}

/* Returns where the vertices found in a group of blocks are written: there is room for all vertices
 * of its blocks, and one more. */
static uint32_t *found_in(const wide_wave *w, uint32_t group) {
  const grundy_waves *waves = w->waves;
  assert(group < waves->groups);
  if (waves->threads == 1) return w->next;
  return waves->changed + ((uint64_t)first_block(waves, group) << waves->bits) + group;
}

static void empty_share(void *context, int thread) {
  wide_wave *w = context;
  uint64_t bits[(1 << MOST_BITS) / 64] = {0};
  (void)thread;
  for (uint32_t group; (group = atomic_fetch_add(&w->groups, 1)) < w->waves->groups;) {
    uint32_t *changed = found_in(w, group);
    uint64_t found = 0;
    uint32_t last = first_block(w->waves, group + 1);
    for (uint32_t block = first_block(w->waves, group); block < last; block++)
      found += empty_block(w->waves, w->update, block, bits, changed + found);
    w->waves->found[group] = (uint32_t)found;
  }
}

/* Copies what was found; found[group] is now where it begins in `next`. */
static void copy_share(void *context, int thread) {
  const wide_wave *w = context;
  const uint32_t *found = w->waves->found;
  int parts = w->waves->threads, groups = (int)w->waves->groups;
  uint32_t last = (uint32_t)grundy_share((unsigned)groups, thread + 1, parts);
  for (uint32_t group = (uint32_t)grundy_share((unsigned)groups, thread, parts); group < last;
       group++)
    if (found[group] < found[group + 1])
      memcpy(w->next + found[group], found_in(w, group),
             (found[group + 1] - found[group]) * sizeof *w->next);
}

/* Moves what all groups found to `next`, in their order. Returns how many vertices there are. */
static uint32_t collect_found(wide_wave *w) {
  grundy_waves *waves = w->waves;
  uint32_t count = 0;
  for (uint32_t group = 0; group < waves->groups; group++) {
    uint32_t found = waves->found[group];
    waves->found[group] = count;
    count += found;
  }
  waves->found[waves->groups] = count;
  if (waves->threads == 1) return count;
  if (count >= WORTH_COPYING)
    grundy_parallel(waves->threads, copy_share, w);
  else
    for (int t = 0; t < waves->threads; t++) copy_share(w, t);
  return count;
}

/* Returns how many steps the threads made in this round, and gives them their pools again. */
static uint64_t end_round(grundy_waves *waves) {
  uint64_t processed = 0;
  for (int t = 0; t < waves->threads; t++) {
    processed += waves->bins[t].processed;
    waves->bins[t].used = 1;
  }
  return processed;
}

static bool is_finished(const wide_wave *w) {
  for (int t = 0; t < w->waves->threads; t++)
    if (w->waves->bins[t].vertex < w->waves->bins[t].end) return false;
  return atomic_load(&w->taken) == w->length;
}

static uint32_t slice_for(const grundy_waves *waves, uint32_t length) {
  if (waves->threads == 1) return length;
  uint32_t slice = length / (SLICES * (unsigned)waves->threads);
  return slice < LEAST_SLICE ? LEAST_SLICE : slice > MOST_SLICE ? MOST_SLICE : slice;
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
  wide_wave w = {.waves = waves,
                 .update = update,
                 .wave = wave,
                 .length = length,
                 .slice = slice_for(waves, length),
                 .next = next};
  for (int t = 0; t < waves->threads; t++) waves->bins[t].vertex = waves->bins[t].end = 0;
  assert(bins_are_empty(waves));
  while (!is_finished(&w)) {
    grundy_parallel(waves->threads, fill_share, &w);
    atomic_store(&w.groups, 0);
    grundy_parallel(waves->threads, empty_share, &w);
    w.next += collect_found(&w);
    if (!grundy_work_step(work, end_round(waves))) return false;
  }
  assert(bins_are_empty(waves));
  assert(w.next - next <= waves->reverse.order);
  *count = (uint32_t)(w.next - next);
  return true;
}

/* Returns whether a wave is wide: it must have enough moves per bin to pay for emptying it, and
 * with more threads fewer moves are enough. */
static bool is_wide(const grundy_waves *waves, uint32_t length) {
  if (waves->bins == NULL) return false;
  uint32_t per_block = WIDE_WAVE / (unsigned)waves->threads;
  return length / (per_block < LEAST_WIDE_WAVE ? LEAST_WIDE_WAVE : per_block) >= waves->blocks;
}

bool grundy_waves_propagate(grundy_waves *waves, const grundy_wave_update *update,
                            const uint32_t *wave, uint32_t length, uint32_t *next, uint32_t *count,
                            grundy_work *work) {
  assert(length <= waves->reverse.order);
  return (is_wide(waves, length) ? propagate_wide : propagate_narrow)(waves, update, wave, length,
                                                                      next, count, work);
}
