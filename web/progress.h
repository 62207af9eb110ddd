/* How far a command is, read from the lines `progress: POSITIONS PHASE` that it prints to standard
 * error if GRUNDY_PROGRESS is 1. */

#ifndef GRUNDY_WEB_PROGRESS_H
#define GRUNDY_WEB_PROGRESS_H

#include <stdint.h>

struct web_progress {
  char phase[32];    /* "" if unknown */
  int64_t positions; /* found so far; -1 if unknown */
};

/* Reads the last line about progress in the text, which may have other lines. */
struct web_progress web_progress_read(const char *errors);

#endif
