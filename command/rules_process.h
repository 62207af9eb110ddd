/* Rules in C from a file can end the process, crash in a thread of their own and block signals. A
 * command that may run them does all its work in a child process, and its parent waits: it reports
 * how the child ended, removes the temporary files that the child left, and ends a child that
 * outlives --time or a signal. Calls of the rules stay in the child and cost nothing. */

#ifndef GRUNDY_CLI_RULES_PROCESS_H
#define GRUNDY_CLI_RULES_PROCESS_H

#include <stdbool.h>
#include <sys/types.h>

/* Returns whether the command line may run rules in C from a file: it names a shared object or a
 * folder, or builds rules. A yes may be wrong, and costs only a process. */
bool rules_process_is_needed(int argc, char **argv);

/* Forks. Returns true in the child. In the parent, waits for the child, sets the exit code and
 * returns false. */
bool rules_process_start(int argc, char **argv, int *code);

/* Returns whether this is such a child. */
bool rules_process_is_child(void);

/* Returns whether this is such a child, and that process its parent. Async-signal-safe. */
bool rules_process_is_parent(pid_t process);

/* For the child; elsewhere nothing happens. All are async-signal-safe, and the parent reads what
 * they note. */

/* The last action: the work is done, and the process ends with this code. A parent that finds no
 * code reports that the rules ended the process. */
void rules_process_note_code(int code);

/* A timer ends the process in that many seconds; 0: none does. */
void rules_process_note_timer(double seconds);

/* A signal was caught, or something else than a handler waits for signals from now on: the parent
 * lets the child end by itself. */
void rules_process_note_caught(void);

/* As signals_note_temporary. */
void rules_process_note_temporary(const char *path);

#endif
