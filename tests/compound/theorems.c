/* Every theorem against the explicit product, solved: outcome, G, K, R, D of every position. */

#include <grundy/compound.h>

#include "support/compounds.h"
#include "support/games.h"
#include "support/sets.h"
#include "support/test.h"

/* The number of positions checked per shape; scaled. Each of the nine shapes of nested compounds
 * has fewer. */
enum { POSITIONS = 50000, POSITIONS_NESTED = 10000, POSITIONS_SEARCHED = 1500 };

static uint64_t wide(uint32_t number) {
  return number == GRUNDY_INFINITY ? GRUNDY_INFINITY64 : number;
}

/* Everything that is known is correct. */
static const char *is_true(const party *p, grundy_play play, uint32_t v,
                           const grundy_evaluation *evaluation) {
  bool normal = play == GRUNDY_NORMAL_PLAY;
  uint8_t outcome =
      grundy_solution_letters(p->truth, normal ? GRUNDY_COLUMN_OUTCOME : GRUNDY_COLUMN_MISERE)[v];
  uint32_t remoteness = grundy_solution_numbers(
      p->truth, normal ? GRUNDY_COLUMN_REMOTENESS : GRUNDY_COLUMN_MISERE_REMOTENESS)[v];
  uint32_t distance = grundy_solution_numbers(p->truth, GRUNDY_COLUMN_DISTANCE)[v];
  grundy_value value = grundy_solution_value(p->truth, v);
  if (evaluation->outcome != GRUNDY_OUTCOME_NONE && evaluation->outcome != outcome)
    return because("outcome %c, not %c", (char)evaluation->outcome, outcome);
  if (evaluation->remoteness != GRUNDY_UNKNOWN && evaluation->remoteness != wide(remoteness))
    return because("remoteness %lld, not %lld", (long long)evaluation->remoteness,
                   (long long)wide(remoteness));
  if (evaluation->distance == GRUNDY_UNKNOWN || evaluation->distance != wide(distance))
    return because("distance %lld, not %lld", (long long)evaluation->distance,
                   (long long)wide(distance));
  if (evaluation->value != GRUNDY_UNKNOWN && evaluation->value != wide(value.nimber))
    return because("value %lld, not %lld", (long long)evaluation->value,
                   (long long)wide(value.nimber));
  if (evaluation->value != GRUNDY_UNKNOWN && !sets_equal(evaluation->k, value.k))
    return "another K";
  if (evaluation->value != GRUNDY_UNKNOWN && !normal) return "a value in misère play";
  return NULL;
}

/* Everything covered by a theorem is known. */
static const char *is_covered(const party *p, grundy_play play, const grundy_evaluation *evaluation,
                              const grundy_compound *c) {
  bool endless = false;
  for (uint32_t i = 0; i < p->count; i++)
    endless = endless || p->solved[i].distance[grundy_compound_position(c, i)] == GRUNDY_INFINITY;
  if (play == GRUNDY_NORMAL_PLAY && evaluation->outcome == GRUNDY_OUTCOME_NONE) return "no outcome";
  if (p->outer == GRUNDY_CONJUNCTIVE && evaluation->remoteness == GRUNDY_UNKNOWN)
    return "no remoteness";
  if (play == GRUNDY_NORMAL_PLAY && p->outer == GRUNDY_SELECTIVE &&
      evaluation->remoteness == GRUNDY_UNKNOWN)
    return "no remoteness";
  if (play == GRUNDY_NORMAL_PLAY && p->outer == GRUNDY_DISJUNCTIVE &&
      evaluation->value == GRUNDY_UNKNOWN)
    return "no value";
  if (p->outer == GRUNDY_SELECTIVE && !endless && evaluation->outcome == GRUNDY_OUTCOME_NONE)
    return "no outcome";
  return NULL;
}

static const char *check_position(party *p, grundy_play play, uint32_t v, bool search) {
  grundy_search_options options = {.size = sizeof options, .never = !search};
  grundy_evaluation evaluation;
  grundy_compound *c = party_compound(p, play, v);
  assert_int_equal(grundy_compound_evaluate(c, &options, &evaluation, NULL), GRUNDY_OK);
  const char *wrong = is_true(p, play, v, &evaluation);
  if (wrong == NULL && p->split == 1) wrong = is_covered(p, play, &evaluation, c);
  if (wrong == NULL && search &&
      (evaluation.outcome == GRUNDY_OUTCOME_NONE || evaluation.remoteness == GRUNDY_UNKNOWN))
    wrong = "something is not known after a search";
  if (wrong == NULL && search && play == GRUNDY_NORMAL_PLAY && evaluation.value == GRUNDY_UNKNOWN)
    wrong = "the value is not known after a search";
  grundy_compound_free(c);
  return wrong;
}

