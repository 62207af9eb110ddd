/* Waves over all ranks: the counterpart of the library's waves (src/solve/waves.h).
 *
 * In a superstep every rank sorts the predecessors of its part of the wave into bins, one for each
 * block of positions, sends the bins to the owners of the blocks, and empties the bins that it has
 * received, block by block. If they do not fit into the memory for messages, this takes several
 * rounds. No result may depend on the order of updates, so it does not depend on the number of
 * ranks, either. */

#ifndef GRUNDY_MPI_PROPAGATION_H
#define GRUNDY_MPI_PROPAGATION_H

#include "engine/cluster.h"
#include "exchange.h"
#include "game.h"
#include "value_sets.h"

typedef struct filler filler;

typedef struct propagation {
  const team *team;
  const blocks *blocks;
  const rows *rows;
  exchange x;
  filler *fillers;   /* by thread */
  uint32_t capacity; /* entries of a bin */
  uint32_t *heads;   /* by own block: the first of its records in this round; 0: none */
  uint32_t *touched; /* the own blocks that have records … */
  uint32_t touched_count;
  uint32_t *changed; /* positions that each thread has found */
  uint64_t *sieve;   /* a bit for every position of the game that needs no more updates, or NULL */
  value_sets *sets;  /* that SEND_VALUED adds to, to make room for large values; or NULL */
  uint64_t supersteps, updates, sifted; /* for statistics */
} propagation;

/* Starts supersteps. Collective; frees on failure. */
grundy_status propagation_start(propagation *p, const game *g, const rows *r,
                                uint64_t exchange_size, grundy_error *error);
void propagation_free(propagation *p);

/* How updates are sent. */
typedef enum sending {
  SEND_ALL,
  SEND_LAST,   /* through the sieve, and no more after this: the update labels every position */
  SEND_SIFTED, /* through the sieve */
  SEND_VALUED, /* with the value of the position of the wave, which becomes the label of the update
                */
} sending;

/* Makes the sieve that SEND_LAST and SEND_SIFTED use, or forgets what was sifted. It only saves
 * messages: false if memory runs out. Not collective. */
bool propagation_sieve(propagation *p);

/* Updates all predecessors of the wave, on all ranks. Positions in `wave` and `next` are own
 * positions; `values` are by own position and sorted along the wave if sending is SEND_VALUED.
 * Writes the positions that got a label to `next`, which has room for all own positions and one
 * more, and returns their number. Collective. */
uint32_t propagate(propagation *p, const grundy_wave_update *update, sending how,
                   const uint32_t *wave, uint32_t length, const uint32_t *values, uint32_t *next);

#endif
