/* Explored rules as a component whose positions are not reduced by symmetry: moves and names are
 * those of the rules, and everything that is known about a position is looked up at the vertex that
 * represents it.
 *
 * A position that represents itself is its vertex. Others are numbered from the order of the
 * digraph on, as they are met. */

#include "game/components/components.h"

#include "base/alloc.h"
#include "base/error.h"
#include "component/component.h"
#include "explore/impl.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

struct grundy_unreduced {
  grundy_component reduced;
  const grundy_digraph *g;
  const grundy_explored *explored;
  grundy_positions met;       /* positions that do not represent themselves */
  uint32_t *representatives;  /* of those that were met; */
  uint64_t represented, room; /* the number of entries, and the room for them */
  uint64_t asked;             /* the position whose moves were listed last; UINT64_MAX: none */
  uint64_t *moves;
  uint8_t *kinds; /* of the moves; not used if moves have no kinds */
  uint64_t move_count, move_room, kind_room;
};

void grundy_unreduced_free(grundy_unreduced *u) {
  if (u == NULL) return;
  grundy_positions_free(&u->met);
  free(u->representatives);
  free(u->moves);
  free(u->kinds);
  free(u);
}

static uint64_t order_of(const grundy_unreduced *u) {
  return grundy_digraph_order(u->g);
}

static grundy_position bytes_of(const grundy_unreduced *u, uint64_t position) {
  if (position < order_of(u))
    return grundy_positions_get(&u->explored->positions, (uint32_t)position);
  return grundy_positions_get(&u->met, (uint32_t)(position - order_of(u)));
}

static uint64_t vertex_of(const grundy_unreduced *u, uint64_t position) {
  if (position < order_of(u)) return position;
  assert(position - order_of(u) < u->represented);
  return u->representatives[position - order_of(u)];
}

/* ---- numbering positions ------------------------------------------------------------------- */

/* Numbers a position that the rules give. Must not call the rules, so its representative is looked
 * up later. */
static bool number(grundy_unreduced *u, grundy_position position, uint64_t *v) {
  uint64_t hash = grundy_position_hash(position);
  uint32_t index = 0;
  bool fine = true;
  if (grundy_positions_find(&u->explored->positions, position, hash, &index)) {
    *v = index;
    return true;
  }
  fine = grundy_positions_add(&u->met, position, hash, &index);
  *v = order_of(u) + index;
  return fine;
}

static grundy_status fail_not_reached(const grundy_unreduced *u, grundy_position position,
                                      grundy_error *error) {
  char name[GRUNDY_RULES_MAX_NAME];
  (void)u->explored->ruleset->kind->show(u->explored->ruleset, position, name, NULL);
  return grundy_fail_because(error, GRUNDY_BAD_INPUT, GRUNDY_REASON_NOT_REACHED,
                             "'%.*s' cannot be reached from the start",
                             grundy_excerpt(name, strlen(name)), name);
}

/* Looks up the representatives of all positions that were numbered. Fails if one has none, because
 * `canon` breaks its promise. */
static grundy_status represent(grundy_unreduced *u, grundy_error *error) {
  grundy_ruleset *ruleset = u->explored->ruleset;
  grundy_aligned_position copy; /* positions move when others are added */
  if (!grundy_grow(&u->representatives, &u->room, u->met.count, sizeof *u->representatives))
    return grundy_fail_memory(error);
  while (u->represented < u->met.count) {
    grundy_position_lookup f = {.positions = (grundy_positions *)&u->explored->positions};
    grundy_position met =
        grundy_aligned_copy(&copy, grundy_positions_get(&u->met, (uint32_t)u->represented));
    grundy_status status = ruleset->kind->canon(ruleset, met, grundy_take_known, &f, error);
    if (status != GRUNDY_OK) return status;
    if (!f.known) return fail_not_reached(u, met, error);
    u->representatives[u->represented++] = f.v;
  }
  return GRUNDY_OK;
}

