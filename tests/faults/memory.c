/* Solving and verifying take as much memory as estimated. The linker redirects malloc and related
 * functions to this file (see tests/CMakeLists.txt), which counts the allocated bytes. */

#include <grundy/grundy.h>

#include "bench/games.h"
#include "digraph/view.h"
#include "external/external.h"
#include "solve/impl.h"
#include "solve/memory.h"
#include "support/coloured.h"
#include "support/folder.h"
#include "support/test.h"
#include "support/wrapped.h"

/* ---- an allocator that counts ------------------------------------------------------------ */

enum { MAX_LIVE = 4096 };

static struct {
  void *block;
  size_t size;
} live[MAX_LIVE];
static size_t live_count;
static uint64_t held, peak; /* bytes */

static void *remember(void *block, size_t size) {
  if (block == NULL || live_count == MAX_LIVE) abort();
  live[live_count].block = block;
  live[live_count++].size = size;
  held += size;
  if (held > peak) peak = held;
  return block;
}

static void forget(const void *block) {
  for (size_t i = live_count; i-- > 0;)
    if (live[i].block == block) {
      held -= live[i].size;
      live[i] = live[--live_count];
      return;
    }
}

void *__wrap_malloc(size_t size) {
  return remember(__real_malloc(size), size);
}

void *__wrap_calloc(size_t count, size_t size) {
  return remember(__real_calloc(count, size), count * size);
}

void *__wrap_realloc(void *old, size_t size) {
  forget(old);
  return remember(__real_realloc(old, size), size);
}

char *__wrap_strdup(const char *text) {
  char *copy = __wrap_malloc(strlen(text) + 1);
  return strcpy(copy, text);
}

void __wrap_free(void *block) {
  forget(block);
  __real_free(block);
}

/* ---- many games --------------------------------------------------------------------------- */

/* Compares the estimate with the memory used, for the game of a model. */
typedef void assertion(const grundy_model *model, unsigned percent);

static void on_models_of_all_kinds(assertion *check, unsigned percent) {
  for (int kind = 0; kind < GRUNDY_MODEL_COUNT; kind++)
    for (int variant = 0; variant < 4; variant++) {
      grundy_model model = grundy_model_default((grundy_model_kind)kind);
      model.order = 3000;
      model.degree = variant == 3 ? 40 : 2 + variant;
      model.p = model.degree / 3000;
      model.moves = (uint64_t)(3000 * model.degree);
      model.layers = model.width = model.height = 50;
      model.piece = (grundy_piece)(variant % 3);
      model.swaps = variant % 2 != 0;
      model.back = variant == 2 ? 0.2 : 0;
      check(&model, percent);
    }
}

/* Without any moves, and with all of them. */
static void on_small_models(uint64_t largest, assertion *check) {
  for (uint64_t order = 0; order <= largest; order++) {
    grundy_model model = grundy_model_default(GRUNDY_MODEL_GNP);
    model.order = order;
    for (int p = 0; p <= 1; p++) {
      model.p = p;
      check(&model, 0);
    }
  }
}

/* ---- comparing --------------------------------------------------------------------------- */

static uint64_t measure(const grundy_digraph *g, grundy_columns columns) {
  grundy_solve_options options = {.size = sizeof options, .columns = columns};
  grundy_solution *solution;
  uint64_t before = peak = held;
  assert_int_equal(grundy_solve_in_memory(g, &options, &solution, NULL), GRUNDY_OK);
  grundy_solution_free(solution);
  assert_int_equal(held, before);
  return peak - before;
}

/* The estimate is never less than the memory used, and at most `percent` more. */
static void assert_need(const grundy_digraph *g, grundy_columns columns, unsigned percent) {
  uint32_t order = grundy_digraph_order(g);
  uint64_t size = grundy_digraph_size(g), took = measure(g, columns);
  uint64_t need = grundy_solve_memory(g, &GRUNDY_OPTIONS(grundy_solve_options, .columns = columns));
  assert_true(need <= grundy_solve_memory_bound(order, size, columns));
  if (took > need || need > took + took * percent / 100 + 4096)
    fail_msg("%u vertices, %llu moves, columns %#x: took %llu bytes, %llu were estimated", order,
             (unsigned long long)size, columns, (unsigned long long)took, (unsigned long long)need);
}

