/* Codes: their normal form, and messages about invalid ones. */

#include <grundy/heap.h>

#include "heap/code.h"
#include "heap/impl.h"
#include "support/heaps.h"
#include "support/test.h"

static void assert_text(const char *text, const char *expected) {
  grundy_heap_code *code = NULL;
  grundy_error error = {0};
  if (grundy_heap_code_parse(text, strlen(text), &code, &error) != GRUNDY_OK)
    fail_msg("%s: column %d: %s", text, (int)error.column, error.message);
  assert_string_equal(grundy_heap_code_text(code), expected);
  grundy_heap_code_free(code);
}

static void assert_refused(const char *text, grundy_status status, uint64_t column,
                           const char *message) {
  grundy_heap_code *code = NULL;
  grundy_error error = {0};
  assert_int_equal(grundy_heap_code_parse(text, strlen(text), &code, &error), status);
  assert_null(code);
  assert_string_equal(error.message, message);
  assert_string_equal(error.file, "code");
  assert_int_equal(error.column, column);
}

static void a_code_has_one_normal_form(void **state) {
  assert_text("0.77", "0.77");
  assert_text(".77", "0.77");
  assert_text("0.7700", "0.77");
  assert_text("0.3f", "0.3F");
  assert_text("4.007", "4.007");
  assert_text("0.000", "0.0");
  assert_text("4.0", "4.0");
  assert_text("0.(3)", "0.3...");
  assert_text("0.3333...", "0.3...");
  assert_text("0.33(33)", "0.3...");
  assert_text("0.1(21)", "0.(12)");
  assert_text("0.5(0)", "0.5");
  assert_text("0.12(34)", "0.12(34)");
  assert_text("take{4, 1,3,1}", "take{1,3,4}");
  assert_text("allbut{7,2,3}", "allbut{2,3,7}");
  assert_text("allbut{ }", "allbut{}");
}

static void names_are_aliases_of_codes(void **state) {
  size_t count = 0;
  for (const grundy_heap_name *name; (name = grundy_heap_names(count)) != NULL; count++)
    assert_text(name->name, name->code);
  assert_int_equal(count, 12);
}

static void errors_point_at_their_column(void **state) {
  assert_refused("", GRUNDY_BAD_INPUT, 1, "the code ends here; expected a point, as in 0.77");
  assert_refused("0", GRUNDY_BAD_INPUT, 2, "the code ends here; expected a point, as in 0.77");
  assert_refused("0.", GRUNDY_BAD_INPUT, 3, "the code ends here; expected a digit, 0-9 or A-Z");
  assert_refused("0.7!", GRUNDY_BAD_INPUT, 4,
                 "unexpected '!'; expected a digit, ( or ... , or the end");
  assert_refused("0.7\n", GRUNDY_BAD_INPUT, 4,
                 "this cannot be in a code; expected a digit, ( or ... , or the end");
  assert_refused("0.7\x7f", GRUNDY_BAD_INPUT, 4,
                 "this cannot be in a code; expected a digit, ( or ... , or the end");
  assert_refused("0.7{", GRUNDY_BAD_INPUT, 4,
                 "unexpected '{'; expected a digit, ( or ... , or the end");
  assert_refused("0.()", GRUNDY_BAD_INPUT, 4, "unexpected ')'; expected a digit, 0-9 or A-Z");
  assert_refused("0.(3", GRUNDY_BAD_INPUT, 5, "the code ends here; expected a digit or )");
  assert_refused("3.7", GRUNDY_BAD_INPUT, 1,
                 "a move that takes nothing must split the heap; expected a digit that is "
                 "divisible by 4 before the point");
  assert_refused("kayle", GRUNDY_BAD_INPUT, 1, "unknown heap game 'kayle'; did you mean 'kayles'?");
  assert_refused("dawson-kayle!", GRUNDY_BAD_INPUT, 1,
                 "unknown heap game 'dawson-kayle'; did you mean 'dawson-kayles'?");
  assert_refused("gobang", GRUNDY_BAD_INPUT, 1,
                 "unknown heap game 'gobang'; expected a code such as 0.77, take{1,3,4} "
                 "or allbut{2,3}, or a name such as kayles");
  assert_refused("take{}", GRUNDY_BAD_INPUT, 6, "unexpected '}'; expected a number");
  assert_refused("take{0}", GRUNDY_BAD_INPUT, 6,
                 "this cannot be in the set; expected 1 to 2147483646");
  assert_refused("allbut{70000}", GRUNDY_UNABLE, 8,
                 "this cannot be in the set; expected 1 to 65536");
  assert_refused("take{1;2}", GRUNDY_BAD_INPUT, 7, "unexpected ';'; expected a comma or }");
  assert_refused("take{1}x", GRUNDY_BAD_INPUT, 8, "unexpected 'x'; expected the end");
}

