/* Maps between games: their kinds, and what they preserve. */

#include <grundy/grundy.h>

#include "support/coloured.h"
#include "support/games.h"
#include "support/kinds.h"
#include "support/maps.h"
#include "support/naive.h"
#include "support/reports.h"
#include "support/sets.h"
#include "support/solutions.h"
#include "support/test.h"

static const grundy_columns transported =
    GRUNDY_COLUMN_GRUNDY | GRUNDY_COLUMN_K | GRUNDY_COLUMN_COUNTER;

/* ---- kernel and twin -------------------------------------------------------------------- */

static grundy_map_report check(const map *m, const uint32_t *d, uint32_t *least) {
  grundy_map_report report;
  grundy_error error;
  if (grundy_map_check(m->r, m->s, m->image, d, NULL, least, &report, &error) != GRUNDY_OK)
    fail_msg("%s", error.message);
  return report;
}

static bool is(const grundy_map_report *report, grundy_map_kind kind) {
  return report->of[kind].condition == GRUNDY_MAP_HOLDS;
}

/* Returns whether there is a violation at the same u by an earlier condition, follower or move of
 * its image. */
static bool has_earlier(const map *m, grundy_map_kind kind, const uint32_t *d,
                        grundy_map_violation found) {
  grundy_map_violation other = {.condition = GRUNDY_MAP_OTHER_PLAYER, .u = found.u};
  if (found.condition == GRUNDY_MAP_OTHER_PLAYER) return false;
  if (naive_violates(m, kind, d, other)) return true;
  other.condition = GRUNDY_MAP_OTHER_END;
  if (found.condition == GRUNDY_MAP_OTHER_END) return false;
  if (naive_violates(m, kind, d, other)) return true;
  other.condition = GRUNDY_MAP_NOT_COVERED;
  bool covered = found.condition != GRUNDY_MAP_NOT_COVERED;
  uint32_t end = covered ? grundy_digraph_order(m->s) : found.w;
  for (other.w = 0; other.w < end; other.w++)
    if (naive_violates(m, kind, d, other)) return true;
  for (other.v = 0; covered && other.v < found.v; other.v++)
    for (int condition = GRUNDY_MAP_LOST_MOVE; condition <= GRUNDY_MAP_NO_D; condition++)
      for (other.w = 0; other.w < grundy_digraph_order(m->r); other.w++) {
        other.condition = (grundy_map_condition)condition;
        if (condition != GRUNDY_MAP_NO_PREIMAGE && naive_violates(m, kind, d, other)) return true;
      }
  return false;
}

/* The report agrees with the definitions, and its violations are the first ones. */
static void assert_report(const map *m, const uint32_t *d, grundy_map_report report) {
  for (int kind = 0; kind < GRUNDY_MAP_KIND_COUNT; kind++) {
    grundy_map_violation violation = report.of[kind];
    uint32_t order = grundy_digraph_order(kind == GRUNDY_SURJECTIVE ? m->s : m->r);
    uint32_t first = naive_first_violation(m, (grundy_map_kind)kind, d);
    assert_int_equal(first == order, is(&report, (grundy_map_kind)kind));
    if (first == order) continue;
    assert_int_equal(first, kind == GRUNDY_SURJECTIVE ? violation.w : violation.u);
    assert_true(naive_violates(m, (grundy_map_kind)kind, d, violation));
    if (kind != GRUNDY_SURJECTIVE)
      assert_false(has_earlier(m, (grundy_map_kind)kind, d, violation));
  }
}

/* A homomorphism is a map of Theorem 7, and that is a D-morphism [FY86, (3)]. */
static void assert_ladder(const grundy_map_report *report) {
  if (is(report, GRUNDY_HOMOMORPHISM)) assert_true(is(report, GRUNDY_THEOREM7));
  if (is(report, GRUNDY_THEOREM7)) assert_true(is(report, GRUNDY_D_MORPHISM));
}

