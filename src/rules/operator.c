/* What the operators share. */

#include "rules/operator.h"

#include "base/alloc.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* ---- operators ---------------------------------------------------------------------------- */

static bool has_field(const grundy_ruleset *ruleset, const char *name) {
  for (size_t i = 0; i < ruleset->field_count; i++)
    if (strcmp(ruleset->field_names[i], name) == 0) return true;
  return false;
}

/* Sets the fields: those of the inner rules, then one more if there is room. Its name is numbered
 * if they have it already. Only memory can be lacking: all names are good and distinct. */
static grundy_status set_fields(grundy_rule_operator_base *o, const char *extra,
                                grundy_error *error) {
  const grundy_ruleset *inner = o->inner;
  const char *names[GRUNDY_RULES_MAX_FIELDS];
  char numbered[GRUNDY_RULES_MAX_FIELD_NAME + 1];
  size_t count = inner->field_count;
  for (size_t i = 0; i < count; i++) names[i] = inner->field_names[i];
  if (extra != NULL && count < GRUNDY_RULES_MAX_FIELDS) {
    (void)snprintf(numbered, sizeof numbered, "%s", extra);
    for (unsigned i = 2; has_field(inner, numbered); i++)
      (void)snprintf(numbered, sizeof numbered, "%s%u", extra, i);
    names[count++] = numbered;
  }
  grundy_status status = grundy_ruleset_set_fields(&o->base, names, count, error);
  assert(status == GRUNDY_OK || status == GRUNDY_OUT_OF_MEMORY);
  return status;
}

void *grundy_rule_operator_new(size_t size, const grundy_ruleset_kind *kind, grundy_ruleset *inner,
                               const char *extra, grundy_error *error) {
  grundy_rule_operator_base *o = grundy_alloc_zero(1, size);
  if (o == NULL) {
    grundy_ruleset_close(inner);
    (void)grundy_fail_memory(error);
    return NULL;
  }
  o->inner = inner;
  o->base = (grundy_ruleset){.kind = kind,
                             .title = strdup(inner->title),
                             .bytes = inner->bytes,
                             .digraphs = inner->digraphs,
                             .code = inner->code,
                             .in_memory = inner->in_memory,
                             .has_canon = inner->has_canon,
                             .has_show = inner->has_show,
                             .has_parse = inner->has_parse,
                             .has_own_parse = inner->has_own_parse,
                             .has_terminal = inner->has_terminal,
                             .has_player = inner->has_player,
                             .has_board = inner->has_board,
                             .is_seen_by_mover = inner->is_seen_by_mover};
  if (o->base.title != NULL && set_fields(o, extra, error) == GRUNDY_OK) return o;
  grundy_ruleset_close(&o->base);
  (void)grundy_fail_memory(error);
  return NULL;
}

grundy_status grundy_rule_operator_value(grundy_ruleset *ruleset, grundy_position position,
                                         bool *known, uint32_t *value, grundy_error *error) {
  (void)ruleset, (void)position, (void)value, (void)error;
  *known = false;
  return GRUNDY_OK;
}

grundy_status grundy_rule_operator_share(grundy_ruleset *ruleset, bool *shared,
                                         grundy_error *error) {
  grundy_ruleset *inner = ((grundy_rule_operator_base *)ruleset)->inner;
  return inner->kind->share(inner, shared, error);
}

void grundy_rule_operator_set_monitor(grundy_ruleset *ruleset, const grundy_work *work) {
  grundy_ruleset_set_monitor(((grundy_rule_operator_base *)ruleset)->inner, work);
}

void grundy_rule_operator_close(grundy_ruleset *ruleset) {
  grundy_ruleset_close(((grundy_rule_operator_base *)ruleset)->inner);
  free(ruleset);
}
