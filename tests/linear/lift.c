/* L(G) of random acyclic games, compared with the enumeration of its 2^n elements: [Sat72, Lemmas
 * 3.3 and 3.5–3.8, Theorems 3.4, 3.9 and 3.12]. */

#include <grundy/digraph.h>
#include <grundy/linear.h>
#include <grundy/solve.h>

#include "linear/impl.h"
#include "linear/matrix.h"
#include "support/games.h"
#include "support/linear.h"
#include "support/test.h"

/* ---- a game and its L(G) ---------------------------------------------------------- */

typedef struct lifted {
  grundy_digraph *g;
  grundy_solution *solution;
  grundy_lift *lift;
} lifted;

/* Takes over the game. */
static lifted lift_game(grundy_digraph *g) {
  lifted l = {.g = g};
  grundy_solve_options options = {.size = sizeof options,
                                  .columns = GRUNDY_COLUMN_GRUNDY | GRUNDY_COLUMN_DISTANCE};
  assert_int_equal(grundy_solve_in_memory(g, &options, &l.solution, NULL), GRUNDY_OK);
  assert_int_equal(grundy_lift_new(g, l.solution, &l.lift, NULL), GRUNDY_OK);
  return l;
}

static void lifted_free(lifted *l) {
  grundy_lift_free(l->lift);
  grundy_solution_free(l->solution);
  grundy_digraph_free(l->g);
}

static grundy_digraph *random_game(grundy_random *random, uint32_t most) {
  uint32_t order = 1 + (uint32_t)grundy_random_below(random, most);
  return game_acyclic(random, order, 0.2 + 0.6 * random_unit(random));
}

/* The maps h_{s,t} of L(G): u becomes u + s + t if s is in u. */
static void enumerate(const grundy_digraph *g, naive_linear *naive) {
  uint32_t n = grundy_digraph_order(g);
  *naive = (naive_linear){.dimension = n, .size = UINT32_C(1) << n};
  for (uint32_t s = 0; s < n; s++) {
    grundy_vertices followers = grundy_digraph_followers(g, s);
    for (uint64_t k = 0; k < followers.count; k++) {
      uint16_t *map = naive->maps[naive->count++];
      for (uint32_t u = 0; u < naive->size; u++) {
        bool in = (u >> s & 1) != 0;
        map[u] = (uint16_t)(in ? u ^ UINT32_C(1) << s ^ UINT32_C(1) << followers.at[k] : u);
      }
    }
  }
}

/* ---- [Sat72, Thms. 3.4, 3.9, Lemmas 3.5–3.8]
 * ------------------------------------------------------- */

static uint32_t q_of(const grundy_lift *lift, uint32_t value) {
  uint32_t q = 0;
  for (uint32_t i = 0; i < lift->rank; i++)
    if ((value >> i & 1) != 0) q |= UINT32_C(1) << lift->f[i];
  return q;
}

/* Returns an element as a number in which later positions of the well-order are more
 * significant. */
static uint32_t weight(const grundy_lift *lift, uint32_t n, uint32_t u) {
  uint32_t sum = 0;
  for (uint32_t i = 0; i < n; i++) sum |= (u >> lift->order[i] & 1) << i;
  return sum;
}

static void assert_linear(const lifted *l, uint32_t size, const uint32_t *values) {
  bool safe[1 << NAIVE_DIMENSION];
  for (uint32_t u = 0; u < size; u++) {
    uint32_t sum = 0;
    for (uint32_t s = 0; UINT32_C(1) << s < size; s++)
      if ((u >> s & 1) != 0) sum ^= l->lift->values[s];
    assert_int_equal(values[u], sum);
    safe[u] = values[u] == 0;
  }
  assert_true(naive_subspace(size, safe));
}

/* q(u) is the least element that differs from u by a P-position (Lemma 3.6), and F consists of all
 * positions that are not the greatest position of a P-position (Lemma 3.5). */
