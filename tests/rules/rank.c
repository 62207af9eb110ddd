/* Ranks: the helpers of <grundy/rank.h> and their counterparts in Lua number everything once and in
 * order, and refuse what does not fit; rule sets have all functions of ranks or none; operators
 * keep or drop them. */

#include <grundy/rank.h>
#include <grundy/rules.h>

#include "rules/impl.h"
#include "rules/operators.h"
#include "support/test.h"

/* ---- counting by enumeration ----------------------------------------------------------------- */

static void sets_are_numbered_as_binary_numbers(void **state) {
  for (unsigned n = 0; n <= 12; n++)
    for (unsigned k = 0; k <= n; k++) {
      uint64_t rank = 0, found;
      for (uint64_t set = 0; set < UINT64_C(1) << n; set++) {
        if ((unsigned)__builtin_popcountll(set) != k) continue;
        assert_int_equal(grundy_rank_set(set), rank);
        assert_true(grundy_unrank_set(n, k, rank++, &found));
        assert_int_equal(found, set);
      }
      assert_int_equal(grundy_count_sets(n, k), rank);
      assert_false(grundy_unrank_set(n, k, rank, &found));
    }
  assert_int_equal(grundy_count_sets(3, 4), 0);
}

static void large_sets_are_numbered(void **state) {
  uint64_t set = 0;
  assert_int_equal(grundy_rank_set(UINT64_MAX), 0);
  assert_int_equal(grundy_rank_set(UINT64_C(0xffffffff) << 32), grundy_count_sets(64, 32) - 1);
  assert_true(grundy_unrank_set(64, 32, grundy_count_sets(64, 32) - 1, &set));
  assert_int_equal(set, UINT64_C(0xffffffff) << 32);
  assert_false(grundy_unrank_set(65, 1, 0, &set));
}

/* Advances to the next sequence of n digits below `base`; false after the last. */
static bool next_digits(uint32_t *digits, size_t n, uint32_t base) {
  for (size_t i = n; i-- > 0; digits[i] = 0)
    if (++digits[i] < base) return true;
  return false;
}

static void multisets_are_numbered_in_lexicographic_order(void **state) {
  for (size_t n = 0; n <= 4; n++)
    for (uint32_t k = 0; k <= 6; k++) {
      uint32_t items[4] = {0}, found[4];
      uint64_t rank = 0;
      do {
        uint32_t sum = 0;
        for (size_t i = 0; i < n; i++) sum += items[i];
        if (sum != k) continue;
        assert_int_equal(grundy_rank_multiset(items, n), rank);
        assert_true(grundy_unrank_multiset(n, k, rank++, found));
        assert_memory_equal(found, items, n * sizeof *items);
      } while (next_digits(items, n, k + 1));
      assert_int_equal(grundy_count_multisets(n, k), rank);
      assert_false(grundy_unrank_multiset(n, k, rank, found));
    }
}

static void words_are_numbered_in_lexicographic_order(void **state) {
  for (uint32_t code = 0; code < 4 * 4 * 4; code++) {
    const uint32_t counts[3] = {code % 4, code / 4 % 4, code / 16};
    size_t length = counts[0] + counts[1] + counts[2];
    uint32_t digits[9] = {0};
    uint64_t rank = 0;
    uint8_t found[9];
    if (length > 6) continue;
    do {
      uint8_t word[9];
      uint32_t has[3] = {0};
      for (size_t i = 0; i < length; i++) word[i] = (uint8_t)digits[i], has[digits[i]]++;
      if (memcmp(has, counts, sizeof has) != 0) continue;
      assert_int_equal(grundy_rank_word(word, length, 3), rank);
      assert_true(grundy_unrank_word(counts, 3, rank++, found));
      assert_memory_equal(found, word, length);
    } while (next_digits(digits, length, 3));
    assert_int_equal(grundy_count_words(counts, 3), rank);
    assert_false(grundy_unrank_word(counts, 3, rank, found));
  }
  assert_int_equal(grundy_rank_word((const uint8_t[]){0, 3}, 2, 3), GRUNDY_RANK_TOO_LARGE);
}