/* Numbers a position that the rules gave if a vertex represents it. */
static grundy_status number_given(grundy_unreduced *u, grundy_position given, uint64_t *position,
                                  grundy_error *error) {
  grundy_ruleset *ruleset = u->explored->ruleset;
  grundy_position_lookup f = {.positions = (grundy_positions *)&u->explored->positions};
  grundy_status status = ruleset->kind->canon(ruleset, given, grundy_take_known, &f, error);
  if (status != GRUNDY_OK) return status;
  if (!f.known) return fail_not_reached(u, given, error);
  if (!number(u, given, position)) return grundy_fail_memory(error);
  return represent(u, error);
}

/* ---- moves --------------------------------------------------------------------------------- */

typedef struct move_list {
  grundy_unreduced *u;
  bool out_of_memory;
} move_list;

/* Adds a position to the list of moves. */
static void take_move_of_kinds(void *to, grundy_position position, uint8_t kinds) {
  move_list *l = to;
  grundy_unreduced *u = l->u;
  uint64_t v = 0;
  if (l->out_of_memory) return;
  l->out_of_memory = !grundy_grow(&u->moves, &u->move_room, u->move_count + 1, sizeof *u->moves) ||
                     !grundy_grow(&u->kinds, &u->kind_room, u->move_count + 1, sizeof *u->kinds) ||
                     !number(u, position, &v);
  if (l->out_of_memory) return;
  u->kinds[u->move_count] = kinds;
  u->moves[u->move_count++] = v;
}

static void take_move(void *to, grundy_position position) {
  take_move_of_kinds(to, position, 0);
}

/* A move with its place in the list. */
typedef struct listed {
  uint64_t move, place;
} listed;

static int by_move(const void *a, const void *b) {
  const listed *x = a, *y = b;
  if (x->move != y->move) return x->move < y->move ? -1 : 1;
  return (x->place > y->place) - (x->place < y->place);
}

/* Drops moves that are already in the list, and keeps the order in which the rules list them. The
 * first one has the kinds of all. */
static bool drop_duplicates(grundy_unreduced *u) {
  listed *sorted = grundy_alloc(u->move_count, sizeof *sorted);
  if (sorted == NULL) return false;
  for (uint64_t i = 0; i < u->move_count; i++) sorted[i] = (listed){u->moves[i], i};
  qsort(sorted, u->move_count, sizeof *sorted, by_move);
  uint64_t first = 0; /* of equal moves */
  for (uint64_t i = 1; i < u->move_count; i++) {
    if (sorted[i].move != sorted[first].move) {
      first = i;
      continue;
    }
    u->moves[sorted[i].place] = UINT64_MAX;
    u->kinds[sorted[first].place] |= u->kinds[sorted[i].place];
  }
  free(sorted);
  uint64_t kept = 0;
  for (uint64_t i = 0; i < u->move_count; i++) {
    if (u->moves[i] == UINT64_MAX) continue;
    u->kinds[kept] = u->kinds[i];
    u->moves[kept++] = u->moves[i];
  }
  u->move_count = kept;
  return true;
}

/* Lists the moves of the position unless they were listed last. Where play is over, rules may still
 * list moves. */
static grundy_status list_moves(grundy_unreduced *u, uint64_t position, grundy_error *error) {
  grundy_ruleset *ruleset = u->explored->ruleset;
  move_list l = {.u = u};
  grundy_aligned_position copy;
  if (u->asked == position) return GRUNDY_OK;
  u->asked = UINT64_MAX;
  u->move_count = 0;
  if (grundy_digraph_followers(u->g, (uint32_t)vertex_of(u, position)).count > 0) {
    grundy_position from = grundy_aligned_copy(&copy, bytes_of(u, position));
    grundy_status status =
        ruleset->has_kinds
            ? ruleset->kind->moves_of_kinds(ruleset, from, false, take_move_of_kinds, &l, error)
            : ruleset->kind->moves(ruleset, from, false, take_move, &l, error);
    if (status == GRUNDY_OK && (l.out_of_memory || !drop_duplicates(u)))
      status = grundy_fail_memory(error);
    if (status == GRUNDY_OK) status = represent(u, error);
    if (status != GRUNDY_OK) return status;
  }
  u->asked = position;
  return GRUNDY_OK;
}

static grundy_status count_moves(void *data, uint64_t position, uint64_t *count,
                                 grundy_error *error) {
  grundy_unreduced *u = data;
  grundy_status status = list_moves(u, position, error);
  *count = u->move_count;
  return status;
}

