/* Formulas: every variable is compared with the column it stands for, on random games; fields,
 * closed forms, the sandbox and errors. */

#include <unistd.h>

#include <grundy/explore.h>
#include <grundy/formula.h>
#include <grundy/game.h>
#include <grundy/solve.h>

#include "formula/impl.h"
#include "support/games.h"
#include "support/test.h"

static grundy_formula *parsed(const char *text, grundy_formula_kind kind) {
  grundy_formula *formula = NULL;
  grundy_error error = {0};
  if (grundy_formula_parse("test", text, strlen(text), kind, &formula, &error) != GRUNDY_OK)
    fail_msg("%s: %s", text, error.message);
  return formula;
}

static grundy_solution *solved(const grundy_digraph *g) {
  grundy_solution *solution = NULL;
  const grundy_columns draws = GRUNDY_COLUMN_DRAW_LEVEL | GRUNDY_COLUMN_DRAW_REMOTENESS;
  const grundy_solve_options options = {.size = sizeof options,
                                        .columns = GRUNDY_COLUMNS_ALL | draws};
  assert_int_equal(grundy_solve_in_memory(g, &options, &solution, NULL), GRUNDY_OK);
  return solution;
}

static grundy_formula_table table_of(const grundy_digraph *g, const grundy_solution *solution) {
  return (grundy_formula_table){.g = g, .solution = solution, .fields = grundy_position_fields(g)};
}

static grundy_digraph *opened(const char *text) {
  grundy_digraph *g = NULL;
  grundy_error error = {0};
  if (grundy_game_open(text, NULL, &g, &error) != GRUNDY_OK) fail_msg("%s", error.message);
  return g;
}

/* ---- variables ------------------------------------------------------------------------- */

/* What is known about a vertex, for the conditions below. */
typedef struct facts {
  const grundy_solution *s;
  uint32_t v;
} facts;

static uint32_t number(const facts *f, grundy_columns column) {
  return grundy_solution_numbers(f->s, column)[f->v];
}

static uint8_t letter(const facts *f, grundy_columns column) {
  return grundy_solution_letters(f->s, column)[f->v];
}

static bool is_p(const facts *f) {
  return letter(f, GRUNDY_COLUMN_OUTCOME) == 'P';
}

static bool differs_in_misere_play(const facts *f) {
  return letter(f, GRUNDY_COLUMN_OUTCOME) != letter(f, GRUNDY_COLUMN_MISERE);
}

static bool is_infinite(const facts *f) {
  return number(f, GRUNDY_COLUMN_GRUNDY) == GRUNDY_INFINITY;
}

static bool is_odd(const facts *f) {
  return !is_infinite(f) && number(f, GRUNDY_COLUMN_GRUNDY) % 2 == 1;
}

static bool is_far(const facts *f) {
  return number(f, GRUNDY_COLUMN_REMOTENESS) > 2; /* infinity, too */
}

static bool has_one_in_k(const facts *f) {
  grundy_set k = grundy_solution_set_at(f->s, GRUNDY_COLUMN_K, f->v);
  return !k.absent && grundy_set_has(k, 1);
}

static bool has_infinity_in_j(const facts *f) {
  grundy_set j = grundy_solution_set_at(f->s, GRUNDY_COLUMN_J, f->v);
  return !j.absent && grundy_set_has(j, GRUNDY_INFINITY);
}

static bool counts_less_than_distance(const facts *f) {
  return number(f, GRUNDY_COLUMN_COUNTER) < number(f, GRUNDY_COLUMN_DISTANCE);
}

static bool compares_hmin(const facts *f) {
  return number(f, GRUNDY_COLUMN_HMIN) == number(f, GRUNDY_COLUMN_MISERE_REMOTENESS);
}

static bool is_drawn(const facts *f) {
  return number(f, GRUNDY_COLUMN_DRAW_LEVEL) > 0;
}

static bool is_far_in_its_level(const facts *f) {
  return number(f, GRUNDY_COLUMN_DRAW_REMOTENESS) > 1;
}

static const struct {
  const char *text;
  bool (*holds)(const facts *);
  grundy_columns columns;
} conditions[] = {
    {"outcome == P", is_p, GRUNDY_COLUMN_OUTCOME},
    {"outcome ~= misere", differs_in_misere_play, GRUNDY_COLUMN_OUTCOME | GRUNDY_COLUMN_MISERE},
    {"G == inf", is_infinite, GRUNDY_COLUMN_GRUNDY},
    {"not (grundy < inf)", is_infinite, GRUNDY_COLUMN_GRUNDY},
    {"G < inf and G % 2 == 1 -- odd", is_odd, GRUNDY_COLUMN_GRUNDY},
    {"remoteness > 2", is_far, GRUNDY_COLUMN_REMOTENESS},
    {"K[1]", has_one_in_k, GRUNDY_COLUMN_K},
    {"J[inf]", has_infinity_in_j, GRUNDY_COLUMN_J},
    {"counter < distance", counts_less_than_distance,
     GRUNDY_COLUMN_COUNTER | GRUNDY_COLUMN_DISTANCE},
    {"hmin == misere_remoteness", compares_hmin,
     GRUNDY_COLUMN_HMIN | GRUNDY_COLUMN_MISERE_REMOTENESS},
    {"draw_level > 0", is_drawn, GRUNDY_COLUMN_DRAW_LEVEL},
    {"draw_remoteness > 1", is_far_in_its_level, GRUNDY_COLUMN_DRAW_REMOTENESS},
};

enum { CONDITIONS = sizeof conditions / sizeof *conditions };

static uint64_t held[CONDITIONS], failed[CONDITIONS];

/* Replaces variables by members of p: `outcome == P` becomes `p.outcome == P`. */
static void with_members(const char *text, char *to) {
  static const char *const constants[] = {"P", "inf", "and", "not", "odd"};
  for (const char *at = text; *at != '\0';) {
    size_t length = strspn(at, "abcdefghijklmnopqrstuvwxyzGJKP_");
    bool is_constant = length == 0;
    for (size_t i = 0; i < sizeof constants / sizeof *constants; i++)
      is_constant |= length == strlen(constants[i]) && memcmp(at, constants[i], length) == 0;
    if (length == 0) length = 1;
    to += sprintf(to, "%s%.*s", is_constant ? "" : "p.", (int)length, at);
    at += length;
  }
}

static const char *agrees(const grundy_digraph *g, const grundy_solution *solution, int i,
                          bool uses_p) {
  enum { MOST = 60 };
  uint8_t verdicts[MOST];
  char text[128];
  if (uses_p)
    with_members(conditions[i].text, text);
  else
    strcpy(text, conditions[i].text);
  grundy_formula *formula = parsed(text, GRUNDY_FORMULA_EXPRESSION);
  assert_true(grundy_digraph_order(g) <= MOST);
  assert_int_equal(grundy_formula_columns(formula), conditions[i].columns);
  assert_int_equal(grundy_formula_evaluate(formula, g, solution, NULL, verdicts, NULL), GRUNDY_OK);
  assert_int_equal(grundy_formula_has_read(formula), grundy_digraph_order(g) > 0);
  grundy_formula_free(formula);
  for (uint32_t v = 0; v < grundy_digraph_order(g); v++) {
    bool holds = conditions[i].holds(&(facts){solution, v});
    if (verdicts[v] != (holds ? GRUNDY_FORMULA_TRUE : GRUNDY_FORMULA_FALSE))
      return because("%s is wrong at %u", text, v);
    *(holds ? &held[i] : &failed[i]) += 1;
  }
  return NULL;
}

static const char *all_agree(const test_game *game) {
  grundy_solution *solution = solved(game->g);
  const char *wrong = NULL;
  for (int i = 0; wrong == NULL && i < 2 * CONDITIONS; i++)
    wrong = agrees(game->g, solution, i / 2, i % 2 == 1);
  grundy_solution_free(solution);
  return wrong;
}

