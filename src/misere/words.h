/* Writes elements as words of generators. */

#ifndef GRUNDY_SRC_MISERE_WORDS_H
#define GRUNDY_SRC_MISERE_WORDS_H

#include <grundy/misere.h>

#include <stdio.h>

/* Writes a word as grundy_misere_word_format does. */
void grundy_misere_word_put(FILE *out, const grundy_misere *quotient, grundy_misere_word word);

/* Writes the word of an element. */
void grundy_misere_element_put(FILE *out, const grundy_misere *quotient, uint32_t element);

/* Returns the last heap whose value is shown: with a period, the others repeat these. */
uint32_t grundy_misere_last_shown(const grundy_misere_facts *facts);

#endif
