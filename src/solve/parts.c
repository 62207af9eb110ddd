/* Values of parts: a move leads to a single part or to a sum of parts, whose value is the
 * generalized nim-sum of theirs [FY86, Thm. 5]. docs/splitting.md has the proofs.
 *
 * Strong components of parts are solved one after the other, so that the values of all parts that a
 * strong component leads to are known. A move that leaves the strong component leads to a known
 * value, an exit. A move within the strong component leads to a single part
 * (grundy_strong_parts_find makes sure of that).
 *
 * A strong component of one part without a loop has the mex of its exits, if every infinite exit
 * ∞(K) has that number in K, and otherwise ∞. A part with a loop has itself as a follower, so that
 * its value is no mex; if it is a strong component, it is ∞. Any other strong component is solved
 * by grundy_solve_in_memory as a digraph in which exits are positions of the same value: n is a
 * heap of Nim, and ∞(K) is a position with a loop and with moves to the heaps k in K. A part with d
 * moves has a value of at most d, so a heap that is larger than every number of moves need not be
 * larger by more than 1, and larger numbers in K do not matter. */

#include "digraph/part_sums.h"

#include "base/alloc.h"
#include "base/error.h"
#include "base/order.h"
#include "solve/impl.h"
#include "solve/parts.h"
#include "value/sum.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

typedef struct solver {
  const grundy_digraph *g;
  const grundy_part_sums *sums;
  const grundy_solve_options *options;
  grundy_strong_parts strong;
  uint32_t *values;
  uint32_t *local;     /* counters within the strong component; finite where the value is */
  uint64_t *set_start; /* of K in `numbers`, if the value is infinite */
  uint64_t *set_size;
  uint32_t *numbers;
  uint64_t number_count, number_room;
  uint32_t *row; /* numbers of one row */
  uint64_t row_room;
  uint32_t *place; /* of a part in its strong component */
  grundy_work work;
  grundy_error *error;
} solver;

static grundy_set set_of(const solver *s, uint32_t v) {
  return (grundy_set){.numbers = s->numbers + s->set_start[v], .size = s->set_size[v]};
}

/* Returns the value of a sum of parts of strong components that are solved. */
static grundy_value_sum value_of(const solver *s, grundy_vertices parts) {
  grundy_value_sum sum = {0};
  for (uint64_t i = 0; i < parts.count; i++)
    grundy_value_sum_add(&sum, parts.at[i], s->values[parts.at[i]]);
  return sum;
}

/* Returns whether the exit is infinite and its set has the number. */
static bool offers(const solver *s, const grundy_value_sum *e, uint32_t number) {
  return e->infinite == 1 && grundy_set_has(set_of(s, e->term), number ^ e->nimber);
}

/* Followers of v, in turn: single parts, then sums. */
static uint64_t count_followers(const solver *s, uint32_t v) {
  return grundy_part_sums_degree(s->g, v);
}

/* Returns the parts of follower i of v. */
static grundy_vertices follower(const solver *s, uint32_t v, uint64_t i) {
  grundy_vertices row = grundy_digraph_followers(s->g, v);
  if (i < row.count) return (grundy_vertices){row.at + i, 1};
  return grundy_part_sums_get(s->sums, s->sums->rows[v] + (i - row.count));
}

/* Returns whether follower i of v is a part of the same strong component. */
static bool is_inside(const solver *s, uint32_t v, grundy_vertices parts) {
  return parts.count == 1 && s->strong.of[parts.at[0]] == s->strong.of[v];
}

/* Collects the distinct finite values of the followers of v in s->row. */
static grundy_status collect_finite(solver *s, uint32_t v, uint64_t *count) {
  uint64_t followers = count_followers(s, v);
  *count = 0;
  if (!grundy_grow(&s->row, &s->row_room, followers, sizeof *s->row))
    return grundy_fail_memory(s->error);
  for (uint64_t i = 0; i < followers; i++) {
    grundy_value_sum e = value_of(s, follower(s, v, i));
    if (e.infinite == 0) s->row[(*count)++] = e.nimber;
  }
  *count = grundy_sort_distinct(s->row, *count);
  return GRUNDY_OK;
}

/* Makes the value of v infinite; the first `count` numbers of s->row are its K. */
static grundy_status set_infinite(solver *s, uint32_t v, uint64_t count) {
  if (!grundy_grow(&s->numbers, &s->number_room, s->number_count + count, sizeof *s->numbers))
    return grundy_fail_memory(s->error);
  s->values[v] = s->local[v] = GRUNDY_INFINITY;
  s->set_start[v] = s->number_count;
  s->set_size[v] = count;
  if (count > 0) memcpy(s->numbers + s->number_count, s->row, count * sizeof *s->numbers);
  s->number_count += count;
  return GRUNDY_OK;
}

