/* The hash table of the library: open addressing, for items that the caller stores and numbers. A
 * slot has the number of an item and 32 bits of its hash, the tag; if tags agree, the caller
 * compares the item. A zeroed table is empty.
 *
 * The place of a tag in the table never decreases if the tag increases, so growing reads the old
 * slots and fills the new ones from front to back, and does not need the items. */

#ifndef GRUNDY_SRC_BASE_HASH_TABLE_H
#define GRUNDY_SRC_BASE_HASH_TABLE_H

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct grundy_hash_table {
  uint64_t *slots; /* each begins with a tag above a number plus 1; 0: the slot is free */
  uint64_t slot_count, count;
} grundy_hash_table;

/* The most items of a table. */
#define GRUNDY_HASH_TABLE_MAX_ITEMS (UINT32_MAX - 1)

void grundy_hash_table_free(grundy_hash_table *table);

/* Makes room for `more` items, in slots of `words` words. False if memory runs out or if these are
 * too many: then the table is unchanged. */
bool grundy_hash_table_grow(grundy_hash_table *table, uint64_t more, unsigned words);

/* As above. At most 5/6 of the slots are in use. */
static inline bool grundy_hash_table_reserve(grundy_hash_table *table, uint64_t more) {
  return 6 * (table->count + more) <= 5 * table->slot_count ||
         grundy_hash_table_grow(table, more, 1);
}

/* Returns the slot where the search for a tag begins. */
static inline uint64_t grundy_hash_table_first(const grundy_hash_table *table, uint32_t tag) {
  __extension__ typedef unsigned __int128 wide;
  return (uint64_t)((wide)tag * table->slot_count >> 32);
}

static inline uint64_t grundy_hash_table_after(const grundy_hash_table *table, uint64_t slot) {
  return slot + 1 == table->slot_count ? 0 : slot + 1;
}

/* Returns whether the item with that number is the one in the context. */
typedef bool grundy_is_item(const void *context, uint32_t number);

/* Returns the slot of the item, or the free one where it belongs; there must be room for one. */
static inline uint64_t *grundy_hash_table_find(const grundy_hash_table *table, uint32_t tag,
                                               grundy_is_item *is_item, const void *context) {
  assert(table->count < table->slot_count); /* otherwise the search would not end */
  uint64_t slot = grundy_hash_table_first(table, tag);
  for (; table->slots[slot] != 0; slot = grundy_hash_table_after(table, slot)) {
    uint64_t word = table->slots[slot];
    if (word >> 32 == tag && is_item(context, (uint32_t)word - 1)) break;
  }
  return &table->slots[slot];
}

/* Fills a free slot. */
static inline void grundy_hash_table_put(grundy_hash_table *table, uint64_t *slot, uint32_t tag,
                                         uint32_t number) {
  assert(*slot == 0);
  *slot = (uint64_t)tag << 32 | (number + 1);
  table->count++;
}

/* Finds the number of an item; returns false if it is not in the table. */
static inline bool grundy_hash_table_get(const grundy_hash_table *table, uint32_t tag,
                                         grundy_is_item *is_item, const void *context,
                                         uint32_t *number) {
  uint64_t word = table->count == 0 ? 0 : *grundy_hash_table_find(table, tag, is_item, context);
  if (word != 0) *number = (uint32_t)word - 1;
  return word != 0;
}

#endif
