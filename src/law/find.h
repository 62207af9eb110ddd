/* A search for laws: the positions, and the laws that were found. */

#ifndef GRUNDY_SRC_LAW_FIND_H
#define GRUNDY_SRC_LAW_FIND_H

#include "law/impl.h"

#include "base/error.h"
#include "base/monitor.h"

/* A result with everything that it owns. */
typedef struct search_result {
  grundy_law_search search; /* first, so that its address is that of the result */
  grundy_arena arena;
} search_result;

enum { LAW_TEXT = 320 };

/* What a law claims. */
typedef enum law_kind {
  LAW_ABOUT_ALL,  /* P exactly where C, or the value */
  LAW_ABOUT_SOME, /* if C then P or not P; if P then C */
  LAW_BOUND,      /* of values */
} law_kind;

/* A law that fits. */
typedef struct found {
  law_kind kind;
  uint64_t print; /* of what it predicts: equal laws on this table have the same */
  uint64_t tested, exceptions, held_out, held_out_exceptions;
  uint64_t first; /* the index of the smallest exception */
  double log_chance;
  unsigned cost; /* how long the law is, more or less */
  char text[LAW_TEXT];
} found;

typedef struct finder {
  grundy_arena arena;
  grundy_work *work;
  const grundy_law_table *table;
  bool is_value;
  uint32_t dimension;
  const char *const *names; /* of the fields */
  uint32_t *rows;           /* the positions, the smallest first */
  uint64_t count, train;    /* the first `train` choose laws, the others test them */
  int64_t *x;               /* the fields, position by position */
  uint8_t *is_p;
  uint32_t *value;
  bool is_negative; /* some field is negative somewhere */
  bool is_unsorted; /* the fields do not always increase */
  uint64_t held_out_p;
  double commonest; /* the share of the commonest value among the positions that are held out */
  uint64_t tried;
  uint64_t reached[LAW_BOUND + 1]; /* by kind: laws that fit the positions that choose laws, and
                                      were tested at the others */
  found *kept;
  uint64_t kept_count, kept_room;
} finder;

/* The text of a law while it is written: what does not fit is cut off, but counted. */
typedef struct law_text {
  char *at; /* LAW_TEXT bytes */
  size_t length;
} law_text;

GRUNDY_PRINTF(2, 3)
void grundy_law_put(law_text *out, const char *format, ...);

/* Keeps the law unless chance may explain it, or a simpler one predicts the same. False if memory
 * runs out. */
bool grundy_law_keep(finder *f, found *law);

/* Return the logarithms of the probabilities that a random set of as many P-positions differs from
 * a given one at that many positions at most; that a random set with `smaller` of n elements is
 * part of one with `larger`; and that independent values differ from given ones so rarely. */
double grundy_law_chance_of_set(const finder *f, uint64_t exceptions);
double grundy_law_chance_of_subset(uint64_t n, uint64_t larger, uint64_t smaller);
double grundy_law_chance_of_values(const finder *f, uint64_t exceptions);

/* Find laws about outcomes and values. */
grundy_status grundy_law_find_conditions(finder *f, grundy_error *error);
grundy_status grundy_law_find_forms(finder *f, grundy_error *error);

#endif
