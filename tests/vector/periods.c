/* Proved periods of rows: they hold far beyond what proves them, and nothing smaller will do; the
 * values are computed from lists of all followers. */

#include "support/games.h"
#include "support/test.h"
#include "support/vectors.h"

#include <inttypes.h>

enum { MOST_COLUMNS = 600, LIMIT = 3000 };

static grundy_status find_row_period(const char *text, uint32_t dimension, vector_row r,
                                     grundy_vector_options options, grundy_vector_period *period,
                                     grundy_error *error) {
  grundy_vector_moves *moves = vector_moves_of(text);
  options.size = sizeof options;
  const grundy_vector_slice slice = slice_of_row(dimension, r, &options.corner);
  grundy_status status = grundy_vector_find_period(moves, &slice, &options, period, error);
  grundy_vector_moves_free(moves);
  return status;
}

static void assert_period(const char *text, const vector_rules *rules, vector_row r,
                          const grundy_vector_period *p) {
  uint64_t columns = 2 * p->proved_at + 2 * p->rows_length + 20;
  if (columns > MOST_COLUMNS) columns = MOST_COLUMNS;
  uint32_t *values = naive_row(rules, r, columns);
  bool additive = p->saltus > 0;
  if (!values_repeat(values, columns, p->preperiod, p->length, p->saltus))
    fail_msg("%s: no preperiod %" PRIu64 " and period %" PRIu64, text, p->preperiod, p->length);
  assert_int_equal(p->saltus, additive ? p->length : 0);
  assert_int_equal(p->rows_length % p->length, 0);
  if (additive) assert_true(p->largest == UINT64_MAX);
  if (!additive && p->preperiod + p->length <= columns) {
    uint32_t largest = 0;
    for (uint64_t n = 0; n < columns; n++)
      if (values[n] > largest) largest = values[n];
    assert_int_equal(p->largest, largest);
  }
  if (p->preperiod > 0 && p->preperiod - 1 + p->length < columns)
    assert_true(values[p->preperiod - 1 + p->length] != values[p->preperiod - 1] + p->saltus);
  for (uint64_t less = 1; less < p->length && p->preperiod + 2 * p->length < columns; less++)
    assert_false(values_repeat(values, columns, p->preperiod, less, additive ? less : 0));
  free(values);
}

/* Checks a random row. Returns the saltus; -1 if no period is proved. */
static int64_t check_random_row(grundy_random *random, uint32_t dimension) {
  char text[VECTORS_TEXT];
  vector_rules rules =
      random_vectors(random, dimension, 1 + (uint32_t)grundy_random_below(random, 4));
  vector_row r = random_row(random, &rules);
  vector_rules_text(&rules, text);
  grundy_vector_period period;
  grundy_error error = {0};
  grundy_status status =
      find_row_period(text, dimension, r, (grundy_vector_options){.limit = LIMIT}, &period, &error);
  if (status == GRUNDY_UNABLE) return -1;
  if (status != GRUNDY_OK) fail_msg("%s: %s", text, error.message);
  assert_period(text, &rules, r, &period);
  return (int64_t)period.saltus;
}

static void random_rows_repeat_beyond_the_proof(void **state) {
  grundy_random random = grundy_random_new(test_seed());
  uint64_t proved[2] = {0};
  for (uint64_t i = 0; i < test_scaled(3000); i++) {
    int64_t saltus = check_random_row(&random, 1 + (uint32_t)(i % GRUNDY_VECTOR_MAX_DIMENSION));
    if (saltus >= 0) proved[saltus > 0]++;
  }
  assert_true(proved[0] > 0 && proved[1] > 0);
}

static void subtraction_games_have_the_periods_of_heaps(void **state) {
  grundy_vector_period p;
  const vector_row r = {.axis = 0};
  const grundy_vector_options none = {0};
  assert_int_equal(find_row_period("vector{(1),(3),(4)}", 1, r, none, &p, NULL), GRUNDY_OK);
  assert_int_equal(p.preperiod, 0);
  assert_int_equal(p.length, 7);
  assert_int_equal(find_row_period("vector{(1)*}", 1, r, none, &p, NULL), GRUNDY_OK);
  assert_int_equal(p.length, 1);
  assert_int_equal(p.saltus, 1);
}

