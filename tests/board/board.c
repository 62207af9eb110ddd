/* Boards: what can be drawn, and the steps of a move, found by comparing boards. */

#include <grundy/grundy.h>

#include "board/board.h"
#include "explore/impl.h"
#include "support/games.h"
#include "support/test.h"

#include <math.h>

static grundy_board before, after;

static void assert_right(const char *wrong) {
  if (wrong != NULL) fail_msg("it is wrong: %s", wrong);
}

static void start(grundy_board *board) {
  grundy_board_clear(board);
}

static void boards_have_places_of_one_kind(void **state) {
  start(&before);
  assert_right(grundy_board_add_grid(&before, 2, 3));
  assert_int_equal(before.place_count, 6);
  assert_non_null(grundy_board_add_grid(&before, 1, 1));
  assert_non_null(grundy_board_add_point(&before, 0, 0));
  assert_non_null(grundy_board_add_heap(&before, 3));
  assert_non_null(grundy_board_add_line(&before, 0, 1));
  assert_int_equal(before.place_count, 6);
  start(&before);
  assert_right(grundy_board_add_point(&before, 0, 1));
  assert_right(grundy_board_add_point(&before, 1, 0));
  assert_right(grundy_board_add_line(&before, 0, 1));
  assert_non_null(grundy_board_add_line(&before, 0, 2));
  assert_non_null(grundy_board_add_point(&before, NAN, 0));
  assert_non_null(grundy_board_add_point(&before, 0, 1e9));
  assert_non_null(grundy_board_add_line(&before, 2, 0));
  assert_non_null(grundy_board_add_point(&before, 0, INFINITY));
  assert_non_null(grundy_board_add_point(&before, -1e9, 0));
  start(&before);
  assert_right(grundy_board_add_heap(&before, UINT64_MAX));
  assert_non_null(grundy_board_add_piece(&before, 0, 'X'));
  assert_non_null(grundy_board_add_step(&before, 0, GRUNDY_BOARD_OUTSIDE, 'X'));
}

static void lines_and_steps_have_limits(void **state) {
  start(&before);
  assert_right(grundy_board_add_point(&before, 0, 1));
  for (int i = 0; i < GRUNDY_BOARD_MAX_LINES; i++)
    assert_right(grundy_board_add_line(&before, 0, 0));
  assert_non_null(grundy_board_add_line(&before, 0, 0));
  assert_right(grundy_board_add_label(&before, 0, "centre"));
  assert_string_equal(before.places[0].label, "centre");
  assert_non_null(grundy_board_add_label(&before, 1, "outside"));
  assert_non_null(grundy_board_add_title(&before, ' ', "nothing"));
  assert_non_null(grundy_board_add_title(&before, 'X', "a title that is much too long for it"));
  assert_non_null(grundy_board_add_step(&before, 1, 0, 'X'));
  assert_non_null(grundy_board_add_step(&before, 0, 0, '\x7f'));
  for (int i = 0; i < GRUNDY_BOARD_MAX_PLACES; i++)
    assert_right(grundy_board_add_step(&before, 0, 0, 'X'));
  assert_non_null(grundy_board_add_step(&before, 0, 0, 'X'));
}

/* Makes a grid of 32 × 32 cells with so many of these pieces in each. */
static void fill(grundy_board *board, char piece, int count) {
  start(board);
  assert_right(grundy_board_add_grid(board, 32, 32));
  for (uint32_t place = 0; place < board->place_count; place++)
    for (int i = 0; i < count; i++) assert_right(grundy_board_add_piece(board, place, piece));
}

static void a_move_of_too_many_steps_is_rejected(void **state) {
  static const int counts[][2] = {{0, 2}, {2, 0}, {1, 1}}; /* of pieces before and after */
  for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
    fill(&before, 'X', counts[i][0]);
    fill(&after, 'O', counts[i][1]);
    assert_string_equal(grundy_board_compare(&before, &after), "a move of more than 1024 steps");
  }
  fill(&before, 'X', 1);
  fill(&after, 'X', 0);
  assert_null(grundy_board_compare(&before, &after));
  assert_int_equal(before.step_count, GRUNDY_BOARD_MAX_PLACES);
  start(&before);
  start(&after);
  for (int i = 0; i < GRUNDY_BOARD_MAX_PLACES; i++) assert_right(grundy_board_add_heap(&before, 2));
  assert_right(grundy_board_add_heap(&after, 1));
  assert_right(grundy_board_add_heap(&after, 1));
  assert_string_equal(grundy_board_compare(&before, &after), "a move of more than 1024 steps");
}

