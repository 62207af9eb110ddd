/* Fuzzes linear games as text: any bytes must give a game or a clean error. The witness of a
 * solution must be valid, and the values of simple elements must be those of the Grundy
 * function. */

#include "game.h"
#include "linear/impl.h"
#include "linear/matrix.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_error(grundy_status status, const grundy_error *error) {
  if (status != GRUNDY_BAD_INPUT || error->status != status || error->line == 0 ||
      error->column == 0 || strpbrk(error->message, "\r\n") != NULL || error->message[0] == '\0')
    abort();
}

static bool times(const uint64_t *a, const uint64_t *b, uint64_t words) {
  uint64_t sum = 0;
  for (uint64_t i = 0; i < words; i++) sum ^= a[i] & b[i];
  return __builtin_parityll(sum) != 0;
}

/* Every move must be legal and lead to the next position. */
static void check_cycle(const grundy_linear *game, const grundy_linear_solution *solution) {
  uint64_t length = grundy_matrix_rows(solution->witness);
  uint64_t words = grundy_words(grundy_linear_dimension(game));
  for (uint64_t i = 0; i < length; i++) {
    const uint64_t *from = grundy_matrix_at(solution->witness, i);
    const uint64_t *to = grundy_matrix_at(solution->witness, (i + 1) % length);
    const uint64_t *vector = grundy_linear_vector(game, solution->moves[i]);
    if (!times(grundy_linear_functional(game, solution->moves[i]), from, words)) abort();
    for (uint64_t k = 0; k < words; k++)
      if ((from[k] ^ vector[k]) != to[k]) abort();
  }
}

static void check_values(const grundy_linear *game, const grundy_linear_solution *solution) {
  uint64_t words = grundy_words(grundy_linear_dimension(game));
  for (uint64_t i = 0; i < grundy_matrix_rows(solution->simple); i++)
    for (uint64_t b = 0; b < grundy_matrix_rows(solution->grundy); b++)
      if (times(grundy_matrix_at(solution->grundy, b), grundy_matrix_at(solution->simple, i),
                words) != ((solution->values[i] >> b & 1) != 0))
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  grundy_linear *game;
  grundy_linear_solution *solution;
  grundy_error error;
  FILE *in = fuzz_open(data, size);
  grundy_status status =
      grundy_linear_read("fuzz", &GRUNDY_OPTIONS(grundy_read_options, .stream = in), &game, &error);
  fclose(in);
  if (status != GRUNDY_OK) {
    check_error(status, &error);
    return 0;
  }
  if (grundy_linear_solve(game, NULL, &solution, NULL) != GRUNDY_OK) abort();
  if (solution->verdict == GRUNDY_LINEAR_CYCLIC) check_cycle(game, solution);
  if (solution->verdict == GRUNDY_LINEAR_ENDS) check_values(game, solution);
  grundy_linear_solution_free(solution);
  grundy_linear_free(game);
  return 0;
}
