/* Evaluating expressions one by one: which way is chosen, and what is refused. */

#include "support/test.h"
#include <unistd.h>

#include <grundy/grundy.h>

#define RING "annihilation:" GRUNDY_ROOT "/examples/ring.edges,a,b" /* play can go round */

static grundy_status keep(void *context, const grundy_answer *answer, grundy_error *error) {
  (void)error;
  *(grundy_answer *)context = *answer;
  return GRUNDY_OK;
}

static grundy_status refuse(void *context, const grundy_answer *answer, grundy_error *error) {
  (void)error;
  *(grundy_answer *)context = *answer;
  return GRUNDY_CANCELLED;
}

static grundy_status evaluate(const char *text, grundy_evaluate_options options,
                              grundy_answer *answer, grundy_error *error) {
  options.size = sizeof options;
  options.context = answer;
  if (options.answered == NULL) options.answered = keep;
  return grundy_expressions_evaluate(&text, 1, &options, error);
}

/* A search finds outcomes and values; everything else needs all positions. */
static void only_outcome_and_value_are_searched(void **state) {
  grundy_answer searched, explored;
  assert_int_equal(evaluate("wythoff:3,5", (grundy_evaluate_options){0}, &searched, NULL),
                   GRUNDY_OK);
  assert_true(searched.was_searched);
  grundy_evaluate_options all = {.columns = GRUNDY_COLUMN_OUTCOME | GRUNDY_COLUMN_GRUNDY |
                                            GRUNDY_COLUMN_REMOTENESS};
  assert_int_equal(evaluate("wythoff:3,5", all, &explored, NULL), GRUNDY_OK);
  assert_false(explored.was_searched);
  assert_int_equal(explored.evaluation.outcome, searched.evaluation.outcome);
  assert_int_equal(explored.evaluation.value, searched.evaluation.value);
  assert_true(explored.evaluation.remoteness < GRUNDY_OMEGA);
  grundy_evaluate_options misere = {.play = GRUNDY_MISERE_PLAY};
  assert_int_equal(evaluate("wythoff:0,1", misere, &explored, NULL), GRUNDY_OK);
  assert_false(explored.was_searched);
  assert_int_equal(explored.evaluation.outcome, GRUNDY_OUTCOME_P);
}

static void a_monitor_need_not_have_a_tick(void **state) {
  static const grundy_monitor silent = {0};
  const char *texts[] = {"wythoff:3,5", "wythoff:3,5 + nim:1"};
  grundy_answer answer = {0};
  grundy_evaluate_options options = {
      .size = sizeof options, .monitor = &silent, .answered = keep, .context = &answer};
  assert_int_equal(grundy_expressions_evaluate(texts, 1, &options, NULL), GRUNDY_OK);
  assert_int_equal(answer.index, 0);
  grundy_threads_set(1);
  assert_int_equal(grundy_expressions_evaluate(texts, 2, &options, NULL), GRUNDY_OK);
  assert_int_equal(answer.index, 1);
  grundy_threads_set(0);
}

/* A table is for the next search: without a search, the answer is found in another way. A
 * certificate must be written. */
static void a_cycle_allows_a_table_but_not_a_certificate(void **state) {
  char path[64];
  grundy_answer answer = {0};
  grundy_error error = {0};
  (void)snprintf(path, sizeof path, "/tmp/grundy-evaluate-%d", (int)getpid());
  assert_int_equal(evaluate(RING, (grundy_evaluate_options){.table = path}, &answer, &error),
                   GRUNDY_OK);
  assert_false(answer.was_searched);
  assert_string_equal(answer.reason, "the search met a cycle");
  assert_int_not_equal(answer.evaluation.outcome, GRUNDY_OUTCOME_NONE);
  (void)remove(path);
  answer.index = 77;
  assert_int_equal(evaluate(RING, (grundy_evaluate_options){.certificate = path}, &answer, &error),
                   GRUNDY_OK);
  assert_int_equal(answer.status, GRUNDY_UNABLE);
  assert_string_equal(answer.error.message, "cannot write a certificate: the search met a cycle");
  assert_int_equal(access(path, F_OK), -1);
}

/* Rules have a search, but not in misère play; a heap of Nim has none. */
static void certificates_are_for_searches(void **state) {
  static const char *const texts[] = {"wythoff:1,2", "nim:3", GRUNDY_ROOT "/examples/ring.edges@a",
                                      GRUNDY_ROOT "/tests/faults/heaps.lua:1"};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    grundy_answer answer = {.index = 77};
    grundy_error error = {0};
    grundy_evaluate_options options = {.play = GRUNDY_MISERE_PLAY, .certificate = "/dev/null"};
    assert_int_equal(evaluate(texts[i], options, &answer, &error), GRUNDY_BAD_ARGUMENT);
    assert_int_equal(answer.index, 77);
    assert_non_null(strstr(error.message, "tables and certificates are for searches"));
  }
}

