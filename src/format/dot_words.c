/* The words of DOT: names, numbers, strings and signs. */

#include "format/dot.h"

#include <string.h>
#include <strings.h>

/* ---- between words --------------------------------------------------------------------- */

static bool starts_with(const grundy_dot_words *words, const char *prefix) {
  return strncmp(words->cursor.at, prefix, strlen(prefix)) == 0;
}

grundy_status grundy_dot_skip_space(grundy_dot_words *words) {
  while (words->cursor.at < words->cursor.end) {
    char c = *words->cursor.at;
    if (c == ' ' || c == '\n' || c == '\t' || c == '\r') {
      words->cursor.at++;
    } else if (c == '#' || (c == '/' && starts_with(words, "//"))) {
      grundy_cursor_take_until(&words->cursor, "\n");
    } else if (c == '/' && starts_with(words, "/*")) {
      const char *close = strstr(words->cursor.at + 2, "*/");
      if (close == NULL)
        return grundy_cursor_fail(&words->cursor, words->cursor.at,
                                  "this comment has no end: '*/' is missing");
      words->cursor.at = close + 2;
    } else {
      break;
    }
  }
  return GRUNDY_OK;
}

/* ---- names and numbers ----------------------------------------------------------------- */

static bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || (c & 0x80) != 0;
}

/* Returns the keyword that the bytes spell, or NAME. */
static grundy_dot_kind keyword_of(const char *name, size_t length) {
  static const char keywords[][9] = {"strict", "graph", "digraph", "subgraph", "node", "edge"};
  static const size_t lengths[] = {6, 5, 7, 8, 4, 4};
  for (int i = 0; i < 6; i++)
    if (length == lengths[i] && strncasecmp(name, keywords[i], length) == 0)
      return (grundy_dot_kind)(GRUNDY_DOT_STRICT + i);
  return GRUNDY_DOT_NAME;
}

/* Reads -?(.[0-9]+ | [0-9]+(.[0-9]*)?). No letter or point may follow: Graphviz would split 1a into
 * two words, which is never intended. */
static grundy_status read_number(grundy_dot_words *words) {
  const char *at = words->start;
  if (*at == '-') at++;
  bool digits = false, point = false;
  for (; at < words->cursor.end && (grundy_is_digit(*at) || (*at == '.' && !point)); at++) {
    digits |= grundy_is_digit(*at);
    point |= *at == '.';
  }
  if (!digits || (at < words->cursor.end && (is_letter(*at) || *at == '.')))
    return grundy_cursor_fail(&words->cursor, words->start,
                              "this is neither a name nor a number; other names need quotes");
  words->cursor.at = at;
  words->kind = GRUNDY_DOT_NAME;
  words->value = words->start;
  words->length = (size_t)(at - words->start);
  return GRUNDY_OK;
}

/* ---- strings --------------------------------------------------------------------------- */

/* Reads "...": \" is a quote, and a backslash before a newline hides both. Everything else is kept
 * unchanged, including double backslashes. */
static grundy_status read_quoted(grundy_dot_words *words) {
  const char *open = words->cursor.at++;
  while (words->cursor.at < words->cursor.end && *words->cursor.at != '"') {
    const char *at = words->cursor.at;
    size_t left = (size_t)(words->cursor.end - at);
    if (*at != '\\') {
      do at++;
      while (at < words->cursor.end && *at != '"' && *at != '\\');
      grundy_text_append(&words->joined, words->cursor.at, (size_t)(at - words->cursor.at));
    } else if (left > 1 && at[1] == '\n') {
      at += 2;
    } else if (left > 2 && at[1] == '\r' && at[2] == '\n') {
      at += 3;
    } else if (left > 1 && (at[1] == '"' || at[1] == '\\')) {
      grundy_text_append(&words->joined, at[1] == '"' ? "\"" : "\\\\", at[1] == '"' ? 1 : 2);
      at += 2;
    } else {
      grundy_text_append(&words->joined, "\\", 1);
      at++;
    }
    words->cursor.at = at;
  }
  if (words->cursor.at == words->cursor.end)
    return grundy_cursor_fail(&words->cursor, open, "this string has no end: '\"' is missing");
  words->cursor.at++;
  return GRUNDY_OK;
}

/* Reads <...> with balanced brackets. */
static grundy_status read_html(grundy_dot_words *words) {
  const char *open = words->cursor.at++;
  uint64_t nested = 1;
  for (const char *at = words->cursor.at; at < words->cursor.end; at++) {
    nested += *at == '<';
    nested -= *at == '>';
    if (nested > 0) continue;
    grundy_text_append(&words->joined, words->cursor.at, (size_t)(at - words->cursor.at));
    words->cursor.at = at + 1;
    return GRUNDY_OK;
  }
  return grundy_cursor_fail(&words->cursor, open,
                            "this HTML-like string has no end: '>' is missing");
}

