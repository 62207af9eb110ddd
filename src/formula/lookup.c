#include "formula/lookup.h"

#include "base/error.h"
#include "base/hash.h"
#include "explore/impl.h"

#include <string.h>

void grundy_formula_lookup_free(grundy_formula_lookup *lookup) {
  grundy_hash_table_free(&lookup->index);
}

grundy_status grundy_formula_lookup_integers(const grundy_formula_lookup *lookup, uint32_t v,
                                             int64_t *values, uint32_t *count,
                                             grundy_error *error) {
  const grundy_formula_table *table = lookup->table;
  if (table->values == NULL) return grundy_position_integers(table->g, v, values, count, error);
  *count = table->fields.count;
  memcpy(values, table->values + (uint64_t)v * *count, *count * sizeof *values);
  return GRUNDY_OK;
}

/* ---- the index ----------------------------------------------------------------------------- */

typedef struct wanted {
  const grundy_formula_lookup *lookup;
  const int64_t *values;
  uint32_t count;
} wanted;

static bool is_wanted(const void *context, uint32_t v) {
  const wanted *w = context;
  int64_t values[GRUNDY_RULES_MAX_FIELDS];
  uint32_t count;
  return grundy_formula_lookup_integers(w->lookup, v, values, &count, NULL) == GRUNDY_OK &&
         count == w->count && memcmp(values, w->values, count * sizeof *values) == 0;
}

static uint32_t tag_of(const int64_t *values, uint32_t count) {
  return (uint32_t)(grundy_hash_number(
                        grundy_hash(GRUNDY_HASH_START, values, count * sizeof *values)) >>
                    32);
}

static grundy_status make_index(grundy_formula_lookup *lookup, grundy_error *error) {
  uint32_t order = grundy_digraph_order(lookup->table->g);
  if (!grundy_hash_table_reserve(&lookup->index, (uint64_t)order + 1))
    return grundy_fail_memory(error);
  for (uint32_t v = 0; v < order; v++) {
    int64_t values[GRUNDY_RULES_MAX_FIELDS];
    wanted w = {.lookup = lookup, .values = values};
    grundy_status status = grundy_formula_lookup_integers(lookup, v, values, &w.count, error);
    if (status != GRUNDY_OK) return status;
    uint32_t tag = tag_of(values, w.count);
    uint64_t *slot = grundy_hash_table_find(&lookup->index, tag, is_wanted, &w);
    char scratch[GRUNDY_NAME_MAX_BYTES];
    const char *name = grundy_digraph_name(lookup->table->g, v, scratch);
    if (*slot != 0)
      return grundy_fail(error, GRUNDY_BAD_ARGUMENT,
                         "another position has the same fields as '%.*s'; use a name, as in "
                         "at(\"%.*s\")",
                         grundy_excerpt(name, strlen(name)), name,
                         grundy_excerpt(name, strlen(name)), name);
    grundy_hash_table_put(&lookup->index, slot, tag, v);
  }
  lookup->is_indexed = true;
  return GRUNDY_OK;
}

/* ---- finding ------------------------------------------------------------------------------- */

grundy_status grundy_formula_lookup_find(grundy_formula_lookup *lookup, const int64_t *values,
                                         uint32_t count, bool *found, uint32_t *v,
                                         grundy_error *error) {
  const grundy_formula_table *table = lookup->table;
  bool can = false;
  if (table->values == NULL) {
    if (!grundy_position_has_integers(table->g))
      return grundy_fail(error, GRUNDY_BAD_ARGUMENT,
                         "the game has no fields; use a name, as in at(\"x\")");
    grundy_status status =
        grundy_position_find_integers(table->g, values, count, &can, found, v, error);
    if (status != GRUNDY_OK || can) return status;
  }
  grundy_status status = lookup->is_indexed ? GRUNDY_OK : make_index(lookup, error);
  if (status != GRUNDY_OK) return status;
  const wanted w = {.lookup = lookup, .values = values, .count = count};
  *found = grundy_hash_table_get(&lookup->index, tag_of(values, count), is_wanted, &w, v);
  if (!*found && table->values == NULL && grundy_position_is_reduced(table->g))
    return grundy_fail(error, GRUNDY_BAD_ARGUMENT,
                       "these rules reduce positions by symmetry in a way that fields do not "
                       "tell; use a name, as in at(\"x\")");
  return GRUNDY_OK;
}

grundy_status grundy_formula_lookup_name(const grundy_formula_lookup *lookup, const char *name,
                                         size_t length, bool *found, uint32_t *v,
                                         grundy_error *error) {
  grundy_status status = grundy_position_find(lookup->table->g, name, length, v, error);
  *found = status == GRUNDY_OK;
  bool is_outside = status == GRUNDY_BAD_INPUT && (error->reason == GRUNDY_REASON_NOT_REACHED ||
                                                   error->reason == GRUNDY_REASON_NO_POSITION);
  return is_outside ? GRUNDY_OK : status;
}
