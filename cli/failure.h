/* Exit codes, and saying on standard error why something failed. */

#ifndef GRUNDY_CLI_FAILURE_H
#define GRUNDY_CLI_FAILURE_H

#include <stdbool.h>

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

/* Every exit code with its meaning, for help. */
const struct exit_code_info *exit_code_list(void);

/* Is the environment variable GRUNDY_REASONS 1? Then no message refers to --help, and a line
 * `reason: NAME` follows each, with the name of grundy_reason_name. */
bool failure_is_for_programs(void);

/* Says `file:line:column: message`, or `grundy: message` where no file is concerned, in one
 * line with a hint about the options of the command, and returns the exit code. On a terminal the
 * line of the file follows, with a caret under the column. Work that was cancelled is only called
 * interrupted. */
int fail(const grundy_error *error);

/* Says `grundy: message; try 'grundy COMMAND --help'` and returns CODE_USAGE. `command` may
 * be NULL. */
int fail_usage(const char *command, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Says that the word, one of the things that `what` names, is not known, and which one may be
 * meant; if `best` has no word, as fail_usage does. */
int fail_unknown(const char *command, const char *what, const char *word,
                 const grundy_suggestion *best);

/* As fail_unknown, where `what` has to be one of the choices, a list up to a NULL. */
int fail_choice(const char *command, const char *what, const char *word,
                const char *const *choices);

/* Sets the error and returns the status. `file` is "" where none is concerned. */
grundy_status fail_with(grundy_error *error, grundy_status status, const char *file,
                        const char *format, ...) __attribute__((format(printf, 4, 5)));

/* The same: there is no memory. */
grundy_status fail_memory(grundy_error *error);

/* Writes the text with a ? for every control character: the names in a message come from
 * files, and must neither break its line nor command the terminal. */
void put_printable(FILE *out, const char *text);

/* The same in quotes, with a backslash before quotes and backslashes. */
void put_quoted(FILE *out, const char *text);

#endif
