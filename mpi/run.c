/* The phases of a run, and what happens between two supersteps. */

#include "run.h"

#include "report.h"

#include "engine/cluster.h"

#include <inttypes.h>
#include <string.h>

/* ---- supersteps ------------------------------------------------------------------------ */

static bool goes_on(run *r, uint64_t positions, bool due, grundy_status *status) {
  static const char *const waves[] = {
      [PHASE_REMOTENESS] = "remoteness",
      [PHASE_MISERE] = "misère remoteness",
      [PHASE_PEEL] = "terminal distance",
      [PHASE_LEVELS] = "values, level",
  };
  uint64_t mine[3] = {positions, team_is_interrupted() ? 1 : 0, due ? 1 : 0}, all[3];
  team_wait_begins();
  MPI_Allreduce(mine, all, 3, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);
  team_wait_ends();
  report("%s %" PRIu32 ": %" PRIu64 " position%s", waves[r->at.phase], r->at.label, all[0],
         all[0] == 1 ? "" : "s");
  *status = GRUNDY_OK;
  if (all[1] > 0)
    *status = grundy_fail_cancelled(r->error);
  else if (all[2] > 0)
    *status = checkpoint_save(r);
  return *status == GRUNDY_OK && all[0] > 0;
}

bool run_goes_on(run *r, uint64_t positions, grundy_status *status) {
  bool due = r->folder != NULL && r->team->rank == 0 && grundy_clock() - r->saved >= r->interval;
  return goes_on(r, positions, due, status);
}

bool run_goes_on_in_level(run *r, uint64_t positions, grundy_status *status) {
  return goes_on(r, positions, false, status);
}

uint32_t run_positions_with(const run *r, const uint32_t *state, uint32_t label, uint32_t *list) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < run_own(r); i++) {
    list[count] = i;
    count += state[i] == label;
  }
  return count;
}

/* ---- all phases ------------------------------------------------------------------------ */

#define FROM_VALUES (GRUNDY_COLUMN_GRUNDY | GRUNDY_COLUMN_K | GRUNDY_COLUMN_COUNTER)

/* Returns whether the wanted columns need a phase. */
static bool needs(const run *r, phase which) {
  switch (which) {
  case PHASE_REMOTENESS:
    return (r->wanted & (GRUNDY_COLUMN_OUTCOME | GRUNDY_COLUMN_REMOTENESS)) != 0;
  case PHASE_MISERE:
    return (r->wanted & (GRUNDY_COLUMN_MISERE | GRUNDY_COLUMN_MISERE_REMOTENESS)) != 0;
  case PHASE_PEEL:
    return (r->wanted & (FROM_VALUES | GRUNDY_COLUMN_DISTANCE)) != 0;
  case PHASE_LEVELS:
    return (r->wanted & FROM_VALUES) != 0;
  case PHASE_SETS:
    return (r->wanted & GRUNDY_COLUMN_K) != 0;
  }
  return false;
}

static bool allocate(run *r) {
  const bool needed[ARRAY_COUNT] = {
      [ARRAY_REMOTENESS] = needs(r, PHASE_REMOTENESS),
      [ARRAY_MISERE] = needs(r, PHASE_MISERE),
      [ARRAY_STATE] = needs(r, PHASE_PEEL),
      [ARRAY_VALUES] = needs(r, PHASE_LEVELS),
      [ARRAY_COUNTER] = (r->wanted & GRUNDY_COLUMN_COUNTER) != 0,
  };
  bool enough = true;
  for (int i = 0; i < ARRAY_COUNT; i++) {
    if (needed[i]) r->arrays[i] = grundy_alloc(run_own(r), sizeof *r->arrays[i]);
    enough &= !needed[i] || r->arrays[i] != NULL;
  }
  r->wave = grundy_alloc((uint64_t)run_own(r) + 1, sizeof *r->wave);
  r->next = grundy_alloc((uint64_t)run_own(r) + 1, sizeof *r->next);
  return enough && r->wave != NULL && r->next != NULL;
}