static void too_many_digits_are_refused(void **state) {
  char text[GRUNDY_HEAP_MAX_DIGITS + 4];
  memset(text, '7', sizeof text);
  memcpy(text, "0.", 2);
  grundy_heap_code *code = NULL;
  assert_int_equal(grundy_heap_code_parse(text, sizeof text - 1, &code, NULL), GRUNDY_UNABLE);
  assert_int_equal(grundy_heap_code_parse(text, sizeof text - 2, &code, NULL), GRUNDY_OK);
  grundy_heap_code_free(code);
  code = NULL;
  text[2] = '('; /* too many digits that repeat */
  assert_int_equal(grundy_heap_code_parse(text, sizeof text, &code, NULL), GRUNDY_UNABLE);
  assert_null(code);
}

/* Every number may be taken, which is Nim. */
static void all_numbers_but_none_are_those_of_nim(void **state) {
  grundy_heaps *heaps = heaps_of("allbut{}", 20, false);
  for (uint32_t n = 0; n <= 20; n++) assert_int_equal(grundy_heaps_values(heaps, NULL)[n], n);
  grundy_heaps_free(heaps);
}

/* `count` numbers in braces. */
static grundy_status parse_set(uint32_t count, grundy_error *error) {
  static char text[8 * (GRUNDY_HEAP_MAX_DIGITS + 2)];
  grundy_heap_code *code = NULL;
  size_t length = (size_t)snprintf(text, sizeof text, "take{1");
  for (uint32_t i = 2; i <= count; i++)
    length += (size_t)snprintf(text + length, sizeof text - length, ",%u", (unsigned)i);
  length += (size_t)snprintf(text + length, sizeof text - length, "}");
  grundy_status status = grundy_heap_code_parse(text, length, &code, error);
  grundy_heap_code_free(code);
  return status;
}

static void too_many_numbers_are_refused(void **state) {
  grundy_error error;
  char message[80];
  assert_int_equal(parse_set(GRUNDY_HEAP_MAX_DIGITS, NULL), GRUNDY_OK);
  assert_int_equal(parse_set(GRUNDY_HEAP_MAX_DIGITS + 1, &error), GRUNDY_UNABLE);
  (void)snprintf(message, sizeof message, "the set is too large; expected at most %d numbers",
                 (int)GRUNDY_HEAP_MAX_DIGITS);
  assert_string_equal(error.message, message);
}

static void a_digit_allows_as_many_heaps_as_its_bits_say(void **state) {
  grundy_heap_code *code = NULL;
  assert_int_equal(grundy_heap_code_parse("0.6", 3, &code, NULL), GRUNDY_OK);
  assert_int_equal(code->parts, 2);
  assert_false(grundy_heap_is_nim(code));
  const uint32_t two_and_three[] = {2, 3}, none[] = {0, 5};
  assert_true(grundy_heap_allows(code, 6, two_and_three, 2));
  assert_true(grundy_heap_allows(code, 4, two_and_three + 1, 1));
  assert_false(grundy_heap_allows(code, 1, NULL, 0));
  assert_false(grundy_heap_allows(code, 7, two_and_three, 2));
  assert_false(grundy_heap_allows(code, 6, none, 2));
  assert_false(grundy_heap_allows(code, 4, two_and_three, 2)); /* more than there was */
  const uint32_t three[] = {1, 2, 3};
  assert_false(grundy_heap_allows(code, 7, three, 3));
  grundy_heap_code_free(code);
}

static void assert_digits(const char *text, const char *digits) {
  grundy_heap_code *code = NULL;
  assert_int_equal(grundy_heap_code_parse(text, strlen(text), &code, NULL), GRUNDY_OK);
  for (uint32_t k = 0; digits[k] != '\0'; k++)
    assert_int_equal(grundy_heap_digit(code, k), digits[k] - '0');
  grundy_heap_code_free(code);
}

static void every_code_has_digits(void **state) {
  assert_digits("take{2,4}", "003030");
  assert_digits("allbut{2,4}", "030303");
  assert_digits("allbut{}", "033333");
  assert_digits("grundy", "400000");
  assert_digits("0.7", "070000");
  assert_digits("4.7(12)", "471212");
}

/* Grundy's game: one heap becomes two that are different. */
static void parts_of_grundys_game_are_different(void **state) {
  grundy_heap_code *code = NULL;
  assert_int_equal(grundy_heap_code_parse("grundy", 6, &code, NULL), GRUNDY_OK);
  assert_true(grundy_heap_allows(code, 5, (const uint32_t[]){2, 3}, 2));
  assert_false(grundy_heap_allows(code, 6, (const uint32_t[]){3, 3}, 2));
  assert_false(grundy_heap_allows(code, 6, (const uint32_t[]){2, 3}, 2));
  assert_false(grundy_heap_allows(code, 6, (const uint32_t[]){6}, 1));
  grundy_heap_code_free(code);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_code_has_one_normal_form),
      cmocka_unit_test(names_are_aliases_of_codes),
      cmocka_unit_test(errors_point_at_their_column),
      cmocka_unit_test(too_many_digits_are_refused),
      cmocka_unit_test(all_numbers_but_none_are_those_of_nim),
      cmocka_unit_test(too_many_numbers_are_refused),
      cmocka_unit_test(a_digit_allows_as_many_heaps_as_its_bits_say),
      cmocka_unit_test(every_code_has_digits),
      cmocka_unit_test(parts_of_grundys_game_are_different),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