static void conditions_agree_with_the_columns(void **state) {
  on_random_games(300, 60, all_agree);
  if (test_scaled(300) < 300) return;
  for (int i = 0; i < CONDITIONS; i++)
    if (held[i] == 0 || failed[i] == 0) fail_msg("%s is not tested", conditions[i].text);
}

static void words_within_words_are_not_variables(void **state) {
  static const char *const without[] = {"'aG zG AG ZG 0G 9G _G'", "'Ga Gz GA GZ G0 G9 G_'", "'g'"};
  static const char *const with[] = {"'{G{'", "'[G['", "':G:'", "'!G!'", "'`G`'", "'G'", "G"};
  for (size_t i = 0; i < sizeof without / sizeof *without; i++) {
    grundy_formula *formula = parsed(without[i], GRUNDY_FORMULA_EXPRESSION);
    assert_int_equal(grundy_formula_columns(formula), 0);
    grundy_formula_free(formula);
  }
  for (size_t i = 0; i < sizeof with / sizeof *with; i++) {
    grundy_formula *formula = parsed(with[i], GRUNDY_FORMULA_EXPRESSION);
    assert_int_equal(grundy_formula_columns(formula), GRUNDY_COLUMN_GRUNDY);
    grundy_formula_free(formula);
  }
}

/* Makes a game in which a moves to b, where play ends with the payoff 2.5, or in a draw. */
static grundy_digraph *coloured_game(bool has_payoff) {
  grundy_builder *builder = NULL;
  grundy_digraph *g = NULL;
  uint32_t v;
  assert_int_equal(grundy_builder_new(&builder, NULL), GRUNDY_OK);
  for (const char *name = "ab"; *name != '\0'; name++) {
    assert_int_equal(grundy_builder_vertex(builder, name, 1, &v, NULL), GRUNDY_OK);
    assert_int_equal(grundy_builder_player(builder, v, v == 0 ? 'A' : 'B', NULL), GRUNDY_OK);
  }
  assert_int_equal(grundy_builder_move(builder, 0, 1, NULL), GRUNDY_OK);
  assert_int_equal(has_payoff ? grundy_builder_payoff(builder, 1, 2.5, NULL)
                              : grundy_builder_outcome(builder, 1, 'D', NULL),
                   GRUNDY_OK);
  assert_int_equal(grundy_builder_finish(builder, NULL, &g, NULL), GRUNDY_OK);
  grundy_builder_free(builder);
  return g;
}

/* Expects that the formula holds at both positions. */
static void holds_in_coloured_game(bool has_payoff, const char *text) {
  grundy_digraph *g = coloured_game(has_payoff);
  grundy_solution *solution = NULL;
  grundy_solve_options options = {.size = sizeof options};
  const grundy_run_options without_size = {0};
  uint8_t verdicts[2];
  options.columns = grundy_solve_columns(g, true) & ~(grundy_columns)GRUNDY_COLUMN_QV;
  assert_int_equal(grundy_solve_in_memory(g, &options, &solution, NULL), GRUNDY_OK);
  grundy_formula *formula = parsed(text, GRUNDY_FORMULA_EXPRESSION);
  assert_int_equal(grundy_formula_evaluate(formula, g, solution, &without_size, verdicts, NULL),
                   GRUNDY_BAD_ARGUMENT);
  assert_int_equal(grundy_formula_evaluate(formula, g, solution, NULL, verdicts, NULL), GRUNDY_OK);
  assert_int_equal(verdicts[0], GRUNDY_FORMULA_TRUE);
  assert_int_equal(verdicts[1], GRUNDY_FORMULA_TRUE);
  grundy_formula_free(formula);
  grundy_solution_free(solution);
  grundy_digraph_free(g);
}

static void columns_of_two_coloured_games_are_variables(void **state) {
  holds_in_coloured_game(true,
                         "guarantee == 2.5 and cap == 2.5 and player == (name == 'a' and A or B)");
  holds_in_coloured_game(false, "outcome == D and #abe > 1 and #barbara > 1");
  holds_in_coloured_game(false, "p['q-1'] >= 0 and p.q1 == q1 and p.abe == abe");
}

/* In a window, formulas are silent where a number that they mention is not known. */
static void windows_have_unknown_numbers(void **state) {
  enum { SIZE = 30 };
  static const char *const texts[] = {"p.remoteness >= 0", "K['?'] or not p.K['?']",
                                      "return {value = function() return 0 end}"};
  grundy_digraph *g = NULL;
  grundy_solution *solution = NULL;
  grundy_open_options opening = {.size = sizeof opening, .window = SIZE, .accepts_windows = true};
  uint8_t verdicts[3][SIZE];
  assert_int_equal(grundy_game_open("wythoff:9,9", &opening, &g, NULL), GRUNDY_OK);
  const grundy_solve_options options = {.size = sizeof options,
                                        .columns = grundy_solve_columns(g, true)};
  assert_int_equal(grundy_solve_in_memory(g, &options, &solution, NULL), GRUNDY_OK);
  for (int i = 0; i < 3; i++) {
    grundy_formula *formula =
        parsed(texts[i], i == 2 ? GRUNDY_FORMULA_SCRIPT : GRUNDY_FORMULA_EXPRESSION);
    assert_int_equal(grundy_formula_evaluate(formula, g, solution, NULL, verdicts[i], NULL),
                     GRUNDY_OK);
    grundy_formula_free(formula);
  }
  const uint32_t *remoteness = grundy_solution_numbers(solution, GRUNDY_COLUMN_REMOTENESS);
  const uint32_t *values = grundy_solution_numbers(solution, GRUNDY_COLUMN_GRUNDY);
  uint32_t silent = 0;
  for (uint32_t v = 0; v < SIZE; v++) {
    bool is_known = remoteness[v] < GRUNDY_NUMBER_AT_MOST || remoteness[v] == GRUNDY_INFINITY;
    silent += !is_known;
    assert_int_equal(verdicts[0][v], is_known ? GRUNDY_FORMULA_TRUE : GRUNDY_FORMULA_SILENT);
    assert_int_equal(verdicts[1][v], GRUNDY_FORMULA_TRUE);
    if (values[v] == GRUNDY_NUMBER_UNKNOWN) assert_int_equal(verdicts[2][v], GRUNDY_FORMULA_SILENT);
  }
  assert_true(silent > 0);
  grundy_solution_free(solution);
  grundy_digraph_free(g);
}

/* Followers are known inside of a window only, and outcomes perhaps not everywhere. */
static void formulas_leave_windows(void **state) {
  enum { SIZE = 30 };
  static const char *const texts[] = {"all(f, f.n > 0)", "at(n).outcome == outcome",
                                      "outcome == outcome"};
  grundy_digraph *g = NULL;
  grundy_solution *solution = NULL;
  grundy_open_options opening = {.size = sizeof opening, .window = SIZE, .accepts_windows = true};
  assert_int_equal(grundy_game_open(GRUNDY_ROOT "/examples/up-or-divide.lua", &opening, &g, NULL),
                   GRUNDY_OK);
  const grundy_solve_options options = {.size = sizeof options,
                                        .columns = grundy_solve_columns(g, true)};
  assert_int_equal(grundy_solve_in_memory(g, &options, &solution, NULL), GRUNDY_OK);
  const uint8_t *frontier = grundy_digraph_frontier(g);
  const uint8_t *outcomes = grundy_solution_letters(solution, GRUNDY_COLUMN_OUTCOME);
  uint32_t known = 0, inside = 0;
  for (size_t i = 0; i < 3; i++) {
    uint8_t verdicts[SIZE];
    grundy_error error = {0};
    grundy_formula *formula = parsed(texts[i], GRUNDY_FORMULA_EXPRESSION);
    if (grundy_formula_evaluate(formula, g, solution, NULL, verdicts, &error) != GRUNDY_OK)
      fail_msg("%s: %s", texts[i], error.message);
    for (uint32_t v = 0; v < SIZE; v++) {
      bool is_known = i == 0 ? frontier[v] == 0 : outcomes[v] != GRUNDY_OUTCOME_NONE;
      assert_int_equal(verdicts[v], is_known ? GRUNDY_FORMULA_TRUE : GRUNDY_FORMULA_OUTSIDE);
      *(i == 0 ? &inside : &known) += is_known;
    }
    grundy_formula_free(formula);
  }
  assert_true(inside > 0 && inside < SIZE && known > 0);
  grundy_solution_free(solution);
  grundy_digraph_free(g);
}

