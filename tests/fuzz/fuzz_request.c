/* Fuzzes requests to the server: any body must give a harmless command line or a clean error. The
 * first byte chooses the call. */

#include <grundy/base.h>
#include <jansson.h>

#include "web/request.h"
#include "web/task.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char *const paths[] = {"/api/solve", "/api/verify", "/api/convert", "/api/draw",
                                    "/api/best",  "/api/match",  "/api/heap"};
enum { PATHS = sizeof paths / sizeof paths[0] };

static void demand(bool holds) {
  if (!holds) abort();
}

/* Options that requests may set, of tests/support/operations.c. */
static bool is_option(const char *word) {
  static const char *const options[] = {
      "--json",           "--to=",       "--columns=", "--where=",
      "--max-positions=", "--infinite=", "--misere",   "--highlight="};
  for (size_t i = 0; i < sizeof options / sizeof options[0]; i++)
    if (strncmp(word, options[i], strlen(options[i])) == 0) return true;
  return strcmp(word, "-") == 0;
}

/* Returns the end, after the closing quote, of the quoted word that begins there. */
static const char *skip_quoted(const char *at) {
  for (at++; *at != '"'; at++) {
    demand(*at != '\0');
    if (*at == '\\') at++;
  }
  return at + 1;
}

/* A game must be a name without a slash; in an expression it is in quotes. Other quotes are
 * positions. */
static void check_games(const char *word) {
  for (const char *at = word; *at != '\0';) {
    if (*at != '"') {
      demand(*at != '/');
      at++;
      continue;
    }
    const char *end = skip_quoted(at);
    if (*end == '@')
      demand(at[1] != '/' && at[1] != '.' && memchr(at, '/', (size_t)(end - at)) == NULL);
    at = end;
  }
}

/* Texts that name their games themselves; the command reads only files of the request. */
static bool has_text(const struct web_task *task) {
  return json_object_get(task->body, "expression") != NULL ||
         json_object_get(task->body, "code") != NULL;
}

static void check_task(const struct web_task *task) {
  demand(task->word_count >= 2 && task->type != NULL);
  for (size_t i = 1; i < task->word_count; i++) {
    const char *word = task->words[i];
    demand(strlen(word) < 131072);
    if (word[0] == '-')
      demand(is_option(word));
    else if (!has_text(task))
      check_games(word);
  }
  for (size_t i = 0; i < task->file_count; i++) {
    const char *name = task->files[i].name;
    demand(strpbrk(name, "/\\:") == NULL && name[0] != '.' && name[0] != '-');
    for (size_t j = 0; j < i; j++) demand(strcmp(name, task->files[j].name) != 0);
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size == 0) return 0;
  struct web_task task = {0};
  grundy_error error = {0};
  const char *path = paths[data[0] % PATHS];
  grundy_status status = web_request_read(path, (const char *)data + 1, size - 1, &task, &error);
  demand(web_request_exists(path));
  if (status == GRUNDY_OK)
    check_task(&task);
  else
    demand(status == GRUNDY_BAD_INPUT && strpbrk(error.message, "\r\n") == NULL &&
           error.message[0] != '\0');
  web_task_free(&task);
  return 0;
}
