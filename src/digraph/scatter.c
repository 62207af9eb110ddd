#include "digraph/scatter.h"

#include "base/alloc.h"

#include <string.h>

enum { BLOCK = 1 << GRUNDY_SCATTER_BITS };

bool grundy_scatter_start(grundy_scatter *s, uint32_t order, uint64_t size, uint64_t *offsets,
                          uint32_t *tails) {
  *s = (grundy_scatter){.order = order, .offsets = offsets, .tails = tails};
  s->blocks = (uint32_t)(((uint64_t)order + BLOCK - 1) >> GRUNDY_SCATTER_BITS);
  s->cursor = grundy_alloc_zero((uint64_t)s->blocks + 1, sizeof *s->cursor);
  s->low = grundy_alloc(size, sizeof *s->low);
  return s->cursor != NULL && s->low != NULL;
}

void grundy_scatter_free(grundy_scatter *s) {
  free(s->cursor);
  free(s->low);
}

void grundy_scatter_begin(grundy_scatter *s) {
  uint64_t end = 0;
  for (uint32_t block = 0; block < s->blocks; block++) {
    uint64_t count = s->cursor[block];
    s->cursor[block] = end;
    end += count;
  }
}

static uint64_t largest_block(const grundy_scatter *s) {
  uint64_t largest = 0, begin = 0;
  for (uint32_t block = 0; block < s->blocks; begin = s->cursor[block++])
    if (s->cursor[block] - begin > largest) largest = s->cursor[block] - begin;
  return largest;
}

/* Sorts the moves begin … end - 1, those of one block, from a copy of their tails; `next` has an
 * entry for every vertex of a block. */
static void sort_block(grundy_scatter *s, uint32_t block, uint64_t begin, uint64_t end,
                       uint32_t *copy, uint64_t *next) {
  uint32_t first = block << GRUNDY_SCATTER_BITS;
  uint32_t vertices = s->order - first < BLOCK ? s->order - first : BLOCK;
  memset(next, 0, vertices * sizeof *next);
  for (uint64_t e = begin; e < end; e++) next[s->low[e]]++;
  uint64_t at = begin;
  for (uint32_t v = 0; v < vertices; v++) {
    uint64_t count = next[v];
    next[v] = s->offsets[first + v] = at;
    at += count;
  }
  if (end > begin) memcpy(copy, s->tails + begin, (end - begin) * sizeof *copy);
  for (uint64_t e = begin; e < end; e++) s->tails[next[s->low[e]]++] = copy[e - begin];
}

bool grundy_scatter_finish(grundy_scatter *s) {
  uint32_t *copy = grundy_alloc(largest_block(s), sizeof *copy);
  uint64_t *next = grundy_alloc(BLOCK, sizeof *next);
  bool done = copy != NULL && next != NULL;
  uint64_t begin = 0;
  for (uint32_t block = 0; done && block < s->blocks; begin = s->cursor[block++])
    sort_block(s, block, begin, s->cursor[block], copy, next);
  if (done) s->offsets[s->order] = begin;
  free(copy);
  free(next);
  return done;
}