/* The answer is handed over although its certificate cannot be written; then the callback decides.
 */
static void an_answer_without_its_certificate_is_handed_over(void **state) {
  grundy_evaluate_options options = {.certificate = "/dev/full"};
  for (int i = 0; i < 2; i++) {
    grundy_answer answer = {0};
    grundy_error error = {0};
    options.answered = i == 0 ? keep : refuse;
    grundy_status status = evaluate("wythoff:1,2", options, &answer, &error);
    if (i == 0) assert_int_equal(status, error.status);
    assert_int_equal(status == GRUNDY_CANCELLED, i == 1);
    assert_int_not_equal(status, GRUNDY_OK);
    assert_true(answer.was_searched);
    assert_int_equal(answer.evaluation.outcome, GRUNDY_OUTCOME_P);
  }
}

/* Several heaps of Nim are a sum of heaps; the rules, searched or explored from a position of the
 * same name, agree. */
static void heaps_of_nim_are_a_sum(void **state) {
  char sum[64], rules[64];
  for (int code = 0; code < 4 * 4 * 4 * 2; code++) {
    int a = code & 3, b = code >> 2 & 3, c = code >> 4 & 3;
    grundy_answer found = {0}, expected = {0};
    const grundy_evaluate_options options = {.play = code >> 6 ? GRUNDY_MISERE_PLAY
                                                               : GRUNDY_NORMAL_PLAY};
    (void)snprintf(sum, sizeof sum, "nim:%d,%d,%d", a, b, c);
    (void)snprintf(rules, sizeof rules, "nim:3,3,3@%d,%d,%d", a, b, c);
    assert_int_equal(evaluate(sum, options, &found, NULL), GRUNDY_OK);
    assert_int_equal(evaluate(rules, options, &expected, NULL), GRUNDY_OK);
    assert_true(!found.was_searched && found.positions == 0 && expected.positions > 0);
    assert_int_equal(found.evaluation.outcome, expected.evaluation.outcome);
    if (options.play == GRUNDY_NORMAL_PLAY)
      assert_int_equal(found.evaluation.value, expected.evaluation.value);
  }
  grundy_answer huge = {0};
  assert_int_equal(evaluate("nim:1000000000000000001,1000000000000000000,1",
                            (grundy_evaluate_options){0}, &huge, NULL),
                   GRUNDY_OK);
  assert_int_equal(huge.evaluation.outcome, GRUNDY_OUTCOME_P);
}

/* Remoteness needs a search: of the rules, which have fewer positions than the sum, if there are
 * not too many. */
static void the_remoteness_of_heaps_of_nim_is_that_of_the_rules(void **state) {
  const grundy_columns columns =
      GRUNDY_COLUMN_OUTCOME | GRUNDY_COLUMN_GRUNDY | GRUNDY_COLUMN_REMOTENESS;
  grundy_evaluate_options options = {.columns = columns, .limit = 100};
  grundy_answer answer = {0};
  assert_int_equal(evaluate("nim:3,3,3", options, &answer, NULL), GRUNDY_OK);
  assert_null(answer.same_as);
  assert_int_equal(answer.positions, 20);
  assert_int_equal(answer.evaluation.remoteness, 7);
  answer = (grundy_answer){0};
  assert_int_equal(evaluate("nim:30,30,30", options, &answer, NULL), GRUNDY_OK);
  assert_int_equal(answer.evaluation.value, 30);
  assert_int_equal(answer.evaluation.remoteness, GRUNDY_UNKNOWN);
}

/* Whatever is not a list of sizes is left to the rules. */
static void other_arguments_of_nim_are_those_of_the_rules(void **state) {
  static const char *const wrong[] = {"nim:3,", "nim:3,x", "nim:-1,2", "nim:99999999999999999999,3",
                                      "nim:,3"};
  grundy_answer answer = {0};
  grundy_error error = {0};
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    assert_int_equal(evaluate(wrong[i], (grundy_evaluate_options){0}, &answer, &error),
                     GRUNDY_BAD_INPUT);
    assert_non_null(strstr(error.file, "nim.lua"));
  }
  assert_int_equal(evaluate("nim:1,2 + nim:3", (grundy_evaluate_options){0}, &answer, &error),
                   GRUNDY_OK);
  assert_int_equal(answer.evaluation.outcome, GRUNDY_OUTCOME_P);
  assert_null(answer.same_as);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(only_outcome_and_value_are_searched),
      cmocka_unit_test(a_monitor_need_not_have_a_tick),
      cmocka_unit_test(a_cycle_allows_a_table_but_not_a_certificate),
      cmocka_unit_test(certificates_are_for_searches),
      cmocka_unit_test(an_answer_without_its_certificate_is_handed_over),
      cmocka_unit_test(heaps_of_nim_are_a_sum),
      cmocka_unit_test(the_remoteness_of_heaps_of_nim_is_that_of_the_rules),
      cmocka_unit_test(other_arguments_of_nim_are_those_of_the_rules),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