/* Sets the state with which a phase begins. */
static void begin(run *r, phase which) {
  if (which == PHASE_SETS) return; /* it keeps nothing that could be saved */
  r->at = (progress){.phase = which, .label = which == PHASE_MISERE};
  if (which == PHASE_LEVELS) return;
  uint32_t *values = which == PHASE_PEEL ? r->arrays[ARRAY_VALUES] : NULL;
  uint32_t *state = r->arrays[which == PHASE_REMOTENESS ? ARRAY_REMOTENESS
                              : which == PHASE_MISERE   ? ARRAY_MISERE
                                                        : ARRAY_STATE];
  const grundy_endings endings = {which == PHASE_REMOTENESS ? r->game->ends : NULL,
                                  which == PHASE_MISERE ? GRUNDY_OUTCOME_N : GRUNDY_OUTCOME_P};
  for (uint32_t i = 0; i < run_own(r); i++) {
    uint32_t degree = game_degree(r->game, i);
    state[i] = grundy_label_at_start(&endings, degree, i);
    if (values != NULL) values[i] = degree == 0 ? 0 : UNLABELLED;
  }
}

static grundy_status run_phase(run *r, phase which) {
  switch (which) {
  case PHASE_REMOTENESS:
  case PHASE_MISERE:
    return run_remoteness(r);
  case PHASE_PEEL:
    return run_peel(r);
  case PHASE_LEVELS:
    return run_levels(r);
  case PHASE_SETS:
    return run_sets(r);
  }
  return GRUNDY_OK;
}

grundy_status run_all(run *r) {
  bool resumed = false;
  grundy_status status = run_agree_memory(r, allocate(r));
  r->saved = grundy_clock();
  if (status == GRUNDY_OK && r->folder != NULL) status = checkpoint_resume(r, &resumed);
  for (int which = resumed ? (int)r->at.phase : 0; which <= PHASE_SETS && status == GRUNDY_OK;
       which++) {
    if (!needs(r, (phase)which)) continue;
    if (!resumed) begin(r, (phase)which);
    resumed = false;
    status = run_phase(r, (phase)which);
  }
  return status;
}

void run_free(run *r) {
  for (int i = 0; i < ARRAY_COUNT; i++) free(r->arrays[i]);
  free(r->wave);
  free(r->next);
  free(r->set_starts);
  free(r->set_numbers);
  propagation_free(&r->p);
  rows_free(&r->rows);
}

/* Counts the own positions by outcome and by value. */
static void count_own(const run *r, grundy_summary *counts) {
  const uint32_t *state = r->arrays[ARRAY_REMOTENESS], *values = r->arrays[ARRAY_VALUES];
  for (uint32_t i = 0; state != NULL && i < run_own(r); i++) {
    bool decided = (state[i] & GRUNDY_LABELLED) != 0;
    uint32_t remoteness = state[i] & ~GRUNDY_LABELLED;
    *(!decided ? &counts->d : remoteness % 2 == 0 ? &counts->p : &counts->n) += 1;
    counts->decided += decided;
    if (decided && remoteness > counts->largest_remoteness) counts->largest_remoteness = remoteness;
  }
  for (uint32_t i = 0; values != NULL && i < run_own(r); i++) {
    bool finite = values[i] < UNLABELLED;
    *(finite ? &counts->finite : &counts->infinite) += 1;
    if (finite && values[i] > counts->largest_value) counts->largest_value = values[i];
  }
}

grundy_summary run_count(const run *r) {
  grundy_summary counts = {0};
  count_own(r, &counts);
  uint32_t *const sums[] = {&counts.p,        &counts.n,      &counts.d,
                            &counts.infinite, &counts.finite, &counts.decided};
  for (size_t i = 0; i < sizeof sums / sizeof *sums; i++) *sums[i] = (uint32_t)team_sum(*sums[i]);
  counts.largest_value = (uint32_t)team_largest(counts.largest_value);
  counts.largest_remoteness = (uint32_t)team_largest(counts.largest_remoteness);
  return counts;
}
