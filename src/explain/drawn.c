/* Explains how play stays in a draw: the moves between draws lead round a cycle, or to a drawn end,
 * and every other move from there lets the opponent win. */

#include "base/alloc.h"
#include "base/arena.h"
#include "explain/impl.h"

#include <assert.h>
#include <stdlib.h>

/* Play that stays in the draw. No move from a draw leads to a win of the player who makes it, so a
 * move to a position that is not a draw lets the opponent win. */
typedef struct staying {
  const grundy_explanation *why;
  uint32_t *line; /* the path, then the cycle */
  uint64_t line_count, line_room, path_count;
  grundy_fact_item *exits; /* moves that leave */
  uint64_t exit_count, exit_room;
} staying;

static bool is_draw(const grundy_explanation *why, uint32_t v) {
  return why->outcome[v] == GRUNDY_OUTCOME_D;
}

/* ---- a cycle through the position ------------------------------------------------------------ */

/* Goes breadth first from v through draws, and makes a shortest cycle through v the line; leaves
 * the line empty if there is none. False if memory runs out. The moves are not marked as read: in a
 * part of a game, no cycle may be found, and then find_path reads what it needs. */
static bool find_cycle(staying *s, uint32_t v) {
  uint64_t order = grundy_digraph_order(s->why->g), count = 0, length = 0;
  grundy_arena arena = {0};
  uint32_t *before = grundy_arena_array(&arena, order, sizeof *before);
  uint32_t *queue = grundy_arena_array(&arena, order, sizeof *queue);
  uint32_t last = UINT32_MAX; /* whose move leads to v */
  for (uint64_t i = 0; i < order && !arena.failed; i++) before[i] = UINT32_MAX;
  if (!arena.failed) queue[count++] = v;
  for (uint64_t i = 0; i < count && last == UINT32_MAX; i++) {
    grundy_vertices row = grundy_digraph_followers(s->why->g, queue[i]);
    for (uint64_t j = 0; j < row.count && last == UINT32_MAX; j++) {
      uint32_t w = row.at[j];
      if (w == v) last = queue[i];
      if (w == v || !is_draw(s->why, w) || before[w] != UINT32_MAX) continue;
      before[w] = queue[i];
      queue[count++] = w;
    }
  }
  if (last != UINT32_MAX) {
    length = 1;
    for (uint32_t u = last; u != v; u = before[u]) length++;
    arena.failed = !grundy_grow(&s->line, &s->line_room, length, sizeof *s->line);
  }
  if (!arena.failed) s->line_count = length;
  for (uint32_t u = last; length > 0 && !arena.failed; u = before[u]) s->line[--length] = u;
  grundy_arena_free(&arena);
  return !arena.failed;
}

/* ---- a path to a cycle or to the end --------------------------------------------------------- */

/* Follows the first move to a draw until a position repeats or play ends, and makes that the line.
 * False if memory runs out. */
static bool find_path(staying *s, uint32_t v) {
  uint64_t *place = grundy_alloc_zero(grundy_digraph_order(s->why->g), sizeof *place); /* from 1 */
  bool fine = place != NULL;
  while (fine && v != UINT32_MAX && place[v] == 0) {
    grundy_vertices row = grundy_moves_from(s->why, v);
    fine = grundy_grow(&s->line, &s->line_room, s->line_count + 1, sizeof *s->line);
    if (!fine) break;
    s->line[s->line_count++] = v;
    place[v] = s->line_count;
    v = UINT32_MAX; /* stays if play is over, or if the solution is wrong */
    for (uint64_t i = 0; i < row.count && v == UINT32_MAX; i++)
      if (is_draw(s->why, row.at[i])) v = row.at[i];
  }
  if (fine) s->path_count = v == UINT32_MAX ? s->line_count : place[v] - 1;
  free(place);
  return fine;
}

/* ---- the fact -------------------------------------------------------------------------------- */

enum { LONGEST = 12, NAMED = 4, COMPARED = 1000 };

/* Copies a part of the line, at most GRUNDY_EXPLAIN_MAX_LISTED positions; false if memory runs
 * out. */
