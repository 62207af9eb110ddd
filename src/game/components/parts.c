/* Rules whose positions come apart, as a component: parts are explored and solved, and the value of
 * a position is the sum of the values of its parts, as its counter is the sum of their counters.
 * The remoteness is not known, because those of the parts do not determine it. Positions are
 * numbered when they are first met. */

#include "game/components/components.h"

#include "base/alloc.h"
#include "base/error.h"
#include "base/order.h"
#include "component/component.h"
#include "explore/impl.h"
#include "game/components/part_counters.h"
#include "rules/split.h"
#include "rules/split_sample.h"
#include "value/sum.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct grundy_parts_game {
  const grundy_digraph *digraph;   /* the parts */
  const grundy_solution *solution; /* of the parts */
  const grundy_explored *parts;
  grundy_number *counters; /* by part, of grundy_part_counters_new */
  bool reduces;            /* positions are canonical forms */
  grundy_positions met;    /* by number */
  grundy_splitter splitter;
  grundy_split_sample sample;
  bool cancels;   /* equal parts may be left out */
  uint64_t asked; /* the position whose moves were listed last; UINT64_MAX: none */
  uint32_t *moves;
  uint64_t move_count, move_room;
  bool out_of_memory; /* while moves are listed */
};

void grundy_parts_game_free(grundy_parts_game *game) {
  grundy_positions_free(&game->met);
  grundy_splitter_free(&game->splitter);
  grundy_split_sample_free(&game->sample);
  free(game->counters);
  free(game->moves);
  free(game);
}

static bool find_part(const grundy_parts_game *game, grundy_position part, uint32_t *v) {
  const grundy_positions *parts = &game->parts->positions;
  return grundy_positions_find(parts, part, grundy_position_hash(part), v);
}

static bool is_known_part(const void *context, grundy_position position) {
  uint32_t v;
  return find_part(context, position, &v);
}

/* ---- moves ------------------------------------------------------------------------------ */

/* Adds a position to the list of moves; a grundy_take. */
static void take_move(void *to, grundy_position position) {
  grundy_parts_game *game = to;
  uint32_t v;
  if (grundy_grow(&game->moves, &game->move_room, game->move_count + 1, sizeof *game->moves) &&
      grundy_positions_add(&game->met, position, grundy_position_hash(position), &v))
    game->moves[game->move_count++] = v;
  else
    game->out_of_memory = true;
}

/* Lists the moves of the position unless they were listed last. The bytes of the position are
 * copied, because adding positions moves them. */
static grundy_status list_moves(grundy_parts_game *game, uint64_t position, grundy_error *error) {
  grundy_ruleset *ruleset = game->parts->ruleset;
  grundy_aligned_position copy;
  if (game->asked == position) return GRUNDY_OK;
  grundy_position from =
      grundy_aligned_copy(&copy, grundy_positions_get(&game->met, (uint32_t)position));
  game->asked = UINT64_MAX;
  game->move_count = 0;
  game->out_of_memory = false;
  grundy_status status = ruleset->kind->moves(ruleset, from, game->reduces, take_move, game, error);
  if (status != GRUNDY_OK) return status;
  if (game->out_of_memory) return grundy_fail_memory(error);
  game->move_count = grundy_sort_distinct(game->moves, game->move_count);
  game->asked = position;
  return GRUNDY_OK;
}

static grundy_status count_moves(void *data, uint64_t position, uint64_t *count,
                                 grundy_error *error) {
  grundy_parts_game *game = data;
  grundy_status status = list_moves(game, position, error);
  *count = game->move_count;
  return status;
}

static grundy_status get_move(void *data, uint64_t position, uint64_t index, uint64_t *to,
                              grundy_error *error) {
  grundy_parts_game *game = data;
  grundy_status status = list_moves(game, position, error);
  assert(status != GRUNDY_OK || index < game->move_count);
  if (status == GRUNDY_OK) *to = game->moves[index];
  return status;
}

