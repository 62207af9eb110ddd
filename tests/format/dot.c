/* DOT, read and written. */

#include <grundy/grundy.h>

#include "support/formats.h"
#include "support/games.h"
#include "support/test.h"

#include <pthread.h>

#define DOT GRUNDY_FORMAT_DOT

/* ---- accepted input -------------------------------------------------------------------- */

static void vertices_are_in_the_order_of_first_occurrence(void **state) {
  assert_game(DOT, "digraph { c -> b; a -> c }", " c b a", " c>b a>c");
  assert_game(DOT, "digraph { 2 -> 1; 0 -> 2 }", " 2 1 0", " 2>1 0>2");
  assert_game(DOT, "digraph { subgraph { x -> y } a; y -> a }", " x y a", " x>y y>a");
}

static void strict_or_not_moves_are_a_set_and_loops_are_kept(void **state) {
  assert_game(DOT, "digraph { a -> b; a -> b; a -> a; a -> a }", " a b", " a>a a>b");
  assert_game(DOT, "strict digraph { a -> b; a -> b; a -> a; a -> a }", " a b", " a>a a>b");
  assert_game(DOT, "digraph { a -> b [key=1]; a -> b [key=2] }", " a b", " a>b");
}

static void chains_lists_and_subgraphs_mean_many_moves(void **state) {
  assert_game(DOT, "digraph { a -> b -> c -> a }", " a b c", " a>b b>c c>a");
  assert_game(DOT, "digraph { a, b -> c, d }", " a b c d", " a>c a>d b>c b>d");
  assert_game(DOT, "digraph { {a b} -> {c; d} -> e }", " a b c d e", " a>c a>d b>c b>d c>e d>e");
  assert_game(DOT, "digraph { subgraph s {a b} subgraph s {c} -> d; subgraph t {} -> a }",
              " a b c d", " a>d b>d c>d");
  assert_game(DOT, "digraph { {a -> {b -> c}} -> d }", " a b c d", " a>b a>c a>d b>c b>d c>d");
}

static void attributes_and_ports_do_not_matter(void **state) {
  assert_game(DOT,
              "digraph G { rankdir=LR; graph [a=1][b=2]; node [shape=box,]; edge [w=1;x=2]\n"
              " a:p -> b:p:nw [color=red style=\"x\"] [y=<<b>z</b>>]; \"c\"=d; label=x }",
              " a b", " a>b");
}

static void names_are_the_words_of_graphviz(void **state) {
  assert_game(DOT, "digraph { \"a b\" -> é; 1.5 -> -2 -> .5 }", " a b é 1.5 -2 .5",
              " a b>é 1.5>-2 -2>.5");
  assert_game(DOT, "digraph { \"x\\\"y\" \"a\\\\b\" \"c\\d\" \"e\\\nf\" \"g\nh\" \"\\\n\n\\\n\" }",
              " x\"y a\\\\b c\\d ef g\nh \n", "");
  assert_game(DOT, "digraph { <b> -> <<i>x</i>>; b }", " b <i>x</i>", " b><i>x</i>");
  assert_game(DOT, "digraph { \"a\" + \"b\" /* and */ + <c> -> \"node\"; \"\" }", " abc node ",
              " abc>node");
  assert_game(DOT, "digraph { \"%1\" -> \"%2\"; \"%1\" -> \"%1\"; \"%\" }", " %1 %2 %",
              " %1>%1 %1>%2");
}

static void keywords_are_words_in_any_case(void **state) {
  assert_game(DOT, "STRICT DiGraph G { SubGraph S { a } Node [x=y]; noded }", " a noded", "");
}

static void comments_are_not_words(void **state) {
  assert_game(
      DOT,
      "# 7 \"x.dot\"\n// one\n/* two\n * three */ digraph { a /**/ -> // four\n b # five\n}\n"
      "// six",
      " a b", " a>b");
}

static void a_byte_order_mark_is_not_part_of_a_word(void **state) {
  assert_game(DOT,
              "\xef\xbb\xbf"
              "digraph { a }",
              " a", "");
  assert_refused(DOT, "\xef\xbb\xbfgraph { a }",
                 "1:1: the graph is undirected; a game is a 'digraph', with both 'a -> b' and "
                 "'b -> a' for moves in both directions");
}

