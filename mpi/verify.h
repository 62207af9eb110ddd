/* Checks a solution against its game, with nothing of the solver: every rank reads the rows of its
 * own positions and asks the other ranks for what it needs to know about followers. */

#ifndef GRUNDY_MPI_VERIFY_H
#define GRUNDY_MPI_VERIFY_H

#include "team.h"

/* Checks all columns of the solution, prints a report unless `quiet`, and returns an exit code: 0
 * if all is right, 1 if something is wrong, 4 if nothing could be checked. Collective. */
int verify_run(const team *t, const char *game_path, const char *solution, uint64_t exchange_size,
               bool quiet, grundy_status *status, grundy_error *error);

#endif
