/* Operators on rules agree with explicit digraphs that are built from their definitions. */

#include <grundy/grundy.h>

#include "base/monitor.h"
#include "explore/impl.h"
#include "rules/operators.h"
#include "support/digraph_rules.h"
#include "support/games.h"
#include "support/naive.h"
#include "support/test.h"

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
  assert_int_equal(grundy_solve_in_memory(g, NULL, &solution, NULL), GRUNDY_OK);
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

/* The same set as a condition on a field, a member, a number and the name. */
static const char *const set_0235[] = {
    "v % 2 == 0 and v ~= 4 or v >= 3 and v ~= 4",
    "p.v < 1 or p.v == 2 or p.v == 3 or p.v == 5",
    "#p == 1 and (p[1] == 0 or p[1] == 2 or p[1] == 3 or p[1] == 5)",
    "name == '0' or p.name == '2' or name == '3' or p.name == '5'",
};

static const char *restrict_is_right(const test_game *test) {
  static uint64_t turn;
  uint32_t n = grundy_digraph_order(test->g);
  const grundy_ruleset_options options = {0};
  grundy_ruleset *ruleset = NULL;
  if (n == 0) return NULL;
  begin(test->g, n);
  add_moves(0, 1 << 0 | 1 << 2 | 1 << 3 | 1 << 5);
  const char *predicate = set_0235[turn++ % (sizeof set_0235 / sizeof *set_0235)];
  assert_int_equal(
      grundy_rule_operator_restrict(open_digraph_rules(), predicate, &options, &ruleset, NULL),
      GRUNDY_OK);
  grundy_digraph *made = explored(ruleset);
  const char *wrong = compare(made, 0);
  grundy_digraph_free(made);
  return wrong;
}

static void operators_agree_with_explicit_digraphs(void **state) {
  on_every_game(2, pass_is_right);
  on_every_game(2, block_is_right);
  on_random_games(60, MOST, pass_is_right);
  on_random_games(25, 4, block_is_right);
  on_random_games(60, MOST, terminal_is_right);
  on_random_games(60, MOST, restrict_is_right);
}

/* The explorer calls parallel rules in several threads; only the caller's may ask the monitor. */
static void operators_that_ask_the_monitor_are_not_parallel(void **state) {
  const grundy_ruleset_options options = {0};
  grundy_ruleset *ruleset = NULL;
  int threads = 0;
  assert_int_equal(grundy_rule_operator_pass(open_digraph_rules(), 1, &ruleset, NULL), GRUNDY_OK);
  assert_true(ruleset->kind->parallel);
  assert_int_equal(grundy_ruleset_share(ruleset, 8, &threads, NULL), GRUNDY_OK);
  assert_int_equal(threads, 8);
  grundy_ruleset_close(ruleset);
  assert_int_equal(grundy_rule_operator_block(open_digraph_rules(), 1, &ruleset, NULL), GRUNDY_OK);
  assert_false(ruleset->kind->parallel);
  assert_int_equal(grundy_ruleset_share(ruleset, 8, &threads, NULL), GRUNDY_OK);
  assert_int_equal(threads, 1);
  grundy_ruleset_close(ruleset);
  assert_int_equal(
      grundy_rule_operator_restrict(open_digraph_rules(), "v > 0", &options, &ruleset, NULL),
      GRUNDY_OK);
  assert_false(ruleset->kind->parallel);
  assert_int_equal(grundy_rule_operator_pass(ruleset, 1, &ruleset, NULL), GRUNDY_OK);
  assert_false(ruleset->kind->parallel);
  grundy_ruleset_close(ruleset);
}

static grundy_ruleset *pass_of(grundy_ruleset *inner, uint32_t count) {
  grundy_ruleset *ruleset = NULL;
  assert_int_equal(grundy_rule_operator_pass(inner, count, &ruleset, NULL), GRUNDY_OK);
  return ruleset;
}

static grundy_ruleset *block_of(grundy_ruleset *inner, uint32_t count) {
  grundy_ruleset *ruleset = NULL;
  assert_int_equal(grundy_rule_operator_block(inner, count, &ruleset, NULL), GRUNDY_OK);
  return ruleset;
}

/* ---- fields and refusals ------------------------------------------------------------------- */

