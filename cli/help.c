#include "help.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <grundy/base.h>
#include <grundy/model.h>
#include <grundy/solution.h>

#include "failure.h"
#include "lists.h"
#include "options.h"

enum {
  WIDTH = 80,
  INDENT = 2,   /* of rows under a heading */
  TEXT_AT = 24, /* where the right column of a table starts, from 0 */
};

/* ---- paragraphs and rows ------------------------------------------------------------- */

/* The number of characters in the UTF-8 text. */
static size_t width_of(const char *text, size_t length) {
  size_t width = 0;
  for (size_t i = 0; i < length; i++) width += ((unsigned char)text[i] & 0xc0) != 0x80;
  return width;
}

/* Writes words up to WIDTH, starting at column `at`, and goes on at `indent` in new lines. */
static void put_wrapped(FILE *out, size_t at, size_t indent, const char *text) {
  size_t column = at;
  for (const char *word = text; *word != '\0';) {
    size_t length = strcspn(word, " ");
    size_t width = width_of(word, length);
    if (word != text && column + 1 + width > WIDTH) {
      (void)fprintf(out, "\n%*s", (int)indent, "");
      column = indent;
    } else if (word != text) {
      (void)putc(' ', out);
      column++;
    }
    (void)fwrite(word, 1, length, out);
    column += width;
    word += length;
    word += strspn(word, " ");
  }
  (void)putc('\n', out);
}

static void put_row(FILE *out, const char *left, const char *right) {
  int width = TEXT_AT - INDENT - 2;
  (void)fprintf(out, "%*s%-*s  ", INDENT, "", width, left);
  size_t length = strlen(left);
  size_t at = length > (size_t)width ? INDENT + length + 2 : TEXT_AT;
  put_wrapped(out, at, TEXT_AT, right);
}

/* ---- one subcommand ------------------------------------------------------------------ */

static void put_usage(FILE *out, const struct command *command) {
  (void)fprintf(out, "usage: grundy %s", command->name);
  for (const struct positional *p = command->positionals; p->name != NULL; p++)
    (void)fprintf(out, command->last_is_optional && p[1].name == NULL ? " [%s" : " %s", p->name);
  (void)fputs(command->last_is_many ? "..." : "", out);
  (void)fputs(command->last_is_optional ? "] [OPTIONS]\n\n" : " [OPTIONS]\n\n", out);
  put_wrapped(out, 0, 0, command->description);
  (void)putc('\n', out);
  for (const struct positional *p = command->positionals; p->name != NULL; p++)
    put_row(out, p->name, p->help);
}

static void put_format_row(FILE *out, const char *left, const struct option *o) {
  char formats[128];
  char right[512];
  lists_formats(o->use, formats, sizeof formats);
  (void)snprintf(right, sizeof right, "%s: %s", o->help, formats);
  put_row(out, left, right);
}

static void put_options(FILE *out, const struct command *command) {
  (void)fputs("\nOptions\n", out);
  for (const struct option *o = command->options; o->name != NULL; o++) {
    char left[64];
    char letter[] = {'-', o->letter, ',', ' ', '\0'};
    (void)snprintf(left, sizeof left, "%s--%s%s%s", o->letter == '\0' ? "    " : letter, o->name,
                   o->value == NULL ? "" : " ", o->value == NULL ? "" : o->value);
    if (o->kind == OPTION_FORMAT)
      put_format_row(out, left, o);
    else
      put_row(out, left, o->help);
  }
  put_row(out, "-h, --help", "show this");
}

