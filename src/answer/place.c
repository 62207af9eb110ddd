/* A position of an expression and its moves, as answers have them. */

#include "answer/impl.h"

#include "base/alloc.h"
#include "base/error.h"
#include "component/component.h"

#include <math.h>

const char *grundy_answer_player(int player) {
  return player == 0 ? "first" : "second";
}

/* ---- the position ------------------------------------------------------------------------- */

grundy_status grundy_answer_put_state(grundy_json *json, const grundy_answer_place *place,
                                      const grundy_evaluation *evaluation, grundy_error *error) {
  grundy_answer_coloured at;
  grundy_evaluation known = *evaluation;
  uint64_t count = 0;
  grundy_status status = grundy_compound_move_count(place->compound, &count, error);
  if (status != GRUNDY_OK) return status;
  known.ends |= count == 0;
  grundy_json_string(json, "turn", grundy_answer_player(place->player));
  grundy_answer_outcome(json, "player", known.player);
  grundy_json_bool(json, "over", count == 0);
  grundy_json_integer(json, "occurrences", place->occurrences);
  grundy_answer_verdict(json, grundy_evaluation_mover_outcome(&known));
  grundy_answer_evaluation(json, &known);
  if (grundy_answer_payoffs_here(place, &at))
    grundy_json_real(json, "payoff", grundy_answer_payoff(&at));
  return GRUNDY_OK;
}

static grundy_status put_component(grundy_json *json, const grundy_answer_place *place,
                                   uint32_t component, grundy_error *error) {
  const grundy_compound *compound = place->compound;
  grundy_component game = grundy_compound_component(compound, component);
  uint64_t position = grundy_compound_position(compound, component), reduced = position;
  grundy_board *board = place->board;
  grundy_status status = GRUNDY_OK;
  /* This cannot fail: the component has met the position before. */
  (void)!grundy_component_reduce(game, position, &reduced, NULL);
  grundy_json_object(json, NULL);
  const grundy_answer_about *about = &place->about;
  const char *source = NULL;
  if (about->sources != NULL)
    source = about->sources[component];
  else if (about->expression != NULL)
    source = grundy_expression_describe(about->expression, component).source;
  grundy_json_string(json, "source", source);
  status = grundy_answer_position(json, "position", compound, component, position, error);
  if (status == GRUNDY_OK)
    status = grundy_answer_position(json, "reduced", compound, component, reduced, error);
  if (status == GRUNDY_OK && board != NULL) {
    board->kind = GRUNDY_BOARD_NONE;
    if (GRUNDY_COMPONENT_HAS(game.kind, board))
      status = game.kind->board(game.data, position, NULL, place->player + 1, board, error);
    if (status == GRUNDY_OK) grundy_answer_board(json, "board", board);
  }
  grundy_json_end(json);
  return status;
}

grundy_status grundy_answer_put_components(grundy_json *json, const grundy_answer_place *place,
                                           grundy_error *error) {
  grundy_status status = GRUNDY_OK;
  grundy_json_array(json, "components");
  for (uint32_t i = 0; i < grundy_compound_count(place->compound) && status == GRUNDY_OK; i++)
    status = put_component(json, place, i, error);
  grundy_json_end(json);
  return status;
}

/* ---- moves -------------------------------------------------------------------------------- */

/* Finding the best moves searches where no theorem applies, and listing all moves then uses what
 * was found. */
grundy_status grundy_answer_find_moves(const grundy_answer_place *place, bool all_moves,
                                       uint64_t most, grundy_answer_moves *moves,
                                       grundy_error *error) {
  grundy_compound *compound = place->compound;
  grundy_evaluation evaluation;
  grundy_answer_coloured at;
  *moves = (grundy_answer_moves){0};
  bool lists_all = all_moves || grundy_answer_payoffs_here(place, &at);
  grundy_status status = grundy_compound_move_count(compound, &moves->count, error);
  if (status == GRUNDY_OK)
    status = grundy_compound_best(compound, all_moves ? 1 : most, place->search, &evaluation,
                                  &moves->best, error);
  if (status == GRUNDY_OK && lists_all)
    status = grundy_compound_moves(compound, most, &moves->all, error);
  if (status != GRUNDY_OK) grundy_answer_free_moves(moves);
  return status;
}

void grundy_answer_free_moves(grundy_answer_moves *moves) {
  grundy_moves_free(moves->best);
  grundy_moves_free(moves->all);
  *moves = (grundy_answer_moves){0};
}

/* A move to be written. */
typedef struct entry {
  grundy_move move;
  double cost; /* smaller is better */
  uint64_t index;
} entry;

/* Moves are ordered by what they lead to: wins first, the quickest first; then draws; then losses,
 * the slowest first; then moves about which nothing is known. */
enum { WIN, DRAW, LOSS, UNKNOWN };

static double cost_of(const grundy_move *move) {
  const grundy_evaluation *after = &move->after;
  double finite = after->remoteness < GRUNDY_OMEGA ? (double)after->remoteness : 0;
  double share = finite / (finite + 1);
  switch (grundy_answer_move_outcome(move)) {
  case GRUNDY_OUTCOME_N:
    return after->has_turns ? WIN : WIN + share / 2;
  case GRUNDY_OUTCOME_P:
    return LOSS + (1 - share) / 2;
  case GRUNDY_OUTCOME_D:
    return DRAW;
  default:
    return UNKNOWN;
  }
}

