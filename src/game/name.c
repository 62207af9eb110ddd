/* Parses the name of a game. This happens once per name, since a name carries its kind. */

#include "game/kind.h"

#include "game/impl.h"

#include <string.h>

bool grundy_match_word(const char *text, size_t length, const char *word, size_t *name) {
  *name = strlen(word);
  return length >= *name && memcmp(text, word, *name) == 0 &&
         (length == *name || text[*name] == ':');
}

bool grundy_match_ending(const char *text, size_t length, const char *ending, size_t *name) {
  size_t tail = strlen(ending);
  for (size_t at = 1; at + tail <= length; at++) {
    *name = at + tail;
    if (memcmp(text + at, ending, tail) == 0 && (*name == length || text[*name] == ':'))
      return true;
  }
  return false;
}

const grundy_game_kind *grundy_game_match(const char *text, size_t length, bool at_notation,
                                          size_t *name) {
  for (const grundy_game_kind *const *kind = grundy_game_kinds; *kind != NULL; kind++)
    if (((*kind)->notation == GRUNDY_NOTATION_AT) == at_notation &&
        (*kind)->match(text, length, name))
      return *kind;
  return NULL;
}

grundy_game_name grundy_game_name_of(const grundy_game_kind *kind, const char *text,
                                     size_t length) {
  const char *rest = text + length;
  return (grundy_game_name){kind, text, length, *rest == ':' ? rest + 1 : rest};
}

grundy_game_name grundy_game_parse(const char *text) {
  size_t length = 0;
  const grundy_game_kind *kind = grundy_game_match(text, strlen(text), true, &length);
  return grundy_game_name_of(kind, text, length);
}

const grundy_game_kind *grundy_game_kind_at(size_t index) {
  const grundy_game_kind *const *kind = grundy_game_kinds;
  while (*kind != NULL && index > 0) {
    kind++;
    index--;
  }
  return *kind;
}

const grundy_game_description *grundy_game_kind_describe(const grundy_game_kind *kind) {
  return &kind->describe;
}
