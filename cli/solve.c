/* grundy solve GAME: solves every position of a game and prints a table or writes a file. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <grundy/answer.h>
#include <grundy/archive.h>
#include <grundy/base.h>
#include <grundy/digraph.h>
#include <grundy/engine.h>
#include <grundy/explore.h>
#include <grundy/format.h>
#include <grundy/game.h>
#include <grundy/json.h>
#include <grundy/morphism.h>
#include <grundy/solution.h>
#include <grundy/text.h>
#include <grundy/verify.h>

#include "commands.h"
#include "failure.h"
#include "files.h"
#include "gpu.h"
#include "grid.h"
#include "memory.h"
#include "options.h"
#include "pager.h"
#include "progress.h"
#include "rows.h"
#include "run_limits.h"
#include "signals.h"
#include "solve_job.h"
#include "terminal.h"
#include "tiers.h"
#include "verify_report.h"

static const char *const algorithm_choices[] = {"auto", "counting", "lazy", NULL};

static void job_free(void *context) {
  struct solve_job *job = context;
  file_give_up(&job->output, &job->limits);
  rows_free(&job->rows);
  grundy_report_free(job->report);
  grundy_solution_free(job->solution);
  grundy_digraph_free(job->game);
}

/* ---- solving and checking ------------------------------------------------------------ */

/* Returns the columns that a grid shows if --columns is not given: values, or else outcomes. */
static grundy_columns columns_of_grid(grundy_columns possible) {
  if ((possible & GRUNDY_COLUMN_GRUNDY) == 0) return GRUNDY_COLUMN_OUTCOME;
  return (GRUNDY_COLUMN_GRUNDY | GRUNDY_COLUMN_K) & possible;
}

/* Chooses the columns of this game if --columns is not given or is "all", which leaves out levels
 * of draws; --payoff adds its column, except to a grid. */
static void columns_of_game(struct solve_job *job) {
  bool all = solve_asks_for_all(&job->arguments), grid = job->arguments.grid != NULL;
  if (grid && job->arguments.columns == NULL) {
    job->columns = columns_of_grid(grundy_solve_columns(job->game, true));
  } else if (job->arguments.columns == NULL || all) {
    job->columns = grundy_solve_columns(job->game, all);
    job->columns &= ~(grundy_columns)(GRUNDY_COLUMN_QV | GRUNDY_COLUMN_DRAW_LEVEL |
                                      GRUNDY_COLUMN_DRAW_REMOTENESS);
  }
  if (job->arguments.payoff.given && !grid) job->columns |= GRUNDY_COLUMN_QV;
}

/* Returns the columns that a certificate needs for these columns, as far as the game has them. */
static grundy_columns columns_that_prove(const struct solve_job *job, grundy_columns columns) {
  grundy_columns more = 0;
  if ((columns & GRUNDY_COLUMN_GRUNDY) != 0) more |= GRUNDY_COLUMN_COUNTER;
  if ((columns & GRUNDY_COLUMN_OUTCOME) != 0) more |= GRUNDY_COLUMN_REMOTENESS;
  if ((columns & GRUNDY_COLUMN_MISERE) != 0) more |= GRUNDY_COLUMN_MISERE_REMOTENESS;
  return more & grundy_solve_columns(job->game, true);
}

/* Returns the columns to compute: columns defined by values can be checked only together with
 * them. */
static grundy_columns columns_to_solve(const struct solve_job *job) {
  const grundy_columns need_values =
      GRUNDY_COLUMN_K | GRUNDY_COLUMN_COUNTER | GRUNDY_COLUMN_HMIN | GRUNDY_COLUMN_J;
  const grundy_columns of_outcomes =
      GRUNDY_COLUMN_ABE | GRUNDY_COLUMN_BARBARA | GRUNDY_COLUMN_OUTCOME;
  const grundy_columns of_payoffs = GRUNDY_COLUMNS_PAYOFF & ~(grundy_columns)GRUNDY_COLUMN_PLAYER;
  grundy_columns columns = job->columns | rows_columns(&job->rows, job->game);
  if (!job->arguments.check) return columns;
  if (job->arguments.archive != NULL) columns |= columns_that_prove(job, columns);
  if ((columns & need_values) != 0) columns |= GRUNDY_COLUMN_GRUNDY;
  if (!grundy_game_is_coloured(grundy_digraph_type(job->game))) return columns;
  if ((columns & of_outcomes) != 0)
    columns |= GRUNDY_COLUMN_Q1 | GRUNDY_COLUMN_Q0 | GRUNDY_COLUMN_QM1 | GRUNDY_COLUMN_Q2;
  if ((columns & of_payoffs) != 0) columns |= of_payoffs;
  return columns;
}

