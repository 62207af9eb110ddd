#include "automaton.h"

#include <inttypes.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <grundy/game.h>
#include <grundy/json.h>
#include <grundy/text.h>
#include <grundy/vector.h>

#include "evaluation.h"
#include "failure.h"
#include "files.h"
#include "lists.h"
#include "memory.h"
#include "progress.h"
#include "source_line.h"
#include "terminal.h"

/* ---- preparing ----------------------------------------------------------------------- */

/* Parses outcome or grundy<=M. */
static bool parse_target(const char *text, uint32_t *level) {
  static const char words[] = "grundy<=";
  size_t length = sizeof words - 1;
  *level = 0;
  if (text == NULL || strcmp(text, "outcome") == 0) return true;
  if (strncmp(text, words, length) != 0 || text[length] < '0' || text[length] > '9') return false;
  char *end;
  unsigned long number = strtoul(text + length, &end, 10);
  *level = (uint32_t)number;
  return *end == '\0' && number <= GRUNDY_AUTOMATON_MAX_LEVEL;
}

int automaton_prepare(const struct command *command, const struct automaton_request *request) {
  grundy_numeration numeration;
  grundy_error error = {0};
  uint32_t level;
  if (!parse_target(request->target, &level))
    return fail_usage(command->name, "--target: expected outcome, or grundy<=M with M up to %d",
                      (int)GRUNDY_AUTOMATON_MAX_LEVEL);
  if (grundy_numeration_parse(request->numeration, &numeration, &error) != GRUNDY_OK)
    return fail_usage(command->name, "--automaton: %s", error.message);
  return CODE_YES;
}

/* ---- learning and proving ------------------------------------------------------------ */

/* Everything that a run owns. */
struct proving {
  const struct automaton_request *request;
  struct limits *limits;
  grundy_vector_game game;
  uint32_t dimension;
  grundy_automaton_options options;
  grundy_automaton *automaton;
  grundy_automaton_report learnt, proved;
  grundy_output *certificate, *walnut;
};

static void proving_free(struct proving *p) {
  file_give_up(&p->certificate, p->limits);
  file_give_up(&p->walnut, p->limits);
  grundy_automaton_free(p->automaton);
  grundy_vector_game_free(&p->game);
}

static grundy_status open_outputs(struct proving *p, grundy_error *error) {
  grundy_status status = GRUNDY_OK;
  if (p->request->certificate != NULL)
    status = grundy_output_open(p->request->certificate, &p->certificate, error);
  if (status == GRUNDY_OK && p->request->walnut != NULL)
    status = grundy_output_open(p->request->walnut, &p->walnut, error);
  return status;
}

static grundy_status read_game(struct proving *p, grundy_error *error) {
  source_line_remember("vector", p->request->game);
  grundy_status status = grundy_vector_game_parse(p->request->game, &p->game, error);
  if (status != GRUNDY_OK) return status;
  if (p->game.passes > 0)
    return fail_with(error, GRUNDY_UNABLE, "", "automata cannot express games with pass moves");
  p->dimension = grundy_vector_moves_view(p->game.moves).dimension;
  p->options = (grundy_automaton_options){
      .size = sizeof p->options,
      .corner = p->game.corner,
      .terminal = p->game.terminal,
      .terminal_count = p->game.terminal_count,
      .block = p->game.block,
      .limit = p->limits->max_positions == UINT64_MAX ? 0 : p->limits->max_positions,
      .monitor = &p->limits->monitor,
      .memory = memory_option(&p->limits->budget)};
  (void)parse_target(p->request->target, &p->options.level);
  return grundy_numeration_parse(p->request->numeration, &p->options.numeration, error);
}

static grundy_status write_walnut(struct proving *p, grundy_error *error) {
  const grundy_automaton_law law = {.automaton = p->automaton,
                                    .moves = p->game.moves,
                                    .terminal = p->game.terminal,
                                    .terminal_count = p->game.terminal_count,
                                    .block = p->game.block};
  return grundy_automaton_write_walnut(&law, grundy_output_stream(p->walnut), error);
}

static grundy_status learn_and_prove(struct proving *p, grundy_error *error) {
  grundy_status status =
      grundy_automaton_learn(p->game.moves, &p->options, &p->automaton, &p->learnt, error);
  progress_clear(&p->limits->progress);
  if (status != GRUNDY_OK || p->automaton == NULL) return status;
  if (p->certificate != NULL) p->options.certificate = grundy_output_stream(p->certificate);
  status = grundy_automaton_prove(p->automaton, p->game.moves, &p->options, &p->proved, error);
  progress_clear(&p->limits->progress);
  if (status == GRUNDY_OK && p->walnut != NULL) status = write_walnut(p, error);
  return status;
}

/* ---- the answer ---------------------------------------------------------------------- */

static bool is_proved(const struct proving *p) {
  return p->automaton != NULL && p->proved.finding == GRUNDY_AUTOMATON_HOLDS;
}

static void put_position(FILE *out, const struct proving *p, const uint64_t *position) {
  for (uint32_t i = 0; i < p->dimension; i++)
    (void)fprintf(out, "%s%" PRIu64, i > 0 ? "," : "", position[i]);
}

