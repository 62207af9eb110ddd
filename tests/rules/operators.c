/* Operators on rules agree with explicit digraphs that are built from their definitions. */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <grundy/grundy.h>

#include "explore/impl.h"
#include "rules/impl.h"
#include "rules/operators.h"
#include "support/digraph_rules.h"
#include "support/games.h"
#include "support/naive.h"

enum { MOST = 6, ROOM = 1 << 14 };

/* ---- the number of a vertex as a field ----------------------------------------------------- */

static size_t fields(const void *game, const void *position, const char *names[],
                     int64_t values[]) {
  const uint32_t *v = position;
  (void)game;
  if (names != NULL) names[0] = "v";
  if (values != NULL) values[0] = *v;
  return 1;
}

static grundy_digraph *explored(grundy_ruleset *ruleset) {
  grundy_digraph *g = NULL;
  grundy_error error = {0};
  grundy_open_options options = {.size = sizeof options};
  assert_int_equal(grundy_ruleset_set_text(ruleset, "operator", "", NULL), GRUNDY_OK);
  if (grundy_explore(ruleset, &options, &g, &error) != GRUNDY_OK) fail_msg("%s", error.message);
  return g;
}

/* ---- explicit digraphs --------------------------------------------------------------------- */

/* A digraph by its definition: vertices are numbered as the test likes. */
typedef struct explicit_game {
  uint32_t pairs[ROOM][2];
  size_t count;
  uint32_t order;
  char names[ROOM / 4][32];
} explicit_game;

static explicit_game game;

static void add_move(uint32_t from, uint32_t to) {
  assert_true(game.count < ROOM);
  game.pairs[game.count][0] = from;
  game.pairs[game.count++][1] = to;
}

/* Returns NULL if every explored position has the value, the outcome and the number of followers of
 * the vertex with its name. */
static const char *compare(const grundy_digraph *g, uint32_t first) {
  grundy_digraph *e = game_from_pairs(game.order, game.count, (const uint32_t(*)[2])game.pairs);
  grundy_solution *solution = NULL;
  uint32_t *values = new_numbers(game.order), *counter = new_numbers(game.order);
  const char *wrong = NULL;
  naive_values(e, values, counter);
  assert_int_equal(grundy_solve(g, NULL, &solution, NULL), GRUNDY_OK);
  const uint32_t *found = grundy_solution_numbers(solution, GRUNDY_COLUMN_GRUNDY);
  if (grundy_digraph_order(g) != naive_reachable(e, first))
    wrong = because("%u positions were explored, %u can be reached", grundy_digraph_order(g),
                    naive_reachable(e, first));
  for (uint32_t u = 0; u < grundy_digraph_order(g) && wrong == NULL; u++) {
    char scratch[GRUNDY_NAME_MAX_BYTES];
    const char *name = grundy_digraph_name(g, u, scratch);
    uint32_t v = 0, again = 0;
    while (v < game.order && strcmp(game.names[v], name) != 0) v++;
    if (v == game.order)
      wrong = because("position '%s' does not exist", name);
    else if (found[u] != values[v])
      wrong = because("position '%s' has the value %u, not %u", name, values[v], found[u]);
    else if (grundy_digraph_followers(g, u).count != grundy_digraph_followers(e, v).count)
      wrong = because("position '%s' has another number of moves", name);
    else if (!grundy_digraph_find(g, name, strlen(name), &again) || again != u)
      wrong = because("position '%s' is not found by its name", name);
  }
  grundy_solution_free(solution);
  grundy_digraph_free(e);
  free(values);
  free(counter);
  return wrong;
}

static bool has_move(uint32_t u, uint32_t v) {
  grundy_vertices followers = grundy_digraph_followers(rules_digraph, u);
  for (uint64_t i = 0; i < followers.count; i++)
    if (followers.at[i] == v) return true;
  return false;
}

static void begin(const grundy_digraph *g, uint32_t order) {
  rules_digraph = g;
  game.count = 0;
  game.order = order;
}

/* ---- pass ---------------------------------------------------------------------------------- */

