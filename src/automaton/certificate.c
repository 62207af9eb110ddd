/* Certificates: writing the steps of a proof, and reading the law of one. docs/automata.md has the
 * format, and src/certificate/automaton.c checks it with code of its own. */

#include "automaton/impl.h"

#include "base/alloc.h"
#include "base/options.h"
#include "certificate/check.h"
#include "text/input.h"
#include "text/json_input.h"
#include "text/text.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

/* ---- writing ------------------------------------------------------------------------------ */

static void write_numbers(grundy_json *json, const char *name, const uint32_t *numbers,
                          uint64_t count) {
  grundy_json_array(json, name);
  for (uint64_t i = 0; i < count; i++) grundy_json_integer(json, NULL, numbers[i]);
  grundy_json_end(json);
}

static void write_game(grundy_json *json, const grundy_proving *proof,
                       const grundy_vector_rules *moves) {
  grundy_json_object(json, "game");
  grundy_json_array(json, "moves");
  for (uint32_t i = 0; i < moves->count; i++) {
    grundy_json_object(json, NULL);
    grundy_json_array(json, "vector");
    for (uint32_t k = 0; k < moves->dimension; k++)
      grundy_json_signed(json, NULL, moves->list[i].entries[k]);
    grundy_json_end(json);
    grundy_json_bool(json, "ray", moves->list[i].is_ray);
    grundy_json_end(json);
  }
  grundy_json_end(json);
  grundy_json_array(json, "terminal");
  for (uint64_t i = 0; i < proof->rules->terminal_count; i++)
    write_numbers(json, NULL, proof->rules->terminal[i].at, moves->dimension);
  grundy_json_end(json);
  grundy_json_integer(json, "block", proof->rules->block);
  grundy_json_end(json);
}

static void write_automaton(grundy_json *json, const grundy_dfa *dfa) {
  grundy_json_object(json, "automaton");
  grundy_json_array(json, "outputs");
  for (uint32_t i = 0; i < dfa->states; i++) grundy_json_integer(json, NULL, dfa->outputs[i]);
  grundy_json_end(json);
  grundy_json_array(json, "next");
  for (uint32_t i = 0; i < dfa->states; i++) {
    grundy_json_line(json);
    write_numbers(json, NULL, dfa->next + (uint64_t)i * dfa->symbols, dfa->symbols);
  }
  grundy_json_end(json);
  grundy_json_end(json);
}

void grundy_proof_write_head(grundy_json *json, const grundy_proving *proof,
                             const grundy_vector_rules *moves) {
  char name[16];
  grundy_json_object(json, NULL);
  grundy_json_string(json, "format", "grundy automaton 1");
  grundy_json_line(json);
  write_game(json, proof, moves);
  grundy_json_line(json);
  grundy_json_string(json, "numeration",
                     grundy_numeration_name(proof->automaton->numeration, name));
  grundy_json_integer(json, "level", proof->automaton->level);
  write_numbers(json, "weight", proof->report->weight, moves->dimension);
  grundy_json_line(json);
  write_automaton(json, &proof->automaton->dfa);
  grundy_json_line(json);
  grundy_json_array(json, "steps");
}

void grundy_proof_write_step(grundy_json *json, const grundy_automaton_step *step) {
  grundy_json_line(json);
  grundy_json_object(json, NULL);
  grundy_json_array(json, "labels");
  for (uint32_t i = 0; i < step->count; i++) {
    grundy_json_array(json, NULL);
    for (uint64_t k = i == 0 ? 0 : step->ends[i - 1]; k < step->ends[i]; k++)
      grundy_json_signed(json, NULL, step->integers[k]);
    grundy_json_end(json);
  }
  grundy_json_end(json);
  write_numbers(json, "map", step->map, step->count);
  grundy_json_end(json);
}

/* ---- answers ------------------------------------------------------------------------------ */

static void write_position(grundy_json *json, const uint64_t *position, uint32_t dimension) {
  grundy_json_array(json, "position");
  for (uint32_t i = 0; i < dimension; i++) grundy_json_integer(json, NULL, position[i]);
  grundy_json_end(json);
}

