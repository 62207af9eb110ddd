/* Boxes: evaluates positions row by row, in the order of their indices. All followers of a position
 * have smaller indices, so one walk settles everything; with passes, one walk per pass. */

#include "vector/impl.h"

#include "base/alloc.h"
#include "base/error.h"
#include "base/options.h"
#include "base/order.h"
#include "base/saturate.h"

#include <inttypes.h>

/* ---- queries -------------------------------------------------------------------------------- */

void grundy_vector_box_free(grundy_vector_box *box) {
  if (box == NULL) return;
  free(box->values);
  free(box->outcomes);
  free(box);
}

grundy_vector_grid grundy_vector_box_view(const grundy_vector_box *box) {
  return (grundy_vector_grid){.dimension = box->dimension,
                              .corner = box->corner,
                              .count = box->count,
                              .values = box->values,
                              .outcomes = box->outcomes};
}

/* ---- preparing ------------------------------------------------------------------------------ */

/* Returns the number of positions; UINT64_MAX if it is too large. */
static uint64_t count_positions(uint32_t dimension, const grundy_vector_position *corner) {
  uint64_t count = 1;
  for (uint32_t i = 0; i < dimension; i++)
    if (__builtin_mul_overflow(count, corner->at[i] + UINT64_C(1), &count)) return UINT64_MAX;
  return count;
}

/* Returns whether the two rays have a common multiple. */
static bool are_parallel(const grundy_vector_move *a, const grundy_vector_move *b) {
  for (int i = 0; i < GRUNDY_VECTOR_DIMENSION; i++)
    for (int j = 0; j < i; j++)
      if ((int64_t)a->entries[i] * b->entries[j] != (int64_t)a->entries[j] * b->entries[i])
        return false;
  return true;
}

/* Blocking counts followers, and two rays in the same direction lead to the same ones. */
static bool has_parallel_rays(const grundy_vector_moves *moves) {
  for (uint32_t i = 0; i < moves->count; i++)
    for (uint32_t j = 0; j < i && moves->list[i].is_ray; j++)
      if (moves->list[j].is_ray && are_parallel(&moves->list[i], &moves->list[j])) return true;
  return false;
}

static grundy_status check(const grundy_vector_moves *moves, const grundy_vector_options *options,
                           grundy_error *error) {
  uint64_t count = count_positions(moves->dimension, &options->corner);
  if (options->passes > GRUNDY_VECTOR_MAX_PASSES || options->block > GRUNDY_VECTOR_MAX_BLOCK)
    return grundy_fail(error, GRUNDY_BAD_ARGUMENT,
                       "%" PRIu32 " passes and %" PRIu32
                       " forbidden followers; expected at most %d and %d",
                       options->passes, options->block, (int)GRUNDY_VECTOR_MAX_PASSES,
                       (int)GRUNDY_VECTOR_MAX_BLOCK);
  for (int i = 0; i < GRUNDY_VECTOR_DIMENSION; i++)
    if (options->corner.at[i] > GRUNDY_VECTOR_MAX_ENTRY)
      return grundy_fail(error, GRUNDY_UNABLE,
                         "a coordinate is too large; expected at most %" PRId32,
                         GRUNDY_VECTOR_MAX_ENTRY);
  if (moves->has_negative)
    return grundy_fail(error, GRUNDY_UNABLE,
                       "vectors with negative entries can only be explored, as in grundy solve");
  if (options->block > 0 && options->passes > 0)
    return grundy_fail(error, GRUNDY_UNABLE, "block and pass together can only be explored");
  if (options->block > 0 && has_parallel_rays(moves))
    return grundy_fail(error, GRUNDY_UNABLE,
                       "block with two rays in the same direction can only be explored");
  if (count == UINT64_MAX || (options->limit > 0 && count > options->limit))
    return grundy_fail_because(error, GRUNDY_UNABLE, GRUNDY_REASON_TOO_MANY,
                               "the box has too many positions; expected at most %" PRIu64,
                               options->limit > 0 ? options->limit : UINT64_MAX - 1);
  return GRUNDY_OK;
}

static bool has_values(const grundy_vector_options *options) {
  return options->play == GRUNDY_NORMAL_PLAY && options->block == 0 && !options->outcomes_only;
}

