/* Shared by the files of this room: the state of an explanation, and parts of sentences. */

#ifndef GRUNDY_SRC_EXPLAIN_IMPL_H
#define GRUNDY_SRC_EXPLAIN_IMPL_H

#include <grundy/explain.h>
#include <grundy/solve.h>
#include <grundy/value.h>

/* A list of moves in a sentence is truncated after this many. */
enum { GRUNDY_LISTED = 12 };

/* A position that will be or has been explained. */
typedef struct explained_position {
  uint32_t vertex;
  uint32_t depth; /* 1 for the position that the caller asked about */
} explained_position;

typedef struct grundy_explanation {
  const grundy_digraph *g;
  const grundy_solution *solution;
  const grundy_outcome *outcome;
  const uint32_t *remoteness, *values, *counter; /* NULL if the game has none */
  grundy_explain_options options;
  FILE *out;
  explained_position *reasons; /* positions to explain, in order of mention */
  uint64_t count, capacity;
  uint8_t *seen;     /* one bit per vertex: it is in `reasons` */
  uint32_t at_depth; /* of the position that is being explained */
  uint8_t *read;     /* set to 1 at the vertices whose moves the sentences depend on; may be NULL */
  bool failed;       /* memory ran out */
} grundy_explanation;

static inline bool grundy_explains_misere(const grundy_explanation *t) {
  return t->options.play == GRUNDY_MISERE_PLAY;
}

static inline grundy_vertices grundy_moves_from(const grundy_explanation *t, uint32_t v) {
  if (t->read != NULL) t->read[v] = 1;
  return grundy_digraph_followers(t->g, v);
}

/* Finds a best follower, as grundy_best_follower does. */
static inline bool grundy_best_move_from(const grundy_explanation *t, const uint32_t *q, uint32_t v,
                                         uint32_t *to) {
  return grundy_moves_from(t, v).count > 0 && grundy_best_follower(t->g, q, v, to);
}

/* Explains as grundy_explain does; `read` as in grundy_explanation. */
grundy_status grundy_explain_reading(const grundy_digraph *g, const grundy_solution *solution,
                                     uint32_t v, const grundy_explain_options *options,
                                     uint8_t *read, FILE *out, grundy_error *error);

/* Returns the first follower with this outcome; v itself if the solution is wrong and there is
 * none, or if v has no moves. */
uint32_t grundy_follower_with(const grundy_explanation *t, uint32_t v, grundy_outcome outcome);

/* ---- parts of sentences -------------------------------------------------------------------- */

/* Returns whether the name can appear in a sentence without quotes. */
bool grundy_is_plain_word(const char *name);

/* Writes the name of the vertex: a plain word as it is, in parentheses if it contains quotes, in
 * quotes otherwise. */
void grundy_write_name(const grundy_explanation *t, uint32_t v);

/* Writes the value: "3" or "∞{0,2}". */
void grundy_write_value(const grundy_explanation *t, uint32_t v);

/* Writes the text, in which %v stands for the next vertex and %u for the next number; in misère
 * play %p stands for " in misere play" and %m for "misere ", otherwise for nothing. */
void grundy_write_text(const grundy_explanation *t, const char *text, const uint32_t *vertices,
                       const uint32_t *numbers);

/* Writes " 5 more moves are …" after a truncated list; nothing if `count` is 0. */
void grundy_write_others(const grundy_explanation *t, uint64_t count, const char *what);

/* Records that the sentence uses a fact about this vertex, so that it may be explained later. */
void grundy_add_reason(grundy_explanation *t, uint32_t v);

/* ---- explanations, one file each ---------------------------------------------------------- */

void grundy_why_outcome(grundy_explanation *t, uint32_t v);
void grundy_why_remoteness(const grundy_explanation *t, uint32_t v);
void grundy_why_value(const grundy_explanation *t, uint32_t v);
void grundy_why_window(grundy_explanation *t, uint32_t v); /* all of this in a window */
void grundy_why_coloured(grundy_explanation *t, uint32_t v);

/* Explains how play stays in the draw v. */
void grundy_why_drawn(grundy_explanation *t, uint32_t v);

#endif
