/* Sentences of explanations: long lists, unusual names, windows of larger games, solutions that are
 * wrong, and folders of tiers. tests/cli/why.py checks sentences against the definitions. */

#include <grundy/grundy.h>

#include "explain/impl.h"
#include "support/coloured.h"
#include "support/folder.h"
#include "support/formats.h"
#include "support/games.h"
#include "support/names.h"
#include "support/solutions.h"
#include "support/test.h"

#include <unistd.h>

/* Returns the sentences, to be freed. */
static char *explained(const grundy_digraph *g, const grundy_solution *s, uint32_t v,
                       const grundy_explain_options *options) {
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  grundy_error error = {0};
  grundy_facts *facts = NULL;
  assert_non_null(out);
  if (grundy_explain(g, s, v, options, &facts, &error) != GRUNDY_OK) fail_msg("%s", error.message);
  grundy_facts_write(facts, GRUNDY_ENGLISH, true, out);
  grundy_facts_free(facts);
  assert_int_equal(fclose(out), 0);
  return text;
}

/* Solves the game and expects these lines, in this order, in the explanation of v. Frees it. */
static void expect_lines(grundy_digraph *g, uint32_t v, uint32_t depth, int count,
                         const char *const *lines) {
  grundy_explain_options options = {.size = sizeof options, .depth = depth};
  grundy_solution *s = solution_of(g, grundy_solve_columns(g, false));
  char *text = explained(g, s, v, &options), *at = text;
  for (int i = 0; i < count; i++) {
    char *found = strstr(at, lines[i]);
    if (found == NULL) fail_msg("'%s' is missing in:\n%s", lines[i], at);
    at = found + strlen(lines[i]);
  }
  free(text);
  grundy_solution_free(s);
  grundy_digraph_free(g);
}

#define EXPECT(g, v, depth, ...)                                                                   \
  expect_lines(g, v, depth, sizeof((const char *[]){__VA_ARGS__}) / sizeof(char *),                \
               (const char *[]){__VA_ARGS__})

/* ---- long lists -------------------------------------------------------------------------- */

/* Vertex 0 moves to `width` vertices, and these to the last one. */
static grundy_digraph *two_steps(uint32_t width) {
  uint32_t pairs[64][2];
  for (uint32_t i = 0; i < width; i++) {
    pairs[i][0] = 0;
    pairs[width + i][0] = pairs[i][1] = i + 1;
    pairs[width + i][1] = width + 1;
  }
  return game_from_pairs(width + 2, (size_t)2 * width, (const uint32_t(*)[2])pairs);
}

static void long_lists_of_moves_are_truncated(void **state) {
  EXPECT(two_steps(12), 0, 1,
         "  The move to 12 is answered by 12 -> 13, which leads to a P-position.\n0 has remoteness "
         "2: every move leads to a position of odd remoteness, and the longest resistance is 1, "
         "with remoteness 1.\n");
  EXPECT(two_steps(13), 0, 1, "  1 more move is answered in the same way.\n",
         "  1 more move is reversed in the same way.\n");
  EXPECT(two_steps(15), 0, 1, "  3 more moves are answered in the same way.\n",
         "  3 more moves are reversed in the same way.\n");
}

/* A hub with a loop and moves to all sizes of a heap of Nim. */
static void long_sets_of_values_are_truncated(void **state) {
  enum { HEAPS = 14, HUB = HEAPS };
  uint32_t pairs[HEAPS * HEAPS][2], count = 0;
  for (uint32_t v = 0; v <= HUB; v++)
    for (uint32_t w = 0; w < v; w++, count++) {
      pairs[count][0] = v;
      pairs[count][1] = w;
    }
  pairs[count][0] = pairs[count][1] = HUB;
  count++;
  EXPECT(game_from_pairs(HUB + 1, count, (const uint32_t(*)[2])pairs), HUB, 1,
         "14 has value inf{0,1,2,3,4,5,6,7,8,9,10,11,12,13}: among others, moves lead to values 0 "
         "(0), 1 (1), 2 (2), 3 (3), 4 (4), 5 (5), 6 (6), 7 (7), 8 (8), 9 (9), 10 (10) and 11 "
         "(11).\n",
         "  It cannot be 14, the least missing value: the move to 14, of value inf{");
}

