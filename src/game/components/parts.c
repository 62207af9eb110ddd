/* Rules whose positions come apart, as a component: parts are explored and solved, and the value of
 * a position is the sum of the values of its parts, as its counter is the sum of their counters.
 * The remoteness is not known, because those of the parts do not determine it. Positions are
 * numbered when they are first met. */

#include "game/components/components.h"

#include "base/alloc.h"
#include "base/error.h"
#include "component/component.h"
#include "explore/impl.h"
#include "game/components/part_counters.h"
#include "game/components/unexplored.h"
#include "rules/split.h"
#include "rules/split_sample.h"
#include "value/sum.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct grundy_parts_game {
  grundy_unexplored unexplored;    /* of `met`, and the rules of `parts` */
  const grundy_digraph *digraph;   /* the parts */
  const grundy_solution *solution; /* of the parts */
  const grundy_explored *parts;
  grundy_number *counters; /* by part, of grundy_part_counters_new */
  grundy_positions met;    /* by number */
  grundy_splitter splitter;
  grundy_split_sample sample;
  bool cancels; /* equal parts may be left out */
};

void grundy_parts_game_free(void *data) {
  grundy_parts_game *game = data;
  grundy_positions_free(&game->met);
  grundy_splitter_free(&game->splitter);
  grundy_split_sample_free(&game->sample);
  free(game->counters);
  grundy_unexplored_close(&game->unexplored);
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

/* ---- values ------------------------------------------------------------------------------ */

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
    if (!find_part(game, grundy_position_list_get(parts, i), &v)) {
      grundy_ruleset *ruleset = game->parts->ruleset;
      char name[GRUNDY_RULES_MAX_NAME];
      (void)ruleset->kind->show(ruleset, position, name, NULL);
      return grundy_fail_because(error, GRUNDY_BAD_INPUT, GRUNDY_REASON_NOT_REACHED,
                                 "'%.*s' has a part that cannot be reached from the start",
                                 grundy_excerpt(name, strlen(name)), name);
    }
    grundy_value_sum_add(&sum, v, grundy_solution_value(game->solution, v).nimber);
    counter = grundy_part_counters_add(counter, game->counters[v]);
  }
  /* Sets the value and the counter of a sum. */
  evaluation->counter =
      sum.infinite > 0 && counter < GRUNDY_TOO_LARGE ? GRUNDY_INFINITY64 : counter;
  evaluation->value = sum.infinite > 0 ? GRUNDY_INFINITY64 : sum.nimber;
  if (sum.infinite == 1) evaluation->k = grundy_solution_value(game->solution, sum.term).k;
  if (sum.infinite > 1) evaluation->k = (grundy_set){0};
  if (evaluation->k.size > 0) evaluation->shift = sum.nimber;
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
  if (status == GRUNDY_OK) status = grundy_unexplored_count_moves(data, position, &moves, error);
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

/* Finds any position whose parts are known. */
static grundy_status find_position(void *data, const char *name, size_t length, uint64_t *position,
                                   grundy_error *error) {
  grundy_parts_game *game = data;
  grundy_aligned_position parsed;
  grundy_status status =
      grundy_explored_parse(game->parts, name, length, game->unexplored.reduces, &parsed, error);
  if (status != GRUNDY_OK) return status;
  if (parsed.length == 0) return grundy_fail_no_position(error);
  grundy_position given = grundy_aligned_get(&parsed);
  grundy_evaluation value = {0};
  uint32_t v;
  if (!grundy_positions_add(&game->met, given, grundy_position_hash(given), &v))
    return grundy_fail_memory(error);
  *position = v;
  return value_of(game, given, &value, error);
}

grundy_component grundy_component_parts(grundy_parts_game *game) {
  static const grundy_component_kind kind = {
      .size = sizeof kind,
      .name = "parts",
      .evaluate = evaluate,
      .count_moves = grundy_unexplored_count_moves,
      .get_move = grundy_unexplored_get_move,
      .name_position = name_position,
      .find_position = find_position,
      .board = grundy_unexplored_board,
  };
  return (grundy_component){&kind, game};
}

grundy_status grundy_parts_game_new(const grundy_digraph *parts, const grundy_solution *solution,
                                    bool unreduced, grundy_parts_game **game, grundy_error *error) {
  const grundy_explored *explored = grundy_explored_of(parts);
  grundy_parts_game *made = grundy_alloc_zero(1, sizeof *made);
  if (made == NULL) return grundy_fail_memory(error);
  assert(explored != NULL && grundy_digraph_type(parts) == GRUNDY_GAME_PARTS);
  grundy_ruleset *ruleset = explored->ruleset;
  made->digraph = parts;
  made->solution = solution;
  made->parts = explored;
  made->met.bytes = ruleset->bytes;
  made->unexplored = (grundy_unexplored){.ruleset = ruleset,
                                         .positions = &made->met,
                                         .reduces = !unreduced && ruleset->has_canon,
                                         .asked = UINT64_MAX};
  made->splitter =
      (grundy_splitter){.ruleset = ruleset, .is_whole = is_known_part, .context = made};
  made->sample.condition.ruleset = ruleset;
  grundy_position_lookup start = {.positions = &made->met};
  grundy_status status = grundy_part_counters_new(parts, solution, &made->counters, error);
  if (status == GRUNDY_OK)
    status =
        ruleset->kind->start(ruleset, made->unexplored.reduces, grundy_take_any, &start, error);
  if (status == GRUNDY_OK && !start.known) status = grundy_fail_memory(error);
  if (status == GRUNDY_OK)
    *game = made;
  else
    grundy_parts_game_free(made);
  return status;
}
