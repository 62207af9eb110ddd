/* Explores the parts of positions, one after the other in the order in which they are found. A
 * move leads to a position, which is split into parts (rules/split.h); new parts are added. When
 * all parts are known, parts without moves vanish from sums, and a sum of one part becomes a move
 * to that part. */

#include "explore/impl.h"

#include "base/alloc.h"
#include "base/arena.h"
#include "base/error.h"
#include "base/order.h"
#include "digraph/rows.h"
#include "rules/split.h"
#include "rules/split_sample.h"

#include <assert.h>
#include <stdlib.h>

typedef struct explorer {
  grundy_ruleset *ruleset;
  const grundy_open_options *options;
  grundy_explored *explored;
  grundy_positions *positions; /* of `explored`: the parts */
  grundy_splitter splitter;
  grundy_split_sample sample;
  grundy_position_list moves; /* from one part */
  uint64_t limit;

  /* The moves from part v are rows[v] … rows[v + 1] - 1, and move m leads to the sum of the parts
   * in row m of `sums`. */
  uint64_t *rows;
  uint64_t row_room, row_count;
  grundy_rows sums;
  grundy_work work;
} explorer;

/* ---- parts ---------------------------------------------------------------------------------- */

/* All parts that were found do not come apart. */
static bool is_known_part(const void *context, grundy_position position) {
  const explorer *e = context;
  uint32_t v;
  return grundy_positions_find(e->positions, position, grundy_position_hash(position), &v);
}

/* Adds the parts of a position to the list of parts, and to the positions if they are new. */
static grundy_status add_parts(explorer *e, grundy_position position, grundy_error *error) {
  grundy_status status = grundy_split(&e->splitter, position, error);
  if (status == GRUNDY_OK) status = grundy_split_sample_met(&e->sample, &e->splitter, error);
  if (status != GRUNDY_OK) return status;
  const grundy_position_list *parts = &e->splitter.parts;
  uint32_t *numbers = parts->count == 0 ? NULL : grundy_rows_room(&e->sums, parts->count);
  if (parts->count > 0 && numbers == NULL) return grundy_fail_memory(error);
  for (uint64_t i = 0; i < parts->count; i++) {
    grundy_position part = grundy_position_list_get(parts, i);
    if (!grundy_positions_add(e->positions, part, grundy_position_hash(part), &numbers[i]))
      return grundy_fail_memory(error);
  }
  if (e->positions->count > e->limit) return grundy_positions_fail_limit(e->limit, "parts", error);
  if (parts->count > 1) grundy_sort_numbers(numbers, parts->count);
  e->sums.size += parts->count;
  return GRUNDY_OK;
}

/* Finds the moves from part v. Parts are added, and moved in memory, only when all are listed. */
static grundy_status expand(explorer *e, uint32_t v, grundy_error *error) {
  grundy_position from = grundy_positions_get(e->positions, v);
  grundy_position_list_clear(&e->moves);
  grundy_status status = grundy_split_sample_part(&e->sample, from, error);
  if (status != GRUNDY_OK) return status;
  status = grundy_ruleset_moves(e->ruleset, from, grundy_position_list_take, &e->moves, error);
  if (status != GRUNDY_OK) return status;
  if (!grundy_position_list_sort(&e->moves)) return grundy_fail_memory(error);
  e->sample.moves = e->moves.count;
  for (uint64_t i = 0; i < e->moves.count; i++) {
    status = add_parts(e, grundy_position_list_get(&e->moves, i), error);
    if (status != GRUNDY_OK) return status;
    if (!grundy_rows_end(&e->sums)) return grundy_fail_memory(error);
  }
  if (!grundy_grow(&e->rows, &e->row_room, e->row_count + 2, sizeof *e->rows))
    return grundy_fail_memory(error);
  e->rows[++e->row_count] = e->sums.count;
  return GRUNDY_OK;
}

static grundy_status report(explorer *e, grundy_error *error) {
  uint64_t count = e->positions->count;
  uint64_t memory = grundy_positions_memory(e->positions) + e->row_room * sizeof *e->rows +
                    grundy_rows_memory(&e->sums);
  grundy_exploration now = {count, count - e->row_count, e->sums.count, memory, true};
  e->work.done = e->row_count;
  e->work.total = count;
  return grundy_exploration_report(e->options, &now, &e->work, error);
}

