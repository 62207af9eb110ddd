#include "help.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <grundy/base.h>

#include "failure.h"
#include "help_writer.h"
#include "options.h"
#include "terminal.h"
#include "topics.h"

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
  (void)fprintf(out, "usage: grundy %s", command->name);
  help_writer_put_arguments(out, command);
  (void)putc('\n', out);
  put_paragraph(out, command->description);
  (void)putc('\n', out);
  help_writer_put_command(&page, command);
  return GRUNDY_OK;
}

/* Writes one screen: what the program does, an example with a draw and an infinite value, the
 * commands, and where to read on. */
static grundy_status put_overview(const void *context, FILE *out, grundy_error *error) {
  struct help_writer page = {out, &plain};
  (void)error;
  put_paragraph(out, help_writer_about);
  (void)fputs("\nusage: grundy COMMAND [ARGUMENTS]\n\n", out);
  put_lines(out, "$ printf 'a b\\nb a\\nb c\\nc d\\n' | grundy solve - --columns outcome,grundy,k\n"
                 "vertex  outcome  grundy\n"
                 "a       D        inf{}    # a draw: neither player can force a win\n"
                 "b       D        inf{1}   # a draw, with a move to a position of value 1\n"
                 "c       N        1        # the next player wins\n"
                 "d       P        0        # the previous player wins\n");
  help_writer_put_commands(&page, context);
  (void)fputs("\n", out);
  put_paragraph(out,
                "'grundy COMMAND --help' shows how to use a command, 'grundy help topics' what "
                "else there is to read, 'grundy --version' the version.");
  return GRUNDY_OK;
}

static grundy_status put_topics(const void *context, FILE *out, grundy_error *error) {
  struct help_writer page = {out, &plain};
  (void)context;
  (void)error;
  put_paragraph(out, "'grundy help TOPIC' explains:");
  topics_put(&page);
  return GRUNDY_OK;
}

static grundy_status put_topic(const void *context, FILE *out, grundy_error *error) {
  const struct topic *topic = context;
  struct help_writer page = {out, &plain};
  (void)error;
  (void)fprintf(out, "grundy help %s: %s\n", topic->name, topic->summary);
  topic->put(&page);
  return GRUNDY_OK;
}

static grundy_status put_version(const void *context, FILE *out, grundy_error *error) {
  (void)context;
  (void)error;
  (void)fprintf(out, "grundy %s\n", grundy_version());
  return GRUNDY_OK;
}

int help_show(const struct command *command) {
  return help_writer_show(put_command, command);
}

int help_show_overview(const struct command *const *commands) {
  return help_writer_show(put_overview, (const void *)commands);
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
