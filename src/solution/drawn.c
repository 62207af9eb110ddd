/* Finds how play stays in a draw: by moves between draws round a cycle, or to a drawn end. */

#include "solution/drawn.h"

#include "base/alloc.h"
#include "base/arena.h"

#include <stdlib.h>

/* Goes breadth first from v through draws, and makes a shortest cycle through v the line; leaves
 * the line empty if there is none. False if memory runs out. */
static bool find_cycle(const grundy_digraph *g, const grundy_outcome *outcome, uint32_t v,
                       grundy_drawn_line *line) {
  uint64_t order = grundy_digraph_order(g), count = 0, length = 0;
  grundy_arena arena = {0};
  uint32_t *before = grundy_arena_array(&arena, order, sizeof *before);
  uint32_t *queue = grundy_arena_array(&arena, order, sizeof *queue);
  uint32_t last = UINT32_MAX; /* whose move leads to v */
  for (uint64_t i = 0; i < order && !arena.failed; i++) before[i] = UINT32_MAX;
  if (!arena.failed) queue[count++] = v;
  for (uint64_t i = 0; i < count && last == UINT32_MAX; i++) {
    grundy_vertices row = grundy_digraph_followers(g, queue[i]);
    for (uint64_t j = 0; j < row.count && last == UINT32_MAX; j++) {
      uint32_t w = row.at[j];
      if (w == v) last = queue[i];
      if (w == v || outcome[w] != GRUNDY_OUTCOME_D || before[w] != UINT32_MAX) continue;
      before[w] = queue[i];
      queue[count++] = w;
    }
  }
  if (last != UINT32_MAX) {
    length = 1;
    for (uint32_t u = last; u != v; u = before[u]) length++;
    line->at = grundy_alloc_zero(length, sizeof *line->at);
    arena.failed = line->at == NULL;
  }
  if (!arena.failed) line->count = length;
  for (uint32_t u = last; length > 0 && !arena.failed; u = before[u]) line->at[--length] = u;
  grundy_arena_free(&arena);
  return !arena.failed;
}

/* Follows the first move to a draw until a position repeats or play ends, and makes that the line.
 * False if memory runs out. */
static bool find_path(const grundy_digraph *g, const grundy_outcome *outcome, uint32_t v,
                      grundy_drawn_line *line) {
  uint64_t *place = grundy_alloc_zero(grundy_digraph_order(g), sizeof *place); /* from 1 */
  uint64_t room = 0;
  bool fine = place != NULL;
  while (fine && v != UINT32_MAX && place[v] == 0) {
    grundy_vertices row = grundy_digraph_followers(g, v);
    fine = grundy_grow(&line->at, &room, line->count + 1, sizeof *line->at);
    if (!fine) break;
    line->at[line->count++] = v;
    place[v] = line->count;
    v = UINT32_MAX; /* stays if play is over, or if the solution is wrong */
    for (uint64_t i = 0; i < row.count && v == UINT32_MAX; i++)
      if (outcome[row.at[i]] == GRUNDY_OUTCOME_D) v = row.at[i];
  }
  if (fine) line->path_count = v == UINT32_MAX ? line->count : place[v] - 1;
  free(place);
  return fine;
}

bool grundy_drawn_line_find(const grundy_digraph *g, const grundy_outcome *outcome, uint32_t v,
                            grundy_drawn_line *line) {
  *line = (grundy_drawn_line){0};
  return find_cycle(g, outcome, v, line) && (line->count > 0 || find_path(g, outcome, v, line));
}
