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

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_choice_gives_every_set_once),
      cmocka_unit_test(lists_and_ranges_combine),
      cmocka_unit_test(subtraction_sets_have_their_periods),
      cmocka_unit_test(heaps_and_vectors_agree),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
