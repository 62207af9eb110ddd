/* Settles any game, in particular those whose values do not fit into words.
 *
 * The pair (p, y) has a place in a table if y is at most the number of moves from p, as every value
 * below G(p) is. Other pairs matter only if a predecessor of p has the value y, and are found among
 * the moves into p, which are sorted by the value of their tails. O(V + E), with a binary search
 * for each move from p to a vertex whose value is larger than the number of moves from p. */

#include "solve/hmin.h"

#include "base/lower_bound.h"
#include "digraph/view.h"
#include "solve/impl.h"

#include <assert.h>

/* A pair (p, y) fires when m(p, y) becomes known, and replies one step later. */
enum { NOT_FIRED = 0, FIRED, REPLIED };

#define NONE UINT32_MAX

typedef struct settling {
  const uint64_t *into;   /* offsets of the reverse digraph: moves into each vertex */
  const uint64_t *out_of; /* offsets of the digraph */
  uint32_t order;
  uint64_t size;
  const uint32_t *values;
  uint32_t *tails;   /* of the moves into each vertex, by increasing value, infinite ones last */
  uint32_t *replies; /* of each pair (p, y) with a place: the first of the moves into p, counted
                        from into[p], whose tail has the value y; or NONE */
  uint8_t *states;   /* of these pairs */
  uint8_t *others;   /* states of the other pairs, at the first move that they reply to */
  uint32_t *unmet;
  uint32_t *hmin;  /* the result */
  uint32_t *queue; /* the settled vertices by increasing H */
  uint32_t tail, time;
} settling;

static void allocate(settling *s, grundy_arena *arena) {
  uint64_t places = s->size + s->order;
  s->tails = grundy_arena_array(arena, s->size, sizeof *s->tails);
  s->replies = grundy_arena_array(arena, places, sizeof *s->replies);
  s->states = grundy_arena_zeros(arena, places, sizeof *s->states);
  s->others = grundy_arena_zeros(arena, s->size, sizeof *s->others);
  s->unmet = grundy_arena_array(arena, s->order, sizeof *s->unmet);
  s->queue = grundy_arena_array(arena, s->order, sizeof *s->queue);
}

/* ---- pairs --------------------------------------------------------------------------------- */

static bool has_place(const settling *s, uint32_t p, uint32_t y) {
  return y <= s->out_of[p + 1] - s->out_of[p];
}

/* Returns the place of a pair that has one. */
static uint64_t place_of(const settling *s, uint32_t p, uint32_t y) {
  assert(has_place(s, p, y));
  return s->out_of[p] + p + y;
}

/* Returns the first move into p whose tail has the value y or a larger one. */
static uint64_t first_from(const settling *s, uint32_t p, uint32_t y) {
  uint64_t first = s->into[p];
  GRUNDY_LOWER_BOUND(first, s->into[p + 1], move, s->values[s->tails[move]] < y)
  return first;
}

/* Returns the state of a pair; NULL if it neither has a place nor replies to any move. */
static inline uint8_t *state_of(const settling *s, uint32_t p, uint32_t y) {
  if (has_place(s, p, y)) return &s->states[place_of(s, p, y)];
  uint64_t first = first_from(s, p, y);
  return first < s->into[p + 1] && s->values[s->tails[first]] == y ? &s->others[first] : NULL;
}

/* Returns whether the pair of p and the value of a tail has replied; the move at `first` is the
 * first one into p from a tail of that value. */
static bool has_replied(const settling *s, uint32_t p, uint64_t first) {
  uint32_t y = s->values[s->tails[first]];
  assert(first == first_from(s, p, y));
  return (has_place(s, p, y) ? s->states[place_of(s, p, y)] : s->others[first]) == REPLIED;
}

/* Returns the first move that the pair replies to; the end of the moves into p if there is none. */
static uint64_t first_reply(const settling *s, uint32_t p, uint32_t y) {
  if (!has_place(s, p, y)) return first_from(s, p, y);
  uint32_t reply = s->replies[place_of(s, p, y)];
  return reply == NONE ? s->into[p + 1] : s->into[p] + reply;
}

/* ---- sorting moves by value ---------------------------------------------------------------- */

