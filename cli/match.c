/* grundy match EXPRESSION MOVE...: referees a match, and may answer its last move. */

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <grundy/base.h>
#include <grundy/board.h>
#include <grundy/compound.h>
#include <grundy/facts.h>
#include <grundy/game.h>
#include <grundy/json.h>
#include <grundy/play.h>
#include <grundy/text.h>

#include "board_view.h"
#include "commands.h"
#include "evaluation.h"
#include "expression.h"
#include "failure.h"
#include "files.h"
#include "move_input.h"
#include "opponent.h"
#include "options.h"
#include "progress.h"
#include "run_limits.h"

struct arguments {
  const char *expression;
  struct words moves;
  int turn;  /* of turn_choices */
  int reply; /* of level_choices; -1: none */
  struct integer seed;
  bool misere;
  struct real infinite; /* the payoff of infinite play */
  int format;           /* ANSWER_TEXT or ANSWER_JSON */
  int language;         /* a grundy_language */
  struct limit_options limits;
};

/* Everything that a run owns. */
struct job {
  struct arguments arguments;
  struct limits limits;
  grundy_expression *expression;
  grundy_search_options search; /* used by the match; must not move */
  grundy_match *match;
  grundy_match_report *report;
  grundy_board *board;
  char *text; /* the answer */
  size_t size;
  FILE *out;       /* writes to `text`; NULL once it is complete */
  bool is_illegal; /* a move was */
};

static void job_free(void *context) {
  struct job *job = context;
  if (job->out != NULL) (void)fclose(job->out);
  free(job->text);
  free(job->board);
  grundy_match_report_free(job->report);
  grundy_match_free(job->match);
  grundy_expression_free(job->expression);
}

static bool is_json(const struct job *job) {
  return job->arguments.format == ANSWER_JSON;
}

static grundy_match_position current(const struct job *job) {
  return grundy_match_position_after(job->match, grundy_match_length(job->match));
}

/* ---- text -------------------------------------------------------------------------------- */

static grundy_language language_of(const struct job *job) {
  return (grundy_language)job->arguments.language;
}

/* "The player to move, A, can win." */
static void put_verdict(const struct job *job, const grundy_match_position *now, FILE *out) {
  char colour = grundy_match_colour(job->match, now->turn);
  double worth = now->worth[now->turn];
  grundy_fact_parameter payoff = grundy_with_real("payoff", colour == 'A' ? worth : 0 - worth);
  grundy_fact_parameter verdict = grundy_with_word("verdict", worth > 0   ? "win"
                                                              : worth < 0 ? "loss"
                                                                          : "draw");
  payoff.is_null = isinf(worth);
  if (grundy_match_has_payoffs(job->match))
    grundy_fact_write(
        GRUNDY_FACT(now->is_over ? GRUNDY_FACT_MATCH_PAYOFF : GRUNDY_FACT_TURN_PAYOFF, payoff),
        language_of(job), false, out);
  else if (now->is_over)
    grundy_fact_write(GRUNDY_FACT(GRUNDY_FACT_MATCH_OVER, verdict), language_of(job), false, out);
  else
    grundy_fact_write(
        GRUNDY_FACT(GRUNDY_FACT_TURN, grundy_with_letter("player", (uint8_t)colour), verdict),
        language_of(job), false, out);
  (void)putc('\n', out);
  if (!grundy_match_has_payoffs(job->match) && worth != 0 && !now->ends)
    evaluation_put_endless(out, language_of(job));
}

/* Writes the current position, and who can win. */
static grundy_status put_position(struct job *job, grundy_error *error) {
  const grundy_compound *compound = grundy_expression_compound(job->expression);
  grundy_match_position now = current(job);
  grundy_status status = GRUNDY_OK;
  if (is_json(job)) return GRUNDY_OK;
  for (uint32_t i = 0; i < grundy_compound_count(compound) && status == GRUNDY_OK; i++)
    status =
        board_view_put_component(job->out, job->expression, i, now.turn + 1, job->board, error);
  if (status == GRUNDY_OK) put_verdict(job, &now, job->out);
  return status;
}

