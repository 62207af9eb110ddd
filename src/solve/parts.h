/* What solving parts and estimating its memory share. */

#ifndef GRUNDY_SRC_SOLVE_PARTS_H
#define GRUNDY_SRC_SOLVE_PARTS_H

#include <grundy/digraph.h>

/* The most heaps in the digraph of a strong component of parts: heap n takes n moves. */
enum { GRUNDY_PARTS_MOST_HEAPS = 1 << 13 };

/* Returns how many bytes grundy_solve_parts needs at most. */
uint64_t grundy_solve_parts_memory(const grundy_digraph *g);

#endif
