/* Maps between games: the naive twins of grundy_map_check, and random maps. */

#ifndef SUPPORT_MAPS_H
#define SUPPORT_MAPS_H

#include <grundy/base.h>
#include <grundy/digraph.h>
#include <grundy/morphism.h>

/* A map from r to s with a d. */
typedef struct map {
  grundy_digraph *r, *s;
  uint32_t *image, *d; /* one entry for each vertex of r */
} map;

void map_free(map *m);

/* A map of Theorem 7 onto s: every vertex of s is lifted to one to `copies` vertices, every move of
 * s to at least one from each copy of its tail, d is random, and then up to `extra` moves are added
 * that can be taken back to a smaller d. The vertices of r are in a random order. s is copied. */
map map_lift(grundy_random *random, const grundy_digraph *s, uint32_t copies, uint32_t extra);

/* Changes an image, a d, or a move of r, at random; r has at least one vertex. */
void map_mutate(grundy_random *random, map *m);

/* ---- straight from the definitions ------------------------------------------------------ */

/* Is this the violation of a condition that a map of that kind has? */
bool naive_violates(const map *m, grundy_map_kind kind, const uint32_t *d,
                    grundy_map_violation violation);

/* The first vertex of r (of s for GRUNDY_SURJECTIVE) for which a condition of the kind fails, with
 * the given d; the order if there is none. */
uint32_t naive_first_violation(const map *m, grundy_map_kind kind, const uint32_t *d);

/* The least d: from 0 upwards until nothing changes; GRUNDY_INFINITY above the order. */
void naive_least_d(const map *m, uint32_t *d);

#endif
