/* Games that are solved tier by tier have the solution of the stored solver, whatever the threads;
 * the files are checked; and interrupted runs continue. */

#include <grundy/grundy.h>

#include "support/folder.h"
#include "support/games.h"
#include "support/test.h"
#include "support/tiered_rules.h"

#include <unistd.h>

/* The seed of the present game, for messages. */
static uint64_t seed_now;

static grundy_random next_random(uint32_t game) {
  seed_now = test_seed() + game;
  return grundy_random_new(seed_now);
}

/* ---- comparing with the stored solver ----------------------------------------------------------
 */

static void solve(grundy_tiers *tiers, grundy_columns columns, grundy_tiers_summary *summary) {
  grundy_error error = {0};
  grundy_tiers_options options = GRUNDY_OPTIONS(grundy_tiers_options, .columns = columns);
  if (grundy_tiers_solve(tiers, folder, &options, summary, &error) != GRUNDY_OK)
    fail_msg("%s", error.message);
}

static void assert_verified(grundy_tiers *tiers) {
  grundy_error error = {0};
  grundy_tiers_verdict verdict;
  if (grundy_tiers_verify(tiers, NULL, &verdict, &error) != GRUNDY_OK)
    fail_msg("%s", error.message);
  if (!verdict.right) fail_msg("GRUNDY_SEED=%llu: %s", (unsigned long long)seed_now, verdict.wrong);
}

static void assert_same(const grundy_rules *rules, grundy_tiers *tiers, grundy_columns columns) {
  char what[64];
  grundy_digraph *g = NULL;
  (void)snprintf(what, sizeof what, "GRUNDY_SEED=%llu", (unsigned long long)seed_now);
  assert_int_equal(grundy_game_from_rules(rules, "", NULL, &g, NULL), GRUNDY_OK);
  assert_same_as_stored(what, g, tiers, columns);
  grundy_digraph_free(g);
}

/* Solves the game in the folder, verifies it and compares it. */
static void try_columns(const grundy_rules *rules, grundy_columns columns, bool can_verify) {
  grundy_tiers *tiers = tiered_open(rules);
  folder_empty(folder);
  solve(tiers, columns, NULL);
  assert_same(rules, tiers, columns);
  if (can_verify) assert_verified(tiers);
  grundy_tiers_free(tiers);
}

static void random_impartial_games_have_the_stored_solution(void **state) {
  static const grundy_columns choices[] = {
      GRUNDY_COLUMN_OUTCOME, GRUNDY_COLUMN_OUTCOME | GRUNDY_COLUMN_REMOTENESS, GRUNDY_COLUMN_GRUNDY,
      GRUNDY_COLUMN_OUTCOME | GRUNDY_COLUMN_GRUNDY | GRUNDY_COLUMN_COUNTER};
  for (uint32_t i = 0; i < test_scaled(200); i++) {
    grundy_random random = next_random(i);
    tiered_random(&random, false, "-");
    grundy_rules rules = tiered_rules(i % 2 == 1, false, false, i / 2 % 2 == 1);
    grundy_threads_set(1 + i % 4);
    for (size_t j = 0; j < 4; j++) try_columns(&rules, choices[j], j % 2 == 1);
  }
}

/* Small blocks, so that several threads work on each tier. */
static void several_threads_find_the_stored_solution(void **state) {
  const grundy_columns columns =
      GRUNDY_COLUMN_REMOTENESS | GRUNDY_COLUMN_GRUNDY | GRUNDY_COLUMN_COUNTER;
  uint64_t decided = 0, drawn = 0;
  for (uint32_t i = 0; i < test_scaled(20); i++) {
    grundy_random random = next_random(i);
    grundy_tiers_summary summary;
    tiered_random_decided(&random);
    grundy_rules rules = tiered_rules(i % 2 == 1, false, false, i / 2 % 2 == 1);
    grundy_threads_set(2 + i % 3);
    grundy_tiers *tiers = tiered_open(&rules);
    tiers->block = 64;
    assert_true(grundy_tier_threads(tiers, 0) > 1);
    folder_empty(folder);
    solve(tiers, columns, &summary);
    decided += summary.p + summary.n;
    drawn += summary.d;
    assert_same(&rules, tiers, columns & ~(grundy_columns)GRUNDY_COLUMN_COUNTER);
    assert_verified(tiers);
    grundy_tiers_free(tiers);
  }
  assert_true(decided > drawn);
}