static grundy_status expand_all(explorer *e, grundy_error *error) {
  enum { BATCH = 256 };
  grundy_aligned_position start;
  grundy_status status = grundy_ruleset_start(e->ruleset, grundy_aligned_take, &start, error);
  if (status == GRUNDY_OK && !grundy_grow(&e->rows, &e->row_room, 1, sizeof *e->rows))
    status = grundy_fail_memory(error);
  if (status == GRUNDY_OK) status = add_parts(e, grundy_aligned_get(&start), error);
  if (status != GRUNDY_OK) return status;
  e->sums.size = 0; /* the parts of the start are not the parts of a move */
  e->rows[0] = 0;
  while (status == GRUNDY_OK && e->row_count < e->positions->count) {
    status = expand(e, (uint32_t)e->row_count, error);
    if (status == GRUNDY_OK && e->row_count % grundy_work_period(BATCH) == 0)
      status = report(e, error);
  }
  if (status == GRUNDY_OK) status = grundy_split_sample_finish(&e->sample, error);
  return status == GRUNDY_OK ? report(e, error) : status;
}

/* ---- the digraph ---------------------------------------------------------------------------- */

/* What becomes of the moves: a digraph with moves to single parts, and sums. */
typedef struct result {
  grundy_rows rows;
  grundy_part_sums sums;
  uint64_t sum_count, part_count;
} result;

/* Sorts a move into the targets or the sums. A move to parts without moves leads to one of them. */
static void divide_move(const explorer *e, uint64_t move, result *r) {
  uint32_t *kept = r->sums.parts + r->part_count;
  uint64_t count = 0, first = e->sums.offsets[move], end = e->sums.offsets[move + 1];
  for (uint64_t i = first; i < end; i++) {
    uint32_t v = e->sums.targets[i];
    if (e->rows[v] < e->rows[v + 1]) kept[count++] = v;
  }
  if (count == 0 && first < end) kept[count++] = e->sums.targets[first];
  if (count == 1) {
    r->rows.targets[r->rows.size++] = kept[0];
    return;
  }
  r->part_count += count;
  r->sums.starts[++r->sum_count] = r->part_count;
}

static grundy_status make_digraph(explorer *e, grundy_digraph **g, grundy_error *error) {
  grundy_arena arena = {0};
  grundy_status status = GRUNDY_OK;
  uint64_t order = e->row_count;
  result r = {0};
  r.sums.rows = grundy_arena_array(&arena, order + 1, sizeof *r.sums.rows);
  r.sums.starts = grundy_arena_array(&arena, e->sums.count + 1, sizeof *r.sums.starts);
  r.sums.parts = grundy_arena_array(&arena, e->sums.size, sizeof *r.sums.parts);
  if (!grundy_rows_start(&r.rows, (uint32_t)order, e->sums.count)) arena.failed = true;
  if (!arena.failed) {
    r.sums.rows[0] = r.sums.starts[0] = 0;
    for (uint64_t v = 0; v < order; v++) {
      for (uint64_t m = e->rows[v]; m < e->rows[v + 1]; m++) divide_move(e, m, &r);
      grundy_rows_add(&r.rows, 0);
      r.sums.rows[v + 1] = r.sum_count;
    }
    status = grundy_rows_sort(&r.rows, g, error);
  }
  if (!arena.failed && status == GRUNDY_OK) { /* the digraph owns all of them */
    (void)grundy_arena_take(&arena, r.sums.rows);
    r.sums.starts = grundy_shrink(grundy_arena_take(&arena, r.sums.starts), r.sum_count + 1,
                                  sizeof *r.sums.starts);
    r.sums.parts =
        grundy_shrink(grundy_arena_take(&arena, r.sums.parts), r.part_count, sizeof *r.sums.parts);
    grundy_digraph_give_part_sums(*g, &r.sums);
  }
  grundy_rows_free(&r.rows);
  return grundy_arena_end(&arena, status, error);
}

grundy_status grundy_explore_parts(grundy_ruleset *ruleset, const grundy_open_options *options,
                                   grundy_digraph **g, grundy_error *error) {
  explorer e = {.ruleset = ruleset, .options = options, .splitter = {.ruleset = ruleset}};
  grundy_digraph *made = NULL;
  assert(ruleset->has_split);
  e.explored = grundy_explored_new(ruleset, options);
  if (e.explored == NULL) return grundy_fail_memory(error);
  e.positions = &e.explored->positions;
  e.sample.condition.ruleset = ruleset;
  e.splitter.is_whole = is_known_part;
  e.splitter.context = &e;
  e.limit = options->limit;
  if (e.limit == 0 && ruleset->has_value) e.limit = options->closed_limit;
  if (e.limit == 0 || e.limit > GRUNDY_DIGRAPH_MAX_ORDER) e.limit = GRUNDY_DIGRAPH_MAX_ORDER;
  e.work = grundy_work_start(options->monitor, "exploring", 0);
  grundy_ruleset_set_monitor(ruleset, &e.work);
  grundy_status status = expand_all(&e, error);
  grundy_ruleset_set_monitor(ruleset, NULL);
  if (status == GRUNDY_OK) status = make_digraph(&e, &made, error);
  if (status == GRUNDY_OK) status = grundy_split_sample_accept(&e.sample, made, error);
  if (status == GRUNDY_OK) {
    grundy_work_finish(&e.work, "", e.sums.count);
    if (e.positions->count > 0) grundy_positions_shrink(e.positions);
    grundy_explored_name(made, e.explored);
    e.explored = NULL; /* owned by the digraph now */
    *g = made;
  } else {
    grundy_digraph_free(made);
  }
  grundy_splitter_free(&e.splitter);
  grundy_split_sample_free(&e.sample);
  grundy_position_list_free(&e.moves);
  free(e.rows);
  grundy_rows_free(&e.sums);
  grundy_explored_free(e.explored);
  return status;
}

