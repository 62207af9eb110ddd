/* Streams that write to a text in memory. */

#include <grundy/text.h>

#include "support/test.h"

static void an_empty_text_is_a_text(void **state) {
  char *text = NULL;
  size_t size = 1;
  FILE *out = grundy_text_open(&text, &size);
  assert_non_null(out);
  assert_true(grundy_text_close(out, &text));
  assert_int_equal(size, 0);
  assert_string_equal(text, "");
  free(text);
}

static void what_was_flushed_can_be_read(void **state) {
  char *text = NULL;
  size_t size = 0;
  FILE *out = grundy_text_open(&text, &size);
  assert_non_null(out);
  fputs("one", out);
  assert_int_equal(fflush(out), 0);
  assert_string_equal(text, "one");
  assert_int_equal(size, 3);
  fwrite(" t\0o", 1, 4, out);
  assert_true(grundy_text_close(out, &text));
  assert_int_equal(size, 7);
  assert_memory_equal(text, "one t\0o", 8);
  free(text);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(an_empty_text_is_a_text),
      cmocka_unit_test(what_was_flushed_can_be_read),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
