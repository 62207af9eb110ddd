/* The least H of Smith's pairs (G, H) [Smi66, (23)] for known G, in linear time.
 *
 * Write m(v, y) for the least H among the followers of v of value y. If G(u) is finite,
 * H(u) is the least number greater than
 *   (1) m(u, y) for each y < G(u), and
 *   (2) min(H(v), 1 + m(v, G(u))) for each follower v.
 * Every condition on u is met by a vertex of smaller H, so the vertices are settled by
 * increasing H, time t settling those with H = t. unmet[u] counts the conditions on u not yet
 * met; when the last one is met at time t, H(u) = t + 1.
 *
 * When v is settled at time t with value y, then for each predecessor p condition (2) on the
 * move from p to v is met; and if v is the first follower of p with value y to be settled,
 * m(p, y) = t is known: condition (1) on p for y is met (if y < G(p)), and at time t + 1
 * condition (2) on the move to p is met for every predecessor q of p with G(q) = y. So each
 * pair (p, y) fires once. For this, predecessors are kept sorted by value, infinite ones
 * last, and each move knows its pair: O(V + E) time and space in all. */

#include "solve/hmin.h"

#include "base/alloc.h"
#include "base/error.h"
#include "base/monitor.h"
#include "digraph/view.h"
#include "solve/impl.h"

#include <assert.h>

/* Marks a move into v whose condition (2) is met; vertices are below 2^31. */
#define MET (UINT32_C(1) << 31)

/* A pair (p, y) fires when m(p, y) becomes known, and replies one step later. */
enum { NOT_FIRED = 0, FIRED, REPLIED };

typedef struct settling {
  grundy_view g, reverse;
  const uint64_t *into;   /* offsets of the reverse digraph: moves into each vertex */
  const uint64_t *out_of; /* offsets of g: pairs of p are numbered from out_of[p] */
  const uint32_t *values;
  uint32_t *tails;   /* the moves into v: their tails by increasing value */
  uint64_t *pair;    /* for each of those moves (u, v): the pair (u, G(v)) */
  uint64_t *replies; /* for each pair (p, y): the first move into p from a tail of value
                        y, or one from a larger value, or the end of those moves */
  uint8_t *fired;    /* for each pair */
  uint64_t *unmet;
  uint32_t *hmin;  /* the result */
  uint32_t *queue; /* the settled vertices by increasing H */
  uint32_t tail;
} settling;

static void settling_free(settling *s) {
  free(s->tails);
  free(s->pair);
  free(s->fired);
  free(s->unmet);
  free(s->queue);
  free(s->replies);
}

static bool settling_alloc(settling *s) {
  uint32_t order = s->g.order;
  uint64_t size = s->g.size;
  s->tails = grundy_alloc(size, sizeof *s->tails);
  s->pair = grundy_alloc(size, sizeof *s->pair);
  s->fired = grundy_alloc_zero(size, sizeof *s->fired);
  s->unmet = grundy_alloc(order, sizeof *s->unmet);
  s->queue = grundy_alloc(order, sizeof *s->queue);
  s->replies = grundy_alloc(size, sizeof *s->replies);
  return s->tails != NULL && s->pair != NULL && s->replies != NULL && s->fired != NULL &&
         s->unmet != NULL && s->queue != NULL;
}

/* ---- sorting moves by value ------------------------------------------------------------ */

/* Sorts all vertices by increasing value, infinite ones last. */
static bool sort_all(uint32_t order, const uint32_t *values, uint32_t *sorted) {
  uint32_t count;
  if (!grundy_sort_vertices(NULL, order, values, sorted, &count, NULL)) return false;
  for (uint32_t v = 0; v < order; v++)
    if (values[v] == GRUNDY_INFINITY) sorted[count++] = v;
  assert(count == order);
  return true;
}

/* Sorts the followers of every u, heads[out_of[u]…], by increasing value. Here and below, false
 * means cancelled. */
