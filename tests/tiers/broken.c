/* Rules that break their promises about ranks, folders and files that are not what they should be,
 * and wrong entries: each is refused, and the message says what is wrong. */

#include <grundy/grundy.h>

#include "support/folder.h"
#include "support/games.h"
#include "support/test.h"
#include "support/tiered_rules.h"

#include <sys/stat.h>
#include <unistd.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

static int make_folder(void **state) {
  grundy_threads_set(1);
  return folder_make(state);
}

static void expect(grundy_status status, const grundy_error *error, grundy_status expected,
                   const char *message) {
  if (status != expected || strcmp(error->message, message) != 0)
    fail_msg("status %d instead of %d: %s", (int)status, (int)expected, error->message);
}

static grundy_status solve(grundy_tiers *tiers, grundy_columns columns, grundy_error *error) {
  grundy_tiers_options options = GRUNDY_OPTIONS(grundy_tiers_options, .columns = columns);
  return grundy_tiers_solve(tiers, folder, &options, NULL, error);
}

static void solve_right(grundy_tiers *tiers, grundy_columns columns) {
  grundy_error error = {0};
  folder_empty(folder);
  if (solve(tiers, columns, &error) != GRUNDY_OK) fail_msg("%s", error.message);
}

/* Solving the rules in an empty folder fails with this message. */
static void expect_unsolved(const grundy_rules *rules, grundy_columns columns,
                            grundy_status expected, const char *message) {
  grundy_error error = {0};
  grundy_tiers *tiers = tiered_open(rules);
  folder_empty(folder);
  expect(solve(tiers, columns, &error), &error, expected, message);
  assert_int_equal(solve(tiers, columns, NULL), expected);
  grundy_tiers_free(tiers);
}

static const grundy_columns each_column[] = {GRUNDY_COLUMN_OUTCOME, GRUNDY_COLUMN_REMOTENESS,
                                             GRUNDY_COLUMN_GRUNDY};

/* ---- rules ------------------------------------------------------------------------------- */

enum { TIER1 = 1006842, TIER2 = 1005865 }; /* as tiered_rules.c numbers them */

/* What the rules do wrong with the ranks of one vertex, or with one tier. */
static struct {
  grundy_rules usual;
  uint32_t vertex;      /* whose rank is wrong */
  bool unranks, ranks;  /* whether it has one */
  uint64_t tier;        /* its tier; 0: as usual */
  uint64_t index;       /* added to its index */
  uint64_t silent_tier; /* `tiers` gives nothing for it */
  uint64_t terse_tier;  /* `tiers` gives only TIER1 for it */
} wrong;

static uint32_t vertex_of(const void *position) {
  uint32_t v;
  memcpy(&v, position, sizeof v);
  return v;
}

static bool wrong_rank(const void *game, const void *position, uint64_t *tier, uint64_t *index) {
  if (!wrong.usual.rank(game, position, tier, index)) return false;
  if (vertex_of(position) == wrong.vertex) *index += wrong.index;
  if (vertex_of(position) == wrong.vertex && wrong.tier != 0) *tier = wrong.tier;
  return vertex_of(position) != wrong.vertex || wrong.ranks;
}

static bool wrong_unrank(const void *game, uint64_t tier, uint64_t index, void *position) {
  if (!wrong.usual.unrank(game, tier, index, position)) return false;
  return vertex_of(position) != wrong.vertex || wrong.unranks;
}

static void wrong_tiers(const void *game, uint64_t tier, void (*emit)(void *to, uint64_t tier),
                        void *to) {
  if (tier == wrong.terse_tier)
    emit(to, TIER1);
  else if (tier != wrong.silent_tier)
    wrong.usual.tiers(game, tier, emit, to);
}

/* Makes a path through `count` tiers, one vertex in each, and rules that are wrong if `wrong` says
 * so. */
static grundy_rules path_of_tiers(uint32_t count) {
  tiered_start(count);
  tiered.tiers = count;
  for (uint32_t v = 0; v < count; v++) {
    tiered.tier[v] = count - 1 - v;
    tiered.slot[v] = 0;
    tiered.slots[v] = 1;
    if (v > 0) tiered_add_move(v - 1, v);
  }
  grundy_rules rules = wrong.usual = tiered_rules(false, false, false, false);
  wrong.vertex = UINT32_MAX;
  wrong.ranks = wrong.unranks = true;
  wrong.tier = wrong.index = wrong.silent_tier = wrong.terse_tier = 0;
  rules.rank = wrong_rank;
  rules.unrank = wrong_unrank;
  rules.tiers = wrong_tiers;
  return rules;
}

static void tiers_that_are_not_announced_are_refused(void **state) {
  grundy_rules rules = path_of_tiers(3);
  wrong.silent_tier = TIER1;
  for (int i = 0; i < 3; i++)
    expect_unsolved(&rules, each_column[i], GRUNDY_BAD_INPUT,
                    "at '1a' a move leads from tier 1006842 to index 1 of tier 1007819, which "
                    "`unrank` or `tiers` does not give; grundy rules check says more");
  wrong.silent_tier = TIER2;
  expect_unsolved(&rules, GRUNDY_COLUMN_OUTCOME, GRUNDY_BAD_INPUT,
                  "at '1b' `rank` gives index 1 of tier 1006842, which is not a tier of the game");
}