static void operators_add_fields(void **state) {
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
  grundy_ruleset *blocked = block_of(open_digraph_rules(), 1);
  grundy_aligned_position position = {.length = 0};
  assert_int_equal(
      blocked->kind->parse(blocked, "0!1", 3, false, grundy_aligned_take, &position, NULL),
      GRUNDY_OK);
  assert_int_equal(grundy_ruleset_fields(blocked, grundy_aligned_get(&position), values, NULL),
                   GRUNDY_OK);
  assert_true(values[0] == 0 && values[1] == 1);
  grundy_ruleset_close(blocked);
  grundy_digraph_free(g);
}

static void unsuitable_games_are_refused(void **state) {
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
  grundy_digraph_free(g);
}

/* ---- limits and names ---------------------------------------------------------------------- */

/* Opens rules in Lua, to which an operator is applied. */
static grundy_ruleset *open_script(const char *source) {
  const grundy_ruleset_options options = {0};
  grundy_ruleset *ruleset = NULL;
  grundy_error error = {0};
  if (grundy_script_open("game.lua", source, strlen(source), "", &options, &ruleset, &error) !=
      GRUNDY_OK)
    fail_msg("%s", error.message);
  return ruleset;
}

/* Strings of x, from `first` of them to `after`. */
static grundy_ruleset *open_strings(int first, int after) {
  char source[256];
  (void)snprintf(source, sizeof source,
                 "return { start = function() return ('x'):rep(%d) end,\n"
                 "moves = function(p) return #p == %d and { ('x'):rep(%d) } or {} end }",
                 first, first, after);
  return open_script(source);
}

/* Takes a tier; the first number counts them. */
static void take_tier(void *to, uint64_t tier) {
  uint64_t *numbers = to;
  assert_true(numbers[0] < 3);
  numbers[++numbers[0]] = tier;
}

/* Closes the rule set of a call that failed as expected. */
static void expect_failure(grundy_ruleset *ruleset, grundy_status status, grundy_status expected,
                           const grundy_error *error, const char *what) {
  assert_int_equal(status, expected);
  if (strstr(error->message, what) == NULL) fail_msg("'%s'", error->message);
  grundy_ruleset_close(ruleset);
}

static void take_nothing(void *to, grundy_position position) {
  (void)to;
  (void)position;
}

/* Asks for the moves of the start. */
static grundy_status moves_of_start(grundy_ruleset *ruleset, grundy_error *error) {
  grundy_aligned_position start = {.length = 0};
  grundy_status status = grundy_ruleset_start(ruleset, grundy_aligned_take, &start, error);
  if (status != GRUNDY_OK) return status;
  return ruleset->kind->moves(ruleset, grundy_aligned_get(&start), false, take_nothing, NULL,
                              error);
}

static void positions_that_become_too_long_are_an_error(void **state) {
  static const int lengths[][2] = {{4095, 1}, {1, 4095}};
  for (size_t i = 0; i < 2; i++) {
    grundy_error error = {0};
    grundy_ruleset *ruleset = pass_of(open_strings(lengths[i][0], lengths[i][1]), 1);
    expect_failure(ruleset, moves_of_start(ruleset, &error), GRUNDY_UNABLE, &error,
                   "a position is too long for a pass; expected at most 4095 bytes");
    ruleset = block_of(open_strings(lengths[i][0], lengths[i][1]), 1);
    expect_failure(ruleset, moves_of_start(ruleset, &error), GRUNDY_UNABLE, &error,
                   "a position is too long for block; expected at most 4096 bytes");
  }
}

static const char *open_long(const grundy_arguments *arguments, uint32_t *bytes, void **game_of) {
  (void)arguments;
  *bytes = GRUNDY_RULES_MAX_POSITION;
  *game_of = NULL;
  return NULL;
}

static void rules_of_the_longest_positions_have_no_pass(void **state) {
  grundy_rules longest = digraph_rules;
  grundy_ruleset *inner = NULL, *ruleset = NULL;
  grundy_error error = {0};
  longest.open = open_long;
  assert_int_equal(grundy_compiled_linked("long", &longest, "", &inner, NULL), GRUNDY_OK);
  assert_int_equal(grundy_rule_operator_pass(inner, 1, &ruleset, &error), GRUNDY_UNABLE);
  assert_string_equal(error.message, "positions are too long for a pass");
}

