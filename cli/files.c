#include "files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
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
#include "limits.h"
#include "lists.h"
#include "memory.h"
#include "options.h"
#include "pager.h"
#include "progress.h"
#include "signals.h"
#include "terminal.h"

/* ---- names --------------------------------------------------------------------------- */

bool file_is_standard(const char *path) {
  return strcmp(path, "-") == 0;
}

bool file_ends_with(const char *path, const char *ending) {
  size_t length = strlen(path), tail = strlen(ending);
  return length > tail && strcasecmp(path + length - tail, ending) == 0;
}

int file_check_beside_answer(const struct command *command, const char *option, const char *path) {
  if (!file_is_standard(path)) return CODE_YES;
  return fail_usage(command->name, "%s is standard output, where the answer goes; use a file",
                    option);
}

int file_check_standard_once(const struct command *command, const char *what,
                             const char *const *paths, size_t count) {
  size_t standard = 0;
  for (size_t i = 0; i < count; i++) standard += file_is_standard(paths[i]);
  if (standard < 2) return CODE_YES;
  return fail_usage(command->name, "more than one %s is standard input", what);
}

int file_check_terminal(const struct command *command, const char *path, grundy_format format) {
  bool binary = format == GRUNDY_FORMAT_NPZ;
  if (!binary || !file_is_standard(path) || !grundy_platform_is_terminal(STDOUT_FILENO))
    return CODE_YES;
  return fail_usage(command->name, "refusing to write npz to the terminal; use -o FILE");
}

/* ---- endings ------------------------------------------------------------------------- */

static bool has_ending(const char *path) {
  const char *slash = strrchr(path, '/');
  const char *name = slash == NULL ? path : slash + 1;
  const char *dot = strrchr(name, '.');
  return dot != NULL && dot != name;
}

static int fail_ending(const struct command *command, const char *path, const char *endings,
                       const char *option) {
  return fail_usage(command->name, "'%s' has no known ending; use %s%s%s%s", path, endings,
                    option == NULL ? "" : ", or --", option == NULL ? "" : option,
                    option == NULL ? "" : " FORMAT");
}

int file_find_ending(const struct command *command, const char *path, const char *const *endings,
                     const char *option, bool may_lack, int *ending) {
  if (may_lack && (file_is_standard(path) || !has_ending(path))) return CODE_YES;
  for (int i = 0; endings[i] != NULL; i++) {
    if (!file_ends_with(path, endings[i])) continue;
    *ending = i;
    return CODE_YES;
  }
  char list[128];
  lists_words(endings, list, sizeof list);
  return fail_ending(command, path, list, option);
}

static int fail_format(const struct command *command, const char *path, grundy_format_use use,
                       const char *option, bool has_tables) {
  char list[128];
  if (file_is_standard(path)) {
    lists_formats(use, list, sizeof list);
    return fail_usage(command->name, "the format of '-' is not known; use --%s %s", option, list);
  }
  lists_endings(use, has_tables, list, sizeof list);
  return fail_ending(command, path, list, option);
}

static grundy_format format_of(const char *path, grundy_format_use use, int chosen) {
  return chosen == GRUNDY_FORMAT_AUTO ? grundy_format_of(path, use) : (grundy_format)chosen;
}

int file_find_format(const struct command *command, const char *path, grundy_format_use use,
                     int chosen, const char *option, grundy_format *format) {
  *format = format_of(path, use, chosen);
  return *format != GRUNDY_FORMAT_AUTO ? CODE_YES : fail_format(command, path, use, option, false);
}

int file_find_format_or(const struct command *command, const char *path, grundy_format_use use,
                        int chosen, grundy_format otherwise, grundy_format *format) {
  bool has_tables = otherwise == GRUNDY_FORMAT_TABLE;
  *format = format_of(path, use, chosen);
  if (*format != GRUNDY_FORMAT_AUTO) return CODE_YES;
  *format = otherwise;
  bool is_text = has_tables && file_ends_with(path, ".txt");
  if (file_is_standard(path) || !has_ending(path) || is_text) return CODE_YES;
  return fail_format(command, path, use, "to", has_tables);
}

/* ---- reading ------------------------------------------------------------------------- */

grundy_status file_interrupted(grundy_error *error) {
  if (!signals_caught()) return GRUNDY_OK;
  error->status = GRUNDY_CANCELLED;
  return GRUNDY_CANCELLED;
}

bool file_trusts_libraries(void) {
  const char *said = getenv("GRUNDY_LIBRARIES");
  return said != NULL && strcmp(said, "1") == 0;
}

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