static void digits_are_numbered_in_lexicographic_order(void **state) {
  const uint64_t bounds[3] = {3, 1, 4};
  uint64_t digits[3], rank = 0;
  for (digits[0] = 0; digits[0] < 3; digits[0]++)
    for (digits[1] = 0; digits[1] < 1; digits[1]++)
      for (digits[2] = 0; digits[2] < 4; digits[2]++) {
        uint64_t found[3];
        assert_int_equal(grundy_rank_digits(digits, bounds, 3), rank);
        assert_true(grundy_unrank_digits(bounds, 3, rank++, found));
        assert_memory_equal(found, digits, sizeof digits);
      }
  assert_int_equal(grundy_count_digits(bounds, 3), rank);
  assert_false(grundy_unrank_digits(bounds, 3, rank, digits));
  assert_int_equal(grundy_rank_digits((const uint64_t[]){0, 1, 0}, bounds, 3),
                   GRUNDY_RANK_TOO_LARGE);
  assert_int_equal(grundy_count_digits((const uint64_t[]){UINT64_MAX, 0}, 2), 0);
}

/* The boards of all numbers of marks, as ternary numbers. */
static void marks_are_numbered_as_ternary_numbers(void **state) {
  enum { PLACES = 6, BOARDS = 729 };
  static grundy_marks_table table;
  uint64_t ranks[PLACES + 1][PLACES + 1] = {0};
  grundy_marks_fill(&table, PLACES);
  for (unsigned board = 0; board < BOARDS; board++) {
    uint32_t x = 0, o = 0, found_x = 0, found_o = 0;
    for (unsigned j = 0, rest = board; j < PLACES; j++, rest /= 3) {
      if (rest % 3 == 1) x |= 1u << j;
      if (rest % 3 == 2) o |= 1u << j;
    }
    unsigned a = (unsigned)__builtin_popcount(x), b = (unsigned)__builtin_popcount(o);
    grundy_marks_rank left = {a, b, ranks[a][b]++};
    assert_int_equal(grundy_rank_marks(&table, x, o), left.rank);
    grundy_unrank_marks(&table, 0, PLACES, &left, &found_x, &found_o);
    assert_int_equal(found_x, x);
    assert_int_equal(found_o, o);
  }
  for (unsigned a = 0; a <= PLACES; a++)
    for (unsigned b = 0; a + b <= PLACES; b++)
      assert_int_equal(table.ways[PLACES][a][b], ranks[a][b]);
}

static void boards_of_32_places_have_ranks(void **state) {
  static grundy_marks_table table;
  uint32_t x = 0, o = 0;
  uint64_t all = 0;
  grundy_marks_fill(&table, 32);
  for (unsigned a = 0; a <= 32; a++)
    for (unsigned b = 0; a + b <= 32; b++) all += table.ways[32][a][b];
  assert_int_equal(all, UINT64_C(1853020188851841)); /* 3^32 */
  uint64_t last = table.ways[32][10][11] - 1;
  assert_int_equal(grundy_rank_marks(&table, 0x001ff800, 0xffe00000), last);
  grundy_unrank_marks(&table, 0, 32, &(grundy_marks_rank){10, 11, last}, &x, &o);
  assert_int_equal(x, 0x001ff800);
  assert_int_equal(o, 0xffe00000);
}

