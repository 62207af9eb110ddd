/* Expressions: their meaning, and messages about errors. */

#include <unistd.h>

#include <grundy/grundy.h>

#include "support/expressions.h"
#include "support/test.h"

/* Every file is a → b → c, b → a; counts how often one was read. */
static int files_read;

static grundy_status read_any(void *context, const grundy_game_name *name, uint64_t closed_limit,
                              grundy_digraph **g, grundy_error *error) {
  (void)closed_limit;
  static const char text[] = "a b\nb c\nb a\n\"\\\"b\"\n";
  (void)name;
  (void)context;
  files_read++;
  FILE *in = fmemopen((void *)text, strlen(text), "r");
  assert_non_null(in);
  grundy_status status = grundy_digraph_read(
      "any", GRUNDY_FORMAT_EDGES, &GRUNDY_OPTIONS(grundy_read_options, .stream = in), g, error);
  fclose(in);
  return status;
}

static const grundy_expression_options any_file = {.size = sizeof any_file, .read = read_any};

static grundy_expression *open_text(const char *text) {
  grundy_expression *e = NULL;
  grundy_error error = {0};
  files_read = 0;
  if (grundy_expression_open(text, &any_file, &e, &error) != GRUNDY_OK)
    fail_msg("%s: column %d: %s", text, (int)error.column, error.message);
  return e;
}

static grundy_evaluation evaluate(grundy_expression *e) {
  grundy_evaluation evaluation;
  assert_int_equal(grundy_compound_evaluate(grundy_expression_compound(e), NULL, &evaluation, NULL),
                   GRUNDY_OK);
  return evaluation;
}

/* ---- meaning ---------------------------------------------------------------------- */

static void a_file_is_read_once_however_often_it_occurs(void **state) {
  grundy_expression *e =
      open_text("ring.dot@a + 2*nim:5 + 3*(ring.dot@b & \"my game.edges\"@c) + ring.dot@\"a\"");
  const grundy_compound *c = grundy_expression_compound(e);
  assert_int_equal(files_read, 2);
  assert_int_equal(grundy_compound_count(c), 10);
  assert_string_equal(grundy_expression_describe(e, 0).source, "ring.dot");
  assert_string_equal(grundy_expression_describe(e, 1).source, "nim");
  assert_string_equal(grundy_expression_describe(e, 4).source, "my game.edges");
  assert_int_equal(grundy_compound_position(c, 3), 1);
  assert_int_equal(grundy_compound_position(c, 4), 2);
  assert_int_equal(grundy_compound_position(c, 9), 0);
  grundy_expression_free(e);
}

static void a_file_without_a_position_begins_at_its_first_one(void **state) {
  grundy_expression *e = open_text("f@b + g + 2*\"my f\" + nim:3 + wythoff:3,5");
  const grundy_compound *c = grundy_expression_compound(e);
  static const bool first[] = {false, true, true, true, false, false};
  assert_int_equal(grundy_compound_count(c), 6);
  for (uint32_t i = 0; i < 6; i++) {
    assert_int_equal(grundy_expression_describe(e, i).is_at_first, first[i]);
    if (first[i]) assert_int_equal(grundy_compound_position(c, i), 0);
  }
  grundy_expression_free(e);
}

