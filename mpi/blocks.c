#include "blocks.h"

#include "base/alloc.h"
#include "base/threads.h"

enum {
  MOST_BITS = 16,    /* entries of bins have 16 bits */
  BLOCKS_EACH = 16,  /* blocks of a rank in small games, so that threads can share them */
};

static uint32_t bits_for(uint32_t order, int ranks) {
  uint32_t bits = MOST_BITS;
  while (bits > 0 && order >> bits < (uint32_t)ranks * BLOCKS_EACH) bits--;
  return bits;
}

static uint32_t smaller(uint64_t a, uint32_t b) {
  return a < b ? (uint32_t)a : b;
}

grundy_status blocks_start(blocks *b, const team *t, uint32_t order, grundy_error *error) {
  *b = (blocks){.order = order, .bits = bits_for(order, t->ranks)};
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
  return GRUNDY_OK;
}

void blocks_free(blocks *b) {
  free(b->rank_of);
  *b = (blocks){0};
}
