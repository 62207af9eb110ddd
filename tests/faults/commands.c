/* The command when something fails: in a process of its own for every try, each subcommand runs
 * with its 1st, 2nd, 3rd … allocation failing, with a disk that is full, and with files that cannot
 * be read. It must say so in one line, with the exit code for it, and leave no file that is not
 * whole. The linker sends malloc and its kin here (see tests/CMakeLists.txt), so what fails is our
 * own memory, not that of other people's libraries.
 *
 * GRUNDY_SCALE says how many allocations of each are made to fail: 100 (percent) are FAILURES of
 * them, spread evenly. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support/command.h"
#include "support/games.h"
#include "support/wrapped.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { FAILURES = 25, MOST_FILES = 8, NAME = 256, PATH = NAME + 16 };

/* ---- what is run ------------------------------------------------------------------------- */

/* Every subcommand stands here, those that write files with all their files; inputs are in in/,
 * outputs in out/. Standard input is in/keys. */
static const char *const lines[] = {
    "solve in/game.edges --columns all --check -o out/solution.json",
    "solve in/game.edges --columns outcome,grundy --format csv",
    "solve in/game.edges --solution in/solution.tsv --format tsv",
    "solve in/game.edges --reduce -o out/solution.npz",
    "solve in/payoffs.edges --payoff 1 --infinite 0",
    "verify in/game.edges in/solution.tsv",
    "info in/game.edges --json",
    "convert in/game.edges out/game.npz",
    "convert in/game.npz out/game.dot",
    "convert in/game.dot out/game.graphml",
    "convert in/game.graphml out/game.edges",
    "convert in/game.mtx out/game.mtx",
    "random power -n 50 --degree 3 -o out/random.edges",
    "product selective in/game.edges in/game.edges -o out/product.edges",
    "best in/game.edges@a+nim:3+kayles:4 --all",
    "best ordinal:(w+1)+coins{free}:1.05",
    "best in/payoffs.edges@a --json",
    "play in/game.edges@a+nim:5",
    "why in/game.edges@a --depth 2",
    "why in/payoffs.edges@a",
    "draw in/game.edges -o out/picture.dot --highlight a --around a",
    "trace in/game.edges --format html -o out/trace.html",
    "trace in/acyclic.edges -o out/trace.txt",
    "quotient in/game.edges -o out/small.edges --map out/classes.tsv",
    "relation in/game.edges in/classes.tsv -o out/small.edges",
    "map in/game.edges in/small.edges in/classes.tsv -o out/mapped.tsv",
    "linear in/acyclic.edges --basis --matrix --of a",
    "linear --moves in/game.linear --json",
    "heap kayles --stop-at-period --plot out/plot.svg -o out/values.npz",
    "heap kayles --max 200 --rare",
    "heap 0.6 --max 300 --checkpoint out/save",
    "heap kayles --misere --heaps 3,4",
    "ordinal (w^2+3)#w",
    "experiment degree --degree 2 --vary n=9 --games 3 -o out/table.csv",
    "solve wythoff:2,3 --columns all -o out/base.npz",
    "solve in/rules.lua:4 --format csv",
    "best in/rules.lua:3+wythoff:1,2",
    "query in/base.npz 1,2 2,2 --json",
    "rules list",
    "rules show wythoff",
    "rules check in/rules.lua:3 --walks 2",
    "help",
    "manual solve",
    "completions bash",
    "--version",
};
enum { LINES = sizeof lines / sizeof lines[0] };

/* ---- an allocator that can fail ---------------------------------------------------------- */

/* Between the process that tries and the one that looks. */
static struct {
  _Atomic int64_t asked;  /* allocations so far */
  _Atomic int64_t fatal;  /* the one that fails, from 0; -1: none */
  _Atomic int64_t failed; /* how many have */
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

/* ---- running ----------------------------------------------------------------------------- */

struct run {
  const char *line;
  int64_t fatal;      /* the allocation that fails; -1: none */
  int64_t file_size;  /* no file may get longer; -1: as long as it likes */
  const char *output; /* where standard output goes */
};

struct end {
  int code;        /* -1 if it crashed */
  char said[4096]; /* on standard error */
};

/* What kills a child is to kill it, and not to go on with other tests in it. */
static void leave_tests(void) {
  static const int signals[] = {SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGSYS};
  for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) (void)signal(signals[i], SIG_DFL);
}

