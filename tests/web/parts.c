/* Parts of the server: access control, heads of requests, bodies without memory, the cache, and
 * errors of commands. */

#include <stdbool.h>

#include "support/test.h"
#include "web/answer.h"
#include "web/cache.h"
#include "web/guard.h"
#include "web/head.h"
#include "web/members.h"

static const struct web_guard closed = {.port = 8017};
static const struct web_guard open_ = {
    .port = 8017, .is_open = true, .name = "games.example", .token = "0123456789abcdef"};

static void by_default_only_loopback_is_a_valid_host(void **state) {
  static const char *const good[] = {"localhost:8017", "127.0.0.1:8017", "[::1]:8017",
                                     "LOCALHOST:8017"};
  static const char *const bad[] = {
      "",
      "localhost",
      "localhost:80",
      "evil.example:8017",
      "127.0.0.1.evil:8017",
      ":8017",
      "localhost:8017x",
      "localhost:",
      "[::1:8017",
      "[::1]8017",
      "::1:8017",
      "localhost:008017",
      "10.0.0.1:8017",
      "games.example:8017",
      "localhost.:8017",
      "user@localhost:8017",
      "localhost:8017:80",
      "127.0.0.1:8017/",
  };
  for (size_t i = 0; i < sizeof good / sizeof good[0]; i++)
    assert_true(web_guard_host(&closed, good[i]));
  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
    assert_false(web_guard_host(&closed, bad[i]));
  char long_name[1000];
  memset(long_name, 'a', sizeof long_name - 1);
  long_name[sizeof long_name - 1] = '\0';
  assert_false(web_guard_host(&closed, long_name));
}

static void other_machines_use_an_address_or_the_given_name(void **state) {
  assert_true(web_guard_host(&open_, "10.0.0.1:8017"));
  assert_true(web_guard_host(&open_, "[2001:db8::1]:8017"));
  assert_true(web_guard_host(&open_, "Games.Example:8017"));
  assert_true(web_guard_host(&open_, "localhost:8017"));
  assert_false(web_guard_host(&open_, "evil.example:8017"));
  assert_false(web_guard_host(&open_, "10.0.0.1"));
  struct web_guard usual = {.port = 80};
  assert_true(web_guard_host(&usual, "localhost"));
}

static void only_our_own_origins_are_valid(void **state) {
  assert_true(web_guard_origin(&closed, "http://127.0.0.1:8017"));
  assert_false(web_guard_origin(&closed, "null"));
  assert_false(web_guard_origin(&closed, "https://localhost:8017"));
  assert_false(web_guard_origin(&closed, "http://evil.example:8017"));
  assert_false(web_guard_origin(&closed, "http://localhost:8018"));
  assert_false(web_guard_origin(&closed, ""));
}

static void tokens_are_long_and_compared_completely(void **state) {
  assert_true(web_guard_token(&open_, "0123456789abcdef"));
  assert_false(web_guard_token(&open_, "0123456789abcdeF"));
  assert_false(web_guard_token(&open_, "0123456789abcde"));
  assert_false(web_guard_token(&open_, NULL));
  assert_true(web_guard_is_token("0123456789abcdef"));
  assert_false(web_guard_is_token("0123456789abcde"));
  assert_false(web_guard_is_token("0123456789abcde;"));
}

/* ---- the cache --------------------------------------------------------------------- */

static struct web_answer *answer_of(size_t length) {
  struct web_answer *answer = web_answer_new(200, "text/plain", calloc(length, 1), length);
  assert_non_null(answer);
  answer->may_be_kept = true;
  return answer;
}

static struct web_key key_of(const struct web_cache *cache, char *text) {
  struct web_key key = {.bytes = text, .length = strlen(text)};
  web_cache_hash(cache, &key);
  return key;
}