static const char *check_pass(const grundy_digraph *g, uint32_t passes) {
  uint32_t n = grundy_digraph_order(g);
  grundy_ruleset *ruleset = NULL;
  begin(g, n * (passes + 1));
  for (uint32_t left = 0; left <= passes; left++)
    for (uint32_t u = 0; u < n; u++) {
      bool is_terminal = true;
      snprintf(game.names[left * n + u], sizeof game.names[0], "%lu/%lu", (unsigned long)u,
               (unsigned long)left);
      for (uint32_t v = 0; v < n; v++)
        if (has_move(u, v)) {
          add_move(left * n + u, left * n + v);
          is_terminal = false;
        }
      if (left > 0 && !is_terminal) add_move(left * n + u, (left - 1) * n + u);
    }
  assert_int_equal(grundy_rule_operator_pass(open_digraph_rules(), passes, &ruleset, NULL),
                   GRUNDY_OK);
  grundy_digraph *made = explored(ruleset);
  const char *wrong = compare(made, passes * n);
  grundy_digraph_free(made);
  return wrong;
}

static const char *pass_is_right(const test_game *test) {
  if (grundy_digraph_order(test->g) == 0) return NULL;
  const char *wrong = check_pass(test->g, 1);
  return wrong != NULL ? wrong : check_pass(test->g, 3);
}

/* ---- block --------------------------------------------------------------------------------- */

static uint32_t bits_of(uint32_t set) {
  uint32_t count = 0;
  for (; set != 0; set &= set - 1) count++;
  return count;
}

/* Vertex u * 2^n + F is position u with the set F forbidden. */
static const char *check_block(const grundy_digraph *g, uint32_t most) {
  uint32_t n = grundy_digraph_order(g), all = (uint32_t)1 << n;
  grundy_ruleset *ruleset = NULL;
  begin(g, n * all);
  for (uint32_t i = 0; i < game.order; i++) {
    uint32_t u = i / all, forbidden = i % all;
    int length = snprintf(game.names[i], sizeof game.names[0], "%lu", (unsigned long)u);
    for (uint32_t v = 0; v < n; v++)
      if ((forbidden >> v & 1) != 0)
        length += snprintf(game.names[i] + length, sizeof game.names[0] - (size_t)length, "!%lu",
                           (unsigned long)v);
    for (uint32_t v = 0; v < n; v++) {
      if (!has_move(u, v) || (forbidden >> v & 1) != 0) continue;
      for (uint32_t next = 0; next < all; next++) {
        bool is_set = bits_of(next) <= most;
        for (uint32_t w = 0; w < n; w++)
          is_set = is_set && ((next >> w & 1) == 0 || has_move(v, w));
        if (is_set) add_move(i, v * all + next);
      }
    }
  }
  assert_int_equal(grundy_rule_operator_block(open_digraph_rules(), most, &ruleset, NULL),
                   GRUNDY_OK);
  grundy_digraph *made = explored(ruleset);
  const char *wrong = compare(made, 0);
  grundy_digraph_free(made);
  return wrong;
}

static const char *block_is_right(const test_game *test) {
  if (grundy_digraph_order(test->g) == 0) return NULL;
  const char *wrong = check_block(test->g, 1);
  return wrong != NULL ? wrong : check_block(test->g, 2);
}

/* ---- terminal and restrict ----------------------------------------------------------------- */

/* Adds the moves of the game that start at no vertex of one set and lead to vertices of another. */
static void add_moves(uint32_t ends, uint32_t allowed) {
  for (uint32_t u = 0; u < game.order; u++) {
    snprintf(game.names[u], sizeof game.names[0], "%lu", (unsigned long)u);
    for (uint32_t v = 0; v < game.order; v++)
      if (has_move(u, v) && (ends >> u & 1) == 0 && (allowed >> v & 1) != 0) add_move(u, v);
  }
}

