/* Outcomes in 2 bits per position. An open position is an N-position as soon as a move leads to a
 * P-position, and a P-position as soon as all moves lead to N-positions [FY86, Lemma 2]; a position
 * that stays open is a draw. In a two-coloured game N means that the player to move wins, and since
 * players move in turn the rule is the same. */

#include "tiers/kernels.h"

typedef struct outcome_kernel {
  grundy_tier_kernel base;
  grundy_tier_table *table;
} outcome_kernel;

/* Four open entries in a byte are 0. */
static uint64_t next_open(const grundy_tier_kernel *kernel, uint64_t index, uint64_t end) {
  const grundy_tier_table *table = ((const outcome_kernel *)kernel)->table;
  while (index < end) {
    uint8_t four = atomic_load_explicit(&table->entries[index / 4], memory_order_relaxed);
    unsigned known = (four | four >> 1) & 0x55U;
    if (known == 0x55U) {
      index = (index / 4 + 1) * 4;
      continue;
    }
    for (uint64_t stop = (index / 4 + 1) * 4; index < stop && index < end; index++)
      if ((known >> index % 4 * 2 & 1U) == 0) return index;
  }
  return end;
}

/* Returns GRUNDY_TIER_P, _N, or _D if it is not known, or not decided; GRUNDY_TIER_NO_OUTCOME if
 * the rules have no such position. */
static unsigned outcome_of(const outcome_kernel *k, const grundy_tier_follower *follower,
                           bool *is_open) {
  *is_open = false;
  if (follower->file != NULL) {
    const grundy_tier_column *column =
        grundy_tier_file_column(follower->file, GRUNDY_COLUMN_OUTCOME);
    return grundy_tier_column_outcome(column, follower->index);
  }
  unsigned entry = grundy_tier_table_outcome(k->table, follower->index);
  if (entry == GRUNDY_TIER_OUTCOME_ABSENT) return GRUNDY_TIER_NO_OUTCOME;
  *is_open = entry == GRUNDY_TIER_OUTCOME_OPEN;
  return *is_open ? GRUNDY_TIER_D : entry;
}

/* Sets *outcome to that of the loaded position, or to GRUNDY_TIER_OUTCOME_OPEN. */
static grundy_status look_at_followers(const outcome_kernel *k, grundy_tier_reader *r,
                                       unsigned *outcome, bool *incomplete) {
  grundy_tier_cursor cursor = {.list = &r->moves};
  grundy_tier_follower follower;
  bool is_open, all_n = true;
  grundy_status status = GRUNDY_OK;
  *outcome = GRUNDY_TIER_OUTCOME_OPEN;
  while (grundy_tier_follow(k->base.job, r, &cursor, &follower, &status)) {
    unsigned of_follower = outcome_of(k, &follower, &is_open);
    if (of_follower == GRUNDY_TIER_NO_OUTCOME)
      return grundy_tier_refuse_follower(r, follower.position);
    *incomplete |= is_open;
    all_n = all_n && of_follower == GRUNDY_TIER_N;
    if (of_follower == GRUNDY_TIER_P) {
      *incomplete = false;
      *outcome = GRUNDY_TIER_N;
      return GRUNDY_OK;
    }
  }
  if (all_n) *outcome = GRUNDY_TIER_P;
  return status;
}

static grundy_status evaluate(const grundy_tier_kernel *kernel, grundy_tier_reader *r,
                              uint64_t index, grundy_tier_evaluation *found) {
  const outcome_kernel *k = (const outcome_kernel *)kernel;
  unsigned end, outcome = GRUNDY_TIER_OUTCOME_OPEN;
  grundy_status status = grundy_tier_examine(kernel->job, r, index, &end, found);
  if (status != GRUNDY_OK) return status;
  if (found->absent) {
    grundy_tier_table_set_outcome(k->table, index, GRUNDY_TIER_OUTCOME_ABSENT);
    return GRUNDY_OK;
  }
  if (end == GRUNDY_TIER_P || end == GRUNDY_TIER_N)
    outcome = end;
  else if (end == GRUNDY_TIER_NO_OUTCOME)
    status = look_at_followers(k, r, &outcome, &found->incomplete);
  if (status != GRUNDY_OK || outcome == GRUNDY_TIER_OUTCOME_OPEN) return status;
  grundy_tier_table_set_outcome(k->table, index, outcome);
  found->changed = true;
  return GRUNDY_OK;
}

grundy_status grundy_tier_solve_outcomes(grundy_tier_job *job, grundy_tier_table *table) {
  outcome_kernel k = {.base = {.next = next_open,
                               .evaluate = evaluate,
                               .settles = true,
                               .written = table,
                               .job = job},
                      .table = table};
  grundy_status status = grundy_tier_iterate(&k.base);
  if (status == GRUNDY_OK) grundy_tier_table_close_outcomes(table);
  return status;
}
