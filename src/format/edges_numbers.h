/* Lines of an edge list whose words are numbers, as nearly every large file has them. */

#ifndef GRUNDY_SRC_FORMAT_EDGES_NUMBERS_H
#define GRUNDY_SRC_FORMAT_EDGES_NUMBERS_H

#include "digraph/numbered.h"

/* So many bytes behind the text are looked at, whatever they are. */
enum { GRUNDY_NUMBERS_PADDING = 8 };

/* Parses the lines from `text` up to `end`, each of which ends with a newline, and counts them.
 * The batch has room for half a pair a byte. False if some line is not a number or two, with
 * blanks and a comment, or if it is too long: then what it means, or what is wrong with it, is
 * for others to say. */
bool grundy_numbers_parse(const char *text, const char *end, grundy_batch *batch, uint64_t *lines);

#endif
