/* What a subcommand is: its arguments, its options and what its help says, in one table that
 * drives parsing and help alike. */

#ifndef GRUNDY_CLI_OPTIONS_H
#define GRUNDY_CLI_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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
  OPTION_SECONDS, /* the same for a time, which is above 0 */
  OPTION_CHOICE,  /* takes one of `choices`; sets an int to the number of that choice */
  OPTION_PRESET,  /* takes no value; sets an int to `preset`, as an OPTION_CHOICE would */
  OPTION_PAGER,   /* takes no value; requests a pager */
  OPTION_FORMAT,  /* takes a format that is good for `use`; sets an int to that grundy_format;
                     help goes on with their names */
} option_kind;

/* What a command does with a file that an option or a positional names. */
typedef enum file_use {
  FILE_NONE,    /* it names no file */
  FILE_READ,    /* a file to read, or rules, whose arguments may be files */
  FILE_WRITTEN, /* a file to replace; see overwrite.h */
} file_use;

/* Under which heading help lists an option. */
typedef enum option_group {
  OPTIONS_MAIN, /* what the command is about */
  OPTIONS_INPUT,
  OPTIONS_OUTPUT,
  OPTIONS_LIMITS,
  OPTION_GROUP_COUNT,
} option_group;

/* If an option is given several times, its last value counts. */
struct option {
  const char *name;           /* without the dashes */
  const char *alias;          /* a second name that help does not show; NULL if none */
  char letter;                /* 0 if none */
  option_kind kind;           /* and with it the type at `destination` */
  const char *value;          /* what help calls the value; NULL if it takes none */
  const char *const *choices; /* of an OPTION_CHOICE, up to a NULL */
  int preset;                 /* of an OPTION_PRESET */
  grundy_format_use use;      /* of an OPTION_FORMAT */
  uint64_t least, most;       /* of an OPTION_INTEGER; `most` 0: as large as they get */
  const char *needs;          /* the option without which this one does nothing; NULL if none;
                                 help ends with it */
  const char *excludes;       /* options that it does not go with, spaces between; NULL if none */
  size_t destination;         /* offset in the subcommand's struct of arguments */
  const char *help;
  const char *otherwise; /* what happens without it: help goes on with "(default: ...)"; or NULL */
  file_use file;         /* of an OPTION_STRING */
  option_group group;
};

/* ---- options of several commands ------------------------------------------------------ */

/* What means the same is called the same, and has one help text, which is here. Each is for a
 * struct of arguments of that type, with a member of the option's name. */

/* The format of a game to be read; `game` is what the argument is called. */
#define OPTION_GAME_FROM(type, game)                                                               \
  {                                                                                                \
    .group = OPTIONS_INPUT, .name = "from", .kind = OPTION_FORMAT, .value = "FORMAT",              \
    .use = GRUNDY_FORMAT_READS_GAME, .destination = offsetof(type, from),                          \
    .help = "the format of " game, .otherwise = "by the ending of the file, or else edges",        \
  }

/* The format of a game to be written, and what it is by default. `other` is the option that makes
 * it be written at all, or NULL. */
#define OPTION_GAME_TO(type, default_format, other)                                                \
  {                                                                                                \
    .group = OPTIONS_OUTPUT, .name = "to", .kind = OPTION_FORMAT, .value = "FORMAT",               \
    .use = GRUNDY_FORMAT_WRITES_GAME, .destination = offsetof(type, to), .needs = (other),         \
    .help = "the format to write", .otherwise = (default_format),                                  \
  }

/* The format of a solution to be read; `solution` is what the argument or the option is called. */
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
    .help = "the format to write", .otherwise = (default_format),                                  \
  }

/* What an infinite play is worth in games with payoffs. */
#define OPTION_INFINITE(type)                                                                      \
  {                                                                                                \
    .name = "infinite", .kind = OPTION_REAL, .value = "VALUE",                                     \
    .destination = offsetof(type, infinite),                                                       \
    .help = "in a game with payoffs: what an infinite play is worth to A",                         \
    .otherwise = "it guarantees nothing to either player",                                         \
  }

/* The payoff that the column qv is about. */
#define OPTION_PAYOFF(type)                                                                        \
  {                                                                                                \
    .name = "payoff", .kind = OPTION_REAL, .value = "VALUE",                                       \
    .destination = offsetof(type, payoff),                                                         \
    .help = "in a game with payoffs: compute the column qv, the remoteness if A wants to get at "  \
            "least VALUE",                                                                         \
  }

#define OPTION_MISERE(type)                                                                        \
  {                                                                                                \
    .name = "misere", .kind = OPTION_FLAG, .destination = offsetof(type, misere),                  \
    .help = "misere play: the last player loses",                                                  \
  }

