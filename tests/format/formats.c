/* The table of formats: what each can hold, and calls with formats that cannot. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <grundy/grundy.h>

#include "support/games.h"
#include "support/names.h"
#include "support/solutions.h"

#include <stdlib.h>
#include <string.h>

enum { UNKNOWN = GRUNDY_FORMAT_COUNT + 5 };

static void a_format_is_found_by_its_name(void **state) {
  (void)state;
  for (int i = 1; i < GRUNDY_FORMAT_COUNT; i++)
    assert_int_equal(grundy_format_find(grundy_format_name((grundy_format)i)), i);
  assert_int_equal(grundy_format_find("nothing"), GRUNDY_FORMAT_AUTO);
  assert_null(grundy_format_name(GRUNDY_FORMAT_AUTO));
  assert_null(grundy_format_name((grundy_format)UNKNOWN));
}

static void an_unknown_format_or_use_can_do_nothing(void **state) {
  (void)state;
  assert_true(grundy_format_can(GRUNDY_FORMAT_NPZ, GRUNDY_FORMAT_READS_GAME));
  assert_false(grundy_format_can(GRUNDY_FORMAT_TSV, GRUNDY_FORMAT_READS_GAME));
  assert_false(grundy_format_can((grundy_format)UNKNOWN, GRUNDY_FORMAT_READS_GAME));
  assert_false(grundy_format_can(GRUNDY_FORMAT_NPZ, (grundy_format_use)99));
}

static void expect(grundy_status status, const grundy_error *error, grundy_status expected,
                   const char *message) {
  assert_string_equal(error->message, message);
  assert_int_equal(status, expected);
}

static void formats_that_cannot_do_it_are_refused(void **state) {
  (void)state;
  static const uint32_t pairs[][2] = {{0, 1}};
  static const grundy_format wrong[] = {GRUNDY_FORMAT_AUTO, GRUNDY_FORMAT_TABLE,
                                        (grundy_format)UNKNOWN};
  grundy_digraph *g = game_from_pairs(2, 1, pairs), *read = NULL;
  grundy_solution *s = solution_of(g, GRUNDY_COLUMN_GRUNDY), *read_s = NULL;
  FILE *out = tmpfile();
  assert_non_null(out);
  grundy_error error = {0};
  grundy_read_options options = GRUNDY_OPTIONS(grundy_read_options, .stream = out);
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    expect(grundy_solution_read(g, "in", wrong[i], &options, &read_s, &error), &error,
           GRUNDY_BAD_ARGUMENT, "no solution can be read from this format");
    expect(grundy_digraph_write(g, wrong[i], NULL, out, &error), &error, GRUNDY_BAD_ARGUMENT,
           "no game can be written in this format");
    if (i == 0) continue; /* AUTO reads a game as an edge list */
    expect(grundy_digraph_read("in", wrong[i], &options, &read, &error), &error,
           GRUNDY_BAD_ARGUMENT, "no game can be read from this format");
  }
  for (size_t i = 0; i < 3; i++)
    expect(grundy_solution_write(g, s, i == 1 ? GRUNDY_FORMAT_EDGES : wrong[i], NULL, out, &error),
           &error, GRUNDY_BAD_ARGUMENT, "no solution can be written in this format");
  assert_int_equal(ftell(out), 0);
  fclose(out);
  grundy_solution_free(s);
  grundy_digraph_free(g);
}

static void only_what_the_solution_has_is_written(void **state) {
  (void)state;
  static const uint32_t pairs[][2] = {{0, 1}};
  grundy_digraph *g = game_from_pairs(2, 1, pairs), *other = game_from_pairs(3, 1, pairs);
  grundy_solution *s =
      solution_of(g, GRUNDY_COLUMN_GRUNDY | GRUNDY_COLUMN_OUTCOME | GRUNDY_COLUMN_DISTANCE);
  grundy_error error = {0};
  FILE *out = tmpfile();
  assert_non_null(out);
  grundy_write_options options = {.size = sizeof options, .columns = GRUNDY_COLUMN_REMOTENESS};
  expect(grundy_solution_write(g, s, GRUNDY_FORMAT_TSV, &options, out, &error), &error,
         GRUNDY_BAD_ARGUMENT, "a column is to be written that the solution does not have");
  expect(grundy_solution_write(other, s, GRUNDY_FORMAT_TSV, NULL, out, &error), &error,
         GRUNDY_BAD_ARGUMENT, "the solution is not one of this game");
  static const grundy_columns not_one_of_numbers[] = {
      GRUNDY_COLUMN_OUTCOME, GRUNDY_COLUMN_GRUNDY | GRUNDY_COLUMN_DISTANCE};
  for (int i = 0; i < 2; i++) {
    options.columns = not_one_of_numbers[i];
    expect(grundy_solution_write(g, s, GRUNDY_FORMAT_BFILE, &options, out, &error), &error,
           GRUNDY_UNABLE, "a b-file has one column of numbers, such as grundy or remoteness");
  }
  const uint32_t row = 1;
  grundy_write_options rows = {.size = sizeof rows, .rows = &row, .row_count = 1};
  expect(grundy_solution_write(g, s, GRUNDY_FORMAT_NPZ, &rows, out, &error), &error,
         GRUNDY_BAD_ARGUMENT, "an .npz file has a row for every position");
  assert_int_equal(ftell(out), 0);
  fclose(out);
  grundy_solution_free(s);
  grundy_digraph_free(other);
  grundy_digraph_free(g);
}

