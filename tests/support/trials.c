#include "support/trials.h"

#include "support/command.h"
#include "support/test.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

const char *const trial_lines[] = {
    "solve in/game.edges --columns all --check -o out/solution.json",
    "solve in/game.edges --columns outcome,grundy --to csv",
    "solve in/game.edges --solution in/solution.tsv --to tsv",
    "solve in/game.edges --reduce -o out/solution.npz",
    "solve in/game.edges --scratch . -q -o out/solution.tsv",
    "solve in/payoffs.edges --payoff 1 --infinite 0",
    "solve in/parts.lua --check -o out/parts.npz",
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
    "match in/game.edges@a+nim:2 --reply perfect --json",
    "best in/game.edges@a+kayles:3 --all-moves --json",
    "draw in/game.edges --worksheet -o out/sheet.html --time 40",
    "draw in/game.edges -o out/picture.dot --highlight a --around a",
    "draw in/game.edges -o out/picture.pdf --time 40",
    "trace in/game.edges --to html -o out/trace.html",
    "trace in/acyclic.edges -o out/trace.txt",
    "quotient in/game.edges -o out/small.edges --map out/classes.tsv",
    "quotient in/game.edges --classes in/classes.tsv -o out/small.edges",
    "map in/game.edges in/small.edges in/classes.tsv -o out/mapped.tsv",
    "linear in/acyclic.edges --basis --matrix --of a",
    "linear in/game.linear --json",
    "labellings in/acyclic.edges --json",
    "heap kayles --stop-at-period --plot out/plot.svg -o out/values.npz",
    "heap kayles --max 200 --rare",
    "heap 0.6 --max 300 --checkpoint out/save",
    "heap kayles --misere --heaps 3,4",
    "vector vector{(1,0)*,(0,1)*,(1,1)*}:30,40 --plot out/plot.png -o out/values.npz",
    "vector pass(vector{(1,0)*,(2,1)}:9,9) --slice x,x -o out/values.tsv",
    "heap kayles --misere --genus --max 4 -o out/genera.tsv",
    "period in/terms",
    "law wythoff:1,2 G<=a+b --where a>0",
    "law wythoff:1..2,1 G<=a+b --json",
    "law vector{(1)}:20 --automaton base2 --certificate out/law.json --walnut out/law.txt",
    "best --law in/law.json 7",
    "why --law in/law.json 7 --json",
    "draw --law in/law.json -o out/law.dot",
    "solve wythoff:1,2 --grid a,b --where G>0 -o out/grid.tex",
    "value --ordinal (w^2+3)#w",
    "experiment degree --degree 2 --vary n=9 --games 3 -o out/table.csv",
    "solve wythoff:2,3 --columns all -o out/base.npz",
    "solve wythoff:2,3 --window 5 --check -o out/window.npz",
    "why wythoff:2,3 --window 5",
    "solve in/rules.lua:4 --to csv",
    "best in/rules.lua:3+wythoff:1,2",
    "value in/base.npz 1,2 2,2 --json",
    "value wythoff:2,3@1,2 --json",
    "value cram:2,3 --certificate out/proof", /* a table may hold part of a search */
    "verify cram:2,3 --certificate in/proof --list-moves out/moves",
    "value pass(in/rules.lua:2)+nim:1",
    "sweep wythoff:1..2,1..2 --to csv",
    "sweep wythoff:1..2,1 --json",
    "rules list",
    "rules show wythoff",
    "rules check in/rules.lua:3 --walks 2",
    "help",
    "help --manual solve",
    "help --contract",
    "help --completions bash",
    "--version",
    NULL,
};

static int complaints;

/* Reports a failure and goes on: one fault often explains many. */
__attribute__((format(printf, 3, 4))) static void complain(const char *line, const char *fault,
                                                           const char *format, ...) {
  va_list arguments;
  complaints++;
  fprintf(stderr, "%s, %s: ", line, fault);
  va_start(arguments, format);
  vfprintf(stderr, format, arguments);
  va_end(arguments);
  fputc('\n', stderr);
}

void trial_finish(void) {
  int count = complaints;
  complaints = 0;
  if (count > 0) fail_msg("%d trials failed", count);
}

static const char old_text[] = "what was there before\n";

/* ---- files ------------------------------------------------------------------------------- */

void trial_join(char path[TRIAL_PATH], const char *folder, const char *name) {
  if (snprintf(path, TRIAL_PATH, "%s/%s", folder, name) >= TRIAL_PATH) abort();
}

int64_t trial_size(const char *path) {
  struct stat about;
  return stat(path, &about) == 0 ? (int64_t)about.st_size : 0;
}

size_t trial_list(const char *folder, char names[TRIAL_MOST_FILES][TRIAL_NAME]) {
  size_t count = 0;
  DIR *opened = opendir(folder);
  if (opened == NULL) abort();
  for (struct dirent *entry; (entry = readdir(opened)) != NULL;) {
    if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) continue;
    if (count == TRIAL_MOST_FILES) abort();
    snprintf(names[count++], TRIAL_NAME, "%s", entry->d_name);
  }
  closedir(opened);
  return count;
}

