/* Names of games: their kinds, and their parts. */

#include <grundy/grundy.h>

#include <stdlib.h>
#include <unistd.h>

#include "game/impl.h"
#include "game/kind.h"
#include "support/test.h"

static const grundy_game_description *kind_of(const char *text) {
  return grundy_game_kind_describe(grundy_game_parse(text).kind);
}

static void every_text_names_a_game_of_one_kind(void **state) {
  static const struct {
    const char *text, *kind, *name, *arguments;
  } cases[] = {
      {"a.lua", "script", "a.lua", ""},
      {"x/a.lua:1,2", "script", "x/a.lua", "1,2"},
      {"x:y/a.lua:1,2", "script", "x:y/a.lua", "1,2"},
      {"a.lua:b.lua", "script", "a.lua", "b.lua"},
      {"./a.so:q", "compiled", "./a.so", "q"},
      {"a.so:", "compiled", "a.so", ""},
      {"wythoff:3,5", "gallery", "wythoff", "3,5"},
      {"wythoff", "gallery", "wythoff", ""},
      {"base.npz", "tablebase", "base.npz", ""},
      {"BASE.NPZ", "tablebase", "BASE.NPZ", ""},
      {"a:b.npz", "tablebase", "a:b.npz", ""},
      {"wythoff.edges", "file", "wythoff.edges", ""},
      {"./wythoff", "file", "./wythoff", ""},
      {".lua", "file", ".lua", ""},
      {"a.luac", "file", "a.luac", ""},
      {"a.lua.gz:1,2", "script", "a.lua.gz", "1,2"},
      {"a.lua.gz", "script", "a.lua.gz", ""},
      {"a.lua.gzip", "file", "a.lua.gzip", ""},
      {"a.lua.edges", "file", "a.lua.edges", ""},
      {"kayles:5", "file", "kayles:5", ""}, /* only a component of expressions */
      {"nim:5", "gallery", "nim", "5"},     /* in expressions it is a heap */
      {"pass(nim:3,5)", "operator", "pass(nim:3,5)", ""},
      {"pass(a.lua:3)", "operator", "pass(a.lua:3)", ""},
      {"pass", "file", "pass", ""},
      {"./pass(x)", "file", "./pass(x)", ""},
      {"-", "file", "-", ""},
      {"", "file", "", ""},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    grundy_game_name name = grundy_game_parse(cases[i].text);
    assert_ptr_equal(name.text, cases[i].text);
    assert_string_equal(kind_of(cases[i].text)->name, cases[i].kind);
    assert_int_equal(name.length, strlen(cases[i].name));
    assert_string_equal(name.arguments, cases[i].arguments);
  }
}

/* The table and the functions agree, so that help describes what the parser does. */
static void every_kind_is_described_correctly(void **state) {
  const grundy_game_kind *kind;
  size_t count = 0;
  for (; (kind = grundy_game_kind_at(count)) != NULL; count++) {
    const grundy_game_description *described = grundy_game_kind_describe(kind);
    assert_true(described->name[0] != '\0' && described->notation[0] != '\0' &&
                described->example[0] != '\0' && described->summary[0] != '\0');
    assert_int_equal(described->is_rules, kind->ruleset != NULL);
    assert_int_equal(described->is_digraph, kind->open != NULL);
    assert_int_equal(described->is_digraph, kind->notation == GRUNDY_NOTATION_AT);
    bool is_component = kind->functions.size > 0 || kind->open_component != NULL;
    assert_true(kind->notation != GRUNDY_NOTATION_COLON ||
                (is_component && kind->position != NULL));
  }
  assert_true(count >= 11);
}

static void the_example_of_a_component_is_an_expression(void **state) {
  const grundy_game_kind *kind;
  for (size_t i = 0; (kind = grundy_game_kind_at(i)) != NULL; i++) {
    const grundy_game_description *described = grundy_game_kind_describe(kind);
    grundy_expression *e = NULL;
    grundy_error error = {0};
    if (described->is_file || kind->notation == GRUNDY_NOTATION_TOKENS) continue;
    if (grundy_expression_open(described->example, NULL, &e, &error) != GRUNDY_OK)
      fail_msg("%s: %s", described->example, error.message);
    grundy_expression_free(e);
  }
}

