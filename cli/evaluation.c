#include "evaluation.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <grundy/compound.h>
#include <grundy/ordinal.h>
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

void evaluation_origin(const grundy_origin *origin, char *text, size_t size) {
  char count[48];
  if (origin->positions > 0) {
    lists_grouped(origin->positions, count, sizeof count);
    (void)snprintf(text, size, "search of %s positions", count);
  } else if (origin->theorem != NULL) {
    (void)snprintf(text, size, "%s%s", origin->theorem[0] == '[' ? "theorem " : "",
                   origin->theorem);
  } else {
    (void)snprintf(text, size, "the component by itself");
  }
}

void evaluation_put_ordinal(FILE *out, uint64_t number, bool ascii) {
  unsigned long long omegas = number / GRUNDY_OMEGA, rest = number % GRUNDY_OMEGA;
  (void)fputs(ascii ? "w" : "ω", out);
  if (omegas > 1) (void)fprintf(out, "*%llu", omegas);
  if (rest > 0) (void)fprintf(out, "+%llu", rest);
}

static void put_number(FILE *out, uint64_t number, bool ascii) {
  if (number == GRUNDY_INFINITY64)
    (void)fputs(ascii ? "inf" : "∞", out);
  else if (number >= GRUNDY_OMEGA)
    evaluation_put_ordinal(out, number, ascii);
  else
    (void)fprintf(out, "%llu", (unsigned long long)number);
}

static void put_value(FILE *out, const grundy_evaluation *evaluation, bool ascii) {
  if (evaluation->value == GRUNDY_INFINITY64)
    grundy_value_write((grundy_value){GRUNDY_INFINITY, evaluation->k}, ascii, out);
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

const char *evaluation_outcome(grundy_outcome outcome) {
  switch (outcome) {
  case GRUNDY_OUTCOME_P:
    return "a P-position";
  case GRUNDY_OUTCOME_N:
    return "an N-position";
  case GRUNDY_OUTCOME_D:
    return "a draw";
  default:
    return "a position";
  }
}

void evaluation_put(FILE *out, const grundy_evaluation *evaluation) {
  (void)fputs(evaluation_outcome(evaluation->outcome), out);
  for (int i = 1; i < 3; i++) {
    if (!evaluation_fact(evaluation, i).known) continue;
    (void)fprintf(out, ", %s ", evaluation_names[i]);
    evaluation_put_fact(out, evaluation, i);
  }
}

/* ---- JSON ---------------------------------------------------------------------------- */

static void json_ordinal(FILE *out, const struct evaluation_fact *fact) {
  (void)fputs("{\"ordinal\": \"", out);
  if (fact->ordinal != NULL)
    grundy_ordinal_write(fact->ordinal, true, out);
  else
    evaluation_put_ordinal(out, fact->number, true);
  (void)fputs("\"}", out);
}

static void json_number(FILE *out, const struct evaluation_fact *fact) {
  if (fact->number == GRUNDY_INFINITY64)
    (void)fputs("\"inf\"", out);
  else if (fact->number >= GRUNDY_OMEGA)
    json_ordinal(out, fact);
  else
    (void)fprintf(out, "%llu", (unsigned long long)fact->number);
}

static void json_value(FILE *out, const grundy_evaluation *evaluation) {
  if (evaluation->ordinal_value != NULL) {
    struct evaluation_fact value = evaluation_fact(evaluation, 1);
    json_ordinal(out, &value);
    return;
  }
  if (evaluation->value != GRUNDY_INFINITY64) {
    (void)fprintf(out, "{\"nimber\": %llu}", (unsigned long long)evaluation->value);
    return;
  }
  (void)fputs("{\"infinite\": [", out);
  for (uint64_t i = 0; i < evaluation->k.size; i++)
    (void)fprintf(out, "%s%lu", i == 0 ? "" : ", ", (unsigned long)evaluation->k.numbers[i]);
  (void)fputs("]}", out);
}

void evaluation_put_json(FILE *out, const grundy_evaluation *evaluation, int count) {
  for (int i = 0; i < count; i++) {
    struct evaluation_fact fact = evaluation_fact(evaluation, i);
    if (!fact.known) continue;
    (void)fprintf(out, "\"%s\": ", evaluation_names[i]);
    if (i == 0)
      (void)fprintf(out, "\"%c\"", evaluation->outcome);
    else if (i == 1)
      json_value(out, evaluation);
    else
      json_number(out, &fact);
    (void)fputs(", ", out);
  }
}
