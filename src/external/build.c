/* Builds the reverse rows of a game. Moves are first put into blocks of heads, each block being
 * written from front to back; then each block, which fits into the cache, is sorted by itself, as
 * in sort_by_head.c of the room digraph. Only the moves to a window of heads are in memory at a
 * time. */

#include "external/build.h"

#include "base/alloc.h"
#include "base/error.h"
#include "base/threads.h"
#include "digraph/sort_block.h"
#include "digraph/view.h"

#include <assert.h>
#include <string.h>
#include <sys/mman.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

enum {
  MOST_BITS = 15,    /* the index of a head in its block has at most 16 bits */
  LEAST_BITS = 6,    /* as many heads as a block of the index has */
  CACHE = 1 << 18,   /* moves of a block that fit into a private cache while it is sorted */
  LEAST_BLOCKS = 32, /* enough to be shared by threads */
  SLICE = 1 << 22    /* moves of the game that are read together */
};

typedef struct building {
  grundy_view g;
  const grundy_outcome *outcomes; /* of terminal positions; may be NULL */
  const grundy_build_plan *plan;
  grundy_reverse *reverse;
  grundy_error *error;
  grundy_work work;
  int threads;
  uint32_t bits, blocks; /* a block has 2^bits heads */
  grundy_arena arena;    /* owns the arrays */
  uint64_t *counts;      /* by thread and block: moves; those of thread 0 are the sum in the end */
  uint32_t *ends;        /* by thread and head of a block */
  uint32_t *lengths;     /* by head of a block */
  uint64_t built;        /* moves in the rows that are complete */
  uint64_t begin, end;   /* the current slice of the game */
  uint64_t hash;         /* of the game; only for a scratch file */
  /* The window: */
  uint32_t first, last; /* heads first … last - 1 */
  uint32_t *tails;      /* of its moves: `own`, or where they belong in memory */
  uint32_t *own;        /* NULL for rows in memory */
  uint16_t *low;        /* by move: the index of the head in its block */
  uint32_t *copy;       /* the tails of the blocks that are being sorted */
  uint32_t *places; /* by block: where its next move goes, and after these by thread and block */
  uint64_t moves_room, copy_room;
  uint64_t mark; /* of the arena, before these arrays */
} building;

static uint32_t bits_for(const grundy_view *g) {
  uint64_t degree = 1 + g->size / (g->order + UINT64_C(1));
  uint32_t bits = MOST_BITS;
  while (bits > LEAST_BITS && (degree << bits > CACHE || g->order >> bits < LEAST_BLOCKS)) bits--;
  return bits;
}

static uint32_t blocks_for(uint32_t heads, uint32_t bits) {
  return (uint32_t)(((uint64_t)heads + (UINT64_C(1) << bits) - 1) >> bits);
}

static bool is_in_file(const building *b) {
  return b->reverse->scratch != NULL;
}

static bool is_in_memory(const building *b) {
  return b->reverse->moves != NULL;
}

static void allocate(building *b, unsigned most_threads) {
  b->threads = grundy_threads_for(b->g.size);
  if (b->threads > (int)most_threads) b->threads = (int)most_threads;
  b->bits = bits_for(&b->g);
  b->blocks = blocks_for(b->g.order, b->bits);
  uint64_t threads = (uint64_t)b->threads, places = (threads + 1) * (b->blocks + UINT64_C(1));
  b->counts = grundy_arena_zeros(&b->arena, threads * b->blocks, sizeof *b->counts);
  b->ends = grundy_arena_array(&b->arena, threads << b->bits, sizeof *b->ends);
  b->lengths = grundy_arena_array(&b->arena, UINT64_C(1) << b->bits, sizeof *b->lengths);
  b->places = grundy_arena_array(&b->arena, places, sizeof *b->places);
  b->mark = b->arena.count;
}

