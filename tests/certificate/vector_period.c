/* Proofs of periods of rows of games on vectors: those that grundy writes are accepted, and a
 * damaged one only if what it says is true, as values computed from lists of all followers show. */

#include <jansson.h>

#include <grundy/grundy.h>

#include "support/certificates.h"
#include "support/games.h"
#include "support/test.h"
#include "support/vectors.h"

enum { COLUMNS = 500, LIMIT = 1500 };

/* ---- making --------------------------------------------------------------------------------- */

/* Returns a certificate of a row; NULL if no period is proved. */
static char *certificate_of(const char *text, uint32_t dimension, vector_row r, uint64_t limit) {
  grundy_vector_moves *moves = vector_moves_of(text);
  grundy_vector_options options = {.size = sizeof options, .limit = limit};
  const grundy_vector_slice slice = slice_of_row(dimension, r, &options.corner);
  grundy_vector_period period;
  grundy_error error = {0};
  char *made = NULL;
  size_t size = 0;
  if (grundy_vector_find_period(moves, &slice, &options, &period, &error) == GRUNDY_OK) {
    FILE *out = open_memstream(&made, &size);
    if (grundy_vector_certificate_write(moves, &slice, &period, &options, out, &error) != GRUNDY_OK)
      fail_msg("%s: %s", text, error.message);
    assert_int_equal(fclose(out), 0);
  }
  grundy_vector_moves_free(moves);
  return made;
}

static char *random_certificate(grundy_random *random, uint32_t dimension) {
  char text[VECTORS_TEXT];
  for (;;) {
    vector_rules rules =
        random_vectors(random, dimension, 1 + (uint32_t)grundy_random_below(random, 3));
    vector_row r = random_row(random, &rules);
    vector_rules_text(&rules, text);
    char *made = certificate_of(text, dimension, r, LIMIT);
    if (made != NULL) return made;
  }
}

/* ---- what is true --------------------------------------------------------------------------- */

/* Reads the text of a row by the code of the library. */
static void read_row(const char *text, vector_rules *rules, vector_row *r) {
  const char *at = strchr(text, '}') + 1;
  grundy_vector_moves *moves = NULL;
  assert_int_equal(grundy_vector_moves_parse(text, (size_t)(at - text), &moves, NULL), GRUNDY_OK);
  const grundy_vector_rules view = grundy_vector_moves_view(moves);
  assert_true(view.count <= VECTORS_MOST);
  *rules =
      (vector_rules){.dimension = view.dimension, .count = view.count, .overshoot = view.overshoot};
  memcpy(rules->moves, view.list, view.count * sizeof *view.list);
  *r = (vector_row){.axis = UINT32_MAX};
  for (uint32_t i = 0; i < view.dimension; i++) {
    at++; /* the colon or a comma */
    if (*at == 'x') {
      r->axis = i;
      at++;
    } else {
      r->base.at[i] = (uint32_t)strtoul(at, (char **)&at, 10);
    }
  }
  assert_true(*at == '\0' && r->axis < view.dimension);
  grundy_vector_moves_free(moves);
}

static uint64_t member(const json_t *root, const char *name) {
  return (uint64_t)json_integer_value(json_object_get(root, name));
}

/* Checks everything that a certificate says, as far as COLUMNS values of the row show it. */
static void assert_true_claim(const char *text) {
  json_t *root = json_loads(text, 0, NULL);
  assert_non_null(root);
  vector_rules rules;
  vector_row r;
  read_row(json_string_value(json_object_get(root, "game")), &rules, &r);
  uint64_t preperiod = member(root, "preperiod"), period = member(root, "period");
  uint64_t saltus = member(root, "saltus");
  const json_t *listed = json_object_get(root, "values");
  uint32_t *values = naive_row(&rules, r, COLUMNS);
  if (!values_repeat(values, COLUMNS, preperiod, period, saltus))
    fail_msg("this period is false: %s", text);
  if (preperiod > 0 && preperiod - 1 + period < COLUMNS &&
      values[preperiod - 1 + period] == values[preperiod - 1] + saltus)
    fail_msg("this preperiod is not the least: %s", text);
  for (uint64_t less = 1; less < period && preperiod + 2 * period < COLUMNS; less++)
    if (values_repeat(values, COLUMNS, preperiod, less, saltus > 0 ? less : 0))
      fail_msg("this period is not the least: %s", text);
  assert_int_equal(json_array_size(listed), preperiod + period);
  for (size_t n = 0; n < json_array_size(listed) && n < COLUMNS; n++)
    assert_int_equal(json_integer_value(json_array_get(listed, n)), values[n]);
  free(values);
  json_decref(root);
}

