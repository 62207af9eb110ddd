/* Pictures of automata, misère quotients and boards, and scenes that no game has. Most are written
 * as DOT, for which Graphviz does not run. */

#include <grundy/draw.h>
#include <grundy/game.h>

#include "automaton/impl.h"
#include "board/board.h"
#include "draw/board.h"
#include "draw/impl.h"
#include "support/names.h"
#include "support/solutions.h"
#include "support/test.h"

#include <math.h>

static size_t count_of(const char *text, const char *word) {
  size_t count = 0;
  for (const char *at = text; (at = strstr(at, word)) != NULL; at++) count++;
  return count;
}

static void expect_words(const char *text, const char *const *words) {
  for (; *words != NULL; words++)
    if (strstr(text, *words) == NULL) fail_msg("'%s' is missing in:\n%s", *words, text);
}

#define EXPECT(text, ...) expect_words(text, (const char *[]){__VA_ARGS__, NULL})

/* ---- automata ---------------------------------------------------------------------------- */

/* Returns DOT, to be freed. */
static char *automaton_dot(const grundy_automaton_parts *parts) {
  char *made = NULL;
  size_t size = 0;
  grundy_automaton *automaton = NULL;
  FILE *out = open_memstream(&made, &size);
  assert_non_null(out);
  assert_int_equal(grundy_automaton_new(parts, &automaton, NULL), GRUNDY_OK);
  assert_int_equal(grundy_automaton_draw(automaton, "dot", NULL, out, NULL), GRUNDY_OK);
  assert_int_equal(fclose(out), 0);
  grundy_automaton_free(automaton);
  return made;
}

#define BITS .numeration = 2, .dimension = 1, .symbols = 2

/* Multiples of 3: state r has the remainder r. */
static void states_have_their_values(void **state) {
  static const uint32_t next[] = {0, 1, 2, 0, 1, 2};
  char *outcomes = automaton_dot(&(grundy_automaton_parts){
      BITS, .states = 3, .live = 3, .next = next, .outputs = (const uint8_t[]){0, 1, 1}});
  char *values =
      automaton_dot(&(grundy_automaton_parts){BITS, .level = 1, .states = 3, .live = 3,
                                              .next = next, .outputs = (const uint8_t[]){0, 1, 2}});
  EXPECT(outcomes, "v0 [id=\"v-0\", label=\"P\"", "v1 [id=\"v-1\", label=\"N\"",
         "v2 [id=\"v-2\", label=\"N\"", "v3 -> v0");
  EXPECT(values, "label=\"0\"", "label=\"1\"", "label=\">1\"");
  assert_int_equal(count_of(outcomes, "peripheries=2"), 1);
  assert_int_equal(count_of(outcomes, " -> "), 6 + 1);
  free(outcomes);
  free(values);
}

/* The state from which no value is reached is left out unless play would begin there. */
static void the_sink_is_left_out(void **state) {
  static const uint32_t next[] = {0, 1, 1, 1};
  char *later = automaton_dot(&(grundy_automaton_parts){BITS, .states = 2, .live = 1, .next = next,
                                                        .outputs = (const uint8_t[]){0, 1}});
  assert_null(strstr(later, "id=\"v-1\""));
  assert_int_equal(count_of(later, " -> "), 1 + 1);
  free(later);
  static const uint32_t same[] = {0, 0};
  char *only = automaton_dot(&(grundy_automaton_parts){BITS, .states = 1, .live = 0, .next = same,
                                                       .outputs = (const uint8_t[]){1}});
  EXPECT(only, "v0 [id=\"v-0\", label=\"N\"", "v0 -> v0 [id=\"e-0-0\"", "label=\"0  1\"");
  free(only);
}

