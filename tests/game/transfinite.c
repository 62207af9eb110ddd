/* Transfinite Nim in sums [Smi66, §11]. */

#include <grundy/game.h>

#include "support/games.h"
#include "support/test.h"

static grundy_expression *open_text(const char *text) {
  grundy_expression *e = NULL;
  grundy_error error = {0};
  if (grundy_expression_open(text, NULL, &e, &error) != GRUNDY_OK)
    fail_msg("%s: column %d: %s", text, (int)error.column, error.message);
  return e;
}

static void assert_best(const char *text, char outcome, const char *value, const char *moves) {
  grundy_expression *e = open_text(text);
  grundy_compound *c = grundy_expression_compound(e);
  grundy_evaluation evaluation;
  grundy_moves *best;
  char seen[256] = "", name[64];
  assert_int_equal(grundy_compound_best(c, 100, NULL, &evaluation, &best, NULL), GRUNDY_OK);
  assert_true(evaluation.outcome != GRUNDY_OUTCOME_NONE);
  assert_int_equal(evaluation.outcome, outcome);
  assert_true(evaluation.value != GRUNDY_UNKNOWN);
  if (evaluation.ordinal_value != NULL)
    (void)grundy_ordinal_format(evaluation.ordinal_value, true, name, sizeof name);
  else
    (void)snprintf(name, sizeof name, "%d", (int)evaluation.value);
  assert_string_equal(name, value);
  for (uint64_t i = 0; outcome == 'N' && i < grundy_moves_count(best); i++) {
    grundy_step step = grundy_moves_get(best, i).steps[0];
    (void)grundy_compound_name(c, step.component, step.to, name, sizeof name);
    size_t length = strlen(seen);
    (void)snprintf(seen + length, sizeof seen - length, " %d:%s", (int)step.component + 1, name);
  }
  if (outcome == 'N') assert_true(grundy_moves_complete(best));
  if (outcome == 'P') assert_false(grundy_moves_complete(best));
  assert_string_equal(seen, moves);
  grundy_moves_free(best);
  grundy_expression_free(e);
}

static void the_value_is_the_nim_sum_and_a_heap_has_at_most_one_winning_move(void **state) {
  assert_best("ordinal:(w^2) + ordinal:(w) + nim:5", 'N', "w^2+w+5", " 1:w+5");
  assert_best("ordinal:(w)", 'N', "w", " 1:0");
  assert_best("ordinal:2000000 + nim:5", 'N', "2000005", " 1:5");
  assert_best("ordinal:(w) + ordinal:(w)", 'P', "0", "");
  assert_best("ordinal:(w+3) + ordinal:(w) + nim:3", 'P', "0", "");
  assert_best("ordinal:(w) + ordinal:(w) + nim:5 + nim:4", 'N', "1", " 3:4");
  assert_best("ordinal:(w*3) + ordinal:(w*5) + ordinal:(w*7)", 'N', "w", " 3:w*6 2:w*4 1:w*2");
  assert_best("ordinal:(w+6) + ordinal:(w) + nim:3", 'N', "5", " 1:w+3");
  assert_best("ordinal:(w) + take{1,2}:4", 'N', "w+1", " 1:1");
  assert_best("ordinal:(w^(w+1)) + (nim:3 & nim:4) + ordinal:(w^w*2)", 'N', "w^(w+1)+w^w*2+3",
              " 1:w^w*2+3");
  assert_best("ordinal:(w+4294967296) + ordinal:(w) + nim:5", 'N', "5", " 1:w+5");
}

static void the_distance_is_the_natural_sum(void **state) {
  grundy_expression *e = open_text("ordinal:(w) + ordinal:(w^w+w*2+1) + nim:5");
  grundy_evaluation evaluation;
  char text[64];
  assert_int_equal(grundy_compound_evaluate(grundy_expression_compound(e), NULL, &evaluation, NULL),
                   GRUNDY_OK);
  assert_non_null(evaluation.ordinal_distance);
  (void)grundy_ordinal_format(evaluation.ordinal_distance, true, text, sizeof text);
  assert_string_equal(text, "w^w+w*3+6");
  assert_true(evaluation.remoteness == GRUNDY_UNKNOWN);
  grundy_expression_free(e);
}

