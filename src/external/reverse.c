/* Reads reverse rows: gathers those that are chosen into batches, as many as have room, and if they
 * are in a file fetches each batch in few requests. */

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

void grundy_reading_start(grundy_reading *reading, grundy_arena *arena, uint32_t order,
                          uint32_t capacity, bool from_file, unsigned threads) {
  *reading = (grundy_reading){.capacity = capacity, .from_file = from_file};
  for (int i = 0; i < (from_file ? GRUNDY_BATCHES : 1); i++) {
    grundy_row_batch *batch = &reading->batches[i];
    grundy_delivery_start(&batch->delivery, arena, order, capacity, threads);
    if (!from_file) continue;
    batch->buffer = grundy_arena_array(arena, capacity, sizeof *batch->buffer);
    batch->extents = grundy_arena_array(arena, extent_room(capacity), sizeof *batch->extents);
  }
}

/* ---- gathering rows into a batch --------------------------------------------------------- */

typedef struct pass {
  const grundy_reverse *reverse;
  const grundy_row_choice *choice;
  uint32_t blocks;      /* of the index */
  uint32_t block;       /* the next one */
  uint64_t rest;        /* its chosen vertices that are in no batch yet, if it has been begun */
  grundy_set_cursor at; /* in a list */
  bool pending;         /* whether the row of v is not yet in a batch, or only its beginning */
  uint32_t v;           /* the last vertex */
  uint64_t from;        /* the moves of its row that are in no batch yet */
  uint64_t left;
} pass;

/* Returns whether the vertices are read from a list, or else by block. */
static bool reads_list(const pass *p) {
  return p->choice->set != NULL && !p->choice->set->wide;
}

static uint64_t chosen_of(const pass *p, uint32_t block) {
  const grundy_row_choice *choice = p->choice;
  return choice->set != NULL ? choice->set->bits[block] : choice->choose(choice->context, block);
}

/* Finds the next vertex; false if there is none. */
static bool next_vertex(pass *p, uint32_t *v) {
  if (reads_list(p)) return grundy_vertex_set_next(p->choice->set, &p->at, v);
  while (p->rest == 0) {
    if (p->block == p->blocks) return false;
    p->rest = chosen_of(p, p->block++);
  }
  *v = GRUNDY_INDEX_BLOCK * (p->block - 1) + (uint32_t)__builtin_ctzll(p->rest);
  p->rest &= p->rest - 1;
  return true;
}