static void written_proofs_are_accepted(void **state) {
  grundy_random random = grundy_random_new(test_seed());
  for (uint64_t i = 0; i < 10 + test_scaled(60); i++) {
    char *text = random_certificate(&random, 1 + (uint32_t)(i % 4));
    if (!is_accepted(text)) fail_msg("a right proof is rejected: %s", text);
    assert_true_claim(text);
    free(text);
  }
}

/* ---- damage --------------------------------------------------------------------------------- */

/* Changes a number of the document, which may be in the text of the game. */
static char *change_number(grundy_random *random, const char *text) {
  size_t numbers = 0, length = strlen(text);
  const char *start = strstr(text, "\"game\""), *at;
  for (at = start; *at != '\0'; at++)
    numbers += at[0] >= '0' && at[0] <= '9' && !(at[-1] >= '0' && at[-1] <= '9');
  size_t chosen = (size_t)grundy_random_below(random, numbers) + 1;
  for (at = start; chosen > 0; at++)
    chosen -= at[0] >= '0' && at[0] <= '9' && !(at[-1] >= '0' && at[-1] <= '9');
  at--;
  char *end, *made = calloc(length + 32, 1);
  uint64_t number = strtoull(at, &end, 10), change = grundy_random_below(random, 6);
  static const uint64_t more[] = {1, 2, 7};
  number = change < 3                       ? number + more[change]
           : change == 3 && number > 0      ? number - 1
           : change == 4                    ? number * 2
           : grundy_random_below(random, 2) ? number / 2
                                            : grundy_random_below(random, 9);
  (void)snprintf(made, length + 32, "%.*s%llu%s", (int)(at - text), text,
                 (unsigned long long)number, end);
  return made;
}

/* Replaces a member by that of another certificate. */
static char *swap_member(grundy_random *random, const char *text, const char *other) {
  static const char *const names[] = {"game", "preperiod",   "period", "saltus",
                                      "at",   "rows_period", "values"};
  json_t *to = json_loads(text, 0, NULL), *from = json_loads(other, 0, NULL);
  for (uint64_t count = 1 + grundy_random_below(random, 3); count > 0; count--) {
    const char *name = names[grundy_random_below(random, 7)];
    assert_int_equal(json_object_set(to, name, json_object_get(from, name)), 0);
  }
  char *made = json_dumps(to, 0);
  json_decref(to);
  json_decref(from);
  return made;
}

/* Multiplies the period and the length of the list, or shortens them, consistently. */
static char *change_period(grundy_random *random, const char *text) {
  json_t *root = json_loads(text, 0, NULL);
  json_t *values = json_object_get(root, "values");
  uint64_t preperiod = member(root, "preperiod"), period = member(root, "period");
  uint64_t saltus = member(root, "saltus"), factor = 2 + grundy_random_below(random, 2);
  if (grundy_random_below(random, 2) == 0) {
    for (uint64_t i = 0; i < period * (factor - 1); i++) {
      json_int_t before = json_integer_value(json_array_get(values, preperiod + i));
      assert_int_equal(json_array_append_new(values, json_integer(before + (json_int_t)saltus)), 0);
    }
    (void)json_object_set_new(root, "period", json_integer((json_int_t)(period * factor)));
    (void)json_object_set_new(root, "saltus", json_integer((json_int_t)(saltus * factor)));
  } else {
    json_int_t next = json_integer_value(json_array_get(values, preperiod));
    (void)json_array_append_new(values, json_integer(next + (json_int_t)saltus));
    (void)json_object_set_new(root, "preperiod", json_integer((json_int_t)preperiod + 1));
  }
  char *made = json_dumps(root, 0);
  json_decref(root);
  return made;
}

static void no_damaged_proof_proves_anything_false(void **state) {
  grundy_random random = grundy_random_new(test_seed());
  uint64_t damaged = 0, accepted = 0;
  while (damaged < 90 + test_scaled(500)) {
    char *text = random_certificate(&random, 1 + (uint32_t)(damaged % 3));
    char *other = random_certificate(&random, 1 + (uint32_t)(damaged % 3));
    for (int k = 0; k < 9; k++, damaged++) {
      char *made = k % 3 == 0   ? swap_member(&random, text, other)
                   : k % 3 == 1 ? change_period(&random, text)
                                : change_number(&random, text);
      if (is_accepted(made)) {
        assert_true_claim(made);
        accepted++;
      }
      free(made);
    }
    free(other);
    free(text);
  }
  /* Some changes are harmless: another proof of the same period, or a vector that changes nothing.
   */
  assert_true(accepted < damaged - damaged / 4);
}

