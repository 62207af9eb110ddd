/* Laws: what a report says, compared with the solved game. */

#include <grundy/engine.h>
#include <grundy/explore.h>
#include <grundy/game.h>
#include <grundy/law.h>

#include "base/monitor.h"
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

/* ---- games whose values are given ------------------------------------------------------- */

static grundy_digraph *opened_rules(const char *source) {
  char path[] = "/tmp/grundy-law-XXXXXX.lua";
  grundy_digraph *g = NULL;
  grundy_error error = {0};
  int file = mkstemps(path, 4);
  assert_true(file >= 0);
  assert_int_equal(write(file, source, strlen(source)), (ssize_t)strlen(source));
  assert_int_equal(close(file), 0);
  grundy_status status = grundy_game_open(path, NULL, &g, &error);
  assert_int_equal(unlink(path), 0);
  if (status != GRUNDY_OK) fail_msg("%s", error.message);
  return g;
}

/* Makes a game on the positions that `list` puts into the table `all`. The last one, the start, has
 * moves to all others, and the others have the values that `value` returns: moves to one position
 * of each smaller value, or to itself if that is infinite. */
static grundy_digraph *tabled(const char *fields, const char *list, const char *value) {
  char source[4096];
  (void)snprintf(source, sizeof source,
                 "local all, base = {}, {}\n%s\n"
                 "local function value(p) local a, b, c = p[1], p[2], p[3] %s end\n"
                 "for i = #all - 1, 1, -1 do base[value(all[i])] = all[i] end\n"
                 "local function is_start(p)\n"
                 "  for i, x in ipairs(all[#all]) do if p[i] ~= x then return false end end\n"
                 "  return true end\n"
                 "return { fields = { %s }, start = function() return all[#all] end,\n"
                 "moves = function(p) local to, g = {}, value(p)\n"
                 "if is_start(p) then for i = 1, #all - 1 do to[i] = all[i] end\n"
                 "elseif g == math.huge then to[1] = p\n"
                 "else for i = 1, g do to[i] = base[i - 1] end end\n"
                 "return to end }",
                 list, value, fields);
  return opened_rules(source);
}

/* Looks for laws, and tests every one that was found again, as `searched` does. */
static grundy_law_search *searched_in(const grundy_digraph *g, const char *target,
                                      const char *where) {
  grundy_law_search *search = NULL;
  grundy_error error = {0};
  grundy_law_options options = GRUNDY_OPTIONS(grundy_law_options, .g = g, .where = where);
  if (grundy_law_find("table", target, &options, &search, &error) != GRUNDY_OK)
    fail_msg("%s: %s", target, error.message);
  for (uint64_t i = 0; i < search->count; i++) {
    const grundy_law_candidate *law = &search->candidates[i];
    grundy_law_report *report = tested("table", law->law, &options);
    if (report->tested != law->tested || report->exceptions != law->exceptions)
      fail_msg("%s: %d of %d", law->law, (int)report->exceptions, (int)report->tested);
    assert_int_equal(law->exceptions > 0, law->exception != NULL);
    if (law->exceptions > 0)
      assert_string_equal(report->games[0].listed[0].position, law->exception);
    grundy_law_report_free(report);
  }
  return search;
}

static const grundy_law_candidate *found_law(const grundy_law_search *search, const char *law) {
  for (uint64_t i = 0; i < search->count; i++)
    if (strcmp(search->candidates[i].law, law) == 0) return &search->candidates[i];
  for (uint64_t i = 0; i < search->count; i++)
    print_message("found: %s\n", search->candidates[i].law);
  fail_msg("not found: %s", law);
  return NULL;
}

#define UP_TO(most) "for n = 0, " #most " do all[n + 1] = { n } end"
#define SQUARE(most)                                                                               \
  "for a = 0, " #most " do for b = 0, " #most " do all[#all + 1] = { a, b } end end"