static grundy_solve_options solve_options(const struct solve_job *job) {
  const struct solve_arguments *arguments = &job->arguments;
  return GRUNDY_OPTIONS(
      grundy_solve_options, .columns = columns_to_solve(job), .monitor = &job->limits.monitor,
      .algorithm = (grundy_algorithm)arguments->algorithm, .payoff = arguments->payoff.value,
      .infinite_known = arguments->infinite.given, .infinite = arguments->infinite.value,
      .engine = arguments->gpu != NULL ? GRUNDY_ENGINE_GPU : GRUNDY_ENGINE_AUTO,
      .device = job->device, .scratch = arguments->scratch);
}

static void note_scratch(struct solve_job *job) {
  if (job->arguments.scratch == NULL) return;
  (void)snprintf(job->scratch, sizeof job->scratch, "%s/%s", job->arguments.scratch,
                 GRUNDY_SCRATCH_FILE);
  signals_note_kept(job->scratch, "is kept; run the same command to continue, or remove it");
}

static grundy_status solve(struct solve_job *job, grundy_error *error) {
  grundy_solve_options options = solve_options(job);
  double start = terminal_clock();
  note_scratch(job);
  grundy_status status =
      job->arguments.reduce
          ? grundy_solve_reduced(job->game, &options, &job->solution, &job->classes, error)
          : memory_solve(&job->limits.budget, job->game, &options, &job->solution, error);
  job->seconds = terminal_clock() - start;
  return status;
}

static grundy_status check(struct solve_job *job, grundy_error *error) {
  const struct solve_arguments *arguments = &job->arguments;
  const struct verify_request request = {.game = job->game,
                                         .solution = job->solution,
                                         .ascii = terminal_is_ascii(),
                                         .gpu = arguments->gpu,
                                         .device = job->device,
                                         .payoff = arguments->payoff,
                                         .infinite = arguments->infinite};
  return verify_report_make(&request, &job->limits, &job->report, error);
}

static int fail_check(struct solve_job *job) {
  file_give_up(&job->output, &job->limits);
  (void)fputs("grundy: the solution is wrong, and nothing was written.", stderr);
  (void)fputs(job->arguments.solution != NULL
                  ? "\n"
                  : " This is an error of grundy: please report it with the game.\n",
              stderr);
  verify_report_print(stderr, job->report);
  if (failure_is_json()) verify_report_print_json(stdout, job->game, job->report);
  return CODE_NO;
}

/* ---- a solution that is there already ------------------------------------------------ */

/* Lists the columns: "hmin, j". */
static void list_columns(grundy_columns columns, char *text, size_t size) {
  size_t length = 0;
  text[0] = '\0';
  for (int i = 0; i < GRUNDY_COLUMN_COUNT && length < size; i++) {
    grundy_columns column = (grundy_columns)1 << i;
    if ((columns & column) == 0) continue;
    length += (size_t)snprintf(text + length, size - length, "%s%s", length == 0 ? "" : ", ",
                               grundy_column_describe(column)->name);
  }
}

/* Chooses all columns of the solution, or those of a grid, if --columns is not given. Returns an
 * exit code. */
static int choose_columns(struct solve_job *job) {
  grundy_columns there = grundy_solution_columns(job->solution);
  if (job->arguments.columns == NULL)
    job->columns = job->arguments.grid != NULL ? columns_of_grid(there) : there;
  grundy_columns missing = job->columns & ~there;
  if (missing == 0) return CODE_YES;
  char lacks[256];
  char has[256];
  list_columns(missing, lacks, sizeof lacks);
  list_columns(there, has, sizeof has);
  return fail_usage(solve_command.name,
                    "--columns: the solution '%s' has no %s; expected some of %s",
                    job->arguments.solution, lacks, there == 0 ? "none" : has);
}

