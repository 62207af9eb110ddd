/* Checks `split` on a sample of the positions that come apart, while parts are explored or
 * searched.
 *
 * Checks may take a fixed amount of work plus 1/128 of the work so far, counted in followers and
 * their parts. A position that is met and comes apart is checked if that takes, by an estimate, at
 * most an eighth of what is left. At the end the positions that can be reached from these are
 * checked until nothing is left. So small games are checked completely, and in large games small
 * positions. In addition, a walk from the first part, and from one in GRUNDY_SPLIT_SAMPLE_PERIOD
 * others, leads to a position that is checked; a hash chooses the parts and the moves. The sample
 * does not depend on time; see is_shared about threads. */

#ifndef GRUNDY_SRC_RULES_SPLIT_SAMPLE_H
#define GRUNDY_SRC_RULES_SPLIT_SAMPLE_H

#include "rules/split_condition.h"

enum { GRUNDY_SPLIT_SAMPLE_PERIOD = 1024 };

/* A zeroed struct with condition.ruleset is ready. Free it with grundy_split_sample_free. Not to be
 * used by several threads at once. */
typedef struct grundy_split_sample {
  grundy_split_condition condition;
  grundy_positions met; /* positions that come apart, or may do */
  bool *is_checked;     /* by number */
  uint64_t checked_room;
  uint32_t next;  /* those before it are checked */
  uint64_t done;  /* work of the caller */
  uint64_t spent; /* on looking up positions; checks are in condition.work */
  bool has_walked;

  bool cancels; /* equal parts are left out somewhere: see grundy_split_sample_accept */
  char cancelled_at[GRUNDY_RULES_MAX_NAME];
  grundy_split_finding cancelled;

  /* Set by the caller: how many moves the part has that is explored; 0: unknown. */
  uint64_t moves;

  /* Set by the caller when several threads share the work, so that the positions that this object
   * meets depend on chance: only parts chosen by their hash are checked. */
  bool is_shared;
} grundy_split_sample;

/* These return GRUNDY_OK if the rules have no `split`, and GRUNDY_BAD_INPUT if it is wrong. */

/* Call this after splitting a position. */
grundy_status grundy_split_sample_met(grundy_split_sample *s, const grundy_splitter *split,
                                      grundy_error *error);

/* Call this for a part, or another position, whose moves are generated. */
grundy_status grundy_split_sample_part(grundy_split_sample *s, grundy_position part,
                                       grundy_error *error);

/* Call this at the end. */
grundy_status grundy_split_sample_finish(grundy_split_sample *s, grundy_error *error);

/* Fails if equal parts are left out somewhere, and the parts have a cycle: then they may have
 * infinite values, which do not cancel. O(V + E). */
grundy_status grundy_split_sample_accept(const grundy_split_sample *s, const grundy_digraph *parts,
                                         grundy_error *error);

/* Fails because equal parts are left out. */
grundy_status grundy_split_sample_refuse(const grundy_split_sample *s, grundy_error *error);

void grundy_split_sample_free(grundy_split_sample *s);

#endif