/* Goes to the next row that has moves. */
static bool next_row(pass *p) {
  const grundy_row_index *index = &p->reverse->index;
  uint32_t before = p->v, v;
  while (next_vertex(p, &v)) {
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

/* Returns whether room_in_buffer has room for all these moves, in the last request or in a new
 * one. */
static bool has_room_in_buffer(const grundy_row_batch *batch, const grundy_reading *reading,
                               uint64_t from, uint64_t count) {
  uint64_t gap = 0;
  if (batch->extent_count > 0) {
    const grundy_extent *last = batch->extents + batch->extent_count - 1;
    gap = from - (last->first + last->count);
    if (gap <= GAP && last->count + gap < REQUEST && last->count + gap + count > REQUEST)
      return false;
    if (gap > GAP || last->count + gap >= REQUEST) gap = 0;
  }
  return batch->extent_count < extent_room(reading->capacity) &&
         batch->used + gap + count <= reading->capacity && count <= REQUEST;
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

static uint32_t word_of(const pass *p, uint32_t v) {
  return p->choice->words == NULL ? v : p->choice->words[v];
}

/* Adds as much of the row to the batch as there is room for; false if the batch is full. */
static bool gather_row(pass *p, const grundy_reading *reading, grundy_row_batch *batch) {
  uint32_t word = word_of(p, p->v);
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

/* Returns where the moves of a block of the index are, or will be when the batch has been read;
 * NULL if the batch or a request has no room for all of them. */
static const uint32_t *place_of_block(const pass *p, const grundy_reading *reading,
                                      grundy_row_batch *batch) {
  const grundy_delivery *d = &batch->delivery;
  const uint64_t *starts = p->reverse->index.starts + p->block;
  uint64_t moves = starts[1] - starts[0], all = moves;
  if (moves > d->most || d->capacity - d->pending < moves ||
      d->part_room - d->part_count < GRUNDY_INDEX_BLOCK)
    return NULL;
  if (!reading->from_file) return p->reverse->moves + starts[0];
  if (!has_room_in_buffer(batch, reading, starts[0], moves)) return NULL;
  return room_in_buffer(batch, reading, starts[0], &all);
}

/* Adds the chosen rows of the next block to the batch, all at once: they are close together. False
 * if that is not possible. */
static bool gather_block(pass *p, const grundy_reading *reading, grundy_row_batch *batch) {
  const grundy_row_index *index = &p->reverse->index;
  grundy_delivery *d = &batch->delivery;
  uint64_t rest = chosen_of(p, p->block);
  if (rest == 0 || index->starts[p->block] == index->starts[p->block + 1]) {
    p->block++;
    return true;
  }
  const uint32_t *at = place_of_block(p, reading, batch);
  if (at == NULL) return false;
  uint32_t first = GRUNDY_INDEX_BLOCK * p->block++, done = 0;
  const uint8_t *lengths = index->lengths + first;
  for (; rest != 0; rest &= rest - 1) {
    uint32_t i = (uint32_t)__builtin_ctzll(rest);
    for (; done < i; done++) at += lengths[done];
    if (!reading->from_file) __builtin_prefetch(at);
    d->parts[d->part_count] = (grundy_part){at, lengths[i], word_of(p, first + i), d->pending};
    d->part_count += lengths[i] > 0;
    d->pending += lengths[i];
  }
  return true;
}

/* Fills an empty batch; false if there are no more rows. */
static bool gather(pass *p, const grundy_reading *reading, grundy_row_batch *batch) {
  batch->used = 0;
  batch->extent_count = 0;
  assert(batch->delivery.pending == 0);
  bool by_block = !reads_list(p) && p->reverse->index.longer_count == 0;
  while (true) {
    bool between = !p->pending && p->rest == 0;
    if (by_block && between && p->block < p->blocks && gather_block(p, reading, batch)) continue;
    if (!p->pending && !next_row(p)) break;
    if (!gather_row(p, reading, batch)) break;
  }
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

/* Reads the moves of a batch. */
static grundy_status fetch(const grundy_scratch *scratch, const grundy_row_batch *batch,
                           grundy_error *error) {
  fetching f = {.scratch = scratch, .batch = batch};
  f.threads = grundy_threads_for(batch->used);
  grundy_parallel(f.threads, fetch_share, &f);
  for (int t = 0; t < f.threads; t++)
    if (f.reasons[t] != 0) return grundy_scratch_fail(scratch, f.reasons[t], error);
  return GRUNDY_OK;
}

/* In a file, the next batch is announced before the current one is processed. */
grundy_status grundy_reverse_pass(const grundy_reverse *reverse, grundy_reading *reading,
                                  const grundy_row_choice *choice,
                                  grundy_row_batch_function *function, void *context,
                                  grundy_work *work, grundy_error *error) {
  pass p = {.reverse = reverse, .choice = choice, .from = UINT64_MAX};
  p.blocks = (uint32_t)grundy_row_index_blocks(&reverse->index);
  assert(reverse->moves != NULL || reading->from_file);
  assert(choice->set != NULL || choice->choose != NULL);
  bool had_file = reading->from_file, from_file = reverse->moves == NULL;
  reading->from_file = from_file;
  grundy_row_batch *now = &reading->batches[0], *later = &reading->batches[from_file ? 1 : 0];
  grundy_status status = GRUNDY_OK;
  for (bool more = gather(&p, reading, now); more && status == GRUNDY_OK;) {
    uint64_t moves = now->delivery.pending;
    if (from_file) {
      status = fetch(reverse->scratch, now, error);
      more = gather(&p, reading, later);
      for (uint32_t i = 0; more && i < later->extent_count; i++)
        grundy_scratch_announce(reverse->scratch, later->extents[i].first, later->extents[i].count);
    }
    if (status == GRUNDY_OK) status = function(context, now, error);
    now->delivery.part_count = now->delivery.pending = 0;
    if (status == GRUNDY_OK && !grundy_work_step(work, moves))
      status = grundy_fail_cancelled(error);
    if (!from_file && status == GRUNDY_OK) more = gather(&p, reading, now);
    grundy_row_batch *done = now;
    now = later;
    later = done;
  }
  for (int i = 0; i < GRUNDY_BATCHES; i++)
    reading->batches[i].delivery.part_count = reading->batches[i].delivery.pending = 0;
  reading->from_file = had_file;
  return status;
}

/* ---- waves ------------------------------------------------------------------------------- */

typedef struct propagating {
  const grundy_update *update;
  grundy_vertex_set *next;
  uint64_t settled;
} propagating;

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
  grundy_row_choice choice = {.set = wave, .words = words};
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
