#include "morphism/classes.h"

#include "base/error.h"

#include <assert.h>
#include <inttypes.h>

#ifndef NDEBUG
static bool members_are_sorted(const grundy_classes *c) {
  for (uint32_t i = 0; i < c->count; i++)
    for (uint32_t j = c->start[i]; j < c->start[i + 1]; j++)
      if (c->class_of[c->members[j]] != i ||
          (j > c->start[i] && c->members[j - 1] >= c->members[j]))
        return false;
  return true;
}
#endif
static grundy_status sort_members(grundy_classes *c, uint32_t order, grundy_error *error) {
  for (uint32_t v = 0; v < order; v++) {
    if (c->class_of[v] >= c->count)
      return grundy_fail(error, GRUNDY_BAD_ARGUMENT,
                         "vertex %" PRIu32 " is in class %" PRIu32 "; expected one below %" PRIu32,
                         v, c->class_of[v], c->count);
    c->start[c->class_of[v] + 1]++;
  }
  for (uint32_t i = 0; i < c->count; i++) {
    if (c->start[i + 1] == 0)
      return grundy_fail(error, GRUNDY_BAD_ARGUMENT,
                         "no vertex is in class %" PRIu32 "; expected one in each of the %" PRIu32,
                         i, c->count);
    c->start[i + 1] += c->start[i];
  }
  /* Filling backwards turns ends into starts. */
  for (uint32_t v = order; v-- > 0;) c->members[--c->start[c->class_of[v] + 1]] = v;
  for (uint32_t i = 0; i < c->count; i++) c->start[i] = c->start[i + 1];
  c->start[c->count] = order;
  assert(members_are_sorted(c));
  return GRUNDY_OK;
}

grundy_status grundy_classes_start(grundy_classes *classes, grundy_arena *arena, uint32_t order,
                                   const uint32_t *class_of, uint32_t count, grundy_error *error) {
  *classes = (grundy_classes){
      .class_of = class_of,
      .count = count,
      .start = grundy_arena_zeros(arena, (uint64_t)count + 1, sizeof *classes->start),
      .members = grundy_arena_array(arena, order, sizeof *classes->members),
      .reached_by = grundy_arena_zeros(arena, count, sizeof *classes->reached_by),
      .last = grundy_arena_zeros(arena, count, sizeof *classes->last),
      .reached = grundy_arena_array(arena, count, sizeof *classes->reached),
  };
  return arena->failed ? grundy_fail_memory(error) : sort_members(classes, order, error);
}

uint64_t grundy_classes_count(grundy_classes *classes, const grundy_view *g, uint32_t c) {
  assert(c < classes->count);
  uint64_t moves = 0;
  for (uint32_t i = 0; i < classes->reached_count; i++)
    classes->reached_by[classes->reached[i]] = 0;
  classes->reached_count = 0;
  for (uint32_t i = classes->start[c]; i < classes->start[c + 1]; i++) {
    uint32_t member = classes->members[i];
    grundy_vertices row = grundy_view_row(g, member);
    moves += row.count;
    for (uint64_t j = 0; j < row.count; j++) {
      uint32_t d = classes->class_of[row.at[j]];
      if (classes->last[d] == member + 1) continue;
      classes->last[d] = member + 1;
      if (classes->reached_by[d]++ == 0) classes->reached[classes->reached_count++] = d;
      assert(classes->reached_by[d] <= grundy_class_size(classes, c));
    }
  }
  return moves;
}