/* Shows the start. */
static grundy_status show_start(grundy_ruleset *ruleset, char text[GRUNDY_RULES_MAX_NAME],
                                grundy_error *error) {
  grundy_aligned_position start = {.length = 0};
  assert_int_equal(grundy_ruleset_start(ruleset, grundy_aligned_take, &start, NULL), GRUNDY_OK);
  return ruleset->kind->show(ruleset, grundy_aligned_get(&start), text, error);
}

static void names_that_become_too_long_are_an_error(void **state) {
  char text[GRUNDY_RULES_MAX_NAME];
  grundy_error error = {0};
  grundy_ruleset *ruleset = pass_of(open_strings(253, 1), 1);
  assert_int_equal(show_start(ruleset, text, &error), GRUNDY_OK);
  assert_int_equal(strlen(text), 255);
  grundy_ruleset_close(ruleset);
  ruleset = pass_of(open_strings(254, 1), 1);
  expect_failure(ruleset, show_start(ruleset, text, &error), GRUNDY_BAD_INPUT, &error,
                 "a name is too long for a pass; expected at most 255 bytes");
  /* "xx…x!xx…x" */
  ruleset = block_of(pass_of(open_strings(1, 1), 1), 1);
  unsigned char bytes[2 * (2 + 152)];
  for (unsigned char *part = bytes; part < bytes + sizeof bytes; part += 154) {
    memset(part, 'x', 154);
    memcpy(part, (unsigned char[]){152, 0, 's'}, 3);
    part[153] = 1;
  }
  grundy_position position = {bytes, sizeof bytes};
  assert_true(grundy_ruleset_valid(ruleset, position));
  expect_failure(ruleset, ruleset->kind->show(ruleset, position, text, &error), GRUNDY_BAD_INPUT,
                 &error, "a name with forbidden followers is too long");
}

/* Returns whether the rule set parses the name. */
static bool parses(grundy_ruleset *ruleset, const char *name) {
  grundy_aligned_position found = {.length = 0};
  assert_int_equal(
      ruleset->kind->parse(ruleset, name, strlen(name), false, grundy_aligned_take, &found, NULL),
      GRUNDY_OK);
  return found.length > 0;
}

static void names_of_no_position_are_not_parsed(void **state) {
  static const uint32_t pairs[][2] = {{0, 1}, {0, 2}, {0, 3}};
  grundy_digraph *g = game_from_pairs(4, 3, pairs);
  rules_digraph = g;
  grundy_ruleset *ruleset = pass_of(open_digraph_rules(), 12);
  assert_true(parses(ruleset, "0/12") && parses(ruleset, "3/0") && parses(ruleset, "2"));
  assert_false(parses(ruleset, "0/13") || parses(ruleset, "0/") || parses(ruleset, "0/1x"));
  assert_false(parses(ruleset, "0/x") || parses(ruleset, "7/1") || parses(ruleset, "/1"));
  grundy_ruleset_close(ruleset);
  ruleset = block_of(open_digraph_rules(), 2);
  assert_true(parses(ruleset, "0") && parses(ruleset, "0!3!1"));
  assert_false(parses(ruleset, "0!1!2!3")); /* more than two */
  assert_false(parses(ruleset, "0!1!1"));   /* twice the same */
  assert_false(parses(ruleset, "1!0"));     /* not a follower */
  assert_false(parses(ruleset, "0!x") || parses(ruleset, "0!") || parses(ruleset, "x!1"));
  grundy_ruleset_close(ruleset);
  grundy_digraph_free(g);
}

