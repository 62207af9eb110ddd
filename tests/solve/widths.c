/* Games at and beyond the limits of 8 and 16 bits: out-degrees, values, the number of vertices, and
 * labels. The verifier checks each solution against its definitions. Values beyond 65,535 are out
 * of reach: a position of that value has 2^31 moves below it. */

#include <grundy/grundy.h>

#include "support/games.h"
#include "support/solutions.h"
#include "support/test.h"

/* Moves that are added one by one. */
typedef struct moves {
  uint32_t *tails, *heads;
  uint64_t count, room;
} moves;

static moves new_moves(uint64_t room) {
  return (moves){new_numbers((uint32_t)room), new_numbers((uint32_t)room), 0, room};
}

static void add_move(moves *m, uint32_t u, uint32_t v) {
  assert_true(m->count < m->room);
  m->tails[m->count] = u;
  m->heads[m->count++] = v;
}

static grundy_digraph *finish_moves(moves *m, uint32_t order) {
  grundy_digraph *g;
  assert_int_equal(grundy_digraph_new(order, m->count, m->tails, m->heads, &g, NULL), GRUNDY_OK);
  free(m->tails);
  free(m->heads);
  return g;
}

static void assert_solved(const grundy_digraph *g) {
  static const grundy_algorithm algorithms[] = {GRUNDY_ALGORITHM_AUTO, GRUNDY_ALGORITHM_COUNTING,
                                                GRUNDY_ALGORITHM_LAZY};
  for (size_t i = 0; i < sizeof algorithms / sizeof *algorithms; i++) {
    grundy_solve_options options = {
        .size = sizeof options, .columns = GRUNDY_COLUMNS_ALL, .algorithm = algorithms[i]};
    grundy_solution *solution;
    grundy_report *report;
    assert_int_equal(grundy_solve_in_memory(g, &options, &solution, NULL), GRUNDY_OK);
    assert_int_equal(grundy_verify(g, solution, NULL, &report, NULL), GRUNDY_OK);
    for (size_t f = 0; f < grundy_report_count(report); f++)
      if (grundy_report_finding(report, f).verdict == GRUNDY_VERDICT_WRONG)
        fail_msg("%s", grundy_report_finding(report, f).text);
    grundy_report_free(report);
    grundy_solution_free(solution);
  }
}

/* Two hubs, each a follower of the other, with `degree` followers in all: sinks, positions with a
 * move to a sink, and positions on a loop with a move to a hub. */
static grundy_digraph *hubs(uint32_t degree) {
  uint32_t spokes = degree - 1, order = spokes + 3;
  moves m = new_moves(4 * (uint64_t)order);
  for (uint32_t hub = 0; hub < 2; hub++) {
    add_move(&m, hub, 1 - hub);
    for (uint32_t i = 0; i < spokes; i++) add_move(&m, hub, 3 + i);
  }
  for (uint32_t i = 0; i < spokes; i++) {
    uint32_t v = 3 + i;
    if (i % 3 > 0) add_move(&m, v, 2);
    if (i % 5 == 4) add_move(&m, v, v);
    if (i % 7 == 6) add_move(&m, v, i % 2);
  }
  return finish_moves(&m, order);
}

static void out_degrees_cross_8_and_16_bits(void **state) {
  static const uint32_t degrees[] = {63, 64, 65, 254, 255, 256, 257, 65534, 65535, 65536, 65537};
  for (size_t i = 0; i < sizeof degrees / sizeof *degrees; i++) {
    grundy_digraph *g = hubs(degrees[i]);
    assert_int_equal(grundy_digraph_followers(g, 0).count, degrees[i]);
    assert_solved(g);
    grundy_digraph_free(g);
  }
}

/* About a third of the followers of a hub are on cycles: for these degrees, 120 to 135 of them. */
static void followers_on_cycles_cross_7_bits(void **state) {
  for (uint32_t degree = 382; degree <= 432; degree++) {
    grundy_digraph *g = hubs(degree);
    assert_solved(g);
    grundy_digraph_free(g);
  }
}

/* One-heap Nim on shuffled numbers; with `twins`, every heap may pass to a twin and back. */
static grundy_digraph *shuffled_nim(uint32_t heaps, bool twins) {
  uint32_t order = 2 * heaps + 1;
  moves m = new_moves((uint64_t)heaps * heaps / 2 + 2 * (uint64_t)heaps);
  for (uint32_t heap = 0; heap < heaps; heap++) {
    uint32_t u = heap * 2 % order;
    for (uint32_t less = 0; less < heap; less++) add_move(&m, u, less * 2 % order);
    if (!twins) continue;
    add_move(&m, u, 2 * heaps - 2 * heap - 1);
    add_move(&m, 2 * heaps - 2 * heap - 1, u);
  }
  return finish_moves(&m, order);
}

static void values_cross_8_bits(void **state) {
  for (int twins = 0; twins <= 1; twins++) {
    grundy_digraph *g = shuffled_nim(300, twins != 0);
    grundy_solution *solution = solution_of(g, GRUNDY_COLUMN_GRUNDY);
    grundy_summary summary = grundy_solution_summary(solution);
    if (!twins) assert_int_equal(summary.largest_value, 299);
    assert_solved(g);
    grundy_solution_free(solution);
    grundy_digraph_free(g);
  }
}

static void orders_cross_16_bits_and_the_blocks_of_waves(void **state) {
  static const uint32_t orders[] = {65535, 65536, 65537, 262143, 262145};
  grundy_random random = grundy_random_new(test_seed());
  for (size_t i = 0; i < sizeof orders / sizeof *orders; i++) {
    grundy_digraph *g = game_sparse(&random, orders[i], 0.15, 4);
    assert_solved(g);
    grundy_digraph_free(g);
  }
}

/* On a chain everything is known: the vertex in place i has remoteness and distance i, and value i
 * mod 2. Labels go far beyond 16 bits, and recursion would overflow the stack. */
static void chains_of_ten_million_have_labels_of_24_bits(void **state) {
  static const uint32_t strides[] = {1, 7654321};
  uint32_t order = (uint32_t)test_scaled(10000000);
  if (order % 7654321 == 0) order++;
  for (size_t i = 0; i < sizeof strides / sizeof *strides; i++) {
    grundy_digraph *g = game_chain(order, strides[i]);
    grundy_solution *solution =
        solution_of(g, GRUNDY_COLUMN_REMOTENESS | GRUNDY_COLUMN_DISTANCE | GRUNDY_COLUMN_GRUNDY);
    const uint32_t *remoteness = grundy_solution_numbers(solution, GRUNDY_COLUMN_REMOTENESS);
    const uint32_t *distance = grundy_solution_numbers(solution, GRUNDY_COLUMN_DISTANCE);
    const uint32_t *values = grundy_solution_numbers(solution, GRUNDY_COLUMN_GRUNDY);
    for (uint32_t place = 0; place < order; place++) {
      uint32_t v = (uint32_t)((uint64_t)place * strides[i] % order);
      if (remoteness[v] != place || distance[v] != place || values[v] != place % 2)
        fail_msg("in place %u: remoteness %u, distance %u, value %u", place, remoteness[v],
                 distance[v], values[v]);
    }
    grundy_solution_free(solution);
    grundy_digraph_free(g);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(out_degrees_cross_8_and_16_bits),
      cmocka_unit_test(followers_on_cycles_cross_7_bits),
      cmocka_unit_test(values_cross_8_bits),
      cmocka_unit_test(orders_cross_16_bits_and_the_blocks_of_waves),
      cmocka_unit_test(chains_of_ten_million_have_labels_of_24_bits),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
