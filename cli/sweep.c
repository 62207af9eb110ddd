/* grundy sweep GAME: evaluates the start of many games, one per value of the ranges in GAME. */

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <grundy/base.h>
#include <grundy/game.h>
#include <grundy/solution.h>
#include <grundy/solve.h>

#include "commands.h"
#include "defaults.h"
#include "failure.h"
#include "files.h"
#include "limits.h"
#include "memory.h"
#include "options.h"
#include "position_columns.h"
#include "progress.h"
#include "sweep_plan.h"
#include "sweep_table.h"
#include "terminal.h"

enum { TABLE_TSV, TABLE_CSV, NOT_CHOSEN = -1 };
static const char *const table_choices[] = {"tsv", "csv", NULL};

struct arguments {
  const char *game;
  const char *columns;
  bool misere;
  bool pivot;
  const char *output;
  int to; /* of table_choices; NOT_CHOSEN leaves it to the ending of `output` */
  bool resume;
  struct real each; /* seconds for each game */
  struct limit_options limits;
};

/* Everything that a run owns, and what it knows. */
struct job {
  struct arguments arguments;
  struct limits limits;
  struct sweep_plan plan;
  struct sweep_table table;
  grundy_output *output;
  double saved; /* when the file was last saved */

  const char **texts; /* of the games that have no answer yet */
  size_t *numbers;    /* and their numbers in the plan */
  size_t text_count;

  pthread_mutex_t lock; /* protects the table, and the members below */
  size_t checked;       /* the row of an older file that is checked; the number of games: none */
  size_t unknown_count; /* games whose limit was reached, or whose outcome is not known */
  size_t first_unknown;
  grundy_error why_unknown;
  bool is_foreign; /* the older file has other rows, and must not be replaced */

  grundy_status writing; /* the status of writing rows during the work */
  grundy_error why_not_written;
};

static void job_free(void *context) {
  struct job *job = context;
  file_give_up(&job->output, &job->limits);
  sweep_table_free(&job->table);
  sweep_plan_free(&job->plan);
  free((void *)job->texts);
  free(job->numbers);
  (void)pthread_mutex_destroy(&job->lock);
}

static bool has_file(const struct job *job) {
  return !file_is_standard(job->arguments.output);
}

/* ---- preparing ----------------------------------------------------------------------- */

static int prepare_format(struct arguments *arguments) {
  static const char *const endings[] = {[TABLE_TSV] = ".tsv", [TABLE_CSV] = ".csv", NULL};
  if (arguments->to != NOT_CHOSEN) return CODE_YES;
  arguments->to = TABLE_TSV;
  return file_find_ending(&sweep_command, arguments->output, endings, "to", true, &arguments->to);
}

static int prepare_pivot(const struct job *job) {
  grundy_columns columns = job->table.columns;
  if (!job->arguments.pivot) return CODE_YES;
  if (job->plan.axis_count != 2)
    return fail_usage(sweep_command.name, "--pivot needs two ranges; GAME has %lu",
                      (unsigned long)job->plan.axis_count);
  if ((columns & (columns - 1)) == 0) return CODE_YES;
  return fail_usage(sweep_command.name,
                    "--pivot shows one column; choose it, for instance with --columns grundy");
}

static int prepare(void *context) {
  struct job *job = context;
  struct arguments *arguments = &job->arguments;
  grundy_error error = {0};
  int code = position_columns_parse(&sweep_command, arguments->columns, &job->table.columns);
  if (code == CODE_YES) code = prepare_format(arguments);
  if (code != CODE_YES) return code;
  if (arguments->resume && !has_file(job))
    return fail_usage(sweep_command.name, "--resume needs -o FILE, the table to complete");
  grundy_status status = sweep_plan_make(arguments->game, &job->plan, &error);
  if (status == GRUNDY_BAD_ARGUMENT) return fail_usage(sweep_command.name, "%s", error.message);
  if (status != GRUNDY_OK) return fail(&error);
  job->table.plan = &job->plan;
  job->table.between = arguments->to == TABLE_CSV ? ',' : '\t';
  return prepare_pivot(job);
}

/* ---- writing ------------------------------------------------------------------------- */

/* Writes the whole table to the file, which then has these rows. */
static grundy_status save(struct job *job, grundy_error *error) {
  grundy_output *output = job->output;
  FILE *out = grundy_output_stream(output);
  job->output = NULL;
  job->saved = terminal_clock();
  if (job->arguments.pivot) {
    sweep_table_put_pivot(out, &job->table);
  } else {
    sweep_table_put_heading(out, &job->table);
    sweep_table_put_rows(out, &job->table, 0, job->plan.game_count);
  }
  grundy_status status = file_commit(output, job->arguments.output, &job->limits, error);
  if (status != GRUNDY_OK) file_name_output(job->arguments.output, error);
  return status;
}

