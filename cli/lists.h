/* Lists as people write them: "table, tsv, csv or json". */

#ifndef GRUNDY_CLI_LISTS_H
#define GRUNDY_CLI_LISTS_H

#include <stdbool.h>
#include <stddef.h>

#include <grundy/format.h>

/* The words up to a NULL, cut to `size` bytes. */
void lists_words(const char *const *words, char *text, size_t size);

/* Which of them it is, from 0; -1 if it is none. */
int lists_find(const char *const *words, const char *word);

/* The names of the formats that are good for `use`, up to a NULL. */
void lists_format_names(grundy_format_use use, const char *names[GRUNDY_FORMAT_COUNT + 1]);

/* The same as one text. */
void lists_formats(grundy_format_use use, char *text, size_t size);

/* ".npz, .tsv or .csv": an ending for each of these formats that has one, cut to `size` bytes, and
 * .txt if there are tables too. */
void lists_endings(grundy_format_use use, bool has_tables, char *text, size_t size);

#endif