static void expressions_have_these_values(void **state) {
  static const struct {
    const char *text;
    uint32_t components;
    uint64_t value;
  } cases[] = {
      {"nim:5", 1, 5},
      {"  nim : 5+nim:3 ", 2, 6},
      {"3*nim:5", 3, 5},
      {"2 * 2 * nim:5 + nim:1", 5, 1},
      {"(nim:1 + (nim:2 + (nim:4)))", 3, 7},
      {"2*(nim:1+nim:2)+nim:9", 5, 9},
      {"coins:1.05 + nim:0", 2, 1},
      {"coins{ free }:3.00 + coins{fixed}:0.02", 2, 0},
      {"take{1,2}:5 + nim:0", 2, 2},
      {"take{2,1,2}:5 + take{1,2}:4 + nim:0", 3, 3},
      {"(nim:1 & nim:1) + nim:0", 3, 1},
      {"f@a+g@b+nim:0", 3, 1},
      {"-@a + \"x\\\"y\\\\z\"@c", 2, 0},
      {"f@\"\\\"b\"", 1, 0},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    grundy_expression *e = open_text(cases[i].text);
    assert_int_equal(grundy_compound_count(grundy_expression_compound(e)), cases[i].components);
    grundy_evaluation evaluation = evaluate(e);
    assert_true(evaluation.value != GRUNDY_UNKNOWN);
    assert_int_equal(evaluation.value, cases[i].value);
    grundy_expression_free(e);
  }
}

static void a_repetition_uses_the_operator_next_to_it(void **state) {
  grundy_expression *e = open_text("nim:3 & 2*nim:2");
  assert_int_equal(evaluate(e).distance, 2);
  grundy_expression_free(e);
  e = open_text("nim:3 & (2*nim:2)");
  assert_int_equal(evaluate(e).distance, 3);
  grundy_expression_free(e);
  e = open_text("nim:3 | 2*nim:2");
  assert_int_equal(evaluate(e).distance, 7);
  grundy_expression_free(e);
}

static void the_same_set_of_numbers_to_take_is_one_game(void **state) {
  grundy_expression *e = open_text("take{4,1,2}:3 + take{1,2,4,4}:90");
  assert_string_equal(grundy_expression_describe(e, 0).source, "take{1,2,4}");
  assert_ptr_equal(grundy_compound_component(grundy_expression_compound(e), 0).data,
                   grundy_compound_component(grundy_expression_compound(e), 1).data);
  grundy_expression_free(e);
}

/* ---- errors ----------------------------------------------------------------------- */

