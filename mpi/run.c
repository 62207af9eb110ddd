/* The phases of a run, and what happens between two supersteps. */

#include "run.h"

#include "report.h"

#include "engine/cluster.h"

/* ---- supersteps ------------------------------------------------------------------------ */

const char *run_phase_name(uint32_t phase) {
  static const char *const names[] = {
      [GRUNDY_KERNEL_REMOTENESS] = "remoteness",
      [GRUNDY_KERNEL_MISERE] = "misère remoteness",
      [GRUNDY_KERNEL_PEEL] = "terminal distance",
      [GRUNDY_KERNEL_LEVELS] = "values, level",
  };
  return names[phase];
}

/* Reports the wave. In the phase of levels a position can be in many waves, so nothing is known
 * about the time left. */
static void report_positions(run *r, uint64_t positions) {
  bool once = r->at.phase != GRUNDY_KERNEL_LEVELS;
  report_wave(run_phase_name(r->at.phase), r->at.label, positions, once ? r->labelled : 0,
              r->game->blocks.entries);
  r->labelled += positions;
}

static bool goes_on(run *r, uint64_t positions, bool due, grundy_status *status) {
  uint64_t mine[3] = {positions, team_is_interrupted() ? 1 : 0, due ? 1 : 0}, all[3];
  team_wait_begins();
  MPI_Allreduce(mine, all, 3, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);
  team_wait_ends();
  report_positions(r, all[0]);
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

static bool allocate(run *r, grundy_columns computed) {
  static const grundy_columns columns[ARRAY_COUNT] = {
      [ARRAY_REMOTENESS] = GRUNDY_COLUMN_REMOTENESS,
      [ARRAY_MISERE] = GRUNDY_COLUMN_MISERE_REMOTENESS,
      [ARRAY_STATE] = GRUNDY_COLUMN_DISTANCE,
      [ARRAY_VALUES] = GRUNDY_COLUMN_GRUNDY,
      [ARRAY_COUNTER] = GRUNDY_COLUMN_COUNTER,
  };
  bool enough = true;
  for (int i = 0; i < ARRAY_COUNT; i++) {
    if ((computed & columns[i]) == 0) continue;
    r->arrays[i] = grundy_alloc(run_own(r), sizeof *r->arrays[i]);
    enough &= r->arrays[i] != NULL;
  }
  r->wave = grundy_alloc((uint64_t)run_own(r) + 1, sizeof *r->wave);
  r->next = grundy_alloc((uint64_t)run_own(r) + 1, sizeof *r->next);
  return enough && r->wave != NULL && r->next != NULL;
}

/* Sets the state with which a phase begins. */
static void begin(run *r, grundy_kernel which) {
  if (which == GRUNDY_KERNEL_SETS) return; /* it keeps nothing that could be saved */
  r->at = (progress){.phase = which, .label = which == GRUNDY_KERNEL_MISERE};
  if (which == GRUNDY_KERNEL_LEVELS) return;
  uint32_t *values = which == GRUNDY_KERNEL_PEEL ? r->arrays[ARRAY_VALUES] : NULL;
  uint32_t *state = r->arrays[which == GRUNDY_KERNEL_REMOTENESS ? ARRAY_REMOTENESS
                              : which == GRUNDY_KERNEL_MISERE   ? ARRAY_MISERE
                                                                : ARRAY_STATE];
  const grundy_endings endings = {which == GRUNDY_KERNEL_REMOTENESS ? r->game->ends : NULL,
                                  which == GRUNDY_KERNEL_MISERE ? GRUNDY_OUTCOME_N
                                                                : GRUNDY_OUTCOME_P};
  for (uint32_t i = 0; i < run_own(r); i++) {
    uint32_t degree = game_degree(r->game, i);
    state[i] = grundy_label_at_start(&endings, degree, i);
    if (values != NULL) values[i] = degree == 0 ? 0 : UNLABELLED;
  }
}

static grundy_status run_phase(run *r, grundy_kernel which) {
  switch (which) {
  case GRUNDY_KERNEL_REMOTENESS:
  case GRUNDY_KERNEL_MISERE:
    return run_remoteness(r);
  case GRUNDY_KERNEL_PEEL:
    return run_peel(r);
  case GRUNDY_KERNEL_LEVELS:
    return run_levels(r);
  case GRUNDY_KERNEL_SETS:
    return run_sets(r);
  default:
    return GRUNDY_OK;
  }
}

grundy_status run_all(run *r) {
  const grundy_column_plan plan = grundy_plan_columns(GRUNDY_PLAN_CLUSTER, r->wanted, false);
  int i = 0;
  grundy_status status = run_agree_memory(r, allocate(r, plan.computed));
  r->saved = grundy_clock();
  if (status == GRUNDY_OK && r->folder != NULL) status = checkpoint_resume(r);
  bool resumed = r->resumed;
  while (resumed && i < plan.count && plan.steps[i].kernel < r->at.phase) i++;
  for (; i < plan.count && status == GRUNDY_OK; i++) {
    if (!resumed) begin(r, plan.steps[i].kernel);
    resumed = false;
    r->labelled = 0;
    status = run_phase(r, plan.steps[i].kernel);
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
  for (uint32_t i = 0; state != NULL && i < run_own(r); i += r->game->per_entry) {
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
