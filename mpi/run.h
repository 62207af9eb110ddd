/* One run of the solver: what all its phases share. A run goes through the phases of its plan in
 * order, and can be saved and resumed between two supersteps. */

#ifndef GRUNDY_MPI_RUN_H
#define GRUNDY_MPI_RUN_H

#include "game.h"
#include "propagation.h"

#include "engine/cluster.h"

#include <grundy/solution.h>

/* The arrays of a run, with a number for every own position. */
typedef enum array {
  ARRAY_REMOTENESS,
  ARRAY_MISERE,
  ARRAY_STATE, /* of peeling: the terminal distance as a label, or followers that are not peeled */
  ARRAY_VALUES,
  ARRAY_COUNTER,
  ARRAY_COUNT,
} array;

/* In ARRAY_VALUES during GRUNDY_KERNEL_LEVELS: no value yet, and not known to be infinite. */
#define UNLABELLED (GRUNDY_INFINITY - 1)

/* What a checkpoint holds besides the arrays: the wave of a phase is what has the last label. */
typedef struct progress {
  uint32_t phase;  /* a grundy_kernel */
  uint32_t label;  /* of the wave that is propagated next; in GRUNDY_KERNEL_LEVELS: the level */
  uint32_t number; /* in GRUNDY_KERNEL_LEVELS: the next number for counters */
} progress;

typedef struct run {
  const team *team;
  game *game;
  rows rows;
  propagation p;
  grundy_columns wanted;
  uint32_t *arrays[ARRAY_COUNT]; /* NULL if not needed */
  uint32_t *wave, *next;         /* own positions; each has room for all and one more */
  progress at;
  uint64_t *set_starts; /* K of own position i is set_numbers[set_starts[i] …] */
  uint32_t *set_numbers;
  const char *folder; /* of checkpoints; NULL: none */
  double interval;    /* seconds between checkpoints */
  double saved;       /* when the last one was made */
  bool quiet;         /* print nothing about resuming */
  bool resumed;       /* from a checkpoint */
  uint64_t labelled;  /* positions of all ranks in the waves of this phase, since it began or was
                         resumed */
  grundy_error *error;
} run;

/* Called by all ranks before each superstep, with the positions of their part of the wave. Returns
 * whether there are any, on some rank; saves the run when that is due. *status becomes
 * GRUNDY_CANCELLED if a rank was interrupted; then false is returned. */
bool run_goes_on(run *r, uint64_t positions, grundy_status *status);

/* The same between two waves of a level. r->at is still where the level begins, so this saves
 * nothing. */
bool run_goes_on_in_level(run *r, uint64_t positions, grundy_status *status);

/* Returns what the waves of a phase find, such as "remoteness". */
const char *run_phase_name(uint32_t phase);

/* Finds the own positions that have this label, for a phase that begins or is resumed. */
uint32_t run_positions_with(const run *r, const uint32_t *state, uint32_t label, uint32_t *list);

static inline uint32_t run_own(const run *r) {
  return r->game->blocks.own;
}

/* Fails on all ranks if memory has run out on one of them. Collective. */
static inline grundy_status run_agree_memory(const run *r, bool enough) {
  return team_agree(r->team, enough ? GRUNDY_OK : grundy_fail_memory(r->error), r->error);
}

/* ---- phases ---------------------------------------------------------------------------- */

/* Each phase is collective, and begins where r->at says. */
grundy_status run_remoteness(run *r);
grundy_status run_peel(run *r);
grundy_status run_levels(run *r);
grundy_status run_sets(run *r);

/* Runs all phases that the wanted columns need. At all times r->at and the arrays are a state that
 * can be saved: what a level has done so far is done again after resuming. */
grundy_status run_all(run *r);
void run_free(run *r);

/* Counts the positions of all ranks by outcome and by value. Collective. */
grundy_summary run_count(const run *r);

/* ---- checkpoints ----------------------------------------------------------------------- */

grundy_status checkpoint_save(run *r);

/* Resumes from the checkpoint in r->folder if there is one; then rank 0 says so, and r->resumed
 * becomes true. */
grundy_status checkpoint_resume(run *r);
void checkpoint_remove(const run *r);

#endif
