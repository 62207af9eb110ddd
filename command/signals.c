#include "signals.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include <grundy/base.h>
#include <grundy/game.h>
#include <platform.h>

#include "failure.h"
#include "program.h"
#include "rules_process.h"

static const double seconds_of_grace = 0.5; /* between the first signal and the end */
static const double seconds_to_save = 60;   /* after --time, for work that saves its results */

enum { NOT_DECIDED = -1, MOST_TEXT = 512, ALTERNATE_STACK = 1 << 16 };

/* State that handlers read and write. */
static struct {
  pid_t process; /* forked children inherit the handlers, but must not clean up */
  volatile sig_atomic_t caught;
  volatile sig_atomic_t signals[2]; /* that were caught; passed on by the parent */
  volatile sig_atomic_t ends_at_once;
  volatile sig_atomic_t waits_for_saving;
  volatile sig_atomic_t decided; /* an exit code, or NOT_DECIDED */
  volatile sig_atomic_t progress_width;
  volatile sig_atomic_t has_pager;
  _Atomic(pid_t) child;
  _Atomic(const char *) temporary;
  _Atomic(const char *) kept; /* see signals_note_kept */
  const char *kept_hint;
  _Atomic(const struct termios *) terminal;
  atomic_bool said;
  atomic_bool ending; /* true while a thread ends the process */
} state = {.decided = NOT_DECIDED};

static const int interruptions[] = {SIGINT, SIGTERM, SIGHUP};

static const struct crash {
  int number;
  const char *name;
} crashes[] = {
    {SIGSEGV, "segmentation fault"}, {SIGBUS, "bus error"}, {SIGFPE, "arithmetic error"},
    {SIGILL, "illegal instruction"}, {SIGTRAP, "trap"},     {SIGABRT, "abort called"},
};

enum {
  INTERRUPTIONS = sizeof interruptions / sizeof interruptions[0],
  CRASHES = sizeof crashes / sizeof crashes[0],
};

static struct sigaction before_crash[CRASHES]; /* sanitizers install handlers */

/* ---- in handlers ------------------------------------------------------------------------ */

/* A message, built with async-signal-safe functions only. */
struct text {
  char at[MOST_TEXT];
  size_t length;
};

static void add(struct text *text, const char *piece) {
  for (; *piece != '\0' && text->length < sizeof text->at - 1; piece++) {
    unsigned char byte = (unsigned char)*piece;
    text->at[text->length++] = (char)(byte < 0x20 || byte == 0x7f ? '?' : byte);
  }
}

static void add_name(struct text *text) {
  add(text, program.name);
  add(text, ": ");
}

/* Overwrites a line of progress. */
static void add_over_progress(struct text *text) {
  if (state.progress_width <= 0) return;
  text->at[text->length++] = '\r';
  for (int i = 0; i < state.progress_width && i < MOST_TEXT / 2; i++)
    text->at[text->length++] = ' ';
  text->at[text->length++] = '\r';
}

/* Writes, but does not block if nobody reads it. */
static void write_now(int stream, const char *bytes, size_t length) {
  struct pollfd polled = {.fd = stream, .events = POLLOUT};
  if (poll(&polled, 1, 0) != 1) return;
  ssize_t written = write(stream, bytes, length);
  (void)written;
}

static void write_error(const char *bytes, size_t length) {
  write_now(STDERR_FILENO, bytes, length);
}

static void write_line(struct text *text) {
  text->at[text->length++] = '\n';
  write_error(text->at, text->length);
}

static void write_kept(void) {
  const char *path = atomic_exchange(&state.kept, NULL);
  if (path == NULL || access(path, F_OK) != 0) return;
  const char *const pieces[] = {path, " ", state.kept_hint, "\n"};
  for (size_t i = 0; i < sizeof pieces / sizeof pieces[0]; i++)
    write_error(pieces[i], strlen(pieces[i]));
}

