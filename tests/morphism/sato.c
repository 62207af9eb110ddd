/* [Sat72, §§1, 2] on random games: Theorems 1.7, 2.2 and 2.11, Lemmas 2.4, 2.12 and 2.13,
 * Corollaries 2.5 and 2.9; and which of them hold with cycles, which Sato excludes. */

#include <grundy/grundy.h>

#include "support/games.h"
#include "support/naive.h"
#include "support/relations.h"
#include "support/test.h"

static const char *same_outcome(const grundy_digraph *g, const grundy_digraph *h,
                                const uint32_t *map) {
  uint32_t order = grundy_digraph_order(g);
  uint8_t *of_g = calloc(order + 1, 1), *of_h = calloc(grundy_digraph_order(h) + 1, 1);
  const char *why = NULL;
  naive_outcome(g, of_g);
  naive_outcome(h, of_h);
  for (uint32_t v = 0; v < order && why == NULL; v++) {
    uint32_t image = map == NULL ? v : map[v];
    if (of_g[v] != of_h[image]) why = because("%c at %u, %c at %u", of_g[v], v, of_h[image], image);
  }
  free(of_g);
  free(of_h);
  return why;
}

/* ---- homomorphisms and compatible relations ------------------------------------------------ */

/* Theorem 1.7, for a homomorphism onto a game, and into a larger one. It holds with cycles, too. */
static const char *homomorphisms_keep_outcomes(const test_game *game) {
  uint32_t *onto, order = grundy_digraph_order(game->g);
  grundy_digraph *lifted = lifted_game(game->random, game->g, 3, &onto);
  grundy_digraph *other = game_random(game->random, 4, 0.3), *larger = NULL;
  const grundy_digraph *both[] = {other, game->g};
  const char *why = same_outcome(lifted, game->g, onto);
  assert_int_equal(grundy_digraph_product(GRUNDY_DISJOINT, 2, both, NULL, &larger, NULL),
                   GRUNDY_OK);
  for (uint32_t x = 0; x < grundy_digraph_order(lifted); x++) onto[x] += 4;
  if (why == NULL && order > 0) why = same_outcome(lifted, larger, onto);
  grundy_digraph_free(larger);
  grundy_digraph_free(other);
  grundy_digraph_free(lifted);
  free(onto);
  return why;
}

static void theorem_1_7_homomorphisms_keep_outcomes(void **state) {
  on_random_games(2000, 8, homomorphisms_keep_outcomes);
}

/* Theorem 2.2: the classes of a homomorphism onto a game are its vertices, and the quotient by them
 * is that game. Here its vertex c is class c. */
static const char *images_are_quotients(const test_game *game) {
  uint32_t *onto, order = grundy_digraph_order(game->g);
  grundy_digraph *lifted = lifted_game(game->random, game->g, 3, &onto), *quotient = NULL;
  grundy_relation_report report;
  const char *why = NULL;
  assert_int_equal(grundy_relation_check(lifted, onto, order, NULL, &report, NULL), GRUNDY_OK);
  assert_int_equal(grundy_quotient(lifted, onto, order, NULL, NULL, &quotient, NULL), GRUNDY_OK);
  if (report.compatible.found) why = "the relation is not compatible";
  if (report.semicompatible.found) why = "the relation is not semicompatible";
  if (grundy_digraph_size(quotient) != grundy_digraph_size(game->g))
    why = "the quotient has another number of moves";
  for (uint32_t u = 0; u < order; u++)
    for (uint32_t v = 0; v < order; v++)
      if (grundy_digraph_has_move(quotient, u, v) != grundy_digraph_has_move(game->g, u, v))
        why = because("the quotient differs at %u %u", u, v);
  grundy_digraph_free(quotient);
  grundy_digraph_free(lifted);
  free(onto);
  return why;
}

static void theorem_2_2_images_are_quotients(void **state) {
  on_random_games(2000, 10, images_are_quotients);
}

/* Lemmas 2.12, 2.13: in a game without cycles, positions are related if and only if they have the
 * same hereditary set. */
static const char *related_is_of_the_same_set(const grundy_digraph *g) {
  uint32_t order = grundy_digraph_order(g), count, *class_of = new_numbers(order);
  grundy_hereditary *sets = NULL;
  const char *why = NULL;
  assert_int_equal(grundy_hereditary_new(g, UINT64_MAX, &sets, NULL), GRUNDY_OK);
  assert_int_equal(grundy_compatible_coarsest(g, NULL, class_of, &count, NULL), GRUNDY_OK);
  for (uint32_t u = 0; u < order; u++)
    for (uint32_t v = 0; v < u; v++) {
      const char *of_u = grundy_hereditary_text(sets, u), *of_v = grundy_hereditary_text(sets, v);
      if ((strcmp(of_u, of_v) == 0) != (class_of[u] == class_of[v]))
        why = because("%u has %s and %u has %s", u, of_u, v, of_v);
    }
  grundy_hereditary_free(sets);
  free(class_of);
  return why;
}

