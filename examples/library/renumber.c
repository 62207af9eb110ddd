/* Numbers the positions of a game backwards and carries its solution over, without solving the game
 * again: how to copy a game with all its attributes, and how to make a solution from columns of
 * your own, here to have them checked by grundy_verify.
 *
 *     $ ./renumber examples/ring.edges
 *     7 positions, verified
 *     $ ./renumber examples/payoffs.edges
 *     7 positions, verified
 *     $ ./renumber examples/turns/moons.edges
 *     5 positions, verified
 */

#include <stdlib.h>
#include <string.h>

#include <grundy/grundy.h>

/* Stops the program with a message if a call failed. */
static void must(grundy_status status, const grundy_error *error) {
  char text[2 * GRUNDY_ERROR_MAX_TEXT];
  if (status == GRUNDY_OK) return;
  grundy_error_format(error, text, sizeof text);
  fprintf(stderr, "%s\n", text);
  exit(grundy_exit_code(status));
}

/* Makes the game in which position v has the number order - 1 - v. */
static grundy_digraph *renumbered(const grundy_digraph *g) {
  uint32_t order = grundy_digraph_order(g);
  const uint64_t *offsets = grundy_digraph_offsets(g);
  const uint8_t *kinds = grundy_digraph_kinds(g), *players = grundy_digraph_players(g);
  const grundy_outcome *outcomes = grundy_digraph_outcomes(g);
  const double *payoffs = grundy_digraph_payoffs(g);
  grundy_builder *builder = NULL;
  grundy_digraph *copy = NULL;
  grundy_error error;
  must(grundy_builder_new(&builder, &error), &error);
  for (uint32_t v = 0; v < order; v++) {
    char scratch[GRUNDY_NAME_MAX_BYTES];
    const char *name = grundy_digraph_name(g, order - 1 - v, scratch);
    uint32_t added;
    must(grundy_builder_vertex(builder, name, strlen(name), &added, &error), &error);
  }
  for (uint32_t v = 0; v < order; v++) {
    uint32_t u = order - 1 - v;
    grundy_vertices followers = grundy_digraph_followers(g, v);
    for (uint64_t i = 0; i < followers.count; i++)
      must(grundy_builder_move_of_kinds(
               builder, u, order - 1 - followers.at[i],
               kinds == NULL ? GRUNDY_MOVE_ORDINARY : kinds[offsets[v] + i], &error),
           &error);
    if (players != NULL) must(grundy_builder_player(builder, u, players[v], &error), &error);
    if (followers.count > 0) continue;
    if (payoffs != NULL)
      must(grundy_builder_payoff(builder, u, payoffs[v], &error), &error);
    else if (outcomes != NULL)
      must(grundy_builder_outcome(builder, u, outcomes[v], &error), &error);
  }
  must(grundy_builder_finish(builder, NULL, &copy, &error), &error);
  grundy_builder_free(builder);
  return copy;
}

/* Adds a column of sets to `copy`, those of `solution` backwards. */
static void copy_sets(const grundy_solution *solution, grundy_columns column, uint32_t order,
                      grundy_solution *copy) {
  uint64_t *offsets = calloc((size_t)order + 1, sizeof *offsets), size = 0;
  uint8_t *absent = calloc((size_t)order + 1, 1);
  if (offsets == NULL || absent == NULL) exit(4);
  for (uint32_t v = 0; v < order; v++) {
    grundy_set set = grundy_solution_set_at(solution, column, order - 1 - v);
    absent[v] = set.absent;
    offsets[v + 1] = size += set.size;
  }
  uint32_t *numbers = calloc(size + 1, sizeof *numbers);
  if (numbers == NULL) exit(4);
  for (uint32_t v = 0; v < order; v++) {
    grundy_set set = grundy_solution_set_at(solution, column, order - 1 - v);
    if (set.size > 0) memcpy(numbers + offsets[v], set.numbers, set.size * sizeof *numbers);
  }
  grundy_error error;
  must(grundy_solution_add_sets(copy, column, offsets, numbers, absent, &error), &error);
  free(numbers);
  free(absent);
  free(offsets);
}

/* Makes the solution with the entries of all positions in the opposite order. */
static grundy_solution *reversed(const grundy_solution *solution, uint32_t order) {
  grundy_columns columns = grundy_solution_columns(solution);
  grundy_solution *copy = NULL;
  grundy_error error;
  must(grundy_solution_new(order, &copy, &error), &error);
  for (grundy_columns column = 1; column != 0 && column <= columns; column <<= 1) {
    const grundy_column_info *info = grundy_column_describe(column);
    if ((columns & column) == 0 || info == NULL) continue;
    if (info->kind == GRUNDY_COLUMN_OF_SETS) {
      copy_sets(solution, column, order, copy);
    } else if (info->kind == GRUNDY_COLUMN_OF_NUMBERS) {
      const uint32_t *numbers = grundy_solution_numbers(solution, column);
      uint32_t *to;
      must(grundy_solution_add_numbers(copy, column, &to, &error), &error);
      for (uint32_t v = 0; v < order; v++) to[v] = numbers[order - 1 - v];
    } else if (info->kind == GRUNDY_COLUMN_OF_REALS) {
      const double *reals = grundy_solution_reals(solution, column);
      double *to;
      must(grundy_solution_add_reals(copy, column, &to, &error), &error);
      for (uint32_t v = 0; v < order; v++) to[v] = reals[order - 1 - v];
    } else {
      const uint8_t *letters = grundy_solution_letters(solution, column);
      uint8_t *to;
      must(grundy_solution_add_letters(copy, column, &to, &error), &error);
      for (uint32_t v = 0; v < order; v++) to[v] = letters[order - 1 - v];
    }
  }
  return copy;
}

int main(int argc, char **argv) {
  grundy_digraph *game = NULL;
  grundy_solution *solution = NULL;
  grundy_report *report = NULL;
  grundy_error error;
  if (argc != 2) return 2;
  must(grundy_game_open(argv[1], NULL, &game, &error), &error);
  must(grundy_solve(game, NULL, &solution, &error), &error);

  uint32_t order = grundy_digraph_order(game);
  grundy_digraph *backwards = renumbered(game);
  for (uint32_t u = 0; u < order; u++)
    for (uint32_t v = 0; v < order; v++)
      if (grundy_digraph_has_move(game, u, v) !=
          grundy_digraph_has_move(backwards, order - 1 - u, order - 1 - v))
        return 1;
  grundy_solution *own = reversed(solution, order);
  must(grundy_verify(backwards, own, NULL, &report, &error), &error);
  printf("%u positions, %s\n", order, grundy_report_right(report) ? "verified" : "wrong");

  grundy_report_free(report);
  grundy_solution_free(own);
  grundy_digraph_free(backwards);
  grundy_solution_free(solution);
  grundy_digraph_free(game);
  return 0;
}
