/* Products of games, move by move from the definitions of [Smi66, §§6, 7, 9]. */

#include <grundy/digraph.h>

#include "digraph/product.h"
#include "support/games.h"
#include "support/test.h"

static grundy_digraph *product_of(grundy_operator kind, size_t count,
                                  const grundy_digraph *const *games) {
  grundy_digraph *g = NULL;
  assert_int_equal(grundy_digraph_product(kind, count, games, NULL, &g, NULL), GRUNDY_OK);
  return g;
}

/* ---- against the definitions --------------------------------------------------------- */

enum { MOST = 3 };

static void tuple_of(size_t count, const grundy_digraph *const *games, uint32_t v,
                     uint32_t *tuple) {
  for (size_t i = count; i-- > 0;) {
    tuple[i] = v % grundy_digraph_order(games[i]);
    v /= grundy_digraph_order(games[i]);
  }
}

/* Returns whether some choice of "move" or "stay" in each component, allowed by the kind, leads
 * from u to v. */
static bool is_move(grundy_operator kind, size_t count, const grundy_digraph *const *games,
                    const uint32_t *u, const uint32_t *v) {
  for (uint32_t moving = 1; moving < 1U << count; moving++) {
    bool single = (moving & (moving - 1)) == 0, every = moving + 1 == 1U << count, leads = true;
    if (kind == GRUNDY_DISJUNCTIVE && !single) continue;
    if (kind == GRUNDY_CONJUNCTIVE && !every) continue;
    for (size_t i = 0; i < count; i++)
      leads = leads &&
              ((moving >> i & 1) ? grundy_digraph_has_move(games[i], u[i], v[i]) : u[i] == v[i]);
    if (leads) return true;
  }
  return false;
}

static const char *is_product(grundy_operator kind, size_t count,
                              const grundy_digraph *const *games) {
  const char *wrong = NULL;
  grundy_digraph *g = product_of(kind, count, games);
  grundy_product_size size = grundy_digraph_product_size(kind, count, games);
  uint32_t order = grundy_digraph_order(g), a[MOST], b[MOST];
  if (size.order != order || size.moves < grundy_digraph_size(g))
    wrong = because("the predicted size is %llu, %llu", (unsigned long long)size.order,
                    (unsigned long long)size.moves);
  for (uint32_t u = 0; u < order; u++)
    for (uint32_t v = 0; v < order && wrong == NULL; v++) {
      tuple_of(count, games, u, a);
      tuple_of(count, games, v, b);
      if (grundy_digraph_has_move(g, u, v) != is_move(kind, count, games, a, b))
        wrong = because("kind %d: the move from %u to %u is wrong", (int)kind, u, v);
    }
  for (uint32_t u = 0; u < order && wrong == NULL; u++) {
    grundy_vertices row = grundy_digraph_followers(g, u);
    for (uint64_t i = 1; i < row.count; i++)
      if (row.at[i - 1] >= row.at[i]) wrong = because("row %u does not increase", u);
  }
  grundy_digraph_free(g);
  return wrong;
}

static const char *products_are_products(const test_game *game) {
  const char *wrong = NULL;
  grundy_digraph *other = game_random(game->random, 3, 0.4),
                 *third = game_sparse(game->random, 2, 0.5, 2);
  const grundy_digraph *games[MOST] = {game->g, other, third};
  for (int kind = 0; kind < GRUNDY_DISJOINT && wrong == NULL; kind++)
    for (size_t count = 1; count <= MOST && wrong == NULL; count++)
      wrong = is_product((grundy_operator)kind, count, games);
  grundy_digraph_free(other);
  grundy_digraph_free(third);
  return wrong;
}

static void a_move_of_a_product_moves_in_one_in_all_or_in_some_components(void **state) {
  on_every_game(2, products_are_products);
  on_random_games(2000, 4, products_are_products);
}

/* ---- unions, names, limits ----------------------------------------------------------- */

static grundy_digraph *named(const char *a, const char *b) {
  grundy_builder *builder;
  grundy_digraph *g;
  uint32_t u, v;
  assert_int_equal(grundy_builder_new(&builder, NULL), GRUNDY_OK);
  assert_int_equal(grundy_builder_vertex(builder, a, strlen(a), &u, NULL), GRUNDY_OK);
  assert_int_equal(grundy_builder_vertex(builder, b, strlen(b), &v, NULL), GRUNDY_OK);
  assert_int_equal(grundy_builder_move(builder, u, v, NULL), GRUNDY_OK);
  assert_int_equal(grundy_builder_finish(builder, NULL, &g, NULL), GRUNDY_OK);
  grundy_builder_free(builder);
  return g;
}

static void assert_name(const grundy_digraph *g, uint32_t v, const char *expected) {
  char scratch[GRUNDY_NAME_MAX_BYTES];
  uint32_t found;
  assert_string_equal(grundy_digraph_name(g, v, scratch), expected);
  assert_true(grundy_digraph_find(g, expected, strlen(expected), &found));
  assert_int_equal(found, v);
}

