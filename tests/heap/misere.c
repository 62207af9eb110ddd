/* Misère play of heaps, compared with a recursive search of all moves. */

#include "support/games.h"
#include "support/heaps.h"
#include "support/test.h"

static grundy_heap_code *parse(const char *text) {
  grundy_heap_code *code = NULL;
  assert_int_equal(grundy_heap_code_parse(text, strlen(text), &code, NULL), GRUNDY_OK);
  return code;
}

static void assert_outcome(const heap_rules *rules, const uint32_t *sizes, uint32_t count) {
  char text[64];
  grundy_outcome outcome;
  uint64_t positions;
  heap_rules_text(rules, text, sizeof text);
  grundy_heap_code *code = parse(text);
  assert_int_equal(
      grundy_heaps_misere(code, sizes, count, 100000, NULL, &outcome, &positions, NULL), GRUNDY_OK);
  grundy_outcome expected = naive_heaps_misere(rules, sizes, count) ? 'N' : 'P';
  if (outcome != expected) fail_msg("%s: %c instead of %c", text, outcome, expected);
  grundy_heap_code_free(code);
}

static void sums_of_random_games(void **state) {
  grundy_random random = grundy_random_new(test_seed());
  for (uint64_t i = 0; i < test_scaled(150); i++) {
    heap_rules rules = {.count = 2 + (uint32_t)grundy_random_below(&random, 3)};
    for (uint32_t k = 1; k < rules.count; k++)
      rules.digits[k] = (uint32_t)grundy_random_below(&random, i % 5 == 0 ? 16 : 8);
    uint32_t sizes[3];
    for (int j = 0; j < 3; j++) sizes[j] = (uint32_t)grundy_random_below(&random, 5);
    assert_outcome(&rules, sizes, 3);
  }
  for (uint32_t n = 0; n < 10; n++) {
    uint32_t sizes[] = {n, 3};
    assert_outcome(&(heap_rules){.digits = {4}, .count = 1, .unequal = true}, sizes, 2);
  }
}

static void nim_is_played_by_boutons_rule(void **state) {
  for (uint32_t a = 0; a < 5; a++)
    for (uint32_t b = 0; b < 5; b++)
      for (uint32_t c = 0; c < 4; c++) {
        uint32_t sizes[] = {a, b, c};
        assert_outcome(&(heap_rules){.digits = {0}, .count = 1, .rest = 3}, sizes, 3);
      }
}

/* Only a heap of 1 is won by the previous player. */
static void single_heaps_of_nim(void **state) {
  grundy_outcome outcomes[6] = {0};
  grundy_heap_code *code = parse("nim");
  assert_int_equal(grundy_heaps_misere_all(code, 4, 1, NULL, outcomes, NULL), GRUNDY_OK);
  assert_string_equal((const char *)outcomes, "NPNNN");
  grundy_heap_code_free(code);
}

/* [BCG82, ch. 13]. */
static void single_heaps_of_kayles(void **state) {
  grundy_outcome outcomes[22] = {0};
  grundy_heap_code *code = parse("kayles");
  assert_int_equal(grundy_heaps_misere_all(code, 20, 1000000, NULL, outcomes, NULL), GRUNDY_OK);
  assert_string_equal((const char *)outcomes, "NPNNPNNNNPNNPNNNNNNNP");
  grundy_heap_code_free(code);
}

static void a_limit_is_a_limit(void **state) {
  uint32_t sizes[] = {40, 40};
  grundy_outcome outcome;
  uint64_t positions;
  grundy_error error = {0};
  grundy_heap_code *code = parse("kayles");
  assert_int_equal(grundy_heaps_misere(code, sizes, 2, 1000, NULL, &outcome, &positions, &error),
                   GRUNDY_UNABLE);
  assert_string_equal(
      error.message,
      "more than 1000 sums of heaps can be reached; use smaller heaps or a larger limit");
  grundy_heap_code_free(code);
}

static bool note_done(void *context, const char *phase, uint64_t done, uint64_t total) {
  (void)phase, (void)total;
  *(uint64_t *)context = done;
  return true;
}