/* The value of a position depends on the moves of infinite followers, too. */
static void tiers_after_the_next_must_be_announced(void **state) {
  grundy_error error = {0};
  grundy_rules rules = path_of_tiers(4);
  tiered_add_move(2, 2);
  grundy_tiers *tiers = tiered_open(&rules);
  solve_right(tiers, GRUNDY_COLUMN_GRUNDY);
  for (int i = 2; i < 4; i++) {
    char *path = grundy_tiers_path(tiers, (uint64_t)i);
    assert_int_equal(unlink(path), 0);
    free(path);
  }
  grundy_tiers_free(tiers);
  wrong.silent_tier = TIER1;
  wrong.terse_tier = TIER2;
  tiers = tiered_open(&rules);
  expect(solve(tiers, GRUNDY_COLUMN_GRUNDY, &error), &error, GRUNDY_BAD_INPUT,
         "at '1a' a move leads from tier 1005865 to index 1 of tier 1006842, which `unrank` or "
         "`tiers` does not give; grundy rules check says more");
  grundy_tiers_free(tiers);
}

static void followers_without_an_entry_are_refused(void **state) {
  grundy_rules rules = path_of_tiers(2);
  wrong.vertex = 1;
  wrong.unranks = false;
  for (int same_tier = 0; same_tier < 2; same_tier++) {
    for (int i = 0; i < 3; i++)
      expect_unsolved(&rules, each_column[i], GRUNDY_BAD_INPUT,
                      same_tier == 0
                          ? "at '0a' a move leads from tier 1006842 to index 1 of tier 1007819, "
                            "which `unrank` or `tiers` does not give; grundy rules check says more"
                          : "at '0a' a move leads from tier 1007819 to index 1 of tier 1007819, "
                            "which `unrank` or `tiers` does not give; grundy rules check says "
                            "more");
    tiered.tiers = 1;
    tiered.tier[0] = 0;
    tiered.slots[0] = 2;
    tiered.slot[0] = 1; /* after its follower, which is known to be absent then */
  }
}

/* A sweep goes from 0 up and meets the move before the index. If nothing changes in it, it would be
 * the last; if little does, waves would follow it. */
static void moves_to_later_indices_without_a_position_are_refused(void **state) {
  enum { ORDER = 300 };
  static const uint32_t first_loop[] = {1, 2, ORDER};
  for (int game = 0; game < 3; game++) {
    tiered_start(ORDER);
    tiered_add_move(0, 0);
    tiered_add_move(0, ORDER - 1);
    for (uint32_t v = first_loop[game]; v < ORDER; v++) tiered_add_move(v, v);
    for (int waves = 0; waves < 2; waves++) {
      grundy_rules rules = wrong.usual = tiered_rules(false, false, false, waves == 1);
      rules.unrank = wrong_unrank;
      wrong.vertex = ORDER - 1;
      wrong.unranks = false;
      for (int i = 0; i < 3; i++) {
        grundy_error error = {0};
        grundy_tiers *tiers = tiered_open(&rules);
        folder_empty(folder);
        assert_int_equal(solve(tiers, each_column[i], &error), GRUNDY_BAD_INPUT);
        assert_non_null(strstr(error.message, "which `unrank` or `tiers` does not give"));
        grundy_tiers_free(tiers);
      }
    }
  }
}

static void ranks_must_be_there_and_inside_their_tiers(void **state) {
  grundy_tiers *tiers = NULL;
  grundy_error error = {0};
  grundy_rules rules = path_of_tiers(2);
  wrong.vertex = 1;
  wrong.ranks = false;
  expect_unsolved(&rules, GRUNDY_COLUMN_OUTCOME, GRUNDY_BAD_INPUT,
                  "at '1a' `rank` does not undo `unrank`: it gives no rank, not index 0 of tier "
                  "1007819");
  wrong.ranks = true;
  wrong.tier = 5;
  expect_unsolved(&rules, GRUNDY_COLUMN_OUTCOME, GRUNDY_BAD_INPUT,
                  "at '1a' `rank` does not undo `unrank`: it gives index 0 of tier 5, not index 0 "
                  "of tier 1007819");
  wrong.tier = 0;
  wrong.ranks = wrong.unranks = false;
  expect_unsolved(&rules, GRUNDY_COLUMN_OUTCOME, GRUNDY_BAD_INPUT,
                  "at '1b' `rank` does not give a rank");
  wrong.ranks = true;
  wrong.index = 7;
  expect_unsolved(&rules, GRUNDY_COLUMN_OUTCOME, GRUNDY_BAD_INPUT,
                  "at '1b' `rank` gives index 8 of tier 1007819, which has fewer indices by "
                  "`count`");
  wrong.vertex = 0;
  wrong.ranks = false;
  expect(tiered_try_open(&rules, "tiered", &tiers, &error), &error, GRUNDY_UNABLE,
         "these rules do not rank their positions, so they cannot be solved tier by tier; see "
         "docs/large-games.md");
}

/* A sample of positions for an estimate meets the same mistakes. */
static void sampling_reports_wrong_ranks(void **state) {
  double rate = -1;
  grundy_error error = {0};
  grundy_rules rules = path_of_tiers(2);
  wrong.vertex = 1;
  wrong.ranks = wrong.unranks = false;
  grundy_tiers *tiers = tiered_open(&rules);
  expect(grundy_tiers_sample(tiers, 1, &rate, &error), &error, GRUNDY_BAD_INPUT,
         "at '1b' `rank` does not give a rank");
  assert_int_equal(grundy_tiers_sample(tiers, 1, &rate, NULL), GRUNDY_BAD_INPUT);
  assert_true(rate == -1);
  grundy_tiers_free(tiers);
}

/* ---- ends and turns ---------------------------------------------------------------------- */

static int end_now;

