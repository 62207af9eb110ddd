/* What counting levels know about every vertex, and U, the vertices without a label. The library's
 * waves and those of grundy-mpi update it; levels.h has the algorithm and its proof. */

#ifndef GRUNDY_SRC_SOLVE_LEVELS_STATE_H
#define GRUNDY_SRC_SOLVE_LEVELS_STATE_H

#include "base/threads.h"
#include "solve/waves.h"

/* A part of U, which one thread processes at the end of a level. Parts begin where they began at
 * level 0, so no thread has to move the vertices of another part. */
typedef struct grundy_levels_part {
  uint32_t begin, count;
  uint32_t ready; /* of these, the last ones, which have no open follower */
  bool infinite;  /* whether a vertex has become ∞ */
} grundy_levels_part;

typedef struct grundy_levels_state grundy_levels_state;

/* What depends on the width of counts; levels_nodes.h describes the functions. */
typedef struct grundy_levels_width {
  size_t item;                                       /* bytes of a node */
  uint32_t most;                                     /* the largest count */
  grundy_wave_update on_hit, on_label, on_unblocked; /* their state is that of all vertices */
  void (*start)(const grundy_levels_state *s, const uint32_t *blockers, uint32_t begin,
                uint32_t end);
  void (*end)(const grundy_levels_state *s, grundy_levels_part *p);
  void (*reset)(const grundy_levels_state *s, const uint32_t *list, uint32_t count);
  uint32_t (*pick)(const grundy_levels_state *s, const uint32_t *list, uint32_t count,
                   uint32_t *wave);
} grundy_levels_width;

/* The caller sets what is not marked otherwise, and owns it. */
struct grundy_levels_state {
  uint32_t order;
  uint32_t *values;     /* of vertices that leave U: their value, or infinity */
  uint32_t *counter;    /* gets infinity with the value; may be NULL */
  uint32_t *unlabelled; /* U */
  uint32_t unlabelled_count;
  uint32_t *queue; /* vertices that were hit or labelled in this level, each at most once; room for
                      all vertices of U */
  uint32_t level;
  /* Set by grundy_levels_state_start: */
  const grundy_levels_width *width;
  void *nodes; /* the state of every vertex */
  grundy_levels_part parts[GRUNDY_MAX_THREADS];
  int part_count;
};

/* Starts with U as it is. `blockers` has for every vertex the number of its followers that are not
 * peeled, at most `most_open` in U; labels from peeling have their bit set. Allocates 2 or 8 bytes
 * per vertex. */
void grundy_levels_state_start(grundy_levels_state *s, grundy_arena *arena,
                               const uint32_t *blockers, uint32_t most_open);

/* Writes the vertices of U that had no open follower when the level began, and are not hit, to
 * `wave`, which has room for one more than all of them. Returns how many there are. */
uint32_t grundy_levels_state_pick(const grundy_levels_state *s, uint32_t *wave);

/* Ends the level: labelled vertices leave U, hit vertices stay and count again, the rest become ∞.
 * `queued` vertices are in the queue, which is overwritten. */
void grundy_levels_state_end(grundy_levels_state *s, uint32_t queued);

/* Makes U one list again, in order to stop. */
void grundy_levels_state_join(const grundy_levels_state *s);

#endif
