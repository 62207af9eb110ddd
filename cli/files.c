#include "files.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <grundy/base.h>
#include <grundy/digraph.h>
#include <grundy/explore.h>
#include <grundy/format.h>
#include <grundy/solution.h>

#include "effort.h"
#include "failure.h"
#include "lists.h"
#include "options.h"
#include "progress.h"
#include "signals.h"
#include "terminal.h"

/* ---- names --------------------------------------------------------------------------- */

bool file_is_standard(const char *path) {
  return strcmp(path, "-") == 0;
}

bool file_replaces(const char *output, const char *input) {
  struct stat in;
  struct stat out;
  if (file_is_standard(input) || file_is_standard(output)) return false;
  if (stat(input, &in) != 0 || stat(output, &out) != 0) return false;
  return S_ISREG(in.st_mode) && in.st_dev == out.st_dev && in.st_ino == out.st_ino;
}

bool file_format(const struct command *command, const char *path, grundy_format_use use, int chosen,
                 const char *option, grundy_format *format, int *code) {
  *format = (grundy_format)chosen;
  if (*format == GRUNDY_FORMAT_AUTO) *format = grundy_format_of(path, use);
  if (*format != GRUNDY_FORMAT_AUTO) return true;
  char formats[128];
  lists_formats(use, formats, sizeof formats);
  *code = fail_usage(command->name, "the ending of '%s' tells no format: say --%s %s", path, option,
                     formats);
  return false;
}

bool file_may_get(const struct command *command, const char *path, grundy_format format,
                  int *code) {
  bool binary = format == GRUNDY_FORMAT_NPZ;
  if (!binary || !file_is_standard(path) || isatty(STDOUT_FILENO) == 0) return true;
  *code = fail_usage(command->name, "npz is not for a terminal: name a file to write to");
  return false;
}

/* ---- reading ------------------------------------------------------------------------- */

grundy_status file_interrupted(grundy_error *error) {
  if (!signals_caught()) return GRUNDY_OK;
  error->status = GRUNDY_CANCELLED;
  return GRUNDY_CANCELLED;
}

/* A base names the rules that it was made by, and a library among them is code. */
static bool trusts_libraries(void) {
  const char *said = getenv("GRUNDY_LIBRARIES");
  return said != NULL && strcmp(said, "1") == 0;
}

static void exploring(void *context, const grundy_exploration *now) {
  struct effort *effort = context;
  progress_exploring(&effort->progress, now);
}

/* It is told when the command ends. */
static void misnamed(void *context, const grundy_error *error) {
  struct effort *effort = context;
  effort->misnamed = *error;
}

static grundy_status read_game(const char *path, int from, uint64_t closed_limit,
                               struct effort *effort, grundy_digraph **game, grundy_error *error) {
  terminal_explain_keyboard(path);
  grundy_open_options options = {.format = (grundy_format)from,
                                 .limit = effort->limit,
                                 .closed_limit = closed_limit,
                                 .memory = memory_left(&effort->budget),
                                 .libraries = trusts_libraries(),
                                 .monitor = &effort->monitor,
                                 .exploring = exploring,
                                 .misnamed = misnamed,
                                 .context = effort};
  return grundy_digraph_open(path, &options, game, error);
}

grundy_status file_read_game(const char *path, int from, struct effort *effort,
                             grundy_digraph **game, grundy_error *error) {
  return read_game(path, from, 0, effort, game, error);
}

grundy_status file_read_component(const char *path, struct effort *effort, grundy_digraph **game,
                                  grundy_error *error) {
  return read_game(path, GRUNDY_FORMAT_AUTO, GRUNDY_CLOSED_POSITIONS, effort, game, error);
}

grundy_status file_read_solution(const char *path, grundy_format format, const grundy_digraph *game,
                                 struct effort *effort, grundy_solution **solution,
                                 grundy_error *error) {
  return grundy_solution_read(path, format, game, &effort->monitor, solution, error);
}

/* ---- writing ------------------------------------------------------------------------- */

/* The library sees a stream; only we know its name. */
void file_name_output(const char *path, grundy_error *error) {
  (void)snprintf(error->file, sizeof error->file, "%s",
                 file_is_standard(path) ? "standard output" : path);
}

/* A file half written has to be removed, but what went to standard output is gone; and that may be
 * the terminal that progress is shown on. *monitor gets who may watch. */
static grundy_status begin_writing(const char *path, struct effort *effort,
                                   const grundy_monitor **monitor, grundy_error *error) {
  bool to_stdout = file_is_standard(path);
  progress_clear(&effort->progress);
  signals_end_after(0); /* a file half written has to be removed */
  if (to_stdout) signals_end_process();
  *monitor = to_stdout ? &effort->quiet : &effort->monitor;
  return file_interrupted(error);
}

/* `status` is how writing ended. Closes *output, whatever that was. */
static grundy_status end_writing(grundy_output **output, const char *path, struct effort *effort,
                                 grundy_status status, grundy_error *error) {
  if (status == GRUNDY_IO_ERROR) file_name_output(path, error);
  progress_clear(&effort->progress);
  if (status == GRUNDY_OK) status = file_interrupted(error);
  if (status == GRUNDY_OK)
    status = grundy_output_commit(*output, error);
  else
    grundy_output_discard(*output);
  *output = NULL;
  return status;
}

grundy_status file_write(const char *path,
                         grundy_status (*put)(const void *context, FILE *out, grundy_error *error),
                         const void *context, grundy_error *error) {
  grundy_output *output = NULL;
  signals_end_process();
  grundy_status status = file_interrupted(error);
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
                              const grundy_digraph *game, struct effort *effort,
                              grundy_error *error) {
  const grundy_monitor *monitor = NULL;
  grundy_status status = begin_writing(path, effort, &monitor, error);
  if (status == GRUNDY_OK)
    status = grundy_digraph_write(grundy_output_stream(*output), format, game, monitor, error);
  return end_writing(output, path, effort, status, error);
}

grundy_status file_write_solution(grundy_output **output, const char *path, grundy_format format,
                                  const grundy_digraph *game, const grundy_solution *solution,
                                  struct effort *effort, grundy_error *error) {
  grundy_write_options options = {0};
  grundy_status status = begin_writing(path, effort, &options.monitor, error);
  if (status == GRUNDY_OK)
    status = grundy_solution_write(grundy_output_stream(*output), format, game, solution, &options,
                                   error);
  return end_writing(output, path, effort, status, error);
}

grundy_status file_write_map(grundy_output **output, const char *path, const grundy_digraph *r,
                             const grundy_digraph *s, const uint32_t *image, struct effort *effort,
                             grundy_error *error) {
  const grundy_monitor *monitor = NULL;
  grundy_status status = begin_writing(path, effort, &monitor, error);
  if (status == GRUNDY_OK)
    status = grundy_map_write(grundy_output_stream(*output), r, s, image, NULL, monitor, error);
  return end_writing(output, path, effort, status, error);
}
