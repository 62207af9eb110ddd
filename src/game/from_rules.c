/* Explores rules that belong to the calling program. */

#include "base/alloc.h"
#include "base/error.h"
#include "base/options.h"
#include "explore/impl.h"
#include "game/impl.h"

#include <string.h>

/* Takes ownership of the rule set, even on failure. */
static grundy_status explore(grundy_ruleset *ruleset, const char *arguments,
                             const grundy_open_options *options, grundy_digraph **g,
                             grundy_error *error) {
  ruleset->in_memory = true;
  grundy_status status = grundy_ruleset_set_text(ruleset, ruleset->title, arguments, error);
  return status == GRUNDY_OK ? grundy_explore(ruleset, options, g, error) : status;
}

grundy_status grundy_game_from_rules(const grundy_rules *rules, const char *arguments,
                                     const grundy_open_options *options, grundy_digraph **g,
                                     grundy_error *error) {
  grundy_open_options chosen;
  grundy_ruleset *ruleset = NULL;
  if (arguments == NULL) arguments = "";
  grundy_status status = grundy_options_copy(options, &chosen, sizeof chosen, error);
  if (status == GRUNDY_OK)
    status = grundy_compiled_linked("rules", rules, arguments, &ruleset, error);
  return status == GRUNDY_OK ? explore(ruleset, arguments, &chosen, g, error) : status;
}

/* ---- callbacks ------------------------------------------------------------------------------ */

/* The adapters below get this as their game. */
typedef struct callback_game {
  grundy_callback_rules rules;
  unsigned char start[];
} callback_game;

static void callback_start(const void *game, void *position) {
  const callback_game *c = game;
  memcpy(position, c->start, c->rules.bytes);
}

static void callback_moves(const void *game, const void *position, grundy_emit emit, void *to) {
  const callback_game *c = game;
  c->rules.moves(c->rules.context, position, emit, to);
}

static size_t callback_show(const void *game, const void *position, char *text, size_t size) {
  const callback_game *c = game;
  return c->rules.show(c->rules.context, position, text, size);
}

static grundy_status open_callback(const grundy_callback_rules *rules, grundy_ruleset **ruleset,
                                   grundy_error *error) {
  grundy_rules adapter = {.abi = GRUNDY_RULES_ABI,
                          .size = sizeof adapter,
                          .title = rules->title == NULL ? "callback" : rules->title,
                          .close = free,
                          .start = callback_start,
                          .moves = callback_moves,
                          .show = rules->show == NULL ? NULL : callback_show};
  callback_game *game = grundy_alloc(1, sizeof *game + rules->bytes);
  if (game == NULL) return grundy_fail_memory(error);
  game->rules = *rules;
  memcpy(game->start, rules->start, rules->bytes);
  grundy_status status =
      grundy_compiled_opened(&adapter, rules->bytes, game, rules->parallel, ruleset, error);
  if (status != GRUNDY_OK) free(game);
  return status;
}

grundy_status grundy_game_from_callback(const grundy_callback_rules *rules,
                                        const grundy_open_options *options, grundy_digraph **g,
                                        grundy_error *error) {
  grundy_open_options chosen;
  grundy_callback_rules given;
  grundy_ruleset *ruleset = NULL;
  grundy_status status = grundy_options_copy(options, &chosen, sizeof chosen, error);
  if (status == GRUNDY_OK) status = grundy_options_copy(rules, &given, sizeof given, error);
  if (status != GRUNDY_OK) return status;
  if (given.moves == NULL || given.start == NULL)
    return grundy_fail(error, GRUNDY_BAD_ARGUMENT,
                       "callback rules lack `moves` or `start`; both are required");
  if (given.bytes == 0 || given.bytes > GRUNDY_RULES_MAX_POSITION)
    return grundy_fail(error, GRUNDY_BAD_ARGUMENT,
                       "a position of callback rules has %lu bytes; expected 1 to %d",
                       (unsigned long)given.bytes, (int)GRUNDY_RULES_MAX_POSITION);
  status = open_callback(&given, &ruleset, error);
  return status == GRUNDY_OK ? explore(ruleset, "", &chosen, g, error) : status;
}
