#include "digraph/kinds.h"

#include "base/alloc.h"
#include "base/error.h"
#include "base/lower_bound.h"
#include "digraph/impl.h"
#include "digraph/rows.h"
#include "text/cursor.h"

#include <assert.h>
#include <string.h>

const grundy_kind_text grundy_kind_texts[GRUNDY_MOVE_KINDS] = {
    {"ordinary", "->"}, {"carry-on", "+>"}, {"local", "=>"}, {"entailing", "!>"}};

const char grundy_kind_names[] = "ordinary, carry-on, local or entailing";

uint8_t grundy_kind_find(const char *name, size_t length) {
  for (int i = 0; i < GRUNDY_MOVE_KINDS; i++)
    if (grundy_bytes_are(name, length, grundy_kind_texts[i].name)) return (uint8_t)(1U << i);
  return 0;
}

grundy_status grundy_fail_kinds(const char *what, grundy_error *error) {
  return grundy_fail(error, GRUNDY_UNABLE, "%s do not support carry-on and entailing moves yet",
                     what);
}

grundy_status grundy_digraph_require_ordinary(const grundy_digraph *g, const char *what,
                                              grundy_error *error) {
  return g->kinds == NULL ? GRUNDY_OK : grundy_fail_kinds(what, error);
}

/* Stores the kinds of the last move of the builder, and that the moves before it without kinds are
 * ordinary. */
static bool set_last(grundy_builder *builder, uint8_t kinds) {
  if (!grundy_grow(&builder->kinds, &builder->kind_capacity, builder->count,
                   sizeof *builder->kinds))
    return false;
  memset(builder->kinds + builder->kind_count, GRUNDY_MOVE_ORDINARY,
         builder->count - builder->kind_count);
  builder->kind_count = builder->count;
  builder->kinds[builder->count - 1] = kinds;
  return true;
}

grundy_status grundy_builder_move_of_kinds(grundy_builder *builder, uint32_t u, uint32_t v,
                                           uint8_t kinds, grundy_error *error) {
  if (kinds == 0 || kinds > GRUNDY_MOVE_ALL_KINDS)
    return grundy_fail(error, GRUNDY_BAD_ARGUMENT, "the kinds of a move are %u; expected 1 to %d",
                       (unsigned)kinds, (int)GRUNDY_MOVE_ALL_KINDS);
  grundy_status status = grundy_builder_move(builder, u, v, error);
  if (status != GRUNDY_OK || kinds == GRUNDY_MOVE_ORDINARY) return status;
  if (set_last(builder, kinds)) return GRUNDY_OK;
  builder->count--; /* on failure the builder is unchanged */
  return grundy_fail_memory(error);
}

void grundy_digraph_give_kinds(grundy_digraph *g, uint8_t *kinds) {
  uint64_t size = grundy_digraph_size(g), e = 0;
  assert(g->kinds == NULL && !grundy_has_attributes(g));
  while (e < size && kinds[e] == GRUNDY_MOVE_ORDINARY) e++;
  if (e == size) {
    free(kinds);
    return;
  }
  g->kinds = kinds;
  grundy_digraph_complete(g);
}

grundy_status grundy_builder_set_kinds(const grundy_builder *builder, grundy_digraph *g,
                                       grundy_error *error) {
  if (builder->kind_count == 0) return GRUNDY_OK;
  if (grundy_has_attributes(g))
    return grundy_fail_at(
        error, GRUNDY_BAD_INPUT, builder->attributes.file, 0, 0,
        "a game with carry-on or entailing moves cannot have players, outcomes or "
        "payoffs");
  uint8_t *kinds = grundy_alloc_zero(grundy_digraph_size(g), sizeof *kinds);
  if (kinds == NULL) return grundy_fail_memory(error);
  for (uint64_t i = 0; i < builder->count; i++) {
    uint32_t u = builder->tails[i], v = builder->heads[i];
    uint64_t at = g->offsets[u], end = g->offsets[u + 1];
    GRUNDY_LOWER_BOUND(at, end, e, g->targets[e] < v)
    assert(at < g->offsets[u + 1] && g->targets[at] == v);
    kinds[at] |= i < builder->kind_count ? builder->kinds[i] : (uint8_t)GRUNDY_MOVE_ORDINARY;
  }
  grundy_digraph_give_kinds(g, kinds);
  return GRUNDY_OK;
}

