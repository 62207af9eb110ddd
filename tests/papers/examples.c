/* The files of examples/ compared with the papers and books. */

#include <grundy/format.h>

#include "support/naive.h"
#include "support/reports.h"
#include "support/solutions.h"
#include "support/test.h"

enum { NONE = -1 }; /* infinity */

typedef struct example {
  grundy_digraph *g;
  grundy_solution *solution; /* all columns */
} example;

static example open_example(const char *file) {
  char path[1024];
  example e = {0};
  grundy_error error;
  snprintf(path, sizeof path, "%s/examples/%s", GRUNDY_ROOT, file);
  if (grundy_digraph_read(path, GRUNDY_FORMAT_AUTO, NULL, &e.g, &error) != GRUNDY_OK)
    fail_msg("%s: %s", path, error.message);
  e.solution = solution_of(e.g, GRUNDY_COLUMNS_ALL);
  assert_true(verifies(e.g, e.solution));
  return e;
}

static void close_example(example e) {
  grundy_solution_free(e.solution);
  grundy_digraph_free(e.g);
}

static uint32_t vertex(const grundy_digraph *g, const char *name) {
  uint32_t v = 0;
  if (!grundy_digraph_find(g, name, strlen(name), &v)) fail_msg("no vertex '%s'", name);
  return v;
}

static void assert_number(example e, grundy_columns column, const char *name, int expected) {
  uint32_t got = grundy_solution_numbers(e.solution, column)[vertex(e.g, name)];
  if (got != (uint32_t)expected)
    fail_msg("%s of %s is %d, expected %d", grundy_column_describe(column)->name, name, (int)got,
             expected);
}

static void assert_outcome(example e, const char *name, char expected) {
  assert_int_equal(grundy_solution_letters(e.solution, GRUNDY_COLUMN_OUTCOME)[vertex(e.g, name)],
                   expected);
}

static void assert_value(example e, const char *name, const char *expected) {
  char text[64];
  grundy_value_format(grundy_solution_value(e.solution, vertex(e.g, name)), false, text,
                      sizeof text);
  assert_string_equal(text, expected);
}

/* ---- the papers ---------------------------------------------------------------------- */

static void the_table_of_lorusso_and_mottinelli_is_right(void **state) {
  example e = open_example("lm08.edges");
  static const int values[] = {1, 0, 2, 1, 0};
  assert_int_equal(grundy_digraph_order(e.g), 5);
  assert_int_equal(grundy_digraph_size(e.g), 5);
  for (int i = 0; i < 5; i++)
    assert_number(e, GRUNDY_COLUMN_GRUNDY, (const char[]){(char)('a' + i), '\0'}, values[i]);
  close_example(e);
}

static void the_example_of_smith_has_his_values(void **state) {
  example e = open_example("smith.edges");
  static const struct {
    const char *name;
    int remoteness, distance, hmin;
    char outcome;
  } table[] = {{"V1", 2, NONE, 2, 'P'}, {"V2", 1, NONE, 3, 'N'}, {"V3", 0, 0, 0, 'P'}};
  assert_int_equal(grundy_digraph_order(e.g), 3);
  for (int i = 0; i < 3; i++) {
    assert_number(e, GRUNDY_COLUMN_REMOTENESS, table[i].name, table[i].remoteness);
    assert_number(e, GRUNDY_COLUMN_DISTANCE, table[i].name, table[i].distance);
    assert_number(e, GRUNDY_COLUMN_HMIN, table[i].name, table[i].hmin);
    assert_outcome(e, table[i].name, table[i].outcome);
  }
  close_example(e);
}

static void game_1_is_lost_at_the_multiples_of_5(void **state) {
  example e = open_example("ln-game1.edges");
  assert_int_equal(grundy_digraph_order(e.g), 21);
  for (int n = 0; n <= 20; n++) {
    char name[16];
    snprintf(name, sizeof name, "%d", n);
    assert_number(e, GRUNDY_COLUMN_GRUNDY, name, n % 5);
    assert_outcome(e, name, n % 5 == 0 ? 'P' : 'N');
    assert_int_equal(grundy_digraph_followers(e.g, vertex(e.g, name)).count, n < 4 ? n : 4);
  }
  close_example(e);
}

/* ---- the classical function on cycles ------------------------------------------------ */

