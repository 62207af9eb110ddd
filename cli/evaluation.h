/* Evaluations in words: everything known about a position. */

#ifndef GRUNDY_CLI_EVALUATION_H
#define GRUNDY_CLI_EVALUATION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <grundy/compound.h>
#include <grundy/ordinal.h>

/* The facts outcome, value, remoteness and distance, numbered in this order. */
enum { EVALUATION_FACTS = 4 };
extern const char *const evaluation_names[EVALUATION_FACTS];

/* One fact. */
struct evaluation_fact {
  bool known;
  grundy_number number;          /* for the outcome, its letter */
  const grundy_ordinal *ordinal; /* NULL unless the value is too large for `number` */
  grundy_origin origin;
};
struct evaluation_fact evaluation_fact(const grundy_evaluation *evaluation, int number);

/* Writes "theorem [FY86, Cor. 2]" or "search of 18,204 positions", cut to `size` bytes. */
void evaluation_origin(const grundy_origin *origin, char *text, size_t size);

/* Writes a number that is at least GRUNDY_OMEGA: w*2+5, or ω*2+5. */
void evaluation_put_ordinal(FILE *out, uint64_t number, bool ascii);

/* Writes the fact with that number, which must be known, for people. */
void evaluation_put_fact(FILE *out, const grundy_evaluation *evaluation, int number);

/* Returns whether some move from this lost position resists longest. There is none if the
 * remoteness is a limit ordinal, or unknown. */
bool evaluation_resists(const grundy_evaluation *evaluation);

/* Returns "a P-position", "an N-position" or "a draw". */
const char *evaluation_outcome(grundy_outcome outcome);

/* Writes "a P-position, value 0, remoteness 12", without unknown facts. */
void evaluation_put(FILE *out, const grundy_evaluation *evaluation);

/* Writes those of the first `count` facts that are known as members of a JSON object, each followed
 * by a comma and a space. */
void evaluation_put_json(FILE *out, const grundy_evaluation *evaluation, int count);

#endif
