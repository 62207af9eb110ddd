/* The sizes of products, before they are made. */

#ifndef DIGRAPH_PRODUCT_H
#define DIGRAPH_PRODUCT_H

#include <grundy/digraph.h>

/* The number of vertices of the product, and an upper bound on the number of its moves (loops of
 * several components may make the same move); UINT64_MAX if the number does not fit. */
typedef struct grundy_product_size {
  uint64_t order, moves;
} grundy_product_size;

grundy_product_size grundy_digraph_product_size(grundy_operator kind, size_t count,
                                                const grundy_digraph *const *games);

/* The size of the empty product, to which games are added one by one: each adds one component to
 * the tuples. Not for GRUNDY_DISJOINT. */
grundy_product_size grundy_product_size_begin(grundy_operator kind);
grundy_product_size grundy_product_size_with(grundy_operator kind, grundy_product_size size,
                                             grundy_product_size next);

/* Makes a disjunctive product whose tuples are as the player to move sees them: a move in one game
 * replaces every vertex v of each other game i by swaps[i][v], what the next player sees;
 * swaps[i] is NULL if both players see the same. The games must have no names by rules. */
GRUNDY_MUST_USE grundy_status grundy_digraph_sum_seen(size_t count,
                                                      const grundy_digraph *const *games,
                                                      const uint32_t *const *swaps,
                                                      const grundy_product_options *options,
                                                      grundy_digraph **g, grundy_error *error);

static inline grundy_product_size grundy_product_size_of_game(const grundy_digraph *g) {
  return (grundy_product_size){grundy_digraph_order(g), grundy_digraph_size(g)};
}

#endif
