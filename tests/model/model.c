/* Random and regular games: the properties of each model. */

#include <grundy/digraph.h>
#include <grundy/model.h>

#include "model/chance.h"
#include "support/games.h"
#include "support/test.h"

/* ---- making and checking games ----------------------------------------------------------- */

static grundy_digraph *make(const grundy_model *model) {
  grundy_digraph *g = NULL;
  grundy_error error;
  if (grundy_model_check(model, &error) != GRUNDY_OK ||
      grundy_model_make(model, NULL, &g, &error) != GRUNDY_OK)
    fail_msg("%s: %s", grundy_model_describe(model->kind)->name, error.message);
  return g;
}

/* Every row is strictly increasing and below the order: models do not check rows. */
static void assert_rows(const grundy_digraph *g) {
  uint32_t order = grundy_digraph_order(g);
  const uint64_t *offsets = grundy_digraph_offsets(g);
  assert_int_equal(offsets[0], 0);
  for (uint32_t u = 0; u < order; u++) {
    grundy_vertices row = grundy_digraph_followers(g, u);
    assert_true(offsets[u] <= offsets[u + 1]);
    for (uint64_t i = 0; i < row.count; i++) {
      assert_true(row.at[i] < order);
      assert_true(i == 0 || row.at[i - 1] < row.at[i]);
    }
  }
}

static void assert_same(const grundy_digraph *a, const grundy_digraph *b) {
  uint32_t order = grundy_digraph_order(a);
  uint64_t size = grundy_digraph_size(a);
  assert_int_equal(order, grundy_digraph_order(b));
  assert_int_equal(size, grundy_digraph_size(b));
  assert_memory_equal(grundy_digraph_offsets(a), grundy_digraph_offsets(b), 8 * (order + 1ULL));
  if (size > 0) assert_memory_equal(grundy_digraph_targets(a), grundy_digraph_targets(b), 4 * size);
}

static uint64_t degree(const grundy_digraph *g, uint32_t u) {
  return grundy_digraph_followers(g, u).count;
}

static uint32_t count_sinks(const grundy_digraph *g) {
  uint32_t count = 0;
  for (uint32_t u = 0; u < grundy_digraph_order(g); u++) count += degree(g, u) == 0;
  return count;
}

static uint32_t count_loops(const grundy_digraph *g) {
  uint32_t count = 0;
  for (uint32_t u = 0; u < grundy_digraph_order(g); u++) count += grundy_digraph_has_move(g, u, u);
  return count;
}

static bool is_acyclic(const grundy_digraph *g) {
  uint32_t order = grundy_digraph_order(g), count;
  uint32_t *component = new_numbers(order);
  assert_int_equal(grundy_digraph_strong_components(g, component, &count, NULL), GRUNDY_OK);
  free(component);
  return count == order && count_loops(g) == 0;
}

static bool moves_are_downwards(const grundy_digraph *g) {
  for (uint32_t u = 0; u < grundy_digraph_order(g); u++) {
    grundy_vertices row = grundy_digraph_followers(g, u);
    if (row.count > 0 && row.at[row.count - 1] >= u) return false;
  }
  return true;
}

/* Returns whether (count - mean)² is within (6 sigma)². A healthy generator fails once in 5 · 10^8
 * tests. */
static bool within_six_sigma(double count, double mean, double variance) {
  return (count - mean) * (count - mean) <= 36 * variance + 1e-9;
}

/* One model of every kind, of a few hundred vertices. */
static grundy_model small(grundy_model_kind kind) {
  grundy_model model = grundy_model_default(kind);
  model.seed = test_seed();
  model.order = 300;
  model.p = 0.02;
  model.moves = 1000;
  model.degree = 4;
  model.layers = 30;
  model.width = 12;
  model.height = 9;
  return model;
}

static void every_model_makes_proper_rows_and_the_same_ones_again(void **state) {
  for (int kind = 0; kind < GRUNDY_MODEL_COUNT; kind++)
    for (uint64_t seed = 0; seed < 20; seed++) {
      grundy_model model = small((grundy_model_kind)kind);
      model.seed += seed;
      model.ordered = seed % 2 != 0;
      model.back = seed % 3 == 0 ? 0.3 : 0;
      model.piece = (grundy_piece)(seed % 3);
      model.swaps = seed % 4 == 0;
      model.put_backs = seed % 5 == 0;
      grundy_digraph *g = make(&model), *again = make(&model);
      assert_rows(g);
      assert_same(g, again);
      grundy_digraph_free(g);
      grundy_digraph_free(again);
    }
}

