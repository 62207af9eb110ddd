/* The verifier on wrong solutions: it finds every single changed entry, whatever the other columns
 * contain, and its verdict on G and c is that of the naive reading of [FY86, Def. 1]. */

#include <grundy/verify.h>

#include "base/random.h"
#include "solution/impl.h"
#include "support/games.h"
#include "support/naive.h"
#include "support/reports.h"
#include "support/solutions.h"
#include "support/test.h"

/* ---- single changes ------------------------------------------------------------------ */

/* Returns whether the changed column is wrong. A value may also be exposed by the counter that it
 * now lacks or has; then the values themselves are not checked. */
static const char *is_caught(const test_game *game, const grundy_solution *changed,
                             grundy_columns column, uint32_t v, long long now) {
  grundy_report *report = report_on(game->g, changed);
  bool caught = !grundy_report_right(report);
  if (column != GRUNDY_COLUMN_GRUNDY)
    caught = finding_on(report, column).verdict == GRUNDY_VERDICT_WRONG;
  const char *text = finding_on(report, column).text;
  const char *wrong = caught ? NULL
                             : because("%s of %u, changed to %lld, is not reported as wrong: %s",
                                       grundy_column_describe(column)->name, v, now, text);
  grundy_report_free(report);
  return wrong;
}

static const char *changed_letters_are_caught(const test_game *game, grundy_solution *solution,
                                              grundy_columns column) {
  static const char letters[] = "PNDX";
  uint8_t *entries = letters_to_change(solution, column);
  for (uint32_t v = 0; v < grundy_digraph_order(game->g); v++)
    for (const char *letter = letters; *letter != '\0'; letter++) {
      uint8_t right = entries[v];
      if (right == (uint8_t)*letter) continue;
      entries[v] = (uint8_t)*letter;
      const char *wrong = is_caught(game, solution, column, v, *letter);
      entries[v] = right;
      if (wrong != NULL) return wrong;
    }
  return NULL;
}

static const char *changed_numbers_are_caught(const test_game *game, grundy_solution *solution,
                                              grundy_columns column) {
  uint32_t *entries = numbers_to_change(solution, column), order = grundy_digraph_order(game->g);
  for (uint32_t v = 0; v < order; v++) {
    const uint32_t right = entries[v];
    const uint32_t others[] = {right + 1,
                               right - 1,
                               0,
                               1,
                               GRUNDY_INFINITY,
                               GRUNDY_INFINITY - 1,
                               order,
                               (uint32_t)grundy_random_below(game->random, 2 * order),
                               (uint32_t)grundy_random_next(game->random)};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
      if (others[i] == right) continue;
      entries[v] = others[i];
      const char *wrong = is_caught(game, solution, column, v, others[i]);
      entries[v] = right;
      if (wrong != NULL) return wrong;
    }
  }
  return NULL;
}

/* ---- changes of sets ----------------------------------------------------------------- */

/* Returns the set with `number` added, or removed if it is a member. */
static grundy_set toggled(grundy_set set, uint32_t number, uint32_t *room) {
  uint64_t size = 0, i = 0;
  while (i < set.size && set.numbers[i] < number) room[size++] = set.numbers[i++];
  if (i < set.size && set.numbers[i] == number)
    i++;
  else
    room[size++] = number;
  while (i < set.size) room[size++] = set.numbers[i++];
  return (grundy_set){room, size, false};
}

/* Replaces one correct set by a wrong one, and restores it. */
static const char *changed_set_is_caught(const test_game *game, grundy_solution *solution,
                                         grundy_columns column, uint32_t v, grundy_set other) {
  uint32_t kept[NAIVE_MOST];
  grundy_set right = grundy_solution_set_at(solution, column, v);
  if (right.size > 0) memcpy(kept, right.numbers, right.size * sizeof *kept);
  right.numbers = kept;
  change_set(solution, column, v, other);
  const char *wrong = is_caught(game, solution, column, v, (long long)other.size);
  change_set(solution, column, v, right);
  return wrong;
}

