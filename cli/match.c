/* grundy match EXPRESSION MOVE...: referees a match, and may answer its last move. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <grundy/base.h>
#include <grundy/compound.h>
#include <grundy/game.h>
#include <grundy/play.h>

#include "commands.h"
#include "expression.h"
#include "failure.h"
#include "files.h"
#include "json.h"
#include "limits.h"
#include "match_job.h"
#include "match_report.h"
#include "move_input.h"
#include "opponent.h"
#include "options.h"
#include "progress.h"

/* Options of struct match_arguments are also options of this struct, because it begins with one. */
struct arguments {
  struct match_arguments match;
  struct words moves;
  int reply; /* of level_choices; -1: none */
  struct integer seed;
};

/* A text that grows. */
struct buffer {
  char *text;
  size_t size;
  FILE *out;
};

/* Everything that a run owns. */
struct job {
  struct arguments arguments;
  struct limits limits;
  struct match_job match;
  struct buffer positions, history;    /* of the answer */
  uint64_t illegal;                    /* the number of the first illegal move, from 1; 0: none */
  char message[GRUNDY_ERROR_MAX_TEXT]; /* why it is illegal */
};

static void close_buffer(struct buffer *buffer) {
  if (buffer->out != NULL) (void)fclose(buffer->out);
  free(buffer->text);
}

static void job_free(void *context) {
  struct job *job = context;
  close_buffer(&job->positions);
  close_buffer(&job->history);
  match_job_free(&job->match);
}

static bool open_buffer(struct buffer *buffer) {
  buffer->out = open_memstream(&buffer->text, &buffer->size);
  return buffer->out != NULL;
}

/* Ends the text of an open buffer. Returns whether all of it was written. */
static bool finish_buffer(struct buffer *buffer) {
  bool kept = file_close_text(buffer->out, &buffer->text);
  buffer->out = NULL;
  return kept;
}

static bool is_json(const struct job *job) {
  return job->arguments.match.format == ANSWER_JSON;
}

/* ---- what is written ------------------------------------------------------------------- */

static grundy_status put_position(const struct job *job, grundy_error *error) {
  FILE *out = job->positions.out;
  struct match_report report = match_job_report(&job->match, out);
  if (!is_json(job)) return match_job_put_text(&job->match, job->history.out, error);
  (void)fputs(grundy_match_length(job->match.match) == 0 ? "{" : ", {", out);
  grundy_status status = report_put_position(&report, error);
  (void)putc('}', out);
  return status;
}

/* Writes the sentence about the last move as JSON. */
static grundy_status put_sentence(const struct match_report *report, const grundy_move *better,
                                  grundy_error *error) {
  struct buffer sentence = {0};
  bool fine = open_buffer(&sentence);
  if (fine) {
    report_put_sentence(report, better, sentence.out);
    fine = finish_buffer(&sentence);
  }
  if (fine) json_put_string(report->out, sentence.text);
  close_buffer(&sentence);
  return fine ? GRUNDY_OK : fail_memory(error);
}

/* Writes what the last move was and did. `better` is NULL if it was no mistake. */
static grundy_status put_move(const struct job *job, bool is_reply, const grundy_move *better,
                              grundy_error *error) {
  static const char *const effects[] = {"\"keeps-win\"",      "\"keeps-draw\"",      "\"loses\"",
                                        "\"gives-win-away\"", "\"gives-draw-away\"", "null"};
  uint64_t number = grundy_match_length(job->match.match);
  grundy_match_position made = grundy_match_position_after(job->match.match, number - 1);
  FILE *out = job->history.out;
  struct match_report report = match_job_report(&job->match, out);
  if (!is_json(job)) {
    (void)fprintf(out, "\n%llu. ", (unsigned long long)number);
    report_put_sentence(&report, better, out);
    (void)putc('\n', out);
    return GRUNDY_OK;
  }
  (void)fprintf(out, "%s{\"number\": %llu, \"by\": \"%s\", \"reply\": %s, \"verdict\": %s, ",
                number == 1 ? "" : ", ", (unsigned long long)number, report_player(made.turn),
                is_reply ? "true" : "false", effects[report_effect(job->match.match, number - 1)]);
  grundy_status status =
      report_put_steps(&report, made.steps, made.step_count, made.turn + 1, error);
  (void)fputs(", \"sentence\": ", out);
  if (status == GRUNDY_OK) status = put_sentence(&report, better, error);
  (void)fputs(better == NULL ? ", \"better\": null" : ", \"better\": {", out);
  if (status == GRUNDY_OK && better != NULL) {
    status = report_put_steps(&report, better->steps, better->count, made.turn + 1, error);
    (void)putc('}', out);
  }
  (void)putc('}', out);
  return status;
}

/* ---- moving ------------------------------------------------------------------------------ */

static grundy_status make_move(struct job *job, const grundy_step *steps, uint64_t count,
                               grundy_error *error) {
  return grundy_match_move(job->match.match, steps, count, error);
}

