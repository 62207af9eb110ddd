/* The headers of arrays: what NumPy writes is read, and anything else has a message of its own. */

#include "npz/header.h"
#include "support/test.h"

static const char *parse(const char *text, grundy_npy *npy) {
  return grundy_npy_parse(text, strlen(text), npy);
}

/* Parses the header of an array of this type and shape. */
static const char *parse_array(const char *type, const char *shape, grundy_npy *npy) {
  char text[400];
  snprintf(text, sizeof text, "{'descr': %s, 'fortran_order': False, 'shape': %s, }   \n", type,
           shape);
  return parse(text, npy);
}

static void expect_type(const char *type, char kind, uint64_t item, bool big_endian) {
  grundy_npy npy = {0};
  assert_null(parse_array(type, "(3,)", &npy));
  assert_int_equal(npy.kind, kind);
  assert_int_equal(npy.item, item);
  assert_int_equal(npy.big_endian, big_endian);
  assert_int_equal(npy.dimensions, 1);
  assert_int_equal(npy.count, 3);
}

static void types_of_numpy_are_read(void **state) {
  expect_type("'<i4'", 'i', 4, false);
  expect_type("\">u2\"", 'u', 2, true);
  expect_type("'>i1'", 'i', 1, false);
  expect_type("'|b1'", 'b', 1, false);
  expect_type("'>S3'", 'S', 3, false);
  expect_type("'>U3'", 'U', 12, true);
  expect_type("'f2'", 'f', 2, false);
  expect_type("'<c32'", 'c', 32, false);
}

static void expect_shape(const char *shape, int dimensions, uint64_t count) {
  grundy_npy npy = {0};
  assert_null(parse_array("'|i1'", shape, &npy));
  assert_int_equal(npy.dimensions, dimensions);
  assert_int_equal(npy.count, count);
}

static void shapes_are_tuples(void **state) {
  expect_shape("()", 0, 1);
  expect_shape("(7,)", 1, 7);
  expect_shape("( 2, 3 )", 2, 6);
  expect_shape("(2, 3, )", 2, 6);
  expect_shape("(4611686018427387904, 4611686018427387904, 0)", 3, 0);
}

/* Expects that the message begins like this, and that nothing is changed. */
static void expect_problem(const char *problem, const char *beginning) {
  assert_non_null(problem);
  if (strncmp(problem, beginning, strlen(beginning)) != 0)
    fail_msg("%s; expected %s", problem, beginning);
}

static void expect_bad_type(const char *type, const char *beginning) {
  grundy_npy npy = {.count = 77};
  expect_problem(parse_array(type, "(3,)", &npy), beginning);
  assert_int_equal(npy.count, 77);
}

static void other_types_are_rejected(void **state) {
  static const char *const unknown[] = {
      "'<V8'", "'<i'",   "'<i3'", "'<i16'", "'<i0'", "'<f1'", "'f32'",
      "'<c4'", "'<c64'", "'|b2'", "'M8x'",  "'i4x'", "'i1 '", "'i99999999999999999999'"};
  for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++)
    expect_bad_type(unknown[i], "its items are of a type that is not known here");
  expect_bad_type("'|O'", "its items are Python objects");
  expect_bad_type("[('a', '<i4')]", "its items have fields");
  expect_bad_type("('<i4', (2,))", "its items have fields");
  expect_bad_type("'S9223372036854775807'", "its header has a number past 2^63");
  expect_bad_type("''", "its header is not a dictionary");
  expect_bad_type("'<i4\n'", "its header is not a dictionary");
  expect_bad_type("4", "its header is not a dictionary");
}

static void expect_bad_shape(const char *type, const char *shape, const char *beginning) {
  grundy_npy npy = {.count = 77};
  expect_problem(parse_array(type, shape, &npy), beginning);
  assert_int_equal(npy.count, 77);
}

static void other_shapes_are_rejected(void **state) {
  char many[] = "(1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1)";
  expect_bad_shape("'i1'", many, "it has too many dimensions");
  expect_bad_shape("'i1'", "3", "its header is not a dictionary");
  expect_bad_shape("'i1'", "(3)", "its header is not a dictionary");
  expect_bad_shape("'i1'", "(3 4)", "its header is not a dictionary");
  expect_bad_shape("'i1'", "(x,)", "its shape is not a tuple of numbers");
  expect_bad_shape("'i1'", "(9223372036854775808,)", "its header has a number past 2^63");
  expect_bad_shape("'i1'", "(4611686018427387904, 4)", "it announces more than 2^63 bytes");
  expect_bad_shape("'i4'", "(4611686018427387904,)", "it announces more than 2^63 bytes");
  expect_bad_shape("'i4'", "(2305843009213693952,)", "it announces more than 2^63 bytes");
  expect_bad_shape("'S0'", "(4611686018427387904, 2)", "it announces more than 2^63 bytes");
}

static void other_dictionaries_are_rejected(void **state) {
  static const char *const texts[] = {
      "",
      "[]",
      "{",
      "{}",
      "{'descr': 'i1', 'fortran_order': False}",
      "{'descr': 'i1', 'fortran_order': False, 'shape': ()} x",
      "{'descr': 'i1', 'fortran_order': False, 'shape': (), 'shape': ()}",
      "{'descr': 'i1', 'fortran_order': False, 'size': ()}",
      "{'descr': 'i1' 'fortran_order': False, 'shape': ()}",
      "{'descr': 'i1', 'fortran_order': None, 'shape': ()}",
      "{'descr' 'i1', 'fortran_order': False, 'shape': ()}",
      "{'descr: 'i1', 'fortran_order': False, 'shape': ()}",
  };
  grundy_npy npy = {.count = 77};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    expect_problem(parse(texts[i], &npy), "its header is not a dictionary");
  expect_problem(parse("{'descr': 'i1', 'fortran_order': True, 'shape': ()}", &npy),
                 "it is in Fortran's order");
  assert_int_equal(npy.count, 77);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(types_of_numpy_are_read),
      cmocka_unit_test(shapes_are_tuples),
      cmocka_unit_test(other_types_are_rejected),
      cmocka_unit_test(other_shapes_are_rejected),
      cmocka_unit_test(other_dictionaries_are_rejected),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