/* A number from 0 to 4 that has no pattern. */
#define NOISE                                                                                      \
  "((a * 2654435761 + (b or 0) * 40503 ~ a * (b or 1) * 7919 >> 3) * 2246822519 >> 13) % 5"

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
  with.with = " _A9z = nim:9,9 ; Zb=nim:1,1 ";
  report = tested("wythoff:3,3", "_A9z(a, b).G == a ~ b and Zb(0, 1).G == 1", &with);
  assert_int_equal(report->finding, GRUNDY_LAW_HOLDS);
  grundy_law_report_free(report);
  static const char *const wrong[] = {"nim:9,9",   "1x=nim:9,9",        "x=",         "x=nothing:1",
                                      " =nim:9,9", "x=column:/nothing", "x-=nim:1",   "x[=nim:1",
                                      "x{=nim:1",  "\xc3\xa4=nim:1",    "x=;y=nim:1", "x:=nim:1"};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    grundy_law_options bad = GRUNDY_OPTIONS(grundy_law_options, .with = wrong[i]);
    report = NULL;
    assert_int_not_equal(grundy_law_test("wythoff:2,2", "G >= 0", &bad, &report, NULL), GRUNDY_OK);
    assert_null(report);
  }
}

/* In this family A and B take counters. Its starts have outcomes and no values. */
#define TURNS GRUNDY_ROOT "/tests/faults/turns.lua"

static void values_that_are_not_known_are_left_out(void **state) {
  grundy_law_options starts = GRUNDY_OPTIONS(grundy_law_options, .starts = true);
  static const struct {
    const char *game, *law;
    uint64_t tested, outside, exceptions;
  } cases[] = {
      {TURNS ":1..20", "G >= 0", 0, 20, 0},
      {TURNS ":1..20", "counters > 3 or G >= 0", 17, 3, 0},
      {TURNS ":1..20", "outcome == A or outcome == B or outcome == D", 20, 0, 0},
      {TURNS ":1..20", "remoteness > 0", 20, 0, 0},
      {"ordinal:(w*0..3)", "G == 0", 1, 3, 0},
      {"ordinal:(w*0..3)", "remoteness == 0", 4, 0, 3}, /* the winner moves to 0 */
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    grundy_law_report *report = tested(cases[i].game, cases[i].law, &starts);
    if (report->tested != cases[i].tested || report->outside != cases[i].outside ||
        report->exceptions != cases[i].exceptions)
      fail_msg("%s, %s: %d, %d, %d", cases[i].game, cases[i].law, (int)report->tested,
               (int)report->outside, (int)report->exceptions);
    grundy_law_report_free(report);
  }
  grundy_law_search *search = NULL;
  assert_int_equal(grundy_law_find(TURNS ":1..60", "grundy", &starts, &search, NULL), GRUNDY_OK);
  assert_int_equal(search->positions, 0);
  assert_int_equal(search->count, 0);
  grundy_law_search_free(search);
}

/* A limit, or a heap that is too large, leaves starts unknown. */
static void starts_that_cannot_be_evaluated_are_outside(void **state) {
  static const struct {
    const char *game;
    uint64_t limit;
  } cases[] = {{TURNS ":1..20", 10}, {"kayles:[5|16777299999]", 0}, {"nim:[5|5000000000]", 0}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    for (int j = 0; j < 2; j++) {
      grundy_law_options options =
          GRUNDY_OPTIONS(grundy_law_options, .starts = true, .limit = cases[i].limit,
                         .where = j == 0 ? NULL : "outcome == outcome");
      grundy_law_report *report =
          tested(cases[i].game, i == 2 ? "G > 0" : "outcome == outcome", &options);
      assert_true(report->tested > 0);
      assert_true(report->outside > 0);
      assert_int_equal(report->exceptions, 0);
      assert_int_equal(report->tested + report->outside, i == 0 ? 20 : 2);
      grundy_law_report_free(report);
    }
}

/* Only arguments that are integers in all games are fields, and at most 64 of them. */
static void fields_of_starts_are_integers(void **state) {
  static const struct {
    const char *game, *law;
    grundy_status status;
  } cases[] = {
      {"take{[1|1,3]}:7", "outcome == N", GRUNDY_OK},
      {"take{[1|1,3]}:7", "item == 1", GRUNDY_BAD_INPUT},
      {"nim:[99999999999999999999|3]", "n > 0", GRUNDY_BAD_INPUT},
      {"subtraction:[5|x],1", "n > 0", GRUNDY_BAD_INPUT},
  };
  grundy_law_options starts = GRUNDY_OPTIONS(grundy_law_options, .starts = true);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    grundy_law_report *report = NULL;
    grundy_error error = {0};
    if (grundy_law_test(cases[i].game, cases[i].law, &starts, &report, &error) != cases[i].status)
      fail_msg("%s: %s", cases[i].game, error.message);
    grundy_law_report_free(report);
  }
  char game[256] = "subtraction:5..6";
  for (int i = 1; i <= 70; i++) (void)sprintf(game + strlen(game), ",%d", i);
  grundy_law_report *report = tested(game, "s63 == 63", &starts);
  assert_int_equal(report->finding, GRUNDY_LAW_HOLDS);
  assert_int_equal(report->games[0].field_count, 64);
  grundy_law_report_free(report);
}

