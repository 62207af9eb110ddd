/* The cursor: pieces of a text, and the line and column of each place in it. Numbers and
 * characters. */

#include "text/cursor.h"
#include "support/test.h"
#include "text/lines.h"
#include "text/markup.h"
#include "text/numbers.h"
#include "text/utf8.h"

#include <math.h>

static grundy_error error;

static grundy_cursor at_start(const char *text) {
  return grundy_cursor_of("text", text, strlen(text), &error);
}

static void assert_word(grundy_word word, const char *expected) {
  assert_int_equal(word.length, strlen(expected));
  assert_memory_equal(word.at, expected, word.length);
}

static void assert_place(const grundy_cursor *c, const char *at, uint64_t line, uint64_t column) {
  grundy_text_place place = grundy_cursor_place(c, at);
  assert_int_equal(place.line, line);
  assert_int_equal(place.column, column);
}

static void words_are_between_blanks_and_before_a_comment(void **state) {
  grundy_cursor c = at_start(" \ta b#c\v\fd\r #e f");
  assert_word(grundy_cursor_next_word(&c), "a");
  assert_word(grundy_cursor_next_word(&c), "b#c");
  assert_word(grundy_cursor_next_word(&c), "d");
  assert_word(grundy_cursor_next_word(&c), "");
  assert_word(grundy_cursor_next_word(&c), "");
  assert_ptr_equal(c.at, c.end);
}

static void quoted_words_contain_blanks_and_escaped_quotation_marks(void **state) {
  grundy_cursor c = at_start(" \"a #b\" \"\\\"c\\\" d\" e\"f g # \"h\"");
  static const char *const words[] = {"\"a #b\"", "\"\\\"c\\\" d\"", "e\"f", "g", ""};
  static const char *const names[] = {"a #b", "\"c\" d", "e\"f", "g", ""};
  grundy_text room = {0};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
    grundy_word word = grundy_cursor_next_quotable(&c), name;
    assert_word(word, words[i]);
    assert_int_equal(grundy_cursor_name(&c, word, &room, &name), GRUNDY_OK);
    assert_word(name, names[i]);
  }
  grundy_text_free(&room);
}

static void text_is_accepted_only_if_it_comes_next(void **state) {
  grundy_cursor c = at_start("ab..");
  assert_false(grundy_cursor_accept(&c, 'b'));
  assert_true(grundy_cursor_accept(&c, 'a'));
  assert_false(grundy_cursor_accept_text(&c, "b..."));
  assert_true(grundy_cursor_accept_text(&c, "b.."));
  assert_false(grundy_cursor_accept(&c, '\0'));
  assert_ptr_equal(c.at, c.end);
}

static void a_set_never_contains_a_nul(void **state) {
  grundy_cursor c = grundy_cursor_of("text", " \0,", 3, &error);
  grundy_cursor_skip(&c, " ");
  assert_int_equal(grundy_cursor_take_until(&c, ",").length, 1);
  assert_true(grundy_cursor_is_at(&c, ','));
}

static void integers_are_taken_up_to_the_largest(void **state) {
  static const struct {
    const char *text;
    bool good;
    int64_t number;
  } cases[] = {
      {"0", true, 0},
      {"-12", true, -12},
      {"9223372036854775807", true, INT64_MAX},
      {"9223372036854775808", false, 0},
      {"-9223372036854775808", true, INT64_MIN},
      {"-9223372036854775809", false, 0},
      {"99999999999999999999999", false, 0},
      {"-", false, 0},
      {"+1", false, 0},
      {"", false, 0},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    grundy_cursor c = at_start(cases[i].text);
    int64_t number = 0;
    assert_int_equal(grundy_cursor_take_integer(&c, &number), cases[i].good);
    assert_true(number == cases[i].number);
  }
}

static void columns_are_characters(void **state) {
  const char text[] = "\xcf\x89\xff\n\xe2\x88\x9e"
                      "b";
  grundy_cursor c = at_start(text);
  assert_place(&c, text, 1, 1);
  assert_place(&c, text + 2, 1, 2); /* an invalid byte counts as one character */
  assert_place(&c, text + 3, 1, 3);
  assert_place(&c, text + 7, 1, 5);
  c.has_lines = true;
  assert_place(&c, text + 3, 1, 3);
  assert_place(&c, text + 4, 2, 1);
  assert_place(&c, text + 7, 2, 2);
}

