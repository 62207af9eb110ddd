/* How grundy_external_solve divides its memory: its arrays, counted in the order in which it
 * allocates and frees them. */

#include "external/impl.h"

#include "base/options.h"
#include "external/build.h"

#include <grundy/solve.h>

__extension__ typedef unsigned __int128 wide;

enum {
  FIXED_BYTES = 16384,     /* small blocks */
  LEAST_CAPACITY = 4096,   /* moves per batch … */
  MOST_CAPACITY = 1 << 22, /* … at least and at most */
  PART_OF_SIZE = 64,       /* of the moves of the game */
  PART_OF_MEMORY = 400,    /* of the bytes that may be held; a move takes up to 40 bytes */
  FEW_PASSES = 4,          /* over the game, if rows are built in memory: a window has a quarter */
  LEAST_WINDOW = 1 << 16,  /* bytes for rows that are built together, if memory is scarce … */
  DEFAULT_WINDOW = 1 << 30 /* … and if memory is unlimited */
};

static uint32_t capacity_of(const grundy_view *g, const grundy_external_options *options) {
  uint64_t most = MOST_CAPACITY, capacity = g->size / PART_OF_SIZE;
  if (options->block != 0) return (uint32_t)(options->block < most ? options->block : most);
  if (options->memory != 0 && options->memory / PART_OF_MEMORY < most)
    most = options->memory / PART_OF_MEMORY;
  if (capacity > most) capacity = most;
  return (uint32_t)(capacity < LEAST_CAPACITY ? LEAST_CAPACITY : capacity);
}

static wide larger(wide a, wide b) {
  return a > b ? a : b;
}

/* Returns the bytes of an index, in which every 255 moves may make one row long. */
static wide index_memory(const grundy_view *g) {
  wide longer = g->size / GRUNDY_LONG_ROW + 16;
  if (longer > g->order) longer = g->order;
  return grundy_row_index_memory(g->order) + grundy_long_rows_memory((uint64_t)longer);
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

/* Returns the bytes held at the peak by columns and states. */
static wide count_columns(const grundy_view *g, grundy_columns wanted) {
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
  if ((wanted & GRUNDY_COLUMN_K) != 0) peak = larger(peak, held + 4 * n + 8 * (n + 1) + n);
  return peak;
}

grundy_external_plan grundy_external_plan_of(const grundy_digraph *g,
                                             const grundy_external_options *options,
                                             grundy_columns wanted) {
  grundy_view view = grundy_view_of(g);
  bool from_file = options->scratch != NULL;
  uint32_t capacity = capacity_of(&view, options);
  wide index = FIXED_BYTES + index_memory(&view);
  wide building = index + grundy_reverse_build_memory(&view);
  wide fixed = index + grundy_reading_memory(view.order, capacity, from_file);
  wide least = larger(building + LEAST_WINDOW, fixed + count_columns(&view, wanted));
  wide rows = 4 * (wide)view.size;
  wide sets = (wanted & GRUNDY_COLUMN_K) != 0 ? rows : 0; /* K has at most one number per move */
  wide window = rows / FEW_PASSES;
  bool in_memory =
      !from_file || options->memory == 0 || least + rows + window + sets <= options->memory;
  if (in_memory) {
    building += rows;
    fixed += rows;
  }
  if (!from_file) least = larger(least + rows, building + window);
  wide otherwise = from_file ? building + DEFAULT_WINDOW : least;
  wide limit = options->memory == 0 ? otherwise : options->memory;
  return (grundy_external_plan){
      .in_memory = in_memory,
      .capacity = capacity,
      .fixed = (uint64_t)fixed,
      .least = least > UINT64_MAX ? UINT64_MAX : (uint64_t)least,
      .window = limit > building ? (uint64_t)(limit - building) : 0,
  };
}

uint64_t grundy_external_memory(const grundy_digraph *g, const grundy_external_options *options) {
  grundy_external_options chosen;
  if (grundy_options_copy(options, &chosen, sizeof chosen, NULL) != GRUNDY_OK) return UINT64_MAX;
  grundy_columns wanted = chosen.columns == 0 ? grundy_solve_columns(g, false) : chosen.columns;
  return grundy_external_plan_of(g, &chosen, wanted).least;
}
