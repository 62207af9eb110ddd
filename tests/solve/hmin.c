/* The least H of a (G, H) pair of Smith. */

#include "solve/hmin.h"
#include "solve/kernels.h"
#include "support/games.h"
#include "support/naive.h"
#include "support/test.h"

static void solve(const grundy_digraph *g, const grundy_digraph *reverse, uint32_t *values,
                  uint32_t *hmin) {
  assert_int_equal(grundy_values_solve(g, reverse, NULL, values, NULL, NULL), GRUNDY_OK);
  assert_int_equal(grundy_hmin_solve(g, reverse, values, NULL, hmin, NULL), GRUNDY_OK);
}

/* ---- against the definitions --------------------------------------------------------- */

typedef bool algorithm(grundy_arena *arena, grundy_view g, grundy_view reverse,
                       const uint32_t *values, uint32_t *hmin, grundy_work *work);

static void run(algorithm *solve_by, const grundy_digraph *g, const grundy_digraph *reverse,
                const uint32_t *values, uint32_t *hmin) {
  grundy_work work = grundy_work_start(NULL, "hmin", 0);
  grundy_arena arena = {0};
  assert_true(solve_by(&arena, grundy_view_of(g), grundy_view_of(reverse), values, hmin, &work));
  assert_int_equal(grundy_arena_end(&arena, GRUNDY_OK, NULL), GRUNDY_OK);
}

static const char *is_least_fixed_point(const test_game *game) {
  uint32_t values[NAIVE_MOST], ignored[NAIVE_MOST], expected[NAIVE_MOST], got[NAIVE_MOST];
  uint32_t order = grundy_digraph_order(game->g);
  naive_values(game->g, values, ignored);
  naive_hmin(game->g, values, expected);
  assert_int_equal(grundy_hmin_solve(game->g, game->reverse, values, NULL, got, NULL), GRUNDY_OK);
  const char *why = same_numbers("H_min", order, expected, got);
  if (why != NULL) return why;
  run(grundy_hmin_large, game->g, game->reverse, values, got);
  return same_numbers("H_min for large values", order, expected, got);
}

static void hmin_is_the_least_fixed_point_of_its_equations(void **state) {
  on_all_kinds_of_games(is_least_fixed_point);
}

/* The last heap has the value heaps - 1: the largest value that fits into a set, and larger ones.
 * With more than 60 heaps, the drawn vertex has three moves and a follower of value 60. */
static void hmin_is_right_on_both_sides_of_the_largest_small_value(void **state) {
  static const uint32_t heaps[] = {GRUNDY_HMIN_SMALL - 1,
                                   GRUNDY_HMIN_SMALL,
                                   GRUNDY_HMIN_SMALL + 1,
                                   GRUNDY_HMIN_SMALL + 2,
                                   61,
                                   62,
                                   95};
  for (size_t i = 0; i < sizeof heaps / sizeof *heaps; i++) {
    grundy_digraph *g = game_gaps(heaps[i]);
    on_game(g, is_least_fixed_point);
    grundy_digraph_free(g);
  }
}

/* Larger than a cache, so that waves are wide; for large values there are no waves. */
static void both_algorithms_agree_on_large_games(void **state) {
  enum { ORDER = 180000 };
  grundy_random random = grundy_random_new(test_seed());
  uint32_t *values = new_numbers(ORDER), *small = new_numbers(ORDER), *large = new_numbers(ORDER);
  for (uint32_t degree = 2; degree <= 8; degree += 3) {
    grundy_digraph *g = game_sparse(&random, ORDER, 0.2, degree), *reverse = game_reverse(g);
    solve(g, reverse, values, small);
    run(grundy_hmin_large, g, reverse, values, large);
    const char *why = same_numbers("H_min", ORDER, large, small);
    if (why != NULL) fail_msg("degree %u: %s", degree, why);
    grundy_digraph_free(g);
    grundy_digraph_free(reverse);
  }
  free(values);
  free(small);
  free(large);
}

/* Stops at one of the ticks. */
static bool stop_later(void *context, const char *phase, uint64_t done, uint64_t total) {
  (void)phase;
  (void)done;
  (void)total;
  return (*(uint64_t *)context)-- > 0;
}

/* Also in the middle of the first waves, which are wide. */
static void work_on_large_games_can_be_cancelled(void **state) {
  enum { ORDER = 180000 };
  grundy_random random = grundy_random_new(test_seed());
  uint32_t *values = new_numbers(ORDER), *hmin = new_numbers(ORDER);
  grundy_digraph *g = game_sparse(&random, ORDER, 0.2, 4), *reverse = game_reverse(g);
  assert_int_equal(grundy_values_solve(g, reverse, NULL, values, NULL, NULL), GRUNDY_OK);
  uint64_t stride = grundy_work_stride;
  grundy_work_stride = 1;
  for (uint64_t ticks = 0; ticks < 12; ticks++) {
    uint64_t left = ticks;
    const grundy_monitor monitor = {.context = &left, .tick = stop_later};
    assert_int_equal(grundy_hmin_solve(g, reverse, values, &monitor, hmin, NULL), GRUNDY_CANCELLED);
  }
  grundy_work_stride = stride;
  grundy_digraph_free(g);
  grundy_digraph_free(reverse);
  free(values);
  free(hmin);
}

/* [Smi66, (23c)]: for every y < G(u) a follower v has G(v) = y and H(v) < H(u). */
static bool has_smaller(const grundy_digraph *g, const uint32_t *values, const uint32_t *h,
                        uint32_t u, uint32_t y, uint32_t limit) {
  grundy_vertices followers = grundy_digraph_followers(g, u);
  for (uint64_t i = 0; i < followers.count; i++)
    if (values[followers.at[i]] == y && h[followers.at[i]] < limit) return true;
  return false;
}

