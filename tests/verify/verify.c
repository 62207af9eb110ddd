/* The verifier on correct solutions, complete and partial, and its findings about wrong ones. */

#include <grundy/verify.h>

#include "support/games.h"
#include "support/naive.h"
#include "support/reports.h"
#include "support/solutions.h"
#include "support/test.h"

/* ---- correct solutions --------------------------------------------------------------- */

/* The verdict on a column of a correct solution with only these columns: columns defined by values
 * need the values. */
static grundy_verdict expected_verdict(grundy_columns columns, grundy_columns column) {
  const grundy_columns need_values =
      GRUNDY_COLUMN_K | GRUNDY_COLUMN_J | GRUNDY_COLUMN_HMIN | GRUNDY_COLUMN_COUNTER;
  bool right = columns & column;
  if (column & need_values) right = right && columns & GRUNDY_COLUMN_GRUNDY;
  return right ? GRUNDY_VERDICT_RIGHT : GRUNDY_VERDICT_NOT_CHECKED;
}

static const char *verdicts_fit(const grundy_digraph *g, const grundy_solution *all,
                                grundy_columns columns) {
  grundy_solution *some = solution_copy(all, columns);
  grundy_report *report = report_on(g, some);
  const char *wrong =
      grundy_report_right(report) ? NULL : because("a correct solution is reported as wrong");
  for (int i = 0; wrong == NULL && i < IMPARTIAL_COLUMNS; i++) {
    grundy_finding finding = finding_on(report, (grundy_columns)1 << i);
    if (finding.verdict != expected_verdict(columns, finding.column))
      wrong = because("with columns %#x, the verdict on %#x is %d: %s", columns, finding.column,
                      finding.verdict, finding.text);
  }
  bool checked = (columns & GRUNDY_COLUMN_GRUNDY) && (columns & GRUNDY_COLUMN_COUNTER);
  const char *remark = remark_in(report);
  if (wrong == NULL && checked != (remark != NULL))
    wrong = because("a remark is missing or superfluous");
  grundy_report_free(report);
  grundy_solution_free(some);
  return wrong;
}

static const char *right_solutions_are_right(const test_game *game) {
  grundy_solution *all = solution_of(game->g, GRUNDY_COLUMNS_ALL);
  const char *wrong = verdicts_fit(game->g, all, GRUNDY_COLUMNS_ALL);
  for (int i = 0; wrong == NULL && i < 4; i++)
    wrong = verdicts_fit(game->g, all, random_columns(game->random));
  grundy_solution_free(all);
  return wrong;
}

static void right_solutions_verify_in_whole_and_in_part(void **state) {
  for (uint32_t order = 0; order <= 3; order++) on_every_game(order, right_solutions_are_right);
  on_random_games(10000, 8, right_solutions_are_right);
  on_random_games(300, 200, right_solutions_are_right);
}

static void every_subset_of_columns_gets_its_verdicts(void **state) {
  grundy_digraph *g = game_from_pairs(3, 3, (const uint32_t[][2]){{0, 1}, {1, 0}, {1, 2}});
  grundy_solution *all = solution_of(g, GRUNDY_COLUMNS_ALL);
  for (grundy_columns columns = 0; columns <= GRUNDY_COLUMNS_ALL; columns++) {
    const char *wrong = verdicts_fit(g, all, columns);
    if (wrong != NULL) fail_msg("%s", wrong);
  }
  grundy_solution_free(all);
  grundy_digraph_free(g);
}