/* ---- tables for papers ------------------------------------------------------------------- */

/* Writes a solution with the best move of each row, and expects this line. */
static void expect_line(const grundy_digraph *g, grundy_format format, grundy_columns columns,
                        const char *line) {
  static const uint32_t rows[] = {0, 1}, best[] = {1, GRUNDY_INFINITY};
  grundy_solution *s = solution_of(g, grundy_solve_columns(g, false));
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  assert_non_null(out);
  grundy_write_options options = {.size = sizeof options,
                                  .columns = columns,
                                  .rows = rows,
                                  .best = best,
                                  .row_count = 2,
                                  .colour = true};
  assert_int_equal(grundy_solution_write(g, s, format, &options, out, NULL), GRUNDY_OK);
  fclose(out);
  if (strstr(text, line) == NULL) fail_msg("'%s' is missing in:\n%s", line, text);
  free(text);
  grundy_solution_free(s);
}

static void names_are_escaped_for_papers(void **state) {
  (void)state;
  grundy_digraph *g = game_two_named("*a\\~^|<>{$", "[\x01\x7f\"\\");
  expect_line(g, GRUNDY_FORMAT_LATEX, GRUNDY_COLUMN_OUTCOME,
              "{}*a\\textbackslash{}\\textasciitilde{}\\textasciicircum{}\\textbar{}\\textless{}"
              "\\textgreater{}\\{\\$ & N & [??\"\\textbackslash{} \\\\\n");
  expect_line(g, GRUNDY_FORMAT_LATEX, GRUNDY_COLUMN_OUTCOME,
              "{}[??\"\\textbackslash{} & P &  \\\\\n");
  expect_line(g, GRUNDY_FORMAT_LATEX, GRUNDY_COLUMN_OUTCOME, "\\begin{tabular}{lll}\n");
  expect_line(g, GRUNDY_FORMAT_TYPST, GRUNDY_COLUMN_OUTCOME, "\"[??\\\"\\\\\"");
  grundy_digraph_free(g);
}

static void tables_show_numbers_names_and_best_moves(void **state) {
  (void)state;
  static const uint32_t pairs[][2] = {{0, 1}};
  grundy_digraph *plain = game_from_pairs(2, 1, pairs), *named = game_two_named("a\x01", "b");
  expect_line(plain, GRUNDY_FORMAT_LATEX, GRUNDY_COLUMN_REMOTENESS, "0 & $1$ & 1 \\\\\n");
  expect_line(plain, GRUNDY_FORMAT_TYPST, GRUNDY_COLUMN_REMOTENESS, "[0], [$1$], [1],");
  expect_line(plain, GRUNDY_FORMAT_TABLE, GRUNDY_COLUMN_OUTCOME,
              "\033[32m0       N        1\033[0m\n\033[31m1       P        \033[0m\n");
  expect_line(named, GRUNDY_FORMAT_TABLE, GRUNDY_COLUMN_OUTCOME, "a\\x01");
  grundy_digraph_free(plain);
  grundy_digraph_free(named);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_format_is_found_by_its_name),
      cmocka_unit_test(an_unknown_format_or_use_can_do_nothing),
      cmocka_unit_test(formats_that_cannot_do_it_are_refused),
      cmocka_unit_test(only_what_the_solution_has_is_written),
      cmocka_unit_test(names_are_escaped_for_papers),
      cmocka_unit_test(tables_show_numbers_names_and_best_moves),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