static void assert_projection(const lifted *l, uint32_t n, const uint32_t *values) {
  uint32_t size = UINT32_C(1) << n, heads = 0;
  for (uint32_t u = 0; u < size; u++) {
    uint32_t least = UINT32_MAX;
    for (uint32_t t = 0; t < size; t++)
      if (values[t] == values[u] && weight(l->lift, n, t) < least) least = weight(l->lift, n, t);
    assert_int_equal(weight(l->lift, n, q_of(l->lift, values[u])), least);
    uint32_t w = weight(l->lift, n, u);
    if (u != 0 && values[u] == 0)
      heads |= UINT32_C(1) << l->lift->order[31 - (uint32_t)__builtin_clz(w)];
  }
  uint32_t f = q_of(l->lift, UINT32_MAX);
  assert_int_equal(heads & f, 0);
  assert_int_equal(heads | f, size - 1);
}

static void the_grundy_function_of_l_g_is_linear(void **state) {
  static naive_linear naive;
  static uint32_t values[1 << NAIVE_DIMENSION];
  grundy_random random = grundy_random_new(test_seed());
  for (uint64_t i = 0; i < test_scaled(2000); i++) {
    lifted l = lift_game(random_game(&random, i % 50 == 0 ? NAIVE_DIMENSION : 6));
    uint32_t n = grundy_digraph_order(l.g);
    enumerate(l.g, &naive);
    assert_true(naive_grundy(&naive, values));
    assert_linear(&l, naive.size, values);
    assert_projection(&l, n, values);
    lifted_free(&l);
  }
}

/* L(G) given by its moves has the non-terminal positions as its simple elements. */
static void l_g_given_by_its_moves_is_the_same_game(void **state) {
  grundy_random random = grundy_random_new(test_seed());
  for (uint64_t i = 0; i < test_scaled(300); i++) {
    lifted l = lift_game(random_game(&random, 40));
    uint32_t n = grundy_digraph_order(l.g);
    grundy_linear *game = NULL;
    grundy_linear_solution *solution = NULL;
    assert_int_equal(grundy_linear_new(n, &game, NULL), GRUNDY_OK);
    for (uint32_t s = 0; s < n; s++) {
      grundy_vertices followers = grundy_digraph_followers(l.g, s);
      for (uint64_t k = 0; k < followers.count; k++) {
        uint64_t here = UINT64_C(1) << s, both = here | UINT64_C(1) << followers.at[k];
        assert_int_equal(grundy_linear_add_pair(game, "", 0, &here, &both, NULL), GRUNDY_OK);
      }
    }
    assert_int_equal(grundy_linear_solve(game, NULL, &solution, NULL), GRUNDY_OK);
    assert_int_equal(solution->verdict, GRUNDY_LINEAR_ENDS);
    uint64_t next = 0;
    for (uint32_t s = 0; s < n; s++) {
      if (grundy_digraph_followers(l.g, s).count == 0) continue;
      assert_true(grundy_matrix_get(solution->functionals, next, s));
      assert_int_equal(grundy_matrix_at(solution->simple, next)[0], UINT64_C(1) << s);
      assert_int_equal(solution->values[next++], l.lift->values[s]);
    }
    assert_int_equal(next, grundy_matrix_rows(solution->simple));
    assert_int_equal(l.lift->rank, grundy_matrix_rows(solution->grundy));
    grundy_linear_solution_free(solution);
    grundy_linear_free(game);
    lifted_free(&l);
  }
}

/* ---- [Sat72, Lemma 3.3]
 * ------------------------------------------------------------------------------ */

enum { TOKENS = 4, PLACES = 5, STATES = 3125 /* (TOKENS + 1)^PLACES */ };

static uint32_t power(uint32_t s) {
  uint32_t weight_of = 1;
  while (s-- > 0) weight_of *= TOKENS + 1;
  return weight_of;
}

static uint32_t tokens_at(uint32_t many, uint32_t s) {
  return many / power(s) % (TOKENS + 1);
}

static uint32_t tokens_in(uint32_t many) {
  uint32_t sum = 0;
  for (uint32_t s = 0; s < PLACES; s++) sum += tokens_at(many, s);
  return sum;
}

