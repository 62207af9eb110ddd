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

/* Evaluates the games, and compares the table. */
static void expect_table(const char *text, const grundy_sweep_options *options,
                         const char *expected) {
  grundy_sweep *sweep = made(text, options);
  run(sweep);
  expect(sweep, grundy_sweep_write, expected);
  grundy_sweep_free(sweep);
}

static void columns_are_named_after_the_arguments(void **state) {
  static const struct {
    const char *game, *heading;
  } cases[] = {
      {"wythoff:[1|2..3],2", "a\tb\toutcome\n"},
      {"nim:1,[4|5]", "heaps1\theaps2\toutcome\n"},
      {"nim:choose(1..3,2)", "set\toutcome\n"},
      {"nim:choose([4|9],2),1..2", "set\theaps2\toutcome\n"},
      {"take{1..2,[3|4]}:5", "n\titem\toutcome\n"},
      {"0.[1|3][0..3]:1..2", "digit\tdigit_2\tn\toutcome\n"},
      {"take{1,2}:5 + take{1,3}:1..2", "n\toutcome\n"},
      {"[quixo|nim]:2", "item\toutcome\n"},
      {"[kayles:1|nim:3]", "item\toutcome\n"},
      {"node-kayles:grid:2..3,1..2", "m\tn\toutcome\n"},
      {"node-kayles:star:1..2,2,1..2", "leg1\tleg3\toutcome\n"},
      {"cops-and-robber:path:2..3,1..2", "n\tcops\toutcome\n"},
      {"wythoff:9,9@0..1,2..3", "a\tb\toutcome\n"},
      {"cops-and-robber:star:2,3,cops=1..2", "cops\toutcome\n"},
      {"[mu-torere|pong-hau-ki]", "item\toutcome\n"},
      {"names.lua:1,2..3", "a_very_long_name_of_an_argument\tb\toutcome\n"},
      {"names.lua:1,2..3 + nim:1", "b\toutcome\n"},
      {"unnamed.lua:1..2", "n\toutcome\n"},
      {"names.lua:1..2,3,[4|5],6", "a_very_long_name_of_an_argument\tb\trest1\trest2\toutcome\n"},
  };
  FILE *out = fopen("unnamed.lua", "w");
  assert_non_null(out);
  fputs("return { args = { \"=5\" }, start = function(a) return a end, "
        "moves = function() return {} end }",
        out);
  assert_int_equal(fclose(out), 0);
  out = fopen("names.lua", "w");
  assert_non_null(out);
  fputs("return { args = { \"a_very_long_name_of_an_argument_of_rules\", \"B:number\", \"rest...\" "
        "}, "
        "start = function(a, b) return a + b end, moves = function() return {} end }",
        out);
  assert_int_equal(fclose(out), 0);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    grundy_sweep *sweep =
        made(cases[i].game, &GRUNDY_OPTIONS(grundy_sweep_options, .columns = "outcome"));
    expect(sweep, grundy_sweep_write, cases[i].heading);
    grundy_sweep_free(sweep);
  }
  assert_int_equal(unlink("names.lua"), 0);
  assert_int_equal(unlink("unnamed.lua"), 0);
}

/* v may draw or move to positions of value 0 and 1; from w there is only the way to the loop. */
static void infinite_values_have_their_sets(void **state) {
  static const char expected[] = "item,grundy,k,remoteness,distance\nv,inf,\"0,1\",1,inf\n"
                                 "one,1,-,1,1\nloop,inf,{},inf,inf\nw,inf,{},inf,inf\n";
  grundy_sweep_options options =
      GRUNDY_OPTIONS(grundy_sweep_options, .csv = true, .columns = "grundy,k,remoteness,distance");
  FILE *out = fopen("sweep-test.edges", "w");
  assert_non_null(out);
  fputs("loop loop\none end\nv loop\nv end\nv one\nw loop\n", out);
  assert_int_equal(fclose(out), 0);
  expect_table("sweep-test.edges@[v|one|loop|w]", &options, expected);
  options.csv = false;
  options.columns = "k";
  expect_table("sweep-test.edges@[v|one]", &options, "item\tk\nv\t0,1\none\t-\n");
  options.columns = "rounds"; /* of the start alone */
  expect_table("sweep-test.edges@[v|one]", &options, "item\trounds\nv\t?\none\t?\n");
  /* The quoted cells of the file are read again. */
  options.csv = true;
  options.columns = "grundy,k,remoteness,distance";
  grundy_sweep *sweep = made("sweep-test.edges@[v|one|loop|w]", &options);
  grundy_error error = {0};
  assert_int_equal(read_text(sweep, expected, &error), GRUNDY_OK);
  assert_int_equal(grundy_sweep_describe(sweep).rows, 4);
  expect(sweep, grundy_sweep_write, expected);
  grundy_sweep_free(sweep);
  assert_int_equal(unlink("sweep-test.edges"), 0);
}