/* Makes the step of a multiple of a vector, which fits into the box. */
static grundy_vector_step step_of(const grundy_vector_walk *walk, const grundy_vector_move *move,
                                  uint32_t times) {
  grundy_vector_step step = {0};
  for (uint32_t i = 0; i < walk->moves->dimension; i++) {
    step.entries[i] = times * (uint32_t)move->entries[i];
    step.offset += step.entries[i] * walk->strides[i];
  }
  step.last = step.entries[walk->moves->dimension - 1];
  return step;
}

/* Returns the words of a set of values. A value is at most the number of followers, and at most the
 * length of the longest play; a move decreases the sum of the coordinates. */
static uint64_t count_words(const grundy_vector_walk *walk) {
  const grundy_vector_moves *moves = walk->moves;
  uint64_t followers = 2; /* a pass, and the position outside the orthant */
  uint64_t length = walk->options->passes + UINT64_C(1);
  for (uint32_t i = 0; i < moves->dimension; i++) length += walk->options->corner.at[i];
  for (uint32_t i = 0; i < moves->count; i++)
    followers += moves->list[i].is_ray
                     ? grundy_vector_multiples(&moves->list[i], &walk->options->corner)
                     : 1;
  return (followers < length ? followers : length) / 64 + 1;
}

/* Returns whether a ray is replaced by its multiples: if there are few, or if sets of values on its
 * lines would take more than some bytes per position. Since the slots are about as many as the
 * positions divided by the multiples, there are then at most about 3 * words multiples. */
static bool is_expanded(const grundy_vector_walk *walk, uint64_t offset, uint32_t multiples) {
  enum { FEW = 16, MOST_BYTES = 3 };
  uint64_t bytes = grundy_times(offset, 8 * walk->words);
  return has_values(walk->options) && (multiples <= FEW || bytes / MOST_BYTES > walk->box->count);
}

static void add_steps(grundy_vector_walk *walk, const grundy_vector_move *move,
                      uint32_t multiples) {
  for (uint32_t times = 1; times <= multiples; times++)
    if (grundy_arena_usable(walk->arena))
      walk->steps[walk->step_count++] = step_of(walk, move, times);
    else
      walk->step_count++;
}

static int by_last(const void *left, const void *right) {
  const grundy_vector_step *a = left, *b = right;
  if (a->last != b->last) return a->last < b->last ? -1 : 1;
  return a->offset < b->offset ? -1 : a->offset > b->offset;
}

static void add_ray(grundy_vector_walk *walk, const grundy_vector_move *move) {
  grundy_vector_ray ray = {.step = step_of(walk, move, 1)};
  if (has_values(walk->options)) {
    ray.bits = grundy_arena_array(walk->arena, grundy_times(ray.step.offset, walk->words),
                                  sizeof *ray.bits);
    ray.full = grundy_arena_array(walk->arena, ray.step.offset, sizeof *ray.full);
  } else {
    ray.states = grundy_arena_array(walk->arena, ray.step.offset, sizeof *ray.states);
  }
  walk->rays[walk->ray_count++] = ray;
}

/* Divides the moves that fit into the box into steps and rays. */
static void prepare_moves(grundy_vector_walk *walk) {
  const grundy_vector_moves *moves = walk->moves;
  uint64_t most = 0;
  bool expanded[GRUNDY_VECTOR_MAX_MOVES] = {false};
  for (uint32_t i = 0; i < moves->count; i++) {
    const grundy_vector_move *move = &moves->list[i];
    uint32_t multiples = grundy_vector_multiples(move, &walk->options->corner);
    expanded[i] = multiples == 0 || !move->is_ray ||
                  is_expanded(walk, step_of(walk, move, 1).offset, multiples);
    if (expanded[i]) most += move->is_ray ? multiples : 1;
  }
  walk->steps = grundy_arena_array(walk->arena, most, sizeof *walk->steps);
  walk->fits = grundy_arena_array(walk->arena, most, sizeof *walk->fits);
  walk->rays = grundy_alloc(moves->count, sizeof *walk->rays);
  if (walk->rays == NULL) grundy_arena_fail(walk->arena);
  for (uint32_t i = 0; i < moves->count && walk->rays != NULL && !walk->arena->failed; i++) {
    const grundy_vector_move *move = &moves->list[i];
    uint32_t multiples = grundy_vector_multiples(move, &walk->options->corner);
    if (!expanded[i])
      add_ray(walk, move);
    else
      add_steps(walk, move, move->is_ray || multiples == 0 ? multiples : 1);
  }
  if (grundy_arena_usable(walk->arena))
    qsort(walk->steps, walk->step_count, sizeof *walk->steps, by_last);
}

