/* The naive twins of grundy_map_check, written from the definitions. Slow. Needs no test framework,
 * so fuzz targets use it, too. */

#ifndef SUPPORT_NAIVE_MAPS_H
#define SUPPORT_NAIVE_MAPS_H

#include <grundy/digraph.h>
#include <grundy/morphism.h>

/* A map from r to s with a d. */
typedef struct map {
  grundy_digraph *r, *s;
  uint32_t *image, *d; /* one entry per vertex of r */
} map;

/* Returns whether this violates a condition for maps of that kind. */
bool naive_violates(const map *m, grundy_map_kind kind, const uint32_t *d,
                    grundy_map_violation violation);

/* Returns the first vertex of r (of s for GRUNDY_SURJECTIVE) for which a condition of the kind
 * fails, with the given d; the order if there is none. */
uint32_t naive_first_violation(const map *m, grundy_map_kind kind, const uint32_t *d);

/* Computes the least d: increases from 0 until nothing changes; GRUNDY_INFINITY above the order. */
void naive_least_d(const map *m, uint32_t *d);

#endif