/* ---- strong components of one part --------------------------------------------------------- */

static grundy_status solve_single(solver *s, uint32_t v) {
  uint64_t count, followers = count_followers(s, v);
  uint32_t mex = 0;
  bool is_finite = true;
  grundy_status status = collect_finite(s, v, &count);
  if (status != GRUNDY_OK) return status;
  while (mex < count && s->row[mex] == mex) mex++;
  for (uint64_t i = 0; i < followers && is_finite; i++) {
    grundy_value_sum e = value_of(s, follower(s, v, i));
    is_finite = e.infinite == 0 || offers(s, &e, mex);
  }
  if (!is_finite) return set_infinite(s, v, count);
  s->values[v] = mex;
  s->local[v] = 0;
  return GRUNDY_OK;
}

/* Solves a strong component of one part with a loop. The value is set first, because K needs it. */
static grundy_status solve_loop(solver *s, uint32_t v) {
  uint64_t count;
  s->values[v] = GRUNDY_INFINITY;
  grundy_status status = collect_finite(s, v, &count);
  return status == GRUNDY_OK ? set_infinite(s, v, count) : status;
}

/* ---- strong components of several parts ---------------------------------------------------- */

/* An infinite exit of a part: the set of `part`, shifted. */
typedef struct infinite_exit {
  uint32_t part, shift;
  uint32_t from; /* the place of the part with the exit */
} infinite_exit;

static int compare_exits(const void *a, const void *b) {
  const infinite_exit *x = a, *y = b;
  if (x->part != y->part) return x->part < y->part ? -1 : 1;
  if (x->shift != y->shift) return x->shift < y->shift ? -1 : 1;
  return (x->from > y->from) - (x->from < y->from);
}

/* The digraph of a strong component: its parts, then heaps 0, 1, …, then infinite exits. */
typedef struct strong_component {
  const uint32_t *parts;
  uint32_t count;
  uint32_t most;  /* no value in the strong component is larger */
  uint32_t heaps; /* how many */
  infinite_exit *exits;
  uint64_t exit_count, exit_room;
  uint32_t *tails, *heads;
  uint64_t move_count, tail_room, head_room;
} strong_component;

static void strong_component_free(strong_component *c) {
  free(c->exits);
  free(c->tails);
  free(c->heads);
}

static grundy_status add_move(solver *s, strong_component *c, uint64_t tail, uint64_t head) {
  if (!grundy_grow(&c->tails, &c->tail_room, c->move_count + 1, sizeof *c->tails) ||
      !grundy_grow(&c->heads, &c->head_room, c->move_count + 1, sizeof *c->heads))
    return grundy_fail_memory(s->error);
  c->tails[c->move_count] = (uint32_t)tail;
  c->heads[c->move_count++] = (uint32_t)head;
  return GRUNDY_OK;
}

/* Adds a move to the heap that stands for the number. */
static grundy_status add_heap_move(solver *s, strong_component *c, uint64_t tail, uint32_t number) {
  uint32_t heap = number <= c->most ? number : c->most + 1;
  if (heap >= c->heaps) c->heaps = heap + 1;
  return add_move(s, c, tail, (uint64_t)c->count + heap);
}

/* Adds the moves of the part at a place, except those to infinite exits, which it collects. */
static grundy_status add_part(solver *s, strong_component *c, uint32_t place) {
  uint32_t v = c->parts[place];
  uint64_t followers = count_followers(s, v);
  grundy_status status = GRUNDY_OK;
  for (uint64_t i = 0; i < followers && status == GRUNDY_OK; i++) {
    grundy_vertices parts = follower(s, v, i);
    if (is_inside(s, v, parts)) {
      status = add_move(s, c, place, s->place[parts.at[0]]);
      continue;
    }
    grundy_value_sum e = value_of(s, parts);
    if (e.infinite == 0) {
      status = add_heap_move(s, c, place, e.nimber);
      continue;
    }
    if (!grundy_grow(&c->exits, &c->exit_room, c->exit_count + 1, sizeof *c->exits))
      return grundy_fail_memory(s->error);
    c->exits[c->exit_count++] = (infinite_exit){e.term, e.nimber, place};
  }
  return status;
}

