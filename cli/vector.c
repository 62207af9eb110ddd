/* grundy vector GAME: values and outcomes of a game on vectors, without storing a move. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <grundy/base.h>
#include <grundy/draw.h>
#include <grundy/format.h>
#include <grundy/game.h>
#include <grundy/vector.h>

#include "commands.h"
#include "failure.h"
#include "files.h"
#include "memory.h"
#include "options.h"
#include "pager.h"
#include "progress.h"
#include "run_limits.h"
#include "signals.h"
#include "source_line.h"

struct arguments {
  const char *game, *slice, *plot, *certificate;
  const char *output;
  int format; /* a grundy_format; AUTO leaves it to the ending of `output` */
  bool outcomes, misere, period;
  struct limit_options limits;
};

/* Everything that a run owns. */
struct job {
  struct arguments arguments;
  grundy_format format;
  struct limits limits;
  grundy_vector_game game;
  grundy_vector_box *box;
  grundy_vector_slice slice;
  grundy_vector_period period;
  grundy_output *output, *plot, *certificate;
};

static void job_give_up(struct job *job) {
  file_give_up(&job->output, &job->limits);
  file_give_up(&job->plot, &job->limits);
  file_give_up(&job->certificate, &job->limits);
}

static void job_free(void *context) {
  struct job *job = context;
  job_give_up(job);
  grundy_vector_box_free(job->box);
  grundy_vector_game_free(&job->game);
}

/* ---- preparing ----------------------------------------------------------------------- */

static int prepare(void *context) {
  static const char *const endings[] = {".png", NULL};
  struct job *job = context;
  const struct arguments *arguments = &job->arguments;
  grundy_error error = {0};
  int ending = 0, code = CODE_YES;
  if (arguments->plot != NULL)
    code = file_find_ending(&vector_command, arguments->plot, endings, NULL, true, &ending);
  if (code == CODE_YES)
    code = file_find_format_or(&vector_command, arguments->output, GRUNDY_FORMAT_WRITES_SOLUTION,
                               arguments->format, GRUNDY_FORMAT_TABLE, &job->format);
  bool plain = job->format == GRUNDY_FORMAT_TABLE || job->format == GRUNDY_FORMAT_JSON;
  if (code == CODE_YES && arguments->period && !plain)
    return fail_usage(vector_command.name, "--period conflicts with --to %s; use table or json",
                      grundy_format_name(job->format));
  if (code == CODE_YES) code = file_check_terminal(&vector_command, arguments->output, job->format);
  if (code != CODE_YES) return code;
  source_line_remember("vector", arguments->game);
  if (arguments->slice != NULL) source_line_remember("slice", arguments->slice);
  grundy_status status = grundy_vector_game_parse(arguments->game, &job->game, &error);
  return status == GRUNDY_OK ? CODE_YES : fail(&error);
}

/* ---- solving ------------------------------------------------------------------------- */

static grundy_status check_memory(const struct job *job, const grundy_vector_options *options,
                                  grundy_error *error) {
  uint64_t need = grundy_vector_memory(job->game.moves, options);
  uint64_t left = memory_left(&job->limits.budget);
  if (need == UINT64_MAX || need <= left) return GRUNDY_OK; /* solving says why it cannot */
  char needed[32], there[32];
  grundy_bytes_format(need, needed, sizeof needed);
  grundy_bytes_format(left, there, sizeof there);
  (void)fail_with(error, GRUNDY_UNABLE, "",
                  "the box needs about %s, and %s are left; use a smaller one%s", needed, there,
                  options->outcomes_only ? "" : ", or --outcomes");
  error->reason = GRUNDY_REASON_MEMORY;
  return GRUNDY_UNABLE;
}

static grundy_status write_certificate(struct job *job, const grundy_vector_options *options,
                                       grundy_error *error) {
  grundy_status status =
      grundy_vector_certificate_write(job->game.moves, &job->slice, &job->period, options,
                                      grundy_output_stream(job->certificate), error);
  if (status == GRUNDY_IO_ERROR) file_name_output(job->arguments.certificate, error);
  return status == GRUNDY_OK ? file_finish(&job->certificate, error) : status;
}

