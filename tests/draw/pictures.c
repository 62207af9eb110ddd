/* What pictures show, in DOT, in the SVG of Graphviz and in TikZ. Graphviz does not run: its output
 * is given here, also as no version of it has ever written it. */

#include <grundy/digraph.h>
#include <grundy/game.h>
#include <grundy/solve.h>
#include <grundy/value.h>

#include "draw/impl.h"
#include "support/coloured.h"
#include "support/games.h"
#include "support/names.h"
#include "support/solutions.h"
#include "support/test.h"

/* A game, its solution, and how it is drawn. */
typedef struct drawing {
  grundy_digraph *g;
  grundy_solution *s;
  grundy_draw_options options;
} drawing;

static drawing drawing_of(grundy_digraph *g, grundy_columns columns) {
  return (drawing){g, solution_of(g, columns), {.size = sizeof(grundy_draw_options)}};
}

static void drawing_free(drawing *d) {
  grundy_solution_free(d->s);
  grundy_digraph_free(d->g);
}

/* What writes to p->out, from a text of Graphviz. */
typedef void rewriting(const grundy_picture *p, char *text, size_t size);

static void annotate(const grundy_picture *p, char *text, size_t size) {
  grundy_annotate_svg(p, text, size);
}

/* Returns what is written for this text, to be freed. */
static char *rewritten(const drawing *d, rewriting *rewrite, const char *text) {
  char *made = NULL, *copy = strdup(text);
  size_t size = 0;
  grundy_picture p;
  FILE *out = open_memstream(&made, &size);
  assert_non_null(out);
  assert_non_null(copy);
  assert_true(grundy_picture_new(d->g, d->s, &d->options, out, &p));
  rewrite(&p, copy, strlen(copy));
  free(p.marks);
  free(copy);
  assert_int_equal(fclose(out), 0);
  return made;
}

/* Returns the picture as DOT, to be freed. */
static char *dot_of(const drawing *d) {
  char *made = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&made, &size);
  assert_non_null(out);
  assert_int_equal(grundy_draw(d->g, d->s, "dot", &d->options, out, NULL), GRUNDY_OK);
  assert_int_equal(fclose(out), 0);
  return made;
}

/* Expects the parts in the text, in this order, and frees it. */
static void expect_parts(char *text, int count, const char *const *parts) {
  const char *at = text;
  for (int i = 0; i < count; i++) {
    const char *found = strstr(at, parts[i]);
    if (found == NULL) fail_msg("'%s' is missing in:\n%s", parts[i], at);
    at = found + strlen(parts[i]);
  }
  free(text);
}

#define EXPECT(text, ...)                                                                          \
  expect_parts(text, sizeof((const char *[]){__VA_ARGS__}) / sizeof(char *),                       \
               (const char *[]){__VA_ARGS__})

/* Expects this text and nothing else. */
static void expect_text(char *text, const char *expected) {
  assert_string_equal(text, expected);
  free(text);
}

/* ---- windows ----------------------------------------------------------------------------- */

/* Moves 0 -> 1 -> 2 -> 3, 0 -> 4 and 4 -> 4, of which a window has all but 3. */
static void moves(void *context, const void *position, grundy_emit emit, void *to) {
  static const unsigned char next[] = {1, 2, 3, 3, 4};
  unsigned char at = *(const unsigned char *)position;
  (void)context;
  if (at != 3) emit(to, &next[at]);
  if (at == 0) emit(to, &next[4]);
}

static grundy_digraph *window(void) {
  grundy_digraph *g = NULL;
  const grundy_callback_rules rules = {
      .size = sizeof rules, .bytes = 1, .start = "", .moves = moves};
  grundy_open_options options = {.size = sizeof options, .window = 4, .accepts_windows = true};
  assert_int_equal(grundy_game_from_callback(&rules, &options, &g, NULL), GRUNDY_OK);
  return g;
}

