/* Boxes of games on vectors in all formats, and slices of them. */

#include "support/vectors.h"
#include "support/test.h"

#include <grundy/format.h>

#include <inttypes.h>

static grundy_vector_box *box_of(const char *text, const grundy_vector_options *options) {
  grundy_vector_moves *moves = vector_moves_of(text);
  grundy_vector_box *box = NULL;
  assert_int_equal(grundy_vector_solve(moves, options, &box, NULL), GRUNDY_OK);
  grundy_vector_moves_free(moves);
  return box;
}

/* Nim with two heaps: values are nim-sums. */
static grundy_vector_box *nim(uint32_t a, uint32_t b) {
  return box_of("vector{(1,0)*,(0,1)*}",
                &GRUNDY_OPTIONS(grundy_vector_options, .corner = {{a, b}}));
}

/* Nim with three heaps. */
static grundy_vector_box *nim_of_three(void) {
  return box_of("vector{(1,0,0)*,(0,1,0)*,(0,0,1)*}",
                &GRUNDY_OPTIONS(grundy_vector_options, .corner = {{1, 2, 3}}));
}

static grundy_vector_slice slice_of(const grundy_vector_box *box, const char *text) {
  const grundy_vector_grid grid = grundy_vector_box_view(box);
  grundy_vector_slice slice;
  grundy_error error = {0};
  if (grundy_vector_slice_parse(text, &grid, &slice, &error) != GRUNDY_OK)
    fail_msg("%s: %s", text, error.message);
  return slice;
}

/* Writes the slice to a buffer of the caller. */
static void write_slice(const grundy_vector_box *box, const char *slice, grundy_format format,
                        bool outcomes, char *text, size_t size) {
  FILE *out = tmpfile();
  assert_non_null(out);
  const grundy_vector_slice chosen = slice_of(box, slice);
  const grundy_vector_write_options options = {
      .size = sizeof options, .game = "nim", .outcomes = outcomes};
  assert_int_equal(grundy_vector_write(box, &chosen, format, &options, out, NULL), GRUNDY_OK);
  rewind(out);
  memset(text, 0, size);
  assert_true(fread(text, 1, size - 1, out) < size - 1);
  (void)fclose(out);
}

static void assert_written(const grundy_vector_box *box, const char *slice, grundy_format format,
                           const char *expected) {
  char text[4096];
  write_slice(box, slice, format, false, text, sizeof text);
  assert_string_equal(text, expected);
}

static void a_plane_is_a_table_with_x_down_and_y_across(void **state) {
  grundy_vector_box *box = nim(2, 10);
  assert_written(box, NULL, GRUNDY_FORMAT_TABLE,
                 "x\\y  0  1  2  3  4  5  6  7  8  9 10\n"
                 "  0  0  1  2  3  4  5  6  7  8  9 10\n"
                 "  1  1  0  3  2  5  4  7  6  9  8 11\n"
                 "  2  2  3  0  1  6  7  4  5 10 11  8\n");
  assert_written(box, "y,x", GRUNDY_FORMAT_CSV,
                 "x\\y,0,1,2\n0,0,1,2\n1,1,0,3\n2,2,3,0\n3,3,2,1\n4,4,5,6\n5,5,4,7\n6,6,7,4\n"
                 "7,7,6,5\n8,8,9,10\n9,9,8,11\n10,10,11,8\n");
  grundy_vector_box_free(box);
}

static void a_line_has_ten_entries_per_row(void **state) {
  grundy_vector_box *box = nim(3, 11);
  assert_written(box, "2,x", GRUNDY_FORMAT_TABLE,
                 " x  0  1  2  3  4  5  6  7  8  9\n"
                 " 0  2  3  0  1  6  7  4  5 10 11\n"
                 "10  8  9\n");
  assert_written(box, "x,x", GRUNDY_FORMAT_TSV, "x\tvalue\n0\t0\n1\t0\n2\t0\n3\t0\n");
  assert_written(box, "x,3", GRUNDY_FORMAT_BFILE, "0 3\n1 2\n2 1\n3 0\n");
  assert_written(box, "x,3", GRUNDY_FORMAT_LATEX,
                 "% nim\n\\begin{tabular}{r|rrrrrrrrrr}\n"
                 "x & 0 & 1 & 2 & 3 & 4 & 5 & 6 & 7 & 8 & 9 \\\\\n\\hline\n"
                 "0 & 3 & 2 & 1 & 0 &  &  &  &  &  &  \\\\\n\\end{tabular}\n");
  grundy_vector_box_free(box);
}

