/* grundy rules new NAME: writes a template for rules. */

#include <ctype.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <grundy/base.h>

#include <embedded.h>

#include "failure.h"
#include "files.h"
#include "options.h"
#include "rules.h"

/* cli/templates, compiled in; @NAME@ is replaced by the name. */
extern const struct embedded_file grundy_templates[];

enum language { LUA, C, NOT_CHOSEN };
static const char *const endings[] = {[LUA] = ".lua", [C] = ".c"};

struct arguments {
  const char *name;
  int language;
  bool force;
};

enum { MOST_NAME = 60 };

/* A file to be written. */
struct file {
  char name[MOST_NAME + 1]; /* of the game */
  char path[MOST_NAME + 8];
  int language;
  const char *text;
};

static const char *template_in(int language) {
  const struct embedded_file *file = grundy_templates;
  while (!file_ends_with(file->name, endings[language])) file++;
  return (const char *)file->bytes;
}

/* Reads the name; an ending such as that of mygame.c selects the language. */
static bool read_name(const struct arguments *arguments, struct file *file) {
  const char *name = arguments->name;
  size_t length = strlen(name);
  file->language = arguments->language == C ? C : LUA;
  for (int language = LUA; language <= C; language++)
    if (file_ends_with(name, endings[language])) {
      file->language = language;
      length -= strlen(endings[language]);
    }
  if (length == 0 || length > MOST_NAME || name[0] == '-') return false;
  for (size_t i = 0; i < length; i++)
    if (isalnum((unsigned char)name[i]) == 0 && strchr("-_", name[i]) == NULL) return false;
  (void)snprintf(file->name, sizeof file->name, "%.*s", (int)length, name);
  (void)snprintf(file->path, sizeof file->path, "%s%s", file->name, endings[file->language]);
  file->text = template_in(file->language);
  return true;
}

static grundy_status put_text(const void *context, FILE *out, grundy_error *error) {
  static const char mark[] = "@NAME@";
  const struct file *file = context;
  const char *rest = file->text;
  (void)error; /* write errors show when the file is closed */
  for (const char *at = strstr(rest, mark); at != NULL; at = strstr(rest, mark)) {
    (void)fwrite(rest, 1, (size_t)(at - rest), out);
    (void)fputs(file->name, out);
    rest = at + strlen(mark);
  }
  (void)fputs(rest, out);
  return GRUNDY_OK;
}

static grundy_status put_what_is_next(const void *context, FILE *out, grundy_error *error) {
  const struct file *file = context;
  (void)error; /* as above */
  (void)fprintf(out, "%s is a small game; change it to yours. Then:\n", file->path);
  if (file->language == C)
    (void)fprintf(out,
                  "  grundy rules build %s\n  grundy rules check ./%s.so:5,7\n"
                  "  grundy solve ./%s.so:5,7\n",
                  file->path, file->name, file->name);
  else
    (void)fprintf(out, "  grundy rules check %s:5,7\n  grundy solve %s:5,7\n", file->path,
                  file->path);
  return GRUNDY_OK;
}

static int run(int argc, char **argv) {
  struct arguments arguments = {.language = NOT_CHOSEN};
  struct file file;
  grundy_error error = {0};
  int code = CODE_YES;
  if (!options_parse(&rules_new_command, argc, argv, &arguments, &code)) return code;
  if (!read_name(&arguments, &file))
    return fail_usage(rules_new_command.name,
                      "NAME is '%s'; expected at most %d letters, digits, - and _", arguments.name,
                      MOST_NAME);
  if (arguments.language != NOT_CHOSEN && arguments.language != file.language)
    return fail_usage(rules_new_command.name,
                      "NAME is '%s', but --%s says otherwise; give only one", arguments.name,
                      endings[arguments.language] + 1);
  if (!arguments.force && access(file.path, F_OK) == 0)
    return fail_usage(rules_new_command.name, "'%s' already exists; use another NAME, or --force",
                      file.path);
  grundy_status status = file_write(file.path, put_text, &file, &error);
  if (status == GRUNDY_OK) status = file_write("-", put_what_is_next, &file, &error);
  return status == GRUNDY_OK ? CODE_YES : fail(&error);
}

static const struct positional positionals[] = {
    {"NAME", offsetof(struct arguments, name),
     "the name of the game; writes NAME.lua or NAME.c to the current folder", FILE_NONE},
    {0},
};

static const struct option options[] = {
    {.name = "lua",
     .kind = OPTION_PRESET,
     .preset = LUA,
     .excludes = "c",
     .destination = offsetof(struct arguments, language),
     .help = "write rules in Lua, which need not be compiled (the default)"},
    {.name = "c",
     .kind = OPTION_PRESET,
     .preset = C,
     .destination = offsetof(struct arguments, language),
     .help = "write rules in C, for games with millions of positions"},
    {.name = "force",
     .kind = OPTION_FLAG,
     .destination = offsetof(struct arguments, force),
     .help = "replace an existing file"},
    {0},
};

static const struct example examples[] = {
    {"grundy rules new mygame", "writes mygame.lua"},
    {"grundy rules new mygame --c", "writes mygame.c"},
    {0},
};

const struct command rules_new_command = {
    .name = "rules new",
    .summary = "write a file of rules to start from",
    .description = "Writes the rules of a small game, with comments, that work as they are. Change "
                   "them into your own game.",
    .positionals = positionals,
    .options = options,
    .examples = examples,
    .run = run,
};
