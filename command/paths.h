/* Names of files: their formats, and writing an answer to one. */

#ifndef GRUNDY_COMMAND_PATHS_H
#define GRUNDY_COMMAND_PATHS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include <grundy/base.h>
#include <grundy/format.h>

#include "options.h"

/* Returns whether the path is "-", for standard input or output. */
bool file_is_standard(const char *path);

/* Returns whether the path ends with `ending`, in upper or lower case, after a name. */
bool file_ends_with(const char *path, const char *ending);

/* The following functions return CODE_YES, or print what is wrong and return CODE_USAGE. */

/* Checks that an output is not standard output, where the report goes; `option` has its dashes. */
int file_check_beside_answer(const struct command *command, const char *option, const char *path);

/* Checks that at most one of the paths is standard input; `what` names them: "GAME", "of GAME and
 * SOLUTION". */
int file_check_standard_once(const struct command *command, const char *what,
                             const char *const *paths, size_t count);

/* Checks that no binary data goes to a terminal. */
int file_check_terminal(const struct command *command, const char *path, grundy_format format);

/* Finds the format of a file: `chosen`, or else the one of its ending. Other endings are an error,
 * which names those that are possible and --`option`. */
int file_find_format(const struct command *command, const char *path, grundy_format_use use,
                     int chosen, const char *option, grundy_format *format);

/* As above, but `otherwise` is the format of standard output and of files without an ending; tables
 * may also end with .txt. */
int file_find_format_or(const struct command *command, const char *path, grundy_format_use use,
                        int chosen, grundy_format otherwise, grundy_format *format);

/* Sets *ending to the index of the path's ending in `endings`, a list up to a NULL. Other endings
 * are an error, which names these and, unless it is NULL, --`option`. If `may_lack`, standard
 * output and files without an ending leave *ending unchanged. */
int file_find_ending(const struct command *command, const char *path, const char *const *endings,
                     const char *option, bool may_lack, int *ending);

/* Returns GRUNDY_CANCELLED if a signal was caught; for code that does not call a monitor. */
grundy_status file_interrupted(grundy_error *error);

/* Returns whether a tablebase or a folder of tiers may load the shared object whose rules it names:
 * that is code. */
bool file_trusts_libraries(void);

/* Sets the file of an error of writing to the name of the output. */
void file_name_output(const char *path, grundy_error *error);

/* Writes the file with `put`, whole or not at all. There is nothing to clean up meanwhile, so a
 * signal ends the process. */
grundy_status file_write(const char *path,
                         grundy_status (*put)(const void *context, FILE *out, grundy_error *error),
                         const void *context, grundy_error *error);

/* Writes a text to the file, as file_write does. */
grundy_status file_write_text(const char *path, const char *text, grundy_error *error);

#endif
