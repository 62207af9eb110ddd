/* Tablebases, and all other .npz files with games. */

#include "game/kind.h"

#include "base/error.h"
#include "explore/impl.h"
#include "game/impl.h"

#include <string.h>
#include <strings.h>

static bool match(const char *text, size_t length, size_t *name) {
  static const char ending[] = ".npz";
  size_t tail = sizeof ending - 1;
  *name = length;
  return length >= tail && strncasecmp(text + length - tail, ending, tail) == 0;
}

static grundy_status fail(const char *text, const char *what, grundy_error *error) {
  return grundy_fail(error, GRUNDY_BAD_INPUT, "'%.*s' %s", grundy_excerpt(text, strlen(text)), text,
                     what);
}

/* Opens rules without a script: a game of the gallery, or a shared object if that is allowed. */
static grundy_status open_named(const grundy_game_name *name, const grundy_open_options *options,
                                grundy_ruleset **ruleset, grundy_error *error) {
  const grundy_game_description *kind = &name->kind->describe;
  if (name->kind->ruleset == grundy_rule_operator_open)
    kind = &grundy_rule_operator_innermost(name->text).kind->describe;
  if (name->kind->ruleset == grundy_rule_operator_open && kind->is_file)
    return fail(name->text, "has rules in a file, which a file of data may not load", error);
  if (!kind->is_rules)
    return fail(name->text, "is neither a game of the gallery nor a script in source.npy", error);
  if (name->kind->ruleset == grundy_script_open_file)
    return fail(name->text, "is a script, which is missing in source.npy", error);
  if (kind->is_file && !options->libraries)
    return grundy_because(
        error, GRUNDY_REASON_UNTRUSTED,
        fail(name->text, "is a shared object, which a file of data may not load", error));
  return grundy_game_ruleset(name, options, ruleset, error);
}

/* Opens the stored script, under the name of the file that it came from. */
static grundy_status open_stored(const char *text, const char *source, size_t length,
                                 const grundy_open_options *options, grundy_ruleset **ruleset,
                                 grundy_error *error) {
  grundy_game_name name = grundy_game_parse(text);
  if (source == NULL) return open_named(&name, options, ruleset, error);
  return grundy_game_stored_script(&name, source, length, options, ruleset, error);
}

static grundy_status open_tablebase(const grundy_game_name *name,
                                    const grundy_open_options *options, grundy_digraph **g,
                                    grundy_error *error) {
  return grundy_tablebase_read(name->text, options, open_stored, g, error);
}

/* Only explored games are stored with their solutions. */
static grundy_status read_solution(const grundy_game_use *use, const grundy_monitor *monitor,
                                   grundy_solution **solution, grundy_error *error) {
  if (!grundy_is_explored(use->g)) return GRUNDY_OK;
  return grundy_solution_read(use->g, use->text, GRUNDY_FORMAT_NPZ,
                              &GRUNDY_OPTIONS(grundy_read_options, .monitor = monitor), solution,
                              error);
}

GRUNDY_GAME_KIND(tablebase) = {
    .describe = {.name = "tablebase",
                 .notation = "FILE.npz[@POSITION]",
                 .example = "wythoff.npz",
                 .summary = "an explored game with its solution, or any game in NumPy's format",
                 .is_file = true,
                 .is_digraph = true,
                 .has_start = true},
    .match = match,
    .open = open_tablebase,
    .read_solution = read_solution,
};
