/* Columns and their names. */

#include <grundy/solution.h>

#include "solution/columns.h"
#include "support/test.h"

/* The columns in the order that every format uses. */
static const struct {
  grundy_columns column;
  const char *name;
  grundy_column_kind kind;
} expected[GRUNDY_COLUMN_COUNT] = {
    {GRUNDY_COLUMN_OUTCOME, "outcome", GRUNDY_COLUMN_OF_LETTERS},
    {GRUNDY_COLUMN_GRUNDY, "grundy", GRUNDY_COLUMN_OF_NUMBERS},
    {GRUNDY_COLUMN_K, "k", GRUNDY_COLUMN_OF_SETS},
    {GRUNDY_COLUMN_REMOTENESS, "remoteness", GRUNDY_COLUMN_OF_NUMBERS},
    {GRUNDY_COLUMN_DISTANCE, "distance", GRUNDY_COLUMN_OF_NUMBERS},
    {GRUNDY_COLUMN_COUNTER, "counter", GRUNDY_COLUMN_OF_NUMBERS},
    {GRUNDY_COLUMN_MISERE, "misere", GRUNDY_COLUMN_OF_LETTERS},
    {GRUNDY_COLUMN_MISERE_REMOTENESS, "misere_remoteness", GRUNDY_COLUMN_OF_NUMBERS},
    {GRUNDY_COLUMN_HMIN, "hmin", GRUNDY_COLUMN_OF_NUMBERS},
    {GRUNDY_COLUMN_J, "j", GRUNDY_COLUMN_OF_SETS},
    {GRUNDY_COLUMN_PLAYER, "player", GRUNDY_COLUMN_OF_LETTERS},
    {GRUNDY_COLUMN_Q1, "q1", GRUNDY_COLUMN_OF_NUMBERS},
    {GRUNDY_COLUMN_Q0, "q0", GRUNDY_COLUMN_OF_NUMBERS},
    {GRUNDY_COLUMN_QM1, "q-1", GRUNDY_COLUMN_OF_NUMBERS},
    {GRUNDY_COLUMN_Q2, "q2", GRUNDY_COLUMN_OF_NUMBERS},
    {GRUNDY_COLUMN_ABE, "abe", GRUNDY_COLUMN_OF_LEVELS},
    {GRUNDY_COLUMN_BARBARA, "barbara", GRUNDY_COLUMN_OF_LEVELS},
    {GRUNDY_COLUMN_GUARANTEE, "guarantee", GRUNDY_COLUMN_OF_REALS},
    {GRUNDY_COLUMN_GUARANTEE_MOVES, "guarantee_moves", GRUNDY_COLUMN_OF_NUMBERS},
    {GRUNDY_COLUMN_CAP, "cap", GRUNDY_COLUMN_OF_REALS},
    {GRUNDY_COLUMN_CAP_MOVES, "cap_moves", GRUNDY_COLUMN_OF_NUMBERS},
    {GRUNDY_COLUMN_QV, "qv", GRUNDY_COLUMN_OF_NUMBERS},
    {GRUNDY_COLUMN_DRAW_LEVEL, "draw_level", GRUNDY_COLUMN_OF_NUMBERS},
    {GRUNDY_COLUMN_DRAW_REMOTENESS, "draw_remoteness", GRUNDY_COLUMN_OF_NUMBERS},
    {GRUNDY_COLUMN_WINDOW, "window", GRUNDY_COLUMN_OF_LETTERS},
    {GRUNDY_COLUMN_C, "c", GRUNDY_COLUMN_OF_SETS},
    {GRUNDY_COLUMN_TURN_REMOTENESS, "turn_remoteness", GRUNDY_COLUMN_OF_NUMBERS},
    {GRUNDY_COLUMN_TURN_DISTANCE, "turn_distance", GRUNDY_COLUMN_OF_NUMBERS},
};

static void every_column_has_a_name_a_kind_and_a_summary(void **state) {
  for (int i = 0; i < GRUNDY_COLUMN_COUNT; i++) {
    const grundy_column_info *info = grundy_column_describe(expected[i].column);
    assert_non_null(info);
    assert_int_equal(expected[i].column, 1 << i);
    assert_string_equal(info->name, expected[i].name);
    assert_int_equal(info->kind, expected[i].kind);
    assert_true(strlen(info->summary) > 0);
  }
}

