/* Families of games: lists and choices stand for the games they should, and rows have the periods
 * that their values have by the definition. */

#include "support/test.h"

#include <grundy/sweep.h>

static grundy_sweep *made(const char *text, const char *columns) {
  grundy_sweep *sweep = NULL;
  grundy_error error = {0};
  if (grundy_sweep_new(text, &GRUNDY_OPTIONS(grundy_sweep_options, .columns = columns), &sweep,
                       &error) != GRUNDY_OK)
    fail_msg("%s: %s", text, error.message);
  return sweep;
}

static void expect_games(const char *text, const char *const *games, size_t count) {
  grundy_sweep *sweep = made(text, NULL);
  assert_int_equal(grundy_sweep_describe(sweep).games, count);
  for (size_t i = 0; i < count; i++) assert_string_equal(grundy_sweep_game(sweep, i), games[i]);
  grundy_sweep_free(sweep);
}

static void a_choice_gives_every_set_once(void **state) {
  expect_games("take{choose(1..4,2)}:5",
               (const char *const[]){"take{1,2}:5", "take{1,3}:5", "take{1,4}:5", "take{2,3}:5",
                                     "take{2,4}:5", "take{3,4}:5"},
               6);
  expect_games("take{choose([2|5..9:2|20],4)}:x",
               (const char *const[]){"take{2,5,7,9}:x", "take{2,5,7,20}:x", "take{2,5,9,20}:x",
                                     "take{2,7,9,20}:x", "take{5,7,9,20}:x"},
               5);
  expect_games("take{choose(3..3,1)}:x", (const char *const[]){"take{3}:x"}, 1);
}

static void lists_and_ranges_combine(void **state) {
  expect_games("0.[1|3][6..7]:1..2",
               (const char *const[]){"0.16:1", "0.16:2", "0.17:1", "0.17:2", "0.36:1", "0.36:2",
                                     "0.37:1", "0.37:2"},
               8);
  expect_games("nim:1E1..2e1:5", (const char *const[]){"nim:10", "nim:15", "nim:20"}, 3);
  expect_games("nim:[1..2]", (const char *const[]){"nim:1", "nim:2"}, 2);
  expect_games("pass(nim:3,4, 2)@1..2,2/1",
               (const char *const[]){"pass(nim:3,4, 2)@1,2/1", "pass(nim:3,4, 2)@2,2/1"}, 2);
  expect_games("[kayles:3|nim:4] + nim:1",
               (const char *const[]){"kayles:3 + nim:1", "nim:4 + nim:1"}, 2);
}

enum { VALUES = 2000 };

/* Computes the values of a subtraction game from the definition. */
static void find_values(const uint32_t *set, size_t size, uint32_t *values) {
  for (uint32_t n = 0; n < VALUES; n++) {
    uint32_t value = 0;
    for (bool seen = true; seen; value += seen) {
      seen = false;
      for (size_t i = 0; i < size; i++) seen |= set[i] <= n && values[n - set[i]] == value;
    }
    values[n] = value;
  }
}

/* Returns whether the values have this period, and no smaller preperiod or length. */
static bool is_least_period(const uint32_t *values, uint64_t preperiod, uint64_t length) {
  for (uint64_t n = preperiod; n + length < VALUES; n++)
    if (values[n] != values[n + length]) return false;
  if (preperiod > 0 && values[preperiod - 1] == values[preperiod - 1 + length]) return false;
  for (uint64_t less = 1; less < length; less++) {
    uint64_t n = preperiod;
    while (n + less < VALUES && values[n] == values[n + less]) n++;
    if (n + less == VALUES) return false;
  }
  return true;
}