/* 0 and 1 move to each other; 0 also moves to `exits` vertices, and these to the last one, and so
 * does 1 to the first of them. */
static grundy_digraph *leaving(uint32_t exits) {
  uint32_t(*pairs)[2] = malloc((2 * (size_t)exits + 3) * sizeof *pairs);
  assert_non_null(pairs);
  uint32_t count = 0, last = exits + 2;
  const uint32_t fixed[][2] = {{0, 1}, {1, 0}, {1, 2}};
  for (; count < 3; count++) memcpy(pairs[count], fixed[count], sizeof *fixed);
  for (uint32_t i = 2; i < last; i++, count += 2) {
    pairs[count][0] = 0;
    pairs[count + 1][0] = pairs[count][1] = i;
    pairs[count + 1][1] = last;
  }
  grundy_digraph *g = game_from_pairs(last + 1, count, (const uint32_t(*)[2])pairs);
  free(pairs);
  return g;
}

static void many_exits_of_a_draw_are_counted(void **state) {
  EXPECT(leaving(1), 0, 1,
         "You can stay: 0 -> 1 -> 0 ... Leaving to 2 lets the opponent win, so nobody leaves.\n");
  EXPECT(leaving(4), 0, 1,
         "You can stay: 0 -> 1 -> 0 ... Leaving to 2, 3, 4 or 5 lets the opponent win, so nobody "
         "leaves.\n");
  EXPECT(leaving(5), 0, 1,
         "Leaving to 2, 3, 4, 5 or 1 other position lets the opponent win, so nobody leaves.\n");
  EXPECT(leaving(6), 0, 1, "Leaving to 2, 3, 4, 5 or 2 other positions lets the opponent win");
  /* Beyond 1000 exits, those that lead to the same position are counted twice. */
  EXPECT(leaving(1100), 0, 1, "Leaving to 2, 3, 4, 5 or 1097 other positions lets the opponent");
}

static void long_ways_to_stay_in_a_draw_are_truncated(void **state) {
  uint32_t pairs[16][2];
  for (uint32_t v = 0; v < 16; v++) {
    pairs[v][0] = v;
    pairs[v][1] = v < 15 ? v + 1 : 15;
  }
  EXPECT(game_from_pairs(16, 16, (const uint32_t(*)[2])pairs), 0, 1,
         "You can stay: 0 -> 1 -> 2 -> 3 -> 4 -> 5 -> 6 -> 7 -> 8 -> 9 -> 10 -> 11 ... No move "
         "from there lets the opponent win.\n");
}

/* 1 and 2 move to themselves, and 1 also to 3, where play ends: the value of 0 cannot be 0 because
 * of 2, and not of 1, which can be reversed to value 0. */
static void the_follower_that_prevents_a_value_is_named(void **state) {
  static const uint32_t pairs[][2] = {{0, 1}, {0, 2}, {1, 1}, {1, 3}, {2, 2}};
  EXPECT(game_from_pairs(4, 5, pairs), 0, 1,
         "0 has value inf{}: no move leads to a finite value.\n",
         "  It cannot be 0, the least missing value: the move to 2, of value inf{}");
}

static void games_with_kinds_of_moves_have_other_explanations(void **state) {
  grundy_digraph *g = scan_text(GRUNDY_FORMAT_EDGES, "a +> b\na b\n");
  grundy_error error = {0};
  grundy_facts *facts = NULL;
  grundy_solution *s = solution_of(g, grundy_solve_columns(g, false));
  assert_int_not_equal(grundy_explain(g, s, 0, NULL, &facts, &error), GRUNDY_OK);
  assert_non_null(strstr(error.message, "explanations"));
  assert_null(facts);
  grundy_solution_free(s);
  grundy_digraph_free(g);
}

