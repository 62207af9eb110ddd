/* Bounds on values. */

#ifndef GRUNDY_SRC_VALUE_LARGEST_H
#define GRUNDY_SRC_VALUE_LARGEST_H

#include <stdint.h>

/* Returns a bound on the finite values in a digraph with this many moves: a vertex of value x has a
 * follower of every smaller value, so at least x (x + 1) / 2 moves can be reached from it. */
uint32_t grundy_largest_value(uint64_t size);

#endif
