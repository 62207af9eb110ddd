/* A builder for games whose vertices are called by numbers. Moves come in large batches, on which
 * all threads work, and names are never stored as text.
 *
 * Vertices are numbered in the order in which their numbers first occur. As long as these come as
 * 0, 1, 2 …, each number is its own vertex, and nothing is stored; from the first number out of
 * sequence on, an array maps numbers to vertices. */

#ifndef GRUNDY_SRC_DIGRAPH_NUMERIC_BUILDER_H
#define GRUNDY_SRC_DIGRAPH_NUMERIC_BUILDER_H

#include <grundy/digraph.h>

/* Numbers are below this, so that there are never too many vertices, and one bit is free. */
#define GRUNDY_NUMERIC_BOUND GRUNDY_DIGRAPH_MAX_ORDER

/* In place of a head: the line has only a tail, which becomes a vertex without a move. */
#define GRUNDY_NO_HEAD UINT32_MAX

typedef struct grundy_pair {
  uint32_t tail, head;
} grundy_pair;

/* The moves of one thread. Adding the batch overwrites them. */
typedef struct grundy_batch {
  grundy_pair *pairs;
  uint64_t count;

  /* For grundy_numeric_builder_add. */
  uint64_t unknown; /* entries without a vertex when the batch came */
  uint64_t moves, first_move;
  uint32_t largest; /* the largest number; 0 if there is none */
  bool sorted;
} grundy_batch;

typedef struct grundy_numeric_builder {
  uint32_t natural;    /* numbers below this are their own vertices */
  uint32_t order;      /* vertices so far */
  uint32_t *vertex_of; /* by number, from `natural` on: its vertex + 1, or 0; NULL: all are 0 */
  uint64_t vertex_count;
  uint32_t *number_of; /* by vertex - natural */
  uint64_t number_capacity;
  uint32_t *tails, *heads;
  uint64_t tail_capacity, head_capacity, count;
  bool unsorted; /* some move is smaller than the move before it */
} grundy_numeric_builder;

/* Frees the builder. A zeroed builder has no vertices. */
void grundy_numeric_builder_free(grundy_numeric_builder *numeric);

typedef enum grundy_numeric_status {
  GRUNDY_NUMERIC_OK,
  GRUNDY_NUMERIC_SPARSE,    /* a number is past the bound and not its own vertex */
  GRUNDY_NUMERIC_NO_MEMORY, /* nothing more can be added */
} grundy_numeric_status;

/* Adds the batches in order, each in a thread of its own. The array vertex_of gets at most `bound`
 * entries; if that is not enough, nothing is added. O(batches). */
grundy_numeric_status grundy_numeric_builder_add(grundy_numeric_builder *numeric,
                                                 grundy_batch *batches, int count, uint64_t bound);

/* Makes the digraph. *numeric is empty afterwards, even on failure. */
grundy_status grundy_numeric_builder_finish(grundy_numeric_builder *numeric,
                                            const grundy_monitor *monitor, grundy_digraph **g,
                                            grundy_error *error);

/* Makes a general builder with the same vertices and moves. *numeric is empty afterwards, even on
 * failure. */
grundy_status grundy_numeric_builder_convert(grundy_numeric_builder *numeric,
                                             grundy_builder **builder, grundy_error *error);

#endif
