/* Finding best moves, for best.c, which compares moves; best_sum.c, which knows the moves of a sum
 * that can be the best; and best_plan.c, which puts one best move together by theorems. */

#ifndef GRUNDY_SRC_COMPOUND_BEST_H
#define GRUNDY_SRC_COMPOUND_BEST_H

#include "base/monitor.h"
#include "compound/impl.h"

/* How good a move is, by the position it leads to: the smallest rank is the best. */
typedef struct grundy_rank {
  int group; /* 0: it keeps the outcome; 1: it throws it away */
  grundy_number remoteness, counter;
} grundy_rank;

/* The best moves of a node in one play, as far as they have been found. */
typedef struct grundy_collector {
  grundy_compound *c;
  uint32_t node;
  grundy_play play;
  grundy_outcome outcome; /* of the node as it is now */
  uint64_t most;
  uint64_t tried; /* moves of a compound, one by one */
  grundy_moves *moves;
  grundy_rank *ranks; /* by move */
  uint64_t ranks_capacity;
  uint64_t best; /* the number of the best move so far */
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

/* The node and its descendants: so many are evaluated to see what a move leads to. */
static inline uint64_t grundy_nodes_of(const grundy_compound *c, uint32_t node) {
  return (uint64_t)node - c->nodes[node].first + 1;
}

/* Takes a move, which leads to a position with this evaluation; that took `nodes` steps to find. A
 * list that is full takes only what is better than all of it, in place of its last move. */
grundy_status grundy_collect(grundy_collector *q, const grundy_step *steps, uint64_t count,
                             const grundy_evaluation *after, uint64_t nodes);

/* Collects the best moves of the node by trying its moves, or those that can be the best. */
grundy_status grundy_collect_node(grundy_collector *q);

/* Collects the best moves of a component or of a disjunctive compound. */
grundy_status grundy_collect_sum(grundy_collector *q);

/* Does a move of the node move one of its children only? So it is in a selective compound too while
 * at most one child can move. */
bool grundy_is_sum(const grundy_compound *c, uint32_t n);

/* The largest finite part of the remoteness of a component. */
uint64_t grundy_largest_finite_part(const grundy_compound *c, grundy_play play);

/* The only child of a sum that can move; `n` if there are several, or none, or `n` is not a sum. */
uint32_t grundy_only_child(const grundy_compound *c, uint32_t n);

/* Puts one best move of the node together by theorems, and collects it. */
grundy_status grundy_plan(grundy_collector *q);

#endif