static bool take_positions(const staying *s, uint64_t begin, uint64_t end, grundy_fact_item **items,
                           uint64_t *count) {
  uint64_t length = end - begin;
  *count = length < GRUNDY_EXPLAIN_MAX_LISTED ? length : GRUNDY_EXPLAIN_MAX_LISTED;
  *items = grundy_alloc_zero(*count, sizeof **items);
  for (uint64_t i = 0; i < *count && *items != NULL; i++) (*items)[i].vertex = s->line[begin + i];
  return *items != NULL;
}

/* Adds the fact: what programs get in full, and for the sentence the first positions of the line,
 * with a short cycle closed, and some exits. False if memory runs out. */
static bool report(const staying *s, uint32_t v) {
  grundy_fact_item *path = NULL, *cycle = NULL, line[LONGEST + 1] = {0}, named[NAMED] = {0};
  uint64_t path_count = 0, cycle_count = 0, named_count = 0, others = 0;
  uint64_t exit_count = s->exit_count;
  bool is_long = s->line_count > LONGEST, is_cycle = s->path_count < s->line_count;
  uint64_t line_count = is_long ? LONGEST : s->line_count;
  assert(s->line != NULL); /* it has the position itself */
  for (uint64_t i = 0; i < line_count; i++) line[i].vertex = s->line[i];
  if (!is_long && is_cycle) line[line_count++].vertex = s->line[s->path_count];
  for (uint64_t i = 0; i < s->exit_count; i++) {
    bool is_repeated = false; /* an earlier exit leads to the same position */
    for (uint64_t j = 0; j < i && i < COMPARED && !is_repeated; j++)
      is_repeated = s->exits[j].to_vertex == s->exits[i].to_vertex;
    if (is_repeated) continue;
    if (named_count < NAMED)
      named[named_count++].vertex = s->exits[i].to_vertex;
    else
      others++;
  }
  if (exit_count > GRUNDY_EXPLAIN_MAX_LISTED) exit_count = GRUNDY_EXPLAIN_MAX_LISTED;
  bool fine = take_positions(s, 0, s->path_count, &path, &path_count) &&
              take_positions(s, s->path_count, s->line_count, &cycle, &cycle_count);
  if (fine)
    GRUNDY_EXPLAIN(s->why, GRUNDY_FACT_STAYING, grundy_with_position("position", v),
                   grundy_with_items("path", GRUNDY_FACT_TYPE_POSITIONS, path, path_count),
                   grundy_with_items("cycle", GRUNDY_FACT_TYPE_POSITIONS, cycle, cycle_count),
                   grundy_with_items("exits", GRUNDY_FACT_TYPE_MOVES, s->exits, exit_count),
                   grundy_with_flag("ends", cycle_count == 0),
                   grundy_with_items("line", GRUNDY_FACT_TYPE_POSITIONS, line, line_count),
                   grundy_with_flag("goes_on", is_long || is_cycle),
                   grundy_with_items("leaving", GRUNDY_FACT_TYPE_POSITIONS, named, named_count),
                   grundy_with_number("others", others));
  free(path);
  free(cycle);
  return fine;
}

void grundy_why_drawn(grundy_explanation *why, uint32_t v) {
  staying s = {.why = why};
  assert(is_draw(why, v));
  bool fine = find_cycle(&s, v);
  if (fine && s.line_count == 0) fine = find_path(&s, v);
  for (uint64_t i = 0; i < s.line_count && fine; i++) {
    grundy_vertices row = grundy_moves_from(why, s.line[i]);
    for (uint64_t j = 0; j < row.count && fine; j++) {
      if (is_draw(why, row.at[j])) continue;
      fine = grundy_grow(&s.exits, &s.exit_room, s.exit_count + 1, sizeof *s.exits);
      if (fine)
        s.exits[s.exit_count++] = (grundy_fact_item){.vertex = s.line[i], .to_vertex = row.at[j]};
    }
  }
  if (!fine || !report(&s, v)) why->failed = true;
  free(s.line);
  free(s.exits);
}
