/* Splits DOT into words, for its reader and its writer. */

#ifndef GRUNDY_SRC_FORMAT_DOT_H
#define GRUNDY_SRC_FORMAT_DOT_H

#include "format/impl.h"
#include "text/text.h"

typedef enum grundy_dot_kind {
  GRUNDY_DOT_END,    /* of the text */
  GRUNDY_DOT_NAME,   /* a name or number without quotes */
  GRUNDY_DOT_STRING, /* a quoted string, or several joined with '+' */
  GRUNDY_DOT_HTML,   /* <...>, never joined */
  GRUNDY_DOT_STRICT, /* from here to EDGE: keywords, in any case, without quotes */
  GRUNDY_DOT_GRAPH,
  GRUNDY_DOT_DIGRAPH,
  GRUNDY_DOT_SUBGRAPH,
  GRUNDY_DOT_NODE,
  GRUNDY_DOT_EDGE,
  GRUNDY_DOT_ARROW, /* -> or --, as edges are written */
  GRUNDY_DOT_SIGN,  /* one of { } [ ] = ; , : */
} grundy_dot_kind;

/* Splits a text into words.
 *
 * Invariant: the current word is of kind `kind` and spans `start` to `cursor.at`, where the search
 * for the next word starts; white space may come first. The value of a NAME, STRING or HTML is the
 * `length` bytes at `value`: without quotes and brackets, joined, with escaped quotes and newlines
 * resolved, as in libcgraph. All other backslashes are kept. The value is valid until the next word
 * is read. */
typedef struct grundy_dot_words {
  grundy_cursor cursor; /* *end is a NUL */
  bool undirected;      /* edges are written with --, not with -> */
  const char *start;
  grundy_dot_kind kind;
  const char *value;
  size_t length;
  grundy_text joined; /* the values of strings */
} grundy_dot_words;

/* Reads the next word, or fails with GRUNDY_BAD_INPUT if there is none. */
grundy_status grundy_dot_next(grundy_dot_words *words);

/* Skips white space, comments as in C and C++, and lines of the C preprocessor. */
grundy_status grundy_dot_skip_space(grundy_dot_words *words);

/* Skips white space and reads `sign` if it follows; *accepted is whether it did. The current word
 * keeps its kind and value. */
static inline grundy_status grundy_dot_accept(grundy_dot_words *words, const char *sign,
                                              bool *accepted) {
  grundy_status status = grundy_dot_skip_space(words);
  *accepted = status == GRUNDY_OK && grundy_cursor_accept_text(&words->cursor, sign);
  return status;
}

/* Returns the arrow that edges are written with. */
static inline const char *grundy_dot_arrow(const grundy_dot_words *words) {
  return words->undirected ? "--" : "->";
}

/* Returns whether the current word can be an ID. */
static inline bool grundy_dot_is_id(const grundy_dot_words *words) {
  return words->kind >= GRUNDY_DOT_NAME && words->kind <= GRUNDY_DOT_HTML;
}

/* Returns whether the current word is this sign. */
static inline bool grundy_dot_is_sign(const grundy_dot_words *words, char sign) {
  return words->kind == GRUNDY_DOT_SIGN && *words->start == sign;
}

/* Appends an ID that Graphviz reads as these bytes: quoted if necessary, and joined with an
 * HTML-like string where quotes cannot hold a backslash or a newline. */
void grundy_dot_append_id(grundy_text *text, const char *name, size_t length);

#endif
