/* Kinds of moves: who moves next, and where. Most games have only ordinary moves, and then kinds
 * cost nothing. */

#ifndef GRUNDY_SRC_DIGRAPH_KINDS_H
#define GRUNDY_SRC_DIGRAPH_KINDS_H

#include <grundy/digraph.h>

enum { GRUNDY_MOVE_KINDS = 4, GRUNDY_MOVE_ALL_KINDS = (1 << GRUNDY_MOVE_KINDS) - 1 };

/* A kind in files. */
typedef struct grundy_kind_text {
  const char *name;  /* the value of the attribute `kind` */
  const char *arrow; /* in edge lists */
} grundy_kind_text;

/* By the number of the kind's bit. */
extern const grundy_kind_text grundy_kind_texts[GRUNDY_MOVE_KINDS];

/* Finds the kind with this name, a bit; 0 if there is none. */
uint8_t grundy_kind_find(const char *name, size_t length);

/* Describes the names of kinds, for errors. */
extern const char grundy_kind_names[];

/* Copies the kinds in the builder to g, the game made of its moves. O(V), and O(log d) per move
 * from a position with d moves; free if all moves are ordinary. GRUNDY_BAD_INPUT if g has
 * attributes, too. */
grundy_status grundy_builder_set_kinds(const grundy_builder *builder, grundy_digraph *g,
                                       grundy_error *error);

/* Gives g, which has no attributes, these kinds, one nonempty set per move; g takes ownership. If
 * all moves are ordinary, the array is freed instead. */
void grundy_digraph_give_kinds(grundy_digraph *g, uint8_t *kinds);

/* Makes an ordinary game in which the positions of g have the same outcomes as in g, which has
 * kinds of moves: they come first, in the same order. After a carry-on move to v the opponent
 * waits, at a position whose only move leads to v; entailing moves become ordinary ones. Values in
 * sums are not the same. The game has no names. O(V + E). */
grundy_status grundy_digraph_with_waits(const grundy_digraph *g, grundy_digraph **ordinary,
                                        grundy_error *error);

/* Fails with GRUNDY_UNABLE because of kinds of moves; `what` is as below. */
grundy_status grundy_fail_kinds(const char *what, grundy_error *error);

/* Returns whether a player who was entailed may have several moves, one per kind and target; true
 * in doubt, after long chains of local carry-on moves. O(V + E). */
bool grundy_digraph_has_choice(const grundy_digraph *g);

/* Fails with GRUNDY_UNABLE if g has kinds of moves, for functions that would take all moves for
 * ordinary ones: "quotients do not support carry-on and entailing moves yet" if `what` is
 * "quotients". */
grundy_status grundy_digraph_require_ordinary(const grundy_digraph *g, const char *what,
                                              grundy_error *error);

#endif
