/* How much memory grundy_verify will hold at its peak: either the arrays of the sweeps or, after
 * these are freed, those of the checks that follow moves backwards, each counted by the code that
 * allocates it. Whatever depends on the game or on the solution is taken at its largest: hubs have
 * one pair per move, and no column can be decided with the help of another one.
 * tests/faults/memory.c compares this with the actual allocations. */

#include "base/saturate.h"
#include "digraph/sort_by_head.h"
#include "value/largest.h"
#include "verify/impl.h"

/* The report, its texts without names, and empty blocks. */
enum { FIXED_BYTES = 4096 };

/* The reverse digraph: while it is made, or together with what outcomes, payoffs or replies
 * need. */
static void count_backwards(checker *c, grundy_columns columns) {
  const grundy_columns reversed = GRUNDY_COLUMN_OUTCOME | GRUNDY_COLUMN_MISERE |
                                  GRUNDY_COLUMN_GRUNDY | GRUNDY_COLUMN_GUARANTEE |
                                  GRUNDY_COLUMN_CAP | GRUNDY_COLUMN_TURN_REMOTENESS |
                                  GRUNDY_COLUMN_TURN_DISTANCE;
  uint32_t order = c->view.order;
  uint64_t size = c->view.size, making = grundy_sort_by_head_memory(order, size);
  if ((columns & reversed) == 0) return;
  grundy_arena_hold(&c->arena, grundy_plus(8 * (order + UINT64_C(1)), grundy_times(4, size)));
  grundy_arena_hold(&c->arena, making);
  grundy_arena_unhold(&c->arena, making);
  grundy_verify_ground_count(c);
  if ((columns & GRUNDY_COLUMN_GRUNDY) != 0) grundy_verify_replies_count(c);
}

uint64_t grundy_verify_memory(uint32_t order, uint64_t size, grundy_columns columns) {
  if (columns == 0) columns = GRUNDY_COLUMNS_DEFAULT;
  checker c = {.arena = {.counting = true}, .threads = (int)grundy_threads()};
  grundy_arena_hold(&c.arena, FIXED_BYTES);
  if ((columns & GRUNDY_COLUMN_WINDOW) != 0) {
    /* Moves and loops as pairs, then as a digraph with its reverse; a copy of the columns; and,
     * later, what could happen outside. */
    size = grundy_plus(size, order);
    grundy_arena_hold(&c.arena, grundy_plus(16 + UINT64_C(72) * order, grundy_times(16, size)));
  }
  c.view = (grundy_view){.order = order, .size = size};
  c.largest = grundy_largest_value(size);
  grundy_verify_rows_count(&c, columns);
  count_backwards(&c, columns);
  return c.arena.peak;
}