static void findings_are_columns_in_order_then_missing_ones_then_remarks(void **state) {
  grundy_digraph *g = game_chain(3, 1);
  grundy_solution *solution =
      solution_of(g, GRUNDY_COLUMN_GRUNDY | GRUNDY_COLUMN_COUNTER | GRUNDY_COLUMN_DISTANCE);
  grundy_report *report = report_on(g, solution);
  static const grundy_columns order[] = {GRUNDY_COLUMN_GRUNDY,  GRUNDY_COLUMN_DISTANCE,
                                         GRUNDY_COLUMN_COUNTER, GRUNDY_COLUMN_OUTCOME,
                                         GRUNDY_COLUMN_K,       GRUNDY_COLUMN_REMOTENESS,
                                         GRUNDY_COLUMN_MISERE,  GRUNDY_COLUMN_MISERE_REMOTENESS,
                                         GRUNDY_COLUMN_HMIN,    GRUNDY_COLUMN_J,
                                         GRUNDY_COLUMN_COUNTER};
  assert_int_equal(grundy_report_count(report), sizeof order / sizeof *order);
  for (size_t i = 0; i < grundy_report_count(report); i++) {
    grundy_finding finding = grundy_report_finding(report, i);
    assert_int_equal(finding.column, order[i]);
    assert_true(strlen(finding.text) > 0);
    grundy_verdict verdict = i < 3    ? GRUNDY_VERDICT_RIGHT
                             : i < 10 ? GRUNDY_VERDICT_NOT_CHECKED
                                      : GRUNDY_VERDICT_REMARK;
    assert_int_equal(finding.verdict, verdict);
  }
  grundy_report_free(report);
  grundy_solution_free(solution);
  grundy_digraph_free(g);
  grundy_report_free(NULL);
}

static void long_games_verify_without_recursion(void **state) {
  grundy_digraph *games[] = {game_chain(300000, 1), game_chain(300000, 7),
                             game_cycle_with_tail(300000, 150001)};
  for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
    grundy_solution *solution = solution_of(games[i], GRUNDY_COLUMNS_ALL);
    assert_true(verifies(games[i], solution));
    grundy_solution_free(solution);
    grundy_digraph_free(games[i]);
  }
}

static void a_solution_of_another_order_is_a_bad_argument(void **state) {
  grundy_digraph *g = game_chain(3, 1), *other = game_chain(4, 1);
  grundy_solution *solution = solution_of(other, 0);
  grundy_report *report = NULL;
  grundy_error error = {0};
  assert_int_equal(grundy_verify(g, solution, NULL, &report, &error), GRUNDY_BAD_ARGUMENT);
  assert_int_equal(error.status, GRUNDY_BAD_ARGUMENT);
  assert_null(report);
  grundy_solution_free(solution);
  grundy_digraph_free(g);
  grundy_digraph_free(other);
}

/* ---- single columns ------------------------------------------------------------------ */

/* Advances to the next word of `order` letters over `count` numbers, like an odometer; false after
 * the last. */
static bool next_word(uint32_t order, uint32_t count, uint32_t *word) {
  for (uint32_t v = 0; v < order; v++) {
    if (++word[v] < count) return true;
    word[v] = 0;
  }
  return false;
}

/* Every function from the vertices to {0 … order, ∞}: only G is correct, without a counter. */
static const char *values_alone_are_right_if_they_are_g(const test_game *game) {
  uint32_t order = grundy_digraph_order(game->g), word[4] = {0}, *values;
  grundy_solution *right = solution_of(game->g, GRUNDY_COLUMN_GRUNDY), *tried;
  const uint32_t *g = grundy_solution_numbers(right, GRUNDY_COLUMN_GRUNDY);
  const char *wrong = NULL;
  do {
    bool same = true;
    assert_int_equal(grundy_solution_new(order, &tried, NULL), GRUNDY_OK);
    assert_int_equal(grundy_solution_add_numbers(tried, GRUNDY_COLUMN_GRUNDY, &values, NULL),
                     GRUNDY_OK);
    for (uint32_t v = 0; v < order; v++) {
      values[v] = word[v] > order ? GRUNDY_INFINITY : word[v];
      same = same && values[v] == g[v];
    }
    if (verifies(game->g, tried) != same)
      wrong = because("values %s", same ? "are G" : "are not G");
    grundy_solution_free(tried);
  } while (wrong == NULL && next_word(order, order + 2, word));
  grundy_solution_free(right);
  return wrong;
}

