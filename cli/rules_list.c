/* grundy rules list and grundy rules show NAME: the gallery. */

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include <grundy/base.h>
#include <grundy/game.h>
#include <grundy/json.h>

#include "failure.h"
#include "files.h"
#include "options.h"
#include "rules.h"

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

static void write_entry(grundy_json *json, const grundy_gallery_entry *entry,
                        const grundy_gallery_description *d) {
  grundy_json_line(json);
  grundy_json_object(json, NULL);
  grundy_json_string(json, "name", entry->name);
  grundy_json_string(json, "arguments", d->arguments);
  grundy_json_string(json, "title", d->title);
  grundy_json_string(json, "rules", d->rules);
  grundy_json_string(json, "file", entry->file);
  grundy_json_end(json);
}

static grundy_status put_list(const void *context, FILE *out, grundy_error *error) {
  const struct list_arguments *arguments = context;
  grundy_gallery_entry entry;
  grundy_json json = grundy_json_start(out);
  bool as_json = arguments->format == ANSWER_JSON;
  if (as_json) grundy_json_array(&json, NULL);
  for (size_t i = 0; grundy_gallery(i, &entry); i++) {
    grundy_gallery_description description;
    grundy_status status = grundy_gallery_describe(entry.name, &description, error);
    if (status != GRUNDY_OK) return status;
    if (as_json)
      write_entry(&json, &entry, &description);
    else
      put_line(out, entry.name, &description);
  }
  if (as_json) grundy_json_end(&json);
  return GRUNDY_OK;
}

static int run_list(int argc, char **argv) {
  struct list_arguments arguments = {.format = ANSWER_TEXT};
  grundy_error error = {0};
  int code = CODE_YES;
  if (!options_parse(&rules_list_command, argc, argv, &arguments, &code)) return code;
  return file_write("-", put_list, &arguments, &error) == GRUNDY_OK ? CODE_YES : fail(&error);
}

static const struct positional list_positionals[] = {{0}};

static const struct option list_options[] = {
    OPTION_JSON(struct list_arguments),
    OPTION_USE_PAGER,
    {0},
};

static const struct example list_examples[] = {
    {"grundy rules list", "all games with their arguments, and a line about each"},
    {0},
};

const struct command rules_list_command = {
    .name = "rules list",
    .summary = "list the games of the gallery",
    .description =
        "Lists the games that are known by name, with the arguments that follow the "
        "colon. NAME=4 is an argument whose default is 4; NAME... stands for any number "
        "of arguments. grundy rules show NAME and --json say how one moves and how one wins.",
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
  if (!options_parse(&rules_show_command, argc, argv, &arguments, &code)) return code;
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
    {"grundy rules show quixo > myquixo.c", "a copy for you to change"},
    {0},
};

const struct command rules_show_command = {
    .name = "rules show",
    .summary = "print the rules of a game of the gallery",
    .description = "Prints the source of a game of the gallery, in Lua or C. It begins with "
                   "how one moves and how one wins, the arguments and the notation of positions.",
    .positionals = show_positionals,
    .options = show_options,
    .examples = show_examples,
    .run = run_show,
};