static const char *changed_sets_are_caught(const test_game *game, grundy_solution *solution,
                                           grundy_columns column) {
  uint32_t order = grundy_digraph_order(game->g), room[NAIVE_MOST];
  for (uint32_t v = 0; v < order; v++) {
    const char *wrong = NULL;
    grundy_set right = grundy_solution_set_at(solution, column, v);
    if (!right.absent)
      wrong = changed_set_is_caught(game, solution, column, v, (grundy_set){room, 0, true});
    if (wrong == NULL && (right.absent || right.size > 0))
      wrong = changed_set_is_caught(game, solution, column, v, (grundy_set){room, 0, false});
    for (uint32_t number = 0; wrong == NULL && number <= order + 1; number++) {
      right = grundy_solution_set_at(solution, column, v);
      uint32_t changed = number <= order ? number : GRUNDY_INFINITY;
      wrong = changed_set_is_caught(game, solution, column, v, toggled(right, changed, room));
    }
    if (wrong != NULL) return wrong;
  }
  return NULL;
}

static const char *every_change_is_caught(const test_game *game) {
  grundy_solution *solution = solution_of(game->g, GRUNDY_COLUMNS_ALL);
  const char *wrong = NULL;
  for (int i = 0; wrong == NULL && i < IMPARTIAL_COLUMNS; i++) {
    grundy_columns column = (grundy_columns)1 << i;
    if (column == GRUNDY_COLUMN_COUNTER) continue; /* several counters are correct */
    switch (grundy_column_describe(column)->kind) {
    case GRUNDY_COLUMN_OF_LETTERS:
      wrong = changed_letters_are_caught(game, solution, column);
      break;
    case GRUNDY_COLUMN_OF_NUMBERS:
      wrong = changed_numbers_are_caught(game, solution, column);
      break;
    default:
      wrong = changed_sets_are_caught(game, solution, column);
    }
  }
  if (wrong == NULL && !verifies(game->g, solution))
    wrong = because("the correct solution is reported as wrong");
  grundy_solution_free(solution);
  return wrong;
}

static void every_change_of_one_entry_is_caught(void **state) {
  for (uint32_t order = 1; order <= 2; order++) on_every_game(order, every_change_is_caught);
  on_some_games(3, 170, every_change_is_caught);
  on_random_games(2500, 7, every_change_is_caught);
  on_random_games(20, 40, every_change_is_caught);
}

/* ---- values and counters against Definition 1 ---------------------------------------- */

/* Definition 1 literally, with c defined exactly where G is finite. */
static bool fits_definition1(const grundy_digraph *g, const uint32_t *values,
                             const uint32_t *counter) {
  for (uint32_t u = 0; u < grundy_digraph_order(g); u++)
    if ((values[u] == GRUNDY_INFINITY) != (counter[u] == GRUNDY_INFINITY)) return false;
  return naive_definition1(g, values, counter) == NULL;
}

/* Checks that the verifier and the naive reading agree on the values and the counter. */
static const char *verdict_is_naive(const grundy_digraph *g, const grundy_solution *solution) {
  const uint32_t *values = grundy_solution_numbers(solution, GRUNDY_COLUMN_GRUNDY);
  const uint32_t *counter = grundy_solution_numbers(solution, GRUNDY_COLUMN_COUNTER);
  bool right = fits_definition1(g, values, counter);
  if (verifies(g, solution) == right) return NULL;
  return because("it is %s by [FY86, Def. 1], but not by the verifier", right ? "right" : "wrong");
}

/* All functions V → {0 … V} ∪ {∞} with all counters V → {0 … V - 1}. */
static const char *no_other_function_passes(const test_game *game) {
  uint32_t order = grundy_digraph_order(game->g), kinds = order + 2, functions = 1, counters = 1;
  grundy_solution *solution = solution_of(game->g, GRUNDY_COLUMN_GRUNDY | GRUNDY_COLUMN_COUNTER);
  uint32_t *values = numbers_to_change(solution, GRUNDY_COLUMN_GRUNDY);
  uint32_t *counter = numbers_to_change(solution, GRUNDY_COLUMN_COUNTER);
  for (uint32_t u = 0; u < order; u++) functions *= kinds, counters *= order;
  const char *wrong = NULL;
  for (uint32_t f = 0; f < functions; f++)
    for (uint32_t c = 0; wrong == NULL && c < counters; c++) {
      for (uint32_t u = 0, x = f, y = c; u < order; u++, x /= kinds, y /= order) {
        values[u] = x % kinds <= order ? x % kinds : GRUNDY_INFINITY;
        counter[u] = values[u] == GRUNDY_INFINITY ? GRUNDY_INFINITY : y % order;
      }
      wrong = verdict_is_naive(game->g, solution);
    }
  grundy_solution_free(solution);
  return wrong;
}

