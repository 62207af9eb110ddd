/* Explains how play stays in a draw: the moves between draws lead round a cycle, or to a drawn end,
 * and every other move from there lets the opponent win. */

#include "base/alloc.h"
#include "explain/impl.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>

/* Play that stays in the draw. No move from a draw leads to a win of the player who makes it, so a
 * move to a position that is not a draw lets the opponent win. */
typedef struct staying {
  const grundy_explanation *t;
  uint32_t *line; /* the path, then the cycle */
  uint64_t line_count, line_room, path_count;
  grundy_drawn_exit *exits;
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
      s->exits[s->exit_count++] = (grundy_drawn_exit){s->line[i], row.at[j]};
    }
  }
  return true;
}

/* ---- the sentence ---------------------------------------------------------------------------- */

static void write_line(const grundy_explanation *t, const grundy_drawn_play *play) {
  enum { LONGEST = 12 };
  const char *dots = t->options.ascii ? "..." : "…";
  uint64_t count = play->path_count + play->cycle_count;
  bool is_long = count > LONGEST;
  for (uint64_t i = 0; i < (is_long ? LONGEST : count); i++) {
    if (i > 0) fputs(" -> ", t->out);
    grundy_write_name(t, i < play->path_count ? play->path[i] : play->cycle[i - play->path_count]);
  }
  if (!is_long && play->cycle_count > 0) {
    fputs(" -> ", t->out);
    grundy_write_name(t, play->cycle[0]);
  }
  if (is_long || play->cycle_count > 0) fprintf(t->out, " %s", dots);
}

/* Returns whether an earlier exit leads to the same position. */
static bool is_repeated(const grundy_drawn_play *play, uint64_t exit) {
  for (uint64_t i = 0; i < exit; i++)
    if (play->exits[i].to == play->exits[exit].to) return true;
  return false;
}

/* Writes "Leaving to e or f lets the opponent win, so nobody leaves." */
static void write_exits(const grundy_explanation *t, const grundy_drawn_play *play) {
  enum { NAMED = 4, COMPARED = 1000 };
  uint64_t named = 0, others = 0;
  uint32_t names[NAMED];
  for (uint64_t i = 0; i < play->exit_count; i++) {
    if (i < COMPARED && is_repeated(play, i)) continue;
    if (named < NAMED)
      names[named++] = play->exits[i].to;
    else
      others++;
  }
  if (named == 0) {
    fputs(" No move from there lets the opponent win.\n", t->out);
    return;
  }
  fputs(" Leaving to ", t->out);
  for (uint64_t i = 0; i < named; i++) {
    if (i > 0) fputs(i + 1 == named && others == 0 ? " or " : ", ", t->out);
    grundy_write_name(t, names[i]);
  }
  if (others > 0)
    fprintf(t->out, " or %" PRIu64 " other position%s", others, others == 1 ? "" : "s");
  fputs(" lets the opponent win, so nobody leaves.\n", t->out);
}

static void report(const staying *s) {
  const grundy_explanation *t = s->t;
  assert(s->line != NULL); /* it has the position itself */
  const grundy_drawn_play play = {
      .path = s->line,
      .path_count = s->path_count,
      .cycle = s->line + s->path_count,
      .cycle_count = s->line_count - s->path_count,
      .exits = s->exits,
      .exit_count = s->exit_count,
  };
  fputs(play.cycle_count > 0 ? "You can stay: " : "Play can end in a draw: ", t->out);
  write_line(t, &play);
  if (play.cycle_count == 0) putc('.', t->out);
  write_exits(t, &play);
  if (t->options.drawn != NULL) t->options.drawn(t->options.context, &play);
}

void grundy_why_drawn(grundy_explanation *t, uint32_t v) {
  staying s = {.t = t};
  bool found = false;
  assert(is_draw(t, v));
  bool fine = find_cycle(&s, v, &found);
  if (fine && !found) fine = find_path(&s, v);
  if (fine) fine = find_exits(&s);
  if (fine)
    report(&s);
  else
    t->failed = true;
  free(s.line);
  free(s.exits);
}
