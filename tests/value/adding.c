/* The generalized nim-sum, compared with explicit products and with the theorems of compounds. */

#include <grundy/compound.h>
#include <grundy/digraph.h>
#include <grundy/game.h>
#include <grundy/solve.h>
#include <grundy/value.h>

#include "support/games.h"
#include "support/test.h"

static const uint32_t numbers[] = {0, 1, 4, 6, 7};

static const grundy_set absent = {NULL, 0, true};

static grundy_value nimber(uint32_t number) {
  return (grundy_value){.nimber = number, .k = absent};
}

static grundy_value infinite(uint64_t size) {
  return (grundy_value){.nimber = GRUNDY_INFINITY, .k = {numbers, size, false}};
}

static void assert_text(grundy_value value, const char *expected) {
  char text[64];
  grundy_value_format(value, true, text, sizeof text);
  assert_string_equal(text, expected);
}

/* ---- the three rules ------------------------------------------------------------------- */

static void nimbers_add_by_exclusive_or(void **state) {
  assert_text(grundy_value_add(nimber(5), nimber(3), NULL), "6");
  assert_text(grundy_value_add(nimber(7), nimber(7), NULL), "0");
  assert_text(grundy_value_add(nimber(0), nimber(0x7fffffff), NULL), "2147483647");
  assert_true(grundy_value_add(nimber(5), nimber(3), NULL).k.absent);
}

static void sum_of_an_infinite_value_and_a_nimber_shifts_its_set(void **state) {
  uint32_t room[5];
  assert_text(grundy_value_add(infinite(5), nimber(0), room), "inf{0,1,4,6,7}");
  assert_text(grundy_value_add(infinite(5), nimber(3), room), "inf{2,3,4,5,7}");
  assert_text(grundy_value_add(nimber(6), infinite(4), room), "inf{0,2,6,7}");
  assert_text(grundy_value_add(nimber(6), infinite(0), NULL), "inf{}");
}

static void sum_of_two_infinite_values_has_the_empty_set(void **state) {
  uint32_t room[5];
  assert_text(grundy_value_add(infinite(5), infinite(2), room), "inf{}");
  assert_text(grundy_value_add(infinite(0), infinite(0), NULL), "inf{}");
  assert_text(
      grundy_value_add((grundy_value){.nimber = GRUNDY_INFINITY, .k = absent}, infinite(1), room),
      "inf{}");
}

static void an_unknown_set_stays_unknown(void **state) {
  assert_text(
      grundy_value_add(nimber(2), (grundy_value){.nimber = GRUNDY_INFINITY, .k = absent}, NULL),
      "inf");
  const uint32_t three[] = {3};
  const grundy_value unknown = {.nimber = GRUNDY_INFINITY, .k = absent},
                     half = {.nimber = GRUNDY_INFINITY, .c = {three, 1, false}};
  uint32_t room[5];
  const grundy_value sums[] = {grundy_value_add(unknown, half, room),
                               grundy_value_add(half, unknown, room)};
  for (int i = 0; i < 2; i++) {
    assert_text(sums[i], "inf");
    assert_true(sums[i].k.absent);
    assert_int_equal(sums[i].c.size, 0);
  }
}

static void a_sum_may_overwrite_its_summand(void **state) {
  uint32_t own[5];
  memcpy(own, numbers, sizeof own);
  grundy_value value = {.nimber = GRUNDY_INFINITY, .k = {own, 5, false}};
  assert_text(grundy_value_add(value, nimber(3), own), "inf{2,3,4,5,7}");
}

/* A set that is too long for the simple sort of short rows. */
static void long_sets_are_sorted_again(void **state) {
  uint32_t even[100], room[100];
  for (uint32_t i = 0; i < 100; i++) even[i] = 2 * i;
  grundy_value sum = grundy_value_add(
      (grundy_value){.nimber = GRUNDY_INFINITY, .k = {even, 100, false}}, nimber(0x55), room);
  assert_int_equal(sum.k.size, 100);
  for (uint32_t i = 0; i < 100; i++) {
    assert_true(i == 0 || sum.k.numbers[i - 1] < sum.k.numbers[i]);
    assert_true(grundy_set_has(sum.k, even[i] ^ 0x55));
  }
}