/* Copies the steps, which the match would overwrite. The caller frees them. */
static grundy_step *copy_steps(const grundy_step *steps, uint64_t count) {
  grundy_step *copy = calloc(count + 1, sizeof *copy);
  for (uint64_t i = 0; copy != NULL && i < count; i++) copy[i] = steps[i];
  return copy;
}

/* Finds a best move instead of the last one, which is taken back for a moment. The caller frees
 * better->steps. */
static grundy_status find_better(struct job *job, grundy_move *better, grundy_error *error) {
  grundy_match *match = job->match.match;
  grundy_match_position made = grundy_match_position_after(match, grundy_match_length(match) - 1);
  grundy_step *mistake = copy_steps(made.steps, made.step_count);
  grundy_evaluation evaluation;
  grundy_move best;
  if (mistake == NULL) return fail_memory(error);
  uint64_t count = made.step_count;
  (void)grundy_match_undo(match);
  grundy_status status = grundy_match_best(match, &evaluation, &best, error);
  if (status == GRUNDY_OK) {
    *better = (grundy_move){.steps = copy_steps(best.steps, best.count), .count = best.count};
    if (better->steps == NULL) status = fail_memory(error);
  }
  if (status == GRUNDY_OK) status = grundy_match_move(match, mistake, count, error);
  free(mistake);
  return status;
}

/* Writes the last move and the position that it led to. */
static grundy_status record_move(struct job *job, bool is_reply, grundy_error *error) {
  int effect = report_effect(job->match.match, grundy_match_length(job->match.match) - 1);
  bool is_mistake = effect == MOVE_GIVES_WIN || effect == MOVE_GIVES_DRAW;
  grundy_move better = {0};
  grundy_status status = is_mistake ? find_better(job, &better, error) : GRUNDY_OK;
  if (status == GRUNDY_OK) status = put_move(job, is_reply, is_mistake ? &better : NULL, error);
  if (status == GRUNDY_OK) status = put_position(job, error);
  free((void *)better.steps);
  return status;
}

static void note_illegal(struct job *job, size_t index, const char *message) {
  job->illegal = index + 1;
  (void)snprintf(job->message, sizeof job->message, "%s", message);
}

/* A move that the rules do not allow ends the match, but is not a failure. */
static grundy_status play_move(struct job *job, size_t index, grundy_error *error) {
  struct move_input input;
  grundy_error why = {0};
  grundy_status status =
      move_input_read_move(job->arguments.moves.at[index], job->match.expression, &input, error);
  if (status == GRUNDY_OK && input.kind == INPUT_WRONG) {
    note_illegal(job, index, input.message);
  } else if (status == GRUNDY_OK) {
    status = make_move(job, input.steps, input.count, &why);
    if (status == GRUNDY_BAD_ARGUMENT) {
      note_illegal(job, index, why.message);
      status = GRUNDY_OK;
    } else if (status == GRUNDY_OK) {
      status = record_move(job, false, error);
    } else {
      *error = why;
    }
  }
  move_input_free(&input);
  return status;
}

/* ---- the reply ----------------------------------------------------------------------------- */

static grundy_status choose_at_random(const struct job *job, grundy_random *random,
                                      grundy_step **steps, uint64_t *count, grundy_error *error) {
  grundy_moves *moves = NULL;
  grundy_status status = grundy_compound_moves(grundy_expression_compound(job->match.expression),
                                               REPORT_MOST_MOVES, &moves, error);
  if (status != GRUNDY_OK) return status;
  grundy_move any = grundy_moves_get(moves, grundy_random_below(random, grundy_moves_count(moves)));
  *steps = copy_steps(any.steps, any.count);
  *count = any.count;
  grundy_moves_free(moves);
  return *steps == NULL ? fail_memory(error) : GRUNDY_OK;
}

/* The seed and the number of the move decide, so the same match always gets the same reply. */
static grundy_status reply(struct job *job, grundy_error *error) {
  grundy_match *match = job->match.match;
  const uint64_t stride = 1000003;
  grundy_random random =
      grundy_random_new(job->arguments.seed.value * stride + grundy_match_length(match));
  grundy_evaluation evaluation;
  grundy_move best;
  grundy_step *steps = NULL;
  uint64_t count = 0;
  grundy_status status = grundy_match_best(match, &evaluation, &best, error);
  if (status != GRUNDY_OK) return status;
  if (opponent_errs(job->arguments.reply, &random, &evaluation)) {
    status = choose_at_random(job, &random, &steps, &count, error);
  } else {
    steps = copy_steps(best.steps, best.count);
    count = best.count;
    if (steps == NULL) status = fail_memory(error);
  }
  if (status == GRUNDY_OK) status = make_move(job, steps, count, error);
  if (status == GRUNDY_OK) status = record_move(job, true, error);
  free(steps);
  return status;
}

static bool is_over(const struct job *job) {
  grundy_match *match = job->match.match;
  return grundy_match_position_after(match, grundy_match_length(match)).is_over;
}