/* A solution that could not be checked at all must not pass as right. */
static int fail_unchecked(struct solve_job *job) {
  file_give_up(&job->output, &job->limits);
  (void)fputs("grundy: no column of the solution could be checked, and nothing was written.\n",
              stderr);
  verify_report_print(stderr, job->report);
  return CODE_UNABLE;
}

/* ---- writing ------------------------------------------------------------------------- */

static bool wants_colour(const struct solve_job *job) {
  bool is_file = !file_is_standard(job->arguments.output);
  return is_file ? job->arguments.colour == COLOUR_ALWAYS
                 : terminal_uses_colour(job->arguments.colour);
}

/* Returns whether a tablebase is written, so that the rules need not be explored again. */
static bool writes_tablebase(const struct solve_job *job) {
  return job->format == GRUNDY_FORMAT_NPZ && grundy_is_explored(job->game);
}

static grundy_status write_solution(struct solve_job *job, grundy_error *error) {
  bool to_stdout = file_is_standard(job->arguments.output);
  grundy_write_options options = {
      .size = sizeof options,
      .columns = job->columns,
      .ascii = terminal_is_ascii(),
      .colour = wants_colour(job),
      .names = job->arguments.names,
      /* standard output may be the terminal that shows progress */
      .monitor = to_stdout ? &job->limits.quiet : &job->limits.monitor,
      .rows = job->rows.vertices,
      .row_count = job->rows.count,
  };
  FILE *out = grundy_output_stream(job->output);
  grundy_status status =
      writes_tablebase(job)
          ? grundy_tablebase_write(job->game, job->solution, &options, out, error)
          : grundy_solution_write(job->game, job->solution, job->format, &options, out, error);
  if (status == GRUNDY_OK && job->format == GRUNDY_FORMAT_TABLE && !job->arguments.limits.quiet)
    solve_put_summary(out, job);
  if (status == GRUNDY_IO_ERROR) file_name_output(job->arguments.output, error);
  progress_clear(&job->limits.progress);
  return status;
}

static grundy_status write_grid(struct solve_job *job, grundy_error *error) {
  struct grid grid = {.game = job->game, .solution = job->solution, .columns = job->columns};
  uint64_t count = job->rows.vertices == NULL ? grundy_digraph_order(job->game) : job->rows.count;
  if (!grid_can_show(job->columns))
    return fail_with(error, GRUNDY_BAD_ARGUMENT, "",
                     "--grid shows one column of numbers or letters; use --columns");
  grundy_status status = grid_make(&grid, job->arguments.grid, job->rows.vertices, count, error);
  if (status == GRUNDY_OK)
    status = grid_write(grundy_output_stream(job->output), &grid, job->grid_format,
                        terminal_is_ascii(), error);
  grid_free(&grid);
  return status;
}

/* Writes a text in quotes for a shell. */
static void put_shell_word(FILE *out, const char *text) {
  (void)putc('\'', out);
  for (; *text != '\0'; text++)
    if (*text == '\'')
      (void)fputs("'\\''", out);
    else
      (void)putc(*text, out);
  (void)putc('\'', out);
}

/* Makes the command line that gives this archive again, under any name; NULL if memory runs out. */
static char *archive_command(const struct solve_job *job) {
  const struct solve_arguments *arguments = &job->arguments;
  char *text = NULL;
  size_t size = 0;
  FILE *out = grundy_text_open(&text, &size);
  if (out == NULL) return NULL;
  (void)fputs("grundy solve ", out);
  put_shell_word(out, arguments->game);
  if (arguments->columns != NULL) {
    (void)fputs(" --columns ", out);
    put_shell_word(out, arguments->columns);
  }
  if (arguments->payoff.given) (void)fprintf(out, " --payoff %.17g", arguments->payoff.value);
  if (arguments->infinite.given) (void)fprintf(out, " --infinite %.17g", arguments->infinite.value);
  (void)fputs(" --archive ARCHIVE.zip", out);
  if (grundy_text_close(out, &text)) return text;
  free(text);
  return NULL;
}

