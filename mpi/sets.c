/* The sets K of positions with an infinite value: the finite values of their followers. */

#include "run.h"

#include "engine/cluster.h"

typedef struct telling {
  const uint32_t *values;
  value_sets sets;
} telling;

static inline bool update_told(telling *told, uint32_t value, uint32_t i) {
  if (told->values[i] == GRUNDY_INFINITY) value_sets_add(&told->sets, i, value);
  return false;
}

GRUNDY_WAVE_UPDATE(told, telling *, update_told)
static const grundy_wave_update on_told = GRUNDY_WAVE_UPDATE_OF(told);

/* Tells all finite values to all predecessors. */
static grundy_status tell_values(run *r, telling *told) {
  grundy_wave_update update = on_told;
  uint32_t count = 0;
  bool enough = value_sets_start(&told->sets, run_own(r)) &&
                grundy_sort_vertices(NULL, run_own(r), told->values, r->wave, &count, NULL);
  grundy_status status =
      team_agree(r->team, enough ? GRUNDY_OK : grundy_fail_memory(r->error), r->error);
  if (status != GRUNDY_OK) return status;
  update.state = told;
  r->p.sets = &told->sets;
  (void)propagate(&r->p, &update, SEND_VALUED, r->wave, count, told->values, r->next);
  r->p.sets = NULL;
  value_sets_settle(&told->sets);
  return team_agree(r->team, told->sets.out_of_memory ? grundy_fail_memory(r->error) : GRUNDY_OK,
                    r->error);
}

/* Writes the numbers of the set of i, unless `to` is NULL; *pair is the next large number. Returns
 * how many there are. */
static uint64_t list_set(const value_sets *sets, uint32_t i, const uint64_t *pairs, uint64_t count,
                         uint64_t *pair, uint32_t *to) {
  uint64_t listed = 0;
  for (uint64_t rest = sets->words[i]; rest != 0; rest &= rest - 1, listed++)
    if (to != NULL) to[listed] = (uint32_t)__builtin_ctzll(rest);
  for (; *pair < count && pairs[*pair] >> 32 == i; (*pair)++, listed++)
    if (to != NULL) to[listed] = (uint32_t)pairs[*pair];
  return listed;
}

static grundy_status list_sets(run *r, const value_sets *sets) {
  uint64_t *pairs = NULL, count = 0, pair = 0;
  uint32_t own = run_own(r);
  r->set_starts = grundy_alloc((uint64_t)own + 1, sizeof *r->set_starts);
  bool enough = r->set_starts != NULL && value_sets_large(sets, &pairs, &count);
  if (enough) {
    r->set_starts[0] = 0;
    for (uint32_t i = 0; i < own; i++)
      r->set_starts[i + 1] = r->set_starts[i] + list_set(sets, i, pairs, count, &pair, NULL);
    r->set_numbers = grundy_alloc(r->set_starts[own], sizeof *r->set_numbers);
    enough = r->set_numbers != NULL;
  }
  pair = 0;
  for (uint32_t i = 0; i < own && enough; i++)
    (void)list_set(sets, i, pairs, count, &pair, r->set_numbers + r->set_starts[i]);
  free(pairs);
  return enough ? GRUNDY_OK : grundy_fail_memory(r->error);
}

grundy_status run_sets(run *r) {
  telling told = {.values = r->arrays[ARRAY_VALUES]};
  grundy_status status = tell_values(r, &told);
  if (status == GRUNDY_OK) status = team_agree(r->team, list_sets(r, &told.sets), r->error);
  value_sets_free(&told.sets);
  return status;
}
