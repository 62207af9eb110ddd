/* Games on vectors as games: the engine against exploring, the operators, and the gallery. */

#include "support/games.h"
#include "support/test.h"
#include "support/vectors.h"

#include <grundy/explore.h>
#include <grundy/game.h>
#include <grundy/solution.h>
#include <grundy/solve.h>

#include <inttypes.h>

/* A game that was explored without symmetries, and solved. */
typedef struct solved {
  grundy_digraph *g;
  grundy_solution *solution;
} solved;

static solved solve_text(const char *text, grundy_columns columns) {
  solved s = {0};
  grundy_error error = {0};
  if (grundy_game_open(text, &GRUNDY_OPTIONS(grundy_open_options, .unreduced = true), &s.g,
                       &error) != GRUNDY_OK ||
      grundy_solve_in_memory(s.g, &GRUNDY_OPTIONS(grundy_solve_options, .columns = columns),
                             &s.solution, &error) != GRUNDY_OK)
    fail_msg("%s: %s", text, error.message);
  return s;
}

static void solved_free(solved *s) {
  grundy_solution_free(s->solution);
  grundy_digraph_free(s->g);
}

/* Parses "3,5" at the start of a name; false for "out". */
static bool parse_name(const char *name, grundy_vector_position *position) {
  *position = (grundy_vector_position){0};
  for (int i = 0; i < GRUNDY_VECTOR_MAX_DIMENSION; i++) {
    char *end;
    if (*name < '0' || *name > '9') return false;
    position->at[i] = (uint32_t)strtoul(name, &end, 10);
    if (*end != ',') return true;
    name = end + 1;
  }
  return true;
}

static void write_corner(uint32_t dimension, const grundy_vector_position *corner, char *text) {
  for (uint32_t i = 0; i < dimension; i++)
    text += sprintf(text, "%s%" PRIu32, i > 0 ? "," : "", corner->at[i]);
}

static grundy_vector_box *box_of(const char *text, const grundy_vector_options *options) {
  grundy_vector_moves *moves = vector_moves_of(text);
  grundy_vector_box *box = NULL;
  grundy_error error = {0};
  if (grundy_vector_solve(moves, options, &box, &error) != GRUNDY_OK)
    fail_msg("%s: %s", text, error.message);
  grundy_vector_moves_free(moves);
  return box;
}

/* Compares every explored position with the box; returns how many there are. */
static uint32_t assert_same_values(const char *text, const solved *s,
                                   const grundy_vector_grid *grid) {
  uint32_t order = grundy_digraph_order(s->g), compared = 0;
  const uint32_t *values = grundy_solution_numbers(s->solution, GRUNDY_COLUMN_GRUNDY);
  for (uint32_t v = 0; v < order; v++) {
    char scratch[GRUNDY_NAME_MAX_BYTES];
    const char *name = grundy_digraph_name(s->g, v, scratch);
    grundy_vector_position at;
    if (!parse_name(name, &at)) continue;
    uint32_t found = grid->values[grundy_vector_index(grid, &at)];
    if (found != values[v])
      fail_msg("%s: the value of %s is %" PRIu32 ", and not %" PRIu32, text, name, values[v],
               found);
    compared++;
  }
  return compared;
}

/* ---- exploring -------------------------------------------------------------------------- */

static void exploring_gives_the_values_of_the_box(void **state) {
  grundy_random random = grundy_random_new(test_seed());
  for (uint64_t i = 0; i < test_scaled(200); i++) {
    uint32_t dimension = 1 + (uint32_t)i % GRUNDY_VECTOR_MAX_DIMENSION;
    vector_rules rules = random_vectors(&random, dimension, 3);
    grundy_vector_options options = {.size = sizeof options};
    char name[VECTORS_TEXT], text[VECTORS_TEXT + 64];
    for (uint32_t k = 0; k < dimension; k++)
      options.corner.at[k] = (uint32_t)grundy_random_below(&random, dimension < 3 ? 15 : 5);
    vector_rules_text(&rules, name);
    size_t length = (size_t)sprintf(text, "%s:", name);
    write_corner(dimension, &options.corner, text + length);
    solved s = solve_text(text, GRUNDY_COLUMN_GRUNDY);
    grundy_vector_box *box = box_of(name, &options);
    const grundy_vector_grid grid = grundy_vector_box_view(box);
    assert_true(assert_same_values(text, &s, &grid) > 0);
    grundy_vector_box_free(box);
    solved_free(&s);
  }
}

static void assert_gallery(const char *gallery, const char *vectors,
                           grundy_vector_position corner) {
  solved s = solve_text(gallery, GRUNDY_COLUMN_GRUNDY);
  grundy_vector_box *box =
      box_of(vectors, &GRUNDY_OPTIONS(grundy_vector_options, .corner = corner));
  const grundy_vector_grid grid = grundy_vector_box_view(box);
  assert_int_equal(assert_same_values(gallery, &s, &grid), grid.count);
  grundy_vector_box_free(box);
  solved_free(&s);
}

