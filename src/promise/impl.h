/* Sets of positions and findings, shared by the files that check rules. */

#ifndef GRUNDY_SRC_PROMISE_IMPL_H
#define GRUNDY_SRC_PROMISE_IMPL_H

#include <grundy/solution.h>

#include "base/error.h"
#include "base/monitor.h"
#include "promise/check.h"
#include "rules/position_list.h"
#include "rules/positions.h"
#include "rules/split_condition.h"

#include <stdalign.h>
#include <stddef.h>
#include <string.h>

/* A set of positions, numbered in the order of insertion. A zeroed struct is empty. */
typedef struct grundy_position_set {
  grundy_positions positions;
  bool out_of_memory; /* some positions are missing */
} grundy_position_set;

/* Adds a position; a grundy_take. */
void grundy_position_set_put(void *to, grundy_position position);
void grundy_position_set_free(grundy_position_set *set);
bool grundy_position_set_find(const grundy_position_set *set, grundy_position position,
                              uint32_t *id);

static inline uint32_t grundy_position_set_count(const grundy_position_set *set) {
  return set->positions.count;
}

/* Returns a position, valid until something is put into the set. */
static inline grundy_position grundy_position_set_get(const grundy_position_set *set, uint32_t id) {
  return grundy_positions_get(&set->positions, id);
}

/* Returns the first position of a that is not in b; NULL bytes if there is none. */
grundy_position grundy_position_set_missing(const grundy_position_set *a,
                                            const grundy_position_set *b);

/* The text of a position in messages. */
typedef struct grundy_position_text {
  char name[GRUNDY_RULES_MAX_NAME];
} grundy_position_text;

/* A check in progress. Functions return GRUNDY_OK even if a promise is broken, and fail only if the
 * check cannot continue. */
typedef struct grundy_check {
  grundy_ruleset *ruleset;
  grundy_rules_finding *findings;
  grundy_work work;
  grundy_rules_sample sample;
  grundy_random random;
  /* Of their own, so that boards and ranks do not change the other checks. */
  grundy_random boards_random, ranks_random;
  grundy_error *error;
  grundy_position_set seen;  /* all positions examined, in canonical form */
  grundy_position_set names; /* their names, in the same order, until two are the same */
  bool payoffs, outcomes;    /* whether some play ended with, and without, a payoff */
  uint64_t effort; /* positions that may still be searched for closed forms and sums of parts */
  grundy_position_set compared; /* positions that were compared, with all that they reach */
  grundy_split_condition condition;
} grundy_check;

/* Returns whether to test the promise: these rules make it and have not broken it yet. */
static inline bool grundy_check_is_open(const grundy_check *c, grundy_promise promise) {
  const grundy_rules_finding *finding = &c->findings[promise];
  return finding->applies && finding->broken[0] == '\0';
}

/* Records a broken promise with a message; if the position is not NULL, the message begins with its
 * name: "at 'p': ...". */
GRUNDY_PRINTF(4, 5)
void grundy_check_break(grundy_check *c, grundy_promise promise, const grundy_position *position,
                        const char *format, ...);

/* Handles the result of a call to the rules, with its error `said`: if the rules are to blame, this
 * breaks the promise and the check continues. */
grundy_status grundy_check_blame(grundy_check *c, grundy_promise promise, grundy_status status,
                                 const grundy_error *said);

grundy_position_text grundy_check_show(const grundy_check *c, grundy_position position);

/* Collects the followers in the set, as `moves` gives them or in canonical form. */
grundy_status grundy_check_moves(grundy_check *c, grundy_position from, bool canonical,
                                 grundy_position_set *to);

/* Finds a position to which p and q have moves of different kinds, by the same rules or by rules
 * that were opened twice; found->length is 0 if there is none. */
grundy_status grundy_check_compare_kinds(grundy_ruleset *of_p, grundy_position p,
                                         grundy_ruleset *of_q, grundy_position q, bool canonical,
                                         grundy_aligned_position *found, grundy_error *said);

/* Keeps the canonical form, or nothing if the rules fail. */
grundy_status grundy_check_canon(grundy_check *c, grundy_position position,
                                 grundy_aligned_position *canon);

/* Asks who moves and how play ends; leaves the answer empty if it breaks a promise. */
grundy_status grundy_check_info(grundy_check *c, grundy_position position,
                                grundy_position_info *info);

/* Opens the rules again, and compares their answers about the start and all examined positions
 * (again.c). */
grundy_status grundy_check_again(grundy_check *c, const grundy_ruleset_opener *opener);

/* Compares the closed form with the values of all positions reachable from a walk, and checks that
 * they are sums of their parts, starting near its end, as long as there are not too many
 * (value.c). */
grundy_status grundy_check_values(grundy_check *c, const grundy_position_set *walk);

/* Checks the boards of a position and of some of its moves, which are as `moves` gives them
 * (board.c). */
grundy_status grundy_check_boards(grundy_check *c, grundy_position at,
                                  const grundy_position_set *moves);

/* Checks that a position and its canonical form have the same parts, and have them again, and then
 * the canonical form as grundy_check_split does (split.c). */
grundy_status grundy_check_parts(grundy_check *c, grundy_position given, grundy_position canon);

/* Checks that `swap` undoes itself at a position, which is as the rules give it, and that it leads
 * to the same class from its canonical form (swap.c). */
grundy_status grundy_check_swap(grundy_check *c, grundy_position given);

/* Puts the canonical form of the position as the other player sees it into the set
 * (swap.c). */
grundy_status grundy_check_take_swap(grundy_check *c, grundy_position position,
                                     grundy_position_set *to);

/* Compares the values of all positions of the set, which are solved, with those that the other
 * player sees (swap.c). */
grundy_status grundy_check_views(grundy_check *c, const grundy_position_set *positions,
                                 const grundy_solution *solution);

/* Checks that a position in canonical form is the sum of its parts, unless that has cost too much
 * already (split.c). Sets *cancels if equal parts are left out; NULL: that is wrong. */
grundy_status grundy_check_split(grundy_check *c, grundy_position at, bool *cancels);

/* Checks the ranks of the examined positions, and of all indices or, if these are many, of some;
 * `start` is in canonical form (rank.c). */
grundy_status grundy_check_ranks(grundy_check *c, grundy_position start);

#endif
