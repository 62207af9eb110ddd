/* Sums with kinds of moves [docs/carry-on.md, "Sums"]. A state of such a sum is the positions of
 * its components, and the component where the next move must be made, if there is one: the lock. */

#ifndef GRUNDY_SRC_COMPOUND_TURNS_H
#define GRUNDY_SRC_COMPOUND_TURNS_H

#include "base/monitor.h"
#include "compound/impl.h"

/* The lock of a state where the next move may be made anywhere. */
enum { GRUNDY_UNLOCKED = UINT32_MAX };

/* ---- digraphs of states (states.c) --------------------------------------------------------- */

/* The moves from each state; after a move that keeps the turn, the same player moves again. */
typedef struct grundy_states {
  uint32_t count;
  uint64_t *offsets; /* count + 1 entries */
  uint32_t *targets;
  uint8_t *keeps; /* by move */
} grundy_states;

/* Which labels a state may get by its moves. */
enum { GRUNDY_MAY_BE_N = 1, GRUNDY_MAY_BE_P = 2 };

/* A state whose label is given. */
typedef struct grundy_seed {
  uint64_t rank;
  uint32_t state;
  grundy_outcome label;
} grundy_seed;

/* The least labelling. A rank is that of a seed plus the number of moves that a player who moves to
 * the least rank, and an opponent who moves to the greatest, make to get there. So the winner's
 * moves, and all moves of the loser, decrease it. */
typedef struct grundy_state_labels {
  grundy_outcome *labels; /* GRUNDY_OUTCOME_NONE: neither N nor P */
  uint64_t *ranks;
} grundy_state_labels;

void grundy_states_free(grundy_states *states);
void grundy_state_labels_free(grundy_state_labels *labels);

/* Labels all states: N if a move that changes the player leads to P or one that keeps the player
 * leads to N, and P if all moves do the opposite. A state gets no label that `may`, by state, does
 * not allow. Seeds are sorted by rank. O(states + moves). */
grundy_status grundy_states_label(const grundy_states *states, const uint8_t *may,
                                  const grundy_seed *seeds, uint64_t count,
                                  const grundy_monitor *monitor, grundy_state_labels *labels,
                                  grundy_error *error);

/* ---- one component (turn_reach.c) ----------------------------------------------------------- */

/* Everything reachable in a component. Position v is the states 2 v, where the next move may be
 * made anywhere, and 2 v + 1, where it must be made here. */
typedef struct grundy_turn_reach {
  grundy_reach reach; /* without a digraph */
  uint32_t order;
  grundy_states states;
  uint8_t *kinds;            /* by move of `states`: one bit */
  uint32_t *values;          /* by position: a nimber, or GRUNDY_INFINITY */
  uint64_t *counters;        /* by position */
  grundy_state_labels alone; /* next to games that go on forever: who wins at once? */
  grundy_state_labels level; /* next to a heap */
  uint32_t heap;
} grundy_turn_reach;

void grundy_turn_reach_free(grundy_turn_reach *reach);

/* Returns the states of a position of the component and finds its number; NULL with *is_large if
 * more than the limit of the options can be reached. The states belong to the compound. */
grundy_status grundy_turn_reach_get(grundy_compound *c, uint32_t component,
                                    const grundy_search_options *options, grundy_turn_reach **reach,
                                    uint32_t *v, bool *is_large, grundy_error *error);

/* Label all states as if nothing else could be moved, and as if a heap of this size lay next to the
 * component. The ranks next to a heap have the counter of the position that the winner reaches in
 * their high half, plus 1. */
grundy_status grundy_turn_reach_alone(grundy_turn_reach *reach, const grundy_monitor *monitor,
                                      grundy_error *error);
grundy_status grundy_turn_reach_level(grundy_turn_reach *reach, uint32_t heap,
                                      const grundy_monitor *monitor, grundy_error *error);

/* ---- products (turn_product.c) -------------------------------------------------------------- */

/* The product of some components, and of a heap that replaces the others, which are nimbers. */
typedef struct grundy_turn_product {
  uint32_t *factors; /* components */
  uint32_t count;
  uint32_t heap;     /* its largest size */
  uint64_t *strides; /* by factor; of states: locks change fastest, then the heap */
  grundy_states states;
  grundy_state_labels labels;
} grundy_turn_product;