static void only_functions_and_counters_of_definition_1_pass(void **state) {
  for (uint32_t order = 1; order <= 2; order++) on_every_game(order, no_other_function_passes);
  on_some_games(3, 40, no_other_function_passes);
}

/* Changes some values and counters at random, so that A, B or C may fail, or none. */
static const char *random_changes_are_checked_as_by_definition_1(const test_game *game) {
  uint32_t order = grundy_digraph_order(game->g);
  grundy_solution *solution = solution_of(game->g, GRUNDY_COLUMN_GRUNDY | GRUNDY_COLUMN_COUNTER);
  uint32_t *values = numbers_to_change(solution, GRUNDY_COLUMN_GRUNDY);
  uint32_t *counter = numbers_to_change(solution, GRUNDY_COLUMN_COUNTER);
  uint64_t changes = order > 0 ? grundy_random_below(game->random, 4) : 0;
  while (changes-- > 0) {
    uint32_t u = (uint32_t)grundy_random_below(game->random, order);
    if (grundy_random_below(game->random, 3) == 0)
      values[u] = (uint32_t)grundy_random_below(game->random, 3) - 1;
    counter[u] = (uint32_t)grundy_random_below(game->random, order + 1) - 1;
  }
  const char *wrong = verdict_is_naive(game->g, solution);
  grundy_solution_free(solution);
  return wrong;
}

static void values_and_counters_are_checked_as_by_definition_1(void **state) {
  on_random_games(50000, 8, random_changes_are_checked_as_by_definition_1);
  on_random_games(1000, 60, random_changes_are_checked_as_by_definition_1);
}

/* A constant counter is invalid as soon as a reply is needed. */
static const char *constant_counter_breaks_b(const test_game *game) {
  grundy_solution *solution = solution_of(game->g, GRUNDY_COLUMNS_ALL);
  const uint32_t *values = grundy_solution_numbers(solution, GRUNDY_COLUMN_GRUNDY);
  uint32_t *counter = numbers_to_change(solution, GRUNDY_COLUMN_COUNTER);
  for (uint32_t u = 0; u < grundy_digraph_order(game->g); u++)
    if (counter[u] != GRUNDY_INFINITY) counter[u] = 5;
  bool right = naive_definition1(game->g, values, counter) == NULL;
  grundy_report *report = report_on(game->g, solution);
  grundy_finding finding = finding_on(report, GRUNDY_COLUMN_COUNTER);
  const char *wrong = NULL;
  if (right != (finding.verdict == GRUNDY_VERDICT_RIGHT) || right != grundy_report_right(report))
    wrong = because("a constant counter: %s", finding.text);
  if (wrong == NULL && !right && strstr(finding.text, "condition B") == NULL)
    wrong = because("'%s' does not name condition B", finding.text);
  grundy_report_free(report);
  grundy_solution_free(solution);
  return wrong;
}

static void a_constant_counter_breaks_condition_b_where_a_reply_is_needed(void **state) {
  on_every_game(3, constant_counter_breaks_b);
  on_random_games(5000, 8, constant_counter_breaks_b);
}

/* ---- counters with and without distances ---------------------------------------------- */

/* Changes the counter, so that it may or may not increase with the distance, and may or may not be
 * right. */
