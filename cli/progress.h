/* Progress in one line of standard error, if that is a terminal: the phase, a bar, how much is
 * done and how long the rest may take. */

#ifndef GRUNDY_CLI_PROGRESS_H
#define GRUNDY_CLI_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

#include <grundy/explore.h>

struct progress {
  bool visible;       /* it is wanted, and there is a terminal to show it on */
  double start;       /* by terminal_clock, as are all times here */
  double latest;      /* when the line was last written */
  int width;          /* of the line that stands there now, in characters; 0 if none does */
  const char *phase;  /* that is under way; NULL before the first */
  double phase_start; /* when it was first heard of, */
  uint64_t first;     /* what was done of it by then, */
  uint64_t done;      /* and what was done when it was last heard of */
  double left;        /* seconds until its end, an estimate; negative if there is none yet */
  char figures[128];  /* in place of a bar, while rules are explored; "" if they are not */
};

/* Nothing is shown before the work has taken a second, without a terminal, or if it is not wanted.
 */
struct progress progress_start(bool is_wanted);

/* Takes note of how far a phase is, and shows it, but not more than ten times a second. `total`
 * is 0 where it is not known: then a mark moves in the bar, and the time that has passed is
 * shown. */
void progress_note(struct progress *progress, const char *phase, uint64_t done, uint64_t total);

/* Takes note of how far exploring rules has come, for a struct progress; nobody knows how much of
 * it there is, so figures are shown. */
void progress_exploring(void *progress, const grundy_exploration *now);

/* Removes the line. The work may go on afterwards. */
void progress_clear(struct progress *progress);

#endif