/* Every value counts: a changed one is always noticed. */
static void a_wrong_value_is_noticed(void **state) {
  grundy_random random = grundy_random_new(test_seed());
  for (uint64_t i = 0; i < 10 + test_scaled(30); i++) {
    char *text = random_certificate(&random, 1 + (uint32_t)(i % 3));
    json_t *root = json_loads(text, 0, NULL);
    json_t *values = json_object_get(root, "values");
    size_t at = (size_t)grundy_random_below(&random, json_array_size(values));
    json_int_t value = json_integer_value(json_array_get(values, at));
    assert_int_equal(json_array_set_new(values, at, json_integer(value + 1)), 0);
    char *made = json_dumps(root, 0);
    assert_false(is_accepted(made));
    free(made);
    json_decref(root);
    free(text);
  }
}

/* ---- texts that are not certificates -------------------------------------------------------- */

static const char right[] =
    "{\"format\": \"grundy vector period 1\", \"game\": \"vector{(1,1),(0,2)}:1,x\", "
    "\"preperiod\": 0, \"period\": 4, \"saltus\": 0, \"at\": 6, \"rows_period\": 4, "
    "\"values\": [0, 1, 1, 0]}";

static void the_format_is_strict(void **state) {
  static const struct {
    const char *old, *new;
    grundy_status status;
  } changes[] = {
      {"\"saltus\": 0, ", "", GRUNDY_BAD_INPUT},
      {"\"saltus\": 0", "\"saltus\": 0, \"more\": 1", GRUNDY_BAD_INPUT},
      {"\"saltus\": 0", "\"saltus\": 0, \"saltus\": 0", GRUNDY_BAD_INPUT},
      {"\"saltus\": 0", "\"saltus\": -1", GRUNDY_BAD_INPUT},
      {"\"saltus\": 0", "\"saltus\": 0.0", GRUNDY_BAD_INPUT},
      {"\"period\": 4", "\"period\": 0", GRUNDY_BAD_INPUT},
      {"\"rows_period\": 4", "\"rows_period\": 0", GRUNDY_BAD_INPUT},
      {"\"rows_period\": 4", "\"rows_period\": \"4\"", GRUNDY_BAD_INPUT},
      {"[0, 1, 1, 0]}", "[0, 1, 1]}", GRUNDY_BAD_INPUT},
      {"[0, 1, 1, 0]}", "[0, 1, 1, 0]} x", GRUNDY_BAD_INPUT},
      {"period 1", "period 2", GRUNDY_BAD_INPUT},
      {"(1,1)", "(1,01)", GRUNDY_BAD_INPUT},
      {"(1,1)", "(1,-1)", GRUNDY_BAD_INPUT},
      {"(1,1)", "(1)", GRUNDY_BAD_INPUT},
      {"(1,1)", "(0,0)", GRUNDY_BAD_INPUT},
      {"(1,1)", "(1,1)+", GRUNDY_BAD_INPUT},
      {"(1,1)", "(1, 1)", GRUNDY_BAD_INPUT},
      {"(1,1)", "(1,1,1,1,1)", GRUNDY_BAD_INPUT},
      {"(1,1)", "(1,1073741824)", GRUNDY_BAD_INPUT},
      {"(1,1)", "(1,10737418240000)", GRUNDY_BAD_INPUT},
      {"(1,1)", "(1,)", GRUNDY_BAD_INPUT},
      {"(1,1)", "(1,x)", GRUNDY_BAD_INPUT},
      {"(1,1)", "(1;1)", GRUNDY_BAD_INPUT},
      {"(1,1)", "(1,1", GRUNDY_BAD_INPUT},
      {"(1,1)", "1,1", GRUNDY_BAD_INPUT},
      {"vector{", "vectors{", GRUNDY_BAD_INPUT},
      {"\"vector{(1,1),(0,2)}:1,x\"", "3", GRUNDY_BAD_INPUT},
      {"(1,1),(0,2)", "", GRUNDY_BAD_INPUT},
      {"(0,2)}", "(0,2),}", GRUNDY_BAD_INPUT},
      {"(0,2)}", "overshoot,(0,2)}", GRUNDY_BAD_INPUT},
      {":1,x", ":1,x ", GRUNDY_BAD_INPUT},
      {":1,x", ":1,x\\u0000", GRUNDY_BAD_INPUT},
      {":1,x", ":x,x", GRUNDY_BAD_INPUT},
      {":1,x", ":1,1", GRUNDY_BAD_INPUT},
      {":1,x", ":y,x", GRUNDY_BAD_INPUT},
      {":1,x", ":1x", GRUNDY_BAD_INPUT},
      {":1,x", ":x", GRUNDY_BAD_INPUT},
      {":1,x", "", GRUNDY_BAD_INPUT},
      {":1,x", ":999999999,x", GRUNDY_UNABLE},
      {"\"at\": 6", "\"at\": 67108864", GRUNDY_UNABLE},
  };
  grundy_certificate_report report;
  grundy_error error = {0};
  assert_int_equal(check_text(right, &report, &error), GRUNDY_OK);
  if (!report.is_right) fail_msg("%s", report.wrong);
  assert_string_equal(report.game, "vector{(1,1),(0,2)}:1,x");
  assert_string_equal(report.claim, "vector{(1,1),(0,2)}:1,x has preperiod 0, period 4");
  for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
    char *text = text_with(right, changes[i].old, changes[i].new);
    if (check_text(text, &report, &error) != changes[i].status) fail_msg("%s", text);
    assert_true(error.message[0] != '\0');
    free(text);
  }
}

