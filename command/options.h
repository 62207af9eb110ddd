/* A subcommand: its arguments, options and help in one table that drives parsing and help alike. */

#ifndef GRUNDY_CLI_OPTIONS_H
#define GRUNDY_CLI_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <grundy/format.h>

/* A number that an option may set. */
struct integer {
  bool given;
  uint64_t value;
};

struct real {
  bool given;
  double value;
};

typedef enum option_kind {
  OPTION_FLAG,    /* takes no value; sets a bool */
  OPTION_STRING,  /* takes any value; sets a const char * */
  OPTION_INTEGER, /* takes 25 or 25e3, from `least` to `most`; sets a struct integer */
  OPTION_SIZE,    /* takes bytes, or 512M or 1.5GiB; sets a struct integer to the bytes */
  OPTION_REAL,    /* takes 0.25 or 1e-6; sets a struct real */
  OPTION_SECONDS, /* as above, for a positive time */
  OPTION_CHOICE,  /* takes one of `choices`; sets an int to its index */
  OPTION_PRESET,  /* takes no value; sets an int to `preset`, as an OPTION_CHOICE would */
  OPTION_PAGER,   /* takes no value; requests a pager */
  OPTION_FORMAT,  /* takes a format that can be used as `use` says; sets an int to that
                     grundy_format; help lists the formats */
} option_kind;

/* What a command does with a file that is named by an option or a positional. */
typedef enum file_use {
  FILE_NONE,       /* not a file */
  FILE_READ,       /* a game: a file to read, or rules, whose arguments may be files */
  FILE_EXPRESSION, /* an expression, whose games may be such */
  FILE_DATA,       /* a file to read that is not a game */
  FILE_TEXT,       /* the same, a text that other front ends give as it is */
  FILE_FORMULA,    /* a formula, or a file to read with one, which ends with .lua */
  FILE_WRITTEN,    /* a file to replace; see overwrite.h */
} file_use;

/* The heading under which help lists an option. */
typedef enum option_group {
  OPTIONS_MAIN, /* what the command is about */
  OPTIONS_INPUT,
  OPTIONS_OUTPUT,
  OPTIONS_LIMITS,
  OPTION_GROUP_COUNT,
} option_group;

/* Front ends besides the command that have a parameter. HTTP, npm and the page read the same
 * requests. */
enum { IN_HTTP = 1, IN_PYTHON = 2, IN_ALL = IN_HTTP | IN_PYTHON };

/* How other front ends give an OPTION_STRING. */
typedef enum list_kind {
  LIST_NONE,  /* as a string */
  LIST_WORDS, /* as a list of words or numbers, or as a string with commas */
  LIST_NAMES, /* as a list of positions */
} list_kind;

/* If an option is given several times, the last value counts. */
struct option {
  const char *name;           /* without the dashes */
  const char *alias;          /* a second name that help does not show; NULL if none */
  char letter;                /* 0 if none */
  option_kind kind;           /* determines the type at `destination` */
  const char *value;          /* the name of the value in help; NULL if it takes none */
  const char *const *choices; /* of an OPTION_CHOICE, a list up to a NULL */
  int preset;                 /* of an OPTION_PRESET */
  grundy_format_use use;      /* of an OPTION_FORMAT */
  uint64_t least, most;       /* of an OPTION_INTEGER or OPTION_SIZE; `most` 0: no upper limit */
  const char *needs;          /* the option that this one needs; NULL if none; shown in help */
  const char *excludes; /* options that it conflicts with, separated by spaces; NULL if none */
  size_t destination;   /* offset in the subcommand's struct of arguments */
  const char *help;
  const char *otherwise; /* the default, shown in help as "(default: ...)"; or NULL */
  file_use file;         /* of an OPTION_STRING */
  option_group group;
  unsigned front_ends;  /* besides the command; 0: none */
  list_kind list;       /* of an OPTION_STRING */
  const char *standard; /* the default as JSON, for other front ends; NULL: none, or false */
  const char *format;   /* of an OPTION_FLAG: the format of the answer if it is given; or NULL */
};

/* ---- options of several commands ------------------------------------------------------ */

/* Options that mean the same have the same name and the same help text, defined here. Each is for a
 * struct of arguments of that type, with a member of the option's name. */

/* The format of a game to be read; `game` is the name of the argument. */
#define OPTION_GAME_FROM(type, game)                                                               \
  {                                                                                                \
    .group = OPTIONS_INPUT, .name = "from", .kind = OPTION_FORMAT, .value = "FORMAT",              \
    .use = GRUNDY_FORMAT_READS_GAME, .destination = offsetof(type, from),                          \
    .help = "the format of " game, .otherwise = "by the ending of the file, or else edges",        \
  }

