/* The naive twin of every kernel, written from the definitions. Slow: meant for games of at most
 * NAIVE_MOST vertices unless another bound is stated. Infinity is always GRUNDY_INFINITY. */

#ifndef SUPPORT_NAIVE_H
#define SUPPORT_NAIVE_H

#include <grundy/digraph.h>
#include <grundy/value.h>

enum { NAIVE_MOST = 200 };

/* ---- reachability ---------------------------------------------------------------------- */

/* Returns the number of vertices that can be reached from v, including v. Games of any size. */
uint32_t naive_reachable(const grundy_digraph *g, uint32_t v);

/* ---- outcomes and remoteness --------------------------------------------------------- */

/* Computes the least labelling with P where all followers are N and N where some follower is P; the
 * rest is D. ([FY86, Lemma 2] alone would also allow P and N on a 2-cycle.) O(V E). */
void naive_outcome(const grundy_digraph *g, uint8_t *outcome);

/* Computes Q of [Smi66, (4a)–(4e), §5], level by level, for given numbers of the terminal
 * positions: 0 where the previous player succeeds, 1 where the next player does, GRUNDY_INFINITY
 * where neither does. The other entries of `terminal` are ignored. O(V E). */
void naive_q(const grundy_digraph *g, const uint32_t *terminal, uint32_t *q);

/* As above, where every terminal position has the number `terminal`: 0 gives the remoteness in
 * normal play, 1 that in misère play. At most NAIVE_MOST vertices. */
void naive_remoteness(const grundy_digraph *g, uint32_t terminal, uint32_t *remoteness);

/* Follows [Smi66, §3], level by level. O(V E). */
void naive_distance(const grundy_digraph *g, uint32_t *distance);

/* ---- the generalized Sprague–Grundy function ----------------------------------------- */

/* Runs Algorithm G of [FY86, §3] literally: tries every vertex until none can be labelled. Both
 * arrays get GRUNDY_INFINITY where G is infinite. */
void naive_values(const grundy_digraph *g, uint32_t *values, uint32_t *counter);

/* Returns whether a follower of u has that value. */
bool naive_reaches(const grundy_digraph *g, const uint32_t *values, uint32_t u, uint32_t value);

/* Writes the values of F(u) in increasing order to `set` and returns their number: either all of
 * them, J(u), or the finite ones, which are K(u) where G(u) is infinite. */
uint64_t naive_j(const grundy_digraph *g, const uint32_t *values, uint32_t u, uint32_t *set);
uint64_t naive_k(const grundy_digraph *g, const uint32_t *values, uint32_t u, uint32_t *set);

/* Returns the first of the conditions "A", "B", "C" of [FY86, Def. 1] that fails, or NULL. Games of
 * any size with small degrees. */
const char *naive_definition1(const grundy_digraph *g, const uint32_t *values,
                              const uint32_t *counter);

/* Checks [FY86, Def. 4]: G(u) < G(v) < ∞ implies c(u) < c(v). O(V^2). */
bool naive_monotonic(const grundy_digraph *g, const uint32_t *values, const uint32_t *counter);

/* Searches all functions V → {0 … V} ∪ {∞} for [FY86, Def. 3]: returns the number of functions with
 * A and C that have the most infinities, and one of them in `values`. At most 4 vertices. */
uint64_t naive_definition3(const grundy_digraph *g, uint32_t *values);

/* Returns the number of classical Sprague–Grundy functions, g(u) = mex g(F(u)) for all u, and one
 * of them in `values`, by searching all functions V → {0 … V}. At most 5 vertices. */
uint64_t naive_classical(const grundy_digraph *g, uint32_t *values);

/* Computes the least H of a (G, H) pair [Smi66, (23)] for given G: the least fixed point, by
 * relaxation from 0 upwards. */
void naive_hmin(const grundy_digraph *g, const uint32_t *values, uint32_t *hmin);

#endif
