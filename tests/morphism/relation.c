/* Checks of relations against the definitions, and hereditary sets as texts. */

#include <grundy/grundy.h>

#include "support/coloured.h"
#include "support/games.h"
#include "support/kinds.h"
#include "support/relations.h"
#include "support/test.h"

static bool same(grundy_violation a, grundy_violation b) {
  return a.found == b.found && a.at_ends == b.at_ends && a.first == b.first &&
         a.second == b.second && a.move == b.move;
}

static const char *is_classified(const grundy_digraph *g, const uint32_t *class_of,
                                 uint32_t count) {
  grundy_relation_report report;
  grundy_violation compatible = naive_compatible(g, class_of);
  grundy_violation semicompatible = naive_semicompatible(g, class_of);
  assert_int_equal(grundy_relation_check(g, class_of, count, NULL, &report, NULL), GRUNDY_OK);
  if (!same(report.compatible, compatible))
    return because("not compatible at %u, %u, %u instead of %u, %u, %u", report.compatible.first,
                   report.compatible.second, report.compatible.move, compatible.first,
                   compatible.second, compatible.move);
  if (report.semicompatible_defined && !same(report.semicompatible, semicompatible))
    return because("not semicompatible at %u, %u, %u instead of %u, %u, %u",
                   report.semicompatible.first, report.semicompatible.second,
                   report.semicompatible.move, semicompatible.first, semicompatible.second,
                   semicompatible.move);
  return NULL;
}

static const char *all_relations_are_classified(const test_game *game) {
  uint32_t order = grundy_digraph_order(game->g), *class_of = new_numbers(order);
  const char *why = NULL;
  do {
    why = is_classified(game->g, class_of, class_count(order, class_of));
  } while (why == NULL && next_relation(order, class_of));
  free(class_of);
  return why;
}

static void all_relations_on_small_games_are_classified_as_defined(void **state) {
  for (uint32_t order = 0; order <= 3; order++) on_every_game(order, all_relations_are_classified);
  on_some_games(4, 2000, all_relations_are_classified);
  on_random_games(300, 5, all_relations_are_classified);
}

/* Random relations, and the coarsest one with two classes merged. */
static const char *random_relations_are_classified(const test_game *game) {
  uint32_t order = grundy_digraph_order(game->g), *class_of = new_numbers(order), count;
  count = random_relation(game->random, order, 1 + order / 2, class_of);
  const char *why = is_classified(game->g, class_of, count);
  if (why == NULL) {
    assert_int_equal(grundy_compatible_coarsest(game->g, NULL, class_of, &count, NULL), GRUNDY_OK);
    why = is_classified(game->g, class_of, count);
    for (uint32_t v = 0; v < order; v++)
      if (class_of[v] == count - 1) class_of[v] = 0;
    if (why == NULL) why = is_classified(game->g, class_of, count > 1 ? count - 1 : count);
  }
  free(class_of);
  return why;
}

static void random_relations_are_classified_as_defined(void **state) {
  grundy_random random = grundy_random_new(test_seed());
  on_random_games(3000, 20, random_relations_are_classified);
  for (uint64_t i = 0; i < test_scaled(1500); i++) {
    grundy_digraph *g = i % 3 == 0 ? random_ended_game(&random, 8)
                                   : random_coloured_game(&random, 8, 3, i % 3 == 1);
    on_game(g, random_relations_are_classified);
    grundy_digraph_free(g);
  }
}

static void a_game_with_players_has_no_semicompatible_relations(void **state) {
  coloured_game game = coloured_start(2);
  coloured_outcome(&game, 0, 'D');
  grundy_digraph *g = coloured_finish(&game);
  const uint32_t together[] = {0, 0};
  grundy_relation_report report;
  assert_int_equal(grundy_relation_check(g, together, 1, NULL, &report, NULL), GRUNDY_OK);
  assert_false(report.semicompatible_defined);
  assert_true(report.compatible.found && report.compatible.at_ends);
  grundy_digraph_free(g);
}

/* ---- hereditary sets ---------------------------------------------------------------------- */

