/* Runs the command as a child process with limits, and reads its output. */

#ifndef GRUNDY_WEB_CHILD_H
#define GRUNDY_WEB_CHILD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "web/task.h"

/* The output of a child on one stream so far. */
struct web_stream {
  int fd; /* -1 after the end of the stream */
  char *bytes;
  size_t length, room, most;
  bool keeps_end; /* beyond `most` bytes, keep the last ones and read on */
  bool is_full;   /* without keeps_end: there was more than `most`, or no memory for it */
};

struct web_child {
  pid_t pid;
  struct web_stream out, err;
};

/* Runs the task in that folder. False if no process can be started; errno says why. */
bool web_child_start(struct web_child *child, const struct web_task *task, const char *folder,
                     const struct web_limits *limits);

/* Reads the available output, without waiting. */
void web_child_read(struct web_child *child);

/* Sends the signal to the child and to all processes that it has started. */
void web_child_signal(const struct web_child *child, int number);

/* Returns whether the child has ended. Then only its output remains, and *status is that of
 * waitpid. */
bool web_child_has_ended(struct web_child *child, int *status);

/* Kills the child if it is running, waits for it, and frees its output. */
void web_child_free(struct web_child *child);

#endif
