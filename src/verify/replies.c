/* Condition B of [FY86, Def. 1] without a counter: does one exist?
 *
 * It does if every vertex of finite value is grounded, where a vertex u of value y is grounded if
 * every follower of larger value (∞ is larger) has a grounded follower of value y: the order in
 * which vertices are grounded is then a counter. Values are processed in increasing order. When the
 * first follower of value y of some p is grounded, exactly the predecessors of p of value y have
 * one move fewer to wait for; they are found by keeping the predecessors of p sorted by value, with
 * a place that only moves forward: O(V + E) in all. */

#include "verify/impl.h"

#include <assert.h>
#include <inttypes.h>

typedef struct replies {
  const uint32_t *values;
  grundy_view reverse;
  uint32_t *sorted; /* the vertices of finite value by value */
  uint32_t count;
  uint32_t *value_ends; /* where the vertices of a value end, then begin, among them */
  uint32_t *tails;      /* the predecessors of finite value of each vertex, by value */
  uint64_t *ends;       /* where these predecessors end */
  uint64_t *places;     /* by vertex: the first of them that is not processed yet */
  uint32_t *replied;    /* the last value of which a follower was grounded, plus 1 */
  uint32_t *waiting;    /* the number of moves of u without a known grounded reply */
  uint32_t *queue;      /* the grounded vertices of the current value */
  uint32_t tail;
} replies;

static void allocate(replies *w, checker *c) {
  uint32_t order = c->view.order;
  w->sorted = grundy_arena_array(&c->arena, order, sizeof *w->sorted);
  w->value_ends = grundy_arena_zeros(&c->arena, c->largest + UINT64_C(1), sizeof *w->value_ends);
  w->tails = grundy_arena_array(&c->arena, c->view.size, sizeof *w->tails);
  w->ends = grundy_arena_array(&c->arena, order, sizeof *w->ends);
  w->places = grundy_arena_array(&c->arena, order, sizeof *w->places);
  w->replied = grundy_arena_zeros(&c->arena, order, sizeof *w->replied);
  w->waiting = grundy_arena_array(&c->arena, order, sizeof *w->waiting);
  w->queue = grundy_arena_array(&c->arena, order, sizeof *w->queue);
}

void grundy_verify_replies_count(checker *c) {
  replies w;
  uint64_t mark = c->arena.count;
  allocate(&w, c);
  grundy_arena_rewind(&c->arena, mark);
}

static void sort_by_value(checker *c, replies *w) {
  uint32_t order = c->view.order, *ends = w->value_ends;
  for (uint32_t u = 0; u < order; u++)
    if (w->values[u] != GRUNDY_INFINITY) ends[w->values[u]]++;
  for (uint32_t y = 1; y <= c->largest; y++) ends[y] += ends[y - 1];
  w->count = ends[c->largest];
  for (uint32_t u = order; u-- > 0;)
    if (w->values[u] != GRUNDY_INFINITY) w->sorted[--ends[w->values[u]]] = u;
}

/* Sorts the predecessors by value. Here and below, false means cancelled. */
static bool sort_predecessors(checker *c, replies *w) {
  for (uint32_t v = 0; v < c->view.order; v++) w->ends[v] = w->places[v] = w->reverse.offsets[v];
  for (uint32_t i = 0; i < w->count; i++) {
    grundy_vertices followers = grundy_view_row(&c->view, w->sorted[i]);
    for (uint64_t j = 0; j < followers.count; j++)
      w->tails[w->ends[followers.at[j]]++] = w->sorted[i];
    if (!grundy_work_step(&c->work, 1 + followers.count)) return false;
  }
  return true;
}

/* Records that p has a grounded follower of value y: its predecessors of value y wait for one move
 * fewer. */
static void reply(replies *w, uint32_t p, uint32_t y) {
  w->replied[p] = y + 1;
  uint64_t place = w->places[p];
  while (place < w->ends[p] && w->values[w->tails[place]] < y) place++;
  for (; place < w->ends[p] && w->values[w->tails[place]] == y; place++) {
    assert(w->waiting[w->tails[place]] > 0);
    if (--w->waiting[w->tails[place]] == 0) w->queue[w->tail++] = w->tails[place];
  }
  w->places[p] = place;
}

