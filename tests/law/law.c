/* Laws: what a report says, compared with the solved game. */

#include <grundy/engine.h>
#include <grundy/explore.h>
#include <grundy/game.h>
#include <grundy/law.h>

#include "support/games.h"
#include "support/test.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

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

/* The exceptions of "no position is P" are the P-positions, the smallest first; positions are
 * numbered from the start, the largest one. */
static void the_exceptions_are_the_positions_where_it_fails(void **state) {
  grundy_digraph *g;
  grundy_solution *solution;
  assert_int_equal(grundy_game_open("wythoff:20,20", NULL, &g, NULL), GRUNDY_OK);
  assert_int_equal(grundy_solve(g, NULL, &solution, NULL), GRUNDY_OK);
  grundy_law_report *report =
      tested("any name", "outcome ~= P", &GRUNDY_OPTIONS(grundy_law_options, .g = g));
  const grundy_law_game *game = &report->games[0];
  uint64_t found = 0;
  int64_t before[2] = {0, 0};
  for (uint64_t i = 0; i < game->listed_count; i++) {
    uint32_t v;
    int64_t now[2];
    const grundy_law_exception *exception = &game->listed[i];
    assert_true(grundy_digraph_find(g, exception->position, strlen(exception->position), &v));
    grundy_value value = grundy_solution_value(solution, v);
    assert_int_equal(grundy_position_field_values(g, v, now, NULL), GRUNDY_OK);
    assert_true(now[1] > before[1] || (i == 0 && now[1] == 0)); /* the larger one */
    memcpy(before, now, sizeof before);
    found++;
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
      text, "{\"game\": \"wythoff:1,1\", \"law\": \"G == 0\", \"holds\": false, \"finding\": "
            "\"fails\", \"tested\": 1, "
            "\"silent\": 0, \"outside\": 0, \"vacuous\": 0, \"exceptions\": 1, \"up_to_symmetry\": "
            "true, \"counterexample\": "
            "{\"position\": \"1,1\", \"outcome\": \"N\", \"value\": 2}, \"games\": [{\"game\": "
            "\"wythoff:1,1\", \"holds\": false, \"finding\": \"fails\", \"tested\": 1, \"silent\": "
            "0, \"outside\": 0, \"vacuous\": 0, \"exceptions\": 1, "
            "\"up_to_symmetry\": true, \"fields\": {\"a\": [1, 1], \"b\": [1, 1]}, \"listed\": "
            "[{\"position\": \"1,1\", \"outcome\": \"N\", \"value\": 2}]}]}\n");
  free(text);
  grundy_law_report_free(report);
}

/* ---- premises, families and other games ------------------------------------------------ */

static void a_law_whose_premise_holds_nowhere_is_empty(void **state) {
  grundy_law_report *report = tested("wythoff:9,9", "if a > 9 then G == 0", NULL);
  assert_int_equal(report->finding, GRUNDY_LAW_EMPTY);
  assert_int_equal(report->vacuous, 55);
  grundy_law_report_free(report);
  report = tested("wythoff:9,9", "if a == 0 then G == b", NULL);
  assert_int_equal(report->finding, GRUNDY_LAW_HOLDS);
  assert_int_equal(report->tested, 10);
  assert_int_equal(report->vacuous, 45);
  grundy_law_report_free(report);
}

/* Kayles has period 12 from heap 71 on [GS56]. */
static void heaps_of_a_range_are_one_table(void **state) {
  grundy_law_report *report = tested("kayles:1..200", "if n > 70 then at(n + 12).G == G", NULL);
  assert_int_equal(report->finding, GRUNDY_LAW_HOLDS);
  assert_true(report->is_starts);
  assert_int_equal(report->tested, 118);
  assert_int_equal(report->outside, 12);
  assert_int_equal(report->vacuous, 70);
  grundy_law_report_free(report);
  report = tested("kayles:1..200", "at(n + 12).G == G", NULL);
  assert_int_equal(report->finding, GRUNDY_LAW_FAILS);
  assert_string_equal(report->games[0].listed[0].position, "kayles:3");
  grundy_law_report_free(report);
}

