/* Levels of draws, against the definition: remove what is decided, and solve again. */

#include <grundy/verify.h>

#include "solve/kernels.h"
#include "support/games.h"
#include "support/naive.h"
#include "support/reports.h"
#include "support/solutions.h"
#include "support/test.h"

enum { DRAWS = GRUNDY_COLUMN_DRAW_LEVEL | GRUNDY_COLUMN_DRAW_REMOTENESS };

/* ---- the naive twin --------------------------------------------------------------------- */

/* A level as a game of its own: the vertices without a level, with the moves among them; play ends
 * at the fringe. */
typedef struct subgame {
  grundy_digraph *g;
  uint32_t vertex[NAIVE_MOST], number[NAIVE_MOST], order;
} subgame;

static bool borders(const grundy_digraph *g, uint32_t u, const uint32_t *level, uint32_t on) {
  grundy_vertices row = grundy_digraph_followers(g, u);
  for (uint64_t i = 0; i < row.count; i++)
    if (level[row.at[i]] < on) return true;
  return false;
}

static subgame make_subgame(const grundy_digraph *g, const uint32_t *level, uint32_t k) {
  static uint32_t tails[NAIVE_MOST * NAIVE_MOST], heads[NAIVE_MOST * NAIVE_MOST];
  subgame sub = {0};
  uint64_t moves = 0;
  for (uint32_t v = 0; v < grundy_digraph_order(g); v++)
    if (level[v] >= k) {
      sub.number[v] = sub.order;
      sub.vertex[sub.order++] = v;
    }
  for (uint32_t i = 0; i < sub.order; i++) {
    grundy_vertices row = grundy_digraph_followers(g, sub.vertex[i]);
    if (borders(g, sub.vertex[i], level, k)) continue;
    for (uint64_t j = 0; j < row.count; j++, moves++) {
      tails[moves] = i;
      heads[moves] = sub.number[row.at[j]];
    }
  }
  assert_int_equal(grundy_digraph_new(sub.order, moves, tails, heads, &sub.g, NULL), GRUNDY_OK);
  return sub;
}

/* Solves level k. Returns whether it has a vertex. */
static bool naive_level(const grundy_digraph *g, uint32_t k, uint32_t *level,
                        uint32_t *remoteness) {
  uint32_t found[NAIVE_MOST];
  bool some = false;
  subgame sub = make_subgame(g, level, k);
  naive_remoteness(sub.g, 0, found);
  for (uint32_t i = 0; i < sub.order; i++)
    if (found[i] != GRUNDY_INFINITY) {
      level[sub.vertex[i]] = k;
      remoteness[sub.vertex[i]] = found[i];
      some = true;
    }
  grundy_digraph_free(sub.g);
  return some;
}

static void naive_draws(const grundy_digraph *g, uint32_t *level, uint32_t *remoteness) {
  for (uint32_t v = 0; v < grundy_digraph_order(g); v++) level[v] = remoteness[v] = GRUNDY_INFINITY;
  for (uint32_t k = 0; naive_level(g, k, level, remoteness);) k++;
}

static const char *levels_are_right(const test_game *game) {
  uint32_t level[NAIVE_MOST], remoteness[NAIVE_MOST];
  uint32_t order = grundy_digraph_order(game->g);
  naive_draws(game->g, level, remoteness);
  grundy_solution *solution = solution_of(game->g, DRAWS);
  const char *why = same_numbers("draw_level", order, level,
                                 grundy_solution_numbers(solution, GRUNDY_COLUMN_DRAW_LEVEL));
  if (why == NULL)
    why = same_numbers("draw_remoteness", order, remoteness,
                       grundy_solution_numbers(solution, GRUNDY_COLUMN_DRAW_REMOTENESS));
  grundy_solution_free(solution);
  return why;
}

static void levels_are_those_of_the_definition(void **state) {
  for (uint32_t order = 0; order <= 3; order++) on_every_game(order, levels_are_right);
  on_some_games(4, 20000, levels_are_right);
  on_random_games(20000, 8, levels_are_right);
  on_random_games(500, NAIVE_MOST < 60 ? NAIVE_MOST : 60, levels_are_right);
}

/* ---- verification ----------------------------------------------------------------------- */

static bool is_right(const grundy_digraph *g, const grundy_solution *solution) {
  grundy_report *report;
  assert_int_equal(grundy_verify(g, solution, NULL, &report, NULL), GRUNDY_OK);
  bool right = finding_on(report, GRUNDY_COLUMN_DRAW_LEVEL).verdict == GRUNDY_VERDICT_RIGHT &&
               finding_on(report, GRUNDY_COLUMN_DRAW_REMOTENESS).verdict == GRUNDY_VERDICT_RIGHT;
  bool wrong = finding_on(report, GRUNDY_COLUMN_DRAW_LEVEL).verdict == GRUNDY_VERDICT_WRONG ||
               finding_on(report, GRUNDY_COLUMN_DRAW_REMOTENESS).verdict == GRUNDY_VERDICT_WRONG;
  assert_true(right != wrong);
  grundy_report_free(report);
  return right;
}

