/* The counter of a tier, from its values. Condition B of [FY86, Def. 1] asks: if a move leads from
 * u to a position v whose value is infinite or larger than i = G(u), then v has a follower w of
 * value i with a smaller counter than u. If w is in another tier, play never returns, so no counter
 * is needed; if it is in the tier, then v is in it, too.
 *
 * Let M be the positions all of whose followers have finite values and are in M or in other tiers.
 * Play cannot return to a position of M. Its counter is the largest one of its followers in the
 * tier, plus 1 if one of these has a larger value than it has. So counters never increase in play
 * within M, and if a move leads from u to a larger value, they decrease: condition B holds there.
 *
 * For the other positions, and for each i among their values, the times of positions are defined as
 * in Algorithm G: u gets the largest time of such v in the tier, or 0; v gets 0 if it has a
 * follower of value i in another tier, and otherwise 1 more than the least time of its followers of
 * value i. In M the time of u is its counter, and that of v is 1 more than its counter, because no
 * counter of a follower is larger. The counter of another u is its time. Times are computed as
 * remoteness is: upper bounds that decrease to numbers that are unique. If the least number that a
 * sweep has assigned is m, entries up to m are final. */

#include "tiers/kernels.h"

#include "base/error.h"

#include <grundy/value.h>

typedef struct counter_kernel {
  grundy_tier_kernel base;
  grundy_tier_table *values, *times, *counter;
  uint32_t level, final;
} counter_kernel;

/* Returns the value of a follower in another tier. */
static uint32_t value_outside(const grundy_tier_follower *follower) {
  return grundy_tier_file_number(follower->file, GRUNDY_COLUMN_GRUNDY, follower->index);
}

/* ---- positions to which play cannot return --------------------------------------------------- */

static uint64_t next_unknown(const grundy_tier_kernel *kernel, uint64_t index, uint64_t end) {
  return grundy_tier_table_next_open(((const counter_kernel *)kernel)->counter, index, end);
}

/* The followers of a position, as its membership in M depends on them. */
typedef struct members_view {
  bool outside;     /* a value is infinite */
  bool open;        /* it is not known whether a follower in the tier is in M */
  bool larger;      /* a follower in the tier has a larger value */
  uint32_t largest; /* counter of the followers in the tier */
} members_view;

/* Sets the counter of a position if it is known to be in M. */
static grundy_status evaluate_member(const grundy_tier_kernel *kernel, grundy_tier_reader *r,
                                     uint64_t index, grundy_tier_evaluation *found) {
  const counter_kernel *k = (const counter_kernel *)kernel;
  members_view view = {0};
  grundy_tier_follower follower;
  grundy_status status = grundy_tier_reload(kernel->job, r, index);
  if (status != GRUNDY_OK) return status;
  grundy_tier_cursor cursor = {.list = &r->moves};
  uint32_t value = grundy_tier_table_get(k->values, index);
  while (!view.outside && grundy_tier_follow(kernel->job, r, &cursor, &follower, &status)) {
    if (follower.file != NULL) {
      view.outside = value_outside(&follower) == GRUNDY_INFINITY;
      continue;
    }
    uint32_t other = grundy_tier_table_get(k->values, follower.index);
    uint32_t counter = grundy_tier_table_get(k->counter, follower.index);
    view.outside = other == GRUNDY_INFINITY;
    view.open |= counter == GRUNDY_TIER_NUMBER_OPEN;
    view.larger |= other > value;
    if (counter < GRUNDY_TIER_NUMBER_OPEN && counter > view.largest) view.largest = counter;
  }
  if (status != GRUNDY_OK) return status;
  found->incomplete = view.open && !view.outside;
  if (view.outside || view.open) return GRUNDY_OK;
  return grundy_tier_set_number(k->counter, r, index, view.largest + view.larger, found);
}

/* ---- times ----------------------------------------------------------------------------------- */

/* Returns whether the position is in M, or has got its counter in an earlier level. */
static bool has_counter(const counter_kernel *k, uint64_t index) {
  uint8_t entry = atomic_load_explicit(&k->counter->entries[index], memory_order_relaxed);
  return entry <= GRUNDY_TIER_ESCAPED;
}

/* Positions of smaller values, those in M and those whose time is final are not open. */
static uint64_t next_open(const grundy_tier_kernel *kernel, uint64_t index, uint64_t end) {
  const counter_kernel *k = (const counter_kernel *)kernel;
  for (; index < end; index++) {
    uint8_t time = atomic_load_explicit(&k->times->entries[index], memory_order_relaxed);
    if (time != GRUNDY_TIER_OPEN && time <= k->final) continue;
    if (has_counter(k, index)) continue;
    uint32_t value = grundy_tier_table_get(k->values, index);
    if (value != GRUNDY_TIER_NUMBER_ABSENT && value >= k->level) break;
  }
  return index;
}

static void swept(grundy_tier_kernel *kernel, uint32_t least) {
  counter_kernel *k = (counter_kernel *)kernel;
  k->final = least < GRUNDY_TIER_MOST ? least : GRUNDY_TIER_MOST;
}