static void transfinite_values_are_ordinals(void **state) {
  expect_table("ordinal:([w|w^2+3])",
               &GRUNDY_OPTIONS(grundy_sweep_options, .columns = "grundy,remoteness,distance"),
               "item\tgrundy\tremoteness\tdistance\nw\tw\t1\tw\nw^2+3\tw^2+3\t1\tw^2+3\n");
}

/* A heap has the remoteness 1 if it can be taken, and Kayles 3 needs a second move of the winner.
 */
static void rounds_are_pairs_of_moves(void **state) {
  expect_table("nim:0..2", &GRUNDY_OPTIONS(grundy_sweep_options, .columns = "rounds"),
               "heaps1\trounds\n0\t0\n1\t1\n2\t1\n");
  expect_table("kayles:1..3", &GRUNDY_OPTIONS(grundy_sweep_options, .columns = "remoteness,rounds"),
               "n\tremoteness\trounds\n1\t1\t1\n2\t1\t1\n3\t3\t2\n");
  expect_table("kayles:1..2 + nim:1", &GRUNDY_OPTIONS(grundy_sweep_options, .columns = "rounds"),
               "n\trounds\n1\t?\n2\t?\n");
}

static void objects_have_what_was_asked_for(void **state) {
  grundy_sweep *sweep = made("wythoff:1..1,1", &GRUNDY_OPTIONS(grundy_sweep_options, .json = true,
                                                               .columns = "distance,rounds"));
  run(sweep);
  expect(
      sweep, write_json,
      "{\"game\": \"wythoff:1..1,1\", \"games\": 1, \"unanswered\": 0, \"rows\": [\n"
      "{\"game\": \"wythoff:1,1\", \"arguments\": {\"a\": 1, \"b\": 1}, \"outcome\": \"N\", "
      "\"value\": null, \"remoteness\": 1, \"distance\": 2, \"ends\": \"proved\", \"rounds\": 1, "
      "\"limit\": null}]}\n");
  grundy_sweep_free(sweep);
  /* Without `json` there are no objects, and before the sweep has run there are none yet. */
  for (int json = 0; json < 2; json++) {
    sweep = made("nim:1..2", &GRUNDY_OPTIONS(grundy_sweep_options, .json = json != 0));
    if (json == 0) run(sweep);
    expect(sweep, write_json,
           "{\"game\": \"nim:1..2\", \"games\": 2, \"unanswered\": 0, \"rows\": []}\n");
    grundy_sweep_free(sweep);
  }
}

static void limited_values_are_not_known(void **state) {
  expect_table("kotzig:30..30,2,3",
               &GRUNDY_OPTIONS(grundy_sweep_options, .limit = 100, .columns = "grundy,k,distance"),
               "n\ts1\ts2\tgrundy\tk\tdistance\n30\t2\t3\t?\t?\t?\n");
}

static void write_latex(grundy_sweep *sweep, FILE *out) {
  grundy_sweep_write_latex(sweep, "c", NULL, out);
}

static void rows_that_are_not_done_yet_are_left_out(void **state) {
  static const grundy_sweep_options options = {.size = sizeof options, .columns = "grundy"};
  static const char head[] = "\\begin{longtable}{rllr}\n\\caption{c} \\\\\n\\hline\n"
                             "heaps1 & heaps2 & heaps3 & grundy \\\\\n\\hline\n\\endhead\n"
                             "\\hline\n\\endfoot\n",
                    heading[] = "heaps1\theaps2\theaps3\tgrundy\n";
  char text[400];
  grundy_error error = {0};
  grundy_sweep *sweep = made("nim:1..2,[4|5],6", &options);
  expect(sweep, grundy_sweep_write, heading);
  expect(sweep, grundy_sweep_write_grid, "heaps1\\heaps2\t4\t5\n1\t?\t?\n2\t?\t?\n");
  (void)snprintf(text, sizeof text, "%s2\t4\t6\t0\n", heading);
  assert_int_equal(read_text(sweep, text, &error), GRUNDY_OK);
  expect(sweep, grundy_sweep_write_grid, "heaps1\\heaps2\t4\t5\n1\t?\t?\n2\t0\t?\n");
  (void)snprintf(text, sizeof text, "%s2 & 4 & 6 & 0 \\\\\n\\end{longtable}\n", head);
  expect(sweep, write_latex, text);
  grundy_sweep_free(sweep);
  sweep = made("nim:1..2", &options); /* one range */
  expect(sweep, grundy_sweep_write_grid, "");
  grundy_sweep_free(sweep);
}