/* Reports the last move and the position that it led to. */
static grundy_status record_move(struct job *job, bool is_reply, grundy_error *error) {
  grundy_status status = grundy_match_report_add(job->report, is_reply, error);
  if (status != GRUNDY_OK || is_json(job)) return status;
  (void)fprintf(job->out, "\n%llu. %s\n", (unsigned long long)grundy_match_length(job->match),
                grundy_match_report_sentence(job->report));
  return put_position(job, error);
}

/* A move that the rules do not allow ends the match, but is not a failure. */
static grundy_status refuse(struct job *job, const char *move, const char *message,
                            grundy_error *error) {
  job->is_illegal = true;
  if (is_json(job)) return grundy_match_report_refuse(job->report, move, message, error);
  (void)fprintf(job->out, "\n%llu. ", (unsigned long long)grundy_match_length(job->match) + 1);
  put_printable(job->out, move);
  (void)fputs(" is not a move: ", job->out);
  put_printable(job->out, message);
  (void)putc('\n', job->out);
  return GRUNDY_OK;
}

/* ---- moving ------------------------------------------------------------------------------ */

static grundy_status play_move(struct job *job, const char *text, grundy_error *error) {
  struct move_input input;
  grundy_error why = {0};
  grundy_status status = move_input_read_move(text, job->expression, &input, error);
  if (status == GRUNDY_OK && input.kind == INPUT_WRONG) {
    status = refuse(job, text, input.message, error);
  } else if (status == GRUNDY_OK) {
    status = grundy_match_move(job->match, input.steps, input.count, &why);
    if (status == GRUNDY_BAD_ARGUMENT)
      status = refuse(job, text, why.message, error);
    else if (status == GRUNDY_OK)
      status = record_move(job, false, error);
    else
      *error = why;
  }
  move_input_free(&input);
  return status;
}

static grundy_status move_at_random(struct job *job, grundy_random *random, grundy_error *error) {
  enum { MOST_MOVES = 1000 };
  grundy_moves *moves = NULL;
  grundy_status status =
      grundy_compound_moves(grundy_expression_compound(job->expression), MOST_MOVES, &moves, error);
  if (status != GRUNDY_OK) return status;
  grundy_move any = grundy_moves_get(moves, grundy_random_below(random, grundy_moves_count(moves)));
  status = grundy_match_move(job->match, any.steps, any.count, error);
  grundy_moves_free(moves);
  return status;
}

/* The seed and the number of the move decide, so the same match always gets the same reply. */
static grundy_status reply(struct job *job, grundy_error *error) {
  const uint64_t stride = 1000003;
  grundy_random random =
      grundy_random_new(job->arguments.seed.value * stride + grundy_match_length(job->match));
  grundy_evaluation evaluation;
  grundy_move best;
  grundy_status status = grundy_match_best(job->match, &evaluation, &best, error);
  if (status != GRUNDY_OK) return status;
  if (opponent_errs(job->arguments.reply, &random, &evaluation))
    status = move_at_random(job, &random, error);
  else
    status = grundy_match_move(job->match, best.steps, best.count, error);
  return status == GRUNDY_OK ? record_move(job, true, error) : status;
}

/* ---- the command --------------------------------------------------------------------------- */

static grundy_status start(struct job *job, grundy_error *error) {
  const struct arguments *arguments = &job->arguments;
  const struct expression_request request = {.text = arguments->expression,
                                             .misere = arguments->misere,
                                             .infinite = arguments->infinite,
                                             .unreduced = true};
  job->out = grundy_text_open(&job->text, &job->size);
  job->board = calloc(1, sizeof *job->board);
  if (job->out == NULL || job->board == NULL) return fail_memory(error);
  grundy_status status = expression_open(&request, &job->limits, &job->expression, error);
  if (status != GRUNDY_OK) return status;
  grundy_compound *compound = grundy_expression_compound(job->expression);
  job->search = expression_search(&job->limits, arguments->limits.max_positions);
  const grundy_match_options options = GRUNDY_OPTIONS(
      grundy_match_options, .first = arguments->turn,
      .solved = grundy_expression_describe(job->expression, 0).solved, .search = &job->search);
  const grundy_match_report_options reporting =
      GRUNDY_OPTIONS(grundy_match_report_options, .about = {.expression = job->expression},
                     .search = &job->search, .language = language_of(job));
  status = grundy_match_new(compound, &options, &job->match, error);
  if (status == GRUNDY_OK)
    status = grundy_match_report_new(job->match, compound, &reporting, &job->report, error);
  return status == GRUNDY_OK ? put_position(job, error) : status;
}

