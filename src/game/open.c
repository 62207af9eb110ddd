/* Opens a game as a digraph. */

#include "base/alloc.h"
#include "base/error.h"
#include "base/options.h"
#include "base/suggest.h"
#include "explore/impl.h"
#include "format/impl.h"
#include "game/impl.h"
#include "promise/check.h"
#include "rules/impl.h"
#include "tiers/impl.h"

#include <string.h>

extern const grundy_game_kind grundy_kind_file, grundy_kind_tablebase;

/* ---- rule sets ------------------------------------------------------------------------------ */

static grundy_status fail_not_rules(const char *text, grundy_error *error) {
  grundy_suggestion best = grundy_game_suggest(text, false);
  (void)grundy_fail(error, GRUNDY_BAD_INPUT, "'%.*s' is not the name of rules",
                    grundy_excerpt(text, strlen(text)), text);
  if (!grundy_error_suggest(error, &best))
    grundy_error_append(error, "; expected FILE.lua, FILE.so or a game of the gallery, with "
                               ":ARGUMENTS if it has some");
  return grundy_because(error, GRUNDY_REASON_NO_GAME, GRUNDY_BAD_INPUT);
}

grundy_status grundy_game_ruleset(const grundy_game_name *name, const grundy_open_options *options,
                                  grundy_ruleset **ruleset, grundy_error *error) {
  if (name->kind->ruleset == NULL) return fail_not_rules(name->text, error);
  return grundy_game_stored_script(name, NULL, 0, options, ruleset, error);
}

grundy_status grundy_game_stored_script(const grundy_game_name *name, const char *source,
                                        size_t length, const grundy_open_options *options,
                                        grundy_ruleset **ruleset, grundy_error *error) {
  grundy_ruleset_options opening = {.memory = options->memory, .monitor = options->monitor};
  char *path = strndup(name->text, name->length);
  if (path == NULL) return grundy_fail_memory(error);
  grundy_ruleset *made = NULL;
  grundy_status status =
      source == NULL
          ? name->kind->ruleset(path, name->arguments, &opening, &made, error)
          : grundy_script_open(path, source, length, name->arguments, &opening, &made, error);
  if (status == GRUNDY_OK) status = grundy_ruleset_set_text(made, path, name->arguments, error);
  if (status == GRUNDY_OK && options->unreduced) made->has_canon = false;
  if (status == GRUNDY_OK) *ruleset = made;
  if (status == GRUNDY_BAD_INPUT && strchr(name->arguments, '@') != NULL)
    grundy_error_append(error, "; '@POSITION' cannot be given here");
  free(path);
  return status;
}

grundy_status grundy_game_explore(const grundy_game_name *name, const grundy_open_options *options,
                                  grundy_digraph **g, grundy_error *error) {
  grundy_ruleset *ruleset = NULL;
  grundy_status status = grundy_game_ruleset(name, options, &ruleset, error);
  return status == GRUNDY_OK ? grundy_explore(ruleset, options, g, error) : status;
}

const char *grundy_rules_running(const char **function) {
  return grundy_compiled_running(function);
}

/* ---- digraphs ------------------------------------------------------------------------------- */

grundy_status grundy_game_open_name(const grundy_game_name *name,
                                    const grundy_open_options *options, grundy_digraph **g,
                                    grundy_error *error) {
  grundy_open_options chosen;
  grundy_status status = grundy_options_copy(options, &chosen, sizeof chosen, error);
  if (status != GRUNDY_OK) return status;
  grundy_game_name opened = *name;
  if (chosen.format != GRUNDY_FORMAT_AUTO) /* the text is a path, whatever it looks like */
    opened = grundy_game_name_of(chosen.format == GRUNDY_FORMAT_NPZ ? &grundy_kind_tablebase
                                                                    : &grundy_kind_file,
                                 name->text, strlen(name->text));
  return opened.kind->open(&opened, &chosen, g, error);
}

grundy_status grundy_game_open(const char *text, const grundy_open_options *options,
                               grundy_digraph **g, grundy_error *error) {
  grundy_game_name name = grundy_game_parse(text);
  return grundy_game_open_name(&name, options, g, error);
}

/* ---- tiers ---------------------------------------------------------------------------------- */

grundy_status grundy_tiers_open(const char *text, const grundy_open_options *options,
                                grundy_tiers **tiers, grundy_error *error) {
  grundy_open_options chosen;
  grundy_ruleset *ruleset = NULL;
  grundy_status status = grundy_options_copy(options, &chosen, sizeof chosen, error);
  if (status != GRUNDY_OK) return status;
  grundy_game_name name = grundy_game_parse(text);
  if (name.kind->describe.is_folder) return grundy_tiers_open_folder(text, &chosen, tiers, error);
  status = grundy_game_ruleset(&name, &chosen, &ruleset, error);
  return status == GRUNDY_OK ? grundy_tiers_new(ruleset, chosen.monitor, tiers, error) : status;
}

/* ---- describing ----------------------------------------------------------------------------- */

grundy_status grundy_rules_describe(const char *text, grundy_gallery_description *description,
                                    grundy_error *error) {
  grundy_game_name name = grundy_game_parse(text);
  if (name.kind->ruleset == NULL) return fail_not_rules(text, error);
  *description = (grundy_gallery_description){0};
  char *path = strndup(text, name.length);
  if (path == NULL) return grundy_fail_memory(error);
  grundy_status status = GRUNDY_OK;
  if (name.kind->ruleset == grundy_gallery_open) {
    status = grundy_gallery_describe(path, description, error);
  } else if (name.kind->ruleset == grundy_script_open_file) {
    char *source = NULL;
    size_t length = 0;
    grundy_work work = grundy_work_start(NULL, "reading", 0);
    status = grundy_input_read(path, &work, &source, &length, error);
    if (status == GRUNDY_OK)
      status = grundy_script_describe(path, source, length, sizeof description->title,
                                      description->title, description->arguments,
                                      &description->setup, error);
    if (status == GRUNDY_OK)
      (void)grundy_source_rules(source, description->rules, sizeof description->rules);
    free(source);
  }
  free(path);
  return status;
}

/* ---- checking ------------------------------------------------------------------------------- */

static grundy_status open_again(const void *context, const grundy_ruleset_options *options,
                                grundy_ruleset **ruleset, grundy_error *error) {
  grundy_open_options opening = {.memory = options->memory, .monitor = options->monitor};
  return grundy_game_ruleset(context, &opening, ruleset, error);
}

grundy_status grundy_rules_check(const char *text, const grundy_rules_check_options *options,
                                 grundy_rules_finding findings[GRUNDY_PROMISE_COUNT],
                                 grundy_error *error) {
  grundy_rules_check_options chosen;
  grundy_game_name name = grundy_game_parse(text);
  grundy_ruleset_opener opener = {open_again, &name};
  grundy_status status = grundy_options_copy(options, &chosen, sizeof chosen, error);
  return status == GRUNDY_OK ? grundy_ruleset_check(&opener, &chosen, findings, error) : status;
}
