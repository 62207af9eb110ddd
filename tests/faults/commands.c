/* The command when something fails: each subcommand runs, in a new process per trial, with its 1st,
 * 2nd, 3rd … allocation failing, with a full disk, and with files that cannot be read. It must
 * report this in one line, with the right exit code, and leave no incomplete file. The linker
 * redirects malloc and related functions to this file (see tests/CMakeLists.txt), so our own
 * allocations fail, but not those of libraries.
 *
 * GRUNDY_SCALE sets how many allocations of each fail: 100 (percent) means FAILURES of them, spread
 * evenly. */

#include "support/games.h"
#include "support/test.h"
#include "support/trials.h"
#include "support/wrapped.h"

#include <errno.h>
#include <sys/mman.h>
#include <unistd.h>

enum { FAILURES = 25 };

/* ---- an allocator that can fail ---------------------------------------------------------- */

/* Shared by the process of the command and that of the test. */
static struct {
  _Atomic int64_t asked;  /* allocations so far */
  _Atomic int64_t fatal;  /* the one that fails, from 0; -1: none */
  _Atomic int64_t failed; /* number of failures */
} * shared;

static bool must_fail(void) {
  if (shared->asked++ != shared->fatal) return false;
  shared->failed++;
  errno = ENOMEM;
  return true;
}

void *__wrap_malloc(size_t size) {
  return must_fail() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t count, size_t size) {
  return must_fail() ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *old, size_t size) {
  return must_fail() ? NULL : __real_realloc(old, size);
}

char *__wrap_strdup(const char *text) {
  char *copy = __wrap_malloc(strlen(text) + 1);
  return copy == NULL ? NULL : strcpy(copy, text);
}

void __wrap_free(void *block) {
  __real_free(block);
}

static void begin_failing(void *fatal) {
  shared->asked = 0;
  shared->failed = 0;
  shared->fatal = *(int64_t *)fatal;
}

static void stop_failing(void *fatal) {
  (void)fatal;
  shared->fatal = -1;
}

/* Runs it without a failure, and returns the number of its allocations. */
static int64_t run_well(const char *line) {
  int64_t fatal = -1;
  trial_succeed(line, &(trial_hooks){begin_failing, stop_failing, NULL, &fatal});
  return shared->asked;
}

/* ---- allocations ------------------------------------------------------------------------- */

/* A harmless failure, such as that of shrinking a block, changes no file. */
static void fail_allocation(const char *line, int64_t k) {
  char fault[64];
  snprintf(fault, sizeof fault, "allocation %lld fails", (long long)k);
  trial_end end =
      trial_run(line, "seen", -1, &(trial_hooks){begin_failing, stop_failing, NULL, &k});
  if (shared->failed == 0) trial_expect_code(line, fault, &end, 0);
  if (end.code != 0) trial_expect_said(line, fault, &end, "memory");
  trial_check(line, fault, &end);
}

static void running_out_of_memory_is_reported_and_leaves_no_incomplete_file(void **state) {
  int64_t most = (int64_t)test_scaled(FAILURES);
  for (const char *const *line = trial_lines; *line != NULL; line++) {
    int64_t asked = run_well(*line);
    int64_t tries = asked < most ? asked : most;
    for (int64_t j = 0; j < tries; j++) fail_allocation(*line, j * asked / tries);
  }
  trial_finish();
}

/* ---- writing ----------------------------------------------------------------------------- */

/* Runs it when some output cannot be written. */
static void fail_writing(const char *line, const char *fault, const char *output,
                         int64_t file_size) {
  trial_end end = trial_run(line, output, file_size, NULL);
  trial_expect_code(line, fault, &end, 5);
  trial_expect_said(line, fault, &end, ": ");
}

/* Each output in turn is on a full disk. */
static void fill_outputs(const char *line) {
  char names[TRIAL_MOST_FILES][TRIAL_NAME];
  size_t count = trial_list("expected", names);
  for (size_t i = 0; i < count; i++) {
    char path[TRIAL_PATH];
    trial_join(path, "out", names[i]);
    if (strcmp(names[i], "save") == 0) continue; /* it would be read first */
    if (symlink("/dev/full", path) != 0) abort();
    fail_writing(line, path, "/dev/null", -1);
    if (unlink(path) != 0) abort();
    trial_expect_files(line, path);
  }
}

