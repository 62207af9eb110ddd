/* Matches: the positions of a match with what they are worth, its moves, and the best ones. */

#include <grundy/play.h>

#include "base/alloc.h"
#include "base/error.h"
#include "base/options.h"
#include "component/component.h"
#include "compound/impl.h"

#include <grundy/solve.h>

#include <assert.h>
#include <math.h>

/* A position, and the move that was made there. */
typedef struct turn {
  int player;
  double worth[2];
  bool is_over, ends;
  grundy_step *steps; /* NULL in the last position */
  uint64_t count;
  grundy_step *turned; /* what became of components that stayed, but that the next player sees in
                          another way; NULL: nothing */
  uint64_t turned_count;
} turn;

struct grundy_match {
  grundy_compound *compound;
  const grundy_solved *solved; /* NULL unless the game is two-coloured */
  const grundy_search_options *search;
  char colour[2];
  bool payoffs;
  turn *turns; /* length + 1 entries */
  uint64_t length, capacity;
  grundy_moves *best; /* of the last grundy_match_best; may be NULL */
  grundy_step payoff_step;
};

static turn *current(const grundy_match *match) {
  return &match->turns[match->length];
}

static int opponent(int player) {
  return 1 - player;
}

/* Returns the vertex of the solved digraph that represents a position of the only component. This
 * cannot fail: the component has represented the position before. */
static uint32_t vertex_at(const grundy_match *match, uint64_t position) {
  uint64_t vertex = position;
  (void)!grundy_component_reduce(grundy_compound_component(match->compound, 0), position, &vertex,
                                 NULL);
  return (uint32_t)vertex;
}

static uint32_t vertex_of(const grundy_match *match) {
  return vertex_at(match, grundy_compound_position(match->compound, 0));
}

/* ---- worth ----------------------------------------------------------------------------------- */

static grundy_status fail_unknown(const grundy_match *match, const char *what,
                                  grundy_error *error) {
  const char *reason = grundy_compound_limit_reached(match->compound);
  return grundy_fail(error, GRUNDY_UNABLE, "the %s is not known: %s", what,
                     reason[0] == '\0' ? "no theorem tells it, and nothing was searched" : reason);
}

/* Evaluates the current position for both players. */
static grundy_status evaluate(grundy_match *match, grundy_error *error) {
  grundy_evaluation evaluation;
  uint64_t moves = 0;
  turn *now = current(match);
  grundy_status status = grundy_compound_move_count(match->compound, &moves, error);
  if (status == GRUNDY_OK)
    status = grundy_compound_evaluate(match->compound, match->search, &evaluation, error);
  if (status != GRUNDY_OK) return status;
  if (!match->payoffs && evaluation.outcome == GRUNDY_OUTCOME_NONE)
    return fail_unknown(match, "outcome", error);
  now->is_over = moves == 0;
  if (match->payoffs) {
    for (int i = 0; i < 2; i++) { /* what each player can be sure of */
      bool is_a = match->colour[i] == 'A';
      double payoff = grundy_solution_reals(match->solved->solution,
                                            is_a ? GRUNDY_COLUMN_GUARANTEE
                                                 : GRUNDY_COLUMN_CAP)[vertex_of(match)];
      now->worth[i] = isnan(payoff) ? -INFINITY : is_a ? payoff : -payoff;
    }
    return GRUNDY_OK;
  }
  grundy_outcome outcome = grundy_evaluation_mover_outcome(&evaluation);
  double worth = outcome == GRUNDY_OUTCOME_N ? 1 : outcome == GRUNDY_OUTCOME_P ? -1 : 0;
  now->ends = evaluation.ends || (now->is_over && worth != 0);
  now->worth[now->player] = worth;
  now->worth[opponent(now->player)] = -worth;
  return GRUNDY_OK;
}

/* ---- starting -------------------------------------------------------------------------------- */

/* Sets the colours: the player who begins has the colour of the position. */
static grundy_status set_colours(grundy_match *match, const grundy_solved *solved, int first,
                                 grundy_error *error) {
  static const grundy_columns needed = GRUNDY_COLUMN_GUARANTEE | GRUNDY_COLUMN_GUARANTEE_MOVES |
                                       GRUNDY_COLUMN_CAP | GRUNDY_COLUMN_CAP_MOVES;
  const uint8_t *players = solved == NULL ? NULL : grundy_digraph_players(solved->g);
  if (players == NULL) return GRUNDY_OK;
  match->solved = solved;
  match->payoffs = grundy_digraph_type(solved->g) == GRUNDY_GAME_PAYOFFS;
  if (match->payoffs && (needed & ~grundy_solution_columns(solved->solution)) != 0)
    return grundy_fail(error, GRUNDY_BAD_ARGUMENT,
                       "a match with payoffs needs the columns guarantee and cap, with moves");
  bool is_a = players[vertex_of(match)] == 'A';
  match->colour[first] = is_a ? 'A' : 'B';
  match->colour[opponent(first)] = is_a ? 'B' : 'A';
  return GRUNDY_OK;
}

