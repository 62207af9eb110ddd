/* Matrix Market files, read and written. */

#include <grundy/grundy.h>

#include "support/formats.h"
#include "support/games.h"
#include "support/test.h"

#define MTX GRUNDY_FORMAT_MTX
#define PATTERN "%%MatrixMarket matrix coordinate pattern general\n"
#define REAL "%%MatrixMarket matrix coordinate real general\n"

/* ---- accepted input -------------------------------------------------------------------- */

static void row_one_is_vertex_zero(void **state) {
  assert_game(MTX, PATTERN "3 3 2\n1 2\n3 1\n", " 0 1 2", " 0>1 2>0");
  assert_game(MTX, PATTERN "0 0 0\n", "", "");
  assert_game(MTX, PATTERN "2 2 0", " 0 1", "");
}

static void entries_are_moves_whatever_their_values(void **state) {
  assert_game(MTX, REAL "2 2 4\n1 1 0\n1 2 -1.5e-3\n2 1 .5\n2 2 1.D+00\n", " 0 1",
              " 0>0 0>1 1>0 1>1");
  assert_game(MTX, REAL "2 2 3\n1 1 NaN\n1 2 -inf\n2 2 +Infinity\n", " 0 1", " 0>0 0>1 1>1");
  assert_game(MTX, "%%MatrixMarket matrix coordinate integer general\n1 1 2\n1 1 0\n1 1 7\n", " 0",
              " 0>0");
}

static void an_entry_of_a_symmetric_matrix_is_a_move_in_both_directions(void **state) {
#define BANNER(kind) "%%MatrixMarket matrix coordinate " kind "\n"
  assert_game(MTX, BANNER("pattern symmetric") "3 3 3\n2 1\n3 2\n3 3\n", " 0 1 2",
              " 0>1 1>0 1>2 2>1 2>2");
  assert_game(MTX, BANNER("real Skew-Symmetric") "2 2 1\n2 1 -1.5\n", " 0 1", " 0>1 1>0");
  assert_game(MTX, BANNER("complex hermitian") "2 2 2\n1 1 2 0\n2 1 1.5 -1\n", " 0 1",
              " 0>0 0>1 1>0");
  /* Entries above the diagonal, and duplicate entries. */
  assert_game(MTX, BANNER("integer symmetric") "2 2 2\n1 2 1\n2 1 1\n", " 0 1", " 0>1 1>0");
  assert_refused(MTX, BANNER("real skew-symmetric") "2 2 1\n2 2 0\n",
                 "3:3: an entry on the diagonal, which is zero in a skew-symmetric matrix");
  /* The announced number is that of the stored entries. */
  assert_refused(MTX, BANNER("pattern symmetric") "2 2 2\n2 1\n",
                 "4:1: the file ends after 1 of 2 entries");
}

static void a_complex_value_is_two_numbers(void **state) {
  assert_game(MTX, BANNER("complex general") "2 2 1\n1 2 0 -1e5\n", " 0 1", " 0>1");
  assert_refused(MTX, BANNER("complex general") "2 2 1\n1 2 0\n", "3:6: '' is not a number");
  assert_refused(MTX, BANNER("complex general") "2 2 1\n1 2 0 1 2\n",
                 "3:9: '2' is a word too many; expected row, column and two values");
}

static void comments_empty_lines_and_case_do_not_matter(void **state) {
  assert_game(
      MTX,
      "%%matrixmarket MATRIX Coordinate\tPattern GENERAL \r\n% é\n\n  %\n 2  2\t1 \r\n\n%x\n"
      "\t1 2\r\n\n%",
      " 0 1", " 0>1");
}

/* ---- rejected input -------------------------------------------------------------------- */

static void errors_say_where_and_what_was_expected(void **state) {
  assert_refused(MTX, "",
                 "1:1: '' in the banner; expected '%%MatrixMarket matrix coordinate pattern "
                 "general'");
  assert_refused(MTX, PATTERN "2 3 0\n", "2:3: 2 rows and 3 columns; expected as many of both");
  assert_refused(MTX, PATTERN "% é\n2 2 1\n1 3\n",
                 "4:3: '3' is not a valid column; expected a number from 1 to 2");
  assert_refused(MTX, PATTERN "2 2 1\n0 1\n",
                 "3:1: '0' is not a valid row; expected a number from 1 to 2");
  assert_refused(MTX, PATTERN "2 2 2\n1 1\n", "4:1: the file ends after 1 of 2 entries");
  assert_refused(MTX, PATTERN "2 2 1\n1 1\n1 2\n",
                 "4:1: more entries than the 1 that are announced");
  assert_refused(MTX, PATTERN "2 2 1\n1 1 1\n",
                 "3:5: '1' is a word too many; expected row and column");
  assert_refused(MTX, REAL "2 2 1\n1 1\n", "3:4: '' is not a number");
  assert_refused(MTX, REAL "2 2 1\n1 3 0.5\n",
                 "3:3: '3' is not a valid column; expected a number from 1 to 2");
}