static void put_columns(FILE *out) {
  (void)fputs("\nColumns of a solution (* by default)\n", out);
  for (int i = 0; GRUNDY_COLUMNS_ALL >> i != 0; i++) {
    grundy_columns column = (grundy_columns)1 << i;
    const grundy_column_info *info = grundy_column_describe(column);
    char left[64];
    (void)snprintf(left, sizeof left, "%s%s", info->name,
                   (column & GRUNDY_COLUMNS_DEFAULT) == 0 ? "" : " *");
    put_row(out, left, info->summary);
  }
  (void)fputs("Of two-coloured games: player, outcome, q1, q0, q-1, q2, abe, barbara; of games\n"
              "with payoffs: player, guarantee, guarantee_moves, cap, cap_moves, qv\n",
              out);
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

static void put_models(FILE *out) {
  (void)fputs("\nModels, with the options that each needs and may take\n", out);
  for (int i = 0; i < GRUNDY_MODEL_COUNT; i++) {
    const grundy_model_info *info = grundy_model_describe((grundy_model_kind)i);
    char needs[128];
    char takes[128];
    char right[512];
    list_parameters(info->required, needs, sizeof needs);
    list_parameters(info->optional, takes, sizeof takes);
    (void)snprintf(right, sizeof right, "%s;%s%s%s", info->summary, needs,
                   takes[0] == '\0' ? "" : ", may take", takes);
    put_row(out, info->name, right);
  }
}

static void put_examples(FILE *out, const struct command *command) {
  (void)fputs("\nExamples\n", out);
  for (const struct example *e = command->examples; e->line != NULL; e++) {
    (void)fprintf(out, "%*s%s\n%*s", INDENT, "", e->line, 3 * INDENT, "");
    put_wrapped(out, (size_t)3 * INDENT, (size_t)3 * INDENT, e->meaning);
  }
}

/* ---- all of it ----------------------------------------------------------------------- */

static void put_commands(FILE *out, const struct command *const *commands) {
  (void)fputs("usage: grundy COMMAND [ARGUMENTS]\n\nCommands\n", out);
  for (; *commands != NULL; commands++) put_row(out, (*commands)->name, (*commands)->summary);
  put_row(out, "help [COMMAND]", "show this, or how to use a command");
  put_row(out, "--version", "show the version");
}

static void put_games(FILE *out) {
  static const char text[] =
      "\n"
      "A GAME is a file: a list of moves as here, DOT, GraphML, Matrix Market or npz,\n"
      "told by its ending, or - for standard input:\n"
      "    a b   # the player at a may move to b\n"
      "    b a   # and back: games may have cycles\n"
      "    b c   # there is no move from c: the player who has to move there loses\n"
      "    d     # a position without moves to it or from it\n"
      "Positions are any words without white space. With these lines in game.edges:\n"
      "    grundy solve game.edges                   every position, as a table\n"
      "    grundy solve game.edges -o game.tsv       the same as a file\n"
      "    grundy verify game.edges game.tsv         is that right?\n";
  (void)fputs(text, out);
}

static void put_exit_codes(FILE *out) {
  (void)fputs("\nExit codes\n", out);
  for (const struct exit_code_info *info = exit_code_list(); info->meaning != NULL; info++)
    (void)fprintf(out, "%*s%3d  %s\n", INDENT, "", (int)info->code, info->meaning);
}

/* ---- showing ------------------------------------------------------------------------- */

static int open_standard_output(grundy_output **output) {
  grundy_error error = {0};
  return grundy_output_open("-", output, &error) == GRUNDY_OK ? CODE_YES : fail(&error);
}

static int commit(grundy_output *output) {
  grundy_error error = {0};
  return grundy_output_commit(output, &error) == GRUNDY_OK ? CODE_YES : fail(&error);
}

int help_show(const struct command *command) {
  grundy_output *output = NULL;
  int code = open_standard_output(&output);
  if (code != CODE_YES) return code;
  FILE *out = grundy_output_stream(output);
  put_usage(out, command);
  put_options(out, command);
  if (command->lists_columns) put_columns(out);
  if (command->lists_models) put_models(out);
  put_examples(out, command);
  return commit(output);
}

int help_show_overview(const struct command *const *commands) {
  grundy_output *output = NULL;
  int code = open_standard_output(&output);
  if (code != CODE_YES) return code;
  FILE *out = grundy_output_stream(output);
  (void)fputs("grundy solves two-player games of perfect information, cycles included.\n\n", out);
  put_commands(out, commands);
  put_games(out);
  put_exit_codes(out);
  return commit(output);
}

int help_show_version(void) {
  grundy_output *output = NULL;
  int code = open_standard_output(&output);
  if (code != CODE_YES) return code;
  (void)fprintf(grundy_output_stream(output), "grundy %s\n", grundy_version());
  return commit(output);
}
