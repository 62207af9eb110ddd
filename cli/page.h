/* What help and manual pages have in common: both walk through the tables of the subcommands, and
 * differ in how a heading or a row is written. */

#ifndef GRUNDY_CLI_PAGE_H
#define GRUNDY_CLI_PAGE_H

#include <stdio.h>

#include "options.h"

/* How the parts of a page are written. */
struct page_style {
  void (*heading)(FILE *out, const char *text);
  void (*text)(FILE *out, const char *text);                   /* right under a heading */
  void (*paragraph)(FILE *out, const char *text);              /* under something else */
  void (*row)(FILE *out, const char *left, const char *right); /* of a table of two columns */
  void (*lines)(FILE *out, const char *text);                  /* as they are */
  void (*example)(FILE *out, const char *line, const char *meaning);
};

struct page {
  FILE *out;
  const struct page_style *style;
};

/* The names of the arguments and "[OPTIONS]", to the end of the line. */
void page_put_arguments(FILE *out, const struct command *command);

/* All that follows the description of a command: a row for every argument; options, tables and
 * examples, each under a heading. */
void page_put_command(const struct page *page, const struct command *command);

/* "check" of "rules check", an action of the command. */
const char *page_action_name(const struct command *command, const struct command *action);

/* The commands, group by group, each group under its heading. */
void page_put_commands(const struct page *page, const struct command *const *commands);

/* The columns of a solution, under a heading. */
void page_put_columns(const struct page *page);

/* What the program is, in a sentence. */
extern const char *const page_about;

/* Lets `put` write to standard output. Returns the exit code. */
int page_show(grundy_status (*put)(const void *context, FILE *out, grundy_error *error),
              const void *context);

#endif
