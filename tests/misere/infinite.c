/* Quotients that become infinite, and the outcomes of sums that are known nevertheless. */

#include <grundy/grundy.h>

#include "certificate/check.h"
#include "support/games.h"
#include "support/heap_sums.h"
#include "support/test.h"

static grundy_misere *quotient_of(const grundy_heap_code *code, uint32_t max) {
  grundy_misere *q = NULL;
  grundy_misere_options options = {.size = sizeof options, .max = max};
  assert_int_equal(grundy_misere_of_code(code, &options, &q, NULL), GRUNDY_OK);
  assert_null(grundy_misere_get_facts(q).limit);
  return q;
}

static grundy_heap_code *parse(const char *text) {
  grundy_heap_code *code = NULL;
  assert_int_equal(grundy_heap_code_parse(text, strlen(text), &code, NULL), GRUNDY_OK);
  return code;
}

static bool is_p(const grundy_misere *q, const uint32_t *sizes, uint64_t count) {
  grundy_outcome outcome;
  assert_int_equal(grundy_misere_outcome(q, sizes, count, &outcome, NULL), GRUNDY_OK);
  return outcome == GRUNDY_OUTCOME_P;
}

static bool count_move(void *context, uint32_t heap, const uint32_t *parts, uint32_t count) {
  (void)heap, (void)parts, (void)count;
  ++*(uint32_t *)context;
  return true;
}

/* 0.3122, heaps up to 7: random sums by all moves. */
static void outcomes_agree_with_search(void **state) {
  grundy_random random = grundy_random_new(test_seed());
  grundy_heap_code *code = parse("0.3122");
  grundy_misere *q = quotient_of(code, 7);
  grundy_misere_facts facts = grundy_misere_get_facts(q);
  assert_int_equal(facts.heaps, 6);
  assert_int_equal(facts.drift.first, 5);
  assert_int_equal(facts.drift.second, 7);
  assert_int_equal(facts.drift.heaps, 7);
  heap_game g = heap_game_of_code("0.3122");
  outcome_memory memory = {0};
  for (uint64_t n = 0; n < test_scaled(2000); n++) {
    uint32_t sizes[12], counts[HEAPS + 1] = {0}, moves = 0;
    uint64_t count = grundy_random_below(&random, 12);
    for (uint64_t i = 0; i < count; i++) {
      sizes[i] = grundy_random_below(&random, 3) > 0
                     ? 5 + 2 * (uint32_t)grundy_random_below(&random, 2)
                     : 1 + (uint32_t)grundy_random_below(&random, 7);
      counts[sizes[i]]++;
    }
    bool expected = heap_sum_is_p(&g, true, counts, &memory);
    assert_int_equal(is_p(q, sizes, count), expected);
    assert_int_equal(grundy_misere_winning_moves(q, sizes, count, count_move, &moves, NULL),
                     GRUNDY_OK);
    if (count > 0) assert_int_equal(moves == 0, expected);
  }
  outcome_memory_free(&memory);
  uint32_t large[] = {8};
  grundy_outcome outcome;
  assert_int_equal(grundy_misere_outcome(q, large, 1, &outcome, NULL), GRUNDY_UNABLE);
  grundy_misere_free(q);
  grundy_heap_code_free(code);
}

/* Writes the certificate and lets the checker read it. */
static void assert_certified(grundy_misere *q) {
  char *text;
  size_t length;
  uint32_t size;
  grundy_certificate_report report;
  FILE *out = open_memstream(&text, &length);
  assert_int_equal(grundy_misere_write_certificate(q, NULL, out, &size, NULL), GRUNDY_OK);
  assert_int_equal(fclose(out), 0);
  assert_int_equal(grundy_json_proof_check_text(text, length, "proof", NULL, &report, NULL),
                   GRUNDY_OK);
  assert_true(report.is_right);
  assert_string_equal(report.format, "grundy misere infinite 1");
  free(text);
}

/* Dawson's Kayles: heap 25, i heaps 30 and j >= 2 heaps 34 are lost exactly if i >= j and i - j is
 * even. By folding, i and j up to 16 are all cases. */
static void dawsons_kayles_becomes_infinite_at_heap_34(void **state) {
  grundy_heap_code *code = parse("0.07");
  grundy_misere *q = quotient_of(code, 36);
  grundy_misere_facts facts = grundy_misere_get_facts(q);
  assert_int_equal(facts.heaps, 33);
  assert_int_equal(facts.order, 638);
  assert_int_equal(facts.drift.first, 30);
  assert_int_equal(facts.drift.second, 34);
  assert_int_equal(facts.drift.heaps, 35);
  for (uint32_t i = 0; i <= 16; i++)
    for (uint32_t j = 2; j <= 16; j++) {
      uint32_t sizes[33] = {25}, count = 1;
      for (uint32_t k = 0; k < i; k++) sizes[count++] = 30;
      for (uint32_t k = 0; k < j; k++) sizes[count++] = 34;
      assert_int_equal(is_p(q, sizes, count), i >= j && (i - j) % 2 == 0);
    }
  assert_certified(q);
  grundy_misere_free(q);
  grundy_heap_code_free(code);
}

static void certificates_are_accepted(void **state) {
  static const char *const codes[] = {"0.3122"};
  for (size_t i = 0; i < sizeof codes / sizeof *codes; i++) {
    grundy_heap_code *code = parse(codes[i]);
    grundy_misere *q = quotient_of(code, 7);
    assert_certified(q);
    grundy_misere_free(q);
    grundy_heap_code_free(code);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(outcomes_agree_with_search),
      cmocka_unit_test(dawsons_kayles_becomes_infinite_at_heap_34),
      cmocka_unit_test(certificates_are_accepted),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
