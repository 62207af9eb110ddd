/* How much memory grundy_solve_in_memory will hold at its peak: its arrays, counted in the order in
 * which it allocates and frees them. What is not known before the game is solved is taken at its
 * largest: sets have one number per move, no position is peeled or all are, and levels may become
 * lazy. If only the size of the game is known, nothing is swept, and rows are as long as possible.
 * tests/faults/memory.c compares this with the actual allocations. */

#include "base/options.h"
#include "base/threads.h"
#include "digraph/sort_by_head.h"
#include "digraph/view.h"
#include "solve/hmin.h"
#include "solve/impl.h"
#include "solve/levels.h"
#include "solve/mex.h"
#include "solve/parts.h"
#include "solve/sweep.h"
#include "solve/waves.h"
#include "value/largest.h"

#include <assert.h>

__extension__ typedef unsigned __int128 wide;

/* A digraph and a solution without their arrays, and empty blocks. */
enum { FIXED_BYTES = 2048 };

typedef struct tally {
  wide n, m; /* vertices and moves */
  wide row;  /* the most moves of a vertex */
  wide threads;
  bool swept;
  wide reverse;                         /* the reverse digraph; 0 if it is not needed */
  wide waves, narrow_waves, wide_waves; /* for states of 4, of 2 and of 8 bytes */
  bool never_lazy;                      /* levels never become lazy */
  wide mex, starts;                     /* marks for mex; one number per value */
  wide live, peak;
} tally;

static void hold(tally *t, wide bytes) {
  t->live += bytes;
  if (t->live > t->peak) t->peak = t->live;
}

static void release(tally *t, wide bytes) {
  assert(bytes <= t->live); /* only what is held can be released */
  t->live -= bytes;
}

/* Counts bytes that are held temporarily in addition to the rest. */
static void hold_briefly(tally *t, wide bytes) {
  hold(t, bytes);
  release(t, bytes);
}

/* Remoteness, as a column or only for the outcome; the queue and the waves. */
static void count_remoteness(tally *t, grundy_columns wanted, grundy_columns outcome,
                             grundy_columns remoteness) {
  if ((wanted & (outcome | remoteness)) == 0) return;
  hold(t, 4 * t->n);
  if (!t->swept) hold_briefly(t, 4 * (t->n + 1) + t->waves);
  if ((wanted & outcome) != 0) hold(t, t->n);
  if ((wanted & remoteness) == 0) release(t, 4 * t->n);
}

/* Peeling: its state, unless it shares the array of a column, and its order. Then, for a short
 * time, the peeled vertices by value; and if there are others, the queue of a level, and the state
 * of counting or lazy levels. */
static void count_values(tally *t, grundy_columns wanted, bool with_values) {
  assert(with_values || (wanted & GRUNDY_COLUMN_DISTANCE) != 0);
  bool lends = (wanted & GRUNDY_COLUMN_COUNTER) != 0 || !with_values;
  wide own = (lends ? 0 : 4 * t->n) + 4 * (t->n + 1);
  hold(t, own);
  hold_briefly(t, t->waves + (with_values ? t->mex : 0));
  if (with_values) {
    bool narrow = t->row <= GRUNDY_LEVELS_NARROW;
    wide counting = narrow ? 2 * t->n + t->narrow_waves : 8 * t->n + t->wide_waves;
    wide lazy = t->never_lazy ? 0 : 16 * t->n + 4;
    hold_briefly(t, 4 * t->n + t->starts);
    hold_briefly(t, t->starts + 4 * (t->n + 1) + (counting > lazy ? counting : lazy));
  }
  release(t, own);
}

/* The sets stay. Temporarily, small values are stored as bytes and sets as words, or each thread
 * has a long bit set and a row of numbers. Acyclic games have no infinite values, hence no K. */
static void count_sets(tally *t, bool with_absent) {
  hold(t, 8 * (t->n + 1));
  wide work = t->threads * (t->starts + 4 * t->row);
  if (9 * t->n > work) work = 9 * t->n;
  hold(t, work);
  hold(t, (with_absent && t->swept ? 0 : 4 * t->m) + (with_absent ? t->n : 0));
  release(t, work);
}

/* The column; then keys, pairs and lists for small values, or sorted moves, pairs, conditions and
 * queue for large ones, and what sorts them. A value is at most the number of moves of its
 * vertex. */
static void count_hmin(tally *t) {
  hold(t, 4 * t->n);
  wide small = t->m + 25 * t->n + 4 * (t->n + 2) + t->wide_waves;
  wide large = 10 * t->m + 13 * t->n + 12 * t->n + t->starts;
  bool both = t->row >= GRUNDY_HMIN_SMALL;
  hold_briefly(t, both && large > small ? large : small);
}

