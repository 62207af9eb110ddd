/* Checks relations and quotients against their definitions. */

#include "built.h"
#include "checks.h"
#include "demand.h"
#include "same.h"
#include "solution/impl.h"
#include "support/naive_relations.h"
#include "support/sets.h"

#include <string.h>

/* ---- the coarsest compatible relation --------------------------------------------------- */

/* The solution of the quotient must agree with the solution of g in all members of a class. */
static void demand_kept(const grundy_solution *of_g, const grundy_solution *of_quotient,
                        const uint32_t *class_of) {
  for (int i = 0; i < GRUNDY_COLUMN_COUNT; i++) {
    grundy_columns column = (grundy_columns)1 << i;
    const uint8_t *a = grundy_solution_letters(of_g, column);
    const uint32_t *x = grundy_solution_numbers(of_g, column);
    if ((column & COLUMNS_NOT_UNIQUE) != 0) continue;
    for (uint32_t v = 0; v < grundy_solution_order(of_g); v++) {
      uint32_t c = class_of[v];
      demand(a == NULL || a[v] == grundy_solution_letters(of_quotient, column)[c]);
      demand(x == NULL || x[v] == grundy_solution_numbers(of_quotient, column)[c]);
      demand(sets_equal(grundy_solution_set_at(of_g, column, v),
                        grundy_solution_set_at(of_quotient, column, c)));
    }
  }
}

static void demand_quotient_solves(const grundy_digraph *g, const uint32_t *class_of,
                                   uint32_t count, const grundy_solve_options *options,
                                   const grundy_solution *of_g) {
  grundy_digraph *quotient;
  demand(grundy_quotient(g, class_of, count, NULL, NULL, &quotient, NULL) == GRUNDY_OK);
  demand(grundy_digraph_order(quotient) == count);
  grundy_solution *of_quotient = solve_game(quotient, options);
  demand_kept(of_g, of_quotient, class_of);
  grundy_solution_free(of_quotient);
  grundy_digraph_free(quotient);
}

static void check_coarsest(bytes *in, const grundy_digraph *g) {
  uint32_t class_of[BUILT_MOST], expected[BUILT_MOST], count, classes;
  solve_choice choice = read_choice(in, g);
  grundy_solution *direct = solve_game(g, &choice.solve), *reduced;
  demand(grundy_compatible_coarsest(g, NULL, class_of, &count, NULL) == GRUNDY_OK);
  demand(naive_coarsest(g, expected) == count);
  demand(memcmp(class_of, expected, grundy_digraph_order(g) * sizeof *class_of) == 0);
  demand(grundy_solve_reduced(g, &choice.solve, &reduced, &classes, NULL) == GRUNDY_OK);
  demand(classes == count);
  demand_same_solution(direct, reduced, COLUMNS_NOT_UNIQUE);
  demand(is_verified(g, reduced, &choice.verify));
  demand_quotient_solves(g, class_of, count, &choice.solve, direct);
  grundy_solution_free(direct);
  grundy_solution_free(reduced);
}

/* ---- any relation ----------------------------------------------------------------------- */

/* Reads class numbers without gaps, in the order of first vertices. */
static uint32_t read_relation(bytes *in, uint32_t order, uint32_t *class_of) {
  uint32_t number[BUILT_MOST], count = 0;
  memset(number, 0xff, sizeof number);
  for (uint32_t v = 0; v < order; v++) {
    uint32_t class = bytes_below(in, order);
    if (number[class] == UINT32_MAX) number[class] = count++;
    class_of[v] = number[class];
  }
  return count;
}

static void demand_violation(grundy_violation found, grundy_violation expected) {
  demand(found.found == expected.found);
  if (!found.found) return;
  demand(found.at_ends == expected.at_ends);
  demand(found.first == expected.first && found.second == expected.second);
  demand(found.at_ends || found.move == expected.move);
}

/* Returns whether a class moves to another: all its members must [Sat72, Def. 2.6]. */
static bool class_moves(const grundy_digraph *g, const uint32_t *class_of, uint32_t from,
                        uint32_t to) {
  for (uint32_t v = 0; v < grundy_digraph_order(g); v++)
    if (class_of[v] == from && !naive_moves_into(g, class_of, v, to)) return false;
  return true;
}

static void demand_quotient(const grundy_digraph *g, const uint32_t *class_of, uint32_t count) {
  grundy_digraph *quotient;
  grundy_status status = grundy_quotient(g, class_of, count, NULL, NULL, &quotient, NULL);
  demand(status == GRUNDY_OK);
  for (uint32_t a = 0; a < count; a++)
    for (uint32_t b = 0; b < count; b++)
      demand(grundy_digraph_has_move(quotient, a, b) == class_moves(g, class_of, a, b));
  grundy_digraph_free(quotient);
}

static void check_relation(bytes *in, const grundy_digraph *g) {
  uint32_t class_of[BUILT_MOST], count = read_relation(in, grundy_digraph_order(g), class_of);
  grundy_relation_report report;
  demand(grundy_relation_check(g, class_of, count, NULL, &report, NULL) == GRUNDY_OK);
  demand_violation(report.compatible, naive_compatible(g, class_of));
  if (report.semicompatible_defined)
    demand_violation(report.semicompatible, naive_semicompatible(g, class_of));
  demand_quotient(g, class_of, count);
}

void check_quotients(bytes *in, const grundy_digraph *g) {
  if (bytes_next(in) & 1)
    check_relation(in, g);
  else
    check_coarsest(in, g);
}
