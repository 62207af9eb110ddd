#include "support/coloured.h"

#include "support/test.h"

static void expect_ok(grundy_status status) {
  assert_int_equal(status, GRUNDY_OK);
}

coloured_game coloured_start(uint32_t order) {
  coloured_game game = {NULL};
  expect_ok(grundy_builder_new(&game.builder, NULL));
  for (uint32_t v = 0, made; v < order; v++) {
    char name[12];
    int length = snprintf(name, sizeof name, "%u", v);
    expect_ok(grundy_builder_vertex(game.builder, name, (size_t)length, &made, NULL));
  }
  return game;
}

void coloured_move(coloured_game *game, uint32_t u, uint32_t v) {
  expect_ok(grundy_builder_move(game->builder, u, v, NULL));
}

void coloured_player(coloured_game *game, uint32_t v, uint8_t player) {
  expect_ok(grundy_builder_player(game->builder, v, player, NULL));
}

void coloured_outcome(coloured_game *game, uint32_t v, uint8_t outcome) {
  expect_ok(grundy_builder_outcome(game->builder, v, outcome, NULL));
}

void coloured_payoff(coloured_game *game, uint32_t v, double payoff) {
  expect_ok(grundy_builder_payoff(game->builder, v, payoff, NULL));
}

grundy_digraph *coloured_finish(coloured_game *game) {
  grundy_digraph *g = NULL;
  expect_ok(grundy_builder_finish(game->builder, NULL, &g, NULL));
  grundy_builder_free(game->builder);
  return g;
}

static uint32_t below(grundy_random *random, uint32_t bound) {
  return (uint32_t)grundy_random_below(random, bound);
}

grundy_digraph *random_ended_game(grundy_random *random, uint32_t most) {
  uint32_t order = 1 + below(random, most);
  coloured_game game = coloured_start(order);
  bool acyclic = below(random, 4) == 0;
  for (uint32_t u = 0; u < order; u++) {
    uint32_t degree = acyclic && u == 0 ? 0 : below(random, 4);
    for (uint32_t i = 0; i < degree; i++)
      coloured_move(&game, u, below(random, acyclic ? u : order));
    if (degree == 0 && below(random, 4) > 0)
      coloured_outcome(&game, u, (uint8_t) "PND"[below(random, 3)]);
  }
  return coloured_finish(&game);
}

grundy_digraph *random_coloured_game(grundy_random *random, uint32_t most, uint32_t degree,
                                     bool payoffs) {
  uint32_t order = 1 + below(random, most), half = below(random, order + 1);
  bool acyclic = below(random, 4) == 0;
  coloured_game game = coloured_start(order);
  for (uint32_t u = 0; u < order; u++) {
    bool of_a = u < half;
    uint32_t others = of_a ? order - half : half,
             moves = others == 0 ? 0 : below(random, degree + 1);
    if ((acyclic && of_a) || (payoffs && u == 0)) moves = 0;
    coloured_player(&game, u, of_a ? 'A' : 'B');
    for (uint32_t i = 0; i < moves; i++)
      coloured_move(&game, u, (of_a ? half : 0) + below(random, others));
    if (moves == 0 && payoffs)
      coloured_payoff(&game, u, (double)below(random, 5) - 2);
    else if (moves == 0)
      coloured_outcome(&game, u, (uint8_t) "ABD"[below(random, 3)]);
  }
  return coloured_finish(&game);
}
