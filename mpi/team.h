/* The processes of a job, which MPI calls ranks. Every function here is collective: all ranks call
 * it, in the same order. */

#ifndef GRUNDY_MPI_TEAM_H
#define GRUNDY_MPI_TEAM_H

#include "engine/cluster.h"

#include <assert.h>
#include <mpi.h>
#include <stdbool.h>

typedef struct team {
  int rank;  /* of this process */
  int ranks; /* how many there are */
} team;

team team_start(int *argc, char ***argv);

/* Agrees on a status: GRUNDY_OK if all ranks have succeeded, and otherwise the status and the error
 * of the first rank that has failed, with the name of its node if the nodes differ. */
grundy_status team_first_failure(const team *t, grundy_status status, grundy_error *error);

static inline grundy_status team_agree(const team *t, grundy_status status, grundy_error *error) {
  grundy_status agreed = team_first_failure(t, status, error);
  assert(status == GRUNDY_OK || agreed != GRUNDY_OK);
  return agreed;
}

uint64_t team_sum(uint64_t number);
uint64_t team_largest(uint64_t number);

/* Returns the sum over the ranks before this one. */
uint64_t team_sum_before(const team *t, uint64_t number);

/* Replaces the words by the bitwise or over all ranks. */
void team_or(uint64_t *words, uint64_t count);

/* Makes SIGINT and SIGTERM ask for the end of the run, instead of ending this rank. Not
 * collective. */
void team_catch_signals(void);

/* Returns whether this rank got such a signal. Not collective. */
bool team_is_interrupted(void);

/* Ends the whole job if this rank waits for the others longer than this, because one of them hangs;
 * 0 waits forever. */
void team_set_patience(unsigned seconds);

/* Around every wait for other ranks. */
void team_wait_begins(void);
void team_wait_ends(void);

/* Returns the CPU time of this rank, of all its threads, without these waits. Not collective. */
double team_cpu_seconds(void);

#endif