static const grundy_columns column_sets[] = {
    GRUNDY_COLUMNS_DEFAULT,
    GRUNDY_COLUMNS_ALL,
    GRUNDY_COLUMN_OUTCOME,
    GRUNDY_COLUMN_REMOTENESS | GRUNDY_COLUMN_MISERE,
    GRUNDY_COLUMN_DISTANCE,
    GRUNDY_COLUMN_GRUNDY,
    GRUNDY_COLUMN_GRUNDY | GRUNDY_COLUMN_K,
    GRUNDY_COLUMN_COUNTER | GRUNDY_COLUMN_J,
    GRUNDY_COLUMN_HMIN,
};

static void assert_needs(const grundy_model *model, unsigned percent) {
  grundy_digraph *g;
  assert_int_equal(grundy_model_make(model, NULL, &g, NULL), GRUNDY_OK);
  for (size_t i = 0; i < sizeof column_sets / sizeof *column_sets; i++)
    assert_need(g, column_sets[i], percent);
  grundy_digraph_free(g);
}

static void the_memory_estimate_of_sparse_cyclic_games_is_within_a_half(void **state) {
  static const double degrees[] = {1, 2, 3, 4};
  for (size_t i = 0; i < sizeof degrees / sizeof *degrees; i++) {
    grundy_model model = grundy_model_default(GRUNDY_MODEL_DEGREE);
    model.order = 50000;
    model.degree = degrees[i];
    assert_needs(&model, 50);
  }
}

/* The estimate for draws and for lazy levels, which the other games are not solved by. */
static void the_memory_estimate_of_draws_and_lazy_levels_is_not_exceeded(void **state) {
  const grundy_columns level = GRUNDY_COLUMN_DRAW_LEVEL, both = GRUNDY_FROM_DRAWS;
  grundy_model model = grundy_model_default(GRUNDY_MODEL_DEGREE);
  grundy_digraph *g;
  grundy_solution *solution;
  model.order = 20000;
  model.degree = 2;
  assert_int_equal(grundy_model_make(&model, NULL, &g, NULL), GRUNDY_OK);
  assert_need(g, level, 100);
  assert_need(g, both, 100);
  grundy_solve_options options = {
      .size = sizeof options, .columns = GRUNDY_COLUMN_GRUNDY, .algorithm = GRUNDY_ALGORITHM_LAZY};
  uint64_t before = peak = held;
  assert_int_equal(grundy_solve_in_memory(g, &options, &solution, NULL), GRUNDY_OK);
  assert_in_range(peak - before, 1, grundy_solve_memory(g, &options));
  grundy_solution_free(solution);
  grundy_digraph_free(g);
}

/* ---- parts ------------------------------------------------------------------------------- */

/* A part of size i plays like a heap of 2^i in Nim: for every m below 2^i a move leads to a sum of
 * parts whose sizes are the bits of m. So there are few parts, and large values. From (n, 1) and
 * (n, 2), which lead to each other, moves lead to such sums for all m up to n. */
enum { SIZES = 8 };
typedef struct pair {
  uint8_t n, kind;
  uint8_t counts[SIZES]; /* by size, if the kind is 0 */
} pair;

static const char *open_pairs(const grundy_arguments *arguments, uint32_t *bytes, void **pairs) {
  (void)arguments;
  *bytes = sizeof(pair);
  *pairs = NULL;
  return NULL;
}

static void start_pairs(const void *pairs, void *position) {
  (void)pairs;
  memcpy(position, &(pair){.n = 250, .kind = 1}, sizeof(pair));
}

/* Emits p with further parts, whose sizes are the bits of m. */
static void emit_sum(pair p, uint32_t m, grundy_emit emit, void *to) {
  for (uint32_t i = 0; i < SIZES; i++) p.counts[i] = (uint8_t)(p.counts[i] + (m >> i & 1));
  emit(to, &p);
}

