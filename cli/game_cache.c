#include "opened.h"

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

#include <grundy/base.h>
#include <grundy/digraph.h>
#include <grundy/explore.h>
#include <grundy/format.h>

#include "effort.h"
#include "failure.h"
#include "files.h"
#include "options.h"
#include "web/library.h"

/* What a request may send. */
enum { LARGEST_TEXT = 7 << 20 };

void opened_free(struct web_offer *offers, size_t count) {
  for (size_t i = 0; offers != NULL && i < count; i++) {
    free((void *)offers[i].name);
    free((void *)offers[i].text);
    free((void *)offers[i].arguments);
  }
  free(offers);
}

static grundy_status fail_size(const char *game, grundy_error *error) {
  return fail_with(error, GRUNDY_UNABLE, game,
                   "the game is too large for a page; expected at most 7 MiB of text");
}

/* ---- texts --------------------------------------------------------------------------- */

static grundy_status read_text(const char *path, char **text, grundy_error *error) {
  size_t room = 0;
  FILE *in = fopen(path, "rb");
  errno = in == NULL ? errno : 0;
  ssize_t length = in == NULL ? -1 : getdelim(text, &room, '\0', in);
  bool failed = in == NULL || ferror(in) != 0;
  int reason = errno;
  if (in != NULL) (void)fclose(in);
  if (failed) return fail_with(error, GRUNDY_IO_ERROR, path, "%s", strerror(reason));
  if (length < 0) (*text)[0] = '\0';
  return length > LARGEST_TEXT ? fail_size(path, error) : GRUNDY_OK;
}

/* The game as an edge list. */
static grundy_status write_text(const char *name, const grundy_digraph *game, char **text,
                                grundy_error *error) {
  size_t size = 0;
  FILE *out = open_memstream(text, &size);
  if (out == NULL) return fail_memory(error);
  grundy_status status = grundy_digraph_write(out, GRUNDY_FORMAT_EDGES, game, NULL, error);
  bool kept = ferror(out) == 0;
  kept = fclose(out) == 0 && kept;
  if (status == GRUNDY_OK && !kept) return fail_memory(error);
  if (status == GRUNDY_OK && size > LARGEST_TEXT) return fail_size(name, error);
  return status;
}

/* ---- one game ------------------------------------------------------------------------ */

/* The format in which the page can edit it; NULL if there is none. */
static const char *format_of(const char *path) {
  const char *dot = strrchr(path, '.');
  if (dot != NULL && strcmp(dot, ".lua") == 0) return "lua";
  if (file_is_standard(path) || grundy_is_rules(path)) return NULL;
  grundy_format format = grundy_format_of(path, GRUNDY_FORMAT_READS_GAME);
  if (format == GRUNDY_FORMAT_AUTO) format = GRUNDY_FORMAT_EDGES;
  bool known = format == GRUNDY_FORMAT_EDGES || format == GRUNDY_FORMAT_DOT ||
               format == GRUNDY_FORMAT_GRAPHML;
  return known ? grundy_format_name(format) : NULL;
}

/* Where the folders of a path end: those who look at the page need not know them. */
static const char *name_in(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash == NULL ? path : slash + 1;
}

static bool is_in_gallery(const char *name) {
  grundy_gallery_entry entry;
  return grundy_gallery_named(name, &entry);
}

/* Rules are parted from their arguments. The path is to be freed. */
static grundy_status cut_word(const char *word, struct web_offer *offer, char **path,
                              grundy_error *error) {
  size_t length = grundy_is_rules(word) ? grundy_rules_name_length(word) : strlen(word);
  bool argued = word[length] == ':';
  *path = strndup(word, length);
  if (argued) offer->arguments = strdup(word + length + 1);
  if (*path != NULL) offer->name = strdup(name_in(*path));
  bool cut = offer->name != NULL && (!argued || offer->arguments != NULL);
  return cut ? GRUNDY_OK : fail_memory(error);
}

/* The text of the game, as it is or as an edge list. Rules in C have no text, and are explored. */
static grundy_status find_text(const char *path, const grundy_digraph *game,
                               struct web_offer *offer, grundy_error *error) {
  char *text = NULL;
  offer->format = format_of(path);
  grundy_status status =
      offer->format == NULL ? write_text(path, game, &text, error) : read_text(path, &text, error);
  if (offer->format == NULL) {
    offer->format = grundy_format_name(GRUNDY_FORMAT_EDGES);
    free((void *)offer->arguments);
    offer->arguments = NULL;
  }
  offer->text = text;
  return status;
}

static grundy_status describe(const char *word, const grundy_digraph *game, struct web_offer *offer,
                              grundy_error *error) {
  char *path = NULL;
  grundy_status status = cut_word(word, offer, &path, error);
  offer->group = "opened";
  offer->title = offer->name;
  if (status == GRUNDY_OK && !(grundy_is_rules(word) && is_in_gallery(path)))
    status = find_text(path, game, offer, error);
  free(path);
  return status;
}

static grundy_status open_game(const char *word, struct effort *effort, struct web_offer *offer,
                               grundy_error *error) {
  grundy_digraph *game = NULL;
  grundy_status status = file_read_game(word, GRUNDY_FORMAT_AUTO, effort, &game, error);
  if (status == GRUNDY_OK) status = describe(word, game, offer, error);
  grundy_digraph_free(game);
  return status;
}

grundy_status opened_games(const struct words *games, struct effort *effort,
                           struct web_offer **offers, grundy_error *error) {
  *offers = calloc(games->count + 1, sizeof **offers);
  if (*offers == NULL) return fail_memory(error);
  grundy_status status = GRUNDY_OK;
  for (size_t i = 0; i < games->count && status == GRUNDY_OK; i++)
    status = open_game(games->at[i], effort, &(*offers)[i], error);
  return status;
}
