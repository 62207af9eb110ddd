/* Internals of a compound, for the files of this room. */

#ifndef GRUNDY_SRC_COMPOUND_IMPL_H
#define GRUNDY_SRC_COMPOUND_IMPL_H

#include "base/hash_table.h"

#include <grundy/compound.h>

/* ---- evaluations ----------------------------------------------------------------------------- */

/* An evaluation in which nothing is known, for a component to fill in. */
extern const grundy_evaluation grundy_evaluation_unknown;

static inline bool grundy_is_known(grundy_number number) {
  return number != GRUNDY_UNKNOWN;
}

/* What theorems need to know about the evaluations of several nodes in the same play. Addition is
 * associative, so a sum with one summand changed is computed from prefix and suffix sums. */
typedef struct grundy_tally {
  uint64_t moving;               /* nodes that are not terminal */
  const grundy_evaluation *only; /* one of those, or NULL */
  uint64_t distance_sum, distance_min;
  bool endless;          /* whether some distance is infinite */
  uint64_t unknown, odd; /* number of unknown and of odd remotenesses */
  uint64_t sum, min;     /* of the known ones; the sum is over the finite ones */
  uint64_t p, n, d;      /* number of outcomes of each kind */
  uint64_t count;
  uint64_t values_unknown, infinite; /* number of values */
  uint32_t nimber;                   /* the nim-sum of the finite ones */
  grundy_set k;                      /* of an infinite value, with its shift */
  uint32_t shift;
  uint64_t counter;
  uint64_t high;         /* number of values with a high part; their low parts are in the nim-sum */
  bool cancelled;        /* whether the high parts cancel */
  bool is_seen_by_mover; /* whether the sum is as the player to move sees it */
  bool has_quotient;     /* whether all nodes that can move have elements of the same quotient */
  const struct grundy_misere *quotient; /* that one; NULL before the first of them */
  uint32_t element;                     /* their product there */
  uint64_t no_heaps, ones,
      big; /* number of nodes that are not heaps of Nim; of heaps of 1; of larger heaps */
} grundy_tally;

grundy_tally grundy_tally_none(void);
void grundy_tally_add(grundy_tally *tally, const grundy_evaluation *evaluation);
void grundy_tally_merge(grundy_tally *tally, const grundy_tally *other);

/* Evaluates the compound of those nodes by theorems; `kind` is not GRUNDY_DISJOINT. In misère play
 * `normal` is the evaluation of the same compound in normal play; it may be NULL for a disjunctive
 * compound and in normal play. */
grundy_evaluation grundy_tally_conclude(const grundy_tally *tally, grundy_operator kind,
                                        grundy_play play, const grundy_evaluation *normal);

/* Evaluates a position of a component on its own. */
grundy_status grundy_evaluate_position(grundy_component component, uint64_t position,
                                       grundy_play play, grundy_evaluation *evaluation,
                                       grundy_error *error);

/* ---- the tree ------------------------------------------------------------------------------ */

/* All positions reachable from some positions of a component, up to symmetry, numbered. */
typedef struct grundy_reach {
  grundy_digraph *g;
  uint64_t *positions;     /* by vertex */
  uint32_t *swaps;         /* by vertex: as the other player sees it; NULL: both see the same */
  grundy_hash_table table; /* of the positions */
} grundy_reach;

/* The product of everything reachable, with its solution. */
typedef struct grundy_solved_product {
  grundy_digraph *g;
  grundy_solution *solution; /* NULL if nothing has been solved */
} grundy_solved_product;

enum { GRUNDY_LEAF = GRUNDY_DISJOINT };

/* A node comes after its descendants, which are contiguous, starting at `first`. */
typedef struct grundy_node {
  grundy_operator kind;  /* or GRUNDY_LEAF */
  bool absorbed;         /* whether a parent with the same operator absorbed it */
  bool is_seen_by_mover; /* whether it has components that only the player to move sees so */
  uint32_t component;    /* of a leaf */
  uint32_t first;
  uint32_t parent; /* its own number for the root */
  uint64_t stride; /* of its vertices in the product of its parent */
  uint64_t children_start;
  uint32_t children_count;
  grundy_reach reach;          /* of a leaf; empty before the first search */
  grundy_solved_product found; /* of other nodes; empty before the first search */
} grundy_node;