/* At most 12 tuples are written at an arrow, 4 in a line, and the others are counted. */
static void long_lists_of_digits_are_cut(void **state) {
  static const struct {
    uint32_t numeration, dimension, symbols;
    const char *label;
  } cases[] = {
      {12, 1, 12, "label=\"0  1  2  3\\n4  5  6  7\\n8  9  10  11\""},
      {13, 1, 13, "label=\"0  1  2  3\\n4  5  6  7\\n8  9  10  11\\nand 1 more\""},
      {2, 4, 16,
       "label=\"0,0,0,0  0,0,0,1  0,0,1,0  0,0,1,1\\n0,1,0,0  0,1,0,1  0,1,1,0  0,1,1,1\\n"
       "1,0,0,0  1,0,0,1  1,0,1,0  1,0,1,1\\nand 4 more\""},
      {GRUNDY_ZECKENDORF, 2, 4, "label=\"0,0  0,1  1,0  1,1\""},
  };
  static const uint32_t next[16] = {0};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char *made = automaton_dot(&(grundy_automaton_parts){.numeration = cases[i].numeration,
                                                         .dimension = cases[i].dimension,
                                                         .symbols = cases[i].symbols,
                                                         .states = 1,
                                                         .live = 1,
                                                         .next = next,
                                                         .outputs = (const uint8_t[]){0}});
    EXPECT(made, cases[i].label);
    free(made);
  }
}

static void automata_that_are_too_large_are_not_drawn(void **state) {
  enum { STATES = GRUNDY_AUTOMATON_MAX_DRAWN + 1 };
  static uint32_t next[2 * STATES];
  static uint8_t outputs[STATES];
  for (uint32_t s = 0; s < STATES; s++) {
    next[2 * s] = s;
    next[2 * s + 1] = (s + 1) % STATES;
  }
  for (uint32_t states = STATES - 1; states <= STATES; states++) {
    grundy_error error = {0};
    grundy_automaton *automaton = NULL;
    next[2 * states - 1] = 0;
    const grundy_automaton_parts parts = {BITS, .states = states, .live = states, .next = next,
                                          .outputs = outputs};
    FILE *out = tmpfile();
    assert_non_null(out);
    assert_int_equal(grundy_automaton_new(&parts, &automaton, NULL), GRUNDY_OK);
    grundy_status status = grundy_automaton_draw(automaton, "dot", NULL, out, &error);
    assert_int_equal(status, states == STATES ? GRUNDY_UNABLE : GRUNDY_OK);
    if (states == STATES) {
      assert_string_equal(error.message, "a picture can have at most 200 states");
      assert_int_equal(error.reason, GRUNDY_REASON_PICTURE);
      assert_int_equal(ftell(out), 0);
    }
    next[2 * states - 1] = states;
    grundy_automaton_free(automaton);
    assert_int_equal(fclose(out), 0);
  }
}

/* ---- scenes ------------------------------------------------------------------------------ */

static size_t text_of(grundy_scene *scene, const char *text) {
  size_t place = grundy_scene_text(scene);
  (void)fprintf(scene->texts, "%s%c", text, '\0');
  return place;
}

static const char nodes_alone[] = "graph 1 4 3\nnode v0 1 2 1 1\nnode v1 3 2 1 1\n";
static const char both_lines[] = "graph 1 4 3\nnode v0 1 2 1 1\nnode v1 3 2 1 1\n"
                                 "edge v0 v1 4 1 2 1 2 3 2 3 2 \"xx\" 2 2.5 solid black\n"
                                 "edge v1 v0 4 3 2 3 2 1 2 1 2 solid black\n";

/* Two nodes, and two lines that have no look of a rating: one with dashes and a label of two lines,
 * and one without a head. */
static grundy_scene two_lines(const char *layout) {
  char plain[256];
  grundy_scene scene;
  (void)snprintf(plain, sizeof plain, "%s", layout);
  assert_true(grundy_scene_begin(&scene, grundy_look_of(GRUNDY_PALETTE_PLAIN)));
  for (uint32_t v = 0; v < 2; v++)
    grundy_scene_add_node(&scene, &(grundy_scene_node){.number = v,
                                                       .rating = GRUNDY_RATING_BLANK,
                                                       .classes = text_of(&scene, "node"),
                                                       .lines = text_of(&scene, "name")});
  grundy_scene_add_edge(&scene,
                        &(grundy_scene_edge){.from = 0,
                                             .to = 1,
                                             .rating = GRUNDY_RATING_BLANK,
                                             .colour = "#123456",
                                             .dash = "6 4",
                                             .classes = text_of(&scene, "edge"),
                                             .label = text_of(&scene, "long label\nshort")});
  grundy_scene_add_edge(&scene, &(grundy_scene_edge){.from = 1,
                                                     .to = 0,
                                                     .arrow = GRUNDY_ARROW_NONE,
                                                     .rating = GRUNDY_RATING_BLANK,
                                                     .colour = "#654321",
                                                     .dash = "",
                                                     .classes = text_of(&scene, "edge")});
  assert_int_equal(grundy_scene_end(&scene, NULL), GRUNDY_OK);
  assert_true(grundy_layout_read(&scene, plain, strlen(plain)));
  return scene;
}