/* Adds the moves to and from infinite exits. Equal exits are one position; its number is relative
 * to the first exit until the number of heaps is known. */
static grundy_status add_exit_moves(solver *s, strong_component *c, uint64_t first,
                                    uint64_t *order) {
  grundy_status status = GRUNDY_OK;
  for (uint64_t i = 0; i < c->exit_count && status == GRUNDY_OK; i++) {
    const infinite_exit *e = &c->exits[i];
    bool is_new = i == 0 || e[-1].part != e->part || e[-1].shift != e->shift;
    if (is_new) {
      uint64_t own = first + (*order)++;
      grundy_set set = e->part == GRUNDY_SUM_SEVERAL ? (grundy_set){0} : set_of(s, e->part);
      status = add_move(s, c, own, own);
      for (uint64_t j = 0; j < set.size && status == GRUNDY_OK; j++)
        if ((set.numbers[j] ^ e->shift) <= c->most)
          status = add_move(s, c, own, (uint64_t)c->count + (set.numbers[j] ^ e->shift));
    }
    if (status == GRUNDY_OK) status = add_move(s, c, e->from, first + *order - 1);
  }
  return status;
}

/* Finds the largest heap that an infinite exit needs. */
static void count_exit_heaps(const solver *s, strong_component *c) {
  for (uint64_t i = 0; i < c->exit_count; i++) {
    const infinite_exit *e = &c->exits[i];
    if (e->part == GRUNDY_SUM_SEVERAL ||
        (i > 0 && e[-1].part == e->part && e[-1].shift == e->shift))
      continue;
    grundy_set set = set_of(s, e->part);
    for (uint64_t j = 0; j < set.size; j++) {
      uint32_t number = set.numbers[j] ^ e->shift;
      if (number <= c->most && number >= c->heaps) c->heaps = number + 1;
    }
  }
}

static grundy_status add_heaps(solver *s, strong_component *c) {
  grundy_status status = GRUNDY_OK;
  if (c->heaps > GRUNDY_PARTS_MOST_HEAPS)
    return grundy_fail(s->error, GRUNDY_UNABLE,
                       "a part on a cycle has a move to a value above %d, which is the limit",
                       (int)GRUNDY_PARTS_MOST_HEAPS - 1);
  for (uint32_t n = 0; n < c->heaps; n++)
    for (uint32_t k = 0; k < n && status == GRUNDY_OK; k++)
      status = add_move(s, c, (uint64_t)c->count + n, (uint64_t)c->count + k);
  return status;
}

/* Makes all moves, and sets the number of positions. */
static grundy_status build_strong_component(solver *s, strong_component *c, uint64_t *order) {
  grundy_status status = GRUNDY_OK;
  uint64_t exits = 0;
  for (uint32_t i = 0; i < c->count; i++) {
    uint64_t followers = count_followers(s, c->parts[i]);
    if (followers > c->most)
      c->most = followers < UINT32_MAX / 2 ? (uint32_t)followers : UINT32_MAX / 2;
  }
  for (uint32_t i = 0; i < c->count && status == GRUNDY_OK; i++) status = add_part(s, c, i);
  if (status == GRUNDY_OK && c->exit_count > 0) {
    qsort(c->exits, c->exit_count, sizeof *c->exits, compare_exits);
    count_exit_heaps(s, c);
  }
  if (status == GRUNDY_OK) status = add_heaps(s, c);
  if (status == GRUNDY_OK) status = add_exit_moves(s, c, (uint64_t)c->count + c->heaps, &exits);
  *order = (uint64_t)c->count + c->heaps + exits;
  return status;
}

/* Takes over the values of the strong component. Those of all its parts come first, because K needs
 * them. */
static grundy_status take_values(solver *s, const strong_component *c,
                                 const grundy_solution *solution) {
  const uint32_t *values = grundy_solution_numbers(solution, GRUNDY_COLUMN_GRUNDY);
  const uint32_t *counter = grundy_solution_numbers(solution, GRUNDY_COLUMN_COUNTER);
  grundy_status status = GRUNDY_OK;
  for (uint32_t i = 0; i < c->count; i++) {
    s->values[c->parts[i]] = values[i];
    s->local[c->parts[i]] = counter[i];
  }
  for (uint32_t i = 0; i < c->count && status == GRUNDY_OK; i++) {
    uint64_t count;
    if (values[i] != GRUNDY_INFINITY) continue;
    status = collect_finite(s, c->parts[i], &count);
    if (status == GRUNDY_OK) status = set_infinite(s, c->parts[i], count);
  }
  return status;
}

