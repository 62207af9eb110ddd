#include "linear/impl.h"

#include "base/alloc.h"
#include "base/error.h"
#include "base/monitor.h"
#include "base/options.h"
#include "linear/matrix.h"

#include <assert.h>
#include <string.h>

/* ---- rows ------------------------------------------------------------------------------- */

uint64_t grundy_row_next(const uint64_t *row, uint64_t words, uint64_t from) {
  uint64_t word = from / 64;
  if (word >= words) return UINT64_MAX;
  uint64_t rest = row[word] & UINT64_MAX << (from % 64);
  while (rest == 0) {
    if (++word == words) return UINT64_MAX;
    rest = row[word];
  }
  return 64 * word + (uint64_t)__builtin_ctzll(rest);
}

grundy_status grundy_matrix_in(grundy_arena *arena, uint64_t rows, uint64_t columns,
                               grundy_matrix **m, grundy_error *error) {
  const uint64_t most = UINT64_C(1) << 32;
  if (rows > most || columns > most) {
    (void)grundy_fail_because(error, GRUNDY_UNABLE, GRUNDY_REASON_TOO_MANY,
                              "a matrix is too large; expected at most 2^32 rows and columns");
    return GRUNDY_UNABLE; /* so that static analysers see it */
  }
  grundy_matrix made = {.rows = rows, .columns = columns, .stride = grundy_words(columns)};
  made.words = grundy_arena_zeros(arena, rows * made.stride, sizeof *made.words);
  *m = grundy_arena_array(arena, 1, sizeof **m);
  if (*m == NULL) return grundy_fail_memory(error);
  **m = made;
  return GRUNDY_OK;
}

grundy_status grundy_matrix_new(uint64_t rows, uint64_t columns, grundy_matrix **m,
                                grundy_error *error) {
  grundy_arena arena = {0};
  grundy_matrix *made;
  grundy_status status = grundy_matrix_in(&arena, rows, columns, &made, error);
  if (status == GRUNDY_OK) {
    *m = grundy_arena_take(&arena, made);
    (void)grundy_arena_take(&arena, made->words);
  }
  grundy_arena_free(&arena); /* grundy_matrix_in has reported whether memory ran out */
  return status;
}

void grundy_matrix_free(grundy_matrix *m) {
  if (m == NULL) return;
  free(m->words);
  free(m);
}

uint64_t grundy_matrix_rows(const grundy_matrix *m) {
  return m->rows;
}

uint64_t grundy_matrix_columns(const grundy_matrix *m) {
  return m->columns;
}

bool grundy_matrix_get(const grundy_matrix *m, uint64_t row, uint64_t column) {
  return grundy_bit(grundy_matrix_at(m, row), column);
}

/* ---- elimination ------------------------------------------------------------------------- */

#ifndef NDEBUG
/* Returns whether row i is the only one with a 1 in column pivots[i], for every i below the
 * rank. */
static bool is_eliminated(const grundy_matrix *m, const uint64_t *pivots, uint64_t rank) {
  for (uint64_t i = 0; i < rank; i++)
    for (uint64_t row = 0; row < m->rows; row++)
      if (grundy_bit(grundy_matrix_at(m, row), pivots[i]) != (row == i)) return false;
  return true;
}
#endif
/* Gauss–Jordan elimination with pivots in the first `columns` columns only. In the row of a pivot,
 * the words to its left are 0 and need not be added. */
static grundy_status eliminate(grundy_matrix *m, uint64_t columns, const grundy_monitor *monitor,
                               uint64_t *pivots, uint64_t *rank, grundy_error *error) {
  grundy_work work = grundy_work_start(monitor, "eliminating", columns * m->rows * m->stride);
  uint64_t found = 0;
  for (uint64_t column = 0; column < columns && found < m->rows; column++) {
    uint64_t row = found;
    while (row < m->rows && !grundy_bit(grundy_matrix_at(m, row), column)) row++;
    if (!grundy_work_step(&work, m->rows * m->stride)) return grundy_fail_cancelled(error);
    if (row == m->rows) continue;
    uint64_t *from = grundy_matrix_at(m, row), *to = grundy_matrix_at(m, found);
    for (uint64_t i = 0; row != found && i < m->stride; i++) {
      uint64_t word = from[i];
      from[i] = to[i];
      to[i] = word;
    }
    uint64_t skipped = column / 64;
    const uint64_t *pivot = to + skipped;
    for (uint64_t i = 0; i < m->rows; i++) {
      uint64_t *other = grundy_matrix_at(m, i);
      if (i != found && grundy_bit(other, column))
        grundy_row_add(other + skipped, pivot, m->stride - skipped);
    }
    assert(found == 0 || pivots[found - 1] < column);
    pivots[found++] = column;
  }
  assert(is_eliminated(m, pivots, found));
  *rank = found;
  grundy_work_finish(&work, "", 0);
  return GRUNDY_OK;
}

grundy_status grundy_matrix_eliminate(grundy_matrix *m, const grundy_monitor *monitor,
                                      uint64_t *pivots, uint64_t *rank, grundy_error *error) {
  return eliminate(m, m->columns, monitor, pivots, rank, error);
}

/* ---- kernel and dual ---------------------------------------------------------------------- */

