/* Games given by the options of heaps 1, 2, 3 …, each a sum of smaller heaps, and the outcomes of
 * their sums by plain search. */

#ifndef GRUNDY_TESTS_SUPPORT_OPTION_TABLES_H
#define GRUNDY_TESTS_SUPPORT_OPTION_TABLES_H

#include <grundy/digraph.h>

#include "support/heaps.h"

enum { TABLE_HEAPS = 16, TABLE_OPTIONS = 256, TABLE_PARTS = 5 };

typedef struct table_option {
  uint32_t count;
  uint32_t parts[TABLE_PARTS];
} table_option;

/* A sum: how often each heap occurs, at its number minus 1. */
typedef struct table_sum {
  uint8_t counts[TABLE_HEAPS];
} table_sum;

typedef struct option_table {
  uint32_t heaps;
  uint32_t degrees[TABLE_HEAPS];
  table_option (*options)[TABLE_OPTIONS]; /* of heap h at h - 1 */
  bool is_normal;

  /* The sums whose outcomes are known: a hash table. */
  table_sum *sums;
  uint8_t *outcomes; /* 'P' or 'N'; 0: the slot is free */
  size_t slots, used;
} option_table;

/* Makes a table without options, or with those of the heaps of a code. */
option_table option_table_new(uint32_t heaps);
option_table option_table_of_rules(const heap_rules *rules, uint32_t heaps);
void option_table_free(option_table *table);

/* Makes random options, of up to `parts` heaps each. */
option_table option_table_random(grundy_random *random, uint32_t heaps, uint32_t parts);

/* Makes the digraph whose vertices are the heaps minus 1, with moves to sums of parts. */
grundy_digraph *option_table_digraph(const option_table *table);

/* Returns whether a sum is a P-position, by trying all moves. */
bool option_table_is_p(option_table *table, const table_sum *sum);

/* Returns the number of moves from the sum to P-positions; equal heaps count once. */
uint32_t option_table_winning_moves(option_table *table, const table_sum *sum);

/* Calls visit(context, sizes, count) for all sums of at most `most` heaps. */
void option_table_each_sum(const option_table *table, uint32_t most,
                           void (*visit)(void *context, const uint32_t *sizes, uint32_t count),
                           void *context);

table_sum table_sum_of(const uint32_t *sizes, uint32_t count);

#endif