/* Checks that both ways of the kernel agree with the twin; returns the kind of the map with its
 * least d. */
static grundy_map_report assert_agrees(const map *m) {
  uint32_t order = grundy_digraph_order(m->r);
  uint32_t *least = new_numbers(order), *expected = new_numbers(order);
  grundy_map_report found = check(m, NULL, least);
  naive_least_d(m, expected);
  if (order > 0) assert_memory_equal(least, expected, order * sizeof *least);
  assert_report(m, expected, found);
  assert_ladder(&found);
  grundy_map_report given = check(m, m->d, NULL);
  assert_report(m, m->d, given);
  if (is(&given, GRUNDY_THEOREM7)) assert_true(is(&found, GRUNDY_THEOREM7));
  free(least);
  free(expected);
  return found;
}

/* ---- all small maps --------------------------------------------------------------------- */

/* Every map from r to s; each image is a digit. `use` is called with each map. */
static void on_every_map(grundy_digraph *r, grundy_digraph *s, void (*use)(map *m)) {
  uint32_t image[4] = {0}, d[4] = {0}, order = grundy_digraph_order(r);
  map m = {r, s, image, d};
  for (uint32_t i = 0; i < order;) {
    use(&m);
    for (i = 0; i < order && ++image[i] == grundy_digraph_order(s); i++) image[i] = 0;
  }
}

static void on_every_pair(uint32_t r_order, uint64_t r_stride, uint32_t s_order, uint64_t s_stride,
                          void (*use)(map *m)) {
  for (uint64_t i = 0; i < game_pattern_count(r_order); i += r_stride)
    for (uint64_t j = 0; j < game_pattern_count(s_order); j += s_stride) {
      grundy_digraph *r = game_from_bits(r_order, i), *s = game_from_bits(s_order, j);
      on_every_map(r, s, use);
      grundy_digraph_free(r);
      grundy_digraph_free(s);
    }
}

static void use_agrees(map *m) {
  assert_agrees(m);
}

static void every_small_map_is_what_the_definitions_say(void **state) {
  on_every_pair(1, 1, 1, 1, use_agrees);
  on_every_pair(2, 1, 2, 1, use_agrees);
  on_every_pair(3, 1, 2, 3, use_agrees);
  on_every_pair(3, 19, 3, 17, use_agrees);
}

/* With every d below the order: a d is valid only if the least one is, and then the least is below
 * all valid ones. */
static void use_every_d(map *m) {
  uint32_t least[4] = {0}, order = grundy_digraph_order(m->r);
  grundy_map_report found = check(m, NULL, least);
  bool served = false;
  memset(m->d, 0, order * sizeof *m->d);
  for (uint32_t i = 0; i < order;) {
    grundy_map_report given = check(m, m->d, NULL);
    if (is(&given, GRUNDY_THEOREM7)) {
      served = true;
      for (uint32_t u = 0; u < order; u++) assert_true(least[u] <= m->d[u]);
    }
    for (i = 0; i < order && ++m->d[i] == order; i++) m->d[i] = 0;
  }
  assert_int_equal(served, is(&found, GRUNDY_THEOREM7));
}

static void the_least_d_is_below_all_others_and_exists_if_any_does(void **state) {
  on_every_pair(2, 1, 2, 1, use_every_d);
  on_every_pair(3, 11, 2, 3, use_every_d);
  on_every_pair(4, 9973, 2, 5, use_every_d);
}

/* ---- random maps ------------------------------------------------------------------------ */

static grundy_digraph *random_game(grundy_random *random, uint32_t most) {
  uint32_t order = 1 + (uint32_t)grundy_random_below(random, most);
  double density = random_unit(random) * 3 / order;
  return grundy_random_below(random, 3) == 0 ? game_acyclic(random, order, density)
                                             : game_random(random, order, density);
}