/* The format of a game to be written, and its default. `other` is the option that makes the command
 * write the game, or NULL. */
#define OPTION_GAME_TO(type, default_format, other)                                                \
  {                                                                                                \
    .group = OPTIONS_OUTPUT, .name = "to", .kind = OPTION_FORMAT, .value = "FORMAT",               \
    .use = GRUNDY_FORMAT_WRITES_GAME, .destination = offsetof(type, to), .needs = (other),         \
    .help = "the format to write", .otherwise = (default_format), .front_ends = IN_HTTP,           \
    .standard = "\"edges\"",                                                                       \
  }

/* The format of a solution to be read; `solution` is the name of the argument or option. */
#define OPTION_SOLUTION_FROM(type, solution, other)                                                \
  {                                                                                                \
    .group = OPTIONS_INPUT, .name = "solution-from", .kind = OPTION_FORMAT, .value = "FORMAT",     \
    .use = GRUNDY_FORMAT_READS_SOLUTION, .destination = offsetof(type, solution_from),             \
    .needs = (other), .help = "the format of " solution, .otherwise = "by the ending of the file", \
  }

/* The format of a solution to be written, as in OPTION_GAME_TO. */
#define OPTION_SOLUTION_TO(type, member, default_format, other)                                    \
  {                                                                                                \
    .group = OPTIONS_OUTPUT, .name = "to", .kind = OPTION_FORMAT, .value = "FORMAT",               \
    .use = GRUNDY_FORMAT_WRITES_SOLUTION, .destination = offsetof(type, member), .needs = (other), \
    .help = "the format to write", .otherwise = (default_format), .front_ends = IN_HTTP,           \
  }

/* The payoff of infinite play in games with payoffs. */
#define OPTION_INFINITE(type)                                                                      \
  {                                                                                                \
    .name = "infinite", .kind = OPTION_REAL, .value = "VALUE",                                     \
    .destination = offsetof(type, infinite),                                                       \
    .help = "in a game with payoffs: what an infinite play is worth to A", .front_ends = IN_ALL,   \
    .otherwise = "it guarantees nothing to either player",                                         \
  }

/* The payoff for the column qv. */
#define OPTION_PAYOFF(type)                                                                        \
  {                                                                                                \
    .name = "payoff", .kind = OPTION_REAL, .value = "VALUE", .front_ends = IN_ALL,                 \
    .destination = offsetof(type, payoff),                                                         \
    .help = "in a game with payoffs: compute the column qv, the remoteness if A wants to get at "  \
            "least VALUE",                                                                         \
  }

#define OPTION_MISERE(type)                                                                        \
  {                                                                                                \
    .name = "misere", .kind = OPTION_FLAG, .destination = offsetof(type, misere),                  \
    .help = "misere play: the last player loses", .front_ends = IN_ALL,                            \
  }

/* The seed of random numbers; `what` depends on it. `other` is the option that makes the command
 * use random numbers, or NULL. */
#define OPTION_SEED(type, member, what, default_seed, other)                                       \
  {                                                                                                \
    .name = "seed", .kind = OPTION_INTEGER, .value = "S", .destination = offsetof(type, member),   \
    .help = "the seed of " what, .otherwise = (default_seed), .needs = (other),                    \
    .front_ends = IN_ALL,                                                                          \
  }

/* Whether to write colours; the choices are those of terminal.h. */
#define OPTION_COLOUR(type)                                                                        \
  {                                                                                                \
    .group = OPTIONS_OUTPUT, .name = "colour", .alias = "color", .kind = OPTION_CHOICE,            \
    .value = "WHEN", .choices = terminal_colour_choices, .destination = offsetof(type, colour),    \
    .help = "use colours: auto, always or never",                                                  \
    .otherwise = "auto, on a terminal unless NO_COLOR is set",                                     \
  }

/* The output file. */
#define OPTION_OUTPUT(type)                                                                        \
  {                                                                                                \
    .group = OPTIONS_OUTPUT, .name = "output", .letter = 'o', .kind = OPTION_STRING,               \
    .value = "FILE", .destination = offsetof(type, output), .file = FILE_WRITTEN,                  \
    .help = "write to FILE, whole or not at all", .otherwise = "standard output",                  \
  }

/* As above, but next to a report, which goes to standard output; `what` is written to FILE. */
#define OPTION_OUTPUT_BESIDE(type, what)                                                           \
  {                                                                                                \
    .group = OPTIONS_OUTPUT, .name = "output", .letter = 'o', .kind = OPTION_STRING,               \
    .value = "FILE", .destination = offsetof(type, output), .help = "write " what,                 \
    .file = FILE_WRITTEN,                                                                          \
  }

