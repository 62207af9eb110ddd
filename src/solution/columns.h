/* Columns and levels by their names. */

#ifndef GRUNDY_SRC_SOLUTION_COLUMNS_H
#define GRUNDY_SRC_SOLUTION_COLUMNS_H

#include <grundy/solution.h>

/* The level called by the `length` bytes at `name`; 0 if there is none. */
uint8_t grundy_level_find(const char *name, size_t length);

/* The column called by the `length` bytes at `name`; 0 if there is none. */
grundy_columns grundy_column_find(const char *name, size_t length);

#endif
