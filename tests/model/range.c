/* Ranges of parameters: steps, factors, lists, and what is refused. */

#include "support/test.h"

#include <grundy/model.h>

static void expect(const char *text, grundy_parameters parameter, size_t count,
                   const double *values) {
  grundy_parameter_range range;
  grundy_error error = {0};
  if (grundy_parameter_range_parse(text, &range, &error) != GRUNDY_OK)
    fail_msg("%s: %s", text, error.message);
  assert_int_equal(range.parameter, parameter);
  assert_int_equal(range.count, count);
  for (size_t i = 0; i < count; i++) assert_true(range.values[i] == values[i]);
  grundy_parameter_range_free(&range);
}

static void steps_factors_and_lists_give_values_in_order(void **state) {
  expect("n=10..30:10", GRUNDY_PARAMETER_ORDER, 3, (const double[]){10, 20, 30});
  expect("positions=3..5", GRUNDY_PARAMETER_ORDER, 3, (const double[]){3, 4, 5});
  expect("n=1e3..1e5x10", GRUNDY_PARAMETER_ORDER, 3, (const double[]){1000, 10000, 100000});
  expect("n=1E3..1E5x10", GRUNDY_PARAMETER_ORDER, 3, (const double[]){1000, 10000, 100000});
  expect("n=1..4x1.5", GRUNDY_PARAMETER_ORDER, 3, (const double[]){1, 2, 3});
  expect("degree=1..8x2", GRUNDY_PARAMETER_DEGREE, 4, (const double[]){1, 2, 4, 8});
  expect("degree=4,1,0.5", GRUNDY_PARAMETER_DEGREE, 3, (const double[]){4, 1, 0.5});
}

static void steps_reach_the_end_in_spite_of_rounding(void **state) {
  grundy_parameter_range range;
  assert_int_equal(grundy_parameter_range_parse("sinks=0..0.3:0.1", &range, NULL), GRUNDY_OK);
  assert_int_equal(range.count, 4);
  assert_false(range.whole || range.by_factor);
  grundy_parameter_range_free(&range);
}

static void what_is_not_a_range_is_refused(void **state) {
  static const char *const wrong[] = {"n",
                                      "n=",
                                      "colour=3",
                                      "n=5..3",
                                      "n=1..5:0",
                                      "n=0..4x2",
                                      "n=1..8x1",
                                      "n=0.5",
                                      "n=1e30",
                                      "n=nan",
                                      "n=1..1e9",
                                      "n=0x10",
                                      "piece=king",
                                      "n=1..2..3",
                                      "n=..3",
                                      "n=3..",
                                      "n=1..3:",
                                      "n=1e",
                                      "n=1..2e",
                                      "n=1e999",
                                      "n=1..1e999",
                                      "degree=1..8x1.000001",
                                      "n=00000000000000000000000000000000000000000000000000000000"
                                      "00000000000000000000000000000000000000000000000000000000000"
                                      "00000000000000000003"};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    grundy_parameter_range range = {.count = 77};
    grundy_error error = {0};
    if (grundy_parameter_range_parse(wrong[i], &range, &error) != GRUNDY_BAD_ARGUMENT)
      fail_msg("%s is not refused", wrong[i]);
    assert_int_equal(range.count, 77);
    assert_true(error.message[0] != '\0');
  }
}

static void parameters_are_set_and_read(void **state) {
  grundy_model model = grundy_model_default(GRUNDY_MODEL_DEGREE);
  double value = 0;
  grundy_parameter_set(GRUNDY_PARAMETER_ORDER, 12, &model);
  grundy_parameter_set(GRUNDY_PARAMETER_DEGREE, 2.5, &model);
  assert_int_equal(model.order, 12);
  assert_true(grundy_parameter_get(&model, GRUNDY_PARAMETER_ORDER, &value) && value == 12);
  assert_true(grundy_parameter_get(&model, GRUNDY_PARAMETER_DEGREE, &value) && value == 2.5);
  assert_false(grundy_parameter_get(&model, GRUNDY_PARAMETER_PIECE, &value));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(steps_factors_and_lists_give_values_in_order),
      cmocka_unit_test(steps_reach_the_end_in_spite_of_rounding),
      cmocka_unit_test(what_is_not_a_range_is_refused),
      cmocka_unit_test(parameters_are_set_and_read),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
