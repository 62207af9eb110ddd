/* The coarsest compatible relation, compared with naive refinement, with all relations on tiny
 * games, and with repeated signatures on large ones. */

#include <grundy/grundy.h>

#include "support/coloured.h"
#include "support/games.h"
#include "support/relations.h"
#include "support/test.h"

static uint32_t *coarsest(const grundy_digraph *g, uint32_t *count) {
  uint32_t *class_of = new_numbers(grundy_digraph_order(g));
  grundy_error error;
  if (grundy_compatible_coarsest(g, NULL, class_of, count, &error) != GRUNDY_OK)
    fail_msg("grundy_compatible_coarsest: %s", error.message);
  return class_of;
}

static const char *is_naive_coarsest(const test_game *game) {
  uint32_t order = grundy_digraph_order(game->g), count, *expected = new_numbers(order);
  uint32_t *got = coarsest(game->g, &count), naive = naive_coarsest(game->g, expected);
  const char *why = same_numbers("class", order, expected, got);
  if (why == NULL && naive != count) why = because("%u classes instead of %u", count, naive);
  free(expected);
  free(got);
  return why;
}

static void the_coarsest_relation_is_what_naive_refinement_finds(void **state) {
  for (uint32_t order = 0; order <= 3; order++) on_every_game(order, is_naive_coarsest);
  on_some_games(4, 8000, is_naive_coarsest);
  on_random_games(20000, 8, is_naive_coarsest);
  on_random_games(300, 60, is_naive_coarsest);
}

/* Returns whether `fine` relates only vertices that `coarse` relates. */
static bool refines(uint32_t order, const uint32_t *fine, const uint32_t *coarse) {
  for (uint32_t u = 0; u < order; u++)
    for (uint32_t v = 0; v < u; v++)
      if (fine[u] == fine[v] && coarse[u] != coarse[v]) return false;
  return true;
}

static const char *is_coarsest_of_all(const test_game *game) {
  uint32_t order = grundy_digraph_order(game->g), count, *got = coarsest(game->g, &count);
  uint32_t *other = new_numbers(order);
  const char *why = NULL;
  if (naive_compatible(game->g, got).found) why = "the relation is not compatible";
  do {
    if (!naive_compatible(game->g, other).found && !refines(order, other, got))
      why = "some compatible relation relates more";
  } while (why == NULL && next_relation(order, other));
  free(got);
  free(other);
  return why;
}

static void no_compatible_relation_relates_more(void **state) {
  for (uint32_t order = 0; order <= 3; order++) on_every_game(order, is_coarsest_of_all);
  on_some_games(4, 3000, is_coarsest_of_all);
  on_some_games(5, 2000, is_coarsest_of_all);
  on_random_games(300, 6, is_coarsest_of_all);
}

static void players_outcomes_and_payoffs_distinguish_positions(void **state) {
  grundy_random random = grundy_random_new(test_seed());
  for (uint64_t i = 0; i < test_scaled(6000); i++) {
    grundy_digraph *g = i % 3 == 0
                            ? random_ended_game(&random, 5 + (uint32_t)(i % 20))
                            : random_coloured_game(&random, 4 + (uint32_t)(i % 20), 3, i % 3 == 1);
    on_game(g, is_naive_coarsest);
    if (grundy_digraph_order(g) <= 6) on_game(g, is_coarsest_of_all);
    grundy_digraph_free(g);
  }
}

static void an_end_without_an_outcome_is_won_by_the_previous_player(void **state) {
  coloured_game game = coloured_start(4);
  coloured_outcome(&game, 1, 'P');
  coloured_outcome(&game, 2, 'N');
  grundy_digraph *g = coloured_finish(&game);
  uint32_t count, *class_of = coarsest(g, &count);
  assert_int_equal(count, 2);
  assert_int_equal(class_of[0], class_of[1]);
  assert_int_equal(class_of[0], class_of[3]);
  free(class_of);
  grundy_digraph_free(g);
}