/* The names are in order, and each is found as a game given by rules. */
static void the_gallery_is_listed_in_order(void **state) {
  grundy_gallery_entry entry;
  grundy_gallery_description description;
  char last[32] = "";
  size_t count = 0;
  for (; grundy_gallery(count, &entry); count++) {
    assert_true(strcmp(last, entry.name) < 0);
    strcpy(last, entry.name);
    assert_string_equal(kind_of(entry.name)->name, "gallery");
    assert_int_equal(grundy_gallery_describe(entry.name, &description, NULL), GRUNDY_OK);
    assert_true(strlen(description.title) > 0);
    assert_int_equal(strlen(entry.source), entry.length);
  }
  assert_true(count > 0);
}

static void a_game_that_does_not_exist_has_a_reason(void **state) {
  grundy_digraph *g = NULL;
  grundy_gallery_description description;
  grundy_rules_finding findings[GRUNDY_PROMISE_COUNT];
  grundy_error error = {0};
  assert_int_equal(grundy_game_open("wytoff:3,5", NULL, &g, &error), GRUNDY_BAD_INPUT);
  assert_int_equal(error.reason, GRUNDY_REASON_NO_GAME);
  error = (grundy_error){0};
  assert_int_equal(grundy_gallery_describe("wytoff", &description, &error), GRUNDY_BAD_INPUT);
  assert_int_equal(error.reason, GRUNDY_REASON_NO_GAME);
  error = (grundy_error){0};
  assert_int_equal(grundy_rules_check("wytoff:3,5", NULL, findings, &error), GRUNDY_BAD_INPUT);
  assert_int_equal(error.reason, GRUNDY_REASON_NO_GAME);
}

static void options_without_a_size_are_refused(void **state) {
  grundy_digraph *g = NULL;
  grundy_expression *e = NULL;
  grundy_open_options open = {.limit = 3};
  grundy_expression_options expression = {.play = GRUNDY_MISERE_PLAY};
  grundy_error error = {0};
  assert_int_equal(grundy_game_open("wythoff:3,5", &open, &g, &error), GRUNDY_BAD_ARGUMENT);
  assert_int_equal(error.reason, GRUNDY_REASON_OPTIONS);
  assert_int_equal(grundy_expression_open("nim:3", &expression, &e, &error), GRUNDY_BAD_ARGUMENT);
  grundy_tiers *tiers = NULL;
  grundy_rules_finding findings[GRUNDY_PROMISE_COUNT];
  const grundy_rules_check_options checking = {.walks = 3};
  const grundy_evaluate_options evaluating = {.limit = 3};
  const grundy_certificate_options checking_proof = {0};
  grundy_certificate_report report;
  const char *text = "wythoff:3,5";
  assert_int_equal(grundy_tiers_open(text, &open, &tiers, &error), GRUNDY_BAD_ARGUMENT);
  assert_int_equal(grundy_rules_check(text, &checking, findings, &error), GRUNDY_BAD_ARGUMENT);
  assert_int_equal(grundy_expressions_evaluate(&text, 1, &evaluating, &error), GRUNDY_BAD_ARGUMENT);
  assert_int_equal(grundy_certificate_verify(text, "nowhere", &checking_proof, &report, &error),
                   GRUNDY_BAD_ARGUMENT);
}

static void only_rules_are_described(void **state) {
  grundy_gallery_description description;
  grundy_error error = {0};
  assert_int_equal(grundy_rules_describe("ring.edges", &description, &error), GRUNDY_BAD_INPUT);
  assert_int_equal(grundy_rules_describe("missing.lua:3", &description, &error), GRUNDY_BAD_INPUT);
  assert_int_equal(grundy_rules_describe(GRUNDY_ROOT "/examples/tokens.lua", &description, &error),
                   GRUNDY_OK);
  assert_string_equal(description.title, "tokens on letters");
  assert_string_equal(description.arguments, "letters:text");
  assert_int_equal(grundy_rules_describe("quixo", &description, &error), GRUNDY_OK);
  assert_int_equal(grundy_rules_describe("pass(wythoff:3,5)", &description, &error), GRUNDY_OK);
  assert_string_equal(description.title, ""); /* operators have none */
}

