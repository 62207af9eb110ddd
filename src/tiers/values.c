/* The generalized Sprague-Grundy function in 1 byte per position, from moves that are generated.
 *
 * First, positions all of whose followers have finite values get their mex, again and again. A tier
 * without cycles that leads only to finite values is then complete. The others are labelled by
 * Algorithm G [FY86, §3], level by level. In level i a position is hit if a follower has the value
 * i. An open position gets the value i if each of its followers is hit or has another finite
 * value; then it is never hit, because a position that is hit never gets the value i. At the end of
 * a level the open positions that were not hit get the value infinity; the others have followers of
 * all values up to i.
 *
 * A follower with a finite value above i is hit: it got its mex from a follower of value i.
 * Infinite followers in other tiers are hit if i is in their K, which their moves tell. Labels and
 * hits of a level are a least fixed point, so their order does not matter. */

#include "tiers/kernels.h"

#include "base/alloc.h"
#include "base/error.h"

#include <grundy/value.h>

#include <string.h>

typedef struct value_kernel {
  grundy_tier_kernel base;
  grundy_tier_table *table;
  _Atomic uint64_t *hit; /* positions that are hit in this level, as far as their value is not
                            known */
  uint32_t level;
} value_kernel;

/* Finds the next follower and its value. */
static bool next_value(const value_kernel *k, grundy_tier_reader *r, grundy_tier_cursor *cursor,
                       grundy_tier_follower *follower, uint32_t *value, grundy_status *status) {
  const grundy_tier_numbers values = {k->table, GRUNDY_COLUMN_GRUNDY};
  return grundy_tier_follow_number(k->base.job, r, cursor, &values, follower, value, status);
}

/* ---- positions all of whose followers have finite values ------------------------------------- */

static uint64_t next_open(const grundy_tier_kernel *kernel, uint64_t index, uint64_t end) {
  return grundy_tier_table_next_open(((const value_kernel *)kernel)->table, index, end);
}

static grundy_status evaluate_mex(const grundy_tier_kernel *kernel, grundy_tier_reader *r,
                                  uint64_t index, grundy_tier_evaluation *found) {
  const value_kernel *k = (const value_kernel *)kernel;
  bool finite = true;
  unsigned end;
  grundy_tier_follower follower;
  uint32_t value;
  grundy_status status = grundy_tier_examine(kernel->job, r, index, &end, found);
  if (status != GRUNDY_OK) return status;
  if (found->absent) {
    grundy_tier_table_mark(k->table, index, GRUNDY_TIER_ABSENT);
    return GRUNDY_OK;
  }
  if (!grundy_tier_marks_start(r)) return grundy_fail_memory(&r->error);
  grundy_tier_cursor cursor = {.list = &r->moves};
  while (next_value(k, r, &cursor, &follower, &value, &status)) {
    if (value >= GRUNDY_TIER_NUMBER_OPEN) {
      finite = false;
      found->incomplete |= value == GRUNDY_TIER_NUMBER_OPEN;
    } else {
      grundy_tier_mark(r, value);
    }
  }
  if (status != GRUNDY_OK || !finite) return status;
  return grundy_tier_set_number(k->table, r, index, grundy_tier_mex(r), found);
}

/* ---- levels ---------------------------------------------------------------------------------- */

static bool is_hit(const value_kernel *k, uint64_t index) {
  uint64_t word = atomic_load_explicit(&k->hit[index / 64], memory_order_relaxed);
  return (word >> index % 64 & 1) != 0;
}

/* Only the thread that owns the block of the index calls this. */
static void hit(const value_kernel *k, uint64_t index, grundy_tier_evaluation *found) {
  atomic_fetch_or_explicit(&k->hit[index / 64], UINT64_C(1) << index % 64, memory_order_relaxed);
  found->changed = true;
}

static uint64_t next_in_level(const grundy_tier_kernel *kernel, uint64_t index, uint64_t end) {
  const value_kernel *k = (const value_kernel *)kernel;
  for (; index < end; index++) {
    uint8_t entry = atomic_load_explicit(&k->table->entries[index], memory_order_relaxed);
    if ((entry == GRUNDY_TIER_OPEN || entry == GRUNDY_TIER_INFINITE) && !is_hit(k, index)) break;
  }
  return index;
}

/* Sets *has if a follower of this position, which is in another tier, has the value of the level.
 */