static void another_seed_makes_another_random_game(void **state) {
  for (int kind = 0; kind < GRUNDY_MODEL_BOARD; kind++) {
    grundy_model model = small((grundy_model_kind)kind);
    grundy_digraph *g = make(&model);
    model.seed++;
    grundy_digraph *other = make(&model);
    uint64_t size = grundy_digraph_size(g);
    bool same = size == grundy_digraph_size(other) &&
                memcmp(grundy_digraph_targets(g), grundy_digraph_targets(other), 4 * size) == 0;
    assert_false(same);
    grundy_digraph_free(g);
    grundy_digraph_free(other);
  }
}

/* ---- gnp and gnm ------------------------------------------------------------------------- */

static void gnp_has_as_many_moves_and_loops_as_coin_flips_give(void **state) {
  static const struct {
    uint32_t order;
    double p;
  } cases[] = {{1000, 0.001}, {1000, 0.01}, {1000, 0.3},    {1000, 0.5},   {1000, 0.97},
               {50000, 1e-4}, {3000, 0.02}, {200000, 1e-9}, {200000, 2e-5}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    grundy_model model = grundy_model_default(GRUNDY_MODEL_GNP);
    double n = cases[i].order, p = cases[i].p;
    model.seed = test_seed();
    model.order = cases[i].order;
    model.p = p;
    grundy_digraph *g = make(&model);
    assert_rows(g);
    assert_true(within_six_sigma((double)grundy_digraph_size(g), n * n * p, n * n * p * (1 - p)));
    assert_true(within_six_sigma(count_loops(g), n * p, n * p * (1 - p) + 1));
    /* Degrees are binomial: the sum of (degree - mean)² is near n times the variance. */
    double squares = 0, mean = n * p, variance = n * p * (1 - p);
    for (uint32_t u = 0; u < model.order; u++)
      squares += ((double)degree(g, u) - mean) * ((double)degree(g, u) - mean);
    assert_true(within_six_sigma(squares, n * variance, n * (2 * variance * variance + variance)));
    grundy_digraph_free(g);
  }
}

static void every_pair_is_equally_likely(grundy_model model, double p) {
  enum { ORDER = 5, ROUNDS = 20000 };
  uint32_t count[ORDER][ORDER] = {{0}};
  model.order = ORDER;
  for (uint32_t round = 0; round < ROUNDS; round++) {
    model.seed = test_seed() + round;
    grundy_digraph *g = make(&model);
    for (uint32_t u = 0; u < ORDER; u++)
      for (uint32_t v = 0; v < ORDER; v++) count[u][v] += grundy_digraph_has_move(g, u, v);
    grundy_digraph_free(g);
  }
  for (uint32_t u = 0; u < ORDER; u++)
    for (uint32_t v = 0; v < ORDER; v++)
      assert_true(within_six_sigma(count[u][v], ROUNDS * p, ROUNDS * p * (1 - p)));
}

static void pairs_are_equally_likely_in_gnp_gnm_and_degree(void **state) {
  every_pair_is_equally_likely((grundy_model){.kind = GRUNDY_MODEL_GNP, .p = 0.3}, 0.3);
  every_pair_is_equally_likely((grundy_model){.kind = GRUNDY_MODEL_GNM, .moves = 7}, 7 / 25.0);
  every_pair_is_equally_likely((grundy_model){.kind = GRUNDY_MODEL_GNM, .moves = 18}, 18 / 25.0);
  every_pair_is_equally_likely(
      (grundy_model){.kind = GRUNDY_MODEL_DEGREE, .degree = 2, .sinks = 0.4}, 6 / 25.0);
}