/* Returns whether there is a move to a position known to be P, or to one not known to be N. */
static char outcome_of(const grundy_digraph *g, const char *outcome, uint32_t many) {
  char best = 'P';
  for (uint32_t s = 0; s < grundy_digraph_order(g); s++) {
    if (tokens_at(many, s) == 0) continue;
    grundy_vertices followers = grundy_digraph_followers(g, s);
    for (uint64_t k = 0; k < followers.count; k++) {
      char then = outcome[many - power(s) + power(followers.at[k])];
      if (then == 'P') return 'N';
      if (then != 'N') best = '?';
    }
  }
  return best;
}

/* All positions with at most TOKENS tokens, with several on a vertex allowed. */
static void solve_tokens(const grundy_digraph *g, char *outcome) {
  bool changed = true;
  memset(outcome, '?', STATES);
  while (changed) {
    changed = false;
    for (uint32_t many = 0; many < power(grundy_digraph_order(g)); many++) {
      if (outcome[many] != '?' || tokens_in(many) > TOKENS) continue;
      outcome[many] = outcome_of(g, outcome, many);
      changed = changed || outcome[many] != '?';
    }
  }
}

/* P + P is P and P + N is N, and two tokens on one vertex may be removed. */
static void tokens_add_up_as_outcomes_do(void **state) {
  static char outcome[STATES];
  grundy_random random = grundy_random_new(test_seed());
  for (uint64_t i = 0; i < test_scaled(40); i++) {
    grundy_digraph *g = random_game(&random, PLACES);
    uint32_t states = power(grundy_digraph_order(g));
    solve_tokens(g, outcome);
    for (uint32_t a = 0; a < states; a++)
      for (uint32_t b = 0; b < states && tokens_in(a) <= TOKENS; b++)
        if (outcome[a] == 'P' && tokens_in(a) + tokens_in(b) <= TOKENS)
          assert_int_equal(outcome[a + b], outcome[b]);
    for (uint32_t a = 0; a < states; a++)
      for (uint32_t s = 0; s < grundy_digraph_order(g); s++)
        if (tokens_in(a) + 2 <= TOKENS) assert_int_equal(outcome[a + 2 * power(s)], outcome[a]);
    grundy_digraph_free(g);
  }
}

/* ---- [Sat72, Thm. 3.12]
 * --------------------------------------------------------------------------------- */

/* The position (s1, …, sm) of the Cartesian product is the element s1 + … + sm of L(G1 + … +
 * Gm). */
static void a_product_is_embedded_in_the_l_of_a_direct_sum(void **state) {
  grundy_random random = grundy_random_new(test_seed());
  for (uint64_t i = 0; i < test_scaled(100); i++) {
    const grundy_digraph *games[3];
    grundy_digraph *made[3], *product = NULL, *sum = NULL;
    for (int k = 0; k < 3; k++) games[k] = made[k] = random_game(&random, 5);
    assert_int_equal(grundy_digraph_product(GRUNDY_DISJUNCTIVE, 3, games, NULL, &product, NULL),
                     GRUNDY_OK);
    assert_int_equal(grundy_digraph_product(GRUNDY_DISJOINT, 3, games, NULL, &sum, NULL),
                     GRUNDY_OK);
    lifted l = lift_game(sum), whole = lift_game(product);
    uint32_t n1 = grundy_digraph_order(made[1]), n2 = grundy_digraph_order(made[2]);
    for (uint32_t v = 0; v < grundy_digraph_order(product); v++) {
      char text[64];
      uint32_t value = 99;
      snprintf(text, sizeof text, "1:%u + 2:%u + 3:%u", (unsigned)(v / n2 / n1),
               (unsigned)(v / n2 % n1), (unsigned)(v % n2));
      assert_int_equal(grundy_lift_value(l.lift, text, &value, NULL), GRUNDY_OK);
      assert_int_equal(value, whole.lift->values[v]);
    }
    lifted_free(&l);
    lifted_free(&whole);
    for (int k = 0; k < 3; k++) grundy_digraph_free(made[k]);
  }
}