static void a_box_of_three_dimensions_is_a_list(void **state) {
  grundy_vector_box *box = nim_of_three();
  char text[4096];
  write_slice(box, NULL, GRUNDY_FORMAT_TSV, false, text, sizeof text);
  assert_non_null(strstr(text, "a\tb\tc\tvalue\n0\t0\t0\t0\n"));
  assert_non_null(strstr(text, "\n1\t2\t3\t0\n"));
  assert_written(box, "1,x,y", GRUNDY_FORMAT_CSV,
                 "x\\y,0,1,2,3\n0,1,0,3,2\n1,0,1,2,3\n2,3,2,1,0\n");
  assert_written(box, "x,x,y", GRUNDY_FORMAT_CSV, "x\\y,0,1,2,3\n0,0,1,2,3\n1,0,1,2,3\n");
  grundy_vector_box_free(box);
}

static void json_has_the_shape_and_all_entries(void **state) {
  grundy_vector_box *box = nim(1, 2);
  char text[4096];
  assert_written(box, NULL, GRUNDY_FORMAT_JSON,
                 "{\"game\": \"nim\", \"shape\": [2, 3], \"period\": null,\n\"outcomes\": null,\n"
                 "\"values\": [0, 1, 2, 1, 0, 3]}\n");
  write_slice(box, NULL, GRUNDY_FORMAT_JSON, true, text, sizeof text);
  assert_non_null(strstr(text, "\"outcomes\": [\"P\", \"N\", \"N\", \"N\", \"P\", \"N\"]"));
  grundy_vector_box_free(box);
}

/* The header says the shape, and the items follow it. */
static void an_array_has_the_shape_of_the_box(void **state) {
  static const struct {
    const char *slice, *header;
    bool outcomes;
  } rows[] = {{NULL, "{'descr': '<i4', 'fortran_order': False, 'shape': (2, 3, 4), }", false},
              {"x,y,0", "{'descr': '<i4', 'fortran_order': False, 'shape': (2, 3), }", false},
              {"1,2,x", "{'descr': '|S1', 'fortran_order': False, 'shape': (4,), }", true}};
  grundy_vector_box *box = nim_of_three();
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    char text[4096];
    write_slice(box, rows[i].slice, GRUNDY_FORMAT_NPZ, rows[i].outcomes, text, sizeof text);
    bool found = false;
    size_t length = strlen(rows[i].header);
    for (size_t k = 0; k + length < sizeof text && !found; k++)
      found = memcmp(text + k, rows[i].header, length) == 0;
    if (!found) fail_msg("no header %s", rows[i].header);
    if (!rows[i].outcomes) continue;
    found = false;
    for (size_t k = 0; k + 4 < sizeof text && !found; k++) found = memcmp(text + k, "NNNP", 4) == 0;
    assert_true(found);
  }
  grundy_vector_box_free(box);
}

static void assert_bad_slice(const char *text, uint64_t column) {
  grundy_vector_box *box = nim(3, 5);
  const grundy_vector_grid grid = grundy_vector_box_view(box);
  grundy_vector_slice slice;
  grundy_error error = {0};
  assert_int_equal(grundy_vector_slice_parse(text, &grid, &slice, &error), GRUNDY_BAD_INPUT);
  assert_string_equal(error.file, "slice");
  if (error.column != column)
    fail_msg("%s: column %" PRIu64 ": %s", text, error.column, error.message);
  grundy_vector_box_free(box);
}

static void wrong_slices_are_refused_with_their_column(void **state) {
  assert_bad_slice("", 1);
  assert_bad_slice("x", 2);
  assert_bad_slice("z,x", 1);
  assert_bad_slice("x,6", 3);
  assert_bad_slice("3,5", 1);
  assert_bad_slice("y,5", 1);
  assert_bad_slice("x,y,0", 4);
}

static void formats_refuse_what_they_cannot_represent(void **state) {
  grundy_vector_box *box = nim_of_three();
  const grundy_vector_slice whole = slice_of(box, NULL);
  FILE *out = tmpfile();
  assert_int_equal(grundy_vector_write(box, &whole, GRUNDY_FORMAT_TABLE, NULL, out, NULL),
                   GRUNDY_UNABLE);
  assert_int_equal(grundy_vector_write(box, &whole, GRUNDY_FORMAT_LATEX, NULL, out, NULL),
                   GRUNDY_UNABLE);
  assert_int_equal(grundy_vector_write(box, &whole, GRUNDY_FORMAT_BFILE, NULL, out, NULL),
                   GRUNDY_UNABLE);
  (void)fclose(out);
  grundy_vector_box_free(box);
}

