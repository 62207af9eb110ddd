/* Sorts a graph given by rows of bits topologically, or finds a cycle. */

#include "linear/impl.h"

#include "base/alloc.h"
#include "base/error.h"
#include "linear/matrix.h"

#include <assert.h>

/* Returns the next follower of v from w on; UINT64_MAX if there is none. */
static uint64_t next_follower(const grundy_matrix *graph, uint64_t v, uint64_t w) {
  const uint64_t *row = grundy_matrix_at(graph, v);
  uint64_t found = grundy_row_next(row, graph->stride, w);
  return found == v ? grundy_row_next(row, graph->stride, v + 1) : found;
}

/* Removes vertices without remaining followers [Kah62]; left[v] counts the remaining followers of
 * v. Returns how many were removed. */
static uint64_t peel(const grundy_matrix *graph, const grundy_matrix *reverse, uint64_t *left,
                     uint64_t *order) {
  uint64_t count = 0;
  for (uint64_t v = 0; v < graph->rows; v++) {
    left[v] = 0;
    for (uint64_t w = next_follower(graph, v, 0); w != UINT64_MAX;
         w = next_follower(graph, v, w + 1))
      left[v]++;
    if (left[v] == 0) order[count++] = v;
  }
  for (uint64_t i = 0; i < count; i++)
    for (uint64_t u = next_follower(reverse, order[i], 0); u != UINT64_MAX;
         u = next_follower(reverse, order[i], u + 1))
      if (--left[u] == 0) order[count++] = u;
  assert(count <= graph->rows);
  return count;
}

/* Returns a vertex on a cycle: a walk of as many steps as there are vertices among those not
 * removed ends on one. */
static uint64_t on_a_cycle(const grundy_matrix *graph, const uint64_t *left) {
  uint64_t v = 0;
  while (left[v] == 0) v++;
  for (uint64_t step = 0; step < graph->rows; step++) {
    uint64_t w = next_follower(graph, v, 0);
    assert(w != UINT64_MAX); /* a vertex that was not removed has a follower that was not removed */
    while (left[w] == 0) w = next_follower(graph, v, w + 1);
    v = w;
  }
  return v;
}

/* Finds a shortest cycle through the root by breadth-first search. from[v] is the predecessor of v,
 * UINT64_MAX before v is reached. */
static uint64_t shortest_through(const grundy_matrix *graph, uint64_t root, uint64_t *queue,
                                 uint64_t *from, uint64_t *cycle) {
  uint64_t count = 0, last = root, length = 1;
  for (uint64_t v = 0; v < graph->rows; v++) from[v] = UINT64_MAX;
  queue[count++] = root;
  from[root] = root;
  for (uint64_t i = 0;; i++) {
    assert(i < count); /* the root is on a cycle */
    last = queue[i];
    if (last != root && grundy_bit(grundy_matrix_at(graph, last), root)) break;
    for (uint64_t w = next_follower(graph, last, 0); w != UINT64_MAX;
         w = next_follower(graph, last, w + 1))
      if (from[w] == UINT64_MAX) {
        from[w] = last;
        queue[count++] = w;
      }
  }
  for (uint64_t v = last; v != root; v = from[v]) length++;
  for (uint64_t i = length, v = last; i-- > 0; v = from[v]) cycle[i] = v;
  return length;
}

/* Removes chords. In a shortest cycle, no edge leads forward past the next vertex. The shortest
 * edge that leads back closes a cycle in which no other edge leads back; the longest is the one
 * from the last vertex to the first. */
static uint64_t cut_chords(const grundy_matrix *graph, uint64_t *cycle, uint64_t length) {
  for (uint64_t back = 1;; back++) {
    assert(back < length);
    for (uint64_t a = back; a < length; a++) {
      uint64_t b = a - back;
      if (!grundy_bit(grundy_matrix_at(graph, cycle[a]), cycle[b])) continue;
      for (uint64_t i = 0; i <= back; i++) cycle[i] = cycle[b + i];
      return back + 1;
    }
  }
}

#ifndef NDEBUG
/* Returns whether every vertex of the list leads to the next one, cyclically, and to no other. */
static bool is_cycle_without_chord(const grundy_matrix *graph, const uint64_t *cycle,
                                   uint64_t length) {
  for (uint64_t i = 0; i < length; i++)
    for (uint64_t j = 0; j < length; j++)
      if (i != j &&
          grundy_bit(grundy_matrix_at(graph, cycle[i]), cycle[j]) != (j == (i + 1) % length))
        return false;
  return length >= 2;
}
#endif
grundy_status grundy_graph_sort(const grundy_matrix *graph, uint64_t *order, uint64_t *cycle,
                                uint64_t *length, grundy_error *error) {
  grundy_matrix *reverse = NULL;
  uint64_t *left = grundy_alloc(graph->rows, sizeof *left);
  grundy_status status = left == NULL ? grundy_fail_memory(error) : GRUNDY_OK;
  if (status == GRUNDY_OK) status = grundy_matrix_transpose(graph, &reverse, error);
  if (status == GRUNDY_OK) {
    *length = 0;
    if (peel(graph, reverse, left, order) < graph->rows) {
      uint64_t root = on_a_cycle(graph, left);
      *length = cut_chords(graph, cycle, shortest_through(graph, root, order, left, cycle));
      assert(is_cycle_without_chord(graph, cycle, *length));
    }
  }
  grundy_matrix_free(reverse);
  free(left);
  return status;
}
