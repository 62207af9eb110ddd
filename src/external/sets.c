/* K from reverse rows: every vertex of finite value adds its value to the sets of its predecessors.
 * Sets are words of bits for 32 values at a time. If there are more values, the sizes of all sets
 * are counted first, 32 values at a time, and then the sets are filled in the same way. With a
 * scratch file, sets that do not fit into memory are in a mapped file, which each range of values
 * fills from front to back. */

#include "external/impl.h"

#include "base/error.h"

#include <string.h>

enum { WORD = 32 };

typedef struct collecting {
  grundy_external *run;
  const uint32_t *values;
  uint32_t first;  /* the values first … first + 31 are collected */
  uint32_t *words; /* by vertex */
  grundy_work work;
} collecting;

static inline void fetch_word(const collecting *collect, uint32_t u) {
  __builtin_prefetch(&collect->words[u], 1);
}

static inline bool add_value(const collecting *collect, uint32_t value, uint32_t u,
                             uint64_t *settled) {
  (void)settled;
  collect->words[u] |= UINT32_C(1) << (value - collect->first);
  return false;
}

GRUNDY_DELIVERY_UPDATE(apply_value, const collecting *, fetch_word, add_value)

static uint64_t choose_range(const void *context, uint32_t block) {
  const collecting *collect = context;
  uint32_t first = GRUNDY_INDEX_BLOCK * block, left = collect->run->g.order - first;
  uint64_t chosen = 0;
  for (uint32_t i = 0; i < GRUNDY_INDEX_BLOCK && i < left; i++)
    chosen |= (uint64_t)(collect->values[first + i] - collect->first < WORD) << i;
  return chosen;
}

static grundy_status deliver(void *context, grundy_row_batch *batch, grundy_error *error) {
  grundy_update update = {.kernel = context, .worded = true, .apply = apply_value};
  (void)error;
  (void)grundy_delivery_apply(&batch->delivery, &update, NULL);
  return GRUNDY_OK;
}

/* Collects the values of a range, with one pass over the rows of vertices that have them. */
static grundy_status collect_range(collecting *collect, uint32_t range) {
  grundy_external *run = collect->run;
  grundy_row_choice choice = {.choose = choose_range, .context = collect, .words = collect->values};
  collect->first = WORD * range;
  memset(collect->words, 0, run->g.order * sizeof *collect->words);
  grundy_status status = grundy_reverse_pass(&run->all, &run->reading, &choice, deliver, collect,
                                             &collect->work, run->error);
  for (uint32_t u = 0; u < run->g.order; u++)
    if (collect->values[u] != GRUNDY_INFINITY) collect->words[u] = 0;
  return status;
}

/* Makes room for sets of these sizes, in memory or in a file. */
static grundy_status make_room(grundy_external *run, grundy_sets *sets) {
  uint32_t order = run->g.order;
  for (uint32_t u = 0; u < order; u++) sets->offsets[u + 1] += sets->offsets[u];
  uint64_t numbers = sets->offsets[order];
  if (numbers > 0 && run->all.scratch != NULL && !grundy_external_fits(run, 4 * numbers)) {
    grundy_status status =
        grundy_scratch_map(run->all.scratch, "the sets K", 4 * numbers, &sets->mapping, run->error);
    sets->numbers = sets->mapping.base;
    return status;
  }
  sets->numbers = grundy_arena_array(&run->arena, numbers, sizeof *sets->numbers);
  return run->arena.failed ? grundy_fail_memory(run->error) : GRUNDY_OK;
}

/* Filling moves each offset to the next one, until they are restored. */
static grundy_status collect_all(collecting *collect, grundy_sets *sets) {
  uint32_t order = collect->run->g.order, largest = 0;
  uint64_t *offsets = sets->offsets;
  grundy_status status = GRUNDY_OK;
  for (uint32_t u = 0; u < order; u++)
    if (collect->values[u] != GRUNDY_INFINITY && collect->values[u] > largest)
      largest = collect->values[u];
  uint32_t ranges = largest / WORD + 1;
  for (uint32_t i = 0; status == GRUNDY_OK && i < ranges; i++) {
    status = collect_range(collect, i);
    for (uint32_t u = 0; u < order; u++)
      offsets[u + 1] += (uint64_t)__builtin_popcount(collect->words[u]);
  }
  if (status == GRUNDY_OK) status = make_room(collect->run, sets);
  for (uint32_t i = 0; status == GRUNDY_OK && i < ranges; i++) {
    if (ranges > 1) status = collect_range(collect, i);
    for (uint32_t u = 0; status == GRUNDY_OK && u < order; u++)
      for (uint32_t rest = collect->words[u]; rest != 0; rest &= rest - 1)
        sets->numbers[offsets[u]++] = collect->first + (uint32_t)__builtin_ctz(rest);
  }
  if (status != GRUNDY_OK) return status;
  memmove(offsets + 1, offsets, order * sizeof *offsets);
  offsets[0] = 0;
  return GRUNDY_OK;
}

grundy_status grundy_external_sets(grundy_external *run, const uint32_t *values,
                                   grundy_sets *sets) {
  collecting collect = {.run = run, .values = values};
  grundy_arena *arena = &run->arena;
  uint32_t order = run->g.order;
  collect.work = grundy_work_start(run->monitor, "k", 0);
  grundy_sets made = {.offsets =
                          grundy_arena_zeros(arena, order + UINT64_C(1), sizeof *made.offsets),
                      .absent = grundy_arena_array(arena, order, sizeof *made.absent)};
  collect.words = grundy_arena_array(arena, order, sizeof *collect.words);
  if (arena->counting) (void)grundy_arena_array(arena, run->most_of_k, sizeof *made.numbers);
  if (arena->failed) return grundy_fail_memory(run->error);
  if (arena->counting) return GRUNDY_OK;
  for (uint32_t u = 0; u < order; u++) made.absent[u] = values[u] != GRUNDY_INFINITY;
  grundy_status status = collect_all(&collect, &made);
  grundy_arena_release(arena, collect.words);
  if (status == GRUNDY_OK) {
    grundy_work_finish(&collect.work, "", run->g.size);
    (void)grundy_arena_take(arena, made.offsets);
    (void)grundy_arena_take(arena, made.absent);
    if (made.mapping.length == 0) (void)grundy_arena_take(arena, made.numbers);
    *sets = made;
  } else {
    grundy_mapping_free(&made.mapping);
  }
  return status;
}
