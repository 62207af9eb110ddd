#include "page.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <grundy/base.h>
#include <grundy/model.h>
#include <grundy/solution.h>

#include "failure.h"
#include "files.h"
#include "lists.h"
#include "options.h"

const char *const page_about =
    "grundy solves two-player games of perfect information, cycles included.";

static void put_heading(const struct page *page, const char *text) {
  page->style->heading(page->out, text);
}

static void put_row(const struct page *page, const char *left, const char *right) {
  page->style->row(page->out, left, right);
}

/* ---- one subcommand ------------------------------------------------------------------ */

void page_put_arguments(FILE *out, const struct command *command) {
  for (const struct positional *p = command->positionals; p->name != NULL; p++)
    (void)fprintf(out, command->last_is_optional && p[1].name == NULL ? " [%s" : " %s", p->name);
  (void)fputs(command->last_is_many ? "..." : "", out);
  (void)fputs(command->last_is_optional ? "] [OPTIONS]\n" : " [OPTIONS]\n", out);
}

static void put_positionals(const struct page *page, const struct command *command) {
  for (const struct positional *p = command->positionals; p->name != NULL; p++)
    put_row(page, p->name, p->help);
}

/* Help, formats if it takes one of them, and what it needs. */
static void put_option(const struct page *page, const struct option *o) {
  char left[64];
  char right[640];
  char formats[128] = "";
  char letter[] = {'-', o->letter, ',', ' ', '\0'};
  (void)snprintf(left, sizeof left, "%s--%s%s%s", o->letter == '\0' ? "    " : letter, o->name,
                 o->value == NULL ? "" : " ", o->value == NULL ? "" : o->value);
  if (o->kind == OPTION_FORMAT) lists_formats(o->use, formats, sizeof formats);
  (void)snprintf(right, sizeof right, "%s%s%s%s%s", o->help, formats[0] == '\0' ? "" : ": ",
                 formats, o->needs == NULL ? "" : "; needs --", o->needs == NULL ? "" : o->needs);
  put_row(page, left, right);
}

static void put_options(const struct page *page, const struct command *command) {
  put_heading(page, "Options");
  for (const struct option *o = command->options; o->name != NULL; o++) put_option(page, o);
  put_row(page, "-h, --help", "show this");
}

const char *page_action_name(const struct command *command, const struct command *action) {
  return action->name + strlen(command->name) + 1;
}

static void put_actions(const struct page *page, const struct command *command) {
  put_heading(page, "Actions, each with its own --help");
  for (const struct command *const *a = command->actions; *a != NULL; a++)
    put_row(page, page_action_name(command, *a), (*a)->summary);
}

/* ---- tables behind the options ------------------------------------------------------- */

static void put_columns(const struct page *page) {
  put_heading(page, "Columns of a solution (* by default)");
  for (int i = 0; GRUNDY_COLUMNS_ALL >> i != 0; i++) {
    grundy_columns column = (grundy_columns)1 << i;
    const grundy_column_info *info = grundy_column_describe(column);
    char left[64];
    (void)snprintf(left, sizeof left, "%s%s", info->name,
                   (column & GRUNDY_COLUMNS_DEFAULT) == 0 ? "" : " *");
    put_row(page, left, info->summary);
  }
  page->style->paragraph(
      page->out, "Of two-coloured games: player, outcome, q1, q0, q-1, q2, abe, barbara; of games "
                 "with payoffs: player, guarantee, guarantee_moves, cap, cap_moves, qv");
}

/* " --order --p": the options of the parameters, cut to `size` bytes. */
static void list_parameters(grundy_parameters parameters, char *text, size_t size) {
  size_t length = 0;
  text[0] = '\0';
  for (int i = 0; i < GRUNDY_PARAMETER_COUNT && length < size; i++) {
    grundy_parameters parameter = (grundy_parameters)1 << i;
    if ((parameters & parameter) != 0)
      length +=
          (size_t)snprintf(text + length, size - length, " --%s", grundy_parameter_name(parameter));
  }
}

static void put_models(const struct page *page) {
  put_heading(page, "Models, with the options that each needs and may take");
  for (int i = 0; i < GRUNDY_MODEL_COUNT; i++) {
    const grundy_model_info *info = grundy_model_describe((grundy_model_kind)i);
    char needs[128];
    char takes[128];
    char right[512];
    list_parameters(info->required, needs, sizeof needs);
    list_parameters(info->optional, takes, sizeof takes);
    (void)snprintf(right, sizeof right, "%s;%s%s%s", info->summary, needs,
                   takes[0] == '\0' ? "" : ", may take", takes);
    put_row(page, info->name, right);
  }
}

static void put_examples(const struct page *page, const struct command *command) {
  put_heading(page, "Examples");
  for (const struct example *e = command->examples; e->line != NULL; e++)
    page->style->example(page->out, e->line, e->meaning);
}

void page_put_command(const struct page *page, const struct command *command) {
  put_positionals(page, command);
  put_options(page, command);
  if (command->actions != NULL) put_actions(page, command);
  if (command->lists_columns) put_columns(page);
  if (command->lists_models) put_models(page);
  put_examples(page, command);
}

/* ---- all of it ----------------------------------------------------------------------- */

void page_put_commands(const struct page *page, const struct command *const *commands) {
  put_heading(page, "Commands");
  for (; *commands != NULL; commands++) put_row(page, (*commands)->name, (*commands)->summary);
  put_row(page, "help [COMMAND]", "show this, or how to use a command");
  put_row(page, "manual [COMMAND]", "the same as a manual page, for man -l -");
  put_row(page, "completions SHELL", "what bash, zsh or fish need to complete what is typed");
  put_row(page, "--version", "show the version");
}

void page_put_games(const struct page *page) {
  const struct page_style *style = page->style;
  put_heading(page, "Games");
  style->text(page->out,
              "A GAME is a file: a list of moves, DOT, GraphML, Matrix Market or npz, told by its "
              "ending, or - for standard input; or rules, such as wythoff:3,5 of the gallery, "
              "FILE.lua:3,5 in Lua or ./FILE.so:4 in C. Here is a list of moves:");
  style->lines(page->out,
               "a b   # the player at a may move to b\n"
               "b a   # and back: games may have cycles\n"
               "b c   # there is no move from c: the player who has to move there loses\n"
               "d     # a position without moves to it or from it\n");
  style->paragraph(page->out, "Positions are any words without white space.");
  put_heading(page, "Examples");
  style->text(page->out, "With these lines in game.edges:");
  style->lines(page->out, "grundy solve game.edges                   every position, as a table\n"
                          "grundy solve game.edges -o game.tsv       the same as a file\n"
                          "grundy verify game.edges game.tsv         is that right?\n");
}

void page_put_environment(const struct page *page) {
  put_heading(page, "Environment");
  put_row(page, "GRUNDY_LIBRARIES", "1: a tablebase may load the compiled rules that it was made by");
  put_row(page, "GRUNDY_CONFINED",
          "1: load no shared object and read only files of the current folder");
  put_row(page, "GRUNDY_REASONS",
          "1: follow every error by a line with its reason, for programs");
  put_row(page, "GRUNDY_TOKEN", "the token of grundy serve");
  put_row(page, "NO_COLOR", "no colours, if it is set");
  put_row(page, "CC, CFLAGS", "how grundy rules build compiles");
  put_row(page, "TMPDIR", "where grundy serve has the files of its requests");
}

int page_show(grundy_status (*put)(const void *context, FILE *out, grundy_error *error),
              const void *context) {
  grundy_error error = {0};
  return file_write("-", put, context, &error) == GRUNDY_OK ? CODE_YES : fail(&error);
}