static void a_failure_has_its_place_and_a_message_of_one_line(void **state) {
  grundy_cursor c = at_start("\xcf\x89x");
  c.at += 2;
  assert_int_equal(grundy_cursor_fail_here(&c, "text", "y"), GRUNDY_BAD_INPUT);
  assert_string_equal(error.message, "unexpected 'x'; expected y");
  assert_string_equal(error.file, "text");
  assert_int_equal(error.line, 1);
  assert_int_equal(error.column, 2);
  c.at++;
  assert_int_equal(grundy_cursor_fail_here(&c, "text", "y"), GRUNDY_BAD_INPUT);
  assert_string_equal(error.message, "the text ends here; expected y");
  assert_int_equal(error.column, 3);
  assert_int_equal(grundy_cursor_fail_as(&c, GRUNDY_UNABLE, c.start, "%d", 7), GRUNDY_UNABLE);
  assert_string_equal(error.message, "7");
  assert_int_equal(error.column, 1);
}

/* ---- lines ------------------------------------------------------------------------------ */

static void assert_end(const char *text, uint64_t line, uint64_t column) {
  FILE *in = fmemopen((void *)text, strlen(text), "r");
  assert_non_null(in);
  grundy_lines lines = {.in = in, .name = "text", .max_length = 10};
  grundy_cursor c;
  bool more = true;
  while (more) assert_int_equal(grundy_lines_next(&lines, &c, &more, &error), GRUNDY_OK);
  assert_place(&c, c.at, line, column);
  grundy_lines_free(&lines);
  fclose(in);
}

static void a_byte_that_is_not_text_is_not_printed(void **state) {
  grundy_cursor c = at_start("\xff");
  assert_int_equal(grundy_cursor_fail_here(&c, "text", "y"), GRUNDY_BAD_INPUT);
  assert_string_equal(error.message, "unexpected '?'; expected y");
  assert_int_equal(grundy_cursor_check_word(&c, (grundy_word){c.at, 1}), GRUNDY_BAD_INPUT);
  assert_string_equal(error.message, "a byte that is not UTF-8");
  c = grundy_cursor_of("text", "a\0", 2, &error);
  assert_int_equal(grundy_cursor_check_word(&c, (grundy_word){c.at, 2}), GRUNDY_BAD_INPUT);
  assert_string_equal(error.message, "a NUL in a name");
}

static void after_the_last_line_the_cursor_is_at_the_end_of_the_file(void **state) {
  assert_end("a\nbc\n", 3, 1);
  assert_end("a\nbc", 2, 3);
  assert_end("\xef\xbb\xbf"
             "ab",
             1, 3);
  assert_end("\n\n", 3, 1);
}

/* ---- numbers ---- */

static void assert_number(const char *text, bool is_number) {
  uint64_t number = 7;
  assert_int_equal(grundy_number_parse(text, strlen(text), UINT64_MAX, &number), is_number);
  assert_int_equal(number == 7, !is_number);
}

static void a_number_has_digits_only_and_fits(void **state) {
  assert_number("0", true);
  assert_number("18446744073709551615", true);
  assert_number("18446744073709551616", false);
  assert_number("18446744073709551620", false);
  assert_number("184467440737095516150", false);
  assert_number("", false);
  assert_number("-1", false);
  assert_number("1x", false);
}

static void assert_real(const char *text, size_t length, double expected) {
  double real;
  assert_true(grundy_real_parse(text, length, &real) == !isnan(expected));
  if (!isnan(expected)) assert_true(real == expected);
}

static void a_real_is_the_whole_text(void **state) {
  char zeros[64];
  memset(zeros, '0', sizeof zeros);
  assert_real("2.5", 3, 2.5);
  assert_real("-1e3", 4, -1000);
  assert_real(zeros, 63, 0);
  assert_real(zeros, 64, NAN);
  assert_real("", 0, NAN);
  assert_real(" 1", 2, NAN);
  assert_real("\t1", 2, NAN);
  assert_real("1x", 2, NAN);
  assert_real("x", 1, NAN);
  assert_real("1\0", 2, NAN);
}

