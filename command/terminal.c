#include "terminal.h"

#include <fcntl.h>
#include <langinfo.h>
#include <locale.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#include <platform.h>

#include "pager.h"

/* Replaces a closed stream by one that fails when used: standard input is opened for writing, the
 * others for reading. */
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

/* Returns whether standard output is a terminal with colours, or a pager on one, and NO_COLOR is
 * not set. */
static bool shows_colours(void) {
  const char *terminal = getenv("TERM");
  if (terminal == NULL || strcmp(terminal, "dumb") == 0) return false;
  return !is_set("NO_COLOR") && (grundy_platform_is_terminal(STDOUT_FILENO) || pager_is_running());
}

const char *const terminal_colour_choices[] = {"auto", "always", "never", NULL};

bool terminal_uses_colour(int choice) {
  return choice == COLOUR_ALWAYS || (choice == COLOUR_AUTO && shows_colours());
}

size_t terminal_width(const char *text, size_t length) {
  size_t width = 0;
  for (size_t i = 0; i < length; i++) width += ((unsigned char)text[i] & 0xc0) != 0x80;
  return width;
}

static bool quiet;

void terminal_set_quiet(bool is_quiet) {
  quiet = is_quiet;
}

bool terminal_is_quiet(void) {
  return quiet;
}

void terminal_explain_keyboard(const char *path, const char *what) {
  if (quiet || strcmp(path, "-") != 0 || !grundy_platform_is_terminal(STDIN_FILENO) ||
      !grundy_platform_is_terminal(STDERR_FILENO))
    return;
  (void)fprintf(stderr, "Type %s. End with Ctrl-D.\n", what);
}

double terminal_clock(void) {
  struct timespec now = {0};
  (void)clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

int terminal_columns(void) {
  struct winsize size;
  if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return 80;
  return size.ws_col;
}
