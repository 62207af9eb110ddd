/* What pictures show, in DOT, SVG, JSON and TikZ. Graphviz does not run: its layouts are given
 * here, also as no version of it has ever written them. */

#include <grundy/digraph.h>
#include <grundy/game.h>
#include <grundy/solve.h>
#include <grundy/value.h>

#include "draw/impl.h"
#include "support/coloured.h"
#include "support/formats.h"
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

/* How a scene is written. */
typedef void scene_writer(const grundy_scene *scene, FILE *out);

static void paint(const grundy_scene *scene, FILE *out) {
  grundy_scene_paint(scene, true, out);
}

/* Returns what is written for this layout of Graphviz, to be freed. */
static char *laid_out(const drawing *d, scene_writer *write, const char *plain) {
  char *made = NULL, *copy = strdup(plain);
  size_t size = 0;
  grundy_picture p;
  grundy_scene scene;
  FILE *out = open_memstream(&made, &size);
  assert_non_null(out);
  assert_non_null(copy);
  assert_true(grundy_picture_new(d->g, d->s, &d->options, &p));
  assert_true(grundy_scene_begin(&scene, p.look));
  for (uint32_t v = 0; v < grundy_digraph_order(d->g); v++) {
    assert_int_equal(grundy_picture_add_position(&p, v, &scene, NULL), GRUNDY_OK);
    grundy_picture_add_moves(&p, v, &scene);
  }
  grundy_picture_add_legend(&p, &scene);
  assert_int_equal(grundy_scene_end(&scene, NULL), GRUNDY_OK);
  assert_true(grundy_layout_read(&scene, copy, strlen(copy)));
  write(&scene, out);
  grundy_scene_free(&scene);
  grundy_picture_free(&p);
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
         "≤: an upper bound", "v0 [", "fillcolor=\"#ecebe6\"", "style=\"filled,dotted\"",
         "v3 [id=\"v-3\", label=\"2\\n?\\n…\"");
  EXPECT(laid_out(&d, paint, ""), "<g id=\"e-0-1\" class=\"edge unknown\"",
         "<g id=\"v-0\" class=\"node outcome-unknown\" data-position=\"0\" data-outcome=\"?\" "
         "data-value=\"?\" data-remoteness=\"?\">\n",
         "stroke-dasharray=\"1.5 3\"",
         "<g id=\"v-3\" class=\"node outcome-unknown partial\" data-position=\"2\"",
         "<rect class=\"more\"", "some moves are not shown");
  EXPECT(laid_out(&d, grundy_scene_put_tikz, ""), "\\definecolor{unknownposition}{HTML}{ECEBE6}\n",
         "fill=unknownposition, draw=unknownmove, dotted] (v3) at ", "{2\\\\?\\\\$\\dots$};\n");
  drawing_free(&d);
}

/* A remoteness that may be smaller outside the window. */
static void upper_bounds_are_marked(void **state) {
  grundy_digraph *g = window();
  drawing d = drawing_of(g, grundy_solve_columns(g, false));
  uint32_t *remoteness = numbers_to_change(d.s, GRUNDY_COLUMN_REMOTENESS);
  remoteness[0] = 3 | GRUNDY_NUMBER_AT_MOST;
  EXPECT(laid_out(&d, paint, ""), "id=\"v-0\"", " data-remoteness=\"≤3\">");
  drawing_free(&d);
}

/* ---- SVG --------------------------------------------------------------------------------- */

static void names_are_escaped_and_have_no_control_characters(void **state) {
  grundy_digraph *g = game_two_named("a<>&\"\\b", "\x01\x7f");
  drawing d = drawing_of(g, GRUNDY_COLUMN_OUTCOME);
  EXPECT(laid_out(&d, paint, ""),
         "<g id=\"e-0-1\" class=\"edge good\" data-from=\"a&lt;&gt;&amp;&quot;\\b\" "
         "data-to=\"??\">\n",
         "<g id=\"v-0\" class=\"node outcome-N\" data-position=\"a&lt;&gt;&amp;&quot;\\b\" "
         "data-outcome=\"N\">\n",
         ">a&lt;&gt;&amp;&quot;\\b</text>\n",
         "<g id=\"v-1\" class=\"node outcome-P terminal\" data-position=\"??\" "
         "data-outcome=\"P\">\n",
         "<rect class=\"ring\"");
  EXPECT(laid_out(&d, grundy_scene_put_json, ""), "\"colours\":{\"ink\":\"#22252b\"",
         "{\"id\":\"v-0\",\"class\":\"node outcome-N\",\"rating\":\"good\","
         "\"lines\":[\"a<>&\\\"\\\\b\"]",
         "\"lines\":[\"??\"]");
  drawing_free(&d);
}

