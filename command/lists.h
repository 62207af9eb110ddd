/* Lists and numbers as people write them: "table, tsv, csv or json", "18,204 positions". */

#ifndef GRUNDY_CLI_LISTS_H
#define GRUNDY_CLI_LISTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <grundy/digraph.h>
#include <grundy/format.h>

/* Writes the words, a list up to a NULL, cut to `size` bytes. */
void lists_words(const char *const *words, char *text, size_t size);

/* Returns the index of the word in the list; -1 if it is not there. */
int lists_find(const char *const *words, const char *word);

/* Sets `names` to the formats that can be used so, up to a NULL. */
void lists_format_names(grundy_format_use use, const char *names[GRUNDY_FORMAT_COUNT + 1]);

/* Writes those names, cut to `size` bytes. */
void lists_formats(grundy_format_use use, char *text, size_t size);

/* Writes the endings of those formats, ".npz, .tsv or .csv", cut to `size` bytes, with .txt if
 * `has_tables`. */
void lists_endings(grundy_format_use use, bool has_tables, char *text, size_t size);

/* Writes 18204 as 18,204. */
void lists_grouped(uint64_t number, char *text, size_t size);

/* Writes "1 move" or "18,204 moves". */
void lists_count(FILE *out, uint64_t count, const char *thing);

/* Writes "12 s", "3 min 20 s", "2 h 5 min" or "5 days", cut to `size` bytes. */
void lists_duration(double seconds, char *text, size_t size);

/* Writes how long something took: "0.32 ms", "45 ms", "2.1 s", or as above. */
void lists_time(FILE *out, double seconds);

/* Writes "9 positions, 16 moves", or "9 parts, 16 moves" if the vertices are parts. */
void lists_size(FILE *out, const grundy_digraph *game);
void lists_sizes(FILE *out, uint64_t positions, uint64_t moves, bool by_parts);

#endif
