/* Evaluates the positions of a tier until nothing changes any more. The threads share the tier by
 * blocks of indices. The kernels compute least fixed points of monotone rules, so the result does
 * not depend on the order in which positions are evaluated.
 *
 * A sweep evaluates every position that the kernel still considers open. Waves evaluate only the
 * predecessors of positions that have changed, which the rules give by `unmoves`; they follow a
 * sweep as soon as that counts less work. */

#ifndef GRUNDY_SRC_TIERS_ITERATE_H
#define GRUNDY_SRC_TIERS_ITERATE_H

#include "base/threads.h"
#include "tiers/reader.h"

#include <stdatomic.h>

/* The work on one tier. */
typedef struct grundy_tier_job {
  grundy_tiers *tiers;
  uint64_t place, number, count; /* of the tier */
  grundy_tier_reader *readers;   /* one per thread */
  int threads;
  _Atomic uint64_t *changed, *dirty; /* sets of indices, for waves; NULL: only sweeps */
  const grundy_tier_team *team;      /* NULL: this process works alone */
  grundy_work *work;
  void (*progress)(void *context, const grundy_tiers_progress *now); /* may be NULL */
  void *context;
  grundy_tiers_progress now;
  bool is_first; /* the first sweep through the tier: it counts as progress */
  double asked;  /* when the monitor was asked last */
  uint64_t sweeps;
  grundy_error *error;
} grundy_tier_job;

/* What one evaluation found. */
typedef struct grundy_tier_evaluation {
  bool absent;     /* no position has the index */
  bool changed;    /* the entry */
  bool incomplete; /* it depends on an entry of the tier that was open */
  uint32_t number; /* the new entry, if it changed */
} grundy_tier_evaluation;

typedef struct grundy_tier_kernel grundy_tier_kernel;
struct grundy_tier_kernel {
  /* Returns the first open index from `index` on, below `end`; `end` if there is none. */
  uint64_t (*next)(const grundy_tier_kernel *kernel, uint64_t index, uint64_t end);

  /* Evaluates the position with this index, which may not exist or no longer be open. */
  grundy_status (*evaluate)(const grundy_tier_kernel *kernel, grundy_tier_reader *reader,
                            uint64_t index, grundy_tier_evaluation *found);

  bool settles; /* a position that has changed is no longer open */

  /* What `evaluate` writes: entries of a table, and perhaps of a set of indices. */
  grundy_tier_table *written;
  _Atomic uint64_t *written_set; /* NULL: none */

  /* Called after sweeps that changed entries, with the least of their new numbers; may be NULL. */
  void (*swept)(grundy_tier_kernel *kernel, uint32_t least);

  grundy_tier_job *job;
};

/* Evaluates to the end. */
grundy_status grundy_tier_iterate(grundy_tier_kernel *kernel);

/* Calls visit(context, begin, end) once for every block of the tier, by all threads. */
void grundy_tier_visit(const grundy_tier_job *job,
                       void (*visit)(void *context, uint64_t begin, uint64_t end), void *context);

/* Loads the position with this index and its moves, and sets *end to what the rules say about the
 * end of play. If no position has the index, sets found->absent instead. */
grundy_status grundy_tier_examine(const grundy_tier_job *job, grundy_tier_reader *reader,
                                  uint64_t index, unsigned *end, grundy_tier_evaluation *found);

/* Loads the position with this index, which exists, and its moves. */
grundy_status grundy_tier_reload(const grundy_tier_job *job, grundy_tier_reader *reader,
                                 uint64_t index);

/* Sets the number of an entry. */
grundy_status grundy_tier_set_number(grundy_tier_table *table, grundy_tier_reader *reader,
                                     uint64_t index, uint32_t number,
                                     grundy_tier_evaluation *found);

/* A follower of the position that a kernel evaluates. */
typedef struct grundy_tier_follower {
  grundy_position position;
  const grundy_tier_file *file; /* NULL: it is in the same tier */
  uint64_t index;
} grundy_tier_follower;

/* Finds the next follower of the loaded position. False after the last, and on failure: then
 * *status, which must be GRUNDY_OK before, says why. */
bool grundy_tier_follow(const grundy_tier_job *job, grundy_tier_reader *reader,
                        grundy_tier_cursor *cursor, grundy_tier_follower *follower,
                        grundy_status *status);

/* Where a kernel reads numbers: from the table of its tier, and from a column of other files. */
typedef struct grundy_tier_numbers {
  grundy_tier_table *table;
  grundy_columns column;
} grundy_tier_numbers;

/* As grundy_tier_follow, and finds the number of the follower: possibly GRUNDY_INFINITY or
 * GRUNDY_TIER_NUMBER_OPEN. Refuses a follower without an entry. */
bool grundy_tier_follow_number(const grundy_tier_job *job, grundy_tier_reader *reader,
                               grundy_tier_cursor *cursor, const grundy_tier_numbers *numbers,
                               grundy_tier_follower *follower, uint32_t *number,
                               grundy_status *status);

#endif
