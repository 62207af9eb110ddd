/* Shared by the operators. */

#ifndef GRUNDY_SRC_RULES_OPERATOR_H
#define GRUNDY_SRC_RULES_OPERATOR_H

#include "rules/impl.h"
#include "rules/operators.h"
#include "rules/position_list.h"

/* The first member of every operator. */
typedef struct grundy_rule_operator_base {
  grundy_ruleset base;
  grundy_ruleset *inner;
} grundy_rule_operator_base;

/* Returns whether the operator hands over canonical forms if `canonical` is wanted. */
static inline bool grundy_rule_operator_reduces(const grundy_ruleset *ruleset, bool canonical) {
  return canonical && ruleset->has_canon;
}

/* Makes an operator of `size` bytes, which takes ownership of the inner rules. It has what they
 * have: title, fields and functions, but no closed form, no ranks, no `split` and no `swap`: a
 * pass, a block or a condition concerns the whole position, not one part, and it may be more
 * favourable to one player than to the other. `extra` is the name of one more field;
 * NULL: none. If memory runs out, closes the inner rules and returns NULL. */
void *grundy_rule_operator_new(size_t size, const grundy_ruleset_kind *kind, grundy_ruleset *inner,
                               const char *extra, grundy_error *error);

/* The kinds of an operator that is as fast as the inner rules are, and can be called by as many
 * threads: index them with grundy_rule_operator_speed. */
#define GRUNDY_RULE_OPERATOR_KINDS(...)                                                            \
  {.parallel = true, __VA_ARGS__},                                                                 \
      {.parallel = true, .slow = true, .share = grundy_rule_operator_share, __VA_ARGS__}, {        \
    .slow = true, __VA_ARGS__                                                                      \
  }

static inline int grundy_rule_operator_speed(const grundy_ruleset *inner) {
  return !inner->kind->parallel ? 2 : inner->kind->slow;
}

/* Functions of all operators. */
grundy_status grundy_rule_operator_share(grundy_ruleset *ruleset, bool *shared,
                                         grundy_error *error);
grundy_status grundy_rule_operator_value(grundy_ruleset *ruleset, grundy_position position,
                                         bool *known, uint32_t *value, grundy_error *error);
void grundy_rule_operator_set_monitor(grundy_ruleset *ruleset, const grundy_work *work);
void grundy_rule_operator_close(grundy_ruleset *ruleset);

#endif