/* Moves that reach far need more columns than are tried first. */
static void long_moves_have_periods(void **state) {
  static const uint32_t lengths[] = {10, 40, 80};
  for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
    char text[VECTORS_TEXT];
    vector_rules rules = {
        .dimension = 2,
        .count = 2,
        .moves = {{.entries = {0, 1}, .is_ray = true}, {.entries = {1, (int32_t)lengths[i]}}}};
    const vector_row r = {.base = {{1, 0}}, .axis = 1};
    const grundy_vector_options options = {.limit = LIMIT};
    grundy_vector_period period;
    vector_rules_text(&rules, text);
    assert_int_equal(find_row_period(text, 2, r, options, &period, NULL), GRUNDY_OK);
    assert_period(text, &rules, r, &period);
    rules.moves[0] = (grundy_vector_move){.entries = {0, 3}};
    vector_rules_text(&rules, text);
    assert_int_equal(find_row_period(text, 2, r, options, &period, NULL), GRUNDY_OK);
    assert_period(text, &rules, r, &period);
  }
}

static void assert_refused(const char *text, vector_row r, grundy_vector_options options) {
  grundy_vector_period period;
  grundy_error error = {0};
  assert_int_equal(find_row_period(text, 2, r, options, &period, &error), GRUNDY_UNABLE);
  assert_true(error.message[0] != '\0');
}

static void what_no_theorem_covers_is_refused(void **state) {
  const vector_row r = {.base = {{3, 0}}, .axis = 1};
  const grundy_vector_options none = {0};
  assert_refused("vector{(1,-1),(0,1)}", r, none);
  assert_refused("vector{(1,0),(0,2)*}", r, none);
  assert_refused("vector{(1,0),(0,1)*,overshoot}", r, none);
  assert_refused("vector{(1,0),(0,1)}", r, (grundy_vector_options){.outcomes_only = true});
  assert_refused("vector{(1,0),(0,1)}", r, (grundy_vector_options){.play = GRUNDY_MISERE_PLAY});
  assert_refused("vector{(1,0),(0,1)}", r, (grundy_vector_options){.passes = 1});
  assert_refused("vector{(1,0),(0,1)}", r, (grundy_vector_options){.block = 1});
  assert_refused("vector{(1,0)*,(0,1)*,(1,1)*}", r, (grundy_vector_options){.limit = 100});
  const grundy_vector_position end = {{1, 1}};
  assert_refused("vector{(1,0),(0,1)}", r,
                 (grundy_vector_options){.terminal = &end, .terminal_count = 1});
}

static void only_rows_have_periods(void **state) {
  const grundy_vector_options options = {.size = sizeof options, .corner = {{9, 9}}};
  const grundy_vector_grid grid = {.dimension = 2, .corner = options.corner, .count = 100};
  grundy_vector_moves *moves = vector_moves_of("vector{(1,0),(0,1)}");
  grundy_vector_slice slice;
  grundy_vector_period period;
  grundy_error error = {0};
  assert_int_equal(grundy_vector_slice_parse("x,y", &grid, &slice, NULL), GRUNDY_OK);
  assert_int_equal(grundy_vector_find_period(moves, &slice, &options, &period, &error),
                   GRUNDY_UNABLE);
  assert_string_equal(error.message, "periods are proved only for rows, such as the slice 3,x");
  grundy_vector_moves_free(moves);
}

/* A period would need more columns than a row can have. */
static void moves_may_reach_too_far_for_a_proof(void **state) {
  const vector_row r = {.axis = 0};
  grundy_vector_period period;
  grundy_error error = {0};
  assert_int_equal(find_row_period("vector{(1073741823)}", 1, r,
                                   (grundy_vector_options){.limit = UINT64_MAX}, &period, &error),
                   GRUNDY_UNABLE);
  assert_int_equal(error.reason, GRUNDY_REASON_TOO_MANY);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(random_rows_repeat_beyond_the_proof),
      cmocka_unit_test(subtraction_games_have_the_periods_of_heaps),
      cmocka_unit_test(long_moves_have_periods),
      cmocka_unit_test(what_no_theorem_covers_is_refused),
      cmocka_unit_test(only_rows_have_periods),
      cmocka_unit_test(moves_may_reach_too_far_for_a_proof),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
