/* The kind of game added in docs/adding-a-kind-of-game.md, compiled from that page. */

#include "support/test.h"

#include <grundy/grundy.h>

static void the_kind_is_in_the_table(void **state) {
  size_t found = 0;
  const grundy_game_kind *kind;
  for (size_t i = 0; (kind = grundy_game_kind_at(i)) != NULL; i++)
    found += strcmp(grundy_game_kind_describe(kind)->name, "cycle") == 0;
  assert_int_equal(found, 1);
}

static void the_kind_is_opened_as_a_digraph(void **state) {
  grundy_digraph *g = NULL;
  assert_int_equal(grundy_game_open("cycle:5", NULL, &g, NULL), GRUNDY_OK);
  assert_int_equal(grundy_digraph_order(g), 5);
  assert_int_equal(grundy_digraph_followers(g, 4).at[0], 0);
  grundy_digraph_free(g);
}

static void wrong_arguments_are_rejected(void **state) {
  static const char *const texts[] = {"cycle", "cycle:", "cycle:0", "cycle:x"};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    grundy_digraph *g = NULL;
    grundy_error error = {0};
    assert_int_equal(grundy_game_open(texts[i], NULL, &g, &error), GRUNDY_BAD_INPUT);
    assert_non_null(strstr(error.message, "expected cycle:N"));
  }
}

/* On a cycle the players can move forever, and the heap does not change that. */
static void the_kind_is_a_component_of_expressions(void **state) {
  static const char *const texts[] = {"cycle:5@2 + nim:3", "cycle:5 + nim:3"};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    grundy_expression *e = NULL;
    grundy_evaluation evaluation;
    grundy_error error = {0};
    if (grundy_expression_open(texts[i], NULL, &e, &error) != GRUNDY_OK)
      fail_msg("%s", error.message);
    grundy_compound *compound = grundy_expression_compound(e);
    assert_int_equal(grundy_compound_evaluate(compound, NULL, &evaluation, NULL), GRUNDY_OK);
    assert_int_equal(evaluation.outcome, GRUNDY_OUTCOME_D);
    assert_int_equal(grundy_compound_position(compound, 0), i == 0 ? 2 : 0);
    grundy_expression_free(e);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_kind_is_in_the_table),
      cmocka_unit_test(the_kind_is_opened_as_a_digraph),
      cmocka_unit_test(wrong_arguments_are_rejected),
      cmocka_unit_test(the_kind_is_a_component_of_expressions),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