static void empty(const char *folder) {
  char names[TRIAL_MOST_FILES][TRIAL_NAME];
  size_t count = trial_list(folder, names);
  for (size_t i = 0; i < count; i++) {
    char path[TRIAL_PATH];
    trial_join(path, folder, names[i]);
    if (unlink(path) != 0) abort();
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

/* Returns whether all output is the same as in a successful run. */
static bool has_same_output(void) {
  char names[TRIAL_MOST_FILES][TRIAL_NAME];
  size_t count = trial_list("expected", names);
  bool same = same_file("seen", "seen-well") && trial_list("out", names) == count;
  for (size_t i = 0; same && i < count; i++) {
    char is[TRIAL_PATH], should[TRIAL_PATH];
    trial_join(is, "out", names[i]);
    trial_join(should, "expected", names[i]);
    same = same_file(is, should);
  }
  return same;
}

void trial_put_old_files(void) {
  char names[TRIAL_MOST_FILES][TRIAL_NAME];
  size_t count = trial_list("expected", names);
  for (size_t i = 0; i < count; i++) {
    char path[TRIAL_PATH];
    trial_join(path, "out", names[i]);
    if (strcmp(names[i], "save") != 0) command_write_file(path, old_text);
  }
}

void trial_expect_files(const char *line, const char *fault) {
  char names[TRIAL_MOST_FILES][TRIAL_NAME];
  size_t count = trial_list("out", names);
  for (size_t i = 0; i < count; i++) {
    char is[TRIAL_PATH], should[TRIAL_PATH];
    trial_join(is, "out", names[i]);
    trial_join(should, "expected", names[i]);
    if (!same_file(is, should) && !same_file(is, "in/old"))
      complain(line, fault, "%s is incomplete", is);
  }
  empty("out");
}

/* ---- running ----------------------------------------------------------------------------- */

/* Kills this process after a minute. The command may use the timer of alarm itself. */
static void set_deadline(void) {
  enum { SECONDS = 60 };
  timer_t timer;
  struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGKILL};
  struct itimerspec when = {.it_value.tv_sec = SECONDS};
  if (timer_create(CLOCK_MONOTONIC, &event, &timer) != 0) abort();
  if (timer_settime(timer, 0, &when, NULL) != 0) abort();
}

/* A crash must end this process, instead of continuing with the next test in it. */
static void leave_tests(void) {
  static const int signals[] = {SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGSYS};
  for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) (void)signal(signals[i], SIG_DFL);
  set_deadline();
}

static void call(void (*hook)(void *context), const trial_hooks *hooks) {
  if (hook != NULL) hook(hooks->context);
}

static void become_command(const char *line, const char *output, int64_t file_size, int said,
                           const trial_hooks *hooks) {
  leave_tests();
  command_redirect(STDIN_FILENO, "in/keys", O_RDONLY);
  command_redirect(STDOUT_FILENO, output, O_WRONLY | O_CREAT | O_TRUNC);
  if (dup2(said, STDERR_FILENO) < 0) abort();
  struct rlimit limit = {(rlim_t)file_size, RLIM_INFINITY};
  if (file_size >= 0 && setrlimit(RLIMIT_FSIZE, &limit) != 0) abort();
  call(hooks->begin, hooks);
  int code = command_run(line);
  call(hooks->end, hooks);
  fflush(NULL);
  (void)signal(SIGXFSZ, SIG_IGN); /* the counters of `make coverage` may be longer than file_size */
  _exit(code);
}

trial_end trial_run(const char *line, const char *output, int64_t file_size,
                    const trial_hooks *hooks) {
  static const trial_hooks none;
  trial_end end = {.code = -1};
  int ends[2], status = 0;
  size_t length = 0;
  ssize_t count = 0;
  if (hooks == NULL) hooks = &none;
  if (pipe(ends) != 0) abort();
  pid_t child = fork();
  if (child == 0) become_command(line, output, file_size, ends[1], hooks);
  close(ends[1]);
  call(hooks->follow, hooks);
  while ((count = read(ends[0], end.said + length, sizeof end.said - 1 - length)) > 0)
    length += (size_t)count;
  close(ends[0]);
  if (child < 0 || waitpid(child, &status, 0) != child) abort();
  if (WIFEXITED(status)) end.code = WEXITSTATUS(status);
  if (WIFSIGNALED(status)) end.signal = WTERMSIG(status);
  return end;
}

void trial_succeed(const char *line, const trial_hooks *hooks) {
  char names[TRIAL_MOST_FILES][TRIAL_NAME];
  trial_end end = trial_run(line, "seen", -1, hooks);
  if (end.code != 0 || end.said[0] != '\0')
    fail_msg("%s: exit code %d, signal %d: %s", line, end.code, end.signal, end.said);
  empty("expected");
  size_t count = trial_list("out", names);
  for (size_t i = 0; i < count; i++) {
    char from[TRIAL_PATH], to[TRIAL_PATH];
    trial_join(from, "out", names[i]);
    trial_join(to, "expected", names[i]);
    if (rename(from, to) != 0) abort();
  }
  unlink("seen-well");
  if (link("seen", "seen-well") != 0 || unlink("seen") != 0) abort();
}