static void only_single_columns_are_described(void **state) {
  assert_null(grundy_column_describe(0));
  assert_null(grundy_column_describe(GRUNDY_COLUMN_OUTCOME | GRUNDY_COLUMN_K));
  assert_null(grundy_column_describe(1 << GRUNDY_COLUMN_COUNT));
  assert_null(grundy_column_describe(GRUNDY_COLUMNS_ALL));
}

static void a_column_is_found_by_its_whole_name(void **state) {
  for (int i = 0; i < GRUNDY_COLUMN_COUNT; i++)
    assert_int_equal(grundy_column_find(expected[i].name, strlen(expected[i].name)),
                     expected[i].column);
  assert_int_equal(grundy_column_find("hmin,j", 4), GRUNDY_COLUMN_HMIN);
  assert_int_equal(grundy_column_find("misere_remoteness", 6), GRUNDY_COLUMN_MISERE);
  assert_int_equal(grundy_column_find("misere_remote", 13), 0);
  assert_int_equal(grundy_column_find("K", 1), 0);
  assert_int_equal(grundy_column_find("", 0), 0);
  assert_int_equal(grundy_column_find("all", 3), 0);
}

static void assert_parsed(const char *list, grundy_columns columns) {
  grundy_columns parsed = 0;
  assert_int_equal(grundy_columns_parse(list, &parsed, NULL), GRUNDY_OK);
  assert_int_equal(parsed, columns);
}

static void lists_of_names_are_sets_of_columns(void **state) {
  assert_parsed("outcome", GRUNDY_COLUMN_OUTCOME);
  assert_parsed("outcome,remoteness", GRUNDY_COLUMN_OUTCOME | GRUNDY_COLUMN_REMOTENESS);
  assert_parsed("j,outcome,j", GRUNDY_COLUMN_OUTCOME | GRUNDY_COLUMN_J);
  assert_parsed("all", GRUNDY_COLUMNS_ALL);
  assert_parsed("default", GRUNDY_COLUMNS_DEFAULT);
  assert_parsed("default,hmin", GRUNDY_COLUMNS_DEFAULT | GRUNDY_COLUMN_HMIN);
  assert_parsed("misere,misere_remoteness", GRUNDY_COLUMN_MISERE | GRUNDY_COLUMN_MISERE_REMOTENESS);
}

static void every_set_of_columns_can_be_written_as_a_list(void **state) {
  for (grundy_columns columns = 1; columns <= GRUNDY_COLUMNS_ALL; columns++) {
    char list[256] = "";
    for (int i = 0; i < GRUNDY_COLUMN_COUNT; i++) {
      if ((columns >> i & 1) == 0) continue;
      if (list[0] != '\0') strcat(list, ",");
      strcat(list, expected[i].name);
    }
    assert_parsed(list, columns);
  }
}

/* The unknown word is named, and the result is unchanged. */
static void assert_refused(const char *list, const char *word) {
  grundy_columns parsed = 12345;
  grundy_error error = {0};
  assert_int_equal(grundy_columns_parse(list, &parsed, &error), GRUNDY_BAD_ARGUMENT);
  assert_int_equal(parsed, 12345);
  assert_int_equal(error.status, GRUNDY_BAD_ARGUMENT);
  if (strstr(error.message, word) == NULL) fail_msg("'%s' does not name '%s'", error.message, word);
}

static void an_unknown_column_is_named(void **state) {
  assert_refused("foo", "'foo'");
  assert_refused("outcome,bar,k", "'bar'");
  assert_refused("outcome, k", "' k'");
  assert_refused("Outcome", "'Outcome'");
}

static void an_empty_word_is_not_a_column(void **state) {
  assert_refused("", "''");
  assert_refused("outcome,,k", "''");
  assert_refused("outcome,", "''");
  assert_refused(",outcome", "''");
}

static void unknown_levels_have_no_bounds(void **state) {
  for (int of_a = 0; of_a < 2; of_a++) assert_int_equal(grundy_level_bound(255, of_a != 0), 0);
  assert_null(grundy_level_name(255));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(unknown_levels_have_no_bounds),
      cmocka_unit_test(every_column_has_a_name_a_kind_and_a_summary),
      cmocka_unit_test(only_single_columns_are_described),
      cmocka_unit_test(a_column_is_found_by_its_whole_name),
      cmocka_unit_test(lists_of_names_are_sets_of_columns),
      cmocka_unit_test(every_set_of_columns_can_be_written_as_a_list),
      cmocka_unit_test(an_unknown_column_is_named),
      cmocka_unit_test(an_empty_word_is_not_a_column),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