static void heaps_with_points_are_pits(void **state) {
  (void)state;
  start(&before);
  assert_right(grundy_board_add_heap(&before, 2));
  assert_right(grundy_board_add_heap(&before, 3));
  assert_right(grundy_board_check(&before));
  assert_right(grundy_board_add_point(&before, 0, 1));
  assert_string_equal(grundy_board_check(&before), "points for only some of its heaps");
  assert_string_equal(grundy_board_add_heap(&before, 1), "a heap after points of heaps");
  assert_right(grundy_board_add_point(&before, 5, 1));
  assert_right(grundy_board_check(&before));
  assert_string_equal(grundy_board_add_point(&before, 6, 1), "a point without a heap");
  assert_int_equal(before.kind, GRUNDY_BOARD_HEAPS);
  assert_int_equal(before.place_count, 2);
  assert_true(before.places[1].x == 5 && before.places[1].count == 3);
  start(&before); /* nothing of the pits is left */
  assert_right(grundy_board_add_heap(&before, 1));
  assert_right(grundy_board_check(&before));
}

static void circles_go_clockwise_from_the_top(void **state) {
  (void)state;
  const double at[4][2] = {{0, -1}, {1, 0}, {0, 1}, {-1, 0}};
  start(&before);
  assert_right(grundy_board_add_circle(&before, 4));
  assert_int_equal(before.place_count, 4);
  for (int i = 0; i < 4; i++)
    assert_true(before.places[i].x == at[i][0] && before.places[i].y == at[i][1]);
  assert_right(grundy_board_add_line(&before, 0, 1));
  assert_right(grundy_board_add_arrow(&before, 1, 2));
  assert_true(!before.lines[0].is_arrow && before.lines[1].is_arrow);
  start(&before);
  assert_non_null(grundy_board_add_circle(&before, GRUNDY_BOARD_MAX_PLACES + 1));
  assert_int_equal(before.place_count, 0);
}

static void pieces_may_look_somewhere(void **state) {
  (void)state;
  start(&before);
  assert_right(grundy_board_add_grid(&before, 2, 2));
  assert_right(grundy_board_add_title(&before, 'X', "car"));
  assert_right(grundy_board_add_facing(&before, 'X', "right"));
  assert_right(grundy_board_add_facing(&before, 'O', "up"));
  assert_non_null(grundy_board_add_facing(&before, ' ', "up"));
  assert_non_null(grundy_board_add_facing(&before, 'X', "north"));
  assert_non_null(grundy_board_add_facing(&before, 'X', ""));
  assert_int_equal(before.title_count, 2);
  assert_int_equal(before.titles[0].facing, GRUNDY_BOARD_FACING_RIGHT);
  assert_string_equal(before.titles[1].text, "");
}

static void boards_have_limits(void **state) {
  start(&before);
  assert_non_null(grundy_board_add_grid(&before, 0, 3));
  assert_non_null(grundy_board_add_grid(&before, 3, 0));
  assert_non_null(grundy_board_add_grid(&before, 33, 32));
  assert_non_null(grundy_board_add_grid(&before, UINT32_MAX, UINT32_MAX));
  assert_right(grundy_board_add_grid(&before, 32, 32));
  for (int i = 0; i + 1 < GRUNDY_BOARD_MAX_PIECES; i++)
    assert_right(grundy_board_add_piece(&before, 1023, 'X'));
  assert_non_null(grundy_board_add_piece(&before, 1023, 'X'));
  assert_non_null(grundy_board_add_piece(&before, 1024, 'X'));
  assert_non_null(grundy_board_add_piece(&before, 0, ' '));
  assert_non_null(grundy_board_add_piece(&before, 0, '\n'));
  assert_non_null(grundy_board_add_label(&before, 0, "a label that is much too long for it"));
  for (int i = 0; i < GRUNDY_BOARD_MAX_TITLES; i++)
    assert_right(grundy_board_add_title(&before, 'X', "cross"));
  assert_non_null(grundy_board_add_title(&before, 'X', "cross"));
  assert_non_null(grundy_board_add_step(&before, 0, 1024, 'X'));
  assert_non_null(grundy_board_add_step(&before, GRUNDY_BOARD_OUTSIDE, GRUNDY_BOARD_OUTSIDE, 'X'));
  assert_right(grundy_board_add_step(&before, GRUNDY_BOARD_OUTSIDE, 3, 'X'));
  start(&before);
  assert_int_equal(before.places[1023].pieces[0], '\0');
  for (int i = 0; i < GRUNDY_BOARD_MAX_PLACES; i++) assert_right(grundy_board_add_heap(&before, 1));
  assert_non_null(grundy_board_add_heap(&before, 1));
}