static grundy_status write_archive(struct solve_job *job, grundy_error *error) {
  const struct solve_arguments *arguments = &job->arguments;
  char *command = archive_command(job);
  if (command == NULL) return fail_memory(error);
  const grundy_archive_contents contents = {.size = sizeof contents,
                                            .game = arguments->game,
                                            .command = command,
                                            .g = job->game,
                                            .solution = job->solution,
                                            .columns = job->columns,
                                            .payoff_known = arguments->payoff.given,
                                            .payoff = arguments->payoff.value,
                                            .infinite_known = arguments->infinite.given,
                                            .infinite = arguments->infinite.value,
                                            .monitor = &job->limits.monitor};
  grundy_status status =
      grundy_archive_write(&contents, grundy_output_stream(job->output), job->checksum, error);
  free(command);
  if (status == GRUNDY_IO_ERROR) file_name_output(arguments->output, error);
  return status;
}

static grundy_status put_checksum(const void *context, FILE *out, grundy_error *error) {
  const struct solve_job *job = context;
  (void)error;
  (void)fprintf(out, "%s  ", job->checksum);
  put_printable(out, job->arguments.archive);
  (void)putc('\n', out);
  return GRUNDY_OK;
}

static grundy_status write_and_commit(struct solve_job *job, grundy_error *error) {
  progress_clear(&job->limits.progress);
  /* An incomplete file has to be removed; standard output cannot be taken back. */
  if (file_is_standard(job->arguments.output)) signals_end_process();
  grundy_status status = file_interrupted(error);
  if (status == GRUNDY_OK && file_is_standard(job->arguments.output)) pager_start();
  if (status == GRUNDY_OK)
    status = job->arguments.archive != NULL ? write_archive(job, error)
             : job->arguments.grid != NULL  ? write_grid(job, error)
                                            : write_solution(job, error);
  if (status == GRUNDY_OK) status = file_interrupted(error);
  if (status != GRUNDY_OK) return status;
  status = file_commit(&job->output, job->arguments.output, &job->limits, error);
  if (status == GRUNDY_OK && job->arguments.archive != NULL)
    status = file_write("-", put_checksum, job, error);
  return status;
}

/* ---- the command --------------------------------------------------------------------- */

/* Opens the output before the work, so that a missing folder is reported at once. */
static grundy_status open_output(struct solve_job *job, grundy_error *error) {
  return grundy_output_open(job->arguments.output, &job->output, error);
}

/* A tablebase does not store the payoff of infinite play. */
static grundy_status check_tablebase(const struct solve_job *job, grundy_error *error) {
  if (!writes_tablebase(job) || !job->arguments.infinite.given) return GRUNDY_OK;
  return fail_with(error, GRUNDY_UNABLE, job->arguments.output,
                   "a tablebase does not keep what an infinite play is worth; use another format, "
                   "such as .tsv, or no --infinite");
}

/* Writes null for what is not possible. */
static void put_figure(grundy_json *json, const char *name, uint64_t bytes) {
  if (bytes == 0)
    grundy_json_null(json, name);
  else
    grundy_json_integer(json, name, bytes);
}

static void put_plan_as_json(FILE *out, const grundy_engine_plan *figures,
                             const grundy_engine_plan *chosen, const grundy_error *refusal) {
  grundy_json json = grundy_json_start(out);
  grundy_json_object(&json, NULL);
  grundy_json_string(&json, "engine", chosen->name);
  grundy_json_string(&json, "reason", chosen->name == NULL ? NULL : chosen->reason);
  grundy_json_integer(&json, "solve_bytes", figures->in_memory);
  put_figure(&json, "solve_lean_bytes", figures->lean);
  put_figure(&json, "solve_scratch_bytes", figures->scratch);
  grundy_answer_limit(&json, chosen->name == NULL ? refusal : NULL);
  grundy_json_end(&json);
}

