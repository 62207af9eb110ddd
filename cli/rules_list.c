/* grundy rules list, and grundy rules show NAME: the gallery. */

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include <grundy/base.h>
#include <grundy/game.h>

#include "failure.h"
#include "files.h"
#include "json.h"
#include "options.h"
#include "rules.h"

/* ---- list ---------------------------------------------------------------------------- */

struct list_arguments {
  int format; /* ANSWER_TEXT or ANSWER_JSON */
};

/* "wythoff:a=5,b=8" and the title, which stands in the next line where that is long. */
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
    {"grundy rules list", "what there is, with the arguments of each and a line about it"},
    {0},
};

const struct command rules_list_command = {
    .name = "rules list",
    .summary = "list the games of the gallery",
    .description = "Lists the games that are known by name, with what stands behind the colon. "
                   "NAME=4 is an argument that may be left out and is 4 then; NAME... stands for "
                   "any number of them.",
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
  (void)error; /* what cannot be written shows when the output is closed */
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
    /* That says why. */
    if (grundy_gallery_describe(arguments.name, &description, &error) != GRUNDY_OK)
      return fail(&error);
  }
  return file_write("-", put_source, &entry, &error) == GRUNDY_OK ? CODE_YES : fail(&error);
}

static const struct positional show_positionals[] = {
    {"NAME", offsetof(struct show_arguments, name), "of a game of the gallery", FILE_NONE},
    {0},
};

static const struct option show_options[] = {
    OPTION_USE_PAGER,
    {0},
};

static const struct example show_examples[] = {
    {"grundy rules show quixo > myquixo.c", "a copy to be changed"},
    {0},
};

const struct command rules_show_command = {
    .name = "rules show",
    .summary = "show the source of a game of the gallery",
    .description = "Prints the rules of a game of the gallery as they are written, in Lua or C.",
    .positionals = show_positionals,
    .options = show_options,
    .examples = show_examples,
    .run = run_show,
};