static int end(const void *game, const void *position, double *payoff) {
  (void)game;
  *payoff = 1;
  return vertex_of(position) == 1 ? end_now : 0;
}

static int always_a(const void *game, const void *position) {
  (void)game;
  (void)position;
  return 'A';
}

static void ends_must_fit_the_game(void **state) {
  grundy_rules rules = path_of_tiers(2);
  rules.terminal = end;
  end_now = '$';
  expect_unsolved(&rules, GRUNDY_COLUMN_OUTCOME, GRUNDY_UNABLE,
                  "a game with payoffs cannot be solved tier by tier");
  for (int i = 0; i < 2; i++) {
    end_now = "AB"[i];
    expect_unsolved(&rules, GRUNDY_COLUMN_OUTCOME, GRUNDY_BAD_INPUT,
                    i == 0 ? "at '1a' A wins, but the game has no players; expected \"P\", \"N\" "
                             "or \"draw\", or a function `player`"
                           : "at '1a' B wins, but the game has no players; expected \"P\", \"N\" "
                             "or \"draw\", or a function `player`");
  }
  end_now = 'N';
  expect_unsolved(&rules, GRUNDY_COLUMN_GRUNDY, GRUNDY_UNDEFINED,
                  "values do not exist, because terminal positions have other outcomes; use the "
                  "columns outcome and remoteness");
}

/* Emits also what is not a position, and one whose index is too large. */
static void too_many_unmoves(const void *game, const void *position, grundy_emit emit, void *to) {
  const uint32_t others[][2] = {{tiered.order, 0}, {tiered.order - 1, 1}};
  wrong.usual.unmoves(game, position, emit, to);
  for (int i = 0; i < 2; i++) emit(to, others[i]);
}

/* Rules may emit predecessors without a rank, which do not matter. */
static void predecessors_without_a_rank_are_ignored(void **state) {
  enum { ORDER = 300 };
  grundy_tiers_entry entry;
  tiered_start(ORDER);
  for (uint32_t v = 0; v + 2 < ORDER; v++) tiered_add_move(v, v + 1);
  tiered.slot[ORDER - 1] = ORDER + 100; /* it is not in the tier */
  wrong.usual = tiered_rules(false, false, false, true);
  grundy_rules rules = wrong.usual;
  rules.unmoves = too_many_unmoves;
  grundy_tiers *tiers = tiered_open(&rules);
  solve_right(tiers, GRUNDY_COLUMN_REMOTENESS);
  assert_int_equal(grundy_tiers_find(tiers, "0a", 2, &entry, NULL), GRUNDY_OK);
  assert_int_equal(entry.remoteness, ORDER - 2);
  grundy_tiers_free(tiers);
}

/* Ends that the rules announce are ends of values, too, if the player to move loses there. */
static void announced_ends_have_value_0(void **state) {
  grundy_tiers_entry entry;
  grundy_rules rules = path_of_tiers(3);
  rules.terminal = end;
  end_now = 'P'; /* at 1 */
  tiered_add_move(0, 0);
  grundy_tiers *tiers = tiered_open(&rules);
  solve_right(tiers, GRUNDY_COLUMN_GRUNDY | GRUNDY_COLUMN_COUNTER);
  assert_int_equal(grundy_tiers_find(tiers, "1a", 2, &entry, NULL), GRUNDY_OK);
  assert_int_equal(entry.value.nimber, 0);
  assert_int_equal(grundy_tiers_find(tiers, "0a", 2, &entry, NULL), GRUNDY_OK);
  assert_int_equal(entry.value.nimber, GRUNDY_INFINITY);
  assert_int_equal(entry.value.k.size, 1);
  grundy_tiers_free(tiers);
}

static void players_must_move_in_turn(void **state) {
  grundy_rules rules = path_of_tiers(2);
  rules.player = always_a;
  expect_unsolved(&rules, GRUNDY_COLUMN_OUTCOME, GRUNDY_BAD_INPUT,
                  "at '0a' A moves, and again after a move; players have to move in turn");
}

static void columns_must_exist_for_the_game(void **state) {
  grundy_rules rules = path_of_tiers(2);
  expect_unsolved(&rules, GRUNDY_COLUMN_Q1, GRUNDY_UNDEFINED,
                  "impartial games have no column q1; choose from outcome, remoteness, grundy and "
                  "counter");
  grundy_tiers *tiers = tiered_open(&rules);
  grundy_tiers_plan plan = {.tiers = 77};
  assert_int_equal(grundy_tiers_measure(tiers, GRUNDY_COLUMN_Q1, &plan, NULL), GRUNDY_UNDEFINED);
  assert_int_equal(plan.tiers, 77);
  grundy_tiers_free(tiers);
}

/* ---- looking up and verifying ------------------------------------------------------------ */

static void positions_without_a_rank_are_not_found(void **state) {
  static const char unranked[] = "the rules do not rank this position";
  grundy_tiers_entry entry;
  grundy_error error = {0};
  grundy_rules rules = path_of_tiers(3);
  grundy_tiers *tiers = tiered_open(&rules);
  expect(grundy_tiers_find(tiers, "0a", 2, &entry, &error), &error, GRUNDY_BAD_ARGUMENT,
         "no folder of tiers was opened");
  solve_right(tiers, GRUNDY_COLUMN_OUTCOME);
  assert_int_equal(grundy_tiers_find(tiers, "1a", 2, &entry, &error), GRUNDY_OK);
  expect(grundy_tiers_find(tiers, "zero", 4, &entry, &error), &error, GRUNDY_BAD_INPUT,
         "tiered has no position 'zero'");
  assert_int_equal(error.reason, GRUNDY_REASON_NO_POSITION);
  wrong.vertex = 1;
  wrong.index = 7;
  expect(grundy_tiers_find(tiers, "1a", 2, &entry, &error), &error, GRUNDY_BAD_INPUT, unranked);
  wrong.ranks = false;
  expect(grundy_tiers_find(tiers, "1a", 2, &entry, &error), &error, GRUNDY_BAD_INPUT, unranked);
  assert_int_equal(error.reason, GRUNDY_REASON_NO_POSITION);
  wrong.ranks = true;
  wrong.index = 0;
  wrong.unranks = false;
  expect(grundy_tiers_find(tiers, "1a", 2, &entry, &error), &error, GRUNDY_BAD_INPUT, unranked);
  grundy_tiers_free(tiers);
}

