/* Heaps as components: evaluations of their sums, and moves in words. */

#include "support/games.h"
#include "support/test.h"

#include <grundy/game.h>

static grundy_expression *open_text(const char *text, grundy_play play) {
  grundy_expression *expression = NULL;
  grundy_expression_options options = {.size = sizeof options, .play = play};
  grundy_error error = {0};
  if (grundy_expression_open(text, &options, &expression, &error) != GRUNDY_OK)
    fail_msg("%s: column %d: %s", text, (int)error.column, error.message);
  return expression;
}

static grundy_evaluation evaluation_of(const char *text, grundy_play play) {
  grundy_expression *expression = open_text(text, play);
  grundy_evaluation evaluation;
  assert_int_equal(
      grundy_compound_evaluate(grundy_expression_compound(expression), NULL, &evaluation, NULL),
      GRUNDY_OK);
  grundy_expression_free(expression);
  return evaluation;
}

/* Heaps in one component form a sum, like heaps in several components. */
static void several_heaps_are_a_sum(void **state) {
  static const char *const pairs[][2] = {
      {"kayles:3,4", "kayles:3 + kayles:4"},
      {"grundy:9,5", "grundy:9 + grundy:5"},
      {"0.137:6,6", "0.137:6 + 0.137:6"},
      {"lasker:4,3,1", "lasker:4 + lasker:3 + lasker:1"},
  };
  for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
    for (int play = 0; play < 2; play++) {
      grundy_evaluation one = evaluation_of(pairs[i][0], (grundy_play)play);
      grundy_evaluation several = evaluation_of(pairs[i][1], (grundy_play)play);
      assert_int_equal(one.outcome, several.outcome);
      assert_int_equal(one.remoteness, several.remoteness);
      assert_int_equal(one.distance, several.distance);
      if (play == GRUNDY_NORMAL_PLAY) assert_int_equal(one.value, several.value);
    }
}

static void nim_of_both_kinds_is_the_same(void **state) {
  grundy_evaluation coded = evaluation_of("0.3...:5", GRUNDY_NORMAL_PLAY);
  grundy_evaluation nim = evaluation_of("nim:5", GRUNDY_NORMAL_PLAY);
  assert_int_equal(coded.value, nim.value);
  assert_int_equal(coded.remoteness, nim.remoteness);
  assert_int_equal(coded.distance, nim.distance);
}

/* The value of a large heap gives its outcome and a winning move. */
static void large_heaps_are_won_by_their_values(void **state) {
  static const char *const texts[] = {"0.156:1000", "officers:900 + nim:2",
                                      "kayles:500 | grundy:300"};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    grundy_expression *expression = open_text(texts[i], GRUNDY_NORMAL_PLAY);
    grundy_compound *c = grundy_expression_compound(expression);
    grundy_evaluation evaluation;
    grundy_moves *best = NULL;
    assert_int_equal(grundy_compound_best(c, 1, NULL, &evaluation, &best, NULL), GRUNDY_OK);
    assert_int_equal(evaluation.outcome, 'N');
    assert_true(evaluation.remoteness == GRUNDY_UNKNOWN);
    assert_int_equal(grundy_moves_count(best), 1);
    grundy_move move = grundy_moves_get(best, 0);
    assert_int_equal(grundy_compound_move(c, move.steps, move.count, NULL), GRUNDY_OK);
    assert_int_equal(grundy_compound_evaluate(c, NULL, &evaluation, NULL), GRUNDY_OK);
    assert_int_equal(evaluation.outcome, 'P');
    grundy_moves_free(best);
    grundy_expression_free(expression);
  }
}

/* Finds the outcome of a sum in misère play by a search that knows nothing of quotients. */
static grundy_outcome searched(const grundy_heap_code *code, const uint32_t *sizes,
                               uint64_t count) {
  grundy_outcome outcome = 0;
  uint64_t positions = 0;
  assert_int_equal(
      grundy_heaps_misere(code, sizes, count, UINT64_C(1) << 40, NULL, &outcome, &positions, NULL),
      GRUNDY_OK);
  return outcome;
}

/* Reads the heaps of a position such as 2,3 behind those that are there. */
static void add_heaps(const grundy_compound *c, uint32_t component, uint64_t position,
                      uint32_t *sizes, uint64_t *count) {
  char name[64];
  assert_true(grundy_compound_name(c, component, position, name, sizeof name) < sizeof name);
  for (char *at = name, *end; *at != '\0'; at = *end == ',' ? end + 1 : end)
    sizes[(*count)++] = (uint32_t)strtoul(at, &end, 10);
}

