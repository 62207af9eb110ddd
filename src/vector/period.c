/* Periods of rows, proved from finitely many values by the theorems of docs/vectors.md.
 *
 * The values of a row depend on the rows below it, so periods are proved for all of them together.
 * A column has one entry per row: its value, or, if the ray of all multiples of 1 along the row is
 * a move, its value minus the number of the column. */

#include "vector/impl.h"

#include "base/error.h"
#include "base/options.h"
#include "base/saturate.h"
#include "sequence/prefixes.h"

#include <inttypes.h>

typedef struct finding {
  const grundy_vector_moves *moves;
  grundy_vector_position base; /* the first position of the row */
  uint32_t axis;
  bool additive;  /* the row itself is a ray of moves, with step 1 */
  uint64_t depth; /* how many columns back other moves reach */

  /* The values of `columns` columns of all rows: for the coordinates before the axis there are
   * `outer` combinations, for those after it `inner`. */
  const uint32_t *values;
  uint64_t columns, outer, inner;
  uint64_t *matches; /* by distance p: how many of the last columns equal those p before them */
} finding;

/* ---- which theorem applies ------------------------------------------------------------------ */

/* Returns whether the vector changes no other coordinate than that of the axis. */
static bool is_along(const grundy_vector_move *move, uint32_t axis) {
  for (uint32_t i = 0; i < GRUNDY_VECTOR_DIMENSION; i++)
    if (i != axis && move->entries[i] != 0) return false;
  return true;
}

/* Returns how many multiples of the vector lead from the row to it or to rows below it, apart from
 * those of rays along the row. */
static uint64_t count_multiples(const finding *f, const grundy_vector_move *move) {
  uint64_t times = move->is_ray ? UINT64_MAX : 1;
  for (uint32_t i = 0; i < f->moves->dimension; i++) {
    if (i == f->axis || move->entries[i] == 0) continue;
    uint64_t fit = f->base.at[i] / (uint32_t)move->entries[i];
    if (fit < times) times = fit;
  }
  return times;
}

static grundy_status choose_theorem(finding *f, grundy_error *error) {
  const grundy_vector_moves *moves = f->moves;
  uint32_t axis = f->axis;
  if (moves->has_negative)
    return grundy_fail(error, GRUNDY_UNABLE,
                       "periods are not proved for vectors with negative entries");
  for (uint32_t i = 0; i < moves->count; i++) {
    const grundy_vector_move *move = &moves->list[i];
    if (!move->is_ray || !is_along(move, axis)) {
      uint64_t reach = grundy_times(count_multiples(f, move), (uint32_t)move->entries[axis]);
      if (reach > f->depth) f->depth = reach;
    } else if (move->entries[axis] == 1 && !moves->overshoot) {
      f->additive = true;
    } else {
      return grundy_fail(
          error, GRUNDY_UNABLE,
          "periods along a ray are proved only for multiples of 1 without overshoot");
    }
  }
  return GRUNDY_OK;
}

/* ---- columns -------------------------------------------------------------------------------- */

static inline uint32_t value_at(const finding *f, uint64_t outer, uint64_t inner, uint64_t column) {
  return f->values[(outer * f->columns + column) * f->inner + inner];
}

/* Returns whether the entries of a row are equal in two columns. */
static inline bool is_entry_equal(const finding *f, uint64_t outer, uint64_t inner, uint64_t left,
                                  uint64_t right) {
  uint64_t more = f->additive ? right - left : 0;
  return value_at(f, outer, inner, right) == value_at(f, outer, inner, left) + more;
}

/* Compares columns i and j before the last one. */
static bool is_column_equal(const void *context, uint64_t i, uint64_t j) {
  const finding *f = context;
  uint64_t left = f->columns - 1 - j, right = f->columns - 1 - i;
  for (uint64_t outer = 0; outer < f->outer; outer++)
    for (uint64_t inner = 0; inner < f->inner; inner++)
      if (!is_entry_equal(f, outer, inner, left, right)) return false;
  return true;
}

/* ---- free values ---------------------------------------------------------------------------- */

/* Returns whether the values that do not occur in a row before column `at` become those that do not
 * occur before column `at` + p if p is added to each. `first` has room for `most` + 1 numbers. */
static bool is_row_free_alike(const finding *f, uint64_t outer, uint64_t inner, uint64_t at,
                              uint64_t p, uint64_t most, uint32_t *first) {
  for (uint64_t v = 0; v <= most; v++) first[v] = UINT32_MAX;
  for (uint64_t column = 0; column < at + p; column++)
    first[value_at(f, outer, inner, column)] = (uint32_t)column;
  for (uint64_t v = 0; v < p; v++)
    if (v > most || first[v] == UINT32_MAX) return false;
  for (uint64_t v = 0; v <= most; v++) {
    bool later = v + p > most || first[v + p] == UINT32_MAX;
    if ((first[v] >= at) != later) return false;
  }
  return true;
}

static bool is_free_alike(const finding *f, uint64_t at, uint64_t p, uint64_t most,
                          uint32_t *first) {
  for (uint64_t outer = 0; outer < f->outer; outer++)
    for (uint64_t inner = 0; inner < f->inner; inner++)
      if (!is_row_free_alike(f, outer, inner, at, p, most, first)) return false;
  return true;
}

/* Finds the least column from `from` on at which the free values are alike; false if they are not
 * alike at the last column p before the end. From one such column on, they are at all later ones.
 */
