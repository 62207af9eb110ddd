#include "misere/monoid.h"

#include "base/alloc.h"

#include <assert.h>
#include <string.h>

grundy_monoid *grundy_monoid_new(uint32_t size, uint32_t generators) {
  grundy_monoid *m = grundy_alloc_zero(1, sizeof *m);
  if (m == NULL) return NULL;
  uint64_t entries = (uint64_t)size * generators;
  m->references = 1;
  m->size = size;
  m->generators = generators;
  m->heaps = grundy_alloc(generators, sizeof *m->heaps);
  m->maps = grundy_alloc(entries, sizeof *m->maps);
  m->parent = grundy_alloc_zero(size, sizeof *m->parent);
  m->last = grundy_alloc_zero(size, sizeof *m->last);
  m->without = grundy_alloc(entries, sizeof *m->without);
  m->rows = grundy_alloc_zero(size, sizeof *m->rows);
  if (m->heaps != NULL && m->maps != NULL && m->parent != NULL && m->last != NULL &&
      m->without != NULL && m->rows != NULL)
    return m;
  grundy_monoid_drop(m);
  return NULL;
}

/* Taking g from the representative of x, which is that of its parent plus its last generator, is
 * taking that generator, or taking g from the parent's. */
void grundy_monoid_finish(grundy_monoid *m) {
  for (uint32_t g = 0; g < m->generators; g++) {
    uint32_t *without = m->without + (uint64_t)g * m->size;
    without[0] = GRUNDY_MONOID_NONE;
    for (uint32_t x = 1; x < m->size; x++) {
      assert(m->parent[x] < x && m->last[x] < m->generators);
      uint32_t above = without[m->parent[x]];
      without[x] = m->last[x] == g               ? m->parent[x]
                   : above == GRUNDY_MONOID_NONE ? GRUNDY_MONOID_NONE
                                                 : grundy_monoid_map(m, m->last[x])[above];
    }
  }
}

grundy_monoid *grundy_monoid_keep(grundy_monoid *m) {
  m->references++;
  return m;
}

void grundy_monoid_drop(grundy_monoid *m) {
  if (m == NULL || --m->references > 0) return;
  for (uint32_t x = 0; m->rows != NULL && x < m->size; x++) free(m->rows[x]);
  free(m->heaps);
  free(m->maps);
  free(m->parent);
  free(m->last);
  free(m->without);
  free(m->rows);
  free(m);
}

/* The row of x is that of the nearest ancestor which has one, multiplied by the generators between
 * the two; their order does not matter. */
bool grundy_monoid_make_row(grundy_monoid *m, uint32_t x) {
  if (m->rows[x] != NULL) return true;
  uint32_t *row = grundy_alloc(m->size, sizeof *row), from = x;
  if (row == NULL) return false;
  while (from != 0 && m->rows[from] == NULL) from = m->parent[from];
  if (m->rows[from] != NULL)
    memcpy(row, m->rows[from], m->size * sizeof *row);
  else
    for (uint32_t y = 0; y < m->size; y++) row[y] = y;
  for (uint32_t y = x; y != from; y = m->parent[y]) {
    const uint32_t *map = grundy_monoid_map(m, m->last[y]);
    for (uint32_t z = 0; z < m->size; z++) row[z] = map[row[z]];
  }
  m->rows[x] = row;
  return true;
}