static void a_window_shows_what_is_not_known(void **state) {
  grundy_digraph *g = window();
  drawing d = drawing_of(g, grundy_solve_columns(g, false));
  d.options.legend = true;
  EXPECT(dot_of(&d), "?: not known in this window", "a move to such a position",
         "≤: an upper bound", "v0 [", "fillcolor=\"#dddddd\"", "v3 [", "style=\"filled,dashed\"");
  EXPECT(rewritten(&d, annotate, "<g id=\"v&#45;0\" class=\"node\">\n"),
         "<g id=\"v-0\" class=\"node outcome-unknown\" data-position=\"0\" data-outcome=\"?\" "
         "data-value=\"?\" data-remoteness=\"?\">\n");
  EXPECT(rewritten(&d, annotate, "<g id=\"v-3\" class=\"node\">\n"),
         "<g id=\"v-3\" class=\"node outcome-unknown partial\" data-position=\"2\"");
  EXPECT(rewritten(&d, annotate, "<g id=\"e&#45;0&#45;1\" class=\"edge\">\n"),
         "<g id=\"e-0-1\" class=\"edge unknown\" data-from=\"0\" data-to=\"1\">\n");
  EXPECT(rewritten(&d, grundy_put_tikz, "node v3 1 2 3 4 \"2\" dashed ellipse black white\n"),
         "\\definecolor{unknownposition}{HTML}{DDDDDD}\n",
         "\\node[ellipse, minimum width=3in, minimum height=4in, fill=unknownposition, dashed] "
         "(v3) at (1,2) {2};\n");
  drawing_free(&d);
}

/* A remoteness that may be smaller outside the window. */
static void upper_bounds_are_marked(void **state) {
  grundy_digraph *g = window();
  drawing d = drawing_of(g, grundy_solve_columns(g, false));
  uint32_t *remoteness = numbers_to_change(d.s, GRUNDY_COLUMN_REMOTENESS);
  remoteness[0] = 3 | GRUNDY_NUMBER_AT_MOST;
  EXPECT(rewritten(&d, annotate, "<g id=\"v-0\" class=\"node\">\n"), " data-remoteness=\"≤3\">");
  drawing_free(&d);
}

/* ---- SVG --------------------------------------------------------------------------------- */

static void only_groups_of_positions_and_moves_are_annotated(void **state) {
  static const char *const unchanged[] = {
      "<g id=\"graph0\" class=\"graph\">\n",
      "<g id=\"x-0\" class=\"node\">\n",
      "<g id=\"v0\" class=\"node\">\n",
      "<g id=\"v-a\" class=\"node\">\n",
      "<g id=\"v-/\" class=\"node\">\n",
      "<g id=\"v-2\" class=\"node\">\n",
      "<g id=\"v-0\" class=\"edge\">\n",
      "<g id=\"e-0-9\" class=\"edge\">\n",
      "<g id=\"e-9-0\" class=\"edge\">\n",
      "<g id=\"e-0\" class=\"edge\">\n",
      "<g id=\"e-0-1\" class=\"node\">\n",
      "<g id=\"v-0\" class=\"node\">", /* no end of the line */
      "</svg>",
      "",
  };
  grundy_digraph *g = game_two_named("a<>&\"b", "\x01\x7f");
  drawing d = drawing_of(g, GRUNDY_COLUMN_OUTCOME);
  for (size_t i = 0; i < sizeof unchanged / sizeof *unchanged; i++)
    expect_text(rewritten(&d, annotate, unchanged[i]), unchanged[i]);
  expect_text(rewritten(&d, annotate,
                        "<g id=\"v-0\" class=\"node\">\n<g id=\"v-1\" "
                        "class=\"node\">\n<g id=\"e-0-1\" class=\"edge\">\nx"),
              "<g id=\"v-0\" class=\"node outcome-N\" data-position=\"a&lt;&gt;&amp;&quot;b\" "
              "data-outcome=\"N\">\n"
              "<g id=\"v-1\" class=\"node outcome-P terminal\" data-position=\"??\" "
              "data-outcome=\"P\">\n"
              "<g id=\"e-0-1\" class=\"edge good\" data-from=\"a&lt;&gt;&amp;&quot;b\" "
              "data-to=\"??\">\nx");
  drawing_free(&d);
}

