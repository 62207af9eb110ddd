/* The internals of a digraph, for the files of this room. */

#ifndef GRUNDY_SRC_DIGRAPH_IMPL_H
#define GRUNDY_SRC_DIGRAPH_IMPL_H

#include <grundy/digraph.h>

#include "base/mapping.h"
#include "digraph/attributes.h"
#include "digraph/kinds.h"
#include "digraph/label_texts.h"
#include "digraph/names.h"
#include "digraph/naming.h"
#include "digraph/part_sums.h"

/* Compressed rows. Invariant: offsets[0] = 0, offsets increase, offsets[order] = size, and
 * every row is strictly increasing and below order. */
struct grundy_digraph {
  uint32_t order;
  uint64_t *offsets;
  uint32_t *targets;
  uint8_t *kinds;     /* by move: a set of kinds; NULL if all are ordinary */
  grundy_names names; /* no names: count is 0 */
  grundy_naming naming;
  grundy_label_texts label_texts;
  grundy_attributes attributes;
  grundy_part_sums sums;  /* empty unless vertices are parts */
  grundy_mapping mapping; /* may hold one or both arrays, which then cannot be changed */
  grundy_game_type type;  /* see grundy_digraph_complete */
  bool borrows_rows;      /* both arrays belong to the caller and cannot be changed */
  bool is_seen_by_mover;  /* see grundy_digraph_set_seen_by_mover */
};

static inline bool grundy_is_terminal(const grundy_digraph *g, uint32_t v) {
  return g->offsets[v] == g->offsets[v + 1];
}

/* Finds the type of the game, after its attributes, frontier, kinds or sums of parts were set.
 * Without these the type is GRUNDY_GAME_NORMAL. O(V). */
void grundy_digraph_complete(grundy_digraph *g);

/* Does what grundy_digraph_new does, with a monitor, as part of the caller's phase. */
grundy_status grundy_digraph_sort(uint32_t order, uint64_t count, const uint32_t *tails,
                                  const uint32_t *heads, const grundy_monitor *monitor,
                                  grundy_digraph **g, grundy_error *error);

/* Vertices are names; moves are kept in the order in which they were added. */
struct grundy_builder {
  grundy_names names;
  grundy_label_texts label_texts;
  grundy_attribute_table attributes;
  uint32_t *tails, *heads;
  uint64_t tail_capacity, head_capacity, count;
  uint8_t *kinds; /* of the first kind_count moves; the others are ordinary */
  uint64_t kind_capacity, kind_count;
  uint32_t *unknown; /* of grundy_builder_add_words */
  uint64_t unknown_capacity;
};

/* Fails if there is no room for another vertex. */
grundy_status grundy_builder_check_room(const grundy_builder *builder, grundy_error *error);

/* Fails if a move from u to v would be between two positions of the same player, as far as players
 * are known yet. */
grundy_status grundy_builder_check_move(const grundy_builder *builder, uint32_t u, uint32_t v,
                                        grundy_error *error);

/* Checks the attributes in the builder against g, the game made of its moves, and copies them to g.
 * O(V + E); free without attributes. */
grundy_status grundy_builder_check(const grundy_builder *builder, grundy_digraph *g,
                                   grundy_error *error);

#ifndef NDEBUG
/* Returns whether players alternate, and only terminal positions have outcomes or payoffs, and all
 * of them do in a two-coloured game. For asserts. O(V + E). */
bool grundy_attributes_fit(const grundy_digraph *g);
#endif
/* Returns whether every row is strictly increasing and below `order`. Offsets are as above.
 * O(V + E), by all threads. */
bool grundy_rows_increase(uint32_t order, const uint64_t *offsets, const uint32_t *targets);

/* Makes the digraph with these compressed rows: offsets[0] = 0, offsets increase, and every target
 * is below `order`. Rows may be unsorted and list a move twice, unless one of the arrays is in the
 * mapping (which may be NULL). `names` is empty or has `order` names. On success the digraph takes
 * ownership of the two arrays (targets may be reallocated), of the names, and of the mapping if
 * that holds one of the arrays; *names and *mapping become empty. On failure they stay with the
 * caller. O(V + E), and O(d log d) for an unsorted row of d targets. */
grundy_status grundy_digraph_from_rows(uint32_t order, uint64_t *offsets, uint32_t *targets,
                                       grundy_mapping *mapping, grundy_names *names,
                                       grundy_digraph **g, grundy_error *error);

/* Makes the digraph with the moves of g and their reverses. It takes the names of g, and has
 * neither labels nor attributes. O(V + E). */
grundy_status grundy_digraph_with_reverses(grundy_digraph *g, grundy_digraph **both,
                                           grundy_error *error);

#endif
