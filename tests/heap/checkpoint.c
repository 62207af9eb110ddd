/* Checkpoints: work continues where it stopped, and damaged files are rejected. */

#include <unistd.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "support/games.h"
#include "support/heaps.h"
#include "support/test.h"

static char path[64];

static int set_up(void **state) {
  strcpy(path, "/tmp/grundy-test-XXXXXX");
  int descriptor = mkstemp(path);
  if (descriptor < 0) return -1;
  close(descriptor);
  return unlink(path);
}

static int tear_down(void **state) {
  return unlink(path);
}

static bool stop_soon(void *context, const char *phase, uint64_t done, uint64_t total) {
  (void)phase;
  (void)done;
  (void)total;
  return (*(int *)context)-- > 0;
}

static grundy_status solve(const char *text, uint32_t max, const grundy_monitor *monitor,
                           grundy_heaps **heaps, grundy_error *error) {
  grundy_heap_code *code = NULL;
  assert_int_equal(grundy_heap_code_parse(text, strlen(text), &code, NULL), GRUNDY_OK);
  grundy_heap_options options = {
      .size = sizeof options, .max = max, .checkpoint = path, .monitor = monitor};
  grundy_status status = grundy_heaps_solve(code, &options, heaps, error);
  grundy_heap_code_free(code);
  return status;
}

static void interrupted_work_goes_on_with_the_same_values(void **state) {
  static const char *const codes[] = {"0.156", "0.3F", "take{2,5,9}", "allbut{2,3,7}", "lasker"};
  for (size_t i = 0; i < sizeof codes / sizeof *codes; i++) {
    uint32_t max = i == 0 ? 9000 : 400;
    grundy_heaps *expected = heaps_of(codes[i], max, false), *heaps = NULL;
    int interruptions = 0;
    for (int left = 1;; left = 7) {
      grundy_monitor monitor = {.tick = stop_soon, .context = &left};
      grundy_status status = solve(codes[i], max, &monitor, &heaps, NULL);
      if (status == GRUNDY_OK) break;
      assert_int_equal(status, GRUNDY_CANCELLED);
      assert_true(++interruptions < 1000);
    }
    assert_memory_equal(grundy_heaps_values(heaps, NULL), grundy_heaps_values(expected, NULL),
                        (max + 1) * sizeof(uint32_t));
    grundy_heaps_free(expected);
    grundy_heaps_free(heaps);
    unlink(path);
  }
  grundy_heaps *heaps = NULL;
  assert_int_equal(solve("kayles", 50, NULL, &heaps, NULL), GRUNDY_OK);
  grundy_heaps_free(heaps);
}

static void a_longer_checkpoint_answers_for_fewer_heaps(void **state) {
  grundy_heaps *heaps = NULL;
  assert_int_equal(solve("kayles", 500, NULL, &heaps, NULL), GRUNDY_OK);
  grundy_heaps_free(heaps);
  assert_int_equal(solve("kayles", 100, NULL, &heaps, NULL), GRUNDY_OK);
  assert_int_equal(largest_heap(heaps), 100);
  assert_null(grundy_heaps_period(heaps));
  grundy_heaps_free(heaps);
}

static size_t read_all(uint8_t *bytes, size_t room) {
  FILE *in = fopen(path, "rb");
  assert_non_null(in);
  size_t length = fread(bytes, 1, room, in);
  fclose(in);
  return length;
}

static void write_all(const uint8_t *bytes, size_t length) {
  FILE *out = fopen(path, "wb");
  assert_non_null(out);
  assert_int_equal(fwrite(bytes, 1, length, out), length);
  fclose(out);
}

static void assert_refused(void) {
  grundy_heaps *heaps = NULL;
  grundy_error error = {0};
  assert_int_equal(solve("kayles", 60, NULL, &heaps, &error), GRUNDY_BAD_INPUT);
  assert_string_equal(error.file, path);
  assert_non_null(strstr(error.message, "; expected "));
  assert_null(heaps);
}

static void damage_is_refused_wherever_it_is(void **state) {
  uint8_t bytes[512];
  grundy_heaps *heaps = NULL;
  assert_int_equal(solve("kayles", 50, NULL, &heaps, NULL), GRUNDY_OK);
  grundy_heaps_free(heaps);
  size_t length = read_all(bytes, sizeof bytes);
  for (size_t i = 0; i < length; i++) {
    bytes[i] ^= 4;
    write_all(bytes, length);
    assert_refused();
    bytes[i] ^= 4;
  }
  for (size_t shorter = 0; shorter < length; shorter++) {
    write_all(bytes, shorter);
    assert_refused();
  }
  bytes[length] = 0;
  write_all(bytes, length + 1);
  assert_refused();
}

