#include "lookup.h"

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

#include <grundy/base.h>
#include <grundy/component.h>
#include <grundy/compound.h>
#include <grundy/digraph.h>
#include <grundy/explore.h>
#include <grundy/format.h>
#include <grundy/game.h>
#include <grundy/solution.h>
#include <grundy/solve.h>
#include <grundy/text.h>
#include <grundy/value.h>
#include <platform.h>

#include "coloured.h"
#include "expression.h"
#include "failure.h"
#include "files.h"
#include "lookup_sums.h"
#include "options.h"
#include "pager.h"
#include "progress.h"
#include "run_limits.h"
#include "signals.h"
#include "terminal.h"

/* What was asked, and the results. */
struct job {
  const struct lookup *asked;
  struct limits *limits;
  grundy_digraph *game;
  grundy_solution *solution;
  grundy_output *output;
  grundy_format format;
  bool headless; /* the line of column names was written */

  grundy_expression *folder; /* of tiers; NULL: the tablebase is a file */

  /* Answers that are not written yet. */
  uint32_t *rows;
  uint32_t *best;      /* a best move of each; GRUNDY_INFINITY: none */
  uint64_t *positions; /* in a folder, where rows and moves are found when they are written */
  size_t count, room;
  bool has_parts; /* then the answers are in `sums` */
  struct lookup_sums sums;
};

static void job_free(struct job *job) {
  grundy_output_discard(job->output);
  lookup_sums_free(&job->sums);
  grundy_solution_free(job->solution);
  grundy_digraph_free(job->game);
  grundy_expression_free(job->folder);
  free(job->rows);
  free(job->best);
  free(job->positions);
}

/* ---- answers ------------------------------------------------------------------------- */

/* Finds the first move that keeps the outcome of the player to move; false at terminal positions,
 * and if the outcome is not known. */
static bool keeping_move(const struct job *job, uint32_t v, uint32_t *to) {
  const grundy_outcome *outcomes = grundy_solution_letters(job->solution, GRUNDY_COLUMN_OUTCOME);
  const uint8_t *players = grundy_digraph_players(job->game);
  grundy_vertices followers = grundy_digraph_followers(job->game, v);
  if (outcomes == NULL || followers.count == 0) return false;
  grundy_outcome wanted = players != NULL || outcomes[v] == GRUNDY_OUTCOME_D ? outcomes[v]
                          : outcomes[v] == GRUNDY_OUTCOME_N                  ? GRUNDY_OUTCOME_P
                                                                             : GRUNDY_OUTCOME_N;
  uint64_t i = 0;
  while (i < followers.count && outcomes[followers.at[i]] != wanted) i++;
  if (i < followers.count) *to = followers.at[i];
  return i < followers.count;
}

/* Returns a best move; GRUNDY_INFINITY at terminal positions, and if no column says which move is
 * best. */
static uint32_t best_move(const struct job *job, uint32_t v) {
  const uint32_t *remoteness = grundy_solution_numbers(job->solution, GRUNDY_COLUMN_REMOTENESS);
  struct coloured position = {job->game, job->solution, v};
  uint32_t to = 0;
  bool found = grundy_game_is_coloured(grundy_digraph_type(job->game))
                   ? coloured_best_move(&position, &to)
                   : remoteness != NULL && grundy_best_follower(job->game, remoteness, v, &to);
  if (!found && job->folder != NULL) found = keeping_move(job, v, &to);
  return found ? to : GRUNDY_INFINITY;
}

static bool make_room(struct job *job) {
  if (job->count < job->room) return true;
  size_t room = job->room == 0 ? 1024 : 2 * job->room;
  uint32_t *rows = realloc(job->rows, room * sizeof *rows);
  if (rows != NULL) job->rows = rows;
  uint32_t *best = realloc(job->best, room * sizeof *best);
  if (best != NULL) job->best = best;
  uint64_t *positions = realloc(job->positions, room * sizeof *positions);
  if (positions != NULL) job->positions = positions;
  if (rows == NULL || best == NULL || positions == NULL) return false;
  job->room = room;
  return true;
}

