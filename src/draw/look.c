#include "draw/impl.h"

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

/* An HTML label, which all layouts support. */
void grundy_put_legend(FILE *out, const grundy_look *look, const grundy_digraph *g, bool blank) {
  bool coloured = grundy_game_is_coloured(grundy_digraph_type(g));
  if (blank && !coloured) return;
  fputs("  labelloc=b;\n  label=<<TABLE BORDER=\"0\" CELLSPACING=\"3\">", out);
  if (blank) {
    put_line(out, "B moves where the outline is double");
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
