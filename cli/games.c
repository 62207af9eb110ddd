/* grundy games list and grundy games show NAME: the gallery. */

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include <grundy/base.h>
#include <grundy/game.h>

#include "actions.h"
#include "commands.h"
#include "failure.h"
#include "files.h"
#include "json.h"
#include "options.h"

static const struct command list_command, show_command;

/* ---- list ---------------------------------------------------------------------------- */

struct list_arguments {
  int format; /* ANSWER_TEXT or ANSWER_JSON */
};

/* "wythoff:a=5,b=8" and the title, which is on the next line if that is long. */
static void put_line(FILE *out, const char *name, const grundy_gallery_description *d) {
  enum { WIDTH = 30 };
  int width = fprintf(out, "%s%s%s", name, d->arguments[0] == '\0' ? "" : ":", d->arguments);
  if (width > WIDTH) (void)putc('\n', out);
  (void)fprintf(out, "%*s  %s\n", width > WIDTH ? WIDTH : WIDTH - width, "", d->title);
}

static void put_json_entry(FILE *out, const grundy_gallery_entry *entry,
                           const grundy_gallery_description *d) {
  (void)fputs("  {\"name\": ", out);
  json_put_string(out, entry->name);
  (void)fputs(", \"arguments\": ", out);
  json_put_string(out, d->arguments);
  (void)fputs(", \"title\": ", out);
  json_put_string(out, d->title);
  (void)fputs(", \"file\": ", out);
  json_put_string(out, entry->file);
  (void)putc('}', out);
}

static grundy_status put_list(const void *context, FILE *out, grundy_error *error) {
  const struct list_arguments *arguments = context;
  grundy_gallery_entry entry;
  bool json = arguments->format == ANSWER_JSON;
  for (size_t i = 0; grundy_gallery(i, &entry); i++) {
    grundy_gallery_description description;
    grundy_status status = grundy_gallery_describe(entry.name, &description, error);
    if (status != GRUNDY_OK) return status;
    if (json) (void)fputs(i == 0 ? "[\n" : ",\n", out);
    if (json)
      put_json_entry(out, &entry, &description);
    else
      put_line(out, entry.name, &description);
  }
  if (json) (void)fputs("\n]\n", out);
  return GRUNDY_OK;
}

static int run_list(int argc, char **argv) {
  struct list_arguments arguments = {.format = ANSWER_TEXT};
  grundy_error error = {0};
  int code = CODE_YES;
  if (!options_parse(&list_command, argc, argv, &arguments, &code)) return code;
  return file_write("-", put_list, &arguments, &error) == GRUNDY_OK ? CODE_YES : fail(&error);
}

static const struct positional list_positionals[] = {{0}};

static const struct option list_options[] = {
    OPTION_JSON(struct list_arguments),
    OPTION_USE_PAGER,
    {0},
};

static const struct example list_examples[] = {
    {"grundy games list", "all games with their arguments, and a line about each"},
    {0},
};

static const struct command list_command = {
    .name = "games list",
    .summary = "list the games of the gallery",
    .description = "Lists the games that are known by name, with the arguments that follow the "
                   "colon. NAME=4 is an argument whose default is 4; NAME... stands for any number "
                   "of arguments.",
    .positionals = list_positionals,
    .options = list_options,
    .examples = list_examples,
    .run = run_list,
};

/* ---- show ---------------------------------------------------------------------------- */

struct show_arguments {
  const char *name;
};

static grundy_status put_source(const void *context, FILE *out, grundy_error *error) {
  const grundy_gallery_entry *entry = context;
  (void)error; /* closing the output reports errors of writing */
  (void)fwrite(entry->source, 1, entry->length, out);
  return GRUNDY_OK;
}

static bool find_entry(const char *name, grundy_gallery_entry *entry) {
  for (size_t i = 0; grundy_gallery(i, entry); i++)
    if (strcmp(entry->name, name) == 0) return true;
  return false;
}

static int run_show(int argc, char **argv) {
  struct show_arguments arguments = {0};
  grundy_gallery_entry entry;
  grundy_gallery_description description;
  grundy_error error = {0};
  int code = CODE_YES;
  if (!options_parse(&show_command, argc, argv, &arguments, &code)) return code;
  if (!find_entry(arguments.name, &entry)) {
    /* This sets the error. */
    if (grundy_gallery_describe(arguments.name, &description, &error) != GRUNDY_OK)
      return fail(&error);
  }
  return file_write("-", put_source, &entry, &error) == GRUNDY_OK ? CODE_YES : fail(&error);
}

static const struct positional show_positionals[] = {
    {"NAME", offsetof(struct show_arguments, name), "the name of a game of the gallery", FILE_NONE},
    {0},
};

static const struct option show_options[] = {
    OPTION_USE_PAGER,
    {0},
};

static const struct example show_examples[] = {
    {"grundy games show quixo > myquixo.c", "a copy for you to change"},
    {0},
};

static const struct command show_command = {
    .name = "games show",
    .summary = "print the rules of a game of the gallery",
    .description = "Prints the source of a game of the gallery, in Lua or C. It begins with a "
                   "description of the game, its arguments and the notation of positions.",
    .positionals = show_positionals,
    .options = show_options,
    .examples = show_examples,
    .run = run_show,
};

/* ---- games --------------------------------------------------------------------------- */

static const struct command *const actions[] = {&list_command, &show_command, NULL};
static const char *const words[] = {"list", "show", NULL};

static int run(int argc, char **argv) {
  if (argc == 0) return run_list(argc, argv);
  return actions_run(&games_command, argc, argv);
}

static const struct positional positionals[] = {POSITIONAL_ACTION, {0}};

static const struct option options[] = {{0}};

static const struct example examples[] = {
    {"grundy games list", "all games with their arguments, and a line about each"},
    {"grundy games show chomp", "the rules of Chomp, with a description"},
    {"grundy play chomp:4,5", "plays a game of the gallery"},
    {0},
};

const struct command games_command = {
    .name = "games",
    .summary = "list the games of the gallery, and show their rules",
    .group = GROUP_CREATE,
    .description =
        "The gallery has games that are known by name. NAME:ARGUMENTS is a GAME wherever "
        "one is taken, such as chomp:4,5. Without ACTION, lists them.",
    .positionals = positionals,
    .actions = actions,
    .first_choices = words,
    .options = options,
    .examples = examples,
    .run = run,
};