/* Writes a checkpoint with these values, of two bytes each, and the right checksum. */
static void write_values(const char *line, const uint8_t *values, size_t count) {
  static uint8_t bytes[8192];
  size_t length = strlen(line);
  assert_true(length + 2 * count + 8 <= sizeof bytes);
  memcpy(bytes, line, length);
  memcpy(bytes + length, values, 2 * count);
  length += 2 * count;
  uint64_t sum = XXH3_64bits(bytes, length);
  for (int b = 0; b < 8; b++) bytes[length++] = (uint8_t)(sum >> 8 * b);
  write_all(bytes, length);
}

/* Heap 1 cannot have a value above 2. */
static void impossible_values_are_refused(void **state) {
  static const uint8_t values[] = {0, 0, 0xd0, 0x07, 0, 0};
  write_values("grundy heaps 1 0.77 3 2\n", values, 3);
  assert_refused();
  /* no bytes per value, or too many */
  write_values("grundy heaps 1 0.77 3 0\n", values, 0);
  assert_refused();
  write_values("grundy heaps 1 0.77 3 5\n", values, 3);
  assert_refused();
}

/* Values of more than two bytes. A checkpoint is also saved before the end, after every part. */
static void large_values_are_saved(void **state) {
  enum { MAX = (1 << 16) + 10 };
  grundy_heap_code *code = NULL;
  grundy_heaps *heaps = NULL;
  grundy_heap_options options = {
      .size = sizeof options, .max = MAX, .checkpoint = path, .interval = 1e-9};
  assert_int_equal(grundy_heap_code_parse("nim", 3, &code, NULL), GRUNDY_OK);
  assert_int_equal(grundy_heaps_solve(code, &options, &heaps, NULL), GRUNDY_OK);
  grundy_heaps_free(heaps);
  grundy_heap_code_free(code);
  assert_int_equal(solve("nim", MAX, NULL, &heaps, NULL), GRUNDY_OK); /* from the checkpoint */
  for (uint32_t n = 0; n <= MAX; n++) assert_int_equal(grundy_heaps_values(heaps, NULL)[n], n);
  grundy_heaps_free(heaps);
}

/* Returns the value of a heap of Grundy's game, by its definition from those of smaller heaps. */
static uint32_t value_of_heap(const uint32_t *values, uint32_t n) {
  static bool seen[16384];
  uint32_t mex = 0;
  memset(seen, 0, sizeof seen);
  for (uint32_t a = 1; a < n - a; a++) seen[values[a] ^ values[n - a]] = true;
  while (seen[mex]) mex++;
  return mex;
}

/* Values that are possible, but not those of Grundy's game: one of them is too large for the engine
 * of games that split heaps. */
static void large_values_of_a_checkpoint_are_taken_as_they_are(void **state) {
  enum { KNOWN = 2100, LARGE_AT = 2060, LARGE = 4100, MAX = 2120 };
  static uint8_t bytes[2 * KNOWN];
  grundy_heaps *heaps = NULL;
  uint64_t count;
  for (uint32_t n = 0; n < KNOWN; n++) bytes[2 * n] = (uint8_t)(n % 3);
  bytes[2 * LARGE_AT] = LARGE & 0xff;
  bytes[2 * LARGE_AT + 1] = LARGE >> 8;
  write_values("grundy heaps 1 grundy 2100 2\n", bytes, KNOWN);
  assert_int_equal(solve("grundy", MAX, NULL, &heaps, NULL), GRUNDY_OK);
  const uint32_t *values = grundy_heaps_values(heaps, &count);
  assert_int_equal(count, MAX + 1);
  assert_int_equal(values[LARGE_AT], LARGE);
  for (uint32_t n = KNOWN; n <= MAX; n++) assert_int_equal(values[n], value_of_heap(values, n));
  grundy_heaps_free(heaps);
}

