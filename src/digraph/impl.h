/* The inside of a digraph, for the files of this room. */

#ifndef GRUNDY_SRC_DIGRAPH_IMPL_H
#define GRUNDY_SRC_DIGRAPH_IMPL_H

#include <grundy/digraph.h>

#include "base/mapping.h"
#include "digraph/attributes.h"
#include "digraph/labels.h"
#include "digraph/names.h"
#include "digraph/naming.h"

/* Compressed rows. Invariant: offsets[0] = 0, offsets increase, offsets[order] = size, and
 * every row is strictly increasing and below order. */
struct grundy_digraph {
  uint32_t order;
  uint64_t *offsets;
  uint32_t *targets;
  grundy_names names; /* no names: count is 0 */
  grundy_naming naming;
  grundy_labels labels;
  grundy_attributes attributes;
  grundy_mapping mapping; /* may hold one of the arrays or both, which cannot be changed then */
};

static inline bool grundy_is_terminal(const grundy_digraph *g, uint32_t v) {
  return g->offsets[v] == g->offsets[v + 1];
}

/* grundy_digraph_new, watched; a part of the phase of the caller. */
grundy_status grundy_digraph_sort(uint32_t order, uint64_t count, const uint32_t *tails,
                                  const uint32_t *heads, const grundy_monitor *monitor,
                                  grundy_digraph **g, grundy_error *error);

/* Vertices are names; moves are kept as they come. */
struct grundy_builder {
  grundy_names names;
  grundy_labels labels;
  grundy_attribute_table attributes;
  uint32_t *tails, *heads;
  uint64_t tail_capacity, head_capacity, count;
};

/* Is a move from u to v between two positions of one player, as far as is known yet? */
grundy_status grundy_builder_check_move(const grundy_builder *builder, uint32_t u, uint32_t v,
                                        grundy_error *error);

/* Checks what the builder says about the vertices of g, a game made of its moves, and gives it to
 * g. O(V + E), and nothing where nothing is said. */
grundy_status grundy_builder_check(const grundy_builder *builder, grundy_digraph *g,
                                   grundy_error *error);

#ifndef NDEBUG
/* Do players alternate, and is something said of how it ends at terminal positions alone, and of
 * all of them in a two-coloured game? For asserts. O(V + E). */
bool grundy_attributes_fit(const grundy_digraph *g);
#endif
/* Is every row strictly increasing and below `order`? Offsets are as above. O(V + E), by all
 * threads. */
bool grundy_rows_increase(uint32_t order, const uint64_t *offsets, const uint32_t *targets);

/* The digraph with these compressed rows: offsets[0] = 0, offsets increase, and every target is
 * below `order`; rows may be out of order and list a move twice, unless one of the arrays is in the
 * mapping (NULL: there is none). On success it takes over the two arrays, whose room for targets
 * may be changed, the mapping if that holds one of them, and is emptied then, and the names, which
 * are emptied: none, or `order` of them. On failure they are the caller's. O(V + E), and O(d log d)
 * for a row of d targets that is out of order. */
grundy_status grundy_digraph_from_rows(uint32_t order, uint64_t *offsets, uint32_t *targets,
                                       grundy_mapping *mapping, grundy_names *names,
                                       grundy_digraph **g, grundy_error *error);

/* The digraph with the moves of g and their reverses. It takes over the names of g, and has neither
 * labels nor attributes. O(V + E). */
grundy_status grundy_digraph_with_reverses(grundy_digraph *g, grundy_digraph **both,
                                           grundy_error *error);

#endif
