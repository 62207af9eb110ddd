/* Parses lines of edge lists in which all words are numbers, as in most large files. */

#ifndef GRUNDY_SRC_FORMAT_EDGES_NUMBERS_H
#define GRUNDY_SRC_FORMAT_EDGES_NUMBERS_H

#include "digraph/numeric_builder.h"

/* Parses the lines from `text` to `end`, each of which ends with a newline, and counts them.
 *
 * Reads up to eight bytes past `end`; their values do not matter. The batch has room for half a
 * pair per byte. Returns false if some line is not one or two numbers with blanks and a comment, or
 * is too long; the caller then parses the lines in the general way, which reports errors. */
bool grundy_numbers_parse(const char *text, const char *end, grundy_batch *batch, uint64_t *lines);

#endif