/* Counts the moves from v, and finds the only one if there is just one. */
static uint64_t count_moves(const grundy_digraph *g, uint32_t v, uint64_t *only) {
  uint64_t count = 0;
  for (uint64_t e = g->offsets[v]; e < g->offsets[v + 1]; e++) {
    count += (uint64_t)__builtin_popcount(g->kinds[e]);
    *only = e;
  }
  return count;
}

bool grundy_digraph_has_choice(const grundy_digraph *g) {
  enum { LONG_CHAIN = 1000 };
  for (uint64_t e = 0; g->kinds != NULL && e < grundy_digraph_size(g); e++) {
    uint32_t v = g->targets[e];
    uint64_t only = 0, count;
    int length = 0;
    if ((g->kinds[e] & GRUNDY_MOVE_ENTAILING) == 0) continue;
    while ((count = count_moves(g, v, &only)) == 1 && g->kinds[only] == GRUNDY_MOVE_LOCAL &&
           length++ < LONG_CHAIN)
      v = g->targets[only];
    if (count > 1 || length > LONG_CHAIN) return true;
  }
  return false;
}

/* ---- ordinary games with the same outcomes ------------------------------------------------ */

/* Kinds after which the same player moves, and the opponent does. */
enum {
  MOVES_AGAIN = GRUNDY_MOVE_CARRY_ON | GRUNDY_MOVE_LOCAL,
  CHANGES_PLAYER = GRUNDY_MOVE_ORDINARY | GRUNDY_MOVE_ENTAILING
};

/* Adds the rows of g, in which waits[v] is the position at which the opponent waits for v. */
static void add_rows(const grundy_digraph *g, const uint32_t *waits, grundy_rows *rows) {
  for (uint32_t u = 0; u < g->order; u++) {
    uint32_t *to = grundy_rows_next(rows, 2 * (g->offsets[u + 1] - g->offsets[u]));
    uint64_t count = 0;
    for (uint64_t e = g->offsets[u]; e < g->offsets[u + 1]; e++) {
      if ((g->kinds[e] & CHANGES_PLAYER) != 0) to[count++] = g->targets[e];
      if ((g->kinds[e] & MOVES_AGAIN) != 0) to[count++] = waits[g->targets[e]];
    }
    grundy_rows_add(rows, count);
  }
}

grundy_status grundy_digraph_with_waits(const grundy_digraph *g, grundy_digraph **ordinary,
                                        grundy_error *error) {
  uint64_t size = grundy_digraph_size(g), order = g->order;
  grundy_rows rows = {0};
  grundy_status status = GRUNDY_OK;
  assert(g->kinds != NULL);
  uint32_t *waits = grundy_alloc_zero(g->order, sizeof *waits);
  if (waits == NULL) return grundy_fail_memory(error);
  for (uint64_t e = 0; e < size && order <= GRUNDY_DIGRAPH_MAX_ORDER; e++)
    if ((g->kinds[e] & MOVES_AGAIN) != 0 && waits[g->targets[e]] == 0)
      waits[g->targets[e]] = (uint32_t)order++;
  if (order > GRUNDY_DIGRAPH_MAX_ORDER)
    status = grundy_fail_because(error, GRUNDY_UNABLE, GRUNDY_REASON_TOO_MANY,
                                 "the game has too many positions for carry-on moves");
  else if (!grundy_rows_start(&rows, (uint32_t)order, 2 * size + order))
    status = grundy_fail_memory(error);
  if (status == GRUNDY_OK) {
    add_rows(g, waits, &rows);
    uint32_t *of_wait = rows.targets + rows.size; /* in the order in which they were numbered */
    for (uint32_t v = 0; v < g->order; v++)
      if (waits[v] != 0) of_wait[waits[v] - g->order] = v;
    for (uint64_t i = g->order; i < order; i++) grundy_rows_add(&rows, 1);
    status = grundy_rows_sort(&rows, ordinary, error);
  }
  grundy_rows_free(&rows);
  free(waits);
  return status;
}
