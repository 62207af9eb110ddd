#include "gpu/rows.h"

#include "base/alloc.h"
#include "base/error.h"

#include <assert.h>

/* As in rows.cl. */
enum { TILE_STEPS = 8, MOST_BUCKET_BITS = 12, COUNTED_BUCKETS = 8192 };
/* Enough buckets to keep all work-groups busy. */
enum { ENOUGH_BUCKETS = 4096 };

/* Positions in a window are counted in 32 bits. */
#define MOST_PAIRS ((uint64_t)UINT32_MAX - 1)

/* ---- offsets ---------------------------------------------------------------------------- */

void grundy_gpu_offsets(grundy_gpu_session *s, cl_mem sizes, uint64_t count, cl_mem offsets) {
  uint64_t tile = (uint64_t)TILE_STEPS * s->tuning.group;
  uint32_t tiles = (uint32_t)((count + tile - 1) / tile);
  cl_mem sums = grundy_gpu_buffer(s, 8 * (uint64_t)tiles);
  uint32_t groups = tiles < s->groups ? tiles : s->groups;
  GRUNDY_GPU_RUN(s, "sum_tiles", groups, sizes, count, sums, tiles);
  GRUNDY_GPU_RUN(s, "scan_tiles", 1, sums, tiles);
  GRUNDY_GPU_RUN(s, "write_offsets", groups, sizes, count, sums, tiles, offsets);
  grundy_gpu_wait(s);
  grundy_gpu_release(&sums);
}

/* ---- sending ---------------------------------------------------------------------------- */

/* The out-degrees, as bytes or as words: fewer bytes than the offsets. */
typedef struct degrees {
  const uint64_t *offsets;
  size_t item;
  uint64_t first, count;
  void *to;
  int threads;
} degrees;

static void write_share(void *context, int thread) {
  const degrees *d = context;
  uint64_t end = grundy_share(d->count, thread + 1, d->threads);
  const uint64_t *offsets = d->offsets + d->first;
  for (uint64_t i = grundy_share(d->count, thread, d->threads); i < end; i++) {
    uint64_t moves = offsets[i + 1] - offsets[i];
    if (d->item == 1)
      ((uint8_t *)d->to)[i] = (uint8_t)moves;
    else
      ((uint32_t *)d->to)[i] = (uint32_t)moves;
  }
}

static void write_degrees(const void *context, uint64_t at, char *to, uint64_t count) {
  degrees d = *(const degrees *)context;
  d.first = at / d.item;
  d.count = count / d.item;
  d.to = to;
  d.threads = grundy_threads_for(d.count);
  grundy_parallel(d.threads, write_share, &d);
}

void grundy_gpu_rows_send(grundy_gpu_session *s, const grundy_view *g, grundy_gpu_rows *rows) {
  assert(g->order > 0);
  *rows = (grundy_gpu_rows){.order = g->order, .size = g->size, .longest = grundy_longest_row(g)};
  grundy_work work = grundy_work_start(s->monitor, "transfer to the device", 0);
  rows->offsets = grundy_gpu_buffer(s, 8 * ((uint64_t)g->order + 1));
  rows->targets = grundy_gpu_buffer(s, 4 * g->size);
  uint64_t order = g->order;
  degrees d = {.offsets = g->offsets, .item = rows->longest <= UINT8_MAX ? 1 : 4};
  cl_mem sizes = grundy_gpu_buffer(s, 4 * order);
  cl_mem bytes = d.item == 1 ? grundy_gpu_buffer(s, order) : NULL;
  grundy_gpu_send(s, d.item == 1 ? bytes : sizes, order * d.item, write_degrees, &d);
  if (d.item == 1)
    GRUNDY_GPU_RUN(s, "widen_bytes", grundy_gpu_groups(s, order), bytes, order, sizes);
  grundy_gpu_offsets(s, sizes, order, rows->offsets);
  grundy_gpu_release(&bytes);
  grundy_gpu_release(&sizes);
  grundy_gpu_send(s, rows->targets, 4 * g->size, grundy_gpu_copy, g->targets);
  if (s->status == GRUNDY_OK) grundy_work_finish(&work, "", g->size);
}

void grundy_gpu_rows_release(grundy_gpu_rows *rows) {
  grundy_gpu_release(&rows->offsets);
  grundy_gpu_release(&rows->targets);
  grundy_gpu_release(&rows->reverse_offsets);
  grundy_gpu_release(&rows->reverse);
}

/* ---- reverse rows ----------------------------------------------------------------------- */

/* Moves by bucket of heads. */
typedef struct buckets {
  uint32_t bits; /* 2^bits heads each */
  uint32_t count;
  uint32_t *sizes;  /* of each */
  uint32_t *starts; /* where each begins in its window, and the end */
  cl_mem device_starts, device_ends, pairs;
  uint64_t most; /* pairs at once */
} buckets;

/* Counts the moves of all buckets, modulo 2^32. */
static void count_buckets(grundy_gpu_session *s, const grundy_gpu_rows *rows, buckets *b) {
  cl_mem counts = grundy_gpu_buffer(s, 4 * (uint64_t)b->count);
  grundy_gpu_fill(s, counts, b->count, 0);
  for (uint32_t first = 0; first < b->count; first += COUNTED_BUCKETS) {
    uint32_t some = b->count - first < COUNTED_BUCKETS ? b->count - first : COUNTED_BUCKETS;
    GRUNDY_GPU_RUN(s, "count_buckets", grundy_gpu_groups(s, rows->size / 16), rows->targets,
                   rows->size, b->bits, first, some, counts);
  }
  grundy_gpu_read(s, counts, 0, b->sizes, 4 * (uint64_t)b->count);
  grundy_gpu_release(&counts);
}

