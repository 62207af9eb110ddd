/* grundy linear GAME: the linear game of an acyclic game; grundy linear --moves FILE: a linear game
 * given by its moves. */

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
#include "terminal.h"

struct arguments {
  const char *game;
  bool moves, basis, matrix;
  const char *of; /* NULL if no element is asked for */
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
  grundy_lift_free(job->lift);
  grundy_solution_free(job->solution);
  grundy_digraph_free(job->game);
  grundy_matrix_free(job->moves.terminal);
  grundy_matrix_free(job->moves.p);
  grundy_linear_solution_free(job->moves.solution);
  grundy_linear_free(job->moves.game);
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
  struct linear_moves *moves = &job->moves;
  terminal_explain_keyboard(job->arguments.game, "the dimension, then one move a line");
  grundy_status status = grundy_linear_read(
      job->arguments.game, &GRUNDY_OPTIONS(grundy_read_options, .monitor = &job->limits.monitor),
      &moves->game, error);
  if (status == GRUNDY_OK)
    status = grundy_linear_solve(moves->game, GRUNDY_MONITORED(&job->limits.monitor),
                                 &moves->solution, error);
  if (status != GRUNDY_OK || moves->solution->verdict != GRUNDY_LINEAR_ENDS) return status;
  if (job->arguments.of != NULL)
    status = grundy_linear_value(moves->solution, job->arguments.of, &job->answer.value, error);
  if (status == GRUNDY_OK && job->arguments.basis) status = find_bases(job, error);
  return status;
}

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
  grundy_status status = job->arguments.moves ? solve_moves(job, &error) : lift_game(job, &error);
  progress_clear(&job->limits.progress);
  if (status == GRUNDY_OK) status = file_write("-", put_answer, job, &error);
  if (status != GRUNDY_OK) return limits_fail(&job->limits, &error);
  bool ends = !job->arguments.moves || job->moves.solution->verdict == GRUNDY_LINEAR_ENDS;
  return ends ? CODE_YES : CODE_NO;
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
     "a file with a game without cycles, or - for standard input; with --moves, a file with the "
     "moves of a linear game",
     FILE_READ},
    {0},
};

static const struct option options[] = {
    {.name = "moves",
     .kind = OPTION_FLAG,
     .excludes = "from limit",
     .destination = offsetof(struct arguments, moves),
     .help = "GAME has the dimension and the moves of a linear game: check the axioms and whether "
             "play ends, and find simple elements and the Grundy function"},
    {.name = "of",
     .kind = OPTION_STRING,
     .value = "ELEMENT",
     .destination = offsetof(struct arguments, of),
     .help = "its q and Grundy value: tokens on positions, such as 'a + c + d'; with --moves, "
             "vectors such as '0110 + 0001'"},
    {.name = "basis",
     .kind = OPTION_FLAG,
     .destination = offsetof(struct arguments, basis),
     .help = "list a basis of the P-positions; with --moves, of the terminal ones too"},
    {.name = "matrix",
     .kind = OPTION_FLAG,
     .destination = offsetof(struct arguments, matrix),
     .help = "list the Grundy function as a matrix: for every bit, the positions whose values "
             "have it; with --moves it is always listed"},
    OPTION_GAME_FROM(struct arguments, "GAME"),
    OPTION_JSON(struct arguments),
    OPTION_LIMIT(struct arguments),
    OPTIONS_EFFORT(struct arguments),
    {0},
};

static const struct example examples[] = {
    {"grundy linear game.edges --of 'a + c + d'", "three tokens on one game: who wins?"},
    {"grundy linear game.edges --basis", "every P-position of tokens is a sum of these"},
    {"grundy linear --moves game.linear", "is it a linear game, does play end, and its values"},
    {0},
};

const struct command linear_command = {
    .name = "linear",
    .summary = "games over GF(2), and sums of tokens on a game",
    .group = GROUP_THEORY,
    .description =
        "Tokens stand on positions of GAME, a move moves one, and equal tokens cancel: a "
        "linear game L(G) over GF(2), whose Grundy function is linear (Sato, 1972). "
        "Prints its dimension, the rank of that function, the dimension of the space of "
        "P-positions, and F, the first position of each value 1, 2, 4, ... by terminal "
        "distance: q projects onto their sums, modulo P-positions. A game with a cycle "
        "has none: exit code 6. With --moves the exit code is 1 if an axiom fails or "
        "play need not end, and a witness is printed.",
    .positionals = positionals,
    .options = options,
    .examples = examples,
    .run = run,
};
