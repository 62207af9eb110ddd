/* K from reverse rows: every vertex of finite value adds its value to the sets of its predecessors.
 * Sets are words of bits for 32 values at a time. If there are more values, the sizes of all sets
 * are counted first, 32 values at a time, and then the sets are filled in the same way. With a
 * scratch file, sets that do not fit into memory are in a mapped file, which each range of values
 * fills from front to back. */

#include "external/impl.h"

#include "base/alloc.h"
#include "base/error.h"

enum { WORD = 32, AHEAD = 16 };

typedef struct collecting {
  grundy_external *x;
  const uint32_t *values;
  uint32_t first;  /* the values first … first + 31 are collected */
  uint32_t *words; /* by vertex */
  grundy_work work;
} collecting;

static uint64_t update_set(const grundy_update *update, uint32_t *vertices, const uint32_t *words,
                           uint64_t count, uint64_t *settled) {
  const collecting *c = update->kernel;
  (void)settled;
  for (uint64_t i = 0; i < count; i++) {
    if (i + AHEAD < count) __builtin_prefetch(&c->words[vertices[i + AHEAD]], 1);
    c->words[vertices[i]] |= UINT32_C(1) << (words[i] - c->first);
  }
  return 0;
}

static uint64_t choose_range(const void *context, uint32_t block) {
  const collecting *c = context;
  uint32_t first = GRUNDY_INDEX_BLOCK * block, left = c->x->g.order - first;
  uint64_t chosen = 0;
  for (uint32_t i = 0; i < GRUNDY_INDEX_BLOCK && i < left; i++)
    chosen |= (uint64_t)(c->values[first + i] - c->first < WORD) << i;
  return chosen;
}

static grundy_status deliver(void *context, grundy_row_batch *batch, grundy_error *error) {
  grundy_update update = {.kernel = context, .worded = true, .apply = update_set};
  (void)error;
  (void)grundy_delivery_apply(&batch->delivery, &update, NULL);
  return GRUNDY_OK;
}

/* Collects the values of the range, with one pass over the rows of vertices that have them. */
static grundy_status collect(collecting *c) {
  grundy_row_choice choice = {.choose = choose_range, .context = c, .words = c->values};
  for (uint32_t u = 0; u < c->x->g.order; u++) c->words[u] = 0;
  grundy_status status =
      grundy_reverse_pass(&c->x->all, &c->x->reading, &choice, deliver, c, &c->work, c->x->error);
  for (uint32_t u = 0; u < c->x->g.order; u++)
    if (c->values[u] != GRUNDY_INFINITY) c->words[u] = 0;
  return status;
}

static void add_sizes(const collecting *c, uint64_t *offsets) {
  for (uint32_t u = 0; u < c->x->g.order; u++)
    offsets[u + 1] += (uint64_t)__builtin_popcount(c->words[u]);
}

/* Writes the sets from offsets[u] on, which is moved past them. */
static void fill(const collecting *c, uint64_t *offsets, uint32_t *numbers) {
  for (uint32_t u = 0; u < c->x->g.order; u++)
    for (uint32_t rest = c->words[u]; rest != 0; rest &= rest - 1)
      numbers[offsets[u]++] = c->first + (uint32_t)__builtin_ctz(rest);
}

static uint32_t largest_value(const collecting *c) {
  uint32_t largest = 0;
  for (uint32_t u = 0; u < c->x->g.order; u++)
    if (c->values[u] != GRUNDY_INFINITY && c->values[u] > largest) largest = c->values[u];
  return largest;
}

static grundy_status make_room(collecting *c, grundy_sets *sets) {
  uint32_t order = c->x->g.order;
  for (uint32_t u = 0; u < order; u++) sets->offsets[u + 1] += sets->offsets[u];
  uint64_t bytes = 4 * sets->offsets[order];
  bool fits = c->x->held <= c->x->memory && bytes <= c->x->memory - c->x->held;
  if (!fits && bytes > 0 && c->x->all.scratch != NULL) {
    grundy_status status =
        grundy_scratch_map(c->x->all.scratch, "the sets K", bytes, &sets->mapping, c->x->error);
    sets->numbers = sets->mapping.base;
    return status;
  }
  sets->numbers = grundy_alloc(sets->offsets[order], sizeof *sets->numbers);
  return sets->numbers == NULL ? grundy_fail_memory(c->x->error) : GRUNDY_OK;
}

/* Filling moves each offset to the next one. */
static void restore_offsets(uint32_t order, uint64_t *offsets) {
  for (uint32_t u = order; u > 0; u--) offsets[u] = offsets[u - 1];
  offsets[0] = 0;
}

static grundy_status collect_all(collecting *c, grundy_sets *sets) {
  uint32_t ranges = largest_value(c) / WORD + 1;
  grundy_status status = GRUNDY_OK;
  for (uint32_t i = 0; status == GRUNDY_OK && i < ranges; i++) {
    c->first = WORD * i;
    status = collect(c);
    add_sizes(c, sets->offsets);
  }
  if (status == GRUNDY_OK) status = make_room(c, sets);
  for (uint32_t i = 0; status == GRUNDY_OK && i < ranges; i++) {
    c->first = WORD * i;
    if (ranges > 1) status = collect(c);
    if (status == GRUNDY_OK) fill(c, sets->offsets, sets->numbers);
  }
  if (status == GRUNDY_OK) restore_offsets(c->x->g.order, sets->offsets);
  return status;
}

grundy_status grundy_external_sets(grundy_external *x, const uint32_t *values, grundy_sets *sets) {
  collecting c = {.x = x, .values = values};
  grundy_sets made = {0};
  uint32_t order = x->g.order;
  grundy_status status = GRUNDY_OK;
  c.work = grundy_work_start(x->monitor, "k", 0);
  c.words = grundy_alloc(order, sizeof *c.words);
  made.offsets = grundy_alloc_zero((uint64_t)order + 1, sizeof *made.offsets);
  made.absent = grundy_alloc(order, sizeof *made.absent);
  if (c.words == NULL || made.offsets == NULL || made.absent == NULL) {
    status = grundy_fail_memory(x->error);
  } else {
    for (uint32_t u = 0; u < order; u++) made.absent[u] = values[u] != GRUNDY_INFINITY;
    status = collect_all(&c, &made);
  }
  free(c.words);
  if (status == GRUNDY_OK) {
    grundy_work_finish(&c.work, "", x->g.size);
    *sets = made;
  } else {
    grundy_sets_free(&made);
  }
  return status;
}