/* ---- texts and errors ---------------------------------------------------------------------- */

static void a_cyclic_game_has_no_l_g(void **state) {
  static const uint32_t pairs[][2] = {{0, 1}, {1, 2}, {2, 3}, {3, 1}};
  grundy_digraph *g = game_from_pairs(5, 4, pairs);
  grundy_solution *solution = NULL, *bare = NULL;
  grundy_lift *lift = NULL;
  grundy_error error = {0};
  assert_int_equal(grundy_solve_in_memory(g, NULL, &solution, NULL), GRUNDY_OK);
  assert_int_equal(grundy_lift_new(g, solution, &lift, &error), GRUNDY_UNDEFINED);
  assert_string_equal(error.message, "L(G) does not exist, as play need not end: 2 -> 3 -> 1 -> 2");
  grundy_solve_options options = {.size = sizeof options, .columns = GRUNDY_COLUMN_GRUNDY};
  assert_int_equal(grundy_solve_in_memory(g, &options, &bare, NULL), GRUNDY_OK);
  assert_int_equal(grundy_lift_new(g, bare, &lift, NULL), GRUNDY_BAD_ARGUMENT);
  assert_null(lift);
  grundy_solution_free(solution);
  grundy_solution_free(bare);
  grundy_digraph_free(g);
}

static void only_the_beginning_of_a_long_cycle_is_printed(void **state) {
  grundy_digraph *g = game_cycle_with_tail(100, 10);
  grundy_solution *solution = NULL;
  grundy_lift *lift = NULL;
  grundy_error error = {0};
  assert_int_equal(grundy_solve_in_memory(g, NULL, &solution, NULL), GRUNDY_OK);
  assert_int_equal(grundy_lift_new(g, solution, &lift, &error), GRUNDY_UNDEFINED);
  assert_non_null(strstr(error.message, " -> ... (90 positions)"));
  grundy_solution_free(solution);
  grundy_digraph_free(g);
}

static void names_in_elements_may_be_quoted(void **state) {
  grundy_builder *builder = NULL;
  grundy_digraph *g = NULL;
  static const char *const names[] = {"a b", "+", "\"\\", "\xcf\x89"};
  uint32_t v[4], value = 9;
  assert_int_equal(grundy_builder_new(&builder, NULL), GRUNDY_OK);
  for (int i = 0; i < 4; i++)
    assert_int_equal(grundy_builder_vertex(builder, names[i], strlen(names[i]), &v[i], NULL),
                     GRUNDY_OK);
  for (int i = 1; i < 4; i++)
    for (int j = 0; j < i; j++)
      assert_int_equal(grundy_builder_move(builder, v[i], v[j], NULL), GRUNDY_OK);
  assert_int_equal(grundy_builder_finish(builder, NULL, &g, NULL), GRUNDY_OK);
  grundy_builder_free(builder);
  lifted l = lift_game(g);
  grundy_error error = {0};
  assert_int_equal(
      grundy_lift_value(l.lift, "\"a b\"+\"+\" + \"\\\"\\\\\" + \xcf\x89", &value, &error),
      GRUNDY_OK);
  assert_int_equal(value, 0 ^ 1 ^ 2 ^ 3);
  assert_int_equal(grundy_lift_value(l.lift, "\xcf\x89 + x", &value, &error), GRUNDY_BAD_INPUT);
  assert_int_equal(error.column, 5);
  assert_string_equal(error.message,
                      "'x' is not a term; expected positions of the game, as in 'a + c'");
  lifted_free(&l);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_grundy_function_of_l_g_is_linear),
      cmocka_unit_test(l_g_given_by_its_moves_is_the_same_game),
      cmocka_unit_test(tokens_add_up_as_outcomes_do),
      cmocka_unit_test(a_product_is_embedded_in_the_l_of_a_direct_sum),
      cmocka_unit_test(a_cyclic_game_has_no_l_g),
      cmocka_unit_test(only_the_beginning_of_a_long_cycle_is_printed),
      cmocka_unit_test(names_in_elements_may_be_quoted),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