static void change_counter(grundy_random *random, grundy_solution *solution) {
  uint32_t order = grundy_solution_order(solution);
  uint32_t *counter = numbers_to_change(solution, GRUNDY_COLUMN_COUNTER);
  const uint32_t *distance = grundy_solution_numbers(solution, GRUNDY_COLUMN_DISTANCE);
  uint64_t kind = grundy_random_below(random, 6);
  uint32_t u = (uint32_t)grundy_random_below(random, order),
           v = (uint32_t)grundy_random_below(random, order), kept = counter[u];
  for (uint32_t w = 0; w < order && kind < 3; w++)
    counter[w] = kind == 0 ? distance[w] : kind == 1 ? 2 * counter[w] : order - 1 - counter[w];
  if (kind == 3) counter[u] = counter[v], counter[v] = kept;
  if (kind == 4) counter[u] = (uint32_t)grundy_random_below(random, order + 2) - 1;
}

/* Sometimes also changes a distance or a value by 1, or makes it infinite. */
static void change_numbers(grundy_random *random, grundy_solution *solution) {
  static const grundy_columns columns[] = {GRUNDY_COLUMN_DISTANCE, GRUNDY_COLUMN_GRUNDY};
  for (size_t i = 0; i < sizeof columns / sizeof *columns; i++) {
    if (grundy_random_below(random, 4) != 0) continue;
    uint32_t u = (uint32_t)grundy_random_below(random, grundy_solution_order(solution));
    uint32_t *number = &numbers_to_change(solution, columns[i])[u];
    *number = grundy_random_below(random, 2) == 0 ? *number ^ 1 : GRUNDY_INFINITY;
  }
}

/* Checks that the findings on a column are the same in both reports. */
static const char *same_finding(grundy_columns column, const grundy_report *expected,
                                const grundy_report *got) {
  grundy_finding one = finding_on(expected, column), other = finding_on(got, column);
  if (one.verdict == other.verdict && strcmp(one.text, other.text) == 0) return NULL;
  return because("%s: '%s' without distances, '%s' with them", grundy_column_describe(column)->name,
                 one.text, other.text);
}

/* With distances, condition B may be decided without looking at the moves; without them it never
 * is. */
static const char *distances_change_no_finding(const grundy_digraph *g,
                                               const grundy_solution *claimed) {
  static const grundy_columns columns[] = {GRUNDY_COLUMN_GRUNDY, GRUNDY_COLUMN_COUNTER,
                                           GRUNDY_COLUMN_K, GRUNDY_COLUMN_J, GRUNDY_COLUMN_HMIN};
  grundy_solution *less = solution_copy(claimed, GRUNDY_COLUMNS_ALL & ~GRUNDY_COLUMN_DISTANCE);
  grundy_report *expected = report_on(g, less), *got = report_on(g, claimed);
  const char *wrong = NULL;
  for (size_t i = 0; wrong == NULL && i < sizeof columns / sizeof *columns; i++)
    wrong = same_finding(columns[i], expected, got);
  grundy_report_free(expected);
  grundy_report_free(got);
  grundy_solution_free(less);
  return wrong;
}

static const char *counter_of_an_acyclic_game_is_checked(const test_game *game) {
  grundy_solution *solution = solution_of(game->g, GRUNDY_COLUMNS_ALL);
  change_counter(game->random, solution);
  change_numbers(game->random, solution);
  const char *wrong = distances_change_no_finding(game->g, solution);
  grundy_report *report = report_on(game->g, solution);
  bool right = fits_definition1(game->g, grundy_solution_numbers(solution, GRUNDY_COLUMN_GRUNDY),
                                grundy_solution_numbers(solution, GRUNDY_COLUMN_COUNTER));
  if (right != (finding_on(report, GRUNDY_COLUMN_COUNTER).verdict == GRUNDY_VERDICT_RIGHT))
    wrong = because("the counter is %s by [FY86, Def. 1]: %s", right ? "right" : "wrong",
                    finding_on(report, GRUNDY_COLUMN_COUNTER).text);
  grundy_report_free(report);
  grundy_solution_free(solution);
  return wrong;
}

static void distances_make_no_difference_to_counters(void **state) {
  grundy_random random = grundy_random_new(test_seed());
  uint64_t games = test_scaled(3000);
  for (uint64_t i = 0; i < games; i++) {
    uint32_t order = 1 + (uint32_t)grundy_random_below(&random, i % 50 == 0 ? 150 : 12);
    grundy_digraph *g = i % 8 == 0 ? game_random(&random, order, random_unit(&random))
                                   : game_acyclic(&random, order, random_unit(&random));
    const test_game game = {.g = g, .random = &random};
    const char *wrong = counter_of_an_acyclic_game_is_checked(&game);
    if (wrong != NULL) fail_msg("game %llu: %s", (unsigned long long)i, wrong);
    grundy_digraph_free(g);
  }
}