/* ---- fields and closed forms ----------------------------------------------------------- */

static void fields_are_variables_and_entries_of_p(void **state) {
  static const char text[] =
      "a == p.a and b == p.b and a == p[1] and b == p[2] and #p == 2 and "
      "name == a .. ',' .. b and p.name == name and table.concat(p, ',') == name and p[1.0] == a "
      "and select('#', table.unpack(p)) == 2";
  grundy_digraph *g = opened("wythoff:4,6");
  grundy_solution *solution = solved(g);
  grundy_formula *formula = parsed(text, GRUNDY_FORMULA_EXPRESSION);
  uint8_t verdicts[64];
  assert_true(grundy_digraph_order(g) <= 64);
  assert_int_equal(grundy_formula_evaluate(formula, g, solution, NULL, verdicts, NULL), GRUNDY_OK);
  for (uint32_t v = 0; v < grundy_digraph_order(g); v++)
    assert_int_equal(verdicts[v], GRUNDY_FORMULA_TRUE);
  grundy_formula_free(formula);
  grundy_solution_free(solution);
  grundy_digraph_free(g);
}

/* Rules with fields whose names mean something else in formulas. */
static grundy_digraph *open_script(const char *source) {
  char path[] = "/tmp/grundy-formula-XXXXXX.lua";
  int file = mkstemps(path, 4);
  assert_true(file >= 0);
  assert_int_equal(write(file, source, strlen(source)), (ssize_t)strlen(source));
  assert_int_equal(close(file), 0);
  grundy_digraph *g = opened(path);
  assert_int_equal(unlink(path), 0);
  return g;
}

static void pairs_and_ipairs_visit_fields(void **state) {
  grundy_digraph *g = opened("wythoff:4,6");
  grundy_solution *solution = solved(g);
  grundy_formula *formula =
      parsed("return function(p)\n"
             "  local by_name, by_number = '', ''\n"
             "  for k, v in pairs(p) do by_name = by_name .. k .. v end\n"
             "  for i, v in ipairs(p) do by_number = by_number .. i .. v end\n"
             "  for i, v in ipairs({ 'x' }) do by_number = by_number .. v end\n"
             "  return by_name == 'a' .. a .. 'b' .. b and\n"
             "    by_number == '1' .. a .. '2' .. b .. 'x' end",
             GRUNDY_FORMULA_SCRIPT);
  uint8_t verdicts[64];
  assert_int_equal(grundy_formula_evaluate(formula, g, solution, NULL, verdicts, NULL), GRUNDY_OK);
  for (uint32_t v = 0; v < grundy_digraph_order(g); v++)
    assert_int_equal(verdicts[v], GRUNDY_FORMULA_TRUE);
  grundy_formula_free(formula);
  grundy_solution_free(solution);
  grundy_digraph_free(g);
}

/* Global variables of a formula are its own; the iterator of ipairs may be called by hand. */
static void formulas_have_variables_of_their_own(void **state) {
  static const char *const texts[] = {
      "sum, _ENV[3] = 0, 7 return function(p) sum = a + b return sum == p.a + p.b and "
      "rawlen('') == 0 and _ENV[3] == 7 end",
      "return function(p) local f, q, i = ipairs(p) local n, x = f(q, 0) "
      "return q == p and i == 0 and n == 1 and x == a and f(q, -1) == nil and f(q, 2) == nil end",
      "return function(p) return a..b == a .. '' .. b and p.a..p.b == a..b end",
  };
  grundy_digraph *g = opened("wythoff:1,1");
  grundy_solution *solution = solved(g);
  uint8_t verdicts[8];
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    grundy_formula *formula = parsed(texts[i], GRUNDY_FORMULA_SCRIPT);
    grundy_error error = {0};
    if (grundy_formula_evaluate(formula, g, solution, NULL, verdicts, &error) != GRUNDY_OK)
      fail_msg("%s: %s", texts[i], error.message);
    for (uint32_t v = 0; v < grundy_digraph_order(g); v++)
      assert_int_equal(verdicts[v], GRUNDY_FORMULA_TRUE);
    grundy_formula_free(formula);
  }
  grundy_solution_free(solution);
  grundy_digraph_free(g);
}

/* The law keeps every p with what it read there, and reads all of them again at every position. */
static void an_old_p_still_describes_its_own_position(void **state) {
  static const char text[] =
      "local seen = {}\n"
      "return function(p)\n"
      "  for _, s in ipairs(seen) do\n"
      "    if s.p.a ~= s.a or s.p[2] ~= s.b or s.p.G ~= s.G or s.p.name ~= s.name then\n"
      "      return false\n"
      "    end\n"
      "  end\n"
      "  seen[#seen + 1] = { p = p, a = a, b = b, G = G, name = name }\n"
      "  return p.a == a\n"
      "end";
  grundy_digraph *g = opened("wythoff:4,6");
  grundy_solution *solution = solved(g);
  grundy_formula *formula = parsed(text, GRUNDY_FORMULA_SCRIPT);
  uint8_t verdicts[64];
  grundy_error error = {0};
  assert_int_equal(grundy_formula_evaluate(formula, g, solution, NULL, verdicts, NULL), GRUNDY_OK);
  for (uint32_t v = 0; v < grundy_digraph_order(g); v++)
    assert_int_equal(verdicts[v], GRUNDY_FORMULA_TRUE);
  assert_int_equal(grundy_formula_evaluate(formula, g, solution, NULL, verdicts, &error),
                   GRUNDY_BAD_INPUT);
  assert_non_null(strstr(error.message, "a position of a game that was tested before"));
  grundy_formula_free(formula);
  formula = parsed("local old return function(p) old = old or p return #old == 2 end",
                   GRUNDY_FORMULA_SCRIPT);
  for (int i = 0; i < 2; i++)
    assert_int_equal(grundy_formula_evaluate(formula, g, solution, NULL, verdicts, NULL),
                     i == 0 ? GRUNDY_OK : GRUNDY_BAD_INPUT);
  grundy_formula_free(formula);
  grundy_solution_free(solution);
  grundy_digraph_free(g);
}

static void fields_with_names_of_variables_are_entries_of_p(void **state) {
  grundy_digraph *g =
      open_script("return { fields = { 'P', 'inf', 'name', 'p', 'K', 'x', 'math' },\n"
                  "start = function() return { 1, 2, 3, 4, 5, 6, 7 } end,\n"
                  "moves = function() return {} end }");
  grundy_solution *solution = solved(g);
  grundy_formula *formula = parsed("p.P == 1 and p.inf == 2 and p.name == 3 and p.p == 4 and "
                                   "p.K == 5 and x == 6 and P == 'P' and inf > 2 and "
                                   "name == '1,2,3,4,5,6,7' and not K[5] and math == 7",
                                   GRUNDY_FORMULA_EXPRESSION);
  uint8_t verdict;
  assert_int_equal(grundy_formula_evaluate(formula, g, solution, NULL, &verdict, NULL), GRUNDY_OK);
  assert_int_equal(verdict, GRUNDY_FORMULA_TRUE);
  grundy_formula_free(formula);
  grundy_solution_free(solution);
  grundy_digraph_free(g);
}

