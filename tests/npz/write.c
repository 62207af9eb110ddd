/* Archives are read back as they were written, with any number of threads, any kind of stream, and
 * small or large fields for sizes. */

#include <grundy/grundy.h>

#include "base/monitor.h"
#include "npz/npz.h"
#include "support/games.h"
#include "support/test.h"

#include <errno.h>
#include <sys/wait.h>
#include <unistd.h>
#include <zlib.h>

enum { NUMBERS = 700001, ARRAYS = 5 };

static const char *const members[ARRAYS] = {"wide.npy", "narrow.npy", "short.npy", "none.npy",
                                            "widened.npy"};

static uint64_t number_at(uint64_t i) {
  return i * UINT64_C(2862933555777941757) >> 40;
}

/* The arrays: eight bytes, four bytes, few items, no items, and four bytes written as eight. The
 * first two have several blocks each, of which the last is short. */
typedef struct arrays {
  uint64_t wide[NUMBERS];
  uint32_t narrow[NUMBERS];
  grundy_npz_column columns[ARRAYS];
} arrays;

static arrays *make_arrays(void) {
  arrays *a = malloc(sizeof *a);
  assert_non_null(a);
  for (uint64_t i = 0; i < NUMBERS; i++) {
    a->wide[i] = number_at(i);
    a->narrow[i] = (uint32_t)number_at(i);
  }
  a->columns[0] = grundy_npz_column_new(members[0], 'i', 8, NUMBERS, grundy_npz_fill_wide, a->wide);
  a->columns[1] =
      grundy_npz_column_new(members[1], 'u', 4, NUMBERS, grundy_npz_fill_narrow, a->narrow);
  a->columns[2] = grundy_npz_column_new(members[2], 'i', 4, 3, grundy_npz_fill_wide, a->wide);
  a->columns[3] = grundy_npz_column_new(members[3], 'i', 8, 0, grundy_npz_fill_wide, a->wide);
  a->columns[4] = grundy_npz_column_new(members[4], 'i', 8, 5, grundy_npz_fill_narrow, a->narrow);
  a->columns[0].counted = true;
  return a;
}

/* ---- files ------------------------------------------------------------------------------ */

typedef struct bytes {
  char *at;
  size_t size;
} bytes;

static bytes bytes_of(FILE *file) {
  bytes b = {.size = 0};
  assert_int_equal(fseeko(file, 0, SEEK_END), 0);
  b.size = (size_t)ftello(file);
  b.at = malloc(b.size);
  assert_non_null(b.at);
  rewind(file);
  assert_int_equal(fread(b.at, 1, b.size, file), b.size);
  return b;
}

static FILE *write_file(const arrays *a, uint64_t limit, unsigned threads) {
  grundy_error error;
  grundy_work work = grundy_work_start(NULL, "writing", 0);
  FILE *file = tmpfile();
  assert_non_null(file);
  grundy_threads_set(threads);
  assert_int_equal(grundy_npz_write_limited(file, a->columns, ARRAYS, limit, &work, &error),
                   GRUNDY_OK);
  grundy_threads_set(0);
  return file;
}

/* ---- reading ---------------------------------------------------------------------------- */

static grundy_status compare(void *context, const grundy_npz_array *array, uint64_t first,
                             const int64_t *numbers, uint64_t count) {
  uint64_t *seen = context;
  (void)array;
  assert_int_equal(first, *seen);
  for (uint64_t i = 0; i < count; i++) assert_int_equal(numbers[i], number_at(first + i));
  *seen += count;
  return GRUNDY_OK;
}

static void assert_reads_back(FILE *file) {
  static const uint64_t counts[ARRAYS] = {NUMBERS, NUMBERS, 3, 0, 5};
  grundy_error error;
  grundy_work work = grundy_work_start(NULL, "reading", 0);
  grundy_npz npz = {.name = "file", .error = &error, .work = &work};
  npz.members = members;
  npz.count = ARRAYS;
  rewind(file);
  assert_int_equal(grundy_npz_open(&npz, file), GRUNDY_OK);
  for (int i = 0; i < ARRAYS; i++) {
    uint64_t seen = 0;
    assert_int_equal(grundy_npz_read_integers(&npz, i, counts[i], "as written", compare, &seen),
                     GRUNDY_OK);
    assert_int_equal(seen, counts[i]);
  }
  grundy_npz_close(&npz);
}