/* Writes the rows that are not yet written, up to `end`, to standard output. */
static grundy_status write_rows(struct job *job, size_t end, grundy_error *error) {
  FILE *out = grundy_output_stream(job->output);
  size_t begin = job->table.written;
  if (begin == end) return GRUNDY_OK;
  progress_clear(&job->limits.progress);
  if (begin == 0) sweep_table_put_heading(out, &job->table);
  sweep_table_put_rows(out, &job->table, begin, end);
  job->table.written = end;
  return file_flush(job->arguments.output, out, error);
}

/* Writes the rows that are next, up to the first that is missing, to standard output. */
static grundy_status write_next(struct job *job, grundy_error *error) {
  size_t end = job->table.written;
  while (end < job->plan.game_count && job->table.rows[end] != NULL) end++;
  return write_rows(job, end, error);
}

/* Writes what is ready: rows to standard output at once, a file every half minute, so that little
 * is lost whatever happens. */
static grundy_status write_ready(struct job *job, grundy_error *error) {
  static const double interval = 30;
  if (!has_file(job)) return job->arguments.pivot ? GRUNDY_OK : write_next(job, error);
  if (job->arguments.pivot || terminal_clock() < job->saved + interval) return GRUNDY_OK;
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
  (void)pthread_mutex_lock(&job->lock);
  job->writing = write_ready(job, &job->why_not_written);
  (void)pthread_mutex_unlock(&job->lock);
  return job->writing == GRUNDY_OK && monitor->tick(monitor->context, phase, done, total);
}

static void finished(void *context, const grundy_phase *phase) {
  struct job *job = context;
  const grundy_monitor *monitor = &job->limits.monitor;
  if (monitor->finished != NULL) monitor->finished(monitor->context, phase);
}

static void note_unknown(struct job *job, size_t game, const grundy_answer *answer) {
  if (job->unknown_count++ > 0 && game > job->first_unknown) return;
  job->first_unknown = game;
  job->why_unknown = answer->error;
  if (answer->status == GRUNDY_OK)
    (void)fail_with(&job->why_unknown, GRUNDY_UNABLE, "", "the outcome is not known");
}

static grundy_status keep_answer(struct job *job, const grundy_answer *answer,
                                 grundy_error *error) {
  size_t game = job->numbers[answer->index];
  if (answer->status != GRUNDY_OK && game == job->checked) return GRUNDY_OK;
  if (answer->evaluation.outcome == GRUNDY_OUTCOME_NONE) note_unknown(job, game, answer);
  char *row = sweep_table_row(&job->table, answer);
  if (row == NULL) return fail_memory(error);
  const char *old = job->table.rows[game];
  grundy_status status = GRUNDY_OK;
  bool is_other = old != NULL && strcmp(old, row) != 0;
  job->is_foreign |= is_other;
  if (is_other)
    status = fail_with(error, GRUNDY_BAD_INPUT, job->arguments.output,
                       "this is not a table of these games: another row is right for %.80s",
                       job->plan.games[game]);
  free(job->table.rows[game]);
  job->table.rows[game] = row;
  return status;
}

static grundy_status answered(void *context, const grundy_answer *answer, grundy_error *error) {
  struct job *job = context;
  (void)pthread_mutex_lock(&job->lock);
  grundy_status status = keep_answer(job, answer, error);
  (void)pthread_mutex_unlock(&job->lock);
  return status;
}

/* Lists the games without a row, and the first with a row, to check that the file belongs to these
 * games. */
static grundy_status list_games(struct job *job, grundy_error *error) {
  size_t count = job->plan.game_count;
  job->texts = malloc(count * sizeof *job->texts);
  job->numbers = malloc(count * sizeof *job->numbers);
  if (job->texts == NULL || job->numbers == NULL) return fail_memory(error);
  job->checked = count;
  for (size_t i = 0; i < count; i++) {
    if (job->table.rows[i] != NULL && job->checked < count) continue;
    if (job->table.rows[i] != NULL) job->checked = i;
    job->numbers[job->text_count] = i;
    job->texts[job->text_count++] = job->plan.games[i];
  }
  return GRUNDY_OK;
}

static grundy_status evaluate(struct job *job, grundy_error *error) {
  const grundy_monitor monitor = {.tick = tick, .context = job, .finished = finished};
  uint64_t left = memory_left(&job->limits.budget);
  const grundy_evaluate_options options = {
      .size = sizeof options,
      .play = job->arguments.misere ? GRUNDY_MISERE_PLAY : GRUNDY_NORMAL_PLAY,
      .columns = job->table.columns,
      .limit = job->limits.max_positions,
      .memory = left == UINT64_MAX ? 0 : left,
      .seconds = job->arguments.each.value,
      .monitor = &monitor,
      .answered = answered,
      .context = job,
  };
  grundy_status status = grundy_expressions_evaluate(job->texts, job->text_count, &options, error);
  progress_clear(&job->limits.progress);
  if (job->writing == GRUNDY_OK) return status;
  *error = job->why_not_written;
  return job->writing;
}

