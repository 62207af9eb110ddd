/* A compound rejects invalid positions, and solutions without the columns that it needs. */

#include <grundy/compound.h>
#include <grundy/game.h>
#include <grundy/solve.h>

#include "support/games.h"
#include "support/test.h"

static void expect_refused(grundy_play play, grundy_component game, uint64_t position,
                           const char *message) {
  grundy_compound *compound = NULL;
  grundy_error error = {0};
  assert_int_equal(grundy_compound_new(play, &compound, NULL), GRUNDY_OK);
  assert_int_equal(grundy_compound_add(compound, game, position, &error), GRUNDY_BAD_ARGUMENT);
  if (strstr(error.message, message) == NULL) fail_msg("%s", error.message);
  assert_int_equal(grundy_compound_count(compound), 0);
  grundy_compound_free(compound);
}

static void an_invalid_position_is_rejected(void **state) {
  grundy_digraph *g = game_chain(3, 1);
  grundy_solution *solution = NULL;
  assert_int_equal(grundy_solve_in_memory(g, NULL, &solution, NULL), GRUNDY_OK);
  grundy_solved solved = grundy_solved_view(g, solution);
  expect_refused(GRUNDY_NORMAL_PLAY, grundy_component_digraph(&solved), 3,
                 "there is no position 3; expected one below 3");
  expect_refused(GRUNDY_NORMAL_PLAY, grundy_component_nim(), GRUNDY_NIM_MAX_HEAP + UINT64_C(1),
                 "the heap has 2147483648 counters; expected at most 2147483647");
  grundy_solution_free(solution);
  grundy_digraph_free(g);
}

/* Leaves out each required column in turn. */
static void a_solution_without_a_column_is_refused(void **state) {
  static const grundy_columns needed = GRUNDY_COLUMN_GRUNDY | GRUNDY_COLUMN_K |
                                       GRUNDY_COLUMN_COUNTER | GRUNDY_COLUMN_REMOTENESS |
                                       GRUNDY_COLUMN_DISTANCE | GRUNDY_COLUMN_MISERE_REMOTENESS;
  grundy_digraph *g = game_chain(3, 1);
  for (grundy_columns left = needed; left != 0; left &= left - 1) {
    grundy_columns out = left & -left;
    grundy_solve_options options = {.size = sizeof options,
                                    .columns = (needed & ~out) | GRUNDY_COLUMN_OUTCOME};
    grundy_solution *solution = NULL;
    grundy_play play =
        out == GRUNDY_COLUMN_MISERE_REMOTENESS ? GRUNDY_MISERE_PLAY : GRUNDY_NORMAL_PLAY;
    assert_int_equal(grundy_solve_in_memory(g, &options, &solution, NULL), GRUNDY_OK);
    grundy_solved solved = grundy_solved_view(g, solution);
    expect_refused(play, grundy_component_digraph(&solved), 0, grundy_column_describe(out)->name);
    grundy_solution_free(solution);
  }
  grundy_digraph_free(g);
}

static void there_are_two_kinds_of_play(void **state) {
  grundy_compound *compound = NULL;
  assert_int_equal(grundy_compound_new((grundy_play)9, &compound, NULL), GRUNDY_BAD_ARGUMENT);
  assert_null(compound);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(an_invalid_position_is_rejected),
      cmocka_unit_test(a_solution_without_a_column_is_refused),
      cmocka_unit_test(there_are_two_kinds_of_play),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
