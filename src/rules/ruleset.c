/* Opens rule sets, and has what all of them share. */

#include "rules/impl.h"

#include "base/alloc.h"
#include "board/board.h"
#include "digraph/kinds.h"
#include "format/impl.h"

#include <assert.h>
#include <string.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

/* ---- arguments -------------------------------------------------------------------------- */

grundy_status grundy_arguments_split(const char *text, grundy_argument_list *list,
                                     grundy_error *error) {
  size_t most = 1;
  for (const char *at = text; *at != '\0'; at++) most += *at == ',';
  *list = (grundy_argument_list){.text = grundy_alloc(strlen(text) + 1, 1),
                                 .at = grundy_alloc(most, sizeof *list->at)};
  if (list->text == NULL || list->at == NULL) {
    grundy_arguments_free(list);
    return grundy_fail_memory(error);
  }
  memcpy(list->text, text, strlen(text) + 1);
  if (*text == '\0') return GRUNDY_OK;
  for (char *at = list->text; at != NULL;) {
    char *comma = strchr(at, ',');
    if (comma != NULL) *comma = '\0';
    assert(list->count < most);
    list->at[list->count++] = at;
    at = comma == NULL ? NULL : comma + 1;
  }
  return GRUNDY_OK;
}

void grundy_arguments_free(grundy_argument_list *list) {
  free(list->text);
  free(list->at);
  *list = (grundy_argument_list){0};
}

/* ---- opening ---------------------------------------------------------------------------- */

grundy_status grundy_script_open_file(const char *path, const char *arguments,
                                      const grundy_ruleset_options *options,
                                      grundy_ruleset **ruleset, grundy_error *error) {
  char *source = NULL;
  size_t length = 0;
  grundy_work work = grundy_work_start(options->monitor, "reading", 0);
  grundy_status status = grundy_input_read(path, &work, &source, &length, error);
  if (status == GRUNDY_OK)
    status = grundy_script_open(path, source, length, arguments, options, ruleset, error);
  free(source);
  return status;
}

/* Returns a checksum of the text of a game. The line `seen_by` says nothing about positions and
 * moves, and is left out, so that folders of tiers from before it existed can still be opened. */
static uint64_t checksum_of_game(const grundy_gallery_game *game) {
  static const char line[] = "    .seen_by = \"mover\",\n";
  const char *found = strstr(game->source, line);
  XXH3_state_t state;
  (void)XXH3_64bits_reset(&state);
  const char *rest = found == NULL ? game->source : found + strlen(line);
  if (found != NULL) (void)XXH3_64bits_update(&state, game->source, (size_t)(found - game->source));
  (void)XXH3_64bits_update(&state, rest, game->length - (size_t)(rest - game->source));
  return XXH3_64bits_digest(&state);
}

grundy_status grundy_gallery_open(const char *name, const char *arguments,
                                  const grundy_ruleset_options *options, grundy_ruleset **ruleset,
                                  grundy_error *error) {
  grundy_gallery_game game;
  if (!grundy_gallery_find(name, strlen(name), &game)) return grundy_gallery_fail(name, error);
  if (game.rules != NULL) {
    grundy_status status = grundy_compiled_linked(name, game.rules, arguments, ruleset, error);
    if (status == GRUNDY_OK) (*ruleset)->code = checksum_of_game(&game);
    return status;
  }
  return grundy_script_open(game.file, game.source, game.length, arguments, options, ruleset,
                            error);
}

grundy_status grundy_ruleset_set_text(grundy_ruleset *ruleset, const char *name,
                                      const char *arguments, grundy_error *error) {
  ruleset->text = grundy_alloc(strlen(name) + strlen(arguments) + 2, 1);
  if (ruleset->text == NULL) {
    grundy_ruleset_close(ruleset);
    return grundy_fail_memory(error);
  }
  sprintf(ruleset->text, "%s%s%s", name, *arguments == '\0' ? "" : ":", arguments);
  return GRUNDY_OK;
}

grundy_status grundy_ruleset_check_functions(const grundy_ruleset *ruleset, const char *name,
                                             grundy_error *error) {
  if (ruleset->has_split && (ruleset->has_player || ruleset->has_terminal))
    return grundy_fail_at(error, GRUNDY_BAD_INPUT, name, 0, 0,
                          "these rules have both split and %s; a sum of parts has no %s of its own",
                          ruleset->has_player ? "player" : "terminal",
                          ruleset->has_player ? "players" : "outcomes");
  if (ruleset->is_seen_by_mover && ruleset->has_player)
    return grundy_fail_at(error, GRUNDY_BAD_INPUT, name, 0, 0,
                          "these rules have both seen_by and player; where positions say who "
                          "moves, both players see the same");
  if (ruleset->is_seen_by_mover && ruleset->has_split)
    return grundy_fail_at(error, GRUNDY_BAD_INPUT, name, 0, 0,
                          "these rules have both seen_by and split; a move in one part would turn "
                          "the other parts around");
  if (ruleset->has_swap && !ruleset->is_seen_by_mover)
    return grundy_fail_at(error, GRUNDY_BAD_INPUT, name, 0, 0,
                          "these rules have swap without seen_by = \"mover\"");
  const char *excluded = !ruleset->has_kinds         ? NULL
                         : ruleset->has_terminal     ? "terminal"
                         : ruleset->has_player       ? "player"
                         : ruleset->has_value        ? "value"
                         : ruleset->has_split        ? "split"
                         : ruleset->has_order        ? "order"
                         : ruleset->is_seen_by_mover ? "seen_by"
                         : ruleset->has_ranks        ? "rank"
                                                     : NULL;
  if (excluded != NULL)
    return grundy_fail_at(error, GRUNDY_BAD_INPUT, name, 0, 0,
                          "these rules have both kinds of moves and %s; with kinds of moves only "
                          "canon, show, parse, board and fields are supported",
                          excluded);
  return GRUNDY_OK;
}

