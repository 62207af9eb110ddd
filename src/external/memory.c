/* How grundy_external_solve divides its memory: its arrays, counted by the code that allocates
 * them.
 *
 * The least memory is that of one thread and of the smallest batches, so it depends on the game and
 * on the columns alone. A run that may use more has more threads, larger batches and windows, and
 * loads rows. The size of K is not known before: in memory, it is counted by a bound, and with a
 * scratch file its members go to a file if they do not fit. */

#include "external/impl.h"

#include "base/options.h"
#include "external/build.h"
#include "external/external.h"
#include "value/largest.h"

#include <grundy/solve.h>

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
  uint64_t index, columns, sets; /* bytes; `sets` is a bound on the numbers of K */
} demand;

static uint64_t larger(uint64_t a, uint64_t b) {
  return a > b ? a : b;
}

/* Returns the bytes of an index, in which every 255 moves may make one row long. */
static uint64_t index_memory(const grundy_view *g) {
  uint64_t longer = g->size / GRUNDY_LONG_ROW + 16;
  return grundy_row_index_memory(g->order) +
         grundy_long_rows_memory(longer < g->order ? longer : g->order);
}

/* Returns a bound on the numbers in all sets K: that of u has different values of followers of u,
 * of which one at least is infinite. */
static uint64_t most_numbers(const grundy_view *g) {
  uint64_t values = grundy_largest_value(g->size) + UINT64_C(1), numbers = 0;
  for (uint32_t u = 0; u < g->order; u++) {
    uint64_t moves = g->offsets[u + 1] - g->offsets[u], most = moves == 0 ? 0 : moves - 1;
    numbers += most < values ? most : values;
  }
  return numbers;
}

static demand demand_of(const grundy_digraph *g, const grundy_external_options *options,
                        grundy_columns wanted) {
  demand d = {.g = grundy_view_of(g), .from_file = options->scratch != NULL};
  uint64_t numbers = (wanted & GRUNDY_COLUMN_K) != 0 ? most_numbers(&d.g) : 0;
  grundy_external run = {
      .game = g, .g = d.g, .arena = {.counting = true}, .most_of_k = d.from_file ? 0 : numbers};
  grundy_external_count(&run, wanted & GRUNDY_COLUMNS_EXTERNAL);
  d.index = FIXED_BYTES + index_memory(&d.g);
  d.sets = 4 * numbers;
  d.columns = run.arena.peak;
  return d;
}

/* Returns the bytes that building takes besides its window and rows in memory. */
static uint64_t building_of(const demand *d, unsigned threads) {
  return d->index + grundy_reverse_build_memory(&d->g, threads) +
         STACK_BYTES * (uint64_t)(threads - 1);
}

/* Returns the bytes for batches. */
static uint64_t reading_of(const demand *d, unsigned threads, uint32_t capacity) {
  grundy_arena arena = {.counting = true};
  grundy_reading reading;
  grundy_reading_start(&reading, &arena, d->g.order, capacity, d->from_file, threads);
  grundy_arena_free(&arena);
  return arena.peak;
}

/* Returns the bytes that are held all the time after building, besides batches and rows in memory.
 */
static uint64_t fixed_of(const demand *d, unsigned threads) {
  return d->index + STACK_BYTES * (uint64_t)(threads - 1);
}

/* Returns the bytes that are held at the peak, if rows are in memory only without a file. */
static uint64_t peak_of(const demand *d, unsigned threads, uint32_t capacity) {
  uint64_t rows = 4 * d->g.size, window = rows / FEW_PASSES;
  uint64_t solving = fixed_of(d, threads) + reading_of(d, threads, capacity) + d->columns;
  if (d->from_file) window = larger(rows / MANY_PASSES, LEAST_WINDOW);
  return (d->from_file ? 0 : rows) + larger(building_of(d, threads) + window, solving);
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
  uint64_t memory = options->memory, rows = 4 * d.g.size;
  while (memory != 0 && threads > 1 && peak_of(&d, threads, smallest) > memory) threads--;
  while (memory != 0 && capacity > smallest && peak_of(&d, threads, capacity) > memory)
    capacity = capacity / 2 > smallest ? capacity / 2 : smallest;
  uint64_t peak = peak_of(&d, threads, capacity), building = building_of(&d, threads);
  bool in_memory =
      !d.from_file || memory == 0 || peak + rows + rows / FEW_PASSES + d.sets <= memory;
  if (in_memory) building += rows;
  uint64_t otherwise = d.from_file ? building + DEFAULT_WINDOW : peak;
  uint64_t limit = memory == 0 ? otherwise : memory;
  return (grundy_external_plan){
      .in_memory = in_memory,
      .threads = threads,
      .capacity = capacity,
      .fixed = fixed_of(&d, threads) + (in_memory ? rows : 0),
      .least = peak_of(&d, 1, smallest),
      .window = limit > building ? limit - building : 0,
  };
}

uint64_t grundy_external_memory(const grundy_digraph *g, const grundy_external_options *options) {
  grundy_external_options chosen;
  if (grundy_options_copy(options, &chosen, sizeof chosen, NULL) != GRUNDY_OK) return UINT64_MAX;
  grundy_columns wanted = chosen.columns == 0 ? grundy_solve_columns(g, false) : chosen.columns;
  demand d = demand_of(g, &chosen, wanted);
  return peak_of(&d, 1, least_capacity(&chosen));
}