static grundy_status solve(struct job *job, grundy_error *error) {
  const struct arguments *arguments = &job->arguments;
  const grundy_vector_game *game = &job->game;
  const grundy_vector_options options = {
      .size = sizeof options,
      .corner = game->corner,
      .play = arguments->misere ? GRUNDY_MISERE_PLAY : GRUNDY_NORMAL_PLAY,
      .outcomes_only = arguments->outcomes,
      .terminal = game->terminal,
      .terminal_count = game->terminal_count,
      .passes = game->passes,
      .block = game->block,
      .limit = arguments->limits.max_positions.given ? arguments->limits.max_positions.value : 0,
      .monitor = &job->limits.monitor};
  grundy_status status = check_memory(job, &options, error);
  if (status == GRUNDY_OK) status = grundy_vector_solve(game->moves, &options, &job->box, error);
  progress_clear(&job->limits.progress);
  if (status != GRUNDY_OK) return status;
  const grundy_vector_grid grid = grundy_vector_box_view(job->box);
  status = grundy_vector_slice_parse(arguments->slice, &grid, &job->slice, error);
  if (status == GRUNDY_OK && arguments->period)
    status = grundy_vector_find_period(game->moves, &job->slice, &options, &job->period, error);
  if (status == GRUNDY_OK && job->certificate != NULL)
    status = write_certificate(job, &options, error);
  progress_clear(&job->limits.progress);
  return status;
}

/* ---- writing ------------------------------------------------------------------------- */

static grundy_status write_entries(struct job *job, grundy_error *error) {
  bool to_stdout = file_is_standard(job->arguments.output);
  const grundy_vector_write_options options = {
      .size = sizeof options,
      .game = job->arguments.game,
      .outcomes = job->arguments.outcomes,
      .period = job->arguments.period ? &job->period : NULL,
      .monitor = to_stdout ? &job->limits.quiet : &job->limits.monitor};
  if (to_stdout) signals_end_process();
  grundy_status status = file_interrupted(error);
  if (status == GRUNDY_OK && to_stdout) pager_start();
  if (status == GRUNDY_OK)
    status = grundy_vector_write(job->box, &job->slice, job->format, &options,
                                 grundy_output_stream(job->output), error);
  if (status == GRUNDY_IO_ERROR) file_name_output(job->arguments.output, error);
  if (status != GRUNDY_OK) return status;
  return file_commit(&job->output, job->arguments.output, &job->limits, error);
}

static grundy_status write_plot(struct job *job, grundy_error *error) {
  if (job->plot == NULL) return GRUNDY_OK;
  grundy_status status =
      grundy_vector_draw(job->box, &job->slice, GRUNDY_MONITORED(&job->limits.monitor),
                         grundy_output_stream(job->plot), error);
  progress_clear(&job->limits.progress);
  return status == GRUNDY_OK ? file_finish(&job->plot, error) : status;
}

static grundy_status open_outputs(struct job *job, grundy_error *error) {
  grundy_status status = grundy_output_open(job->arguments.output, &job->output, error);
  if (status == GRUNDY_OK && job->arguments.plot != NULL)
    status = grundy_output_open(job->arguments.plot, &job->plot, error);
  if (status == GRUNDY_OK && job->arguments.certificate != NULL)
    status = grundy_output_open(job->arguments.certificate, &job->certificate, error);
  return status;
}

static int work(void *context) {
  struct job *job = context;
  grundy_error error = {0};
  grundy_status status = open_outputs(job, &error);
  if (status == GRUNDY_OK) status = solve(job, &error);
  if (status == GRUNDY_OK) status = write_plot(job, &error);
  if (status == GRUNDY_OK) status = write_entries(job, &error);
  if (status == GRUNDY_OK) return CODE_YES;
  job_give_up(job);
  return limits_fail(&job->limits, &error);
}

static int run(int argc, char **argv) {
  struct job job = {.arguments = {.output = "-"}};
  return RUN_WITHIN_LIMITS(&vector_command, argc, argv, &job, prepare, work, job_free);
}

/* ---- the command --------------------------------------------------------------------- */