static void starts_of_a_family_have_its_arguments_as_fields(void **state) {
  grundy_law_options starts = GRUNDY_OPTIONS(grundy_law_options, .starts = true);
  grundy_law_report *report =
      tested("subtraction:1..30,1,2..3", "(outcome == P) == (n % (s2 + 1) == 0)", &starts);
  assert_int_equal(report->tested, 60);
  assert_int_equal(report->exceptions, 8); /* one may take 1 or 3 only: n is even */
  assert_string_equal(report->games[0].listed[0].position, "subtraction:2,1,3");
  grundy_law_report_free(report);
  grundy_error error = {0};
  report = NULL;
  assert_int_equal(grundy_law_test("wythoff:2,2", "G > 0", &starts, &report, &error),
                   GRUNDY_BAD_ARGUMENT);
  assert_int_equal(grundy_law_test("kotzig:5..6,1", "any(f, f.G > 0)", &starts, &report, &error),
                   GRUNDY_BAD_INPUT);
  assert_non_null(strstr(error.message, "any needs moves"));
}

static void laws_read_other_games(void **state) {
  grundy_law_options with = GRUNDY_OPTIONS(grundy_law_options, .with = "n=nim:9,9; w=wythoff:5,5");
  grundy_law_report *report = tested("wythoff:9,9", "n(a, b).G == a ~ b and w(b, a).G == G", &with);
  assert_int_equal(report->tested, 21);
  assert_int_equal(report->outside, 34);
  assert_int_equal(report->exceptions, 0);
  grundy_law_report_free(report);
  static const char *const wrong[] = {"nim:9,9", "1x=nim:9,9", "x=", "x=nothing:1",
                                      "x=column:/nothing"};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    grundy_law_options bad = GRUNDY_OPTIONS(grundy_law_options, .with = wrong[i]);
    report = NULL;
    assert_int_not_equal(grundy_law_test("wythoff:2,2", "G >= 0", &bad, &report, NULL), GRUNDY_OK);
    assert_null(report);
  }
}

/* ---- finding laws ------------------------------------------------------------------------ */

/* Tests every law that was found again: it must have as many exceptions as the search says, and the
 * same smallest one. */
static grundy_law_search *searched(const char *game, const char *target) {
  grundy_law_search *search = NULL;
  grundy_error error = {0};
  if (grundy_law_find(game, target, NULL, &search, &error) != GRUNDY_OK)
    fail_msg("%s: %s", game, error.message);
  for (uint64_t i = 0; i < search->count; i++) {
    const grundy_law_candidate *law = &search->candidates[i];
    grundy_law_options options =
        GRUNDY_OPTIONS(grundy_law_options, .starts = search->is_starts, .max_exceptions = 1);
    grundy_law_report *report = tested(game, law->law, &options);
    if (report->tested != law->tested || report->exceptions != law->exceptions)
      fail_msg("%s: %s: %d of %d", game, law->law, (int)report->exceptions, (int)report->tested);
    if (law->exceptions > 0)
      assert_string_equal(report->games[0].listed[0].position, law->exception);
    assert_true(law->chance < 0.001);
    grundy_law_report_free(report);
  }
  return search;
}