/* A shorthand for --to json, for commands whose only output has several formats. */
#define OPTION_TO_JSON(type, json)                                                                 \
  {                                                                                                \
    .group = OPTIONS_OUTPUT, .name = "json", .kind = OPTION_PRESET, .preset = (json),              \
    .excludes = "to", .destination = offsetof(type, format), .help = "the same as --to json",      \
  }

/* Formats of a report. */
enum { ANSWER_TEXT, ANSWER_JSON };

#define OPTION_JSON(type)                                                                          \
  {                                                                                                \
    .group = OPTIONS_OUTPUT, .name = "json", .kind = OPTION_PRESET, .preset = ANSWER_JSON,         \
    .destination = offsetof(type, format), .help = "print the report as JSON",                     \
  }

/* The languages of sentences, in the order of grundy_language. */
extern const char *const language_choices[];

/* `where` says which other front ends have sentences. */
#define OPTION_LANGUAGE(type, where)                                                               \
  {                                                                                                \
    .group = OPTIONS_OUTPUT, .name = "language", .kind = OPTION_CHOICE, .value = "CODE",           \
    .choices = language_choices, .destination = offsetof(type, language), .front_ends = (where),   \
    .standard = "\"en\"",                                                                          \
    .help = "the language of sentences: en (English) or de (German) (default: en)",                \
  }

/* For commands whose output may be longer than a screen. */
#define OPTION_USE_PAGER                                                                           \
  {                                                                                                \
    .group = OPTIONS_OUTPUT, .name = "pager", .kind = OPTION_PAGER,                                \
    .help = "show long output with $PAGER, on a terminal",                                         \
  }

/* Limits of a command that may take long. */
struct limit_options {
  struct integer threads;       /* default: one per CPU */
  struct integer memory;        /* in bytes; default: the free memory */
  struct real time;             /* in seconds; default: no limit */
  struct integer max_positions; /* explored from rules or searched; default: no limit */
  struct integer window;        /* positions of rules to explore; default: all */
  bool accepts_windows;         /* set by the command: it also takes tablebases of windows */
  bool timings;
  bool quiet, no_progress;
};

/* For a struct of arguments of that type, with a struct limit_options `limits`. */
#define OPTIONS_EFFORT(type)                                                                       \
  {.group = OPTIONS_LIMITS,                                                                        \
   .name = "threads",                                                                              \
   .kind = OPTION_INTEGER,                                                                         \
   .value = "N",                                                                                   \
   .least = 1,                                                                                     \
   .most = 256,                                                                                    \
   .destination = offsetof(type, limits.threads),                                                  \
   .help = "use at most N threads, 1 to 256 (default: one per CPU)"},                              \
      {.group = OPTIONS_LIMITS,                                                                    \
       .name = "memory",                                                                           \
       .kind = OPTION_SIZE,                                                                        \
       .value = "SIZE",                                                                            \
       .destination = offsetof(type, limits.memory),                                               \
       .help = "limit memory to SIZE, such as 512M or 1.5G (default: the free memory), with exit " \
               "code 4 if that is not enough"},                                                    \
      {.group = OPTIONS_LIMITS,                                                                    \
       .name = "time",                                                                             \
       .kind = OPTION_SECONDS,                                                                     \
       .value = "SECONDS",                                                                         \
       .destination = offsetof(type, limits.time),                                                 \
       .help = "stop after SECONDS, with exit code 4"},                                            \
      {.group = OPTIONS_LIMITS,                                                                    \
       .name = "timings",                                                                          \
       .kind = OPTION_FLAG,                                                                        \
       .destination = offsetof(type, limits.timings),                                              \
       .help = "print the time of each phase, its serial part per move, the total and the peak "   \
               "memory to standard error"},                                                        \
      {.group = OPTIONS_OUTPUT,                                                                    \
       .name = "quiet",                                                                            \
       .letter = 'q',                                                                              \
       .kind = OPTION_FLAG,                                                                        \
       .destination = offsetof(type, limits.quiet),                                                \
       .help = "print no progress, no notes and no summary; errors are still printed"},            \
  {                                                                                                \
    .group = OPTIONS_OUTPUT, .name = "no-progress", .kind = OPTION_FLAG, .excludes = "quiet",      \
    .destination = offsetof(type, limits.no_progress), .help = "show no progress on the terminal"  \
  }