/* The largest numbers that fit are exact, and the next ones are refused. */
static void numbers_that_do_not_fit_are_refused(void **state) {
  uint32_t items[70] = {0}, found[70];
  uint8_t word[100];
  assert_int_equal(grundy_count_sets(67, 33), UINT64_C(14226520737620288370));
  assert_int_equal(grundy_count_sets(68, 34), GRUNDY_RANK_TOO_LARGE);
  assert_int_equal(grundy_count_sets(UINT64_C(6074001000), 2), UINT64_C(18446744070963499500));
  assert_int_equal(grundy_count_sets(UINT64_C(6074001001), 2), GRUNDY_RANK_TOO_LARGE);
  assert_int_equal(grundy_count_sets(UINT64_C(1) << 40, 3), GRUNDY_RANK_TOO_LARGE);
  assert_int_equal(grundy_count_sets(UINT64_MAX - 1, 1), UINT64_MAX - 1);
  assert_int_equal(grundy_count_sets(UINT64_MAX, UINT64_MAX), 1);
  assert_int_equal(grundy_count_multisets(UINT64_MAX, 2), GRUNDY_RANK_TOO_LARGE);
  for (size_t i = 0; i < 70; i++) items[i] = 1;
  assert_int_equal(grundy_rank_multiset(items, 70), GRUNDY_RANK_TOO_LARGE);
  assert_false(grundy_unrank_multiset(70, 70, 0, found));
  const uint32_t counts[2] = {50, 50};
  assert_int_equal(grundy_count_words(counts, 2), GRUNDY_RANK_TOO_LARGE);
  assert_false(grundy_unrank_word(counts, 2, 0, word));
  for (size_t i = 0; i < 100; i++) word[i] = i % 2;
  assert_int_equal(grundy_rank_word(word, 100, 2), GRUNDY_RANK_TOO_LARGE);
  const uint64_t bounds[2] = {UINT64_C(1) << 32, UINT64_C(1) << 32}, digits[2] = {0};
  assert_int_equal(grundy_count_digits(bounds, 2), GRUNDY_RANK_TOO_LARGE);
  assert_int_equal(grundy_rank_digits(digits, bounds, 2), GRUNDY_RANK_TOO_LARGE);
}

/* ---- in Lua -----------------------------------------------------------------------------------
 */

static grundy_status open_text(const char *source, grundy_ruleset **ruleset, grundy_error *error) {
  grundy_ruleset_options options = {0};
  return grundy_script_open("game.lua", source, strlen(source), "", &options, ruleset, error);
}

/* Expects that the expression is true in a script. */
static void assert_holds(const char *expression) {
  char source[512];
  grundy_ruleset *ruleset = NULL;
  grundy_error error = {0};
  (void)snprintf(source, sizeof source,
                 "assert(%s)\nreturn { start = function() return 0 end,\n"
                 "moves = function() return {} end }",
                 expression);
  if (open_text(source, &ruleset, &error) != GRUNDY_OK)
    fail_msg("%s: %s", expression, error.message);
  grundy_ruleset_close(ruleset);
}

static void scripts_have_the_same_functions(void **state) {
  static const char *const expressions[] = {
      "ranking.sets.count(16, 8) == 12870",
      "ranking.sets.rank(5) == 1 and ranking.sets.unrank(3, 2, 1) == 5",
      "ranking.sets.unrank(3, 2, 3) == nil",
      "ranking.multisets.count(3, 2) == 6",
      "ranking.multisets.rank({ 1, 0, 1 }) == 3",
      "table.concat(ranking.multisets.unrank(3, 2, 3), ',') == '1,0,1'",
      "ranking.multisets.unrank(3, 2, 6) == nil",
      "ranking.words.count({ 5, 2, 2 }) == 756",
      "ranking.words.rank('XO.', '.XO') == 3",
      "ranking.words.rank('XY.', '.XO') == nil",
      "ranking.words.unrank({ 1, 1, 1 }, '.XO', 3) == 'XO.'",
      "ranking.words.unrank({ 1, 1, 1 }, '.XO', 6) == nil",
      "ranking.digits.count({ 2, 3, 4 }) == 24",
      "ranking.digits.rank({ 1, 0, 2 }, { 2, 3, 4 }) == 14",
      "ranking.digits.rank({ 1, 3, 2 }, { 2, 3, 4 }) == nil",
      "table.concat(ranking.digits.unrank({ 2, 3, 4 }, 14), ',') == '1,0,2'",
      "ranking.digits.unrank({ 2, 3, 4 }, 24) == nil",
  };
  for (size_t i = 0; i < sizeof expressions / sizeof *expressions; i++)
    assert_holds(expressions[i]);
}

/* Expects that the rules are refused with these words. */
static void assert_refused(const char *source, const char *words) {
  grundy_ruleset *ruleset = NULL;
  grundy_error error = {0};
  assert_int_equal(open_text(source, &ruleset, &error), GRUNDY_BAD_INPUT);
  if (strstr(error.message, words) == NULL)
    fail_msg("'%s' does not contain '%s'", error.message, words);
  assert_null(ruleset);
}

