#include "blocks.h"

#include "engine/cluster.h"

#include <grundy/digraph.h>

#include <assert.h>

enum {
  MOST_BITS = 16,   /* entries of bins have 16 bits */
  BLOCKS_EACH = 16, /* blocks of a rank in small games, so that threads can share them */
};

static uint32_t bits_for(uint32_t order, int ranks) {
  uint32_t bits = MOST_BITS;
  while (bits > 0 && order >> bits < (uint32_t)ranks * BLOCKS_EACH) bits--;
  return bits;
}

static uint32_t smaller(uint64_t a, uint32_t b) {
  return a < b ? (uint32_t)a : b;
}

grundy_status blocks_start(blocks *b, const team *t, uint32_t entries, uint32_t per_entry,
                           grundy_error *error) {
  uint32_t order = entries * per_entry;
  assert(per_entry == 1 || per_entry == 2);
  *b = (blocks){.order = order, .bits = bits_for(order, t->ranks)};
  if (b->bits < per_entry - 1) b->bits = per_entry - 1;
  b->count = (uint32_t)(((uint64_t)order + (UINT64_C(1) << b->bits) - 1) >> b->bits);
  b->rank_of = grundy_alloc(b->count, sizeof *b->rank_of);
  grundy_status status = b->rank_of == NULL ? grundy_fail_memory(error) : GRUNDY_OK;
  status = team_agree(t, status, error);
  if (status != GRUNDY_OK) {
    blocks_free(b);
    return status;
  }
  for (int rank = 0; rank < t->ranks; rank++)
    for (uint64_t i = grundy_share(b->count, rank, t->ranks);
         i < grundy_share(b->count, rank + 1, t->ranks); i++)
      b->rank_of[i] = rank;
  b->first_block = (uint32_t)grundy_share(b->count, t->rank, t->ranks);
  uint32_t end = (uint32_t)grundy_share(b->count, t->rank + 1, t->ranks);
  b->own_blocks = end - b->first_block;
  b->first = smaller((uint64_t)b->first_block << b->bits, order);
  b->own = smaller((uint64_t)end << b->bits, order) - b->first;
  b->entry = b->first / per_entry;
  b->entries = entries;
  return GRUNDY_OK;
}

/* Counts the blocks of all ranks. */
static uint64_t count_blocks(const blocks *b, const team *t, const uint32_t *owns) {
  uint64_t count = 0;
  for (int rank = 0; rank < t->ranks; rank++)
    count += ((uint64_t)owns[rank] + (UINT64_C(1) << b->bits) - 1) >> b->bits;
  return count;
}

static grundy_status number_blocks(blocks *b, const team *t, const uint32_t *owns,
                                   grundy_error *error) {
  uint64_t count = count_blocks(b, t, owns);
  if (count << b->bits > GRUNDY_DIGRAPH_MAX_ORDER)
    return grundy_fail(error, GRUNDY_UNABLE, "the game has too many positions");
  b->count = (uint32_t)count;
  b->order = b->count << b->bits;
  b->rank_of = grundy_alloc(b->count, sizeof *b->rank_of);
  if (b->rank_of == NULL) return grundy_fail_memory(error);
  for (int rank = 0; rank < t->ranks; rank++) {
    uint32_t blocks_of =
        (uint32_t)(((uint64_t)owns[rank] + (UINT64_C(1) << b->bits) - 1) >> b->bits);
    if (rank < t->rank) b->first_block += blocks_of;
    if (rank == t->rank) b->own_blocks = blocks_of;
  }
  uint32_t block = 0;
  for (int rank = 0; rank < t->ranks; rank++)
    for (uint64_t left = owns[rank], of = UINT64_C(1) << b->bits; left > 0;
         left -= left < of ? left : of)
      b->rank_of[block++] = rank;
  return GRUNDY_OK;
}

grundy_status blocks_start_with(blocks *b, const team *t, uint32_t own, grundy_error *error) {
  *b = (blocks){.own = own, .entries = team_sum(own), .entry = team_sum_before(t, own)};
  uint32_t *owns = grundy_alloc((uint64_t)t->ranks, sizeof *owns);
  grundy_status status = owns == NULL ? grundy_fail_memory(error) : GRUNDY_OK;
  status = team_agree(t, status, error);
  if (status == GRUNDY_OK) {
    MPI_Allgather(&own, 1, MPI_UINT32_T, owns, 1, MPI_UINT32_T, MPI_COMM_WORLD);
    b->bits = b->entries > GRUNDY_DIGRAPH_MAX_ORDER ? MOST_BITS
                                                    : bits_for((uint32_t)b->entries, t->ranks);
    status = team_agree(t, number_blocks(b, t, owns, error), error);
    b->first = b->first_block << b->bits;
  }
  free(owns);
  if (status != GRUNDY_OK) blocks_free(b);
  return status;
}

void blocks_free(blocks *b) {
  free(b->rank_of);
  *b = (blocks){0};
}