/* The number of positions that may be explored or searched; help shows the default. */
#define OPTION_MAX_POSITIONS(type, at_least, other, otherwise)                                     \
  {                                                                                                \
    .group = OPTIONS_LIMITS, .name = "max-positions", .kind = OPTION_INTEGER, .value = "N",        \
    .least = (at_least), .needs = (other), .destination = offsetof(type, limits.max_positions),    \
    .front_ends = IN_ALL,                                                                          \
    .help = "stop after N positions, explored, searched, or rows of .mtx files, with exit code 4 " \
            "(default: " otherwise ")",                                                            \
  }

/* For commands that take a game. */
#define OPTION_EXPLORED(type) OPTION_MAX_POSITIONS(type, 1, NULL, "no limit")

/* Rules whose positions come apart. */
#define OPTION_NO_SPLIT(type)                                                                      \
  {                                                                                                \
    .group = OPTIONS_INPUT, .name = "no-split", .kind = OPTION_FLAG,                               \
    .destination = offsetof(type, no_split), .front_ends = IN_ALL,                                 \
    .help = "explore positions, not the parts that they come apart into (see docs/splitting.md)",  \
  }

/* For commands that can use a window of a game. They also set limits.accepts_windows. */
#define OPTION_WINDOW(type)                                                                        \
  {                                                                                                \
    .group = OPTIONS_LIMITS, .name = "window", .kind = OPTION_INTEGER, .value = "N", .least = 1,   \
    .destination = offsetof(type, limits.window), .front_ends = IN_ALL,                            \
    .help = "explore only N positions of rules, and print ? for what others could change",         \
  }

/* A positional argument. All of them are required, unless the command says otherwise. */
struct positional {
  const char *name;
  size_t destination; /* of a const char *, as above */
  const char *help;
  file_use file;
};

/* The game, for a struct of arguments with a member `game`. */
#define POSITIONAL_GAME(type)                                                                      \
  {                                                                                                \
    "GAME", offsetof(type, game), "a file with a game, or - for standard input; or rules",         \
        FILE_READ                                                                                  \
  }

/* The words of a last positional that takes many. */
struct words {
  char **at;
  size_t count;
};

struct example {
  const char *line;
  const char *meaning;
};

/* The heading under which the overview lists a command. */
typedef enum command_group {
  GROUP_NONE, /* an action of a command that is listed */
  GROUP_SOLVE,
  GROUP_UNDERSTAND,
  GROUP_PLAY,
  GROUP_CREATE,
  GROUP_THEORY,
  GROUP_HELP,
  GROUP_COUNT,
} command_group;

struct command {
  const char *name;
  const char *summary; /* a few words for the list of commands */
  command_group group;
  const char *description;              /* one paragraph; help breaks the lines */
  const struct positional *positionals; /* up to one without a name, like all lists here */
  const struct command *const *actions; /* its actions, such as "rules new"; NULL if it has none */
  const char *const *first_choices;     /* the possible words of the first positional, up to a NULL;
                                           NULL if it can be any word */
  bool names_commands;                  /* the first positional can be a command */
  bool names_topics;                    /* or a topic of help */
  bool last_is_many;                    /* the last positional takes all remaining words */
  bool last_is_optional;                /* and may be left out */
  const char *instead_of_last;          /* with this option, in all front ends; NULL: none */
  bool all_are_optional;                /* as may all positionals */
  bool last_is_for_command;             /* and other front ends do not have it */
  const struct option *options;         /* without --help, which every subcommand has */
  const struct example *examples;
  bool is_hidden;     /* for programs: the overview and completions leave it out */
  bool lists_columns; /* help ends with the columns of a solution */
  bool lists_models;  /* help ends with the models of random games */
  const char *answer; /* the type of its answer; NULL: other front ends do not have this command */

  /* Runs the command. argv[0] is the first word after the subcommand's name. Returns the exit
   * code. */
  int (*run)(int argc, char **argv);
};

/* Returns whether a front end has the option: an option that needs another one needs it there, too.
 */
static inline bool option_is_in(const struct command *command, const struct option *option,
                                unsigned front_end) {
  if ((option->front_ends & front_end) == 0) return false;
  if (option->needs == NULL) return true;
  for (const struct option *o = command->options; o->name != NULL; o++)
    if (strcmp(o->name, option->needs) == 0) return (o->front_ends & front_end) != 0;
  return false;
}

/* Parses the words into `arguments`, a struct with the offsets of the table. Strings point into
 * argv. Returns false if help was requested and printed, or if the usage was wrong and an error was
 * printed; then *code is the exit code. */
bool options_parse(const struct command *command, int argc, char **argv, void *arguments,
                   int *code);

#endif
