/* Zeckendorf representations: every natural number is the sum of Fibonacci numbers 1, 2, 3, 5, 8 …
 * of which no two are neighbours, in exactly one way [Zec72]. The digits are written with the
 * largest term first, so that the last digit is that of 1. */

#ifndef GRUNDY_SRC_FORMULA_FIBONACCI_H
#define GRUNDY_SRC_FORMULA_FIBONACCI_H

#include <stdint.h>

/* The number of terms that fit into 63 bits. */
enum { GRUNDY_FIBONACCI_TERMS = 91 };

/* What the representation of a number ends with. */
typedef struct grundy_zeckendorf {
  int64_t least;   /* the smallest term; 0 for the number 0 */
  int64_t shifted; /* the number whose digits have one more zero at the end; saturates */
  uint32_t zeros;  /* how many zeros the digits end with; 0 for the number 0 */
} grundy_zeckendorf;

/* Finds the representation greedily; that of negative numbers is that of 0. */
static inline grundy_zeckendorf grundy_zeckendorf_of(int64_t number) {
  int64_t terms[GRUNDY_FIBONACCI_TERMS] = {1, 2};
  grundy_zeckendorf z = {0};
  int count = 2;
  for (; count < GRUNDY_FIBONACCI_TERMS; count++)
    terms[count] = terms[count - 1] + terms[count - 2];
  while (count-- > 0) {
    if (terms[count] > number) continue;
    number -= terms[count];
    z.least = terms[count];
    z.zeros = (uint32_t)count;
    int64_t next = count + 1 < GRUNDY_FIBONACCI_TERMS ? terms[count + 1] : INT64_MAX;
    z.shifted = next > INT64_MAX - z.shifted ? INT64_MAX : z.shifted + next;
    if (number <= 0) break;
  }
  return z;
}

#endif