static void put_room(const grundy_scene *scene, FILE *out) {
  grundy_layout_put(scene, "a=b", out);
}

static void paint(const grundy_scene *scene, FILE *out) {
  grundy_scene_paint(scene, false, out);
}

/* Returns what is written, to be freed. */
static char *written(const grundy_scene *scene,
                     void (*write)(const grundy_scene *scene, FILE *out)) {
  char *made = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&made, &size);
  assert_non_null(out);
  write(scene, out);
  assert_int_equal(fclose(out), 0);
  return made;
}

/* Graphviz leaves out edges if it runs out of memory. */
static void an_edge_without_a_place_is_a_straight_line(void **state) {
  grundy_scene whole = two_lines(both_lines), lost = two_lines(nodes_alone);
  assert_int_equal(lost.edge_count, whole.edge_count);
  for (uint64_t i = 0; i < lost.edge_count; i++) {
    const grundy_scene_edge *is = &lost.edges[i], *should = &whole.edges[i];
    assert_int_equal(is->count, 4);
    for (uint64_t k = 0; k < 4; k++)
      assert_true(lost.points[2 * (is->first + k) + 1] == lost.nodes[0].y);
    /* The straight lines of both_lines end at the same places. */
    assert_true(fabs(lost.points[2 * is->first] - whole.points[2 * should->first]) <= 0.01);
    assert_true(fabs(lost.points[2 * (is->first + 3)] - whole.points[2 * (should->first + 3)]) <=
                0.01);
  }
  assert_true(lost.edges[0].x == (lost.nodes[0].x + lost.nodes[1].x) / 2);
  grundy_scene_free(&whole);
  grundy_scene_free(&lost);
}

static void edges_may_have_looks_of_their_own(void **state) {
  grundy_scene scene = two_lines(both_lines);
  char *dot = written(&scene, grundy_dot_put), *json = written(&scene, grundy_scene_put_json);
  char *svg = written(&scene, paint), *room = written(&scene, put_room);
  EXPECT(dot, "color=\"#123456\", style=dashed, label=\"long label\\nshort\"",
         "color=\"#654321\", style=solid, dir=none");
  EXPECT(json, "\"colour\":\"#123456\",\"dash\":\"6 4\",\"label\":[\"long label\",\"short\"]",
         "\"kind\":\"none\"", "\"colour\":\"#654321\",\"dash\":\"\"");
  EXPECT(svg,
         "stroke=\"#123456\" stroke-width=\"1.4\" stroke-dasharray=\"6 4\"/>\n<path class=\"head\"",
         "fill=\"#123456\">long label</text>", "fill=\"#123456\">short</text>",
         "stroke=\"#654321\" stroke-width=\"1.4\"/>\n</g>");
  EXPECT(room, "  v0 -> v1 [label=\"xxxxxxxxxx\\nxxxxx\"];\n", "  v1 -> v0;\n");
  assert_int_equal(count_of(svg, "class=\"head\""), 1);
  free(dot);
  free(json);
  free(svg);
  free(room);
  grundy_scene_free(&scene);
}