static void gnm_has_exactly_m_moves(void **state) {
  for (uint32_t order = 0; order <= 6; order++)
    for (uint64_t moves = 0; moves <= order * order; moves++) {
      grundy_model model = {.kind = GRUNDY_MODEL_GNM, .order = order, .moves = moves};
      grundy_digraph *g = make(&model);
      assert_rows(g);
      assert_int_equal(grundy_digraph_size(g), moves);
      grundy_digraph_free(g);
    }
  static const uint64_t large[] = {0, 1, 999, 20000, 499999, 500001, 999999, 1000000};
  for (size_t i = 0; i < sizeof large / sizeof *large; i++) {
    grundy_model model = {.kind = GRUNDY_MODEL_GNM, .order = 1000, .moves = large[i]};
    grundy_digraph *g = make(&model);
    assert_rows(g);
    assert_int_equal(grundy_digraph_size(g), large[i]);
    grundy_digraph_free(g);
  }
}

/* ---- degree and power -------------------------------------------------------------------- */

static void degree_is_exact_but_at_sinks(void **state) {
  static const uint32_t degrees[] = {0, 1, 2, 8, 33, 100, 400, 999, 1000};
  static const double shares[] = {0, 0.01, 0.2, 0.9999, 1};
  for (size_t i = 0; i < sizeof degrees / sizeof *degrees; i++)
    for (size_t j = 0; j < sizeof shares / sizeof *shares; j++) {
      grundy_model model = grundy_model_default(GRUNDY_MODEL_DEGREE);
      model.order = 1000;
      model.degree = degrees[i];
      model.sinks = shares[j];
      grundy_digraph *g = make(&model);
      uint32_t sinks = (uint32_t)(1000 * shares[j] + 0.5);
      assert_rows(g);
      assert_int_equal(count_sinks(g), degrees[i] == 0 ? 1000 : sinks);
      assert_int_equal(grundy_digraph_size(g), (uint64_t)(1000 - sinks) * degrees[i]);
      for (uint32_t u = 0; u < 1000; u++)
        assert_true(degree(g, u) == 0 || degree(g, u) == degrees[i]);
      grundy_digraph_free(g);
    }
}

/* Returns the number of vertices with at least `least` moves. */
static uint32_t count_above(const grundy_digraph *g, uint64_t least) {
  uint32_t count = 0;
  for (uint32_t u = 0; u < grundy_digraph_order(g); u++) count += degree(g, u) >= least;
  return count;
}

/* With exponent 2.5, ten times the degree is 10^1.5 = 31.6 times as rare. */
static void assert_power_law(const grundy_digraph *g, uint64_t least) {
  double few = count_above(g, 10 * least), many = count_above(g, least);
  assert_true(few > 50);
  assert_true(many / few > 20 && many / few < 50);
}

static void power_has_tails_of_the_exponent_out_and_in(void **state) {
  grundy_model model = grundy_model_default(GRUNDY_MODEL_POWER);
  model.seed = test_seed();
  model.order = 200000;
  model.degree = 4;
  model.sinks = 0.25;
  grundy_digraph *g = make(&model);
  assert_rows(g);
  assert_int_equal(count_sinks(g), 50000); /* the least expected degree is above 1 */
  double size = (double)grundy_digraph_size(g);
  assert_true(size > 0.9 * 600000 && size < 1.1 * 600000);
  assert_power_law(g, 20);
  grundy_digraph *reverse = game_reverse(g);
  assert_power_law(reverse, 20);
  grundy_digraph_free(reverse);
  grundy_digraph_free(g);
}

/* The first ranks would have more moves than there are positions. */
static void power_has_at_most_one_move_to_every_position(void **state) {
  grundy_model model = grundy_model_default(GRUNDY_MODEL_POWER);
  model.order = model.degree = 6;
  for (model.seed = 0; model.seed < 50; model.seed++) {
    grundy_digraph *g = make(&model);
    assert_rows(g);
    assert_true(grundy_digraph_size(g) <= 36);
    grundy_digraph_free(g);
  }
}

/* ---- dag, layered, chain ----------------------------------------------------------------- */