static void keep(struct web_cache *cache, int number, size_t length, bool may_be_kept) {
  char text[32];
  (void)snprintf(text, sizeof text, "request %d", number);
  struct web_key key = key_of(cache, text);
  struct web_answer *answer = answer_of(length);
  answer->may_be_kept = may_be_kept;
  web_cache_add(cache, &key, answer);
  web_answer_release(answer);
}

static struct web_answer *recall(struct web_cache *cache, int number) {
  char text[32];
  (void)snprintf(text, sizeof text, "request %d", number);
  struct web_key key = key_of(cache, text);
  return web_cache_find(cache, &key);
}

static void the_least_recently_used_answer_is_dropped(void **state) {
  struct web_cache *cache = web_cache_new(100000);
  assert_non_null(cache);
  assert_null(recall(cache, 0));
  for (int i = 0; i < 20; i++) {
    keep(cache, i, 9000, true);
    assert_non_null(recall(cache, i));
    assert_non_null(recall(cache, 0)); /* used all the time, so it stays */
  }
  assert_null(recall(cache, 1));
  assert_non_null(recall(cache, 19));
  keep(cache, 100, 20000, true); /* more than an eighth */
  assert_null(recall(cache, 100));
  keep(cache, 101, 10, false);
  assert_null(recall(cache, 101));
  web_cache_free(cache);
}

/* ---- answers of commands ----------------------------------------------------------- */

/* Expects the answer of a command that has printed this. */
static void expect_error(const struct web_ending *ending, const char *printed, unsigned status,
                         const char *text) {
  char *bytes = strdup(printed);
  assert_non_null(bytes);
  struct web_answer *answer = web_answer_of_command(ending, "text/plain", bytes, strlen(bytes));
  assert_non_null(answer);
  assert_int_equal(answer->status, status);
  assert_non_null(strstr(answer->bytes, text));
  web_answer_release(answer);
}

static void errors_of_commands_are_forwarded(void **state) {
  static const char error[] =
      "{\"error\": {\"reason\": \"syntax\", \"message\": \"a word\", \"line\": 3, \"code\": 3}}";
  char after[200];
  (void)snprintf(after, sizeof after, "part of a table\n%s\n", error);
  expect_error(&(struct web_ending){.code = 3, .errors = ""}, error, 400, error);
  expect_error(&(struct web_ending){.code = 3, .errors = "Warning: a font\n"}, after, 400, error);
  expect_error(&(struct web_ending){.code = 6, .errors = ""}, error, 422, error);
  expect_error(&(struct web_ending){.code = 4, .errors = "progress: 12 exploring\n"},
               "{\"error\": {\"reason\": \"memory\"}}\n", 422, "\"positions\": 12");
  expect_error(&(struct web_ending){.code = 4, .seconds = 1, .errors = ""},
               "{\"error\": {\"reason\": \"time\", \"hint\": \"--time allows 1 s\"}}\n", 422,
               "\"hint\": \"a request may take 1 second\"");
}

static void commands_that_say_nothing_have_failed(void **state) {
  static const char *const printed[] = {"", "\n", "half an answer", "{\"error\": 1}"};
  for (size_t i = 0; i < sizeof printed / sizeof printed[0]; i++)
    expect_error(&(struct web_ending){.code = 5, .errors = ""}, printed[i], 500,
                 "{\"error\": {\"reason\": \"failed\", \"message\": \"the command failed\", "
                 "\"hint\": null, \"file\": null, \"line\": null, \"column\": null, \"code\": 5, "
                 "\"positions\": null}}");
}

static void commands_that_were_stopped_have_a_reason(void **state) {
  expect_error(&(struct web_ending){.was_late = true, .seconds = 2, .errors = ""}, "", 422,
               "2 seconds");
  expect_error(&(struct web_ending){.was_too_long = true, .errors = ""}, "", 422,
               "the answer is too long");
  expect_error(&(struct web_ending){.signal = 9, .errors = ""}, "", 422, "\"memory\"");
  expect_error(&(struct web_ending){.signal = 11, .errors = ""}, "", 500, "\"code\": 5");
}