static void random_games_with_other_ends_have_the_stored_solution(void **state) {
  for (uint32_t i = 0; i < test_scaled(100); i++) {
    grundy_random random = next_random(i);
    tiered_random(&random, false, "-PND");
    grundy_rules rules = tiered_rules(i % 2 == 1, true, false, i / 2 % 2 == 1);
    try_columns(&rules, GRUNDY_COLUMN_OUTCOME, false);
    try_columns(&rules, GRUNDY_COLUMN_OUTCOME | GRUNDY_COLUMN_REMOTENESS, true);
  }
}

static void random_two_coloured_games_have_the_stored_solution(void **state) {
  for (uint32_t i = 0; i < test_scaled(200); i++) {
    grundy_random random = next_random(i);
    tiered_random(&random, true, "-ABDPN");
    grundy_rules rules = tiered_rules(i % 2 == 1, true, true, i / 2 % 2 == 1);
    try_columns(&rules, GRUNDY_COLUMN_OUTCOME, false);
    try_columns(&rules, GRUNDY_COLUMN_OUTCOME | GRUNDY_COLUMN_Q1 | GRUNDY_COLUMN_Q0, true);
    try_columns(&rules, GRUNDY_COLUMN_OUTCOME | GRUNDY_COLUMN_Q1, false);
  }
}

/* ---- numbers that do not fit into a byte
 * --------------------------------------------------------- */

static void remoteness_above_a_byte_is_kept(void **state) {
  for (int ascending = 0; ascending < 2; ascending++)
    for (int back = 0; back < 2; back++) {
      tiered_start(700);
      for (uint32_t v = 0; v + 1 < tiered.order; v++) tiered_add_move(v, v + 1);
      for (uint32_t v = 0; v < tiered.order; v++)
        if (ascending == 0) tiered.slot[v] = tiered.order - 1 - v;
      grundy_rules rules = tiered_rules(false, false, false, back == 1);
      try_columns(&rules, GRUNDY_COLUMN_OUTCOME | GRUNDY_COLUMN_REMOTENESS, true);
    }
}

/* A long way is found in the first sweep, and a short one, whose positions are evaluated in an
 * unfavourable order, later. */
static void a_bound_above_a_byte_may_become_small(void **state) {
  enum { LONG = 260, X = LONG + 1, SHORT = X + 1 };
  tiered_start(SHORT + 3);
  for (uint32_t v = 1; v <= X; v++) tiered_add_move(v, v - 1);
  tiered_add_move(X, SHORT + 2);     /* which has remoteness 2 */
  tiered_add_move(SHORT + 2, SHORT); /* 1 */
  tiered_add_move(SHORT, SHORT + 1); /* 0 */
  grundy_rules rules = tiered_rules(false, false, false, false);
  grundy_tiers *tiers = tiered_open(&rules);
  grundy_tiers_entry entry;
  folder_empty(folder);
  solve(tiers, GRUNDY_COLUMN_REMOTENESS, NULL);
  assert_int_equal(grundy_tiers_find(tiers, "261a", 4, &entry, NULL), GRUNDY_OK);
  assert_int_equal(entry.remoteness, 3);
  assert_verified(tiers);
  grundy_tiers_free(tiers);
}

static void values_and_counters_above_a_byte_are_kept(void **state) {
  tiered_start(300);
  for (uint32_t v = 0; v < tiered.order; v++)
    for (uint32_t to = v + 1; to < tiered.order; to++) tiered_add_move(v, to);
  grundy_rules rules = tiered_rules(true, false, false, false);
  try_columns(&rules, GRUNDY_COLUMN_GRUNDY, false);
  tiered_start(700); /* V1 <-> V2 -> V3, and so on: a long chain of replies */
  for (uint32_t v = 0; v + 1 < tiered.order; v++) tiered_add_move(v, v + 1);
  for (uint32_t v = 0; v + 3 < tiered.order; v += 2) tiered_add_move(v + 1, v);
  try_columns(&rules, GRUNDY_COLUMN_GRUNDY | GRUNDY_COLUMN_COUNTER, true);
}

/* Without cycles the counter takes no more evaluations than the values, however large they are. */
static void counters_of_games_without_cycles_take_few_evaluations(void **state) {
  grundy_tiers_summary summary;
  tiered_start(300);
  for (uint32_t v = 0; v < tiered.order; v++)
    for (uint32_t to = v + 1; to < tiered.order; to++) tiered_add_move(v, to);
  grundy_rules rules = tiered_rules(true, false, false, false);
  grundy_tiers *tiers = tiered_open(&rules);
  folder_empty(folder);
  solve(tiers, GRUNDY_COLUMN_GRUNDY | GRUNDY_COLUMN_COUNTER, &summary);
  assert_int_equal(summary.largest_value, tiered.order - 1);
  assert_true(summary.evaluations <= UINT64_C(4) * tiered.order);
  assert_verified(tiers);
  grundy_tiers_free(tiers);
}

