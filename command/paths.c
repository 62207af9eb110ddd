#include "paths.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include <grundy/base.h>
#include <grundy/format.h>
#include <platform.h>

#include "failure.h"
#include "lists.h"
#include "options.h"
#include "pager.h"
#include "signals.h"

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

/* ---- writing an answer ----------------------------------------------------------------- */

grundy_status file_interrupted(grundy_error *error) {
  if (!signals_caught()) return GRUNDY_OK;
  error->status = GRUNDY_CANCELLED;
  return GRUNDY_CANCELLED;
}

bool file_trusts_libraries(void) {
  const char *said = getenv("GRUNDY_LIBRARIES");
  return said != NULL && strcmp(said, "1") == 0;
}

/* The library only sees a stream and does not know its name. */
void file_name_output(const char *path, grundy_error *error) {
  (void)snprintf(error->file, sizeof error->file, "%s",
                 file_is_standard(path) ? "standard output" : path);
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

static grundy_status put_text(const void *text, FILE *out, grundy_error *error) {
  (void)error; /* errors of the stream are reported when it is closed */
  (void)fputs(text, out);
  return GRUNDY_OK;
}

grundy_status file_write_text(const char *path, const char *text, grundy_error *error) {
  return file_write(path, put_text, text, error);
}
