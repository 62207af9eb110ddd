#include "expression.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <grundy/base.h>
#include <grundy/compound.h>
#include <grundy/digraph.h>
#include <grundy/format.h>
#include <grundy/game.h>
#include <grundy/solve.h>

#include "defaults.h"
#include "evaluation.h"
#include "failure.h"
#include "files.h"
#include "memory.h"
#include "options.h"
#include "run_limits.h"
#include "source_line.h"

const char *const turn_choices[] = {"first", "second", NULL};

/* ---- games ---------------------------------------------------------------------------- */

/* Returns the end of the quotation that begins here, or of the text. */
static const char *skip_quotation(const char *at) {
  for (at++; *at != '\0' && *at != '"'; at++)
    if (*at == '\\' && at[1] != '\0') at++;
  return *at == '"' ? at + 1 : at;
}

bool expression_next_game(struct expression_game *game) {
  static const char between[] = " \t\r\n+&|()*";
  bool is_position;
  do {
    const char *at = game->end + strspn(game->end, between);
    is_position = *at == '@';
    at += is_position;
    game->at = at;
    game->end = *at == '"' ? skip_quotation(at) : at + strcspn(at, " \t\r\n+&|()*\"@");
  } while (is_position);
  return *game->at != '\0';
}

/* ---- opening ------------------------------------------------------------------------- */

/* Reads a game; fails if there is not enough memory to solve it. */
static grundy_status read_game(void *context, const grundy_game_name *name, uint64_t closed_limit,
                               grundy_digraph **game, grundy_error *error) {
  const struct expression_reading *reading = context;
  grundy_digraph *made = NULL;
  if (reading->input_is_taken && file_is_standard(name->text))
    return fail_with(error, GRUNDY_BAD_INPUT, "standard input",
                     "no game can be read from here; use a file");
  grundy_status status =
      file_read_component(name, closed_limit, !reading->no_split, reading->limits, &made, error);
  if (status == GRUNDY_OK) {
    grundy_solve_options options = {
        .size = sizeof options,
        .columns = grundy_expression_columns(made, reading->play, reading->payoff_known)};
    status = memory_for_solving(&reading->limits->budget, made, &options, error);
  }
  if (status == GRUNDY_OK)
    *game = made;
  else
    grundy_digraph_free(made);
  return status;
}

/* Returns whether the expression needs the remoteness of its games, which parts do not have: the
 * outcome of a conjunctive compound depends on it [Smi66, (9)]. */
static bool needs_remoteness(const char *text) {
  return strchr(text, '&') != NULL;
}

grundy_expression_options expression_opening(const struct expression_request *request,
                                             struct limits *limits,
                                             struct expression_reading *reading) {
  *reading = (struct expression_reading){
      .limits = limits,
      .input_is_taken = request->input_is_taken,
      .no_split = request->no_split || needs_remoteness(request->text),
      .play = request->misere ? GRUNDY_MISERE_PLAY : GRUNDY_NORMAL_PLAY,
      .payoff_known = request->payoff.given,
  };
  source_line_remember("expression", request->text);
  return (grundy_expression_options){
      .size = sizeof(grundy_expression_options),
      .play = reading->play,
      .monitor = &limits->monitor,
      .read = read_game,
      .context = reading,
      .payoff_known = request->payoff.given,
      .payoff = request->payoff.value,
      .infinite_known = request->infinite.given,
      .infinite = request->infinite.value,
      .unreduced = request->unreduced,
      .libraries = file_trusts_libraries(),
      .windows = request->windows,
  };
}

grundy_status expression_open(const struct expression_request *request, struct limits *limits,
                              grundy_expression **expression, grundy_error *error) {
  struct expression_reading reading;
  grundy_expression_options options = expression_opening(request, limits, &reading);
  grundy_status status = grundy_expression_open(request->text, &options, expression, error);
  if (status == GRUNDY_OK) defaults_announce(request->text, limits);
  return status;
}