static void a_label_is_the_text_that_is_shown(void **state) {
  assert_labels(DOT, "digraph { a [label=x]; b; c [label=\"two\\nlines\"]; d [label=\"\"] }",
                " x - two\nlines -");
  assert_labels(DOT, "digraph { a [label=\"\\N\"]; b [label=\"<\\N>\"]; c [label=\"l\\lr\\r\"] }",
                " - <b> l\nr");
  assert_labels(DOT, "digraph { a [label=\"c:\\\\d\\\"\"] b [label=<<b>\\n</b>>] }",
                " c:\\d\" <b>\\n</b>");
  assert_labels(DOT, "digraph { a; node [label=d]; b; {node [label=e] c} f [label=g, label=h] }",
                " - d e h");
  assert_labels(DOT, "digraph { a [label=\"b\" + <c\\>] }", " bc\\");
  assert_labels(DOT, "digraph { a, b [label=x]; a -> b [label=y]; edge [label=z]; label=w }",
                " x x");
}

/* ---- rejected input -------------------------------------------------------------------- */

static void errors_say_where_and_what_is_wrong(void **state) {
  assert_refused(DOT, "digraph {\n \"a\n\" ] }", "3:3: unexpected ']'");
  assert_refused(DOT, "digraph { a;; }", "1:13: unexpected ';'");
  assert_refused(DOT, "digraph { é -> ; }", "1:16: '->' must be followed by a node or a subgraph");
  assert_refused(DOT, "digraph { a -> node [x=y] b }",
                 "1:16: '->' must be followed by a node or a subgraph");
  assert_refused(DOT, "digraph { a -> b = c }", "1:18: unexpected '='");
  assert_refused(DOT, "digraph { a, {b} }", "1:14: ',' must be followed by a node");
  assert_refused(DOT, "digraph { subgraph s; }",
                 "1:21: the name of a subgraph must be followed by '{'");
  assert_refused(DOT, "digraph { subgraph; }",
                 "1:19: the keyword 'subgraph' must be followed by a name or '{'");
  assert_refused(DOT, "graph { a -- b }",
                 "1:1: the graph is undirected; a game is a 'digraph', with both 'a -> b' and "
                 "'b -> a' for moves in both directions");
  assert_refused(DOT, "digraph { a -- b }", "1:13: a digraph has '->' in place of '--'");
  assert_refused(DOT, "digraph { a } digraph { b }",
                 "1:15: text follows the graph; a file holds one graph");
  assert_refused(DOT, "digraph { a", "1:12: the file ends before the graph: '}' is missing");
  assert_refused(DOT, "", "1:1: the file does not begin with 'digraph'");
}

/* A comment that is not closed, after any number of bytes of a graph: the reader says so wherever
 * white space is allowed, and otherwise finds another error or reads on. */
static void a_comment_without_end_is_noticed_everywhere(void **state) {
  static const char text[] =
      "strict digraph g { node [label=\"a\" + \"b\"; x=1, y=<z>] [u=v]; edge [c=d]; rank = same;\n"
      "a:p:n -> b, c -> subgraph s { d } -> { e } [label=l, style=dotted] [x=y];\n"
      "\"f\\\\g\\\nh\" -> -1.5 -> .5; subgraph { i j } k [player=A]; }\n";
  size_t said = 0;
  for (size_t length = 0; length < sizeof text; length++) {
    char cut[sizeof text + 8];
    grundy_digraph *g = NULL;
    grundy_error error = {0};
    memcpy(cut, text, length);
    memcpy(cut + length, "/* a", 5);
    assert_int_equal(scan_bytes(DOT, cut, strlen(cut), &g, &error), GRUNDY_BAD_INPUT);
    said += strcmp(error.message, "this comment has no end: '*/' is missing") == 0;
  }
  assert_true(said > 120);
}

static void newlines_in_strings_may_be_hidden(void **state) {
  assert_game(DOT, "digraph { \"a\\\nb\" -> \"c\\\r\nd\" -> \"e\\\rf\" }", " ab cd e\\\rf",
              " ab>cd cd>e\\\rf");
  assert_refused(DOT, "digraph { \"a\\", "1:11: this string has no end: '\"' is missing");
  assert_refused(DOT, "digraph { \"a\\\r", "1:11: this string has no end: '\"' is missing");
}

static void numbers_are_complete_words(void **state) {
  static const char message[] =
      "1:11: this is neither a name nor a number; other names need quotes";
  static const char *const bad[] = {"digraph { 1a }", "digraph { 1.2.3 }", "digraph { -",
                                    "digraph { . }",  "digraph { -. }",    "digraph { 1.é }"};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) assert_refused(DOT, bad[i], message);
  assert_refused(DOT, "digraph { 12", "1:13: the file ends before the graph: '}' is missing");
  assert_game(DOT, "digraph { 1. -> -.5 }", " 1. -.5", " 1.>-.5");
}

static void errors_about_attributes_say_where_the_value_is(void **state) {
  assert_refused(DOT, "digraph {\n é [player=A, outcome=x]\n}",
                 "2:23: unknown outcome; expected outcome=P, N or draw, or with players A, B or "
                 "draw");
  assert_refused(DOT, "digraph { node [player=C]\n a; b [player=A] }",
                 "1:24: unknown player; expected player=A or player=B");
}

