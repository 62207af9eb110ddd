#include "web/library.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <embedded.h>
#include <grundy/base.h>
#include <grundy/game.h>
#include <jansson.h>

#include "web/answer.h"

/* Made by cmake/embed.cmake: the folder web/page and examples/. */
extern const struct embedded_file web_page[];
extern const struct embedded_file web_examples[];

struct shelf {
  char *path;
  struct web_answer *answer;
};

struct web_library {
  struct shelf *shelves;
  size_t count;
};

void web_library_free(struct web_library *library) {
  if (library == NULL) return;
  for (size_t i = 0; i < library->count; i++) {
    free(library->shelves[i].path);
    web_answer_release(library->shelves[i].answer);
  }
  free(library->shelves);
  free(library);
}

struct web_answer *web_library_find(const struct web_library *library, const char *path) {
  for (size_t i = 0; i < library->count; i++)
    if (strcmp(library->shelves[i].path, path) == 0) return library->shelves[i].answer;
  return NULL;
}

/* Takes the bytes over. */
static bool put(struct web_library *library, const char *path, const char *type, char *bytes,
                size_t length) {
  struct web_answer *answer = bytes == NULL ? NULL : web_answer_new(200, type, bytes, length);
  char *copy = strdup(path);
  if (answer == NULL || copy == NULL) {
    web_answer_release(answer);
    free(copy);
    return false;
  }
  library->shelves[library->count++] = (struct shelf){copy, answer};
  return true;
}

/* ---- the page ---------------------------------------------------------------------- */

static const char *type_of(const char *name) {
  static const struct {
    const char *ending, *type;
  } types[] = {
      {".html", "text/html; charset=utf-8"},
      {".js", "text/javascript; charset=utf-8"},
      {".css", "text/css; charset=utf-8"},
      {".svg", "image/svg+xml"},
      {".png", "image/png"},
      {".ico", "image/x-icon"},
      {".json", "application/json"},
      {".woff2", "font/woff2"},
  };
  const char *dot = strrchr(name, '.');
  for (size_t i = 0; dot != NULL && i < sizeof types / sizeof types[0]; i++)
    if (strcmp(dot, types[i].ending) == 0) return types[i].type;
  return "text/plain; charset=utf-8";
}

static bool put_file(struct web_library *library, const struct embedded_file *file) {
  char path[256];
  char *bytes = malloc(file->length + 1);
  if (bytes == NULL) return false;
  memcpy(bytes, file->bytes, file->length);
  bool start = strcmp(file->name, "index.html") == 0;
  (void)snprintf(path, sizeof path, "/%s", start ? "" : file->name);
  return put(library, path, type_of(file->name), bytes, file->length);
}

/* ---- the list of games ------------------------------------------------------------- */

/* {"format", "text", "args"} or {"gallery", "args", "files"}. */
static json_t *game_of(const struct web_offer *offer) {
  if (offer->board != NULL)
    return json_pack("{s:s, s:s*, s:{s:s}}", "gallery", offer->name, "args", offer->arguments,
                     "files", "board.edges", offer->board);
  if (offer->text == NULL)
    return json_pack("{s:s, s:s*}", "gallery", offer->name, "args", offer->arguments);
  return json_pack("{s:s, s:s, s:s*}", "format", offer->format, "text", offer->text, "args",
                   offer->arguments);
}

static bool list_offer(json_t *list, const struct web_offer *offer) {
  json_t *item = json_pack("{s:s, s:s, s:s, s:o, s:s*}", "name", offer->name, "title", offer->title,
                           "group", offer->group, "game", game_of(offer), "usage", offer->usage);
  return json_array_append_new(list, item) == 0;
}

/* The first sentence of the comment that an edge list begins with: its lines joined, up to a full
 * stop before a capital letter. */
static void read_title(const char *text, char *title, size_t size) {
  size_t length = 0;
  for (bool more = *text == '#'; more; more = *text == '#') {
    text += strspn(text, "# ");
    size_t line = strcspn(text, "\n");
    length += (size_t)snprintf(title + length, size - length, "%s%.*s", length == 0 ? "" : " ",
                               (int)line, text);
    if (length >= size) length = size - 1;
    text += line + (text[line] == '\n' ? 1 : 0);
  }
  for (char *at = title; (at = strstr(at, ". ")) != NULL; at++)
    if (at[2] >= 'A' && at[2] <= 'Z') at[1] = '\0';
}

