/* Builds compounds as trees of operators over components, and makes moves in them. */

#include "base/alloc.h"
#include "base/error.h"
#include "compound/impl.h"
#include "compound/turns.h"

#include <inttypes.h>
#include <string.h>

/* ---- construction ----------------------------------------------------------------------- */

grundy_status grundy_compound_new(grundy_play play, grundy_compound **compound,
                                  grundy_error *error) {
  if (play != GRUNDY_NORMAL_PLAY && play != GRUNDY_MISERE_PLAY)
    return grundy_fail(error, GRUNDY_BAD_ARGUMENT, "the play is neither normal nor misere");
  grundy_compound *made = grundy_alloc_zero(1, sizeof *made);
  if (made == NULL) return grundy_fail_memory(error);
  made->play = play;
  *compound = made;
  return GRUNDY_OK;
}

void grundy_compound_free(grundy_compound *c) {
  if (c == NULL) return;
  for (uint64_t i = 0; i < c->node_count; i++) {
    grundy_reach_free(&c->nodes[i].reach);
    grundy_solved_product_free(&c->nodes[i].found);
  }
  free(c->nodes);
  free(c->children);
  free(c->stack);
  free(c->components);
  free(c->positions);
  free(c->leaves);
  free(c->steps);
  free(c->starts);
  free(c->turned);
  free(c->evaluations[GRUNDY_NORMAL_PLAY]);
  free(c->evaluations[GRUNDY_MISERE_PLAY]);
  free(c->k);
  for (uint64_t i = 0; c->turn_reaches != NULL && i < c->count; i++)
    grundy_turn_reach_free(&c->turn_reaches[i]);
  free(c->turn_reaches);
  grundy_turn_product_free(c->turn_products[0]);
  grundy_turn_product_free(c->turn_products[1]);
  grundy_transfinite_free(&c->transfinite);
  free(c);
}

/* Makes room for one more node on the stack and in all arrays indexed by node. */
static bool make_room(grundy_compound *c) {
  uint64_t nodes = c->node_count + 1;
  for (int play = GRUNDY_NORMAL_PLAY; play <= (int)c->play; play++)
    if (!grundy_grow(&c->evaluations[play], &c->evaluations_capacity[play], nodes,
                     sizeof **c->evaluations))
      return false;
  return grundy_grow(&c->nodes, &c->node_capacity, nodes, sizeof *c->nodes) &&
         grundy_grow(&c->stack, &c->stack_capacity, c->stack_count + 1, sizeof *c->stack);
}

static void push_node(grundy_compound *c, grundy_node node) {
  uint32_t number = (uint32_t)c->node_count++;
  node.parent = number;
  c->nodes[number] = node;
  c->stack[c->stack_count++] = number;
}

static grundy_seen_by seen_by(grundy_component component) {
  return GRUNDY_COMPONENT_HAS(component.kind, seen_by) ? component.kind->seen_by(component.data)
                                                       : GRUNDY_SEEN_BY_BOTH;
}

grundy_status grundy_compound_add(grundy_compound *c, grundy_component component, uint64_t position,
                                  grundy_error *error) {
  const grundy_component_kind *kind = component.kind;
  /* The required members come before the optional ones. */
  if (kind->size < offsetof(grundy_component_kind, check_position) || kind->evaluate == NULL ||
      kind->count_moves == NULL || kind->get_move == NULL || kind->name_position == NULL ||
      kind->find_position == NULL)
    return grundy_fail(error, GRUNDY_BAD_ARGUMENT,
                       "the component lacks a required member of grundy_component_kind");
  /* A standalone component must be the only one, in its own kind of play. */
  bool standalone = kind->standalone || (c->count > 0 && c->components[0].kind->standalone);
  if (standalone && c->count > 0)
    return grundy_fail(
        error, GRUNDY_UNDEFINED,
        "a game with players, outcomes or payoffs of its own has no sum with others; use it alone");
  if (standalone && c->play == GRUNDY_MISERE_PLAY)
    return grundy_fail(error, GRUNDY_UNDEFINED,
                       "a game with outcomes of its own has no misere play");
  if (GRUNDY_COMPONENT_HAS(kind, get_kinds) && c->play == GRUNDY_MISERE_PLAY)
    return grundy_fail(error, GRUNDY_UNDEFINED,
                       "a game with carry-on or entailing moves has no misere play");
  if (GRUNDY_COMPONENT_HAS(kind, check_position)) {
    grundy_status status = kind->check_position(component.data, position, c->play, error);
    if (status != GRUNDY_OK) return status;
  }
  if (c->count == GRUNDY_COMPOUND_MAX_COMPONENTS)
    return grundy_fail(error, GRUNDY_UNABLE, "too many components; expected at most %" PRIu32,
                       GRUNDY_COMPOUND_MAX_COMPONENTS);
  if (!make_room(c) ||
      !grundy_grow(&c->components, &c->components_capacity, c->count + 1, sizeof *c->components) ||
      !grundy_grow(&c->positions, &c->positions_capacity, c->count + 1, sizeof *c->positions) ||
      !grundy_grow(&c->leaves, &c->leaves_capacity, c->count + 1, sizeof *c->leaves))
    return grundy_fail_memory(error);
  uint32_t number = (uint32_t)c->node_count;
  c->has_turns = c->has_turns || GRUNDY_COMPONENT_HAS(kind, get_kinds);
  c->components[c->count] = component;
  c->positions[c->count] = position;
  c->leaves[c->count] = number;
  push_node(c, (grundy_node){
                   .kind = (grundy_operator)GRUNDY_LEAF,
                   .component = (uint32_t)c->count,
                   .is_seen_by_mover = seen_by(component) != GRUNDY_SEEN_BY_BOTH,
                   .first = number,
               });
  c->count++;
  return GRUNDY_OK;
}