static void values_need_no_counter_to_be_checked(void **state) {
  for (uint32_t order = 0; order <= 3; order++)
    on_every_game(order, values_alone_are_right_if_they_are_g);
  on_some_games(4, 300, values_alone_are_right_if_they_are_g);
}

/* Every labelling with P, N and D, in normal and in misère play: only one is correct. */
static const char *outcomes_alone_are_right_if_they_are_the_outcomes(const test_game *game) {
  uint32_t order = grundy_digraph_order(game->g);
  grundy_solution *right = solution_of(game->g, GRUNDY_COLUMN_OUTCOME | GRUNDY_COLUMN_MISERE),
                  *tried;
  const char *wrong = NULL;
  for (grundy_columns column = GRUNDY_COLUMN_OUTCOME; column != 0;
       column = column == GRUNDY_COLUMN_OUTCOME ? GRUNDY_COLUMN_MISERE : 0) {
    const uint8_t *outcome = grundy_solution_letters(right, column);
    uint32_t word[4] = {0};
    do {
      bool same = true;
      uint8_t *letters;
      assert_int_equal(grundy_solution_new(order, &tried, NULL), GRUNDY_OK);
      assert_int_equal(grundy_solution_add_letters(tried, column, &letters, NULL), GRUNDY_OK);
      for (uint32_t v = 0; v < order; v++) {
        letters[v] = (uint8_t) "PND"[word[v]];
        same = same && letters[v] == outcome[v];
      }
      if (verifies(game->g, tried) != same) wrong = because("the verdict on a labelling is wrong");
      grundy_solution_free(tried);
    } while (wrong == NULL && next_word(order, 3, word));
  }
  grundy_solution_free(right);
  return wrong;
}

static void outcomes_need_no_remoteness_to_be_checked(void **state) {
  for (uint32_t order = 0; order <= 3; order++)
    on_every_game(order, outcomes_alone_are_right_if_they_are_the_outcomes);
  on_some_games(4, 1000, outcomes_alone_are_right_if_they_are_the_outcomes);
}

/* ---- findings ------------------------------------------------------------------------ */

/* Makes a game with the vertices a, b, c …; moves are given as "ab ca …". */
static grundy_digraph *named_game(const char *names, const char *moves) {
  grundy_builder *builder = NULL;
  grundy_digraph *g = NULL;
  uint32_t v;
  assert_int_equal(grundy_builder_new(&builder, NULL), GRUNDY_OK);
  for (; *names != '\0'; names++)
    assert_int_equal(grundy_builder_vertex(builder, names, 1, &v, NULL), GRUNDY_OK);
  for (; *moves != '\0'; moves += moves[2] == ' ' ? 3 : 2)
    assert_int_equal(
        grundy_builder_move(builder, (uint32_t)(moves[0] - 'a'), (uint32_t)(moves[1] - 'a'), NULL),
        GRUNDY_OK);
  assert_int_equal(grundy_builder_finish(builder, NULL, &g, NULL), GRUNDY_OK);
  grundy_builder_free(builder);
  return g;
}