/* The second position has only one integer: b exists only where it is read. */
static void reading_a_missing_field_is_an_error(void **state) {
  grundy_digraph *g = open_script("return { fields = { 'a', 'b' },\n"
                                  "start = function() return { 1, 2 } end,\n"
                                  "moves = function(p) return #p > 1 and { { 7 } } or {} end }");
  grundy_solution *solution = solved(g);
  static const char *const good[] = {
      "a > 0", "#p < 2 or b == 2", "#p < 2 or p[2] == p.b", "(#p == 1) == (a == 7)",
      "(function() local n = 0 for k, x in pairs(p) do n = n + 1 end return n == #p end)()"};
  static const char *const bad[] = {"b == 2", "p.b == 2", "p[2] == 2"};
  uint8_t verdicts[2];
  for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
    grundy_formula *formula = parsed(good[i], GRUNDY_FORMULA_EXPRESSION);
    assert_int_equal(grundy_formula_evaluate(formula, g, solution, NULL, verdicts, NULL),
                     GRUNDY_OK);
    assert_true(verdicts[0] == GRUNDY_FORMULA_TRUE && verdicts[1] == GRUNDY_FORMULA_TRUE);
    grundy_formula_free(formula);
  }
  for (size_t i = 0; i < 3; i++) {
    grundy_error error = {0};
    grundy_formula *formula = parsed(bad[i], GRUNDY_FORMULA_EXPRESSION);
    assert_int_equal(grundy_formula_evaluate(formula, g, solution, NULL, verdicts, &error),
                     GRUNDY_BAD_INPUT);
    assert_non_null(strstr(error.message, "does not exist here, because #p is 1"));
    grundy_formula_free(formula);
  }
  grundy_solution_free(solution);
  grundy_digraph_free(g);
}

/* Counts the verdicts of a formula at a game. */
static void expect_verdicts(const char *game, const char *text, const uint64_t expected[5]) {
  grundy_digraph *g = opened(game);
  grundy_solution *solution = solved(g);
  grundy_formula *formula = parsed(text, GRUNDY_FORMULA_EXPRESSION);
  uint8_t *verdicts = calloc(grundy_digraph_order(g), 1);
  uint64_t counts[5] = {0};
  grundy_error error = {0};
  if (grundy_formula_evaluate(formula, g, solution, NULL, verdicts, &error) != GRUNDY_OK)
    fail_msg("%s: %s", text, error.message);
  for (uint32_t v = 0; v < grundy_digraph_order(g); v++) counts[verdicts[v]]++;
  for (int i = 0; i < 5; i++)
    if (counts[i] != expected[i]) fail_msg("%s: %d is %d", text, i, (int)counts[i]);
  free(verdicts);
  grundy_formula_free(formula);
  grundy_solution_free(solution);
  grundy_digraph_free(g);
}

/* Wythoff's game up to 3,3 has 10 positions up to symmetry; 0,0 and 1,2 are P-positions. */
static void formulas_read_other_positions(void **state) {
  static const struct {
    const char *text;
    uint64_t expected[5]; /* false, true, silent, outside, vacuous */
  } cases[] = {
      {"at(a, b).G == G", {0, 10, 0, 0, 0}},
      {"at(b, a).G == G", {0, 10, 0, 0, 0}},
      {"at(a, b + 1).G ~= G", {0, 6, 0, 4, 0}},
      {"at(a - 1, b).G ~= G", {0, 6, 0, 4, 0}},
      {"b < 3 and at(a, b + 1).a == a or b == 3", {0, 10, 0, 0, 0}},
      {"at('2,1').outcome == P", {0, 10, 0, 0, 0}},
      {"at('9,9').outcome == P", {0, 0, 0, 10, 0}},
      {"at('q').outcome == P", {0, 0, 0, 10, 0}},
      {"(outcome == P) == all(f, f.outcome == N)", {0, 10, 0, 0, 0}},
      {"(outcome == N) == any(f, f.outcome == P)", {0, 10, 0, 0, 0}},
      {"count(f, true) <= a + b + math.min(a, b) and count(f, f.G > 99) == 0", {0, 10, 0, 0, 0}},
      {"all(f, all(f, g, g.a + g.b < f.a + f.b))", {0, 10, 0, 0, 0}},
      {"all(at(1, 2), f, f.outcome == N)", {0, 10, 0, 0, 0}},
      {"all(function(f) return f.G ~= G end)", {0, 10, 0, 0, 0}},
      {"if outcome == P then a == 0 or b == 2", {0, 2, 0, 0, 8}},
      {"if any(f, f.G == 0) then G > 0", {0, 8, 0, 0, 2}},
      {"if (function() if a > 9 then return true end end)() then G == 0", {0, 0, 0, 0, 10}},
      {"zeckendorf_shift(a) == b or zeckendorf_least(4) == 1 and zeckendorf_zeros(8) == 4",
       {0, 10, 0, 0, 0}},
      {"zeckendorf_least(7540113804746346429) == 7540113804746346429", {0, 10, 0, 0, 0}},
      {"zeckendorf_zeros(7540113804746346429) == 90", {0, 10, 0, 0, 0}},
      {"zeckendorf_shift(4660046610375530309) == 7540113804746346429", {0, 10, 0, 0, 0}},
      {"zeckendorf_shift(7540113804746346429) == math.maxinteger", {0, 10, 0, 0, 0}},
      {"zeckendorf_shift(6440026026380244498) == math.maxinteger", {0, 10, 0, 0, 0}},
      {"premise(a > 0) or at(9, 9).G == 0", {0, 6, 0, 4, 0}},
      {"any(f, f.G == 0 or at(9, 9).G == 0) or outcome == P", {0, 9, 0, 1, 0}},
      {"all(f, at(f.a, f.b + 1).G ~= f.G)", {0, 7, 0, 3, 0}},
      {"all(f, -- every follower )\n f.G ~= G) --[[ ( ]] and '(' ~= ')'", {0, 10, 0, 0, 0}},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    expect_verdicts("wythoff:3,3", cases[i].text, cases[i].expected);
  static const uint64_t all[5] = {[GRUNDY_FORMULA_TRUE] = 25};
  expect_verdicts("vector{(1,0)*,(0,1)*}:4,4", "at(b, a).G == G and at(0, 0).G == 0", all);
}

/* Quantifiers and premises are rewritten only where Lua would read them as calls. */
static void only_calls_of_quantifiers_are_rewritten(void **state) {
  static const char *const holds[] = {
      "({ all = function(x) return x end }).all(true)",
      "({ count = function(self, x) return x end }):count(true)",
      "'a' .. count(f, true) ~= 'a'",
      "all ~= nil and any ~= all",
      "#[[a]b]] == 3 and [==[ ]] ]=] all(]==] == ' ]] ]=] all('",
      "({ [ [[k]] ] = true })[ [=[k]=] ]",
      "--[==[ all( ]] ]=] \n ]==] G >= 0",
      "--[= not a long comment )\nG >= 0",
      "--[[]] G >= 0 --",
      "'\\'' == \"'\" and '\\\\)' ~= '(' and \"\\\"\" == '\"'",
      "count(f, ({ f.G, 2 })[2] == 2) >= 0 and count(f, type(({ all })[1]) ~= 'x') >= 0",
      "all(p, function(f) return f.G ~= G end)",
      "all(p, f, f.G ~= G) and all(at(1, ({ 2 })[1]), f, true)",
      "1 < 2 and 2 >= 1 and 1 << 2 == 4 and 4 >> 1 == 2 and 7 // 2 == 3 and 1 ~= 2 and ~0 < 0",
      "0x10 == 16 and 1e2 == 100.0 and 3 .. '' == '3'",
      "\t\r\n\f\v G >= 0",
      "if ({ true })[1] then G >= 0",
      "if (function() for i = 1, 2 do if i > 2 then return nil end end return true end)() then "
      "G >= 0",
      "if all(f, f.G ~= G) then any(f, true) or not any(f, true)",
  };
  static const uint64_t all[5] = {[GRUNDY_FORMULA_TRUE] = 10};
  for (size_t i = 0; i < sizeof holds / sizeof *holds; i++)
    expect_verdicts("wythoff:3,3", holds[i], all);
}

static void closed_forms_give_values(void **state) {
  static const char *const wrong[] = {"'x'", "-1", "2.5", "1 << 40", "{}", "4294967295"};
  grundy_digraph *g = opened("wythoff:1,1");
  grundy_solution *solution = solved(g);
  uint8_t verdicts[8];
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    char text[96];
    grundy_error error = {0};
    (void)snprintf(text, sizeof text, "return {value = function() return %s end}", wrong[i]);
    grundy_formula *formula = parsed(text, GRUNDY_FORMULA_SCRIPT);
    assert_int_equal(grundy_formula_evaluate(formula, g, solution, NULL, verdicts, &error),
                     GRUNDY_BAD_INPUT);
    assert_string_equal(error.message, "at '1,1': value gives no value; expected an integer from "
                                       "0, inf or nil");
    grundy_formula_free(formula);
  }
  grundy_solution_free(solution);
  grundy_digraph_free(g);
}

