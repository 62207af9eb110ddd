/* The parts that a position finally comes apart into. */

#ifndef GRUNDY_SRC_RULES_SPLIT_H
#define GRUNDY_SRC_RULES_SPLIT_H

#include "rules/position_list.h"

enum {
  GRUNDY_SPLIT_MAX_PARTS = 1 << 16, /* of one position, at any time while it is split */
  GRUNDY_SPLIT_MAX_STEPS = 1 << 20, /* how often `split` is called for one position and its parts */
};

/* Splits positions; a zeroed struct with the rule set is ready. Free it with
 * grundy_splitter_free. */
typedef struct grundy_splitter {
  grundy_ruleset *ruleset;

  /* Optional. Returns whether the position is known not to come apart; then the rules are not
   * asked. */
  bool (*is_whole)(const void *context, grundy_position position);
  const void *context;

  grundy_position_list parts; /* of the position that was split last */
  grundy_position_list pending, next;
} grundy_splitter;

/* Returns the canonical form of the position that was split last, by rules with `split`. */
static inline grundy_position grundy_splitter_position(const grundy_splitter *splitter) {
  return grundy_position_list_get(&splitter->pending, 0);
}

/* Sets splitter->parts to the canonical forms of the parts of the position, each as often as it
 * occurs, in the order in which the rules give them. None of them comes apart, and some may have no
 * moves. If the rules have no `split`, the only part is the canonical form of the position.
 * GRUNDY_BAD_INPUT if splitting does not end. */
grundy_status grundy_split(grundy_splitter *splitter, grundy_position position,
                           grundy_error *error);

void grundy_splitter_free(grundy_splitter *splitter);

#endif