static void subtraction_sets_have_their_periods(void **state) {
  grundy_sweep *sweep = made("take{choose(1..10,3)}:x", NULL);
  grundy_error error = {0};
  assert_int_equal(grundy_sweep_run(sweep, &error), GRUNDY_OK);
  char *text = NULL;
  size_t size = 0, rows = 0;
  FILE *out = open_memstream(&text, &size);
  grundy_sweep_write(sweep, out);
  assert_int_equal(fclose(out), 0);
  for (const char *line = strchr(text, '\n') + 1; *line != '\0'; line = strchr(line, '\n') + 1) {
    static uint32_t values[VALUES];
    unsigned set[3], largest = 0;
    unsigned long preperiod, length, saltus, found;
    assert_int_equal(sscanf(line, "%u,%u,%u\t%lu\t%lu\t%lu\t%lu", &set[0], &set[1], &set[2],
                            &preperiod, &length, &saltus, &found),
                     7);
    find_values(set, 3, values);
    for (size_t n = 0; n < VALUES; n++)
      if (values[n] > largest) largest = values[n];
    if (!is_least_period(values, preperiod, length) || saltus != 0 || found != largest)
      fail_msg("%.40s", line);
    rows++;
  }
  assert_int_equal(rows, 120);
  free(text);
  grundy_sweep_free(sweep);
}

/* A heap game and the game on vectors of dimension 1 with the same moves have the same rows. */
static void heaps_and_vectors_agree(void **state) {
  static const char *const families[] = {"take{choose(1..7,2)}:x",
                                         "vector{choose([(1)|(2)|(3)|(4)|(5)|(6)|(7)],2)}:x"};
  char *tables[2] = {NULL, NULL};
  for (int i = 0; i < 2; i++) {
    size_t size = 0;
    grundy_error error = {0};
    grundy_sweep *sweep = made(families[i], "preperiod,period,saltus,largest");
    assert_int_equal(grundy_sweep_run(sweep, &error), GRUNDY_OK);
    FILE *out = open_memstream(&tables[i], &size);
    grundy_sweep_write(sweep, out);
    assert_int_equal(fclose(out), 0);
    grundy_sweep_free(sweep);
  }
  const char *heaps = tables[0], *vectors = tables[1];
  while (heaps != NULL && vectors != NULL) {
    size_t length = strcspn(heaps, "\n");
    heaps += strcspn(heaps, "\t\n");
    vectors += strcspn(vectors, "\t\n");
    assert_memory_equal(heaps, vectors, length == 0 ? 0 : strcspn(heaps, "\n"));
    heaps = strchr(heaps, '\n');
    vectors = strchr(vectors, '\n');
    if (heaps != NULL) heaps++;
    if (vectors != NULL) vectors++;
  }
  assert_true(heaps == NULL && vectors == NULL);
  free(tables[0]);
  free(tables[1]);
}

/* Computes the rows of the games, and compares the table, or what is wrong with the last of two
 * games. */
static void expect_rows(const char *text, const grundy_sweep_options *options,
                        const char *expected) {
  grundy_sweep *sweep = NULL;
  grundy_error error = {0};
  char *table = NULL;
  size_t size = 0;
  assert_int_equal(grundy_sweep_new(text, options, &sweep, &error), GRUNDY_OK);
  grundy_status status = grundy_sweep_run(sweep, &error);
  if (status != GRUNDY_OK) {
    assert_int_equal(status, GRUNDY_BAD_INPUT);
    assert_string_equal(error.message, expected);
    grundy_sweep_free(sweep);
    return;
  }
  FILE *out = open_memstream(&table, &size);
  grundy_sweep_write(sweep, out);
  assert_int_equal(fclose(out), 0);
  assert_string_equal(table, expected);
  free(table);
  grundy_sweep_free(sweep);
}

