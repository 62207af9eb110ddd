#include "explain/law.h"

#include "automaton/impl.h"
#include "base/error.h"
#include "facts/impl.h"

#include <stdlib.h>
#include <string.h>

static void add_facts(grundy_facts *facts, const grundy_automaton_law *law, const char *position,
                      const grundy_automaton_answer *answer) {
  const grundy_automaton_parts parts = grundy_automaton_view(law->automaton);
  char text[16];
  const char *name = grundy_numeration_name(parts.numeration, text);
  const char *numeration = grundy_facts_keep(facts, name, strlen(name) + 1, 1);
  facts->position = grundy_facts_keep(facts, position, strlen(position) + 1, 1);
  GRUNDY_ADD_FACT(facts, GRUNDY_FACT_LAW, NULL, grundy_with_name("position", position),
                  grundy_with_letter("outcome", answer->is_p ? 'P' : 'N'),
                  answer->has_value ? grundy_with_number("value", answer->value)
                                    : grundy_without_number("value"),
                  grundy_with_number("states", parts.states),
                  grundy_with_word("numeration", numeration));
  if (answer->has_move)
    GRUNDY_ADD_FACT(facts, GRUNDY_FACT_LAW_MOVE, NULL, grundy_with_name("position", position),
                    grundy_with_name("to", answer->follower));
}

grundy_status grundy_law_explain(const char *position, const char *path,
                                 const grundy_monitor *monitor, grundy_facts **facts,
                                 grundy_error *error) {
  const grundy_run_options options = {.size = sizeof options, .monitor = monitor};
  grundy_automaton_law law = {0};
  grundy_automaton_answer answer = {0};
  grundy_status status = grundy_automaton_law_read(path, &options, &law, error);
  if (status != GRUNDY_OK) return status;
  status = grundy_automaton_evaluate(&law, position, &answer, error);
  grundy_facts *made = status == GRUNDY_OK ? grundy_facts_new() : NULL;
  if (made != NULL) add_facts(made, &law, position, &answer);
  if (status == GRUNDY_OK && (made == NULL || made->failed)) status = grundy_fail_memory(error);
  free(answer.follower);
  grundy_automaton_law_free(&law);
  if (status == GRUNDY_OK)
    *facts = made;
  else
    grundy_facts_free(made);
  return status;
}