/* Checks every position of random parties of that shape. */
static void check_shape(grundy_operator inner, grundy_operator outer, bool nested, grundy_play play,
                        bool search) {
  uint64_t positions = test_scaled(search   ? POSITIONS_SEARCHED
                                   : nested ? POSITIONS_NESTED
                                            : POSITIONS);
  for (uint64_t seed = test_seed(), done = 0; done < positions; seed++) {
    grundy_random random = grundy_random_new(seed);
    size_t count = nested ? 3 : 2 + grundy_random_below(&random, 2);
    party p = party_new(&random, count, search ? 3 : count == 2 ? 6 : 4);
    p.inner = inner;
    p.outer = outer;
    p.split = nested ? 2 : 1;
    party_solve(&p);
    uint32_t order = grundy_digraph_order(p.product);
    for (uint32_t v = 0; v < order; v++) {
      const char *wrong = check_position(&p, play, v, search);
      if (wrong != NULL)
        fail_msg("GRUNDY_SEED=%llu, inner %d, outer %d, play %d, position %u: %s",
                 (unsigned long long)seed, (int)inner, (int)outer, (int)play, v, wrong);
    }
    done += order;
    party_free(&p);
  }
}

static void disjunctive_compounds_have_the_generalized_nim_sum(void **state) {
  check_shape(GRUNDY_DISJUNCTIVE, GRUNDY_DISJUNCTIVE, false, GRUNDY_NORMAL_PLAY, false);
}

static void conjunctive_compounds_are_as_remote_as_the_least_remote_component(void **state) {
  check_shape(GRUNDY_DISJUNCTIVE, GRUNDY_CONJUNCTIVE, false, GRUNDY_NORMAL_PLAY, false);
  check_shape(GRUNDY_DISJUNCTIVE, GRUNDY_CONJUNCTIVE, false, GRUNDY_MISERE_PLAY, false);
}

static void selective_compounds_add_up_remoteness(void **state) {
  check_shape(GRUNDY_DISJUNCTIVE, GRUNDY_SELECTIVE, false, GRUNDY_NORMAL_PLAY, false);
}

static void selective_misere_play_without_cycles_is_as_normal_play_until_the_end(void **state) {
  check_shape(GRUNDY_DISJUNCTIVE, GRUNDY_SELECTIVE, false, GRUNDY_MISERE_PLAY, false);
}

static void statements_about_misere_sums_are_correct(void **state) {
  check_shape(GRUNDY_DISJUNCTIVE, GRUNDY_DISJUNCTIVE, false, GRUNDY_MISERE_PLAY, false);
}

static void compounds_of_compounds_are_right(void **state) {
  for (int inner = 0; inner < 3; inner++)
    for (int outer = 0; outer < 3; outer++)
      for (int play = 0; play < 2; play++)
        check_shape((grundy_operator)inner, (grundy_operator)outer, true, (grundy_play)play, false);
}

static void without_a_theorem_a_search_decides(void **state) {
  for (int outer = 0; outer < 3; outer++)
    for (int play = 0; play < 2; play++)
      check_shape(GRUNDY_DISJUNCTIVE, (grundy_operator)outer, false, (grundy_play)play, true);
}

static void compounds_of_compounds_are_searched(void **state) {
  for (int inner = 0; inner < 3; inner++)
    for (int outer = 0; outer < 3; outer++)
      for (int play = 0; play < 2; play++)
        check_shape((grundy_operator)inner, (grundy_operator)outer, true, (grundy_play)play, true);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(disjunctive_compounds_have_the_generalized_nim_sum),
      cmocka_unit_test(conjunctive_compounds_are_as_remote_as_the_least_remote_component),
      cmocka_unit_test(selective_compounds_add_up_remoteness),
      cmocka_unit_test(selective_misere_play_without_cycles_is_as_normal_play_until_the_end),
      cmocka_unit_test(statements_about_misere_sums_are_correct),
      cmocka_unit_test(compounds_of_compounds_are_right),
      cmocka_unit_test(without_a_theorem_a_search_decides),
      cmocka_unit_test(compounds_of_compounds_are_searched),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