static void dag_is_acyclic_with_the_average_degree(void **state) {
  static const double degrees[] = {0, 0.3, 1, 2.5, 8, 100, 249, 250, 400, 499.5};
  for (size_t i = 0; i < sizeof degrees / sizeof *degrees; i++)
    for (int ordered = 0; ordered <= 1; ordered++) {
      grundy_model model = grundy_model_default(GRUNDY_MODEL_DAG);
      model.seed = test_seed();
      model.order = 1000;
      model.degree = degrees[i];
      model.ordered = ordered;
      grundy_digraph *g = make(&model);
      assert_rows(g);
      assert_int_equal(grundy_digraph_size(g), (uint64_t)(1000 * degrees[i] + 0.5));
      assert_true(is_acyclic(g));
      if (degrees[i] >= 1) assert_int_equal(moves_are_downwards(g), ordered);
      grundy_digraph_free(g);
    }
}

static void layered_moves_go_to_the_next_layers_and_perhaps_back(void **state) {
  enum { LAYERS = 40, WIDTH = 50, DEGREE = 3, REACH = 2 };
  grundy_model model = grundy_model_default(GRUNDY_MODEL_LAYERED);
  model.seed = test_seed();
  model.layers = LAYERS;
  model.width = WIDTH;
  model.degree = DEGREE;
  model.reach = REACH;
  model.ordered = true;
  for (int back = 0; back <= 1; back++) {
    model.back = 0.5 * back;
    grundy_digraph *g = make(&model);
    uint64_t upwards = 0;
    for (uint32_t u = 0; u < LAYERS * WIDTH; u++) {
      grundy_vertices row = grundy_digraph_followers(g, u);
      uint64_t up = 0;
      for (uint64_t i = 0; i < row.count; i++) {
        int from = (int)(u / WIDTH), to = (int)(row.at[i] / WIDTH);
        assert_true(to != from && abs(from - to) <= REACH);
        up += to > from;
      }
      assert_int_equal(row.count - up, u < WIDTH ? 0 : DEGREE);
      assert_true(up == 0 || (up == 1 && u >= WIDTH && u < (LAYERS - 1) * WIDTH));
      upwards += up;
    }
    double chances = (LAYERS - 2) * WIDTH;
    assert_true(within_six_sigma((double)upwards, back * chances / 2, back * chances / 4));
    assert_int_equal(is_acyclic(g), !back);
    assert_int_equal(moves_are_downwards(g), !back);
    grundy_digraph_free(g);
  }
  model.ordered = false;
  model.back = 0;
  grundy_digraph *g = make(&model);
  assert_true(is_acyclic(g));
  assert_false(moves_are_downwards(g));
  assert_int_equal(count_sinks(g), WIDTH);
  grundy_digraph_free(g);
}

static void a_chain_is_one_path(void **state) {
  for (int ordered = 0; ordered <= 1; ordered++) {
    grundy_model model = grundy_model_default(GRUNDY_MODEL_CHAIN);
    model.order = 100000;
    model.ordered = ordered;
    grundy_digraph *g = make(&model), *reverse = game_reverse(g);
    assert_int_equal(grundy_digraph_size(g), 99999);
    assert_int_equal(count_sinks(g), 1);
    assert_int_equal(count_sinks(reverse), 1);
    assert_int_equal(count_above(reverse, 2), 0);
    assert_true(is_acyclic(g));
    assert_int_equal(moves_are_downwards(g), ordered);
    grundy_digraph_free(reverse);
    grundy_digraph_free(g);
  }
}

/* ---- board ------------------------------------------------------------------------------- */

typedef struct place {
  int x, y;
} place;

/* The rules in the header, one pair at a time. */
static bool is_board_move(const grundy_model *model, place from, place to) {
  int left = from.x - to.x, down = from.y - to.y;
  bool same = left == 0 && down == 0;
  if (same) return false;
  if (model->swaps && to.x == from.y && to.y == from.x) return true;
  if (model->put_backs) {
    if (from.x == 0 && from.y > 0 && to.x == (int)model->width - 1 && to.y == from.y) return true;
    if (from.y == 0 && from.x > 0 && to.y == (int)model->height - 1 && to.x == from.x) return true;
  }
  if (left < 0 || down < 0) return false;
  bool straight = left == 0 || down == 0, diagonal = left == down;
  if (model->piece == GRUNDY_PIECE_ROOK) return straight;
  if (model->piece == GRUNDY_PIECE_QUEEN) return straight || diagonal;
  return left <= 1 && down <= 1;
}

