/* What help and manual pages have in common: both walk through the tables of the subcommands, and
 * differ in how a heading or a row is written. */

#ifndef GRUNDY_CLI_HELP_WRITER_H
#define GRUNDY_CLI_HELP_WRITER_H

#include <stdio.h>

#include "options.h"

/* How the parts of a page are written. */
struct help_style {
  void (*heading)(FILE *out, const char *text);
  void (*text)(FILE *out, const char *text);                   /* right under a heading */
  void (*paragraph)(FILE *out, const char *text);              /* under something else */
  void (*row)(FILE *out, const char *left, const char *right); /* of a table of two columns */
  void (*lines)(FILE *out, const char *text);                  /* as they are */
  void (*example)(FILE *out, const char *line, const char *meaning);
};

struct help_writer {
  FILE *out;
  const struct help_style *style;
};

void help_writer_put_heading(const struct help_writer *page, const char *text);
void help_writer_put_row(const struct help_writer *page, const char *left, const char *right);

/* The names of the arguments and "[OPTIONS]", to the end of the line. */
void help_writer_put_arguments(FILE *out, const struct command *command);

/* All that follows the description of a command: a row for every argument; options, tables and
 * examples, each under a heading. */
void help_writer_put_command(const struct help_writer *page, const struct command *command);

/* "check" of "rules check", an action of the command. */
const char *help_writer_action_name(const struct command *command, const struct command *action);

/* The commands, group by group, each group under its heading. */
void help_writer_put_commands(const struct help_writer *page,
                              const struct command *const *commands);

/* The columns of a solution, under a heading. */
void help_writer_put_columns(const struct help_writer *page);

/* The exit codes, under that heading. */
void help_writer_put_exit_codes(const struct help_writer *page, const char *heading);

/* What the program is, in a sentence. */
extern const char *const help_writer_about;

/* Lets `put` write to standard output. Returns the exit code. */
int help_writer_show(grundy_status (*put)(const void *context, FILE *out, grundy_error *error),
                     const void *context);

#endif