/* The columns, or one of them and a copy of the other; then counts and a queue. */
static void count_draws(tally *t, grundy_columns wanted) {
  bool both = (wanted & GRUNDY_FROM_DRAWS) == GRUNDY_FROM_DRAWS;
  hold(t, (both ? 8 : 4) * t->n);
  hold_briefly(t, (both ? 8 : 12) * t->n);
}

/* Values of swept games, without waves and levels. Numbering takes two lists and a sort, and a
 * distance if that is not a column. */
static void count_swept_values(tally *t, grundy_columns wanted) {
  bool numbered = (wanted & GRUNDY_COLUMN_COUNTER) != 0,
       own = (wanted & GRUNDY_COLUMN_DISTANCE) == 0;
  hold_briefly(t, t->mex + (numbered ? (own ? 16 : 12) * t->n + 4 : 0));
}

static void count_columns(tally *t, grundy_columns wanted) {
  bool with_values = (wanted & GRUNDY_FROM_VALUES) != 0;
  if ((wanted & GRUNDY_COLUMN_DISTANCE) != 0) hold(t, 4 * t->n);
  if (with_values) hold(t, 4 * t->n);
  if ((wanted & GRUNDY_COLUMN_COUNTER) != 0) hold(t, 4 * t->n);
  if (t->swept)
    count_swept_values(t, wanted);
  else if (with_values || (wanted & GRUNDY_COLUMN_DISTANCE) != 0)
    count_values(t, wanted, with_values);
  if ((wanted & GRUNDY_COLUMN_HMIN) != 0) count_hmin(t);
  count_remoteness(t, wanted, GRUNDY_COLUMN_OUTCOME, GRUNDY_COLUMN_REMOTENESS);
  count_remoteness(t, wanted, GRUNDY_COLUMN_MISERE, GRUNDY_COLUMN_MISERE_REMOTENESS);
  if ((wanted & GRUNDY_FROM_DRAWS) != 0) count_draws(t, wanted);
  release(t, t->reverse);
  if ((wanted & GRUNDY_COLUMN_K) != 0) count_sets(t, true);
  if ((wanted & GRUNDY_COLUMN_J) != 0) count_sets(t, false);
}

/* Q for each aim, as a column or not; letters and outcomes; payoffs with their terminal
 * positions. */
static void count_coloured(tally *t, grundy_columns wanted) {
  const grundy_columns of_numbers = GRUNDY_COLUMN_Q1 | GRUNDY_COLUMN_Q0 | GRUNDY_COLUMN_QM1 |
                                    GRUNDY_COLUMN_Q2 | GRUNDY_COLUMN_QV |
                                    GRUNDY_COLUMN_GUARANTEE_MOVES | GRUNDY_COLUMN_CAP_MOVES;
  const grundy_columns of_aims = GRUNDY_COLUMN_OUTCOME | GRUNDY_COLUMN_ABE | GRUNDY_COLUMN_BARBARA;
  const grundy_columns of_reals = GRUNDY_COLUMN_GUARANTEE | GRUNDY_COLUMN_CAP;
  int numbers = __builtin_popcount(wanted & of_numbers),
      reals = __builtin_popcount(wanted & of_reals);
  int aims = (wanted & of_aims) == 0 ? 0 : 4;
  hold(t, t->n + (wide)numbers * 4 * t->n + (wide)aims * 4 * t->n + (wide)reals * 8 * t->n);
  hold(t, 4 * t->n);
  bool payoffs =
      (wanted & (of_reals | GRUNDY_COLUMN_GUARANTEE_MOVES | GRUNDY_COLUMN_CAP_MOVES)) != 0;
  hold_briefly(t, 4 * (t->n + 1) + t->waves + (payoffs ? (12 + 4 + 16) * t->n : 0));
}

typedef struct sort {
  bool swept;           /* settled in one pass, without a reverse digraph */
  bool coloured;        /* two-coloured */
  bool counts;          /* levels begin by counting */
  uint64_t making;      /* to make the reverse digraph */
  uint64_t longest_row; /* a bound */
} sort;