static void without_a_theorem_nothing_is_guessed(void **state) {
  const char *const texts[] = {
      "(ordinal:(w) + nim:1) & nim:5",
      "(ordinal:(w) | nim:0) + ordinal:5 + nim:5",
      "ordinal:(w) + \"" GRUNDY_ROOT "/examples/ring.edges\"@b",
  };
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    grundy_expression *e = open_text(texts[i]);
    grundy_compound *c = grundy_expression_compound(e);
    grundy_evaluation evaluation;
    grundy_moves *moves;
    assert_int_equal(grundy_compound_best(c, 10, NULL, &evaluation, &moves, NULL), GRUNDY_OK);
    assert_true(evaluation.outcome == GRUNDY_OUTCOME_NONE);
    assert_int_equal(grundy_moves_count(moves), 0);
    assert_true(strlen(grundy_compound_limit_reached(c)) > 0);
    grundy_moves_free(moves);
    grundy_expression_free(e);
  }
}

/* ---- matches --------------------------------------------------------------------------------- */

static size_t random_heap(grundy_random *random, char *text) {
  switch (grundy_random_below(random, 4)) {
  case 0:
    return (size_t)sprintf(text, "nim:%d", (int)grundy_random_below(random, 8));
  case 1:
    return (size_t)sprintf(text, "take{1,3}:%d", (int)grundy_random_below(random, 8));
  default:
    return (size_t)sprintf(text, "ordinal:(w^w*%d+w^2*%d+w*%d+%d)",
                           (int)grundy_random_below(random, 3), (int)grundy_random_below(random, 2),
                           (int)grundy_random_below(random, 4),
                           (int)grundy_random_below(random, 8));
  }
}

/* A random smaller ordinal, or another move if there is none. */
static bool make_any_move(grundy_compound *c, grundy_random *random) {
  char text[64];
  uint64_t count = grundy_compound_count(c), left;
  assert_int_equal(grundy_compound_move_count(c, &left, NULL), GRUNDY_OK);
  if (left == 0) return false;
  for (;;) {
    grundy_step step = {.component = (uint32_t)grundy_random_below(random, count)};
    grundy_component game = grundy_compound_component(c, step.component);
    int length = sprintf(text, "w^w*%d+w^2*%d+w*%d+%d", (int)grundy_random_below(random, 3),
                         (int)grundy_random_below(random, 2), (int)grundy_random_below(random, 4),
                         (int)grundy_random_below(random, 8));
    const char *name = strrchr(text, '+') + 1;
    step.from = grundy_compound_position(c, step.component);
    if (game.kind->find_position(game.data, text, (size_t)length, &step.to, NULL) != GRUNDY_OK &&
        game.kind->find_position(game.data, name, strlen(name), &step.to, NULL) != GRUNDY_OK)
      continue;
    if (grundy_compound_move(c, &step, 1, NULL) == GRUNDY_OK) return true;
  }
}

static bool make_best_move(grundy_compound *c, char expected) {
  grundy_search_options never = {.size = sizeof never, .never = true};
  grundy_evaluation evaluation;
  grundy_moves *moves;
  assert_int_equal(grundy_compound_best(c, 1, &never, &evaluation, &moves, NULL), GRUNDY_OK);
  assert_int_equal(evaluation.outcome, expected);
  bool any = grundy_moves_count(moves) > 0;
  if (any) {
    grundy_move move = grundy_moves_get(moves, 0);
    assert_int_equal(grundy_compound_move(c, move.steps, move.count, NULL), GRUNDY_OK);
  }
  grundy_moves_free(moves);
  return any;
}

static void the_winner_wins_against_any_play(void **state) {
  grundy_random random = grundy_random_new(test_seed());
  for (uint64_t i = 0; i < test_scaled(1000); i++) {
    char text[512];
    size_t length = random_heap(&random, text);
    for (uint64_t n = grundy_random_below(&random, 4); n > 0; n--) {
      length += (size_t)sprintf(text + length, " + ");
      length += random_heap(&random, text + length);
    }
    grundy_expression *e = open_text(text);
    grundy_compound *c = grundy_expression_compound(e);
    grundy_search_options never = {.size = sizeof never, .never = true};
    grundy_evaluation evaluation;
    assert_int_equal(grundy_compound_evaluate(c, &never, &evaluation, NULL), GRUNDY_OK);
    assert_true(evaluation.outcome != GRUNDY_OUTCOME_NONE);
    if (evaluation.outcome == 'N') assert_true(make_best_move(c, 'N'));
    while (make_any_move(c, &random)) assert_true(make_best_move(c, 'N'));
    assert_int_equal(grundy_compound_evaluate(c, &never, &evaluation, NULL), GRUNDY_OK);
    assert_int_equal(evaluation.outcome, 'P');
    while (grundy_compound_take_back(c)) continue;
    grundy_expression_free(e);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_value_is_the_nim_sum_and_a_heap_has_at_most_one_winning_move),
      cmocka_unit_test(the_distance_is_the_natural_sum),
      cmocka_unit_test(without_a_theorem_nothing_is_guessed),
      cmocka_unit_test(the_winner_wins_against_any_play),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