static void games_of_a_family_may_be_mixed(void **state) {
  static const struct {
    const char *game, *law, *exception; /* the smallest one */
    uint64_t exceptions;
  } cases[] = {
      {"kayles:[9|5|7]", "G > 2", "kayles:7", 1},
      {"[kayles:5|subtraction:3,1,2]", "G > 0", "subtraction:3,1,2", 1},
      {"[kayles:5|dawson-kayles:5]", "outcome == P", "kayles:5", 1},
      {"[0.3:5|0.33:5]", "outcome == P", "0.3:5", 2},
  };
  grundy_law_options starts = GRUNDY_OPTIONS(grundy_law_options, .starts = true);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    grundy_law_report *report = tested(cases[i].game, cases[i].law, &starts);
    assert_int_equal(report->exceptions, cases[i].exceptions);
    assert_string_equal(report->games[0].listed[0].position, cases[i].exception);
    grundy_law_report_free(report);
  }
  static const char *const wrong[][2] = {
      {"nim:[1|1]", "the game nim:1 occurs twice"},
      {"kayles:[5|-7]", "kayles has no position '-7'"},
  };
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    grundy_law_report *report = NULL;
    grundy_error error = {0};
    assert_int_not_equal(grundy_law_test(wrong[i][0], "G > 0", &starts, &report, &error),
                         GRUNDY_OK);
    if (strstr(error.message, wrong[i][1]) == NULL) fail_msg("%s", error.message);
    assert_null(report);
  }
}

/* Positions are ordered by their largest integers, then by the first that differs, then by length.
 */
static void exceptions_of_different_lengths_are_in_order(void **state) {
  static const char *const order[] = {"0",     "0,1",     "1",   "1,0", "1,1",
                                      "1,1,0", "1,1,0,0", "0,2", "2,0"};
  grundy_digraph *g = opened_rules(
      "local all = { { 2, 0 }, { 1, 1 }, { 0, 2 }, { 1 }, { 1, 1, 0, 0 }, { 1, 0 }, { 0, 1 },\n"
      "  { 1, 1, 0 }, { 0 } }\n"
      "return { fields = { 'a', 'b' }, start = function() return all[1] end,\n"
      "moves = function(p) return p[1] == 2 and all or {} end }");
  grundy_law_report *report =
      tested("table", "G == 7", &GRUNDY_OPTIONS(grundy_law_options, .g = g));
  assert_int_equal(report->exceptions, 9);
  for (size_t i = 0; i < 9; i++) assert_string_equal(report->games[0].listed[i].position, order[i]);
  grundy_law_report_free(report);
  grundy_digraph_free(g);
}

/* Payoffs replace outcomes, so that there is nothing to look for. */
static void a_game_with_payoffs_has_no_outcomes(void **state) {
  grundy_digraph *g =
      opened_rules("return { fields = { 'n' }, start = function() return { 9 } end,\n"
                   "player = function(p) return p[1] % 2 == 0 and 'A' or 'B' end,\n"
                   "terminal = function(p) if p[1] < 2 then return p[1] + 0.5 end end,\n"
                   "moves = function(p) return { { p[1] - 1 } } end }");
  grundy_law_options options = GRUNDY_OPTIONS(grundy_law_options, .g = g);
  grundy_law_report *report = tested("payoffs", "guarantee > 2", &options);
  assert_int_equal(report->exceptions, 9);
  assert_int_equal(report->games[0].listed[0].outcome, GRUNDY_OUTCOME_NONE);
  assert_false(report->games[0].listed[0].has_value);
  grundy_law_report_free(report);
  grundy_law_search *search = searched_in(g, "outcome", NULL);
  assert_int_equal(search->count, 0);
  grundy_law_search_free(search);
  search = NULL;
  assert_int_not_equal(grundy_law_find("payoffs", "grundy", &options, &search, NULL), GRUNDY_OK);
  assert_null(search);
  grundy_digraph_free(g);
}

