/* Kinds of moves in files. */

#include <grundy/format.h>
#include <grundy/solution.h>

#include "support/formats.h"
#include "support/kinds.h"
#include "support/naive_turns.h"
#include "support/solutions.h"
#include "support/test.h"

/* Checks the kinds of the moves among the first positions, in rows of the matrix. */
static void assert_kinds(grundy_format format, const char *text, uint32_t order,
                         const uint8_t *kinds) {
  grundy_digraph *g = scan_text(format, text);
  assert_int_equal(grundy_digraph_order(g), order);
  for (uint32_t u = 0; u < order; u++)
    for (uint32_t v = 0; v < order; v++)
      assert_int_equal(naive_kinds(g, u, v), kinds[u * order + v]);
  grundy_digraph_free(g);
}

enum {
  O = GRUNDY_MOVE_ORDINARY,
  C = GRUNDY_MOVE_CARRY_ON,
  L = GRUNDY_MOVE_LOCAL,
  E = GRUNDY_MOVE_ENTAILING
};

/* ---- edge lists ------------------------------------------------------------------------- */

static void arrows_say_the_kind_of_a_move(void **state) {
  assert_kinds(GRUNDY_FORMAT_EDGES, "a +> b\nb => a\na !> a\n", 2, (uint8_t[]){E, C, L, 0});
  assert_kinds(GRUNDY_FORMAT_EDGES, "0 +> 1\n1 0\n1 -> 1 # .\n", 2, (uint8_t[]){0, C, O, O});
}

static void a_pair_may_have_moves_of_several_kinds(void **state) {
  assert_kinds(GRUNDY_FORMAT_EDGES, "a b\na +> b\na !> b\na +> b\n", 2,
               (uint8_t[]){0, O | C | E, 0, 0});
}

static void games_with_ordinary_moves_have_no_kinds(void **state) {
  grundy_digraph *g = scan_text(GRUNDY_FORMAT_EDGES, "a -> b\nb c\n");
  assert_null(grundy_digraph_kinds(g));
  assert_int_equal(grundy_digraph_type(g), GRUNDY_GAME_NORMAL);
  grundy_digraph_free(g);
}

/* Such words are arrows only between two others. */
static void positions_may_be_called_like_arrows(void **state) {
  assert_game(GRUNDY_FORMAT_EDGES, "a +>\n+> =>\n!>\n", " a +> => !>", " a>+> +>>=>");
  assert_kinds(GRUNDY_FORMAT_EDGES, "+> +> +>\n", 1, (uint8_t[]){C});
  grundy_digraph *g = scan_text(GRUNDY_FORMAT_EDGES, "a +> +>\n+> !>\n!> => =>\n");
  assert_null(survives(GRUNDY_FORMAT_EDGES, g));
  grundy_digraph_free(g);
}

static void mistakes_in_edge_lists_are_reported(void **state) {
  assert_refused(GRUNDY_FORMAT_EDGES, "a +> b c\n",
                 "1:8: a third word; expected a move 'u v', a position 'u' or a comment '# ...'");
  assert_refused(GRUNDY_FORMAT_EDGES, "a +> ->\n",
                 "1:3: an arrow without a position after it; write a move as 'u -> v'");
  assert_refused(GRUNDY_FORMAT_EDGES, "a +> b\n@ b outcome=N\n",
                 " a game with carry-on or entailing moves cannot have players, outcomes or "
                 "payoffs");
}

/* ---- DOT and GraphML -------------------------------------------------------------------- */

static void edges_of_dot_have_kinds(void **state) {
  assert_kinds(GRUNDY_FORMAT_DOT,
               "digraph { a -> b [kind=\"carry-on\"]; b -> a -> a [kind=local] }", 2,
               (uint8_t[]){L, C, L, 0});
  assert_kinds(GRUNDY_FORMAT_DOT,
               "digraph { edge [kind=entailing]; a -> b; b -> a [kind=ordinary, color=red] }", 2,
               (uint8_t[]){0, E, O, 0});
  assert_kinds(GRUNDY_FORMAT_DOT, "digraph { a [kind=king]; { edge [kind=local] b -> a } a -> b }",
               2, (uint8_t[]){0, O, L, 0});
}

static void unknown_kinds_of_dot_are_errors(void **state) {
  assert_refused(GRUNDY_FORMAT_DOT, "digraph { a -> b [kind=again] }",
                 "1:24: 'again' is not a kind of move; expected ordinary, carry-on, local or "
                 "entailing");
  assert_refused(GRUNDY_FORMAT_DOT, "digraph { a -> b [kind=\"\"] }",
                 "1:24: '' is not a kind of move; expected ordinary, carry-on, local or "
                 "entailing");
}

