/* Matrices over GF(2), compared with code that handles one entry at a time. */

#include <grundy/linear.h>

#include "linear/impl.h"
#include "linear/matrix.h"
#include "support/games.h"
#include "support/test.h"

enum { MOST = 140 }; /* more than two words */

typedef struct plain {
  uint64_t rows, columns;
  bool at[MOST][MOST];
} plain;

static grundy_matrix *packed(const plain *p) {
  grundy_matrix *m = NULL;
  assert_int_equal(grundy_matrix_new(p->rows, p->columns, &m, NULL), GRUNDY_OK);
  for (uint64_t i = 0; i < p->rows; i++)
    for (uint64_t j = 0; j < p->columns; j++) {
      if (p->at[i][j]) grundy_bit_set(grundy_matrix_at(m, i), j);
    }
  return m;
}

/* With many dependent rows and columns, since random matrices have few. */
static void randomize(grundy_random *random, uint64_t rows, uint64_t columns, plain *p) {
  uint64_t rank = grundy_random_below(random, (rows < columns ? rows : columns) + 1);
  static bool left[MOST][MOST], right[MOST][MOST];
  *p = (plain){.rows = rows, .columns = columns};
  for (uint64_t k = 0; k < rank; k++) {
    for (uint64_t i = 0; i < rows; i++) left[i][k] = grundy_random_below(random, 2) != 0;
    for (uint64_t j = 0; j < columns; j++) right[k][j] = grundy_random_below(random, 2) != 0;
  }
  for (uint64_t i = 0; i < rows; i++)
    for (uint64_t j = 0; j < columns; j++)
      for (uint64_t k = 0; k < rank; k++) p->at[i][j] ^= left[i][k] && right[k][j];
}

/* Reduced row echelon form by the textbook method; returns the rank. */
static uint64_t naive_eliminate(plain *p, uint64_t *pivots) {
  uint64_t rank = 0;
  for (uint64_t column = 0; column < p->columns; column++) {
    uint64_t row = rank;
    while (row < p->rows && !p->at[row][column]) row++;
    if (row == p->rows) continue;
    for (uint64_t j = 0; j < p->columns; j++) {
      bool entry = p->at[row][j];
      p->at[row][j] = p->at[rank][j];
      p->at[rank][j] = entry;
    }
    for (uint64_t i = 0; i < p->rows; i++)
      if (i != rank && p->at[i][column])
        for (uint64_t j = 0; j < p->columns; j++) p->at[i][j] ^= p->at[rank][j];
    pivots[rank++] = column;
  }
  return rank;
}

static bool product_entry(const grundy_matrix *a, uint64_t i, const grundy_matrix *b, uint64_t j) {
  bool sum = false;
  for (uint64_t k = 0; k < grundy_matrix_columns(a); k++)
    sum ^= grundy_matrix_get(a, i, k) && grundy_matrix_get(b, j, k);
  return sum;
}

static void assert_rows_are_in_the_kernel(const grundy_matrix *m, const grundy_matrix *kernel) {
  for (uint64_t i = 0; i < grundy_matrix_rows(m); i++)
    for (uint64_t j = 0; j < grundy_matrix_rows(kernel); j++)
      assert_false(product_entry(m, i, kernel, j));
}

static void assert_unit(const grundy_matrix *m, const grundy_matrix *dual) {
  for (uint64_t i = 0; i < grundy_matrix_rows(m); i++)
    for (uint64_t j = 0; j < grundy_matrix_rows(dual); j++)
      assert_int_equal(product_entry(m, i, dual, j), i == j);
}

static void check_elimination(const plain *p, uint64_t *rank) {
  static plain copy;
  uint64_t pivots[MOST], expected[MOST], found = 0;
  grundy_matrix *m = packed(p);
  copy = *p;
  *rank = naive_eliminate(&copy, expected);
  assert_int_equal(grundy_matrix_eliminate(m, NULL, pivots, &found, NULL), GRUNDY_OK);
  assert_int_equal(found, *rank);
  assert_memory_equal(pivots, expected, found * sizeof *pivots);
  for (uint64_t i = 0; i < p->rows; i++)
    for (uint64_t j = 0; j < p->columns; j++)
      assert_int_equal(grundy_matrix_get(m, i, j), copy.at[i][j]);
  grundy_matrix_free(m);
}

