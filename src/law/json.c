/* Reports about laws as JSON. */

#include <grundy/law.h>

#include <grundy/answer.h>

static void write_finding(grundy_json *json, grundy_law_finding finding) {
  static const char *const names[] = {
      [GRUNDY_LAW_HOLDS] = "holds",
      [GRUNDY_LAW_FAILS] = "fails",
      [GRUNDY_LAW_NOT_CONFIRMED] = "not confirmed",
      [GRUNDY_LAW_EMPTY] = "empty",
  };
  if (finding == GRUNDY_LAW_HOLDS || finding == GRUNDY_LAW_FAILS)
    grundy_json_bool(json, "holds", finding == GRUNDY_LAW_HOLDS);
  else
    grundy_json_null(json, "holds");
  grundy_json_string(json, "finding", names[finding]);
}

static void write_exception(grundy_json *json, const char *name,
                            const grundy_law_exception *exception, bool is_value) {
  grundy_json_object(json, name);
  grundy_json_string(json, "position", exception->position);
  grundy_answer_outcome(json, "outcome", exception->outcome);
  if (exception->has_value)
    grundy_answer_value(json, "value", exception->value);
  else
    grundy_json_null(json, "value");
  if (is_value)
    grundy_answer_value(json, "claim",
                        (grundy_value){.nimber = exception->claim, .k = {.absent = true}});
  grundy_json_end(json);
}

void grundy_law_write_json(grundy_json *json, const grundy_law_report *report) {
  grundy_json_object(json, NULL);
  grundy_json_string(json, "game", report->text);
  grundy_json_string(json, "law", report->law);
  write_finding(json, report->finding);
  grundy_json_integer(json, "tested", report->tested);
  grundy_json_integer(json, "silent", report->silent);
  grundy_json_integer(json, "outside", report->outside);
  grundy_json_integer(json, "vacuous", report->vacuous);
  grundy_json_integer(json, "exceptions", report->exceptions);
  grundy_json_bool(json, "up_to_symmetry", report->up_to_symmetry);
  const grundy_law_game *first = NULL; /* with an exception */
  for (uint64_t i = 0; i < report->game_count && first == NULL; i++)
    if (report->games[i].listed_count > 0) first = &report->games[i];
  if (first != NULL)
    write_exception(json, "counterexample", &first->listed[0], report->is_value);
  else
    grundy_json_null(json, "counterexample");
  grundy_json_array(json, "games");
  for (uint64_t i = 0; i < report->game_count; i++) {
    const grundy_law_game *game = &report->games[i];
    grundy_json_object(json, NULL);
    grundy_json_string(json, "game", game->game);
    write_finding(json, game->finding);
    grundy_json_integer(json, "tested", game->tested);
    grundy_json_integer(json, "silent", game->silent);
    grundy_json_integer(json, "outside", game->outside);
    grundy_json_integer(json, "vacuous", game->vacuous);
    grundy_json_integer(json, "exceptions", game->exceptions);
    grundy_json_bool(json, "up_to_symmetry", game->up_to_symmetry);
    grundy_json_object(json, "fields");
    for (uint32_t j = 0; j < game->field_count; j++) {
      grundy_json_array(json, game->fields[j]);
      grundy_json_signed(json, NULL, game->least[j]);
      grundy_json_signed(json, NULL, game->most[j]);
      grundy_json_end(json);
    }
    grundy_json_end(json);
    grundy_json_array(json, "listed");
    for (uint64_t j = 0; j < game->listed_count; j++)
      write_exception(json, NULL, &game->listed[j], report->is_value);
    grundy_json_end(json);
    grundy_json_end(json);
  }
  grundy_json_end(json);
  grundy_json_end(json);
}

void grundy_law_search_write_json(grundy_json *json, const grundy_law_search *search) {
  grundy_json_object(json, NULL);
  grundy_json_string(json, "game", search->text);
  grundy_json_string(json, "target", search->target);
  grundy_json_integer(json, "positions", search->positions);
  grundy_json_integer(json, "held_out", search->held_out);
  grundy_json_integer(json, "tried", search->tried);
  grundy_json_bool(json, "up_to_symmetry", search->up_to_symmetry);
  grundy_json_array(json, "laws");
  for (uint64_t i = 0; i < search->count; i++) {
    const grundy_law_candidate *law = &search->candidates[i];
    grundy_json_object(json, NULL);
    grundy_json_string(json, "law", law->law);
    grundy_json_integer(json, "tested", law->tested);
    grundy_json_integer(json, "exceptions", law->exceptions);
    if (law->exception != NULL)
      grundy_json_string(json, "exception", law->exception);
    else
      grundy_json_null(json, "exception");
    grundy_json_integer(json, "held_out", law->held_out);
    grundy_json_integer(json, "held_out_exceptions", law->held_out_exceptions);
    grundy_json_real(json, "chance", law->chance);
    grundy_json_end(json);
  }
  grundy_json_end(json);
  grundy_json_end(json);
}