static void known_laws_are_found(void **state) {
  static const char *const cases[][3] = {
      {"nim:20,20", "outcome", "(outcome == P) == (a ~ b == 0)"},
      {"nim:15,15,15", "outcome", "(outcome == P) == (a ~ b ~ c == 0)"},
      {"nim:9,9,9", "grundy", "G == a ~ b ~ c"},
      {"wythoff:40,40", "outcome",
       "(outcome == P) == (zeckendorf_zeros(a) % 2 == 0 and zeckendorf_shift(a) == b)"},
      {"vector{(1,0)*,(0,1)*,(1,1)*}:40,40", "outcome",
       "(outcome == P) == (math.min(a, b) == math.floor(math.abs(b - a) * (1 + 5 ^ 0.5) / 2))"},
      {"subtraction:60,1,2,3", "outcome", "(outcome == P) == (n % 4 == 0)"},
      {"subtraction:60,1,2,3", "grundy", "G == n % 4"},
      {"subtraction:100,1,3,4", "grundy", "G == ({0, 1, 0, 1, 2, 3, 2})[n % 7 + 1]"},
      {"subtraction:1..60,1,2", "outcome", "(outcome == P) == (n % 3 == 0)"},
      {"take{1,2,3,4}:1..100", "grundy", "G == n % 5"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    grundy_law_search *search = searched(cases[i][0], cases[i][1]);
    if (search->count == 0 || strcmp(search->candidates[0].law, cases[i][2]) != 0)
      fail_msg("%s: %s", cases[i][0], search->count == 0 ? "nothing" : search->candidates[0].law);
    grundy_law_search_free(search);
  }
  grundy_law_search *search = searched("wythoff:30,30", "grundy");
  assert_int_equal(search->count, 1);
  assert_string_equal(search->candidates[0].law, "G <= a + b");
  grundy_law_search_free(search);
}

/* Rules whose outcomes are random: position n has a move to 0, which is a P-position, unless the
 * hash of n says that it is terminal. By the test of each search the probability that a law is
 * shown is below 1/500. */
static void nothing_is_found_in_random_outcomes(void **state) {
  for (int seed = 0; seed < 20; seed++) {
    char source[512];
    (void)snprintf(source, sizeof source,
                   "return { fields = { 'n' }, start = function() return { -1 } end,\n"
                   "moves = function(p) local to = {} local n = p[1]\n"
                   "if n == -1 then for i = 0, %d do to[#to + 1] = { i } end\n"
                   "elseif n > 0 and ((n * 2654435761 + %d * 40503) ~ (n * n * 40503 >> 3)) * "
                   "2246822519 >> 13 & 1 == 1 then to[1] = { 0 } end\n"
                   "return to end }",
                   20 + 10 * seed, seed);
    char path[] = "/tmp/grundy-law-XXXXXX.lua";
    int file = mkstemps(path, 4);
    assert_true(file >= 0);
    assert_int_equal(write(file, source, strlen(source)), (ssize_t)strlen(source));
    assert_int_equal(close(file), 0);
    grundy_digraph *g;
    assert_int_equal(grundy_game_open(path, NULL, &g, NULL), GRUNDY_OK);
    assert_int_equal(unlink(path), 0);
    grundy_law_search *search = NULL;
    assert_int_equal(grundy_law_find("random", "outcome",
                                     &GRUNDY_OPTIONS(grundy_law_options, .g = g), &search, NULL),
                     GRUNDY_OK);
    assert_true(search->tried > 20);
    if (search->count > 0) fail_msg("%d: %s", seed, search->candidates[0].law);
    grundy_law_search_free(search);
    grundy_digraph_free(g);
  }
}

static void a_search_has_limits(void **state) {
  grundy_law_search *search = NULL;
  grundy_error error = {0};
  assert_int_equal(grundy_law_find("wythoff:3,3", "remoteness", NULL, &search, &error),
                   GRUNDY_BAD_ARGUMENT);
  assert_int_equal(grundy_law_find("tic-tac-toe", "outcome", NULL, &search, &error),
                   GRUNDY_UNDEFINED);
  grundy_monitor monitor = {.tick = stop};
  grundy_law_options stopped = GRUNDY_OPTIONS(grundy_law_options, .monitor = &monitor);
  assert_int_equal(grundy_law_find("wythoff:40,40", "outcome", &stopped, &search, &error),
                   GRUNDY_CANCELLED);
  assert_null(search);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_law_that_holds_was_tested_at_every_position),
      cmocka_unit_test(the_exceptions_are_the_positions_where_it_fails),
      cmocka_unit_test(a_law_that_reads_nothing_is_not_confirmed),
      cmocka_unit_test(ranges_stand_for_several_games),
      cmocka_unit_test(a_limit_is_a_failure_with_its_reason),
      cmocka_unit_test(json_has_the_shapes_of_every_answer),
      cmocka_unit_test(a_law_whose_premise_holds_nowhere_is_empty),
      cmocka_unit_test(heaps_of_a_range_are_one_table),
      cmocka_unit_test(starts_of_a_family_have_its_arguments_as_fields),
      cmocka_unit_test(laws_read_other_games),
      cmocka_unit_test(known_laws_are_found),
      cmocka_unit_test(nothing_is_found_in_random_outcomes),
      cmocka_unit_test(a_search_has_limits),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