/* Returns the number of classical functions, and one of them. */
static uint64_t classical(example e, uint32_t *g) {
  uint32_t order = grundy_digraph_order(e.g);
  assert_in_range(order, 1, 5);
  return naive_classical(e.g, g);
}

static bool is_generalized(example e, const uint32_t *g) {
  return memcmp(g, grundy_solution_numbers(e.solution, GRUNDY_COLUMN_GRUNDY),
                grundy_digraph_order(e.g) * sizeof *g) == 0;
}

static void a_loop_has_no_classical_function(void **state) {
  uint32_t g[5];
  example e = open_example("g-none.edges");
  assert_int_equal(classical(e, g), 0);
  close_example(e);
}

static void a_two_cycle_has_several_classical_functions(void **state) {
  uint32_t g[5];
  example e = open_example("g-several.edges");
  assert_int_equal(classical(e, g), 2);
  assert_false(is_generalized(e, g));
  close_example(e);
}

static void a_classical_function_may_be_unique_and_not_the_generalized_one(void **state) {
  uint32_t g[5];
  example e = open_example("g-unique-not-G.edges");
  assert_int_equal(grundy_digraph_size(e.g), 4);
  assert_int_equal(classical(e, g), 1);
  assert_false(is_generalized(e, g));
  assert_int_equal(grundy_solution_summary(e.solution).infinite, 3);
  close_example(e);
}

static void a_classical_function_may_be_unique_and_the_generalized_one(void **state) {
  uint32_t g[5];
  example e = open_example("g-unique-is-G.edges");
  assert_int_equal(classical(e, g), 1);
  assert_true(is_generalized(e, g));
  assert_number(e, GRUNDY_COLUMN_DISTANCE, "V1", NONE);
  close_example(e);
}

/* ---- Fair Shares and Varied Pairs [BCG82, ch. 12] ------------------------------------ */

enum { MOST_ALMONDS = 10 };

/* heaps[h] is the number of heaps of h almonds. */
typedef struct position {
  int heaps[MOST_ALMONDS + 1];
} position;

/* The heaps in decreasing order, written one after the other. */
static uint32_t named(grundy_builder *builder, const position *p) {
  char name[2 * MOST_ALMONDS + 1] = "";
  size_t length = 0;
  for (int h = MOST_ALMONDS; h > 0; h--)
    for (int i = 0; i < p->heaps[h]; i++)
      length += (size_t)snprintf(name + length, sizeof name - length, "%d", h);
  uint32_t v = 0;
  assert_int_equal(grundy_builder_vertex(builder, name, length, &v, NULL), GRUNDY_OK);
  return v;
}

static void add_move(grundy_builder *builder, const position *from, const position *to) {
  uint32_t u = named(builder, from), v = named(builder, to);
  assert_int_equal(grundy_builder_move(builder, u, v, NULL), GRUNDY_OK);
}

static void add_moves(grundy_builder *builder, const position *p) {
  named(builder, p);
  for (int h = 1; h <= MOST_ALMONDS; h++) {
    if (p->heaps[h] == 0) continue;
    for (int shares = 2; shares <= h; shares++) {
      if (h % shares != 0) continue;
      position split = *p;
      split.heaps[h]--;
      split.heaps[h / shares] += shares;
      add_move(builder, p, &split);
    }
    for (int smaller = 1; smaller < h; smaller++) {
      if (p->heaps[smaller] == 0) continue;
      position united = *p;
      united.heaps[h]--;
      united.heaps[smaller]--;
      united.heaps[h + smaller]++;
      add_move(builder, p, &united);
    }
  }
}

/* Makes every position with `left` more almonds in heaps of at most `largest`. */
static void add_positions(grundy_builder *builder, position *p, int left, int largest) {
  if (left == 0) add_moves(builder, p);
  for (int h = left < largest ? left : largest; h > 0; h--) {
    p->heaps[h]++;
    add_positions(builder, p, left - h, h);
    p->heaps[h]--;
  }
}

static grundy_digraph *fair_shares(int almonds) {
  grundy_builder *builder = NULL;
  grundy_digraph *g = NULL;
  position p = {{0}};
  assert_int_equal(grundy_builder_new(&builder, NULL), GRUNDY_OK);
  add_positions(builder, &p, almonds, almonds);
  assert_int_equal(grundy_builder_finish(builder, NULL, &g, NULL), GRUNDY_OK);
  grundy_builder_free(builder);
  return g;
}