/* A row with these pieces; a dot is an empty cell. */
static void draw_row(grundy_board *board, const char *row) {
  start(board);
  assert_right(grundy_board_add_grid(board, 1, (uint32_t)strlen(row)));
  for (uint32_t i = 0; row[i] != '\0'; i++)
    if (row[i] != '.') assert_right(grundy_board_add_piece(board, i, row[i]));
}

static void assert_step(uint32_t index, uint32_t from, uint32_t to, char piece, uint64_t count) {
  assert_true(index < before.step_count);
  assert_int_equal(before.steps[index].from, from);
  assert_int_equal(before.steps[index].to, to);
  assert_int_equal(before.steps[index].piece, piece);
  assert_int_equal(before.steps[index].count, count);
}

static void pieces_that_move_come_first_and_those_that_leave_last(void **state) {
  draw_row(&before, "X.O#");
  draw_row(&after, ".XX.");
  assert_right(grundy_board_compare(&before, &after));
  assert_int_equal(before.step_count, 4);
  assert_step(0, 0, 1, 'X', 0);
  assert_step(1, GRUNDY_BOARD_OUTSIDE, 2, 'X', 0);
  assert_step(2, 2, GRUNDY_BOARD_OUTSIDE, 'O', 0);
  assert_step(3, 3, GRUNDY_BOARD_OUTSIDE, '#', 0);
}

static void boards_of_different_shapes_are_not_compared(void **state) {
  draw_row(&before, "X.");
  draw_row(&after, "X..");
  assert_non_null(grundy_board_compare(&before, &after));
  start(&after);
  assert_non_null(grundy_board_compare(&before, &after));
  assert_right(grundy_board_add_grid(&after, 2, 2));
  assert_non_null(grundy_board_compare(&before, &after));
  start(&before);
  start(&after);
  assert_right(grundy_board_add_point(&before, 0, 0));
  assert_right(grundy_board_add_point(&after, 0, 0));
  assert_right(grundy_board_compare(&before, &after));
  assert_right(grundy_board_add_point(&after, 1, 0));
  assert_non_null(grundy_board_compare(&before, &after));
}

static void draw_heaps(grundy_board *board, const uint64_t *sizes, size_t count) {
  start(board);
  for (size_t i = 0; i < count; i++) assert_right(grundy_board_add_heap(board, sizes[i]));
}

static void counters_are_taken_from_heaps(void **state) {
  draw_heaps(&before, (uint64_t[]){3, 5, 2}, 3);
  draw_heaps(&after, (uint64_t[]){3, 1, 4}, 3);
  assert_right(grundy_board_compare(&before, &after));
  assert_int_equal(before.step_count, 2);
  assert_step(0, 1, GRUNDY_BOARD_OUTSIDE, 0, 4);
  assert_step(1, GRUNDY_BOARD_OUTSIDE, 2, 0, 2);
}

static void heaps_split_and_unite(void **state) {
  draw_heaps(&before, (uint64_t[]){4, 1}, 2);
  draw_heaps(&after, (uint64_t[]){2, 2, 1}, 3);
  assert_right(grundy_board_compare(&before, &after));
  assert_int_equal(before.step_count, 3);
  assert_step(0, 0, GRUNDY_BOARD_OUTSIDE, 0, 4);
  assert_step(1, GRUNDY_BOARD_OUTSIDE, 0, 0, 2);
  assert_step(2, GRUNDY_BOARD_OUTSIDE, 1, 0, 2);
}

/* ---- random boards --------------------------------------------------------------------------- */

