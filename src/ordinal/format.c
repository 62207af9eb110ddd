/* Writes ordinals in Cantor normal form. */

#include "ordinal/impl.h"

#include "base/bounded_text.h"

/* Returns whether an exponent needs no parentheses: a number, or ω. `item` is the first of the
 * exponent and `depth`, at least 1, that of its terms; its term follows at depth - 1, so nothing is
 * read beyond the word. */
static bool is_bare(const grundy_item *item, uint32_t depth) {
  if (item->depth == depth) return true;
  return item->depth == depth + 1 && item[0].coefficient == 1 && item[1].depth == depth &&
         item[1].coefficient == 1 && item[2].depth < depth;
}

/* Returns whether the exponent is 1, which is not written. */
static bool is_one(const grundy_item *item, uint32_t depth) {
  return item->depth == depth && item->coefficient == 1;
}

/* Writes one item: the end of a term whose exponent was written, or a number with the beginnings of
 * the terms around it. */
static void append_item(grundy_bounded_text *t, const grundy_ordinal *a, uint64_t i, bool ascii,
                        bool *bare) {
  const grundy_item *item = &a->items[i];
  uint32_t before = i == 0 ? 0 : item[-1].depth;
  if (i > 0 && item->depth < before) {
    if (!bare[before]) grundy_bounded_append(t, ")");
    if (item->coefficient == 1) return;
    grundy_bounded_append(t, "*");
    grundy_bounded_append_number(t, item->coefficient);
    return;
  }
  if (i > 0) grundy_bounded_append(t, "+");
  /* The ω of every term that begins with this item, the outermost first; `bare` records by depth
   * which exponents have no parenthesis to close. */
  for (uint32_t depth = before + 1; depth <= item->depth; depth++) {
    grundy_bounded_append(t, ascii ? "w" : "ω");
    bare[depth] = is_bare(item, depth);
    if (!is_one(item, depth)) grundy_bounded_append(t, bare[depth] ? "^" : "^(");
  }
  bool first = i == 0 || item->depth > before;
  if (item->depth > 0 && first && is_one(item, item->depth)) return;
  grundy_bounded_append_number(t, item->coefficient);
}

static void append_ordinal(grundy_bounded_text *t, const grundy_ordinal *ordinal, bool ascii) {
  bool bare[GRUNDY_ORDINAL_MAX_DEPTH + 1];
  if (ordinal->count == 0) grundy_bounded_append(t, "0");
  for (uint64_t i = 0; i < ordinal->count; i++) append_item(t, ordinal, i, ascii, bare);
}

size_t grundy_ordinal_format(const grundy_ordinal *ordinal, bool ascii, char *text, size_t size) {
  grundy_bounded_text buffer = {.at = text, .size = size};
  append_ordinal(&buffer, ordinal, ascii);
  return grundy_bounded_finish(&buffer);
}

void grundy_ordinal_write(const grundy_ordinal *ordinal, bool ascii, FILE *out) {
  append_ordinal(&(grundy_bounded_text){.out = out}, ordinal, ascii);
}
