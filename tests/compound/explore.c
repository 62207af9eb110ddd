/* The positions reachable from a compound, as a digraph, compared with the whole product. */

#include <grundy/compound.h>
#include <grundy/game.h>

#include "game/components/components.h"
#include "support/compounds.h"
#include "support/games.h"
#include "support/naive.h"
#include "support/sets.h"
#include "support/solutions.h"
#include "support/test.h"

/* It has as many positions as the product from there, and vertex 0 has the same values. */
static void check_position(party *p, uint32_t v) {
  static const grundy_columns compared[] = {GRUNDY_COLUMN_REMOTENESS, GRUNDY_COLUMN_DISTANCE,
                                            GRUNDY_COLUMN_GRUNDY, GRUNDY_COLUMN_MISERE_REMOTENESS};
  grundy_compound *c = party_compound(p, GRUNDY_NORMAL_PLAY, v);
  grundy_digraph *g;
  uint32_t count = naive_reachable(p->product, v);
  assert_int_equal(grundy_compound_explore(c, count, NULL, &g, NULL), GRUNDY_OK);
  assert_int_equal(grundy_digraph_order(g), count);
  assert_int_equal(party_vertex(p, c), v);
  grundy_solution *s = solution_of(g, GRUNDY_COLUMNS_ALL);
  for (size_t i = 0; i < sizeof compared / sizeof *compared; i++)
    assert_int_equal(grundy_solution_numbers(s, compared[i])[0],
                     grundy_solution_numbers(p->truth, compared[i])[v]);
  assert_true(sets_equal(grundy_solution_set_at(s, GRUNDY_COLUMN_K, 0),
                         grundy_solution_set_at(p->truth, GRUNDY_COLUMN_K, v)));
  grundy_solution_free(s);
  grundy_digraph_free(g);
  if (count > 1)
    assert_int_equal(grundy_compound_explore(c, count - 1, NULL, &g, NULL), GRUNDY_UNABLE);
  assert_int_equal(party_vertex(p, c), v);
  grundy_compound_free(c);
}

static void the_reachable_positions_are_a_part_of_the_product(void **state) {
  grundy_random random = grundy_random_new(test_seed());
  for (uint64_t i = 0; i < test_scaled(300); i++) {
    party p = party_new(&random, 1 + grundy_random_below(&random, 3), 4);
    p.inner = (grundy_operator)grundy_random_below(&random, 3);
    p.outer = (grundy_operator)grundy_random_below(&random, 3);
    p.split = p.count > 2 ? 2 : 1;
    party_solve(&p);
    for (uint32_t v = 0; v < grundy_digraph_order(p.product); v++) check_position(&p, v);
    party_free(&p);
  }
}

static void infinitely_many_moves_are_too_many(void **state) {
  grundy_compound *c;
  grundy_digraph *g;
  assert_int_equal(grundy_compound_new(GRUNDY_NORMAL_PLAY, &c, NULL), GRUNDY_OK);
  assert_int_equal(grundy_compound_add(c, grundy_component_coins(true), 1 * GRUNDY_OMEGA, NULL),
                   GRUNDY_OK);
  assert_int_equal(grundy_compound_explore(c, 100, NULL, &g, NULL), GRUNDY_UNABLE);
  assert_true(grundy_compound_position(c, 0) == GRUNDY_OMEGA);
  grundy_compound_free(c);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_reachable_positions_are_a_part_of_the_product),
      cmocka_unit_test(infinitely_many_moves_are_too_many),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