/* Returns whether the operator may join a node with components that only the player to move sees
 * so. In a conjunctive compound both players move in turn in every component, as they do in each
 * alone. In a sum, a component that stays is turned around. Sums inside other compounds would need
 * their remoteness, and others inside sums their value, which no theorem here gives. */
static bool may_join(const grundy_compound *c, grundy_operator kind, const grundy_node *node) {
  if (!node->is_seen_by_mover) return true;
  if (!grundy_is_leaf(node)) return node->kind == kind;
  return kind == GRUNDY_CONJUNCTIVE ||
         (kind == GRUNDY_DISJUNCTIVE &&
          seen_by(c->components[node->component]) == GRUNDY_SEEN_BY_MOVER_WITH_SWAP);
}

/* Fails because of the first component of the node that is described as the player to move sees
 * it. */
static grundy_status fail_seen_by_mover(const grundy_compound *c, const grundy_node *node,
                                        grundy_error *error) {
  const grundy_node *leaf = &c->nodes[node->first];
  while (!grundy_is_leaf(leaf) || !leaf->is_seen_by_mover) leaf++;
  if (seen_by(c->components[leaf->component]) == GRUNDY_SEEN_BY_MOVER)
    return grundy_fail(error, GRUNDY_UNDEFINED,
                       "component %" PRIu32 " is described as the player to move sees it, but in "
                       "this compound one player may move there twice running; use it alone, "
                       "or join it with & only",
                       leaf->component + 1);
  return grundy_fail(error, GRUNDY_UNDEFINED,
                     "component %" PRIu32 " is described as the player to move sees it; it can be "
                     "joined with + only, or with & only",
                     leaf->component + 1);
}

/* Checks that an operator may join these nodes, of which one may have kinds of moves: only sums of
 * components are defined, and their values must be natural numbers and sets of them. */
static grundy_status check_turns(const grundy_compound *c, grundy_operator kind, uint32_t part,
                                 uint32_t first, grundy_error *error) {
  const grundy_node *node = &c->nodes[part];
  bool has_turns = false;
  for (uint64_t i = c->nodes[c->nodes[first].first].component; i < c->count; i++)
    has_turns = has_turns || grundy_has_kinds(c, (uint32_t)i);
  if (!has_turns) return GRUNDY_OK;
  if (kind != GRUNDY_DISJUNCTIVE || (!grundy_is_leaf(node) && node->kind != GRUNDY_DISJUNCTIVE))
    return grundy_fail(error, GRUNDY_UNDEFINED,
                       "games with carry-on or entailing moves can be joined with + only");
  for (uint32_t n = node->first; n <= part; n++) {
    if (!grundy_is_leaf(&c->nodes[n])) continue;
    grundy_component of = c->components[c->nodes[n].component];
    if (GRUNDY_COMPONENT_HAS(of.kind, ordinal_of) || GRUNDY_COMPONENT_HAS(of.kind, delaying_move))
      return grundy_fail(error, GRUNDY_UNDEFINED,
                         "component %" PRIu32 " has positions with infinitely many moves; next to "
                         "carry-on or entailing moves all values must be finite sets of numbers",
                         c->nodes[n].component + 1);
    if (c->nodes[n].is_seen_by_mover)
      return grundy_fail(error, GRUNDY_UNDEFINED,
                         "component %" PRIu32 " is described as the player to move sees it, but "
                         "next to carry-on moves one player may move twice running",
                         c->nodes[n].component + 1);
  }
  return GRUNDY_OK;
}

