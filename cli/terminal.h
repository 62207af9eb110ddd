/* What the terminal can show, and progress on it. */

#ifndef GRUNDY_CLI_TERMINAL_H
#define GRUNDY_CLI_TERMINAL_H

#include <stdbool.h>
#include <time.h>

#include <grundy/base.h>

/* Makes sure that files opened later cannot take the number of a standard stream that the
 * caller closed, and reads the locale. To be called first. */
void terminal_start(void);

/* Can the locale show only ASCII for sure? */
bool terminal_is_ascii(void);

/* Is standard output a terminal with colours whose owner did not set NO_COLOR? */
bool terminal_wants_colour(void);

/* Says how to type a game if `path` is - and standard input is a keyboard. */
void terminal_explain_keyboard(const char *path);

/* Seconds since some moment; only differences mean something. */
double terminal_clock(void);

/* Watches long work: shows its phase, percentage and time in one line of standard error once
 * it has taken a second, if that is a terminal, and cancels it when a signal was caught. */
struct progress {
  bool visible;  /* is there a terminal to show it on? */
  double start;  /* by terminal_clock, as is the next */
  double latest; /* when the line was last written */
  int width;     /* of the line that stands there now; 0 if none does */
};

struct progress progress_start(void);

/* The monitor to give to the library; `progress` must outlive it. */
grundy_monitor progress_monitor(struct progress *progress);

/* Removes the line. The work may go on afterwards. */
void progress_clear(struct progress *progress);

#endif
