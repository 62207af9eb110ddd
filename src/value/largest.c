#include "value/largest.h"

__extension__ typedef unsigned __int128 wide;

uint32_t grundy_largest_value(uint64_t size) {
  uint64_t low = 0, high = UINT64_C(1) << 32; /* low (low + 1) / 2 <= size */
  while (low + 1 < high) {
    uint64_t middle = low + (high - low) / 2;
    if ((wide)middle * (middle + 1) / 2 <= size)
      low = middle;
    else
      high = middle;
  }
  return (uint32_t)low;
}
