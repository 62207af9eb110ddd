#include "external/reverse.h"

#include "base/alloc.h"
#include "base/error.h"
#include "base/threads.h"

#include <assert.h>

enum {
  GAP = 1 << 13,     /* moves that are read without need rather than by another request */
  REQUEST = 1 << 18, /* the most moves of a request, so that several are under way */
};

static uint32_t extent_room(uint32_t capacity) {
  return capacity / 16 + 16;
}

static bool batch_start(grundy_row_batch *batch, const grundy_reading *reading, uint32_t order,
                        bool worded) {
  bool done = grundy_delivery_start(&batch->delivery, order, reading->capacity, worded);
  if (!done || !reading->from_file) return done;
  batch->buffer = grundy_alloc(reading->capacity, sizeof *batch->buffer);
  batch->extents = grundy_alloc(extent_room(reading->capacity), sizeof *batch->extents);
  return batch->buffer != NULL && batch->extents != NULL;
}

bool grundy_reading_start(grundy_reading *reading, uint32_t order, uint32_t capacity,
                          bool from_file, bool worded) {
  *reading = (grundy_reading){.capacity = capacity, .from_file = from_file};
  for (int i = 0; i < (from_file ? GRUNDY_BATCHES : 1); i++)
    if (!batch_start(&reading->batches[i], reading, order, worded)) return false;
  return true;
}

void grundy_reading_free(grundy_reading *reading) {
  for (int i = 0; i < GRUNDY_BATCHES; i++) {
    free(reading->batches[i].buffer);
    free(reading->batches[i].extents);
    grundy_delivery_free(&reading->batches[i].delivery);
  }
  *reading = (grundy_reading){0};
}

uint64_t grundy_reading_memory(uint32_t order, uint32_t capacity, bool from_file, bool worded) {
  uint64_t of_file = 4 * (uint64_t)capacity + extent_room(capacity) * sizeof(grundy_extent);
  uint64_t of_batch = grundy_delivery_memory(order, capacity, worded) + (from_file ? of_file : 0);
  return (from_file ? GRUNDY_BATCHES : 1) * of_batch;
}

/* ---- gathering rows into a batch --------------------------------------------------------- */

typedef struct pass {
  const grundy_reverse *reverse;
  const grundy_row_choice *choice;
  grundy_set_cursor at;
  bool pending;  /* whether the row of v is not yet in a batch, or only its beginning */
  uint32_t v;    /* the last vertex */
  uint64_t from; /* the moves of its row that are in no batch yet */
  uint64_t left;
} pass;

/* Goes to the next row that has moves. */
static bool next_row(pass *p) {
  const grundy_row_index *index = &p->reverse->index;
  uint32_t before = p->v, v;
  while (p->choice->next(p->choice->context, &p->at, &v)) {
    p->left = grundy_row_length(index, v);
    if (p->left == 0) continue;
    bool near = p->from != UINT64_MAX && before / GRUNDY_INDEX_BLOCK == v / GRUNDY_INDEX_BLOCK;
    p->from =
        near ? p->from + grundy_rows_between(index, before + 1, v) : grundy_row_start(index, v);
    p->v = v;
    p->pending = true;
    return true;
  }
  return false;
}

/* Returns where the moves `from` … of a file will be in the buffer of the batch, and lets *count be
 * how many of them have room. NULL if none has. */
static const uint32_t *room_in_buffer(grundy_row_batch *batch, const grundy_reading *reading,
                                      uint64_t from, uint64_t *count) {
  uint64_t room = reading->capacity - batch->used, gap = 0;
  grundy_extent *last = batch->extents + batch->extent_count;
  bool joins = batch->extent_count > 0;
  if (joins) {
    last--;
    gap = from - (last->first + last->count);
    joins = gap <= GAP && gap < room && last->count + gap < REQUEST;
  }
  if (!joins && batch->extent_count == extent_room(reading->capacity)) return NULL;
  if (joins) {
    last->count += gap;
    batch->used += gap;
    room -= gap;
  }
  uint64_t most = joins ? REQUEST - last->count : REQUEST;
  if (*count > room) *count = room;
  if (*count > most) *count = most;
  if (*count == 0) return NULL;
  uint32_t *to = batch->buffer + batch->used;
  if (!joins) {
    last = batch->extents + batch->extent_count++;
    *last = (grundy_extent){from, 0, to};
  }
  last->count += *count;
  batch->used += *count;
  return to;
}

/* Adds as much of the row to the batch as there is room for; false if the batch is full. */
static bool gather_row(pass *p, const grundy_reading *reading, grundy_row_batch *batch) {
  uint32_t word = p->choice->words == NULL ? p->v : p->choice->words[p->v];
  while (p->left > 0) {
    grundy_delivery *d = &batch->delivery;
    uint64_t count = p->left, room = d->capacity - d->pending;
    if (d->part_count == d->part_room || room == 0) return false;
    if (count > d->most) count = d->most;
    if (count > room) count = room;
    const uint32_t *at = reading->from_file ? room_in_buffer(batch, reading, p->from, &count)
                                            : p->reverse->moves + p->from;
    if (at == NULL) return false;
    if (!reading->from_file) __builtin_prefetch(at);
    uint64_t added = grundy_delivery_add(d, at, count, word);
    assert(added == count);
    p->from += added;
    p->left -= added;
  }
  p->pending = false;
  return true;
}

/* Fills an empty batch; false if there are no more rows. */
static bool gather(pass *p, const grundy_reading *reading, grundy_row_batch *batch) {
  batch->used = 0;
  batch->extent_count = 0;
  assert(batch->delivery.pending == 0);
  while (p->pending || next_row(p))
    if (!gather_row(p, reading, batch)) break;
  return batch->delivery.pending > 0;
}