static void scripts_are_told_what_does_not_fit(void **state) {
  static const char *const calls[][2] = {
      {"ranking.sets.count(70, 35)", "the number does not fit into 63 bits"},
      {"ranking.sets.count(-1, 0)", "expected an integer from 0"},
      {"ranking.sets.unrank(65, 1, 0)", "too large"},
      {"ranking.multisets.rank({ 1, -1 })", "expected integers from 0"},
      {"ranking.multisets.unrank(2, 65536, 0)", "too large"},
      {"ranking.multisets.count(4096, 60)", "the number does not fit into 63 bits"},
      {"ranking.words.count({ 50, 50 })", "the number does not fit into 63 bits"},
      {"ranking.words.count({ 4000, 4000 })", "too long a word"},
      {"ranking.words.unrank({ 1, 1 }, 'abc', 0)", "expected one letter for each number"},
      {"ranking.digits.rank({ 1 }, { 2, 2 })", "expected one bound for each digit"},
      {"ranking.digits.count({ 1 << 32, 1 << 32 })", "the number does not fit into 63 bits"},
      {"ranking.digits.count({ 1.5 })", "expected integers from 0"},
      {"ranking.digits.count({ 'x' })", "expected integers from 0"},
      {"ranking.multisets.rank({ 65536 })", "an entry is too large"},
      {"local t = {} for i = 1, 4097 do t[i] = 0 end ranking.digits.count(t)", "too long an array"},
      {"local t = {} for i = 1, 257 do t[i] = 0 end ranking.words.count(t)", "too many letters"},
      {"ranking.words.rank(('x'):rep(4097), 'x')", "too long a word"},
      {"ranking.words.rank('x', ('x'):rep(257))", "too many letters"},
  };
  for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
    assert_refused(calls[i][0], calls[i][1]);
}

/* ---- rule sets --------------------------------------------------------------------------------
 */

#define ONE_HEAP                                                                                   \
  "return { start = function() return 4 end,\n"                                                    \
  "moves = function(n) return n > 0 and { n - 1 } or {} end,\n"

static void a_script_has_all_functions_of_ranks_or_none(void **state) {
  assert_refused(ONE_HEAP "rank = function(n) return 0, n end }",
                 "these rules have ranks, but no count; expected count, rank, unrank and tiers");
  assert_refused(ONE_HEAP "unmoves = function(n) return {} end }", "no count");
  assert_refused(ONE_HEAP "count = function() return 5 end, rank = function(n) return 0, n end,\n"
                          "unrank = function(t, i) return i end }",
                 "no tiers");
  assert_refused(ONE_HEAP "count = 5 }", "has number as count; expected a function");
}

static void ignore_tier(void *to, uint64_t tier) {
  (void)tier;
  *(bool *)to = true;
}

static void ignore_position(void *to, grundy_position position) {
  (void)position;
  *(bool *)to = true;
}

/* Tiers and indices of other rules may not fit into integers of Lua. */
static void a_script_has_no_ranks_above_63_bits(void **state) {
  static const uint64_t largest = INT64_MAX, above = UINT64_C(1) << 63;
  grundy_ruleset *ruleset = NULL;
  uint64_t count = 77;
  bool is_called = false;
  assert_int_equal(open_text(ONE_HEAP "count = function() return 5 end,\n"
                                      "rank = function(n) return 0, n end,\n"
                                      "unrank = function(t, i) return 1 end,\n"
                                      "tiers = function(t) return { 1 } end }",
                             &ruleset, NULL),
                   GRUNDY_OK);
  assert_int_equal(ruleset->kind->count(ruleset, largest, &count, NULL), GRUNDY_OK);
  assert_int_equal(count, 5);
  assert_int_equal(ruleset->kind->count(ruleset, above, &count, NULL), GRUNDY_OK);
  assert_int_equal(count, 0);
  const uint64_t pairs[][2] = {{above, 0}, {0, above}, {largest, largest}};
  for (int i = 0; i < 3; i++) {
    assert_int_equal(
        ruleset->kind->unrank(ruleset, pairs[i][0], pairs[i][1], ignore_position, &is_called, NULL),
        GRUNDY_OK);
    assert_int_equal(is_called, i == 2);
  }
  is_called = false;
  assert_int_equal(ruleset->kind->tiers(ruleset, above, ignore_tier, &is_called, NULL), GRUNDY_OK);
  assert_false(is_called);
  assert_int_equal(ruleset->kind->tiers(ruleset, largest, ignore_tier, &is_called, NULL),
                   GRUNDY_OK);
  assert_true(is_called);
  grundy_ruleset_close(ruleset);
}

