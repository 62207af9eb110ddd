/* Requests without a server, as JavaScript makes them. */

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "web/answer.h"
#include "web/calls.h"

static struct web_call *open_call(const char *path, const char *body) {
  struct web_call *call = web_call_new(path, body, body == NULL ? 0 : strlen(body), 10, 1e9);
  assert_non_null(call);
  return call;
}

/* Checks the status and a part of the answer, and frees the call. */
static void expect_answer(struct web_call *call, unsigned status, const char *part) {
  assert_int_equal(web_call_status(call), status);
  assert_non_null(strstr(web_call_bytes(call), part));
  web_call_free(call);
}

static const char solve[] = "{\"game\": {\"format\": \"edges\", \"text\": \"a b\\n\"}}";

static void a_request_is_a_command_line_with_files_and_limits(void **state) {
  static const char *const words[] = {"solve",      "game1.edges", "--json",
                                      "--no-split", "--threads=1", "--memory=1000000000",
                                      "--time=10"};
  (void)state;
  struct web_call *call = open_call("/api/solve", solve);
  for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
    assert_string_equal(web_call_word(call, i), words[i]);
  assert_null(web_call_word(call, sizeof words / sizeof words[0]));
  assert_string_equal(web_call_file(call, 0), "game1.edges");
  assert_int_equal(web_call_file_length(call, 0), 4);
  assert_memory_equal(web_call_file_bytes(call, 0), "a b\n", 4);
  assert_null(web_call_file(call, 1));
  assert_int_equal(web_call_status(call), 0); /* no answer yet */
  web_call_free(call);
}

static void variables_are_pairs(void **state) {
  (void)state;
  bool is_confined = false;
  for (size_t i = 0; web_call_variable(i) != NULL; i += 2) {
    assert_non_null(web_call_variable(i + 1));
    is_confined |= strcmp(web_call_variable(i), "GRUNDY_CONFINED") == 0;
  }
  assert_true(is_confined);
}

static void the_output_of_the_command_is_the_answer(void **state) {
  (void)state;
  struct web_call *call = open_call("/api/solve", solve);
  web_call_finish(call, 0, false, "{\"a\": 1}", 8, "");
  assert_string_equal(web_call_type(call), "application/json");
  assert_null(web_call_word(call, 0));
  expect_answer(call, 200, "{\"a\": 1}");
}

static void errors_of_the_command_are_those_of_the_server(void **state) {
  (void)state;
  struct web_call *call = open_call("/api/solve", solve);
  web_call_finish(call, 3, false, "", 0, "game1.edges:2:3: no\n");
  expect_answer(call, 400, "\"line\":2,\"column\":3");
  call = open_call("/api/solve", solve);
  web_call_finish(call, 134, true, "", 0, "");
  expect_answer(call, 500, "\"reason\":\"crash\"");
  call = open_call("/api/solve", solve);
  web_call_finish(call, 4, false, "", 0, "progress: 7 exploring\ngrundy: too slow\nreason: time\n");
  expect_answer(call, 422, "this takes longer than 10 seconds");
}

static void an_answer_that_is_too_long_is_refused(void **state) {
  (void)state;
  static char bytes[WEB_ANSWER_MAX_BYTES + 1];
  struct web_call *call = open_call("/api/solve", solve);
  web_call_finish(call, 0, false, bytes, sizeof bytes, "");
  expect_answer(call, 422, "too-long");
}

static void requests_that_need_no_command_are_answered_at_once(void **state) {
  (void)state;
  expect_answer(open_call("/api/version", NULL), 200, "grundy");
  expect_answer(open_call("/api/examples", NULL), 200, "\"ring\"");
  expect_answer(open_call("/api/solve", NULL), 404, "nothing at this path");
  expect_answer(open_call("/api/nothing", "{}"), 404, "nothing at this path");
  expect_answer(open_call("/api/solve", "{"), 400, "not a JSON object");
  expect_answer(open_call("/api/solve", "{}"), 400, "'game' is missing");
}

static void progress_is_that_of_the_last_line(void **state) {
  (void)state;
  struct web_call *call = open_call("/api/solve", solve);
  assert_string_equal(
      web_call_progress(call, "progress: 0 reading\nprogress: 12 exploring\n", 0.5),
      "{\"state\":\"running\",\"seconds\":0.5,\"phase\":\"exploring\",\"positions\":12}");
  assert_non_null(strstr(web_call_progress(call, "", 1), "\"phase\":null"));
  web_call_free(call);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_request_is_a_command_line_with_files_and_limits),
      cmocka_unit_test(variables_are_pairs),
      cmocka_unit_test(the_output_of_the_command_is_the_answer),
      cmocka_unit_test(errors_of_the_command_are_those_of_the_server),
      cmocka_unit_test(an_answer_that_is_too_long_is_refused),
      cmocka_unit_test(requests_that_need_no_command_are_answered_at_once),
      cmocka_unit_test(progress_is_that_of_the_last_line),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
