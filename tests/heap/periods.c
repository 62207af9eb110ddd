/* Periods: published ones are found and proved, and no proved period is wrong. */

#include "base/monitor.h"
#include "heap/impl.h"
#include "support/games.h"
#include "support/heaps.h"
#include "support/test.h"

typedef struct published {
  const char *code;
  uint64_t preperiod, length, saltus;
} published;

/* [BCG82], [GS56], [Fla]; the last ones have a saltus. */
static const published all[] = {
    {"kayles", 71, 12, 0},
    {"dawson-kayles", 53, 34, 0},
    {"dawson-chess", 52, 34, 0},
    {"0.4", 54, 34, 0},
    {"0.45", 498, 20, 0},
    {"0.644", 3256, 442, 0},
    {"0.356", 7315, 142, 0},
    {"0.165", 5181, 1550, 0},
    {"0.16", 105351, 149459, 0},
    {"take{1,3,4}", 0, 7, 0},
    {"nim", 0, 1, 1},
    {"lasker", 1, 4, 4},
    {"0.3F", 0, 6, 3},
    {"allbut{2,3,7}", 0, 4, 2},
};

static void assert_period(const published *p) {
  grundy_heaps *heaps = heaps_of(p->code, 1 << 20, true);
  const grundy_heap_period *found = grundy_heaps_period(heaps);
  if (found == NULL) fail_msg("%s: no period", p->code);
  if (found->preperiod != p->preperiod || found->length != p->length || found->saltus != p->saltus)
    fail_msg("%s: (%llu, %llu) + %llu", p->code, (unsigned long long)found->preperiod,
             (unsigned long long)found->length, (unsigned long long)found->saltus);
  assert_int_equal(largest_heap(heaps), found->proved_at);
  assert_true(strlen(found->theorem) > 0);
  grundy_heaps_free(heaps);
}

static void published_periods_are_proved(void **state) {
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) assert_period(&all[i]);
}

/* One value less than the theorem needs is not a proof. With a saltus more values may be needed to
 * find the candidate. */
static void a_repeating_prefix_is_not_a_period(void **state) {
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    if (all[i].preperiod > 10000) continue;
    grundy_heaps *proved = heaps_of(all[i].code, 1 << 20, true);
    uint32_t at = (uint32_t)grundy_heaps_period(proved)->proved_at;
    grundy_heaps *less = heaps_of(all[i].code, at - 1, false);
    grundy_heaps *enough = heaps_of(all[i].code, at, false);
    if (grundy_heaps_period(less) != NULL) fail_msg("%s: proved too early", all[i].code);
    if (all[i].saltus == 0 && grundy_heaps_period(enough) == NULL)
      fail_msg("%s: not proved at once", all[i].code);
    grundy_heaps_free(proved);
    grundy_heaps_free(less);
    grundy_heaps_free(enough);
  }
}

static void guy_and_smith_need_as_many_values_as_they_say(void **state) {
  grundy_heaps *heaps = heaps_of("kayles", 1000, true);
  assert_int_equal(grundy_heaps_period(heaps)->proved_at, 2 * (71 + 12) + 2 - 1);
  grundy_heaps_free(heaps);
}

/* Returns whether the period holds for all values up to `max`, and not one heap earlier. */
static void assert_holds(const char *code, const grundy_heap_period *p, uint32_t max) {
  grundy_heaps *heaps = heaps_of(code, max, false);
  const uint32_t *values = grundy_heaps_values(heaps, NULL);
  for (uint64_t n = p->preperiod; n + p->length <= max; n++)
    if (values[n + p->length] != values[n] + p->saltus)
      fail_msg("%s: G(%llu) breaks the period", code, (unsigned long long)n);
  if (p->preperiod > 0)
    assert_false(values[p->preperiod - 1 + p->length] == values[p->preperiod - 1] + p->saltus);
  grundy_heaps_free(heaps);
}

