/* Exit codes, and messages about failures: a line on standard error, and an object for programs. */

#ifndef GRUNDY_CLI_FAILURE_H
#define GRUNDY_CLI_FAILURE_H

#include <stdbool.h>
#include <stdint.h>

#include <grundy/base.h>

typedef enum exit_code {
  CODE_YES = 0,
  CODE_NO = 1,
  CODE_USAGE = 2,
  CODE_INPUT = 3,
  CODE_UNABLE = 4,
  CODE_BROKEN = 5,
  CODE_UNDEFINED = 6,
  CODE_INTERRUPTED = 130,
} exit_code;

struct exit_code_info {
  exit_code code;
  const char *meaning; /* NULL after the last one */
};

/* Returns all exit codes with their meanings, for help. */
const struct exit_code_info *exit_code_list(void);

/* To be called first. If --json or --to json is among the words, or the environment variable
 * GRUNDY_ERRORS is json, a command that fails also prints {"error": ...} as the last line of
 * standard output. */
void failure_start(int argc, char **argv);

/* Returns whether that is so. Safe in signal handlers. */
bool failure_is_json(void);

/* To be called after an answer on standard output that names the limit that was reached: {"error":
 * ...} does not follow it. */
void failure_end_answer(void);

/* Prints `file:line:column: message`, or `grundy: message` if no file is concerned, on one line
 * with a hint about the options of the command. Returns the exit code. On a terminal, the line of
 * the file follows, with a caret under the column. For cancelled work, prints only that it was
 * interrupted. */
int fail(const grundy_error *error);

/* As above, for work that had found that many positions; 0 if unknown. `hint` is what to do about
 * it, instead of a hint about the reason; NULL: none of its own. */
int fail_after(const grundy_error *error, uint64_t positions, const char *hint);

/* Prints `grundy: message; try 'grundy COMMAND --help'` and returns CODE_USAGE. `command` may be
 * NULL. */
int fail_usage(const char *command, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* As above, because the word is not one of the things that `what` names. Suggests the word of
 * `best` instead of --help, if it has one. */
int fail_unknown(const char *command, const char *what, const char *word,
                 const grundy_suggestion *best);

/* As above, because the word, the value of `what`, is not one of the choices, a list up to a NULL.
 * Suggests a choice if one is close. */
int fail_choice(const char *command, const char *what, const char *word,
                const char *const *choices);

/* Sets the error and returns the status. `file` is "" if no file is concerned. */
grundy_status fail_with(grundy_error *error, grundy_status status, const char *file,
                        const char *format, ...) __attribute__((format(printf, 4, 5)));

/* Sets the error to "out of memory" and returns its status. */
grundy_status fail_memory(grundy_error *error);

/* Writes the text with a ? for every control character: the names in a message come from files, and
 * must neither break its line nor control the terminal. */
void put_printable(FILE *out, const char *text);

/* As above, but in quotes, with a backslash before quotes and backslashes. */
void put_quoted(FILE *out, const char *text);

/* Writes the name of a position as put_printable does, or in quotes if it is empty or begins with a
 * quote, so that it can be seen and typed. */
void put_position_name(FILE *out, const char *name);

/* Returns how many bytes of a text a message shows: at most 60, and no part of a character. */
size_t excerpt_length(const char *at, size_t length);

#endif
