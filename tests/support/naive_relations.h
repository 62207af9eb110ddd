/* Compatible relations on the positions of a game, straight from the definitions of [Sat72]. Slow.
 * No test framework is needed, so fuzz targets use this too. */

#ifndef SUPPORT_NAIVE_RELATIONS_H
#define SUPPORT_NAIVE_RELATIONS_H

#include <grundy/digraph.h>
#include <grundy/morphism.h>

/* Has v a follower in that class? */
bool naive_moves_into(const grundy_digraph *g, const uint32_t *class_of, uint32_t v, uint32_t c);

/* The first violation of [Sat72, Def. 2.1], by (first, move, second), or of equal ends before those
 * of the same first vertex; and of [Sat72, Def. 2.3]. */
grundy_violation naive_compatible(const grundy_digraph *g, const uint32_t *class_of);
grundy_violation naive_semicompatible(const grundy_digraph *g, const uint32_t *class_of);

/* The coarsest compatible relation: vertices are told apart until all that are not are related.
 * Classes are numbered in the order of their first vertices. Returns their number. */
uint32_t naive_coarsest(const grundy_digraph *g, uint32_t *class_of);

#endif
