#include "digraph/rows.h"

#include "base/alloc.h"
#include "digraph/impl.h"

#include <assert.h>

bool grundy_rows_start(grundy_rows *rows, uint32_t order, uint64_t size) {
  grundy_rows made = {.order = order, .capacity = size};
  made.offsets = grundy_alloc((uint64_t)order + 1, sizeof *made.offsets);
  made.targets = grundy_alloc(size, sizeof *made.targets);
  if (made.offsets == NULL || made.targets == NULL) {
    grundy_rows_free(&made);
    return false;
  }
  made.offsets[0] = 0;
  *rows = made;
  return true;
}

uint32_t *grundy_rows_room(grundy_rows *rows, uint64_t count) {
  uint64_t used = rows->offsets[rows->count];
  if (!grundy_grow(&rows->targets, &rows->capacity, used + count, sizeof *rows->targets))
    return NULL;
  return rows->targets + used;
}

uint32_t *grundy_rows_next(const grundy_rows *rows, uint64_t count) {
  uint64_t used = rows->offsets[rows->count];
  assert(count <= rows->capacity - used);
  (void)count;
  return rows->targets + used;
}

void grundy_rows_add(grundy_rows *rows, uint64_t count) {
  assert(rows->count < rows->order);
  assert(count <=
         rows->capacity - rows->offsets[rows->count]); /* the row is in the room returned before */
  rows->offsets[rows->count + 1] = rows->offsets[rows->count] + count;
  rows->count++;
}

grundy_digraph *grundy_rows_finish(grundy_rows *rows) {
  assert(rows->count == rows->order);
  assert(grundy_rows_increase(rows->order, rows->offsets, rows->targets));
  grundy_digraph *g = grundy_alloc_zero(1, sizeof *g);
  if (g == NULL) return NULL;
  g->order = rows->order;
  g->offsets = rows->offsets;
  g->targets = grundy_shrink(rows->targets, rows->offsets[rows->order], sizeof *g->targets);
  *rows = (grundy_rows){0};
  return g;
}

void grundy_rows_free(grundy_rows *rows) {
  free(rows->offsets);
  free(rows->targets);
  *rows = (grundy_rows){0};
}