static void bytes_of_no_position_are_not_valid(void **state) {
  grundy_ruleset *ruleset = pass_of(open_script("return { start = function() return 1 end,\n"
                                                "moves = function() return {} end }"),
                                    3);
  assert_true(grundy_ruleset_valid(ruleset, (grundy_position){"i\2\3", 3}));
  assert_false(grundy_ruleset_valid(ruleset, (grundy_position){"i\2\4", 3}));
  assert_false(grundy_ruleset_valid(ruleset, (grundy_position){"?\2\3", 3}));
  assert_false(grundy_ruleset_valid(ruleset, (grundy_position){"i", 1}));
  assert_false(grundy_ruleset_valid(ruleset, (grundy_position){"i", 0}));
  static const unsigned char too_long[GRUNDY_RULES_MAX_POSITION + 1] = {'s'};
  assert_false(grundy_ruleset_valid(ruleset, (grundy_position){too_long, sizeof too_long}));
  assert_false(grundy_ruleset_valid(ruleset, (grundy_position){"i\3", 2}));
  assert_false(grundy_ruleset_valid(ruleset, (grundy_position){"i\200\3", 3}));
  assert_false(grundy_ruleset_valid(ruleset, (grundy_position){"i\2\2\3", 4}));
  assert_false(grundy_ruleset_valid(
      ruleset, (grundy_position){"i\200\200\200\200\200\200\200\200\200\200\1\3", 13}));
  ruleset = block_of(ruleset, 1);
  assert_true(grundy_ruleset_valid(ruleset, (grundy_position){"\3\0i\2\3", 5}));
  assert_false(grundy_ruleset_valid(ruleset, (grundy_position){"\3\0i\2\4", 5}));
  assert_false(grundy_ruleset_valid(ruleset, (grundy_position){"\4\0i\2\3", 5}));
  assert_false(grundy_ruleset_valid(ruleset, (grundy_position){"\3\0i\2\3\0\0", 7}));
  assert_false(grundy_ruleset_valid(ruleset, (grundy_position){"\3", 1}));
  grundy_ruleset_close(ruleset);
  ruleset = pass_of(open_digraph_rules(), 1); /* positions of five bytes */
  assert_true(grundy_ruleset_valid(ruleset, (grundy_position){"\0\0\0\0\1", 5}));
  assert_false(grundy_ruleset_valid(ruleset, (grundy_position){"\0\0\0\1", 4}));
  grundy_ruleset_close(ruleset);
}

static void only_positions_end_play(void **state) {
  static const struct {
    const char *source, *name, *message;
  } cases[] = {
      {"start = function() return {3, 4} end", "1,2", NULL},
      {"start = function() return {3, -4} end", "1,-2", NULL},
      {"start = function() return {3, 4} end", "1,-2", "the game has no position '1,-2'"},
      {"start = function() return {3, 4} end", "1,2,3", "the game has no position '1,2,3'"},
      {"start = function() return {3, 4} end", "x", "the game has no position 'x'"},
      {"start = function() return 'x' end", "7", "the game has no position '7'"},
      {"start = function() return 'x' end", "y", NULL},
      {"start = function() return 1 end, show = function(p) return 'n' .. p end", "n1",
       "terminal needs rules that can parse names of positions"},
      {"start = function() return 1 end, show = function(p) return 'n' .. p end,\n"
       "parse = function(t) return tonumber(t:sub(2)) end",
       "n-1", NULL},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char source[256];
    grundy_ruleset *ruleset = NULL;
    grundy_error error = {0};
    (void)snprintf(source, sizeof source, "return { moves = function() return {} end, %s }",
                   cases[i].source);
    grundy_status status =
        grundy_rule_operator_terminal(open_script(source), &cases[i].name, 1, &ruleset, &error);
    if (cases[i].message == NULL)
      assert_int_equal(status, GRUNDY_OK);
    else
      expect_failure(NULL, status, GRUNDY_BAD_INPUT, &error, cases[i].message);
    grundy_ruleset_close(ruleset);
  }
}

/* Names of positions inside that are shown and cannot be parsed cannot be parsed outside. */
static void operators_parse_what_the_game_parses(void **state) {
  static const struct {
    const char *more;
    bool has_parse;
  } cases[] = {{"", true},
               {"show = function(p) return 'x' .. p end", false},
               {"show = function(p) return 'x' .. p end, parse = function(t) return 1 end", true}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char source[256];
    (void)snprintf(
        source, sizeof source,
        "return { start = function() return 1 end, moves = function() return {} end, %s }",
        cases[i].more);
    grundy_ruleset *passed = pass_of(open_script(source), 1);
    grundy_ruleset *blocked = block_of(open_script(source), 1);
    assert_int_equal(passed->has_parse, cases[i].has_parse);
    assert_int_equal(blocked->has_parse, cases[i].has_parse);
    grundy_ruleset_close(passed);
    grundy_ruleset_close(blocked);
  }
}

