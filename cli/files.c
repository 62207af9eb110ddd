#include "files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <grundy/base.h>
#include <grundy/digraph.h>
#include <grundy/format.h>
#include <grundy/game.h>
#include <grundy/solution.h>
#include <grundy/solve.h>
#include <platform.h>

#include "defaults.h"
#include "failure.h"
#include "progress.h"
#include "run_limits.h"
#include "signals.h"
#include "terminal.h"

/* ---- reading ------------------------------------------------------------------------- */

static void exploring(void *context, const grundy_exploration *now) {
  struct limits *limits = context;
  progress_exploring(&limits->progress, now);
}

/* The error is reported when the command ends. */
static void misnamed(void *context, const grundy_error *error) {
  struct limits *limits = context;
  limits->misnamed = *error;
}

/* Prints a note if a game of the gallery hides a file of the same name. */
static void announce_hidden_file(const grundy_game_name *name, struct limits *limits) {
  const grundy_game_description *kind = grundy_game_kind_describe(name->kind);
  struct stat about;
  if (terminal_is_quiet() || kind->is_file || stat(name->text, &about) != 0 ||
      S_ISDIR(about.st_mode))
    return;
  progress_clear(&limits->progress);
  (void)fprintf(stderr, "grundy: '%s' is a game of the gallery; for the file write ./%s\n",
                name->text, name->text);
}

/* Prints a note about every argument that is left to its default. */
static void announce_defaults(const grundy_game_name *name, struct limits *limits) {
  bool has_arguments = name->text[name->length] == ':';
  if (has_arguments)
    defaults_announce_game(name, limits);
  else if (grundy_game_kind_describe(name->kind)->is_rules) /* an operator */
    defaults_announce(name->text, limits);
}

grundy_open_options file_opening(int from, struct limits *limits) {
  return (grundy_open_options){.size = sizeof(grundy_open_options),
                               .format = (grundy_format)from,
                               .limit = limits->max_positions,
                               .memory = memory_left(&limits->budget),
                               .libraries = file_trusts_libraries(),
                               .monitor = &limits->monitor,
                               .exploring = exploring,
                               .misnamed = misnamed,
                               .context = limits,
                               .window = limits->window,
                               .accepts_windows = limits->accepts_windows};
}

/* A file has all positions. */
static grundy_status check_window(const grundy_game_name *name, const struct limits *limits,
                                  grundy_error *error) {
  if (limits->window == 0 || grundy_game_kind_describe(name->kind)->is_rules) return GRUNDY_OK;
  return fail_with(error, GRUNDY_BAD_INPUT, name->text, "--window is only for rules");
}

/* Says what to do if the rules may have infinitely many positions, in commands with --window. */
static void suggest_window(const grundy_game_name *name, struct limits *limits,
                           const grundy_error *error) {
  bool is_limit = error->reason == GRUNDY_REASON_TOO_MANY || error->reason == GRUNDY_REASON_MEMORY;
  if (is_limit && limits->accepts_windows && limits->window == 0 &&
      grundy_game_kind_describe(name->kind)->is_rules)
    limits->hint = "if the game is infinite, use --window";
}

static grundy_status read_game(const grundy_game_name *name, const grundy_open_options *options,
                               struct limits *limits, grundy_digraph **game, grundy_error *error) {
  terminal_explain_keyboard(name->text, "one move per line, such as a b");
  if (options->format == GRUNDY_FORMAT_AUTO) announce_hidden_file(name, limits);
  grundy_status status = check_window(name, limits, error);
  if (status == GRUNDY_OK) status = grundy_game_open_name(name, options, game, error);
  if (status != GRUNDY_OK) suggest_window(name, limits, error);
  return status;
}

/* Opens a GAME, and prints a note about the arguments that it leaves to their defaults. */
static grundy_status read_text(const char *text, const grundy_open_options *options,
                               struct limits *limits, grundy_digraph **game, grundy_error *error) {
  grundy_game_name name = grundy_game_parse(text);
  grundy_status status = read_game(&name, options, limits, game, error);
  if (status == GRUNDY_OK && options->format == GRUNDY_FORMAT_AUTO)
    announce_defaults(&name, limits);
  return status;
}

grundy_status file_read_game(const char *text, int from, struct limits *limits,
                             grundy_digraph **game, grundy_error *error) {
  const grundy_open_options options = file_opening(from, limits);
  return read_text(text, &options, limits, game, error);
}

grundy_status file_read_parts(const char *text, int from, struct limits *limits,
                              grundy_digraph **game, grundy_error *error) {
  grundy_open_options options = file_opening(from, limits);
  options.parts = true;
  return read_text(text, &options, limits, game, error);
}

grundy_status file_read_unreduced(const char *text, int from, struct limits *limits,
                                  grundy_digraph **game, grundy_error *error) {
  grundy_open_options options = file_opening(from, limits);
  options.unreduced = true;
  return read_text(text, &options, limits, game, error);
}

grundy_status file_check_values(const grundy_digraph *game, grundy_error *error) {
  if ((grundy_solve_columns(game, true) & GRUNDY_COLUMN_GRUNDY) != 0) return GRUNDY_OK;
  return fail_with(error, GRUNDY_UNDEFINED, "",
                   "a game with players or outcomes of its own has no values; expected "
                   "one in which the last player wins");
}

