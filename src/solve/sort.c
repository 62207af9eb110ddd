#include "solve/impl.h"

#include "base/alloc.h"

static uint32_t at(const uint32_t *vertices, uint32_t i) {
  return vertices == NULL ? i : vertices[i];
}

bool grundy_sort_vertices(const uint32_t *vertices, uint32_t count, const uint32_t *keys,
                          uint32_t *sorted, uint32_t *sorted_count) {
  uint32_t largest = 0;
  for (uint32_t i = 0; i < count; i++) {
    uint32_t key = keys[at(vertices, i)];
    if (key != GRUNDY_INFINITY && key > largest) largest = key;
  }

  uint32_t *end = grundy_alloc_zero((uint64_t)largest + 1, sizeof *end);
  if (end == NULL) return false;
  for (uint32_t i = 0; i < count; i++) {
    uint32_t key = keys[at(vertices, i)];
    if (key != GRUNDY_INFINITY) end[key]++;
  }
  for (uint32_t key = 1; key <= largest; key++) end[key] += end[key - 1];
  *sorted_count = end[largest];
  for (uint32_t i = count; i-- > 0;) {
    uint32_t v = at(vertices, i);
    if (keys[v] != GRUNDY_INFINITY) sorted[--end[keys[v]]] = v;
  }
  free(end);
  return true;
}
