#include "base/quote.h"

#include <grundy/base.h>

#include <stdbool.h>
#include <string.h>

static bool is_escaped(char first, char second) {
  return first == '\\' && (second == '"' || second == '\\');
}

const char *grundy_quote_end(const char *open, const char *end) {
  const char *at = open + 1;
  while (at < end && *at != '"') at += at + 1 < end && is_escaped(at[0], at[1]) ? 2 : 1;
  return at < end ? at : NULL;
}

size_t grundy_unquote(char *word, size_t length) {
  size_t kept = 0;
  for (size_t i = 0; i < length; i++) {
    if (i + 1 < length && is_escaped(word[i], word[i + 1])) i++;
    word[kept++] = word[i];
  }
  return kept;
}

size_t grundy_quote(const char *word, char *to) {
  size_t length = 0;
  to[length++] = '"';
  for (; *word != '\0'; word++) {
    if (*word == '"' || *word == '\\') to[length++] = '\\';
    to[length++] = *word;
  }
  to[length++] = '"';
  return length;
}

bool grundy_is_quoted_name(const char *name, bool optional) {
  return name[0] == '\0' || name[0] == '"' || (optional && strcmp(name, "-") == 0);
}
