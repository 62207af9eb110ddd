/* grundy sweep GAME: evaluates the start of many games, one per value of the ranges in GAME. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <grundy/base.h>
#include <grundy/json.h>
#include <grundy/sweep.h>

#include "commands.h"
#include "defaults.h"
#include "failure.h"
#include "files.h"
#include "memory.h"
#include "options.h"
#include "overwrite.h"
#include "progress.h"
#include "run_limits.h"
#include "terminal.h"

enum { TABLE_TSV, TABLE_CSV, TABLE_JSON, TABLE_LATEX, NOT_CHOSEN = -1 };
static const char *const table_choices[] = {"tsv", "csv", "json", "latex", NULL};

struct arguments {
  const char *game;
  const char *columns;
  const char *caption;
  const char *label;
  bool misere;
  bool pivot;
  const char *output;
  int format; /* of table_choices; NOT_CHOSEN leaves it to the ending of `output` */
  bool resume;
  struct real each; /* seconds for each game */
  struct limit_options limits;
};

/* Everything that a run owns, and what it knows. */
struct job {
  struct arguments arguments;
  struct limits limits;
  grundy_sweep *sweep;
  grundy_monitor monitor;
  grundy_output *output;
  double saved; /* when the file was last saved */

  grundy_status writing; /* the status of writing rows during the work */
  grundy_error why_not_written;
};

static void job_free(void *context) {
  struct job *job = context;
  file_give_up(&job->output, &job->limits);
  grundy_sweep_free(job->sweep);
}

static bool has_file(const struct job *job) {
  return !file_is_standard(job->arguments.output);
}

/* Returns whether the table is written in one piece, when it is complete. */
static bool is_written_last(const struct job *job) {
  return job->arguments.pivot || job->arguments.format == TABLE_JSON ||
         job->arguments.format == TABLE_LATEX;
}

/* ---- preparing ----------------------------------------------------------------------- */

static int prepare_format(struct arguments *arguments) {
  static const char *const endings[] = {[TABLE_TSV] = ".tsv",
                                        [TABLE_CSV] = ".csv",
                                        [TABLE_JSON] = ".json",
                                        [TABLE_LATEX] = ".tex",
                                        NULL};
  if (arguments->format != NOT_CHOSEN) return CODE_YES;
  arguments->format = TABLE_TSV;
  return file_find_ending(&sweep_command, arguments->output, endings, "to", true,
                          &arguments->format);
}

static int check_pivot(const struct job *job) {
  const grundy_sweep_state state = grundy_sweep_describe(job->sweep);
  if (!job->arguments.pivot) return CODE_YES;
  if (state.axes != 2)
    return fail_usage(sweep_command.name, "--pivot needs two ranges; GAME has %lu",
                      (unsigned long)state.axes);
  if (state.columns == 1) return CODE_YES;
  return fail_usage(sweep_command.name,
                    "--pivot shows one column; choose it, for instance with --columns grundy");
}

/* Makes the games, once the limits are known. Fails if the output is an input of the games, which
 * all name the same files: ranges are numbers. --resume reads and replaces the table itself. */
static int make_games(struct job *job) {
  const struct arguments *arguments = &job->arguments;
  grundy_error error = {0};
  const grundy_sweep_options options = {
      .size = sizeof options,
      .play = arguments->misere ? GRUNDY_MISERE_PLAY : GRUNDY_NORMAL_PLAY,
      .columns = arguments->columns,
      .limit = job->limits.max_positions,
      .memory = memory_option(&job->limits.budget),
      .seconds = arguments->each.value,
      .csv = arguments->format == TABLE_CSV,
      .json = arguments->format == TABLE_JSON,
      .monitor = &job->monitor,
  };
  grundy_status status = grundy_sweep_new(arguments->game, &options, &job->sweep, &error);
  if (status == GRUNDY_BAD_ARGUMENT) return fail_usage(sweep_command.name, "%s", error.message);
  if (status != GRUNDY_OK) return fail(&error);
  int code = check_pivot(job);
  if (code != CODE_YES) return code;
  return overwrite_check_expression(&sweep_command, arguments->output,
                                    grundy_sweep_game(job->sweep, 0));
}