/* Quotients decide sums in misère play without a search, and their winning moves win. */
static void misere_sums_are_won_by_quotients(void **state) {
  grundy_random random = grundy_random_new(test_seed());
  uint64_t decided = 0, won = 0;
  for (uint64_t round = 0; round < test_scaled(400); round++) {
    char code[16], text[96];
    uint32_t sizes[3];
    (void)snprintf(code, sizeof code, "0.%d%d%d", (int)grundy_random_below(&random, 8),
                   (int)grundy_random_below(&random, 8), 1 + (int)grundy_random_below(&random, 7));
    for (int i = 0; i < 3; i++) sizes[i] = 1 + (uint32_t)grundy_random_below(&random, 9);
    (void)snprintf(text, sizeof text, "%s:%d,%d + %s:%d", code, (int)sizes[0], (int)sizes[1], code,
                   (int)sizes[2]);
    grundy_heap_code *rules = NULL;
    assert_int_equal(grundy_heap_code_parse(code, strlen(code), &rules, NULL), GRUNDY_OK);
    grundy_expression *expression = open_text(text, GRUNDY_MISERE_PLAY);
    grundy_compound *c = grundy_expression_compound(expression);
    grundy_search_options never = {.size = sizeof never, .never = true};
    grundy_evaluation evaluation;
    grundy_moves *best = NULL;
    assert_int_equal(grundy_compound_best(c, 100, &never, &evaluation, &best, NULL), GRUNDY_OK);
    if (evaluation.quotient != NULL) {
      decided++;
      assert_int_equal(evaluation.outcome, searched(rules, sizes, 3));
      assert_true(evaluation.ends);
    }
    for (uint64_t i = 0; evaluation.outcome == 'N' && i < grundy_moves_count(best); i++) {
      grundy_move move = grundy_moves_get(best, i);
      uint32_t after[16];
      uint64_t count = 0;
      for (uint32_t k = 0; k < 2; k++)
        add_heaps(c, k,
                  move.steps[0].component == k ? move.steps[0].to : grundy_compound_position(c, k),
                  after, &count);
      assert_int_equal(searched(rules, after, count), 'P');
      won++;
    }
    grundy_moves_free(best);
    grundy_expression_free(expression);
    grundy_heap_code_free(rules);
  }
  assert_true(decided > 0 && won > 0);
}

/* Heaps that no search could reach, and a mixture that has no quotient. */
static void large_misere_sums_are_decided(void **state) {
  grundy_evaluation large = evaluation_of("kayles:5000,300 + kayles:77", GRUNDY_MISERE_PLAY);
  assert_int_equal(large.outcome, 'N');
  assert_string_equal(large.outcome_origin.theorem, "[PS08]");
  grundy_evaluation mixed = evaluation_of("kayles:5 + nim:3", GRUNDY_MISERE_PLAY);
  assert_null(mixed.quotient);
  assert_int_equal(mixed.outcome, evaluation_of("nim:3 + kayles:5", GRUNDY_MISERE_PLAY).outcome);
}

static void assert_words(const char *text, const char *to, const char *expected) {
  grundy_expression *expression = open_text(text, GRUNDY_NORMAL_PLAY);
  grundy_compound *c = grundy_expression_compound(expression);
  grundy_component game = grundy_compound_component(c, 0);
  uint64_t position;
  char words[128];
  assert_int_equal(game.kind->find_position(game.data, to, strlen(to), &position, NULL), GRUNDY_OK);
  size_t length = game.kind->describe_move(game.data, grundy_compound_position(c, 0), position,
                                           words, sizeof words);
  assert_string_equal(words, expected);
  assert_int_equal(length, strlen(expected));
  grundy_expression_free(expression);
}

static void moves_are_described_in_words(void **state) {
  assert_words("kayles:7", "2,3", "take 2 from 7 leaving 2 and 3");
  assert_words("kayles:7", "6", "take 1 from 7 leaving 6");
  assert_words("kayles:2", "0", "take 2 from 2");
  assert_words("kayles:3,5", "3", "");
  assert_words("kayles:1,5", "5", "take 1 from 1");
  assert_words("kayles:2,5", "2,2,2", "take 1 from 5 leaving 2 and 2");
  assert_words("grundy:7", "3,4", "split 7 into 3 and 4");
  assert_words("0.8:7", "1,2,3", "take 1 from 7 leaving 1, 2 and 3");
}

static void invalid_positions_are_rejected(void **state) {
  static const char *const texts[] = {"kayles:x", "kayles:2,,3", "kayles:,",   "kayles:10000001",
                                      "kayles 3", "0.7z!:3",     "allbut{2:3", "allbut{2}",
                                      "kayle:3",  "0.(3):2",     "kayles:2;3"};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    grundy_expression *expression = NULL;
    grundy_error error = {0};
    assert_int_not_equal(grundy_expression_open(texts[i], NULL, &expression, &error), GRUNDY_OK);
    assert_null(expression);
    assert_string_equal(error.file, "expression");
    assert_true(error.column > 0 && error.message[0] != '\0');
  }
}

/* monitors */

/* Allows everything except lists of moves, from a certain moment on. */
static bool goes_on(void *context, const char *phase, uint64_t done, uint64_t total) {
  const bool *stops = context;
  (void)done, (void)total;
  return !*stops || strcmp(phase, "listing moves") != 0;
}

