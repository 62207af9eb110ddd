/* Operators: rule sets made from other rule sets. docs/operators.md defines them. */

#ifndef GRUNDY_SRC_RULES_OPERATORS_H
#define GRUNDY_SRC_RULES_OPERATORS_H

#include "rules/ruleset.h"

/* The most passes, and the most moves that a player may forbid. */
enum { GRUNDY_PASS_MAX_COUNT = 255, GRUNDY_BLOCK_MAX_COUNT = 8 };

/* All take ownership of `inner`, even on failure. GRUNDY_UNDEFINED if the operator does not apply
 * to these rules. */

/* Each game has `count` passes: a player may pass instead of moving, but not at a terminal
 * position. */
grundy_status grundy_rule_operator_pass(grundy_ruleset *inner, uint32_t count,
                                        grundy_ruleset **ruleset, grundy_error *error);

/* A player who moves forbids at most `count` of the moves from the new position. */
grundy_status grundy_rule_operator_block(grundy_ruleset *inner, uint32_t count,
                                         grundy_ruleset **ruleset, grundy_error *error);

/* Play ends at the positions with these names: the player who would move there loses. */
grundy_status grundy_rule_operator_terminal(grundy_ruleset *inner, const char *const *names,
                                            size_t count, grundy_ruleset **ruleset,
                                            grundy_error *error);

/* Moves lead only to positions for which the predicate holds, an expression in Lua. */
grundy_status grundy_rule_operator_restrict(grundy_ruleset *inner, const char *predicate,
                                            const grundy_ruleset_options *options,
                                            grundy_ruleset **ruleset, grundy_error *error);

#endif
