/* The position that was meant by a name that no position has. */

#ifndef GRUNDY_SRC_DIGRAPH_SUGGEST_H
#define GRUNDY_SRC_DIGRAPH_SUGGEST_H

#include <grundy/digraph.h>

/* Appends to the message of an error that was just filled which position of g may be meant by the
 * name, or all positions if they are few. Looks at a bounded number of names. */
void grundy_error_suggest_position(grundy_error *error, const grundy_digraph *g, const char *name,
                                   size_t length);

#endif