static bool list_example(json_t *list, const struct embedded_file *file) {
  char name[128];
  char title[1024] = "";
  const char *text = (const char *)file->bytes;
  (void)snprintf(name, sizeof name, "%.*s", (int)strcspn(file->name, "."), file->name);
  read_title(text, title, sizeof title);
  struct web_offer offer = {.group = "papers",
                            .name = name,
                            .title = title[0] == '\0' ? name : title,
                            .format = "edges",
                            .text = text};
  return list_offer(list, &offer);
}

/* Arguments with which a game of the gallery is small enough to be looked at; NULL: its own. */
static const char *arguments_of(const char *name) {
  static const char *const arguments[][2] = {
      {"fair-shares", "6"}, {"quixo", "2"}, {"welter", "5,3,1"}, {"wythoff", "3,5"}};
  for (size_t i = 0; i < sizeof arguments / sizeof arguments[0]; i++)
    if (strcmp(arguments[i][0], name) == 0) return arguments[i][1];
  return NULL;
}

/* Some are played on a graph or digraph, which is their first argument: here, on a house. */
static void choose_arguments(const grundy_gallery_description *game, struct web_offer *offer) {
  static const char house[] = "a b\nb c\nc d\nd a\na e\nb e\n";
  offer->arguments = arguments_of(offer->name);
  bool is_on_digraph = strstr(game->arguments, ":digraph") != NULL;
  if (!is_on_digraph && strstr(game->arguments, ":graph") == NULL) return;
  offer->arguments = "board.edges";
  offer->board = house;
}

static bool list_gallery(json_t *list) {
  grundy_gallery_entry entry;
  bool listed = true;
  for (size_t i = 0; listed && grundy_gallery(i, &entry); i++) {
    grundy_gallery_description game;
    struct web_offer offer = {
        .group = "gallery", .name = entry.name, .title = game.title, .usage = game.arguments};
    listed = grundy_gallery_describe(entry.name, &game, NULL) == GRUNDY_OK;
    if (!listed) break;
    choose_arguments(&game, &offer);
    listed = list_offer(list, &offer);
  }
  return listed;
}

static char *list_games(const struct web_offer *offers, size_t count) {
  json_t *list = json_array();
  bool listed = list != NULL;
  for (size_t i = 0; listed && i < count; i++) listed = list_offer(list, &offers[i]);
  for (const struct embedded_file *file = web_examples; listed && file->name != NULL; file++)
    listed = list_example(list, file);
  if (!listed || !list_gallery(list)) {
    json_decref(list);
    return NULL;
  }
  json_t *body = json_pack("{s:o}", "examples", list);
  char *text = body == NULL ? NULL : json_dumps(body, JSON_COMPACT);
  json_decref(body);
  return text;
}

static bool put_version(struct web_library *library) {
  char *text = NULL;
  int length = asprintf(&text, "{\"grundy\": \"%s\"}\n", grundy_version());
  return length >= 0 && put(library, "/api/version", "application/json", text, (size_t)length);
}

/* ---- the library ------------------------------------------------------------------- */

static bool fill(struct web_library *library, const struct web_offer *offers, size_t count) {
  size_t files = 0;
  while (web_page[files].name != NULL) files++;
  library->shelves = calloc(files + 2, sizeof *library->shelves);
  if (library->shelves == NULL) return false;
  for (size_t i = 0; i < files; i++)
    if (!put_file(library, &web_page[i])) return false;
  char *games = list_games(offers, count);
  return put(library, "/api/examples", "application/json", games,
             games == NULL ? 0 : strlen(games)) &&
         put_version(library);
}

struct web_library *web_library_new(const struct web_offer *offers, size_t count) {
  struct web_library *library = calloc(1, sizeof *library);
  if (library == NULL) return NULL;
  if (fill(library, offers, count)) return library;
  web_library_free(library);
  return NULL;
}
