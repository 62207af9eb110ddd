#include "web/games.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <grundy/base.h>
#include <jansson.h>

#include "web/members.h"
#include "web/task.h"

static const char name_letters[] = "abcdefghijklmnopqrstuvwxyz0123456789-";
static const char *const formats[] = {"edges", "dot", "graphml", "lua", NULL};

/* Returns whether the name is lower-case letters, digits and hyphens, followed by a dot and a
 * format of digraphs. Names that start with "game" are reserved for the games themselves. */
static bool is_name_of_file(const char *name) {
  const char *dot = strchr(name, '.');
  char stem[64];
  if (dot == NULL || (size_t)(dot - name) >= sizeof stem) return false;
  (void)snprintf(stem, sizeof stem, "%.*s", (int)(dot - name), name);
  if (!web_is_word(stem, name_letters) || strncmp(stem, "game", strlen("game")) == 0) return false;
  for (size_t i = 0; strcmp(formats[i], "lua") != 0; i++)
    if (strcmp(dot + 1, formats[i]) == 0) return true;
  return false;
}

/* Adds digraphs for arguments of rules. */
static void add_files(struct web_check *check, struct web_task *task, const json_t *files) {
  if (files == NULL || json_is_null(files)) return;
  if (!json_is_object(files)) web_refuse(check, "'files' is not an object of texts by name");
  void *at = json_object_iter((json_t *)files);
  for (; at != NULL && check->status == GRUNDY_OK;
       at = json_object_iter_next((json_t *)files, at)) {
    const char *name = json_object_iter_key(at);
    const json_t *text = json_object_iter_value(at);
    if (!is_name_of_file(name) || !json_is_string(text) || web_task_has(task, name))
      web_refuse(check,
                 "'files' cannot contain '%.40s'; files are texts with distinct names such "
                 "as board.edges, board.dot or board.graphml",
                 name);
    else
      web_task_add_file(task, name, json_string_value(text), json_string_length(text));
  }
}

/* Appends ":3,5", or nothing. */
static void put_arguments(struct web_check *check, const json_t *game, char *word) {
  enum { MOST = 1000 };
  const char *arguments = web_text(check, game, "args", false, MOST);
  if (arguments == NULL || arguments[0] == '\0') return;
  if (strpbrk(arguments, "/\\\":") != NULL)
    web_refuse(check, "'args' contains a slash, a quote or a colon");
  size_t length = strlen(word);
  (void)snprintf(word + length, WEB_GAME_WORD - length, ":%s", arguments);
}

static void read_gallery(struct web_check *check, const json_t *game, char *word) {
  enum { MOST = 64 };
  static const char *const names[] = {"gallery", "args", "files", NULL};
  if (!web_is_object(check, game, "'game'", names)) return;
  const char *name = web_text(check, game, "gallery", true, MOST);
  if (name == NULL) return;
  if (!web_is_word(name, name_letters))
    web_refuse(check, "'gallery' is not a name of lower-case letters, digits and hyphens");
  (void)snprintf(word, WEB_GAME_WORD, "%s", name);
  put_arguments(check, game, word);
}

static void add_text(struct web_check *check, struct web_task *task, const json_t *game,
                     size_t number, char *word) {
  static const char *const names[] = {"format", "text", "args", "files", NULL};
  if (!web_is_object(check, game, "'game'", names)) return;
  const char *format = web_choice(check, game, "format", formats);
  const json_t *text = json_object_get(game, "text");
  if (!json_is_string(text)) web_refuse(check, "'text' is missing or not a string");
  if (check->status != GRUNDY_OK) return;
  (void)snprintf(word, WEB_GAME_WORD, "game%zu.%s", number, format);
  web_task_add_file(task, word, json_string_value(text), json_string_length(text));
  if (strcmp(format, "lua") == 0)
    put_arguments(check, game, word);
  else if (web_has(game, "args") || web_has(game, "files"))
    web_refuse(check, "'args' and 'files' are for rules and the gallery, not for the format '%s'",
               format);
}

/* {"folder": "quixo-tiers"}: a folder that the server offers; web_library_link finds it. */
static void add_folder(struct web_check *check, struct web_task *task, const json_t *game,
                       char *word) {
  enum { MOST = 255 }; /* the longest name of a file */
  static const char *const names[] = {"folder", NULL};
  if (!web_is_object(check, game, "'game'", names)) return;
  const char *name = web_text(check, game, "folder", true, MOST);
  if (name == NULL) return;
  (void)snprintf(word, WEB_GAME_WORD, "%s/", name);
  if (!web_task_has(task, name)) web_task_add_link(task, name, NULL);
}

void web_game(struct web_check *check, struct web_task *task, const json_t *game, size_t number,
              char word[WEB_GAME_WORD]) {
  word[0] = '\0';
  if (web_has(game, "gallery"))
    read_gallery(check, game, word);
  else if (web_has(game, "folder"))
    add_folder(check, task, game, word);
  else
    add_text(check, task, game, number, word);
  if (check->status == GRUNDY_OK) add_files(check, task, json_object_get(game, "files"));
}