/* ---- halves and moons -------------------------------------------------------------------- */

static grundy_value with_rests(grundy_set k, grundy_set c) {
  return (grundy_value){.nimber = GRUNDY_INFINITY, .k = k, .c = c};
}

/* The table of docs/carry-on.md: n = 3, ∞(0,1), half(1), moon(0,1) and moon. */
static void halves_and_moons_add_by_the_table(void **state) {
  static const uint32_t one = 1, wins = GRUNDY_INFINITY;
  static const uint32_t zero_one[] = {0, 1};
  const grundy_set both = {zero_one, 2, false}, none = {NULL, 0, false};
  const grundy_value terms[] = {nimber(3), with_rests(both, none),
                                with_rests(none, (grundy_set){&one, 1, false}),
                                with_rests((grundy_set){zero_one, 1, false}, both),
                                with_rests(none, (grundy_set){&wins, 1, false})};
  static const char *const sums[5][5] = {
      {"0", "inf{2,3}", "half(2)", "moon{2,3}", "moon"},
      {"inf{2,3}", "inf{}", "inf{0,1}", "inf{0,1}", "moon"},
      {"half(2)", "inf{0,1}", "half(0)", "moon{0,1}", "moon"},
      {"moon{2,3}", "inf{0,1}", "moon{0,1}", "moon{0,1}", "moon"},
      {"moon", "moon", "moon", "moon", "moon"}};
  static const char outcomes[6] = "NNNNN";
  uint32_t room[64];
  for (int i = 0; i < 5; i++) {
    assert_int_equal(grundy_value_outcome(terms[i]), outcomes[i]);
    for (int j = 0; j < 5; j++) assert_text(grundy_value_add(terms[i], terms[j], room), sums[i][j]);
  }
  assert_int_equal(grundy_value_outcome(grundy_value_add(terms[2], terms[2], room)), 'D');
}

static void an_open_value_stays_open_unless_a_moon_is_added(void **state) {
  static const uint32_t wins = GRUNDY_INFINITY;
  const grundy_value open = with_rests(absent, absent);
  uint32_t room[16];
  assert_text(grundy_value_add(open, nimber(2), room), "inf");
  assert_text(grundy_value_add(infinite(2), open, room), "inf");
  assert_text(grundy_value_add(open, with_rests(absent, (grundy_set){&wins, 1, false}), room),
              "moon");
}

/* ---- products -------------------------------------------------------------------------- */

enum { PRODUCTS = 4000, POSITIONS = 3, MOST = 64 };

typedef struct solved_game {
  grundy_digraph *g;
  grundy_solution *solution;
} solved_game;

static void solve_game(solved_game *game) {
  assert_int_equal(grundy_solve_in_memory(game->g, NULL, &game->solution, NULL), GRUNDY_OK);
}

static void free_game(solved_game *game) {
  grundy_solution_free(game->solution);
  grundy_digraph_free(game->g);
}

/* Returns whether the sum of the components' values differs from the value of position v of the
 * product. */
static const char *compare_sum(const solved_game *parts, const solved_game *product, uint32_t v) {
  uint32_t second = grundy_digraph_order(parts[1].g), third = grundy_digraph_order(parts[2].g);
  uint32_t at[] = {v / third / second, v / third % second, v % third}, room[MOST];
  grundy_value sum = nimber(0), reverse = nimber(0);
  for (int i = 0; i < 3; i++)
    sum = grundy_value_add(sum, grundy_solution_value(parts[i].solution, at[i]), room);
  grundy_value expected = grundy_solution_value(product->solution, v);
  if (!grundy_value_equal(sum, expected)) return "the sum is another value";
  if (grundy_value_compare(sum, expected) != 0) return "equal values differ in the order";
  if (grundy_value_outcome(sum) !=
      grundy_solution_letters(product->solution, GRUNDY_COLUMN_OUTCOME)[v])
    return "the value has another outcome";
  for (int i = 3; i-- > 0;)
    reverse = grundy_value_add(grundy_solution_value(parts[i].solution, at[i]), reverse, room);
  return grundy_value_equal(reverse, expected) ? NULL : "the order of addition matters";
}