/* Names of files that are not the sources of rules, but end similarly. */
static void only_sources_of_rules_are_called_so(void **state) {
  static const char *const names[] = {"x", ".c", "/no/such/rules.c", GRUNDY_ROOT "/README.md"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    grundy_digraph *g = NULL;
    grundy_error error = {0};
    assert_int_equal(grundy_game_open(names[i], NULL, &g, &error), GRUNDY_BAD_INPUT);
    assert_null(strstr(error.message, "compiled"));
    assert_null(g);
  }
}

/* A word is the name of a game alone or before a colon. */
static void words_end_with_a_colon(void **state) {
  size_t length = 0;
  assert_true(grundy_match_word("nim:5", 5, "nim", &length));
  assert_true(grundy_match_word("nim + nim", 3, "nim", &length));
  assert_false(grundy_match_word("nimble", 6, "nim", &length));
  assert_false(grundy_match_word("nim", 2, "nim", &length));
  assert_false(grundy_match_word("mim:5", 5, "nim", &length));
}

/* Commas and quotes in the text of an operator belong to the game or its positions, unless a space
 * follows the comma and the quotes surround a name. */
static void commas_and_quotes_are_part_of_names(void **state) {
  static const struct {
    const char *text, *message;
  } cases[] = {
      {"pass(wythoff:1,)", "the argument b is empty"},
      {"terminal(wythoff:1,2, \"0,0\"x)", "\"0,0\"x"},
      {"terminal(wythoff:1,2, \")", "parenthesis"},
      {"terminal(wythoff:1,2, 0,1x)", "0,1x"},
      {"terminal(wythoff:1,2, x)", "'x'"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    grundy_digraph *g = NULL;
    grundy_error error = {0};
    assert_int_equal(grundy_game_open(cases[i].text, NULL, &g, &error), GRUNDY_BAD_INPUT);
    if (strstr(error.message, cases[i].message) == NULL) fail_msg("%s", error.message);
    assert_null(g);
  }
  grundy_digraph *g = NULL;
  assert_int_equal(grundy_game_open("terminal(wythoff:1,2, \"0,0\", 0,1)", NULL, &g, NULL),
                   GRUNDY_OK);
  grundy_digraph_free(g);
  grundy_game_name inner = grundy_rule_operator_innermost("pass(  block( wythoff:1,2, 1))");
  assert_string_equal(grundy_game_kind_describe(inner.kind)->name, "gallery");
  assert_int_equal(inner.length, strlen("wythoff"));
}

/* Tables and certificates are for one expression of rules alone. */
static void wrong_questions_are_refused(void **state) {
  char file[] = "/tmp/grundy-names-XXXXXX"; /* neither empty nor JSON */
  int descriptor = mkstemp(file);
  assert_int_equal(write(descriptor, "x\n", 2), 2);
  close(descriptor);
  const char *texts[] = {"wythoff:3,5", "nim:3"};
  grundy_error error = {0};
  grundy_certificate_report report;
  grundy_evaluate_options options = {.size = sizeof options};
  assert_int_equal(grundy_expressions_evaluate(texts, 0, &options, &error), GRUNDY_OK);
  options.columns = GRUNDY_COLUMN_HMIN;
  assert_int_equal(grundy_expressions_evaluate(texts, 1, &options, &error), GRUNDY_BAD_ARGUMENT);
  options.columns = 0;
  options.table = "/no/such/folder/table";
  assert_int_equal(grundy_expressions_evaluate(texts, 2, &options, &error), GRUNDY_BAD_ARGUMENT);
  assert_int_equal(grundy_expressions_evaluate(texts + 1, 1, &options, &error),
                   GRUNDY_BAD_ARGUMENT);
  options.table = NULL;
  options.certificate = "/no/such/folder/certificate";
  assert_int_equal(grundy_expressions_evaluate(texts, 2, &options, &error), GRUNDY_BAD_ARGUMENT);
  assert_int_equal(grundy_certificate_verify("nim:3", file, NULL, &report, &error),
                   GRUNDY_BAD_ARGUMENT);
  assert_int_equal(
      grundy_certificate_verify("wythoff:1,1 + wythoff:1,1", file, NULL, &report, &error),
      GRUNDY_BAD_ARGUMENT);
  assert_int_equal(grundy_certificate_verify("wythoff:3", file, NULL, &report, NULL),
                   GRUNDY_BAD_INPUT);
  assert_int_equal(grundy_certificate_verify("wythoff:3,5@x", file, NULL, &report, &error),
                   GRUNDY_BAD_INPUT);
  assert_int_equal(error.reason, GRUNDY_REASON_NO_POSITION);
  assert_int_equal(error.column, 13);
  unlink(file);
}

/* Appends the path and a semicolon to a text. */
static void append_path(void *context, const char *path) {
  char *list = context;
  strcat(list, path);
  strcat(list, ";");
}

static void the_files_of_a_text_are_listed_before_it_is_opened(void **state) {
  static const struct {
    const char *text;
    bool is_expression;
    const char *files;
  } cases[] = {
      {"g.edges", false, "g.edges;"},
      {"my game.edges", false, "my game.edges;"},
      {"wythoff:3,5", false, "3;5;"},
      {"node-kayles:g.tsv", false, "g.tsv;"},
      {"a.lua:3,x/g.edges", false, "a.lua;3;x/g.edges;"},
      {"a.lua.gz:3", false, "a.lua.gz;3;"},
      {"./a.so", false, "./a.so;"},
      {"base.npz", false, "base.npz;"},
      {"pass(node-kayles:g.tsv)", false, "g.tsv;"},
      {"restrict(pass( a.lua:3, 2 ), n < 3)", false, "a.lua;3;"},
      {"terminal(a.lua:3, \"x)\", g.edges)", false, "a.lua;3;"},
      {"g.edges@a + nim:5", true, "g.edges;"},
      {"2*(\"my game.edges\"@\"b 1\" & a.lua:3@x) + g.edges@g2.edges", true,
       "my game.edges;a.lua;3;g.edges;"},
      {"tokens:g.tsv{a,a,c} | take{1,2}:9 | kayles:7", true, "g.tsv;"},
      {"pass(node-kayles:g.tsv)@a + \"pass(a.lua:3)\"", true, "g.tsv;a.lua;3;"},
      {"g.edges@a + g.edges@b + nim:1", true, "g.edges;"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char list[256] = "";
    grundy_status status =
        grundy_game_files(cases[i].text, cases[i].is_expression, append_path, list, NULL);
    assert_int_equal(status, GRUNDY_OK);
    assert_string_equal(list, cases[i].files);
  }
  char list[256] = "";
  assert_int_equal(grundy_game_files("g.edges@a +", true, append_path, list, NULL),
                   GRUNDY_BAD_INPUT);
  assert_int_equal(grundy_game_files("pass(a.lua", false, append_path, list, NULL),
                   GRUNDY_BAD_INPUT);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_text_names_a_game_of_one_kind),
      cmocka_unit_test(the_files_of_a_text_are_listed_before_it_is_opened),
      cmocka_unit_test(every_kind_is_described_correctly),
      cmocka_unit_test(the_example_of_a_component_is_an_expression),
      cmocka_unit_test(the_gallery_is_listed_in_order),
      cmocka_unit_test(a_game_that_does_not_exist_has_a_reason),
      cmocka_unit_test(options_without_a_size_are_refused),
      cmocka_unit_test(only_rules_are_described),
      cmocka_unit_test(only_sources_of_rules_are_called_so),
      cmocka_unit_test(words_end_with_a_colon),
      cmocka_unit_test(commas_and_quotes_are_part_of_names),
      cmocka_unit_test(wrong_questions_are_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
