/* Move sets: the normal form, and errors with their columns. */

#include "support/test.h"
#include "support/vectors.h"

static void assert_text(const char *text, const char *expected) {
  grundy_vector_moves *moves = vector_moves_of(text);
  assert_string_equal(grundy_vector_moves_view(moves).text, expected);
  grundy_vector_moves_free(moves);
}

static void assert_refused(const char *text, grundy_status status, uint64_t column,
                           const char *part) {
  grundy_vector_moves *moves = NULL;
  grundy_error error = {0};
  assert_int_equal(grundy_vector_moves_parse(text, strlen(text), &moves, &error), status);
  assert_null(moves);
  assert_string_equal(error.file, "vector");
  assert_int_equal(error.line, 1);
  if (error.column != column || strstr(error.message, part) == NULL)
    fail_msg("%s: column %d: %s", text, (int)error.column, error.message);
}

static void a_move_set_has_one_normal_form(void **state) {
  assert_text("vector{(1,0)*,(0,1)*,(1,1)*}", "vector{(0,1)*,(1,0)*,(1,1)*}");
  assert_text("vector{(2),(1),(2)}", "vector{(1),(2)}");
  assert_text("vector{(02,1),overshoot}", "vector{(2,1),overshoot}");
  assert_text("vector{(4,-2),(1,2)}", "vector{(1,2),(4,-2)}");
}

static void moves_on_a_ray_are_dropped(void **state) {
  assert_text("vector{(2,4),(1,2)*,(1,2),(3,6)*,(3,5)}", "vector{(1,2)*,(3,5)}");
  assert_text("vector{(1,0)*,(1,0)*,(1,0)}", "vector{(1,0)*}");
  assert_text("vector{(2,0)*,(3,0)*,(6,0)*}", "vector{(2,0)*,(3,0)*}");
  assert_text("vector{(1,-1)*,(2,-2),(-1,1),(0,2)}", "vector{(-1,1),(0,2),(1,-1)*}");
}

static void a_move_set_says_what_it_contains(void **state) {
  grundy_vector_moves *moves = vector_moves_of("vector{(1,0,-2)*,(0,1,1),overshoot}");
  const grundy_vector_rules rules = grundy_vector_moves_view(moves);
  assert_true(rules.count == 2 && rules.dimension == 3);
  assert_true(rules.overshoot && rules.has_negative);
  assert_false(rules.list[0].is_ray);
  assert_true(rules.list[1].is_ray && rules.list[1].entries[2] == -2);
  assert_int_equal(rules.list[1].entries[3], 0);
  grundy_vector_moves_free(moves);
}

static void errors_point_at_their_column(void **state) {
  assert_refused("", GRUNDY_BAD_INPUT, 1, "vector{");
  assert_refused("vector", GRUNDY_BAD_INPUT, 1, "vector{");
  assert_refused("vector{}", GRUNDY_BAD_INPUT, 8, "a vector");
  assert_refused("vector{1,2}", GRUNDY_BAD_INPUT, 8, "a vector");
  assert_refused("vector{(1,0)", GRUNDY_BAD_INPUT, 13, "a comma or }");
  assert_refused("vector{(1,0),}", GRUNDY_BAD_INPUT, 14, "overshoot");
  assert_refused("vector{(1,0), (0,1)}", GRUNDY_BAD_INPUT, 14, "overshoot");
  assert_refused("vector{overshoot}", GRUNDY_BAD_INPUT, 8, "a vector");
  assert_refused("vector{(1),overshoot,(2)}", GRUNDY_BAD_INPUT, 21, "}");
  assert_refused("vector{(1,)}", GRUNDY_BAD_INPUT, 11, "an integer");
  assert_refused("vector{(1,-)}", GRUNDY_BAD_INPUT, 11, "an integer");
  assert_refused("vector{()}", GRUNDY_BAD_INPUT, 9, "an integer");
  assert_refused("vector{(1,", GRUNDY_BAD_INPUT, 11, "an integer");
  assert_refused("vector{(1,-", GRUNDY_BAD_INPUT, 11, "an integer");
  assert_refused("vector{(1 0)}", GRUNDY_BAD_INPUT, 10, "a comma or )");
  assert_refused("vector{(1,0)**}", GRUNDY_BAD_INPUT, 14, "a comma or }");
  assert_refused("vector{(1,0)}x", GRUNDY_BAD_INPUT, 14, "the end");
  assert_refused("vector{(1,0),(0,0)}", GRUNDY_BAD_INPUT, 14, "0");
  assert_refused("vector{(1,0),(0,1,0)}", GRUNDY_BAD_INPUT, 14, "dimension");
  assert_refused("vector{(0,-1)*}", GRUNDY_BAD_INPUT, 8, "infinitely many");
}

static void limits_are_stated(void **state) {
  assert_refused("vector{(1,2,3,4,5)}", GRUNDY_UNABLE, 17, "at most 4");
  assert_refused("vector{(1,1073741824)}", GRUNDY_UNABLE, 11, "1073741823");
  assert_refused("vector{(1,99999999999999999999)}", GRUNDY_UNABLE, 11, "1073741823");
  assert_refused("vector{(1,-1073741824)}", GRUNDY_UNABLE, 11, "1073741823");
  assert_text("vector{(1,1073741823)}", "vector{(1,1073741823)}");
  assert_text("vector{(1,-1073741823)}", "vector{(1,-1073741823)}");
  char *text = malloc(16 * (GRUNDY_VECTOR_MAX_MOVES + 2));
  size_t length = (size_t)sprintf(text, "vector{");
  for (int i = 1; i <= GRUNDY_VECTOR_MAX_MOVES; i++)
    length += (size_t)sprintf(text + length, "(%d),", i);
  (void)sprintf(text + length, "(1)}");
  assert_refused(text, GRUNDY_UNABLE, length + 1, "at most 4096");
  free(text);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_move_set_has_one_normal_form),
      cmocka_unit_test(moves_on_a_ray_are_dropped),
      cmocka_unit_test(a_move_set_says_what_it_contains),
      cmocka_unit_test(errors_point_at_their_column),
      cmocka_unit_test(limits_are_stated),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