grundy_status file_check_payoffs(const grundy_digraph *game, bool is_required,
                                 grundy_error *error) {
  if (!is_required || grundy_digraph_type(game) == GRUNDY_GAME_PAYOFFS) return GRUNDY_OK;
  return fail_with(error, GRUNDY_UNDEFINED, "", "the game has no payoffs");
}

grundy_status file_read_component(const grundy_game_name *name, uint64_t closed_limit, bool parts,
                                  struct limits *limits, grundy_digraph **game,
                                  grundy_error *error) {
  grundy_open_options options = file_opening(GRUNDY_FORMAT_AUTO, limits);
  options.closed_limit = closed_limit;
  options.parts = parts && closed_limit > 0;
  return read_game(name, &options, limits, game, error);
}

grundy_status file_read_solution(const char *path, grundy_format format, const grundy_digraph *game,
                                 struct limits *limits, grundy_solution **solution,
                                 grundy_error *error) {
  return grundy_solution_read(game, path, format,
                              &GRUNDY_OPTIONS(grundy_read_options, .monitor = &limits->monitor),
                              solution, error);
}

/* ---- writing ------------------------------------------------------------------------- */

void file_give_up(grundy_output **output, struct limits *limits) {
  progress_clear(&limits->progress);
  grundy_output_discard(*output);
  *output = NULL;
}

grundy_status file_flush(const char *path, FILE *out, grundy_error *error) {
  if (fflush(out) == 0) return GRUNDY_OK;
  int number = errno;
  if (file_interrupted(error) != GRUNDY_OK) return GRUNDY_CANCELLED;
  (void)fail_with(error, GRUNDY_IO_ERROR, "", "cannot write: %s", strerror(number));
  file_name_output(path, error);
  return GRUNDY_IO_ERROR;
}

/* Sets *monitor to the one for writing. An incomplete file has to be removed after a signal, but
 * nothing can be undone on standard output, which may also be the terminal that shows progress. */
static grundy_status begin_writing(const char *path, struct limits *limits,
                                   const grundy_monitor **monitor, grundy_error *error) {
  bool to_stdout = file_is_standard(path);
  progress_clear(&limits->progress);
  if (to_stdout) signals_end_process();
  *monitor = to_stdout ? &limits->quiet : &limits->monitor;
  return file_interrupted(error);
}

grundy_status file_finish(grundy_output **output, grundy_error *error) {
  grundy_output *finished = *output;
  *output = NULL;
  return grundy_output_commit(finished, error);
}

/* Opens the file that an output at this path will replace; -1 if there is none. */
static int open_replaced(const char *path) {
  struct stat old;
  if (file_is_standard(path) || stat(path, &old) != 0 || !S_ISREG(old.st_mode)) return -1;
  return open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
}

grundy_status file_commit(grundy_output **output, const char *path, struct limits *limits,
                          grundy_error *error) {
  double start = terminal_clock();
  int replaced = open_replaced(path);
  grundy_status status = file_finish(output, error);
  bool kept = replaced >= 0 && status == GRUNDY_OK && limits->replaced < 0;
  if (kept) {
    limits->replaced = replaced;
    limits->replacing = terminal_clock() - start;
  } else if (replaced >= 0) {
    (void)close(replaced);
  }
  return status;
}

/* Closes *output after writing ended with `status`. */
static grundy_status end_writing(grundy_output **output, const char *path, struct limits *limits,
                                 grundy_status status, grundy_error *error) {
  if (status == GRUNDY_IO_ERROR) file_name_output(path, error);
  progress_clear(&limits->progress);
  if (status == GRUNDY_OK) status = file_interrupted(error);
  if (status == GRUNDY_OK) return file_commit(output, path, limits, error);
  grundy_output_discard(*output);
  *output = NULL;
  return status;
}

grundy_status file_write_game(grundy_output **output, const char *path, grundy_format format,
                              const grundy_digraph *game, struct limits *limits,
                              grundy_error *error) {
  const grundy_monitor *monitor = NULL;
  grundy_status status = begin_writing(path, limits, &monitor, error);
  if (status == GRUNDY_OK)
    status = grundy_digraph_write(game, format, GRUNDY_MONITORED(monitor),
                                  grundy_output_stream(*output), error);
  return end_writing(output, path, limits, status, error);
}

grundy_status file_write_solution(grundy_output **output, const char *path, grundy_format format,
                                  const grundy_digraph *game, const grundy_solution *solution,
                                  struct limits *limits, grundy_error *error) {
  grundy_write_options options = {.size = sizeof options};
  grundy_status status = begin_writing(path, limits, &options.monitor, error);
  if (status == GRUNDY_OK)
    status = grundy_solution_write(game, solution, format, &options, grundy_output_stream(*output),
                                   error);
  return end_writing(output, path, limits, status, error);
}

grundy_status file_write_map(grundy_output **output, const char *path, const grundy_digraph *r,
                             const grundy_digraph *s, const uint32_t *image, struct limits *limits,
                             grundy_error *error) {
  const grundy_monitor *monitor = NULL;
  grundy_status status = begin_writing(path, limits, &monitor, error);
  if (status == GRUNDY_OK)
    status = grundy_map_write(r, s, image, NULL, GRUNDY_MONITORED(monitor),
                              grundy_output_stream(*output), error);
  return end_writing(output, path, limits, status, error);
}