static map random_lift(grundy_random *random, uint32_t most) {
  grundy_digraph *s = random_game(random, most);
  map m = map_lift(random, s, 1 + (uint32_t)grundy_random_below(random, 4),
                   (uint32_t)grundy_random_below(random, 40));
  grundy_digraph_free(s);
  return m;
}

static void lifted_maps_are_of_theorem_7_and_mutants_mostly_not(void **state) {
  grundy_random random = grundy_random_new(test_seed());
  uint64_t bad = 0, count = test_scaled(2000);
  for (uint64_t i = 0; i < count; i++) {
    map m = random_lift(&random, 6);
    grundy_map_report given = check(&m, m.d, NULL);
    assert_true(is(&given, GRUNDY_THEOREM7));
    assert_true(is(&given, GRUNDY_SURJECTIVE));
    assert_agrees(&m);
    map_mutate(&random, &m);
    assert_agrees(&m);
    given = check(&m, m.d, NULL);
    bad += !is(&given, GRUNDY_THEOREM7);
    map_free(&m);
  }
  assert_true(bad > count / 10);
}

static void random_maps_are_what_the_definitions_say(void **state) {
  grundy_random random = grundy_random_new(test_seed() + 1);
  for (uint64_t i = test_scaled(6000); i > 0; i--) {
    map m = {.r = random_game(&random, 8), .s = random_game(&random, 5)};
    uint32_t order = grundy_digraph_order(m.r);
    m.image = new_numbers(order);
    m.d = new_numbers(order);
    for (uint32_t u = 0; u < order; u++) {
      m.image[u] = (uint32_t)grundy_random_below(&random, grundy_digraph_order(m.s));
      m.d[u] = (uint32_t)grundy_random_below(&random, order);
    }
    assert_agrees(&m);
    map_free(&m);
  }
}

/* ---- players and ends ------------------------------------------------------------------- */

/* Makes the quotient map of a game with players or payoffs. */
static map quotient_map(grundy_random *random, bool payoffs) {
  map m = {.r = random_coloured_game(random, 8, 3, payoffs)};
  uint32_t count, order = grundy_digraph_order(m.r);
  m.image = new_numbers(order);
  m.d = new_numbers(order);
  assert_int_equal(grundy_compatible_coarsest(m.r, NULL, m.image, &count, NULL), GRUNDY_OK);
  assert_int_equal(grundy_quotient(m.r, m.image, count, NULL, NULL, &m.s, NULL), GRUNDY_OK);
  return m;
}

static void maps_of_games_with_players_respect_players_and_ends(void **state) {
  grundy_random random = grundy_random_new(test_seed() + 5);
  uint64_t unlike[2] = {0};
  for (uint64_t i = test_scaled(3000); i > 0; i--) {
    map m = quotient_map(&random, i % 2 == 0);
    uint32_t order = grundy_digraph_order(m.r);
    grundy_map_report report = assert_agrees(&m);
    assert_true(is(&report, GRUNDY_HOMOMORPHISM));
    m.image[grundy_random_below(&random, order)] =
        (uint32_t)grundy_random_below(&random, grundy_digraph_order(m.s));
    report = assert_agrees(&m);
    unlike[0] += report.of[GRUNDY_THEOREM7].condition == GRUNDY_MAP_OTHER_PLAYER;
    unlike[1] += report.of[GRUNDY_THEOREM7].condition == GRUNDY_MAP_OTHER_END;
    map_free(&m);
  }
  assert_true(unlike[0] > 0 && unlike[1] > 0);
}

/* ---- what maps preserve ----------------------------------------------------------------- */

/* [FY86, Thm. 6]: D-morphisms preserve finite values. Infinite values need not be preserved, as the
 * paper says; counts how often they are not. */
static uint64_t finite_for_infinite, other_k;

