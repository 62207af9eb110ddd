/* Opens the rules of an expression and checks a certificate for its position. */

#include <grundy/game.h>

#include "base/error.h"
#include "base/options.h"
#include "game/impl.h"
#include "search/certificate_check.h"

static grundy_status open_and_check(const grundy_parsed *parsed, const char *path,
                                    const grundy_monitor *monitor,
                                    grundy_certificate_report *report, grundy_error *error) {
  const grundy_atom *atom = &parsed->atoms[0];
  const grundy_open_options opening = {.size = sizeof opening, .monitor = monitor};
  grundy_ruleset *ruleset = NULL;
  grundy_error why = {0};
  grundy_status status = grundy_game_ruleset(&parsed->uses[0].name, &opening, &ruleset, &why);
  if (status == GRUNDY_OK)
    status = grundy_certificate_check(ruleset, atom->position, atom->length, path, monitor, report,
                                      &why);
  grundy_ruleset_close(ruleset);
  if (status != GRUNDY_OK && why.reason == GRUNDY_REASON_NO_POSITION)
    return grundy_refuse_in_expression(parsed, atom->place, status, &why);
  if (status != GRUNDY_OK && error != NULL) *error = why;
  return status;
}

grundy_status grundy_certificate_verify(const char *text, const char *path,
                                        const grundy_run_options *options,
                                        grundy_certificate_report *report, grundy_error *error) {
  grundy_run_options chosen;
  grundy_parsed parsed;
  grundy_status status = grundy_options_copy(options, &chosen, sizeof chosen, error);
  if (status == GRUNDY_OK) status = grundy_parse(text, &parsed, error);
  if (status != GRUNDY_OK) return status;
  if (parsed.action_count == 1 && parsed.uses[0].name.kind->ruleset != NULL)
    status = open_and_check(&parsed, path, chosen.monitor, report, error);
  else
    status = grundy_fail(error, GRUNDY_BAD_ARGUMENT,
                         "a certificate is about a position of rules alone, such as "
                         "kotzig:9@POSITION");
  grundy_parsed_free(&parsed);
  return status;
}
