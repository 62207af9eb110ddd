/* The words of the DOT language, for its reader and its writer. */

#ifndef GRUNDY_SRC_FORMAT_DOT_H
#define GRUNDY_SRC_FORMAT_DOT_H

#include "format/impl.h"
#include "text/text.h"

typedef enum grundy_dot_kind {
  GRUNDY_DOT_END,    /* of the text */
  GRUNDY_DOT_NAME,   /* a name or number without quotes */
  GRUNDY_DOT_STRING, /* a quoted string, or several joined with '+' */
  GRUNDY_DOT_HTML,   /* <...>, alone */
  GRUNDY_DOT_STRICT, /* these and the next: keywords, in any case, without quotes */
  GRUNDY_DOT_GRAPH,
  GRUNDY_DOT_DIGRAPH,
  GRUNDY_DOT_SUBGRAPH,
  GRUNDY_DOT_NODE,
  GRUNDY_DOT_EDGE,
  GRUNDY_DOT_ARROW, /* -> or --, as edges are written */
  GRUNDY_DOT_SIGN,  /* one of { } [ ] = ; , : */
} grundy_dot_kind;

/* Splits a text into words. Invariant: the current word has the kind `kind` and is the text from
 * `start` to `cursor.at`, where the next word is looked for; white space may follow before it. If
 * the word is a NAME, STRING or HTML, its value is the `length` bytes at `value`: without quotes
 * and brackets, joined, escaped quotes and newlines resolved, as libcgraph has it. All other
 * backslashes are kept. The value is valid until the next word is read. */
typedef struct grundy_dot_words {
  grundy_cursor cursor; /* *end is a NUL */
  bool undirected;      /* edges are written with -- and not with -> */
  const char *start;
  grundy_dot_kind kind;
  const char *value;
  size_t length;
  grundy_text joined; /* the values of strings */
} grundy_dot_words;

/* Reads the next word. GRUNDY_BAD_INPUT if there is none. */
grundy_status grundy_dot_next(grundy_dot_words *words);

/* Skips white space, comments as in C and C++, and lines of the C preprocessor. */
grundy_status grundy_dot_skip_space(grundy_dot_words *words);

/* Skips white space and, if `sign` follows, reads it: *accepted says whether it does. The current
 * word keeps its kind and value. */
static inline grundy_status grundy_dot_accept(grundy_dot_words *words, const char *sign,
                                              bool *accepted) {
  grundy_status status = grundy_dot_skip_space(words);
  *accepted = status == GRUNDY_OK && grundy_cursor_accept_text(&words->cursor, sign);
  return status;
}

/* How edges are written. */
static inline const char *grundy_dot_arrow(const grundy_dot_words *words) {
  return words->undirected ? "--" : "->";
}

/* Can the current word be an ID? */
static inline bool grundy_dot_is_id(const grundy_dot_words *words) {
  return words->kind >= GRUNDY_DOT_NAME && words->kind <= GRUNDY_DOT_HTML;
}

/* Is the current word this sign? */
static inline bool grundy_dot_is_sign(const grundy_dot_words *words, char sign) {
  return words->kind == GRUNDY_DOT_SIGN && *words->start == sign;
}

/* Appends an ID that Graphviz reads as these bytes: in quotes if need be, with a piece that is
 * an HTML-like string where quotes cannot hold a backslash or a newline. */
void grundy_dot_append_id(grundy_text *text, const char *name, size_t length);

#endif
