/* Internals of sequences: linear recurrences over fields. */

#ifndef GRUNDY_SRC_SEQUENCE_IMPL_H
#define GRUNDY_SRC_SEQUENCE_IMPL_H

#include <grundy/sequence.h>

#include "base/error.h"
#include "base/monitor.h"

/* A search for the recurrence of least order. */
typedef struct grundy_recurrence_search {
  const int64_t *terms;
  uint64_t count;
  uint64_t max_order; /* at most count / 4 */
  grundy_work *work;

  /* The result. */
  bool seen;
  uint64_t order;
  int64_t *coefficients; /* max_order + 1 entries */
} grundy_recurrence_search;

grundy_status grundy_recurrence_over_gf2(grundy_recurrence_search *search, grundy_error *error);

#endif
