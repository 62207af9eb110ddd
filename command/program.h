/* The program that the commands belong to: its name, its commands and what help says about it. */

#ifndef GRUNDY_COMMAND_PROGRAM_H
#define GRUNDY_COMMAND_PROGRAM_H

#include "options.h"

struct help_writer;

/* What several commands have in common, explained once: `grundy help TOPIC`. */
struct topic {
  const char *name;
  const char *summary;
  void (*put)(const struct help_writer *page); /* writes headings and the text under them */
};

/* A name that earlier versions had. */
struct renamed {
  const char *command; /* of an option; NULL: any command that has the new option */
  const char *name;
  const char *now; /* what to use instead: a command, or an option with its dashes */
};

/* The type of an answer, or of a part of one. Types are written as in TypeScript: names of types,
 * string, integer, number, boolean, null, "P", T[] and T | U. */
struct answer_member {
  const char *name; /* ends with ? if it may be missing */
  const char *type;
  const char *help; /* one sentence */
};

struct answer_type {
  const char *name;
  const char *help;
  const char *is; /* the type that this one is another name of; NULL: an object */
  const struct answer_member
      *members; /* of an object; begins with those of types that it extends */
};

/* Lists end with a NULL, or with an entry without a name. */
struct program {
  const char *name;
  const char *summary;                   /* a few words, for the manual page */
  const char *about;                     /* one sentence */
  const struct command *const *commands; /* in the order of help */
  const struct topic *topics;
  const struct renamed *renamed_commands;
  const struct renamed *renamed_options;
  const struct answer_type *types; /* of answers; NULL: none */
};

/* Each program defines its own. */
extern const struct program program;

/* Runs the command that argv[1] names, or shows the overview or the version. Returns the exit
 * code. */
int program_run(int argc, char **argv);

/* Returns the command of that name; NULL if there is none. */
const struct command *command_find(const char *name);

/* Returns what an option or a command of earlier versions is called now; NULL if the program never
 * had it. */
const char *renamed_option(const struct command *command, const char *name);
const char *renamed_command(const char *name);

/* The command `help`: help, manual pages and completions. Each program defines its own with this
 * macro, a description and examples. */
extern const struct command help_command;
extern const struct positional help_positionals[];
extern const struct option help_options[];
int help_run(int argc, char **argv);

#define HELP_COMMAND(described, shown)                                                             \
  {                                                                                                \
    .name = "help", .summary = "explain a command or a topic; manual pages, completions",          \
    .group = GROUP_HELP, .description = (described), .positionals = help_positionals,              \
    .names_commands = true, .names_topics = true, .last_is_many = true, .last_is_optional = true,  \
    .options = help_options, .examples = (shown), .run = help_run                                  \
  }

#endif