/* ---- tests ------------------------------------------------------------------------------ */

/* Limits: that of the format; one between the sizes; all numbers are large. */
static const uint64_t limits[] = {UINT32_MAX, 4000000, 1};

static void archives_are_read_back(void **state) {
  arrays *a = make_arrays();
  for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
    FILE *file = write_file(a, limits[i], 2);
    assert_reads_back(file);
    assert_int_equal(fclose(file), 0);
  }
  free(a);
}

static void threads_write_the_same_bytes(void **state) {
  arrays *a = make_arrays();
  FILE *file = write_file(a, UINT32_MAX, 1);
  bytes expected = bytes_of(file);
  fclose(file);
  for (unsigned threads = 2; threads <= 16; threads += 3) {
    file = write_file(a, UINT32_MAX, threads);
    bytes got = bytes_of(file);
    assert_int_equal(got.size, expected.size);
    assert_memory_equal(got.at, expected.at, expected.size);
    free(got.at);
    fclose(file);
  }
  free(expected.at);
  free(a);
}

/* The child writes into the pipe. */
static void a_pipe_gets_the_same_bytes(void **state) {
  arrays *a = make_arrays();
  FILE *file = write_file(a, UINT32_MAX, 1);
  bytes expected = bytes_of(file);
  fclose(file);
  int ends[2], code;
  assert_int_equal(pipe(ends), 0);
  pid_t child = fork();
  assert_true(child >= 0);
  if (child == 0) {
    grundy_work work = grundy_work_start(NULL, "writing", 0);
    FILE *out = fdopen(ends[1], "w");
    close(ends[0]);
    _exit(grundy_npz_write(out, a->columns, ARRAYS, &work, NULL) == GRUNDY_OK && fclose(out) == 0
              ? 0
              : 1);
  }
  close(ends[1]);
  FILE *in = fdopen(ends[0], "r");
  assert_non_null(in);
  char *got = malloc(expected.size + 1);
  assert_non_null(got);
  assert_int_equal(fread(got, 1, expected.size + 1, in), expected.size);
  assert_memory_equal(got, expected.at, expected.size);
  assert_int_equal(waitpid(child, &code, 0), child);
  assert_int_equal(code, 0);
  fclose(in);
  free(got);
  free(expected.at);
  free(a);
}

static void writing_can_be_cancelled(void **state) {
  arrays *a = make_arrays();
  grundy_error error;
  grundy_work work = grundy_work_start(&test_cancelling, "writing", NUMBERS);
  FILE *file = tmpfile();
  assert_non_null(file);
  assert_int_equal(grundy_npz_write(file, a->columns, ARRAYS, &work, &error), GRUNDY_CANCELLED);
  fclose(file);
  free(a);
}

static void a_full_disk_is_reported(void **state) {
  arrays *a = make_arrays();
  grundy_error error;
  grundy_work work = grundy_work_start(NULL, "writing", 0);
  FILE *file = fopen("/dev/full", "w");
  assert_non_null(file);
  assert_int_equal(grundy_npz_write(file, a->columns, ARRAYS, &work, &error), GRUNDY_IO_ERROR);
  assert_non_null(strstr(error.message, "No space left"));
  fclose(file);
  free(a);
}

/* ---- frames ------------------------------------------------------------------------------ */

/* Writes the items of all arrays where the plan says, and sets their checksums. */
static void put_items(FILE *file, const arrays *a, uint32_t *checksums) {
  uint64_t begins[ARRAYS];
  unsigned char *items = malloc(8 * NUMBERS);
  assert_non_null(items);
  grundy_npz_plan(a->columns, ARRAYS, begins);
  for (int i = 0; i < ARRAYS; i++) {
    const grundy_npz_column *column = &a->columns[i];
    uint64_t size = column->npy.count * column->npy.item;
    column->fill(column, 0, column->npy.count, items);
    checksums[i] = (uint32_t)crc32_z(0, items, size);
    assert_int_equal(fseeko(file, (off_t)begins[i], SEEK_SET), 0);
    assert_int_equal(fwrite(items, 1, size, file), size);
  }
  rewind(file);
  free(items);
}