static void any_number_of_cycles_of_any_length_is_one_loop(void **state) {
  const uint32_t pairs[][2] = {{0, 0}, {1, 2}, {2, 1}, {3, 4}, {4, 5}, {5, 3}, {3, 1}};
  grundy_digraph *g = game_from_pairs(6, 7, pairs);
  uint32_t count, *class_of = coarsest(g, &count);
  assert_int_equal(count, 1);
  free(class_of);
  grundy_digraph_free(g);
}

/* ---- large games ------------------------------------------------------------------------- */

typedef struct signature {
  uint64_t old, set;
  uint32_t vertex;
} signature;

static int compare(const void *a, const void *b) {
  const signature *x = a, *y = b;
  if (x->old != y->old) return x->old < y->old ? -1 : 1;
  if (x->set != y->set) return x->set < y->set ? -1 : 1;
  return (x->vertex > y->vertex) - (x->vertex < y->vertex);
}

static uint64_t mixed(uint64_t x) {
  x = (x + 1) * UINT64_C(0x9e3779b97f4a7c15);
  x = (x ^ (x >> 32)) * UINT64_C(0xd6e8feb86659fd93);
  return x ^ (x >> 32);
}

/* Returns a hash of the set of classes of v's followers; seen[c] is 1 + the last vertex with a
 * follower in c. */
static uint64_t set_of(const grundy_digraph *g, const uint32_t *class_of, uint32_t *seen,
                       uint32_t v) {
  grundy_vertices row = grundy_digraph_followers(g, v);
  uint64_t sum = row.count > 0;
  for (uint64_t i = 0; i < row.count; i++) {
    uint32_t c = class_of[row.at[i]];
    if (seen[c] != v + 1) sum += mixed(c);
    seen[c] = v + 1;
  }
  return sum;
}

/* Refines by signatures until nothing changes; returns the number of classes. */
static uint32_t by_signatures(const grundy_digraph *g, uint32_t *class_of) {
  uint32_t order = grundy_digraph_order(g), count = 1, before = 0;
  signature *all = calloc(order, sizeof *all);
  assert_non_null(all);
  while (count != before) {
    uint32_t *seen = new_numbers(order);
    for (uint32_t v = 0; v < order; v++)
      all[v] = (signature){class_of[v], set_of(g, class_of, seen, v), v};
    free(seen);
    qsort(all, order, sizeof *all, compare);
    before = count;
    count = 0;
    for (uint32_t i = 0; i < order; i++) {
      bool new = i == 0 || all[i].old != all[i - 1].old || all[i].set != all[i - 1].set;
      count += new;
      class_of[all[i].vertex] = count - 1;
    }
  }
  free(all);
  return count;
}

/* Checks that the classes are the same, whatever their numbers. */
static bool same_classes(uint32_t order, const uint32_t *a, const uint32_t *b, uint32_t count) {
  uint32_t *name = new_numbers(count);
  bool same = true;
  for (uint32_t v = 0; v < order && same; v++) {
    if (name[a[v]] == 0) name[a[v]] = b[v] + 1;
    same = name[a[v]] == b[v] + 1;
  }
  free(name);
  return same;
}

static void signatures_find_the_same_on_large_games(void **state) {
  for (int kind = 0; kind < GRUNDY_MODEL_COUNT; kind++) {
    if (kind == GRUNDY_MODEL_CHAIN)
      continue; /* signatures take as many rounds as the chain is long */
    grundy_model model = grundy_model_default((grundy_model_kind)kind);
    grundy_digraph *g;
    model.order = test_scaled(100000);
    model.degree = kind == GRUNDY_MODEL_DAG ? 1 : 2;
    model.sinks = 0.6;
    model.p = 0.9 / (double)model.order;
    model.moves = model.order * 9 / 10;
    model.width = kind == GRUNDY_MODEL_BOARD ? 40 : 5000;
    model.height = 40;
    model.layers = 1 + model.order / model.width;
    model.swaps = true;
    assert_int_equal(grundy_model_make(&model, NULL, &g, NULL), GRUNDY_OK);
    uint32_t order = grundy_digraph_order(g), count, *got = coarsest(g, &count);
    uint32_t *expected = new_numbers(order), naive = by_signatures(g, expected);
    assert_int_equal(count, naive);
    assert_true(same_classes(order, expected, got, naive));
    free(expected);
    free(got);
    grundy_digraph_free(g);
  }
}