static void the_gallery_has_the_same_values(void **state) {
  assert_gallery("wythoff:25,31", "vector{(1,0)*,(0,1)*,(1,1)*}",
                 (grundy_vector_position){{25, 31}});
  assert_gallery("nim:6,7,9", "vector{(1,0,0)*,(0,1,0)*,(0,0,1)*}",
                 (grundy_vector_position){{6, 7, 9}});
  assert_gallery("subtraction:200,1,3,4", "vector{(1),(3),(4)}", (grundy_vector_position){{200}});
}

/* ---- operators -------------------------------------------------------------------------- */

static void passes_are_those_of_the_operator(void **state) {
  grundy_random random = grundy_random_new(test_seed());
  for (uint64_t i = 0; i < test_scaled(40); i++) {
    vector_rules rules = random_vectors(&random, 2, 3);
    char name[VECTORS_TEXT], text[VECTORS_TEXT + 64];
    vector_rules_text(&rules, name);
    (void)sprintf(text, "pass(terminal(%s:7,8, 2,1, 3,3), 2)", name);
    const grundy_vector_position ends[] = {{{2, 1}}, {{3, 3}}};
    grundy_vector_box *box =
        box_of(name, &GRUNDY_OPTIONS(grundy_vector_options, .corner = {{7, 8}}, .terminal = ends,
                                     .terminal_count = 2, .passes = 2));
    const grundy_vector_grid grid = grundy_vector_box_view(box);
    solved s = solve_text(text, GRUNDY_COLUMN_GRUNDY);
    const uint32_t *values = grundy_solution_numbers(s.solution, GRUNDY_COLUMN_GRUNDY);
    for (uint32_t v = 0; v < grundy_digraph_order(s.g); v++) {
      char scratch[GRUNDY_NAME_MAX_BYTES];
      const char *position = grundy_digraph_name(s.g, v, scratch);
      grundy_vector_position at;
      if (strstr(position, "/2") == NULL || !parse_name(position, &at)) continue;
      if (grid.values[grundy_vector_index(&grid, &at)] != values[v])
        fail_msg("%s: the value of %s is %" PRIu32, text, position, values[v]);
    }
    solved_free(&s);
    grundy_vector_box_free(box);
  }
}

/* A position is a P-position of the box if some set of forbidden followers makes it one. */
static void blocking_is_that_of_the_operator(void **state) {
  static const char *const sets[] = {"vector{(1,0)*,(0,1)*}", "vector{(1,0)*,(0,1)*,(1,1)*}",
                                     "vector{(1,0),(2,1),(1,2)*}",
                                     "vector{(1,2),(2,0),(0,1),overshoot}"};
  for (size_t i = 0; i < sizeof sets / sizeof *sets; i++)
    for (uint32_t block = 1; block <= 2; block++) {
      bool can_win[25] = {false}, reached[25] = {false};
      char text[128];
      (void)sprintf(text, "block(%s:4,4, %" PRIu32 ")", sets[i], block);
      grundy_vector_box *box = box_of(
          sets[i], &GRUNDY_OPTIONS(grundy_vector_options, .corner = {{4, 4}}, .block = block));
      const grundy_vector_grid grid = grundy_vector_box_view(box);
      solved s = solve_text(text, GRUNDY_COLUMN_OUTCOME);
      const uint8_t *outcomes = grundy_solution_letters(s.solution, GRUNDY_COLUMN_OUTCOME);
      for (uint32_t v = 1; v < grundy_digraph_order(s.g); v++) { /* 0 is the start */
        char scratch[GRUNDY_NAME_MAX_BYTES];
        grundy_vector_position at;
        if (!parse_name(grundy_digraph_name(s.g, v, scratch), &at)) continue;
        reached[grundy_vector_index(&grid, &at)] = true;
        can_win[grundy_vector_index(&grid, &at)] |= outcomes[v] == GRUNDY_OUTCOME_P;
      }
      for (uint64_t index = 0; index < grid.count; index++)
        if (reached[index] && (grid.outcomes[index] == GRUNDY_OUTCOME_P) != can_win[index])
          fail_msg("%s: position %" PRIu64, text, index);
      solved_free(&s);
      grundy_vector_box_free(box);
    }
}

/* ---- expressions ------------------------------------------------------------------------ */

static grundy_evaluation evaluate_text(const char *text, grundy_play play) {
  grundy_expression *e = NULL;
  grundy_evaluation evaluation;
  grundy_error error = {0};
  if (grundy_expression_open(text, &GRUNDY_OPTIONS(grundy_expression_options, .play = play), &e,
                             &error) != GRUNDY_OK ||
      grundy_compound_evaluate(grundy_expression_compound(e), NULL, &evaluation, &error) !=
          GRUNDY_OK)
    fail_msg("%s: %s", text, error.message);
  grundy_expression_free(e);
  return evaluation;
}