/* Checks for the same names and the same moves between them. */
static void assert_same_game(const grundy_digraph *a, const grundy_digraph *b) {
  char scratch[GRUNDY_NAME_MAX_BYTES];
  assert_int_equal(grundy_digraph_order(a), grundy_digraph_order(b));
  assert_int_equal(grundy_digraph_size(a), grundy_digraph_size(b));
  for (uint32_t u = 0; u < grundy_digraph_order(a); u++) {
    uint32_t twin = vertex(b, grundy_digraph_name(a, u, scratch));
    grundy_vertices followers = grundy_digraph_followers(a, u);
    for (uint64_t i = 0; i < followers.count; i++)
      assert_true(grundy_digraph_has_move(
          b, twin, vertex(b, grundy_digraph_name(a, followers.at[i], scratch))));
  }
}

static void six_almonds_have_finite_values_in_spite_of_cycles(void **state) {
  example e = open_example("fair-shares-6.edges");
  grundy_digraph *rules = fair_shares(6);
  assert_same_game(e.g, rules);
  grundy_digraph_free(rules);
  assert_int_equal(grundy_digraph_order(e.g), 11);
  assert_int_equal(grundy_solution_summary(e.solution).finite, 11);
  assert_number(e, GRUNDY_COLUMN_DISTANCE, "6", NONE);
  assert_number(e, GRUNDY_COLUMN_GRUNDY, "6", 2);
  assert_number(e, GRUNDY_COLUMN_GRUNDY, "51", 1);
  assert_number(e, GRUNDY_COLUMN_GRUNDY, "42", 0);
  assert_number(e, GRUNDY_COLUMN_GRUNDY, "321", 3);
  assert_number(e, GRUNDY_COLUMN_REMOTENESS, "42", 6);
  assert_number(e, GRUNDY_COLUMN_REMOTENESS, "222", 5);
  close_example(e);
}

static void ten_almonds_have_infinite_values_but_no_draws(void **state) {
  example e = open_example("fair-shares-10.edges");
  grundy_digraph *rules = fair_shares(10);
  assert_same_game(e.g, rules);
  grundy_digraph_free(rules);
  grundy_summary summary = grundy_solution_summary(e.solution);
  assert_int_equal(grundy_digraph_order(e.g), 42);
  assert_int_equal(summary.finite, 14);
  assert_int_equal(summary.infinite, 28);
  assert_int_equal(summary.p, 12);
  assert_int_equal(summary.n, 30);
  assert_int_equal(summary.d, 0);
  close_example(e);
}

/* ---- the game of the demonstration --------------------------------------------------- */

static void the_ring_shows_every_kind_of_position(void **state) {
  example e = open_example("ring.edges");
  static const struct {
    const char *name, *value;
    char outcome;
    int remoteness;
  } table[] = {{"a", "0", 'P', 2},       {"b", "∞{0}", 'N', 1}, {"c", "∞{}", 'D', NONE},
               {"d", "∞{2}", 'D', NONE}, {"e", "2", 'N', 1},    {"f", "1", 'N', 3},
               {"g", "0", 'P', 0}};
  assert_int_equal(grundy_digraph_order(e.g), sizeof table / sizeof *table);
  for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
    assert_value(e, table[i].name, table[i].value);
    assert_outcome(e, table[i].name, table[i].outcome);
    assert_number(e, GRUNDY_COLUMN_REMOTENESS, table[i].name, table[i].remoteness);
  }
  close_example(e);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_table_of_lorusso_and_mottinelli_is_right),
      cmocka_unit_test(the_example_of_smith_has_his_values),
      cmocka_unit_test(game_1_is_lost_at_the_multiples_of_5),
      cmocka_unit_test(a_loop_has_no_classical_function),
      cmocka_unit_test(a_two_cycle_has_several_classical_functions),
      cmocka_unit_test(a_classical_function_may_be_unique_and_not_the_generalized_one),
      cmocka_unit_test(a_classical_function_may_be_unique_and_the_generalized_one),
      cmocka_unit_test(six_almonds_have_finite_values_in_spite_of_cycles),
      cmocka_unit_test(ten_almonds_have_infinite_values_but_no_draws),
      cmocka_unit_test(the_ring_shows_every_kind_of_position),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