static int compare(const void *a, const void *b) {
  const entry *x = a, *y = b;
  if (x->cost != y->cost) return x->cost < y->cost ? -1 : 1;
  return (x->index > y->index) - (x->index < y->index);
}

static bool is_same_move(const grundy_move *a, const grundy_move *b) {
  if (a->count > 0 && a->steps[0].kind != 0) /* a turn, which one of them begins */
    return a->steps[0].component == b->steps[0].component && a->steps[0].to == b->steps[0].to &&
           a->steps[0].kind == b->steps[0].kind;
  if (a->count != b->count) return false;
  for (uint64_t i = 0; i < a->count; i++)
    if (a->steps[i].component != b->steps[i].component || a->steps[i].to != b->steps[i].to)
      return false;
  return true;
}

/* The moves to be written, in their order. */
typedef struct listing {
  entry *entries;
  uint64_t count;
} listing;

static void add(listing *list, grundy_move move, double cost) {
  list->entries[list->count] = (entry){move, cost, list->count};
  list->count++;
}

grundy_status grundy_answer_put_move(grundy_json *json, const grundy_answer_place *place,
                                     const grundy_move *move, bool is_best, grundy_error *error) {
  const grundy_answer_boards boards = {place->board, place->player + 1};
  grundy_answer_coloured at;
  grundy_status status =
      grundy_answer_put_members(json, place->compound, move, is_best, &boards, error);
  if (grundy_answer_payoffs_here(place, &at)) {
    (void)grundy_answer_coloured_at(place, move->steps[0].to, &at);
    grundy_json_real(json, "payoff", grundy_answer_payoff(&at));
  }
  return status;
}

grundy_status grundy_answer_put_moves(grundy_json *json, const grundy_answer_place *place,
                                      const grundy_evaluation *evaluation,
                                      const grundy_answer_moves *moves, bool all_moves,
                                      grundy_error *error) {
  grundy_answer_coloured at;
  bool payoffs = grundy_answer_payoffs_here(place, &at);
  uint64_t room =
      grundy_moves_count(moves->best) + (moves->all == NULL ? 0 : grundy_moves_count(moves->all));
  listing list = {.entries = grundy_alloc(room, sizeof *list.entries)};
  grundy_status status = GRUNDY_OK;
  if (list.entries == NULL) return grundy_fail_memory(error);
  if (payoffs) {
    /* In a game with payoffs a move is best if it keeps the payoff. */
    uint32_t best = 0;
    bool found = grundy_answer_payoff_follower(&at, &best);
    for (uint64_t i = 0; i < grundy_moves_count(moves->all); i++) {
      grundy_move move = grundy_moves_get(moves->all, i);
      grundy_answer_coloured after;
      (void)grundy_answer_coloured_at(place, move.steps[0].to, &after);
      add(&list, move, found && after.vertex == best ? WIN : UNKNOWN);
    }
  } else if (all_moves) {
    bool has_best = grundy_moves_count(moves->best) > 0;
    grundy_move best = {0};
    if (has_best) {
      best = grundy_moves_get(moves->best, 0);
      add(&list, best, cost_of(&best));
    }
    for (uint64_t i = 0; i < grundy_moves_count(moves->all); i++) {
      grundy_move move = grundy_moves_get(moves->all, i);
      if (!has_best || !is_same_move(&move, &best)) add(&list, move, cost_of(&move));
    }
  }
  for (uint64_t i = 0; !payoffs && !all_moves && i < grundy_moves_count(moves->best); i++) {
    grundy_move move = grundy_moves_get(moves->best, i);
    /* A draw is not kept by the moves that grundy_compound_best lists last. */
    bool loses = evaluation->outcome == GRUNDY_OUTCOME_D && move.after.outcome != GRUNDY_OUTCOME_D;
    if (!loses) add(&list, move, cost_of(&move));
  }
  if (all_moves) qsort(list.entries, list.count, sizeof *list.entries, compare);
  double best = UNKNOWN; /* it stays so if it is not known which moves are best */
  bool is_known = payoffs || evaluation->outcome != GRUNDY_OUTCOME_NONE;
  for (uint64_t i = 0; i < list.count && is_known; i++) best = fmin(best, list.entries[i].cost);
  grundy_answer_number(json, "move_count",
                       moves->count == UINT64_MAX ? GRUNDY_INFINITY64 : moves->count);
  grundy_json_bool(json, "complete",
                   grundy_moves_complete(moves->all == NULL ? moves->best : moves->all));
  grundy_json_array(json, "moves");
  for (uint64_t i = 0; i < list.count && status == GRUNDY_OK; i++) {
    const entry *e = &list.entries[i];
    bool is_best = best < UNKNOWN && e->cost == best;
    if (payoffs && !all_moves && !is_best) continue;
    grundy_json_object(json, NULL);
    status = grundy_answer_put_move(json, place, &e->move, is_best, error);
    grundy_json_end(json);
  }
  grundy_json_end(json);
  free(list.entries);
  return status;
}
