/* What a sweep finds out about positions: the columns of grundy_expressions_evaluate. */

#include "answer/impl.h"
#include "sweep/impl.h"

#include <grundy/answer.h>
#include <grundy/game.h>
#include <grundy/ordinal.h>

#include "base/error.h"
#include "component/component.h"

#include <string.h>

static const char *const names[] = {"outcome",  "grundy", "k", "remoteness",
                                    "distance", "rounds", NULL};
static const grundy_columns columns_of[] = {GRUNDY_COLUMN_OUTCOME,  GRUNDY_COLUMN_GRUNDY,
                                            GRUNDY_COLUMN_K,        GRUNDY_COLUMN_REMOTENESS,
                                            GRUNDY_COLUMN_DISTANCE, GRUNDY_COLUMN_REMOTENESS};
enum { ROUNDS = 5 }; /* is computed from remoteness */

/* ---- cells --------------------------------------------------------------------------- */

static void put_number(FILE *out, grundy_number number, const grundy_ordinal *ordinal) {
  if (ordinal != NULL)
    grundy_ordinal_write(ordinal, true, out);
  else if (number == GRUNDY_UNKNOWN || number == GRUNDY_TOO_LARGE)
    (void)putc('?', out);
  else if (number == GRUNDY_INFINITY64)
    (void)fputs("inf", out);
  else
    grundy_number_write(number, out);
}

/* Writes K as a solution has it: "1,2", "{}", or "-" for a finite value. */
static void put_k(FILE *out, const grundy_evaluation *evaluation, char between) {
  const grundy_set *k = &evaluation->k;
  const char *quote = between == ',' && k->size > 1 ? "\"" : "";
  if (evaluation->value != GRUNDY_INFINITY64) {
    (void)putc(evaluation->value == GRUNDY_UNKNOWN ? '?' : '-', out);
    return;
  }
  (void)fputs(k->size == 0 ? "{}" : quote, out);
  for (uint64_t i = 0; i < k->size; i++)
    (void)fprintf(out, "%s%lu", i == 0 ? "" : ",", (unsigned long)k->numbers[i]);
  (void)fputs(k->size == 0 ? "" : quote, out);
}

/* Returns in which round play ends if it is won: a round is a move of each player, after the moves
 * with which the game is set up. GRUNDY_UNKNOWN if the position is not the start. */
static grundy_number rounds_of(const grundy_sweep *sweep, const grundy_answer *answer) {
  const char *text = sweep->texts[answer->index];
  grundy_number remoteness = answer->evaluation.remoteness;
  grundy_gallery_description rules = {.setup = 0};
  if (strpbrk(text, "@+&|*") != NULL) return GRUNDY_UNKNOWN;
  if (remoteness >= GRUNDY_TOO_LARGE) return remoteness;
  if (grundy_rules_describe(text, &rules, NULL) != GRUNDY_OK) rules.setup = 0;
  return remoteness <= rules.setup ? 0 : (remoteness - rules.setup + 1) / 2;
}

static void put_cell(FILE *out, const grundy_sweep *sweep, const void *found, size_t column) {
  const grundy_answer *answer = found;
  const grundy_evaluation *evaluation = &answer->evaluation;
  grundy_columns kind = columns_of[column];
  if (column == ROUNDS)
    put_number(out, rounds_of(sweep, answer), NULL);
  else if (!answer->has_value && (kind & (GRUNDY_COLUMN_GRUNDY | GRUNDY_COLUMN_K)) != 0)
    (void)putc('-', out);
  else if (kind == GRUNDY_COLUMN_OUTCOME)
    (void)putc(evaluation->outcome == GRUNDY_OUTCOME_NONE ? '?' : evaluation->outcome, out);
  else if (kind == GRUNDY_COLUMN_GRUNDY)
    put_number(out, evaluation->value, evaluation->ordinal_value);
  else if (kind == GRUNDY_COLUMN_K)
    put_k(out, evaluation, sweep->between);
  else if (kind == GRUNDY_COLUMN_REMOTENESS)
    put_number(out, evaluation->remoteness, NULL);
  else
    put_number(out, evaluation->distance, evaluation->ordinal_distance);
}

static grundy_columns columns_wanted(const grundy_sweep *sweep) {
  grundy_columns columns = 0;
  for (size_t i = 0; names[i] != NULL; i++)
    if (grundy_sweep_has_column(sweep, i)) columns |= columns_of[i];
  return columns;
}

/* Writes the evaluation as far as it was asked for. */
static void put_members(grundy_json *json, const grundy_sweep *sweep, const void *found) {
  const grundy_answer *answer = found;
  grundy_evaluation evaluation = answer->evaluation;
  grundy_columns columns = columns_wanted(sweep);
  if (!answer->has_value || (columns & GRUNDY_COLUMN_GRUNDY) == 0) {
    evaluation.value = GRUNDY_UNKNOWN;
    evaluation.ordinal_value = NULL;
  }
  if ((columns & GRUNDY_COLUMN_REMOTENESS) == 0) evaluation.remoteness = GRUNDY_UNKNOWN;
  if ((columns & GRUNDY_COLUMN_DISTANCE) == 0) {
    evaluation.distance = GRUNDY_UNKNOWN;
    evaluation.ordinal_distance = NULL;
  }
  grundy_answer_evaluation(json, &evaluation);
  if (grundy_sweep_has_column(sweep, ROUNDS))
    grundy_answer_number(json, "rounds", rounds_of(sweep, answer));
}

/* ---- running ------------------------------------------------------------------------- */

static grundy_status answered(void *context, const grundy_answer *answer, grundy_error *error) {
  grundy_error unknown = {0};
  (void)grundy_fail(&unknown, GRUNDY_UNABLE, "the outcome is not known");
  bool is_known = answer->evaluation.outcome != GRUNDY_OUTCOME_NONE;
  bool is_limited = answer->status != GRUNDY_OK;
  const grundy_sweep_finding finding = {.index = answer->index,
                                        .limit = is_limited  ? &answer->error
                                                 : !is_known ? &unknown
                                                             : NULL,
                                        .is_limited = is_limited,
                                        .answer = answer};
  return grundy_sweep_keep(context, &finding, error);
}

static grundy_status run(grundy_sweep *sweep, size_t count, grundy_error *error) {
  grundy_columns columns = columns_wanted(sweep);
  if ((columns & GRUNDY_COLUMN_GRUNDY) != 0) columns |= GRUNDY_COLUMN_K;
  const grundy_evaluate_options options = {
      .size = sizeof options,
      .play = sweep->options.play,
      .columns = columns,
      .limit = sweep->options.limit,
      .memory = sweep->options.memory,
      .seconds = sweep->options.seconds,
      .monitor = sweep->options.monitor,
      .answered = answered,
      .context = sweep,
  };
  return grundy_expressions_evaluate(sweep->texts, count, &options, error);
}

const grundy_sweep_subject grundy_sweep_positions = {
    .names = names,
    .standard = "outcome,grundy",
    .run = run,
    .put_cell = put_cell,
    .put_members = put_members,
};
