/* How large products are, before they are made. */

#ifndef DIGRAPH_PRODUCT_H
#define DIGRAPH_PRODUCT_H

#include <grundy/digraph.h>

/* The number of vertices of the product, and at least the number of its moves (loops of several
 * components may make the same move); UINT64_MAX where they are more. */
typedef struct grundy_product_size {
  uint64_t order, moves;
} grundy_product_size;

grundy_product_size grundy_digraph_product_size(grundy_operator kind, size_t count,
                                                const grundy_digraph *const *games);

/* The product of no games, from which the size is built up game by game: a tuple of the first games
 * together with a vertex of the next one. Not for GRUNDY_DISJOINT. */
grundy_product_size grundy_product_size_begin(grundy_operator kind);
grundy_product_size grundy_product_size_with(grundy_operator kind, grundy_product_size size,
                                             grundy_product_size next);

static inline grundy_product_size grundy_product_size_of_game(const grundy_digraph *g) {
  return (grundy_product_size){grundy_digraph_order(g), grundy_digraph_size(g)};
}

#endif
