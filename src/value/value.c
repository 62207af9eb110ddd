#include <grundy/value.h>

#include <inttypes.h>
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

/* Text that is cut to its room but counted whole. */
typedef struct text {
  char *at;
  size_t size, length;
} text;

static void append(text *t, const char *piece) {
  for (; *piece != '\0'; piece++, t->length++)
    if (t->length + 1 < t->size) t->at[t->length] = *piece;
}

static void append_number(text *t, uint32_t number) {
  char digits[12];
  snprintf(digits, sizeof digits, "%" PRIu32, number);
  append(t, digits);
}

size_t grundy_value_format(grundy_value value, bool ascii, char *buffer, size_t size) {
  text t = {buffer, size, 0};
  if (value.nimber != GRUNDY_INFINITY) {
    append_number(&t, value.nimber);
  } else {
    append(&t, ascii ? "inf" : "∞");
    if (!value.k.absent) {
      append(&t, "{");
      for (uint64_t i = 0; i < value.k.size; i++) {
        if (i > 0) append(&t, ",");
        append_number(&t, value.k.numbers[i]);
      }
      append(&t, "}");
    }
  }
  if (size > 0) buffer[t.length < size ? t.length : size - 1] = '\0';
  return t.length;
}