static void exploring_can_be_cancelled(void **state) {
  bool stops = true;
  grundy_monitor monitor = {.tick = goes_on, .context = &stops};
  grundy_expression_options options = {.size = sizeof options, .monitor = &monitor};
  grundy_expression *expression = NULL;
  assert_int_equal(grundy_expression_open("kayles:20", &options, &expression, NULL),
                   GRUNDY_CANCELLED);
}

/* A single list of moves can take long. */
static void listing_can_be_cancelled(void **state) {
  bool stops = false;
  grundy_monitor monitor = {.tick = goes_on, .context = &stops};
  grundy_expression_options options = {.size = sizeof options, .monitor = &monitor};
  grundy_expression *expression = NULL;
  grundy_evaluation evaluation;
  grundy_moves *best = NULL;
  assert_int_equal(grundy_expression_open("0.3...:1500000", &options, &expression, NULL),
                   GRUNDY_OK);
  stops = true;
  grundy_compound *c = grundy_expression_compound(expression);
  assert_int_equal(grundy_compound_best(c, 1, NULL, &evaluation, &best, NULL), GRUNDY_CANCELLED);
  grundy_expression_free(expression);
}

/* A list that was not made is not an empty list. */
static void exploring_a_compound_finds_more_than_its_components_tell(void **state) {
  bool stops = false;
  grundy_monitor monitor = {.tick = goes_on, .context = &stops};
  grundy_expression_options options = {.size = sizeof options, .monitor = &monitor};
  grundy_expression *expression = NULL;
  grundy_digraph *g = NULL;
  assert_int_equal(grundy_expression_open("0.3...:1500000", &options, &expression, NULL),
                   GRUNDY_OK);
  stops = true;
  grundy_compound *c = grundy_expression_compound(expression);
  assert_int_equal(grundy_compound_explore(c, 1000, NULL, &g, NULL), GRUNDY_CANCELLED);
  grundy_expression_free(expression);
}

/* Finitely many, whatever they are. */
/* Next to an ordinal, the rest of a sum needs a value, and a counter for a win that ends. */
static void the_rest_of_a_sum_with_an_ordinal_is_searched_for_its_value(void **state) {
  static const struct {
    const char *text;
    bool never, is_known, ends;
  } cases[] = {
      {"ordinal:w + nim:3", true, true, true},
      {"ordinal:w + (take{1}:2 & take{1}:2)", true, true, false}, /* 0, as it is a P-position */
      {"ordinal:w + (take{1}:2 & take{1}:2)", false, true, true},
      {"ordinal:w + (nim:2 & nim:3)", true, false, false},
      {"ordinal:w + (nim:2 & nim:3)", false, true, true},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    grundy_search_options options = GRUNDY_OPTIONS(grundy_search_options, .never = cases[i].never);
    grundy_evaluation evaluation;
    grundy_expression *expression = open_text(cases[i].text, GRUNDY_NORMAL_PLAY);
    grundy_compound *c = grundy_expression_compound(expression);
    assert_int_equal(grundy_compound_evaluate(c, &options, &evaluation, NULL), GRUNDY_OK);
    assert_int_equal(evaluation.outcome,
                     cases[i].is_known ? GRUNDY_OUTCOME_N : GRUNDY_OUTCOME_NONE);
    assert_int_equal(evaluation.ends, cases[i].ends);
    grundy_expression_free(expression);
  }
}

static void too_many_sums_are_not_searched(void **state) {
  grundy_expression *expression = open_text("0.07:60 + 0.07:61", GRUNDY_MISERE_PLAY);
  grundy_compound *c = grundy_expression_compound(expression);
  grundy_evaluation evaluation;
  assert_int_equal(grundy_compound_evaluate(c, NULL, &evaluation, NULL), GRUNDY_OK);
  assert_true(evaluation.outcome == GRUNDY_OUTCOME_NONE);
  assert_string_equal(grundy_compound_limit_reached(c),
                      "a component to be searched has too many positions");
  grundy_expression_free(expression);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(several_heaps_are_a_sum),
      cmocka_unit_test(nim_of_both_kinds_is_the_same),
      cmocka_unit_test(large_heaps_are_won_by_their_values),
      cmocka_unit_test(misere_sums_are_won_by_quotients),
      cmocka_unit_test(large_misere_sums_are_decided),
      cmocka_unit_test(moves_are_described_in_words),
      cmocka_unit_test(invalid_positions_are_rejected),
      cmocka_unit_test(exploring_can_be_cancelled),
      cmocka_unit_test(listing_can_be_cancelled),
      cmocka_unit_test(exploring_a_compound_finds_more_than_its_components_tell),
      cmocka_unit_test(the_rest_of_a_sum_with_an_ordinal_is_searched_for_its_value),
      cmocka_unit_test(too_many_sums_are_not_searched),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
