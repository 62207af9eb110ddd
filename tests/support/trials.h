/* Command lines of every subcommand, and running them with something that fails: each trial is a
 * process of its own, in a folder with inputs in in/ and outputs in out/. A test that uses this is
 * linked with test_command. Where something of the test's own fails, it aborts. */

#ifndef SUPPORT_TRIALS_H
#define SUPPORT_TRIALS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { TRIAL_MOST_FILES = 8, TRIAL_NAME = 256, TRIAL_PATH = TRIAL_NAME + 16 };

/* NULL follows the last one. Lines that write files write all they can; standard input is in/keys.
 */
extern const char *const trial_lines[];

/* What happens around the command, in its process and in the one that waits for it. */
typedef struct trial_hooks {
  void (*begin)(void *context);  /* in the process of the command, before it runs */
  void (*end)(void *context);    /* there, after it has run, before buffers are flushed */
  void (*follow)(void *context); /* in the process of the test, while the command runs */
  void *context;
} trial_hooks;

typedef struct trial_end {
  int code;        /* -1: a signal ended it, SIGKILL if it took too long */
  int signal;      /* 0: none */
  char said[4096]; /* on standard error */
} trial_end;

/* Makes the folder with its inputs and goes there; leaves and removes it. 0, or -1 on failure, as
 * cmocka wants it. */
int trial_set_up(void **state);
int trial_tear_down(void **state);

/* Runs `grundy LINE` with standard output going to `output` and no file longer than `file_size`
 * bytes, -1 for no limit. `hooks` and each of its functions may be NULL. */
trial_end trial_run(const char *line, const char *output, int64_t file_size,
                    const trial_hooks *hooks);

/* Runs it with standard output going to "seen", fails the test unless it succeeds quietly, and
 * moves what it has written to expected/. */
void trial_succeed(const char *line, const trial_hooks *hooks);

/* In the process of a command: makes its readings of the clock fail, from the first to the last,
 * counted from 0. */
void trial_break_clock(int64_t first, int64_t last);

/* Each of these says on standard error if what it expects is not so; trial_finish fails the test if
 * one of them did. */
void trial_finish(void);

/* Lets every output exist, with other contents, before the command runs; not a checkpoint, which
 * would be read. */
void trial_put_old_files(void);

/* What is in out/ is whole: as in expected/, or what was there before. Empties out/. */
void trial_expect_files(const char *line, const char *fault);

void trial_expect_code(const char *line, const char *fault, const trial_end *end, int code);

/* One line, with `part` in it. */
void trial_expect_said(const char *line, const char *fault, const trial_end *end, const char *part);

/* The command has succeeded, quietly, and everything that it has written is as after trial_succeed;
 * or it has failed with exit code 4 or 5 and one line. Its files are whole. Empties out/. */
void trial_judge(const char *line, const char *fault, const trial_end *end);

/* The same, but for what the files and standard output contain. */
void trial_judge_loosely(const char *line, const char *fault, const trial_end *end);

/* The path of a file in a folder, its size (0 if there is none), and the names in a folder. */
void trial_join(char path[TRIAL_PATH], const char *folder, const char *name);
int64_t trial_size(const char *path);
size_t trial_list(const char *folder, char names[TRIAL_MOST_FILES][TRIAL_NAME]);

#endif
