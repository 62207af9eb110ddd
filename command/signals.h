/* Handles signals: Ctrl-C and the like, the timer of --time, and crashes. However the process ends,
 * it leaves no temporary files. The globals of the command are here. */

#ifndef GRUNDY_CLI_SIGNALS_H
#define GRUNDY_CLI_SIGNALS_H

#include <stdbool.h>
#include <sys/types.h>

/* To be called first. SIGINT, SIGTERM and SIGHUP end the process with CODE_INTERRUPTED, as in
 * signals_end_process. If a reader of standard output stops early, as `head` does, the process ends
 * with CODE_BROKEN and without a message. A file that exceeds its size limit is a failed write. A
 * crash in compiled rules ends the process with CODE_INPUT and a line that names the rules; other
 * crashes keep their default action. */
void signals_start(void);

/* From now on SIGINT, SIGTERM and SIGHUP set a flag, for work that checks the flag. If the process
 * is still running half a second later, or at a second signal, it ends with CODE_INTERRUPTED: the
 * work may be inside code that cannot be interrupted. Signals that were ignored at the start stay
 * ignored. */
void signals_set_flag(void);

/* From now on these signals end the process at once with CODE_INTERRUPTED, for work that never
 * checks the flag. Signals caught earlier still have to be checked with signals_caught. */
void signals_end_process(void);

/* For work that saves its results when interrupted: the process no longer ends half a second after
 * the first signal. A second signal still ends it. */
void signals_wait_for_saving(void);

/* Ends the process after that time with CODE_UNABLE, whatever it is doing. */
void signals_end_after(double seconds);

/* The exit code is final, and only cleaning up is left: from now on a signal ends the process at
 * once with that code, and the timer is stopped. */
void signals_decide(int code);

/* From now on a pager reads standard output: Ctrl-C is ignored, because the pager gets it, too;
 * time is no longer limited; and a pager that quits ends the process with CODE_YES. */
void signals_leave_to_pager(void);

/* Returns the name of a signal by which programs crash, such as "segmentation fault"; NULL if it is
 * not one. */
const char *signals_name_crash(int number);

/* Returns whether a signal was caught. */
bool signals_caught(void);

/* Prints "PROGRAM: interrupted" once. */
void signals_say_interrupted(void);

/* Notes that `path` keeps work that another run can continue. If the process is interrupted or its
 * time is up, even in code that cannot be interrupted, then `path` and `hint` are printed after the
 * message if the file exists. Both texts must outlive that. NULL: no file. */
void signals_note_kept(const char *path, const char *hint);

/* Prints that line, unless it was printed before. */
void signals_say_kept(void);

/* Sets how to restore the terminal if the process ends suddenly while a line is edited. The struct
 * must outlive that. NULL: not at all. */
struct termios;
void signals_note_terminal(const struct termios *usual);

/* Says that a line of progress of that width is on the terminal, which messages have to overwrite.
 * 0: none. */
void signals_note_progress(int width);

/* Waits for a child process, which signals end, too. *status is that of waitpid. Returns 0 or an
 * errno. */
int signals_wait_for_child(pid_t child, int *status);

/* Names a temporary file that is not a grundy_output, to be removed if the process ends suddenly.
 * The text must outlive that. NULL: none. */
void signals_note_temporary(const char *path);

#endif