static grundy_digraph *next_acyclic(grundy_random *random, uint32_t most) {
  uint32_t order = 1 + (uint32_t)grundy_random_below(random, most);
  return game_acyclic(random, order, random_unit(random));
}

static void lemma_2_13_related_positions_have_the_same_hereditary_set(void **state) {
  grundy_random random = grundy_random_new(test_seed());
  for (uint64_t i = 0; i < test_scaled(3000); i++) {
    grundy_digraph *g = next_acyclic(&random, 9);
    const char *why = related_is_of_the_same_set(g);
    if (why != NULL) fail_msg("%s", why);
    grundy_digraph_free(g);
  }
}

/* ---- semicompatible relations -------------------------------------------------------------- */

/* Lemma 2.4 and Corollaries 2.5 and 2.9 for one semicompatible relation on a game without
 * cycles. */
static const char *keeps_values(const grundy_digraph *g, const uint32_t *class_of,
                                const uint32_t *values) {
  uint32_t order = grundy_digraph_order(g);
  for (uint32_t u = 0; u < order; u++)
    for (uint32_t v = 0; v < u; v++)
      if (class_of[u] == class_of[v] && values[u] != values[v])
        return because("%u and %u have the values %u and %u", u, v, values[u], values[v]);
  grundy_digraph *kept = naive_kept_moves(g, class_of), *quotient = NULL;
  assert_int_equal(
      grundy_quotient(g, class_of, class_count(order, class_of), NULL, NULL, &quotient, NULL),
      GRUNDY_OK);
  const char *why = same_outcome(g, kept, NULL);
  if (why == NULL) why = same_outcome(g, quotient, class_of);
  if (why == NULL && naive_compatible(kept, class_of).found)
    why = "the relation is not compatible with the moves that are kept";
  grundy_digraph_free(quotient);
  grundy_digraph_free(kept);
  return why;
}

/* And Theorem 2.11 (1): no semicompatible relation relates more than equality of values. */
static const char *all_semicompatible_relations_keep_values(const grundy_digraph *g) {
  uint32_t order = grundy_digraph_order(g), *class_of = new_numbers(order);
  uint32_t *values = new_numbers(order), *counter = new_numbers(order);
  const char *why = NULL;
  naive_values(g, values, counter);
  do {
    if (!naive_semicompatible(g, class_of).found) why = keeps_values(g, class_of, values);
  } while (why == NULL && next_relation(order, class_of));
  free(class_of);
  free(values);
  free(counter);
  return why;
}

static void lemma_2_4_and_corollaries_2_5_and_2_9_on_all_relations(void **state) {
  grundy_random random = grundy_random_new(test_seed());
  for (uint64_t i = 0; i < test_scaled(1500); i++) {
    grundy_digraph *g = next_acyclic(&random, 6);
    const char *why = all_semicompatible_relations_keep_values(g);
    if (why != NULL) fail_msg("%s", why);
    grundy_digraph_free(g);
  }
}

/* Merges random classes as long as the result is semicompatible. */
static void merge_at_random(grundy_random *random, const grundy_digraph *g, uint32_t *class_of) {
  uint32_t order = grundy_digraph_order(g), *tried = new_numbers(order);
  for (uint32_t v = 0; v < order; v++) class_of[v] = v;
  for (uint32_t i = 0; i < 4 * order; i++) {
    uint32_t from = class_of[grundy_random_below(random, order)];
    uint32_t to = class_of[grundy_random_below(random, order)];
    for (uint32_t v = 0; v < order; v++) tried[v] = class_of[v] == from ? to : class_of[v];
    if (!naive_semicompatible(g, tried).found) memcpy(class_of, tried, order * sizeof *class_of);
  }
  (void)number_classes(order, class_of);
  free(tried);
}

static void lemma_2_4_and_corollaries_2_5_and_2_9_on_larger_games(void **state) {
  grundy_random random = grundy_random_new(test_seed());
  for (uint64_t i = 0; i < test_scaled(400); i++) {
    grundy_digraph *g = next_acyclic(&random, 14);
    uint32_t order = grundy_digraph_order(g), *class_of = new_numbers(order);
    uint32_t *values = new_numbers(order), *counter = new_numbers(order);
    naive_values(g, values, counter);
    merge_at_random(&random, g, class_of);
    const char *why = keeps_values(g, class_of, values);
    if (why != NULL) fail_msg("%s", why);
    free(class_of);
    free(values);
    free(counter);
    grundy_digraph_free(g);
  }
}