/* Heap 4 of allbut{2} has moves to heaps 0, 1 and 3, whose values here are 0, 2 and 1. */
static void gaps_between_values_of_a_checkpoint_stay(void **state) {
  static const uint8_t values[] = {0, 0, 2, 0, 0, 0, 1, 0};
  grundy_heaps *heaps = NULL;
  write_values("grundy heaps 1 allbut{2} 4 2\n", values, 4);
  assert_int_equal(solve("allbut{2}", 4, NULL, &heaps, NULL), GRUNDY_OK);
  assert_int_equal(grundy_heaps_values(heaps, NULL)[4], 3);
  grundy_heaps_free(heaps);
}

/* A run that is cancelled saves what it has; if that fails, this is the error. */
static void a_checkpoint_that_cannot_be_saved_is_an_error(void **state) {
  grundy_error error = {0};
  for (int with_error = 0; with_error < 2; with_error++) {
    grundy_heaps *heaps = NULL;
    int left = 0;
    const grundy_monitor monitor = {.tick = stop_soon, .context = &left};
    strcat(path, "/no/x");
    grundy_status status = solve("0.3F", 400, &monitor, &heaps, with_error != 0 ? &error : NULL);
    *strstr(path, "/no/x") = '\0';
    assert_int_equal(status, GRUNDY_IO_ERROR);
    assert_null(heaps);
  }
  assert_int_equal(error.status, GRUNDY_IO_ERROR);
  write_all((const uint8_t *)"x", 1); /* for the end of the test */
}

/* Its folder is a file. */
static void an_unreadable_checkpoint_is_an_error(void **state) {
  grundy_heaps *heaps = NULL;
  grundy_error error = {0};
  write_all((const uint8_t *)"x", 1);
  strcat(path, "/x");
  grundy_status status = solve("kayles", 50, NULL, &heaps, &error);
  *strrchr(path, '/') = '\0';
  assert_int_equal(status, GRUNDY_IO_ERROR);
  assert_string_equal(error.message, "cannot read: Not a directory");
  assert_null(heaps);
}

static void entailing_moves_have_no_checkpoints_yet(void **state) {
  grundy_heap_code *code = NULL;
  grundy_heaps *heaps = NULL;
  grundy_error error = {0};
  assert_int_equal(grundy_heap_code_parse("top-entails", 11, &code, NULL), GRUNDY_OK);
  const grundy_heap_options options = {.size = sizeof options, .max = 9, .checkpoint = "/tmp/none"};
  assert_int_equal(grundy_heaps_solve(code, &options, &heaps, &error), GRUNDY_UNABLE);
  assert_string_equal(error.message, "checkpoints do not support entailing moves yet");
  assert_null(heaps);
  grundy_heap_code_free(code);
}

static void a_checkpoint_of_another_game_is_refused(void **state) {
  grundy_heaps *heaps = NULL;
  grundy_error error = {0};
  assert_int_equal(solve("kayles", 50, NULL, &heaps, NULL), GRUNDY_OK);
  grundy_heaps_free(heaps);
  heaps = NULL;
  assert_int_equal(solve("0.156", 60, NULL, &heaps, &error), GRUNDY_BAD_INPUT);
  assert_string_equal(error.message, "this is a checkpoint of another game; expected one of 0.156");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(interrupted_work_goes_on_with_the_same_values, set_up,
                                      tear_down),
      cmocka_unit_test_setup_teardown(a_longer_checkpoint_answers_for_fewer_heaps, set_up,
                                      tear_down),
      cmocka_unit_test_setup_teardown(damage_is_refused_wherever_it_is, set_up, tear_down),
      cmocka_unit_test_setup_teardown(impossible_values_are_refused, set_up, tear_down),
      cmocka_unit_test_setup_teardown(large_values_are_saved, set_up, tear_down),
      cmocka_unit_test_setup_teardown(large_values_of_a_checkpoint_are_taken_as_they_are, set_up,
                                      tear_down),
      cmocka_unit_test_setup_teardown(a_checkpoint_that_cannot_be_saved_is_an_error, set_up,
                                      tear_down),
      cmocka_unit_test_setup_teardown(an_unreadable_checkpoint_is_an_error, set_up, tear_down),
      cmocka_unit_test_setup_teardown(gaps_between_values_of_a_checkpoint_stay, set_up, tear_down),
      cmocka_unit_test(entailing_moves_have_no_checkpoints_yet),
      cmocka_unit_test_setup_teardown(a_checkpoint_of_another_game_is_refused, set_up, tear_down),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