static grundy_status begin(struct job *job, grundy_error *error) {
  grundy_status status = sweep_table_start(&job->table, error);
  if (status == GRUNDY_OK && job->arguments.resume)
    status = sweep_table_read(&job->table, job->arguments.output, error);
  if (status == GRUNDY_OK) status = list_games(job, error);
  if (status == GRUNDY_OK) status = grundy_output_open(job->arguments.output, &job->output, error);
  job->saved = terminal_clock();
  return status;
}

static bool has_rows(const struct job *job) {
  for (size_t i = 0; i < job->plan.game_count; i++)
    if (job->table.rows[i] != NULL) return true;
  return false;
}

/* Writes the rest. Rows that are done are kept, however the work ended. */
static grundy_status end(struct job *job, grundy_error *error) {
  if (job->output == NULL || !has_rows(job)) return GRUNDY_OK;
  if (has_file(job) || job->arguments.pivot) return save(job, error);
  grundy_status status = write_rows(job, job->plan.game_count, error);
  grundy_output *output = job->output;
  job->output = NULL;
  if (status == GRUNDY_OK) return grundy_output_commit(output, error);
  grundy_output_discard(output);
  return status;
}

/* Says how many games have no answer, and why the first has none. */
static int report_unknown(struct job *job) {
  grundy_error error = job->why_unknown;
  (void)snprintf(error.message, sizeof error.message,
                 "%lu of %lu games %s no answer; %.80s: %.200s", (unsigned long)job->unknown_count,
                 (unsigned long)job->plan.game_count, job->unknown_count == 1 ? "has" : "have",
                 job->plan.games[job->first_unknown], job->why_unknown.message);
  return limits_fail(&job->limits, &error);
}

static int work(void *context) {
  struct job *job = context;
  grundy_error error = {0};
  grundy_error later = {0};
  grundy_status status = begin(job, &error);
  bool started = status == GRUNDY_OK;
  if (started) status = evaluate(job, &error);
  bool is_writable = job->writing == GRUNDY_OK || job->writing == GRUNDY_CANCELLED;
  bool is_kept = started && !job->is_foreign && is_writable;
  bool kept = !is_kept || end(job, &later) == GRUNDY_OK;
  file_give_up(&job->output, &job->limits);
  if (!kept) return limits_fail(&job->limits, &later);
  if (status != GRUNDY_OK) return limits_fail(&job->limits, &error);
  defaults_announce(job->arguments.game, &job->limits);
  return job->unknown_count == 0 ? CODE_YES : report_unknown(job);
}

static int run(int argc, char **argv) {
  struct job job = {.arguments = {.output = "-", .to = NOT_CHOSEN},
                    .lock = PTHREAD_MUTEX_INITIALIZER};
  return RUN_WITHIN_LIMITS(&sweep_command, argc, argv, &job, prepare, work, job_free);
}

static const struct positional positionals[] = {
    {"GAME", offsetof(struct arguments, game),
     "an expression, as in grundy value, with ranges instead of numbers: 5..60, 5..60:5 (steps) or "
     "1e3..1e6x10 (factors)",
     FILE_NONE},
    {0},
};

static const struct option options[] = {
    OPTION_POSITION_COLUMNS(struct arguments),
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
     .destination = offsetof(struct arguments, to),
     .help = "the format of the table: tsv or csv",
     .otherwise = "by the ending of FILE, or else tsv"},
    {.group = OPTIONS_LIMITS,
     .name = "each",
     .kind = OPTION_SECONDS,
     .value = "SECONDS",
     .destination = offsetof(struct arguments, each),
     .help = "spend at most SECONDS on each game; then its row has a ?"},
    OPTION_MAX_POSITIONS(struct arguments, 1, NULL, "no limit"),
    OPTIONS_EFFORT(struct arguments),
    {0},
};

static const struct example examples[] = {
    {"grundy sweep kotzig:5..30,2,3", "who wins on circles of 5 to 30 places"},
    {"grundy sweep wythoff:0..9,0..9 --columns grundy --pivot", "a table of values"},
    {"grundy sweep kotzig:5..60,2,3 --each 60 -o kotzig.tsv --resume",
     "continue a long sweep, with at most a minute per game"},
    {0},
};

const struct command sweep_command = {
    .name = "sweep",
    .summary = "evaluate many games, one per value of a range",
    .group = GROUP_SOLVE,
    .description =
        "Evaluates the start of every game that the ranges stand for, as grundy value does, and "
        "writes a table with one row per game: its arguments, then the columns. Games are "
        "evaluated in parallel, each by one thread. A game that reaches --each or --max-positions, "
        "or whose outcome is not known, gets ? in its row, and the exit code is 4. A file is "
        "saved every half minute, and at the end, also after Ctrl-C or if a game fails, so that "
        "--resume can continue.",
    .positionals = positionals,
    .options = options,
    .examples = examples,
    .run = run,
};