/* Checks the caption and the label. A label is not escaped, because \ref must find it. */
static int check_latex(const struct arguments *arguments) {
  static const char special[] = "\\{}%#~^&$,";
  const char *label = arguments->label;
  if (arguments->format != TABLE_LATEX && (arguments->caption != NULL || label != NULL))
    return fail_usage(sweep_command.name, "--%s is for tables in latex",
                      arguments->caption != NULL ? "caption" : "label");
  if (label != NULL && (label[0] == '\0' || strpbrk(label, special) != NULL))
    return fail_usage(sweep_command.name,
                      "--label is '%.60s'; expected a text without the characters %s", label,
                      special);
  return CODE_YES;
}

static int prepare(void *context) {
  struct job *job = context;
  struct arguments *arguments = &job->arguments;
  int code = prepare_format(arguments);
  if (code != CODE_YES) return code;
  if (arguments->resume && !has_file(job))
    return fail_usage(sweep_command.name, "--resume needs -o FILE, the table to complete");
  bool is_table = arguments->format == TABLE_TSV || arguments->format == TABLE_CSV;
  if (!is_table && (arguments->resume || arguments->pivot))
    return fail_usage(sweep_command.name, "--resume and --pivot are for tables in tsv or csv");
  return check_latex(arguments);
}

/* ---- writing ------------------------------------------------------------------------- */

/* Writes everything to the output, which then has these rows. */
static grundy_status save(struct job *job, grundy_error *error) {
  FILE *out = grundy_output_stream(job->output);
  job->saved = terminal_clock();
  if (job->arguments.format == TABLE_JSON) {
    grundy_json json = grundy_json_start(out);
    grundy_sweep_write_json(&json, job->sweep);
  } else if (job->arguments.format == TABLE_LATEX) {
    grundy_sweep_write_latex(job->sweep, job->arguments.caption, job->arguments.label, out);
  } else if (job->arguments.pivot) {
    grundy_sweep_write_grid(job->sweep, out);
  } else {
    grundy_sweep_write(job->sweep, out);
  }
  grundy_status status = file_commit(&job->output, job->arguments.output, &job->limits, error);
  if (status != GRUNDY_OK) file_name_output(job->arguments.output, error);
  return status;
}

/* Writes the rows that are next to standard output: up to the first that is missing, or all. */
static grundy_status write_next(struct job *job, bool all, grundy_error *error) {
  FILE *out = grundy_output_stream(job->output);
  if (!grundy_sweep_write_next(job->sweep, all, NULL)) return GRUNDY_OK;
  progress_clear(&job->limits.progress);
  (void)grundy_sweep_write_next(job->sweep, all, out);
  return file_flush(job->arguments.output, out, error);
}

/* Writes what is ready: rows to standard output at once, a file every half minute, so that little
 * is lost whatever happens. */
static grundy_status write_ready(struct job *job, grundy_error *error) {
  static const double interval = 30;
  if (is_written_last(job)) return GRUNDY_OK;
  if (!has_file(job)) return write_next(job, false, error);
  if (terminal_clock() < job->saved + interval) return GRUNDY_OK;
  grundy_status status = save(job, error);
  return status == GRUNDY_OK ? grundy_output_open(job->arguments.output, &job->output, error)
                             : status;
}

/* ---- the work ------------------------------------------------------------------------ */

/* The monitor: also writes rows, since the thread of the caller is the only one that may use the
 * terminal. */
static bool tick(void *context, const char *phase, uint64_t done, uint64_t total) {
  struct job *job = context;
  const grundy_monitor *monitor = &job->limits.monitor;
  if (job->writing != GRUNDY_OK) return false;
  job->writing = write_ready(job, &job->why_not_written);
  return job->writing == GRUNDY_OK && monitor->tick(monitor->context, phase, done, total);
}

static void finished(void *context, const grundy_phase *phase) {
  struct job *job = context;
  const grundy_monitor *monitor = &job->limits.monitor;
  if (monitor->finished != NULL) monitor->finished(monitor->context, phase);
}