static uint64_t count(uint32_t order, uint64_t size, grundy_columns wanted, sort of) {
  tally t = {.swept = of.swept,
             .n = order,
             .m = size,
             .row = of.longest_row,
             .threads = (unsigned)grundy_threads_for(size)};
  wide largest = grundy_largest_value(size);
  if (of.longest_row < largest) largest = of.longest_row; /* a mex is at most a row's length */
  t.waves = grundy_waves_memory(order, size, 4);
  t.narrow_waves = grundy_waves_memory(order, size, 2);
  t.wide_waves = grundy_waves_memory(order, size, 8);
  /* There are at most as many levels as the longest row has moves, and one more. Each examines at
   * most V + E steps; lazy levels begin after 3 (V + E). */
  t.never_lazy = of.counts && of.longest_row <= 2;
  t.starts = 4 * (largest + 2);
  t.mex = t.threads * (t.starts + 4);
  hold(&t, FIXED_BYTES);
  if (!of.swept || of.coloured || (wanted & (GRUNDY_COLUMN_HMIN | GRUNDY_FROM_DRAWS)) != 0) {
    t.reverse = 8 * (t.n + 1) + 4 * t.m;
    hold(&t, t.reverse);
    hold_briefly(&t, of.making);
  }
  if (of.coloured)
    count_coloured(&t, wanted);
  else
    count_columns(&t, wanted);
  return t.peak > UINT64_MAX ? UINT64_MAX : (uint64_t)t.peak;
}

/* Columns that both impartial and two-coloured games have are counted for the kind that needs
 * more. */
uint64_t grundy_solve_memory_bound(uint32_t order, uint64_t size, grundy_columns columns) {
  const grundy_columns of_coloured =
      GRUNDY_COLUMNS_COLOURED | GRUNDY_COLUMNS_PAYOFF | GRUNDY_COLUMN_QV;
  grundy_columns wanted = columns == 0 ? GRUNDY_COLUMNS_DEFAULT : columns;
  uint64_t plain = 0, coloured = 0;
  sort of = {.counts = true,
             .making = grundy_sort_by_head_memory(order, size),
             .longest_row = order < size ? order : size};
  if ((wanted & ~(grundy_columns)(GRUNDY_COLUMNS_ALL | GRUNDY_FROM_DRAWS)) == 0)
    plain = count(order, size, wanted, of);
  of.coloured = true;
  if ((wanted & ~of_coloured) == 0) coloured = count(order, size, wanted, of);
  return plain > coloured ? plain : coloured;
}

/* A window: as for a game with two copies of every position, and four digraphs with at most that
 * many moves: with loops, its reverse, and two that are optimistic. Sets are made from one more
 * set. */
static uint64_t count_window(const grundy_digraph *g, grundy_columns wanted, sort of) {
  wide n = 2 * (wide)grundy_digraph_order(g) + 2, m = 2 * (wide)grundy_digraph_size(g) + n + 1;
  if (n > UINT32_MAX) return UINT64_MAX;
  if (wanted == 0) wanted = grundy_solve_columns(g, false);
  wanted |= GRUNDY_COLUMN_REMOTENESS | GRUNDY_COLUMN_GRUNDY;
  if ((wanted & GRUNDY_COLUMN_K) != 0) wanted |= GRUNDY_COLUMN_J;
  of.swept = false;
  of.longest_row++;
  of.making = grundy_sort_by_head_memory((uint32_t)n, (uint64_t)m);
  wide bytes = (wide)count((uint32_t)n, (uint64_t)m, wanted, of) + 3 * (8 * (n + 1) + 4 * m);
  return bytes > UINT64_MAX ? UINT64_MAX : (uint64_t)bytes;
}

uint64_t grundy_solve_memory(const grundy_digraph *g, const grundy_solve_options *options) {
  grundy_solve_options chosen;
  if (grundy_options_copy(options, &chosen, sizeof chosen, NULL) != GRUNDY_OK) return UINT64_MAX;
  if (grundy_digraph_type(g) == GRUNDY_GAME_PARTS) return grundy_solve_parts_memory(g);
  const grundy_view view = grundy_view_of(g);
  const grundy_move_arrays moves = {view.order, view.size, view.targets, NULL, view.offsets};
  sort of = {.coloured = grundy_game_is_coloured(grundy_digraph_type(g)),
             .counts = chosen.algorithm != GRUNDY_ALGORITHM_LAZY,
             .swept = chosen.algorithm == GRUNDY_ALGORITHM_AUTO &&
                      grundy_sweep_of(view) != GRUNDY_NO_SWEEP,
             .making = grundy_sort_by_head_memory_for(&moves),
             .longest_row = grundy_longest_row(&view)};
  grundy_columns wanted = chosen.columns;
  if (grundy_game_is_window(grundy_digraph_type(g))) return count_window(g, wanted, of);
  return count(grundy_digraph_order(g), grundy_digraph_size(g),
               wanted == 0 ? grundy_solve_columns(g, false) : wanted, of);
}
