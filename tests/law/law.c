/* Laws: what a report says, compared with the solved game. */

#include <grundy/engine.h>
#include <grundy/explore.h>
#include <grundy/game.h>
#include <grundy/law.h>

#include "support/games.h"
#include "support/test.h"

static grundy_law_report *tested(const char *game, const char *law,
                                 const grundy_law_options *options) {
  grundy_law_report *report = NULL;
  grundy_error error = {0};
  if (grundy_law_test(game, law, options, &report, &error) != GRUNDY_OK)
    fail_msg("%s, %s: %s", game, law, error.message);
  return report;
}

static void a_law_that_holds_was_tested_at_every_position(void **state) {
  grundy_law_report *report = tested("wythoff:9,9", "G <= a + b", NULL);
  assert_int_equal(report->finding, GRUNDY_LAW_HOLDS);
  assert_int_equal(report->game_count, 1);
  assert_int_equal(report->tested, 55);
  assert_int_equal(report->exceptions, 0);
  assert_true(report->up_to_symmetry);
  const grundy_law_game *game = &report->games[0];
  assert_int_equal(game->field_count, 2);
  assert_string_equal(game->fields[1], "b");
  assert_int_equal(game->least[1], 0);
  assert_int_equal(game->most[1], 9);
  assert_null(game->g);
  grundy_law_report_free(report);
}

/* The exceptions of "no position is P" are the P-positions, in the order of their numbers. */
static void the_exceptions_are_the_positions_where_it_fails(void **state) {
  grundy_digraph *g;
  grundy_solution *solution;
  assert_int_equal(grundy_game_open("wythoff:20,20", NULL, &g, NULL), GRUNDY_OK);
  assert_int_equal(grundy_solve(g, NULL, &solution, NULL), GRUNDY_OK);
  grundy_law_report *report =
      tested("any name", "outcome ~= P", &GRUNDY_OPTIONS(grundy_law_options, .g = g));
  const grundy_law_game *game = &report->games[0];
  uint64_t found = 0;
  for (uint32_t v = 0; v < grundy_digraph_order(g); v++) {
    char scratch[GRUNDY_NAME_MAX_BYTES];
    grundy_value value = grundy_solution_value(solution, v);
    if (value.nimber != 0) continue;
    assert_true(found < game->listed_count);
    const grundy_law_exception *exception = &game->listed[found++];
    assert_string_equal(exception->position, grundy_digraph_name(g, v, scratch));
    assert_int_equal(exception->outcome, GRUNDY_OUTCOME_P);
    assert_true(exception->has_value && grundy_value_equal(exception->value, value));
  }
  assert_int_equal(found, game->listed_count);
  assert_int_equal(found, report->exceptions);
  assert_int_equal(report->finding, GRUNDY_LAW_FAILS);
  grundy_law_report_free(report);
  grundy_solution_free(solution);
  grundy_digraph_free(g);
}

static void a_law_that_reads_nothing_is_not_confirmed(void **state) {
  grundy_law_report *report = tested("wythoff:3,3", "1 == 1", NULL);
  assert_int_equal(report->finding, GRUNDY_LAW_NOT_CONFIRMED);
  grundy_law_report_free(report);
  report = tested("wythoff:3,3", "G >= 0", &GRUNDY_OPTIONS(grundy_law_options, .where = "a > 9"));
  assert_int_equal(report->finding, GRUNDY_LAW_NOT_CONFIRMED);
  assert_int_equal(report->untested, 1);
  grundy_law_report_free(report);
}