/* Grounds all vertices that can be grounded among sorted[begin … end - 1], the vertices of value
 * y. They wait for their moves to larger values. */
static bool ground_value(checker *c, replies *w, uint32_t begin, uint32_t end, uint32_t y) {
  w->tail = 0;
  for (uint32_t i = begin; i < end; i++) {
    uint32_t u = w->sorted[i];
    grundy_vertices followers = grundy_view_row(&c->view, u);
    w->waiting[u] = 0;
    for (uint64_t j = 0; j < followers.count; j++) w->waiting[u] += w->values[followers.at[j]] > y;
    if (w->waiting[u] == 0) w->queue[w->tail++] = u;
    if (!grundy_work_step(&c->work, 1 + followers.count)) return false;
  }
  for (uint32_t head = 0; head < w->tail; head++) {
    grundy_vertices predecessors = grundy_view_row(&w->reverse, w->queue[head]);
    for (uint64_t i = 0; i < predecessors.count; i++) {
      uint32_t p = predecessors.at[i];
      if (w->values[p] > y && w->replied[p] != y + 1) reply(w, p, y);
    }
    if (!grundy_work_step(&c->work, 1 + predecessors.count)) return false;
  }
  return true;
}

/* Reports the first vertex of value y that is not grounded, and its first move without a reply. */
static grundy_status note_stray(checker *c, const replies *w, uint32_t begin, uint32_t y) {
  while (w->waiting[w->sorted[begin]] == 0) begin++;
  uint32_t u = w->sorted[begin];
  const uint32_t *v = grundy_view_row(&c->view, u).at;
  while (w->values[*v] <= y || w->replied[*v] == y + 1) v++;
  char v_name[GRUNDY_NAME_MAX_BYTES], value[VALUE_TEXT];
  return grundy_verify_wrong(c, GRUNDY_COLUMN_GRUNDY, &(violation){"condition B", u, NULL, NULL},
                             "condition B fails: the move to %s (%s) has no reply of value "
                             "%" PRIu32 " with a smaller counter, whatever the counter",
                             name_of(c, *v, v_name), grundy_verify_value(c, *v, value), y);
}

static grundy_status note_right(checker *c) {
  return grundy_verify_note(c, GRUNDY_COLUMN_GRUNDY, GRUNDY_VERDICT_RIGHT,
                            "conditions A and C hold, and B with some counter");
}

static grundy_status ground_all(checker *c, replies *w) {
  uint32_t begin = 0;
  while (begin < w->count) {
    uint32_t y = w->values[w->sorted[begin]], end = begin;
    while (end < w->count && w->values[w->sorted[end]] == y) end++;
    if (!ground_value(c, w, begin, end, y)) return grundy_fail_cancelled(c->error);
    assert(w->tail <= end - begin);
    if (w->tail < end - begin) return note_stray(c, w, begin, y);
    begin = end;
  }
  return note_right(c);
}

/* If all distances are finite and right, they are a counter themselves (order.c). */
grundy_status grundy_verify_replies(checker *c) {
  if (c->finite_distances && holds(c, CHECK_DISTANCE)) return note_right(c);
  grundy_status status = grundy_verify_reverse(c);
  if (status != GRUNDY_OK) return status;
  replies w = {.values = grundy_solution_numbers(c->solution, GRUNDY_COLUMN_GRUNDY),
               .reverse = grundy_view_of(c->reverse)};
  uint64_t mark = c->arena.count;
  allocate(&w, c);
  if (c->arena.failed) return grundy_fail_memory(c->error);
  sort_by_value(c, &w);
  status = sort_predecessors(c, &w) ? ground_all(c, &w) : grundy_fail_cancelled(c->error);
  grundy_arena_rewind(&c->arena, mark);
  return status;
}
