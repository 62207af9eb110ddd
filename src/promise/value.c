/* Searches the positions near the end of a play: compares the closed form of rules and what `swap`
 * makes of positions with their values, and checks `split` at each of them. */

#include "promise/impl.h"

#include "base/alloc.h"
#include "digraph/cycle.h"
#include "digraph/rows.h"

#include <grundy/solve.h>

#include <inttypes.h>

/* The maximum size of a search. */
enum { MOST_POSITIONS = 1 << 12 };

/* The positions reachable from one, with their moves. */
typedef struct region {
  grundy_position_set positions;
  grundy_rows rows;
  grundy_digraph *g; /* of the rows, when they are complete */
  bool too_large;
  bool odd_end; /* some position does not end as in normal play */
} region;

/* Adds a follower to the row of the position that is expanded. */
static void add_move(void *to, grundy_position position) {
  region *r = to;
  uint32_t id;
  r->positions.out_of_memory |= !grundy_positions_add(&r->positions.positions, position,
                                                      grundy_position_hash(position), &id) ||
                                !grundy_rows_push(&r->rows, id);
}

/* Adds the moves from position `id`; there are none where play ends. */
static grundy_status expand(grundy_check *c, region *r, uint32_t id) {
  grundy_aligned_position copy; /* the set moves while it grows */
  grundy_position at = grundy_aligned_copy(&copy, grundy_position_set_get(&r->positions, id));
  grundy_position_info info = {0};
  grundy_error said;
  grundy_status status = c->ruleset->kind->info(c->ruleset, at, &info, &said);
  if (status != GRUNDY_OK) return grundy_check_blame(c, GRUNDY_PROMISE_ENDS, status, &said);
  r->odd_end |= info.end != 0 && info.end != 'P';
  if (grundy_check_is_open(c, GRUNDY_PROMISE_VIEWS)) {
    status = grundy_check_take_swap(c, at, &r->positions);
    if (status != GRUNDY_OK) return status;
  }
  if (info.end != 0) return GRUNDY_OK;
  status = grundy_ruleset_moves(c->ruleset, at, add_move, r, &said);
  if (r->positions.out_of_memory) return grundy_fail_memory(c->error);
  if (status != GRUNDY_OK || !grundy_check_is_open(c, GRUNDY_PROMISE_PARTS))
    return grundy_check_blame(c, GRUNDY_PROMISE_MOVES, status, &said);
  status = grundy_ruleset_split(c->ruleset, at, grundy_position_set_put, &r->positions, &said);
  if (r->positions.out_of_memory) return grundy_fail_memory(c->error);
  return grundy_check_blame(c, GRUNDY_PROMISE_PARTS, status, &said);
}

static grundy_status explore(grundy_check *c, grundy_position from, region *r) {
  grundy_status status = GRUNDY_OK;
  grundy_position_set_put(&r->positions, from);
  if (r->positions.out_of_memory) return grundy_fail_memory(c->error);
  for (uint32_t id = 0; id < grundy_position_set_count(&r->positions) && status == GRUNDY_OK;
       id++) {
    r->too_large = grundy_position_set_count(&r->positions) > MOST_POSITIONS || c->effort == 0;
    if (r->too_large) break;
    c->effort--;
    if (!grundy_work_step(&c->work, GRUNDY_WORK_STRIDE / 64))
      return grundy_fail_cancelled(c->error);
    status = expand(c, r, id);
    if (status == GRUNDY_OK && !grundy_rows_end(&r->rows)) status = grundy_fail_memory(c->error);
  }
  return status == GRUNDY_OK && !r->too_large ? grundy_rows_sort(&r->rows, &r->g, c->error)
                                              : status;
}

static grundy_status compare_at(grundy_check *c, grundy_position at, uint32_t searched) {
  uint32_t value = 0;
  bool known = false;
  grundy_error said;
  grundy_status status = c->ruleset->kind->value(c->ruleset, at, &known, &value, &said);
  if (status != GRUNDY_OK) return grundy_check_blame(c, GRUNDY_PROMISE_VALUES, status, &said);
  c->findings[GRUNDY_PROMISE_VALUES].tried += known;
  if (!known || value == searched) return GRUNDY_OK;
  if (searched == GRUNDY_INFINITY)
    grundy_check_break(c, GRUNDY_PROMISE_VALUES, &at,
                       "it gives %" PRIu32 ", but the value is infinite", value);
  else
    grundy_check_break(c, GRUNDY_PROMISE_VALUES, &at,
                       "it gives %" PRIu32 ", but the value is %" PRIu32, value, searched);
  return GRUNDY_OK;
}

