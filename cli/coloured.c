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

#include "evaluation.h"
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

static bool is_over(const struct coloured *c) {
  return grundy_digraph_followers(c->game, c->position).count == 0;
}

/* "3" in a list of moves; null if it is infinite. No move exists where play is over, though Q may
 * be 1 there. */
static grundy_fact_parameter with_moves(const struct coloured *c, uint32_t moves) {
  if (moves == GRUNDY_INFINITY) return grundy_without_number("moves");
  return grundy_with_number("moves", is_over(c) ? 0 : moves);
}

/* Writes a level in words. */
static void put_level(FILE *out, const struct coloured *c, bool of_a, grundy_language language) {
  grundy_columns column = of_a ? GRUNDY_COLUMN_ABE : GRUNDY_COLUMN_BARBARA;
  uint8_t level = grundy_solution_letters(c->solution, column)[c->position];
  const grundy_level_info *info = grundy_level_describe(level);
  grundy_columns bound = of_a ? info->a_bound : info->b_bound;
  (void)fprintf(out, "%-9s ", grundy_column_describe(column)->name);
  grundy_fact_write(GRUNDY_FACT(GRUNDY_FACT_GUARANTEE, grundy_with_word("level", info->name),
                                bound == 0 || is_over(c) ? grundy_without_number("moves")
                                                         : with_moves(c, number_at(c, bound))),
                    language, terminal_is_ascii(), out);
  (void)putc('\n', out);
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

/* Returns the name of a follower as a parameter, which is null if there is none. */
static grundy_fact_parameter with_follower(const struct coloured *c, bool is_known, uint32_t to,
                                           char scratch[GRUNDY_NAME_MAX_BYTES]) {
  return grundy_with_name("to", is_known ? grundy_digraph_name(c->game, to, scratch) : NULL);
}

/* False if memory runs out. */
static bool put_payoff(FILE *out, const struct coloured *c, char player, grundy_language language) {
  grundy_columns column = player == 'A' ? GRUNDY_COLUMN_GUARANTEE : GRUNDY_COLUMN_CAP;
  grundy_columns moves = player == 'A' ? GRUNDY_COLUMN_GUARANTEE_MOVES : GRUNDY_COLUMN_CAP_MOVES;
  char scratch[GRUNDY_NAME_MAX_BYTES];
  uint32_t to = 0;
  grundy_fact_parameter payoff = grundy_with_real("payoff", payoff_at(c, column));
  payoff.is_null = isnan(payoff.real);
  bool has_move = payoff_move(c, column, moves, &to) && player == turn_of(c);
  if (!evaluation_put_padded(out, player == 'A' ? "A" : "B", 9, language)) return false;
  grundy_fact_write(
      GRUNDY_FACT(
          GRUNDY_FACT_GUARANTEED_PAYOFF, grundy_with_letter("player", (uint8_t)player), payoff,
          with_moves(c, number_at(c, moves)), with_follower(c, has_move, to, scratch),
          grundy_with_letter("mover", is_over(c) || payoff.is_null ? 0 : (uint8_t)turn_of(c))),
      language, terminal_is_ascii(), out);
  (void)putc('\n', out);
  return true;
}

/* ---- text ---------------------------------------------------------------------------- */

static void put_strategies(FILE *out, const struct coloured *c, grundy_language language) {
  for (int i = 0; i < AIMS; i++) {
    const uint32_t *numbers = grundy_solution_numbers(c->solution, aims[i]);
    if (numbers == NULL) continue;
    char scratch[GRUNDY_NAME_MAX_BYTES];
    uint32_t to = 0, q = numbers[c->position];
    bool has_move = grundy_best_follower(c->game, numbers, c->position, &to);
    (void)fprintf(out, "%-9s ", grundy_column_describe(aims[i])->name);
    grundy_fact_write(
        GRUNDY_FACT(GRUNDY_FACT_STRATEGY,
                    grundy_with_number("remoteness", q == GRUNDY_INFINITY ? GRUNDY_INFINITY64 : q),
                    grundy_with_word("how", q == GRUNDY_INFINITY ? "keep"
                                            : q % 2 == 1         ? "reach"
                                                                 : "delay"),
                    with_follower(c, has_move, to, scratch)),
        language, terminal_is_ascii(), out);
    (void)putc('\n', out);
  }
}

bool coloured_put(FILE *out, const struct coloured *c, grundy_language language) {
  if (!evaluation_put_padded(out, "player", 9, language)) return false;
  (void)fprintf(out, "%c\n", turn_of(c));
  if (is_over(c)) {
    evaluation_put_heading(out, "over", language);
    (void)putc('\n', out);
  }
  if (has_payoffs(c)) {
    if (!put_payoff(out, c, 'A', language) || !put_payoff(out, c, 'B', language)) return false;
  } else {
    if (!evaluation_put_padded(out, "outcome", 9, language)) return false;
    (void)fprintf(out, "%c\n", outcome_at(c));
    put_level(out, c, true, language);
    put_level(out, c, false, language);
  }
  put_strategies(out, c, language);
  return true;
}

/* ---- in few words ---------------------------------------------------------------------- */

void coloured_put_after(FILE *out, const struct coloured *c, grundy_language language) {
  grundy_fact_parameter guarantee =
      grundy_with_real("guarantee", payoff_at(c, GRUNDY_COLUMN_GUARANTEE));
  grundy_fact_parameter cap = grundy_with_real("cap", payoff_at(c, GRUNDY_COLUMN_CAP));
  guarantee.is_null = isnan(guarantee.real);
  cap.is_null = isnan(cap.real);
  grundy_fact_write(GRUNDY_FACT(GRUNDY_FACT_LEADS_TO_PAYOFFS,
                                grundy_with_letter("player", (uint8_t)turn_of(c)), guarantee, cap),
                    language, terminal_is_ascii(), out);
}
