/* Explanations of expressions: sums, misère quotients, windows, reduced positions and kinds of
 * moves. tests/cli/why.sh shows whole explanations. */

#include <grundy/grundy.h>

#include "explain/quotient.h"
#include "explain/sum.h"
#include "support/folder.h"
#include "support/formats.h"
#include "support/solutions.h"
#include "support/test.h"

#define OPTIONS(...) (&GRUNDY_OPTIONS(grundy_why_options, __VA_ARGS__))
#define OPENING(...) (&GRUNDY_OPTIONS(grundy_expression_options, __VA_ARGS__))
#define EXPLORING(...) (&GRUNDY_OPTIONS(grundy_open_options, __VA_ARGS__))

/* Expects all of these texts, which end with NULL, in this order, in the sentences. Frees the
 * facts. */
static void expect_facts(grundy_facts *facts, const char *const *parts) {
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  assert_non_null(out);
  grundy_facts_write(facts, GRUNDY_ENGLISH, true, out);
  assert_int_equal(fclose(out), 0);
  for (const char *at = text; *parts != NULL; parts++) {
    const char *found = strstr(at, *parts);
    if (found == NULL) fail_msg("'%s' is missing in:\n%s", *parts, at);
    at = found + strlen(*parts);
  }
  free(text);
  grundy_facts_free(facts);
}

static void expect(const char *game, const grundy_why_options *options, const char *const *parts) {
  grundy_facts *facts = NULL;
  grundy_error error = {0};
  if (grundy_why(game, options, &facts, &error) != GRUNDY_OK) fail_msg("%s", error.message);
  expect_facts(facts, parts);
}

#define EXPECT(game, options, ...) expect(game, options, (const char *const[]){__VA_ARGS__, NULL})

/* Fails with that status and message; the facts stay as they were. */
static void refuses(const char *game, const grundy_why_options *options, grundy_status expected,
                    const char *message) {
  grundy_facts *const untouched = (grundy_facts *)&expected;
  grundy_facts *facts = untouched;
  grundy_error error = {0};
  grundy_status status = grundy_why(game, options, &facts, &error);
  if (status != expected) fail_msg("status %d: %s", (int)status, error.message);
  if (strstr(error.message, message) == NULL)
    fail_msg("'%s' instead of '%s'", error.message, message);
  assert_ptr_equal(facts, untouched);
}

static void options_of_other_sizes_are_refused(void **state) {
  const grundy_why_options wrong = {.size = 1};
  const grundy_expression_options opening = {.size = 1};
  const grundy_open_options exploring = {.size = 1};
  grundy_facts *facts = NULL;
  refuses("nim:1", &wrong, GRUNDY_BAD_ARGUMENT, "");
  refuses("nim:1", OPTIONS(.opening = &opening), GRUNDY_BAD_ARGUMENT, "");
  refuses("nim:1", OPTIONS(.exploring = &exploring), GRUNDY_BAD_ARGUMENT, "");
  assert_int_equal(grundy_why("nim:", NULL, &facts, NULL), GRUNDY_BAD_INPUT);
  assert_null(facts);
}

/* ---- sums of parts ----------------------------------------------------------------------- */

/* Letters, in order, that move on their own: two of them are the sum of both. */
static const char letters[] =
    "local moves_of = { %s }\n"
    "local function in_order(text)\n"
    "  local list = {}\n"
    "  for letter in text:gmatch('%%a') do list[#list + 1] = letter end\n"
    "  table.sort(list)\n"
    "  return #list == 0 and '-' or table.concat(list)\n"
    "end\n"
    "return {\n"
    "  args = { 'letters:text' }, start = in_order, parse = in_order,\n"
    "  show = function(p) return p end,\n"
    "  moves = function(p)\n"
    "    local to = {}\n"
    "    for i = 1, #p do\n"
    "      for _, text in ipairs(moves_of[p:sub(i, i)] or {}) do\n"
    "        to[#to + 1] = in_order(p:sub(1, i - 1) .. text .. p:sub(i + 1))\n"
    "      end\n"
    "    end\n"
    "    return to\n"
    "  end,\n"
    "  split = function(p)\n"
    "    local parts = {}\n"
    "    for letter in p:gmatch('%%a') do parts[#parts + 1] = letter end\n"
    "    return parts\n"
    "  end,\n"
    "}\n";