/* ---- names ------------------------------------------------------------------------------- */

static void names_are_quoted_where_that_is_needed(void **state) {
  static const struct {
    const char *name, *written;
  } cases[] = {
      {"aZ0_-'/9z", "aZ0_-'/9z"},
      {"é", "é"},
      {"a b", "\"a b\""},
      {"@", "\"@\""},
      {"[", "\"[\""},
      {"`", "\"`\""},
      {"{", "\"{\""},
      {":", "\":\""},
      {"", "\"\""},
      {"a\\b", "\"a\\\\b\""},
      {"a\tb\x7f", "\"a?b?\""},
      {"\"1,2\", 3", "(\"1,2\", 3)"},
      {"\"1\"\n", "\"\\\"1\\\"?\""},
      {"f(\"1\")", "\"f(\\\"1\\\")\""},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char line[128];
    (void)snprintf(line, sizeof line,
                   "%s is a P-position: it has no moves, and a player who "
                   "cannot move loses.\n",
                   cases[i].written);
    EXPECT(game_two_named("start", cases[i].name), 1, 1, line);
  }
}

/* ---- windows ----------------------------------------------------------------------------- */

/* A game by its moves: pairs of positions from 0, ended by 255. */
static void moves(void *context, const void *position, grundy_emit emit, void *to) {
  const unsigned char *at = position;
  for (const unsigned char *pair = context; pair[0] != 255; pair += 2)
    if (pair[0] == *at) emit(to, &pair[1]);
}

/* Expects these lines in the explanation of v in the window of the first `count` positions. */
static void expect_in_window(unsigned char *pairs, uint64_t count, uint32_t v, int line_count,
                             const char *const *lines) {
  grundy_digraph *g = NULL;
  grundy_error error = {0};
  const grundy_callback_rules rules = {
      .size = sizeof rules, .bytes = 1, .start = "", .moves = moves, .context = pairs};
  grundy_open_options options = {.size = sizeof options, .window = count, .accepts_windows = true};
  if (grundy_game_from_callback(&rules, &options, &g, &error) != GRUNDY_OK)
    fail_msg("%s", error.message);
  expect_lines(g, v, 1, line_count, lines);
}

#define EXPECT_IN_WINDOW(pairs, count, v, ...)                                                     \
  expect_in_window(pairs, count, v, sizeof((const char *[]){__VA_ARGS__}) / sizeof(char *),        \
                   (const char *[]){__VA_ARGS__})

static void the_way_out_of_a_window_is_shown(void **state) {
  unsigned char pairs[64];
  for (unsigned i = 0; i < 30; i++) {
    pairs[2 * i] = (unsigned char)i;
    pairs[2 * i + 1] = (unsigned char)(i + 1);
  }
  pairs[60] = 255;
  EXPECT_IN_WINDOW(pairs, 5, 4,
                   "The outcome of 4 is not known: it depends on positions outside the window. No "
                   "move is known to lead to a P-position.\n",
                   "  4 is on the frontier: a move from it leaves the window.\n");
  EXPECT_IN_WINDOW(
      pairs, 5, 0, "  The move to 1 leads to a position that is not known.\n",
      "  Play can leave the window by 0 -> 1 -> 2 -> 3 -> 4: 4 is on the frontier, and "
      "a move from it leaves the window.\n");
  EXPECT_IN_WINDOW(
      pairs, 20, 0,
      "  Play can leave the window by 0 -> ... -> 8 -> 9 -> 10 -> 11 -> 12 -> 13 -> 14 "
      "-> 15 -> 16 -> 17 -> 18 -> 19: 19 is on the frontier, and a move from it leaves "
      "the window.\n");
}