static void errors_point_at_the_column(void **state) {
  static const bad_expression cases[] = {
      {"", 1, GRUNDY_BAD_INPUT, "the expression ends here; expected a component"},
      {"nim:5 +", 8, GRUNDY_BAD_INPUT, "the expression ends here"},
      {"nim:5 + nim:2 & nim:1", 15, GRUNDY_BAD_INPUT,
       "& does not mix with +; expected parentheses"},
      {"(nim:1 | nim:1) + nim:1 | nim:2", 25, GRUNDY_BAD_INPUT, "| does not mix with +"},
      {"nim:5 nim:3", 7, GRUNDY_BAD_INPUT, "unexpected 'n'; expected +, &, | or the end"},
      {"(nim:5", 7, GRUNDY_BAD_INPUT, "the expression ends here; expected +, &, | or )"},
      {"nim:5)", 6, GRUNDY_BAD_INPUT, "unexpected ')'"},
      {"()", 2, GRUNDY_BAD_INPUT, "unexpected ')'; expected a component"},
      {"nim:", 5, GRUNDY_BAD_INPUT, "expected the size of a heap"},
      {"nim:x", 5, GRUNDY_BAD_INPUT, "unexpected 'x'; expected the size of a heap"},
      {"nim:9223372036854775808", 5, GRUNDY_UNABLE, "the number is too large"},
      {"kayle:7", 1, GRUNDY_BAD_INPUT, "unknown game 'kayle'; did you mean 'kayles'?"},
      {"nim:1 + 0.7!:7", 12, GRUNDY_BAD_INPUT, "unexpected '!'; expected a digit"},
      {"kayles:7x", 8, GRUNDY_BAD_INPUT, "kayles has no position '7x'"},
      {"kayles:10000001", 8, GRUNDY_UNABLE, "the heap is too large; expected at most 10000000"},
      {"take:7", 1, GRUNDY_BAD_INPUT, "unknown game 'take'"},
      {"take{}:7", 6, GRUNDY_BAD_INPUT, "unexpected '}'; expected a number"},
      {"take{1,0}:7", 8, GRUNDY_BAD_INPUT, "this cannot be in the set"},
      {"take{1;2}:7", 7, GRUNDY_BAD_INPUT, "unexpected ';'; expected a comma or }"},
      {"take{1}7", 8, GRUNDY_BAD_INPUT, "unexpected '7'; expected a colon"},
      {"take{1}:2000000000", 9, GRUNDY_UNABLE, "the heap is too large"},
      {"f@", 3, GRUNDY_BAD_INPUT, "the expression ends here; expected the name of a position"},
      {"f@q", 3, GRUNDY_BAD_INPUT, "f has no position 'q'"},
      {"f@π + g@q", 3, GRUNDY_BAD_INPUT, "f has no position 'π'"},
      {"π@a + g@q", 9, GRUNDY_BAD_INPUT, "g has no position 'q'"},
      {"\"f@a", 1, GRUNDY_BAD_INPUT, "this quotation is not closed"},
      {"0*f@a", 1, GRUNDY_BAD_INPUT, "nothing can be repeated 0 times"},
      {"nim:1 + 200000*f@a", 9, GRUNDY_UNABLE, "the number is too large"},
      {"1000*(1000*f@a)", 1, GRUNDY_UNABLE, "there are too many components"},
      {"1000*1000*f@a", 6, GRUNDY_UNABLE, "there are too many components"},
      {"*f@a", 1, GRUNDY_BAD_INPUT, "unexpected '*'"},
      {"coins{fixed:1.05", 6, GRUNDY_BAD_INPUT, "expected a set that ends with }"},
      {"coins{1}:1.05", 7, GRUNDY_BAD_INPUT, "a dollar cannot be changed like this"},
      {"coins{free,}:1.05", 7, GRUNDY_BAD_INPUT, "a dollar cannot be changed like this"},
      {"coins{other}:1.05", 7, GRUNDY_BAD_INPUT, "a dollar cannot be changed like this"},
      {"coins:x", 7, GRUNDY_BAD_INPUT, "'x' is not a sum of coins"},
      {"coins:1", 7, GRUNDY_BAD_INPUT, "'1' is not a sum of coins"},
      {"coins:1.5", 7, GRUNDY_BAD_INPUT, "'1.5' is not a sum of coins"},
      {"coins:1.05x", 7, GRUNDY_BAD_INPUT, "'1.05x' is not a sum of coins"},
      {"coins:99999999999999999.05", 7, GRUNDY_BAD_INPUT, "is not a sum of coins"},
      {"coins:1.99999999999999999", 7, GRUNDY_BAD_INPUT, "is not a sum of coins"},
      {"ordinal:(w*2", 9, GRUNDY_BAD_INPUT, "this parenthesis is not closed; expected )"},
      {"takes:7", 1, GRUNDY_BAD_INPUT, "unknown game 'takes'"},
      {"take3:7", 1, GRUNDY_BAD_INPUT, "put 'take{...}:N' in quotes"},
  };
  assert_expressions_fail(cases, sizeof cases / sizeof *cases, &any_file);
}

static void parentheses_have_a_limit(void **state) {
  char text[3000];
  for (int depth = GRUNDY_EXPRESSION_MAX_DEPTH; depth <= GRUNDY_EXPRESSION_MAX_DEPTH + 1; depth++) {
    size_t length = 0;
    for (int i = 0; i < depth; i++)
      length += (size_t)sprintf(text + length, "(nim:1%c", "+&|"[i % 3]);
    length += (size_t)sprintf(text + length, "nim:1");
    for (int i = 0; i < depth; i++) text[length++] = ')';
    text[length] = '\0';
    grundy_expression *e = NULL;
    grundy_error error = {0};
    grundy_status status = grundy_expression_open(text, NULL, &e, &error);
    if (depth <= GRUNDY_EXPRESSION_MAX_DEPTH) {
      assert_int_equal(status, GRUNDY_OK);
      grundy_evaluation evaluation;
      grundy_search_options never = {.size = sizeof never, .never = true};
      assert_int_equal(
          grundy_compound_evaluate(grundy_expression_compound(e), &never, &evaluation, NULL),
          GRUNDY_OK);
    } else {
      assert_int_equal(status, GRUNDY_UNABLE);
      assert_string_equal(error.message, "parentheses are nested too deep; expected at most 100");
    }
    grundy_expression_free(e);
  }
}

