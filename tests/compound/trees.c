/* Best moves in deeply nested compounds, compared with the solution of all reachable positions. */

#include <grundy/compound.h>
#include <grundy/game.h>

#include "support/compounds.h"
#include "support/games.h"
#include "support/solutions.h"
#include "support/test.h"

enum { MOST_LEAVES = 6, MOST_POSITIONS = 3000 };

static void expect_ok(grundy_status status) {
  assert_int_equal(status, GRUNDY_OK);
}

/* The correct evaluation of the position of a compound. */
typedef struct truth {
  bool is_known; /* there were few enough positions */
  char outcome;
  uint32_t remoteness;
  bool over;
} truth;

static truth truth_of(grundy_compound *c) {
  bool normal = grundy_compound_play(c) == GRUNDY_NORMAL_PLAY;
  grundy_digraph *g;
  grundy_status status = grundy_compound_explore(c, MOST_POSITIONS, NULL, &g, NULL);
  if (status == GRUNDY_UNABLE) return (truth){.is_known = false};
  expect_ok(status);
  grundy_solution *s = solution_of(g, GRUNDY_COLUMN_OUTCOME | GRUNDY_COLUMN_REMOTENESS |
                                          GRUNDY_COLUMN_MISERE | GRUNDY_COLUMN_MISERE_REMOTENESS);
  truth made = {
      .is_known = true,
      .outcome = (char)grundy_solution_letters(s, normal ? GRUNDY_COLUMN_OUTCOME
                                                         : GRUNDY_COLUMN_MISERE)[0],
      .remoteness = grundy_solution_numbers(s, normal ? GRUNDY_COLUMN_REMOTENESS
                                                      : GRUNDY_COLUMN_MISERE_REMOTENESS)[0],
      .over = grundy_digraph_followers(g, 0).count == 0,
  };
  grundy_solution_free(s);
  grundy_digraph_free(g);
  return made;
}

/* Adds components and joins them at random, as in Polish notation. */
static grundy_compound *random_tree(grundy_random *random, party *p) {
  grundy_compound *c;
  uint32_t leaves = 2 + (uint32_t)grundy_random_below(random, MOST_LEAVES - 1), parts = 0;
  expect_ok(grundy_compound_new((grundy_play)grundy_random_below(random, 2), &c, NULL));
  while (leaves > 0 || parts > 1) {
    uint32_t kind = (uint32_t)grundy_random_below(random, 3);
    if (leaves > 0 && (parts < 2 || grundy_random_below(random, 2) == 0)) {
      grundy_solved *solved = &p->solved[grundy_random_below(random, p->count)];
      uint64_t at = grundy_random_below(random, grundy_digraph_order(solved->g));
      bool heap = grundy_random_below(random, 3) == 0;
      expect_ok(heap ? grundy_compound_add(c, grundy_component_nim(), at, NULL)
                     : grundy_compound_add(c, grundy_component_digraph(solved), at, NULL));
      leaves--;
      parts++;
    } else {
      uint32_t count = parts > 2 && grundy_random_below(random, 2) == 0 ? 3 : 2;
      expect_ok(grundy_compound_join(c, (grundy_operator)kind, count, NULL));
      parts -= count - 1;
    }
  }
  return c;
}

/* The first of the moves is allowed, and leads to the right outcome and evaluation. */
static const char *check_first(grundy_compound *c, truth here, bool exact, grundy_move move) {
  char wanted = here.outcome == 'N' ? 'P' : here.outcome == 'D' ? 'D' : 'N';
  if (grundy_compound_move(c, move.steps, move.count, NULL) != GRUNDY_OK)
    return "the first move is not allowed";
  truth there = truth_of(c);
  assert_true(grundy_compound_take_back(c));
  if (there.outcome != wanted || move.after.outcome != (uint64_t)wanted)
    return because("the first move leads to %c, but is reported to lead to %c", there.outcome,
                   (char)move.after.outcome);
  if (move.after.remoteness == GRUNDY_UNKNOWN) return NULL;
  if (move.after.remoteness != there.remoteness && there.remoteness != GRUNDY_INFINITY)
    return because("the first move leads to remoteness %u, but another one is reported",
                   there.remoteness);
  if (exact && there.remoteness + 1 != here.remoteness)
    return because("remoteness %u after %u", there.remoteness, here.remoteness);
  return NULL;
}

static const char *check_best(grundy_compound *c, truth here,
                              const grundy_search_options *options) {
  grundy_evaluation evaluation;
  grundy_moves *moves;
  const char *wrong = NULL;
  expect_ok(grundy_compound_best(c, 5, options, &evaluation, &moves, NULL));
  uint64_t count = grundy_moves_count(moves);
  bool exact =
      evaluation.remoteness != GRUNDY_UNKNOWN && evaluation.remoteness != GRUNDY_INFINITY64;
  if (evaluation.outcome == GRUNDY_OUTCOME_NONE)
    wrong = options->never ? NULL : "no outcome";
  else if (evaluation.outcome != (uint64_t)here.outcome)
    wrong = because("%c instead of %c", (char)evaluation.outcome, here.outcome);
  else if (exact && evaluation.remoteness != here.remoteness)
    wrong = because("remoteness is %u", here.remoteness);
  else if ((count == 0) != here.over)
    wrong = because("%u moves", (unsigned)count);
  else if (count > 0)
    wrong = check_first(c, here, exact, grundy_moves_get(moves, 0));
  grundy_moves_free(moves);
  return wrong;
}

/* By theorems and by searching, with moves examined one by one or left to the theorems. */
static void the_first_move_is_the_best_in_every_tree(void **state) {
  uint64_t known = 0, trees = test_scaled(6000);
  for (uint64_t seed = test_seed(), end = seed + trees; seed < end; seed++) {
    grundy_random random = grundy_random_new(seed);
    party p = party_new(&random, 3, 4);
    grundy_compound *c = random_tree(&random, &p);
    truth here = truth_of(c);
    known += here.is_known;
    for (int i = 0; i < 4 && here.is_known; i++) {
      grundy_search_options options = {
          .size = sizeof options, .never = i < 2, .tried = (uint64_t)i % 2};
      const char *wrong = check_best(c, here, &options);
      if (wrong != NULL)
        fail_msg("GRUNDY_SEED=%llu, play %d, never %d, tried %d: %s", (unsigned long long)seed,
                 (int)grundy_compound_play(c), i < 2, i % 2, wrong);
    }
    grundy_compound_free(c);
    party_free(&p);
  }
  assert_true(known > trees / 2);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(the_first_move_is_the_best_in_every_tree)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
