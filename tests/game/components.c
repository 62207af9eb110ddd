/* Components asked directly: in another order than compounds ask them, and about positions that
 * compounds do not reach. */

#include <grundy/grundy.h>

#include "compound/impl.h"
#include "game/components/components.h"
#include "game/components/unexplored.h"
#include "game/impl.h"
#include "support/test.h"

static uint64_t find(grundy_component game, const char *name) {
  uint64_t position = 0;
  grundy_error error = {0};
  if (game.kind->find_position(game.data, name, strlen(name), &position, &error) != GRUNDY_OK)
    fail_msg("'%s': %s", name, error.message);
  return position;
}

static grundy_evaluation evaluate(grundy_component game, uint64_t position, grundy_play play) {
  grundy_evaluation evaluation = grundy_evaluation_unknown;
  assert_int_equal(game.kind->evaluate(game.data, position, play, &evaluation, NULL), GRUNDY_OK);
  return evaluation;
}

/* ---- heaps ----------------------------------------------------------------------------------- */

static grundy_heap_game *open_heaps(const char *code, uint32_t max) {
  grundy_heap_game *heaps = NULL;
  assert_int_equal(grundy_heap_game_new(code, max, NULL, &heaps, NULL), GRUNDY_OK);
  return heaps;
}

/* Asserts that exploring the sum before, together with others, makes no difference. */
static void assert_explored_alike(grundy_component game, const char *name) {
  grundy_heap_game *heaps = open_heaps("kayles", 6);
  grundy_component alone = grundy_component_heaps(heaps);
  uint64_t position = find(alone, name);
  assert_int_equal(grundy_heap_game_explore(heaps, position, NULL), GRUNDY_OK);
  for (int play = 0; play < 2; play++) {
    grundy_evaluation a = evaluate(game, find(game, name), (grundy_play)play);
    grundy_evaluation b = evaluate(alone, position, (grundy_play)play);
    assert_int_equal(a.value, b.value);
    assert_int_equal(a.remoteness, b.remoteness);
    assert_int_equal(a.distance, b.distance);
  }
  grundy_heap_game_free(heaps);
}

/* 3,3 is in the table when 6 and the followers of 3,3 are explored, which do not lead to it. */
static void sums_of_heaps_are_explored_one_after_the_other(void **state) {
  grundy_heap_game *heaps = open_heaps("kayles", 6);
  grundy_component game = grundy_component_heaps(heaps);
  uint64_t late = find(game, "3,3"), first = find(game, "6"), count = 0;
  assert_int_equal(grundy_heap_game_explore(heaps, first, NULL), GRUNDY_OK);
  grundy_evaluation unexplored = evaluate(game, late, GRUNDY_NORMAL_PLAY);
  assert_int_equal(unexplored.value, 0);
  assert_false(grundy_is_known(unexplored.remoteness));
  assert_int_equal(game.kind->count_moves(game.data, late, &count, NULL), GRUNDY_OK);
  assert_int_equal(count, 3);
  for (uint64_t i = 0; i < count; i++) {
    uint64_t follower = 0;
    assert_int_equal(game.kind->get_move(game.data, late, i, &follower, NULL), GRUNDY_OK);
    assert_int_equal(grundy_heap_game_explore(heaps, follower, NULL), GRUNDY_OK);
  }
  assert_int_equal(grundy_heap_game_explore(heaps, late, NULL), GRUNDY_OK);
  assert_explored_alike(game, "6");
  assert_explored_alike(game, "3,3");
  grundy_heap_game_free(heaps);
}

/* A move of 0.07 takes two counters. */
static void sums_without_moves_need_not_be_explored(void **state) {
  grundy_heap_game *heaps = open_heaps("0.07", 5);
  grundy_component game = grundy_component_heaps(heaps);
  for (int play = 0; play < 2; play++) {
    grundy_evaluation over = evaluate(game, find(game, "1,1"), (grundy_play)play);
    assert_int_equal(over.remoteness, play);
    assert_int_equal(over.distance, 0);
    assert_false(grundy_is_known(evaluate(game, find(game, "1,2"), (grundy_play)play).remoteness));
  }
  grundy_heap_game_free(heaps);
}

static void names_of_sums_of_heaps_are_checked(void **state) {
  static const char *const wrong[] = {"", ",1", "1,", "x", "1x", "6", "99"};
  grundy_heap_game *heaps = open_heaps("kayles", 5);
  grundy_component game = grundy_component_heaps(heaps);
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    uint64_t position = 77;
    grundy_error error = {0};
    assert_int_equal(
        game.kind->find_position(game.data, wrong[i], strlen(wrong[i]), &position, &error),
        GRUNDY_BAD_INPUT);
    assert_int_equal(error.reason, GRUNDY_REASON_NO_POSITION);
    assert_int_equal(position, 77);
  }
  grundy_heap_game_free(heaps);
}

