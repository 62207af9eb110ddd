/* A bound on the memory that parts.c needs: strong components, values, sets and counters of all
 * parts, and the largest digraph of a strong component of several parts, with its heaps and
 * infinite exits. */

#include "solve/parts.h"

#include "base/alloc.h"
#include "digraph/part_sums.h"
#include "digraph/sort_by_head.h"
#include "solve/impl.h"

#include <stdlib.h>

__extension__ typedef unsigned __int128 wide;

/* A digraph and a solution without their arrays, and empty blocks. */
enum { FIXED_BYTES = 2048 };

typedef struct counter {
  const grundy_digraph *g;
  const grundy_part_sums *sums;
  grundy_strong_parts strong;
  uint8_t *draws; /* by strong component: whether a value may be infinite */
} counter;

static grundy_vertices follower(const counter *c, uint32_t v, uint64_t i) {
  grundy_vertices row = grundy_digraph_followers(c->g, v);
  if (i < row.count) return (grundy_vertices){row.at + i, 1};
  return grundy_part_sums_get(c->sums, c->sums->rows[v] + (i - row.count));
}

static uint64_t smaller(uint64_t a, uint64_t b) {
  return a < b ? a : b;
}

/* Returns the most moves that a position with the value of this exit has: one to itself, and one
 * for every number of K, of which there are at most as many as its part has moves. Returns 0 if the
 * value is finite. */
static uint64_t moves_of_exit(const counter *c, grundy_vertices parts, uint64_t most) {
  uint64_t largest = 0;
  for (uint64_t i = 0; i < parts.count; i++) {
    uint32_t v = parts.at[i];
    if (!c->draws[c->strong.of[v]]) continue;
    uint64_t moves = 1 + smaller(grundy_part_sums_degree(c->g, v), most + 1);
    if (moves > largest) largest = moves;
  }
  return largest;
}

/* Returns the most bytes for a digraph of that size, made from lists of moves that grew by
 * doubling, and for solving it after the lists are freed. */
static wide bytes_of_digraph(wide order, wide moves) {
  if (order > GRUNDY_DIGRAPH_MAX_ORDER || moves > UINT64_MAX / 64) return UINT64_MAX;
  wide rows = 8 * (order + 1) + 4 * moves;
  wide making = 24 * moves + grundy_sort_by_head_memory((uint32_t)order, (uint64_t)moves);
  wide solving = grundy_solve_memory_bound((uint32_t)order, (uint64_t)moves,
                                           GRUNDY_COLUMN_GRUNDY | GRUNDY_COLUMN_COUNTER);
  return rows + (making > solving ? making : solving);
}

/* Returns the most bytes for a strong component of several parts. */
static wide bytes_of_strong_component(const counter *c, const uint32_t *parts, uint64_t count) {
  uint64_t most = 0, exits = 0;
  wide moves = 0;
  for (uint64_t i = 0; i < count; i++) {
    uint64_t degree = grundy_part_sums_degree(c->g, parts[i]);
    if (degree > most) most = degree;
    moves += degree;
  }
  for (uint64_t i = 0; i < count; i++)
    for (uint64_t j = 0; j < grundy_part_sums_degree(c->g, parts[i]); j++) {
      grundy_vertices to = follower(c, parts[i], j);
      if (to.count == 1 && c->strong.of[to.at[0]] == c->strong.of[parts[i]]) continue;
      uint64_t added = moves_of_exit(c, to, most);
      exits += added > 0;
      moves += added;
    }
  wide heaps = smaller(most + 2, GRUNDY_PARTS_MOST_HEAPS);
  moves += heaps * (heaps - 1) / 2;
  return 36 * (wide)exits + bytes_of_digraph(count + heaps + exits, moves);
}

/* Returns whether the strong component has a cycle or leads to one. */
static bool may_draw(const counter *c, const uint32_t *parts, uint64_t count) {
  uint32_t v = parts[0];
  if (count > 1 || grundy_digraph_has_move(c->g, v, v)) return true;
  for (uint64_t i = 0; i < grundy_part_sums_degree(c->g, v); i++)
    if (moves_of_exit(c, follower(c, v, i), 0) > 0) return true;
  return false;
}

/* Returns the most bytes for any strong component; a move leads to strong components that come
 * earlier. */
static wide bytes_of_strong_components(counter *c) {
  wide largest = 0;
  for (uint32_t i = 0; i < c->strong.count; i++) {
    const uint32_t *parts = c->strong.parts + c->strong.starts[i];
    uint64_t count = c->strong.starts[i + 1] - c->strong.starts[i];
    c->draws[i] = may_draw(c, parts, count);
    wide bytes = count > 1 ? bytes_of_strong_component(c, parts, count) : 0;
    if (bytes > largest) largest = bytes;
  }
  return largest;
}

/* If sums grow without bound, nothing is solved. */
uint64_t grundy_solve_parts_memory(const grundy_digraph *g) {
  counter c = {.g = g, .sums = grundy_digraph_part_sums(g)};
  uint32_t order = grundy_digraph_order(g);
  uint64_t sums = c.sums->rows[order];
  wide moves = (wide)grundy_digraph_size(g) + sums,
       joined = (wide)grundy_digraph_size(g) + c.sums->starts[sums];
  wide bytes = FIXED_BYTES + 120 * ((wide)order + 1) + 32 * moves + 8 * joined;
  grundy_work work = grundy_work_start(NULL, "parts", 0);
  grundy_status status = grundy_strong_parts_find(g, &work, &c.strong, NULL);
  if (status == GRUNDY_OK) c.draws = grundy_alloc_zero(c.strong.count, 1);
  if (c.draws != NULL) bytes += bytes_of_strong_components(&c);
  bool failed = status == GRUNDY_OK ? c.draws == NULL : status == GRUNDY_OUT_OF_MEMORY;
  grundy_strong_parts_free(&c.strong);
  free(c.draws);
  return failed || bytes > UINT64_MAX ? UINT64_MAX : (uint64_t)bytes;
}
