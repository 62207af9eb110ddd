/* Rules that are part of the library. */

#include "game/kind.h"

#include "rules/impl.h"

#include <assert.h>
#include <string.h>

static bool match(const char *text, size_t length, size_t *name) {
  grundy_gallery_game game;
  const char *colon = memchr(text, ':', length);
  *name = colon == NULL ? length : (size_t)(colon - text);
  return grundy_gallery_find(text, *name, &game);
}

GRUNDY_GAME_KIND(gallery) = {
    .describe = {.name = "gallery",
                 .notation = "NAME[:ARGUMENTS][@POSITION]",
                 .example = "wythoff:3,5",
                 .summary = "a game of the gallery, whose positions are explored",
                 .is_rules = true,
                 .is_digraph = true,
                 .has_start = true},
    .match = match,
    .open = grundy_game_explore,
    .ruleset = grundy_gallery_open,
};

/* ---- entries ------------------------------------------------------------------------------ */

bool grundy_gallery(size_t index, grundy_gallery_entry *entry) {
  grundy_gallery_game game;
  if (!grundy_gallery_get(index, &game)) return false;
  *entry = (grundy_gallery_entry){.file = game.file, .source = game.source, .length = game.length};
  size_t length = strcspn(game.file, ".");
  assert(length < sizeof entry->name);
  memcpy(entry->name, game.file, length);
  return true;
}

grundy_status grundy_gallery_describe(const char *name, grundy_gallery_description *description,
                                      grundy_error *error) {
  grundy_gallery_game game;
  size_t room = sizeof description->title;
  description->setup = 0;
  if (!grundy_gallery_find(name, strlen(name), &game)) return grundy_gallery_fail(name, error);
  (void)grundy_source_rules(game.source, description->rules, sizeof description->rules);
  if (game.rules == NULL)
    return grundy_script_describe(name, game.source, game.length, room, description->title,
                                  description->arguments, &description->setup, error);
  (void)snprintf(description->title, room, "%s", game.rules->title);
  (void)snprintf(description->arguments, room, "%s",
                 game.rules->args == NULL ? "" : game.rules->args);
  return GRUNDY_OK;
}
