/* Linear games given by their moves, compared with the enumeration of all elements: the axioms,
 * whether play ends, witnesses, and [Sat72, Lemmas 4.2–4.4, Thm. 4.5, Cor. 4.6]. */

#include <grundy/linear.h>

#include "linear/impl.h"
#include "linear/matrix.h"
#include "support/games.h"
#include "support/linear.h"
#include "support/test.h"

/* ---- games both ways -------------------------------------------------------------- */

typedef struct pair {
  grundy_linear *game;
  naive_linear naive;
} pair;

static pair *pair_new(uint32_t dimension) {
  pair *p = calloc(1, sizeof *p);
  assert_non_null(p);
  p->naive.dimension = dimension;
  p->naive.size = UINT32_C(1) << dimension;
  assert_int_equal(grundy_linear_new(dimension, &p->game, NULL), GRUNDY_OK);
  return p;
}

static void pair_free(pair *p) {
  grundy_linear_free(p->game);
  free(p);
}

static bool times(uint32_t a, uint32_t b) {
  return __builtin_parity(a & b) != 0;
}

/* h(s) = s + functional(s) vector. */
static void add_pair(pair *p, uint32_t functional, uint32_t vector) {
  uint64_t f = functional, v = vector;
  uint16_t *map = p->naive.maps[p->naive.count++];
  for (uint32_t s = 0; s < p->naive.size; s++)
    map[s] = (uint16_t)(times(functional, s) ? s ^ vector : s);
  assert_int_equal(grundy_linear_add_pair(p->game, "p", 1, &f, &v, NULL), GRUNDY_OK);
}

/* h(s) = m s + constant; rows are numbers. */
static void add_matrix(pair *p, const uint32_t *rows, uint32_t constant) {
  uint32_t n = p->naive.dimension;
  uint64_t c = constant;
  grundy_matrix *m = NULL;
  assert_int_equal(grundy_matrix_new(n, n, &m, NULL), GRUNDY_OK);
  for (uint32_t i = 0; i < n; i++)
    for (uint32_t j = 0; j < n; j++) {
      if ((rows[i] >> j & 1) != 0) grundy_bit_set(grundy_matrix_at(m, i), j);
    }
  uint16_t *map = p->naive.maps[p->naive.count++];
  for (uint32_t s = 0; s < p->naive.size; s++) {
    map[s] = (uint16_t)constant;
    for (uint32_t i = 0; i < n; i++) map[s] ^= (uint16_t)((uint32_t)times(rows[i], s) << i);
  }
  assert_int_equal(grundy_linear_add_matrix(p->game, "m", 1, m, constant == 0 ? NULL : &c, NULL),
                   GRUNDY_OK);
  grundy_matrix_free(m);
}

/* The same move as a pair or as a matrix. */
static void add_either(pair *p, grundy_random *random, uint32_t functional, uint32_t vector) {
  uint32_t rows[NAIVE_DIMENSION];
  if (grundy_random_below(random, 2) == 0) {
    add_pair(p, functional, vector);
    return;
  }
  for (uint32_t i = 0; i < p->naive.dimension; i++)
    rows[i] = UINT32_C(1) << i ^ ((vector >> i & 1) != 0 ? functional : 0);
  add_matrix(p, rows, 0);
}

/* ---- random games ----------------------------------------------------------------- */

static uint32_t some(grundy_random *random, uint32_t bound) {
  return (uint32_t)grundy_random_below(random, bound);
}

/* Makes a random basis and the functionals dual to it. */
static void random_bases(grundy_random *random, uint32_t n, uint32_t *basis, uint32_t *dual) {
  for (uint32_t i = 0; i < n; i++) basis[i] = dual[i] = UINT32_C(1) << i;
  for (uint32_t k = 0; n > 1 && k < 4 * n; k++) {
    uint32_t i = some(random, n), j = (i + 1 + some(random, n - 1)) % n;
    basis[i] ^= basis[j];
    dual[j] ^= dual[i];
  }
}

/* In some basis, moves from b_i to sums of b_j and of terminal elements: j < i, so that play ends,
 * or all but i. */
static void add_moves(pair *p, grundy_random *random, uint32_t moves, bool ending) {
  uint32_t basis[NAIVE_DIMENSION], dual[NAIVE_DIMENSION], n = p->naive.dimension;
  uint32_t terminal = some(random, n);
  random_bases(random, n, basis, dual);
  for (uint32_t k = 0; k < moves; k++) {
    uint32_t i = terminal + some(random, n - terminal), vector = basis[i];
    for (uint32_t j = 0; j < (ending ? i : n); j++)
      if (j != i && some(random, ending ? 3 : 5) == 0) vector ^= basis[j];
    add_either(p, random, dual[i], vector);
  }
}

