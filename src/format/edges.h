/* Many lines of an edge list at once: their words, or, as in most large files, their numbers. */

#ifndef GRUNDY_SRC_FORMAT_EDGES_H
#define GRUNDY_SRC_FORMAT_EDGES_H

#include "digraph/numeric_builder.h"
#include "digraph/word_moves.h"

/* Splits the lines from..to - 1 of the text, of which the last ends with a newline, into words,
 * and counts the lines. batch->words has room for as many words as there are bytes. Returns false
 * if a line has an error, or is not a move, a vertex, a comment or empty; then the batch is not
 * valid. */
bool grundy_words_split(const char *text, size_t from, size_t to, grundy_word_batch *batch,
                        uint64_t *lines);

/* Parses the lines from `text` to `end`, each of which ends with a newline, and counts them.
 *
 * Reads up to eight bytes past `end`; their values do not matter. The batch has room for half a
 * pair per byte. Returns false if some line is not one or two numbers with blanks and a comment, or
 * is too long; the caller then parses the lines in the general way, which reports errors. */
bool grundy_numbers_parse(const char *text, const char *end, grundy_batch *batch, uint64_t *lines);

#endif