/* ---- files
 * --------------------------------------------------------------------------------------- */

static void files_are_the_same_for_1_to_4_threads_and_both_ways(void **state) {
  const grundy_columns columns =
      GRUNDY_COLUMN_REMOTENESS | GRUNDY_COLUMN_GRUNDY | GRUNDY_COLUMN_COUNTER;
  for (uint32_t i = 0; i < test_scaled(20); i++) {
    grundy_random random = next_random(i);
    unsigned char *first = NULL;
    size_t first_length = 0;
    tiered_random(&random, false, "-");
    for (unsigned threads = 1; threads <= 8; threads++) {
      size_t length;
      grundy_rules rules = tiered_rules(true, false, false, threads > 4);
      grundy_tiers *tiers = tiered_open(&rules);
      folder_empty(folder);
      grundy_threads_set((threads - 1) % 4 + 1);
      solve(tiers, columns, NULL);
      unsigned char *all = tiered_read_files(tiers, &length);
      if (first == NULL) {
        first = all;
        first_length = length;
      } else {
        assert_int_equal(length, first_length);
        assert_memory_equal(all, first, length);
        free(all);
      }
      grundy_tiers_free(tiers);
    }
    free(first);
  }
}

static void change_byte(const char *path, long at) {
  FILE *file = fopen(path, "r+b");
  assert_non_null(file);
  assert_int_equal(fseek(file, at, SEEK_SET), 0);
  int c = getc(file);
  assert_true(c != EOF);
  assert_int_equal(fseek(file, at, SEEK_SET), 0);
  assert_true(putc(c ^ 1, file) != EOF);
  assert_int_equal(fclose(file), 0);
}

static long length_of(const char *path) {
  FILE *file = fopen(path, "rb");
  assert_non_null(file);
  assert_int_equal(fseek(file, 0, SEEK_END), 0);
  long length = ftell(file);
  (void)fclose(file);
  return length;
}

static void assert_refused(grundy_tiers *tiers, grundy_columns columns, const char *what) {
  grundy_error error = {0};
  grundy_tiers_options options = GRUNDY_OPTIONS(grundy_tiers_options, .columns = columns);
  assert_int_equal(grundy_tiers_solve(tiers, folder, &options, NULL, &error), GRUNDY_BAD_INPUT);
  if (strstr(error.message, what) == NULL) fail_msg("not '%s': %s", what, error.message);
}

static void every_changed_byte_of_a_file_is_noticed(void **state) {
  tiered_start(6);
  for (uint32_t v = 0; v + 1 < tiered.order; v++) tiered_add_move(v, v + 1);
  grundy_rules rules = tiered_rules(false, false, false, false);
  grundy_tiers *tiers = tiered_open(&rules);
  folder_empty(folder);
  solve(tiers, GRUNDY_COLUMN_REMOTENESS, NULL);
  char *path = grundy_tiers_path(tiers, 0);
  long length = length_of(path);
  for (long at = 0; at < length; at++) {
    change_byte(path, at);
    assert_refused(tiers, GRUNDY_COLUMN_REMOTENESS, "");
    change_byte(path, at);
  }
  for (long shorter = length - 1; shorter >= 0; shorter -= 7) {
    assert_int_equal(truncate(path, shorter), 0);
    assert_refused(tiers, GRUNDY_COLUMN_REMOTENESS, "");
  }
  assert_int_equal(unlink(path), 0);
  solve(tiers, GRUNDY_COLUMN_REMOTENESS, NULL);
  assert_int_equal(length_of(path), length);
  free(path);
  grundy_tiers_free(tiers);
}

static void a_folder_belongs_to_its_rules_and_columns(void **state) {
  tiered_start(6);
  tiered_add_move(0, 1);
  grundy_rules rules = tiered_rules(false, false, false, false);
  grundy_tiers *tiers = tiered_open(&rules);
  folder_empty(folder);
  solve(tiers, GRUNDY_COLUMN_OUTCOME, NULL);
  assert_refused(tiers, GRUNDY_COLUMN_REMOTENESS, "the columns outcome");
  grundy_tiers_free(tiers);
  tiered.slots[0]++;
  tiers = tiered_open(&rules);
  assert_refused(tiers, GRUNDY_COLUMN_OUTCOME, "the rules have changed");
  grundy_tiers_free(tiers);
}

