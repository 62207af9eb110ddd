/* Pictures for LaTeX: a layout of Graphviz in its format `plain`, rewritten as TikZ. A line of it
 * is
 *
 *   node v3 x y width height label style shape color fillcolor
 *   edge v3 v5 n x1 y1 … xn yn [label x y] style color
 *
 * with lengths in inches; the n points of an edge are a chain of cubic curves. */

#include "draw/impl.h"

#include "digraph/kinds.h"
#include "text/cursor.h"
#include "text/markup.h"

#include <inttypes.h>
#include <string.h>

typedef struct tikz {
  const grundy_picture *p;
  grundy_cursor c;         /* at the rest of a line */
  grundy_drawn_move *last; /* the arrow before this one */
} tikz;

/* Takes the next word, without the quotes that it may have. */
static grundy_word take_word(tikz *t) {
  grundy_cursor *c = &t->c;
  grundy_cursor_skip(c, " ");
  if (!grundy_cursor_accept(c, '"')) return grundy_cursor_take_until(c, " ");
  grundy_word word = {c->at, 0};
  while (c->at < c->end && *c->at != '"') c->at += c->at[0] == '\\' && c->at + 1 < c->end ? 2 : 1;
  word.length = (size_t)(c->at - word.at);
  (void)grundy_cursor_accept(c, '"');
  return word;
}

/* Takes the vertex of a word such as v12; false if it is something else. */
static bool take_vertex(tikz *t, uint32_t *v) {
  grundy_word word = take_word(t);
  uint64_t number;
  if (word.length < 2 || word.at[0] != 'v' ||
      !grundy_number_parse(word.at + 1, word.length - 1, UINT32_MAX, &number))
    return false;
  *v = (uint32_t)number;
  return true;
}

/* ---- labels ------------------------------------------------------------------------------ */

/* Characters of our labels that plain LaTeX does not have. */
static const struct {
  const char *text, *latex;
} symbols[] = {
    {"∞", "$\\infty$"}, {"≥", "$\\geq$"}, {"≤", "$\\leq$"}, {"&amp;", "\\&"}, {"\\n", "\\\\"},
};

static void put_label(FILE *out, grundy_word label) {
  const char *end = label.at + label.length;
  for (const char *at = label.at; at < end;) {
    size_t left = (size_t)(end - at), size = 0;
    for (size_t i = 0; i < sizeof symbols / sizeof *symbols && size == 0; i++) {
      size_t length = strlen(symbols[i].text);
      if (length > left || memcmp(at, symbols[i].text, length) != 0) continue;
      fputs(symbols[i].latex, out);
      size = length;
    }
    if (size == 0) {
      size_t escape = *at == '\\' && left > 1;
      char one[2] = {at[escape], '\0'}, latex[GRUNDY_MARKUP_ROOM + 1];
      *grundy_put_latex(latex, one) = '\0';
      fputs(latex, out);
      size = escape + 1;
    }
    at += size;
  }
}

/* ---- positions and moves ----------------------------------------------------------------- */

/* The colour of a rating, as a name that begin() defines. */
static const char *const rating_names[GRUNDY_RATINGS] = {"good", "neutral", "bad", "unknown"};

static void put_node(tikz *t) {
  const grundy_picture *p = t->p;
  uint32_t v;
  if (!take_vertex(t, &v) || v >= grundy_digraph_order(p->g)) return;
  grundy_word x = take_word(t), y = take_word(t), width = take_word(t), height = take_word(t);
  grundy_word label = take_word(t), style = take_word(t), shape = take_word(t);
  grundy_rating rating = p->outcome == NULL ? GRUNDY_NEUTRAL : grundy_rating_of(p->outcome[v]);
  bool highlighted = (p->marks[v] & (GRUNDY_HIGHLIGHTED | GRUNDY_CURRENT)) != 0;
  fprintf(p->out, "\\node[%s, minimum width=%.*sin, minimum height=%.*sin",
          grundy_word_is(shape, "box")        ? "rectangle"
          : grundy_word_is(shape, "triangle") ? "isosceles triangle, shape border rotate=90"
          : grundy_word_is(shape, "circle")   ? "circle"
                                              : "ellipse",
          (int)width.length, width.at, (int)height.length, height.at);
  if (p->outcome != NULL) fprintf(p->out, ", fill=%sposition", rating_names[rating]);
  if (memmem(style.at, style.length, "dashed", 6) != NULL) fputs(", dashed", p->out);
  if (p->players != NULL && p->players[v] == 'B') fputs(", double", p->out);
  if (highlighted) fputs(", ultra thick, draw=highlight", p->out);
  fprintf(p->out, "] (v%" PRIu32 ") at (%.*s,%.*s) {", v, (int)x.length, x.at, (int)y.length, y.at);
  put_label(p->out, label);
  fputs("};\n", p->out);
}

/* Returns the number of the kind of an arrow. Graphviz writes the arrows between two positions next
 * to each other, in the order of their kinds. */
static uint32_t next_kind(tikz *t, uint32_t u, uint32_t w) {
  uint8_t kinds = grundy_picture_kinds(t->p, u, w);
  if (t->last->u != u || t->last->w != w) *t->last = (grundy_drawn_move){u, w, UINT32_MAX};
  do t->last->kind++;
  while (t->last->kind < GRUNDY_MOVE_KINDS && (kinds >> t->last->kind & 1) == 0);
  return t->last->kind < GRUNDY_MOVE_KINDS ? t->last->kind : 0;
}

