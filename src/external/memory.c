/* How grundy_external_solve divides its memory: its arrays, counted in the order in which it
 * allocates and frees them.
 *
 * The least memory is that of one thread and of the smallest batches, so it depends on the game and
 * on the columns alone. A run that may use more has more threads, larger batches and windows, and
 * loads rows. The size of K is not known before: in memory, it is counted by a bound, and with a
 * scratch file its members go to a file if they do not fit. */

#include "external/impl.h"

#include "base/options.h"
#include "base/threads.h"
#include "external/build.h"
#include "value/largest.h"

#include <grundy/solve.h>

__extension__ typedef unsigned __int128 wide;

enum {
  FIXED_BYTES = 16384,      /* small blocks */
  STACK_BYTES = 1 << 16,    /* that a thread touches of its stack */
  LEAST_CAPACITY = 4096,    /* moves per batch … */
  MOST_CAPACITY = 1 << 22,  /* … at least and at most */
  PART_OF_SIZE = 64,        /* of the moves of the game */
  PART_OF_MEMORY = 400,     /* of the bytes that may be held; a move takes up to 40 bytes */
  FEW_PASSES = 4,           /* over the game, if rows are built in memory: a window has a quarter */
  MANY_PASSES = 64,         /* with a file: a window has at least that part of the rows … */
  LEAST_WINDOW = 1 << 16,   /* … and at least these bytes */
  DEFAULT_WINDOW = 1 << 30, /* and these if memory is unlimited */
};

/* A game with the columns that are wanted, and what does not depend on threads and batches. */
typedef struct demand {
  grundy_view g;
  bool from_file;
  wide index, columns, sets; /* bytes; `sets` is a bound on the numbers of K */
} demand;

static wide larger(wide a, wide b) {
  return a > b ? a : b;
}

/* Returns the bytes of an index, in which every 255 moves may make one row long. */
static wide index_memory(const grundy_view *g) {
  wide longer = g->size / GRUNDY_LONG_ROW + 16;
  if (longer > g->order) longer = g->order;
  return grundy_row_index_memory(g->order) + grundy_long_rows_memory((uint64_t)longer);
}

/* Returns a bound on the numbers in all sets K: that of u has different values of followers of u,
 * of which one at least is infinite. */
static wide most_members(const grundy_view *g) {
  uint64_t values = grundy_largest_value(g->size) + UINT64_C(1);
  wide members = 0;
  for (uint32_t u = 0; u < g->order; u++) {
    uint64_t moves = g->offsets[u + 1] - g->offsets[u], most = moves == 0 ? 0 : moves - 1;
    members += most < values ? most : values;
  }
  return members;
}

/* Returns the bytes of the columns for outcome and remoteness, and lets *peak be what they take
 * while they are computed. */
static wide count_remoteness(wide n, wide sets, grundy_columns wanted, grundy_columns outcome,
                             grundy_columns remoteness, wide *peak) {
  bool has_outcome = (wanted & outcome) != 0, has_remoteness = (wanted & remoteness) != 0;
  *peak = 0;
  if (!has_outcome && !has_remoteness) return 0;
  *peak = 4 * n + larger(2 * sets, has_outcome ? n : 0);
  return (has_remoteness ? 4 * n : 0) + (has_outcome ? n : 0);
}

/* Returns the bytes held at the peak by columns and states, if the numbers of K take `sets_of_k`.
 */
static wide count_columns(const grundy_view *g, grundy_columns wanted, wide sets_of_k) {
  bool with_values =
      (wanted & (GRUNDY_COLUMN_GRUNDY | GRUNDY_COLUMN_K | GRUNDY_COLUMN_COUNTER)) != 0;
  bool has_distance = (wanted & GRUNDY_COLUMN_DISTANCE) != 0;
  bool has_counter = (wanted & GRUNDY_COLUMN_COUNTER) != 0;
  wide n = g->order, sets = grundy_vertex_set_memory(g->order), now, peak;
  wide held =
      count_remoteness(n, sets, wanted, GRUNDY_COLUMN_OUTCOME, GRUNDY_COLUMN_REMOTENESS, &peak);
  wide more = count_remoteness(n, sets, wanted, GRUNDY_COLUMN_MISERE,
                               GRUNDY_COLUMN_MISERE_REMOTENESS, &now);
  peak = larger(peak, held + now);
  held += more;
  if (has_distance && !with_values) peak = larger(peak, held + 4 * n + 2 * sets);
  if (!with_values) return peak;
  held += (has_distance ? 4 * n : 0) + (has_counter ? 4 * n : 0) + 4 * n;
  wide state = has_counter ? 0 : 4 * n; /* otherwise in the place of the counter */
  wide peeling = 2 * sets + grundy_external_long_memory(g);
  wide levels = 3 * sets + (has_counter ? 12 * (n / 64 + 1) : 0);
  peak = larger(peak, held + state + larger(peeling, levels));
  if ((wanted & GRUNDY_COLUMN_K) != 0)
    peak = larger(peak, held + 4 * n + 8 * (n + 1) + n + sets_of_k);
  return peak;
}

