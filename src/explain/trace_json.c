/* A trace as JSON: for programs, and inside the page. */

#include "explain/trace.h"

#include "base/error.h"

#include <stdlib.h>

/* Writes the facts about a step, and what it changes; false if memory runs out. */
static bool write_step(grundy_json *json, const grundy_trace *t, uint64_t step) {
  const grundy_step_taken *taken = &t->steps[step];
  char *sentence = grundy_trace_sentence(t, step);
  if (sentence == NULL) return false;
  grundy_json_line(json);
  grundy_json_object(json, NULL);
  bool fine = grundy_fact_write_members(json, &t->facts->at[taken->fact], t->language, sentence) &&
              grundy_facts_write_details(json, t->facts, t->language, taken->fact);
  if (taken->focus == GRUNDY_INFINITY)
    grundy_json_null(json, "focus");
  else
    grundy_json_integer(json, "focus", taken->focus);
  uint64_t end = step + 1 < t->step_count ? t->steps[step + 1].changes : t->change_count;
  grundy_json_array(json, "changes");
  for (uint64_t c = t->steps[step].changes; c < end; c++) {
    grundy_json_array(json, NULL);
    grundy_json_integer(json, NULL, t->changes[c].vertex);
    grundy_json_integer(json, NULL, t->changes[c].column);
    grundy_json_string(json, NULL, t->texts + t->changes[c].text);
    grundy_json_end(json);
  }
  grundy_json_end(json);
  grundy_json_end(json);
  free(sentence);
  return fine;
}

grundy_status grundy_trace_json(const grundy_trace *t, FILE *out, grundy_error *error) {
  grundy_json json = grundy_json_start(out);
  bool fine = true;
  grundy_json_object(&json, NULL);
  grundy_json_integer(&json, "label", t->label_column);
  grundy_json_array(&json, "headings");
  for (uint32_t c = 0; c < t->columns; c++) grundy_json_string(&json, NULL, t->headings[c]);
  grundy_json_end(&json);
  grundy_json_array(&json, "positions");
  for (uint32_t v = 0; v < grundy_digraph_order(t->g); v++) {
    char scratch[GRUNDY_NAME_MAX_BYTES];
    grundy_json_string(&json, NULL, grundy_digraph_name(t->g, v, scratch));
  }
  grundy_json_end(&json);
  grundy_json_array(&json, "steps");
  for (uint64_t i = 0; i < t->step_count; i++) fine = write_step(&json, t, i) && fine;
  grundy_json_end(&json);
  grundy_json_end(&json);
  return fine ? GRUNDY_OK : grundy_fail_memory(error);
}