static bool has_rank(const void *game, const void *position, uint64_t *tier, uint64_t *index) {
  (void)game, (void)position;
  *tier = *index = 0;
  return true;
}

static void compiled_rules_have_all_functions_of_ranks_or_none(void **state) {
  grundy_gallery_game game;
  grundy_ruleset *ruleset = NULL;
  grundy_error error = {0};
  assert_true(grundy_gallery_find("fair-shares", strlen("fair-shares"), &game));
  grundy_rules half = *game.rules;
  half.rank = has_rank;
  assert_int_equal(grundy_compiled_linked("half", &half, "6", &ruleset, &error), GRUNDY_BAD_INPUT);
  assert_non_null(strstr(error.message, "these rules have ranks, but no count"));
}

static grundy_ruleset *open_game(const char *name, const char *arguments) {
  grundy_ruleset *ruleset = NULL;
  grundy_ruleset_options options = {0};
  grundy_error error = {0};
  if (grundy_gallery_open(name, arguments, &options, &ruleset, &error) != GRUNDY_OK)
    fail_msg("%s", error.message);
  return ruleset;
}

static void unknown_games_are_not_opened(void **state) {
  grundy_ruleset *ruleset = NULL;
  grundy_ruleset_options options = {0};
  grundy_error error = {0};
  assert_int_equal(grundy_gallery_open("quixote", "", &options, &ruleset, &error),
                   GRUNDY_BAD_INPUT);
  assert_int_equal(error.reason, GRUNDY_REASON_NO_GAME);
}

static void block_has_no_ranks(void **state) {
  grundy_ruleset *blocked = NULL;
  assert_int_equal(grundy_rule_operator_block(open_game("quixo", "2"), 1, &blocked, NULL),
                   GRUNDY_OK);
  assert_false(blocked->has_ranks || blocked->has_unmoves);
  grundy_ruleset_close(blocked);
}

/* Where a test keeps what it is handed. */
typedef struct handed {
  uint64_t tiers[8];
  size_t count;
  unsigned char bytes[64];
  size_t length;
} handed;

static void take_tier(void *to, uint64_t tier) {
  handed *h = to;
  h->tiers[h->count++] = tier;
}

static void take_position(void *to, grundy_position position) {
  handed *h = to;
  memcpy(h->bytes, position.bytes, position.length);
  h->length = position.length;
}

/* Tier 0 of quixo has the empty board; with a pass it is followed by two tiers, 0 without the pass
 * and that of one mark. */
static void a_pass_makes_tiers_of_its_own(void **state) {
  grundy_ruleset *passed = NULL;
  handed h = {0};
  grundy_position_rank rank;
  uint64_t count;
  grundy_ruleset *inner = open_game("quixo", "2");
  inner->is_seen_by_mover = false; /* as if a pass did not have to turn the board around */
  assert_int_equal(grundy_rule_operator_pass(inner, 1, &passed, NULL), GRUNDY_OK);
  assert_true(passed->has_ranks && passed->has_unmoves);
  assert_int_equal(grundy_ruleset_start(passed, take_position, &h, NULL), GRUNDY_OK);
  grundy_position start = {h.bytes, h.length};
  assert_int_equal(passed->kind->rank(passed, start, &rank, NULL), GRUNDY_OK);
  assert_true(rank.exists && rank.tier == 1 && rank.index == 0);
  assert_int_equal(passed->kind->count(passed, 3, &count, NULL), GRUNDY_OK);
  assert_int_equal(count, 8); /* one of four cells, for either player */
  assert_int_equal(passed->kind->tiers(passed, 1, take_tier, &h, NULL), GRUNDY_OK);
  assert_int_equal(h.count, 2);
  assert_true((h.tiers[0] == 3 && h.tiers[1] == 0) || (h.tiers[0] == 0 && h.tiers[1] == 3));
  h.length = 0;
  assert_int_equal(passed->kind->unrank(passed, 3, 8, take_position, &h, NULL), GRUNDY_OK);
  assert_int_equal(h.length, 0);
  /* Without the pass, the position with the pass leads to it, in canonical form, too. */
  start = (grundy_position){"\0\0\0\0\0\0\0\0\0", passed->bytes};
  assert_int_equal(passed->kind->unmoves(passed, start, true, take_position, &h, NULL), GRUNDY_OK);
  assert_int_equal(h.length, passed->bytes);
  assert_int_equal(h.bytes[h.length - 1], 1);
  grundy_ruleset_close(passed);
}