/* A folder that was solved with other ranks than the rules have now. */
static void verifying_reports_wrong_ranks(void **state) {
  grundy_tiers_verdict verdict;
  grundy_error error = {0};
  grundy_rules rules = path_of_tiers(3);
  grundy_tiers *tiers = tiered_open(&rules);
  solve_right(tiers, GRUNDY_COLUMN_REMOTENESS);
  grundy_tiers_free(tiers);
  wrong.silent_tier = TIER1;
  tiers = tiered_open(&rules);
  assert_int_equal(grundy_tiers_read(tiers, folder, NULL), GRUNDY_OK);
  expect(grundy_tiers_verify(tiers, NULL, &verdict, &error), &error, GRUNDY_BAD_INPUT,
         "at '1a' a move leads from tier 1006842 to index 1 of tier 1007819, which `unrank` or "
         "`tiers` does not give; grundy rules check says more");
  assert_int_equal(grundy_tiers_verify(tiers, NULL, &verdict, NULL), GRUNDY_BAD_INPUT);
  wrong.silent_tier = 0;
  wrong.vertex = 1;
  wrong.ranks = false;
  for (uint64_t sample = 0; sample < 2; sample++) {
    grundy_tiers_options options = GRUNDY_OPTIONS(grundy_tiers_options, .sample = 100 * sample);
    expect(grundy_tiers_verify(tiers, &options, &verdict, &error), &error, GRUNDY_BAD_INPUT,
           "at '1a' `rank` does not undo `unrank`: it gives no rank, not index 0 of tier 1006842");
  }
  grundy_tiers_free(tiers);
}

/* Makes a game of one tier, 0 <-> 1 -> 2 and 3 -> 3, whose side b never occurs, and opens it. */
static grundy_tiers *open_small(grundy_columns columns) {
  static grundy_rules rules;
  rules = tiered_rules(true, false, false, false);
  tiered_start(4);
  tiered.slots[0] = 5; /* one is not used */
  tiered_add_move(0, 1);
  tiered_add_move(1, 0);
  tiered_add_move(1, 2);
  tiered_add_move(3, 3);
  grundy_tiers *tiers = tiered_open(&rules);
  solve_right(tiers, columns);
  return tiers;
}

enum { SMALL = 10, ABSENT = GRUNDY_TIER_NO_OUTCOME };
#define NONE GRUNDY_TIER_NUMBER_ABSENT
#define INF GRUNDY_INFINITY

/* Writes the tier with these entries and expects that verdict; NULL: it is right. */
static void expect_verdict(grundy_tiers *tiers, const tiered_column *columns, unsigned count,
                           const char *expected) {
  grundy_tiers_verdict verdict;
  grundy_error error = {0};
  tiered_write_file(tiers, 0, columns, count);
  grundy_tiers_options options = GRUNDY_OPTIONS(grundy_tiers_options, .sample = 100);
  if (grundy_tiers_verify(tiers, &options, &verdict, &error) != GRUNDY_OK)
    fail_msg("%s", error.message);
  assert_int_equal(verdict.right, expected == NULL);
  if (expected != NULL) assert_string_equal(verdict.wrong, expected);
}