/* ---- expectations ------------------------------------------------------------------------ */

static void complain_of_end(const char *line, const char *fault, const trial_end *end) {
  complain(line, fault, "exit code %d, signal %d, printed: %s", end->code, end->signal, end->said);
}

void trial_expect_code(const char *line, const char *fault, const trial_end *end, int code) {
  if (end->code != code) complain_of_end(line, fault, end);
}

void trial_expect_said(const char *line, const char *fault, const trial_end *end,
                       const char *part) {
  const char *newline = strchr(end->said, '\n');
  if (newline == NULL || newline[1] != '\0' || strstr(end->said, part) == NULL)
    complain_of_end(line, fault, end);
}

void trial_check_loosely(const char *line, const char *fault, const trial_end *end) {
  if (end->code == 4 || end->code == 5)
    trial_expect_said(line, fault, end, ": ");
  else if (end->code != 0 || end->said[0] != '\0')
    complain_of_end(line, fault, end);
  empty("out");
}

void trial_check(const char *line, const char *fault, const trial_end *end) {
  if (end->code == 0 && !has_same_output())
    complain(line, fault, "success, but with different output");
  trial_expect_files(line, fault);
  trial_check_loosely(line, fault, end);
}

/* ---- the clock --------------------------------------------------------------------------- */

/* Reading the clock fails from the first to the last of these calls, counted from 0. */
static struct { atomic_llong reading, first, last; } clock_fault = {.first = -1, .last = -1};

void trial_break_clock(int64_t first, int64_t last) {
  atomic_store(&clock_fault.reading, 0);
  atomic_store(&clock_fault.first, first);
  atomic_store(&clock_fault.last, last);
}

/* The wall clock stands still, so that no output depends on run time; CPU time advances. */
__attribute__((visibility("default"))) int clock_gettime(clockid_t clock, struct timespec *now) {
  if (clock != CLOCK_MONOTONIC && clock != CLOCK_REALTIME)
    return (int)syscall(SYS_clock_gettime, clock, now);
  int64_t reading = atomic_fetch_add(&clock_fault.reading, 1);
  if (reading >= atomic_load(&clock_fault.first) && reading <= atomic_load(&clock_fault.last)) {
    errno = EINVAL;
    return -1;
  }
  *now = (struct timespec){.tv_sec = 1000};
  return 0;
}

/* ---- setup and teardown ------------------------------------------------------------------ */

static void prepare(const char *line) {
  trial_end end = trial_run(line, "seen", -1, NULL);
  if (end.code != 0) fail_msg("%s: %s", line, end.said);
}

int trial_set_up(void **state) {
  /* The command works without UTF-8 if the C library cannot load a locale. */
  if (setenv("LC_ALL", "C", 1) != 0 || command_enter_folder() != 0) return -1;
  if (mkdir("in", 0700) != 0 || mkdir("out", 0700) != 0 || mkdir("expected", 0700) != 0) return -1;
  command_write_file("in/game.edges", "a a\na z\na w\na v\nv z\nv y\nv w\nw z\nw y\ny z\n");
  command_write_file("in/acyclic.edges", "a b\na c\nb c\nc d\n");
  command_write_file("in/payoffs.edges",
                     "a b\nb a\nb t\n@ a player=A\n@ b player=B\n@ t player=A payoff=1\n");
  command_write_file("in/parts.lua",
                     "return {\n"
                     "  start = function() return 'ab' end,\n"
                     "  moves = function(p)\n"
                     "    local of, to = { a = { 'a', '-' }, b = { 'aa', '-' }, ['-'] = {} }, {}\n"
                     "    for i = 1, #p do\n"
                     "      for _, q in ipairs(of[p:sub(i, i)]) do\n"
                     "        to[#to + 1] = p:sub(1, i - 1) .. q .. p:sub(i + 1)\n"
                     "      end\n"
                     "    end\n"
                     "    return to\n"
                     "  end,\n"
                     "  split = function(p)\n"
                     "    local parts = {}\n"
                     "    for part in p:gmatch('%a') do parts[#parts + 1] = part end\n"
                     "    return parts\n"
                     "  end,\n"
                     "}\n");
  command_write_file("in/game.linear", "dimension 2\nmove a 10 11\nmove b 01 01\n");
  command_write_file("in/terms", "1 2 1 2 1 2 1 2\n");
  command_write_file("in/old", old_text);
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
  prepare("law vector{(1)}:20 --automaton base2 --certificate in/law.json");
  prepare("value cram:2,3 --certificate in/proof");
  command_write_file("in/game.mtx",
                     "%%MatrixMarket matrix coordinate pattern general\n2 2 2\n1 2\n2 1\n");
  return 0;
}

int trial_tear_down(void **state) {
  return command_leave_folder();
}
