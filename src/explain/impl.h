/* Shared by the files of this room: the state of an explanation. */

#ifndef GRUNDY_SRC_EXPLAIN_IMPL_H
#define GRUNDY_SRC_EXPLAIN_IMPL_H

#include <grundy/explain.h>
#include <grundy/solve.h>
#include <grundy/value.h>

#include "facts/impl.h"

/* A list of moves is truncated after this many. */
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
  grundy_facts *facts;
  explained_position *reasons; /* positions to explain, in order of mention */
  uint64_t count, capacity;
  uint8_t *seen;     /* one bit per vertex: it is in `reasons` */
  uint32_t at_depth; /* of the position that is being explained */
  uint8_t *read;     /* set to 1 at the vertices whose moves the facts depend on; may be NULL */
  bool failed;       /* memory ran out */
} grundy_explanation;

static inline bool grundy_explains_misere(const grundy_explanation *why) {
  return why->options.play == GRUNDY_MISERE_PLAY;
}

static inline grundy_vertices grundy_moves_from(const grundy_explanation *why, uint32_t v) {
  if (why->read != NULL) why->read[v] = 1;
  return grundy_digraph_followers(why->g, v);
}

/* Finds a best follower, as grundy_best_follower does. */
static inline bool grundy_best_move_from(const grundy_explanation *why, const uint32_t *q,
                                         uint32_t v, uint32_t *to) {
  return grundy_moves_from(why, v).count > 0 && grundy_best_follower(why->g, q, v, to);
}

/* Explains as grundy_explain does; `read` as in grundy_explanation. */
grundy_status grundy_explain_reading(const grundy_digraph *g, const grundy_solution *solution,
                                     uint32_t v, const grundy_explain_options *options,
                                     uint8_t *read, grundy_facts **facts, grundy_error *error);

/* Returns the first follower with this outcome; v itself if the solution is wrong and there is
 * none, or if v has no moves. */
uint32_t grundy_follower_with(const grundy_explanation *why, uint32_t v, grundy_outcome outcome);

/* ---- facts --------------------------------------------------------------------------------- */

/* Adds a fact about positions of the game. */
#define GRUNDY_EXPLAIN(why, kind, ...) GRUNDY_ADD_FACT((why)->facts, kind, (why)->g, __VA_ARGS__)

/* The parameter `misere`. */
static inline grundy_fact_parameter grundy_with_play(const grundy_explanation *why) {
  return grundy_with_flag("misere", grundy_explains_misere(why));
}

/* The value of a vertex. */
static inline grundy_fact_parameter grundy_with_value_of(const grundy_explanation *why,
                                                         const char *name, uint32_t v) {
  return grundy_with_value(name, grundy_solution_value(why->solution, v));
}

/* Adds a fact with the number of moves that a list leaves out; nothing if `count` is 0. */
void grundy_explain_others(const grundy_explanation *why, grundy_fact_kind kind, uint64_t count);

/* Records that a fact is about this vertex, too, so that it may be explained later. */
void grundy_add_reason(grundy_explanation *why, uint32_t v);

/* ---- explanations, one file each ---------------------------------------------------------- */

void grundy_why_outcome(grundy_explanation *why, uint32_t v);
void grundy_why_remoteness(const grundy_explanation *why, uint32_t v);
void grundy_why_value(const grundy_explanation *why, uint32_t v);
void grundy_why_window(grundy_explanation *why, uint32_t v); /* all of this in a window */
void grundy_why_coloured(grundy_explanation *why, uint32_t v);

/* Explains how play stays in the draw v. */
void grundy_why_drawn(grundy_explanation *why, uint32_t v);

/* Makes a digraph and a solution with which grundy_explain explains the position of an expression
 * that is a folder of tiers, *v in the digraph, with these options. They have the moves that the
 * sentences are about, and not all others. There is nothing about values and misère play.
 * GRUNDY_BAD_ARGUMENT if the expression is something else; GRUNDY_UNABLE if the folder does not
 * have outcomes, or if no way to stay in a draw is found nearby. `options` may be NULL. */
GRUNDY_MUST_USE grundy_status grundy_explain_neighbourhood(grundy_expression *expression,
                                                           const grundy_explain_options *options,
                                                           grundy_digraph **g,
                                                           grundy_solution **solution, uint32_t *v,
                                                           grundy_error *error);

#endif
