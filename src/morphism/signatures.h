/* Classes of vertices by hashes of what they can reach: a fast way to the coarsest compatible
 * relation on most games. */

#ifndef GRUNDY_SRC_MORPHISM_SIGNATURES_H
#define GRUNDY_SRC_MORPHISM_SIGNATURES_H

#include <grundy/digraph.h>

#include "base/monitor.h"

/* Assigns vertices to classes, numbered in the order of their first vertices. Vertices that some
 * compatible relation relates are always in the same class. *compatible says whether the classes
 * are a compatible relation, and therefore the coarsest one; otherwise they must be refined. `keys`
 * are those of grundy_ends_number, and `reverse` is the transpose of g. Every vertex is signed at
 * most GRUNDY_SIGNATURE_ROUNDS times on average: O(V + E) time for rows of bounded length, by all
 * threads, and O(V + E) space. */
enum { GRUNDY_SIGNATURE_ROUNDS = 10 };
grundy_status grundy_signatures_classify(const grundy_digraph *g, const grundy_digraph *reverse,
                                         const uint32_t *keys, const grundy_monitor *monitor,
                                         uint32_t *class_of, uint32_t *count, bool *compatible,
                                         grundy_error *error);

#endif