static void only_moves_of_heaps_are_described(void **state) {
  static const struct {
    const char *from, *to, *words;
  } cases[] = {{"7", "2,3", "take 2 from 7 leaving 2 and 3"},
               {"1,2", "2", "take 1 from 1"},
               {"7", "1,1,1,1,1,1", ""}, /* six parts */
               {"2", "3", ""},
               {"2,2", "1,1", ""}};
  grundy_heap_game *heaps = open_heaps("kayles", 9);
  grundy_component game = grundy_component_heaps(heaps);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char text[64];
    size_t length = game.kind->describe_move(game.data, find(game, cases[i].from),
                                             find(game, cases[i].to), text, sizeof text);
    assert_string_equal(text, cases[i].words);
    assert_int_equal(length, strlen(text));
  }
  grundy_heap_game_free(heaps);
}

/* A sum without heaps has one empty heap on its board; a sum of more heaps than a board has places
 * has none. */
static void boards_of_sums_have_all_heaps(void **state) {
  enum { MANY = GRUNDY_BOARD_MAX_PLACES + 1 };
  static char name[2 * MANY];
  static grundy_board board;
  grundy_heap_game *heaps = open_heaps("kayles", 5);
  grundy_component game = grundy_component_heaps(heaps);
  for (size_t i = 0; i < MANY; i++) memcpy(name + 2 * i, "1,", 2);
  name[2 * MANY - 1] = '\0';
  const struct {
    const char *name;
    uint32_t heaps;
  } cases[] = {{"0", 1}, {"2,3", 2}, {name + 2, MANY - 1}, {name, 0}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    assert_int_equal(game.kind->board(game.data, find(game, cases[i].name), NULL, 1, &board, NULL),
                     GRUNDY_OK);
    assert_int_equal(board.place_count, cases[i].heaps);
  }
  grundy_heap_game_free(heaps);
}

/* ---- ordinals -------------------------------------------------------------------------------- */

/* Evaluations store ω·n + k for k below GRUNDY_OMEGA only. */
static void the_distance_of_a_huge_heap_is_too_large(void **state) {
  grundy_ordinals *ordinals = NULL;
  assert_int_equal(grundy_ordinals_new(&ordinals, NULL), GRUNDY_OK);
  grundy_component game = grundy_component_ordinals(ordinals);
  assert_int_equal(evaluate(game, GRUNDY_OMEGA - 1, GRUNDY_NORMAL_PLAY).distance, GRUNDY_OMEGA - 1);
  assert_int_equal(evaluate(game, GRUNDY_OMEGA, GRUNDY_NORMAL_PLAY).distance, GRUNDY_TOO_LARGE);
  assert_int_equal(evaluate(game, find(game, "w^w"), GRUNDY_NORMAL_PLAY).distance,
                   GRUNDY_TOO_LARGE);
  grundy_ordinals_free(ordinals);
}

/* ---- digraphs -------------------------------------------------------------------------------- */

static void a_window_is_not_part_of_a_compound(void **state) {
  grundy_digraph *g = NULL;
  grundy_solution *solution = NULL;
  grundy_compound *compound = NULL;
  grundy_error error = {0};
  grundy_open_options options = {.size = sizeof options, .window = 3, .accepts_windows = true};
  assert_int_equal(grundy_game_open("wythoff:5,5", &options, &g, NULL), GRUNDY_OK);
  assert_int_equal(grundy_solve_in_memory(g, NULL, &solution, NULL), GRUNDY_OK);
  assert_int_equal(grundy_compound_new(GRUNDY_NORMAL_PLAY, &compound, NULL), GRUNDY_OK);
  grundy_solved solved = grundy_solved_view(g, solution);
  assert_int_equal(grundy_compound_add(compound, grundy_component_digraph(&solved), 0, &error),
                   GRUNDY_UNDEFINED);
  assert_int_equal(grundy_compound_count(compound), 0);
  grundy_compound_free(compound);
  grundy_solution_free(solution);
  grundy_digraph_free(g);
}

static void numbers_of_missing_columns_are_unknown(void **state) {
  static const uint32_t tails[] = {0, 1}, heads[] = {1, 2};
  grundy_digraph *g = NULL;
  grundy_solution *solution = NULL;
  grundy_solve_options options = {.size = sizeof options, .columns = GRUNDY_COLUMN_GRUNDY};
  assert_int_equal(grundy_digraph_new(3, 2, tails, heads, &g, NULL), GRUNDY_OK);
  assert_int_equal(grundy_solve_in_memory(g, &options, &solution, NULL), GRUNDY_OK);
  grundy_solved solved = grundy_solved_view(g, solution);
  grundy_component game = grundy_component_digraph(&solved);
  grundy_evaluation evaluation = evaluate(game, 1, GRUNDY_MISERE_PLAY);
  assert_int_equal(evaluation.value, 1);
  assert_int_equal(evaluation.remoteness, GRUNDY_UNKNOWN);
  assert_int_equal(game.kind->check_position(game.data, 1, GRUNDY_NORMAL_PLAY, NULL),
                   GRUNDY_BAD_ARGUMENT);
  grundy_solution_free(solution);
  grundy_digraph_free(g);
}

