#include "digraph/numbered.h"

#include "base/alloc.h"
#include "base/error.h"
#include "base/threads.h"
#include "digraph/impl.h"

#include <assert.h>
#include <string.h>

/* Marks a number, in place of a vertex, that has none yet. */
#define UNKNOWN (UINT32_C(1) << 31)

void grundy_numbered_free(grundy_numbered *numbered) {
  free(numbered->vertex_of);
  free(numbered->number_of);
  free(numbered->tails);
  free(numbered->heads);
  *numbered = (grundy_numbered){0};
}

/* ---- numbers become vertices ----------------------------------------------------------- */

static inline uint32_t vertex_or_mark(const grundy_numbered *numbered, uint32_t number) {
  assert(number < GRUNDY_NUMBERED_BOUND); /* the bit of UNKNOWN is free */
  if (number < numbered->natural) return number;
  if (numbered->vertex_of == NULL || number >= numbered->vertex_count) return number | UNKNOWN;
  uint32_t entry = numbered->vertex_of[number];
  return entry == 0 ? number | UNKNOWN : entry - 1;
}

/* Replaces the numbers of a batch by their vertices where these are known, and counts. */
static void look_up(const grundy_numbered *numbered, grundy_batch *batch) {
  uint32_t largest = 0;
  uint64_t unknown = 0, moves = 0;
  for (uint64_t i = 0; i < batch->count; i++) {
    grundy_pair *pair = &batch->pairs[i];
    if (pair->tail > largest) largest = pair->tail;
    pair->tail = vertex_or_mark(numbered, pair->tail);
    unknown += pair->tail >> 31;
    if (pair->head == GRUNDY_ALONE) continue;
    if (pair->head > largest) largest = pair->head;
    pair->head = vertex_or_mark(numbered, pair->head);
    unknown += pair->head >> 31;
    moves++;
  }
  batch->largest = largest;
  batch->unknown = unknown;
  batch->moves = moves;
}

/* Makes vertex_of as long as the largest number needs, and at least twice as long as it was. */
static grundy_numbered_status make_room(grundy_numbered *numbered, uint32_t largest,
                                        uint64_t bound) {
  uint64_t need = (uint64_t)largest + 1, old = numbered->vertex_count;
  if (need <= old) return GRUNDY_NUMBERED_OK;
  if (need > bound) return GRUNDY_NUMBERED_SPARSE;
  if (need < 2 * old) need = 2 * old < bound ? 2 * old : bound;
  uint32_t *longer = grundy_alloc_zero(need, sizeof *longer);
  if (longer == NULL) return GRUNDY_NUMBERED_NO_MEMORY;
  assert(need > old && need > largest && need <= bound);
  if (old > 0) memcpy(longer, numbered->vertex_of, old * sizeof *longer);
  free(numbered->vertex_of);
  numbered->vertex_of = longer;
  numbered->vertex_count = need;
  return GRUNDY_NUMBERED_OK;
}

/* The vertex of a number that had none, in the order of the text. */
static grundy_numbered_status settle(grundy_numbered *numbered, uint32_t largest, uint64_t bound,
                                     uint32_t *vertex) {
  uint32_t number = *vertex & ~UNKNOWN;
  if (numbered->vertex_of == NULL && number == numbered->natural) {
    numbered->natural++;
    numbered->order++;
  }
  *vertex = vertex_or_mark(numbered, number);
  if ((*vertex & UNKNOWN) == 0) return GRUNDY_NUMBERED_OK;
  grundy_numbered_status status = make_room(numbered, largest, bound);
  if (status != GRUNDY_NUMBERED_OK) return status;
  uint64_t place = numbered->order - numbered->natural;
  assert(numbered->vertex_of != NULL && number < numbered->vertex_count);
  assert(numbered->vertex_of[number] == 0);
  if (!grundy_grow(&numbered->number_of, &numbered->number_capacity, place + 1, sizeof number))
    return GRUNDY_NUMBERED_NO_MEMORY;
  numbered->number_of[place] = number;
  *vertex = numbered->order++;
  numbered->vertex_of[number] = numbered->order;
  return GRUNDY_NUMBERED_OK;
}

static grundy_numbered_status settle_batch(grundy_numbered *numbered, grundy_batch *batch,
                                           uint32_t largest, uint64_t bound) {
  grundy_numbered_status status = GRUNDY_NUMBERED_OK;
  for (uint64_t i = 0; i < batch->count && status == GRUNDY_NUMBERED_OK; i++) {
    grundy_pair *pair = &batch->pairs[i];
    if ((pair->tail & UNKNOWN) != 0) status = settle(numbered, largest, bound, &pair->tail);
    if (status != GRUNDY_NUMBERED_OK) break;
    if ((pair->head & UNKNOWN) != 0 && pair->head != GRUNDY_ALONE)
      status = settle(numbered, largest, bound, &pair->head);
  }
  return status;
}

