/* Values and sets of numbers. */

#include <grundy/value.h>

#include "support/sets.h"
#include "support/test.h"

static const uint32_t numbers[] = {0, 2, 5, 4294967293u, GRUNDY_INFINITY};

static grundy_set first(uint64_t size) {
  return (grundy_set){numbers, size, false};
}

static const grundy_set absent = {NULL, 0, true};

static void assert_text(grundy_value value, bool ascii, const char *expected) {
  char text[64];
  assert_int_equal(grundy_value_format(value, ascii, text, sizeof text), strlen(expected));
  assert_string_equal(text, expected);
}

static void a_nimber_is_written_as_a_number(void **state) {
  assert_text((grundy_value){.nimber = 0, .k = absent}, false, "0");
  assert_text((grundy_value){.nimber = 3, .k = absent}, true, "3");
  assert_text((grundy_value){.nimber = 4294967293u, .k = absent}, false, "4294967293");
}

static void infinity_is_written_with_its_set(void **state) {
  assert_text((grundy_value){.nimber = GRUNDY_INFINITY, .k = first(2)}, false, "∞{0,2}");
  assert_text((grundy_value){.nimber = GRUNDY_INFINITY, .k = first(2)}, true, "inf{0,2}");
  assert_text((grundy_value){.nimber = GRUNDY_INFINITY, .k = first(1)}, false, "∞{0}");
  assert_text((grundy_value){.nimber = GRUNDY_INFINITY, .k = first(0)}, false, "∞{}");
  assert_text((grundy_value){.nimber = GRUNDY_INFINITY, .k = first(0)}, true, "inf{}");
  assert_text((grundy_value){.nimber = GRUNDY_INFINITY, .k = first(4)}, false,
              "∞{0,2,5,4294967293}");
}

static void an_unknown_number_is_a_question_mark(void **state) {
  const uint32_t members[] = {0, GRUNDY_NUMBER_UNKNOWN};
  const grundy_set both = {members, 2, false}, one = {members + 1, 1, false};
  assert_text((grundy_value){.nimber = GRUNDY_NUMBER_UNKNOWN, .k = absent}, false, "?");
  assert_text((grundy_value){.nimber = GRUNDY_INFINITY, .k = both}, false, "∞{0,?}");
  assert_int_equal(
      grundy_value_outcome((grundy_value){.nimber = GRUNDY_NUMBER_UNKNOWN, .k = absent}),
      GRUNDY_OUTCOME_NONE);
  assert_int_equal(grundy_value_outcome((grundy_value){.nimber = GRUNDY_INFINITY, .k = both}),
                   GRUNDY_OUTCOME_N);
  assert_int_equal(grundy_value_outcome((grundy_value){.nimber = GRUNDY_INFINITY, .k = one}),
                   GRUNDY_OUTCOME_NONE);
}

static void infinity_with_an_unknown_set_is_written_alone(void **state) {
  assert_text((grundy_value){.nimber = GRUNDY_INFINITY, .k = absent}, false, "∞");
  assert_text((grundy_value){.nimber = GRUNDY_INFINITY, .k = absent}, true, "inf");
}

static void long_text_is_cut_but_its_full_length_is_returned(void **state) {
  const grundy_value value = {.nimber = GRUNDY_INFINITY, .k = first(3)};
  const char *whole = "inf{0,2,5}";
  size_t length = strlen(whole);
  for (size_t size = 1; size <= length + 2; size++) {
    char text[16];
    memset(text, '#', sizeof text);
    assert_int_equal(grundy_value_format(value, true, text, size), length);
    size_t kept = size - 1 < length ? size - 1 : length;
    assert_int_equal(strlen(text), kept);
    assert_memory_equal(text, whole, kept);
    assert_int_equal(text[size], '#'); /* nothing is written beyond the buffer */
  }
  assert_int_equal(grundy_value_format(value, true, NULL, 0), length);
}

