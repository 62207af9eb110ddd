/* Remoteness and peeling: waves that carry labels. */

#include "run.h"

#include "engine/cluster.h"

static void swap_waves(run *r) {
  uint32_t *wave = r->wave;
  r->wave = r->next;
  r->next = wave;
}

/* ---- remoteness ------------------------------------------------------------------------ */

/* As the library's grundy_remoteness_solve: the wave of label l holds the positions of remoteness
 * l. */
grundy_status run_remoteness(run *r) {
  uint32_t *state =
      r->arrays[r->at.phase == GRUNDY_KERNEL_MISERE ? ARRAY_MISERE : ARRAY_REMOTENESS];
  uint32_t length = run_positions_with(r, state, GRUNDY_LABELLED | r->at.label, r->wave);
  grundy_status status;
  (void)propagation_sieve(&r->p);
  uint32_t lost = 0; /* own terminal positions of label 1, which join the second wave */
  for (uint32_t i = 0; r->game->ends != NULL && r->at.label == 0 && i < run_own(r); i++)
    lost += state[i] == (GRUNDY_LABELLED | 1);
  while (run_goes_on(r, (uint64_t)length + lost, &status)) {
    bool wins = r->at.label % 2 == 0;
    grundy_wave_update update = wins ? grundy_win_at_once : grundy_count_down;
    update.state = state;
    update.label = GRUNDY_LABELLED | (r->at.label + 1);
    length =
        propagate(&r->p, &update, wins ? SEND_LAST : SEND_SIFTED, r->wave, length, NULL, r->next);
    r->at.label++;
    if (lost > 0) length = run_positions_with(r, state, GRUNDY_LABELLED | r->at.label, r->next);
    lost = 0;
    swap_waves(r);
  }
  free(r->p.sieve);
  r->p.sieve = NULL;
  return status;
}

/* ---- peeling --------------------------------------------------------------------------- */

typedef struct peeling {
  uint32_t *state;
  value_sets sets;
} peeling;

/* A follower is peeled and has this value. */
static inline bool update_peeled(peeling *peel, uint32_t value, uint32_t i) {
  value_sets_add(&peel->sets, i, value);
  return --peel->state[i] == 0;
}

/* The same for a position that may be peeled already: only the value counts. */
static inline bool update_repeated(peeling *peel, uint32_t value, uint32_t i) {
  value_sets_add(&peel->sets, i, value);
  return false;
}

GRUNDY_WAVE_UPDATE(peeled, peeling *, update_peeled)
GRUNDY_WAVE_UPDATE(repeated, peeling *, update_repeated)
static const grundy_wave_update on_peeled = GRUNDY_WAVE_UPDATE_OF(peeled);
static const grundy_wave_update on_repeated = GRUNDY_WAVE_UPDATE_OF(repeated);

/* Gives the positions of the wave their label and value, and sorts it by value. */
static grundy_status settle_wave(run *r, peeling *peel, uint32_t length) {
  uint32_t *values = r->arrays[ARRAY_VALUES], count;
  value_sets_settle(&peel->sets);
  for (uint32_t i = 0; i < length; i++) {
    uint32_t u = r->next[i];
    peel->state[u] = GRUNDY_LABELLED | (r->at.label + 1);
    values[u] = value_sets_mex(&peel->sets, u);
  }
  bool sorted = grundy_sort_vertices(r->next, length, values, r->wave, &count, NULL);
  return run_agree_memory(r, sorted && !peel->sets.out_of_memory);
}

/* Sends the values of positions with labels below r->at.label once more, after resuming. */
static grundy_status send_again(run *r, peeling *peel) {
  const uint32_t *values = r->arrays[ARRAY_VALUES];
  uint32_t count = 0, sorted;
  grundy_wave_update update = on_repeated;
  update.state = peel;
  for (uint32_t i = 0; i < run_own(r); i++)
    if ((peel->state[i] & GRUNDY_LABELLED) != 0 && peel->state[i] < (GRUNDY_LABELLED | r->at.label))
      r->next[count++] = i;
  bool done = grundy_sort_vertices(r->next, count, values, r->wave, &sorted, NULL);
  grundy_status status = run_agree_memory(r, done);
  if (status != GRUNDY_OK) return status;
  (void)propagate(&r->p, &update, SEND_VALUED, r->wave, count, values, r->next);
  value_sets_settle(&peel->sets);
  return run_agree_memory(r, !peel->sets.out_of_memory);
}

/* Begins with the positions that have the label r->at.label, sorted by value. */
static grundy_status peel_waves(run *r, peeling *peel) {
  const uint32_t *values = r->arrays[ARRAY_VALUES];
  grundy_wave_update update = on_peeled;
  uint32_t length = 0,
           count = run_positions_with(r, peel->state, GRUNDY_LABELLED | r->at.label, r->next);
  bool sorted = grundy_sort_vertices(r->next, count, values, r->wave, &length, NULL);
  grundy_status status = run_agree_memory(r, sorted);
  update.state = peel;
  while (status == GRUNDY_OK && run_goes_on(r, length, &status)) {
    length = propagate(&r->p, &update, SEND_VALUED, r->wave, length, values, r->next);
    status = settle_wave(r, peel, length);
    if (status == GRUNDY_OK) r->at.label++;
  }
  return status;
}

static grundy_status peel_with_values(run *r) {
  peeling peel = {.state = r->arrays[ARRAY_STATE]};
  bool enough = value_sets_start(&peel.sets, run_own(r));
  grundy_status status = run_agree_memory(r, enough);
  r->p.sets = &peel.sets;
  if (status == GRUNDY_OK && r->at.label > 0) status = send_again(r, &peel);
  if (status == GRUNDY_OK) status = peel_waves(r, &peel);
  r->p.sets = NULL;
  value_sets_free(&peel.sets);
  return status;
}

grundy_status run_peel(run *r) {
  if (r->arrays[ARRAY_VALUES] != NULL) return peel_with_values(r);
  uint32_t *state = r->arrays[ARRAY_STATE];
  uint32_t length = run_positions_with(r, state, GRUNDY_LABELLED | r->at.label, r->wave);
  grundy_wave_update update = grundy_count_down;
  grundy_status status;
  update.state = state;
  while (run_goes_on(r, length, &status)) {
    update.label = GRUNDY_LABELLED | (r->at.label + 1);
    length = propagate(&r->p, &update, SEND_ALL, r->wave, length, NULL, r->next);
    swap_waves(r);
    r->at.label++;
  }
  return status;
}