static void ranges_stand_for_several_games(void **state) {
  grundy_law_report *report = tested("wythoff:1..3,2", "G == 0 or a > 0",
                                     &GRUNDY_OPTIONS(grundy_law_options, .max_exceptions = 3));
  static const uint64_t exceptions[] = {2, 2, 3}, listed[] = {2, 1, 0};
  assert_true(report->is_sweep);
  assert_int_equal(report->game_count, 3);
  for (size_t i = 0; i < 3; i++) {
    assert_int_equal(report->games[i].exceptions, exceptions[i]);
    assert_int_equal(report->games[i].listed_count, listed[i]);
  }
  assert_string_equal(report->games[2].game, "wythoff:3,2");
  grundy_law_report_free(report);
  report = tested("wythoff:1..3,2", "G == 0",
                  &GRUNDY_OPTIONS(grundy_law_options, .max_exceptions = GRUNDY_LAW_NO_EXCEPTIONS));
  assert_int_equal(report->listed, 0);
  assert_true(report->exceptions > 0);
  grundy_law_report_free(report);
}

/* A monitor that is never content. */
static bool stop(void *context, const char *phase, uint64_t done, uint64_t total) {
  (void)context;
  (void)phase;
  (void)done;
  (void)total;
  return false;
}

static void a_limit_is_a_failure_with_its_reason(void **state) {
  grundy_law_report *report = NULL;
  grundy_error error = {0};
  grundy_law_options few = GRUNDY_OPTIONS(grundy_law_options, .limit = 5);
  assert_int_equal(grundy_law_test("wythoff:9,9", "G >= 0", &few, &report, &error), GRUNDY_UNABLE);
  assert_int_equal(error.reason, GRUNDY_REASON_TOO_MANY);
  grundy_law_options little = GRUNDY_OPTIONS(grundy_law_options, .memory = 3 << 20);
  assert_int_equal(grundy_law_test("wythoff:300,300", "G >= 0", &little, &report, &error),
                   GRUNDY_UNABLE);
  assert_int_equal(error.reason, GRUNDY_REASON_MEMORY);
  grundy_monitor monitor = {.tick = stop};
  grundy_law_options stopped = GRUNDY_OPTIONS(grundy_law_options, .monitor = &monitor);
  assert_int_equal(grundy_law_test("wythoff:99,99", "G >= 0", &stopped, &report, &error),
                   GRUNDY_CANCELLED);
  assert_int_equal(grundy_law_test("wythoff:9,9", "G >", NULL, &report, &error), GRUNDY_BAD_INPUT);
  assert_string_equal(error.file, "law");
  assert_null(report);
}

static void json_has_the_shapes_of_every_answer(void **state) {
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  grundy_json json = grundy_json_start(out);
  grundy_law_report *report = tested("pass(nim:1, 1)", "G < inf", NULL);
  grundy_law_report_free(report);
  report = tested("wythoff:1,1", "G == 0", &GRUNDY_OPTIONS(grundy_law_options, .where = "a == 1"));
  grundy_law_write_json(&json, report);
  assert_int_equal(fclose(out), 0);
  assert_string_equal(
      text, "{\"game\": \"wythoff:1,1\", \"law\": \"G == 0\", \"holds\": false, \"tested\": 1, "
            "\"silent\": 0, \"exceptions\": 1, \"up_to_symmetry\": true, \"counterexample\": "
            "{\"position\": \"1,1\", \"outcome\": \"N\", \"value\": 2}, \"games\": [{\"game\": "
            "\"wythoff:1,1\", \"holds\": false, \"tested\": 1, \"silent\": 0, \"exceptions\": 1, "
            "\"up_to_symmetry\": true, \"fields\": {\"a\": [1, 1], \"b\": [1, 1]}, \"listed\": "
            "[{\"position\": \"1,1\", \"outcome\": \"N\", \"value\": 2}]}]}\n");
  free(text);
  grundy_law_report_free(report);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_law_that_holds_was_tested_at_every_position),
      cmocka_unit_test(the_exceptions_are_the_positions_where_it_fails),
      cmocka_unit_test(a_law_that_reads_nothing_is_not_confirmed),
      cmocka_unit_test(ranges_stand_for_several_games),
      cmocka_unit_test(a_limit_is_a_failure_with_its_reason),
      cmocka_unit_test(json_has_the_shapes_of_every_answer),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