/* Returns the game of the folder. */
static grundy_component folder_game(const struct job *job) {
  return grundy_compound_component(grundy_expression_compound(job->folder), 0);
}

static grundy_status fail_no_position(const char *name, size_t length, grundy_error *error) {
  (void)fail_with(error, GRUNDY_BAD_INPUT, "", "the game has no position '%.*s'",
                  (int)excerpt_length(name, length), name);
  error->reason = GRUNDY_REASON_NO_POSITION;
  return GRUNDY_BAD_INPUT;
}

/* Finds a position of a folder. */
static grundy_status ask_folder(struct job *job, const char *name, size_t length,
                                grundy_error *error) {
  grundy_component game = folder_game(job);
  if (!make_room(job)) return fail_memory(error);
  grundy_status status =
      game.kind->find_position(game.data, name, length, &job->positions[job->count], error);
  if (status == GRUNDY_OK) job->count++;
  bool unknown = status == GRUNDY_BAD_INPUT && error->reason == GRUNDY_REASON_NO_POSITION;
  return unknown ? fail_no_position(name, length, error) : status;
}

static grundy_status ask_name(struct job *job, const char *name, size_t length,
                              grundy_error *error) {
  uint32_t v = 0;
  if (job->has_parts) {
    grundy_status added = lookup_sums_ask(&job->sums, name, length, error);
    job->count = job->sums.count;
    return added;
  }
  if (job->folder != NULL) return ask_folder(job, name, length, error);
  grundy_status status = grundy_position_find(job->game, name, length, &v, error);
  if (status != GRUNDY_OK) return status;
  if (!make_room(job)) return fail_memory(error);
  job->rows[job->count] = v;
  job->best[job->count++] = best_move(job, v);
  return GRUNDY_OK;
}

/* Finds a position that is named as it is, or in quotes as in an expression. */
static grundy_status ask(struct job *job, const char *text, size_t length, grundy_error *error) {
  if (!expression_is_quoted(text, length)) return ask_name(job, text, length, error);
  char *name = NULL;
  size_t size = 0;
  if (!expression_unquote(text, length, &name, &size)) return fail_memory(error);
  grundy_status status = ask_name(job, name, size, error);
  free(name);
  return status;
}

/* Makes the digraph of the pending positions of a folder, and finds their rows and best moves. */
static grundy_status gather(struct job *job, grundy_error *error) {
  grundy_digraph_free(job->game);
  grundy_solution_free(job->solution);
  job->game = NULL;
  job->solution = NULL;
  grundy_status status = grundy_expression_neighbourhood(
      job->folder, 0, job->positions, job->count, job->rows, &job->game, &job->solution, error);
  for (size_t i = 0; i < job->count && status == GRUNDY_OK; i++)
    job->best[i] = best_move(job, job->rows[i]);
  return status;
}

/* Writes the pending answers. TSV rows can be written in several parts. */
static grundy_status write_answers(struct job *job, grundy_error *error) {
  grundy_status status = job->folder == NULL ? GRUNDY_OK : gather(job, error);
  if (status != GRUNDY_OK) return status;
  grundy_write_options options = {
      .size = sizeof options,
      .ascii = terminal_is_ascii(),
      .colour = job->format == GRUNDY_FORMAT_TABLE && terminal_uses_colour(job->asked->colour),
      .rows = job->rows,
      .row_count = job->count,
      .best = job->best,
      .headless = job->headless,
  };
  FILE *out = grundy_output_stream(job->output);
  status = job->has_parts
               ? lookup_sums_write(&job->sums, out, error)
               : grundy_solution_write(job->game, job->solution, job->format, &options, out, error);
  job->headless = true;
  job->count = 0;
  if (status == GRUNDY_IO_ERROR) file_name_output("-", error);
  return status;
}

/* ---- standard input ------------------------------------------------------------------ */

