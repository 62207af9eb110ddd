/* grundy record FILE [EXPRESSION]: checks the record of a match. */

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <grundy/base.h>
#include <grundy/game.h>
#include <grundy/json.h>
#include <grundy/play.h>
#include <grundy/text.h>

#include "commands.h"
#include "expression.h"
#include "failure.h"
#include "options.h"
#include "paths.h"
#include "progress.h"
#include "run_limits.h"

struct arguments {
  const char *record;
  const char *expression; /* NULL: the game of the record */
  int format;             /* ANSWER_TEXT or ANSWER_JSON */
  struct limit_options limits;
};

/* Everything that a run owns. */
struct job {
  struct arguments arguments;
  struct limits limits;
  grundy_record *record;
  grundy_expression *expression;
  char *text; /* the answer */
};

static void job_free(void *context) {
  struct job *job = context;
  free(job->text);
  grundy_record_free(job->record);
  grundy_expression_free(job->expression);
}

/* Checks the record and makes the answer. */
static grundy_status check(struct job *job, grundy_error *error) {
  size_t size = 0;
  FILE *out = grundy_text_open(&job->text, &size);
  if (out == NULL) return fail_memory(error);
  grundy_json json = grundy_json_start(out);
  bool is_json = job->arguments.format == ANSWER_JSON;
  grundy_status status =
      grundy_record_check(job->record, job->expression, is_json ? &json : NULL, error);
  if (status == GRUNDY_OK && !is_json) status = grundy_record_write(job->record, out, error);
  bool kept = grundy_text_close(out, &job->text);
  return status == GRUNDY_OK && !kept ? fail_memory(error) : status;
}

static grundy_status answer(struct job *job, grundy_error *error) {
  const struct arguments *arguments = &job->arguments;
  grundy_status status = grundy_record_read(arguments->record, NULL, &job->record, error);
  if (status != GRUNDY_OK) return status;
  const grundy_record_head *head = grundy_record_get_head(job->record);
  const struct expression_request request = {
      .text =
          arguments->expression == NULL ? grundy_record_game(job->record) : arguments->expression,
      .misere = head->play == GRUNDY_MISERE_PLAY,
      .input_is_taken = file_is_standard(arguments->record),
      .unreduced = true,
  };
  status = expression_open(&request, &job->limits, &job->expression, error);
  return status == GRUNDY_OK ? check(job, error) : status;
}

static int work(void *context) {
  struct job *job = context;
  grundy_error error = {0};
  grundy_status status = answer(job, &error);
  progress_clear(&job->limits.progress);
  if (status == GRUNDY_OK) status = file_write_text("-", job->text, &error);
  return status == GRUNDY_OK ? CODE_YES : limits_fail(&job->limits, &error);
}

static int run(int argc, char **argv) {
  struct job job = {.arguments = {.format = ANSWER_TEXT}};
  return RUN_WITHIN_LIMITS(&record_command, argc, argv, &job, nothing_to_prepare, work, job_free);
}

static const struct positional positionals[] = {
    {"RECORD", offsetof(struct arguments, record),
     "the record of a match, as 'grundy play --record' writes it", FILE_TEXT},
    POSITIONAL_EXPRESSION(struct arguments, "; instead of the game that the record names"),
    {0},
};

static const struct option options[] = {
    OPTION_MAX_POSITIONS(struct arguments, 0, NULL, "no limit"),
    OPTION_JSON(struct arguments),
    OPTION_USE_PAGER,
    OPTIONS_EFFORT(struct arguments),
    {0},
};

static const struct example examples[] = {
    {"grundy record match.txt", "check a record, and write it in its usual form"},
    {"grundy record match.txt --json", "its moves as a tree, for programs"},
    {0},
};

const struct command record_command = {
    .name = "record",
    .summary = "check the record of a match",
    .group = GROUP_PLAY,
    .is_hidden = true,
    .description =
        "Reads the record of a match, a small text with the game, the players and the moves, in "
        "which branches and comments are allowed (docs/formats.md), and checks every move. Prints "
        "the record in its usual form, or as JSON. Exit code 3 if the text is not a record, or a "
        "move is not allowed.",
    .positionals = positionals,
    .last_is_optional = true,
    .options = options,
    .examples = examples,
    .answer = "MatchRecord",
    .run = run,
};
