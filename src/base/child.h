/* Runs code of other libraries in a child process, so that a call which ends the process, crashes
 * or never returns does not affect the caller. */

#ifndef GRUNDY_SRC_BASE_CHILD_H
#define GRUNDY_SRC_BASE_CHILD_H

#include <grundy/base.h>

/* Makes the bytes that the child sends back, or fails. Runs in the child, which never returns to
 * the caller and ends by _exit: nothing needs to be freed. */
typedef grundy_status (*grundy_child_work)(const void *context, char **bytes, size_t *size,
                                           grundy_error *error);

/* Forks a child that runs `work`, copies what it sends to `out`, and ends it in any case; the
 * caller checks `out` for write errors. The standard streams of the child are /dev/null, all other
 * descriptors are closed, signal handlers are reset, and the child is killed if the calling thread
 * ends.
 *
 * Fails as `work` did; with GRUNDY_UNABLE if the system cannot start another process, or if the
 * child died or has used no CPU time for ten seconds (threads of pango wait for each other forever
 * when memory runs out); or with GRUNDY_CANCELLED: the monitor is called ten times per second, with
 * the name `phase`.
 *
 * Does not rely on SIGCHLD or on an exit status, so programs that ignore SIGCHLD or wait for all
 * children may use it. `name` is the library whose code it is, for messages. */
grundy_status grundy_child_run(grundy_child_work work, const void *context, const char *name,
                               const grundy_monitor *monitor, const char *phase, FILE *out,
                               grundy_error *error);

#endif
