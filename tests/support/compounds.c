#include "support/compounds.h"

#include "support/games.h"
#include "support/solutions.h"
#include "support/test.h"

party party_of(size_t count, grundy_digraph **games) {
  party p = {.count = count, .split = 1};
  for (size_t i = 0; i < count; i++) {
    p.games[i] = games[i];
    p.solutions[i] = solution_of(games[i], GRUNDY_COLUMNS_ALL);
    p.solved[i] = grundy_solved_view(games[i], p.solutions[i]);
  }
  return p;
}

static grundy_digraph *some_game(grundy_random *random, uint32_t order) {
  double density = 0.2 + 0.4 * random_unit(random);
  switch (grundy_random_below(random, 3)) {
  case 0:
    return game_acyclic(random, order, 2 * density);
  case 1:
    return game_sparse(random, order, 0.3, 3);
  default:
    return game_random(random, order, density);
  }
}

party party_new(grundy_random *random, size_t count, uint32_t most) {
  grundy_digraph *games[MOST_GAMES];
  for (size_t i = 0; i < count; i++)
    games[i] = some_game(random, 1 + (uint32_t)grundy_random_below(random, most));
  return party_of(count, games);
}

static grundy_digraph *product_of(grundy_operator kind, size_t count,
                                  grundy_digraph *const *games) {
  grundy_digraph *g = NULL;
  grundy_product_options options = {.size = sizeof options, .unnamed = true};
  assert_int_equal(
      grundy_digraph_product(kind, count, (const grundy_digraph *const *)games, &options, &g, NULL),
      GRUNDY_OK);
  return g;
}

void party_solve(party *p) {
  grundy_digraph *parts[MOST_GAMES];
  parts[0] = product_of(p->inner, p->split, p->games);
  for (size_t i = p->split; i < p->count; i++) parts[i - p->split + 1] = p->games[i];
  p->product = product_of(p->outer, p->count - p->split + 1, parts);
  p->truth = solution_of(p->product, GRUNDY_COLUMNS_ALL);
  grundy_digraph_free(parts[0]);
}

void party_free(party *p) {
  for (size_t i = 0; i < p->count; i++) {
    grundy_digraph_free(p->games[i]);
    grundy_solution_free(p->solutions[i]);
  }
  grundy_digraph_free(p->product);
  grundy_solution_free(p->truth);
}

grundy_compound *party_compound(party *p, grundy_play play, uint32_t v) {
  uint32_t tuple[MOST_GAMES];
  grundy_compound *c = NULL;
  for (size_t i = p->count; i-- > 0;) {
    tuple[i] = v % grundy_digraph_order(p->games[i]);
    v /= grundy_digraph_order(p->games[i]);
  }
  assert_int_equal(grundy_compound_new(play, &c, NULL), GRUNDY_OK);
  for (size_t i = 0; i < p->count; i++) {
    assert_int_equal(
        grundy_compound_add(c, grundy_component_digraph(&p->solved[i]), tuple[i], NULL), GRUNDY_OK);
    if (i + 1 == p->split)
      assert_int_equal(grundy_compound_join(c, p->inner, (uint32_t)p->split, NULL), GRUNDY_OK);
  }
  assert_int_equal(grundy_compound_join(c, p->outer, (uint32_t)(p->count - p->split + 1), NULL),
                   GRUNDY_OK);
  return c;
}

uint32_t party_vertex(const party *p, const grundy_compound *c) {
  uint64_t v = 0;
  for (size_t i = 0; i < p->count; i++)
    v = v * grundy_digraph_order(p->games[i]) + grundy_compound_position(c, (uint32_t)i);
  return (uint32_t)v;
}