/* An outcome may be missing, for instance at positions that were not looked up. */
static void missing_outcomes_are_not_mentioned(void **state) {
  grundy_digraph *g = game_two_named("a", "b");
  drawing d = drawing_of(g, GRUNDY_COLUMN_OUTCOME);
  uint8_t *outcomes = letters_to_change(d.s, GRUNDY_COLUMN_OUTCOME);
  outcomes[0] = GRUNDY_OUTCOME_D;
  outcomes[1] = GRUNDY_OUTCOME_NONE;
  EXPECT(laid_out(&d, paint, ""),
         "<g id=\"e-0-1\" class=\"edge bad\" data-from=\"a\" data-to=\"b\">\n",
         "<g id=\"v-1\" class=\"node terminal\" data-position=\"b\">\n");
  drawing_free(&d);
}

/* ---- layouts ----------------------------------------------------------------------------- */

#define NODES "graph 1 4 3\nnode v0 1 2 0.5 0.5 x y z\nnode v1 3 2 .5 .5 x y z\n"
#define EDGE "edge v0 v1 4 1 2 1 2 3 2 3 2"

/* The curve from centre to centre ends at the borders of the positions, 19 pixels from their
 * centres; y is turned upside down. */
static void layouts_place_positions_and_moves(void **state) {
  grundy_digraph *g = game_two_named("a", "b");
  drawing d = drawing_of(g, grundy_solve_columns(g, false));
  EXPECT(laid_out(&d, paint, NODES EDGE " solid black\n"), "d=\"M92,72C", " 186.5,72\"",
         "<path class=\"head\" d=\"M195,72 ",
         "<rect class=\"shape\" x=\"53\" y=\"53\" width=\"38\"",
         "<text class=\"name\" x=\"72\" y=\"70.5\" font-size=\"14\" font-weight=\"600\"");
  EXPECT(laid_out(&d, grundy_scene_put_tikz, NODES EDGE " solid black\n"),
         "\\expandafter\\ifx\\csname @nodocument\\endcsname\\relax\\else\n"
         "\\documentclass[tikz]{standalone}\n"
         "\\def\\grundyend{\\end{document}}\n\\begin{document}\n\\fi\n\\begin{tikzpicture}[",
         "\\definecolor{goodposition}{HTML}{C3E8C4}\n",
         "\\node[rounded corners=18bp, minimum width=0.5278in, minimum height=0.5278in, "
         "fill=goodposition, draw=goodmove] (v0) at (1.0000,-1.0000) {a\\\\1};\n",
         "fill=badposition, draw=badmove, double, double distance=2bp] (v1)",
         "\\draw[->, solid, draw=goodmove, very thick] (1.2778,-1.0000) .. controls (",
         ") .. (2.7083,-1.0000);\n\\end{tikzpicture}\n\\csname grundyend\\endcsname\n");
  /* The number of a move in a match, a long line that Graphviz has broken, and no last newline. */
  const grundy_played played[] = {{0, 1}, {1, 0}, {0, 1}};
  d.options.played = played;
  d.options.played_count = 3;
  EXPECT(laid_out(&d, paint, NODES EDGE " \"x\" 2 2\\\n.5 solid black"), "data-number=\"1, 3\">",
         "<text class=\"label\" x=\"144\" y=\"40\" font-size=\"11\"", ">1, 3</text>");
  EXPECT(laid_out(&d, grundy_scene_put_tikz, NODES EDGE " \"x\" 2 2.5 solid black"),
         "\\node[draw=none] at (2.0000,-0.5000) {1, 3};\n");
  drawing_free(&d);
}

static void labels_are_written_for_latex(void **state) {
  grundy_digraph *g = game_two_named("∞ ≥ ≤ & \"\\ ~^|<>$", "b");
  drawing d = drawing_of(g, GRUNDY_COLUMN_OUTCOME);
  d.options.palette = GRUNDY_PALETTE_MONO;
  EXPECT(laid_out(&d, grundy_scene_put_tikz, NODES), "\\definecolor{goodposition}{HTML}{FFFFFF}\n",
         "{$\\infty$ $\\geq$ $\\leq$ \\& \"\\textbackslash{} "
         "\\textasciitilde{}\\textasciicircum{}\\textbar{}\\textless{}\\textgreater{}\\$};\n");
  d.options.blank = true;
  EXPECT(laid_out(&d, grundy_scene_put_tikz, NODES EDGE),
         "fill=blankposition, draw=blankmove] (v0) at", "\\draw[->, solid, draw=blankmove] (");
  drawing_free(&d);
}

