/* The rows of a sweep as JSON. */

#include "sweep/impl.h"

#include <grundy/answer.h>

#include "text/numbers.h"
#include "text/print.h"

#include <stdlib.h>
#include <string.h>

char *grundy_sweep_object(const grundy_sweep *sweep, size_t game, const void *answer,
                          const grundy_error *limit) {
  char *text = NULL;
  size_t size = 0;
  FILE *out = grundy_text_open(&text, &size);
  if (out == NULL) return NULL;
  grundy_json json = grundy_json_start(out);
  grundy_json_object(&json, NULL);
  grundy_json_string(&json, "game", sweep->plan.games[game]);
  grundy_json_object(&json, "arguments");
  for (size_t i = 0; i < sweep->plan.column_count; i++) {
    const char *name = sweep->plan.columns[i].name;
    const char *argument = grundy_sweep_plan_argument(&sweep->plan, game, i);
    uint64_t number;
    if (grundy_number_parse(argument, strlen(argument), UINT64_MAX - 1, &number))
      grundy_json_integer(&json, name, number);
    else
      grundy_json_string(&json, name, argument);
  }
  grundy_json_end(&json);
  sweep->subject->put_members(&json, sweep, answer);
  grundy_answer_limit(&json, limit);
  grundy_json_end(&json);
  if (!grundy_text_close(out, &text)) {
    free(text);
    return NULL;
  }
  text[strcspn(text, "\n")] = '\0';
  return text;
}

void grundy_sweep_write_json(grundy_json *json, grundy_sweep *sweep) {
  grundy_sweep_state state = grundy_sweep_describe(sweep);
  grundy_json_object(json, NULL);
  grundy_json_string(json, "game", sweep->text);
  grundy_json_integer(json, "games", state.games);
  grundy_json_integer(json, "unanswered", state.unanswered);
  grundy_json_array(json, "rows");
  (void)pthread_mutex_lock(&sweep->lock);
  for (size_t i = 0; sweep->objects != NULL && i < state.games; i++) {
    if (sweep->objects[i] == NULL) continue;
    grundy_json_line(json);
    grundy_json_document(json, NULL, sweep->objects[i]);
  }
  (void)pthread_mutex_unlock(&sweep->lock);
  grundy_json_end(json);
  grundy_json_end(json);
}
