/* The entries of one column of a tier while it is solved: 2 bits per index for outcomes, otherwise
 * 1 byte, with a table for the few numbers that do not fit into it.
 *
 * Each index belongs to the thread that works on its block (iterate.h), which alone writes it.
 * Others may read it at the same time: they get an entry from before or after. */

#ifndef GRUNDY_SRC_TIERS_TABLE_H
#define GRUNDY_SRC_TIERS_TABLE_H

#include <grundy/base.h>

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

/* Entries of 2 bits, in files. */
enum { GRUNDY_TIER_NO_OUTCOME, GRUNDY_TIER_P, GRUNDY_TIER_N, GRUNDY_TIER_D };

/* Entries of 1 byte, in files: numbers up to GRUNDY_TIER_MOST stand for themselves. */
enum {
  GRUNDY_TIER_MOST = 250,
  GRUNDY_TIER_ESCAPED = 251,  /* a larger number, in the table of such numbers */
  GRUNDY_TIER_INFINITE = 252, /* infinity; "none" in a counter */
  GRUNDY_TIER_ABSENT = 253,   /* no position has this index, or it is not a representative */
  GRUNDY_TIER_OPEN = 254,     /* not known yet; not in files */
};

/* What is read from an entry that is not a number, in addition to GRUNDY_INFINITY. */
#define GRUNDY_TIER_NUMBER_ABSENT (UINT32_MAX - 1)
#define GRUNDY_TIER_NUMBER_OPEN (UINT32_MAX - 2)

/* A number that does not fit into a byte. */
typedef struct grundy_tier_escape {
  uint64_t index;
  uint64_t number;
} grundy_tier_escape;

typedef struct grundy_tier_table {
  uint64_t count;
  unsigned bits; /* 2 or 8 */
  _Atomic uint8_t *entries;
  pthread_mutex_t lock;        /* protects the members below */
  grundy_tier_escape *escapes; /* a hash table by index; an empty slot has the number 0 */
  uint64_t escape_room, escape_count;
} grundy_tier_table;

/* Returns the bytes of `count` entries. */
static inline uint64_t grundy_tier_table_bytes(uint64_t count, unsigned bits) {
  return bits == 8 ? count : count / 4 + (count % 4 != 0);
}

/* Makes a table; its entries are open. False if memory runs out. */
bool grundy_tier_table_start(grundy_tier_table *table, uint64_t count, unsigned bits);
void grundy_tier_table_free(grundy_tier_table *table);

/* Makes all entries open again. */
void grundy_tier_table_clear(grundy_tier_table *table);

/* Sorts the numbers that do not fit into a byte by index, moves them to the front of table->escapes
 * and drops those that were replaced by small numbers. The table cannot be changed afterwards. */
void grundy_tier_table_finish(grundy_tier_table *table);

/* Returns whether this slot of the hash table has a number that is in use, of an index from `begin`
 * up to, but not including, `end`. */
static inline bool grundy_tier_table_is_escape(const grundy_tier_table *table, uint64_t slot,
                                               uint64_t begin, uint64_t end) {
  const grundy_tier_escape *one = &table->escapes[slot];
  return one->number != 0 && one->index >= begin && one->index < end &&
         table->entries[one->index] == GRUNDY_TIER_ESCAPED;
}

/* For entries of 1 byte that are larger numbers. */
uint32_t grundy_tier_table_escaped(grundy_tier_table *table, uint64_t index);
bool grundy_tier_table_escape(grundy_tier_table *table, uint64_t index, uint32_t number);

/* Returns a number, GRUNDY_INFINITY, GRUNDY_TIER_NUMBER_ABSENT or GRUNDY_TIER_NUMBER_OPEN. */
static inline uint32_t grundy_tier_table_get(grundy_tier_table *table, uint64_t index) {
  assert(table->bits == 8 && index < table->count);
  uint8_t entry = atomic_load_explicit(&table->entries[index], memory_order_relaxed);
  if (entry <= GRUNDY_TIER_MOST) return entry;
  if (entry == GRUNDY_TIER_ESCAPED) return grundy_tier_table_escaped(table, index);
  return entry == GRUNDY_TIER_INFINITE ? UINT32_MAX
         : entry == GRUNDY_TIER_ABSENT ? GRUNDY_TIER_NUMBER_ABSENT
                                       : GRUNDY_TIER_NUMBER_OPEN;
}

/* Sets a number. False if memory runs out. */
static inline bool grundy_tier_table_set(grundy_tier_table *table, uint64_t index,
                                         uint32_t number) {
  assert(table->bits == 8 && index < table->count);
  if (number > GRUNDY_TIER_MOST) return grundy_tier_table_escape(table, index, number);
  atomic_store_explicit(&table->entries[index], (uint8_t)number, memory_order_relaxed);
  return true;
}

/* Sets an entry that is not a number. */
static inline void grundy_tier_table_mark(grundy_tier_table *table, uint64_t index, uint8_t entry) {
  assert(table->bits == 8 && index < table->count && entry > GRUNDY_TIER_ESCAPED);
  atomic_store_explicit(&table->entries[index], entry, memory_order_relaxed);
}

/* Returns the first open entry of 1 byte from `index` on, below `end`; `end` if there is none. */
uint64_t grundy_tier_table_next_open(const grundy_tier_table *table, uint64_t index, uint64_t end);

/* While outcomes are computed, the entries of 2 bits mean: open, P, N, absent. A draw is a position
 * that is open in the end. grundy_tier_table_close_outcomes exchanges open and absent, so that the
 * entries are those of files. */
enum { GRUNDY_TIER_OUTCOME_OPEN = 0, GRUNDY_TIER_OUTCOME_ABSENT = 3 };

static inline unsigned grundy_tier_table_outcome(const grundy_tier_table *table, uint64_t index) {
  assert(table->bits == 2 && index < table->count);
  uint8_t four = atomic_load_explicit(&table->entries[index / 4], memory_order_relaxed);
  return four >> index % 4 * 2 & 3U;
}

/* Sets an open entry. */
static inline void grundy_tier_table_set_outcome(grundy_tier_table *table, uint64_t index,
                                                 unsigned outcome) {
  assert(grundy_tier_table_outcome(table, index) == GRUNDY_TIER_OUTCOME_OPEN && outcome < 4);
  uint8_t four = atomic_load_explicit(&table->entries[index / 4], memory_order_relaxed);
  four = (uint8_t)(four | outcome << index % 4 * 2);
  atomic_store_explicit(&table->entries[index / 4], four, memory_order_relaxed);
}

void grundy_tier_table_close_outcomes(grundy_tier_table *table);

#endif
