/* Positions of compounds written as text: ring.dot@a + 2*nim:5 + "my game.edges"@"b 1".
 * docs/compounds.md describes the notation. */

#ifndef GRUNDY_EXPRESSION_H
#define GRUNDY_EXPRESSION_H

#include <grundy/base.h>
#include <grundy/compound.h>
#include <grundy/digraph.h>
#include <grundy/game.h>
#include <grundy/solve.h>

#ifdef __cplusplus
extern "C" {
#endif

/* An expression whose games are read and solved, each once, and its compound. */
typedef struct grundy_expression grundy_expression;

typedef struct grundy_expression_options {
  grundy_play play;
  const grundy_monitor *monitor; /* NULL: nobody watches */

  /* How to get the game of a file or of rules; NULL stands for grundy_digraph_open. The digraph
   * then belongs to the expression. Where that is GRUNDY_UNABLE a closed form of the rules is used,
   * if grundy_expression_closed_limit is not 0, which is what the reader is to open rules with. */
  grundy_status (*read)(void *context, const char *path, grundy_digraph **g, grundy_error *error);
  void *context;

  /* For a game with payoffs, which stands alone: as in grundy_solve_options. With a payoff that is
   * wanted its solution has the column qv. */
  bool payoff_known, infinite_known;
  double payoff, infinite;
} grundy_expression_options;

/* Parentheses may be nested as deep as this. */
enum { GRUNDY_EXPRESSION_MAX_DEPTH = 100 };

/* The largest heap of a heap game in an expression. */
#define GRUNDY_EXPRESSION_MAX_HEAP UINT64_C(10000000)

/* take{…}:N has at most this many positions times numbers to take. */
#define GRUNDY_EXPRESSION_MAX_TAKE_MOVES (UINT64_C(1) << 26)

/* Parses the text, then reads and solves its games. GRUNDY_BAD_INPUT with the file "expression",
 * line 1 and the column where the text is wrong, where a game has no such position, or as the
 * reader of a game tells it; GRUNDY_UNABLE past a limit, with the column too. `options` may be
 * NULL. */
GRUNDY_API GRUNDY_MUST_USE grundy_status
grundy_expression_open(const char *text, const grundy_expression_options *options,
                       grundy_expression **expression, grundy_error *error);

/* The columns that a game of an expression is solved for; of a game that has no values, those of
 * grundy_solve_columns, and qv if a payoff is wanted. */
GRUNDY_API grundy_columns grundy_expression_columns(const grundy_digraph *g,
                                                    const grundy_expression_options *options);

/* The closed_limit of grundy_open_options for rules in an expression; 0 in misère play, of which
 * closed forms tell nothing. */
GRUNDY_API uint64_t grundy_expression_closed_limit(const grundy_expression_options *options);

/* NULL is allowed. */
GRUNDY_API void grundy_expression_free(grundy_expression *expression);

/* The compound, to be evaluated and played; it belongs to the expression. */
GRUNDY_API grundy_compound *grundy_expression_compound(grundy_expression *expression);

/* What a component was called in the text, without its position: "ring.dot", "nim", "take{1,2}". It
 * belongs to the expression. */
GRUNDY_API const char *grundy_expression_source(const grundy_expression *expression,
                                                uint32_t component);

/* The digraph of a component with its solution, which belong to the expression; NULL if the
 * component is no digraph. */
GRUNDY_API const grundy_solved *grundy_expression_solved(const grundy_expression *expression,
                                                         uint32_t component);

#ifdef __cplusplus
}
#endif

#endif
