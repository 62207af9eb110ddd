/* JSON is parsed as written or not at all. */

#include "text/json_input.h"
#include "support/games.h"
#include "support/test.h"

static const char longer[] = "{\"a name of more than sixteen bytes\":"
                             " [123456789012345678, \"a text of more than sixteen bytes\"]}";

static grundy_status parse(const char *text, const grundy_monitor *monitor, json_t **root,
                           grundy_error *error) {
  grundy_work work = grundy_work_start(monitor, "parsing", 0);
  return grundy_json_parse(text, strlen(text), "input", &work, root, error);
}

static void expect_wrong(const char *text, uint64_t line, const char *message) {
  json_t *root = NULL;
  grundy_error error = {0};
  assert_int_equal(parse(text, NULL, &root, &error), GRUNDY_BAD_INPUT);
  assert_null(root);
  assert_string_equal(error.file, "input");
  assert_int_equal(error.line, line);
  assert_non_null(strstr(error.message, message));
}

static void what_is_not_json_has_a_place(void **state) {
  expect_wrong("", 1, "not JSON: ");
  expect_wrong("[1,\n2", 2, "not JSON: ");
  expect_wrong("[1] 2", 1, "not JSON: end of file expected");
  expect_wrong("{\"a\": 1, \"a\": 2}", 1, "not JSON: duplicate object key");
}

/* ---- cancelling --------------------------------------------------------------------------- */

static void parsing_can_be_cancelled(void **state) {
  json_t *root = NULL;
  assert_int_equal(parse(longer, &test_cancelling, &root, NULL), GRUNDY_CANCELLED);
  assert_null(root);
}

/* ---- memory ------------------------------------------------------------------------------- */

static int asked, fatal = -1; /* allocations, and the one that fails */

static void *allocate(size_t size) {
  return asked++ == fatal ? NULL : malloc(size);
}

/* Jansson drops characters of words whose buffer cannot grow. */
static void a_failed_allocation_never_changes_a_value(void **state) {
  json_t *whole = NULL, *root = NULL;
  int failures = 0;
  assert_int_equal(parse(longer, NULL, &whole, NULL), GRUNDY_OK);
  for (fatal = 0;; fatal++) {
    asked = 0;
    grundy_status status = parse(longer, NULL, &root, NULL);
    if (status == GRUNDY_OK) break;
    assert_int_equal(status, GRUNDY_OUT_OF_MEMORY);
    assert_null(root);
    failures++;
  }
  assert_true(failures >= 10);
  assert_int_equal(asked, failures); /* the last one was too late to fail anything */
  assert_true(json_equal(root, whole));
  json_decref(root);
  json_decref(whole);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(what_is_not_json_has_a_place),
      cmocka_unit_test(parsing_can_be_cancelled),
      cmocka_unit_test(a_failed_allocation_never_changes_a_value),
  };
  json_set_alloc_funcs(allocate, free);
  return cmocka_run_group_tests(tests, NULL, NULL);
}