static bool sort_followers(const settling *s, const uint32_t *sorted, uint64_t *cursor,
                           uint32_t *heads, grundy_work *work) {
  uint32_t order = s->g.order;
  for (uint32_t u = 0; u < order; u++) cursor[u] = s->out_of[u];
  for (uint32_t i = 0; i < order; i++) {
    grundy_vertices predecessors = grundy_view_row(&s->reverse, sorted[i]);
    for (uint64_t j = 0; j < predecessors.count; j++) {
      uint32_t u = predecessors.at[j];
      assert(cursor[u] < s->out_of[u + 1]);
      heads[cursor[u]++] = sorted[i];
    }
    if (!grundy_work_step(work, 1 + predecessors.count)) return false;
  }
  return true;
}

/* Sorts the tails of the moves into each vertex by increasing value, and finds the pair of each
 * move: the first place among the sorted followers of u that has the value of v. */
static bool sort_predecessors(settling *s, const uint32_t *sorted, uint64_t *cursor,
                              const uint32_t *heads, grundy_work *work) {
  uint32_t order = s->g.order;
  for (uint32_t v = 0; v < order; v++) cursor[v] = s->into[v];
  for (uint32_t i = 0; i < order; i++) {
    uint32_t u = sorted[i];
    uint64_t pair = s->out_of[u];
    for (uint64_t e = s->out_of[u]; e < s->out_of[u + 1]; e++) {
      uint32_t v = heads[e];
      assert(s->values[v] >= s->values[heads[pair]]);
      assert(cursor[v] < s->into[v + 1]);
      assert(cursor[v] == s->into[v] || s->values[s->tails[cursor[v] - 1]] <= s->values[u]);
      if (s->values[v] != s->values[heads[pair]]) pair = e;
      s->tails[cursor[v]] = u;
      s->pair[cursor[v]++] = pair;
    }
    if (!grundy_work_step(work, 1 + s->out_of[u + 1] - s->out_of[u])) return false;
  }
  return true;
}

/* Finds the replies of each pair by merging the sorted followers of p with its sorted
 * predecessors. */
static bool find_replies(settling *s, const uint32_t *heads, grundy_work *work) {
  for (uint32_t p = 0; p < s->g.order; p++) {
    uint64_t move = s->into[p];
    for (uint64_t e = s->out_of[p]; e < s->out_of[p + 1]; e++) {
      uint32_t y = s->values[heads[e]];
      while (move < s->into[p + 1] && s->values[s->tails[move]] < y) move++;
      s->replies[e] = move;
    }
    if (!grundy_work_step(work, 1 + s->out_of[p + 1] - s->out_of[p])) return false;
  }
  return true;
}

static grundy_status sort_moves(settling *s, grundy_work *work, grundy_error *error) {
  uint32_t order = s->g.order;
  grundy_status status = GRUNDY_OK;
  uint32_t *sorted = grundy_alloc(order, sizeof *sorted);
  uint64_t *cursor = grundy_alloc(order, sizeof *cursor);
  uint32_t *heads = grundy_alloc(s->g.size, sizeof *heads);
  if (sorted == NULL || cursor == NULL || heads == NULL || !sort_all(order, s->values, sorted))
    status = grundy_fail_memory(error);
  else if (!sort_followers(s, sorted, cursor, heads, work) ||
           !sort_predecessors(s, sorted, cursor, heads, work) || !find_replies(s, heads, work))
    status = grundy_fail_cancelled(error);
  free(sorted);
  free(cursor);
  free(heads);
  return status;
}

/* ---- settling -------------------------------------------------------------------------- */

static void meet(settling *s, uint32_t u, uint32_t time) {
  assert(s->unmet[u] > 0 && s->values[u] != GRUNDY_INFINITY);
  if (--s->unmet[u] > 0) return;
  assert(s->tail < s->g.order && s->hmin[u] == GRUNDY_INFINITY);
  s->hmin[u] = time + 1;
  s->queue[s->tail++] = u;
}