static void letters_have_widths(void **state) {
  static const struct {
    const char *text;
    double letters;
  } cases[] = {
      {"", 0},
      {"abc", 3},
      {"\xc3\xa9", 1},                   /* é */
      {"e\xcc\x81", 1},                  /* U+301, written over it */
      {"\xcc\x80", 0},                   /* U+300 */
      {"\xcd\xb0", 1},                   /* U+370 */
      {"\xe2\x80\x8b", 0},               /* U+200B */
      {"\xe2\x80\x90", 1},               /* U+2010 */
      {"\xe1\x84\x80", 1.75},            /* U+1100 */
      {"\xe1\x88\x80", 1},               /* U+1200 */
      {"\xe2\xbb\xbf", 1.75},            /* U+2EFF */
      {"\xed\x95\x9c\xea\xb8\x80", 3.5}, /* 한글 */
      {"\xef\xb8\x80", 0},               /* U+FE00 */
      {"\xef\xb8\x90", 1.75},            /* U+FE10 */
      {"a\xff"
       "b\xc3",
       4}, /* no UTF-8 */
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    assert_true(grundy_text_letters(cases[i].text, strlen(cases[i].text)) == cases[i].letters);
}

/* ---- boards ------------------------------------------------------------------------------ */

static grundy_board board;

static void assert_right(const char *wrong) {
  if (wrong != NULL) fail_msg("it is wrong: %s", wrong);
}

static void start_grid(uint32_t rows, uint32_t columns) {
  grundy_board_clear(&board);
  assert_right(grundy_board_add_grid(&board, rows, columns));
}

/* Returns the picture, to be freed. */
static char *board_svg(void) {
  char *made = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&made, &size);
  assert_non_null(out);
  grundy_board_paint(&board, grundy_look_of(GRUNDY_PALETTE_PLAIN), (grundy_board_view){0}, out);
  assert_int_equal(fclose(out), 0);
  return made;
}

/* X is a cross only if O is a nought. */
static void marks_come_in_pairs(void **state) {
  static const struct {
    const char *x, *o;
    size_t marks;
  } cases[] = {{"cross", "nought", 2},
               {"cross", "stone", 0},
               {"stone", "nought", 0},
               {"cross", "", 0},
               {"", "nought", 0}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    start_grid(1, 2);
    assert_right(grundy_board_add_piece(&board, 0, 'X'));
    assert_right(grundy_board_add_piece(&board, 1, 'O'));
    assert_right(grundy_board_add_title(&board, 'X', cases[i].x));
    assert_right(grundy_board_add_title(&board, 'O', cases[i].o));
    char *svg = board_svg();
    assert_int_equal(count_of(svg, "class=\"mark\""), cases[i].marks);
    assert_int_equal(count_of(svg, "class=\"disc first\""), cases[i].marks == 0);
    assert_int_equal(count_of(svg, "class=\"disc second\""), cases[i].marks == 0);
    free(svg);
  }
}

/* Columns are a … z, aa, ab …. */
static void columns_have_letters(void **state) {
  start_grid(1, 28);
  char *svg = board_svg();
  EXPECT(svg, ">a</text>", ">z</text>", ">aa</text>", ">ab</text>", ">1</text>");
  assert_int_equal(count_of(svg, "class=\"coordinate\""), 28 + 1);
  free(svg);
}

/* The piece - next to others is not shown, and alone it means that there is no cell. */
static void missing_cells_are_not_painted(void **state) {
  start_grid(1, 3);
  assert_right(grundy_board_add_piece(&board, 0, '-'));
  assert_right(grundy_board_add_piece(&board, 1, 'X'));
  assert_right(grundy_board_add_piece(&board, 1, '-'));
  char *svg = board_svg();
  assert_int_equal(count_of(svg, "<g class=\"place\">"), 2);
  assert_int_equal(count_of(svg, "class=\"piece\""), 1);
  EXPECT(svg, "data-piece=\"X\"", "scale(1)");
  free(svg);
}

/* Exits have no labels, and cells of a grid none that are written. */
static void exits_have_no_labels(void **state) {
  start_grid(2, 2);
  assert_right(grundy_board_add_label(&board, 0, "start"));
  assert_right(grundy_board_add_piece(&board, 0, 'X'));
  assert_right(grundy_board_add_facing(&board, 'X', "right"));
  char *svg = board_svg();
  assert_int_equal(count_of(svg, "<g class=\"place exit\">"), 2);
  assert_int_equal(count_of(svg, "<text"), 0);
  free(svg);
}

