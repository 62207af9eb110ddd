/* Relations on the vertices of a game for tests. */

#ifndef SUPPORT_RELATIONS_H
#define SUPPORT_RELATIONS_H

#include <grundy/base.h>
#include <grundy/digraph.h>

#include "support/naive_relations.h"

/* The next of all relations on `order` vertices, from that with one class on (all zeros); classes
 * are numbered in the order of their first vertices. False behind the last one. */
bool next_relation(uint32_t order, uint32_t *class_of);

/* The number of classes of a relation whose numbers have no gaps. */
uint32_t class_count(uint32_t order, const uint32_t *class_of);

/* Numbers the classes anew in the order of their first vertices. Returns their number. */
uint32_t number_classes(uint32_t order, uint32_t *class_of);

/* Every vertex gets one of at most `most` classes. Returns how many there are. */
uint32_t random_relation(grundy_random *random, uint32_t order, uint32_t most, uint32_t *class_of);

/* G with the moves of [Sat72, Def. 2.6] alone. */
grundy_digraph *naive_kept_moves(const grundy_digraph *g, const uint32_t *class_of);

/* A game in which every vertex of g stands in 1 to `most` copies, each with a move to at least one
 * copy of every follower: `onto`, to be freed, gets the vertex that each is a copy of, and that is
 * a homomorphism [Sat72, Def. 1.6]. Without names and ends. */
grundy_digraph *lifted_game(grundy_random *random, const grundy_digraph *g, uint32_t most,
                            uint32_t **onto);

#endif
