/* Errors, random numbers and output files. */

#include <grundy/base.h>
#include <grundy/digraph.h>
#include <grundy/format.h>

#include <dirent.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/error.h"
#include "base/inputs.h"
#include "base/mapping.h"
#include "base/options.h"
#include "base/random.h"
#include "support/games.h"
#include "support/test.h"

/* ---- errors ---- */

static void an_error_says_file_line_and_column_as_far_as_known(void **state) {
  char text[64];
  grundy_error error = {.status = GRUNDY_BAD_INPUT,
                        .message = "expected a move",
                        .file = "g.edges",
                        .line = 3,
                        .column = 5};
  assert_int_equal(grundy_error_format(&error, text, sizeof text), 28);
  assert_string_equal(text, "g.edges:3:5: expected a move");
  error.column = 0;
  grundy_error_format(&error, text, sizeof text);
  assert_string_equal(text, "g.edges:3: expected a move");
  error.line = 0;
  grundy_error_format(&error, text, sizeof text);
  assert_string_equal(text, "g.edges: expected a move");
  error.file[0] = '\0';
  grundy_error_format(&error, text, 9);
  assert_string_equal(text, "expected");
}

static void every_reason_has_a_name_of_its_own(void **state) {
  assert_string_equal(grundy_reason_name(GRUNDY_REASON_TIME), "time");
  assert_string_equal(grundy_reason_name(GRUNDY_REASON_NO_FILE), "no-file");
  assert_string_equal(grundy_reason_name(GRUNDY_REASON_COUNT), "other");
  for (int r = 0; r < GRUNDY_REASON_COUNT; r++)
    for (int other = 0; other < r; other++)
      assert_string_not_equal(grundy_reason_name((grundy_reason)r),
                              grundy_reason_name((grundy_reason)other));
}

