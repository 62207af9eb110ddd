/* Proved periods of rows: they hold far beyond what proves them, and nothing smaller will do; the
 * values are computed from lists of all followers. */

#include "support/games.h"
#include "support/test.h"
#include "support/vectors.h"

#include <inttypes.h>

enum { MOST_COLUMNS = 600, LIMIT = 3000 };

/* A row of a game: the coordinates of a box, of which that of the axis is ignored. */
typedef struct row {
  grundy_vector_position base;
  uint32_t axis;
} row;

static grundy_status find_period(const char *text, uint32_t dimension, row r,
                                 grundy_vector_options options, grundy_vector_period *period,
                                 grundy_error *error) {
  char slice_text[64] = "";
  grundy_vector_moves *moves = vector_moves_of(text);
  grundy_vector_grid grid = {.dimension = dimension, .corner = r.base, .count = 1};
  grundy_vector_slice slice;
  grid.corner.at[r.axis] = 9;
  for (uint32_t i = 0; i < dimension; i++) {
    size_t length = strlen(slice_text);
    char coordinate[16];
    (void)snprintf(coordinate, sizeof coordinate, "%" PRIu32, r.base.at[i]);
    (void)snprintf(slice_text + length, sizeof slice_text - length, "%s%s", i > 0 ? "," : "",
                   i == r.axis ? "x" : coordinate);
    grid.count *= grid.corner.at[i] + UINT64_C(1);
  }
  assert_int_equal(grundy_vector_slice_parse(slice_text, &grid, &slice, NULL), GRUNDY_OK);
  options.size = sizeof options;
  options.corner = grid.corner;
  grundy_status status = grundy_vector_find_period(moves, &slice, &options, period, error);
  grundy_vector_moves_free(moves);
  return status;
}

/* Returns the values of a row by the definition. */
static uint32_t *naive_row(const vector_rules *rules, row r, uint64_t columns) {
  grundy_vector_options options = {.size = sizeof options, .corner = r.base};
  options.corner.at[r.axis] = (uint32_t)(columns - 1);
  uint64_t count = naive_box_count(rules->dimension, &options.corner), index = 0, stride = 1;
  uint32_t *values = calloc(count, sizeof *values), *found = calloc(columns, sizeof *found);
  grundy_outcome *outcomes = calloc(count, 1);
  naive_vectors(rules, &options, values, outcomes);
  for (uint32_t i = 0; i < rules->dimension; i++) {
    uint64_t side = options.corner.at[i] + UINT64_C(1);
    index = index * side + (i == r.axis ? 0 : r.base.at[i]);
    if (i > r.axis) stride *= side;
  }
  for (uint64_t column = 0; column < columns; column++)
    found[column] = values[index + column * stride];
  free(values);
  free(outcomes);
  return found;
}

/* Returns whether the values repeat with this length from `from` on. */
static bool repeats(const uint32_t *values, uint64_t columns, uint64_t from, uint64_t length,
                    uint64_t saltus) {
  for (uint64_t n = from; n + length < columns; n++)
    if (values[n + length] != values[n] + saltus) return false;
  return true;
}

static void assert_period(const char *text, const vector_rules *rules, row r,
                          const grundy_vector_period *p) {
  uint64_t columns = 2 * p->proved_at + 2 * p->rows_length + 20;
  if (columns > MOST_COLUMNS) columns = MOST_COLUMNS;
  uint32_t *values = naive_row(rules, r, columns);
  bool additive = p->saltus > 0;
  if (!repeats(values, columns, p->preperiod, p->length, p->saltus))
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
    assert_false(repeats(values, columns, p->preperiod, less, additive ? less : 0));
  free(values);
}

/* Checks a random row. Returns the saltus; -1 if no period is proved. */
static int64_t check_random_row(grundy_random *random, uint32_t dimension) {
  static const uint32_t sides[] = {0, 1, 6, 3, 2};
  char text[VECTORS_TEXT];
  vector_rules rules =
      random_vectors(random, dimension, 1 + (uint32_t)grundy_random_below(random, 4));
  row r = {.axis = (uint32_t)grundy_random_below(random, dimension)};
  for (uint32_t i = 0; i < dimension; i++)
    if (i != r.axis) r.base.at[i] = (uint32_t)grundy_random_below(random, sides[dimension]);
  if (grundy_random_below(random, 2) == 0) { /* the ray of the second theorem */
    rules.moves[0] = (grundy_vector_move){.is_ray = true};
    rules.moves[0].entries[r.axis] = 1;
  }
  vector_rules_text(&rules, text);
  grundy_vector_period period;
  grundy_error error = {0};
  grundy_status status =
      find_period(text, dimension, r, (grundy_vector_options){.limit = LIMIT}, &period, &error);
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
  const row r = {.axis = 0};
  const grundy_vector_options none = {0};
  assert_int_equal(find_period("vector{(1),(3),(4)}", 1, r, none, &p, NULL), GRUNDY_OK);
  assert_int_equal(p.preperiod, 0);
  assert_int_equal(p.length, 7);
  assert_int_equal(find_period("vector{(1)*}", 1, r, none, &p, NULL), GRUNDY_OK);
  assert_int_equal(p.length, 1);
  assert_int_equal(p.saltus, 1);
}

static void assert_refused(const char *text, row r, grundy_vector_options options) {
  grundy_vector_period period;
  grundy_error error = {0};
  assert_int_equal(find_period(text, 2, r, options, &period, &error), GRUNDY_UNABLE);
  assert_true(error.message[0] != '\0');
}

static void what_no_theorem_covers_is_refused(void **state) {
  const row r = {.base = {{3, 0}}, .axis = 1};
  const grundy_vector_options none = {0};
  assert_refused("vector{(1,-1),(0,1)}", r, none);
  assert_refused("vector{(1,0),(0,2)*}", r, none);
  assert_refused("vector{(1,0),(0,1)*,overshoot}", r, none);
  assert_refused("vector{(1,0),(0,1)}", r, (grundy_vector_options){.outcomes_only = true});
  assert_refused("vector{(1,0),(0,1)}", r, (grundy_vector_options){.play = GRUNDY_MISERE_PLAY});
  assert_refused("vector{(1,0),(0,1)}", r, (grundy_vector_options){.passes = 1});
  assert_refused("vector{(1,0),(0,1)}", r, (grundy_vector_options){.block = 1});
  assert_refused("vector{(1,0)*,(0,1)*,(1,1)*}", r, (grundy_vector_options){.limit = 100});
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(random_rows_repeat_beyond_the_proof),
      cmocka_unit_test(subtraction_games_have_the_periods_of_heaps),
      cmocka_unit_test(what_no_theorem_covers_is_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