/* The components of the root whose values are ordinals, if the root is a sum. */
typedef struct grundy_transfinite {
  bool present;   /* whether there are such components */
  bool cancelled; /* whether their high parts cancel */
  bool is_total;  /* whether `value` is that of the whole sum, or still of those components alone */
  grundy_ordinal *value; /* a nim-sum */
  grundy_ordinal *distance;
} grundy_transfinite;

struct grundy_compound {
  grundy_play play;
  grundy_transfinite transfinite;
  grundy_node *nodes;
  uint64_t node_count, node_capacity;
  uint32_t *children;
  uint64_t children_count, children_capacity;
  uint32_t *stack; /* during construction: nodes without a parent */
  uint64_t stack_count, stack_capacity;
  grundy_component *components; /* by component number, like the next two */
  uint64_t *positions;
  uint32_t *leaves; /* its node */
  uint64_t count, components_capacity, positions_capacity, leaves_capacity;
  grundy_step *steps; /* of all moves made */
  uint64_t step_count, step_capacity;
  uint64_t *starts; /* where the steps of each move start */
  uint64_t start_count, start_capacity;
  grundy_step *turned; /* storage for grundy_turn */
  uint64_t turned_capacity;
  grundy_evaluation *evaluations[2]; /* by play and node; misère play only if it is played */
  uint64_t evaluations_capacity[2];
  uint32_t *k; /* storage for the set K of an evaluation */
  uint64_t k_capacity;
  bool has_turns; /* some components have kinds of moves: then the root is a leaf or a sum of leaves
                   */
  struct grundy_turn_reach *turn_reaches;       /* by component; NULL before the first search */
  struct grundy_turn_product *turn_products[2]; /* of components that are not nimbers, and of all */
  char limit_reached[160];
  grundy_reason limit_reason;
};

static inline uint32_t grundy_root(const grundy_compound *c) {
  return c->stack[0];
}

/* Returns the last step that was made, with its kind; NULL if there is none, or no kinds. */
static inline const grundy_step *grundy_last_step(const grundy_compound *c) {
  return c->has_turns && c->step_count > 0 ? &c->steps[c->step_count - 1] : NULL;
}

static inline bool grundy_is_leaf(const grundy_node *node) {
  return node->kind == (grundy_operator)GRUNDY_LEAF;
}

static inline const uint32_t *grundy_children(const grundy_compound *c, const grundy_node *node) {
  return c->children + node->children_start;
}

/* Returns whether the node is a sum with components that only the player to move sees so: what its
 * theorems say about components that stay is not known. */
static inline bool grundy_is_seen_sum(const grundy_compound *c, uint32_t node) {
  return c->nodes[node].kind == GRUNDY_DISJUNCTIVE && c->nodes[node].is_seen_by_mover;
}

/* Returns whether the component of a leaf is turned around when another one moves. */
static inline bool grundy_is_turned(const grundy_compound *c, uint32_t leaf) {
  return c->nodes[leaf].is_seen_by_mover && grundy_is_seen_sum(c, c->nodes[leaf].parent);
}

/* Finds the position of the component as the other player sees it. */
grundy_status grundy_swap_position(grundy_component component, uint64_t position, uint64_t *swapped,
                                   grundy_error *error);

/* Returns GRUNDY_BAD_ARGUMENT unless exactly one node is on the stack. */
grundy_status grundy_compound_check(const grundy_compound *c, grundy_error *error);

/* Adds to the steps of a move what it does to the components that stay: the next player sees them
 * turned around. The result is `steps` itself, or belongs to the compound until the next call. */
grundy_status grundy_turn(grundy_compound *c, const grundy_step **steps, uint64_t *count,
                          grundy_error *error);

/* Makes or undoes steps without checking that they are legal. */
void grundy_apply(grundy_compound *c, const grundy_step *steps, uint64_t count);
void grundy_unapply(grundy_compound *c, const grundy_step *steps, uint64_t count);

/* ---- evaluating ---------------------------------------------------------------------------- */

/* Fills c->evaluations of the node and its descendants by theorems and from earlier searches.
 * O(nodes). */
grundy_status grundy_evaluate_by_theory(grundy_compound *c, uint32_t node, grundy_error *error);

/* Makes the move, evaluates the node by theorems, and takes the move back; the evaluations of the
 * node and its descendants remain those after the move. */
grundy_status grundy_evaluate_move(grundy_compound *c, uint32_t node, const grundy_step *steps,
                                   uint64_t count, grundy_error *error);