/* If `canon` fails, this is not a name. */
static void names_that_canon_rejects_are_not_names(void **state) {
  grundy_aligned_position found = {.length = 0};
  grundy_ruleset *ruleset =
      open_script("return { start = function() return { 1, 2 } end,\n"
                  "moves = function() return {} end,\n"
                  "canon = function(p) if p[2] == nil then error('oh') end return p end }");
  static const char *const names[] = {"1", "x", "7", "1,2"};
  for (int i = 0; i < 4; i++) {
    assert_int_equal(grundy_ruleset_parse_name(ruleset, names[i], strlen(names[i]), true,
                                               grundy_aligned_take, &found, NULL),
                     GRUNDY_OK);
    assert_int_equal(found.length > 0, i == 3);
  }
  grundy_ruleset_close(ruleset);
}

/* If the rules fail to show a position, that is what restrict reports. */
static void names_that_cannot_be_shown_are_reported(void **state) {
  const grundy_ruleset_options options = {0};
  grundy_ruleset *ruleset = NULL;
  grundy_error error = {0};
  assert_int_equal(
      grundy_rule_operator_restrict(open_script("return { start = function() return 1 end,\n"
                                                "moves = function(p) return { 2 } end,\n"
                                                "show = function(p) error('hidden') end }"),
                                    "name ~= ''", &options, &ruleset, NULL),
      GRUNDY_OK);
  grundy_aligned_position start = {.length = 0}, to = {.length = 0};
  assert_int_equal(grundy_ruleset_start(ruleset, grundy_aligned_take, &start, NULL), GRUNDY_OK);
  for (int i = 0; i < 2; i++)
    assert_int_equal(ruleset->kind->moves(ruleset, grundy_aligned_get(&start), false,
                                          grundy_aligned_take, &to, i == 0 ? NULL : &error),
                     GRUNDY_BAD_INPUT);
  assert_non_null(strstr(error.message, "in show of '2': hidden"));
  grundy_ruleset_close(ruleset);
}

/* The rules may say who moves, and nothing about ends. */
static void operators_keep_players(void **state) {
  const grundy_ruleset_options options = {0};
  grundy_ruleset *ruleset = NULL;
  grundy_position_info info;
  assert_int_equal(
      grundy_rule_operator_restrict(open_script("return { fields = { 'n' },\n"
                                                "start = function() return 1 end,\n"
                                                "moves = function() return {} end,\n"
                                                "player = function() return 'B' end }"),
                                    "n > 0", &options, &ruleset, NULL),
      GRUNDY_OK);
  grundy_aligned_position start = {.length = 0};
  assert_int_equal(grundy_ruleset_start(ruleset, grundy_aligned_take, &start, NULL), GRUNDY_OK);
  assert_int_equal(ruleset->kind->info(ruleset, grundy_aligned_get(&start), &info, NULL),
                   GRUNDY_OK);
  assert_true(info.player == 'B' && info.end == 0);
  grundy_ruleset_close(ruleset);
}

/* Tier 6148914691236517205 is a third of the largest number. */
static void tiers_whose_numbers_are_too_large_are_an_error(void **state) {
  static const char *const tiers[] = {"math.maxinteger", "6148914691236517205"};
  for (size_t i = 0; i < sizeof tiers / sizeof *tiers; i++) {
    char source[512];
    grundy_error error = {0};
    grundy_position_rank rank;
    (void)snprintf(source, sizeof source,
                   "return { start = function() return 1 end, moves = function() return {} end,\n"
                   "count = function() return 1 end, rank = function() return %s, 0 end,\n"
                   "unrank = function() return 1 end, tiers = function() return { %s } end }",
                   tiers[i], tiers[i]);
    grundy_ruleset *ruleset = pass_of(open_script(source), 2);
    grundy_aligned_position start = {.length = 0};
    assert_int_equal(grundy_ruleset_start(ruleset, grundy_aligned_take, &start, NULL), GRUNDY_OK);
    assert_int_equal(ruleset->kind->rank(ruleset, grundy_aligned_get(&start), &rank, &error),
                     GRUNDY_UNABLE);
    assert_string_equal(error.message, "the number of a tier is too large for a pass");
    error = (grundy_error){0};
    uint64_t numbers[4] = {0};
    expect_failure(ruleset, ruleset->kind->tiers(ruleset, 2, take_tier, numbers, &error),
                   GRUNDY_UNABLE, &error, "the number of a tier is too large for a pass");
    assert_int_equal(numbers[0], 1);
    assert_int_equal(numbers[1], 1); /* with one pass less */
  }
}