void grundy_turn_product_free(grundy_turn_product *product);

/* ---- evaluating (turns.c) ------------------------------------------------------------------- */

/* The evaluation of a state, with the sets of its value in `numbers`. */
typedef struct grundy_turn_result {
  grundy_outcome outcome; /* GRUNDY_OUTCOME_NONE: not known, and c->limit_reached says why */
  grundy_origin origin;
  bool has_value;
  grundy_value value;
  uint32_t *numbers;
  uint64_t rank; /* of a state that is won by a turn in which several components rest: how many
                    moves that takes */
} grundy_turn_result;

/* What is known about the components of a sum. */
typedef struct grundy_turn_sum {
  grundy_compound *c;
  const grundy_search_options *options;
  uint32_t nimber;  /* the sum of all nimbers */
  uint32_t *others; /* components without a nimber, in their order */
  uint32_t other_count;
  uint32_t unknown; /* components of unknown value */
  grundy_error *error;
} grundy_turn_sum;

/* Evaluates all components. */
grundy_status grundy_turns_start(grundy_turn_sum *t, grundy_compound *c,
                                 const grundy_search_options *options, grundy_error *error);
void grundy_turns_end(grundy_turn_sum *t);

/* Moves a component, and evaluates it. */
grundy_status grundy_turns_set(grundy_turn_sum *t, uint32_t component, uint64_t position);

/* Evaluates a state; a search is used only if `search`. Free result->numbers. */
grundy_status grundy_turns_evaluate(grundy_turn_sum *t, uint32_t lock, bool search,
                                    grundy_turn_result *result);

static inline const grundy_evaluation *grundy_turns_of(const grundy_turn_sum *t,
                                                       uint32_t component) {
  return &t->c->evaluations[GRUNDY_NORMAL_PLAY][t->c->leaves[component]];
}

static inline bool grundy_has_kinds(const grundy_compound *c, uint32_t component) {
  return GRUNDY_COMPONENT_HAS(c->components[component].kind, get_kinds);
}

/* Returns whether a player who was entailed may have a choice in the component. */
bool grundy_turns_has_choice(const grundy_compound *c, uint32_t component);

/* Returns whether the player wins at once in a component of this evaluation, which is not a
 * nimber. */
static inline bool grundy_wins_at_once(const grundy_evaluation *e) {
  return e->c.size > 0 && e->c.numbers[e->c.size - 1] == GRUNDY_INFINITY;
}

/* Returns the lock of the compound's current position, by its last move. */
uint32_t grundy_turns_lock(const grundy_compound *c);

/* Labels the states of the locked component where every move must be made here, by the evaluations
 * of the states after that. They are ranked like those of a turn in which several components
 * rest. */
grundy_status grundy_turns_region(grundy_turn_sum *t, uint32_t lock, grundy_turn_reach *reach,
                                  uint32_t v, grundy_state_labels *labels);

/* Finds the first move of a shortest turn after which all components but one are nimbers and the
 * player still wins, and its length in moves; 0 if there is none, or if a component wins at once.
 * At least two components are not nimbers, and none of them is open. `step` may be NULL. */
grundy_status grundy_turns_plan(grundy_turn_sum *t, uint64_t *length, grundy_step *step);

/* Labels the product of all components, or of those that are not nimbers, in which the state is
 * `state`. *product is NULL if it is too large, and c->limit_reached then says so; if not `search`,
 * also if it has not been built before. It belongs to the compound. */
grundy_status grundy_turns_product(grundy_turn_sum *t, uint32_t lock, bool whole, bool search,
                                   grundy_turn_product **product, uint32_t *state);

/* ---- the compound (turn_best.c) ---------------------------------------------------------------
 */

grundy_status grundy_turns_compound_evaluate(grundy_compound *c,
                                             const grundy_search_options *options,
                                             grundy_evaluation *evaluation, grundy_error *error);
grundy_status grundy_turns_compound_best(grundy_compound *c, uint64_t most,
                                         const grundy_search_options *options,
                                         grundy_evaluation *evaluation, grundy_moves **moves,
                                         grundy_error *error);
grundy_status grundy_turns_compound_moves(grundy_compound *c, uint64_t most, grundy_moves **moves,
                                          grundy_error *error);
grundy_status grundy_turns_move_count(const grundy_compound *c, uint64_t *count,
                                      grundy_error *error);

#endif
