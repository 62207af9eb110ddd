/* The sets K of positions with an infinite value: the finite values of their followers. */

#include "run.h"

#include "engine/cluster.h"

typedef struct follower_sets {
  const uint32_t *values;
  value_sets sets;
} follower_sets;

static inline bool update_sets(follower_sets *found, uint32_t value, uint32_t i) {
  if (found->values[i] == GRUNDY_INFINITY) value_sets_add(&found->sets, i, value);
  return false;
}

GRUNDY_WAVE_UPDATE(value, follower_sets *, update_sets)
static const grundy_wave_update on_value = GRUNDY_WAVE_UPDATE_OF(value);

/* Sends all finite values to all predecessors. */
static grundy_status send_values(run *r, follower_sets *found) {
  grundy_wave_update update = on_value;
  uint32_t count = 0;
  grundy_status status = run_agree_memory(
      r, value_sets_start(&found->sets, run_own(r)) &&
             grundy_sort_vertices(NULL, run_own(r), found->values, r->wave, &count, NULL));
  if (status != GRUNDY_OK) return status;
  update.state = found;
  r->p.sets = &found->sets;
  (void)propagate(&r->p, &update, SEND_VALUED, r->wave, count, found->values, r->next);
  r->p.sets = NULL;
  value_sets_settle(&found->sets);
  return run_agree_memory(r, !found->sets.out_of_memory);
}

/* Lists the numbers of all sets: from r->set_starts[i] on for own position i. */
static bool list_sets(run *r, const value_sets *sets) {
  uint64_t *pairs = NULL, count = 0;
  uint32_t own = run_own(r);
  r->set_starts = grundy_alloc((uint64_t)own + 1, sizeof *r->set_starts);
  bool enough = r->set_starts != NULL && value_sets_large(sets, &pairs, &count);
  for (int pass = 0; pass < 2 && enough; pass++) { /* counts, then lists */
    uint64_t listed = 0, pair = 0;
    for (uint32_t i = 0; i < own; i++) {
      r->set_starts[i] = listed;
      for (uint64_t rest = sets->words[i]; rest != 0; rest &= rest - 1, listed++)
        if (pass == 1) r->set_numbers[listed] = (uint32_t)__builtin_ctzll(rest);
      for (; pair < count && pairs[pair] >> 32 == i; pair++, listed++)
        if (pass == 1) r->set_numbers[listed] = (uint32_t)pairs[pair];
    }
    r->set_starts[own] = listed;
    if (pass == 0) r->set_numbers = grundy_alloc(listed, sizeof *r->set_numbers);
    enough = r->set_numbers != NULL;
  }
  free(pairs);
  return enough;
}

grundy_status run_sets(run *r) {
  follower_sets found = {.values = r->arrays[ARRAY_VALUES]};
  grundy_status status = send_values(r, &found);
  if (status == GRUNDY_OK) status = run_agree_memory(r, list_sets(r, &found.sets));
  value_sets_free(&found.sets);
  return status;
}