/* Sorts all vertices by increasing value, infinite ones last. */
static bool sort_all(uint32_t order, const uint32_t *values, uint32_t *sorted) {
  uint32_t count;
  if (!grundy_sort_vertices(NULL, order, values, sorted, &count, NULL)) return false;
  for (uint32_t v = 0; v < order; v++)
    if (values[v] == GRUNDY_INFINITY) sorted[count++] = v;
  assert(count == order);
  return true;
}

/* Sorts the tails of the moves into each vertex. Here and below, false means cancelled. */
static bool sort_tails(settling *s, const grundy_view *g, const uint32_t *sorted, uint64_t *cursor,
                       grundy_work *work) {
  for (uint32_t v = 0; v < s->order; v++) cursor[v] = s->into[v];
  for (uint32_t i = 0; i < s->order; i++) {
    grundy_vertices row = grundy_view_row(g, sorted[i]);
    for (uint64_t j = 0; j < row.count; j++) {
      assert(cursor[row.at[j]] < s->into[row.at[j] + 1]);
      s->tails[cursor[row.at[j]]++] = sorted[i];
    }
    if (!grundy_work_step(work, 1 + row.count)) return false;
  }
  return true;
}

/* Finds the first reply of every pair that has a place. */
static bool find_replies(settling *s, grundy_work *work) {
  for (uint64_t i = 0; i < s->size + s->order; i++) s->replies[i] = NONE;
  for (uint32_t p = 0; p < s->order; p++) {
    uint64_t begin = s->into[p], end = s->into[p + 1];
    uint32_t last = GRUNDY_INFINITY;
    for (uint64_t e = begin; e < end; e++) {
      uint32_t y = s->values[s->tails[e]];
      if (y != last && has_place(s, p, y)) s->replies[place_of(s, p, y)] = (uint32_t)(e - begin);
      last = y;
    }
    if (!grundy_work_step(work, 1 + end - begin)) return false;
  }
  return true;
}

static bool sort_moves(settling *s, const grundy_view *g, grundy_arena *arena, grundy_work *work) {
  bool done = true;
  uint64_t mark = arena->count;
  uint32_t *sorted = grundy_arena_array(arena, s->order, sizeof *sorted);
  uint64_t *cursor = grundy_arena_array(arena, s->order, sizeof *cursor);
  if (grundy_arena_usable(arena) && !sort_all(s->order, s->values, sorted))
    grundy_arena_fail(arena);
  if (grundy_arena_usable(arena))
    done = sort_tails(s, g, sorted, cursor, work) && find_replies(s, work);
  grundy_arena_rewind(arena, mark);
  return done;
}

/* ---- settling ------------------------------------------------------------------------------ */

/* Meets a condition on u now. */
static void meet(settling *s, uint32_t u) {
  assert(s->unmet[u] > 0 && s->values[u] != GRUNDY_INFINITY);
  if (--s->unmet[u] > 0) return;
  assert(s->tail < s->order && s->hmin[u] == GRUNDY_INFINITY);
  s->hmin[u] = s->time + 1;
  s->queue[s->tail++] = u;
}

/* Prefetches the state of the pair of y and a tail that follows soon after move e. */
GRUNDY_FETCH void fetch_state(const settling *s, uint64_t e, uint64_t end, uint32_t y) {
  if (e + GRUNDY_AHEAD_ROWS >= end) return;
  uint32_t p = s->tails[e + GRUNDY_AHEAD_ROWS];
  if (has_place(s, p, y)) __builtin_prefetch(&s->states[place_of(s, p, y)]);
}

/* Prefetches where the pair of y and such a tail replies, and the first tail that it replies to. */
GRUNDY_FETCH void fetch_replies(const settling *s, uint64_t e, uint64_t end, uint32_t y) {
  enum { AHEAD = GRUNDY_AHEAD_ROWS / 3 };
  fetch_state(s, e, end, y);
  if (e + GRUNDY_AHEAD_ROWS < end) {
    uint32_t p = s->tails[e + GRUNDY_AHEAD_ROWS];
    if (has_place(s, p, y)) __builtin_prefetch(&s->replies[place_of(s, p, y)]);
  }
  if (e + AHEAD < end) {
    uint32_t p = s->tails[e + AHEAD];
    if (has_place(s, p, y)) __builtin_prefetch(&s->tails[first_reply(s, p, y)]);
  }
}