static void a_second_run_has_nothing_to_do(void **state) {
  grundy_sweep *sweep = made("nim:1..2", NULL);
  for (int i = 0; i < 2; i++) {
    run(sweep);
    assert_int_equal(grundy_sweep_describe(sweep).rows, 2);
  }
  expect(sweep, grundy_sweep_write, "heaps1\toutcome\tgrundy\n1\tN\t1\n2\tN\t2\n");
  grundy_sweep_free(sweep);
}

/* The row of a file cannot be checked if the limit does not allow it, and stays. */
static void a_row_that_was_read_stays_if_its_game_is_too_large(void **state) {
  grundy_error error = {0};
  grundy_sweep *sweep =
      made("kotzig:30..30,2,3",
           &GRUNDY_OPTIONS(grundy_sweep_options, .limit = 100, .columns = "outcome"));
  static const char table[] = "n\ts1\ts2\toutcome\n30\t2\t3\tN\n";
  assert_int_equal(read_text(sweep, table, &error), GRUNDY_OK);
  run(sweep);
  assert_int_equal(grundy_sweep_describe(sweep).unanswered, 0);
  expect(sweep, grundy_sweep_write, table);
  grundy_sweep_free(sweep);
}

static void a_wrong_game_is_found_when_it_is_evaluated(void **state) {
  grundy_error error = {0};
  grundy_sweep *sweep = made("nim:3}:1..2", NULL);
  assert_int_equal(grundy_sweep_run(sweep, &error), GRUNDY_BAD_INPUT);
  assert_string_equal(error.message, "unexpected '}'; expected the size of a heap");
  assert_int_equal(error.column, 6);
  grundy_sweep_free(sweep);
}

static void damaged_tables_are_refused(void **state) {
  static const struct {
    const char *rows, *message;
  } cases[] = {
      {"\"1\"\t4\tP\t0", "this row is not one of these games"},
      {"3", "this row is not one of these games"},
      {"12\t4\tP", "this row is not one of these games"},
      {"1\t44\tP\t0", "this row is not one of these games"},
      {"3\t4\tP\t0", "this row is not one of these games"},
      {"1\t4\tP\t0\n1\t4\tP\t0", "this game has a row already"},
      {"1\t4\t", "this row is not complete"},
      {"1\t4\tP", "this row is not complete"},
      {"1\t4\tP\t", "this row is not complete"},
      {"1\t4\t\tP", "this row is not complete"},
      {"1\t4\tP\t\t0", "this row is not complete"},
      {"1\t4\tP\t0\t", "this row is not complete"},
  };
  grundy_error error = {0};
  char text[100];
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    grundy_sweep *sweep = made("nim:1..2,4", NULL);
    (void)snprintf(text, sizeof text, "heaps1\theaps2\toutcome\tgrundy\n%s\n", cases[i].rows);
    assert_int_equal(read_text(sweep, text, &error), GRUNDY_BAD_INPUT);
    assert_string_equal(error.message, cases[i].message);
    assert_int_equal(error.line, strchr(cases[i].rows, '\n') == NULL ? 2 : 3);
    grundy_sweep_free(sweep);
  }
  grundy_sweep *sweep =
      made("nim:1..2", &GRUNDY_OPTIONS(grundy_sweep_options, .columns = "grundy"));
  assert_int_equal(read_text(sweep, "heaps1\tgrundy\n1\t\n", &error), GRUNDY_BAD_INPUT);
  assert_string_equal(error.message, "this row is not complete");
  assert_int_equal(grundy_sweep_read(sweep, "/", &error), GRUNDY_IO_ERROR); /* a folder */
  assert_string_equal(error.file, "/");
  assert_int_equal(read_text(sweep, "heaps1\tgrundy\n1\t1", &error), GRUNDY_OK); /* no newline */
  assert_int_equal(grundy_sweep_describe(sweep).rows, 1);
  grundy_sweep_free(sweep);
  /* A set that begins like another one. */
  sweep = made("take{[1,2|1,2,5|1,3]}:3..3",
               &GRUNDY_OPTIONS(grundy_sweep_options, .csv = true, .columns = "grundy"));
  assert_int_equal(read_text(sweep, "item,n,grundy\n\"1,2,5\",3,0\n\"1,2\",3,0\n1,3,3,1\n", &error),
                   GRUNDY_BAD_INPUT);
  assert_string_equal(error.message, "this row is not one of these games");
  assert_int_equal(error.line, 4);
  grundy_sweep_free(sweep);
}

