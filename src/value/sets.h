/* Comparing sets. */

#ifndef GRUNDY_SRC_VALUE_SETS_H
#define GRUNDY_SRC_VALUE_SETS_H

#include <grundy/value.h>

/* Have they the same numbers, and are both or neither absent? */
bool grundy_set_equal(grundy_set a, grundy_set b);

#endif
