/* Explores breadth first, batch by batch; batch.c does the work of a batch with all threads. */

#include "explore/batch.h"

#include "base/alloc.h"
#include "base/error.h"
#include "base/threads.h"

#include <assert.h>
#include <stdlib.h>

typedef struct explorer {
  grundy_ruleset *ruleset;
  const grundy_open_options *options;
  grundy_explored *explored;
  grundy_positions *positions; /* of `explored` */
  grundy_key_table table;      /* of the positions */
  uint32_t expanded;           /* positions below this have been expanded */
  bool swaps;                  /* take positions also as the other player sees them; */
  uint32_t swapped;            /* those below this have been taken so */
  bool out_of_memory;          /* while taking them */
  uint64_t limit, move_limit;
  grundy_rows rows;
  grundy_rule_attributes attributes;
  uint64_t attributes_room;
  grundy_move_batch batch;
  grundy_work work;
} explorer;

/* ---- batches ----------------------------------------------------------------------------- */

grundy_status grundy_exploration_report(const grundy_open_options *options,
                                        const grundy_exploration *now, grundy_work *work,
                                        grundy_error *error) {
  if (options->memory > 0 && now->memory > options->memory)
    return grundy_fail_because(
        error, GRUNDY_UNABLE, GRUNDY_REASON_MEMORY,
        "the %s and their moves do not fit into memory; there is room for %.1f MiB",
        now->parts ? "parts" : "positions", (double)options->memory / 0x1p20);
  if (options->exploring != NULL) options->exploring(options->context, now);
  return grundy_work_ask(work) ? GRUNDY_OK : grundy_fail_cancelled(error);
}

static grundy_status report(explorer *e, grundy_error *error) {
  uint64_t count = e->positions->count;
  /* At the end, the index replaces the table. */
  uint64_t table = e->table.region.bytes, index = grundy_positions_index_memory(e->positions);
  uint64_t memory =
      grundy_positions_memory(e->positions) + (table > index ? table : index) +
      grundy_rows_memory(&e->rows) + (e->ruleset->has_kinds ? e->rows.size : 0) +
      e->attributes_room * ((e->attributes.ends != NULL) + (e->attributes.players != NULL)) +
      grundy_move_batch_memory(&e->batch);
  grundy_exploration now = {count, count - e->expanded, e->rows.size, memory, false};
  e->work.done = e->expanded;
  e->work.total = count;
  return grundy_exploration_report(e->options, &now, &e->work, error);
}

/* Makes room for the answers about all positions, which the shares write. */
static bool make_attributes(explorer *e, uint64_t count) {
  grundy_rule_attributes *r = &e->attributes;
  uint64_t ends = e->attributes_room, players = e->attributes_room;
  if (e->ruleset->has_terminal && !grundy_grow_slowly(&r->ends, &ends, count, 1)) return false;
  if (e->ruleset->has_player && !grundy_grow_slowly(&r->players, &players, count, 1)) return false;
  e->attributes_room = e->ruleset->has_terminal ? ends : players;
  return true;
}

static grundy_status expand_batch(explorer *e, uint32_t size, grundy_error *error) {
  uint32_t left = e->positions->count - e->expanded, count = left < size ? left : size;
  if ((e->ruleset->has_terminal || e->ruleset->has_player) &&
      !make_attributes(e, e->positions->count))
    return grundy_fail_memory(error);
  grundy_status status =
      grundy_move_batch_expand(&e->batch, e->expanded, e->expanded + count, &e->work, error);
  e->expanded += count;
  assert(e->expanded <= e->positions->count);
  return status == GRUNDY_OK ? report(e, error) : status;
}

/* Adds the position if it is new; a grundy_take. */
static void take_swap(void *to, grundy_position position) {
  explorer *e = to;
  uint32_t key = grundy_position_key(e->positions, position), v;
  if (grundy_key_table_find(&e->table, e->positions, position, key, &v)) return;
  e->out_of_memory = !grundy_positions_append(e->positions, position, &v);
  if (!e->out_of_memory) grundy_key_table_add(&e->table, key, v);
}

