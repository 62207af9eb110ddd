/* What the files of this room share: an explanation on its way, and pieces of sentences. */

#ifndef GRUNDY_SRC_EXPLAIN_IMPL_H
#define GRUNDY_SRC_EXPLAIN_IMPL_H

#include <grundy/explain.h>
#include <grundy/value.h>

/* A list of moves in a sentence is cut behind so many. */
enum { GRUNDY_LISTED = 12 };

/* A position that is to be explained, or has been. */
typedef struct explained_position {
  uint32_t vertex;
  uint32_t depth; /* 1 for the one that was asked about */
} explained_position;

typedef struct grundy_telling {
  const grundy_digraph *g;
  const grundy_solution *solution;
  const grundy_outcome *outcome;
  const uint32_t *remoteness, *values, *counter; /* NULL if the game has none */
  grundy_explain_options options;
  FILE *out;
  explained_position *reasons; /* in the order in which they were given */
  uint64_t count, capacity;
  uint8_t *seen;     /* a bit for every vertex that is among them */
  uint32_t at_depth; /* of the one that is being explained */
  bool failed;       /* memory ran out */
} grundy_telling;

static inline grundy_vertices grundy_moves_from(const grundy_telling *t, uint32_t v) {
  return grundy_digraph_followers(t->g, v);
}

/* ---- pieces of sentences ------------------------------------------------------------------- */

/* Can the name stand in a sentence without quotes? */
bool grundy_is_plain_word(const char *name);

/* The name of the vertex: a word as it is, in parentheses if it has quotes in it, in quotes
 * otherwise. */
void grundy_tell_name(const grundy_telling *t, uint32_t v);

/* "3" or "∞{0,2}". */
void grundy_tell_value(const grundy_telling *t, uint32_t v);

/* The text, in which %v stands for the next vertex and %u for the next number. */
void grundy_tell(const grundy_telling *t, const char *text, const uint32_t *vertices,
                 const uint32_t *numbers);

/* " 5 more moves are …" behind a list that was cut; nothing if there are none. */
void grundy_tell_others(const grundy_telling *t, uint64_t count, const char *what);

/* The sentence rests on what is known of this vertex, so that it may be explained next. */
void grundy_rest_on(grundy_telling *t, uint32_t v);

/* ---- what is explained, a file each -------------------------------------------------------- */

void grundy_why_outcome(grundy_telling *t, uint32_t v);
void grundy_why_remoteness(const grundy_telling *t, uint32_t v);
void grundy_why_value(const grundy_telling *t, uint32_t v);
void grundy_why_coloured(grundy_telling *t, uint32_t v);

#endif
