#include "terminal.h"

#include <fcntl.h>
#include <langinfo.h>
#include <locale.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <grundy/base.h>

#include "signals.h"

/* ---- the terminal -------------------------------------------------------------------- */

/* A closed stream is replaced by one that fails when it is used: standard input can only be
 * written to, the others can only be read. */
static void hold_standard_streams(void) {
  for (int number = STDIN_FILENO; number <= STDERR_FILENO; number++) {
    if (fcntl(number, F_GETFD) == -1)
      (void)open("/dev/null", number == STDIN_FILENO ? O_WRONLY : O_RDONLY);
  }
}

void terminal_start(void) {
  hold_standard_streams();
  (void)setlocale(LC_CTYPE, "");
}

bool terminal_is_ascii(void) {
  return strcmp(nl_langinfo(CODESET), "UTF-8") != 0;
}

static bool is_set(const char *variable) {
  const char *value = getenv(variable);
  return value != NULL && value[0] != '\0';
}

bool terminal_wants_colour(void) {
  const char *terminal = getenv("TERM");
  if (terminal == NULL || strcmp(terminal, "dumb") == 0) return false;
  return !is_set("NO_COLOR") && isatty(STDOUT_FILENO) == 1;
}

void terminal_explain_keyboard(const char *path) {
  if (strcmp(path, "-") != 0 || isatty(STDIN_FILENO) != 1 || isatty(STDERR_FILENO) != 1) return;
  (void)fputs("Type one move a line, such as: a b   End with Ctrl-D.\n", stderr);
}

double terminal_clock(void) {
  struct timespec now = {0};
  (void)clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* ---- progress ------------------------------------------------------------------------ */

static const double seconds_before_first_line = 1.0;
static const double seconds_between_lines = 0.1;

struct progress progress_start(void) {
  double now = terminal_clock();
  return (struct progress){.visible = isatty(STDERR_FILENO) == 1, .start = now, .latest = now};
}

static void show(struct progress *progress, const char *phase, uint64_t done, uint64_t total) {
  char share[16] = "";
  if (total > 0) {
    double percent = 100.0 * (double)done / (double)total;
    (void)snprintf(share, sizeof share, " %3.0f %%", percent > 100.0 ? 100.0 : percent);
  }
  char line[80];
  int width = snprintf(line, sizeof line, "%.40s%s, %.0f s", phase, share,
                       progress->latest - progress->start);
  (void)fprintf(stderr, "\r%-*s", progress->width, line);
  (void)fflush(stderr);
  progress->width = width;
}

static bool tick(void *context, const char *phase, uint64_t done, uint64_t total) {
  struct progress *progress = context;
  if (signals_caught()) return false;
  if (!progress->visible) return true;
  double now = terminal_clock();
  if (now - progress->start < seconds_before_first_line) return true;
  if (progress->width > 0 && now - progress->latest < seconds_between_lines) return true;
  progress->latest = now;
  show(progress, phase, done, total);
  return true;
}

grundy_monitor progress_monitor(struct progress *progress) {
  return (grundy_monitor){.tick = tick, .context = progress};
}

void progress_clear(struct progress *progress) {
  if (progress->width == 0) return;
  (void)fprintf(stderr, "\r%*s\r", progress->width, "");
  (void)fflush(stderr);
  progress->width = 0;
}
