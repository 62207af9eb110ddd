#include "digraph/numeric_builder.h"

#include "base/alloc.h"
#include "base/error.h"
#include "base/threads.h"
#include "digraph/impl.h"

#include <assert.h>
#include <string.h>

/* Marks an entry that is a number without a vertex yet, not a vertex. */
#define UNKNOWN (UINT32_C(1) << 31)

void grundy_numeric_builder_free(grundy_numeric_builder *numeric) {
  free(numeric->vertex_of);
  free(numeric->number_of);
  free(numeric->tails);
  free(numeric->heads);
  *numeric = (grundy_numeric_builder){0};
}

/* ---- vertices of numbers ---------------------------------------------------------------- */

static inline uint32_t vertex_or_mark(const grundy_numeric_builder *numeric, uint32_t number) {
  assert(number < GRUNDY_NUMERIC_BOUND); /* the bit of UNKNOWN is free */
  if (number < numeric->natural) return number;
  if (numeric->vertex_of == NULL || number >= numeric->vertex_count) return number | UNKNOWN;
  uint32_t entry = numeric->vertex_of[number];
  return entry == 0 ? number | UNKNOWN : entry - 1;
}

/* Grows vertex_of to the size that the largest number needs, at least doubling it. */
static grundy_numeric_status make_room(grundy_numeric_builder *numeric, uint32_t largest,
                                       uint64_t bound) {
  uint64_t need = (uint64_t)largest + 1, old = numeric->vertex_count;
  if (need <= old) return GRUNDY_NUMERIC_OK;
  if (need > bound) return GRUNDY_NUMERIC_SPARSE;
  if (need < 2 * old) need = 2 * old < bound ? 2 * old : bound;
  uint32_t *longer = grundy_alloc_zero(need, sizeof *longer);
  if (longer == NULL) return GRUNDY_NUMERIC_NO_MEMORY;
  assert(need > old && need > largest && need <= bound);
  if (old > 0) memcpy(longer, numeric->vertex_of, old * sizeof *longer);
  free(numeric->vertex_of);
  numeric->vertex_of = longer;
  numeric->vertex_count = need;
  return GRUNDY_NUMERIC_OK;
}

/* Assigns a vertex to a number that had none, in the order of the text. */
static grundy_numeric_status assign_vertex(grundy_numeric_builder *numeric, uint32_t largest,
                                           uint64_t bound, uint32_t *vertex) {
  uint32_t number = *vertex & ~UNKNOWN;
  if (numeric->vertex_of == NULL && number == numeric->natural) {
    numeric->natural++;
    numeric->order++;
  }
  *vertex = vertex_or_mark(numeric, number);
  if ((*vertex & UNKNOWN) == 0) return GRUNDY_NUMERIC_OK;
  grundy_numeric_status status = make_room(numeric, largest, bound);
  if (status != GRUNDY_NUMERIC_OK) return status;
  uint64_t place = numeric->order - numeric->natural;
  assert(numeric->vertex_of != NULL && number < numeric->vertex_count);
  assert(numeric->vertex_of[number] == 0);
  if (!grundy_grow(&numeric->number_of, &numeric->number_capacity, place + 1, sizeof number))
    return GRUNDY_NUMERIC_NO_MEMORY;
  numeric->number_of[place] = number;
  *vertex = numeric->order++;
  numeric->vertex_of[number] = numeric->order;
  return GRUNDY_NUMERIC_OK;
}

static grundy_numeric_status assign_vertices(grundy_numeric_builder *numeric, grundy_batch *batch,
                                             uint32_t largest, uint64_t bound) {
  grundy_numeric_status status = GRUNDY_NUMERIC_OK;
  for (uint64_t i = 0; i < batch->count && status == GRUNDY_NUMERIC_OK; i++) {
    grundy_pair *pair = &batch->pairs[i];
    if ((pair->tail & UNKNOWN) != 0) status = assign_vertex(numeric, largest, bound, &pair->tail);
    if (status != GRUNDY_NUMERIC_OK) break;
    if ((pair->head & UNKNOWN) != 0 && pair->head != GRUNDY_NO_HEAD)
      status = assign_vertex(numeric, largest, bound, &pair->head);
  }
  return status;
}

/* Assigns a vertex to every unknown number. A number past the bound is noticed before any entry of
 * vertex_of is made, so it suffices to restore `natural` and `order`. */
