/* Folders of solved tiers: the folder knows the positions, the rules give the moves, and nothing is
 * explored. */

#include "game/kind.h"

#include "base/alloc.h"
#include "base/error.h"
#include "component/component.h"
#include "game/components/components.h"
#include "game/components/unexplored.h"
#include "game/impl.h"
#include "tiers/impl.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* K of a position, which evaluations refer to as long as the component exists. */
typedef struct stored_set {
  uint32_t *numbers; /* NULL: not yet stored, or empty */
  uint64_t size;
} stored_set;

struct grundy_tiers_game {
  grundy_unexplored unexplored; /* positions are not reduced by symmetry */
  grundy_tiers *tiers;          /* with a rule set of its own, which reduces them */
  stored_set *sets;             /* by position */
  uint64_t set_count, set_room;
};

static void free_data(void *data) {
  grundy_tiers_game *game = data;
  if (game == NULL) return;
  for (uint64_t i = 0; i < game->set_count; i++) free(game->sets[i].numbers);
  free(game->sets);
  grundy_unexplored_close(&game->unexplored);
  grundy_tiers_free(game->tiers);
  free(game);
}

/* ---- evaluations -------------------------------------------------------------------------- */

/* Stores K of the position, which the folder computes anew for every look-up. */
static grundy_status store_k(grundy_tiers_game *game, uint64_t position, grundy_set *k,
                             grundy_error *error) {
  if (!grundy_grow(&game->sets, &game->set_room, position + 1, sizeof *game->sets))
    return grundy_fail_memory(error);
  while (game->set_count <= position) game->sets[game->set_count++] = (stored_set){0};
  stored_set *set = &game->sets[position];
  if (set->numbers == NULL && k->size > 0) {
    set->numbers = grundy_alloc(k->size, sizeof *set->numbers);
    if (set->numbers == NULL) return grundy_fail_memory(error);
    memcpy(set->numbers, k->numbers, k->size * sizeof *set->numbers);
    set->size = k->size;
  }
  *k = (grundy_set){.numbers = set->numbers, .size = set->size};
  return GRUNDY_OK;
}

grundy_status grundy_tiers_game_look_up(grundy_tiers_game *game, uint64_t position,
                                        grundy_tiers_entry *entry, grundy_error *error) {
  grundy_status status = grundy_tiers_look_up(
      game->tiers, grundy_unexplored_get(&game->unexplored, position), entry, error);
  if (status == GRUNDY_OK && !entry->value.k.absent)
    status = store_k(game, position, &entry->value.k, error);
  /* A value shows the outcome [FY86, Cor. 2]. */
  const grundy_columns either = GRUNDY_COLUMN_OUTCOME | GRUNDY_COLUMN_GRUNDY;
  if (status == GRUNDY_OK && (entry->columns & either) == GRUNDY_COLUMN_GRUNDY) {
    entry->outcome = grundy_value_outcome(entry->value);
    entry->columns |= GRUNDY_COLUMN_OUTCOME;
  }
  return status;
}

static grundy_number number_of(uint32_t number) {
  return number == GRUNDY_INFINITY ? GRUNDY_INFINITY64 : number;
}

/* Returns a counter for the whole game. It compares places of tiers, then values, then counters
 * within the tier. Moves lead to the same tier or to tiers that were solved before, which have
 * smaller places. Within the tier a move to a smaller value makes the counter smaller, and so does
 * a reply of the same value, by condition B of [FY86, Def. 1]; counters alone need not fall with
 * the value. GRUNDY_TOO_LARGE if places or values do not fit: at an infinite value, those of finite
 * followers. */
static grundy_number counter_of(const grundy_tiers_game *game, const grundy_tiers_entry *entry) {
  enum { COUNTER_BITS = 32 };
  uint64_t place = grundy_tiers_place(game->tiers, entry->tier), value = entry->value.nimber;
  grundy_set k = entry->value.k;
  bool is_infinite = entry->value.nimber == GRUNDY_INFINITY;
  if (is_infinite) value = k.size == 0 ? 0 : k.numbers[k.size - 1];
  if (place >= GRUNDY_TOO_LARGE / GRUNDY_OMEGA || value >= GRUNDY_OMEGA >> COUNTER_BITS)
    return GRUNDY_TOO_LARGE;
  return is_infinite ? GRUNDY_INFINITY64
                     : place * GRUNDY_OMEGA + (value << COUNTER_BITS) + entry->counter;
}

/* Sets the outcome for the player to move, and the remoteness: in a two-coloured game the number of
 * moves that the winner needs. The outcome must be known: Q0 alone does not tell draws from wins of
 * A, nor Q1 draws from wins of B. */