uint64_t grundy_reverse_build_memory(const grundy_view *g, unsigned most) {
  building b = {.g = *g, .arena = {.counting = true}};
  allocate(&b, most);
  grundy_arena_free(&b.arena);
  return b.arena.peak;
}

/* ---- passes over the moves of the game --------------------------------------------------- */

/* Processes the current slice. */
typedef grundy_status slice_function(building *b);

/* Announces the slice after the current one: if the game is mapped from a file, the system reads it
 * in large requests in the meantime. */
static grundy_status each_slice(building *b, slice_function *process) {
  enum { PAGE = 1 << 12 };
  grundy_status status = GRUNDY_OK;
  for (b->begin = 0; status == GRUNDY_OK && b->begin < b->g.size; b->begin = b->end) {
    b->end = b->g.size - b->begin < SLICE ? b->g.size : b->begin + SLICE;
    uint64_t left = b->g.size - b->end, count = left < SLICE ? left : SLICE;
    const char *from = (const char *)(b->g.targets + b->end);
    size_t before = (uintptr_t)from % PAGE;
    (void)posix_madvise((void *)(from - before), before + 4 * count, POSIX_MADV_WILLNEED);
    status = process(b);
    if (status == GRUNDY_OK && !grundy_work_step(&b->work, b->end - b->begin))
      status = grundy_fail_cancelled(b->error);
  }
  return status;
}

/* Returns where a thread's share of the slice begins. */
static uint64_t share_of(const building *b, int thread) {
  return b->begin + grundy_share(b->end - b->begin, thread, b->threads);
}

/* ---- counting moves by block ------------------------------------------------------------- */

static uint64_t *counts_of(const building *b, int thread) {
  return b->counts + (uint64_t)b->blocks * (unsigned)thread;
}

static void count_share(void *context, int thread) {
  const building *b = context;
  const uint32_t *targets = b->g.targets;
  uint64_t *counts = counts_of(b, thread), end = share_of(b, thread + 1);
  uint32_t bits = b->bits;
  for (uint64_t e = share_of(b, thread); e < end; e++) {
    assert(targets[e] < b->g.order);
    counts[targets[e] >> bits]++;
  }
}

static grundy_status count_slice(building *b) {
  if (b->plan->scratch != NULL)
    b->hash = XXH3_64bits_withSeed(b->g.targets + b->begin, 4 * (b->end - b->begin), b->hash);
  grundy_parallel(b->threads, count_share, b);
  return GRUNDY_OK;
}

/* Hashes an array in blocks, each with the hash of what came before. NULL is left out. */
static grundy_status hash_array(building *b, const void *array, uint64_t bytes) {
  enum { BLOCK = 1 << 24 };
  const char *from = array;
  for (uint64_t at = 0, count; from != NULL && at < bytes; at += count) {
    count = bytes - at < BLOCK ? bytes - at : BLOCK;
    b->hash = XXH3_64bits_withSeed(from + at, count, b->hash);
    if (!grundy_work_step(&b->work, count / 4)) return grundy_fail_cancelled(b->error);
  }
  return GRUNDY_OK;
}

/* Counts moves, and hashes the game if there is a scratch file. */
static grundy_status count_blocks(building *b) {
  uint64_t order = b->g.order;
  grundy_status status = GRUNDY_OK;
  b->work = grundy_work_start(b->plan->monitor, "counting moves", b->g.size);
  if (b->plan->scratch != NULL) {
    status = hash_array(b, b->g.offsets, (order + 1) * sizeof *b->g.offsets);
    if (status == GRUNDY_OK) status = hash_array(b, b->outcomes, order * sizeof *b->outcomes);
  }
  if (status == GRUNDY_OK) status = each_slice(b, count_slice);
  if (status != GRUNDY_OK) return status;
  for (int t = 1; t < b->threads; t++)
    for (uint32_t block = 0; block < b->blocks; block++) b->counts[block] += counts_of(b, t)[block];
  grundy_work_finish(&b->work, "", b->g.size);
  return GRUNDY_OK;
}

