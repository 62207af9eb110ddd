/* Opening rules by what is typed. */

#include "rules/impl.h"

#include "base/alloc.h"
#include "format/impl.h"

#include <string.h>

/* ---- names ------------------------------------------------------------------------------ */

/* Does a file's name with that ending stand at the front, followed by a colon or nothing? */
static size_t ends_file(const char *text, const char *ending) {
  for (const char *at = strstr(text, ending); at != NULL; at = strstr(at + 1, ending)) {
    const char *end = at + strlen(ending);
    if (at > text && (*end == ':' || *end == '\0')) return (size_t)(end - text);
  }
  return 0;
}

grundy_rules_text grundy_rules_split(const char *text) {
  grundy_gallery_game game;
  grundy_rules_text t = {.path = text};
  if ((t.length = ends_file(text, ".lua")) > 0)
    t.kind = GRUNDY_RULES_LUA;
  else if ((t.length = ends_file(text, ".so")) > 0)
    t.kind = GRUNDY_RULES_LIBRARY;
  else if (grundy_gallery_find(text, t.length = strcspn(text, ":"), &game))
    t.kind = GRUNDY_RULES_GALLERY;
  t.arguments = text[t.length] == ':' ? text + t.length + 1 : text + t.length;
  return t;
}

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

static char *copy(const char *text, size_t length) {
  char *made = grundy_alloc(length + 1, 1);
  if (made == NULL) return NULL;
  memcpy(made, text, length);
  made[length] = '\0';
  return made;
}

static grundy_status open_file(const char *path, const char *arguments,
                               const grundy_ruleset_options *options, grundy_ruleset **ruleset,
                               grundy_error *error) {
  FILE *in = NULL;
  char *source = NULL;
  size_t length = 0;
  grundy_work work = grundy_work_start(options->monitor, "reading", 0);
  grundy_status status = grundy_input_open(path, &in, error);
  if (status != GRUNDY_OK) return status;
  status = grundy_input_slurp(in, path, &work, &source, &length, error);
  grundy_input_close(in);
  if (status == GRUNDY_OK)
    status = grundy_script_open(path, source, length, arguments, options, ruleset, error);
  free(source);
  return status;
}

static grundy_status open_gallery(const char *name, const char *arguments,
                                  const grundy_ruleset_options *options, grundy_ruleset **ruleset,
                                  grundy_error *error) {
  grundy_gallery_game game;
  if (!grundy_gallery_find(name, strlen(name), &game))
    return grundy_fail(error, GRUNDY_BAD_INPUT, "there is no game '%s' in the gallery", name);
  if (game.rules != NULL)
    return grundy_compiled_linked(name, game.rules, arguments, ruleset, error);
  return grundy_script_open(game.file, game.source, game.length, arguments, options, ruleset,
                            error);
}

grundy_status grundy_ruleset_open(const char *text, const grundy_ruleset_options *options,
                                  grundy_ruleset **ruleset, grundy_error *error) {
  grundy_rules_text t = grundy_rules_split(text);
  char *path = copy(t.path, t.length), *whole = copy(text, strlen(text));
  grundy_status status = GRUNDY_OK;
  if (path == NULL || whole == NULL)
    status = grundy_fail_memory(error);
  else if (t.kind == GRUNDY_RULES_LUA)
    status = open_file(path, t.arguments, options, ruleset, error);
  else if (t.kind == GRUNDY_RULES_LIBRARY)
    status = grundy_compiled_open(path, t.arguments, ruleset, error);
  else
    status = open_gallery(path, t.arguments, options, ruleset, error);
  free(path);
  if (status == GRUNDY_OK)
    (*ruleset)->text = whole;
  else
    free(whole);
  return status;
}

grundy_status grundy_ruleset_script(const char *name, const char *source, size_t length,
                                    const char *arguments, const grundy_ruleset_options *options,
                                    grundy_ruleset **ruleset, grundy_error *error) {
  char *whole = grundy_alloc(strlen(name) + strlen(arguments) + 2, 1);
  if (whole == NULL) return grundy_fail_memory(error);
  sprintf(whole, "%s%s%s", name, *arguments == '\0' ? "" : ":", arguments);
  grundy_status status =
      grundy_script_open(name, source, length, arguments, options, ruleset, error);
  if (status == GRUNDY_OK)
    (*ruleset)->text = whole;
  else
    free(whole);
  return status;
}

void grundy_ruleset_set_monitor(grundy_ruleset *ruleset, const grundy_work *work) {
  if (ruleset->kind == &grundy_script_kind) grundy_script_watch(ruleset, work);
}

const char *grundy_ruleset_source(const grundy_ruleset *ruleset, size_t *length) {
  return ruleset->kind == &grundy_script_kind ? grundy_script_source(ruleset, length) : NULL;
}

void grundy_ruleset_close(grundy_ruleset *ruleset) {
  if (ruleset == NULL) return;
  free(ruleset->text);
  free(ruleset->title);
  ruleset->kind->close(ruleset);
}