static void set_outcome(const grundy_tiers_entry *entry, grundy_evaluation *evaluation) {
  bool is_coloured = entry->player != 0, is_draw = entry->outcome == GRUNDY_OUTCOME_D;
  bool is_won_by_a = entry->outcome == GRUNDY_OUTCOME_A;
  grundy_columns column = !is_coloured  ? GRUNDY_COLUMN_REMOTENESS
                          : is_won_by_a ? GRUNDY_COLUMN_Q1
                                        : GRUNDY_COLUMN_Q0;
  evaluation->player = entry->player;
  evaluation->outcome = !is_coloured || is_draw           ? entry->outcome
                        : entry->outcome == entry->player ? GRUNDY_OUTCOME_N
                                                          : GRUNDY_OUTCOME_P;
  if (is_draw)
    evaluation->remoteness = GRUNDY_INFINITY64;
  else if ((entry->columns & column) != 0)
    evaluation->remoteness = number_of(!is_coloured  ? entry->remoteness
                                       : is_won_by_a ? entry->q1
                                                     : entry->q0);
}

static grundy_status evaluate(void *data, uint64_t position, grundy_play play,
                              grundy_evaluation *evaluation, grundy_error *error) {
  grundy_tiers_game *game = data;
  grundy_tiers_entry entry;
  if (play == GRUNDY_MISERE_PLAY)
    return grundy_fail_at(error, GRUNDY_UNABLE, game->tiers->folder, 0, 0,
                          "a folder of tiers says nothing about misere play");
  grundy_status status = grundy_tiers_game_look_up(game, position, &entry, error);
  if (status != GRUNDY_OK) return status;
  assert((entry.columns & GRUNDY_COLUMN_REMOTENESS) == 0 ||
         (entry.columns & GRUNDY_COLUMN_OUTCOME) != 0);
  if ((entry.columns & GRUNDY_COLUMN_OUTCOME) != 0) set_outcome(&entry, evaluation);
  if ((entry.columns & GRUNDY_COLUMN_GRUNDY) != 0) {
    evaluation->value = number_of(entry.value.nimber);
    evaluation->k = entry.value.k;
    if ((entry.columns & GRUNDY_COLUMN_COUNTER) != 0)
      evaluation->counter = counter_of(game, &entry);
  }
  /* Sets the distance where it is known: 0 where play is over, infinite in other draws. A
   * position of remoteness 0 is over, and so may be others if the rules say how play ends. */
  bool over = evaluation->remoteness == 0;
  bool is_long = evaluation->remoteness > 1 && evaluation->remoteness < GRUNDY_OMEGA;
  if (!over && !is_long)
    status = grundy_unexplored_is_over(&game->unexplored, position, &over, error);
  if (over)
    evaluation->distance = 0;
  else if (evaluation->remoteness == GRUNDY_INFINITY64)
    evaluation->distance = GRUNDY_INFINITY64;
  return status;
}

/* ---- names --------------------------------------------------------------------------------- */

/* Searches the positions that were met: rules may show names without being able to parse them. */
static bool find_met(const grundy_tiers_game *game, const char *name, size_t length,
                     uint64_t *position) {
  char text[GRUNDY_RULES_MAX_NAME];
  for (uint32_t v = 0; v < game->unexplored.positions->count; v++) {
    grundy_explored_show(game->unexplored.explored, v, text);
    *position = v;
    if (strlen(text) == length && memcmp(text, name, length) == 0) return true;
  }
  return false;
}

/* Finds a position that the folder knows, reachable or not. */
static grundy_status find_position(void *data, const char *name, size_t length, uint64_t *position,
                                   grundy_error *error) {
  grundy_tiers_game *game = data;
  const grundy_ruleset *ruleset = game->unexplored.ruleset;
  grundy_tiers_entry entry;
  if (!ruleset->has_parse && ruleset->has_show && find_met(game, name, length, position))
    return GRUNDY_OK;
  grundy_status status = grundy_unexplored_find(data, name, length, position, error);
  if (status == GRUNDY_OK) status = grundy_tiers_game_look_up(game, *position, &entry, error);
  bool is_unknown =
      status == GRUNDY_BAD_INPUT && error != NULL && error->reason == GRUNDY_REASON_NO_POSITION;
  return is_unknown ? grundy_fail_no_position(error) : status;
}

/* ---- the component -------------------------------------------------------------------------- */

#define TIERS_FUNCTIONS                                                                            \
  .size = sizeof(grundy_component_kind), .name = "tiers", .evaluate = evaluate,                    \
  .count_moves = grundy_unexplored_count_moves, .get_move = grundy_unexplored_get_move,            \
  .name_position = grundy_unexplored_name, .find_position = find_position,                         \
  .board = grundy_unexplored_board, .seen_by = grundy_unexplored_seen_by,                          \
  .swap = grundy_unexplored_swap

