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

const grundy_fact *standing_fact(const grundy_evaluation *standing, int number) {
  const grundy_fact *facts[] = {&standing->outcome, &standing->value, &standing->remoteness,
                                &standing->distance};
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

void standing_origin(const grundy_fact *fact, char *text, size_t size) {
  char count[48];
  if (fact->positions > 0) {
    put_grouped(fact->positions, count, sizeof count);
    (void)snprintf(text, size, "search of %s positions", count);
  } else if (fact->theorem != NULL) {
    (void)snprintf(text, size, "%s%s", fact->theorem[0] == '[' ? "theorem " : "", fact->theorem);
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
  if (standing->value.number == GRUNDY_INFINITY64)
    grundy_value_write((grundy_value){GRUNDY_INFINITY, standing->k}, ascii, out);
  else
    put_number(out, standing->value.number, ascii);
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
  const grundy_ordinal *ordinal = standing_fact(standing, number)->ordinal;
  if (ordinal != NULL)
    standing_put_large(out, ordinal, ascii);
  else if (number == 0)
    (void)putc((int)standing->outcome.number, out);
  else if (number == 1)
    put_value(out, standing, ascii);
  else
    put_number(out, standing_fact(standing, number)->number, ascii);
}

bool standing_resists(const grundy_evaluation *standing) {
  const grundy_fact *remoteness = &standing->remoteness;
  return remoteness->known && remoteness->ordinal == NULL &&
         (remoteness->number < GRUNDY_OMEGA || remoteness->number % GRUNDY_OMEGA > 0);
}

void standing_put(FILE *out, const grundy_evaluation *standing) {
  for (int i = 0; i < 3; i++) {
    if (!standing_fact(standing, i)->known) continue;
    if (i > 0) (void)fprintf(out, ", %s ", standing_names[i]);
    standing_put_fact(out, standing, i);
  }
}