/* Takes all positions that have been expanded as the other player sees them. */
static grundy_status take_swaps(explorer *e, grundy_error *error) {
  grundy_aligned_position copy; /* positions move when others are added */
  grundy_status status = GRUNDY_OK;
  for (; e->swapped < e->expanded && status == GRUNDY_OK; e->swapped++) {
    grundy_position at = grundy_aligned_copy(&copy, grundy_positions_get(e->positions, e->swapped));
    status = grundy_key_table_reserve(&e->table, 1, &e->work, error);
    if (status == GRUNDY_OK) status = grundy_ruleset_swap(e->ruleset, at, take_swap, e, error);
    if (status == GRUNDY_OK && e->out_of_memory) status = grundy_fail_memory(error);
    if (status == GRUNDY_OK && e->positions->count > e->limit)
      status = grundy_positions_fail_limit(e->limit, "positions", error);
  }
  return status;
}

/* Positions per share. A batch of compiled rules grows as long as it is quick: lookups are faster
 * if there are many of them, but the monitor is asked only between batches, and the moves of a
 * batch take memory, too. */
enum { SCRIPT_BATCH = 256, LEAST_BATCH = 64, FIRST_BATCH = 256, MOST_BATCH = 8192 };

static grundy_status expand_all(explorer *e, grundy_error *error) {
  const double quick = 0.05, slow = 0.2; /* seconds for a batch */
  bool parallel = e->ruleset->kind->parallel;
  /* Lookups are a small part of the time of slow rules, so their first batches may be short. */
  uint32_t first = e->ruleset->kind->slow ? LEAST_BATCH : FIRST_BATCH;
  uint32_t rows = (uint32_t)grundy_work_period(parallel ? first : SCRIPT_BATCH);
  e->batch = (grundy_move_batch){.ruleset = e->ruleset,
                                 .positions = e->positions,
                                 .table = &e->table,
                                 .rows = &e->rows,
                                 .attributes = &e->attributes,
                                 .limit = e->limit,
                                 .move_limit = e->move_limit,
                                 .threads = parallel ? grundy_threads_for(UINT64_MAX) : 1,
                                 .callers = 1};
  bool is_shared = false;
  if (!grundy_move_batch_start(&e->batch, parallel ? MOST_BATCH : SCRIPT_BATCH))
    return grundy_fail_memory(error);
  grundy_status status = GRUNDY_OK;
  while (e->expanded < e->positions->count && status == GRUNDY_OK) {
    double start = grundy_clock();
    uint64_t before = e->rows.size;
    if (!is_shared && e->positions->count >= GRUNDY_RULESET_SHARED_POSITIONS) {
      status = grundy_ruleset_share(e->ruleset, e->batch.threads, &e->batch.callers, error);
      if (status != GRUNDY_OK) return status;
      is_shared = true;
    }
    status = expand_batch(e, rows * (uint32_t)e->batch.callers, error);
    double seconds = grundy_clock() - start;
    /* The moves of a batch take about a byte per position. */
    bool fits = 2 * (e->rows.size - before) <= e->positions->count / 20;
    if (parallel && seconds > slow && rows > LEAST_BATCH)
      rows /= 2;
    else if (parallel && fits && seconds < quick && rows < MOST_BATCH)
      rows *= 2;
    if (e->swaps && e->expanded == e->positions->count && status == GRUNDY_OK)
      status = take_swaps(e, error);
  }
  return status;
}

/* ---- exploring ---------------------------------------------------------------------------- */

/* A grundy_take. */
static void take_start(void *to, grundy_position position) {
  explorer *e = to;
  uint32_t v;
  if (grundy_positions_append(e->positions, position, &v))
    grundy_key_table_add(&e->table, grundy_position_key(e->positions, position), v);
}

