/* The least numbers of the followers of every vertex, by value. */

#include "verify/least.h"

#include "base/alloc.h"
#include "base/lower_bound.h"

#include <assert.h>

static bool is_hub(const grundy_view *view, uint32_t v) {
  return view->offsets[v + 1] - view->offsets[v] >= HUB;
}

/* Finds the hubs, and makes room for their pairs: a hub has at most as many as followers, and as
 * values from NEAR to the largest. One more place makes it simple to skip numbers that no follower
 * has. */
static bool find_hubs(checker *c, offers *o) {
  uint64_t room = 0, far = c->largest - NEAR + 1;
  for (uint32_t v = 0; v < c->view.order; v++) o->hub_count += is_hub(&c->view, v);
  o->hubs = grundy_alloc(o->hub_count, sizeof *o->hubs);
  if (o->hubs == NULL) return false;
  for (uint32_t v = 0, count = 0; count < o->hub_count; v++)
    if (is_hub(&c->view, v)) {
      uint64_t followers = c->view.offsets[v + 1] - c->view.offsets[v];
      o->hubs[count++] = (hub){v, 0, room};
      room += (followers < far ? followers : far) + 1;
    }
  o->pairs = grundy_alloc(room, sizeof *o->pairs);
  return o->pairs != NULL;
}

bool grundy_offers_alloc(checker *c) {
  offers *o = c->offers = grundy_alloc_zero(1, sizeof *c->offers);
  if (o == NULL) return false;
  o->largest = c->largest;
  o->of = grundy_alloc(c->view.order, sizeof *o->of);
  if (o->of == NULL) return false;
  if (c->largest < NEAR) return true;
  uint64_t far = ((uint64_t)o->largest + 2) * (unsigned)c->threads;
  o->least_far = grundy_alloc(far, sizeof *o->least_far);
  if (o->least_far == NULL) return false;
  for (uint64_t i = 0; i < far; i++) o->least_far[i] = GRUNDY_INFINITY;
  return find_hubs(c, o);
}

void grundy_offers_free(offers *o) {
  if (o == NULL) return;
  free(o->of);
  free(o->hubs);
  free(o->pairs);
  free(o->least_far);
  free(o);
}

uint32_t grundy_offers_hub(const offers *o, uint32_t v) {
  uint64_t at = 0;
  GRUNDY_LOWER_BOUND(at, o->hub_count, i, o->hubs[i].vertex < v)
  return (uint32_t)at;
}

/* Sorts pairs with Shell's sort, which does not allocate. */
static void sort_pairs(pair *pairs, uint32_t count) {
  uint32_t gap = 1;
  while (gap < count / 3) gap = 3 * gap + 1;
  for (; gap > 0; gap /= 3)
    for (uint32_t i = gap; i < count; i++) {
      pair moved = pairs[i];
      uint32_t j = i;
      for (; j >= gap && pairs[j - gap].value > moved.value; j -= gap) pairs[j] = pairs[j - gap];
      pairs[j] = moved;
    }
}

#ifndef NDEBUG
static bool pairs_increase(const pair *pairs, uint32_t count) {
  for (uint32_t i = 1; i < count; i++)
    if (pairs[i - 1].value >= pairs[i].value) return false;
  return count == 0 || pairs[0].value >= NEAR;
}
#endif
void grundy_offers_keep(const offers *o, hub *h, uint32_t *least, grundy_vertices row,
                        const vertex_claims *claims) {
  pair *pairs = o->pairs + h->start;
  h->count = 0;
  for (uint64_t i = 0; i < row.count; i++) {
    uint32_t value = claims[row.at[i]].value;
    if (value < NEAR || value == GRUNDY_INFINITY || least[value] == GRUNDY_INFINITY) continue;
    pairs[h->count++] = (pair){value, least[value]};
    least[value] = GRUNDY_INFINITY;
  }
  sort_pairs(pairs, h->count);
  assert(pairs_increase(pairs, h->count));
}

/* The values of the pairs are different and at least NEAR, so the pair of y is at place y - NEAR or
 * before, and exactly there without gaps. */
static uint32_t least_of_pairs(const pair *pairs, uint32_t count, uint32_t y) {
  assert(y >= NEAR);
  uint64_t at = 0, end = y - NEAR < count ? y - NEAR + UINT64_C(1) : count;
  if (end > 0 && pairs[end - 1].value == y) return pairs[end - 1].least;
  GRUNDY_LOWER_BOUND(at, end, i, pairs[i].value < y)
  return at < count && pairs[at].value == y ? pairs[at].least : GRUNDY_INFINITY;
}

uint32_t grundy_offers_far_least(const checker *c, uint32_t v, uint32_t y) {
  const offers *o = c->offers;
  uint32_t number = o->of[v].hub, least = GRUNDY_INFINITY;
  if (number != GRUNDY_INFINITY) {
    const hub *h = &o->hubs[number];
    return least_of_pairs(o->pairs + h->start, h->count, y);
  }
  grundy_vertices followers = grundy_view_row(&c->view, v);
  for (uint64_t i = 0; i < followers.count; i++) {
    const vertex_claims *l = &c->claims[followers.at[i]];
    if (l->value == y && l->number < least) least = l->number;
  }
  return least;
}