/* Not only between two lists of moves: one of them may be longer than the limit. */
static void a_limit_ends_a_list_of_moves(void **state) {
  uint32_t size = 3000000;
  grundy_outcome outcome;
  uint64_t positions, done = 0;
  grundy_monitor monitor = {.tick = note_done, .context = &done};
  grundy_heap_code *code = parse("lasker");
  assert_int_equal(grundy_heaps_misere(code, &size, 1, 1000, GRUNDY_MONITORED(&monitor), &outcome,
                                       &positions, NULL),
                   GRUNDY_UNABLE);
  assert_true(done < 1 << 20);
  grundy_heap_code_free(code);
}

/* The limit on sums is also one on the heaps that they consist of. */
static void a_limit_bounds_the_length_of_sums(void **state) {
  enum { COUNT = 200 };
  grundy_heap_code *code = NULL;
  grundy_outcome outcome = GRUNDY_OUTCOME_D;
  uint32_t sizes[COUNT];
  uint64_t positions;
  grundy_error error = {0};
  for (uint32_t i = 0; i < COUNT; i++) sizes[i] = 3 + i % 2;
  assert_int_equal(grundy_heap_code_parse("kayles", 6, &code, NULL), GRUNDY_OK);
  assert_int_equal(grundy_heaps_misere(code, sizes, COUNT, 2, NULL, &outcome, &positions, &error),
                   GRUNDY_UNABLE);
  assert_int_equal(error.reason, GRUNDY_REASON_TOO_MANY);
  assert_string_equal(error.message, "the sums of heaps that can be reached are too long; use "
                                     "fewer heaps or a larger limit");
  assert_int_equal(outcome, GRUNDY_OUTCOME_D);
  grundy_heap_code_free(code);
}

static void entailing_moves_have_no_misere_theory_yet(void **state) {
  grundy_heap_code *code = NULL;
  grundy_outcome outcomes[4];
  grundy_genus genera[4];
  uint64_t positions;
  uint32_t found;
  grundy_error error = {0};
  const uint32_t size = 3;
  assert_int_equal(grundy_heap_code_parse("top-entails", 11, &code, NULL), GRUNDY_OK);
  assert_int_equal(grundy_heaps_misere(code, &size, 1, 1000, NULL, outcomes, &positions, &error),
                   GRUNDY_UNABLE);
  assert_string_equal(error.message, "misere outcomes do not support entailing moves yet");
  assert_int_equal(grundy_heaps_misere_all(code, 3, 1000, NULL, outcomes, &error), GRUNDY_UNABLE);
  assert_string_equal(error.message, "misere outcomes do not support entailing moves yet");
  assert_int_equal(grundy_heaps_genus(code, 3, 1000, NULL, genera, &found, &error), GRUNDY_UNABLE);
  assert_string_equal(error.message, "genera do not support entailing moves yet");
  assert_int_equal(found, 0);
  grundy_heap_code_free(code);
}

/* A set is the code with a 3 for each of its numbers. */
static void sets_are_codes(void **state) {
  static const char *const pairs[][2] = {
      {"take{1,3,4}", "0.3033"}, {"take{2}", "0.03"}, {"take{3,7}", "0.0030003"}};
  for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
    grundy_outcome of_set[31] = {0}, of_digits[31] = {0};
    grundy_heap_code *set = parse(pairs[i][0]), *digits = parse(pairs[i][1]);
    assert_int_equal(grundy_heaps_misere_all(set, 29, 1000000, NULL, of_set, NULL), GRUNDY_OK);
    assert_int_equal(grundy_heaps_misere_all(digits, 29, 1000000, NULL, of_digits, NULL),
                     GRUNDY_OK);
    assert_memory_equal(of_set, of_digits, sizeof of_set);
    grundy_heap_code_free(set);
    grundy_heap_code_free(digits);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(sums_of_random_games),
      cmocka_unit_test(nim_is_played_by_boutons_rule),
      cmocka_unit_test(single_heaps_of_nim),
      cmocka_unit_test(single_heaps_of_kayles),
      cmocka_unit_test(a_limit_is_a_limit),
      cmocka_unit_test(a_limit_ends_a_list_of_moves),
      cmocka_unit_test(a_limit_bounds_the_length_of_sums),
      cmocka_unit_test(entailing_moves_have_no_misere_theory_yet),
      cmocka_unit_test(sets_are_codes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