/* ---- values ------------------------------------------------------------------------------ */

static grundy_status fail_unknown(const grundy_parts_game *game, grundy_position position,
                                  grundy_error *error) {
  grundy_ruleset *ruleset = game->parts->ruleset;
  char name[GRUNDY_RULES_MAX_NAME];
  (void)ruleset->kind->show(ruleset, position, name, NULL);
  return grundy_fail_because(error, GRUNDY_BAD_INPUT, GRUNDY_REASON_NOT_REACHED,
                             "'%.*s' has a part that cannot be reached from the start",
                             grundy_excerpt(name, strlen(name)), name);
}

/* Sets the value and the counter of a sum. */
static void set_value(const grundy_parts_game *game, const grundy_value_sum *sum,
                      grundy_number counter, grundy_evaluation *e) {
  e->counter = sum->infinite > 0 && counter < GRUNDY_TOO_LARGE ? GRUNDY_INFINITY64 : counter;
  e->value = sum->infinite > 0 ? GRUNDY_INFINITY64 : sum->nimber;
  if (sum->infinite == 1) e->k = grundy_solution_value(game->solution, sum->term).k;
  if (sum->infinite > 1) e->k = (grundy_set){0};
  if (e->k.size > 0) e->shift = sum->nimber;
}

/* Checks `split` at the position that was split last and at some that can be reached from there. */
static grundy_status check_split(grundy_parts_game *game, grundy_error *error) {
  grundy_splitter *s = &game->splitter;
  grundy_status status = grundy_split_sample_met(&game->sample, s, error);
  if (status == GRUNDY_OK) status = grundy_split_sample_finish(&game->sample, error);
  if (status == GRUNDY_OK)
    status = grundy_split_sample_part(&game->sample, grundy_splitter_position(s), error);
  if (status == GRUNDY_OK && game->sample.cancels && !game->cancels) {
    status = grundy_split_sample_accept(&game->sample, game->digraph, error);
    game->cancels = status == GRUNDY_OK;
  }
  return status;
}

static grundy_status value_of(grundy_parts_game *game, grundy_position position,
                              grundy_evaluation *evaluation, grundy_error *error) {
  grundy_status status = grundy_split(&game->splitter, position, error);
  if (status == GRUNDY_OK) status = check_split(game, error);
  if (status != GRUNDY_OK) return status;
  const grundy_position_list *parts = &game->splitter.parts;
  grundy_value_sum sum = {0};
  grundy_number counter = 0;
  for (uint64_t i = 0; i < parts->count; i++) {
    uint32_t v;
    if (!find_part(game, grundy_position_list_get(parts, i), &v))
      return fail_unknown(game, position, error);
    grundy_value_sum_add(&sum, v, grundy_solution_value(game->solution, v).nimber);
    counter = grundy_part_counters_add(counter, game->counters[v]);
  }
  set_value(game, &sum, counter, evaluation);
  return GRUNDY_OK;
}

/* The remoteness is known only in draws and at terminal positions. */
static grundy_status evaluate(void *data, uint64_t position, grundy_play play,
                              grundy_evaluation *evaluation, grundy_error *error) {
  grundy_parts_game *game = data;
  uint64_t moves = 0;
  assert(play == GRUNDY_NORMAL_PLAY);
  (void)play;
  grundy_position at = grundy_positions_get(&game->met, (uint32_t)position);
  grundy_status status = value_of(game, at, evaluation, error);
  if (status == GRUNDY_OK) status = count_moves(data, position, &moves, error);
  if (status != GRUNDY_OK) return status;
  evaluation->value_origin.theorem = "the sum of its parts, as split gives them";
  if (moves == 0) evaluation->remoteness = evaluation->distance = 0;
  bool is_infinite = evaluation->value == GRUNDY_INFINITY64;
  if (is_infinite && !grundy_set_has(evaluation->k, evaluation->shift))
    evaluation->remoteness = evaluation->distance = GRUNDY_INFINITY64;
  return grundy_explored_naming_status(game->parts, error);
}

