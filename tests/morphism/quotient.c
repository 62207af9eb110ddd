/* What quotients by the coarsest compatible relation preserve, and solving through them. */

#include <grundy/grundy.h>

#include "support/coloured.h"
#include "support/games.h"
#include "support/relations.h"
#include "support/solutions.h"
#include "support/test.h"

static grundy_solution *reduced(const grundy_digraph *g, grundy_columns columns) {
  grundy_solve_options options = {.size = sizeof options, .columns = columns, .payoff = 1};
  grundy_solution *solution = NULL;
  grundy_error error;
  if (grundy_solve_reduced(g, &options, &solution, NULL, &error) != GRUNDY_OK)
    fail_msg("grundy_solve_reduced: %s", error.message);
  return solution;
}

static grundy_solution *direct(const grundy_digraph *g, grundy_columns columns) {
  grundy_solve_options options = {.size = sizeof options, .columns = columns, .payoff = 1};
  grundy_solution *solution = NULL;
  grundy_error error;
  if (grundy_solve_in_memory(g, &options, &solution, &error) != GRUNDY_OK)
    fail_msg("grundy_solve_in_memory: %s", error.message);
  return solution;
}

/* Every column has a verdict, and none is wrong or undecided. */
static const char *is_verified(const grundy_digraph *g, const grundy_solution *solution) {
  grundy_verify_options options = {.size = sizeof options, .payoff_known = true, .payoff = 1};
  grundy_report *report = NULL;
  const char *why = NULL;
  assert_int_equal(grundy_verify(g, solution, &options, &report, NULL), GRUNDY_OK);
  for (size_t i = 0; i < grundy_report_count(report); i++) {
    grundy_finding finding = grundy_report_finding(report, i);
    if (finding.verdict != GRUNDY_VERDICT_RIGHT && finding.verdict != GRUNDY_VERDICT_REMARK)
      why = because("%s is not verified", grundy_column_describe(finding.column)->name);
  }
  grundy_report_free(report);
  return why;
}

/* Every unique column agrees with solving, and the counterfunction is valid. */
static const char *is_solved_by_reducing(const test_game *game) {
  grundy_columns columns = grundy_solve_columns(game->g, true);
  grundy_solution *expected = direct(game->g, columns), *got = reduced(game->g, columns);
  const char *why = is_verified(game->g, got);
  for (int i = 0; i < GRUNDY_COLUMN_COUNT && why == NULL; i++) {
    grundy_columns column = (grundy_columns)1 << i;
    if ((columns & column) != 0 && column != GRUNDY_COLUMN_COUNTER)
      why = same_column(column, expected, got);
  }
  grundy_solution_free(expected);
  grundy_solution_free(got);
  return why;
}

static void every_column_is_kept(void **state) {
  for (uint32_t order = 0; order <= 3; order++) on_every_game(order, is_solved_by_reducing);
  on_some_games(4, 3000, is_solved_by_reducing);
  on_random_games(4000, 8, is_solved_by_reducing);
  on_random_games(500, 60, is_solved_by_reducing);
}

static void every_column_of_games_with_players_and_ends_is_kept(void **state) {
  grundy_random random = grundy_random_new(test_seed());
  for (uint64_t i = 0; i < test_scaled(3000); i++) {
    uint32_t most = 3 + (uint32_t)(i % 25);
    grundy_digraph *g = i % 3 == 0 ? random_ended_game(&random, most)
                                   : random_coloured_game(&random, most, 3, i % 3 == 1);
    on_game(g, is_solved_by_reducing);
    grundy_digraph_free(g);
  }
}

static void every_column_is_kept_on_the_models_of_the_bench(void **state) {
  for (int kind = 0; kind < GRUNDY_MODEL_COUNT; kind++) {
    grundy_model model = grundy_model_default((grundy_model_kind)kind);
    grundy_digraph *g;
    model.order = test_scaled(20000);
    model.degree = 2;
    model.sinks = 0.5;
    model.p = 1.0 / (double)model.order;
    model.moves = model.order;
    model.width = kind == GRUNDY_MODEL_BOARD ? 60 : 400;
    model.height = 60;
    model.layers = 1 + model.order / model.width;
    model.back = 0.1;
    model.put_backs = true;
    assert_int_equal(grundy_model_make(&model, NULL, &g, NULL), GRUNDY_OK);
    on_game(g, is_solved_by_reducing);
    grundy_digraph_free(g);
  }
}

/* ---- quotients ---------------------------------------------------------------------------- */