static grundy_status solve_cyclic(solver *s, const uint32_t *parts, uint32_t count) {
  enum { LONG_WORK = 1 << 20 }; /* moves; shorter work is not reported */
  strong_component c = {.parts = parts, .count = count};
  uint64_t order = 0;
  grundy_digraph *g = NULL;
  grundy_solution *solution = NULL;
  for (uint32_t i = 0; i < count; i++) s->place[parts[i]] = i;
  grundy_status status = build_strong_component(s, &c, &order);
  if (status == GRUNDY_OK && order > GRUNDY_DIGRAPH_MAX_ORDER)
    status =
        grundy_fail(s->error, GRUNDY_UNABLE, "a strong component has too many parts and exits");
  if (status == GRUNDY_OK)
    status = grundy_digraph_new((uint32_t)order, c.move_count, c.tails, c.heads, &g, s->error);
  grundy_solve_options options = {.size = sizeof options,
                                  .columns = GRUNDY_COLUMN_GRUNDY | GRUNDY_COLUMN_COUNTER,
                                  .algorithm = s->options->algorithm,
                                  .monitor = c.move_count > LONG_WORK ? s->options->monitor : NULL};
  strong_component_free(&c);
  if (status == GRUNDY_OK) status = grundy_solve_in_memory(g, &options, &solution, s->error);
  if (status == GRUNDY_OK) status = take_values(s, &c, solution);
  grundy_solution_free(solution);
  grundy_digraph_free(g);
  return status;
}

static grundy_status solve_strong_components(solver *s) {
  const grundy_strong_parts *strong = &s->strong;
  grundy_status status = GRUNDY_OK;
  for (uint32_t i = 0; i < strong->count && status == GRUNDY_OK; i++) {
    const uint32_t *parts = strong->parts + strong->starts[i];
    uint32_t count = (uint32_t)(strong->starts[i + 1] - strong->starts[i]);
    uint64_t steps = 0;
    for (uint32_t j = 0; j < count; j++) steps += 1 + count_followers(s, parts[j]);
    if (!grundy_work_step(&s->work, steps)) return grundy_fail_cancelled(s->error);
    if (count > 1)
      status = solve_cyclic(s, parts, count);
    else if (grundy_digraph_has_move(s->g, parts[0], parts[0]))
      status = solve_loop(s, parts[0]);
    else
      status = solve_single(s, parts[0]);
  }
  return status;
}

/* ---- columns ------------------------------------------------------------------------------- */

/* A part with a finite value. */
typedef struct counted {
  uint32_t value, strong, local, part;
} counted;

static int compare_counted(const void *a, const void *b) {
  const counted *x = a, *y = b;
  if (x->value != y->value) return x->value < y->value ? -1 : 1;
  if (x->strong != y->strong) return x->strong < y->strong ? -1 : 1;
  if (x->local != y->local) return x->local < y->local ? -1 : 1;
  return (x->part > y->part) - (x->part < y->part);
}

/* Numbers the parts with finite values by value, then by strong component, then by the counter
 * within the component. A reply of the same value is in an earlier strong component or has a
 * smaller counter in the same one, so this is a counterfunction, and it is monotonic. */
static grundy_status add_counter(const solver *s, grundy_solution *solution) {
  uint32_t order = grundy_digraph_order(s->g), count = 0, *counter;
  grundy_status status =
      grundy_solution_add_numbers(solution, GRUNDY_COLUMN_COUNTER, &counter, s->error);
  if (status != GRUNDY_OK) return status;
  counted *all = grundy_alloc(order, sizeof *all);
  if (all == NULL) return grundy_fail_memory(s->error);
  for (uint32_t v = 0; v < order; v++) {
    counter[v] = GRUNDY_INFINITY;
    if (s->values[v] != GRUNDY_INFINITY)
      all[count++] = (counted){s->values[v], s->strong.of[v], s->local[v], v};
  }
  qsort(all, count, sizeof *all, compare_counted);
  for (uint32_t i = 0; i < count; i++) counter[all[i].part] = i;
  free(all);
  return GRUNDY_OK;
}

