/* Makes a digraph with names of everything reachable from the current position of a compound. */

#include "base/alloc.h"
#include "base/error.h"
#include "base/monitor.h"
#include "base/options.h"
#include "base/quote.h"
#include "compound/impl.h"

#include <inttypes.h>
#include <string.h>

/* The limit on moves, per position of the limit. */
#define MOVES_PER_POSITION UINT64_C(20)

/* Positions are identified by their names, which the builder looks up. */
typedef struct exploring {
  grundy_compound *c;
  uint64_t limit;
  grundy_builder *builder;
  uint64_t *places; /* by vertex: the positions of all components */
  uint64_t count, capacity;
  uint64_t moves; /* in total */
  char *name;
  uint64_t name_capacity;
  size_t name_length;
  grundy_work work;
  grundy_error *error;
} exploring;

/* ---- names ---------------------------------------------------------------------------------- */

static bool append(exploring *x, const char *text, size_t length) {
  if (!grundy_grow(&x->name, &x->name_capacity, x->name_length + length + 1, 1)) return false;
  memcpy(x->name + x->name_length, text, length);
  x->name_length += length;
  return true;
}

/* Quotes a name that contains a comma or a quote if it is one of several. */
static bool append_quoted(exploring *x, const char *name) {
  uint64_t room = x->name_length + 2 * strlen(name) + 3;
  if (!grundy_grow(&x->name, &x->name_capacity, room, 1)) return false;
  x->name_length += grundy_quote(name, x->name + x->name_length);
  return true;
}

static grundy_status append_position(exploring *x, uint32_t number) {
  grundy_component component = x->c->components[number];
  uint64_t position = x->c->positions[number];
  size_t length = 0;
  grundy_status status =
      component.kind->name_position(component.data, position, NULL, 0, &length, x->error);
  char *name = status == GRUNDY_OK ? grundy_alloc(length + 1, 1) : NULL;
  if (name == NULL) return status == GRUNDY_OK ? grundy_fail_memory(x->error) : status;
  status =
      component.kind->name_position(component.data, position, name, length + 1, &length, x->error);
  bool several = x->c->count > 1, fine = number == 0 || append(x, ", ", 2);
  if (several && strpbrk(name, ",\"") != NULL)
    fine = fine && append_quoted(x, name);
  else
    fine = fine && append(x, name, length);
  free(name);
  return fine ? status : grundy_fail_memory(x->error);
}

/* ---- positions ------------------------------------------------------------------------------ */

/* Finds or adds the vertex of the compound's current position. Making and looking up the name of a
 * component counts as STEPS_PER_NAME steps of work. */
static grundy_status visit(exploring *x, uint32_t *v) {
  enum { STEPS_PER_NAME = 64 };
  grundy_compound *c = x->c;
  if (!grundy_work_step(&x->work, STEPS_PER_NAME * c->count))
    return grundy_fail_cancelled(x->error);
  x->name_length = 0;
  grundy_status status = GRUNDY_OK;
  for (uint32_t i = 0; i < c->count && status == GRUNDY_OK; i++) status = append_position(x, i);
  if (status == GRUNDY_OK)
    status = grundy_builder_vertex(x->builder, x->name, x->name_length, v, x->error);
  if (status != GRUNDY_OK || *v < x->count) return status;
  if (x->count == x->limit)
    return grundy_fail(x->error, GRUNDY_UNABLE, "more than %" PRIu64 " positions can be reached",
                       x->limit);
  if (!grundy_grow(&x->places, &x->capacity, (x->count + 1) * c->count, sizeof *x->places))
    return grundy_fail_memory(x->error);
  memcpy(x->places + x->count * c->count, c->positions, c->count * sizeof *x->places);
  x->count++;
  return GRUNDY_OK;
}

static void stand_at(exploring *x, uint64_t v) {
  memcpy(x->c->positions, x->places + v * x->c->count, x->c->count * sizeof *x->places);
}

/* Adds the moves of a position. Different moves may lead to the same position, so there may be more
 * moves than positions. */
static grundy_status explore_moves(exploring *x, uint32_t v) {
  enum { MANY = 1 << 20 };
  uint64_t most = x->limit > MANY ? x->limit : MANY;
  grundy_moves *moves = NULL;
  uint32_t to = 0;
  stand_at(x, v);
  grundy_status status = grundy_moves_generate(x->c, grundy_root(x->c), most, &moves, x->error);
  if (status != GRUNDY_OK) return status;
  if (!grundy_moves_complete(moves))
    status =
        grundy_fail(x->error, GRUNDY_UNABLE, "a position has more than %" PRIu64 " moves", most);
  x->moves += moves->count;
  if (status == GRUNDY_OK && x->moves > MOVES_PER_POSITION * x->limit)
    status = grundy_fail(x->error, GRUNDY_UNABLE, "there are more than %" PRIu64 " moves",
                         MOVES_PER_POSITION * x->limit);
  for (uint64_t i = 0; i < moves->count && status == GRUNDY_OK; i++) {
    const grundy_step *steps = moves->steps + moves->at[i].start;
    uint64_t count = moves->at[i].count;
    status = grundy_turn(x->c, &steps, &count, x->error);
    if (status != GRUNDY_OK) break;
    grundy_apply(x->c, steps, count);
    status = visit(x, &to);
    if (status == GRUNDY_OK) status = grundy_builder_move(x->builder, v, to, x->error);
    grundy_unapply(x->c, steps, count);
  }
  grundy_moves_free(moves);
  return status;
}

static grundy_status explore_all(exploring *x) {
  uint32_t start = 0;
  grundy_status status = visit(x, &start);
  for (uint64_t v = 0; v < x->count && status == GRUNDY_OK; v++)
    status = explore_moves(x, (uint32_t)v);
  return status;
}

grundy_status grundy_compound_explore(grundy_compound *c, uint64_t limit,
                                      const grundy_run_options *options, grundy_digraph **g,
                                      grundy_error *error) {
  exploring x = {.c = c, .limit = limit, .error = error};
  const grundy_monitor *monitor;
  grundy_status status = grundy_monitor_of(options, &monitor, error);
  if (status == GRUNDY_OK) status = grundy_compound_check(c, error);
  if (status != GRUNDY_OK) return status;
  if (c->components[0].kind->standalone)
    return grundy_fail(error, GRUNDY_UNDEFINED,
                       "a game with players, outcomes or payoffs of its own is a digraph already; "
                       "expected games in which the last player wins or loses");
  uint64_t *before = grundy_alloc(c->count, sizeof *before);
  if (before == NULL) return grundy_fail_memory(error);
  memcpy(before, c->positions, c->count * sizeof *before);
  x.work = grundy_work_start(monitor, "exploring", 0);
  status = grundy_builder_new(&x.builder, error);
  if (status == GRUNDY_OK) status = explore_all(&x);
  if (status == GRUNDY_OK)
    status = grundy_builder_finish(x.builder, GRUNDY_MONITORED(monitor), g, error);
  memcpy(c->positions, before, c->count * sizeof *before);
  free(before);
  free(x.places);
  free(x.name);
  grundy_builder_free(x.builder);
  return status;
}