static void an_error_without_a_reason_is_described_by_its_status(void **state) {
  static const struct {
    grundy_status status;
    unsigned line;
    const char *word;
  } cases[] = {
      {GRUNDY_BAD_ARGUMENT, 0, "usage"},   {GRUNDY_BAD_INPUT, 0, "input"},
      {GRUNDY_BAD_INPUT, 3, "syntax"},     {GRUNDY_UNABLE, 0, "limit"},
      {GRUNDY_OUT_OF_MEMORY, 0, "memory"}, {GRUNDY_UNDEFINED, 0, "undefined"},
      {GRUNDY_CANCELLED, 0, "cancelled"},  {GRUNDY_IO_ERROR, 0, "failed"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    grundy_error error = {.status = cases[i].status, .line = cases[i].line};
    assert_string_equal(grundy_error_reason(&error), cases[i].word);
    error.reason = GRUNDY_REASON_NO_FILE;
    assert_string_equal(grundy_error_reason(&error), "no-file");
  }
}

static void amounts_of_memory_have_units(void **state) {
  static const struct {
    uint64_t bytes;
    const char *text;
  } cases[] = {{0, "0 bytes"},
               {1023, "1023 bytes"},
               {1024, "1.0 KiB"},
               {UINT64_C(1536) << 10, "1.5 MiB"},
               {UINT64_C(1) << 60, "1.0 EiB"},
               {UINT64_MAX, "16.0 EiB"}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char text[32];
    grundy_bytes_format(cases[i].bytes, text, sizeof text);
    assert_string_equal(text, cases[i].text);
  }
}

static void a_mapping_holds_what_lies_in_it(void **state) {
  char bytes[10];
  const grundy_mapping mapping = {bytes + 2, 5}, none = {0};
  for (int i = 0; i < 10; i++) {
    assert_int_equal(grundy_mapping_holds(&mapping, bytes + i), i >= 2 && i < 7);
    assert_false(grundy_mapping_holds(&none, bytes + i));
  }
}

/* A file of another device may have the number of a file that is protected. */
static void inputs_are_distinguished_by_their_devices(void **state) {
  const struct stat file = {.st_mode = S_IFREG, .st_ino = 77, .st_dev = 5},
                    other = {.st_mode = S_IFREG, .st_ino = 77, .st_dev = 6};
  grundy_inputs_protect();
  assert_int_equal(grundy_inputs_note(&file, NULL), GRUNDY_OK);
  assert_true(grundy_inputs_have(&file));
  assert_false(grundy_inputs_have(&other));
  assert_int_equal(grundy_inputs_note(&other, NULL), GRUNDY_OK);
  assert_true(grundy_inputs_have(&file) && grundy_inputs_have(&other));
  grundy_inputs_protect(); /* forgets them */
  assert_false(grundy_inputs_have(&file));
}

static void a_message_keeps_no_control_characters(void **state) {
  grundy_error error = {0};
  (void)grundy_fail(&error, GRUNDY_BAD_INPUT, "%s", "a\tb\x7f \xc2\x80\xc2\x9f \xc2\xa9 \xc2.");
  assert_string_equal(error.message, "a?b? ???? \xc2\xa9 \xc2.");
}

static void an_excerpt_ends_before_a_character(void **state) {
  char text[100];
  memset(text, 'a', sizeof text);
  assert_int_equal(grundy_excerpt(text, 60), 60);
  assert_int_equal(grundy_excerpt(text, 100), 60);
  memcpy(text + 58, "\xe2\x88\x9e", 3); /* one character */
  assert_int_equal(grundy_excerpt(text, 100), 58);
  memset(text, '\x80', sizeof text);
  assert_int_equal(grundy_excerpt(text, 100), 0);
}

static void only_success_has_the_exit_code_0(void **state) {
  assert_int_equal(grundy_exit_code(GRUNDY_OK), 0);
  for (int s = GRUNDY_OK + 1; s <= GRUNDY_CANCELLED; s++)
    assert_in_range(grundy_exit_code((grundy_status)s), 2, 130);
  assert_int_equal(grundy_exit_code(GRUNDY_OUT_OF_MEMORY), grundy_exit_code(GRUNDY_UNABLE));
  assert_int_equal(grundy_exit_code(GRUNDY_CANCELLED), 130);
}

static void an_error_without_a_reason_keeps_no_old_reason(void **state) {
  grundy_error error = {0};
  assert_int_equal(
      grundy_fail_because(&error, GRUNDY_UNABLE, GRUNDY_REASON_TOO_MANY, "%d moves", 7),
      GRUNDY_UNABLE);
  assert_int_equal(error.reason, GRUNDY_REASON_TOO_MANY);
  assert_string_equal(error.message, "7 moves");
  assert_int_equal(grundy_fail(&error, GRUNDY_BAD_INPUT, "no"), GRUNDY_BAD_INPUT);
  assert_int_equal(error.reason, GRUNDY_REASON_OTHER);
  assert_int_equal(grundy_fail_memory(&error), GRUNDY_OUT_OF_MEMORY);
  assert_int_equal(error.reason, GRUNDY_REASON_MEMORY);
}

/* ---- options ---- */

typedef struct old_options {
  size_t size;
  uint32_t depth;
} old_options;

typedef struct new_options {
  size_t size;
  uint32_t depth;
  uint64_t width;
} new_options;

static void options_of_an_older_caller_leave_new_members_at_their_default(void **state) {
  old_options given = {.size = sizeof given, .depth = 3};
  new_options copy = {.width = 9};
  assert_int_equal(grundy_options_copy(&given, &copy, sizeof copy, NULL), GRUNDY_OK);
  assert_int_equal(copy.size, sizeof copy);
  assert_int_equal(copy.depth, 3);
  assert_int_equal(copy.width, 0);
  assert_int_equal(grundy_options_copy(NULL, &copy, sizeof copy, NULL), GRUNDY_OK);
  assert_int_equal(copy.depth, 0);
}

static void options_of_a_newer_caller_are_read_if_their_new_members_are_not_set(void **state) {
  new_options given = {.size = sizeof given, .depth = 3};
  old_options copy;
  grundy_error error = {0};
  assert_int_equal(grundy_options_copy(&given, &copy, sizeof copy, &error), GRUNDY_OK);
  assert_int_equal(copy.size, sizeof copy);
  assert_int_equal(copy.depth, 3);
  given.width = 1;
  assert_int_equal(grundy_options_copy(&given, &copy, sizeof copy, &error), GRUNDY_BAD_ARGUMENT);
  assert_int_equal(error.reason, GRUNDY_REASON_OPTIONS);
}

static void options_without_a_size_are_an_error(void **state) {
  new_options given = {.depth = 3}, copy;
  grundy_error error = {0};
  assert_int_equal(grundy_options_copy(&given, &copy, sizeof copy, &error), GRUNDY_BAD_ARGUMENT);
  assert_int_equal(error.reason, GRUNDY_REASON_OPTIONS);
}

/* ---- random numbers ---- */

/* Computed by other code from the definitions of xoshiro256** and splitmix64. */
static void the_same_seed_gives_the_same_numbers_everywhere(void **state) {
  grundy_random random = grundy_random_new(0);
  assert_int_equal(grundy_random_next(&random), UINT64_C(0x99ec5f36cb75f2b4));
  assert_int_equal(grundy_random_next(&random), UINT64_C(0xbf6e1f784956452a));
  assert_int_equal(grundy_random_next(&random), UINT64_C(0x1a5f849d4933e6e0));
}

static void numbers_below_a_bound_are_all_about_equally_likely(void **state) {
  enum { BOUND = 7, DRAWS = 70000 };
  int count[BOUND] = {0};
  grundy_random random = grundy_random_new(1);
  for (int i = 0; i < DRAWS; i++) count[grundy_random_below(&random, BOUND)]++;
  for (int i = 0; i < BOUND; i++) {
    assert_true(count[i] > DRAWS / BOUND - 500);
    assert_true(count[i] < DRAWS / BOUND + 500);
  }
  assert_int_equal(grundy_random_below(&random, 0), 0);
  const uint64_t large = (UINT64_C(1) << 63) + 1; /* half of all numbers are rejected */
  for (int i = 0; i < 100; i++) assert_true(grundy_random_below(&random, large) < large);
  for (int i = 0; i < 1000; i++) {
    double unit = random_unit(&random);
    assert_true(unit >= 0 && unit < 1);
  }
}

/* ---- output files ---- */

typedef struct folder {
  char path[64];
  char file[80];
} folder;

static int make_folder(void **state) {
  folder *f = calloc(1, sizeof *f);
  strcpy(f->path, "/tmp/grundy-test-XXXXXX");
  if (mkdtemp(f->path) == NULL) return -1;
  snprintf(f->file, sizeof f->file, "%s/out", f->path);
  *state = f;
  return 0;
}

static int remove_folder(void **state) {
  folder *f = *state;
  unlink(f->file);
  int failed = rmdir(f->path);
  free(f);
  return failed;
}

static int count_files(const folder *f) {
  int count = 0;
  DIR *d = opendir(f->path);
  for (struct dirent *entry; (entry = readdir(d)) != NULL;)
    count += strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
  closedir(d);
  return count;
}

static void write_file(const char *path, const char *text) {
  grundy_output *output;
  assert_int_equal(grundy_output_open(path, &output, NULL), GRUNDY_OK);
  fputs(text, grundy_output_stream(output));
  assert_int_equal(grundy_output_commit(output, NULL), GRUNDY_OK);
}

static void assert_content(const char *path, const char *text) {
  char read[64] = "";
  FILE *in = fopen(path, "r");
  assert_non_null(in);
  size_t length = fread(read, 1, sizeof read - 1, in);
  read[length] = '\0';
  fclose(in);
  assert_string_equal(read, text);
}

static void an_output_appears_only_when_it_is_complete(void **state) {
  folder *f = *state;
  grundy_output *output;
  assert_int_equal(grundy_output_open(f->file, &output, NULL), GRUNDY_OK);
  fputs("new\n", grundy_output_stream(output));
  fflush(grundy_output_stream(output));
  assert_int_equal(access(f->file, F_OK), -1);
  assert_int_equal(grundy_output_commit(output, NULL), GRUNDY_OK);
  assert_content(f->file, "new\n");
  assert_int_equal(count_files(f), 1);
}

static void a_discarded_output_leaves_no_file_and_changes_nothing(void **state) {
  folder *f = *state;
  grundy_output *output;
  assert_int_equal(grundy_output_open(f->file, &output, NULL), GRUNDY_OK);
  grundy_output_discard(output);
  assert_int_equal(count_files(f), 0);
  write_file(f->file, "old\n");
  assert_int_equal(grundy_output_open(f->file, &output, NULL), GRUNDY_OK);
  fputs("new\n", grundy_output_stream(output));
  grundy_output_discard(output);
  assert_content(f->file, "old\n");
  assert_int_equal(count_files(f), 1);
  grundy_output_discard(NULL);
}

static void permissions_are_those_of_the_file_replaced_or_of_any_new_file(void **state) {
  folder *f = *state;
  struct stat about;
  mode_t mask = umask(027);
  write_file(f->file, "first\n");
  umask(mask);
  assert_int_equal(stat(f->file, &about), 0);
  assert_int_equal(about.st_mode & 0777, 0640);
  assert_int_equal(chmod(f->file, 0604), 0);
  write_file(f->file, "second\n");
  assert_int_equal(stat(f->file, &about), 0);
  assert_int_equal(about.st_mode & 0777, 0604);
}

static void a_link_stays_a_link(void **state) {
  folder *f = *state;
  char link[96];
  struct stat about;
  snprintf(link, sizeof link, "%s.link", f->file);
  write_file(f->file, "old\n");
  assert_int_equal(symlink(f->file, link), 0);
  write_file(link, "new\n");
  assert_int_equal(lstat(link, &about), 0);
  assert_true(S_ISLNK(about.st_mode));
  assert_content(f->file, "new\n");
  unlink(link);
}

static void a_full_device_and_a_missing_folder_are_errors(void **state) {
  grundy_output *output = NULL;
  grundy_error error;
  assert_int_equal(grundy_output_open("/dev/full", &output, &error), GRUNDY_OK);
  fputs("text\n", grundy_output_stream(output));
  assert_int_equal(grundy_output_commit(output, &error), GRUNDY_IO_ERROR);
  assert_string_equal(error.message, "cannot write: No space left on device");
  assert_string_equal(error.file, "/dev/full");
  output = NULL;
  assert_int_equal(grundy_output_open("/nowhere/out", &output, &error), GRUNDY_IO_ERROR);
  assert_int_equal(grundy_output_open("/tmp", &output, &error), GRUNDY_IO_ERROR);
  assert_int_equal(grundy_output_open("", &output, &error), GRUNDY_IO_ERROR);
  assert_string_equal(error.file, "''");
  assert_null(output);
}

static void a_name_left_by_a_killed_process_is_skipped(void **state) {
  folder *f = *state;
  char left[96];
  snprintf(left, sizeof left, "%s/.grundy-%ld-0", f->path, (long)getpid());
  FILE *file = fopen(left, "w");
  assert_non_null(file);
  fclose(file);
  write_file(f->file, "new\n");
  assert_content(f->file, "new\n");
  assert_content(left, "");
  assert_int_equal(count_files(f), 2);
  unlink(left);
}

/* As a signal handler does. */
static void an_abandoned_output_leaves_no_file(void **state) {
  folder *f = *state;
  grundy_output *output;
  write_file(f->file, "old\n");
  pid_t child = fork();
  if (child == 0) {
    if (grundy_output_open(f->file, &output, NULL) != GRUNDY_OK) _exit(1);
    fputs("new\n", grundy_output_stream(output));
    fflush(grundy_output_stream(output));
    grundy_outputs_abandon();
    _exit(0);
  }
  int status = -1;
  assert_int_equal(waitpid(child, &status, 0), child);
  assert_int_equal(status, 0);
  assert_content(f->file, "old\n");
  assert_int_equal(count_files(f), 1);
}

static void write_input(const char *path) {
  FILE *file = fopen(path, "w");
  assert_non_null(file);
  fputs("a b\n", file);
  assert_int_equal(fclose(file), 0);
}

/* Under another name, too, and if it was read only after the output was opened. */
static void an_output_does_not_replace_a_protected_input(void **state) {
  folder *f = *state;
  grundy_output *output = NULL;
  grundy_digraph *g = NULL;
  grundy_error error = {0};
  char link_path[96], other[96];
  snprintf(link_path, sizeof link_path, "%s/link", f->path);
  snprintf(other, sizeof other, "%s/other", f->path);
  write_input(f->file);
  assert_int_equal(symlink(f->file, link_path), 0);
  grundy_inputs_protect();
  write_file(f->file, "a b\n"); /* it was not read */
  assert_int_equal(grundy_output_open(f->file, &output, NULL), GRUNDY_OK);
  assert_int_equal(grundy_digraph_read(link_path, GRUNDY_FORMAT_EDGES, NULL, &g, NULL), GRUNDY_OK);
  grundy_digraph_free(g);
  assert_int_equal(grundy_output_commit(output, &error), GRUNDY_BAD_ARGUMENT);
  assert_string_equal(error.message, "refusing to overwrite an input; write to another file");
  assert_int_equal(grundy_output_open(link_path, &output, NULL), GRUNDY_BAD_ARGUMENT);
  assert_content(f->file, "a b\n");
  write_file(other, "new\n");
  assert_content(other, "new\n");
  assert_int_equal(count_files(f), 3);
  grundy_inputs_protect(); /* forgets what was read */
  write_file(f->file, "new\n");
  assert_content(f->file, "new\n");
  unlink(link_path);
  unlink(other);
}

static void make_empty(const char *path) {
  FILE *out = fopen(path, "w");
  assert_non_null(out);
  assert_int_equal(fclose(out), 0);
}

/* All names of temporary files are those of files that a process with this number has left. */
static void temporary_names_may_be_used_up(void **state) {
  enum { NAMES = 1000 };
  folder *f = *state;
  char path[128];
  grundy_output *output = NULL;
  grundy_error error = {0};
  for (int i = 0; i < NAMES; i++) {
    snprintf(path, sizeof path, "%s/.grundy-%ld-%d", f->path, (long)getpid(), i);
    make_empty(path);
  }
  grundy_status status = grundy_output_open(f->file, &output, &error);
  if (status == GRUNDY_OK) status = grundy_output_commit(output, &error);
  assert_int_equal(status, GRUNDY_IO_ERROR);
  assert_non_null(strstr(error.message, "File exists"));
  assert_int_equal(count_files(f), NAMES);
  for (int i = 0; i < NAMES; i++) {
    snprintf(path, sizeof path, "%s/.grundy-%ld-%d", f->path, (long)getpid(), i);
    assert_int_equal(unlink(path), 0);
  }
}

static void a_path_that_is_too_long_is_an_error(void **state) {
  enum { LENGTH = 5000 };
  folder *f = *state;
  char path[LENGTH + 1];
  grundy_output *output = NULL;
  grundy_error error = {0};
  for (int i = 0; i < LENGTH; i++) path[i] = i % 2 == 0 ? 'a' : '/';
  path[LENGTH - 1] = 'a';
  path[LENGTH] = '\0';
  assert_int_equal(grundy_output_open(path, &output, &error), GRUNDY_IO_ERROR);
  assert_non_null(strstr(error.message, "File name too long"));
  assert_null(output);
  assert_int_equal(count_files(f), 0);
}

/* ---- file systems on which temporary files need names ---- */

static void a_parent_removes_the_temporary_file_of_its_child(void **state) {
  folder *f = *state;
  grundy_output *output;
  static _Alignas(16) char own[70 * 4100]; /* the following tests use a part of it */
  size_t size = 2 * 4100;
  void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  assert_ptr_not_equal(memory, MAP_FAILED);
  grundy_outputs_share(memory, size);
  pid_t child = fork();
  if (child == 0) {
    if (grundy_output_open(f->file, &output, NULL) != GRUNDY_OK) _exit(1);
    fputs("new\n", grundy_output_stream(output));
    _exit(0);
  }
  int status = -1;
  assert_int_equal(waitpid(child, &status, 0), child);
  assert_int_equal(status, 0);
  assert_int_equal(count_files(f), 1);
  grundy_outputs_abandon();
  assert_int_equal(count_files(f), 0);
  grundy_outputs_share(own, sizeof own);
  munmap(memory, size);
}

static int need_names(void **state) {
  return setenv("GRUNDY_TEST_NAMED_FILES", "1", 1);
}

static int need_no_names(void **state) {
  return unsetenv("GRUNDY_TEST_NAMED_FILES");
}

static void temporary_files_have_names_on_such_file_systems(void **state) {
  folder *f = *state;
  grundy_output *output;
  assert_int_equal(grundy_output_open(f->file, &output, NULL), GRUNDY_OK);
  assert_int_equal(count_files(f), 1);
  grundy_output_discard(output);
  assert_int_equal(count_files(f), 0);
}

/* The names of only some of them can be listed for a signal handler. */
static void very_many_outputs_are_written_at_once(void **state) {
  enum { COUNT = 70 };
  folder *f = *state;
  grundy_output *outputs[COUNT];
  char path[96];
  for (int i = 0; i < COUNT; i++) {
    snprintf(path, sizeof path, "%s/%d", f->path, i);
    assert_int_equal(grundy_output_open(path, &outputs[i], NULL), GRUNDY_OK);
  }
  for (int i = 0; i < COUNT; i++)
    assert_int_equal(grundy_output_commit(outputs[i], NULL), GRUNDY_OK);
  assert_int_equal(count_files(f), COUNT);
  for (int i = 0; i < COUNT; i++) {
    snprintf(path, sizeof path, "%s/%d", f->path, i);
    assert_int_equal(unlink(path), 0);
  }
}

#define IN_A_FOLDER(test) cmocka_unit_test_setup_teardown(test, make_folder, remove_folder)

#define OUTPUT_TESTS                                                                               \
  IN_A_FOLDER(an_output_appears_only_when_it_is_complete),                                         \
      IN_A_FOLDER(a_discarded_output_leaves_no_file_and_changes_nothing),                          \
      IN_A_FOLDER(permissions_are_those_of_the_file_replaced_or_of_any_new_file),                  \
      IN_A_FOLDER(a_link_stays_a_link), IN_A_FOLDER(a_name_left_by_a_killed_process_is_skipped),   \
      IN_A_FOLDER(an_abandoned_output_leaves_no_file),                                             \
      IN_A_FOLDER(an_output_does_not_replace_a_protected_input),                                   \
      IN_A_FOLDER(very_many_outputs_are_written_at_once),                                          \
      IN_A_FOLDER(temporary_names_may_be_used_up),                                                 \
      IN_A_FOLDER(a_path_that_is_too_long_is_an_error),                                            \
      cmocka_unit_test(a_full_device_and_a_missing_folder_are_errors)

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(an_error_says_file_line_and_column_as_far_as_known),
      cmocka_unit_test(every_reason_has_a_name_of_its_own),
      cmocka_unit_test(an_error_without_a_reason_is_described_by_its_status),
      cmocka_unit_test(amounts_of_memory_have_units),
      cmocka_unit_test(a_mapping_holds_what_lies_in_it),
      cmocka_unit_test(inputs_are_distinguished_by_their_devices),
      cmocka_unit_test(a_message_keeps_no_control_characters),
      cmocka_unit_test(an_excerpt_ends_before_a_character),
      cmocka_unit_test(only_success_has_the_exit_code_0),
      cmocka_unit_test(an_error_without_a_reason_keeps_no_old_reason),
      cmocka_unit_test(options_of_an_older_caller_leave_new_members_at_their_default),
      cmocka_unit_test(options_of_a_newer_caller_are_read_if_their_new_members_are_not_set),
      cmocka_unit_test(options_without_a_size_are_an_error),
      cmocka_unit_test(the_same_seed_gives_the_same_numbers_everywhere),
      cmocka_unit_test(numbers_below_a_bound_are_all_about_equally_likely),
      OUTPUT_TESTS,
  };
  const struct CMUnitTest with_names[] = {
      OUTPUT_TESTS,
      IN_A_FOLDER(temporary_files_have_names_on_such_file_systems),
      IN_A_FOLDER(a_parent_removes_the_temporary_file_of_its_child),
  };
  int failed = cmocka_run_group_tests(tests, NULL, NULL);
  return failed + cmocka_run_group_tests(with_names, need_names, need_no_names);
}
