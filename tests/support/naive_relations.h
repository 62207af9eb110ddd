/* Compatible relations on the positions of a game, written from the definitions of [Sat72]. Slow.
 * Needs no test framework, so fuzz targets use it, too. */

#ifndef SUPPORT_NAIVE_RELATIONS_H
#define SUPPORT_NAIVE_RELATIONS_H

#include <grundy/digraph.h>
#include <grundy/morphism.h>

/* Returns whether v has a follower in that class. */
bool naive_moves_into(const grundy_digraph *g, const uint32_t *class_of, uint32_t v, uint32_t c);

/* Finds the first violation of [Sat72, Def. 2.1], ordered by (first, move, second); violations of
 * equal ends come before the others with the same first vertex. Likewise for [Sat72, Def. 2.3]. */
grundy_violation naive_compatible(const grundy_digraph *g, const uint32_t *class_of);
grundy_violation naive_semicompatible(const grundy_digraph *g, const uint32_t *class_of);

/* Computes the coarsest compatible relation: separates vertices until all others are related.
 * Classes are numbered in the order of their first vertices. Returns their number. */
uint32_t naive_coarsest(const grundy_digraph *g, uint32_t *class_of);

#endif