static void use_theorem6(map *m) {
  uint32_t least[4];
  grundy_map_report report = check(m, NULL, least);
  if (!is(&report, GRUNDY_D_MORPHISM)) return;
  grundy_solution *of_r = solution_of(m->r, GRUNDY_COLUMN_GRUNDY | GRUNDY_COLUMN_K);
  grundy_solution *of_s = solution_of(m->s, GRUNDY_COLUMN_GRUNDY | GRUNDY_COLUMN_K);
  for (uint32_t u = 0; u < grundy_digraph_order(m->r); u++) {
    grundy_value below = grundy_solution_value(of_r, u);
    grundy_value above = grundy_solution_value(of_s, m->image[u]);
    bool same = below.nimber == above.nimber && sets_equal(below.k, above.k);
    if (below.nimber != GRUNDY_INFINITY || is(&report, GRUNDY_THEOREM7)) assert_true(same);
    finite_for_infinite += below.nimber != above.nimber;
    other_k += below.nimber == above.nimber && !same;
  }
  grundy_solution_free(of_r);
  grundy_solution_free(of_s);
}

static void d_morphisms_keep_finite_values_and_need_not_keep_others(void **state) {
  on_every_pair(2, 1, 2, 1, use_theorem6);
  on_every_pair(3, 1, 2, 1, use_theorem6);
  on_every_pair(3, 13, 3, 11, use_theorem6);
  on_every_pair(4, 2111, 3, 37, use_theorem6);
  assert_true(finite_for_infinite > 0);
  assert_true(other_k > 0);
}

static grundy_solution *transport(const map *m, const uint32_t *d) {
  grundy_solution *of_s = solution_of(m->s, transported), *of_r = NULL;
  assert_int_equal(grundy_map_transport(m->r, m->image, d, of_s, &of_r, NULL), GRUNDY_OK);
  assert_int_equal(grundy_solution_columns(of_r), transported);
  grundy_solution_free(of_s);
  return of_r;
}

/* The transported solution is correct and its counter monotonic, as the verifier remarks. */
static void assert_transports(const map *m, const uint32_t *d) {
  grundy_solution *of_r = transport(m, d), *solved = solution_of(m->r, transported);
  assert_true(verifies(m->r, of_r));
  assert_null(same_column(GRUNDY_COLUMN_GRUNDY, solved, of_r));
  assert_null(same_column(GRUNDY_COLUMN_K, solved, of_r));
  const uint32_t *values = grundy_solution_numbers(of_r, GRUNDY_COLUMN_GRUNDY);
  const uint32_t *counter = grundy_solution_numbers(of_r, GRUNDY_COLUMN_COUNTER);
  assert_null(naive_definition1(m->r, values, counter));
  assert_true(naive_monotonic(m->r, values, counter));
  grundy_solution_free(of_r);
  grundy_solution_free(solved);
}

static void theorem_7_transports_solutions(void **state) {
  grundy_random random = grundy_random_new(test_seed() + 2);
  for (uint64_t i = test_scaled(2000); i > 0; i--) {
    map m = random_lift(&random, 12);
    uint32_t *least = new_numbers(grundy_digraph_order(m.r));
    check(&m, NULL, least);
    assert_transports(&m, m.d);
    assert_transports(&m, least);
    for (uint32_t u = 0; u < grundy_digraph_order(m.r); u++) m.d[u] = 70000 * m.d[u];
    assert_transports(&m, m.d);
    free(least);
    map_free(&m);
  }
}