void grundy_automaton_write_json(grundy_json *json, const grundy_automaton *automaton,
                                 uint32_t dimension, const grundy_automaton_report *learnt,
                                 const grundy_automaton_report *proved) {
  static const char *const fails[] = {[GRUNDY_AUTOMATON_HOLDS] = NULL,
                                      [GRUNDY_AUTOMATON_WRONG] = "table",
                                      [GRUNDY_AUTOMATON_NOT_CLOSED] = "closure",
                                      [GRUNDY_AUTOMATON_NOT_ABSORBING] = "absorption"};
  const grundy_automaton_report *report = automaton == NULL ? learnt : proved;
  char name[16];
  grundy_json_object(json, NULL);
  grundy_json_bool(json, "proved", report->finding == GRUNDY_AUTOMATON_HOLDS);
  grundy_json_string(json, "fails", fails[report->finding]);
  if (report->finding == GRUNDY_AUTOMATON_HOLDS)
    grundy_json_null(json, "position");
  else
    write_position(json, report->position, dimension);
  grundy_json_integer(json, "learnt_below", learnt->side);
  grundy_json_integer(json, "compared", learnt->tested);
  if (automaton != NULL) {
    grundy_json_string(json, "numeration", grundy_numeration_name(automaton->numeration, name));
    grundy_json_integer(json, "level", automaton->level);
    grundy_json_integer(json, "states", automaton->dfa.states);
    grundy_json_integer(json, "live", automaton->live);
    grundy_json_integer(json, "steps", proved->steps);
    grundy_json_integer(json, "largest", proved->largest_raw);
    write_numbers(json, "weight", proved->weight, dimension);
    write_automaton(json, &automaton->dfa);
  }
  grundy_json_end(json);
}

/* ---- reading ------------------------------------------------------------------------------ */

/* A certificate of which the law is read. Its proof has been checked, and with it that all members
 * of the game and of the automaton are there and in range. */
typedef struct reader {
  const char *name;
  grundy_automaton_law *law;
  grundy_error *error;
  uint32_t dimension;
} reader;

static int64_t number_of(const json_t *value, int64_t least, int64_t most) {
  int64_t number = json_integer_value(value);
  assert(json_is_integer(value) && number >= least && number <= most);
  (void)least, (void)most;
  return number;
}

/* Appends "(1,0)*" to the text of the moves. */
static void append_move(reader *r, const json_t *move, grundy_text *text) {
  const json_t *vector = json_object_get(move, "vector");
  r->dimension = (uint32_t)json_array_size(vector);
  assert(r->dimension >= 1 && r->dimension <= GRUNDY_AUTOMATON_DIMENSION);
  for (size_t i = 0; i < r->dimension; i++) {
    char entry[32];
    int64_t number = number_of(json_array_get(vector, i), -GRUNDY_AUTOMATON_MAX_ENTRY,
                               GRUNDY_AUTOMATON_MAX_ENTRY);
    int length = snprintf(entry, sizeof entry, "%s%" PRId64, i == 0 ? "(" : ",", number);
    grundy_text_append(text, entry, (size_t)length);
  }
  grundy_text_append(text, ")*", json_is_true(json_object_get(move, "ray")) ? 2 : 1);
}

static grundy_status read_moves(reader *r, const json_t *game) {
  const json_t *moves = json_object_get(game, "moves");
  grundy_text text = {0};
  assert(json_array_size(moves) > 0);
  for (size_t i = 0; i < json_array_size(moves); i++) {
    grundy_text_append(&text, i == 0 ? "vector{" : ",", i == 0 ? 7 : 1);
    append_move(r, json_array_get(moves, i), &text);
  }
  grundy_text_append(&text, "}", 1);
  grundy_status status =
      text.failed ? grundy_fail_memory(r->error)
                  : grundy_vector_moves_parse(text.at, text.length, &r->law->moves, r->error);
  grundy_text_free(&text);
  return status;
}

static grundy_status read_terminal(reader *r, const json_t *game) {
  const json_t *list = json_object_get(game, "terminal");
  uint64_t count = json_array_size(list);
  r->law->terminal = grundy_alloc_zero(count, sizeof *r->law->terminal);
  if (r->law->terminal == NULL) return grundy_fail_memory(r->error);
  for (uint64_t i = 0; i < count * r->dimension; i++) {
    const json_t *position = json_array_get(list, i / r->dimension);
    r->law->terminal[i / r->dimension].at[i % r->dimension] =
        (uint32_t)number_of(json_array_get(position, i % r->dimension), 0, GRUNDY_VECTOR_MAX_ENTRY);
  }
  r->law->terminal_count = count;
  r->law->block = (uint32_t)number_of(json_object_get(game, "block"), 0, GRUNDY_VECTOR_MAX_BLOCK);
  return GRUNDY_OK;
}