/* The set {40000} has the period 80000. */
static void rows_without_a_proof_are_not_known(void **state) {
  const grundy_sweep_options options = {.size = sizeof options, .columns = "period,largest"};
  expect_rows("take{[40000|1]}:x", &options, "item\tperiod\tlargest\n40000\t?\t?\n1\t2\t1\n");
  expect_rows("[kayles|nosuch]:x", &options,
              "unknown heap game 'nosuch'; expected a code such as 0.77, take{1,3,4} or "
              "allbut{2,3}, or a name such as kayles");
  expect_rows("[kayles:x|kayles]", &options, "kayles: expected a row, such as kayles:x");
  expect_rows("[kayles:x|kayles:3]", &options, "kayles:3: expected a row, such as kayles:x");
  expect_rows("[kayles:x|kayles:xx]", &options, "kayles:xx: expected a row, such as kayles:x");
  expect_rows("kayles:[x|3,x]", &options, "kayles:3,x: expected :x after the code");
  expect_rows("[vector{(1,0)*,(0,1)*}:3,x|vector{(1,z)}:3,x]", &options,
              "unexpected 'z'; expected an integer");
  expect_rows("vector{(1,0)*,(0,1)*}:[2,x|"
              "00000000000000000000000000000000000000000000000000000000000000000000000000000000"
              "00000000000000000000000000000000000000000000000000002,x]",
              &options, "0000000000000000000000000000000000000000... is too long for a row");
  expect_rows("vector{(1,0)*,(0,1)*}:[2|99999999999],x", &options,
              "a\tperiod\tlargest\n2\t4\tinf\n99999999999\t?\t?\n");
  expect_rows("vector{(1,0)*,(0,1)*}:2..3,x",
              &GRUNDY_OPTIONS(grundy_sweep_options, .columns = "period,largest", .limit = 3),
              "a\tperiod\tlargest\n2\t?\t?\n3\t?\t?\n");
}

static void limits_may_be_small_or_large(void **state) {
  grundy_sweep_options options =
      GRUNDY_OPTIONS(grundy_sweep_options, .columns = "period,largest", .limit = 20);
  expect_rows("node-kayles:[cycle|path]:x", &options,
              "graph\tperiod\tlargest\ncycle\t?\t?\npath\t?\t?\n");
  options.limit = UINT64_MAX;
  expect_rows("take{[1|1,2]}:x", &options, "item\tperiod\tlargest\n1\t2\t1\n1,2\t3\t2\n");
}

/* The values of allbut{1}, 0, 0, 1, 1, 2, 2, …, grow without bound. */
static void arithmetic_periods_have_no_largest_value(void **state) {
  expect_rows("allbut{[1|1,2]}:x",
              &GRUNDY_OPTIONS(grundy_sweep_options, .columns = "period,saltus,largest"),
              "item\tperiod\tsaltus\tlargest\n1\t2\t1\tinf\n1,2\t3\t1\tinf\n");
}

/* One row is infinite from heap 7 on, one has a period that is not found, and Top Entails has no
 * quotients. */
static void quotients_are_finite_infinite_or_not_known(void **state) {
  grundy_sweep_options options =
      GRUNDY_OPTIONS(grundy_sweep_options, .play = GRUNDY_MISERE_PLAY,
                     .columns = "order,p_order,preperiod,period,wild_at");
  expect_rows("[0.3|0.3122]:x", &options,
              "item\torder\tp_order\tpreperiod\tperiod\twild_at\n0.3\t2\t1\t1\t2\t-\n"
              "0.3122\tinf\t-\t-\t-\t4\n");
  options.columns = "order,period,wild_at,heaps,bound";
  expect_rows("[take{40000}|top-entails]:x", &options,
              "item\torder\tperiod\twild_at\theaps\tbound\ntake{40000}\t?\t?\t?\t65536\t2\n"
              "top-entails\t?\t?\t?\t?\t?\n");
  options.limit = UINT64_MAX;
  options.columns = "order";
  expect_rows("take{[1|2]}:x", &options, "item\torder\n1\t2\n2\t2\n");
  options.limit = 0;
  expect_rows("[kayles|nosuch]:x", &options,
              "unknown heap game 'nosuch'; expected a code such as 0.77, take{1,3,4} or "
              "allbut{2,3}, or a name such as kayles");
  expect_rows("[0.3:x|kayles]", &options,
              "kayles: misere quotients are of heap games, such as kayles:x");
  expect_rows("[0.3:x|kayles:3]", &options,
              "kayles:3: misere quotients are of heap games, such as kayles:x");
}