static void many_unknown_moves_are_counted(void **state) {
  unsigned char pairs[64];
  for (unsigned i = 0; i < 14; i++) {
    pairs[4 * i] = 0;
    pairs[4 * i + 2] = pairs[4 * i + 1] = (unsigned char)(i + 1);
    pairs[4 * i + 3] = 100;
  }
  pairs[56] = 255;
  EXPECT_IN_WINDOW(pairs, 15, 0, "  The move to 12 leads to a position that is not known.\n",
                   "  2 more moves are to positions that are not known.\n");
}

/* What is known about positions of a window from which play can leave it. */
static void certain_values_of_a_window_are_explained(void **state) {
  /* 0 leads to everything. 1 <-> 2 -> 3, as in Smith's game; 4 -> 3 and, outside, 9; 5 loops and
   * leads to 4; 6 loops. */
  unsigned char pairs[] = {0, 1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 6, 1, 2,  2,
                           1, 2, 3, 4, 3, 4, 9, 5, 5, 5, 4, 6, 6, 255};
  EXPECT_IN_WINDOW(pairs, 7, 1, "1 has remoteness 2, and nothing outside the window can change ",
                   "1 has value 0: no move leads to value 0.\n",
                   "  The move to 2, of value 1, can be reversed by 2 -> 3: the value is 0 "
                   "again.\n");
  EXPECT_IN_WINDOW(pairs, 7, 4, "The value of 4 is not known: it depends on positions outside");
  EXPECT_IN_WINDOW(pairs, 7, 5,
                   "5 has an infinite value, because it is a draw, whatever is outside the "
                   "window.\n");
  EXPECT_IN_WINDOW(pairs, 7, 6, "6 has value inf{}: no move leads to a finite value.\n");
}

/* ---- wrong arguments, wrong solutions ---------------------------------------------------- */

/* A moves at 0 to `width` positions, at each of which B has won. */
static grundy_digraph *coloured_star(uint32_t width) {
  coloured_game game = coloured_start(width + 1);
  coloured_player(&game, 0, 'A');
  for (uint32_t v = 1; v <= width; v++) {
    coloured_player(&game, v, 'B');
    coloured_move(&game, 0, v);
    coloured_outcome(&game, v, 'B');
  }
  return coloured_finish(&game);
}

static void the_number_of_positions_is_limited(void **state) {
  grundy_digraph *g = two_steps(3);
  grundy_solution *s = solution_of(g, grundy_solve_columns(g, false));
  grundy_explain_options options = {.size = sizeof options, .depth = 9, .most = 1};
  char *text = explained(g, s, 0, &options);
  assert_non_null(strstr(text, "\n1 more position is a reason that is not explained here.\n"));
  free(text);
  grundy_digraph *many = coloured_star(14);
  grundy_solution *of_many = solution_of(many, grundy_solve_columns(many, false));
  text = explained(many, of_many, 0, &options);
  assert_non_null(strstr(text, "\n12 more positions are reasons that are not explained here.\n"));
  free(text);
  grundy_solution_free(of_many);
  grundy_digraph_free(many);
  grundy_facts *facts = NULL;
  grundy_error error = {0};
  assert_int_equal(grundy_explain(g, s, 5, NULL, &facts, &error), GRUNDY_BAD_ARGUMENT);
  assert_string_equal(error.message,
                      "expected a vertex, and a solution with the columns of grundy_solve");
  grundy_digraph *other = two_steps(4);
  assert_int_equal(grundy_explain(other, s, 0, NULL, &facts, NULL), GRUNDY_BAD_ARGUMENT);
  assert_null(facts);
  grundy_digraph_free(other);
  grundy_solution_free(s);
  grundy_digraph_free(g);
}

/* Somebody may have changed the solution of a tablebase: the sentences are wrong then, but nothing
 * is read that does not exist. */
