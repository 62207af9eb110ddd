/* Random maps between games. */

#ifndef SUPPORT_MAPS_H
#define SUPPORT_MAPS_H

#include <grundy/base.h>

#include "support/naive_maps.h"

void map_free(map *m);

/* Makes a random map of Theorem 7 onto s: every vertex of s gets one to `copies` copies, every move
 * of s at least one move from each copy of its tail, d is random, and then up to `extra` moves are
 * added that can be reversed to a smaller d. The vertices of r are in random order. s is copied. */
map map_lift(grundy_random *random, const grundy_digraph *s, uint32_t copies, uint32_t extra);

/* Changes a random image, d, or move of r; r has at least one vertex. */
void map_mutate(grundy_random *random, map *m);

#endif
