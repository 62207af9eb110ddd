/* Values and outcomes of boxes: the kernels against lists of all followers, thousands of random
 * move sets, and published values. */

#include "support/games.h"
#include "support/test.h"
#include "support/vectors.h"

#include <grundy/heap.h>

#include <inttypes.h>

/* Compares the box with the definition, as values if it has some, and as outcomes. */
static void assert_box(const vector_rules *rules, grundy_vector_options options) {
  char text[VECTORS_TEXT];
  vector_rules_text(rules, text);
  uint64_t count = naive_box_count(rules->dimension, &options.corner);
  uint32_t *values = calloc(count, sizeof *values);
  grundy_outcome *outcomes = calloc(count, 1);
  naive_vectors(rules, &options, values, outcomes);
  grundy_vector_moves *moves = vector_moves_of(text);
  for (int only = 0; only < 2; only++) {
    grundy_vector_box *box = NULL;
    grundy_error error = {0};
    options.outcomes_only = only == 1;
    if (grundy_vector_solve(moves, &options, &box, &error) != GRUNDY_OK)
      fail_msg("%s: %s", text, error.message);
    const grundy_vector_grid grid = grundy_vector_box_view(box);
    const uint32_t *found = grid.values;
    assert_true((found == NULL) ==
                (only == 1 || options.block > 0 || options.play == GRUNDY_MISERE_PLAY));
    assert_int_equal(grid.count, count);
    for (uint64_t i = 0; i < count; i++) {
      if (found != NULL && found[i] != values[i])
        fail_msg("%s: the value of position %" PRIu64 " is %" PRIu32 ", and not %" PRIu32, text, i,
                 values[i], found[i]);
      if (grundy_vector_outcome(&grid, i) != outcomes[i])
        fail_msg("%s: the outcome of position %" PRIu64 " (passes %" PRIu32 ", block %" PRIu32
                 ", play %d) is %c",
                 text, i, options.passes, options.block, (int)options.play, outcomes[i]);
    }
    grundy_vector_box_free(box);
  }
  grundy_vector_moves_free(moves);
  free(values);
  free(outcomes);
}

/* Sides such that there are at most some hundred positions. */
static grundy_vector_options random_box(grundy_random *random, uint32_t dimension) {
  static const uint32_t sides[] = {0, 150, 22, 7, 5};
  grundy_vector_options options = {.size = sizeof options};
  for (uint32_t i = 0; i < dimension; i++)
    options.corner.at[i] = (uint32_t)grundy_random_below(random, sides[dimension]);
  return options;
}

static uint32_t random_dimension(grundy_random *random) {
  return 1 + (uint32_t)grundy_random_below(random, GRUNDY_VECTOR_MAX_DIMENSION);
}

static void random_move_sets_have_the_values_of_their_followers(void **state) {
  grundy_random random = grundy_random_new(test_seed());
  for (uint64_t i = 0; i < test_scaled(3000); i++) {
    uint32_t dimension = random_dimension(&random);
    vector_rules rules = random_vectors(&random, dimension, 1 + (uint32_t)i % 6);
    assert_box(&rules, random_box(&random, dimension));
  }
}

static void random_move_sets_in_misere_play(void **state) {
  grundy_random random = grundy_random_new(test_seed());
  for (uint64_t i = 0; i < test_scaled(1000); i++) {
    uint32_t dimension = random_dimension(&random);
    vector_rules rules = random_vectors(&random, dimension, 4);
    grundy_vector_options options = random_box(&random, dimension);
    options.play = GRUNDY_MISERE_PLAY;
    assert_box(&rules, options);
  }
}

