#include "reference.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <grundy/base.h>

#include "help_writer.h"
#include "options.h"
#include "program.h"

/* ---- Markdown ------------------------------------------------------------------------- */

/* Writes text, with Markdown's special characters escaped. */
static void put_text(FILE *out, const char *text) {
  for (; *text != '\0'; text++) {
    if (strchr("\\`*_<>[]|~", *text) != NULL) (void)putc('\\', out);
    (void)putc(*text, out);
  }
}

/* Writes a literal word between backquotes, more of them than it contains in a row. */
static void put_code(FILE *out, const char *text) {
  const char *quote = strchr(text, '`') == NULL ? "`" : "`` ";
  (void)fprintf(out, "%s%s", quote, text + strspn(text, " "));
  (void)fputs(quote[1] == '\0' ? "`" : " ``", out);
}

static void put_section(FILE *out, const char *text) {
  (void)fprintf(out, "\n## %s\n\n", text);
}

static void put_part(FILE *out, const char *text) {
  (void)fprintf(out, "\n### %s\n\n", text);
}

static void put_line(FILE *out, const char *text) {
  put_text(out, text);
  (void)putc('\n', out);
}

static void put_paragraph(FILE *out, const char *text) {
  (void)putc('\n', out);
  put_line(out, text);
}

static void put_row(FILE *out, const char *left, const char *right) {
  (void)fputs("- ", out);
  put_code(out, left);
  (void)fputs(": ", out);
  put_line(out, right);
}

static void put_lines(FILE *out, const char *text) {
  (void)putc('\n', out);
  while (*text != '\0') {
    int length = (int)strcspn(text, "\n");
    (void)fprintf(out, "    %.*s\n", length, text);
    text += length + 1;
  }
}

/* The page begins with sections; the parts of a command are one level lower. */
static const struct help_style of_page = {put_section, put_line,  put_paragraph,
                                          put_row,     put_lines, put_row};
static const struct help_style of_command = {put_part, put_line,  put_paragraph,
                                             put_row,  put_lines, put_row};

/* ---- the page ------------------------------------------------------------------------- */

static void put_command(FILE *out, const struct command *command) {
  struct help_writer page = {out, &of_command};
  (void)fprintf(out, "\n## %s %s\n\n    %s %s", program.name, command->name, program.name,
                command->name);
  help_writer_put_arguments(out, command);
  put_paragraph(out, command->description);
  (void)putc('\n', out);
  help_writer_put_command(&page, command);
}

static grundy_status put_reference(const void *context, FILE *out, grundy_error *error) {
  struct help_writer page = {out, &of_page};
  (void)context;
  (void)error;
  (void)fputs("<!-- Made by `grundy help --markdown`; a test compares. -->\n\n# Reference\n\n",
              out);
  put_line(out, program.about);
  put_paragraph(out, "All commands with all their options, as grundy COMMAND --help shows them.");
  (void)fputs("\n[All documents](README.md)\n", out);
  help_writer_put_commands(&page);
  help_writer_put_topics(&page);
  help_writer_put_exit_codes(&page, "Exit codes");
  for (const struct command *const *c = program.commands; *c != NULL; c++) {
    put_command(out, *c);
    for (const struct command *const *a = (*c)->actions; a != NULL && *a != NULL; a++)
      put_command(out, *a);
  }
  return GRUNDY_OK;
}

int reference_show(void) {
  return help_writer_show(put_reference, NULL);
}
