/* Strongly connected components by Tarjan's algorithm [Tar72] as modified by Pearce [Pea16],
 * without recursion. Pearce needs one number per vertex where Tarjan has two and a mark.
 *
 * low[v] is 0 before v is visited. While v is active (visited, its strong component not complete)
 * it is the least visiting number known to be reachable from v; visiting numbers start at 1 and
 * count only active vertices. When a strong component is complete its vertices get the next number
 * from UINT32_MAX downwards, larger than every visiting number, so a move into it no longer lowers
 * anything. At the end UINT32_MAX - low[v] is the number of the strong component: a strong
 * component is complete only after all others that it can move to, which gives the order.
 *
 * A visited vertex is either on the path from the root of the search or waits for its strong
 * component to be complete, never both: one array holds the path from its front and the waiting
 * vertices from its back. next[v] and far[v] count the moves from v already followed; the top bit
 * of next[v] is set once v has reached a smaller number, so that v is not the root of its
 * component. */

#include "digraph/strong_components.h"

#include "base/alloc.h"
#include "base/error.h"
#include "digraph/view.h"

#include <assert.h>

enum { NO_ROOT = 1 << GRUNDY_STRONG_BITS }; /* a bit of search.next */

typedef struct search {
  grundy_view g;
  uint32_t *low;
  uint16_t *next; /* the lower bits, and … */
  uint16_t *far;  /* … the upper ones; NULL if rows are short */
  uint32_t *stack;
  uint32_t room;    /* of the stack; terminal vertices never wait */
  uint32_t path;    /* stack[0 … path - 1] is the path */
  uint32_t waiting; /* stack[waiting … room - 1] wait, the latest first */
  uint32_t active;  /* visiting numbers given so far, plus 1 */
  uint32_t complete;
} search;

static void visit(search *s, uint32_t v) {
  assert(s->low[v] == 0);
  assert(s->path < s->waiting); /* the path and the waiting vertices share the array */
  s->low[v] = s->active++;
  s->stack[s->path++] = v;
}

/* Records that v reaches w, or a vertex that w reaches. */
static void lower(search *s, uint32_t v, uint32_t w) {
  if (s->low[w] >= s->low[v]) return;
  s->low[v] = s->low[w];
  s->next[v] |= NO_ROOT;
}

/* Continues with the first follower of v not visited yet, if there is one. */
static bool go_deeper(search *s, uint32_t v) {
  grundy_vertices followers = grundy_view_row(&s->g, v);
  uint32_t i = s->next[v] & (NO_ROOT - 1);
  if (s->far != NULL) i |= (uint32_t)s->far[v] << GRUNDY_STRONG_BITS;
  while (i < followers.count) {
    uint32_t w = followers.at[i++];
    if (s->low[w] != 0) {
      lower(s, v, w);
      continue;
    }
    s->next[v] = (uint16_t)((s->next[v] & NO_ROOT) | (i & (NO_ROOT - 1)));
    if (s->far != NULL) s->far[v] = (uint16_t)(i >> GRUNDY_STRONG_BITS);
    visit(s, w);
    return true;
  }
  return false;
}

/* Completes the strong component of its root v: the rest of it are the waiting vertices that reach
 * v. */
static void complete_strong_component(search *s, uint32_t v) {
  uint32_t number = UINT32_MAX - s->complete++;
  assert(number > s->active); /* no move into a complete strong component lowers anything */
  while (s->waiting < s->room && s->low[s->stack[s->waiting]] >= s->low[v]) {
    s->low[s->stack[s->waiting++]] = number;
    s->active--;
  }
  s->low[v] = number;
  s->active--;
  assert(s->active == 1 + s->path + (s->room - s->waiting));
}

/* Leaves v, the end of the path, after all moves from it have been followed. */
static void leave(search *s, uint32_t v) {
  s->path--;
  assert(s->stack[s->path] == v);
  if ((s->next[v] & NO_ROOT) == 0)
    complete_strong_component(s, v);
  else
    s->stack[--s->waiting] = v;
  if (s->path > 0) lower(s, s->stack[s->path - 1], v);
}

/* Visits all vertices. False if cancelled. */
static bool search_all(search *s, grundy_work *work) {
  for (uint32_t v = 0; v < s->g.order; v++) s->low[v] = 0;
  for (uint32_t root = 0; root < s->g.order; root++) {
    if (s->low[root] != 0) continue;
    visit(s, root);
    while (s->path > 0) {
      uint32_t v = s->stack[s->path - 1];
      if (go_deeper(s, v)) continue;
      leave(s, v);
      if (!grundy_work_step(work, 1 + grundy_view_row(&s->g, v).count)) return false;
    }
    assert(s->waiting == s->room && s->active == 1); /* nothing waits for a strong component */
  }
  return true;
}

#ifndef NDEBUG
/* Returns whether the strong components are in reverse topological order. O(V + E). */
static bool moves_lead_down(const grundy_view *g, const uint32_t *strong, uint32_t count) {
  for (uint32_t u = 0; u < g->order; u++) {
    grundy_vertices row = grundy_view_row(g, u);
    for (uint64_t i = 0; i < row.count; i++)
      if (strong[row.at[i]] > strong[u]) return false;
    if (strong[u] >= count) return false;
  }
  return true;
}
#endif
grundy_status grundy_strong_components_find(const grundy_digraph *g, grundy_work *work,
                                            uint32_t *strong, uint32_t *count,
                                            grundy_error *error) {
  uint32_t order = grundy_digraph_order(g);
  search s = {.g = grundy_view_of(g), .low = strong, .room = 1, .active = 1};
  for (uint32_t v = 0; v < order; v++) s.room += s.g.offsets[v] < s.g.offsets[v + 1];
  s.waiting = s.room;
  bool is_long = grundy_longest_row(&s.g) >> GRUNDY_STRONG_BITS != 0;
  s.next = grundy_alloc_zero(order, sizeof *s.next);
  if (is_long) s.far = grundy_alloc_zero(order, sizeof *s.far);
  s.stack = grundy_alloc(s.room, sizeof *s.stack);
  grundy_status status = GRUNDY_OK;
  if (s.next == NULL || s.stack == NULL || (is_long && s.far == NULL))
    status = grundy_fail_memory(error);
  else if (!search_all(&s, work))
    status = grundy_fail_cancelled(error);
  free(s.next);
  free(s.far);
  free(s.stack);
  if (status != GRUNDY_OK) return status;
  for (uint32_t v = 0; v < order; v++) strong[v] = UINT32_MAX - strong[v];
  assert(moves_lead_down(&s.g, strong, s.complete));
  *count = s.complete;
  return GRUNDY_OK;
}

grundy_status grundy_digraph_strong_components(const grundy_digraph *g, uint32_t *strong,
                                               uint32_t *count, grundy_error *error) {
  grundy_work unwatched = grundy_work_start(NULL, "components", 0);
  return grundy_strong_components_find(g, &unwatched, strong, count, error);
}
