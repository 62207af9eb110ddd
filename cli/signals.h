/* Signals: Ctrl-C and its relatives, the watchdog of --time, and crashes. However the process ends,
 * no temporary file is left behind. The command keeps its globals here. */

#ifndef GRUNDY_CLI_SIGNALS_H
#define GRUNDY_CLI_SIGNALS_H

#include <stdbool.h>
#include <sys/types.h>

/* Called first. SIGINT, SIGTERM and SIGHUP end the process with CODE_INTERRUPTED, as
 * signals_end_process says. A reader of our output may stop early, as `head` does: that ends the
 * process with CODE_BROKEN and without a message. A file that grows past its limit is a write that
 * fails. A crash inside compiled rules ends the process with CODE_INPUT and a line that names the
 * rules; any other crash keeps its default action. */
void signals_start(void);

/* From now on SIGINT, SIGTERM and SIGHUP set a flag, for work that looks at the flag. If the
 * process has not ended half a second later, or at a second signal, it ends with CODE_INTERRUPTED:
 * the work may be inside code that nobody can interrupt. A signal that was ignored when the process
 * started stays ignored. */
void signals_set_flag(void);

/* From now on they end the process at once with CODE_INTERRUPTED, for work that never looks at the
 * flag. A signal caught earlier still has to be looked for with signals_caught. */
void signals_end_process(void);

/* For work that saves its results when it is interrupted: the process no longer ends by itself half
 * a second after the first signal. A second signal still ends it. */
void signals_wait_for_saving(void);

/* Ends the process after that time with CODE_UNABLE, whatever it is doing. */
void signals_end_after(double seconds);

/* The exit code is decided, and only cleaning up is left: from now on a signal ends the process at
 * once with that code, and the watchdog is switched off. */
void signals_decide(int code);

/* A pager reads standard output from now on: Ctrl-C is ignored, for the pager gets it, too, time is
 * no longer limited, and a pager that quits ends the process with CODE_YES. */
void signals_leave_to_pager(void);

/* Has a signal been caught? */
bool signals_caught(void);

/* Prints "grundy: interrupted", unless that was printed before. */
void signals_say_interrupted(void);

/* How the terminal is to be left if the process ends suddenly while a line is edited; the struct
 * must stay. NULL: as it is. */
struct termios;
void signals_note_terminal(const struct termios *usual);

/* A line of progress of that width is on the terminal; a message has to overwrite it. 0: none. */
void signals_note_progress(int width);

/* Waits for a program that was started, which a signal ends too. *status is as that of waitpid.
 * Returns 0 or an errno. */
int signals_wait_for_child(pid_t child, int *status);

/* A temporary file other than those of grundy_output; it is removed if the process ends suddenly.
 * The text must stay. NULL: none. */
void signals_note_temporary(const char *path);

#endif