/* Fires the pair (p, y), unless it has fired. */
static void fire(settling *s, uint32_t p, uint32_t y) {
  uint8_t *state = state_of(s, p, y);
  if (state == NULL || *state != NOT_FIRED) return;
  *state = FIRED;
  if (s->values[p] != GRUNDY_INFINITY && y < s->values[p]) meet(s, p);
}

/* Settles v now. Condition (2) on a move from p is met by this if G(p) > G(v) and the pair
 * (v, G(p)) has not replied. If G(p) < G(v) it has. */
static void settle(settling *s, uint32_t v) {
  uint32_t y = s->values[v], last = GRUNDY_INFINITY;
  uint64_t end = s->into[v + 1];
  bool meets = false;
  assert(s->hmin[v] == s->time);
  for (uint64_t e = s->into[v]; e < end; e++) {
    uint32_t p = s->tails[e], x = s->values[p];
    fetch_state(s, e, end, y);
    assert(x != y);
    if (x != last) meets = x != GRUNDY_INFINITY && x > y && !has_replied(s, v, e);
    last = x;
    if (meets) meet(s, p);
    fire(s, p, y);
  }
}

/* Replies of the pair (p, y), which fired one step ago. */
static void reply_from(settling *s, uint32_t p, uint32_t y) {
  if (s->values[p] < y && s->hmin[p] < s->time) return; /* met when p was settled */
  uint64_t end = s->into[p + 1];
  for (uint64_t e = first_reply(s, p, y); e < end && s->values[s->tails[e]] == y; e++)
    meet(s, s->tails[e]);
}

/* Gives the replies of the pairs that v, settled one step ago, has fired. */
static void reply(settling *s, uint32_t v) {
  uint32_t y = s->values[v];
  uint64_t end = s->into[v + 1];
  assert(s->hmin[v] + 1 == s->time);
  for (uint64_t e = s->into[v]; e < end; e++) {
    fetch_replies(s, e, end, y);
    uint8_t *state = state_of(s, s->tails[e], y);
    if (state == NULL || *state == REPLIED) continue;
    assert(*state == FIRED);
    *state = REPLIED;
    reply_from(s, s->tails[e], y);
  }
}

/* Settles the vertices without conditions, the terminal positions, at time 0. */
static void settle_terminals(settling *s) {
  for (uint32_t u = 0; u < s->order; u++) {
    uint32_t degree = (uint32_t)(s->out_of[u + 1] - s->out_of[u]);
    s->hmin[u] = GRUNDY_INFINITY;
    if (s->values[u] == GRUNDY_INFINITY) continue;
    s->unmet[u] = s->values[u] + degree;
    if (s->unmet[u] > 0) continue;
    s->hmin[u] = 0;
    s->queue[s->tail++] = u;
  }
}

/* Settles all vertices: queue[begin … end - 1] are those settled now, and queue[previous … begin -
 * 1] those settled one step before. */
static bool settle_all(settling *s, grundy_work *work) {
  settle_terminals(s);
  uint32_t previous = 0, begin = 0, end = s->tail;
  for (; previous < end; s->time++) {
    assert(previous <= begin && begin <= end && end <= s->order);
    for (uint32_t i = previous; i < end; i++) {
      uint32_t v = s->queue[i];
      if (i < begin)
        reply(s, v);
      else
        settle(s, v);
      if (!grundy_work_step(work, 1 + s->into[v + 1] - s->into[v])) return false;
    }
    previous = begin;
    begin = end;
    end = s->tail;
  }
  return true;
}

bool grundy_hmin_large(grundy_arena *arena, grundy_view g, grundy_view reverse,
                       const uint32_t *values, uint32_t *hmin, grundy_work *work) {
  settling s = {.order = g.order,
                .size = g.size,
                .values = values,
                .hmin = hmin,
                .into = reverse.offsets,
                .out_of = g.offsets};
  allocate(&s, arena);
  return sort_moves(&s, &g, arena, work) && (!grundy_arena_usable(arena) || settle_all(&s, work));
}
