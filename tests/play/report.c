/* Reports of matches: what every move did, whether it was the best, and the names in sentences.
 * They are read back with Jansson. */

#include <grundy/explore.h>
#include <grundy/format.h>
#include <grundy/play.h>
#include <grundy/solve.h>
#include <jansson.h>

#include "support/formats.h"
#include "support/test.h"

static void expect_ok(grundy_status status) {
  assert_int_equal(status, GRUNDY_OK);
}

/* ---- matches ------------------------------------------------------------------------------- */

static const char *edges; /* of the game that an expression calls x */

static grundy_status read_edges(void *context, const grundy_game_name *name, uint64_t closed_limit,
                                grundy_digraph **g, grundy_error *error) {
  return scan_bytes(GRUNDY_FORMAT_EDGES, edges, strlen(edges), g, error);
}

/* A match with its report. */
typedef struct table {
  grundy_expression *expression;
  grundy_compound *compound;
  grundy_match *match;
  grundy_match_report *report;
} table;

static table sit_down(const char *game, const char *text, grundy_play play) {
  table t = {0};
  grundy_expression_options options =
      GRUNDY_OPTIONS(grundy_expression_options, .play = play, .read = read_edges);
  if (text == NULL) options.read = NULL;
  edges = text;
  expect_ok(grundy_expression_open(game, &options, &t.expression, NULL));
  t.compound = grundy_expression_compound(t.expression);
  const grundy_solved *solved = grundy_expression_describe(t.expression, 0).solved;
  if (grundy_compound_count(t.compound) != 1) solved = NULL;
  grundy_match_options playing = GRUNDY_OPTIONS(grundy_match_options, .solved = solved);
  expect_ok(grundy_match_new(t.compound, &playing, &t.match, NULL));
  grundy_match_report_options about =
      GRUNDY_OPTIONS(grundy_match_report_options, .about = {.expression = t.expression});
  expect_ok(grundy_match_report_new(t.match, t.compound, &about, &t.report, NULL));
  return t;
}

static void get_up(table *t) {
  grundy_match_report_free(t->report);
  grundy_match_free(t->match);
  grundy_expression_free(t->expression);
}

static void make_move(const table *t, const char *text) {
  grundy_step *steps = NULL;
  uint64_t count = 0;
  expect_ok(grundy_move_read(t->expression, text, &steps, &count, NULL));
  expect_ok(grundy_match_move(t->match, steps, count, NULL));
  free(steps);
}

static json_t *written(grundy_match_report *report) {
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  grundy_json json = grundy_json_start(out);
  expect_ok(grundy_match_report_write(report, &json, NULL));
  assert_int_equal(json.depth, 0);
  assert_int_equal(fclose(out), 0);
  json_t *read = json_loads(text, 0, NULL);
  if (read == NULL) fail_msg("%s", text);
  free(text);
  return read;
}

static void assert_text(const json_t *of, const char *name, const char *expected) {
  const char *text = json_string_value(json_object_get(of, name));
  if (expected == NULL ? text != NULL : text == NULL || strcmp(text, expected) != 0)
    fail_msg("%s is %s instead of %s", name, text == NULL ? "missing" : text,
             expected == NULL ? "missing" : expected);
}

/* ---- what moves did ------------------------------------------------------------------------ */