static void become_command(const struct run *run, int to) {
  leave_tests();
  command_redirect(STDIN_FILENO, "in/keys", O_RDONLY);
  command_redirect(STDOUT_FILENO, run->output, O_WRONLY | O_CREAT | O_TRUNC);
  if (dup2(to, STDERR_FILENO) < 0) abort();
  struct rlimit limit = {(rlim_t)run->file_size, RLIM_INFINITY};
  if (run->file_size >= 0 && setrlimit(RLIMIT_FSIZE, &limit) != 0) abort();
  shared->asked = 0;
  shared->failed = 0;
  shared->fatal = run->fatal;
  int code = command_run(run->line);
  shared->fatal = -1;
  fflush(NULL);
  _exit(code);
}

static struct end try_out(const struct run *run) {
  struct end end = {.code = -1};
  int ends[2], status = 0;
  size_t length = 0;
  ssize_t count = 0;
  if (pipe(ends) != 0) abort();
  pid_t child = fork();
  if (child == 0) become_command(run, ends[1]);
  close(ends[1]);
  while ((count = read(ends[0], end.said + length, sizeof end.said - 1 - length)) > 0)
    length += (size_t)count;
  close(ends[0]);
  if (child < 0 || waitpid(child, &status, 0) != child) abort();
  if (WIFEXITED(status)) end.code = WEXITSTATUS(status);
  return end;
}

/* ---- files ------------------------------------------------------------------------------- */

static void join(char path[PATH], const char *where, const char *name) {
  if (snprintf(path, PATH, "%s/%s", where, name) >= PATH) abort();
}

/* The names in a folder; how many there are. */
static size_t list(const char *path, char names[MOST_FILES][NAME]) {
  size_t count = 0;
  DIR *opened = opendir(path);
  if (opened == NULL) abort();
  for (struct dirent *entry; (entry = readdir(opened)) != NULL;) {
    if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
    if (count == MOST_FILES) abort();
    snprintf(names[count++], NAME, "%s", entry->d_name);
  }
  closedir(opened);
  return count;
}

static void empty(const char *path) {
  char names[MOST_FILES][NAME];
  size_t count = list(path, names);
  for (size_t i = 0; i < count; i++) {
    char name[PATH];
    join(name, path, names[i]);
    if (unlink(name) != 0) abort();
  }
}

static bool same_file(const char *a, const char *b) {
  FILE *x = fopen(a, "rb"), *y = fopen(b, "rb");
  bool same = x != NULL && y != NULL;
  for (int c = 0; same && c != EOF;) {
    c = getc(x);
    same = c == getc(y);
  }
  if (x != NULL) fclose(x);
  if (y != NULL) fclose(y);
  return same;
}

/* What stands in out/ is whole: the same as what stands in expected/. */
static void check_files(const char *line) {
  char names[MOST_FILES][NAME];
  size_t count = list("out", names);
  for (size_t i = 0; i < count; i++) {
    char is[PATH], should[PATH];
    join(is, "out", names[i]);
    join(should, "expected", names[i]);
    if (!same_file(is, should)) fail_msg("%s: %s is not whole", line, is);
  }
}

/* Runs it without a failure, moves what it has written to expected/, and returns the number of its
 * allocations. */
static int64_t run_well(const char *line) {
  char names[MOST_FILES][NAME];
  struct end end = try_out(&(struct run){line, -1, -1, "seen"});
  if (end.code != 0 || end.said[0] != '\0')
    fail_msg("%s: exit code %d: %s", line, end.code, end.said);
  empty("expected");
  size_t count = list("out", names);
  for (size_t i = 0; i < count; i++) {
    char from[PATH], to[PATH];
    join(from, "out", names[i]);
    join(to, "expected", names[i]);
    if (rename(from, to) != 0) abort();
  }
  return shared->asked;
}

/* One line on standard error, with this in it. */
static void check_said(const char *line, const char *tried, const struct end *end,
                       const char *part) {
  const char *newline = strchr(end->said, '\n');
  if (newline == NULL || newline[1] != '\0' || strstr(end->said, part) == NULL)
    fail_msg("%s, %s: exit code %d, said: %s", line, tried, end->code, end->said);
}