/* Prints what solving takes, in all ways or only with a scratch file, and which way is chosen. */
static grundy_status put_dry_run(const void *context, FILE *out, grundy_error *error) {
  const struct solve_job *job = context;
  const struct budget *budget = &job->limits.budget;
  grundy_solve_options options = solve_options(job);
  grundy_engine_plan figures, chosen = {.name = NULL};
  grundy_error refusal = {0};
  grundy_status status = grundy_solve_plan(job->game, &options, &figures, error);
  if (status != GRUNDY_OK) return status;
  if (memory_plan(budget, job->game, &options, &chosen, &refusal) != GRUNDY_OK) chosen.name = NULL;
  if (job->format == GRUNDY_FORMAT_JSON) {
    put_plan_as_json(out, &figures, &chosen, &refusal);
    return GRUNDY_OK;
  }
  memory_put_figures(out, &figures, job->arguments.scratch != NULL, "these columns");
  (void)fprintf(out, "%-12s %s: %s\n", "engine", chosen.name == NULL ? "none" : chosen.name,
                chosen.name == NULL ? refusal.message : chosen.reason);
  return GRUNDY_OK;
}

static grundy_status dry_run(struct solve_job *job, grundy_error *error) {
  progress_clear(&job->limits.progress);
  columns_of_game(job);
  return file_write("-", put_dry_run, job, error);
}

/* Solves the game, or reads its solution and checks that it has the columns. */
static grundy_status solve_or_read(struct solve_job *job, int *code, grundy_error *error) {
  const struct solve_arguments *arguments = &job->arguments;
  if (arguments->solution == NULL) {
    columns_of_game(job);
    grundy_status status = check_tablebase(job, error);
    if (status == GRUNDY_OK && arguments->reduce)
      status = memory_for_reducing(&job->limits.budget, job->game, error);
    if (status == GRUNDY_OK) status = open_output(job, error);
    return status == GRUNDY_OK ? solve(job, error) : status;
  }
  grundy_status status = file_read_solution(arguments->solution, job->solution_from, job->game,
                                            &job->limits, &job->solution, error);
  if (status != GRUNDY_OK) return status;
  *code = choose_columns(job);
  return *code == CODE_YES ? open_output(job, error) : GRUNDY_OK;
}

/* Verifies the solution if --check is given. */
static grundy_status check_if_asked(struct solve_job *job, int *code, grundy_error *error) {
  if (!job->arguments.check) return GRUNDY_OK;
  grundy_status status = check(job, error);
  if (status != GRUNDY_OK) return status;
  if (!grundy_report_right(job->report))
    *code = fail_check(job);
  else if (job->arguments.solution != NULL && !verify_report_decide(job->report))
    *code = fail_unchecked(job);
  return GRUNDY_OK;
}

/* Prints that the scratch file is still there: it is kept for another run after some failures, and
 * removing it may fail. */
static void put_scratch(const struct solve_job *job, grundy_status status) {
  if (job->scratch[0] == '\0') return;
  if (status == GRUNDY_UNABLE)
    signals_note_kept(job->scratch,
                      "is kept for a run with more memory or fewer columns, or remove it");
  else if (status == GRUNDY_OK && !job->arguments.limits.quiet)
    signals_note_kept(job->scratch, "could not be removed; remove it");
  else if (status != GRUNDY_CANCELLED)
    signals_note_kept(NULL, NULL);
  signals_say_kept();
}

/* Returns whether rules with `split` may be explored by parts. Parts have few columns, and neither
 * a quotient nor a grid. */
static bool may_split(const struct solve_job *job) {
  const struct solve_arguments *arguments = &job->arguments;
  bool has_columns = arguments->columns == NULL || solve_asks_for_all(arguments) ||
                     (job->columns & ~GRUNDY_COLUMNS_PARTS) == 0;
  return has_columns && !arguments->no_split && arguments->archive == NULL && !arguments->reduce &&
         arguments->scratch == NULL && arguments->grid == NULL && !arguments->payoff.given &&
         !arguments->infinite.given;
}