/* Play never ends at odd numbers. */
static void starts_may_have_infinite_values(void **state) {
  static const char source[] =
      "return { args = { 'n' }, start = function(n) return { n } end,\n"
      "moves = function(p)\n"
      "  return p[1] == 0 and {} or p[1] % 2 == 1 and { p } or { { p[1] - 1 }, { 0 } }\n"
      "end }";
  char path[] = "/tmp/grundy-law-XXXXXX.lua", game[64];
  int file = mkstemps(path, 4);
  assert_true(file >= 0);
  assert_int_equal(write(file, source, strlen(source)), (ssize_t)strlen(source));
  assert_int_equal(close(file), 0);
  (void)snprintf(game, sizeof game, "%s:0..9", path);
  grundy_law_options starts = GRUNDY_OPTIONS(grundy_law_options, .starts = true);
  grundy_law_report *report = tested(game, "(n == 0) == (G < inf)", &starts);
  assert_int_equal(report->finding, GRUNDY_LAW_HOLDS);
  assert_int_equal(report->tested, 10);
  grundy_law_report_free(report);
  assert_int_equal(unlink(path), 0);
}

static void exceptions_without_values_have_none(void **state) {
  char *text = NULL;
  size_t size = 0;
  grundy_law_options starts = GRUNDY_OPTIONS(grundy_law_options, .starts = true);
  grundy_law_report *report = tested(TURNS ":3..4", "outcome == A", &starts);
  const grundy_law_game *game = &report->games[0];
  assert_int_equal(report->exceptions, 1);
  assert_string_equal(game->listed[0].position, TURNS ":3");
  assert_int_equal(game->listed[0].outcome, 'B');
  assert_false(game->listed[0].has_value);
  FILE *out = open_memstream(&text, &size);
  grundy_json json = grundy_json_start(out);
  grundy_law_write_json(&json, report);
  assert_int_equal(fclose(out), 0);
  assert_non_null(strstr(text, "\"outcome\": \"B\", \"value\": null}"));
  free(text);
  grundy_law_report_free(report);
  /* The positions of one game have players and no column of values at all. */
  report = tested(TURNS ":3", "outcome == A", NULL);
  assert_true(report->exceptions > 0);
  assert_false(report->games[0].listed[0].has_value);
  grundy_law_report_free(report);
}

