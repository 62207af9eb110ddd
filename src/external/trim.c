/* Trimming: loads the rows that a kernel still needs from the scratch file, once they fit into
 * memory. */

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

/* The set of needed vertices takes a 32nd of the cache that states would. */
grundy_status grundy_external_trim(grundy_external *run, const grundy_need *need,
                                   grundy_work *work) {
  uint32_t order = run->g.order;
  uint64_t words = (uint64_t)order / 64 + 1;
  uint64_t bytes = grundy_row_index_memory(order) + 4 * need->moves + 8 * words +
                   grundy_long_rows_memory(need->moves / GRUNDY_LONG_ROW);
  if (run->all.moves != NULL || run->trimmed.moves != NULL) return GRUNDY_OK;
  if (!grundy_external_fits(run, bytes)) return GRUNDY_OK;
  trimming t = {need, order, &run->trimmed, 0, NULL, NULL};
  grundy_row_choice choice = {.choose = choose_needed, .context = &t};
  uint64_t mark = run->arena.count;
  bool memory = grundy_row_index_start(&run->trimmed.index, order);
  run->trimmed.moves = grundy_alloc(need->moves, sizeof *run->trimmed.moves);
  t.needed = grundy_arena_array(&run->arena, words, sizeof *t.needed);
  if (!memory || run->trimmed.moves == NULL || t.needed == NULL)
    return grundy_fail_memory(run->error); /* the kernel frees the rows */
  for (uint64_t u = 0; u < order; u += 64) {
    uint64_t left = order - u, word = 0;
    for (uint64_t i = 0; i < 64 && i < left; i++)
      word |= (uint64_t)(need->state[u + i] < need->bound) << i;
    t.needed[u / 64] = word;
  }
  grundy_status status =
      grundy_reverse_pass(&run->all, &run->reading, &choice, load, &t, work, run->error);
  grundy_arena_rewind(&run->arena, mark);
  if (status == GRUNDY_OK) grundy_row_index_finish(&run->trimmed.index);
  return status;
}

void grundy_external_untrim(grundy_external *run) {
  grundy_reverse_free(&run->trimmed, true);
}
