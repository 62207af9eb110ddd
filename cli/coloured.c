#include "coloured.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <grundy/compound.h>
#include <grundy/digraph.h>
#include <grundy/facts.h>
#include <grundy/game.h>
#include <grundy/solution.h>
#include <grundy/solve.h>
#include <grundy/value.h>

#include "failure.h"
#include "terminal.h"

bool coloured_view(grundy_expression *expression, uint64_t position, struct coloured *coloured) {
  const grundy_solved *solved = grundy_expression_describe(expression, 0).solved;
  *coloured = (struct coloured){0};
  if (solved == NULL || !grundy_game_is_coloured(grundy_digraph_type(solved->g))) return false;
  grundy_component game = grundy_compound_component(grundy_expression_compound(expression), 0);
  if (GRUNDY_COMPONENT_HAS(game.kind, reduce)) /* cannot fail: the position was met before */
    (void)!game.kind->reduce(game.data, position, &position, NULL);
  *coloured = (struct coloured){solved->g, solved->solution, (uint32_t)position};
  return true;
}

/* Returns the player to move, 'A' or 'B'. */
static char turn_of(const struct coloured *c) {
  return (char)grundy_digraph_players(c->game)[c->position];
}

/* ---- levels -------------------------------------------------------------------------- */

/* The aims in the order of the report. A solution has all but the last one, or only the last one.
 */
static const grundy_columns aims[] = {GRUNDY_COLUMN_Q1, GRUNDY_COLUMN_Q0, GRUNDY_COLUMN_QM1,
                                      GRUNDY_COLUMN_Q2, GRUNDY_COLUMN_QV};
enum { AIMS = sizeof aims / sizeof *aims };

static uint32_t number_at(const struct coloured *c, grundy_columns column) {
  return grundy_solution_numbers(c->solution, column)[c->position];
}

static double payoff_at(const struct coloured *c, grundy_columns column) {
  return grundy_solution_reals(c->solution, column)[c->position];
}

static char outcome_at(const struct coloured *c) {
  return (char)grundy_solution_letters(c->solution, GRUNDY_COLUMN_OUTCOME)[c->position];
}

static const char *name_of(const struct coloured *c, uint32_t v,
                           char scratch[GRUNDY_NAME_MAX_BYTES]) {
  return grundy_digraph_name(c->game, v, scratch);
}

/* No move exists where play is over, though Q may be 1 there. */
static void put_moves(FILE *out, const struct coloured *c, uint32_t moves) {
  if (grundy_digraph_followers(c->game, c->position).count == 0) moves = 0;
  (void)fprintf(out, "in at most %lu move%s", (unsigned long)moves, moves == 1 ? "" : "s");
}

/* Writes a level in words. */
static void put_level(FILE *out, const struct coloured *c, bool of_a) {
  grundy_columns column = of_a ? GRUNDY_COLUMN_ABE : GRUNDY_COLUMN_BARBARA;
  uint8_t level = grundy_solution_letters(c->solution, column)[c->position];
  const grundy_level_info *info = grundy_level_describe(level);
  grundy_columns bound = of_a ? info->a_bound : info->b_bound;
  grundy_fact_write(GRUNDY_FACT(GRUNDY_FACT_GUARANTEE, grundy_with_word("level", info->name)),
                    GRUNDY_ENGLISH, false, out);
  if (bound == 0 || grundy_digraph_followers(c->game, c->position).count == 0) return;
  (void)putc(' ', out);
  put_moves(out, c, number_at(c, bound));
}

/* ---- payoffs ------------------------------------------------------------------------- */

static bool has_payoffs(const struct coloured *c) {
  return grundy_digraph_type(c->game) == GRUNDY_GAME_PAYOFFS;
}

/* Finds the best follower by one of the two columns of payoffs; returns false if the solution lacks
 * them. */
static bool payoff_move(const struct coloured *c, grundy_columns column, grundy_columns moves,
                        uint32_t *to) {
  if (((column | moves) & ~grundy_solution_columns(c->solution)) != 0) return false;
  return grundy_best_payoff_follower(c->game, grundy_solution_reals(c->solution, column),
                                     grundy_solution_numbers(c->solution, moves), c->position, to);
}

