/* Requests without a server, as JavaScript makes them. */

#include <stdbool.h>

#include "support/test.h"
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
  static const char *const words[] = {"solve",       "game1.edges",         "--json",
                                      "--threads=1", "--memory=1000000000", "--time=10"};
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

#define GAME "\"game\": {\"gallery\": \"nim\"}"

/* Expects the words of the command line, up to the limits. */
static void expect_words(const char *path, const char *body, const char *expected) {
  struct web_call *call = open_call(path, body);
  char words[1000] = "";
  for (size_t i = 0; web_call_word(call, i) != NULL; i++) {
    if (strncmp(web_call_word(call, i), "--threads", 9) == 0) break;
    (void)snprintf(words + strlen(words), sizeof words - strlen(words), "%s%s", i == 0 ? "" : " ",
                   web_call_word(call, i));
  }
  assert_string_equal(words, expected);
  web_call_free(call);
}

static void members_are_the_parameters_of_the_table(void **state) {
  expect_words("/api/solve",
               "{" GAME ", \"columns\": [\"k\", \"grundy\"], \"max_positions\": 7, "
               "\"misere\": true, \"infinite\": 0.5, \"to\": \"tsv\", \"where\": \"a < 1\"}",
               "solve nim --to=tsv --columns=k,grundy --where=a < 1 --max-positions=7 "
               "--infinite=0.5 --misere");
  expect_words("/api/solve", "{" GAME ", \"columns\": \"k\", \"misere\": false}",
               "solve nim --json --columns=k");
  expect_words("/api/draw", "{" GAME ", \"highlight\": [\"a\", \"b c\"]}",
               "draw nim --to=svg --highlight=\"a\",\"b c\"");
  expect_words("/api/convert", "{" GAME "}", "convert nim - --to=svg");
  expect_words("/api/verify", "{" GAME ", \"solution\": {\"text\": \"x\"}}",
               "verify nim game-solution.tsv --json");
  expect_words("/api/heap", "{\"code\": \"-0.77\"}", "heap  -0.77 --json");
  expect_words("/api/best", "{" GAME ", \"position\": \"3\"}", "best \"nim\"@\"3\" --json");
  expect_words("/api/best", "{\"expression\": \"nim:3 + nim:4\"}", "best nim:3 + nim:4 --json");
  expect_words("/api/best",
               "{\"components\": [{\"nim\": 3}, {\"heap\": \"kayles\", \"size\": [2, 3]}], "
               "\"operator\": \"&\"}",
               "best nim:3 & kayles:2,3 --json");
  expect_words("/api/match",
               "{" GAME ", \"moves\": [\"2\", [{\"component\": 1, \"position\": \"1\"}]]}",
               "match \"nim\" 1 \"2\" 1 \"1\" --json");
}

static void wrong_members_have_one_clear_message_each(void **state) {
  static const struct {
    const char *path, *body, *message;
  } wrong[] = {
      {"/api/solve", "{" GAME ", \"colums\": 1}",
       "the body has an unknown member 'colums'; known members: game, to, columns, where, "
       "max_positions, infinite, misere"},
      {"/api/solve", "{" GAME ", \"output\": \"x\"}", "unknown member 'output'"},
      {"/api/solve", "{" GAME ", \"misere\": 1}", "'misere' is not true or false"},
      {"/api/solve", "{" GAME ", \"max_positions\": 0}",
       "'max_positions' is not a whole number from 1 to 1000"},
      {"/api/solve", "{" GAME ", \"max_positions\": \"7\"}", "'max_positions' is not a whole"},
      {"/api/solve", "{" GAME ", \"infinite\": \"1\"}", "'infinite' is not a number"},
      {"/api/solve", "{" GAME ", \"columns\": []}", "'columns' is not a list of 1 to 1000 items"},
      {"/api/solve", "{" GAME ", \"columns\": [true]}", "'columns' contains an item that is not"},
      {"/api/solve", "{" GAME ", \"where\": 3}", "'where' is not a string"},
      {"/api/solve", "{" GAME ", \"to\": \"svg\"}", "'to' is not one of"},
      {"/api/draw", "{" GAME ", \"to\": \"tsv\"}", "'to' is not one of svg, png"},
      {"/api/best", "{}", "the body has 0 of 'game', 'components' and 'expression' instead of one"},
      {"/api/heap", "{}", "'code' is missing"},
      {"/api/verify", "{" GAME "}", "'solution' is missing"},
      {"/api/verify", "{" GAME ", \"solution\": 1}", "'solution' is not an object"},
  };
  for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
    expect_answer(open_call(wrong[i].path, wrong[i].body), 400, wrong[i].message);
  expect_answer(open_call("/api/hidden", "{" GAME "}"), 404, "nothing at this path");
}

static void variables_are_pairs(void **state) {
  bool is_confined = false;
  for (size_t i = 0; web_call_variable(i) != NULL; i += 2) {
    assert_non_null(web_call_variable(i + 1));
    is_confined |= strcmp(web_call_variable(i), "GRUNDY_CONFINED") == 0;
  }
  assert_true(is_confined);
}

static void the_output_of_the_command_is_the_answer(void **state) {
  struct web_call *call = open_call("/api/solve", solve);
  web_call_finish(call, 0, false, "{\"a\": 1}", 8, "");
  assert_string_equal(web_call_type(call), "application/json");
  assert_null(web_call_word(call, 0));
  expect_answer(call, 200, "{\"a\": 1}");
}

static void errors_of_the_command_are_those_of_the_server(void **state) {
  struct web_call *call = open_call("/api/solve", solve);
  static const char error[] = "{\"error\": {\"reason\": \"syntax\", \"line\": 2}}\n";
  web_call_finish(call, 3, false, error, strlen(error), "game1.edges:2:3: no\n");
  expect_answer(call, 400, "\"line\": 2");
  call = open_call("/api/solve", solve);
  web_call_finish(call, 134, true, "", 0, "");
  expect_answer(call, 500, "\"reason\": \"crash\"");
}

static void an_answer_that_is_too_long_is_refused(void **state) {
  static char bytes[WEB_ANSWER_MAX_BYTES + 1];
  struct web_call *call = open_call("/api/solve", solve);
  web_call_finish(call, 0, false, bytes, sizeof bytes, "");
  expect_answer(call, 422, "too-long");
}

static void requests_that_need_no_command_are_answered_at_once(void **state) {
  expect_answer(open_call("/api/version", NULL), 200, "grundy");
  expect_answer(open_call("/api/examples", NULL), 200, "\"ring\"");
  expect_answer(open_call("/api/solve", NULL), 404, "nothing at this path");
  expect_answer(open_call("/api/nothing", "{}"), 404, "nothing at this path");
  expect_answer(open_call("/api/solve", "{"), 400, "not a JSON object");
  expect_answer(open_call("/api/solve", "{}"), 400, "'game' is missing");
}

static void progress_is_that_of_the_last_line(void **state) {
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
      cmocka_unit_test(members_are_the_parameters_of_the_table),
      cmocka_unit_test(wrong_members_have_one_clear_message_each),
      cmocka_unit_test(variables_are_pairs),
      cmocka_unit_test(the_output_of_the_command_is_the_answer),
      cmocka_unit_test(errors_of_the_command_are_those_of_the_server),
      cmocka_unit_test(an_answer_that_is_too_long_is_refused),
      cmocka_unit_test(requests_that_need_no_command_are_answered_at_once),
      cmocka_unit_test(progress_is_that_of_the_last_line),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