/* Lists the indices of the terminal positions in the box. */
static void prepare_ends(grundy_vector_walk *walk) {
  const grundy_vector_options *options = walk->options;
  const grundy_vector_grid grid = grundy_vector_box_view(walk->box);
  uint64_t count = 0;
  walk->ends = grundy_arena_array(walk->arena, options->terminal_count + 1, sizeof *walk->ends);
  if (!grundy_arena_usable(walk->arena)) return;
  for (uint64_t i = 0; i < options->terminal_count; i++) {
    uint64_t index = grundy_vector_index(&grid, &options->terminal[i]);
    if (index != UINT64_MAX) walk->ends[count++] = index;
  }
  grundy_sort_wide(walk->ends, count);
  walk->ends[count] = UINT64_MAX;
}

/* Allocates all that the kernels need, or counts it. */
static void prepare(grundy_vector_walk *walk) {
  grundy_arena *arena = walk->arena;
  const grundy_vector_options *options = walk->options;
  uint64_t count = walk->box->count, stride = 1;
  for (uint32_t i = walk->moves->dimension; i-- > 0;) {
    walk->strides[i] = stride;
    stride *= options->corner.at[i] + UINT64_C(1);
  }
  bool values = has_values(options);
  size_t item = values ? sizeof *walk->box->values : sizeof *walk->box->outcomes;
  void *found = grundy_arena_array(arena, count, item);
  void *below = options->passes > 0 ? grundy_arena_array(arena, count, item) : NULL;
  if (values) {
    walk->words = count_words(walk);
    walk->seen = grundy_arena_zeros(arena, walk->words, sizeof *walk->seen);
    walk->box->values = found;
    walk->below_values = below;
  } else {
    walk->box->outcomes = found;
    walk->below_outcomes = below;
  }
  prepare_moves(walk);
  prepare_ends(walk);
}

/* ---- walking -------------------------------------------------------------------------------- */

/* Returns whether the vector fits below the present row, in all coordinates but the last. */
static bool fits_row(const grundy_vector_walk *walk, const uint32_t *entries) {
  for (uint32_t i = 0; i + 1 < walk->moves->dimension; i++)
    if (entries[i] > walk->at.at[i]) return false;
  return true;
}

/* Returns the first column of this row from which on no move leaves the orthant; UINT32_MAX: there
 * is none. */
static uint32_t find_over(const grundy_vector_walk *walk) {
  const grundy_vector_moves *moves = walk->moves;
  uint32_t until = 0, last = moves->dimension - 1;
  for (uint32_t i = 0; i < moves->count && moves->overshoot; i++) {
    const grundy_vector_move *move = &moves->list[i];
    for (uint32_t k = 0; k < last; k++)
      if ((uint32_t)move->entries[k] > walk->at.at[k]) return UINT32_MAX;
    if (move->is_ray) return UINT32_MAX;
    if ((uint32_t)move->entries[last] > until) until = (uint32_t)move->entries[last];
  }
  return until;
}

static void begin_row(grundy_vector_walk *walk) {
  walk->fit_count = walk->fitting = 0;
  for (uint64_t i = 0; i < walk->step_count; i++)
    if (fits_row(walk, walk->steps[i].entries)) walk->fits[walk->fit_count++] = walk->steps[i];
  for (uint32_t i = 0; i < walk->ray_count; i++) {
    grundy_vector_ray *ray = &walk->rays[i];
    ray->from = fits_row(walk, ray->step.entries) ? ray->step.last : UINT32_MAX;
  }
  walk->over_until = find_over(walk);
}

/* Advances to the next row; false after the last. */
static bool next_row(grundy_vector_walk *walk) {
  uint32_t last = walk->moves->dimension - 1;
  walk->index += walk->options->corner.at[last] + UINT64_C(1);
  for (uint32_t i = last; i-- > 0;) {
    if (walk->at.at[i] < walk->options->corner.at[i]) {
      walk->at.at[i]++;
      return true;
    }
    walk->at.at[i] = 0;
  }
  return false;
}

