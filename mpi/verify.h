/* Checks a solution against its game, with nothing of the solver: every rank reads the rows of its
 * own positions and asks the other ranks for what it needs to know about followers. */

#ifndef GRUNDY_MPI_VERIFY_H
#define GRUNDY_MPI_VERIFY_H

#include "team.h"

/* Checks all columns of the solution, prints a report and returns an exit code. Collective. */
int verify_run(const team *t, const char *game, const char *solution, uint64_t exchange_size,
               bool quiet);

#endif