static void random_terminal_positions_and_passes(void **state) {
  grundy_random random = grundy_random_new(test_seed());
  for (uint64_t i = 0; i < test_scaled(1000); i++) {
    uint32_t dimension = random_dimension(&random);
    vector_rules rules = random_vectors(&random, dimension, 4);
    grundy_vector_options options = random_box(&random, dimension);
    grundy_vector_position ends[5] = {0};
    for (int k = 0; k < 5; k++)
      for (uint32_t j = 0; j < dimension; j++)
        ends[k].at[j] = (uint32_t)grundy_random_below(&random, options.corner.at[j] + 3);
    options.terminal = ends;
    options.terminal_count = i % 6;
    options.passes = (uint32_t)grundy_random_below(&random, 4);
    options.play = i % 3 == 0 ? GRUNDY_MISERE_PLAY : GRUNDY_NORMAL_PLAY;
    assert_box(&rules, options);
  }
}

/* Two rays in the same direction lead to the same followers, which the kernel does not count. */
static bool has_parallel_rays(const vector_rules *rules) {
  for (uint32_t i = 0; i < rules->count; i++)
    for (uint32_t j = 0; j < i; j++) {
      const int32_t *a = rules->moves[i].entries, *b = rules->moves[j].entries;
      if (rules->moves[i].is_ray && rules->moves[j].is_ray && a[0] * b[1] == a[1] * b[0])
        return true;
    }
  return false;
}

static void random_move_sets_with_forbidden_followers(void **state) {
  grundy_random random = grundy_random_new(test_seed());
  for (uint64_t i = 0; i < test_scaled(1000);) {
    vector_rules rules = random_vectors(&random, 2, 3);
    grundy_vector_options options = {.size = sizeof options, .corner = {{5, 7}}};
    if (has_parallel_rays(&rules)) continue;
    options.block = 1 + (uint32_t)i % 2;
    options.play = i % 3 == 0 ? GRUNDY_MISERE_PLAY : GRUNDY_NORMAL_PLAY;
    assert_box(&rules, options);
    i++;
  }
}

/* Long lines: sets of many words, of which the first are full. */
static void long_rays_have_the_values_of_their_followers(void **state) {
  const vector_rules wythoff = {
      .dimension = 2, .count = 3, .moves = {{{1, 0}, true}, {{0, 1}, true}, {{1, 1}, true}}};
  const vector_rules mixed = {
      .dimension = 2,
      .count = 5,
      .moves = {{{1, 0}, true}, {{0, 2}, true}, {{2, 1}, true}, {{0, 1}, false}, {{3, 5}, false}}};
  const vector_rules line = {.dimension = 1, .count = 2, .moves = {{{2}, true}, {{3}, true}}};
  assert_box(&wythoff, GRUNDY_OPTIONS(grundy_vector_options, .corner = {{90, 140}}));
  assert_box(&mixed, GRUNDY_OPTIONS(grundy_vector_options, .corner = {{80, 120}}));
  assert_box(&line, GRUNDY_OPTIONS(grundy_vector_options, .corner = {{700}}));
}

static grundy_vector_box *box_of(const char *text, grundy_vector_position corner) {
  grundy_vector_moves *moves = vector_moves_of(text);
  grundy_vector_box *box = NULL;
  assert_int_equal(grundy_vector_solve(
                       moves, &GRUNDY_OPTIONS(grundy_vector_options, .corner = corner), &box, NULL),
                   GRUNDY_OK);
  grundy_vector_moves_free(moves);
  return box;
}

/* Bouton's theorem [Bou01]. */
static void nim_has_the_values_of_nim(void **state) {
  grundy_vector_box *box =
      box_of("vector{(1,0,0)*,(0,1,0)*,(0,0,1)*}", (grundy_vector_position){{20, 33, 70}});
  const grundy_vector_grid grid = grundy_vector_box_view(box);
  for (uint32_t a = 0; a <= 20; a++)
    for (uint32_t b = 0; b <= 33; b++)
      for (uint32_t c = 0; c <= 70; c++)
        assert_int_equal(
            grid.values[grundy_vector_index(&grid, &(grundy_vector_position){{a, b, c}})],
            a ^ b ^ c);
  grundy_vector_box_free(box);
}

