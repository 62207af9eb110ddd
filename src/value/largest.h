/* How large values can get. */

#ifndef GRUNDY_SRC_VALUE_LARGEST_H
#define GRUNDY_SRC_VALUE_LARGEST_H

#include <stdint.h>

/* No vertex of a digraph with this many moves has a larger finite value: one of value x has a
 * follower of each smaller value, so x (x + 1) / 2 moves lie below it. */
uint32_t grundy_largest_value(uint64_t size);

#endif