static bool refuse(void *context, const char *phase, uint64_t done, uint64_t total) {
  (void)context, (void)phase, (void)done, (void)total;
  return false;
}

/* A position may have very many moves, so that the monitor is asked while they are made. */
static void listing_the_moves_of_block_can_be_cancelled(void **state) {
  enum { ORDER = 20 };
  static uint32_t pairs[ORDER * ORDER][2];
  const grundy_monitor monitor = {.tick = refuse};
  grundy_error error = {0};
  for (uint32_t i = 0; i < ORDER * ORDER; i++) {
    pairs[i][0] = i / ORDER;
    pairs[i][1] = i % ORDER;
  }
  grundy_digraph *g = game_from_pairs(ORDER, ORDER * ORDER, (const uint32_t(*)[2])pairs);
  rules_digraph = g;
  grundy_ruleset *ruleset = block_of(open_digraph_rules(), 4);
  grundy_work work = grundy_work_start(NULL, "exploring", 0);
  grundy_ruleset_set_monitor(ruleset, &work);
  assert_int_equal(moves_of_start(ruleset, &error), GRUNDY_OK);
  work = grundy_work_start(&monitor, "exploring", 0);
  assert_int_equal(moves_of_start(ruleset, &error), GRUNDY_CANCELLED);
  grundy_ruleset_set_monitor(ruleset, NULL);
  grundy_ruleset_close(ruleset);
  grundy_digraph_free(g);
}

static void a_field_more_than_possible_is_left_out(void **state) {
  char source[2048];
  int length = snprintf(source, sizeof source,
                        "local fields = {}\n"
                        "local start = {}\n"
                        "for i = 1, 64 do fields[i] = 'f' .. i\n"
                        "  start[i] = i end\n"
                        "return { fields = fields,\n"
                        "start = function() return start end,\n"
                        "moves = function() return {} end }");
  assert_true(length > 0);
  grundy_ruleset *ruleset = block_of(pass_of(open_script(source), 1), 1);
  grundy_aligned_position start = {.length = 0};
  int64_t values[GRUNDY_RULES_MAX_FIELDS];
  assert_int_equal(ruleset->field_count, 64);
  assert_int_equal(grundy_ruleset_start(ruleset, grundy_aligned_take, &start, NULL), GRUNDY_OK);
  assert_int_equal(grundy_ruleset_fields(ruleset, grundy_aligned_get(&start), values, NULL),
                   GRUNDY_OK);
  assert_int_equal(values[63], 64);
  grundy_ruleset_close(ruleset);
}

/* ---- names of games ------------------------------------------------------------------------ */

static void wrong(const char *text, grundy_status expected, const char *what) {
  grundy_digraph *g = NULL;
  grundy_error error = {0};
  assert_int_equal(grundy_game_open(text, NULL, &g, &error), expected);
  if (strstr(error.message, what) == NULL) fail_msg("%s: '%s'", text, error.message);
}

