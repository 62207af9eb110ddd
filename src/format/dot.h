/* The words of the DOT language, for its reader and its writer. */

#ifndef GRUNDY_SRC_FORMAT_DOT_H
#define GRUNDY_SRC_FORMAT_DOT_H

#include "format/impl.h"
#include "format/text.h"

#include <pthread.h>

/* To be held by whoever calls Graphviz: it keeps things for the whole process. */
extern pthread_mutex_t grundy_graphviz;

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
  GRUNDY_DOT_ARROW, /* -> */
  GRUNDY_DOT_SIGN,  /* one of { } [ ] = ; , : */
} grundy_dot_kind;

/* Goes through a text word by word. Invariant: `at` is where the next word is looked for, and
 * the last one read is `kind`, stands at `start` and, if it is a NAME, STRING or HTML, has the
 * text `value`: without quotes and brackets, joined, escaped quotes and newlines resolved, as
 * libcgraph has it. All other backslashes are still there. */
typedef struct grundy_dot_words {
  const char *name; /* of the file */
  const char *text, *end;
  const char *at, *start;
  grundy_dot_kind kind;
  char sign; /* of a SIGN */
  grundy_text value;
  grundy_error *error;
} grundy_dot_words;

/* Reads the next word. GRUNDY_BAD_INPUT where there is none. */
grundy_status grundy_dot_next(grundy_dot_words *words);

/* Is the next word this sign? If so, it is read. Otherwise nothing is. */
grundy_status grundy_dot_accept(grundy_dot_words *words, char sign, bool *accepted);

/* Fails with GRUNDY_BAD_INPUT at that place of the text. */
GRUNDY_PRINTF(3, 4)
grundy_status grundy_dot_refuse(const grundy_dot_words *words, const char *at, const char *format,
                                ...);

/* Is this the text of a name, string or HTML-like string, so that it can be an ID? */
static inline bool grundy_dot_is_id(const grundy_dot_words *words) {
  return words->kind >= GRUNDY_DOT_NAME && words->kind <= GRUNDY_DOT_HTML;
}

/* Which keyword the bytes are; NAME if none. */
grundy_dot_kind grundy_dot_keyword(const char *name, size_t length);

/* Appends an ID that libcgraph reads as these bytes: in quotes if need be, with a piece that is
 * an HTML-like string where quotes cannot hold a backslash or a newline. */
void grundy_dot_append_id(grundy_text *text, const char *name, size_t length);

#endif
