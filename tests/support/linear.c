#include "support/linear.h"

uint64_t naive_h(const naive_linear *game, uint32_t s) {
  uint64_t moves = 0;
  for (uint32_t i = 0; i < game->count; i++)
    if (game->maps[i][s] != s) moves |= UINT64_C(1) << i;
  return moves;
}

bool naive_a(const naive_linear *game, uint32_t s, uint32_t t) {
  return naive_h(game, s ^ t) == (naive_h(game, s) ^ naive_h(game, t));
}

bool naive_b(const naive_linear *game, uint32_t move, uint32_t s, uint32_t t) {
  const uint16_t *h = game->maps[move];
  return h[s ^ t] == (h[s] ^ h[t]);
}

/* Returns whether the values of all followers of s are known; then *value is their mex. */
static bool settle(const naive_linear *game, const bool *known, const uint32_t *values, uint32_t s,
                   uint32_t *value) {
  bool seen[NAIVE_MOVES + 1] = {false};
  for (uint32_t i = 0; i < game->count; i++) {
    uint32_t t = game->maps[i][s];
    if (t == s) continue;
    if (!known[t]) return false;
    if (values[t] <= NAIVE_MOVES) seen[values[t]] = true;
  }
  for (*value = 0; seen[*value];) ++*value;
  return true;
}

bool naive_grundy(const naive_linear *game, uint32_t *values) {
  bool known[1 << NAIVE_DIMENSION] = {false}, changed = true;
  uint32_t settled = 0;
  while (changed) {
    changed = false;
    for (uint32_t s = 0; s < game->size; s++)
      if (!known[s] && settle(game, known, values, s, &values[s])) {
        known[s] = changed = true;
        settled++;
      }
  }
  return settled == game->size;
}

bool naive_simple(const naive_linear *game, uint32_t s) {
  uint64_t own = naive_h(game, s);
  for (uint32_t t = 0; t < game->size; t++) {
    uint64_t common = own & naive_h(game, t);
    if (common != 0 && common != own) return false;
  }
  return true;
}

bool naive_complicated(const naive_linear *game, uint32_t s) {
  for (uint32_t t = 0; t < game->size; t++)
    if ((naive_h(game, s) & naive_h(game, t)) != 0 && naive_simple(game, t)) return false;
  return true;
}

bool naive_subspace(uint32_t size, const bool *set) {
  if (!set[0]) return false;
  for (uint32_t s = 0; s < size; s++)
    for (uint32_t t = 0; t < size; t++)
      if (set[s] && set[t] && !set[s ^ t]) return false;
  return true;
}

uint32_t row_number(const grundy_matrix *m, uint64_t row) {
  uint32_t number = 0;
  for (uint64_t j = 0; j < grundy_matrix_columns(m); j++)
    if (grundy_matrix_get(m, row, j)) number |= UINT32_C(1) << j;
  return number;
}
