#include "game_cache.h"

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>

#include <grundy/base.h>
#include <grundy/digraph.h>
#include <grundy/format.h>
#include <grundy/game.h>
#include <grundy/text.h>

#include "expression.h"
#include "failure.h"
#include "files.h"
#include "options.h"
#include "run_limits.h"
#include "web/library.h"

/* The largest text that a request may send. */
enum { LARGEST_TEXT = 7 << 20 };

void game_cache_free(struct web_offer *offers, size_t count) {
  for (size_t i = 0; offers != NULL && i < count; i++) {
    free((void *)offers[i].name);
    free((void *)offers[i].text);
    free((void *)offers[i].arguments);
    free((void *)offers[i].folder);
    for (char **file = offers[i].files; file != NULL && *file != NULL; file++) free(*file);
    free((void *)offers[i].files);
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

/* Writes the game as an edge list to a text. */
static grundy_status write_text(const char *name, const grundy_digraph *game, char **text,
                                grundy_error *error) {
  size_t size = 0;
  FILE *out = grundy_text_open(text, &size);
  if (out == NULL) return fail_memory(error);
  grundy_status status = grundy_digraph_write(game, GRUNDY_FORMAT_EDGES, NULL, out, error);
  bool kept = grundy_text_close(out, text);
  if (status == GRUNDY_OK && !kept) return fail_memory(error);
  if (status == GRUNDY_OK && size > LARGEST_TEXT) return fail_size(name, error);
  return status;
}

/* ---- one game ------------------------------------------------------------------------ */

/* Returns the format in which the page can edit the game; NULL if there is none. */
static const char *format_of(const grundy_game_name *name, const char *path) {
  const grundy_game_description *kind = grundy_game_kind_describe(name->kind);
  if (file_is_standard(path) || !kind->is_file) return NULL;
  if (kind->is_rules) return file_ends_with(path, ".lua") ? "lua" : NULL;
  grundy_format format = grundy_format_of(path, GRUNDY_FORMAT_READS_GAME);
  if (format == GRUNDY_FORMAT_AUTO) format = GRUNDY_FORMAT_EDGES;
  bool known = format == GRUNDY_FORMAT_EDGES || format == GRUNDY_FORMAT_DOT ||
               format == GRUNDY_FORMAT_GRAPHML;
  return known ? grundy_format_name(format) : NULL;
}

/* Returns the last part of a path: visitors of the page should not see the folders. */
static const char *name_in(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash == NULL ? path : slash + 1;
}

/* Copies the name without its folders, with the arguments. The caller frees the copy. */
static grundy_status copy_name(const grundy_game_name *name, struct web_offer *offer, char **path,
                               grundy_error *error) {
  bool has_arguments = name->text[name->length] == ':';
  *path = strndup(name->text, name->length);
  if (has_arguments) offer->arguments = strdup(name->arguments);
  if (*path != NULL) offer->name = strdup(name_in(*path));
  bool copied = offer->name != NULL && (!has_arguments || offer->arguments != NULL);
  return copied ? GRUNDY_OK : fail_memory(error);
}

static bool is_gzip(const char *text) {
  return strncmp(text, "\x1f\x8b", 2) == 0;
}

/* Sets the text of the game, unchanged or as an edge list. Rules in C and compressed files have no
 * text that a page could show. */
static grundy_status find_text(const grundy_game_name *name, const char *path,
                               const grundy_digraph *game, struct web_offer *offer,
                               grundy_error *error) {
  char *text = NULL;
  grundy_status status = GRUNDY_OK;
  offer->format = format_of(name, path);
  if (offer->format != NULL) status = read_text(path, &text, error);
  if (text != NULL && is_gzip(text)) {
    free(text);
    text = NULL;
    offer->format = NULL;
  }
  if (offer->format == NULL) {
    if (status == GRUNDY_OK) status = write_text(path, game, &text, error);
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
  grundy_game_name name = grundy_game_parse(word);
  grundy_status status = copy_name(&name, offer, &path, error);
  offer->group = "opened";
  offer->title = offer->name;
  if (status == GRUNDY_OK && grundy_game_kind_describe(name.kind)->is_file)
    status = find_text(&name, path, game, offer, error);
  free(path);
  return status;
}

/* ---- folders of tiers ---------------------------------------------------------------- */

/* Returns the line of the file game.txt that names the rules; the caller frees it. */
static grundy_status read_rules(const char *folder, char **rules, grundy_error *error) {
  static const char word[] = "\ngame ", file[] = "/game.txt";
  size_t room = strlen(folder) + sizeof file;
  char *path = malloc(room), *text = NULL;
  if (path == NULL) return fail_memory(error);
  (void)snprintf(path, room, "%s%s", folder, file);
  grundy_status status = read_text(path, &text, error);
  const char *line = status == GRUNDY_OK && text != NULL ? strstr(text, word) : NULL;
  if (line != NULL) line += strlen(word);
  *rules = line == NULL ? NULL : strndup(line, strcspn(line, "\n"));
  if (status == GRUNDY_OK && *rules == NULL) status = fail_memory(error);
  free(path);
  free(text);
  return status;
}

/* Requests can read only what has a link in their folder, and links have the names that the rules
 * use. */
static grundy_status add_file(const char *folder, const char *name, struct web_offer *offer,
                              size_t *count, grundy_error *error) {
  if (file_ends_with(name, ".so"))
    return fail_with(error, GRUNDY_UNABLE, folder,
                     "'%s' is a shared object, which requests to a server may not load", name);
  if (strchr(name, '/') != NULL)
    return fail_with(error, GRUNDY_UNABLE, folder,
                     "the rules need '%s', which is in another folder; solve the game again in the "
                     "folder of that file",
                     name);
  offer->files[*count] = realpath(name, NULL);
  return offer->files[(*count)++] == NULL ? fail_memory(error) : GRUNDY_OK;
}

/* Finds the files that the text of rules names: "cops.lua:board.edges,2", or operators around it.
 */
static grundy_status find_files(const char *folder, char *rules, struct web_offer *offer,
                                grundy_error *error) {
  static const char separators[] = ":,() ";
  grundy_status status = GRUNDY_OK;
  size_t count = 0;
  char *rest = NULL;
  offer->files = calloc(strlen(rules) + 1, sizeof *offer->files);
  if (offer->files == NULL) return fail_memory(error);
  for (char *word = strtok_r(rules, separators, &rest); word != NULL && status == GRUNDY_OK;
       word = strtok_r(NULL, separators, &rest)) {
    struct stat about;
    if (stat(word, &about) == 0 && S_ISREG(about.st_mode))
      status = add_file(folder, word, offer, &count, error);
  }
  return status;
}

/* Fails if positions of the folder cannot be looked up. */
static grundy_status try_folder(const char *folder, struct limits *limits, grundy_error *error) {
  char *text = malloc(2 * strlen(folder) + 4);
  grundy_expression *expression = NULL;
  if (text == NULL) return fail_memory(error);
  text[grundy_quote(folder, text)] = '\0';
  grundy_status status =
      expression_open(&(struct expression_request){.text = text}, limits, &expression, error);
  grundy_expression_free(expression);
  free(text);
  return status;
}

/* Describes a folder of tiers, in which requests look up positions. */
static grundy_status open_folder(const char *word, struct limits *limits, struct web_offer *offer,
                                 grundy_error *error) {
  char *rules = NULL;
  grundy_status status = try_folder(word, limits, error);
  if (status == GRUNDY_OK) status = read_rules(word, &rules, error);
  if (status == GRUNDY_OK && rules != NULL) status = find_files(word, rules, offer, error);
  free(rules);
  if (status != GRUNDY_OK) return status;
  offer->group = "opened";
  offer->folder = realpath(word, NULL);
  if (offer->folder != NULL) offer->name = strdup(name_in(offer->folder));
  offer->title = offer->name;
  if (offer->name == NULL) return fail_memory(error);
  if (offer->name[0] != '-' && offer->name[0] != '\0') return GRUNDY_OK;
  return fail_with(error, GRUNDY_BAD_INPUT, word,
                   "a server cannot offer a folder of this name; rename it");
}

/* Fails if two folders have the same name, by which requests know them. */
static grundy_status check_names(const struct words *games, const struct web_offer *offers,
                                 grundy_error *error) {
  for (size_t i = 0; i < games->count; i++)
    for (size_t j = 0; j < i && offers[i].folder != NULL; j++)
      if (offers[j].folder != NULL && strcmp(offers[i].name, offers[j].name) == 0)
        return fail_with(error, GRUNDY_BAD_INPUT, games->at[i],
                         "another folder has the same name; rename one of them");
  return GRUNDY_OK;
}

/* ---- all games ----------------------------------------------------------------------- */

static grundy_status open_game(const char *word, struct limits *limits, struct web_offer *offer,
                               grundy_error *error) {
  grundy_digraph *game = NULL;
  grundy_game_name name = grundy_game_parse(word);
  if (grundy_game_kind_describe(name.kind)->is_folder)
    return open_folder(word, limits, offer, error);
  grundy_status status = file_read_game(word, GRUNDY_FORMAT_AUTO, limits, &game, error);
  if (status == GRUNDY_OK) status = describe(word, game, offer, error);
  grundy_digraph_free(game);
  return status;
}

grundy_status game_cache_open(const struct words *games, struct limits *limits,
                              struct web_offer **offers, grundy_error *error) {
  *offers = calloc(games->count + 1, sizeof **offers);
  if (*offers == NULL) return fail_memory(error);
  grundy_status status = GRUNDY_OK;
  for (size_t i = 0; i < games->count && status == GRUNDY_OK; i++)
    status = open_game(games->at[i], limits, &(*offers)[i], error);
  return status == GRUNDY_OK ? check_names(games, *offers, error) : status;
}
