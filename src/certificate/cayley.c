#include "certificate/cayley.h"

#include "base/alloc.h"

grundy_status grundy_cayley_read(const grundy_json_proof *proof, const json_t *cayley,
                                 grundy_arena *arena, grundy_cayley *monoid) {
  size_t count;
  uint64_t size = monoid->size;
  grundy_status status = grundy_json_proof_array(proof, cayley, "cayley", "an array", &count);
  if (status != GRUNDY_OK) return status;
  if (count > GRUNDY_CAYLEY_MAX_MAPS)
    return grundy_json_proof_fail_limit(proof, "generators", GRUNDY_CAYLEY_MAX_MAPS);
  monoid->generators = (uint32_t)count;
  monoid->maps = grundy_arena_array(arena, count * size, sizeof *monoid->maps);
  monoid->before = grundy_arena_array(arena, size, sizeof *monoid->before);
  monoid->by = grundy_arena_array(arena, size, sizeof *monoid->by);
  monoid->rows = grundy_arena_zeros(arena, size, sizeof *monoid->rows);
  if (arena->failed) return grundy_fail_memory(proof->error);
  for (size_t i = 0; i < count && status == GRUNDY_OK; i++)
    status = grundy_json_proof_numbers(proof, json_array_get(cayley, i), "cayley", size, 0,
                                       monoid->size - 1, monoid->maps + i * size);
  return status;
}

static bool commute(const uint32_t *f, const uint32_t *g, uint32_t size) {
  for (uint32_t x = 0; x < size; x++)
    if (f[g[x]] != g[f[x]]) return false;
  return true;
}

/* Searches the elements breadth first from 0. Returns how many were found. */
static uint32_t reach(const grundy_cayley *monoid, uint32_t *queue) {
  uint32_t count = 1;
  for (uint32_t x = 0; x < monoid->size; x++) monoid->by[x] = UINT32_MAX;
  queue[0] = monoid->by[0] = 0;
  for (uint32_t at = 0; at < count; at++)
    for (uint32_t i = 0; i < monoid->generators; i++) {
      uint32_t to = monoid->maps[(uint64_t)i * monoid->size + queue[at]];
      if (monoid->by[to] != UINT32_MAX) continue;
      monoid->before[to] = queue[at];
      monoid->by[to] = i;
      queue[count++] = to;
    }
  return count;
}

grundy_status grundy_cayley_check(const grundy_json_proof *proof, grundy_arena *arena,
                                  grundy_cayley *monoid) {
  uint64_t size = monoid->size;
  for (uint32_t i = 0; i < monoid->generators; i++) {
    if (!grundy_work_step(proof->work, i * size)) return grundy_fail_cancelled(proof->error);
    for (uint32_t k = 0; k < i; k++)
      if (!commute(monoid->maps + i * size, monoid->maps + k * size, monoid->size))
        return grundy_json_proof_refute(proof, "the maps %u and %u of 'cayley' do not commute", k,
                                        i);
  }
  uint32_t *queue = grundy_arena_array(arena, size, sizeof *queue);
  if (queue == NULL) return grundy_fail_memory(proof->error);
  uint32_t reached = reach(monoid, queue);
  grundy_arena_release(arena, queue);
  if (reached == monoid->size) return GRUNDY_OK;
  return grundy_json_proof_refute(proof, "only %u of %u elements are products of generators",
                                  reached, monoid->size);
}

void grundy_cayley_multiply(const grundy_cayley *monoid, uint32_t y, uint32_t *row) {
  for (uint32_t x = 0; x < monoid->size; x++) row[x] = x;
  for (; y != 0; y = monoid->before[y]) {
    const uint32_t *map = monoid->maps + (uint64_t)monoid->by[y] * monoid->size;
    for (uint32_t x = 0; x < monoid->size; x++) row[x] = map[row[x]];
  }
}

const uint32_t *grundy_cayley_row(grundy_cayley *monoid, grundy_arena *arena, uint32_t y) {
  if (monoid->rows[y] == NULL) {
    monoid->rows[y] = grundy_arena_array(arena, monoid->size, sizeof *monoid->rows[y]);
    if (monoid->rows[y] != NULL) grundy_cayley_multiply(monoid, y, monoid->rows[y]);
  }
  return monoid->rows[y];
}

/* ---- classes -------------------------------------------------------------------------------- */

typedef struct entry {
  uint64_t label; /* class and key */
  uint32_t element;
} entry;

static int compare_labels(const void *a, const void *b) {
  uint64_t first = ((const entry *)a)->label, second = ((const entry *)b)->label;
  return (first > second) - (first < second);
}

uint32_t grundy_cayley_split(const grundy_cayley *monoid, uint32_t *classes, const uint32_t *keys) {
  entry *entries = grundy_alloc(monoid->size, sizeof *entries);
  if (entries == NULL) return 0;
  for (uint32_t x = 0; x < monoid->size; x++)
    entries[x] = (entry){(uint64_t)classes[x] << 32 | keys[x], x};
  qsort(entries, monoid->size, sizeof *entries, compare_labels);
  uint32_t count = 0;
  for (uint32_t i = 0; i < monoid->size; i++) {
    if (i == 0 || entries[i].label != entries[i - 1].label) count++;
    classes[entries[i].element] = count - 1;
  }
  free(entries);
  return count;
}

uint32_t grundy_cayley_refine(const grundy_cayley *monoid, uint32_t *classes) {
  uint32_t *keys = grundy_alloc_zero(monoid->size, sizeof *keys), before = 0;
  if (keys == NULL) return 0;
  uint32_t count = grundy_cayley_split(monoid, classes, keys);
  while (count > before && count < monoid->size) {
    before = count;
    for (uint32_t i = 0; i < monoid->generators && count != 0; i++) {
      const uint32_t *map = monoid->maps + (uint64_t)i * monoid->size;
      for (uint32_t x = 0; x < monoid->size; x++) keys[x] = classes[map[x]];
      count = grundy_cayley_split(monoid, classes, keys);
    }
  }
  free(keys);
  return count;
}
