/* Lines of an edge list whose words are numbers, as nearly every large file has them. */

#ifndef GRUNDY_SRC_FORMAT_EDGES_NUMBERS_H
#define GRUNDY_SRC_FORMAT_EDGES_NUMBERS_H

#include "digraph/numeric_builder.h"

/* Parses the lines from `text` up to `end`, each of which ends with a newline, and counts them.
 * Eight bytes after the text are read, whatever they are.
 * The batch has room for half a pair a byte. False if some line is not a number or two, with
 * blanks and a comment, or if it is too long: then what it means, or what is wrong with it, is
 * for others to say. */
bool grundy_numbers_parse(const char *text, const char *end, grundy_batch *batch, uint64_t *lines);

#endif
