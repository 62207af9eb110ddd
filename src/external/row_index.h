/* Where each reverse row begins, in little more than one byte per vertex: the offset of every 64th
 * row, and the length of each row. */

#ifndef GRUNDY_SRC_EXTERNAL_ROW_INDEX_H
#define GRUNDY_SRC_EXTERNAL_ROW_INDEX_H

#include <stdbool.h>
#include <stdint.h>

enum {
  GRUNDY_INDEX_BLOCK = 64, /* vertices per offset */
  GRUNDY_LONG_ROW = 255    /* rows of at least this length are in a list */
};

typedef struct grundy_long_row {
  uint32_t vertex, length;
} grundy_long_row;

/* A zeroed struct is empty. */
typedef struct grundy_row_index {
  uint32_t order;
  uint64_t *starts;        /* by block, and one more: the number of moves in the blocks before it */
  uint8_t *lengths;        /* by vertex; GRUNDY_LONG_ROW: see `longer` */
  grundy_long_row *longer; /* by increasing vertex */
  uint64_t longer_count, longer_room;
} grundy_row_index;

/* Starts with empty rows. False if memory runs out; even then it must be freed. */
bool grundy_row_index_start(grundy_row_index *index, uint32_t order);
void grundy_row_index_free(grundy_row_index *index);

/* Returns the bytes of an index without long rows, and those of long rows. */
uint64_t grundy_row_index_memory(uint32_t order);
uint64_t grundy_long_rows_memory(uint64_t count);

/* Computes the offsets from the lengths, which do not change any more. */
void grundy_row_index_finish(grundy_row_index *index);

/* Returns the number of blocks. */
uint64_t grundy_row_index_blocks(const grundy_row_index *index);

/* Returns the number of moves in all rows. */
uint64_t grundy_row_index_size(const grundy_row_index *index);

/* As grundy_row_index_add, for a row that is long, or becomes so. */
bool grundy_row_index_add_long(grundy_row_index *index, uint32_t v, uint64_t count);

/* Makes a row longer; only the last row that got anything, or a later one. False if memory runs
 * out. */
static inline bool grundy_row_index_add(grundy_row_index *index, uint32_t v, uint64_t count) {
  uint64_t length = index->lengths[v] + count;
  if (length >= GRUNDY_LONG_ROW) return grundy_row_index_add_long(index, v, count);
  index->lengths[v] = (uint8_t)length;
  return true;
}

uint64_t grundy_long_row_length(const grundy_row_index *index, uint32_t v);

static inline uint64_t grundy_row_length(const grundy_row_index *index, uint32_t v) {
  uint8_t length = index->lengths[v];
  return length < GRUNDY_LONG_ROW ? length : grundy_long_row_length(index, v);
}

/* Returns the number of moves in the rows begin … end - 1, which are of one block. */
static inline uint64_t grundy_rows_between(const grundy_row_index *index, uint32_t begin,
                                           uint32_t end) {
  uint64_t sum = 0;
  if (index->longer_count == 0) {
    for (uint32_t v = begin; v < end; v++) sum += index->lengths[v];
  } else {
    for (uint32_t v = begin; v < end; v++) sum += grundy_row_length(index, v);
  }
  return sum;
}

/* Returns where the row of v begins. */
static inline uint64_t grundy_row_start(const grundy_row_index *index, uint32_t v) {
  uint32_t block = v / GRUNDY_INDEX_BLOCK;
  return index->starts[block] + grundy_rows_between(index, block * GRUNDY_INDEX_BLOCK, v);
}

#endif
