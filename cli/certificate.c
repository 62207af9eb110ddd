#include "certificate.h"

#include <stdio.h>
#include <string.h>

#include <grundy/answer.h>
#include <grundy/base.h>
#include <grundy/game.h>
#include <grundy/json.h>

#include "evaluation.h"
#include "failure.h"
#include "files.h"
#include "lists.h"
#include "progress.h"
#include "source_line.h"
#include "terminal.h"

struct result {
  const char *game, *path;
  bool as_json;
  grundy_certificate_report report;
};

static void put_wrong(FILE *out, const struct result *result) {
  (void)fputs("wrong: ", out);
  put_printable(out, strcmp(result->path, "-") == 0 ? "standard input" : result->path);
  if (result->report.line > 0) (void)fprintf(out, ":%llu", (unsigned long long)result->report.line);
  (void)fputs(": ", out);
  put_printable(out, result->report.wrong);
  (void)putc('\n', out);
}

static void put_text(FILE *out, const struct result *result) {
  const grundy_certificate_report *report = &result->report;
  if (!report->is_right) {
    put_wrong(out, result);
    return;
  }
  (void)fputs("right: ", out);
  if (report->format != NULL) {
    put_printable(out, report->claim);
    (void)putc('\n', out);
    return;
  }
  put_printable(out, result->game);
  if (report->has_value) {
    (void)fprintf(out, " has the value %lu", (unsigned long)report->value);
  } else {
    (void)fputs(" is ", out);
    evaluation_put_outcome(out, report->is_p ? GRUNDY_OUTCOME_P : GRUNDY_OUTCOME_N);
  }
  (void)fputs("; ", out);
  lists_count(out, report->claims, "claim");
  (void)fputs(", ", out);
  lists_count(out, report->moves, "move");
  (void)putc('\n', out);
}

/* Writes what is known about a certificate for a whole game. */
static void put_game_json(FILE *out, const grundy_certificate_report *report) {
  grundy_json json = grundy_json_start(out);
  grundy_json_object(&json, NULL);
  grundy_json_bool(&json, "right", report->is_right);
  grundy_json_string(&json, "format", report->format);
  grundy_json_string(&json, "game", report->game[0] == '\0' ? NULL : report->game);
  grundy_json_string(&json, "claim", report->is_right ? report->claim : NULL);
  grundy_json_string(&json, "message", report->is_right ? NULL : report->wrong);
  grundy_json_end(&json);
}

/* Writes what is known about a certificate for a position. */
static void put_position_json(FILE *out, const grundy_certificate_report *report) {
  grundy_json json = grundy_json_start(out);
  grundy_json_object(&json, NULL);
  grundy_json_bool(&json, "right", report->is_right);
  grundy_evaluation proved = {.outcome = GRUNDY_OUTCOME_NONE,
                              .value = GRUNDY_UNKNOWN,
                              .remoteness = GRUNDY_UNKNOWN,
                              .distance = GRUNDY_UNKNOWN,
                              .ends = true};
  if (report->is_right) {
    proved.outcome = report->is_p ? GRUNDY_OUTCOME_P : GRUNDY_OUTCOME_N;
    if (report->has_value) proved.value = report->value;
  }
  grundy_answer_evaluation(&json, &proved);
  if (!report->is_right && report->line > 0)
    grundy_json_integer(&json, "line", report->line);
  else
    grundy_json_null(&json, "line");
  grundy_json_string(&json, "message", report->is_right ? NULL : report->wrong);
  grundy_json_integer(&json, "claims", report->claims);
  grundy_json_integer(&json, "moves", report->moves);
  grundy_json_end(&json);
}

static grundy_status put_answer(const void *context, FILE *out, grundy_error *error) {
  const struct result *result = context;
  (void)error;
  if (!result->as_json)
    put_text(out, result);
  else if (result->report.format != NULL)
    put_game_json(out, &result->report);
  else
    put_position_json(out, &result->report);
  return GRUNDY_OK;
}

int certificate_check(const char *game, const char *path, const char *moves, bool as_json,
                      struct limits *limits) {
  struct result result = {.game = game, .path = path, .as_json = as_json};
  grundy_error error = {0};
  if (game != NULL) source_line_remember("expression", game);
  const grundy_certificate_options options = {
      .size = sizeof options, .monitor = &limits->monitor, .moves = moves};
  grundy_status status = grundy_certificate_verify(game, path, &options, &result.report, &error);
  progress_clear(&limits->progress);
  if (status == GRUNDY_OK) status = file_write("-", put_answer, &result, &error);
  if (status != GRUNDY_OK) return limits_fail(limits, &error);
  return result.report.is_right ? CODE_YES : CODE_NO;
}