/* ---- putting moves into the blocks of the window ----------------------------------------- */

static uint32_t blocks_of_window(const building *b) {
  return blocks_for(b->last - b->first, b->bits);
}

static uint32_t *places_of(const building *b, int thread) {
  return b->places + (uint64_t)blocks_of_window(b) * (unsigned)(thread + 1);
}

static void count_in_window(void *context, int thread) {
  const building *b = context;
  const uint32_t *targets = b->g.targets;
  uint32_t *places = places_of(b, thread), first = b->first, span = b->last - first;
  uint32_t bits = b->bits;
  uint64_t end = share_of(b, thread + 1);
  memset(places, 0, blocks_of_window(b) * sizeof *places);
  for (uint64_t e = share_of(b, thread); e < end; e++)
    if (targets[e] - first < span) places[(targets[e] - first) >> bits]++;
}

static void put_share(void *context, int thread) {
  const building *b = context;
  const grundy_view g = b->g;
  uint64_t e = share_of(b, thread), end = share_of(b, thread + 1);
  uint32_t *places = b->threads == 1 ? b->places : places_of(b, thread);
  uint32_t *tails = b->tails, first = b->first, span = b->last - first, bits = b->bits;
  uint32_t mask = (UINT32_C(1) << bits) - 1;
  uint16_t *low = b->low;
  for (uint32_t u = e < end ? grundy_tail_of(g.offsets, g.order, e) : 0; e < end; u++) {
    uint64_t last = g.offsets[u + 1] < end ? g.offsets[u + 1] : end;
    for (; e < last; e++) {
      uint32_t head = g.targets[e] - first;
      if (head >= span) continue;
      uint32_t at = places[head >> bits]++;
      tails[at] = u;
      low[at] = (uint16_t)(head & mask);
    }
  }
}

/* The counts of several threads become the places where each puts its moves. */
static grundy_status put_slice(building *b) {
  uint32_t blocks = b->threads == 1 ? 0 : blocks_of_window(b);
  if (blocks > 0) grundy_parallel(b->threads, count_in_window, b);
  for (uint32_t block = 0; block < blocks; block++)
    for (int t = 0; t < b->threads; t++) {
      uint32_t *place = places_of(b, t) + block, count = *place;
      *place = b->places[block];
      b->places[block] += count;
    }
  grundy_parallel(b->threads, put_share, b);
  return GRUNDY_OK;
}

/* ---- sorting blocks ---------------------------------------------------------------------- */

/* Blocks that are sorted at the same time, one by each thread. */
typedef struct round {
  building *b;
  uint32_t first; /* block of the window */
  int count;
} sort_round;

static uint32_t heads_of_block(const building *b, uint32_t block) {
  uint32_t most = UINT32_C(1) << b->bits, left = b->last - b->first - (block << b->bits);
  return left < most ? left : most;
}

/* When all moves have been put, the place of a block is where it ends. */
static uint32_t begin_of_block(const building *b, uint32_t block) {
  return block == 0 ? 0 : b->places[block - 1];
}

static uint32_t *ends_of(const building *b, int thread) {
  return b->ends + ((uint64_t)(unsigned)thread << b->bits);
}

static void sort_share(void *context, int thread) {
  const sort_round *r = context;
  const building *b = r->b;
  uint32_t block = r->first + (uint32_t)thread, begin = begin_of_block(b, block);
  uint32_t *copy = b->copy + (begin - begin_of_block(b, r->first));
  grundy_head_counts ends = {ends_of(b, thread), NULL};
  grundy_sort_block(b->low + begin, b->tails + begin, b->places[block] - begin,
                    heads_of_block(b, block), copy, ends, false);
}