/* Writes where the automaton fails, and how. */
static void put_failure(FILE *out, const struct proving *p) {
  const grundy_automaton_report *report = &p->proved;
  bool is_closure = report->finding == GRUNDY_AUTOMATON_NOT_CLOSED;
  (void)fprintf(out, "wrong       %s fails at ", is_closure ? "closure" : "absorption");
  put_position(out, p, report->position);
  (void)fprintf(out, ": the automaton gives it %s %" PRIu32 ", ",
                is_closure ? "the value" : "a value above", report->level);
  if (is_closure)
    (void)fprintf(out, "but too many of its followers have the value %" PRIu32 "\n", report->level);
  else
    (void)fprintf(out, "but too few of its followers have the value %" PRIu32 "\n", report->level);
}

static void put_json(FILE *out, const struct proving *p) {
  grundy_json json = grundy_json_start(out);
  grundy_automaton_write_json(&json, p->automaton, p->dimension, &p->learnt, &p->proved);
}

static grundy_status put_proving(const void *context, FILE *out, grundy_error *error) {
  const struct proving *p = context;
  (void)error;
  if (p->request->json) {
    put_json(out, p);
    return GRUNDY_OK;
  }
  if (p->automaton == NULL) {
    (void)fprintf(out,
                  "wrong       the smallest automaton for all coordinates below %" PRIu64
                  " disagrees with the game at ",
                  p->learnt.side);
    put_position(out, p, p->learnt.position);
    (void)fputs("\n            use a larger start, or another numeration\n", out);
    return GRUNDY_OK;
  }
  const grundy_automaton_parts parts = grundy_automaton_view(p->automaton);
  char count[48];
  (void)fputs("learnt      ", out);
  lists_count(out, parts.states, "state");
  (void)fprintf(out, ", %" PRIu32 " live, from all coordinates below %" PRIu64 "\n", parts.live,
                p->learnt.side);
  lists_grouped(p->learnt.tested, count, sizeof count);
  (void)fprintf(out, "compared    %s positions of a table\n", count);
  if (!is_proved(p)) {
    put_failure(out, p);
    return GRUNDY_OK;
  }
  lists_grouped(p->proved.largest_raw, count, sizeof count);
  (void)fputs("proved      for all positions: ", out);
  lists_count(out, p->proved.steps, "step");
  (void)fprintf(out, ", at most %s states each\n", count);
  return GRUNDY_OK;
}

static grundy_status commit(struct proving *p, grundy_error *error) {
  grundy_status status = GRUNDY_OK;
  if (!is_proved(p)) return GRUNDY_OK; /* they are given up */
  if (p->certificate != NULL)
    status = file_commit(&p->certificate, p->request->certificate, p->limits, error);
  if (p->walnut != NULL && status == GRUNDY_OK)
    status = file_commit(&p->walnut, p->request->walnut, p->limits, error);
  return status;
}

int automaton_prove(const struct automaton_request *request, struct limits *limits) {
  struct proving p = {.request = request, .limits = limits};
  grundy_error error = {0};
  grundy_status status = open_outputs(&p, &error);
  if (status == GRUNDY_OK) status = read_game(&p, &error);
  if (status == GRUNDY_OK) status = learn_and_prove(&p, &error);
  if (status == GRUNDY_OK) status = commit(&p, &error);
  if (status == GRUNDY_OK) status = file_write("-", put_proving, &p, &error);
  int code = is_proved(&p) ? CODE_YES : CODE_NO;
  proving_free(&p);
  return status == GRUNDY_OK ? code : limits_fail(limits, &error);
}

/* ---- best moves ---------------------------------------------------------------------- */

/* A position that was evaluated. */
struct evaluated {
  const char *path, *position;
  const grundy_automaton_answer *answer;
};

static grundy_status put_evaluated(const void *context, FILE *out, grundy_error *error) {
  const struct evaluated *e = context;
  const grundy_automaton_answer *answer = e->answer;
  (void)error;
  (void)fprintf(out, "outcome     %c\n", answer->is_p ? 'P' : 'N');
  if (answer->has_value) (void)fprintf(out, "value       %" PRIu32 "\n", answer->value);
  (void)fputs("rests on    the proved law in ", out);
  put_printable(out, e->path);
  (void)fputs("\n\nbest move\n", out);
  if (answer->has_move)
    (void)fprintf(out, "  %s -> %s  leads to a P-position\n", e->position, answer->follower);
  else
    (void)fputs("  none: no move leads to a P-position\n", out);
  return GRUNDY_OK;
}

int automaton_best(const char *path, const char *position, struct limits *limits) {
  grundy_automaton_law law = {0};
  grundy_automaton_answer answer = {0};
  grundy_error error = {0};
  grundy_status status =
      grundy_automaton_law_read(path, GRUNDY_MONITORED(&limits->monitor), &law, &error);
  progress_clear(&limits->progress);
  if (status == GRUNDY_OK) status = grundy_automaton_evaluate(&law, position, &answer, &error);
  if (status == GRUNDY_OK) {
    const struct evaluated e = {path, position, &answer};
    status = file_write("-", put_evaluated, &e, &error);
  }
  free(answer.follower);
  grundy_automaton_law_free(&law);
  return status == GRUNDY_OK ? CODE_YES : limits_fail(limits, &error);
}