static void limits_end_in_unable(void **state) {
  char game[700] = "vector{(1,1)";
  for (int i = 0; i < 100; i++) strcat(game, ",(1,1)");
  strcat(game, "}:1,x");
  char *text = text_with(right, "vector{(1,1),(0,2)}:1,x", game);
  expect_failure(text, GRUNDY_UNABLE,
                 "too many characters in 'game'; certificates have at most 511");
  free(text);
  /* From row 2^20 + 1, a ray leads to every row below it. */
  text = text_with(right, "(1,1),(0,2)}:1,x", "(1,0)*}:1048577,x");
  expect_failure(text, GRUNDY_UNABLE, "too many moves; certificates have at most 1048576");
  free(text);
}

/* Values of {2, 3}: 0, 0, 1, 1, 2 and so on. */
static void a_prime_period_is_the_least_one(void **state) {
  static const char text[] =
      "{\"format\": \"grundy vector period 1\", \"game\": \"vector{(2),(3)}:x\", \"preperiod\": "
      "0, \"period\": %s, \"saltus\": 0, \"at\": 3, \"rows_period\": 5, \"values\": [%s]}";
  char made[sizeof text + 100];
  (void)snprintf(made, sizeof made, text, "5", "0, 0, 1, 1, 2");
  assert_true(is_accepted(made));
  (void)snprintf(made, sizeof made, text, "25",
                 "0, 0, 1, 1, 2, 0, 0, 1, 1, 2, 0, 0, 1, 1, 2, 0, 0, 1, 1, 2, 0, 0, 1, 1, 2");
  expect_refutation(made, "the period is not the least one");
}

static void refutations_name_the_condition(void **state) {
  static const struct {
    const char *old, *new, *wrong;
  } changes[] = {
      {"(0,2)", "(0,2)*", "no theorem proves a period of this game"},
      {"(0,2)", "(0,1)*", "the saltus is 0; expected 4"},
      {"(0,2)", "(0,1)*,overshoot", "no theorem proves a period of this game"},
      {"\"saltus\": 0", "\"saltus\": 4", "the saltus is 4; expected 0"},
      {"\"at\": 6", "\"at\": 1", "'at' is 1, but moves reach 2 columns back"},
      {"\"rows_period\": 4", "\"rows_period\": 3", "columns 4 and 7 differ"},
      {"\"preperiod\": 0", "\"preperiod\": 1", "the preperiod is not the least one"},
      {"\"period\": 4", "\"period\": 3", "the row does not have this preperiod and period"},
      {"\"period\": 4", "\"period\": 8", "the period is not the least one"},
      {"[0, 1, 1, 0]", "[0, 1, 2, 0]", "the value at 2 is 1, not 2"},
  };
  for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
    grundy_certificate_report report;
    grundy_error error = {0};
    char *text = text_with(right, changes[i].old, changes[i].new);
    assert_int_equal(check_text(text, &report, &error), GRUNDY_OK);
    assert_false(report.is_right);
    assert_string_equal(report.wrong, changes[i].wrong);
    free(text);
  }
}

/* In row 1 of this game, values are 1, 0, 3, 2 and so on: the first value is 1, and the first two
 * are 0 and 1, so that the free ones are not shifted by 1. */
static void free_values_must_be_shifted_by_the_period(void **state) {
  static const char text[] =
      "{\"format\": \"grundy vector period 1\", \"game\": \"vector{(1,0),(0,1)*}:1,x\", "
      "\"preperiod\": 0, \"period\": 2, \"saltus\": 2, \"at\": %d, \"rows_period\": %d, "
      "\"values\": [1, 0]}";
  char made[sizeof text];
  (void)snprintf(made, sizeof made, text, 2, 2);
  assert_true(is_accepted(made));
  (void)snprintf(made, sizeof made, text, 1, 1);
  expect_refutation(made, "the free values at 1 and 2 differ");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(written_proofs_are_accepted),
      cmocka_unit_test(no_damaged_proof_proves_anything_false),
      cmocka_unit_test(a_wrong_value_is_noticed),
      cmocka_unit_test(the_format_is_strict),
      cmocka_unit_test(limits_end_in_unable),
      cmocka_unit_test(a_prime_period_is_the_least_one),
      cmocka_unit_test(refutations_name_the_condition),
      cmocka_unit_test(free_values_must_be_shifted_by_the_period),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
