/* Splits a position until no part comes apart any more. Pending parts wait in a queue. */

#include "rules/split.h"

#include "base/error.h"

#include <string.h>

/* Fails because there is too much of something. */
static grundy_status fail_endless(const grundy_splitter *s, grundy_position position,
                                  const char *verb, int most, const char *what,
                                  grundy_error *error) {
  char name[GRUNDY_RULES_MAX_NAME];
  (void)s->ruleset->kind->show(s->ruleset, position, name, NULL);
  return grundy_because(
      error, GRUNDY_REASON_RULES,
      grundy_fail_at(error, GRUNDY_BAD_INPUT, s->ruleset->text, 0, 0,
                     "split of '%.*s' %s more than %d %s; does splitting its parts again never "
                     "end?",
                     grundy_excerpt(name, strlen(name)), name, verb, most, what));
}

/* Splits one pending part: it is final, or its own parts become pending. */
static grundy_status split_pending(grundy_splitter *s, uint64_t i, grundy_error *error) {
  grundy_position own = grundy_position_list_get(&s->pending, i);
  grundy_status status = GRUNDY_OK;
  grundy_position_list_clear(&s->next);
  if (s->is_whole != NULL && s->is_whole(s->context, own))
    grundy_position_list_take(&s->next, own);
  else
    status = grundy_ruleset_split(s->ruleset, own, grundy_position_list_take, &s->next, error);
  if (status == GRUNDY_OK && s->next.failed) status = grundy_fail_memory(error);
  if (status != GRUNDY_OK) return status;
  bool is_final =
      s->next.count == 1 && grundy_position_is_same(grundy_position_list_get(&s->next, 0), own);
  if (is_final) {
    grundy_position_list_take(&s->parts, own);
    return s->parts.failed ? grundy_fail_memory(error) : GRUNDY_OK;
  }
  for (uint64_t j = 0; j < s->next.count; j++)
    grundy_position_list_take(&s->pending, grundy_position_list_get(&s->next, j));
  return s->pending.failed ? grundy_fail_memory(error) : GRUNDY_OK;
}

/* Adds the canonical form of the position to the list. */
static grundy_status take_canonical(const grundy_splitter *s, grundy_position position,
                                    grundy_position_list *list, grundy_error *error) {
  grundy_ruleset *ruleset = s->ruleset;
  grundy_status status = GRUNDY_OK;
  if (ruleset->has_canon)
    status = ruleset->kind->canon(ruleset, position, grundy_position_list_take, list, error);
  else
    grundy_position_list_take(list, position);
  return status == GRUNDY_OK && list->failed ? grundy_fail_memory(error) : status;
}

grundy_status grundy_split(grundy_splitter *s, grundy_position position, grundy_error *error) {
  grundy_position_list_clear(&s->parts);
  grundy_position_list_clear(&s->pending);
  if (!s->ruleset->has_split) return take_canonical(s, position, &s->parts, error);
  grundy_status status = take_canonical(s, position, &s->pending, error);
  for (uint64_t i = 0; i < s->pending.count && status == GRUNDY_OK; i++) {
    if (s->parts.count + (s->pending.count - i) > GRUNDY_SPLIT_MAX_PARTS)
      return fail_endless(s, position, "gives", GRUNDY_SPLIT_MAX_PARTS, "parts", error);
    if (i == GRUNDY_SPLIT_MAX_STEPS)
      return fail_endless(s, position, "takes", GRUNDY_SPLIT_MAX_STEPS, "steps", error);
    status = split_pending(s, i, error);
  }
  return status;
}

void grundy_splitter_free(grundy_splitter *s) {
  grundy_position_list_free(&s->parts);
  grundy_position_list_free(&s->pending);
  grundy_position_list_free(&s->next);
}
