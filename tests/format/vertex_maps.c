/* Maps and classes, read and written. */

#include <grundy/grundy.h>

#include "support/formats.h"
#include "support/games.h"
#include "support/test.h"

typedef struct games {
  grundy_digraph *r, *s;
} games;

enum { MOST = 4 };

/* The result of reading a map. */
typedef struct reading {
  uint32_t image[MOST], d[MOST];
  bool with_d;
  grundy_status status;
  char said[2 * GRUNDY_ERROR_MAX_TEXT];
} reading;

static FILE *open_bytes(const char *bytes, size_t size) {
  FILE *in = size == 0 ? fopen("/dev/null", "r") : fmemopen((void *)bytes, size, "r");
  assert_non_null(in);
  return in;
}

static reading read_bytes(const games *two, const char *bytes, size_t size) {
  reading got = {.d = {9, 9, 9, 9}};
  grundy_error error = {0};
  FILE *in = open_bytes(bytes, size);
  got.status =
      grundy_map_read(two->r, two->s, "map", &GRUNDY_OPTIONS(grundy_read_options, .stream = in),
                      got.image, got.d, &got.with_d, &error);
  fclose(in);
  if (got.status != GRUNDY_OK) grundy_error_format(&error, got.said, sizeof got.said);
  return got;
}

static reading read_map(const games *two, const char *text) {
  return read_bytes(two, text, strlen(text));
}

static void assert_map_refused(const games *two, const char *text, const char *expected) {
  reading got = read_map(two, text);
  assert_int_equal(got.status, GRUNDY_BAD_INPUT);
  assert_string_equal(got.said, expected);
}

/* ---- maps ------------------------------------------------------------------------------- */

static void a_map_names_an_image_for_every_vertex_in_any_order(void **state) {
  const games *two = *state;
  reading got = read_map(two, "\xef\xbb\xbf# a map\nz q\n\n a\tp # comment\r\n\303\251 p");
  assert_int_equal(got.status, GRUNDY_OK);
  assert_false(got.with_d);
  assert_int_equal(got.image[0], 0);
  assert_int_equal(got.image[1], 0);
  assert_int_equal(got.image[2], 1);
  assert_int_equal(got.d[0], 9);
}

static void a_third_column_is_d(void **state) {
  const games *two = *state;
  reading got = read_map(two, "a p 7\n\303\251 q 0\nz q 4294967294\n");
  assert_int_equal(got.status, GRUNDY_OK);
  assert_true(got.with_d);
  assert_int_equal(got.d[0], 7);
  assert_int_equal(got.d[1], 0);
  assert_int_equal(got.d[2], 4294967294);
}