static grundy_status get_move(void *data, uint64_t position, uint64_t index, uint64_t *to,
                              grundy_error *error) {
  grundy_unreduced *u = data;
  grundy_status status = list_moves(u, position, error);
  assert(status != GRUNDY_OK || index < u->move_count);
  if (status == GRUNDY_OK) *to = u->moves[index];
  return status;
}

static grundy_status get_kinds(void *data, uint64_t position, uint64_t index, uint8_t *kinds,
                               grundy_error *error) {
  grundy_unreduced *u = data;
  grundy_status status = list_moves(u, position, error);
  assert(status != GRUNDY_OK || index < u->move_count);
  if (status == GRUNDY_OK) *kinds = u->kinds[index];
  return status;
}

static bool has_choice(void *data) {
  const grundy_unreduced *u = data;
  return u->reduced.kind->has_choice(u->reduced.data);
}

/* ---- what is known ------------------------------------------------------------------------- */

static grundy_status evaluate(void *data, uint64_t position, grundy_play play,
                              grundy_evaluation *evaluation, grundy_error *error) {
  const grundy_unreduced *u = data;
  return u->reduced.kind->evaluate(u->reduced.data, vertex_of(u, position), play, evaluation,
                                   error);
}

static grundy_status check_position(void *data, uint64_t position, grundy_play play,
                                    grundy_error *error) {
  const grundy_unreduced *u = data;
  if (position >= order_of(u) + u->represented)
    return grundy_fail(error, GRUNDY_BAD_ARGUMENT, "there is no position %" PRIu64, position);
  return u->reduced.kind->check_position(u->reduced.data, vertex_of(u, position), play, error);
}

static grundy_status reduce(void *data, uint64_t position, uint64_t *reduced, grundy_error *error) {
  (void)error;
  *reduced = vertex_of(data, position);
  return GRUNDY_OK;
}

static grundy_status draw_board(void *data, uint64_t position, const uint64_t *follower, int turn,
                                grundy_board *board, grundy_error *error) {
  const grundy_unreduced *u = data;
  grundy_position after;
  if (follower != NULL) after = bytes_of(u, *follower);
  return grundy_ruleset_board(u->explored->ruleset, bytes_of(u, position),
                              follower == NULL ? NULL : &after, turn, board, error);
}

/* ---- names --------------------------------------------------------------------------------- */

static grundy_status name_position(void *data, uint64_t position, char *text, size_t size,
                                   size_t *length, grundy_error *error) {
  const grundy_unreduced *u = data;
  char name[GRUNDY_RULES_MAX_NAME];
  if (position < order_of(u))
    return u->reduced.kind->name_position(u->reduced.data, position, text, size, length, error);
  grundy_status status =
      u->explored->ruleset->kind->show(u->explored->ruleset, bytes_of(u, position), name, error);
  grundy_explored_replace_invalid_utf8(name);
  *length = (size_t)snprintf(text, size, "%s", name);
  return status;
}

/* Searches the positions that were met: rules may show names without being able to parse them. */
static bool find_met(const grundy_unreduced *u, const char *name, size_t length,
                     uint64_t *position) {
  char text[GRUNDY_RULES_MAX_NAME];
  size_t other = 0;
  for (uint64_t i = 0; i < u->represented; i++) {
    *position = order_of(u) + i;
    if (name_position((void *)u, *position, text, sizeof text, &other, NULL) == GRUNDY_OK &&
        other == length && memcmp(text, name, length) == 0)
      return true;
  }
  return false;
}

/* Asks the rules for the position with this name. */
static grundy_status parse_position(grundy_unreduced *u, const char *name, size_t length,
                                    uint64_t *position, grundy_error *error) {
  grundy_ruleset *ruleset = u->explored->ruleset;
  grundy_aligned_position parsed = {.length = 0};
  grundy_status status =
      ruleset->kind->parse(ruleset, name, length, false, grundy_aligned_take, &parsed, error);
  if (status != GRUNDY_OK) return status;
  if (parsed.length == 0) return grundy_fail_no_position(error);
  return number_given(u, grundy_aligned_get(&parsed), position, error);
}

/* Rules without a `parse` read names by default, which is not enough if they have a `show`, or if
 * an array of one integer looks like an integer. Then the name is searched. */
