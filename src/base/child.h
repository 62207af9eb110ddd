/* Runs other people's code in a child process, so that a call which ends the process, crashes or
 * never returns cannot take the caller down with it. */

#ifndef GRUNDY_SRC_BASE_CHILD_H
#define GRUNDY_SRC_BASE_CHILD_H

#include <grundy/base.h>

/* Makes the bytes that the child sends back, or says why it cannot. Runs in the child, which never
 * returns to the caller and ends by _exit: nothing needs to be freed. */
typedef grundy_status (*grundy_child_work)(const void *context, char **bytes, size_t *size,
                                           grundy_error *error);

/* Forks a child that runs `work`, copies what it sends to `out`, and ends it, whatever happens;
 * whether writing succeeded, `out` tells. Standard streams of the child are /dev/null, all other
 * descriptors are closed, signal handlers are reset, and it is killed if the calling thread ends.
 *
 * Fails as `work` did; with GRUNDY_UNABLE if the system has no room for another process, or if the
 * child died or has used no processor time for ten seconds (threads of pango wait for each other
 * for ever when memory runs out); or with GRUNDY_CANCELLED: the monitor is called ten times per
 * second, with the name `phase`.
 *
 * Does not rely on SIGCHLD or on an exit status: a program that ignores SIGCHLD or waits for all
 * children may use this. `name` is whose code it is, for messages. */
grundy_status grundy_child_run(grundy_child_work work, const void *context, const char *name,
                               const grundy_monitor *monitor, const char *phase, FILE *out,
                               grundy_error *error);

#endif
