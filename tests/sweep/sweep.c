/* Sweeps: every row is the evaluation of its game; limits, resuming, and JSON. */

#include "support/test.h"
#include <unistd.h>

#include <grundy/game.h>
#include <grundy/sweep.h>

static grundy_sweep *made(const char *text, const grundy_sweep_options *options) {
  grundy_sweep *sweep = NULL;
  grundy_error error = {0};
  if (grundy_sweep_new(text, options, &sweep, &error) != GRUNDY_OK)
    fail_msg("%s: %s", text, error.message);
  return sweep;
}

static void run(grundy_sweep *sweep) {
  grundy_error error = {0};
  if (grundy_sweep_run(sweep, &error) != GRUNDY_OK) fail_msg("%s", error.message);
}

/* Returns what a writer writes; the caller frees it. */
static char *written(grundy_sweep *sweep, void (*write)(grundy_sweep *sweep, FILE *out)) {
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  write(sweep, out);
  assert_int_equal(fclose(out), 0);
  return text;
}

static void expect(grundy_sweep *sweep, void (*write)(grundy_sweep *sweep, FILE *out),
                   const char *expected) {
  char *text = written(sweep, write);
  assert_string_equal(text, expected);
  free(text);
}

static void write_json(grundy_sweep *sweep, FILE *out) {
  grundy_json json = grundy_json_start(out);
  grundy_sweep_write_json(&json, sweep);
}

static void write_next(grundy_sweep *sweep, FILE *out) {
  (void)grundy_sweep_write_next(sweep, false, out);
}

static void the_last_range_varies_fastest(void **state) {
  grundy_sweep *sweep = made("nim:1..2,3..5", NULL);
  static const char *const games[] = {"nim:1,3", "nim:1,4", "nim:1,5",
                                      "nim:2,3", "nim:2,4", "nim:2,5"};
  grundy_sweep_state before = grundy_sweep_describe(sweep);
  assert_int_equal(before.games, 6);
  assert_int_equal(before.axes, 2);
  assert_int_equal(before.rows, 0);
  for (size_t i = 0; i < 6; i++) assert_string_equal(grundy_sweep_game(sweep, i), games[i]);
  assert_null(grundy_sweep_game(sweep, 6));
  assert_false(grundy_sweep_write_next(sweep, true, NULL));
  run(sweep);
  assert_int_equal(grundy_sweep_describe(sweep).rows, 6);
  assert_true(grundy_sweep_write_next(sweep, false, NULL));
  char *table = written(sweep, grundy_sweep_write);
  expect(sweep, write_next, table);
  expect(sweep, write_next, "");
  free(table);
  grundy_sweep_free(sweep);
}

static void a_grid_has_one_column(void **state) {
  grundy_sweep *sweep = made(
      "wythoff:1..2,1..2", &GRUNDY_OPTIONS(grundy_sweep_options, .csv = true, .columns = "grundy"));
  run(sweep);
  expect(sweep, grundy_sweep_write_grid, "a\\b,1,2\n1,2,0\n2,0,1\n");
  expect(sweep, grundy_sweep_write, "a,b,grundy\n1,1,2\n1,2,0\n2,1,0\n2,2,1\n");
  grundy_sweep_free(sweep);
}

static void a_limit_leaves_a_row_without_an_answer(void **state) {
  grundy_sweep *sweep = made("kotzig:5..30:25,2,3",
                             &GRUNDY_OPTIONS(grundy_sweep_options, .limit = 100, .json = true));
  run(sweep);
  grundy_sweep_state now = grundy_sweep_describe(sweep);
  assert_int_equal(now.rows, 2);
  assert_int_equal(now.unanswered, 1);
  assert_int_equal(now.first_unanswered, 1);
  assert_int_equal(now.limit.reason, GRUNDY_REASON_TOO_MANY);
  expect(sweep, grundy_sweep_write, "n\ts1\ts2\toutcome\tgrundy\n5\t2\t3\tP\t0\n30\t2\t3\t?\t?\n");
  expect(sweep, write_json,
         "{\"game\": \"kotzig:5..30:25,2,3\", \"games\": 2, \"unanswered\": 1, \"rows\": [\n"
         "{\"game\": \"kotzig:5,2,3\", \"arguments\": {\"n\": 5, \"s1\": 2, \"s2\": 3}, "
         "\"outcome\": \"P\", \"value\": 0, \"remoteness\": null, \"distance\": null, \"ends\": "
         "\"not known\", \"limit\": null},\n"
         "{\"game\": \"kotzig:30,2,3\", \"arguments\": {\"n\": 30, \"s1\": 2, \"s2\": 3}, "
         "\"outcome\": null, \"value\": null, \"remoteness\": null, \"distance\": null, \"ends\": "
         "null, \"limit\": {\"reason\": \"too-many\", \"message\": \"there are more than 100 "
         "positions, which is the limit\"}}]}\n");
  grundy_sweep_free(sweep);
}

/* Reads a table with that text. */
static grundy_status read_text(grundy_sweep *sweep, const char *text, grundy_error *error) {
  char path[] = "/tmp/grundy-sweep-XXXXXX";
  int file = mkstemp(path);
  assert_true(file >= 0);
  assert_int_equal(write(file, text, strlen(text)), strlen(text));
  assert_int_equal(close(file), 0);
  grundy_status status = grundy_sweep_read(sweep, path, error);
  assert_int_equal(unlink(path), 0);
  return status;
}

