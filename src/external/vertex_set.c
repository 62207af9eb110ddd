#include "external/vertex_set.h"

#include "base/order.h"

#include <assert.h>
#include <string.h>

static uint64_t word_count(uint32_t order) {
  return ((uint64_t)order + 63) / 64;
}

void grundy_vertex_set_start(grundy_vertex_set *set, grundy_arena *arena, uint32_t order) {
  /* A wide set has more vertices than the list, so that a pass over its bits costs little per
   * vertex. */
  *set = (grundy_vertex_set){.order = order, .room = order / 256 + 16, .sorted = true};
  set->list = grundy_arena_array(arena, set->room, sizeof *set->list);
  set->bits = grundy_arena_zeros(arena, word_count(order), sizeof *set->bits);
}

static void set_bits(grundy_vertex_set *set, const uint32_t *vertices, uint64_t count) {
  for (uint64_t i = 0; i < count; i++) {
    assert(vertices[i] < set->order);
    assert((set->bits[vertices[i] / 64] >> vertices[i] % 64 & 1) == 0);
    set->bits[vertices[i] / 64] |= UINT64_C(1) << vertices[i] % 64;
  }
}

void grundy_vertex_set_add(grundy_vertex_set *set, const uint32_t *vertices, uint64_t count) {
  if (!set->wide && count > set->room - set->count) {
    set_bits(set, set->list, set->count);
    set->wide = true;
  }
  if (set->wide) {
    set_bits(set, vertices, count);
  } else if (count > 0) {
    memcpy(set->list + set->count, vertices, count * sizeof *vertices);
    set->sorted = false;
  }
  assert(count <= set->order - set->count);
  set->count += (uint32_t)count;
}

void grundy_vertex_set_clear(grundy_vertex_set *set) {
  if (set->wide) memset(set->bits, 0, word_count(set->order) * sizeof *set->bits);
  set->wide = false;
  set->sorted = true;
  set->count = 0;
}

void grundy_vertex_set_sort(grundy_vertex_set *set) {
  if (!set->wide && !set->sorted) grundy_sort_numbers(set->list, set->count);
  set->sorted = true;
}
