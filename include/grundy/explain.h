/* Explains solutions by facts that can be checked one by one. */

#ifndef GRUNDY_EXPLAIN_H
#define GRUNDY_EXPLAIN_H

#include <stdio.h>

#include <grundy/base.h>
#include <grundy/compound.h>
#include <grundy/digraph.h>
#include <grundy/facts.h>
#include <grundy/game.h>
#include <grundy/solution.h>
#include <grundy/solve.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- explanations ------------------------------------------------------------------------ */

/* How much to explain. */
typedef struct grundy_explain_options {
  size_t size;
  uint32_t depth;   /* 0 and 1: only the position; 2: also the positions given as reasons; … */
  uint64_t most;    /* positions to explain; 0: GRUNDY_EXPLAIN_MAX_POSITIONS */
  grundy_play play; /* misère play: outcome and remoteness, for an impartial game */
} grundy_explain_options;

/* The default number of positions to explain. */
#define GRUNDY_EXPLAIN_MAX_POSITIONS UINT64_C(1000)

/* A list in a fact about a draw has at most this many items. */
#define GRUNDY_EXPLAIN_MAX_LISTED UINT64_C(1000)

/* Finds why the position has its outcome, its remoteness and its value, and then explains the
 * positions that were given as reasons. The solution must be right and have the default columns of
 * grundy_solve, or for misère play the columns misere and misere_remoteness; there is nothing about
 * values then. With the column outcome alone it explains outcomes. docs/explain.md describes the
 * facts. `options` may be NULL. O(moves of the explained positions and of their followers); for a
 * draw, O(moves of the game). */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_explain(const grundy_digraph *g,
                                                        const grundy_solution *solution, uint32_t v,
                                                        const grundy_explain_options *options,
                                                        grundy_facts **facts, grundy_error *error);

/* How to explain a position of an expression. */
typedef struct grundy_why_options {
  size_t size;
  uint32_t depth; /* as in grundy_explain_options */
  uint64_t most;

  /* How to open the expression, with its play and its monitor; `unreduced` and `windows` are
   * ignored. NULL: as by default. */
  const grundy_expression_options *opening;

  /* How to explore rules again whose `canon` reduces positions by symmetry. If `window` is not 0,
   * all games must be rules. NULL: as by default. */
  const grundy_open_options *exploring;

  uint64_t memory;          /* for solving a digraph, as in grundy_solve_options */
  const char *memory_giver; /* for messages, likewise */
  const char *law; /* as in grundy_evaluate_options; only the monitor of `opening` is read then */

  /* A compound to explain instead of a text, which is not read. A component must have kinds of
   * moves; the play is that of the compound. */
  grundy_compound *compound;
} grundy_why_options;

/* At most this many positions are explored. */
#define GRUNDY_WHY_MAX_EXPLORED UINT64_C(100000)

/* Explains the position of an expression: in the game itself, which is explored without symmetry if
 * it is small enough; a compound as one game; a window; a folder of tiers by the positions around
 * this one; and a position that comes apart, if it is too large to explore, by its parts. Fails as
 * grundy_expression_open does, and with GRUNDY_UNABLE if too many positions can be reached.
 * `options` may be NULL. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_why(const char *text,
                                                    const grundy_why_options *options,
                                                    grundy_facts **facts, grundy_error *error);

/* ---- algorithms step by step ------------------------------------------------------------ */

/* The algorithm to trace. */
typedef enum grundy_tracing {
  GRUNDY_TRACING_AUTO,    /* chosen to suit the game */
  GRUNDY_TRACING_ACYCLIC, /* with a queue, for games without cycles [LM08, §2] */
  GRUNDY_TRACING_GENERAL, /* level by level [FY86, §3; LM08, §3] */
} grundy_tracing;

/* The format of a trace. */
typedef enum grundy_trace_format {
  GRUNDY_TRACE_TEXT,
  GRUNDY_TRACE_MARKDOWN,
  GRUNDY_TRACE_HTML, /* a page to click through, with a picture by Graphviz */
  GRUNDY_TRACE_JSON, /* docs/explain.md describes its members */
} grundy_trace_format;

/* Games with more positions, and runs with more steps, are refused: they are too long to follow. */
enum { GRUNDY_TRACE_MAX_POSITIONS = 200, GRUNDY_TRACE_MAX_STEPS = 20000 };

/* Runs the algorithm and writes every step to `out`, in the language. Nothing is written if the run
 * fails: GRUNDY_UNABLE past these limits; GRUNDY_UNDEFINED if the game has players or outcomes of
 * its own, or if it has cycles and the algorithm is for games without cycles. The caller checks
 * `out` for write errors. */
GRUNDY_API GRUNDY_MUST_USE grundy_status grundy_trace_write(const grundy_digraph *g,
                                                            grundy_tracing algorithm,
                                                            grundy_trace_format format,
                                                            grundy_language language, FILE *out,
                                                            grundy_error *error);

#ifdef __cplusplus
}
#endif

#endif