/* The identity, with counters and a d of more than 16 bits. */
static void large_counters_are_ranked(void **state) {
  enum { ORDER = 100000 };
  grundy_random random = grundy_random_new(test_seed() + 4);
  map m = {game_chain(ORDER, 7), game_chain(ORDER, 7), new_numbers(ORDER), new_numbers(ORDER)};
  for (uint32_t u = 0; u < ORDER; u++) {
    m.image[u] = u;
    m.d[u] = (uint32_t)grundy_random_below(&random, GRUNDY_INFINITY);
  }
  grundy_solution *of_s = solution_of(m.s, transported), *of_r = transport(&m, m.d);
  const uint32_t *above = grundy_solution_numbers(of_s, GRUNDY_COLUMN_COUNTER);
  const uint32_t *rank = grundy_solution_numbers(of_r, GRUNDY_COLUMN_COUNTER);
  for (uint32_t u = 0; u < ORDER; u++) {
    uint32_t v = (uint32_t)grundy_random_below(&random, ORDER);
    bool less = above[u] < above[v] || (above[u] == above[v] && m.d[u] < m.d[v]);
    assert_int_equal(rank[u] < rank[v], less);
    assert_true(rank[u] < ORDER);
  }
  assert_true(verifies(m.r, of_r));
  grundy_solution_free(of_s);
  grundy_solution_free(of_r);
  map_free(&m);
}

/* Homomorphisms [Sat72, Thm. 1.7], and everything that depends on the moves only. */
static void homomorphisms_keep_outcome_value_remoteness_and_distance(void **state) {
  grundy_random random = grundy_random_new(test_seed() + 3);
  grundy_columns columns = GRUNDY_COLUMN_OUTCOME | GRUNDY_COLUMN_GRUNDY | GRUNDY_COLUMN_REMOTENESS |
                           GRUNDY_COLUMN_DISTANCE | GRUNDY_COLUMN_MISERE_REMOTENESS |
                           GRUNDY_COLUMN_HMIN;
  for (uint64_t i = test_scaled(1000); i > 0; i--) {
    grundy_digraph *s = random_game(&random, 12);
    map m = map_lift(&random, s, 4, 0);
    grundy_map_report report = check(&m, m.d, NULL);
    assert_true(is(&report, GRUNDY_HOMOMORPHISM));
    grundy_solution *of_r = solution_of(m.r, columns), *of_s = solution_of(m.s, columns);
    for (uint32_t u = 0; u < grundy_digraph_order(m.r); u++) {
      assert_int_equal(grundy_solution_letters(of_r, GRUNDY_COLUMN_OUTCOME)[u],
                       grundy_solution_letters(of_s, GRUNDY_COLUMN_OUTCOME)[m.image[u]]);
      for (grundy_columns column = GRUNDY_COLUMN_GRUNDY; column <= GRUNDY_COLUMN_HMIN; column <<= 1)
        if (grundy_solution_numbers(of_r, column) != NULL)
          assert_int_equal(grundy_solution_numbers(of_r, column)[u],
                           grundy_solution_numbers(of_s, column)[m.image[u]]);
    }
    grundy_solution_free(of_r);
    grundy_solution_free(of_s);
    map_free(&m);
    grundy_digraph_free(s);
  }
}

/* ---- infinite values -------------------------------------------------------------------- */

/* The D-morphism from r to s does not satisfy Theorem 7, and maps vertex 0, of infinite value, to
 * the value 0 or 1. */
static void assert_loses_infinity(grundy_digraph *r, grundy_digraph *s, const uint32_t *image,
                                  grundy_map_condition condition) {
  uint32_t least[2], values[2], counter[2];
  map m = {r, s, (uint32_t *)image, NULL};
  grundy_map_report report = check(&m, NULL, least);
  assert_true(is(&report, GRUNDY_D_MORPHISM));
  assert_false(is(&report, GRUNDY_HOMOMORPHISM));
  assert_int_equal(report.of[GRUNDY_THEOREM7].condition, condition);
  naive_values(r, values, counter);
  assert_int_equal(values[0], GRUNDY_INFINITY);
  naive_values(s, values, counter);
  assert_int_not_equal(values[image[0]], GRUNDY_INFINITY);
  map_free(&(map){r, s, NULL, NULL});
}

static void a_loop_is_sent_to_a_point_by_a_d_morphism(void **state) {
  assert_loses_infinity(game_from_bits(1, 1), game_from_bits(1, 0), (uint32_t[]){0},
                        GRUNDY_MAP_NO_D);
}