/* An outcome may be missing, for instance at positions that were not looked up. */
static void missing_outcomes_are_not_mentioned(void **state) {
  grundy_digraph *g = game_two_named("a", "b");
  drawing d = drawing_of(g, GRUNDY_COLUMN_OUTCOME);
  uint8_t *outcomes = letters_to_change(d.s, GRUNDY_COLUMN_OUTCOME);
  outcomes[0] = GRUNDY_OUTCOME_D;
  outcomes[1] = GRUNDY_OUTCOME_NONE;
  expect_text(rewritten(&d, annotate, "<g id=\"v-1\" class=\"node\">\n"),
              "<g id=\"v-1\" class=\"node terminal\" data-position=\"b\">\n");
  expect_text(rewritten(&d, annotate, "<g id=\"e-0-1\" class=\"edge\">\n"),
              "<g id=\"e-0-1\" class=\"edge bad\" data-from=\"a\" data-to=\"b\">\n");
  drawing_free(&d);
}

/* ---- TikZ -------------------------------------------------------------------------------- */

#define EDGE "edge v0 v1 4 0 0 1 1 2 2 3 3"

static void layouts_become_tikz(void **state) {
  grundy_digraph *g = game_two_named("a", "b");
  drawing d = drawing_of(g, grundy_solve_columns(g, false));
  d.options.palette = GRUNDY_PALETTE_MONO;
  EXPECT(rewritten(&d, grundy_put_tikz,
                   "graph 1 1 1\n"
                   "node v0 1 2 3 4 \"a\\n∞ ≥ ≤ &amp; \\\"\\\\ ~^|<>$\" filled box black white\n"
                   "node v1 5 6 7 8 b filled triangle black white\n" EDGE " solid black\n"
                   "stop\n"),
         "\\expandafter\\ifx\\csname @nodocument\\endcsname\\relax\\else\n"
         "\\documentclass[tikz]{standalone}\n\\usetikzlibrary{shapes.geometric}\n"
         "\\def\\grundyend{\\end{document}}\n\\begin{document}\n\\fi\n\\begin{tikzpicture}[",
         "\\colorlet{goodposition}{white}\n", "\\colorlet{highlight}{black}\n",
         "\\node[rectangle, minimum width=3in, minimum height=4in, fill=goodposition] (v0) at "
         "(1,2) {a\\\\$\\infty$ $\\geq$ $\\leq$ \\& \"\\textbackslash{} "
         "\\textasciitilde{}\\textasciicircum{}\\textbar{}\\textless{}\\textgreater{}\\$};\n",
         "\\node[isosceles triangle, shape border rotate=90, minimum width=7in, ",
         "\\draw[->, solid, draw=goodmove, very thick] (0,0) .. controls (1,1) and (2,2) .. (3,3) "
         "-- (v1);\n\\end{tikzpicture}\n\\csname grundyend\\endcsname\n");
  /* The number of a move in a match, a long line that Graphviz has broken, and no last newline. */
  EXPECT(rewritten(&d, grundy_put_tikz, EDGE " \"1, 5\" 2.5 3\\\n.5 solid black"),
         "-- (v1);\n\\node[draw=none] at (2.5,3.5) {1, 5};\n");
  d.options.blank = true;
  EXPECT(rewritten(&d, grundy_put_tikz,
                   "node v0 1 2 3 4 a filled circle black white\n" EDGE " solid black\n"),
         "\\node[circle, minimum width=3in, minimum height=4in] (v0) at (1,2) {a};\n",
         "\\draw[->, solid] (0,0)");
  drawing_free(&d);
}