/* How a handler ends the process. */
struct end {
  const char *message, *hint; /* hint: what to do about it; NULL: none */
  const char *reason;         /* as in grundy_error_reason */
  const char *digits;         /* of the code */
  exit_code code;
};

/* Writes {"error": ...} to standard output, as failure.c does outside of handlers. Messages are in
 * ASCII, except for names of rules. */
static void write_object(const struct end *end) {
  enum { LONGEST = 256 };
  struct text text = {.length = 0};
  add(&text, "{\"error\": {\"reason\": \"");
  add(&text, end->reason);
  add(&text, "\", \"message\": \"");
  for (const char *c = end->message; *c != '\0' && text.length < LONGEST; c++)
    add(&text, *c == '"' || *c == '\\' || (unsigned char)*c >= 0x80 ? "?" : (char[]){*c, '\0'});
  add(&text, end->hint == NULL ? "\", \"hint\": null" : "\", \"hint\": \"");
  if (end->hint != NULL) add(&text, end->hint);
  add(&text, end->hint == NULL ? "" : "\"");
  add(&text, ", \"file\": null, \"line\": null, \"column\": null, \"code\": ");
  add(&text, end->digits);
  add(&text, ", \"positions\": null}}");
  text.at[text.length++] = '\n';
  write_now(STDOUT_FILENO, text.at, text.length);
}

static void clean_up(void) {
  const char *temporary = atomic_exchange(&state.temporary, NULL);
  const struct termios *terminal = atomic_exchange(&state.terminal, NULL);
  pid_t child = atomic_exchange(&state.child, 0);
  if (child > 0) (void)kill(child, SIGKILL);
  if (terminal != NULL) (void)tcsetattr(STDIN_FILENO, TCSANOW, terminal);
  if (temporary != NULL) (void)unlink(temporary);
  grundy_outputs_abandon();
}

/* Lets only one thread end the process and print why: several may crash at once. */
static void claim_end(void) {
  while (atomic_exchange(&state.ending, true)) (void)pause();
}

_Noreturn static void leave(int code) {
  rules_process_note_code(code);
  _exit(code);
}

static const struct end interrupted = {"interrupted", NULL, "cancelled", "130", CODE_INTERRUPTED};

/* Cleans up, prints the message unless another one was printed, and ends. */
_Noreturn static void end_with(struct end end) {
  struct text text = {.length = 0};
  claim_end();
  clean_up();
  if (!atomic_exchange(&state.said, true)) {
    add_over_progress(&text);
    add_name(&text);
    add(&text, end.message);
    add(&text, end.hint == NULL ? "" : "; ");
    add(&text, end.hint == NULL ? "" : end.hint);
    write_line(&text);
    if (failure_is_json()) write_object(&end);
  }
  write_kept();
  leave((int)end.code);
}

/* Returns false in a forked child, after performing the default action. */
static bool is_ours(int number) {
  if (getpid() == state.process) return true;
  struct sigaction usual = {.sa_handler = SIG_DFL};
  (void)sigaction(number, &usual, NULL);
  (void)raise(number);
  return false;
}

static void end_if_decided(void) {
  if (state.decided != NOT_DECIDED) leave(state.decided);
}

/* Starts the timer. setitimer is not listed as async-signal-safe, but is only a system call. */
static void arm(double seconds) {
  struct itimerval timer = {0};
  timer.it_value.tv_sec = (time_t)seconds;
  timer.it_value.tv_usec = (suseconds_t)(1e6 * (seconds - (double)(time_t)seconds));
  (void)setitimer(ITIMER_REAL, &timer, NULL);
  rules_process_note_timer(seconds);
}

/* A signal to both processes of a command with rules in C arrives twice, the second time passed on
 * by the parent: the two count as one. */