/* The message suggests a slice with as many coordinates as positions have. */
static void a_refusal_suggests_a_slice(void **state) {
  static const struct {
    const char *game, *plane, *values;
  } cases[] = {{"vector{(1,0)*,(0,1)*}", NULL, "3,x"},
               {"vector{(1,0,0)*,(0,1,1)*}", "x,y,0", "x,y,0"},
               {"vector{(1,0,0,0)*,(0,1,1,1)*}", "x,y,0,0", "x,y,0,0"}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char expected[128];
    grundy_error error = {0};
    grundy_vector_box *box =
        box_of(cases[i].game, &GRUNDY_OPTIONS(grundy_vector_options, .corner = {{1, 1, 1, 1}}));
    const grundy_vector_slice whole = slice_of(box, NULL);
    const grundy_vector_write_options outcomes = {.size = sizeof outcomes, .outcomes = true};
    FILE *out = tmpfile();
    if (cases[i].plane != NULL) {
      assert_int_equal(grundy_vector_write(box, &whole, GRUNDY_FORMAT_TABLE, NULL, out, &error),
                       GRUNDY_UNABLE);
      (void)snprintf(expected, sizeof expected,
                     "a table has at most two dimensions; choose a plane by a slice such as %s",
                     cases[i].plane);
      assert_string_equal(error.message, expected);
    }
    assert_int_equal(grundy_vector_write(box, &whole, GRUNDY_FORMAT_BFILE, &outcomes, out, &error),
                     GRUNDY_UNABLE);
    (void)snprintf(expected, sizeof expected,
                   "a b-file has the values of a line or a plane; choose one by a slice such as %s",
                   cases[i].values);
    assert_string_equal(error.message, expected);
    (void)fclose(out);
    grundy_vector_box_free(box);
  }
}

/* Outcomes have one letter, but the numbers of columns have two digits. */
static void columns_are_as_wide_as_their_numbers(void **state) {
  char text[1024];
  grundy_vector_box *box = nim(1, 10);
  write_slice(box, "x,y", GRUNDY_FORMAT_TABLE, true, text, sizeof text);
  assert_non_null(strstr(text, "x\\y  0  1  2  3  4  5  6  7  8  9 10\n"
                               "  0  P  N  N  N  N  N  N  N  N  N  N\n"
                               "  1  N  P  N  N  N  N  N  N  N  N  N\n"));
  write_slice(box, "1,x", GRUNDY_FORMAT_TSV, true, text, sizeof text);
  assert_non_null(strstr(text, "x\toutcome\n0\tN\n1\tP\n2\tN\n"));
  grundy_vector_box_free(box);
}

static void papers_have_tables(void **state) {
  char text[1024];
  grundy_vector_box *box = nim(1, 1);
  write_slice(box, "x,y", GRUNDY_FORMAT_TYPST, false, text, sizeof text);
  assert_non_null(strstr(text, "#table("));
  assert_non_null(strstr(text, "// "));
  write_slice(box, "x,y", GRUNDY_FORMAT_LATEX, false, text, sizeof text);
  assert_non_null(strstr(text, "\\begin{tabular}"));
  grundy_vector_box_free(box);
}

/* Writes the certificate of a period that is not looked at. */
static grundy_status certify(const char *game, uint32_t row, uint64_t length, grundy_error *error) {
  grundy_vector_moves *moves = NULL;
  const grundy_vector_slice slice = {.row = row};
  const grundy_vector_period period = {.length = length, .rows_length = 1};
  FILE *out = fopen("/dev/null", "w");
  assert_non_null(out);
  assert_int_equal(grundy_vector_moves_parse(game, strlen(game), &moves, NULL), GRUNDY_OK);
  grundy_status status = grundy_vector_certificate_write(moves, &slice, &period, NULL, out, error);
  grundy_vector_moves_free(moves);
  (void)fclose(out);
  return status;
}

static void certificates_need_a_period_and_a_short_game(void **state) {
  static const char none[] = "there is no period of a row to certify";
  grundy_error error = {0};
  char game[2048] = "vector{(1,0)";
  assert_int_equal(certify("vector{(1,0),(0,1)}", 0, 1, &error), GRUNDY_BAD_ARGUMENT);
  assert_string_equal(error.message, none);
  assert_int_equal(certify("vector{(1,0),(0,1)}", 1, 0, &error), GRUNDY_BAD_ARGUMENT);
  assert_string_equal(error.message, none);
  assert_int_equal(certify("vector{(1,0),(0,1)}", 1, 1, &error), GRUNDY_OK);
  for (size_t n = strlen(game), i = 1; i < 150; i++)
    n += (size_t)snprintf(game + n, sizeof game - n, ",(%u,%u)%s", 1000 + (unsigned)i,
                          1000 + (unsigned)i, i == 149 ? "}" : "");
  assert_int_equal(certify(game, 1, 1, &error), GRUNDY_UNABLE);
  assert_non_null(strstr(error.message, "the vectors are too long for a certificate"));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_plane_is_a_table_with_x_down_and_y_across),
      cmocka_unit_test(a_line_has_ten_entries_per_row),
      cmocka_unit_test(a_box_of_three_dimensions_is_a_list),
      cmocka_unit_test(json_has_the_shape_and_all_entries),
      cmocka_unit_test(an_array_has_the_shape_of_the_box),
      cmocka_unit_test(wrong_slices_are_refused_with_their_column),
      cmocka_unit_test(formats_refuse_what_they_cannot_represent),
      cmocka_unit_test(a_refusal_suggests_a_slice),
      cmocka_unit_test(columns_are_as_wide_as_their_numbers),
      cmocka_unit_test(papers_have_tables),
      cmocka_unit_test(certificates_need_a_period_and_a_short_game),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
