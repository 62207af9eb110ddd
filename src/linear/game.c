/* Builds linear games over GF(2) from their moves. */

#include "linear/impl.h"

#include "base/alloc.h"
#include "base/error.h"
#include "linear/matrix.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

grundy_status grundy_linear_new(uint64_t dimension, grundy_linear **game, grundy_error *error) {
  if (dimension > GRUNDY_LINEAR_MAX_DIMENSION)
    return grundy_fail_because(error, GRUNDY_UNABLE, GRUNDY_REASON_TOO_MANY,
                               "the dimension is too large; expected at most %" PRIu64,
                               GRUNDY_LINEAR_MAX_DIMENSION);
  grundy_linear *made = grundy_alloc_zero(1, sizeof *made);
  if (made == NULL) return grundy_fail_memory(error);
  made->dimension = dimension;
  made->stride = grundy_words(dimension);
  made->broken_pair = grundy_alloc_zero(2 * made->stride, sizeof *made->broken_pair);
  if (made->broken_pair == NULL) {
    grundy_linear_free(made);
    return grundy_fail_memory(error);
  }
  *game = made;
  return GRUNDY_OK;
}

void grundy_linear_free(grundy_linear *game) {
  if (game == NULL) return;
  free(game->pairs);
  free(game->names);
  free(game->starts);
  free(game->broken_pair);
  free(game);
}

uint64_t grundy_linear_dimension(const grundy_linear *game) {
  return game->dimension;
}

uint64_t grundy_linear_count(const grundy_linear *game) {
  return game->count;
}

const char *grundy_linear_name(const grundy_linear *game, uint64_t move) {
  assert(move < game->count);
  return game->names + game->starts[move];
}

const uint64_t *grundy_linear_functional(const grundy_linear *game, uint64_t move) {
  assert(move < game->count);
  return game->pairs + 2 * game->stride * move;
}

const uint64_t *grundy_linear_vector(const grundy_linear *game, uint64_t move) {
  return grundy_linear_functional(game, move) + game->stride;
}

bool grundy_linear_moves_something(const grundy_linear *game, uint64_t move) {
  return grundy_row_next(grundy_linear_functional(game, move), game->stride, 0) != UINT64_MAX &&
         grundy_row_next(grundy_linear_vector(game, move), game->stride, 0) != UINT64_MAX;
}

/* ---- adding moves ------------------------------------------------------------------------- */

/* Makes room for one more move, whose functional and vector are 0. The move counts once game->count
 * is incremented. */
static grundy_status reserve(grundy_linear *game, const char *name, size_t length,
                             uint64_t **functional, grundy_error *error) {
  uint64_t words = 2 * game->stride;
  if (!grundy_grow(&game->pairs, &game->pair_capacity, words * (game->count + 1),
                   sizeof *game->pairs) ||
      !grundy_grow(&game->starts, &game->start_capacity, game->count + 1, sizeof *game->starts) ||
      !grundy_grow(&game->names, &game->name_capacity, game->name_length + length + 1, 1))
    return grundy_fail_memory(error);
  *functional = game->pairs + words * game->count;
  memset(*functional, 0, words * sizeof **functional);
  memcpy(game->names + game->name_length, name, length);
  game->names[game->name_length + length] = '\0';
  game->starts[game->count] = game->name_length;
  return GRUNDY_OK;
}

static void count_move(grundy_linear *game, size_t length) {
  game->name_length += length + 1;
  game->count++;
}

grundy_status grundy_linear_add_pair(grundy_linear *game, const char *name, size_t length,
                                     const uint64_t *functional, const uint64_t *vector,
                                     grundy_error *error) {
  uint64_t *place;
  grundy_status status = reserve(game, name, length, &place, error);
  if (status != GRUNDY_OK) return status;
  memcpy(place, functional, game->stride * sizeof *place);
  memcpy(place + game->stride, vector, game->stride * sizeof *place);
  count_move(game, length);
  return GRUNDY_OK;
}

/* Records that the move being added breaks an axiom; s and t are already stored. */
static void note_broken(grundy_linear *game, grundy_linear_verdict axiom) {
  game->broken = axiom;
  game->broken_move = game->count;
}

/* Finds s and t that break (II)(a). Two rows of h - 1 that are neither 0 nor equal are
 * independent, so two of their columns are neither 0 nor equal: (h - 1)s, (h - 1)t and (h - 1)(s +
 * t) are all different from 0 for the unit vectors s and t of these columns. */
static void break_a(grundy_linear *game, const uint64_t *one, const uint64_t *other) {
  uint64_t s = UINT64_MAX, t = 0;
  for (;; t++) {
    assert(t < game->dimension); /* the rows are independent */
    bool here = grundy_bit(one, t), there = grundy_bit(other, t);
    if (!here && !there) continue;
    if (s == UINT64_MAX)
      s = t;
    else if (grundy_bit(one, s) != here || grundy_bit(other, s) != there)
      break;
  }
  grundy_bit_set(game->broken_pair, s);
  grundy_bit_set(game->broken_pair + game->stride, t);
  note_broken(game, GRUNDY_LINEAR_NOT_A);
}

/* Splits h - 1 into the product of a column and a row: all rows are 0 or the functional. Returns
 * false if that is not so. */
static bool split(grundy_linear *game, const grundy_matrix *m, uint64_t *functional,
                  uint64_t *row) {
  size_t bytes = game->stride * sizeof *row;
  uint64_t *vector = functional + game->stride;
  bool known = false;
  for (uint64_t i = 0; i < game->dimension; i++) {
    memcpy(row, grundy_matrix_at(m, i), bytes);
    row[i / 64] ^= UINT64_C(1) << (i % 64);
    if (grundy_row_next(row, game->stride, 0) == UINT64_MAX) continue;
    if (!known) memcpy(functional, row, bytes);
    known = true;
    if (memcmp(functional, row, bytes) != 0) return false;
    grundy_bit_set(vector, i);
  }
  return true;
}

grundy_status grundy_linear_add_matrix(grundy_linear *game, const char *name, size_t length,
                                       const grundy_matrix *m, const uint64_t *constant,
                                       grundy_error *error) {
  if (m->rows != game->dimension || m->columns != game->dimension)
    return grundy_fail(error, GRUNDY_BAD_ARGUMENT,
                       "the matrix is not square; expected %" PRIu64 " rows and columns",
                       game->dimension);
  uint64_t *functional, *row = grundy_alloc(game->stride, sizeof *row);
  if (row == NULL) return grundy_fail_memory(error);
  grundy_status status = reserve(game, name, length, &functional, error);
  if (status == GRUNDY_OK) {
    bool first = game->broken == GRUNDY_LINEAR_ENDS;
    /* h(0 + 0) is the constant, h(0) + h(0) is 0. */
    bool linear = constant == NULL || grundy_row_next(constant, game->stride, 0) == UINT64_MAX;
    bool additive = split(game, m, functional, row);
    if (first && !linear) note_broken(game, GRUNDY_LINEAR_NOT_B);
    if (first && linear && !additive) break_a(game, functional, row);
    count_move(game, length);
  }
  free(row);
  return status;
}
