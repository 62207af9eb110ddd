#include <grundy/value.h>

#include "base/cut.h"

#include <string.h>

bool grundy_set_has(grundy_set set, uint32_t number) {
  uint64_t low = 0, high = set.size;
  while (low < high) {
    uint64_t middle = low + (high - low) / 2;
    if (set.numbers[middle] < number)
      low = middle + 1;
    else
      high = middle;
  }
  return low < set.size && set.numbers[low] == number;
}

bool grundy_set_equal(grundy_set a, grundy_set b) {
  if (a.absent != b.absent || a.size != b.size) return false;
  return a.size == 0 || memcmp(a.numbers, b.numbers, a.size * sizeof *a.numbers) == 0;
}

size_t grundy_value_format(grundy_value value, bool ascii, char *buffer, size_t size) {
  grundy_cut t = {buffer, size, 0};
  if (value.nimber != GRUNDY_INFINITY) {
    grundy_cut_append_number(&t, value.nimber);
  } else {
    grundy_cut_append(&t, ascii ? "inf" : "∞");
    if (!value.k.absent) {
      grundy_cut_append(&t, "{");
      for (uint64_t i = 0; i < value.k.size; i++) {
        if (i > 0) grundy_cut_append(&t, ",");
        grundy_cut_append_number(&t, value.k.numbers[i]);
      }
      grundy_cut_append(&t, "}");
    }
  }
  return grundy_cut_finish(&t);
}
