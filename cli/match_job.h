/* A match that a command describes: what `grundy moves` and `grundy match` have in common. */

#ifndef GRUNDY_CLI_MATCH_JOB_H
#define GRUNDY_CLI_MATCH_JOB_H

#include <stdbool.h>

#include <grundy/base.h>
#include <grundy/board.h>
#include <grundy/game.h>
#include <grundy/play.h>

#include "limits.h"
#include "match_report.h"
#include "options.h"

/* Who is to move where a match begins; the words end with a NULL. */
extern const char *const turn_choices[];

/* Arguments of both commands. */
struct match_arguments {
  const char *expression;
  int turn; /* of turn_choices */
  bool misere;
  struct real infinite; /* the payoff of infinite play */
  int format;           /* ANSWER_TEXT or ANSWER_JSON */
  struct limit_options limits;
};

/* Who is to move, for a struct of arguments and where its turn is. */
#define OPTION_TURN(type, member)                                                                  \
  {                                                                                                \
    .name = "turn", .kind = OPTION_CHOICE, .value = "WHO", .choices = turn_choices,                \
    .destination = offsetof(type, member),                                                         \
    .help = "who is to move at this position: first, the player who began, or second; boards "     \
            "show the view of the first player",                                                   \
    .otherwise = "first",                                                                          \
  }

struct match_job {
  grundy_expression *expression;
  grundy_match *match;
  grundy_board *board;
  grundy_search_options search; /* used by the match; must not move */
};

/* Opens the expression, with positions that are not reduced by symmetry, and starts the match. */
grundy_status match_job_start(struct match_job *job, const struct match_arguments *arguments,
                              struct limits *limits, grundy_error *error);

void match_job_free(struct match_job *job);

/* Returns a report about the match that writes to `out`. */
struct match_report match_job_report(const struct match_job *job, FILE *out);

/* Writes the current position as text: its boards or names, and who can win. */
grundy_status match_job_put_text(const struct match_job *job, FILE *out, grundy_error *error);

#endif
