#include "digraph/sort_by_head.h"

#include "base/alloc.h"
#include "base/error.h"
#include "base/threads.h"
#include "digraph/sort_block.h"
#include "digraph/view.h"

#include <assert.h>
#include <stdatomic.h>

enum {
  MOST_BITS = 15, /* the index of a head in its block has at most 16 bits */
  LEAST_BITS = 6,
  CACHE = 1 << 18,       /* moves of a block that fit into a private cache while it is sorted */
  BLOCKS_PER_THREAD = 4, /* enough to be shared evenly */
  PIECE = 1 << 18
};

typedef struct sorting {
  const grundy_move_arrays *moves;
  uint64_t *offsets;
  uint32_t *targets;
  uint16_t *low; /* by move, in blocks: the index of the head in its block */
  uint32_t bits; /* a block has 2^bits heads */
  uint32_t blocks;
  int threads;
  uint64_t *cursor; /* by thread and block: the number of moves; then the place of the next move */
  uint64_t *end;    /* by block: where its moves end */
  uint32_t *first;  /* by thread, and one more: the first block that it sorts */
  uint32_t **copy;  /* by thread: the tails of a block */
  uint64_t
      *next; /* by thread and head of a block: the number of moves; then the place of the next */
  grundy_work *work;
  atomic_bool stopped;
} sorting;

/* ---- memory ------------------------------------------------------------------------------ */

static uint32_t bits_for(uint32_t order, uint64_t count) {
  uint64_t degree = 1 + count / (order + UINT64_C(1));
  uint32_t bits = MOST_BITS;
  int threads = grundy_threads_for(count);
  uint32_t least = threads == 1 ? 0 : BLOCKS_PER_THREAD * (unsigned)threads;
  while (bits > LEAST_BITS && (degree << bits > CACHE || order >> bits < least)) bits--;
  assert(bits >= LEAST_BITS && bits <= MOST_BITS);
  return bits;
}

static uint32_t blocks_of(uint32_t order, uint32_t bits) {
  return (uint32_t)(((uint64_t)order + (UINT64_C(1) << bits) - 1) >> bits);
}

/* Returns the number of heads in the largest block. */
static uint64_t heads_of(uint32_t order, uint32_t bits) {
  return order >> bits == 0 ? order : UINT64_C(1) << bits;
}

/* `largest` is a bound on the moves of a block. */
static uint64_t memory_for(uint32_t order, uint64_t count, uint64_t largest) {
  uint32_t bits = bits_for(order, count);
  uint64_t threads = (uint64_t)grundy_threads_for(count), blocks = blocks_of(order, bits);
  uint64_t moves = count > UINT64_MAX / 16 ? UINT64_MAX / 16 : count;
  uint64_t copies = largest < moves / threads ? threads * largest : moves;
  return 2 * moves + 4 * copies + 8 * (threads + 1) * blocks +
         threads * (8 * heads_of(order, bits) + 16) + 64;
}

uint64_t grundy_sort_by_head_memory(uint32_t order, uint64_t count) {
  return memory_for(order, count, count);
}

/* Without memory to count, any block may be the largest. */
uint64_t grundy_sort_by_head_memory_for(const grundy_move_arrays *moves) {
  uint32_t bits = bits_for(moves->order, moves->count), blocks = blocks_of(moves->order, bits);
  uint64_t largest = 0, *size = grundy_alloc_zero(blocks, sizeof *size);
  if (size == NULL) return grundy_sort_by_head_memory(moves->order, moves->count);
  for (uint64_t i = 0; i < moves->count; i++) size[moves->heads[i] >> bits]++;
  for (uint32_t block = 0; block < blocks; block++)
    if (size[block] > largest) largest = size[block];
  free(size);
  return memory_for(moves->order, moves->count, largest);
}

