/* Classical labellings, against trying all functions. */

#include <grundy/solve.h>

#include "support/games.h"
#include "support/test.h"

enum { MOST = 8, MOST_FUNCTIONS = 20000 };

static uint32_t mex_at(const grundy_digraph *g, const uint32_t *label, uint32_t u) {
  grundy_vertices followers = grundy_digraph_followers(g, u);
  for (uint32_t mex = 0;; mex++) {
    bool found = false;
    for (uint64_t i = 0; i < followers.count; i++) found = found || label[followers.at[i]] == mex;
    if (!found) return mex;
  }
}

static bool is_labelling(const grundy_digraph *g, const uint32_t *label) {
  for (uint32_t u = 0; u < grundy_digraph_order(g); u++)
    if (label[u] != mex_at(g, label, u)) return false;
  return true;
}

/* The next function with label[u] <= out-degree of u, in the order of an odometer. */
static bool next_function(const grundy_digraph *g, uint32_t *label) {
  for (uint32_t u = 0; u < grundy_digraph_order(g); u++) {
    if (label[u] < grundy_digraph_followers(g, u).count) {
      label[u]++;
      return true;
    }
    label[u] = 0;
  }
  return false;
}

static uint64_t count_functions(const grundy_digraph *g) {
  uint64_t count = 1;
  for (uint32_t u = 0; u < grundy_digraph_order(g); u++)
    count *= grundy_digraph_followers(g, u).count + 1;
  return count;
}

static uint64_t naive_count(const grundy_digraph *g) {
  uint32_t label[MOST] = {0};
  uint64_t count = 0;
  do count += is_labelling(g, label);
  while (next_function(g, label));
  return count;
}

static const char *all_labellings_are_found(const test_game *game) {
  uint32_t label[MOST];
  grundy_labellings_report report;
  if (count_functions(game->g) > MOST_FUNCTIONS) return NULL;
  uint64_t expected = naive_count(game->g);
  assert_int_equal(grundy_labellings(game->g, NULL, label, &report, NULL), GRUNDY_OK);
  if (report.count != expected || !report.complete)
    return because("there are %u labellings, not %u", (unsigned)expected, (unsigned)report.count);
  if (expected > 0 && !is_labelling(game->g, label)) return "the example is not a labelling";
  if ((expected == 0) != (report.none_at < grundy_digraph_order(game->g)))
    return "no vertex is named";
  return NULL;
}

static void the_search_finds_all_labellings(void **state) {
  for (uint32_t order = 0; order <= 3; order++) on_every_game(order, all_labellings_are_found);
  on_some_games(4, 10000, all_labellings_are_found);
  on_random_games(10000, MOST, all_labellings_are_found);
}

/* ---- games that need more than trying everything ------------------------------------------ */

static grundy_labellings_report report_on(grundy_digraph *g, uint64_t most, uint32_t *label) {
  grundy_labellings_report report;
  assert_int_equal(grundy_labellings(g, &GRUNDY_OPTIONS(grundy_labellings_options, .most = most),
                                     label, &report, NULL),
                   GRUNDY_OK);
  return report;
}

/* On a game without cycles the only labelling is the Grundy function. */
static void games_without_cycles_have_one_labelling(void **state) {
  grundy_random random = grundy_random_new(test_seed());
  enum { ORDER = 2000 };
  static uint32_t label[ORDER];
  grundy_digraph *g = game_acyclic(&random, ORDER, 0.01);
  grundy_labellings_report report = report_on(g, 0, label);
  assert_int_equal(report.count, 1);
  assert_true(report.complete);
  assert_true(is_labelling(g, label));
  grundy_digraph_free(g);
}

/* `count` cycles of `length` vertices without exits: vertices c * length … of cycle c. */
static grundy_digraph *make_cycles(uint32_t count, uint32_t length) {
  uint32_t order = count * length;
  uint32_t *tails = new_numbers(order), *heads = new_numbers(order);
  grundy_digraph *g;
  for (uint32_t v = 0; v < order; v++) {
    tails[v] = v;
    heads[v] = (v + 1) % length == 0 ? v + 1 - length : v + 1;
  }
  assert_int_equal(grundy_digraph_new(order, order, tails, heads, &g, NULL), GRUNDY_OK);
  free(tails);
  free(heads);
  return g;
}

