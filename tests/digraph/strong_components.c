/* Strongly connected components. */

#include <grundy/digraph.h>

#include "support/games.h"
#include "support/test.h"

/* ---- the naive twin -------------------------------------------------------------------- */

/* reach[u * order + v]: whether v can be reached from u in zero or more moves. Closes under one
 * intermediate vertex after the other. O(V^3). */
static uint8_t *closure(const grundy_digraph *g) {
  uint32_t order = grundy_digraph_order(g);
  uint8_t *reach = calloc((size_t)order * order + 1, 1);
  assert_non_null(reach);
  for (uint32_t u = 0; u < order; u++)
    for (uint32_t v = 0; v < order; v++)
      reach[u * order + v] = u == v || grundy_digraph_has_move(g, u, v);
  for (uint32_t w = 0; w < order; w++)
    for (uint32_t u = 0; u < order; u++)
      for (uint32_t v = 0; v < order && reach[u * order + w]; v++)
        reach[u * order + v] |= reach[w * order + v];
  return reach;
}

static uint32_t components(const grundy_digraph *g, uint32_t *component) {
  uint32_t count = 77;
  grundy_error error;
  if (grundy_digraph_strong_components(g, component, &count, &error) != GRUNDY_OK)
    fail_msg("grundy_digraph_strong_components: %s", error.message);
  return count;
}

/* Two vertices share a component if and only if each reaches the other, and reachable vertices have
 * no larger component number. */
static const char *fits_closure(const grundy_digraph *g, const uint32_t *component,
                                const uint8_t *reach) {
  uint32_t order = grundy_digraph_order(g);
  for (uint32_t u = 0; u < order; u++)
    for (uint32_t v = 0; v < order; v++) {
      bool there = reach[u * order + v], back = reach[v * order + u];
      if ((component[u] == component[v]) != (there && back))
        return because("%u and %u should%s be in one component", u, v, there && back ? "" : " not");
      if (there && component[v] > component[u])
        return because("%u reaches %u, but its component has a smaller number", u, v);
    }
  return NULL;
}

/* Exactly the numbers below `count` are used. */
static const char *uses_all_numbers(uint32_t order, const uint32_t *component, uint32_t count) {
  for (uint32_t number = 0; number < count; number++) {
    bool used = false;
    for (uint32_t v = 0; v < order; v++) used |= component[v] == number;
    if (!used) return because("no vertex is in component %u of %u", number, count);
  }
  for (uint32_t v = 0; v < order; v++)
    if (component[v] >= count) return because("component %u of %u", component[v], count);
  return NULL;
}

static const char *are_classes_of_mutual_reach(const test_game *game) {
  uint32_t order = grundy_digraph_order(game->g);
  uint32_t *component = new_numbers(order);
  uint32_t count = components(game->g, component);
  uint8_t *reach = closure(game->g);
  const char *wrong = fits_closure(game->g, component, reach);
  if (wrong == NULL) wrong = uses_all_numbers(order, component, count);
  free(reach);
  free(component);
  return wrong;
}

/* ---- tests ----------------------------------------------------------------------------- */

static void components_are_the_classes_of_mutual_reach(void **state) {
  for (uint32_t order = 0; order <= 4; order++) on_every_game(order, are_classes_of_mutual_reach);
  on_random_games(20000, 8, are_classes_of_mutual_reach);
  on_random_games(300, 60, are_classes_of_mutual_reach);
}

enum { MILLION = 1000000 };

static void a_chain_of_a_million_has_a_million_components(void **state) {
  uint32_t *component = new_numbers(MILLION);
  grundy_digraph *g = game_chain(MILLION, 1);
  assert_int_equal(components(g, component), MILLION);
  for (uint32_t v = 0; v < MILLION; v++) assert_int_equal(component[v], v);
  grundy_digraph *reverse = game_reverse(g);
  assert_int_equal(components(reverse, component), MILLION);
  for (uint32_t v = 0; v < MILLION; v++) assert_int_equal(component[v], MILLION - 1 - v);
  grundy_digraph_free(reverse);
  grundy_digraph_free(g);
  free(component);
}

static void a_cycle_of_a_million_less_its_tail_is_one_component(void **state) {
  uint32_t *component = new_numbers(MILLION);
  grundy_digraph *g = game_cycle_with_tail(MILLION, 10);
  assert_int_equal(components(g, component), 11);
  for (uint32_t v = 0; v < MILLION; v++) assert_int_equal(component[v], v < 10 ? v : 10);
  grundy_digraph_free(g);
  free(component);
}

static void a_loop_does_not_enlarge_a_component(void **state) {
  static const uint32_t pairs[][2] = {{0, 0}, {1, 0}};
  uint32_t component[2];
  grundy_digraph *g = game_from_pairs(2, 2, pairs);
  assert_int_equal(components(g, component), 2);
  assert_int_equal(component[0], 0);
  assert_int_equal(component[1], 1);
  grundy_digraph_free(g);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(components_are_the_classes_of_mutual_reach),
      cmocka_unit_test(a_chain_of_a_million_has_a_million_components),
      cmocka_unit_test(a_cycle_of_a_million_less_its_tail_is_one_component),
      cmocka_unit_test(a_loop_does_not_enlarge_a_component),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
