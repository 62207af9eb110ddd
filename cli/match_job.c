#include "match_job.h"

#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <grundy/base.h>
#include <grundy/board.h>
#include <grundy/compound.h>
#include <grundy/game.h>
#include <grundy/play.h>

#include "board_view.h"
#include "expression.h"
#include "failure.h"
#include "limits.h"
#include "match_report.h"

const char *const turn_choices[] = {"first", "second", NULL};

grundy_status match_job_start(struct match_job *job, const struct match_arguments *arguments,
                              struct limits *limits, grundy_error *error) {
  const struct expression_request request = {.text = arguments->expression,
                                             .misere = arguments->misere,
                                             .infinite = arguments->infinite,
                                             .unreduced = true};
  job->board = calloc(1, sizeof *job->board);
  if (job->board == NULL) return fail_memory(error);
  grundy_status status = expression_open(&request, limits, &job->expression, error);
  if (status != GRUNDY_OK) return status;
  job->search = expression_search(limits, arguments->limits.max_positions);
  grundy_match_options options = GRUNDY_OPTIONS(
      grundy_match_options, .first = arguments->turn,
      .solved = grundy_expression_describe(job->expression, 0).solved, .search = &job->search);
  return grundy_match_new(grundy_expression_compound(job->expression), &options, &job->match,
                          error);
}

void match_job_free(struct match_job *job) {
  grundy_match_free(job->match);
  grundy_expression_free(job->expression);
  free(job->board);
}

struct match_report match_job_report(const struct match_job *job, FILE *out) {
  return (struct match_report){.out = out,
                               .expression = job->expression,
                               .match = job->match,
                               .search = &job->search,
                               .board = job->board};
}

/* "The player to move, A, can win." */
static void put_verdict(const struct match_job *job, const grundy_match_position *now, FILE *out) {
  char colour = grundy_match_colour(job->match, now->turn);
  double worth = now->worth[now->turn];
  (void)fputs(now->is_over ? "Play is over" : "The player to move", out);
  if (grundy_match_has_payoffs(job->match)) {
    if (isinf(worth))
      (void)fputs(now->is_over ? ".\n" : " can be sure of nothing.\n", out);
    else
      (void)fprintf(out, "%s a payoff of %.15g to A.\n", now->is_over ? ":" : " can be sure of",
                    colour == 'A' ? worth : 0 - worth);
    return;
  }
  if (!now->is_over && colour != 0) (void)fprintf(out, ", %c,", colour);
  if (now->is_over)
    (void)fputs(worth > 0   ? ": the player to move wins.\n"
                : worth < 0 ? ": the player who moved last wins.\n"
                            : ": it is a draw.\n",
                out);
  else
    (void)fputs(worth > 0   ? " can win.\n"
                : worth < 0 ? " loses against best play.\n"
                            : " can hold a draw.\n",
                out);
}

grundy_status match_job_put_text(const struct match_job *job, FILE *out, grundy_error *error) {
  enum { INDENT = 2 };
  const grundy_compound *compound = grundy_expression_compound(job->expression);
  grundy_match_position now =
      grundy_match_position_after(job->match, grundy_match_length(job->match));
  for (uint32_t i = 0; i < grundy_compound_count(compound); i++) {
    uint64_t position = grundy_compound_position(compound, i);
    grundy_status status =
        board_view_draw(job->expression, i, position, NULL, now.turn + 1, job->board, error);
    if (status != GRUNDY_OK) return status;
    put_printable(out, grundy_expression_describe(job->expression, i).source);
    (void)fputs("  ", out);
    expression_put_position(out, job->expression, i, position, put_printable);
    (void)putc('\n', out);
    board_view_put_text(out, job->board, INDENT);
  }
  put_verdict(job, &now, out);
  return GRUNDY_OK;
}