static void rows_that_were_read_are_kept_and_checked(void **state) {
  static const char good[] = "n\ts1\ts2\toutcome\tgrundy\n6\t2\t3\tN\t1\n7\t2\t3\t?\t?\n";
  grundy_error error = {0};
  grundy_sweep *sweep = made("kotzig:5..8,2,3", NULL);
  assert_int_equal(read_text(sweep, good, &error), GRUNDY_OK);
  assert_int_equal(grundy_sweep_describe(sweep).rows, 1);
  run(sweep);
  expect(
      sweep, grundy_sweep_write,
      "n\ts1\ts2\toutcome\tgrundy\n5\t2\t3\tP\t0\n6\t2\t3\tN\t1\n7\t2\t3\tP\t0\n8\t2\t3\tP\t0\n");
  grundy_sweep_free(sweep);
  sweep = made("kotzig:5..8,2,3", NULL);
  assert_int_equal(read_text(sweep, "n\ts1\ts2\toutcome\tgrundy\n6\t2\t3\tP\t0\n", &error),
                   GRUNDY_OK);
  assert_int_equal(grundy_sweep_run(sweep, &error), GRUNDY_BAD_INPUT);
  assert_true(grundy_sweep_describe(sweep).is_foreign);
  grundy_sweep_free(sweep);
  sweep = made("kotzig:5..8,2,3", NULL);
  assert_int_equal(read_text(sweep, "outcome\nP\n", &error), GRUNDY_BAD_INPUT);
  assert_int_equal(error.line, 1);
  assert_int_equal(grundy_sweep_read(sweep, "/nowhere/at.all", &error), GRUNDY_OK);
  grundy_sweep_free(sweep);
}

enum { GAMES = 30 };

/* Returns the heading of a table and its rows in another order, and `more`. */
static char *reordered(char *table, const char *more, grundy_random *random) {
  char *lines[GAMES + 1], *rest = table, *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  for (int i = 0; i <= GAMES; i++) lines[i] = strsep(&rest, "\n");
  (void)fprintf(out, "%s\n", lines[0]);
  for (int left = GAMES; left > 0; left--) {
    uint64_t chosen = 1 + grundy_random_below(random, (uint64_t)left);
    (void)fprintf(out, "%s\n", lines[chosen]);
    lines[chosen] = lines[left];
  }
  (void)fputs(more, out);
  assert_int_equal(fclose(out), 0);
  return text;
}

/* Tables may have been sorted; two of these games are equal, and some have quotation marks. */
static void rows_may_be_in_any_order(void **state) {
  static const char game[] = "take{[1,2|3|1,2]}:0..9";
  static const char *const more[] = {"", "3,9,N,1\n", "4,9,N,1\n", "\"1,2\",0,P,0\n"};
  static const char *const messages[] = {"", "this game has a row already",
                                         "this row is not one of these games",
                                         "this game has a row already"};
  const grundy_sweep_options options = {.size = sizeof options, .csv = true};
  grundy_random random = grundy_random_new(61);
  grundy_sweep *sweep = made(game, &options);
  run(sweep);
  for (int i = 0; i < 40; i++) {
    grundy_sweep *again = made(game, &options);
    char *table = written(sweep, grundy_sweep_write);
    char *text = reordered(table, more[i % 4], &random);
    grundy_error error = {0};
    grundy_status status = read_text(again, text, &error);
    if (i % 4 > 0) {
      assert_int_equal(status, GRUNDY_BAD_INPUT);
      assert_int_equal(error.line, GAMES + 2);
      assert_string_equal(error.message, messages[i % 4]);
    } else {
      assert_int_equal(status, GRUNDY_OK);
      assert_int_equal(grundy_sweep_describe(again).rows, GAMES);
    }
    free(table);
    table = written(sweep, grundy_sweep_write);
    expect(again, grundy_sweep_write, table);
    free(text);
    free(table);
    grundy_sweep_free(again);
  }
  grundy_sweep_free(sweep);
}

static void a_text_without_a_range_is_not_a_sweep(void **state) {
  grundy_sweep *sweep = NULL;
  grundy_error error = {0};
  static const char *const wrong[] = {"nim:3,4", "nim:5..3", "nim:1..2000,1..2000", "nim:3..4:0"};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
    assert_int_equal(grundy_sweep_new(wrong[i], NULL, &sweep, &error), GRUNDY_BAD_ARGUMENT);
  grundy_sweep_options options = GRUNDY_OPTIONS(grundy_sweep_options, .columns = "counter");
  assert_int_equal(grundy_sweep_new("nim:3..4", &options, &sweep, &error), GRUNDY_BAD_ARGUMENT);
  assert_null(sweep);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_last_range_varies_fastest),
      cmocka_unit_test(a_grid_has_one_column),
      cmocka_unit_test(a_limit_leaves_a_row_without_an_answer),
      cmocka_unit_test(rows_that_were_read_are_kept_and_checked),
      cmocka_unit_test(rows_may_be_in_any_order),
      cmocka_unit_test(a_text_without_a_range_is_not_a_sweep),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
