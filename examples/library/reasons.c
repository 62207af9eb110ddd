/* Explains a position of rules that are part of the program, fact by fact: how a program reads the
 * reasons without searching the sentences for words.
 *
 * A token is on a circle of fields, numbered from 0. A move takes it one or two fields on, and play
 * ends on field 0, where the player to move loses.
 *
 *     $ ./reasons 2
 *     position 2: value 0
 *     p_position
 *     answer: to 3
 *     answer: to 4
 *     longest_resistance: to 3
 *     best_play
 *     finite_value
 *     reversible: to 3
 *     reversible: to 4
 *     $ ./reasons 4
 *     position 4: value inf{0}, a win
 *     n_position: to 5
 *     fastest_win: to 5
 *     best_play
 *     infinite_value
 *     irreversible: to 6
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <grundy/grundy.h>

enum { FIELDS = 8 };

static const char *open_circle(const grundy_arguments *arguments, uint32_t *bytes, void **game) {
  *bytes = 1;
  *game = NULL;
  return arguments->count == 0 ? NULL : "no arguments";
}

static void start(const void *game, void *position) {
  (void)game;
  *(uint8_t *)position = 1;
}

static void moves(const void *game, const void *position, grundy_emit emit, void *to) {
  uint8_t field = *(const uint8_t *)position;
  (void)game;
  for (uint8_t step = 1; field != 0 && step <= 2; step++)
    emit(to, &(uint8_t){(uint8_t)((field + step) % FIELDS)});
}

static const grundy_rules circle = {.abi = GRUNDY_RULES_ABI,
                                    .size = sizeof circle,
                                    .title = "a token on a circle",
                                    .open = open_circle,
                                    .start = start,
                                    .moves = moves};

/* Prints a value, and for an infinite one whether it wins. */
static void print_value(grundy_value value) {
  char text[64];
  grundy_value_format(value, true, text, sizeof text);
  printf("value %s", text);
  if (value.nimber == GRUNDY_INFINITY && !value.k.absent)
    printf(grundy_set_has(value.k, 0) ? ", a win" : ", a draw");
  printf("\n");
}

int main(int argc, char **argv) {
  grundy_digraph *game = NULL;
  grundy_solution *solution = NULL;
  grundy_facts *facts = NULL;
  uint32_t v;
  if (argc != 2) return 2;
  if (grundy_game_from_rules(&circle, NULL, NULL, &game, NULL) != GRUNDY_OK ||
      grundy_position_find(game, argv[1], strlen(argv[1]), &v, NULL) != GRUNDY_OK ||
      grundy_solve(game, NULL, &solution, NULL) != GRUNDY_OK ||
      grundy_explain(game, solution, v, NULL, &facts, NULL) != GRUNDY_OK)
    return 1;

  printf("position %s: ", argv[1]);
  print_value(grundy_solution_value(solution, v));
  for (uint64_t i = 0; i < grundy_facts_count(facts); i++) {
    const grundy_fact *fact = grundy_facts_get(facts, i);
    const grundy_fact_parameter *to = grundy_fact_find(fact, "to");
    printf("%s", grundy_fact_describe(fact->kind)->name);
    if (to != NULL && !to->is_null) printf(": to %s", to->text);
    printf("\n");
  }

  grundy_facts_free(facts);
  grundy_solution_free(solution);
  grundy_digraph_free(game);
  return 0;
}
