/* Games and solutions as files of a command: finding their formats, and reading and writing them so
 * that signals can interrupt it. */

#ifndef GRUNDY_CLI_FILES_H
#define GRUNDY_CLI_FILES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <grundy/base.h>
#include <grundy/digraph.h>
#include <grundy/format.h>
#include <grundy/game.h>
#include <grundy/solution.h>

#include "files.h"
#include "limits.h"
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

/* Fails with GRUNDY_UNDEFINED if the positions of the game have no values. */
grundy_status file_check_values(const grundy_digraph *game, grundy_error *error);

/* Fails with GRUNDY_UNDEFINED if options are about payoffs and the game has none. */
grundy_status file_check_payoffs(const grundy_digraph *game, bool is_required, grundy_error *error);

/* Returns GRUNDY_CANCELLED if a signal was caught; for code that does not call a monitor. */
grundy_status file_interrupted(grundy_error *error);

/* Returns whether a tablebase or a folder of tiers may load the shared object whose rules it names:
 * that is code. */
bool file_trusts_libraries(void);

/* Opens a GAME; `from` is a grundy_format. Explains how to type a game if it is read from a
 * terminal. */
grundy_status file_read_game(const char *text, int from, struct limits *limits,
                             grundy_digraph **game, grundy_error *error);

/* As above, by parts of positions if the rules have `split`. */
grundy_status file_read_parts(const char *text, int from, struct limits *limits,
                              grundy_digraph **game, grundy_error *error);

/* As file_read_game, for a component of a compound. In normal play closed_limit is not 0: then a
 * closed form can replace rules of more than `closed_limit` positions, and rules with `split` are
 * explored by parts if `parts`. */
grundy_status file_read_component(const grundy_game_name *name, uint64_t closed_limit, bool parts,
                                  struct limits *limits, grundy_digraph **game,
                                  grundy_error *error);

/* Explores rules of at most `limit` positions without reducing them by symmetry. */
grundy_status file_read_unreduced(const grundy_game_name *name, uint64_t limit,
                                  struct limits *limits, grundy_digraph **game,
                                  grundy_error *error);

/* Reads a solution of the game. */
grundy_status file_read_solution(const char *path, grundy_format format, const grundy_digraph *game,
                                 struct limits *limits, grundy_solution **solution,
                                 grundy_error *error);

/* Discards *output, unless it is NULL, and sets it to NULL. To be called before anything is
 * printed: if nobody reads standard error any more, printing ends the process. */
void file_give_up(grundy_output **output, struct limits *limits);

/* Sets the file of an error of writing to the name of the output. */
void file_name_output(const char *path, grundy_error *error);

/* Sends what was written so far to the readers of the output of that path. GRUNDY_CANCELLED if a
 * signal was caught meanwhile. */
grundy_status file_flush(const char *path, FILE *out, grundy_error *error);

/* Closes a stream of open_memstream. Returns whether all of it was written to *text: if memory runs
 * out while the stream is closed, *text is NULL then, and fclose reports nothing. */
bool file_close_text(FILE *out, char *const *text);

/* Writes the file with `put`, whole or not at all. There is nothing to clean up meanwhile, so a
 * signal ends the process. */
grundy_status file_write(const char *path,
                         grundy_status (*put)(const void *context, FILE *out, grundy_error *error),
                         const void *context, grundy_error *error);

/* Commits an output of that path. If it replaces a file, the old file stays open until the command
 * has given its answer, because closing it may take long. */
grundy_status file_commit(grundy_output *output, const char *path, struct limits *limits,
                          grundy_error *error);

/* Writes the game and closes *output, whether that succeeds or not, and sets it to NULL. */
grundy_status file_write_game(grundy_output **output, const char *path, grundy_format format,
                              const grundy_digraph *game, struct limits *limits,
                              grundy_error *error);

/* As above, for all columns of a solution. */
grundy_status file_write_solution(grundy_output **output, const char *path, grundy_format format,
                                  const grundy_digraph *game, const grundy_solution *solution,
                                  struct limits *limits, grundy_error *error);

/* As above, for a map from r to s, one line per position. */
grundy_status file_write_map(grundy_output **output, const char *path, const grundy_digraph *r,
                             const grundy_digraph *s, const uint32_t *image, struct limits *limits,
                             grundy_error *error);

#endif