static void a_missing_file_is_reported_by_its_name(void **state) {
  grundy_expression *e = NULL;
  grundy_error error = {0};
  assert_int_equal(grundy_expression_open("/no/such/file.edges@a", NULL, &e, &error),
                   GRUNDY_BAD_INPUT);
  assert_string_equal(error.file, "/no/such/file.edges");
}

/* ---- games that cannot be explored ---------------------------------------------------------- */

/* A reader that finds every game too large. */
static grundy_status read_none(void *context, const grundy_game_name *name, uint64_t closed_limit,
                               grundy_digraph **g, grundy_error *error) {
  (void)context, (void)name, (void)closed_limit, (void)g;
  error->status = GRUNDY_UNABLE;
  (void)snprintf(error->message, sizeof error->message, "too large");
  return GRUNDY_UNABLE;
}

static void assert_too_large(const char *text, grundy_play play) {
  grundy_expression_options options = {.size = sizeof options, .read = read_none, .play = play};
  for (int i = 0; i < 2; i++) {
    grundy_error error = {0};
    grundy_expression *e = NULL;
    assert_int_equal(grundy_expression_open(text, &options, &e, i == 0 ? &error : NULL),
                     GRUNDY_UNABLE);
    if (i == 0) assert_string_equal(error.message, "too large");
    assert_null(e);
  }
}

/* Closed forms are for rules that have one, and for normal play. */
static void only_rules_with_a_closed_form_can_be_too_large(void **state) {
  static const char heaps[] = GRUNDY_ROOT "/tests/faults/heaps.lua:3@1-2";
  grundy_expression_options options = {.size = sizeof options, .read = read_none};
  grundy_expression *e = NULL;
  grundy_error error = {0};
  assert_int_equal(grundy_expression_open(heaps, &options, &e, NULL), GRUNDY_OK);
  assert_int_equal(evaluate(e).value, 3);
  grundy_expression_free(e);
  e = NULL;
  assert_too_large("any.edges@a", GRUNDY_NORMAL_PLAY);
  assert_too_large("wythoff:2,3", GRUNDY_NORMAL_PLAY); /* no closed form */
  assert_too_large(heaps, GRUNDY_MISERE_PLAY);
  assert_int_equal(
      grundy_expression_open(GRUNDY_ROOT "/tests/game/failing.lua:3", &options, &e, &error),
      GRUNDY_BAD_INPUT);
  assert_non_null(strstr(error.message, "no answer today"));
  assert_null(e);
}

/* A reader that explores rules for every name. */
static grundy_status read_explored(void *context, const grundy_game_name *name,
                                   uint64_t closed_limit, grundy_digraph **g, grundy_error *error) {
  (void)context, (void)name, (void)closed_limit;
  return grundy_game_open("wythoff:1,2", NULL, g, error);
}

/* Such a file is a tablebase, and its solution is read. */
static void a_tablebase_without_a_solution_is_reported(void **state) {
  grundy_expression_options options = {.size = sizeof options, .read = read_explored};
  grundy_expression *e = NULL;
  grundy_error error = {0};
  assert_int_not_equal(grundy_expression_open("/no/such.npz", &options, &e, &error), GRUNDY_OK);
  assert_string_equal(error.file, "/no/such.npz");
  assert_null(e);
}

