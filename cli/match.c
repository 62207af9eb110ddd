#include "match.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <grundy/base.h>
#include <grundy/compound.h>
#include <grundy/game.h>

#include "coloured.h"
#include "effort.h"
#include "expression.h"
#include "failure.h"
#include "progress.h"

player match_opponent(player of) {
  return of == PERSON ? COMPUTER : PERSON;
}

/* ---- evaluating ---------------------------------------------------------------------- */

static struct worth worth_of_outcome(grundy_outcome outcome, player turn) {
  double worth = outcome == 'N' ? 1 : outcome == 'P' ? -1 : 0;
  return turn == PERSON ? (struct worth){{worth, -worth}} : (struct worth){{-worth, worth}};
}

static struct worth worth_of_payoffs(const struct match *match) {
  struct coloured position;
  struct worth worth;
  (void)coloured_view(match->expression, &position);
  for (int who = PERSON; who <= COMPUTER; who++) {
    double sure = coloured_sure(&position, match->colour[who]);
    worth.to[who] = isnan(sure) ? -INFINITY : match->colour[who] == 'A' ? sure : -sure;
  }
  return worth;
}

static grundy_status evaluate(struct match *match, grundy_error *error) {
  grundy_evaluation standing;
  uint64_t moves = 0;
  effort_resume(match->effort);
  grundy_search_options searching = expression_search(match->effort, match->limit);
  grundy_status status = grundy_compound_move_count(match->compound, &moves, error);
  if (status == GRUNDY_OK)
    status = grundy_compound_evaluate(match->compound, &searching, &standing, error);
  progress_clear(&match->effort->progress);
  if (status != GRUNDY_OK) return status;
  match->over = moves == 0;
  if (match->payoffs) {
    match->worth = worth_of_payoffs(match);
    return GRUNDY_OK;
  }
  if (standing.outcome == GRUNDY_OUTCOME_NONE)
    return expression_fail_unknown(match->compound, "outcome", error);
  match->worth = worth_of_outcome(standing.outcome, match->turn);
  return GRUNDY_OK;
}

grundy_status match_best(struct match *match, uint64_t most, grundy_evaluation *standing,
                         grundy_moves **moves, grundy_error *error) {
  effort_resume(match->effort);
  grundy_search_options searching = expression_search(match->effort, match->limit);
  grundy_status status =
      grundy_compound_best(match->compound, &searching, most, standing, moves, error);
  progress_clear(&match->effort->progress);
  return status;
}

grundy_step match_payoff_step(const struct match *match) {
  struct coloured position;
  uint32_t to = 0;
  (void)coloured_view(match->expression, &position);
  (void)coloured_payoff_move(&position, &to);
  return (grundy_step){.component = 0, .from = position.position, .to = to};
}

double match_worth(const struct match *match, size_t number, player to) {
  return number == match->count ? match->worth.to[to] : match->made[number].before.to[to];
}

verdict match_verdict(const struct match *match, size_t number, player to) {
  double worth = match_worth(match, number, to);
  return worth < 0 ? LOST : worth > 0 ? WON : DRAWN;
}

/* ---- moving -------------------------------------------------------------------------- */

/* Who begins has the colour of the position. */
grundy_status match_start(struct match *match, grundy_error *error) {
  struct coloured position;
  match->compound = grundy_expression_compound(match->expression);
  match->lone = grundy_compound_component(match->compound, 0).kind->standalone;
  if (coloured_view(match->expression, &position)) {
    char turn = coloured_turn(&position);
    match->colour[match->turn] = turn;
    match->colour[match_opponent(match->turn)] = turn == 'A' ? 'B' : 'A';
    match->payoffs = coloured_has_payoffs(&position);
  }
  return evaluate(match, error);
}

void match_free(struct match *match) {
  for (size_t i = 0; i < match->count; i++) free(match->made[i].steps);
  free(match->made);
}

static bool make_room(struct match *match) {
  if (match->count < match->room) return true;
  size_t room = match->room == 0 ? 64 : 2 * match->room;
  struct made *made = realloc(match->made, room * sizeof *made);
  if (made == NULL) return false;
  match->made = made;
  match->room = room;
  return true;
}

static grundy_step *copy_steps(const grundy_step *steps, uint64_t count) {
  grundy_step *copy = calloc(count + 1, sizeof *copy);
  for (uint64_t i = 0; copy != NULL && i < count; i++) copy[i] = steps[i];
  return copy;
}

grundy_status match_move(struct match *match, const grundy_step *steps, uint64_t count,
                         grundy_error *error) {
  struct made made = {.mover = match->turn, .before = match->worth, .count = count};
  made.steps = copy_steps(steps, count);
  if (made.steps == NULL || !make_room(match)) {
    free(made.steps);
    return fail_memory(error);
  }
  grundy_status status = grundy_compound_move(match->compound, steps, count, error);
  if (status != GRUNDY_OK) {
    free(made.steps);
    return status;
  }
  match->made[match->count++] = made;
  match->turn = match_opponent(match->turn);
  return evaluate(match, error);
}

static void take_back_last(struct match *match) {
  struct made *last = &match->made[--match->count];
  (void)grundy_compound_take_back(match->compound);
  match->turn = last->mover;
  match->worth = last->before;
  match->over = false;
  free(last->steps);
}

bool match_take_back(struct match *match) {
  size_t first = 0;
  while (first < match->count && match->made[first].mover != PERSON) first++;
  if (first == match->count) return false;
  do take_back_last(match);
  while (match->turn != PERSON);
  return true;
}

/* ---- repetition ---------------------------------------------------------------------- */

/* Goes back move by move, and counts the components that stood elsewhere than now. */
grundy_status match_occurrences(const struct match *match, uint64_t *count, grundy_error *error) {
  uint32_t components = grundy_compound_count(match->compound);
  uint64_t *then = calloc((size_t)components + 1, sizeof *then);
  uint64_t different = 0;
  if (then == NULL) return fail_memory(error);
  for (uint32_t i = 0; i < components; i++) then[i] = grundy_compound_position(match->compound, i);
  *count = 1;
  for (size_t m = match->count; m-- > 0;) {
    const struct made *made = &match->made[m];
    for (uint64_t s = 0; s < made->count; s++) {
      const grundy_step *step = &made->steps[s];
      uint64_t now = grundy_compound_position(match->compound, step->component);
      different -= then[step->component] != now;
      different += step->from != now;
      then[step->component] = step->from;
    }
    *count += different == 0 && made->mover == match->turn;
  }
  free(then);
  return GRUNDY_OK;
}