bool coloured_best_move(const struct coloured *c, uint32_t *to) {
  bool of_a = turn_of(c) == 'A';
  if (has_payoffs(c))
    return of_a ? payoff_move(c, GRUNDY_COLUMN_GUARANTEE, GRUNDY_COLUMN_GUARANTEE_MOVES, to)
                : payoff_move(c, GRUNDY_COLUMN_CAP, GRUNDY_COLUMN_CAP_MOVES, to);
  const uint8_t *levels =
      grundy_solution_letters(c->solution, of_a ? GRUNDY_COLUMN_ABE : GRUNDY_COLUMN_BARBARA);
  const grundy_level_info *info =
      levels == NULL ? NULL : grundy_level_describe(levels[c->position]);
  grundy_columns aim = info == NULL ? 0 : of_a ? info->a_bound : info->b_bound;
  if (aim == 0) aim = of_a ? GRUNDY_COLUMN_Q0 : GRUNDY_COLUMN_Q1; /* not to lose */
  const uint32_t *q = grundy_solution_numbers(c->solution, aim);
  return q != NULL && grundy_best_follower(c->game, q, c->position, to);
}

static void put_payoff(FILE *out, const struct coloured *c, const char *title,
                       grundy_columns column, grundy_columns moves) {
  double payoff = payoff_at(c, column);
  char scratch[GRUNDY_NAME_MAX_BYTES];
  uint32_t to = 0;
  (void)fputs(title, out);
  if (isnan(payoff)) {
    (void)fputs("nothing", out);
  } else {
    (void)fprintf(out, "%.15g ", payoff);
    if (number_at(c, moves) == GRUNDY_INFINITY)
      (void)fputs("if need be by playing forever", out);
    else
      put_moves(out, c, number_at(c, moves));
  }
  bool own = (column == GRUNDY_COLUMN_GUARANTEE) == (turn_of(c) == 'A');
  if (payoff_move(c, column, moves, &to) && own) {
    (void)fputs(", by the move to ", out);
    put_position_name(out, name_of(c, to, scratch));
  } else if (grundy_digraph_followers(c->game, c->position).count > 0 && !isnan(payoff)) {
    (void)fprintf(out, ", whatever %c moves", turn_of(c));
  }
  (void)putc('\n', out);
}

/* ---- text ---------------------------------------------------------------------------- */

static void put_strategies(FILE *out, const struct coloured *c) {
  for (int i = 0; i < AIMS; i++) {
    const uint32_t *numbers = grundy_solution_numbers(c->solution, aims[i]);
    if (numbers == NULL) continue;
    char scratch[GRUNDY_NAME_MAX_BYTES];
    uint32_t to = 0, q = numbers[c->position];
    (void)fprintf(out, "%-9s ", grundy_column_describe(aims[i])->name);
    if (q == GRUNDY_INFINITY)
      (void)fputs(terminal_is_ascii() ? "inf" : "∞", out);
    else
      (void)fprintf(out, "%lu", (unsigned long)q);
    if (grundy_best_follower(c->game, numbers, c->position, &to)) {
      (void)fputs(q == GRUNDY_INFINITY ? ", kept by the move to "
                  : q % 2 == 1         ? ", by the move to "
                                       : ", delayed by the move to ",
                  out);
      put_position_name(out, name_of(c, to, scratch));
    }
    (void)putc('\n', out);
  }
}

void coloured_put(FILE *out, const struct coloured *c) {
  (void)fprintf(out, "player    %c\n", turn_of(c));
  if (grundy_digraph_followers(c->game, c->position).count == 0) (void)fputs("play is over\n", out);
  if (has_payoffs(c)) {
    put_payoff(out, c, "A gets    at least ", GRUNDY_COLUMN_GUARANTEE,
               GRUNDY_COLUMN_GUARANTEE_MOVES);
    put_payoff(out, c, "B grants  at most ", GRUNDY_COLUMN_CAP, GRUNDY_COLUMN_CAP_MOVES);
    put_strategies(out, c);
    return;
  }
  (void)fprintf(out, "outcome   %c\n", outcome_at(c));
  (void)fputs("abe       can be sure of: ", out);
  put_level(out, c, true);
  (void)fputs("\nbarbara   can be sure of: ", out);
  put_level(out, c, false);
  (void)putc('\n', out);
  put_strategies(out, c);
}

/* ---- in few words ---------------------------------------------------------------------- */

void coloured_put_briefly(FILE *out, const struct coloured *c) {
  (void)fprintf(out, "player %c", turn_of(c));
  if (!has_payoffs(c)) {
    (void)fprintf(out, ", outcome %c", outcome_at(c));
    return;
  }
  double guarantee = payoff_at(c, GRUNDY_COLUMN_GUARANTEE), cap = payoff_at(c, GRUNDY_COLUMN_CAP);
  if (!isnan(guarantee)) (void)fprintf(out, ", A gets at least %.15g", guarantee);
  if (!isnan(cap)) (void)fprintf(out, ", B grants at most %.15g", cap);
}