static void assert_board(const grundy_model *model) {
  grundy_digraph *g = make(model);
  uint32_t width = (uint32_t)model->width, order = grundy_digraph_order(g);
  assert_int_equal(order, model->width * model->height);
  assert_rows(g);
  for (uint32_t u = 0; u < order; u++)
    for (uint32_t v = 0; v < order; v++) {
      place from = {(int)(u % width), (int)(u / width)}, to = {(int)(v % width), (int)(v / width)};
      assert_int_equal(grundy_digraph_has_move(g, u, v), is_board_move(model, from, to));
    }
  if (!model->swaps && !model->put_backs) assert_true(moves_are_downwards(g));
  if (order > 0) assert_int_equal(degree(g, 0), 0);
  grundy_digraph_free(g);
}

static void boards_have_the_moves_of_their_rules(void **state) {
  for (uint64_t width = 0; width <= 7; width++)
    for (uint64_t height = 0; height <= 7; height++)
      for (int variant = 0; variant < 12; variant++) {
        grundy_model model = grundy_model_default(GRUNDY_MODEL_BOARD);
        model.width = width;
        model.height = height;
        model.piece = (grundy_piece)(variant % 3);
        model.swaps = variant / 3 % 2 != 0;
        model.put_backs = variant / 6 != 0;
        assert_board(&model);
      }
}

static void ways_back_make_cycles(void **state) {
  for (int variant = 0; variant < 4; variant++) {
    grundy_model model = grundy_model_default(GRUNDY_MODEL_BOARD);
    model.width = 5;
    model.height = 4;
    model.swaps = variant % 2 != 0;
    model.put_backs = variant / 2 != 0;
    grundy_digraph *g = make(&model);
    assert_int_equal(is_acyclic(g), variant == 0);
    grundy_digraph_free(g);
  }
}

/* ---- random numbers ---------------------------------------------------------------------- */

/* If no numbers were drawn again, the first third would have two fourths of all. */
static void large_numbers_are_equally_likely(void **state) {
  const uint64_t third = UINT64_C(1) << 62;
  grundy_random random = grundy_random_new(test_seed());
  unsigned counts[3] = {0};
  for (int i = 0; i < 9000; i++) {
    uint64_t number = grundy_pick(&random, 3 * third);
    assert_true(number < 3 * third);
    counts[number / third]++;
  }
  for (int i = 0; i < 3; i++) assert_true(counts[i] > 2700 && counts[i] < 3300); /* 6.7 sigma */
}

static void rows_of_any_numbers_are_sorted(void **state) {
  enum { COUNT = 200 };
  grundy_random random = grundy_random_new(test_seed());
  uint32_t row[2 * COUNT]; /* with room for sorting */
  for (int bits = 1; bits <= 32; bits++) {
    uint64_t sum = 0, sorted = 0;
    for (int i = 0; i < COUNT; i++) {
      row[i] = (uint32_t)(grundy_random_next(&random) >> (64 - bits));
      sum += row[i];
    }
    grundy_sort_row(row, COUNT);
    for (int i = 0; i < COUNT; i++) {
      sorted += row[i];
      assert_true(i == 0 || row[i - 1] <= row[i]);
    }
    assert_int_equal(sorted, sum);
  }
}

/* ---- extremes ---------------------------------------------------------------------------- */

static void the_empty_game_and_one_position_are_games(void **state) {
  for (int kind = 0; kind < GRUNDY_MODEL_COUNT; kind++)
    for (uint64_t order = 0; order <= 1; order++) {
      grundy_model model = grundy_model_default((grundy_model_kind)kind);
      model.order = model.layers = model.width = model.height = order;
      grundy_digraph *g = make(&model);
      assert_int_equal(grundy_digraph_order(g), order);
      assert_int_equal(grundy_digraph_size(g), 0);
      grundy_digraph_free(g);
    }
}

static void certainty_gives_all_moves_and_impossibility_none(void **state) {
  for (uint32_t order = 0; order < 200; order += 1 + order / 3) {
    grundy_model model = grundy_model_default(GRUNDY_MODEL_GNP);
    model.order = order;
    for (int p = 0; p <= 1; p++) {
      model.p = p;
      grundy_digraph *g = make(&model);
      assert_rows(g);
      assert_int_equal(grundy_digraph_size(g), p * order * order);
      grundy_digraph_free(g);
    }
  }
}