static void a_tier_that_needs_too_much_memory_is_refused_beforehand(void **state) {
  tiered_start(1000);
  grundy_rules rules = tiered_rules(false, false, false, false);
  grundy_tiers *tiers = tiered_open(&rules);
  grundy_error error = {0};
  grundy_tiers_plan plan;
  folder_empty(folder);
  assert_int_equal(grundy_tiers_measure(tiers, GRUNDY_COLUMN_GRUNDY, &plan, NULL), GRUNDY_OK);
  grundy_tiers_options options = GRUNDY_OPTIONS(
      grundy_tiers_options, .columns = GRUNDY_COLUMN_GRUNDY, .memory = plan.memory - 1);
  assert_int_equal(grundy_tiers_solve(tiers, folder, &options, NULL, &error), GRUNDY_UNABLE);
  assert_int_equal(error.reason, GRUNDY_REASON_MEMORY);
  options.memory = plan.memory;
  assert_int_equal(grundy_tiers_solve(tiers, folder, &options, NULL, &error), GRUNDY_OK);
  grundy_tiers_free(tiers);
}

static void resumed_tiers_are_counted_and_not_solved_again(void **state) {
  grundy_random random = next_random(0);
  grundy_tiers_summary first, second;
  tiered_random(&random, false, "-");
  grundy_rules rules = tiered_rules(true, false, false, false);
  grundy_tiers *tiers = tiered_open(&rules);
  folder_empty(folder);
  solve(tiers, GRUNDY_COLUMN_REMOTENESS, &first);
  solve(tiers, GRUNDY_COLUMN_REMOTENESS, &second);
  assert_int_equal(second.resumed, second.tiers);
  assert_int_equal(second.evaluations, 0);
  assert_int_equal(second.positions, first.positions);
  assert_int_equal(second.p, first.p);
  assert_int_equal(second.largest_remoteness, first.largest_remoteness);
  grundy_tiers_free(tiers);
}

/* ---- verifying
 * ------------------------------------------------------------------------------------ */

/* Writes the only tier of the game with other entries. */
static void write_entries(grundy_tiers *tiers, grundy_columns column, const uint32_t *numbers,
                          grundy_columns second, const uint32_t *others) {
  const tiered_column columns[] = {{column, numbers}, {second, others}};
  tiered_write_file(tiers, 0, columns, second == 0 ? 1 : 2);
}

static bool is_right(grundy_tiers *tiers) {
  grundy_tiers_verdict verdict;
  grundy_error error = {0};
  if (grundy_tiers_verify(tiers, NULL, &verdict, &error) != GRUNDY_OK)
    fail_msg("%s", error.message);
  return verdict.right;
}

/* Tries all remoteness functions with small numbers on small games: exactly one is right. */
static void only_the_right_remoteness_passes(void **state) {
  enum { ORDER = 3, CHOICES = 6 };
  grundy_rules rules = tiered_rules(true, false, false, false);
  for (unsigned edges = 0; edges < 1U << (ORDER * ORDER); edges += 37) {
    tiered_start(ORDER);
    for (uint32_t e = 0; e < ORDER * ORDER; e++)
      if ((edges >> e & 1) != 0) tiered_add_move(e / ORDER, e % ORDER);
    grundy_tiers *tiers = tiered_open(&rules);
    unsigned right = 0;
    folder_empty(folder);
    solve(tiers, GRUNDY_COLUMN_REMOTENESS, NULL);
    for (unsigned c = 0; c < CHOICES * CHOICES * CHOICES; c++) {
      uint32_t numbers[2 * ORDER];
      unsigned rest = c;
      for (int i = 0; i < 2 * ORDER; i++) numbers[i] = GRUNDY_TIER_NUMBER_ABSENT;
      for (int i = 0; i < ORDER; i++, rest /= CHOICES)
        numbers[2 * i] = rest % CHOICES == CHOICES - 1 ? GRUNDY_INFINITY : rest % CHOICES;
      write_entries(tiers, GRUNDY_COLUMN_REMOTENESS, numbers, 0, NULL);
      right += is_right(tiers);
    }
    assert_int_equal(right, 1);
    grundy_tiers_free(tiers);
  }
}

