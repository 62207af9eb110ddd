/* Shared by several kinds of components. */

#ifndef GRUNDY_SRC_COMPONENT_COMPONENT_H
#define GRUNDY_SRC_COMPONENT_COMPONENT_H

#include <grundy/component.h>

#include "base/error.h"

#include <stdio.h>

/* Fails in find_position if there is nothing more to say. */
static inline grundy_status grundy_fail_no_position(grundy_error *error) {
  (void)grundy_fail(error, GRUNDY_BAD_INPUT, "there is no such position");
  return grundy_because(error, GRUNDY_REASON_NO_POSITION, GRUNDY_BAD_INPUT);
}

/* Finds the position that represents this one; most positions represent themselves. */
static inline grundy_status grundy_component_reduce(grundy_component component, uint64_t position,
                                                    uint64_t *reduced, grundy_error *error) {
  *reduced = position;
  if (!GRUNDY_COMPONENT_HAS(component.kind, reduce)) return GRUNDY_OK;
  return component.kind->reduce(component.data, position, reduced, error);
}

/* Writes a number below GRUNDY_TOO_LARGE: 7, or w*2+5 for an ordinal. */
static inline void grundy_number_write(grundy_number number, FILE *out) {
  unsigned long long omegas = number / GRUNDY_OMEGA, rest = number % GRUNDY_OMEGA;
  if (omegas > 0) (void)fputs("w", out);
  if (omegas > 1) (void)fprintf(out, "*%llu", omegas);
  if (omegas == 0 || rest > 0) (void)fprintf(out, omegas == 0 ? "%llu" : "+%llu", rest);
}

/* Returns the remoteness of a heap of Nim: in normal play the first player takes everything, and in
 * misère play all but one. */
static inline grundy_number grundy_nim_remoteness(uint64_t n, grundy_play play) {
  if (play == GRUNDY_NORMAL_PLAY) return n == 0 ? 0 : 1;
  return n < 2 ? n + 1 : 3;
}

#endif