/* Skips empty lines; a line may end with \r\n. */
static grundy_status ask_line(struct job *job, const char *name, size_t length, uint64_t line,
                              grundy_error *error) {
  if (length > 0 && name[length - 1] == '\r') length--;
  if (length == 0) return GRUNDY_OK;
  grundy_status status = ask(job, name, length, error);
  if (status != GRUNDY_BAD_INPUT || error->file[0] != '\0') return status; /* a script failed */
  (void)snprintf(error->file, sizeof error->file, "standard input");
  error->line = line;
  return status;
}

/* Answers the lines in the block, and keeps the unfinished one at its end. A full block without a
 * newline is longer than any name; it is looked up, and not found. */
static grundy_status ask_block(struct job *job, char *block, size_t *length, bool full,
                               uint64_t *line, grundy_error *error) {
  const char *at = block;
  const char *end = block + *length;
  grundy_status status = GRUNDY_OK;
  for (const char *stop = NULL; status == GRUNDY_OK; at = stop + 1) {
    stop = memchr(at, '\n', (size_t)(end - at));
    if (stop == NULL) break;
    status = ask_line(job, at, (size_t)(stop - at), ++*line, error);
  }
  if (status == GRUNDY_OK && full && at == block && at < end) {
    status = ask_line(job, at, *length, ++*line, error);
    at = end;
  }
  *length = (size_t)(end - at);
  (void)memmove(block, at, *length);
  return status;
}

/* Answers all complete lines before it waits for more, so that a program can ask, read and ask
 * again. */
static grundy_status ask_input(struct job *job, grundy_error *error) {
  static char block[1 << 16];
  uint64_t line = 0;
  size_t length = 0;
  grundy_status status = GRUNDY_OK;
  terminal_explain_keyboard("-", "one position per line");
  while (status == GRUNDY_OK) {
    ssize_t got = read(STDIN_FILENO, block + length, sizeof block - length);
    if (got < 0 && errno != EINTR)
      return fail_with(error, GRUNDY_IO_ERROR, "standard input", "%s", strerror(errno));
    if (got < 0) continue;
    if (got == 0) break;
    length += (size_t)got;
    status = ask_block(job, block, &length, length == sizeof block, &line, error);
    if (job->format != GRUNDY_FORMAT_TSV || job->count == 0) continue;
    grundy_error writing = {0};
    grundy_status written = write_answers(job, &writing);
    (void)fflush(grundy_output_stream(job->output));
    if (written == GRUNDY_OK) continue;
    *error = writing;
    return written;
  }
  if (status == GRUNDY_OK && length > 0) status = ask_line(job, block, length, ++line, error);
  return status;
}

static grundy_format format_of(const struct lookup *asked) {
  return asked->json                                  ? GRUNDY_FORMAT_JSON
         : grundy_platform_is_terminal(STDOUT_FILENO) ? GRUNDY_FORMAT_TABLE
                                                      : GRUNDY_FORMAT_TSV;
}

/* ---- the tablebase ------------------------------------------------------------------- */

/* Opens a folder of tiers, whose path is quoted as a component of an expression. */
static grundy_status open_folder(struct job *job, grundy_error *error) {
  char *text = NULL;
  size_t size = 0;
  FILE *memory = grundy_text_open(&text, &size);
  if (memory == NULL) return fail_memory(error);
  put_quoted(memory, job->asked->tablebase);
  bool fine = grundy_text_close(memory, &text);
  const struct expression_request request = {.text = text};
  grundy_status status =
      fine ? expression_open(&request, job->limits, &job->folder, error) : fail_memory(error);
  free(text);
  return status;
}

/* Returns whether the text, which could not be read as an npz file, is a game of another kind, or a
 * file in another format. */
static bool is_other_game(const char *text, const grundy_error *error) {
  size_t length = strlen(text);
  if (error->status != GRUNDY_BAD_INPUT || (length >= 4 && strcmp(text + length - 4, ".npz") == 0))
    return false;
  return error->reason != GRUNDY_REASON_NO_FILE ||
         !grundy_game_kind_describe(grundy_game_parse(text).kind)->is_file;
}