/* ---- rules that are not explored ------------------------------------------------------------- */

/* The rules fail at heaps of more than three counters. */
static void rules_that_are_not_explored_may_fail_later(void **state) {
  grundy_game_name name = grundy_game_parse(GRUNDY_ROOT "/tests/game/ended.lua:3,0");
  grundy_open_options options = {.size = sizeof options};
  grundy_ruleset *ruleset = NULL;
  grundy_unexplored u;
  uint64_t position = 0, count = 0, to = 77;
  assert_int_equal(grundy_game_ruleset(&name, &options, &ruleset, NULL), GRUNDY_OK);
  assert_int_equal(grundy_unexplored_open(&u, ruleset, &options, NULL), GRUNDY_OK);
  for (uint64_t n = 0; n < 6; n++) {
    const char digit = (char)('0' + n);
    grundy_status expected = n > 3 ? GRUNDY_BAD_INPUT : GRUNDY_OK;
    bool over = false;
    assert_int_equal(grundy_unexplored_find(&u, &digit, 1, &position, NULL), GRUNDY_OK);
    assert_int_equal(grundy_unexplored_is_over(&u, position, &over, NULL), expected);
    assert_int_equal(over, n == 0);
    if (n > 0) assert_int_equal(grundy_unexplored_get_move(&u, position, 0, &to, NULL), expected);
    assert_int_equal(grundy_unexplored_count_moves(&u, position, &count, NULL), expected);
    assert_int_equal(count, n > 3 ? 0 : n);
  }
  assert_int_equal(grundy_unexplored_find(&u, "x", 1, &position, NULL), GRUNDY_BAD_INPUT);
  grundy_unexplored_close(&u);
}

/* ---- parts ----------------------------------------------------------------------------------- */

/* An empty name means the start; a name that the rules parse as nothing is not a position. */
static void positions_of_a_game_of_parts_are_found(void **state) {
  static const char game_text[] = GRUNDY_ROOT "/tests/faults/heaps.lua:3";
  grundy_digraph *g = NULL;
  grundy_solution *solution = NULL;
  grundy_parts_game *parts = NULL;
  grundy_error error = {0};
  uint64_t position = 77, to = 77;
  assert_int_equal(
      grundy_game_open(game_text, &GRUNDY_OPTIONS(grundy_open_options, .parts = true), &g, NULL),
      GRUNDY_OK);
  assert_int_equal(grundy_solve_in_memory(
                       g, &GRUNDY_OPTIONS(grundy_solve_options, .columns = GRUNDY_COLUMNS_PARTS),
                       &solution, NULL),
                   GRUNDY_OK);
  assert_int_equal(grundy_parts_game_new(g, solution, true, &parts, NULL), GRUNDY_OK);
  grundy_component game = grundy_component_parts(parts);
  assert_int_equal(game.kind->find_position(game.data, "", 0, &position, &error), GRUNDY_BAD_INPUT);
  assert_int_equal(error.reason, GRUNDY_REASON_NO_POSITION);
  assert_int_equal(game.kind->find_position(game.data, "nothing", 7, &position, &error),
                   GRUNDY_BAD_INPUT);
  assert_int_equal(error.reason, GRUNDY_REASON_NO_POSITION);
  assert_int_equal(game.kind->get_move(game.data, find(game, "0-1"), 0, &to, NULL), GRUNDY_OK);
  assert_int_equal(evaluate(game, to, GRUNDY_NORMAL_PLAY).value, 0);
  assert_int_equal(evaluate(game, find(game, "1-2"), GRUNDY_NORMAL_PLAY).value, 3);
  grundy_parts_game_free(parts);
  grundy_solution_free(solution);
  grundy_digraph_free(g);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(sums_of_heaps_are_explored_one_after_the_other),
      cmocka_unit_test(sums_without_moves_need_not_be_explored),
      cmocka_unit_test(names_of_sums_of_heaps_are_checked),
      cmocka_unit_test(only_moves_of_heaps_are_described),
      cmocka_unit_test(boards_of_sums_have_all_heaps),
      cmocka_unit_test(the_distance_of_a_huge_heap_is_too_large),
      cmocka_unit_test(a_window_is_not_part_of_a_compound),
      cmocka_unit_test(numbers_of_missing_columns_are_unknown),
      cmocka_unit_test(rules_that_are_not_explored_may_fail_later),
      cmocka_unit_test(positions_of_a_game_of_parts_are_found),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