static grundy_expression *opened(const char *text, const grundy_expression_options *options) {
  grundy_expression *expression = NULL;
  grundy_error error = {0};
  if (grundy_expression_open(text, options, &expression, &error) != GRUNDY_OK)
    fail_msg("%s", error.message);
  return expression;
}

/* Explains the sum of these letters, as if it were too large to be explored. */
static void expect_sum(const char *moves, const char *sum, const char *const *parts) {
  char script[2000], text[100];
  grundy_facts *facts = NULL;
  grundy_error error = {0};
  (void)snprintf(script, sizeof script, letters, moves);
  write_script(script);
  (void)snprintf(text, sizeof text, "%s:%s", script_path, sum);
  grundy_expression *expression = opened(text, NULL);
  assert_true(grundy_sum_applies(expression));
  if (grundy_sum_explain(expression, &facts, &error) != GRUNDY_OK) fail_msg("%s", error.message);
  expect_facts(facts, parts);
  grundy_expression_free(expression);
}

#define EXPECT_SUM(moves, sum, ...) expect_sum(moves, sum, (const char *const[]){__VA_ARGS__, NULL})

/* a has value 1, b value 2, and z only moves to itself. */
#define HEAPS "a = { '' }, b = { '', 'a' }, z = { 'z' }"

static void outcomes_of_sums_follow_from_values(void **state) {
  EXPECT_SUM(HEAPS, "ab", "ab is the sum of a (value 1) and b (value 2).",
             "ab is an N-position: the move to aa leads to value 0, a P-position.",
             "ab has value 3: moves lead to values 0 (aa), 1 (a) and 2 (b), and none leads to "
             "value 3.");
  EXPECT_SUM(HEAPS, "aa", "aa is a P-position: its value is 0, so no move leads to value 0.",
             "aa has value 0: no move leads to value 0.");
  EXPECT_SUM(HEAPS, "zz", "zz is the sum of z (value inf{}) and z (value inf{}).",
             "zz is a draw: its value is infinite, and no move leads to value 0.",
             "zz has value inf{}: no move leads to a finite value.");
  EXPECT_SUM(HEAPS, "az", "az is a draw: its value is infinite");
  /* A single part is not a sum. */
  EXPECT_SUM(HEAPS, "b", "b is an N-position: the move to - leads to value 0, a P-position.",
             "b has value 2: moves lead to values 0 (-) and 1 (a), and none");
}

/* Only the first 12 values have positions with their names: 8 xor 4 xor 2 is 14. */
static void large_values_of_sums_are_cut(void **state) {
  EXPECT_SUM("a = { '' }, b = { '', 'a' }, c = { '', 'a', 'b' }, d = { '', 'a', 'b', 'c' },"
             "e = { '', 'a', 'b', 'c', 'd' }, f = { '', 'a', 'b', 'c', 'd', 'e' },"
             "g = { '', 'a', 'b', 'c', 'd', 'e', 'f' },"
             "h = { '', 'a', 'b', 'c', 'd', 'e', 'f', 'g' }",
             "bdh", "bdh has value 14: moves lead to values 0 (",
             " (abh) up to 13, and none leads to value 14.");
}