/* Checks that all positions are sums of their parts. Only if play has no cycle, equal parts may be
 * left out. */
static grundy_status check_sums(grundy_check *c, const region *r) {
  grundy_status status = GRUNDY_OK;
  bool cancels = false;
  uint32_t id = 0, order = grundy_position_set_count(&r->positions), length = 0;
  for (; id < order && status == GRUNDY_OK && !cancels; id++)
    status = grundy_check_split(c, grundy_position_set_get(&r->positions, id), &cancels);
  if (status != GRUNDY_OK || !cancels) return status;
  uint32_t *cycle = grundy_alloc(order, sizeof *cycle);
  status = cycle == NULL ? grundy_fail_memory(c->error)
                         : grundy_digraph_cycle(r->g, cycle, &length, c->error);
  free(cycle);
  for (id--; id < order && status == GRUNDY_OK; id++)
    status = grundy_check_split(c, grundy_position_set_get(&r->positions, id),
                                length > 0 ? NULL : &cancels);
  return status;
}

static grundy_status compare(grundy_check *c, const region *r) {
  uint32_t order = grundy_position_set_count(&r->positions);
  grundy_solution *solution = NULL;
  grundy_solve_options options = {.size = sizeof options,
                                  .columns = GRUNDY_COLUMN_GRUNDY | GRUNDY_COLUMN_K};
  grundy_status status = grundy_solve_in_memory(r->g, &options, &solution, c->error);
  if (status != GRUNDY_OK) return status;
  const uint32_t *values = grundy_solution_numbers(solution, GRUNDY_COLUMN_GRUNDY);
  for (uint32_t id = 0;
       id < order && status == GRUNDY_OK && grundy_check_is_open(c, GRUNDY_PROMISE_VALUES); id++)
    status = compare_at(c, grundy_position_set_get(&r->positions, id), values[id]);
  if (status == GRUNDY_OK) status = grundy_check_views(c, &r->positions, solution);
  grundy_solution_free(solution);
  return status;
}

/* Returns whether a promise is open that needs a search. */
static bool is_searching(const grundy_check *c) {
  return grundy_check_is_open(c, GRUNDY_PROMISE_VALUES) ||
         grundy_check_is_open(c, GRUNDY_PROMISE_PARTS) ||
         grundy_check_is_open(c, GRUNDY_PROMISE_VIEWS);
}

/* Checks all positions reachable from there; *more is false if there are too many. */
static grundy_status check_from(grundy_check *c, grundy_position from, bool *more) {
  region r = {0};
  uint32_t id;
  if (grundy_position_set_find(&c->compared, from, &id)) return GRUNDY_OK;
  grundy_status status = explore(c, from, &r);
  *more = !r.too_large;
  if (status == GRUNDY_OK && r.odd_end && grundy_check_is_open(c, GRUNDY_PROMISE_VALUES))
    grundy_check_break(c, GRUNDY_PROMISE_VALUES, &from,
                       "a closed form is only for games in which a player who cannot move loses");
  if (status == GRUNDY_OK && r.odd_end && grundy_check_is_open(c, GRUNDY_PROMISE_VIEWS))
    grundy_check_break(c, GRUNDY_PROMISE_VIEWS, &from,
                       "sums are only for games in which a player who cannot move loses");
  if (status == GRUNDY_OK && *more && is_searching(c)) {
    status = check_sums(c, &r);
    if (status == GRUNDY_OK && (grundy_check_is_open(c, GRUNDY_PROMISE_VALUES) ||
                                grundy_check_is_open(c, GRUNDY_PROMISE_VIEWS)))
      status = compare(c, &r);
    /* They are not searched again. */
    for (id = 0; id < grundy_position_set_count(&r.positions) && status == GRUNDY_OK; id++)
      grundy_position_set_put(&c->compared, grundy_position_set_get(&r.positions, id));
    if (c->compared.out_of_memory) status = grundy_fail_memory(c->error);
  }
  grundy_position_set_free(&r.positions);
  grundy_rows_free(&r.rows);
  grundy_digraph_free(r.g);
  return status;
}

/* Starts 1, 2, 4, 8 ... positions before the end: positions near the end reach few others. */
grundy_status grundy_check_values(grundy_check *c, const grundy_position_set *walk) {
  uint32_t length = grundy_position_set_count(walk);
  grundy_status status = GRUNDY_OK;
  bool more = true;
  for (uint32_t back = 1; more && back < 2 * length && status == GRUNDY_OK; back *= 2) {
    if (!is_searching(c)) break;
    uint32_t at = back < length ? length - back : 0;
    status = check_from(c, grundy_position_set_get(walk, at), &more);
  }
  return status;
}