/* By any relation: a class has a move if every member has one [Sat72, Def. 2.6]. */
static const char *has_the_moves_of_the_definition(const test_game *game) {
  const grundy_digraph *g = game->g;
  uint32_t order = grundy_digraph_order(g), *class_of = new_numbers(order);
  uint32_t count = random_relation(game->random, order, 1 + order / 2, class_of);
  grundy_digraph *quotient = NULL;
  const char *why = NULL;
  assert_int_equal(grundy_quotient(g, class_of, count, NULL, NULL, &quotient, NULL), GRUNDY_OK);
  for (uint32_t c = 0; c < count && why == NULL; c++)
    for (uint32_t d = 0; d < count; d++) {
      bool all = true;
      for (uint32_t v = 0; v < order; v++)
        if (class_of[v] == c) all = all && naive_moves_into(g, class_of, v, d);
      if (all != grundy_digraph_has_move(quotient, c, d)) why = because("move %u %u", c, d);
    }
  if (grundy_digraph_order(quotient) != count) why = "there is not a vertex for every class";
  grundy_digraph_free(quotient);
  free(class_of);
  return why;
}

static void a_class_moves_where_all_of_its_members_do(void **state) {
  on_random_games(3000, 12, has_the_moves_of_the_definition);
}

/* The quotient of the quotient is itself. */
static const char *is_reduced_once(const test_game *game) {
  uint32_t order = grundy_digraph_order(game->g), count, again, *class_of = new_numbers(order);
  grundy_digraph *quotient = NULL;
  assert_int_equal(grundy_compatible_coarsest(game->g, NULL, class_of, &count, NULL), GRUNDY_OK);
  assert_int_equal(grundy_quotient(game->g, class_of, count, NULL, NULL, &quotient, NULL),
                   GRUNDY_OK);
  assert_int_equal(grundy_compatible_coarsest(quotient, NULL, class_of, &again, NULL), GRUNDY_OK);
  const char *why = again == count ? NULL : because("%u classes at first, then %u", count, again);
  grundy_digraph_free(quotient);
  free(class_of);
  return why;
}

static void the_quotient_cannot_be_reduced_further(void **state) {
  on_random_games(3000, 40, is_reduced_once);
}

static grundy_digraph *game_of(const char *text) {
  grundy_digraph *g = NULL;
  grundy_error error;
  FILE *in = fmemopen((void *)(uintptr_t)text, strlen(text), "r");
  assert_non_null(in);
  if (grundy_digraph_read("text", GRUNDY_FORMAT_EDGES,
                          &GRUNDY_OPTIONS(grundy_read_options, .stream = in), &g,
                          &error) != GRUNDY_OK)
    fail_msg("%s", error.message);
  (void)fclose(in);
  return g;
}

static void a_class_has_the_name_of_its_first_vertex(void **state) {
  char scratch[GRUNDY_NAME_MAX_BYTES];
  grundy_digraph *g = game_of("x y\nx z\nw z\n"), *quotient = NULL;
  uint32_t class_of[4], count;
  assert_int_equal(grundy_compatible_coarsest(g, NULL, class_of, &count, NULL), GRUNDY_OK);
  assert_int_equal(grundy_quotient(g, class_of, count, NULL, NULL, &quotient, NULL), GRUNDY_OK);
  assert_int_equal(grundy_digraph_order(quotient), 2);
  assert_int_equal(grundy_digraph_size(quotient), 1);
  assert_string_equal(grundy_digraph_name(quotient, 0, scratch), "x");
  assert_string_equal(grundy_digraph_name(quotient, 1, scratch), "y");
  grundy_digraph_free(quotient);
  grundy_digraph_free(g);
}

static void a_relation_with_a_gap_is_refused(void **state) {
  grundy_digraph *g = game_chain(3, 1), *quotient = NULL;
  const uint32_t gap[] = {0, 2, 2}, large[] = {0, 1, 2};
  assert_int_equal(grundy_quotient(g, gap, 3, NULL, NULL, &quotient, NULL), GRUNDY_BAD_ARGUMENT);
  assert_int_equal(grundy_quotient(g, large, 2, NULL, NULL, &quotient, NULL), GRUNDY_BAD_ARGUMENT);
  assert_null(quotient);
  grundy_digraph_free(g);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_column_is_kept),
      cmocka_unit_test(every_column_of_games_with_players_and_ends_is_kept),
      cmocka_unit_test(every_column_is_kept_on_the_models_of_the_bench),
      cmocka_unit_test(a_class_moves_where_all_of_its_members_do),
      cmocka_unit_test(the_quotient_cannot_be_reduced_further),
      cmocka_unit_test(a_class_has_the_name_of_its_first_vertex),
      cmocka_unit_test(a_relation_with_a_gap_is_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