static void the_parts_of_a_name_can_be_distinguished(void **state) {
  grundy_digraph *a = named("x", "x,y"), *b = named("y", "\\");
  const grundy_digraph *games[] = {a, b};
  grundy_digraph *g = product_of(GRUNDY_SELECTIVE, 2, games);
  assert_name(g, 0, "x,y");
  assert_name(g, 1, "x,\\\\");
  assert_name(g, 2, "x\\,y,y");
  assert_name(g, 3, "x\\,y,\\\\");
  grundy_digraph_free(g);
  g = product_of(GRUNDY_DISJUNCTIVE, 1, games);
  assert_name(g, 1, "x,y");
  grundy_digraph_free(g);
  g = product_of(GRUNDY_DISJOINT, 2, games);
  assert_int_equal(grundy_digraph_order(g), 4);
  assert_int_equal(grundy_digraph_size(g), 2);
  assert_true(grundy_digraph_has_move(g, 0, 1) && grundy_digraph_has_move(g, 2, 3));
  assert_name(g, 1, "1:x,y");
  assert_name(g, 2, "2:y");
  grundy_digraph_free(g);
  grundy_digraph_free(a);
  grundy_digraph_free(b);
}

static void games_without_names_have_unions_without_names(void **state) {
  grundy_digraph *chain = game_chain(3, 1), *loop = game_from_bits(1, 1);
  const grundy_digraph *games[] = {chain, loop};
  grundy_digraph *g = product_of(GRUNDY_DISJOINT, 2, games);
  assert_int_equal(grundy_digraph_order(g), 4);
  assert_int_equal(grundy_digraph_size(g), 3);
  assert_true(grundy_digraph_has_move(g, 1, 0) && grundy_digraph_has_move(g, 2, 1));
  assert_true(grundy_digraph_has_move(g, 3, 3));
  grundy_digraph_free(g);
  grundy_digraph_free(chain);
  grundy_digraph_free(loop);
}

static void an_empty_name_stays_empty(void **state) {
  grundy_digraph *a = named("", "x");
  const grundy_digraph *games[] = {a, a};
  grundy_digraph *g = product_of(GRUNDY_DISJUNCTIVE, 1, games);
  assert_name(g, 0, "");
  assert_name(g, 1, "x");
  grundy_digraph_free(g);
  g = product_of(GRUNDY_DISJUNCTIVE, 2, games);
  assert_name(g, 0, ",");
  assert_name(g, 1, ",x");
  grundy_digraph_free(g);
  grundy_digraph_free(a);
}

static void a_product_past_a_limit_is_refused(void **state) {
  grundy_digraph *chain = game_chain(5000, 1), *g = NULL;
  const grundy_digraph *games[] = {chain, chain, chain, chain, chain, chain, chain};
  grundy_error error;
  assert_int_equal(grundy_digraph_product_size(GRUNDY_DISJUNCTIVE, 7, games).order, UINT64_MAX);
  assert_int_equal(grundy_digraph_product(GRUNDY_DISJUNCTIVE, 2, games, NULL, &g, &error),
                   GRUNDY_UNABLE);
  assert_string_equal(error.message,
                      "the product has too many positions; expected at most 16777216");
  grundy_product_options options = {
      .size = sizeof options, .most_vertices = UINT64_C(1) << 30, .most_moves = 10};
  assert_int_equal(grundy_digraph_product(GRUNDY_SELECTIVE, 2, games, &options, &g, &error),
                   GRUNDY_UNABLE);
  assert_string_equal(error.message, "the product has too many moves; expected at most 10");
  assert_int_equal(error.reason, GRUNDY_REASON_TOO_MANY);
  assert_int_equal(grundy_digraph_product(GRUNDY_SELECTIVE, 0, games, NULL, &g, &error),
                   GRUNDY_BAD_ARGUMENT);
  assert_int_equal(
      grundy_digraph_product((grundy_operator)(GRUNDY_DISJOINT + 1), 2, games, NULL, &g, &error),
      GRUNDY_BAD_ARGUMENT);
  assert_string_equal(error.message, "unknown operator; expected a grundy_operator");
  assert_null(g);
  grundy_digraph_free(chain);
}

static bool stop(void *context, const char *phase, uint64_t done, uint64_t total) {
  (void)context;
  (void)phase;
  (void)total;
  return done == 0;
}

static void multiplying_can_be_cancelled(void **state) {
  grundy_digraph *chain = game_chain(2000, 1), *g = NULL;
  const grundy_digraph *games[] = {chain, chain};
  grundy_monitor monitor = {.tick = stop};
  grundy_product_options options = {.size = sizeof options, .monitor = &monitor, .unnamed = true};
  assert_int_equal(grundy_digraph_product(GRUNDY_SELECTIVE, 2, games, &options, &g, NULL),
                   GRUNDY_CANCELLED);
  assert_null(g);
  grundy_digraph_free(chain);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_move_of_a_product_moves_in_one_in_all_or_in_some_components),
      cmocka_unit_test(the_parts_of_a_name_can_be_distinguished),
      cmocka_unit_test(games_without_names_have_unions_without_names),
      cmocka_unit_test(an_empty_name_stays_empty),
      cmocka_unit_test(a_product_past_a_limit_is_refused),
      cmocka_unit_test(multiplying_can_be_cancelled),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
