/* Fuzzes move sets of games on vectors: the normal form of a set must be a set with the same normal
 * form, whose values fit to its outcomes; errors must be one line. */

#include <grundy/vector.h>

#include "errors.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_moves(const grundy_vector_moves *moves) {
  grundy_vector_moves *again = NULL;
  const char *text = grundy_vector_moves_view(moves).text;
  if (grundy_vector_moves_parse(text, strlen(text), &again, NULL) != GRUNDY_OK) abort();
  if (strcmp(grundy_vector_moves_view(again).text, text) != 0) abort();
  grundy_vector_moves_free(again);
}

/* Values and outcomes come from different kernels. */
static void check_values(const grundy_vector_moves *moves) {
  grundy_vector_box *boxes[2] = {NULL, NULL};
  grundy_vector_options options = {.size = sizeof options, .corner = {{20, 9, 3, 2}}};
  bool is_possible = !grundy_vector_moves_view(moves).has_negative;
  uint32_t dimension = grundy_vector_moves_view(moves).dimension;
  for (uint32_t i = dimension; i < GRUNDY_VECTOR_MAX_DIMENSION; i++) options.corner.at[i] = 0;
  for (int i = 0; i < 2; i++) {
    options.outcomes_only = i == 1;
    grundy_status status = grundy_vector_solve(moves, &options, &boxes[i], NULL);
    if (status != (is_possible ? GRUNDY_OK : GRUNDY_UNABLE)) abort();
    if (!is_possible) return;
  }
  const grundy_vector_grid values = grundy_vector_box_view(boxes[0]);
  const grundy_vector_grid outcomes = grundy_vector_box_view(boxes[1]);
  for (uint64_t i = 0; i < values.count; i++)
    if (grundy_vector_outcome(&values, i) != grundy_vector_outcome(&outcomes, i)) abort();
  grundy_vector_box_free(boxes[0]);
  grundy_vector_box_free(boxes[1]);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  grundy_vector_moves *moves = NULL;
  grundy_error error;
  grundy_status status = grundy_vector_moves_parse((const char *)data, size, &moves, &error);
  if (status != GRUNDY_OK) {
    check_error(status, &error);
    return 0;
  }
  check_moves(moves);
  if (size < 100) check_values(moves);
  grundy_vector_moves_free(moves);
  return 0;
}
