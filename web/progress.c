#include "web/progress.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char word[] = "progress: ";

/* Returns the last complete line about progress; NULL if there is none. The text may begin in the
 * middle of a line. */
static const char *last_line(const char *text) {
  const char *found = NULL;
  for (const char *at = text; (at = strstr(at, word)) != NULL; at++) {
    bool begins = at == text || at[-1] == '\n';
    if (begins && strchr(at, '\n') != NULL) found = at;
  }
  return found;
}

struct web_progress web_progress_read(const char *errors) {
  struct web_progress progress = {.positions = -1};
  const char *line = last_line(errors);
  char *end = NULL;
  if (line == NULL) return progress;
  long long positions = strtoll(line + strlen(word), &end, 10);
  if (*end != ' ') return progress;
  if (positions > 0) progress.positions = positions;
  (void)snprintf(progress.phase, sizeof progress.phase, "%.*s", (int)strcspn(end + 1, "\n"),
                 end + 1);
  return progress;
}
