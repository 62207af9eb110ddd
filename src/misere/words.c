/* Elements as words of generators. */

#include "base/bounded_text.h"
#include "misere/impl.h"

static void append_letter(grundy_bounded_text *text, uint32_t generator) {
  char letter[] = {"abcdefghijklmnopqrstuvwxyz"[generator % 26], '\0'};
  grundy_bounded_append(text, letter);
  if (generator >= 26) grundy_bounded_append_number(text, generator / 26);
}

size_t grundy_misere_word_format(const grundy_misere *quotient, grundy_misere_word word, char *text,
                                 size_t size) {
  bool is_long = grundy_misere_get_facts(quotient).generator_count > 26;
  grundy_bounded_text made = {.at = text, .size = size};
  if (word.count == 0) grundy_bounded_append(&made, "1");
  for (uint32_t i = 0, j; i < word.count; i = j) {
    for (j = i + 1; j < word.count && word.at[j] == word.at[i];) j++;
    if (i > 0 && is_long) grundy_bounded_append(&made, ".");
    append_letter(&made, word.at[i]);
    if (j - i > 1) {
      grundy_bounded_append(&made, "^");
      grundy_bounded_append_number(&made, j - i);
    }
  }
  return grundy_bounded_finish(&made);
}