static void fill_automaton(const json_t *automaton, const grundy_automaton_parts *parts,
                           uint32_t *next, uint8_t *outputs) {
  const json_t *rows = json_object_get(automaton, "next"),
               *list = json_object_get(automaton, "outputs");
  for (uint32_t i = 0; i < parts->states; i++) {
    const json_t *row = json_array_get(rows, i);
    outputs[i] = (uint8_t)number_of(json_array_get(list, i), 0, UINT8_MAX);
    for (uint32_t k = 0; k < parts->symbols; k++, next++)
      *next = (uint32_t)number_of(json_array_get(row, k), 0, parts->states - 1);
  }
}

static grundy_status read_automaton(reader *r, const json_t *root) {
  const json_t *automaton = json_object_get(root, "automaton");
  const char *name = json_string_value(json_object_get(root, "numeration"));
  uint64_t states = json_array_size(json_object_get(automaton, "outputs"));
  grundy_automaton_parts parts = {.dimension = r->dimension, .states = (uint32_t)states};
  grundy_status status = grundy_numeration_parse(name, &parts.numeration, r->error);
  assert(status == GRUNDY_OK);
  parts.level = (uint32_t)number_of(json_object_get(root, "level"), 0, GRUNDY_AUTOMATON_MAX_LEVEL);
  parts.symbols = grundy_numeration_symbols(parts.numeration, parts.dimension);
  uint32_t *next = grundy_alloc(states * parts.symbols, sizeof *next);
  uint8_t *outputs = grundy_alloc(states, 1);
  parts.next = next;
  parts.outputs = outputs;
  if (next == NULL || outputs == NULL) {
    status = grundy_fail_memory(r->error);
  } else {
    fill_automaton(automaton, &parts, next, outputs);
    status = grundy_automaton_new(&parts, &r->law->automaton, r->error);
  }
  free(next);
  free(outputs);
  return status;
}

void grundy_automaton_law_free(grundy_automaton_law *law) {
  grundy_automaton_free(law->automaton);
  grundy_vector_moves_free(law->moves);
  free(law->terminal);
  *law = (grundy_automaton_law){0};
}

/* Checks the proof. */
static grundy_status check_proof(const reader *r, const char *text, size_t length,
                                 const grundy_monitor *monitor) {
  grundy_certificate_report report;
  grundy_status status =
      grundy_json_proof_check_text(text, length, r->name, monitor, &report, r->error);
  if (status == GRUNDY_OK && !report.is_right)
    return grundy_fail_at(r->error, GRUNDY_BAD_INPUT, r->name, 0, 0,
                          "the certificate proves nothing: %s", report.wrong);
  return status;
}

/* Reads the law of a text whose proof was checked, so that it is JSON with a format. */
static grundy_status read_law(reader *r, const char *text, size_t length, grundy_work *work) {
  json_t *root;
  grundy_status status = grundy_json_parse(text, length, r->name, work, &root, r->error);
  if (status != GRUNDY_OK) return status;
  const json_t *game = json_object_get(root, "game");
  if (strcmp(json_string_value(json_object_get(root, "format")), "grundy automaton 1") != 0)
    status = grundy_fail_at(r->error, GRUNDY_BAD_INPUT, r->name, 0, 0,
                            "not a certificate of an automaton");
  if (status == GRUNDY_OK) status = read_moves(r, game);
  if (status == GRUNDY_OK) status = read_terminal(r, game);
  if (status == GRUNDY_OK) status = read_automaton(r, root);
  json_decref(root);
  return status;
}

grundy_status grundy_automaton_law_read(const char *path, const grundy_run_options *options,
                                        grundy_automaton_law *law, grundy_error *error) {
  grundy_automaton_law made = {0};
  const grundy_monitor *monitor;
  reader r = {.name = grundy_input_name(path), .law = &made, .error = error};
  char *text = NULL;
  size_t length = 0;
  if (grundy_monitor_of(options, &monitor, error) != GRUNDY_OK) return GRUNDY_BAD_ARGUMENT;
  grundy_work work = grundy_work_start(monitor, "reading a law", 0);
  grundy_status status = grundy_input_read(path, &work, &text, &length, error);
  if (status != GRUNDY_OK) return status;
  status = check_proof(&r, text, length, monitor);
  if (status == GRUNDY_OK) status = read_law(&r, text, length, &work);
  free(text);
  if (status == GRUNDY_OK)
    *law = made;
  else
    grundy_automaton_law_free(&made);
  return status;
}
