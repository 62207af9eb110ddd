/* Cycles that are found exist, and if none is found there is none. */

#include <grundy/digraph.h>

#include "digraph/cycle.h"
#include "support/games.h"
#include "support/naive.h"
#include "support/test.h"

static bool is_acyclic(const grundy_digraph *g) {
  uint32_t order = grundy_digraph_order(g), *distance = new_numbers(order);
  bool acyclic = true;
  naive_distance(g, distance);
  for (uint32_t v = 0; v < order; v++) acyclic = acyclic && distance[v] != GRUNDY_INFINITY;
  free(distance);
  return acyclic;
}

static bool has_loop(const grundy_digraph *g) {
  for (uint32_t v = 0; v < grundy_digraph_order(g); v++)
    if (grundy_digraph_has_move(g, v, v)) return true;
  return false;
}

static const char *check_cycle(const grundy_digraph *g, const uint32_t *cycle, uint32_t length) {
  if ((length == 0) != is_acyclic(g)) return because("a cycle of length %u", (unsigned)length);
  if ((length == 1) != has_loop(g)) return because("length %u, and a loop", (unsigned)length);
  for (uint32_t i = 0; i < length; i++) {
    if (!grundy_digraph_has_move(g, cycle[i], cycle[(i + 1) % length]))
      return because("no move from vertex %u of the cycle", (unsigned)i);
    for (uint32_t j = 0; j < i; j++)
      if (cycle[i] == cycle[j]) return because("vertex %u occurs twice", (unsigned)cycle[i]);
  }
  return NULL;
}

static const char *a_cycle_is_found_if_there_is_one(const test_game *game) {
  uint32_t *cycle = new_numbers(grundy_digraph_order(game->g)), length = 99;
  const char *wrong = "failed";
  if (grundy_digraph_cycle(game->g, cycle, &length, NULL) == GRUNDY_OK)
    wrong = check_cycle(game->g, cycle, length);
  free(cycle);
  return wrong;
}

static void cycles_are_found_in_all_kinds_of_games(void **state) {
  on_every_game(3, a_cycle_is_found_if_there_is_one);
  on_random_games(5000, 8, a_cycle_is_found_if_there_is_one);
  on_random_games(300, 100, a_cycle_is_found_if_there_is_one);
}

static void a_long_cycle_is_found_without_recursion(void **state) {
  enum { ORDER = 200000, TAIL = 7 };
  grundy_digraph *g = game_cycle_with_tail(ORDER, TAIL);
  uint32_t *cycle = new_numbers(ORDER), length = 0;
  assert_int_equal(grundy_digraph_cycle(g, cycle, &length, NULL), GRUNDY_OK);
  assert_int_equal(length, ORDER - TAIL);
  free(cycle);
  grundy_digraph_free(g);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(cycles_are_found_in_all_kinds_of_games),
      cmocka_unit_test(a_long_cycle_is_found_without_recursion),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