/* If `once`, the move cannot be repeated at once. */
static void add_random_move(pair *p, grundy_random *random, bool once) {
  uint32_t functional = some(random, p->naive.size), vector = some(random, p->naive.size);
  while (once && functional != 0 && !times(functional, vector))
    vector = some(random, p->naive.size);
  add_either(p, random, functional, vector);
}

/* Nearly always violates (II)(a) or (II)(b). */
static void add_random_matrix(pair *p, grundy_random *random) {
  uint32_t rows[NAIVE_DIMENSION];
  for (uint32_t i = 0; i < p->naive.dimension; i++)
    rows[i] = UINT32_C(1) << i ^ (some(random, 2) == 0 ? 0 : some(random, p->naive.size));
  add_matrix(p, rows, some(random, 3) == 0 ? some(random, p->naive.size) : 0);
}

/* Of all kinds. */
static pair *random_pair(grundy_random *random, uint32_t most) {
  pair *p = pair_new(1 + some(random, most));
  uint32_t kind = some(random, 8), moves = some(random, 13);
  bool once = some(random, 4) > 0;
  if (kind < 6) add_moves(p, random, moves, kind < 4);
  if (kind == 3 || kind == 5) add_random_move(p, random, once);
  if (kind == 6)
    for (uint32_t k = 0; k <= moves; k++) add_random_move(p, random, once);
  if (kind == 7) add_random_matrix(p, random);
  return p;
}

/* ---- witnesses
 * ----------------------------------------------------------------------------------- */

static bool breaks_a(const naive_linear *game) {
  for (uint32_t s = 0; s < game->size; s++)
    for (uint32_t t = 0; t < game->size; t++)
      if (!naive_a(game, s, t)) return true;
  return false;
}

static bool breaks_b(const naive_linear *game) {
  for (uint32_t i = 0; i < game->count; i++)
    for (uint32_t s = 0; s < game->size; s++)
      for (uint32_t t = 0; t < game->size; t++)
        if (!naive_b(game, i, s, t)) return true;
  return false;
}

static void assert_witness_of_an_axiom(const pair *p, const grundy_linear_solution *solution) {
  uint32_t s = row_number(solution->witness, 0), t = row_number(solution->witness, 1);
  uint32_t move = (uint32_t)solution->moves[0];
  assert_int_equal(grundy_matrix_rows(solution->witness), 2);
  if (solution->verdict == GRUNDY_LINEAR_NOT_B) {
    assert_false(naive_b(&p->naive, move, s, t));
    return;
  }
  const uint16_t *h = p->naive.maps[move];
  assert_true((h[s ^ t] != (s ^ t)) != ((h[s] != s) != (h[t] != t)));
}

static void assert_witness_of_a_cycle(const pair *p, const grundy_linear_solution *solution) {
  uint64_t length = grundy_matrix_rows(solution->witness);
  assert_true(length >= 2 && length <= 2 * (uint64_t)p->naive.dimension + 2);
  for (uint64_t i = 0; i < length; i++) {
    uint32_t from = row_number(solution->witness, i);
    uint32_t to = row_number(solution->witness, (i + 1) % length);
    assert_int_not_equal(from, to);
    assert_int_equal(p->naive.maps[solution->moves[i]][from], to);
  }
}

/* ---- simple elements and values
 * -------------------------------------------------------------------- */

/* [Sat72, Lemmas 4.2–4.4]: modulo the terminal elements, the simple elements except 0 are exactly
 * the rows of `simple`, they form a basis, and only 0 is complicated. */
static void assert_simple_elements(const pair *p, const grundy_linear_solution *solution) {
  const naive_linear *naive = &p->naive;
  uint64_t rank = grundy_matrix_rows(solution->simple), terminal = 0, simple = 0;
  bool spanned[1 << NAIVE_DIMENSION] = {false};
  for (uint32_t s = 0; s < naive->size; s++) {
    bool ends = naive_h(naive, s) == 0;
    terminal += ends;
    simple += naive_simple(naive, s) && !ends;
    assert_int_equal(naive_complicated(naive, s), ends);
    spanned[s] = ends;
  }
  assert_int_equal(terminal << rank, naive->size);
  assert_int_equal(simple, rank * terminal);
  for (uint64_t i = 0; i < rank; i++) {
    uint32_t b = row_number(solution->simple, i);
    assert_true(naive_simple(naive, b));
    assert_false(spanned[b]);
    for (uint32_t s = 0; s < naive->size; s++)
      if (spanned[s]) spanned[s ^ b] = true;
    for (uint64_t j = 0; j < rank; j++)
      assert_int_equal(times(row_number(solution->functionals, j), b), i == j);
  }
  for (uint32_t s = 0; s < naive->size; s++) assert_true(spanned[s]);
}