/* The seed of random numbers; `what` depends on it. */
#define OPTION_SEED(type, member, what, default_seed)                                              \
  {                                                                                                \
    .name = "seed", .kind = OPTION_INTEGER, .value = "S", .destination = offsetof(type, member),   \
    .help = "the seed of " what, .otherwise = (default_seed),                                      \
  }

/* Whether to write colours; the choices are those of terminal.h. */
#define OPTION_COLOUR(type)                                                                        \
  {                                                                                                \
    .group = OPTIONS_OUTPUT, .name = "colour", .alias = "color", .kind = OPTION_CHOICE,            \
    .value = "WHEN", .choices = terminal_colour_choices, .destination = offsetof(type, colour),    \
    .help = "use colours: auto, always or never",                                                  \
    .otherwise = "auto, on a terminal unless NO_COLOR is set",                                     \
  }

/* Where to write. */
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

/* --to json, where the only output of a command may have other formats too. */
#define OPTION_TO_JSON(type, json)                                                                 \
  {                                                                                                \
    .group = OPTIONS_OUTPUT, .name = "json", .kind = OPTION_PRESET, .preset = (json),              \
    .excludes = "to", .destination = offsetof(type, format), .help = "the same as --to json",      \
  }

/* A report is text, or JSON. */
enum { ANSWER_TEXT, ANSWER_JSON };

#define OPTION_JSON(type)                                                                          \
  {                                                                                                \
    .group = OPTIONS_OUTPUT, .name = "json", .kind = OPTION_PRESET, .preset = ANSWER_JSON,         \
    .destination = offsetof(type, format), .help = "print the report as JSON",                     \
  }

/* For commands whose answer may be longer than a screen. */
#define OPTION_USE_PAGER                                                                           \
  {                                                                                                \
    .group = OPTIONS_OUTPUT, .name = "pager", .kind = OPTION_PAGER,                                \
    .help = "on a terminal, show output that is longer than the screen with $PAGER (default: "     \
            "less)",                                                                               \
  }

/* What a command that may work long can be told about that. */
struct limit_options {
  struct integer threads;       /* not given: one a processor */
  struct integer memory;        /* in bytes; not given: what the machine has */
  struct real time;             /* in seconds; not given: as long as it takes */
  struct integer max_positions; /* explored from rules or searched; not given: no limit */
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
       .help = "print the time of each phase, the total and the peak memory to standard error"},   \
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

/* How many positions may be explored or searched; help ends with what the default is. */
#define OPTION_MAX_POSITIONS(type, at_least, other, otherwise)                                     \
  {                                                                                                \
    .group = OPTIONS_LIMITS, .name = "max-positions", .kind = OPTION_INTEGER, .value = "N",        \
    .least = (at_least), .needs = (other), .destination = offsetof(type, limits.max_positions),    \
    .help = "stop after N positions, explored or searched in a sum, with exit code 4 "             \
            "(default: " otherwise ")",                                                            \
  }

/* For commands that take a game. */
#define OPTION_EXPLORED(type) OPTION_MAX_POSITIONS(type, 1, NULL, "no limit")

/* An argument without a name; all of them are required, unless the command says otherwise. */
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

/* What the last of them gets where it may come several times. */
struct words {
  char **at;
  size_t count;
};

struct example {
  const char *line;
  const char *meaning;
};

/* Under which heading the overview lists a command. */
typedef enum command_group {
  GROUP_NONE, /* an action of a command that is listed */
  GROUP_SOLVE,
  GROUP_UNDERSTAND,
  GROUP_PLAY,
  GROUP_COMBINE,
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
  const struct positional *positionals; /* up to one without a name, as all of these lists */
  const struct command *const *actions; /* commands of its own, "rules new"; NULL if it has none */
  const char *const *first_choices;     /* what the first of them can be, up to a NULL; NULL where
                                           it is no word of a few */
  bool names_commands;                  /* the first of them can be a command */
  bool names_topics;                    /* or a topic of help */
  bool last_is_many;                    /* the last of those gets all words that are left */
  bool last_is_optional;                /* and there may be none */
  const struct option *options;         /* --help is in none of them: every subcommand has it */
  const struct example *examples;
  bool lists_columns; /* help ends with the columns of a solution */
  bool lists_models;  /* help ends with the models of random games */

  /* Does the work. argv[0] is the first word after the subcommand's name. Returns the exit
   * code. */
  int (*run)(int argc, char **argv);
};

/* Reads the words into `arguments`, the struct that the offsets of the table mean. Strings
 * point into argv. True to go on; false where help was asked for and shown, or the usage was
 * wrong and that was said: then *code is the exit code. */
bool options_parse(const struct command *command, int argc, char **argv, void *arguments,
                   int *code);

#endif
