/* Evaluates positions of games on vectors by a proved law instead of a table. */

#include <grundy/automaton.h>
#include <grundy/game.h>

#include "base/error.h"
#include "game/impl.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static grundy_status evaluate(const grundy_automaton_law *law, const char *text,
                              grundy_answer *answer, grundy_error *error) {
  grundy_automaton_answer found;
  grundy_status status = grundy_automaton_evaluate(law, text, &found, error);
  if (status != GRUNDY_OK) return status;
  answer->evaluation = (grundy_evaluation){
      .outcome = found.is_p ? GRUNDY_OUTCOME_P : GRUNDY_OUTCOME_N,
      .ends = true, /* every move lowers the weight */
      .value = found.has_value ? found.value : GRUNDY_UNKNOWN,
      .remoteness = GRUNDY_UNKNOWN,
      .distance = GRUNDY_UNKNOWN,
      .counter = GRUNDY_UNKNOWN,
  };
  answer->has_value = found.has_value;
  free(found.follower);
  return GRUNDY_OK;
}

grundy_status grundy_expressions_evaluate_by_law(const char *const *texts, size_t count,
                                                 const grundy_evaluate_options *options,
                                                 grundy_error *error) {
  const grundy_columns possible = GRUNDY_COLUMN_OUTCOME | GRUNDY_COLUMN_GRUNDY | GRUNDY_COLUMN_K;
  const grundy_run_options running = {.size = sizeof running, .monitor = options->monitor};
  grundy_automaton_law law = {0};
  char rests_on[GRUNDY_ERROR_MAX_TEXT];
  if (options->play != GRUNDY_NORMAL_PLAY || (options->columns & ~possible) != 0 ||
      options->table != NULL || options->certificate != NULL)
    return grundy_fail(error, GRUNDY_BAD_ARGUMENT,
                       "laws are about outcomes and values in normal play");
  grundy_status status = grundy_automaton_law_read(options->law, &running, &law, error);
  if (status != GRUNDY_OK) return status;
  uint32_t level = grundy_automaton_view(law.automaton).level;
  int length = snprintf(rests_on, sizeof rests_on, "the proved law in %.*s",
                        grundy_excerpt(options->law, strlen(options->law)), options->law);
  if (level > 0)
    (void)snprintf(rests_on + length, sizeof rests_on - (size_t)length,
                   ", which gives values up to %" PRIu32, level);
  for (size_t i = 0; i < count && status == GRUNDY_OK; i++) {
    grundy_answer answer = {.index = i, .rests_on = rests_on};
    status = evaluate(&law, texts[i], &answer, error);
    if (status == GRUNDY_OK && options->answered != NULL)
      status = options->answered(options->context, &answer, error);
  }
  grundy_automaton_law_free(&law);
  return status;
}