/* ---- characters ---- */

static void assert_character(const char *text, size_t size, uint32_t expected) {
  uint32_t character = 0;
  assert_int_equal(grundy_utf8_next(text, strlen(text), &character), size);
  assert_int_equal(character, expected);
}

static void a_character_has_one_form(void **state) {
  assert_character("a", 1, 'a');
  assert_character("\xc3\xa9", 2, 0xe9);
  assert_character("\xe2\x88\x9e", 3, 0x221e);
  assert_character("\xee\x80\x80", 3, 0xe000);
  assert_character("\xf4\x8f\xbf\xbf", 4, 0x10ffff);
  assert_character("", 0, 0);
  assert_character("\x80", 0, 0);
  assert_character("\xc1\x81", 0, 0);         /* too long for A */
  assert_character("\xe0\x82\x80", 0, 0);     /* too long */
  assert_character("\xe2\x88", 0, 0);         /* cut short */
  assert_character("\xe2\x88x", 0, 0);        /* interrupted */
  assert_character("\xed\xa0\x80", 0, 0);     /* a surrogate */
  assert_character("\xf4\x90\x80\x80", 0, 0); /* above the last one */
  assert_character("\xf5\x80\x80\x80", 0, 0);
}

static void an_invalid_byte_takes_one_column(void **state) {
  assert_int_equal(grundy_utf8_count("a\xff\xc3\xa9", 4), 3);
  assert_int_equal(grundy_utf8_width("a\xff\001", 3), 3);
  assert_int_equal(grundy_utf8_valid("ab\0c", 4), 2);
}

/* Only the special characters are replaced. */
static void characters_of_xml_are_replaced_where_they_are_special(void **state) {
  static const char text[] = "a<b>\"&\t\n\r";
  static const char *const cases[][2] = {
      {"&<>\"\t\n\r", "a&lt;b&gt;&quot;&amp;&#9;&#10;&#13;"},
      {"&<>", "a&lt;b&gt;\"&amp;\t\n\r"},
      {"", "a<b>\"&\t\n\r"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char *written = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&written, &size);
    assert_non_null(out);
    grundy_write_xml(out, text, strlen(text), cases[i][0]);
    assert_int_equal(fclose(out), 0);
    assert_string_equal(written, cases[i][1]);
    free(written);
  }
}

static void large_numbers_are_written_as_reals(void **state) {
  static const struct {
    double real;
    const char *text;
  } cases[] = {{-3, "-3"}, {2.5, "2.5"},    {999999999999999, "999999999999999"},
               {0, "0"},   {1e16, "1e+16"}, {-1e16, "-1e+16"}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char text[GRUNDY_REAL_ROOM];
    assert_string_equal(grundy_real_format_plain(cases[i].real, text), cases[i].text);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(characters_of_xml_are_replaced_where_they_are_special),
      cmocka_unit_test(large_numbers_are_written_as_reals),
      cmocka_unit_test(words_are_between_blanks_and_before_a_comment),
      cmocka_unit_test(quoted_words_contain_blanks_and_escaped_quotation_marks),
      cmocka_unit_test(text_is_accepted_only_if_it_comes_next),
      cmocka_unit_test(a_set_never_contains_a_nul),
      cmocka_unit_test(integers_are_taken_up_to_the_largest),
      cmocka_unit_test(columns_are_characters),
      cmocka_unit_test(a_failure_has_its_place_and_a_message_of_one_line),
      cmocka_unit_test(a_byte_that_is_not_text_is_not_printed),
      cmocka_unit_test(after_the_last_line_the_cursor_is_at_the_end_of_the_file),
      cmocka_unit_test(a_number_has_digits_only_and_fits),
      cmocka_unit_test(a_real_is_the_whole_text),
      cmocka_unit_test(a_character_has_one_form),
      cmocka_unit_test(an_invalid_byte_takes_one_column),
  };
  return cmocka_run_group_tests_name("text: cursor", tests, NULL, NULL);
}