static grundy_status has_level_in_k(const value_kernel *k, grundy_tier_reader *r,
                                    grundy_position position, bool *has) {
  const grundy_tiers *t = k->base.job->tiers;
  grundy_tier_cursor cursor = {.list = &r->further};
  grundy_position follower;
  *has = false;
  grundy_status status = grundy_tier_expand_further(r, position);
  while (status == GRUNDY_OK && !*has && grundy_tier_next(&cursor, &follower)) {
    uint32_t place;
    uint64_t index;
    status = grundy_tier_locate(r, follower, &place, &index);
    if (status != GRUNDY_OK) return status;
    const grundy_tier_file *file = t->at[place].file;
    if (file == NULL) return grundy_tier_refuse_follower(r, position);
    *has = grundy_tier_file_number(file, GRUNDY_COLUMN_GRUNDY, index) == k->level;
  }
  return status;
}

/* What the followers of an open position mean in this level. */
typedef struct level_view {
  bool hit;      /* one has the value of the level */
  bool blocked;  /* one in the tier has no finite value and is not hit yet */
  bool infinite; /* one in another tier has an infinite value */
} level_view;

static grundy_status view_followers(const value_kernel *k, grundy_tier_reader *r,
                                    level_view *view) {
  grundy_tier_cursor cursor = {.list = &r->moves};
  grundy_tier_follower follower;
  uint32_t value;
  grundy_status status = GRUNDY_OK;
  *view = (level_view){0};
  while (!view->hit && next_value(k, r, &cursor, &follower, &value, &status)) {
    view->hit = value == k->level;
    if (value < GRUNDY_TIER_NUMBER_OPEN) continue;
    if (follower.file != NULL)
      view->infinite = true;
    else
      view->blocked |= !is_hit(k, follower.index);
  }
  return status;
}

static grundy_status evaluate_level(const grundy_tier_kernel *kernel, grundy_tier_reader *r,
                                    uint64_t index, grundy_tier_evaluation *found) {
  const value_kernel *k = (const value_kernel *)kernel;
  bool all = true;
  level_view view;
  grundy_status status = grundy_tier_reload(kernel->job, r, index);
  if (status == GRUNDY_OK) status = view_followers(k, r, &view);
  if (status != GRUNDY_OK) return status;
  if (view.hit) {
    hit(k, index, found);
    return GRUNDY_OK;
  }
  found->incomplete = true; /* labels and hits cause others in all directions */
  if (view.blocked || grundy_tier_table_get(k->table, index) == GRUNDY_INFINITY) return GRUNDY_OK;
  /* Each infinite follower in another tier must be hit. */
  grundy_tier_cursor cursor = {.list = &r->moves};
  grundy_tier_follower follower;
  uint32_t value;
  while (view.infinite && status == GRUNDY_OK && all &&
         next_value(k, r, &cursor, &follower, &value, &status))
    if (follower.file != NULL && value == GRUNDY_INFINITY)
      status = has_level_in_k(k, r, follower.position, &all);
  if (status != GRUNDY_OK || !all) return status;
  return grundy_tier_set_number(k->table, r, index, k->level, found);
}

/* ---- the end of a level ---------------------------------------------------------------------- */

typedef struct level_end {
  const value_kernel *k;
  _Atomic uint64_t open;
} level_end;

/* Open positions that were not hit get the value infinity; then nothing is hit any more. */
static void close_block(void *context, uint64_t begin, uint64_t end) {
  level_end *l = context;
  grundy_tier_table *table = l->k->table;
  uint64_t open = 0;
  for (uint64_t i = grundy_tier_table_next_open(table, begin, end); i < end;
       i = grundy_tier_table_next_open(table, i + 1, end)) {
    bool stays = is_hit(l->k, i);
    if (!stays) grundy_tier_table_mark(table, i, GRUNDY_TIER_INFINITE);
    open += stays;
  }
  for (uint64_t word = begin / 64; word * 64 < end; word++)
    atomic_store_explicit(&l->k->hit[word], 0, memory_order_relaxed);
  atomic_fetch_add(&l->open, open);
}

grundy_status grundy_tier_solve_values(grundy_tier_job *job, grundy_tier_table *table,
                                       _Atomic uint64_t *hits) {
  value_kernel k = {.base = {.next = next_open,
                             .evaluate = evaluate_mex,
                             .settles = true,
                             .written = table,
                             .job = job},
                    .table = table,
                    .hit = hits};
  grundy_status status = grundy_tier_iterate(&k.base);
  bool open =
      status == GRUNDY_OK && grundy_tier_table_next_open(table, 0, table->count) < table->count;
  if (open) memset((void *)hits, 0, (job->count / 64 + 1) * sizeof *hits);
  k.base.written_set = hits;
  k.base.next = next_in_level;
  k.base.evaluate = evaluate_level;
  for (; status == GRUNDY_OK && open; k.level++) {
    level_end l = {.k = &k};
    status = grundy_tier_iterate(&k.base);
    if (status == GRUNDY_OK) grundy_tier_visit(job, close_block, &l);
    open = l.open > 0;
  }
  return status;
}