static void layouts_of_other_graphs_are_ignored(void **state) {
  static const char *const ignored[] = {
      "node\n",
      "node v 1 2 3 4 a filled box black white\n",
      "node w0 1 2 3 4 a filled box black white\n",
      "node v2 1 2 3 4 a filled box black white\n",
      "node vx 1 2 3 4 a filled box black white\n",
      "edge v0\n",
      "edge w0 v1 4 0 0 1 1 2 2 3 3 solid black\n",
      "edge v9 v1 4 0 0 1 1 2 2 3 3 solid black\n",
      "edge v0 v9 4 0 0 1 1 2 2 3 3 solid black\n",
      "edge v0 v1 many\n",
      "node \"v0",
      "node \"v0\\",
      "\\",
  };
  grundy_digraph *g = game_two_named("a", "b");
  drawing d = drawing_of(g, GRUNDY_COLUMN_OUTCOME);
  char *nothing = rewritten(&d, grundy_put_tikz, "");
  for (size_t i = 0; i < sizeof ignored / sizeof *ignored; i++) {
    char *text = rewritten(&d, grundy_put_tikz, ignored[i]);
    if (i == 10) /* v0, and nothing else */
      assert_non_null(strstr(text, "\\node[ellipse, minimum width=in, "));
    else
      assert_string_equal(text, nothing);
    free(text);
  }
  free(nothing);
  drawing_free(&d);
}

/* ---- DOT --------------------------------------------------------------------------------- */

static void labels_are_escaped(void **state) {
  grundy_digraph *g = game_two_named("a\"\\&b", "\x1f\x7f");
  drawing d = drawing_of(g, GRUNDY_COLUMN_OUTCOME);
  d.options.layout = "no word";
  EXPECT(dot_of(&d), "digraph {\n  node", "label=\"a\\\"\\\\&amp;b\"", "label=\"??\"");
  drawing_free(&d);
}

static void columns_have_short_names(void **state) {
  grundy_digraph *g = game_two_named("a", "b");
  drawing d = drawing_of(g, GRUNDY_COLUMNS_ALL);
  d.options.show = GRUNDY_COLUMN_REMOTENESS | GRUNDY_COLUMN_DISTANCE | GRUNDY_COLUMN_COUNTER |
                   GRUNDY_COLUMN_HMIN;
  EXPECT(dot_of(&d), "label=\"a\\n1\\nR=1\\nD=1\\nc=", "hmin=");
  drawing_free(&d);
}

/* 0 <-> 1 -> 2, where B may end the play at 1; 3 <-> 4 -> 5, where A may end it at 4. */
static drawing payoff_game(void) {
  static const uint32_t pairs[][2] = {{0, 1}, {1, 0}, {1, 2}, {3, 4}, {4, 3}, {4, 5}};
  coloured_game game = coloured_start(6);
  for (uint32_t v = 0; v < 6; v++) coloured_player(&game, v, v % 2 == 0 ? 'A' : 'B');
  for (int i = 0; i < 6; i++) coloured_move(&game, pairs[i][0], pairs[i][1]);
  coloured_payoff(&game, 2, -1);
  coloured_payoff(&game, 5, 2);
  grundy_digraph *g = coloured_finish(&game);
  return drawing_of(g, grundy_solve_columns(g, false));
}

static void payoffs_are_bounds_from_both_sides(void **state) {
  drawing d = payoff_game();
  EXPECT(dot_of(&d), "label=\"0\\n≤ -1\"", "label=\"3\\n≥ 2\"", "v1 -> v2", "penwidth=2.5",
         "v4 -> v5", "penwidth=2.5");
  EXPECT(rewritten(&d, grundy_put_tikz, "node v1 1 2 3 4 b filled ellipse black white\n"),
         "minimum height=4in, double] (v1)");
  EXPECT(rewritten(&d, grundy_put_tikz, "node v0 1 2 3 4 a\\ filled ellipse black white\n"),
         "minimum height=4in] (v0) at (1,2) {a\\textbackslash{}};\n");
  d.options.legend = true;
  EXPECT(dot_of(&d), "≥ what A can be sure to get, ≤ what B can hold A to");
  d.options.blank = true;
  EXPECT(dot_of(&d), "B moves where the outline is double", "label=\"0\", shape");
  drawing_free(&d);
  drawing half = payoff_game();
  grundy_solution *guarantees =
      solution_copy(half.s, GRUNDY_COLUMN_GUARANTEE | GRUNDY_COLUMN_GUARANTEE_MOVES);
  grundy_solution_free(half.s);
  half.s = guarantees;
  EXPECT(dot_of(&half), "label=\"3\", shape");
  drawing_free(&half);
  /* The best moves are those that keep what the player can be sure of, if that is known. */
  drawing some = payoff_game();
  grundy_solution *caps = solution_copy(some.s, GRUNDY_COLUMN_CAP | GRUNDY_COLUMN_CAP_MOVES);
  grundy_solution_free(some.s);
  some.s = caps;
  char *text = dot_of(&some);
  assert_null(strstr(text, "≤"));
  const char *bold = strstr(text, "penwidth=2.5");
  assert_non_null(bold);
  assert_true(bold > strstr(text, "v1 -> "));
  free(text);
  drawing_free(&some);
}