static const struct positional positionals[] = {
    {"VECTORS", offsetof(struct arguments, game),
     "a game on vectors, vector{VECTOR,...}:POSITION: a move subtracts one of the vectors, such as "
     "(1,2), or any "
     "positive multiple of it if a star follows. All positions below POSITION are evaluated. "
     "Operators may be around it: terminal(GAME, ...), then pass(GAME, N) or block(GAME, K)",
     FILE_NONE},
    {0},
};

static const struct option options[] = {
    {.name = "outcomes",
     .front_ends = IN_ALL,
     .kind = OPTION_FLAG,
     .destination = offsetof(struct arguments, outcomes),
     .help = "outcomes instead of values: one byte per position, and faster"},
    {.name = "misere",
     .front_ends = IN_ALL,
     .kind = OPTION_FLAG,
     .destination = offsetof(struct arguments, misere),
     .help = "misere play: the last player loses; finds outcomes"},
    {.name = "slice",
     .front_ends = IN_ALL,
     .kind = OPTION_STRING,
     .value = "SLICE",
     .destination = offsetof(struct arguments, slice),
     .help = "write only a line or a plane: 3,x is a row, x,3 a column, x,x the diagonal, x,y,0 a "
             "plane (default: all)"},
    {.name = "period",
     .front_ends = IN_ALL,
     .kind = OPTION_FLAG,
     .destination = offsetof(struct arguments, period),
     .help = "also prove the period of a row, chosen by --slice, for all columns (only table and "
             "JSON); exit code 4 if none is proved from --max-positions values (default: 2^24)"},
    {.name = "certificate",
     .kind = OPTION_STRING,
     .value = "FILE",
     .destination = offsetof(struct arguments, certificate),
     .file = FILE_WRITTEN,
     .needs = "period",
     .help = "write a proof of the period to FILE, which 'grundy verify' checks"},
    {.name = "plot",
     .kind = OPTION_STRING,
     .value = "PICTURE",
     .destination = offsetof(struct arguments, plot),
     .file = FILE_WRITTEN,
     .help = "also draw PICTURE, which ends with .png: one pixel per position, P-positions red"},
    OPTION_OUTPUT(struct arguments),
    OPTION_USE_PAGER,
    OPTION_SOLUTION_TO(struct arguments, format, "by the ending of FILE, or else table", NULL),
    OPTION_TO_JSON(struct arguments, GRUNDY_FORMAT_JSON),
    OPTION_EXPLORED(struct arguments),
    OPTIONS_EFFORT(struct arguments),
    {0},
};

static const struct example examples[] = {
    {"grundy vector 'vector{(1,0)*,(0,1)*,(1,1)*}:9,9'", "the values of Wythoff's game"},
    {"grundy vector 'vector{(1,0)*,(0,1)*,(1,1)*}:3000,3000' -o wythoff.npz --plot wythoff.png",
     "nine million values as an array of NumPy, and as a picture"},
    {"grundy vector 'vector{(1,2),(2,1),(3,3)}:99,99' --slice x,x --to bfile",
     "the diagonal of a subtraction game in two dimensions, for the OEIS"},
    {"grundy vector 'vector{(1,0)*,(0,1)*,(1,1)*}:9,9' --slice 3,x --period",
     "a row of Wythoff's game, and its period, with a proof for all columns"},
    {"grundy vector 'vector{(1,2),(2,1),(3,3)}:9,9' --slice 7,x --period --certificate row.proof",
     "a proof that grundy verify --certificate row.proof checks"},
    {"grundy vector 'block(vector{(1,0)*,(0,1)*,(1,1)*}:20,20, 1)'",
     "Wythoff's game if one move may be forbidden"},
    {0},
};

const struct command vector_command = {
    .name = "vector",
    .summary = "compute values of games on vectors, by the million",
    .group = GROUP_THEORY,
    .description = "Evaluates all positions of a game on vectors of one to four non-negative "
                   "integers, without exploring it: a move subtracts a vector of a set. If the "
                   "result would have a negative entry, the move is impossible, or, if the set "
                   "ends with overshoot, leads to one extra terminal position.",
    .positionals = positionals,
    .options = options,
    .examples = examples,
    .answer = "Vectors",
    .run = run,
};