/* Changes the entry of v to another number, often a near one. */
static void change(grundy_random *random, uint32_t *entry) {
  uint32_t kept = *entry;
  while (*entry == kept)
    *entry = grundy_random_below(random, 4) == 0 ? GRUNDY_INFINITY
                                                 : (uint32_t)grundy_random_below(random, 5);
}

static const char *every_change_is_caught(const test_game *game) {
  uint32_t order = grundy_digraph_order(game->g);
  if (order == 0) return NULL;
  grundy_solution *solution = solution_of(game->g, DRAWS);
  const char *why = is_right(game->g, solution) ? NULL : "the solution is rejected";
  uint32_t changes = 1 + (uint32_t)grundy_random_below(game->random, 3);
  uint32_t level[NAIVE_MOST], remoteness[NAIVE_MOST];
  uint32_t *claimed = numbers_to_change(solution, GRUNDY_COLUMN_DRAW_LEVEL);
  uint32_t *numbers = numbers_to_change(solution, GRUNDY_COLUMN_DRAW_REMOTENESS);
  for (uint32_t i = 0; i < changes; i++)
    change(game->random, grundy_random_below(game->random, 2) == 0
                             ? &claimed[grundy_random_below(game->random, order)]
                             : &numbers[grundy_random_below(game->random, order)]);
  naive_draws(game->g, level, remoteness);
  bool same = same_numbers("", order, level, claimed) == NULL &&
              same_numbers("", order, remoteness, numbers) == NULL;
  if (why == NULL && is_right(game->g, solution) != same) why = "a wrong level is accepted";
  grundy_solution_free(solution);
  return why;
}

static void wrong_levels_are_rejected(void **state) {
  for (uint32_t order = 0; order <= 3; order++) on_every_game(order, every_change_is_caught);
  on_random_games(20000, 8, every_change_is_caught);
}

static void one_column_alone_cannot_be_checked(void **state) {
  static const uint32_t pairs[][2] = {{0, 1}, {1, 0}, {1, 2}};
  grundy_digraph *g = game_from_pairs(3, 3, pairs);
  for (int i = 0; i < 2; i++) {
    grundy_columns column = i == 0 ? GRUNDY_COLUMN_DRAW_LEVEL : GRUNDY_COLUMN_DRAW_REMOTENESS;
    grundy_solution *solution = solution_of(g, column);
    grundy_report *report;
    assert_int_equal(grundy_verify(g, solution, NULL, &report, NULL), GRUNDY_OK);
    assert_int_equal(finding_on(report, column).verdict, GRUNDY_VERDICT_NOT_CHECKED);
    grundy_report_free(report);
    grundy_solution_free(solution);
  }
  grundy_digraph_free(g);
}

/* ---- size and limits -------------------------------------------------------------------- */

/* 0 is terminal, 1 moves there, and 2, 3 … are cycles of two vertices, each with a move to the one
 * before: a level per cycle. */
static void there_may_be_many_levels(void **state) {
  enum { CYCLES = 200000, ORDER = 2 + 2 * CYCLES };
  uint32_t *tails = new_numbers(2 * ORDER), *heads = new_numbers(2 * ORDER);
  uint64_t moves = 0;
  tails[moves] = 1;
  heads[moves++] = 0;
  for (uint32_t v = 2; v < ORDER; v++) {
    tails[moves] = v;
    heads[moves++] = v ^ 1;
    if (v % 2 == 1) continue;
    tails[moves] = v;
    heads[moves++] = v - 1;
  }
  grundy_digraph *g;
  assert_int_equal(grundy_digraph_new(ORDER, moves, tails, heads, &g, NULL), GRUNDY_OK);
  grundy_solution *solution = solution_of(g, DRAWS);
  const uint32_t *level = grundy_solution_numbers(solution, GRUNDY_COLUMN_DRAW_LEVEL);
  for (uint32_t v = 2; v < ORDER; v++) assert_int_equal(level[v], v / 2);
  assert_true(is_right(g, solution));
  grundy_solution_free(solution);
  grundy_digraph_free(g);
  free(tails);
  free(heads);
}

static void grading_can_be_cancelled(void **state) {
  uint32_t level[4], remoteness[4];
  grundy_digraph *g = game_chain(4, 1), *reverse = game_reverse(g);
  assert_int_equal(grundy_draws_solve(g, reverse, &test_cancelling, level, remoteness, NULL),
                   GRUNDY_CANCELLED);
  grundy_digraph_free(g);
  grundy_digraph_free(reverse);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(levels_are_those_of_the_definition),
      cmocka_unit_test(wrong_levels_are_rejected),
      cmocka_unit_test(one_column_alone_cannot_be_checked),
      cmocka_unit_test(there_may_be_many_levels),
      cmocka_unit_test(grading_can_be_cancelled),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