/* The tallies of compounds add up values in their own way. */
static const char *compare_compound(const solved_game *parts, uint32_t u, uint32_t v) {
  grundy_solved views[2];
  grundy_compound *compound = NULL;
  grundy_evaluation evaluation;
  uint32_t at[] = {u, v}, room[MOST];
  assert_int_equal(grundy_compound_new(GRUNDY_NORMAL_PLAY, &compound, NULL), GRUNDY_OK);
  for (int i = 0; i < 2; i++) {
    views[i] = grundy_solved_view(parts[i].g, parts[i].solution);
    assert_int_equal(
        grundy_compound_add(compound, grundy_component_digraph(&views[i]), at[i], NULL), GRUNDY_OK);
  }
  assert_int_equal(grundy_compound_join(compound, GRUNDY_DISJUNCTIVE, 2, NULL), GRUNDY_OK);
  assert_int_equal(grundy_compound_evaluate(compound, NULL, &evaluation, NULL), GRUNDY_OK);
  bool is_infinite = evaluation.value == GRUNDY_INFINITY64;
  grundy_value value = {.nimber = is_infinite ? GRUNDY_INFINITY : (uint32_t)evaluation.value,
                        .k = evaluation.k};
  grundy_value sum = grundy_value_add(grundy_solution_value(parts[0].solution, u),
                                      grundy_solution_value(parts[1].solution, v), room);
  bool equal = evaluation.value != GRUNDY_UNKNOWN && grundy_value_equal(value, sum);
  grundy_compound_free(compound);
  return equal ? NULL : "the compound has another value";
}

static const char *check_product(const solved_game *parts, grundy_random *random) {
  const grundy_digraph *games[] = {parts[0].g, parts[1].g, parts[2].g};
  solved_game product = {0};
  const char *wrong = NULL;
  assert_int_equal(grundy_digraph_product(GRUNDY_DISJUNCTIVE, 3, games, NULL, &product.g, NULL),
                   GRUNDY_OK);
  solve_game(&product);
  for (uint32_t v = 0; v < grundy_digraph_order(product.g) && wrong == NULL; v++)
    wrong = compare_sum(parts, &product, v);
  for (int i = 0; i < POSITIONS && wrong == NULL; i++)
    wrong = compare_compound(
        parts, (uint32_t)grundy_random_below(random, grundy_digraph_order(parts[0].g)),
        (uint32_t)grundy_random_below(random, grundy_digraph_order(parts[1].g)));
  free_game(&product);
  return wrong;
}

static void values_of_products_are_sums_of_values(void **state) {
  uint64_t first = test_seed();
  for (uint64_t seed = first; seed < first + test_scaled(PRODUCTS); seed++) {
    grundy_random random = grundy_random_new(seed);
    solved_game parts[3];
    for (int i = 0; i < 3; i++) {
      uint32_t order = 1 + (uint32_t)grundy_random_below(&random, 7);
      double density = 0.1 + 0.1 * (double)grundy_random_below(&random, 7);
      parts[i].g = grundy_random_below(&random, 3) == 0 ? game_acyclic(&random, order, density)
                                                        : game_random(&random, order, density);
      solve_game(&parts[i]);
    }
    const char *wrong = check_product(parts, &random);
    if (wrong != NULL) fail_msg("GRUNDY_SEED=%llu: %s", (unsigned long long)seed, wrong);
    for (int i = 0; i < 3; i++) free_game(&parts[i]);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(nimbers_add_by_exclusive_or),
      cmocka_unit_test(halves_and_moons_add_by_the_table),
      cmocka_unit_test(an_open_value_stays_open_unless_a_moon_is_added),
      cmocka_unit_test(sum_of_an_infinite_value_and_a_nimber_shifts_its_set),
      cmocka_unit_test(sum_of_two_infinite_values_has_the_empty_set),
      cmocka_unit_test(an_unknown_set_stays_unknown),
      cmocka_unit_test(a_sum_may_overwrite_its_summand),
      cmocka_unit_test(long_sets_are_sorted_again),
      cmocka_unit_test(values_of_products_are_sums_of_values),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
