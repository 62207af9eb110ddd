#include "tiers/table.h"

#include "base/alloc.h"

#include <grundy/value.h>

#include <stdlib.h>
#include <string.h>

enum { FIRST_ROOM = 64 };

/* The entries are plain bytes: atomic ones have the same size and representation. */
static_assert(sizeof(_Atomic uint8_t) == 1, "entries of a table are bytes");

void grundy_tier_table_clear(grundy_tier_table *table) {
  uint64_t bytes = grundy_tier_table_bytes(table->count, table->bits);
  memset((void *)table->entries, table->bits == 8 ? GRUNDY_TIER_OPEN : 0, bytes);
  free(table->escapes);
  table->escapes = NULL;
  table->escape_room = table->escape_count = 0;
}

bool grundy_tier_table_start(grundy_tier_table *table, uint64_t count, unsigned bits) {
  uint64_t bytes = grundy_tier_table_bytes(count, bits);
  *table = (grundy_tier_table){.count = count, .bits = bits};
  table->entries = grundy_alloc(bytes, 1);
  if (table->entries == NULL) return false;
  if (pthread_mutex_init(&table->lock, NULL) != 0) {
    free((void *)table->entries);
    table->entries = NULL;
    return false;
  }
  grundy_tier_table_clear(table);
  return true;
}

void grundy_tier_table_free(grundy_tier_table *table) {
  if (table->entries == NULL) return;
  (void)pthread_mutex_destroy(&table->lock);
  free((void *)table->entries);
  free(table->escapes);
  *table = (grundy_tier_table){0};
}

uint64_t grundy_tier_table_next_open(const grundy_tier_table *table, uint64_t index, uint64_t end) {
  for (; index < end; index++)
    if (atomic_load_explicit(&table->entries[index], memory_order_relaxed) == GRUNDY_TIER_OPEN)
      break;
  return index;
}

/* ---- large numbers ------------------------------------------------------------------------ */

/* Returns the slot of the index, or the empty one where it belongs; there is one. */
static grundy_tier_escape *slot_of(const grundy_tier_table *table, uint64_t index) {
  uint64_t at = index * UINT64_C(0x9e3779b97f4a7c15) >> 32;
  for (;; at++) {
    grundy_tier_escape *slot = &table->escapes[at & (table->escape_room - 1)];
    if (slot->number == 0 || slot->index == index) return slot;
  }
}

/* Doubles the hash table. */
static bool grow(grundy_tier_table *table) {
  grundy_tier_escape *old = table->escapes;
  uint64_t room = table->escape_room;
  uint64_t more = room == 0 ? FIRST_ROOM : 2 * room;
  grundy_tier_escape *made = grundy_alloc_zero(more, sizeof *made);
  if (made == NULL) return false;
  table->escapes = made;
  table->escape_room = more;
  for (uint64_t i = 0; i < room; i++)
    if (old[i].number != 0) *slot_of(table, old[i].index) = old[i];
  free(old);
  return true;
}

uint32_t grundy_tier_table_escaped(grundy_tier_table *table, uint64_t index) {
  atomic_thread_fence(memory_order_acquire); /* the number was stored before the entry */
  (void)pthread_mutex_lock(&table->lock);
  uint32_t number = (uint32_t)slot_of(table, index)->number;
  (void)pthread_mutex_unlock(&table->lock);
  assert(number > GRUNDY_TIER_MOST);
  return number;
}

bool grundy_tier_table_escape(grundy_tier_table *table, uint64_t index, uint32_t number) {
  assert(number < GRUNDY_TIER_NUMBER_OPEN);
  (void)pthread_mutex_lock(&table->lock);
  bool done = 2 * (table->escape_count + 1) <= table->escape_room || grow(table);
  if (done) {
    grundy_tier_escape *slot = slot_of(table, index);
    table->escape_count += slot->number == 0;
    *slot = (grundy_tier_escape){index, number};
  }
  (void)pthread_mutex_unlock(&table->lock);
  if (done)
    atomic_store_explicit(&table->entries[index], GRUNDY_TIER_ESCAPED, memory_order_release);
  return done;
}

static int compare(const void *a, const void *b) {
  const grundy_tier_escape *x = a, *y = b;
  return (x->index > y->index) - (x->index < y->index);
}

void grundy_tier_table_finish(grundy_tier_table *table) {
  uint64_t kept = 0;
  for (uint64_t i = 0; i < table->escape_room; i++) {
    grundy_tier_escape one = table->escapes[i];
    if (one.number != 0 && table->entries[one.index] == GRUNDY_TIER_ESCAPED)
      table->escapes[kept++] = one;
  }
  table->escape_count = kept;
  if (kept > 0) qsort(table->escapes, kept, sizeof *table->escapes, compare);
}

/* ---- outcomes ----------------------------------------------------------------------------- */

void grundy_tier_table_close_outcomes(grundy_tier_table *table) {
  uint64_t bytes = grundy_tier_table_bytes(table->count, 2);
  unsigned char *entries = (unsigned char *)table->entries; /* no other thread uses them any more */
  for (uint64_t i = 0; i < bytes; i++) {
    unsigned four = entries[i], differ = (four ^ four >> 1) & 0x55U;
    entries[i] = (unsigned char)(four ^ (~differ & 0x55U) * 3U);
  }
  /* The bits after the last entry are 0. */
  if (table->count % 4 != 0)
    entries[bytes - 1] &= (unsigned char)((1U << table->count % 4 * 2) - 1);
}
