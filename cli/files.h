/* Games and solutions as files, with the manners of a command: which format a name tells, what
 * may be replaced, and how reading and writing are interrupted. */

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

#include "limits.h"
#include "options.h"

/* Returns whether the path is "-", for standard input or output. */
bool file_is_standard(const char *path);

/* Returns whether the path ends with `ending`, in upper or lower case, after a name. */
bool file_ends_with(const char *path, const char *ending);

/* These return an exit code, which is CODE_USAGE where it was said what is wrong. Options are named
 * with their dashes. */

/* An output beside an answer is no standard output, where the answer goes. */
int file_check_beside_answer(const struct command *command, const char *option, const char *path);

/* At most one of the paths is standard input; `what` they are: "GAME", "of GAME and SOLUTION". */
int file_check_standard_once(const struct command *command, const char *what,
                             const char *const *paths, size_t count);

/* Binary data does not go to a terminal, where it helps nobody. */
int file_check_terminal(const struct command *command, const char *path, grundy_format format);

/* Finds the format of a file: `chosen`, or else the one of its ending. Other endings are an error,
 * which names those that are possible and --`option`. */
int file_find_format(const struct command *command, const char *path, grundy_format_use use,
                     int chosen, const char *option, grundy_format *format);

/* As above, but `otherwise` is the format of standard output and of files without an ending; tables
 * may also end with .txt. */
int file_find_format_or(const struct command *command, const char *path, grundy_format_use use,
                        int chosen, grundy_format otherwise, grundy_format *format);

/* Finds which of the endings, a list up to a NULL, the path has, from 0. Other endings are an
 * error, which names these and, unless it is NULL, --`option`. *ending stays as it is where there
 * is none: standard output and files without an ending, if `may_lack` allows that. */
int file_find_ending(const struct command *command, const char *path, const char *const *endings,
                     const char *option, bool may_lack, int *ending);

/* GRUNDY_UNDEFINED if the positions of the game have no values. */
grundy_status file_check_values(const grundy_digraph *game, grundy_error *error);

/* The same if payoffs are spoken of, and the game has none. */
grundy_status file_check_payoffs(const grundy_digraph *game, bool spoken_of, grundy_error *error);

/* GRUNDY_CANCELLED if a signal was caught, for places where no monitor is asked. */
grundy_status file_interrupted(grundy_error *error);

/* Opens a GAME; `from` is a grundy_format. If it is typed on a terminal, says how. */
grundy_status file_read_game(const char *text, int from, struct limits *limits,
                             grundy_digraph **game, grundy_error *error);

/* The same for a component of a compound, where a closed form can stand for rules of more than
 * `closed_limit` positions, unless that is 0. */
grundy_status file_read_component(const grundy_game_name *name, uint64_t closed_limit,
                                  struct limits *limits, grundy_digraph **game,
                                  grundy_error *error);

/* Reads a solution of the game. There is nothing to clean up meanwhile: a signal ends the
 * process. */
grundy_status file_read_solution(const char *path, grundy_format format, const grundy_digraph *game,
                                 struct limits *limits, grundy_solution **solution,
                                 grundy_error *error);

/* Gives *output up, if there is one still; it is NULL then. To be called before anything is said:
 * whoever reads standard error may be gone, and that ends the process. */
void file_give_up(grundy_output **output, struct limits *limits);

/* Says in the error, which is one of writing, what was written to. */
void file_name_output(const char *path, grundy_error *error);

/* Writes what `put` puts there to the file, whole or not at all. There is nothing to clean up
 * meanwhile: a signal ends the process. */
grundy_status file_write(const char *path,
                         grundy_status (*put)(const void *context, FILE *out, grundy_error *error),
                         const void *context, grundy_error *error);

/* Writes the game and closes *output, whether that succeeds or not; *output is NULL then. */
grundy_status file_write_game(grundy_output **output, const char *path, grundy_format format,
                              const grundy_digraph *game, struct limits *limits,
                              grundy_error *error);

/* The same for all columns of a solution. */
grundy_status file_write_solution(grundy_output **output, const char *path, grundy_format format,
                                  const grundy_digraph *game, const grundy_solution *solution,
                                  struct limits *limits, grundy_error *error);

/* The same for a map from r to s, a line a vertex. */
grundy_status file_write_map(grundy_output **output, const char *path, const grundy_digraph *r,
                             const grundy_digraph *s, const uint32_t *image, struct limits *limits,
                             grundy_error *error);

#endif