grundy_status grundy_ruleset_require_ordinary(const grundy_ruleset *ruleset, const char *what,
                                              grundy_error *error) {
  return ruleset->has_kinds ? grundy_fail_kinds(what, error) : GRUNDY_OK;
}

grundy_status grundy_ruleset_share(grundy_ruleset *ruleset, int most, int *threads,
                                   grundy_error *error) {
  bool shared = ruleset->kind->parallel;
  grundy_status status = GRUNDY_OK;
  if (shared && ruleset->kind->share != NULL)
    status = ruleset->kind->share(ruleset, &shared, error);
  *threads = shared ? most : 1;
  return status;
}

void grundy_ruleset_set_monitor(grundy_ruleset *ruleset, const grundy_work *work) {
  if (ruleset->kind->set_monitor != NULL) ruleset->kind->set_monitor(ruleset, work);
}

bool grundy_ruleset_valid(const grundy_ruleset *ruleset, grundy_position position) {
  if (position.length == 0 || position.length > GRUNDY_RULES_MAX_POSITION) return false;
  if (ruleset->bytes > 0 && position.length != ruleset->bytes) return false;
  return ruleset->kind->valid == NULL || ruleset->kind->valid(ruleset, position);
}

const char *grundy_ruleset_source(const grundy_ruleset *ruleset, size_t *length) {
  return ruleset->kind == &grundy_script_kind ? grundy_script_source(ruleset, length) : NULL;
}

void grundy_ruleset_close(grundy_ruleset *ruleset) {
  if (ruleset == NULL) return;
  free(ruleset->text);
  free(ruleset->title);
  free(ruleset->field_names);
  ruleset->kind->close(ruleset);
}

/* ---- ranks ------------------------------------------------------------------------------- */

const char *grundy_ranks_missing(const bool has[5]) {
  static const char *const names[] = {"count", "rank", "unrank", "tiers"};
  bool has_some = false;
  for (size_t i = 0; i < 5; i++) has_some |= has[i];
  for (size_t i = 0; i < 4; i++)
    if (has_some && !has[i]) return names[i];
  return NULL;
}

/* ---- names ------------------------------------------------------------------------------- */

/* Hands over positions of the same type as the start: in a script, their first byte is the type. */
typedef struct type_filter {
  bool is_started;
  unsigned char type;
  grundy_take take;
  void *to;
} type_filter;

static void note_type(void *to, grundy_position position) {
  type_filter *f = to;
  f->is_started = true;
  f->type = *(const unsigned char *)position.bytes;
}

static void take_same_type(void *to, grundy_position position) {
  const type_filter *f = to;
  if (!f->is_started || f->type == *(const unsigned char *)position.bytes) f->take(f->to, position);
}

grundy_status grundy_ruleset_parse_name(grundy_ruleset *ruleset, const char *text, size_t length,
                                        bool canonical, grundy_take take, void *to,
                                        grundy_error *error) {
  const grundy_ruleset_kind *kind = ruleset->kind;
  type_filter f = {.take = take, .to = to};
  grundy_error why = {0};
  if (ruleset->has_parse) return kind->parse(ruleset, text, length, canonical, take, to, error);
  grundy_status status = GRUNDY_OK;
  if (kind == &grundy_script_kind) status = kind->start(ruleset, false, note_type, &f, error);
  if (status != GRUNDY_OK) return status;
  status = kind->parse(ruleset, text, length, canonical, take_same_type, &f, &why);
  if (status == GRUNDY_BAD_INPUT) return GRUNDY_OK;
  if (status != GRUNDY_OK && error != NULL) *error = why;
  return status;
}

/* ---- boards ------------------------------------------------------------------------------ */

/* Adds the steps of a move by comparing the boards of both positions. */
static grundy_status add_steps(grundy_ruleset *ruleset, grundy_position follower, int turn,
                               grundy_board *board, grundy_error *error) {
  grundy_board *after = grundy_alloc_zero(1, sizeof *after);
  if (after == NULL) return grundy_fail_memory(error);
  grundy_status status = ruleset->kind->board(ruleset, follower, NULL, 3 - turn, after, error);
  const char *wrong = status == GRUNDY_OK ? grundy_board_compare(board, after) : NULL;
  free(after);
  if (wrong == NULL) return status;
  return grundy_because(
      error, GRUNDY_REASON_RULES,
      grundy_fail_at(error, GRUNDY_BAD_INPUT, ruleset->text, 0, 0, "board gives %s", wrong));
}

grundy_status grundy_ruleset_board(grundy_ruleset *ruleset, grundy_position position,
                                   const grundy_position *follower, int turn, grundy_board *board,
                                   grundy_error *error) {
  grundy_board_clear(board);
  if (!ruleset->has_board) return GRUNDY_OK;
  grundy_status status = ruleset->kind->board(ruleset, position, follower, turn, board, error);
  if (status != GRUNDY_OK || follower == NULL || board->kind == GRUNDY_BOARD_NONE ||
      board->step_count > 0)
    return status;
  return add_steps(ruleset, *follower, turn, board, error);
}
