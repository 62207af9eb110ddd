/* Shows progress in one line of standard error, if that is a terminal: the phase, a bar, how much
 * is done and the estimated time left. If the environment variable GRUNDY_PROGRESS is 1, lines for
 * programs are printed instead. */

#ifndef GRUNDY_CLI_PROGRESS_H
#define GRUNDY_CLI_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

#include <grundy/explore.h>
#include <grundy/tiers.h>

struct progress {
  bool visible;       /* it is wanted, and there is a terminal to show it on */
  double start;       /* by terminal_clock, like all times here */
  double latest;      /* when the line was last written */
  int width;          /* of the line on the terminal, in characters; 0 if there is none */
  const char *phase;  /* the current one; NULL before the first */
  double phase_start; /* when it was first reported, */
  uint64_t first;     /* how much was done then, */
  uint64_t done;      /* and at the last report */
  double left;        /* estimated seconds until its end; negative if unknown */
  bool for_programs;  /* lines `progress: POSITIONS PHASE` are printed, whatever is visible */
  uint64_t positions; /* found by exploring so far */
  bool parts;         /* they are parts of positions */
  bool by_tiers;      /* they are indices of tiers */
  char figures[128];  /* shown instead of a bar while rules are explored; "" otherwise */
};

/* Starts the clock. Nothing is shown during the first second of work. */
struct progress progress_start(bool is_wanted);

/* Records how far a phase is, and shows it at most ten times a second. If `total` is 0, it is not
 * known: a mark moves in the bar, and the elapsed time is shown. */
void progress_note(struct progress *progress, const char *phase, uint64_t done, uint64_t total);

/* Records how far exploring rules is, for a struct progress. The total is not known, so figures are
 * shown. */
void progress_exploring(void *progress, const grundy_exploration *now);

/* Records how far a game is that is solved or verified tier by tier, for a struct progress. */
void progress_tiers(void *progress, const grundy_tiers_progress *now);

/* Prints a last line for programs, if they asked for it: the work ends here. */
void progress_end(const struct progress *progress);

/* Removes the line. Work may continue afterwards. */
void progress_clear(struct progress *progress);

#endif