/* Its solution is not computed again, and play begins at the start of its rules. */
static void a_tablebase_begins_at_the_start_of_its_rules(void **state) {
  char path[64];
  grundy_digraph *g = NULL;
  grundy_solution *solution = NULL;
  grundy_expression *e = NULL;
  (void)snprintf(path, sizeof path, "/tmp/grundy-expression-%d.npz", (int)getpid());
  assert_int_equal(grundy_game_open("wythoff:1,2", NULL, &g, NULL), GRUNDY_OK);
  assert_int_equal(grundy_solve_in_memory(g, NULL, &solution, NULL), GRUNDY_OK);
  FILE *out = fopen(path, "wb");
  assert_non_null(out);
  assert_int_equal(grundy_tablebase_write(g, solution, NULL, out, NULL), GRUNDY_OK);
  assert_int_equal(fclose(out), 0);
  assert_int_equal(grundy_expression_open(path, NULL, &e, NULL), GRUNDY_OK);
  assert_false(grundy_expression_describe(e, 0).is_at_first);
  assert_int_equal(evaluate(e).outcome, GRUNDY_OUTCOME_P);
  grundy_expression_free(e);
  assert_int_equal(unlink(path), 0);
  grundy_solution_free(solution);
  grundy_digraph_free(g);
}

/* ---- options and positions ------------------------------------------------------------------- */

/* Only rules without a position begin at their start: "" is a name like any other. */
static void an_empty_name_is_not_the_start_of_rules(void **state) {
  grundy_expression *named = NULL, *start = NULL;
  assert_int_equal(grundy_expression_open("wythoff:3,5@\"\"", NULL, &start, NULL),
                   GRUNDY_BAD_INPUT);
  assert_int_equal(grundy_expression_open("wythoff:3,5", NULL, &start, NULL), GRUNDY_OK);
  assert_int_equal(grundy_expression_open("wythoff:3,5@3,5", NULL, &named, NULL), GRUNDY_OK);
  assert_int_equal(grundy_compound_position(grundy_expression_compound(start), 0),
                   grundy_compound_position(grundy_expression_compound(named), 0));
  grundy_expression_free(start);
  grundy_expression_free(named);
}

static void payoffs_are_for_games_that_have_them(void **state) {
  static const char *const texts[] = {"nim:3", "wythoff:1,2", "dodgem:2"};
  grundy_expression_options options = {.size = sizeof options, .payoff_known = true, .payoff = 0.5};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    grundy_expression *e = NULL;
    grundy_error error = {0};
    assert_int_not_equal(grundy_expression_open(texts[i], &options, &e, &error), GRUNDY_OK);
    assert_non_null(strstr(error.message, "payoff"));
    assert_null(e);
  }
}

/* A caller need not want to know what is wrong, or where. */
static void errors_are_optional(void **state) {
  static const char *const texts[] = {"coins{1}:1.05", "nim:1 + 0.7!:7", "coins:x", "wythoff:x",
                                      GRUNDY_ROOT "/tests/game/failing.lua:1"};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    grundy_expression *e = NULL;
    assert_int_equal(grundy_expression_open(texts[i], NULL, &e, NULL), GRUNDY_BAD_INPUT);
    assert_null(e);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_file_is_read_once_however_often_it_occurs),
      cmocka_unit_test(a_file_without_a_position_begins_at_its_first_one),
      cmocka_unit_test(expressions_have_these_values),
      cmocka_unit_test(a_repetition_uses_the_operator_next_to_it),
      cmocka_unit_test(the_same_set_of_numbers_to_take_is_one_game),
      cmocka_unit_test(errors_point_at_the_column),
      cmocka_unit_test(parentheses_have_a_limit),
      cmocka_unit_test(a_missing_file_is_reported_by_its_name),
      cmocka_unit_test(only_rules_with_a_closed_form_can_be_too_large),
      cmocka_unit_test(a_tablebase_without_a_solution_is_reported),
      cmocka_unit_test(a_tablebase_begins_at_the_start_of_its_rules),
      cmocka_unit_test(an_empty_name_is_not_the_start_of_rules),
      cmocka_unit_test(payoffs_are_for_games_that_have_them),
      cmocka_unit_test(errors_are_optional),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
