#include "value/largest.h"

#include "base/lower_bound.h"

__extension__ typedef unsigned __int128 wide;

uint32_t grundy_largest_value(uint64_t size) {
  uint64_t next = 1; /* the first for which next (next + 1) / 2 > size */
  GRUNDY_LOWER_BOUND(next, UINT64_C(1) << 32, i, (wide)i * (i + 1) / 2 <= size)
  return (uint32_t)(next - 1);
}
