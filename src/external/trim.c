#include "external/impl.h"

#include "base/alloc.h"
#include "base/error.h"

#include <string.h>

typedef struct trimming {
  const grundy_need *need;
  uint32_t order;
  grundy_reverse *to;
  uint64_t used;
  uint64_t *needed; /* one bit per vertex: whether it is needed in rows */
  uint32_t *buffer; /* of the current batch */
} trimming;

static uint64_t choose_needed(const void *context, uint32_t block) {
  const trimming *t = context;
  uint32_t first = GRUNDY_INDEX_BLOCK * block, left = t->order - first;
  uint64_t chosen = 0;
  for (uint32_t i = 0; i < GRUNDY_INDEX_BLOCK && i < left; i++)
    chosen |= (uint64_t)t->need->needs_row(t->need->kernel, first + i) << i;
  return chosen;
}

/* Finds the vertices that are needed in rows. Bits take a 32nd of the cache that states would. */
static void find_needed(trimming *t) {
  const uint32_t *state = t->need->state;
  uint32_t bound = t->need->bound;
  for (uint64_t u = 0; u < t->order; u += 64) {
    uint64_t left = t->order - u, word = 0;
    for (uint64_t i = 0; i < 64 && i < left; i++) word |= (uint64_t)(state[u + i] < bound) << i;
    t->needed[u / 64] = word;
  }
}

/* Leaves only the needed vertices in the parts. The buffer of a batch may be changed. */
static void filter(void *context, grundy_part *parts, uint32_t count) {
  const trimming *t = context;
  const uint64_t *needed = t->needed;
  for (uint32_t i = 0; i < count; i++) {
    uint32_t kept = 0, length = parts[i].count, *at = t->buffer + (parts[i].at - t->buffer);
    for (uint32_t j = 0; j < length; j++) {
      uint32_t u = at[j];
      at[kept] = u;
      kept += (uint32_t)(needed[u / 64] >> u % 64 & 1);
    }
    parts[i].count = kept;
  }
}

/* The word of a part is the vertex whose row it is. */
static grundy_status load(void *context, grundy_row_batch *batch, grundy_error *error) {
  trimming *t = context;
  grundy_delivery *d = &batch->delivery;
  t->buffer = batch->buffer;
  grundy_delivery_each_part(d, filter, t);
  for (uint32_t i = 0; i < d->part_count; i++) {
    const grundy_part *part = &d->parts[i];
    assert(part->count <= t->need->moves - t->used);
    if (part->count == 0) continue;
    memcpy(t->to->moves + t->used, part->at, part->count * sizeof *part->at);
    t->used += part->count;
    if (!grundy_row_index_add(&t->to->index, part->word, part->count))
      return grundy_fail_memory(error);
  }
  return GRUNDY_OK;
}

static uint64_t trimmed_memory(uint32_t order, uint64_t moves) {
  return grundy_row_index_memory(order) + 4 * moves + 8 * ((uint64_t)order / 64 + 1) +
         grundy_long_rows_memory(moves / GRUNDY_LONG_ROW);
}

grundy_status grundy_external_trim(grundy_external *x, const grundy_need *need, grundy_work *work) {
  if (x->all.moves != NULL || x->trimmed.moves != NULL) return GRUNDY_OK;
  if (x->held > x->memory || trimmed_memory(x->g.order, need->moves) > x->memory - x->held)
    return GRUNDY_OK;
  trimming t = {need, x->g.order, &x->trimmed, 0, NULL, NULL};
  grundy_row_choice choice = {.choose = choose_needed, .context = &t};
  x->trimmed.moves = NULL;
  bool memory = grundy_row_index_start(&x->trimmed.index, x->g.order);
  uint32_t *moves = grundy_alloc(need->moves, sizeof *moves);
  t.needed = grundy_alloc((uint64_t)x->g.order / 64 + 1, sizeof *t.needed);
  if (!memory || moves == NULL || t.needed == NULL) {
    free(moves);
    free(t.needed);
    grundy_external_untrim(x);
    return grundy_fail_memory(x->error);
  }
  x->trimmed.moves = moves;
  find_needed(&t);
  grundy_status status =
      grundy_reverse_pass(&x->all, &x->reading, &choice, load, &t, work, x->error);
  free(t.needed);
  if (status == GRUNDY_OK) grundy_row_index_finish(&x->trimmed.index);
  return status;
}

void grundy_external_untrim(grundy_external *x) {
  grundy_reverse_free(&x->trimmed, true);
}
