/* Text that grows, and the entries of a solution written to it as every text format has them:
 * inf is infinity, - is "none", {} an empty set, 0,2,3 another one. */

#ifndef GRUNDY_SRC_FORMAT_TEXT_H
#define GRUNDY_SRC_FORMAT_TEXT_H

#include <grundy/solution.h>

/* Full of zeros it is empty. `failed` remembers that memory ran out, so that a caller may
 * append many pieces and ask once. */
typedef struct grundy_text {
  char *at;
  size_t length;
  uint64_t capacity;
  bool failed;
} grundy_text;

void grundy_text_free(grundy_text *text);
void grundy_text_clear(grundy_text *text);
void grundy_text_append(grundy_text *text, const char *piece, size_t length);
void grundy_text_append_number(grundy_text *text, uint32_t number);

/* The entry of v in one column; `infinity` is how infinity is written. */
void grundy_text_append_entry(grundy_text *text, const grundy_solution *solution,
                              grundy_columns column, uint32_t v, const char *infinity);

#endif
