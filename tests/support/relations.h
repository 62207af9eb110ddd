/* Relations on the vertices of a game for tests. */

#ifndef SUPPORT_RELATIONS_H
#define SUPPORT_RELATIONS_H

#include <grundy/base.h>
#include <grundy/digraph.h>

#include "support/naive_relations.h"

/* Advances to the next relation on `order` vertices, starting with the one-class relation (all
 * zeros); classes are numbered in the order of their first vertices. False after the last one. */
bool next_relation(uint32_t order, uint32_t *class_of);

/* Returns the number of classes of a relation whose numbers have no gaps. */
uint32_t class_count(uint32_t order, const uint32_t *class_of);

/* Renumbers the classes in the order of their first vertices. Returns their number. */
uint32_t number_classes(uint32_t order, uint32_t *class_of);

/* Assigns one of at most `most` classes to every vertex. Returns their number. */
uint32_t random_relation(grundy_random *random, uint32_t order, uint32_t most, uint32_t *class_of);

/* Returns the game with only the moves of [Sat72, Def. 2.6]. */
grundy_digraph *naive_kept_moves(const grundy_digraph *g, const uint32_t *class_of);

/* Makes a game with 1 to `most` copies of every vertex of g, each with a move to at least one copy
 * of every follower. `onto`, to be freed, maps each copy to its vertex, which is a homomorphism
 * [Sat72, Def. 1.6]. Without names and ends. */
grundy_digraph *lifted_game(grundy_random *random, const grundy_digraph *g, uint32_t most,
                            uint32_t **onto);

#endif
