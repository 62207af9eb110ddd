/* Games and solutions as files of a command: reading and writing them so that signals can interrupt
 * it. */

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

#include "paths.h"
#include "run_limits.h"

/* Fails with GRUNDY_UNDEFINED if the positions of the game have no values. */
grundy_status file_check_values(const grundy_digraph *game, grundy_error *error);

/* Fails with GRUNDY_UNDEFINED if options are about payoffs and the game has none. */
grundy_status file_check_payoffs(const grundy_digraph *game, bool is_required, grundy_error *error);

/* Opens a GAME; `from` is a grundy_format. Explains how to type a game if it is read from a
 * terminal. */
grundy_status file_read_game(const char *text, int from, struct limits *limits,
                             grundy_digraph **game, grundy_error *error);

/* As above, by parts of positions if the rules have `split`. */
grundy_status file_read_parts(const char *text, int from, struct limits *limits,
                              grundy_digraph **game, grundy_error *error);

/* As file_read_game, without reducing the positions of rules by symmetry. */
grundy_status file_read_unreduced(const char *text, int from, struct limits *limits,
                                  grundy_digraph **game, grundy_error *error);

/* As file_read_game, for a component of a compound. In normal play closed_limit is not 0: then a
 * closed form can replace rules of more than `closed_limit` positions, and rules with `split` are
 * explored by parts if `parts`. */
grundy_status file_read_component(const grundy_game_name *name, uint64_t closed_limit, bool parts,
                                  struct limits *limits, grundy_digraph **game,
                                  grundy_error *error);

/* Returns the options for opening a game with the limits of the command. */
grundy_open_options file_opening(int from, struct limits *limits);

/* Reads a solution of the game. */
grundy_status file_read_solution(const char *path, grundy_format format, const grundy_digraph *game,
                                 struct limits *limits, grundy_solution **solution,
                                 grundy_error *error);

/* Discards *output, unless it is NULL, and sets it to NULL. To be called before anything is
 * printed: if nobody reads standard error any more, printing ends the process. */
void file_give_up(grundy_output **output, struct limits *limits);

/* Sends what was written so far to the readers of the output of that path. GRUNDY_CANCELLED if a
 * signal was caught meanwhile. */
grundy_status file_flush(const char *path, FILE *out, grundy_error *error);

/* Commits *output, whose path that is, and sets it to NULL. If it replaces a file, the old file
 * stays open until the command has given its answer, because closing it may take long. */
grundy_status file_commit(grundy_output **output, const char *path, struct limits *limits,
                          grundy_error *error);

/* Commits *output and sets it to NULL. */
grundy_status file_finish(grundy_output **output, grundy_error *error);

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