static void on_interruption(int number, siginfo_t *about, void *context) {
  int before = errno;
  (void)context;
  if (!is_ours(number)) return;
  end_if_decided();
  bool passed_on = about->si_code <= 0 && rules_process_is_parent(about->si_pid);
  bool again = ++state.signals[passed_on ? 1 : 0] > 1;
  if (again || state.ends_at_once != 0) end_with(interrupted);
  if (state.caught != 0) return;
  state.caught = number;
  rules_process_note_caught();
  pid_t child = atomic_load(&state.child);
  if (child > 0) (void)kill(child, SIGTERM);
  if (state.waits_for_saving == 0) arm(seconds_of_grace);
  errno = before;
}

static void on_alarm(int number) {
  if (!is_ours(number)) return;
  end_if_decided();
  if (state.caught != 0) end_with(interrupted);
  if (state.waits_for_saving != 0) {
    state.waits_for_saving = 0;
    arm(seconds_to_save);
    return;
  }
  end_with((struct end){"the time is up", "--time allows no more", "time", "4", CODE_UNABLE});
}

static void on_broken_pipe(int number) {
  if (!is_ours(number)) return;
  end_if_decided();
  clean_up();
  leave(state.has_pager != 0 ? CODE_YES : CODE_BROKEN);
}

static int index_of_crash(int number) {
  int i = 0;
  while (crashes[i].number != number) i++;
  return i;
}

/* If rules crashed, prints "./bad.so crashed in moves (segmentation fault)" and ends the
 * process. */
static void end_if_in_rules(const char *what, const char *how) {
  const char *function = NULL;
  const char *rules = grundy_rules_running(&function);
  struct text text = {.length = 0};
  if (rules == NULL) return;
  const char *const pieces[] = {rules, what, function, " (", how, ")"};
  for (size_t i = 0; i < sizeof pieces / sizeof pieces[0]; i++) add(&text, pieces[i]);
  text.at[text.length] = '\0';
  end_with((struct end){text.at, NULL, "rules", "3", CODE_INPUT});
}

/* Restores the previous action: the crashing instruction crashes again, and a signal that was sent
 * is sent again. */
static void on_crash(int number, siginfo_t *about, void *context) {
  int i = index_of_crash(number);
  (void)context;
  if (getpid() == state.process) {
    end_if_in_rules(" crashed in ", crashes[i].name);
    clean_up();
  }
  (void)sigaction(number, &before_crash[i], NULL);
  if (about->si_code <= 0) (void)raise(number);
}

/* ---- outside of handlers ---------------------------------------------------------------- */

/* Installs an action without SA_RESTART, so that reads from pipes and keyboards are interrupted,
 * too. */
static void install(int number, struct sigaction action) {
  (void)sigfillset(&action.sa_mask);
  for (size_t i = 0; i < CRASHES; i++) (void)sigdelset(&action.sa_mask, crashes[i].number);
  (void)sigaction(number, &action, NULL);
}

static void handle(int number, void (*handler)(int)) {
  install(number, (struct sigaction){.sa_handler = handler});
}

static bool is_ignored(int number) {
  struct sigaction before;
  return sigaction(number, NULL, &before) == 0 && before.sa_handler == SIG_IGN;
}

/* As above, but signals that were ignored at the start stay ignored. */
static void handle_unless_ignored(int number, void (*handler)(int)) {
  if (!is_ignored(number)) handle(number, handler);
}

static void handle_crashes(void) {
  struct sigaction action = {.sa_sigaction = on_crash, .sa_flags = SA_SIGINFO | SA_ONSTACK};
  static char stack[ALTERNATE_STACK]; /* rules with endless recursion leave no room for a handler */
  (void)sigfillset(&action.sa_mask);
  grundy_platform_use_signal_stack(stack, sizeof stack);
  for (size_t i = 0; i < CRASHES; i++) {
    struct sigaction before;
    (void)sigaction(crashes[i].number, &action, &before);
    bool is_ours_already = (before.sa_flags & SA_SIGINFO) != 0 && before.sa_sigaction == on_crash;
    if (!is_ours_already) before_crash[i] = before;
  }
}

/* Removes temporary files, then performs the default action, for SIGQUIT and the limit on CPU
 * time. */