static void bad_maps_are_refused_with_one_line(void **state) {
  const games *two = *state;
  static const char *const cases[][2] = {
      {"a p\nx p\n", "map:2:1: the first game has no position 'x'"},
      {"\303\251 p\na  r\n", "map:2:4: the second game has no position 'r'"},
      {"a p\nz p\na q\n", "map:3:1: duplicate line for 'a'"},
      {"a p\nz p\n", "map: no line for '\303\251'; expected one per position of the first game"},
      {"", "map: no line for 'a'; expected one per position of the first game"},
      {"\303\251 # p\n", "map:1:2: nothing after the position; expected 'u image' or 'u image d'"},
      {"\303\251 p 1 2\n", "map:1:7: a fourth word; expected 'u image' or 'u image d'"},
      {"a p\nz p 1\n",
       "map:2:5: a line with d, but line 1 has none; expected d in every line or in none"},
      {"\na p 1\nz p\n",
       "map:3:4: a line without d, but line 2 has one; expected d in every line or in none"},
      {"a p x\n", "map:1:5: 'x' is not a value of d; expected a number from 0 to 4294967294"},
      {"a p -1\n", "map:1:5: '-1' is not a value of d; expected a number from 0 to 4294967294"},
      {"a p 4294967295\n",
       "map:1:5: '4294967295' is not a value of d; expected a number from 0 to 4294967294"},
      {"a p \377\n", "map:1:5: a byte that is not UTF-8"},
      {"a p\377\n", "map:1:4: a byte that is not UTF-8"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    assert_map_refused(two, cases[i][0], cases[i][1]);
  reading got = read_bytes(two, "a\0 p\n", 5);
  assert_string_equal(got.said, "map:1:2: a NUL in a name");
}

static void a_map_of_the_empty_game_has_no_line(void **state) {
  const games *two = *state;
  games empty = {game_from_bits(0, 0), two->s};
  assert_int_equal(read_map(&empty, "# nothing\n").status, GRUNDY_OK);
  assert_map_refused(&empty, "a p\n", "map:1:1: the first game has no position 'a'");
  grundy_digraph_free(empty.r);
}

static void written_games_are_read_again(void **state) {
  const games *two = *state;
  reading first = read_map(two, "z p 3\na q 4294967294\n\303\251 q 0\n");
  for (int with_d = 0; with_d < 2; with_d++) {
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    assert_int_equal(
        grundy_map_write(two->r, two->s, first.image, with_d ? first.d : NULL, NULL, out, NULL),
        GRUNDY_OK);
    fclose(out);
    assert_string_equal(text, with_d ? "a\tq\t4294967294\n\303\251\tq\t0\nz\tp\t3\n"
                                     : "a\tq\n\303\251\tq\nz\tp\n");
    reading again = read_map(two, text);
    assert_int_equal(again.status, GRUNDY_OK);
    assert_int_equal(again.with_d, with_d);
    assert_memory_equal(again.image, first.image, sizeof first.image);
    if (with_d) assert_memory_equal(again.d, first.d, sizeof first.d);
    free(text);
  }
}

static void names_are_quoted_where_needed(void **state) {
  static const char text[] = "digraph { \"a b\" -> \"#\"; \"#\" -> \"say \\\"hi\\\"\" }";
  grundy_digraph *g = scan_text(GRUNDY_FORMAT_DOT, text);
  uint32_t image[MOST] = {2, 0, 1}, again[MOST], d[MOST];
  char *written = NULL;
  size_t size;
  FILE *out = open_memstream(&written, &size);
  assert_int_equal(grundy_map_write(g, g, image, NULL, NULL, out, NULL), GRUNDY_OK);
  fclose(out);
  assert_string_equal(written, "\"a b\"\t\"say \\\"hi\\\"\"\n\"#\"\t\"a b\"\n"
                               "\"say \\\"hi\\\"\"\t\"#\"\n");
  bool with_d;
  FILE *in = fmemopen(written, size, "r");
  assert_int_equal(grundy_map_read(g, g, "map", &GRUNDY_OPTIONS(grundy_read_options, .stream = in),
                                   again, d, &with_d, NULL),
                   GRUNDY_OK);
  fclose(in);
  assert_memory_equal(again, image, 3 * sizeof *image);
  free(written);
  grundy_digraph_free(g);
}

static void a_name_with_a_line_break_cannot_be_written(void **state) {
  const games *two = *state;
  grundy_digraph *s = scan_text(GRUNDY_FORMAT_DOT, "digraph { \"a\nb\" }");
  uint32_t image[MOST] = {0};
  grundy_error error;
  FILE *out = fopen("/dev/null", "w");
  assert_int_equal(grundy_map_write(two->r, s, image, NULL, NULL, out, &error), GRUNDY_UNABLE);
  assert_string_equal(error.message,
                      "the name 'a?b' cannot be written in a map: it has a line break in it");
  fclose(out);
  grundy_digraph_free(s);
}

static void a_full_disk_is_noticed(void **state) {
  const games *two = *state;
  uint32_t image[MOST] = {0};
  FILE *out = fopen("/dev/full", "w");
  if (out == NULL) skip();
  setvbuf(out, NULL, _IONBF, 0);
  assert_int_equal(grundy_map_write(two->r, two->s, image, NULL, NULL, out, NULL), GRUNDY_IO_ERROR);
  fclose(out);
}

static void files_are_opened_by_their_path(void **state) {
  const games *two = *state;
  reading got;
  grundy_digraph *classes = NULL;
  grundy_error error;
  assert_int_equal(
      grundy_map_read(two->r, two->s, "nowhere", NULL, got.image, got.d, &got.with_d, &error),
      GRUNDY_BAD_INPUT);
  assert_string_equal(error.file, "nowhere");
  assert_int_equal(grundy_classes_read(two->r, "/", NULL, got.image, &classes, &error),
                   GRUNDY_BAD_INPUT);
  assert_string_equal(error.message, "this is a directory");
}

/* ---- classes ---------------------------------------------------------------------------- */

static grundy_status read_classes(const games *two, const char *text, uint32_t *class_of,
                                  grundy_digraph **classes, char *said, size_t room) {
  grundy_error error = {0};
  FILE *in = open_bytes(text, strlen(text));
  grundy_status status =
      grundy_classes_read(two->r, "classes", &GRUNDY_OPTIONS(grundy_read_options, .stream = in),
                          class_of, classes, &error);
  fclose(in);
  if (status != GRUNDY_OK) grundy_error_format(&error, said, room);
  return status;
}

static void classes_are_numbered_as_they_first_occur(void **state) {
  const games *two = *state;
  uint32_t class_of[MOST];
  char scratch[GRUNDY_NAME_MAX_BYTES];
  grundy_digraph *classes;
  assert_int_equal(
      read_classes(two, "z red # first\na blue\n\303\251 red\n", class_of, &classes, NULL, 0),
      GRUNDY_OK);
  assert_int_equal(grundy_digraph_order(classes), 2);
  assert_int_equal(grundy_digraph_size(classes), 0);
  assert_string_equal(grundy_digraph_name(classes, 0, scratch), "red");
  assert_string_equal(grundy_digraph_name(classes, 1, scratch), "blue");
  assert_int_equal(class_of[0], 1);
  assert_int_equal(class_of[1], 0);
  assert_int_equal(class_of[2], 0);
  grundy_digraph_free(classes);
}

static void bad_classes_are_refused_with_one_line(void **state) {
  const games *two = *state;
  static const char *const cases[][2] = {
      {"x 1\n", "classes:1:1: the game has no position 'x'"},
      {"a 1\na 1\n", "classes:2:1: duplicate line for 'a'"},
      {"a 1\n\303\251 1\n", "classes: no line for 'z'; expected one per position of the game"},
      {"a\n", "classes:1:2: nothing after the position; expected 'u class'"},
      {"a 1 2\n", "classes:1:5: a third word; expected 'u class'"},
      {"a \300\200\n", "classes:1:3: a byte that is not UTF-8"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    uint32_t class_of[MOST];
    char said[2 * GRUNDY_ERROR_MAX_TEXT];
    grundy_digraph *classes = NULL;
    assert_int_equal(read_classes(two, cases[i][0], class_of, &classes, said, sizeof said),
                     GRUNDY_BAD_INPUT);
    assert_string_equal(said, cases[i][1]);
    assert_null(classes);
  }
}

static int set_up(void **state) {
  static games two;
  two.r = scan_text(GRUNDY_FORMAT_EDGES, "a \303\251\n\303\251 z\n");
  two.s = scan_text(GRUNDY_FORMAT_EDGES, "p q\n");
  *state = &two;
  return 0;
}

static int tear_down(void **state) {
  games *two = *state;
  grundy_digraph_free(two->r);
  grundy_digraph_free(two->s);
  return 0;
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_map_names_an_image_for_every_vertex_in_any_order),
      cmocka_unit_test(a_third_column_is_d),
      cmocka_unit_test(bad_maps_are_refused_with_one_line),
      cmocka_unit_test(a_map_of_the_empty_game_has_no_line),
      cmocka_unit_test(written_games_are_read_again),
      cmocka_unit_test(names_are_quoted_where_needed),
      cmocka_unit_test(a_name_with_a_line_break_cannot_be_written),
      cmocka_unit_test(a_full_disk_is_noticed),
      cmocka_unit_test(files_are_opened_by_their_path),
      cmocka_unit_test(classes_are_numbered_as_they_first_occur),
      cmocka_unit_test(bad_classes_are_refused_with_one_line),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