static grundy_numeric_status assign_all_vertices(grundy_numeric_builder *numeric,
                                                 grundy_batch *batches, int count, uint64_t bound) {
  uint32_t natural = numeric->natural, order = numeric->order, largest = 0;
  for (int i = 0; i < count; i++)
    if (batches[i].largest > largest) largest = batches[i].largest;
  grundy_numeric_status status = GRUNDY_NUMERIC_OK;
  if (numeric->vertex_of != NULL) status = make_room(numeric, largest, bound);
  for (int i = 0; i < count && status == GRUNDY_NUMERIC_OK; i++)
    if (batches[i].unknown > 0) status = assign_vertices(numeric, &batches[i], largest, bound);
  if (status == GRUNDY_NUMERIC_SPARSE) {
    numeric->natural = natural;
    numeric->order = order;
  }
  return status;
}

/* ---- moves ------------------------------------------------------------------------------ */

static bool make_move_room(grundy_numeric_builder *numeric, grundy_batch *batches, int count) {
  uint64_t need = numeric->count;
  for (int i = 0; i < count; i++) {
    batches[i].first_move = need;
    need += batches[i].moves;
  }
  return grundy_grow(&numeric->tails, &numeric->tail_capacity, need, sizeof(uint32_t)) &&
         grundy_grow(&numeric->heads, &numeric->head_capacity, need, sizeof(uint32_t));
}

/* Returns whether move e, the first of a batch, is not smaller than the move before it. */
static bool follows(const grundy_numeric_builder *numeric, uint64_t e) {
  const uint32_t *tails = numeric->tails, *heads = numeric->heads;
  return e == 0 || tails[e - 1] < tails[e] ||
         (tails[e - 1] == tails[e] && heads[e - 1] <= heads[e]);
}

/* Batches that are being added, one per thread. */
typedef struct adding {
  grundy_numeric_builder *numeric;
  grundy_batch *batches;
} adding;

static void look_up_share(void *context, int share) {
  const adding *a = context;
  /* Replaces the numbers of a batch by their vertices if these are known, and counts the
   * others. */
  const grundy_numeric_builder *numeric = a->numeric;
  grundy_batch *batch = &a->batches[share];
  uint32_t largest = 0;
  uint64_t unknown = 0, moves = 0;
  for (uint64_t i = 0; i < batch->count; i++) {
    grundy_pair *pair = &batch->pairs[i];
    if (pair->tail > largest) largest = pair->tail;
    pair->tail = vertex_or_mark(numeric, pair->tail);
    unknown += pair->tail >> 31;
    if (pair->head == GRUNDY_NO_HEAD) continue;
    if (pair->head > largest) largest = pair->head;
    pair->head = vertex_or_mark(numeric, pair->head);
    unknown += pair->head >> 31;
    moves++;
  }
  batch->largest = largest;
  batch->unknown = unknown;
  batch->moves = moves;
}

static void copy_share(void *context, int share) {
  const adding *a = context;
  /* Appends the moves of a batch. */
  const grundy_numeric_builder *numeric = a->numeric;
  grundy_batch *batch = &a->batches[share];
  batch->sorted = true;
  if (batch->moves == 0) return;
  uint32_t *tails = numeric->tails + batch->first_move;
  uint32_t *heads = numeric->heads + batch->first_move;
  uint64_t at = 0, last = 0;
  for (uint64_t i = 0; i < batch->count; i++) {
    grundy_pair pair = batch->pairs[i];
    if (pair.head == GRUNDY_NO_HEAD) continue;
    uint64_t move = (uint64_t)pair.tail << 32 | pair.head;
    assert(pair.tail < numeric->order && pair.head < numeric->order); /* numbers are vertices now */
    if (move < last) batch->sorted = false;
    last = move;
    tails[at] = pair.tail;
    heads[at++] = pair.head;
  }
  assert(at == batch->moves);
}

grundy_numeric_status grundy_numeric_builder_add(grundy_numeric_builder *numeric,
                                                 grundy_batch *batches, int count, uint64_t bound) {
  if (bound > GRUNDY_NUMERIC_BOUND) bound = GRUNDY_NUMERIC_BOUND;
  adding a = {numeric, batches};
  grundy_parallel(count, look_up_share, &a);
  grundy_numeric_status status = assign_all_vertices(numeric, batches, count, bound);
  if (status != GRUNDY_NUMERIC_OK) return status;
  if (!make_move_room(numeric, batches, count)) return GRUNDY_NUMERIC_NO_MEMORY;
  grundy_parallel(count, copy_share, &a);
  for (int i = 0; i < count; i++) {
    if (batches[i].moves == 0) continue;
    assert(batches[i].first_move == numeric->count);
    if (!batches[i].sorted || !follows(numeric, batches[i].first_move)) numeric->unsorted = true;
    numeric->count += batches[i].moves;
  }
  return GRUNDY_NUMERIC_OK;
}

