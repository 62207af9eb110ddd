/* The options of `grundy solve`: checks that they go together. */

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include <grundy/base.h>
#include <grundy/format.h>
#include <grundy/game.h>
#include <grundy/solution.h>

#include "commands.h"
#include "failure.h"
#include "files.h"
#include "gpu.h"
#include "grid.h"
#include "rows.h"
#include "solve_job.h"
#include "terminal.h"

static int prepare_solution(struct solve_job *job) {
  const struct solve_arguments *arguments = &job->arguments;
  const char *const inputs[] = {arguments->game, arguments->solution};
  int code = file_check_standard_once(&solve_command, "of GAME and --solution", inputs, 2);
  if (code != CODE_YES) return code;
  return file_find_format(&solve_command, arguments->solution, GRUNDY_FORMAT_READS_SOLUTION,
                          arguments->solution_from, "solution-from", &job->solution_from);
}

bool solve_asks_for_all(const struct solve_arguments *arguments) {
  return arguments->columns != NULL && strcmp(arguments->columns, "all") == 0;
}

/* Checks --payoff and --infinite, which are for solving and checking. Returns an exit code. */
static int check_worths(const struct solve_job *job) {
  const struct solve_arguments *arguments = &job->arguments;
  bool worths = arguments->payoff.given || arguments->infinite.given;
  if (arguments->solution != NULL && worths && !arguments->check)
    return fail_usage(
        solve_command.name,
        "--payoff and --infinite do not change a solution that is read; use them with --check");
  if (arguments->solution == NULL && (job->columns & GRUNDY_COLUMN_QV) != 0 &&
      !solve_asks_for_all(arguments) && !arguments->payoff.given)
    return fail_usage(solve_command.name, "--columns: qv needs --payoff VALUE");
  return CODE_YES;
}

/* Checks --gpu, which is for solving and checking. Returns an exit code. */
static int prepare_gpu(struct solve_job *job) {
  const struct solve_arguments *arguments = &job->arguments;
  if (arguments->gpu != NULL && arguments->solution != NULL && !arguments->check)
    return fail_usage(solve_command.name, "--gpu does not change a solution that is read; use it "
                                          "with --check");
  return gpu_parse(&solve_command, arguments->gpu, &job->device);
}

static int check_names(const struct solve_job *job) {
  const struct solve_arguments *arguments = &job->arguments;
  grundy_game_name name = grundy_game_parse(arguments->game);
  bool is_rules = grundy_game_kind_describe(name.kind)->is_rules;
  if (!arguments->names || (is_rules && job->format == GRUNDY_FORMAT_NPZ)) return CODE_YES;
  return fail_usage(solve_command.name,
                    "--names is for tablebases: expected rules, and -o FILE.npz");
}

static int check_colour(const struct solve_job *job) {
  if (job->arguments.colour != COLOUR_ALWAYS || job->format == GRUNDY_FORMAT_TABLE) return CODE_YES;
  return fail_usage(solve_command.name, "--colour always is only for tables, not for %s",
                    grundy_format_name(job->format));
}

/* A b-file has one column of numbers; that of a grid is by default the values. */
static int check_bfile(const struct solve_job *job) {
  grundy_columns columns = job->columns;
  bool single = job->arguments.columns != NULL && columns != 0 && (columns & (columns - 1)) == 0;
  if (job->format != GRUNDY_FORMAT_BFILE ||
      (job->arguments.grid != NULL && job->arguments.columns == NULL) ||
      (single && grundy_column_describe(columns)->kind == GRUNDY_COLUMN_OF_NUMBERS))
    return CODE_YES;
  return fail_usage(solve_command.name,
                    "--to bfile needs one column of numbers, such as --columns grundy");
}

/* The algorithms differ only in how they find values. */
static int check_algorithm(const struct solve_job *job) {
  const grundy_columns from_values = GRUNDY_COLUMN_GRUNDY | GRUNDY_COLUMN_K | GRUNDY_COLUMN_J |
                                     GRUNDY_COLUMN_COUNTER | GRUNDY_COLUMN_HMIN;
  const struct solve_arguments *arguments = &job->arguments;
  if (arguments->algorithm == 0 || arguments->columns == NULL || (job->columns & from_values) != 0)
    return CODE_YES;
  return fail_usage(solve_command.name,
                    "--algorithm needs one of the columns grundy, k, j, counter and hmin");
}