/* ---- allocations ------------------------------------------------------------------------- */

/* A failure that can be lived with, such as that of giving memory back, changes no file. */
static void fail_allocation(const char *line, int64_t k) {
  char tried[64], names[MOST_FILES][NAME];
  snprintf(tried, sizeof tried, "allocation %lld fails", (long long)k);
  struct end end = try_out(&(struct run){line, k, -1, "seen"});
  if (shared->failed > 0 && end.code != 0) {
    if (end.code != 4 && end.code != 5) fail_msg("%s, %s: %d: %s", line, tried, end.code, end.said);
    check_said(line, tried, &end, "memory");
  } else if (end.code != 0) {
    fail_msg("%s, %s: exit code %d: %s", line, tried, end.code, end.said);
  }
  if (end.code == 0) assert_int_equal(list("out", names), list("expected", names));
  check_files(line);
  empty("out");
}

static void running_out_of_memory_is_said_and_leaves_nothing_half_done(void **state) {
  (void)state;
  int64_t most = (int64_t)test_scaled(FAILURES);
  for (int i = 0; i < LINES; i++) {
    int64_t asked = run_well(lines[i]);
    int64_t tries = asked < most ? asked : most;
    for (int64_t j = 0; j < tries; j++) fail_allocation(lines[i], j * asked / tries);
  }
}

/* ---- writing ----------------------------------------------------------------------------- */

static void check_full(const char *line, const char *tried, const struct end *end) {
  if (end->code != 5) fail_msg("%s, %s: exit code %d: %s", line, tried, end->code, end->said);
  check_said(line, tried, end, ": ");
}

/* Every output in turn is a disk that is full. */
static void fill_outputs(const char *line) {
  char names[MOST_FILES][NAME];
  size_t count = list("expected", names);
  for (size_t i = 0; i < count; i++) {
    char path[PATH];
    join(path, "out", names[i]);
    if (strcmp(names[i], "save") == 0) continue; /* it would be read first */
    if (symlink("/dev/full", path) != 0) abort();
    struct end end = try_out(&(struct run){line, -1, -1, "/dev/null"});
    check_full(line, path, &end);
    if (unlink(path) != 0) abort();
    check_files(line);
    empty("out");
  }
}

static int64_t size_of(const char *path) {
  struct stat about;
  return stat(path, &about) == 0 ? (int64_t)about.st_size : 0;
}

/* No file may get as long as the longest. */
static void cut_outputs(const char *line) {
  char names[MOST_FILES][NAME];
  int64_t longest = 0;
  size_t count = list("expected", names);
  for (size_t i = 0; i < count; i++) {
    char path[PATH];
    join(path, "expected", names[i]);
    if (size_of(path) > longest) longest = size_of(path);
  }
  const int64_t limits[] = {0, longest / 2, longest - 1};
  for (size_t i = 0; longest > 0 && i < 3; i++) {
    struct end end = try_out(&(struct run){line, -1, limits[i], "/dev/null"});
    check_full(line, "files may not grow", &end);
    check_files(line);
    empty("out");
  }
}

static void a_full_disk_is_said_and_leaves_nothing_half_done(void **state) {
  (void)state;
  for (int i = 0; i < LINES; i++) {
    run_well(lines[i]);
    if (size_of("seen") > 0) {
      struct end end = try_out(&(struct run){lines[i], -1, -1, "/dev/full"});
      check_full(lines[i], "standard output is full", &end);
      check_files(lines[i]);
      empty("out");
    }
    fill_outputs(lines[i]);
    cut_outputs(lines[i]);
  }
}

/* ---- reading ----------------------------------------------------------------------------- */

/* The n-th file in in/ that the line names, from 0; false if there are fewer. An archive is not
 * tried: it ends before it begins, by its size, and so is bad input. */
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
  char kept[PATH + 8];
  snprintf(kept, sizeof kept, "%s.kept", path);
  /* Opening it is allowed, and reading fails: nothing is mapped at 0. */
  if (rename(path, kept) != 0 || symlink("/proc/self/mem", path) != 0) abort();
  struct end end = try_out(&(struct run){line, -1, -1, "seen"});
  if (end.code != 5) fail_msg("%s, reading %s: exit code %d: %s", line, path, end.code, end.said);
  check_said(line, path, &end, path);
  if (unlink(path) != 0 || rename(kept, path) != 0) abort();
  check_files(line);
  empty("out");
}