/* The sequence 0, 10, 20, and a game with players, which has no values. */
static void laws_read_sequences_where_they_have_terms(void **state) {
  char path[] = "/tmp/grundy-law-XXXXXX", with[128];
  int file = mkstemp(path);
  assert_true(file >= 0);
  assert_int_equal(write(file, "0\n10\n20\n", 8), 8);
  assert_int_equal(close(file), 0);
  (void)snprintf(with, sizeof with, "v=column:%s; w=" TURNS ":4", path);
  grundy_law_options options = GRUNDY_OPTIONS(grundy_law_options, .with = with);
  static const struct {
    const char *law;
    uint64_t tested, outside;
    const char *message;
  } cases[] = {
      {"v(a) == 10 * a", 9, 1, NULL}, /* v(0), v(1) and v(2) exist */
      {"v(a - 1) == 10 * a - 10", 6, 4, NULL},
      {"v() == 1", 0, 0, "v is a sequence; expected one integer"},
      {"v(1.5) == 1", 0, 0, "v is a sequence; expected one integer"},
      {"v(1, 2) == 1", 0, 0, "v is a sequence; expected one integer"},
      {"w('4A').outcome ~= P", 10, 0, NULL},
      {"w('4A').G == 0", 0, 0, "the other game has no column grundy"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    grundy_law_report *report = NULL;
    grundy_error error = {0};
    grundy_status status = grundy_law_test("wythoff:3,3", cases[i].law, &options, &report, &error);
    assert_int_equal(status, cases[i].message == NULL ? GRUNDY_OK : GRUNDY_BAD_INPUT);
    if (cases[i].message != NULL && strstr(error.message, cases[i].message) == NULL)
      fail_msg("%s: %s", cases[i].law, error.message);
    if (report != NULL && (report->tested != cases[i].tested ||
                           report->outside != cases[i].outside || report->exceptions > 0))
      fail_msg("%s: %d, %d, %d", cases[i].law, (int)report->tested, (int)report->outside,
               (int)report->exceptions);
    grundy_law_report_free(report);
  }
  assert_int_equal(unlink(path), 0);
}

/* Two starts may have the same arguments: then only a name tells them apart. */
static void starts_with_the_same_fields_need_names(void **state) {
  grundy_law_options starts = GRUNDY_OPTIONS(grundy_law_options, .starts = true);
  grundy_law_report *report = NULL;
  grundy_error error = {0};
  assert_int_equal(
      grundy_law_test("[kayles|dawson-kayles]:[3|4]", "at(3).G == G", &starts, &report, &error),
      GRUNDY_BAD_INPUT);
  assert_non_null(strstr(error.message, "another position has the same fields as "
                                        "'dawson-kayles:3'; use a name, as in "
                                        "at(\"dawson-kayles:3\")"));
  report = tested("[kayles|dawson-kayles]:[3|4]", "at('kayles:3').G == 3", &starts);
  assert_int_equal(report->finding, GRUNDY_LAW_HOLDS);
  grundy_law_report_free(report);
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
    grundy_digraph *g = opened_rules(source);
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

/* The values differ from a law at a few positions, which are its exceptions. */
static void laws_may_have_exceptions(void **state) {
  grundy_digraph *g =
      tabled("'n'", UP_TO(400), "return (a % 3 == 0) ~= (a == 30 or a == 301) and 0 or 1");
  grundy_law_search *search = searched_in(g, "outcome", NULL);
  const grundy_law_candidate *law = found_law(search, "(outcome == P) == (n % 3 == 0)");
  assert_int_equal(search->positions, 401);
  assert_int_equal(law->exceptions, 2);
  assert_int_equal(law->held_out, 200);
  assert_int_equal(law->held_out_exceptions, 1);
  assert_string_equal(law->exception, "30");
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  grundy_json json = grundy_json_start(out);
  grundy_law_search_write_json(&json, search);
  assert_int_equal(fclose(out), 0);
  assert_non_null(strstr(text, "\"exceptions\": 2, \"exception\": \"30\", \"held_out\": 200, "
                               "\"held_out_exceptions\": 1, "));
  free(text);
  grundy_law_search_free(search);
  grundy_digraph_free(g);
  g = tabled("'n'", UP_TO(2000),
             "if a == 1077 then return math.huge end\n"
             "return a == 33 and 0 or a == 1500 and 2 or a % 5");
  search = searched_in(g, "grundy", "n < 2000");
  law = found_law(search, "G == n % 5");
  assert_int_equal(law->exceptions, 3);
  assert_int_equal(law->held_out_exceptions, 2);
  assert_string_equal(law->exception, "33");
  grundy_law_search_free(search);
  grundy_digraph_free(g);
}

/* Noise hides everything but the bounds, which are attained. */
static void bounds_have_constants_and_negative_terms(void **state) {
  grundy_digraph *g = tabled("'a', 'b'", SQUARE(16), "return math.max(0, a + 2 - " NOISE ")");
  grundy_law_search *search = searched_in(g, "grundy", "a + b < 32");
  (void)found_law(search, "G <= a + 2");
  (void)found_law(search, "G >= a - 2");
  grundy_law_search_free(search);
  grundy_digraph_free(g);
  g = tabled("'a', 'b'", "for b = 0, 22 do for a = 0, b do all[#all + 1] = { a, b } end end",
             "return math.max(0, b - a - " NOISE ")");
  search = searched_in(g, "grundy", "a + b < 44");
  (void)found_law(search, "G <= -a + b");
  grundy_law_search_free(search);
  grundy_digraph_free(g);
  g = tabled("'a'", UP_TO(300), "return " NOISE);
  search = searched_in(g, "grundy", "a < 300");
  (void)found_law(search, "G <= 4");
  grundy_law_search_free(search);
  grundy_digraph_free(g);
}

/* The pairs with difference t are floor(t r) and floor(t r) + t for the golden ratio r; if t is the
 * n-th Fibonacci number F(n), t r = F(n + 1) - (1 - r)^n. Doubles round that at large numbers,
 * where the text of the law fails. */
static void laws_about_large_numbers_fail_where_their_text_does(void **state) {
  static const char list[] = "local f, g = 1, 1\n"
                             "for n = 2, 42 do f, g = g, f + g\n"
                             "  local low = g - (n % 2 == 0 and 1 or 0)\n"
                             "  for i, p in ipairs({ { low, low + f }, { low + 1, low + f + 1 }, { "
                             "low, low + f + 1 } }) do\n"
                             "    all[#all + 1] = n % 4 < 2 and p or { p[2], p[1] }\n"
                             "  end\n"
                             "end\n";
  static const char value[] = "local low, t = math.min(a, b), math.abs(a - b)\n"
                              "local f, g, n = 1, 1, 1\n"
                              "while f < t do f, g, n = g, f + g, n + 1 end\n"
                              "return f == t and low == g - (n % 2 == 0 and 1 or 0) and 0 or 1";
  grundy_digraph *g = tabled("'a', 'b'", list, value);
  static const char *const laws[][2] = {
      {"a + b < 1000000",
       "(outcome == P) == (math.min(a, b) == math.floor(math.abs(b - a) * (1 + 5 "
       "^ 0.5) / 2))"},
      {"a >= 0",
       "(outcome == P) == ((zeckendorf_zeros(b) % 2 == 0 and zeckendorf_shift(b) == a) or "
       "(zeckendorf_zeros(a) % 2 == 0 and zeckendorf_shift(a) == b))"}};
  for (size_t i = 0; i < 2; i++) {
    grundy_law_search *search = searched_in(g, "outcome", laws[i][0]);
    const grundy_law_candidate *law = found_law(search, laws[i][1]);
    assert_int_equal(law->exceptions, 0);
    grundy_law_search_free(search);
  }
  grundy_digraph_free(g);
}

static void fibonacci_numbers_are_recognized(void **state) {
  grundy_digraph *g = tabled("'n'",
                             "local f, g = 1, 2\n"
                             "while g < 1 << 30 do\n"
                             "  all[#all + 1] = { f }\n"
                             "  if f > 4 then all[#all + 1] = { f + 1 + f // 7 } end\n"
                             "  if f > 4 then all[#all + 1] = { f + 2 + f // 5 } end\n"
                             "  f, g = g, f + g\n"
                             "end",
                             "local f, g = 1, 2\n"
                             "while f < a do f, g = g, f + g end\n"
                             "return f == a and 0 or 1");
  grundy_law_search *search = searched_in(g, "outcome", NULL);
  const grundy_law_candidate *law =
      found_law(search, "(outcome == P) == (n > 0 and zeckendorf_least(n) == n)");
  assert_int_equal(law->exceptions, 0);
  grundy_law_search_free(search);
  grundy_digraph_free(g);
}

static void a_search_is_restricted_by_a_condition(void **state) {
  static const struct {
    const char *where;
    uint64_t positions;
  } cases[] = {{"n >= 10", 191}, {"n % 2 == 0", 101}, {"if n > 9 then n % 2 == 0", 106}};
  grundy_digraph *g = NULL;
  assert_int_equal(grundy_game_open("subtraction:200,1,2,3", NULL, &g, NULL), GRUNDY_OK);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    grundy_law_search *search = searched_in(g, "outcome", cases[i].where);
    assert_int_equal(search->positions, cases[i].positions);
    assert_string_equal(search->candidates[0].law, "(outcome == P) == (n % 4 == 0)");
    grundy_law_search_free(search);
    /* A law is tested at the same positions. */
    grundy_law_options options =
        GRUNDY_OPTIONS(grundy_law_options, .g = g, .where = cases[i].where);
    grundy_law_report *report = tested("table", "G < 4", &options);
    assert_int_equal(report->tested, cases[i].positions);
    grundy_law_report_free(report);
  }
  grundy_digraph_free(g);
  static const struct {
    const char *game, *where, *message;
  } wrong[] = {
      {"nim:9,9", "a >", "unexpected symbol"},
      {"nim:9,9", "z > 1", "unknown variable 'z'"},
      {"kayles:1..9", "z > 1", "unknown variable 'z'"},
  };
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    grundy_law_options options = GRUNDY_OPTIONS(grundy_law_options, .where = wrong[i].where);
    grundy_law_search *search = NULL;
    grundy_law_report *report = NULL;
    grundy_error error = {0};
    assert_int_equal(grundy_law_find(wrong[i].game, "outcome", &options, &search, &error),
                     GRUNDY_BAD_INPUT);
    if (strstr(error.message, wrong[i].message) == NULL) fail_msg("%s", error.message);
    assert_int_equal(grundy_law_test(wrong[i].game, "G > 0", &options, &report, &error),
                     GRUNDY_BAD_INPUT);
    assert_null(search);
    assert_null(report);
  }
}