static void wrong_outcomes_are_found(void **state) {
  enum { P = GRUNDY_TIER_P, N = GRUNDY_TIER_N, D = GRUNDY_TIER_D };
  grundy_tiers *tiers = open_small(GRUNDY_COLUMN_OUTCOME);
  uint32_t right[SMALL] = {P, ABSENT, N, ABSENT, P, ABSENT, D, ABSENT, ABSENT, ABSENT};
  static const struct {
    int at;
    uint32_t outcome;
    const char *verdict;
  } cases[] = {
      {0, P, NULL},
      {0, D, "0a: its outcome is D, but its followers make it P"},
      {4, N, "2a: its outcome is N, but its followers make it P"},
      {6, N, "3a: its outcome is N, but its followers make it P"},
      {6, ABSENT, "3a: it has no entry"},
      {1, P, "0b: there is an entry, but no such position"},
      {8, P, "index 8: there is an entry, but no such position"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    uint32_t entries[SMALL];
    memcpy(entries, right, sizeof entries);
    entries[cases[i].at] = cases[i].outcome;
    const tiered_column column = {GRUNDY_COLUMN_OUTCOME, entries};
    expect_verdict(tiers, &column, 1, cases[i].verdict);
  }
  grundy_tiers_free(tiers);
}

static void wrong_values_and_counters_are_found(void **state) {
  enum { P = GRUNDY_TIER_P, N = GRUNDY_TIER_N, D = GRUNDY_TIER_D };
  const grundy_columns columns =
      GRUNDY_COLUMN_OUTCOME | GRUNDY_COLUMN_GRUNDY | GRUNDY_COLUMN_COUNTER;
  grundy_tiers *tiers = open_small(columns);
  const uint32_t outcomes[SMALL] = {P, ABSENT, N, ABSENT, P, ABSENT, D, ABSENT, ABSENT, ABSENT};
  const uint32_t values[SMALL] = {0, NONE, 1, NONE, 0, NONE, INF, NONE, NONE, NONE};
  const uint32_t counters[SMALL] = {1, NONE, 0, NONE, 0, NONE, INF, NONE, NONE, NONE};
  static const struct {
    int column, at;
    uint32_t entry;
    const char *verdict;
  } cases[] = {
      {0, 0, P, NULL},
      {1, 0, 2, "0a: condition A fails: its value is 2, but the mex of its followers is 0"},
      {1, 6, 0, "3a: condition A fails: its value is 0, but the mex of its followers is 1"},
      {2, 6, 0, "3a: its counter exists and its value is infinite, or the other way round"},
      {2, 0, INF, "0a: its counter exists and its value is infinite, or the other way round"},
      {2, 0, 0, "0a: condition B fails: a follower has no move back to 0 with a smaller counter"},
      {0, 6, N, "3a: its outcome is N, but its followers make it P"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    uint32_t entries[3][SMALL];
    memcpy(entries[0], outcomes, sizeof outcomes);
    memcpy(entries[1], values, sizeof values);
    memcpy(entries[2], counters, sizeof counters);
    entries[cases[i].column][cases[i].at] = cases[i].entry;
    const tiered_column written[] = {{GRUNDY_COLUMN_OUTCOME, entries[0]},
                                     {GRUNDY_COLUMN_GRUNDY, entries[1]},
                                     {GRUNDY_COLUMN_COUNTER, entries[2]}};
    expect_verdict(tiers, written, 3, cases[i].verdict);
  }
  grundy_tiers_free(tiers);
}

/* Values without counters can be checked at some positions only. A sample that is a large part of
 * the game is the whole game; one that is not drawn in as many draws as there are indices, too. */
static void samples_are_checked_without_counters(void **state) {
  grundy_tiers *tiers = open_small(GRUNDY_COLUMN_GRUNDY);
  for (uint64_t sample = 1; sample <= 6; sample++)
    for (uint64_t seed = 0; seed < 8; seed++) {
      grundy_tiers_verdict verdict;
      grundy_tiers_options options =
          GRUNDY_OPTIONS(grundy_tiers_options, .sample = sample, .seed = seed);
      assert_int_equal(grundy_tiers_verify(tiers, &options, &verdict, NULL), GRUNDY_OK);
      assert_true(verdict.right);
      if (sample > 5) assert_true(verdict.all);
      assert_int_equal(verdict.positions, verdict.all ? 4 : sample);
    }
  grundy_tiers_free(tiers);
}

/* With several threads the first violation is reported, too. */
static void the_first_violation_is_reported_for_any_threads(void **state) {
  enum { ORDER = 600 };
  static uint32_t entries[2 * ORDER];
  tiered_start(ORDER);
  for (uint32_t v = 0; v + 1 < ORDER; v++) tiered_add_move(v, v + 1);
  grundy_rules rules = tiered_rules(true, false, false, false);
  grundy_tiers *tiers = tiered_open(&rules);
  tiers->block = 64;
  solve_right(tiers, GRUNDY_COLUMN_REMOTENESS);
  for (uint32_t i = 0; i < 2 * ORDER; i++)
    entries[i] = i % 2 == 1 ? NONE : i < 200 ? ORDER - 1 - i / 2 : 0;
  const tiered_column column = {GRUNDY_COLUMN_REMOTENESS, entries};
  tiered_write_file(tiers, 0, &column, 1);
  for (unsigned threads = 1; threads <= 4; threads++) {
    grundy_tiers_verdict verdict;
    grundy_threads_set(threads);
    assert_int_equal(grundy_tiers_verify(tiers, NULL, &verdict, NULL), GRUNDY_OK);
    assert_false(verdict.right);
    assert_string_equal(verdict.wrong, "99a: its remoteness is 500, but its followers make it 1");
  }
  grundy_threads_set(1);
  grundy_tiers_free(tiers);
}

static void followers_of_infinite_positions_must_have_entries(void **state) {
  grundy_tiers_entry entry;
  grundy_error error = {0};
  grundy_tiers *tiers = open_small(GRUNDY_COLUMN_GRUNDY);
  const uint32_t values[SMALL] = {INF, NONE, NONE, NONE, 0, NONE, INF, NONE, NONE, NONE};
  const tiered_column column = {GRUNDY_COLUMN_GRUNDY, values};
  tiered_write_file(tiers, 0, &column, 1);
  expect(grundy_tiers_find(tiers, "0a", 2, &entry, &error), &error, GRUNDY_BAD_INPUT,
         "at '0a' a move leads from tier 1007819 to index 3 of tier 1007819, which `unrank` or "
         "`tiers` does not give; grundy rules check says more");
  assert_int_equal(grundy_tiers_find(tiers, "0a", 2, &entry, NULL), GRUNDY_BAD_INPUT);
  expect(grundy_tiers_find(tiers, "1a", 2, &entry, &error), &error, GRUNDY_BAD_INPUT,
         "the rules do not rank this position");
  grundy_tiers_options options = GRUNDY_OPTIONS(grundy_tiers_options, .sample = 100);
  grundy_tiers_verdict verdict;
  expect(grundy_tiers_verify(tiers, &options, &verdict, &error), &error, GRUNDY_BAD_INPUT,
         "at '0a' a move leads from tier 1007819 to index 3 of tier 1007819, which `unrank` or "
         "`tiers` does not give; grundy rules check says more");
  grundy_tiers_free(tiers);
}

static void verifying_needs_a_folder(void **state) {
  grundy_tiers_verdict verdict;
  grundy_error error = {0};
  grundy_rules rules = path_of_tiers(2);
  grundy_tiers *tiers = tiered_open(&rules);
  expect(grundy_tiers_verify(tiers, NULL, &verdict, &error), &error, GRUNDY_BAD_ARGUMENT,
         "no folder of tiers was opened");
  grundy_tiers_free(tiers);
}

/* ---- folders ----------------------------------------------------------------------------- */

static char path[64];

/* Sets `path` to that of a file in the folder. */
static const char *in_folder(const char *name) {
  (void)snprintf(path, sizeof path, "%s/%s", folder, name);
  return path;
}

static void write_file(const char *name, const void *bytes, size_t length) {
  FILE *out = fopen(in_folder(name), "wb");
  assert_non_null(out);
  assert_int_equal(fwrite(bytes, 1, length, out), length);
  assert_int_equal(fclose(out), 0);
}

static void a_file_that_does_not_describe_a_folder_is_refused(void **state) {
  static const char foreign[] = "not a file of a folder of tiers; use another folder";
  static const struct {
    const char *text;
    size_t length; /* 0: that of the text */
    const char *when_solving, *when_reading;
  } cases[] = {
      {"", 0, foreign, foreign},
      {"grundy tiers 2\n", 0, foreign, foreign},
      {"grundy tiers 1\n", 0, foreign, foreign},
      {"grundy tiers 1\ngame tiered", 0, foreign, foreign},
      {"grundy tiers 1\ngame tiered\nidentity 0\n", 0, foreign, foreign},
      {"grundy tiers 1\ngame tiered\ncolumns outcome\n", 0, foreign, foreign},
      {"grundy tiers 1\ngame tiered\ncolumns outcome\nidentity 0\n\0", 55, foreign, foreign},
      {"grundy tiers 1\ngame tiered\ncolumns outcome\nidentity 0\n", 0,
       "the rules have changed since the folder was made; use another folder",
       "the rules have changed since the folder was made; use another folder"},
      {"grundy tiers 1\ngame tiered\ncolumns outlook\nidentity 0\n", 0,
       "the rules have changed since the folder was made; use another folder", foreign},
      {"grundy tiers 1\ngame tiered\ncolumns \nidentity 0\n", 0,
       "the rules have changed since the folder was made; use another folder", foreign},
      {"grundy tiers 1\ngame tiered\ncolumns q1\nidentity 0\n", 0,
       "the folder has tiers with the columns q1; use another folder",
       "the rules have changed since the folder was made; use another folder"},
      {"grundy tiers 1\ngame chess\ncolumns outcome\nidentity 0\n", 0,
       "the folder has tiers of chess; use another folder",
       "the folder has tiers of chess; use another folder"},
  };
  grundy_rules rules = path_of_tiers(2);
  grundy_tiers *tiers = tiered_open(&rules);
  folder_empty(folder);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    grundy_error error = {0};
    size_t length = cases[i].length == 0 ? strlen(cases[i].text) : cases[i].length;
    write_file("game.txt", cases[i].text, length);
    expect(solve(tiers, GRUNDY_COLUMN_OUTCOME, &error), &error, GRUNDY_BAD_INPUT,
           cases[i].when_solving);
    assert_string_equal(error.file, in_folder("game.txt"));
    expect(grundy_tiers_read(tiers, folder, &error), &error, GRUNDY_BAD_INPUT,
           cases[i].when_reading);
  }
  grundy_tiers_free(tiers);
}

static void paths_that_cannot_be_folders_are_refused(void **state) {
  grundy_error error = {0};
  grundy_rules rules = path_of_tiers(2);
  grundy_tiers *tiers = tiered_open(&rules), *named = NULL;
  char *text = NULL, longest[5000], message[128];
  folder_empty(folder);
  expect(grundy_tiers_solve(tiers, "", NULL, NULL, &error), &error, GRUNDY_BAD_ARGUMENT,
         "the name of the folder is empty");
  memset(longest, 'a', sizeof longest);
  assert_false(grundy_tiers_is_folder(longest, sizeof longest));
  assert_int_equal(symlink("nowhere", in_folder("dangling")), 0);
  expect(grundy_tiers_solve(tiers, in_folder("dangling"), NULL, NULL, &error), &error,
         GRUNDY_IO_ERROR, "File exists");
  assert_int_equal(symlink("game.txt", in_folder("game.txt")), 0);
  expect(grundy_tiers_read(tiers, folder, &error), &error, GRUNDY_BAD_INPUT,
         "Too many levels of symbolic links");
  assert_int_equal(unlink(in_folder("game.txt")), 0);
  assert_int_equal(mkdir(in_folder("game.txt"), 0777), 0);
  assert_false(grundy_tiers_is_folder(folder, strlen(folder)));
  assert_int_equal(rmdir(in_folder("game.txt")), 0);
  (void)snprintf(message, sizeof message, "not a folder of tiers: %s/missing/game.txt is missing",
                 folder);
  expect(grundy_tiers_game_of(in_folder("missing"), &text, &error), &error, GRUNDY_BAD_INPUT,
         message);
  grundy_tiers_free(tiers);
  for (int i = 0; i < 2; i++) {
    assert_int_equal(tiered_try_open(&rules, i == 0 ? "two\nlines" : "\x7f", &named, &error),
                     GRUNDY_OK);
    expect(solve(named, GRUNDY_COLUMN_OUTCOME, &error), &error, GRUNDY_BAD_ARGUMENT,
           "there are control characters in the name of the game");
    grundy_tiers_free(named);
  }
}

/* ---- files ------------------------------------------------------------------------------- */

static char small_tier[] = "1007819.tier";
static const char damaged[] = "the file is damaged; remove it and solve again";

static void expect_refused(grundy_tiers *tiers, grundy_status expected, const char *message) {
  grundy_error error = {0};
  grundy_tiers_entry entry;
  expect(solve(tiers, tiers->columns, &error), &error, expected, message);
  expect(grundy_tiers_find(tiers, "0a", 2, &entry, &error), &error, expected, message);
  assert_string_equal(error.file, in_folder(small_tier));
}

/* The device is full when the buffer of the stream is written for the first time: within the
 * entries, their padding, large numbers or checksums, or when the file is closed. */
static void files_that_cannot_be_written_are_reported(void **state) {
  static const grundy_tier_counts counts = {0};
  for (uint64_t count = 3400; count < 3700; count++)
    for (uint32_t large = 0; large < 4; large++) {
      grundy_tier_table table;
      grundy_error error = {0};
      const grundy_tier_expected expected = {.count = count};
      const grundy_tier_result result = {GRUNDY_COLUMN_REMOTENESS, &table};
      assert_true(grundy_tier_table_start(&table, count, 8));
      for (uint64_t i = 0; i < count; i++)
        assert_true(grundy_tier_table_set(&table, i, i < large ? 300 : 1));
      grundy_tier_table_finish(&table);
      assert_int_equal(table.escape_count, large);
      expect(grundy_tier_file_write("/dev/full", &expected, &counts, &result, 1, &error), &error,
             GRUNDY_IO_ERROR, "cannot write: No space left on device");
      grundy_tier_table_free(&table);
    }
}

static void files_that_are_not_tiers_are_refused(void **state) {
  static const uint32_t outcomes[SMALL];
  grundy_tiers *tiers = open_small(GRUNDY_COLUMN_REMOTENESS);
  const tiered_column other = {GRUNDY_COLUMN_OUTCOME, outcomes};
  tiered_write_file(tiers, 0, &other, 1);
  expect_refused(tiers, GRUNDY_BAD_INPUT,
                 "the file has other columns than its folder; remove it and solve again");
  const tiered_column two[] = {{GRUNDY_COLUMN_REMOTENESS, outcomes},
                               {GRUNDY_COLUMN_GRUNDY, outcomes}};
  tiered_write_file(tiers, 0, two, 2);
  expect_refused(tiers, GRUNDY_BAD_INPUT,
                 "the file has other columns than its folder; remove it and solve again");
  write_file(small_tier, "", 0);
  expect_refused(tiers, GRUNDY_BAD_INPUT,
                 "the file is empty or cannot be mapped; remove it and solve again");
  assert_int_equal(unlink(in_folder(small_tier)), 0);
  assert_int_equal(symlink(small_tier, in_folder(small_tier)), 0);
  expect_refused(tiers, GRUNDY_IO_ERROR, "Too many levels of symbolic links");
  grundy_tiers_free(tiers);
}

/* Changes a word of the header of the only tier, and makes the checksum of the header right again
 * (src/tiers/file.c). */
static void set_word(size_t word, uint64_t number) {
  enum { HEADER = 512 };
  unsigned char bytes[4096], covered[4096];
  uint64_t end;
  FILE *in = fopen(in_folder(small_tier), "rb");
  assert_non_null(in);
  size_t length = fread(bytes, 1, sizeof bytes, in);
  (void)fclose(in);
  memcpy(&end, bytes + 48, sizeof end);
  memcpy(bytes + 8 * word, &number, sizeof number);
  memcpy(covered, bytes, HEADER);
  memcpy(covered + HEADER, bytes + end, length - end - 8);
  XXH64_hash_t sum = XXH3_64bits(covered, HEADER + length - end - 8);
  memcpy(bytes + length - 8, &sum, sizeof sum);
  write_file(small_tier, bytes, length);
}

static void headers_with_right_checksums_are_not_trusted(void **state) {
  static const char other[] =
      "a tier of other rules, arguments or columns; remove it or use another folder";
  static const struct {
    size_t word;
    uint64_t number;
    const char *message;
  } cases[] = {
      {2, 1, other},      /* the identity */
      {3, 1, other},      /**/
      {4, 1, other},      /* the tier */
      {5, 7, other},      /* the indices */
      {7, 5, damaged},    /* more columns than there can be */
      {7, 0, damaged},    /* fewer than there are */
      {17, 2, damaged},   /* the bits of an entry */
      {18, 520, damaged}, /* where the column begins */
      {19, 1, damaged},   /* large numbers beyond the end */
      {19, 1ULL << 60, damaged},
  };
  grundy_tiers *tiers = open_small(GRUNDY_COLUMN_REMOTENESS);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    solve_right(tiers, GRUNDY_COLUMN_REMOTENESS);
    set_word(cases[i].word, cases[i].number);
    expect_refused(tiers, GRUNDY_BAD_INPUT, cases[i].message);
  }
  solve_right(tiers, GRUNDY_COLUMN_REMOTENESS);
  set_word(6, 511); /* the end of the columns, before their beginning */
  expect_refused(tiers, GRUNDY_BAD_INPUT,
                 "the file is truncated or damaged; remove it and solve again");
  grundy_tiers_free(tiers);
}