static void a_file_that_cannot_be_read_is_said(void **state) {
  (void)state;
  for (int i = 0; i < LINES; i++) {
    char path[PATH];
    run_well(lines[i]);
    for (int n = 0; find_input(lines[i], n, path, sizeof path); n++)
      if (strstr(path, ".npz") == NULL) fail_reading(lines[i], path);
  }
}

/* ---- the list ---------------------------------------------------------------------------- */

/* The server runs until it is stopped; tests/web tries it. */
static bool runs_for_ever(const char *name) {
  return strcmp(name, "serve") == 0;
}

static bool is_tried(const char *name) {
  size_t length = strlen(name);
  for (int i = 0; i < LINES; i++)
    if (strncmp(lines[i], name, length) == 0 && strchr(" ", lines[i][length]) != NULL) return true;
  return false;
}

/* Those that help lists, up to the first empty line. */
static void every_subcommand_is_tried(void **state) {
  (void)state;
  char line[256], name[64];
  bool inside = false;
  int count = 0;
  run_well("help");
  FILE *help = fopen("seen", "r");
  assert_non_null(help);
  while (fgets(line, sizeof line, help) != NULL && !(inside && line[0] == '\n')) {
    if (inside && sscanf(line, "  %63[a-z] ", name) == 1) {
      if (!is_tried(name) && !runs_for_ever(name))
        fail_msg("%s stands in no line of this test", name);
      count++;
    }
    inside = inside || strcmp(line, "Commands\n") == 0;
  }
  fclose(help);
  assert_true(count >= 18);
}

/* ---- around all of them ------------------------------------------------------------------ */

static void prepare(const char *line) {
  struct end end = try_out(&(struct run){line, -1, -1, "seen"});
  if (end.code != 0) fail_msg("%s: %s", line, end.said);
}

static int set_up(void **state) {
  (void)state;
  shared = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (shared == MAP_FAILED) return -1;
  shared->fatal = -1;
  if (command_enter_folder() != 0) return -1;
  if (mkdir("in", 0700) != 0 || mkdir("out", 0700) != 0 || mkdir("expected", 0700) != 0) return -1;
  command_write_file("in/game.edges", "a a\na z\na w\na v\nv z\nv y\nv w\nw z\nw y\ny z\n");
  command_write_file("in/acyclic.edges", "a b\na c\nb c\nc d\n");
  command_write_file("in/payoffs.edges",
                     "a b\nb a\nb t\n@ a player=A\n@ b player=B\n@ t player=A payoff=1\n");
  command_write_file("in/game.linear", "dimension 2\nmove a 10 11\nmove b 01 01\n");
  command_write_file("in/keys", "2 4\n?\nq\n");
  command_write_file("in/rules.lua", "return { args = {'n'}, start = function(n) return n end,\n"
                                     "  moves = function(p) return p > 0 and {p - 1} or {} end,\n"
                                     "  value = function(p) return p % 2 end }\n");
  prepare("solve in/game.edges -o in/solution.tsv");
  prepare("solve wythoff:2,3 -o in/base.npz");
  prepare("convert in/game.edges in/game.npz");
  prepare("convert in/game.edges in/game.dot");
  prepare("convert in/game.edges in/game.graphml");
  prepare("quotient in/game.edges -o in/small.edges --map in/classes.tsv");
  command_write_file("in/game.mtx",
                     "%%MatrixMarket matrix coordinate pattern general\n2 2 2\n1 2\n2 1\n");
  return 0;
}

static int tear_down(void **state) {
  (void)state;
  return command_leave_folder();
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_subcommand_is_tried),
      cmocka_unit_test(running_out_of_memory_is_said_and_leaves_nothing_half_done),
      cmocka_unit_test(a_full_disk_is_said_and_leaves_nothing_half_done),
      cmocka_unit_test(a_file_that_cannot_be_read_is_said),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
