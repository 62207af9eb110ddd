/* Chooses the part of a game around a position, for drawings of large games. */

#include "base/alloc.h"
#include "base/error.h"
#include "base/order.h"
#include "draw/impl.h"

#include <assert.h>
#include <inttypes.h>

typedef struct circle {
  uint8_t *seen; /* by vertex */
  uint32_t *list;
  uint64_t count, capacity, most;
} circle;

/* Adds v unless it was seen. Vertices beyond `most` are counted but not stored. False if memory
 * runs out. */
static bool reach(circle *c, uint32_t v) {
  if (c->seen[v] != 0) return true;
  c->seen[v] = 1;
  if (c->count++ >= c->most) return true;
  if (!grundy_grow(&c->list, &c->capacity, c->count, sizeof *c->list)) return false;
  c->list[c->count - 1] = v;
  return true;
}

static bool reach_all(circle *c, grundy_vertices row) {
  bool fine = true;
  for (uint64_t i = 0; i < row.count && fine; i++) fine = reach(c, row.at[i]);
  return fine;
}

grundy_status grundy_draw_around(const grundy_digraph *g, const grundy_digraph *reverse, uint32_t v,
                                 uint32_t radius, uint64_t most, uint32_t **vertices,
                                 uint64_t *count, grundy_error *error) {
  circle c = {.most = most};
  c.seen = grundy_alloc_zero((uint64_t)grundy_digraph_order(g) + 1, 1);
  bool fine = c.seen != NULL && reach(&c, v);
  for (uint64_t begin = 0, end; radius > 0 && fine && begin < c.count && c.count <= most;
       begin = end, radius--) {
    end = c.count;
    for (uint64_t i = begin; i < end && fine && c.count <= most; i++)
      fine = reach_all(&c, grundy_digraph_followers(g, c.list[i])) &&
             reach_all(&c, grundy_digraph_followers(reverse, c.list[i]));
  }
  free(c.seen);
  if (fine && c.count <= most) {
    assert(c.list != NULL); /* it has v */
    grundy_sort_numbers(c.list, c.count);
    *vertices = c.list;
    *count = c.count;
    return GRUNDY_OK;
  }
  free(c.list);
  if (!fine) return grundy_fail_memory(error);
  return grundy_fail_because(
      error, GRUNDY_UNABLE, GRUNDY_REASON_TOO_MANY,
      "there are more than %" PRIu64 " positions around; use a smaller radius", most);
}