static void wrong_solutions_are_explained_without_harm(void **state) {
  grundy_random random = grundy_random_new(test_seed());
  for (uint64_t i = 0; i < test_scaled(300); i++) {
    uint32_t order = 2 + (uint32_t)grundy_random_below(&random, 8);
    bool coloured = i % 3 == 0;
    grundy_digraph *g = coloured ? random_coloured_game(&random, order, 2, false)
                                 : game_random(&random, order, 0.2);
    grundy_columns columns = i % 2 == 0 ? GRUNDY_COLUMN_OUTCOME : grundy_solve_columns(g, false);
    grundy_solution *s = solution_of(g, columns);
    uint8_t *outcomes = letters_to_change(s, GRUNDY_COLUMN_OUTCOME);
    order = grundy_digraph_order(g);
    if (i % 6 == 1) {
      uint32_t *values = numbers_to_change(s, GRUNDY_COLUMN_GRUNDY);
      for (uint32_t v = 0; v < order; v++) {
        values[v] = (uint32_t)grundy_random_below(&random, 4);
        if (values[v] == 3) values[v] = GRUNDY_INFINITY;
      }
    }
    for (uint32_t v = 0; v < order; v++)
      outcomes[v] = (uint8_t)(coloured ? "ABD" : "PND")[grundy_random_below(&random, 3)];
    for (uint32_t v = 0; v < order; v++) {
      grundy_explain_options options = {.size = sizeof options, .depth = 3};
      char *text = explained(g, s, v, &options);
      assert_true(strlen(text) > 0);
      free(text);
    }
    grundy_solution_free(s);
    grundy_digraph_free(g);
  }
}

/* ---- folders of tiers -------------------------------------------------------------------- */

static char script[64], solved[64];

/* A heap from which one counter is taken at a time; an empty one stays as it is, so that all
 * positions are draws. */
static const char draws[] = "return {\n"
                            "  start = function() return 400 end,\n"
                            "  moves = function(n) return { n > 0 and n - 1 or 0 } end,\n"
                            "  count = function() return 401 end,\n"
                            "  rank = function(n) return 0, n end,\n"
                            "  unrank = function(_, i) return i end,\n"
                            "  tiers = function() return {} end,\n"
                            "}\n";

/* A heap from which A and B in turn take one counter. */
static const char turns[] = "return {\n"
                            "  start = function() return 3 end,\n"
                            "  moves = function(n) return n > 0 and { n - 1 } or {} end,\n"
                            "  player = function(n) return n % 2 == 0 and 'A' or 'B' end,\n"
                            "  count = function() return 4 end,\n"
                            "  rank = function(n) return 0, n end,\n"
                            "  unrank = function(_, i) return i end,\n"
                            "  tiers = function() return {} end,\n"
                            "}\n";

static int make_folder(void **state) {
  if (folder_make(state) != 0) return -1;
  (void)snprintf(script, sizeof script, "%s/rules.lua", folder);
  (void)snprintf(solved, sizeof solved, "%s/solved", folder);
  return 0;
}

static int remove_folder(void **state) {
  folder_empty(solved);
  return rmdir(solved) == 0 && unlink(script) == 0 ? rmdir(folder) : -1;
}

static void solve_tiers(const char *rules, grundy_columns columns) {
  grundy_tiers *tiers = NULL;
  FILE *out = fopen(script, "w");
  assert_non_null(out);
  fputs(rules, out);
  assert_int_equal(fclose(out), 0);
  grundy_error error = {0};
  grundy_tiers_options options = GRUNDY_OPTIONS(grundy_tiers_options, .columns = columns);
  folder_empty(solved);
  if (grundy_tiers_open(script, NULL, &tiers, &error) != GRUNDY_OK ||
      grundy_tiers_solve(tiers, solved, &options, NULL, &error) != GRUNDY_OK)
    fail_msg("%s", error.message);
  grundy_tiers_free(tiers);
}

/* Finds what the explanation of an expression is about, and fails the test if the status or the
 * message is another. */
