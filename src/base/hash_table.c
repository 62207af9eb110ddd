#include "base/hash_table.h"

#include "base/alloc.h"

void grundy_hash_table_free(grundy_hash_table *table) {
  free(table->slots);
  *table = (grundy_hash_table){0};
}

/* Items are distinct, so free slots are found by tag alone. */
bool grundy_hash_table_grow(grundy_hash_table *table, uint64_t more, unsigned words) {
  enum { LEAST = 16 };
  if (more > GRUNDY_HASH_TABLE_MAX_ITEMS - table->count) return false;
  uint64_t need = 6 * (table->count + more) / 5 + 1, wider = table->slot_count / 2 * 3;
  if (wider < LEAST) wider = LEAST;
  grundy_hash_table larger = {.slot_count = need < wider ? wider : need, .count = table->count};
  larger.slots = grundy_alloc_zero(larger.slot_count, words * sizeof *larger.slots);
  if (larger.slots == NULL) return false;
  for (uint64_t at = 0; at < words * table->slot_count; at += words) {
    const uint64_t *old = table->slots + at;
    if (*old == 0) continue;
    uint64_t slot = grundy_hash_table_first(&larger, (uint32_t)(*old >> 32));
    while (larger.slots[words * slot] != 0) slot = grundy_hash_table_after(&larger, slot);
    for (unsigned i = 0; i < words; i++) larger.slots[words * slot + i] = old[i];
  }
  free(table->slots);
  *table = larger;
  assert(6 * (table->count + more) <= 5 * table->slot_count);
  return true;
}
