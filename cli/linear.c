/* grundy linear GAME: the linear game L(G) of a game without cycles. */

#include "linear.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include <grundy/base.h>
#include <grundy/digraph.h>
#include <grundy/format.h>
#include <grundy/linear.h>
#include <grundy/solution.h>
#include <grundy/solve.h>

#include "commands.h"
#include "failure.h"
#include "files.h"
#include "limits.h"
#include "memory.h"
#include "options.h"
#include "progress.h"
#include "source_line.h"

struct arguments {
  const char *game;
  bool basis, matrix;
  const char *of; /* an element; NULL if there is none */
  int from;       /* a grundy_format; AUTO leaves it to the ending of `game` */
  int format;     /* ANSWER_TEXT or ANSWER_JSON */
  struct limit_options limits;
};

/* Everything that a run owns. */
struct job {
  struct arguments arguments;
  struct limits limits;
  struct linear_answer answer;
  grundy_digraph *game;
  grundy_solution *solution;
  grundy_lift *lift;
};

static void job_free(void *context) {
  struct job *job = context;
  grundy_lift_free(job->lift);
  grundy_solution_free(job->solution);
  grundy_digraph_free(job->game);
}

/* ---- the work ------------------------------------------------------------------------ */

static grundy_status lift_game(struct job *job, grundy_error *error) {
  const struct arguments *arguments = &job->arguments;
  grundy_solve_options options = {.size = sizeof options,
                                  .columns = GRUNDY_COLUMN_GRUNDY | GRUNDY_COLUMN_DISTANCE,
                                  .monitor = &job->limits.monitor};
  grundy_status status =
      file_read_game(arguments->game, arguments->from, &job->limits, &job->game, error);
  if (status == GRUNDY_OK) status = file_check_values(job->game, error);
  if (status == GRUNDY_OK)
    status = memory_for_solving(&job->limits.budget, job->game, &options, error);
  if (status == GRUNDY_OK) status = grundy_solve(job->game, &options, &job->solution, error);
  if (status == GRUNDY_OK) status = grundy_lift_new(job->game, job->solution, &job->lift, error);
  if (status == GRUNDY_OK && arguments->of != NULL)
    status = grundy_lift_value(job->lift, arguments->of, &job->answer.value, error);
  return status;
}

static grundy_status put_answer(const void *context, FILE *out, grundy_error *error) {
  const struct job *job = context;
  (void)error;
  linear_put_lift(out, job->lift, &job->answer);
  return GRUNDY_OK;
}

static int work(void *context) {
  struct job *job = context;
  grundy_error error = {0};
  grundy_status status = lift_game(job, &error);
  progress_clear(&job->limits.progress);
  if (status == GRUNDY_OK) status = file_write("-", put_answer, job, &error);
  return status == GRUNDY_OK ? CODE_YES : limits_fail(&job->limits, &error);
}

static int prepare(void *context) {
  struct job *job = context;
  const struct arguments *arguments = &job->arguments;
  job->answer = (struct linear_answer){.json = arguments->format == ANSWER_JSON,
                                       .basis = arguments->basis,
                                       .matrix = arguments->matrix,
                                       .of = arguments->of};
  if (arguments->of != NULL) source_line_remember("element", arguments->of);
  return CODE_YES;
}

static int run(int argc, char **argv) {
  struct job job = {.arguments = {.format = ANSWER_TEXT}};
  return RUN_WITHIN_LIMITS(&linear_command, argc, argv, &job, prepare, work, job_free);
}

static const struct positional positionals[] = {
    {"GAME", offsetof(struct arguments, game),
     "a file with a game without cycles, or - for standard input; or rules", FILE_READ},
    {0},
};

static const struct option options[] = {
    {.name = "of",
     .kind = OPTION_STRING,
     .value = "ELEMENT",
     .destination = offsetof(struct arguments, of),
     .help = "print q and the Grundy value of ELEMENT: tokens on positions, such as 'a + c + d'"},
    {.name = "basis",
     .kind = OPTION_FLAG,
     .destination = offsetof(struct arguments, basis),
     .help = "list a basis of the P-positions"},
    {.name = "matrix",
     .kind = OPTION_FLAG,
     .destination = offsetof(struct arguments, matrix),
     .help = "list the Grundy function as a matrix: for every bit, the positions whose values "
             "have it"},
    OPTION_GAME_FROM(struct arguments, "GAME"),
    OPTION_JSON(struct arguments),
    OPTION_EXPLORED(struct arguments),
    OPTIONS_EFFORT(struct arguments),
    {0},
};

static const struct example examples[] = {
    {"grundy linear game.edges --of 'a + c + d'", "three tokens on one game: who wins?"},
    {"grundy linear game.edges --basis", "every P-position of tokens is a sum of these"},
    {0},
};

const struct command linear_command = {
    .name = "linear",
    .summary = "solve sums of tokens on one game, a game over GF(2)",
    .group = GROUP_THEORY,
    .description =
        "There are tokens on positions of GAME, a move moves one token, and equal tokens cancel: "
        "a linear game L(G) over GF(2), whose Grundy function is linear (Sato, 1972). "
        "Prints its dimension, the rank of that function, the dimension of the space of "
        "P-positions, and F, the first position of each value 1, 2, 4, ... by terminal "
        "distance: q projects onto their sums, modulo P-positions. A game with a cycle "
        "has no L(G): exit code 6. For a linear game given by its moves, see linear-moves.",
    .positionals = positionals,
    .options = options,
    .examples = examples,
    .run = run,
};
