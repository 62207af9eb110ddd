/* Tokens on one game: a sum of its positions, in every play and under every operator; on an acyclic
 * game the value is linear [Sat72, Thm. 3.9]. */

#include <grundy/digraph.h>
#include <grundy/game.h>
#include <grundy/linear.h>

#include "support/expressions.h"
#include "support/games.h"
#include "support/sets.h"
#include "support/test.h"

/* Files are copies of the game in the context. */
static grundy_status read_copy(void *context, const grundy_game_name *name, uint64_t closed_limit,
                               grundy_digraph **g, grundy_error *error) {
  (void)closed_limit;
  const grundy_digraph *original = context;
  (void)name;
  return grundy_digraph_product(GRUNDY_DISJUNCTIVE, 1, &original, NULL, g, error);
}

static grundy_expression *open_text(const grundy_digraph *g, grundy_play play, const char *text) {
  grundy_expression_options options = {
      .size = sizeof options, .play = play, .read = read_copy, .context = (void *)g};
  grundy_expression *e = NULL;
  grundy_error error = {0};
  if (grundy_expression_open(text, &options, &e, &error) != GRUNDY_OK)
    fail_msg("%s: column %d: %s", text, (int)error.column, error.message);
  return e;
}

static grundy_evaluation evaluate(grundy_expression *e) {
  grundy_evaluation evaluation;
  assert_int_equal(grundy_compound_evaluate(grundy_expression_compound(e), NULL, &evaluation, NULL),
                   GRUNDY_OK);
  return evaluation;
}

static void assert_same(const grundy_digraph *g, grundy_play play, const char *one,
                        const char *other) {
  grundy_expression *a = open_text(g, play, one), *b = open_text(g, play, other);
  const grundy_compound *c = grundy_expression_compound(a), *d = grundy_expression_compound(b);
  assert_int_equal(grundy_compound_count(c), grundy_compound_count(d));
  for (uint32_t i = 0; i < grundy_compound_count(c); i++)
    assert_int_equal(grundy_compound_position(c, i), grundy_compound_position(d, i));
  grundy_evaluation s = evaluate(a), t = evaluate(b);
  assert_int_equal(s.outcome, t.outcome);
  assert_int_equal(s.value, t.value);
  assert_int_equal(s.remoteness, t.remoteness);
  assert_int_equal(s.distance, t.distance);
  assert_true(sets_equal(s.k, t.k));
  grundy_expression_free(a);
  grundy_expression_free(b);
}

/* ---- meaning --------------------------------------------------------------------------------- */

static void tokens_are_a_sum_of_positions(void **state) {
  static const char *const pairs[][2] = {
      {"tokens:f{0}", "f@0"},
      {"tokens:f{0,0,2}", "f@0 + f@0 + f@2"},
      {"tokens : f { 2*0 , \"2\" } + nim:2", "f@0 + f@0 + f@2 + nim:2"},
      {"tokens:\"f g\"{0,1} & f@2", "(f@0 + f@1) & f@2"},
      {"2*tokens:f{0,1} | nim:2", "(f@0 + f@1) | (f@0 + f@1) | nim:2"},
      {"nim:1 & (tokens:f{0,1} + nim:2)", "nim:1 & (f@0 + f@1 + nim:2)"},
  };
  grundy_random random = grundy_random_new(test_seed());
  for (uint64_t i = 0; i < test_scaled(60); i++) {
    grundy_digraph *g = i % 2 == 0 ? game_random(&random, 4, 0.4) : game_acyclic(&random, 5, 0.5);
    for (size_t k = 0; k < sizeof pairs / sizeof *pairs; k++) {
      assert_same(g, GRUNDY_NORMAL_PLAY, pairs[k][0], pairs[k][1]);
      assert_same(g, GRUNDY_MISERE_PLAY, pairs[k][0], pairs[k][1]);
    }
    grundy_digraph_free(g);
  }
}

/* Up to 4 random tokens, as "tokens:f{0,3}" and as "0 + 3". */
static void write_tokens(grundy_random *random, uint32_t order, char *tokens, char *element) {
  uint64_t count = 1 + grundy_random_below(random, 4);
  size_t t = (size_t)sprintf(tokens, "tokens:f"), e = 0;
  for (uint64_t k = 0; k < count; k++) {
    unsigned v = (unsigned)grundy_random_below(random, order);
    t += (size_t)sprintf(tokens + t, "%c%u", k == 0 ? '{' : ',', v);
    e += (size_t)sprintf(element + e, "%s%u", k == 0 ? "" : " + ", v);
  }
  sprintf(tokens + t, "}");
}