static void items_in_a_frame_are_the_archive(void **state) {
  arrays *a = make_arrays();
  uint32_t checksums[ARRAYS];
  FILE *file = write_file(a, UINT32_MAX, 1);
  bytes expected = bytes_of(file);
  fclose(file);
  file = tmpfile();
  assert_non_null(file);
  put_items(file, a, checksums);
  assert_int_equal(grundy_npz_write_frame(file, a->columns, ARRAYS, checksums, NULL), GRUNDY_OK);
  bytes got = bytes_of(file);
  assert_int_equal(got.size, expected.size);
  assert_memory_equal(got.at, expected.at, expected.size);
  fclose(file);
  free(got.at);
  free(expected.at);
  free(a);
}

/* A stream whose calls succeed until one of them fails. */
typedef struct failing_stream {
  int calls_left;
  bool has_failed;
} failing_stream;

static bool may_succeed(failing_stream *f) {
  if (f->calls_left-- > 0) return true;
  f->has_failed = true;
  errno = ENOSPC;
  return false;
}

static ssize_t write_some(void *cookie, const char *from, size_t size) {
  (void)from;
  return may_succeed(cookie) ? (ssize_t)size : 0;
}

static int seek_somewhere(void *cookie, off64_t *offset, int from) {
  (void)from;
  *offset = 0;
  return may_succeed(cookie) ? 0 : -1;
}

/* Writes nothing, and gives no reason. */
static ssize_t write_nothing(void *cookie, const char *from, size_t size) {
  (void)cookie, (void)from, (void)size;
  errno = 0;
  return 0;
}

static void a_failure_without_a_reason_is_reported(void **state) {
  arrays *a = make_arrays();
  grundy_error error = {0};
  grundy_work work = grundy_work_start(NULL, "writing", 0);
  FILE *file = fopencookie(NULL, "w", (cookie_io_functions_t){.write = write_nothing});
  assert_non_null(file);
  setvbuf(file, NULL, _IONBF, 0);
  assert_int_equal(grundy_npz_write(file, a->columns, ARRAYS, &work, &error), GRUNDY_IO_ERROR);
  assert_string_equal(error.message, "writing failed: Input/output error");
  fclose(file);
  free(a);
}

static void failures_to_write_a_frame_are_reported(void **state) {
  arrays *a = make_arrays();
  const uint32_t checksums[ARRAYS] = {0};
  for (int buffered = 0; buffered < 2; buffered++) {
    failing_stream f = {.has_failed = true};
    for (int calls = 0; f.has_failed; calls++) {
      grundy_error error = {0};
      f = (failing_stream){.calls_left = calls};
      FILE *file = fopencookie(
          &f, "w", (cookie_io_functions_t){.write = write_some, .seek = seek_somewhere});
      assert_non_null(file);
      if (!buffered) setvbuf(file, NULL, _IONBF, 0);
      grundy_status status = grundy_npz_write_frame(file, a->columns, ARRAYS, checksums, &error);
      assert_int_equal(status, f.has_failed ? GRUNDY_IO_ERROR : GRUNDY_OK);
      if (f.has_failed) assert_non_null(strstr(error.message, "No space left"));
      fclose(file);
    }
  }
  free(a);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(archives_are_read_back),
      cmocka_unit_test(threads_write_the_same_bytes),
      cmocka_unit_test(a_pipe_gets_the_same_bytes),
      cmocka_unit_test(writing_can_be_cancelled),
      cmocka_unit_test(a_full_disk_is_reported),
      cmocka_unit_test(items_in_a_frame_are_the_archive),
      cmocka_unit_test(failures_to_write_a_frame_are_reported),
      cmocka_unit_test(a_failure_without_a_reason_is_reported),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
