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

static bool append(exploring *walk, const char *text, size_t length) {
  if (!grundy_grow(&walk->name, &walk->name_capacity, walk->name_length + length + 1, 1))
    return false;
  memcpy(walk->name + walk->name_length, text, length);
  walk->name_length += length;
  return true;
}

static grundy_status append_position(exploring *walk, uint32_t number) {
  grundy_component component = walk->c->components[number];
  uint64_t position = walk->c->positions[number];
  size_t length = 0;
  grundy_status status =
      component.kind->name_position(component.data, position, NULL, 0, &length, walk->error);
  char *name = status == GRUNDY_OK ? grundy_alloc(length + 1, 1) : NULL;
  if (name == NULL) return status == GRUNDY_OK ? grundy_fail_memory(walk->error) : status;
  status = component.kind->name_position(component.data, position, name, length + 1, &length,
                                         walk->error);
  bool several = walk->c->count > 1, fine = number == 0 || append(walk, ", ", 2);
  if (several && strpbrk(name, ",\"") != NULL) { /* is quoted */
    uint64_t room = walk->name_length + 2 * length + 3;
    fine = fine && grundy_grow(&walk->name, &walk->name_capacity, room, 1);
    if (fine) walk->name_length += grundy_quote(name, walk->name + walk->name_length);
  } else {
    fine = fine && append(walk, name, length);
  }
  free(name);
  return fine ? status : grundy_fail_memory(walk->error);
}

/* ---- positions ------------------------------------------------------------------------------ */

/* Finds or adds the vertex of the compound's current position. Making and looking up the name of a
 * component counts as STEPS_PER_NAME steps of work. */
static grundy_status visit(exploring *walk, uint32_t *v) {
  enum { STEPS_PER_NAME = 64 };
  grundy_compound *c = walk->c;
  if (!grundy_work_step(&walk->work, STEPS_PER_NAME * c->count))
    return grundy_fail_cancelled(walk->error);
  walk->name_length = 0;
  grundy_status status = GRUNDY_OK;
  for (uint32_t i = 0; i < c->count && status == GRUNDY_OK; i++) status = append_position(walk, i);
  if (status == GRUNDY_OK)
    status = grundy_builder_vertex(walk->builder, walk->name, walk->name_length, v, walk->error);
  if (status != GRUNDY_OK || *v < walk->count) return status;
  if (walk->count == walk->limit)
    return grundy_fail(walk->error, GRUNDY_UNABLE, "more than %" PRIu64 " positions can be reached",
                       walk->limit);
  if (!grundy_grow(&walk->places, &walk->capacity, (walk->count + 1) * c->count,
                   sizeof *walk->places))
    return grundy_fail_memory(walk->error);
  memcpy(walk->places + walk->count * c->count, c->positions, c->count * sizeof *walk->places);
  walk->count++;
  return GRUNDY_OK;
}

/* Adds the moves of a position. Different moves may lead to the same position, so there may be more
 * moves than positions. */
static grundy_status explore_moves(exploring *walk, uint32_t v) {
  enum { MANY = 1 << 20 };
  uint64_t most = walk->limit > MANY ? walk->limit : MANY;
  grundy_moves *moves = NULL;
  uint32_t to = 0;
  memcpy(walk->c->positions, walk->places + (uint64_t)v * walk->c->count,
         walk->c->count * sizeof *walk->places);
  grundy_status status =
      grundy_moves_generate(walk->c, grundy_root(walk->c), most, &moves, walk->error);
  if (status != GRUNDY_OK) return status;
  if (!grundy_moves_complete(moves))
    status =
        grundy_fail(walk->error, GRUNDY_UNABLE, "a position has more than %" PRIu64 " moves", most);
  walk->moves += moves->count;
  if (status == GRUNDY_OK && walk->moves > MOVES_PER_POSITION * walk->limit)
    status = grundy_fail(walk->error, GRUNDY_UNABLE, "there are more than %" PRIu64 " moves",
                         MOVES_PER_POSITION * walk->limit);
  for (uint64_t i = 0; i < moves->count && status == GRUNDY_OK; i++) {
    const grundy_step *steps = moves->steps + moves->at[i].start;
    uint64_t count = moves->at[i].count;
    status = grundy_turn(walk->c, &steps, &count, walk->error);
    if (status != GRUNDY_OK) break;
    grundy_apply(walk->c, steps, count);
    status = visit(walk, &to);
    if (status == GRUNDY_OK) status = grundy_builder_move(walk->builder, v, to, walk->error);
    grundy_unapply(walk->c, steps, count);
  }
  grundy_moves_free(moves);
  return status;
}

grundy_status grundy_compound_explore(grundy_compound *c, uint64_t limit,
                                      const grundy_run_options *options, grundy_digraph **g,
                                      grundy_error *error) {
  exploring walk = {.c = c, .limit = limit, .error = error};
  const grundy_monitor *monitor;
  grundy_status status = grundy_monitor_of(options, &monitor, error);
  if (status == GRUNDY_OK) status = grundy_compound_check(c, error);
  if (status != GRUNDY_OK) return status;
  if (c->components[0].kind->standalone)
    return grundy_fail(error, GRUNDY_UNDEFINED,
                       "a game with players, outcomes or payoffs of its own is a digraph already; "
                       "expected games in which the last player wins or loses");
  if (c->has_turns)
    return grundy_fail(error, GRUNDY_UNABLE,
                       "cannot explore sums with carry-on and entailing moves yet");
  uint64_t *before = grundy_alloc(c->count, sizeof *before);
  if (before == NULL) return grundy_fail_memory(error);
  memcpy(before, c->positions, c->count * sizeof *before);
  walk.work = grundy_work_start(monitor, "exploring", 0);
  status = grundy_builder_new(&walk.builder, error);
  uint32_t start = 0;
  if (status == GRUNDY_OK) status = visit(&walk, &start);
  for (uint64_t v = 0; v < walk.count && status == GRUNDY_OK; v++)
    status = explore_moves(&walk, (uint32_t)v);
  if (status == GRUNDY_OK)
    status = grundy_builder_finish(walk.builder, GRUNDY_MONITORED(monitor), g, error);
  memcpy(c->positions, before, c->count * sizeof *before);
  free(before);
  free(walk.places);
  free(walk.name);
  grundy_builder_free(walk.builder);
  return status;
}
