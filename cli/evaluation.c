#include "evaluation.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <grundy/compound.h>
#include <grundy/facts.h>
#include <grundy/ordinal.h>
#include <grundy/text.h>
#include <grundy/value.h>

#include "lists.h"
#include "terminal.h"

const char *const evaluation_names[EVALUATION_FACTS] = {"outcome", "value", "remoteness",
                                                        "distance"};

struct evaluation_fact evaluation_fact(const grundy_evaluation *evaluation, int number) {
  const struct evaluation_fact facts[EVALUATION_FACTS] = {
      {evaluation->outcome != GRUNDY_OUTCOME_NONE, evaluation->outcome, NULL,
       evaluation->outcome_origin},
      {evaluation->value != GRUNDY_UNKNOWN, evaluation->value, evaluation->ordinal_value,
       evaluation->value_origin},
      {evaluation->remoteness != GRUNDY_UNKNOWN, evaluation->remoteness, NULL,
       evaluation->remoteness_origin},
      {evaluation->distance != GRUNDY_UNKNOWN, evaluation->distance, evaluation->ordinal_distance,
       evaluation->distance_origin},
  };
  return facts[number];
}

static void put_heading(FILE *out, const char *heading, grundy_language language, bool ascii) {
  grundy_fact_write(GRUNDY_FACT(GRUNDY_FACT_HEADING, grundy_with_word("heading", heading)),
                    language, ascii, out);
}

void evaluation_put_heading(FILE *out, const char *heading, grundy_language language) {
  put_heading(out, heading, language, terminal_is_ascii());
}

bool evaluation_put_padded(FILE *out, const char *heading, int width, grundy_language language) {
  char *text = NULL;
  size_t size = 0;
  FILE *memory = grundy_text_open(&text, &size);
  if (memory == NULL) return false;
  put_heading(memory, heading, language, true);
  bool kept = grundy_text_close(memory, &text);
  if (kept) (void)fprintf(out, "%-*s ", width, text);
  free(text);
  return kept;
}

void evaluation_put_origin(FILE *out, const grundy_origin *origin, grundy_language language) {
  char count[48];
  lists_grouped(origin->positions, count, sizeof count);
  for (char *c = count; language == GRUNDY_GERMAN && *c != '\0'; c++)
    if (*c == ',') *c = '.';
  grundy_fact_write(
      GRUNDY_FACT(GRUNDY_FACT_ORIGIN,
                  grundy_with_word("positions", origin->positions > 0 ? count : NULL),
                  grundy_with_flag("cited", origin->theorem != NULL && origin->theorem[0] == '['),
                  grundy_with_word("theorem", origin->theorem)),
      language, terminal_is_ascii(), out);
}

/* Writes a number that is at least GRUNDY_OMEGA: w*2+5, or ω*2+5. */
static void put_ordinal(FILE *out, uint64_t number, bool ascii) {
  unsigned long long omegas = number / GRUNDY_OMEGA, rest = number % GRUNDY_OMEGA;
  (void)fputs(ascii ? "w" : "ω", out);
  if (omegas > 1) (void)fprintf(out, "*%llu", omegas);
  if (rest > 0) (void)fprintf(out, "+%llu", rest);
}

static void put_number(FILE *out, uint64_t number, bool ascii) {
  if (number == GRUNDY_INFINITY64)
    (void)fputs(ascii ? "inf" : "∞", out);
  else if (number >= GRUNDY_OMEGA)
    put_ordinal(out, number, ascii);
  else
    (void)fprintf(out, "%llu", (unsigned long long)number);
}

static void put_value(FILE *out, const grundy_evaluation *evaluation, bool ascii) {
  if (evaluation->value == GRUNDY_INFINITY64)
    grundy_value_write(
        (grundy_value){.nimber = GRUNDY_INFINITY, .k = evaluation->k, .c = evaluation->c}, ascii,
        out);
  else
    put_number(out, evaluation->value, ascii);
}

void evaluation_put_fact(FILE *out, const grundy_evaluation *evaluation, int number) {
  bool ascii = terminal_is_ascii();
  struct evaluation_fact fact = evaluation_fact(evaluation, number);
  if (fact.ordinal != NULL)
    grundy_ordinal_write(fact.ordinal, ascii, out);
  else if (number == 0)
    (void)putc(evaluation->outcome, out);
  else if (number == 1)
    put_value(out, evaluation, ascii);
  else
    put_number(out, fact.number, ascii);
}

bool evaluation_resists(const grundy_evaluation *evaluation) {
  grundy_number remoteness = evaluation->remoteness;
  return remoteness != GRUNDY_UNKNOWN &&
         (remoteness < GRUNDY_OMEGA || remoteness % GRUNDY_OMEGA > 0);
}

bool evaluation_is_won(const grundy_evaluation *evaluation) {
  grundy_outcome outcome = grundy_evaluation_mover_outcome(evaluation);
  return outcome == GRUNDY_OUTCOME_P || outcome == GRUNDY_OUTCOME_N;
}

void evaluation_put_endless(FILE *out, grundy_language language) {
  grundy_fact_write(&(grundy_fact){.kind = GRUNDY_FACT_MAY_NOT_END}, language, terminal_is_ascii(),
                    out);
  (void)putc('\n', out);
}

void evaluation_put_outcome(FILE *out, grundy_outcome outcome) {
  grundy_fact_write(GRUNDY_FACT(GRUNDY_FACT_OUTCOME, grundy_with_letter("outcome", outcome)),
                    GRUNDY_ENGLISH, false, out);
}

void evaluation_put_after(FILE *out, const grundy_evaluation *evaluation,
                          grundy_language language) {
  grundy_fact_write(
      GRUNDY_FACT(GRUNDY_FACT_LEADS_TO, grundy_with_letter("outcome", evaluation->outcome)),
      language, terminal_is_ascii(), out);
  for (int i = 1; i < 3; i++) {
    if (!evaluation_fact(evaluation, i).known) continue;
    (void)fputs(", ", out);
    evaluation_put_heading(out, evaluation_names[i], language);
    (void)putc(' ', out);
    evaluation_put_fact(out, evaluation, i);
  }
}