/* Verifies G and c with the options, and expects the text in the finding on that column. */
static void assert_column_wrong(const grundy_digraph *g, const uint32_t *values,
                                const uint32_t *counter, bool ascii, grundy_columns column,
                                const char *expected) {
  uint32_t order = grundy_digraph_order(g), *numbers;
  grundy_solution *solution = NULL;
  grundy_report *report = NULL;
  assert_int_equal(grundy_solution_new(order, &solution, NULL), GRUNDY_OK);
  assert_int_equal(grundy_solution_add_numbers(solution, GRUNDY_COLUMN_GRUNDY, &numbers, NULL),
                   GRUNDY_OK);
  memcpy(numbers, values, order * sizeof *numbers);
  assert_int_equal(grundy_solution_add_numbers(solution, GRUNDY_COLUMN_COUNTER, &numbers, NULL),
                   GRUNDY_OK);
  memcpy(numbers, counter, order * sizeof *numbers);
  const grundy_verify_options options = {.size = sizeof options, .ascii = ascii};
  assert_int_equal(grundy_verify(g, solution, &options, &report, NULL), GRUNDY_OK);
  assert_false(grundy_report_right(report));
  grundy_finding finding = finding_on(report, column);
  assert_int_equal(finding.verdict, GRUNDY_VERDICT_WRONG);
  if (strstr(finding.text, expected) != finding.text)
    fail_msg("'%s' does not begin with '%s'", finding.text, expected);
  grundy_report_free(report);
  grundy_solution_free(solution);
}

static void assert_values_wrong(const grundy_digraph *g, const uint32_t *values,
                                const uint32_t *counter, bool ascii, const char *expected) {
  assert_column_wrong(g, values, counter, ascii, GRUNDY_COLUMN_GRUNDY, expected);
}

enum { INF = -1 };

/* From c play may go on forever, or lead to d with value 1; so a, whose only move is to c, is a
 * draw and has no finite value. */
static void a_move_without_reply_is_named(void **state) {
  grundy_digraph *g = named_game("abcde", "ac cc cd de be");
  const uint32_t values[] = {0, 1, (uint32_t)INF, 1, 0};
  const uint32_t counter[] = {1, 2, (uint32_t)INF, 3, 0};
  assert_values_wrong(g, values, counter, false,
                      "a: condition B fails: the move to c (∞{1}) has no reply of value 0 with a "
                      "smaller counter");
  assert_values_wrong(g, values, counter, true,
                      "a: condition B fails: the move to c (inf{1}) has no reply of value 0 with "
                      "a smaller counter");
  grundy_digraph_free(g);
}

/* Heaps with values 24 to 0; from z play may go on forever, or lead to one with value 1 to 24; the
 * only move from a is to z. Not all 24 numbers are shown. */
static void long_sets_are_shown_in_part(void **state) {
  enum { HEAPS = 25, Z = HEAPS, A, ORDER };
  uint32_t pairs[HEAPS * HEAPS + 2][2], values[ORDER], counter[ORDER], count = 0;
  for (uint32_t v = 0; v < HEAPS; v++) {
    values[v] = counter[v] = HEAPS - 1 - v;
    for (uint32_t w = v + 1; w < HEAPS; w++) memcpy(pairs[count++], (uint32_t[]){v, w}, 8);
    if (v < HEAPS - 1) memcpy(pairs[count++], (uint32_t[]){Z, v}, 8);
  }
  memcpy(pairs[count++], (uint32_t[]){Z, Z}, 8);
  memcpy(pairs[count++], (uint32_t[]){A, Z}, 8);
  values[Z] = counter[Z] = (uint32_t)INF;
  values[A] = 0;
  counter[A] = HEAPS;
  grundy_digraph *g = game_from_pairs(ORDER, count, (const uint32_t(*)[2])pairs);
  assert_values_wrong(
      g, values, counter, true,
      "26: condition B fails: the move to 25 "
      "(inf{1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,...}) has no reply of value 0");
  assert_values_wrong(g, values, counter, false,
                      "26: condition B fails: the move to 25 "
                      "(∞{1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,…}) has no reply of value 0");
  grundy_digraph_free(g);
}

/* Heaps with values 99 to 0; from z play may go on forever, or lead to one with value 95, 90, … or
 * 0. From a, the only move is to z; from b there are moves to z and to the values 0 to 9. These
 * moves to z have replies of value 0 and 10. */