/* ---- solutions of a similar game ------------------------------------------------------ */

/* Returns g with one move more or less. */
static grundy_digraph *similar_game(const grundy_digraph *g, grundy_random *random) {
  uint32_t order = grundy_digraph_order(g);
  uint32_t(*pairs)[2] = malloc((grundy_digraph_size(g) + 1) * sizeof *pairs);
  assert_non_null(pairs);
  uint32_t from = (uint32_t)grundy_random_below(random, order);
  uint32_t to = (uint32_t)grundy_random_below(random, order);
  size_t count = 0;
  for (uint32_t u = 0; u < order; u++)
    for (uint32_t v = 0; v < order; v++)
      if (grundy_digraph_has_move(g, u, v) != (u == from && v == to))
        pairs[count][0] = u, pairs[count++][1] = v;
  grundy_digraph *similar = game_from_pairs(order, count, (const uint32_t(*)[2])pairs);
  free(pairs);
  return similar;
}

/* Returns whether the verdict claims too much. K, J and H_min are checked against the given values,
 * so their verdicts count only if these are correct. */
static const char *claims_too_much(const grundy_digraph *g, const grundy_report *report,
                                   grundy_columns column, const grundy_solution *truth,
                                   const grundy_solution *claimed) {
  grundy_finding finding = finding_on(report, column);
  if (finding.verdict != GRUNDY_VERDICT_RIGHT) return NULL;
  if (column == GRUNDY_COLUMN_COUNTER)
    return fits_definition1(g, grundy_solution_numbers(truth, GRUNDY_COLUMN_GRUNDY),
                            grundy_solution_numbers(claimed, GRUNDY_COLUMN_COUNTER))
               ? NULL
               : because("a wrong counter is accepted");
  bool by_values =
      column == GRUNDY_COLUMN_K || column == GRUNDY_COLUMN_J || column == GRUNDY_COLUMN_HMIN;
  if (by_values && finding_on(report, GRUNDY_COLUMN_GRUNDY).verdict != GRUNDY_VERDICT_RIGHT)
    return NULL;
  return same_column(column, truth, claimed);
}

/* The solution of a similar game, which is consistent in itself, with some columns left out. */
static const char *nothing_wrong_is_called_right(const test_game *game) {
  if (grundy_digraph_order(game->g) == 0) return NULL;
  grundy_digraph *similar = similar_game(game->g, game->random);
  grundy_columns columns = random_columns(game->random) | random_columns(game->random);
  grundy_solution *truth = solution_of(game->g, GRUNDY_COLUMNS_ALL);
  grundy_solution *claimed = solution_of(similar, columns);
  columns = grundy_solution_columns(claimed);
  grundy_report *report = report_on(game->g, claimed);
  const char *wrong = NULL;
  for (int i = 0; wrong == NULL && i < IMPARTIAL_COLUMNS; i++)
    if (columns >> i & 1)
      wrong = claims_too_much(game->g, report, (grundy_columns)1 << i, truth, claimed);
  grundy_report_free(report);
  grundy_solution_free(truth);
  grundy_solution_free(claimed);
  grundy_digraph_free(similar);
  return wrong;
}

static void no_column_of_a_similar_game_is_right_unless_it_is_the_same(void **state) {
  on_random_games(30000, 8, nothing_wrong_is_called_right);
  on_random_games(500, 60, nothing_wrong_is_called_right);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_change_of_one_entry_is_caught),
      cmocka_unit_test(only_functions_and_counters_of_definition_1_pass),
      cmocka_unit_test(values_and_counters_are_checked_as_by_definition_1),
      cmocka_unit_test(a_constant_counter_breaks_condition_b_where_a_reply_is_needed),
      cmocka_unit_test(distances_make_no_difference_to_counters),
      cmocka_unit_test(no_column_of_a_similar_game_is_right_unless_it_is_the_same),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
