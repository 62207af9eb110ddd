#include "support/kinds.h"

#include "support/test.h"

#include <inttypes.h>

enum { MOST = 16 };

grundy_digraph *game_of_kinds(uint32_t order, const uint8_t *kinds) {
  grundy_builder *builder = NULL;
  grundy_digraph *g = NULL;
  assert_int_equal(grundy_builder_new(&builder, NULL), GRUNDY_OK);
  for (uint32_t v = 0; v < order; v++) {
    char name[16];
    uint32_t vertex;
    int length = snprintf(name, sizeof name, "%" PRIu32, v);
    assert_int_equal(grundy_builder_vertex(builder, name, (size_t)length, &vertex, NULL),
                     GRUNDY_OK);
  }
  for (uint32_t u = 0; u < order; u++)
    for (uint32_t v = 0; v < order; v++)
      if (kinds[u * order + v] != 0)
        assert_int_equal(grundy_builder_move_of_kinds(builder, u, v, kinds[u * order + v], NULL),
                         GRUNDY_OK);
  assert_int_equal(grundy_builder_finish(builder, NULL, &g, NULL), GRUNDY_OK);
  grundy_builder_free(builder);
  return g;
}

grundy_digraph *game_random_kinds(grundy_random *random, uint32_t order, uint8_t kinds,
                                  double density) {
  uint8_t all[MOST * MOST] = {0};
  assert_true(order <= MOST);
  for (uint32_t i = 0; i < order * order; i++)
    for (unsigned kind = 1; kind <= GRUNDY_MOVE_ENTAILING; kind *= 2)
      if ((kinds & kind) != 0 && random_unit(random) < density) all[i] |= (uint8_t)kind;
  return game_of_kinds(order, all);
}

/* Checks the game if a move is not ordinary. */
static void check_kinds(uint32_t order, const uint8_t *kinds, game_property property) {
  grundy_digraph *g = game_of_kinds(order, kinds);
  if (grundy_digraph_kinds(g) != NULL) on_game(g, property);
  grundy_digraph_free(g);
}

/* Checks games in which every pair has a subset of two kinds, at a scaled number of places. */
static void on_two_kinds(uint32_t order, uint8_t other, uint64_t count, game_property property) {
  const uint8_t subsets[] = {0, GRUNDY_MOVE_ORDINARY, other, GRUNDY_MOVE_ORDINARY | other};
  uint64_t all = UINT64_C(1) << 2 * order * order;
  uint64_t checked = test_scaled(count) < all ? test_scaled(count) : all;
  for (uint64_t i = 0; i < checked; i++) {
    uint64_t pattern = all / checked * i + i % (all / checked);
    uint8_t kinds[MOST * MOST];
    for (uint32_t j = 0; j < order * order; j++) kinds[j] = subsets[pattern >> 2 * j & 3];
    check_kinds(order, kinds, property);
  }
}

void on_games_of_kinds(uint64_t patterns, uint64_t count, uint32_t most, game_property property) {
  static const uint8_t others[] = {GRUNDY_MOVE_CARRY_ON, GRUNDY_MOVE_LOCAL, GRUNDY_MOVE_ENTAILING};
  for (size_t i = 0; i < sizeof others; i++)
    for (uint32_t order = 1; order <= 3; order++)
      on_two_kinds(order, others[i], patterns, property);
  grundy_random random = grundy_random_new(test_seed());
  for (uint64_t i = 0; i < test_scaled(count); i++) {
    uint32_t order = 1 + (uint32_t)grundy_random_below(&random, most);
    uint8_t kinds = (uint8_t)(1 + grundy_random_below(&random, 15));
    double density = random_unit(&random) * 2 / order;
    grundy_digraph *g = game_random_kinds(&random, order, kinds, density);
    if (grundy_digraph_kinds(g) != NULL) on_game(g, property);
    grundy_digraph_free(g);
  }
}
