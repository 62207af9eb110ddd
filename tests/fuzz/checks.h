/* What must hold for every game; fuzz_game.c chooses one of these for an input. Each reads its
 * choices, and further games, from the rest of the input. */

#ifndef FUZZ_CHECKS_H
#define FUZZ_CHECKS_H

#include <grundy/grundy.h>

#include "bytes.h"

/* A game that was written must be read back as the same game, unless the format documents that it
 * cannot store it. */
void check_game_formats(bytes *in, const grundy_digraph *g);

/* A solution that was written must be read back as the same solution. */
void check_solution_formats(bytes *in, const grundy_digraph *g);

/* Every column must be what the definition says, for any algorithm and number of threads; a column
 * that does not exist for the game must be GRUNDY_UNDEFINED. */
void check_solve(bytes *in, const grundy_digraph *g);

/* The verifier must accept the solution, and no solution with one entry changed. */
void check_verify(bytes *in, const grundy_digraph *g);

/* A map to another game, the identity and the map to the quotient must be what the definitions say,
 * and the last two must carry solutions back. */
void check_maps(bytes *in, const grundy_digraph *g);

/* Relations and quotients must be what the definitions say, and solving through the quotient must
 * give the same solution. */
void check_quotients(bytes *in, const grundy_digraph *g);

/* Products with other games must have the moves of the definition, and what is known about a
 * position of the compound must agree with the solution of the product. */
void check_products(bytes *in, const grundy_digraph *g);

/* Explanations must be lines of text, and traces must find the values. */
void check_explanations(bytes *in, const grundy_digraph *g);

/* ---- shared by them ---------------------------------------------------------------------- */

/* How a game is solved and its solution verified. */
typedef struct solve_choice {
  grundy_solve_options solve;
  grundy_verify_options verify;
} solve_choice;

/* Reads columns that exist for the game, an algorithm, a payoff and the worth of infinite plays;
 * sets the number of threads. */
solve_choice read_choice(bytes *in, const grundy_digraph *g);

/* As read_choice, but with all columns. */
solve_choice read_choice_of_all(bytes *in, const grundy_digraph *g);

/* Solves the game. The solution has exactly the requested columns and belongs to the caller. */
grundy_solution *solve_game(const grundy_digraph *g, const grundy_solve_options *options);

/* Returns whether no column is wrong. */
bool is_verified(const grundy_digraph *g, const grundy_solution *solution,
                 const grundy_verify_options *options);

/* The columns whose entries may differ between two right solutions. */
#define COLUMNS_NOT_UNIQUE                                                                         \
  (GRUNDY_COLUMN_COUNTER | GRUNDY_COLUMN_GUARANTEE_MOVES | GRUNDY_COLUMN_CAP_MOVES)

#endif