/* A search uses the smallest positions, and one that has one position finds nothing. */
static void a_search_uses_a_limited_number_of_positions(void **state) {
  grundy_law_search *search = NULL;
  assert_int_equal(grundy_law_find("subtraction:100001,1,2", "outcome", NULL, &search, NULL),
                   GRUNDY_OK);
  assert_int_equal(search->positions, GRUNDY_LAW_SEARCH_MAX_POSITIONS);
  assert_string_equal(search->candidates[0].law, "(outcome == P) == (n % 3 == 0)");
  assert_int_equal(search->candidates[0].tested, GRUNDY_LAW_SEARCH_MAX_POSITIONS);
  grundy_law_search_free(search);
  grundy_digraph *g = tabled("'n'", UP_TO(60), "return math.max(0, a - 9)");
  search = searched_in(g, "grundy", "n == 7");
  assert_int_equal(search->positions, 1);
  assert_int_equal(search->held_out, 0);
  assert_int_equal(search->count, 0);
  grundy_law_search_free(search);
  search = searched_in(g, "grundy", "n < 60"); /* "G >= n - 9" has too large a constant */
  for (uint64_t i = 0; i < search->count; i++)
    assert_string_not_equal(search->candidates[i].law, "G == n");
  grundy_law_search_free(search);
  grundy_digraph_free(g);
}