static void move_pairs(const void *pairs, const void *position, grundy_emit emit, void *to) {
  pair p;
  (void)pairs;
  memcpy(&p, position, sizeof p);
  for (uint32_t i = 0; i < SIZES; i++) {
    pair rest = p;
    if (p.counts[i] == 0) continue;
    rest.counts[i]--;
    for (uint32_t m = 0; m < UINT32_C(1) << i; m++) emit_sum(rest, m, emit, to);
  }
  if (p.kind == 0) return;
  for (uint32_t m = 0; m <= p.n; m++) emit_sum((pair){0}, m, emit, to);
  emit(to, &(pair){.n = p.n, .kind = (uint8_t)(3 - p.kind)});
}

static void split_pairs(const void *pairs, const void *position, grundy_emit emit, void *to) {
  pair p;
  (void)pairs;
  memcpy(&p, position, sizeof p);
  if (p.kind != 0) emit(to, &p);
  for (uint32_t i = 0; i < SIZES; i++)
    for (uint8_t j = 0; j < p.counts[i]; j++) {
      pair part = {0};
      part.counts[i] = 1;
      emit(to, &part);
    }
}

static void the_memory_estimate_of_parts_counts_heaps(void **state) {
  static const grundy_rules rules = {.abi = GRUNDY_RULES_ABI,
                                     .size = sizeof rules,
                                     .title = "pairs",
                                     .open = open_pairs,
                                     .start = start_pairs,
                                     .moves = move_pairs,
                                     .split = split_pairs};
  grundy_open_options options = {.size = sizeof options, .parts = true};
  grundy_digraph *g;
  assert_int_equal(grundy_game_from_rules(&rules, "", &options, &g, NULL), GRUNDY_OK);
  uint64_t took = measure(g, GRUNDY_COLUMNS_PARTS), need = grundy_solve_memory(g, NULL);
  if (need < took || need > 10 * took)
    fail_msg("took %llu bytes, %llu were estimated", (unsigned long long)took,
             (unsigned long long)need);
  grundy_digraph_free(g);
}

/* ---- families ---------------------------------------------------------------------------- */

/* At most that much more is promised than is held, the game included. */
static void assert_close(const char *name, const grundy_digraph *g, grundy_columns columns,
                         unsigned percent) {
  uint64_t rows = 8 * ((uint64_t)grundy_digraph_order(g) + 1) + 4 * grundy_digraph_size(g);
  uint64_t took = rows + measure(g, columns);
  uint64_t need =
      rows + grundy_solve_memory(g, &GRUNDY_OPTIONS(grundy_solve_options, .columns = columns));
  if (need < took || need > took + took * percent / 100)
    fail_msg("%s, %u threads, columns %#x: took %llu bytes, %llu were promised", name,
             grundy_threads(), columns, (unsigned long long)took, (unsigned long long)need);
}

/* Every game of the benchmark, with enough vertices for waves. Nobody knows beforehand whether
 * levels become lazy or are needed at all, which matters most for the counter of a chain; nor how
 * many different values the followers of a position have, and whether any is above 30, which hmin
 * and j depend on. */
static void the_memory_promised_for_all_games_of_the_benchmark_is_close(void **state) {
  static const struct {
    grundy_columns columns;
    unsigned percent;
  } promises[] = {
      {GRUNDY_COLUMNS_DEFAULT, 10},
      {GRUNDY_COLUMN_GRUNDY | GRUNDY_COLUMN_K, 8},
      {GRUNDY_COLUMN_COUNTER, 15},
      {GRUNDY_COLUMN_MISERE | GRUNDY_FROM_DRAWS, 7},
      {GRUNDY_COLUMN_HMIN | GRUNDY_COLUMN_J, 80},
  };
  static const unsigned threads[] = {1, 2};
  const game_size size = {.order = 270000, .hard_moves = 300000};
  for (int i = 0; i < GAME_COUNT; i++) {
    grundy_digraph *g = make_game(&games[i], &size);
    for (size_t t = 0; t < sizeof threads / sizeof *threads; t++) {
      grundy_threads_set(threads[t]);
      for (size_t j = 0; j < (t == 0 ? 5 : 3); j++)
        assert_close(games[i].name, g, promises[j].columns, promises[j].percent);
    }
    grundy_threads_set(0);
    grundy_digraph_free(g);
  }
}

