/* Finding best moves: best.c compares moves, best_sum.c restricts a sum to the moves that can be
 * best, and best_plan.c constructs one best move by theorems. */

#ifndef GRUNDY_SRC_COMPOUND_BEST_H
#define GRUNDY_SRC_COMPOUND_BEST_H

#include "base/monitor.h"
#include "compound/impl.h"

/* What a move costs the player, by the position it leads to: the smallest cost is the best. */
typedef struct grundy_move_cost {
  int group; /* 0: keeps the outcome; 1: gives it up */
  grundy_number remoteness, counter;
} grundy_move_cost;

/* The best moves of a node in one kind of play, as far as found. */
typedef struct grundy_collector {
  grundy_compound *c;
  uint32_t node;
  grundy_play play;
  grundy_outcome outcome; /* of the node before the move */
  uint64_t most;
  uint64_t tried;       /* moves of compounds that were tried one by one */
  const uint64_t *from; /* by component: the positions to move from, if the compound is as the next
                           player sees it; NULL: those of the compound */
  grundy_moves *moves;
  grundy_move_cost *costs; /* by move */
  uint64_t costs_capacity;
  uint64_t best; /* the index of the best move so far */
  grundy_work work;
  grundy_error *error;
} grundy_collector;

static inline const grundy_evaluation *grundy_evaluation_in(const grundy_compound *c,
                                                            grundy_play play, uint32_t node) {
  return &c->evaluations[play][node];
}

static inline bool grundy_can_move(const grundy_compound *c, uint32_t n) {
  return c->evaluations[GRUNDY_NORMAL_PLAY][n].distance != 0;
}

/* Returns the number of nodes, the node and its descendants, that are evaluated to compare a move.
 */
static inline uint64_t grundy_nodes_of(const grundy_compound *c, uint32_t node) {
  return (uint64_t)node - c->nodes[node].first + 1;
}

/* Collects a move that leads to a position with this evaluation, which took `nodes` steps to find.
 * A full list takes only a move that is better than all in it, in place of its last move. */
grundy_status grundy_collect(grundy_collector *q, const grundy_step *steps, uint64_t count,
                             const grundy_evaluation *after, uint64_t nodes);

/* Collects the best moves of the node by trying all of its moves, or those that can be best. */
grundy_status grundy_collect_node(grundy_collector *q);

/* Collects the best moves of a component or of a disjunctive compound. */
grundy_status grundy_collect_sum(grundy_collector *q);

/* Returns whether a move of the node moves exactly one of its children. This also holds for a
 * selective compound while at most one child can move. */
bool grundy_is_sum(const grundy_compound *c, uint32_t n);

/* Returns the largest finite part of the remoteness of a component. */
uint64_t grundy_largest_finite_part(const grundy_compound *c, grundy_play play);

/* Returns the only child of a sum that can move; `n` if several or none can, or if `n` is not a
 * sum. */
uint32_t grundy_only_child(const grundy_compound *c, uint32_t n);

/* Constructs one best move of the node by theorems, and collects it. */
grundy_status grundy_plan(grundy_collector *q);

#endif