static void refused(grundy_model model, grundy_status status, const char *message) {
  grundy_digraph *g = NULL;
  grundy_error error = {0}, before = {0};
  assert_int_equal(grundy_model_check(&model, &before), status);
  assert_int_equal(grundy_model_make(&model, NULL, &g, &error), status);
  assert_string_equal(before.message, error.message);
  assert_null(g);
  assert_int_equal(error.status, status);
  if (strstr(error.message, message) == NULL)
    fail_msg("'%s' does not say '%s'", error.message, message);
}

static void parameters_out_of_range_are_refused(void **state) {
  const double nan = strtod("nan", NULL), infinity = strtod("inf", NULL);
  const grundy_status bad = GRUNDY_BAD_ARGUMENT;
  refused((grundy_model){.kind = GRUNDY_MODEL_COUNT}, bad, "unknown model");
  refused((grundy_model){.kind = GRUNDY_MODEL_GNP, .p = 1.5}, bad,
          "p is 1.5; expected a number from 0 to 1");
  refused((grundy_model){.kind = GRUNDY_MODEL_GNP, .p = -0.1}, bad, "p is -0.1");
  refused((grundy_model){.kind = GRUNDY_MODEL_GNP, .p = nan}, bad, "p is");
  refused((grundy_model){.kind = GRUNDY_MODEL_GNM, .order = 10, .moves = 101}, bad,
          "moves is 101; expected at most 100 for 10 positions");
  refused((grundy_model){.kind = GRUNDY_MODEL_DEGREE, .order = 5, .degree = 6}, bad,
          "degree is 6; expected a whole number of at most 5, the number of positions");
  refused((grundy_model){.kind = GRUNDY_MODEL_DEGREE, .order = 5, .degree = 2.5}, bad, "whole");
  refused((grundy_model){.kind = GRUNDY_MODEL_DEGREE, .order = 5, .degree = -1}, bad,
          "degree is -1");
  refused((grundy_model){.kind = GRUNDY_MODEL_DEGREE, .order = 5, .sinks = 1.01}, bad, "sinks");
  refused((grundy_model){.kind = GRUNDY_MODEL_DAG, .order = 5, .degree = 2.2}, bad,
          "degree is 2.2; expected at most 2 for 5 positions without cycles");
  refused((grundy_model){.kind = GRUNDY_MODEL_DAG, .order = 5, .degree = infinity}, bad, "degree");
  refused((grundy_model){.kind = GRUNDY_MODEL_POWER, .order = 5, .degree = 2, .exponent = 2}, bad,
          "exponent is 2; expected a number above 2");
  refused((grundy_model){.kind = GRUNDY_MODEL_POWER, .order = 5, .degree = 2, .exponent = infinity},
          bad, "exponent");
  refused((grundy_model){.kind = GRUNDY_MODEL_POWER, .order = 5, .degree = 6, .exponent = 3}, bad,
          "degree is 6; expected at most 5");
  refused(
      (grundy_model){
          .kind = GRUNDY_MODEL_LAYERED, .layers = 5, .width = 3, .degree = 4, .reach = 2},
      bad, "degree is 4; expected a whole number of at most 3, the width of a layer");
  refused((grundy_model){.kind = GRUNDY_MODEL_LAYERED, .layers = 5, .width = 3, .degree = 2}, bad,
          "reach is 0; expected at least 1 layer");
  refused((grundy_model){.kind = GRUNDY_MODEL_BOARD, .piece = (grundy_piece)7}, bad, "piece");
}

static void sizes_past_the_limit_are_refused(void **state) {
  const char *most = "the game has too many positions; expected at most 2147483647";
  for (int kind = 0; kind < GRUNDY_MODEL_COUNT; kind++) {
    static const uint64_t sizes[] = {UINT64_C(1) << 31, UINT64_C(1) << 32, UINT64_MAX};
    for (size_t i = 0; i < 3; i++) {
      grundy_model model = grundy_model_default((grundy_model_kind)kind);
      model.order = model.layers = model.width = sizes[i];
      model.height = 3;
      refused(model, GRUNDY_UNABLE, most);
    }
  }
  refused((grundy_model){.kind = GRUNDY_MODEL_BOARD, .width = 1 << 16, .height = 1 << 15},
          GRUNDY_UNABLE, most);
  refused(
      (grundy_model){.kind = GRUNDY_MODEL_LAYERED, .layers = 1 << 16, .width = 1 << 15, .reach = 1},
      GRUNDY_UNABLE, most);
}

