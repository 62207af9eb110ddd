/* Linear games as text: accepted input, and messages about errors. */

#include <grundy/format.h>
#include <grundy/linear.h>

#include "linear/matrix.h"
#include "support/test.h"

static grundy_status scan(const char *text, size_t length, grundy_linear **game,
                          grundy_error *error) {
  FILE *in = length == 0 ? fopen("/dev/null", "r") : fmemopen((void *)text, length, "r");
  assert_non_null(in);
  grundy_status status =
      grundy_linear_read("game", &GRUNDY_OPTIONS(grundy_read_options, .stream = in), game, error);
  fclose(in);
  return status;
}

static grundy_linear *scanned(const char *text) {
  grundy_linear *game = NULL;
  grundy_error error = {0};
  if (scan(text, strlen(text), &game, &error) != GRUNDY_OK)
    fail_msg("%d:%d: %s", (int)error.line, (int)error.column, error.message);
  return game;
}

/* accepted input */

static void moves_and_matrices_are_read(void **state) {
  grundy_linear *game = scanned("\xef\xbb\xbf# a comment\n"
                                "dimension 3 # three\r\n"
                                "\n"
                                "move \xcf\x89 110 011\n"
                                "matrix b\n"
                                "1 0 0\n"
                                "# between rows\n"
                                "11 1 # spaced\n"
                                "111\n"
                                "constant 000\n"
                                "matrix c\n100\n010\n001");
  assert_int_equal(grundy_linear_dimension(game), 3);
  assert_int_equal(grundy_linear_count(game), 3);
  assert_string_equal(grundy_linear_name(game, 0), "\xcf\x89");
  assert_int_equal(grundy_linear_functional(game, 0)[0], 3);
  assert_int_equal(grundy_linear_vector(game, 0)[0], 6);
  /* Rows 000, 101 and 110 of h - 1 are neither 0 nor a single functional. */
  grundy_linear_solution *solution = NULL;
  assert_int_equal(grundy_linear_solve(game, NULL, &solution, NULL), GRUNDY_OK);
  assert_int_equal(solution->verdict, GRUNDY_LINEAR_NOT_A);
  assert_int_equal(solution->moves[0], 1);
  assert_string_equal(grundy_linear_name(game, 2), "c");
  assert_int_equal(grundy_linear_functional(game, 2)[0], 0);
  grundy_linear_solution_free(solution);
  grundy_linear_free(game);
}

static void a_matrix_is_kept_as_a_functional_and_a_vector(void **state) {
  grundy_linear *game = scanned("dimension 3\nmatrix a\n001\n010\n001\n");
  assert_int_equal(grundy_linear_functional(game, 0)[0], 5);
  assert_int_equal(grundy_linear_vector(game, 0)[0], 1);
  grundy_linear_free(game);
}

static void a_constant_breaks_an_axiom(void **state) {
  grundy_linear *game = scanned("dimension 2\nmatrix a\n10\n01\nconstant 01\nmove b 10 10\n");
  grundy_linear_solution *solution = NULL;
  assert_int_equal(grundy_linear_count(game), 2);
  assert_int_equal(grundy_linear_solve(game, NULL, &solution, NULL), GRUNDY_OK);
  assert_int_equal(solution->verdict, GRUNDY_LINEAR_NOT_B);
  assert_int_equal(solution->moves[0], 0);
  grundy_linear_solution_free(solution);
  grundy_linear_free(game);
}

/* Lines longer than a block, and many of them. */
static void long_lines_are_read(void **state) {
  enum { N = 16384, MOVES = 12 };
  char *text = malloc(32 + MOVES * (2 * N + 16));
  assert_non_null(text);
  size_t length = (size_t)sprintf(text, "dimension %d\n", N);
  for (int k = 0; k < MOVES; k++) {
    length += (size_t)sprintf(text + length, "move m%d ", k);
    for (int part = 0; part < 2; part++) {
      memset(text + length, '0', N);
      text[length + (size_t)(k * 1000 + part)] = '1';
      length += N;
      text[length++] = part == 0 ? '\t' : '\n';
    }
  }
  text[length] = '\0';
  grundy_linear *game = scanned(text);
  assert_int_equal(grundy_linear_count(game), MOVES);
  for (uint64_t k = 0; k < MOVES; k++) {
    assert_int_equal(grundy_linear_functional(game, k)[k * 1000 / 64] >> k * 1000 % 64, 1);
    assert_int_equal(grundy_linear_vector(game, k)[(k * 1000 + 1) / 64] >> (k * 1000 + 1) % 64, 1);
  }
  grundy_linear_free(game);
  free(text);
}