#define GRAPHML(edges)                                                                             \
  "<graphml><key id=\"k\" for=\"edge\" attr.name=\"kind\"/><graph edgedefault=\"directed\">"       \
  "<node id=\"a\"/><node id=\"b\"/>" edges "</graph></graphml>"

static void edges_of_graphml_have_kinds(void **state) {
  assert_kinds(GRUNDY_FORMAT_GRAPHML,
               GRAPHML("<edge source=\"a\" target=\"b\"><data key=\"k\">carry-on</data></edge>"
                       "<edge source=\"a\" target=\"b\"/>"
                       "<edge source=\"b\" target=\"a\"><data key=\"x\">y</data></edge>"),
               2, (uint8_t[]){0, O | C, O, 0});
}

static void unknown_kinds_of_graphml_are_errors(void **state) {
  assert_refused(GRUNDY_FORMAT_GRAPHML,
                 GRAPHML("\n<edge source=\"a\" target=\"b\"><data key=\"k\">again</data></edge>"),
                 "2:48: 'again' is not a kind of move; expected ordinary, carry-on, local or "
                 "entailing");
  assert_refused(GRUNDY_FORMAT_GRAPHML,
                 GRAPHML("\n<edge source=\"a\" target=\"b\"><data key=\"k\">local</data>"
                         "<data key=\"k\">local</data></edge>"),
                 "2:74: a second kind of this edge");
}

/* ---- round trips ------------------------------------------------------------------------ */

static const char *games_round_trip(const test_game *game) {
  static const grundy_format formats[] = {GRUNDY_FORMAT_EDGES, GRUNDY_FORMAT_DOT,
                                          GRUNDY_FORMAT_GRAPHML, GRUNDY_FORMAT_NPZ};
  const char *wrong = NULL;
  for (size_t i = 0; i < sizeof formats / sizeof *formats && wrong == NULL; i++)
    wrong = survives(formats[i], game->g);
  return wrong;
}

static void games_survive_a_round_trip(void **state) {
  on_games_of_kinds(500, 2000, 12, games_round_trip);
}

static const char *solutions_round_trip(const test_game *game) {
  static const grundy_format formats[] = {GRUNDY_FORMAT_TSV, GRUNDY_FORMAT_CSV, GRUNDY_FORMAT_JSON,
                                          GRUNDY_FORMAT_NPZ};
  grundy_solution *solution = solution_of(game->g, GRUNDY_COLUMNS_TURNS);
  const char *wrong = NULL;
  for (size_t i = 0; i < sizeof formats / sizeof *formats && wrong == NULL; i++) {
    char *text = NULL;
    size_t size;
    grundy_solution *got = NULL;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    assert_int_equal(grundy_solution_write(game->g, solution, formats[i], NULL, out, NULL),
                     GRUNDY_OK);
    fclose(out);
    FILE *in = fmemopen(text, size, "r");
    assert_non_null(in);
    assert_int_equal(grundy_solution_read(game->g, "solution", formats[i],
                                          &GRUNDY_OPTIONS(grundy_read_options, .stream = in), &got,
                                          NULL),
                     GRUNDY_OK);
    fclose(in);
    for (grundy_columns rest = GRUNDY_COLUMNS_TURNS; rest != 0 && wrong == NULL; rest &= rest - 1)
      wrong = same_column(rest & -rest, solution, got);
    grundy_solution_free(got);
    free(text);
  }
  grundy_solution_free(solution);
  return wrong;
}

static void solutions_survive_a_round_trip(void **state) {
  on_games_of_kinds(500, 2000, 6, solutions_round_trip);
}

static void matrix_market_cannot_hold_kinds(void **state) {
  grundy_digraph *g = scan_text(GRUNDY_FORMAT_EDGES, "0 +> 1\n");
  grundy_error error = {0};
  FILE *out = tmpfile();
  assert_int_equal(grundy_digraph_write(g, GRUNDY_FORMAT_MTX, NULL, out, &error), GRUNDY_UNABLE);
  fclose(out);
  grundy_digraph_free(g);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(arrows_say_the_kind_of_a_move),
      cmocka_unit_test(a_pair_may_have_moves_of_several_kinds),
      cmocka_unit_test(games_with_ordinary_moves_have_no_kinds),
      cmocka_unit_test(positions_may_be_called_like_arrows),
      cmocka_unit_test(mistakes_in_edge_lists_are_reported),
      cmocka_unit_test(edges_of_dot_have_kinds),
      cmocka_unit_test(unknown_kinds_of_dot_are_errors),
      cmocka_unit_test(edges_of_graphml_have_kinds),
      cmocka_unit_test(unknown_kinds_of_graphml_are_errors),
      cmocka_unit_test(games_survive_a_round_trip),
      cmocka_unit_test(solutions_survive_a_round_trip),
      cmocka_unit_test(matrix_market_cannot_hold_kinds),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