static void a_search_needs_the_same_few_small_fields_everywhere(void **state) {
  static const struct {
    const char *source;
    grundy_status status;
    const char *message;
  } cases[] = {
      {"return { fields = { 'a', 'b' }, start = function() return { 1, 2 } end,\n"
       "moves = function(p) return #p > 1 and { { 7 } } or {} end }",
       GRUNDY_UNDEFINED,
       "positions have different numbers of fields; choose some by --where, as in '#p == 2'"},
      {"return { fields = { 'a' }, start = function() return { 1 << 31 } end,\n"
       "moves = function(p) return {} end }",
       GRUNDY_UNABLE, "a field is larger than 2^31"},
      {"return { fields = { 'a' }, start = function() return { -(1 << 31) - 1 } end,\n"
       "moves = function(p) return {} end }",
       GRUNDY_UNABLE, "a field is larger than 2^31"},
      {"return { fields = { 'a', 'b', 'c', 'd', 'e', 'f', 'g' },\n"
       "start = function() return { 1, 2, 3, 4, 5, 6, 7 } end,\n"
       "moves = function(p) return {} end }",
       GRUNDY_UNABLE, "laws over more than 6 fields are not looked for"},
  };
  for (size_t i = 0; i < 2 * sizeof cases / sizeof *cases; i++) {
    grundy_digraph *g = opened_rules(cases[i / 2].source);
    grundy_law_options options = GRUNDY_OPTIONS(grundy_law_options, .g = g);
    grundy_law_search *search = NULL;
    grundy_error error = {0};
    assert_int_equal(
        grundy_law_find("table", i % 2 == 0 ? "outcome" : "grundy", &options, &search, &error),
        cases[i / 2].status);
    assert_string_equal(error.message, cases[i / 2].message);
    assert_null(search);
    grundy_digraph_free(g);
  }
}

