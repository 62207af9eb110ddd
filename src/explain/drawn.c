/* Explains how play stays in a draw: the moves between draws lead round a cycle, or to a drawn end,
 * and every other move from there lets the opponent win. */

#include "solution/drawn.h"
#include "base/alloc.h"
#include "explain/impl.h"

#include <assert.h>
#include <stdlib.h>

/* Play that stays in the draw. No move from a draw leads to a win of the player who makes it, so a
 * move to a position that is not a draw lets the opponent win. */
typedef struct staying {
  const grundy_explanation *why;
  grundy_drawn_line line;
  grundy_fact_item *exits; /* moves that leave */
  uint64_t exit_count, exit_room;
} staying;

static bool is_draw(const grundy_explanation *why, uint32_t v) {
  return why->outcome[v] == GRUNDY_OUTCOME_D;
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
  for (uint64_t i = 0; i < *count && *items != NULL; i++)
    (*items)[i].vertex = s->line.at[begin + i];
  return *items != NULL;
}

/* Adds the fact: what programs get in full, and for the sentence the first positions of the line,
 * with a short cycle closed, and some exits. False if memory runs out. */
static bool report(const staying *s, uint32_t v) {
  grundy_fact_item *path = NULL, *cycle = NULL, line[LONGEST + 1] = {0}, named[NAMED] = {0};
  uint64_t path_count = 0, cycle_count = 0, named_count = 0, others = 0;
  uint64_t exit_count = s->exit_count;
  bool is_long = s->line.count > LONGEST, is_cycle = s->line.path_count < s->line.count;
  uint64_t line_count = is_long ? LONGEST : s->line.count;
  assert(s->line.at != NULL); /* it has the position itself */
  for (uint64_t i = 0; i < line_count; i++) line[i].vertex = s->line.at[i];
  if (!is_long && is_cycle) line[line_count++].vertex = s->line.at[s->line.path_count];
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
  bool fine = take_positions(s, 0, s->line.path_count, &path, &path_count) &&
              take_positions(s, s->line.path_count, s->line.count, &cycle, &cycle_count);
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
  bool fine = grundy_drawn_line_find(why->g, why->outcome, v, &s.line);
  for (uint64_t i = 0; i < s.line.count && fine; i++) {
    grundy_vertices row = grundy_moves_from(why, s.line.at[i]);
    for (uint64_t j = 0; j < row.count && fine; j++) {
      if (is_draw(why, row.at[j])) continue;
      fine = grundy_grow(&s.exits, &s.exit_room, s.exit_count + 1, sizeof *s.exits);
      if (fine)
        s.exits[s.exit_count++] =
            (grundy_fact_item){.vertex = s.line.at[i], .to_vertex = row.at[j]};
    }
  }
  if (!fine || !report(&s, v)) why->failed = true;
  free(s.line.at);
  free(s.exits);
}
