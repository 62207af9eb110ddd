/* Pictures of boxes: a small PNG is decoded again. */

#include "support/test.h"
#include "support/vectors.h"

#include <grundy/draw.h>

#include <zlib.h>

static uint32_t big_endian(const unsigned char *bytes) {
  return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

/* What was read from a PNG with a palette and without filters. */
typedef struct decoded {
  uint32_t width, height;
  unsigned char palette[3 * 256];
  uint32_t parts;                /* chunks of pixels */
  unsigned char pixels[1 << 17]; /* rows, each after the byte of its filter */
} decoded;

static void decode(const unsigned char *png, size_t length, decoded *d) {
  unsigned char *packed = malloc(length);
  uLong packed_length = 0;
  assert_memory_equal(png, "\x89PNG\r\n\x1a\n", 8);
  size_t at = 8;
  d->parts = 0;
  for (bool more = true; more; at += 12 + big_endian(png + at)) {
    uint32_t size = big_endian(png + at);
    const unsigned char *type = png + at + 4, *bytes = type + 4;
    assert_true(at + 12 + size <= length);
    assert_int_equal(crc32(crc32(0, NULL, 0), type, 4 + size), big_endian(bytes + size));
    if (memcmp(type, "IHDR", 4) == 0) {
      d->width = big_endian(bytes);
      d->height = big_endian(bytes + 4);
      assert_memory_equal(bytes + 8, "\x08\x03\0\0\0", 5);
    }
    if (memcmp(type, "PLTE", 4) == 0) memcpy(d->palette, bytes, size);
    if (memcmp(type, "IDAT", 4) == 0) {
      memcpy(packed + packed_length, bytes, size);
      packed_length += size;
      d->parts++;
    }
    more = memcmp(type, "IEND", 4) != 0;
  }
  assert_int_equal(at, length);
  uLongf unpacked = sizeof d->pixels;
  assert_int_equal(uncompress(d->pixels, &unpacked, packed, packed_length), Z_OK);
  assert_int_equal(unpacked, (d->width + 1) * d->height);
  free(packed);
}

static grundy_vector_box *wythoff(bool outcomes, uint32_t x, uint32_t y) {
  grundy_vector_moves *moves = vector_moves_of("vector{(1,0)*,(0,1)*,(1,1)*}");
  grundy_vector_box *box = NULL;
  grundy_vector_options options = {
      .size = sizeof options, .corner = {{x, y}}, .outcomes_only = outcomes};
  assert_int_equal(grundy_vector_solve(moves, &options, &box, NULL), GRUNDY_OK);
  grundy_vector_moves_free(moves);
  return box;
}

/* Returns how many chunks the pixels have. */
static uint32_t assert_picture(bool outcomes, uint32_t rows, uint32_t columns) {
  static unsigned char png[1 << 18];
  static decoded d;
  grundy_vector_box *box = wythoff(outcomes, rows - 1, columns - 1);
  const grundy_vector_grid grid = grundy_vector_box_view(box);
  grundy_vector_slice slice;
  FILE *out = tmpfile();
  assert_int_equal(grundy_vector_slice_parse(NULL, &grid, &slice, NULL), GRUNDY_OK);
  assert_int_equal(grundy_vector_draw(box, &slice, NULL, out, NULL), GRUNDY_OK);
  rewind(out);
  decode(png, fread(png, 1, sizeof png, out), &d);
  assert_true(d.width == columns && d.height == rows);
  unsigned last = 0;
  for (uint32_t x = 0; x < d.height; x++)
    for (uint32_t y = 0; y < d.width; y++) {
      unsigned colour = d.pixels[x * (d.width + 1) + 1 + y];
      bool is_p = grundy_vector_outcome(&grid, (uint64_t)x * d.width + y) == GRUNDY_OUTCOME_P;
      assert_true((colour == 0) == is_p);
      if (outcomes) assert_true(colour <= 1);
      if (!outcomes && x == 0) { /* values grow along the first row */
        assert_true(colour > last || y == 0 || (columns > 128 && colour == last));
        last = colour;
      }
    }
  assert_true(d.palette[0] > d.palette[2] && d.palette[3] == 255 && d.palette[3 * 255] < 64);
  (void)fclose(out);
  grundy_vector_box_free(box);
  return d.parts;
}

static void a_picture_of_values_has_one_pixel_per_position(void **state) {
  (void)assert_picture(false, 21, 31);
}

static void large_pictures_are_written_in_parts(void **state) {
  assert_true(assert_picture(false, 300, 301) > assert_picture(false, 21, 31));
}

static void a_picture_of_outcomes_has_two_colours(void **state) {
  (void)assert_picture(true, 21, 31);
}

static void a_picture_has_two_dimensions(void **state) {
  grundy_vector_moves *moves = vector_moves_of("vector{(1,0,0)}");
  grundy_vector_box *box = NULL;
  assert_int_equal(
      grundy_vector_solve(moves, &GRUNDY_OPTIONS(grundy_vector_options, .corner = {{1, 1, 1}}),
                          &box, NULL),
      GRUNDY_OK);
  const grundy_vector_grid grid = grundy_vector_box_view(box);
  grundy_vector_slice slice;
  grundy_error error = {0};
  assert_int_equal(grundy_vector_slice_parse(NULL, &grid, &slice, NULL), GRUNDY_OK);
  assert_int_equal(grundy_vector_draw(box, &slice, NULL, stderr, &error), GRUNDY_UNABLE);
  assert_int_equal(error.reason, GRUNDY_REASON_PICTURE);
  grundy_vector_box_free(box);
  grundy_vector_moves_free(moves);
}

/* Only the long side of a plane is checked, whichever it is. */
static void a_picture_has_no_sides_that_are_too_long(void **state) {
  for (int axis = 0; axis < 2; axis++) {
    grundy_vector_moves *moves = vector_moves_of("vector{(1,0),(0,1)}");
    grundy_vector_box *box = NULL;
    grundy_vector_options options = {.size = sizeof options, .outcomes_only = true};
    options.corner.at[axis] = GRUNDY_PICTURE_MAX_SIDE;
    assert_int_equal(grundy_vector_solve(moves, &options, &box, NULL), GRUNDY_OK);
    const grundy_vector_grid grid = grundy_vector_box_view(box);
    grundy_vector_slice slice;
    grundy_error error = {0};
    assert_int_equal(grundy_vector_slice_parse(NULL, &grid, &slice, NULL), GRUNDY_OK);
    assert_int_equal(slice.lengths[axis], GRUNDY_PICTURE_MAX_SIDE + 1);
    assert_int_equal(grundy_vector_draw(box, &slice, NULL, stderr, &error), GRUNDY_UNABLE);
    assert_int_equal(error.reason, GRUNDY_REASON_PICTURE);
    grundy_vector_box_free(box);
    grundy_vector_moves_free(moves);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_picture_of_values_has_one_pixel_per_position),
      cmocka_unit_test(large_pictures_are_written_in_parts),
      cmocka_unit_test(a_picture_of_outcomes_has_two_colours),
      cmocka_unit_test(a_picture_has_two_dimensions),
      cmocka_unit_test(a_picture_has_no_sides_that_are_too_long),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
