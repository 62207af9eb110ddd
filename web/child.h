/* The command itself as a child: a process of its own with limits, and what it prints. */

#ifndef GRUNDY_WEB_CHILD_H
#define GRUNDY_WEB_CHILD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "web/task.h"

/* What every child may use. */
struct web_limits {
  unsigned seconds;
  uint64_t memory; /* bytes */
};

/* What a stream of the child has brought so far. */
struct web_stream {
  int fd; /* -1 when it has ended */
  char *bytes;
  size_t length, room, most;
  bool keeps_end; /* where there is more than `most`: the last bytes are kept, and it goes on */
  bool is_full;   /* otherwise: there was more than `most`, or no memory for it */
};

struct web_child {
  pid_t pid;
  struct web_stream out, err;
};

/* Runs the task in that folder. False if there is no process to be had; errno says why. */
bool web_child_start(struct web_child *child, const struct web_task *task, const char *folder,
                     const struct web_limits *limits);

/* Reads what there is to read, without waiting. */
void web_child_read(struct web_child *child);

/* Sends the signal to the child and to whatever it has started. */
void web_child_signal(const struct web_child *child, int number);

/* Has it ended? Then nothing is left of it but what it has printed, and *status is that of
 * waitpid. */
bool web_child_has_ended(struct web_child *child, int *status);

/* Ends it if it runs, waits for that, and frees what it has printed. */
void web_child_free(struct web_child *child);

#endif