static grundy_status play(struct job *job, grundy_error *error) {
  if (!open_buffer(&job->positions) || !open_buffer(&job->history)) return fail_memory(error);
  grundy_status status = match_job_start(&job->match, &job->arguments.match, &job->limits, error);
  if (status == GRUNDY_OK) status = put_position(job, error);
  for (size_t i = 0; i < job->arguments.moves.count && status == GRUNDY_OK && job->illegal == 0;
       i++)
    status = play_move(job, i, error);
  if (status == GRUNDY_OK && job->arguments.reply >= 0 && job->illegal == 0 && !is_over(job))
    status = reply(job, error);
  bool kept = finish_buffer(&job->positions);
  kept = finish_buffer(&job->history) && kept;
  return status == GRUNDY_OK && !kept ? fail_memory(error) : status;
}

/* ---- the answer ---------------------------------------------------------------------------- */

static void put_winner(const struct job *job, FILE *out) {
  grundy_match *match = job->match.match;
  grundy_match_position now = grundy_match_position_after(match, grundy_match_length(match));
  double worth = now.worth[0];
  (void)fputs("\"winner\": ", out);
  if (!now.is_over || grundy_match_has_payoffs(match))
    (void)fputs("null", out);
  else
    (void)fprintf(out, "\"%s\"", worth > 0 ? "first" : worth < 0 ? "second" : "draw");
}

static void put_illegal(const struct job *job, FILE *out) {
  (void)fprintf(out, "{\"legal\": %s, \"illegal\": ", job->illegal == 0 ? "true" : "false");
  if (job->illegal == 0) {
    (void)fputs("null, ", out);
    return;
  }
  (void)fprintf(out, "{\"number\": %llu, \"move\": ", (unsigned long long)job->illegal);
  json_put_string(out, job->arguments.moves.at[job->illegal - 1]);
  (void)fputs(", \"message\": ", out);
  json_put_string(out, job->message);
  (void)fputs("}, ", out);
}

static grundy_status put_json(const struct job *job, FILE *out, grundy_error *error) {
  struct match_report report = match_job_report(&job->match, out);
  put_illegal(job, out);
  put_winner(job, out);
  (void)fputs(", ", out);
  grundy_status status = report_put_position(&report, error);
  (void)fprintf(out, ", \"positions\": [%s], \"history\": [%s], ", job->positions.text,
                job->history.text);
  if (status == GRUNDY_OK) status = report_put_moves(&report, error);
  (void)fputs("}\n", out);
  return status;
}

static grundy_status put_answer(const void *context, FILE *out, grundy_error *error) {
  const struct job *job = context;
  if (is_json(job)) return put_json(job, out, error);
  (void)fputs(job->history.text, out);
  if (job->illegal > 0) {
    (void)fprintf(out, "\n%llu. ", (unsigned long long)job->illegal);
    put_printable(out, job->arguments.moves.at[job->illegal - 1]);
    (void)fputs(" is not a move: ", out);
    put_printable(out, job->message);
    (void)putc('\n', out);
  }
  return GRUNDY_OK;
}

/* ---- the command --------------------------------------------------------------------------- */

static int work(void *context) {
  struct job *job = context;
  grundy_error error = {0};
  grundy_status status = play(job, &error);
  progress_clear(&job->limits.progress);
  if (status == GRUNDY_OK) status = file_write("-", put_answer, job, &error);
  if (status != GRUNDY_OK) return limits_fail(&job->limits, &error);
  return job->illegal == 0 ? CODE_YES : CODE_NO;
}

static int run(int argc, char **argv) {
  struct job job = {.arguments = {.match = {.format = ANSWER_TEXT}, .reply = -1}};
  const struct run run = {.command = &match_command,
                          .job = &job,
                          .arguments = &job.arguments,
                          .options = &job.arguments.match.limits,
                          .limits = &job.limits,
                          .prepare = nothing_to_prepare,
                          .work = work,
                          .release = job_free};
  return run_within_limits(&run, argc, argv);
}

static const struct positional positionals[] = {
    POSITIONAL_EXPRESSION(struct match_arguments, ""),
    {"MOVE", offsetof(struct arguments, moves),
     "the moves made so far: positions moved to, or components and positions as in 'grundy play', "
     "such as '2 b' or '1 b, 2 3'",
     FILE_NONE},
    {0},
};

static const struct option options[] = {
    {.name = "reply",
     .kind = OPTION_CHOICE,
     .value = "LEVEL",
     .choices = level_choices,
     .destination = offsetof(struct arguments, reply),
     .help = "add a move of the computer at this level: " LEVEL_HELP,
     .otherwise = "no reply"},
    OPTION_SEED(struct arguments, seed, "random moves; the same match always gets the same reply",
                "0", NULL),
    OPTION_TURN(struct arguments, match.turn),
    OPTIONS_COMPOUND(struct match_arguments),
    OPTION_JSON(struct match_arguments),
    OPTION_USE_PAGER,
    OPTIONS_EFFORT(struct match_arguments),
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
    .run = run,
};
