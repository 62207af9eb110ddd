/* Splits many lines of an edge list into words. */

#ifndef GRUNDY_SRC_FORMAT_EDGES_WORDS_H
#define GRUNDY_SRC_FORMAT_EDGES_WORDS_H

#include "digraph/word_moves.h"

/* Splits the lines from..to - 1 of the text, of which the last ends with a newline, into words,
 * and counts the lines. batch->words has room for as many words as there are bytes. Returns false
 * if a line has an error, or is not a move, a vertex, a comment or empty; then the batch is not
 * valid. */
bool grundy_words_split(const char *text, size_t from, size_t to, grundy_word_batch *batch,
                        uint64_t *lines);

#endif