static void values_that_are_not_numbers_are_rejected(void **state) {
  static const char *const bad[] = {".", "-", "1e", "e5", "1.2.3", "0x1", "1e+", "nano", "--1"};
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
    char text[128];
    grundy_digraph *g = NULL;
    snprintf(text, sizeof text, "%s1 1 1\n1 1 %s\n",
             "%%MatrixMarket matrix coordinate real general\n", bad[i]);
    assert_int_equal(scan_bytes(MTX, text, strlen(text), &g, NULL), GRUNDY_BAD_INPUT);
  }
}

/* Announced sizes allocate nothing: this one would need gigabytes. */
static void announced_sizes_are_not_trusted(void **state) {
  assert_refused(MTX, PATTERN "3 3 1000000000000000000\n1 1\n",
                 "4:1: the file ends after 1 of 1000000000000000000 entries");
  assert_refused(
      MTX, PATTERN "1000000000000000000 1000000000000000000 0\n",
      "2:1: '1000000000000000000' is not a valid number of rows; expected a number from 0 to "
      "2147483647");
  assert_refused(
      MTX, PATTERN "1 1 99999999999999999999\n",
      "2:5: '99999999999999999999' is not a valid number of entries; expected a number from 0 to "
      "18446744073709551615");
}

/* Reads a text within a limit, and lets `said` be the error. */
static grundy_status read_within(uint64_t limit, const char *text, char *said, size_t size) {
  grundy_digraph *g = NULL;
  grundy_error error = {0};
  FILE *in = fmemopen((void *)text, strlen(text), "r");
  grundy_status status = grundy_digraph_read(
      "game", MTX, &GRUNDY_OPTIONS(grundy_read_options, .stream = in, .max_positions = limit), &g,
      &error);
  fclose(in);
  grundy_digraph_free(g);
  grundy_error_format(&error, said, size);
  if (status != GRUNDY_OK) assert_int_equal(error.reason, GRUNDY_REASON_TOO_MANY);
  return status;
}

static void rows_without_entries_are_limited(void **state) {
  char said[2 * GRUNDY_ERROR_MAX_TEXT];
  const char *huge = PATTERN "2147483647 2147483647 1\n1 1\n", *few = PATTERN "4 4 1\n1 1\n";
  assert_int_equal(read_within(0, huge, said, sizeof said), GRUNDY_UNABLE);
  assert_string_equal(said, "game:4:1: 2147483647 positions for 1 move; the limit is 16777216, or "
                            "16 per move, unless max-positions is given");
  assert_int_equal(read_within(2147483646, huge, said, sizeof said), GRUNDY_UNABLE);
  assert_string_equal(said, "game:4:1: 2147483647 positions; max-positions allows 2147483646");
  assert_int_equal(read_within(3, few, said, sizeof said), GRUNDY_UNABLE);
  assert_string_equal(said, "game:4:1: 4 positions; max-positions allows 3");
  assert_int_equal(read_within(4, few, said, sizeof said), GRUNDY_OK);
  assert_int_equal(read_within(0, few, said, sizeof said), GRUNDY_OK);
}

/* As any function, this one needs no place for an error. */
static void a_limit_needs_no_error(void **state) {
  const char *few = PATTERN "4 4 1\n1 1\n";
  grundy_digraph *g = NULL;
  FILE *in = fmemopen((void *)(uintptr_t)few, strlen(few), "r");
  assert_int_equal(
      grundy_digraph_read("game", MTX,
                          &GRUNDY_OPTIONS(grundy_read_options, .stream = in, .max_positions = 3),
                          &g, NULL),
      GRUNDY_UNABLE);
  fclose(in);
  assert_null(g);
}

/* The bounds themselves are allowed. */
static void unnamed_positions_are_limited_by_the_larger_bound(void **state) {
  const uint64_t most = GRUNDY_DIGRAPH_UNNAMED, moves = most;
  assert_int_equal(grundy_digraph_check_unnamed(most, 0, 0, NULL), GRUNDY_OK);
  assert_int_equal(grundy_digraph_check_unnamed(most + 1, 0, 0, NULL), GRUNDY_UNABLE);
  assert_int_equal(grundy_digraph_check_unnamed(16 * moves + 15, moves, 0, NULL), GRUNDY_OK);
  assert_int_equal(grundy_digraph_check_unnamed(16 * moves + 16, moves, 0, NULL), GRUNDY_UNABLE);
  assert_int_equal(grundy_digraph_check_unnamed(UINT64_MAX, 0, UINT64_MAX, NULL), GRUNDY_OK);
  assert_int_equal(grundy_digraph_check_unnamed(2, UINT64_MAX, 1, NULL), GRUNDY_UNABLE);
}

