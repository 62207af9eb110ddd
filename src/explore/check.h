/* Checking rules: sets of positions, and findings, for the files that check. */

#ifndef GRUNDY_SRC_EXPLORE_CHECK_H
#define GRUNDY_SRC_EXPLORE_CHECK_H

#include "explore/impl.h"

#include "base/error.h"
#include "base/monitor.h"

/* A set of positions, numbered in the order in which they come. Zeros are an empty one. */
typedef struct grundy_position_set {
  grundy_positions positions;
  bool starved; /* memory ran out, and some are missing */
} grundy_position_set;

/* A grundy_take. */
void grundy_position_set_put(void *to, grundy_position position);
void grundy_position_set_free(grundy_position_set *set);
bool grundy_position_set_find(const grundy_position_set *set, grundy_position position,
                              uint32_t *id);

static inline uint32_t grundy_position_set_count(const grundy_position_set *set) {
  return set->positions.count;
}

/* It is good until something is put into the set. */
static inline grundy_position grundy_position_set_get(const grundy_position_set *set, uint32_t id) {
  return grundy_positions_get(&set->positions, id);
}

/* A check under way. Functions return GRUNDY_OK also where a promise is broken, and fail only
 * where the check cannot go on. */
typedef struct grundy_check {
  grundy_ruleset *ruleset;
  grundy_rules_finding *findings;
  grundy_work work;
  grundy_random random;
  grundy_error *error;
  grundy_position_set seen;  /* all positions that were examined, in canonical form */
  grundy_position_set names; /* theirs, in the same order, until two are called the same */
  bool payoffs, outcomes;    /* has play ended with a payoff, and without? */
  uint64_t effort;           /* positions that the closed form may still be searched through */
} grundy_check;

/* Is it worth trying? The promise is of these rules and has not been broken yet. */
static inline bool grundy_check_open(const grundy_check *c, grundy_promise promise) {
  const grundy_rules_finding *finding = &c->findings[promise];
  return finding->applies && finding->broken[0] == '\0';
}

/* Breaks a promise, in words; where the position is not NULL it is named first: "at 'p': ...". */
GRUNDY_PRINTF(4, 5)
void grundy_check_break(grundy_check *c, grundy_promise promise, const grundy_position *position,
                        const char *format, ...);

/* After a call of the rules that said `said`: if the rules are to blame, that breaks the promise
 * and the check goes on. */
grundy_status grundy_check_blame(grundy_check *c, grundy_promise promise, grundy_status status,
                                 const grundy_error *said);

/* Opens the rules again, and compares what they say about the start and all positions that were
 * examined (check_again.c). */
grundy_status grundy_check_again(grundy_check *c, const grundy_ruleset_opener *opener);

/* Compares the closed form with the values of everything that can be reached from the positions of
 * a walk: from its end backwards, as long as that is not too much (check_value.c). */
grundy_status grundy_check_values(grundy_check *c, const grundy_position_set *walk);

#endif