static grundy_status play(struct job *job, grundy_error *error) {
  const struct words *moves = &job->arguments.moves;
  grundy_status status = start(job, error);
  for (size_t i = 0; i < moves->count && status == GRUNDY_OK && !job->is_illegal; i++)
    status = play_move(job, moves->at[i], error);
  int computer = status == GRUNDY_OK ? current(job).turn : 0;
  if (status == GRUNDY_OK && job->arguments.reply >= 0 && !job->is_illegal)
    while (status == GRUNDY_OK && !current(job).is_over && current(job).turn == computer)
      status = reply(job, error); /* all moves of a turn, and an answer that is forced on it */
  if (status == GRUNDY_OK && is_json(job)) {
    grundy_json json = grundy_json_start(job->out);
    status = grundy_match_report_write(job->report, &json, error);
  }
  if (status != GRUNDY_OK) return status;
  bool kept = grundy_text_close(job->out, &job->text);
  job->out = NULL;
  return kept ? GRUNDY_OK : fail_memory(error);
}

static int work(void *context) {
  struct job *job = context;
  grundy_error error = {0};
  grundy_status status = play(job, &error);
  progress_clear(&job->limits.progress);
  if (status == GRUNDY_OK) status = file_write_text("-", job->text, &error);
  if (status != GRUNDY_OK) return limits_fail(&job->limits, &error);
  return job->is_illegal ? CODE_NO : CODE_YES;
}

static int run(int argc, char **argv) {
  struct job job = {.arguments = {.format = ANSWER_TEXT, .reply = -1}};
  return RUN_WITHIN_LIMITS(&match_command, argc, argv, &job, nothing_to_prepare, work, job_free);
}

static const struct positional positionals[] = {
    POSITIONAL_EXPRESSION(struct arguments, ""),
    {"MOVE", offsetof(struct arguments, moves),
     "the moves made so far: positions moved to, or components and positions as in 'grundy play', "
     "such as '2 b' or '1 b, 2 3'",
     FILE_NONE},
    {0},
};

static const struct option options[] = {
    {.name = "reply",
     .front_ends = IN_ALL,
     .kind = OPTION_CHOICE,
     .value = "LEVEL",
     .choices = level_choices,
     .destination = offsetof(struct arguments, reply),
     .help = "add a move of the computer at this level: " LEVEL_HELP,
     .otherwise = "no reply"},
    OPTION_SEED(struct arguments, seed, "random moves; the same match always gets the same reply",
                "0", NULL),
    OPTION_TURN(struct arguments, turn),
    OPTIONS_COMPOUND(struct arguments),
    OPTION_JSON(struct arguments),
    OPTION_LANGUAGE(struct arguments, IN_ALL),
    OPTION_USE_PAGER,
    OPTIONS_EFFORT(struct arguments),
    {0},
};

static const struct example examples[] = {
    {"grundy match ring.edges@a b c", "what each move did, and who can win now"},
    {"grundy match tic-tac-toe .../.X./... --reply perfect --json", "the computer answers"},
    {0},
};

const struct command match_command = {
    .name = "match",
    .summary = "referee a match, and answer its last move",
    .group = GROUP_PLAY,
    .is_hidden = true,
    .description =
        "Checks the moves of a match one by one and says what each of them did: whether it kept or "
        "gave away a win or a draw, and what would have been better. With --reply the computer "
        "makes the next move. Nothing is asked, so programs can play whole matches by calling the "
        "command again with one more MOVE. Exit code 1 if a move is not allowed; then the answer "
        "describes the match before it.",
    .positionals = positionals,
    .last_is_many = true,
    .last_is_optional = true,
    .options = options,
    .examples = examples,
    .answer = "Match",
    .run = run,
};
