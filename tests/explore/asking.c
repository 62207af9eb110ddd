/* What is asked of explored games after and while they are explored: swaps, kinds of moves, boards
 * and numbers of positions, for rules that keep their promises and rules that do not. */

#include <unistd.h>

#include <grundy/game.h>
#include <grundy/grundy.h>

#include "explore/impl.h"
#include "support/folder.h"
#include "support/test.h"

static void expect_ok(grundy_status status) {
  assert_int_equal(status, GRUNDY_OK);
}

/* ---- limits -------------------------------------------------------------------------------- */

/* The other player sees n as 100 + n. So there are 12 positions. */
static void positions_that_only_the_other_player_sees_count(void **state) {
  write_script("return { seen_by = 'mover', start = function() return 5 end,\n"
               "moves = function(n) return n % 100 > 0 and { n - 1 } or {} end,\n"
               "swap = function(n) return (n + 100) % 200 end }");
  for (uint64_t limit = 6; limit <= 13; limit++) {
    const grundy_open_options options = GRUNDY_OPTIONS(grundy_open_options, .limit = limit);
    grundy_digraph *g = NULL;
    grundy_error error = {0};
    expect_ok(grundy_game_open(script_path, &options, &g, &error));
    assert_int_equal(grundy_digraph_order(g), 6);
    grundy_status status = grundy_explore_swaps(&g, &options, &error);
    assert_int_equal(status, limit < 12 ? GRUNDY_UNABLE : GRUNDY_OK);
    char expected[64];
    (void)snprintf(expected, sizeof expected, "more than %d positions", (int)limit);
    if (status != GRUNDY_OK && strstr(error.message, expected) == NULL)
      fail_msg("%s", error.message);
    if (status == GRUNDY_OK)
      assert_int_equal(grundy_digraph_order(g), 12);
    else
      assert_null(g);
    grundy_digraph_free(g);
  }
  assert_int_equal(unlink(script_path), 0);
}

/* A closed form is used instead of positions with very many moves. */
static void a_position_with_too_many_moves_ends_the_exploration(void **state) {
  write_script("return { start = function() return 30000 end, value = function(n) return n end,\n"
               "moves = function(n) local to = {} for i = 1, n do to[i] = n - i end return to end\n"
               "}");
  grundy_open_options options = GRUNDY_OPTIONS(grundy_open_options, .closed_limit = 50);
  grundy_digraph *g = NULL;
  grundy_error error = {0};
  assert_int_equal(grundy_game_open(script_path, &options, &g, &error), GRUNDY_UNABLE);
  if (strstr(error.message, "more than 500 moves") == NULL) fail_msg("%s", error.message);
  assert_null(g);
  assert_int_equal(unlink(script_path), 0);
}

/* ---- rules that change --------------------------------------------------------------------- */

static void kinds_of_other_moves_than_the_first_time_are_refused(void **state) {
  static const char *const second[] = {"{ 2, 9 }", "{ 3, 2 }", "{ 2, 1 }", "{ 2, 0 }", "{}"};
  for (size_t i = 0; i < sizeof second / sizeof *second; i++) {
    char script[512];
    grundy_digraph *g = NULL;
    grundy_error error = {0};
    (void)snprintf(script, sizeof script,
                   "local calls = 0\n"
                   "return { kinds = true, start = function() return 3 end,\n"
                   "moves = function(n) calls = calls + 1\n"
                   "  if n == 3 and calls > 1 then return %s, {} end\n"
                   "  return n > 0 and { n - 1 } or {}, n == 1 and { 'carry-on' } or {} end }",
                   second[i]);
    write_script(script);
    assert_int_equal(grundy_game_open(script_path, NULL, &g, &error), GRUNDY_BAD_INPUT);
    if (strstr(error.message, "the rules give other moves than the first time") == NULL)
      fail_msg("%s: %s", second[i], error.message);
    assert_null(g);
    assert_int_equal(unlink(script_path), 0);
  }
}

static void a_swap_that_breaks_its_promise_allows_no_sum(void **state) {
  static const struct {
    const char *swap, *message;
  } wrong[] = {
      {"n == 3 and 3 or (n + 1) % 3", "swapped twice it is another position"},
      {"3 - n", "its value is 1, and 0 as the other player sees it"},
  };
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    char script[512], text[64];
    grundy_expression *expression = NULL;
    grundy_error error = {0};
    (void)snprintf(script, sizeof script,
                   "return { seen_by = 'mover', start = function() return 3 end,\n"
                   "moves = function(n) return n == 3 and { 0, 1, 2 } or {} end,\n"
                   "swap = function(n) return %s end }",
                   wrong[i].swap);
    write_script(script);
    (void)snprintf(text, sizeof text, "%s + nim:1", script_path);
    assert_int_equal(grundy_expression_open(text, NULL, &expression, &error), GRUNDY_UNDEFINED);
    if (strstr(error.message, wrong[i].message) == NULL) fail_msg("%s", error.message);
    assert_int_equal(unlink(script_path), 0);
  }
}