static void on_an_acyclic_game_the_value_is_that_of_the_element(void **state) {
  grundy_random random = grundy_random_new(test_seed());
  for (uint64_t i = 0; i < test_scaled(300); i++) {
    grundy_digraph *g = game_acyclic(&random, 1 + (uint32_t)grundy_random_below(&random, 20), 0.4);
    grundy_solve_options options = {.size = sizeof options,
                                    .columns = GRUNDY_COLUMN_GRUNDY | GRUNDY_COLUMN_DISTANCE};
    grundy_solution *solution = NULL;
    grundy_lift *lift = NULL;
    char tokens[64], element[64];
    uint32_t value = 99;
    assert_int_equal(grundy_solve_in_memory(g, &options, &solution, NULL), GRUNDY_OK);
    assert_int_equal(grundy_lift_new(g, solution, &lift, NULL), GRUNDY_OK);
    write_tokens(&random, grundy_digraph_order(g), tokens, element);
    grundy_expression *e = open_text(g, GRUNDY_NORMAL_PLAY, tokens);
    assert_int_equal(grundy_lift_value(lift, element, &value, NULL), GRUNDY_OK);
    assert_int_equal(evaluate(e).value, value);
    grundy_expression_free(e);
    grundy_lift_free(lift);
    grundy_solution_free(solution);
    grundy_digraph_free(g);
  }
}

static void a_hundred_thousand_tokens_are_not_multiplied(void **state) {
  grundy_digraph *g = game_chain(10, 1);
  grundy_expression *e = open_text(g, GRUNDY_NORMAL_PLAY, "tokens:f{60000*9,60001*3,7*8}");
  grundy_search_options options = {.size = sizeof options, .never = true};
  grundy_evaluation evaluation;
  assert_int_equal(
      grundy_compound_evaluate(grundy_expression_compound(e), &options, &evaluation, NULL),
      GRUNDY_OK);
  assert_int_equal(evaluation.value, 1);
  assert_int_equal(evaluation.outcome, 'N');
  assert_int_equal(evaluation.distance, 60000 * 9 + 60001 * 3 + 7 * 8);
  grundy_expression_free(e);
  grundy_digraph_free(g);
}

/* errors */

static void invalid_tokens_are_rejected_at_their_column(void **state) {
  static const bad_expression cases[] = {
      {"tokens:", 8, GRUNDY_BAD_INPUT,
       "the expression ends here; expected a file, as in tokens:FILE{a,b}"},
      {"tokens:f", 9, GRUNDY_BAD_INPUT,
       "the expression ends here; expected { and positions, as in {a,b}"},
      {"tokens:f{}", 10, GRUNDY_BAD_INPUT, "unexpected '}'; expected the name of a position"},
      {"tokens:f{0,}", 12, GRUNDY_BAD_INPUT, "unexpected '}'; expected the name of a position"},
      {"tokens:f{0 1}", 12, GRUNDY_BAD_INPUT, "unexpected '1'; expected a comma or }"},
      {"tokens:f{0{1}", 11, GRUNDY_BAD_INPUT, "unexpected '{'; expected a comma or }"},
      {"tokens:f{0*0}", 10, GRUNDY_BAD_INPUT,
       "nothing can be repeated 0 times; expected at least 1"},
      {"tokens:f{0,77}", 12, GRUNDY_BAD_INPUT, "f has no position '77'; its positions are 0, 1, 2"},
      {"tokens:f{0,131072*0}", 12, GRUNDY_UNABLE,
       "there are too many components; expected at most 131072"},
      {"tokens:f{131072*0,1}", 19, GRUNDY_UNABLE,
       "there are too many components; expected at most 131072"},
      {"tokens:f{131072*0} + nim:1", 27, GRUNDY_UNABLE,
       "there are too many components; expected at most 131072"},
      {"2*tokens:f{65537*0}", 1, GRUNDY_UNABLE,
       "there are too many components; expected at most 131072"},
      {"tokens:f{\"0}", 10, GRUNDY_BAD_INPUT, "this quotation is not closed; expected \""},
  };
  grundy_digraph *g = game_chain(3, 1);
  grundy_expression_options options = {.size = sizeof options, .read = read_copy, .context = g};
  assert_expressions_fail(cases, sizeof cases / sizeof *cases, &options);
  grundy_digraph_free(g);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(tokens_are_a_sum_of_positions),
      cmocka_unit_test(on_an_acyclic_game_the_value_is_that_of_the_element),
      cmocka_unit_test(a_hundred_thousand_tokens_are_not_multiplied),
      cmocka_unit_test(invalid_tokens_are_rejected_at_their_column),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
