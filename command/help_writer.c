#include "help_writer.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <grundy/base.h>
#include <grundy/model.h>
#include <grundy/solution.h>

#include "failure.h"
#include "lists.h"
#include "options.h"
#include "paths.h"
#include "program.h"

void help_writer_put_heading(const struct help_writer *page, const char *text) {
  page->style->heading(page->out, text);
}

void help_writer_put_row(const struct help_writer *page, const char *left, const char *right) {
  page->style->row(page->out, left, right);
}

/* ---- one subcommand ------------------------------------------------------------------ */

void help_writer_put_arguments(FILE *out, const struct command *command) {
  for (const struct positional *p = command->positionals; p->name != NULL; p++) {
    bool is_last = p[1].name == NULL;
    bool is_optional = command->all_are_optional || (command->last_is_optional && is_last);
    (void)fprintf(out, is_optional ? " [%s%s]" : " %s%s", p->name,
                  command->last_is_many && is_last ? "..." : "");
  }
  (void)fputs(" [OPTIONS]\n", out);
}

static void put_positionals(const struct help_writer *page, const struct command *command) {
  for (const struct positional *p = command->positionals; p->name != NULL; p++)
    help_writer_put_row(page, p->name, p->help);
}

/* Writes the help of an option, the formats that it takes, its default and the option that it
 * needs. */
static void put_option(const struct help_writer *page, const struct option *o) {
  char left[64];
  char right[640];
  char formats[128] = "";
  char letter[] = {'-', o->letter, ',', ' ', '\0'};
  (void)snprintf(left, sizeof left, "%s--%s%s%s", o->letter == '\0' ? "    " : letter, o->name,
                 o->value == NULL ? "" : " ", o->value == NULL ? "" : o->value);
  if (o->kind == OPTION_FORMAT) lists_formats(o->use, formats, sizeof formats);
  bool has_default = o->otherwise != NULL;
  (void)snprintf(right, sizeof right, "%s%s%s%s%s%s%s%s", o->help, formats[0] == '\0' ? "" : ": ",
                 formats, has_default ? " (default: " : "", has_default ? o->otherwise : "",
                 has_default ? ")" : "", o->needs == NULL ? "" : "; needs --",
                 o->needs == NULL ? "" : o->needs);
  help_writer_put_row(page, left, right);
}

static bool has_options(const struct command *command, option_group group) {
  const struct option *o = command->options;
  while (o->name != NULL && o->group != group) o++;
  return o->name != NULL;
}

/* Options of one group are in the order of the table. --help is the last option of the first group.
 */
static void put_options(const struct help_writer *page, const struct command *command) {
  static const char *const headings[OPTION_GROUP_COUNT] = {"Options", "Input", "Output", "Limits"};
  for (option_group group = 0; group < OPTION_GROUP_COUNT; group++) {
    if (group != OPTIONS_MAIN && !has_options(command, group)) continue;
    help_writer_put_heading(page, headings[group]);
    for (const struct option *o = command->options; o->name != NULL; o++)
      if (o->group == group) put_option(page, o);
    if (group == OPTIONS_MAIN) help_writer_put_row(page, "-h, --help", "show this help");
  }
}

const char *help_writer_action_name(const struct command *command, const struct command *action) {
  return action->name + strlen(command->name) + 1;
}

static void put_actions(const struct help_writer *page, const struct command *command) {
  help_writer_put_heading(page, "Actions, each with its own --help");
  for (const struct command *const *a = command->actions; *a != NULL; a++)
    help_writer_put_row(page, help_writer_action_name(command, *a), (*a)->summary);
}

/* ---- tables after the options ------------------------------------------------------- */

void help_writer_put_columns(const struct help_writer *page) {
  help_writer_put_heading(page, "Columns of a solution (* by default)");
  for (int i = 0; GRUNDY_COLUMNS_ALL >> i != 0; i++) {
    grundy_columns column = (grundy_columns)1 << i;
    const grundy_column_info *info = grundy_column_describe(column);
    char left[64];
    (void)snprintf(left, sizeof left, "%s%s", info->name,
                   (column & GRUNDY_COLUMNS_DEFAULT) == 0 ? "" : " *");
    help_writer_put_row(page, left, info->summary);
  }
  page->style->paragraph(page->out,
                         "Not in all: draw_level, draw_remoteness. Two-coloured games have player, "
                         "outcome, q1, q0, q-1, q2, abe, barbara; games with payoffs player, "
                         "guarantee, guarantee_moves, cap, cap_moves, qv");
}

void help_writer_put_exit_codes(const struct help_writer *page, const char *heading) {
  help_writer_put_heading(page, heading);
  for (const struct exit_code_info *info = exit_code_list(); info->meaning != NULL; info++) {
    char code[16];
    (void)snprintf(code, sizeof code, "%d", (int)info->code);
    help_writer_put_row(page, code, info->meaning);
  }
}

/* Writes the options of the parameters, " --positions --p", cut to `size` bytes. */
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

static void put_models(const struct help_writer *page) {
  help_writer_put_heading(page, "Models, with the options that each needs and may take");
  for (int i = 0; i < GRUNDY_MODEL_COUNT; i++) {
    const grundy_model_info *info = grundy_model_describe((grundy_model_kind)i);
    char needs[128];
    char takes[128];
    char right[512];
    list_parameters(info->required, needs, sizeof needs);
    list_parameters(info->optional, takes, sizeof takes);
    (void)snprintf(right, sizeof right, "%s;%s%s%s", info->summary, needs,
                   takes[0] == '\0' ? "" : ", may take", takes);
    help_writer_put_row(page, info->name, right);
  }
}

static void put_examples(const struct help_writer *page, const struct command *command) {
  help_writer_put_heading(page, "Examples");
  for (const struct example *e = command->examples; e->line != NULL; e++)
    page->style->example(page->out, e->line, e->meaning);
}

void help_writer_put_command(const struct help_writer *page, const struct command *command) {
  put_positionals(page, command);
  put_options(page, command);
  if (command->actions != NULL) put_actions(page, command);
  if (command->lists_columns) help_writer_put_columns(page);
  if (command->lists_models) put_models(page);
  put_examples(page, command);
}

/* ---- all of it ----------------------------------------------------------------------- */

const char *help_writer_group_name(command_group group) {
  static const char *const names[GROUP_COUNT] = {
      [GROUP_SOLVE] = "Solve",   [GROUP_UNDERSTAND] = "Understand", [GROUP_PLAY] = "Play",
      [GROUP_CREATE] = "Create", [GROUP_THEORY] = "Theory",         [GROUP_HELP] = "Help",
  };
  return names[group];
}

void help_writer_put_commands(const struct help_writer *page) {
  command_group group = GROUP_NONE;
  for (const struct command *const *c = program.commands; *c != NULL; c++) {
    if ((*c)->is_hidden) continue;
    if ((*c)->group != group) help_writer_put_heading(page, help_writer_group_name((*c)->group));
    group = (*c)->group;
    help_writer_put_row(page, (*c)->name, (*c)->summary);
  }
}

void help_writer_put_topics(const struct help_writer *page) {
  for (const struct topic *t = program.topics; t->name != NULL; t++)
    if (strcmp(t->name, "exit-codes") != 0) t->put(page);
}

int help_writer_show(grundy_status (*put)(const void *context, FILE *out, grundy_error *error),
                     const void *context) {
  grundy_error error = {0};
  return file_write("-", put, context, &error) == GRUNDY_OK ? CODE_YES : fail(&error);
}