static void check_kernel_and_transpose(const plain *p, uint64_t rank) {
  grundy_matrix *m = packed(p), *kernel = NULL, *turned = NULL;
  uint64_t pivots[MOST], found = 0;
  assert_int_equal(grundy_matrix_kernel(m, NULL, &kernel, NULL), GRUNDY_OK);
  assert_int_equal(grundy_matrix_rows(kernel), p->columns - rank);
  assert_rows_are_in_the_kernel(m, kernel);
  assert_int_equal(grundy_matrix_eliminate(kernel, NULL, pivots, &found, NULL), GRUNDY_OK);
  assert_int_equal(found, p->columns - rank);
  assert_int_equal(grundy_matrix_transpose(m, &turned, NULL), GRUNDY_OK);
  for (uint64_t i = 0; i < p->rows; i++)
    for (uint64_t j = 0; j < p->columns; j++)
      assert_int_equal(grundy_matrix_get(turned, j, i), p->at[i][j]);
  grundy_matrix_free(turned);
  grundy_matrix_free(kernel);
  grundy_matrix_free(m);
}

static void check_dual(const plain *p, uint64_t rank) {
  grundy_matrix *m = packed(p), *dual = NULL;
  grundy_error error;
  grundy_status status = grundy_matrix_dual(m, NULL, &dual, &error);
  assert_int_equal(status, rank == p->rows ? GRUNDY_OK : GRUNDY_UNDEFINED);
  if (status == GRUNDY_OK) assert_unit(m, dual);
  grundy_matrix_free(dual);
  grundy_matrix_free(m);
}

static void check(const plain *p) {
  uint64_t rank = 0;
  check_elimination(p, &rank);
  check_kernel_and_transpose(p, rank);
  check_dual(p, rank);
}

static void small_matrices_agree_with_the_textbook_method(void **state) {
  static plain p;
  for (uint64_t rows = 0; rows <= 3; rows++)
    for (uint64_t columns = 0; columns <= 3; columns++)
      for (uint64_t bits = 0; bits < UINT64_C(1) << (rows * columns); bits++) {
        p = (plain){.rows = rows, .columns = columns};
        for (uint64_t k = 0; k < rows * columns; k++)
          p.at[k / columns][k % columns] = (bits >> k & 1) != 0;
        check(&p);
      }
}

static void random_matrices_agree_with_the_textbook_method(void **state) {
  static plain p;
  grundy_random random = grundy_random_new(test_seed());
  for (uint64_t i = 0; i < test_scaled(300); i++) {
    uint64_t most = i % 10 == 0 ? MOST : 12;
    uint64_t rows = grundy_random_below(&random, most + 1);
    uint64_t columns = i % 3 == 0 ? rows : grundy_random_below(&random, most + 1);
    randomize(&random, rows, columns, &p);
    check(&p);
  }
}

static void a_random_square_matrix_has_its_inverse(void **state) {
  static plain p;
  grundy_random random = grundy_random_new(test_seed());
  for (uint64_t i = 0; i < test_scaled(40); i++) {
    uint64_t n = 60 + grundy_random_below(&random, 70);
    p = (plain){.rows = n, .columns = n};
    for (uint64_t k = 0; k < n * n; k++) p.at[k / n][k % n] = grundy_random_below(&random, 2) != 0;
    check(&p);
  }
}

static void work_can_be_cancelled(void **state) {
  grundy_matrix *m = NULL, *made = NULL;
  uint64_t pivots[5], rank;
  assert_int_equal(grundy_matrix_new(5, 5, &m, NULL), GRUNDY_OK);
  assert_int_equal(grundy_matrix_eliminate(m, &test_cancelling, pivots, &rank, NULL),
                   GRUNDY_CANCELLED);
  assert_int_equal(grundy_matrix_kernel(m, GRUNDY_MONITORED(&test_cancelling), &made, NULL),
                   GRUNDY_CANCELLED);
  assert_int_equal(grundy_matrix_dual(m, &test_cancelling, &made, NULL), GRUNDY_CANCELLED);
  assert_null(made);
  grundy_matrix_free(m);
}

static void matrices_that_are_too_large_are_rejected(void **state) {
  grundy_matrix *m = NULL;
  assert_int_equal(grundy_matrix_new(UINT64_C(1) << 33, 1, &m, NULL), GRUNDY_UNABLE);
  assert_int_equal(grundy_matrix_new(1, UINT64_C(1) << 33, &m, NULL), GRUNDY_UNABLE);
  assert_null(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(small_matrices_agree_with_the_textbook_method),
      cmocka_unit_test(random_matrices_agree_with_the_textbook_method),
      cmocka_unit_test(a_random_square_matrix_has_its_inverse),
      cmocka_unit_test(work_can_be_cancelled),
      cmocka_unit_test(matrices_that_are_too_large_are_rejected),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
