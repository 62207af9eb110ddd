/* Opening a game: rules are explored, files are read. */

#include "explore/impl.h"

#include "base/error.h"
#include "rules/impl.h"

#include <string.h>
#include <unistd.h>

bool grundy_is_rules(const char *text) {
  return grundy_rules_split(text).kind != GRUNDY_RULES_NONE;
}

const char *grundy_rules_running(const char **function) {
  return grundy_compiled_running(function);
}

size_t grundy_rules_name_length(const char *text) {
  grundy_rules_text t = grundy_rules_split(text);
  return t.kind == GRUNDY_RULES_NONE ? 0 : t.length;
}

static grundy_status open_rules(const char *text, const grundy_open_options *options,
                                grundy_digraph **g, grundy_error *error) {
  grundy_ruleset *ruleset = NULL;
  grundy_ruleset_options of_rules = {.memory = options->memory, .monitor = options->monitor};
  grundy_status status = grundy_ruleset_open(text, &of_rules, &ruleset, error);
  return status == GRUNDY_OK ? grundy_explore(ruleset, options, g, error) : status;
}

/* A name with arguments, and no such file. */
static bool looks_like_rules(const char *text) {
  size_t length = strcspn(text, ":./");
  return length > 0 && strcmp(text, "-") != 0 && (text[length] == ':' || text[length] == '\0') &&
         access(text, F_OK) != 0;
}

grundy_status grundy_digraph_open(const char *text, const grundy_open_options *options,
                                  grundy_digraph **g, grundy_error *error) {
  static const grundy_open_options defaults = {0};
  if (options == NULL) options = &defaults;
  if (options->format == GRUNDY_FORMAT_AUTO && grundy_is_rules(text))
    return open_rules(text, options, g, error);
  grundy_format format = options->format;
  if (format == GRUNDY_FORMAT_AUTO) format = grundy_format_of(text, GRUNDY_FORMAT_READS_GAME);
  if (format == GRUNDY_FORMAT_NPZ) return grundy_tablebase_read(text, options, g, error);
  grundy_status status = grundy_digraph_read(text, options->format, options->monitor, g, error);
  if (status == GRUNDY_BAD_INPUT && looks_like_rules(text))
    return grundy_fail_at(error, status, text, 0, 0,
                          "there is no such file and no such game of the gallery; expected one of "
                          "them, see grundy rules list");
  return status;
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

grundy_status grundy_gallery_describe(const char *name, grundy_gallery_description *description,
                                      grundy_error *error) {
  grundy_gallery_game game;
  size_t room = sizeof description->title;
  if (!grundy_gallery_find(name, strlen(name), &game))
    return grundy_fail(
        error, GRUNDY_BAD_INPUT,
        "there is no game '%.*s' in the gallery; expected one of 'grundy rules list'",
        grundy_shown(name, strlen(name)), name);
  if (game.rules == NULL)
    return grundy_script_describe(name, game.source, game.length, room, description->title,
                                  description->arguments, error);
  (void)snprintf(description->title, room, "%s", game.rules->title);
  (void)snprintf(description->arguments, room, "%s",
                 game.rules->args == NULL ? "" : game.rules->args);
  return GRUNDY_OK;
}