grundy_status expression_fail_unknown(const grundy_compound *compound, const char *what,
                                      grundy_error *error) {
  const char *reason = grundy_compound_limit_reached(compound);
  return fail_with(error, GRUNDY_UNABLE, "", "the %s is not known: %s", what,
                   reason[0] == '\0' ? "no theorem tells it, and nothing was searched" : reason);
}

grundy_search_options expression_search(const struct limits *limits, struct integer max_positions) {
  return (grundy_search_options){
      .size = sizeof(grundy_search_options),
      .never = max_positions.given && max_positions.value == 0,
      .limit = max_positions.value,
      .memory = memory_left(&limits->budget),
      .monitor = &limits->monitor,
  };
}

/* ---- names in quotes ------------------------------------------------------------------ */

/* Returns whether a backslash at this place stands for the character after it. */
static bool is_escape(const char *at, const char *end) {
  return *at == '\\' && at + 1 < end && (at[1] == '"' || at[1] == '\\');
}

bool expression_is_quoted(const char *text, size_t length) {
  const char *at = text + 1, *end = text + length;
  if (length < 2 || *text != '"') return false;
  while (at < end && *at != '"') at += is_escape(at, end) ? 2 : 1;
  return at + 1 == end;
}

bool expression_unquote(const char *text, size_t length, char **name, size_t *size) {
  const char *end = text + length - 1;
  char *made = malloc(length);
  if (made == NULL) return false;
  *size = 0;
  for (const char *at = text + 1; at < end; at++) {
    if (is_escape(at, end)) at++;
    made[(*size)++] = *at;
  }
  made[*size] = '\0';
  *name = made;
  return true;
}

/* ---- showing ------------------------------------------------------------------------- */

void expression_put_position(FILE *out, grundy_expression *expression, uint32_t component,
                             uint64_t position, void (*put)(FILE *out, const char *text)) {
  char small[128];
  const grundy_compound *compound = grundy_expression_compound(expression);
  size_t length = grundy_compound_name(compound, component, position, small, sizeof small);
  char *large = length < sizeof small ? NULL : malloc(length + 1);
  if (large != NULL) (void)grundy_compound_name(compound, component, position, large, length + 1);
  put(out, large == NULL ? small : large);
  free(large);
}

bool expression_put_first_positions(FILE *out, grundy_expression *expression,
                                    grundy_language language) {
  const grundy_compound *compound = grundy_expression_compound(expression);
  for (uint32_t i = 0; i < grundy_compound_count(compound); i++) {
    if (!grundy_expression_describe(expression, i).is_at_first) continue;
    if (!evaluation_put_padded(out, "position", 11, language)) return false;
    (void)fprintf(out, "%lu ", (unsigned long)i + 1);
    put_printable(out, grundy_expression_describe(expression, i).source);
    (void)fputs(": ", out);
    expression_put_position(out, expression, i, grundy_compound_position(compound, i),
                            put_position_name);
    (void)fputs(", ", out);
    evaluation_put_heading(out, "first", language);
    (void)putc('\n', out);
  }
  return true;
}

static void put_step(FILE *out, grundy_expression *expression, const grundy_step *step) {
  const grundy_compound *compound = grundy_expression_compound(expression);
  char words[256];
  (void)fprintf(out, "%lu ", (unsigned long)step->component + 1);
  put_printable(out, grundy_expression_describe(expression, step->component).source);
  (void)fputs(": ", out);
  expression_put_position(out, expression, step->component, step->from, put_position_name);
  (void)fputs(grundy_step_arrow(step), out);
  expression_put_position(out, expression, step->component, step->to, put_position_name);
  if (grundy_compound_describe_step(compound, step, words, sizeof words) > 0)
    (void)fprintf(out, " (%s)", words);
}

void expression_put_steps(FILE *out, grundy_expression *expression, const grundy_step *steps,
                          uint64_t count) {
  for (uint64_t i = 0; i < count; i++) {
    if (i > 0) (void)fputs(", ", out);
    put_step(out, expression, &steps[i]);
  }
}