/* ---- boards -------------------------------------------------------------------------------- */

static const char edges[] = "a b\nb c\n";

static grundy_digraph *plain_game(void) {
  grundy_digraph *g = NULL;
  FILE *in = fmemopen((void *)edges, strlen(edges), "r");
  expect_ok(grundy_digraph_read("plain", GRUNDY_FORMAT_EDGES,
                                &GRUNDY_OPTIONS(grundy_read_options, .stream = in), &g, NULL));
  fclose(in);
  return g;
}

static grundy_board board;

static void positions_without_boards_have_empty_ones(void **state) {
  grundy_digraph *games[2] = {plain_game(), NULL};
  write_script("return { start = function() return 2 end,\n"
               "moves = function(n) return n > 0 and { n - 1 } or {} end }");
  expect_ok(grundy_game_open(script_path, NULL, &games[1], NULL));
  assert_int_equal(unlink(script_path), 0);
  for (int i = 0; i < 2; i++) {
    uint32_t to = grundy_digraph_followers(games[i], 0).at[0];
    board.kind = GRUNDY_BOARD_HEAPS;
    expect_ok(grundy_position_board(games[i], 0, 1, &board, NULL));
    assert_int_equal(board.kind, GRUNDY_BOARD_NONE);
    board.kind = GRUNDY_BOARD_HEAPS;
    expect_ok(grundy_follower_board(games[i], 0, to, 2, &board, NULL));
    assert_int_equal(board.kind, GRUNDY_BOARD_NONE);
    grundy_digraph_free(games[i]);
  }
}

/* In a window, not all positions that a move leads to are known. */
static void boards_of_followers_in_a_window_are_those_after_the_move(void **state) {
  write_script("return { start = function() return { 2, 5 } end,\n"
               "moves = function(p) return { { p[1] + 9, p[2] }, { p[1], p[2] + 9 },\n"
               "  { p[2], p[1] - 1 }, { p[1] - 1, p[2] } } end,\n"
               "canon = function(p) return { math.min(p[1], p[2]), math.max(p[1], p[2]) } end,\n"
               "order = function(p) return p[1] + p[2] end,\n"
               "board = function(p) return { heaps = { p[1] + 100, p[2] + 100 } } end }");
  grundy_digraph *g = NULL;
  grundy_open_options options =
      GRUNDY_OPTIONS(grundy_open_options, .window = 3, .accepts_windows = true);
  expect_ok(grundy_game_open(script_path, &options, &g, NULL));
  assert_int_equal(grundy_digraph_order(g), 3);
  const grundy_vertices row = grundy_digraph_followers(g, 0);
  assert_int_equal(row.count, 1); /* 1, 5 in both orders */
  expect_ok(grundy_follower_board(g, 0, row.at[0], 2, &board, NULL));
  assert_int_equal(board.kind, GRUNDY_BOARD_HEAPS);
  assert_int_equal(board.places[0].count, 105); /* the first of the two moves */
  assert_int_equal(board.places[1].count, 101);
  grundy_digraph_free(g);
  assert_int_equal(unlink(script_path), 0);
}

/* ---- games without rules ------------------------------------------------------------------- */

static void a_game_without_rules_has_no_fields_and_integers(void **state) {
  grundy_digraph *g = plain_game();
  int64_t values[GRUNDY_RULES_MAX_FIELDS] = {77};
  uint32_t count = 77;
  assert_int_equal(grundy_position_fields(g).count, 0);
  expect_ok(grundy_position_field_values(g, 0, values, NULL));
  assert_int_equal(values[0], 77);
  assert_false(grundy_position_has_integers(g));
  expect_ok(grundy_position_integers(g, 0, values, &count, NULL));
  assert_int_equal(count, 0);
  assert_int_equal(grundy_position_memory(g), 0);
  assert_false(grundy_position_is_reduced(g));
  grundy_digraph_free(g);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(positions_that_only_the_other_player_sees_count),
      cmocka_unit_test(a_position_with_too_many_moves_ends_the_exploration),
      cmocka_unit_test(kinds_of_other_moves_than_the_first_time_are_refused),
      cmocka_unit_test(a_swap_that_breaks_its_promise_allows_no_sum),
      cmocka_unit_test(positions_without_boards_have_empty_ones),
      cmocka_unit_test(boards_of_followers_in_a_window_are_those_after_the_move),
      cmocka_unit_test(a_game_without_rules_has_no_fields_and_integers),
  };
  return cmocka_run_group_tests(tests, folder_make, folder_remove);
}
