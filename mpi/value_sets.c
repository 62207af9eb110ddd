#include "value_sets.h"

#include "engine/cluster.h"

#include <assert.h>

bool value_sets_start(value_sets *sets, uint32_t positions) {
  *sets = (value_sets){.words = grundy_alloc_zero(positions, sizeof *sets->words)};
  return sets->words != NULL;
}

void value_sets_free(value_sets *sets) {
  free(sets->words);
  free(sets->recent);
  free(sets->table);
  *sets = (value_sets){0};
}

void value_sets_expect(value_sets *sets, uint64_t count) {
  uint64_t need = sets->recent_count + count;
  if (count > 0 && need > sets->recent_capacity &&
      !grundy_grow(&sets->recent, &sets->recent_capacity, need, sizeof *sets->recent))
    sets->out_of_memory = true;
}

/* ---- the table ------------------------------------------------------------------------- */

/* Returns the place of the pair, or the empty place where it belongs; the capacity is a power of
 * two and never reached. */
static uint64_t place_of(const uint64_t *table, uint64_t capacity, uint64_t pair) {
  uint64_t hash = pair * UINT64_C(0x9e3779b97f4a7c15);
  uint64_t at = (hash ^ hash >> 32) & (capacity - 1);
  while (table[at] != 0 && table[at] != pair + 1) at = (at + 1) & (capacity - 1);
  return at;
}

static bool table_grow(value_sets *sets) {
  uint64_t capacity = sets->table_capacity == 0 ? 1 << 10 : 2 * sets->table_capacity;
  uint64_t *table = grundy_alloc_zero(capacity, sizeof *table);
  if (table == NULL) return false;
  for (uint64_t i = 0; i < sets->table_capacity; i++)
    if (sets->table[i] != 0) table[place_of(table, capacity, sets->table[i] - 1)] = sets->table[i];
  free(sets->table);
  sets->table = table;
  sets->table_capacity = capacity;
  return true;
}

static bool table_add(value_sets *sets, uint64_t pair) {
  if (2 * (sets->table_count + 1) > sets->table_capacity && !table_grow(sets)) return false;
  uint64_t at = place_of(sets->table, sets->table_capacity, pair);
  sets->table_count += sets->table[at] == 0;
  sets->table[at] = pair + 1;
  return true;
}

void value_sets_settle(value_sets *sets) {
  if (sets->recent_count > sets->recent_capacity) sets->out_of_memory = true;
  for (uint64_t i = 0; i < sets->recent_count && !sets->out_of_memory; i++)
    sets->out_of_memory = !table_add(sets, sets->recent[i]);
  sets->recent_count = 0;
}

uint32_t value_sets_mex(const value_sets *sets, uint32_t i) {
  assert(sets->recent_count == 0);
  uint32_t mex = (uint32_t)__builtin_ctzll(~sets->words[i]);
  if (mex < VALUE_SETS_SMALL || sets->table_count == 0) return mex;
  while (sets->table[place_of(sets->table, sets->table_capacity, (uint64_t)i << 32 | mex)] != 0)
    mex++;
  return mex;
}

bool value_sets_large(const value_sets *sets, uint64_t **pairs, uint64_t *count) {
  *count = 0;
  *pairs = grundy_alloc(sets->table_count, sizeof **pairs);
  if (*pairs == NULL) return false;
  for (uint64_t i = 0; i < sets->table_capacity; i++)
    if (sets->table[i] != 0) (*pairs)[(*count)++] = sets->table[i] - 1;
  assert(*count == sets->table_count);
  grundy_sort_wide(*pairs, *count);
  return true;
}
