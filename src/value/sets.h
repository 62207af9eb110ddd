/* Comparing sets. */

#ifndef GRUNDY_SRC_VALUE_SETS_H
#define GRUNDY_SRC_VALUE_SETS_H

#include <grundy/value.h>

/* Returns whether the sets have the same numbers, and both or neither are absent. */
bool grundy_set_equal(grundy_set a, grundy_set b);

#endif