static void membership_is_exact(void **state) {
  assert_true(grundy_set_has(first(5), 0));
  assert_true(grundy_set_has(first(5), 2));
  assert_true(grundy_set_has(first(5), 5));
  assert_true(grundy_set_has(first(5), GRUNDY_INFINITY));
  assert_false(grundy_set_has(first(5), 1));
  assert_false(grundy_set_has(first(5), 6));
  assert_false(grundy_set_has(first(3), GRUNDY_INFINITY));
  assert_false(grundy_set_has(first(1), 2));
  assert_false(grundy_set_has(first(0), 0));
  assert_false(grundy_set_has(absent, 0));
}

static void every_number_of_a_long_set_is_found_and_no_other(void **state) {
  uint32_t odd[500];
  for (uint32_t i = 0; i < 500; i++) odd[i] = 2 * i + 1;
  for (uint64_t size = 0; size <= 500; size += 1 + size / 3)
    for (uint32_t x = 0; x < 1005; x++)
      assert_int_equal(grundy_set_has((grundy_set){odd, size, false}, x),
                       x % 2 == 1 && x < 2 * size);
}

static void an_empty_set_is_not_an_absent_one(void **state) {
  static const uint32_t others[] = {0, 3, 5};
  assert_true(sets_equal(first(0), (grundy_set){NULL, 0, false}));
  assert_true(sets_equal(absent, (grundy_set){numbers, 0, true}));
  assert_false(sets_equal(first(0), absent));
  assert_true(sets_equal(first(3), (grundy_set){(const uint32_t[]){0, 2, 5}, 3, false}));
  assert_false(sets_equal(first(3), first(2)));
  assert_false(sets_equal(first(3), (grundy_set){others, 3, false}));
}

static grundy_value nimber(uint32_t number) {
  return (grundy_value){.nimber = number, .k = absent};
}

static grundy_value infinite(grundy_set k) {
  return (grundy_value){.nimber = GRUNDY_INFINITY, .k = k};
}

static void values_are_equal_if_nimbers_and_sets_are(void **state) {
  assert_true(grundy_value_equal(nimber(3), nimber(3)));
  assert_true(grundy_value_equal(nimber(3), (grundy_value){.nimber = 3, .k = first(2)}));
  assert_false(grundy_value_equal(nimber(3), nimber(4)));
  assert_false(grundy_value_equal(nimber(3), infinite(first(2))));
  assert_true(grundy_value_equal(infinite(first(2)), infinite(first(2))));
  assert_false(grundy_value_equal(infinite(first(2)), infinite(first(1))));
  assert_true(grundy_value_equal(infinite(absent), infinite(absent)));
  assert_false(grundy_value_equal(infinite(first(0)), infinite(absent)));
}

static void values_are_ordered_for_sorting(void **state) {
  static const uint32_t two[] = {2}, two_five[] = {2, 5};
  const grundy_value ordered[] = {
      nimber(0),
      nimber(1),
      nimber(7),
      infinite(absent),
      infinite(first(0)),
      infinite(first(1)),
      infinite(first(2)),
      infinite(first(3)),
      infinite((grundy_set){two, 1, false}),
      infinite((grundy_set){two_five, 2, false}),
  };
  const int count = sizeof ordered / sizeof *ordered;
  for (int i = 0; i < count; i++)
    for (int j = 0; j < count; j++) {
      int order = grundy_value_compare(ordered[i], ordered[j]);
      assert_int_equal((order > 0) - (order < 0), (i > j) - (i < j));
      assert_int_equal(order == 0, grundy_value_equal(ordered[i], ordered[j]));
    }
}