/* ---- finishing -------------------------------------------------------------------------- */

/* Makes the table of all names; consumes vertex_of and number_of. */
static bool make_names(grundy_numeric_builder *numeric, grundy_names *names) {
  if (numeric->vertex_of == NULL) {
    numeric->vertex_of = grundy_alloc(numeric->natural, sizeof *numeric->vertex_of);
    if (numeric->vertex_of == NULL) return false;
    numeric->vertex_count = numeric->natural;
  }
  if (!grundy_names_of_numbers(names, numeric->order, numeric->natural, numeric->number_of,
                               numeric->vertex_of, numeric->vertex_count))
    return false;
  free(numeric->number_of);
  numeric->number_of = numeric->vertex_of = NULL;
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

/* Makes the digraph of sorted moves, which are rows already: this needs only 8 bytes per move. */
static grundy_status make_sorted(grundy_numeric_builder *numeric, grundy_names *names,
                                 grundy_digraph **g, grundy_error *error) {
  uint64_t *offsets = grundy_alloc((uint64_t)numeric->order + 1, sizeof *offsets);
  if (offsets == NULL) return grundy_fail_memory(error);
  /* Finds where the rows begin, given that tails increase: a thread that meets the first move
   * of a row writes where this row, and the empty rows before it, begin. */
  const uint32_t *tails = numeric->tails;
  uint64_t count = numeric->count;
  row_search s = {tails, count, grundy_threads_for(count), offsets};
  grundy_parallel(s.threads, find_rows_share, &s);
  for (uint64_t u = count == 0 ? 0 : (uint64_t)tails[count - 1] + 1; u <= numeric->order; u++)
    offsets[u] = count;
  assert(offsets[0] == 0);
  free(numeric->tails);
  numeric->tails = NULL;
  uint32_t *targets = grundy_shrink(numeric->heads, numeric->count, sizeof *targets);
  numeric->heads = NULL;
  grundy_status status = targets == NULL ? grundy_fail_memory(error) : GRUNDY_OK;
  if (status == GRUNDY_OK)
    status = grundy_digraph_from_rows(numeric->order, offsets, targets, NULL, names, g, error);
  if (status != GRUNDY_OK) {
    free(offsets);
    free(targets);
  }
  return status;
}

static grundy_status make_unsorted(const grundy_numeric_builder *numeric, grundy_names *names,
                                   const grundy_monitor *monitor, grundy_digraph **g,
                                   grundy_error *error) {
  grundy_digraph *made;
  grundy_status status = grundy_digraph_sort(numeric->order, numeric->count, numeric->tails,
                                             numeric->heads, monitor, &made, error);
  if (status != GRUNDY_OK) return status;
  made->names = *names;
  *names = (grundy_names){0};
  *g = made;
  return GRUNDY_OK;
}

grundy_status grundy_numeric_builder_finish(grundy_numeric_builder *numeric,
                                            const grundy_monitor *monitor, grundy_digraph **g,
                                            grundy_error *error) {
  grundy_names names = {0};
  bool natural = numeric->vertex_of == NULL;
  grundy_status status = GRUNDY_OK;
  if (!natural && !make_names(numeric, &names)) status = grundy_fail_memory(error);
  if (status == GRUNDY_OK)
    status = numeric->unsorted ? make_unsorted(numeric, &names, monitor, g, error)
                               : make_sorted(numeric, &names, g, error);
  grundy_names_free(&names);
  grundy_numeric_builder_free(numeric);
  return status;
}

grundy_status grundy_numeric_builder_convert(grundy_numeric_builder *numeric,
                                             grundy_builder **builder, grundy_error *error) {
  grundy_builder made = {0};
  grundy_status status = GRUNDY_OK;
  if (!make_names(numeric, &made.names)) status = grundy_fail_memory(error);
  if (status == GRUNDY_OK) status = grundy_builder_new(builder, error);
  if (status == GRUNDY_OK) {
    made.tails = numeric->tails;
    made.heads = numeric->heads;
    made.tail_capacity = numeric->tail_capacity;
    made.head_capacity = numeric->head_capacity;
    made.count = numeric->count;
    numeric->tails = numeric->heads = NULL;
    **builder = made;
  } else {
    grundy_names_free(&made.names);
  }
  grundy_numeric_builder_free(numeric);
  return status;
}