/* An eliminated copy with `more` further columns, initially the unit matrix, as far as they go. */
typedef struct echelon {
  grundy_matrix *m;
  uint64_t *pivots;
  uint64_t rank;
} echelon;

static grundy_status echelon_of(const grundy_matrix *m, uint64_t more,
                                const grundy_monitor *monitor, grundy_arena *arena, echelon *e,
                                grundy_error *error) {
  grundy_status status = grundy_matrix_in(arena, m->rows, m->columns + more, &e->m, error);
  if (status != GRUNDY_OK) return status;
  for (uint64_t i = 0; i < m->rows; i++)
    memcpy(grundy_matrix_at(e->m, i), grundy_matrix_at(m, i), m->stride * sizeof *m->words);
  for (uint64_t i = 0; i < more; i++) grundy_bit_set(grundy_matrix_at(e->m, i), m->columns + i);
  uint64_t most = m->rows < m->columns ? m->rows : m->columns;
  e->pivots = grundy_arena_array(arena, most, sizeof *e->pivots);
  if (e->pivots == NULL) return grundy_fail_memory(error);
  return eliminate(e->m, m->columns, monitor, e->pivots, &e->rank, error);
}

/* Makes a vector of the kernel for every column without a pivot: it is 1 there, and at the pivots
 * of the rows that have a 1 there. */
static void fill_kernel(const echelon *e, grundy_matrix *kernel) {
  uint64_t row = 0, next = 0;
  for (uint64_t column = 0; column < e->m->columns; column++) {
    if (next < e->rank && e->pivots[next] == column) {
      next++;
      continue;
    }
    uint64_t *vector = grundy_matrix_at(kernel, row++);
    grundy_bit_set(vector, column);
    for (uint64_t i = 0; i < next; i++)
      if (grundy_bit(grundy_matrix_at(e->m, i), column)) grundy_bit_set(vector, e->pivots[i]);
  }
  assert(row == kernel->rows && next == e->rank);
}

grundy_status grundy_matrix_kernel(const grundy_matrix *m, const grundy_run_options *options,
                                   grundy_matrix **kernel, grundy_error *error) {
  const grundy_monitor *monitor;
  if (grundy_monitor_of(options, &monitor, error) != GRUNDY_OK) return GRUNDY_BAD_ARGUMENT;
  grundy_arena arena = {0};
  echelon e;
  grundy_matrix *made = NULL;
  grundy_status status = echelon_of(m, 0, monitor, &arena, &e, error);
  if (status == GRUNDY_OK)
    status = grundy_matrix_new(m->columns - e.rank, m->columns, &made, error);
  if (status == GRUNDY_OK) {
    fill_kernel(&e, made);
    *kernel = made;
  }
  return grundy_arena_end(&arena, status, error);
}

grundy_status grundy_matrix_transpose(const grundy_matrix *m, grundy_matrix **transpose,
                                      grundy_error *error) {
  grundy_status status = grundy_matrix_new(m->columns, m->rows, transpose, error);
  if (status != GRUNDY_OK) return status;
  for (uint64_t i = 0; i < m->rows; i++) {
    const uint64_t *row = grundy_matrix_at(m, i);
    for (uint64_t j = grundy_row_next(row, m->stride, 0); j != UINT64_MAX;
         j = grundy_row_next(row, m->stride, j + 1))
      grundy_bit_set(grundy_matrix_at(*transpose, j), i);
  }
  return GRUNDY_OK;
}

#ifndef NDEBUG
/* Returns whether the product of row i and row j of the dual is 1 exactly if i = j. */
static bool is_dual(const grundy_matrix *m, const grundy_matrix *dual) {
  for (uint64_t i = 0; i < m->rows; i++)
    for (uint64_t j = 0; j < m->rows; j++)
      if (grundy_row_times(grundy_matrix_at(m, i), grundy_matrix_at(dual, j), m->stride) !=
          (i == j))
        return false;
  return true;
}
#endif
/* Elimination turns (m | 1) into (e | t) with t m = e. The columns of m at the pivots form a matrix
 * p with t p = 1, so its inverse t has the coordinates, at the pivots, of the vectors dual to the
 * rows of m. */
grundy_status grundy_matrix_dual(const grundy_matrix *m, const grundy_monitor *monitor,
                                 grundy_matrix **dual, grundy_error *error) {
  grundy_arena arena = {0};
  echelon e;
  grundy_matrix *made = NULL;
  grundy_status status = echelon_of(m, m->rows, monitor, &arena, &e, error);
  if (status == GRUNDY_OK && e.rank < m->rows)
    status = grundy_fail(error, GRUNDY_UNDEFINED, "the rows are dependent");
  if (status == GRUNDY_OK) status = grundy_matrix_new(m->rows, m->columns, &made, error);
  if (status == GRUNDY_OK) {
    for (uint64_t k = 0; k < m->rows; k++)
      for (uint64_t i = 0; i < m->rows; i++)
        if (grundy_bit(grundy_matrix_at(e.m, k), m->columns + i))
          grundy_bit_set(grundy_matrix_at(made, i), e.pivots[k]);
    assert(is_dual(m, made));
    *dual = made;
  }
  return grundy_arena_end(&arena, status, error);
}
