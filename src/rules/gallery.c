/* The games of games/, which are compiled into the library. */

#include "base/suggest.h"
#include "rules/impl.h"
#include "rules/linked.h"

#include <assert.h>
#include <embedded.h>
#include <stdio.h>
#include <string.h>

/* Generated from games/ by the build: the scripts and C files in the order of their names. */
extern const struct embedded_file grundy_gallery_files[];

/* Their names have an ending: .c or .lua. */
static bool is_compiled(const struct embedded_file *file) {
  return strcmp(strrchr(file->name, '.'), ".c") == 0;
}

static bool is_named(const struct embedded_file *file, const char *name, size_t length) {
  return strncmp(file->name, name, length) == 0 && file->name[length] == '.';
}

/* Returns the rules of a C file of the gallery: the build links all of them. */
static const grundy_rules *rules_of(const char *name, size_t length) {
  const grundy_linked_rules *l = grundy_gallery_linked;
  while (strncmp(l->name, name, length) != 0 || l->name[length] != '\0') {
    l++;
    assert(l->name != NULL);
  }
  return l->rules;
}

/* Finds a game by its name. A C file takes precedence over the script of the same name, which has
 * the same rules and comes after it. */
bool grundy_gallery_find(const char *name, size_t length, grundy_gallery_game *game) {
  const struct embedded_file *found = grundy_gallery_files;
  while (found->name != NULL && !is_named(found, name, length)) found++;
  if (found->name == NULL) return false;
  *game = (grundy_gallery_game){found->name, (const char *)found->bytes, found->length,
                                is_compiled(found) ? rules_of(name, length) : NULL};
  return true;
}

static bool is_second(const struct embedded_file *file) {
  return file > grundy_gallery_files && is_named(file, file[-1].name, strcspn(file[-1].name, "."));
}

bool grundy_gallery_get(size_t index, grundy_gallery_game *game) {
  for (const struct embedded_file *file = grundy_gallery_files; file->name != NULL; file++)
    if (!is_second(file) && index-- == 0)
      return grundy_gallery_find(file->name, strcspn(file->name, "."), game);
  return false;
}

/* Returns the words of a line of a comment; NULL if the line is not part of one. */
static const char *words_of(const char *line) {
  bool is_comment =
      line[0] == '-' ? line[1] == '-' : (line[0] == '/' || line[0] == ' ') && line[1] == '*';
  return is_comment ? line + 2 + strspn(line + 2, "-[* ") : NULL;
}

size_t grundy_source_rules(const char *source, char *text, size_t size) {
  size_t end = 0;
  bool is_last = false;
  if (size > 0) text[0] = '\0';
  for (const char *words = words_of(source); words != NULL && !is_last; words = words_of(source)) {
    size_t count = strcspn(words, "\n");
    source = words + count + (words[count] == '\n' ? 1 : 0);
    is_last = count >= 2 && strncmp(words + count - 2, "*/", 2) == 0;
    if (is_last) count -= 2;
    while (count > 0 && words[count - 1] == ' ') count--;
    if (count == 0) break;
    end += (size_t)snprintf(text + (end < size ? end : size), end < size ? size - end : 0, "%s%.*s",
                            end == 0 ? "" : " ", (int)count, words);
  }
  return end;
}

void grundy_gallery_suggest(grundy_suggestion *best, const char *name, size_t length) {
  for (const struct embedded_file *file = grundy_gallery_files; file->name != NULL; file++) {
    char candidate[GRUNDY_SUGGESTION_MAX_BYTES + 1];
    snprintf(candidate, sizeof candidate, "%.*s", (int)strcspn(file->name, "."), file->name);
    grundy_suggest(best, name, length, candidate);
  }
}

grundy_status grundy_gallery_fail(const char *name, grundy_error *error) {
  grundy_suggestion best = {0};
  grundy_gallery_suggest(&best, name, strlen(name));
  (void)grundy_fail(error, GRUNDY_BAD_INPUT, "the gallery has no game '%.*s'",
                    grundy_excerpt(name, strlen(name)), name);
  (void)grundy_error_suggest(error, &best);
  return grundy_because(error, GRUNDY_REASON_NO_GAME, GRUNDY_BAD_INPUT);
}
