/* grundy linear GAME: the linear game L(G) of a game without cycles, or a linear game over GF(2)
 * that is given by its moves. */

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
#include "memory.h"
#include "options.h"
#include "progress.h"
#include "run_limits.h"
#include "source_line.h"
#include "terminal.h"

struct arguments {
  const char *game;
  bool moves; /* `game` is a file with the moves of a linear game */
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
  struct linear_moves moves;
};

static void job_free(void *context) {
  struct job *job = context;
  grundy_matrix_free(job->moves.terminal);
  grundy_matrix_free(job->moves.p);
  grundy_linear_solution_free(job->moves.solution);
  grundy_linear_free(job->moves.game);
  grundy_lift_free(job->lift);
  grundy_solution_free(job->solution);
  grundy_digraph_free(job->game);
}

/* ---- L(G) --------------------------------------------------------------------------- */

static grundy_status lift_game(struct job *job, grundy_error *error) {
  const struct arguments *arguments = &job->arguments;
  grundy_solve_options options = {.size = sizeof options,
                                  .columns = GRUNDY_COLUMN_GRUNDY | GRUNDY_COLUMN_DISTANCE,
                                  .monitor = &job->limits.monitor};
  grundy_status status =
      file_read_game(arguments->game, arguments->from, &job->limits, &job->game, error);
  if (status == GRUNDY_OK) status = file_check_values(job->game, error);
  if (status == GRUNDY_OK)
    status = memory_solve(&job->limits.budget, job->game, &options, &job->solution, error);
  if (status == GRUNDY_OK) status = grundy_lift_new(job->game, job->solution, &job->lift, error);
  if (status == GRUNDY_OK && arguments->of != NULL)
    status = grundy_lift_value(job->lift, arguments->of, &job->answer.value, error);
  return status;
}

/* ---- given by its moves ---------------------------------------------------------------- */

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
  terminal_explain_keyboard(arguments->game, "the dimension, then one move per line");
  grundy_status status = grundy_linear_read(
      arguments->game, &GRUNDY_OPTIONS(grundy_read_options, .monitor = &job->limits.monitor),
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

/* ---- the command ----------------------------------------------------------------------- */

static grundy_status put_answer(const void *context, FILE *out, grundy_error *error) {
  const struct job *job = context;
  (void)error;
  if (job->arguments.moves)
    linear_put_moves(out, &job->moves, &job->answer);
  else
    linear_put_lift(out, job->lift, &job->answer);
  return GRUNDY_OK;
}

static int work(void *context) {
  struct job *job = context;
  grundy_error error = {0};
  bool by_moves = job->arguments.moves;
  grundy_status status = by_moves ? solve_moves(job, &error) : lift_game(job, &error);
  progress_clear(&job->limits.progress);
  if (status == GRUNDY_OK) status = file_write("-", put_answer, job, &error);
  if (status != GRUNDY_OK) return limits_fail(&job->limits, &error);
  bool ends = !by_moves || job->moves.solution->verdict == GRUNDY_LINEAR_ENDS;
  return ends ? CODE_YES : CODE_NO;
}

static int prepare(void *context) {
  struct job *job = context;
  struct arguments *arguments = &job->arguments;
  if (file_ends_with(arguments->game, ".linear") || file_ends_with(arguments->game, ".linear.gz"))
    arguments->moves = true;
  if (arguments->moves && arguments->matrix)
    return fail_usage("linear",
                      "--matrix conflicts with --by-moves, which always lists the matrix");
  if (arguments->moves && arguments->from != GRUNDY_FORMAT_AUTO)
    return fail_usage("linear", "--from conflicts with --by-moves; give only one");
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
     "a file with a game without cycles, or - for standard input; or rules; or a file .linear, "
     "with "
     "a linear game",
     FILE_READ},
    {0},
};

static const struct option options[] = {
    {.name = "of",
     .kind = OPTION_STRING,
     .value = "ELEMENT",
     .destination = offsetof(struct arguments, of),
     .help = "print q and the Grundy value of ELEMENT: tokens on positions, such as 'a + c + d'; "
             "with --by-moves, a sum of vectors, such as '0110 + 0001'"},
    {.name = "by-moves",
     .kind = OPTION_FLAG,
     .destination = offsetof(struct arguments, moves),
     .help = "GAME is a file with the dimension and the moves of a linear game, as files .linear "
             "are; or - for standard input"},
    {.name = "basis",
     .kind = OPTION_FLAG,
     .destination = offsetof(struct arguments, basis),
     .help = "list a basis of the P-positions; with --by-moves, also of the terminal positions"},
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
    {"grundy linear game.linear", "whether it is a linear game and play ends; its values"},
    {"grundy linear game.linear --of '0110 + 0001'", "the value of a position"},
    {0},
};

const struct command linear_command = {
    .name = "linear",
    .summary = "solve tokens on one game, or a linear game over GF(2)",
    .group = GROUP_THEORY,
    .description =
        "There are tokens on positions of GAME, a move moves one token, and equal tokens cancel: "
        "a linear game L(G) over GF(2), whose Grundy function is linear (Sato, 1972). "
        "Prints its dimension, the rank of that function, the dimension of the space of "
        "P-positions, and F, the first position of each value 1, 2, 4, ... by terminal "
        "distance: q projects onto their sums, modulo P-positions. A game with a cycle "
        "has no L(G): exit code 6. For a linear game that is given by its moves, checks the axioms "
        "and whether play ends. If it does, prints the simple elements and the Grundy function; "
        "otherwise a witness, and the exit code is 1.",
    .positionals = positionals,
    .options = options,
    .examples = examples,
    .run = run,
};
