/* grundy trace GAME: shows an algorithm step by step. */

#include <stddef.h>
#include <stdio.h>

#include <grundy/base.h>
#include <grundy/digraph.h>
#include <grundy/explain.h>
#include <grundy/format.h>

#include "commands.h"
#include "failure.h"
#include "files.h"
#include "options.h"
#include "progress.h"
#include "run_limits.h"

static const char *const algorithm_choices[] = {"auto", "acyclic", "general", NULL};
static const char *const format_choices[] = {"text", "markdown", "html", "json", NULL};
enum { NOT_CHOSEN = -1 };

struct arguments {
  const char *game;
  const char *output;
  int from;      /* a grundy_format; AUTO leaves it to the ending of `game` */
  int algorithm; /* of algorithm_choices, a grundy_tracing */
  int format; /* of format_choices, a grundy_trace_format; NOT_CHOSEN: by the ending of `output` */
  int language; /* a grundy_language */
  struct limit_options limits;
};

/* Everything that a run owns. */
struct job {
  struct arguments arguments;
  struct limits limits;
  grundy_digraph *game;
};

static void job_free(void *context) {
  struct job *job = context;
  progress_clear(&job->limits.progress);
  grundy_digraph_free(job->game);
}

static grundy_status put_trace(const void *context, FILE *out, grundy_error *error) {
  const struct job *job = context;
  return grundy_trace_write(job->game, (grundy_tracing)job->arguments.algorithm,
                            (grundy_trace_format)job->arguments.format,
                            (grundy_language)job->arguments.language, out, error);
}

static int work(void *context) {
  struct job *job = context;
  const struct arguments *arguments = &job->arguments;
  grundy_error error = {0};
  grundy_status status =
      file_read_game(arguments->game, arguments->from, &job->limits, &job->game, &error);
  progress_clear(&job->limits.progress);
  if (status == GRUNDY_OK) status = file_write(arguments->output, put_trace, job, &error);
  return status == GRUNDY_OK ? CODE_YES : limits_fail(&job->limits, &error);
}

static int prepare(void *context) {
  static const char *const endings[] = {".txt", ".md", ".html", ".json", NULL};
  struct job *job = context;
  struct arguments *arguments = &job->arguments;
  if (arguments->format != NOT_CHOSEN) return CODE_YES;
  arguments->format = GRUNDY_TRACE_TEXT;
  return file_find_ending(&trace_command, arguments->output, endings, "to", true,
                          &arguments->format);
}

static int run(int argc, char **argv) {
  struct job job = {.arguments = {.output = "-", .format = NOT_CHOSEN}};
  return RUN_WITHIN_LIMITS(&trace_command, argc, argv, &job, prepare, work, job_free);
}

static const struct positional positionals[] = {
    POSITIONAL_GAME(struct arguments),
    {0},
};

static const struct option options[] = {
    OPTION_GAME_FROM(struct arguments, "GAME"),
    {.name = "algorithm",
     .front_ends = IN_ALL,
     .standard = "\"auto\"",
     .kind = OPTION_CHOICE,
     .value = "NAME",
     .choices = algorithm_choices,
     .destination = offsetof(struct arguments, algorithm),
     .help = "acyclic (with a queue, for games without cycles), general (level by level) or auto "
             "(default: auto, which is acyclic if there are no cycles)"},
    {.group = OPTIONS_OUTPUT,
     .name = "to",
     .kind = OPTION_CHOICE,
     .value = "FORMAT",
     .choices = format_choices,
     .destination = offsetof(struct arguments, format),
     .help = "the format to write: text, markdown, html (a page to click through) or json "
             "(default: by the ending of FILE, or else text)"},
    OPTION_TO_JSON(struct arguments, GRUNDY_TRACE_JSON),
    OPTION_OUTPUT(struct arguments),
    OPTION_LANGUAGE(struct arguments, IN_ALL),
    OPTION_USE_PAGER,
    OPTION_EXPLORED(struct arguments),
    OPTIONS_EFFORT(struct arguments),
    {0},
};

static const struct example examples[] = {
    {"grundy trace lm08.edges", "the table after each change of the queue"},
    {"grundy trace ring.edges", "the candidates at each level, and which conditions hold"},
    {"grundy trace ring.edges -o ring.html", "for a lecture"},
    {0},
};

const struct command trace_command = {
    .name = "trace",
    .summary = "run the algorithm step by step",
    .group = GROUP_UNDERSTAND,
    .description =
        "Runs the textbook algorithm for the values of GAME, of at most 200 positions, and writes "
        "down every step. Without cycles: the table of successors (Succ), predecessors (Prec), "
        "labels of successors (L_succ) and labels (l) after each change of the queue. In general: "
        "at each level i, the "
        "candidates and the conditions C1: no follower has the label i; C2: every follower without "
        "a finite label has a follower with the label i; C3: no follower has the label i, and the "
        "label is infinite. 'grundy solve' finds the same values much faster.",
    .positionals = positionals,
    .options = options,
    .examples = examples,
    .answer = "Trace",
    .run = run,
};