/* Adds the next rows, of these lengths, to the index, and says in the file that they are there. */
static grundy_status complete_rows(building *b, const uint32_t *lengths, uint32_t first,
                                   uint32_t count) {
  grundy_row_index *index = &b->reverse->index;
  for (uint32_t i = 0; i < count; i++) {
    if (!grundy_row_index_add(index, first + i, lengths[i])) return grundy_fail_memory(b->error);
    b->built += lengths[i];
  }
  if (!is_in_file(b)) return GRUNDY_OK;
  return grundy_scratch_complete(b->reverse->scratch, lengths, count, b->error);
}

/* Sorts blocks, several at a time, and completes their rows. */
static grundy_status sort_blocks(building *b) {
  uint32_t blocks = blocks_of_window(b);
  grundy_status status = GRUNDY_OK;
  for (sort_round r = {b, 0, 0}; r.first < blocks; r.first += (uint32_t)r.count) {
    r.count = blocks - r.first < (uint32_t)b->threads ? (int)(blocks - r.first) : b->threads;
    grundy_parallel(r.count, sort_share, &r);
    for (int t = 0; t < r.count; t++) {
      uint32_t block = r.first + (uint32_t)t, heads = heads_of_block(b, block);
      uint32_t *ends = ends_of(b, t), begin = begin_of_block(b, block);
      if (is_in_file(b))
        status = grundy_scratch_append(b->reverse->scratch, b->tails + begin,
                                       b->places[block] - begin, &b->work, b->error);
      for (uint32_t v = heads; v-- > 1;) ends[v] -= ends[v - 1]; /* now lengths */
      if (status == GRUNDY_OK)
        status = complete_rows(b, ends, b->first + (block << b->bits), heads);
      if (status != GRUNDY_OK) return status;
    }
  }
  return GRUNDY_OK;
}

/* ---- windows ----------------------------------------------------------------------------- */

/* Returns how many moves are copied at a time while blocks are sorted. */
static uint64_t copies_of(const building *b, uint64_t moves, uint64_t largest) {
  uint64_t threads = (uint64_t)b->threads;
  return largest < moves / threads ? threads * largest : moves;
}

/* Returns whether the moves to a window fit into the bytes of the plan, if its largest block has
 * `largest` of them. Places are 32-bit numbers. */
static bool fits(const building *b, uint64_t moves, uint64_t largest) {
  uint64_t of_move = is_in_memory(b) ? 2 : 6;
  return moves < UINT32_MAX &&
         of_move * moves + 4 * copies_of(b, moves, largest) <= b->plan->window;
}

/* Makes room for a window. What the window before it had is used again: new memory is expensive,
 * because the system clears it. */
static grundy_status make_room(building *b, uint64_t moves, uint64_t copies) {
  if (moves > b->moves_room || copies > b->copy_room) {
    grundy_arena_rewind(&b->arena, b->mark);
    if (!is_in_memory(b)) b->own = grundy_arena_array(&b->arena, moves, sizeof *b->own);
    b->low = grundy_arena_array(&b->arena, moves, sizeof *b->low);
    b->copy = grundy_arena_array(&b->arena, copies, sizeof *b->copy);
    if (b->arena.failed) return grundy_fail_memory(b->error);
    b->moves_room = moves;
    b->copy_room = copies;
  }
  b->tails = is_in_memory(b) ? b->reverse->moves + b->built : b->own;
  return GRUNDY_OK;
}

/* Builds the rows of the window, which has these moves. `counts` has those of its blocks. Rows in
 * memory are built where they belong. */
static grundy_status build_window(building *b, const uint64_t *counts, uint64_t moves,
                                  uint64_t largest) {
  uint32_t at = 0;
  grundy_status status = make_room(b, moves, copies_of(b, moves, largest));
  for (uint32_t block = 0; status == GRUNDY_OK && block < blocks_of_window(b); block++) {
    b->places[block] = at;
    at += (uint32_t)counts[block];
  }
  if (status == GRUNDY_OK) status = each_slice(b, put_slice);
  return status == GRUNDY_OK ? sort_blocks(b) : status;
}