static void a_long_chain_has_a_class_for_every_position(void **state) {
  uint32_t order = (uint32_t)test_scaled(100000), count;
  grundy_digraph *g = game_chain(order, 1);
  uint32_t *class_of = coarsest(g, &count);
  assert_int_equal(count, order);
  for (uint32_t v = 0; v < order; v++) assert_int_equal(class_of[v], v);
  free(class_of);
  grundy_digraph_free(g);
}

/* A chain of positions to one with a loop and a move to a terminal position: play can go on for
 * ever from each of them, and two neighbours differ only in how far away the loop is. */
static grundy_digraph *chain_to_loop(uint32_t order) {
  grundy_digraph *g = NULL;
  uint32_t *tails = calloc(order, sizeof *tails), *heads = calloc(order, sizeof *heads);
  assert_non_null(tails);
  assert_non_null(heads);
  for (uint32_t v = 0; v + 1 < order; v++) {
    tails[v] = v;
    heads[v] = v + 1;
  }
  tails[order - 1] = heads[order - 1] = order - 2;
  assert_int_equal(grundy_digraph_new(order, order, tails, heads, &g, NULL), GRUNDY_OK);
  free(tails);
  free(heads);
  return g;
}

/* Longer than the rounds by signatures go: partition refinement has to finish the work. */
static void a_long_chain_to_a_loop_is_refined(void **state) {
  for (uint32_t order = 2; order <= 300; order += 149) {
    grundy_digraph *g = chain_to_loop(order);
    uint32_t count, *class_of = coarsest(g, &count);
    assert_int_equal(count, order);
    for (uint32_t v = 0; v < order; v++) assert_int_equal(class_of[v], v);
    free(class_of);
    grundy_digraph_free(g);
  }
}

static bool refuse(void *context, const char *phase, uint64_t done, uint64_t total) {
  (void)done;
  (void)total;
  return strcmp(phase, context) != 0;
}

static void check_cancelling(const char *phase) {
  grundy_monitor monitor = {.context = (void *)phase, .tick = refuse};
  grundy_digraph *g = chain_to_loop(300);
  uint32_t class_of[300], count = 7;
  grundy_error error;
  assert_int_equal(
      grundy_compatible_coarsest(g, GRUNDY_MONITORED(&monitor), class_of, &count, &error),
      GRUNDY_CANCELLED);
  assert_int_equal(count, 7);
  grundy_digraph_free(g);
}

static void all_phases_can_be_cancelled(void **state) {
  check_cancelling("distance");
  check_cancelling("signatures");
  check_cancelling("refinement");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_coarsest_relation_is_what_naive_refinement_finds),
      cmocka_unit_test(no_compatible_relation_relates_more),
      cmocka_unit_test(players_outcomes_and_payoffs_distinguish_positions),
      cmocka_unit_test(an_end_without_an_outcome_is_won_by_the_previous_player),
      cmocka_unit_test(any_number_of_cycles_of_any_length_is_one_loop),
      cmocka_unit_test(signatures_find_the_same_on_large_games),
      cmocka_unit_test(a_long_chain_has_a_class_for_every_position),
      cmocka_unit_test(a_long_chain_to_a_loop_is_refined),
      cmocka_unit_test(all_phases_can_be_cancelled),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
