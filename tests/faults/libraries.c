/* The command when any code runs out of memory: each subcommand runs, in a new process per trial,
 * with one of its allocations failing, or with one and all later ones. This program defines malloc
 * and related functions for all shared libraries that it uses, so that allocations inside Graphviz,
 * Expat, Lua, Jansson and the C library fail, too. The command must either produce the
 * same output anyway, or fail with the right exit code and one line, and leave no incomplete file.
 *
 * GRUNDY_SCALE sets how many allocations of each fail: 100 (percent) means FAILURES of them, spread
 * evenly. */

#include "support/games.h"
#include "support/test.h"
#include "support/trials.h"

#include <errno.h>
#include <stdbool.h>
#include <sys/mman.h>
#include <unistd.h>

enum { FAILURES = 15 };

/* ---- an allocator that can fail ---------------------------------------------------------- */

/* Of the C library. */
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t size);
void *__libc_memalign(size_t alignment, size_t size);

/* Shared by the test, the command and its children. */
static struct {
  _Atomic int64_t asked;     /* allocations so far */
  _Atomic int64_t fatal;     /* the one that fails, from 0; -1: none */
  _Atomic bool lasts;        /* whether all later ones fail, too */
  _Atomic pid_t command;     /* its process */
  _Atomic bool has_failed;   /* an allocation of the command */
  _Atomic bool child_failed; /* an allocation of one of its children */
} * shared;

static bool must_fail(void) {
  if (shared == NULL || shared->fatal < 0) return false;
  int64_t n = shared->asked++;
  if (n < shared->fatal || (n > shared->fatal && !shared->lasts)) return false;
  if (getpid() == shared->command)
    shared->has_failed = true;
  else
    shared->child_failed = true;
  errno = ENOMEM;
  return true;
}

#define EXPORTED __attribute__((visibility("default")))

EXPORTED void *malloc(size_t size) {
  return must_fail() ? NULL : __libc_malloc(size);
}

EXPORTED void *calloc(size_t count, size_t size) {
  return must_fail() ? NULL : __libc_calloc(count, size);
}

EXPORTED void *realloc(void *old, size_t size) {
  return must_fail() ? NULL : __libc_realloc(old, size);
}

EXPORTED void *aligned_alloc(size_t alignment, size_t size) {
  return must_fail() ? NULL : __libc_memalign(alignment, size);
}

EXPORTED int posix_memalign(void **block, size_t alignment, size_t size) {
  void *made = aligned_alloc(alignment, size);
  if (made == NULL) return ENOMEM;
  *block = made;
  return 0;
}

/* ---- trials ------------------------------------------------------------------------------ */

typedef struct plan {
  int64_t fatal;
  bool lasts;
} plan;

static void begin_failing(void *context) {
  const plan *p = context;
  shared->asked = 0;
  shared->has_failed = shared->child_failed = false;
  shared->command = getpid();
  shared->lasts = p->lasts;
  shared->fatal = p->fatal;
}

static void stop_failing(void *context) {
  (void)context;
  shared->fatal = -1;
}

/* If memory runs out while a library is loaded, the dynamic loader of glibc may end the process. */
static bool is_from_loader(const trial_end *end) {
  return end->code == 127 && strcmp(end->said, "out of memory\n") == 0;
}

/* Graphviz uses another font if it cannot load one: the picture may differ. */
static void fail_allocation(const char *line, plan p) {
  char fault[64];
  snprintf(fault, sizeof fault, "allocation %lld fails%s", (long long)p.fatal,
           p.lasts ? " and all later ones" : "");
  trial_end end =
      trial_run(line, "seen", -1, &(trial_hooks){begin_failing, stop_failing, NULL, &p});
  shared->fatal = -1; /* in case the command was ended by a signal */
  if (!shared->has_failed && !shared->child_failed) trial_expect_code(line, fault, &end, 0);
  if (is_from_loader(&end))
    trial_expect_files(line, fault);
  else if (shared->child_failed)
    trial_check_loosely(line, fault, &end);
  else
    trial_check(line, fault, &end);
}

/* Returns the number of its allocations; the failing one is set beyond them. */
static int64_t count_allocations(const char *line) {
  plan none = {.fatal = INT64_MAX};
  trial_succeed(line, &(trial_hooks){begin_failing, stop_failing, NULL, &none});
  return shared->asked;
}

/* If all later allocations fail, too, Graphviz hangs for ten seconds, or a thread of fontconfig
 * never ends: these trials are fewer, and only where --time ends them. */
static bool is_worth_waiting(const char *line, int64_t try, int64_t tries) {
  enum { FEW = 3 };
  return strstr(line, "--time") != NULL && try % (tries / FEW + 1) == 0;
}

static void try_line(const char *line) {
  int64_t most = (int64_t)test_scaled(FAILURES), asked = count_allocations(line);
  int64_t tries = asked < most ? asked : most;
  for (int64_t j = 0; j < tries; j++) {
    fail_allocation(line, (plan){j * asked / tries, false});
    if (!shared->child_failed || is_worth_waiting(line, j, tries))
      fail_allocation(line, (plan){j * asked / tries, true});
  }
}

static void running_out_of_memory_anywhere_leaves_no_incomplete_file(void **state) {
  for (const char *const *line = trial_lines; *line != NULL; line++) try_line(*line);
  trial_finish();
}

static int set_up(void **state) {
  void *room =
      mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (room == MAP_FAILED) return -1;
  shared = room;
  shared->fatal = -1;
  return trial_set_up(state);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(running_out_of_memory_anywhere_leaves_no_incomplete_file),
  };
  return cmocka_run_group_tests(tests, set_up, trial_tear_down);
}
