#include "misere/words.h"

#include "base/bounded_text.h"

static void append_letter(grundy_bounded_text *text, uint32_t generator) {
  char letter[] = {"abcdefghijklmnopqrstuvwxyz"[generator % 26], '\0'};
  grundy_bounded_append(text, letter);
  if (generator >= 26) grundy_bounded_append_number(text, generator / 26);
}

static void append_word(grundy_bounded_text *text, const grundy_misere *quotient,
                        grundy_misere_word word) {
  bool is_long = grundy_misere_get_facts(quotient).generator_count > 26;
  if (word.count == 0) grundy_bounded_append(text, "1");
  for (uint32_t i = 0, j; i < word.count; i = j) {
    for (j = i + 1; j < word.count && word.at[j] == word.at[i];) j++;
    if (i > 0 && is_long) grundy_bounded_append(text, ".");
    append_letter(text, word.at[i]);
    if (j - i > 1) {
      grundy_bounded_append(text, "^");
      grundy_bounded_append_number(text, j - i);
    }
  }
}

size_t grundy_misere_word_format(const grundy_misere *quotient, grundy_misere_word word, char *text,
                                 size_t size) {
  grundy_bounded_text made = {.at = text, .size = size};
  append_word(&made, quotient, word);
  return grundy_bounded_finish(&made);
}

void grundy_misere_word_put(FILE *out, const grundy_misere *quotient, grundy_misere_word word) {
  grundy_bounded_text made = {.out = out};
  append_word(&made, quotient, word);
}

void grundy_misere_element_put(FILE *out, const grundy_misere *quotient, uint32_t element) {
  grundy_misere_word_put(out, quotient, grundy_misere_word_of(quotient, element));
}

uint32_t grundy_misere_last_shown(const grundy_misere_facts *facts) {
  if (facts->period_length == 0) return facts->heaps;
  return facts->period_start + facts->period_length - 1;
}