static grundy_status open_tablebase(struct job *job, grundy_error *error) {
  const char *path = job->asked->tablebase;
  if (grundy_game_kind_describe(grundy_game_parse(path).kind)->is_folder)
    return open_folder(job, error);
  grundy_status status = file_read_parts(path, GRUNDY_FORMAT_NPZ, job->limits, &job->game, error);
  if (status != GRUNDY_OK && is_other_game(path, error))
    return fail_with(error, GRUNDY_BAD_INPUT, path,
                     "this is not a tablebase, a file with a game and its solution; for a position "
                     "of another game use GAME@POSITION, as in ring.edges@a");
  if (status == GRUNDY_OK && !grundy_is_explored(job->game))
    return fail_with(error, GRUNDY_BAD_INPUT, path,
                     "this is not a tablebase, a file with rules and their solution; make one with "
                     "'grundy solve RULES -o FILE.npz'");
  if (status != GRUNDY_OK) return status;
  status =
      file_read_solution(path, GRUNDY_FORMAT_NPZ, job->game, job->limits, &job->solution, error);
  job->has_parts = grundy_digraph_type(job->game) == GRUNDY_GAME_PARTS;
  if (status != GRUNDY_OK || !job->has_parts) return status;
  return lookup_sums_begin(&job->sums, job->game, job->solution, job->format == GRUNDY_FORMAT_JSON,
                           error);
}

static grundy_status ask_all(struct job *job, grundy_error *error) {
  const struct words *words = job->asked->positions;
  grundy_status status = GRUNDY_OK;
  for (size_t i = 0; i < words->count && status == GRUNDY_OK; i++) {
    if (file_is_standard(words->at[i])) {
      status = ask_input(job, error);
      continue;
    }
    status = ask(job, words->at[i], strlen(words->at[i]), error);
    if (status == GRUNDY_BAD_INPUT && error->file[0] == '\0')
      (void)snprintf(error->file, sizeof error->file, "%s", job->asked->tablebase);
  }
  return status;
}

/* Writes the answers found before an error, except in JSON, where half an object would be
 * invalid. */
static grundy_status answer(struct job *job, grundy_error *error) {
  grundy_error writing = {0};
  if (!make_room(job)) return fail_memory(error); /* an empty list of rows would mean all rows */
  grundy_status status = ask_all(job, error);
  grundy_status written = GRUNDY_OK;
  bool whole = status == GRUNDY_OK;
  if (whole ? job->count > 0 || !job->headless
            : job->format != GRUNDY_FORMAT_JSON && job->count > 0)
    written = write_answers(job, &writing);
  if (written == GRUNDY_OK) written = file_finish(&job->output, &writing);
  if (!whole || written == GRUNDY_OK) return status;
  *error = writing;
  return written;
}

int lookup_prepare(const struct command *command, const struct lookup *asked) {
  if (file_is_standard(asked->tablebase))
    return fail_usage(command->name,
                      "a tablebase cannot be standard input, because it is read twice");
  if (asked->colour == COLOUR_ALWAYS && format_of(asked) != GRUNDY_FORMAT_TABLE)
    return fail_usage(command->name, "--colour always is only for tables, not for %s",
                      grundy_format_name(format_of(asked)));
  return file_check_standard_once(command, "POSITION", (const char *const *)asked->positions->at,
                                  asked->positions->count);
}

int lookup_run(const struct lookup *asked, struct limits *limits) {
  struct job job = {.asked = asked, .limits = limits, .format = format_of(asked)};
  grundy_error error = {0};
  grundy_status status = open_tablebase(&job, &error);
  progress_clear(&limits->progress);
  signals_end_process(); /* nothing to clean up from here on, and no monitor */
  if (status == GRUNDY_OK) status = file_interrupted(&error);
  if (status == GRUNDY_OK) pager_start();
  if (status == GRUNDY_OK) status = grundy_output_open("-", &job.output, &error);
  if (status == GRUNDY_OK) status = answer(&job, &error);
  job_free(&job);
  return status == GRUNDY_OK ? CODE_YES : limits_fail(limits, &error);
}