/* Evaluates all positions once; false if the work was cancelled. */
static bool walk_box(grundy_vector_walk *walk, grundy_vector_kernel *kernel, grundy_work *work) {
  enum { COLUMNS = 1 << 14 };
  uint32_t columns = walk->options->corner.at[walk->moves->dimension - 1] + 1;
  uint32_t stride = (uint32_t)grundy_work_period(COLUMNS);
  walk->at = (grundy_vector_position){0};
  walk->index = 0;
  walk->end = walk->ends;
  for (uint32_t i = 0; i < walk->ray_count; i++) walk->rays[i].slot = 0;
  do {
    begin_row(walk);
    for (uint32_t from = 0; from < columns; from += stride) {
      uint32_t to = columns - from < stride ? columns : from + stride;
      kernel(walk, from, to);
      if (!grundy_work_step(work, to - from)) return false;
    }
  } while (next_row(walk));
  return true;
}

/* Makes what was found what lies below, with one pass less. */
static void use_pass(grundy_vector_walk *walk) {
  grundy_vector_box *box = walk->box;
  uint32_t *values = box->values;
  grundy_outcome *outcomes = box->outcomes;
  box->values = walk->below_values;
  walk->below_values = values;
  box->outcomes = walk->below_outcomes;
  walk->below_outcomes = outcomes;
}

/* Evaluates the box without passes, then with one, two ... */
static bool walk_passes(grundy_vector_walk *walk, grundy_work *work) {
  uint32_t passes = walk->options->passes;
  bool values = walk->box->values != NULL;
  for (uint32_t left = 0; left <= passes; left++) {
    if (left > 0) use_pass(walk);
    walk->has_pass = left > 0;
    if (!walk_box(walk, values ? grundy_vector_find_values : grundy_vector_find_outcomes, work))
      return false;
  }
  return true;
}

grundy_status grundy_vector_solve(const grundy_vector_moves *moves,
                                  const grundy_vector_options *options, grundy_vector_box **box,
                                  grundy_error *error) {
  grundy_vector_options chosen;
  grundy_status status = grundy_options_copy(options, &chosen, sizeof chosen, error);
  if (status == GRUNDY_OK) status = check(moves, &chosen, error);
  if (status != GRUNDY_OK) return status;
  grundy_vector_box *made = grundy_alloc_zero(1, sizeof *made);
  if (made == NULL) return grundy_fail_memory(error);
  made->dimension = moves->dimension;
  made->corner = chosen.corner;
  made->count = count_positions(moves->dimension, &chosen.corner);
  grundy_arena arena = {0};
  grundy_vector_walk walk = {.moves = moves, .options = &chosen, .box = made, .arena = &arena};
  prepare(&walk);
  grundy_work work = grundy_work_start(chosen.monitor, "evaluating",
                                       grundy_times(made->count, chosen.passes + UINT64_C(1)));
  if (!arena.failed) status = grundy_work_end(&work, walk_passes(&walk, &work), "", 0, error);
  if (status == GRUNDY_OK && !arena.failed) {
    made->values = grundy_arena_take(&arena, made->values);
    made->outcomes = grundy_arena_take(&arena, made->outcomes);
    *box = made;
  } else {
    free(made);
  }
  free(walk.rays);
  return grundy_arena_end(&arena, status, error);
}

uint64_t grundy_vector_memory(const grundy_vector_moves *moves,
                              const grundy_vector_options *options) {
  grundy_vector_options chosen;
  if (grundy_options_copy(options, &chosen, sizeof chosen, NULL) != GRUNDY_OK ||
      check(moves, &chosen, NULL) != GRUNDY_OK)
    return UINT64_MAX;
  grundy_arena arena = {.counting = true};
  grundy_vector_box box = {.dimension = moves->dimension,
                           .corner = chosen.corner,
                           .count = count_positions(moves->dimension, &chosen.corner)};
  grundy_vector_walk walk = {.moves = moves, .options = &chosen, .box = &box, .arena = &arena};
  prepare(&walk);
  free(walk.rays);
  uint64_t peak = arena.failed ? UINT64_MAX : arena.peak;
  grundy_arena_free(&arena);
  return peak;
}