static void the_memory_estimate_of_any_game_is_not_exceeded(void **state) {
  on_models_of_all_kinds(assert_needs, 200);
}

static void the_memory_estimate_of_a_small_game_is_not_exceeded(void **state) {
  on_small_models(3, assert_needs);
}

/* Column by column, and all columns. */
static void the_memory_estimate_of_a_two_coloured_game_is_not_exceeded(void **state) {
  grundy_random random = grundy_random_new(1);
  for (uint64_t i = 0; i < 60; i++) {
    grundy_digraph *g = random_coloured_game(&random, i < 40 ? 50 : 30000, 4, i % 2 == 0);
    grundy_columns all = grundy_solve_columns(g, true);
    assert_need(g, all, 400);
    for (int column = 0; column < GRUNDY_COLUMN_COUNT; column++)
      if ((all & 1U << column) != 0)
        assert_need(g, 1U << column, 1U << column == GRUNDY_COLUMN_PLAYER ? 2000 : 400);
    grundy_digraph_free(g);
  }
}

static void the_memory_estimate_of_a_game_with_ends_is_not_exceeded(void **state) {
  grundy_random random = grundy_random_new(1);
  for (uint64_t i = 0; i < 40; i++) {
    grundy_digraph *g = random_ended_game(&random, i < 30 ? 50 : 30000);
    assert_need(g, grundy_solve_columns(g, true), 400);
    grundy_digraph_free(g);
  }
}

/* ---- digraphs ---------------------------------------------------------------------------- */

static void assert_digraph_holds(const grundy_digraph *g, uint64_t took) {
  uint64_t said = grundy_digraph_memory(g);
  if (took > said + 1024 || said > took)
    fail_msg("%u positions: took %llu bytes, %llu were counted", grundy_digraph_order(g),
             (unsigned long long)took, (unsigned long long)said);
}

static void assert_model_holds(const grundy_model *model, unsigned percent) {
  grundy_digraph *g;
  uint64_t before = held;
  (void)percent;
  assert_int_equal(grundy_model_make(model, NULL, &g, NULL), GRUNDY_OK);
  assert_digraph_holds(g, held - before);
  grundy_digraph_free(g);
}

/* Rows; and names, labels, players and outcomes. */
static void a_digraph_holds_what_it_says(void **state) {
  on_models_of_all_kinds(assert_model_holds, 0);
  for (int with = 0; with < 4; with++) {
    char text[64000];
    size_t length = (size_t)snprintf(text, sizeof text, "digraph {\n");
    for (int i = 0; i < 700; i++)
      length += (size_t)snprintf(text + length, sizeof text - length, "p%d -> %s%d\n", i,
                                 with % 2 == 0 ? "p" : "long_name_of_a_position_", i / 2);
    if (with >= 2)
      length += (size_t)snprintf(text + length, sizeof text - length, "p9 [label=\"nine\"]\n");
    length += (size_t)snprintf(text + length, sizeof text - length, "}\n");
    FILE *in = fmemopen(text, length, "r");
    grundy_digraph *g = NULL;
    uint64_t before = held;
    assert_int_equal(grundy_digraph_read("x", GRUNDY_FORMAT_DOT,
                                         &GRUNDY_OPTIONS(grundy_read_options, .stream = in), &g,
                                         NULL),
                     GRUNDY_OK);
    assert_digraph_holds(g, held - before);
    grundy_digraph_free(g);
    (void)fclose(in);
  }
}

/* ---- from reverse rows ------------------------------------------------------------------- */

static uint64_t measure_external(const grundy_digraph *g, const grundy_external_options *options) {
  grundy_solution *solution;
  grundy_error error;
  uint64_t before = peak = held;
  if (grundy_external_solve(g, options, &solution, &error) != GRUNDY_OK)
    fail_msg("%s", error.message);
  grundy_solution_free(solution);
  assert_int_equal(held, before);
  return peak - before;
}

static void assert_holds_at_most(uint64_t took, uint64_t allowed, const char *how) {
  if (took > allowed)
    fail_msg("%s: took %llu bytes, %llu were allowed", how, (unsigned long long)took,
             (unsigned long long)allowed);
}

