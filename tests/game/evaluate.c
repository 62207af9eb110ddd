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

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(only_outcome_and_value_are_searched),
      cmocka_unit_test(a_monitor_need_not_have_a_tick),
      cmocka_unit_test(a_cycle_allows_a_table_but_not_a_certificate),
      cmocka_unit_test(certificates_are_for_searches),
      cmocka_unit_test(an_answer_without_its_certificate_is_handed_over),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