static grundy_open_options opening(int from, struct limits *limits) {
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
static void suggest_window(const grundy_game_name *name, const struct limits *limits,
                           grundy_error *error) {
  bool is_limit = error->reason == GRUNDY_REASON_TOO_MANY || error->reason == GRUNDY_REASON_MEMORY;
  size_t length = strlen(error->message);
  if (is_limit && limits->accepts_windows && limits->window == 0 &&
      grundy_game_kind_describe(name->kind)->is_rules)
    (void)snprintf(error->message + length, sizeof error->message - length,
                   "; if the game is infinite, use --window");
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

/* Opens a GAME, by parts or not. */
static grundy_status read_text(const char *text, int from, bool parts, struct limits *limits,
                               grundy_digraph **game, grundy_error *error) {
  grundy_game_name name = grundy_game_parse(text);
  grundy_open_options options = opening(from, limits);
  options.parts = parts;
  grundy_status status = read_game(&name, &options, limits, game, error);
  if (status == GRUNDY_OK && from == GRUNDY_FORMAT_AUTO) announce_defaults(&name, limits);
  return status;
}

grundy_status file_read_unreduced(const grundy_game_name *name, uint64_t limit,
                                  struct limits *limits, grundy_digraph **game,
                                  grundy_error *error) {
  grundy_open_options options = opening(GRUNDY_FORMAT_AUTO, limits);
  if (options.limit == 0 || options.limit > limit) options.limit = limit;
  options.unreduced = true;
  return grundy_game_open_name(name, &options, game, error);
}

grundy_status file_read_game(const char *text, int from, struct limits *limits,
                             grundy_digraph **game, grundy_error *error) {
  return read_text(text, from, false, limits, game, error);
}

grundy_status file_read_parts(const char *text, int from, struct limits *limits,
                              grundy_digraph **game, grundy_error *error) {
  return read_text(text, from, true, limits, game, error);
}

grundy_status file_check_values(const grundy_digraph *game, grundy_error *error) {
  if ((grundy_solve_columns(game, true) & GRUNDY_COLUMN_GRUNDY) != 0) return GRUNDY_OK;
  return fail_with(error, GRUNDY_UNDEFINED, "",
                   "a game with players or outcomes of its own has no values; expected "
                   "one in which the last player wins");
}

grundy_status file_check_payoffs(const grundy_digraph *game, bool is_required,
                                 grundy_error *error) {
  if (!is_required || grundy_digraph_payoffs(game) != NULL) return GRUNDY_OK;
  return fail_with(error, GRUNDY_UNDEFINED, "", "the game has no payoffs");
}

grundy_status file_read_component(const grundy_game_name *name, uint64_t closed_limit, bool parts,
                                  struct limits *limits, grundy_digraph **game,
                                  grundy_error *error) {
  grundy_open_options options = opening(GRUNDY_FORMAT_AUTO, limits);
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

/* The library only sees a stream and does not know its name. */
void file_name_output(const char *path, grundy_error *error) {
  (void)snprintf(error->file, sizeof error->file, "%s",
                 file_is_standard(path) ? "standard output" : path);
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

/* Opens the file that an output at this path will replace; -1 if there is none. */
static int open_replaced(const char *path) {
  struct stat old;
  if (file_is_standard(path) || stat(path, &old) != 0 || !S_ISREG(old.st_mode)) return -1;
  return open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
}

grundy_status file_commit(grundy_output *output, const char *path, struct limits *limits,
                          grundy_error *error) {
  double start = terminal_clock();
  int replaced = open_replaced(path);
  grundy_status status = grundy_output_commit(output, error);
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
  if (status == GRUNDY_OK)
    status = file_commit(*output, path, limits, error);
  else
    grundy_output_discard(*output);
  *output = NULL;
  return status;
}

bool file_close_text(FILE *out, char *const *text) {
  bool kept = ferror(out) == 0;
  return fclose(out) == 0 && *text != NULL && kept;
}

grundy_status file_write(const char *path,
                         grundy_status (*put)(const void *context, FILE *out, grundy_error *error),
                         const void *context, grundy_error *error) {
  grundy_output *output = NULL;
  signals_end_process();
  grundy_status status = file_interrupted(error);
  if (status == GRUNDY_OK && file_is_standard(path)) pager_start();
  if (status == GRUNDY_OK) status = grundy_output_open(path, &output, error);
  if (status != GRUNDY_OK) return status;
  status = put(context, grundy_output_stream(output), error);
  if (status != GRUNDY_OK) {
    grundy_output_discard(output);
    return status;
  }
  status = grundy_output_commit(output, error);
  if (status != GRUNDY_OK) file_name_output(path, error);
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
