#include "ordinal/impl.h"

#include <inttypes.h>

/* Text that is cut to its room but counted whole. */
typedef struct text {
  char *at;
  size_t size, length;
} text;

static void append(text *t, const char *piece) {
  for (; *piece != '\0'; piece++, t->length++)
    if (t->length + 1 < t->size) t->at[t->length] = *piece;
}

static void append_number(text *t, uint64_t number) {
  char digits[24];
  snprintf(digits, sizeof digits, "%" PRIu64, number);
  append(t, digits);
}

/* Which exponents stand without parentheses: a number, and ω. `item` is the first one of the
 * exponent and `depth`, at least 1, that of its terms; its term follows at depth - 1, so that
 * nothing is read beyond the word. */
static bool is_bare(const grundy_item *item, uint32_t depth) {
  if (item->depth == depth) return true;
  return item->depth == depth + 1 && item[0].coefficient == 1 && item[1].depth == depth &&
         item[1].coefficient == 1 && item[2].depth < depth;
}

/* An exponent of 1 is not written. */
static bool is_one(const grundy_item *item, uint32_t depth) {
  return item->depth == depth && item->coefficient == 1;
}

/* Writes the ω of every term that begins with this item, the outermost first. `bare` remembers by
 * depth which exponents have no parenthesis to be closed. */
static void open_terms(text *t, const grundy_item *item, uint32_t from, bool ascii, bool *bare) {
  for (uint32_t depth = from + 1; depth <= item->depth; depth++) {
    append(t, ascii ? "w" : "ω");
    bare[depth] = is_bare(item, depth);
    if (!is_one(item, depth)) append(t, bare[depth] ? "^" : "^(");
  }
}

/* One item: the end of a term whose exponent was written, or a number with the beginnings of the
 * terms around it. */
static void append_item(text *t, const grundy_ordinal *a, uint64_t i, bool ascii, bool *bare) {
  const grundy_item *item = &a->items[i];
  uint32_t before = i == 0 ? 0 : item[-1].depth;
  if (i > 0 && item->depth < before) {
    if (!bare[before]) append(t, ")");
    if (item->coefficient == 1) return;
    append(t, "*");
    append_number(t, item->coefficient);
    return;
  }
  if (i > 0) append(t, "+");
  open_terms(t, item, before, ascii, bare);
  bool first = i == 0 || item->depth > before;
  if (item->depth > 0 && first && is_one(item, item->depth)) return;
  append_number(t, item->coefficient);
}

size_t grundy_ordinal_format(const grundy_ordinal *ordinal, bool ascii, char *buffer, size_t size) {
  bool bare[GRUNDY_ORDINAL_DEPTH + 1];
  text t = {buffer, size, 0};
  if (ordinal->count == 0) append(&t, "0");
  for (uint64_t i = 0; i < ordinal->count; i++) append_item(&t, ordinal, i, ascii, bare);
  if (size > 0) buffer[t.length < size ? t.length : size - 1] = '\0';
  return t.length;
}
