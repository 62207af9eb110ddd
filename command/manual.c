#include "manual.h"

#include <ctype.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <grundy/base.h>

#include "help_writer.h"
#include "options.h"
#include "program.h"

/* ---- roff, by the macros of man(7) ---------------------------------------------------- */

/* Returns the roff escape for a character with a special meaning; NULL if it needs none. */
static const char *escape_of(char c) {
  switch (c) {
  case '\\':
    return "\\e";
  case '-':
    return "\\-";
  case '\'':
    return "\\(aq";
  case '`':
    return "\\(ga";
  case '^':
    return "\\(ha";
  case '~':
    return "\\(ti";
  case '"':
    return "\\(dq";
  default:
    return NULL;
  }
}

static void put_escaped(FILE *out, const char *text, size_t length) {
  if (length > 0 && text[0] == '.') (void)fputs("\\&", out);
  for (size_t i = 0; i < length; i++) {
    const char *escape = escape_of(text[i]);
    if (escape == NULL)
      (void)putc(text[i], out);
    else
      (void)fputs(escape, out);
  }
}

static void put_line(FILE *out, const char *text) {
  put_escaped(out, text, strlen(text));
  (void)putc('\n', out);
}

/* Returns whether the word is in capitals, so that users replace it. */
static bool is_placeholder(const char *word, size_t length) {
  for (size_t i = 0; i < length; i++)
    if (islower((unsigned char)word[i]) || isdigit((unsigned char)word[i]) || word[i] == '-')
      return false;
  return true;
}

/* Writes words that are typed literally in bold, and placeholders in italics. */
static void put_syntax(FILE *out, const char *text) {
  for (const char *word = text + strspn(text, " "); *word != '\0';) {
    size_t length = strcspn(word, " \n");
    (void)fputs(is_placeholder(word, length) ? "\\fI" : "\\fB", out);
    put_escaped(out, word, length);
    (void)fputs("\\fR", out);
    word += length;
    size_t spaces = strspn(word, " \n");
    if (word[spaces] != '\0') (void)putc(' ', out);
    word += spaces;
  }
  (void)putc('\n', out);
}

static void put_heading(FILE *out, const char *text) {
  (void)fputs(".SH \"", out);
  for (; *text != '\0'; text++) (void)putc(toupper((unsigned char)*text), out);
  (void)fputs("\"\n", out);
}

static void put_paragraph(FILE *out, const char *text) {
  (void)fputs(".PP\n", out);
  put_line(out, text);
}

static void put_row(FILE *out, const char *left, const char *right) {
  (void)fputs(".TP\n", out);
  put_syntax(out, left);
  put_line(out, right);
}

static void put_lines(FILE *out, const char *text) {
  (void)fputs(".PP\n.RS 4\n.nf\n", out);
  while (*text != '\0') {
    size_t length = strcspn(text, "\n");
    put_escaped(out, text, length);
    (void)putc('\n', out);
    text += length + 1;
  }
  (void)fputs(".fi\n.RE\n", out);
}

static void put_example(FILE *out, const char *line, const char *meaning) {
  (void)fputs(".TP\n\\fB", out);
  put_escaped(out, line, strlen(line));
  (void)fputs("\\fR\n", out);
  put_line(out, meaning);
}

static const struct help_style roff = {put_heading, put_line,  put_paragraph,
                                       put_row,     put_lines, put_example};

/* ---- pages ----------------------------------------------------------------------------- */

/* Writes "grundy", "grundy-solve" or "grundy-rules-check", the name of the page's file. */
static void put_title(FILE *out, const struct command *command) {
  char name[128];
  (void)snprintf(name, sizeof name, "%s%s%s", program.name, command == NULL ? "" : "-",
                 command == NULL ? "" : command->name);
  for (char *c = name; *c != '\0'; c++)
    if (*c == ' ') *c = '-';
  put_escaped(out, name, strlen(name));
}

/* The date is that of the release: the same source gives the same page on every day. */
static void put_top(FILE *out, const struct command *command, const char *summary) {
  (void)fputs(".TH ", out);
  put_title(out, command);
  (void)fprintf(out, " 1 \"%s\" \"grundy %s\" \"User Commands\"\n.SH NAME\n", GRUNDY_RELEASE_DATE,
                grundy_version());
  put_title(out, command);
  (void)fputs(" \\- ", out);
  put_line(out, summary);
  (void)fputs(".SH SYNOPSIS\n", out);
}

/* Writes the name of another page, after those written before. */
static void put_other_page(FILE *out, const struct command *command, const char **between) {
  (void)fprintf(out, "%s.BR ", *between);
  put_title(out, command);
  (void)fputs(" (1)", out);
  *between = ",\n";
}

/* Lists all other pages. */
static void put_see_also(FILE *out, const struct command *command) {
  const char *between = "";
  (void)fputs(".SH \"SEE ALSO\"\n", out);
  if (command != NULL) put_other_page(out, NULL, &between);
  for (const struct command *const *c = program.commands; *c != NULL; c++) {
    if (*c != command) put_other_page(out, *c, &between);
    for (const struct command *const *a = (*c)->actions; a != NULL && *a != NULL; a++)
      if (*a != command) put_other_page(out, *a, &between);
  }
  (void)putc('\n', out);
}

static void put_command(const struct help_writer *page, const struct command *command) {
  FILE *out = page->out;
  put_top(out, command, command->summary);
  (void)fputs("\\fB", out);
  put_escaped(out, program.name, strlen(program.name));
  (void)fprintf(out, " %s\\fR", command->name);
  help_writer_put_arguments(out, command);
  (void)fputs(".SH DESCRIPTION\n", out);
  put_line(out, command->description);
  help_writer_put_command(page, command);
}

static void put_program(const struct help_writer *page) {
  FILE *out = page->out;
  put_top(out, NULL, program.summary);
  put_syntax(out, program.name);
  put_syntax(out, "COMMAND [ARGUMENTS]");
  (void)fputs(".SH DESCRIPTION\n", out);
  put_line(out, program.about);
  put_paragraph(out, "Every command has a page of its own, and COMMAND --help shows it.");
  help_writer_put_commands(page);
  put_heading(out, "Options");
  put_row(out, "-h, --help", "show the commands");
  put_row(out, "-V, --version", "show the version");
  help_writer_put_topics(page);
}

static grundy_status put_manual(const void *context, FILE *out, grundy_error *error) {
  const struct command *command = context;
  struct help_writer page = {out, &roff};
  (void)error;
  if (command == NULL)
    put_program(&page);
  else
    put_command(&page, command);
  help_writer_put_exit_codes(&page, "Exit status");
  put_see_also(out, command);
  return GRUNDY_OK;
}

int manual_show(const struct command *command) {
  return help_writer_show(put_manual, command);
}
