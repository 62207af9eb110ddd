/* Values and sets of numbers. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <grundy/value.h>

static const uint32_t numbers[] = {0, 2, 5, 4294967294u, GRUNDY_INFINITY};

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
  (void)state;
  assert_text((grundy_value){0, absent}, false, "0");
  assert_text((grundy_value){3, absent}, true, "3");
  assert_text((grundy_value){4294967294u, absent}, false, "4294967294");
}

static void infinity_is_written_with_its_set(void **state) {
  (void)state;
  assert_text((grundy_value){GRUNDY_INFINITY, first(2)}, false, "∞{0,2}");
  assert_text((grundy_value){GRUNDY_INFINITY, first(2)}, true, "inf{0,2}");
  assert_text((grundy_value){GRUNDY_INFINITY, first(1)}, false, "∞{0}");
  assert_text((grundy_value){GRUNDY_INFINITY, first(0)}, false, "∞{}");
  assert_text((grundy_value){GRUNDY_INFINITY, first(0)}, true, "inf{}");
  assert_text((grundy_value){GRUNDY_INFINITY, first(4)}, false, "∞{0,2,5,4294967294}");
}

static void infinity_with_an_unknown_set_is_written_alone(void **state) {
  (void)state;
  assert_text((grundy_value){GRUNDY_INFINITY, absent}, false, "∞");
  assert_text((grundy_value){GRUNDY_INFINITY, absent}, true, "inf");
}

static void text_is_cut_to_its_room_but_counted_whole(void **state) {
  (void)state;
  const grundy_value value = {GRUNDY_INFINITY, first(3)};
  const char *whole = "inf{0,2,5}";
  size_t length = strlen(whole);
  for (size_t size = 1; size <= length + 2; size++) {
    char text[16];
    memset(text, '#', sizeof text);
    assert_int_equal(grundy_value_format(value, true, text, size), length);
    size_t kept = size - 1 < length ? size - 1 : length;
    assert_int_equal(strlen(text), kept);
    assert_memory_equal(text, whole, kept);
    assert_int_equal(text[size], '#'); /* nothing is written past the room */
  }
  assert_int_equal(grundy_value_format(value, true, NULL, 0), length);
}

static void membership_is_exact(void **state) {
  (void)state;
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
  (void)state;
  uint32_t odd[500];
  for (uint32_t i = 0; i < 500; i++) odd[i] = 2 * i + 1;
  for (uint64_t size = 0; size <= 500; size += 1 + size / 3)
    for (uint32_t x = 0; x < 1005; x++)
      assert_int_equal(grundy_set_has((grundy_set){odd, size, false}, x),
                       x % 2 == 1 && x < 2 * size);
}

static void an_empty_set_is_not_an_absent_one(void **state) {
  (void)state;
  static const uint32_t others[] = {0, 3, 5};
  assert_true(grundy_set_equal(first(0), (grundy_set){NULL, 0, false}));
  assert_true(grundy_set_equal(absent, (grundy_set){numbers, 0, true}));
  assert_false(grundy_set_equal(first(0), absent));
  assert_true(grundy_set_equal(first(3), (grundy_set){(const uint32_t[]){0, 2, 5}, 3, false}));
  assert_false(grundy_set_equal(first(3), first(2)));
  assert_false(grundy_set_equal(first(3), (grundy_set){others, 3, false}));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_nimber_is_written_as_a_number),
      cmocka_unit_test(infinity_is_written_with_its_set),
      cmocka_unit_test(infinity_with_an_unknown_set_is_written_alone),
      cmocka_unit_test(text_is_cut_to_its_room_but_counted_whole),
      cmocka_unit_test(membership_is_exact),
      cmocka_unit_test(every_number_of_a_long_set_is_found_and_no_other),
      cmocka_unit_test(an_empty_set_is_not_an_absent_one),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