static grundy_status find_position(void *data, const char *name, size_t length, uint64_t *position,
                                   grundy_error *error) {
  grundy_unreduced *u = data;
  const grundy_ruleset *ruleset = u->explored->ruleset;
  if (length >= GRUNDY_RULES_MAX_NAME) return grundy_fail_no_position(error);
  if (ruleset->has_parse) return parse_position(u, name, length, position, error);
  if (!ruleset->has_show) {
    grundy_status status = parse_position(u, name, length, position, error);
    if (status != GRUNDY_BAD_INPUT) return status;
  }
  if (find_met(u, name, length, position)) return GRUNDY_OK;
  return u->reduced.kind->find_position(u->reduced.data, name, length, position, error);
}

grundy_status grundy_unreduced_start(grundy_unreduced *u, uint64_t *position, grundy_error *error) {
  grundy_ruleset *ruleset = u->explored->ruleset;
  grundy_aligned_position start;
  grundy_status status = ruleset->kind->start(ruleset, false, grundy_aligned_take, &start, error);
  if (status != GRUNDY_OK) return status;
  return number_given(u, grundy_aligned_get(&start), position, error);
}

/* ---- as the other player sees it ----------------------------------------------------------- */

static grundy_seen_by seen_by(void *data) {
  const grundy_unreduced *u = data;
  return u->reduced.kind->standalone ? GRUNDY_SEEN_BY_BOTH
                                     : u->reduced.kind->seen_by(u->reduced.data);
}

static grundy_status swap(void *data, uint64_t position, uint64_t *swapped, grundy_error *error) {
  grundy_unreduced *u = data;
  grundy_ruleset *ruleset = u->explored->ruleset;
  grundy_aligned_position copy, turned;
  grundy_status status =
      ruleset->kind->swap(ruleset, grundy_aligned_copy(&copy, bytes_of(u, position)), false,
                          grundy_aligned_take, &turned, error);
  if (status != GRUNDY_OK) return status;
  return number_given(u, grundy_aligned_get(&turned), swapped, error);
}

static grundy_status check_swaps(void *data, grundy_error *error) {
  const grundy_unreduced *u = data;
  return u->reduced.kind->check_swaps(u->reduced.data, error);
}

/* ---- the component ------------------------------------------------------------------------- */

#define UNREDUCED_FUNCTIONS                                                                        \
  .size = sizeof(grundy_component_kind), .name = "unreduced", .evaluate = evaluate,                \
  .count_moves = count_moves, .get_move = get_move, .name_position = name_position,                \
  .find_position = find_position, .check_position = check_position, .board = draw_board,           \
  .reduce = reduce

#define SWAP_FUNCTIONS .seen_by = seen_by, .swap = swap, .check_swaps = check_swaps

grundy_component grundy_component_unreduced(grundy_unreduced *u) {
  static const grundy_component_kind valued = {UNREDUCED_FUNCTIONS, SWAP_FUNCTIONS};
  static const grundy_component_kind standalone = {
      .standalone = true, UNREDUCED_FUNCTIONS, SWAP_FUNCTIONS};
  static const grundy_component_kind turns = {UNREDUCED_FUNCTIONS, .get_kinds = get_kinds,
                                              .has_choice = has_choice};
  if (u->reduced.kind->get_kinds != NULL) return (grundy_component){&turns, u};
  return (grundy_component){u->reduced.kind->standalone ? &standalone : &valued, u};
}

grundy_status grundy_unreduced_new(grundy_solved *solved, grundy_unreduced **unreduced,
                                   grundy_error *error) {
  const grundy_explored *explored = grundy_explored_of(solved->g);
  *unreduced = NULL;
  if (explored == NULL || !(explored->ruleset->has_canon || explored->ruleset->has_board))
    return GRUNDY_OK;
  grundy_unreduced *u = grundy_alloc_zero(1, sizeof *u);
  if (u == NULL) return grundy_fail_memory(error);
  u->reduced = grundy_component_digraph(solved);
  u->g = solved->g;
  u->explored = explored;
  u->met.bytes = explored->ruleset->bytes;
  u->asked = UINT64_MAX;
  *unreduced = u;
  return GRUNDY_OK;
}
