#include "standing.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <grundy/compound.h>
#include <grundy/ordinal.h>
#include <grundy/value.h>

#include "terminal.h"

const char *const standing_names[STANDING_FACTS] = {"outcome", "value", "remoteness", "distance"};

struct standing_fact standing_fact(const grundy_evaluation *standing, int number) {
  const struct standing_fact facts[STANDING_FACTS] = {
      {standing->outcome != GRUNDY_OUTCOME_NONE, standing->outcome, NULL, standing->outcome_origin},
      {standing->value != GRUNDY_UNKNOWN, standing->value, standing->ordinal_value,
       standing->value_origin},
      {standing->remoteness != GRUNDY_UNKNOWN, standing->remoteness, NULL,
       standing->remoteness_origin},
      {standing->distance != GRUNDY_UNKNOWN, standing->distance, standing->ordinal_distance,
       standing->distance_origin},
  };
  return facts[number];
}

/* 18204 as 18,204. */
static void put_grouped(uint64_t number, char *text, size_t size) {
  char digits[32];
  int length = snprintf(digits, sizeof digits, "%llu", (unsigned long long)number);
  size_t at = 0;
  for (int i = 0; i < length && at + 2 < size; i++) {
    if (i > 0 && (length - i) % 3 == 0) text[at++] = ',';
    text[at++] = digits[i];
  }
  text[at] = '\0';
}

void standing_origin(const grundy_origin *origin, char *text, size_t size) {
  char count[48];
  if (origin->positions > 0) {
    put_grouped(origin->positions, count, sizeof count);
    (void)snprintf(text, size, "search of %s positions", count);
  } else if (origin->theorem != NULL) {
    (void)snprintf(text, size, "%s%s", origin->theorem[0] == '[' ? "theorem " : "",
                   origin->theorem);
  } else {
    (void)snprintf(text, size, "the component by itself");
  }
}

void standing_put_ordinal(FILE *out, uint64_t number, bool ascii) {
  unsigned long long omegas = number / GRUNDY_OMEGA, rest = number % GRUNDY_OMEGA;
  (void)fputs(ascii ? "w" : "ω", out);
  if (omegas > 1) (void)fprintf(out, "*%llu", omegas);
  if (rest > 0) (void)fprintf(out, "+%llu", rest);
}

static void put_number(FILE *out, uint64_t number, bool ascii) {
  if (number == GRUNDY_INFINITY64)
    (void)fputs(ascii ? "inf" : "∞", out);
  else if (number >= GRUNDY_OMEGA)
    standing_put_ordinal(out, number, ascii);
  else
    (void)fprintf(out, "%llu", (unsigned long long)number);
}

static void put_value(FILE *out, const grundy_evaluation *standing, bool ascii) {
  put_number(out, standing->value, ascii);
  if (standing->k.absent) return;
  for (uint64_t i = 0; i < standing->k.size; i++)
    (void)fprintf(out, "%c%lu", i == 0 ? '{' : ',', (unsigned long)standing->k.numbers[i]);
  (void)fputs(standing->k.size == 0 ? "{}" : "}", out);
}

void standing_put_large(FILE *out, const grundy_ordinal *ordinal, bool ascii) {
  size_t length = grundy_ordinal_format(ordinal, ascii, NULL, 0);
  char *text = malloc(length + 1);
  if (text != NULL) (void)grundy_ordinal_format(ordinal, ascii, text, length + 1);
  (void)fputs(text == NULL ? "?" : text, out);
  free(text);
}

void standing_put_fact(FILE *out, const grundy_evaluation *standing, int number) {
  bool ascii = terminal_is_ascii();
  struct standing_fact fact = standing_fact(standing, number);
  if (fact.ordinal != NULL)
    standing_put_large(out, fact.ordinal, ascii);
  else if (number == 0)
    (void)putc(standing->outcome, out);
  else if (number == 1)
    put_value(out, standing, ascii);
  else
    put_number(out, fact.number, ascii);
}

bool standing_resists(const grundy_evaluation *standing) {
  grundy_number remoteness = standing->remoteness;
  return remoteness != GRUNDY_UNKNOWN &&
         (remoteness < GRUNDY_OMEGA || remoteness % GRUNDY_OMEGA > 0);
}

void standing_put(FILE *out, const grundy_evaluation *standing) {
  for (int i = 0; i < 3; i++) {
    if (!standing_fact(standing, i).known) continue;
    if (i > 0) (void)fprintf(out, ", %s ", standing_names[i]);
    standing_put_fact(out, standing, i);
  }
}