/* [Smi66, (23c)–(23e)] at a vertex with finite G(u). */
static const char *smiths_condition(const grundy_digraph *g, const uint32_t *values,
                                    const uint32_t *h, uint32_t u) {
  for (uint32_t y = 0; y < values[u]; y++)
    if (!has_smaller(g, values, h, u, y, h[u])) return "(23c)";
  grundy_vertices followers = grundy_digraph_followers(g, u);
  for (uint64_t i = 0; i < followers.count; i++) {
    uint32_t v = followers.at[i];
    if (h[v] < h[u] && values[v] == values[u]) return "(23d)";
    if (h[v] >= h[u] && (h[u] == 0 || !has_smaller(g, values, h, v, values[u], h[u] - 1)))
      return "(23e)";
  }
  return NULL;
}

static const char *is_a_pair(const test_game *game) {
  uint32_t values[NAIVE_MOST], h[NAIVE_MOST];
  solve(game->g, game->reverse, values, h);
  for (uint32_t u = 0; u < grundy_digraph_order(game->g); u++) {
    if ((values[u] == GRUNDY_INFINITY) != (h[u] == GRUNDY_INFINITY))
      return because("only one of G and H_min is infinite at %u", u);
    if (h[u] == GRUNDY_INFINITY) continue;
    const char *failing = smiths_condition(game->g, values, h, u);
    if (failing != NULL) return because("[Smi66, %s] fails at %u", failing, u);
  }
  return NULL;
}

static void g_and_hmin_are_a_pair_in_the_sense_of_smith(void **state) {
  on_all_kinds_of_games(is_a_pair);
}

static const char *bounds_value_and_remoteness(const test_game *game) {
  uint32_t values[NAIVE_MOST], h[NAIVE_MOST], remoteness[NAIVE_MOST];
  solve(game->g, game->reverse, values, h);
  naive_remoteness(game->g, 0, remoteness);
  for (uint32_t u = 0; u < grundy_digraph_order(game->g); u++) {
    if (h[u] < values[u]) return because("H_min(%u) < G(%u)", u, u);
    if (h[u] < remoteness[u]) return because("H_min(%u) < R(%u)", u, u);
  }
  return NULL;
}

static void hmin_is_at_least_the_value_and_the_remoteness(void **state) {
  on_every_game(3, bounds_value_and_remoteness);
  on_random_games(20000, 8, bounds_value_and_remoteness);
  on_random_games(1000, 200, bounds_value_and_remoteness);
}

/* ---- long games ---------------------------------------------------------------------- */

enum { MILLION = 1000000 };

static void hmin_grows_along_a_chain_of_a_million_positions(void **state) {
  static const uint32_t strides[] = {1, MILLION - 1, 618033};
  uint32_t *values = new_numbers(MILLION), *hmin = new_numbers(MILLION);
  for (size_t i = 0; i < sizeof strides / sizeof *strides; i++) {
    grundy_digraph *g = game_chain(MILLION, strides[i]), *reverse = game_reverse(g);
    solve(g, reverse, values, hmin);
    for (uint64_t v = 0; v < MILLION; v++) assert_int_equal(hmin[v * strides[i] % MILLION], v);
    grundy_digraph_free(g);
    grundy_digraph_free(reverse);
  }
  free(values);
  free(hmin);
}

/* The vertex that closes a decided cycle must wait for all of it. */
static uint32_t hmin_on_cycle(uint32_t order, uint32_t tail, uint32_t v) {
  if (v >= tail && tail % 2 == 0) return GRUNDY_INFINITY;
  return v == tail ? order : v;
}

static void check_cycle(uint32_t order, uint32_t tail) {
  grundy_digraph *g = game_cycle_with_tail(order, tail), *reverse = game_reverse(g);
  uint32_t *values = new_numbers(order), *hmin = new_numbers(order);
  solve(g, reverse, values, hmin);
  for (uint32_t v = 0; v < order; v++) assert_int_equal(hmin[v], hmin_on_cycle(order, tail, v));
  free(values);
  free(hmin);
  grundy_digraph_free(g);
  grundy_digraph_free(reverse);
}

static void hmin_goes_round_a_decided_cycle(void **state) {
  on_cycles_with_tails(check_cycle);
}

static void the_empty_game_has_no_hmin_to_write(void **state) {
  grundy_digraph *g = game_from_bits(0, 0), *reverse = game_reverse(g);
  uint32_t untouched[2] = {77, 78};
  solve(g, reverse, &untouched[0], &untouched[1]);
  assert_int_equal(untouched[1], 78);
  grundy_digraph_free(g);
  grundy_digraph_free(reverse);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(hmin_is_the_least_fixed_point_of_its_equations),
      cmocka_unit_test(hmin_is_right_on_both_sides_of_the_largest_small_value),
      cmocka_unit_test(both_algorithms_agree_on_large_games),
      cmocka_unit_test(work_on_large_games_can_be_cancelled),
      cmocka_unit_test(g_and_hmin_are_a_pair_in_the_sense_of_smith),
      cmocka_unit_test(hmin_is_at_least_the_value_and_the_remoteness),
      cmocka_unit_test(hmin_grows_along_a_chain_of_a_million_positions),
      cmocka_unit_test(hmin_goes_round_a_decided_cycle),
      cmocka_unit_test(the_empty_game_has_no_hmin_to_write),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