/* Every name has 31 bytes: a law that mentions all six does not fit. */
static void laws_that_are_too_long_are_not_shown(void **state) {
  static const char fields[] =
      "'a_field_with_31_bytes_in_name01', 'a_field_with_31_bytes_in_name02',\n"
      "'a_field_with_31_bytes_in_name03', 'a_field_with_31_bytes_in_name04',\n"
      "'a_field_with_31_bytes_in_name05', 'a_field_with_31_bytes_in_name06'";
  static const char list[] = "for i = 0, 63 do all[i + 1] = {}\n"
                             "  for j = 1, 6 do all[i + 1][j] = i >> j - 1 & 1 end end";
  grundy_digraph *g = tabled(fields, list, "return a ~ b ~ c ~ p[4] ~ p[5] ~ p[6]");
  static const char *const targets[] = {"outcome", "grundy"};
  for (size_t i = 0; i < 2; i++) {
    grundy_law_search *search = searched_in(g, targets[i], NULL);
    for (uint64_t j = 0; j < search->count; j++)
      assert_true(strlen(search->candidates[j].law) < 320);
    grundy_law_search_free(search);
  }
  grundy_digraph_free(g);
}

/* A monitor that is content for a while. */
static bool stop_later(void *context, const char *phase, uint64_t done, uint64_t total) {
  (void)phase, (void)done, (void)total;
  return (*(int *)context)-- > 0;
}

static void a_search_can_be_cancelled_at_any_time(void **state) {
  static const char *const targets[] = {"outcome", "grundy"};
  grundy_digraph *g = NULL;
  assert_int_equal(grundy_game_open("nim:2,3", NULL, &g, NULL), GRUNDY_OK);
  grundy_work_stride = 1;
  for (int i = 0; i < 2; i++)
    for (int most = 0, is_over = 0; !is_over; most += 1 + most / 16) {
      int left = most;
      grundy_monitor monitor = {.tick = stop_later, .context = &left};
      grundy_law_options options =
          GRUNDY_OPTIONS(grundy_law_options, .g = g, .monitor = &monitor, .where = "a <= b");
      grundy_law_search *search = NULL;
      grundy_status status = grundy_law_find("table", targets[i], &options, &search, NULL);
      is_over = left >= 0;
      assert_int_equal(status, is_over ? GRUNDY_OK : GRUNDY_CANCELLED);
      assert_int_equal(search != NULL, is_over);
      grundy_law_search_free(search);
    }
  grundy_work_stride = GRUNDY_WORK_STRIDE;
  grundy_digraph_free(g);
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
      cmocka_unit_test(values_that_are_not_known_are_left_out),
      cmocka_unit_test(starts_that_cannot_be_evaluated_are_outside),
      cmocka_unit_test(fields_of_starts_are_integers),
      cmocka_unit_test(games_of_a_family_may_be_mixed),
      cmocka_unit_test(exceptions_of_different_lengths_are_in_order),
      cmocka_unit_test(a_game_with_payoffs_has_no_outcomes),
      cmocka_unit_test(starts_may_have_infinite_values),
      cmocka_unit_test(exceptions_without_values_have_none),
      cmocka_unit_test(laws_read_sequences_where_they_have_terms),
      cmocka_unit_test(starts_with_the_same_fields_need_names),
      cmocka_unit_test(known_laws_are_found),
      cmocka_unit_test(nothing_is_found_in_random_outcomes),
      cmocka_unit_test(laws_may_have_exceptions),
      cmocka_unit_test(bounds_have_constants_and_negative_terms),
      cmocka_unit_test(laws_about_large_numbers_fail_where_their_text_does),
      cmocka_unit_test(fibonacci_numbers_are_recognized),
      cmocka_unit_test(a_search_is_restricted_by_a_condition),
      cmocka_unit_test(a_search_uses_a_limited_number_of_positions),
      cmocka_unit_test(a_search_needs_the_same_few_small_fields_everywhere),
      cmocka_unit_test(laws_that_are_too_long_are_not_shown),
      cmocka_unit_test(a_search_can_be_cancelled_at_any_time),
      cmocka_unit_test(a_search_has_limits),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
