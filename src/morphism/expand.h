/* Columns that are constant on classes. */

#ifndef GRUNDY_SRC_MORPHISM_EXPAND_H
#define GRUNDY_SRC_MORPHISM_EXPAND_H

#include <grundy/solution.h>

/* Adds a column in which every vertex has the entry of its class in `small`. */
GRUNDY_MUST_USE grundy_status grundy_solution_expand(const grundy_solution *small,
                                                     grundy_columns column,
                                                     const uint32_t *class_of,
                                                     grundy_solution *large, grundy_error *error);

#endif
