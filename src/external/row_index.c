#include "external/row_index.h"

#include "base/alloc.h"
#include "base/lower_bound.h"

#include <assert.h>

static uint64_t block_count(uint32_t order) {
  return ((uint64_t)order + GRUNDY_INDEX_BLOCK - 1) / GRUNDY_INDEX_BLOCK;
}

bool grundy_row_index_start(grundy_row_index *index, uint32_t order) {
  *index = (grundy_row_index){.order = order};
  index->starts = grundy_alloc(block_count(order) + 1, sizeof *index->starts);
  index->lengths = grundy_alloc_zero(order, sizeof *index->lengths);
  return index->starts != NULL && index->lengths != NULL;
}

void grundy_row_index_free(grundy_row_index *index) {
  free(index->starts);
  free(index->lengths);
  free(index->longer);
  *index = (grundy_row_index){0};
}

uint64_t grundy_row_index_memory(uint32_t order) {
  return order + 8 * (block_count(order) + 1);
}

uint64_t grundy_long_rows_memory(uint64_t count) {
  return (count + count / 64 + 80) * sizeof(grundy_long_row);
}

uint64_t grundy_long_row_length(const grundy_row_index *index, uint32_t v) {
  uint64_t at = 0;
  GRUNDY_LOWER_BOUND(at, index->longer_count, i, index->longer[i].vertex < v)
  assert(at < index->longer_count && index->longer[at].vertex == v);
  return index->longer[at].length;
}

bool grundy_row_index_add_long(grundy_row_index *index, uint32_t v, uint64_t count) {
  assert(v < index->order);
  uint64_t last = index->longer_count;
  if (index->lengths[v] == GRUNDY_LONG_ROW) {
    assert(last > 0 && index->longer[last - 1].vertex == v);
    index->longer[last - 1].length += (uint32_t)count;
    return true;
  }
  uint64_t length = index->lengths[v] + count;
  assert(length >= GRUNDY_LONG_ROW);
  if (!grundy_grow_slowly(&index->longer, &index->longer_room, last + 1, sizeof *index->longer))
    return false;
  assert(last == 0 || index->longer[last - 1].vertex < v);
  index->longer[index->longer_count++] = (grundy_long_row){v, (uint32_t)length};
  index->lengths[v] = GRUNDY_LONG_ROW;
  return true;
}

void grundy_row_index_finish(grundy_row_index *index) {
  uint64_t sum = 0, blocks = block_count(index->order);
  for (uint64_t block = 0; block < blocks; block++) {
    uint64_t end = (block + 1) * GRUNDY_INDEX_BLOCK;
    index->starts[block] = sum;
    sum += grundy_rows_between(index, (uint32_t)(block * GRUNDY_INDEX_BLOCK),
                               (uint32_t)(end < index->order ? end : index->order));
  }
  index->starts[blocks] = sum;
}

uint64_t grundy_row_index_size(const grundy_row_index *index) {
  return index->starts[block_count(index->order)];
}

uint64_t grundy_row_index_blocks(const grundy_row_index *index) {
  return block_count(index->order);
}