/* Reads strings joined with '+' into words->joined. */
static grundy_status read_strings(grundy_dot_words *words) {
  grundy_text_clear(&words->joined);
  grundy_text_append(&words->joined, "", 0);
  words->kind = *words->cursor.at == '"' ? GRUNDY_DOT_STRING : GRUNDY_DOT_HTML;
  for (;;) {
    grundy_status status = *words->cursor.at == '"' ? read_quoted(words) : read_html(words);
    if (status != GRUNDY_OK) return status;
    bool plus;
    status = grundy_dot_accept(words, "+", &plus);
    if (words->joined.failed) return grundy_fail_memory(words->cursor.error);
    words->value = words->joined.at;
    words->length = words->joined.length;
    if (status != GRUNDY_OK || !plus) return status;
    status = grundy_dot_skip_space(words);
    if (status != GRUNDY_OK) return status;
    if (words->cursor.at == words->cursor.end ||
        (*words->cursor.at != '"' && *words->cursor.at != '<'))
      return grundy_cursor_fail(&words->cursor, words->cursor.at,
                                "'+' must be followed by a string in quotes");
    words->kind = GRUNDY_DOT_STRING;
  }
}

/* ---- words ----------------------------------------------------------------------------- */

static grundy_status read_word(grundy_dot_words *words) {
  char c = *words->cursor.at;
  if (is_letter(c)) {
    while (words->cursor.at < words->cursor.end &&
           (is_letter(*words->cursor.at) || grundy_is_digit(*words->cursor.at)))
      words->cursor.at++;
    words->value = words->start;
    words->length = (size_t)(words->cursor.at - words->start);
    words->kind = keyword_of(words->value, words->length);
    return GRUNDY_OK;
  }
  if (c == '"' || c == '<') return read_strings(words);
  if (starts_with(words, grundy_dot_arrow(words))) {
    words->cursor.at += 2;
    words->kind = GRUNDY_DOT_ARROW;
    return GRUNDY_OK;
  }
  if (starts_with(words, "->") || starts_with(words, "--"))
    return grundy_cursor_fail(&words->cursor, words->cursor.at, "a %s has '%s' in place of '%.2s'",
                              words->undirected ? "graph" : "digraph", grundy_dot_arrow(words),
                              words->cursor.at);
  if (grundy_is_digit(c) || c == '.' || c == '-') return read_number(words);
  if (strchr("{}[]=;,:", c) == NULL) {
    uint32_t character;
    size_t length = grundy_utf8_next(words->cursor.at,
                                     (size_t)(words->cursor.end - words->cursor.at), &character);
    return grundy_cursor_fail(&words->cursor, words->cursor.at,
                              "'%.*s' is not allowed outside quotes", (int)length,
                              words->cursor.at);
  }
  words->cursor.at++;
  words->kind = GRUNDY_DOT_SIGN;
  return GRUNDY_OK;
}

grundy_status grundy_dot_next(grundy_dot_words *words) {
  grundy_status status = grundy_dot_skip_space(words);
  if (status != GRUNDY_OK) return status;
  words->start = words->cursor.at;
  words->kind = GRUNDY_DOT_END;
  words->length = 0;
  if (words->cursor.at < words->cursor.end) status = read_word(words);
  if (status == GRUNDY_OK && words->length > GRUNDY_MAX_TEXT)
    return grundy_cursor_fail(&words->cursor, words->start, "a word is longer than %d bytes",
                              GRUNDY_MAX_TEXT);
  return status;
}

/* ---- writing --------------------------------------------------------------------------- */

/* Returns whether the name can be written without quotes. */
static bool is_plain(const char *name, size_t length) {
  if (length == 0 || (grundy_is_digit(name[0]) && length > 10)) return false;
  bool number = grundy_is_digit(name[0]);
  for (size_t i = 0; i < length; i++)
    if (number ? !grundy_is_digit(name[i])
               : (!grundy_is_digit(name[i]) && !is_letter(name[i])) || name[i] & 0x80)
      return false;
  return keyword_of(name, length) == GRUNDY_DOT_NAME;
}

void grundy_dot_append_id(grundy_text *text, const char *name, size_t length) {
  if (is_plain(name, length)) {
    grundy_text_append(text, name, length);
    return;
  }
  grundy_text_append(text, "\"", 1);
  for (size_t i = 0; i < length; i++) {
    bool last = i + 1 == length || strchr("\"\r\n", name[i + 1]) != NULL;
    if (name[i] == '"') {
      grundy_text_append(text, "\\\"", 2);
    } else if (name[i] == '\n' || (name[i] == '\\' && last)) {
      /* Inside quotes, Graphviz takes an odd number of backslashes before a quote for an escaped
       * quote, and loses some newlines. */
      const char piece[] = {'"', '+', '<', name[i], '>', '+', '"'};
      grundy_text_append(text, piece, sizeof piece);
    } else if (name[i] == '\\' && name[i + 1] == '\\') {
      grundy_text_append(text, name + i++, 2);
    } else {
      grundy_text_append(text, name + i, 1);
    }
  }
  grundy_text_append(text, "\"", 1);
}