/* Theorem 2.11: equality of values is semicompatible, g(s) = l([s]), and the quotient is a single
 * heap of Nim. */
static const char *quotient_by_values_is_nim(const grundy_digraph *g) {
  uint32_t order = grundy_digraph_order(g), count, *class_of = new_numbers(order);
  uint32_t *values = new_numbers(order), *counter = new_numbers(order);
  uint32_t *length = new_numbers(order);
  grundy_digraph *quotient = NULL;
  const char *why = NULL;
  naive_values(g, values, counter);
  assert_int_equal(grundy_values_relation(g, NULL, class_of, &count, NULL), GRUNDY_OK);
  assert_int_equal(grundy_quotient(g, class_of, count, NULL, NULL, &quotient, NULL), GRUNDY_OK);
  naive_distance(quotient, length);
  if (naive_semicompatible(g, class_of).found) why = "equality of values is not semicompatible";
  for (uint32_t v = 0; v < order; v++)
    if (length[class_of[v]] != values[v]) why = because("%u has the wrong length", v);
  for (uint32_t c = 0; c < count; c++)
    for (uint32_t d = 0; d < count; d++)
      if (grundy_digraph_has_move(quotient, c, d) != (length[d] < length[c]))
        why = "the quotient is not Nim";
  grundy_digraph_free(quotient);
  free(class_of);
  free(values);
  free(counter);
  free(length);
  return why;
}

static void theorem_2_11_the_quotient_by_values_is_one_heap_of_nim(void **state) {
  grundy_random random = grundy_random_new(test_seed());
  for (uint64_t i = 0; i < test_scaled(3000); i++) {
    grundy_digraph *g = next_acyclic(&random, 30);
    const char *why = quotient_by_values_is_nim(g);
    if (why != NULL) fail_msg("%s", why);
    grundy_digraph_free(g);
  }
}

/* ---- with cycles --------------------------------------------------------------------------- */

/* A loop and a terminal position: every move can be reversed, so relating the two is
 * semicompatible, but one is a draw and the other is not. */
static void with_cycles_a_semicompatible_relation_need_not_keep_outcomes(void **state) {
  const uint32_t loop[][2] = {{0, 0}}, together[] = {0, 0};
  grundy_digraph *g = game_from_pairs(2, 1, loop), *quotient = NULL;
  grundy_relation_report report;
  uint8_t outcome[2];
  assert_int_equal(grundy_relation_check(g, together, 1, NULL, &report, NULL), GRUNDY_OK);
  assert_true(report.semicompatible_defined);
  assert_false(report.semicompatible.found);
  assert_true(report.compatible.found);
  assert_int_equal(report.compatible.first, 0);
  assert_int_equal(report.compatible.second, 1);
  assert_int_equal(report.compatible.move, 0);
  naive_outcome(g, outcome);
  assert_int_equal(outcome[0], 'D');
  assert_int_equal(outcome[1], 'P');
  assert_int_equal(grundy_quotient(g, together, 1, NULL, NULL, &quotient, NULL), GRUNDY_OK);
  assert_int_equal(grundy_digraph_size(quotient), 0);
  grundy_digraph_free(quotient);
  grundy_digraph_free(g);
}

static void with_cycles_there_is_no_quotient_by_values(void **state) {
  grundy_digraph *g = game_cycle_with_tail(4, 2);
  uint32_t class_of[4], count;
  grundy_error error;
  assert_int_equal(grundy_values_relation(g, NULL, class_of, &count, &error), GRUNDY_UNDEFINED);
  assert_non_null(strstr(error.message, "from '2'"));
  grundy_digraph_free(g);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(theorem_1_7_homomorphisms_keep_outcomes),
      cmocka_unit_test(theorem_2_2_images_are_quotients),
      cmocka_unit_test(lemma_2_13_related_positions_have_the_same_hereditary_set),
      cmocka_unit_test(lemma_2_4_and_corollaries_2_5_and_2_9_on_all_relations),
      cmocka_unit_test(lemma_2_4_and_corollaries_2_5_and_2_9_on_larger_games),
      cmocka_unit_test(theorem_2_11_the_quotient_by_values_is_one_heap_of_nim),
      cmocka_unit_test(with_cycles_a_semicompatible_relation_need_not_keep_outcomes),
      cmocka_unit_test(with_cycles_there_is_no_quotient_by_values),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