static void a_two_cycle_is_sent_to_a_move_by_a_d_morphism(void **state) {
  const uint32_t cycle[][2] = {{0, 1}, {1, 0}}, move[][2] = {{0, 1}};
  assert_loses_infinity(game_from_pairs(2, 2, cycle), game_from_pairs(2, 1, move),
                        (uint32_t[]){0, 1}, GRUNDY_MAP_NO_D);
}

/* ---- corner cases ----------------------------------------------------------------------- */

static void the_empty_game_is_mapped_everywhere(void **state) {
  map m = {game_from_bits(0, 0), game_from_bits(1, 1), new_numbers(0), new_numbers(0)};
  grundy_map_report report = check(&m, NULL, m.d);
  assert_true(is(&report, GRUNDY_HOMOMORPHISM));
  assert_int_equal(report.of[GRUNDY_SURJECTIVE].condition, GRUNDY_MAP_NO_PREIMAGE);
  assert_int_equal(report.of[GRUNDY_SURJECTIVE].w, 0);
  assert_transports(&m, m.d);
  grundy_digraph_free(m.s);
  m.s = game_from_bits(0, 0);
  report = check(&m, NULL, m.d);
  assert_true(is(&report, GRUNDY_SURJECTIVE));
  map_free(&m);
}

static void invalid_images_are_rejected(void **state) {
  uint32_t image[] = {1}, least[1];
  map m = {game_from_bits(1, 1), game_from_bits(1, 1), NULL, NULL};
  grundy_map_report report;
  grundy_solution *of_s = solution_of(m.s, transported), *of_r = NULL;
  grundy_solution *less = solution_of(m.s, GRUNDY_COLUMN_GRUNDY);
  assert_int_equal(grundy_map_check(m.r, m.s, image, NULL, NULL, least, &report, NULL),
                   GRUNDY_BAD_ARGUMENT);
  assert_int_equal(grundy_map_transport(m.r, image, image, of_s, &of_r, NULL), GRUNDY_BAD_ARGUMENT);
  assert_int_equal(grundy_map_transport(m.r, (uint32_t[]){0}, image, less, &of_r, NULL),
                   GRUNDY_BAD_ARGUMENT);
  assert_null(of_r);
  grundy_solution_free(of_s);
  grundy_solution_free(less);
  map_free(&m);
}

/* u(i) → v(i) → u(i - 1) over two points: d(u(i)) = i, without recursion. */
static void a_long_chain_of_replies_is_climbed(void **state) {
  enum { LENGTH = 300000 };
  uint32_t order = 2 * LENGTH, count = 0;
  uint32_t *tails = new_numbers(2 * order), *heads = new_numbers(2 * order);
  map m = {.image = new_numbers(order), .d = new_numbers(order)};
  for (uint32_t i = 0; i < LENGTH; i++) {
    m.image[2 * i + 1] = 1;
    tails[count] = 2 * i + 1;
    heads[count++] = i == 0 ? 0 : 2 * i - 2;
    if (i == 0) continue;
    tails[count] = 2 * i;
    heads[count++] = 2 * i + 1;
  }
  const uint32_t move[][2] = {{1, 0}};
  m.s = game_from_pairs(2, 1, move);
  assert_int_equal(grundy_digraph_new(order, count, tails, heads, &m.r, NULL), GRUNDY_OK);
  grundy_map_report report = check(&m, NULL, m.d);
  assert_true(is(&report, GRUNDY_THEOREM7));
  for (uint32_t i = 0; i < LENGTH; i++) assert_int_equal(m.d[2 * i], i);
  report = check(&m, m.d, NULL);
  assert_true(is(&report, GRUNDY_THEOREM7));
  grundy_solution *of_r = transport(&m, m.d);
  assert_true(verifies(m.r, of_r));
  grundy_solution_free(of_r);
  free(tails);
  free(heads);
  map_free(&m);
}