static void labellings_of_separate_parts_multiply(void **state) {
  enum { COUNT = 70 };
  uint32_t label[2 * COUNT];
  grundy_digraph *forty = make_cycles(40, 2), *seventy = make_cycles(COUNT, 2);
  grundy_labellings_report report = report_on(forty, 0, label);
  assert_true(report.complete);
  assert_true(report.count == (uint64_t)1 << 40);
  assert_true(is_labelling(forty, label));
  report = report_on(seventy, 0, label);
  assert_true(report.count == UINT64_MAX);
  assert_false(report.complete);
  report = report_on(forty, 1, label);
  assert_int_equal(report.count, 1);
  assert_false(report.complete);
  grundy_digraph_free(forty);
  grundy_digraph_free(seventy);
}

static void a_long_even_cycle_has_two_labellings_and_an_odd_one_none(void **state) {
  enum { ORDER = 100001 };
  uint32_t *label = new_numbers(ORDER);
  grundy_digraph *odd = make_cycles(1, ORDER), *even = make_cycles(1, ORDER - 1);
  grundy_labellings_report report = report_on(odd, 0, label);
  assert_int_equal(report.count, 0);
  assert_true(report.complete);
  assert_false(report.loop);
  report = report_on(even, 0, label);
  assert_int_equal(report.count, 2);
  assert_true(is_labelling(even, label));
  grundy_digraph_free(odd);
  grundy_digraph_free(even);
  free(label);
}

static void a_loop_is_named(void **state) {
  static const uint32_t pairs[][2] = {{0, 1}, {2, 2}, {2, 0}};
  uint32_t label[3];
  grundy_digraph *g = game_from_pairs(3, 3, pairs);
  grundy_labellings_report report = report_on(g, 0, label);
  assert_int_equal(report.count, 0);
  assert_true(report.loop);
  assert_int_equal(report.none_at, 2);
  grundy_digraph_free(g);
}

static void the_search_ends_after_its_steps_or_when_cancelled(void **state) {
  enum { ORDER = 3000 };
  static uint32_t label[ORDER];
  grundy_digraph *g = make_cycles(1, ORDER);
  grundy_labellings_report report = {.count = 77};
  grundy_error error;
  assert_int_equal(grundy_labellings(g, &GRUNDY_OPTIONS(grundy_labellings_options, .steps = 100),
                                     label, &report, &error),
                   GRUNDY_UNABLE);
  assert_int_equal(error.reason, GRUNDY_REASON_TOO_MANY);
  assert_string_equal(error.message, "found no classical labelling within 100 steps");
  assert_int_equal(
      grundy_labellings(g, &GRUNDY_OPTIONS(grundy_labellings_options, .monitor = &test_cancelling),
                        label, &report, NULL),
      GRUNDY_CANCELLED);
  assert_int_equal(report.count, 77);
  grundy_digraph_free(g);
}

/* Counting may end early in one piece, so that nothing of the next one is counted. Every piece that
 * has a labelling counts as one then. */
static void counting_ends_after_its_steps(void **state) {
  enum { LENGTH = 300 };
  static uint32_t label[2 * LENGTH];
  grundy_digraph *g = make_cycles(2, LENGTH);
  grundy_labellings_report report;
  grundy_status status = GRUNDY_UNABLE;
  uint64_t steps = 100;
  for (; status == GRUNDY_UNABLE; steps += 100)
    status = grundy_labellings(g, &GRUNDY_OPTIONS(grundy_labellings_options, .steps = steps), label,
                               &report, NULL);
  assert_int_equal(status, GRUNDY_OK);
  assert_true(is_labelling(g, label));
  assert_true(report.count >= 1 && report.count < 4);
  assert_false(report.complete);
  report = report_on(g, 0, label);
  assert_int_equal(report.count, 4);
  assert_true(report.complete);
  grundy_digraph_free(g);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_search_finds_all_labellings),
      cmocka_unit_test(games_without_cycles_have_one_labelling),
      cmocka_unit_test(labellings_of_separate_parts_multiply),
      cmocka_unit_test(a_long_even_cycle_has_two_labellings_and_an_odd_one_none),
      cmocka_unit_test(a_loop_is_named),
      cmocka_unit_test(the_search_ends_after_its_steps_or_when_cancelled),
      cmocka_unit_test(counting_ends_after_its_steps),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