static bool find_free_alike(const finding *f, uint64_t from, uint64_t p, grundy_arena *arena,
                            uint64_t *at) {
  uint64_t most = 0, last = f->columns - p;
  for (uint64_t i = 0; i < f->columns * f->outer * f->inner; i++)
    if (f->values[i] > most) most = f->values[i];
  uint32_t *first = grundy_arena_array(arena, most + 1, sizeof *first);
  if (arena->failed || !is_free_alike(f, last, p, most, first)) return false;
  while (from < last) {
    uint64_t middle = from + (last - from) / 2;
    if (is_free_alike(f, middle, p, most, first))
      last = middle;
    else
      from = middle + 1;
  }
  *at = last;
  return true;
}

/* ---- periods -------------------------------------------------------------------------------- */

/* Returns whether the entries of the row repeat after q columns, q dividing the period `rows` that
 * begins at `start`. */
static bool repeats_after(const finding *f, uint64_t start, uint64_t rows, uint64_t q) {
  for (uint64_t column = start; column < start + rows - q; column++)
    if (!is_entry_equal(f, f->outer - 1, f->inner - 1, column, column + q)) return false;
  return true;
}

/* Proves a period from the columns that are there; its length is 0 if none is proved. */
static void prove(const finding *f, grundy_arena *arena, grundy_vector_period *period) {
  uint64_t window = f->depth, p = 1, count = f->columns;
  if (f->additive && window < count / 4) window = count / 4;
  *period = (grundy_vector_period){0};
  grundy_find_prefixes(f, count, is_column_equal, f->matches);
  while (p + window < count && f->matches[p] < window) p++;
  if (p + window >= count) return;
  uint64_t start = count - p - f->matches[p], at = start + f->depth;
  if (f->additive && !find_free_alike(f, at, p, arena, &at)) return;
  uint64_t length = 1, preperiod = start;
  while (p % length != 0 || !repeats_after(f, start, p, length)) length++;
  while (preperiod > 0 &&
         is_entry_equal(f, f->outer - 1, f->inner - 1, preperiod - 1, preperiod - 1 + length))
    preperiod--;
  uint64_t largest = f->additive ? UINT64_MAX : 0;
  for (uint64_t column = 0; column < preperiod + length && !f->additive; column++) {
    uint32_t value = value_at(f, f->outer - 1, f->inner - 1, column);
    if (value > largest) largest = value;
  }
  *period = (grundy_vector_period){.preperiod = preperiod,
                                   .length = length,
                                   .saltus = f->additive ? length : 0,
                                   .largest = largest,
                                   .rows_length = p,
                                   .proved_at = at + p - 1,
                                   .theorem = f->additive ? "columns and free values repeat"
                                                          : "columns repeat"};
}

/* Computes `count` columns and looks for a period in them. */
static grundy_status examine(finding *f, uint64_t count, const grundy_monitor *monitor,
                             grundy_vector_period *period, grundy_error *error) {
  grundy_vector_options solving = {.size = sizeof solving, .corner = f->base, .monitor = monitor};
  grundy_vector_box *box;
  grundy_arena arena = {0};
  solving.corner.at[f->axis] = (uint32_t)(count - 1);
  grundy_status status = grundy_vector_solve(f->moves, &solving, &box, error);
  if (status != GRUNDY_OK) return status;
  f->columns = count;
  f->values = grundy_vector_box_view(box).values;
  f->matches = grundy_arena_array(&arena, count, sizeof *f->matches);
  if (!arena.failed) prove(f, &arena, period);
  grundy_vector_box_free(box);
  return grundy_arena_end(&arena, GRUNDY_OK, error);
}

static bool has_values(const grundy_vector_options *options) {
  return options->play == GRUNDY_NORMAL_PLAY && !options->outcomes_only &&
         options->terminal_count == 0 && options->passes == 0 && options->block == 0;
}

grundy_status grundy_vector_find_period(const grundy_vector_moves *moves,
                                        const grundy_vector_slice *slice,
                                        const grundy_vector_options *options,
                                        grundy_vector_period *period, grundy_error *error) {
  enum { FIRST = 64 };
  finding f = {.moves = moves, .outer = 1, .inner = 1};
  grundy_vector_options chosen;
  grundy_status status = grundy_options_copy(options, &chosen, sizeof chosen, error);
  if (status != GRUNDY_OK) return status;
  if (!has_values(&chosen))
    return grundy_fail(error, GRUNDY_UNABLE,
                       "periods are proved only for values in normal play, without operators");
  if (slice->row == 0)
    return grundy_fail(error, GRUNDY_UNABLE,
                       "periods are proved only for rows, such as the slice 3,x");
  f.axis = slice->row - 1;
  f.base = grundy_vector_position_at(moves->dimension, &chosen.corner, slice->first);
  for (uint32_t i = 0; i < GRUNDY_VECTOR_DIMENSION; i++) {
    uint64_t *side = i < f.axis ? &f.outer : &f.inner;
    if (i != f.axis) *side = grundy_times(*side, f.base.at[i] + UINT64_C(1));
  }
  status = choose_theorem(&f, error);
  uint64_t limit = chosen.limit == 0 ? GRUNDY_VECTOR_PERIOD_LIMIT : chosen.limit;
  uint64_t rows = grundy_times(f.outer, f.inner), count = grundy_plus(f.depth, 2), tried = 0;
  *period = (grundy_vector_period){0};
  if (count < FIRST) count = FIRST;
  while (status == GRUNDY_OK && period->length == 0 && grundy_times(rows, count) <= limit &&
         count <= (uint64_t)GRUNDY_VECTOR_MAX_ENTRY) {
    status = examine(&f, count, chosen.monitor, period, error);
    tried = count;
    count = grundy_times(count, 2);
  }
  if (status != GRUNDY_OK || period->length > 0) return status;
  return grundy_fail_because(error, GRUNDY_UNABLE, GRUNDY_REASON_TOO_MANY,
                             "no period is proved from %" PRIu64 " columns of %" PRIu64
                             " rows; more would be over the limit of %" PRIu64 " positions",
                             tried, rows, limit);
}