static void one_dimension_has_the_values_of_subtraction_games(void **state) {
  static const char *const games[][2] = {{"take{1,2,4}", "vector{(1),(2),(4)}"},
                                         {"take{2,5,7,13}", "vector{(13),(7),(2),(5)}"},
                                         {"nim", "vector{(1)*}"}};
  enum { MOST = 2000 };
  for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
    grundy_heap_code *code = NULL;
    grundy_heaps *heaps = NULL;
    grundy_heap_options options = {.size = sizeof options, .max = MOST};
    assert_int_equal(grundy_heap_code_parse(games[i][0], strlen(games[i][0]), &code, NULL),
                     GRUNDY_OK);
    assert_int_equal(grundy_heaps_solve(code, &options, &heaps, NULL), GRUNDY_OK);
    grundy_vector_box *box = box_of(games[i][1], (grundy_vector_position){{MOST}});
    assert_memory_equal(grundy_heaps_values(heaps, NULL), grundy_vector_box_view(box).values,
                        (MOST + 1) * sizeof(uint32_t));
    grundy_vector_box_free(box);
    grundy_heaps_free(heaps);
    grundy_heap_code_free(code);
  }
}

/* Wythoff's theorem [Wyt07]: (a, b) with a <= b is a P-position if a is the least number that no
 * earlier pair has, and b - a the number of earlier pairs. */
static void p_positions_of_wythoffs_game_are_wythoffs_pairs(void **state) {
  enum { SIDE = 1000 };
  bool used[SIDE + 1] = {false};
  grundy_vector_box *box =
      box_of("vector{(1,0)*,(0,1)*,(1,1)*}", (grundy_vector_position){{SIDE, SIDE}});
  const grundy_vector_grid grid = grundy_vector_box_view(box);
  uint64_t found = 0, pairs = 0;
  for (uint64_t i = 0; i < grid.count; i++)
    found += grundy_vector_outcome(&grid, i) == GRUNDY_OUTCOME_P;
  for (uint32_t a = 0, k = 0; a <= SIDE; a++) {
    if (used[a]) continue;
    uint32_t b = a + k++;
    if (b > SIDE) continue;
    used[a] = used[b] = true;
    uint64_t index = grundy_vector_index(&grid, &(grundy_vector_position){{a, b}});
    assert_int_equal(grundy_vector_outcome(&grid, index), GRUNDY_OUTCOME_P);
    pairs += a == b ? 1 : 2;
  }
  assert_int_equal(found, pairs);
  grundy_vector_box_free(box);
}

/* Two vectors a and b: x is a P-position exactly if x + a + b is [LSY24]. */
static void games_of_two_vectors_repeat_after_their_sum(void **state) {
  grundy_random random = grundy_random_new(test_seed());
  for (uint64_t i = 0; i < test_scaled(100); i++) {
    vector_rules rules = random_vectors(&random, 2, 6);
    char text[VECTORS_TEXT];
    const int32_t *a = rules.moves[0].entries, *b = rules.moves[1].entries;
    rules.count = 2;
    rules.overshoot = rules.moves[0].is_ray = rules.moves[1].is_ray = false;
    for (uint32_t k = 0; k < 2; k++) rules.moves[1].entries[k] |= (int32_t)k;
    vector_rules_text(&rules, text);
    grundy_vector_box *box = box_of(text, (grundy_vector_position){{60, 70}});
    const grundy_vector_grid grid = grundy_vector_box_view(box);
    for (uint32_t x = 0; x + (uint32_t)(a[0] + b[0]) <= 60; x++)
      for (uint32_t y = 0; y + (uint32_t)(a[1] + b[1]) <= 70; y++) {
        grundy_vector_position from = {{x, y}};
        grundy_vector_position to = {{x + (uint32_t)(a[0] + b[0]), y + (uint32_t)(a[1] + b[1])}};
        assert_int_equal(grundy_vector_outcome(&grid, grundy_vector_index(&grid, &from)),
                         grundy_vector_outcome(&grid, grundy_vector_index(&grid, &to)));
      }
    grundy_vector_box_free(box);
  }
}

