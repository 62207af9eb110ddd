#include "signals.h"

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/time.h>
#include <unistd.h>

#include "failure.h"

static volatile sig_atomic_t caught = 0;

static void set_flag(int number) {
  caught = number;
}

/* Says it, as a handler may, and ends. */
static void end_with(const char *text, size_t length, exit_code code) {
  ssize_t written = write(STDERR_FILENO, text, length);
  (void)written;
  _exit((int)code);
}

static void end_process(int number) {
  static const char text[] = "grundy: interrupted\n";
  (void)number;
  end_with(text, sizeof text - 1, CODE_INTERRUPTED);
}

static void end_quietly(int number) {
  (void)number;
  _exit(CODE_BROKEN);
}

/* Without SA_RESTART: a read that waits for a pipe or a keyboard has to end too. */
static void handle(int number, void (*handler)(int), int flags) {
  struct sigaction action = {.sa_handler = handler, .sa_flags = flags};
  (void)sigemptyset(&action.sa_mask);
  (void)sigaction(number, &action, NULL);
}

static void handle_interruptions(void (*handler)(int), int flags) {
  static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
  for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
    struct sigaction before;
    if (sigaction(numbers[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN)
      handle(numbers[i], handler, flags);
  }
}

void signals_set_flag(void) {
  handle_interruptions(set_flag, (int)SA_RESETHAND);
}

void signals_end_process(void) {
  handle_interruptions(end_process, 0);
}

static void end_late(int number) {
  static const char text[] = "grundy: the time is up; what --time allows has passed\n";
  (void)number;
  end_with(text, sizeof text - 1, CODE_UNABLE);
}

void signals_end_after(double seconds) {
  const double most = 1e9;
  if (seconds > most) seconds = most;
  struct itimerval timer = {0};
  timer.it_value.tv_sec = (time_t)seconds;
  timer.it_value.tv_usec = (suseconds_t)(1e6 * (seconds - (double)(time_t)seconds));
  handle(SIGALRM, end_late, 0);
  (void)setitimer(ITIMER_REAL, &timer, NULL);
}

bool signals_caught(void) {
  return caught != 0;
}

void signals_start(void) {
  handle(SIGPIPE, end_quietly, 0);
  handle(SIGXFSZ, SIG_IGN, 0);
}