static void proved_periods_hold_for_larger_heaps(void **state) {
  grundy_random random = grundy_random_new(test_seed());
  uint64_t proved = 0;
  for (uint64_t i = 0; i < test_scaled(400); i++) {
    static const uint32_t bases[] = {4, 8, 16, 36};
    heap_rules rules = {.count = 2 + (uint32_t)grundy_random_below(&random, 3)};
    for (uint32_t k = 1; k < rules.count; k++)
      rules.digits[k] = (uint32_t)grundy_random_below(&random, bases[i % 4]);
    if (i % 7 == 0) rules.rest = 3;
    if (i % 5 == 0) rules.digits[0] = 4;
    char code[64];
    heap_rules_text(&rules, code, sizeof code);
    grundy_heaps *heaps = heaps_of(code, 150, false);
    const grundy_heap_period *p = grundy_heaps_period(heaps);
    if (p != NULL) assert_holds(code, p, 600);
    proved += p != NULL;
    grundy_heaps_free(heaps);
  }
  assert_true(proved > test_scaled(400) / 8);
}

/* Their values repeat as far as anyone has looked, but the sums of some heaps are too large for
 * Theorem 3 of docs/heaps-proofs.md: heaps whose sum differs from n - i by an odd multiple of the
 * period, with the other parity of the high parts. */
static void heaps_an_odd_number_of_periods_away_count(void **state) {
  static const char *const codes[] = {"0.F87", "0.F34CF", "0.523EF", "0.F43..."};
  for (size_t i = 0; i < sizeof codes / sizeof *codes; i++) {
    grundy_heaps *heaps = heaps_of(codes[i], 120, false);
    if (grundy_heaps_period(heaps) != NULL) fail_msg("%s: proved", codes[i]);
    grundy_heaps_free(heaps);
  }
}

static bool is_growth_proved(const grundy_heaps *heaps, grundy_repetition r) {
  grundy_work work = grundy_work_start(NULL, "", 0);
  grundy_proof proof = {0};
  assert_int_equal(grundy_heap_prove_growth(heaps, &r, &work, &proof, NULL), GRUNDY_OK);
  return proof.found;
}

/* In every period one heap gets the value of a smaller heap to which it has a move. */
static void values_that_moves_reach_are_not_proved(void **state) {
  static const struct {
    const char *code;
    grundy_repetition r;
    uint32_t taken;
  } cases[] = {
      {"0.3F", {0, 6, 3}, 1},
      {"lasker", {1, 4, 4}, 1},
      {"lasker", {1, 4, 4}, 2},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    grundy_heaps *heaps = heaps_of(cases[i].code, 1000, false);
    grundy_heap_code *code = NULL;
    const char *text = cases[i].code;
    assert_int_equal(grundy_heap_code_parse(text, strlen(text), &code, NULL), GRUNDY_OK);
    heaps->code = code;
    assert_true(is_growth_proved(heaps, cases[i].r));
    for (uint64_t n = cases[i].r.preperiod + 2 * cases[i].r.length; n <= 1000;
         n += cases[i].r.length)
      heaps->values[n] = heaps->values[n - cases[i].taken];
    if (is_growth_proved(heaps, cases[i].r)) fail_msg("%s", text);
    heaps->code = NULL;
    grundy_heaps_free(heaps);
    grundy_heap_code_free(code);
  }
}

/* There would be too many classes of sums. */
static void proofs_that_need_too_much_work_are_not_tried(void **state) {
  static const grundy_repetition cases[] = {{1, 2, 1 << 20}, {1, 1 << 20, 2}, {1, 4096, 4096}};
  grundy_heap_code *code = NULL;
  assert_int_equal(grundy_heap_code_parse("lasker", 6, &code, NULL), GRUNDY_OK);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const grundy_heaps heaps = {.code = code, .known = UINT32_C(1) << 30}; /* none is looked at */
    assert_false(is_growth_proved(&heaps, cases[i]));
  }
  grundy_heap_code_free(code);
}

static void no_period_of_grundys_game_is_proved(void **state) {
  grundy_heaps *heaps = heaps_of("grundy", 5000, true);
  assert_null(grundy_heaps_period(heaps));
  assert_int_equal(largest_heap(heaps), 5000);
  grundy_heaps_free(heaps);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(published_periods_are_proved),
      cmocka_unit_test(a_repeating_prefix_is_not_a_period),
      cmocka_unit_test(guy_and_smith_need_as_many_values_as_they_say),
      cmocka_unit_test(proved_periods_hold_for_larger_heaps),
      cmocka_unit_test(heaps_an_odd_number_of_periods_away_count),
      cmocka_unit_test(values_that_moves_reach_are_not_proved),
      cmocka_unit_test(proofs_that_need_too_much_work_are_not_tried),
      cmocka_unit_test(no_period_of_grundys_game_is_proved),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
