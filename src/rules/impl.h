/* What the kinds of rules share. */

#ifndef GRUNDY_SRC_RULES_IMPL_H
#define GRUNDY_SRC_RULES_IMPL_H

#include "rules/ruleset.h"

#include "base/error.h"

/* A game of the gallery: a script, or a C file that is linked. */
typedef struct grundy_gallery_game {
  const char *file; /* the name of its source */
  const char *source;
  size_t length;
  const grundy_rules *rules; /* NULL: the source is a script */
} grundy_gallery_game;

/* By its name. False if there is none. */
bool grundy_gallery_find(const char *name, size_t length, grundy_gallery_game *game);

/* Considers the names of all games. */
void grundy_gallery_suggest(grundy_suggestion *best, const char *name, size_t length);

/* Fails because there is no game of that name. */
grundy_status grundy_gallery_fail(const char *name, grundy_error *error);

/* By number, in the order of their names. False past the last. */
bool grundy_gallery_get(size_t index, grundy_gallery_game *game);

/* Arguments parted at commas; `text` keeps them all. */
typedef struct grundy_argument_list {
  char *text;
  const char **at;
  size_t count;
} grundy_argument_list;

grundy_status grundy_arguments_split(const char *text, grundy_argument_list *list,
                                     grundy_error *error);
void grundy_arguments_free(grundy_argument_list *list);

/* The shared object whose code this thread is running, and the function that was called in it;
 * NULL: none. Async-signal-safe. */
const char *grundy_compiled_running(const char **function);

/* What a script says about itself, without starting a game; texts are cut to `room` bytes. */
grundy_status grundy_script_describe(const char *name, const char *source, size_t length,
                                     size_t room, char *title, char *arguments,
                                     grundy_error *error);
void grundy_script_watch(grundy_ruleset *ruleset, const grundy_work *work);
const char *grundy_script_source(const grundy_ruleset *ruleset, size_t *length);

extern const grundy_ruleset_kind grundy_script_kind;

#endif