grundy_status grundy_match_new(grundy_compound *compound, const grundy_match_options *options,
                               grundy_match **match, grundy_error *error) {
  grundy_match_options own;
  grundy_status status = grundy_options_copy(options, &own, sizeof own, error);
  if (status != GRUNDY_OK) return status;
  if (own.first != 0 && own.first != 1)
    return grundy_fail(error, GRUNDY_BAD_ARGUMENT, "the players of a match are 0 and 1");
  grundy_match *made = grundy_alloc_zero(1, sizeof *made);
  if (made == NULL) return grundy_fail_memory(error);
  made->compound = compound;
  made->search = own.search;
  if (!grundy_grow(&made->turns, &made->capacity, 1, sizeof *made->turns))
    status = grundy_fail_memory(error);
  else
    made->turns[0] = (turn){.player = own.first};
  if (status == GRUNDY_OK) status = set_colours(made, own.solved, own.first, error);
  if (status == GRUNDY_OK) status = evaluate(made, error);
  if (status == GRUNDY_OK)
    *match = made;
  else
    grundy_match_free(made);
  return status;
}

static void forget_move(turn *t) {
  free(t->steps);
  free(t->turned);
  t->steps = t->turned = NULL;
  t->count = t->turned_count = 0;
}

void grundy_match_free(grundy_match *match) {
  if (match == NULL) return;
  for (uint64_t i = 0; match->turns != NULL && i < match->length; i++)
    forget_move(&match->turns[i]);
  free(match->turns);
  grundy_moves_free(match->best);
  free(match);
}

/* ---- reading --------------------------------------------------------------------------------- */

uint64_t grundy_match_length(const grundy_match *match) {
  return match->length;
}

grundy_match_position grundy_match_position_after(const grundy_match *match, uint64_t moves) {
  assert(moves <= match->length);
  const turn *t = &match->turns[moves];
  return (grundy_match_position){
      t->player, {t->worth[0], t->worth[1]}, t->is_over, t->ends, t->steps, t->count};
}

char grundy_match_colour(const grundy_match *match, int player) {
  return match->colour[player];
}

bool grundy_match_has_payoffs(const grundy_match *match) {
  return match->payoffs;
}

/* ---- moving ---------------------------------------------------------------------------------- */

static grundy_step *copy_steps(const grundy_step *steps, uint64_t count) {
  grundy_step *copy = grundy_alloc(count + 1, sizeof *copy);
  for (uint64_t i = 0; copy != NULL && i < count; i++) copy[i] = steps[i];
  return copy;
}

bool grundy_match_undo(grundy_match *match) {
  if (match->length == 0) return false;
  (void)grundy_compound_take_back(match->compound);
  match->length--;
  forget_move(current(match));
  return true;
}

grundy_status grundy_match_move(grundy_match *match, const grundy_step *steps, uint64_t count,
                                grundy_error *error) {
  uint32_t components = grundy_compound_count(match->compound);
  /* In such a sum, components that stay are turned around. */
  bool is_turning = grundy_compound_rests_on(match->compound)[0] != '\0';
  if (!grundy_grow(&match->turns, &match->capacity, match->length + 2, sizeof *match->turns))
    return grundy_fail_memory(error);
  turn *now = current(match);
  now->steps = copy_steps(steps, count);
  now->count = count;
  if (is_turning) now->turned = grundy_alloc(components, sizeof *now->turned);
  for (uint32_t i = 0; i < components && now->turned != NULL; i++) {
    uint64_t at = grundy_compound_position(match->compound, i);
    now->turned[i] = (grundy_step){.component = i, .from = at, .to = at};
  }
  grundy_status status = now->steps == NULL || (is_turning && now->turned == NULL)
                             ? grundy_fail_memory(error)
                             : grundy_compound_move(match->compound, steps, count, error);
  if (status != GRUNDY_OK) {
    forget_move(now);
    return status;
  }
  /* The compound finds the kind of a step that was given without it. */
  const grundy_step *made = grundy_last_step(match->compound);
  if (made != NULL) now->steps[0] = *made;
  bool keeps = grundy_move_keeps_turn(&(grundy_move){.steps = now->steps, .count = count});
  for (uint32_t i = 0; i < components && now->turned != NULL; i++) {
    grundy_step step = now->turned[i];
    bool has_moved = false;
    for (uint64_t s = 0; s < count; s++) has_moved |= now->steps[s].component == i;
    step.to = grundy_compound_position(match->compound, i);
    if (!has_moved && step.to != step.from) now->turned[now->turned_count++] = step;
  }
  now[1] = (turn){.player = keeps ? now->player : opponent(now->player)};
  match->length++;
  status = evaluate(match, error);
  if (status != GRUNDY_OK) (void)grundy_match_undo(match);
  return status;
}