static void closed_forms_are_compared_with_values(void **state) {
  static const char text[] = "return {value = function(p) if p.a > 2 then return nil end\n"
                             "if p.a == 0 then return b end return p.a == 1 and inf or 3.0 end}";
  grundy_digraph *g = opened("wythoff:4,6");
  grundy_solution *solution = solved(g);
  grundy_formula *formula = parsed(text, GRUNDY_FORMULA_SCRIPT);
  uint8_t verdicts[64];
  uint32_t claims[64];
  assert_true(grundy_formula_is_value(formula));
  assert_int_equal(grundy_formula_columns(formula), GRUNDY_COLUMN_GRUNDY);
  const grundy_formula_table table = table_of(g, solution);
  assert_int_equal(
      grundy_formula_evaluate_table(formula, &table, NULL, NULL, verdicts, claims, NULL),
      GRUNDY_OK);
  const uint32_t *values = grundy_solution_numbers(solution, GRUNDY_COLUMN_GRUNDY);
  for (uint32_t v = 0; v < grundy_digraph_order(g); v++) {
    int64_t fields[2];
    assert_int_equal(grundy_position_field_values(g, v, fields, NULL), GRUNDY_OK);
    uint32_t claim = fields[0] == 0   ? (uint32_t)fields[1]
                     : fields[0] == 1 ? GRUNDY_INFINITY
                     : fields[0] == 2 ? 3
                                      : 0;
    assert_int_equal(claims[v], claim);
    assert_int_equal(verdicts[v], fields[0] > 2        ? GRUNDY_FORMULA_SILENT
                                  : claim == values[v] ? GRUNDY_FORMULA_TRUE
                                                       : GRUNDY_FORMULA_FALSE);
  }
  grundy_formula_free(formula);
  grundy_solution_free(solution);
  grundy_digraph_free(g);
}

static void vertices_that_are_left_out_are_not_evaluated(void **state) {
  grundy_digraph *g = opened("wythoff:1,1");
  grundy_solution *solution = solved(g);
  grundy_formula *formula = parsed("b > 0 or error('evaluated')", GRUNDY_FORMULA_EXPRESSION);
  grundy_formula *positive = parsed("b > 0", GRUNDY_FORMULA_EXPRESSION);
  uint8_t only[8], verdicts[8];
  grundy_error error = {0};
  assert_int_equal(grundy_formula_evaluate(positive, g, solution, NULL, only, NULL), GRUNDY_OK);
  const grundy_formula_table table = table_of(g, solution);
  assert_int_equal(grundy_formula_evaluate_table(formula, &table, only, NULL, verdicts, NULL, NULL),
                   GRUNDY_OK);
  for (uint32_t v = 0; v < grundy_digraph_order(g); v++)
    assert_int_equal(verdicts[v], only[v] != 0 ? GRUNDY_FORMULA_TRUE : GRUNDY_FORMULA_SILENT);
  assert_int_equal(grundy_formula_evaluate(formula, g, solution, NULL, verdicts, &error),
                   GRUNDY_BAD_INPUT);
  assert_string_equal(error.message, "at '0,0': evaluated");
  grundy_formula_free(formula);
  grundy_formula_free(positive);
  grundy_solution_free(solution);
  grundy_digraph_free(g);
}

/* ---- errors ---------------------------------------------------------------------------- */

static void expect_parse_error(const char *text, grundy_formula_kind kind, unsigned line,
                               const char *part) {
  grundy_formula *formula = NULL;
  grundy_error error = {0};
  assert_int_equal(grundy_formula_parse("test", text, strlen(text), kind, &formula, &error),
                   GRUNDY_BAD_INPUT);
  assert_null(formula);
  assert_string_equal(error.file, "test");
  assert_int_equal(error.line, line);
  if (strstr(error.message, part) == NULL) fail_msg("%s: %s", text, error.message);
}

static void wrong_texts_are_rejected(void **state) {
  expect_parse_error("", GRUNDY_FORMULA_EXPRESSION, 0, "it is empty");
  expect_parse_error(" \n\t", GRUNDY_FORMULA_EXPRESSION, 0, "it is empty");
  expect_parse_error("a = b", GRUNDY_FORMULA_EXPRESSION, 1, "near '='; use == to compare");
  expect_parse_error("(a = b)", GRUNDY_FORMULA_EXPRESSION, 1, "near '='; use == to compare");
  expect_parse_error("return function(p)\nif p.a = 1 then return true end end",
                     GRUNDY_FORMULA_SCRIPT, 2, "near '='; use == to compare");
  expect_parse_error("local 1 = 2", GRUNDY_FORMULA_SCRIPT, 1, "<name> expected near '1'");
  expect_parse_error("local = 2", GRUNDY_FORMULA_SCRIPT, 1, "<name> expected near '='");
  expect_parse_error("a ==\n)", GRUNDY_FORMULA_EXPRESSION, 2, "near ')'");
  expect_parse_error("G == 0, a < 1", GRUNDY_FORMULA_EXPRESSION, 1, "not a single expression");
  expect_parse_error("G == 0;", GRUNDY_FORMULA_EXPRESSION, 1, "not a single expression");
  expect_parse_error("-- nothing", GRUNDY_FORMULA_EXPRESSION, 1, "not a single expression");
  expect_parse_error("(a == b", GRUNDY_FORMULA_EXPRESSION, 1, "')' expected near <eof>");
  expect_parse_error("a == b)", GRUNDY_FORMULA_EXPRESSION, 1, "<eof> expected near ')'");
  expect_parse_error("a) == (b", GRUNDY_FORMULA_EXPRESSION, 1, "<eof> expected near ')'");
  expect_parse_error("\x1bLua", GRUNDY_FORMULA_SCRIPT, 0, "");
  expect_parse_error("", GRUNDY_FORMULA_SCRIPT, 0, "the file returns nil");
  expect_parse_error("return {}", GRUNDY_FORMULA_SCRIPT, 0, "neither law nor value");
  expect_parse_error("return {law = print, value = 1}", GRUNDY_FORMULA_SCRIPT, 1,
                     "unknown variable 'print'");
  expect_parse_error("return {value = 2}", GRUNDY_FORMULA_SCRIPT, 0, "value is a number");
  expect_parse_error("return {law = 2}", GRUNDY_FORMULA_SCRIPT, 0, "law is a number");
  expect_parse_error("return {law = type, value = type}", GRUNDY_FORMULA_SCRIPT, 0,
                     "law and value");
  expect_parse_error("\nerror('no')", GRUNDY_FORMULA_SCRIPT, 2, "no");
  expect_parse_error("local g = G", GRUNDY_FORMULA_SCRIPT, 1,
                     "unknown variable 'G'; it has a value only in a function of a position");
  expect_parse_error("P = 2", GRUNDY_FORMULA_SCRIPT, 1, "'P' cannot be assigned to");
}