/* ---- limits ----------------------------------------------------------------------------- */

static void assert_refused(const char *text, grundy_vector_options options,
                           grundy_status expected) {
  grundy_vector_moves *moves = vector_moves_of(text);
  grundy_vector_box *box = NULL;
  grundy_error error = {0};
  assert_int_equal(grundy_vector_solve(moves, &options, &box, &error), expected);
  assert_true(box == NULL && error.message[0] != '\0');
  grundy_vector_moves_free(moves);
}

static void what_the_engine_cannot_do_is_refused(void **state) {
  const grundy_vector_options square = {.size = sizeof square, .corner = {{9, 9}}};
  grundy_vector_options options = square;
  assert_refused("vector{(1,-1)}", square, GRUNDY_UNABLE);
  options.limit = 99;
  assert_refused("vector{(1,1)}", options, GRUNDY_UNABLE);
  options = square;
  options.block = options.passes = 1;
  assert_refused("vector{(1,1)}", options, GRUNDY_UNABLE);
  options.passes = 0;
  assert_refused("vector{(2,0)*,(3,0)*}", options, GRUNDY_UNABLE);
  options.block = GRUNDY_VECTOR_MAX_BLOCK + 1;
  assert_refused("vector{(1,1)}", options, GRUNDY_BAD_ARGUMENT);
  options = square;
  options.passes = GRUNDY_VECTOR_MAX_PASSES + 1;
  assert_refused("vector{(1,1)}", options, GRUNDY_BAD_ARGUMENT);
  options = square;
  for (int i = 0; i < 4; i++) options.corner.at[i] = GRUNDY_VECTOR_MAX_ENTRY;
  assert_refused("vector{(1,1,1,1)}", options, GRUNDY_UNABLE);
  options.corner.at[0] = UINT32_MAX;
  assert_refused("vector{(1)}", options, GRUNDY_UNABLE);
}

static bool stop(void *context, const char *phase, uint64_t done, uint64_t total) {
  (void)phase;
  assert_true(done <= total);
  return done < *(const uint64_t *)context;
}

static void the_monitor_can_cancel(void **state) {
  uint64_t most = 2000000;
  grundy_monitor monitor = {.tick = stop, .context = &most};
  grundy_vector_options options = {
      .size = sizeof options, .corner = {{3000, 3000}}, .outcomes_only = true, .monitor = &monitor};
  assert_refused("vector{(1,0)*,(0,1)*}", options, GRUNDY_CANCELLED);
}

static void memory_is_a_few_bytes_per_position(void **state) {
  grundy_vector_moves *moves = vector_moves_of("vector{(1,0)*,(0,1)*,(1,1)*}");
  grundy_vector_options options = {.size = sizeof options, .corner = {{3000, 3000}}};
  assert_in_range(grundy_vector_memory(moves, &options), 4 * 9006001, 16 * 9006001);
  options.corner = (grundy_vector_position){{10000, 10000}};
  options.outcomes_only = true;
  assert_in_range(grundy_vector_memory(moves, &options), 100020001, 2000000000);
  grundy_vector_moves_free(moves);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(random_move_sets_have_the_values_of_their_followers),
      cmocka_unit_test(random_move_sets_in_misere_play),
      cmocka_unit_test(random_terminal_positions_and_passes),
      cmocka_unit_test(random_move_sets_with_forbidden_followers),
      cmocka_unit_test(long_rays_have_the_values_of_their_followers),
      cmocka_unit_test(nim_has_the_values_of_nim),
      cmocka_unit_test(one_dimension_has_the_values_of_subtraction_games),
      cmocka_unit_test(p_positions_of_wythoffs_game_are_wythoffs_pairs),
      cmocka_unit_test(games_of_two_vectors_repeat_after_their_sum),
      cmocka_unit_test(what_the_engine_cannot_do_is_refused),
      cmocka_unit_test(the_monitor_can_cancel),
      cmocka_unit_test(memory_is_a_few_bytes_per_position),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
