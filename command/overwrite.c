#include "overwrite.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <grundy/game.h>

#include "failure.h"
#include "options.h"
#include "paths.h"

enum { PATH_ROOM = 4096 };

/* ---- the files of a command line ---------------------------------------------------------- */

struct named_file {
  const char *dashes, *name; /* of the option or the positional */
  file_use use;
  const char *text; /* NULL: not given */
};

/* Iterates over all files of the arguments. */
struct cursor {
  const struct command *command;
  const char *arguments;
  size_t option, positional, word;
};

static bool is_many(const struct command *command, const struct positional *p) {
  return command->last_is_many && p[1].name == NULL;
}

static bool next_option(struct cursor *c, struct named_file *file) {
  const struct option *o = c->command->options + c->option;
  if (c->command->options == NULL || o->name == NULL) return false;
  *file = (struct named_file){.dashes = "--", .name = o->name, .use = o->file};
  if (o->file != FILE_NONE) memcpy(&file->text, c->arguments + o->destination, sizeof file->text);
  c->option++;
  return true;
}

static bool next_positional(struct cursor *c, struct named_file *file) {
  const struct positional *p = c->command->positionals + c->positional;
  struct words words = {0};
  if (c->command->positionals == NULL || p->name == NULL) return false;
  *file = (struct named_file){.dashes = "", .name = p->name, .use = p->file};
  if (is_many(c->command, p)) {
    memcpy(&words, c->arguments + p->destination, sizeof words);
    if (c->word < words.count) file->text = words.at[c->word];
  } else if (p->file != FILE_NONE) {
    memcpy(&file->text, c->arguments + p->destination, sizeof file->text);
  }
  c->word++;
  if (c->word < words.count) return true;
  c->word = 0;
  c->positional++;
  return true;
}

static bool next_file(struct cursor *c, struct named_file *file) {
  return next_option(c, file) || next_positional(c, file);
}

/* ---- comparing ---------------------------------------------------------------------------- */

/* Looks up the folder of a path; "." if the path has none. */
static bool stat_folder(const char *path, struct stat *about) {
  char folder[PATH_ROOM];
  const char *slash = strrchr(path, '/');
  int length = slash == NULL ? 0 : (int)(slash - path) + 1;
  int written = snprintf(folder, sizeof folder, "%.*s.", length, path);
  return written < (int)sizeof folder && stat(folder, about) == 0;
}

static const char *last_name(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash == NULL ? path : slash + 1;
}

static bool is_same_node(const struct stat *a, const struct stat *b) {
  return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

static bool is_same_file(const char *a, const char *b) {
  struct stat of_a, of_b;
  return stat(a, &of_a) == 0 && stat(b, &of_b) == 0 && S_ISREG(of_a.st_mode) &&
         is_same_node(&of_a, &of_b);
}

/* Returns whether both paths will be the same file once it is created. */
static bool is_same_new_file(const char *a, const char *b) {
  struct stat of_a, of_b;
  if (stat(a, &of_a) == 0 || stat(b, &of_b) == 0) return false;
  return strcmp(last_name(a), last_name(b)) == 0 && stat_folder(a, &of_a) &&
         stat_folder(b, &of_b) && is_same_node(&of_a, &of_b);
}

/* ---- checking ----------------------------------------------------------------------------- */

/* An output, and the first input that it would overwrite. */
struct check {
  const struct named_file *output;
  char *found; /* NULL: none, or memory ran out */
};

static void check_input(void *context, const char *path) {
  struct check *check = context;
  const char *output = check->output->text;
  if (check->found != NULL || file_is_standard(path)) return;
  if (is_same_file(output, path)) check->found = strdup(path);
}

/* Finds an input among the files that an option or a positional names. A wrong text is left to the
 * command, which says what is wrong. */
static void check_file(struct check *check, const struct named_file *file) {
  grundy_status status = GRUNDY_OK;
  switch (file->use) {
  case FILE_READ:
  case FILE_EXPRESSION:
    status = grundy_game_files(file->text, file->use == FILE_EXPRESSION, check_input, check, NULL);
    break;
  case FILE_FORMULA:
    if (file_ends_with(file->text, ".lua")) check_input(check, file->text);
    break;
  case FILE_DATA:
  case FILE_TEXT:
    check_input(check, file->text);
    break;
  case FILE_NONE:
  case FILE_WRITTEN:
    break;
  }
  (void)status;
}

static int fail_if_found(const struct command *command, const struct check *check) {
  if (check->found == NULL) return CODE_YES;
  int code = fail_usage(command->name, "%s%s would overwrite the input '%s'", check->output->dashes,
                        check->output->name, check->found);
  free(check->found);
  return code;
}

static int check_outputs(const struct command *command, const struct named_file *output,
                         const struct named_file *other) {
  const char *a = output->text, *b = other->text;
  bool same = file_is_standard(a) || file_is_standard(b)
                  ? strcmp(a, b) == 0
                  : is_same_file(a, b) || is_same_new_file(a, b);
  if (!same) return CODE_YES;
  return fail_usage(command->name, "%s%s and %s%s name the same file", output->dashes, output->name,
                    other->dashes, other->name);
}

static int check_output(struct cursor rest, const struct named_file *output,
                        const void *arguments) {
  struct cursor all = {.command = rest.command, .arguments = arguments};
  struct named_file file;
  int code = CODE_YES;
  while (code == CODE_YES && next_file(&rest, &file))
    if (file.use == FILE_WRITTEN && file.text != NULL)
      code = check_outputs(rest.command, output, &file);
  if (code != CODE_YES || file_is_standard(output->text)) return code;
  struct check check = {.output = output};
  while (check.found == NULL && next_file(&all, &file))
    if (file.text != NULL) check_file(&check, &file);
  return fail_if_found(rest.command, &check);
}

int overwrite_check(const struct command *command, const void *arguments) {
  struct cursor c = {.command = command, .arguments = arguments};
  struct named_file file;
  int code = CODE_YES;
  while (code == CODE_YES && next_file(&c, &file))
    if (file.use == FILE_WRITTEN && file.text != NULL) code = check_output(c, &file, arguments);
  return code;
}

int overwrite_check_expression(const struct command *command, const char *output,
                               const char *text) {
  const struct named_file written = {"--", "output", FILE_WRITTEN, output};
  const struct named_file read = {"", "", FILE_EXPRESSION, text};
  struct check check = {.output = &written};
  if (!file_is_standard(output)) check_file(&check, &read);
  return fail_if_found(command, &check);
}