static void every_move_is_judged(void **state) {
  static const char cycle[] = "a b\nb a\na c\nc a\nc d\n";
  static const struct {
    const char *game, *edges;
    grundy_play play;
    const char *move, *effect;
    bool is_best;
    const char *sentence;
  } cases[] = {
      {"nim:3 + nim:1", NULL, GRUNDY_NORMAL_PLAY, "1 1", "keeps-win", true,
       "3 -> 1 keeps the win."},
      {"nim:3 + nim:1", NULL, GRUNDY_NORMAL_PLAY, "2 0", "gives-win-away", false,
       "1 -> 0 gives the win away: now the opponent can win. 3 -> 1 wins."},
      {"nim:1 + nim:1", NULL, GRUNDY_NORMAL_PLAY, "1 0", "loses", true,
       "1 -> 0 loses, as every move does."},
      {"nim:2 & nim:1", NULL, GRUNDY_MISERE_PLAY, "1 1, 2 0", "loses", true,
       "2 -> 1, 1 -> 0 loses, as every move does."},
      {"nim:2 & nim:2", NULL, GRUNDY_NORMAL_PLAY, "1 1, 2 1", "gives-win-away", false,
       "2 -> 1, 2 -> 1 gives the win away: now the opponent can win. 2 -> 0, 2 -> 0 wins."},
      {"x@a", cycle, GRUNDY_NORMAL_PLAY, "b", "keeps-draw", true, "a -> b keeps the draw."},
      {"x@a", cycle, GRUNDY_NORMAL_PLAY, "c", "gives-draw-away", false,
       "a -> c gives the draw away: now the opponent can win. a -> b keeps the draw."},
      {"x@c", cycle, GRUNDY_NORMAL_PLAY, "a", "gives-win-away", false,
       "c -> a gives the win away: now it is a draw. c -> d wins."},
      {"x@e", "e f\nf g\ng h\ne h\n", GRUNDY_NORMAL_PLAY, "f", "keeps-win", false,
       "e -> f keeps the win."},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    table t = sit_down(cases[i].game, cases[i].edges, cases[i].play);
    make_move(&t, cases[i].move);
    expect_ok(grundy_match_report_add(t.report, false, NULL));
    assert_string_equal(grundy_match_report_sentence(t.report), cases[i].sentence);
    json_t *read = written(t.report);
    const json_t *move = json_array_get(json_object_get(read, "history"), 0);
    assert_text(move, "effect", cases[i].effect);
    assert_text(move, "sentence", cases[i].sentence);
    assert_int_equal(json_is_true(json_object_get(move, "best")), cases[i].is_best);
    assert_int_equal(json_is_null(json_object_get(move, "better")),
                     strncmp(cases[i].effect, "gives", 5) != 0);
    json_decref(read);
    get_up(&t);
  }
}

/* ---- payoffs ------------------------------------------------------------------------------- */

/* A at a can have 3 at once, or move to b, where B chooses 1. */
static const char payoffs[] = "@ t player=B payoff=3\n@ s player=A payoff=1\n@ a player=A\n"
                              "@ b player=B\na t\na b\nb s\n";

static void in_a_game_with_payoffs_the_move_to_the_guarantee_is_best(void **state) {
  static const struct {
    const char *move;
    bool is_best;
  } cases[] = {{"t", true}, {"b", false}};
  for (size_t i = 0; i < 2; i++) {
    table t = sit_down("x@a", payoffs, GRUNDY_NORMAL_PLAY);
    make_move(&t, cases[i].move);
    expect_ok(grundy_match_report_add(t.report, true, NULL));
    json_t *read = written(t.report);
    const json_t *move = json_array_get(json_object_get(read, "history"), 0);
    assert_text(move, "effect", NULL);
    assert_true(json_is_true(json_object_get(move, "reply")));
    assert_true(json_is_null(json_object_get(move, "better")));
    assert_int_equal(json_is_true(json_object_get(move, "best")), cases[i].is_best);
    assert_true(json_is_null(json_object_get(read, "winner"))); /* there are payoffs only */
    json_decref(read);
    get_up(&t);
  }
}

