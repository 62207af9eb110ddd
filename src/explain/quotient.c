/* Multiplies in words: the outcome of a sum in misère play by its misère quotient. */

#include "explain/quotient.h"

#include "base/alloc.h"
#include "base/error.h"
#include "text/text.h"

#include <grundy/misere.h>

#include <inttypes.h>
#include <stdio.h>

/* Appends the name of a position of a component, after " + " if it is not the first. */
static void append_name(grundy_text *text, grundy_compound *compound, uint32_t i,
                        uint64_t position) {
  size_t length = grundy_compound_name(compound, i, position, NULL, 0);
  char *name = grundy_alloc(length + 1, 1);
  if (i > 0) grundy_text_append(text, " + ", 3);
  if (name == NULL) {
    text->failed = true;
    return;
  }
  (void)grundy_compound_name(compound, i, position, name, length + 1);
  grundy_text_append(text, name, length);
  free(name);
}

static void append_word(grundy_text *text, const grundy_misere *quotient, grundy_misere_word word) {
  size_t length = grundy_misere_word_format(quotient, word, NULL, 0);
  char *letters = grundy_alloc(length + 1, 1);
  if (letters == NULL) {
    text->failed = true;
    return;
  }
  (void)grundy_misere_word_format(quotient, word, letters, length + 1);
  grundy_text_append(text, letters, length);
  free(letters);
}

static void append_element(grundy_text *text, const grundy_misere *quotient, uint32_t element) {
  append_word(text, quotient, grundy_misere_word_of(quotient, element));
}

/* Appends "a = 1, b = 2": the heaps that generate the quotient. */
static void append_generators(grundy_text *text, const grundy_misere *quotient,
                              const grundy_misere_facts *about) {
  for (uint32_t g = 0; g < about->generator_count; g++) {
    char heap[16];
    int length = snprintf(heap, sizeof heap, " = %" PRIu32, about->generators[g]);
    if (g > 0) grundy_text_append(text, ", ", 2);
    append_word(text, quotient, (grundy_misere_word){&g, 1});
    grundy_text_append(text, heap, (size_t)length);
  }
}

/* Returns the text, which then belongs to the facts; "" if memory runs out. */
static const char *keep(grundy_facts *facts, grundy_text *text) {
  const char *kept = "";
  grundy_text_append(text, "", 1);
  if (text->failed)
    facts->failed = true;
  else
    kept = grundy_facts_keep(facts, text->at, text->length, 1);
  grundy_text_free(text);
  return kept == NULL ? "" : kept;
}

/* Returns the names of the positions of all components, after a step if that is not NULL. */
static const char *name_all(grundy_compound *compound, const grundy_step *step,
                            grundy_facts *facts) {
  grundy_text text = {0};
  for (uint32_t i = 0; i < grundy_compound_count(compound); i++) {
    bool moves = step != NULL && step->component == i;
    append_name(&text, compound, i, moves ? step->to : grundy_compound_position(compound, i));
  }
  return keep(facts, &text);
}

/* Adds the fact that multiplies. */
static grundy_status multiply(grundy_compound *compound, const grundy_evaluation *sum,
                              const char *position, grundy_facts *facts, grundy_error *error) {
  if (grundy_misere_get_facts(sum->quotient).order == 1) return GRUNDY_OK; /* no heap has moves */
  grundy_text factors = {0}, product = {0}, generators = {0};
  uint32_t count = 0;
  for (uint32_t i = 0; i < grundy_compound_count(compound); i++) {
    grundy_component component = grundy_compound_component(compound, i);
    grundy_evaluation one = {0};
    grundy_status status = component.kind->evaluate(
        component.data, grundy_compound_position(compound, i), GRUNDY_MISERE_PLAY, &one, error);
    if (status != GRUNDY_OK) {
      grundy_text_free(&factors);
      return status;
    }
    if (one.quotient != sum->quotient) continue;
    if (count++ > 0) grundy_text_append(&factors, " * ", 3);
    append_element(&factors, sum->quotient, one.element);
  }
  grundy_misere_facts about = grundy_misere_get_facts(sum->quotient);
  append_element(&product, sum->quotient, sum->element);
  append_generators(&generators, sum->quotient, &about);
  const char *multiplied = keep(facts, &factors), *made = keep(facts, &product);
  GRUNDY_ADD_FACT(facts, GRUNDY_FACT_MISERE_PRODUCT, NULL, grundy_with_name("position", position),
                  grundy_with_number("order", about.order),
                  grundy_with_number("heaps", about.heaps),
                  grundy_with_flag("periodic", about.period_length > 0),
                  grundy_with_word("generators", keep(facts, &generators)),
                  grundy_with_word("factors", multiplied), grundy_with_word("product", made),
                  grundy_with_flag("trivial", count < 2),
                  grundy_with_flag("lost", grundy_misere_is_p(sum->quotient, sum->element)));
  return GRUNDY_OK;
}

grundy_status grundy_quotient_explain(grundy_compound *compound, bool all, grundy_facts *facts,
                                      bool *known, grundy_error *error) {
  grundy_search_options searching = {.size = sizeof searching, .never = true};
  grundy_evaluation sum;
  grundy_moves *moves = NULL;
  grundy_status status = grundy_compound_best(compound, 1, &searching, &sum, &moves, error);
  *known = status == GRUNDY_OK && sum.quotient != NULL;
  if (*known) {
    const char *position = name_all(compound, NULL, facts);
    if (all) facts->position = position;
    status = multiply(compound, &sum, position, facts, error);
    if (all && sum.outcome == GRUNDY_OUTCOME_N && grundy_moves_count(moves) > 0) {
      const char *to = name_all(compound, grundy_moves_get(moves, 0).steps, facts);
      GRUNDY_ADD_FACT(facts, GRUNDY_FACT_MISERE_WIN, NULL, grundy_with_name("position", position),
                      grundy_with_name("to", to));
    }
    if (status == GRUNDY_OK && facts->failed) status = grundy_fail_memory(error);
  }
  grundy_moves_free(moves);
  return status;
}
