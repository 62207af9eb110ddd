/* Names of parts in certificates and lists of moves. */

#ifndef GRUNDY_SRC_SEARCH_PART_NAME_H
#define GRUNDY_SRC_SEARCH_PART_NAME_H

#include "rules/ruleset.h"

/* Returns whether a text has no control characters, so that it fits between separators of a
 * line. */
bool grundy_part_is_one_line(const char *text, size_t length);

/* Finds the name of a canonical position, by which the rules must recognize it. If they do not,
 * GRUNDY_UNABLE: `what` cannot be written. */
grundy_status grundy_part_name(grundy_ruleset *ruleset, grundy_position position, const char *what,
                               char name[GRUNDY_RULES_MAX_NAME], grundy_error *error);

#endif
