#include "help.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <grundy/base.h>

#include "failure.h"
#include "help_writer.h"
#include "options.h"
#include "program.h"
#include "terminal.h"

enum {
  WIDTH = 80,
  INDENT = 2,   /* of rows under a heading */
  TEXT_AT = 24, /* where the right column of a table starts, from 0 */
};

/* ---- paragraphs and rows ------------------------------------------------------------- */

/* Writes words up to WIDTH, starting at column `at`, and continues on new lines at `indent`. */
static void put_wrapped(FILE *out, size_t at, size_t indent, const char *text) {
  size_t column = at;
  for (const char *word = text; *word != '\0';) {
    size_t length = strcspn(word, " ");
    size_t width = terminal_width(word, length);
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

static void put_heading(FILE *out, const char *text) {
  (void)fprintf(out, "\n%s\n", text);
}

static void put_paragraph(FILE *out, const char *text) {
  put_wrapped(out, 0, 0, text);
}

static void put_lines(FILE *out, const char *text) {
  while (*text != '\0') {
    int length = (int)strcspn(text, "\n");
    (void)fprintf(out, "%*s%.*s\n", 2 * INDENT, "", length, text);
    text += length + 1;
  }
}

static void put_example(FILE *out, const char *line, const char *meaning) {
  (void)fprintf(out, "%*s%s\n%*s", INDENT, "", line, 3 * INDENT, "");
  put_wrapped(out, (size_t)3 * INDENT, (size_t)3 * INDENT, meaning);
}

static const struct help_style plain = {put_heading, put_paragraph, put_paragraph,
                                        put_row,     put_lines,     put_example};

/* ---- showing ------------------------------------------------------------------------- */

static grundy_status put_command(const void *context, FILE *out, grundy_error *error) {
  const struct command *command = context;
  struct help_writer page = {out, &plain};
  (void)error;
  (void)fprintf(out, "usage: %s %s", program.name, command->name);
  help_writer_put_arguments(out, command);
  (void)putc('\n', out);
  put_paragraph(out, command->description);
  (void)putc('\n', out);
  help_writer_put_command(&page, command);
  return GRUNDY_OK;
}

/* Writes one screen: what the program does, the commands with their groups in the margin, and where
 * to read on. */
static grundy_status put_overview(const void *context, FILE *out, grundy_error *error) {
  enum { GROUP = 12, NAME = 12 };
  command_group group = GROUP_NONE;
  (void)context;
  (void)error;
  put_paragraph(out, program.about);
  (void)fprintf(out, "usage: %s COMMAND [ARGUMENTS]\n\n", program.name);
  for (const struct command *const *c = program.commands; *c != NULL; c++) {
    if ((*c)->is_hidden) continue;
    bool first = (*c)->group != group;
    group = (*c)->group;
    (void)fprintf(out, "%-*s%-*s%s\n", GROUP, first ? help_writer_group_name(group) : "", NAME,
                  (*c)->name, (*c)->summary);
  }
  char where[256];
  (void)snprintf(where, sizeof where,
                 "'%s COMMAND --help' explains a command, '%s help topics' lists topics.",
                 program.name, program.name);
  (void)putc('\n', out);
  put_paragraph(out, where);
  return GRUNDY_OK;
}

static grundy_status put_topics(const void *context, FILE *out, grundy_error *error) {
  struct help_writer page = {out, &plain};
  (void)context;
  (void)error;
  (void)fprintf(out, "'%s help TOPIC' explains:\n", program.name);
  help_writer_put_heading(&page, "Topics");
  for (const struct topic *t = program.topics; t->name != NULL; t++)
    help_writer_put_row(&page, t->name, t->summary);
  return GRUNDY_OK;
}

static grundy_status put_topic(const void *context, FILE *out, grundy_error *error) {
  const struct topic *topic = context;
  struct help_writer page = {out, &plain};
  (void)error;
  (void)fprintf(out, "%s help %s: %s\n", program.name, topic->name, topic->summary);
  topic->put(&page);
  return GRUNDY_OK;
}

static grundy_status put_version(const void *context, FILE *out, grundy_error *error) {
  (void)context;
  (void)error;
  (void)fprintf(out, "%s %s\n", program.name, grundy_version());
  return GRUNDY_OK;
}

int help_show(const struct command *command) {
  return help_writer_show(put_command, command);
}

int help_show_overview(void) {
  return help_writer_show(put_overview, NULL);
}

int help_show_version(void) {
  return help_writer_show(put_version, NULL);
}

int help_show_topics(void) {
  return help_writer_show(put_topics, NULL);
}

int help_show_topic(const struct topic *topic) {
  return help_writer_show(put_topic, topic);
}