/* There are so many games that some of their 32-bit hashes are equal. */
static void rows_of_many_games_may_be_in_any_order(void **state) {
  enum { LARGEST = 100000 };
  grundy_sweep *sweep =
      made("nim:1..100000,1..3", &GRUNDY_OPTIONS(grundy_sweep_options, .columns = "grundy"));
  grundy_error error = {0};
  char *text = NULL, *expected = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  (void)fputs("heaps1\theaps2\tgrundy\n", out);
  for (unsigned n = LARGEST; n > 0; n--)
    for (unsigned m = 3; m > 0; m--) (void)fprintf(out, "%u\t%u\t%u\n", n, m, n ^ m);
  assert_int_equal(fclose(out), 0);
  if (read_text(sweep, text, &error) != GRUNDY_OK) fail_msg("%s", error.message);
  free(text);
  out = open_memstream(&expected, &size);
  (void)fputs("heaps1\theaps2\tgrundy\n", out);
  for (unsigned n = 1; n <= LARGEST; n++)
    for (unsigned m = 1; m <= 3; m++) (void)fprintf(out, "%u\t%u\t%u\n", n, m, n ^ m);
  assert_int_equal(fclose(out), 0);
  text = written(sweep, grundy_sweep_write);
  assert_true(strcmp(text, expected) == 0);
  free(text);
  free(expected);
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
  static const struct {
    const char *game, *message;
  } wrong[] = {
      {"nim:3,4", "has no range"},
      {"nim:5..3", "is empty"},
      {"nim:1..2000,1..2000", "the ranges give more than 1000000 games"},
      {"nim:3..4:0", "has no step above 0"},
      {"nim:1..2e", "has no range"},
      {"nim:1..2E", "has no range"},
      {"nim:1..2.", "has no range"},
      {"nim:1..2_", "has no range"},
      {"nim:a1..2", "has no range"},
      {"nim:\"1..2\"", "has no range"},
      {"nim:\"a\\\"1..2\" + nim:1", "has no range"},
      {"nim:\"1..2", "has no range"},
      {"nim:\"1..2\\", "has no range"},
      {"nim:[1|2", "has no range"},
      {"nim:[1|\"2]", "has no range"},
      {"nim:[12]", "has no range"},
      {"folder/1..2", "has no range"},
      {"nim:1 + folder/1..2", "has no range"},
      {"nim:1..2,1..2,1..2,1..2,1..2,1..2,1..2,1..2,1..2", "there are more than 8 ranges"},
      {"nim:1..0000000000000000000000000000000000000000000000000000000000000000000000000000000002",
       "a range is longer than 79 characters"},
      {"nim:[1||2]", "'[1||2]' has an empty item"},
      {"nim:[5..3|1]", "'5..3' is empty"},
      {"take{choose(some)}:x", "is not a choice"},
      {"take{choose(1..4)}:x", "is not a choice"},
      {"take{choose(1..4,)}:x", "is not a choice"},
      {"take{choose(1..4,2}:x", "is not a choice"},
      {"take{choose(4..1,2)}:x", "'4..1' is empty"},
      {"take{choose([1|],1)}:x", "'[1|]' has an empty item"},
      {"take{choose(1..4,0)}:x", "'choose(1..4,0)' chooses from 4; expected 1 to 4"},
      {"take{choose(1..4,5)}:x", "'choose(1..4,5)' chooses from 4; expected 1 to 4"},
  };
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    assert_int_equal(grundy_sweep_new(wrong[i].game, NULL, &sweep, &error), GRUNDY_BAD_ARGUMENT);
    if (strstr(error.message, wrong[i].message) == NULL)
      fail_msg("%s: %s", wrong[i].game, error.message);
  }
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
      cmocka_unit_test(columns_are_named_after_the_arguments),
      cmocka_unit_test(infinite_values_have_their_sets),
      cmocka_unit_test(transfinite_values_are_ordinals),
      cmocka_unit_test(rounds_are_pairs_of_moves),
      cmocka_unit_test(objects_have_what_was_asked_for),
      cmocka_unit_test(limited_values_are_not_known),
      cmocka_unit_test(rows_that_are_not_done_yet_are_left_out),
      cmocka_unit_test(a_second_run_has_nothing_to_do),
      cmocka_unit_test(a_row_that_was_read_stays_if_its_game_is_too_large),
      cmocka_unit_test(a_wrong_game_is_found_when_it_is_evaluated),
      cmocka_unit_test(damaged_tables_are_refused),
      cmocka_unit_test(rows_of_many_games_may_be_in_any_order),
      cmocka_unit_test(rows_may_be_in_any_order),
      cmocka_unit_test(a_text_without_a_range_is_not_a_sweep),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