static void wrong_operators_are_reported(void **state) {
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
  wrong("restrict(wythoff:3,4, nothing.x)", GRUNDY_BAD_INPUT, "unknown variable 'nothing'");
  wrong("restrict(wythoff:3,4, c == nil)", GRUNDY_BAD_INPUT, "at '2,4': unknown variable 'c'");
  wrong("restrict(wythoff:3,4, p.c == nil)", GRUNDY_BAD_INPUT,
        "at '2,4': p has no member 'c'; it has a, b, name");
  wrong("restrict(wythoff:3,4, p[3] == nil)", GRUNDY_BAD_INPUT, "p has no member 3; it has a, b");
  wrong("restrict(wythoff:3,4, p.outcome ~= 'P')", GRUNDY_BAD_INPUT,
        "p has no member 'outcome'; it has a, b, name");
  wrong("restrict(wythoff:3,4, outcome ~= 'P')", GRUNDY_BAD_INPUT, "unknown variable 'outcome'");
  wrong("restrict(wythoff:3,4, rawget(p, 'c') == nil)", GRUNDY_BAD_INPUT,
        "table expected, got position");
  wrong("restrict(wythoff:3,4, a)", GRUNDY_BAD_INPUT,
        "at '2,4': the condition is a number; expected true or false");
  wrong("restrict(wythoff:3,4, a = 1)", GRUNDY_BAD_INPUT, "near '='; use == to compare");
  wrong("restrict(wythoff:3,4, true end, 1)", GRUNDY_BAD_INPUT, "expected near 'end'");
  wrong("restrict(wythoff:3,4, a < b, b)", GRUNDY_BAD_INPUT, "not a single expression");
  wrong("restrict(tic-tac-toe, p[1] == 1)", GRUNDY_BAD_INPUT,
        "p has no member 1, because the game has no fields; it has name");
  wrong("restrict(tic-tac-toe, p.cell == 1)", GRUNDY_BAD_INPUT,
        "p has no member 'cell'; it has name");
  wrong("pass(tic-tac-toe)", GRUNDY_UNDEFINED, "not defined for games with players");
  wrong("pass( pass(nosuch:3,4) )", GRUNDY_BAD_INPUT, "is not the name of rules");
  wrong("pass(\"a,b)", GRUNDY_BAD_INPUT, "does not end with the parenthesis of pass(");
  wrong("pass(wythoff:3,4, x)", GRUNDY_BAD_INPUT, "'x' as the number of passes");
  wrong("pass(wythoff:3,4, 1x)", GRUNDY_BAD_INPUT, "'1x' as the number of passes");
  wrong("terminal(wythoff:3,4, \"1,x\", 0,0)", GRUNDY_BAD_INPUT, "has no position '1,x'");
  wrong("terminal(wythoff:3,4, \")", GRUNDY_BAD_INPUT, "does not end with the parenthesis of");
  wrong("terminal(wythoff:3,4, a\"b, c\")", GRUNDY_BAD_INPUT, "has no position 'a\"b, c\"'");
  wrong("pass(pass(pass(pass(pass(pass(pass(pass(pass(kotzig:3)))))))))", GRUNDY_UNABLE,
        "nested too deep");
}

static bool stop_later(void *context, const char *phase, uint64_t done, uint64_t total) {
  (void)phase, (void)done, (void)total;
  return --*(int *)context > 0;
}

/* The condition of restrict has the limits of the rules. */
static void conditions_have_limits(void **state) {
  int ticks = 10;
  const grundy_monitor monitor = {.tick = stop_later, .context = &ticks};
  const grundy_open_options small = {.size = sizeof small, .memory = 10 << 20},
                            watched = {.size = sizeof watched, .monitor = &monitor};
  grundy_digraph *g = NULL;
  grundy_error error = {0};
  assert_int_equal(
      grundy_game_open("restrict(wythoff:1,1, #string.rep('x', 1 << 24) > 0)", &small, &g, &error),
      GRUNDY_OUT_OF_MEMORY);
  assert_int_equal(grundy_game_open("restrict(wythoff:1,1, (function() while true do end end)())",
                                    &watched, &g, NULL),
                   GRUNDY_CANCELLED);
  assert_null(g);
}

/* A follower with fewer integers than there are fields cannot be tested. */
static void conditions_need_the_fields_that_they_read(void **state) {
  const grundy_ruleset_options options = {0};
  grundy_ruleset *ruleset = NULL;
  grundy_error error = {0};
  assert_int_equal(grundy_rule_operator_restrict(
                       open_script("return { fields = { 'a', 'b' },\n"
                                   "start = function() return { 1, 2 } end,\n"
                                   "moves = function(p) return #p > 1 and { { 7 } } or {} end }"),
                       "a > 0", &options, &ruleset, &error),
                   GRUNDY_OK);
  expect_failure(ruleset, moves_of_start(ruleset, &error), GRUNDY_BAD_INPUT, &error,
                 "position '7' has no field b");
}