static grundy_status evaluate(struct job *job, grundy_error *error) {
  grundy_status status = grundy_sweep_run(job->sweep, error);
  progress_clear(&job->limits.progress);
  if (job->writing == GRUNDY_OK) return status;
  *error = job->why_not_written;
  return job->writing;
}

static grundy_status begin(struct job *job, grundy_error *error) {
  const char *output = job->arguments.output;
  grundy_status status =
      job->arguments.resume ? grundy_sweep_read(job->sweep, output, error) : GRUNDY_OK;
  if (status == GRUNDY_OK) status = grundy_output_open(output, &job->output, error);
  job->saved = terminal_clock();
  return status;
}

/* Writes the rest. Rows that are done are kept, however the work ended. */
static grundy_status end(struct job *job, grundy_error *error) {
  if (job->output == NULL || grundy_sweep_describe(job->sweep).rows == 0) return GRUNDY_OK;
  if (has_file(job) || is_written_last(job)) return save(job, error);
  grundy_status status = write_next(job, true, error);
  return status == GRUNDY_OK ? file_finish(&job->output, error) : status;
}

/* Says how many games have no answer, and why the first has none. */
static int report_unanswered(struct job *job, const grundy_sweep_state *state) {
  grundy_error error = state->limit;
  (void)snprintf(error.message, sizeof error.message,
                 "%lu of %lu games %s no answer; %.80s: %.200s", (unsigned long)state->unanswered,
                 (unsigned long)state->games, state->unanswered == 1 ? "has" : "have",
                 grundy_sweep_game(job->sweep, state->first_unanswered), state->limit.message);
  if (job->arguments.format == TABLE_JSON && !has_file(job)) failure_end_answer();
  return limits_fail(&job->limits, &error);
}

static int work(void *context) {
  struct job *job = context;
  grundy_error error = {0};
  grundy_error later = {0};
  job->monitor = (grundy_monitor){.tick = tick, .context = job, .finished = finished};
  int code = make_games(job);
  if (code != CODE_YES) return code;
  grundy_status status = begin(job, &error);
  bool started = status == GRUNDY_OK;
  if (started) status = evaluate(job, &error);
  grundy_sweep_state state = grundy_sweep_describe(job->sweep);
  bool is_writable = job->writing == GRUNDY_OK || job->writing == GRUNDY_CANCELLED;
  /* After a failure, JSON has an error instead of an answer. */
  bool is_answer = status == GRUNDY_OK || job->arguments.format != TABLE_JSON;
  bool is_kept = started && !state.is_foreign && is_writable && is_answer;
  bool kept = !is_kept || end(job, &later) == GRUNDY_OK;
  file_give_up(&job->output, &job->limits);
  if (!kept) return limits_fail(&job->limits, &later);
  if (status != GRUNDY_OK) return limits_fail(&job->limits, &error);
  defaults_announce(job->arguments.game, &job->limits);
  return state.unanswered == 0 ? CODE_YES : report_unanswered(job, &state);
}

static int run(int argc, char **argv) {
  struct job job = {.arguments = {.output = "-", .format = NOT_CHOSEN}};
  return RUN_WITHIN_LIMITS(&sweep_command, argc, argv, &job, prepare, work, job_free);
}

static const struct positional positionals[] = {
    {"GAME", offsetof(struct arguments, game),
     "an expression, as in grundy value, with ranges instead of numbers: 5..60, 5..60:5 (steps) or "
     "1e3..1e6x10 (factors); with lists, [0.07|0.77|kayles] or [0..7]; or with choices, "
     "choose(1..10,3) or choose([(1,0)|(0,1)|(1,1)*],2). If it ends with a row, as in kayles:x or "
     "vector{(1,2),(2,1)}:3,x, periods are proved",
     FILE_NONE},
    {0},
};