static void depth_and_chains_have_no_limit(void **state) {
  enum { DEEP = 100000 };
  grundy_error error;
  char *braces = calloc(DEEP + 2, 1);
  memset(braces, '}', DEEP + 1);
  assert_int_equal(scan_many(DOT, "digraph {", "{n%d ", DEEP, braces, &error), GRUNDY_OK);
  assert_int_equal(scan_many(DOT, "digraph {", "{n%d ", DEEP, "", &error), GRUNDY_BAD_INPUT);
  assert_int_equal(scan_many(DOT, "digraph {a", "->n%d", DEEP, "}", &error), GRUNDY_OK);
  memset(braces + 1001, '\0', DEEP - 1000);
  assert_int_equal(scan_many(DOT, "digraph {", "a -> b -> {", 1000, braces, &error), GRUNDY_OK);
  free(braces);
  assert_int_equal(scan_many(DOT, "digraph {\"", "%d", 70000, "\"}", &error), GRUNDY_BAD_INPUT);
  assert_string_equal(error.message, "a word is longer than 65536 bytes");
}

/* A label of \N replaced many times is 60,000 bytes long, at each of the nodes. */
static void a_short_text_cannot_imply_very_long_labels(void **state) {
  enum { REPEATED = 15000 };
  char start[2 * REPEATED + 64], *to = start;
  grundy_error error;
  to += sprintf(to, "digraph {node[label=\"");
  for (int i = 0; i < REPEATED; i++) to += sprintf(to, "\\N");
  to += sprintf(to, "\"]; ");
  assert_int_equal(scan_many(DOT, start, "n%03d; ", 900, "}", &error), GRUNDY_OK);
  assert_int_equal(scan_many(DOT, start, "n%03d; ", 1200, "}", &error), GRUNDY_BAD_INPUT);
  assert_string_equal(error.message,
                      "labels with \\N may have 65536 bytes each and 67108864 in all");
}

static void a_short_text_cannot_imply_very_many_moves(void **state) {
  grundy_error error;
  const char *message = "edges between lists and subgraphs imply more than 4194304 moves";
  assert_int_equal(scan_many(DOT, "digraph {{", "n%d ", 4000, "}->{a b c d}}", &error), GRUNDY_OK);
  assert_int_equal(scan_many(DOT, "digraph {subgraph a{", "n%d ", 4000, "}->subgraph a{}}", &error),
                   GRUNDY_BAD_INPUT);
  assert_string_equal(error.message, message);
  char braces[20002] = {0};
  memset(braces, '{', 10000);
  char *start = malloc(sizeof braces);
  snprintf(start, sizeof braces, "digraph {%s a", braces);
  assert_int_equal(scan_many(DOT, start, "}->n%d ", 10000, "}", &error), GRUNDY_BAD_INPUT);
  assert_string_equal(error.message, message);
  free(start);
  assert_int_equal(scan_many(DOT, "digraph {node[label=\"", "\\N", 30000, "\"] abcd}", &error),
                   GRUNDY_BAD_INPUT);
}

static void named_subgraphs_keep_members_and_defaults_in_their_scope(void **state) {
  assert_game(DOT, "digraph { subgraph s {a} -> subgraph s {b} }", " a b", " a>a a>b b>a b>b");
  assert_game(DOT, "digraph { subgraph s {a} -> c; subgraph s {b} }", " a c b", " a>c");
  assert_game(DOT, "digraph { subgraph s {a} subgraph t { subgraph s {b} -> c } }", " a b c",
              " b>c");
  assert_labels(DOT, "digraph { subgraph s {node [label=x]} b; subgraph s {a; b} }", " - x");
  assert_labels(DOT, "digraph { subgraph s {} node [label=y]; subgraph s {a {b}} }", " y y");
}

static void reading_goes_on_after_errors(void **state) {
  static const char *const bad[] = {
      "digraph { a -> {b c -> ",   "digraph { a ] } @ x", "digraph { subgraph s { a -> } }",
      "digraph { a [label=\"x] }", "digraph { } /* open", "digraph { a -> b -> -> c }",
  };
  for (size_t i = 0; i < 4 * sizeof bad / sizeof *bad; i++) {
    grundy_digraph *g = NULL;
    const char *text = bad[i % (sizeof bad / sizeof *bad)];
    assert_int_equal(scan_bytes(DOT, text, strlen(text), &g, NULL), GRUNDY_BAD_INPUT);
    assert_game(DOT, "digraph { a -> b -> {a c} }", " a b c", " a>b b>a b>c");
  }
}