static void objects_of_quotients_say_what_is_known(void **state) {
  grundy_sweep *sweep = NULL;
  char *text = NULL;
  size_t size = 0;
  assert_int_equal(grundy_sweep_new("[top-entails|0.3122]:x",
                                    &GRUNDY_OPTIONS(grundy_sweep_options, .json = true,
                                                    .play = GRUNDY_MISERE_PLAY),
                                    &sweep, NULL),
                   GRUNDY_OK);
  assert_int_equal(grundy_sweep_run(sweep, NULL), GRUNDY_OK);
  FILE *out = open_memstream(&text, &size);
  grundy_json json = grundy_json_start(out);
  grundy_sweep_write_json(&json, sweep);
  assert_int_equal(fclose(out), 0);
  assert_non_null(strstr(text, "\"quotient\": {\"order\": null, \"p_order\": null, \"wild_at\": "
                               "null, \"start\": null, \"length\": null, \"heaps\": 0, "
                               "\"lower_bound\": 1}"));
  assert_non_null(strstr(text, "\"quotient\": {\"order\": \"inf\", \"p_order\": null, \"wild_at\": "
                               "4, \"start\": null, \"length\": null, \"heaps\": 6, "));
  free(text);
  grundy_sweep_free(sweep);
}

/* A move of Kayles on a cycle of n vertices leaves a path of n - 1 or n - 2, which is a row of
 * Kayles with as many pins. */
static void the_period_of_kayles_on_cycles_follows_from_paths(void **state) {
  static uint32_t paths[VALUES], cycles[VALUES];
  for (uint32_t n = 1; n < VALUES; n++) {
    bool seen[64] = {false};
    for (uint32_t taken = 1; taken <= 2 && taken <= n; taken++)
      for (uint32_t left = 0; left + taken <= n; left++)
        seen[paths[left] ^ paths[n - taken - left]] = true;
    while (seen[paths[n]]) paths[n]++;
  }
  for (uint32_t n = 0; n < 3; n++) cycles[n] = UINT32_MAX; /* there is no such cycle */
  for (uint32_t n = 3; n < VALUES; n++)
    while (cycles[n] == paths[n - 1] || cycles[n] == paths[n - 2]) cycles[n]++;
  char *table = NULL;
  size_t size = 0;
  unsigned long preperiod, length, saltus, found;
  uint32_t largest = 0;
  grundy_sweep *sweep = made("graph-kayles:[cycle|path]:x", NULL);
  assert_int_equal(grundy_sweep_run(sweep, NULL), GRUNDY_OK);
  FILE *out = open_memstream(&table, &size);
  grundy_sweep_write(sweep, out);
  assert_int_equal(fclose(out), 0);
  assert_int_equal(sscanf(strstr(table, "cycle\t"), "cycle\t%lu\t%lu\t%lu\t%lu", &preperiod,
                          &length, &saltus, &found),
                   4);
  for (uint32_t n = 3; n < VALUES; n++)
    if (cycles[n] > largest) largest = cycles[n];
  assert_true(preperiod >= 3);
  assert_true(is_least_period(cycles, preperiod, length));
  assert_int_equal(saltus, 0);
  assert_int_equal(found, largest);
  assert_non_null(strstr(table, "path\t71\t12\t0\t"));
  free(table);
  grundy_sweep_free(sweep);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_choice_gives_every_set_once),
      cmocka_unit_test(lists_and_ranges_combine),
      cmocka_unit_test(subtraction_sets_have_their_periods),
      cmocka_unit_test(heaps_and_vectors_agree),
      cmocka_unit_test(rows_without_a_proof_are_not_known),
      cmocka_unit_test(limits_may_be_small_or_large),
      cmocka_unit_test(arithmetic_periods_have_no_largest_value),
      cmocka_unit_test(quotients_are_finite_infinite_or_not_known),
      cmocka_unit_test(objects_of_quotients_say_what_is_known),
      cmocka_unit_test(the_period_of_kayles_on_cycles_follows_from_paths),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