/* Sorts the buckets from `first` on that fit into the window. Returns the first that does not.
 * `at` is where their reverse rows begin; *moves becomes how many moves they have. */
static uint32_t sort_window(grundy_gpu_session *s, const grundy_gpu_rows *rows, buckets *b,
                            uint32_t first, uint64_t at, uint64_t *moves) {
  uint32_t last = first;
  uint64_t sum = 0;
  while (last < b->count && sum + b->sizes[last] <= b->most) {
    b->starts[last - first] = (uint32_t)sum;
    sum += b->sizes[last++];
  }
  assert(last > first);
  uint32_t count = last - first, head = first << b->bits;
  uint64_t end = (uint64_t)last << b->bits;
  uint32_t last_head = end < rows->order ? (uint32_t)end : rows->order;
  b->starts[count] = (uint32_t)sum;
  *moves = sum;
  grundy_gpu_write(s, b->device_starts, 0, b->starts, 4 * ((uint64_t)count + 1));
  grundy_gpu_write(s, b->device_ends, 0, b->starts, 4 * (uint64_t)count);
  GRUNDY_GPU_RUN(s, "fill_buckets", grundy_gpu_groups(s, rows->order), rows->order, rows->offsets,
                 rows->targets, b->bits, head, last_head, b->device_ends, b->pairs);
  GRUNDY_GPU_RUN(s, "sort_buckets", count, b->pairs, b->device_starts, b->bits, count, head,
                 last_head, at, rows->reverse_offsets, rows->reverse);
  return last;
}

static void sort_buckets(grundy_gpu_session *s, const grundy_gpu_rows *rows, buckets *b) {
  uint64_t at = 0, moves = 0;
  b->device_starts = grundy_gpu_buffer(s, 4 * ((uint64_t)b->count + 1));
  b->device_ends = grundy_gpu_buffer(s, 4 * (uint64_t)b->count);
  b->pairs = grundy_gpu_buffer(s, 8 * b->most);
  for (uint32_t first = 0; first < b->count && s->status == GRUNDY_OK; at += moves)
    first = sort_window(s, rows, b, first, at, &moves);
  assert(s->status != GRUNDY_OK || at == rows->size);
  grundy_gpu_write(s, rows->reverse_offsets, 8 * (uint64_t)rows->order, &rows->size, 8);
  grundy_gpu_release(&b->device_starts);
  grundy_gpu_release(&b->device_ends);
  grundy_gpu_release(&b->pairs);
}

/* Counts the moves into every head, and puts them into their rows one by one. */
static void place_moves(grundy_gpu_session *s, const grundy_gpu_rows *rows) {
  cl_mem counts = grundy_gpu_buffer(s, 4 * (uint64_t)rows->order);
  grundy_gpu_fill(s, counts, rows->order, 0);
  GRUNDY_GPU_RUN(s, "count_heads", grundy_gpu_groups(s, rows->size), rows->targets, rows->size,
                 counts);
  grundy_gpu_offsets(s, counts, rows->order, rows->reverse_offsets);
  GRUNDY_GPU_RUN(s, "place_moves", s->groups, rows->order, rows->offsets, rows->targets,
                 rows->reverse_offsets, counts, rows->reverse);
  grundy_gpu_wait(s);
  grundy_gpu_release(&counts);
}

static uint64_t least(uint64_t a, uint64_t b) {
  return a < b ? a : b;
}

void grundy_gpu_rows_reverse(grundy_gpu_session *s, grundy_gpu_rows *rows, uint64_t spare) {
  buckets b = {.bits = MOST_BUCKET_BITS};
  while (b.bits > 0 && (rows->order >> b.bits) < ENOUGH_BUCKETS) b.bits--;
  b.count = ((rows->order - 1) >> b.bits) + 1;
  b.most = least(least(spare / 8, rows->size), MOST_PAIRS);
  if (s->tuning.pairs != 0) b.most = least(b.most, s->tuning.pairs);
  rows->reverse_offsets = grundy_gpu_buffer(s, 8 * ((uint64_t)rows->order + 1));
  rows->reverse = grundy_gpu_buffer(s, 4 * rows->size);
  b.sizes = grundy_alloc_zero(b.count, sizeof *b.sizes);
  b.starts = grundy_alloc((uint64_t)b.count + 1, sizeof *b.starts);
  if (b.sizes == NULL || b.starts == NULL) {
    s->status = grundy_fail_memory(s->error);
  } else {
    uint64_t sum = 0; /* less than the size if a bucket has more moves than fit into 32 bits */
    bool fit = true;  /* every bucket fits into a window */
    count_buckets(s, rows, &b);
    for (uint32_t i = 0; i < b.count; i++) {
      fit = fit && b.sizes[i] <= b.most;
      sum += b.sizes[i];
    }
    if (fit && sum == rows->size)
      sort_buckets(s, rows, &b);
    else
      place_moves(s, rows);
  }
  free(b.sizes);
  free(b.starts);
}