static const char *terminal_is_right(const test_game *test) {
  uint32_t n = grundy_digraph_order(test->g);
  static const char *const names[] = {"1", "3"};
  grundy_ruleset *ruleset = NULL;
  if (n < 4) return NULL;
  begin(test->g, n);
  add_moves(1 << 1 | 1 << 3, UINT32_MAX);
  assert_int_equal(grundy_rule_operator_terminal(open_digraph_rules(), names, 2, &ruleset, NULL),
                   GRUNDY_OK);
  grundy_digraph *made = explored(ruleset);
  const char *wrong = compare(made, 0);
  grundy_digraph_free(made);
  return wrong;
}

static const char *restrict_is_right(const test_game *test) {
  uint32_t n = grundy_digraph_order(test->g);
  const grundy_ruleset_options options = {0};
  grundy_ruleset *ruleset = NULL;
  if (n == 0) return NULL;
  begin(test->g, n);
  add_moves(0, 1 << 0 | 1 << 2 | 1 << 3 | 1 << 5);
  assert_int_equal(grundy_rule_operator_restrict(open_digraph_rules(),
                                                 "v % 2 == 0 and v ~= 4 or v >= 3 "
                                                 "and v ~= 4",
                                                 &options, &ruleset, NULL),
                   GRUNDY_OK);
  grundy_digraph *made = explored(ruleset);
  const char *wrong = compare(made, 0);
  grundy_digraph_free(made);
  return wrong;
}

static void operators_agree_with_explicit_digraphs(void **state) {
  (void)state;
  on_every_game(2, pass_is_right);
  on_every_game(2, block_is_right);
  on_random_games(60, MOST, pass_is_right);
  on_random_games(25, 4, block_is_right);
  on_random_games(60, MOST, terminal_is_right);
  on_random_games(60, MOST, restrict_is_right);
}

/* The explorer calls parallel rules in several threads; only the caller's may ask the monitor. */
static void operators_that_ask_the_monitor_are_not_parallel(void **state) {
  (void)state;
  const grundy_ruleset_options options = {0};
  grundy_ruleset *ruleset = NULL;
  assert_int_equal(grundy_rule_operator_pass(open_digraph_rules(), 1, &ruleset, NULL), GRUNDY_OK);
  assert_true(ruleset->kind->parallel);
  grundy_ruleset_close(ruleset);
  assert_int_equal(grundy_rule_operator_block(open_digraph_rules(), 1, &ruleset, NULL), GRUNDY_OK);
  assert_false(ruleset->kind->parallel);
  grundy_ruleset_close(ruleset);
  assert_int_equal(
      grundy_rule_operator_restrict(open_digraph_rules(), "v > 0", &options, &ruleset, NULL),
      GRUNDY_OK);
  assert_false(ruleset->kind->parallel);
  assert_int_equal(grundy_rule_operator_pass(ruleset, 1, &ruleset, NULL), GRUNDY_OK);
  assert_false(ruleset->kind->parallel);
  grundy_ruleset_close(ruleset);
}

/* ---- fields and refusals ------------------------------------------------------------------- */

static void operators_add_fields(void **state) {
  (void)state;
  static const uint32_t pairs[][2] = {{0, 1}};
  grundy_digraph *g = game_from_pairs(2, 1, pairs);
  grundy_ruleset *once = NULL, *twice = NULL;
  int64_t values[3];
  rules_digraph = g;
  assert_int_equal(grundy_rule_operator_pass(open_digraph_rules(), 2, &once, NULL), GRUNDY_OK);
  assert_int_equal(grundy_rule_operator_pass(once, 5, &twice, NULL), GRUNDY_OK);
  grundy_digraph *made = explored(twice);
  grundy_field_names names = grundy_position_fields(made);
  assert_int_equal(names.count, 3);
  assert_string_equal(names.at[0], "v");
  assert_string_equal(names.at[1], "passes");
  assert_string_equal(names.at[2], "passes2");
  assert_int_equal(grundy_position_field_values(made, 0, values, NULL), GRUNDY_OK);
  assert_true(values[0] == 0 && values[1] == 2 && values[2] == 5);
  grundy_digraph_free(made);
  grundy_digraph_free(g);
}