static void put_edge(tikz *t) {
  const grundy_picture *p = t->p;
  uint32_t u, w, order = grundy_digraph_order(p->g);
  if (!take_vertex(t, &u) || !take_vertex(t, &w) || u >= order || w >= order) return;
  grundy_word count = take_word(t);
  uint64_t points;
  if (!grundy_number_parse(count.at, count.length, UINT32_MAX, &points)) return;
  const grundy_drawn_move move = {u, w, next_kind(t, u, w)};
  grundy_rating rating = grundy_picture_rate_move(p, move);
  fprintf(p->out, "\\draw[%s, %s", grundy_arrows[move.kind].tikz,
          p->outcome == NULL ? "solid" : p->look->style[rating]);
  if (p->outcome != NULL) fprintf(p->out, ", draw=%smove", rating_names[rating]);
  if (grundy_picture_is_best(p, move)) fputs(", very thick", p->out);
  fputs("] ", p->out);
  for (uint64_t i = 0; i < points; i++) {
    grundy_word x = take_word(t), y = take_word(t);
    const char *before = i == 0 ? "" : i % 3 == 1 ? " .. controls " : i % 3 == 2 ? " and " : " .. ";
    fprintf(p->out, "%s(%.*s,%.*s)", before, (int)x.length, x.at, (int)y.length, y.at);
  }
  /* The last curve ends at the arrowhead of Graphviz. */
  fprintf(p->out, " -- (v%" PRIu32 ");\n", w);
  /* Writes the number of the move in a match, which plain has before the style. */
  grundy_cursor before = t->c;
  grundy_word label = take_word(t), x = take_word(t), y = take_word(t), style = take_word(t);
  if (style.length == 0) {
    t->c = before; /* these were the style and the colour */
    return;
  }
  fprintf(t->p->out, "\\node[draw=none] at (%.*s,%.*s) {", (int)x.length, x.at, (int)y.length,
          y.at);
  put_label(t->p->out, label);
  fputs("};\n", t->p->out);
}

/* ---- the picture ------------------------------------------------------------------------- */

/* Defines a colour of a look: #9fdf9f, white or black. */
static void put_colour(FILE *out, const char *name, const char *colour) {
  if (colour[0] != '#') {
    fprintf(out, "\\colorlet{%s}{%s}\n", name, colour);
    return;
  }
  fprintf(out, "\\definecolor{%s}{HTML}{", name);
  for (const char *digit = colour + 1; *digit != '\0'; digit++)
    putc(*digit >= 'a' ? *digit - 'a' + 'A' : *digit, out);
  fputs("}\n", out);
}

/* A file is a document, and it can also be read by \input in the body of another document: there
 * \@nodocument is \relax, and the lines up to \fi are skipped. \end{document} is in a macro,
 * because a document must not end within a conditional. */
static const char document[] = "\\expandafter\\ifx\\csname @nodocument\\endcsname\\relax\\else\n"
                               "\\documentclass[tikz]{standalone}\n"
                               "\\usetikzlibrary{shapes.geometric}\n"
                               "\\def\\grundyend{\\end{document}}\n"
                               "\\begin{document}\n"
                               "\\fi\n";

/* Goes through the lines twice, because moves refer to positions. */
void grundy_put_tikz(const grundy_picture *p, char *plain, size_t size) {
  /* Graphviz breaks long strings into lines, by a backslash before the newline. */
  size_t to = 0;
  for (size_t at = 0; at < size; at++)
    if (plain[at] == '\\' && at + 1 < size && plain[at + 1] == '\n')
      at++;
    else
      plain[to++] = plain[at];
  size = to;
  fputs(document, p->out);
  fputs("\\begin{tikzpicture}[x=1in, y=1in, >=stealth, every node/.style={draw, align=center, "
        "inner sep=1pt, font=\\footnotesize}]\n",
        p->out);
  bool window = grundy_game_is_window(grundy_digraph_type(p->g));
  for (int rating = 0; rating < GRUNDY_RATINGS; rating++) {
    char name[32];
    if (rating == GRUNDY_UNRATED && !window) continue;
    snprintf(name, sizeof name, "%sposition", rating_names[rating]);
    put_colour(p->out, name, p->look->fill[rating]);
    snprintf(name, sizeof name, "%smove", rating_names[rating]);
    put_colour(p->out, name, p->look->line[rating]);
  }
  put_colour(p->out, "highlight", p->look->highlight);
  grundy_drawn_move last = {UINT32_MAX, UINT32_MAX, 0};
  for (int edges = 0; edges < 2; edges++)
    for (const char *at = plain, *end = plain + size; at < end;) {
      const char *newline = memchr(at, '\n', (size_t)(end - at));
      size_t length = newline == NULL ? (size_t)(end - at) : (size_t)(newline - at);
      tikz t = {.p = p, .last = &last, .c = grundy_cursor_of("plain", at, length, NULL)};
      grundy_word kind = take_word(&t);
      if (edges == 0 && grundy_word_is(kind, "node")) put_node(&t);
      if (edges == 1 && grundy_word_is(kind, "edge")) put_edge(&t);
      at += length + 1;
    }
  fputs("\\end{tikzpicture}\n\\csname grundyend\\endcsname\n", p->out);
}