/* Meets condition (2) for move e, whose tail has a finite value. */
static void meet_move(settling *s, uint64_t e, uint32_t time) {
  if ((s->tails[e] & MET) != 0) return;
  uint32_t u = s->tails[e];
  s->tails[e] |= MET;
  meet(s, u, time);
}

/* Settles v now. */
static void settle(settling *s, uint32_t v, uint32_t time) {
  uint32_t y = s->values[v];
  assert(s->hmin[v] == time);
  for (uint64_t e = s->into[v]; e < s->into[v + 1]; e++) {
    uint32_t p = s->tails[e] & ~MET;
    bool finite = s->values[p] != GRUNDY_INFINITY;
    if (finite) meet_move(s, e, time);
    if (s->fired[s->pair[e]] != NOT_FIRED) continue;
    s->fired[s->pair[e]] = FIRED;
    if (finite && y < s->values[p]) meet(s, p, time);
  }
}

/* Gives the replies of the pairs that v, settled one step ago, has fired. */
static void reply(settling *s, uint32_t v, uint32_t time) {
  uint32_t y = s->values[v];
  assert(s->hmin[v] + 1 == time);
  for (uint64_t e = s->into[v]; e < s->into[v + 1]; e++) {
    uint64_t pair = s->pair[e];
    assert(s->fired[pair] != NOT_FIRED);
    if (s->fired[pair] == REPLIED) continue;
    s->fired[pair] = REPLIED;
    uint64_t end = s->into[(s->tails[e] & ~MET) + 1];
    for (uint64_t move = s->replies[pair]; move < end; move++) {
      if (s->values[s->tails[move] & ~MET] != y) break;
      meet_move(s, move, time);
    }
  }
}

/* Settles the vertices without conditions, the terminal positions, at time 0. */
static void settle_terminals(settling *s) {
  for (uint32_t u = 0; u < s->g.order; u++) {
    uint64_t degree = s->out_of[u + 1] - s->out_of[u];
    s->hmin[u] = GRUNDY_INFINITY;
    if (s->values[u] == GRUNDY_INFINITY) continue;
    s->unmet[u] = s->values[u] + degree;
    if (s->unmet[u] > 0) continue;
    s->hmin[u] = 0;
    s->queue[s->tail++] = u;
  }
}

/* Settles all vertices: queue[begin … end - 1] are those settled at `time`, and queue[previous …
 * begin - 1] those settled one step before. False if cancelled. */
static bool settle_all(settling *s, grundy_work *work) {
  settle_terminals(s);
  uint32_t previous = 0, begin = 0, end = s->tail;
  for (uint32_t time = 0; previous < end; time++) {
    assert(previous <= begin && begin <= end && end <= s->g.order);
    for (uint32_t i = begin; i < end; i++) {
      uint32_t v = s->queue[i];
      settle(s, v, time);
      if (!grundy_work_step(work, 1 + s->into[v + 1] - s->into[v])) return false;
    }
    for (uint32_t i = previous; i < begin; i++) {
      uint32_t v = s->queue[i];
      reply(s, v, time);
      if (!grundy_work_step(work, 1 + s->into[v + 1] - s->into[v])) return false;
    }
    previous = begin;
    begin = end;
    end = s->tail;
  }
  return true;
}

grundy_status grundy_hmin_pairs(const grundy_digraph *g, const grundy_digraph *reverse,
                                const uint32_t *values, uint32_t *hmin, grundy_work *work,
                                grundy_error *error) {
  settling s = {.g = grundy_view_of(g),
                .reverse = grundy_view_of(reverse),
                .values = values,
                .hmin = hmin,
                .into = grundy_digraph_offsets(reverse),
                .out_of = grundy_digraph_offsets(g)};
  grundy_status status =
      settling_alloc(&s) ? sort_moves(&s, work, error) : grundy_fail_memory(error);
  if (status == GRUNDY_OK && !settle_all(&s, work)) status = grundy_fail_cancelled(error);
  settling_free(&s);
  return status;
}
