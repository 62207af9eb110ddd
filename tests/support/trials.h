/* Runs command lines of every subcommand while something fails: each trial is a process in a folder
 * with inputs in in/ and outputs in out/. Tests that use this are linked with test_command. A
 * failure of the test's own code aborts. */

#ifndef SUPPORT_TRIALS_H
#define SUPPORT_TRIALS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { TRIAL_MOST_FILES = 8, TRIAL_NAME = 256, TRIAL_PATH = TRIAL_NAME + 16 };

/* Ends with a NULL. Lines that write files write all possible ones; standard input is in/keys. */
extern const char *const trial_lines[];

/* Callbacks in the process of the command and in the process that waits for it. */
typedef struct trial_hooks {
  void (*begin)(void *context); /* in the process of the command, before it runs */
  void (*end)(void *context);   /* in that process, after the command, before buffers are flushed */
  void (*follow)(void *context); /* in the process of the test, while the command runs */
  void *context;
} trial_hooks;

typedef struct trial_end {
  int code;        /* -1: ended by a signal, SIGKILL if it took too long */
  int signal;      /* 0: none */
  char said[4096]; /* printed on standard error */
} trial_end;

/* Makes the folder with its inputs and changes to it; changes back and removes it. Both return 0,
 * or -1 on failure, as cmocka expects. */
int trial_set_up(void **state);
int trial_tear_down(void **state);

/* Runs `grundy LINE` with standard output going to `output` and no file longer than `file_size`
 * bytes (-1: no limit). `hooks` and each of its functions may be NULL. */
trial_end trial_run(const char *line, const char *output, int64_t file_size,
                    const trial_hooks *hooks);

/* Runs it with standard output going to "seen", fails the test unless it succeeds without messages,
 * and moves its files to expected/. */
void trial_succeed(const char *line, const trial_hooks *hooks);

/* In the process of a command: makes calls that read the clock fail, from the first to the last,
 * counted from 0. */
void trial_break_clock(int64_t first, int64_t last);

/* Each of these functions reports a failed expectation on standard error; then trial_finish fails
 * the test. */
void trial_finish(void);

/* Creates every output with other contents before the command runs, except a checkpoint, which
 * would be read. */
void trial_put_old_files(void);

/* Checks that the files in out/ are complete: as in expected/, or as before the command. Empties
 * out/. */
void trial_expect_files(const char *line, const char *fault);

void trial_expect_code(const char *line, const char *fault, const trial_end *end, int code);

/* Checks that the message is one line that contains `part`. */
void trial_expect_said(const char *line, const char *fault, const trial_end *end, const char *part);

/* Checks that the command has succeeded without messages and all its output is as after
 * trial_succeed, or that it has failed with exit code 4 or 5 and one line. Its files are complete.
 * Empties out/. */
void trial_check(const char *line, const char *fault, const trial_end *end);

/* As above, but ignores the contents of the files and of standard output. */
void trial_check_loosely(const char *line, const char *fault, const trial_end *end);

/* The path of a file in a folder, its size (0 if there is none), and the names in a folder. */
void trial_join(char path[TRIAL_PATH], const char *folder, const char *name);
int64_t trial_size(const char *path);
size_t trial_list(const char *folder, char names[TRIAL_MOST_FILES][TRIAL_NAME]);

#endif