/* ---- reading ----------------------------------------------------------------------------- */

typedef struct fetching {
  const grundy_scratch *scratch;
  const grundy_row_batch *batch;
  int threads;
  int reasons[GRUNDY_MAX_THREADS];
} fetching;

static void fetch_share(void *context, int thread) {
  fetching *f = context;
  uint32_t i = (uint32_t)grundy_share(f->batch->extent_count, thread, f->threads);
  uint32_t end = (uint32_t)grundy_share(f->batch->extent_count, thread + 1, f->threads);
  int reason = 0;
  for (; reason == 0 && i < end; i++) {
    const grundy_extent *extent = &f->batch->extents[i];
    reason = grundy_scratch_read(f->scratch, extent->first, extent->count, extent->to);
  }
  f->reasons[thread] = reason;
}

static grundy_status fetch(const grundy_scratch *scratch, const grundy_row_batch *batch,
                           grundy_error *error) {
  fetching f = {.scratch = scratch, .batch = batch};
  f.threads = grundy_threads_for(batch->used);
  grundy_parallel(f.threads, fetch_share, &f);
  for (int t = 0; t < f.threads; t++)
    if (f.reasons[t] != 0) return grundy_scratch_fail(scratch, f.reasons[t], error);
  return GRUNDY_OK;
}

static void announce(const grundy_scratch *scratch, const grundy_row_batch *batch) {
  for (uint32_t i = 0; i < batch->extent_count; i++)
    grundy_scratch_announce(scratch, batch->extents[i].first, batch->extents[i].count);
}

/* ---- passes ------------------------------------------------------------------------------ */

static grundy_status run_batch(grundy_row_batch *batch, grundy_row_batch_function *function,
                               void *context, grundy_work *work, grundy_error *error) {
  uint64_t moves = batch->delivery.pending;
  grundy_status status = function(context, batch, error);
  batch->delivery.part_count = batch->delivery.pending = 0;
  if (status == GRUNDY_OK && !grundy_work_step(work, moves)) return grundy_fail_cancelled(error);
  return status;
}

static grundy_status pass_memory(pass *p, grundy_reading *reading,
                                 grundy_row_batch_function *function, void *context,
                                 grundy_work *work, grundy_error *error) {
  grundy_status status = GRUNDY_OK;
  while (status == GRUNDY_OK && gather(p, reading, &reading->batches[0]))
    status = run_batch(&reading->batches[0], function, context, work, error);
  return status;
}

/* The next batch is announced before the current one is processed. */
static grundy_status pass_file(pass *p, grundy_reading *reading,
                               grundy_row_batch_function *function, void *context,
                               grundy_work *work, grundy_error *error) {
  const grundy_scratch *scratch = p->reverse->scratch;
  grundy_status status = GRUNDY_OK;
  int turn = 0;
  bool more = gather(p, reading, &reading->batches[turn]);
  while (status == GRUNDY_OK && more) {
    grundy_row_batch *now = &reading->batches[turn], *later = &reading->batches[1 - turn];
    status = fetch(scratch, now, error);
    more = gather(p, reading, later);
    if (more) announce(scratch, later);
    if (status == GRUNDY_OK) status = run_batch(now, function, context, work, error);
    turn = 1 - turn;
  }
  for (int i = 0; i < GRUNDY_BATCHES; i++)
    reading->batches[i].delivery.part_count = reading->batches[i].delivery.pending = 0;
  return status;
}

grundy_status grundy_reverse_pass(const grundy_reverse *reverse, grundy_reading *reading,
                                  const grundy_row_choice *choice,
                                  grundy_row_batch_function *function, void *context,
                                  grundy_work *work, grundy_error *error) {
  pass p = {.reverse = reverse, .choice = choice, .from = UINT64_MAX};
  assert(reverse->moves != NULL || reading->from_file);
  bool from_file = reading->from_file;
  reading->from_file = reverse->moves == NULL;
  grundy_status status = reverse->moves == NULL
                             ? pass_file(&p, reading, function, context, work, error)
                             : pass_memory(&p, reading, function, context, work, error);
  reading->from_file = from_file;
  return status;
}

/* ---- waves ------------------------------------------------------------------------------- */

typedef struct propagating {
  const grundy_update *update;
  grundy_vertex_set *next;
  uint64_t settled;
} propagating;

static bool next_of_wave(const void *context, grundy_set_cursor *at, uint32_t *v) {
  return grundy_vertex_set_next(context, at, v);
}

static grundy_status deliver(void *context, grundy_row_batch *batch, grundy_error *error) {
  propagating *p = context;
  (void)error;
  uint64_t before = batch->delivery.settled;
  (void)grundy_delivery_apply(&batch->delivery, p->update, p->next);
  p->settled += batch->delivery.settled - before;
  return GRUNDY_OK;
}

grundy_status grundy_reverse_propagate(const grundy_reverse *reverse, grundy_reading *reading,
                                       grundy_vertex_set *wave, const uint32_t *words,
                                       const grundy_update *update, grundy_vertex_set *next,
                                       uint64_t *settled, grundy_work *work, grundy_error *error) {
  grundy_row_choice choice = {wave, next_of_wave, words};
  propagating p = {update, next, 0};
  grundy_vertex_set_sort(wave);
  grundy_status status = grundy_reverse_pass(reverse, reading, &choice, deliver, &p, work, error);
  *settled = p.settled;
  if (status == GRUNDY_OK && !grundy_work_step(work, wave->count))
    status = grundy_fail_cancelled(error);
  return status;
}

void grundy_reverse_free(grundy_reverse *reverse, bool keep) {
  grundy_row_index_free(&reverse->index);
  free(reverse->moves);
  grundy_scratch_close(reverse->scratch, keep);
  *reverse = (grundy_reverse){0};
}
