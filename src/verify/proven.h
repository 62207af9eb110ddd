/* Reports about solutions of which a device has checked a part. */

#ifndef GRUNDY_SRC_VERIFY_PROVEN_H
#define GRUNDY_SRC_VERIFY_PROVEN_H

#include <grundy/verify.h>

/* What is known to hold in an impartial game in normal play. */
typedef struct grundy_verify_proven {
  /* Of the columns that the solution has: the equations of remoteness and distance, conditions A, B
   * and C with its counter, and K. It has a counter if it has values, and neither J nor H_min. */
  bool normal;
  uint32_t largest; /* then: the largest finite value, 0 if there is none */
  bool misere;      /* the equations of misere remoteness */
} grundy_verify_proven;

/* Checks a solution as grundy_verify does, except for what is proven. The report is the same. */
GRUNDY_MUST_USE grundy_status grundy_verify_rest(const grundy_digraph *g,
                                                 const grundy_solution *solution,
                                                 const grundy_verify_options *options,
                                                 grundy_verify_proven proven,
                                                 grundy_report **report, grundy_error *error);

#endif