static bool sorting_alloc(sorting *s) {
  uint64_t threads = (uint64_t)s->threads;
  s->cursor = grundy_alloc_zero(threads * s->blocks, sizeof *s->cursor);
  s->end = grundy_alloc(s->blocks, sizeof *s->end);
  s->low = grundy_alloc(s->moves->count, sizeof *s->low);
  s->first = grundy_alloc_zero(threads + 1, sizeof *s->first);
  s->copy = grundy_alloc_zero(threads, sizeof *s->copy);
  s->next = grundy_alloc(threads * heads_of(s->moves->order, s->bits), sizeof *s->next);
  return s->cursor != NULL && s->end != NULL && s->low != NULL && s->first != NULL &&
         s->copy != NULL && s->next != NULL;
}

/* ---- into blocks --------------------------------------------------------------------------- */

/* Counts steps. Thread 0 is the caller, and counts the work of all threads. */
static bool may_continue(sorting *s, int thread, uint64_t steps) {
  if (thread == 0 && !grundy_work_step(s->work, steps * (unsigned)s->threads))
    atomic_store_explicit(&s->stopped, true, memory_order_relaxed);
  return !atomic_load_explicit(&s->stopped, memory_order_relaxed);
}

static void count_piece(sorting *s, int thread, uint64_t begin, uint64_t end) {
  const uint32_t *heads = s->moves->heads;
  uint64_t *cursor = s->cursor + (uint64_t)s->blocks * (unsigned)thread;
  uint32_t bits = s->bits;
  for (uint64_t i = begin; i < end; i++) cursor[heads[i] >> bits]++;
}

/* Turns counts into places: blocks in order, and in each block the threads in order. */
static void place_blocks(sorting *s) {
  uint64_t at = 0;
  for (uint32_t block = 0; block < s->blocks; block++) {
    for (int t = 0; t < s->threads; t++) {
      uint64_t *cursor = &s->cursor[(uint64_t)s->blocks * (unsigned)t + block], count = *cursor;
      *cursor = at;
      at += count;
    }
    s->end[block] = at;
  }
  assert(at == s->moves->count);
}

static inline void put(sorting *s, uint64_t *cursor, uint32_t head, uint32_t tail) {
  assert(head < s->moves->order && tail < s->moves->order);
  uint64_t at = cursor[head >> s->bits]++;
  assert(at < s->end[head >> s->bits]);
  s->targets[at] = tail;
  s->low[at] = (uint16_t)(head & ((UINT32_C(1) << s->bits) - 1));
}

static void put_piece(sorting *s, int thread, uint64_t begin, uint64_t end) {
  const grundy_move_arrays *m = s->moves;
  uint64_t *cursor = s->cursor + (uint64_t)s->blocks * (unsigned)thread;
  if (m->tails != NULL) {
    for (uint64_t i = begin; i < end; i++) put(s, cursor, m->heads[i], m->tails[i]);
    return;
  }
  uint64_t i = begin;
  for (uint32_t u = i < end ? grundy_tail_of(m->rows, m->order, i) : 0; i < end; u++) {
    uint64_t last = m->rows[u + 1] < end ? m->rows[u + 1] : end;
    assert(m->rows[u] <= i);
    for (; i < last; i++) put(s, cursor, m->heads[i], u);
  }
}

/* Processes a thread's share of the moves, piece by piece. */
static void in_pieces(sorting *s, int thread, void (*piece)(sorting *, int, uint64_t, uint64_t)) {
  uint64_t end = grundy_share(s->moves->count, thread + 1, s->threads);
  for (uint64_t i = grundy_share(s->moves->count, thread, s->threads), last; i < end; i = last) {
    last = end - i < PIECE ? end : i + PIECE;
    piece(s, thread, i, last);
    if (!may_continue(s, thread, last - i)) return;
  }
}

static void count_share(void *context, int thread) {
  in_pieces(context, thread, count_piece);
}

static void put_share(void *context, int thread) {
  in_pieces(context, thread, put_piece);
}

/* ---- inside blocks ----------------------------------------------------------------------- */