static uint32_t value_of(const grundy_linear_solution *solution, uint32_t s) {
  uint32_t value = 0;
  for (uint64_t b = 0; b < grundy_matrix_rows(solution->grundy); b++)
    value |= (uint32_t)times(row_number(solution->grundy, b), s) << b;
  return value;
}

static void write_element(const pair *p, uint32_t s, char *text) {
  for (uint32_t j = 0; j < p->naive.dimension; j++) *text++ = (s >> j & 1) != 0 ? '1' : '0';
  *text = '\0';
}

/* [Sat72, Thm. 4.5, Cor. 4.6] */
static void assert_values(const pair *p, const grundy_linear_solution *solution,
                          const uint32_t *values) {
  bool p_positions[1 << NAIVE_DIMENSION];
  for (uint32_t s = 0; s < p->naive.size; s++) {
    char text[NAIVE_DIMENSION + 1];
    uint32_t value = 0;
    assert_int_equal(value_of(solution, s), values[s]);
    write_element(p, s, text);
    assert_int_equal(grundy_linear_value(solution, text, &value, NULL), GRUNDY_OK);
    assert_int_equal(value, values[s]);
    p_positions[s] = values[s] == 0;
  }
  assert_true(naive_subspace(p->naive.size, p_positions));
  for (uint64_t i = 0; i < grundy_matrix_rows(solution->simple); i++)
    assert_int_equal(values[row_number(solution->simple, i)], solution->values[i]);
}

/* How often each verdict occurred. */
static uint64_t met[4];

static void check(const pair *p) {
  grundy_linear_solution *solution = NULL;
  uint32_t values[1 << NAIVE_DIMENSION];
  bool a = breaks_a(&p->naive), b = breaks_b(&p->naive);
  assert_int_equal(grundy_linear_solve(p->game, NULL, &solution, NULL), GRUNDY_OK);
  met[solution->verdict]++;
  if (a || b) {
    assert_true((solution->verdict == GRUNDY_LINEAR_NOT_A && a) ||
                (solution->verdict == GRUNDY_LINEAR_NOT_B && b));
    assert_witness_of_an_axiom(p, solution);
  } else if (naive_grundy(&p->naive, values)) {
    assert_int_equal(solution->verdict, GRUNDY_LINEAR_ENDS);
    assert_values(p, solution, values);
    assert_simple_elements(p, solution);
  } else {
    assert_int_equal(solution->verdict, GRUNDY_LINEAR_CYCLIC);
    assert_witness_of_a_cycle(p, solution);
  }
  grundy_linear_solution_free(solution);
}

static void random_games_agree_with_their_enumeration(void **state) {
  grundy_random random = grundy_random_new(test_seed());
  memset(met, 0, sizeof met);
  for (uint64_t i = 0; i < test_scaled(6000); i++) {
    pair *p = random_pair(&random, i % 100 == 0 ? 7 : 5);
    check(p);
    pair_free(p);
  }
  for (int verdict = 0; verdict < 4; verdict++) assert_true(met[verdict] > test_scaled(6000) / 100);
}

/* Every set of at most three moves of the line and of the plane. */
static void all_small_games_agree_with_their_enumeration(void **state) {
  for (uint32_t n = 1; n <= 2; n++) {
    uint32_t size = UINT32_C(1) << n, moves = size * size;
    for (uint32_t code = 0; code < moves * moves * moves; code++) {
      pair *p = pair_new(n);
      for (uint32_t rest = code, k = 0; k < 3; k++, rest /= moves)
        add_pair(p, rest % moves / size, rest % moves % size);
      check(p);
      pair_free(p);
    }
  }
}