/* An entry says that its number is in the table of large numbers, which has none. */
static void a_large_number_that_is_missing_is_no_entry(void **state) {
  grundy_error error = {0};
  grundy_tiers_entry entry;
  grundy_tier_table table;
  const grundy_tier_counts counts = {0};
  grundy_tiers *tiers = open_small(GRUNDY_COLUMN_REMOTENESS);
  grundy_tier_expected expected = grundy_tiers_expected(tiers, 0);
  const grundy_tier_result result = {GRUNDY_COLUMN_REMOTENESS, &table};
  assert_true(grundy_tier_table_start(&table, SMALL, 8));
  for (uint64_t i = 0; i < SMALL; i++) table.entries[i] = GRUNDY_TIER_ESCAPED;
  assert_int_equal(
      grundy_tier_file_write(in_folder(small_tier), &expected, &counts, &result, 1, NULL),
      GRUNDY_OK);
  grundy_tier_table_free(&table);
  expect(grundy_tiers_find(tiers, "0a", 2, &entry, &error), &error, GRUNDY_BAD_INPUT,
         "the rules do not rank this position");
  grundy_tiers_free(tiers);
}

/* A file of three blocks with one byte changed: who looks up an entry checks its block only. */
static void blocks_are_checked_one_by_one(void **state) {
  enum { COUNT = 5 << 19, BLOCK = 1 << 20, HEADER = 512 };
  const grundy_tier_expected expected = {.count = COUNT};
  const grundy_tier_counts counts = {0};
  grundy_tier_table table;
  const grundy_tier_result result = {GRUNDY_COLUMN_REMOTENESS, &table};
  folder_empty(folder);
  assert_true(grundy_tier_table_start(&table, COUNT, 8));
  for (uint64_t i = 0; i < COUNT; i++) table.entries[i] = (uint8_t)(i % 251);
  assert_true(grundy_tier_table_set(&table, COUNT - 1, 1000));
  grundy_tier_table_finish(&table);
  assert_int_equal(
      grundy_tier_file_write(in_folder(small_tier), &expected, &counts, &result, 1, NULL),
      GRUNDY_OK);
  grundy_tier_table_free(&table);
  for (int block = -1; block < 3; block++) {
    grundy_tier_file *file = NULL;
    grundy_error error = {0};
    grundy_work work = grundy_work_start(NULL, "checking", 0);
    if (block >= 0) {
      FILE *out = fopen(in_folder(small_tier), "r+b");
      assert_non_null(out);
      assert_int_equal(fseek(out, HEADER + block * BLOCK, SEEK_SET), 0);
      assert_true(putc(255, out) != EOF);
      assert_int_equal(fclose(out), 0);
    }
    assert_int_equal(grundy_tier_file_open(path, &expected, &file, &error), GRUNDY_OK);
    const grundy_tier_column *column = grundy_tier_file_column(file, GRUNDY_COLUMN_REMOTENESS);
    for (int i = 0; i < 3; i++) { /* an entry in the middle of each block */
      grundy_status status =
          grundy_tier_file_check_entry(file, column, (uint64_t)i * BLOCK + 100, &error);
      assert_int_equal(status, i <= block ? GRUNDY_BAD_INPUT : GRUNDY_OK);
    }
    for (unsigned threads = 1; threads <= 3; threads++) {
      grundy_threads_set(threads);
      grundy_status status = grundy_tier_file_check(file, &work, &error);
      assert_int_equal(status, block < 0 ? GRUNDY_OK : GRUNDY_BAD_INPUT);
      if (block >= 0) assert_string_equal(error.message, damaged);
    }
    grundy_threads_set(1);
    grundy_tier_file_close(file);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(tiers_that_are_not_announced_are_refused),
      cmocka_unit_test(tiers_after_the_next_must_be_announced),
      cmocka_unit_test(followers_without_an_entry_are_refused),
      cmocka_unit_test(moves_to_later_indices_without_a_position_are_refused),
      cmocka_unit_test(ranks_must_be_there_and_inside_their_tiers),
      cmocka_unit_test(sampling_reports_wrong_ranks),
      cmocka_unit_test(ends_must_fit_the_game),
      cmocka_unit_test(predecessors_without_a_rank_are_ignored),
      cmocka_unit_test(announced_ends_have_value_0),
      cmocka_unit_test(players_must_move_in_turn),
      cmocka_unit_test(columns_must_exist_for_the_game),
      cmocka_unit_test(positions_without_a_rank_are_not_found),
      cmocka_unit_test(verifying_reports_wrong_ranks),
      cmocka_unit_test(wrong_outcomes_are_found),
      cmocka_unit_test(wrong_values_and_counters_are_found),
      cmocka_unit_test(samples_are_checked_without_counters),
      cmocka_unit_test(the_first_violation_is_reported_for_any_threads),
      cmocka_unit_test(followers_of_infinite_positions_must_have_entries),
      cmocka_unit_test(verifying_needs_a_folder),
      cmocka_unit_test(a_file_that_does_not_describe_a_folder_is_refused),
      cmocka_unit_test(paths_that_cannot_be_folders_are_refused),
      cmocka_unit_test(files_that_cannot_be_written_are_reported),
      cmocka_unit_test(files_that_are_not_tiers_are_refused),
      cmocka_unit_test(headers_with_right_checksums_are_not_trusted),
      cmocka_unit_test(a_large_number_that_is_missing_is_no_entry),
      cmocka_unit_test(blocks_are_checked_one_by_one),
  };
  return cmocka_run_group_tests(tests, make_folder, tiered_remove_folder);
}
