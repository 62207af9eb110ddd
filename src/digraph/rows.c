#include "digraph/rows.h"

#include "base/alloc.h"
#include "base/error.h"
#include "digraph/impl.h"

#include <assert.h>

bool grundy_rows_start(grundy_rows *rows, uint32_t order, uint64_t size) {
  *rows = (grundy_rows){.offset_room = (uint64_t)order + 1, .target_room = size};
  rows->offsets = grundy_alloc(rows->offset_room, sizeof *rows->offsets);
  rows->targets = grundy_alloc(size, sizeof *rows->targets);
  if (rows->offsets == NULL || rows->targets == NULL) {
    grundy_rows_free(rows);
    return false;
  }
  rows->offsets[0] = 0;
  return true;
}

bool grundy_rows_reserve(grundy_rows *rows, uint64_t more_rows, uint64_t more_targets) {
  if (!grundy_grow_slowly(&rows->targets, &rows->target_room, rows->size + more_targets,
                          sizeof *rows->targets) ||
      !grundy_grow_slowly(&rows->offsets, &rows->offset_room, rows->count + more_rows + 1,
                          sizeof *rows->offsets))
    return false;
  rows->offsets[0] = 0;
  return true;
}

uint32_t *grundy_rows_room(grundy_rows *rows, uint64_t count) {
  if (!grundy_grow(&rows->targets, &rows->target_room, rows->size + count, sizeof *rows->targets))
    return NULL;
  return rows->targets + rows->size;
}

uint32_t *grundy_rows_next(const grundy_rows *rows, uint64_t count) {
  assert(count <= rows->target_room - rows->size);
  (void)count;
  return rows->targets + rows->size;
}

void grundy_rows_add(grundy_rows *rows, uint64_t count) {
  assert(rows->count + 1 < rows->offset_room);
  assert(count <= rows->target_room - rows->size); /* the row is in the room returned before */
  rows->size += count;
  rows->offsets[++rows->count] = rows->size;
}

bool grundy_rows_push(grundy_rows *rows, uint32_t target) {
  uint32_t *room = grundy_rows_room(rows, 1);
  if (room == NULL) return false;
  *room = target;
  rows->size++;
  return true;
}

bool grundy_rows_end(grundy_rows *rows) {
  if (!grundy_grow(&rows->offsets, &rows->offset_room, rows->count + 2, sizeof *rows->offsets))
    return false;
  rows->offsets[0] = 0;
  grundy_rows_add(rows, 0);
  return true;
}

/* Frees the room that is not used. */
static void shrink(grundy_rows *rows) {
  rows->offsets = grundy_shrink(rows->offsets, rows->count + 1, sizeof *rows->offsets);
  rows->targets = grundy_shrink(rows->targets, rows->size, sizeof *rows->targets);
}

grundy_digraph *grundy_rows_finish(grundy_rows *rows) {
  assert(rows->offsets[rows->count] == rows->size);
  assert(grundy_rows_increase((uint32_t)rows->count, rows->offsets, rows->targets));
  grundy_digraph *g = grundy_alloc_zero(1, sizeof *g);
  if (g == NULL) return NULL;
  shrink(rows);
  g->order = (uint32_t)rows->count;
  g->offsets = rows->offsets;
  g->targets = rows->targets;
  *rows = (grundy_rows){0};
  return g;
}

grundy_status grundy_rows_sort(grundy_rows *rows, grundy_digraph **g, grundy_error *error) {
  grundy_names none = {0};
  if (!grundy_rows_reserve(rows, 0, 0)) return grundy_fail_memory(error);
  assert(rows->offsets[rows->count] == rows->size && rows->count <= GRUNDY_DIGRAPH_MAX_ORDER);
  shrink(rows);
  rows->offset_room = rows->count + 1;
  rows->target_room = rows->size;
  grundy_status status = grundy_digraph_from_rows((uint32_t)rows->count, rows->offsets,
                                                  rows->targets, NULL, &none, g, error);
  if (status == GRUNDY_OK) *rows = (grundy_rows){0};
  return status;
}

void grundy_rows_free(grundy_rows *rows) {
  free(rows->offsets);
  free(rows->targets);
  *rows = (grundy_rows){0};
}

uint64_t grundy_rows_memory(const grundy_rows *rows) {
  return rows->offset_room * sizeof *rows->offsets + rows->target_room * sizeof *rows->targets;
}