static void *scan_often(void *text) {
  for (int i = 0; i < 200; i++) {
    grundy_digraph *g = NULL;
    FILE *in = fmemopen(text, strlen(text), "r");
    if (grundy_digraph_read("game", DOT, &GRUNDY_OPTIONS(grundy_read_options, .stream = in), &g,
                            NULL) != GRUNDY_OK)
      return text;
    fclose(in);
    if (grundy_digraph_order(g) != 3 || grundy_digraph_size(g) != 3) return text;
    grundy_digraph_free(g);
  }
  return NULL;
}

static void threads_may_read_at_the_same_time(void **state) {
  static char texts[4][64] = {"digraph { a -> b -> c -> a }", "digraph { x -> {x y z} }",
                              "strict digraph { \"%1\" -> b -> c -> c; b }",
                              "digraph { subgraph s { p q } -> r; r -> p }"};
  pthread_t threads[4];
  for (int i = 0; i < 4; i++)
    assert_int_equal(pthread_create(&threads[i], NULL, scan_often, texts[i]), 0);
  for (int i = 0; i < 4; i++) {
    void *failed;
    pthread_join(threads[i], &failed);
    assert_null(failed);
  }
}

static void a_monitor_can_cancel_reading(void **state) {
  grundy_digraph *g = NULL;
  FILE *in = fmemopen((void *)"digraph { a -> b }", 18, "r");
  assert_int_equal(grundy_digraph_read("game", DOT,
                                       &GRUNDY_OPTIONS(grundy_read_options, .stream = in,
                                                       .monitor = &test_cancelling),
                                       &g, NULL),
                   GRUNDY_CANCELLED);
  fclose(in);
  assert_null(g);
}

/* ---- round trips ----------------------------------------------------------------------- */

static const char *any_game_survives(const test_game *game) {
  grundy_digraph *nasty = with_nasty_texts(game->g, game->random, true, NULL);
  const char *wrong = survives(DOT, game->g);
  if (wrong == NULL) wrong = survives(DOT, nasty);
  grundy_digraph_free(nasty);
  return wrong;
}

static void games_with_any_names_and_labels_survive(void **state) {
  on_random_games(400, NASTY_MOST, any_game_survives);
}

static void a_written_game_is_easy_to_read(void **state) {
  grundy_digraph *g = scan_text(DOT, "digraph{a->\"b c\"->7;7[label=\"x\ny\"]}");
  size_t size;
  char *text = text_of(DOT, g, &size);
  assert_string_equal(text, "digraph {\n  a;\n  \"b c\";\n  7 [label=\"x\\ny\"];\n"
                            "  a -> \"b c\";\n  \"b c\" -> 7;\n}\n");
  free(text);
  grundy_digraph_free(g);
}

static void damage_is_noticed_or_harmless(void **state) {
  assert_any_damage_is_noticed_or_harmless(
      DOT, "strict digraph G { /* c */ node [label=\"\\N\"]\n a:p -> {b \"c\\\"\"+<d>} -> 1.5 "
           "[w=1]; subgraph s { x=y; é [label=<<b>z</b>>] } # end\n}\n");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(vertices_are_in_the_order_of_first_occurrence),
      cmocka_unit_test(strict_or_not_moves_are_a_set_and_loops_are_kept),
      cmocka_unit_test(chains_lists_and_subgraphs_mean_many_moves),
      cmocka_unit_test(attributes_and_ports_do_not_matter),
      cmocka_unit_test(names_are_the_words_of_graphviz),
      cmocka_unit_test(keywords_are_words_in_any_case),
      cmocka_unit_test(comments_are_not_words),
      cmocka_unit_test(a_byte_order_mark_is_not_part_of_a_word),
      cmocka_unit_test(a_label_is_the_text_that_is_shown),
      cmocka_unit_test(errors_say_where_and_what_is_wrong),
      cmocka_unit_test(a_comment_without_end_is_noticed_everywhere),
      cmocka_unit_test(newlines_in_strings_may_be_hidden),
      cmocka_unit_test(numbers_are_complete_words),
      cmocka_unit_test(errors_about_attributes_say_where_the_value_is),
      cmocka_unit_test(depth_and_chains_have_no_limit),
      cmocka_unit_test(a_short_text_cannot_imply_very_long_labels),
      cmocka_unit_test(a_short_text_cannot_imply_very_many_moves),
      cmocka_unit_test(named_subgraphs_keep_members_and_defaults_in_their_scope),
      cmocka_unit_test(reading_goes_on_after_errors),
      cmocka_unit_test(threads_may_read_at_the_same_time),
      cmocka_unit_test(a_monitor_can_cancel_reading),
      cmocka_unit_test(games_with_any_names_and_labels_survive),
      cmocka_unit_test(a_written_game_is_easy_to_read),
      cmocka_unit_test(damage_is_noticed_or_harmless),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
