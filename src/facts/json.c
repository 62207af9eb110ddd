/* Facts as JSON: kind, parameters and sentence of each. */

#include "facts/impl.h"

#include "base/error.h"
#include "text/print.h"

#include <stdlib.h>

static void write_set(grundy_json *json, const char *name, grundy_set set) {
  if (set.absent) {
    grundy_json_null(json, name);
    return;
  }
  grundy_json_array(json, name);
  for (uint64_t i = 0; i < set.size; i++) grundy_json_integer(json, NULL, set.numbers[i]);
  grundy_json_end(json);
}

static void write_value(grundy_json *json, const char *name, uint64_t number, grundy_set k) {
  if (number != GRUNDY_INFINITY64) {
    grundy_json_integer(json, name, number);
    return;
  }
  grundy_json_object(json, name);
  write_set(json, "infinite", k);
  grundy_json_end(json);
}

static void write_item(grundy_json *json, grundy_fact_type type, const grundy_fact_item *item) {
  if (type == GRUNDY_FACT_TYPE_POSITIONS || type == GRUNDY_FACT_TYPE_WORDS) {
    grundy_json_string(json, NULL, item->position);
    return;
  }
  grundy_json_object(json, NULL);
  if (type == GRUNDY_FACT_TYPE_MOVES) {
    grundy_json_string(json, "from", item->position);
    grundy_json_string(json, "to", item->to);
  } else {
    grundy_json_string(json, "position", item->position);
    write_value(json, "value", item->number, item->set);
  }
  grundy_json_end(json);
}

static void write_parameter(grundy_json *json, const grundy_fact_parameter *p) {
  if (p->is_null) {
    grundy_json_null(json, p->name);
    return;
  }
  switch (p->type) {
  case GRUNDY_FACT_TYPE_POSITION:
  case GRUNDY_FACT_TYPE_WORD:
    grundy_json_string(json, p->name, p->text);
    break;
  case GRUNDY_FACT_TYPE_NUMBER:
    if (p->number == GRUNDY_INFINITY64)
      grundy_json_string(json, p->name, "inf");
    else
      grundy_json_integer(json, p->name, p->number);
    break;
  case GRUNDY_FACT_TYPE_REAL:
    grundy_json_real(json, p->name, p->real);
    break;
  case GRUNDY_FACT_TYPE_FLAG:
    grundy_json_bool(json, p->name, p->number != 0);
    break;
  case GRUNDY_FACT_TYPE_VALUE:
    write_value(json, p->name, p->number, p->set);
    break;
  case GRUNDY_FACT_TYPE_SET:
    write_set(json, p->name, p->set);
    break;
  default:
    grundy_json_array(json, p->name);
    for (uint64_t i = 0; i < p->count; i++) write_item(json, p->type, &p->items[i]);
    grundy_json_end(json);
  }
}

bool grundy_fact_write_members(grundy_json *json, const grundy_fact *fact, grundy_language language,
                               const char *sentence) {
  char *made = NULL;
  size_t size = 0;
  FILE *out = sentence != NULL ? NULL : grundy_text_open(&made, &size);
  if (sentence == NULL) {
    if (out == NULL) return false;
    grundy_fact_write(fact, language, false, out);
    if (!grundy_text_close(out, &made)) {
      free(made);
      return false;
    }
  }
  grundy_json_string(json, "kind", grundy_fact_describe(fact->kind)->name);
  for (uint32_t i = 0; i < fact->parameter_count; i++) write_parameter(json, &fact->parameters[i]);
  grundy_json_string(json, "sentence", sentence != NULL ? sentence : made);
  free(made);
  return true;
}

bool grundy_facts_write_details(grundy_json *json, const grundy_facts *facts,
                                grundy_language language, uint64_t fact) {
  bool fine = true;
  grundy_json_array(json, "details");
  for (uint64_t i = fact + 1; i < facts->count && facts->at[i].is_detail; i++) {
    grundy_json_object(json, NULL);
    fine = grundy_fact_write_members(json, &facts->at[i], language, NULL) && fine;
    grundy_json_end(json);
  }
  grundy_json_end(json);
  return fine;
}

/* Writes a fact and its details as an object. */
static bool write_fact(grundy_json *json, const char *name, const grundy_facts *facts,
                       grundy_language language, uint64_t fact) {
  grundy_json_object(json, name);
  bool fine = grundy_fact_write_members(json, &facts->at[fact], language, NULL);
  fine = grundy_facts_write_details(json, facts, language, fact) && fine;
  grundy_json_end(json);
  return fine;
}

/* Writes "draw": the fact about staying in a draw, or null. */
static bool write_draw(grundy_json *json, const grundy_facts *facts, grundy_language language) {
  for (uint64_t i = 0; i < facts->count; i++)
    if (facts->at[i].kind == GRUNDY_FACT_STAYING)
      return write_fact(json, "draw", facts, language, i);
  grundy_json_null(json, "draw");
  return true;
}

grundy_status grundy_facts_write_json(const grundy_facts *facts, grundy_language language,
                                      FILE *out, grundy_error *error) {
  grundy_json json = grundy_json_start(out);
  grundy_json_object(&json, NULL);
  grundy_json_string(&json, "position", facts->position);
  grundy_json_bool(&json, "reduced", facts->is_reduced);
  bool fine = write_draw(&json, facts, language);
  grundy_json_array(&json, "paragraphs");
  for (uint64_t i = 0; i < facts->count;) {
    uint32_t paragraph = facts->at[i].paragraph;
    grundy_json_array(&json, NULL);
    for (; i < facts->count && facts->at[i].paragraph == paragraph; i++)
      if (!facts->at[i].is_detail) fine = write_fact(&json, NULL, facts, language, i) && fine;
    grundy_json_end(&json);
  }
  grundy_json_end(&json);
  grundy_json_end(&json);
  return fine ? GRUNDY_OK : grundy_fail_memory(error);
}