static const struct {
  grundy_format format;
  grid_format grid;
} grid_formats[] = {
    {GRUNDY_FORMAT_TABLE, GRID_TEXT},  {GRUNDY_FORMAT_TSV, GRID_TSV},
    {GRUNDY_FORMAT_CSV, GRID_CSV},     {GRUNDY_FORMAT_LATEX, GRID_LATEX},
    {GRUNDY_FORMAT_TYPST, GRID_TYPST}, {GRUNDY_FORMAT_BFILE, GRID_BFILE},
};

/* Returns whether the grid becomes a heat map: --to chooses another format. */
static bool draws_map(const struct solve_arguments *arguments) {
  return arguments->grid != NULL && arguments->format == GRUNDY_FORMAT_AUTO &&
         file_ends_with(arguments->output, ".svg");
}

/* A grid has one column, and formats of its own. */
static int prepare_grid(struct solve_job *job) {
  const struct solve_arguments *arguments = &job->arguments;
  if (arguments->grid == NULL) return CODE_YES;
  if (arguments->columns != NULL && !grid_can_show(job->columns))
    return fail_usage(solve_command.name,
                      "--grid shows one column of numbers or letters; use --columns");
  if (draws_map(arguments)) {
    job->grid_format = GRID_SVG;
    return CODE_YES;
  }
  for (size_t i = 0; i < sizeof grid_formats / sizeof *grid_formats; i++)
    if (grid_formats[i].format == job->format) {
      job->grid_format = grid_formats[i].grid;
      return CODE_YES;
    }
  return fail_usage(
      solve_command.name,
      "--grid conflicts with --to %s; use table, tsv, csv, bfile, latex or typst, or a "
      "FILE that ends with .svg",
      grundy_format_name(job->format));
}

/* A tablebase has all positions. */
static int prepare_rows(struct solve_job *job) {
  const struct solve_arguments *arguments = &job->arguments;
  const char *option = arguments->where != NULL ? "where" : "sort";
  int code = rows_prepare(arguments->where, arguments->sort, &job->rows);
  if (code == CODE_YES && rows_are_chosen(&job->rows) && job->format == GRUNDY_FORMAT_NPZ)
    return fail_usage(solve_command.name, "--%s conflicts with the format npz", option);
  return code;
}

int solve_prepare(void *context) {
  struct solve_job *job = context;
  const struct solve_arguments *arguments = &job->arguments;
  grundy_error error = {0};
  int code = CODE_YES;
  job->format = GRUNDY_FORMAT_TABLE;
  if (arguments->archive != NULL) {
    if (file_is_standard(arguments->archive))
      return fail_usage(solve_command.name, "--archive needs a file");
    job->arguments.output = arguments->archive;
    job->arguments.format = GRUNDY_FORMAT_TSV; /* of the table in it */
    job->arguments.check = true;
  }
  if (!draws_map(arguments))
    code = file_find_format_or(&solve_command, arguments->output, GRUNDY_FORMAT_WRITES_SOLUTION,
                               arguments->format, GRUNDY_FORMAT_TABLE, &job->format);
  if (code != CODE_YES) return code;
  if (arguments->columns != NULL &&
      grundy_columns_parse(arguments->columns, &job->columns, &error) != GRUNDY_OK)
    return fail_usage(solve_command.name, "--columns: %s", error.message);
  code = check_worths(job);
  if (code == CODE_YES) code = prepare_gpu(job);
  if (code == CODE_YES) code = check_names(job);
  if (code == CODE_YES) code = check_colour(job);
  if (code == CODE_YES) code = check_algorithm(job);
  if (code == CODE_YES) code = check_bfile(job);
  if (code == CODE_YES) code = prepare_grid(job);
  if (code == CODE_YES) code = prepare_rows(job);
  if (code == CODE_YES) code = file_check_terminal(&solve_command, arguments->output, job->format);
  return code != CODE_YES || arguments->solution == NULL ? code : prepare_solution(job);
}