/* ---- names ------------------------------------------------------------------------------- */

static grundy_status name_position(void *data, uint64_t position, char *text, size_t size,
                                   size_t *length, grundy_error *error) {
  const grundy_parts_game *game = data;
  grundy_ruleset *ruleset = game->parts->ruleset;
  char name[GRUNDY_RULES_MAX_NAME];
  grundy_status status = ruleset->kind->show(
      ruleset, grundy_positions_get(&game->met, (uint32_t)position), name, error);
  grundy_explored_replace_invalid_utf8(name);
  *length = (size_t)snprintf(text, size, "%s", name);
  return status;
}

/* Numbers a position that was parsed. */
static grundy_status number_position(grundy_parts_game *game, grundy_position given,
                                     uint64_t *position, grundy_error *error) {
  grundy_evaluation value = {0};
  uint32_t v;
  if (!grundy_positions_add(&game->met, given, grundy_position_hash(given), &v))
    return grundy_fail_memory(error);
  *position = v;
  return value_of(game, given, &value, error);
}

/* Finds any position whose parts are known. */
static grundy_status find_position(void *data, const char *name, size_t length, uint64_t *position,
                                   grundy_error *error) {
  grundy_parts_game *game = data;
  grundy_aligned_position parsed;
  grundy_status status =
      grundy_explored_parse(game->parts, name, length, game->reduces, &parsed, error);
  if (status != GRUNDY_OK) return status;
  if (parsed.length == 0) return grundy_fail_no_position(error);
  return number_position(game, grundy_aligned_get(&parsed), position, error);
}

static grundy_status draw_board(void *data, uint64_t position, const uint64_t *follower, int turn,
                                grundy_board *board, grundy_error *error) {
  const grundy_parts_game *game = data;
  grundy_position after;
  if (follower != NULL) after = grundy_positions_get(&game->met, (uint32_t)*follower);
  return grundy_ruleset_board(game->parts->ruleset,
                              grundy_positions_get(&game->met, (uint32_t)position),
                              follower == NULL ? NULL : &after, turn, board, error);
}

grundy_component grundy_component_parts(grundy_parts_game *game) {
  static const grundy_component_kind kind = {
      .size = sizeof kind,
      .name = "parts",
      .evaluate = evaluate,
      .count_moves = count_moves,
      .get_move = get_move,
      .name_position = name_position,
      .find_position = find_position,
      .board = draw_board,
  };
  return (grundy_component){&kind, game};
}

grundy_status grundy_parts_game_new(const grundy_digraph *parts, const grundy_solution *solution,
                                    bool unreduced, grundy_parts_game **game, grundy_error *error) {
  const grundy_explored *explored = grundy_explored_of(parts);
  grundy_parts_game *made = grundy_alloc_zero(1, sizeof *made);
  if (made == NULL) return grundy_fail_memory(error);
  assert(explored != NULL && grundy_digraph_has_parts(parts, NULL));
  grundy_ruleset *ruleset = explored->ruleset;
  made->digraph = parts;
  made->solution = solution;
  made->parts = explored;
  made->reduces = !unreduced && ruleset->has_canon;
  made->met.bytes = ruleset->bytes;
  made->splitter =
      (grundy_splitter){.ruleset = ruleset, .is_whole = is_known_part, .context = made};
  made->sample.condition.ruleset = ruleset;
  made->asked = UINT64_MAX;
  grundy_position_lookup start = {.positions = &made->met};
  grundy_status status = grundy_part_counters_new(parts, solution, &made->counters, error);
  if (status == GRUNDY_OK)
    status = ruleset->kind->start(ruleset, made->reduces, grundy_take_any, &start, error);
  if (status == GRUNDY_OK && !start.known) status = grundy_fail_memory(error);
  if (status == GRUNDY_OK)
    *game = made;
  else
    grundy_parts_game_free(made);
  return status;
}
