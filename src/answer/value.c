/* The answer about the position of an expression. */

#include <grundy/answer.h>

void grundy_answer_evaluated(grundy_json *json, const grundy_answer *answer,
                             const char *certificate) {
  static const grundy_error unknown = {.status = GRUNDY_UNABLE,
                                       .message = "the outcome is not known"};
  grundy_evaluation known = answer->evaluation;
  /* A search that meets no cycle has found a way to win that ends. */
  known.ends |= answer->was_searched;
  grundy_json_object(json, NULL);
  grundy_answer_evaluation(json, &known);
  grundy_answer_limit(json, known.outcome == GRUNDY_OUTCOME_NONE ? &unknown : NULL);
  grundy_json_integer(json, "positions", answer->positions);
  grundy_json_bool(json, "searched", answer->was_searched);
  grundy_json_string(json, "explored_because", answer->reason);
  grundy_json_string(json, "rests_on", answer->rests_on);
  grundy_json_string(json, "same_as", answer->same_as);
  grundy_json_string(json, "certificate", certificate);
  grundy_json_end(json);
}
