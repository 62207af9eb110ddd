/* Folders of solved tiers. */

#include "game/kind.h"

#include "base/alloc.h"
#include "base/error.h"
#include "game/components/components.h"
#include "game/impl.h"
#include "tiers/impl.h"

#include <stdlib.h>
#include <string.h>

static bool match(const char *text, size_t length, size_t *name) {
  *name = length;
  return grundy_tiers_is_folder(text, length);
}

/* Returns the kind of the rules, inside all operators. */
static const grundy_game_kind *innermost_kind(const grundy_game_name *name) {
  if (name->kind->ruleset != grundy_rule_operator_open) return name->kind;
  return grundy_rule_operator_innermost(name->text).kind;
}

grundy_status grundy_tiers_rules(const char *folder, const char *text,
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
  if (status == GRUNDY_OK) status = grundy_tiers_rules(folder, text, options, &ruleset, error);
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

static void free_game(void *game) {
  grundy_tiers_game_free(game);
}

static grundy_status component(grundy_game_use *use, const grundy_monitor *monitor,
                               grundy_error *error) {
  grundy_open_options options = {
      .size = sizeof options, .libraries = use->libraries, .monitor = monitor};
  grundy_tiers_game *game = NULL;
  grundy_status status = grundy_tiers_game_open(use->text, &options, &game, error);
  if (status != GRUNDY_OK) return status;
  use->data = game;
  use->free_data = free_game;
  use->component = grundy_component_tiers(game);
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
    .component = component,
};
