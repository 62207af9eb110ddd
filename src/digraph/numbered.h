/* What a builder is, for a game whose vertices are called by numbers, moves coming in batches of
 * many: all threads work on them, and no name is looked at.
 *
 * Vertices are numbered in the order in which the numbers first occur. While these come as 0, 1,
 * 2 …, each is its own vertex, and nothing is stored; from the first one on that is out of turn,
 * an array finds the vertex of a number. */

#ifndef GRUNDY_SRC_DIGRAPH_NUMBERED_H
#define GRUNDY_SRC_DIGRAPH_NUMBERED_H

#include <grundy/digraph.h>

/* Numbers are below this, so that there are never too many vertices, and a bit is left. */
#define GRUNDY_NUMBERED_BOUND GRUNDY_DIGRAPH_MAX_ORDER

/* In place of a head: the tail stands there alone, as a vertex. */
#define GRUNDY_ALONE UINT32_MAX

typedef struct grundy_pair {
  uint32_t tail, head;
} grundy_pair;

/* The share of a thread. What add leaves in it is of no use. */
typedef struct grundy_batch {
  grundy_pair *pairs;
  uint64_t count;

  /* For grundy_numbered_add. */
  uint64_t unknown; /* numbers that had no vertex when the batch came */
  uint64_t moves, first_move;
  uint32_t largest; /* of its numbers; 0 if there are none */
  bool sorted;
} grundy_batch;

typedef struct grundy_numbered {
  uint32_t natural;    /* numbers below this are their own vertices */
  uint32_t order;      /* vertices so far */
  uint32_t *vertex_of; /* by number, from `natural` on: its vertex + 1, or 0; NULL: none is there */
  uint64_t vertex_count;
  uint32_t *number_of; /* by vertex - natural */
  uint64_t number_capacity;
  uint32_t *tails, *heads;
  uint64_t tail_capacity, head_capacity, count;
  bool unsorted; /* is some move smaller than the one before it? */
} grundy_numbered;

/* Zeros are a game without vertices. */
void grundy_numbered_free(grundy_numbered *numbered);

typedef enum grundy_numbered_status {
  GRUNDY_NUMBERED_OK,
  GRUNDY_NUMBERED_SPARSE,    /* a number is past the bound and not its own vertex */
  GRUNDY_NUMBERED_NO_MEMORY, /* nothing can be added any more */
} grundy_numbered_status;

/* Adds the batches in their order, each by a thread of its own. The array of vertices gets at most
 * `bound` entries; if that is not enough, nothing is added. O(batches). */
grundy_numbered_status grundy_numbered_add(grundy_numbered *numbered, grundy_batch *batches,
                                           int count, uint64_t bound);

/* Makes the digraph. *numbered is empty afterwards, on failure too. */
grundy_status grundy_numbered_finish(grundy_numbered *numbered, const grundy_monitor *monitor,
                                     grundy_digraph **g, grundy_error *error);

/* Makes a builder that goes on from here. *numbered is empty afterwards, on failure too. */
grundy_status grundy_numbered_build(grundy_numbered *numbered, grundy_builder **builder,
                                    grundy_error *error);

#endif
