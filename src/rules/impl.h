/* Shared by the kinds of rules. */

#ifndef GRUNDY_SRC_RULES_IMPL_H
#define GRUNDY_SRC_RULES_IMPL_H

#include "rules/ruleset.h"

#include "base/error.h"

/* A game of the gallery: a script, or compiled C. */
typedef struct grundy_gallery_game {
  const char *file; /* the name of its source */
  const char *source;
  size_t length;
  const grundy_rules *rules; /* NULL: the source is a script */
} grundy_gallery_game;

/* Finds a game by its name. Returns false if there is none. */
bool grundy_gallery_find(const char *name, size_t length, grundy_gallery_game *game);

/* Considers the names of all games. */
void grundy_gallery_suggest(grundy_suggestion *best, const char *name, size_t length);

/* Fails because the gallery has no game of that name. */
grundy_status grundy_gallery_fail(const char *name, grundy_error *error);

/* Finds a game by its index, in the order of names. Returns false past the last. */
bool grundy_gallery_get(size_t index, grundy_gallery_game *game);

/* Arguments split at commas; `text` owns their bytes. */
typedef struct grundy_argument_list {
  char *text;
  const char **at;
  size_t count;
} grundy_argument_list;

grundy_status grundy_arguments_split(const char *text, grundy_argument_list *list,
                                     grundy_error *error);
void grundy_arguments_free(grundy_argument_list *list);

/* Returns which of `count`, `rank`, `unrank` and `tiers` is missing in rules that have some of
 * these or `unmoves`; NULL: none. `has` is in the order of these five functions. */
const char *grundy_ranks_missing(const bool has[5]);

/* The message about it. */
#define GRUNDY_RANKS_MISSING                                                                       \
  "these rules have ranks, but no %s; expected count, rank, unrank and tiers"

/* Returns the shared object whose code this thread is running, and sets *function to the function
 * that was called in it; NULL: none. Async-signal-safe. */
const char *grundy_compiled_running(const char **function);

/* Gets the script's own description, without starting a game; texts are truncated to `room`
 * bytes. */
grundy_status grundy_script_describe(const char *name, const char *source, size_t length,
                                     size_t room, char *title, char *arguments, uint32_t *setup,
                                     grundy_error *error);

/* Copies the first paragraph of the comment with which a text in Lua or C begins, in one line and
 * without the marks of the comment; "" if the text begins with something else. It says how one
 * moves and how one wins. Returns where `text` would end if there were room for all of it. */
size_t grundy_source_rules(const char *source, char *text, size_t size);

const char *grundy_script_source(const grundy_ruleset *ruleset, size_t *length);

extern const grundy_ruleset_kind grundy_script_kind;

#endif