static void wrong_expressions_have_a_column(void **state) {
  static const struct {
    const char *text;
    uint64_t line, column;
    const char *part;
  } cases[] = {
      {"G = 0", 1, 3, "near '='"},
      {"all(f, f.G = 0)", 1, 12, "near '='"},
      {"a > 0 and\n  any(f, f.G ==)", 2, 16, "near ')'"},
      {"a and all(f)", 1, 7, "expected a name and a condition"},
      {"if a > 0", 1, 1, "'if' without 'then'"},
      {"if a) or b then a", 1, 5, "')' closes nothing"},
      {"if a > 0 then b > 0 else a", 1, 21, "near 'else'"},
      {"G == 0, a < 1", 1, 7, "not a single expression"},
      {"all()", 1, 1, "expected a name and a condition"},
      {"all(,)", 1, 1, "expected a name and a condition"},
      {"all(f,)", 1, 7, "near ')'"},
      {"all(1, true)", 1, 1, "expected a name and a condition"},
      {"all(f.g, true)", 1, 1, "expected a name and a condition"},
      {"all(f, f.G ~= G, 1)", 1, 1, "expected a name and a condition"},
      {"all(f, g, h, true)", 1, 1, "expected a name and a condition"},
      {"all(f, g, h, i, true)", 1, 1, "expected a name and a condition"},
      {"all(p, function, true)", 1, 1, "expected a name and a condition"},
      {"G > 0 and count((function() end))", 1, 11, "expected a name and a condition"},
      {"all(f, f.G > 0", 1, 15, "')' expected near <eof>"},
      {"all(f, [[f.G > 0)", 1, 18, "unfinished long string"},
      {"G > 0 and 'all(f", 1, 11, "unfinished string"},
      {"G > 0 and 'all(f\\", 1, 18, "unfinished string"},
      {"[==x", 1, 1, "invalid long string delimiter"},
      {"[=", 1, 1, "invalid long string delimiter"},
      {"G > 0 and [", 1, 11, "near '['"},
      {"G > 0 and [=[ ]=", 1, 17, "unfinished long string"},
      {"G > 0 and [=[ ]", 1, 16, "unfinished long string"},
      {"if a > 0 then (b", 1, 17, "a bracket is not closed here"},
      {"if (a > 0 then b > 0", 1, 1, "'if' without 'then'"},
      {"if [a > 0 then b > 0", 1, 1, "'if' without 'then'"},
      {"if a > 0) then b > 0", 1, 9, "')' closes nothing"},
      {"if a > 0] then b > 0", 1, 9, "']' closes nothing"},
      {"if a > 0} then b > 0", 1, 9, "'}' closes nothing"},
      {"name == 'ä' and G = 0", 1, 19, "near '='"},
      {"G @ 0", 1, 3, "near '@'"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const char *text = cases[i].text;
    grundy_formula *formula = NULL;
    grundy_error error = {0};
    assert_int_equal(grundy_formula_parse("test", text, strlen(text), GRUNDY_FORMULA_EXPRESSION,
                                          &formula, &error),
                     GRUNDY_BAD_INPUT);
    if (strstr(error.message, cases[i].part) == NULL || error.line != cases[i].line ||
        error.column != cases[i].column)
      fail_msg("%s: %d:%d: %s", text, (int)error.line, (int)error.column, error.message);
  }
}

static void expressions_have_limits(void **state) {
  char text[8192];
  grundy_formula *formula = NULL;
  grundy_error error = {0};
  (void)snprintf(text, sizeof text, "%0101d", 0);
  memset(text, '(', 101);
  assert_int_equal(
      grundy_formula_parse("test", text, 101, GRUNDY_FORMULA_EXPRESSION, &formula, &error),
      GRUNDY_BAD_INPUT);
  assert_string_equal(error.message, "brackets are nested too deeply");
  assert_int_equal(error.column, 101);
  /* Only in short texts is the place of an error found. */
  for (int is_long = 0; is_long < 2; is_long++) {
    (void)snprintf(text, sizeof text, "a == 0 %*s = 1", is_long ? 5000 : 50, "");
    memset(text + 7, '-', 2);
    text[is_long ? 5000 : 50] = '\n';
    error = (grundy_error){0};
    assert_int_equal(grundy_formula_parse("test", text, strlen(text), GRUNDY_FORMULA_EXPRESSION,
                                          &formula, &error),
                     GRUNDY_BAD_INPUT);
    assert_int_equal(error.line, 2);
    assert_int_equal(
        grundy_formula_parse("test", text, strlen(text), GRUNDY_FORMULA_EXPRESSION, &formula, NULL),
        GRUNDY_BAD_INPUT);
  }
  grundy_formula_source source = {0};
  assert_int_equal(grundy_formula_rewrite("test", "G", UINT32_MAX, &source, &error), GRUNDY_UNABLE);
  assert_string_equal(error.message, "the expression is too long");
  assert_null(formula);
}

/* A NUL ends neither a text nor a string. */
static void a_nul_is_a_character(void **state) {
  static const struct {
    const char *text;
    size_t length;
    grundy_status status;
  } cases[] = {
      {"'\0' ~= ''", 9, GRUNDY_OK},
      {"G \0 == 0", 8, GRUNDY_BAD_INPUT},
      {"G == 0\0", 7, GRUNDY_BAD_INPUT},
      {"G == 0 \0\0", 9, GRUNDY_BAD_INPUT},
      {"if G == 0 \0 then G == 0", 23, GRUNDY_BAD_INPUT},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    grundy_formula *formula = NULL;
    assert_int_equal(grundy_formula_parse("test", cases[i].text, cases[i].length,
                                          GRUNDY_FORMULA_EXPRESSION, &formula, NULL),
                     cases[i].status);
    assert_int_equal(formula != NULL, cases[i].status == GRUNDY_OK);
    grundy_formula_free(formula);
  }
}

static void a_script_has_a_limited_size(void **state) {
  char path[] = "/tmp/grundy-formula-XXXXXX.lua";
  static char blanks[1 << 20];
  memset(blanks, ' ', sizeof blanks);
  memcpy(blanks, "return type", 11);
  int file = mkstemps(path, 4);
  assert_true(file >= 0);
  assert_int_equal(write(file, blanks, sizeof blanks), sizeof blanks);
  grundy_formula *formula = NULL;
  grundy_error error = {0};
  assert_int_equal(grundy_formula_read("law", path, &formula, &error), GRUNDY_OK);
  grundy_formula_free(formula);
  formula = NULL;
  assert_int_equal(write(file, " ", 1), 1);
  assert_int_equal(close(file), 0);
  assert_int_equal(grundy_formula_read("law", path, &formula, &error), GRUNDY_UNABLE);
  assert_string_equal(error.message, "the file has more than 1048576 bytes");
  assert_int_equal(unlink(path), 0);
  assert_int_equal(grundy_formula_read("law", path, &formula, &error), GRUNDY_BAD_INPUT);
  assert_int_equal(error.reason, GRUNDY_REASON_NO_FILE);
  assert_null(formula);
}

static void expect_failure_in(grundy_digraph *g, const char *text, const char *part) {
  grundy_solution *solution = solved(g);
  grundy_formula *formula = parsed(text, GRUNDY_FORMULA_EXPRESSION);
  grundy_error error = {0};
  uint8_t verdicts[8];
  assert_int_equal(grundy_formula_evaluate(formula, g, solution, NULL, verdicts, &error),
                   GRUNDY_BAD_INPUT);
  if (strstr(error.message, part) == NULL) fail_msg("%s: %s", text, error.message);
  grundy_formula_free(formula);
  grundy_solution_free(solution);
  grundy_digraph_free(g);
}

static void expect_failure(const char *text, const char *part) {
  expect_failure_in(opened("wythoff:1,1"), text, part);
}

static void p_has_nothing_else(void **state) {
  static const char *const cases[][2] = {
      {"p.outcom ~= P", "p has no member 'outcom'; it has a, b, name, outcome, G, "},
      {"p.outcom ~= P", "; did you mean 'outcome'?"},
      {"p[0] == nil", "p has no member 0; it has a, b, name, "},
      {"p[3] == nil", "p has no member 3; it has a, b, name, "},
      {"p[1.5] == nil", "p has no member 1.5; it has a, b, name, "},
      {"p[{}] == nil", "p has no member a table; it has a, b, name, "},
      {"p[nil] == nil", "p has no member nil; it has a, b, name, "},
      {"p['1'] == nil", "p has no member '1'; it has a, b, name, "},
      {"p.k == nil", "; did you mean 'K'?"},
      {"p.player == nil", "p has no member 'player'; the solution has no column player"},
      {"p['remote' .. 'ness'] == nil", "only columns whose names the text contains are computed"},
      {"_ENV['remote' .. 'ness'] == nil",
       "only columns whose names the text contains are computed"},
      {"rawget(p, 'x') == nil", "table expected, got position"},
      {"rawlen(p) == 0", "expected, got position"},
      {"next(p) == nil", "table expected, got position"},
      {"rawget(_ENV, 'x') == nil", "table expected"},
      {"next(_ENV) == nil", "table expected"},
      {"table.concat(p, ',', 1, 3) == ''", "p has no member 3"},
      {"select(3, table.unpack(p, 1, 3)) == nil", "p has no member 3"},
      {"pairs(_ENV) == nil", "table expected, got userdata"},
      {"next(ipairs(_ENV)) == nil", "table expected"},
      {"(function() for i, x in ipairs(_ENV) do return true end end)()",
       "a variable is not a name"},
      {"all(_ENV, f, f.G > 0)", "all needs a position, and this is user data"},
      {"any(3, f, f.G > 0)", "any needs a position, and this is a number"},
      {"getmetatable(p) == nil", "unknown variable 'getmetatable'"},
      {"setmetatable(p, {}) == nil", "unknown variable 'setmetatable'"},
      {"(function() p.a = 1 end)()", "p cannot be changed"},
      {"(function() p.x = 1 end)()", "p cannot be changed"},
      {"rawset(p, 'x', 1) == nil", "table expected, got position"},
      {"table.insert(p, 1) == nil", "p cannot be changed"},
      {"(function() a = 1 return a == 1 end)()", "'a' cannot be assigned to"},
      {"(function() outcome = P return outcome == P end)()", "'outcome' cannot be assigned to"},
      {"(function() inf = 3 return G < inf end)()", "'inf' cannot be assigned to"},
      {"not K['1']", "the members of a set are numbers and inf, and this is a string"},
      {"not p.K.a", "the members of a set are numbers and inf, and this is a string"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    expect_failure(cases[i][0], cases[i][1]);
}

static void functions_check_their_arguments(void **state) {
  static const char *const cases[][2] = {
      {"at() == 1", "a position needs 1 to 64 integers, or a name"},
      {"at(table.unpack((function() local t = {} for i = 1, 65 do t[i] = i end return t end)()))",
       "a position needs 1 to 64 integers, or a name"},
      {"at(1.5, 2) == 1", "argument 1 of a position is not an integer; expected integers"},
      {"at({}, 2) == 1", "argument 1 of a position is a table; expected integers, or one name"},
      {"at(1, '2') == 1", "argument 2 of a position is a string; expected integers, or one name"},
      {"at(nil) == 1", "argument 1 of a position is nil; expected integers, or one name"},
      {"(all)()", "all needs a name and a condition, as in all(f, f.G > 0)"},
      {"(any)(1)", "any needs a name and a condition, as in any(f, f.G > 0)"},
      {"(all)(p, 1)", "all needs a name and a condition, as in all(f, f.G > 0)"},
      {"(count)(p, p, type)", "count needs a name and a condition, as in count(f, f.G > 0)"},
      {"all(1, f, true)", "all needs a position, and this is a number"},
      {"any(nil, f, true)", "any needs a position, and this is nil"},
      {"all(f, 1)", "the condition is a number"},
      {"premise()", "premise needs one condition"},
      {"premise(true, true)", "premise needs one condition"},
      {"premise(1)", "the condition is a number"},
      {"zeckendorf_zeros() == 1", "zeckendorf_zeros needs one integer from 0"},
      {"zeckendorf_least(1, 2) == 1", "zeckendorf_least needs one integer from 0"},
      {"zeckendorf_shift('x') == 1", "zeckendorf_shift needs one integer from 0"},
      {"zeckendorf_shift(1.5) == 1", "zeckendorf_shift needs one integer from 0"},
      {"zeckendorf_shift(-1) == 1", "zeckendorf_shift needs one integer from 0"},
      {"not K[true]", "the members of a set are numbers and inf, and this is a boolean"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    expect_failure(cases[i][0], cases[i][1]);
  expect_failure_in(opened("pass(wythoff:1,1, 1)"), "at(9, 9).G == 0",
                    "these rules reduce positions by symmetry in a way that fields do not tell");
  expect_parse_error("local x = at(1) return function() return true end", GRUNDY_FORMULA_SCRIPT, 1,
                     "at can be used only in a function of a position");
  expect_parse_error("local x = premise(true) return type", GRUNDY_FORMULA_SCRIPT, 1,
                     "premise can be used only in a function of a position");
}

/* The column is that of the first place where the name is a variable, if that is in this line. */
static void unknown_variables_have_a_column_if_their_line_has_them(void **state) {
  static const struct {
    const char *text;
    uint64_t line, column;
  } cases[] = {
      {"G >= 0 and z > 1", 1, 12},
      {"G >= 0 and\n  z > 1", 2, 3},
      {"(function(z) return z end)(true) and\n z > 1", 2, 0},
  };
  grundy_digraph *g = opened("wythoff:1,1");
  grundy_solution *solution = solved(g);
  uint8_t verdicts[8];
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    grundy_formula *formula = parsed(cases[i].text, GRUNDY_FORMULA_EXPRESSION);
    grundy_error error = {0};
    assert_int_equal(grundy_formula_evaluate(formula, g, solution, NULL, verdicts, &error),
                     GRUNDY_BAD_INPUT);
    assert_string_equal(error.message, "at '1,1': unknown variable 'z'");
    assert_int_equal(error.line, cases[i].line);
    assert_int_equal(error.column, cases[i].column);
    grundy_formula_free(formula);
  }
  grundy_solution_free(solution);
  grundy_digraph_free(g);
}

static void p_has_no_numbers_without_fields(void **state) {
  static const uint32_t moves[][2] = {{0, 1}};
  static const char *const cases[][2] = {
      {"p[1] ~= 3", "p has no member 1, because the game has no fields; it has name, outcome, "},
      {"#p < 2", "#p is undefined, because the game has no fields; p has name, outcome, "},
      {"pairs(p) ~= nil", "pairs(p) is undefined, because the game has no fields"},
      {"ipairs(p) ~= nil", "ipairs(p) is undefined, because the game has no fields"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    expect_failure_in(game_from_pairs(2, 1, moves), cases[i][0], cases[i][1]);
}

/* 64 fields with the longest names: the list is cut, and what follows it is still there. */
static void lists_of_members_are_bounded(void **state) {
  char source[8192] = "return { fields = {";
  for (int i = 0; i < 64; i++)
    (void)sprintf(source + strlen(source), " 'a_field_with_31_bytes_in_name%02d',", i);
  (void)sprintf(source + strlen(source), " }, start = function() local p = {} for i = 1, 64 do "
                                         "p[i] = i end return p end, moves = function() return {} "
                                         "end }");
  expect_failure_in(open_script(source), "p.outcom == P",
                    "p has no member 'outcom'; it has a_field_with_31_bytes_in_name00, "
                    "a_field_with_31_bytes_in_name01, ..., name, outcome, G, ");
  expect_failure_in(open_script(source), "p.outcom == P", "; did you mean 'outcome'?");
}

static void it_is_known_whether_a_formula_read_something(void **state) {
  static const struct {
    const char *text;
    bool has_read;
  } cases[] = {
      {"true", false},         {"1 == 1", false},        {"p ~= nil", false},
      {"#p == 2", false},      {"P ~= N", false},        {"math.pi > 3", false},
      {"'G' ~= 'a'", false},   {"a >= 0", true},         {"p.a >= 0", true},
      {"p[1] >= 0", true},     {"G >= 0", true},         {"name ~= 'x'", true},
      {"p.name ~= ''", true},  {"p['G'] >= 0", true},    {"_ENV.G >= 0", true},
      {"_ENV['a'] < 2", true}, {"b == 0 or true", true}, {"K[7] == nil", true},
  };
  grundy_digraph *g = opened("wythoff:1,1");
  grundy_solution *solution = solved(g);
  uint8_t verdicts[8];
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    grundy_formula *formula = parsed(cases[i].text, GRUNDY_FORMULA_EXPRESSION);
    assert_false(grundy_formula_has_read(formula));
    for (int again = 0; again < 2; again++) {
      assert_int_equal(grundy_formula_evaluate(formula, g, solution, NULL, verdicts, NULL),
                       GRUNDY_OK);
      if (grundy_formula_has_read(formula) != cases[i].has_read) fail_msg("%s", cases[i].text);
      for (uint32_t v = 0; v < grundy_digraph_order(g); v++)
        assert_int_equal(verdicts[v], GRUNDY_FORMULA_TRUE);
    }
    grundy_formula_free(formula);
  }
  grundy_solution_free(solution);
  grundy_digraph_free(g);
}

/* The second game has no field b; its value in the first must not be left. */
static void fields_of_another_game_are_forgotten(void **state) {
  grundy_digraph *games[] = {opened("wythoff:1,1"),
                             open_script("return { fields = { 'a' },\n"
                                         "start = function() return { 1 } end,\n"
                                         "moves = function() return {} end }")};
  grundy_formula *formula = parsed("a + b >= 0", GRUNDY_FORMULA_EXPRESSION);
  uint8_t verdicts[8];
  for (int i = 0; i < 2; i++) {
    grundy_solution *solution = solved(games[i]);
    grundy_error error = {0};
    assert_int_equal(grundy_formula_evaluate(formula, games[i], solution, NULL, verdicts, &error),
                     i == 0 ? GRUNDY_OK : GRUNDY_BAD_INPUT);
    if (i == 1) assert_string_equal(error.message, "at '1': unknown variable 'b'");
    grundy_solution_free(solution);
    grundy_digraph_free(games[i]);
  }
  grundy_formula_free(formula);
}

static void nothing_reaches_out_of_the_sandbox(void **state) {
  static const char *const names[] = {
      "io", "os", "debug", "require", "loadfile", "collectgarbage", "pcall", "setmetatable", "_G"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    char text[64], expected[96];
    snprintf(text, sizeof text, "%s ~= nil", names[i]);
    snprintf(expected, sizeof expected, "at '1,1': unknown variable '%s'", names[i]);
    expect_failure(text, expected);
  }
}

static void misspelled_names_have_a_suggestion(void **state) {
  expect_failure("remotness == 1", "unknown variable 'remotness'; did you mean 'remoteness'?");
  expect_failure("G", "the condition is a number");
  expect_failure("'x'", "the condition is a string");
  expect_failure("_ENV[1] == nil", "a variable is not a name");
}

/* The condition is evaluated with all columns first, so that an old value could be left. */
static void a_variable_without_a_column_is_unknown(void **state) {
  grundy_digraph *g = opened("wythoff:1,1");
  grundy_solution *solution = NULL, *all = solved(g);
  grundy_formula *formula = parsed("remoteness >= 0", GRUNDY_FORMULA_EXPRESSION);
  grundy_formula *other = parsed("a < 2 -- remoteness", GRUNDY_FORMULA_EXPRESSION);
  grundy_formula *closed =
      parsed("return {value = function() return 0 end}", GRUNDY_FORMULA_SCRIPT);
  const grundy_solve_options options = {.size = sizeof options, .columns = GRUNDY_COLUMN_OUTCOME};
  uint8_t verdicts[8];
  grundy_error error = {0};
  assert_int_equal(grundy_solve_in_memory(g, &options, &solution, NULL), GRUNDY_OK);
  assert_int_equal(grundy_formula_evaluate(formula, g, all, NULL, verdicts, NULL), GRUNDY_OK);
  assert_int_equal(grundy_formula_evaluate(formula, g, solution, NULL, verdicts, &error),
                   GRUNDY_BAD_INPUT);
  assert_string_equal(
      error.message,
      "at '1,1': unknown variable 'remoteness'; the solution has no column remoteness");
  assert_int_equal(grundy_formula_evaluate(other, g, solution, NULL, verdicts, NULL), GRUNDY_OK);
  assert_int_equal(grundy_formula_evaluate(closed, g, solution, NULL, verdicts, NULL),
                   GRUNDY_BAD_ARGUMENT);
  grundy_formula_free(formula);
  grundy_formula_free(other);
  grundy_formula_free(closed);
  grundy_solution_free(all);
  grundy_solution_free(solution);
  grundy_digraph_free(g);
}

static void a_monitor_ends_an_endless_formula(void **state) {
  grundy_digraph *g = opened("wythoff:1,1");
  grundy_solution *solution = solved(g);
  grundy_formula *formula =
      parsed("(function() while true do end end)()", GRUNDY_FORMULA_EXPRESSION);
  uint8_t verdicts[8];
  grundy_error error = {0};
  for (int i = 0; i < 2; i++)
    assert_int_equal(grundy_formula_evaluate(formula, g, solution,
                                             GRUNDY_MONITORED(&test_cancelling), verdicts,
                                             i == 0 ? NULL : &error),
                     GRUNDY_CANCELLED);
  assert_int_equal(error.status, GRUNDY_CANCELLED);
  grundy_formula_free(formula);
  grundy_solution_free(solution);
  grundy_digraph_free(g);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(conditions_agree_with_the_columns),
      cmocka_unit_test(words_within_words_are_not_variables),
      cmocka_unit_test(columns_of_two_coloured_games_are_variables),
      cmocka_unit_test(windows_have_unknown_numbers),
      cmocka_unit_test(formulas_leave_windows),
      cmocka_unit_test(fields_are_variables_and_entries_of_p),
      cmocka_unit_test(pairs_and_ipairs_visit_fields),
      cmocka_unit_test(formulas_have_variables_of_their_own),
      cmocka_unit_test(an_old_p_still_describes_its_own_position),
      cmocka_unit_test(fields_with_names_of_variables_are_entries_of_p),
      cmocka_unit_test(reading_a_missing_field_is_an_error),
      cmocka_unit_test(formulas_read_other_positions),
      cmocka_unit_test(only_calls_of_quantifiers_are_rewritten),
      cmocka_unit_test(closed_forms_give_values),
      cmocka_unit_test(closed_forms_are_compared_with_values),
      cmocka_unit_test(vertices_that_are_left_out_are_not_evaluated),
      cmocka_unit_test(wrong_texts_are_rejected),
      cmocka_unit_test(wrong_expressions_have_a_column),
      cmocka_unit_test(expressions_have_limits),
      cmocka_unit_test(a_nul_is_a_character),
      cmocka_unit_test(a_script_has_a_limited_size),
      cmocka_unit_test(p_has_nothing_else),
      cmocka_unit_test(functions_check_their_arguments),
      cmocka_unit_test(unknown_variables_have_a_column_if_their_line_has_them),
      cmocka_unit_test(p_has_no_numbers_without_fields),
      cmocka_unit_test(lists_of_members_are_bounded),
      cmocka_unit_test(it_is_known_whether_a_formula_read_something),
      cmocka_unit_test(fields_of_another_game_are_forgotten),
      cmocka_unit_test(nothing_reaches_out_of_the_sandbox),
      cmocka_unit_test(misspelled_names_have_a_suggestion),
      cmocka_unit_test(a_variable_without_a_column_is_unknown),
      cmocka_unit_test(a_monitor_ends_an_endless_formula),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
