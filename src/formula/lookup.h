/* Finds positions of a table by their integers or their names. */

#ifndef GRUNDY_SRC_FORMULA_LOOKUP_H
#define GRUNDY_SRC_FORMULA_LOOKUP_H

#include "base/hash_table.h"
#include "formula/impl.h"

/* A table, with an index by integers that is made when it is first needed. */
typedef struct grundy_formula_lookup {
  const grundy_formula_table *table;
  grundy_hash_table index;
  bool is_indexed;
} grundy_formula_lookup;

void grundy_formula_lookup_free(grundy_formula_lookup *lookup);

/* Sets the integers of position v, at most GRUNDY_RULES_MAX_FIELDS, and their number. */
grundy_status grundy_formula_lookup_integers(const grundy_formula_lookup *lookup, uint32_t v,
                                             int64_t *values, uint32_t *count, grundy_error *error);

/* Finds the position with these integers, reduced by `canon`. GRUNDY_BAD_ARGUMENT with a message
 * for the user if integers do not determine positions of this table. The first call may take time
 * proportional to the size of the table. */
grundy_status grundy_formula_lookup_find(grundy_formula_lookup *lookup, const int64_t *values,
                                         uint32_t count, bool *found, uint32_t *v,
                                         grundy_error *error);

/* Finds the position with this name. The error must not be NULL. */
grundy_status grundy_formula_lookup_name(const grundy_formula_lookup *lookup, const char *name,
                                         size_t length, bool *found, uint32_t *v,
                                         grundy_error *error);

#endif