/* The limit is an upper bound: with a scratch file and without, whether rows are trimmed or not,
 * and K included. */
static void assert_external_needs(const grundy_model *model, unsigned percent) {
  static const grundy_columns columns[] = {GRUNDY_COLUMNS_DEFAULT &
                                               ~(grundy_columns)GRUNDY_COLUMN_COUNTER,
                                           GRUNDY_COLUMN_K,
                                           GRUNDY_COLUMN_OUTCOME,
                                           GRUNDY_COLUMN_REMOTENESS | GRUNDY_COLUMN_MISERE,
                                           GRUNDY_COLUMN_DISTANCE,
                                           GRUNDY_COLUMN_GRUNDY};
  grundy_digraph *g;
  (void)percent;
  assert_int_equal(grundy_model_make(model, NULL, &g, NULL), GRUNDY_OK);
  for (size_t i = 0; i < sizeof columns / sizeof *columns; i++) {
    grundy_external_options options =
        GRUNDY_OPTIONS(grundy_external_options, .columns = columns[i]);
    uint64_t lean = options.memory = grundy_external_memory(g, &options);
    assert_holds_at_most(measure_external(g, &options), lean, "in memory");
    options.scratch = folder;
    uint64_t least = grundy_external_memory(g, &options);
    assert_true(least < lean + (1 << 20));
    for (uint64_t more = 0; more <= 2; more++) {
      options.memory = least + more * grundy_digraph_size(g) * 4;
      assert_holds_at_most(measure_external(g, &options), options.memory, "with a scratch file");
    }
  }
  grundy_digraph_free(g);
}

static void what_reverse_rows_may_hold_is_not_exceeded(void **state) {
  on_models_of_all_kinds(assert_external_needs, 0);
  on_small_models(2, assert_external_needs);
}

/* What `grundy info` prints is what a run takes, within a tenth: rows in memory, and a scratch file
 * with no memory to spare. */
static void the_estimates_from_reverse_rows_are_close(void **state) {
  static const grundy_columns columns[] = {
      GRUNDY_COLUMN_OUTCOME | GRUNDY_COLUMN_REMOTENESS, GRUNDY_COLUMN_GRUNDY,
      GRUNDY_COLUMN_GRUNDY | GRUNDY_COLUMN_COUNTER, GRUNDY_COLUMN_DISTANCE};
  grundy_model model = grundy_model_default(GRUNDY_MODEL_DEGREE);
  grundy_digraph *g;
  model.order = 100000;
  model.degree = 8;
  model.sinks = 0.1;
  assert_int_equal(grundy_model_make(&model, NULL, &g, NULL), GRUNDY_OK);
  for (size_t i = 0; i < 2 * sizeof columns / sizeof *columns; i++) {
    grundy_external_options options = GRUNDY_OPTIONS(
        grundy_external_options, .columns = columns[i / 2], .scratch = i % 2 == 0 ? NULL : folder);
    uint64_t estimate = options.memory = grundy_external_memory(g, &options);
    uint64_t took = measure_external(g, &options);
    if (took > estimate || estimate > took + took / 10)
      fail_msg("columns %#x, %s: took %llu bytes, %llu were estimated", columns[i / 2],
               i % 2 == 0 ? "in memory" : "with a scratch file", (unsigned long long)took,
               (unsigned long long)estimate);
  }
  grundy_digraph_free(g);
}

static void a_memory_estimate_past_64_bits_is_the_largest_number(void **state) {
  assert_int_equal(
      grundy_solve_memory_bound(GRUNDY_DIGRAPH_MAX_ORDER, UINT64_MAX, GRUNDY_COLUMNS_ALL),
      UINT64_MAX);
  assert_int_equal(grundy_solve_memory_bound(10, 20, 0),
                   grundy_solve_memory_bound(10, 20, GRUNDY_COLUMNS_DEFAULT));
}

/* ---- verifying --------------------------------------------------------------------------- */

static uint64_t measure_verify(const grundy_digraph *g, const grundy_solution *solution) {
  grundy_report *report;
  uint64_t before = peak = held;
  assert_int_equal(grundy_verify(g, solution, NULL, &report, NULL), GRUNDY_OK);
  grundy_report_free(report);
  assert_int_equal(held, before);
  return peak - before;
}

