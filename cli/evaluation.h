/* Evaluations in words: everything known about a position. */

#ifndef GRUNDY_CLI_EVALUATION_H
#define GRUNDY_CLI_EVALUATION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <grundy/compound.h>
#include <grundy/facts.h>
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

/* Writes a heading, which GRUNDY_FACT_HEADING lists. */
void evaluation_put_heading(FILE *out, const char *heading, grundy_language language);

/* Writes a heading, padded to a width, and a space. False if memory runs out; then nothing is
 * written. */
GRUNDY_MUST_USE bool evaluation_put_padded(FILE *out, const char *heading, int width,
                                           grundy_language language);

/* Writes "theorem [FY86, Cor. 2]" or "search of 18,204 positions". */
void evaluation_put_origin(FILE *out, const grundy_origin *origin, grundy_language language);

/* Writes the fact with that number, which must be known, for people. */
void evaluation_put_fact(FILE *out, const grundy_evaluation *evaluation, int number);

/* Returns whether some move from this lost position resists longest. There is none if the
 * remoteness is a limit ordinal, or unknown. */
bool evaluation_resists(const grundy_evaluation *evaluation);

/* Returns whether the position is a P- or an N-position. */
bool evaluation_is_won(const grundy_evaluation *evaluation);

/* Writes a line that says that winning play may go on forever. */
void evaluation_put_endless(FILE *out, grundy_language language);

/* Writes "a P-position", "a draw", "a win for A" … */
void evaluation_put_outcome(FILE *out, grundy_outcome outcome);

/* Writes "leads to a P-position, value 0, remoteness 12", without unknown facts. */
void evaluation_put_after(FILE *out, const grundy_evaluation *evaluation, grundy_language language);

#endif
