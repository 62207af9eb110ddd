/* Adds many moves between named vertices at once: all threads look up the names and add new ones.
 */

#ifndef GRUNDY_SRC_DIGRAPH_WORD_MOVES_H
#define GRUNDY_SRC_DIGRAPH_WORD_MOVES_H

#include <grundy/digraph.h>

#include "digraph/names.h"

/* The share of one thread. Words come in pairs: the tail and the head of a move, or a vertex and a
 * word of length 0. */
typedef struct grundy_word_batch {
  grundy_name_query *words;
  uint64_t count, moves;
  uint64_t first_move; /* for grundy_builder_add_words */
} grundy_word_batch;

/* Returns whether the builder accepts batches: it does while no vertex has attributes. */
bool grundy_builder_accepts_words(const grundy_builder *builder);

/* Adds the vertices and moves of the batches in their order, as grundy_builder_vertex and
 * grundy_builder_move would. The words are in `text`, and the batches are parts of one array, in
 * order. On failure the builder can only be freed. */
grundy_status grundy_builder_add_words(grundy_builder *builder, const char *text,
                                       grundy_word_batch *batches, int count, grundy_error *error);

#endif