/* Builds a window of whole blocks, as many as fit, from `first` on. At least the first one does. */
static grundy_status build_blocks(building *b) {
  uint32_t begin = b->first >> b->bits, end = begin;
  uint64_t moves = 0, largest = 0;
  for (; end < b->blocks; end++) {
    uint64_t more = b->counts[end] > largest ? b->counts[end] : largest;
    if (end > begin && !fits(b, moves + b->counts[end], more)) break;
    moves += b->counts[end];
    largest = more;
  }
  b->last = end == b->blocks ? b->g.order : end << b->bits;
  return build_window(b, b->counts + begin, moves, largest);
}

/* ---- blocks that do not fit -------------------------------------------------------------- */

/* Counts the moves to each head of the window, in the ends of thread 0. */
static grundy_status count_rows_of_slice(building *b) {
  const uint32_t *targets = b->g.targets;
  uint32_t first = b->first, span = b->last - first;
  for (uint64_t e = b->begin; e < b->end; e++)
    if (targets[e] - first < span) b->ends[targets[e] - first]++;
  return GRUNDY_OK;
}

/* Appends the tails of moves to one head, which are a whole row, to `tails`. When these are full,
 * they go to the file. */
static grundy_status append_row_of_slice(building *b) {
  const grundy_view g = b->g;
  const uint64_t room = b->plan->window / sizeof *b->tails;
  uint64_t e = b->begin;
  grundy_status status = GRUNDY_OK;
  for (uint32_t u = grundy_tail_of(g.offsets, g.order, e); status == GRUNDY_OK && e < b->end; u++) {
    uint64_t last = g.offsets[u + 1] < b->end ? g.offsets[u + 1] : b->end;
    for (; e < last; e++)
      if (g.targets[e] == b->first) b->tails[*b->places] = u, ++*b->places;
    if (is_in_memory(b) || *b->places < room) continue;
    status = grundy_scratch_append(b->reverse->scratch, b->tails, *b->places, &b->work, b->error);
    *b->places = 0;
  }
  return status;
}

/* Builds a row that is too long to be sorted: its tails are in order already. */
static grundy_status build_long_row(building *b, uint32_t length) {
  grundy_arena_rewind(&b->arena, b->mark);
  b->moves_room = b->copy_room = 0;
  if (!is_in_memory(b))
    b->own = grundy_arena_array(&b->arena, b->plan->window / 4 + 1, sizeof *b->own);
  if (b->arena.failed) return grundy_fail_memory(b->error);
  b->tails = is_in_memory(b) ? b->reverse->moves + b->built : b->own;
  b->places[0] = 0;
  grundy_status status = each_slice(b, append_row_of_slice);
  if (status == GRUNDY_OK && is_in_file(b))
    status = grundy_scratch_append(b->reverse->scratch, b->tails, b->places[0], &b->work, b->error);
  if (status == GRUNDY_OK) status = complete_rows(b, &length, b->first, 1);
  grundy_arena_rewind(&b->arena, b->mark);
  return status;
}

/* Builds the rest of a block from `first` on, in windows of rows. */
static grundy_status build_rest_of_block(building *b) {
  uint64_t end = ((uint64_t)(b->first >> b->bits) + 1) << b->bits;
  uint32_t begin = b->first, count, *lengths = b->lengths;
  b->last = end < b->g.order ? (uint32_t)end : b->g.order;
  count = b->last - begin;
  memset(b->ends, 0, count * sizeof *b->ends);
  grundy_status status = each_slice(b, count_rows_of_slice);
  memcpy(lengths, b->ends, count * sizeof *lengths);
  for (b->last = begin; status == GRUNDY_OK && b->last < begin + count;) {
    uint64_t moves = 0;
    uint32_t i = b->last - begin;
    b->first = b->last;
    for (; i < count && fits(b, moves + lengths[i], moves + lengths[i]); i++) moves += lengths[i];
    bool is_long = begin + i == b->first; /* not even one row fits */
    b->last = begin + i + is_long;
    status = is_long ? build_long_row(b, lengths[i]) : build_window(b, &moves, moves, moves);
  }
  return status;
}

