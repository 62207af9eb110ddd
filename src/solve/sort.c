#include "solve/impl.h"

#include "base/alloc.h"
#include "digraph/view.h"

#include <assert.h>

static uint32_t at(const uint32_t *vertices, uint32_t i) {
  return vertices == NULL ? i : vertices[i];
}

#ifndef NDEBUG
/* Returns whether the vertices are sorted by key and, if by_number_too, by number where keys are
 * equal. */
static bool is_sorted(const uint32_t *sorted, uint32_t count, const uint32_t *keys,
                      bool by_number_too) {
  for (uint32_t i = 1; i < count; i++) {
    uint32_t v = sorted[i - 1], w = sorted[i];
    if (keys[v] > keys[w] || (by_number_too && keys[v] == keys[w] && v > w)) return false;
  }
  return true;
}
#endif
bool grundy_sort_vertices(const uint32_t *vertices, uint32_t count, const uint32_t *keys,
                          uint32_t *sorted, uint32_t *sorted_count, grundy_starts *starts) {
  uint32_t largest = 0;
  for (uint32_t i = 0; i < count; i++) {
    if (vertices != NULL && count - i > GRUNDY_AHEAD_ROWS)
      __builtin_prefetch(&keys[vertices[i + GRUNDY_AHEAD_ROWS]]);
    uint32_t key = keys[at(vertices, i)];
    if (key != GRUNDY_INFINITY && key > largest) largest = key;
  }

  uint32_t *end = grundy_alloc_zero((uint64_t)largest + 2, sizeof *end);
  if (end == NULL) return false;
  for (uint32_t i = 0; i < count; i++) {
    if (vertices != NULL && count - i > GRUNDY_AHEAD_ROWS)
      __builtin_prefetch(&keys[vertices[i + GRUNDY_AHEAD_ROWS]]);
    uint32_t key = keys[at(vertices, i)];
    if (key != GRUNDY_INFINITY) end[key]++;
  }
  for (uint32_t key = 1; key <= largest; key++) end[key] += end[key - 1];
  *sorted_count = end[largest + 1] = end[largest];
  /* Filled from the back, so that each end becomes a start. */
  for (uint32_t i = count; i-- > 0;) {
    if (vertices != NULL && i >= GRUNDY_AHEAD_ROWS)
      __builtin_prefetch(&keys[vertices[i - GRUNDY_AHEAD_ROWS]]);
    uint32_t v = at(vertices, i);
    if (keys[v] != GRUNDY_INFINITY) sorted[--end[keys[v]]] = v;
  }
  assert(end[0] == 0);
  assert(is_sorted(sorted, *sorted_count, keys, vertices == NULL));
  if (starts != NULL)
    *starts = (grundy_starts){end, largest};
  else
    free(end);
  return true;
}
