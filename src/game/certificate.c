/* Checks a certificate for the position of an expression of rules, or for a whole game. */

#include <grundy/game.h>
#include <grundy/heap.h>

#include "base/error.h"
#include "base/options.h"
#include "certificate/check.h"
#include "game/impl.h"
#include "search/certificate_check.h"
#include "text/input.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* ---- about one position --------------------------------------------------------------------- */

static grundy_status check_position(const grundy_parsed *parsed, FILE *in, const char *name,
                                    const grundy_certificate_options *options,
                                    grundy_certificate_report *report, grundy_error *error) {
  const grundy_atom *atom = &parsed->atoms[0];
  const grundy_open_options opening = {.size = sizeof opening, .monitor = options->monitor};
  grundy_ruleset *ruleset = NULL;
  grundy_error why = {0};
  grundy_status status = grundy_game_ruleset(&parsed->uses[0].name, &opening, &ruleset, &why);
  if (status == GRUNDY_OK)
    status = grundy_certificate_check(ruleset, atom->position, atom->length, in, name, options,
                                      report, &why);
  grundy_ruleset_close(ruleset);
  if (status != GRUNDY_OK && why.reason == GRUNDY_REASON_NO_POSITION)
    return grundy_refuse_in_expression(parsed, atom->place, status, &why);
  if (status != GRUNDY_OK && error != NULL) *error = why;
  return status;
}

/* Parses the text of a certificate about a position. */
static grundy_status parse_position(const char *text, grundy_parsed *parsed, grundy_error *error) {
  if (text == NULL)
    return grundy_fail(error, GRUNDY_BAD_ARGUMENT,
                       "the certificate is about a position; GAME is missing");
  grundy_status status = grundy_parse(text, parsed, error);
  if (status != GRUNDY_OK) return status;
  if (parsed->action_count == 1 && parsed->uses[0].name.kind->ruleset != NULL) return GRUNDY_OK;
  grundy_parsed_free(parsed);
  return grundy_fail(error, GRUNDY_BAD_ARGUMENT,
                     "a certificate is about a position of rules alone, such as "
                     "kotzig:9@POSITION");
}

/* ---- about a whole game --------------------------------------------------------------------- */

/* Finds out whether two texts are codes of the same heap game. */
static grundy_status compare_codes(const char *first, const char *second, bool *are_same,
                                   grundy_error *error) {
  grundy_heap_code *one = NULL, *other = NULL;
  grundy_status status = grundy_heap_code_parse(first, strlen(first), &one, error);
  if (status == GRUNDY_OK) status = grundy_heap_code_parse(second, strlen(second), &other, error);
  *are_same =
      status == GRUNDY_OK && strcmp(grundy_heap_code_text(one), grundy_heap_code_text(other)) == 0;
  grundy_heap_code_free(one);
  grundy_heap_code_free(other);
  return status == GRUNDY_OUT_OF_MEMORY ? status : GRUNDY_OK;
}

/* Finds out whether two texts are the same row of the same game on vectors, if both are rows. */
static grundy_status compare_rows(const char *first, const char *second, bool *are_same,
                                  grundy_error *error) {
  size_t one_length, other_length;
  grundy_vector_moves *one = NULL, *other = NULL;
  *are_same = false;
  if (!grundy_vector_find(first, &one_length) || !grundy_vector_find(second, &other_length) ||
      strcmp(first + one_length, second + other_length) != 0)
    return GRUNDY_OK;
  grundy_status status = grundy_vector_moves_parse(first, one_length, &one, error);
  if (status == GRUNDY_OK) status = grundy_vector_moves_parse(second, other_length, &other, error);
  *are_same = status == GRUNDY_OK &&
              strcmp(grundy_vector_moves_view(one).text, grundy_vector_moves_view(other).text) == 0;
  grundy_vector_moves_free(one);
  grundy_vector_moves_free(other);
  return status == GRUNDY_OUT_OF_MEMORY ? status : GRUNDY_OK;
}

/* Finds out whether the first text is a game on vectors, from any start, and the second one the
 * same game without a start. */
static grundy_status compare_vectors(const char *first, const char *second, bool *are_same,
                                     grundy_error *error) {
  grundy_vector_game game = {0};
  char *text = NULL;
  grundy_status status = grundy_vector_game_parse(first, &game, error);
  if (status == GRUNDY_OK && (text = grundy_vector_game_text(&game)) == NULL)
    status = grundy_fail_memory(error);
  *are_same = status == GRUNDY_OK && strcmp(text, second) == 0;
  free(text);
  grundy_vector_game_free(&game);
  return status == GRUNDY_OUT_OF_MEMORY ? status : GRUNDY_OK;
}

static grundy_status check_game(const char *text, FILE *in, const char *name,
                                const grundy_monitor *monitor, grundy_certificate_report *report,
                                grundy_error *error) {
  bool are_same;
  grundy_status status = grundy_json_proof_check(in, name, monitor, report, error);
  if (status != GRUNDY_OK || text == NULL) return status;
  status = compare_codes(text, report->game, &are_same, error);
  if (status == GRUNDY_OK && !are_same) status = compare_rows(text, report->game, &are_same, error);
  if (status == GRUNDY_OK && !are_same)
    status = compare_vectors(text, report->game, &are_same, error);
  if (status != GRUNDY_OK || are_same || strcmp(text, report->game) == 0) return status;
  return grundy_fail_at(error, GRUNDY_BAD_INPUT, name, 0, 0,
                        "the certificate is about %s, not about %.*s; GAME may be left out",
                        report->game[0] == '\0' ? "a table of options" : report->game,
                        grundy_excerpt(text, strlen(text)), text);
}

/* ---- both ----------------------------------------------------------------------------------- */

/* Finds out whether the certificate is JSON, without reading anything. Fails if it is empty. */
static grundy_status find_format(FILE *in, const char *name, bool *is_json, grundy_error *error) {
  errno = 0;
  int first = getc(in);
  if (first == EOF && ferror(in)) return grundy_fail_reading(name, errno, error);
  if (first == EOF)
    return grundy_fail_at(error, GRUNDY_BAD_INPUT, name, 0, 0,
                          "the file is empty; expected a certificate");
  (void)ungetc(first, in);
  *is_json = first == '{';
  return GRUNDY_OK;
}

grundy_status grundy_certificate_verify(const char *text, const char *path,
                                        const grundy_certificate_options *given,
                                        grundy_certificate_report *report, grundy_error *error) {
  grundy_certificate_options options;
  FILE *in = NULL;
  grundy_status status = grundy_options_copy(given, &options, sizeof options, error);
  if (status == GRUNDY_OK) status = grundy_input_open(path, &in, error);
  if (status != GRUNDY_OK) return status;
  const char *name = grundy_input_name(path);
  bool is_json = false;
  status = find_format(in, name, &is_json, error);
  if (status == GRUNDY_OK && is_json && options.moves != NULL)
    status = grundy_fail(error, GRUNDY_BAD_ARGUMENT,
                         "moves are listed for a certificate about one position; %s is about a "
                         "whole game",
                         name);
  else if (status == GRUNDY_OK && is_json) {
    status = check_game(text, in, name, options.monitor, report, error);
  } else if (status == GRUNDY_OK) {
    grundy_parsed parsed;
    status = parse_position(text, &parsed, error);
    if (status == GRUNDY_OK) {
      status = check_position(&parsed, in, name, &options, report, error);
      grundy_parsed_free(&parsed);
    }
  }
  grundy_input_close(in);
  return status;
}