static void a_monitor_can_cancel_reading(void **state) {
  grundy_digraph *g = NULL;
  const char *text = PATTERN "1 1 1\n1 1\n";
  FILE *in = fmemopen((void *)text, strlen(text), "r");
  assert_int_equal(grundy_digraph_read("game", MTX,
                                       &GRUNDY_OPTIONS(grundy_read_options, .stream = in,
                                                       .monitor = &test_cancelling),
                                       &g, NULL),
                   GRUNDY_CANCELLED);
  fclose(in);
  assert_null(g);
}

/* ---- round trips ----------------------------------------------------------------------- */

static const char *any_game_survives(const test_game *game) {
  return survives(MTX, game->g);
}

static void games_without_names_survive(void **state) {
  on_random_games(400, 60, any_game_survives);
}

static void names_cannot_be_written(void **state) {
  grundy_digraph *g = scan_text(GRUNDY_FORMAT_EDGES, "b a\n");
  grundy_error error;
  FILE *out = fopen("/dev/null", "w");
  assert_int_equal(grundy_digraph_write(g, MTX, NULL, out, &error), GRUNDY_UNABLE);
  assert_string_equal(error.message, "names such as 'b' cannot be written in a Matrix Market file; "
                                     "another format can hold them");
  fclose(out);
  grundy_digraph_free(g);
}

/* A line that is too long, wherever it is. */
static void long_lines_and_words_are_rejected(void **state) {
  static const char *const starts[] = {"%", PATTERN "%", PATTERN "1 1 1\n%",
                                       PATTERN "1 1 1\n1 1\n%"};
  grundy_error error = {0};
  for (size_t i = 0; i < sizeof starts / sizeof *starts; i++) {
    assert_int_equal(scan_many(MTX, starts[i], "x", 1 << 21, "", &error), GRUNDY_BAD_INPUT);
    assert_string_equal(error.message, "a line of more than 1048576 bytes");
  }
  static const char *const words[] = {"", "%%MatrixMarket matrix coordinate pattern general ",
                                      PATTERN, PATTERN "1 1 1\n1 1 ", REAL "1 1 1\n1 1 "};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
    assert_int_equal(scan_many(MTX, words[i], "x", 64, "", &error), GRUNDY_BAD_INPUT);
    assert_string_equal(error.message, "a word of more than 63 bytes; expected numbers");
  }
}

/* What would not be read again is not written. */
static void games_with_few_moves_for_their_positions_are_not_written(void **state) {
  enum { ORDER = (1 << 24) + 1 };
  grundy_error error = {0};
  grundy_digraph *g = NULL;
  uint64_t *offsets = calloc(ORDER + 1, sizeof *offsets);
  FILE *out = fopen("/dev/null", "w");
  const uint32_t none = 0;
  assert_non_null(offsets);
  assert_int_equal(grundy_digraph_borrow(ORDER, offsets, &none, &g, NULL), GRUNDY_OK);
  assert_int_equal(grundy_digraph_write(g, MTX, NULL, out, &error), GRUNDY_UNABLE);
  assert_non_null(strstr(error.message, "16777217"));
  fclose(out);
  grundy_digraph_free(g);
  free(offsets);
}

static void damage_is_noticed_or_harmless(void **state) {
  assert_any_damage_is_noticed_or_harmless(MTX, BANNER("complex hermitian") "2 2 1\n2 1 1 2\n");
  assert_any_damage_is_noticed_or_harmless(MTX, REAL "% c\n3 3 3\n1 2 0.5\n2 3 1e5\n3 3 -1\n");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(row_one_is_vertex_zero),
      cmocka_unit_test(entries_are_moves_whatever_their_values),
      cmocka_unit_test(an_entry_of_a_symmetric_matrix_is_a_move_in_both_directions),
      cmocka_unit_test(a_complex_value_is_two_numbers),
      cmocka_unit_test(comments_empty_lines_and_case_do_not_matter),
      cmocka_unit_test(errors_say_where_and_what_was_expected),
      cmocka_unit_test(values_that_are_not_numbers_are_rejected),
      cmocka_unit_test(announced_sizes_are_not_trusted),
      cmocka_unit_test(rows_without_entries_are_limited),
      cmocka_unit_test(a_limit_needs_no_error),
      cmocka_unit_test(unnamed_positions_are_limited_by_the_larger_bound),
      cmocka_unit_test(a_monitor_can_cancel_reading),
      cmocka_unit_test(games_without_names_survive),
      cmocka_unit_test(names_cannot_be_written),
      cmocka_unit_test(long_lines_and_words_are_rejected),
      cmocka_unit_test(games_with_few_moves_for_their_positions_are_not_written),
      cmocka_unit_test(damage_is_noticed_or_harmless),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