/* In a two-coloured game the best move lowers the remoteness of the winner. */
static void winners_of_two_coloured_games_hurry(void **state) {
  coloured_game game = coloured_start(5);
  for (uint32_t v = 0; v < 5; v++) coloured_player(&game, v, v % 2 == 0 ? 'A' : 'B');
  coloured_move(&game, 0, 1);
  coloured_move(&game, 1, 2);
  coloured_move(&game, 2, 3);
  coloured_move(&game, 0, 3);
  coloured_outcome(&game, 3, 'A');
  coloured_outcome(&game, 4, 'B');
  grundy_digraph *g = coloured_finish(&game);
  drawing d = drawing_of(g, grundy_solve_columns(g, false));
  const grundy_played played[] = {{0, 3}, {1, 2}, {0, 3}};
  d.options.played = played;
  d.options.played_count = 3;
  EXPECT(dot_of(&d), "v0 -> v1 [id=\"e-0-1\", color=\"#1e8a1e\", style=solid];\n",
         "v0 -> v3 [id=\"e-0-3\", color=\"#1e8a1e\", style=solid, penwidth=2.5, label=\"1, "
         "3\"];\n");
  drawing_free(&d);
}

/* ---- the positions around one ------------------------------------------------------------ */

static void positions_around_one_are_found(void **state) {
  static const uint32_t pairs[][2] = {{0, 1}, {1, 2}, {2, 3}, {4, 1}, {5, 5}};
  grundy_digraph *g = game_from_pairs(6, 5, pairs), *reverse = game_reverse(g);
  static const struct {
    uint32_t radius;
    uint64_t most, count;
  } cases[] = {{0, 9, 1}, {1, 9, 4}, {2, 9, 5}, {9, 5, 5}, {0, 0, 0}, {1, 3, 0}, {2, 4, 0}};
  static const uint32_t around[] = {0, 1, 2, 4};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    uint32_t *vertices = NULL;
    uint64_t count = 0;
    grundy_error error = {0};
    grundy_status status = grundy_draw_around(g, reverse, 1, cases[i].radius, cases[i].most,
                                              &vertices, &count, &error);
    assert_int_equal(count, cases[i].count);
    assert_int_equal(status, count == 0 ? GRUNDY_UNABLE : GRUNDY_OK);
    if (i == 1) assert_memory_equal(vertices, around, sizeof around);
    if (i == 5)
      assert_string_equal(error.message,
                          "there are more than 3 positions around; use a smaller radius");
    free(vertices);
  }
  grundy_digraph_free(reverse);
  grundy_digraph_free(g);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_window_shows_what_is_not_known),
      cmocka_unit_test(upper_bounds_are_marked),
      cmocka_unit_test(only_groups_of_positions_and_moves_are_annotated),
      cmocka_unit_test(missing_outcomes_are_not_mentioned),
      cmocka_unit_test(layouts_become_tikz),
      cmocka_unit_test(layouts_of_other_graphs_are_ignored),
      cmocka_unit_test(labels_are_escaped),
      cmocka_unit_test(columns_have_short_names),
      cmocka_unit_test(payoffs_are_bounds_from_both_sides),
      cmocka_unit_test(winners_of_two_coloured_games_hurry),
      cmocka_unit_test(positions_around_one_are_found),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
