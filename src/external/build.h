/* Makes the reverse rows of a game, in memory or in the scratch file. */

#ifndef GRUNDY_SRC_EXTERNAL_BUILD_H
#define GRUNDY_SRC_EXTERNAL_BUILD_H

#include "digraph/view.h"
#include "external/reverse.h"

/* Where and how to build. */
typedef struct grundy_build_plan {
  const char *scratch; /* the folder; NULL: in memory alone */
  bool in_memory;      /* whether rows are in memory, perhaps besides the file */
  unsigned threads;    /* at most that many */
  uint64_t window;     /* bytes for rows that are built together, besides rows in memory */
  const grundy_monitor *monitor;
} grundy_build_plan;

/* Counts the moves to each block of positions in one pass over g, and then builds the rows in
 * windows of heads that fit into memory, with one more pass for each; no copy of all moves is
 * made. Rows that an earlier run has left in the scratch file are not built again. Even after a
 * failure *reverse must be freed. */
GRUNDY_MUST_USE grundy_status grundy_reverse_build(const grundy_digraph *g,
                                                   const grundy_build_plan *plan,
                                                   grundy_reverse *reverse, grundy_error *error);

/* Returns the bytes that this takes besides the index, the window and rows in memory. */
uint64_t grundy_reverse_build_memory(const grundy_view *g, unsigned most);

#endif