static void an_answer_in_part_is_an_answer(void **state) {
  static const char printed[] = "{\"limit\": {\"reason\": \"time\"}}\n";
  expect_error(&(struct web_ending){.code = 4, .errors = ""}, printed, 200, printed);
}

/* ---- heads ------------------------------------------------------------------------- */

static enum web_head_state check(const char *text, unsigned status) {
  struct web_refusal why = {0};
  enum web_head_state state = web_head_check(text, strlen(text), &why);
  assert_int_equal(why.status, status);
  assert_int_equal(why.message != NULL, status != 0);
  return state;
}

static void a_head_is_complete_with_its_empty_line_and_not_before(void **state) {
  static const char *const good[] = {
      "GET / HTTP/1.1\r\n\r\n",
      "GET / HTTP/1.0\r\nHost: localhost:8017\r\nX:\r\nY: \t a\tb \r\n\r\n",
      "POST /api/solve?x=%20 HTTP/1.1\r\nContent-Length: 8388608\r\n\r\n",
      "POST / HTTP/1.1\r\ncontent-length:0\r\n\r\n",
      "POST / HTTP/1.1\r\nTRANSFER-ENCODING: Chunked\r\n\r\n",
  };
  for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
    struct web_refusal why = {0};
    size_t length = strlen(good[i]);
    for (size_t part = 1; part < length; part++)
      assert_int_equal(web_head_check(good[i], part, &why), WEB_HEAD_PARTIAL);
    assert_int_equal(check(good[i], 0), WEB_HEAD_COMPLETE);
  }
  assert_int_equal(check("GET / HTTP/1.1\r\n\r\n\nany\001body", 0), WEB_HEAD_COMPLETE);
}

static void a_refused_beginning_stays_refused(void **state) {
  static const struct {
    const char *text;
    unsigned status;
  } bad[] = {
      {"\n", 400},
      {"\r\n", 400},
      {"GET / HTTP/1.1\n", 400},
      {"GET / HTTP/1.1\rX", 400},
      {"GET / HTTP/1.1\r\nX: a\n", 400},
      {"GET / HTTP/1.1\r\nX: \001", 400},
      {"GET / HTTP/1.1\r\nX: a\r\n b\r\n", 400},
      {"GET / HTTP/1.1\r\nX : a\r\n", 400},
      {"GET / HTTP/1.1\r\nX\r\n", 400},
      {"GET  / HTTP/1.1\r\n", 400},
      {"GET /\r\n", 400},
      {"GET / HTTP/11\r\n", 400},
      {"GET / HTTP/2.0\r\n", 505},
      {"G\xc3\xa4T / HTTP/1.1\r\n", 400},
      {"GET / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 1\r\n", 400},
      {"GET / HTTP/1.1\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n", 400},
      {"GET / HTTP/1.1\r\nTransfer-Encoding: chunked\r\nContent-Length: 1\r\n", 400},
      {"GET / HTTP/1.1\r\nTransfer-Encoding: identity\r\n", 501},
      {"GET / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n", 400},
      {"GET / HTTP/1.1\r\nContent-Length: \r\n", 400},
      {"GET / HTTP/1.1\r\nContent-Length: -1\r\n", 400},
      {"GET / HTTP/1.1\r\nContent-Length: 8388609\r\n", 413},
      {"GET / HTTP/1.1\r\nContent-Length: 99999999999999999999999999\r\n", 413},
  };
  for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
    char longer[200];
    assert_int_equal(check(bad[i].text, bad[i].status), WEB_HEAD_REFUSED);
    (void)snprintf(longer, sizeof longer, "%s\r\n\r\n", bad[i].text);
    assert_int_equal(check(longer, bad[i].status), WEB_HEAD_REFUSED);
  }
}