static void on_quit(int number) {
  if (getpid() == state.process) clean_up();
  struct sigaction usual = {.sa_handler = SIG_DFL};
  (void)sigaction(number, &usual, NULL);
  (void)raise(number);
}

/* Called by exit, so that the exit code of rules that call exit is not taken for an answer. */
static void on_exit_in_rules(void) {
  if (getpid() == state.process && state.decided == NOT_DECIDED)
    end_if_in_rules(" ended the process in ", "exit called");
}

/* Unblocks our signals, because a process inherits the signal mask of its parent. */
static void unblock_signals(void) {
  sigset_t ours;
  (void)sigemptyset(&ours);
  (void)sigaddset(&ours, SIGALRM);
  for (size_t i = 0; i < INTERRUPTIONS; i++) (void)sigaddset(&ours, interruptions[i]);
  for (size_t i = 0; i < CRASHES; i++) (void)sigaddset(&ours, crashes[i].number);
  (void)sigprocmask(SIG_UNBLOCK, &ours, NULL);
}

void signals_start(void) {
  static bool started = false;
  if (!started) started = atexit(on_exit_in_rules) == 0;
  state.process = getpid();
  state.caught = 0;
  state.signals[0] = state.signals[1] = 0;
  state.ends_at_once = 1;
  state.waits_for_saving = 0;
  state.decided = NOT_DECIDED;
  state.progress_width = 0;
  state.has_pager = 0;
  atomic_store(&state.kept, NULL);
  atomic_store(&state.said, false);
  atomic_store(&state.ending, false);
  handle(SIGPIPE, on_broken_pipe);
  handle(SIGXFSZ, SIG_IGN);
  handle(SIGALRM, on_alarm);
  handle_unless_ignored(SIGQUIT, on_quit);
  handle_unless_ignored(SIGXCPU, on_quit);
  for (size_t i = 0; i < INTERRUPTIONS; i++)
    if (!is_ignored(interruptions[i]))
      install(interruptions[i],
              (struct sigaction){.sa_sigaction = on_interruption, .sa_flags = SA_SIGINFO});
  handle_crashes();
  unblock_signals();
}

void signals_set_flag(void) {
  state.ends_at_once = 0;
}

void signals_end_process(void) {
  state.ends_at_once = 1;
}

void signals_wait_for_saving(void) {
  state.waits_for_saving = 1;
}

void signals_end_after(double seconds) {
  const double most = 1e9;
  arm(seconds > most ? most : seconds);
}

void signals_decide(int code) {
  state.decided = code;
  arm(0);
}

void signals_leave_to_pager(void) {
  state.has_pager = 1;
  handle(SIGINT, SIG_IGN);
  rules_process_note_caught();
  arm(0);
}

const char *signals_name_crash(int number) {
  for (size_t i = 0; i < CRASHES; i++)
    if (crashes[i].number == number) return crashes[i].name;
  return NULL;
}

bool signals_caught(void) {
  return state.caught != 0;
}

void signals_say_interrupted(void) {
  struct text text = {.length = 0};
  if (atomic_exchange(&state.said, true)) return;
  add_name(&text);
  add(&text, "interrupted");
  write_line(&text);
}

void signals_note_kept(const char *path, const char *hint) {
  atomic_store(&state.kept, NULL); /* a handler must not see the path with another hint */
  state.kept_hint = hint;
  atomic_store(&state.kept, path);
}

void signals_say_kept(void) {
  write_kept();
}

void signals_note_progress(int width) {
  state.progress_width = width;
}

int signals_wait_for_child(pid_t child, int *status) {
  int failure = 0;
  atomic_store(&state.child, child);
  while (failure == 0 && waitpid(child, status, 0) < 0)
    if (errno != EINTR) failure = errno;
  atomic_store(&state.child, 0);
  return failure;
}

void signals_note_terminal(const struct termios *usual) {
  atomic_store(&state.terminal, usual);
}

void signals_note_temporary(const char *path) {
  atomic_store(&state.temporary, path);
  rules_process_note_temporary(path);
}
