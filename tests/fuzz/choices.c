/* Turns bytes of the input into options for solving and verifying. */

#include "checks.h"
#include "demand.h"
#include "solution/impl.h"

static const double worths[] = {0, 1, -1, 0.5, 2, -7};

solve_choice read_choice_of_all(bytes *in, const grundy_digraph *g) {
  uint8_t how = bytes_next(in);
  solve_choice choice = {
      .solve = {.size = sizeof choice.solve, .columns = grundy_solve_columns(g, true)},
      .verify = {.size = sizeof choice.verify, .payoff_known = true}};
  choice.solve.algorithm = (grundy_algorithm)(how % 3);
  grundy_threads_set(1 + how / 3 % 4);
  if (grundy_digraph_payoffs(g) == NULL) return choice;
  choice.solve.payoff = choice.verify.payoff = worths[bytes_below(in, 6)];
  choice.solve.infinite_known = choice.verify.infinite_known = bytes_next(in) & 1;
  choice.solve.infinite = choice.verify.infinite = worths[bytes_below(in, 6)];
  return choice;
}

solve_choice read_choice(bytes *in, const grundy_digraph *g) {
  solve_choice choice = read_choice_of_all(in, g);
  grundy_columns mask = bytes_next(in);
  mask |= (grundy_columns)bytes_next(in) << 8;
  mask |= (grundy_columns)bytes_next(in) << 16;
  choice.solve.columns &= ~mask; /* zeros, as after the end of the input, keep all columns */
  return choice;
}

grundy_solution *solve_game(const grundy_digraph *g, const grundy_solve_options *options) {
  grundy_solution *solution;
  demand(grundy_solve_in_memory(g, options, &solution, NULL) == GRUNDY_OK);
  grundy_columns asked = options->columns != 0 ? options->columns : grundy_solve_columns(g, false);
  demand(grundy_solution_columns(solution) == asked);
  demand(grundy_solution_order(solution) == grundy_digraph_order(g));
  return solution;
}

bool is_verified(const grundy_digraph *g, const grundy_solution *solution,
                 const grundy_verify_options *options) {
  grundy_report *report;
  demand(grundy_verify(g, solution, options, &report, NULL) == GRUNDY_OK);
  bool right = grundy_report_right(report);
  grundy_report_free(report);
  return right;
}
