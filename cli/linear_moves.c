/* grundy linear-moves FILE: a linear game over GF(2) that is given by its moves. */

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include <grundy/base.h>
#include <grundy/linear.h>

#include "commands.h"
#include "failure.h"
#include "files.h"
#include "limits.h"
#include "linear.h"
#include "options.h"
#include "progress.h"
#include "source_line.h"
#include "terminal.h"

struct arguments {
  const char *file;
  bool basis;
  const char *of; /* an element; NULL if there is none */
  int format;     /* ANSWER_TEXT or ANSWER_JSON */
  struct limit_options limits;
};

/* Everything that a run owns. */
struct job {
  struct arguments arguments;
  struct limits limits;
  struct linear_answer answer;
  struct linear_moves moves;
};

static void job_free(void *context) {
  struct job *job = context;
  grundy_matrix_free(job->moves.terminal);
  grundy_matrix_free(job->moves.p);
  grundy_linear_solution_free(job->moves.solution);
  grundy_linear_free(job->moves.game);
}

static grundy_status find_bases(struct job *job, grundy_error *error) {
  struct linear_moves *moves = &job->moves;
  grundy_status status =
      grundy_matrix_kernel(moves->solution->functionals, GRUNDY_MONITORED(&job->limits.monitor),
                           &moves->terminal, error);
  if (status == GRUNDY_OK)
    status = grundy_matrix_kernel(moves->solution->grundy, GRUNDY_MONITORED(&job->limits.monitor),
                                  &moves->p, error);
  return status;
}

static grundy_status solve_moves(struct job *job, grundy_error *error) {
  const struct arguments *arguments = &job->arguments;
  struct linear_moves *moves = &job->moves;
  terminal_explain_keyboard(arguments->file, "the dimension, then one move per line");
  grundy_status status = grundy_linear_read(
      arguments->file, &GRUNDY_OPTIONS(grundy_read_options, .monitor = &job->limits.monitor),
      &moves->game, error);
  if (status == GRUNDY_OK)
    status = grundy_linear_solve(moves->game, GRUNDY_MONITORED(&job->limits.monitor),
                                 &moves->solution, error);
  if (status != GRUNDY_OK || moves->solution->verdict != GRUNDY_LINEAR_ENDS) return status;
  if (arguments->of != NULL)
    status = grundy_linear_value(moves->solution, arguments->of, &job->answer.value, error);
  if (status == GRUNDY_OK && arguments->basis) status = find_bases(job, error);
  return status;
}

static grundy_status put_answer(const void *context, FILE *out, grundy_error *error) {
  const struct job *job = context;
  (void)error;
  linear_put_moves(out, &job->moves, &job->answer);
  return GRUNDY_OK;
}

static int work(void *context) {
  struct job *job = context;
  grundy_error error = {0};
  grundy_status status = solve_moves(job, &error);
  progress_clear(&job->limits.progress);
  if (status == GRUNDY_OK) status = file_write("-", put_answer, job, &error);
  if (status != GRUNDY_OK) return limits_fail(&job->limits, &error);
  return job->moves.solution->verdict == GRUNDY_LINEAR_ENDS ? CODE_YES : CODE_NO;
}

static int prepare(void *context) {
  struct job *job = context;
  const struct arguments *arguments = &job->arguments;
  job->answer = (struct linear_answer){
      .json = arguments->format == ANSWER_JSON, .basis = arguments->basis, .of = arguments->of};
  if (arguments->of != NULL) source_line_remember("element", arguments->of);
  return CODE_YES;
}

static int run(int argc, char **argv) {
  struct job job = {.arguments = {.format = ANSWER_TEXT}};
  return RUN_WITHIN_LIMITS(&linear_moves_command, argc, argv, &job, prepare, work, job_free);
}

static const struct positional positionals[] = {
    {"FILE", offsetof(struct arguments, file),
     "a file with the dimension and the moves of a linear game, or - for standard input",
     FILE_READ},
    {0},
};

static const struct option options[] = {
    {.name = "of",
     .kind = OPTION_STRING,
     .value = "ELEMENT",
     .destination = offsetof(struct arguments, of),
     .help = "print the Grundy value of ELEMENT: a sum of vectors, such as '0110 + 0001'"},
    {.name = "basis",
     .kind = OPTION_FLAG,
     .destination = offsetof(struct arguments, basis),
     .help = "list a basis of the terminal positions and a basis of the P-positions"},
    OPTION_JSON(struct arguments),
    OPTIONS_EFFORT(struct arguments),
    {0},
};

static const struct example examples[] = {
    {"grundy linear-moves game.linear", "whether it is a linear game and play ends; its values"},
    {"grundy linear-moves game.linear --of '0110 + 0001'", "the value of a position"},
    {0},
};

const struct command linear_moves_command = {
    .name = "linear-moves",
    .summary = "solve a linear game over GF(2) given by its moves",
    .group = GROUP_THEORY,
    .description =
        "Checks the axioms of a linear game over GF(2) that is given by its moves, and "
        "whether play ends. If it does, prints the simple elements and the Grundy function. "
        "Otherwise prints a witness; the exit code is 1. For tokens on a game, see linear.",
    .positionals = positionals,
    .options = options,
    .examples = examples,
    .run = run,
};