static void assert_verify_need(const grundy_digraph *g, const grundy_solution *solution,
                               grundy_columns columns, unsigned percent) {
  uint32_t order = grundy_digraph_order(g);
  uint64_t size = grundy_digraph_size(g), took = measure_verify(g, solution);
  uint64_t need = grundy_verify_memory(order, size, columns);
  if (took > need || (percent > 0 && need > took + took * percent / 100))
    fail_msg("%u vertices, %llu moves, columns %#x: took %llu bytes, %llu were estimated", order,
             (unsigned long long)size, columns, (unsigned long long)took, (unsigned long long)need);
}

/* The complete solution, and without the columns and numbers that make checks short. */
static void assert_verify_needs(const grundy_model *model, unsigned percent) {
  grundy_digraph *g;
  assert_int_equal(grundy_model_make(model, NULL, &g, NULL), GRUNDY_OK);
  for (size_t i = 0; i < sizeof column_sets / sizeof *column_sets; i++) {
    grundy_columns columns = column_sets[i];
    grundy_solve_options options = {.size = sizeof options, .columns = columns};
    grundy_solution *solution;
    assert_int_equal(grundy_solve_in_memory(g, &options, &solution, NULL), GRUNDY_OK);
    assert_verify_need(g, solution, columns, columns == GRUNDY_COLUMNS_DEFAULT ? percent : 0);
    const uint32_t last = grundy_digraph_order(g) - 1;
    for (int column = 0; last != UINT32_MAX && column < GRUNDY_COLUMN_COUNT; column++) {
      uint32_t *numbers = (uint32_t *)grundy_solution_numbers(solution, 1U << column);
      if (numbers == NULL || 1U << column == GRUNDY_COLUMN_GRUNDY) continue;
      numbers[last] += 1;
    }
    assert_verify_need(g, solution, columns, 0);
    uint32_t *values = (uint32_t *)grundy_solution_numbers(solution, GRUNDY_COLUMN_GRUNDY);
    if (values != NULL && last != UINT32_MAX) values[last] = UINT32_MAX - 1;
    assert_verify_need(g, solution, columns, 0);
    grundy_solution_free(solution);
  }
  grundy_digraph_free(g);
}

static void the_memory_estimate_of_verifying_is_not_exceeded(void **state) {
  on_models_of_all_kinds(assert_verify_needs, 0);
}

static void the_memory_estimate_of_verifying_a_small_game_is_not_exceeded(void **state) {
  on_small_models(40, assert_verify_needs);
}

static void
the_memory_estimate_of_verifying_sparse_games_is_at_most_twice_what_it_takes(void **state) {
  grundy_model model = grundy_model_default(GRUNDY_MODEL_DEGREE);
  model.order = 50000;
  for (int degree = 1; degree <= 4; degree++) {
    model.degree = degree;
    assert_verify_needs(&model, 100);
  }
}

/* Returns a solution of which one entry of a column is wrong. */
static grundy_solution *spoilt_solution(const grundy_digraph *g, grundy_columns columns,
                                        grundy_columns column) {
  grundy_solution *solution;
  assert_int_equal(grundy_solve_in_memory(g,
                                          &GRUNDY_OPTIONS(grundy_solve_options, .columns = columns),
                                          &solution, NULL),
                   GRUNDY_OK);
  uint32_t *numbers = (uint32_t *)grundy_solution_numbers(solution, column);
  uint32_t v = 0;
  while (numbers[v] == 0 || numbers[v] == UINT32_MAX) v++;
  numbers[v] = 0;
  return solution;
}

/* The promise is for the worst game of that size and a solution that takes the longest way: a wrong
 * counter, for which the reverse digraph is needed. */