grundy_status grundy_compound_join(grundy_compound *c, grundy_operator kind, uint32_t count,
                                   grundy_error *error) {
  if (kind >= GRUNDY_DISJOINT || count == 0 || count > c->stack_count)
    return grundy_fail(error, GRUNDY_BAD_ARGUMENT,
                       "there are too few components to join, or the operator is unknown");
  if (count == 1) return GRUNDY_OK;
  uint32_t *parts = c->stack + (c->stack_count - count);
  for (uint32_t i = 0; c->has_turns && i < count; i++) {
    grundy_status fits = check_turns(c, kind, parts[i], parts[0], error);
    if (fits != GRUNDY_OK) return fits;
  }
  /* Checks whether the operator may join these nodes. A component of a sum checks itself,
   * unless it is also that of an earlier leaf. */
  grundy_status status = GRUNDY_OK;
  for (uint32_t i = 0; i < count && status == GRUNDY_OK; i++) {
    const grundy_node *part = &c->nodes[parts[i]];
    if (!may_join(c, kind, part)) return fail_seen_by_mover(c, part, error);
    if (!grundy_is_leaf(part) || !part->is_seen_by_mover || kind != GRUNDY_DISJUNCTIVE) continue;
    grundy_component component = c->components[part->component];
    bool checked = !GRUNDY_COMPONENT_HAS(component.kind, check_swaps);
    for (uint32_t j = 0; j < part->component; j++)
      checked |= c->components[j].data == component.data;
    if (!checked) status = component.kind->check_swaps(component.data, error);
  }
  if (status != GRUNDY_OK) return status;
  /* The operators are associative, so a child with the same operator is replaced by its children.
   */
  uint64_t all = 0;
  for (uint32_t i = 0; i < count; i++)
    all += c->nodes[parts[i]].kind == kind ? c->nodes[parts[i]].children_count : 1;
  if (!make_room(c) || !grundy_grow(&c->children, &c->children_capacity, c->children_count + all,
                                    sizeof *c->children))
    return grundy_fail_memory(error);
  parts = c->stack + (c->stack_count - count);
  uint32_t number = (uint32_t)c->node_count;
  grundy_node node = {.kind = kind,
                      .first = c->nodes[parts[0]].first,
                      .children_start = c->children_count,
                      .children_count = (uint32_t)all};
  for (uint32_t i = 0; i < count; i++) {
    grundy_node *part = &c->nodes[parts[i]];
    part->absorbed = part->kind == kind;
    node.is_seen_by_mover |= part->is_seen_by_mover;
    for (uint32_t j = 0; j < (part->absorbed ? part->children_count : 1); j++) {
      uint32_t child = part->absorbed ? grundy_children(c, part)[j] : parts[i];
      c->nodes[child].parent = number;
      c->children[c->children_count++] = child;
    }
  }
  c->stack_count -= count;
  push_node(c, node);
  return GRUNDY_OK;
}

grundy_status grundy_compound_check(const grundy_compound *c, grundy_error *error) {
  if (c->stack_count == 1) return GRUNDY_OK;
  return grundy_fail(error, GRUNDY_BAD_ARGUMENT, "the components of the compound are not joined");
}

/* ---- queries ---------------------------------------------------------------------------- */

grundy_play grundy_compound_play(const grundy_compound *c) {
  return c->play;
}

uint32_t grundy_compound_count(const grundy_compound *c) {
  return (uint32_t)c->count;
}

grundy_component grundy_compound_component(const grundy_compound *c, uint32_t component) {
  return c->components[component];
}

uint64_t grundy_compound_position(const grundy_compound *c, uint32_t component) {
  return c->positions[component];
}

const char *grundy_compound_rests_on(const grundy_compound *c) {
  const char *checked = "swap of the rules, which keeps the value of every position";
  if (c->stack_count != 1 || !grundy_is_seen_sum(c, grundy_root(c))) return "";
  for (uint32_t i = 0; i < c->count; i++)
    if (grundy_is_turned(c, c->leaves[i]) &&
        !GRUNDY_COMPONENT_HAS(c->components[i].kind, check_swaps))
      return "swap, a promise of the rules; grundy rules check tests it";
  return checked;
}

/* ---- moving ----------------------------------------------------------------------------- */

grundy_status grundy_swap_position(grundy_component component, uint64_t position, uint64_t *swapped,
                                   grundy_error *error) {
  return component.kind->swap(component.data, position, swapped, error);
}

