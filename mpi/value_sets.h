/* The set of values of followers that each own position has heard of. Values below 63 are bits of
 * a word; larger ones, which are rare, are pairs in a hash table. */

#ifndef GRUNDY_MPI_VALUE_SETS_H
#define GRUNDY_MPI_VALUE_SETS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { VALUE_SETS_SMALL = 63 };

typedef struct value_sets {
  uint64_t *words; /* by own position */
  /* Pairs of a position (high bits) and a large value that are not in the table yet. Threads append
   * to them; there is room for as many as value_sets_expect has announced. */
  uint64_t *recent, recent_count, recent_capacity;
  uint64_t *table, table_capacity, table_count; /* a pair plus 1; 0 is empty */
  bool out_of_memory;                           /* some pair is missing */
} value_sets;

/* Makes empty sets. False if memory runs out; even then they must be freed. */
bool value_sets_start(value_sets *sets, uint32_t positions);
void value_sets_free(value_sets *sets);

/* Makes room for `count` more large values. */
void value_sets_expect(value_sets *sets, uint64_t count);

/* Adds a value to the set of i. Several threads may do so at once for different positions. */
static inline void value_sets_add(value_sets *sets, uint32_t i, uint32_t value) {
  if (value < VALUE_SETS_SMALL) {
    sets->words[i] |= UINT64_C(1) << value;
    return;
  }
  uint64_t at = __atomic_fetch_add(&sets->recent_count, 1, __ATOMIC_RELAXED);
  if (at < sets->recent_capacity) sets->recent[at] = (uint64_t)i << 32 | value;
}

/* Moves recent pairs to the table. */
void value_sets_settle(value_sets *sets);

/* Returns the least number that is not in the set of i; all pairs must be settled. */
uint32_t value_sets_mex(const value_sets *sets, uint32_t i);

/* Lists all pairs in increasing order in a new array. False if memory runs out. */
bool value_sets_large(const value_sets *sets, uint64_t **pairs, uint64_t *count);

#endif
