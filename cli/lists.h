/* Lists and numbers as people write them: "table, tsv, csv or json", "18,204 positions". */

#ifndef GRUNDY_CLI_LISTS_H
#define GRUNDY_CLI_LISTS_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <grundy/format.h>

/* The words up to a NULL, cut to `size` bytes. */
void lists_words(const char *const *words, char *text, size_t size);

/* Which of them it is, from 0; -1 if it is none. */
int lists_find(const char *const *words, const char *word);

/* The names of the formats that are good for `use`, up to a NULL. */
void lists_format_names(grundy_format_use use, const char *names[GRUNDY_FORMAT_COUNT + 1]);

/* The same as one text. */
void lists_formats(grundy_format_use use, char *text, size_t size);

/* Writes 18204 as 18,204. */
void lists_grouped(uint64_t number, char *text, size_t size);

/* Writes "1 move" or "18,204 moves". */
void lists_count(FILE *out, uint64_t count, const char *thing);

#endif
