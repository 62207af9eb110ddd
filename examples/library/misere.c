/* Prints the misère quotient of all sums of positions of a game without cycles: its elements with
 * their outcomes, its relations, and the table of its products.
 *
 *     $ ./misere nim:2
 *     1 is an N-position
 *     a is a P-position
 *     b is an N-position
 *     ab is an N-position
 *     b^2 is a P-position
 *     ab^2 is an N-position
 *     a^2 = 1
 *     b^3 = b
 *     1 a b ab b^2 ab^2
 *     a 1 ab b ab^2 b^2
 *     b ab b^2 ab^2 b ab
 *     ab b ab^2 b^2 ab b
 *     b^2 ab^2 b ab b^2 ab^2
 *     ab^2 b^2 ab b ab^2 b^2
 */

#include <stdio.h>
#include <stdlib.h>

#include <grundy/grundy.h>

static void print_element(const grundy_misere *quotient, uint32_t element) {
  char text[64];
  grundy_misere_word_format(quotient, grundy_misere_word_of(quotient, element), text, sizeof text);
  printf("%s", text);
}

int main(int argc, char **argv) {
  grundy_digraph *game = NULL;
  grundy_misere *quotient = NULL;
  grundy_error error;
  char text[2 * GRUNDY_ERROR_MAX_TEXT];
  if (argc != 2) return 2;
  grundy_status status = grundy_game_open(argv[1], NULL, &game, &error);
  if (status == GRUNDY_OK) status = grundy_misere_of_digraph(game, NULL, &quotient, &error);
  if (status != GRUNDY_OK) {
    grundy_error_format(&error, text, sizeof text);
    fprintf(stderr, "%s\n", text);
    return grundy_exit_code(status);
  }

  grundy_misere_facts facts = grundy_misere_get_facts(quotient);
  for (uint32_t e = 0; e < facts.order; e++) {
    print_element(quotient, e);
    printf(grundy_misere_is_p(quotient, e) ? " is a P-position\n" : " is an N-position\n");
  }
  for (uint32_t i = 0; i < facts.relation_count; i++) {
    grundy_misere_relation relation = grundy_misere_relation_at(quotient, i);
    grundy_misere_word_format(quotient, relation.left, text, sizeof text);
    printf("%s = ", text);
    print_element(quotient, relation.right);
    printf("\n");
  }
  for (uint32_t a = 0; a < facts.order; a++)
    for (uint32_t b = 0; b < facts.order; b++) {
      print_element(quotient, grundy_misere_multiply(quotient, a, b));
      printf(b + 1 < facts.order ? " " : "\n");
    }

  grundy_misere_free(quotient);
  grundy_digraph_free(game);
  return 0;
}
