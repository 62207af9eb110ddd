/* How much memory grundy_solve will hold at its peak: its arrays, counted in the order in which
 * it makes and frees them. What depends on the game and not on its size is taken at its
 * largest: sets have a number for every move, sorting has a key for every vertex, and no
 * position is peeled. tests/faults/memory.c compares this with what is really allocated. */

#include "solve/impl.h"

__extension__ typedef unsigned __int128 wide;

/* A digraph and a solution without their arrays, and blocks of no size. */
enum { SMALL_CHANGE = 2048 };

typedef struct tally {
  wide n, m; /* vertices and moves */
  wide live, peak;
} tally;

static void hold(tally *t, wide bytes) {
  t->live += bytes;
  if (t->live > t->peak) t->peak = t->live;
}

static void release(tally *t, wide bytes) {
  t->live -= bytes;
}

/* What is held for a while on top of the rest. */
static void pass(tally *t, wide bytes) {
  hold(t, bytes);
  release(t, bytes);
}

/* A result, the counters of moves and the queue; then the columns made from the result. */
static void count_remoteness(tally *t, grundy_columns wanted, grundy_columns outcome,
                             grundy_columns remoteness) {
  if ((wanted & (outcome | remoteness)) == 0) return;
  wide found = 4 * t->n;
  hold(t, found);
  pass(t, 8 * t->n);
  if ((wanted & outcome) != 0) hold(t, t->n);
  if ((wanted & remoteness) != 0) hold(t, 4 * t->n);
  release(t, found);
}

/* G and perhaps c, which stay; copies, rounds, the six arrays of the levels, and ranking the
 * pairs or sorting for the levels. */
static void count_values(tally *t, bool with_counter) {
  hold(t, with_counter ? 8 * t->n : 4 * t->n);
  pass(t, 12 * t->n + 21 * t->n + (with_counter ? 8 * t->n : 0) + 4 * (t->n + 1));
}

/* Sorting and filling, and the sets, which stay. */
static void count_sets(tally *t, bool with_absent) {
  wide work = 16 * t->n;
  hold(t, work + 8 * (t->n + 1));
  pass(t, 4 * (t->n + 1));
  hold(t, 4 * t->m + (with_absent ? t->n : 0));
  release(t, work);
}

/* The column; the moves with their pairs and replies, conditions, queue and result; sorting. */
static void count_hmin(tally *t) {
  hold(t, 4 * t->n);
  pass(t, 21 * t->m + 16 * t->n + 12 * t->n + 4 * t->m + 4 * (t->n + 1));
}

static void count_columns(tally *t, grundy_columns wanted) {
  const grundy_columns from_values =
      GRUNDY_GRUNDY | GRUNDY_K | GRUNDY_COUNTER | GRUNDY_HMIN | GRUNDY_J;
  count_remoteness(t, wanted, GRUNDY_OUTCOME, GRUNDY_REMOTENESS);
  count_remoteness(t, wanted, GRUNDY_MISERE, GRUNDY_MISERE_REMOTENESS);
  if ((wanted & (GRUNDY_DISTANCE | from_values)) != 0) hold(t, 8 * t->n);
  if ((wanted & GRUNDY_DISTANCE) != 0) hold(t, 4 * t->n);
  if ((wanted & from_values) == 0) return;
  count_values(t, (wanted & GRUNDY_COUNTER) != 0);
  if ((wanted & GRUNDY_GRUNDY) != 0) hold(t, 4 * t->n);
  if ((wanted & GRUNDY_COUNTER) != 0) hold(t, 4 * t->n);
  if ((wanted & GRUNDY_K) != 0) count_sets(t, true);
  if ((wanted & GRUNDY_J) != 0) count_sets(t, false);
  if ((wanted & GRUNDY_HMIN) != 0) count_hmin(t);
}

uint64_t grundy_solve_memory(uint32_t order, uint64_t size, grundy_columns columns) {
  tally t = {.n = order, .m = size};
  hold(&t, SMALL_CHANGE);
  hold(&t, 8 * (t.n + 1) + 4 * t.m); /* the reverse digraph */
  pass(&t,
       2 * t.m + 4 * t.m + 8 * (t.n / 32768 + 2) + 8 * (wide)32768); /* making it, at the worst */
  count_columns(&t, columns == 0 ? GRUNDY_COLUMNS_DEFAULT : columns);
  return t.peak > UINT64_MAX ? UINT64_MAX : (uint64_t)t.peak;
}
