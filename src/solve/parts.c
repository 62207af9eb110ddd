/* Values of parts: a move leads to a single part or to a sum of parts, whose value is the
 * generalized nim-sum of theirs [FY86, Thm. 5]. docs/splitting-proofs.md has the proofs.
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
#include "base/saturate.h"
#include "digraph/sort_by_head.h"
#include "solve/impl.h"
#include "value/sum.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
  MOST_HEAPS = 1 << 13,  /* in the digraph of a strong component: heap n takes n moves */
  FIXED_BYTES = 1 << 12, /* a digraph and a solution without their arrays, and short arrays */
};

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
  uint32_t *place;    /* of a part in its strong component */
  grundy_arena arena; /* owns these arrays */
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

/* Collects the distinct finite values of the followers of v in s->row. Returns how many there are.
 */
static uint64_t collect_finite(solver *s, uint32_t v) {
  uint64_t followers = count_followers(s, v), count = 0;
  if (!grundy_arena_grow(&s->arena, &s->row, &s->row_room, followers, sizeof *s->row)) return 0;
  for (uint64_t i = 0; i < followers; i++) {
    grundy_value_sum e = value_of(s, follower(s, v, i));
    if (e.infinite == 0) s->row[count++] = e.nimber;
  }
  return grundy_sort_distinct(s->row, count);
}

/* Makes the value of v infinite; the first `count` numbers of s->row are its K. */
static void set_infinite(solver *s, uint32_t v, uint64_t count) {
  if (!grundy_arena_grow(&s->arena, &s->numbers, &s->number_room, s->number_count + count,
                         sizeof *s->numbers))
    return;
  s->values[v] = s->local[v] = GRUNDY_INFINITY;
  s->set_start[v] = s->number_count;
  s->set_size[v] = count;
  if (count > 0) memcpy(s->numbers + s->number_count, s->row, count * sizeof *s->numbers);
  s->number_count += count;
}

/* ---- strong components of one part --------------------------------------------------------- */

static void solve_single(solver *s, uint32_t v) {
  uint64_t followers = count_followers(s, v), count = collect_finite(s, v);
  uint32_t mex = 0;
  bool is_finite = true;
  if (s->arena.failed) return;
  while (mex < count && s->row[mex] == mex) mex++;
  for (uint64_t i = 0; i < followers && is_finite; i++) {
    grundy_value_sum e = value_of(s, follower(s, v, i));
    is_finite = e.infinite == 0 || offers(s, &e, mex);
  }
  s->values[v] = mex;
  s->local[v] = 0;
  if (!is_finite) set_infinite(s, v, count);
}

/* Solves a strong component of one part with a loop. The value is set first, because K needs it. */
static void solve_loop(solver *s, uint32_t v) {
  s->values[v] = GRUNDY_INFINITY;
  set_infinite(s, v, collect_finite(s, v));
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
  grundy_arena arena; /* owns these lists */
} strong_component;

static void add_move(strong_component *c, uint64_t tail, uint64_t head) {
  if (!grundy_arena_grow(&c->arena, &c->tails, &c->tail_room, c->move_count + 1, sizeof *c->tails))
    return;
  if (!grundy_arena_grow(&c->arena, &c->heads, &c->head_room, c->move_count + 1, sizeof *c->heads))
    return;
  c->tails[c->move_count] = (uint32_t)tail;
  c->heads[c->move_count++] = (uint32_t)head;
}

/* Adds a move to the heap that stands for the number. */
static void add_heap_move(strong_component *c, uint64_t tail, uint32_t number) {
  uint32_t heap = number <= c->most ? number : c->most + 1;
  if (heap >= c->heaps) c->heaps = heap + 1;
  add_move(c, tail, (uint64_t)c->count + heap);
}