/* The move to value 0 may come after the first 10,000. */
static void moves_that_were_not_listed_are_not_named(void **state) {
  write_script("local many = 10001\n"
               "return {\n"
               "  start = function() return { many + 1, 2 } end,\n"
               "  moves = function(p)\n"
               "    local to = {}\n"
               "    if p[1] > many then for i = 1, many do to[i] = { i, p[2] } end end\n"
               "    for i = 0, p[2] - 1 do to[#to + 1] = { p[1], i } end\n"
               "    return to\n"
               "  end,\n"
               "  split = function(p)\n"
               "    return p[1] > 0 and p[2] > 0 and { { p[1], 0 }, { 0, p[2] } } or { p }\n"
               "  end }\n");
  grundy_facts *facts = NULL;
  grundy_expression *expression = opened(script_path, NULL);
  assert_int_equal(grundy_sum_explain(expression, &facts, NULL), GRUNDY_OK);
  expect_facts(facts, (const char *const[]){"10002,2 is an N-position.\n", NULL});
  grundy_expression_free(expression);
}

static void compounds_are_no_sums_of_parts(void **state) {
  grundy_expression *two = opened("nim:1 + nim:2", NULL), *one = opened("nim:1", NULL);
  assert_false(grundy_sum_applies(two));
  assert_false(grundy_sum_applies(one));
  grundy_expression_free(two);
  grundy_expression_free(one);
}

/* ---- misère play ------------------------------------------------------------------------- */

/* The facts that a quotient adds, or all of them. */
static void expect_quotient(const char *text, bool all, const char *const *parts) {
  bool is_known = false;
  grundy_error error = {0};
  grundy_facts *facts = grundy_facts_new();
  grundy_expression *expression = opened(text, OPENING(.play = GRUNDY_MISERE_PLAY));
  if (grundy_quotient_explain(grundy_expression_compound(expression), all, facts, &is_known,
                              &error) != GRUNDY_OK)
    fail_msg("%s", error.message);
  assert_int_equal(is_known, parts[0] != NULL);
  expect_facts(facts, parts);
  grundy_expression_free(expression);
}

#define EXPECT_QUOTIENT(text, all, ...)                                                            \
  expect_quotient(text, all, (const char *const[]){__VA_ARGS__, NULL})

/* Two heaps of one are won by the player to move, who takes one and leaves the last one; three are
 * lost. Other games that are over do not count. */
static void quotients_decide_sums_in_misere_play(void **state) {
  EXPECT_QUOTIENT("kayles:1 + kayles:1", true,
                  "a * a = 1, which is not in P: the player to move wins.",
                  "The move to 1 + 0 leads to an element of P.");
  EXPECT_QUOTIENT("3*kayles:1", true, "a * a * a = a, which is in P");
  EXPECT_QUOTIENT("kayles:1 + nim:0 + kayles:1", true, "a * a = 1, which is not in P");
  EXPECT_QUOTIENT("kayles:1", false, "a");
  expect_quotient("kayles:1 + nim:2", true, (const char *const[]){NULL});
}

#define MISERE OPTIONS(.opening = OPENING(.play = GRUNDY_MISERE_PLAY))

/* 401 * 401 positions are too many to be explored, and heaps of Nim have no quotient. */
static void large_sums_in_misere_play_are_refused(void **state) {
  refuses("nim:400 + nim:400", MISERE, GRUNDY_UNABLE, "");
  refuses(GRUNDY_ROOT "/examples/two-coloured.edges", MISERE, GRUNDY_UNDEFINED, "");
}

/* ---- windows and folders ----------------------------------------------------------------- */

static grundy_status read_window(void *context, const grundy_game_name *name, uint64_t closed_limit,
                                 grundy_digraph **g, grundy_error *error) {
  (void)context;
  (void)closed_limit;
  return grundy_game_open_name(name, EXPLORING(.window = 5, .accepts_windows = true), g, error);
}

static void windows_are_explained_in_misere_play_too(void **state) {
  EXPECT("wythoff:0,1", OPTIONS(.opening = OPENING(.read = read_window)),
         "\"0,1\" is an N-position: the move to \"0,0\" leads to a P-position.");
  EXPECT("wythoff:0,1",
         OPTIONS(.opening = OPENING(.read = read_window, .play = GRUNDY_MISERE_PLAY)),
         "\"0,1\" is a P-position in misere play: every move leads to an N-position.");
}