/* ---- the kind ------------------------------------------------------------------------------ */

static bool match(const char *text, size_t length, size_t *name) {
  *name = length;
  return grundy_tiers_is_folder(text, length);
}

/* Returns the kind of the rules, inside all operators. */
static const grundy_game_kind *innermost_kind(const grundy_game_name *name) {
  if (name->kind->ruleset != grundy_rule_operator_open) return name->kind;
  return grundy_rule_operator_innermost(name->text).kind;
}

/* Opens the rules that a folder of tiers names. GRUNDY_BAD_INPUT with GRUNDY_REASON_UNTRUSTED if
 * they are a shared object and options->libraries is false. */
static grundy_status open_rules(const char *folder, const char *text,
                                const grundy_open_options *options, grundy_ruleset **ruleset,
                                grundy_error *error) {
  grundy_game_name name = grundy_game_parse(text);
  if (innermost_kind(&name)->ruleset == grundy_compiled_open && !options->libraries)
    return grundy_because(
        error, GRUNDY_REASON_UNTRUSTED,
        grundy_fail_at(error, GRUNDY_BAD_INPUT, folder, 0, 0,
                       "'%.*s' is a shared object, which a folder of tiers may not load",
                       grundy_excerpt(text, strlen(text)), text));
  return grundy_game_ruleset(&name, options, ruleset, error);
}

grundy_status grundy_tiers_open_folder(const char *folder, const grundy_open_options *options,
                                       grundy_tiers **tiers, grundy_error *error) {
  grundy_ruleset *ruleset = NULL;
  grundy_tiers *made = NULL;
  char *text = NULL;
  grundy_status status = grundy_tiers_game_of(folder, &text, error);
  if (status == GRUNDY_OK) status = open_rules(folder, text, options, &ruleset, error);
  if (status == GRUNDY_OK) status = grundy_tiers_new(ruleset, options->monitor, &made, error);
  if (status == GRUNDY_OK) status = grundy_tiers_read(made, folder, error);
  free(text);
  if (status == GRUNDY_OK)
    *tiers = made;
  else
    grundy_tiers_free(made);
  return status;
}

static grundy_status open_folder(const grundy_game_name *name, const grundy_open_options *options,
                                 grundy_digraph **g, grundy_error *error) {
  (void)options, (void)g;
  return grundy_fail_at(error, GRUNDY_UNABLE, name->text, 0, 0,
                        "a folder of tiers cannot be opened as a digraph; value, best, why, match, "
                        "play and serve look positions up in it");
}

static grundy_status open_component(grundy_game_use *use, const grundy_monitor *monitor,
                                    grundy_error *error) {
  static const grundy_component_kind valued = {TIERS_FUNCTIONS};
  static const grundy_component_kind standalone = {.standalone = true, TIERS_FUNCTIONS};
  grundy_open_options options = {
      .size = sizeof options, .libraries = use->libraries, .monitor = monitor};
  grundy_open_options unreduced = options; /* the rules are opened twice */
  grundy_tiers_game *game = grundy_alloc_zero(1, sizeof *game);
  if (game == NULL) return grundy_fail_memory(error);
  grundy_ruleset *ruleset = NULL;
  unreduced.unreduced = true;
  grundy_status status = grundy_tiers_open(use->text, &options, &game->tiers, error);
  if (status == GRUNDY_OK)
    status = open_rules(use->text, game->tiers->ruleset->text, &unreduced, &ruleset, error);
  if (status == GRUNDY_OK)
    status = grundy_unexplored_open(&game->unexplored, ruleset, &unreduced, error);
  if (status == GRUNDY_OK) status = grundy_unexplored_check_name(&game->unexplored, error);
  if (status != GRUNDY_OK) {
    free_data(game);
    return status;
  }
  use->data = game;
  /* Where terminal positions may have other outcomes, values show that they have not. */
  ruleset = game->tiers->ruleset;
  bool is_standalone = ruleset->has_player || (ruleset->has_terminal &&
                                               (game->tiers->columns & GRUNDY_COLUMN_GRUNDY) == 0);
  use->component = (grundy_component){is_standalone ? &standalone : &valued, game};
  return GRUNDY_OK;
}

GRUNDY_GAME_KIND(tiers) = {
    .describe = {.name = "tiers",
                 .notation = "FOLDER[@POSITION]",
                 .example = "quixo-tiers/",
                 .summary = "a game that 'grundy solve GAME --tiers FOLDER' has solved",
                 .is_file = true,
                 .is_digraph = true,
                 .has_start = true,
                 .is_folder = true},
    .match = match,
    .open = open_folder,
    .open_component = open_component,
    .free_data = free_data,
};