/* Converts an evaluation of a node for callers; K is stored in *k from `used` on, which grows as
 * needed. */
grundy_status grundy_evaluation_finish(const grundy_evaluation *known, grundy_play play,
                                       uint32_t **k, uint64_t *capacity, uint64_t used,
                                       grundy_evaluation *evaluation, grundy_error *error);

/* ---- values that are ordinals -------------------------------------------------------------- */

/* Find the sum of the ordinals: call `start` before the theorems are applied to the root, and
 * `finish` after that. */
grundy_status grundy_transfinite_start(grundy_compound *c, grundy_error *error);
grundy_status grundy_transfinite_finish(grundy_compound *c, grundy_evaluation *evaluation,
                                        grundy_error *error);
void grundy_transfinite_free(grundy_transfinite *t);

/* Finds the only move of the component, if there is one, that makes the sum 0. `nimber` is the sum
 * if the high parts cancel. */
grundy_status grundy_transfinite_reply(grundy_compound *c, uint32_t component, uint32_t nimber,
                                       bool *found, uint64_t *to, grundy_error *error);

/* Finds a move of the component that leaves nearly everything: no move resists longest. */
grundy_status grundy_transfinite_delaying_move(grundy_compound *c, uint32_t component, uint64_t *to,
                                               grundy_error *error);

/* ---- searching ----------------------------------------------------------------------------- */

void grundy_reach_free(grundy_reach *reach);
void grundy_solved_product_free(grundy_solved_product *found);

/* Finds the vertex of the node's current position in its product or reach. It is not known if the
 * node was not searched from an earlier position. */
grundy_status grundy_compound_place(const grundy_compound *c, uint32_t node, bool *known,
                                    uint64_t *place, grundy_error *error);

/* Finds the vertex of a position of the component. It is not known if nothing has led there. */
grundy_status grundy_reach_find(const grundy_reach *reach, grundy_component component,
                                uint64_t position, bool *known, uint32_t *v, grundy_error *error);

/* Finds or adds the vertex of the position and its mirror images; `capacity` is that of
 * reach->positions. */
grundy_status grundy_reach_visit(grundy_reach *reach, grundy_component component, uint64_t position,
                                 uint64_t *capacity, uint32_t *v, grundy_error *error);

/* Adds what the columns of the node's product say about the vertex to the evaluation. */
void grundy_solved_product_add(const grundy_solved_product *found, uint64_t place, grundy_play play,
                               grundy_evaluation *evaluation);

/* Searches the product of the node for the columns. *done is false if a limit was reached, which
 * c->limit_reached then describes. */
grundy_status grundy_compound_search(grundy_compound *c, uint32_t node, grundy_columns columns,
                                     const grundy_search_options *options, bool *done,
                                     grundy_error *error);

/* Searches a disjunctive sum that is a draw, if that is cheap: theorems know that it is one, but
 * only a search knows the remoteness of the moves that lose it. */
grundy_status grundy_search_drawn_sum(grundy_compound *c, const grundy_search_options *options,
                                      grundy_error *error);

/* ---- lists of moves -------------------------------------------------------------------------- */

typedef struct grundy_listed {
  uint64_t start, count;   /* of its steps */
  uint64_t k_start;        /* of its K */
  grundy_evaluation after; /* the pointer to K is set later */
} grundy_listed;

struct grundy_moves {
  grundy_step *steps;
  uint64_t step_count, step_capacity;
  grundy_listed *at;
  uint64_t count, capacity;
  uint32_t *k;
  uint64_t k_count, k_capacity;
  bool complete;
};

grundy_status grundy_moves_new(grundy_moves **moves, grundy_error *error);

/* Adds a move with these steps, which leads to a position with this evaluation. */
grundy_status grundy_moves_add(grundy_moves *moves, const grundy_step *steps, uint64_t count,
                               const grundy_evaluation *after, grundy_play play,
                               grundy_error *error);

/* Lists the moves of the node, at most `most`, without evaluating the positions they lead to. */
grundy_status grundy_moves_generate(const grundy_compound *c, uint32_t node, uint64_t most,
                                    grundy_moves **moves, grundy_error *error);

/* Returns the kind of the limit that grundy_compound_limit_reached names: GRUNDY_REASON_MEMORY,
 * GRUNDY_REASON_TOO_MANY, or GRUNDY_REASON_OTHER if it is something else or none was reached. */
grundy_reason grundy_compound_limit_reason(const grundy_compound *compound);

#endif
