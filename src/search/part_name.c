#include "search/part_name.h"

#include "base/error.h"

#include <string.h>

bool grundy_part_is_one_line(const char *text, size_t length) {
  for (size_t i = 0; i < length; i++)
    if ((unsigned char)text[i] < ' ') return false;
  return true;
}

grundy_status grundy_part_name(grundy_ruleset *ruleset, grundy_position position, const char *what,
                               char name[GRUNDY_RULES_MAX_NAME], grundy_error *error) {
  grundy_aligned_position parsed = {.length = 0};
  grundy_status status = ruleset->kind->show(ruleset, position, name, error);
  if (status == GRUNDY_OK && grundy_part_is_one_line(name, strlen(name)))
    status = grundy_ruleset_parse_name(ruleset, name, strlen(name), true, grundy_aligned_take,
                                       &parsed, error);
  bool is_same =
      parsed.length > 0 && grundy_position_is_same(grundy_aligned_get(&parsed), position);
  if (status != GRUNDY_OK || is_same) return status;
  return grundy_fail(error, GRUNDY_UNABLE,
                     "cannot write %s: the rules do not parse the name '%.*s' that they show", what,
                     grundy_excerpt(name, strlen(name)), name);
}