/* Wrong values do not pass, whatever the counters. */
static void only_the_right_values_pass(void **state) {
  enum { ORDER = 2, VALUES = 4, COUNTERS = 3 };
  grundy_rules rules = tiered_rules(true, false, false, false);
  for (unsigned edges = 0; edges < 1U << (ORDER * ORDER); edges++) {
    tiered_start(ORDER);
    for (uint32_t e = 0; e < ORDER * ORDER; e++)
      if ((edges >> e & 1) != 0) tiered_add_move(e / ORDER, e % ORDER);
    grundy_tiers *tiers = tiered_open(&rules);
    grundy_tiers_entry entry[ORDER];
    folder_empty(folder);
    solve(tiers, GRUNDY_COLUMN_GRUNDY | GRUNDY_COLUMN_COUNTER, NULL);
    assert_int_equal(grundy_tiers_find(tiers, "0a", 2, &entry[0], NULL), GRUNDY_OK);
    assert_int_equal(grundy_tiers_find(tiers, "1a", 2, &entry[1], NULL), GRUNDY_OK);
    unsigned passed = 0;
    for (unsigned c = 0; c < VALUES * VALUES * COUNTERS * COUNTERS; c++) {
      uint32_t values[2 * ORDER], counters[2 * ORDER];
      unsigned rest = c;
      bool same = true;
      for (int i = 0; i < 2 * ORDER; i++) values[i] = counters[i] = GRUNDY_TIER_NUMBER_ABSENT;
      for (int i = 0; i < ORDER; i++) {
        values[2 * i] = rest % VALUES == VALUES - 1 ? GRUNDY_INFINITY : rest % VALUES;
        rest /= VALUES;
        counters[2 * i] = values[2 * i] == GRUNDY_INFINITY ? GRUNDY_INFINITY : rest % COUNTERS;
        rest /= COUNTERS;
        same = same && values[2 * i] == entry[i].value.nimber;
      }
      write_entries(tiers, GRUNDY_COLUMN_GRUNDY, values, GRUNDY_COLUMN_COUNTER, counters);
      bool right = is_right(tiers);
      assert_true(same || !right);
      passed += right;
    }
    assert_true(passed > 0);
    grundy_tiers_free(tiers);
  }
}

static void bare_outcomes_and_values_are_not_verified(void **state) {
  static const grundy_columns columns[] = {GRUNDY_COLUMN_OUTCOME, GRUNDY_COLUMN_GRUNDY};
  tiered_start(3);
  tiered_add_move(0, 1);
  grundy_rules rules = tiered_rules(false, false, false, false);
  for (size_t i = 0; i < 2; i++) {
    grundy_tiers *tiers = tiered_open(&rules);
    grundy_tiers_verdict verdict;
    grundy_tiers_options options = GRUNDY_OPTIONS(grundy_tiers_options, .sample = 10);
    folder_empty(folder);
    solve(tiers, columns[i], NULL);
    assert_int_equal(grundy_tiers_verify(tiers, NULL, &verdict, NULL), GRUNDY_UNABLE);
    assert_int_equal(grundy_tiers_verify(tiers, &options, &verdict, NULL), GRUNDY_OK);
    assert_true(verdict.right);
    grundy_tiers_free(tiers);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(random_impartial_games_have_the_stored_solution),
      cmocka_unit_test(several_threads_find_the_stored_solution),
      cmocka_unit_test(random_games_with_other_ends_have_the_stored_solution),
      cmocka_unit_test(random_two_coloured_games_have_the_stored_solution),
      cmocka_unit_test(remoteness_above_a_byte_is_kept),
      cmocka_unit_test(a_bound_above_a_byte_may_become_small),
      cmocka_unit_test(values_and_counters_above_a_byte_are_kept),
      cmocka_unit_test(counters_of_games_without_cycles_take_few_evaluations),
      cmocka_unit_test(files_are_the_same_for_1_to_4_threads_and_both_ways),
      cmocka_unit_test(every_changed_byte_of_a_file_is_noticed),
      cmocka_unit_test(a_folder_belongs_to_its_rules_and_columns),
      cmocka_unit_test(a_tier_that_needs_too_much_memory_is_refused_beforehand),
      cmocka_unit_test(resumed_tiers_are_counted_and_not_solved_again),
      cmocka_unit_test(only_the_right_remoteness_passes),
      cmocka_unit_test(only_the_right_values_pass),
      cmocka_unit_test(bare_outcomes_and_values_are_not_verified),
  };
  return cmocka_run_group_tests(tests, folder_make, tiered_remove_folder);
}
