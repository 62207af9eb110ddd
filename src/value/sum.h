/* The value of a sum of many terms, without room for K: the set of the sum is that of one term,
 * shifted. */

#ifndef GRUNDY_SRC_VALUE_SUM_H
#define GRUNDY_SRC_VALUE_SUM_H

#include <grundy/value.h>

/* The generalized nim-sum of values [FY86, Thm. 5]: `nimber` if no term is infinite; ∞(K ⊕ nimber)
 * with K of the term with that number if one is; and ∞{} if several are. A zeroed struct is an
 * empty sum. */
typedef struct grundy_value_sum {
  uint32_t nimber;
  uint32_t infinite; /* 0, 1, or 2 for several */
  uint32_t term;     /* GRUNDY_SUM_SEVERAL if there are several */
} grundy_value_sum;

#define GRUNDY_SUM_SEVERAL UINT32_MAX

/* Adds the term with that number and that value: a nimber or GRUNDY_INFINITY. */
static inline void grundy_value_sum_add(grundy_value_sum *sum, uint32_t term, uint32_t value) {
  if (value != GRUNDY_INFINITY) {
    if (sum->infinite < 2) sum->nimber ^= value;
  } else if (sum->infinite == 0) {
    sum->infinite = 1;
    sum->term = term;
  } else {
    *sum = (grundy_value_sum){.infinite = 2, .term = GRUNDY_SUM_SEVERAL};
  }
}

#endif