/* Any bytes may be a position of compiled rules that neither show nor parse names. */
static void compiled_rules_without_names_have_no_form(void **state) {
  static const uint32_t pairs[][2] = {{0, 1}, {1, 2}};
  static const char *const ends[] = {"1,0,0,0"};
  grundy_digraph *g = game_from_pairs(3, 2, pairs);
  grundy_ruleset *ruleset = NULL;
  const grundy_rules with_names = digraph_rules;
  rules_digraph = g;
  digraph_rules.show = NULL;
  digraph_rules.parse = NULL;
  grundy_ruleset *inner = open_digraph_rules();
  digraph_rules = with_names;
  assert_int_equal(grundy_rule_operator_terminal(inner, ends, 1, &ruleset, NULL), GRUNDY_OK);
  grundy_digraph *made = explored(ruleset);
  assert_int_equal(grundy_digraph_order(made), 2);
  assert_int_equal(grundy_digraph_size(made), 1);
  grundy_digraph_free(made);
  grundy_digraph_free(g);
}

/* Rules whose positions are as the player to move sees them: `swap` may lead to another tier. */
static void tiers_do_not_survive_swaps_under_a_pass(void **state) {
  static const char source[] =
      "return { %s start = function() return 1 end, moves = function(p) return {} end,\n"
      "  count = function() return 1 end, rank = function(p) return p, 0 end,\n"
      "  unrank = function(t) return t end, tiers = function() return {} end,\n"
      "  unmoves = function() return {} end }";
  for (int swaps = 0; swaps < 2; swaps++) {
    char text[512];
    (void)snprintf(text, sizeof text, source,
                   swaps ? "seen_by = 'mover', swap = function(p) return 1 - p end," : "");
    grundy_ruleset *ruleset = pass_of(open_script(text), 1);
    assert_int_equal(ruleset->has_ranks, !swaps);
    assert_int_equal(ruleset->has_unmoves, !swaps);
    grundy_ruleset_close(ruleset);
  }
}

/* Operators inside of others: the number of positions by hand. */
static void operators_can_be_nested(void **state) {
  static const struct {
    const char *text;
    uint32_t order;
  } games[] = {
      {"terminal(restrict(wythoff:2,2, a <= b), 0,1)", 6}, /* all with a <= b */
      {"restrict(terminal(wythoff:1,1, 0,1), a < 1)", 3},  /* 1,1 and 0,1 and 0,0 */
      {"terminal(block(wythoff:0,1, 1), 0,0)", 2},
      {"block(terminal(wythoff:0,1, 0,0), 1)", 2},
      {"terminal(pass(wythoff:0,1, 1), 0,1/0)", 3},
  };
  for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
    grundy_digraph *g = NULL;
    grundy_error error = {0};
    if (grundy_game_open(games[i].text, NULL, &g, &error) != GRUNDY_OK)
      fail_msg("%s: %s", games[i].text, error.message);
    if (grundy_digraph_order(g) != games[i].order)
      fail_msg("%s: %u positions", games[i].text, grundy_digraph_order(g));
    grundy_digraph_free(g);
  }
}

int main(void) {
  digraph_rules.fields = fields;
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(operators_agree_with_explicit_digraphs),
      cmocka_unit_test(operators_that_ask_the_monitor_are_not_parallel),
      cmocka_unit_test(names_that_cannot_be_shown_are_reported),
      cmocka_unit_test(operators_add_fields),
      cmocka_unit_test(unsuitable_games_are_refused),
      cmocka_unit_test(positions_that_become_too_long_are_an_error),
      cmocka_unit_test(rules_of_the_longest_positions_have_no_pass),
      cmocka_unit_test(names_that_become_too_long_are_an_error),
      cmocka_unit_test(names_of_no_position_are_not_parsed),
      cmocka_unit_test(bytes_of_no_position_are_not_valid),
      cmocka_unit_test(only_positions_end_play),
      cmocka_unit_test(operators_parse_what_the_game_parses),
      cmocka_unit_test(names_that_canon_rejects_are_not_names),
      cmocka_unit_test(operators_keep_players),
      cmocka_unit_test(tiers_whose_numbers_are_too_large_are_an_error),
      cmocka_unit_test(listing_the_moves_of_block_can_be_cancelled),
      cmocka_unit_test(a_field_more_than_possible_is_left_out),
      cmocka_unit_test(conditions_have_limits),
      cmocka_unit_test(conditions_need_the_fields_that_they_read),
      cmocka_unit_test(compiled_rules_without_names_have_no_form),
      cmocka_unit_test(tiers_do_not_survive_swaps_under_a_pass),
      cmocka_unit_test(operators_can_be_nested),
      cmocka_unit_test(wrong_operators_are_reported),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