static grundy_status add_sets(const solver *s, grundy_solution *solution) {
  uint32_t order = grundy_digraph_order(s->g);
  uint64_t *offsets = grundy_alloc((uint64_t)order + 1, sizeof *offsets);
  uint32_t *numbers = grundy_alloc(s->number_count, sizeof *numbers);
  uint8_t *absent = grundy_alloc(order, sizeof *absent);
  grundy_status status = GRUNDY_OK;
  if (offsets == NULL || numbers == NULL || absent == NULL)
    status = grundy_fail_memory(s->error);
  else
    offsets[0] = 0;
  for (uint32_t v = 0; v < order && status == GRUNDY_OK; v++) {
    absent[v] = s->values[v] != GRUNDY_INFINITY;
    grundy_set set = absent[v] ? (grundy_set){0} : set_of(s, v);
    if (set.size > 0) memcpy(numbers + offsets[v], set.numbers, set.size * sizeof *numbers);
    offsets[v + 1] = offsets[v] + set.size;
  }
  if (status == GRUNDY_OK)
    status =
        grundy_solution_add_sets(solution, GRUNDY_COLUMN_K, offsets, numbers, absent, s->error);
  free(offsets);
  free(numbers);
  free(absent);
  return status;
}

static grundy_status add_outcomes(const solver *s, grundy_solution *solution) {
  uint8_t *letters;
  grundy_status status =
      grundy_solution_add_letters(solution, GRUNDY_COLUMN_OUTCOME, &letters, s->error);
  if (status != GRUNDY_OK) return status;
  for (uint32_t v = 0; v < grundy_digraph_order(s->g); v++) {
    grundy_value value = {.nimber = s->values[v], .k = {.absent = true}};
    if (value.nimber == GRUNDY_INFINITY) value.k = set_of(s, v);
    letters[v] = (uint8_t)grundy_value_outcome(value);
  }
  return GRUNDY_OK;
}

static grundy_status add_values(const solver *s, grundy_solution *solution) {
  uint32_t *values;
  uint32_t order = grundy_digraph_order(s->g);
  grundy_status status =
      grundy_solution_add_numbers(solution, GRUNDY_COLUMN_GRUNDY, &values, s->error);
  if (status == GRUNDY_OK && order > 0) memcpy(values, s->values, order * sizeof *values);
  return status;
}

static grundy_status make_solution(const solver *s, grundy_columns wanted,
                                   grundy_solution *solution) {
  grundy_status status = GRUNDY_OK;
  if ((wanted & GRUNDY_COLUMN_OUTCOME) != 0) status = add_outcomes(s, solution);
  if (status == GRUNDY_OK && (wanted & GRUNDY_COLUMN_GRUNDY) != 0) status = add_values(s, solution);
  if (status == GRUNDY_OK && (wanted & GRUNDY_COLUMN_K) != 0) status = add_sets(s, solution);
  if (status == GRUNDY_OK && (wanted & GRUNDY_COLUMN_COUNTER) != 0)
    status = add_counter(s, solution);
  return status;
}

/* ---- solving ------------------------------------------------------------------------------- */

static void solver_free(solver *s) {
  grundy_strong_parts_free(&s->strong);
  free(s->values);
  free(s->local);
  free(s->set_start);
  free(s->set_size);
  free(s->numbers);
  free(s->row);
  free(s->place);
}

static grundy_status make_arrays(solver *s) {
  uint32_t order = grundy_digraph_order(s->g);
  s->values = grundy_alloc(order, sizeof *s->values);
  s->local = grundy_alloc(order, sizeof *s->local);
  s->set_start = grundy_alloc(order, sizeof *s->set_start);
  s->set_size = grundy_alloc(order, sizeof *s->set_size);
  s->place = grundy_alloc(order, sizeof *s->place);
  bool made = s->values != NULL && s->local != NULL && s->set_start != NULL &&
              s->set_size != NULL && s->place != NULL;
  return made ? GRUNDY_OK : grundy_fail_memory(s->error);
}

grundy_status grundy_solve_parts(const grundy_digraph *g, const grundy_solve_options *options,
                                 grundy_columns wanted, grundy_solution *solution,
                                 grundy_error *error) {
  solver s = {.g = g, .sums = grundy_digraph_part_sums(g), .options = options, .error = error};
  s.work = grundy_work_start(options->monitor, "parts", 0);
  assert((wanted & ~(grundy_columns)GRUNDY_COLUMNS_PARTS) == 0);
  grundy_status status = grundy_strong_parts_find(g, &s.work, &s.strong, error);
  if (status == GRUNDY_OK) status = make_arrays(&s);
  if (status == GRUNDY_OK) status = solve_strong_components(&s);
  if (status == GRUNDY_OK) status = make_solution(&s, wanted, solution);
  if (status == GRUNDY_OK) grundy_work_finish(&s.work, "", grundy_digraph_size(g));
  solver_free(&s);
  return status;
}