static void layouts_of_other_graphs_are_ignored(void **state) {
  static const char *const ignored[] = {
      "node\n",
      "node v 1 2 3 4 a filled box black white\n",
      "node w0 1 2 3 4 a filled box black white\n",
      "node v2 1 2 3 4 a filled box black white\n",
      "node vx 1 2 3 4 a filled box black white\n",
      "node v0 1e99 nan 3 4 a filled box black white\n",
      "edge v0\n",
      "edge w0 v1 4 0 0 1 1 2 2 3 3 solid black\n",
      "edge v9 v1 4 0 0 1 1 2 2 3 3 solid black\n",
      "edge v0 v9 4 0 0 1 1 2 2 3 3 solid black\n",
      "edge v1 v0 4 0 0 1 1 2 2 3 3 solid black\n",
      "edge v0 v1 many\n",
      "edge v0 v1 3 0 0 1 1 2 2 solid black\n",
      "edge v0 v1 4000000000 0 0 1 1 2 2 solid black\n",
      "node \"v0",
      "node \"v\\\"0\" 1 2 3 4 a filled box black white\n",
      "node v0 1.0000000000000000000000000000000000 nan 3 4 a filled box black white\n",
      "edge v0 v1 5 0 0 1 1 2 2 3 3 4 4 solid black\n",
      "node \"v0\\",
      "\\",
  };
  grundy_digraph *g = game_two_named("a", "b");
  drawing d = drawing_of(g, GRUNDY_COLUMN_OUTCOME);
  char *nothing = laid_out(&d, paint, "");
  for (size_t i = 0; i < sizeof ignored / sizeof *ignored; i++) {
    char *text = laid_out(&d, paint, ignored[i]);
    assert_string_equal(text, nothing);
    free(text);
  }
  free(nothing);
  drawing_free(&d);
}

static void layouts_of_nothing_are_ignored(void **state) {
  drawing d = drawing_of(game_from_pairs(0, 0, NULL), GRUNDY_COLUMN_OUTCOME);
  char *nothing = laid_out(&d, paint, ""), *text = laid_out(&d, paint, NODES EDGE " solid black\n");
  assert_string_equal(text, nothing);
  free(nothing);
  free(text);
  drawing_free(&d);
}

/* Moves are placed in any order, and a line of a move that is placed already is ignored. */
static void moves_are_placed_in_any_order(void **state) {
  static const uint32_t pairs[][2] = {{0, 1}, {0, 2}, {1, 2}};
#define PLACES "graph 1 4 4\nnode v0 1 1 .5 .5 x\nnode v1 3 1 .5 .5 x\nnode v2 3 3 .5 .5 x\n"
#define FIRST "edge v0 v1 4 1 1 1 1 3 1 3 1 s b\n"
#define SECOND "edge v0 v2 4 1 1 1 1 3 3 3 3 s b\n"
#define THIRD "edge v1 v2 4 3 1 3 1 3 3 3 3 s b\n"
  drawing d = drawing_of(game_from_pairs(3, 3, pairs), GRUNDY_COLUMN_OUTCOME);
  char *usual = laid_out(&d, paint, PLACES FIRST SECOND THIRD);
  char *twice = laid_out(&d, paint, PLACES FIRST SECOND THIRD FIRST THIRD);
  assert_string_equal(twice, usual);
  free(twice);
  /* The points of a move are those of its own line. */
  EXPECT(laid_out(&d, grundy_scene_put_json, PLACES THIRD SECOND FIRST), "\"id\":\"e-0-1\"",
         "\"points\":[[92.00,216.00]", "\"id\":\"e-0-2\"", "\"points\":[[", "\"id\":\"e-1-2\"",
         "\"points\":[[216.00,196.00]");
  char *turned = laid_out(&d, paint, PLACES THIRD SECOND FIRST);
  assert_string_equal(turned, usual);
  free(turned);
  free(usual);
  drawing_free(&d);
}