static void
the_memory_promised_for_verifying_is_not_far_from_what_a_wrong_counter_takes(void **state) {
  const grundy_columns columns = GRUNDY_COLUMN_GRUNDY | GRUNDY_COLUMN_COUNTER;
  grundy_model model = grundy_model_default(GRUNDY_MODEL_DEGREE);
  model.order = 100000;
  model.sinks = 0.1;
  for (int degree = 4; degree <= 8; degree += 4) {
    grundy_digraph *g;
    model.degree = degree;
    assert_int_equal(grundy_model_make(&model, NULL, &g, NULL), GRUNDY_OK);
    grundy_solution *solution = spoilt_solution(g, columns, GRUNDY_COLUMN_COUNTER);
    assert_verify_need(g, solution, columns, 50);
    grundy_solution_free(solution);
    grundy_digraph_free(g);
  }
}

static void a_memory_estimate_of_verifying_past_64_bits_is_the_largest_number(void **state) {
  assert_int_equal(grundy_verify_memory(GRUNDY_DIGRAPH_MAX_ORDER, UINT64_MAX, GRUNDY_COLUMNS_ALL),
                   UINT64_MAX);
  assert_int_equal(grundy_verify_memory(10, 20, 0),
                   grundy_verify_memory(10, 20, GRUNDY_COLUMNS_DEFAULT));
}

/* ---- refining ---------------------------------------------------------------------------- */

static void assert_refining_need(const grundy_model *model, unsigned percent) {
  grundy_digraph *g;
  uint32_t count;
  assert_int_equal(grundy_model_make(model, NULL, &g, NULL), GRUNDY_OK);
  uint32_t order = grundy_digraph_order(g);
  uint32_t *class_of = calloc((size_t)order + 1, sizeof *class_of);
  uint64_t size = grundy_digraph_size(g), before = peak = held;
  assert_int_equal(grundy_compatible_coarsest(g, NULL, class_of, &count, NULL), GRUNDY_OK);
  assert_int_equal(held, before);
  uint64_t took = peak - before, need = grundy_compatible_memory(order, size);
  if (took > need || (percent > 0 && need > took + took * percent / 100))
    fail_msg("%u vertices, %llu moves: took %llu bytes, %llu were estimated", order,
             (unsigned long long)size, (unsigned long long)took, (unsigned long long)need);
  free(class_of);
  grundy_digraph_free(g);
}

static void the_memory_estimate_of_refining_any_game_is_not_exceeded(void **state) {
  on_models_of_all_kinds(assert_refining_need, 100);
  on_small_models(3, assert_refining_need);
  assert_int_equal(grundy_compatible_memory(GRUNDY_DIGRAPH_MAX_ORDER, UINT64_MAX), UINT64_MAX);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_memory_estimate_of_sparse_cyclic_games_is_within_a_half),
      cmocka_unit_test(the_memory_estimate_of_draws_and_lazy_levels_is_not_exceeded),
      cmocka_unit_test(the_memory_estimate_of_parts_counts_heaps),
      cmocka_unit_test(the_memory_promised_for_all_games_of_the_benchmark_is_close),
      cmocka_unit_test(the_memory_estimate_of_any_game_is_not_exceeded),
      cmocka_unit_test(the_memory_estimate_of_a_small_game_is_not_exceeded),
      cmocka_unit_test(the_memory_estimate_of_a_two_coloured_game_is_not_exceeded),
      cmocka_unit_test(the_memory_estimate_of_a_game_with_ends_is_not_exceeded),
      cmocka_unit_test(a_digraph_holds_what_it_says),
      cmocka_unit_test(what_reverse_rows_may_hold_is_not_exceeded),
      cmocka_unit_test(the_estimates_from_reverse_rows_are_close),
      cmocka_unit_test(a_memory_estimate_past_64_bits_is_the_largest_number),
      cmocka_unit_test(the_memory_estimate_of_verifying_is_not_exceeded),
      cmocka_unit_test(the_memory_estimate_of_verifying_a_small_game_is_not_exceeded),
      cmocka_unit_test(
          the_memory_estimate_of_verifying_sparse_games_is_at_most_twice_what_it_takes),
      cmocka_unit_test(
          the_memory_promised_for_verifying_is_not_far_from_what_a_wrong_counter_takes),
      cmocka_unit_test(a_memory_estimate_of_verifying_past_64_bits_is_the_largest_number),
      cmocka_unit_test(the_memory_estimate_of_refining_any_game_is_not_exceeded),
  };
  return cmocka_run_group_tests(tests, folder_make, folder_remove);
}