static void values_of_followers_may_be_in_any_order(void **state) {
  enum { HEAPS = 100, Z = HEAPS, A, B, ORDER, OF_B = 10 };
  uint32_t pairs[HEAPS * HEAPS][2], count = 0;
  for (uint32_t v = 0; v < HEAPS; v++) {
    for (uint32_t w = v + 1; w < HEAPS; w++) memcpy(pairs[count++], (uint32_t[]){v, w}, 8);
    if (v % 5 == 4) memcpy(pairs[count++], (uint32_t[]){Z, v}, 8);
    if (v >= HEAPS - OF_B) memcpy(pairs[count++], (uint32_t[]){B, v}, 8);
  }
  memcpy(pairs[count++], (uint32_t[]){Z, Z}, 8);
  memcpy(pairs[count++], (uint32_t[]){A, Z}, 8);
  memcpy(pairs[count++], (uint32_t[]){B, Z}, 8);
  grundy_digraph *g = game_from_pairs(ORDER, count, (const uint32_t(*)[2])pairs);
  grundy_solution *solution = solution_of(g, GRUNDY_COLUMNS_ALL);
  uint32_t *values = numbers_to_change(solution, GRUNDY_COLUMN_GRUNDY);
  uint32_t *counter = numbers_to_change(solution, GRUNDY_COLUMN_COUNTER);
  for (uint32_t v = 0; v < HEAPS; v++) assert_int_equal(values[v], HEAPS - 1 - v);
  assert_int_equal(values[Z], GRUNDY_INFINITY);
  assert_int_equal(values[A], 0);
  assert_int_equal(values[B], OF_B);
  assert_true(verifies(g, solution));
  for (uint32_t v = 0; v < ORDER; v++) {
    uint32_t value = values[v], before = counter[v];
    values[v] = value == GRUNDY_INFINITY ? 7 : value + 1;
    assert_false(verifies(g, solution));
    values[v] = value;
    counter[v] = before == GRUNDY_INFINITY ? 0 : GRUNDY_INFINITY;
    assert_false(verifies(g, solution));
    counter[v] = before;
  }
  counter[B] = counter[HEAPS - 1 - OF_B]; /* not larger than that of the reply */
  assert_false(verifies(g, solution));
  grundy_solution_free(solution);
  grundy_digraph_free(g);
}

/* a ⇄ b → c: the move from a to b is answered by the move to c, which counts only if the counter of
 * c is smaller than that of a; moving back to a never counts. */
static void a_reply_must_have_a_smaller_counter(void **state) {
  grundy_digraph *g = named_game("abc", "ab ba bc");
  const uint32_t values[] = {0, 1, 0}, counter[] = {3, 9, 3};
  assert_column_wrong(g, values, counter, false, GRUNDY_COLUMN_COUNTER,
                      "a: condition B fails: the move to b (1) has no reply of value 0 with a "
                      "smaller counter");
  grundy_digraph_free(g);
}

static void a_value_that_is_not_a_mex_violates_a(void **state) {
  grundy_digraph *g = named_game("ab", "ab");
  assert_values_wrong(g, (const uint32_t[]){2, 0}, (const uint32_t[]){1, 0}, false,
                      "a: condition A fails");
  grundy_digraph_free(g);
}

/* Where a condition on a position and its followers fails, any of them may be wrong. A single
 * follower that contradicts the position is named. */