/* Positions that lie on each other, and curves that are points, are painted somehow. */
static void degenerate_layouts_are_painted(void **state) {
  static const char *const degenerate[] = {
      "graph 1 0 0\nnode v0 0 0 1 1 x\nnode v1 0 0 1 1 x\nedge v0 v1 4 0 0 0 0 0 0 0 0 s b\n",
      NODES "edge v0 v1 7 1 2 1 2 1 2 1 2 1 2 1 2 1 2 s b\n",
      NODES "edge v0 v1 4 5 5 5 5 5 5 5 5 s b\n",
  };
  grundy_digraph *g = game_two_named("a", "b");
  drawing d = drawing_of(g, GRUNDY_COLUMN_OUTCOME);
  for (size_t i = 0; i < sizeof degenerate / sizeof *degenerate; i++) {
    char *text = laid_out(&d, paint, degenerate[i]);
    assert_non_null(strstr(text, "class=\"line\""));
    assert_null(strstr(text, "nan"));
    free(text);
  }
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

static void blank_pictures_may_have_nothing_to_explain(void **state) {
  drawing d = drawing_of(game_two_named("a", "b"), GRUNDY_COLUMN_OUTCOME);
  d.options.legend = true;
  EXPECT(dot_of(&d), "label=<<TABLE");
  d.options.blank = true;
  char *dot = dot_of(&d);
  assert_null(strstr(dot, "<TABLE"));
  free(dot);
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
  EXPECT(laid_out(&d, grundy_scene_put_tikz, ""), "\\node[rounded corners=18bp, ", "(v0)",
         "\\node[rounded corners=4bp, ", "(v1)");
  EXPECT(laid_out(&d, paint, ""), "id=\"v-1\"", "rx=\"5\"", "id=\"v-2\"", "rx=\"19\"");
  d.options.legend = true;
  EXPECT(dot_of(&d), "≥ what A can be sure to get, ≤ what B can hold A to");
  d.options.blank = true;
  EXPECT(dot_of(&d), "box: B moves here", "label=\"0\", shape");
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
  EXPECT(dot_of(&d), "v0 -> v1 [id=\"e-0-1\", color=\"#23772f\", style=solid];\n",
         "v0 -> v3 [id=\"e-0-3\", color=\"#23772f\", style=solid, penwidth=2.5, label=\"1, "
         "3\"];\n");
  drawing_free(&d);
}

/* If outcomes are missing, no move of a two-coloured game is known to be best. */
static void moves_without_outcomes_are_not_best(void **state) {
  coloured_game game = coloured_start(2);
  coloured_player(&game, 0, 'A');
  coloured_player(&game, 1, 'B');
  coloured_move(&game, 0, 1);
  coloured_outcome(&game, 1, 'A');
  drawing d = drawing_of(coloured_finish(&game), GRUNDY_COLUMNS_COLOURED);
  const char *bold = "penwidth=2.5";
  EXPECT(dot_of(&d), "v0 -> v1", bold);
  letters_to_change(d.s, GRUNDY_COLUMN_OUTCOME)[0] = GRUNDY_OUTCOME_NONE;
  char *missing = dot_of(&d);
  assert_null(strstr(missing, bold));
  free(missing);
  drawing some = {d.g, solution_copy(d.s, GRUNDY_COLUMN_Q1 | GRUNDY_COLUMN_Q0), d.options};
  char *absent = dot_of(&some);
  assert_non_null(strstr(absent, "v0 -> v1"));
  assert_null(strstr(absent, bold));
  free(absent);
  grundy_solution_free(some.s);
  drawing_free(&d);
}

/* ---- draws ------------------------------------------------------------------------------- */

/* From 0, play goes on to 1, where it ends in a draw; the move to 2 lets the opponent win. */
static void play_may_stay_in_a_draw_to_its_end(void **state) {
  static const char text[] = "a b\na c\nc d\n@ b outcome=draw\n";
  static const uint32_t current = 0;
  grundy_digraph *g = scan_text(GRUNDY_FORMAT_EDGES, text);
  drawing d = drawing_of(g, GRUNDY_COLUMN_OUTCOME);
  d.options.current = &current;
  d.options.legend = true;
  EXPECT(laid_out(&d, grundy_scene_put_json, ""), "\"id\":\"e-0-1\"", "stay best current",
         "\"stay\":true", "\"id\":\"e-0-2\"", "exit current", "\"exit\":true");
  /* A move that gives the draw away has a cross. */
  char *svg = laid_out(&d, paint, "");
  const char *move = strstr(svg, "<g id=\"e-0-2\"");
  assert_non_null(move);
  assert_true(strstr(move, "class=\"cross\"") < strstr(move, "</g>"));
  free(svg);
  drawing_free(&d);
}

/* ---- large games ------------------------------------------------------------------------- */

/* DOT is written in pieces, and is complete. */
static void large_games_are_written_as_dot(void **state) {
  enum { ORDER = 2001 };
  drawing d = drawing_of(game_chain(ORDER, 1), GRUNDY_COLUMN_OUTCOME);
  char *dot = dot_of(&d), *at = dot;
  for (uint32_t v = 0; v < ORDER; v++) {
    char node[32];
    (void)snprintf(node, sizeof node, "\n  v%u [id=", (unsigned)v);
    at = strstr(at, node);
    if (at == NULL) fail_msg("%s is missing", node);
  }
  for (uint32_t v = 1; v < ORDER; v++) {
    char edge[32];
    (void)snprintf(edge, sizeof edge, "\n  v%u -> v%u [", (unsigned)v, (unsigned)v - 1);
    at = strstr(at, edge);
    if (at == NULL) fail_msg("%s is missing", edge);
  }
  free(dot);
  drawing_free(&d);
}

static void pictures_have_limits(void **state) {
  static const struct {
    uint32_t order, width;
  } cases[] = {{GRUNDY_DRAW_MAX_POSITIONS + 1, 1}, {150, 150}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    grundy_error error = {0};
    char message[200];
    grundy_random random = grundy_random_new(1);
    drawing d =
        drawing_of(i == 0 ? game_chain(cases[i].order, 1) : game_random(&random, cases[i].order, 1),
                   GRUNDY_COLUMN_OUTCOME);
    (void)snprintf(message, sizeof message,
                   "%u positions and %u moves are too many for a picture; expected at most %d and "
                   "%d",
                   (unsigned)cases[i].order, (unsigned)grundy_digraph_size(d.g),
                   GRUNDY_DRAW_MAX_POSITIONS, GRUNDY_DRAW_MAX_MOVES);
    assert_int_equal(grundy_draw(d.g, d.s, "svg", &d.options, stderr, &error), GRUNDY_UNABLE);
    assert_string_equal(error.message, message);
    assert_int_equal(error.reason, GRUNDY_REASON_PICTURE);
    drawing_free(&d);
  }
}

/* Only what worksheets need is translated. */
static void german_legends_are_german_as_far_as_worksheets_need_it(void **state) {
  static const uint32_t pairs[][2] = {{0, 1}}, shown[] = {0};
  drawing d = drawing_of(game_from_pairs(2, 1, pairs), GRUNDY_COLUMN_OUTCOME);
  d.options.vertices = shown;
  d.options.count = 1;
  d.options.legend = true;
  d.options.language = GRUNDY_GERMAN;
  EXPECT(dot_of(&d), "N: Der Spieler am Zug gewinnt", "ein bester Zug", "some moves are not shown");
  drawing_free(&d);
}

/* ---- the positions around one ------------------------------------------------------------ */

static void positions_around_one_are_found(void **state) {
  static const uint32_t pairs[][2] = {{0, 1}, {1, 2}, {2, 3}, {4, 1}, {5, 5}};
  grundy_digraph *g = game_from_pairs(6, 5, pairs), *reverse = game_reverse(g);
  static const struct {
    uint32_t radius;
    uint64_t most, count;
  } cases[] = {{0, 9, 1}, {1, 9, 4}, {2, 9, 5}, {9, 5, 5},
               {0, 0, 0}, {1, 3, 0}, {2, 4, 0}, {9, 3, 0}};
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
      cmocka_unit_test(names_are_escaped_and_have_no_control_characters),
      cmocka_unit_test(missing_outcomes_are_not_mentioned),
      cmocka_unit_test(layouts_place_positions_and_moves),
      cmocka_unit_test(labels_are_written_for_latex),
      cmocka_unit_test(layouts_of_other_graphs_are_ignored),
      cmocka_unit_test(layouts_of_nothing_are_ignored),
      cmocka_unit_test(moves_are_placed_in_any_order),
      cmocka_unit_test(degenerate_layouts_are_painted),
      cmocka_unit_test(labels_are_escaped),
      cmocka_unit_test(blank_pictures_may_have_nothing_to_explain),
      cmocka_unit_test(columns_have_short_names),
      cmocka_unit_test(payoffs_are_bounds_from_both_sides),
      cmocka_unit_test(winners_of_two_coloured_games_hurry),
      cmocka_unit_test(moves_without_outcomes_are_not_best),
      cmocka_unit_test(play_may_stay_in_a_draw_to_its_end),
      cmocka_unit_test(large_games_are_written_as_dot),
      cmocka_unit_test(pictures_have_limits),
      cmocka_unit_test(german_legends_are_german_as_far_as_worksheets_need_it),
      cmocka_unit_test(positions_around_one_are_found),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