static void large_games_are_components_that_are_not_explored(void **state) {
  assert_int_equal(evaluate_text("vector{(1,0)*,(0,1)*}:900,700", GRUNDY_NORMAL_PLAY).value,
                   900 ^ 700);
  assert_int_equal(
      evaluate_text("vector{(1,0)*,(0,1)*}:1000000000,1000000000@90,70 + nim:5", GRUNDY_NORMAL_PLAY)
          .value,
      90 ^ 70 ^ 5);
  assert_int_equal(evaluate_text("vector{(1,0)*,(0,1)*}:900,900", GRUNDY_MISERE_PLAY).outcome,
                   GRUNDY_OUTCOME_P);
  assert_int_equal(evaluate_text("vector{(1,0)*,(0,1)*}:900,900@1,1", GRUNDY_MISERE_PLAY).outcome,
                   GRUNDY_OUTCOME_N);
  assert_int_equal(
      evaluate_text("vector{(1,0)*,(0,1)*,overshoot}:900,900@out", GRUNDY_NORMAL_PLAY).value, 0);
}

/* A draw: from (1,1) a player can return to it forever. */
static void negative_entries_are_explored(void **state) {
  assert_int_equal(evaluate_text("vector{(1,-1),(-1,1)}:1,1", GRUNDY_NORMAL_PLAY).outcome,
                   GRUNDY_OUTCOME_D);
  assert_int_equal(evaluate_text("vector{(1,-1),(2,1)}:1,1", GRUNDY_NORMAL_PLAY).value, 1);
}

static void assert_bad(const char *text, grundy_status expected, uint64_t column) {
  grundy_digraph *g = NULL;
  grundy_error error = {0};
  assert_int_equal(grundy_game_open(text, NULL, &g, &error), expected);
  if (error.column != column || error.line != 1)
    fail_msg("%s: %d: %s", text, (int)error.column, error.message);
}

static void errors_have_the_column_in_the_game(void **state) {
  assert_bad("vector{(1,0),(0)}:1,1", GRUNDY_BAD_INPUT, 14);
  assert_bad("vector{(1,0):1,1", GRUNDY_BAD_INPUT, 13);
  assert_bad("vector{(1,0)}", GRUNDY_BAD_INPUT, 15);
  assert_bad("vector{(1,0)}:1", GRUNDY_BAD_INPUT, 16);
  assert_bad("vector{(1,0)}:1,1,1", GRUNDY_BAD_INPUT, 18);
  assert_bad("vector{(1,0)}:1,x", GRUNDY_BAD_INPUT, 17);
  assert_bad("vector{(1,0)}:1,1073741824", GRUNDY_UNABLE, 17);
}

/* ---- what the engine evaluates ----------------------------------------------------------- */

static void operators_are_read_from_the_text_of_a_game(void **state) {
  grundy_vector_game game = {0};
  assert_int_equal(
      grundy_vector_game_parse("pass(terminal(vector{(1,0)*,overshoot}:7,8, 2,1, out, 3,3), 2)",
                               &game, NULL),
      GRUNDY_OK);
  assert_true(game.passes == 2 && game.block == 0 && game.terminal_count == 2);
  assert_true(game.corner.at[0] == 7 && game.corner.at[1] == 8 && game.terminal[1].at[1] == 3);
  grundy_vector_game_free(&game);
  assert_int_equal(grundy_vector_game_parse("block(vector{(1)}:7, 3)", &game, NULL), GRUNDY_OK);
  assert_true(game.block == 3 && game.passes == 0);
  grundy_vector_game_free(&game);
}

static void other_texts_are_refused(void **state) {
  static const struct {
    const char *text;
    grundy_status status;
  } rows[] = {{"wythoff:3,4", GRUNDY_BAD_INPUT},
              {"block(wythoff:3,4, 1)", GRUNDY_BAD_INPUT},
              {"vector{(1)}:1x", GRUNDY_BAD_INPUT},
              {"block(vector{(1)}:7, 9)", GRUNDY_BAD_INPUT},
              {"terminal(vector{(1)}:7, 8,9)", GRUNDY_BAD_INPUT},
              {"restrict(vector{(1)}:7, a > 3)", GRUNDY_UNABLE},
              {"terminal(pass(vector{(1)}:7), 3/1)", GRUNDY_UNABLE},
              {"pass(block(vector{(1)}:7, 1))", GRUNDY_UNABLE}};
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    grundy_vector_game game = {0};
    grundy_error error = {0};
    if (grundy_vector_game_parse(rows[i].text, &game, &error) != rows[i].status)
      fail_msg("%s: %s", rows[i].text, error.message);
    assert_null(game.moves);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(exploring_gives_the_values_of_the_box),
      cmocka_unit_test(the_gallery_has_the_same_values),
      cmocka_unit_test(passes_are_those_of_the_operator),
      cmocka_unit_test(blocking_is_that_of_the_operator),
      cmocka_unit_test(large_games_are_components_that_are_not_explored),
      cmocka_unit_test(negative_entries_are_explored),
      cmocka_unit_test(errors_have_the_column_in_the_game),
      cmocka_unit_test(operators_are_read_from_the_text_of_a_game),
      cmocka_unit_test(other_texts_are_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