/* Without guarantees no move is known to be the best. */
static void without_a_solution_no_move_to_a_payoff_is_best(void **state) {
  for (int i = 0; i < 2; i++) {
    table t = sit_down("x@a", payoffs, GRUNDY_NORMAL_PLAY);
    const grundy_solved *solved = grundy_expression_describe(t.expression, 0).solved;
    grundy_solution *none = NULL;
    expect_ok(grundy_solution_new(grundy_digraph_order(solved->g), &none, NULL));
    grundy_solved partly = grundy_solved_view(solved->g, none);
    grundy_match_report_options options =
        GRUNDY_OPTIONS(grundy_match_report_options, .about = {.solved = i == 0 ? NULL : &partly});
    grundy_match_report *report = NULL;
    expect_ok(
        grundy_match_report_new(t.match, t.compound, i == 0 ? NULL : &options, &report, NULL));
    make_move(&t, "t");
    expect_ok(grundy_match_report_add(report, false, NULL));
    assert_string_equal(grundy_match_report_sentence(report), "a -> t is made.");
    grundy_match_report_free(report);
    grundy_solution_free(none);
    get_up(&t);
  }
}

/* ---- names --------------------------------------------------------------------------------- */

static void names_in_sentences_are_on_one_line_and_quoted_if_they_are_empty(void **state) {
  static const struct {
    const char *edges, *sentence;
  } cases[] = {
      {"a \"\"\n", "a -> \"\" keeps the win."},
      {"a \"\\\"q\\\" \\\\\"\n", "a -> \"\\\"q\\\" \\\\\" keeps the win."},
      {"a \"q\\\"\\\\\"\n", "a -> q\"\\ keeps the win."},
      {"a \"b\tc\x7f\"\n", "a -> b?c? keeps the win."},
      {"a ∞\n", "a -> ∞ keeps the win."},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    grundy_moves *moves = NULL;
    table t = sit_down("x@a", cases[i].edges, GRUNDY_NORMAL_PLAY);
    expect_ok(grundy_compound_moves(t.compound, 1, &moves, NULL));
    grundy_move move = grundy_moves_get(moves, 0);
    expect_ok(grundy_match_move(t.match, move.steps, move.count, NULL));
    expect_ok(grundy_match_report_add(t.report, false, NULL));
    assert_string_equal(grundy_match_report_sentence(t.report), cases[i].sentence);
    grundy_moves_free(moves);
    get_up(&t);
  }
}

/* ---- the whole ----------------------------------------------------------------------------- */

static void a_report_names_the_winner_and_an_illegal_move(void **state) {
  static const struct {
    const char *game, *edges, *move, *winner;
  } cases[] = {{"nim:2", NULL, "0", "first"},
               {"nim:2", NULL, "1", NULL},
               {"nim:2 + nim:2", NULL, NULL, NULL},
               {"nim:0", NULL, NULL, "second"},
               {"x@a", "@ a player=A\n@ b player=B outcome=draw\na b\n", "b", "draw"}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    table t = sit_down(cases[i].game, cases[i].edges, GRUNDY_NORMAL_PLAY);
    if (cases[i].move != NULL) {
      make_move(&t, cases[i].move);
      expect_ok(grundy_match_report_add(t.report, false, NULL));
    }
    expect_ok(grundy_match_report_refuse(t.report, "y", "there is no y", NULL));
    expect_ok(grundy_match_report_refuse(t.report, "z", "there is no z", NULL));
    json_t *read = written(t.report);
    assert_text(read, "winner", cases[i].winner);
    assert_true(json_is_false(json_object_get(read, "legal")));
    const json_t *illegal = json_object_get(read, "illegal");
    assert_text(illegal, "move", "z");
    assert_text(illegal, "message", "there is no z");
    assert_int_equal(json_integer_value(json_object_get(illegal, "number")),
                     1 + (cases[i].move != NULL));
    json_decref(read);
    get_up(&t);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_move_is_judged),
      cmocka_unit_test(in_a_game_with_payoffs_the_move_to_the_guarantee_is_best),
      cmocka_unit_test(without_a_solution_no_move_to_a_payoff_is_best),
      cmocka_unit_test(names_in_sentences_are_on_one_line_and_quoted_if_they_are_empty),
      cmocka_unit_test(a_report_names_the_winner_and_an_illegal_move),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
