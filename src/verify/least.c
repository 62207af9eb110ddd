/* The least numbers of the followers of every vertex, by value. */

#include "verify/least.h"

#include "base/lower_bound.h"
#include "base/saturate.h"

#include <assert.h>

static bool is_hub(const grundy_view *view, uint32_t v) {
  return view->offsets[v + 1] - view->offsets[v] >= HUB;
}

/* Finds the hubs, and makes room for their pairs: a hub has at most as many as followers, and as
 * values from NEAR to the largest. One more place makes it simple to skip numbers that no follower
 * has. */
static void find_hubs(checker *c, offers *o) {
  uint64_t room = 0, far = c->largest - NEAR + 1;
  for (uint32_t v = 0; v < c->view.order; v++) o->hub_count += is_hub(&c->view, v);
  o->hubs = grundy_arena_array(&c->arena, o->hub_count, sizeof *o->hubs);
  for (uint32_t v = 0, count = 0; !c->arena.failed && count < o->hub_count; v++)
    if (is_hub(&c->view, v)) {
      uint64_t followers = c->view.offsets[v + 1] - c->view.offsets[v];
      o->hubs[count++] = (hub){v, 0, room};
      room += (followers < far ? followers : far) + 1;
    }
  o->pairs = grundy_arena_array(&c->arena, room, sizeof *o->pairs);
}

/* Counts the hubs and pairs of any game with these numbers of vertices and moves. */
static void count_hubs(checker *c) {
  uint64_t order = c->view.order, size = c->view.size, far = c->largest - NEAR + UINT64_C(2);
  uint64_t hubs = order < size / HUB ? order : size / HUB, pairs = grundy_times(hubs, far);
  (void)grundy_arena_array(&c->arena, hubs, sizeof(hub));
  uint64_t most = grundy_plus(size, hubs);
  (void)grundy_arena_array(&c->arena, pairs < most ? pairs : most, sizeof(pair));
}

void grundy_offers_alloc(checker *c) {
  offers *o = grundy_arena_zeros(&c->arena, 1, sizeof *o);
  offer *of = grundy_arena_array(&c->arena, c->view.order, sizeof *of);
  uint64_t far = c->largest < NEAR ? 0 : (c->largest + UINT64_C(2)) * (unsigned)c->threads;
  uint32_t *least_far = grundy_arena_array(&c->arena, far, sizeof *least_far);
  if (c->arena.counting && far > 0) count_hubs(c);
  if (!grundy_arena_usable(&c->arena)) return;
  *o = (offers){.of = of, .least_far = least_far, .largest = c->largest};
  for (uint64_t i = 0; i < far; i++) least_far[i] = GRUNDY_INFINITY;
  if (far > 0) find_hubs(c, o);
  c->offers = o;
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
