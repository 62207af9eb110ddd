/* Prints the P-positions (a, b) with a ≤ b < 20 of a game on pairs of integers, given by the
 * vectors that a player may subtract (docs/vectors.md).
 *
 *     $ ./plane 'vector{(1,0)*,(0,1)*,(1,1)*}'
 *     0,0 1,2 3,5 4,7 6,10 8,13 9,15 11,18
 */

#include <stdio.h>
#include <string.h>

#include <grundy/grundy.h>

enum { SIDE = 20 };

int main(int argc, char **argv) {
  grundy_vector_moves *moves = NULL;
  grundy_vector_box *box = NULL;
  grundy_error error;
  grundy_vector_options options = GRUNDY_OPTIONS(
      grundy_vector_options, .corner = {{SIDE - 1, SIDE - 1}}, .outcomes_only = true);
  if (argc != 2) return 2;
  grundy_status status = grundy_vector_moves_parse(argv[1], strlen(argv[1]), &moves, &error);
  if (status == GRUNDY_OK && grundy_vector_moves_view(moves).dimension != 2) {
    fprintf(stderr, "%s: expected a game on pairs\n", argv[1]);
    grundy_vector_moves_free(moves);
    return 2;
  }
  if (status == GRUNDY_OK) status = grundy_vector_solve(moves, &options, &box, &error);
  if (status != GRUNDY_OK) {
    fprintf(stderr, "%s\n", error.message);
    return grundy_exit_code(status);
  }
  grundy_vector_grid grid = grundy_vector_box_view(box);
  const char *blank = "";
  for (uint32_t a = 0; a < SIDE; a++)
    for (uint32_t b = a; b < SIDE; b++)
      if (grid.outcomes[SIDE * a + b] == GRUNDY_OUTCOME_P) {
        printf("%s%u,%u", blank, a, b);
        blank = " ";
      }
  printf("\n");
  grundy_vector_box_free(box);
  grundy_vector_moves_free(moves);
  return 0;
}