static bool is_among(const grundy_step *steps, uint64_t count, uint32_t component) {
  for (uint64_t i = 0; i < count; i++)
    if (steps[i].component == component) return true;
  return false;
}

grundy_status grundy_turn(grundy_compound *c, const grundy_step **steps, uint64_t *count,
                          grundy_error *error) {
  uint64_t all = *count;
  grundy_status status = GRUNDY_OK;
  if (!grundy_is_seen_sum(c, grundy_root(c))) return GRUNDY_OK;
  if (!grundy_grow(&c->turned, &c->turned_capacity, all + c->count, sizeof *c->turned))
    return grundy_fail_memory(error);
  if (all > 0) memcpy(c->turned, *steps, all * sizeof **steps);
  for (uint32_t i = 0; i < c->count && status == GRUNDY_OK; i++) {
    grundy_step step = {.component = i, .from = c->positions[i]};
    if (!grundy_is_turned(c, c->leaves[i]) || is_among(*steps, *count, i)) continue;
    status = grundy_swap_position(c->components[i], step.from, &step.to, error);
    c->turned[all++] = step;
  }
  *steps = c->turned;
  *count = all;
  return status;
}

void grundy_apply(grundy_compound *c, const grundy_step *steps, uint64_t count) {
  for (uint64_t i = 0; i < count; i++) c->positions[steps[i].component] = steps[i].to;
}

void grundy_unapply(grundy_compound *c, const grundy_step *steps, uint64_t count) {
  for (uint64_t i = 0; i < count; i++) c->positions[steps[i].component] = steps[i].from;
}

static grundy_status is_move(grundy_component component, uint64_t from, uint64_t to, bool *found,
                             grundy_error *error) {
  uint64_t count = 0, follower;
  if (GRUNDY_COMPONENT_HAS(component.kind, is_move))
    return component.kind->is_move(component.data, from, to, found, error);
  *found = false;
  grundy_status status = component.kind->count_moves(component.data, from, &count, error);
  for (uint64_t i = 0; i < count && !*found && status == GRUNDY_OK; i++) {
    status = component.kind->get_move(component.data, from, i, &follower, error);
    *found = status == GRUNDY_OK && follower == to;
  }
  return status;
}

/* Marks the components that move. */
static grundy_status check_steps(const grundy_compound *c, const grundy_step *steps, uint64_t count,
                                 bool *moves, grundy_error *error) {
  for (uint64_t i = 0; i < count; i++) {
    uint32_t component = steps[i].component;
    if (component >= c->count)
      return grundy_fail(error, GRUNDY_BAD_ARGUMENT,
                         "there is no such component; expected 1 to %" PRIu64, c->count);
    if (moves[c->leaves[component]])
      return grundy_fail(error, GRUNDY_BAD_ARGUMENT, "component %" PRIu32 " moves twice",
                         component + 1);
    bool allowed = false;
    if (steps[i].from == c->positions[component]) {
      grundy_status status =
          is_move(c->components[component], steps[i].from, steps[i].to, &allowed, error);
      if (status != GRUNDY_OK) return status;
    }
    if (!allowed) {
      char from[64], to[64];
      (void)grundy_compound_name(c, component, c->positions[component], from, sizeof from);
      (void)grundy_compound_name(c, component, steps[i].to, to, sizeof to);
      if (c->count == 1)
        return grundy_fail(error, GRUNDY_BAD_ARGUMENT, "no move from %s to %s", from, to);
      return grundy_fail(error, GRUNDY_BAD_ARGUMENT,
                         "component %" PRIu32 " has no move from %s to %s", component + 1, from,
                         to);
    }
    moves[c->leaves[component]] = true;
  }
  return GRUNDY_OK;
}

/* Returns whether the operator allows this many of its children to move; 0 if the node stays. */
static bool may_move(const grundy_node *node, uint64_t moving) {
  switch (node->kind) {
  case GRUNDY_DISJUNCTIVE:
    return moving <= 1;
  case GRUNDY_CONJUNCTIVE:
    return moving == 0 || moving == node->children_count;
  default:
    return true;
  }
}

