#include "rules_process.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include <grundy/base.h>
#include <platform.h>

#include "failure.h"
#include "paths.h"
#include "signals.h"

enum {
  PATH_ROOM = 4096,
  OUTPUTS_ROOM = 64 * 4100, /* see grundy_outputs_share */
  MILLISECONDS = 100,       /* between two looks at the child */
  LOOKS_OF_GRACE = 20,      /* at a child that should have ended */
};

/* Memory of both processes. */
static struct shared {
  atomic_int code;                   /* 1 more than the exit code; 0: the child has not finished */
  atomic_int caught;                 /* the child ends by itself after a signal */
  _Atomic(int64_t) deadline;         /* in milliseconds; 0: none */
  char temporary[PATH_ROOM];         /* a file to remove; "": none */
  atomic_char outputs[OUTPUTS_ROOM]; /* of the library */
} * shared;

static pid_t parent, child; /* both are known in both */

/* ---- in the child ------------------------------------------------------------------------ */

bool rules_process_is_child(void) {
  return shared != NULL && getpid() == child; /* rules may fork, too */
}

bool rules_process_is_parent(pid_t process) {
  return rules_process_is_child() && process == parent;
}

static int64_t clock_now(void) {
  struct timespec now = {0};
  (void)clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

void rules_process_note_code(int code) {
  if (rules_process_is_child()) atomic_store(&shared->code, code + 1);
}

void rules_process_note_timer(double seconds) {
  if (!rules_process_is_child()) return;
  atomic_store(&shared->deadline, seconds > 0 ? clock_now() + (int64_t)(1e3 * seconds) + 1 : 0);
}

void rules_process_note_caught(void) {
  if (rules_process_is_child()) atomic_store(&shared->caught, 1);
}

void rules_process_note_temporary(const char *path) {
  if (!rules_process_is_child()) return;
  size_t length = path == NULL ? 0 : strlen(path);
  if (length >= sizeof shared->temporary) length = 0;
  shared->temporary[0] = '\0';
  if (length > 0) memcpy(shared->temporary, path, length + 1);
}

/* ---- which commands ---------------------------------------------------------------------- */

static const char ending[] = ".so";

/* Returns what follows the name of an option in --NAME=VALUE, or the word. */
static const char *value_of(const char *word) {
  const char *equals = word[0] == '-' ? strchr(word, '=') : NULL;
  return equals == NULL ? word : equals + 1;
}

static bool is_variable_set(const char *name) {
  const char *value = getenv(name);
  return value != NULL && strcmp(value, "1") == 0;
}

/* A folder may be one of tiers, whose rules may be a shared object. */
static bool is_suspect(const char *word) {
  struct stat about;
  return strstr(word, ending) != NULL ||
         (stat(value_of(word), &about) == 0 && S_ISDIR(about.st_mode));
}

bool rules_process_is_needed(int argc, char **argv) {
  if (argc < 3 || !grundy_platform_loads_libraries() || is_variable_set("GRUNDY_CONFINED"))
    return false;
  if (strcmp(argv[1], "rules") == 0 && strcmp(argv[2], "build") == 0) return true;
  for (int i = 2; i < argc; i++)
    if (is_suspect(argv[i])) return true;
  return file_trusts_libraries();
}

/* ---- what the parent says ---------------------------------------------------------------- */

/* Finds the path of the rules in a word, and copies it. */
static bool find_path(const char *word, char *path, size_t size) {
  static const char before[] = " \t+&|(*\"=";
  const char *end = strstr(word, ending);
  if (end == NULL) return false;
  const char *begin = end;
  while (begin > word && strchr(before, begin[-1]) == NULL) begin--;
  (void)snprintf(path, size, "%.*s", (int)(end - begin) + (int)sizeof ending - 1, begin);
  return true;
}

/* Names the rules, for messages. */
static void name_rules(int argc, char **argv, char *name, size_t size) {
  (void)snprintf(name, size, "rules in C");
  for (int i = 2; i < argc; i++) {
    if (find_path(value_of(argv[i]), name, size)) return;
    if (file_ends_with(argv[i], ".c")) (void)snprintf(name, size, "%s", argv[i]);
  }
}

static int fail_process(const char *rules, const char *what, exit_code code) {
  grundy_error error = {0};
  (void)fail_with(&error, code == CODE_UNABLE ? GRUNDY_UNABLE : GRUNDY_BAD_INPUT, "",
                  "the process that ran %.*s %s", (int)excerpt_length(rules, strlen(rules)), rules,
                  what);
  error.reason = GRUNDY_REASON_RULES;
  return fail(&error);
}

static int fail_interrupted(void) {
  return fail(&(grundy_error){.status = GRUNDY_CANCELLED});
}

static int fail_time(void) {
  grundy_error error = {0};
  (void)fail_with(&error, GRUNDY_UNABLE, "", "the time is up");
  error.reason = GRUNDY_REASON_TIME;
  return fail_after(&error, 0, "--time allows no more");
}

/* Ends this process by the same signal. */
static void end_by(int number) {
  struct sigaction usual = {.sa_handler = SIG_DFL};
  sigset_t only;
  (void)sigaction(number, &usual, NULL);
  (void)sigemptyset(&only);
  (void)sigaddset(&only, number);
  (void)raise(number);
  (void)sigprocmask(SIG_UNBLOCK, &only, NULL);
}

/* Reports a child that a signal has ended. */
static int fail_signal(const char *rules, int number) {
  char what[128];
  if (number == SIGQUIT || number == SIGXCPU) end_by(number);
  if (number == SIGINT || number == SIGTERM || number == SIGHUP) return fail_interrupted();
  if (number == SIGKILL) return fail_process(rules, "was killed", CODE_UNABLE);
  const char *crash = signals_name_crash(number);
  if (crash != NULL)
    (void)snprintf(what, sizeof what, "crashed (%s)", crash);
  else
    (void)snprintf(what, sizeof what, "was ended by signal %d", number);
  return fail_process(rules, what, CODE_INPUT);
}

/* ---- waiting ----------------------------------------------------------------------------- */

/* Why the parent has ended the child. */
enum ended { NOT_ENDED, ENDED_BY_TIME, ENDED_BY_SIGNAL };

/* The signals that the parent waits for. */
static sigset_t find_signals(void) {
  static const int passed_on[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
  sigset_t set;
  (void)sigemptyset(&set);
  (void)sigaddset(&set, SIGCHLD);
  for (size_t i = 0; i < sizeof passed_on / sizeof *passed_on; i++) {
    struct sigaction before;
    if (sigaction(passed_on[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN)
      (void)sigaddset(&set, passed_on[i]);
  }
  return set;
}

/* Waits a moment for a signal and passes it on, unless the terminal has sent it to both processes.
 * Returns whether there was one that ends commands. */
static bool pass_on_signal(const sigset_t *set) {
  bool was_sent = false;
  int number = grundy_platform_wait_for_signal(set, MILLISECONDS, &was_sent);
  if (number == 0 || number == SIGCHLD) return false;
  if (was_sent) (void)kill(child, number);
  return true;
}

/* Waits until the child has ended. A child that should have ended for some time is killed: looks
 * are counted, and not seconds, in case both processes were stopped. */
static enum ended wait_for_child(const sigset_t *set, int *status) {
  enum ended ended = NOT_ENDED;
  int overdue = 0;
  bool signalled = false;
  for (;;) {
    signalled |= pass_on_signal(set);
    pid_t found = waitpid(child, status, WNOHANG);
    if (found == child || (found < 0 && errno != EINTR)) return ended;
    int64_t deadline = atomic_load(&shared->deadline);
    bool late = deadline != 0 && clock_now() > deadline;
    bool deaf = signalled && atomic_load(&shared->caught) == 0;
    overdue = late || deaf ? overdue + 1 : 0;
    if (overdue != LOOKS_OF_GRACE) continue;
    ended = signalled ? ENDED_BY_SIGNAL : ENDED_BY_TIME;
    (void)kill(child, SIGKILL);
  }
}

/* Returns the exit code for how the child ended. */
static int judge(const char *rules, enum ended ended, int status) {
  char what[96];
  int code = atomic_load(&shared->code);
  if (code != 0) return code - 1;
  if (ended == ENDED_BY_TIME) return fail_time();
  if (ended == ENDED_BY_SIGNAL) return fail_interrupted();
  if (WIFSIGNALED(status)) return fail_signal(rules, WTERMSIG(status));
  (void)snprintf(what, sizeof what, "ended before its work was done (exit code %d)",
                 WEXITSTATUS(status));
  return fail_process(rules, what, CODE_INPUT);
}

/* ---- starting ---------------------------------------------------------------------------- */

/* Removes what the child has left, and restores the terminal, in which a line may have been edited.
 */
static void clean_up(const struct termios *terminal) {
  grundy_outputs_abandon();
  if (shared->temporary[0] != '\0') (void)unlink(shared->temporary);
  if (terminal != NULL && grundy_platform_has_terminal())
    (void)tcsetattr(STDIN_FILENO, TCSANOW, terminal);
}

static int fail_start(int number) {
  grundy_error error = {0};
  (void)fail_with(&error, GRUNDY_UNABLE, "", "cannot start a process for rules in C: %s",
                  strerror(number));
  return fail(&error);
}

bool rules_process_start(int argc, char **argv, int *code) {
  struct sigaction usual_action = {.sa_handler = SIG_DFL};
  struct termios terminal;
  char rules[PATH_ROOM];
  sigset_t set = find_signals(), before;
  int status = 0;
  bool is_terminal = tcgetattr(STDIN_FILENO, &terminal) == 0;
  shared = grundy_platform_share(sizeof *shared);
  *code = shared == NULL ? fail_start(ENOMEM) : CODE_YES;
  if (shared == NULL) return false;
  grundy_outputs_share((void *)shared->outputs, sizeof shared->outputs);
  (void)sigaction(SIGCHLD, &usual_action, NULL); /* if it is ignored, waiting fails */
  (void)sigprocmask(SIG_BLOCK, &set, &before);
  parent = getpid();
  child = grundy_platform_fork();
  if (child == 0) {
    child = getpid();
    (void)sigprocmask(SIG_SETMASK, &before, NULL);
    return true;
  }
  if (child < 0) {
    *code = fail_start(errno);
    return false;
  }
  name_rules(argc, argv, rules, sizeof rules);
  enum ended ended = wait_for_child(&set, &status);
  if (atomic_load(&shared->code) == 0) clean_up(is_terminal ? &terminal : NULL);
  *code = judge(rules, ended, status);
  return false;
}