static const struct option options[] = {
    {.name = "columns",
     .front_ends = IN_ALL,
     .kind = OPTION_STRING,
     .value = "LIST",
     .list = LIST_WORDS,
     .destination = offsetof(struct arguments, columns),
     .help = "the columns, separated by commas: outcome, grundy, k, remoteness, distance, rounds "
             "(half the remaining moves, without those that set the game up); of rows: "
             "preperiod, period, saltus, largest",
     .otherwise = "outcome,grundy; of rows: all"},
    OPTION_MISERE(struct arguments),
    {.name = "pivot",
     .kind = OPTION_FLAG,
     .destination = offsetof(struct arguments, pivot),
     .excludes = "resume",
     .help = "write one column as a grid, with a line per value of the first range and a column "
             "per value of the second"},
    OPTION_OUTPUT(struct arguments),
    {.group = OPTIONS_OUTPUT,
     .name = "resume",
     .kind = OPTION_FLAG,
     .destination = offsetof(struct arguments, resume),
     .help = "keep the rows that FILE has, and evaluate only games that are missing or ?"},
    {.group = OPTIONS_OUTPUT,
     .name = "to",
     .kind = OPTION_CHOICE,
     .value = "FORMAT",
     .choices = table_choices,
     .destination = offsetof(struct arguments, format),
     .help = "the format of the table: tsv, csv, json or latex, a longtable",
     .otherwise = "by the ending of FILE, or else tsv"},
    {.group = OPTIONS_OUTPUT,
     .name = "caption",
     .kind = OPTION_STRING,
     .value = "TEXT",
     .destination = offsetof(struct arguments, caption),
     .help = "the caption of a table in latex",
     .otherwise = "GAME"},
    {.group = OPTIONS_OUTPUT,
     .name = "label",
     .kind = OPTION_STRING,
     .value = "TEXT",
     .destination = offsetof(struct arguments, label),
     .help = "the label of a table in latex, for \\ref{TEXT}",
     .otherwise = "none"},
    OPTION_TO_JSON(struct arguments, TABLE_JSON),
    {.group = OPTIONS_LIMITS,
     .name = "each",
     .front_ends = IN_ALL,
     .kind = OPTION_SECONDS,
     .value = "SECONDS",
     .destination = offsetof(struct arguments, each),
     .help = "spend at most SECONDS on each game; then its row has a ?"},
    OPTION_MAX_POSITIONS(struct arguments, 1, NULL, "no limit; of rows: 1e5 values"),
    OPTIONS_EFFORT(struct arguments),
    {0},
};

static const struct example examples[] = {
    {"grundy sweep kotzig:5..30,2,3", "who wins on circles of 5 to 30 places"},
    {"grundy sweep wythoff:0..9,0..9 --columns grundy --pivot", "a table of values"},
    {"grundy sweep 'take{choose(1..10,3)}:x' -o subtraction.tex",
     "the periods of 120 subtraction games, as a table for LaTeX"},
    {"grundy sweep 'vector{(1,0)*,(0,1)*,(1,1)*}:0..9,x'", "the periods of rows of Wythoff's game"},
    {"grundy sweep cops-and-robber:grid:2..4,2..6,2 --columns rounds --pivot",
     "the capture times of two cops on grids"},
    {"grundy sweep 'node-kayles:[path|cycle]:x'", "the periods of Node Kayles on paths and cycles"},
    {"grundy sweep kotzig:5..60,2,3 --each 60 -o kotzig.tsv --resume",
     "continue a long sweep, with at most a minute per game"},
    {0},
};

const struct command sweep_command = {
    .name = "sweep",
    .summary = "evaluate many games, one per value of a range or a list",
    .group = GROUP_SOLVE,
    .description =
        "Evaluates the start of every game that the ranges stand for, as grundy value does, and "
        "writes a table with one row per game: its arguments, then the columns. If the games are "
        "rows, it proves their periods, as grundy heap and grundy vector do. Games are "
        "evaluated in parallel, each by one thread. A game that reaches --each or --max-positions, "
        "or whose outcome is not known, gets ? in its row, and the exit code is 4. A file is "
        "saved every half minute, and at the end, also after Ctrl-C or if a game fails, so that "
        "--resume can continue.",
    .positionals = positionals,
    .options = options,
    .examples = examples,
    .answer = "Sweep",
    .run = run,
};