/* The distance of points is that of the nearest two that are not in the same place. */
static void points_may_be_in_the_same_place(void **state) {
  static const double at[][2] = {{0, 0}, {3, 4}, {0, 0}};
  grundy_board_clear(&board);
  for (int i = 0; i < 3; i++) assert_right(grundy_board_add_point(&board, at[i][0], at[i][1]));
  char *svg = board_svg();
  assert_null(strstr(svg, "nan"));
  assert_null(strstr(svg, "inf"));
  /* 135 from each other: (81, 108). */
  double x[2], y[2];
  const char *first = strstr(svg, "cx=\""), *second = strstr(first + 1, "cx=\"");
  assert_int_equal(sscanf(first, "cx=\"%lf\" cy=\"%lf\"", &x[0], &y[0]), 2);
  assert_int_equal(sscanf(second, "cx=\"%lf\" cy=\"%lf\"", &x[1], &y[1]), 2);
  assert_true(fabs(x[1] - x[0] - 81) < 0.2 && fabs(y[1] - y[0] - 108) < 0.2);
  free(svg);
}

static void labels_are_cleaned(void **state) {
  grundy_board_clear(&board);
  assert_right(grundy_board_add_point(&board, 0, 0));
  assert_right(grundy_board_add_label(&board, 0,
                                      "a<\xff\x01"
                                      "\xc3\xa9"));
  char *svg = board_svg();
  EXPECT(svg, ">a&lt;\xef\xbf\xbd?\xc3\xa9</text>");
  free(svg);
}

/* ---- boards as files ---------------------------------------------------------------------- */

static void boards_are_written_in_every_format(void **state) {
  static const struct {
    const char *format, *start;
  } cases[] = {{"svg", "<?xml"}, {"json", "{"}, {"png", "\x89PNG\r\n"}, {"pdf", "%PDF-"}};
  const uint32_t start = 0;
  grundy_error error = {0};
  grundy_digraph *g = NULL;
  assert_int_equal(grundy_game_open("chomp:2,2", NULL, &g, NULL), GRUNDY_OK);
  grundy_solution *s = solution_of(g, GRUNDY_COLUMN_OUTCOME);
  const grundy_draw_options options = {.size = sizeof options, .board = &start};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char *made = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&made, &size);
    assert_non_null(out);
    assert_int_equal(grundy_draw(g, s, cases[i].format, &options, out, NULL), GRUNDY_OK);
    assert_int_equal(fclose(out), 0);
    assert_memory_equal(made, cases[i].start, strlen(cases[i].start));
    free(made);
  }
  assert_int_equal(grundy_draw(g, s, "dot", &options, stderr, &error), GRUNDY_UNABLE);
  assert_string_equal(error.message, "a board cannot be drawn as 'dot'; use svg, png, pdf or json");
  grundy_solution_free(s);
  grundy_digraph_free(g);
  g = game_two_named("a", "b");
  s = solution_of(g, GRUNDY_COLUMN_OUTCOME);
  assert_int_equal(grundy_draw(g, s, "svg", &options, stderr, &error), GRUNDY_UNDEFINED);
  assert_string_equal(error.message, "the position 'a' has no board");
  grundy_solution_free(s);
  grundy_digraph_free(g);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(states_have_their_values),
      cmocka_unit_test(the_sink_is_left_out),
      cmocka_unit_test(long_lists_of_digits_are_cut),
      cmocka_unit_test(automata_that_are_too_large_are_not_drawn),
      cmocka_unit_test(an_edge_without_a_place_is_a_straight_line),
      cmocka_unit_test(edges_may_have_looks_of_their_own),
      cmocka_unit_test(letters_have_widths),
      cmocka_unit_test(marks_come_in_pairs),
      cmocka_unit_test(columns_have_letters),
      cmocka_unit_test(missing_cells_are_not_painted),
      cmocka_unit_test(exits_have_no_labels),
      cmocka_unit_test(points_may_be_in_the_same_place),
      cmocka_unit_test(labels_are_cleaned),
      cmocka_unit_test(boards_are_written_in_every_format),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
