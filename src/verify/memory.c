/* How much memory grundy_verify will hold at its peak: either the arrays of the sweeps or, after
 * these are freed, the arrays of the checks that follow moves backwards. Whatever depends on the
 * game or on the solution is taken at its largest: hubs have one pair per move, and no column can
 * be decided with the help of another one. tests/faults/memory.c compares this with the actual
 * allocations. */

#include "digraph/sort_by_head.h"
#include "value/largest.h"
#include "verify/least.h"
#include "verify/marks.h"

__extension__ typedef unsigned __int128 wide;

/* The report, its texts without names, and empty blocks. */
enum { FIXED_BYTES = 4096 };

typedef struct game_size {
  wide order, size, threads;
  wide values; /* that can be finite: a value y needs y (y + 1) / 2 moves */
} game_size;

static wide least(wide a, wide b) {
  return a < b ? a : b;
}

static wide largest(wide a, wide b) {
  return a > b ? a : b;
}

/* Offers, hubs and their pairs, and the least numbers by value. */
static wide offers_memory(const game_size *g) {
  wide bytes = sizeof(offers) + g->order * sizeof(offer);
  if (g->values <= NEAR) return bytes;
  wide hubs = least(g->order, g->size / HUB);
  wide pairs = least(g->size + hubs, hubs * (g->values - NEAR + 1));
  return bytes + hubs * sizeof(hub) + pairs * sizeof(pair) +
         g->threads * (g->values + 1) * sizeof(uint32_t);
}

/* Claimed values may be larger than right ones; then there are stamps in place of offers. */
static wide stamps_memory(const game_size *g) {
  return largest(g->threads * stamps_for((uint32_t)g->values), stamps_for((uint32_t)g->order)) *
         sizeof(uint32_t);
}

static wide sweeps_memory(const game_size *g, grundy_columns columns) {
  const grundy_columns swept = GRUNDY_COLUMN_REMOTENESS | GRUNDY_COLUMN_MISERE_REMOTENESS |
                               GRUNDY_COLUMN_DISTANCE | GRUNDY_COLUMN_GRUNDY;
  wide bytes = 0;
  if ((columns & swept) != 0) bytes += g->order * sizeof(vertex_claims);
  if ((columns & GRUNDY_COLUMN_GRUNDY) != 0) bytes += stamps_memory(g) + offers_memory(g);
  return bytes;
}

/* The reverse digraph: while it is made, or together with what outcomes, payoffs or replies
 * need. */
static wide reverse_memory(const game_size *g, grundy_columns columns) {
  const grundy_columns reversed = GRUNDY_COLUMN_OUTCOME | GRUNDY_COLUMN_MISERE |
                                  GRUNDY_COLUMN_GRUNDY | GRUNDY_COLUMN_GUARANTEE |
                                  GRUNDY_COLUMN_CAP;
  if ((columns & reversed) == 0) return 0;
  wide reverse = 8 * (g->order + 1) + 4 * g->size, bytes = 9 * g->order;
  if ((columns & GRUNDY_COLUMN_GRUNDY) != 0)
    bytes = largest(bytes, 32 * g->order + 4 * g->size + 4 * g->values);
  wide making = grundy_sort_by_head_memory((uint32_t)g->order, (uint64_t)g->size);
  return reverse + largest(bytes, making);
}

/* A window: its moves and loops as pairs, then as a digraph with its reverse; a copy of the
 * columns; and, later, what could happen outside. */
static wide window_memory(wide order, wide size) {
  wide moves = size + order;
  return 8 * moves + 2 * (8 * (order + 1) + 4 * moves) + 56 * order;
}

uint64_t grundy_verify_memory(uint32_t order, uint64_t size, grundy_columns columns) {
  if (columns == 0) columns = GRUNDY_COLUMNS_DEFAULT;
  bool window = (columns & GRUNDY_COLUMN_WINDOW) != 0;
  wide more = window ? window_memory(order, size) : 0;
  if (window) size += order;
  game_size g = {order, size, grundy_threads(), (wide)grundy_largest_value(size) + 1};
  wide bytes = largest(sweeps_memory(&g, columns), reverse_memory(&g, columns));
  if ((columns & GRUNDY_COLUMN_GRUNDY) != 0)
    bytes = largest(bytes, 8 * g.values); /* the remark on counters */
  bytes += FIXED_BYTES + more;
  return bytes > UINT64_MAX ? UINT64_MAX : (uint64_t)bytes;
}
