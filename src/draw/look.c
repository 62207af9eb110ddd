/* The colours and shapes of drawings. */

#include "draw/impl.h"

#include "digraph/kinds.h"

/* The colours of [LM08, §3.2], lighter inside positions so that text is readable. */
static const grundy_look plain = {
    .shape = {"ellipse", "ellipse", "ellipse", "ellipse"},
    .fill = {"#9fdf9f", "#ffe97f", "#ff9f94", "#dddddd"},
    .line = {"#1e8a1e", "#c8a000", "#d62728", "#777777"},
    .style = {"solid", "solid", "solid", "solid"},
    .highlight = "#1f4fd8",
};

/* From the palette of Okabe and Ito [OI08]; good is blue, bad is vermilion. */
static const grundy_look safe = {
    .shape = {"ellipse", "ellipse", "ellipse", "ellipse"},
    .fill = {"#56b4e9", "#f0e442", "#e69f00", "#eeeeee"},
    .line = {"#0072b2", "#999999", "#d55e00", "#666666"},
    .style = {"solid", "solid", "solid", "dotted"},
    .highlight = "#000000",
};

static const grundy_look mono = {
    .shape = {"box", "circle", "triangle", "ellipse"},
    .fill = {"white", "white", "white", "white"},
    .line = {"black", "black", "black", "#777777"},
    .style = {"solid", "dashed", "dotted", "solid"},
    .highlight = "black",
};

const grundy_look *grundy_look_of(grundy_palette palette) {
  switch (palette) {
  case GRUNDY_PALETTE_SAFE:
    return &safe;
  case GRUNDY_PALETTE_MONO:
    return &mono;
  default:
    return &plain;
  }
}

grundy_rating grundy_rating_of(grundy_outcome outcome) {
  if (outcome == GRUNDY_OUTCOME_N || outcome == GRUNDY_OUTCOME_A) return GRUNDY_GOOD;
  if (outcome == GRUNDY_OUTCOME_UNKNOWN) return GRUNDY_UNRATED;
  return outcome == GRUNDY_OUTCOME_P || outcome == GRUNDY_OUTCOME_B ? GRUNDY_BAD : GRUNDY_NEUTRAL;
}

static void put_row(FILE *out, const grundy_look *look, grundy_rating rating, const char *position,
                    const char *move) {
  fprintf(out, "<TR><TD BGCOLOR=\"%s\" BORDER=\"1\" COLOR=\"black\">%s", look->fill[rating],
          position);
  if (look == &mono) fprintf(out, " (%s)", look->shape[rating]);
  fprintf(out, "</TD><TD ALIGN=\"LEFT\"><FONT COLOR=\"%s\">", look->line[rating]);
  if (look == &mono) fprintf(out, "%s line: ", look->style[rating]);
  fprintf(out, "%s</FONT></TD></TR>", move);
}

static void put_line(FILE *out, const char *text) {
  fprintf(out, "<TR><TD COLSPAN=\"2\" ALIGN=\"LEFT\">%s</TD></TR>", text);
}

/* By the number of the kind. Shapes alone distinguish them, without colours. */
const grundy_arrow grundy_arrows[GRUNDY_MOVE_KINDS] = {
    {"normal", "->", "one filled head: an ordinary move"},
    {"normalnormal", "->>",
     "two filled heads: a carry-on move, the same player moves again anywhere"},
    {"onormalonormal", "|->>",
     "two open heads: a local carry-on move, the same player moves again here"},
    {"normalodot", "->|", "a head and a ring: an entailing move, the opponent must answer here"},
};

static void put_arrows(FILE *out, const grundy_digraph *g) {
  const uint8_t *kinds = grundy_digraph_kinds(g);
  unsigned all = 0;
  for (uint64_t e = 0; kinds != NULL && e < grundy_digraph_size(g); e++) all |= kinds[e];
  for (int i = 0; i < GRUNDY_MOVE_KINDS; i++)
    if ((all >> i & 1) != 0) put_line(out, grundy_arrows[i].legend);
}

/* An HTML label, which all layouts support. */
void grundy_put_legend(FILE *out, const grundy_look *look, const grundy_digraph *g, bool blank) {
  bool coloured = grundy_game_is_coloured(grundy_digraph_type(g));
  bool has_kinds = grundy_digraph_kinds(g) != NULL;
  if (blank && !coloured && !has_kinds) return;
  fputs("  labelloc=b;\n  label=<<TABLE BORDER=\"0\" CELLSPACING=\"3\">", out);
  if (blank) {
    if (coloured) put_line(out, "B moves where the outline is double");
    put_arrows(out, g);
    fputs("</TABLE>>;\n", out);
    return;
  }
  if (grundy_digraph_type(g) == GRUNDY_GAME_PAYOFFS) {
    put_line(out, "≥ what A can be sure to get, ≤ what B can hold A to");
    put_line(out, "B moves where the outline is double");
  } else if (coloured) {
    put_row(out, look, GRUNDY_GOOD, "A wins", "a move that keeps a win");
    put_row(out, look, GRUNDY_NEUTRAL, "draw", "a move to a draw");
    put_row(out, look, GRUNDY_BAD, "B wins", "a move that lets the other player win");
    put_line(out, "B moves where the outline is double");
  } else if (has_kinds) {
    put_row(out, look, GRUNDY_GOOD, "N: the player to move wins", "a good move");
    put_row(out, look, GRUNDY_NEUTRAL, "D: a draw", "a move to D");
    put_row(out, look, GRUNDY_BAD, "P: the player to move loses", "a bad move");
    put_arrows(out, g);
  } else {
    put_row(out, look, GRUNDY_GOOD, "N: the next player wins", "a move to P, a good one");
    put_row(out, look, GRUNDY_NEUTRAL, "D: a draw", "a move to D");
    put_row(out, look, GRUNDY_BAD, "P: the previous player wins", "a move to N, a bad one");
  }
  if (grundy_game_is_window(grundy_digraph_type(g))) {
    put_row(out, look, GRUNDY_UNRATED, "?: not known in this window", "a move to such a position");
    put_line(out, "≤: an upper bound");
  }
  put_line(out, "bold: a best move; dashed outline: some moves are not drawn");
  fputs("</TABLE>>;\n", out);
}
