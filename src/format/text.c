#include "format/text.h"

#include "base/alloc.h"

#include <string.h>

void grundy_text_free(grundy_text *text) {
  free(text->at);
  *text = (grundy_text){0};
}

void grundy_text_clear(grundy_text *text) {
  text->length = 0;
}

void grundy_text_append(grundy_text *text, const char *piece, size_t length) {
  if (text->failed || !grundy_grow(&text->at, &text->capacity, text->length + length + 1, 1)) {
    text->failed = true;
    return;
  }
  memcpy(text->at + text->length, piece, length);
  text->length += length;
  text->at[text->length] = '\0';
}

static void append_string(grundy_text *text, const char *piece) {
  grundy_text_append(text, piece, strlen(piece));
}

void grundy_text_append_number(grundy_text *text, uint32_t number) {
  char digits[10];
  size_t at = sizeof digits;
  do digits[--at] = (char)('0' + number % 10);
  while ((number /= 10) > 0);
  grundy_text_append(text, digits + at, sizeof digits - at);
}

static void append_or_infinity(grundy_text *text, uint32_t number, const char *infinity) {
  if (number == GRUNDY_INFINITY)
    append_string(text, infinity);
  else
    grundy_text_append_number(text, number);
}

static void append_set(grundy_text *text, grundy_set set, const char *infinity) {
  if (set.absent) {
    append_string(text, "-");
  } else if (set.size == 0) {
    append_string(text, "{}");
  } else {
    for (uint64_t i = 0; i < set.size; i++) {
      if (i > 0) append_string(text, ",");
      append_or_infinity(text, set.numbers[i], infinity);
    }
  }
}

void grundy_text_append_entry(grundy_text *text, const grundy_solution *solution,
                              grundy_columns column, uint32_t v, const char *infinity) {
  switch (grundy_column_describe(column)->kind) {
  case GRUNDY_LETTERS:
    grundy_text_append(text, (const char *)&grundy_solution_letters(solution, column)[v], 1);
    break;
  case GRUNDY_NUMBERS:
    append_or_infinity(text, grundy_solution_numbers(solution, column)[v],
                       column == GRUNDY_COUNTER ? "-" : infinity);
    break;
  case GRUNDY_SETS:
    append_set(text, grundy_solution_set(solution, column, v), infinity);
    break;
  }
}