/* No file may become as long as the longest. */
static void cut_outputs(const char *line) {
  char names[TRIAL_MOST_FILES][TRIAL_NAME];
  int64_t longest = 0;
  size_t count = trial_list("expected", names);
  for (size_t i = 0; i < count; i++) {
    char path[TRIAL_PATH];
    trial_join(path, "expected", names[i]);
    if (trial_size(path) > longest) longest = trial_size(path);
  }
  const int64_t limits[] = {0, longest / 2, longest - 1};
  for (size_t i = 0; longest > 0 && i < 3; i++) {
    fail_writing(line, "files may not grow", "/dev/null", limits[i]);
    trial_expect_files(line, "files may not grow");
  }
}

static void a_full_disk_is_reported_and_leaves_no_incomplete_file(void **state) {
  for (const char *const *line = trial_lines; *line != NULL; line++) {
    run_well(*line);
    if (trial_size("seen-well") > 0) {
      fail_writing(*line, "standard output is full", "/dev/full", -1);
      trial_expect_files(*line, "standard output is full");
    }
    fill_outputs(*line);
    cut_outputs(*line);
  }
  trial_finish();
}

/* ---- reading ----------------------------------------------------------------------------- */

/* Finds the n-th file in in/ that the line names, from 0; false if there are fewer. Archives are
 * not tried: by their size they seem to end before they begin, and so are bad input. */
static bool find_input(const char *line, int n, char *path, size_t size) {
  const char *at = line;
  for (int i = 0; (at = strstr(at, "in/")) != NULL; i++, at++)
    if (i == n) {
      snprintf(path, size, "%.*s", (int)strcspn(at, " @+:"), at);
      return true;
    }
  return false;
}

static void fail_reading(const char *line, const char *path) {
  char kept[TRIAL_PATH + 8];
  snprintf(kept, sizeof kept, "%s.kept", path);
  /* Opening it succeeds, and reading fails: nothing is mapped at 0. */
  if (rename(path, kept) != 0 || symlink("/proc/self/mem", path) != 0) abort();
  trial_end end = trial_run(line, "seen", -1, NULL);
  trial_expect_code(line, path, &end, 5);
  trial_expect_said(line, path, &end, path);
  if (unlink(path) != 0 || rename(kept, path) != 0) abort();
  trial_expect_files(line, path);
}

static void an_unreadable_file_is_reported(void **state) {
  for (const char *const *line = trial_lines; *line != NULL; line++) {
    char path[TRIAL_PATH];
    run_well(*line);
    for (int n = 0; find_input(*line, n, path, sizeof path); n++)
      if (strstr(path, ".npz") == NULL) fail_reading(*line, path);
  }
  trial_finish();
}

/* ---- the list ---------------------------------------------------------------------------- */

/* The server runs until it is stopped, and tests/web tests it; the drivers of GPUs allocate what
 * they like, and tests/gpu tests them. */
static bool is_tested_elsewhere(const char *name) {
  return strcmp(name, "serve") == 0 || strcmp(name, "gpu") == 0;
}

static bool is_tried(const char *name) {
  size_t length = strlen(name);
  for (const char *const *line = trial_lines; *line != NULL; line++)
    if (strncmp(*line, name, length) == 0 && strchr(" ", (*line)[length]) != NULL) return true;
  return false;
}

/* The subcommands listed by help, with two blanks before each. */
static void every_subcommand_is_tried(void **state) {
  char line[256], name[64];
  int count = 0;
  run_well("help");
  FILE *help = fopen("seen-well", "r");
  assert_non_null(help);
  while (fgets(line, sizeof line, help) != NULL) {
    /* After the name of a group, or blanks. */
    if (strlen(line) < 13 || line[11] != ' ' || sscanf(line + 12, "%63[a-z] ", name) != 1) continue;
    if (!is_tried(name) && !is_tested_elsewhere(name))
      fail_msg("no line of this test runs %s", name);
    count++;
  }
  fclose(help);
  assert_true(count >= 18);
}

/* ---- setup and teardown ------------------------------------------------------------------ */

static int set_up(void **state) {
  shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (shared == MAP_FAILED) return -1;
  shared->fatal = -1;
  return trial_set_up(state);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_subcommand_is_tried),
      cmocka_unit_test(running_out_of_memory_is_reported_and_leaves_no_incomplete_file),
      cmocka_unit_test(a_full_disk_is_reported_and_leaves_no_incomplete_file),
      cmocka_unit_test(an_unreadable_file_is_reported),
  };
  return cmocka_run_group_tests(tests, set_up, trial_tear_down);
}
