/* Files in all other formats. */

#include "game/kind.h"

#include "base/error.h"
#include "base/suggest.h"
#include "game/impl.h"
#include "heap/code.h"

#include <string.h>
#include <unistd.h>

static bool match(const char *text, size_t length, size_t *name) {
  (void)text;
  *name = length;
  return true;
}

/* Returns whether the text could be meant as the name of a game, with or without arguments. */
static bool looks_like_name(const char *text) {
  size_t length = strcspn(text, ":./");
  return length > 0 && strcmp(text, "-") != 0 && (text[length] == ':' || text[length] == '\0') &&
         access(text, F_OK) != 0;
}

/* Returns whether the text is the path of rules in C. */
static bool is_source(const char *text) {
  size_t length = strlen(text);
  return length > 2 && strcmp(text + length - 2, ".c") == 0 && access(text, F_OK) == 0;
}

static grundy_status open_file(const grundy_game_name *name, const grundy_open_options *options,
                               grundy_digraph **g, grundy_error *error) {
  grundy_status status =
      grundy_digraph_read(name->text, options->format,
                          &GRUNDY_OPTIONS(grundy_read_options, .monitor = options->monitor,
                                          .max_positions = options->limit),
                          g, error);
  if (status != GRUNDY_BAD_INPUT || options->format != GRUNDY_FORMAT_AUTO) return status;
  if (is_source(name->text))
    return grundy_fail_at(error, status, name->text, 0, 0,
                          "rules in C have to be compiled first; use 'grundy rules build'");
  if (!looks_like_name(name->text)) return status;
  if (grundy_heap_is_named(name->text, strlen(name->text)))
    return grundy_fail_at(error, status, name->text, 0, 0,
                          "expected heaps after a colon, such as %s:5 or %s:3,4,7", name->text,
                          name->text);
  if (grundy_game_is_expanded(name->text))
    return grundy_fail_at(error, status, name->text, 0, 0, "no such file or game%s",
                          grundy_quote_braces);
  grundy_suggestion best = grundy_game_suggest(name->text, false);
  (void)grundy_fail_at(error, status, name->text, 0, 0, "no such file or game");
  (void)grundy_error_suggest(error, &best);
  return grundy_because(error, GRUNDY_REASON_NO_GAME, status);
}

GRUNDY_GAME_KIND(file) = {
    .describe = {.name = "file",
                 .notation = "FILE[@POSITION]",
                 .example = "ring.dot@a",
                 .summary = "a file in one of the formats for games",
                 .is_file = true,
                 .is_digraph = true},
    .match = match,
    .open = open_file,
};