/* Gives every unknown number its vertex. If a number is past the bound, that shows before any
 * entry of vertex_of is made, so that it is enough to take back the natural ones. */
static grundy_numbered_status settle_all(grundy_numbered *numbered, grundy_batch *batches,
                                         int count, uint64_t bound) {
  uint32_t natural = numbered->natural, order = numbered->order, largest = 0;
  for (int i = 0; i < count; i++)
    if (batches[i].largest > largest) largest = batches[i].largest;
  grundy_numbered_status status = GRUNDY_NUMBERED_OK;
  if (numbered->vertex_of != NULL) status = make_room(numbered, largest, bound);
  for (int i = 0; i < count && status == GRUNDY_NUMBERED_OK; i++)
    if (batches[i].unknown > 0) status = settle_batch(numbered, &batches[i], largest, bound);
  if (status == GRUNDY_NUMBERED_SPARSE) {
    numbered->natural = natural;
    numbered->order = order;
  }
  return status;
}

/* ---- moves ------------------------------------------------------------------------------ */

static bool make_move_room(grundy_numbered *numbered, grundy_batch *batches, int count) {
  uint64_t need = numbered->count;
  for (int i = 0; i < count; i++) {
    batches[i].first_move = need;
    need += batches[i].moves;
  }
  return grundy_grow(&numbered->tails, &numbered->tail_capacity, need, sizeof(uint32_t)) &&
         grundy_grow(&numbered->heads, &numbered->head_capacity, need, sizeof(uint32_t));
}

/* Copies the moves of a batch behind those that are there. */
static void copy_moves(const grundy_numbered *numbered, grundy_batch *batch) {
  batch->sorted = true;
  if (batch->moves == 0) return;
  uint32_t *tails = numbered->tails + batch->first_move;
  uint32_t *heads = numbered->heads + batch->first_move;
  uint64_t at = 0, last = 0;
  for (uint64_t i = 0; i < batch->count; i++) {
    grundy_pair pair = batch->pairs[i];
    if (pair.head == GRUNDY_ALONE) continue;
    uint64_t move = (uint64_t)pair.tail << 32 | pair.head;
    assert(pair.tail < numbered->order &&
           pair.head < numbered->order); /* numbers are vertices now */
    if (move < last) batch->sorted = false;
    last = move;
    tails[at] = pair.tail;
    heads[at++] = pair.head;
  }
  assert(at == batch->moves);
}

/* Is move e, the first of a batch, not smaller than the one before it? */
static bool follows(const grundy_numbered *numbered, uint64_t e) {
  const uint32_t *tails = numbered->tails, *heads = numbered->heads;
  return e == 0 || tails[e - 1] < tails[e] ||
         (tails[e - 1] == tails[e] && heads[e - 1] <= heads[e]);
}

/* Batches that are being added, one for each thread. */
typedef struct adding {
  grundy_numbered *numbered;
  grundy_batch *batches;
} adding;

static void look_up_share(void *context, int i) {
  const adding *a = context;
  look_up(a->numbered, &a->batches[i]);
}

static void copy_share(void *context, int i) {
  const adding *a = context;
  copy_moves(a->numbered, &a->batches[i]);
}

grundy_numbered_status grundy_numbered_add(grundy_numbered *numbered, grundy_batch *batches,
                                           int count, uint64_t bound) {
  if (bound > GRUNDY_NUMBERED_BOUND) bound = GRUNDY_NUMBERED_BOUND;
  adding a = {numbered, batches};
  grundy_parallel(count, look_up_share, &a);
  grundy_numbered_status status = settle_all(numbered, batches, count, bound);
  if (status != GRUNDY_NUMBERED_OK) return status;
  if (!make_move_room(numbered, batches, count)) return GRUNDY_NUMBERED_NO_MEMORY;
  grundy_parallel(count, copy_share, &a);
  for (int i = 0; i < count; i++) {
    if (batches[i].moves == 0) continue;
    assert(batches[i].first_move == numbered->count);
    if (!batches[i].sorted || !follows(numbered, batches[i].first_move)) numbered->unsorted = true;
    numbered->count += batches[i].moves;
  }
  return GRUNDY_NUMBERED_OK;
}

/* ---- the end ---------------------------------------------------------------------------- */

