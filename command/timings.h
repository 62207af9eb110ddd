/* The time of every phase, for people and for cut and awk. */

#ifndef GRUNDY_CLI_TIMINGS_H
#define GRUNDY_CLI_TIMINGS_H

#include <stddef.h>
#include <stdio.h>

#include <grundy/base.h>

/* Phases, in the order in which they ended. */
struct timings {
  grundy_phase *phases;
  size_t count, room;
};

/* Adds a phase. Ignores it if memory runs out: the work matters more than its timings. */
void timings_add(struct timings *timings, const grundy_phase *phase);

/* Prints a header, one line per phase and the total of `seconds` with the peak memory, separated by
 * tabs; - means unknown. */
void timings_print(FILE *out, const struct timings *timings, double seconds);

void timings_free(struct timings *timings);

#endif
