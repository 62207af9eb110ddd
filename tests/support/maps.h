/* Random maps between games. */

#ifndef SUPPORT_MAPS_H
#define SUPPORT_MAPS_H

#include <grundy/base.h>

#include "support/naive_maps.h"

void map_free(map *m);

/* A map of Theorem 7 onto s: every vertex of s is lifted to one to `copies` vertices, every move of
 * s to at least one from each copy of its tail, d is random, and then up to `extra` moves are added
 * that can be taken back to a smaller d. The vertices of r are in a random order. s is copied. */
map map_lift(grundy_random *random, const grundy_digraph *s, uint32_t copies, uint32_t extra);

/* Changes an image, a d, or a move of r, at random; r has at least one vertex. */
void map_mutate(grundy_random *random, map *m);

#endif