static void entries_that_contradict_each_other_are_named(void **state) {
  grundy_digraph *g = named_game("abcd", "ab ac cd");
  static const struct {
    grundy_columns column;
    uint32_t claimed[4];
    const char *text;
  } claims[] = {
      {GRUNDY_COLUMN_GRUNDY,
       {0, 0, 1, 0},
       "a: condition A fails: its value is 0, but the mex of "
       "its followers is 2; the error is here or at b"},
      {GRUNDY_COLUMN_GRUNDY,
       {3, 0, 1, 0},
       "a: condition A fails: its value is 3, but the mex of "
       "its followers is 2; the error is here or at one of its "
       "followers"},
      {GRUNDY_COLUMN_GRUNDY,
       {2, 0, 1, 1},
       "c: condition A fails: its value is 1, but the mex of "
       "its followers is 0; the error is here or at d"},
      {GRUNDY_COLUMN_REMOTENESS,
       {0, 0, 1, 0},
       "a: equation (4b) fails: remoteness is 0, but its "
       "followers give 1; the error is here or at b"},
      {GRUNDY_COLUMN_REMOTENESS,
       {1, 0, 2, 1},
       "d: equation (4a) fails: remoteness is 1, but its "
       "followers give 0"},
      {GRUNDY_COLUMN_DISTANCE,
       {1, 0, 1, 0},
       "a: equation (2) fails: distance is 1, but its "
       "followers give 2; the error is here or at c"},
      {GRUNDY_COLUMN_DISTANCE,
       {3, 0, 1, 0},
       "a: equation (2) fails: distance is 3, but its "
       "followers give 2; the error is here or at one of its "
       "followers"},
  };
  for (size_t i = 0; i < sizeof claims / sizeof *claims; i++) {
    grundy_solution *solution = solution_of(g, claims[i].column);
    memcpy(numbers_to_change(solution, claims[i].column), claims[i].claimed,
           sizeof claims[i].claimed);
    grundy_report *report = report_on(g, solution);
    assert_string_equal(finding_on(report, claims[i].column).text, claims[i].text);
    grundy_report_free(report);
    grundy_solution_free(solution);
  }
  grundy_digraph_free(g);
}

static void an_infinite_value_without_endless_play_violates_c(void **state) {
  grundy_digraph *g = named_game("ab", "ab");
  assert_values_wrong(g, (const uint32_t[]){(uint32_t)INF, 0}, (const uint32_t[]){(uint32_t)INF, 0},
                      false, "a: condition C fails");
  grundy_digraph_free(g);
}

/* A 2-cycle with 0 and 1 satisfies A and C: only a counter shows that it is wrong. */
static void a_two_cycle_with_values_0_and_1_violates_b_for_every_counter(void **state) {
  grundy_digraph *g = named_game("ab", "ab ba");
  for (uint32_t a = 0; a < 4; a++)
    for (uint32_t b = 0; b < 4; b++)
      assert_values_wrong(g, (const uint32_t[]){0, 1}, (const uint32_t[]){a, b}, false,
                          "a: condition B fails: the move to b (1)");
  grundy_digraph_free(g);
}

/* ---- monotonic counters -------------------------------------------------------------- */

/* The counters of a → b may be in any order: no move leads to a greater value. */
static void a_valid_counter_need_not_be_monotonic(void **state) {
  grundy_digraph *g = named_game("ab", "ab");
  grundy_solution *solution = solution_of(g, GRUNDY_COLUMNS_ALL);
  uint32_t *counter = numbers_to_change(solution, GRUNDY_COLUMN_COUNTER);
  counter[0] = 4;
  counter[1] = 5;
  grundy_report *report = report_on(g, solution);
  assert_true(grundy_report_right(report));
  assert_int_equal(finding_on(report, GRUNDY_COLUMN_COUNTER).verdict, GRUNDY_VERDICT_RIGHT);
  assert_int_equal(finding_on(report, GRUNDY_COLUMN_GRUNDY).verdict, GRUNDY_VERDICT_RIGHT);
  assert_non_null(remark_in(report));
  assert_non_null(strstr(remark_in(report), "not monotonic"));
  grundy_report_free(report);
  grundy_solution_free(solution);
  grundy_digraph_free(g);
}