/* ---- best moves ------------------------------------------------------------------------------ */

/* Finds the first move to a position that this vertex represents. */
static grundy_status find_move_to(const grundy_match *match, uint32_t vertex, uint64_t *to,
                                  grundy_error *error) {
  grundy_component game = grundy_compound_component(match->compound, 0);
  uint64_t from = grundy_compound_position(match->compound, 0), count = 0;
  grundy_status status = game.kind->count_moves(game.data, from, &count, error);
  for (uint64_t i = 0; i < count && status == GRUNDY_OK; i++) {
    status = game.kind->get_move(game.data, from, i, to, error);
    if (status == GRUNDY_OK && vertex_at(match, *to) == vertex) return GRUNDY_OK;
  }
  return status == GRUNDY_OK ? fail_unknown(match, "best move", error) : status;
}

/* Finds the best step of the player to move in a game with payoffs. */
static grundy_status find_payoff_step(grundy_match *match, grundy_error *error) {
  bool is_a = match->colour[current(match)->player] == 'A';
  const grundy_solution *solution = match->solved->solution;
  uint32_t vertex = 0;
  uint64_t to = 0;
  bool found = grundy_best_payoff_follower(
      match->solved->g,
      grundy_solution_reals(solution, is_a ? GRUNDY_COLUMN_GUARANTEE : GRUNDY_COLUMN_CAP),
      grundy_solution_numbers(solution,
                              is_a ? GRUNDY_COLUMN_GUARANTEE_MOVES : GRUNDY_COLUMN_CAP_MOVES),
      vertex_of(match), &vertex);
  if (!found) return fail_unknown(match, "best move", error);
  grundy_status status = find_move_to(match, vertex, &to, error);
  match->payoff_step =
      (grundy_step){.component = 0, .from = grundy_compound_position(match->compound, 0), .to = to};
  return status;
}

grundy_status grundy_match_best(grundy_match *match, grundy_evaluation *evaluation,
                                grundy_move *best, grundy_error *error) {
  if (match->payoffs) {
    grundy_status status = find_payoff_step(match, error);
    *evaluation = (grundy_evaluation){0};
    *best = (grundy_move){.steps = &match->payoff_step, .count = 1};
    return status;
  }
  grundy_moves *moves = NULL;
  grundy_evaluation made;
  grundy_status status =
      grundy_compound_best(match->compound, 1, match->search, &made, &moves, error);
  if (status != GRUNDY_OK) return status;
  if (grundy_moves_count(moves) == 0) {
    grundy_moves_free(moves);
    return fail_unknown(match, "best move", error);
  }
  grundy_moves_free(match->best);
  match->best = moves;
  *evaluation = made;
  *best = grundy_moves_get(moves, 0);
  if (made.has_turns) best->count = 1; /* of the turn; the match goes on step by step */
  return GRUNDY_OK;
}

/* ---- repetition ------------------------------------------------------------------------------ */

/* Goes back move by move, counting the components whose position differs from the current one. */
grundy_status grundy_match_occurrences(const grundy_match *match, uint64_t *count,
                                       grundy_error *error) {
  uint32_t components = grundy_compound_count(match->compound);
  uint64_t *then = grundy_alloc((uint64_t)components + 1, sizeof *then);
  uint64_t different = 0, found = 1;
  if (then == NULL) return grundy_fail_memory(error);
  for (uint32_t i = 0; i < components; i++) then[i] = grundy_compound_position(match->compound, i);
  for (uint64_t m = match->length; m-- > 0;) {
    const turn *t = &match->turns[m];
    for (uint64_t s = 0; s < t->count + t->turned_count; s++) {
      const grundy_step *step = s < t->count ? &t->steps[s] : &t->turned[s - t->count];
      uint64_t now = grundy_compound_position(match->compound, step->component);
      different -= then[step->component] != now;
      different += step->from != now;
      then[step->component] = step->from;
    }
    found += different == 0 && t->player == current(match)->player;
  }
  free(then);
  *count = found;
  return GRUNDY_OK;
}
