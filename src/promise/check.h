/* Testing the promises of rules, whatever they are opened from. */

#ifndef GRUNDY_SRC_PROMISE_CHECK_H
#define GRUNDY_SRC_PROMISE_CHECK_H

#include <grundy/promise.h>

#include "rules/ruleset.h"

/* Opens the same rules whenever it is called. */
typedef struct grundy_ruleset_opener {
  grundy_status (*open)(const void *context, const grundy_ruleset_options *options,
                        grundy_ruleset **ruleset, grundy_error *error);
  const void *context;
} grundy_ruleset_opener;

/* Tests the promises of rules, as described at grundy_rules_check. */
grundy_status grundy_ruleset_check(const grundy_ruleset_opener *opener,
                                   const grundy_rules_check_options *options,
                                   grundy_rules_finding findings[GRUNDY_PROMISE_COUNT],
                                   grundy_error *error);

#endif