/* ---- all rows ---------------------------------------------------------------------------- */

/* A run that was stopped may have left the file in the middle of a block. */
static grundy_status build_rows(building *b) {
  grundy_status status = GRUNDY_OK;
  b->work = grundy_work_start(b->plan->monitor, "reversing moves", 0);
  while (status == GRUNDY_OK && b->last < b->g.order) {
    b->first = b->last;
    uint32_t block = b->first >> b->bits;
    bool whole = b->first == block << b->bits && fits(b, b->counts[block], b->counts[block]);
    status = (whole ? build_blocks : build_rest_of_block)(b);
  }
  if (status != GRUNDY_OK) return status;
  grundy_row_index_finish(&b->reverse->index);
  assert(grundy_row_index_size(&b->reverse->index) == b->g.size);
  grundy_work_finish(&b->work, is_in_file(b) ? "file" : "memory", b->g.size);
  return GRUNDY_OK;
}

/* Takes up the rows that an earlier run has left in the scratch file. */
static grundy_status take_up_rows(building *b) {
  enum { ROWS = 1 << 12 };
  uint32_t lengths[ROWS];
  const grundy_scratch *scratch = b->reverse->scratch;
  uint64_t rows = grundy_scratch_rows(scratch);
  for (uint64_t at = 0, count; at < rows; at += count) {
    count = rows - at < ROWS ? rows - at : ROWS;
    int reason = grundy_scratch_read_lengths(scratch, at, count, lengths);
    if (reason != 0) return grundy_scratch_fail(scratch, reason, b->error);
    for (uint64_t i = 0; i < count; i++) {
      if (!grundy_row_index_add(&b->reverse->index, (uint32_t)(at + i), lengths[i]))
        return grundy_fail_memory(b->error);
      b->built += lengths[i];
    }
  }
  b->last = (uint32_t)rows;
  if (!is_in_memory(b)) return GRUNDY_OK;
  int reason = grundy_scratch_read(scratch, 0, b->built, b->reverse->moves);
  return reason == 0 ? GRUNDY_OK : grundy_scratch_fail(scratch, reason, b->error);
}

static grundy_status build(building *b) {
  allocate(b, b->plan->threads);
  if (!grundy_row_index_start(&b->reverse->index, b->g.order) || b->arena.failed)
    return grundy_fail_memory(b->error);
  grundy_status status = count_blocks(b);
  if (status == GRUNDY_OK && b->plan->in_memory) {
    b->reverse->moves = grundy_alloc(b->g.size, sizeof *b->reverse->moves);
    if (b->reverse->moves == NULL) status = grundy_fail_memory(b->error);
  }
  if (status == GRUNDY_OK && b->plan->scratch != NULL) {
    grundy_scratch_game game = {b->g.order, b->g.size, b->hash};
    b->work = grundy_work_start(b->plan->monitor, "opening the scratch file", 0);
    status = grundy_scratch_open(b->plan->scratch, &game, &b->work, &b->reverse->scratch, b->error);
    if (status == GRUNDY_OK) status = take_up_rows(b);
  }
  return status == GRUNDY_OK ? build_rows(b) : status;
}

grundy_status grundy_reverse_build(const grundy_digraph *g, const grundy_build_plan *plan,
                                   grundy_reverse *reverse, grundy_error *error) {
  building b = {.g = grundy_view_of(g), .plan = plan, .reverse = reverse, .error = error};
  b.outcomes = grundy_digraph_outcomes(g);
  *reverse = (grundy_reverse){0};
  grundy_status status = build(&b);
  grundy_arena_free(&b.arena);
  return status;
}