/* ---- parts of a position -------------------------------------------------------------------- */

grundy_status grundy_explored_parse(const grundy_explored *explored, const char *name,
                                    size_t length, bool canonical, grundy_aligned_position *parsed,
                                    grundy_error *error) {
  bool found = false;
  uint32_t v;
  parsed->length = 0;
  grundy_status status = grundy_ruleset_parse_name(explored->ruleset, name, length, canonical,
                                                   grundy_aligned_take, parsed, error);
  if (status == GRUNDY_OK && parsed->length == 0 && !explored->ruleset->has_parse)
    status = grundy_explored_find_name(explored, name, length, &found, &v, error);
  if (status == GRUNDY_OK && found) /* the name of a part, which cannot be parsed */
    (void)grundy_aligned_copy(parsed, grundy_positions_get(&explored->positions, v));
  return status;
}

/* Checks `split` at the position that was split last: the first positions are all checked, then a
 * sample. */
static grundy_status check_split(const grundy_digraph *g, const grundy_splitter *s,
                                 grundy_error *error) {
  enum { ALL = 64 };
  const grundy_explored *explored = grundy_explored_of(g);
  grundy_explored *counter = (grundy_explored *)explored; /* counts under the lock */
  pthread_mutex_lock(&counter->lock);
  bool is_checked = counter->split_names++ < ALL;
  pthread_mutex_unlock(&counter->lock);
  if (!is_checked &&
      grundy_position_hash(grundy_splitter_position(s)) % GRUNDY_SPLIT_SAMPLE_PERIOD != 0)
    return GRUNDY_OK;
  grundy_split_sample sample = {.condition.ruleset = explored->ruleset};
  grundy_status status = grundy_split_sample_met(&sample, s, error);
  if (status == GRUNDY_OK) status = grundy_split_sample_accept(&sample, g, error);
  grundy_split_sample_free(&sample);
  return status;
}

grundy_status grundy_position_parts(const grundy_digraph *g, const char *name, size_t length,
                                    uint32_t **parts, uint64_t *count, grundy_error *error) {
  const grundy_explored *explored = grundy_explored_of(g);
  bool is_split = explored != NULL && grundy_digraph_type(g) == GRUNDY_GAME_PARTS;
  grundy_splitter s = {.ruleset = is_split ? explored->ruleset : NULL};
  grundy_aligned_position parsed;
  grundy_arena arena = {0};
  grundy_status status = GRUNDY_OK;
  uint32_t whole = 0;
  if (is_split) {
    status = grundy_explored_parse(explored, name, length, true, &parsed, error);
    if (status == GRUNDY_OK && parsed.length == 0)
      status = grundy_positions_fail_name(name, length, error);
    if (status == GRUNDY_OK) status = grundy_split(&s, grundy_aligned_get(&parsed), error);
    if (status == GRUNDY_OK) status = check_split(g, &s, error);
  } else { /* the position is the only part */
    status = grundy_position_find(g, name, length, &whole, error);
  }
  if (status != GRUNDY_OK) {
    grundy_splitter_free(&s);
    return status;
  }
  uint64_t found = is_split ? s.parts.count : 1;
  uint32_t *made = grundy_arena_array(&arena, found, sizeof *made);
  if (made != NULL && !is_split) made[0] = whole;
  for (uint64_t i = 0; i < s.parts.count && made != NULL && status == GRUNDY_OK; i++) {
    grundy_position part = grundy_position_list_get(&s.parts, i);
    if (!grundy_positions_find(&explored->positions, part, grundy_position_hash(part), &made[i]))
      status = grundy_fail_because(error, GRUNDY_BAD_INPUT, GRUNDY_REASON_NOT_REACHED,
                                   "'%.*s' has a part that cannot be reached from the start",
                                   grundy_excerpt(name, length), name);
  }
  if (made != NULL && status == GRUNDY_OK) {
    if (found > 1) grundy_sort_numbers(made, found);
    *parts = grundy_arena_take(&arena, made);
    *count = found;
  }
  grundy_splitter_free(&s);
  return grundy_arena_end(&arena, status, error);
}
