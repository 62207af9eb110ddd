/* Remoteness in 1 byte per position, and Q for aims of A in two-coloured games.
 *
 * Entries are upper bounds that only decrease: an N-position has 1 more than the least even number
 * among its followers (4b), a P-position, all of whose followers have odd numbers, 1 more than the
 * largest of them (4c) [Smi66]. Every bound belongs to a strategy, so it is never too small. When
 * nothing changes any more, (4b) and (4c) hold everywhere, and numbers with this property are
 * unique: a play in which both follow them decreases the number by 1 with each move. Positions
 * that stay open are draws (4e).
 *
 * If the least number that a sweep has assigned is m, later changes assign numbers above m, so
 * entries up to m + 1 are final. */

#include "tiers/kernels.h"

#include <grundy/value.h>

typedef struct remoteness_kernel {
  grundy_tier_kernel base;
  grundy_tier_numbers numbers;
  uint32_t final; /* numbers up to this are final */
} remoteness_kernel;

/* An entry above `final` can change, whether it is a number, escaped or open. */
static uint64_t next_open(const grundy_tier_kernel *kernel, uint64_t index, uint64_t end) {
  const remoteness_kernel *k = (const remoteness_kernel *)kernel;
  for (; index < end; index++) {
    uint8_t entry = atomic_load_explicit(&k->numbers.table->entries[index], memory_order_relaxed);
    if (entry == GRUNDY_TIER_OPEN || (entry <= GRUNDY_TIER_MOST && entry > k->final)) break;
    if (entry == GRUNDY_TIER_ESCAPED &&
        grundy_tier_table_escaped(k->numbers.table, index) > k->final)
      break;
  }
  return index;
}

static void swept(grundy_tier_kernel *kernel, uint32_t least) {
  remoteness_kernel *k = (remoteness_kernel *)kernel;
  k->final = least + 1;
}

/* Sets *number to the bound of the loaded position, or to GRUNDY_TIER_NUMBER_OPEN. */
static grundy_status look_at_followers(const remoteness_kernel *k, grundy_tier_reader *r,
                                       uint32_t *number, bool *incomplete) {
  grundy_tier_cursor cursor = {.list = &r->moves};
  grundy_tier_follower follower;
  bool all_odd = true;
  uint32_t of_follower, least_even = GRUNDY_TIER_NUMBER_OPEN, largest_odd = 0;
  grundy_status status = GRUNDY_OK;
  while (grundy_tier_follow_number(k->base.job, r, &cursor, &k->numbers, &follower, &of_follower,
                                   &status)) {
    if (of_follower >= GRUNDY_TIER_NUMBER_OPEN) {
      *incomplete |= of_follower == GRUNDY_TIER_NUMBER_OPEN;
      all_odd = false;
    } else if (of_follower % 2 == 0) {
      all_odd = false;
      if (of_follower < least_even) least_even = of_follower;
    } else if (of_follower > largest_odd) {
      largest_odd = of_follower;
    }
  }
  *number = least_even != GRUNDY_TIER_NUMBER_OPEN ? least_even + 1
            : all_odd                             ? largest_odd + 1
                                                  : GRUNDY_TIER_NUMBER_OPEN;
  return status;
}

static grundy_status evaluate(const grundy_tier_kernel *kernel, grundy_tier_reader *r,
                              uint64_t index, grundy_tier_evaluation *found) {
  const remoteness_kernel *k = (const remoteness_kernel *)kernel;
  unsigned end;
  uint32_t number = GRUNDY_TIER_NUMBER_OPEN,
           before = grundy_tier_table_get(k->numbers.table, index);
  grundy_status status = grundy_tier_examine(kernel->job, r, index, &end, found);
  if (status != GRUNDY_OK) return status;
  if (found->absent) {
    grundy_tier_table_mark(k->numbers.table, index, GRUNDY_TIER_ABSENT);
    return GRUNDY_OK;
  }
  if (end == GRUNDY_TIER_NO_OUTCOME)
    status = look_at_followers(k, r, &number, &found->incomplete);
  else if ((end = grundy_tier_end_for(k->numbers.column, r->info.player, end)) != GRUNDY_TIER_D)
    number = end == GRUNDY_TIER_N;
  if (status != GRUNDY_OK || number == before) return status;
  /* Bounds decrease: an entry was open, or larger and of the same parity. */
  assert(before == GRUNDY_TIER_NUMBER_OPEN || (number < before && (before - number) % 2 == 0));
  return grundy_tier_set_number(k->numbers.table, r, index, number, found);
}

/* Positions that are still open are draws. */
static void close_block(void *context, uint64_t begin, uint64_t end) {
  grundy_tier_table *table = context;
  for (uint64_t i = grundy_tier_table_next_open(table, begin, end); i < end;
       i = grundy_tier_table_next_open(table, i + 1, end))
    grundy_tier_table_mark(table, i, GRUNDY_TIER_INFINITE);
}

grundy_status grundy_tier_solve_remoteness(grundy_tier_job *job, grundy_columns column,
                                           grundy_tier_table *table) {
  remoteness_kernel k = {.base = {.next = next_open,
                                  .evaluate = evaluate,
                                  .swept = swept,
                                  .written = table,
                                  .job = job},
                         .numbers = {table, column}};
  grundy_status status = grundy_tier_iterate(&k.base);
  if (status == GRUNDY_OK) grundy_tier_visit(job, close_block, table);
  return status;
}
