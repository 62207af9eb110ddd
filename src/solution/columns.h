/* Columns and levels by their names. */

#ifndef GRUNDY_SRC_SOLUTION_COLUMNS_H
#define GRUNDY_SRC_SOLUTION_COLUMNS_H

#include <grundy/solution.h>

/* Returns the name of a level; NULL if it is not a level. */
const char *grundy_level_name(uint8_t level);

/* Returns the column that bounds the moves in which A or B forces the level; 0 if there is none. */
grundy_columns grundy_level_bound(uint8_t level, bool of_a);

/* Returns the level whose name is the `length` bytes at `name`; 0 if there is none. */
uint8_t grundy_level_find(const char *name, size_t length);

/* Returns the column whose name is the `length` bytes at `name`; 0 if there is none. */
grundy_columns grundy_column_find(const char *name, size_t length);

#endif