/* ---- stopping --------------------------------------------------------------------------- */

static bool stop_in_mapping(void *context, const char *phase, uint64_t done, uint64_t total) {
  (void)context;
  (void)done;
  (void)total;
  return strcmp(phase, "mapping") != 0;
}

static void a_monitor_can_cancel(void **state) {
  grundy_random random = grundy_random_new(test_seed());
  map m = random_lift(&random, 6);
  grundy_monitor monitor = {.tick = stop_in_mapping};
  grundy_map_report report;
  assert_int_equal(
      grundy_map_check(m.r, m.s, m.image, m.d, GRUNDY_MONITORED(&monitor), NULL, &report, NULL),
      GRUNDY_CANCELLED);
  map_free(&m);
}

/* The first game must have values, and the solution those of the second one. */
static void solutions_are_transported_only_to_games_with_values(void **state) {
  const uint8_t kinds[] = {0, GRUNDY_MOVE_CARRY_ON, 0, 0};
  const uint32_t image[] = {0, 1}, d[] = {0, 0};
  grundy_random random = grundy_random_new(test_seed());
  grundy_digraph *plain = game_chain(2, 1), *turns = game_of_kinds(2, kinds), *coloured = NULL;
  while (coloured == NULL || grundy_digraph_order(coloured) != 2) {
    grundy_digraph_free(coloured);
    coloured = random_coloured_game(&random, 2, 1, false);
  }
  grundy_solution *of_s = solution_of(plain, transported),
                  *few = solution_of(plain, GRUNDY_COLUMN_GRUNDY | GRUNDY_COLUMN_K), *of_r = NULL;
  const struct {
    const grundy_digraph *r;
    const grundy_solution *of_s;
    grundy_status status;
    const char *message;
  } cases[] = {
      {turns, of_s, GRUNDY_UNABLE, "maps do not support carry-on and entailing moves yet"},
      {coloured, of_s, GRUNDY_UNDEFINED,
       "the first game has no values; expected one in which the last player wins"},
      {plain, few, GRUNDY_BAD_ARGUMENT,
       "the solution lacks a column; expected grundy, k and counter"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    grundy_error error = {0};
    assert_int_equal(grundy_map_transport(cases[i].r, image, d, cases[i].of_s, &of_r, &error),
                     cases[i].status);
    assert_string_equal(error.message, cases[i].message);
    assert_null(of_r);
  }
  grundy_solution_free(of_s);
  grundy_solution_free(few);
  grundy_digraph_free(plain);
  grundy_digraph_free(turns);
  grundy_digraph_free(coloured);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(solutions_are_transported_only_to_games_with_values),
      cmocka_unit_test(every_small_map_is_what_the_definitions_say),
      cmocka_unit_test(the_least_d_is_below_all_others_and_exists_if_any_does),
      cmocka_unit_test(lifted_maps_are_of_theorem_7_and_mutants_mostly_not),
      cmocka_unit_test(random_maps_are_what_the_definitions_say),
      cmocka_unit_test(maps_of_games_with_players_respect_players_and_ends),
      cmocka_unit_test(d_morphisms_keep_finite_values_and_need_not_keep_others),
      cmocka_unit_test(theorem_7_transports_solutions),
      cmocka_unit_test(large_counters_are_ranked),
      cmocka_unit_test(homomorphisms_keep_outcome_value_remoteness_and_distance),
      cmocka_unit_test(a_loop_is_sent_to_a_point_by_a_d_morphism),
      cmocka_unit_test(a_two_cycle_is_sent_to_a_move_by_a_d_morphism),
      cmocka_unit_test(the_empty_game_is_mapped_everywhere),
      cmocka_unit_test(invalid_images_are_rejected),
      cmocka_unit_test(a_long_chain_of_replies_is_climbed),
      cmocka_unit_test(a_monitor_can_cancel),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
