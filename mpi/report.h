/* Lines of progress, from rank 0 to standard error. Nothing here is collective. */

#ifndef GRUNDY_MPI_REPORT_H
#define GRUNDY_MPI_REPORT_H

#include "team.h"

/* Lets this rank report, with at least this many seconds between two lines. By default, ranks print
 * nothing. */
void report_every(double seconds);

/* Prints a line if the last one is old enough. */
GRUNDY_PRINTF(1, 2) void report(const char *format, ...);

/* Reports that so much of a phase is done, in percent, with an estimate of the time left. */
void report_share(const char *phase, uint64_t done, uint64_t total);

/* Reports a wave of a phase in which `done` of `total` positions have got their label. If all
 * others got theirs at the same speed, they would be done at the time that is printed; those that
 * never get one make it earlier. */
void report_wave(const char *phase, uint32_t label, uint64_t wave, uint64_t done, uint64_t total);

#endif