static void heads_have_limits(void **state) {
  char text[WEB_HEAD_MAX_BYTES + 1];
  memset(text, 'a', sizeof text);
  text[WEB_HEAD_MAX_BYTES] = '\0';
  assert_int_equal(check(text, 414), WEB_HEAD_REFUSED);
  memcpy(text, "GET / HTTP/1.1\r\nX: ", 19);
  assert_int_equal(check(text, 431), WEB_HEAD_REFUSED);
  text[WEB_HEAD_MAX_BYTES - 1] = '\0';
  assert_int_equal(check(text, 0), WEB_HEAD_PARTIAL);
  size_t length = (size_t)sprintf(text, "GET / HTTP/1.1\r\n");
  for (int i = 0; i < WEB_HEAD_MAX_FIELDS; i++)
    length += (size_t)sprintf(text + length, "X: a\r\n");
  assert_int_equal(check(text, 0), WEB_HEAD_PARTIAL);
  (void)sprintf(text + length, "X: a\r\n");
  assert_int_equal(check(text, 431), WEB_HEAD_REFUSED);
}

/* ---- bodies ------------------------------------------------------------------------------- */

static int asked, fatal = -1; /* allocations, and the one that fails */

static void *allocate(size_t size) {
  return asked++ == fatal ? NULL : malloc(size);
}

/* Jansson drops characters of words whose buffer cannot grow. */
static void a_failed_allocation_never_changes_a_request(void **state) {
  static const char body[] = "{\"game\": \"a game of more than sixteen bytes\"}";
  json_t *parsed = NULL;
  for (fatal = 0;; fatal++) {
    grundy_error error = {0};
    struct web_check check = {.error = &error};
    asked = 0;
    parsed = web_parse(&check, body, sizeof body - 1);
    if (parsed != NULL) break;
    assert_int_equal(check.status, GRUNDY_OUT_OF_MEMORY);
    assert_int_equal(error.status, GRUNDY_OUT_OF_MEMORY);
  }
  assert_true(fatal >= 5);
  assert_int_equal(asked, fatal);
  assert_string_equal(json_string_value(json_object_get(parsed, "game")),
                      "a game of more than sixteen bytes");
  json_decref(parsed);
}

static void a_failed_allocation_never_changes_an_error(void **state) {
  const struct web_ending ending = {.code = 3, .errors = ""};
  struct web_answer *answer = NULL;
  for (fatal = 0;; fatal++) {
    char *bytes = strdup("{\"error\": {\"message\": \"a message of more than sixteen bytes\"}}");
    assert_non_null(bytes);
    asked = 0;
    answer = web_answer_of_command(&ending, "text/plain", bytes, strlen(bytes));
    if (asked <= fatal) break;
    if (answer != NULL)
      assert_non_null(strstr(answer->bytes, "a message of more than sixteen bytes"));
    web_answer_release(answer);
  }
  assert_true(fatal >= 5);
  assert_int_equal(answer->status, 400);
  web_answer_release(answer);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(by_default_only_loopback_is_a_valid_host),
      cmocka_unit_test(other_machines_use_an_address_or_the_given_name),
      cmocka_unit_test(only_our_own_origins_are_valid),
      cmocka_unit_test(tokens_are_long_and_compared_completely),
      cmocka_unit_test(the_least_recently_used_answer_is_dropped),
      cmocka_unit_test(errors_of_commands_are_forwarded),
      cmocka_unit_test(commands_that_say_nothing_have_failed),
      cmocka_unit_test(commands_that_were_stopped_have_a_reason),
      cmocka_unit_test(an_answer_in_part_is_an_answer),
      cmocka_unit_test(a_head_is_complete_with_its_empty_line_and_not_before),
      cmocka_unit_test(a_refused_beginning_stays_refused),
      cmocka_unit_test(heads_have_limits),
      cmocka_unit_test(a_failed_allocation_never_changes_a_request),
      cmocka_unit_test(a_failed_allocation_never_changes_an_error),
  };
  json_set_alloc_funcs(allocate, free);
  return cmocka_run_group_tests(tests, NULL, NULL);
}
