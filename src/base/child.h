/* Runs other people's code in a child process, so that a call which ends the process, crashes or
 * never returns cannot take the caller down with it. */

#ifndef GRUNDY_SRC_BASE_CHILD_H
#define GRUNDY_SRC_BASE_CHILD_H

#include <grundy/base.h>

#include <sys/types.h>
#include <time.h>

/* Makes the bytes that the child sends back, or says why it cannot. Runs in the child, which never
 * returns to the caller and ends by _exit: nothing needs to be freed. */
typedef grundy_status (*grundy_child_work)(const void *context, char **bytes, size_t *size,
                                           grundy_error *error);

typedef struct grundy_child {
  pid_t pid;
  int from;             /* the reading end of a pipe */
  struct timespec used; /* processor time, when the child was last looked at */
  int idle;             /* how often it had used none since then */
} grundy_child;

/* Forks a child that runs `work`. Its standard streams are /dev/null, all other descriptors are
 * closed, signal handlers are reset, and it is killed if the calling thread ends. GRUNDY_UNABLE if
 * the system has no room for another process. */
grundy_status grundy_child_start(grundy_child *child, grundy_child_work work, const void *context,
                                 grundy_error *error);

/* Copies what the child sends to `out` and ends the child, whatever happens; whether writing
 * succeeded, `out` tells. Fails as `work` did, with GRUNDY_UNABLE if the child died or has used no
 * processor time for ten seconds (threads of pango wait for each other for ever when memory runs
 * out), or with GRUNDY_CANCELLED, for which the monitor is asked ten times per second, under the
 * name `phase`.
 *
 * Does not rely on SIGCHLD or on an exit status: a program that ignores SIGCHLD or waits for all
 * children may use this. `name` is whose code it is, for messages. */
grundy_status grundy_child_finish(grundy_child *child, const char *name,
                                  const grundy_monitor *monitor, const char *phase, FILE *out,
                                  grundy_error *error);

#endif