/* By their sets C in lexicographic order, a half before moon(C). */
static void halves_and_moons_are_ordered_after_other_values(void **state) {
  static const uint32_t two[] = {2}, infinity[] = {GRUNDY_INFINITY};
  const grundy_set zero = first(1), zero_two = first(2), only_two = {two, 1, false},
                   moon = {infinity, 1, false};
  const grundy_value ordered[] = {
      nimber(7),
      infinite(absent),
      infinite(first(3)),
      {.nimber = GRUNDY_INFINITY, .c = zero},
      {.nimber = GRUNDY_INFINITY, .c = zero, .k = zero},
      {.nimber = GRUNDY_INFINITY, .c = zero_two, .k = zero},
      {.nimber = GRUNDY_INFINITY, .c = only_two, .k = zero},
      {.nimber = GRUNDY_INFINITY, .c = only_two, .k = only_two},
      {.nimber = GRUNDY_INFINITY, .c = moon},
  };
  const int count = sizeof ordered / sizeof *ordered;
  for (int i = 0; i < count; i++)
    for (int j = 0; j < count; j++) {
      int order = grundy_value_compare(ordered[i], ordered[j]);
      assert_int_equal((order > 0) - (order < 0), (i > j) - (i < j));
    }
}

/* Only the sets C of halves and moons matter in sums. */
static void halves_with_equal_rests_are_equal(void **state) {
  const grundy_value plain = {.nimber = GRUNDY_INFINITY, .c = first(2)},
                     other = {.nimber = GRUNDY_INFINITY, .c = first(2), .k = first(1)};
  assert_true(grundy_value_equal(plain, other));
}

static void the_value_decides_who_wins(void **state) {
  assert_int_equal(grundy_value_outcome(nimber(0)), GRUNDY_OUTCOME_P);
  assert_int_equal(grundy_value_outcome(nimber(2)), GRUNDY_OUTCOME_N);
  assert_int_equal(grundy_value_outcome(infinite(first(2))), GRUNDY_OUTCOME_N);
  assert_int_equal(grundy_value_outcome(infinite(first(0))), GRUNDY_OUTCOME_D);
  assert_int_equal(grundy_value_outcome(infinite((grundy_set){numbers + 1, 2, false})),
                   GRUNDY_OUTCOME_D);
  assert_int_equal(grundy_value_outcome(infinite(absent)), GRUNDY_OUTCOME_NONE);
}

/* A set of any length gives the same text in a stream and in a buffer that is long enough. */
static void streams_get_the_text_that_buffers_get(void **state) {
  enum { COUNT = 3000, ROOM = 8 * COUNT };
  static uint32_t many[COUNT];
  static char text[ROOM], written[ROOM];
  for (uint32_t i = 0; i < COUNT; i++) many[i] = i * 977;
  const grundy_value values[] = {nimber(12), infinite(absent), infinite(first(0)),
                                 infinite(first(4)), infinite((grundy_set){many, COUNT, false})};
  for (size_t i = 0; i < sizeof values / sizeof *values; i++)
    for (int ascii = 0; ascii < 2; ascii++) {
      FILE *out = tmpfile();
      assert_non_null(out);
      size_t length = grundy_value_format(values[i], ascii, text, sizeof text);
      grundy_value_write(values[i], ascii, out);
      rewind(out);
      assert_int_equal(fread(written, 1, sizeof written, out), length);
      assert_memory_equal(written, text, length);
      fclose(out);
    }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_nimber_is_written_as_a_number),
      cmocka_unit_test(infinity_is_written_with_its_set),
      cmocka_unit_test(an_unknown_number_is_a_question_mark),
      cmocka_unit_test(infinity_with_an_unknown_set_is_written_alone),
      cmocka_unit_test(long_text_is_cut_but_its_full_length_is_returned),
      cmocka_unit_test(membership_is_exact),
      cmocka_unit_test(every_number_of_a_long_set_is_found_and_no_other),
      cmocka_unit_test(an_empty_set_is_not_an_absent_one),
      cmocka_unit_test(values_are_equal_if_nimbers_and_sets_are),
      cmocka_unit_test(values_are_ordered_for_sorting),
      cmocka_unit_test(halves_and_moons_are_ordered_after_other_values),
      cmocka_unit_test(halves_with_equal_rests_are_equal),
      cmocka_unit_test(the_value_decides_who_wins),
      cmocka_unit_test(streams_get_the_text_that_buffers_get),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
