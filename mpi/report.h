/* Lines of progress, from rank 0 to standard error. Nothing here is collective. */

#ifndef GRUNDY_MPI_REPORT_H
#define GRUNDY_MPI_REPORT_H

#include "team.h"

/* Lets this rank report, with at least this many seconds between two lines. By default, ranks print
 * nothing. */
void report_every(double seconds);

/* Prints a line if the last one is old enough. */
GRUNDY_PRINTF(1, 2) void report(const char *format, ...);

#endif