static uint64_t huge_count(const void *game, uint64_t tier) {
  (void)game, (void)tier;
  return 1;
}

static bool huge_rank(const void *game, const void *position, uint64_t *tier, uint64_t *index) {
  (void)game, (void)position;
  *tier = UINT64_MAX;
  *index = 0;
  return true;
}

static bool no_unrank(const void *game, uint64_t tier, uint64_t index, void *position) {
  (void)game, (void)tier, (void)index, (void)position;
  return false;
}

static void no_tiers(const void *game, uint64_t tier, void (*emit)(void *to, uint64_t tier),
                     void *to) {
  (void)game, (void)tier, (void)emit, (void)to;
}

static void a_tier_that_is_too_large_for_a_pass_is_an_error(void **state) {
  grundy_gallery_game game;
  grundy_ruleset *inner = NULL, *passed = NULL;
  grundy_position_rank rank;
  grundy_error error = {0};
  handed h = {0};
  assert_true(grundy_gallery_find("fair-shares", strlen("fair-shares"), &game));
  grundy_rules rules = *game.rules;
  rules.count = huge_count, rules.rank = huge_rank, rules.unrank = no_unrank;
  rules.tiers = no_tiers;
  assert_int_equal(grundy_compiled_linked("huge", &rules, "6", &inner, NULL), GRUNDY_OK);
  assert_int_equal(grundy_rule_operator_pass(inner, 1, &passed, NULL), GRUNDY_OK);
  assert_true(passed->has_ranks && !passed->has_unmoves);
  assert_int_equal(grundy_ruleset_start(passed, take_position, &h, NULL), GRUNDY_OK);
  assert_int_equal(passed->kind->rank(passed, (grundy_position){h.bytes, h.length}, &rank, &error),
                   GRUNDY_UNABLE);
  assert_non_null(strstr(error.message, "too large for a pass"));
  grundy_ruleset_close(passed);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(sets_are_numbered_as_binary_numbers),
      cmocka_unit_test(large_sets_are_numbered),
      cmocka_unit_test(multisets_are_numbered_in_lexicographic_order),
      cmocka_unit_test(words_are_numbered_in_lexicographic_order),
      cmocka_unit_test(digits_are_numbered_in_lexicographic_order),
      cmocka_unit_test(marks_are_numbered_as_ternary_numbers),
      cmocka_unit_test(boards_of_32_places_have_ranks),
      cmocka_unit_test(numbers_that_do_not_fit_are_refused),
      cmocka_unit_test(scripts_have_the_same_functions),
      cmocka_unit_test(scripts_are_told_what_does_not_fit),
      cmocka_unit_test(a_script_has_all_functions_of_ranks_or_none),
      cmocka_unit_test(a_script_has_no_ranks_above_63_bits),
      cmocka_unit_test(compiled_rules_have_all_functions_of_ranks_or_none),
      cmocka_unit_test(unknown_games_are_not_opened),
      cmocka_unit_test(block_has_no_ranks),
      cmocka_unit_test(a_pass_makes_tiers_of_its_own),
      cmocka_unit_test(a_tier_that_is_too_large_for_a_pass_is_an_error),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