/* A grid shows all positions, not only one of each symmetry class. */
static grundy_status read_game(struct solve_job *job, grundy_error *error) {
  const struct solve_arguments *arguments = &job->arguments;
  if (may_split(job))
    return file_read_parts(arguments->game, arguments->from, &job->limits, &job->game, error);
  bool unreduced = arguments->grid != NULL && arguments->solution == NULL;
  return (unreduced ? file_read_unreduced : file_read_game)(arguments->game, arguments->from,
                                                            &job->limits, &job->game, error);
}

static int work_by_tiers(struct solve_job *job) {
  struct tiers_request request = {.game = job->arguments.game,
                                  .folder = job->arguments.tiers,
                                  .columns = job->columns,
                                  .quiet = job->arguments.limits.quiet};
  return job->arguments.dry_run ? tiers_dry_run(&request, &job->limits)
                                : tiers_solve(&request, &job->limits);
}

static int work(void *context) {
  struct solve_job *job = context;
  grundy_error error = {0};
  int code = CODE_YES;
  if (job->arguments.tiers != NULL) return work_by_tiers(job);
  grundy_status status = gpu_check(job->arguments.gpu, job->device, &error);
  if (status == GRUNDY_OK) status = read_game(job, &error);
  if (status == GRUNDY_OK)
    status = file_check_payoffs(job->game, job->arguments.infinite.given, &error);
  if (status == GRUNDY_OK && job->arguments.dry_run) {
    status = dry_run(job, &error);
    return status == GRUNDY_OK ? CODE_YES : limits_fail(&job->limits, &error);
  }
  if (status == GRUNDY_OK) status = solve_or_read(job, &code, &error);
  if (status == GRUNDY_OK && code == CODE_YES) status = check_if_asked(job, &code, &error);
  if (status == GRUNDY_OK && code == CODE_YES)
    status = rows_choose(&job->rows, job->game, job->solution, &job->limits, &error);
  if (status == GRUNDY_OK && code == CODE_YES) status = write_and_commit(job, &error);
  if (status != GRUNDY_OK) {
    file_give_up(&job->output, &job->limits);
    code = limits_fail(&job->limits, &error);
  }
  put_scratch(job, status);
  return code;
}

static int run(int argc, char **argv) {
  struct solve_job job = {.arguments = {.output = "-", .limits = {.accepts_windows = true}}};
  return RUN_WITHIN_LIMITS(&solve_command, argc, argv, &job, solve_prepare, work, job_free);
}

static const struct positional positionals[] = {
    POSITIONAL_GAME(struct solve_arguments),
    {0},
};