static void nim_heaps_are_the_numbers_of_set_theory(void **state) {
  const uint32_t moves[][2] = {{1, 0}, {2, 0}, {2, 1}, {3, 0}, {3, 1}, {3, 2}, {4, 4}, {5, 4}};
  grundy_digraph *g = game_from_pairs(6, 8, moves);
  grundy_hereditary *sets = NULL;
  assert_int_equal(grundy_hereditary_new(g, 12, &sets, NULL), GRUNDY_OK);
  assert_string_equal(grundy_hereditary_text(sets, 0), "{}");
  assert_string_equal(grundy_hereditary_text(sets, 1), "{{}}");
  assert_string_equal(grundy_hereditary_text(sets, 2), "{{},{{}}}");
  assert_null(grundy_hereditary_text(sets, 3)); /* {{},{{}},{{},{{}}}} is longer */
  assert_string_equal(grundy_hereditary_text(sets, 4), "");
  assert_string_equal(grundy_hereditary_text(sets, 5), "");
  grundy_hereditary_free(sets);
  assert_int_equal(grundy_hereditary_new(g, 20, &sets, NULL), GRUNDY_OK);
  assert_string_equal(grundy_hereditary_text(sets, 3), "{{},{{}},{{},{{}}}}");
  grundy_hereditary_free(sets);
  grundy_digraph_free(g);
}

/* 0 ← 1 ← 2 ← 3. */
static void a_set_with_an_element_that_is_too_long_is_too_long(void **state) {
  const uint32_t moves[][2] = {{1, 0}, {2, 1}, {3, 2}};
  grundy_digraph *g = game_from_pairs(4, 3, moves);
  for (uint64_t most = 0; most < 9; most++) {
    grundy_hereditary *sets = NULL;
    assert_int_equal(grundy_hereditary_new(g, most, &sets, NULL), GRUNDY_OK);
    for (uint32_t v = 0; v < 4; v++)
      assert_int_equal(grundy_hereditary_text(sets, v) == NULL, 2 * (v + 1) > most);
    grundy_hereditary_free(sets);
  }
  grundy_digraph_free(g);
}

/* Followers of the frontier of a window are not known. */
static void a_window_has_no_relations(void **state) {
  grundy_digraph *g = NULL;
  grundy_hereditary *sets = NULL;
  uint32_t class_of[8], count = 77;
  grundy_open_options options = {.size = sizeof options, .window = 3, .accepts_windows = true};
  assert_int_equal(grundy_game_open("wythoff:5,5", &options, &g, NULL), GRUNDY_OK);
  assert_true(grundy_digraph_order(g) <= 8);
  assert_int_equal(grundy_hereditary_new(g, 100, &sets, NULL), GRUNDY_UNDEFINED);
  assert_null(sets);
  assert_int_equal(grundy_values_relation(g, NULL, class_of, &count, NULL), GRUNDY_UNDEFINED);
  assert_int_equal(count, 77);
  grundy_digraph_free(g);
}

static void a_set_contains_an_element_only_once(void **state) {
  const uint32_t moves[][2] = {{2, 0}, {2, 1}, {3, 2}, {3, 0}};
  grundy_digraph *g = game_from_pairs(4, 4, moves);
  grundy_hereditary *sets = NULL;
  assert_int_equal(grundy_hereditary_new(g, 100, &sets, NULL), GRUNDY_OK);
  assert_string_equal(grundy_hereditary_text(sets, 2), "{{}}");
  assert_string_equal(grundy_hereditary_text(sets, 3), "{{},{{}}}");
  grundy_hereditary_free(sets);
  grundy_digraph_free(g);
}

/* Relations are defined for games in which every move changes the player. */
static void a_game_with_kinds_of_moves_has_no_relations(void **state) {
  const uint8_t kinds[] = {0, GRUNDY_MOVE_CARRY_ON, 0, 0};
  const uint32_t class_of[] = {0, 1};
  grundy_digraph *g = game_of_kinds(2, kinds);
  grundy_relation_report report;
  grundy_error error = {0};
  assert_int_equal(grundy_relation_check(g, class_of, 2, NULL, &report, &error), GRUNDY_UNABLE);
  assert_string_equal(error.message, "relations do not support carry-on and entailing moves yet");
  grundy_digraph_free(g);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_game_with_kinds_of_moves_has_no_relations),
      cmocka_unit_test(all_relations_on_small_games_are_classified_as_defined),
      cmocka_unit_test(random_relations_are_classified_as_defined),
      cmocka_unit_test(a_game_with_players_has_no_semicompatible_relations),
      cmocka_unit_test(nim_heaps_are_the_numbers_of_set_theory),
      cmocka_unit_test(a_set_with_an_element_that_is_too_long_is_too_long),
      cmocka_unit_test(a_window_has_no_relations),
      cmocka_unit_test(a_set_contains_an_element_only_once),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