/* Adds the moves of the part at a place, except those to infinite exits, which it collects. */
static void add_part(const solver *s, strong_component *c, uint32_t place) {
  uint32_t v = c->parts[place];
  uint64_t followers = count_followers(s, v);
  for (uint64_t i = 0; i < followers && !c->arena.failed; i++) {
    grundy_vertices parts = follower(s, v, i);
    if (is_inside(s, v, parts)) {
      add_move(c, place, s->place[parts.at[0]]);
      continue;
    }
    grundy_value_sum e = value_of(s, parts);
    if (e.infinite == 0)
      add_heap_move(c, place, e.nimber);
    else if (grundy_arena_grow(&c->arena, &c->exits, &c->exit_room, c->exit_count + 1,
                               sizeof *c->exits))
      c->exits[c->exit_count++] = (infinite_exit){e.term, e.nimber, place};
  }
}

/* Adds the moves to and from infinite exits, of which `first` is the first position. Equal exits
 * are one position. Returns how many different ones there are. */
static uint64_t add_exit_moves(const solver *s, strong_component *c, uint64_t first) {
  uint64_t count = 0;
  for (uint64_t i = 0; i < c->exit_count; i++) {
    const infinite_exit *e = &c->exits[i];
    if (i == 0 || e[-1].part != e->part || e[-1].shift != e->shift) {
      uint64_t own = first + count++;
      grundy_set set = e->part == GRUNDY_SUM_SEVERAL ? (grundy_set){0} : set_of(s, e->part);
      add_move(c, own, own);
      for (uint64_t j = 0; j < set.size; j++)
        if ((set.numbers[j] ^ e->shift) <= c->most)
          add_move(c, own, (uint64_t)c->count + (set.numbers[j] ^ e->shift));
    }
    add_move(c, e->from, first + count - 1);
  }
  return count;
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

static strong_component strong_component_of(const solver *s, uint32_t i) {
  const uint64_t *starts = s->strong.starts + i;
  strong_component c = {.parts = s->strong.parts + starts[0],
                        .count = (uint32_t)(starts[1] - starts[0])};
  for (uint32_t place = 0; place < c.count; place++) {
    uint64_t followers = count_followers(s, c.parts[place]);
    if (followers > c.most)
      c.most = followers < UINT32_MAX / 2 ? (uint32_t)followers : UINT32_MAX / 2;
  }
  return c;
}

/* Makes the digraph of a strong component. */
static grundy_status build_strong_component(const solver *s, strong_component *c,
                                            grundy_digraph **g) {
  for (uint32_t i = 0; i < c->count; i++) s->place[c->parts[i]] = i;
  for (uint32_t i = 0; i < c->count; i++) add_part(s, c, i);
  if (!c->arena.failed && c->exit_count > 0) {
    qsort(c->exits, c->exit_count, sizeof *c->exits, compare_exits);
    count_exit_heaps(s, c);
  }
  if (c->heaps > MOST_HEAPS)
    return grundy_fail(s->error, GRUNDY_UNABLE,
                       "a part on a cycle has a move to a value above %d, which is the limit",
                       MOST_HEAPS - 1);
  for (uint32_t n = 0; n < c->heaps; n++)
    for (uint32_t k = 0; k < n; k++) add_move(c, (uint64_t)c->count + n, (uint64_t)c->count + k);
  uint64_t order = (uint64_t)c->count + c->heaps;
  order += add_exit_moves(s, c, order);
  if (order > GRUNDY_DIGRAPH_MAX_ORDER)
    return grundy_fail(s->error, GRUNDY_UNABLE, "a strong component has too many parts and exits");
  if (c->arena.failed) return GRUNDY_OK; /* the caller finds out */
  return grundy_digraph_new((uint32_t)order, c->move_count, c->tails, c->heads, g, s->error);
}

/* Takes over the values of the strong component. Those of all its parts come first, because K needs
 * them. */
static void take_values(solver *s, const strong_component *c, const grundy_solution *solution) {
  const uint32_t *values = grundy_solution_numbers(solution, GRUNDY_COLUMN_GRUNDY);
  const uint32_t *counter = grundy_solution_numbers(solution, GRUNDY_COLUMN_COUNTER);
  for (uint32_t i = 0; i < c->count; i++) {
    s->values[c->parts[i]] = values[i];
    s->local[c->parts[i]] = counter[i];
  }
  for (uint32_t i = 0; i < c->count; i++)
    if (values[i] == GRUNDY_INFINITY) set_infinite(s, c->parts[i], collect_finite(s, c->parts[i]));
}

static grundy_status solve_cyclic(solver *s, strong_component *c) {
  enum { LONG_WORK = 1 << 20 }; /* moves; shorter work is not reported */
  grundy_digraph *g = NULL;
  grundy_solution *solution = NULL;
  grundy_status status = build_strong_component(s, c, &g);
  status = grundy_arena_end(&c->arena, status, s->error);
  grundy_solve_options options = {.size = sizeof options,
                                  .columns = GRUNDY_COLUMN_GRUNDY | GRUNDY_COLUMN_COUNTER,
                                  .algorithm = s->options->algorithm,
                                  .monitor =
                                      c->move_count > LONG_WORK ? s->options->monitor : NULL};
  if (status == GRUNDY_OK) status = grundy_solve_in_memory(g, &options, &solution, s->error);
  if (status == GRUNDY_OK) take_values(s, c, solution);
  grundy_solution_free(solution);
  grundy_digraph_free(g);
  return status;
}

static grundy_status solve_strong_components(solver *s) {
  grundy_status status = GRUNDY_OK;
  for (uint32_t i = 0; i < s->strong.count && status == GRUNDY_OK && !s->arena.failed; i++) {
    strong_component c = strong_component_of(s, i);
    uint64_t steps = 0;
    for (uint32_t j = 0; j < c.count; j++) steps += 1 + count_followers(s, c.parts[j]);
    if (!grundy_work_step(&s->work, steps)) return grundy_fail_cancelled(s->error);
    if (c.count > 1)
      status = solve_cyclic(s, &c);
    else if (grundy_digraph_has_move(s->g, c.parts[0], c.parts[0]))
      solve_loop(s, c.parts[0]);
    else
      solve_single(s, c.parts[0]);
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
 * within that. A reply of the same value is in an earlier strong component or has a smaller counter
 * in the same one, so this is a counterfunction, and it is monotonic. */
static grundy_status add_counter(solver *s, grundy_solution *solution) {
  uint32_t order = grundy_digraph_order(s->g), count = 0, *counter;
  grundy_status status =
      grundy_solution_add_numbers(solution, GRUNDY_COLUMN_COUNTER, &counter, s->error);
  if (status != GRUNDY_OK) return status;
  counted *all = grundy_arena_array(&s->arena, order, sizeof *all);
  if (s->arena.failed) return GRUNDY_OK;
  for (uint32_t v = 0; v < order; v++) {
    counter[v] = GRUNDY_INFINITY;
    if (s->values[v] != GRUNDY_INFINITY)
      all[count++] = (counted){s->values[v], s->strong.of[v], s->local[v], v};
  }
  qsort(all, count, sizeof *all, compare_counted);
  for (uint32_t i = 0; i < count; i++) counter[all[i].part] = i;
  return GRUNDY_OK;
}

static void add_sets(solver *s, grundy_solution *solution) {
  uint32_t order = grundy_digraph_order(s->g);
  grundy_sets k = {.offsets = grundy_arena_array(&s->arena, (uint64_t)order + 1, sizeof *k.offsets),
                   .numbers = grundy_arena_array(&s->arena, s->number_count, sizeof *k.numbers),
                   .absent = grundy_arena_array(&s->arena, order, sizeof *k.absent)};
  if (s->arena.failed) return;
  k.offsets[0] = 0;
  for (uint32_t v = 0; v < order; v++) {
    k.absent[v] = s->values[v] != GRUNDY_INFINITY;
    grundy_set set = k.absent[v] ? (grundy_set){0} : set_of(s, v);
    if (set.size > 0) memcpy(k.numbers + k.offsets[v], set.numbers, set.size * sizeof *k.numbers);
    k.offsets[v + 1] = k.offsets[v] + set.size;
  }
  (void)grundy_arena_take(&s->arena, k.offsets);
  (void)grundy_arena_take(&s->arena, k.numbers);
  (void)grundy_arena_take(&s->arena, k.absent);
  grundy_solution_give_sets(solution, GRUNDY_COLUMN_K, &k);
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

static grundy_status make_solution(solver *s, grundy_columns wanted, grundy_solution *solution) {
  grundy_status status = GRUNDY_OK;
  if ((wanted & GRUNDY_COLUMN_OUTCOME) != 0) status = add_outcomes(s, solution);
  if (status == GRUNDY_OK && (wanted & GRUNDY_COLUMN_GRUNDY) != 0) status = add_values(s, solution);
  if (status == GRUNDY_OK && (wanted & GRUNDY_COLUMN_K) != 0) add_sets(s, solution);
  if (status == GRUNDY_OK && (wanted & GRUNDY_COLUMN_COUNTER) != 0)
    status = add_counter(s, solution);
  return status;
}

/* ---- solving ------------------------------------------------------------------------------- */

static void make_arrays(solver *s) {
  uint32_t order = grundy_digraph_order(s->g);
  s->values = grundy_arena_array(&s->arena, order, sizeof *s->values);
  s->local = grundy_arena_array(&s->arena, order, sizeof *s->local);
  s->set_start = grundy_arena_array(&s->arena, order, sizeof *s->set_start);
  s->set_size = grundy_arena_array(&s->arena, order, sizeof *s->set_size);
  s->place = grundy_arena_array(&s->arena, order, sizeof *s->place);
}

grundy_status grundy_solve_parts(const grundy_digraph *g, const grundy_solve_options *options,
                                 grundy_columns wanted, grundy_solution *solution,
                                 grundy_error *error) {
  solver s = {.g = g, .sums = grundy_digraph_part_sums(g), .options = options, .error = error};
  s.work = grundy_work_start(options->monitor, "parts", 0);
  assert((wanted & ~(grundy_columns)GRUNDY_COLUMNS_PARTS) == 0);
  make_arrays(&s);
  if (s.arena.failed) return grundy_arena_end(&s.arena, GRUNDY_OK, error);
  grundy_status status = grundy_strong_parts_find(g, &s.work, &s.strong, error);
  if (status == GRUNDY_OK) status = solve_strong_components(&s);
  if (status == GRUNDY_OK && !s.arena.failed) status = make_solution(&s, wanted, solution);
  if (status == GRUNDY_OK) grundy_work_finish(&s.work, "", grundy_digraph_size(g));
  grundy_strong_parts_free(&s.strong);
  return grundy_arena_end(&s.arena, status, error);
}

/* ---- memory -------------------------------------------------------------------------------- */

/* Returns the most bytes for a strong component of several parts. The digraph has a position for
 * every infinite exit, with a move to itself, and one for every number of its K, of which there are
 * at most as many as its part has moves. */
static uint64_t count_cyclic(const solver *s, const strong_component *c) {
  uint64_t exits = 0, moves = 0, heaps = c->most + 2 < MOST_HEAPS ? c->most + 2 : MOST_HEAPS;
  for (uint32_t i = 0; i < c->count; i++) {
    uint32_t v = c->parts[i];
    uint64_t followers = count_followers(s, v);
    moves = grundy_plus(moves, followers);
    for (uint64_t j = 0; j < followers; j++) {
      grundy_vertices to = follower(s, v, j);
      grundy_value_sum e = is_inside(s, v, to) ? (grundy_value_sum){0} : value_of(s, to);
      uint64_t numbers = e.infinite == 1 ? count_followers(s, e.term) : 0;
      exits += e.infinite > 0;
      if (e.infinite > 0) moves = grundy_plus(moves, 1 + (numbers < heaps ? numbers : heaps));
    }
  }
  uint64_t order = c->count + heaps + exits;
  moves = grundy_plus(moves, heaps * (heaps - 1) / 2);
  if (order > GRUNDY_DIGRAPH_MAX_ORDER || moves > UINT64_MAX / 64) return UINT64_MAX;
  uint64_t rows = 8 * (order + 1) + 4 * moves; /* sorted twice while they are made from lists */
  uint64_t making = grundy_grown_capacity(0, exits) * sizeof *c->exits +
                    grundy_grown_capacity(0, moves) * 2 * sizeof *c->tails + rows +
                    grundy_sort_by_head_memory((uint32_t)order, moves);
  uint64_t solving = grundy_solve_memory_bound((uint32_t)order, moves,
                                               GRUNDY_COLUMN_GRUNDY | GRUNDY_COLUMN_COUNTER);
  return grundy_plus(rows, making > solving ? making : solving);
}

/* Counts the largest strong component. An infinite value is one that may be infinite: on a cycle,
 * or with a move to such a value. All of them may have as many numbers in K as moves. */
static void count_strong_components(solver *s, grundy_arena *count) {
  uint64_t largest = 0, numbers = 0, room = 0, longest = 0;
  for (uint32_t i = 0; i < s->strong.count; i++) {
    strong_component c = strong_component_of(s, i);
    uint32_t v = c.parts[0];
    bool infinite = c.count > 1 || grundy_digraph_has_move(s->g, v, v);
    for (uint64_t j = 0; j < count_followers(s, v) && !infinite; j++)
      infinite = value_of(s, follower(s, v, j)).infinite > 0;
    for (uint32_t j = 0; j < c.count; j++) {
      s->values[c.parts[j]] = infinite ? GRUNDY_INFINITY : 0;
      if (infinite) numbers += count_followers(s, c.parts[j]);
    }
    uint64_t bytes = c.count > 1 ? count_cyclic(s, &c) : 0;
    if (bytes > largest) largest = bytes;
    if (c.most > longest) longest = c.most;
  }
  (void)grundy_arena_grow(count, &s->row, &room, longest, sizeof *s->row);
  room = 0;
  (void)grundy_arena_grow(count, &s->numbers, &room, numbers, sizeof *s->numbers);
  grundy_arena_hold(count, largest);
  grundy_arena_unhold(count, largest);
  (void)grundy_arena_array(count, numbers, sizeof *s->numbers); /* in the solution */
}

/* Counts with the code that solves, and with bounds on what follows from values. If sums grow
 * without bound, nothing is solved. */
uint64_t grundy_solve_parts_memory(const grundy_digraph *g) {
  uint64_t order = grundy_digraph_order(g);
  const grundy_part_sums *sums = grundy_digraph_part_sums(g);
  solver s = {.g = g, .sums = sums, .arena = {.counting = true}};
  s.work = grundy_work_start(NULL, "parts", 0);
  make_arrays(&s);
  grundy_arena count = s.arena;
  s.arena = (grundy_arena){0};
  s.values = grundy_arena_array(&s.arena, order, sizeof *s.values);
  grundy_status status =
      s.arena.failed ? GRUNDY_OUT_OF_MEMORY : grundy_strong_parts_find(g, &s.work, &s.strong, NULL);
  uint64_t joined = grundy_plus(grundy_digraph_size(g), sums->starts[sums->rows[order]]);
  /* Finding strong components takes the digraph of all parts that moves lead to, twice while it is
   * made; later these are held, and finally the solution with what sorts the counters. */
  uint64_t finding = grundy_plus(28 * (order + 1), grundy_times(8, joined));
  grundy_arena_hold(&count, FIXED_BYTES + finding);
  grundy_arena_unhold(&count, finding);
  grundy_arena_hold(&count, 16 * (order + 1));
  if (status == GRUNDY_OK) count_strong_components(&s, &count);
  (void)grundy_arena_array(&count, order + 1, 1 + 4 + (8 + 1) + 4 + sizeof(counted));
  if (status == GRUNDY_OUT_OF_MEMORY) grundy_arena_fail(&count);
  grundy_strong_parts_free(&s.strong);
  grundy_arena_free(&s.arena);
  grundy_arena_free(&count);
  return count.peak;
}