static uint64_t block_begin(const sorting *s, uint32_t block) {
  return block == 0 ? 0 : s->end[block - 1];
}

/* Gives every thread blocks with about the same number of moves, and room for its largest block. */
static bool share_blocks(sorting *s) {
  uint32_t block = 0;
  for (int t = 0; t < s->threads; t++) {
    uint64_t until = grundy_share(s->moves->count, t + 1, s->threads), largest = 0;
    s->first[t] = block;
    for (; block < s->blocks && (s->end[block] <= until || t + 1 == s->threads); block++) {
      uint64_t moves = s->end[block] - block_begin(s, block);
      if (moves > largest) largest = moves;
    }
    s->copy[t] = grundy_alloc(largest, sizeof *s->copy[t]);
    if (s->copy[t] == NULL) return false;
  }
  assert(block == s->blocks);
  s->first[s->threads] = s->blocks;
  return true;
}

/* Sorts a block and writes the offsets of its rows. */
static inline void sort_moves(sorting *s, uint32_t *copy, grundy_head_counts ends, uint32_t block,
                              uint64_t begin, uint64_t count, bool wide) {
  uint32_t first = block << s->bits, order = s->moves->order, most = UINT32_C(1) << s->bits;
  uint32_t vertices = order - first < most ? order - first : most;
  assert(first < order);
  grundy_sort_block(s->low + begin, s->targets + begin, count, vertices, copy, ends, wide);
  s->offsets[first] = begin;
  for (uint32_t v = 1; v < vertices; v++)
    s->offsets[first + v] = begin + grundy_head_count(ends, v - 1, wide);
}

static void sort_block(sorting *s, int thread, uint32_t block) {
  uint64_t begin = block_begin(s, block), count = s->end[block] - begin;
  uint64_t *next = s->next + heads_of(s->moves->order, s->bits) * (unsigned)thread;
  grundy_head_counts ends = {(uint32_t *)next, next};
  if (count > UINT32_MAX)
    sort_moves(s, s->copy[thread], ends, block, begin, count, true);
  else
    sort_moves(s, s->copy[thread], ends, block, begin, count, false);
}

static void sort_share(void *context, int thread) {
  sorting *s = context;
  for (uint32_t block = s->first[thread]; block < s->first[thread + 1]; block++) {
    sort_block(s, thread, block);
    if (!may_continue(s, thread, s->end[block] - block_begin(s, block))) return;
  }
}

grundy_status grundy_sort_by_head(const grundy_move_arrays *moves, uint64_t *offsets,
                                  uint32_t *targets, grundy_work *work, grundy_error *error) {
  grundy_status status = GRUNDY_OK;
  sorting s = {.moves = moves, .offsets = offsets, .targets = targets, .work = work};
  s.bits = bits_for(moves->order, moves->count);
  s.blocks = blocks_of(moves->order, s.bits);
  s.threads = grundy_threads_for(moves->count);
  if (!sorting_alloc(&s)) {
    status = grundy_fail_memory(error);
  } else {
    grundy_touch(targets, moves->count * sizeof *targets);
    grundy_touch(s.low, moves->count * sizeof *s.low);
    grundy_parallel(s.threads, count_share, &s);
    if (!s.stopped) place_blocks(&s);
    if (!s.stopped) grundy_parallel(s.threads, put_share, &s);
    if (s.stopped)
      status = grundy_fail_cancelled(error);
    else if (!share_blocks(&s))
      status = grundy_fail_memory(error);
    else
      grundy_parallel(s.threads, sort_share, &s);
    if (status == GRUNDY_OK && s.stopped) status = grundy_fail_cancelled(error);
    offsets[moves->order] = moves->count;
    assert(status != GRUNDY_OK || grundy_offsets_increase(moves->order, offsets));
  }
  for (int t = 0; s.copy != NULL && t < s.threads; t++) free(s.copy[t]);
  free(s.cursor);
  free(s.end);
  free(s.low);
  free(s.first);
  free(s.copy);
  free(s.next);
  return status;
}
