/* Explains how play stays in a draw: the moves between draws lead round a cycle, or to a drawn end,
 * and every other move from there lets the opponent win. */

#include "base/alloc.h"
#include "explain/impl.h"

#include <assert.h>
#include <stdlib.h>

/* Play that stays in the draw. No move from a draw leads to a win of the player who makes it, so a
 * move to a position that is not a draw lets the opponent win. */
typedef struct staying {
  const grundy_explanation *t;
  uint32_t *line; /* the path, then the cycle */
  uint64_t line_count, line_room, path_count;
  grundy_fact_item *exits; /* moves that leave */
  uint64_t exit_count, exit_room;
} staying;

static bool is_draw(const grundy_explanation *t, uint32_t v) {
  return t->outcome[v] == GRUNDY_OUTCOME_D;
}

static bool add_to_line(staying *s, uint32_t v) {
  if (!grundy_grow(&s->line, &s->line_room, s->line_count + 1, sizeof *s->line)) return false;
  s->line[s->line_count++] = v;
  return true;
}

/* ---- a cycle through the position ------------------------------------------------------------ */

/* Writes the way from v to `last`, found backwards, as the line. */
static bool take_way(staying *s, const uint32_t *before, uint32_t v, uint32_t last) {
  uint64_t length = 1;
  for (uint32_t u = last; u != v; u = before[u]) length++;
  if (!grundy_grow(&s->line, &s->line_room, length, sizeof *s->line)) return false;
  s->line_count = length;
  for (uint32_t u = last; length > 0; u = before[u]) s->line[--length] = u;
  return true;
}

/* Goes breadth first from v through draws. Returns whether there is a cycle through v; a shortest
 * one becomes the line, unless memory runs out, which sets *failed. The moves are not marked as
 * read: in a part of a game, no cycle may be found, and then the walk below reads what it needs. */
static bool search(staying *s, uint32_t v, uint32_t *before, uint32_t *queue, bool *failed) {
  uint64_t count = 0;
  queue[count++] = v;
  for (uint64_t i = 0; i < count; i++) {
    grundy_vertices row = grundy_digraph_followers(s->t->g, queue[i]);
    for (uint64_t j = 0; j < row.count; j++) {
      uint32_t w = row.at[j];
      if (w == v) {
        *failed = !take_way(s, before, v, queue[i]);
        return true;
      }
      if (!is_draw(s->t, w) || before[w] != UINT32_MAX) continue;
      before[w] = queue[i];
      queue[count++] = w;
    }
  }
  return false;
}

/* Finds a shortest cycle through v; false if memory runs out. */
static bool find_cycle(staying *s, uint32_t v, bool *found) {
  uint64_t order = grundy_digraph_order(s->t->g);
  uint32_t *before = grundy_alloc(order, sizeof *before),
           *queue = grundy_alloc(order, sizeof *queue);
  bool failed = before == NULL || queue == NULL;
  for (uint64_t i = 0; i < order && !failed; i++) before[i] = UINT32_MAX;
  *found = !failed && search(s, v, before, queue, &failed);
  free(before);
  free(queue);
  return !failed;
}

/* ---- a path to a cycle or to the end --------------------------------------------------------- */

/* Returns the first draw to which a move leads; UINT32_MAX if play is over, or if the solution is
 * wrong. */
static uint32_t next_draw(const grundy_explanation *t, uint32_t v) {
  grundy_vertices row = grundy_moves_from(t, v);
  for (uint64_t i = 0; i < row.count; i++)
    if (is_draw(t, row.at[i])) return row.at[i];
  return UINT32_MAX;
}

/* Follows the first move of every draw until a position repeats or play ends. `place` is the place
 * of each vertex in the line, from 1. */
static bool walk(staying *s, uint32_t v, uint64_t *place) {
  for (; v != UINT32_MAX && place[v] == 0; v = next_draw(s->t, v)) {
    if (!add_to_line(s, v)) return false;
    place[v] = s->line_count;
  }
  s->path_count = v == UINT32_MAX ? s->line_count : place[v] - 1;
  return true;
}

static bool find_path(staying *s, uint32_t v) {
  uint64_t *place = grundy_alloc_zero(grundy_digraph_order(s->t->g), sizeof *place);
  bool fine = place != NULL && walk(s, v, place);
  free(place);
  return fine;
}

