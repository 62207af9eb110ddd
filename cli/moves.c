/* grundy moves EXPRESSION: the moves of a position, who wins after each, and its board. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <grundy/base.h>
#include <grundy/compound.h>
#include <grundy/game.h>
#include <grundy/play.h>

#include "commands.h"
#include "evaluation.h"
#include "expression.h"
#include "failure.h"
#include "files.h"
#include "limits.h"
#include "match_job.h"
#include "match_report.h"
#include "options.h"
#include "progress.h"

/* Everything that a run owns. */
struct job {
  struct match_arguments arguments;
  struct limits limits;
  struct match_job match;
};

static void job_free(void *context) {
  match_job_free(&((struct job *)context)->match);
}

static grundy_status put_json(const struct job *job, FILE *out, grundy_error *error) {
  struct match_report report = match_job_report(&job->match, out);
  (void)putc('{', out);
  grundy_status status = report_put_position(&report, error);
  (void)fputs(", ", out);
  if (status == GRUNDY_OK) status = report_put_moves(&report, error);
  (void)fputs("}\n", out);
  return status;
}

static grundy_status put_text(const struct job *job, FILE *out, grundy_error *error) {
  grundy_moves *best = NULL, *moves = NULL;
  grundy_evaluation evaluation;
  grundy_compound *compound = grundy_expression_compound(job->match.expression);
  grundy_status status = match_job_put_text(&job->match, out, error);
  if (status == GRUNDY_OK)
    status = grundy_compound_best(compound, 1, &job->match.search, &evaluation, &best, error);
  grundy_moves_free(best);
  if (status == GRUNDY_OK)
    status = grundy_compound_moves(compound, REPORT_MOST_MOVES, &moves, error);
  if (status != GRUNDY_OK) return status;
  for (uint64_t i = 0; i < grundy_moves_count(moves); i++) {
    grundy_move move = grundy_moves_get(moves, i);
    (void)fputs("  ", out);
    expression_put_steps(out, job->match.expression, move.steps, move.count);
    (void)fputs("  leads to ", out);
    evaluation_put(out, &move.after);
    (void)putc('\n', out);
  }
  if (!grundy_moves_complete(moves)) (void)fputs("  and others\n", out);
  grundy_moves_free(moves);
  return GRUNDY_OK;
}

static grundy_status put_answer(const void *context, FILE *out, grundy_error *error) {
  const struct job *job = context;
  return job->arguments.format == ANSWER_JSON ? put_json(job, out, error)
                                              : put_text(job, out, error);
}

static int work(void *context) {
  struct job *job = context;
  grundy_error error = {0};
  grundy_status status = match_job_start(&job->match, &job->arguments, &job->limits, &error);
  progress_clear(&job->limits.progress);
  if (status == GRUNDY_OK) status = file_write("-", put_answer, job, &error);
  return status == GRUNDY_OK ? CODE_YES : limits_fail(&job->limits, &error);
}

static int run(int argc, char **argv) {
  struct job job = {.arguments = {.format = ANSWER_TEXT}};
  return RUN_WITHIN_LIMITS(&moves_command, argc, argv, &job, nothing_to_prepare, work, job_free);
}

static const struct positional positionals[] = {
    POSITIONAL_EXPRESSION(struct match_arguments, ""),
    {0},
};

static const struct option options[] = {
    OPTION_TURN(struct match_arguments, turn), OPTIONS_COMPOUND(struct match_arguments),
    OPTION_JSON(struct match_arguments),       OPTION_USE_PAGER,
    OPTIONS_EFFORT(struct match_arguments),    {0},
};

static const struct example examples[] = {
    {"grundy moves tic-tac-toe@X../.O./...", "its board, and what every move leads to"},
    {"grundy moves 'nim:3 + nim:5' --json", "for a program that draws the heaps"},
    {0},
};

const struct command moves_command = {
    .name = "moves",
    .summary = "list the moves of a position, with its board",
    .group = GROUP_PLAY,
    .description = "Lists the moves of one position, at most 1,000, and says who wins after each. "
                   "If the rules draw boards, it prints the board, and with --json also what every "
                   "move changes on it. Positions of rules with canon are not replaced by "
                   "symmetric ones, so that every move is one that the rules allow.",
    .positionals = positionals,
    .options = options,
    .examples = examples,
    .run = run,
};