/* rejected input */

static void assert_refused(const char *text, size_t length, uint64_t line, uint64_t column,
                           const char *message) {
  grundy_linear *game = NULL;
  grundy_error error = {0};
  assert_int_equal(scan(text, length, &game, &error), GRUNDY_BAD_INPUT);
  assert_null(game);
  assert_string_equal(error.message, message);
  assert_string_equal(error.file, "game");
  assert_int_equal(error.line, line);
  assert_int_equal(error.column, column);
}

static void invalid_linear_games_are_rejected_at_their_place(void **state) {
  static const char none[] = "no dimension; expected a number from 1 to 16384";
  static const char statement[] =
      "no statement; expected 'move NAME FUNCTIONAL VECTOR' or 'matrix NAME'";
  static const struct {
    const char *text;
    uint64_t line, column;
    const char *message;
  } cases[] = {
      {"", 1, 1, "the file ends here; expected 'dimension N'"},
      {"# nothing\n", 2, 1, "the file ends here; expected 'dimension N'"},
      {"move a 1 1\n", 1, 1, "the dimension is not known yet; expected 'dimension N'"},
      {"dimension\n", 1, 10, none},
      {"dimension 0\n", 1, 11, none},
      {"dimension 16385\n", 1, 11, none},
      {"dimension 99999999999999999999999\n", 1, 11, none},
      {"dimension x\n", 1, 11, none},
      {"dimension 2 2\n", 1, 13, "a word too many; expected the end of the line"},
      {"dimension 2\ndimension 2\n", 2, 1, statement},
      {"dimension 2\n  \xcf\x89 01\n", 2, 3, statement},
      {"dimension 2\nmove\n", 2, 5, "no name; expected the name of the move"},
      {"dimension 2\nmove \xcf\x89 0\n", 2, 8, "too few digits; expected 2"},
      {"dimension 2\nmove a 01\n", 2, 10, "too few digits; expected 2"},
      {"dimension 2\nmove a 01 011\n", 2, 13, "a digit too many; expected 2"},
      {"dimension 2\nmove a 01 02\n", 2, 12, "no digit 0 or 1; expected 2 of them"},
      {"dimension 2\nmove a 01 01 1\n", 2, 14, "a word too many; expected the end of the line"},
      {"dimension 2\nmove \xff 01 01\n", 2, 6, "a byte that is not UTF-8"},
      {"dimension 2\nmatrix\n", 2, 7, "no name; expected the name of the move"},
      {"dimension 2\nmatrix a 1\n", 2, 10, "a word too many; expected the end of the line"},
      {"dimension 2\nmatrix a\n01\n", 4, 1, "the file ends after 1 rows of a matrix; expected 2"},
      {"dimension 2\nmatrix a\n01\n1\n", 4, 1, "too few digits; expected 2"},
      {"dimension 2\nmatrix a\n01\n1 1 1\n", 4, 5, "a digit too many; expected 2"},
      {"dimension 2\nmatrix a\n01\nmove b 01 01\n", 4, 1, "no digit 0 or 1; expected 2 of them"},
      {"dimension 2\nmatrix a\n01\n10\n11\n", 5, 1, statement},
      {"dimension 2\nconstant 01\n", 2, 1, statement},
      {"dimension 2\nmatrix a\n01\n10\nconstant 0\n", 5, 10, "too few digits; expected 2"},
      {"dimension 2\nmatrix a\n01\n10\nconstant 00\nconstant 00\n", 6, 1, statement},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    assert_refused(cases[i].text, strlen(cases[i].text), cases[i].line, cases[i].column,
                   cases[i].message);
  static const char nul[] = "dimension 2\nmove a\0b 01 01\n";
  assert_refused(nul, sizeof nul - 1, 2, 7, "a NUL in a name");
}

static void a_line_that_never_ends_is_refused(void **state) {
  size_t length = 5 * (size_t)GRUNDY_EDGES_MAX_LINE;
  char *text = malloc(length);
  assert_non_null(text);
  memset(text, ' ', length);
  assert_refused(text, length, 1, 1, "a line of more than 1048576 bytes");
  free(text);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(moves_and_matrices_are_read),
      cmocka_unit_test(a_matrix_is_kept_as_a_functional_and_a_vector),
      cmocka_unit_test(a_constant_breaks_an_axiom),
      cmocka_unit_test(long_lines_are_read),
      cmocka_unit_test(invalid_linear_games_are_rejected_at_their_place),
      cmocka_unit_test(a_line_that_never_ends_is_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