/* ---- exits ----------------------------------------------------------------------------------- */

static bool find_exits(staying *s) {
  for (uint64_t i = 0; i < s->line_count; i++) {
    grundy_vertices row = grundy_moves_from(s->t, s->line[i]);
    for (uint64_t j = 0; j < row.count; j++) {
      if (is_draw(s->t, row.at[j])) continue;
      if (!grundy_grow(&s->exits, &s->exit_room, s->exit_count + 1, sizeof *s->exits)) return false;
      s->exits[s->exit_count++] = (grundy_fact_item){.vertex = s->line[i], .to_vertex = row.at[j]};
    }
  }
  return true;
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

/* Chooses the first positions of the line for a sentence, and closes a short cycle. */
static uint64_t shorten_line(const staying *s, grundy_fact_item line[LONGEST + 1], bool *goes_on) {
  bool is_long = s->line_count > LONGEST, is_cycle = s->path_count < s->line_count;
  uint64_t count = is_long ? LONGEST : s->line_count;
  for (uint64_t i = 0; i < count; i++) line[i].vertex = s->line[i];
  if (!is_long && is_cycle) line[count++].vertex = s->line[s->path_count];
  *goes_on = is_long || is_cycle;
  return count;
}

/* Returns whether an earlier exit leads to the same position. */
static bool is_repeated(const staying *s, uint64_t exit) {
  for (uint64_t i = 0; i < exit; i++)
    if (s->exits[i].to_vertex == s->exits[exit].to_vertex) return true;
  return false;
}

/* Chooses exits to name in a sentence, and counts the others. */
static uint64_t name_exits(const staying *s, grundy_fact_item named[NAMED], uint64_t *others) {
  uint64_t count = 0;
  for (uint64_t i = 0; i < s->exit_count; i++) {
    if (i < COMPARED && is_repeated(s, i)) continue;
    if (count < NAMED)
      named[count++].vertex = s->exits[i].to_vertex;
    else
      ++*others;
  }
  return count;
}

/* False if memory runs out. */
static bool report(const staying *s, uint32_t v) {
  grundy_fact_item *path = NULL, *cycle = NULL, line[LONGEST + 1] = {0}, named[NAMED] = {0};
  uint64_t path_count = 0, cycle_count = 0, others = 0, exit_count = s->exit_count;
  bool goes_on = false;
  assert(s->line != NULL); /* it has the position itself */
  uint64_t line_count = shorten_line(s, line, &goes_on);
  uint64_t named_count = name_exits(s, named, &others);
  if (exit_count > GRUNDY_EXPLAIN_MAX_LISTED) exit_count = GRUNDY_EXPLAIN_MAX_LISTED;
  bool fine = take_positions(s, 0, s->path_count, &path, &path_count) &&
              take_positions(s, s->path_count, s->line_count, &cycle, &cycle_count);
  if (fine)
    GRUNDY_EXPLAIN(s->t, GRUNDY_FACT_STAYING, grundy_with_position("position", v),
                   grundy_with_items("path", GRUNDY_FACT_TYPE_POSITIONS, path, path_count),
                   grundy_with_items("cycle", GRUNDY_FACT_TYPE_POSITIONS, cycle, cycle_count),
                   grundy_with_items("exits", GRUNDY_FACT_TYPE_MOVES, s->exits, exit_count),
                   grundy_with_flag("ends", cycle_count == 0),
                   grundy_with_items("line", GRUNDY_FACT_TYPE_POSITIONS, line, line_count),
                   grundy_with_flag("goes_on", goes_on),
                   grundy_with_items("leaving", GRUNDY_FACT_TYPE_POSITIONS, named, named_count),
                   grundy_with_number("others", others));
  free(path);
  free(cycle);
  return fine;
}

void grundy_why_drawn(grundy_explanation *t, uint32_t v) {
  staying s = {.t = t};
  bool found = false;
  assert(is_draw(t, v));
  bool fine = find_cycle(&s, v, &found);
  if (fine && !found) fine = find_path(&s, v);
  if (fine) fine = find_exits(&s);
  if (!fine || !report(&s, v)) t->failed = true;
  free(s.line);
  free(s.exits);
}
