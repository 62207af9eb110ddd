/* What every phase of the work took, for people and for cut and awk. */

#ifndef GRUNDY_CLI_TIMINGS_H
#define GRUNDY_CLI_TIMINGS_H

#include <stddef.h>
#include <stdio.h>

#include <grundy/base.h>

/* Phases in the order in which they ended. */
struct timings {
  grundy_phase *phases;
  size_t count, room;
};

/* Where memory runs out the phase is forgotten: the work is worth more than its timings. */
void timings_add(struct timings *timings, const grundy_phase *phase);

/* Prints a header, a line a phase and the total of `seconds` with the peak of memory, separated
 * by tabs; - stands for what is not known. */
void timings_print(FILE *out, const struct timings *timings, double seconds);

void timings_free(struct timings *timings);

#endif