static void expect_around(const char *text, grundy_status expected, const char *message) {
  grundy_expression *expression = NULL;
  grundy_digraph *g = NULL;
  grundy_solution *solution = NULL;
  grundy_error error = {0};
  uint32_t v = 77;
  if (grundy_expression_open(text, NULL, &expression, &error) != GRUNDY_OK)
    fail_msg("%s", error.message);
  grundy_status status = grundy_explain_neighbourhood(expression, NULL, &g, &solution, &v, &error);
  if (status != expected || strcmp(error.message, message) != 0)
    fail_msg("status %d instead of %d: %s", (int)status, (int)expected, error.message);
  assert_int_equal(g != NULL, status == GRUNDY_OK);
  assert_int_equal(v, status == GRUNDY_OK ? 0 : 77);
  grundy_solution_free(solution);
  grundy_digraph_free(g);
  grundy_expression_free(expression);
}

static void a_draw_is_explained_if_the_way_is_short(void **state) {
  char text[96];
  solve_tiers(draws, GRUNDY_COLUMN_OUTCOME);
  expect_around(solved, GRUNDY_UNABLE, "no way to stay in the draw was found in 300 moves");
  (void)snprintf(text, sizeof text, "%s@100", solved);
  expect_around(text, GRUNDY_OK, "");
}

static void folders_say_nothing_about_misere_play(void **state) {
  grundy_facts *const untouched = (grundy_facts *)state;
  grundy_facts *facts = untouched;
  grundy_error error = {0};
  const grundy_expression_options misere =
      GRUNDY_OPTIONS(grundy_expression_options, .play = GRUNDY_MISERE_PLAY);
  solve_tiers(draws, GRUNDY_COLUMN_OUTCOME);
  assert_int_not_equal(
      grundy_why(solved, &GRUNDY_OPTIONS(grundy_why_options, .opening = &misere), &facts, &error),
      GRUNDY_OK);
  assert_non_null(strstr(error.message, "mis"));
  assert_ptr_equal(facts, untouched);
}

static void outcomes_are_needed(void **state) {
  solve_tiers(turns, GRUNDY_COLUMN_Q1);
  expect_around(solved, GRUNDY_UNABLE, "the folder does not have the column outcome");
}

static void only_folders_are_explained_by_what_is_around(void **state) {
  char text[96];
  solve_tiers(draws, GRUNDY_COLUMN_OUTCOME);
  expect_around("nim:3", GRUNDY_BAD_ARGUMENT, "the expression is not a folder of tiers");
  (void)snprintf(text, sizeof text, "%s + nim:1", solved);
  expect_around(text, GRUNDY_BAD_ARGUMENT, "the expression is not a folder of tiers");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(long_lists_of_moves_are_truncated),
      cmocka_unit_test(long_sets_of_values_are_truncated),
      cmocka_unit_test(many_exits_of_a_draw_are_counted),
      cmocka_unit_test(long_ways_to_stay_in_a_draw_are_truncated),
      cmocka_unit_test(the_follower_that_prevents_a_value_is_named),
      cmocka_unit_test(games_with_kinds_of_moves_have_other_explanations),
      cmocka_unit_test(names_are_quoted_where_that_is_needed),
      cmocka_unit_test(the_way_out_of_a_window_is_shown),
      cmocka_unit_test(many_unknown_moves_are_counted),
      cmocka_unit_test(certain_values_of_a_window_are_explained),
      cmocka_unit_test(the_number_of_positions_is_limited),
      cmocka_unit_test(wrong_solutions_are_explained_without_harm),
      cmocka_unit_test(a_draw_is_explained_if_the_way_is_short),
      cmocka_unit_test(folders_say_nothing_about_misere_play),
      cmocka_unit_test(outcomes_are_needed),
      cmocka_unit_test(only_folders_are_explained_by_what_is_around),
  };
  return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
