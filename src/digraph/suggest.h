/* Suggests a position for a name that no position has. */

#ifndef GRUNDY_SRC_DIGRAPH_SUGGEST_H
#define GRUNDY_SRC_DIGRAPH_SUGGEST_H

#include <grundy/digraph.h>

/* Appends the position of g that the name may mean, or all positions if they are few, to the
 * message of an error that was just filled. Compares a bounded number of names. */
void grundy_error_suggest_position(grundy_error *error, const grundy_digraph *g, const char *name,
                                   size_t length);

#endif