static void draw_random(grundy_board *board, grundy_random *random, uint32_t places) {
  static const char pieces[] = "XO#";
  start(board);
  assert_right(grundy_board_add_grid(board, 1, places));
  for (uint32_t i = 0; i < places; i++)
    for (uint64_t n = grundy_random_below(random, 3); n > 0; n--)
      assert_right(grundy_board_add_piece(board, i, pieces[grundy_random_below(random, 3)]));
}

static int count_of(const grundy_board *board, uint32_t place, char piece) {
  int count = 0;
  for (const char *c = board->places[place].pieces; *c != '\0'; c++) count += *c == piece;
  return count;
}

/* Making the steps turns one board into the other, with as few steps as possible. */
static void steps_turn_one_board_into_the_other(void **state) {
  grundy_random random = grundy_random_new(test_seed());
  for (uint64_t round = 0; round < test_scaled(2000); round++) {
    uint32_t places = 1 + (uint32_t)grundy_random_below(&random, 6);
    draw_random(&before, &random, places);
    draw_random(&after, &random, places);
    assert_right(grundy_board_compare(&before, &after));
    for (const char *piece = "XO#"; *piece != '\0'; piece++) {
      int more = 0, fewer = 0, steps = 0;
      for (uint32_t i = 0; i < places; i++) {
        int change = count_of(&after, i, *piece) - count_of(&before, i, *piece);
        for (uint32_t s = 0; s < before.step_count; s++) {
          if (before.steps[s].piece != *piece) continue;
          change += before.steps[s].from == i;
          change -= before.steps[s].to == i;
        }
        assert_int_equal(change, 0);
        change = count_of(&after, i, *piece) - count_of(&before, i, *piece);
        more += change > 0 ? change : 0;
        fewer -= change < 0 ? change : 0;
      }
      for (uint32_t s = 0; s < before.step_count; s++) steps += before.steps[s].piece == *piece;
      assert_int_equal(steps, more > fewer ? more : fewer);
    }
  }
}

static uint32_t places_changed(void) {
  uint32_t count = 0;
  assert_int_equal(before.place_count, after.place_count);
  for (uint32_t i = 0; i < before.place_count; i++)
    count += strcmp(before.places[i].pieces, after.places[i].pieces) != 0;
  return count;
}

/* Positions of these games are representatives under symmetry, and those of Northcott's game are as
 * the player to move sees them. */
static void a_follower_lies_on_the_board_as_the_move_leaves_it(void **state) {
  static const struct {
    const char *game;
    uint32_t changed; /* places, by every move */
  } games[] = {{"tic-tac-toe", 1}, {"pong-hau-ki", 2}, {"northcott:5,1,2", 2}};
  for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
    grundy_digraph *g = NULL;
    assert_int_equal(grundy_game_open(games[i].game, NULL, &g, NULL), GRUNDY_OK);
    const uint8_t *players = grundy_digraph_players(g);
    uint64_t moves = 0;
    for (uint32_t v = 0; v < grundy_digraph_order(g); v++) {
      const grundy_vertices row = grundy_digraph_followers(g, v);
      const bool is_second = players != NULL && players[v] == 'B';
      assert_int_equal(grundy_position_board(g, v, is_second ? 2 : 1, &before, NULL), GRUNDY_OK);
      for (uint64_t e = 0; e < row.count; e++, moves++) {
        assert_int_equal(grundy_follower_board(g, v, row.at[e], is_second ? 1 : 2, &after, NULL),
                         GRUNDY_OK);
        assert_int_equal(places_changed(), games[i].changed);
      }
    }
    assert_true(moves > 0);
    grundy_digraph_free(g);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(boards_have_places_of_one_kind),
      cmocka_unit_test(boards_have_limits),
      cmocka_unit_test(heaps_with_points_are_pits),
      cmocka_unit_test(circles_go_clockwise_from_the_top),
      cmocka_unit_test(pieces_may_look_somewhere),
      cmocka_unit_test(lines_and_steps_have_limits),
      cmocka_unit_test(a_move_of_too_many_steps_is_rejected),
      cmocka_unit_test(pieces_that_move_come_first_and_those_that_leave_last),
      cmocka_unit_test(boards_of_different_shapes_are_not_compared),
      cmocka_unit_test(counters_are_taken_from_heaps),
      cmocka_unit_test(heaps_split_and_unite),
      cmocka_unit_test(steps_turn_one_board_into_the_other),
      cmocka_unit_test(a_follower_lies_on_the_board_as_the_move_leaves_it),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