static grundy_status check_operators(const grundy_compound *c, bool *moves, grundy_error *error) {
  for (uint32_t n = 0; n < c->node_count; n++) {
    const grundy_node *node = &c->nodes[n];
    if (node->absorbed || node->kind == (grundy_operator)GRUNDY_LEAF) continue;
    uint64_t moving = 0;
    for (uint32_t i = 0; i < node->children_count; i++)
      moving += moves[grundy_children(c, node)[i]];
    if (!may_move(node, moving))
      return grundy_fail(error, GRUNDY_BAD_ARGUMENT,
                         node->kind == GRUNDY_DISJUNCTIVE
                             ? "a move in a disjunctive compound is in one of its parts"
                             : "a move in a conjunctive compound is in all of its parts");
    moves[n] = moving > 0;
  }
  if (moves[grundy_root(c)]) return GRUNDY_OK;
  return grundy_fail(error, GRUNDY_BAD_ARGUMENT, "a move has at least one step");
}

/* Finds the kinds of the move from one position of the component to another; 0 if there is none. */
static grundy_status kinds_of(const grundy_compound *c, const grundy_step *step, uint8_t *kinds,
                              grundy_error *error) {
  grundy_component of = c->components[step->component];
  uint64_t count = 0, to = 0;
  grundy_status status = of.kind->count_moves(of.data, step->from, &count, error);
  *kinds = 0;
  for (uint64_t i = 0; i < count && *kinds == 0 && status == GRUNDY_OK; i++) {
    status = of.kind->get_move(of.data, step->from, i, &to, error);
    if (status != GRUNDY_OK || to != step->to) continue;
    status = of.kind->get_kinds(of.data, step->from, i, kinds, error);
  }
  return status;
}

/* Checks a move of a sum with kinds of moves: it has one step, in the component where it must be
 * made, and a kind. A kind that is not given is that of the only move between the positions. */
static grundy_status find_kind(const grundy_compound *c, const grundy_step *steps, uint64_t count,
                               grundy_step *made, grundy_error *error) {
  uint32_t lock = grundy_turns_lock(c);
  uint8_t kinds = GRUNDY_MOVE_ORDINARY;
  if (count != 1)
    return grundy_fail(error, GRUNDY_BAD_ARGUMENT, "a move is in one of the components");
  *made = steps[0];
  if (made->component >= c->count || made->from != c->positions[made->component])
    return GRUNDY_OK; /* which check_steps refuses */
  if (lock != GRUNDY_UNLOCKED && lock != made->component)
    return grundy_fail(error, GRUNDY_BAD_ARGUMENT, "the move must be made in component %" PRIu32,
                       lock + 1);
  grundy_status status =
      grundy_has_kinds(c, made->component) ? kinds_of(c, made, &kinds, error) : GRUNDY_OK;
  if (status != GRUNDY_OK || kinds == 0) return status;
  if (made->kind == 0 && (kinds & (kinds - 1)) != 0)
    return grundy_fail(error, GRUNDY_BAD_ARGUMENT,
                       "there are moves of several kinds to that position; say which, as in +> b");
  if (made->kind == 0) made->kind = kinds;
  if ((made->kind & kinds) != 0 && (made->kind & (made->kind - 1)) == 0) return GRUNDY_OK;
  return grundy_fail(error, GRUNDY_BAD_ARGUMENT,
                     "component %" PRIu32 " has no move of that kind there", made->component + 1);
}

grundy_status grundy_compound_move(grundy_compound *c, const grundy_step *steps, uint64_t count,
                                   grundy_error *error) {
  grundy_status status = grundy_compound_check(c, error);
  if (status != GRUNDY_OK) return status;
  grundy_step made;
  if (c->has_turns) {
    status = find_kind(c, steps, count, &made, error);
    if (status != GRUNDY_OK) return status;
    steps = &made;
  }
  bool *moves = grundy_alloc_zero(c->node_count, sizeof *moves);
  if (moves == NULL) return grundy_fail_memory(error);
  status = check_steps(c, steps, count, moves, error);
  if (status == GRUNDY_OK) status = check_operators(c, moves, error);
  free(moves);
  if (status == GRUNDY_OK) status = grundy_turn(c, &steps, &count, error);
  if (status != GRUNDY_OK) return status;
  if (!grundy_grow(&c->starts, &c->start_capacity, c->start_count + 1, sizeof *c->starts) ||
      !grundy_grow(&c->steps, &c->step_capacity, c->step_count + count, sizeof *c->steps))
    return grundy_fail_memory(error);
  c->starts[c->start_count++] = c->step_count;
  memcpy(c->steps + c->step_count, steps, count * sizeof *steps);
  c->step_count += count;
  grundy_apply(c, steps, count);
  return GRUNDY_OK;
}

bool grundy_compound_take_back(grundy_compound *c) {
  if (c->start_count == 0) return false;
  uint64_t start = c->starts[--c->start_count];
  grundy_unapply(c, c->steps + start, c->step_count - start);
  c->step_count = start;
  return true;
}
