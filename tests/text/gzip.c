/* Streams that decompress gzip. */

#include "text/gzip.h"
#include "support/test.h"

#include <zlib.h>

typedef struct bytes {
  unsigned char at[1 << 16];
  size_t size;
} bytes;

/* Appends a gzip member with `count` times that byte, possibly 0 times. */
static void append_member(bytes *to, char byte, size_t count) {
  enum { GZIP = 16, USUAL = 8 };
  char block[4096];
  z_stream z = {.next_out = to->at + to->size, .avail_out = (uInt)(sizeof to->at - to->size)};
  assert_int_equal(deflateInit2(&z, 9, Z_DEFLATED, MAX_WBITS + GZIP, USUAL, 0), Z_OK);
  memset(block, byte, sizeof block);
  int result = Z_OK;
  while (result == Z_OK) {
    size_t piece = count < sizeof block ? count : sizeof block;
    z.next_in = (unsigned char *)block;
    z.avail_in = (uInt)piece;
    count -= piece;
    result = deflate(&z, count == 0 ? Z_FINISH : Z_NO_FLUSH);
  }
  assert_int_equal(result, Z_STREAM_END);
  to->size = (size_t)(z.next_out - to->at);
  (void)deflateEnd(&z);
}

static int closed;

static void close_and_count(FILE *in) {
  closed++;
  fclose(in);
}

/* Reads everything in pieces of that size. Returns the errno of a failure, or 0; *sum is a checksum
 * of the bytes and *length their number. */
static int read_all(const bytes *b, size_t piece, uLong *sum, uint64_t *length) {
  unsigned char *block = malloc(piece);
  FILE *file = fmemopen((void *)b->at, b->size, "r"), *in = NULL;
  assert_non_null(block);
  assert_non_null(file);
  closed = 0;
  *sum = *length = 0;
  errno = 0;
  in = grundy_gzip_open(file, close_and_count);
  if (in == NULL) { /* a portable build reads everything when it opens a stream */
    int reason = errno;
    assert_int_equal(closed, 0);
    assert_int_not_equal(reason, 0);
    fclose(file);
    free(block);
    return reason;
  }
  errno = 0;
  for (size_t got; (got = fread(block, 1, piece, in)) > 0; *length += got)
    *sum = crc32_z(*sum, block, got);
  int reason = ferror(in) ? errno : 0;
  fclose(in);
  assert_int_equal(closed, 1);
  free(block);
  return reason;
}

static void members_are_one_stream(void **state) {
  static bytes b;
  uLong sum, expected = crc32_z(0, (const unsigned char *)"aaabb", 5);
  uint64_t length;
  b.size = 0;
  append_member(&b, 'a', 3);
  append_member(&b, 'x', 0);
  append_member(&b, 'b', 2);
  append_member(&b, 'x', 0);
  for (size_t piece = 1; piece < 10; piece++) {
    assert_int_equal(read_all(&b, piece, &sum, &length), 0);
    assert_int_equal(length, 5);
    assert_int_equal(sum, expected);
  }
}

/* A thousand times larger than the file, and still a stream. */
static void small_files_may_expand_to_large_ones(void **state) {
  static bytes b;
  enum { SIZE = 20 << 20 };
  uLong sum;
  uint64_t length;
  b.size = 0;
  append_member(&b, '\0', SIZE);
  assert_true(b.size < SIZE / 1000);
  assert_int_equal(read_all(&b, 1 << 20, &sum, &length), 0);
  assert_int_equal(length, SIZE);
}

static void a_file_that_is_cut_short_is_damaged(void **state) {
  static bytes b;
  uLong sum;
  uint64_t length;
  b.size = 0;
  append_member(&b, 'a', 3000);
  size_t first = b.size;
  append_member(&b, 'b', 3000);
  while (--b.size > 0) {
    int expected = b.size == first ? 0 : GRUNDY_GZIP_DAMAGED;
    assert_int_equal(read_all(&b, 100, &sum, &length), expected);
  }
}

static void other_bytes_after_a_member_are_damage(void **state) {
  static bytes b;
  uLong sum;
  uint64_t length;
  b.size = 0;
  append_member(&b, 'a', 3000);
  memcpy(b.at + b.size, "and so on", 9);
  b.size += 9;
  assert_int_equal(read_all(&b, 100, &sum, &length), GRUNDY_GZIP_DAMAGED);
}

/* Some bytes of the header do not matter. */
static void damage_is_noticed_or_harmless(void **state) {
  static bytes b;
  uLong sum, expected;
  uint64_t length;
  b.size = 0;
  append_member(&b, 'a', 3000);
  assert_int_equal(read_all(&b, 100, &expected, &length), 0);
  for (size_t i = 0; i < 8 * b.size; i++) {
    b.at[i / 8] ^= (unsigned char)(1U << i % 8);
    int reason = read_all(&b, 100, &sum, &length);
    assert_true(reason == 0 || reason == GRUNDY_GZIP_DAMAGED);
    if (reason == 0) assert_int_equal(sum, expected);
    b.at[i / 8] ^= (unsigned char)(1U << i % 8);
  }
}

/* For example a directory. */
static void a_failure_to_read_is_passed_on(void **state) {
  FILE *directory = fopen("/", "r");
  assert_non_null(directory);
  FILE *in = grundy_gzip_open(directory, close_and_count);
  if (in == NULL) { /* as above */
    assert_int_equal(errno, EISDIR);
    fclose(directory);
    return;
  }
  errno = 0;
  assert_int_equal(getc(in), EOF);
  assert_true(ferror(in));
  assert_int_equal(errno, EISDIR);
  fclose(in);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(members_are_one_stream),
      cmocka_unit_test(small_files_may_expand_to_large_ones),
      cmocka_unit_test(a_file_that_is_cut_short_is_damaged),
      cmocka_unit_test(other_bytes_after_a_member_are_damage),
      cmocka_unit_test(damage_is_noticed_or_harmless),
      cmocka_unit_test(a_failure_to_read_is_passed_on),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
