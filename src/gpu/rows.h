/* The rows of a digraph and their reverse on the device. */

#ifndef GRUNDY_SRC_GPU_ROWS_H
#define GRUNDY_SRC_GPU_ROWS_H

#include "digraph/view.h"
#include "gpu/session.h"

typedef struct grundy_gpu_rows {
  uint32_t order;
  uint64_t size;
  uint64_t longest; /* the most moves of a vertex */
  cl_mem offsets, targets;
  cl_mem reverse_offsets, reverse; /* in no particular order within a row */
} grundy_gpu_rows;

/* Sends the digraph, which is not empty. The caller releases the rows, even after a failure. */
void grundy_gpu_rows_send(grundy_gpu_session *s, const grundy_view *g, grundy_gpu_rows *rows);

/* Makes the reverse rows; they are complete after grundy_gpu_wait. `spare` is how many bytes it may
 * use in addition to these. */
void grundy_gpu_rows_reverse(grundy_gpu_session *s, grundy_gpu_rows *rows, uint64_t spare);

void grundy_gpu_rows_release(grundy_gpu_rows *rows);

/* Sets offsets[i] to the sum of the `count` > 0 words of `sizes` before i, and offsets[count] to
 * the sum of all. Both are 4 · count and 8 · (count + 1) bytes long. */
void grundy_gpu_offsets(grundy_gpu_session *s, cl_mem sizes, uint64_t count, cl_mem offsets);

#endif