/* The remark agrees with [FY86, Def. 4] for a correct counter that was stretched at random. */
static const char *remark_agrees(const test_game *game) {
  grundy_solution *solution = solution_of(game->g, GRUNDY_COLUMNS_ALL);
  uint32_t *counter = numbers_to_change(solution, GRUNDY_COLUMN_COUNTER);
  const uint32_t *values = grundy_solution_numbers(solution, GRUNDY_COLUMN_GRUNDY);
  for (uint32_t u = 0; u < grundy_digraph_order(game->g); u++)
    if (counter[u] != GRUNDY_INFINITY && grundy_random_below(game->random, 3) == 0)
      counter[u] += (uint32_t)grundy_random_below(game->random, 3);
  grundy_report *report = report_on(game->g, solution);
  const char *wrong = NULL;
  if (grundy_report_right(report)) {
    bool monotonic = naive_monotonic(game->g, values, counter);
    if (monotonic != (strstr(remark_in(report), "not monotonic") == NULL))
      wrong = because("the remark is '%s'", remark_in(report));
  } else if (naive_definition1(game->g, values, counter) == NULL) {
    wrong = because("a correct counter is rejected: %s",
                    finding_on(report, GRUNDY_COLUMN_COUNTER).text);
  }
  grundy_report_free(report);
  grundy_solution_free(solution);
  return wrong;
}

static void the_remark_says_whether_the_counter_is_monotonic(void **state) {
  on_every_game(3, remark_agrees);
  on_random_games(10000, 12, remark_agrees);
}

/* ---- columns that are wrong together ------------------------------------------------- */

/* Remoteness 0, 1 on a 2-cycle is wrong, like the outcome P, N, which agrees with it and
 * satisfies [FY86, Lemma 2]: the agreement with a wrong column must not make it correct. */
static void an_outcome_is_not_right_because_it_agrees_with_a_wrong_column(void **state) {
  grundy_digraph *g = named_game("ab", "ab ba");
  grundy_solution *solution = solution_of(g, GRUNDY_COLUMN_OUTCOME | GRUNDY_COLUMN_REMOTENESS);
  memcpy(letters_to_change(solution, GRUNDY_COLUMN_OUTCOME), "PN", 2);
  uint32_t *remoteness = numbers_to_change(solution, GRUNDY_COLUMN_REMOTENESS);
  remoteness[0] = 0;
  remoteness[1] = 1;
  grundy_report *report = report_on(g, solution);
  assert_int_equal(finding_on(report, GRUNDY_COLUMN_REMOTENESS).verdict, GRUNDY_VERDICT_WRONG);
  assert_int_not_equal(finding_on(report, GRUNDY_COLUMN_OUTCOME).verdict, GRUNDY_VERDICT_RIGHT);
  grundy_report_free(report);
  grundy_solution_free(solution);
  grundy_digraph_free(g);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(right_solutions_verify_in_whole_and_in_part),
      cmocka_unit_test(every_subset_of_columns_gets_its_verdicts),
      cmocka_unit_test(findings_are_columns_in_order_then_missing_ones_then_remarks),
      cmocka_unit_test(long_games_verify_without_recursion),
      cmocka_unit_test(a_solution_of_another_order_is_a_bad_argument),
      cmocka_unit_test(values_need_no_counter_to_be_checked),
      cmocka_unit_test(outcomes_need_no_remoteness_to_be_checked),
      cmocka_unit_test(a_move_without_reply_is_named),
      cmocka_unit_test(long_sets_are_shown_in_part),
      cmocka_unit_test(values_of_followers_may_be_in_any_order),
      cmocka_unit_test(a_reply_must_have_a_smaller_counter),
      cmocka_unit_test(a_value_that_is_not_a_mex_violates_a),
      cmocka_unit_test(entries_that_contradict_each_other_are_named),
      cmocka_unit_test(an_infinite_value_without_endless_play_violates_c),
      cmocka_unit_test(a_two_cycle_with_values_0_and_1_violates_b_for_every_counter),
      cmocka_unit_test(a_valid_counter_need_not_be_monotonic),
      cmocka_unit_test(the_remark_says_whether_the_counter_is_monotonic),
      cmocka_unit_test(an_outcome_is_not_right_because_it_agrees_with_a_wrong_column),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