/* The times of the followers of a position. */
typedef struct times_view {
  bool leaves;      /* a follower in another tier has the value of the level */
  bool open;        /* the time of a follower that counts is open */
  uint32_t largest; /* time of those whose value is larger, or infinite */
  uint32_t least;   /* time of those that have the value of the level */
} times_view;

static void look_at(const counter_kernel *k, const grundy_tier_follower *follower, bool is_labelled,
                    times_view *view) {
  if (follower->file != NULL) {
    view->leaves |= value_outside(follower) == k->level;
    return;
  }
  uint32_t value = grundy_tier_table_get(k->values, follower->index);
  if (is_labelled ? value < k->level : value != k->level) return;
  uint32_t time = has_counter(k, follower->index)
                      ? grundy_tier_table_get(k->counter, follower->index) + (value > k->level)
                      : grundy_tier_table_get(k->times, follower->index);
  if (time == GRUNDY_TIER_NUMBER_OPEN) {
    view->open = true;
    return;
  }
  if (time > view->largest) view->largest = time;
  if (time < view->least) view->least = time;
}

static grundy_status evaluate(const grundy_tier_kernel *kernel, grundy_tier_reader *r,
                              uint64_t index, grundy_tier_evaluation *found) {
  const counter_kernel *k = (const counter_kernel *)kernel;
  bool is_labelled = grundy_tier_table_get(k->values, index) == k->level;
  times_view view = {.least = GRUNDY_TIER_NUMBER_OPEN};
  grundy_tier_follower follower;
  grundy_status status = grundy_tier_reload(kernel->job, r, index);
  if (status != GRUNDY_OK) return status;
  grundy_tier_cursor cursor = {.list = &r->moves};
  while (grundy_tier_follow(kernel->job, r, &cursor, &follower, &status))
    look_at(k, &follower, is_labelled, &view);
  if (status != GRUNDY_OK) return status;
  uint32_t time = GRUNDY_TIER_NUMBER_OPEN, before = grundy_tier_table_get(k->times, index);
  if (is_labelled && !view.open)
    time = view.largest;
  else if (!is_labelled && view.leaves)
    time = 0;
  else if (!is_labelled && view.least != GRUNDY_TIER_NUMBER_OPEN)
    time = view.least + 1;
  found->incomplete = view.open;
  if (time == before) return GRUNDY_OK;
  assert(time < before);
  return grundy_tier_set_number(k->times, r, index, time, found);
}

/* ---- levels ---------------------------------------------------------------------------------- */

typedef struct copying {
  const counter_kernel *k;
  _Atomic bool failed; /* memory ran out */
  _Atomic bool more;   /* there are positions of finite values without a counter */
} copying;

/* Marks the positions that have no counter, so that the others are open. */
static void start_block(void *context, uint64_t begin, uint64_t end) {
  const counter_kernel *k = context;
  for (uint64_t i = begin; i < end; i++) {
    uint32_t value = grundy_tier_table_get(k->values, i);
    if (value == GRUNDY_TIER_NUMBER_ABSENT)
      grundy_tier_table_mark(k->counter, i, GRUNDY_TIER_ABSENT);
    else if (value == GRUNDY_INFINITY)
      grundy_tier_table_mark(k->counter, i, GRUNDY_TIER_INFINITE);
  }
}

/* Copies the times of positions with the value of the level that have no counter yet. */
static void copy_block(void *context, uint64_t begin, uint64_t end) {
  copying *c = context;
  grundy_tier_table *counter = c->k->counter;
  for (uint64_t i = grundy_tier_table_next_open(counter, begin, end); i < end;
       i = grundy_tier_table_next_open(counter, i + 1, end)) {
    if (grundy_tier_table_get(c->k->values, i) > c->k->level)
      c->more = true;
    else if (!grundy_tier_table_set(counter, i, grundy_tier_table_get(c->k->times, i)))
      c->failed = true;
  }
}

grundy_status grundy_tier_solve_counter(grundy_tier_job *job, grundy_tier_table *values,
                                        grundy_tier_table *times, grundy_tier_table *counter) {
  counter_kernel k = {.base = {.next = next_unknown,
                               .evaluate = evaluate_member,
                               .settles = true,
                               .written = counter,
                               .job = job},
                      .values = values,
                      .times = times,
                      .counter = counter};
  grundy_tier_visit(job, start_block, &k);
  grundy_status status = grundy_tier_iterate(&k.base);
  bool more = grundy_tier_table_next_open(counter, 0, counter->count) < counter->count;
  k.base.next = next_open;
  k.base.evaluate = evaluate;
  k.base.swept = swept;
  k.base.settles = false;
  k.base.written = times;
  for (; status == GRUNDY_OK && more; k.level++) {
    copying c = {.k = &k};
    grundy_tier_table_clear(times);
    k.final = 0;
    status = grundy_tier_iterate(&k.base);
    if (status != GRUNDY_OK) return status;
    grundy_tier_visit(job, copy_block, &c);
    more = c.more;
    if (c.failed) status = grundy_fail_memory(job->error);
  }
  return status;
}