static demand demand_of(const grundy_digraph *g, const grundy_external_options *options,
                        grundy_columns wanted) {
  demand d = {.g = grundy_view_of(g), .from_file = options->scratch != NULL};
  d.index = FIXED_BYTES + index_memory(&d.g);
  if ((wanted & GRUNDY_COLUMN_K) != 0) d.sets = 4 * most_members(&d.g);
  d.columns = count_columns(&d.g, wanted, d.from_file ? 0 : d.sets);
  return d;
}

/* Returns the bytes that building takes besides its window and rows in memory. */
static wide building_of(const demand *d, unsigned threads) {
  return d->index + grundy_reverse_build_memory(&d->g, threads) + (wide)STACK_BYTES * (threads - 1);
}

/* Returns the bytes that are held all the time afterwards, besides rows in memory. */
static wide fixed_of(const demand *d, unsigned threads, uint32_t capacity) {
  return d->index + grundy_reading_memory(d->g.order, capacity, d->from_file, threads) +
         (wide)STACK_BYTES * (threads - 1);
}

/* Returns the bytes that are held at the peak, if rows are in memory only without a file. */
static wide peak_of(const demand *d, unsigned threads, uint32_t capacity) {
  wide rows = 4 * (wide)d->g.size, window = rows / FEW_PASSES;
  if (d->from_file) window = larger(rows / MANY_PASSES, LEAST_WINDOW);
  return (d->from_file ? 0 : rows) +
         larger(building_of(d, threads) + window, fixed_of(d, threads, capacity) + d->columns);
}

static uint32_t least_capacity(const grundy_external_options *options) {
  if (options->block == 0) return LEAST_CAPACITY;
  return options->block < MOST_CAPACITY ? (uint32_t)options->block : MOST_CAPACITY;
}

/* Returns how many moves a batch should have, if memory suffices. */
static uint32_t wanted_capacity(const demand *d, const grundy_external_options *options) {
  uint64_t most = MOST_CAPACITY, capacity = d->g.size / PART_OF_SIZE;
  if (options->block != 0) return least_capacity(options);
  if (options->memory != 0 && options->memory / PART_OF_MEMORY < most)
    most = options->memory / PART_OF_MEMORY;
  if (capacity > most) capacity = most;
  return (uint32_t)(capacity < LEAST_CAPACITY ? LEAST_CAPACITY : capacity);
}

grundy_external_plan grundy_external_plan_of(const grundy_digraph *g,
                                             const grundy_external_options *options,
                                             grundy_columns wanted) {
  demand d = demand_of(g, options, wanted);
  uint32_t smallest = least_capacity(options), capacity = wanted_capacity(&d, options);
  unsigned threads = grundy_threads();
  wide memory = options->memory, rows = 4 * (wide)d.g.size, least = peak_of(&d, 1, smallest);
  while (memory != 0 && threads > 1 && peak_of(&d, threads, smallest) > memory) threads--;
  while (memory != 0 && capacity > smallest && peak_of(&d, threads, capacity) > memory)
    capacity = capacity / 2 > smallest ? capacity / 2 : smallest;
  wide peak = peak_of(&d, threads, capacity), building = building_of(&d, threads);
  bool in_memory =
      !d.from_file || memory == 0 || peak + rows + rows / FEW_PASSES + d.sets <= memory;
  if (in_memory) building += rows;
  wide otherwise = d.from_file ? building + DEFAULT_WINDOW : peak;
  wide limit = memory == 0 ? otherwise : memory;
  return (grundy_external_plan){
      .in_memory = in_memory,
      .threads = threads,
      .capacity = capacity,
      .fixed = (uint64_t)(fixed_of(&d, threads, capacity) + (in_memory ? rows : 0)),
      .least = least > UINT64_MAX ? UINT64_MAX : (uint64_t)least,
      .window = limit > building ? (uint64_t)(limit - building) : 0,
  };
}

uint64_t grundy_external_memory(const grundy_digraph *g, const grundy_external_options *options) {
  grundy_external_options chosen;
  if (grundy_options_copy(options, &chosen, sizeof chosen, NULL) != GRUNDY_OK) return UINT64_MAX;
  grundy_columns wanted = chosen.columns == 0 ? grundy_solve_columns(g, false) : chosen.columns;
  demand d = demand_of(g, &chosen, wanted);
  wide least = peak_of(&d, 1, least_capacity(&chosen));
  return least > UINT64_MAX ? UINT64_MAX : (uint64_t)least;
}
