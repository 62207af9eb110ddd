/* Fields: the names that rules give to the integers of a position. */

#include "rules/impl.h"
#include "rules/script.h"

#include "base/alloc.h"

#include <assert.h>
#include <string.h>

/* Words that Lua reserves: they cannot be variables of an expression. */
static const char *const reserved[] = {"and",   "break", "do",       "else", "elseif", "end",
                                       "false", "for",   "function", "goto", "if",     "in",
                                       "local", "nil",   "not",      "or",   "repeat", "return",
                                       "then",  "true",  "until",    "while"};

static bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/* Returns whether the text can be the name of a variable in Lua. */
static bool is_variable(const char *text) {
  if (!is_letter(*text)) return false;
  for (const char *at = text; *at != '\0'; at++)
    if (!is_letter(*at) && !(*at >= '0' && *at <= '9')) return false;
  for (size_t i = 0; i < sizeof reserved / sizeof reserved[0]; i++)
    if (strcmp(text, reserved[i]) == 0) return false;
  return true;
}

static grundy_status check_names(const char *const *names, size_t count, grundy_error *error) {
  if (count > GRUNDY_RULES_MAX_FIELDS)
    return grundy_fail(error, GRUNDY_BAD_INPUT, "there are %zu fields; expected at most %d", count,
                       (int)GRUNDY_RULES_MAX_FIELDS);
  for (size_t i = 0; i < count; i++) {
    const char *name = names[i] == NULL ? "" : names[i];
    if (!is_variable(name) || strlen(name) > GRUNDY_RULES_MAX_FIELD_NAME)
      return grundy_fail(error, GRUNDY_BAD_INPUT,
                         "'%.*s' is not a name of a field; expected letters, digits and _, at most "
                         "%d of them, and not a word of Lua",
                         grundy_excerpt(name, strlen(name)), name,
                         (int)GRUNDY_RULES_MAX_FIELD_NAME);
    for (size_t j = 0; j < i; j++)
      if (strcmp(name, names[j]) == 0)
        return grundy_fail(error, GRUNDY_BAD_INPUT, "duplicate field '%s'", name);
  }
  return GRUNDY_OK;
}

grundy_status grundy_ruleset_set_fields(grundy_ruleset *ruleset, const char *const *names,
                                        size_t count, grundy_error *error) {
  assert(ruleset->field_names == NULL);
  grundy_status status = check_names(names, count, error);
  if (status != GRUNDY_OK || count == 0) return status;
  size_t bytes = 0;
  for (size_t i = 0; i < count; i++) bytes += strlen(names[i]) + 1;
  /* One block: the pointers, then the names. */
  char **made = grundy_alloc(1, count * sizeof *made + bytes);
  if (made == NULL) return grundy_fail_memory(error);
  char *to = (char *)(made + count);
  for (size_t i = 0; i < count; i++) {
    size_t length = strlen(names[i]) + 1;
    memcpy(to, names[i], length);
    made[i] = to;
    to += length;
  }
  ruleset->field_names = made;
  ruleset->field_count = (uint32_t)count;
  return GRUNDY_OK;
}

grundy_status grundy_ruleset_fields(grundy_ruleset *ruleset, grundy_position position,
                                    int64_t *values, grundy_error *error) {
  if (ruleset->field_count == 0) return GRUNDY_OK;
  return ruleset->kind->fields(ruleset, position, values, error);
}

/* ---- lists of integers --------------------------------------------------------------------- */

static bool is_list(const grundy_ruleset *ruleset, grundy_position position) {
  return ruleset->kind == &grundy_script_kind && *(const char *)position.bytes != 's';
}

bool grundy_ruleset_has_integers(const grundy_ruleset *ruleset, grundy_position position) {
  return ruleset->field_count > 0 || is_list(ruleset, position);
}

grundy_status grundy_ruleset_integers(grundy_ruleset *ruleset, grundy_position position,
                                      int64_t *values, uint32_t *count, grundy_error *error) {
  *count = ruleset->field_count;
  if (ruleset->kind != &grundy_script_kind)
    return grundy_ruleset_fields(ruleset, position, values, error);
  *count = (uint32_t)grundy_script_integers(position, values, GRUNDY_RULES_MAX_FIELDS);
  return GRUNDY_OK;
}

grundy_status grundy_ruleset_from_integers(grundy_ruleset *ruleset, const int64_t *values,
                                           uint32_t count, grundy_position like, bool *can,
                                           grundy_take take, void *to, grundy_error *error) {
  grundy_packed packed;
  *can = is_list(ruleset, like);
  if (!*can || !grundy_script_pack_like(values, count, like, &packed)) return GRUNDY_OK;
  grundy_position position = {packed.bytes, packed.length};
  if (!ruleset->has_canon) {
    take(to, position);
    return GRUNDY_OK;
  }
  grundy_status status = ruleset->kind->canon(ruleset, position, take, to, error);
  return status == GRUNDY_BAD_INPUT ? GRUNDY_OK : status; /* these integers are not a position */
}