static void windows_are_only_for_rules(void **state) {
  refuses(GRUNDY_ROOT "/examples/ring.edges + nim:1", OPTIONS(.exploring = EXPLORING(.window = 5)),
          GRUNDY_BAD_INPUT, "a window is only for rules");
}

/* ---- positions that are reduced by symmetry ----------------------------------------------- */

/* Two heaps in order, whose names are those of the rules. With few positions the game is explained
 * without symmetry; a limit that is too low leaves the symmetry, which is said then. */
static void limits_of_exploring_are_respected(void **state) {
  static const uint64_t limits[] = {0, 1000, GRUNDY_WHY_MAX_EXPLORED + 1};
  write_script("return { args = { 'a', 'b' },\n"
               "  start = function(a, b) return { a, b } end,\n"
               "  moves = function(p)\n"
               "    local to = {}\n"
               "    for i = 1, 2 do\n"
               "      if p[i] > 0 then to[#to + 1] = { p[1] - 2 + i, p[2] + 1 - i } end\n"
               "    end\n"
               "    return to\n"
               "  end,\n"
               "  canon = function(p)\n"
               "    if p[1] > p[2] then return { p[2], p[1] } end\n"
               "    return p\n"
               "  end }\n");
  char text[100];
  (void)snprintf(text, sizeof text, "%s:3,2", script_path);
  for (size_t i = 0; i < sizeof limits / sizeof *limits; i++)
    EXPECT(text, OPTIONS(.exploring = EXPLORING(.limit = limits[i])),
           "\"3,2\" is an N-position: the move to");
  EXPECT(text, OPTIONS(.exploring = EXPLORING(.limit = 5)),
         "\"2,3\" is an N-position: the move to");
}

/* A may take the only counter, which is worth 7 to A, but endless play is worth 9. */
static void payoffs_are_explained_without_symmetry(void **state) {
  write_script("return {\n"
               "  start = function() return { 1, 0, 1 } end,\n"
               "  moves = function(p)\n"
               "    local to = { { p[1], p[2], 3 - p[3] } }\n"
               "    if p[3] == 1 then to[2] = { 0, 0, 3 - p[3] } end\n"
               "    return to\n"
               "  end,\n"
               "  terminal = function(p) if p[1] + p[2] == 0 then return 7 end end,\n"
               "  player = function(p) return p[3] == 1 and 'A' or 'B' end,\n"
               "  canon = function(p)\n"
               "    if p[1] > p[2] then return { p[2], p[1], p[3] } end\n"
               "    return p\n"
               "  end }\n");
  EXPECT(script_path, OPTIONS(.opening = OPENING(.infinite_known = true, .infinite = 9)),
         "A can be sure of a payoff of at least 9");
}

/* ---- kinds of moves ---------------------------------------------------------------------- */

/* A game with an unnamed end, solved, and compounds of its positions. */
typedef struct turning {
  grundy_digraph *g;
  grundy_solution *s;
  grundy_solved solved;
} turning;

static turning turning_of(const char *moves) {
  turning t = {.g = scan_text(GRUNDY_FORMAT_EDGES, moves)};
  t.s = solution_of(t.g, grundy_solve_columns(t.g, true));
  t.solved = grundy_solved_view(t.g, t.s);
  return t;
}

static void turning_free(turning *t) {
  grundy_solution_free(t->s);
  grundy_digraph_free(t->g);
}

/* Returns the sum of `count` components at this position. */
static grundy_compound *sum_of(grundy_component component, uint32_t position, uint32_t count) {
  grundy_compound *c = NULL;
  assert_int_equal(grundy_compound_new(GRUNDY_NORMAL_PLAY, &c, NULL), GRUNDY_OK);
  for (uint32_t i = 0; i < count; i++)
    assert_int_equal(grundy_compound_add(c, component, position, NULL), GRUNDY_OK);
  if (count > 1)
    assert_int_equal(grundy_compound_join(c, GRUNDY_DISJUNCTIVE, count, NULL), GRUNDY_OK);
  return c;
}