static const struct option options[] = {
    OPTION_GAME_FROM(struct solve_arguments, "GAME"),
    OPTION_SOLUTION_TO(struct solve_arguments, format, "by the ending of FILE, or else table",
                       NULL),
    OPTION_TO_JSON(struct solve_arguments, GRUNDY_FORMAT_JSON),
    OPTION_OUTPUT(struct solve_arguments),
    OPTION_USE_PAGER,
    {.name = "columns",
     .front_ends = IN_ALL,
     .list = LIST_WORDS,
     .kind = OPTION_STRING,
     .value = "LIST",
     .destination = offsetof(struct solve_arguments, columns),
     .help = "compute these columns, separated by commas, or all (default: see below)"},
    OPTION_WHERE(struct solve_arguments),
    OPTION_SORT(struct solve_arguments),
    {.name = "grid",
     .kind = OPTION_STRING,
     .value = "FIELDS",
     .destination = offsetof(struct solve_arguments, grid),
     .excludes = "from sort",
     .help = "one column as a grid, such as a,b: field a down, b across (.svg: a heat map; "
             "--to bfile: by antidiagonals)"},
    OPTION_PAYOFF(struct solve_arguments),
    OPTION_INFINITE(struct solve_arguments),
    {.name = "solution",
     .kind = OPTION_STRING,
     .value = "SOLUTION",
     .destination = offsetof(struct solve_arguments, solution),
     .excludes = "reduce algorithm scratch",
     .file = FILE_DATA,
     .help = "read SOLUTION instead of solving; use --check to verify that it fits"},
    OPTION_SOLUTION_FROM(struct solve_arguments, "SOLUTION", "solution"),
    {.name = "check",
     .kind = OPTION_FLAG,
     .destination = offsetof(struct solve_arguments, check),
     .help = "verify the solution before writing it"},
    {.group = OPTIONS_OUTPUT,
     .name = "archive",
     .kind = OPTION_STRING,
     .value = "FILE",
     .destination = offsetof(struct solve_arguments, archive),
     .file = FILE_WRITTEN,
     .excludes = "from to json output pager where sort grid solution tiers window dry-run reduce "
                 "names scratch max-positions",
     .help = "write a zip file to cite instead, for 'grundy verify FILE'; print its SHA-256"},
    {.name = "reduce",
     .front_ends = IN_ALL,
     .kind = OPTION_FLAG,
     .destination = offsetof(struct solve_arguments, reduce),
     .help = "solve through the quotient (see grundy quotient): the same columns, except that the "
             "counter may differ"},
    {.name = "tiers",
     .kind = OPTION_STRING,
     .value = "DIR",
     .destination = offsetof(struct solve_arguments, tiers),
     .excludes = "from to json output pager where sort grid payoff infinite solution check reduce "
                 "scratch gpu names colour algorithm no-split max-positions window",
     .help = "solve rules with ranks tier by tier, into files in DIR that a later run continues"},
    {.name = "dry-run",
     .kind = OPTION_FLAG,
     .destination = offsetof(struct solve_arguments, dry_run),
     .excludes = "solution reduce gpu check",
     .help = "only print what solving takes, memory or tiers, and which engine is chosen"},
    {.group = OPTIONS_LIMITS,
     .name = "scratch",
     .kind = OPTION_STRING,
     .value = "DIR",
     .destination = offsetof(struct solve_arguments, scratch),
     .excludes = "reduce algorithm",
     .help = "keep moves in DIR, for games larger than memory"},
    OPTION_GPU(struct solve_arguments, "reduce algorithm scratch"),
    {.group = OPTIONS_OUTPUT,
     .name = "names",
     .kind = OPTION_FLAG,
     .destination = offsetof(struct solve_arguments, names),
     .needs = "output",
     .help = "in a tablebase, also write the names and fields of positions, for NumPy"},
    OPTION_COLOUR(struct solve_arguments),
    {.name = "algorithm",
     .front_ends = IN_ALL,
     .standard = "\"auto\"",
     .kind = OPTION_CHOICE,
     .value = "NAME",
     .choices = algorithm_choices,
     .destination = offsetof(struct solve_arguments, algorithm),
     .help = "how to find values if there are cycles: auto, counting or lazy; the values are "
             "the same, but the counter may differ (default: auto, which chooses the faster one)"},
    OPTION_NO_SPLIT(struct solve_arguments),
    OPTION_EXPLORED(struct solve_arguments),
    OPTION_WINDOW(struct solve_arguments),
    OPTIONS_EFFORT(struct solve_arguments),
    {0},
};

static const struct example examples[] = {
    {"grundy solve ring.edges", "the default columns of every position, and a summary"},
    {"printf 'a b\\nb a\\nb c\\n' | grundy solve - --columns outcome,remoteness",
     "a game from standard input; only what these columns need is computed"},
    {"grundy solve ring.edges --columns all --check -o ring.json",
     "all columns, verified, as JSON"},
    {"grundy solve wythoff:10,10 --grid a,b", "the values of Wythoff's game as a table"},
    {"grundy solve large.npz --memory 16G --timings -o solution.npz",
     "fails at once if 16 GiB may not be enough, and prints timings"},
    {0},
};

const struct command solve_command = {
    .name = "solve",
    .summary = "outcome, value and remoteness of every position",
    .group = GROUP_SOLVE,
    .description =
        "Solves every position of GAME, cycles and loops included. Outcomes are P (the "
        "previous player wins), N (the next player wins) and D (a draw). A value is a "
        "number or infinite: inf{0,2} has moves to positions of value 0 and 2. In a "
        "two-coloured game, where every position has a player, the outcome is A, B or D, "
        "and abe and barbara are what each player can be sure of.",
    .positionals = positionals,
    .options = options,
    .examples = examples,
    .lists_columns = true,
    .answer = "Solution",
    .run = run,
};