/* All names, as a table; vertex_of and number_of are gone afterwards. */
static bool make_names(grundy_numbered *numbered, grundy_names *names) {
  if (numbered->vertex_of == NULL) {
    numbered->vertex_of = grundy_alloc(numbered->natural, sizeof *numbered->vertex_of);
    if (numbered->vertex_of == NULL) return false;
    numbered->vertex_count = numbered->natural;
  }
  if (!grundy_names_of_numbers(names, numbered->order, numbered->natural, numbered->number_of,
                               numbered->vertex_of, numbered->vertex_count))
    return false;
  free(numbered->number_of);
  numbered->number_of = numbered->vertex_of = NULL;
  return true;
}

typedef struct row_search {
  const uint32_t *tails;
  uint64_t count;
  int threads;
  uint64_t *offsets;
} row_search;

static void find_rows_share(void *context, int thread) {
  const row_search *s = context;
  const uint32_t *tails = s->tails;
  uint64_t end = grundy_share(s->count, thread + 1, s->threads);
  for (uint64_t e = grundy_share(s->count, thread, s->threads); e < end; e++) {
    if (e > 0 && tails[e] == tails[e - 1]) continue;
    assert(e == 0 || tails[e - 1] < tails[e]);
    uint64_t u = e == 0 ? 0 : (uint64_t)tails[e - 1] + 1;
    for (; u <= tails[e]; u++) s->offsets[u] = e;
  }
}

/* Where the rows begin, given that tails increase: a thread that meets the first move of a row
 * writes where that row, and the empty ones before it, begin. */
static void find_rows(const grundy_numbered *numbered, uint64_t *offsets) {
  const uint32_t *tails = numbered->tails;
  uint64_t count = numbered->count;
  row_search s = {tails, count, grundy_threads_for(count), offsets};
  grundy_parallel(s.threads, find_rows_share, &s);
  for (uint64_t u = count == 0 ? 0 : (uint64_t)tails[count - 1] + 1; u <= numbered->order; u++)
    offsets[u] = count;
  assert(offsets[0] == 0);
}

/* Sorted moves are rows already: 8 bytes a move are all that is needed. */
static grundy_status make_sorted(grundy_numbered *numbered, grundy_names *names, grundy_digraph **g,
                                 grundy_error *error) {
  uint64_t *offsets = grundy_alloc((uint64_t)numbered->order + 1, sizeof *offsets);
  if (offsets == NULL) return grundy_fail_memory(error);
  find_rows(numbered, offsets);
  free(numbered->tails);
  numbered->tails = NULL;
  uint32_t *targets = grundy_shrink(numbered->heads, numbered->count, sizeof *targets);
  numbered->heads = NULL;
  grundy_status status = targets == NULL ? grundy_fail_memory(error) : GRUNDY_OK;
  if (status == GRUNDY_OK)
    status = grundy_digraph_from_rows(numbered->order, offsets, targets, NULL, names, g, error);
  if (status != GRUNDY_OK) {
    free(offsets);
    free(targets);
  }
  return status;
}

static grundy_status make_unsorted(const grundy_numbered *numbered, grundy_names *names,
                                   const grundy_monitor *monitor, grundy_digraph **g,
                                   grundy_error *error) {
  grundy_digraph *made;
  grundy_status status = grundy_digraph_sort(numbered->order, numbered->count, numbered->tails,
                                             numbered->heads, monitor, &made, error);
  if (status != GRUNDY_OK) return status;
  made->names = *names;
  *names = (grundy_names){0};
  *g = made;
  return GRUNDY_OK;
}

grundy_status grundy_numbered_finish(grundy_numbered *numbered, const grundy_monitor *monitor,
                                     grundy_digraph **g, grundy_error *error) {
  grundy_names names = {0};
  bool natural = numbered->vertex_of == NULL;
  grundy_status status = GRUNDY_OK;
  if (!natural && !make_names(numbered, &names)) status = grundy_fail_memory(error);
  if (status == GRUNDY_OK)
    status = numbered->unsorted ? make_unsorted(numbered, &names, monitor, g, error)
                                : make_sorted(numbered, &names, g, error);
  grundy_names_free(&names);
  grundy_numbered_free(numbered);
  return status;
}

grundy_status grundy_numbered_build(grundy_numbered *numbered, grundy_builder **builder,
                                    grundy_error *error) {
  grundy_builder made = {0};
  grundy_status status = GRUNDY_OK;
  if (!make_names(numbered, &made.names)) status = grundy_fail_memory(error);
  if (status == GRUNDY_OK) status = grundy_builder_new(builder, error);
  if (status == GRUNDY_OK) {
    made.tails = numbered->tails;
    made.heads = numbered->heads;
    made.tail_capacity = numbered->tail_capacity;
    made.head_capacity = numbered->head_capacity;
    made.count = numbered->count;
    numbered->tails = numbered->heads = NULL;
    **builder = made;
  } else {
    grundy_names_free(&made.names);
  }
  grundy_numbered_free(numbered);
  return status;
}