static void components_need_kinds_of_moves(void **state) {
  grundy_compound *c = sum_of(grundy_component_nim(), 1, 1);
  refuses(NULL, OPTIONS(.compound = c), GRUNDY_BAD_ARGUMENT, "no component has kinds of moves");
  grundy_compound_free(c);
}

/* The first 12 components are named. A position without a name is "". */
static void many_components_are_not_all_named(void **state) {
  turning t = turning_of("a +> \"\"\na \"\"\n");
  grundy_compound *c = sum_of(grundy_component_digraph(&t.solved), 0, 13);
  EXPECT(NULL, OPTIONS(.compound = c), "Component 12 at a has value",
         "a + a + a + a + a + a + a + a + a + a + a + a + ...");
  grundy_compound_free(c);
  c = sum_of(grundy_component_digraph(&t.solved), 1, 1);
  EXPECT(NULL, OPTIONS(.compound = c), "Component 1 at \"\" has value 0.",
         "\"\" is a P-position: its components are nimbers with nim-sum 0.");
  grundy_compound_free(c);
  turning_free(&t);
}

/* An entailed player may choose at v, so that values do not add up. */
static void sums_of_games_with_choices_have_no_values(void **state) {
  turning t = turning_of("u !> v\nu loop\nv a\nv b\nb a\nloop loop\n");
  grundy_compound *c = sum_of(grundy_component_digraph(&t.solved), 0, 2);
  grundy_facts *facts = NULL;
  assert_int_equal(grundy_why(NULL, OPTIONS(.compound = c), &facts, NULL), GRUNDY_OK);
  assert_int_equal(grundy_facts_count(facts), 3); /* nothing about the value of the sum */
  expect_facts(facts, (const char *const[]){"u + u is a draw, by a search of", NULL});
  grundy_compound_free(c);
  turning_free(&t);
}

/* What components of a solved digraph do if they know nothing about their positions. */
static grundy_status evaluate_nothing(void *data, uint64_t position, grundy_play play,
                                      grundy_evaluation *evaluation, grundy_error *error) {
  (void)data;
  (void)position;
  (void)play;
  (void)evaluation;
  (void)error;
  return GRUNDY_OK;
}

static void components_may_know_nothing(void **state) {
  turning t = turning_of("a +> b\na b\n");
  const grundy_component inner = grundy_component_digraph(&t.solved);
  grundy_component_kind kind = *inner.kind;
  kind.evaluate = evaluate_nothing;
  grundy_compound *c = sum_of((grundy_component){&kind, inner.data}, 0, 1);
  refuses(NULL, OPTIONS(.compound = c), GRUNDY_UNABLE,
          "the outcome is not known: the value of a component is not known");
  grundy_compound_free(c);
  turning_free(&t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(options_of_other_sizes_are_refused),
      cmocka_unit_test(outcomes_of_sums_follow_from_values),
      cmocka_unit_test(large_values_of_sums_are_cut),
      cmocka_unit_test(moves_that_were_not_listed_are_not_named),
      cmocka_unit_test(compounds_are_no_sums_of_parts),
      cmocka_unit_test(quotients_decide_sums_in_misere_play),
      cmocka_unit_test(large_sums_in_misere_play_are_refused),
      cmocka_unit_test(windows_are_explained_in_misere_play_too),
      cmocka_unit_test(windows_are_only_for_rules),
      cmocka_unit_test(limits_of_exploring_are_respected),
      cmocka_unit_test(payoffs_are_explained_without_symmetry),
      cmocka_unit_test(components_need_kinds_of_moves),
      cmocka_unit_test(many_components_are_not_all_named),
      cmocka_unit_test(sums_of_games_with_choices_have_no_values),
      cmocka_unit_test(components_may_know_nothing),
  };
  return cmocka_run_group_tests(tests, folder_make, folder_remove_all);
}
