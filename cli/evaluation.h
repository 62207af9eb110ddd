/* What is known of a position of several games, in words. */

#ifndef GRUNDY_CLI_EVALUATION_H
#define GRUNDY_CLI_EVALUATION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <grundy/compound.h>
#include <grundy/ordinal.h>

/* Outcome, value, remoteness and distance are numbered in this order. */
enum { EVALUATION_FACTS = 4 };
extern const char *const evaluation_names[EVALUATION_FACTS];

/* One of them. */
struct evaluation_fact {
  bool known;
  grundy_number number;          /* a letter if it is the outcome */
  const grundy_ordinal *ordinal; /* NULL unless the number is too large */
  grundy_origin origin;
};
struct evaluation_fact evaluation_fact(const grundy_evaluation *evaluation, int number);

/* "theorem [FY86, Cor. 2]" or "search of 18,204 positions", cut to `size` bytes. */
void evaluation_origin(const grundy_origin *origin, char *text, size_t size);

/* A number from GRUNDY_OMEGA on: w*2+5, or ω*2+5. */
void evaluation_put_ordinal(FILE *out, uint64_t number, bool ascii);

/* An ordinal of any size. */
void evaluation_put_large(FILE *out, const grundy_ordinal *ordinal, bool ascii);

/* The fact of that number, which is known, as it is shown to people. */
void evaluation_put_fact(FILE *out, const grundy_evaluation *evaluation, int number);

/* Is there a move from this lost position that resists longest? Not where the remoteness is a
 * limit, or not told. */
bool evaluation_resists(const grundy_evaluation *evaluation);

/* "P, value 0, remoteness 12", without what is not known. */
void evaluation_put(FILE *out, const grundy_evaluation *evaluation);

#endif
