/* The common part of help, manual pages and the reference: all walk through the tables of the
 * commands, and differ in how they write headings and rows. */

#ifndef GRUNDY_CLI_HELP_WRITER_H
#define GRUNDY_CLI_HELP_WRITER_H

#include <stdio.h>

#include "options.h"

/* How the parts of a page are written. */
struct help_style {
  void (*heading)(FILE *out, const char *text);
  void (*text)(FILE *out, const char *text);                   /* after a heading */
  void (*paragraph)(FILE *out, const char *text);              /* after something else */
  void (*row)(FILE *out, const char *left, const char *right); /* of a table of two columns */
  void (*lines)(FILE *out, const char *text);                  /* unchanged */
  void (*example)(FILE *out, const char *line, const char *meaning);
};

struct help_writer {
  FILE *out;
  const struct help_style *style;
};

/* Write a heading, or a row of a table of two columns. */
void help_writer_put_heading(const struct help_writer *page, const char *text);
void help_writer_put_row(const struct help_writer *page, const char *left, const char *right);

/* Writes the names of the arguments, "[OPTIONS]" and the end of the line. */
void help_writer_put_arguments(FILE *out, const struct command *command);

/* Writes everything that follows the description of a command: a row for every argument, then
 * options, tables and examples, each under a heading. */
void help_writer_put_command(const struct help_writer *page, const struct command *command);

/* Returns the name of an action without its command: "check" for "rules check". */
const char *help_writer_action_name(const struct command *command, const struct command *action);

/* Returns the heading of a group of commands. */
const char *help_writer_group_name(command_group group);

/* Writes the commands that are not hidden, each group under its heading. */
void help_writer_put_commands(const struct help_writer *page);

/* Writes all topics except the exit codes, which manual pages have in a section of their own. */
void help_writer_put_topics(const struct help_writer *page);

/* Writes the columns of a solution, under a heading. */
void help_writer_put_columns(const struct help_writer *page);

/* Writes the exit codes, under that heading. */
void help_writer_put_exit_codes(const struct help_writer *page, const char *heading);

/* Calls `put` with standard output. Returns the exit code. */
int help_writer_show(grundy_status (*put)(const void *context, FILE *out, grundy_error *error),
                     const void *context);

#endif
