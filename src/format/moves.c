/* Writes the moves of a game as lines of text. */

#include "format/entries.h"

#include "digraph/kinds.h"
#include "digraph/view.h"

typedef struct writer {
  const grundy_digraph *g;
  grundy_view rows;
  const uint8_t *kinds; /* NULL if all moves are ordinary */
  bool named;
  uint32_t base;
  uint64_t longest; /* room for a name */
  uint32_t tail;    /* of the move whose room was computed last */
} writer;

static char *put_vertex(const writer *w, char *to, uint32_t v) {
  return grundy_put_name(to, w->g, w->named, w->base + v);
}

/* Prints a move of every kind of move e, which is from u. */
static char *print_kinds(const writer *w, uint32_t u, uint64_t e, char *to) {
  for (int i = 0; i < GRUNDY_MOVE_KINDS; i++) {
    if ((w->kinds[e] >> i & 1) == 0) continue;
    to = put_vertex(w, to, u);
    *to++ = ' ';
    if (i > 0) to = grundy_put(grundy_put(to, grundy_kind_texts[i].arrow), " ");
    to = put_vertex(w, to, w->rows.targets[e]);
    *to++ = '\n';
  }
  return to;
}

static char *print_moves(void *context, uint64_t begin, uint64_t end, char *to) {
  const writer *w = context;
  uint32_t u = grundy_tail_of(w->rows.offsets, w->rows.order, begin);
  for (uint64_t e = begin; e < end; e++) {
    while (w->rows.offsets[u + 1] <= e) u++;
    if (w->kinds != NULL) {
      to = print_kinds(w, u, e, to);
      continue;
    }
    to = put_vertex(w, to, u);
    *to++ = ' ';
    to = put_vertex(w, to, w->rows.targets[e]);
    *to++ = '\n';
  }
  return to;
}

/* Does not look at names if all of them are short. */
static uint64_t move_room(void *context, uint64_t e) {
  enum { SHORT = 64, SEPARATORS = 2, ARROW = 3 };
  writer *w = context;
  uint64_t times = w->kinds == NULL ? 1 : GRUNDY_MOVE_KINDS;
  uint64_t separators = w->kinds == NULL ? SEPARATORS : SEPARATORS + ARROW;
  if (w->longest <= SHORT) return times * (2 * w->longest + separators);
  while (w->rows.offsets[w->tail + 1] <= e) w->tail++;
  return times * (grundy_word_room(w->g, w->tail) + grundy_word_room(w->g, w->rows.targets[e]) +
                  separators);
}

grundy_status grundy_print_moves(FILE *out, const grundy_digraph *g, uint32_t base,
                                 grundy_work *work, grundy_error *error) {
  writer w = {.g = g,
              .rows = grundy_view_of(g),
              .kinds = grundy_digraph_kinds(g),
              .named = grundy_digraph_has_names(g),
              .base = base};
  for (uint32_t v = 0; v < w.rows.order && (w.named || v == 0); v++) {
    uint64_t room = grundy_word_room(g, v);
    if (room > w.longest) w.longest = room;
  }
  grundy_printer moves = {&w, w.rows.size, move_room, print_moves, 1};
  return grundy_print(out, &moves, work, error);
}