/* Sets the limits, which are lower if the closed form gives the value of the start. */
static grundy_status find_limit(explorer *e, grundy_error *error) {
  bool known = false;
  uint32_t value;
  grundy_status status = GRUNDY_OK;
  e->limit = e->options->limit;
  if (e->limit == 0 && e->options->closed_limit > 0)
    status = e->ruleset->kind->value(e->ruleset, grundy_positions_get(e->positions, 0), &known,
                                     &value, error);
  if (known) e->limit = e->options->closed_limit;
  if (e->limit == 0 || e->limit > GRUNDY_DIGRAPH_MAX_ORDER) e->limit = GRUNDY_DIGRAPH_MAX_ORDER;
  e->move_limit = known ? e->limit * GRUNDY_CLOSED_FORM_MAX_MOVES : UINT64_MAX;
  return status;
}

static grundy_status explore(explorer *e, grundy_digraph **g, grundy_error *error) {
  e->positions = &e->explored->positions;
  grundy_status status = grundy_key_table_reserve(&e->table, 1, &e->work, error);
  if (status == GRUNDY_OK) status = grundy_ruleset_start(e->ruleset, take_start, e, error);
  if (status == GRUNDY_OK && e->positions->count == 0) status = grundy_fail_memory(error);
  if (status == GRUNDY_OK) status = find_limit(e, error);
  if (status == GRUNDY_OK) status = expand_all(e, error);
  if (status != GRUNDY_OK) return status;
  grundy_move_batch_free(&e->batch);
  grundy_key_table_free(&e->table);
  grundy_positions_shrink(e->positions);
  status = grundy_positions_make_index(e->positions, &e->work, error);
  if (status != GRUNDY_OK) return status;
  assert(e->rows.count == e->positions->count);
  status = grundy_rows_sort(&e->rows, g, error);
  if (status != GRUNDY_OK) return status;
  grundy_explored_name(*g, e->explored);
  e->explored = NULL; /* owned by the digraph now */
  return GRUNDY_OK;
}

/* Takes ownership of `ruleset`, even on failure. */
static grundy_status explore_all(grundy_ruleset *ruleset, const grundy_open_options *options,
                                 bool swaps, grundy_digraph **g, grundy_error *error) {
  grundy_digraph *made = NULL;
  explorer e = {.ruleset = ruleset, .options = options, .swaps = swaps};
  e.explored = grundy_explored_new(ruleset, options);
  if (e.explored == NULL) return grundy_fail_memory(error);
  e.work = grundy_work_start(options->monitor, "exploring", 0);
  grundy_ruleset_set_monitor(ruleset, &e.work);
  grundy_status status = explore(&e, &made, error);
  if (status == GRUNDY_OK) status = grundy_explored_set_kinds(made, &e.work, error);
  grundy_ruleset_set_monitor(ruleset, NULL);
  if (status == GRUNDY_OK) {
    grundy_work_finish(&e.work, "", grundy_digraph_size(made));
    status = grundy_explored_set_attributes(made, &e.attributes, error);
  }
  grundy_move_batch_free(&e.batch);
  grundy_rows_free(&e.rows);
  grundy_key_table_free(&e.table);
  free(e.attributes.players);
  free(e.attributes.ends);
  grundy_explored_free(e.explored);
  if (status == GRUNDY_OK)
    *g = made;
  else
    grundy_digraph_free(made);
  return status;
}

grundy_status grundy_explore(grundy_ruleset *ruleset, const grundy_open_options *options,
                             grundy_digraph **g, grundy_error *error) {
  if (options->window > 0) return grundy_explore_window(ruleset, options, g, error);
  if (options->parts && ruleset->has_split) return grundy_explore_parts(ruleset, options, g, error);
  return explore_all(ruleset, options, false, g, error);
}

grundy_status grundy_explore_swaps(grundy_digraph **g, const grundy_open_options *options,
                                   grundy_error *error) {
  grundy_explored *explored = (grundy_explored *)grundy_explored_of(*g);
  grundy_ruleset *ruleset = explored->ruleset;
  explored->ruleset = NULL;
  grundy_digraph_free(*g);
  *g = NULL;
  return explore_all(ruleset, options, true, g, error);
}