static void unsuitable_games_are_refused(void **state) {
  (void)state;
  static const uint32_t pairs[][2] = {{0, 1}};
  static const char *const nowhere[] = {"7"};
  const grundy_ruleset_options options = {0};
  grundy_digraph *g = game_from_pairs(2, 1, pairs);
  grundy_ruleset *ruleset = NULL;
  grundy_error error = {0};
  rules_digraph = g;
  digraph_rules.player = always_player_a;
  assert_int_equal(grundy_rule_operator_pass(open_digraph_rules(), 1, &ruleset, &error),
                   GRUNDY_UNDEFINED);
  digraph_rules.player = NULL;
  assert_int_equal(
      grundy_rule_operator_terminal(open_digraph_rules(), nowhere, 1, &ruleset, &error),
      GRUNDY_BAD_INPUT);
  assert_non_null(strstr(error.message, "the game has no position '7'"));
  assert_int_equal(
      grundy_rule_operator_restrict(open_digraph_rules(), "v +", &options, &ruleset, &error),
      GRUNDY_BAD_INPUT);
  digraph_rules.fields = NULL;
  assert_int_equal(
      grundy_rule_operator_restrict(open_digraph_rules(), "v", &options, &ruleset, &error),
      GRUNDY_UNDEFINED);
  digraph_rules.fields = fields;
  grundy_digraph_free(g);
}

/* ---- names of games ------------------------------------------------------------------------ */

static void wrong(const char *text, grundy_status expected, const char *what) {
  grundy_digraph *g = NULL;
  grundy_error error = {0};
  assert_int_equal(grundy_game_open(text, NULL, &g, &error), expected);
  if (strstr(error.message, what) == NULL) fail_msg("%s: '%s'", text, error.message);
}

static void wrong_operators_are_reported(void **state) {
  (void)state;
  wrong("pass(wythoff:3,4", GRUNDY_BAD_INPUT, "does not end with the parenthesis of pass(");
  wrong("pass(wythoff:3,4)x", GRUNDY_BAD_INPUT, "does not end with the parenthesis of pass(");
  wrong("pass(wythoff:3,4):7", GRUNDY_BAD_INPUT, "does not end with the parenthesis of pass(");
  wrong("pass(wythoff:3,4, 0)", GRUNDY_BAD_INPUT, "'0' as the number of passes");
  wrong("pass(wythoff:3,4, 256)", GRUNDY_BAD_INPUT, "'256' as the number of passes");
  wrong("pass(nosuch:3,4)", GRUNDY_BAD_INPUT, "is not the name of rules");
  wrong("pass()", GRUNDY_BAD_INPUT, "is not the name of rules");
  wrong("block(wythoff:3,4)", GRUNDY_BAD_INPUT, "block needs the number of moves");
  wrong("block(wythoff:3,4, 9)", GRUNDY_BAD_INPUT, "block needs the number of moves");
  wrong("terminal(wythoff:3,4)", GRUNDY_BAD_INPUT, "terminal needs positions");
  wrong("terminal(wythoff:3,4, x)", GRUNDY_BAD_INPUT, "the game has no position 'x'");
  wrong("restrict(wythoff:3,4)", GRUNDY_BAD_INPUT, "restrict needs a condition");
  wrong("restrict(wythoff:3,4, a <)", GRUNDY_BAD_INPUT, "unexpected symbol");
  wrong("restrict(wythoff:3,4, nothing.x)", GRUNDY_BAD_INPUT, "attempt to index");
  wrong("pass(tic-tac-toe)", GRUNDY_UNDEFINED, "not defined for games with players");
  wrong("pass(pass(pass(pass(pass(pass(pass(pass(pass(kotzig:3)))))))))", GRUNDY_UNABLE,
        "nested too deep");
}

int main(void) {
  digraph_rules.fields = fields;
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(operators_agree_with_explicit_digraphs),
      cmocka_unit_test(operators_that_ask_the_monitor_are_not_parallel),
      cmocka_unit_test(operators_add_fields),
      cmocka_unit_test(unsuitable_games_are_refused),
      cmocka_unit_test(wrong_operators_are_reported),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
