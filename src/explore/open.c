/* Opening a game: rules are explored, files are read. */

#include "explore/impl.h"

#include "base/alloc.h"
#include "rules/impl.h"

#include <string.h>

bool grundy_is_rules(const char *text) {
  return grundy_rules_split(text).kind != GRUNDY_RULES_NONE;
}

static grundy_status open_rules(const char *text, const grundy_open_options *options,
                                grundy_digraph **g, grundy_error *error) {
  grundy_ruled *ruled = NULL;
  grundy_ruled_options of_rules = {.memory = options->memory, .monitor = options->monitor};
  grundy_status status = grundy_ruled_open(text, &of_rules, &ruled, error);
  return status == GRUNDY_OK ? grundy_explore(ruled, options, g, error) : status;
}

grundy_status grundy_digraph_open(const char *text, const grundy_open_options *options,
                                  grundy_digraph **g, grundy_error *error) {
  static const grundy_open_options defaults = {0};
  if (options == NULL) options = &defaults;
  if (options->format == GRUNDY_FORMAT_AUTO && grundy_is_rules(text))
    return open_rules(text, options, g, error);
  return grundy_digraph_read(text, options->format, options->monitor, g, error);
}

/* ---- the gallery ------------------------------------------------------------------------ */

static void fill(const grundy_gallery_game *game, grundy_gallery_entry *entry) {
  *entry =
      (grundy_gallery_entry){.file = game->file, .source = game->source, .length = game->length};
  size_t length = strcspn(game->file, ".");
  if (length >= sizeof entry->name) length = sizeof entry->name - 1;
  memcpy(entry->name, game->file, length);
}

bool grundy_gallery(size_t index, grundy_gallery_entry *entry) {
  grundy_gallery_game game;
  if (!grundy_gallery_get(index, &game)) return false;
  fill(&game, entry);
  return true;
}

bool grundy_gallery_named(const char *name, grundy_gallery_entry *entry) {
  grundy_gallery_game game;
  if (!grundy_gallery_find(name, strlen(name), &game)) return false;
  fill(&game, entry);
  return true;
}