/* ---- monitors ---------------------------------------------------------------------------- */

static bool stop(void *context, const char *phase, uint64_t done, uint64_t total) {
  (void)done;
  (void)total;
  assert_string_equal(phase, "making the game");
  return --*(int *)context > 0;
}

static void making_can_be_cancelled(void **state) {
  for (int kind = 0; kind < GRUNDY_MODEL_COUNT; kind++) {
    grundy_model model = grundy_model_default((grundy_model_kind)kind);
    model.order = 3000000;
    model.p = 1e-6;
    model.moves = 3000000;
    model.degree = 2;
    model.layers = 30000;
    model.width = model.height = 100;
    if (kind == GRUNDY_MODEL_BOARD) model.width = 30000;
    model.piece = GRUNDY_PIECE_KING;
    int left = 2;
    grundy_monitor monitor = {.tick = stop, .context = &left};
    grundy_digraph *g = NULL;
    grundy_error error;
    assert_int_equal(grundy_model_make(&model, GRUNDY_MONITORED(&monitor), &g, &error),
                     GRUNDY_CANCELLED);
    assert_int_equal(left, 0);
    assert_null(g);
  }
}

/* ---- the table --------------------------------------------------------------------------- */

static void models_are_found_by_name_and_parameters_have_names(void **state) {
  for (int kind = 0; kind < GRUNDY_MODEL_COUNT; kind++) {
    const grundy_model_info *info = grundy_model_describe((grundy_model_kind)kind);
    assert_int_equal(grundy_model_find(info->name), kind);
    assert_int_equal(info->required & info->optional, 0);
    assert_true(info->required != 0 && strlen(info->summary) > 0);
  }
  assert_null(grundy_model_describe(GRUNDY_MODEL_COUNT));
  assert_int_equal(grundy_model_find("nothing"), GRUNDY_MODEL_COUNT);
  for (int i = 0; i < GRUNDY_PARAMETER_COUNT; i++)
    assert_non_null(grundy_parameter_name((grundy_parameters)1 << i));
  assert_string_equal(grundy_parameter_name(GRUNDY_PARAMETER_PUT_BACKS), "put-backs");
  assert_string_equal(grundy_parameter_name(GRUNDY_PARAMETER_ORDERED), "ordered");
  assert_null(grundy_parameter_name(1 << GRUNDY_PARAMETER_COUNT));
  assert_null(grundy_parameter_name(3));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_model_makes_proper_rows_and_the_same_ones_again),
      cmocka_unit_test(another_seed_makes_another_random_game),
      cmocka_unit_test(gnp_has_as_many_moves_and_loops_as_coin_flips_give),
      cmocka_unit_test(pairs_are_equally_likely_in_gnp_gnm_and_degree),
      cmocka_unit_test(gnm_has_exactly_m_moves),
      cmocka_unit_test(degree_is_exact_but_at_sinks),
      cmocka_unit_test(power_has_tails_of_the_exponent_out_and_in),
      cmocka_unit_test(power_has_at_most_one_move_to_every_position),
      cmocka_unit_test(large_numbers_are_equally_likely),
      cmocka_unit_test(rows_of_any_numbers_are_sorted),
      cmocka_unit_test(dag_is_acyclic_with_the_average_degree),
      cmocka_unit_test(layered_moves_go_to_the_next_layers_and_perhaps_back),
      cmocka_unit_test(a_chain_is_one_path),
      cmocka_unit_test(boards_have_the_moves_of_their_rules),
      cmocka_unit_test(ways_back_make_cycles),
      cmocka_unit_test(the_empty_game_and_one_position_are_games),
      cmocka_unit_test(certainty_gives_all_moves_and_impossibility_none),
      cmocka_unit_test(parameters_out_of_range_are_refused),
      cmocka_unit_test(sizes_past_the_limit_are_refused),
      cmocka_unit_test(making_can_be_cancelled),
      cmocka_unit_test(models_are_found_by_name_and_parameters_have_names),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