/* As above, without the checks that compare all pairs. */
static void values_of_ten_dimensions_agree_with_their_enumeration(void **state) {
  static uint32_t values[1 << NAIVE_DIMENSION];
  grundy_random random = grundy_random_new(test_seed());
  for (uint64_t i = 0; i < test_scaled(20); i++) {
    pair *p = pair_new(NAIVE_DIMENSION);
    grundy_linear_solution *solution = NULL;
    add_moves(p, &random, 40, true);
    assert_true(naive_grundy(&p->naive, values));
    assert_int_equal(grundy_linear_solve(p->game, NULL, &solution, NULL), GRUNDY_OK);
    assert_int_equal(solution->verdict, GRUNDY_LINEAR_ENDS);
    assert_values(p, solution, values);
    grundy_linear_solution_free(solution);
    pair_free(p);
  }
}

/* Functionals 1, …, n - 1 and their sum, each followed by the next one: any even number of them can
 * be 1, but never a single one. */
static void dependent_functionals_in_one_round_have_a_cycle(void **state) {
  for (uint32_t n = 2; n <= 6; n++) {
    pair *p = pair_new(n);
    uint32_t all = p->naive.size - 1;
    for (uint32_t i = 0; i < n; i++) {
      uint32_t here = UINT32_C(1) << i;
      add_pair(p, here, i + 1 < n ? here | here << 1 : here);
    }
    add_pair(p, all, 1);
    check(p);
    pair_free(p);
  }
}

static void elements_are_read_or_refused(void **state) {
  static const struct {
    const char *text;
    uint64_t column;
  } cases[] = {{"01", 1}, {"010 + ", 7}, {"010 111", 5}, {"010 + 1x0", 7}, {"+", 1}, {"\"010", 1}};
  grundy_linear_solution *solution = NULL;
  uint32_t value = 9;
  pair *p = pair_new(3);
  add_pair(p, 1, 1);
  assert_int_equal(grundy_linear_solve(p->game, NULL, &solution, NULL), GRUNDY_OK);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    grundy_error error = {0};
    assert_int_equal(grundy_linear_value(solution, cases[i].text, &value, &error),
                     GRUNDY_BAD_INPUT);
    assert_int_equal(error.column, cases[i].column);
    assert_string_equal(error.file, "element");
    assert_int_equal(value, 9);
  }
  assert_int_equal(grundy_linear_value(solution, " 110+ \"010\" ", &value, NULL), GRUNDY_OK);
  assert_int_equal(value, 1);
  assert_int_equal(grundy_linear_value(solution, " ", &value, NULL), GRUNDY_OK);
  assert_int_equal(value, 0);
  grundy_linear_solution_free(solution);
  pair_free(p);
}

static void wrong_dimensions_are_rejected(void **state) {
  grundy_linear *game = NULL;
  grundy_matrix *m = NULL;
  assert_int_equal(grundy_linear_new(GRUNDY_LINEAR_MAX_DIMENSION + 1, &game, NULL), GRUNDY_UNABLE);
  assert_int_equal(grundy_linear_new(3, &game, NULL), GRUNDY_OK);
  assert_int_equal(grundy_matrix_new(2, 3, &m, NULL), GRUNDY_OK);
  assert_int_equal(grundy_linear_add_matrix(game, "m", 1, m, NULL, NULL), GRUNDY_BAD_ARGUMENT);
  assert_int_equal(grundy_linear_count(game), 0);
  grundy_matrix_free(m);
  grundy_linear_free(game);
}

static void matrices_are_square(void **state) {
  static const uint64_t sizes[][2] = {{2, 3}, {3, 2}, {3, 3}};
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
    grundy_linear *game = NULL;
    grundy_matrix *m = NULL;
    grundy_error error = {0};
    assert_int_equal(grundy_linear_new(2, &game, NULL), GRUNDY_OK);
    assert_int_equal(grundy_matrix_new(sizes[i][0], sizes[i][1], &m, NULL), GRUNDY_OK);
    assert_int_equal(grundy_linear_add_matrix(game, "a", 1, m, NULL, &error), GRUNDY_BAD_ARGUMENT);
    assert_string_equal(error.message, "the matrix is not square; expected 2 rows and columns");
    grundy_matrix_free(m);
    grundy_linear_free(game);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(matrices_are_square),
      cmocka_unit_test(random_games_agree_with_their_enumeration),
      cmocka_unit_test(all_small_games_agree_with_their_enumeration),
      cmocka_unit_test(values_of_ten_dimensions_agree_with_their_enumeration),
      cmocka_unit_test(dependent_functionals_in_one_round_have_a_cycle),
      cmocka_unit_test(elements_are_read_or_refused),
      cmocka_unit_test(wrong_dimensions_are_rejected),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
