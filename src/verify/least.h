/* m(v, y): the least number (a counter, or H) among the followers of v that have value y.
 *
 * A sweep over the rows computes it for all v. The most frequent queries, with small y, are
 * answered from one cache line together with the value of v. For y >= NEAR, vertices with many
 * followers ("hubs") have pairs (y, m(v, y)) sorted by y; the few followers of other vertices are
 * searched. So a query takes constant time, or O(log |F(v)|) if the values of a hub's followers
 * have gaps. */

#ifndef GRUNDY_SRC_VERIFY_LEAST_H
#define GRUNDY_SRC_VERIFY_LEAST_H

#include "verify/impl.h"

enum { NEAR = 6, HUB = 16 };

typedef struct offer {
  uint32_t value;
  uint32_t hub;         /* the number of the hub, or GRUNDY_INFINITY */
  uint32_t least[NEAR]; /* GRUNDY_INFINITY: no such follower */
} offer;

typedef struct pair {
  uint32_t value, least;
} pair;

typedef struct hub {
  uint32_t vertex;
  uint32_t count; /* the number of its pairs, which are pairs[start] … */
  uint64_t start;
} hub;

typedef struct offers {
  offer *of;
  hub *hubs; /* by vertex */
  uint32_t hub_count;
  pair *pairs;
  uint32_t *least_far; /* of all threads: m(v, y) of the current hub v, by y */
  uint32_t largest;    /* the largest y; one more stands for infinity */
} offers;

/* Allocates the offers; no value is above c->largest, which is at most √(2E). */
void grundy_offers_alloc(checker *c);

/* ---- collecting ---- */

/* Returns where a thread collects m(v, ·) of one hub v: GRUNDY_INFINITY if no follower was seen. */
static inline uint32_t *least_of_thread(const offers *o, int thread) {
  return o->least_far + ((uint64_t)o->largest + 2) * (uint64_t)thread;
}

/* Returns whether the values of this many followers are close enough together to go through all
 * numbers up to the largest value. */
static inline bool is_close(const offers *o, uint64_t followers) {
  return o->largest / 4 <= followers;
}

/* Returns the first hub at v or later. */
uint32_t grundy_offers_hub(const offers *o, uint32_t v);

/* Makes the pairs of a hub from `least`, which is empty afterwards. */
void grundy_offers_keep(const offers *o, hub *h, uint32_t *least, grundy_vertices row,
                        const vertex_claims *claims);

/* ---- queries ---- */

uint32_t grundy_offers_far_least(const checker *c, uint32_t v, uint32_t y);

/* Returns the place of (y, m(v, y)) if v is a hub and the values of its followers have no gaps. */
static inline const pair *likely_pair(const offers *o, uint32_t v, uint32_t y) {
  return &o->pairs[o->hubs[o->of[v].hub].start + (y - NEAR)];
}

/* Returns m(v, y); GRUNDY_INFINITY if v has no follower of value y. */
static inline uint32_t least_of(const checker *c, uint32_t v, uint32_t y) {
  const offers *o = c->offers;
  if (y < NEAR) return o->of[v].least[y];
  if (o->of[v].hub != GRUNDY_INFINITY && y - NEAR < o->hubs[o->of[v].hub].count) {
    const pair *likely = likely_pair(o, v, y);
    if (likely->value == y) return likely->least;
  }
  return grundy_offers_far_least(c, v, y);
}

/* Prefetches m(v, y). */
static inline void expect_least_of(const offers *o, uint32_t v, uint32_t y) {
  if (y >= NEAR && o->of[v].hub != GRUNDY_INFINITY) __builtin_prefetch(likely_pair(o, v, y));
}

#endif
